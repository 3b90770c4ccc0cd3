/* Replay: any line of the record, as any viewer who may see it. */
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <string.h>

#include "tui/screen.h"

enum { LEAP = 20 };

/* Takes the position after the first 'at' moves. */
static void show(tui *ui, uint32_t at, tob_viewer viewer)
{
    static rec_reader reader;
    const match *t = ui->match;
    const size_t end = at ? t->line[at - 1].end : t->header_end;
    rec_error error;

    rec_read(&reader, t->text.bytes, end, UINT32_MAX, &error);
    ui->viewer = viewer;
    ui->seat = tob_viewer_seat(viewer);
    ui->board = reader.board;
    ui->view = reader.game;
    if (!tob_viewer_equal(reader.game.viewer, viewer))
        tob_view(&ui->view, &reader.game, viewer);
    ui->shown = at;
    ui->told = at ? at - 1 : 0;
}

/* Puts the cursor on the space that the last line is about, if it is about one. */
static void follow(tui *ui, uint32_t at)
{
    const tob_move move = at ? ui->match->line[at - 1].move : (tob_move){0};

    ui->still = false;
    switch (move.kind) {
    case TOB_MOVE_VOLCANO:
    case TOB_MOVE_OBJECT:
    case TOB_MOVE_TRIAD:
    case TOB_MOVE_TRIAD_RANDOM:
    case TOB_MOVE_ATV:
    case TOB_MOVE_LEG:
    case TOB_MOVE_AMULET_REMOVE:
    case TOB_MOVE_LAVA: ui->cursor = move.space;
    }
}

/* The next viewer who may see this: all, each seat, a spectator, and round again. */
static tob_viewer next_viewer(const tui *ui, tob_viewer viewer, tob_viewer own, bool any)
{
    const unsigned next = tob_viewer_is_full(viewer) ? 0 : tob_viewer_seat(viewer) + 1;

    if (!tob_viewer_is_full(ui->match->reader.game.viewer))
        return viewer;
    if (!any)
        return tob_viewer_equal(viewer, own) ? tob_viewer_spectator() : own;
    if (tob_viewer_is_spectator(viewer))
        return tob_viewer_full();
    return next < ui->view.players ? tob_viewer_of(next) : tob_viewer_spectator();
}

/* Goes through the record; false if the key does not. */
static bool step(uint32_t *at, uint32_t last, int key)
{
    switch (key) {
    case KEY_RIGHT:
    case ' ': *at += *at < last; return true;
    case KEY_LEFT:
    case KEY_BACKSPACE: *at -= *at > 0; return true;
    case KEY_NPAGE: *at = *at + LEAP < last ? *at + LEAP : last; return true;
    case KEY_PPAGE: *at = *at > LEAP ? *at - LEAP : 0; return true;
    case KEY_HOME: *at = 0; return true;
    case KEY_END: *at = last; return true;
    }
    return false;
}

/* Keys that look at the position in another way. */
static void press(tui *ui, int key)
{
    if (key == KEY_UP)
        tui_board_scroll(ui, -2);
    else if (key == KEY_DOWN)
        tui_board_scroll(ui, 2);
    else if (key == '\t')
        tui_turn_page(ui);
    else if (key == '?')
        tui_help(ui);
    else if (key >= '1' && key <= '4')
        ui->lit_map = ui->lit_map == key - '1' ? -1 : key - '1';
    else if (key != 'q')
        tui_useless(ui, key);
}

void tui_replay_run(tui *ui, bool any)
{
    const tui_mode mode = ui->mode;
    const tob_viewer own = ui->viewer;
    const uint32_t last = ui->match->lines, told = ui->told;
    tob_viewer viewer = own;
    uint32_t at = any && ui->shown == 0 ? 0 : last;
    int key = 0;

    ui->mode = TUI_MODE_REPLAY;
    ui->message[0] = '\0';
    while (key != 'q' && key != TUI_KEY_ESCAPE && !ui->quit) {
        show(ui, at, viewer);
        tui_draw(ui);
        key = tui_key(ui);
        ui->message[0] = '\0';
        if (step(&at, last, key))
            follow(ui, at);
        else if (key == 's')
            viewer = next_viewer(ui, viewer, own, any);
        else
            press(ui, key);
    }
    ui->mode = mode;
    ui->still = false;
    ui->lit_map = -1;
    tui_look(ui, own);
    ui->told = told;
}
