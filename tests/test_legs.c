/* tob_legs against brute force: every sequence of legal legs, played by the engine. */
#include "chance.h"
#include "volcano.h"

#include "tobago/legs.h"

static uint64_t seed;

/* The fewest legs to each hex, by playing: [0] without paying, [1] after paying. */
typedef struct brute {
    uint8_t least[2][TOB_SPACE_MAX];
    bool was_paid; /* before the first leg */
} brute;

static void play_leg(tob_game *game, tob_board *board, unsigned space)
{
    tob_apply(
        game, board,
        (tob_move){.kind = TOB_MOVE_LEG, .seat = game->turn, .space = (uint8_t)space});
    if (game->phase == TOB_PHASE_TAKE)
        tob_apply(game, board, (tob_move){.kind = TOB_MOVE_LEAVE, .seat = game->turn});
}

/* Goes on from a state unless the same hex was reached as early in the same way. */
static void explore(brute *b, const tob_game *game, tob_board *board, unsigned used)
{
    const unsigned at = game->atv[game->turn];
    const unsigned paid = tob_lava_paid(game) && !b->was_paid;
    tob_hexset rest;

    if (b->least[paid][at] <= used)
        return;
    b->least[paid][at] = (uint8_t)used;
    rest = tob_legs_left(game) ? legal_spaces(game, board, TOB_MOVE_LEG)
                               : (tob_hexset){0, 0};
    while (!tob_hexset_is_empty(rest)) {
        tob_game next = *game;
        play_leg(&next, board, tob_hexset_pop(&rest));
        explore(b, &next, board, used + 1);
    }
}

static unsigned smaller(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* The way is legal leg by leg, ends where it should, and its steps are neighbours. */
static void check_way(const tob_game *game, const tob_board *board, const tob_legs *legs,
                      unsigned space, bool pay)
{
    const unsigned least = tob_legs_to(legs, space, pay);
    tob_game copy = *game;
    tob_board copy_board = *board;
    unsigned at = game->atv[game->turn], steps = 0;
    static tob_way way;

    way.legs = 77;
    assert_int_equal(tob_legs_way(legs, board, space, pay, &way), least != TOB_NONE);
    if (least == TOB_NONE) {
        assert_int_equal(way.legs, 77);
        return;
    }
    assert_int_equal(way.legs, least);
    assert_true(pay || !way.pays);
    assert_int_equal(way.pays, tob_legs_to(legs, space, false) != least);
    for (unsigned i = 0; i < way.legs; i++) {
        const unsigned from = at;
        const tob_move move = {
            .kind = TOB_MOVE_LEG, .seat = game->turn, .space = way.leg[i]};
        assert_int_equal(tob_why(&copy, &copy_board, move), TOB_OK);
        play_leg(&copy, &copy_board, way.leg[i]);
        for (; steps < way.until[i]; steps++) {
            assert_true(tob_hexset_has(board->near[at], way.step[steps]));
            at = way.step[steps];
            assert_true(
                tob_hexset_has(tob_board_area(board, from), at) ||
                (steps + 1 == way.until[i] && steps == (i ? way.until[i - 1] : 0)));
        }
        assert_int_equal(at, way.leg[i]);
    }
    assert_int_equal(at, space);
    assert_int_equal(steps, way.steps);
    assert_int_equal(way.pays, tob_lava_paid(&copy) && !tob_lava_paid(game));
}

static void compare(const tob_game *game, const tob_board *board, unsigned *crossings)
{
    tob_board copy = *board;
    tob_hexset spaces[2];
    tob_legs legs;
    brute b;

    memset(&b, TOB_NONE, sizeof b);
    b.was_paid = tob_lava_paid(game);
    explore(&b, game, &copy, 0);
    tob_legs_init(&legs, game, board);
    spaces[0] = tob_legs_spaces(&legs, board, false);
    spaces[1] = tob_legs_spaces(&legs, board, true);

    assert_int_equal(legs.left, tob_legs_left(game));
    assert_int_equal(legs.movement, game->moving);
    for (unsigned space = 0; space < board->count; space++) {
        const unsigned least = smaller(b.least[0][space], b.least[1][space]);
        const bool is_space = tob_hexset_has(board->spaces, space);
        assert_int_equal(tob_legs_to(&legs, space, false), b.least[0][space]);
        assert_int_equal(tob_legs_to(&legs, space, true), least);
        assert_int_equal(tob_hexset_has(spaces[0], space),
                         is_space && b.least[0][space] != TOB_NONE);
        assert_int_equal(tob_hexset_has(spaces[1], space), is_space && least != TOB_NONE);
        check_way(game, board, &legs, space, false);
        check_way(game, board, &legs, space, true);
        *crossings += is_space && least < b.least[0][space];
    }
}

static void m1_v5_legs_and_ways_are_those_of_every_sequence_of_legal_legs(void **state)
{
    const unsigned games = games_to_play(600, 6000);
    unsigned compared = 0, on_lava = 0, crossings = 0;
    static tob_moves moves;
    (void)state;

    for (unsigned number = 0; number < games; number++) {
        rec_header header;
        tob_board board;
        tob_game game;
        tob_rng rng;

        tob_rng_init(&rng, seed, number);
        chance_header(&header, &rng, number);
        if (number % 4)
            header.config.options |= TOB_OPTION_VOLCANO;
        tob_board_init(&board, header.config.island);
        assert_int_equal(tob_game_init(&game, &board, &header.config), TOB_OK);
        for (unsigned i = 0; tob_to_move(&game) != TOB_NOBODY && i < 1500; i++) {
            const bool lava =
                !tob_is_setup(&game) && board.terrain[game.atv[game.turn]] == TOB_LAVA;
            if (game.phase == TOB_PHASE_TURN && tob_legs_left(&game) &&
                (lava || tob_rng_below(&rng, 8) == 0)) {
                compare(&game, &board, &crossings);
                compared++;
                on_lava += lava;
            }
            tob_legal(&game, &board, &moves);
            tob_apply(&game, &board, chance_move(&rng, &game, &moves, number));
        }
    }
    printf("# %u positions, %u of them on lava; %u spaces worth a toll\n", compared,
           on_lava, crossings);
    assert_true(compared && crossings);
#ifndef TOB_DEBUG
    assert_true(on_lava);
#endif
}

static void m1_without_a_movement_only_the_own_space_is_reached(void **state)
{
    tob_legs legs;
    tob_way way;
    scene t;
    (void)state;

    begin(&t, 2, "");
    tob_legs_init(&legs, &t.game, &t.board);
    assert_int_equal(legs.left, 0);
    assert_int_equal(legs.movement, TOB_MOVEMENT_NONE);
    assert_string_equal(names_of(&t.board, tob_legs_spaces(&legs, &t.board, true)), "b4");
    assert_true(tob_legs_way(&legs, &t.board, space_of(&t, "b4"), true, &way));
    assert_int_equal(way.legs + way.steps, 0);

    begin_setup(&t, 2, "");
    tob_legs_init(&legs, &t.game, &t.board);
    assert_true(tob_hexset_is_empty(tob_legs_spaces(&legs, &t.board, true)));
    assert_false(tob_legs_way(&legs, &t.board, 0, true, &way));
}

static void a3_an_extra_movement_is_told_from_the_main_one(void **state)
{
    tob_legs legs;
    scene t;
    (void)state;

    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 amulet move\n");

    tob_legs_init(&legs, &t.game, &t.board);
    assert_int_equal(legs.left, TOB_LEGS);
    assert_int_equal(legs.movement, TOB_MOVEMENT_EXTRA);
    assert_int_equal(legs.from, space_of(&t, "b4"));
    assert_int_equal(legs.toll.kind, TOB_TOLL_CANNOT);
}

static void i5_the_area_of_a_space_has_its_terrain_and_its_size(void **state)
{
    (void)state;

    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        tob_board board;
        tob_board_init(&board, island);
        for (unsigned space = 0; space < board.count; space++) {
            const tob_hexset area = tob_board_area(&board, space);
            assert_true(tob_hexset_has(area, space));
            assert_true(tob_hexset_within(area, board.ground[board.terrain[space]]));
            assert_int_equal(tob_hexset_count(area), board.area_size[space]);
        }
    }
}

/* Counted again with tob_board_reach, one leg more each time. */
static void m1_legs_between_two_spaces_are_the_fewest(void **state)
{
    (void)state;

    for (unsigned island = 0; island < TOB_ISLANDS; island += 5) {
        tob_board board;
        tob_board_init(&board, island);
        for (unsigned from = 0; from < board.count; from += 7)
            for (unsigned to = 0; to < board.count; to++) {
                unsigned legs = 0;
                while (!tob_hexset_has(tob_board_reach(&board, from, legs), to))
                    legs++;
                assert_int_equal(tob_legs_between(&board, from, to), legs);
            }
    }
}

static void m1_no_legs_lead_to_a_space_that_cannot_be_reached(void **state)
{
    tob_board board;
    (void)state;

    tob_board_init(&board, 0);
    tob_board_volcano(&board, tob_board_centre(&board, 0));

    assert_int_equal(tob_legs_between(&board, tob_hexset_first(board.spaces),
                                      tob_board_centre(&board, 0)),
                     TOB_NONE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(m1_v5_legs_and_ways_are_those_of_every_sequence_of_legal_legs),
        cmocka_unit_test(m1_without_a_movement_only_the_own_space_is_reached),
        cmocka_unit_test(a3_an_extra_movement_is_told_from_the_main_one),
        cmocka_unit_test(m1_legs_between_two_spaces_are_the_fewest),
        cmocka_unit_test(m1_no_legs_lead_to_a_space_that_cannot_be_reached),
        cmocka_unit_test(i5_the_area_of_a_space_has_its_terrain_and_its_size),
    };

    seed = chance_seed();
    return cmocka_run_group_tests_name("legs", tests, NULL, NULL);
}
