/* The bots' threads: every question is answered once, alike on any number of threads; the
 * queue is bounded; an end does not wait for a long thought. */
#include <stdatomic.h>
#include <unistd.h>

#include "host/clock.h"
#include "server/bots.h"
#include "tests/support.h"

enum { QUESTIONS = 60, QUEUE = 8 };

static atomic_uint wakes;

static void wake(void *context)
{
    (void)context;
    atomic_fetch_add(&wakes, 1);
}

/* A decision of a seat in a random game. */
static void make_question(tbl_question *q, unsigned number)
{
    static const ai_level levels[] = {AI_RANDOM, AI_EASY, AI_MEDIUM, AI_HARD};
    const tob_config config = {.island = (uint8_t)(number % TOB_ISLANDS), .players = 3};
    static tob_moves moves;
    tob_game game;
    tob_rng rng;

    tob_rng_init(&rng, number, 0);
    tob_board_init(&q->board, config.island);
    tob_game_init(&game, &q->board, &config);
    for (unsigned i = 0; i < 40 + number || tob_to_move(&game) == TOB_NATURE; i++) {
        tob_legal(&game, &q->board, &moves);
        tob_apply(&game, &q->board, tob_random_move(&rng, &game, &moves));
    }
    q->event = number;
    q->seat = tob_to_move(&game);
    q->level = levels[number % 4];
    q->seed = number;
    tob_view(&q->view, &game, tob_viewer_of(q->seat));
}

/* Asks all questions, as many at a time as there is room for, and keeps the answers. */
static void ask_all(srv_bots *bots, tob_move answers[static QUESTIONS])
{
    unsigned asked = 0, answered = 0;
    srv_bot_answer answer;
    tbl_question q;

    while (answered < QUESTIONS) {
        while (asked < QUESTIONS && srv_bots_have_room(bots)) {
            make_question(&q, asked);
            srv_bots_ask(bots, 1000 + asked, asked + 1, &q);
            asked++;
        }
        assert_true(asked - answered <= QUEUE);
        while (srv_bots_answer(bots, &answer)) {
            assert_true(answer.table == 1000 + answer.event);
            assert_true(answer.ticket == answer.event + 1);
            answers[answer.event] = answer.move;
            answered++;
        }
        usleep(200);
    }
    assert_false(srv_bots_answer(bots, &answer));
}

static void the_same_answers_come_from_any_number_of_threads(void **state)
{
    tob_move alone[QUESTIONS], together[QUESTIONS];
    srv_bots *bots = srv_bots_new(0, QUEUE, wake, NULL);

    (void)state;
    memset(alone, 0, sizeof alone);
    memset(together, 0, sizeof together);
    ask_all(bots, alone);
    srv_bots_free(bots);
    atomic_store(&wakes, 0);
    bots = srv_bots_new(3, QUEUE, wake, NULL);
    ask_all(bots, together);
    srv_bots_free(bots);

    assert_int_equal(atomic_load(&wakes), QUESTIONS);
    assert_memory_equal(alone, together, sizeof alone);
}

static void a_full_queue_has_no_room_until_an_answer_is_taken(void **state)
{
    srv_bots *const bots = srv_bots_new(0, 2, wake, NULL);
    srv_bot_answer answer;
    tbl_question q;

    (void)state;
    make_question(&q, 1);
    for (unsigned i = 0; i < 2; i++) {
        assert_true(srv_bots_have_room(bots));
        srv_bots_ask(bots, 1, i, &q);
    }
    assert_false(srv_bots_have_room(bots));
    assert_true(srv_bots_answer(bots, &answer));
    assert_true(srv_bots_have_room(bots));
    srv_bots_free(bots);
}

static void the_end_does_not_wait_for_a_long_thought(void **state)
{
    srv_bots *const bots = srv_bots_new(2, 16, wake, NULL);
    const uint64_t begin = host_now_us();
    tbl_question q;

    (void)state;
    make_question(&q, 3);
    q.level = AI_EXPERT;
    for (unsigned i = 0; i < 16; i++)
        srv_bots_ask(bots, 1, i, &q);
    srv_bots_free(bots);
    assert_true(host_now_us() - begin < 5000000);
}

static void stronger_levels_cost_more(void **state)
{
    (void)state;
    assert_true(srv_bot_cost_ms(AI_EASY) < srv_bot_cost_ms(AI_HARD));
    assert_true(srv_bot_cost_ms(AI_HARD) < srv_bot_cost_ms(AI_EXPERT));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_same_answers_come_from_any_number_of_threads),
        cmocka_unit_test(a_full_queue_has_no_room_until_an_answer_is_taken),
        cmocka_unit_test(the_end_does_not_wait_for_a_long_thought),
        cmocka_unit_test(stronger_levels_cost_more),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
