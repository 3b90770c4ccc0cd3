/* Budgets of a decision: iterations, time, threads, slices, a caller who stops it. */
#include "bots.h"
#include "host/think.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_budget_is_kept),
        cmocka_unit_test(
            a_level_makes_its_iterations_on_any_number_of_threads_and_in_any_time),
        cmocka_unit_test(a_budget_names_its_iterations_and_the_shorter_time),
        cmocka_unit_test(a_budget_is_shared_out_rounded_up),
        cmocka_unit_test(a_search_in_slices_chooses_and_thinks_the_same),
        cmocka_unit_test(a_search_stops_when_the_caller_wants_it),
        cmocka_unit_test(a_decision_can_end_before_it_was_searched),
    };

    return cmocka_run_group_tests_name("budget", tests, NULL, NULL);
}
