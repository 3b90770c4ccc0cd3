/* Seats: people, levels and programs behind one interface. */
#include "host/seat.h"
#include "support.h"

static atomic_bool never; /* stays false */
static const tob_config two = {.players = 2, .options = TOB_OPTION_EXPERIENCED};
static const seat_terms terms = {.players = 2,
                                 .options = TOB_OPTION_EXPERIENCED,
                                 .iterations = 20,
                                 .limit_ms = 5000,
                                 .stop = &never};

/* A position of the set-up in which a seat has several moves. */
typedef struct company {
    tob_game game, view;
    tob_board board;
    tob_moves moves;
    unsigned seat;
} company;

static company *new_scene(uint64_t seed)
{
    company *t = test_malloc(sizeof *t);
    tob_rng rng;

    tob_rng_init(&rng, seed, 0);
    tob_board_init(&t->board, two.island);
    assert_int_equal(tob_game_init(&t->game, &t->board, &two), TOB_OK);
    while (tob_to_move(&t->game) == TOB_NATURE)
        tob_apply(&t->game, &t->board,
                  tob_nature_move(&rng, &t->game, &t->board, &t->moves));
    t->seat = tob_to_move(&t->game);
    tob_view(&t->view, &t->game, tob_viewer_of(t->seat));
    tob_legal(&t->view, &t->board, &t->moves);
    assert_true(t->moves.count > 1);
    return t;
}

static seat_answer ask(host_seat *s, const company *t, tob_move *move)
{
    const seat_question question = {&t->view, &t->board, &t->moves};

    return seat_choose(s, &question, move);
}

/* Sits one player down and asks her once. */
static seat_answer answer_of(const char *player, tob_move *move, seat_trouble *trouble)
{
    static seat_choice choice[TOB_SEATS];
    company *t = new_scene(1);
    host_seat *s;
    seat_answer answer;

    assert_int_equal(seat_read_list(player, true, TOB_SEATS, choice), 1);
    s = seat_new(&choice[0], &terms);
    assert_non_null(s);
    seat_begin(s, &two, t->seat, 7);
    answer = ask(s, t, move);
    *trouble = s->trouble;
    seat_free(s);
    if (answer == SEAT_MOVE)
        assert_int_equal(tob_why(&t->game, &t->board, *move), TOB_OK);
    test_free(t);
    return answer;
}

static void a_person_answers_elsewhere(void **state)
{
    seat_trouble trouble;
    tob_move move;

    (void)state;
    assert_int_equal(answer_of("human", &move, &trouble), SEAT_WAITS);
    assert_int_equal(trouble.loss, SEAT_LOSS_NONE);
}

static void a_level_answers_the_same_to_the_same_seed(void **state)
{
    static const char *const levels[] = {"random", "easy", "hard", "expert:40"};
    seat_trouble trouble;

    (void)state;
    for (unsigned i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        tob_move first, second;
        assert_int_equal(answer_of(levels[i], &first, &trouble), SEAT_MOVE);
        assert_int_equal(answer_of(levels[i], &second, &trouble), SEAT_MOVE);
        assert_memory_equal(&first, &second, sizeof first);
    }
}

static void a_program_answers_by_number_or_is_lost(void **state)
{
    static const struct {
        const char *player;
        seat_answer answer;
        seat_loss loss;
        unsigned illegal;
    } programs[] = {
        {"cmd:sh -c 'while read x; do case $x in hello*) echo a;; choose*) echo 2;; "
         "esac; done'",
         SEAT_MOVE, SEAT_LOSS_NONE, 0},
        {"cmd:sh -c 'read x; echo a; while read x; do case $x in choose*) echo 0;; ill*) "
         "echo 1;; esac; done'",
         SEAT_MOVE, SEAT_LOSS_NONE, 1},
        {"cmd:sh -c 'read x; echo a; while read x; do case $x in choose*|ill*) echo no;; "
         "esac; done'",
         SEAT_FAULT, SEAT_LOSS_NONE, 2},
        {"cmd:sh -c 'read x; echo a; read x; exit 3'", SEAT_LOST, SEAT_LOSS_DEAD, 0},
        {"cmd:false", SEAT_LOST, SEAT_LOSS_DEAD, 0},
    };

    (void)state;
    for (unsigned i = 0; i < sizeof programs / sizeof programs[0]; i++) {
        seat_trouble trouble;
        tob_move move;
        assert_int_equal(answer_of(programs[i].player, &move, &trouble),
                         programs[i].answer);
        assert_int_equal(trouble.loss, programs[i].loss);
        assert_int_equal(trouble.illegal, programs[i].illegal);
        assert_int_equal(*trouble.answer != '\0', programs[i].illegal > 0);
    }
}

static void a_seat_that_was_lost_is_back_in_the_next_game(void **state)
{
    static seat_choice choice[TOB_SEATS];
    company *t = new_scene(2);
    host_seat *s;
    tob_move move;

    (void)state;
    assert_int_equal(seat_read_list("cmd:sh -c 'read x; echo a; read x; exit 3'", false,
                                    TOB_SEATS, choice),
                     1);
    s = seat_new(&choice[0], &terms);
    for (unsigned game = 0; game < 3; game++) {
        seat_begin(s, &two, t->seat, game);
        assert_int_equal(s->trouble.loss, SEAT_LOSS_NONE);
        assert_int_equal(ask(s, t, &move), SEAT_LOST);
        assert_int_equal(ask(s, t, &move), SEAT_LOST);
        assert_string_equal(s->trouble.end, "it ended with exit code 3");
        seat_end(s, false);
    }
    seat_free(s);
    test_free(t);
}

static void people_are_listed_only_where_they_may_play(void **state)
{
    static seat_choice choice[TOB_SEATS];

    (void)state;
    assert_int_equal(seat_read_list("human,hard:30,cmd:x y", true, TOB_SEATS, choice), 3);
    assert_int_equal(choice[0].kind, SEAT_PERSON);
    assert_int_equal(choice[1].kind, SEAT_LEVEL);
    assert_int_equal(choice[1].iterations, 30);
    assert_int_equal(choice[2].kind, SEAT_PROGRAM);
    assert_int_equal(seat_read_list("human,hard", false, TOB_SEATS, choice), 0);
    assert_int_equal(seat_read_list("human,open-hard", true, TOB_SEATS, choice), 0);
    assert_int_equal(seat_read_list("easy,open-hard", false, TOB_SEATS, choice), 2);
    assert_true(choice[1].open);
}

static void names_in_records_are_one_word_that_fits(void **state)
{
    static seat_choice choice = {.kind = SEAT_PERSON};
    static const char *const names[][2] = {
        {"", "green"},
        {"hard", "green-hard"},
        {"my own bot", "green-my_own_bot"},
    };
    host_seat *s = seat_new(&choice, &terms);
    char out[REC_NAME_MAX + 1];

    (void)state;
    for (unsigned i = 0; i < 3; i++) {
        s->name = names[i][0];
        seat_record_name(s, 2, out);
        assert_string_equal(out, names[i][1]);
    }
    s->name = "a name whose last letter is too l\xc3\xab";
    seat_record_name(s, 2, out);
    assert_true(strlen(out) <= REC_NAME_MAX);
    assert_true(rec_is_utf8(out, strlen(out)));
    seat_free(s);
}

static void
a_level_without_a_budget_has_patience_and_one_with_iterations_no_clock(void **state)
{
    seat_terms t = {.patience_ms = 1000};
    ai_budget budget = seat_budget(&t, AI_EXPERT, 0);

    (void)state;
    assert_int_equal(budget.iterations, ai_level_iterations(AI_EXPERT, 0));
    assert_int_equal(budget.time_ms, 1000);
    t.time_ms = 50;
    budget = seat_budget(&t, AI_EXPERT, 0);
    assert_int_equal(budget.iterations, ai_level_iterations(AI_EXPERT, 50));
    assert_int_equal(budget.time_ms, 50);
    t.time_ms = 0;
    t.iterations = 7;
    budget = seat_budget(&t, AI_EXPERT, 0);
    assert_int_equal(budget.iterations, 7);
    assert_int_equal(budget.time_ms, 0);
    assert_int_equal(seat_budget(&t, AI_EXPERT, 9).iterations, 9);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_person_answers_elsewhere),
        cmocka_unit_test(a_level_answers_the_same_to_the_same_seed),
        cmocka_unit_test(a_program_answers_by_number_or_is_lost),
        cmocka_unit_test(a_seat_that_was_lost_is_back_in_the_next_game),
        cmocka_unit_test(people_are_listed_only_where_they_may_play),
        cmocka_unit_test(names_in_records_are_one_word_that_fits),
        cmocka_unit_test(
            a_level_without_a_budget_has_patience_and_one_with_iterations_no_clock),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
