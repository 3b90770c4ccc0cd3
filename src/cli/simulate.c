/* simulate: random games on several threads, counted and written. */
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "tobago/random.h"

/* What is counted. Sums of whole numbers, so the order of the games does not matter. */
typedef struct tally {
    uint64_t games, lines, treasures, curses, coins, endings[3];
} tally;

typedef struct simulation {
    uint64_t games, seed;
    tob_config config;
    bool any_island;
    const char *out;
    tob_board islands[TOB_ISLANDS];
    _Atomic uint64_t next, done;
    _Atomic bool failed;
} simulation;

typedef struct worker {
    pthread_t thread;
    simulation *sim;
    tally tally;
    tob_moves moves;
    cli_text text;
} worker;

static const char *const seat_names[TOB_SEATS] = {"red", "blue", "green", "yellow"};

static void append_header(cli_text *text, const tob_config *config)
{
    rec_header header = {.config = *config};
    char out[REC_HEADER_MAX];

    for (unsigned seat = 0; seat < config->players; seat++)
        snprintf(header.name[seat], sizeof header.name[seat], "%s", seat_names[seat]);
    cli_text_append(text, out, rec_write_header(&header, out));
}

static void count_move(tally *t, tob_move move)
{
    t->lines++;
    t->treasures += move.kind == TOB_MOVE_RAISE;
    t->curses += move.kind == TOB_MOVE_REVEAL && move.value == 0;
}

static void count_result(tally *t, const tob_game *game)
{
    const tob_result result = tob_result_of(game);

    t->games++;
    t->endings[result.ending]++;
    for (unsigned seat = 0; seat < game->players; seat++)
        t->coins += result.coins[seat];
}

/* Plays game number 'index' (from 0), which depends on the seed and the index alone. */
static bool play_one(worker *w, uint64_t index)
{
    const simulation *sim = w->sim;
    tob_config config = sim->config;
    tob_board board;
    tob_game game;
    tob_rng rng;

    tob_rng_init(&rng, sim->seed, index);
    if (sim->any_island)
        config.island = (uint8_t)tob_rng_below(&rng, TOB_ISLANDS);
    config.first = (uint8_t)tob_rng_below(&rng, config.players); /* S7 */
    board = sim->islands[config.island];
    tob_game_init(&game, &board, &config);
    w->text.length = 0;
    if (sim->out)
        append_header(&w->text, &config);
    while (tob_to_move(&game) != TOB_NOBODY) {
        tob_move move;
        tob_legal(&game, &board, &w->moves);
        move = tob_random_move(&rng, &game, &w->moves);
        tob_apply(&game, &board, move);
        count_move(&w->tally, move);
        if (sim->out)
            cli_text_append_move(&w->text, &board, move);
    }
    count_result(&w->tally, &game);
    return !sim->out || cli_text_keep(&w->text, sim->out, index + 1);
}

static void *work(void *argument)
{
    worker *w = argument;
    simulation *sim = w->sim;

    while (!sim->failed) {
        const uint64_t index = atomic_fetch_add(&sim->next, 1);
        if (index >= sim->games)
            break;
        if (!play_one(w, index))
            sim->failed = true;
        atomic_fetch_add(&sim->done, 1);
    }
    return NULL;
}

/* A bar on the terminal while the threads work. */
static void show_progress(simulation *sim)
{
    const struct timespec pause = {0, 100 * 1000 * 1000};
    const bool terminal = isatty(STDERR_FILENO);

    while (terminal && !sim->failed && sim->done < sim->games) {
        const unsigned percent = (unsigned)(sim->done * 100 / sim->games);
        char bar[51];
        for (unsigned i = 0; i < 50; i++)
            bar[i] = i < percent / 2 ? '#' : '.';
        bar[50] = '\0';
        fprintf(stderr, "\r%s %3u %% %llu games", bar, percent,
                (unsigned long long)sim->done);
        nanosleep(&pause, NULL);
    }
    if (terminal)
        fputs("\r\033[K", stderr);
}

static void add_tally(tally *sum, const tally *part)
{
    sum->games += part->games;
    sum->lines += part->lines;
    sum->treasures += part->treasures;
    sum->curses += part->curses;
    sum->coins += part->coins;
    for (unsigned i = 0; i < 3; i++)
        sum->endings[i] += part->endings[i];
}

static void print_summary(const tally *sum, bool json)
{
    const char *form = json ? "{\"games\":%llu,\"lines\":%llu,\"mean_length\":%.1f,"
                              "\"treasures\":%llu,\"curses\":%llu,\"coins\":%llu,"
                              "\"endings\":{\"E1\":%llu,\"E3\":%llu}}\n"
                            : "games %llu\nlines %llu\nmean_length %.1f\n"
                              "treasures %llu\ncurses %llu\ncoins %llu\n"
                              "E1 %llu\nE3 %llu\n";

    printf(form, (unsigned long long)sum->games, (unsigned long long)sum->lines,
           sum->games ? (double)sum->lines / (double)sum->games : 0.0,
           (unsigned long long)sum->treasures, (unsigned long long)sum->curses,
           (unsigned long long)sum->coins,
           (unsigned long long)sum->endings[TOB_ENDING_E1],
           (unsigned long long)sum->endings[TOB_ENDING_E3]);
}

static cli_exit simulate(simulation *sim, unsigned jobs, bool json)
{
    worker *workers = calloc(jobs, sizeof *workers);
    tally sum = {0};
    unsigned started = 0;

    if (!workers) {
        cli_complain("out of memory");
        return CLI_SYSTEM;
    }
    for (unsigned island = 0; island < TOB_ISLANDS; island++)
        tob_board_init(&sim->islands[island], island);
    for (; started < jobs; started++) {
        workers[started].sim = sim;
        if (pthread_create(&workers[started].thread, NULL, work, &workers[started]))
            break;
    }
    if (!started)
        work(&workers[0]);
    show_progress(sim);
    for (unsigned i = 0; i < jobs; i++) {
        if (i < started)
            pthread_join(workers[i].thread, NULL);
        add_tally(&sum, &workers[i].tally);
        cli_text_clear(&workers[i].text);
    }
    free(workers);
    if (sim->failed)
        return CLI_SYSTEM;
    print_summary(&sum, json);
    return CLI_DONE;
}

cli_exit cli_run_simulate(const cli_command *self, int count, char **words)
{
    static simulation sim;
    const char *island = NULL, *game_options = "", *out = NULL;
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t games = 100, players = 4, seed = 1;
    uint64_t jobs = cores > 0 && cores <= 256 ? (uint64_t)cores : 1;
    unsigned number = 0;
    bool json = false;
    const cli_option options[] = {
        {"--games", CLI_NUMBER, &games, 0, 1000000000},
        {"--players", CLI_NUMBER, &players, 2, TOB_SEATS},
        {"--seed", CLI_NUMBER, &seed, 0, UINT64_MAX},
        {"--island", CLI_TEXT, &island, 0, 0},
        {"--options", CLI_TEXT, &game_options, 0, 0},
        {"--jobs", CLI_NUMBER, &jobs, 1, 256},
        {"--out", CLI_TEXT, &out, 0, 0},
        {"--json", CLI_FLAG, &json, 0, 0},
    };
    cli_words rest;
    cli_exit code =
        cli_parse(self, count, words, options, sizeof options / sizeof options[0], &rest);

    if (code)
        return code;
    if (rest.count)
        return cli_usage(self, "'%s' is not an option", rest.word[0]);
    if (!cli_game_options(game_options, &sim.config.options))
        return CLI_USAGE;
    if (island && !cli_island(island, &number))
        return CLI_REFUSED;
    if (out && !cli_make_folder(out))
        return CLI_SYSTEM;
    sim.games = games;
    sim.seed = seed;
    sim.out = out;
    sim.any_island = !island;
    sim.config.island = (uint8_t)number;
    sim.config.players = (uint8_t)players;
    return simulate(&sim, (unsigned)jobs, json);
}
