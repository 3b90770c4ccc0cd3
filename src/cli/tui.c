#include "cli/tui.h"

#define NCURSES_NOMACROS 1
#include <curses.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "cli/tui_text.h"

enum { DEAF_MOST = 50 }; /* reads that fail before the terminal is taken for gone */

/* ---- The screen ---- */

/* Terminals that do not send what their entry says, tmux with TERM=xterm among them. */
static void name_keys(void)
{
    static const struct {
        const char *bytes;
        int key;
    } names[] = {{"\033[1~", KEY_HOME},  {"\033[4~", KEY_END},  {"\033[H", KEY_HOME},
                 {"\033[F", KEY_END},    {"\033[A", KEY_UP},    {"\033[B", KEY_DOWN},
                 {"\033[C", KEY_RIGHT},  {"\033[D", KEY_LEFT},  {"\033OA", KEY_UP},
                 {"\033OB", KEY_DOWN},   {"\033OC", KEY_RIGHT}, {"\033OD", KEY_LEFT},
                 {"\033[5~", KEY_PPAGE}, {"\033[6~", KEY_NPAGE}};

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        define_key(names[i].bytes, names[i].key);
}

static bool start_screen(void)
{
    SCREEN *screen = newterm(NULL, stdout, stdin);

    if (!screen)
        return false;
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    name_keys();
    curs_set(0);
    mousemask(BUTTON1_PRESSED, NULL);
    mouseinterval(0);
    tui_ink_start();
    return true;
}

void tui_draw(tui *ui)
{
    int rows, columns;

    getmaxyx(stdscr, rows, columns);
    tui_ink(TUI_INK_TEXT);
    erase();
    if (rows < TUI_ROWS_LEAST || columns < TUI_COLUMNS_LEAST) {
        tui_put(0, 0, columns, "Tobago needs 80 columns and 24 rows.");
        tui_put(1, 0, columns, "Please enlarge the window, or q to quit.");
        refresh();
        return;
    }
    tui_marks_update(ui);
    tui_board_layout(ui);
    tui_board_draw(ui);
    tui_panels_draw(ui);
    refresh();
}

int tui_key(tui *ui)
{
    for (unsigned deaf = 0; deaf < DEAF_MOST; deaf++) {
        int key;
        errno = 0;
        key = getch();
        if (key != ERR)
            return key;
    }
    ui->quit = true;
    return ERR;
}

void tui_say(tui *ui, const char *format, ...)
{
    va_list words;

    va_start(words, format);
    vsnprintf(ui->message, sizeof ui->message, format, words);
    va_end(words);
    ui->refusal = false;
}

void tui_refuse(tui *ui, const char *clause, const char *text)
{
    if (*clause)
        tui_say(ui, "No (%s): %s.", clause, text);
    else
        tui_say(ui, "No: %s.", text);
    ui->refusal = true;
}

void tui_look(tui *ui, unsigned viewer)
{
    const rec_reader *reader = &ui->table->reader;

    ui->viewer = viewer;
    ui->board = reader->board;
    ui->view = reader->game;
    if (reader->game.viewer != viewer)
        tob_view(&ui->view, &reader->game, viewer);
    ui->shown = ui->table->lines;
    ui->moves.count = 0;
    if (tob_to_move(&ui->view) == viewer)
        tob_legal(&ui->view, &ui->board, &ui->moves);
}

/* ---- Who decides ---- */

/* A person decides: keys until the record has changed. */
static void ask_person(tui *ui, unsigned seat)
{
    const uint32_t before = ui->table->lines;

    if (ui->viewer != seat && table_people(ui->table) > 1 && !tui_hand_over(ui, seat))
        return;
    tui_look(ui, seat);
    tui_decide(ui);
    while (!ui->quit && ui->table->lines == before) {
        tui_draw(ui);
        const int key = tui_key(ui);
        if (key == KEY_RESIZE)
            continue;
        ui->message[0] = '\0';
        ui->refusal = false;
        tui_press(ui, key);
    }
}

/* Who looks while a bot decides: still the person whose turn it is, or, with several
 * people at the screen, nobody in particular (H1). */
static unsigned watcher(const tui *ui)
{
    const bool own_turn = ui->viewer < TOB_SEATS &&
                          table_is_human(ui->table, ui->viewer) &&
                          ui->table->reader.game.turn == ui->viewer;

    return own_turn ? ui->viewer : table_watcher(ui->table);
}

/* Nature plays at once; a bot's move can be seen before the next. Meanwhile only looking
 * around and leaving is possible. */
static void watch(tui *ui, unsigned mover)
{
    int key;

    if (mover == TOB_NATURE) {
        table_step(ui->table);
        return;
    }
    ui->mode = TUI_MODE_BOARD;
    ui->message[0] = '\0';
    tui_look(ui, watcher(ui));
    tui_draw(ui);
    table_step(ui->table);
    tui_look(ui, ui->viewer);
    tui_draw(ui);
    timeout((int)ui->pace_ms);
    while (!ui->quit && (key = getch()) != ERR) {
        timeout(-1);
        if (key != KEY_RESIZE)
            tui_press(ui, key);
        tui_draw(ui);
        timeout((int)ui->pace_ms);
        if (!ui->pace_ms)
            break;
    }
    timeout(-1);
}

/* The game is over: the result, and looking around. */
static void finish(tui *ui)
{
    const tob_result result = tob_result_of(&ui->table->reader.game);
    char lines[TOB_SEATS][80];
    const char *items[TOB_SEATS];
    unsigned count = 0;

    tui_look(ui, TOB_VIEW_FULL);
    ui->mode = TUI_MODE_BOARD;
    for (unsigned place = 1; place <= TOB_SEATS; place++)
        for (unsigned seat = 0; seat < ui->view.players; seat++)
            if (result.place[seat] == place) {
                snprintf(lines[count], sizeof lines[count], "%u. %s, %u coins", place,
                         ui->table->reader.header.name[seat], result.coins[seat]);
                items[count] = lines[count];
                count++;
            }
    tui_tell(ui, "The game is over", items, count);
    while (!ui->quit) {
        tui_draw(ui);
        tui_press(ui, tui_key(ui));
    }
}

static tui *new_screen(table *t, unsigned pace_ms)
{
    tui *ui = calloc(1, sizeof *ui);

    if (!ui)
        return NULL;
    ui->table = t;
    ui->pace_ms = pace_ms;
    ui->lit_map = -1;
    ui->viewer = table_watcher(t);
    ui->told = t->lines;
    ui->cursor = tob_board_centre(&t->reader.board, 0);
    ui->walked = TOB_NONE;
    if (!start_screen()) {
        free(ui);
        return NULL;
    }
    return ui;
}

cli_exit tui_play(table *t, unsigned pace_ms)
{
    tui *ui = new_screen(t, pace_ms);

    if (!ui) {
        cli_complain("this terminal cannot be used; --plain plays line by line");
        return CLI_SYSTEM;
    }
    while (!ui->quit && !t->failure) {
        const unsigned mover = tob_to_move(&t->reader.game);
        if (mover == TOB_NOBODY)
            finish(ui);
        else if (table_is_human(t, mover))
            ask_person(ui, mover);
        else
            watch(ui, mover);
    }
    endwin();
    free(ui);
    return CLI_DONE;
}

cli_exit tui_replay(table *t)
{
    tui *ui = new_screen(t, 0);

    if (!ui) {
        cli_complain("this terminal cannot be used");
        return CLI_SYSTEM;
    }
    ui->viewer = t->reader.game.viewer;
    tui_replay_run(ui, true);
    endwin();
    free(ui);
    return CLI_DONE;
}
