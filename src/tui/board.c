/* A hex is two half hexes high, and neighbouring columns are half a hex apart. Three
 * sizes: 3 letters by 2 lines for 80x24, 5 by 2 with the names of the spaces, and 7 by 4,
 * where the sides of the hexes slant. */
#define NCURSES_NOMACROS 1
#include "tui/board.h"

#include <curses.h>

#include "tui/ink.h"
#include "tobago/names.h"

enum { MARGIN = 3, PANEL_GOOD = 36, LOG_LEAST = 6, SCROLL_MARGIN = 4, MARKS_FEW = 30 };

/* ---- Layout ---- */

static void choose_size(tui_frame *f, const tui_grid *grid, int rows, int columns)
{
    static const struct {
        int cell, half;
    } sizes[] = {{7, 2}, {5, 1}, {3, 1}};

    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        f->cell = sizes[i].cell;
        f->half = sizes[i].half;
        f->width = MARGIN + f->cell * grid->columns + (f->half > 1);
        if (f->width + PANEL_GOOD <= columns && 1 + grid->lines * f->half <= rows)
            break;
    }
}

static void scroll_to(tui_frame *f, int line)
{
    if (f->scroll > line - SCROLL_MARGIN)
        f->scroll = line - SCROLL_MARGIN;
    if (f->scroll < line + 2 + SCROLL_MARGIN - f->fit)
        f->scroll = line + 2 + SCROLL_MARGIN - f->fit;
}

tui_frame tui_board_frame(const tui_model *m)
{
    const tui_grid *grid = &m->grid;
    const int columns = m->window.columns, rows = m->window.rows - 2; /* the bottom */
    tui_frame f = {.scroll = m->window.scroll};
    int spare;

    choose_size(&f, grid, rows, columns);
    f.panel = f.width + 1;
    f.panel_width = columns - f.panel;
    spare = rows - 1 - grid->lines * f.half;
    f.log_height = spare >= LOG_LEAST ? spare : 0;
    f.height = rows - f.log_height;
    f.log = f.height;
    f.fit = (f.height - 1) / f.half;
    if (!m->window.still)
        scroll_to(&f, grid->line[m->cursor] - grid->first_line);
    if (f.scroll > grid->lines - f.fit)
        f.scroll = grid->lines - f.fit;
    if (f.scroll < 0)
        f.scroll = 0;
    return f;
}

/* The upper left corner of a space on the screen. */
static void corner(const tui_model *m, const tui_frame *f, unsigned space, int *y, int *x)
{
    const tui_grid *grid = &m->grid;

    *y = 1 + (grid->line[space] - grid->first_line - f->scroll) * f->half;
    *x = MARGIN + (grid->column[space] - grid->first_column) * f->cell;
}

/* ---- Hexes ---- */

/* One line of a hex being written from left to right. */
typedef struct brush {
    const tui_model *m;
    const tui_frame *f;
    unsigned space;
    unsigned ground; /* the ink of the ground and what recedes */
    unsigned strong; /* the ink of what stands on it */
    int y, x, width, used;
    bool visible;
} brush;

static void begin(brush *b, int y, int x, int width)
{
    b->y = y;
    b->x = x;
    b->width = width;
    b->used = 0;
    b->visible = y >= 1 && y < b->f->height;
}

static void put(brush *b, unsigned role, const char *letter)
{
    const bool cursor =
        b->space == b->m->cursor && b->m->mode != TUI_MODE_CARDS && b->m->match;

    if (b->used == b->width)
        return;
    /* With few colours a terrain is as white as the cursor: dots tell them apart. */
    if (cursor && role == b->ground && *letter == ' ' && tui_ink_has_colour() &&
        !tui_ink_has_ocean())
        letter = ":";
    if (b->visible) {
        tui_ink(cursor && (role == b->ground || role == b->strong) ? TUI_INK_CURSOR
                                                                   : role);
        mvaddstr(b->y, b->x + b->used, letter);
    }
    b->used++;
}

static void put_letter(brush *b, unsigned role, char letter)
{
    put(b, role, (char[2]){letter, '\0'});
}

static void fill(brush *b)
{
    while (b->used < b->width)
        put(b, b->ground, " ");
}

static void put_word(brush *b, unsigned role, const char *word)
{
    for (; *word; word++)
        put_letter(b, role, *word);
}

/* Puts the name of the space, and blanks until so many letters are used. */
static void put_name(brush *b, int used)
{
    put_word(b, b->ground, tui_place_of(&b->m->board, b->space).name);
    while (b->used < used)
        put(b, b->ground, " ");
}

static const char *object_letter(const brush *b)
{
    return tui_object_letter(&b->m->view, &b->m->board, b->space, tui_ink_has_utf8());
}

static void put_object(brush *b)
{
    const char *letter = object_letter(b);

    put(b, letter ? b->strong : b->ground, letter ? letter : " ");
}

static void put_amulet(brush *b)
{
    const bool amulet = tob_hexset_has(b->m->view.amulets, b->space);

    put(b, amulet ? TUI_INK_AMULET : b->ground, amulet ? "*" : " ");
}

/* Digits are always shown, other marks only where they are few or colour is missing. */
static bool shows_mark(const tui_model *m, unsigned space)
{
    return m->mark[space] && ((m->mark[space] != '+' && m->mark[space] != 'x') ||
                              !tui_ink_has_colour() || m->marks <= MARKS_FEW);
}

static unsigned mark_ink(char mark)
{
    switch (mark) {
    case '2': return TUI_INK_MARK + 1;
    case '3': return TUI_INK_MARK + 2;
    case 'x': return TUI_INK_LOST;
    }
    return TUI_INK_MARK;
}

static void put_mark(brush *b)
{
    if (shows_mark(b->m, b->space))
        put_letter(b, mark_ink(b->m->mark[b->space]), b->m->mark[b->space]);
}

static unsigned atvs_at(const tui_model *m, unsigned space)
{
    unsigned count = 0;

    for (unsigned seat = 0; seat < m->view.players; seat++)
        count += m->view.atv[seat] == space;
    return count;
}

/* Puts the ATVs, with a blank between them and a digit of legs where there is room. */
static void put_atvs(brush *b)
{
    const unsigned count = atvs_at(b->m, b->space);

    if (count && shows_mark(b->m, b->space) && b->used + (int)count < b->width)
        put(b, b->ground, " ");
    for (unsigned seat = 0; seat < b->m->view.players; seat++)
        if (b->m->view.atv[seat] == b->space)
            put_letter(b, TUI_INK_ATV + seat, (char)('1' + seat));
}

static void put_markers(brush *b)
{
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        if (tob_hexset_has(tob_map_markers(&b->m->view, treasure), b->space))
            put_letter(b, TUI_INK_MARKER + treasure, tui_marker_letter[treasure]);
}

static void put_terrain(brush *b)
{
    put_letter(b, b->ground, tui_ground_letter[b->m->board.terrain[b->space]]);
}

/* Three letters by two lines: what stands and lies there, and the ATVs; the terrain and
 * two markers. What does not fit is told beside the island. */
static void draw_small(brush *b, int y, int x)
{
    const tui_model *m = b->m;
    const unsigned space = b->space, atvs = atvs_at(m, space);
    const bool amulet = tob_hexset_has(m->view.amulets, space);
    const bool object = object_letter(b);

    begin(b, y, x, 3);
    if (object)
        put_object(b);
    if (!object || !amulet || !atvs)
        put_mark(b);
    if (amulet)
        put_amulet(b);
    if (b->used + (int)atvs > b->width)
        put(b, b->strong, "+");
    else
        put_atvs(b);
    fill(b);
    begin(b, y + 1, x, 3);
    put_terrain(b);
    put_markers(b);
    fill(b);
}

static void draw_middling(brush *b, int y, int x)
{
    begin(b, y, x, 5);
    put_name(b, 3);
    put_object(b);
    put_amulet(b);
    begin(b, y + 1, x, 5);
    put_terrain(b);
    put_mark(b);
    put_atvs(b);
    put_markers(b);
    fill(b);
}

static void draw_large(brush *b, int y, int x)
{
    const tob_board *board = &b->m->board;

    begin(b, y, x + 1, 6);
    put_name(b, 5);
    put_amulet(b);
    fill(b);
    begin(b, y + 1, x, 8);
    put(b, b->ground, " ");
    for (unsigned object = 0; object < TOB_OBJECT_COUNT; object++)
        if (tob_hexset_has(board->object[object], b->space))
            put_word(b, b->strong, tob_object_name(object));
    if (tob_hexset_has(board->object[TOB_STATUE], b->space) && tui_ink_has_utf8())
        put_object(b);
    fill(b);
    begin(b, y + 2, x, 8);
    put(b, b->ground, " ");
    put_mark(b);
    put_atvs(b);
    fill(b);
    begin(b, y + 3, x + 1, 6);
    put_terrain(b);
    put_markers(b);
    fill(b);
}

static void draw_hex(const tui_model *m, const tui_frame *f, unsigned space)
{
    const unsigned ground = m->board.terrain[space];
    const bool shade = m->marking && (!m->mark[space] || m->mark[space] == 'x');
    brush b = {.m = m,
               .f = f,
               .space = space,
               .ground = (shade ? TUI_INK_SHADE : TUI_INK_GROUND) + ground,
               .strong = (shade ? TUI_INK_STANDING : TUI_INK_STRONG) + ground};
    int y, x;

    corner(m, f, space, &y, &x);
    if (f->cell == 3)
        draw_small(&b, y, x);
    else if (f->cell == 5)
        draw_middling(&b, y, x);
    else
        draw_large(&b, y, x);
}

static void draw_sea(const tui_frame *f)
{
    /* Without colour it is the dots that tell the sea from the land. */
    const char *const wave = tui_ink_has_ocean() ? " " : tui_ink_has_utf8() ? "·" : ".";

    tui_ink(TUI_INK_OCEAN);
    for (int y = 1; y < f->height; y++)
        for (int x = MARGIN; x < f->width; x++)
            mvaddstr(y, x, wave);
}

/* Draws the letters of the columns and the numbers of the rows, those of the cursor
 * bright, and arrows where there is more of the island. */
static void draw_labels(const tui_model *m, const tui_frame *f)
{
    const tui_grid *grid = &m->grid;
    const int here = m->match ? grid->column[m->cursor] : -1;
    const int row = m->match ? (grid->line[m->cursor] - (here % 2 == 0)) / 2 : -1;

    for (int column = 0; column < grid->columns; column++) {
        tui_ink(grid->first_column + column == here ? TUI_INK_TITLE : TUI_INK_DIM);
        mvaddch(0, MARGIN + column * f->cell + f->cell / 2,
                (chtype)('a' + grid->first_column + column));
    }
    for (int k = 0; k < f->fit; k++) {
        const int line = grid->first_line + f->scroll + k;
        tui_ink(line / 2 == row ? TUI_INK_TITLE : TUI_INK_DIM);
        if (line % 2 == 0)
            mvprintw(1 + k * f->half, 0, "%2d", line / 2);
    }
    tui_ink(TUI_INK_KEY);
    if (f->scroll)
        mvaddstr(1, 0, tui_ink_has_utf8() ? "▲ " : "^ ");
    if (f->scroll + f->fit < grid->lines)
        mvaddstr(f->height - 1, 0, tui_ink_has_utf8() ? "▼ " : "v ");
}

void tui_board_draw(const tui_model *m, const tui_frame *f)
{
    draw_sea(f);
    draw_labels(m, f);
    for (unsigned space = 0; space < m->board.count; space++)
        draw_hex(m, f, space);
}

unsigned tui_board_hit(const tui_model *m, const tui_frame *f, int y, int x)
{
    for (unsigned space = 0; space < m->board.count; space++) {
        int top, left;
        corner(m, f, space, &top, &left);
        if (y >= top && y < top + 2 * f->half && x >= left && x < left + f->cell &&
            y >= 1 && y < f->height)
            return space;
    }
    return TOB_NONE;
}
