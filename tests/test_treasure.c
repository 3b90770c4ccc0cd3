/* Clauses R, D, K, N and E: raising a treasure, sharing it out, what follows, the end. */
#include "positions.h"

static table t;

/* Anna stands on h8, where the white treasure is known to lie below these clues. Deep in
 * the deck: curses may come. The cards not named here are before Lola. */
static void treasure_at_h8(const char *clues)
{
    begin(&t, 4, "");
    stack(&t, "2 2 2 2 3 3 3 3 4 4 4 5 5 6 curse curse", "", LOLA);
    lay(&t, TOB_WHITE, clues);
    leave_sites(&t, TOB_WHITE, "h8");
    put_atv(&t, ANNA, "h8");
    hold(&t, ANNA, "in-jungle in-lake in-beach in-mountain");
    hold(&t, BOBBY, "next-jungle next-lake next-beach next-mountain");
}

/* Moves treasure cards from Lola's pile to another. */
static void from_lola(unsigned seat, unsigned coins)
{
    assert_true(t.game.pile[LOLA][coins] > 0);
    t.game.pile[LOLA][coins]--;
    t.game.pile[seat][coins]++;
    sound(&t);
}

/* Anna raises her own treasure of one clue and claims twice; she must restart. */
static void raise_and_claim(void)
{
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 3\nnature add 2\n"
             "nature reveal 2\n1 claim\nnature reveal 3\n1 claim\nnature reveal 2\n");
}

/* ---- R1 ---- */

static void r1_a_treasure_is_raised_from_its_last_site(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake 2 not-in-beach");

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
    treasure_at_h8("1 not-in-lake");
    put_atv(&t, ANNA, "h9");
    put_atv(&t, BOBBY, "h8");

    refuse(&t, "1 raise white", TOB_REASON_R1_AWAY);
    assert_false(is_legal(&t, "1 raise white"));
}

static void r1_only_on_ones_own_turn(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    put_atv(&t, BOBBY, "h8");

    refuse(&t, "2 raise white", TOB_REASON_T5_SEAT);
    feed(&t, "1 end\n2 raise white\n");
    assert_int_equal(t.game.raiser, BOBBY);
}

static void r1_several_may_be_raised_one_after_the_other(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    lay(&t, TOB_GREY, "1 not-in-beach");
    leave_sites(&t, TOB_GREY, "h8");
    raise_and_claim();
    feed(&t, "1 clue white in-jungle\n");
    settle(&t);

    feed(&t, "1 raise grey\n");

    assert_int_equal(t.game.treasure, TOB_GREY);
}

/* ---- R2 ---- */

static void r2_the_raiser_puts_a_rose_below_the_last_clue(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake 2 not-in-beach");
    assert_int_equal(t.game.roses[ANNA], 14);

    feed(&t, "1 raise white\n");

    assert_int_equal(t.game.roses[ANNA], 13);
    assert_int_equal(t.game.raise_rose, 1);
}

static void r2_she_needs_a_rose(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
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
    treasure_at_h8("2 not-in-lake");

    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add 4\n");

    assert_int_equal(t.game.bag, 3);
}

/* ---- R3 ---- */

static void r3_each_draws_a_card_for_each_rose_in_turn_order_from_the_raiser(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake 2 not-in-beach 4 not-in-mountain 2 not-next-hut");
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
    treasure_at_h8("2+ not-in-lake");

    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature peek 2 3\n"
             "nature add 4\n");

    assert_int_equal(t.game.bag, 4);
}

static void r3_nothing_else_happens_until_the_cards_are_drawn(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    feed(&t, "1 raise white\n");

    refuse(&t, "1 claim", TOB_REASON_R3_FIRST);
    refuse(&t, "1 end", TOB_REASON_R3_FIRST);
    refuse(&t, "nature reveal 2", TOB_REASON_R3_FIRST);
}

static void r3_only_the_cards_drawn_can_be_turned_up(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
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

    treasure_at_h8("2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 6\nnature add 5\n");

    tob_view(&view, &t.game, BOBBY);
    assert_int_equal(view.peeked[BOBBY][6], 1);
    assert_int_equal(view.peeked[ANNA][2], 0);
    assert_int_equal(view.peeked[TOB_PEEK_ADDED][5], 0);
    tob_view(&view, &t.game, TOB_VIEW_SPECTATOR);
    assert_int_equal(view.peeked[BOBBY][6], 0);
    tob_view(&view, &t.game, ANNA);
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
    treasure_at_h8("3 not-in-lake 1 not-in-beach 2 not-in-mountain");
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
    treasure_at_h8("3 not-in-lake 2+ not-in-beach");
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
    treasure_at_h8("2 not-in-lake");
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
    treasure_at_h8("2 not-in-lake 2 not-in-beach");
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
    treasure_at_h8("2 not-in-lake");
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
    treasure_at_h8("1 not-in-lake");
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
    treasure_at_h8("1 not-in-lake");
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
    treasure_at_h8("2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add 4\n"
             "nature reveal 2\n1 pass\n2 pass\nnature reveal 3\n1 claim\n");

    refuse(&t, "2 claim", TOB_REASON_D1_REVEAL_FIRST);
    feed(&t, "nature reveal 4\n2 claim\n");
    assert_int_equal(coins_of(&t, BOBBY), 4);
}

static void d4_roses_left_on_the_map_return_when_the_cards_are_used_up(void **state)
{
    (void)state;
    treasure_at_h8("2+ not-in-lake 3 not-in-beach");
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

    treasure_at_h8("2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add 6\n"
             "nature reveal 6\n1 claim\n");

    for (unsigned viewer = BOBBY; viewer <= TOB_VIEW_SPECTATOR; viewer++) {
        tob_view(&view, &t.game, viewer);
        assert_int_equal(view.pile[ANNA][6], 1);
    }
}

/* ---- K1 ---- */

static void k1_a_curse_ends_the_distribution(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add curse\n"
             "nature curse\n");

    refuse(&t, "1 claim", TOB_REASON_D1_REVEAL_FIRST);
    feed(&t, "nature reveal 3\n"); /* only shown */
    refuse(&t, "1 claim", TOB_REASON_D1_REVEAL_FIRST);
    feed(&t, "nature reveal 2\n");
    assert_int_equal(t.game.treasure_discards[2], 1);
    assert_int_equal(t.game.treasure_discards[3], 1);
    assert_int_equal(t.game.phase, TOB_PHASE_RESTART);
}

static void k1_a_curse_as_the_last_card_ends_it_too(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    give_amulets(&t, BOBBY, 1);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add curse\n"
             "nature reveal 2\n1 claim\nnature reveal 3\n2 pass\nnature curse\n");

    assert_int_equal(t.game.amulet[BOBBY], 0);
    assert_int_equal(t.game.phase, TOB_PHASE_RESTART);
}

/* ---- K2 ---- */

static void k2_each_with_a_rose_gives_up_an_amulet(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    give_amulets(&t, ANNA, 2);
    give_amulets(&t, BOBBY, 1);
    give_amulets(&t, ROGER, 1);
    from_lola(ANNA, 6);
    from_lola(BOBBY, 5);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add curse\n"
             "nature curse\n");

    assert_int_equal(t.game.amulet[ANNA], 1);
    assert_int_equal(t.game.amulet[BOBBY], 0);
    assert_int_equal(t.game.amulet[ROGER], 1); /* no rose there */
    assert_int_equal(t.game.amulet_pile, 21 - 2);
    assert_int_equal(coins_of(&t, ANNA), 6);
    assert_int_equal(coins_of(&t, BOBBY), 5);
}

static void k2_without_an_amulet_the_most_valuable_card_goes(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    from_lola(ANNA, 3);
    from_lola(ANNA, 5);
    from_lola(ANNA, 5);
    from_lola(BOBBY, 2);
    const unsigned rich = coins_of(&t, LOLA);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add curse\n"
             "nature curse\n");

    assert_int_equal(coins_of(&t, ANNA), 8);
    assert_int_equal(coins_of(&t, BOBBY), 0);
    assert_int_equal(coins_of(&t, LOLA), rich); /* no rose there */
    assert_int_equal(t.game.treasure_discards[5], 1);
    assert_int_equal(t.game.treasure_discards[2], 1);
}

static void k2_with_neither_nothing_is_lost(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    const uint8_t pile = t.game.amulet_pile;

    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add curse\n"
             "nature curse\n");

    assert_int_equal(coins_of(&t, ANNA), 0);
    assert_int_equal(t.game.amulet_pile, pile);
}

static void k2_once_a_player_however_many_roses(void **state)
{
    (void)state;
    treasure_at_h8("1+ not-in-lake 1 not-in-beach");
    give_amulets(&t, ANNA, 3);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 3\nnature peek 1 4\n"
             "nature peek 1 curse\nnature add 2\nnature curse\n");

    assert_int_equal(t.game.amulet[ANNA], 2);
}

static void k2_who_has_claimed_with_her_last_rose_is_safe(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    give_amulets(&t, ANNA, 1);
    give_amulets(&t, BOBBY, 1);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add curse\n"
             "nature reveal 2\n1 claim\nnature curse\n");

    assert_int_equal(t.game.amulet[ANNA], 1);
    assert_int_equal(t.game.amulet[BOBBY], 0);
    assert_int_equal(coins_of(&t, ANNA), 2);
}

static void k2_the_raisers_rose_below_the_clues_counts(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 curse\nnature add 3\n"
             "nature curse\n");

    assert_int_equal(t.game.amulet[ANNA], 0);
}

static void k2_a_card_claimed_from_this_treasure_can_be_lost(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 6\nnature peek 1 curse\nnature add 2\n"
             "nature reveal 6\n1 claim\nnature curse\nnature reveal 2\n");

    assert_int_equal(coins_of(&t, ANNA), 0);
    assert_int_equal(t.game.treasure_discards[6], 1);
}

/* ---- K3 ---- */

static void k3_the_curse_leaves_the_game_and_the_rest_is_discarded(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 4\nnature peek 2 3\nnature add curse\n"
             "nature curse\nnature reveal 3\nnature reveal 4\n");

    assert_int_equal(t.game.pool[0], 1);
    assert_int_equal(t.game.treasure_discards[0], 0);
    assert_int_equal(t.game.treasure_discards[3], 1);
    assert_int_equal(t.game.treasure_discards[4], 1);
    assert_int_equal(t.game.roses[ANNA], 15);
    assert_int_equal(t.game.roses[BOBBY], 15);
}

static void k3_a_second_curse_among_the_undistributed_has_no_effect(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    give_amulets(&t, ANNA, 2);
    give_amulets(&t, BOBBY, 2);
    feed(&t, "1 raise white\nnature peek 1 curse\nnature peek 2 3\nnature add curse\n"
             "nature curse\nnature curse\nnature reveal 3\n");

    assert_int_equal(t.game.amulet[ANNA], 1);
    assert_int_equal(t.game.amulet[BOBBY], 1);
    assert_int_equal(t.game.pool[0], 0);
    assert_int_equal(t.game.treasure_discards[0], 0);
    assert_int_equal(t.game.phase, TOB_PHASE_RESTART);
}

/* ---- N1 ---- */

static void n1_the_clues_are_discarded_and_all_spaces_possible_again(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    raise_and_claim();

    assert_true(t.game.discards >> card_of("not-in-lake") & 1);
    assert_int_equal(t.game.map[TOB_WHITE].length, 0);
    assert_int_equal(t.game.map[TOB_WHITE].count, 104);
    assert_true(tob_hexset_is_empty(t.game.map[TOB_WHITE].removed));
}

/* ---- N2 ---- */

static void n2_who_claimed_last_starts_the_map_anew(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add 4\n"
             "nature reveal 2\n1 claim\nnature reveal 3\n2 claim\nnature reveal 4\n");

    assert_int_equal(tob_to_move(&t.game), BOBBY);
    refuse(&t, "1 clue white in-jungle", TOB_REASON_T5_SEAT);
    refuse(&t, "1 end", TOB_REASON_N2_FIRST);
    refuse(&t, "2 clue grey next-jungle", TOB_REASON_N2_MAP);
    refuse(&t, "2 clue white in-jungle", TOB_REASON_C1_HAND);
    feed(&t, "2 clue white next-jungle\n");
    refuse(&t, "nature draw 1 in-river", TOB_REASON_T5_DEAL);
    settle(&t);

    assert_int_equal(t.game.map[TOB_WHITE].length, 1);
    assert_int_equal(t.game.rose[card_of("next-jungle")], tob_rose(BOBBY, 1));
    assert_int_equal(t.game.roses[BOBBY], 14);
    assert_int_equal(t.game.hand_size[BOBBY], 4);
    assert_int_equal(t.game.turn, ANNA);
    assert_int_equal(tob_to_move(&t.game), ANNA);
    assert_true(is_legal(&t, "1 move"));
}

static void n2_later_cards_declined_do_not_matter(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add 4\n"
             "nature reveal 2\n1 pass\n2 claim\nnature reveal 3\n1 pass\n"
             "nature reveal 4\n1 pass\n");

    assert_int_equal(tob_to_move(&t.game), BOBBY);
}

static void n2_a_curse_after_the_claim_does_not_matter(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 curse\nnature add 4\n"
             "nature reveal 2\n1 pass\n2 claim\nnature curse\nnature reveal 4\n");

    assert_int_equal(tob_to_move(&t.game), BOBBY);
}

static void n2_if_nobody_claimed_the_raiser_starts(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 curse\nnature add 4\n"
             "nature curse\nnature reveal 2\nnature reveal 4\n");

    assert_int_equal(tob_to_move(&t.game), ANNA);
    feed(&t, "1 clue white in-jungle\n");
}

static void n2_the_claim_of_an_earlier_treasure_does_not_count(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    lay(&t, TOB_GREY, "2 not-in-beach");
    leave_sites(&t, TOB_GREY, "h8");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add 4\n"
             "nature reveal 2\n1 pass\n2 claim\nnature reveal 3\n1 pass\n"
             "nature reveal 4\n1 pass\n2 clue white next-jungle\n");
    settle(&t);

    feed(&t, "1 raise grey\nnature peek 1 2\nnature peek 2 2\nnature add curse\n"
             "nature curse\nnature reveal 2\nnature reveal 2\n");

    assert_int_equal(tob_to_move(&t.game), ANNA);
}

static void n2_she_must_if_she_can(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    raise_and_claim();

    refuse(&t, "1 cannot", TOB_REASON_N2_CAN);
    assert_false(is_legal(&t, "1 cannot"));
}

static void n2_with_an_empty_hand_she_cannot(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    hold(&t, ANNA, "");
    raise_and_claim();

    feed(&t, "1 cannot\n");

    assert_int_equal(t.game.map[TOB_WHITE].length, 0);
    assert_int_equal(t.game.phase, TOB_PHASE_TURN);
    assert_true(amulet_lies_on(&t, "k12")); /* N3 comes all the same */
}

static void n2_without_a_rose_she_cannot(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    raise_and_claim();
    lay(&t, TOB_GREY, "1+ not-in-jungle 1+ not-in-mountain 1+ not-next-river");
    lay(&t, TOB_BROWN,
        "1+ not-in-beach 1+ not-next-hut 1+ not-next-palm 1+ not-next-ocean");
    lay(&t, TOB_BLACK, "1 not-in-scrubland");
    assert_int_equal(t.game.roses[ANNA], 0);

    refuse(&t, "1 clue white in-jungle", TOB_REASON_C1_ROSE);
    feed(&t, "1 cannot\n");
    assert_int_equal(t.game.phase, TOB_PHASE_TURN);
}

/* On a whole island every card of the present deck is a legal first clue, so the board is
 * bent: these two allow every space. */
static void n2_without_a_legal_card_she_cannot(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    hold(&t, ANNA, "sight-ocean next-ocean");
    t.board.allowed[card_of("sight-ocean")] = t.board.spaces;
    t.board.allowed[card_of("next-ocean")] = t.board.spaces;
    raise_and_claim();

    refuse(&t, "1 clue white sight-ocean", TOB_REASON_C2_NOTHING);
    feed(&t, "1 cannot\n");
    assert_int_equal(t.game.map[TOB_WHITE].length, 0);
}

static void n2_a_map_left_empty_is_started_in_a_turn(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    hold(&t, ANNA, "");
    raise_and_claim();
    feed(&t, "1 cannot\n1 end\n");

    feed(&t, "2 clue white next-jungle\n");

    assert_int_equal(t.game.map[TOB_WHITE].length, 1);
}

static void n2_a_view_believes_it(void **state)
{
    (void)state;
    treasure_at_h8("2 not-in-lake");
    see_as(&t, BOBBY);
    feed(&t, "1 raise white\nnature peek 1 ?\nnature peek 2 3\nnature add ?\n"
             "nature reveal 2\n1 claim\nnature reveal 4\n2 pass\nnature reveal 3\n"
             "2 pass\n");
    assert_true(is_legal(&t, "1 clue white in-jungle"));

    feed(&t, "1 cannot\n");

    assert_int_equal(t.game.phase, TOB_PHASE_TURN);
}

static void n2_the_main_action_is_still_to_come(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    raise_and_claim();
    feed(&t, "1 clue white in-jungle\n");
    settle(&t);

    feed(&t, "1 clue grey in-lake\n");

    assert_int_equal(t.game.map[TOB_GREY].length, 1);
}

/* ---- N3, N4 ---- */

static void raise_restart(void)
{
    raise_and_claim();
    feed(&t, "1 clue white in-jungle\n");
    settle(&t);
}

static void n3_each_statue_brings_an_amulet_to_the_end_of_its_ray(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");

    raise_restart();

    assert_string_equal(names_of(&t.board, t.game.amulets), "e3 k12 n8");
    assert_int_equal(t.game.amulet_pile, 18);
}

static void n3_the_ray_goes_on_beyond_water(void **state)
{
    (void)state;
    begin(&t, 2, "");

    assert_int_equal(tob_board_ray_end(&t.board, space_of(&t, "k4"), TOB_S),
                     space_of(&t, "k12")); /* k11 is a bay */
    assert_int_equal(tob_board_ray_end(&t.board, space_of(&t, "i4"), TOB_NW),
                     space_of(&t, "f3"));
    assert_int_equal(tob_board_ray_end(&t.board, space_of(&t, "e6"), TOB_N),
                     space_of(&t, "e3"));
}

static void n3_the_new_map_comes_first(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    raise_and_claim();
    assert_true(tob_hexset_is_empty(t.game.amulets));

    feed(&t, "1 clue white in-jungle\n");
    assert_true(tob_hexset_is_empty(t.game.amulets)); /* she draws back up first */
    settle(&t);

    assert_int_equal(tob_hexset_count(t.game.amulets), 3);
}

static void n3_a_space_with_an_amulet_gets_no_other(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    put_amulets(&t, "k12");

    raise_restart();

    assert_string_equal(names_of(&t.board, t.game.amulets), "e3 k12 n8");
    assert_int_equal(t.game.amulet_pile, 18);
}

static void n3_two_statues_that_look_at_one_space_bring_one(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    t.game.facing[2] = TOB_SE; /* h11 to k12, like k4 */

    raise_restart();

    assert_string_equal(names_of(&t.board, t.game.amulets), "e3 k12");
    assert_int_equal(t.game.amulet_pile, 19);
}

static void n3_an_empty_pile_brings_none(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    shrink_pile(&t, LOLA, 0);

    raise_restart();

    assert_true(tob_hexset_is_empty(t.game.amulets));
    assert_int_equal(t.game.facing[0], TOB_SW); /* N4 all the same */
}

static void n3_the_statues_bring_them_in_order_of_placement(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    shrink_pile(&t, LOLA, 2);

    raise_restart();

    assert_string_equal(names_of(&t.board, t.game.amulets), "e3 k12"); /* k4, then e6 */
    assert_int_equal(t.game.amulet_pile, 0);
}

static void n3_under_an_atv_it_is_taken_only_when_a_turn_begins_there(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    lay(&t, TOB_WHITE, "1 not-in-lake");
    leave_sites(&t, TOB_WHITE, "k12");
    put_atv(&t, ANNA, "k12");
    put_atv(&t, BOBBY, "n8");

    raise_restart();

    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_int_equal(t.game.amulet[BOBBY], 0);
    feed(&t, "1 end\n");
    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_int_equal(t.game.amulet[BOBBY], 1);
    assert_true(amulet_lies_on(&t, "k12"));
    feed(&t, "2 end\n3 end\n4 end\n");
    assert_int_equal(t.game.amulet[ANNA], 1);
}

static void n4_all_statues_turn_clockwise(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    t.game.facing[1] = TOB_NW;

    raise_restart();

    assert_int_equal(t.game.facing[0], TOB_SW); /* was S */
    assert_int_equal(t.game.facing[1], TOB_N);  /* was NW */
    assert_int_equal(t.game.facing[2], TOB_SE); /* was NE */
}

static void n4_they_turn_after_the_amulets_surfaced(void **state)
{
    (void)state;
    treasure_at_h8("1 not-in-lake");
    lay(&t, TOB_GREY, "1 not-in-beach");
    leave_sites(&t, TOB_GREY, "h8");
    raise_restart();

    feed(&t, "1 raise grey\nnature peek 1 2\nnature peek 1 3\nnature add 4\n"
             "nature reveal 2\n1 claim\nnature reveal 3\n1 claim\nnature reveal 4\n"
             "1 clue grey in-lake\n");
    settle(&t);

    /* k4 SW d8, e6 NE l3, h11 SE k12, where one lies already */
    assert_string_equal(names_of(&t.board, t.game.amulets), "d8 e3 k12 l3 n8");
}

/* ---- E1 ---- */

static void last_treasure(const char *deck, const char *discards)
{
    begin(&t, 3, "");
    stack(&t, deck, discards, ROGER);
    lay(&t, TOB_WHITE, "1 not-in-lake");
    leave_sites(&t, TOB_WHITE, "h8");
    put_atv(&t, ANNA, "h8");
    hold(&t, ANNA, "in-jungle");
}

static void e1_the_game_ends_when_the_last_card_was_drawn(void **state)
{
    (void)state;
    last_treasure("2 2 3", "6");
    feed(&t, "1 move\n");

    raise_and_claim();

    assert_int_equal(tob_to_move(&t.game), TOB_NOBODY);
    assert_int_equal(t.game.ending, TOB_ENDING_E1);
    assert_int_equal(tob_result_of(&t.game).ending, TOB_ENDING_E1);
    assert_int_equal(coins_of(&t, ANNA), 5);
}

static void e1_no_new_map_and_no_amulets(void **state)
{
    (void)state;
    last_treasure("2 2 3", "");
    raise_and_claim();

    assert_int_equal(t.game.map[TOB_WHITE].length, 0);
    assert_true(tob_hexset_is_empty(t.game.amulets));
    assert_int_equal(t.game.facing[0], TOB_S);
    refuse(&t, "1 clue white in-jungle", TOB_REASON_E1_OVER);
    refuse(&t, "1 end", TOB_REASON_E1_OVER);
    refuse(&t, "2 move", TOB_REASON_E1_OVER);
}

static void e1_one_card_left_is_enough_to_go_on(void **state)
{
    (void)state;
    last_treasure("2 2 3 4", "");
    raise_and_claim();

    assert_int_equal(t.game.phase, TOB_PHASE_RESTART);
    assert_int_equal(t.game.ending, TOB_ENDING_NONE);
}

static void e1_it_is_distributed_to_the_end_first(void **state)
{
    (void)state;
    last_treasure("2 3", "2");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 3\nnature add 2\n");
    assert_int_equal(t.game.ending, TOB_ENDING_NONE);

    feed(&t, "nature reveal 2\n1 claim\nnature reveal 3\n1 claim\n");
    assert_int_equal(t.game.ending, TOB_ENDING_NONE);
    feed(&t, "nature reveal 2\n");

    assert_int_equal(t.game.ending, TOB_ENDING_E1);
}

static void e1_more_cards_needed_end_it_though_the_renewed_deck_is_not_empty(void **state)
{
    (void)state;
    last_treasure("2", "3 2 4 5");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 3\nnature add 2\n"
             "nature reveal 2\n1 claim\nnature reveal 3\n1 claim\nnature reveal 2\n");

    assert_int_equal(t.game.treasure_deck, 2);
    assert_int_equal(t.game.ending, TOB_ENDING_E1);
}

static void e1_a_curse_on_the_last_treasure_still_strikes(void **state)
{
    (void)state;
    last_treasure("2 3 curse", "");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 curse\nnature add 3\n"
             "nature curse\nnature reveal 2\nnature reveal 3\n");

    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_int_equal(t.game.ending, TOB_ENDING_E1);
}

static void e1_it_ends_in_the_middle_of_a_turn(void **state)
{
    (void)state;
    last_treasure("2 2 3", "");
    lay(&t, TOB_GREY, "1 not-in-beach");
    leave_sites(&t, TOB_GREY, "h8");
    give_amulets(&t, ANNA, 3);
    raise_and_claim();

    refuse(&t, "1 raise grey", TOB_REASON_E1_OVER);
    refuse(&t, "1 amulet move", TOB_REASON_E1_OVER);
}

/* ---- E2 ---- */

static void e2_most_coins_win(void **state)
{
    (void)state;
    begin(&t, 3, "");
    give_cards(&t, ANNA, "6 2");
    give_cards(&t, BOBBY, "5 5");
    give_cards(&t, ROGER, "2 2 3");
    const tob_result result = tob_result_of(&t.game);

    assert_int_equal(result.coins[ANNA], 8);
    assert_int_equal(result.coins[BOBBY], 10);
    assert_int_equal(result.place[BOBBY], 1);
    assert_int_equal(result.place[ANNA], 2);
    assert_int_equal(result.place[ROGER], 3);
}

static void e2_equal_coins_share_the_place(void **state)
{
    (void)state;
    begin(&t, 4, "");
    give_cards(&t, ANNA, "5 3");
    give_cards(&t, BOBBY, "4 4");
    give_cards(&t, ROGER, "2");
    give_cards(&t, LOLA, "2");
    give_amulets(&t, BOBBY, 5); /* amulets are no tie-breaker */
    const tob_result result = tob_result_of(&t.game);

    assert_int_equal(result.place[ANNA], 1);
    assert_int_equal(result.place[BOBBY], 1);
    assert_int_equal(result.place[ROGER], 3);
    assert_int_equal(result.place[LOLA], 3);
}

/* ---- E3 ---- */

/* All end their turns, this many turns in a row. */
static void idle(unsigned turns)
{
    while (turns-- > 0) {
        const tob_move end = {.kind = TOB_MOVE_END, .seat = t.game.turn};
        assert_int_equal(tob_try(&t.game, &t.board, end), TOB_OK);
    }
}

static void e3_after_200_idle_rounds_the_game_ends(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 4; players++) {
        begin(&t, players, "");
        give_cards(&t, BOBBY, "6");
        idle(200 * players - 1);
        assert_int_equal(t.game.ending, TOB_ENDING_NONE);

        idle(1);

        assert_int_equal(t.game.ending, TOB_ENDING_E3);
        assert_int_equal(tob_to_move(&t.game), TOB_NOBODY);
        assert_int_equal(tob_result_of(&t.game).place[BOBBY], 1);
        refuse(&t, "1 end", TOB_REASON_E3_OVER);
        sound(&t);
    }
}

static void e3_moves_and_exchanges_do_not_count(void **state)
{
    (void)state;
    begin(&t, 2, "");
    idle(397);
    feed(&t, "2 move\n2 leg c4\n2 end\n1 move\n1 end\n2 exchange\n");
    assert_int_equal(t.game.ending, TOB_ENDING_NONE);

    settle(&t); /* the exchange ends the 400th turn */

    assert_int_equal(t.game.ending, TOB_ENDING_E3);
}

/* Nearly 200 idle rounds, then a line, then the rest of 200: the game goes on. */
static void counts_as_an_event(const char *lines)
{
    idle(398);
    assert_int_equal(t.game.turn, ANNA);
    feed(&t, lines);
    settle(&t);
    feed(&t, "1 end\n");
    idle(399);
    assert_int_equal(t.game.ending, TOB_ENDING_NONE);
    idle(1);
    assert_int_equal(t.game.ending, TOB_ENDING_E3);
}

static void e3_a_clue_counts(void **state)
{
    (void)state;
    begin(&t, 2, "");
    hold(&t, ANNA, "in-jungle");
    counts_as_an_event("1 clue white in-jungle\n");
}

static void e3_an_amulet_taken_or_spent_counts(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_amulets(&t, "c4");
    counts_as_an_event("1 move\n1 leg c4\n");
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);
    counts_as_an_event("1 amulet move\n");
}

static void e3_an_amulet_taken_when_the_turn_begins_counts(void **state)
{
    (void)state;
    begin(&t, 2, "");
    idle(397);
    put_atv(&t, ANNA, "c7");
    put_amulets(&t, "c7");
    idle(1); /* Bobby's; Anna's turn begins */
    assert_int_equal(t.game.amulet[ANNA], 1);

    idle(2);

    assert_int_equal(t.game.ending, TOB_ENDING_NONE);
    idle(398);
    assert_int_equal(t.game.ending, TOB_ENDING_NONE);
    idle(1);
    assert_int_equal(t.game.ending, TOB_ENDING_E3);
}

static void e3_a_treasure_raised_counts(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "b4");
    hold(&t, ANNA, "");
    counts_as_an_event("1 raise white\nnature peek 1 2\nnature peek 1 3\nnature add 2\n"
                       "nature reveal 2\n1 pass\n1 pass\nnature reveal 3\n1 pass\n"
                       "1 pass\nnature reveal 2\n1 pass\n1 pass\n1 cannot\n");
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
        cmocka_unit_test(k1_a_curse_ends_the_distribution),
        cmocka_unit_test(k1_a_curse_as_the_last_card_ends_it_too),
        cmocka_unit_test(k2_each_with_a_rose_gives_up_an_amulet),
        cmocka_unit_test(k2_without_an_amulet_the_most_valuable_card_goes),
        cmocka_unit_test(k2_with_neither_nothing_is_lost),
        cmocka_unit_test(k2_once_a_player_however_many_roses),
        cmocka_unit_test(k2_who_has_claimed_with_her_last_rose_is_safe),
        cmocka_unit_test(k2_the_raisers_rose_below_the_clues_counts),
        cmocka_unit_test(k2_a_card_claimed_from_this_treasure_can_be_lost),
        cmocka_unit_test(k3_the_curse_leaves_the_game_and_the_rest_is_discarded),
        cmocka_unit_test(k3_a_second_curse_among_the_undistributed_has_no_effect),
        cmocka_unit_test(n1_the_clues_are_discarded_and_all_spaces_possible_again),
        cmocka_unit_test(n2_who_claimed_last_starts_the_map_anew),
        cmocka_unit_test(n2_later_cards_declined_do_not_matter),
        cmocka_unit_test(n2_a_curse_after_the_claim_does_not_matter),
        cmocka_unit_test(n2_if_nobody_claimed_the_raiser_starts),
        cmocka_unit_test(n2_the_claim_of_an_earlier_treasure_does_not_count),
        cmocka_unit_test(n2_she_must_if_she_can),
        cmocka_unit_test(n2_with_an_empty_hand_she_cannot),
        cmocka_unit_test(n2_without_a_rose_she_cannot),
        cmocka_unit_test(n2_without_a_legal_card_she_cannot),
        cmocka_unit_test(n2_a_map_left_empty_is_started_in_a_turn),
        cmocka_unit_test(n2_a_view_believes_it),
        cmocka_unit_test(n2_the_main_action_is_still_to_come),
        cmocka_unit_test(n3_each_statue_brings_an_amulet_to_the_end_of_its_ray),
        cmocka_unit_test(n3_the_ray_goes_on_beyond_water),
        cmocka_unit_test(n3_the_new_map_comes_first),
        cmocka_unit_test(n3_a_space_with_an_amulet_gets_no_other),
        cmocka_unit_test(n3_two_statues_that_look_at_one_space_bring_one),
        cmocka_unit_test(n3_an_empty_pile_brings_none),
        cmocka_unit_test(n3_the_statues_bring_them_in_order_of_placement),
        cmocka_unit_test(n3_under_an_atv_it_is_taken_only_when_a_turn_begins_there),
        cmocka_unit_test(n4_all_statues_turn_clockwise),
        cmocka_unit_test(n4_they_turn_after_the_amulets_surfaced),
        cmocka_unit_test(e1_the_game_ends_when_the_last_card_was_drawn),
        cmocka_unit_test(e1_no_new_map_and_no_amulets),
        cmocka_unit_test(e1_one_card_left_is_enough_to_go_on),
        cmocka_unit_test(e1_it_is_distributed_to_the_end_first),
        cmocka_unit_test(
            e1_more_cards_needed_end_it_though_the_renewed_deck_is_not_empty),
        cmocka_unit_test(e1_a_curse_on_the_last_treasure_still_strikes),
        cmocka_unit_test(e1_it_ends_in_the_middle_of_a_turn),
        cmocka_unit_test(e2_most_coins_win),
        cmocka_unit_test(e2_equal_coins_share_the_place),
        cmocka_unit_test(e3_after_200_idle_rounds_the_game_ends),
        cmocka_unit_test(e3_moves_and_exchanges_do_not_count),
        cmocka_unit_test(e3_a_clue_counts),
        cmocka_unit_test(e3_an_amulet_taken_or_spent_counts),
        cmocka_unit_test(e3_an_amulet_taken_when_the_turn_begins_counts),
        cmocka_unit_test(e3_a_treasure_raised_counts),
    };

    return cmocka_run_group_tests_name("treasure", tests, NULL, NULL);
}
