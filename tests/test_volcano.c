/* Clauses V1 and V2: setting up with the Volcano; and its games as seats see them (H1).
 */
#include "chance.h"
#include "volcano.h"

static scene t;
static tob_moves moves;

static void open_game(unsigned island, unsigned players, unsigned options)
{
    const tob_config config = {.island = (uint8_t)island,
                               .players = (uint8_t)players,
                               .options = (uint8_t)(TOB_OPTION_VOLCANO | options)};

    tob_board_init(&t.board, island);
    assert_int_equal(tob_game_init(&t.game, &t.board, &config), TOB_OK);
}

/* Plays at random while the phase lasts, or up to a phase. */
static void play_until(tob_rng *rng, tob_phase phase)
{
    while (t.game.phase < phase) {
        tob_legal(&t.game, &t.board, &moves);
        assert_true(moves.count > 0);
        tob_apply(&t.game, &t.board, tob_random_move(rng, &t.game, &moves));
    }
}

/* ---- V1: where the volcano lies ---- */

static void v1_on_every_island_it_lies_around_a_hex_at_the_centre(void **state)
{
    (void)state;
    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        char code[5];
        slow s;

        open_game(island, 2, 0);
        slow_init(&s, &t.game, &t.board);
        tob_island_name(island, code);
        assert_int_equal(tob_to_move(&t.game), TOB_NATURE);

        const tob_hexset legal = legal_spaces(&t.game, &t.board, TOB_MOVE_VOLCANO);

        assert_true(tob_hexset_count(legal) >= 1 && tob_hexset_count(legal) <= 3);
        for (unsigned space = 0; space < t.board.count; space++) {
            const tob_move move = {
                .kind = TOB_MOVE_VOLCANO, .seat = TOB_NATURE, .space = (uint8_t)space};
            const bool centre = oracle_is_centre(code, s.hex[space]);
            const bool room = oracle_volcano_fits(&s.island, s.hex[space]);
            assert_int_equal(tob_hexset_has(legal, space), centre && room);
            assert_int_equal(tob_why(&t.game, &t.board, move),
                             !centre ? TOB_REASON_V1_CENTRE
                             : !room ? TOB_REASON_V1_ROOM
                                     : TOB_OK);
        }
    }
}

static void v1_seven_hexes_stop_being_spaces_but_stay_land(void **state)
{
    (void)state;
    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        open_game(island, 2, 0);
        const tob_board bare = t.board;
        tob_hexset rest = legal_spaces(&t.game, &t.board, TOB_MOVE_VOLCANO);
        const unsigned middle = tob_hexset_pop(&rest);
        const tob_hexset seven = tob_hexset_or(bare.near[middle], tob_hexset_of(middle));

        tob_apply(&t.game, &t.board,
                  (tob_move){.kind = TOB_MOVE_VOLCANO,
                             .seat = TOB_NATURE,
                             .space = (uint8_t)middle});

        assert_int_equal(tob_hexset_count(seven), 7);
        assert_true(
            tob_hexset_equal(t.board.spaces, tob_hexset_minus(bare.spaces, seven)));
        assert_true(tob_hexset_equal(t.board.land, bare.land));
        assert_true(tob_hexset_equal(t.board.coast, bare.coast));
        assert_true(tob_hexset_equal(t.game.map[TOB_GREY].sites, t.board.spaces));
        assert_int_equal(t.game.map[TOB_GREY].count, bare.count - 7);
        for (unsigned card = 0; card < tob_card_total(); card++)
            assert_true(tob_hexset_within(t.board.allowed[card], t.board.spaces));
        sound(&t);
    }
}

static void v1_it_splits_areas(void **state)
{
    (void)state;
    unsigned split = 0;

    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        open_game(island, 2, TOB_OPTION_VOLCANO_PLACED);
        const scene before = t;
        tob_hexset rest = legal_spaces(&t.game, &t.board, TOB_MOVE_VOLCANO);

        while (!tob_hexset_is_empty(rest)) {
            slow s;
            t = before;
            tob_apply(&t.game, &t.board,
                      (tob_move){.kind = TOB_MOVE_VOLCANO,
                                 .space = (uint8_t)tob_hexset_pop(&rest)});
            slow_init(&s, &t.game, &t.board);
            slow_compare(&s, &t.board); /* areas by a flood fill */
            for (unsigned space = 0; space < t.board.count; space++)
                split += tob_hexset_has(t.board.spaces, space) &&
                         t.board.area_size[space] < before.board.area_size[space];
        }
    }
    assert_true(split > 0);
}

static void v1_statues_may_stand_beside_it_and_nothing_on_it(void **state)
{
    (void)state;
    rec_init(&t);
    feed(&t, "tobago 1\nplayers Anna Bobby\nisland ABC0\noptions volcano\n");
    feed(&t, "nature volcano h7\n");

    refuse(&t, "nature object statue h7 N", TOB_REASON_I3_NO_SPACE);
    refuse(&t, "nature object statue g6 N", TOB_REASON_I3_NO_SPACE);
    feed(&t, "nature object statue f7 N\nnature object statue j7 N\n"); /* O3 */
    feed(&t, "nature object statue g11 N\n");
    refuse(&t, "nature object hut h8", TOB_REASON_I3_NO_SPACE);
    feed(&t, "nature object hut h5\nnature object hut d8\nnature object hut m8\n");
    feed(&t, "nature object hut g12\n");
    refuse(&t, "nature object palm i6", TOB_REASON_I3_NO_SPACE);
}

static void v1_as_an_option_the_first_player_places_it(void **state)
{
    (void)state;
    rec_init(&t);
    feed(&t, "tobago 1\nplayers Anna Bobby\nisland ABC0\n");
    feed(&t, "options volcano volcano-placed\nfirst 2\n");

    assert_int_equal(tob_to_move(&t.game), BOBBY);
    refuse(&t, "nature volcano h7", TOB_REASON_T5_SEAT);
    refuse(&t, "1 volcano h7", TOB_REASON_T5_SEAT);
    refuse(&t, "2 volcano b4", TOB_REASON_V1_ROOM);  /* on the coast */
    refuse(&t, "2 volcano j11", TOB_REASON_V1_ROOM); /* beside the bay k11 */
    feed(&t, "2 volcano m7\n");                      /* far from the centre */
    assert_string_equal(names_of(&t.board, t.board.ground[TOB_VOLCANO]),
                        "l7 l8 m6 m7 m8 n7 n8");
    assert_int_equal(tob_to_move(&t.game), TOB_NATURE); /* the objects */
}

static void v1_she_may_choose_any_seven_spaces(void **state)
{
    (void)state;
    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        slow s;

        open_game(island, 2, TOB_OPTION_VOLCANO_PLACED);
        slow_init(&s, &t.game, &t.board);
        const tob_hexset legal = legal_spaces(&t.game, &t.board, TOB_MOVE_VOLCANO);

        for (unsigned space = 0; space < t.board.count; space++) {
            const tob_move move = {.kind = TOB_MOVE_VOLCANO, .space = (uint8_t)space};
            const bool room = oracle_volcano_fits(&s.island, s.hex[space]);
            assert_int_equal(tob_hexset_has(legal, space), room);
            assert_int_equal(tob_why(&t.game, &t.board, move),
                             room ? TOB_OK : TOB_REASON_V1_ROOM);
        }
        assert_int_equal(refusal(&t, (tob_move){.kind = TOB_MOVE_VOLCANO, .space = 200}),
                         TOB_REASON_I3_NO_SPACE);
    }
}

static void v1_it_comes_before_the_objects(void **state)
{
    (void)state;
    rec_init(&t);
    feed(&t, "tobago 1\nplayers Anna Bobby\nisland ABC0\n");
    feed(&t, "options placed volcano\nfirst 2\n");

    refuse(&t, "2 object statue f7 N", TOB_REASON_V1_FIRST);
    refuse(&t, "2 volcano h7", TOB_REASON_T5_SEAT); /* nature's, though 2 begins */
    refuse(&t, "nature volcano g5", TOB_REASON_V1_CENTRE);
    feed(&t, "nature volcano i6\n");
    refuse(&t, "nature volcano h7", TOB_REASON_O4_FIRST);
    feed(&t, "2 object statue f7 N\n1 object statue l6 N\n");
}

static void v1_wherever_it_lies_all_objects_and_triads_find_room(void **state)
{
    (void)state;
    tob_rng rng;

    tob_rng_init(&rng, chance_seed(), 1);
    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        open_game(island, 4, TOB_OPTION_VOLCANO_PLACED);
        const scene before = t;
        tob_hexset rest = legal_spaces(&t.game, &t.board, TOB_MOVE_VOLCANO);

        while (!tob_hexset_is_empty(rest)) {
            t = before;
            tob_apply(&t.game, &t.board,
                      (tob_move){.kind = TOB_MOVE_VOLCANO,
                                 .space = (uint8_t)tob_hexset_pop(&rest)});
            play_until(&rng, TOB_PHASE_INITIAL); /* never without a legal move */
            sound(&t);
        }
    }
}

static void v1_the_finer_options_need_the_volcano(void **state)
{
    (void)state;
    rec_init(&t);
    feed(&t, "tobago 1\nplayers Anna Bobby\nisland ABC0\n");

    unreadable(&t, "options volcano-placed", tob_reason_text(TOB_REASON_V_NEEDED));
    unreadable(&t, "options experienced triads-random", "needs the Volcano");
    unreadable(&t, "options volcano-placed volcano", "in their order");
    feed(&t, "options volcano volcano-placed triads-random\n1 volcano h7\n");
}

/* Wherever the volcano lies and whatever triad comes beside it: no leg begins on it. */
static void v5_no_leg_leaves_the_volcano(void **state)
{
    static tob_board bare, board;
    unsigned beside = 0;
    (void)state;

    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        tob_board_init(&bare, island);
        for (unsigned centre = 0; centre < bare.base_count; centre++) {
            if (tob_board_volcano_reason(&bare, centre, false))
                continue;
            for (unsigned i = 0; i < bare.base_count * 6u; i++) {
                tob_hexset volcano;
                board = bare;
                tob_board_volcano(&board, centre);
                if (!tob_hexset_has(board.coast, i / 6) ||
                    tob_board_triad_reason(&board, i % TOB_TRIAD_COUNT, i / 6, i % 6))
                    continue;
                tob_board_triad(&board, i % TOB_TRIAD_COUNT, i / 6, i % 6);
                volcano = board.ground[TOB_VOLCANO];
                beside += !tob_hexset_is_empty(
                    tob_hexset_and(board.near[board.base_count], volcano));

                while (!tob_hexset_is_empty(volcano))
                    assert_true(
                        tob_hexset_is_empty(board.legs[tob_hexset_pop(&volcano)]));
            }
        }
    }
    assert_true(beside > 0);
}

static void v1_without_the_option_there_is_no_volcano(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "2 in-jungle");
    hold(&t, ANNA, "in-beach");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 volcanic white next-volcano in-beach", TOB_REASON_V_OFF);
    refuse(&t, "1 amulet volcanic white next-lava in-beach", TOB_REASON_V_OFF);
    refuse(&t, "1 take", TOB_REASON_V_OFF);
    refuse(&t, "1 lava h6", TOB_REASON_V_OFF);
    assert_int_equal(t.game.lava_tiles, 0);
}

/* ---- V2: triads ---- */

static void v2_the_players_place_triads_in_reverse_turn_order(void **state)
{
    (void)state;
    begin_triads(&t, 3, "options volcano\nfirst 2\n");

    refuse(&t, "1 atv h9", TOB_REASON_V2_FIRST);
    refuse(&t, "2 triad beach-jungle n8 N", TOB_REASON_T5_SEAT);
    refuse(&t, "nature triad 1 beach-jungle n8 N", TOB_REASON_V2_FIRST);
    feed(&t, "1 triad beach-jungle n8 N\n");
    feed(&t, "3 triad scrubland-beach l11 SW\n");
    feed(&t, "2 triad jungle-mountain b5 NW\n");
    refuse(&t, "1 triad mountain-scrubland d9 SE", TOB_REASON_S5_DRAW_FIRST);
    refuse(&t, "1 atv h9", TOB_REASON_S5_DRAW_FIRST); /* instead of S4 */
    feed(&t, "nature initial 2 in-jungle\n");         /* turn order again */
}

static void v2_as_an_option_nature_places_them(void **state)
{
    (void)state;
    begin_triads(&t, 3, "options volcano triads-random\n");

    assert_int_equal(tob_to_move(&t.game), TOB_NATURE);
    refuse(&t, "3 triad beach-jungle n8 N", TOB_REASON_V2_FIRST);
    refuse(&t, "nature triad 1 beach-jungle n8 N", TOB_REASON_T5_DEAL);
    refuse(&t, "nature triad 3 beach-jungle m8 N", TOB_REASON_V2_LAVA);
    feed(&t, "nature triad 3 beach-jungle n8 N\n");
    refuse(&t, "nature triad 2 beach-jungle k10 SE", TOB_REASON_V2_GONE);
    feed(&t, "nature triad 2 scrubland-beach l11 SW\n");
    feed(&t, "nature triad 1 jungle-mountain b5 NW\n");
    assert_atv(&t, ROGER, "o7");
    assert_atv(&t, BOBBY, "k11");
    assert_atv(&t, ANNA, "a4");
    assert_int_equal(t.game.phase, TOB_PHASE_INITIAL);
}

/* The list of placements against every triad left, hex and rotation. */
static void compare_triads(const char *code)
{
    slow s;
    unsigned expected = 0;

    slow_init(&s, &t.game, &t.board);
    tob_legal(&t.game, &t.board, &moves);
    for (unsigned triad = 0; triad < TOB_TRIAD_COUNT; triad++) {
        bool gone = false;
        for (unsigned i = 0; i < TOB_TRIAD_COUNT; i++)
            gone = gone || t.game.triad[i] == triad;
        for (unsigned i = 0; i < t.board.count * 6; i++) {
            const bool fits =
                !gone && oracle_triad_fits(&s.island, slow_data(), (int)triad,
                                           s.hex[i / 6], (int)(i % 6));
            const tob_move move = {.kind = TOB_MOVE_TRIAD,
                                   .seat = t.game.seat,
                                   .value = (uint8_t)triad,
                                   .space = (uint8_t)(i / 6),
                                   .direction = (uint8_t)(i % 6)};
            if ((tob_why(&t.game, &t.board, move) == TOB_OK) != fits)
                fail_msg("%s: triad %u on space %u to %u", code, triad, i / 6, i % 6);
            expected += fits;
        }
    }
    assert_int_equal(moves.count, expected);
    for (unsigned i = 0; i < moves.count; i++)
        assert_int_equal(tob_why(&t.game, &t.board, moves.move[i]), TOB_OK);
}

static void v2_all_placements_are_listed_and_all_four_fit_everywhere(void **state)
{
    (void)state;
    const unsigned rounds = games_to_play(2, 40);
    tob_rng rng;

    tob_rng_init(&rng, chance_seed(), 2);
    for (unsigned island = 0; island < TOB_ISLANDS * rounds; island++) {
        char code[5];
        open_game(island % TOB_ISLANDS, 4, 0);
        tob_island_name(island % TOB_ISLANDS, code);
        play_until(&rng, TOB_PHASE_TRIAD);

        for (unsigned number = 0; number < TOB_TRIAD_COUNT; number++) {
            const unsigned seat = t.game.seat;
            slow s;
            assert_int_equal(t.game.phase, TOB_PHASE_TRIAD);
            compare_triads(code);
            tob_apply(&t.game, &t.board, tob_random_move(&rng, &t.game, &moves));
            assert_int_equal(t.game.atv[seat], t.board.count - 1);
            slow_init(&s, &t.game, &t.board);
            slow_compare(&s, &t.board);
        }
        assert_int_equal(t.game.phase, TOB_PHASE_INITIAL);
        sound(&t);
    }
}

static void v2_its_lava_needs_a_free_space(void **state)
{
    (void)state;
    begin_triads(&t, 3, "options volcano\n");
    feed(&t, "3 triad beach-jungle n8 N\n");

    refuse(&t, "2 triad jungle-mountain g12 N", TOB_REASON_V2_LAVA);  /* a hut */
    refuse(&t, "2 triad jungle-mountain h7 N", TOB_REASON_V2_LAVA);   /* the volcano */
    refuse(&t, "2 triad jungle-mountain n8 N", TOB_REASON_V2_LAVA);   /* a triad's lava */
    refuse(&t, "2 triad scrubland-beach n7 SE", TOB_REASON_V2_LAVA);  /* its beach */
    refuse(&t, "2 triad scrubland-beach o7 N", TOB_REASON_V2_LAVA);   /* its new land */
    unreadable(&t, "2 triad jungle-mountain k11 N", "no such space"); /* the ocean */
    unreadable(&t, "2 triad lake-river b4 N", "no triad");
    unreadable(&t, "2 triad jungle-mountain b4 E", "directions");
}

static void v2_its_terrains_need_their_like_and_the_ocean(void **state)
{
    (void)state;
    begin_triads(&t, 2, "options volcano\n");

    refuse(&t, "2 triad beach-jungle b5 NW", TOB_REASON_V2_FIT);    /* no jungle */
    refuse(&t, "2 triad jungle-mountain b5 N", TOB_REASON_V2_FIT);  /* inland */
    refuse(&t, "2 triad jungle-mountain b5 SW", TOB_REASON_V2_FIT); /* twice ocean */
    refuse(&t, "2 triad beach-jungle j13 N", TOB_REASON_V2_FIT);    /* onto a palm */
    assert_int_equal(refusal(&t, (tob_move){.kind = TOB_MOVE_TRIAD,
                                            .seat = BOBBY,
                                            .space = (uint8_t)space_of(&t, "b5"),
                                            .direction = 6}),
                     TOB_REASON_V2_FIT);
    assert_int_equal(
        refusal(&t, (tob_move){.kind = TOB_MOVE_TRIAD, .seat = BOBBY, .value = 4}),
        TOB_REASON_V2_GONE);
}

static void v2_each_triad_exists_once(void **state)
{
    (void)state;
    begin_triads(&t, 2, "options volcano\n");
    feed(&t, "2 triad jungle-mountain b5 NW\n");

    refuse(&t, "1 triad jungle-mountain n6 N", TOB_REASON_V2_GONE);
    assert_false(is_legal(&t, "1 triad jungle-mountain n6 N"));
}

static void v2_the_atv_starts_on_the_hex_that_was_ocean(void **state)
{
    (void)state;
    begin_triads(&t, 2, "options volcano\n");

    feed(&t, "2 triad jungle-mountain b5 NW\n1 triad scrubland-beach l11 SW\n");

    assert_atv(&t, BOBBY, "a4");
    assert_atv(&t, ANNA, "k11");
}

static void v2_the_new_space_is_like_any_other(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    const unsigned fresh = space_of(&t, "k11");

    assert_int_equal(t.board.count, 106);
    assert_int_equal(t.board.terrain[fresh], TOB_SCRUBLAND);
    assert_int_equal(t.board.area_size[fresh], 1);
    assert_int_equal(tob_board_distance(&t.board, fresh, space_of(&t, "h11")), 3);
    assert_string_equal(names_of(&t.board, t.board.near[fresh]), "j11 j12 k10 k12 l11");
    assert_string_equal(names_of(&t.board, t.board.legs[fresh]), "j11 j12 k10 k12 l11");
    assert_true(tob_hexset_has(t.board.coast, fresh));
    assert_true(tob_hexset_has(t.board.coast_sight, fresh));
    assert_true(tob_hexset_has(t.game.map[TOB_WHITE].sites, fresh));
    assert_true(tob_hexset_has(t.board.allowed[card_of("next-lava")], fresh));
    assert_true(tob_hexset_has(t.board.allowed[card_of("next-palm")], fresh));
    assert_true(tob_hexset_has(t.board.allowed[card_of("in-scrubland")], fresh));
    feed(&t, "1 move\n1 leg k10\n1 leg k11\n");
}

static void v2_the_coast_moves(void **state)
{
    (void)state;
    begin_triads(&t, 2, "options volcano\n");
    assert_true(tob_hexset_has(t.board.coast, space_of(&t, "k10")));
    assert_true(tob_hexset_has(t.board.coast, space_of(&t, "b4")));

    feed(&t, "2 triad jungle-mountain b5 NW\n1 triad scrubland-beach l11 SW\n");

    assert_false(tob_hexset_has(t.board.coast, space_of(&t, "k10")));
    assert_false(tob_hexset_has(t.board.coast, space_of(&t, "j11")));
    assert_false(
        tob_hexset_has(t.board.allowed[card_of("next-ocean")], space_of(&t, "k10")));
    assert_true(
        tob_hexset_has(t.board.allowed[card_of("next-ocean")], space_of(&t, "a4")));
    assert_true(tob_hexset_has(t.board.coast, space_of(&t, "b4"))); /* still */
}

static void v2_a_triads_lava_is_lava_and_none_of_the_25_tiles(void **state)
{
    (void)state;
    begin_volcano(&t, "");

    assert_int_equal(t.game.lava_tiles, 25);
    assert_string_equal(names_of(&t.board, t.board.ground[TOB_LAVA]), "b5 l11");
    assert_true(tob_hexset_is_empty(t.game.lava));
    assert_string_equal(names_of(&t.board, t.board.allowed[card_of("next-lava")]),
                        "b4 c4 c5 k10 l10 m10 a4 k11");
    assert_true(tob_hexset_has(tob_board_lava_spaces(&t.board), space_of(&t, "c5")));
    put_atv(&t, ANNA, "c5");
    feed(&t, "1 move\n");
    refuse(&t, "1 leg b5", TOB_REASON_V5_PAY);
}

static void v2_if_no_triad_fits_the_atv_is_placed_alone(void **state)
{
    (void)state;
    rec_init(&t);
    feed(&t, "tobago 1\nplayers Anna Bobby\nisland ABC0\noptions volcano\n");
    feed(&t, "nature volcano h7\nnature object statue k4 S\n");
    feed(&t, "nature object statue e6 N\nnature object statue h11 NE\n");
    feed(&t, "nature object hut d8\nnature object hut i5\nnature object hut m8\n");
    feed(&t, "nature object hut g12\nnature object palm f4\nnature object palm m5\n");
    t.board.triads = t.board.spaces; /* as if triads lay everywhere */

    feed(&t, "nature object palm j12\n");

    refuse(&t, "1 atv b4", TOB_REASON_T5_SEAT); /* reverse turn order still */
    refuse(&t, "2 triad jungle-mountain b5 NW", TOB_REASON_S4_FIRST);
    refuse(&t, "2 atv h7", TOB_REASON_I3_NO_SPACE);
    feed(&t, "2 atv b4\n1 atv h9\n");
    assert_int_equal(t.game.phase, TOB_PHASE_INITIAL);
}

/* ---- Games of every set of options ---- */

/* The full game, and each view with a board of its own. */
typedef struct seen {
    tob_game game;
    tob_board board;
} seen;

static void open_views(seen *views, const tob_config *config)
{
    for (unsigned viewer = 0; viewer <= EVERYBODY; viewer++) {
        tob_config own = *config;
        own.viewer = as(viewer);
        if (viewer < TOB_SEATS && viewer >= config->players)
            continue;
        tob_board_init(&views[viewer].board, config->island);
        assert_int_equal(tob_game_init(&views[viewer].game, &views[viewer].board, &own),
                         TOB_OK);
    }
}

static void compare_views(const seen *views, const char *line, bool follow)
{
    const seen *full = &views[EVERYBODY];
    static tob_board followed;
    tob_game view;

    for (unsigned viewer = 0; viewer <= SPECTATOR; viewer++) {
        if (viewer < TOB_SEATS && viewer >= full->game.players)
            continue;
        tob_view(&view, &full->game, as(viewer));
        if (memcmp(&view, &views[viewer].game, sizeof view) != 0)
            fail_msg("view %u differs after '%s'", viewer, line);
        if (memcmp(&full->board, &views[viewer].board, sizeof full->board) != 0)
            fail_msg("the board of view %u differs after '%s'", viewer, line);
    }
    if (!follow)
        return;
    tob_board_follow(&followed, &full->game);
    if (memcmp(&followed, &full->board, sizeof followed) != 0)
        fail_msg("the board does not follow from the state after '%s'", line);
}

static void play_with_views(unsigned number, const tob_config *config, tob_rng *rng,
                            unsigned most)
{
    static seen views[EVERYBODY + 1];
    seen *full = &views[EVERYBODY];

    open_views(views, config);
    while (most-- && tob_to_move(&full->game) != TOB_NOBODY) {
        char line[REC_LINE_MAX];
        tob_move move;
        tob_legal(&full->game, &full->board, &moves);
        move = chance_move(rng, &full->game, &moves, number);
        rec_write_move(&full->board, move, line);
        for (unsigned viewer = 0; viewer <= EVERYBODY; viewer++) {
            if (viewer < TOB_SEATS && viewer >= config->players)
                continue;
            const tob_reason reason = tob_try(&views[viewer].game, &views[viewer].board,
                                              rec_redact(move, as(viewer)));
            if (reason)
                fail_msg("view %u refuses '%s': %s", viewer, line,
                         tob_reason_text(reason));
        }
        compare_views(views, line,
                      most % 16 == 0 || full->game.phase <= TOB_PHASE_ATV ||
                          move.kind == TOB_MOVE_LAVA);
    }
}

static void h1_views_of_volcano_games_equal_the_redacted_replay(void **state)
{
    (void)state;
    const unsigned games = games_to_play(16 * 3, 16 * 30);
    tob_rng rng;

    tob_rng_init(&rng, chance_seed(), 3);
    for (unsigned number = 0; number < games; number++) {
        const unsigned bits = number % 16; /* every set of the other options */
        tob_config config = {
            .island = (uint8_t)tob_rng_below(&rng, TOB_ISLANDS),
            .players = (uint8_t)(2 + number / 16 % 3),
            .options = (uint8_t)(TOB_OPTION_VOLCANO | (bits & 3) | (bits & 12) << 1)};
        config.first = (uint8_t)tob_rng_below(&rng, config.players);
        play_with_views(number, &config, &rng, 1500);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(v1_on_every_island_it_lies_around_a_hex_at_the_centre),
        cmocka_unit_test(v1_seven_hexes_stop_being_spaces_but_stay_land),
        cmocka_unit_test(v1_it_splits_areas),
        cmocka_unit_test(v1_statues_may_stand_beside_it_and_nothing_on_it),
        cmocka_unit_test(v1_as_an_option_the_first_player_places_it),
        cmocka_unit_test(v1_she_may_choose_any_seven_spaces),
        cmocka_unit_test(v1_it_comes_before_the_objects),
        cmocka_unit_test(v1_wherever_it_lies_all_objects_and_triads_find_room),
        cmocka_unit_test(v1_the_finer_options_need_the_volcano),
        cmocka_unit_test(v5_no_leg_leaves_the_volcano),
        cmocka_unit_test(v1_without_the_option_there_is_no_volcano),
        cmocka_unit_test(v2_the_players_place_triads_in_reverse_turn_order),
        cmocka_unit_test(v2_as_an_option_nature_places_them),
        cmocka_unit_test(v2_all_placements_are_listed_and_all_four_fit_everywhere),
        cmocka_unit_test(v2_its_lava_needs_a_free_space),
        cmocka_unit_test(v2_its_terrains_need_their_like_and_the_ocean),
        cmocka_unit_test(v2_each_triad_exists_once),
        cmocka_unit_test(v2_the_atv_starts_on_the_hex_that_was_ocean),
        cmocka_unit_test(v2_the_new_space_is_like_any_other),
        cmocka_unit_test(v2_the_coast_moves),
        cmocka_unit_test(v2_a_triads_lava_is_lava_and_none_of_the_25_tiles),
        cmocka_unit_test(v2_if_no_triad_fits_the_atv_is_placed_alone),
        cmocka_unit_test(h1_views_of_volcano_games_equal_the_redacted_replay),
    };

    return cmocka_run_group_tests_name("volcano", tests, NULL, NULL);
}
