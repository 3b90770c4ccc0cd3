#include "tui/tui.h"

#define NCURSES_NOMACROS 1
#include <curses.h>
#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tui/column.h"
#include "tui/text.h"

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

bool tui_fits(void)
{
    return getmaxy(stdscr) >= TUI_ROWS_LEAST && getmaxx(stdscr) >= TUI_COLUMNS_LEAST;
}

static void draw_too_small(void)
{
    const int rows = getmaxy(stdscr), columns = getmaxx(stdscr);
    char text[64];

    tui_put(0, 0, columns, "Tobago needs 80 columns and 24 rows.");
    snprintf(text, sizeof text, "This window has %d and %d.", columns, rows);
    tui_put(1, 0, columns, text);
    tui_put(2, 0, columns, "Enlarge it to go on, or q to quit.");
}

void tui_draw(tui *ui)
{
    tui_ink(TUI_INK_TEXT);
    erase();
    if (!tui_fits()) {
        draw_too_small();
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
        /* What cannot be seen is not played. */
        if (key != ERR && !tui_fits() && key != KEY_RESIZE && key != 'q')
            deaf = 0;
        else if (key != ERR)
            return key == '\r' || key == KEY_ENTER ? '\n' : key;
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

void tui_look(tui *ui, tob_viewer viewer)
{
    const rec_reader *reader = &ui->match->reader;

    ui->viewer = viewer;
    ui->seat = tob_viewer_seat(viewer);
    ui->board = reader->board;
    ui->view = reader->game;
    if (!tob_viewer_equal(reader->game.viewer, viewer))
        tob_view(&ui->view, &reader->game, viewer);
    ui->shown = ui->match->lines;
    ui->moves.count = 0;
    if (tob_viewer_is(viewer, tob_to_move(&ui->view)))
        tob_legal(&ui->view, &ui->board, &ui->moves);
}

/* ---- Who decides ---- */

/* Puts the cursor on the ATV of a seat, if it has one on the island. */
static void look_at_atv(tui *ui, unsigned seat)
{
    const tob_game *game = &ui->match->reader.game;

    if (seat < TOB_SEATS && game->atv[seat] != TOB_NONE)
        ui->cursor = game->atv[seat];
}

/* Another person decides while all cards still lie open: it is enough to say so. */
static void announce(tui *ui, unsigned seat)
{
    char who[REC_NAME_MAX + 1];

    tui_text_name(ui->match, seat, who);
    tui_say(ui, "%s, it is your decision.", who);
    tui_draw(ui);
    tui_unhear();
    ui->message[0] = '\0';
}

/* A person decides: keys until the record has changed. */
static void ask_person(tui *ui, unsigned seat)
{
    const uint32_t before = ui->match->lines;
    const bool other = ui->seat != seat && match_people(ui->match) > 1;
    const bool open = tob_is_setup(&ui->match->reader.game);

    if (other && !open && !tui_hand_over(ui, seat))
        return;
    if (other)
        look_at_atv(ui, seat);
    tui_look(ui, tob_viewer_of(seat));
    tui_decide(ui);
    if (other && open)
        announce(ui, seat);
    while (!ui->quit && ui->match->lines == before) {
        tui_draw(ui);
        const int key = tui_key(ui);
        if (key != KEY_RESIZE)
            tui_press(ui, key);
    }
}

/* Who looks while a bot decides: still the person whose turn it is, or, with several
 * people at the screen, nobody in particular (H1). */
static tob_viewer watcher(const tui *ui)
{
    const bool own_turn = ui->seat < TOB_SEATS && match_is_human(ui->match, ui->seat) &&
                          ui->match->reader.game.turn == ui->seat;

    return own_turn ? ui->viewer : match_watcher(ui->match);
}

/* Nature plays at once; a bot's move can be seen before the next. Meanwhile only looking
 * around and leaving is possible. */
static void watch(tui *ui, unsigned mover)
{
    int key;

    if (mover == TOB_NATURE) {
        match_step(ui->match);
        return;
    }
    ui->mode = TUI_MODE_BOARD;
    ui->message[0] = '\0';
    tui_look(ui, watcher(ui));
    tui_draw(ui);
    match_step(ui->match);
    tui_look(ui, ui->viewer);
    if (ui->seat < TOB_SEATS && tob_to_move(&ui->view) == ui->seat)
        return; /* she sees it while she decides, and her keys count at once */
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

enum { RESULT_MAX = 120 };

/* "1. blue   43 coins, 12 cards: 6 6 5 ...", the most valuable cards first. */
static void write_place(const tui *ui, unsigned seat, const tob_result *result,
                        char line[static RESULT_MAX])
{
    const uint8_t *pile = ui->view.pile[seat];
    char name[REC_NAME_MAX + 1];
    unsigned cards = 0;
    size_t length;

    for (unsigned value = 1; value <= TOB_COINS_MAX; value++)
        cards += pile[value];
    tui_text_name(ui->match, seat, name);
    snprintf(line, RESULT_MAX, "%u. %-8.12s %3u coins, %2u cards:", result->place[seat],
             name, result->coins[seat], cards);
    for (unsigned value = TOB_COINS_MAX; value; value--)
        for (unsigned i = 0; i < pile[value]; i++) {
            length = strlen(line);
            snprintf(line + length, RESULT_MAX - length, " %u", value);
        }
}

/* Who won, or who share the first place (E2). */
static void write_winner(const tui *ui, const tob_result *result,
                         char line[static RESULT_MAX])
{
    char name[REC_NAME_MAX + 1];
    unsigned winners = 0;

    *line = '\0';
    for (unsigned seat = 0; seat < ui->view.players; seat++) {
        const size_t length = strlen(line);
        if (result->place[seat] != 1)
            continue;
        tui_text_name(ui->match, seat, name);
        snprintf(line + length, RESULT_MAX - length, "%s%s", winners++ ? ", " : "", name);
    }
    const size_t length = strlen(line);
    snprintf(line + length, RESULT_MAX - length,
             winners > 1 ? " share the first place (E2)" : " wins");
}

/* The game is over: the result, and looking around. */
static void finish(tui *ui)
{
    const tob_result result = tob_result_of(&ui->match->reader.game);
    char lines[TOB_SEATS + 1][RESULT_MAX];
    const char *items[TOB_SEATS + 4] = {lines[TOB_SEATS], ""};
    unsigned count = 0;

    tui_look(ui, tob_viewer_full());
    ui->mode = TUI_MODE_BOARD;
    ui->told = ui->match->lines;
    write_winner(ui, &result, lines[TOB_SEATS]);
    for (unsigned place = 1; place <= TOB_SEATS; place++)
        for (unsigned seat = 0; seat < ui->view.players; seat++)
            if (result.place[seat] == place) {
                write_place(ui, seat, &result, lines[count]);
                items[2 + count] = lines[count];
                count++;
            }
    items[2 + count] = "";
    items[3 + count] = "Enter: look around   R: replay   q: leave";
    tui_tell(ui,
             result.ending == TOB_ENDING_E1
                 ? "The game is over: the treasure deck has run out (E1)"
                 : "The game is over: it stood still for 200 rounds (E3)",
             items, count + 4);
    while (!ui->quit) {
        tui_draw(ui);
        tui_press(ui, tui_key(ui));
    }
}

static tui *new_screen(match *t, unsigned pace_ms)
{
    tui *ui = calloc(1, sizeof *ui);

    if (!ui)
        return NULL;
    ui->match = t;
    ui->pace_ms = pace_ms;
    ui->lit_map = -1;
    ui->viewer = match_watcher(t);
    ui->seat = tob_viewer_seat(ui->viewer);
    ui->told = t->lines;
    ui->cursor = tob_board_centre(&t->reader.board, 0);
    ui->walked = TOB_NONE;
    look_at_atv(ui, ui->seat);
    if (!start_screen()) {
        free(ui);
        return NULL;
    }
    return ui;
}

host_status tui_play(match *t, unsigned pace_ms)
{
    tui *ui = new_screen(t, pace_ms);

    if (!ui) {
        host_complain("this terminal cannot be used; --plain plays line by line");
        return HOST_FAILED;
    }
    while (!ui->quit && !t->failure) {
        const unsigned mover = tob_to_move(&t->reader.game);
        if (mover == TOB_NOBODY)
            finish(ui);
        else if (match_is_human(t, mover))
            ask_person(ui, mover);
        else
            watch(ui, mover);
    }
    endwin();
    free(ui);
    return HOST_DONE;
}

host_status tui_replay(match *t)
{
    tui *ui = new_screen(t, 0);

    if (!ui) {
        host_complain("this terminal cannot be used");
        return HOST_FAILED;
    }
    ui->viewer = t->reader.game.viewer;
    ui->seat = tob_viewer_seat(ui->viewer);
    tui_replay_run(ui, true);
    endwin();
    free(ui);
    return HOST_DONE;
}
