/* The effects of a move: each kind by example, then what holds for all of them in random
 * games: they account for every change of the public state, and every view finds the
 * same. */
#include "chance.h"
#include "positions.h"

static uint64_t seed;

/* ---- By example ---- */

static scene t;

/* Plays a line and returns its effects. */
static rec_effects effects_of(const char *line)
{
    const tob_game before = t.game;

    feed(&t, line);
    return rec_effects_of(&before, &t.game, t.move);
}

static void k2_a_curse_costs_an_amulet_or_the_best_card(void **state)
{
    rec_effects e;
    (void)state;

    treasure_at_h8(&t, "2 not-in-lake 3 not-in-beach");
    give_amulets(&t, ANNA, 1);
    give_cards(&t, BOBBY, "2 4");
    feed(&t, "1 raise white\nnature peek 1 curse\nnature peek 2 2\nnature peek 3 3\n"
             "nature add 2");

    e = effects_of("nature curse");

    assert_int_equal(e.cost, REC_COST_CURSE);
    assert_int_equal(e.paid_amulet[ANNA], 1);
    assert_int_equal(e.paid_coins[ANNA], 0);
    assert_int_equal(e.paid_amulet[BOBBY], 0);
    assert_int_equal(e.paid_coins[BOBBY], 4);
    assert_int_equal(e.paid_amulet[ROGER] + e.paid_coins[ROGER], 0);
    assert_int_equal(e.cleared, TOB_NONE);
    e = effects_of("nature reveal 2");
    assert_int_equal(e.unclaimed, 2);
    assert_int_equal(e.cost, REC_COST_NONE);
}

static void n3_the_last_card_of_a_new_map_lets_amulets_surface(void **state)
{
    rec_effects e;
    (void)state;

    treasure_at_h8(&t, "1 not-in-lake");
    raise_and_claim(&t);
    hold(&t, ANNA, "");
    e = effects_of("1 cannot");

    assert_string_equal(names_of(&t.board, e.surfaced),
                        names_of(&t.board, t.game.amulets));
    assert_int_equal(tob_hexset_count(e.surfaced), 3);
    for (unsigned i = 0; i < 3; i++) {
        assert_int_equal(e.statue[i], t.game.statue[i]);
        assert_int_equal(e.turned_to[i], (e.turned_from[i] + 1) % 6);
    }
}

static void no_change_has_no_effects(void **state)
{
    const rec_effects nothing = rec_effects_of(&t.game, &t.game, (tob_move){0});
    (void)state;

    assert_int_equal(nothing.cost, REC_COST_NONE);
    assert_int_equal(nothing.taker, TOB_NONE);
    assert_true(tob_hexset_is_empty(nothing.surfaced));
}

/* ---- In random games ---- */

/* How often each effect was seen: a test that sees none of a kind proves nothing. */
typedef struct tally {
    unsigned surfaced, gone, back, taken, power, curse, lava, lost, claimed, unclaimed,
        roses, started, cleared, side, drawn, refilled, clues, treasure, driven, tiles,
        destroyed, turned, turns, endings;
} tally;

static void count(tally *sums, const rec_effects *e)
{
    unsigned lost = 0, roses = 0;

    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        lost += e->paid_coins[seat] > 0;
        roses += e->roses[seat];
    }
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        sums->gone += !tob_hexset_is_empty(e->gone[treasure]);
        sums->back += !tob_hexset_is_empty(e->back[treasure]);
    }
    sums->surfaced += !tob_hexset_is_empty(e->surfaced);
    sums->taken += e->taker != TOB_NONE;
    sums->power += e->cost == REC_COST_POWER;
    sums->curse += e->cost == REC_COST_CURSE;
    sums->lava += e->cost == REC_COST_LAVA;
    sums->lost += lost;
    sums->claimed += e->claimed > 0;
    sums->unclaimed += e->unclaimed > 0;
    sums->roses += roses;
    sums->started += e->started != TOB_NONE;
    sums->cleared += e->cleared != TOB_NONE;
    sums->side += e->side > 0;
    sums->drawn += e->drawer != TOB_NONE;
    sums->refilled += e->refilled;
    sums->clues += e->clues_returned > 0;
    sums->treasure += e->treasure_returned > 0;
    sums->driven += e->driver != TOB_NONE;
    sums->tiles += e->lava != TOB_NONE;
    sums->destroyed += e->destroyed != TOB_NONE;
    sums->turned += e->statue[0] != TOB_NONE;
    sums->turns += e->turn != TOB_NONE;
    sums->endings += e->ending != 0;
}

static void every_effect_was_seen(const tally *sums)
{
    const unsigned *numbers = (const unsigned *)sums;

    for (unsigned i = 0; i < sizeof *sums / sizeof *numbers; i++)
        if (!numbers[i])
            fail_msg("effect number %u was never seen", i);
}

/* Amulets, piles, roses and decks are what they were, changed by the effects alone. */
static void seats_add_up(const tob_game *before, const tob_game *after, tob_move move,
                         const rec_effects *e)
{
    unsigned pile = before->amulet_pile - tob_hexset_count(e->surfaced);

    for (unsigned seat = 0; seat < after->players; seat++) {
        const bool drew = e->drawer == seat;
        const bool rose = move.seat == seat && after->roses[seat] < before->roses[seat];
        uint8_t coins[TOB_COINS_MAX + 1];
        pile += e->paid_amulet[seat];
        assert_int_equal(after->amulet[seat], before->amulet[seat] + (e->taker == seat) -
                                                  e->paid_amulet[seat]);
        memcpy(coins, before->pile[seat], sizeof coins);
        coins[e->paid_coins[seat]]--;
        coins[e->claimer == seat ? e->claimed : 0]++;
        assert_memory_equal(coins + 1, after->pile[seat] + 1, TOB_COINS_MAX);
        assert_int_equal(after->roses[seat], before->roses[seat] + e->roses[seat] - rose);
        if (drew)
            assert_int_equal(after->hand_size[seat], before->hand_size[seat] + 1);
        else
            assert_true(after->hand_size[seat] <= before->hand_size[seat]);
        if (drew && e->refilled && move.kind == TOB_MOVE_DEAL)
            assert_int_equal(after->hand_size[seat], after->players == 2 ? 6 : 4);
        assert_int_equal(after->atv[seat], e->driver == seat ? e->to : before->atv[seat]);
    }
    assert_int_equal(after->amulet_pile, pile);
}

static void island_adds_up(const tob_game *before, const tob_game *after,
                           const rec_effects *e)
{
    tob_hexset amulets = tob_hexset_or(before->amulets, e->surfaced);
    tob_hexset lava = before->lava;

    if (e->taker != TOB_NONE) {
        assert_true(tob_hexset_has(before->amulets, e->taken));
        assert_int_equal(after->atv[e->taker], e->taken);
        tob_hexset_remove(&amulets, e->taken);
    }
    if (e->lava != TOB_NONE)
        tob_hexset_add(&lava, e->lava);
    assert_true(tob_hexset_equal(amulets, after->amulets));
    assert_true(tob_hexset_equal(lava, after->lava));
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        tob_hexset sites =
            tob_hexset_minus(before->map[treasure].sites, e->gone[treasure]);
        sites = tob_hexset_or(sites, e->back[treasure]);
        assert_true(tob_hexset_equal(sites, after->map[treasure].sites));
        assert_int_equal(!before->map[treasure].length && after->map[treasure].length,
                         e->started == treasure);
        assert_int_equal(before->map[treasure].length && !after->map[treasure].length,
                         e->cleared == treasure);
    }
    for (unsigned i = 0; i < 3; i++) {
        const bool turned = e->statue[i] != TOB_NONE;
        if (before->statue[i] != TOB_NONE)
            assert_int_equal((before->facing[i] + turned) % 6, after->facing[i]);
        if (turned)
            assert_int_equal(e->statue[i], before->statue[i]);
    }
}

/* Cards that come into a deck are all of the discards, the move's own included. */
static void decks_add_up(const tob_game *before, const tob_game *after, tob_move move,
                         const rec_effects *e)
{
    const bool discards = move.kind == TOB_MOVE_DISCARD ||
                          move.kind == TOB_MOVE_VOLCANIC ||
                          move.kind == TOB_MOVE_AMULET_VOLCANIC;
    const unsigned clues = (unsigned)__builtin_popcountll(before->discards) + discards;
    const bool emptied = clues && !after->discards && before->phase != TOB_PHASE_INITIAL;
    unsigned was = 0, is = 0;

    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        was += before->treasure_discards[coins];
        is += after->treasure_discards[coins];
    }
    for (unsigned seat = 0; seat < after->players; seat++)
        was += e->paid_coins[seat] > 0;
    assert_int_equal(is, was + (e->unclaimed > 0) - e->treasure_returned);
    assert_int_equal(e->clues_returned, emptied ? clues : 0);
}

static void check_game(unsigned number, tally *sums)
{
    static tob_moves moves;
    rec_header header;
    tob_board board;
    tob_game game;
    tob_rng rng;

    chance_begin(&game, &board, &header, &rng, seed, number);
    while (tob_to_move(&game) != TOB_NOBODY) {
        const tob_game before = game;
        rec_effects e;
        tob_move move;
        tob_legal(&game, &board, &moves);
        move = chance_move(&rng, &game, &moves, number);
        tob_apply(&game, &board, move);
        e = rec_effects_of(&before, &game, move);
        seats_add_up(&before, &game, move, &e);
        island_adds_up(&before, &game, &e);
        decks_add_up(&before, &game, move, &e);
        count(sums, &e);
        for (unsigned viewer = 0; viewer <= SPECTATOR; viewer++) {
            tob_game view_before, view_after;
            rec_effects seen;
            if (viewer >= game.players && viewer != SPECTATOR)
                continue;
            tob_view(&view_before, &before, as(viewer));
            tob_view(&view_after, &game, as(viewer));
            seen =
                rec_effects_of(&view_before, &view_after, rec_redact(move, as(viewer)));
            assert_memory_equal(&seen, &e, sizeof e);
        }
    }
    assert_int_not_equal(game.ending, TOB_ENDING_NONE);
}

static void effects_account_for_every_public_change_in_every_view(void **state)
{
    tally sums = {0};
    (void)state;

    for (unsigned number = 0; number < games_to_play(400, 4000); number++)
        check_game(number, &sums);
    printf(
        "# curses cost %u, lava %u, cards lost %u, reshuffles %u and %u, huts and palms "
        "destroyed %u\n",
        sums.curse, sums.lava, sums.lost, sums.clues, sums.treasure, sums.destroyed);
    every_effect_was_seen(&sums);
}

/* The hosted game finds the same effects by replaying. */
static void the_effects_of_a_line_are_found_by_its_number(void **state)
{
    static char text[1 << 20], buffer[1 << 20];
    static uint32_t ends[1 << 16];
    static rec_reader reader, other;
    const size_t length = chance_record(seed, 11, 500, text, sizeof text);
    rec_hosted h;
    rec_error error;
    (void)state;

    rec_hosted_init(&h, &reader, (rec_buffers){buffer, ends, sizeof buffer, 1 << 16});
    assert_int_equal(rec_hosted_read(&h, text, length, &error), REC_DONE);
    for (uint32_t line = h.lines; line > 0; line -= line > 60 ? 23 : 1) {
        rec_effects found, made;
        tob_game before;
        uint32_t size;
        assert_int_equal(rec_hosted_effects(&h, line, &found), line > h.header);
        if (line <= h.header)
            continue;
        assert_int_equal(reader.line, line);
        assert_true(rec_read(&other, text, length, line - 1, &error));
        before = other.game;
        assert_non_null(rec_hosted_line(&h, line, &size));
        assert_true(rec_feed(&other, rec_hosted_line(&h, line, &size), size, &error));
        made = rec_effects_of(&before, &other.game, other.move);
        assert_memory_equal(&found, &made, sizeof made);
    }
    assert_false(rec_hosted_effects(&h, h.lines + 1, &(rec_effects){0}));
    rec_hosted_detach(&h);
    assert_false(rec_hosted_effects(&h, h.lines, &(rec_effects){0}));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(k2_a_curse_costs_an_amulet_or_the_best_card),
        cmocka_unit_test(n3_the_last_card_of_a_new_map_lets_amulets_surface),
        cmocka_unit_test(no_change_has_no_effects),
        cmocka_unit_test(effects_account_for_every_public_change_in_every_view),
        cmocka_unit_test(the_effects_of_a_line_are_found_by_its_number),
    };

    seed = chance_seed();
    return cmocka_run_group_tests_name("effects", tests, NULL, NULL);
}
