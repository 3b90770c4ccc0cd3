/* Clauses M: moving. */
#include "positions.h"

static scene t;

/* ---- M1 ---- */

static void m1_a_move_has_up_to_three_legs(void **state)
{
    (void)state;
    begin(&t, 2, "");

    feed(&t, "1 move\n1 leg c4\n1 leg c5\n1 leg d5\n");

    assert_atv(&t, ANNA, "d5");
    refuse(&t, "1 leg e5", TOB_REASON_M1_LEGS);
    assert_false(is_legal(&t, "1 leg e5"));
}

static void m1_a_leg_goes_any_distance_in_its_area(void **state)
{
    (void)state;
    begin(&t, 2, "");

    feed(&t, "1 move\n1 leg f3\n");

    assert_atv(&t, ANNA, "f3");
}

static void m1_a_leg_takes_one_step_into_another_terrain(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_atv(&t, ANNA, "c4");
    feed(&t, "1 move\n");

    refuse(&t, "1 leg c6", TOB_REASON_M1_FAR);
    feed(&t, "1 leg c5\n");
    assert_atv(&t, ANNA, "c5");
}

static void m1_a_leg_does_not_cross_its_area_and_leave_it(void **state)
{
    (void)state;
    begin(&t, 2, "");
    feed(&t, "1 move\n");

    refuse(&t, "1 leg c5", TOB_REASON_M1_FAR); /* not beside b4 */
    refuse(&t, "1 leg f4", TOB_REASON_M1_FAR);
}

static void m1_a_leg_does_not_reach_another_area_of_its_terrain(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_atv(&t, ANNA, "f5");
    feed(&t, "1 move\n");

    refuse(&t, "1 leg g8", TOB_REASON_M1_FAR);
    feed(&t, "1 leg c6\n"); /* the far end of its own jungle */
}

static void m1_a_leg_ends_on_another_space(void **state)
{
    (void)state;
    begin(&t, 2, "");
    feed(&t, "1 move\n");

    refuse(&t, "1 leg b4", TOB_REASON_M1_SAME);
    feed(&t, "1 leg b5\n1 leg b4\n"); /* back is allowed */
    assert_atv(&t, ANNA, "b4");
}

static void m1_legs_need_not_all_be_used(void **state)
{
    (void)state;
    begin(&t, 2, "");

    feed(&t, "1 move\n1 leg c4\n1 end\n");

    assert_atv(&t, ANNA, "c4");
}

/* The legs of the board, worked out again from distances and terrains. */
static void m1_legs_are_right_from_every_space_of_every_island(void **state)
{
    (void)state;
    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        tob_board_init(&t.board, island);
        const tob_board *board = &t.board;
        for (unsigned from = 0; from < board->count; from++) {
            tob_hexset area = tob_hexset_of(from), want = {0, 0};
            for (int grown = 1; grown;) {
                grown = 0;
                for (unsigned a = 0; a < board->count; a++)
                    for (unsigned b = 0; tob_hexset_has(area, a) && b < board->count; b++)
                        if (!tob_hexset_has(area, b) &&
                            board->terrain[b] == board->terrain[from] &&
                            tob_board_distance(board, a, b) == 1) {
                            tob_hexset_add(&area, b);
                            grown = 1;
                        }
            }
            for (unsigned to = 0; to < board->count; to++)
                if (to != from && (tob_hexset_has(area, to) ||
                                   tob_board_distance(board, from, to) == 1))
                    tob_hexset_add(&want, to);

            assert_true(tob_hexset_equal(board->legs[from], want));
        }
    }
}

static void m1_reach_is_what_legs_one_by_one_can_do(void **state)
{
    (void)state;
    begin(&t, 2, "");
    const unsigned from = space_of(&t, "b4");
    tob_hexset want = tob_hexset_of(from);

    for (unsigned legs = 0; legs <= 3; legs++) {
        tob_hexset next = want, rest = want;
        assert_true(tob_hexset_equal(tob_board_reach(&t.board, from, legs), want));
        while (!tob_hexset_is_empty(rest))
            next = tob_hexset_or(next, t.board.legs[tob_hexset_pop(&rest)]);
        want = next;
    }
}

/* ---- M2 ---- */

static void m2_objects_and_atvs_do_not_block(void **state)
{
    (void)state;
    begin(&t, 3, "");
    put_atv(&t, ANNA, "e4");
    put_atv(&t, BOBBY, "f5");

    feed(&t, "1 move\n1 leg f4\n1 leg f5\n1 leg d5\n"); /* a palm, an ATV */

    assert_atv(&t, ANNA, "d5");
    assert_atv(&t, BOBBY, "f5");
}

static void m2_an_atv_may_stop_on_a_statue(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_atv(&t, ANNA, "k3");

    feed(&t, "1 move\n1 leg k4\n");

    assert_atv(&t, ANNA, "k4");
}

static void m2_the_ocean_cannot_be_entered(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_atv(&t, ANNA, "k10");
    feed(&t, "1 move\n");

    unreadable(&t, "1 leg k11", "no such space");
    assert_int_equal(refusal(&t, (tob_move){.kind = TOB_MOVE_LEG, .space = TOB_NONE}),
                     TOB_REASON_I3_NO_SPACE);
}

static void m2_the_ocean_cannot_be_crossed(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_atv(&t, ANNA, "f3");
    feed(&t, "1 move\n");

    refuse(&t, "1 leg h4", TOB_REASON_M1_FAR); /* two steps, the middle one is ocean */
    refuse(&t, "1 leg i3", TOB_REASON_M1_FAR); /* mountain as well, across the water */
}

/* ---- M3 ---- */

static void m3_a_leg_that_ends_on_an_amulet_takes_it(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_amulets(&t, "f3 c7");

    feed(&t, "1 move\n1 leg f3\n");

    assert_int_equal(t.game.amulet[ANNA], 1);
    assert_false(amulet_lies_on(&t, "f3"));
    assert_true(amulet_lies_on(&t, "c7"));
}

static void m3_passing_an_amulet_takes_nothing(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_amulets(&t, "c3 c4 d3 d4 e3");

    feed(&t, "1 move\n1 leg f3\n");

    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_int_equal(tob_hexset_count(t.game.amulets), 5);
}

static void m3_several_amulets_may_be_taken_in_one_move(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_amulets(&t, "b5 c5 c6");

    feed(&t, "1 move\n1 leg b5\n1 leg c5\n1 leg c6\n");

    assert_int_equal(t.game.amulet[ANNA], 3);
    assert_true(tob_hexset_is_empty(t.game.amulets));
}

static void m3_an_extra_move_takes_none(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);
    put_amulets(&t, "f3");

    feed(&t, "1 amulet move\n1 leg f3\n");

    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_true(amulet_lies_on(&t, "f3"));
}

static void m3_opening_the_main_move_on_an_amulet_takes_none(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);
    put_amulets(&t, "f3");
    feed(&t, "1 amulet move\n1 leg f3\n1 move\n");
    assert_true(amulet_lies_on(&t, "f3"));

    feed(&t, "1 leg e3\n1 leg f3\n"); /* away and back */

    assert_int_equal(t.game.amulet[ANNA], 1);
}

static void m3_resuming_the_main_move_on_an_amulet_takes_none(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);
    put_amulets(&t, "c5 c6");
    feed(&t, "1 move\n1 leg c4\n1 amulet move\n1 leg c5\n1 move\n");

    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_true(amulet_lies_on(&t, "c5"));
    feed(&t, "1 leg c6\n"); /* a leg of the main movement takes it */
    assert_int_equal(t.game.amulet[ANNA], 1);
}

static void m3_an_amulet_is_taken_from_under_another_atv(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_atv(&t, BOBBY, "f3");
    put_amulets(&t, "f3");

    feed(&t, "1 move\n1 leg f3\n1 end\n");

    assert_int_equal(t.game.amulet[ANNA], 1);
    assert_int_equal(t.game.amulet[BOBBY], 0);
}

/* ---- M4 ---- */

static void m4_raising_ends_the_movement(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "f3");
    hold(&t, ANNA, "in-jungle");
    feed(&t, "1 move\n1 leg f3\n1 raise white\nnature peek 1 2\nnature peek 1 2\n"
             "nature add 3\nnature reveal 2\n1 claim\nnature reveal 2\n1 claim\n"
             "nature reveal 3\n1 clue white in-jungle\n");
    settle(&t);

    refuse(&t, "1 leg e3", TOB_REASON_M1_CLOSED);
    refuse(&t, "1 move", TOB_REASON_T2_DONE);
}

static void m4_a_movement_may_be_opened_after_raising(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "b4");
    hold(&t, ANNA, "in-jungle");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 2\n"
             "nature add 3\nnature reveal 2\n1 claim\nnature reveal 2\n1 claim\n"
             "nature reveal 3\n1 clue white in-jungle\n");
    settle(&t);

    feed(&t, "1 move\n1 leg c4\n1 leg c5\n1 leg c6\n");

    assert_atv(&t, ANNA, "c6");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(m1_a_move_has_up_to_three_legs),
        cmocka_unit_test(m1_a_leg_goes_any_distance_in_its_area),
        cmocka_unit_test(m1_a_leg_takes_one_step_into_another_terrain),
        cmocka_unit_test(m1_a_leg_does_not_cross_its_area_and_leave_it),
        cmocka_unit_test(m1_a_leg_does_not_reach_another_area_of_its_terrain),
        cmocka_unit_test(m1_a_leg_ends_on_another_space),
        cmocka_unit_test(m1_legs_need_not_all_be_used),
        cmocka_unit_test(m1_legs_are_right_from_every_space_of_every_island),
        cmocka_unit_test(m1_reach_is_what_legs_one_by_one_can_do),
        cmocka_unit_test(m2_objects_and_atvs_do_not_block),
        cmocka_unit_test(m2_an_atv_may_stop_on_a_statue),
        cmocka_unit_test(m2_the_ocean_cannot_be_entered),
        cmocka_unit_test(m2_the_ocean_cannot_be_crossed),
        cmocka_unit_test(m3_a_leg_that_ends_on_an_amulet_takes_it),
        cmocka_unit_test(m3_passing_an_amulet_takes_nothing),
        cmocka_unit_test(m3_several_amulets_may_be_taken_in_one_move),
        cmocka_unit_test(m3_an_extra_move_takes_none),
        cmocka_unit_test(m3_opening_the_main_move_on_an_amulet_takes_none),
        cmocka_unit_test(m3_resuming_the_main_move_on_an_amulet_takes_none),
        cmocka_unit_test(m3_an_amulet_is_taken_from_under_another_atv),
        cmocka_unit_test(m4_raising_ends_the_movement),
        cmocka_unit_test(m4_a_movement_may_be_opened_after_raising),
    };

    return cmocka_run_group_tests_name("moving", tests, NULL, NULL);
}
