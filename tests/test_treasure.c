/* Clauses R and D: raising a treasure and sharing it out. */
#include "positions.h"

static scene t;

/* ---- R1 ---- */

static void r1_a_treasure_is_raised_from_its_last_site(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake 2 not-in-beach");

    feed(&t, "1 raise white\n");

    assert_int_equal(t.game.phase, TOB_PHASE_PEEK);
    assert_int_equal(t.game.treasure, TOB_WHITE);
}

static void r1_more_than_one_site_is_too_many(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "1 in-jungle");
    leave_sites(&t, TOB_WHITE, "h8 h9");
    put_atv(&t, ANNA, "h8");

    refuse(&t, "1 raise white", TOB_REASON_R1_UNKNOWN);
    refuse(&t, "1 raise grey", TOB_REASON_R1_UNKNOWN);
    assert_false(is_legal(&t, "1 raise white"));
}

static void r1_the_atv_must_stand_there(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    put_atv(&t, ANNA, "h9");
    put_atv(&t, BOBBY, "h8");

    refuse(&t, "1 raise white", TOB_REASON_R1_AWAY);
    assert_false(is_legal(&t, "1 raise white"));
}

static void r1_only_on_ones_own_turn(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    put_atv(&t, BOBBY, "h8");

    refuse(&t, "2 raise white", TOB_REASON_T5_SEAT);
    feed(&t, "1 end\n2 raise white\n");
    assert_int_equal(t.game.raiser, BOBBY);
}

static void r1_several_may_be_raised_one_after_the_other(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    lay(&t, TOB_GREY, "1 not-in-beach");
    leave_sites(&t, TOB_GREY, "h8");
    raise_and_claim(&t);
    feed(&t, "1 clue white in-jungle\n");
    settle(&t);

    feed(&t, "1 raise grey\n");

    assert_int_equal(t.game.treasure, TOB_GREY);
}

/* ---- R2 ---- */

static void r2_the_raiser_puts_a_rose_below_the_last_clue(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake 2 not-in-beach");
    assert_int_equal(t.game.roses[ANNA], 14);

    feed(&t, "1 raise white\n");

    assert_int_equal(t.game.roses[ANNA], 13);
    assert_int_equal(t.game.raise_rose, 1);
}

static void r2_the_marker_goes_back(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake 2 not-in-beach");
    assert_int_equal(tob_hexset_count(tob_map_markers(&t.game, TOB_WHITE)), 1);
    assert_false(tob_is_shared_out(&t.game, TOB_WHITE));

    feed(&t, "1 raise white\n");

    assert_true(tob_is_shared_out(&t.game, TOB_WHITE));
    assert_false(tob_is_shared_out(&t.game, TOB_GREY));
    assert_true(tob_hexset_is_empty(tob_map_markers(&t.game, TOB_WHITE)));
}

static void r2_she_needs_a_rose(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    lay(&t, TOB_GREY, "1+ not-in-jungle 1+ not-in-mountain 1+ not-next-river");
    lay(&t, TOB_BROWN,
        "1+ not-in-beach 1+ not-next-hut 1+ not-next-palm 1+ not-next-ocean");
    assert_int_equal(t.game.roses[ANNA], 0);

    refuse(&t, "1 raise white", TOB_REASON_R2_ROSE);
    assert_false(is_legal(&t, "1 raise white"));
}

static void r2_she_may_have_no_other_rose_on_the_map(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");

    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add 4\n");

    assert_int_equal(t.game.bag, 3);
}

/* ---- R3 ---- */

static void r3_each_draws_a_card_for_each_rose_in_turn_order_from_the_raiser(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake 2 not-in-beach 4 not-in-mountain 2 not-next-hut");
    put_atv(&t, BOBBY, "h8");
    turn_to(&t, BOBBY);
    feed(&t, "2 raise white\n");

    refuse(&t, "nature peek 4 2", TOB_REASON_T5_DEAL);
    feed(&t,
         "nature peek 2 2\nnature peek 2 3\nnature peek 2 4\n"); /* 2 clues + raising */
    refuse(&t, "nature peek 3 2", TOB_REASON_T5_DEAL);           /* no rose */
    feed(&t, "nature peek 4 5\n");
    refuse(&t, "nature add 2", TOB_REASON_R3_FIRST);
    feed(&t, "nature peek 1 curse\n");
    refuse(&t, "nature peek 1 2", TOB_REASON_R3_FIRST); /* one clue, one card */
    feed(&t, "nature add 2\n");

    assert_int_equal(t.game.bag, 6);
    assert_int_equal(t.game.phase, TOB_PHASE_REVEAL);
}

static void r3_a_double_claim_draws_two_cards(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2+ not-in-lake");

    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature peek 2 3\n"
             "nature add 4\n");

    assert_int_equal(t.game.bag, 4);
}

static void r3_nothing_else_happens_until_the_cards_are_drawn(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    feed(&t, "1 raise white\n");

    refuse(&t, "1 claim", TOB_REASON_R3_FIRST);
    refuse(&t, "1 end", TOB_REASON_R3_FIRST);
    refuse(&t, "nature reveal 2", TOB_REASON_R3_FIRST);
}

static void r3_only_the_cards_drawn_can_be_turned_up(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 3\nnature add 4\n");

    refuse(&t, "nature reveal 5", TOB_REASON_S1_GONE);
    refuse(&t, "nature curse", TOB_REASON_S1_GONE);
    feed(&t, "nature reveal 4\n1 pass\n1 pass\n");
    refuse(&t, "nature reveal 4", TOB_REASON_S1_GONE); /* there was only one */
    refuse(&t, "nature reveal ?", TOB_REASON_H1_SEEN);
}

static void r3_what_a_player_looked_at_is_hers_to_know(void **state)
{
    (void)state;
    tob_game view;

    treasure_at_h8(&t, "2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 6\nnature add 5\n");

    tob_view(&view, &t.game, as(BOBBY));
    assert_int_equal(view.peeked[BOBBY][6], 1);
    assert_int_equal(view.peeked[ANNA][2], 0);
    assert_int_equal(view.peeked[TOB_PEEK_ADDED][5], 0);
    tob_view(&view, &t.game, as(SPECTATOR));
    assert_int_equal(view.peeked[BOBBY][6], 0);
    tob_view(&view, &t.game, as(ANNA));
    assert_int_equal(view.peeked[ANNA][2], 1);
    assert_int_equal(view.peeked[BOBBY][6], 0);
    assert_int_equal(view.peeked[TOB_PEEK_ADDED][5], 0); /* unseen by the raiser too */
}

/* ---- R4 ---- */

static void r4_when_the_deck_runs_out_the_discards_are_shuffled(void **state)
{
    (void)state;
    begin(&t, 4, "");
    stack(&t, "2 3", "5 6", LOLA);
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach");
    leave_sites(&t, TOB_WHITE, "h8");
    put_atv(&t, ANNA, "h8");
    feed(&t, "1 raise white\nnature peek 1 2\n");
    assert_int_equal(t.game.treasure_discards[5], 1);
    refuse(&t, "nature peek 1 5", TOB_REASON_S1_GONE); /* the deck has a card left */

    feed(&t, "nature peek 1 3\n"); /* the last one */

    assert_int_equal(t.game.treasure_discards[5], 0);
    assert_int_equal(t.game.treasure_deck, 2);
    refuse(&t, "nature peek 2 2", TOB_REASON_S1_GONE);
    feed(&t, "nature peek 2 6\nnature add 5\n");
    assert_int_equal(t.game.bag, 4);
}

static void r4_discards_are_not_shuffled_before_they_are_needed(void **state)
{
    (void)state;
    begin(&t, 4, "");
    stack(&t, "2 3 4", "5 6", LOLA);
    lay(&t, TOB_WHITE, "1 not-in-lake");
    leave_sites(&t, TOB_WHITE, "h8");
    put_atv(&t, ANNA, "h8");

    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 3\nnature add 4\n");

    assert_int_equal(t.game.treasure_discards[5], 1);
    assert_int_equal(t.game.treasure_deck, 0);
}

static void r4_when_the_discards_run_out_too_fewer_cards_are_drawn(void **state)
{
    (void)state;
    begin(&t, 4, "");
    stack(&t, "2", "5", LOLA);
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach");
    leave_sites(&t, TOB_WHITE, "h8");
    put_atv(&t, ANNA, "h8");

    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 5\n");

    assert_int_equal(t.game.phase,
                     TOB_PHASE_REVEAL); /* nothing for Bobby, nothing added */
    assert_int_equal(t.game.bag, 2);
    feed(&t, "nature reveal 2\n1 claim\nnature reveal 5\n2 claim\n");
    assert_int_equal(t.game.ending, TOB_ENDING_E1);
    assert_int_equal(t.game.roses[ANNA], 15); /* D4: the clue's rose came back */
    assert_int_equal(coins_of(&t, BOBBY), 5);
}

static void r4_the_added_card_may_be_the_one_that_is_missing(void **state)
{
    (void)state;
    begin(&t, 4, "");
    stack(&t, "2 3", "", LOLA);
    lay(&t, TOB_WHITE, "1 not-in-lake");
    leave_sites(&t, TOB_WHITE, "h8");
    put_atv(&t, ANNA, "h8");

    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 3\n");

    assert_int_equal(t.game.phase, TOB_PHASE_REVEAL);
    assert_int_equal(t.game.bag, 2);
}

static void r4_without_any_card_the_treasure_is_empty_and_the_game_over(void **state)
{
    (void)state;
    begin(&t, 4, "");
    stack(&t, "", "", LOLA);
    lay(&t, TOB_WHITE, "1 not-in-lake");
    leave_sites(&t, TOB_WHITE, "h8");
    put_atv(&t, ANNA, "h8");

    feed(&t, "1 raise white\n");

    assert_int_equal(t.game.ending, TOB_ENDING_E1);
    assert_int_equal(t.game.roses[ANNA], 15);
    sound(&t);
}

/* ---- D1 ---- */

static void d1_a_card_is_offered_from_the_lowest_rose_to_the_top(void **state)
{
    (void)state;
    treasure_at_h8(&t, "3 not-in-lake 1 not-in-beach 2 not-in-mountain");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 3\nnature peek 2 4\n"
             "nature peek 3 5\nnature add 2\n");

    refuse(&t, "1 claim", TOB_REASON_D1_REVEAL_FIRST);
    feed(&t, "nature reveal 4\n");
    refuse(&t, "nature reveal 2", TOB_REASON_D1_ANSWER_FIRST);
    refuse(&t, "1 end", TOB_REASON_D1_ANSWER_FIRST);
    refuse(&t, "2 claim", TOB_REASON_T5_SEAT);
    feed(&t, "1 pass\n2 pass\n1 pass\n3 pass\n"); /* raiser, then the clues upwards */
    assert_int_equal(t.game.treasure_discards[4], 1);
    feed(&t, "nature reveal 5\n1 pass\n2 pass\n1 claim\n"); /* at her second rose */
    assert_int_equal(coins_of(&t, ANNA), 5);
}

static void d1_a_double_claim_is_asked_twice(void **state)
{
    (void)state;
    treasure_at_h8(&t, "3 not-in-lake 2+ not-in-beach");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature peek 2 4\n"
             "nature peek 3 5\nnature add 2\nnature reveal 5\n1 pass\n2 pass\n");

    refuse(&t, "3 claim", TOB_REASON_T5_SEAT);
    feed(&t, "2 claim\n"); /* at the second rose of the same clue */

    assert_int_equal(t.game.rose[card_of("not-in-beach")], tob_rose(BOBBY, 1));
    feed(&t, "nature reveal 4\n1 pass\n2 pass\n3 pass\n"); /* now asked once */
    feed(&t, "nature reveal 3\n1 pass\n2 claim\n");
    feed(&t, "nature reveal 2\n1 pass\n3 pass\n"); /* and no more */
}

static void d1_only_roses_still_on_the_map_are_asked(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add 4\n"
             "nature reveal 2\n1 claim\nnature reveal 3\n");

    refuse(&t, "1 claim", TOB_REASON_T5_SEAT);
    feed(&t, "2 pass\n");
    assert_int_equal(t.game.phase, TOB_PHASE_REVEAL);
}

/* ---- D2, D3 ---- */

static void d2_who_claims_takes_the_card_and_her_rose(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake 2 not-in-beach");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature peek 2 6\n"
             "nature add 4\nnature reveal 6\n1 pass\n2 claim\n");

    assert_int_equal(t.game.pile[BOBBY][6], 1);
    assert_int_equal(t.game.roses[BOBBY], 14);
    assert_int_equal(t.game.rose[card_of("not-in-beach")], 0); /* the lower one */
    assert_int_equal(t.game.rose[card_of("not-in-lake")], tob_rose(BOBBY, 1));
    assert_int_equal(t.game.claimer, BOBBY);
}

static void d3_a_card_that_nobody_claims_is_discarded(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add 4\n"
             "nature reveal 2\n1 pass\n");
    assert_int_equal(t.game.treasure_discards[2], 0);

    feed(&t, "2 pass\n");

    assert_int_equal(t.game.treasure_discards[2], 1);
    assert_int_equal(t.game.roses[BOBBY], 14); /* her rose stays */
}

/* ---- D4 ---- */

static void d4_cards_left_over_are_shown_and_discarded(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 3\nnature add 6\n"
             "nature reveal 2\n1 claim\nnature reveal 3\n1 claim\n");

    assert_int_equal(t.game.phase, TOB_PHASE_REVEAL);
    refuse(&t, "1 clue white in-jungle", TOB_REASON_D1_REVEAL_FIRST);
    feed(&t, "nature reveal 6\n");
    assert_int_equal(t.game.treasure_discards[6], 1);
    assert_int_equal(t.game.phase, TOB_PHASE_RESTART);
}

static void d4_a_curse_left_over_has_no_effect(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    give_amulets(&t, ANNA, 1);
    give_amulets(&t, BOBBY, 1);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 3\nnature add curse\n"
             "nature reveal 2\n1 claim\nnature reveal 3\n1 claim\nnature curse\n");

    assert_int_equal(t.game.amulet[ANNA], 1);
    assert_int_equal(coins_of(&t, ANNA), 5);
    assert_int_equal(t.game.pool[0], 1);
    assert_int_equal(t.game.treasure_discards[0], 0);
    assert_int_equal(t.game.phase, TOB_PHASE_RESTART);
}

static void d4_the_last_card_is_shown_though_one_rose_is_left(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add 4\n"
             "nature reveal 2\n1 pass\n2 pass\nnature reveal 3\n1 claim\n");

    refuse(&t, "2 claim", TOB_REASON_D1_REVEAL_FIRST);
    feed(&t, "nature reveal 4\n2 claim\n");
    assert_int_equal(coins_of(&t, BOBBY), 4);
}

static void d4_roses_left_on_the_map_return_when_the_cards_are_used_up(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2+ not-in-lake 3 not-in-beach");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature peek 2 4\n"
             "nature peek 3 3\nnature add 2\n");
    for (unsigned i = 0; i < 5; i++) {
        static const char *const reveal[] = {"nature reveal 2\n", "nature reveal 2\n",
                                             "nature reveal 3\n", "nature reveal 3\n",
                                             "nature reveal 4\n"};
        feed(&t, reveal[i]);
        feed(&t, "1 pass\n3 pass\n2 pass\n2 pass\n");
    }

    assert_int_equal(t.game.roses[ANNA], 15);
    assert_int_equal(t.game.roses[BOBBY], 15);
    assert_int_equal(t.game.roses[ROGER], 15);
    assert_int_equal(t.game.phase, TOB_PHASE_RESTART);
    assert_int_equal(t.game.treasure_discards[2], 2);
}

/* ---- D5 ---- */

static void d5_what_was_claimed_is_in_every_view(void **state)
{
    (void)state;
    tob_game view;

    treasure_at_h8(&t, "2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add 6\n"
             "nature reveal 6\n1 claim\n");

    for (unsigned viewer = BOBBY; viewer <= SPECTATOR; viewer++) {
        tob_view(&view, &t.game, as(viewer));
        assert_int_equal(view.pile[ANNA][6], 1);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(r1_a_treasure_is_raised_from_its_last_site),
        cmocka_unit_test(r1_more_than_one_site_is_too_many),
        cmocka_unit_test(r1_the_atv_must_stand_there),
        cmocka_unit_test(r1_only_on_ones_own_turn),
        cmocka_unit_test(r1_several_may_be_raised_one_after_the_other),
        cmocka_unit_test(r2_the_raiser_puts_a_rose_below_the_last_clue),
        cmocka_unit_test(r2_the_marker_goes_back),
        cmocka_unit_test(r2_she_needs_a_rose),
        cmocka_unit_test(r2_she_may_have_no_other_rose_on_the_map),
        cmocka_unit_test(
            r3_each_draws_a_card_for_each_rose_in_turn_order_from_the_raiser),
        cmocka_unit_test(r3_a_double_claim_draws_two_cards),
        cmocka_unit_test(r3_nothing_else_happens_until_the_cards_are_drawn),
        cmocka_unit_test(r3_only_the_cards_drawn_can_be_turned_up),
        cmocka_unit_test(r3_what_a_player_looked_at_is_hers_to_know),
        cmocka_unit_test(r4_when_the_deck_runs_out_the_discards_are_shuffled),
        cmocka_unit_test(r4_discards_are_not_shuffled_before_they_are_needed),
        cmocka_unit_test(r4_when_the_discards_run_out_too_fewer_cards_are_drawn),
        cmocka_unit_test(r4_the_added_card_may_be_the_one_that_is_missing),
        cmocka_unit_test(r4_without_any_card_the_treasure_is_empty_and_the_game_over),
        cmocka_unit_test(d1_a_card_is_offered_from_the_lowest_rose_to_the_top),
        cmocka_unit_test(d1_a_double_claim_is_asked_twice),
        cmocka_unit_test(d1_only_roses_still_on_the_map_are_asked),
        cmocka_unit_test(d2_who_claims_takes_the_card_and_her_rose),
        cmocka_unit_test(d3_a_card_that_nobody_claims_is_discarded),
        cmocka_unit_test(d4_cards_left_over_are_shown_and_discarded),
        cmocka_unit_test(d4_a_curse_left_over_has_no_effect),
        cmocka_unit_test(d4_the_last_card_is_shown_though_one_rose_is_left),
        cmocka_unit_test(d4_roses_left_on_the_map_return_when_the_cards_are_used_up),
        cmocka_unit_test(d5_what_was_claimed_is_in_every_view),
    };

    return cmocka_run_group_tests_name("treasure", tests, NULL, NULL);
}
