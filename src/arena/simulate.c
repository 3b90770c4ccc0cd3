#include "arena/simulate.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "host/text.h"
#include "tobago/random.h"

/* What is counted. Sums of whole numbers, so the order of the games does not matter. */
typedef struct tally {
    uint64_t games, lines, treasures, curses, coins, endings[3];
} tally;

typedef struct simulation {
    const simulate_settings *settings;
    tob_board islands[TOB_ISLANDS];
    _Atomic uint64_t next, done;
    _Atomic bool failed;
} simulation;

typedef struct worker {
    pthread_t thread;
    simulation *sim;
    tally tally;
    tob_moves moves;
    host_text text;
} worker;

static const char *const seat_names[TOB_SEATS] = {"red", "blue", "green", "yellow"};

static void append_header(host_text *text, const tob_config *config)
{
    rec_header header = {.config = *config};
    char out[REC_HEADER_MAX];

    for (unsigned seat = 0; seat < config->players; seat++)
        snprintf(header.name[seat], sizeof header.name[seat], "%s", seat_names[seat]);
    host_text_append(text, out, rec_write_header(&header, out));
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
    const simulate_settings *settings = sim->settings;
    tob_config config = settings->config;
    tob_board board;
    tob_game game;
    tob_rng rng;

    tob_rng_init(&rng, settings->seed, index);
    if (settings->any_island)
        config.island = (uint8_t)tob_rng_below(&rng, TOB_ISLANDS);
    config.first = (uint8_t)tob_rng_below(&rng, config.players); /* S7 */
    board = sim->islands[config.island];
    tob_game_init(&game, &board, &config);
    w->text.length = 0;
    if (settings->out)
        append_header(&w->text, &config);
    while (tob_to_move(&game) != TOB_NOBODY) {
        tob_move move;
        tob_legal(&game, &board, &w->moves);
        move = tob_random_move(&rng, &game, &w->moves);
        tob_apply(&game, &board, move);
        count_move(&w->tally, move);
        if (settings->out)
            host_text_append_move(&w->text, &board, move);
    }
    count_result(&w->tally, &game);
    return !settings->out || host_text_keep(&w->text, settings->out, index + 1);
}

static void *work(void *argument)
{
    worker *w = argument;
    simulation *sim = w->sim;

    while (!sim->failed) {
        const uint64_t index = atomic_fetch_add(&sim->next, 1);
        if (index >= sim->settings->games)
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

    while (terminal && !sim->failed && sim->done < sim->settings->games) {
        const unsigned percent = (unsigned)(sim->done * 100 / sim->settings->games);
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

host_status simulate_run(const simulate_settings *settings, unsigned jobs, bool json)
{
    static simulation run;
    simulation *const sim = &run;
    worker *workers = calloc(jobs, sizeof *workers);
    tally sum = {0};
    unsigned started = 0;

    if (!workers) {
        host_complain("out of memory");
        return HOST_FAILED;
    }
    sim->settings = settings;
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
        host_text_clear(&workers[i].text);
    }
    free(workers);
    if (sim->failed)
        return HOST_FAILED;
    print_summary(&sum, json);
    return HOST_DONE;
}
