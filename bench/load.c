/* The benchmark's options, its order of work, and its report. */
#include "load.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "host/plot.h"
#include "host/report.h"
#include "host/text.h"

static const char help[] =
    "bench/load: how much the game server bears\n"
    "\n"
    "  bench/load [--tables N] [--seconds S] [--rate R] [--json] [--plot FILE]\n"
    "             [--idle N] [--url URL] [--seed N]\n"
    "\n"
    "Four players sit at each table, each with a WebSocket of her own, and play at\n"
    "random. A move counts when its sender was answered, after the commit, and all four\n"
    "have it; that is the time it takes, too. The floor is what the machine can do: as\n"
    "many messages between two processes that do nothing with them.\n"
    "\n"
    "  --tables N      tables (100)\n"
    "  --seconds S     how long they play, and how long the floor is measured (10)\n"
    "  --rate R        moves a second at each table, instead of flat out\n"
    "  --json          print one object\n"
    "  --plot FILE     play at several rates, and draw the times as SVG\n"
    "  --idle N        connections that do nothing, besides; prints what each costs\n"
    "  --url URL       load a server that runs, like http://127.0.0.1:8700, instead of\n"
    "                  one of our own on a free port with a folder of its own\n"
    "  --seed N        of the players' choices; a new one each time otherwise\n";

typedef struct settings {
    unsigned tables, idle;
    double seconds, rate;
    bool json;
    const char *plot, *url;
    uint64_t seed;
} settings;

typedef struct measured {
    load_floor floor;
    load_result result;
    long rss_kb, idle_kb; /* of the server, and what idle connections added */
    double cpu_us;        /* of the server, a move */
    long long commits;    /* or -1 */
} measured;

static load_server server;

static _Noreturn void give_up(void)
{
    load_stop(&server);
    exit(HOST_FAILED);
}

_Noreturn void load_fail(const char *format, ...)
{
    va_list list;

    va_start(list, format);
    fprintf(stderr, "load: ");
    vfprintf(stderr, format, list);
    fprintf(stderr, "\n");
    va_end(list);
    give_up();
}

static void interrupted(int signal)
{
    (void)signal;
    give_up();
}

void load_need_files(size_t need)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) != 0)
        return;
    files.rlim_cur = files.rlim_max;
    setrlimit(RLIMIT_NOFILE, &files);
    if (files.rlim_max < need)
        load_fail("%zu files have to be open at once, and the system permits %llu", need,
                  (unsigned long long)files.rlim_max);
}

/* ---- Options ---- */

static double number_of(const char *option, const char *word, double least, double most)
{
    char *end = NULL;
    const double number = word ? strtod(word, &end) : 0;

    if (!word || end == word || *end || !(number >= least && number <= most)) {
        fprintf(stderr, "load: %s needs a number from %g to %g\n", option, least, most);
        exit(HOST_USAGE);
    }
    return number;
}

static settings read_options(int count, char **words)
{
    settings chosen = {.tables = 100, .seconds = 10, .seed = (uint64_t)time(NULL)};

    for (int i = 1; i < count; i++) {
        const char *word = words[i], *next = i + 1 < count ? words[i + 1] : NULL;
        bool takes = true;

        if (strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0) {
            fputs(help, stdout);
            exit(HOST_DONE);
        } else if (strcmp(word, "--json") == 0) {
            chosen.json = true;
            takes = false;
        } else if (strcmp(word, "--tables") == 0) {
            chosen.tables = (unsigned)number_of(word, next, 1, 10000);
        } else if (strcmp(word, "--idle") == 0) {
            chosen.idle = (unsigned)number_of(word, next, 0, 100000);
        } else if (strcmp(word, "--seconds") == 0) {
            chosen.seconds = number_of(word, next, 0.1, 86400);
        } else if (strcmp(word, "--rate") == 0) {
            chosen.rate = number_of(word, next, 0.001, 100000);
        } else if (strcmp(word, "--seed") == 0) {
            chosen.seed = (uint64_t)number_of(word, next, 0, 9e15);
        } else if (strcmp(word, "--plot") == 0 && next) {
            chosen.plot = next;
        } else if (strcmp(word, "--url") == 0 && next) {
            chosen.url = next;
        } else {
            fprintf(stderr, "load: what is '%s'? See bench/load --help\n", word);
            exit(HOST_USAGE);
        }
        i += takes;
    }
    return chosen;
}

/* ---- Latency over load ---- */

enum { POINTS = 7, PLOT_LEVELS = POINTS - 1 };

/* Shares of what the server bears flat out at which it is measured, too. */
static const double levels[PLOT_LEVELS] = {0.05, 0.2, 0.4, 0.6, 0.75, 0.9};

static void draw_line(FILE *out, const plot_frame *page, const load_result *results,
                      const char *colour, bool p99)
{
    plot_line_begin(out, colour);
    for (unsigned i = 0; i < POINTS; i++)
        plot_line_to(out, page,
                     (plot_point){(double)results[i].moves / results[i].seconds,
                                  p99 ? results[i].p99_ms : results[i].p50_ms});
    plot_line_end(out);
}

static void draw(const char *path, const load_result results[POINTS], unsigned tables)
{
    static const char *const colours[] = {"#0b6e99", "#c2571a"};
    const load_result *last = &results[POINTS - 1];
    const double most = (double)last->moves / last->seconds;
    double top = 1;
    char title[96];
    plot_frame page;
    FILE *out = plot_open(path);

    if (!out)
        give_up();
    for (unsigned i = 0; i < POINTS; i++)
        top = results[i].p99_ms > top ? results[i].p99_ms : top;
    snprintf(title, sizeof title, "How long a move takes, %u tables", tables);
    page = plot_page(0, most * 1.05, 0, top * 1.05);
    plot_begin(out, title, "from its sending until all four players have it",
               "Two lines, the median and the 99th percentile, over moves a second.");
    plot_x_axis(out, &page, plot_step(most, 6), "", "moves a second");
    plot_y_axis(out, &page, plot_step(top, 6), " ms");
    draw_line(out, &page, results, colours[0], false);
    draw_line(out, &page, results, colours[1], true);
    plot_labels(out, &page,
                (plot_label[]){{{most, last->p50_ms}, "median", "", colours[0]},
                               {{most, last->p99_ms}, "p99", "", colours[1]}},
                2);
    plot_end(out);
    if (!plot_close(out, path))
        give_up();
}

/* Plays at each level, and draws. The last result is the one flat out. */
static void plot(const settings *chosen, load_players *players, const load_result *flat,
                 bool progress)
{
    load_result results[POINTS];
    const double most = (double)flat->moves / flat->seconds / chosen->tables;

    for (unsigned i = 0; i < PLOT_LEVELS; i++)
        results[i] = load_play(players, chosen->seconds, most * levels[i], progress);
    results[POINTS - 1] = *flat;
    draw(chosen->plot, results, chosen->tables);
}

/* ---- Measuring ---- */

static load_peer *open_idle(unsigned count)
{
    load_peer *idle = calloc(count + 1, sizeof *idle);
    char name[32], cookie[COOKIE_MAX];

    if (!idle)
        load_fail("there is no memory left");
    for (unsigned i = 0; i < count; i++) {
        snprintf(name, sizeof name, "Idler %u", i + 1);
        load_make_guest(&server.address, name, cookie);
        load_open(&idle[i], &server.address, cookie);
    }
    return idle;
}

static measured measure(const settings *chosen)
{
    const bool progress = isatty(STDERR_FILENO);
    measured found = {.commits = -1};
    load_players *players;
    load_peer *idle;
    long long commits;
    double cpu;

    found.floor = load_measure_floor(chosen->tables, chosen->seconds);
    if (chosen->url)
        load_find(&server, chosen->url);
    else
        load_start(&server);
    found.idle_kb = load_rss_kb(&server);
    idle = open_idle(chosen->idle);
    found.idle_kb = load_rss_kb(&server) - found.idle_kb;
    players = load_players_new(&server, chosen->tables, chosen->seed);
    load_play(players, 0.5, chosen->rate, false); /* until all is warm */
    commits = load_commits(&server);
    cpu = load_cpu_us(&server);
    found.result = load_play(players, chosen->seconds, chosen->rate, progress);
    found.cpu_us = (load_cpu_us(&server) - cpu) / (double)(found.result.moves + 1);
    if (commits >= 0)
        found.commits = load_commits(&server) - commits;
    found.rss_kb = load_rss_kb(&server);
    if (chosen->plot)
        plot(chosen, players, &found.result, progress);
    load_players_free(players);
    for (unsigned i = 0; i < chosen->idle; i++)
        load_close(&idle[i]);
    free(idle);
    load_stop(&server);
    return found;
}

/* ---- Reporting ---- */

/* Prints a number, or null for one that is not known. */
static void print_known(const char *key, long long number, bool known)
{
    if (known)
        printf(",\"%s\":%lld", key, number);
    else
        printf(",\"%s\":null", key);
}

static void print_json(const settings *chosen, const measured *found)
{
    const double moves = (double)found->result.moves / found->result.seconds;
    const bool ours = chosen->url == NULL;

    printf("{\"tables\":%u,\"connections\":%u,\"seconds\":%.2f,\"moves_per_s\":%.0f,"
           "\"floor_moves_per_s\":%.0f,\"share\":%.3f,\"p50_ms\":%.3f,\"p99_ms\":%.3f",
           chosen->tables, chosen->tables * SEATS + chosen->idle, found->result.seconds,
           moves, found->floor.moves_per_s, moves / found->floor.moves_per_s,
           found->result.p50_ms, found->result.p99_ms);
    print_known("server_rss_kb", found->rss_kb, ours);
    print_known("lost", (long long)found->result.lost, true);
    print_known("commits", found->commits, found->commits >= 0);
    print_known("refused", (long long)found->result.refused, true);
    print_known("games", (long long)found->result.games, true);
    print_known("idle_kb", found->idle_kb, ours && chosen->idle > 0);
    if (ours)
        printf(",\"server_cpu_us\":%.1f", found->cpu_us);
    printf(",\"floor_cpu_us\":%.1f,\"seed\":%llu}\n", found->floor.cpu_us,
           (unsigned long long)chosen->seed);
}

static void print_words(const settings *chosen, const measured *found)
{
    const double moves = (double)found->result.moves / found->result.seconds;

    printf("%u tables, %u connections, %.1f s, seed %llu\n", chosen->tables,
           chosen->tables * SEATS, found->result.seconds,
           (unsigned long long)chosen->seed);
    printf("moves      %.0f a second, %.0f %% of the floor, which is %.0f\n", moves,
           moves / found->floor.moves_per_s * 100, found->floor.moves_per_s);
    printf("time       %.2f ms in the median, p99 %.2f ms\n", found->result.p50_ms,
           found->result.p99_ms);
    printf("lost       %llu, refused for now %llu, games over %llu\n",
           (unsigned long long)found->result.lost,
           (unsigned long long)found->result.refused,
           (unsigned long long)found->result.games);
    if (!chosen->url)
        printf("server     %ld kB, %.1f us of computing a move; the floor's %.1f us\n",
               found->rss_kb, found->cpu_us, found->floor.cpu_us);
    if (found->commits >= 0)
        printf("commits    %lld, %.1f moves each\n", found->commits,
               (double)found->result.moves / (double)(found->commits + 1));
    if (chosen->idle && !chosen->url)
        printf("idle       %u connections in %ld kB\n", chosen->idle, found->idle_kb);
}

int main(int count, char **words)
{
    const settings chosen = read_options(count, words);
    measured found;

    signal(SIGINT, interrupted);
    signal(SIGTERM, interrupted);
    if (chosen.plot && !plot_can_write(chosen.plot))
        return HOST_FAILED;
    load_need_files((size_t)chosen.tables * SEATS * 2 + chosen.idle + 64);
    found = measure(&chosen);
    if (chosen.json)
        print_json(&chosen, &found);
    else
        print_words(&chosen, &found);
    return found.result.lost ? HOST_REFUSED : HOST_DONE;
}
