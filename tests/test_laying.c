/* Clauses C: clue cards are laid and drawn. */
#include "positions.h"

static scene t;

/* ---- C1 ---- */

static void c1_a_clue_goes_below_the_last_with_a_rose_on_it(void **state)
{
    (void)state;
    uint8_t cards[TOB_CARD_MAX];

    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "2 not-in-lake");
    hold(&t, ANNA, "in-jungle in-beach");

    feed(&t, "1 clue white in-jungle\n");

    assert_int_equal(tob_map_cards(&t.game, TOB_WHITE, cards), 2);
    assert_int_equal(cards[0], card_of("not-in-lake"));
    assert_int_equal(cards[1], card_of("in-jungle"));
    assert_int_equal(t.game.rose[cards[1]], tob_rose(ANNA, 1));
    assert_int_equal(t.game.roses[ANNA], 14);
    assert_false(holds(&t, ANNA, "in-jungle"));
}

static void c1_an_empty_map_may_be_started(void **state)
{
    (void)state;
    begin(&t, 2, "");
    hold(&t, ANNA, "in-jungle");

    feed(&t, "1 clue brown in-jungle\n");

    assert_int_equal(t.game.map[TOB_BROWN].length, 1);
    assert_int_equal(t.game.map[TOB_BROWN].count, 24);
}

static void c1_a_card_must_be_in_the_hand(void **state)
{
    (void)state;
    begin(&t, 2, "");
    hold(&t, ANNA, "in-jungle");
    hold(&t, BOBBY, "in-beach");

    refuse(&t, "1 clue white in-beach", TOB_REASON_C1_HAND);
    refuse(&t, "1 clue white in-lake", TOB_REASON_C1_HAND);
    refuse(&t, "1 clue white ?", TOB_REASON_C1_HAND);
}

static void c1_without_a_rose_no_clue(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "1+ not-in-lake 1+ not-in-beach 1+ not-next-hut 1+ not-next-palm");
    lay(&t, TOB_GREY, "1+ not-in-jungle 1+ not-in-mountain 1+ not-next-river");
    lay(&t, TOB_BROWN, "1 not-in-scrubland");
    hold(&t, ANNA, "in-jungle");
    give_amulets(&t, ANNA, 1);
    assert_int_equal(t.game.roses[ANNA], 0);

    refuse(&t, "1 clue black in-jungle", TOB_REASON_C1_ROSE);
    refuse(&t, "1 amulet clue black in-jungle", TOB_REASON_C1_ROSE);
    assert_false(is_legal(&t, "1 clue black in-jungle"));
}

/* ---- C2, C3 ---- */

static void c2_a_clue_that_removes_nothing_is_refused(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_BROWN, "2 in-largest-jungle");
    hold(&t, ANNA, "in-jungle");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 clue brown in-jungle", TOB_REASON_C2_NOTHING);
    refuse(&t, "1 amulet clue brown in-jungle", TOB_REASON_C2_NOTHING);
    assert_false(is_legal(&t, "1 clue brown in-jungle"));
}

static void c2_one_site_less_is_enough(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_BROWN, "2 in-jungle");
    leave_sites(&t, TOB_BROWN, "g8 g9 c5");
    hold(&t, ANNA, "in-largest-jungle");

    feed(&t, "1 clue brown in-largest-jungle\n");

    assert_sites(&t, TOB_BROWN, "g8 g9");
}

static void c2_sites_that_an_amulet_removed_do_not_count(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_BROWN, "2 in-jungle");
    leave_sites(&t, TOB_BROWN, "g8 g9");
    hold(&t, ANNA, "in-largest-jungle");

    refuse(&t, "1 clue brown in-largest-jungle", TOB_REASON_C2_NOTHING);
}

static void c3_a_clue_that_leaves_nothing_is_refused(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_GREY, "2 not-in-jungle");
    lay(&t, TOB_BLACK, "2 next-ocean 1 not-sight-hut");
    leave_sites(&t, TOB_BLACK, "b4 k2");
    hold(&t, ANNA, "in-jungle");

    refuse(&t, "1 clue grey in-jungle", TOB_REASON_C3_NOWHERE);
    refuse(&t, "1 clue black in-jungle", TOB_REASON_C3_NOWHERE);
    assert_false(is_legal(&t, "1 clue grey in-jungle"));
}

static void c3_a_single_site_may_be_left(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "2 in-jungle");
    leave_sites(&t, TOB_WHITE, "g8 c5");
    hold(&t, ANNA, "in-largest-jungle");

    feed(&t, "1 clue white in-largest-jungle\n");

    assert_sites(&t, TOB_WHITE, "g8");
}

static void c3_no_clue_is_added_to_a_treasure_that_is_known(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "2 in-jungle");
    leave_sites(&t, TOB_WHITE, "g8");
    hold(&t, ANNA, "in-largest-jungle in-beach");

    refuse(&t, "1 clue white in-largest-jungle", TOB_REASON_C3_KNOWN);
    refuse(&t, "1 clue white in-beach", TOB_REASON_C3_KNOWN);
}

/* ---- C4 ---- */

static void c4_the_hand_is_filled_up_after_a_clue(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach next-hut next-palm");
    thin_deck(&t, "in-lake in-river");
    feed(&t, "1 clue white in-jungle\n");

    refuse(&t, "1 end", TOB_REASON_C4_FIRST);
    refuse(&t, "nature draw 1 in-scrubland", TOB_REASON_C4_GONE);
    refuse(&t, "nature draw 1 in-beach", TOB_REASON_C4_GONE);
    feed(&t, "nature draw 1 in-lake\n1 end\n");
    assert_int_equal(t.game.hand_size[ANNA], 4);
    assert_true(holds(&t, ANNA, "in-lake"));
}

static void c4_a_short_hand_is_filled_up_to_the_full_size(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle");
    thin_deck(&t, "in-lake in-river next-hut next-palm next-river");

    feed(&t, "1 clue white in-jungle\nnature draw 1 in-lake\nnature draw 1 in-river\n"
             "nature draw 1 next-hut\nnature draw 1 next-palm\n1 end\n");

    assert_int_equal(t.game.hand_size[ANNA], 4);
}

static void c4_with_two_players_the_hand_has_six_cards(void **state)
{
    (void)state;
    begin(&t, 2, "");
    assert_int_equal(t.game.hand_size[ANNA], 6);
    hold(&t, ANNA, "in-jungle in-beach next-hut next-palm in-lake in-river");
    thin_deck(&t, "next-lake next-river");

    feed(&t, "1 clue white in-jungle\nnature draw 1 next-lake\n1 end\n");

    assert_int_equal(t.game.hand_size[ANNA], 6);
}

static void c4_the_deck_is_not_renewed_before_a_card_is_needed(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach next-hut next-palm");
    thin_deck(&t, "in-lake");
    const uint64_t discards = t.game.discards;

    feed(&t, "1 clue white in-jungle\nnature draw 1 in-lake\n");

    assert_int_equal(t.game.deck_size, 0);
    assert_true(t.game.discards == discards);
}

static void c4_an_empty_deck_is_renewed_from_the_discards(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach next-hut");
    thin_deck(&t, "in-lake");
    const uint64_t discards = t.game.discards;
    feed(&t, "1 clue white in-jungle\nnature draw 1 in-lake\n");

    assert_true(t.game.deck == discards);
    assert_int_equal(t.game.discards, 0);
    assert_int_equal(t.game.deck_size, __builtin_popcountll(discards));
    settle(&t);
    assert_int_equal(t.game.hand_size[ANNA], 4);
}

static void c4_clues_on_maps_and_in_hands_do_not_come_back_with_the_deck(void **state)
{
    (void)state;
    begin(&t, 3, "");
    lay(&t, TOB_GREY, "2 in-largest-lake");
    hold(&t, ANNA, "in-jungle in-beach next-hut next-palm");
    thin_deck(&t, "");
    feed(&t, "1 clue white in-jungle\n");

    refuse(&t, "nature draw 1 in-jungle", TOB_REASON_C4_GONE);
    refuse(&t, "nature draw 1 in-largest-lake", TOB_REASON_C4_GONE);
    refuse(&t, "nature draw 1 in-beach", TOB_REASON_C4_GONE);
}

static void c4_with_deck_and_discards_empty_the_hand_stays_short(void **state)
{
    (void)state;
    begin(&t, 4, "");
    hold(&t, ANNA, "in-jungle in-beach in-river in-scrubland");
    hold(&t, BOBBY, "in-lake in-mountain in-largest-beach in-largest-jungle");
    hold(&t, ROGER,
         "in-largest-lake in-largest-mountain in-largest-river in-largest-scrubland");
    hold(&t, LOLA, "next-palm next-statue next-largest-river next-largest-beach");
    exhaust_clues(&t);
    static tob_moves moves;
    tob_legal(&t.game, &t.board, &moves);
    for (unsigned i = 0; i < moves.count; i++)
        if (moves.move[i].kind == TOB_MOVE_CLUE) {
            tob_apply(&t.game, &t.board, moves.move[i]);

            assert_int_equal(t.game.phase, TOB_PHASE_TURN);
            assert_int_equal(t.game.hand_size[ANNA], 3);
            feed(&t, "1 end\n");
            return;
        }
    fail_msg("no clue can be played");
}

/* ---- C5 ---- */

static void c5_the_sites_are_what_all_clues_allow(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "2 next-hut");
    hold(&t, ANNA, "in-jungle");

    feed(&t, "1 clue white in-jungle\n");

    assert_sites(&t, TOB_WHITE, "d7 e7 g11 g13");
}

static void c5_an_empty_map_leaves_all_spaces(void **state)
{
    (void)state;
    begin(&t, 2, "");

    assert_int_equal(t.game.map[TOB_WHITE].count, 104);
    assert_true(tob_hexset_equal(t.game.map[TOB_WHITE].sites, t.board.spaces));
    assert_true(tob_hexset_is_empty(tob_map_markers(&t.game, TOB_WHITE)));
}

static void c5_markers_lie_as_soon_as_17_suffice(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "2 in-scrubland"); /* 18 */
    hold(&t, ANNA, "not-next-hut");
    assert_true(tob_hexset_is_empty(tob_map_markers(&t.game, TOB_WHITE)));

    feed(&t, "1 clue white not-next-hut\n");

    assert_true(t.game.map[TOB_WHITE].count <= 17);
    assert_true(tob_hexset_equal(tob_map_markers(&t.game, TOB_WHITE),
                                 t.game.map[TOB_WHITE].sites));
}

static void c5_exactly_17_sites_are_marked(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "2 in-scrubland");
    leave_sites(&t, TOB_WHITE,
                "e8 h4 h5 j4 j5 j8 j9 k3 k4 k8 l4 l7 l8 l9 m6 m7 m8"); /* not d9 */

    assert_int_equal(tob_hexset_count(tob_map_markers(&t.game, TOB_WHITE)), 17);
}

static void c5_maps_do_not_touch_each_other(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "2 in-beach");
    lay(&t, TOB_GREY, "2 next-ocean");
    hold(&t, ANNA, "next-hut");

    feed(&t, "1 clue white next-hut\n");

    assert_sites(&t, TOB_WHITE, "c7 f12 n8");
    assert_int_equal(t.game.map[TOB_GREY].count, 43);
    assert_int_equal(t.game.map[TOB_BROWN].count, 104);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c1_a_clue_goes_below_the_last_with_a_rose_on_it),
        cmocka_unit_test(c1_an_empty_map_may_be_started),
        cmocka_unit_test(c1_a_card_must_be_in_the_hand),
        cmocka_unit_test(c1_without_a_rose_no_clue),
        cmocka_unit_test(c2_a_clue_that_removes_nothing_is_refused),
        cmocka_unit_test(c2_one_site_less_is_enough),
        cmocka_unit_test(c2_sites_that_an_amulet_removed_do_not_count),
        cmocka_unit_test(c3_a_clue_that_leaves_nothing_is_refused),
        cmocka_unit_test(c3_a_single_site_may_be_left),
        cmocka_unit_test(c3_no_clue_is_added_to_a_treasure_that_is_known),
        cmocka_unit_test(c4_the_hand_is_filled_up_after_a_clue),
        cmocka_unit_test(c4_a_short_hand_is_filled_up_to_the_full_size),
        cmocka_unit_test(c4_with_two_players_the_hand_has_six_cards),
        cmocka_unit_test(c4_the_deck_is_not_renewed_before_a_card_is_needed),
        cmocka_unit_test(c4_an_empty_deck_is_renewed_from_the_discards),
        cmocka_unit_test(c4_clues_on_maps_and_in_hands_do_not_come_back_with_the_deck),
        cmocka_unit_test(c4_with_deck_and_discards_empty_the_hand_stays_short),
        cmocka_unit_test(c5_the_sites_are_what_all_clues_allow),
        cmocka_unit_test(c5_an_empty_map_leaves_all_spaces),
        cmocka_unit_test(c5_markers_lie_as_soon_as_17_suffice),
        cmocka_unit_test(c5_exactly_17_sites_are_marked),
        cmocka_unit_test(c5_maps_do_not_touch_each_other),
    };

    return cmocka_run_group_tests_name("laying", tests, NULL, NULL);
}
