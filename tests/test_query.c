/* Questions asked of a state: each answer is held against the rules that play the game.
 */
#include "chance.h"
#include "positions.h"
#include "volcano.h"

#include "tobago/query.h"

static uint64_t seed;

/* ---- Random games ---- */

static void check_walks(const tob_game *game)
{
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        uint8_t cards[TOB_CARD_MAX];
        const unsigned length = tob_map_cards(game, treasure, cards);
        tob_map_walk walk = tob_map_walk_up(game, treasure);
        unsigned at = length;

        assert_int_equal(length, game->map[treasure].length);
        while (tob_map_next(&walk)) {
            tob_map_walk above = tob_map_walk_above(game, walk.card);
            unsigned higher = 0;
            assert_int_equal(walk.card, cards[--at]);
            assert_int_equal(tob_map_of_card(game, walk.card), treasure);
            while (tob_map_next(&above))
                assert_int_equal(above.card, cards[at - ++higher]);
            assert_int_equal(higher, at);
        }
        assert_int_equal(at, 0);
    }
    for (uint64_t rest = game->discards; rest; rest &= rest - 1)
        assert_int_equal(tob_map_of_card(game, (unsigned)__builtin_ctzll(rest)),
                         TOB_NONE);
    assert_int_equal(tob_map_of_card(game, TOB_HIDDEN), TOB_NONE);
}

/* What the engine does with a clue is what tob_clue_leaves says. */
static void check_clue(const tob_game *game, const tob_board *board, tob_move move)
{
    const tob_hexset left = tob_clue_leaves(game, board, move.treasure, move.card);
    const tob_reason reason = tob_why(game, board, move);
    tob_board board_after = *board;
    tob_game after = *game;

    assert_int_equal(tob_hexset_is_empty(left), reason != TOB_OK);
    if (reason)
        return;
    tob_apply(&after, &board_after, move);
    assert_true(tob_hexset_equal(after.map[move.treasure].sites, left));
}

static void check_clues(const tob_game *game, const tob_board *board)
{
    const bool turn = game->phase == TOB_PHASE_TURN && !game->main_done &&
                      board->terrain[game->atv[game->turn]] != TOB_LAVA;

    if (!(turn || game->phase == TOB_PHASE_RESTART) || !game->roses[game->seat])
        return;
    for (uint64_t rest = game->hand[game->seat]; rest; rest &= rest - 1)
        for (uint8_t treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
            check_clue(game, board,
                       (tob_move){.kind = TOB_MOVE_CLUE,
                                  .seat = game->seat,
                                  .treasure = treasure,
                                  .card = (uint8_t)__builtin_ctzll(rest)});
}

/* The toll is what a leg onto lava takes away. */
static void check_toll(const tob_game *before, const tob_game *after,
                       const tob_board *board, tob_move move, unsigned tolls[4])
{
    const tob_toll toll = tob_lava_toll(before);
    const unsigned seat = before->turn;
    unsigned cards = 0, cards_after = 0;

    if (move.kind != TOB_MOVE_LEG || board->terrain[move.space] != TOB_LAVA)
        return;
    assert_int_not_equal(toll.kind, TOB_TOLL_CANNOT);
    assert_true(tob_lava_paid(after));
    for (unsigned coins = 1; coins <= TOB_COINS_MAX; coins++) {
        cards += before->pile[seat][coins];
        cards_after += after->pile[seat][coins];
    }
    assert_int_equal(before->amulet[seat] - after->amulet[seat],
                     toll.kind == TOB_TOLL_AMULET);
    assert_int_equal(cards - cards_after, toll.kind == TOB_TOLL_CARD);
    if (toll.kind == TOB_TOLL_CARD)
        assert_int_equal(before->pile[seat][toll.coins],
                         after->pile[seat][toll.coins] + 1);
    tolls[toll.kind]++;
}

/* A full game knows every card of the bag, and only those can be turned up. */
static void check_bag(const tob_game *game)
{
    unsigned known = 0;

    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        known += tob_bag_known(game, coins);
    assert_int_equal(tob_bag_unknown(game), 0);
    assert_int_equal(known, game->bag);
}

/* Hands are known and the seat sees no more than that: an open view and a view of the
 * same seat agree on all that is public, and nature can be asked of both. */
static void check_open_view(const tob_game *game, const tob_board *board)
{
    for (unsigned seat = 0; seat < game->players; seat++) {
        tob_game open;
        unsigned hidden = 0;

        tob_view_open(&open, game, seat);
        assert_true(tob_viewer_is(open.viewer, seat));
        for (unsigned other = 0; other < game->players; other++)
            assert_true(open.hand[other] == game->hand[other]);
        for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
            assert_int_equal(open.peeked[TOB_PEEK_ADDED][coins], 0);
            hidden += open.pool[coins] - game->pool[coins];
        }
        assert_int_equal(hidden, tob_bag_unknown(&open));
        assert_null(tob_check(&open, board));
        assert_int_equal(tob_to_move(&open), tob_to_move(game));
    }
}

/* A curse costs what its price says. It can be turned up if one may be ahead. */
static void check_price(const tob_game *game, const tob_board *board)
{
    const tob_move move = {.kind = TOB_MOVE_REVEAL, .seat = TOB_NATURE, .value = 0};
    tob_board ground = *board;
    tob_game after = *game;

    if (game->phase != TOB_PHASE_REVEAL)
        return;
    assert_int_equal(tob_why(game, board, move) == TOB_OK,
                     tob_curses_ahead(game).most > 0);
    if (!tob_curses_ahead(game).most)
        return;
    tob_apply(&after, &ground, move);
    for (unsigned seat = 0; seat < game->players; seat++) {
        const tob_price price = tob_curse_price(game, seat);
        assert_int_equal(after.amulet[seat], game->amulet[seat] - price.amulets);
        for (unsigned coins = 1; coins <= TOB_COINS_MAX; coins++)
            assert_int_equal(after.pile[seat][coins],
                             game->pile[seat][coins] - (coins == price.coins));
    }
}

/* Nobody is told of fewer or more curses than there can be. Returns the widest doubt. */
static unsigned check_curses(const tob_game *game, const tob_board *board)
{
    const unsigned curses = tob_bag_known(game, 0);
    unsigned doubt = 0;

    assert_int_equal(tob_curses_ahead(game).least, curses);
    assert_int_equal(tob_curses_ahead(game).most, curses);
    check_price(game, board);
    for (unsigned seat = 0; seat < game->players; seat++) {
        tob_curses seen;
        tob_game view;

        tob_view(&view, game, tob_viewer_of(seat));
        seen = tob_curses_ahead(&view);
        assert_in_range(curses, seen.least, seen.most);
        check_price(&view, board);
        if ((unsigned)seen.most - seen.least > doubt)
            doubt = (unsigned)seen.most - seen.least;
    }
    return doubt;
}

static void answers_agree_with_the_rules_in_random_games(void **state)
{
    const unsigned games = games_to_play(200, 2000);
    unsigned tolls[4] = {0}, doubts[3] = {0};
    static tob_moves moves;
    (void)state;

    for (unsigned number = 0; number < games; number++) {
        rec_header header;
        tob_board board;
        tob_game game;
        tob_rng rng;

        chance_begin(&game, &board, &header, &rng, seed, number);
        for (unsigned i = 0; tob_to_move(&game) != TOB_NOBODY && i < 3000; i++) {
            const tob_game before = game;
            tob_move move;

            check_walks(&game);
            check_bag(&game);
            if (i % 5 == 0)
                check_clues(&game, &board);
            if (i % 7 == 0 || tob_is_shared_out(&game, game.treasure))
                check_open_view(&game, &board);
            if (tob_is_shared_out(&game, game.treasure))
                doubts[check_curses(&game, &board)]++;
            tob_legal(&game, &board, &moves);
            move = chance_move(&rng, &game, &moves, number);
            tob_apply(&game, &board, move);
            check_toll(&before, &game, &board, move, tolls);
        }
    }
    assert_true(tolls[TOB_TOLL_NOTHING] && tolls[TOB_TOLL_AMULET] &&
                tolls[TOB_TOLL_CARD]);
    assert_true(doubts[0] && doubts[1] && doubts[2]);
}

/* ---- Single questions ---- */

static void v5_lava_costs_an_amulet_or_the_best_card_or_cannot_be_crossed(void **state)
{
    scene t;
    (void)state;

    begin(&t, 2, "");
    assert_int_equal(tob_lava_toll(&t.game).kind, TOB_TOLL_CANNOT);

    begin_volcano(&t, "");
    turn_to(&t, ANNA);
    assert_int_equal(tob_lava_toll(&t.game).kind, TOB_TOLL_CANNOT);
    give_cards(&t, ANNA, "3 5");
    assert_int_equal(tob_lava_toll(&t.game).kind, TOB_TOLL_CARD);
    assert_int_equal(tob_lava_toll(&t.game).coins, 5);
    give_amulets(&t, ANNA, 1);
    assert_int_equal(tob_lava_toll(&t.game).kind, TOB_TOLL_AMULET);
    assert_int_equal(tob_lava_toll(&t.game).coins, 0);
}

static void s5_the_first_clues_go_onto_maps_that_have_none(void **state)
{
    scene t;
    (void)state;

    begin_setup(&t, 2, "");
    feed(&t, "1 atv b4\n2 atv b4\nnature initial 1 in-jungle\n1 start grey\n"
             "nature initial 2 next-hut\n");

    assert_false(tob_map_is_open(&t.game, TOB_GREY));
    assert_true(tob_map_is_open(&t.game, TOB_WHITE));
    assert_true(tob_hexset_is_empty(
        tob_clue_leaves(&t.game, &t.board, TOB_GREY, card_of("next-hut"))));
    assert_true(tob_hexset_equal(
        tob_clue_leaves(&t.game, &t.board, TOB_WHITE, card_of("next-hut")),
        t.board.allowed[card_of("next-hut")]));
}

static void n2_the_clue_after_a_treasure_goes_onto_its_map(void **state)
{
    scene t;
    (void)state;

    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "b4");
    raise_and_claim(&t);

    assert_int_equal(t.game.phase, TOB_PHASE_RESTART);
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        assert_int_equal(tob_map_is_open(&t.game, treasure), treasure == t.game.treasure);
}

static void d5_only_a_known_hand_or_the_end_shows_a_total(void **state)
{
    scene t;
    (void)state;

    begin(&t, 2, "");
    see_as(&t, ANNA);
    assert_true(tob_may_total(&t.game, ANNA));
    assert_false(tob_may_total(&t.game, BOBBY));
    t.game.phase = TOB_PHASE_OVER;
    assert_true(tob_may_total(&t.game, BOBBY));
}

/* ---- Options ---- */

static void options_are_found_by_word_and_say_what_they_need(void **state)
{
    unsigned all = 0, count = 0;
    (void)state;

    for (; tob_option_at(count); count++) {
        const tob_option_row *row = tob_option_at(count);
        assert_int_equal(tob_option_find(row->word, strlen(row->word)), row->bit);
        assert_int_equal(tob_option_find(row->word, strlen(row->word) - 1), 0);
        assert_true(row->clause[0] && row->meaning[0]);
        assert_int_equal(tob_options_lacking(row->bit), row->needs);
        assert_int_equal(tob_options_lacking(row->bit | row->needs), 0);
        assert_true(row->bit > all); /* records name them in the order of their bits */
        all |= row->bit;
    }
    assert_int_equal(all, TOB_OPTION_ALL);
    assert_int_equal(tob_option_find("", 0), 0);
    assert_int_equal(tob_option_find("volcanoes", 9), 0);
    assert_int_equal(tob_option_find("volcanoes", 7), TOB_OPTION_VOLCANO);
    assert_int_equal(tob_options_lacking(TOB_OPTION_ALL), 0);
}

/* The effects of every leg of random games agree. */
static void m3_only_the_main_movement_takes_amulets_by_itself(void **state)
{
    unsigned taken = 0;
    (void)state;

    for (unsigned number = 0; number < games_to_play(60, 600); number++) {
        static tob_moves moves;
        rec_header header;
        tob_board board;
        tob_game game;
        tob_rng rng;
        chance_begin(&game, &board, &header, &rng, seed, number);
        for (unsigned i = 0; i < 800 && tob_to_move(&game) != TOB_NOBODY; i++) {
            const tob_game before = game;
            tob_move move;
            tob_legal(&game, &board, &moves);
            move = chance_move(&rng, &game, &moves, number);
            tob_apply(&game, &board, move);
            if (move.kind != TOB_MOVE_LEG || !tob_hexset_has(before.amulets, move.space))
                continue;
            assert_int_equal(game.amulet[before.turn] > before.amulet[before.turn],
                             tob_takes_amulets(&before));
            taken += tob_takes_amulets(&before);
        }
    }
    if (games_to_play(60, 600) >= 60)
        assert_true(taken > 0);
}

static void v3_the_board_alone_says_where_lava_cannot_flow(void **state)
{
    tob_board board;
    (void)state;

    tob_board_init(&board, 0);
    tob_board_volcano(&board, tob_board_centre(&board, 0));
    for (unsigned space = 0; space < board.count + 2u; space++) {
        const bool free =
            space < board.count && tob_hexset_has(tob_board_lava_spaces(&board), space);
        assert_int_equal(tob_board_lava_reason(&board, space) == TOB_OK, free);
    }
    assert_int_equal(tob_board_lava_reason(&board, tob_board_centre(&board, 0)),
                     TOB_REASON_I3_NO_SPACE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(answers_agree_with_the_rules_in_random_games),
        cmocka_unit_test(v5_lava_costs_an_amulet_or_the_best_card_or_cannot_be_crossed),
        cmocka_unit_test(s5_the_first_clues_go_onto_maps_that_have_none),
        cmocka_unit_test(n2_the_clue_after_a_treasure_goes_onto_its_map),
        cmocka_unit_test(d5_only_a_known_hand_or_the_end_shows_a_total),
        cmocka_unit_test(m3_only_the_main_movement_takes_amulets_by_itself),
        cmocka_unit_test(v3_the_board_alone_says_where_lava_cannot_flow),
        cmocka_unit_test(options_are_found_by_word_and_say_what_they_need),
    };

    seed = chance_seed();
    return cmocka_run_group_tests_name("query", tests, NULL, NULL);
}
