/* The bots: filling views, choosing legal moves, the same choice for the same seed, and
 * learning what can be learned. */
#include <math.h>

#include "ai/fill.h"
#include "host/think.h"
#include "support.h"
#include "tobago/train.h"

static tob_board board;
static tob_game game, view, full;
static tob_moves moves;

static void begin_random(tob_rng *rng, unsigned players, unsigned options)
{
    const tob_config config = {.island = (uint8_t)tob_rng_below(rng, TOB_ISLANDS),
                               .players = (uint8_t)players,
                               .options = (uint8_t)options};

    tob_board_init(&board, config.island);
    assert_int_equal(tob_game_init(&game, &board, &config), TOB_OK);
}

static void play_randomly(tob_rng *rng)
{
    tob_legal(&game, &board, &moves);
    tob_apply(&game, &board, tob_random_move(rng, &game, &moves));
}

/* ---- Filling ---- */

/* The filled game shows its viewer the same view, but for 'deep': the number of hidden
 * treasure cards below the top twelve follows from an order that filling does not keep.
 */
static void fill_and_compare(tob_rng *rng)
{
    static tob_game again;

    ai_fill(&full, &view, rng);
    assert_null(tob_check(&full, &board));
    assert_true(tob_viewer_equal(full.viewer, as(EVERYBODY)));
    tob_view(&again, &full, view.viewer);
    again.deep = view.deep;
    assert_memory_equal(&again, &view, sizeof view);
}

static void h2_a_filled_view_is_a_game_that_shows_the_same(void **state)
{
    const unsigned games = games_to_play(60, 1000);
    unsigned differ = 0, filled = 0;
    (void)state;

    for (unsigned i = 0; i < games; i++) {
        tob_rng rng;
        tob_rng_init(&rng, 4, i);
        begin_random(&rng, 2 + i % 3, i % 2 ? TOB_OPTION_VOLCANO : 0);
        for (unsigned line = 0; tob_to_move(&game) != TOB_NOBODY; line++) {
            play_randomly(&rng);
            if (line % 7)
                continue;
            tob_view(&view, &game,
                     as(line % (game.players + 1u) == game.players
                            ? SPECTATOR
                            : line % (game.players + 1u)));
            fill_and_compare(&rng);
            differ += memcmp(&full.hand, &game.hand, sizeof full.hand) != 0;
            filled++;
        }
    }
    assert_true(differ > filled / 2);
}

/* ---- Choosing ---- */

static ai_bot *new_bot(ai_level level, uint64_t seed)
{
    return ai_bot_init(malloc(ai_bot_size(level)), level, seed);
}

static bool listed(tob_move move)
{
    tob_legal(&view, &board, &moves);
    for (unsigned i = 0; i < moves.count; i++)
        if (memcmp(&moves.move[i], &move, sizeof move) == 0)
            return true;
    return false;
}

static bool settle;              /* may the bots stop early? */
static uint64_t iterations_made; /* by them, in all games */

/* Plays a whole game of bots; returns a checksum over all choices. */
static uint64_t play_bots(ai_bot *const bot[static TOB_SEATS], unsigned players,
                          unsigned options, uint64_t seed, uint32_t iterations)
{
    const ai_budget budget = {.iterations = iterations, .settle = settle};
    uint64_t sum = 0;
    unsigned lines = 0;
    tob_rng rng;

    tob_rng_init(&rng, seed, 0);
    begin_random(&rng, players, options);
    for (; tob_to_move(&game) != TOB_NOBODY; lines++) {
        const unsigned mover = tob_to_move(&game);
        tob_move move;
        if (mover == TOB_NATURE) {
            play_randomly(&rng);
            continue;
        }
        tob_view(&view, &game, as(mover));
        move = ai_bot_choose(bot[mover], &view, &board, budget);
        iterations_made += ai_bot_iterations(bot[mover]);
        assert_true(listed(move));
        tob_apply(&game, &board, move);
        sum = (sum ^ tob_hash(&game)) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return sum;
}

static void every_level_plays_every_kind_of_game(void **state)
{
    static const unsigned options[] = {
        0, TOB_OPTION_EXPERIENCED, TOB_OPTION_PLACED | TOB_OPTION_VOLCANO,
        TOB_OPTION_VOLCANO | TOB_OPTION_EXPERIENCED | TOB_OPTION_VOLCANO_PLACED,
        TOB_OPTION_VOLCANO | TOB_OPTION_TRIADS_RANDOM};
    (void)state;

    for (unsigned level = 0; level < AI_LEVEL_COUNT; level++) {
        ai_bot *bot[TOB_SEATS];
        for (unsigned seat = 0; seat < TOB_SEATS; seat++)
            bot[seat] = new_bot((ai_level)level, seat);
        for (unsigned i = 0; i < 5; i++)
            play_bots(bot, 2 + i % 3, options[i], i, 8);
        for (unsigned seat = 0; seat < TOB_SEATS; seat++)
            free(bot[seat]);
    }
}

static void the_same_seed_chooses_the_same_moves(void **state)
{
    uint64_t sum[2];
    (void)state;

    for (unsigned turn = 0; turn < 2; turn++) {
        ai_bot *bot[TOB_SEATS] = {new_bot(AI_EXPERT, 1), new_bot(AI_MEDIUM, 2),
                                  new_bot(AI_EASY, 3), new_bot(AI_GREEDY, 4)};
        sum[turn] = play_bots(bot, 4, TOB_OPTION_EXPERIENCED, 9, 30);
        for (unsigned seat = 0; seat < TOB_SEATS; seat++)
            free(bot[seat]);
    }
    assert_true(sum[0] == sum[1]);
}

static void settling_early_changes_no_choice(void **state)
{
    uint64_t sum[2], made[2];
    (void)state;

    for (unsigned turn = 0; turn < 2; turn++) {
        ai_bot *bot[TOB_SEATS] = {new_bot(AI_EXPERT, 1), new_bot(AI_HARD, 2)};
        settle = turn;
        iterations_made = 0;
        sum[turn] = play_bots(bot, 2, 0, 12, 300);
        made[turn] = iterations_made;
        free(bot[0]);
        free(bot[1]);
    }
    settle = false;
    assert_true(sum[0] == sum[1]);
    assert_true(made[1] < made[0] * 9 / 10);
}

/* Gives the bot a decision in the middle of a game. */
static void reach_a_turn(uint64_t seed)
{
    tob_rng rng;
    unsigned lines = 0;

    tob_rng_init(&rng, seed, 0);
    begin_random(&rng, 3, 0);
    while (lines++ < 200 || game.phase != TOB_PHASE_TURN || game.main_done)
        play_randomly(&rng);
    tob_view(&view, &game, as(tob_to_move(&game)));
}

static uint64_t fake_time;

static uint64_t fake_clock(void *context)
{
    (void)context;
    return fake_time += 10;
}

static void a_budget_is_kept(void **state)
{
    ai_bot *bot = new_bot(AI_EXPERT, 5);
    (void)state;

    reach_a_turn(3);
    ai_bot_choose(bot, &view, &board, (ai_budget){.iterations = 123});
    assert_int_equal(ai_bot_iterations(bot), 123);
    ai_bot_choose(bot, &view, &board, (ai_budget){.time_ms = 50, .now_ms = fake_clock});
    assert_in_range(ai_bot_iterations(bot), 16, 16 * 6);
    free(bot);
}

static void opinions_are_sorted_and_make_sense(void **state)
{
    ai_opinion opinions[AI_OPINIONS_MAX];
    ai_bot *bot = new_bot(AI_HARD, 6);
    float shares = 0;
    unsigned count;
    tob_move move;
    (void)state;

    reach_a_turn(8);
    move = ai_bot_choose(bot, &view, &board, (ai_budget){.iterations = 500});
    count = ai_bot_opinions(bot, opinions);

    assert_true(count > 0);
    assert_memory_equal(&opinions[0].move, &move, sizeof move);
    for (unsigned i = 0; i < count; i++) {
        float wins = 0;
        for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
            assert_true(opinions[i].wins[seat] >= 0);
            wins += opinions[i].wins[seat];
        }
        assert_true(fabsf(wins - 1) < 0.001f);
        assert_true(i == 0 || opinions[i - 1].share >= opinions[i].share);
        shares += opinions[i].share;
    }
    assert_true(shares > 0.5f && shares < 1.001f);
    free(bot);
}

static void several_threads_choose_together_and_repeatably(void **state)
{
    ai_opinion opinions[AI_OPINIONS_MAX];
    tob_move move[2];
    (void)state;

    reach_a_turn(31);
    for (unsigned turn = 0; turn < 2; turn++) {
        thinker *t = think_new(AI_EXPERT, 5, 3);
        move[turn] = think_choose(t, &view, &board, (ai_budget){.iterations = 300});
        assert_int_equal(think_iterations(t), 300);
        assert_true(think_opinions(t, opinions) > 0);
        assert_memory_equal(&opinions[0].move, &move[turn], sizeof move[turn]);
        assert_true(listed(move[turn]));
        think_free(t);
    }
    assert_memory_equal(&move[0], &move[1], sizeof move[0]);
}

static uint64_t stopped_clock(void *context)
{
    (void)context;
    return 0;
}

static void
a_level_makes_its_iterations_on_any_number_of_threads_and_in_any_time(void **state)
{
    const ai_budget none = {0}, time = {.time_ms = 1, .now_ms = stopped_clock};
    (void)state;

    reach_a_turn(31);
    for (unsigned threads = 1; threads <= 5; threads += 2) {
        thinker *t = think_new(AI_HARD, 5, threads);
        think_choose(t, &view, &board, none);
        assert_in_range(think_iterations(t), 200, 199 + threads);
        think_choose(t, &view, &board, time); /* only an expert would fill it */
        assert_in_range(think_iterations(t), 200, 199 + threads);
        think_choose(t, &view, &board, (ai_budget){.iterations = 77});
        assert_in_range(think_iterations(t), 77, 76 + threads);
        think_free(t);
    }
    assert_int_equal(ai_level_iterations(AI_EXPERT, 0), 10000);
    assert_true(ai_level_iterations(AI_EXPERT, 1) == UINT32_MAX);
}

static void check_budget(ai_budget budget, uint32_t iterations, uint32_t time_ms)
{
    assert_int_equal(budget.iterations, iterations);
    assert_int_equal(budget.time_ms, time_ms);
    assert_true(budget.settle);
    assert_null(budget.now_ms);
    assert_null(budget.stop);
    assert_null(budget.context);
}

static void a_budget_names_its_iterations_and_the_shorter_time(void **state)
{
    (void)state;
    check_budget(ai_budget_for(AI_EXPERT, 0, 0, 0), 10000, 0);
    check_budget(ai_budget_for(AI_EXPERT, 77, 0, 0), 77, 0);
    check_budget(ai_budget_for(AI_EXPERT, 77, 500, 0), 77, 500);
    check_budget(ai_budget_for(AI_EXPERT, 0, 500, 0), UINT32_MAX, 500);
    check_budget(ai_budget_for(AI_EXPERT, 0, 0, 900), 10000, 900);
    check_budget(ai_budget_for(AI_EXPERT, 0, 500, 900), UINT32_MAX, 500);
    check_budget(ai_budget_for(AI_EXPERT, 0, 900, 500), UINT32_MAX, 500);
    check_budget(ai_budget_for(AI_HARD, 0, 500, 0), 200, 500);
    check_budget(ai_budget_for(AI_MEDIUM, 77, 0, 0), 0, 0);
}

static void a_budget_is_shared_out_rounded_up(void **state)
{
    const ai_budget whole = ai_budget_for(AI_EXPERT, 100, 50, 0);
    ai_budget part = ai_budget_split(whole, 1);
    (void)state;

    check_budget(part, 100, 50);
    part = ai_budget_split(whole, 3);
    assert_int_equal(part.iterations, 34);
    assert_int_equal(part.time_ms, 50);
    assert_false(part.settle);
    part = ai_budget_split(ai_budget_for(AI_EXPERT, 0, 50, 0), 2);
    assert_true(part.iterations == UINT32_C(1) << 31);
}

static void levels_have_names_and_are_sorted_by_strength(void **state)
{
    (void)state;
    for (unsigned level = 0; level < AI_LEVEL_COUNT; level++) {
        const char *name = ai_level_name(level);
        assert_int_equal(ai_level_find(name, strlen(name)), (int)level);
        assert_int_equal(ai_level_searches((ai_level)level), level >= AI_HARD);
        if (level > 0)
            assert_true(ai_level_elo(level) > ai_level_elo(level - 1));
    }
    assert_int_equal(ai_level_elo(AI_GREEDY), 1000);
    assert_int_equal(ai_level_find("hardest", 7), -1);
    assert_int_equal(ai_level_find("har", 3), -1);
    assert_int_equal(ai_level_find("", 0), -1);
}

/* ---- Slices ---- */

/* A clock that every look advances, and a wish to stop after some looks. */
typedef struct host {
    uint64_t ms;
    unsigned asked, patience;
} host;

static uint64_t host_clock(void *context)
{
    host *h = context;

    return h->ms += 3;
}

static bool host_stops(void *context)
{
    host *h = context;

    return ++h->asked >= h->patience;
}

/* Makes the same decision with two bots alike, one of them in slices. The view that the
 * sliced one was given is gone by the time it runs. */
static tob_move decide_in_slices(ai_bot *whole, ai_bot *sliced, ai_budget budget,
                                 const tob_move *only, uint32_t slice)
{
    ai_opinion one[AI_OPINIONS_MAX], two[AI_OPINIONS_MAX];
    host hosts[2] = {{.patience = UINT32_MAX}, {.patience = UINT32_MAX}};
    tob_board lent = board;
    tob_game shown = view;
    unsigned count;
    tob_move move[2];

    budget.context = &hosts[0];
    ai_bot_begin(whole, &view, &board, only, budget);
    assert_false(ai_bot_run(whole, UINT32_MAX));
    move[0] = ai_bot_finish(whole);

    budget.context = &hosts[1];
    ai_bot_begin(sliced, &shown, &lent, only, budget);
    memset(&shown, 0xa5, sizeof shown);
    memset(&lent, 0xa5, sizeof lent);
    while (ai_bot_run(sliced, slice)) {
        assert_int_equal(ai_bot_iterations(sliced) % slice, 0);
        count = ai_bot_opinions(sliced, two);
        assert_true(count > 0);
    }
    move[1] = ai_bot_finish(sliced);

    assert_memory_equal(&move[0], &move[1], sizeof move[0]);
    assert_int_equal(ai_bot_iterations(whole), ai_bot_iterations(sliced));
    count = ai_bot_opinions(whole, one);
    assert_int_equal(count, ai_bot_opinions(sliced, two));
    assert_memory_equal(one, two, count * sizeof one[0]);
    assert_int_equal(hosts[0].asked, hosts[1].asked);
    return move[0];
}

static void a_search_in_slices_chooses_and_thinks_the_same(void **state)
{
    static const uint32_t slices[] = {1, 2, 7, 15, 16, 17, 40, 1000};
    (void)state;

    for (unsigned level = 0; level < AI_LEVEL_COUNT; level++) {
        const bool searches = ai_level_searches((ai_level)level);
        ai_bot *whole = new_bot((ai_level)level, 3),
               *sliced = new_bot((ai_level)level, 3);
        unsigned decisions = 0;
        tob_rng rng;
        tob_rng_init(&rng, 31, level);
        begin_random(&rng, 2 + level % 3, TOB_OPTION_VOLCANO | TOB_OPTION_EXPERIENCED);
        while (tob_to_move(&game) != TOB_NOBODY) {
            ai_budget budget = {.iterations = 20 + tob_rng_below(&rng, 60),
                                .settle = decisions % 2,
                                .stop = host_stops,
                                .now_ms = host_clock};
            tob_move move;
            if (tob_to_move(&game) == TOB_NATURE) {
                play_randomly(&rng);
                continue;
            }
            budget.time_ms = decisions % 3 ? 0 : 8;
            tob_view(&view, &game, as(tob_to_move(&game)));
            move = decide_in_slices(whole, sliced, budget, NULL, slices[decisions++ % 8]);
            if (searches && decisions % 5 == 0)
                decide_in_slices(whole, sliced, budget, &move, slices[decisions % 8]);
            assert_true(listed(move));
            tob_apply(&game, &board, move);
        }
        assert_true(decisions > 50);
        free(whole);
        free(sliced);
    }
}

static void a_search_stops_when_the_caller_wants_it(void **state)
{
    host h = {.patience = 3};
    const ai_budget budget = {.iterations = 1000, .stop = host_stops, .context = &h};
    ai_bot *bot = new_bot(AI_EXPERT, 5);
    (void)state;

    reach_a_turn(3);
    ai_bot_begin(bot, &view, &board, NULL, budget);
    assert_true(ai_bot_run(bot, 20));
    assert_int_equal(h.asked, 1);
    assert_false(ai_bot_run(bot, 1000));
    assert_false(ai_bot_run(bot, 1000));

    assert_int_equal(h.asked, 3);
    assert_int_equal(ai_bot_iterations(bot), 48);
    assert_true(listed(ai_bot_finish(bot)));
    free(bot);
}

static void a_decision_can_end_before_it_was_searched(void **state)
{
    ai_opinion opinions[AI_OPINIONS_MAX];
    ai_bot *bot = new_bot(AI_EXPERT, 5), *quick = new_bot(AI_MEDIUM, 5);
    unsigned same = 0, turns = 0;
    (void)state;

    for (; turns < 20; turns++) {
        tob_move move, again;
        reach_a_turn(turns);
        ai_bot_begin(bot, &view, &board, NULL, (ai_budget){0});
        assert_int_equal(ai_bot_opinions(bot, opinions), 0);
        assert_int_equal(ai_bot_iterations(bot), 0);
        move = ai_bot_finish(bot);
        assert_false(ai_bot_run(bot, 10)); /* it is over */
        again = ai_bot_finish(bot);
        assert_true(listed(move));
        assert_memory_equal(&move, &again, sizeof move);
        again = ai_bot_choose(quick, &view, &board, (ai_budget){0});
        same += memcmp(&move, &again, sizeof move) == 0;
    }
    assert_true(same > turns / 2); /* the quick opinion, which medium only blurs */
    free(bot);
    free(quick);
}

/* ---- Judging ---- */

static ai_judge new_judge(uint32_t iterations)
{
    return (ai_judge){.memory = malloc(ai_bot_size(AI_EXPERT)),
                      .level = AI_EXPERT,
                      .seed = 7,
                      .budget = {.iterations = iterations}};
}

static void a_full_game_is_judged_through_the_eyes_of_the_mover(void **state)
{
    const ai_judge judge = new_judge(150);
    ai_chances chances[2];
    ai_verdict verdict[2];
    (void)state;

    reach_a_turn(5);
    tob_legal(&view, &board, &moves);
    chances[0] = ai_judge_position(&judge, &game, &board, 9);
    verdict[0] = ai_judge_move(&judge, &game, &board, moves.move[1], 9);
    chances[1] = ai_judge_position(&judge, &view, &board, 9);
    verdict[1] = ai_judge_move(&judge, &view, &board, moves.move[1], 9);

    assert_memory_equal(&chances[0], &chances[1], sizeof chances[0]);
    assert_memory_equal(&verdict[0].expert, &verdict[1].expert, sizeof(tob_move));
    assert_memory_equal(&verdict[0].before, &chances[0], sizeof chances[0]);
    assert_int_equal(verdict[0].chance, verdict[1].chance);
    assert_int_equal(verdict[0].cost, verdict[1].cost);
    free(judge.memory);
}

/* The judge's own move costs nothing. A move hardly looked at is searched by itself, as
 * often as the judge's move was. */
static void moves_are_judged_with_equal_care(void **state)
{
    const ai_judge judge = new_judge(400);
    ai_opinion opinions[AI_OPINIONS_MAX];
    ai_bot *bot = new_bot(AI_EXPERT, 0);
    unsigned alone = 0;
    tob_rng rng;
    (void)state;

    reach_a_turn(5);
    tob_legal(&view, &board, &moves);
    tob_rng_init(&rng, judge.seed, 3);
    const uint64_t seed = tob_rng_next(&rng);
    for (unsigned i = 0; i < moves.count; i++) {
        const ai_verdict verdict = ai_judge_move(&judge, &game, &board, moves.move[i], 3);
        ai_opinion by_itself;
        ai_bot_init(bot, AI_EXPERT, seed);
        ai_bot_choose(bot, &view, &board, judge.budget);
        ai_bot_opinions(bot, opinions);
        assert_memory_equal(&verdict.expert, &opinions[0].move, sizeof(tob_move));
        assert_int_equal(verdict.cost, verdict.best > verdict.chance
                                           ? verdict.best - verdict.chance
                                           : 0);
        if (memcmp(&moves.move[i], &opinions[0].move, sizeof(tob_move)) == 0) {
            assert_true(verdict.searched);
            assert_int_equal(verdict.cost, 0);
        }
        if (verdict.searched)
            continue;
        alone++;
        by_itself = ai_bot_judge(
            bot, &view, &board, moves.move[i],
            (ai_budget){.iterations = (uint32_t)(opinions[0].share * 400 + 0.5f)});
        assert_int_equal(verdict.chance,
                         (int)(1000 * by_itself.wins[tob_to_move(&game)] + 0.5f));
    }
    assert_true(alone > 0 && alone < moves.count);
    free(bot);
    free(judge.memory);
}

static void e2_the_winners_of_a_finished_game_share_the_win(void **state)
{
    const ai_judge judge = new_judge(20);
    unsigned shared = 0;
    (void)state;

    for (unsigned i = 0; i < 60; i++) {
        float sum = 0, winners = 0;
        tob_result result;
        ai_chances chances;
        tob_rng rng;
        tob_rng_init(&rng, 21, i);
        begin_random(&rng, 2, 0);
        while (tob_to_move(&game) != TOB_NOBODY)
            play_randomly(&rng);
        assert_false(ai_is_decision(&game, &board, &moves));
        result = tob_result_of(&game);
        chances = ai_judge_position(&judge, &game, &board, 1);
        for (unsigned seat = 0; seat < 2; seat++)
            winners += result.place[seat] == 1;
        for (unsigned seat = 0; seat < 2; seat++) {
            assert_true(chances.of[seat] == (result.place[seat] == 1 ? 1 / winners : 0));
            sum += chances.of[seat];
        }
        assert_true(sum == 1);
        shared += winners == 2;
    }
    assert_true(shared > 0);
    free(judge.memory);
}

static void a_decision_needs_two_moves_that_the_mover_knows_of(void **state)
{
    unsigned forced = 0, decisions = 0;
    tob_rng rng;
    (void)state;

    tob_rng_init(&rng, 2, 0);
    begin_random(&rng, 3, TOB_OPTION_VOLCANO);
    while (tob_to_move(&game) != TOB_NOBODY) {
        const bool decision = ai_is_decision(&game, &board, &moves);
        if (tob_to_move(&game) == TOB_NATURE) {
            assert_false(decision);
        } else {
            tob_view(&view, &game, as(tob_to_move(&game)));
            tob_legal(&view, &board, &moves);
            assert_int_equal(decision, moves.count > 1);
            forced += !decision;
            decisions += decision;
        }
        play_randomly(&rng);
    }
    assert_true(forced > 0 && decisions > 0);
}

/* ---- Strength, roughly: the exact figures are in docs/bots.md. The sanitizers' tree is
 * too slow for enough games. ---- */

#ifndef TOB_DEBUG

/* The share of the wins of one level against another, heads-up. */
static double duel(ai_level one, ai_level two, unsigned games, uint32_t iterations)
{
    double share = 0;

    for (unsigned i = 0; i < games; i++) {
        ai_bot *a = new_bot(one, i), *b = new_bot(two, i + 1000);
        ai_bot *bot[TOB_SEATS] = {i % 2 ? b : a, i % 2 ? a : b, NULL, NULL};
        tob_result result;
        play_bots(bot, 2, 0, i / 2, iterations);
        result = tob_result_of(&game);
        if (result.place[i % 2] == 1)
            share += result.place[1 - i % 2] == 1 ? 0.5 : 1;
        free(a);
        free(b);
    }
    return share / games;
}

static void each_level_beats_the_one_below(void **state)
{
    const unsigned games = games_to_play(100, 400);
    (void)state;

    assert_true(duel(AI_EASY, AI_RANDOM, games, 0) > 0.85);
    assert_true(duel(AI_MEDIUM, AI_EASY, games, 0) > 0.55);
    assert_true(duel(AI_MEDIUM, AI_GREEDY, games, 0) > 0.5);
    assert_true(duel(AI_HARD, AI_MEDIUM, games / 4 + 1, 100) > 0.6);
}

#endif

/* ---- The end of the deck ---- */

static float mean_of_pool(void)
{
    unsigned cards = 0, coins = 0;

    for (unsigned value = 0; value <= TOB_COINS_MAX; value++) {
        cards += game.pool[value];
        coins += value * game.pool[value];
    }
    return cards ? (float)coins / (float)cards : 0;
}

/* Would the seat that is asked end the game by raising this treasure, more than three
 * cards behind someone else, and nobody near enough to do it in her place? */
static bool is_lost_by_raising(unsigned treasure)
{
    const unsigned me = game.seat, site = tob_hexset_first(game.map[treasure].sites);
    const float mean = mean_of_pool();
    const tob_result result = tob_result_of(&game);
    float coins[TOB_SEATS] = {0}, most = 0;
    unsigned cards = 1u + (game.roses[me] > 0);

    for (unsigned card = game.map[treasure].lowest; card != TOB_NONE;
         card = game.above[card]) {
        coins[tob_rose_owner(game.rose[card])] +=
            mean * (float)tob_rose_number(game.rose[card]);
        cards += tob_rose_number(game.rose[card]);
    }
    for (unsigned seat = 0; seat < game.players; seat++) {
        const tob_hexset near = tob_board_reach(&board, game.atv[seat], TOB_LEGS);
        if (seat != me && (tob_hexset_has(near, site) || game.atv[seat] == site))
            return false;
        coins[seat] += (float)result.coins[seat];
        most = coins[seat] > most ? coins[seat] : most;
    }
    return cards >= game.treasure_deck && most > coins[me] + 4 * mean;
}

static void e1_nobody_ends_a_game_that_is_clearly_lost(void **state)
{
    ai_bot *bot = new_bot(AI_MEDIUM, 5);
    unsigned met = 0;
    (void)state;

    for (unsigned i = 0; i < 150; i++) {
        tob_rng rng;
        tob_rng_init(&rng, 6, i);
        begin_random(&rng, 2, 0);
        while (tob_to_move(&game) != TOB_NOBODY) {
            const unsigned mover = tob_to_move(&game);
            tob_move move;
            if (mover == TOB_NATURE || (mover == 0 && tob_rng_below(&rng, 2))) {
                play_randomly(&rng);
                continue;
            }
            tob_view(&view, &game, as(mover));
            move = ai_bot_choose(bot, &view, &board, (ai_budget){0});
            tob_legal(&game, &board, &moves);
            for (unsigned k = 0; k < moves.count; k++)
                if (moves.move[k].kind == TOB_MOVE_RAISE &&
                    is_lost_by_raising(moves.move[k].treasure)) {
                    assert_false(move.kind == TOB_MOVE_RAISE &&
                                 move.treasure == moves.move[k].treasure);
                    met++;
                }
            tob_apply(&game, &board, move);
        }
    }
    assert_true(met > 0);
    free(bot);
}

/* ---- Learning ---- */

static void a_lesson_finds_the_weights_behind_the_coins(void **state)
{
    static ai_lesson lesson;
    ai_weights weights = {{0}, 1, 1};
    tob_rng rng;
    (void)state;

    memset(&lesson, 0, sizeof lesson);
    tob_rng_init(&rng, 12, 0);
    for (unsigned row = 0; row < 2000; row++) {
        float feature[AI_FEATURE_COUNT], coins = 0;
        for (unsigned i = 0; i < AI_FEATURE_COUNT; i++) {
            feature[i] = (float)tob_rng_below(&rng, 7) - 3;
            coins += feature[i] * ((float)i - 5) * 0.3f;
        }
        ai_lesson_add(&lesson, feature, coins);
        ai_lesson_add_lead(&lesson, 20, coins, coins > 0 ? 1 : 0);
    }

    assert_true(ai_lesson_learn(&lesson, 0.001, &weights));
    for (unsigned i = 0; i < AI_FEATURE_COUNT; i++)
        assert_true(fabsf(weights.coins[i] - ((float)i - 5) * 0.3f) < 0.01f);
    assert_true(weights.spread + 20 * weights.spread_card < 1); /* a lead always won */
}

static void what_is_seen_seldom_stays_near_the_given_weights(void **state)
{
    static ai_lesson lesson;
    ai_weights weights = {.coins = {1.5f, 1.5f}};
    (void)state;

    memset(&lesson, 0, sizeof lesson);
    for (unsigned row = 0; row < 5000; row++) {
        float feature[AI_FEATURE_COUNT] = {0};
        feature[row % 1000 == 0 ? 0 : 1] = 1;
        ai_lesson_add(&lesson, feature, -10);
    }

    assert_true(ai_lesson_learn(&lesson, 50, &weights));
    assert_true(weights.coins[0] > 0);
    assert_true(weights.coins[1] < -9.5f);
}

static void an_estimate_is_coins_and_weighted_features(void **state)
{
    static const ai_weights nothing = {.spread = 1};
    float feature[TOB_SEATS][AI_FEATURE_COUNT], coins[TOB_SEATS];
    ai_bot *bot = new_bot(AI_HARD, 1);
    unsigned counted = 0;
    (void)state;

    for (unsigned seed = 0; seed < 10; seed++) {
        const ai_weights *weights[] = {&nothing, ai_weights_first(), NULL};
        tob_result result;
        reach_a_turn(seed);
        result = tob_result_of(&game);
        ai_bot_features(bot, &game, &board, feature);
        for (unsigned k = 0; k < 3; k++) {
            const ai_weights *used = weights[k] ? weights[k] : ai_weights_for(3);
            ai_bot_weights(bot, weights[k]);
            ai_bot_estimate(bot, &game, &board, coins);
            for (unsigned seat = 0; seat < game.players; seat++) {
                float want = result.coins[seat];
                for (unsigned i = 0; i < AI_FEATURE_COUNT; i++)
                    want += used->coins[i] * feature[seat][i];
                assert_true(fabsf(coins[seat] - want) < 0.001f);
                counted += coins[seat] > result.coins[seat] + 0.1f;
            }
        }
    }
    assert_true(counted > 30);
    free(bot);
}

static void a_bot_in_training_plays_by_its_weights(void **state)
{
    ai_weights upside_down = *ai_weights_first();
    ai_opinion plain[AI_OPINIONS_MAX], odd[AI_OPINIONS_MAX], again[AI_OPINIONS_MAX];
    const ai_budget budget = {.iterations = 200};
    ai_bot *bot = new_bot(AI_HARD, 1);
    unsigned count;
    (void)state;

    for (unsigned i = 0; i < AI_FEATURE_COUNT; i++)
        upside_down.coins[i] = -upside_down.coins[i];
    reach_a_turn(4);
    ai_bot_choose(bot, &view, &board, budget);
    count = ai_bot_opinions(bot, plain);
    ai_bot_init(bot, AI_HARD, 1);
    ai_bot_weights(bot, &upside_down);
    ai_bot_choose(bot, &view, &board, budget);
    ai_bot_opinions(bot, odd);
    ai_bot_init(bot, AI_HARD, 1);
    ai_bot_weights(bot, &upside_down);
    ai_bot_weights(bot, NULL);
    ai_bot_choose(bot, &view, &board, budget);

    assert_int_equal(ai_bot_opinions(bot, again), count);
    assert_memory_equal(again, plain, count * sizeof plain[0]);
    assert_memory_not_equal(odd, plain, sizeof plain[0]);
    free(bot);
}

static void an_empty_lesson_teaches_nothing(void **state)
{
    static ai_lesson lesson;
    ai_weights weights = *ai_weights_for(2);
    (void)state;

    memset(&lesson, 0, sizeof lesson);
    assert_false(ai_lesson_learn(&lesson, 100, &weights));
    assert_memory_equal(&weights, ai_weights_for(2), sizeof weights);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(h2_a_filled_view_is_a_game_that_shows_the_same),
        cmocka_unit_test(every_level_plays_every_kind_of_game),
        cmocka_unit_test(the_same_seed_chooses_the_same_moves),
        cmocka_unit_test(settling_early_changes_no_choice),
        cmocka_unit_test(a_budget_is_kept),
        cmocka_unit_test(opinions_are_sorted_and_make_sense),
        cmocka_unit_test(several_threads_choose_together_and_repeatably),
        cmocka_unit_test(
            a_level_makes_its_iterations_on_any_number_of_threads_and_in_any_time),
        cmocka_unit_test(a_budget_names_its_iterations_and_the_shorter_time),
        cmocka_unit_test(a_budget_is_shared_out_rounded_up),
        cmocka_unit_test(levels_have_names_and_are_sorted_by_strength),
        cmocka_unit_test(a_search_in_slices_chooses_and_thinks_the_same),
        cmocka_unit_test(a_search_stops_when_the_caller_wants_it),
        cmocka_unit_test(a_decision_can_end_before_it_was_searched),
        cmocka_unit_test(a_full_game_is_judged_through_the_eyes_of_the_mover),
        cmocka_unit_test(moves_are_judged_with_equal_care),
        cmocka_unit_test(e2_the_winners_of_a_finished_game_share_the_win),
        cmocka_unit_test(a_decision_needs_two_moves_that_the_mover_knows_of),
#ifndef TOB_DEBUG
        cmocka_unit_test(each_level_beats_the_one_below),
#endif
        cmocka_unit_test(a_lesson_finds_the_weights_behind_the_coins),
        cmocka_unit_test(e1_nobody_ends_a_game_that_is_clearly_lost),
        cmocka_unit_test(what_is_seen_seldom_stays_near_the_given_weights),
        cmocka_unit_test(an_empty_lesson_teaches_nothing),
        cmocka_unit_test(an_estimate_is_coins_and_weighted_features),
        cmocka_unit_test(a_bot_in_training_plays_by_its_weights),
    };

    return cmocka_run_group_tests_name("ai", tests, NULL, NULL);
}
