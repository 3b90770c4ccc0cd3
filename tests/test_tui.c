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

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_that_a_player_makes_can_be_chosen_from_a_list),
        cmocka_unit_test(every_kind_is_told_in_the_log),
    };

    return cmocka_run_group_tests_name("tui", tests, NULL, NULL);
}
