/* Clauses H: what is hidden. A view made from the full game must be, byte for byte, what
 * the redacted record gives; and it takes and refuses what its holder can know. */
#include "positions.h"

static scene t;

/* Anna's white treasure at h8, below a clue of her own and one of Bobby's. */
static void arrange(void)
{
    begin(&t, 3, "");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach");
    leave_sites(&t, TOB_WHITE, "h8");
    put_atv(&t, ANNA, "h8");
    hold(&t, ANNA, "in-jungle in-lake in-beach in-mountain");
    hold(&t, BOBBY, "next-jungle next-lake next-beach next-mountain");
    hold(&t, ROGER, "in-river in-scrubland next-hut next-palm");
}

/* ---- H1: hands ---- */

static void h1_a_view_knows_its_own_hand_and_no_other(void **state)
{
    (void)state;
    arrange();

    see_as(&t, BOBBY);

    assert_true(tob_hand_known(&t.game, BOBBY));
    assert_false(tob_hand_known(&t.game, ANNA));
    assert_int_equal(__builtin_popcountll(t.game.hand[BOBBY]), 4);
    assert_true(__builtin_popcountll(t.game.hand[ANNA]) > 4);
    assert_int_equal(t.game.hand_size[ANNA], 4);
    assert_false(holds(&t, ANNA, "next-jungle")); /* it is in her own hand */
    assert_false(holds(&t, ANNA, "not-in-lake")); /* it lies on a map */
    assert_true(holds(&t, ANNA, "next-hut"));     /* it may be */
    assert_true(holds(&t, ROGER, "in-jungle"));
}

static void h1_a_spectator_knows_no_hand(void **state)
{
    (void)state;
    arrange();

    see_as(&t, SPECTATOR);

    for (unsigned seat = 0; seat < 3; seat++) {
        assert_false(tob_hand_known(&t.game, seat));
        assert_true(__builtin_popcountll(t.game.hand[seat]) > 4);
    }
}

static void h1_cards_drawn_by_others_read_as_hidden(void **state)
{
    (void)state;
    arrange();
    see_as(&t, BOBBY);
    feed(&t, "1 clue grey in-jungle\n");

    refuse(&t, "nature draw 1 next-river", TOB_REASON_H1_HIDDEN);
    feed(&t, "nature draw 1 ?\n1 end\n2 clue grey next-lake\n");
    refuse(&t, "nature draw 2 ?", TOB_REASON_H1_SEEN);
    feed(&t, "nature draw 2 next-river\n2 end\n");
    assert_true(holds(&t, BOBBY, "next-river"));
}

static void h1_a_full_game_hides_nothing(void **state)
{
    (void)state;
    arrange();
    feed(&t, "1 clue grey in-jungle\n");

    refuse(&t, "nature draw 1 ?", TOB_REASON_H1_SEEN);
    feed(&t, "nature draw 1 next-river\n1 raise white\n");
    refuse(&t, "nature peek 1 ?", TOB_REASON_H1_SEEN);
    feed(&t, "nature peek 1 2\nnature peek 1 3\nnature peek 2 2\n");
    refuse(&t, "nature add ?", TOB_REASON_H1_SEEN);
}

static void h1_a_view_refuses_a_clue_that_the_player_cannot_hold(void **state)
{
    (void)state;
    arrange();
    see_as(&t, BOBBY);

    refuse(&t, "1 clue grey next-jungle", TOB_REASON_C1_HAND); /* Bobby holds it */
    refuse(&t, "1 clue grey not-in-lake", TOB_REASON_C1_HAND); /* it lies on white */
    feed(&t, "1 clue grey next-hut\n");                        /* she might */
}

static void h1_discards_are_public(void **state)
{
    (void)state;
    arrange();
    give_amulets(&t, ANNA, 1);
    see_as(&t, ROGER);
    feed(&t, "1 amulet exchange\nnature discard 1 in-jungle\nnature discard 1 in-lake\n"
             "nature discard 1 in-beach\nnature discard 1 in-mountain\n");

    assert_int_equal(__builtin_popcountll(t.game.discards), 4);
    assert_false(holds(&t, ANNA, "in-jungle"));
    assert_false(holds(&t, BOBBY, "in-jungle"));
}

/* ---- H1: treasure cards ---- */

static void h1_what_others_looked_at_reads_as_hidden(void **state)
{
    (void)state;
    arrange();
    see_as(&t, BOBBY);
    feed(&t, "1 raise white\n");

    refuse(&t, "nature peek 1 2", TOB_REASON_H1_HIDDEN);
    feed(&t, "nature peek 1 ?\nnature peek 1 ?\n");
    refuse(&t, "nature peek 2 ?", TOB_REASON_H1_SEEN);
    feed(&t, "nature peek 2 6\n");
    refuse(&t, "nature add 2", TOB_REASON_H1_HIDDEN);
    feed(&t, "nature add ?\n");
    refuse(&t, "nature reveal ?", TOB_REASON_H1_SEEN);
    feed(&t, "nature reveal 6\n");
}

static void h1_the_added_card_is_hidden_from_the_raiser_too(void **state)
{
    (void)state;
    arrange();
    see_as(&t, ANNA);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 3\nnature peek 2 ?\n");

    refuse(&t, "nature add 4", TOB_REASON_H1_HIDDEN);
    feed(&t, "nature add ?\n");
}

static void h1_a_view_knows_what_cannot_be_in_the_treasure(void **state)
{
    (void)state;
    arrange();
    see_as(&t, BOBBY);
    for (unsigned coins = 2; coins <= 5; coins++)
        while (t.game.pool[coins]) { /* all but sixes are out of the game's way */
            t.game.pool[coins]--;
            t.game.treasure_deck--;
            t.game.pile[ROGER][coins]++;
        }
    t.game.top = 0;
    sound(&t);
    feed(&t, "1 raise white\nnature peek 1 ?\nnature peek 1 ?\nnature peek 2 6\n"
             "nature add ?\n");

    refuse(&t, "nature reveal 5", TOB_REASON_S1_GONE);
    feed(&t, "nature reveal 6\n");
}

static void h1_any_card_of_the_deck_may_come_next(void **state)
{
    (void)state;
    arrange();
    feed(&t, "1 clue grey in-jungle\n");

    for (unsigned card = 0; card < tob_card_count(); card++) {
        char line[64];
        snprintf(line, sizeof line, "nature draw 1 %s", tob_card_name(card));
        assert_int_equal(is_legal(&t, line), (int)(t.game.deck >> card & 1));
    }
}

/* ---- H1: a view is its redacted record ---- */

/* Plays at random, but raises what can be raised, so that games move on. */
static tob_move choose(tob_rng *rng, const tob_game *game, const tob_moves *moves)
{
    for (unsigned i = 0; i < moves->count; i++)
        if (moves->move[i].kind == TOB_MOVE_RAISE)
            return moves->move[i];
    return tob_random_move(rng, game, moves);
}

typedef struct watcher {
    tob_game game;
    tob_board board;
} watcher;

static unsigned lines_compared;

static void compare_views(uint64_t seed, tob_config config)
{
    static watcher watchers[SPECTATOR + 1];
    static tob_moves moves;
    tob_game view;
    tob_rng rng;

    tob_rng_init(&rng, seed, 11);
    tob_board_init(&t.board, config.island);
    assert_int_equal(tob_game_init(&t.game, &t.board, &config), TOB_OK);
    for (unsigned viewer = 0; viewer <= SPECTATOR; viewer++) {
        watchers[viewer].board = t.board;
        tob_view(&watchers[viewer].game, &t.game, as(viewer));
    }
    for (unsigned i = 0; i < 1500 && tob_to_move(&t.game) != TOB_NOBODY; i++) {
        tob_legal(&t.game, &t.board, &moves);
        const tob_move move = choose(&rng, &t.game, &moves);
        tob_apply(&t.game, &t.board, move);
        for (unsigned viewer = 0; viewer <= SPECTATOR; viewer++) {
            watcher *w = &watchers[viewer];
            if (viewer >= config.players && viewer != SPECTATOR)
                continue;
            const tob_reason reason =
                tob_try(&w->game, &w->board, rec_redact(move, as(viewer)));
            if (reason)
                fail_msg("seed %u line %u view %u: %s", (unsigned)seed, i, viewer,
                         tob_reason_text(reason));
            tob_view(&view, &t.game, as(viewer));
            if (memcmp(&view, &w->game, sizeof view) != 0)
                fail_msg("seed %u line %u: the view of %u differs", (unsigned)seed, i,
                         viewer);
            lines_compared++;
        }
    }
}

static void h1_a_view_equals_its_redacted_record_at_every_line(void **state)
{
    (void)state;
    const unsigned games = games_to_play(30, 300);

    lines_compared = 0;
    for (unsigned seed = 0; seed < games; seed++)
        compare_views(seed, (tob_config){.island = (uint8_t)(seed % TOB_ISLANDS),
                                         .players = (uint8_t)(2 + seed % 3),
                                         .first = (uint8_t)(seed % 2),
                                         .options = (uint8_t)(seed % 4)});

    assert_true(lines_compared > 1000);
}

static void h1_redacting_twice_is_redacting_once(void **state)
{
    (void)state;
    const tob_move draw = {.kind = TOB_MOVE_DRAW, .seat = ANNA, .card = 7};
    const tob_move peek = {.kind = TOB_MOVE_PEEK, .seat = BOBBY, .value = 4};
    const tob_move add = {.kind = TOB_MOVE_ADD, .value = 4};
    const tob_move reveal = {.kind = TOB_MOVE_REVEAL, .value = 4};

    assert_int_equal(rec_redact(draw, as(ANNA)).card, 7);
    assert_int_equal(rec_redact(draw, as(BOBBY)).card, TOB_HIDDEN);
    assert_int_equal(rec_redact(draw, as(SPECTATOR)).card, TOB_HIDDEN);
    assert_int_equal(rec_redact(draw, as(EVERYBODY)).card, 7);
    assert_int_equal(rec_redact(peek, as(BOBBY)).value, 4);
    assert_int_equal(rec_redact(peek, as(ANNA)).value, TOB_HIDDEN);
    assert_int_equal(rec_redact(add, as(BOBBY)).value, TOB_HIDDEN);
    assert_int_equal(rec_redact(add, as(EVERYBODY)).value, 4);
    assert_int_equal(rec_redact(reveal, as(SPECTATOR)).value, 4);
    assert_int_equal(rec_redact(rec_redact(draw, as(BOBBY)), as(SPECTATOR)).card,
                     TOB_HIDDEN);
}

static void h1_only_a_full_record_is_redacted_for_others(void **state)
{
    (void)state;
    assert_true(rec_can_redact(as(EVERYBODY), as(ANNA)));
    assert_true(rec_can_redact(as(ANNA), as(ANNA)));
    assert_true(rec_can_redact(as(EVERYBODY), as(SPECTATOR)));
    assert_true(rec_can_redact(as(EVERYBODY), as(EVERYBODY)));
    assert_false(rec_can_redact(as(ANNA), as(SPECTATOR)));
    assert_false(rec_can_redact(as(ANNA), as(BOBBY)));
    assert_false(rec_can_redact(as(ANNA), as(EVERYBODY)));
    assert_false(rec_can_redact(as(SPECTATOR), as(ANNA)));
}

/* ---- H2 ---- */

static void h2_a_view_does_not_depend_on_hidden_hands(void **state)
{
    (void)state;
    static tob_moves first, second;
    tob_game one, two;

    arrange();
    tob_view(&one, &t.game, as(ANNA));
    tob_legal(&one, &t.board, &first);
    hold(&t, BOBBY, "not-in-jungle not-in-mountain not-next-hut not-next-palm");
    hold(&t, ROGER, "next-jungle next-lake sight-hut sight-palm");
    tob_view(&two, &t.game, as(ANNA));
    tob_legal(&two, &t.board, &second);

    assert_memory_equal(&one, &two, sizeof one);
    assert_int_equal(first.count, second.count);
    assert_memory_equal(first.move, second.move, first.count * sizeof first.move[0]);
}

static void h2_a_view_does_not_depend_on_hidden_treasure_cards(void **state)
{
    (void)state;
    static scene start;
    tob_game one, two;

    arrange();
    start = t;
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 6\nnature peek 2 4\n"
             "nature add 3\nnature reveal 4\n1 claim\n");
    tob_view(&one, &t.game, as(BOBBY));
    t = start;
    feed(&t, "1 raise white\nnature peek 1 5\nnature peek 1 5\nnature peek 2 4\n"
             "nature add 6\nnature reveal 4\n1 claim\n");
    tob_view(&two, &t.game, as(BOBBY));

    assert_memory_equal(&one, &two, sizeof one);
}

static void h2_a_view_depends_on_what_its_holder_saw(void **state)
{
    (void)state;
    static scene start;
    tob_game one, two;

    arrange();
    start = t;
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 6\nnature peek 2 4\n");
    tob_view(&one, &t.game, as(BOBBY));
    t = start;
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 6\nnature peek 2 5\n");
    tob_view(&two, &t.game, as(BOBBY));

    assert_memory_not_equal(&one, &two, sizeof one);
}

static void h2_who_decides_is_the_same_in_every_view(void **state)
{
    (void)state;
    static tob_moves moves;
    tob_game view;
    tob_rng rng;
    const tob_config config = {.players = 3, .options = 1};

    tob_rng_init(&rng, 5, 3);
    tob_board_init(&t.board, 0);
    assert_int_equal(tob_game_init(&t.game, &t.board, &config), TOB_OK);
    for (unsigned i = 0; i < 800 && tob_to_move(&t.game) != TOB_NOBODY; i++) {
        tob_legal(&t.game, &t.board, &moves);
        tob_apply(&t.game, &t.board, choose(&rng, &t.game, &moves));
        for (unsigned viewer = 0; viewer <= SPECTATOR; viewer++) {
            tob_view(&view, &t.game, as(viewer));
            assert_int_equal(tob_to_move(&view), tob_to_move(&t.game));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(h1_a_view_knows_its_own_hand_and_no_other),
        cmocka_unit_test(h1_a_spectator_knows_no_hand),
        cmocka_unit_test(h1_cards_drawn_by_others_read_as_hidden),
        cmocka_unit_test(h1_a_full_game_hides_nothing),
        cmocka_unit_test(h1_a_view_refuses_a_clue_that_the_player_cannot_hold),
        cmocka_unit_test(h1_discards_are_public),
        cmocka_unit_test(h1_what_others_looked_at_reads_as_hidden),
        cmocka_unit_test(h1_the_added_card_is_hidden_from_the_raiser_too),
        cmocka_unit_test(h1_a_view_knows_what_cannot_be_in_the_treasure),
        cmocka_unit_test(h1_any_card_of_the_deck_may_come_next),
        cmocka_unit_test(h1_a_view_equals_its_redacted_record_at_every_line),
        cmocka_unit_test(h1_redacting_twice_is_redacting_once),
        cmocka_unit_test(h1_only_a_full_record_is_redacted_for_others),
        cmocka_unit_test(h2_a_view_does_not_depend_on_hidden_hands),
        cmocka_unit_test(h2_a_view_does_not_depend_on_hidden_treasure_cards),
        cmocka_unit_test(h2_a_view_depends_on_what_its_holder_saw),
        cmocka_unit_test(h2_who_decides_is_the_same_in_every_view),
    };

    return cmocka_run_group_tests_name("hidden", tests, NULL, NULL);
}
