/* The spaces that matter now: where a move may go, what is in reach, what a card leaves.
 */
#include <string.h>

#include "tui/screen.h"
#include "tobago/names.h"

enum { SITES_FEW = 24 };

static void mark_set(tui *ui, tob_hexset set, char mark)
{
    while (!tob_hexset_is_empty(set)) {
        const unsigned space = tob_hexset_pop(&set);
        if (!ui->mark[space])
            ui->mark[space] = mark;
    }
    ui->marking = true;
}

tob_reason tui_marks_opened(const tui *ui, tob_game *game, tob_board *board)
{
    const bool open = ui->view.phase == TOB_PHASE_TURN && ui->view.moving;

    *game = ui->view;
    *board = ui->board;
    if (open && ui->kind == TOB_MOVE_LEG)
        return TOB_OK;
    return tob_try(game, board, (tob_move){.kind = ui->kind, .seat = (uint8_t)ui->seat});
}

/* Digits: how many legs it takes (M1). A leg onto lava is marked only where it may be
 * the next one. */
static void mark_reach(tui *ui)
{
    static tob_game game;
    static tob_board board;
    static tob_moves moves;
    unsigned at;

    ui->marking = true;
    if (tui_marks_opened(ui, &game, &board))
        return;
    at = game.atv[ui->seat];
    tob_legal(&game, &board, &moves);
    for (unsigned i = 0; i < moves.count; i++)
        if (moves.move[i].kind == TOB_MOVE_LEG)
            ui->mark[moves.move[i].space] = '1';
    for (unsigned legs = 2; legs <= tob_legs_left(&game); legs++) {
        tob_hexset reach = tob_board_reach(&board, at, legs);
        tob_hexset_remove(&reach, at);
        mark_set(ui, reach, (char)('0' + legs));
    }
}

/* What would be left on the chosen map, and, where few sites are left already, what would
 * go. */
static void mark_card(tui *ui)
{
    const unsigned card = tui_chosen_card(ui);
    const tob_hexset sites = ui->view.map[ui->map].sites;

    if (card >= tob_card_count())
        return;
    mark_set(ui, tob_hexset_and(sites, ui->board.allowed[card]), '+');
    if (tob_hexset_count(sites) <= SITES_FEW)
        mark_set(ui, sites, 'x');
}

void tui_marks_update(tui *ui)
{
    memset(ui->mark, 0, sizeof ui->mark);
    ui->marking = false;
    switch (ui->mode) {
    case TUI_MODE_TARGET:
        for (unsigned i = 0; i < ui->moves.count; i++)
            if (ui->moves.move[i].kind == ui->kind)
                ui->mark[ui->moves.move[i].space] = '+';
        ui->marking = true;
        break;
    case TUI_MODE_MOVE: mark_reach(ui); break;
    case TUI_MODE_CARDS: mark_card(ui); break;
    case TUI_MODE_BOARD:
    case TUI_MODE_REPLAY:
        if (ui->lit_map >= 0)
            mark_set(ui, ui->view.map[ui->lit_map].sites, '+');
        break;
    }
    ui->marks = 0;
    for (unsigned space = 0; space < ui->board.count; space++)
        ui->marks += ui->mark[space] != 0;
}
