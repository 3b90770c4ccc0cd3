#define NCURSES_NOMACROS 1
#include "tui/pages.h"

#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "tui/column.h"
#include "tui/ink.h"
#include "tui/rules.h"
#include "tui/text.h"
#include "tui/zones.h"

/* Draws an empty box. */
static void draw_box(int y, int x, int height, int width, const char *title)
{
    static const char *const sides[3][2] = {{"┌", "┐"}, {"│", "│"}, {"└", "┘"}};
    static const char *const plain[3] = {"+", "|", "+"};

    tui_ink(TUI_INK_TEXT);
    for (int row = y; row < y + height; row++)
        mvhline(row, x, ' ', width);
    tui_rule(TUI_INK_TITLE, y, x, width);
    tui_rule(TUI_INK_TITLE, y + height - 1, x, width);
    for (int row = y; row < y + height; row++) {
        const int kind = row == y ? 0 : row == y + height - 1 ? 2 : 1;
        mvaddstr(row, x, tui_ink_has_utf8() ? sides[kind][0] : plain[kind]);
        mvaddstr(row, x + width - 1, tui_ink_has_utf8() ? sides[kind][1] : plain[kind]);
    }
    mvaddch(y, x + 2, ' ');
    mvaddch(y, x + 3 + tui_put(TUI_INK_TITLE, y, x + 3, width - 6, title), ' ');
}

/* ---- Lists ---- */

static void label(const tui_model *m, unsigned item, char out[static TUI_TEXT_MAX])
{
    const tui_list *l = &m->list;

    if (l->has_items)
        snprintf(out, TUI_TEXT_MAX, "%s%s", l->item[item].text,
                 l->item[item].against ? ": not now" : "");
    else
        tui_text_choice(m->match, l->moves.move[item], out);
}

/* Columns that the notes take, with the blanks before them. */
static int notes_width(const tui_list *l)
{
    int widest = 0;

    for (unsigned i = 0; i < l->count && l->has_notes; i++) {
        const int width = (int)strlen(l->note[i]) + 2;
        widest = width > widest ? width : widest;
    }
    return widest;
}

static int list_width(const tui_model *m, int notes)
{
    int width = (int)strlen(m->list.title) + 8;

    for (unsigned i = 0; i < m->list.count; i++) {
        char text[TUI_TEXT_MAX];
        label(m, i, text);
        if ((int)strlen(text) + notes + 8 > width)
            width = (int)strlen(text) + notes + 8;
    }
    return width > m->window.columns - 2 ? m->window.columns - 2 : width;
}

/* Puts the reason against the chosen item above the keys, or what is told about it, or
 * all of its text if that is too long for the list. */
static void put_below(const tui_model *m, int room)
{
    const tui_item *item = m->list.has_items ? &m->list.item[m->list.chosen] : NULL;
    char text[TUI_TEXT_MAX];

    tui_ink(TUI_INK_TEXT);
    mvhline(m->window.rows - 2, 0, ' ', m->window.columns);
    label(m, m->list.chosen, text);
    if (m->list.has_told)
        snprintf(text, sizeof text, "%s", m->list.told[m->list.chosen]);
    else if (item && item->against)
        snprintf(text, sizeof text, "No (%s): %s.", item->clause, item->against);
    else if ((int)strlen(text) <= room)
        return;
    tui_put(item && item->against ? TUI_INK_BAD : TUI_INK_TITLE, m->window.rows - 2, 1,
            m->window.columns - 1, text);
}

static unsigned item_ink(const tui_list *l, unsigned item)
{
    if (item == l->chosen)
        return TUI_INK_CHOSEN;
    return l->has_items && l->item[item].against ? TUI_INK_DIM : TUI_INK_TEXT;
}

static void draw_list(const tui_model *m)
{
    const tui_list *l = &m->list;
    const int rows = m->window.rows, count = (int)l->count, notes = notes_width(l);
    const int width = list_width(m, notes);
    const int height = count + 2 > rows - 4 ? rows - 4 : count + 2, fit = height - 2;
    const int y = (rows - height) / 2, x = (m->window.columns - width) / 2;
    int from = (int)l->chosen - fit / 2;

    from = from > count - fit ? count - fit : from;
    from = from < 0 ? 0 : from;
    draw_box(y, x, height, width, l->title);
    for (int i = 0; i < fit; i++) {
        const unsigned item = (unsigned)(from + i), ink = item_ink(l, item);
        char text[TUI_TEXT_MAX];
        label(m, item, text);
        tui_ink(ink);
        mvhline(y + 1 + i, x + 1, ' ', width - 2);
        tui_zone_add((tui_zone){y + 1 + i, x + 1, width - 2, TUI_ZONE_ITEM, (int)item});
        if (item < 9)
            mvprintw(y + 1 + i, x + 2, "%u", item + 1);
        tui_put(ink, y + 1 + i, x + 4, width - 6 - notes, text);
        if (l->has_notes)
            tui_put(ink, y + 1 + i, x + width - notes, notes, l->note[item]);
    }
    tui_ink(TUI_INK_KEY);
    if (from > 0)
        mvaddstr(y + 1, x + width - 1, tui_ink_has_utf8() ? "▲" : "^");
    if (from + fit < count)
        mvaddstr(y + fit, x + width - 1, tui_ink_has_utf8() ? "▼" : "v");
    put_below(m, width - 6 - notes);
}

/* ---- The result ---- */

static void draw_result(const tui_model *m)
{
    const tob_result result = tob_result_of(&m->view);
    static const char *const titles[TOB_ENDING_COUNT] = {
        [TOB_ENDING_NONE] = "The game goes on",
        [TOB_ENDING_E1] = "The game is over: the treasure deck has run out (E1)",
        [TOB_ENDING_E3] = "The game is over: it stood still for 200 rounds (E3)",
        [TOB_ENDING_E4] = "The game is over: 1,000 rounds have been played (E4)"};
    const char *const title = titles[result.ending];
    char line[TOB_SEATS + 2][TUI_TEXT_MAX] = {{0}};
    int count = 2, width = (int)strlen(title) + 8;

    tui_text_winner(m, line[0]);
    for (unsigned place = 1; place <= TOB_SEATS; place++)
        for (unsigned seat = 0; seat < m->view.players; seat++)
            if (result.place[seat] == place)
                tui_text_place(m, seat, line[count++]);
    for (int i = 0; i < count; i++)
        if ((int)strlen(line[i]) + 8 > width)
            width = (int)strlen(line[i]) + 8;
    width = width > m->window.columns - 2 ? m->window.columns - 2 : width;
    const int y = (m->window.rows - count - 2) / 2, x = (m->window.columns - width) / 2;
    draw_box(y, x, count + 2, width, title);
    for (int i = 0; i < count; i++)
        tui_put(TUI_INK_TEXT, y + 1 + i, x + 4, width - 6, line[i]);
}

/* ---- Help ---- */

enum { HELP_BOX = 80, LEGEND_ROWS = 10 };

/* Draws the letters on the island, each in its ink, with what they mean. */
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
        tui_print(legend[i].ink, y + i % rows, at, 3, " %s ", legend[i].letter);
        tui_put(TUI_INK_TEXT, y + i % rows, at + 4, HELP_BOX, legend[i].meaning);
    }
}

/* Puts lines into a box in the middle, below so many free rows; a line that begins with
 * '\t' is a heading. */
static void put_help(const tui_model *m, const char *title, int above, unsigned count,
                     char lines[][TUI_HELP_SIZE])
{
    const int height = above + (int)count + 2, rows = m->window.rows;
    const int y = rows > height + 1 ? (rows - height) / 2 : 0;
    const int x = (m->window.columns - HELP_BOX) / 2;

    draw_box(y, x, height, HELP_BOX, title);
    if (above)
        draw_legend(y + 1, x + 2);
    for (unsigned i = 0; i < count; i++) {
        const bool heading = lines[i][0] == '\t';
        tui_put(heading ? TUI_INK_KEY : TUI_INK_TEXT, y + 1 + above + (int)i, x + 2,
                HELP_BOX - 3, lines[i] + heading);
    }
}

static void draw_help(const tui_model *m)
{
    const bool replay = m->mode == TUI_MODE_REPLAY;
    char lines[TUI_HELP_LINES][TUI_HELP_SIZE];
    const unsigned count = tui_help(replay, lines), from = m->help;
    const unsigned next = tui_help_next(m, from);

    put_help(m, replay ? "Tobago: help for the replay" : "Tobago: help", 0,
             (next ? next : count) - from, lines + from);
}

static void draw_meanings(const tui_model *m)
{
    static char lines[][TUI_HELP_SIZE] = {
        "\tMaps",
        "w white 17 sites 12+1   17 spaces are possible; its clues, from the top down,",
        "have roses of seats 1, 2, 1, and that of 2 is a double claim (P1).",
        "\tPlayers",
        "> decides now   at: where the ATV is   amu: amulets   ros: roses left",
        "car: treasure cards   coin: their sum; that of others is told at the end (D5)",
    };

    put_help(m, "Tobago: what you see", LEGEND_ROWS, sizeof lines / sizeof lines[0],
             lines);
}

static void draw_about(const tui_model *m)
{
    char lines[TUI_ABOUT_LINES + 2][TUI_HELP_SIZE] = {{0}};

    for (unsigned i = 0; i < TUI_ABOUT_LINES; i++)
        snprintf(lines[i + 1], sizeof lines[0], "%s", tui_about[i]);
    put_help(m, "Tobago: what the game is about", 0, TUI_ABOUT_LINES + 2, lines);
}

/* ---- All of it ---- */

static void draw_between(const tui_model *m)
{
    static const char *const lines[] = {"It is your decision.",
                                        "Press Space when only you look."};
    const int middle = m->window.rows / 2, columns = m->window.columns;
    const tui_person who = tui_person_of(m->match, m->next_seat);

    tui_put(TUI_INK_SEAT + m->next_seat, middle - 1,
            (columns - (int)strlen(who.name)) / 2, columns, who.name);
    for (int i = 0; i <= m->heard; i++)
        tui_put(TUI_INK_TEXT, middle + 1 + i, (columns - (int)strlen(lines[i])) / 2,
                columns, lines[i]);
    tui_put(TUI_INK_TITLE, m->window.rows - 2, 1, columns - 1, m->message);
}

void tui_pages_draw(const tui_model *m)
{
    switch (m->over) {
    case TUI_OVER_LIST: draw_list(m); break;
    case TUI_OVER_HELP: draw_help(m); break;
    case TUI_OVER_LEGEND: draw_meanings(m); break;
    case TUI_OVER_RESULT: draw_result(m); break;
    case TUI_OVER_BETWEEN: draw_between(m); break;
    case TUI_OVER_ABOUT: draw_about(m); break;
    case TUI_OVER_NOTHING:
    case TUI_OVER_LINE:
    case TUI_OVER_GOTO:
    case TUI_OVER_RULES: /* a screen of their own, see book.c */
    case TUI_OVER_SEARCH:
    case TUI_OVER_MENU: /* beside the island, see start.c */
    case TUI_OVER_FORM: break;
    }
}
