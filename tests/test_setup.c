/* Clauses S: setting up. */
#include "positions.h"

static scene t;

/* Deals the hands in the order of the cards, from the present deal on. */
static void deal_all(void)
{
    static tob_moves moves;

    while (t.game.phase == TOB_PHASE_DEAL) {
        tob_legal(&t.game, &t.board, &moves);
        assert_int_equal(tob_try(&t.game, &t.board, moves.move[0]), TOB_OK);
    }
}

/* ---- S1 ---- */

static void s1_the_deck_holds_39_treasures_and_2_curses(void **state)
{
    (void)state;
    unsigned total = 0;

    begin(&t, 2, "");
    for (unsigned coins = 1; coins <= TOB_COINS_MAX; coins++)
        total += t.game.pool[coins];

    assert_int_equal(total, 39);
    assert_int_equal(t.game.pool[0], 2);
    assert_int_equal(t.game.treasure_deck, 41);
    assert_int_equal(tob_treasure_cards(2), 8);
    assert_int_equal(tob_treasure_cards(6), 5);
    assert_int_equal(tob_treasure_cards(0), 2);
}

static void s1_the_first_twelve_cards_are_no_curse(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "h8");
    put_atv(&t, ANNA, "h8");
    give_cards(&t, BOBBY, "2 2 2 2 2 2 2 2 3 3 3"); /* eleven */
    feed(&t, "1 raise white\n");

    refuse(&t, "nature peek 1 curse", TOB_REASON_S1_TOP);
    feed(&t, "nature peek 1 3\n");
    feed(&t, "nature peek 1 curse\n"); /* the thirteenth */
}

static void s1_the_added_card_is_no_curse_among_the_first_twelve(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "h8");
    put_atv(&t, ANNA, "h8");
    feed(&t, "1 raise white\nnature peek 1 3\nnature peek 1 4\n");

    refuse(&t, "nature add curse", TOB_REASON_S1_TOP);
    feed(&t, "nature add 2\n");
}

static void s1_a_card_that_is_gone_cannot_be_drawn(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "h8");
    put_atv(&t, ANNA, "h8");
    give_cards(&t, BOBBY, "6 6 6 6 6");
    feed(&t, "1 raise white\n");

    refuse(&t, "nature peek 1 6", TOB_REASON_S1_GONE);
    refuse(&t, "nature peek 1 7", TOB_REASON_S1_GONE);
    refuse(&t, "nature peek 1 1", TOB_REASON_S1_GONE);
}

static void s1_a_view_knows_that_the_top_holds_no_curse(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "h8");
    put_atv(&t, ANNA, "h8");
    see_as(&t, SPECTATOR);
    feed(&t, "1 raise white\nnature peek 1 ?\nnature peek 1 ?\nnature add ?\n");

    refuse(&t, "nature curse", TOB_REASON_S1_TOP);
    refuse(&t, "nature reveal 7", TOB_REASON_S1_GONE);
    feed(&t, "nature reveal 3\n");
}

/* ---- S2, S3 ---- */

static void s2_amulets_and_roses_are_counted_out(void **state)
{
    (void)state;
    begin_setup(&t, 3, "");

    assert_int_equal(t.game.amulet_pile, 21);
    assert_true(tob_hexset_is_empty(t.game.amulets));
    for (unsigned seat = 0; seat < 3; seat++) {
        assert_int_equal(t.game.roses[seat], 15);
        assert_int_equal(t.game.amulet[seat], 0);
    }
    assert_int_equal(t.game.roses[LOLA], 0);
}

static void s2_each_treasure_has_17_markers(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "1 in-scrubland"); /* 18 spaces */
    lay(&t, TOB_GREY, "1 in-beach");      /* 16 */

    assert_true(tob_hexset_is_empty(tob_map_markers(&t.game, TOB_WHITE)));
    assert_int_equal(tob_hexset_count(tob_map_markers(&t.game, TOB_GREY)), 16);
}

static void s2_there_are_four_treasures(void **state)
{
    (void)state;
    begin(&t, 2, "");

    assert_int_equal(refusal(&t, (tob_move){.kind = TOB_MOVE_RAISE, .treasure = 4}),
                     TOB_REASON_S2_TREASURE);
    assert_int_equal(refusal(&t, (tob_move){.kind = TOB_MOVE_CLUE, .treasure = 4}),
                     TOB_REASON_S2_TREASURE);
    unreadable(&t, "1 raise gold", "white, grey, brown and black");
}

static void s3_there_are_52_different_clue_cards(void **state)
{
    (void)state;
    begin_setup(&t, 2, "");

    assert_int_equal(tob_card_count(), 52);
    assert_int_equal(t.game.deck_size, 52);
    for (unsigned card = 0; card < 52; card++) {
        const char *name = tob_card_name(card);
        tob_clue clue;
        assert_int_equal(tob_card_find(name, strlen(name)), card);
        assert_true(tob_clue_find(name, strlen(name), &clue));
        assert_int_equal(clue.relation, tob_card_clue(card).relation);
        assert_int_equal(clue.landmark, tob_card_clue(card).landmark);
        for (unsigned other = 0; other < card; other++)
            assert_string_not_equal(name, tob_card_name(other));
    }
}

static void s3_the_cards_are_those_of_the_data(void **state)
{
    (void)state;
    FILE *file = fopen("data/clues.txt", "r");
    char line[256];
    unsigned cards = 0;

    assert_non_null(file);
    while (fgets(line, sizeof line, file)) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] != '#' && line[0])
            assert_string_equal(tob_card_name(cards++), line);
    }
    fclose(file);
    assert_int_equal(cards, tob_card_count());
}

/* ---- S4 ---- */

static void s4_each_player_places_an_atv_in_turn_order(void **state)
{
    (void)state;
    begin_setup(&t, 3, "first 3\n");

    refuse(&t, "1 atv h8", TOB_REASON_T5_SEAT);
    feed(&t, "3 atv h8\n");
    refuse(&t, "3 atv h9", TOB_REASON_T5_SEAT);
    feed(&t, "1 atv b4\n");
    refuse(&t, "nature initial 3 in-lake", TOB_REASON_S4_FIRST);
    feed(&t, "2 atv o4\n");
    assert_atv(&t, ANNA, "b4");
    assert_atv(&t, BOBBY, "o4");
    assert_atv(&t, ROGER, "h8");
}

static void s4_two_atvs_may_share_a_space_and_stand_on_objects(void **state)
{
    (void)state;
    begin_setup(&t, 2, "");

    feed(&t, "1 atv k4\n2 atv k4\n");

    assert_atv(&t, ANNA, "k4");
    assert_atv(&t, BOBBY, "k4");
}

/* ---- S5 ---- */

static void s5_each_player_starts_an_empty_map_with_a_card_drawn(void **state)
{
    (void)state;
    begin_setup(&t, 3, "first 2\n");
    feed(&t, "2 atv b4\n3 atv b4\n1 atv b4\n");

    refuse(&t, "2 start white", TOB_REASON_S5_DRAW_FIRST);
    refuse(&t, "nature initial 1 in-lake", TOB_REASON_T5_DEAL);
    feed(&t, "nature initial 2 in-lake\n");
    refuse(&t, "nature initial 3 in-beach", TOB_REASON_S5_START_FIRST);
    refuse(&t, "3 start grey", TOB_REASON_T5_SEAT);
    feed(&t, "2 start grey\n");

    assert_int_equal(t.game.map[TOB_GREY].lowest, card_of("in-lake"));
    assert_int_equal(t.game.rose[card_of("in-lake")], tob_rose(BOBBY, 1));
    assert_int_equal(t.game.roses[BOBBY], 14);
    assert_int_equal(t.game.map[TOB_GREY].count, 14);
}

static void s5_a_map_that_was_started_is_refused(void **state)
{
    (void)state;
    begin_setup(&t, 2, "");
    feed(&t, "1 atv b4\n2 atv b4\nnature initial 1 in-lake\n1 start grey\n"
             "nature initial 2 in-beach\n");

    refuse(&t, "2 start grey", TOB_REASON_S5_TAKEN);
    feed(&t, "2 start black\n");
}

static void s5_a_card_drawn_before_is_not_in_the_deck(void **state)
{
    (void)state;
    begin_setup(&t, 2, "");
    feed(&t, "1 atv b4\n2 atv b4\nnature initial 1 in-lake\n1 start grey\n");

    refuse(&t, "nature initial 2 in-lake", TOB_REASON_S5_GONE);
    refuse(&t, "nature initial 2 ?", TOB_REASON_H1_SEEN);
}

static void s5_with_two_players_two_maps_stay_empty(void **state)
{
    (void)state;
    begin_setup(&t, 2, "");
    feed(&t, "1 atv b4\n2 atv b4\nnature initial 1 in-lake\n1 start grey\n"
             "nature initial 2 in-beach\n2 start black\n");

    assert_int_equal(t.game.phase, TOB_PHASE_DEAL);
    assert_int_equal(t.game.map[TOB_WHITE].length, 0);
    assert_int_equal(t.game.map[TOB_BROWN].length, 0);
}

/* No card of the present deck is without effect on a whole island, so the tables of the
 * board are bent: one card allows every space, another none. */
static void s5_a_card_that_is_no_legal_clue_is_set_aside_until_the_deal(void **state)
{
    (void)state;
    const unsigned all = card_of("sight-ocean"), none = card_of("in-river");

    begin_setup(&t, 2, "");
    t.board.allowed[all] = t.board.spaces;
    t.board.allowed[none] = (tob_hexset){0, 0};
    feed(&t, "1 atv b4\n2 atv b4\n");

    feed(&t, "nature initial 1 sight-ocean\n");
    refuse(&t, "1 start white", TOB_REASON_S5_DRAW_FIRST);
    feed(&t, "nature initial 1 in-lake\n1 start white\nnature initial 2 in-river\n");
    refuse(&t, "nature initial 2 sight-ocean", TOB_REASON_S5_GONE); /* still aside */
    assert_int_equal(__builtin_popcountll(t.game.discards), 2);
    feed(&t, "nature initial 2 in-beach\n2 start grey\n");

    assert_int_equal(t.game.discards, 0);
    assert_int_equal(t.game.deck_size, 50);
    feed(&t, "nature deal 1 sight-ocean\nnature deal 1 in-river\n");
}

/* ---- S6 ---- */

static void to_the_deal(unsigned players, const char *header)
{
    static tob_moves moves;

    begin_setup(&t, players, header);
    while (t.game.phase != TOB_PHASE_DEAL) {
        tob_legal(&t.game, &t.board, &moves);
        assert_int_equal(tob_try(&t.game, &t.board, moves.move[0]), TOB_OK);
    }
    t.stage = REC_STAGE_GAME;
}

static void s6_four_cards_are_dealt_to_each_of_three_or_four(void **state)
{
    (void)state;
    for (unsigned players = 3; players <= 4; players++) {
        to_the_deal(players, "");

        deal_all();

        for (unsigned seat = 0; seat < players; seat++)
            assert_int_equal(t.game.hand_size[seat], 4);
        assert_int_equal(t.game.deck_size, 52 - players - 4 * players);
        assert_int_equal(t.game.phase, TOB_PHASE_TURN);
    }
}

static void s6_six_cards_are_dealt_to_each_of_two(void **state)
{
    (void)state;
    to_the_deal(2, "");

    deal_all();

    assert_int_equal(t.game.hand_size[ANNA], 6);
    assert_int_equal(t.game.hand_size[BOBBY], 6);
    assert_int_equal(t.game.deck_size, 38);
}

static void s6_no_turn_begins_before_the_hands_are_dealt(void **state)
{
    (void)state;
    to_the_deal(2, "");

    refuse(&t, "1 move", TOB_REASON_S6_FIRST);
    refuse(&t, "nature deal 2 next-hut", TOB_REASON_T5_DEAL);
    feed(&t, "nature deal 1 next-hut\n");
    refuse(&t, "nature deal 1 next-hut", TOB_REASON_S6_GONE);
    refuse(&t, "nature deal 1 ?", TOB_REASON_H1_SEEN);
}

static void s6_the_hands_of_others_are_dealt_hidden(void **state)
{
    (void)state;
    to_the_deal(2, "view 2\n");

    refuse(&t, "nature deal 1 next-hut", TOB_REASON_H1_HIDDEN);
    for (unsigned i = 0; i < 6; i++)
        feed(&t, "nature deal 1 ?\n");
    refuse(&t, "nature deal 2 ?", TOB_REASON_H1_SEEN);
    feed(&t, "nature deal 2 next-hut\n");
    assert_true(holds(&t, BOBBY, "next-hut"));
    assert_false(holds(&t, ANNA, "next-hut"));
}

/* ---- S7 ---- */

static void s7_the_first_player_can_be_named(void **state)
{
    (void)state;
    begin(&t, 4, "first 3\n");

    assert_int_equal(t.game.turn, ROGER);
    refuse(&t, "1 end", TOB_REASON_T5_SEAT);
    feed(&t, "3 end\n4 end\n1 end\n2 end\n3 end\n");
}

static void s7_the_first_player_begins_each_part_of_the_setting_up(void **state)
{
    (void)state;
    begin_setup(&t, 3, "first 3\n");
    assert_int_equal(t.game.seat, ROGER);
    feed(&t, "3 atv b4\n1 atv b4\n2 atv b4\nnature initial 3 in-lake\n3 start white\n"
             "nature initial 1 in-beach\n1 start grey\nnature initial 2 in-river\n"
             "2 start black\n");

    refuse(&t, "nature deal 1 next-hut", TOB_REASON_T5_DEAL);
    feed(&t, "nature deal 3 next-hut\n");
    deal_all();
    assert_int_equal(t.game.turn, ROGER);
}

static void s7_without_a_name_seat_1_begins_a_record(void **state)
{
    (void)state;
    begin(&t, 2, "");

    assert_int_equal(t.game.turn, ANNA);
    refuse(&t, "2 end", TOB_REASON_T5_SEAT);
}

static void s7_options_first_seats_and_views_that_do_not_exist_are_refused(void **state)
{
    (void)state;
    const tob_config good = {.players = 3};
    tob_game game;
    tob_config config = good;

    tob_board_init(&t.board, 0);
    config.players = 1;
    assert_int_equal(tob_game_init(&game, &t.board, &config), TOB_REASON_I2_PLAYERS);
    config.players = 5;
    assert_int_equal(tob_game_init(&game, &t.board, &config), TOB_REASON_I2_PLAYERS);
    config = good;
    config.options = 0x80;
    assert_int_equal(tob_game_init(&game, &t.board, &config), TOB_REASON_S7_OPTIONS);
    config = good;
    config.first = 3;
    assert_int_equal(tob_game_init(&game, &t.board, &config), TOB_REASON_S7_OPTIONS);
    config = good;
    config.viewer = tob_viewer_of(3);
    assert_int_equal(tob_game_init(&game, &t.board, &config), TOB_REASON_S7_OPTIONS);
    config.viewer.code = 6;
    assert_int_equal(tob_game_init(&game, &t.board, &config), TOB_REASON_S7_OPTIONS);
    assert_int_equal(tob_game_init(&game, &t.board, &good), TOB_OK);
}

static void s7_a_zeroed_config_is_a_full_game_of_four(void **state)
{
    (void)state;
    const tob_config config = {0};
    tob_game game;

    tob_board_init(&t.board, config.island);
    assert_int_equal(tob_game_init(&game, &t.board, &config), TOB_OK);

    assert_int_equal(game.players, TOB_SEATS);
    assert_true(tob_viewer_is_full(game.viewer));
    assert_int_equal(tob_to_move(&game), TOB_NATURE);
    assert_null(tob_check(&game, &t.board));
}

/* A viewer and a player have types of their own; their numbers do not matter. */
static void h1_seats_nature_spectator_and_full_view_are_told_apart(void **state)
{
    (void)state;
    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        assert_true(tob_viewer_is(tob_viewer_of(seat), seat));
        assert_int_equal(tob_viewer_seat(tob_viewer_of(seat)), seat);
        assert_false(tob_viewer_is_full(tob_viewer_of(seat)));
        assert_false(tob_viewer_is_spectator(tob_viewer_of(seat)));
    }

    assert_false(tob_viewer_is(tob_viewer_spectator(), TOB_NATURE));
    assert_false(tob_viewer_is(tob_viewer_full(), TOB_NOBODY));
    for (unsigned other = TOB_SEATS; other < 300; other++) {
        assert_false(tob_viewer_is_spectator(tob_viewer_of(other)));
        assert_false(tob_viewer_is_full(tob_viewer_of(other)));
        assert_int_equal(tob_viewer_seat(tob_viewer_of(other)), TOB_NOBODY);
    }
    assert_false(tob_viewer_is(tob_viewer_of(TOB_NATURE), TOB_NATURE));
    assert_int_equal(tob_viewer_seat(tob_viewer_full()), TOB_NOBODY);
    assert_int_equal(tob_viewer_seat(tob_viewer_spectator()), TOB_NOBODY);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(s7_a_zeroed_config_is_a_full_game_of_four),
        cmocka_unit_test(h1_seats_nature_spectator_and_full_view_are_told_apart),
        cmocka_unit_test(s1_the_deck_holds_39_treasures_and_2_curses),
        cmocka_unit_test(s1_the_first_twelve_cards_are_no_curse),
        cmocka_unit_test(s1_the_added_card_is_no_curse_among_the_first_twelve),
        cmocka_unit_test(s1_a_card_that_is_gone_cannot_be_drawn),
        cmocka_unit_test(s1_a_view_knows_that_the_top_holds_no_curse),
        cmocka_unit_test(s2_amulets_and_roses_are_counted_out),
        cmocka_unit_test(s2_each_treasure_has_17_markers),
        cmocka_unit_test(s2_there_are_four_treasures),
        cmocka_unit_test(s3_there_are_52_different_clue_cards),
        cmocka_unit_test(s3_the_cards_are_those_of_the_data),
        cmocka_unit_test(s4_each_player_places_an_atv_in_turn_order),
        cmocka_unit_test(s4_two_atvs_may_share_a_space_and_stand_on_objects),
        cmocka_unit_test(s5_each_player_starts_an_empty_map_with_a_card_drawn),
        cmocka_unit_test(s5_a_map_that_was_started_is_refused),
        cmocka_unit_test(s5_a_card_drawn_before_is_not_in_the_deck),
        cmocka_unit_test(s5_with_two_players_two_maps_stay_empty),
        cmocka_unit_test(s5_a_card_that_is_no_legal_clue_is_set_aside_until_the_deal),
        cmocka_unit_test(s6_four_cards_are_dealt_to_each_of_three_or_four),
        cmocka_unit_test(s6_six_cards_are_dealt_to_each_of_two),
        cmocka_unit_test(s6_no_turn_begins_before_the_hands_are_dealt),
        cmocka_unit_test(s6_the_hands_of_others_are_dealt_hidden),
        cmocka_unit_test(s7_the_first_player_can_be_named),
        cmocka_unit_test(s7_the_first_player_begins_each_part_of_the_setting_up),
        cmocka_unit_test(s7_without_a_name_seat_1_begins_a_record),
        cmocka_unit_test(s7_options_first_seats_and_views_that_do_not_exist_are_refused),
    };

    return cmocka_run_group_tests_name("setup", tests, NULL, NULL);
}
