#define NCURSES_NOMACROS 1
#include "tui/screen.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "tui/book.h"
#include "tui/column.h"
#include "tui/ink.h"
#include "tui/pages.h"
#include "tui/panels.h"
#include "tui/prompt.h"
#include "tui/start.h"
#include "tui/zones.h"

enum {
    ROWS_LEAST = 22,
    COLUMNS_LEAST = 80,
    DEAF_MOST = 50, /* reads that fail before the terminal is taken for gone */
    MOMENT_MS = 300,
    PASTE_MS = 500, /* of silence after which pasted text is taken to be over */
    PASTE = KEY_F(62),
    PASTE_END = KEY_F(63),
};

/* Bracketed paste: the terminal tells where pasted text begins and ends. */
static void mark_pastes(bool on)
{
    const char *code = on ? "\033[?2004h" : "\033[?2004l";

    fflush(stdout);
    (void)!write(STDOUT_FILENO, code, strlen(code)); /* the terminal may be gone */
}

/* Names keys for terminals that do not send what their entry says, tmux with TERM=xterm
 * among them. */
static void name_keys(void)
{
    static const struct {
        const char *bytes;
        int key;
    } names[] = {{"\033[1~", KEY_HOME},   {"\033[4~", KEY_END},   {"\033[H", KEY_HOME},
                 {"\033[F", KEY_END},     {"\033[A", KEY_UP},     {"\033[B", KEY_DOWN},
                 {"\033[C", KEY_RIGHT},   {"\033[D", KEY_LEFT},   {"\033OA", KEY_UP},
                 {"\033OB", KEY_DOWN},    {"\033OC", KEY_RIGHT},  {"\033OD", KEY_LEFT},
                 {"\033[5~", KEY_PPAGE},  {"\033[6~", KEY_NPAGE}, {"\033[200~", PASTE},
                 {"\033[201~", PASTE_END}};

    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++)
        define_key(names[i].bytes, names[i].key);
}

/* Curses starts once; later it takes the terminal back. */
bool tui_screen_start(void)
{
    static bool started;

    if (started) {
        clear();
        refresh();
        mark_pastes(true);
        return true;
    }
    if (!newterm(NULL, stdout, stdin))
        return false;
    started = true;
    cbreak();
    noecho();
    keypad(stdscr, TRUE);
    set_escdelay(25);
    name_keys();
    curs_set(0);
    mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED | BUTTON5_PRESSED, NULL);
    mouseinterval(0);
    tui_ink_start();
    mark_pastes(true);
    return true;
}

void tui_screen_stop(void)
{
    mark_pastes(false);
    endwin();
}

/* ---- Drawing ---- */

static bool fits(void)
{
    return getmaxy(stdscr) >= ROWS_LEAST && getmaxx(stdscr) >= COLUMNS_LEAST;
}

static void draw_too_small(void)
{
    const int rows = getmaxy(stdscr), columns = getmaxx(stdscr);

    tui_put(TUI_INK_TEXT, 0, 0, columns, "Tobago needs 80 columns and 22 rows.");
    tui_print(TUI_INK_TEXT, 1, 0, columns, "This window has %d and %d.", columns, rows);
    tui_put(TUI_INK_TEXT, 2, 0, columns, "Enlarge it to go on, or q to quit.");
}

static tui_frame frame_of(tui_model *m)
{
    tui_frame frame;

    getmaxyx(stdscr, m->window.rows, m->window.columns);
    frame = tui_board_frame(m);
    m->window.scroll = frame.scroll;
    m->window.cut = m->grid.lines > frame.fit;
    return frame;
}

/* Between two people nothing of the table is drawn (H1). */
static void draw_table(tui_model *m)
{
    tui_frame frame;

    tui_zones_clear();
    tui_marks_update(m);
    frame = frame_of(m);
    if (m->over == TUI_OVER_RULES || m->over == TUI_OVER_SEARCH) {
        tui_book_draw(m);
    } else if (!m->match) {
        /* Where chance chooses the island, this one only stands for it. */
        m->marking = m->over == TUI_OVER_FORM && m->menu.settings.island < 0;
        tui_board_draw(m, &frame);
        tui_start_draw(m, &frame);
    } else if (m->over != TUI_OVER_BETWEEN) {
        tui_board_draw(m, &frame);
        tui_panels_draw(m, &frame);
    }
    tui_pages_draw(m);
}

/* Shows the terminal's cursor where a line is being typed. */
static void place_cursor(const tui_model *m)
{
    const int before = m->over == TUI_OVER_GOTO ? (int)strlen(TUI_ASK_GOTO) + 1 : 2;
    const bool search = m->over == TUI_OVER_SEARCH;
    const char *typed = search ? m->rules.question : m->typed;
    const int at = before + (int)strlen(typed), last = m->window.columns - 1;
    const bool typing = m->over == TUI_OVER_LINE || m->over == TUI_OVER_GOTO || search;

    curs_set(typing);
    if (typing)
        move(m->window.rows - 2, at < last ? at : last);
}

void tui_draw(tui_model *m)
{
    tui_ink(TUI_INK_TEXT);
    erase();
    if (!fits()) {
        draw_too_small();
    } else {
        draw_table(m);
        place_cursor(m);
    }
    tui_ink(TUI_INK_TEXT);
    refresh();
}

/* ---- Keys ---- */

static int click(tui_model *m)
{
    const tui_frame frame = frame_of(m);
    MEVENT event;

    tui_zone zone;

    if (getmouse(&event) != OK)
        return TUI_KEY_NONE;
    if (event.bstate & (BUTTON4_PRESSED | BUTTON5_PRESSED)) /* the wheel */
        return !m->over && m->mode != TUI_MODE_REPLAY ? TUI_KEY_NONE
               : event.bstate & BUTTON4_PRESSED       ? TUI_KEY_UP
                                                      : TUI_KEY_DOWN;
    if (tui_zone_find(event.y, event.x, &zone)) {
        m->hit = (unsigned)zone.value;
        return zone.kind == TUI_ZONE_KEY    ? zone.value
               : zone.kind == TUI_ZONE_ITEM ? TUI_KEY_ITEM
                                            : TUI_KEY_CARD;
    }
    m->clicked = tui_board_hit(m, &frame, event.y, event.x);
    return TUI_KEY_CLICK;
}

/* The key behind a code of curses. */
static int key_of(tui_model *m, int code)
{
    switch (code) {
    case '\r':
    case KEY_ENTER: return TUI_KEY_ENTER;
    case KEY_UP: return TUI_KEY_UP;
    case KEY_DOWN: return TUI_KEY_DOWN;
    case KEY_LEFT: return TUI_KEY_LEFT;
    case KEY_RIGHT: return TUI_KEY_RIGHT;
    case KEY_A1:
    case KEY_HOME: return TUI_KEY_HOME;
    case KEY_A3:
    case KEY_PPAGE: return TUI_KEY_PAGE_UP;
    case KEY_C1:
    case KEY_END: return TUI_KEY_END;
    case KEY_C3:
    case KEY_NPAGE: return TUI_KEY_PAGE_DOWN;
    case '\b':
    case 127:
    case KEY_BACKSPACE: return TUI_KEY_BACKSPACE;
    case KEY_MOUSE: return click(m);
    case KEY_RESIZE: return TUI_KEY_RESIZE;
    }
    return code > 0 && code < TUI_KEY_LETTERS ? code : TUI_KEY_OTHER;
}

/* Reads pasted text to its end and keeps the printable letters of its first line. */
static void read_paste(tui_model *m)
{
    size_t length = 0;
    bool first = true;

    timeout(PASTE_MS);
    for (int code = getch(); code != ERR && code != PASTE_END; code = getch()) {
        first = first && code != '\n' && code != '\r';
        if (first && code >= ' ' && code <= '~' && length + 1 < sizeof m->pasted)
            m->pasted[length++] = (char)code;
    }
    m->pasted[length] = '\0';
}

int tui_read_key(tui_model *m, int wait_ms)
{
    timeout(wait_ms);
    for (unsigned deaf = 0; deaf < DEAF_MOST; deaf++) {
        const int code = getch();
        if (code == PASTE) {
            read_paste(m);
            return fits() ? TUI_KEY_PASTE : TUI_KEY_NONE;
        }
        /* A key is not played where its effect cannot be seen. */
        if (code != ERR && !fits() && code != KEY_RESIZE && code != 'q')
            deaf = 0;
        else if (code != ERR)
            return key_of(m, code);
        else if (wait_ms >= 0 && !atomic_load(m->stop))
            return TUI_KEY_NONE;
        else if (atomic_load(m->stop))
            break;
    }
    m->quit = true;
    return TUI_KEY_NONE;
}

void tui_unhear(void)
{
    refresh();
    napms(MOMENT_MS);
    flushinp();
}
