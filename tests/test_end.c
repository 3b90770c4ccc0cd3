/* Clauses E: the end of the game. */
#include "positions.h"

static scene t;

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

    raise_and_claim(&t);

    assert_int_equal(tob_to_move(&t.game), TOB_NOBODY);
    assert_int_equal(t.game.ending, TOB_ENDING_E1);
    assert_int_equal(tob_result_of(&t.game).ending, TOB_ENDING_E1);
    assert_int_equal(coins_of(&t, ANNA), 5);
}

static void e1_no_new_map_and_no_amulets(void **state)
{
    (void)state;
    last_treasure("2 2 3", "");
    raise_and_claim(&t);

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
    raise_and_claim(&t);

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
    raise_and_claim(&t);

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

/* ---- E4 ---- */

/* All end their turns, with an amulet spent in every hundredth round: E3 never comes. */
static void spend_turns(unsigned turns)
{
    for (unsigned i = 0; i < turns; i++) {
        if (i % (100 * t.game.players) == 0) {
            give_amulets(&t, t.game.turn, 1);
            assert_int_equal(
                tob_try(&t.game, &t.board,
                        (tob_move){.kind = TOB_MOVE_AMULET_MOVE, .seat = t.game.turn}),
                TOB_OK);
        }
        idle(1);
    }
}

static void e4_after_1000_rounds_the_game_ends_and_coins_count(void **state)
{
    (void)state;
    for (unsigned players = 2; players <= 4; players++) {
        begin(&t, players, "");
        give_cards(&t, BOBBY, "6");
        assert_int_equal(tob_round(&t.game), 1);
        spend_turns(1000 * players - 1);
        assert_int_equal(t.game.ending, TOB_ENDING_NONE);
        assert_int_equal(tob_round(&t.game), 1000);

        idle(1);

        assert_int_equal(t.game.ending, TOB_ENDING_E4);
        assert_int_equal(tob_to_move(&t.game), TOB_NOBODY);
        assert_int_equal(tob_result_of(&t.game).place[BOBBY], 1);
        assert_int_equal(tob_round(&t.game), 1000);
        assert_string_equal(tob_ending_clause(t.game.ending), "E4");
        sound(&t);
    }
}

static void e4_the_first_line_after_the_end_is_refused_with_it(void **state)
{
    (void)state;
    rec_error error;
    begin(&t, 2, "");
    spend_turns(2000);

    refuse(&t, "1 end", TOB_REASON_E4_OVER);
    refuse(&t, "1 move", TOB_REASON_E4_OVER);
    assert_false(rec_feed(&t, "1 end", 5, &error));
    assert_string_equal(error.clause, "E4");
}

static void e4_an_exchange_can_end_the_last_round(void **state)
{
    (void)state;
    begin(&t, 2, "");
    spend_turns(1999);
    feed(&t, "2 exchange\n");
    assert_int_equal(t.game.ending, TOB_ENDING_NONE);

    settle(&t);

    assert_int_equal(t.game.ending, TOB_ENDING_E4);
}

static void e4_a_treasure_in_the_last_turn_names_e1(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, BOBBY, "b4");
    put_atv(&t, BOBBY, "b4");
    stack(&t, "2 3 2", "", ANNA);
    spend_turns(1999);
    feed(&t, "2 raise white\nnature peek 2 2\nnature peek 2 3\nnature add 2\n"
             "nature reveal 2\n2 pass\n2 pass\nnature reveal 3\n2 pass\n"
             "2 pass\nnature reveal 2\n2 pass\n2 pass\n");

    assert_int_equal(t.game.ending, TOB_ENDING_E1);
    assert_int_equal(tob_round(&t.game), 1000);
}

static void e4_e3_is_named_where_both_come_at_once(void **state)
{
    (void)state;
    begin(&t, 2, "");
    spend_turns(1601); /* the last event is in round 801 */
    t.game.idle = 1;
    idle(399);

    assert_int_equal(t.game.turns, 2000);
    assert_int_equal(t.game.ending, TOB_ENDING_E3);
    refuse(&t, "1 end", TOB_REASON_E3_OVER);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
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
        cmocka_unit_test(e4_after_1000_rounds_the_game_ends_and_coins_count),
        cmocka_unit_test(e4_the_first_line_after_the_end_is_refused_with_it),
        cmocka_unit_test(e4_an_exchange_can_end_the_last_round),
        cmocka_unit_test(e4_a_treasure_in_the_last_turn_names_e1),
        cmocka_unit_test(e4_e3_is_named_where_both_come_at_once),
    };

    return cmocka_run_group_tests_name("end", tests, NULL, NULL);
}
