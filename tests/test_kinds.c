/* The tables of kinds and phases: complete, without contradictions, and in agreement with
 * the games that are played by them. */
#include "chance.h"
#include "support.h"

#include "tobago/kinds.h"

static uint64_t seed;

static void every_kind_has_a_word_a_clause_and_a_phase(void **state)
{
    uint64_t of_phases = 0;
    (void)state;

    for (unsigned phase = 0; phase < TOB_PHASE_COUNT; phase++)
        of_phases |= tob_phase_of(phase)->kinds;

    assert_true(of_phases == tob_kind_bit(TOB_MOVE_COUNT) - 1);
    for (unsigned kind = 0; kind < TOB_MOVE_COUNT; kind++) {
        const tob_kind_row *row = tob_kind_of(kind);
        if (!row->word || !row->clause || !row->clause[0])
            fail_msg("kind %u has no complete row", kind);
        assert_int_equal(row->power != NULL, row->no_amulet != 0);
        assert_int_equal(row->needs != 0, row->off != 0);
        assert_int_equal(row->secret != 0, row->hidden != 0);
        assert_true(!row->hidden || tob_kind_has(kind, (tob_field)row->hidden));
    }
    assert_null(tob_kind_of(TOB_MOVE_COUNT));
    assert_null(tob_kind_of(255));
}

static void no_two_kinds_of_one_maker_have_the_same_words(void **state)
{
    (void)state;

    for (unsigned a = 0; a < TOB_MOVE_COUNT; a++) {
        for (unsigned b = 0; b < a; b++) {
            const tob_kind_row *one = tob_kind_of(a), *other = tob_kind_of(b);
            if (strcmp(one->word, other->word) == 0 && one->maker == other->maker &&
                (!one->power || !other->power || strcmp(one->power, other->power) == 0))
                fail_msg("kinds %u and %u have the same words", a, b);
        }
    }
}

static void every_phase_has_a_word_and_a_refusal(void **state)
{
    (void)state;

    for (unsigned phase = 0; phase < TOB_PHASE_COUNT; phase++) {
        const tob_phase_row *row = tob_phase_of(phase);
        if (!row->word || !row->refusal)
            fail_msg("phase %u has no complete row", phase);
        assert_int_equal(row->kinds == 0, row->decider == TOB_DECIDER_NOBODY);
        assert_false(row->is_setup && row->is_sharing);
    }
    assert_null(tob_phase_of(TOB_PHASE_COUNT));
}

/* ---- Games ---- */

/* Everything that the tables say of a legal move, held against the state. */
static void check_move(const tob_game *game, const tob_board *board, tob_move move)
{
    const tob_kind_row *row = tob_kind_of(move.kind);
    char line[REC_LINE_MAX];

    rec_write_move(board, move, line);
    if (!(tob_phase_of(game->phase)->kinds & tob_kind_bit(move.kind)))
        fail_msg("'%s' in the phase %s", line, tob_phase_of(game->phase)->word);
    assert_int_equal(tob_is_nature(move), tob_to_move(game) == TOB_NATURE);
    assert_int_equal(tob_is_nature(move), strncmp(line, "nature ", 7) == 0);
    assert_int_equal(row->needs & ~game->options, 0);
    if (row->no_amulet)
        assert_true(game->amulet[move.seat] > 0);
    /* Fields that the kind does not name are zero. */
    assert_true(!move.space || tob_kind_has(move.kind, TOB_FIELD_SPACE));
    assert_true(!move.treasure || tob_kind_has(move.kind, TOB_FIELD_TREASURE));
    assert_true(!move.card || tob_kind_has(move.kind, TOB_FIELD_CARD));
    assert_true(!move.other || tob_kind_has(move.kind, TOB_FIELD_OTHER));
    assert_true(!move.direction || tob_kind_has(move.kind, TOB_FIELD_DIRECTION) ||
                tob_kind_has(move.kind, TOB_FIELD_FACING));
    assert_true(!move.value || tob_kind_has(move.kind, TOB_FIELD_COINS) ||
                tob_kind_has(move.kind, TOB_FIELD_TRIAD) ||
                tob_kind_has(move.kind, TOB_FIELD_OBJECT));
}

static void check_effect(const tob_game *before, const tob_game *after, tob_move move)
{
    const tob_kind_row *row = tob_kind_of(move.kind);

    if (row->no_amulet)
        assert_int_equal(after->amulet[move.seat] + 1, before->amulet[move.seat]);
    if (row->is_main && before->phase == TOB_PHASE_TURN)
        assert_true(after->main_done &&
                    (!before->main_done || (move.kind == TOB_MOVE_MOVE &&
                                            tob_legs_suspended(before)))); /* T4 */
}

/* ---- What a move shows ---- */

/* Views before and after a move: hands, the deck, and the cards of a treasure. */
static bool learns_cards(const tob_game *before, const tob_game *after, tob_viewer viewer)
{
    tob_game one, other;

    tob_view(&one, before, viewer);
    tob_view(&other, after, viewer);
    return memcmp(one.hand, other.hand, sizeof one.hand) != 0 || one.deck != other.deck ||
           one.discards != other.discards ||
           memcmp(one.pool, other.pool, sizeof one.pool) != 0 ||
           memcmp(one.peeked, other.peeked, sizeof one.peeked) != 0;
}

/* A player's move that shows nothing changes nobody's knowledge of any hidden card, and
 * every clue that shows its card does. */
static void check_shown(const tob_game *before, const tob_game *after, tob_move move)
{
    const unsigned shown = tob_shown_to(before, move);
    const unsigned all = ((1u << before->players) - 1) | TOB_SHOWN_SPECTATORS;

    assert_int_equal(shown, tob_shown_to(after, move));
    assert_int_equal(shown & ~all, 0);
    if (tob_is_nature(move))
        assert_int_not_equal(shown, 0);
    /* The treasure's end puts its clues on the discards: public cards. */
    if (tob_is_nature(move) || tob_is_shared_out(before, before->treasure))
        return;
    for (unsigned seat = 0; seat <= before->players; seat++) {
        const bool spectator = seat == before->players;
        const tob_viewer viewer =
            spectator ? tob_viewer_spectator() : tob_viewer_of(seat);
        const unsigned bit = spectator ? TOB_SHOWN_SPECTATORS : 1u << seat;
        const bool own_clue = tob_kind_of(move.kind)->show && seat == move.seat;
        if (!own_clue)
            assert_int_equal(learns_cards(before, after, viewer), (shown & bit) != 0);
    }
}

static void only_clues_nature_and_cannot_show_something(void **state)
{
    const tob_game game = {.players = 3};
    const unsigned all = 7 | TOB_SHOWN_SPECTATORS;
    const struct {
        tob_move move;
        unsigned shown;
    } cases[] = {
        {{.kind = TOB_MOVE_CLUE, .seat = 1}, all & ~2u},
        {{.kind = TOB_MOVE_AMULET_VOLCANIC, .seat = 0}, all & ~1u},
        {{.kind = TOB_MOVE_CANNOT, .seat = 2}, all & ~4u},
        {{.kind = TOB_MOVE_DEAL, .seat = 2}, 4},
        {{.kind = TOB_MOVE_DRAW, .seat = 0}, 1},
        {{.kind = TOB_MOVE_PEEK, .seat = 1}, 2},
        {{.kind = TOB_MOVE_ADD}, all},
        {{.kind = TOB_MOVE_REVEAL}, all},
        {{.kind = TOB_MOVE_DISCARD, .seat = 1}, all},
        {{.kind = TOB_MOVE_INITIAL, .seat = 1}, all},
        {{.kind = TOB_MOVE_TRIAD_RANDOM, .seat = 1}, all},
        {{.kind = TOB_MOVE_OBJECT, .seat = TOB_NATURE}, all},
        {{.kind = TOB_MOVE_OBJECT, .seat = 1}, 0},
        {{.kind = TOB_MOVE_VOLCANO, .seat = TOB_NATURE}, all},
        {{.kind = TOB_MOVE_VOLCANO, .seat = 0}, 0},
        {{.kind = TOB_MOVE_TRIAD, .seat = 0}, 0},
        {{.kind = TOB_MOVE_LEG, .seat = 0}, 0},
        {{.kind = TOB_MOVE_RAISE, .seat = 0}, 0},
        {{.kind = TOB_MOVE_CLAIM, .seat = 0}, 0},
        {{.kind = TOB_MOVE_COUNT, .seat = 0}, 0},
    };
    (void)state;

    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++)
        if (tob_shown_to(&game, cases[i].move) != cases[i].shown)
            fail_msg("a move of kind %u shows something to %x", cases[i].move.kind,
                     tob_shown_to(&game, cases[i].move));
}

/* ---- Games ---- */

static void random_games_follow_the_tables(void **state)
{
    const unsigned games = games_to_play(300, 3000);
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
            tob_legal(&game, &board, &moves);
            for (unsigned k = 0; k < moves.count; k += 1 + moves.count / 16)
                check_move(&game, &board, moves.move[k]);
            const tob_move move = chance_move(&rng, &game, &moves, number);
            tob_apply(&game, &board, move);
            check_effect(&before, &game, move);
            check_shown(&before, &game, move);
        }
    }
}

/* ---- Reasons ---- */

static void the_reason_that_got_further_blames_a_later_part(void **state)
{
    (void)state;

    assert_int_equal(tob_reason_further(TOB_OK, TOB_REASON_T2_DONE), TOB_REASON_T2_DONE);
    assert_int_equal(tob_reason_further(TOB_REASON_T2_DONE, TOB_REASON_C3_KNOWN),
                     TOB_REASON_C3_KNOWN);
    assert_int_equal(tob_reason_further(TOB_REASON_C3_NOWHERE, TOB_REASON_C3_KNOWN),
                     TOB_REASON_C3_NOWHERE);
    assert_int_equal(tob_reason_further(TOB_REASON_V6_LEGAL, TOB_REASON_C2_NOTHING),
                     TOB_REASON_V6_LEGAL);
    assert_int_equal(tob_reason_further(TOB_REASON_C2_NOTHING, TOB_REASON_C3_NOWHERE),
                     TOB_REASON_C2_NOTHING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_has_a_word_a_clause_and_a_phase),
        cmocka_unit_test(no_two_kinds_of_one_maker_have_the_same_words),
        cmocka_unit_test(every_phase_has_a_word_and_a_refusal),
        cmocka_unit_test(only_clues_nature_and_cannot_show_something),
        cmocka_unit_test(random_games_follow_the_tables),
        cmocka_unit_test(the_reason_that_got_further_blames_a_later_part),
    };

    seed = chance_seed();
    return cmocka_run_group_tests_name("kinds", tests, NULL, NULL);
}
