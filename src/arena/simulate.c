#include "arena/simulate.h"

#include <stdio.h>
#include <stdlib.h>

#include "host/seat.h"
#include "host/workers.h"
#include "tobago/random.h"

/* Sums of whole numbers, so that the order of the games does not matter. */
enum {
    GAMES,
    LINES,
    TREASURES,
    CURSES,
    COINS,
    ENDINGS,
    SUMS = ENDINGS + TOB_ENDING_COUNT
};
typedef unsigned long long tally[SUMS];

typedef struct simulation {
    const simulate_settings *settings;
    tob_board islands[TOB_ISLANDS];
    tally sum;
} simulation;

typedef struct worker {
    tally tally;
    tob_moves moves;
    host_text text;
} worker;

static void count_move(tally t, tob_move move)
{
    t[LINES]++;
    t[TREASURES] += move.kind == TOB_MOVE_RAISE;
    t[CURSES] += move.kind == TOB_MOVE_REVEAL && move.value == 0;
}

static void count_result(tally t, const tob_game *game)
{
    const tob_result result = tob_result_of(game);

    t[GAMES]++;
    t[ENDINGS + result.ending]++;
    for (unsigned seat = 0; seat < game->players; seat++)
        t[COINS] += result.coins[seat];
}

/* Plays game number 'index' (from 0), which depends on the seed and the index alone. */
static work_status play_one(void *shared, void *worker_context, uint64_t index)
{
    const simulation *sim = shared;
    worker *w = worker_context;
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
    if (settings->out) {
        const rec_header header = seat_header(&config);
        char text[REC_HEADER_MAX];
        host_text_append(&w->text, text, rec_write_header(&header, text));
    }
    while (tob_to_move(&game) != TOB_NOBODY) {
        tob_move move;
        tob_legal(&game, &board, &w->moves);
        move = tob_random_move(&rng, &game, &w->moves);
        tob_apply(&game, &board, move);
        count_move(w->tally, move);
        if (settings->out)
            host_text_append_move(&w->text, &board, move);
    }
    count_result(w->tally, &game);
    if (settings->out && !host_text_keep(&w->text, settings->out, index + 1))
        return WORK_FAILED;
    return WORK_DONE;
}

static void *make_worker(void *shared)
{
    (void)shared;
    return calloc(1, sizeof(worker));
}

static void close_worker(void *shared, void *worker_context)
{
    simulation *sim = shared;
    worker *w = worker_context;

    for (unsigned i = 0; i < SUMS; i++)
        sim->sum[i] += w->tally[i];
    host_text_clear(&w->text);
    free(w);
}

static void print_summary(const tally sum, bool json)
{
    const char *form = json ? "{\"games\":%llu,\"lines\":%llu,\"mean_length\":%.1f,"
                              "\"treasures\":%llu,\"curses\":%llu,\"coins\":%llu,"
                              "\"endings\":{\"E1\":%llu,\"E3\":%llu,\"E4\":%llu}}\n"
                            : "games %llu\nlines %llu\nmean_length %.1f\n"
                              "treasures %llu\ncurses %llu\ncoins %llu\n"
                              "E1 %llu\nE3 %llu\nE4 %llu\n";

    printf(form, sum[GAMES], sum[LINES],
           sum[GAMES] ? (double)sum[LINES] / (double)sum[GAMES] : 0.0, sum[TREASURES],
           sum[CURSES], sum[COINS], sum[ENDINGS + TOB_ENDING_E1],
           sum[ENDINGS + TOB_ENDING_E3], sum[ENDINGS + TOB_ENDING_E4]);
}

host_status simulate_run(const simulate_settings *settings, unsigned jobs, bool json)
{
    static simulation sim;
    workers pool = {.shared = &sim,
                    .make = make_worker,
                    .run = play_one,
                    .close = close_worker,
                    .jobs = settings->games,
                    .unit = "games"};

    sim.settings = settings;
    for (unsigned island = 0; island < TOB_ISLANDS; island++)
        tob_board_init(&sim.islands[island], island);
    if (workers_do(&pool, jobs) != WORK_DONE)
        return HOST_FAILED;
    print_summary(sim.sum, json);
    return HOST_DONE;
}
