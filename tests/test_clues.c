/* Clauses L: what a clue allows. Each relation is also worked out again from distances
 * alone, for every landmark on every island. */
#include "positions.h"

static scene t;

/* ---- The clauses a second time, hex by hex ---- */

static int distance(int q1, int r1, int q2, int r2)
{
    const int q = abs(q1 - q2), r = abs(r1 - r2), s = abs(q1 + r1 - q2 - r2);

    return (q + r + s) / 2;
}

/* Is the hex at q, r part of the landmark? */
static int in_landmark(const tob_board *board, unsigned landmark, int q, int r)
{
    const unsigned space = tob_board_at(board, q, r);

    if (landmark == TOB_LANDMARK_OCEAN)
        return space == TOB_NONE;
    if (space == TOB_NONE)
        return 0;
    if (landmark < TOB_LANDMARK_LARGEST)
        return board->terrain[space] == landmark;
    if (landmark < TOB_LANDMARK_HUT)
        return tob_hexset_has(board->largest[landmark - TOB_LANDMARK_LARGEST], space);
    if (landmark == TOB_LANDMARK_HUT)
        return tob_hexset_has(board->object[TOB_HUT], space);
    if (landmark == TOB_LANDMARK_PALM)
        return tob_hexset_has(board->object[TOB_PALM], space);
    return tob_hexset_has(board->object[TOB_STATUE], space);
}

/* The distance from a space to the landmark, 3 if it is more than 2. */
static int distance_to(const tob_board *board, unsigned landmark, unsigned space)
{
    const int q = board->q[space], r = board->r[space];
    int nearest = 3;

    for (int to_q = q - 2; to_q <= q + 2; to_q++)
        for (int to_r = r - 2; to_r <= r + 2; to_r++) {
            const int steps = distance(q, r, to_q, to_r);
            if (steps < nearest && in_landmark(board, landmark, to_q, to_r))
                nearest = steps;
        }
    return nearest;
}

static int allows(const tob_board *board, tob_clue clue, unsigned space)
{
    const int steps = distance_to(board, clue.landmark, space);
    const int within[3] = {steps == 0, steps == 1, steps == 1 || steps == 2};

    return within[clue.relation % 3] != (clue.relation >= TOB_NOT_IN);
}

/* An island with objects at random; the seed is the island. */
static void random_island(unsigned island)
{
    tob_config config = {.island = (uint8_t)island, .players = 2};
    static tob_moves moves;
    tob_rng rng;

    tob_rng_init(&rng, island, 7);
    tob_board_init(&t.board, island);
    assert_int_equal(tob_game_init(&t.game, &t.board, &config), TOB_OK);
    while (t.game.phase == TOB_PHASE_OBJECT) {
        tob_legal(&t.game, &t.board, &moves);
        tob_apply(&t.game, &t.board, tob_random_move(&rng, &t.game, &moves));
    }
}

static void compare_relation(unsigned relation, unsigned from, unsigned to)
{
    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        random_island(island);
        for (unsigned landmark = from; landmark <= to; landmark++) {
            const tob_clue clue = {(uint8_t)relation, (uint8_t)landmark};
            const tob_hexset set = tob_board_clue(&t.board, clue);
            for (unsigned space = 0; space < t.board.count; space++)
                if (tob_hexset_has(set, space) != allows(&t.board, clue, space))
                    fail_msg("island %u relation %u landmark %u space %u", island,
                             relation, landmark, space);
            assert_true(tob_hexset_within(set, t.board.spaces));
        }
    }
}

/* What a clue allows on the island of the positions. */
static const char *allowed(const char *name)
{
    tob_clue clue;

    begin_setup(&t, 2, "");
    assert_true(tob_clue_find(name, strlen(name), &clue));
    return names_of(&t.board, tob_board_clue(&t.board, clue));
}

static int clue_allows(const char *name, const char *space)
{
    tob_clue clue;

    begin_setup(&t, 2, "");
    assert_true(tob_clue_find(name, strlen(name), &clue));
    return tob_hexset_has(tob_board_clue(&t.board, clue), space_of(&t, space));
}

/* ---- L1 ---- */

static void l1_in_allows_all_areas_of_a_terrain(void **state)
{
    (void)state;
    assert_string_equal(allowed("in-river"), "g4 g5 j10 k9 l6 l10 m5 m10 n6");
    compare_relation(TOB_IN, 0, TOB_LANDMARK_LARGEST - 1);
}

static void l1_in_the_largest_allows_that_area_alone(void **state)
{
    (void)state;
    assert_string_equal(allowed("in-largest-river"), "j10 k9 l10 m10");
    assert_string_equal(allowed("in-largest-lake"), "i6 j6 j7 k5 k6 k7");
    compare_relation(TOB_IN, TOB_LANDMARK_LARGEST, TOB_LANDMARK_HUT - 1);
}

static void l1_nothing_can_be_in_an_object_or_the_ocean(void **state)
{
    (void)state;
    tob_clue clue;

    assert_false(tob_clue_find("in-hut", 6, &clue));
    assert_false(tob_clue_find("not-in-ocean", 12, &clue));
    assert_false(tob_clue_find("in-largest-hut", 14, &clue));
    assert_true(tob_clue_find("next-ocean", 10, &clue));
}

/* ---- L2 ---- */

static void l2_next_is_one_step_away_and_not_in_the_terrain(void **state)
{
    (void)state;
    assert_string_equal(allowed("next-river"),
                        "f4 f5 f6 g6 h4 h5 h6 i9 i10 j9 j11 k5 k6 k8 k10 l5 l7 l9 l11 m4 "
                        "m6 n5 n7");
    compare_relation(TOB_NEXT, 0, TOB_LANDMARK_LARGEST - 1);
}

static void l2_next_to_the_largest_area_allows_no_space_of_it(void **state)
{
    (void)state;
    assert_string_equal(allowed("next-largest-river"), "i9 i10 j9 j11 k8 k10 l9 l11");
    assert_false(clue_allows("next-largest-river", "k9"));
    compare_relation(TOB_NEXT, TOB_LANDMARK_LARGEST, TOB_LANDMARK_HUT - 1);
}

static void l2_next_to_an_object_is_not_on_one(void **state)
{
    (void)state;
    assert_string_equal(allowed("next-statue"), "d6 d7 e5 e7 f6 f7 g10 g11 h10 h12 i10 "
                                                "i11 j4 j5 k3 k5 l4 l5");
    assert_false(clue_allows("next-statue", "k4"));
    compare_relation(TOB_NEXT, TOB_LANDMARK_HUT, TOB_LANDMARK_STATUE);
}

static void l2_another_object_on_the_space_does_not_matter(void **state)
{
    (void)state;
    rec_init(&t);
    feed(&t, "tobago 1\nplayers Anna Bobby\nisland ABC0\nnature object statue k4 S\n"
             "nature object statue e6 N\nnature object statue h11 NE\n"
             "nature object hut k3\n");

    assert_true(
        tob_hexset_has(t.board.allowed[card_of("next-statue")], space_of(&t, "k3")));
}

/* ---- L3 ---- */

static void l3_sight_is_one_or_two_steps_away(void **state)
{
    (void)state;
    assert_true(clue_allows("sight-statue", "k3"));
    assert_true(clue_allows("sight-statue", "k2"));
    assert_false(clue_allows("sight-statue", "k4"));
    assert_false(clue_allows("sight-statue", "k7"));
    compare_relation(TOB_SIGHT, TOB_LANDMARK_HUT, TOB_LANDMARK_STATUE);
}

static void l3_sight_of_a_terrain_excludes_all_of_that_terrain(void **state)
{
    (void)state;
    assert_false(clue_allows("sight-jungle", "f5"));
    assert_true(clue_allows("sight-jungle", "h5"));
    compare_relation(TOB_SIGHT, 0, TOB_LANDMARK_LARGEST - 1);
}

static void l3_sight_of_the_largest_area_allows_other_areas_of_that_terrain(void **state)
{
    (void)state;
    assert_true(clue_allows("sight-largest-jungle", "e7")); /* the western jungle */
    assert_false(clue_allows("sight-largest-mountain", "h12"));
    assert_true(clue_allows("sight-largest-scrubland", "l5"));
    assert_true(clue_allows("sight-largest-lake", "g6")); /* the western lake */
    assert_false(clue_allows("sight-largest-jungle", "g8"));
    compare_relation(TOB_SIGHT, TOB_LANDMARK_LARGEST, TOB_LANDMARK_HUT - 1);
}

static void l3_sight_crosses_water(void **state)
{
    (void)state;
    assert_true(clue_allows("sight-largest-beach", "j13"));
    assert_true(clue_allows("sight-palm", "k10")); /* palm j12, the bay k11 between */
}

/* ---- L4 ---- */

static void l4_negations_allow_exactly_what_the_clue_does_not(void **state)
{
    (void)state;
    for (unsigned relation = TOB_NOT_IN; relation <= TOB_NOT_SIGHT; relation++)
        compare_relation(relation, 0,
                         relation == TOB_NOT_IN ? TOB_LANDMARK_HUT - 1
                                                : (unsigned)TOB_LANDMARK_OCEAN);
}

static void l4_a_clue_and_its_negation_share_the_island(void **state)
{
    (void)state;
    begin_setup(&t, 2, "");

    for (unsigned relation = TOB_IN; relation <= TOB_SIGHT; relation++)
        for (unsigned landmark = 0; landmark <= TOB_LANDMARK_OCEAN; landmark++) {
            const tob_hexset yes = tob_board_clue(
                &t.board, (tob_clue){(uint8_t)relation, (uint8_t)landmark});
            const tob_hexset no = tob_board_clue(
                &t.board, (tob_clue){(uint8_t)(relation + 3), (uint8_t)landmark});
            assert_true(tob_hexset_is_empty(tob_hexset_and(yes, no)));
            assert_true(tob_hexset_equal(tob_hexset_or(yes, no), t.board.spaces));
        }
}

static void l4_the_landmark_itself_stays_possible(void **state)
{
    (void)state;
    assert_true(clue_allows("not-next-statue", "k4"));
    assert_true(clue_allows("not-sight-statue", "k4"));
    assert_true(clue_allows("not-next-river", "k9"));
    assert_false(clue_allows("not-next-river", "k8"));
    assert_false(clue_allows("not-in-river", "k9"));
}

/* ---- L5 ---- */

static void l5_any_hut_palm_or_statue_will_do(void **state)
{
    (void)state;
    assert_true(clue_allows("next-hut", "d9"));
    assert_true(clue_allows("next-hut", "h12"));
    assert_true(clue_allows("next-hut", "n8"));
    assert_true(clue_allows("next-hut", "h6"));
    assert_false(clue_allows("next-hut", "i12"));
    assert_string_equal(allowed("next-palm"),
                        "e3 e4 f3 f5 g4 i11 i12 j11 j13 k12 l5 l6 m4 m6 n5 n6");
}

static void l5_any_ocean_hex_will_do_bays_included(void **state)
{
    (void)state;
    assert_true(clue_allows("next-ocean", "k10")); /* the bay k11 */
    assert_true(clue_allows("sight-ocean", "k9"));
    assert_false(clue_allows("next-ocean", "k9"));
    assert_false(clue_allows("sight-ocean", "h8"));
    compare_relation(TOB_NEXT, TOB_LANDMARK_OCEAN, TOB_LANDMARK_OCEAN);
    compare_relation(TOB_SIGHT, TOB_LANDMARK_OCEAN, TOB_LANDMARK_OCEAN);
}

static void l5_the_cards_say_what_their_names_say(void **state)
{
    (void)state;
    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        random_island(island);
        for (unsigned card = 0; card < tob_card_count(); card++)
            for (unsigned space = 0; space < t.board.count; space++)
                assert_int_equal(tob_hexset_has(t.board.allowed[card], space),
                                 allows(&t.board, tob_card_clue(card), space));
    }
}

/* ---- L6 ---- */

static void l6_without_its_landmark_a_clue_allows_nothing_its_negation_all(void **state)
{
    (void)state;
    tob_board_init(&t.board, 0);

    assert_true(tob_hexset_is_empty(t.board.allowed[card_of("next-hut")]));
    assert_true(tob_hexset_is_empty(t.board.allowed[card_of("sight-palm")]));
    assert_true(
        tob_hexset_equal(t.board.allowed[card_of("not-next-hut")], t.board.spaces));
    assert_true(
        tob_hexset_equal(t.board.allowed[card_of("not-sight-statue")], t.board.spaces));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(l1_in_allows_all_areas_of_a_terrain),
        cmocka_unit_test(l1_in_the_largest_allows_that_area_alone),
        cmocka_unit_test(l1_nothing_can_be_in_an_object_or_the_ocean),
        cmocka_unit_test(l2_next_is_one_step_away_and_not_in_the_terrain),
        cmocka_unit_test(l2_next_to_the_largest_area_allows_no_space_of_it),
        cmocka_unit_test(l2_next_to_an_object_is_not_on_one),
        cmocka_unit_test(l2_another_object_on_the_space_does_not_matter),
        cmocka_unit_test(l3_sight_is_one_or_two_steps_away),
        cmocka_unit_test(l3_sight_of_a_terrain_excludes_all_of_that_terrain),
        cmocka_unit_test(l3_sight_of_the_largest_area_allows_other_areas_of_that_terrain),
        cmocka_unit_test(l3_sight_crosses_water),
        cmocka_unit_test(l4_negations_allow_exactly_what_the_clue_does_not),
        cmocka_unit_test(l4_a_clue_and_its_negation_share_the_island),
        cmocka_unit_test(l4_the_landmark_itself_stays_possible),
        cmocka_unit_test(l5_any_hut_palm_or_statue_will_do),
        cmocka_unit_test(l5_any_ocean_hex_will_do_bays_included),
        cmocka_unit_test(l5_the_cards_say_what_their_names_say),
        cmocka_unit_test(l6_without_its_landmark_a_clue_allows_nothing_its_negation_all),
    };

    return cmocka_run_group_tests_name("clues", tests, NULL, NULL);
}
