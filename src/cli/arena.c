/* arena: bots against each other, on several threads, with a table of who is stronger. */
#include "cli/arena.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/plot.h"

enum {
    LIMIT_MS = 10000, /* for an answer, beyond what --time grants */
    SECOND_US = 1000000,
};

typedef struct arena {
    arena_settings settings;
    arena_result *results;
    const char *state_path; /* NULL: none */
    int state;
    pthread_mutex_t lock; /* for the state file */
    _Atomic uint64_t next, done;
    atomic_bool failed;
    arena_note answer[TOB_SEATS], loss[TOB_SEATS]; /* the first of all tables */
} arena;

typedef struct worker {
    pthread_t thread;
    arena *arena;
    arena_table *table;
    bool running;
} worker;

static atomic_bool stop; /* by a signal or a failure: all leave their games */

/* Ends the games in work, so that no child is left behind. Asked again a second later, as
 * when a bot thinks for long, ends the program at once. (Sooner it may be the same
 * signal, sent to us and to our group.) */
static void on_signal(int number)
{
    static _Atomic uint64_t first;
    const uint64_t now = external_now_us();

    if (!atomic_load(&first)) {
        atomic_store(&first, now);
        atomic_store(&stop, true);
    } else if (now - atomic_load(&first) > SECOND_US) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void catch_signals(void)
{
    cli_catch_signals(on_signal, 0);
    signal(SIGCHLD, SIG_DFL); /* children that end stay ours to reap */
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a failed write */
}

/* ---- Playing ---- */

static bool keep(arena *a, uint64_t game, const cli_text *record)
{
    bool good;

    if (a->settings.out && !cli_text_keep(record, a->settings.out, game)) {
        atomic_store(&a->failed, true);
        return false;
    }
    if (!a->state_path)
        return true;
    pthread_mutex_lock(&a->lock);
    good = !atomic_load(&a->failed) &&
           arena_state_append(a->state, a->state_path, &a->settings, game,
                              &a->results[game]);
    if (!good)
        atomic_store(&a->failed, true); /* a line after a torn one would be lost */
    pthread_mutex_unlock(&a->lock);
    return good;
}

static void *work(void *argument)
{
    worker *w = argument;
    arena *a = w->arena;

    while (!atomic_load(&stop)) {
        const uint64_t game = atomic_fetch_add(&a->next, 1);
        if (game >= a->settings.games)
            break;
        if (a->results[game].played)
            continue;
        if (arena_play(w->table, game, &a->results[game])) {
            if (!keep(a, game, &w->table->record))
                atomic_store(&stop, true);
            atomic_fetch_add(&a->done, 1);
        }
    }
    return NULL;
}

/* A bar on the terminal while the threads work, with the time that it will take. */
static void show_progress(const arena *a, uint64_t before)
{
    const struct timespec pause = {0, 100 * 1000 * 1000};
    const uint64_t begin = external_now_us(), games = a->settings.games;

    while (!atomic_load(&stop) && a->done < games) {
        const uint64_t done = a->done, now = done - before;
        const unsigned percent = (unsigned)(done * 100 / games);
        const double passed = (double)(external_now_us() - begin) / 1e6;
        char bar[41];
        for (unsigned i = 0; i < 40; i++)
            bar[i] = i < percent * 2 / 5 ? '#' : '.';
        bar[40] = '\0';
        fprintf(stderr, "\r%s %3u %%  %llu of %llu games", bar, percent,
                (unsigned long long)done, (unsigned long long)games);
        if (now)
            fprintf(stderr, ", %.0f s left\033[K",
                    passed / (double)now * (double)(games - done));
        nanosleep(&pause, NULL);
    }
    fputs("\r\033[K", stderr);
}

static void take_first(arena_note *first, const arena_note *other)
{
    if (*other->text && (!*first->text || other->game < first->game))
        *first = *other;
}

static void collect_notes(arena *a, const arena_table *table)
{
    for (unsigned i = 0; i < a->settings.bots; i++) {
        take_first(&a->answer[i], &table->answer[i]);
        take_first(&a->loss[i], &table->loss[i]);
    }
}

/* What the state holds was told when it was played. */
static void print_notes(const arena *a, bool resumed)
{
    for (unsigned i = 0; i < 2 * a->settings.bots; i++) {
        const arena_note *first = i % 2 ? &a->loss[i / 2] : &a->answer[i / 2];
        char label[ARENA_LABEL_MAX];
        if (*first->text)
            cli_complain("%s: the first time%s in game %llu: %s",
                         arena_label(&a->settings, i / 2, label), resumed ? " now" : "",
                         (unsigned long long)first->game, first->text);
    }
}

static void run_workers(arena *a, worker *workers, unsigned jobs)
{
    const uint64_t before = a->done;
    unsigned running = 0;

    for (unsigned i = 0; i < jobs; i++) {
        workers[i].running =
            pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
        running += workers[i].running;
    }
    if (!running)
        work(&workers[0]);
    if (isatty(STDERR_FILENO))
        show_progress(a, before);
    for (unsigned i = 0; i < jobs; i++)
        if (workers[i].running)
            pthread_join(workers[i].thread, NULL);
}

/* Brings up the external bots of all tables, so that a machine that cannot hold so many
 * of them is told now and not taken for a fault of the bots later. */
static cli_exit start_all(const worker *workers, unsigned jobs)
{
    for (unsigned i = 0; i < jobs; i++)
        if (!arena_table_start(workers[i].table)) {
            if (i && !atomic_load(&stop))
                cli_complain("only %u of %u jobs have their bots: try fewer --jobs", i,
                             jobs);
            return i || atomic_load(&stop) ? CLI_SYSTEM : CLI_REFUSED;
        }
    return CLI_DONE;
}

static cli_exit play_all(arena *a, unsigned jobs)
{
    worker *workers = calloc(jobs, sizeof *workers);
    cli_exit code = CLI_SYSTEM;
    bool memory = workers != NULL;

    for (unsigned i = 0; memory && i < jobs; i++) {
        workers[i].arena = a;
        workers[i].table = arena_table_new(&a->settings, &stop);
        memory = workers[i].table != NULL;
    }
    if (memory)
        code = start_all(workers, jobs);
    else
        cli_complain("out of memory");
    if (!code) {
        run_workers(a, workers, jobs);
        code = a->done < a->settings.games ? CLI_SYSTEM : CLI_DONE;
    }
    for (unsigned i = 0; workers && i < jobs; i++) {
        for (unsigned k = 0; code && workers[i].table && k < TOB_SEATS; k++)
            external_kill(&workers[i].table->child[k]); /* no time for farewells */
        if (workers[i].table)
            collect_notes(a, workers[i].table);
        arena_table_free(workers[i].table);
    }
    free(workers);
    if (code && atomic_load(&stop) && !atomic_load(&a->failed))
        cli_complain("interrupted after %llu of %llu games%s",
                     (unsigned long long)a->done, (unsigned long long)a->settings.games,
                     a->state_path ? "; the same command goes on" : "");
    return code;
}

/* ---- The command ---- */

static uint64_t count_played(const arena *a)
{
    uint64_t played = 0;

    for (uint64_t game = 0; game < a->settings.games; game++)
        played += a->results[game].played;
    return played;
}

/* Is the plot to be written over the state? */
static bool is_state(const char *plot, int state)
{
    struct stat one, two;

    return stat(plot, &one) == 0 && fstat(state, &two) == 0 && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino;
}

/* Opens the state, if there is one, once it is sure that the plot can be written. */
static cli_exit prepare(arena *a, const char *plot)
{
    cli_exit code = CLI_DONE;

    if (plot && !plot_can_write(plot))
        return CLI_SYSTEM;
    if (a->state_path)
        code = arena_state_open(a->state_path, &a->settings, a->results, &a->state);
    if (!code && plot && a->state >= 0 && is_state(plot, a->state)) {
        cli_complain("%s: is the state, and cannot be the plot as well", plot);
        code = CLI_USAGE;
    }
    return code;
}

static cli_exit run_arena(arena *a, unsigned jobs, bool json, const char *plot)
{
    arena_standing standing[TOB_SEATS];
    uint64_t before;
    cli_exit code;

    a->results = calloc(a->settings.games, sizeof *a->results);
    if (!a->results) {
        cli_complain("out of memory");
        return CLI_SYSTEM;
    }
    code = prepare(a, plot);
    a->done = before = count_played(a);
    if (!code && before && a->settings.out)
        cli_complain("%s: %llu games of the state were played before; their records are "
                     "not written again",
                     a->settings.out, (unsigned long long)before);
    if (!code && a->done < a->settings.games) {
        const uint64_t left = a->settings.games - a->done;
        code = play_all(a, left < jobs ? (unsigned)left : jobs);
    }
    if (!code || (atomic_load(&stop) && a->done)) {
        arena_stand(&a->settings, a->results, standing);
        arena_print(&a->settings, standing, json);
        print_notes(a, before > 0);
        if (plot && !arena_plot(plot, &a->settings, a->results, standing))
            code = CLI_SYSTEM;
    }
    if (a->state >= 0)
        close(a->state);
    free(a->results);
    return code;
}

cli_exit cli_run_arena(const cli_command *self, int count, char **words)
{
    static arena a = {.state = -1, .lock = PTHREAD_MUTEX_INITIALIZER};
    const char *bots = NULL, *island = NULL, *game_options = "", *plot = NULL;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t games = 100, seed = 1, iterations = 0, time_ms = 0, limit_ms = 0;
    uint64_t jobs = cores > 0 && cores <= 256 ? (uint64_t)cores : 1;
    unsigned number = 0;
    bool json = false;
    const cli_option options[] = {
        {"--bots", CLI_TEXT, &bots, 0, 0},
        {"--games", CLI_NUMBER, &games, 1, ARENA_GAMES_MAX},
        {"--seed", CLI_NUMBER, &seed, 0, UINT64_MAX},
        {"--jobs", CLI_NUMBER, &jobs, 1, 256},
        {"--iterations", CLI_NUMBER, &iterations, 1, UINT32_MAX},
        {"--time", CLI_NUMBER, &time_ms, 1, 3600000},
        {"--limit", CLI_NUMBER, &limit_ms, 1, 3600000},
        {"--island", CLI_TEXT, &island, 0, 0},
        {"--options", CLI_TEXT, &game_options, 0, 0},
        {"--state", CLI_TEXT, &a.state_path, 0, 0},
        {"--plot", CLI_TEXT, &plot, 0, 0},
        {"--out", CLI_TEXT, &a.settings.out, 0, 0},
        {"--fresh", CLI_FLAG, &a.settings.fresh, 0, 0},
        {"--stderr", CLI_FLAG, &a.settings.show_errors, 0, 0},
        {"--json", CLI_FLAG, &json, 0, 0},
    };
    cli_words rest;
    cli_exit code =
        cli_parse(self, count, words, options, sizeof options / sizeof options[0], &rest);

    if (code)
        return code;
    if (rest.count)
        return cli_usage(self, "'%s' is not an option", rest.word[0]);
    if (!bots)
        return cli_usage(self, "--bots is missing");
    if ((plot && !*plot) || (a.state_path && !*a.state_path))
        return cli_usage(self, "%s needs a file", plot && !*plot ? "--plot" : "--state");
    if (a.settings.out && !*a.settings.out)
        return cli_usage(self, "--out needs a folder");
    if (limit_ms && limit_ms < time_ms)
        return cli_usage(self, "--limit gives up a bot before its --time is over");
    if (!arena_read_bots(bots, &a.settings) ||
        !cli_game_options(game_options, &a.settings.options))
        return CLI_USAGE;
    if (island && !cli_island(island, &number))
        return CLI_REFUSED;
    if (a.settings.out && !cli_make_folder(a.settings.out))
        return CLI_SYSTEM;
    a.settings.games = games;
    a.settings.seed = seed;
    a.settings.iterations = (uint32_t)iterations;
    a.settings.time_ms = (uint32_t)time_ms;
    a.settings.limit_ms = (uint32_t)(limit_ms ? limit_ms : LIMIT_MS + time_ms);
    a.settings.any_island = !island;
    a.settings.island = (uint8_t)number;
    catch_signals();
    return run_arena(&a, (unsigned)jobs, json, plot);
}
