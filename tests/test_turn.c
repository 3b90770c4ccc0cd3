/* Clauses T: the turn. */
#include "volcano.h"

static scene t;

/* ---- T1 ---- */

static void t1_an_amulet_under_the_atv_is_taken_when_the_turn_begins(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_atv(&t, BOBBY, "c7");
    put_amulets(&t, "c7");

    feed(&t, "1 end\n");

    assert_int_equal(t.game.amulet[BOBBY], 1);
    assert_false(amulet_lies_on(&t, "c7"));
    assert_int_equal(t.game.main_done, 0);
    assert_true(is_legal(&t, "2 move"));
}

static void t1_only_the_player_whose_turn_begins_takes_it(void **state)
{
    (void)state;
    begin(&t, 3, "");
    put_atv(&t, BOBBY, "c7");
    put_atv(&t, ROGER, "c7");
    put_amulets(&t, "c7");

    feed(&t, "1 end\n");

    assert_int_equal(t.game.amulet[BOBBY], 1);
    assert_int_equal(t.game.amulet[ROGER], 0);
    feed(&t, "2 end\n");
    assert_int_equal(t.game.amulet[ROGER], 0);
}

static void t1_it_is_not_taken_during_the_turn_or_at_its_end(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_atv(&t, ANNA, "c7");
    put_amulets(&t, "c7"); /* as if it had surfaced under her */

    feed(&t, "1 move\n1 end\n");

    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_true(amulet_lies_on(&t, "c7"));
}

static void t1_it_can_be_spent_in_the_same_turn(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_atv(&t, BOBBY, "c7");
    put_amulets(&t, "c7");
    feed(&t, "1 end\n");

    feed(&t, "2 amulet move\n");

    assert_int_equal(t.game.amulet[BOBBY], 0);
}

static void t1_it_leaves_the_whole_turn_for_an_exchange(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_atv(&t, BOBBY, "c7");
    put_amulets(&t, "c7");
    feed(&t, "1 end\n");

    assert_true(is_legal(&t, "2 exchange"));
}

/* ---- T2 ---- */

static void t2_one_main_action_a_turn_a_clue(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach next-hut next-palm");
    feed(&t, "1 clue white in-jungle\n");
    settle(&t);

    refuse(&t, "1 clue grey in-beach", TOB_REASON_T2_DONE);
    refuse(&t, "1 move", TOB_REASON_T2_DONE);
    refuse(&t, "1 exchange", TOB_REASON_X2_LATE);
    feed(&t, "1 end\n");
}

static void t2_one_main_action_a_turn_a_move(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach next-hut next-palm");
    feed(&t, "1 move\n");

    refuse(&t, "1 move", TOB_REASON_T2_DONE);
    refuse(&t, "1 clue grey in-beach", TOB_REASON_T2_DONE);
    refuse(&t, "1 exchange", TOB_REASON_X2_LATE);
}

static void t2_a_turn_may_end_without_a_main_action(void **state)
{
    (void)state;
    begin(&t, 2, "");

    feed(&t, "1 end\n");

    assert_int_equal(t.game.turn, BOBBY);
}

static void t2_a_move_may_have_no_legs(void **state)
{
    (void)state;
    begin(&t, 2, "");

    feed(&t, "1 move\n1 end\n");

    assert_atv(&t, ANNA, "b4");
    assert_int_equal(t.game.turn, BOBBY);
}

static void t2_the_next_turn_has_its_own_main_action(void **state)
{
    (void)state;
    begin(&t, 2, "");
    feed(&t, "1 move\n1 end\n2 move\n2 end\n");

    assert_true(is_legal(&t, "1 move"));
}

static void t2_what_is_no_part_of_a_turn_is_refused(void **state)
{
    (void)state;
    begin(&t, 2, "");

    refuse(&t, "1 claim", TOB_REASON_T2_TURN);
    refuse(&t, "1 pass", TOB_REASON_T2_TURN);
    refuse(&t, "1 cannot", TOB_REASON_T2_TURN);
    refuse(&t, "1 start white", TOB_REASON_T2_TURN);
    refuse(&t, "1 atv h8", TOB_REASON_T2_TURN);
    refuse(&t, "nature draw 1 next-hut", TOB_REASON_T2_TURN);
    refuse(&t, "nature reveal 3", TOB_REASON_T2_TURN);
    assert_int_equal(refusal(&t, (tob_move){.kind = TOB_MOVE_COUNT}), TOB_REASON_T2_TURN);
}

/* ---- T3 ---- */

static void t3_a_treasure_may_be_raised_before_between_and_after(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "b4");
    locate(&t, TOB_GREY, ANNA, "c4");

    assert_true(is_legal(&t, "1 raise white"));
    feed(&t, "1 move\n");
    assert_true(is_legal(&t, "1 raise white"));
    feed(&t, "1 leg c4\n");
    assert_false(is_legal(&t, "1 raise white"));
    assert_true(is_legal(&t, "1 raise grey"));
}

static void t3_a_treasure_may_be_raised_after_a_clue(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "b4");
    hold(&t, ANNA, "in-jungle");
    feed(&t, "1 clue grey in-jungle\n");
    settle(&t);

    assert_true(is_legal(&t, "1 raise white"));
}

static void t3_amulets_may_be_played_before_between_and_after_any_number(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "2 in-beach");
    give_amulets(&t, ANNA, 5);

    feed(&t, "1 amulet remove white c7\n1 amulet remove white d8\n1 move\n"
             "1 amulet remove white f10\n1 leg c4\n1 amulet remove white f11\n1 leg d5\n"
             "1 amulet move\n1 leg d6\n1 end\n");

    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_int_equal(t.game.map[TOB_WHITE].count, 12);
    assert_atv(&t, ANNA, "d6");
}

/* ---- T4 ---- */

static void t4_a_leg_needs_a_movement(void **state)
{
    (void)state;
    begin(&t, 2, "");

    refuse(&t, "1 leg c4", TOB_REASON_M1_CLOSED);
}

static void t4_the_main_clue_ends_an_extra_movement(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 amulet move\n1 leg c4\n1 clue white in-jungle\n");
    settle(&t);

    refuse(&t, "1 leg d5", TOB_REASON_M1_CLOSED);
}

static void t4_an_extra_clue_leaves_the_movement_as_it_is(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle not-next-hut");
    give_amulets(&t, ANNA, 3);
    feed(&t, "1 amulet move\n1 leg c4\n1 amulet clue white in-jungle\n");
    settle(&t);
    feed(&t, "1 leg c5\n1 move\n1 leg c6\n1 amulet clue grey not-next-hut\n");
    settle(&t);

    feed(&t, "1 leg c7\n1 leg d8\n");

    refuse(&t, "1 leg d7", TOB_REASON_M1_LEGS);
}

static void t4_a_volcanic_extra_clue_leaves_it_too(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    put_atv(&t, ANNA, "b4");
    lay(&t, TOB_WHITE, "2 in-beach");
    hold(&t, ANNA, "not-in-lake");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 move\n1 leg c4\n1 amulet volcanic white not-next-lava not-in-lake\n");
    settle(&t);

    assert_int_equal(tob_legs_left(&t.game), 2);
    assert_int_equal(t.game.moving, TOB_MOVEMENT_MAIN);
}

static void t4_an_extra_movement_suspends_the_main_one(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);
    put_amulets(&t, "c5");
    feed(&t, "1 move\n1 leg c4\n1 amulet move\n");

    feed(&t, "1 leg c5\n1 leg c6\n1 leg c7\n"); /* three legs of the extra one */

    assert_true(amulet_lies_on(&t, "c5"));
    refuse(&t, "1 leg d8", TOB_REASON_M1_LEGS);
    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_int_equal(tob_legs_suspended(&t.game), 2);
    assert_true(is_legal(&t, "1 move"));
    feed(&t, "1 move\n1 leg d8\n1 leg d7\n"); /* the two that were left */
    refuse(&t, "1 leg d6", TOB_REASON_M1_LEGS);
    refuse(&t, "1 move", TOB_REASON_T2_DONE);
    sound(&t);
}

static void t4_resuming_ends_the_extra_movement(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 move\n1 leg c4\n1 amulet move\n1 leg c5\n1 move\n");

    assert_int_equal(t.game.moving, TOB_MOVEMENT_MAIN);
    assert_int_equal(tob_legs_left(&t.game), 2);
    assert_int_equal(t.game.drive[TOB_MOVEMENT_EXTRA].legs, 0);
    refuse(&t, "1 move", TOB_REASON_T2_DONE); /* it is under way */
    assert_false(is_legal(&t, "1 move"));
}

static void t4_a_movement_without_legs_left_is_over_and_not_suspended(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 move\n1 leg c4\n1 leg c5\n1 leg c6\n1 amulet move\n");

    refuse(&t, "1 move", TOB_REASON_T2_DONE);
    assert_false(is_legal(&t, "1 move"));
    assert_int_equal(tob_legs_suspended(&t.game), 0);
}

static void t4_a_main_clue_leaves_nothing_to_resume(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 clue white in-jungle\n");
    settle(&t);
    feed(&t, "1 amulet move\n1 leg c4\n");

    refuse(&t, "1 move", TOB_REASON_T2_DONE);
}

static void t4_the_main_one_waits_through_two_extra_ones(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 2);
    feed(&t, "1 move\n1 leg c4\n1 amulet move\n1 leg c5\n1 amulet move\n");
    assert_int_equal(tob_legs_left(&t.game), 3);

    feed(&t, "1 leg c6\n1 move\n1 leg c7\n1 leg d8\n");

    refuse(&t, "1 leg d7", TOB_REASON_M1_LEGS);
}

static void t4_raising_ends_the_suspended_movement_too(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "c5");
    hold(&t, ANNA, "in-jungle in-beach in-lake in-river next-hut next-palm");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 move\n1 leg c4\n1 amulet move\n1 leg c5\n1 raise white\n"
             "nature peek 1 2\nnature peek 1 2\nnature add 3\nnature reveal 2\n"
             "1 claim\nnature reveal 2\n1 claim\nnature reveal 3\n"
             "1 clue white in-jungle\n");
    settle(&t);

    refuse(&t, "1 leg c6", TOB_REASON_M1_CLOSED);
    refuse(&t, "1 move", TOB_REASON_T2_DONE);
    sound(&t);
}

static void t4_raising_leaves_a_main_action_that_was_not_taken(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "c4");
    hold(&t, ANNA, "in-jungle in-beach in-lake in-river next-hut next-palm");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 amulet move\n1 leg c4\n1 raise white\n"
             "nature peek 1 2\nnature peek 1 2\nnature add 3\nnature reveal 2\n"
             "1 claim\nnature reveal 2\n1 claim\nnature reveal 3\n"
             "1 clue white in-jungle\n");
    settle(&t);

    feed(&t, "1 move\n1 leg c5\n1 leg c6\n1 leg c7\n");
}

static void t4_the_end_of_the_turn_ends_the_suspended_movement(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 2);
    feed(&t, "1 move\n1 leg c4\n1 amulet move\n1 leg c5\n1 end\n2 end\n"
             "1 amulet move\n1 move\n");

    assert_int_equal(tob_legs_left(&t.game), 3); /* of a new one */
}

static void t4_the_main_movement_ends_an_extra_one(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);
    put_amulets(&t, "c5");
    feed(&t, "1 amulet move\n1 leg c4\n1 move\n");

    feed(&t, "1 leg c5\n1 leg c6\n1 leg c7\n"); /* three legs of the main one */

    assert_int_equal(t.game.amulet[ANNA], 1);
    refuse(&t, "1 leg d8", TOB_REASON_M1_LEGS);
}

static void t4_an_extra_movement_ends_another_extra_one(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 2);
    feed(&t, "1 amulet move\n1 leg c4\n1 amulet move\n1 leg d5\n1 leg d6\n1 leg d7\n");

    refuse(&t, "1 leg e7", TOB_REASON_M1_LEGS);
}

static void t4_raising_ends_it(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "c4");
    hold(&t, ANNA, "in-jungle in-beach in-lake in-river next-hut next-palm");
    feed(&t, "1 move\n1 leg c4\n1 raise white\nnature peek 1 2\nnature peek 1 2\n"
             "nature add 3\nnature reveal 2\n1 claim\nnature reveal 2\n1 claim\n"
             "nature reveal 3\n1 clue white in-jungle\n");
    settle(&t);

    refuse(&t, "1 leg d5", TOB_REASON_M1_CLOSED);
}

static void t4_the_end_of_the_turn_ends_it(void **state)
{
    (void)state;
    begin(&t, 2, "");
    feed(&t, "1 move\n1 leg c4\n1 end\n");

    refuse(&t, "2 leg c4", TOB_REASON_M1_CLOSED);
    feed(&t, "2 end\n");
    refuse(&t, "1 leg d5", TOB_REASON_M1_CLOSED);
}

static void t4_removing_a_site_does_not_end_it(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "2 in-beach");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 move\n1 leg c4\n1 amulet remove white c7\n");

    feed(&t, "1 leg d5\n1 leg d6\n");

    assert_atv(&t, ANNA, "d6");
}

static void t4_exchanging_the_hand_does_not_end_it(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 move\n1 leg c4\n1 amulet exchange\n");
    settle(&t);

    feed(&t, "1 leg d5\n1 leg d6\n");

    assert_atv(&t, ANNA, "d6");
    refuse(&t, "1 leg d7", TOB_REASON_M1_LEGS);
}

static void t4_a_double_claim_and_a_swap_do_not_end_it(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach 1 not-in-jungle");
    give_amulets(&t, ANNA, 2);
    feed(&t, "1 move\n1 leg c4\n1 amulet swap not-in-lake not-in-beach\n1 leg d5\n"
             "1 amulet double not-in-jungle\n");

    feed(&t, "1 leg d6\n");

    assert_atv(&t, ANNA, "d6");
}

static void t4_an_extra_movement_stays_extra_through_an_exchange(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 2);
    put_amulets(&t, "c5");
    feed(&t, "1 amulet move\n1 leg c4\n1 amulet exchange\n");
    settle(&t);

    feed(&t, "1 leg c5\n");

    assert_true(amulet_lies_on(&t, "c5"));
}

/* ---- T5 ---- */

static void t5_turns_go_round_by_seats(void **state)
{
    (void)state;
    begin(&t, 4, "first 4\n");

    feed(&t, "4 end\n1 end\n2 end\n3 end\n4 end\n");

    assert_int_equal(t.game.turn, ANNA);
}

static void t5_nobody_plays_out_of_turn(void **state)
{
    (void)state;
    begin(&t, 3, "");

    refuse(&t, "2 move", TOB_REASON_T5_SEAT);
    refuse(&t, "3 end", TOB_REASON_T5_SEAT);
    refuse(&t, "4 end", TOB_REASON_T5_SEAT);
}

static void t5_nobody_but_the_player_draws(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle");
    thin_deck(&t, "next-hut next-palm next-lake next-river");
    feed(&t, "1 clue white in-jungle\n");

    refuse(&t, "nature draw 2 next-hut", TOB_REASON_T5_DEAL);
    feed(&t, "nature draw 1 next-hut\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(t1_an_amulet_under_the_atv_is_taken_when_the_turn_begins),
        cmocka_unit_test(t1_only_the_player_whose_turn_begins_takes_it),
        cmocka_unit_test(t1_it_is_not_taken_during_the_turn_or_at_its_end),
        cmocka_unit_test(t1_it_can_be_spent_in_the_same_turn),
        cmocka_unit_test(t1_it_leaves_the_whole_turn_for_an_exchange),
        cmocka_unit_test(t2_one_main_action_a_turn_a_clue),
        cmocka_unit_test(t2_one_main_action_a_turn_a_move),
        cmocka_unit_test(t2_a_turn_may_end_without_a_main_action),
        cmocka_unit_test(t2_a_move_may_have_no_legs),
        cmocka_unit_test(t2_the_next_turn_has_its_own_main_action),
        cmocka_unit_test(t2_what_is_no_part_of_a_turn_is_refused),
        cmocka_unit_test(t3_a_treasure_may_be_raised_before_between_and_after),
        cmocka_unit_test(t3_a_treasure_may_be_raised_after_a_clue),
        cmocka_unit_test(t3_amulets_may_be_played_before_between_and_after_any_number),
        cmocka_unit_test(t4_a_leg_needs_a_movement),
        cmocka_unit_test(t4_the_main_clue_ends_an_extra_movement),
        cmocka_unit_test(t4_an_extra_clue_leaves_the_movement_as_it_is),
        cmocka_unit_test(t4_a_volcanic_extra_clue_leaves_it_too),
        cmocka_unit_test(t4_an_extra_movement_suspends_the_main_one),
        cmocka_unit_test(t4_resuming_ends_the_extra_movement),
        cmocka_unit_test(t4_a_movement_without_legs_left_is_over_and_not_suspended),
        cmocka_unit_test(t4_a_main_clue_leaves_nothing_to_resume),
        cmocka_unit_test(t4_the_main_one_waits_through_two_extra_ones),
        cmocka_unit_test(t4_raising_ends_the_suspended_movement_too),
        cmocka_unit_test(t4_raising_leaves_a_main_action_that_was_not_taken),
        cmocka_unit_test(t4_the_end_of_the_turn_ends_the_suspended_movement),
        cmocka_unit_test(t4_the_main_movement_ends_an_extra_one),
        cmocka_unit_test(t4_an_extra_movement_ends_another_extra_one),
        cmocka_unit_test(t4_raising_ends_it),
        cmocka_unit_test(t4_the_end_of_the_turn_ends_it),
        cmocka_unit_test(t4_removing_a_site_does_not_end_it),
        cmocka_unit_test(t4_exchanging_the_hand_does_not_end_it),
        cmocka_unit_test(t4_a_double_claim_and_a_swap_do_not_end_it),
        cmocka_unit_test(t4_an_extra_movement_stays_extra_through_an_exchange),
        cmocka_unit_test(t5_turns_go_round_by_seats),
        cmocka_unit_test(t5_nobody_plays_out_of_turn),
        cmocka_unit_test(t5_nobody_but_the_player_draws),
    };

    return cmocka_run_group_tests_name("turn", tests, NULL, NULL);
}
