/* Learning: weights from lessons, estimates by weights. */
#include <math.h>

#include "bots.h"
#include "tobago/train.h"

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
        cmocka_unit_test(a_lesson_finds_the_weights_behind_the_coins),
        cmocka_unit_test(what_is_seen_seldom_stays_near_the_given_weights),
        cmocka_unit_test(an_estimate_is_coins_and_weighted_features),
        cmocka_unit_test(a_bot_in_training_plays_by_its_weights),
        cmocka_unit_test(an_empty_lesson_teaches_nothing),
    };

    return cmocka_run_group_tests_name("lesson", tests, NULL, NULL);
}
