/* Choosing a card and a map, or a card to give up for a volcanic clue. */
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <stdio.h>

#include "tui/act.h"
#include "tui/text.h"
#include "tobago/names.h"

/* The kind of move that gives up a card instead of playing it (V6). */
static unsigned volcanic_kind(unsigned kind)
{
    return kind == TOB_MOVE_AMULET_CLUE ? TOB_MOVE_AMULET_VOLCANIC : TOB_MOVE_VOLCANIC;
}

/* The first map on which the chosen card can be played, if any. */
static void choose_map(tui *ui)
{
    if (ui->view.phase == TOB_PHASE_RESTART)
        ui->map = ui->view.treasure;
    for (unsigned k = 0; k < TOB_TREASURE_COUNT; k++) {
        const unsigned map = (ui->map + k) % TOB_TREASURE_COUNT;
        if (tui_why(ui, tui_card_move(ui, map)) == TOB_OK) {
            ui->map = map;
            return;
        }
    }
}

void tui_cards_choose(tui *ui, unsigned kind)
{
    uint8_t cards[TOB_CARD_MAX];

    tui_set_mode(ui, TUI_MODE_CARDS, kind);
    if (ui->card >= tui_hand(ui, cards))
        ui->card = 0;
    choose_map(ui);
}

tob_reason tui_cards_reason(const tui *ui, unsigned kind)
{
    static tob_moves found;
    uint8_t cards[TOB_CARD_MAX] = {TOB_NONE};
    const unsigned count = tui_hand(ui, cards);
    tob_move move = tui_own_move(ui, kind);
    tob_reason first = TOB_OK;

    if (tui_collect(ui, volcanic_kind(kind), TOB_NONE, &found))
        return TOB_OK;
    for (unsigned i = 0; i < (count ? count : 1) * TOB_TREASURE_COUNT; i++) {
        move.card = cards[i / TOB_TREASURE_COUNT];
        move.treasure = (uint8_t)(i % TOB_TREASURE_COUNT);
        const tob_reason reason = tui_why(ui, move);
        if (i && reason != first)
            return TOB_OK;
        first = reason;
    }
    return first;
}

void tui_cards_begin(tui *ui, unsigned kind)
{
    const tob_reason reason = tui_cards_reason(ui, kind);

    if (reason)
        tui_refuse_reason(ui, reason);
    else
        tui_cards_choose(ui, kind);
}

/* ---- Volcanic clues ---- */

unsigned tui_volcanic_moves(const tui *ui, unsigned treasure, tob_moves *found)
{
    const unsigned card = tui_chosen_card(ui);
    const unsigned kind = volcanic_kind(ui->kind);
    unsigned count = 0;

    for (unsigned i = 0; i < ui->moves.count; i++) {
        const tob_move move = ui->moves.move[i];
        if (move.kind != kind || move.other != card || move.treasure != treasure)
            continue;
        if (found)
            found->move[count] = move;
        count++;
    }
    if (found)
        found->count = count;
    return count;
}

/* Why a card cannot be given up for a volcanic clue on a map (V6). */
static tob_reason volcanic_reason(const tui *ui, unsigned kind, unsigned treasure,
                                  unsigned card)
{
    const unsigned side = ui->view.side;
    tob_move move = tui_own_move(ui, kind);

    move.treasure = (uint8_t)treasure;
    move.other = (uint8_t)card;
    move.card = (uint8_t)(tob_card_count() + (side ? (unsigned)__builtin_ctz(side) : 0));
    return tui_why(ui, move);
}

/* No card was chosen yet: the cursor goes to one that can be given up. Where there is
 * none, the message gives the reason of the map that came closest to taking it. */
void tui_cards_volcanic(tui *ui, unsigned clue)
{
    static tob_moves found;
    const unsigned kind = volcanic_kind(clue);
    uint8_t cards[TOB_CARD_MAX];
    const unsigned count = tui_hand(ui, cards);
    tob_reason last = TOB_OK;

    if (tui_collect(ui, kind, TOB_NONE, &found)) {
        tui_cards_choose(ui, clue);
        ui->map = found.move[0].treasure;
        for (unsigned i = 0; i < count; i++)
            if (cards[i] == found.move[0].other)
                ui->card = i;
        return;
    }
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        const tob_reason reason =
            volcanic_reason(ui, kind, treasure, count ? cards[0] : TOB_NONE);
        last = tob_reason_further(last, reason);
    }
    tui_refuse_reason(ui, last);
}

static void play_volcanic(tui *ui)
{
    static tob_moves found;
    const unsigned kind = volcanic_kind(ui->kind);

    tui_volcanic_moves(ui, ui->map, &found);
    if (found.count) {
        char notes[TOB_VOLCANIC_MAX][24], title[TUI_TEXT_MAX];
        for (unsigned i = 0; i < found.count && i < TOB_VOLCANIC_MAX; i++) {
            const unsigned left = tob_hexset_count(tob_hexset_and(
                ui->view.map[ui->map].sites, ui->board.allowed[found.move[i].card]));
            snprintf(notes[i], sizeof notes[i], "%3u site%s left", left,
                     left == 1 ? "" : "s");
        }
        snprintf(title, sizeof title, "Which volcanic clue? %s", tui_text_clue_cost(ui));
        const int item = tui_menu(ui, title, found.move, found.count, notes);
        if (item >= 0)
            tui_act(ui, found.move[item]);
        return;
    }
    tui_refuse_reason(ui, volcanic_reason(ui, kind, ui->map, tui_chosen_card(ui)));
}

/* ---- Keys ---- */

bool tui_cards_press(tui *ui, int key)
{
    uint8_t cards[TOB_CARD_MAX];
    const unsigned count = tui_hand(ui, cards);

    if (key == KEY_UP && count)
        ui->card = (ui->card + count - 1) % count;
    else if (key == KEY_DOWN && count)
        ui->card = (ui->card + 1) % count;
    else if (key == KEY_LEFT)
        ui->map = (ui->map + TOB_TREASURE_COUNT - 1) % TOB_TREASURE_COUNT;
    else if (key == KEY_RIGHT)
        ui->map = (ui->map + 1) % TOB_TREASURE_COUNT;
    else if (key >= '1' && key <= '4')
        ui->map = (unsigned)(key - '1');
    else if (key == '\n')
        tui_act(ui, tui_card_move(ui, ui->map));
    else if (key == 'v')
        play_volcanic(ui);
    else
        return false;
    return true;
}
