/* Clauses V3 and V4: amulets cost lava, and the sites follow the changed island. With
 * them what I5 and L6 say of lava. */
#include "chance.h"
#include "volcano.h"

static scene t;
static tob_moves moves;

/* Bobby's turn begins on an amulet. */
static void arrange_t1(void)
{
    begin_volcano(&t, "");
    put_amulets(&t, "a4");
    feed(&t, "1 end\n");
}

/* ---- V3: to take or to leave ---- */

static void v3_taking_is_a_choice_when_the_turn_begins(void **state)
{
    (void)state;
    arrange_t1();

    assert_int_equal(tob_to_move(&t.game), BOBBY);
    tob_legal(&t.game, &t.board, &moves);
    assert_int_equal(moves.count, 2);
    assert_true(is_legal(&t, "2 take") && is_legal(&t, "2 leave"));
    refuse(&t, "2 move", TOB_REASON_V3_CHOOSE_FIRST);
    refuse(&t, "2 exchange", TOB_REASON_V3_CHOOSE_FIRST);
    refuse(&t, "2 end", TOB_REASON_V3_CHOOSE_FIRST);
    refuse(&t, "2 lava f6", TOB_REASON_V3_CHOOSE_FIRST);
    refuse(&t, "1 take", TOB_REASON_T5_SEAT);
    assert_int_equal(t.game.amulet[BOBBY], 0);
}

static void v3_an_amulet_may_be_left(void **state)
{
    (void)state;
    arrange_t1();

    feed(&t, "2 leave\n");

    assert_true(amulet_lies_on(&t, "a4"));
    assert_int_equal(t.game.amulet[BOBBY], 0);
    assert_int_equal(t.game.lava_tiles, 25);
    refuse(&t, "2 take", TOB_REASON_T2_TURN); /* the choice was made at once */
    feed(&t, "2 end\n1 end\n");
    assert_true(is_legal(&t, "2 take")); /* and comes back with the next turn */
}

static void v3_taking_is_a_choice_at_the_end_of_a_leg(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    put_amulets(&t, "j11 j12");
    feed(&t, "1 move\n1 leg j11\n");
    refuse(&t, "1 leg j12", TOB_REASON_V3_CHOOSE_FIRST);

    feed(&t, "1 leave\n1 leg j12\n1 take\n1 lava f6\n");

    assert_true(amulet_lies_on(&t, "j11"));
    assert_false(amulet_lies_on(&t, "j12"));
    assert_int_equal(t.game.amulet[ANNA], 1);
    feed(&t, "1 leg j11\n1 take\n1 lava f7\n"); /* the movement goes on */
    assert_int_equal(t.game.amulet[ANNA], 2);
}

static void v3_passing_an_amulet_asks_nothing(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    put_atv(&t, ANNA, "j11");
    put_amulets(&t, "j12");

    feed(&t, "1 move\n1 leg k12\n1 end\n"); /* along the beach */

    assert_true(amulet_lies_on(&t, "j12"));
}

static void v3_an_extra_move_asks_nothing(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    give_amulets(&t, ANNA, 1);
    put_amulets(&t, "j11");

    feed(&t, "1 amulet move\n1 leg j11\n1 leg k11\n1 end\n");

    assert_true(amulet_lies_on(&t, "j11"));
    assert_int_equal(t.game.amulet[ANNA], 0);
}

static void v3_an_exchange_for_the_whole_turn_may_follow_the_choice(void **state)
{
    (void)state;
    arrange_t1();
    feed(&t, "2 take\n2 lava f6\n");
    assert_true(is_legal(&t, "2 exchange"));

    feed(&t, "2 exchange\n");
    settle(&t);

    assert_int_equal(tob_to_move(&t.game), ANNA); /* X2 */
    assert_int_equal(t.game.amulet[BOBBY], 1);
}

/* ---- V3: lava ---- */

static void v3_lava_comes_before_the_amulet_is_taken(void **state)
{
    (void)state;
    arrange_t1();

    feed(&t, "2 take\n");

    assert_true(amulet_lies_on(&t, "a4"));
    assert_int_equal(t.game.amulet[BOBBY], 0);
    refuse(&t, "2 move", TOB_REASON_V3_LAVA_FIRST);
    refuse(&t, "2 leave", TOB_REASON_V3_LAVA_FIRST); /* no way back */
    refuse(&t, "2 end", TOB_REASON_V3_LAVA_FIRST);
    refuse(&t, "1 lava f6", TOB_REASON_T5_SEAT);

    feed(&t, "2 lava f6\n");

    assert_false(amulet_lies_on(&t, "a4"));
    assert_int_equal(t.game.amulet[BOBBY], 1);
    assert_int_equal(t.game.lava_tiles, 24);
    assert_int_equal(t.board.terrain[space_of(&t, "f6")], TOB_LAVA);
    assert_false(tob_hexset_has(t.board.spaces, space_of(&t, "f6")));
    sound(&t);
}

static void v3_lava_flows_next_to_the_volcano_or_lava(void **state)
{
    (void)state;
    arrange_t1();
    feed(&t, "2 take\n");

    refuse(&t, "2 lava f5", TOB_REASON_V3_APART);
    refuse(&t, "2 lava h7", TOB_REASON_I3_NO_SPACE); /* the volcano */
    refuse(&t, "2 lava b5", TOB_REASON_I3_NO_SPACE); /* lava already */
    assert_int_equal(
        refusal(&t, (tob_move){.kind = TOB_MOVE_LAVA, .seat = BOBBY, .space = TOB_NONE}),
        TOB_REASON_I3_NO_SPACE);
    assert_string_equal(
        names_of(&t.board, legal_spaces(&t.game, &t.board, TOB_MOVE_LAVA)),
        "b4 c4 c5 f6 f7 f8 g5 g8 h5 h9 i5 i8 j6 j7 j8 k10 l10 m10");
    feed(&t, "2 lava f6\n");
    pour(&t, "f5"); /* now it is */
}

static void v3_lava_spares_statues_atvs_and_amulets(void **state)
{
    (void)state;
    arrange_t1();
    put_atv(&t, ANNA, "f7");
    pour(&t, "f6");
    put_amulets(&t, "j7");
    t.game.phase = TOB_PHASE_LAVA;

    refuse(&t, "2 lava e6", TOB_REASON_V3_OCCUPIED); /* a statue */
    refuse(&t, "2 lava f7", TOB_REASON_V3_OCCUPIED); /* an ATV */
    refuse(&t, "2 lava j7", TOB_REASON_V3_OCCUPIED); /* an amulet */
    refuse(&t, "2 lava a4", TOB_REASON_V3_OCCUPIED); /* her own */
    assert_false(is_legal(&t, "2 lava f7"));
}

static void v3_lava_destroys_a_hut(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    lay(&t, TOB_WHITE, "1 next-hut");
    assert_true(tob_hexset_has(t.game.map[TOB_WHITE].sites, space_of(&t, "j5")));

    pour(&t, "i5");

    assert_int_equal(t.game.hut[1], TOB_NONE);
    assert_int_equal(tob_hexset_count(t.board.object[TOB_HUT]), 3);
    assert_false(tob_hexset_has(t.game.map[TOB_WHITE].sites, space_of(&t, "j5")));
    assert_true(tob_hexset_has(t.game.map[TOB_WHITE].sites, space_of(&t, "c7")));
    refuse(&t, "1 lava i5", TOB_REASON_T2_TURN);
}

static void v3_lava_destroys_a_palm(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    put_atv(&t, ANNA, "h9");
    lay(&t, TOB_WHITE, "1 not-sight-palm");
    assert_false(tob_hexset_has(t.game.map[TOB_WHITE].sites, space_of(&t, "i11")));

    pour(&t, "k11 j12");

    assert_int_equal(t.game.palm[2], TOB_NONE);
    assert_true(tob_hexset_has(t.game.map[TOB_WHITE].sites, space_of(&t, "i11")));
    assert_false(tob_hexset_has(t.game.map[TOB_WHITE].sites, space_of(&t, "j12")));
}

static void v3_a_tile_that_leaves_a_treasure_nowhere_is_refused(void **state)
{
    (void)state;
    arrange_t1();
    locate(&t, TOB_WHITE, ANNA, "f6");
    lay(&t, TOB_GREY, "2 next-hut");
    leave_sites(&t, TOB_GREY, "j5"); /* beside the hut on i5 */
    feed(&t, "2 take\n");

    refuse(&t, "2 lava f6", TOB_REASON_V3_NOWHERE); /* the last site itself */
    refuse(&t, "2 lava i5", TOB_REASON_V3_NOWHERE); /* the last hut that counts */
    assert_false(is_legal(&t, "2 lava f6") || is_legal(&t, "2 lava i5"));
    feed(&t, "2 lava f7\n");
    assert_sites(&t, TOB_WHITE, "f6");
}

static void v3_a_largest_area_far_away_counts_too(void **state)
{
    (void)state;
    arrange_t1();
    put_atv(&t, ANNA, "h9");
    lay(&t, TOB_WHITE, "1 in-largest-beach"); /* two areas of four */
    leave_sites(&t, TOB_WHITE, "k12");
    feed(&t, "2 take\n");

    refuse(&t, "2 lava k10", TOB_REASON_V3_NOWHERE); /* k12 would not be in it */
    assert_false(is_legal(&t, "2 lava k10"));
}

static void v3_without_a_tile_the_amulet_is_taken_all_the_same(void **state)
{
    (void)state;
    arrange_t1();
    for (unsigned i = 0; i < 25; i++) { /* all tiles flow somewhere */
        const tob_hexset open = tob_hexset_minus(
            tob_board_lava_spaces(&t.board),
            tob_hexset_or(t.game.amulets, tob_hexset_of(t.game.atv[ANNA])));
        char name[4];
        tob_space_name(&t.board, tob_hexset_first(open), name);
        pour(&t, name);
    }
    assert_int_equal(t.game.lava_tiles, 0);
    t.game.phase = TOB_PHASE_TAKE;

    feed(&t, "2 take\n");

    assert_int_equal(t.game.amulet[BOBBY], 1);
    assert_int_equal(t.game.phase, TOB_PHASE_TURN);
    sound(&t);
}

static void v3_without_a_place_the_amulet_is_taken_all_the_same(void **state)
{
    (void)state;
    arrange_t1();
    put_amulets(&t, "b4 c4 c5 f6 f7 f8 g5 g8 h5 h9 i5 i8 j6 j7 j8 k10 l10 m10");
    locate(&t, TOB_WHITE, ANNA, "k11");
    put_atv(&t, ANNA, "h9"); /* k11 alone is free, and the white treasure's */

    feed(&t, "2 take\n");

    assert_int_equal(t.game.amulet[BOBBY], 1);
    assert_int_equal(t.game.lava_tiles, 25);
    assert_int_equal(t.game.phase, TOB_PHASE_TURN);
}

/* ---- I5 and V4: areas ---- */

static void i5_equally_large_areas_are_all_the_largest(void **state)
{
    (void)state;
    begin_volcano(&t, ""); /* the triad's lava on l11 made both of four */

    assert_string_equal(names_of(&t.board, t.board.largest[TOB_BEACH]),
                        "j3 j11 j12 k2 k10 k12 l3 m3");
    assert_string_equal(names_of(&t.board, t.board.allowed[card_of("in-largest-beach")]),
                        "j3 j11 j12 k2 k10 k12 l3 m3");
}

static void v4_lava_changes_which_area_is_the_largest(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    put_atv(&t, ANNA, "h9");
    lay(&t, TOB_WHITE, "1 in-largest-beach");
    lay(&t, TOB_GREY, "1 next-largest-beach");

    pour(&t, "k10");

    assert_string_equal(names_of(&t.board, t.board.largest[TOB_BEACH]), "j3 k2 l3 m3");
    assert_sites(&t, TOB_WHITE, "j3 k2 l3 m3");
    assert_false(tob_hexset_has(t.game.map[TOB_GREY].sites, space_of(&t, "i12")));
    assert_true(tob_hexset_has(t.game.map[TOB_GREY].sites, space_of(&t, "k3")));
}

/* Of the mountains an area of seven is the largest, then one of six. Lava on b4 makes
 * them equal, and then on c4 makes it the smaller one. */
static void v4_sites_grow_again(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    lay(&t, TOB_WHITE, "1 in-mountain 2 not-in-largest-mountain");
    assert_sites(&t, TOB_WHITE, "e9 f8 f9 h11 h12 h13 i3 i4 i5 i11 i12 j13");

    pour(&t, "b4");
    assert_sites(&t, TOB_WHITE, "e9 f8 f9 i3 i4 i5");
    pour(&t, "c4");

    assert_sites(&t, TOB_WHITE, "c3 d3 d4 e3 e9 f3 f8 f9 i3 i4 i5");
    assert_int_equal(t.game.map[TOB_WHITE].count, 11);
    sound(&t);
}

static void v4_a_known_location_becomes_unknown_and_known_again(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    pour(&t, "b4");
    lay(&t, TOB_WHITE, "1 in-mountain 1 not-in-largest-mountain");
    leave_sites(&t, TOB_WHITE, "e9");
    put_atv(&t, ANNA, "e9");
    hold(&t, ANNA, "not-next-palm");
    assert_true(is_legal(&t, "1 raise white"));
    refuse(&t, "1 clue white not-next-palm", TOB_REASON_C3_KNOWN);

    pour(&t, "c4");

    assert_sites(&t, TOB_WHITE, "c3 d3 d4 e3 e9 f3");
    refuse(&t, "1 raise white", TOB_REASON_R1_UNKNOWN);
    assert_true(is_legal(&t, "1 clue white not-next-palm"));

    pour(&t, "c3 d3 d4 e3 f3");

    assert_sites(&t, TOB_WHITE, "e9");
    assert_true(is_legal(&t, "1 raise white"));
}

static void v4_markers_come_and_go_with_the_number_of_sites(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    give_amulets(&t, ANNA, 1);
    pour(&t, "b4");
    lay(&t, TOB_WHITE, "1 not-in-largest-mountain");
    leave_sites(&t, TOB_WHITE, "c5 c6 c7 d5 d6 d7 d8 d9 e5 e7 e8 f10 f11");
    assert_int_equal(tob_hexset_count(tob_map_markers(&t.game, TOB_WHITE)), 13);
    assert_true(is_legal(&t, "1 amulet remove white d5"));

    pour(&t, "c4"); /* c3 d3 d4 e3 f3 come back */

    assert_int_equal(t.game.map[TOB_WHITE].count, 18);
    assert_true(tob_hexset_is_empty(tob_map_markers(&t.game, TOB_WHITE)));
    refuse(&t, "1 amulet remove white d5", TOB_REASON_A1_HIDDEN);

    pour(&t, "c3");

    assert_int_equal(tob_hexset_count(tob_map_markers(&t.game, TOB_WHITE)), 17);
    feed(&t, "1 amulet remove white d5\n");
}

static void v4_removed_sites_stay_removed(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    give_amulets(&t, ANNA, 2);
    lay(&t, TOB_WHITE, "1 in-mountain 2 not-in-largest-mountain");
    pour(&t, "b4");
    feed(&t, "1 amulet remove white f8\n");
    pour(&t, "c4");
    feed(&t, "1 amulet remove white d3\n"); /* one that grew again */

    pour(&t, "c3");

    assert_sites(&t, TOB_WHITE, "d4 e3 e9 f3 f9 i3 i4 i5");
}

static void v4_the_sites_of_all_four_maps_follow(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    lay(&t, TOB_WHITE, "1 next-hut");
    lay(&t, TOB_GREY, "1 sight-hut");
    lay_volcanic(&t, TOB_BROWN, BOBBY, "next-lava");

    pour(&t, "i5");

    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        slow s;
        slow_init(&s, &t.game, &t.board);
        assert_true(tob_hexset_equal(t.game.map[treasure].sites,
                                     slow_sites(&s, &t.game, treasure)));
    }
    assert_true(tob_hexset_has(t.game.map[TOB_BROWN].sites, space_of(&t, "i4")));
    assert_false(tob_hexset_has(t.game.map[TOB_BLACK].sites, space_of(&t, "i5")));
}

/* ---- L6: landmarks that are gone ---- */

static void l6_without_huts_the_clues_about_huts_say_nothing_or_all(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    hold(&t, ANNA, "next-hut not-next-hut sight-hut not-sight-hut");

    pour(&t, "i5 f8 e8 d8 g8 g9 g10 g11 g12 j8 k8 l8 m8");

    assert_true(tob_hexset_is_empty(t.board.object[TOB_HUT]));
    assert_true(tob_hexset_is_empty(t.board.allowed[card_of("next-hut")]));
    assert_true(tob_hexset_is_empty(t.board.allowed[card_of("sight-hut")]));
    assert_true(
        tob_hexset_equal(t.board.allowed[card_of("not-next-hut")], t.board.spaces));
    assert_true(
        tob_hexset_equal(t.board.allowed[card_of("not-sight-hut")], t.board.spaces));
    refuse(&t, "1 clue white next-hut", TOB_REASON_C3_NOWHERE);
    refuse(&t, "1 clue white not-next-hut", TOB_REASON_C2_NOTHING);
}

static void l6_without_lava_next_to_lava_allows_nothing(void **state)
{
    (void)state;
    begin_triads(&t, 2, "options volcano\n"); /* no triad lies yet */

    assert_true(tob_hexset_is_empty(t.board.allowed[card_of("next-lava")]));
    assert_true(
        tob_hexset_equal(t.board.allowed[card_of("not-next-lava")], t.board.spaces));
}

/* ---- Random games ---- */

/* A tile has been placed: is the island what the rules say, for every map? */
static void compare_after_lava(void)
{
    slow s;

    slow_init(&s, &t.game, &t.board);
    slow_compare(&s, &t.board);
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        const tob_map *map = &t.game.map[treasure];
        assert_true(tob_hexset_equal(map->sites, slow_sites(&s, &t.game, treasure)));
        assert_int_equal(map->count, tob_hexset_count(map->sites));
    }
}

/* Before a choice: exactly these places are listed, and none means no question. */
static tob_hexset expected_lava(void)
{
    slow s;

    slow_init(&s, &t.game, &t.board);
    return t.game.lava_tiles ? slow_lava(&s, &t.game) : (tob_hexset){0, 0};
}

/* Takes what it meets, so that lava flows, and likes to drive. */
static tob_move choose(tob_rng *rng, unsigned number)
{
    if (t.game.phase == TOB_PHASE_TAKE && tob_rng_below(rng, 4))
        return moves.move[0];
    return chance_move(rng, &t.game, &moves, number);
}

/* A third of the games begins with amulets everywhere. */
static void scatter(tob_rng *rng)
{
    while (t.game.amulet_pile > 3) {
        const unsigned space = tob_rng_below(rng, t.board.count);
        if (!tob_hexset_has(t.board.spaces, space) ||
            tob_hexset_has(t.game.amulets, space))
            continue;
        tob_hexset_add(&t.game.amulets, space);
        t.game.amulet_pile--;
    }
}

static unsigned play_and_compare(tob_rng *rng, unsigned number)
{
    unsigned tiles = 0;

    for (unsigned most = 1500; most && tob_to_move(&t.game) != TOB_NOBODY; most--) {
        tob_hexset expected = {0, 0};
        tob_move move;
        if (number % 2 == 0 && t.game.phase == TOB_PHASE_TURN)
            scatter(rng);
        tob_legal(&t.game, &t.board, &moves);
        move = choose(rng, number);
        if (move.kind == TOB_MOVE_TAKE)
            expected = expected_lava();
        tob_apply(&t.game, &t.board, move);
        if (move.kind == TOB_MOVE_TAKE) {
            const tob_hexset legal = legal_spaces(&t.game, &t.board, TOB_MOVE_LAVA);
            if (t.game.phase == TOB_PHASE_LAVA)
                assert_true(tob_hexset_equal(legal, expected));
            else
                assert_true(tob_hexset_is_empty(expected));
        }
        if (move.kind == TOB_MOVE_LAVA) {
            compare_after_lava();
            tiles++;
        }
    }
    return tiles;
}

static void v3_v4_places_and_sites_are_those_of_the_slow_rules(void **state)
{
    (void)state;
    const unsigned games = games_to_play(30, 600);
    unsigned tiles = 0;
    tob_rng rng;

    tob_rng_init(&rng, chance_seed(), 4);
    for (unsigned number = 0; number < games; number++) {
        const tob_config config = {.island = (uint8_t)tob_rng_below(&rng, TOB_ISLANDS),
                                   .players = (uint8_t)(2 + number % 3),
                                   .options = TOB_OPTION_VOLCANO};
        tob_board_init(&t.board, config.island);
        assert_int_equal(tob_game_init(&t.game, &t.board, &config), TOB_OK);
        tiles += play_and_compare(&rng, number);
    }
    printf("# %u tiles\n", tiles);
    assert_true(tiles >= games);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(v3_taking_is_a_choice_when_the_turn_begins),
        cmocka_unit_test(v3_an_amulet_may_be_left),
        cmocka_unit_test(v3_taking_is_a_choice_at_the_end_of_a_leg),
        cmocka_unit_test(v3_passing_an_amulet_asks_nothing),
        cmocka_unit_test(v3_an_extra_move_asks_nothing),
        cmocka_unit_test(v3_an_exchange_for_the_whole_turn_may_follow_the_choice),
        cmocka_unit_test(v3_lava_comes_before_the_amulet_is_taken),
        cmocka_unit_test(v3_lava_flows_next_to_the_volcano_or_lava),
        cmocka_unit_test(v3_lava_spares_statues_atvs_and_amulets),
        cmocka_unit_test(v3_lava_destroys_a_hut),
        cmocka_unit_test(v3_lava_destroys_a_palm),
        cmocka_unit_test(v3_a_tile_that_leaves_a_treasure_nowhere_is_refused),
        cmocka_unit_test(v3_a_largest_area_far_away_counts_too),
        cmocka_unit_test(v3_without_a_tile_the_amulet_is_taken_all_the_same),
        cmocka_unit_test(v3_without_a_place_the_amulet_is_taken_all_the_same),
        cmocka_unit_test(i5_equally_large_areas_are_all_the_largest),
        cmocka_unit_test(v4_lava_changes_which_area_is_the_largest),
        cmocka_unit_test(v4_sites_grow_again),
        cmocka_unit_test(v4_a_known_location_becomes_unknown_and_known_again),
        cmocka_unit_test(v4_markers_come_and_go_with_the_number_of_sites),
        cmocka_unit_test(v4_removed_sites_stay_removed),
        cmocka_unit_test(v4_the_sites_of_all_four_maps_follow),
        cmocka_unit_test(l6_without_huts_the_clues_about_huts_say_nothing_or_all),
        cmocka_unit_test(l6_without_lava_next_to_lava_allows_nothing),
        cmocka_unit_test(v3_v4_places_and_sites_are_those_of_the_slow_rules),
    };

    return cmocka_run_group_tests_name("volcano_lava", tests, NULL, NULL);
}
