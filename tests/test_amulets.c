/* Clauses A: amulets and what they do. */
#include "positions.h"

static scene t;

/* ---- A1 ---- */

static void a1_a_marker_is_removed_for_an_amulet(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_GREY, "2 in-beach 1 next-hut");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 amulet remove grey c7\n");

    assert_sites(&t, TOB_GREY, "f12 n8");
    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_true(is_legal(&t, "1 move"));
}

static void a1_the_last_marker_stays(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_GREY, BOBBY, "h8");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet remove grey h8", TOB_REASON_A1_LAST);
    assert_false(is_legal(&t, "1 amulet remove grey h8"));
}

static void a1_the_last_but_one_may_go(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_GREY, "2 in-beach");
    leave_sites(&t, TOB_GREY, "c7 d8");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 amulet remove grey d8\n");

    assert_sites(&t, TOB_GREY, "c7");
}

static void a1_markers_must_be_on_the_board(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_GREY, "2 in-scrubland"); /* 18 sites */
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet remove grey j8", TOB_REASON_A1_HIDDEN);
    refuse(&t, "1 amulet remove white j8", TOB_REASON_A1_HIDDEN); /* an empty map */
    assert_false(is_legal(&t, "1 amulet remove grey j8"));
}

static void a1_with_17_sites_they_are(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_GREY, "2 in-scrubland");
    leave_sites(&t, TOB_GREY, "e8 h4 h5 j4 j5 j8 j9 k3 k4 k8 l4 l7 l8 l9 m6 m7 m8");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 amulet remove grey j8\n");

    assert_int_equal(t.game.map[TOB_GREY].count, 16);
}

static void a1_a_marker_must_lie_there(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_GREY, "2 in-beach");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet remove grey h8", TOB_REASON_A1_NOT_THERE);
    assert_int_equal(refusal(&t, (tob_move){.kind = TOB_MOVE_AMULET_REMOVE,
                                            .treasure = TOB_GREY,
                                            .space = TOB_NONE}),
                     TOB_REASON_A1_NOT_THERE);
    assert_int_equal(
        refusal(&t, (tob_move){.kind = TOB_MOVE_AMULET_REMOVE, .treasure = 9}),
        TOB_REASON_S2_TREASURE);
}

static void a1_it_costs_an_amulet(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_GREY, "2 in-beach");
    give_amulets(&t, BOBBY, 3);

    refuse(&t, "1 amulet remove grey c7", TOB_REASON_A1_AMULET);
}

static void a1_a_site_that_was_removed_stays_away(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_GREY, "2 in-beach");
    hold(&t, ANNA, "next-hut");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 amulet remove grey c7\n1 clue grey next-hut\n");

    assert_sites(&t, TOB_GREY, "f12 n8");
}

/* ---- A2 ---- */

static void a2_an_extra_clue_leaves_the_main_action(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach next-hut");
    give_amulets(&t, ANNA, 2);

    feed(&t, "1 amulet clue white in-jungle\n");
    settle(&t);
    feed(&t, "1 clue grey in-beach\n");
    settle(&t);
    feed(&t, "1 amulet clue white next-hut\n");
    settle(&t);

    assert_int_equal(t.game.map[TOB_WHITE].length, 2);
    assert_int_equal(t.game.map[TOB_GREY].length, 1);
    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_int_equal(t.game.roses[ANNA], 12);
    assert_int_equal(t.game.hand_size[ANNA], 4);
}

static void a2_it_costs_an_amulet_and_follows_the_rules_of_clues(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "2 not-in-jungle");
    hold(&t, ANNA, "in-jungle");

    refuse(&t, "1 amulet clue grey in-jungle", TOB_REASON_A2_AMULET);
    give_amulets(&t, ANNA, 1);
    refuse(&t, "1 amulet clue white in-jungle", TOB_REASON_C3_NOWHERE);
    refuse(&t, "1 amulet clue white in-lake", TOB_REASON_C1_HAND);
    assert_int_equal(t.game.amulet[ANNA], 1);
}

/* ---- A3 ---- */

static void a3_an_extra_move_leaves_the_main_action(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 amulet move\n1 leg c4\n1 leg c5\n1 leg c6\n1 move\n1 leg c7\n1 leg d8\n"
             "1 leg e8\n");

    assert_atv(&t, ANNA, "e8");
    refuse(&t, "1 leg e7", TOB_REASON_M1_LEGS);
}

static void a3_it_may_follow_the_main_action(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 move\n1 leg c4\n1 leg c5\n1 leg c6\n1 amulet move\n1 leg c7\n");

    assert_atv(&t, ANNA, "c7");
}

static void a3_it_costs_an_amulet(void **state)
{
    (void)state;
    begin(&t, 2, "");

    refuse(&t, "1 amulet move", TOB_REASON_A3_AMULET);
}

static void a3_amulets_are_not_taken_in_it(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);
    put_amulets(&t, "c4 c5");

    feed(&t, "1 amulet move\n1 leg c4\n1 leg c5\n1 end\n");

    assert_int_equal(t.game.amulet[ANNA], 0);
    feed(&t, "2 end\n"); /* T1: now it is */
    assert_int_equal(t.game.amulet[ANNA], 1);
    assert_true(amulet_lies_on(&t, "c4"));
}

/* ---- A4, A6 ---- */

static void a4_an_amulet_protects_against_a_curse(void **state)
{
    (void)state;
    begin(&t, 4, "");
    stack(&t, "2 2 2 2 3 3 3 curse curse", "", LOLA);
    t.game.pile[LOLA][6]--;
    t.game.pile[ANNA][6]++;
    locate(&t, TOB_WHITE, ANNA, "b4");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 raise white\nnature peek 1 curse\nnature peek 1 2\nnature add 3\n"
             "nature curse\n");

    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_int_equal(t.game.amulet_pile, 21);
    assert_int_equal(coins_of(&t, ANNA), 6);
}

static void a6_amulets_go_back_to_the_pile(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_GREY, "1 in-beach");
    hold(&t, ANNA, "in-jungle in-lake");
    give_amulets(&t, ANNA, 5);
    assert_int_equal(t.game.amulet_pile, 16);

    feed(&t, "1 amulet remove grey c7\n1 amulet move\n1 amulet double in-beach\n"
             "1 amulet clue white in-jungle\n");
    settle(&t);
    feed(&t, "1 amulet exchange\n");

    assert_int_equal(t.game.amulet_pile, 21);
    assert_int_equal(t.game.amulet[ANNA], 0);
}

static void a6_an_amulet_taken_this_turn_can_be_spent_at_once(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_amulets(&t, "f3");
    feed(&t, "1 move\n");
    refuse(&t, "1 amulet move", TOB_REASON_A3_AMULET);

    feed(&t, "1 leg f3\n1 amulet move\n1 leg e3\n");

    assert_atv(&t, ANNA, "e3");
    assert_int_equal(t.game.amulet_pile, 21);
}

static void a6_powers_are_played_on_ones_own_turn(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, BOBBY, 1);

    refuse(&t, "2 amulet move", TOB_REASON_T5_SEAT);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a1_a_marker_is_removed_for_an_amulet),
        cmocka_unit_test(a1_the_last_marker_stays),
        cmocka_unit_test(a1_the_last_but_one_may_go),
        cmocka_unit_test(a1_markers_must_be_on_the_board),
        cmocka_unit_test(a1_with_17_sites_they_are),
        cmocka_unit_test(a1_a_marker_must_lie_there),
        cmocka_unit_test(a1_it_costs_an_amulet),
        cmocka_unit_test(a1_a_site_that_was_removed_stays_away),
        cmocka_unit_test(a2_an_extra_clue_leaves_the_main_action),
        cmocka_unit_test(a2_it_costs_an_amulet_and_follows_the_rules_of_clues),
        cmocka_unit_test(a3_an_extra_move_leaves_the_main_action),
        cmocka_unit_test(a3_it_may_follow_the_main_action),
        cmocka_unit_test(a3_it_costs_an_amulet),
        cmocka_unit_test(a3_amulets_are_not_taken_in_it),
        cmocka_unit_test(a4_an_amulet_protects_against_a_curse),
        cmocka_unit_test(a6_amulets_go_back_to_the_pile),
        cmocka_unit_test(a6_an_amulet_taken_this_turn_can_be_spent_at_once),
        cmocka_unit_test(a6_powers_are_played_on_ones_own_turn),
    };

    return cmocka_run_group_tests_name("amulets", tests, NULL, NULL);
}
