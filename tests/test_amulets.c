/* Clauses A, X and P: what amulets do. */
#include "positions.h"

static table t;

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

/* ---- X1 ---- */

static void x1_the_hand_is_discarded_and_as_many_are_drawn(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach next-hut next-palm");
    thin_deck(&t, "in-lake in-river next-lake next-river next-mountain");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 amulet exchange\n");

    refuse(&t, "nature draw 1 in-lake", TOB_REASON_X1_FIRST);
    refuse(&t, "nature discard 2 in-jungle", TOB_REASON_T5_DEAL);
    refuse(&t, "nature discard 1 in-lake", TOB_REASON_C1_HAND);
    refuse(&t, "nature discard 1 ?", TOB_REASON_C1_HAND);
    feed(&t, "nature discard 1 next-hut\nnature discard 1 in-jungle\n"
             "nature discard 1 in-beach\nnature discard 1 next-palm\n");
    refuse(&t, "1 end", TOB_REASON_C4_FIRST);
    feed(&t, "nature draw 1 in-lake\nnature draw 1 in-river\nnature draw 1 next-lake\n"
             "nature draw 1 next-river\n");

    assert_int_equal(t.game.phase, TOB_PHASE_TURN);
    assert_int_equal(t.game.turn, ANNA);
    assert_int_equal(t.game.hand_size[ANNA], 4);
    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_true(is_legal(&t, "1 move"));
}

static void x1_a_short_hand_draws_no_more_than_it_discarded(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach");
    thin_deck(&t, "in-lake in-river next-lake next-river");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 amulet exchange\nnature discard 1 in-jungle\nnature discard 1 in-beach\n"
             "nature draw 1 in-lake\nnature draw 1 in-river\n1 end\n");

    assert_int_equal(t.game.hand_size[ANNA], 2);
}

static void x1_the_discarded_cards_may_come_back_when_the_deck_is_renewed(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach");
    thin_deck(&t, "in-lake");
    give_amulets(&t, ANNA, 1);

    feed(&t,
         "1 amulet exchange\nnature discard 1 in-jungle\nnature discard 1 in-beach\n");
    refuse(&t, "nature draw 1 in-jungle", TOB_REASON_C4_GONE); /* not before */
    feed(&t, "nature draw 1 in-lake\nnature draw 1 in-jungle\n1 end\n");

    assert_true(holds(&t, ANNA, "in-jungle"));
    assert_int_equal(t.game.discards, 0);
}

static void x1_it_costs_an_amulet_once_the_turn_has_begun(void **state)
{
    (void)state;
    begin(&t, 2, "");
    feed(&t, "1 move\n");

    refuse(&t, "1 amulet exchange", TOB_REASON_X1_AMULET);
}

static void x1_an_empty_hand_cannot_be_exchanged(void **state)
{
    (void)state;
    begin(&t, 2, "");
    hold(&t, ANNA, "");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet exchange", TOB_REASON_X1_EMPTY);
    refuse(&t, "1 exchange", TOB_REASON_X1_EMPTY);
    assert_false(is_legal(&t, "1 exchange"));
    assert_false(is_legal(&t, "1 amulet exchange"));
}

static void x1_the_discarded_cards_are_shown_to_all(void **state)
{
    (void)state;
    begin(&t, 2, "");
    hold(&t, ANNA, "in-jungle in-beach");
    give_amulets(&t, ANNA, 1);
    see_as(&t, BOBBY);

    feed(&t,
         "1 amulet exchange\nnature discard 1 in-jungle\nnature discard 1 in-beach\n");

    assert_true(t.game.discards >> card_of("in-jungle") & 1);
    refuse(&t, "nature draw 1 in-lake", TOB_REASON_H1_HIDDEN);
    feed(&t, "nature draw 1 ?\nnature draw 1 ?\n1 end\n");
}

/* After the last card of a hand is shown, nothing of what she might have held can be in
 * it: what she holds next was drawn since. */
static void x1_a_view_forgets_the_old_hand(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach");
    hold(&t, BOBBY, "in-river in-lake next-hut next-palm");
    thin_deck(&t, "");
    give_amulets(&t, ANNA, 1);
    see_as(&t, ROGER);

    feed(&t, "1 amulet exchange\nnature discard 1 in-jungle\nnature discard 1 in-beach\n"
             "nature draw 1 ?\nnature draw 1 ?\n");

    assert_false(holds(&t, ANNA, "in-river")); /* it was no discard, so Bobby has it */
    assert_true(holds(&t, ANNA, "in-jungle"));
}

/* ---- X2 ---- */

static void x2_a_whole_turn_exchanges_the_hand_without_an_amulet(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach next-hut next-palm");
    thin_deck(&t, "in-lake in-river next-lake next-river next-mountain");

    feed(&t, "1 exchange\nnature discard 1 in-jungle\nnature discard 1 in-beach\n"
             "nature discard 1 next-hut\nnature discard 1 next-palm\n"
             "nature draw 1 in-lake\nnature draw 1 in-river\nnature draw 1 next-lake\n"
             "nature draw 1 next-river\n");

    assert_int_equal(t.game.turn, BOBBY);
    assert_int_equal(t.game.phase, TOB_PHASE_TURN);
    assert_int_equal(t.game.hand_size[ANNA], 4);
}

static void x2_a_turn_that_has_begun_is_too_late_a_move(void **state)
{
    (void)state;
    begin(&t, 2, "");
    feed(&t, "1 move\n");

    refuse(&t, "1 exchange", TOB_REASON_X2_LATE);
    assert_false(is_legal(&t, "1 exchange"));
}

static void x2_a_turn_that_has_begun_is_too_late_an_amulet(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_GREY, "2 in-beach");
    give_amulets(&t, ANNA, 2);
    feed(&t, "1 amulet remove grey c7\n");

    refuse(&t, "1 exchange", TOB_REASON_X2_LATE);
}

static void x2_a_turn_that_has_begun_is_too_late_a_treasure(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "b4");
    hold(&t, ANNA, "in-jungle in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 2\nnature add 3\n"
             "nature reveal 2\n1 claim\nnature reveal 2\n1 claim\nnature reveal 3\n"
             "1 clue white in-jungle\n");
    settle(&t);

    refuse(&t, "1 exchange", TOB_REASON_X2_LATE);
}

static void x2_two_exchanges_in_one_turn_are_refused(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 amulet exchange\n");
    settle(&t);

    refuse(&t, "1 exchange", TOB_REASON_X2_LATE);
}

static void x2_the_next_player_takes_her_amulet_when_it_ends(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_atv(&t, BOBBY, "c7");
    put_amulets(&t, "c7");

    feed(&t, "1 exchange\n");
    settle(&t);

    assert_int_equal(t.game.turn, BOBBY);
    assert_int_equal(t.game.amulet[BOBBY], 1);
}

/* ---- P1 ---- */

static void p1_a_second_rose_goes_on_the_clue_just_played(void **state)
{
    (void)state;
    begin(&t, 3, "options experienced\n");
    hold(&t, ANNA, "in-jungle");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 clue white in-jungle\n");
    settle(&t);

    feed(&t, "1 amulet double in-jungle\n");

    assert_int_equal(t.game.rose[card_of("in-jungle")], tob_rose(ANNA, 2));
    assert_int_equal(t.game.roses[ANNA], 13);
    assert_int_equal(t.game.amulet[ANNA], 0);
}

static void p1_any_clue_with_one_rose_of_ones_own_will_do(void **state)
{
    (void)state;
    begin(&t, 3, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach 1 not-in-jungle");
    give_amulets(&t, ANNA, 3);

    feed(&t, "1 amulet double not-in-lake\n");

    refuse(&t, "1 amulet double not-in-lake", TOB_REASON_P1_NOT_OWN); /* double already */
    refuse(&t, "1 amulet double not-in-beach", TOB_REASON_P1_NOT_OWN);
    assert_false(is_legal(&t, "1 amulet double not-in-lake"));
    assert_true(is_legal(&t, "1 amulet double not-in-jungle"));
}

static void p1_the_card_must_lie_on_a_map(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    hold(&t, ANNA, "in-jungle");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet double in-jungle", TOB_REASON_P1_NOT_ON_MAP);
    refuse(&t, "1 amulet double ?", TOB_REASON_P1_NOT_ON_MAP);
}

static void p1_the_location_must_not_be_known(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1 in-jungle");
    leave_sites(&t, TOB_WHITE, "h8 h9");
    give_amulets(&t, ANNA, 2);
    assert_true(is_legal(&t, "1 amulet double in-jungle"));

    feed(&t, "1 amulet remove white h9\n");

    refuse(&t, "1 amulet double in-jungle", TOB_REASON_P1_KNOWN);
    assert_false(is_legal(&t, "1 amulet double in-jungle"));
}

static void p1_it_costs_an_amulet_and_a_rose(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1+ not-in-lake 1+ not-in-beach 1+ not-next-hut 1+ not-next-palm");
    lay(&t, TOB_GREY, "1+ not-in-jungle 1+ not-in-mountain 1+ not-next-river");
    lay(&t, TOB_BROWN, "1 not-in-scrubland");

    refuse(&t, "1 amulet double not-in-scrubland", TOB_REASON_P1_AMULET);
    give_amulets(&t, ANNA, 1);
    refuse(&t, "1 amulet double not-in-scrubland", TOB_REASON_P1_ROSE);
    assert_false(is_legal(&t, "1 amulet double not-in-scrubland"));
}

static void p1_without_the_option_there_is_no_such_power(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet double not-in-lake", TOB_REASON_P_OFF);
    assert_false(is_legal(&t, "1 amulet double not-in-lake"));
}

/* ---- P2 ---- */

static void p2_two_single_roses_are_swapped(void **state)
{
    (void)state;
    begin(&t, 3, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach 3 not-in-jungle");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 amulet swap not-in-lake not-in-beach\n");

    assert_int_equal(t.game.rose[card_of("not-in-lake")], tob_rose(BOBBY, 1));
    assert_int_equal(t.game.rose[card_of("not-in-beach")], tob_rose(ANNA, 1));
    assert_int_equal(t.game.rose[card_of("not-in-jungle")], tob_rose(ROGER, 1));
    assert_int_equal(t.game.amulet[ANNA], 0);
}

static void p2_the_roses_may_be_of_any_two_owners(void **state)
{
    (void)state;
    begin(&t, 3, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach 3 not-in-jungle");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 amulet swap not-in-beach not-in-jungle\n");

    assert_int_equal(t.game.rose[card_of("not-in-beach")], tob_rose(ROGER, 1));
    assert_int_equal(t.game.rose[card_of("not-in-jungle")], tob_rose(BOBBY, 1));
}

static void p2_two_double_claims_are_swapped(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1+ not-in-lake 2+ not-in-beach");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 amulet swap not-in-lake not-in-beach\n");

    assert_int_equal(t.game.rose[card_of("not-in-lake")], tob_rose(BOBBY, 2));
    assert_int_equal(t.game.rose[card_of("not-in-beach")], tob_rose(ANNA, 2));
}

static void p2_a_single_and_a_double_are_not(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1+ not-in-lake 2 not-in-beach");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet swap not-in-lake not-in-beach", TOB_REASON_P2_UNEQUAL);
    assert_false(is_legal(&t, "1 amulet swap not-in-lake not-in-beach"));
}

static void p2_two_roses_of_one_owner_are_not(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 1 not-in-beach");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet swap not-in-lake not-in-beach", TOB_REASON_P2_SAME);
    refuse(&t, "1 amulet swap not-in-lake not-in-lake", TOB_REASON_P2_SAME);
    assert_false(is_legal(&t, "1 amulet swap not-in-lake not-in-beach"));
}

static void p2_the_clues_lie_on_one_map(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake");
    lay(&t, TOB_GREY, "2 not-in-beach");
    hold(&t, BOBBY, "in-jungle");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet swap not-in-lake not-in-beach", TOB_REASON_P2_OTHER_MAP);
    refuse(&t, "1 amulet swap not-in-lake in-jungle", TOB_REASON_P2_OTHER_MAP);
    refuse(&t, "1 amulet swap in-jungle not-in-lake", TOB_REASON_P2_NOT_ON_MAP);
}

static void p2_a_move_names_the_upper_clue_first_a_record_need_not(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach");
    give_amulets(&t, ANNA, 1);
    const tob_move upwards = {.kind = TOB_MOVE_AMULET_SWAP,
                              .card = (uint8_t)card_of("not-in-beach"),
                              .other = (uint8_t)card_of("not-in-lake")};

    assert_int_equal(refusal(&t, upwards), TOB_REASON_P2_ORDER);
    feed(&t, "1 amulet swap not-in-beach not-in-lake\n");
    assert_int_equal(t.move.card, card_of("not-in-lake"));
    assert_int_equal(t.game.rose[card_of("not-in-lake")], tob_rose(BOBBY, 1));
}

static void p2_the_location_must_not_be_known(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach");
    leave_sites(&t, TOB_WHITE, "h8");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet swap not-in-lake not-in-beach", TOB_REASON_P2_KNOWN);
    assert_false(is_legal(&t, "1 amulet swap not-in-lake not-in-beach"));
}

static void p2_it_costs_an_amulet_and_needs_the_option(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach");
    refuse(&t, "1 amulet swap not-in-lake not-in-beach", TOB_REASON_P2_AMULET);

    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet swap not-in-lake not-in-beach", TOB_REASON_P_OFF);
    assert_false(is_legal(&t, "1 amulet swap not-in-lake not-in-beach"));
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
        cmocka_unit_test(x1_the_hand_is_discarded_and_as_many_are_drawn),
        cmocka_unit_test(x1_a_short_hand_draws_no_more_than_it_discarded),
        cmocka_unit_test(x1_the_discarded_cards_may_come_back_when_the_deck_is_renewed),
        cmocka_unit_test(x1_it_costs_an_amulet_once_the_turn_has_begun),
        cmocka_unit_test(x1_an_empty_hand_cannot_be_exchanged),
        cmocka_unit_test(x1_the_discarded_cards_are_shown_to_all),
        cmocka_unit_test(x1_a_view_forgets_the_old_hand),
        cmocka_unit_test(x2_a_whole_turn_exchanges_the_hand_without_an_amulet),
        cmocka_unit_test(x2_a_turn_that_has_begun_is_too_late_a_move),
        cmocka_unit_test(x2_a_turn_that_has_begun_is_too_late_an_amulet),
        cmocka_unit_test(x2_a_turn_that_has_begun_is_too_late_a_treasure),
        cmocka_unit_test(x2_two_exchanges_in_one_turn_are_refused),
        cmocka_unit_test(x2_the_next_player_takes_her_amulet_when_it_ends),
        cmocka_unit_test(p1_a_second_rose_goes_on_the_clue_just_played),
        cmocka_unit_test(p1_any_clue_with_one_rose_of_ones_own_will_do),
        cmocka_unit_test(p1_the_card_must_lie_on_a_map),
        cmocka_unit_test(p1_the_location_must_not_be_known),
        cmocka_unit_test(p1_it_costs_an_amulet_and_a_rose),
        cmocka_unit_test(p1_without_the_option_there_is_no_such_power),
        cmocka_unit_test(p2_two_single_roses_are_swapped),
        cmocka_unit_test(p2_the_roses_may_be_of_any_two_owners),
        cmocka_unit_test(p2_two_double_claims_are_swapped),
        cmocka_unit_test(p2_a_single_and_a_double_are_not),
        cmocka_unit_test(p2_two_roses_of_one_owner_are_not),
        cmocka_unit_test(p2_the_clues_lie_on_one_map),
        cmocka_unit_test(p2_a_move_names_the_upper_clue_first_a_record_need_not),
        cmocka_unit_test(p2_the_location_must_not_be_known),
        cmocka_unit_test(p2_it_costs_an_amulet_and_needs_the_option),
    };

    return cmocka_run_group_tests_name("amulets", tests, NULL, NULL);
}
