/* Clauses N: what follows a treasure: a new map, amulets, the statues. */
#include "positions.h"

static scene t;

/* ---- N1 ---- */

static void n1_the_clues_are_discarded_and_all_spaces_possible_again(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    raise_and_claim(&t);

    assert_true(t.game.discards >> card_of("not-in-lake") & 1);
    assert_int_equal(t.game.map[TOB_WHITE].length, 0);
    assert_int_equal(t.game.map[TOB_WHITE].count, 104);
    assert_true(tob_hexset_is_empty(t.game.map[TOB_WHITE].removed));
}

/* ---- N2 ---- */

static void n2_who_claimed_last_starts_the_map_anew(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
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
    treasure_at_h8(&t, "2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add 4\n"
             "nature reveal 2\n1 pass\n2 claim\nnature reveal 3\n1 pass\n"
             "nature reveal 4\n1 pass\n");

    assert_int_equal(tob_to_move(&t.game), BOBBY);
}

static void n2_a_curse_after_the_claim_does_not_matter(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 curse\nnature add 4\n"
             "nature reveal 2\n1 pass\n2 claim\nnature curse\nnature reveal 4\n");

    assert_int_equal(tob_to_move(&t.game), BOBBY);
}

static void n2_if_nobody_claimed_the_raiser_starts(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 curse\nnature add 4\n"
             "nature curse\nnature reveal 2\nnature reveal 4\n");

    assert_int_equal(tob_to_move(&t.game), ANNA);
    feed(&t, "1 clue white in-jungle\n");
}

static void n2_the_claim_of_an_earlier_treasure_does_not_count(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
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
    treasure_at_h8(&t, "1 not-in-lake");
    raise_and_claim(&t);

    refuse(&t, "1 cannot", TOB_REASON_N2_CAN);
    assert_false(is_legal(&t, "1 cannot"));
}

static void n2_with_an_empty_hand_she_cannot(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    hold(&t, ANNA, "");
    raise_and_claim(&t);

    feed(&t, "1 cannot\n");

    assert_int_equal(t.game.map[TOB_WHITE].length, 0);
    assert_int_equal(t.game.phase, TOB_PHASE_TURN);
    assert_true(amulet_lies_on(&t, "k12")); /* N3 comes all the same */
}

static void n2_without_a_rose_she_cannot(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    raise_and_claim(&t);
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
    treasure_at_h8(&t, "1 not-in-lake");
    hold(&t, ANNA, "sight-ocean next-ocean");
    t.board.allowed[card_of("sight-ocean")] = t.board.spaces;
    t.board.allowed[card_of("next-ocean")] = t.board.spaces;
    raise_and_claim(&t);

    refuse(&t, "1 clue white sight-ocean", TOB_REASON_C2_NOTHING);
    feed(&t, "1 cannot\n");
    assert_int_equal(t.game.map[TOB_WHITE].length, 0);
}

static void n2_a_map_left_empty_is_started_in_a_turn(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    hold(&t, ANNA, "");
    raise_and_claim(&t);
    feed(&t, "1 cannot\n1 end\n");

    feed(&t, "2 clue white next-jungle\n");

    assert_int_equal(t.game.map[TOB_WHITE].length, 1);
}

static void n2_a_view_believes_it(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
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
    treasure_at_h8(&t, "1 not-in-lake");
    raise_and_claim(&t);
    feed(&t, "1 clue white in-jungle\n");
    settle(&t);

    feed(&t, "1 clue grey in-lake\n");

    assert_int_equal(t.game.map[TOB_GREY].length, 1);
}

/* ---- N3, N4 ---- */

static void raise_restart(void)
{
    raise_and_claim(&t);
    feed(&t, "1 clue white in-jungle\n");
    settle(&t);
}

static void n3_each_statue_brings_an_amulet_to_the_end_of_its_ray(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");

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
    treasure_at_h8(&t, "1 not-in-lake");
    raise_and_claim(&t);
    assert_true(tob_hexset_is_empty(t.game.amulets));

    feed(&t, "1 clue white in-jungle\n");
    assert_true(tob_hexset_is_empty(t.game.amulets)); /* she draws back up first */
    settle(&t);

    assert_int_equal(tob_hexset_count(t.game.amulets), 3);
}

static void n3_a_space_with_an_amulet_gets_no_other(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    put_amulets(&t, "k12");

    raise_restart();

    assert_string_equal(names_of(&t.board, t.game.amulets), "e3 k12 n8");
    assert_int_equal(t.game.amulet_pile, 18);
}

static void n3_two_statues_that_look_at_one_space_bring_one(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    t.game.facing[2] = TOB_SE; /* h11 to k12, like k4 */

    raise_restart();

    assert_string_equal(names_of(&t.board, t.game.amulets), "e3 k12");
    assert_int_equal(t.game.amulet_pile, 19);
}

static void n3_an_empty_pile_brings_none(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    shrink_pile(&t, LOLA, 0);

    raise_restart();

    assert_true(tob_hexset_is_empty(t.game.amulets));
    assert_int_equal(t.game.facing[0], TOB_SW); /* N4 all the same */
}

static void n3_the_statues_bring_them_in_order_of_placement(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    shrink_pile(&t, LOLA, 2);

    raise_restart();

    assert_string_equal(names_of(&t.board, t.game.amulets), "e3 k12"); /* k4, then e6 */
    assert_int_equal(t.game.amulet_pile, 0);
}

static void n3_under_an_atv_it_is_taken_only_when_a_turn_begins_there(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
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
    treasure_at_h8(&t, "1 not-in-lake");
    t.game.facing[1] = TOB_NW;

    raise_restart();

    assert_int_equal(t.game.facing[0], TOB_SW); /* was S */
    assert_int_equal(t.game.facing[1], TOB_N);  /* was NW */
    assert_int_equal(t.game.facing[2], TOB_SE); /* was NE */
}

static void n4_they_turn_after_the_amulets_surfaced(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
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

int main(void)
{
    const struct CMUnitTest tests[] = {
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
    };

    return cmocka_run_group_tests_name("restart", tests, NULL, NULL);
}
