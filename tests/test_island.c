/* Clauses I: the island. What the board knows is compared with the sections in data/,
 * joined here a second time, by the words of data/sections.txt. */
#include "positions.h"

static scene t;

/* ---- The sections, read and joined again ---- */

typedef struct hex {
    int q, r;
    char terrain;
} hex;

static hex sides[6][48]; /* a A b B c C */
static unsigned sizes[6];
static hex land[3 * 48];
static unsigned land_count;

static int side_of(char letter)
{
    const char *letters = "aAbBcC";
    const char *at = strchr(letters, letter);

    return at && letter ? (int)(at - letters) : -1;
}

static void read_sections(void)
{
    FILE *file = fopen("data/sections.txt", "r");
    char line[256];
    int side = -1;

    assert_non_null(file);
    memset(sizes, 0, sizeof sizes);
    while (fgets(line, sizeof line, file)) {
        const char *at = line;
        int q, r, used;
        char terrain;
        if (line[0] != ' ' && line[0] != '#' && line[0] != '\n')
            side = side_of(line[0]);
        while (line[0] == ' ' &&
               sscanf(at, " %d,%d,%c%n", &q, &r, &terrain, &used) == 3) {
            sides[side][sizes[side]++] = (hex){q, r, terrain};
            at += used;
        }
    }
    fclose(file);
}

static void join(unsigned island)
{
    char code[5];

    tob_island_name(island, code);
    land_count = 0;
    for (unsigned sector = 0; sector < 3; sector++) {
        const int side = side_of(code[sector]);
        const int lock = code[3] == '1';
        for (unsigned i = 0; i < sizes[side]; i++) {
            const hex from = sides[side][i];
            hex to = from;
            if (sector == 1) {
                to.q = -from.q - from.r + 1;
                to.r = from.q + (lock ? 0 : -1);
            }
            if (sector == 2) {
                to.q = from.r + (lock ? 0 : 1);
                to.r = -from.q - from.r + (lock ? 1 : 0);
            }
            land[land_count++] = to;
        }
    }
}

static int distance(hex a, hex b)
{
    const int q = abs(a.q - b.q), r = abs(a.r - b.r), s = abs(a.q + a.r - b.q - b.r);

    return q > r ? (q > s ? q : s) : (r > s ? r : s);
}

static char terrain_at(int q, int r)
{
    for (unsigned i = 0; i < land_count; i++)
        if (land[i].q == q && land[i].r == r)
            return land[i].terrain;
    return 0;
}

/* ---- I1, I2 ---- */

static void i1_three_sides_join_as_the_sections_say(void **state)
{
    (void)state;
    read_sections();

    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        tob_board_init(&t.board, island);
        join(island);

        assert_int_equal(t.board.count, land_count);
        for (unsigned i = 0; i < land_count; i++) {
            const unsigned space = tob_board_at(&t.board, land[i].q, land[i].r);
            assert_int_not_equal(space, TOB_NONE);
            assert_int_equal("BJLMRS"[t.board.terrain[space]], land[i].terrain);
        }
    }
}

static void i1_the_apexes_meet_at_the_centre(void **state)
{
    (void)state;
    tob_board_init(&t.board, (unsigned)tob_island_find("ABC0", 4));
    assert_int_equal(t.board.terrain[space_of(&t, "h7")], TOB_MOUNTAIN); /* A */
    assert_int_equal(t.board.terrain[space_of(&t, "i6")], TOB_LAKE);     /* B */
    assert_int_equal(t.board.terrain[space_of(&t, "i7")], TOB_JUNGLE);   /* C */

    tob_board_init(&t.board, (unsigned)tob_island_find("ABC1", 4));
    assert_int_equal(t.board.terrain[space_of(&t, "h7")], TOB_MOUNTAIN);
    assert_int_equal(t.board.terrain[space_of(&t, "i7")], TOB_LAKE);
    assert_int_equal(t.board.terrain[space_of(&t, "h8")], TOB_JUNGLE);
}

static void i2_there_are_32_islands_each_with_its_own_code(void **state)
{
    (void)state;
    static tob_board other;

    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        char code[5];
        tob_island_name(island, code);
        assert_int_equal(tob_island_find(code, 4), island);
        tob_board_init(&t.board, island);
        for (unsigned before = 0; before < island; before++) {
            tob_board_init(&other, before);
            assert_false(memcmp(t.board.grid, other.grid, sizeof other.grid) == 0 &&
                         memcmp(t.board.terrain, other.terrain, sizeof other.terrain) ==
                             0);
        }
    }
}

static void i2_codes_name_sides_order_and_interlock(void **state)
{
    (void)state;
    tob_board abc, acb;

    assert_int_equal(tob_island_find("ABC0", 4), 0);
    assert_true(tob_island_find("acb1", 4) >= 0);
    tob_board_init(&abc, (unsigned)tob_island_find("AbC0", 4));
    tob_board_init(&acb, (unsigned)tob_island_find("ACb0", 4));

    assert_int_equal(abc.count, acb.count);
    assert_memory_not_equal(abc.grid, acb.grid, sizeof abc.grid);
}

static void i2_what_is_no_island_is_refused(void **state)
{
    (void)state;
    static const char *const wrong[] = {"BAC0", "ABC2",  "ABB0", "ABCA",
                                        "abc",  "ABC00", ""};
    tob_config config = {.island = 32, .players = 2};
    tob_game game;

    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(tob_island_find(wrong[i], strlen(wrong[i])), -1);
    tob_board_init(&t.board, 3);
    assert_int_equal(tob_game_init(&game, &t.board, &config), TOB_REASON_I2_ISLAND);
    config.island = 4; /* the board of another island */
    assert_int_equal(tob_game_init(&game, &t.board, &config), TOB_REASON_I2_ISLAND);
    config.island = 3;
    assert_int_equal(tob_game_init(&game, &t.board, &config), TOB_OK);
}

/* ---- I3, I4 ---- */

static void i3_every_hex_of_land_is_a_space_of_one_of_six_terrains(void **state)
{
    (void)state;
    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        unsigned total = 0;
        tob_board_init(&t.board, island);
        for (unsigned terrain = 0; terrain < TOB_TERRAIN_COUNT; terrain++) {
            const unsigned spaces = tob_hexset_count(t.board.ground[terrain]);
            assert_true(spaces > 0);
            total += spaces;
        }

        assert_int_equal(total, t.board.count);
        assert_true(tob_hexset_equal(t.board.spaces, t.board.land));
        assert_true(t.board.count >= 87 && t.board.count <= 104);
    }
}

static void i3_the_ocean_and_its_bays_have_no_spaces(void **state)
{
    (void)state;
    begin_setup(&t, 2, "");

    assert_int_equal(tob_space_find(&t.board, "k11", 3), TOB_NONE); /* a bay */
    assert_int_equal(tob_space_find(&t.board, "h1", 2), TOB_NONE);
    unreadable(&t, "1 atv k11", "no such space");
    assert_int_equal(refusal(&t, (tob_move){.kind = TOB_MOVE_ATV, .space = 104}),
                     TOB_REASON_I3_NO_SPACE);
    assert_int_equal(refusal(&t, (tob_move){.kind = TOB_MOVE_ATV, .space = TOB_NONE}),
                     TOB_REASON_I3_NO_SPACE);
}

static void i4_distance_counts_water_like_land(void **state)
{
    (void)state;
    begin(&t, 2, "");

    assert_int_equal(
        tob_board_distance(&t.board, space_of(&t, "k10"), space_of(&t, "k12")), 2);
    assert_int_equal(tob_board_distance(&t.board, space_of(&t, "f3"), space_of(&t, "i3")),
                     3);
    assert_int_equal(tob_board_distance(&t.board, space_of(&t, "h7"), space_of(&t, "h7")),
                     0);
}

static void i4_distance_is_that_of_the_grid_on_every_island(void **state)
{
    (void)state;
    read_sections();

    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        tob_board_init(&t.board, island);
        join(island);
        for (unsigned i = 0; i < land_count; i++)
            for (unsigned k = 0; k < land_count; k++)
                assert_int_equal(
                    tob_board_distance(&t.board,
                                       tob_board_at(&t.board, land[i].q, land[i].r),
                                       tob_board_at(&t.board, land[k].q, land[k].r)),
                    distance(land[i], land[k]));
    }
}

static void i4_a_space_with_an_ocean_neighbour_is_on_the_coast(void **state)
{
    (void)state;
    static const int step[6][2] = {{0, -1}, {1, -1}, {1, 0}, {0, 1}, {-1, 1}, {-1, 0}};

    read_sections();
    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        tob_board_init(&t.board, island);
        join(island);
        for (unsigned i = 0; i < land_count; i++) {
            int ocean = 0;
            for (unsigned k = 0; k < 6; k++)
                ocean |= !terrain_at(land[i].q + step[k][0], land[i].r + step[k][1]);
            assert_int_equal(tob_hexset_has(t.board.coast,
                                            tob_board_at(&t.board, land[i].q, land[i].r)),
                             ocean);
        }
    }
}

static void i4_a_bay_makes_a_coast_too(void **state)
{
    (void)state;
    begin(&t, 2, "");

    assert_true(tob_hexset_has(t.board.coast, space_of(&t, "j11")));
    assert_true(tob_hexset_has(t.board.coast, space_of(&t, "k10")));
    assert_false(tob_hexset_has(t.board.coast, space_of(&t, "k9")));
}

/* ---- I5 ---- */

/* The spaces of one terrain connected with hex i, as marks. */
static unsigned flood(unsigned i, unsigned char mark[static 144])
{
    unsigned size = 1;
    int grown = 1;

    mark[i] = 1;
    while (grown) {
        grown = 0;
        for (unsigned a = 0; a < land_count; a++)
            for (unsigned b = 0; mark[a] && b < land_count; b++)
                if (!mark[b] && land[b].terrain == land[i].terrain &&
                    distance(land[a], land[b]) == 1) {
                    mark[b] = 1;
                    size++;
                    grown = 1;
                }
    }
    return size;
}

static void i5_areas_are_connected_and_the_largest_is_unique_on_every_island(void **state)
{
    (void)state;
    read_sections();

    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        unsigned most[6] = {0};
        tob_hexset largest[6] = {{0, 0}};
        tob_board_init(&t.board, island);
        join(island);
        for (unsigned i = 0; i < land_count; i++) {
            unsigned char mark[144] = {0};
            const unsigned size = flood(i, mark);
            const unsigned space = tob_board_at(&t.board, land[i].q, land[i].r);
            const unsigned terrain = t.board.terrain[space];
            tob_hexset area = {0, 0};
            for (unsigned k = 0; k < land_count; k++)
                if (mark[k])
                    tob_hexset_add(&area, tob_board_at(&t.board, land[k].q, land[k].r));

            assert_int_equal(t.board.area_size[space], size);
            if (size > most[terrain])
                largest[terrain] = area;
            else if (size == most[terrain])
                largest[terrain] = tob_hexset_or(largest[terrain], area);
            most[terrain] = size > most[terrain] ? size : most[terrain];
        }
        for (unsigned terrain = 0; terrain < 6; terrain++)
            assert_true(tob_hexset_equal(t.board.largest[terrain], largest[terrain]) &&
                        tob_hexset_count(largest[terrain]) == most[terrain]);
    }
}

static void i5_an_area_ends_where_its_terrain_does(void **state)
{
    (void)state;
    begin(&t, 2, "");

    assert_int_equal(t.board.area_size[space_of(&t, "g4")], 2); /* g4 g5 */
    assert_int_equal(t.board.area_size[space_of(&t, "j12")], 5);
    assert_string_equal(names_of(&t.board, t.board.largest[TOB_RIVER]), "j10 k9 l10 m10");
}

/* ---- I6 ---- */

static void i6_names_are_column_and_row(void **state)
{
    (void)state;
    read_sections();

    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        tob_board_init(&t.board, island);
        join(island);
        for (unsigned i = 0; i < land_count; i++) {
            const int q = land[i].q, r = land[i].r;
            const int half = (q - (((q % 2) + 2) % 2)) / 2; /* floor(q/2) */
            const unsigned space = tob_board_at(&t.board, q, r);
            char want[16], name[4];
            int to_q, to_r;
            snprintf(want, sizeof want, "%c%d", 'a' + q + 7, r + half + 7);

            assert_int_equal(tob_space_name(&t.board, space, name), strlen(want));
            assert_string_equal(name, want);
            assert_int_equal(tob_space_find(&t.board, want, strlen(want)), space);
            assert_true(tob_hex_find(want, strlen(want), &to_q, &to_r));
            assert_int_equal(to_q, q);
            assert_int_equal(to_r, r);
        }
    }
}

static void i6_other_spellings_name_no_space(void **state)
{
    (void)state;
    static const char *const wrong[] = {"h07", "H7",  "h",   "7h",  "h7 ", "h77",
                                        "q7",  "h-1", "h16", "hh7", "",    "h7a"};

    begin(&t, 2, "");

    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_int_equal(tob_space_find(&t.board, wrong[i], strlen(wrong[i])), TOB_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(i1_three_sides_join_as_the_sections_say),
        cmocka_unit_test(i1_the_apexes_meet_at_the_centre),
        cmocka_unit_test(i2_there_are_32_islands_each_with_its_own_code),
        cmocka_unit_test(i2_codes_name_sides_order_and_interlock),
        cmocka_unit_test(i2_what_is_no_island_is_refused),
        cmocka_unit_test(i3_every_hex_of_land_is_a_space_of_one_of_six_terrains),
        cmocka_unit_test(i3_the_ocean_and_its_bays_have_no_spaces),
        cmocka_unit_test(i4_distance_counts_water_like_land),
        cmocka_unit_test(i4_distance_is_that_of_the_grid_on_every_island),
        cmocka_unit_test(i4_a_space_with_an_ocean_neighbour_is_on_the_coast),
        cmocka_unit_test(i4_a_bay_makes_a_coast_too),
        cmocka_unit_test(
            i5_areas_are_connected_and_the_largest_is_unique_on_every_island),
        cmocka_unit_test(i5_an_area_ends_where_its_terrain_does),
        cmocka_unit_test(i6_names_are_column_and_row),
        cmocka_unit_test(i6_other_spellings_name_no_space),
    };

    return cmocka_run_group_tests_name("island", tests, NULL, NULL);
}
