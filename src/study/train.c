/* train: self-play that fits the evaluation's weights, generation by generation. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/workers.h"
#include "study/train.h"

enum {
    POSITIONS_MAX = 2000,
    TEST_GAMES = 200,
    WIN = 12, /* parts of a win, so that two, three and four can share it */
};

/* Rare events, such as a fourth amulet, must not be learned from a few lucky games: the
 * first weights count as this many rows, less than one in a hundred of those of a
 * training at full size. */
static const double faith = 5000;

static atomic_bool stop; /* set by a signal: no further games */

/* A position to learn from when the game is over. */
typedef struct position {
    float feature[TOB_SEATS][AI_FEATURE_COUNT];
    float lead[TOB_SEATS];
    uint8_t coins[TOB_SEATS];
    uint8_t cards_left;
} position;

typedef struct pupil {
    tob_board islands[TOB_ISLANDS];
    ai_bot *bot[TOB_SEATS];
    tob_moves moves;
    ai_lesson lesson;
    uint32_t parts; /* of wins, in a test */
    unsigned count;
    position position[POSITIONS_MAX];
} pupil;

static void keep_position(pupil *p, const tob_game *game, const tob_board *board)
{
    position *at = &p->position[p->count];
    const tob_result result = tob_result_of(game);
    float coins[TOB_SEATS];

    if (p->count == POSITIONS_MAX)
        return;
    ai_bot_features(p->bot[0], game, board, at->feature);
    ai_bot_estimate(p->bot[0], game, board, coins); /* all seats share the weights */
    at->cards_left = game->treasure_deck;
    for (unsigned seat = 0; seat < game->players; seat++) {
        float best = -1000;
        for (unsigned other = 0; other < game->players; other++)
            if (other != seat && coins[other] > best)
                best = coins[other];
        at->lead[seat] = coins[seat] - best;
        at->coins[seat] = (uint8_t)result.coins[seat];
    }
    p->count++;
}

static unsigned parts_of(const tob_game *game, unsigned seat)
{
    const tob_result result = tob_result_of(game);
    unsigned winners = 0;

    for (unsigned other = 0; other < game->players; other++)
        winners += result.place[other] == 1;
    return result.place[seat] == 1 ? WIN / winners : 0;
}

/* Computes a seat's features and gains beyond the mean of the others. */
static void compare(const position *at, const tob_result *result, unsigned players,
                    unsigned seat, float beyond[static AI_FEATURE_COUNT], float *gained)
{
    *gained = (float)result->coins[seat] - (float)at->coins[seat];
    for (unsigned i = 0; i < AI_FEATURE_COUNT; i++)
        beyond[i] = at->feature[seat][i];
    for (unsigned other = 0; other < players; other++) {
        const float part = 1.0f / (float)(players - 1);
        if (other == seat)
            continue;
        *gained -= part * ((float)result->coins[other] - (float)at->coins[other]);
        for (unsigned i = 0; i < AI_FEATURE_COUNT; i++)
            beyond[i] -= part * at->feature[other][i];
    }
}

static void learn_positions(pupil *p, const tob_game *game)
{
    const tob_result result = tob_result_of(game);

    for (unsigned i = 0; i < p->count; i++)
        for (unsigned seat = 0; seat < game->players; seat++) {
            const position *at = &p->position[i];
            float beyond[AI_FEATURE_COUNT], gained;
            compare(at, &result, game->players, seat, beyond, &gained);
            ai_lesson_add(&p->lesson, beyond, gained);
            ai_lesson_add_lead(&p->lesson, at->cards_left, at->lead[seat],
                               (float)parts_of(game, seat) / WIN);
        }
}

/* Plays one game: all seats learn, or one seat is tested against others with the weights
 * that a training begins with. */
static work_status play_game(void *shared, void *worker, uint64_t index)
{
    const training *t = shared;
    pupil *p = worker;
    const uint64_t stream =
        (uint64_t)t->generation << 32 | (uint64_t)t->testing << 31 | index;
    const unsigned tested = (unsigned)(index % t->players);
    tob_config config = {.players = t->players, .options = t->options};
    tob_board board;
    tob_game game, view;
    tob_rng rng;

    tob_rng_init(&rng, t->seed, stream);
    config.island = (uint8_t)tob_rng_below(&rng, TOB_ISLANDS);
    board = p->islands[config.island];
    tob_game_init(&game, &board, &config);
    for (unsigned seat = 0; seat < t->players; seat++) {
        ai_bot_init(p->bot[seat], AI_HARD, tob_rng_next(&rng));
        ai_bot_weights(p->bot[seat],
                       t->testing && seat != tested ? ai_weights_first() : &t->weights);
    }
    p->count = 0;
    while (tob_to_move(&game) != TOB_NOBODY) {
        const unsigned mover = tob_to_move(&game);
        const ai_budget budget = ai_budget_for(AI_HARD, t->iterations, 0, 0);
        tob_move move;
        if (mover == TOB_NATURE) {
            move = tob_nature_move(&rng, &game, &board, &p->moves);
        } else {
            if (!t->testing && game.phase == TOB_PHASE_TURN && !game.acted)
                keep_position(p, &game, &board);
            tob_view(&view, &game, tob_viewer_of(mover));
            move = ai_bot_choose(p->bot[mover], &view, &board, budget);
        }
        tob_apply(&game, &board, move);
    }
    if (t->testing)
        p->parts += parts_of(&game, tested);
    else
        learn_positions(p, &game);
    return WORK_DONE;
}

static void pupil_free(pupil *p)
{
    for (unsigned seat = 0; p && seat < TOB_SEATS; seat++)
        free(p->bot[seat]);
    free(p);
}

static void *pupil_new(void *shared)
{
    pupil *p = calloc(1, sizeof *p);

    (void)shared;
    if (!p)
        return NULL;
    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        p->bot[seat] = malloc(ai_bot_size(AI_HARD));
        if (!p->bot[seat]) {
            pupil_free(p);
            return NULL;
        }
    }
    for (unsigned island = 0; island < TOB_ISLANDS; island++)
        tob_board_init(&p->islands[island], island);
    return p;
}

/* Takes a pupil's lesson and its wins, and frees it. */
static void pupil_close(void *shared, void *worker)
{
    training *t = shared;
    pupil *p = worker;

    ai_lesson_join(&t->lesson, &p->lesson);
    t->test_parts += p->parts;
    pupil_free(p);
}

/* Plays the games of a generation, or its test. One job adds the sums in the order of the
 * games; with more the order varies, and so do the last bits of the weights. */
static work_status run_games(training *t, unsigned jobs)
{
    workers pool = {.shared = t,
                    .make = pupil_new,
                    .run = play_game,
                    .close = pupil_close,
                    .jobs = t->testing ? TEST_GAMES : t->games,
                    .unit = t->testing ? "games of the test" : "games",
                    .stop = &stop};

    t->test_parts = 0;
    return workers_do(&pool, jobs);
}

/* ---- Generations ---- */

static void tell_strength(const training *t, unsigned generation)
{
    fprintf(stderr,
            "generation %u: %.1f %% of the wins against the first weights (%d games)\n",
            generation, 100 * t->strength[generation - 1], TEST_GAMES);
}

/* Trains one more generation; it counts once its strength is known. */
static work_status advance(training *t, unsigned jobs)
{
    ai_weights learned = *ai_weights_first();
    work_status status;

    t->testing = false;
    ai_lesson_fade(&t->lesson, 0.5);
    status = run_games(t, jobs);
    if (status != WORK_DONE)
        return status;
    if (!ai_lesson_learn(&t->lesson, faith, &learned)) {
        host_complain("the games of generation %u do not determine the weights",
                      t->generation + 1);
        return WORK_FAILED;
    }
    t->weights = learned;
    t->generation++;
    t->testing = true;
    status = run_games(t, jobs);
    if (status != WORK_DONE)
        return status;
    t->strength[t->generation - 1] = (double)t->test_parts / (WIN * TEST_GAMES);
    tell_strength(t, t->generation);
    return WORK_DONE;
}

static host_status train(training *t, unsigned generations, unsigned jobs,
                         const char *state, int *lock)
{
    workers_stop_on_signals(&stop);
    for (unsigned i = 1; i <= t->generation; i++)
        tell_strength(t, i);
    while (t->generation < generations) {
        const uint32_t next = t->generation + 1;
        const work_status status = advance(t, jobs);
        if (status == WORK_LEFT)
            host_complain("interrupted in generation %u%s", next,
                          state ? "; the same command begins it anew" : "");
        if (status != WORK_DONE)
            return HOST_FAILED;
        if (state && !train_state_save(t, state, lock)) {
            host_complain("%s: %s", state, strerror(errno));
            return HOST_FAILED;
        }
    }
    train_print_weights(stdout, t->players, &t->weights);
    return HOST_DONE;
}

host_status train_run(training *t, unsigned generations, unsigned jobs, const char *state)
{
    host_status code = HOST_DONE;
    int lock = -1;

    t->weights = *ai_weights_first();
    if (state)
        code = train_state_open(t, state, generations, &lock);
    if (!code)
        code = train(t, generations, jobs, state, &lock);
    if (lock >= 0)
        close(lock);
    return code;
}
