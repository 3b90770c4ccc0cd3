/* The engine's board against the oracle: two implementations of I, O, L, M and N3, on all
 * 32 islands, with random objects, compared by the names of the spaces. */
#include "chance.h"
#include "oracle.h"
#include "support.h"

static const char object_letters[TOB_OBJECT_COUNT] = {'s', 'h', 'p'};

static const char *const relations[TOB_RELATION_COUNT] = {
    "in", "next", "sight", "not-in", "not-next", "not-sight"};

static oracle_data data;
static uint64_t seed;

/* An island, twice. 'hex' leads from the engine's spaces to the oracle's hexes. */
typedef struct pair {
    char code[5];
    tob_board board;
    oracle island;
    oracle_hex hex[TOB_SPACE_MAX];
} pair;

static void open_island(pair *both, unsigned island)
{
    tob_island_name(island, both->code);
    tob_board_init(&both->board, island);
    oracle_join(&both->island, &data, both->code);
    for (unsigned space = 0; space < both->board.count; space++) {
        char name[4];
        tob_space_name(&both->board, space, name);
        if (!oracle_find(name, &both->hex[space]))
            fail_msg("%s: the oracle knows no hex %s", both->code, name);
    }
}

/* The set of the engine holds exactly the spaces for which the oracle has a number from
 * 'least' to 'most'. */
static void same_set(const pair *both, tob_hexset set, const oracle_set *numbers,
                     int least, int most, const char *what)
{
    for (unsigned space = 0; space < both->board.count; space++) {
        const int number = oracle_number(numbers, both->hex[space]);
        const bool expected = number >= least && number <= most;
        char name[4];

        tob_space_name(&both->board, space, name);
        if (tob_hexset_has(set, space) != expected)
            fail_msg(
                "%s %s: the engine says %s of %s, the oracle the opposite (seed %llu)",
                both->code, what, expected ? "no" : "yes", name,
                (unsigned long long)seed);
    }
    assert_true(tob_hexset_within(set, both->board.land));
}

/* ---- The bare island ---- */

static void same_ground(const pair *both)
{
    int spaces = 0;

    for (int i = 0; i < ORACLE_SIDE * ORACLE_SIDE; i++)
        spaces += oracle_is_space(&both->island, oracle_nth(i));
    assert_int_equal(tob_hexset_count(both->board.spaces), spaces);
    for (unsigned space = 0; space < both->board.count; space++) {
        const oracle_hex hex = both->hex[space];
        const unsigned terrain = both->board.terrain[space];

        assert_string_equal(tob_terrain_name(terrain),
                            oracle_terrain(&both->island, hex));
        assert_true(tob_hexset_has(both->board.ground[terrain], space));
        assert_int_equal(both->board.area_size[space],
                         oracle_area_size(&both->island, hex));
        assert_int_equal(tob_hexset_has(both->board.coast, space),
                         oracle_on_coast(&both->island, hex));
        assert_int_equal(tob_hexset_has(both->board.spaces, space),
                         oracle_is_space(&both->island, hex));
        if (terrain < TOB_TERRAIN_COUNT)
            assert_int_equal(tob_hexset_has(both->board.largest[terrain], space),
                             oracle_in_largest(&both->island, hex));
    }
}

static void i1_to_i5_the_32_islands_have_the_same_ground_areas_and_coast(void **state)
{
    static pair both;
    (void)state;

    for (unsigned island = 0; island < TOB_ISLANDS; island += island_step()) {
        open_island(&both, island);
        same_ground(&both);
    }
}

static void i6_names_are_unique_and_lead_back(void **state)
{
    static pair both;
    (void)state;

    for (unsigned island = 0; island < TOB_ISLANDS; island += island_step()) {
        open_island(&both, island);
        assert_int_equal(tob_island_find(both.code, 4), (int)island);
        for (unsigned space = 0; space < both.board.count; space++) {
            char name[4];
            tob_space_name(&both.board, space, name);
            assert_int_equal(tob_space_find(&both.board, name, strlen(name)), space);
        }
        for (int i = 0; i < ORACLE_SIDE * ORACLE_SIDE; i++) {
            char name[4];
            oracle_name(oracle_nth(i), name);
            if (oracle_ground(&both.island, oracle_nth(i)) == ORACLE_OCEAN)
                assert_int_equal(tob_space_find(&both.board, name, strlen(name)),
                                 TOB_NONE);
        }
    }
}

static void i4_distances_and_neighbours_agree(void **state)
{
    static pair both;
    (void)state;

    for (unsigned island = 0; island < TOB_ISLANDS; island += island_step()) {
        open_island(&both, island);
        for (unsigned a = 0; a < both.board.count; a++) {
            const tob_board *board = &both.board;
            for (unsigned b = 0; b < board->count; b++) {
                const unsigned distance =
                    (unsigned)oracle_distance(both.hex[a], both.hex[b]);
                assert_int_equal(tob_board_distance(board, a, b), distance);
                assert_int_equal(tob_hexset_has(board->near[a], b), distance == 1);
                assert_int_equal(tob_hexset_has(board->sight[a], b),
                                 distance == 1 || distance == 2);
                assert_int_equal(tob_hexset_has(board->apart[a], b), distance >= 4);
            }
            for (int direction = 0; direction < 6; direction++) {
                const oracle_hex hex = oracle_step(both.hex[a], direction);
                char name[4];
                oracle_name(hex, name);
                assert_int_equal(tob_board_step(board, a, (unsigned)direction),
                                 tob_space_find(board, name, strlen(name)));
                assert_int_equal(tob_board_at(board, hex.q, hex.r),
                                 tob_space_find(board, name, strlen(name)));
            }
        }
    }
}

/* One leg from a space, and moves of up to three, free or over lava. */
static void same_legs(const pair *both, unsigned space)
{
    static oracle_set legs, paid, one;
    const oracle_hex hex = both->hex[space];

    for (int i = 0; i < ORACLE_SIDE * ORACLE_SIDE; i++)
        one.at[i / ORACLE_SIDE][i % ORACLE_SIDE] =
            oracle_leg(&both->island, hex, oracle_nth(i));
    same_set(both, both->board.legs[space], &one, 1, 1, "one leg");
    if (!tob_hexset_has(both->board.spaces, space))
        return;
    oracle_legs(&both->island, hex, false, &legs);
    oracle_legs(&both->island, hex, true, &paid);
    for (int number = 0; number <= TOB_LEGS; number++) {
        same_set(both, tob_board_reach(&both->board, space, (unsigned)number), &legs, 1,
                 number + 1, "reach");
        same_set(both, tob_board_reach_paid(&both->board, space, (unsigned)number), &paid,
                 1, number + 1, "paid reach");
    }
}

static void m1_legs_and_moves_of_1_to_3_legs_lead_to_the_same_spaces(void **state)
{
    static pair both;
    (void)state;

    for (unsigned island = 0; island < TOB_ISLANDS; island += island_step()) {
        open_island(&both, island);
        for (unsigned space = 0; space < both.board.count; space++)
            same_legs(&both, space);
    }
}

/* The farthest space in every direction; counts those beyond water. */
static unsigned same_rays(const pair *both, unsigned space)
{
    unsigned beyond_water = 0;

    for (int direction = 0; direction < 6; direction++) {
        const unsigned end = tob_board_ray_end(&both->board, space, (unsigned)direction);
        oracle_hex hex;
        if (!oracle_ray_end(&both->island, both->hex[space], direction, &hex)) {
            assert_int_equal(end, TOB_NONE);
            continue;
        }
        assert_int_not_equal(end, TOB_NONE);
        assert_int_equal(both->hex[end].q, hex.q);
        assert_int_equal(both->hex[end].r, hex.r);
        beyond_water +=
            tob_board_step(&both->board, space, (unsigned)direction) == TOB_NONE;
    }
    return beyond_water;
}

static void n3_statues_see_the_same_farthest_spaces(void **state)
{
    static pair both;
    unsigned beyond_water = 0;
    (void)state;

    for (unsigned island = 0; island < TOB_ISLANDS; island += island_step()) {
        open_island(&both, island);
        for (unsigned space = 0; space < both.board.count; space++)
            beyond_water += same_rays(&both, space);
    }
    assert_true(beyond_water > 0);
}

/* ---- With objects ---- */

static void clue_name(unsigned relation, unsigned landmark, char *name, size_t size)
{
    static const char *const marks[] = {"hut",   "palm",    "statue",
                                        "ocean", "volcano", "lava"};

    if (landmark < TOB_LANDMARK_LARGEST)
        snprintf(name, size, "%s-%s", relations[relation], tob_terrain_name(landmark));
    else if (landmark < TOB_LANDMARK_HUT)
        snprintf(name, size, "%s-largest-%s", relations[relation],
                 tob_terrain_name(landmark - TOB_LANDMARK_LARGEST));
    else
        snprintf(name, size, "%s-%s", relations[relation],
                 marks[landmark - TOB_LANDMARK_HUT]);
}

/* Every relation with every landmark, also those that no card shows. */
static void same_clues(const pair *both)
{
    static oracle_set allowed;

    for (unsigned card = 0; card < tob_card_total(); card++) {
        oracle_allowed(&both->island, tob_card_name(card), &allowed);
        same_set(both, both->board.allowed[card], &allowed, 1, 1, tob_card_name(card));
    }
    for (unsigned relation = 0; relation < TOB_RELATION_COUNT; relation++) {
        for (unsigned landmark = 0; landmark < TOB_LANDMARK_COUNT; landmark++) {
            const tob_clue clue = {(uint8_t)relation, (uint8_t)landmark};
            const bool well_formed =
                relation % TOB_NOT_IN != TOB_IN || landmark < TOB_LANDMARK_HUT;
            tob_clue found = {TOB_RELATION_COUNT, TOB_LANDMARK_COUNT};
            char name[40];

            clue_name(relation, landmark, name, sizeof name);
            assert_int_equal(tob_clue_find(name, strlen(name), &found), well_formed);
            if (well_formed)
                assert_memory_equal(&found, &clue, sizeof clue);
            oracle_allowed(&both->island, name, &allowed);
            same_set(both, tob_board_clue(&both->board, clue), &allowed, 1, 1, name);
        }
    }
}

/* O1 to O4 for the next object of a kind, at every space. */
static void same_places(pair *both, tob_object object, unsigned more)
{
    const char letter = object_letters[object];
    const tob_hexset open = tob_board_object_spaces(&both->board, object);

    for (unsigned space = 0; space < both->board.count; space++) {
        const oracle_hex hex = both->hex[space];
        const bool fits = oracle_object_fits(&both->island, letter, hex);
        bool room;

        assert_int_equal(
            tob_board_object_reason(&both->board, object, space, TOB_NW) == TOB_OK, fits);
        assert_int_equal(tob_hexset_has(open, space), fits);
        if (!fits)
            continue;
        oracle_put(&both->island, letter, hex);
        room = oracle_objects_fit(&both->island, letter, (int)more);
        oracle_put(&both->island, ' ', hex);
        if (tob_board_room_after(&both->board, open, space, more) != room)
            fail_msg("%s: room for %u more %s is %d for the oracle (seed %llu)",
                     both->code, more, tob_object_name(object), room,
                     (unsigned long long)seed);
    }
}

/* Puts one more object on a random space where it fits; false if there is none. */
static bool place_one(pair *both, tob_object object, tob_rng *rng)
{
    tob_hexset open = tob_board_object_spaces(&both->board, object);
    unsigned skip, space;

    if (tob_hexset_is_empty(open))
        return false;
    skip = tob_rng_below(rng, tob_hexset_count(open));
    do
        space = tob_hexset_pop(&open);
    while (skip--);
    tob_board_put(&both->board, object, space);
    oracle_put(&both->island, object_letters[object], both->hex[space]);
    return true;
}

static void place_all(pair *both, tob_rng *rng, bool compare_places)
{
    for (unsigned object = 0; object < TOB_OBJECT_COUNT; object++) {
        const unsigned limit = tob_object_limit((tob_object)object);
        for (unsigned placed = 0; placed < limit; placed++) {
            if (compare_places)
                same_places(both, (tob_object)object, limit - placed - 1);
            if (!place_one(both, (tob_object)object, rng))
                break;
        }
    }
}

static void l_every_clue_allows_the_same_spaces_with_random_objects(void **state)
{
    const unsigned placements = games_to_play(10, 100);
    static pair both;
    (void)state;

    for (unsigned i = 0; i < TOB_ISLANDS * placements; i += island_step()) {
        tob_rng rng;
        tob_rng_init(&rng, seed, i);
        open_island(&both, i % TOB_ISLANDS);
        if (i < TOB_ISLANDS)
            same_clues(&both); /* L6: no objects at all */
        place_all(&both, &rng, false);
        same_clues(&both);
    }
}

static void o1_to_o4_objects_fit_on_the_same_spaces(void **state)
{
    static pair both;
    (void)state;

    for (unsigned i = 0; i < TOB_ISLANDS * games_to_play(4, 40); i += island_step()) {
        tob_rng rng;
        tob_rng_init(&rng, seed, 1000000 + i);
        open_island(&both, i % TOB_ISLANDS);
        place_all(&both, &rng, true);
        for (unsigned object = 0; object < TOB_OBJECT_COUNT; object++)
            if (tob_hexset_count(both.board.object[object]) ==
                tob_object_limit((tob_object)object))
                assert_int_equal(
                    tob_board_object_reason(&both.board, (tob_object)object, 0, TOB_N),
                    TOB_REASON_O1_ENOUGH);
    }
}

/* ---- The Volcano ---- */

static unsigned random_space(tob_hexset set, tob_rng *rng)
{
    unsigned skip = tob_rng_below(rng, tob_hexset_count(set));

    while (skip--)
        tob_hexset_pop(&set);
    return tob_hexset_first(set);
}

/* V1: the same places; then one of them. */
static void erupt(pair *both, tob_rng *rng)
{
    tob_hexset open = {0, 0};
    unsigned space, centres = 0;

    for (space = 0; space < both->board.count; space++) {
        const oracle_hex hex = both->hex[space];
        const bool fits = oracle_volcano_fits(&both->island, hex);
        const bool centre = oracle_is_centre(both->code, hex);
        const bool open_centre =
            tob_board_volcano_reason(&both->board, space, true) == TOB_OK;

        assert_int_equal(tob_board_volcano_reason(&both->board, space, false) == TOB_OK,
                         fits);
        assert_int_equal(open_centre, fits && centre);
        centres += open_centre;
        if (fits)
            tob_hexset_add(&open, space);
    }
    assert_int_equal(centres, 3); /* the default works on every island */
    space = random_space(open, rng);
    tob_board_volcano(&both->board, space);
    oracle_volcano(&both->island, both->hex[space]);
}

/* V2: every triad on every space in every direction; then one of those that fit. */
static void add_triad(pair *both, unsigned triad, tob_rng *rng)
{
    tob_hexset open[6] = {{0, 0}};
    unsigned chosen = 6, space, fresh;
    char name[4];

    for (unsigned i = 0; i < both->board.count * 6; i++) {
        const bool fits = oracle_triad_fits(&both->island, &data, (int)triad,
                                            both->hex[i / 6], (int)(i % 6));
        assert_int_equal(
            tob_board_triad_reason(&both->board, triad, i / 6, i % 6) == TOB_OK, fits);
        if (fits)
            tob_hexset_add(&open[i % 6], i / 6);
    }
    for (unsigned tries = 0; tries < 30 && chosen == 6; tries++) {
        const unsigned direction = tob_rng_below(rng, 6);
        if (!tob_hexset_is_empty(open[direction]))
            chosen = direction;
    }
    if (chosen == 6)
        return;
    space = random_space(open[chosen], rng);
    oracle_triad(&both->island, &data, (int)triad, both->hex[space], (int)chosen);
    fresh = tob_board_triad(&both->board, triad, space, chosen);
    tob_space_name(&both->board, fresh, name);
    assert_true(oracle_find(name, &both->hex[fresh]));
}

/* V3: the same places for lava; then one of them. */
static void add_lava(pair *both, tob_rng *rng)
{
    const tob_hexset open = tob_board_lava_spaces(&both->board);
    unsigned space;

    for (space = 0; space < both->board.count; space++)
        assert_int_equal(tob_hexset_has(open, space),
                         oracle_lava_fits(&both->island, both->hex[space]));
    if (tob_hexset_is_empty(open))
        return;
    space = random_space(open, rng);
    tob_board_lava(&both->board, space);
    oracle_lava(&both->island, both->hex[space]);
}

/* Everything, on an island in whatever state; legs from some of the spaces. */
static void same_island(const pair *both, tob_rng *rng)
{
    same_ground(both);
    same_clues(both);
    for (unsigned space = 0; space < both->board.count; space++)
        same_rays(both, space);
    for (unsigned i = 0; i < 6; i++)
        same_legs(both, tob_rng_below(rng, both->board.count));
}

static void v1_to_v7_volcano_triads_and_lava_change_the_same(void **state)
{
    const unsigned islands = games_to_play(2 * TOB_ISLANDS, 40 * TOB_ISLANDS);
    static pair both;
    unsigned ties = 0;
    (void)state;

    for (unsigned i = 0; i < islands; i++) {
        tob_rng rng;
        tob_rng_init(&rng, seed, 2000000 + i);
        open_island(&both, i * 5 % TOB_ISLANDS);
        erupt(&both, &rng);
        place_all(&both, &rng, false);
        for (unsigned triad = 0; triad < TOB_TRIAD_COUNT; triad++)
            add_triad(&both, triad, &rng);
        same_island(&both, &rng);
        for (unsigned tile = 0; tile < 25; tile++) {
            add_lava(&both, &rng);
            if (tile % 6 == 0)
                same_island(&both, &rng);
        }
        for (unsigned terrain = 0; terrain < TOB_TERRAIN_COUNT; terrain++) {
            const tob_hexset largest = both.board.largest[terrain];
            if (!tob_hexset_is_empty(largest))
                ties += tob_hexset_count(largest) >
                        both.board.area_size[tob_hexset_first(largest)];
        }
    }
    if (islands >= TOB_ISLANDS)
        assert_true(ties > 0); /* I5: equally large areas were among them */
}

/* ---- The other data ---- */

static void s1_s3_cards_are_those_of_the_data(void **state)
{
    (void)state;

    assert_int_equal(tob_card_count(), data.cards);
    assert_int_equal(tob_card_total(), data.cards + data.volcanic_cards);
    for (unsigned card = 0; card < tob_card_total(); card++) {
        const char *name = tob_card_name(card);
        int found = 0;
        for (int i = 0; i < data.cards + data.volcanic_cards; i++)
            if (strcmp(data.card[i], name) == 0)
                found += 1 + (i >= data.cards) * 2;
        assert_int_equal(found, card < tob_card_count() ? 1 : 3);
        assert_int_equal(tob_card_find(name, strlen(name)), (int)card);
    }
    assert_int_equal(tob_treasure_cards(0), data.curses);
    for (unsigned coins = 1; coins <= TOB_COINS_MAX; coins++)
        assert_int_equal(tob_treasure_cards(coins), data.treasures[coins]);
}

static int load(void **state)
{
    (void)state;
    return oracle_load(&data, "data") ? 0 : -1;
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(i1_to_i5_the_32_islands_have_the_same_ground_areas_and_coast),
        cmocka_unit_test(i6_names_are_unique_and_lead_back),
        cmocka_unit_test(i4_distances_and_neighbours_agree),
        cmocka_unit_test(m1_legs_and_moves_of_1_to_3_legs_lead_to_the_same_spaces),
        cmocka_unit_test(n3_statues_see_the_same_farthest_spaces),
        cmocka_unit_test(l_every_clue_allows_the_same_spaces_with_random_objects),
        cmocka_unit_test(o1_to_o4_objects_fit_on_the_same_spaces),
        cmocka_unit_test(v1_to_v7_volcano_triads_and_lava_change_the_same),
        cmocka_unit_test(s1_s3_cards_are_those_of_the_data),
    };

    seed = chance_seed();
    return cmocka_run_group_tests_name("oracle", tests, load, NULL);
}
