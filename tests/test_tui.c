/* The words of the terminal game: every kind of move has its sentences. */
#include "support.h"

#include "host/match.h"
#include "tobago/kinds.h"
#include "tui/text.h"

static match t;

static void open_match(void)
{
    match_init(&t, 1, 0, 0);
    assert_int_equal(match_look(&t, "tests/games/two-players.tobago"), HOST_DONE);
}

static void every_kind_that_a_player_makes_can_be_chosen_from_a_list(void **state)
{
    (void)state;
    open_match();

    for (unsigned kind = 0; kind < TOB_MOVE_COUNT; kind++) {
        const tob_move move = {.kind = (uint8_t)kind};
        char text[TUI_TEXT_MAX] = "";
        if (tob_kind_of(kind)->maker == TOB_MAKER_NATURE)
            continue;
        tui_text_choice(&t, move, text);
        if (!*text)
            fail_msg("kind %u (%s) has no sentence to choose it by", kind,
                     tob_kind_of(kind)->word);
    }
    match_close(&t);
}

/* Opening a movement is told by its legs, and a card that nobody sees by nothing. */
static void every_kind_is_told_in_the_log(void **state)
{
    (void)state;
    open_match();

    for (unsigned kind = 0; kind < TOB_MOVE_COUNT; kind++) {
        char text[TUI_TEXT_MAX] = "";
        if (kind == TOB_MOVE_MOVE || kind == TOB_MOVE_ADD)
            continue;
        t.move[0] = (match_move){.move = {.kind = (uint8_t)kind, .card = 1, .other = 2}};
        t.move[0].effects.taker = TOB_NONE;
        tui_text_entry(&t, 0, tob_viewer_full(), text);
        if (!*text)
            fail_msg("kind %u (%s) is not told", kind, tob_kind_of(kind)->word);
    }
    match_close(&t);
}

/* Two triads with the same lava and the same new land differ in the space that stays. */
static void v2_no_two_triads_in_a_list_read_alike(void **state)
{
    static tob_moves moves;
    static char texts[TOB_MOVES_MAX][TUI_TEXT_MAX];
    (void)state;
    match_init(&t, 1, 0, 0);
    assert_int_equal(
        host_record_read(&t.record, "tests/games/volcano-by-hand.tobago", 15), HOST_DONE);
    assert_int_equal(t.record.reader.game.phase, TOB_PHASE_TRIAD);

    tob_legal(&t.record.reader.game, &t.record.reader.board, &moves);
    assert_true(moves.count > 1);
    for (unsigned i = 0; i < moves.count; i++) {
        tui_text_choice(&t, moves.move[i], texts[i]);
        assert_null(strchr(texts[i], '?'));
        for (unsigned k = 0; k < i; k++)
            assert_string_not_equal(texts[i], texts[k]);
    }
    match_close(&t);
}

/* The log, the replay and the analysis count turns by lines, the engine by its own. */
static void e4_turns_counted_by_lines_agree_with_the_engines_rounds(void **state)
{
    static rec_reader reader;
    rec_hosted eyes;
    (void)state;
    open_match();
    eyes = rec_hosted_look(&t.record.hosted, &reader);

    for (uint32_t i = 0; i < t.moves; i++) {
        rec_hosted_seek(&eyes, eyes.header + i);
        if (!tob_is_setup(&reader.game))
            assert_int_equal(host_round(t.move[i].turns.turn, reader.game.players),
                             tob_round(&reader.game));
        else
            assert_int_equal(t.move[i].turns.turn, 0);
    }
    match_close(&t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_that_a_player_makes_can_be_chosen_from_a_list),
        cmocka_unit_test(every_kind_is_told_in_the_log),
        cmocka_unit_test(v2_no_two_triads_in_a_list_read_alike),
        cmocka_unit_test(e4_turns_counted_by_lines_agree_with_the_engines_rounds),
    };

    return cmocka_run_group_tests_name("tui", tests, NULL, NULL);
}
