#include "tui/act.h"

tob_move tui_own_move(const tui *ui, unsigned kind)
{
    return (tob_move){.kind = (uint8_t)kind, .seat = (uint8_t)ui->seat};
}

tob_reason tui_why(const tui *ui, tob_move move)
{
    return tob_why(&ui->view, &ui->board, move);
}

void tui_refuse_reason(tui *ui, tob_reason reason)
{
    tui_refuse(ui, tob_reason_clause(reason), tob_reason_text(reason));
}

bool tui_act(tui *ui, tob_move move)
{
    rec_error error;

    if (!match_play_move(ui->match, move, &error)) {
        tui_refuse(ui, error.clause, error.text);
        return false;
    }
    ui->told = ui->match->lines;
    tui_look(ui, ui->viewer);
    if (move.kind == TOB_MOVE_LEG)
        ui->cursor = move.space;
    return true;
}

unsigned tui_collect(const tui *ui, unsigned kind, unsigned space, tob_moves *found)
{
    found->count = 0;
    for (unsigned i = 0; i < ui->moves.count; i++)
        if (ui->moves.move[i].kind == kind &&
            (space == TOB_NONE || ui->moves.move[i].space == space))
            found->move[found->count++] = ui->moves.move[i];
    return found->count;
}

void tui_act_choice(tui *ui, const char *title, const tob_moves *found)
{
    const int item = tui_menu(ui, title, found->move, found->count, NULL);

    if (item >= 0)
        tui_act(ui, found->move[item]);
}

void tui_act_one_of(tui *ui, const char *title, const tob_moves *found)
{
    if (found->count == 1)
        tui_act(ui, found->move[0]);
    else
        tui_act_choice(ui, title, found);
}

void tui_set_mode(tui *ui, tui_mode mode, unsigned kind)
{
    ui->mode = mode;
    ui->kind = (uint8_t)kind;
    ui->lit_map = -1;
}
