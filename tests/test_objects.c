/* Clauses O: huts, palms and statues. */
#include "positions.h"

static scene t;

static void placed_by_players(unsigned players, const char *island, const char *first)
{
    rec_init(&t);
    feed(&t, "tobago 1\n");
    feed(&t, players == 2 ? "players Anna Bobby\n" : "players Anna Bobby Roger\n");
    feed(&t, island);
    feed(&t, "options placed\n");
    feed(&t, first);
}

static void bare(const char *island)
{
    rec_init(&t);
    feed(&t, "tobago 1\nplayers Anna Bobby\n");
    feed(&t, island);
}

/* ---- O1 ---- */

static void o1_there_are_three_statues_four_huts_and_three_palms(void **state)
{
    (void)state;
    begin_setup(&t, 2, "");

    assert_int_equal(tob_hexset_count(t.board.object[TOB_STATUE]), 3);
    assert_int_equal(tob_hexset_count(t.board.object[TOB_HUT]), 4);
    assert_int_equal(tob_hexset_count(t.board.object[TOB_PALM]), 3);
    refuse(&t, "nature object palm g8", TOB_REASON_S4_FIRST);
}

static void o1_a_board_on_a_table_takes_no_fifth_hut(void **state)
{
    (void)state;
    begin_setup(&t, 2, "");

    assert_int_equal(tob_board_object_reason(&t.board, TOB_HUT, space_of(&t, "k2"), 0),
                     TOB_REASON_O1_ENOUGH);
    assert_int_equal(tob_board_object_reason(&t.board, TOB_STATUE, space_of(&t, "h7"), 0),
                     TOB_REASON_O1_ENOUGH);
}

static void o1_a_space_with_an_object_takes_no_other(void **state)
{
    (void)state;
    bare("island ABC0\n");
    feed(&t, "nature object statue k4 S\nnature object statue e6 N\n"
             "nature object statue h11 N\n");

    refuse(&t, "nature object hut k4", TOB_REASON_O1_OCCUPIED);
    feed(&t, "nature object hut k3\nnature object hut d8\nnature object hut i12\n"
             "nature object hut m8\n");
    refuse(&t, "nature object palm k3", TOB_REASON_O1_OCCUPIED);
    refuse(&t, "nature object palm e6", TOB_REASON_O1_OCCUPIED);
    assert_int_equal(tob_board_object_reason(&t.board, TOB_PALM, 104, 0),
                     TOB_REASON_I3_NO_SPACE);
}

/* ---- O2 ---- */

static void o2_two_statues_three_apart_are_refused(void **state)
{
    (void)state;
    bare("island ABC0\n");
    feed(&t, "nature object statue h7 N\n");

    refuse(&t, "nature object statue h10 N", TOB_REASON_O2_TOO_CLOSE);
    refuse(&t, "nature object statue k7 N", TOB_REASON_O2_TOO_CLOSE);
    refuse(&t, "nature object statue h8 N", TOB_REASON_O2_TOO_CLOSE);
}

static void o2_two_statues_four_apart_are_allowed(void **state)
{
    (void)state;
    bare("island ABC0\n");
    feed(&t, "nature object statue h7 N\nnature object statue h11 N\n");

    assert_int_equal(t.game.statue[1], space_of(&t, "h11"));
}

static void o2_huts_and_palms_keep_their_distance_too(void **state)
{
    (void)state;
    begin_setup(&t, 2, "");
    bare("island ABC0\n");
    feed(&t, "nature object statue k4 S\nnature object statue e6 N\n"
             "nature object statue h11 NE\nnature object hut d8\n");

    refuse(&t, "nature object hut f10", TOB_REASON_O2_TOO_CLOSE);
    feed(&t, "nature object hut i5\nnature object hut m8\nnature object hut g12\n"
             "nature object palm f4\n");
    refuse(&t, "nature object palm h6", TOB_REASON_O2_TOO_CLOSE);
    assert_true(is_legal(&t, "nature object palm h7"));
}

static void o2_objects_of_different_kinds_may_stand_side_by_side(void **state)
{
    (void)state;
    bare("island ABC0\n");
    feed(&t, "nature object statue k4 S\nnature object statue e6 N\n"
             "nature object statue h11 NE\nnature object hut k3\nnature object hut d8\n"
             "nature object hut g12\nnature object hut m8\nnature object palm k5\n");

    assert_int_equal(t.game.palm[0], space_of(&t, "k5"));
}

static void o2_water_between_two_objects_counts_as_distance(void **state)
{
    (void)state;
    bare("island ABC0\n");
    feed(&t, "nature object statue k4 S\nnature object statue e6 N\n"
             "nature object statue h11 NE\nnature object hut k10\n");

    refuse(&t, "nature object hut k12", TOB_REASON_O2_TOO_CLOSE);
}

/* ---- O3 ---- */

static void o3_a_statue_by_the_ocean_is_refused(void **state)
{
    (void)state;
    bare("island ABC0\n");

    refuse(&t, "nature object statue b4 N", TOB_REASON_O3_COAST);
    refuse(&t, "nature object statue j11 N", TOB_REASON_O3_COAST); /* a bay */
}

static void o3_a_statue_may_face_any_of_its_six_neighbours(void **state)
{
    (void)state;
    static const char *const facings[] = {"N", "NE", "SE", "S", "SW", "NW"};

    for (unsigned i = 0; i < 6; i++) {
        char line[40];
        bare("island ABC0\n");
        snprintf(line, sizeof line, "nature object statue h7 %s", facings[i]);

        feed(&t, line);

        assert_int_equal(t.game.facing[0], i);
    }
}

static void o3_other_facings_are_refused(void **state)
{
    (void)state;
    tob_move move = {.kind = TOB_MOVE_OBJECT, .seat = TOB_NATURE, .direction = 6};

    bare("island ABC0\n");
    move.space = (uint8_t)space_of(&t, "h7");

    assert_int_equal(refusal(&t, move), TOB_REASON_O3_FACING);
    unreadable(&t, "nature object statue h7 E", "directions");
    unreadable(&t, "nature object statue h7", "direction is missing");
}

static void o3_only_statues_have_a_facing(void **state)
{
    (void)state;
    tob_move move = {
        .kind = TOB_MOVE_OBJECT, .seat = TOB_NATURE, .value = TOB_HUT, .direction = 2};

    bare("island ABC0\n");
    feed(&t, "nature object statue k4 S\nnature object statue e6 N\n"
             "nature object statue h11 NE\n");
    move.space = (uint8_t)space_of(&t, "d8");

    assert_int_equal(refusal(&t, move), TOB_REASON_O3_FACING);
    unreadable(&t, "nature object hut d8 N", "nothing may follow");
}

static void o3_huts_and_palms_may_stand_on_the_coast(void **state)
{
    (void)state;
    begin_setup(&t, 2, "");

    assert_true(tob_hexset_has(t.board.coast, t.game.hut[0]));
    assert_true(tob_hexset_has(t.board.coast, t.game.palm[2]));
}

/* ---- O4 ---- */

static void o4_nature_places_the_objects_unless_the_players_do(void **state)
{
    (void)state;
    bare("island ABC0\n");

    assert_int_equal(tob_to_move(&t.game), TOB_NATURE);
    refuse(&t, "1 object statue h7 N", TOB_REASON_T5_SEAT);
    refuse(&t, "1 atv h7", TOB_REASON_O4_FIRST);
}

static void o4_players_place_one_each_in_turn_order(void **state)
{
    (void)state;
    placed_by_players(3, "island ABC0\n", "first 2\n");

    refuse(&t, "nature object statue k4 S", TOB_REASON_T5_SEAT);
    refuse(&t, "1 object statue k4 S", TOB_REASON_T5_SEAT);
    feed(&t, "2 object statue k4 S\n3 object statue e6 N\n1 object statue h11 NE\n"
             "2 object hut d8\n3 object hut i5\n1 object hut m8\n2 object hut g12\n"
             "3 object palm f4\n1 object palm m5\n");
    refuse(&t, "1 object palm j12", TOB_REASON_T5_SEAT);
    feed(&t, "2 object palm j12\n2 atv h7\n");
    assert_int_equal(t.game.seat, ROGER);
}

static void o4_the_placer_chooses_the_facing(void **state)
{
    (void)state;
    placed_by_players(2, "island ABC0\n", "");

    feed(&t, "1 object statue k4 SW\n");

    assert_int_equal(t.game.facing[0], TOB_SW);
}

static void o4_statues_come_first_then_huts_then_palms(void **state)
{
    (void)state;
    placed_by_players(2, "island ABC0\n", "");

    refuse(&t, "1 object hut d8", TOB_REASON_O4_ORDER);
    feed(&t, "1 object statue k4 S\n2 object statue e6 N\n1 object statue h11 NE\n");
    refuse(&t, "2 object palm f4", TOB_REASON_O4_ORDER);
    refuse(&t, "2 object statue h7 N", TOB_REASON_O4_ORDER);
    feed(&t, "2 object hut d8\n1 object hut i5\n2 object hut m8\n1 object hut g12\n");
    refuse(&t, "2 object hut k2", TOB_REASON_O4_ORDER);
    feed(&t, "2 object palm f4\n");
}

static void o4_a_place_that_leaves_no_room_for_the_others_is_refused(void **state)
{
    (void)state;
    placed_by_players(2, "island acb1\n", "");

    refuse(&t, "1 object statue i7 N", TOB_REASON_O4_OTHERS);
    assert_false(is_legal(&t, "1 object statue i7 N"));
}

static void o4_the_room_is_judged_again_after_each_object(void **state)
{
    (void)state;
    placed_by_players(2, "island Acb0\n", "");
    assert_true(is_legal(&t, "1 object statue j7 N"));
    feed(&t, "1 object statue d6 N\n");

    refuse(&t, "2 object statue j7 N", TOB_REASON_O4_OTHERS);
}

static void o4_nature_leaves_room_too(void **state)
{
    (void)state;
    bare("island acb1\n");

    refuse(&t, "nature object statue i7 N", TOB_REASON_O4_OTHERS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(o1_there_are_three_statues_four_huts_and_three_palms),
        cmocka_unit_test(o1_a_board_on_a_table_takes_no_fifth_hut),
        cmocka_unit_test(o1_a_space_with_an_object_takes_no_other),
        cmocka_unit_test(o2_two_statues_three_apart_are_refused),
        cmocka_unit_test(o2_two_statues_four_apart_are_allowed),
        cmocka_unit_test(o2_huts_and_palms_keep_their_distance_too),
        cmocka_unit_test(o2_objects_of_different_kinds_may_stand_side_by_side),
        cmocka_unit_test(o2_water_between_two_objects_counts_as_distance),
        cmocka_unit_test(o3_a_statue_by_the_ocean_is_refused),
        cmocka_unit_test(o3_a_statue_may_face_any_of_its_six_neighbours),
        cmocka_unit_test(o3_other_facings_are_refused),
        cmocka_unit_test(o3_only_statues_have_a_facing),
        cmocka_unit_test(o3_huts_and_palms_may_stand_on_the_coast),
        cmocka_unit_test(o4_nature_places_the_objects_unless_the_players_do),
        cmocka_unit_test(o4_players_place_one_each_in_turn_order),
        cmocka_unit_test(o4_the_placer_chooses_the_facing),
        cmocka_unit_test(o4_statues_come_first_then_huts_then_palms),
        cmocka_unit_test(o4_a_place_that_leaves_no_room_for_the_others_is_refused),
        cmocka_unit_test(o4_the_room_is_judged_again_after_each_object),
        cmocka_unit_test(o4_nature_leaves_room_too),
    };

    return cmocka_run_group_tests_name("objects", tests, NULL, NULL);
}
