/* Judging a game: chances and verdicts, through the eyes of the player who decides. */
#include "bots.h"

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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_full_game_is_judged_through_the_eyes_of_the_mover),
        cmocka_unit_test(moves_are_judged_with_equal_care),
        cmocka_unit_test(e2_the_winners_of_a_finished_game_share_the_win),
        cmocka_unit_test(a_decision_needs_two_moves_that_the_mover_knows_of),
    };

    return cmocka_run_group_tests_name("judge", tests, NULL, NULL);
}
