/* What lies over everything else: menus, help, a line to type, the screen between two. */
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <string.h>

#include "cli/tui_text.h"

enum { KEY_ESCAPE = 27 };

/* A list over the screen; 'label' writes the text of an item. */
typedef struct list {
    tui *ui;
    const char *title;
    unsigned count, chosen;
    const tob_move *moves;
    char (*notes)[24];
    const char *const *items;
    bool told; /* there is nothing to choose */
} list;

static void label(const list *l, unsigned item, char out[static TUI_TEXT_MAX])
{
    if (l->items)
        snprintf(out, TUI_TEXT_MAX, "%s", l->items[item]);
    else
        tui_text_choice(l->ui->table, l->moves[item], out);
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

static void draw_list(const list *l)
{
    const int notes = l->notes ? 22 : 0;
    int rows, columns, width = (int)strlen(l->title) + 8, height, from;

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
        tui_ink(item == l->chosen && !l->told ? TUI_INK_CHOSEN : TUI_INK_TEXT);
        mvhline(y + 1 + i, x + 1, ' ', width - 2);
        if (item < 9 && !l->told)
            mvprintw(y + 1 + i, x + 2, "%u", item + 1);
        tui_put(y + 1 + i, x + 4, width - 6 - notes, text);
        if (l->notes)
            tui_put(y + 1 + i, x + width - 2 - notes, notes, l->notes[item]);
    }
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
        else if (key == '\n' || key == '\r' || key == KEY_ENTER)
            return (int)l->chosen;
        else if (key >= '1' && key <= '9' && (unsigned)(key - '1') <= last)
            return key - '1';
        else if (key == KEY_ESCAPE || key == 'q' || key == KEY_BACKSPACE)
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

int tui_choose(tui *ui, const char *title, const char *const *items, unsigned count)
{
    list l = {.ui = ui, .title = title, .count = count, .items = items};

    return count ? run_list(&l) : -1;
}

void tui_tell(tui *ui, const char *title, const char *const *items, unsigned count)
{
    list l = {.ui = ui, .title = title, .count = count, .items = items, .told = true};

    run_list(&l);
}

void tui_help(tui *ui)
{
    int key;

    do {
        int rows, columns, count = 0;
        getmaxyx(stdscr, rows, columns);
        while (tui_text_help[count])
            count++;
        const int width = columns < 80 ? columns : 80, y = (rows - count - 2) / 2,
                  x = (columns - width) / 2;
        draw_box(y > 0 ? y : 0, x, count + 2, width, "Tobago: help");
        for (int i = 0; i < count; i++) {
            const char *text = tui_text_help[i];
            tui_ink(*text == '\t' ? TUI_INK_KEY : TUI_INK_TEXT);
            tui_put((y > 0 ? y : 0) + 1 + i, x + 2, width - 4, text + (*text == '\t'));
        }
        tui_ink(TUI_INK_TEXT);
        refresh();
        key = tui_key(ui);
    } while (key == KEY_RESIZE && !ui->quit);
}

bool tui_read_line(tui *ui, char *line, size_t size)
{
    size_t length = 0;

    *line = '\0';
    curs_set(1);
    while (!ui->quit) {
        int rows, columns, key;
        snprintf(ui->message, sizeof ui->message, ":%s", line);
        tui_draw(ui);
        getmaxyx(stdscr, rows, columns);
        move(rows - 2, 2 + ((int)length < columns - 3 ? (int)length : columns - 3));
        refresh();
        key = tui_key(ui);
        if (key == '\n' || key == '\r' || key == KEY_ENTER || key == KEY_ESCAPE) {
            curs_set(0);
            ui->message[0] = '\0';
            return key != KEY_ESCAPE && length;
        }
        if ((key == KEY_BACKSPACE || key == 127 || key == 8) && length)
            line[--length] = '\0';
        else if (key >= ' ' && key < 127 && length + 1 < size) {
            line[length++] = (char)key;
            line[length] = '\0';
        }
    }
    curs_set(0);
    return false;
}

bool tui_hand_over(tui *ui, unsigned seat)
{
    char who[REC_NAME_MAX + 1];

    tui_text_name(ui->table, seat, who);
    while (!ui->quit) {
        int rows, columns, key;
        getmaxyx(stdscr, rows, columns);
        erase();
        tui_ink(TUI_INK_SEAT + seat);
        tui_put(rows / 2 - 1, (columns - (int)strlen(who)) / 2, columns, who);
        tui_ink(TUI_INK_TEXT);
        tui_put(rows / 2 + 1, (columns - 51) / 2, columns,
                "It is your decision: press Enter when only you look.");
        refresh();
        key = tui_key(ui);
        if (key == '\n' || key == '\r' || key == KEY_ENTER)
            return true;
        if (key == 'q')
            ui->quit = true;
    }
    return false;
}
