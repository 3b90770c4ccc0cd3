/* The island on the screen: its size, its hexes, and walking over it.
 *
 * A hex is two half hexes high, and neighbouring columns are half a hex apart. Three
 * sizes: 3 letters by 2 lines for 80x24, 5 by 2 with the names of the spaces, and 7 by 4,
 * where the sides of the hexes slant. */
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <stdlib.h>

#include "tui/maps.h"
#include "tobago/names.h"

enum {
    MARGIN = 3,
    PANEL_LEAST = 28,
    PANEL_GOOD = 36,
    LOG_LEAST = 6,
    SCROLL_MARGIN = 4,
    MARKS_FEW = 30
};

static const char terrain_letter[TOB_GROUND_COUNT + 1] = "bjlmrs#A";
static const char *const arrows[TOB_DIRECTION_COUNT] = {"↑", "↗", "↘", "↓", "↙", "↖"};

/* ---- Layout ---- */

static void find_spaces(tui_frame *f, const tob_board *board)
{
    int last_column = 0, last_line = 0;

    f->first_column = 15;
    f->first_line = 40;
    for (int column = 0; column < 16; column++)
        for (int row = 0; row < 16; row++) {
            const unsigned space = board->grid[column][row];
            const int line = 2 * row + (column % 2 == 0);
            if (space == TOB_NONE)
                continue;
            f->column[space] = (uint8_t)column;
            f->line[space] = (uint8_t)line;
            f->first_column = column < f->first_column ? column : f->first_column;
            f->first_line = line < f->first_line ? line : f->first_line;
            last_column = column > last_column ? column : last_column;
            last_line = line + 1 > last_line ? line + 1 : last_line;
        }
    f->columns = last_column - f->first_column + 1;
    f->lines = last_line - f->first_line + 1;
}

/* The largest hexes with which the island and the panel fit. */
static void choose_size(tui_frame *f, int rows, int columns)
{
    static const struct {
        int cell, half;
    } sizes[] = {{7, 2}, {5, 1}, {3, 1}};

    for (unsigned i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        f->cell = sizes[i].cell;
        f->half = sizes[i].half;
        f->width = MARGIN + f->cell * f->columns + (f->half > 1);
        if (f->width + PANEL_GOOD <= columns && 1 + f->lines * f->half <= rows)
            break;
    }
}

/* Half hexes that are shown at once. */
static int lines_shown(const tui_frame *f)
{
    return (f->height - 1) / f->half;
}

static void scroll_to_cursor(tui_frame *f, unsigned cursor)
{
    const int line = f->line[cursor] - f->first_line;

    if (f->scroll > line - SCROLL_MARGIN)
        f->scroll = line - SCROLL_MARGIN;
    if (f->scroll < line + 2 + SCROLL_MARGIN - lines_shown(f))
        f->scroll = line + 2 + SCROLL_MARGIN - lines_shown(f);
}

/* No further than the island goes. */
static void limit_scroll(tui_frame *f)
{
    const int most = f->lines - lines_shown(f);

    if (f->scroll > most)
        f->scroll = most;
    if (f->scroll < 0)
        f->scroll = 0;
}

bool tui_board_is_cut(const tui *ui)
{
    return ui->frame.lines > lines_shown(&ui->frame);
}

void tui_board_scroll(tui *ui, int lines)
{
    ui->frame.scroll += lines;
    limit_scroll(&ui->frame);
    ui->still = true;
}

void tui_board_layout(tui *ui)
{
    tui_frame *f = &ui->frame;
    int rows, columns, spare;

    getmaxyx(stdscr, rows, columns);
    rows -= 2; /* the message and the keys */
    find_spaces(f, &ui->board);
    choose_size(f, rows, columns);
    f->panel = f->width + 1;
    f->panel_width = columns - f->panel;
    spare = rows - 1 - f->lines * f->half;
    f->log_height = spare >= LOG_LEAST ? spare : 0;
    f->height = rows - f->log_height;
    f->log = f->height;
    if (ui->cursor >= ui->board.count)
        ui->cursor = 0;
    if (!ui->still)
        scroll_to_cursor(f, ui->cursor);
    limit_scroll(f);
}

/* ---- Hexes ---- */

/* One line of a hex being written from left to right. */
typedef struct brush {
    const tui *ui;
    unsigned space;
    unsigned ground; /* the ink of the ground and what recedes */
    unsigned strong; /* the ink of what stands on it */
    int y, x, width, used;
    bool visible;
} brush;

static void begin(brush *b, int y, int x, int width)
{
    const tui_frame *f = &b->ui->frame;

    b->y = y;
    b->x = x;
    b->width = width;
    b->used = 0;
    b->visible = y >= 1 && y < f->height;
}

static void put(brush *b, unsigned role, const char *letter)
{
    const bool cursor = b->space == b->ui->cursor && b->ui->mode != TUI_MODE_CARDS;

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

static const char *object_letter(const tui *ui, unsigned space)
{
    const tob_board *board = &ui->board;

    if (tob_hexset_has(board->object[TOB_HUT], space))
        return "H";
    if (tob_hexset_has(board->object[TOB_PALM], space))
        return "P";
    for (unsigned i = 0; i < 3; i++)
        if (ui->view.statue[i] == space)
            return tui_ink_has_utf8() ? arrows[ui->view.facing[i]] : "S";
    return NULL;
}

static void put_object(brush *b)
{
    const char *letter = object_letter(b->ui, b->space);

    put(b, letter ? b->strong : b->ground, letter ? letter : " ");
}

static void put_amulet(brush *b)
{
    const bool amulet = tob_hexset_has(b->ui->view.amulets, b->space);

    put(b, amulet ? TUI_INK_AMULET : b->ground, amulet ? "*" : " ");
}

/* Digits are always shown; the other marks not where there are many and colour tells. */
static bool shows_mark(const tui *ui, unsigned space)
{
    return ui->mark[space] && ((ui->mark[space] != '+' && ui->mark[space] != 'x') ||
                               !tui_ink_has_colour() || ui->marks <= MARKS_FEW);
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
    if (shows_mark(b->ui, b->space))
        put_letter(b, mark_ink(b->ui->mark[b->space]), b->ui->mark[b->space]);
}

static unsigned atvs_at(const tui *ui, unsigned space)
{
    unsigned count = 0;

    for (unsigned seat = 0; seat < ui->view.players; seat++)
        count += ui->view.atv[seat] == space;
    return count;
}

/* With a blank between them and a digit of legs before, where there is room. */
static void put_atvs(brush *b)
{
    const unsigned count = atvs_at(b->ui, b->space);

    if (count && shows_mark(b->ui, b->space) && b->used + (int)count < b->width)
        put(b, b->ground, " ");
    for (unsigned seat = 0; seat < b->ui->view.players; seat++)
        if (b->ui->view.atv[seat] == b->space)
            put_letter(b, TUI_INK_ATV + seat, (char)('1' + seat));
}

static void put_markers(brush *b)
{
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        if (tob_hexset_has(tob_map_markers(&b->ui->view, treasure), b->space))
            put_letter(b, TUI_INK_MARKER + treasure, tui_maps_letter[treasure]);
}

static void put_terrain(brush *b)
{
    put_letter(b, b->ground, terrain_letter[b->ui->board.terrain[b->space]]);
}

/* Three letters by two lines: what stands and lies there, and the ATVs; the terrain and
 * two markers. What does not fit is told beside the island. */
static void draw_small(brush *b, int y, int x)
{
    const tui *ui = b->ui;
    const unsigned space = b->space, atvs = atvs_at(ui, space);
    const bool amulet = tob_hexset_has(ui->view.amulets, space);
    const bool object = object_letter(ui, space);

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
    char name[4];

    begin(b, y, x, 5);
    tob_space_name(&b->ui->board, b->space, name);
    put_word(b, b->ground, name);
    while (b->used < 3)
        put(b, b->ground, " ");
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
    const tob_board *board = &b->ui->board;
    char name[4];

    begin(b, y, x + 1, 6);
    tob_space_name(board, b->space, name);
    put_word(b, b->ground, name);
    while (b->used < 5)
        put(b, b->ground, " ");
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

static void draw_hex(const tui *ui, unsigned space)
{
    const tui_frame *f = &ui->frame;
    const unsigned ground = ui->board.terrain[space];
    const bool shade = ui->marking && (!ui->mark[space] || ui->mark[space] == 'x');
    brush b = {.ui = ui,
               .space = space,
               .ground = (shade ? TUI_INK_SHADE : TUI_INK_GROUND) + ground,
               .strong = (shade ? TUI_INK_STANDING : TUI_INK_STRONG) + ground};
    const int line = f->line[space] - f->first_line - f->scroll;
    const int y = 1 + line * f->half;
    const int x = MARGIN + (f->column[space] - f->first_column) * f->cell;

    if (f->cell == 3)
        draw_small(&b, y, x);
    else if (f->cell == 5)
        draw_middling(&b, y, x);
    else
        draw_large(&b, y, x);
}

/* The letters of the columns, the numbers of the rows, and the sea. */
static void draw_sea(const tui *ui)
{
    const tui_frame *f = &ui->frame;
    const int here = f->column[ui->cursor];
    const int fit = lines_shown(f);
    /* Without colour it is the dots that tell the sea from the land. */
    const char *const wave = tui_ink_has_ocean() ? " " : tui_ink_has_utf8() ? "·" : ".";

    tui_ink(TUI_INK_OCEAN);
    for (int y = 1; y < f->height; y++)
        for (int x = MARGIN; x < f->width; x++)
            mvaddstr(y, x, wave);
    for (int column = 0; column < f->columns; column++) {
        tui_ink(f->first_column + column == here ? TUI_INK_TITLE : TUI_INK_DIM);
        mvaddch(0, MARGIN + column * f->cell + f->cell / 2,
                (chtype)('a' + f->first_column + column));
    }
    for (int k = 0; k < fit; k++) {
        const int line = f->first_line + f->scroll + k;
        tui_ink(line / 2 == (f->line[ui->cursor] - (here % 2 == 0)) / 2 ? TUI_INK_TITLE
                                                                        : TUI_INK_DIM);
        if (line % 2 == 0)
            mvprintw(1 + k * f->half, 0, "%2d", line / 2);
    }
    tui_ink(TUI_INK_KEY);
    if (f->scroll)
        mvaddstr(1, 0, tui_ink_has_utf8() ? "▲ " : "^ ");
    if (f->scroll + fit < f->lines)
        mvaddstr(f->height - 1, 0, tui_ink_has_utf8() ? "▼ " : "v ");
}

void tui_board_draw(const tui *ui)
{
    draw_sea(ui);
    for (unsigned space = 0; space < ui->board.count; space++)
        draw_hex(ui, space);
    tui_ink(TUI_INK_TEXT);
}

/* ---- Walking ---- */

static void go(tui *ui, unsigned space, bool sideways)
{
    if (!sideways)
        ui->want = ui->frame.line[space];
    ui->cursor = ui->walked = space;
}

/* Up and down a column, across bays. */
static void walk_column(tui *ui, int step)
{
    const tui_frame *f = &ui->frame;
    unsigned best = TOB_NONE;

    for (unsigned space = 0; space < ui->board.count; space++) {
        const int away = step * (f->line[space] - f->line[ui->cursor]);
        if (f->column[space] != f->column[ui->cursor] || away <= 0)
            continue;
        if (best == TOB_NONE || away < step * (f->line[best] - f->line[ui->cursor]))
            best = space;
    }
    if (best != TOB_NONE)
        go(ui, best, false);
}

/* To the next column that has land, to the space nearest the height last walked at. */
static void walk_row(tui *ui, int step)
{
    const tui_frame *f = &ui->frame;

    if (ui->walked != ui->cursor) /* it was put there, not walked there */
        ui->want = f->line[ui->cursor];
    for (int column = f->column[ui->cursor] + step; column >= 0 && column < 16;
         column += step) {
        unsigned best = TOB_NONE;
        for (unsigned space = 0; space < ui->board.count; space++)
            if (f->column[space] == column &&
                (best == TOB_NONE ||
                 abs(f->line[space] - ui->want) < abs(f->line[best] - ui->want)))
                best = space;
        if (best != TOB_NONE) {
            go(ui, best, true);
            return;
        }
    }
}

static void walk_direction(tui *ui, unsigned direction)
{
    const unsigned to = tob_board_step(&ui->board, ui->cursor, direction);

    if (to != TOB_NONE)
        go(ui, to, false);
}

bool tui_board_walk(tui *ui, int key)
{
    switch (key) {
    case KEY_UP: walk_column(ui, -1); return true;
    case KEY_DOWN: walk_column(ui, 1); return true;
    case KEY_LEFT: walk_row(ui, -1); return true;
    case KEY_RIGHT: walk_row(ui, 1); return true;
    case KEY_A1:
    case KEY_HOME: walk_direction(ui, TOB_NW); return true;
    case KEY_A3:
    case KEY_PPAGE: walk_direction(ui, TOB_NE); return true;
    case KEY_C1:
    case KEY_END: walk_direction(ui, TOB_SW); return true;
    case KEY_C3:
    case KEY_NPAGE: walk_direction(ui, TOB_SE); return true;
    }
    return false;
}

unsigned tui_board_hit(const tui *ui, int y, int x)
{
    const tui_frame *f = &ui->frame;

    for (unsigned space = 0; space < ui->board.count; space++) {
        const int top = 1 + (f->line[space] - f->first_line - f->scroll) * f->half;
        const int left = MARGIN + (f->column[space] - f->first_column) * f->cell;
        if (y >= top && y < top + 2 * f->half && x >= left && x < left + f->cell &&
            y >= 1 && y < f->height)
            return space;
    }
    return TOB_NONE;
}
