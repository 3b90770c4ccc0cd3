/* What lies over everything else: menus, help, a line to type, the screen between two. */
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "tui/column.h"
#include "tui/text.h"

/* A list over the screen; 'label' writes the text of an item. */
typedef struct list {
    tui *ui;
    const char *title;
    unsigned count, chosen;
    const tob_move *moves;
    char (*notes)[24];
    const tui_item *items;
    const char *const *told; /* there is nothing to choose */
} list;

static void label(const list *l, unsigned item, char out[static TUI_TEXT_MAX])
{
    if (l->told)
        snprintf(out, TUI_TEXT_MAX, "%s", l->told[item]);
    else if (l->items && l->items[item].against)
        snprintf(out, TUI_TEXT_MAX, "%s: not now", l->items[item].text);
    else if (l->items)
        snprintf(out, TUI_TEXT_MAX, "%s", l->items[item].text);
    else
        tui_text_choice(l->ui->match, l->moves[item], out);
}

/* An empty box in the middle of the screen. */
static void draw_box(int y, int x, int height, int width, const char *title)
{
    static const char *const sides[3][2] = {{"┌", "┐"}, {"│", "│"}, {"└", "┘"}};
    static const char *const plain[3] = {"+", "|", "+"};

    tui_ink(TUI_INK_TEXT);
    for (int row = y; row < y + height; row++)
        mvhline(row, x, ' ', width);
    tui_ink(TUI_INK_TITLE);
    tui_rule(y, x, width);
    tui_rule(y + height - 1, x, width);
    for (int row = y; row < y + height; row++) {
        const int kind = row == y ? 0 : row == y + height - 1 ? 2 : 1;
        mvaddstr(row, x, tui_ink_has_utf8() ? sides[kind][0] : plain[kind]);
        mvaddstr(row, x + width - 1, tui_ink_has_utf8() ? sides[kind][1] : plain[kind]);
    }
    mvaddch(y, x + 2, ' ');
    mvaddch(y, x + 3 + tui_put(y, x + 3, width - 6, title), ' ');
}

/* Columns that the notes take, with the blanks before them. */
static int notes_width(const list *l)
{
    int widest = 0;

    for (unsigned i = 0; i < l->count && l->notes; i++) {
        const int width = (int)strlen(l->notes[i]) + 2;
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Below: the keys, and what speaks against the item chosen, or all of its text, if it is
 * too long for the list. */
static void put_below(const list *l, int room)
{
    static const tui_hint keys[] = {
        {"Up/Down", "choose"}, {"1-9", "at once"}, {"Enter", "take it"}, {"Esc", "back"}};
    const int rows = getmaxy(stdscr), columns = getmaxx(stdscr);
    const tui_item *item = l->items ? &l->items[l->chosen] : NULL;
    char text[TUI_TEXT_MAX];

    tui_ink(TUI_INK_TEXT);
    mvhline(rows - 2, 0, ' ', columns);
    tui_put_keys(keys, l->told ? 0 : 4);
    if (l->told)
        return;
    label(l, l->chosen, text);
    if (item && item->against)
        snprintf(text, sizeof text, "No (%s): %s.", item->clause, item->against);
    else if ((int)strlen(text) <= room)
        return;
    tui_ink(item ? TUI_INK_BAD : TUI_INK_TITLE);
    tui_put(rows - 2, 1, columns - 1, text);
}

static unsigned item_ink(const list *l, unsigned item)
{
    if (l->told)
        return TUI_INK_TEXT;
    if (item == l->chosen)
        return TUI_INK_CHOSEN;
    return l->items && l->items[item].against ? TUI_INK_DIM : TUI_INK_TEXT;
}

static void draw_list(const list *l)
{
    const int notes = notes_width(l);
    int rows, columns, width = (int)strlen(l->title) + 8, height, from;

    if (!tui_fits())
        return;
    getmaxyx(stdscr, rows, columns);
    for (unsigned i = 0; i < l->count; i++) {
        char text[TUI_TEXT_MAX];
        label(l, i, text);
        if ((int)strlen(text) + notes + 8 > width)
            width = (int)strlen(text) + notes + 8;
    }
    width = width > columns - 2 ? columns - 2 : width;
    height = (int)l->count + 2 > rows - 4 ? rows - 4 : (int)l->count + 2;
    const int y = (rows - height) / 2, x = (columns - width) / 2, fit = height - 2;
    from = (int)l->chosen - fit / 2;
    from = from > (int)l->count - fit ? (int)l->count - fit : from;
    from = from < 0 ? 0 : from;
    draw_box(y, x, height, width, l->title);
    for (int i = 0; i < fit; i++) {
        const unsigned item = (unsigned)(from + i);
        char text[TUI_TEXT_MAX];
        label(l, item, text);
        tui_ink(item_ink(l, item));
        mvhline(y + 1 + i, x + 1, ' ', width - 2);
        if (item < 9 && !l->told)
            mvprintw(y + 1 + i, x + 2, "%u", item + 1);
        tui_put(y + 1 + i, x + 4, width - 6 - notes, text);
        if (l->notes)
            tui_put(y + 1 + i, x + width - notes, notes, l->notes[item]);
    }
    tui_ink(TUI_INK_KEY);
    if (from > 0)
        mvaddstr(y + 1, x + width - 1, tui_ink_has_utf8() ? "▲" : "^");
    if (from + fit < (int)l->count)
        mvaddstr(y + fit, x + width - 1, tui_ink_has_utf8() ? "▼" : "v");
    put_below(l, width - 6 - notes);
    tui_ink(TUI_INK_TEXT);
}

static int run_list(list *l)
{
    const unsigned last = l->count - 1;

    while (!l->ui->quit) {
        tui_draw(l->ui);
        draw_list(l);
        refresh();
        const int key = tui_key(l->ui);
        if (key == KEY_UP || key == 'k')
            l->chosen = l->chosen ? l->chosen - 1 : last;
        else if (key == KEY_DOWN || key == 'j')
            l->chosen = l->chosen < last ? l->chosen + 1 : 0;
        else if (key == KEY_PPAGE)
            l->chosen = l->chosen > 10 ? l->chosen - 10 : 0;
        else if (key == KEY_NPAGE)
            l->chosen = l->chosen + 10 < last ? l->chosen + 10 : last;
        else if (key == KEY_HOME)
            l->chosen = 0;
        else if (key == KEY_END)
            l->chosen = last;
        else if (key == '\n')
            return (int)l->chosen;
        else if (key >= '1' && key <= '9' && (unsigned)(key - '1') <= last)
            return key - '1';
        else if (key == TUI_KEY_ESCAPE || key == 'q' || key == KEY_BACKSPACE)
            return -1;
    }
    return -1;
}

int tui_menu(tui *ui, const char *title, const tob_move *moves, unsigned count,
             char (*notes)[24])
{
    list l = {.ui = ui, .title = title, .count = count, .moves = moves, .notes = notes};

    return count ? run_list(&l) : -1;
}

int tui_choose(tui *ui, const char *title, const tui_item *items, unsigned count)
{
    list l = {.ui = ui, .title = title, .count = count, .items = items};
    const int item = count ? run_list(&l) : -1;

    if (item < 0 || !items[item].against)
        return item;
    tui_refuse(ui, items[item].clause, items[item].against);
    return -1;
}

void tui_tell(tui *ui, const char *title, const char *const *items, unsigned count)
{
    const list l = {.ui = ui, .title = title, .count = count, .told = items};
    int key = KEY_RESIZE;

    while (key == KEY_RESIZE && !ui->quit) {
        tui_draw(ui);
        draw_list(&l);
        refresh();
        key = tui_key(ui);
    }
    if (!ui->quit && key != TUI_KEY_ESCAPE && key != '\n')
        ungetch(key);
}

/* The letters on the island, each in its ink. */
static void draw_legend(int y, int x)
{
    static const struct {
        unsigned ink;
        const char *letter, *meaning;
    } legend[] = {
        {TUI_INK_GROUND + TOB_BEACH, "b", "beach"},
        {TUI_INK_GROUND + TOB_JUNGLE, "j", "jungle"},
        {TUI_INK_GROUND + TOB_LAKE, "l", "lake"},
        {TUI_INK_GROUND + TOB_MOUNTAIN, "m", "mountain"},
        {TUI_INK_GROUND + TOB_RIVER, "r", "river"},
        {TUI_INK_GROUND + TOB_SCRUBLAND, "s", "scrubland"},
        {TUI_INK_GROUND + TOB_LAVA, "#", "lava"},
        {TUI_INK_GROUND + TOB_VOLCANO, "A", "volcano"},
        {TUI_INK_TEXT, "H", "hut"},
        {TUI_INK_TEXT, "P", "palm tree"},
        {TUI_INK_TEXT, "S", "statue (or an arrow)"},
        {TUI_INK_AMULET, "*", "amulet"},
        {TUI_INK_ATV, "1", "ATV of seat 1"},
        {TUI_INK_ATV + 1, "2", "of seat 2"},
        {TUI_INK_ATV + 2, "3", "of seat 3"},
        {TUI_INK_ATV + 3, "4", "of seat 4"},
        {TUI_INK_TEXT, "+", "several ATVs"},
        {TUI_INK_MARKER + TOB_WHITE, "w", "site of white"},
        {TUI_INK_MARKER + TOB_GREY, "g", "of grey"},
        {TUI_INK_MARKER + TOB_BROWN, "n", "of brown"},
        {TUI_INK_MARKER + TOB_BLACK, "k", "of black"},
        {TUI_INK_MARK, "1", "reached with one leg"},
        {TUI_INK_MARK + 1, "2", "with two"},
        {TUI_INK_MARK + 2, "3", "with three"},
        {TUI_INK_MARK, "+", "to choose, or left"},
        {TUI_INK_LOST, "x", "would not be left"},
    };
    const int count = (int)(sizeof legend / sizeof legend[0]), rows = (count + 2) / 3;

    for (int i = 0; i < count; i++) {
        const int at = x + i / rows * 26;
        tui_ink(legend[i].ink);
        mvprintw(y + i % rows, at, " %s ", legend[i].letter);
        tui_ink(TUI_INK_TEXT);
        mvaddstr(y + i % rows, at + 4, legend[i].meaning);
    }
}

/* One page of the help; false if the person has seen enough. */
static bool show_help(tui *ui, const char *title, const char *const *lines, int above)
{
    int key = KEY_RESIZE;

    while (key == KEY_RESIZE && !ui->quit) {
        int rows, columns, count = 0;
        tui_draw(ui);
        getmaxyx(stdscr, rows, columns);
        while (lines[count])
            count++;
        const int height = above + count + 2, width = 80;
        const int y = rows > height + 1 ? (rows - height) / 2 : 0,
                  x = (columns - width) / 2;
        if (tui_fits()) {
            draw_box(y, x, height, width, title);
            if (above)
                draw_legend(y + 1, x + 2);
            for (int i = 0; i < count; i++) {
                const bool head = lines[i][0] == '\t';
                tui_ink(head ? TUI_INK_KEY : TUI_INK_TEXT);
                tui_put(y + 1 + above + i, x + 2, width - 3, lines[i] + head);
            }
            tui_ink(TUI_INK_TEXT);
            mvhline(rows - 1, 0, ' ', columns);
            tui_put(rows - 1, 1, columns - 1,
                    above ? "Any key goes back."
                          : "Space: what the letters mean. "
                            "Any other key goes back.");
        }
        refresh();
        key = tui_key(ui);
    }
    return key == ' ';
}

void tui_help(tui *ui)
{
    enum { LEGEND_ROWS = 10 };

    const bool replay = ui->mode == TUI_MODE_REPLAY;

    if (show_help(ui, replay ? "Tobago: help for the replay" : "Tobago: help",
                  replay ? tui_text_help_replay : tui_text_help_keys, 0))
        show_help(ui, "Tobago: what you see", tui_text_help_table, LEGEND_ROWS);
}

void tui_unhear(void)
{
    enum { MOMENT_MS = 300 };

    refresh();
    napms(MOMENT_MS);
    flushinp();
}

/* The screen between two people: whose turn it is to look, and, when she is heard, how.
 */
static void draw_between(tui *ui, unsigned seat, bool heard)
{
    static const char *const lines[] = {"It is your decision.",
                                        "Press Space when only you look."};
    const int middle = getmaxy(stdscr) / 2, columns = getmaxx(stdscr);
    char who[REC_NAME_MAX + 1];

    if (!tui_fits()) {
        tui_draw(ui); /* which only says that the window is too small */
        return;
    }
    tui_text_name(ui->match, seat, who);
    tui_ink(TUI_INK_TEXT);
    erase();
    tui_ink(TUI_INK_SEAT + seat);
    tui_put(middle - 1, (columns - (int)strlen(who)) / 2, columns, who);
    tui_ink(TUI_INK_TEXT);
    for (int i = 0; i <= heard; i++)
        tui_put(middle + 1 + i, (columns - (int)strlen(lines[i])) / 2, columns, lines[i]);
    tui_ink(TUI_INK_TITLE);
    tui_put(getmaxy(stdscr) - 2, 1, columns - 1, ui->message);
    tui_ink(TUI_INK_TEXT);
    refresh();
}

bool tui_hand_over(tui *ui, unsigned seat)
{
    ui->message[0] = '\0';
    ui->asked = 0;
    draw_between(ui, seat, false);
    tui_unhear();
    while (!ui->quit) {
        draw_between(ui, seat, true);
        const int key = tui_key(ui);
        ui->message[0] = '\0';
        if (key == ' ') /* and not Enter, which plays moves */
            return true;
        if (key == 'q')
            tui_leave(ui);
        else
            ui->asked = 0;
    }
    return false;
}
