#include "box/screen.h"

#include <stdlib.h>
#include <string.h>

#include "box/answers.h"
#include "tui/island.h"

enum {
    CELL = 5,        /* letters of a hex in the compact island */
    SIDE = 84,       /* the column where the maps begin beside the island */
    SIDE_WIDTH = 36, /* that they need there */
};

/* ---- Texts in memory ---- */

/* A text that is written as a file and then read. */
typedef struct sheet {
    char *text;
    size_t length;
    FILE *out;
} sheet;

static void sheet_open(sheet *s)
{
    s->out = host_need(open_memstream(&s->text, &s->length));
}

static unsigned lines_of(const char *text)
{
    unsigned lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void sheet_close(sheet *s)
{
    if (fclose(s->out) != 0)
        host_need(NULL);
}

/* ---- The compact island ---- */

/* Writes a hex: the object or the terrain, then amulet and cubes. */
static void put_cell(FILE *out, draw_style style, const box_table *table, unsigned space)
{
    static const uint8_t cube[TOB_TREASURE_COUNT][2] = {
        {231, 16}, {247, 16}, {130, 231}, {16, 231}};
    const tob_board *board = &table->set.board;
    const char *object = tui_object_letter(&table->game, board, space, style.utf8);
    const uint8_t *ground = draw_ground_colour[board->terrain[space]];
    unsigned left = CELL - 1;

    if (style.colour)
        fprintf(out, "\033[0;48;5;%u;38;5;%um%s", ground[0], object ? 16u : ground[1],
                object ? "\033[1m" : "");
    if (object)
        fputs(object, out);
    else
        fputc(tui_ground_letter[board->terrain[space]], out);
    if (tob_hexset_has(table->game.amulets, space)) {
        fputs(style.colour ? "\033[1;48;5;162;38;5;231m*" : "*", out);
        left--;
    }
    for (unsigned t = 0; t < TOB_TREASURE_COUNT && left; t++)
        if (table->clues[t].count &&
            tob_hexset_has(tob_map_markers(&table->game, t), space)) {
            if (style.colour)
                fprintf(out, "\033[1;48;5;%u;38;5;%um", cube[t][0], cube[t][1]);
            fputc(tui_marker_letter[t], out);
            left--;
        }
    if (style.colour)
        fprintf(out, "\033[0;48;5;%um", ground[0]);
    fprintf(out, "%*s%s", (int)left, "", style.colour ? "\033[0m" : "");
}

void box_draw_compact(FILE *out, draw_style style, const box_table *table)
{
    const tob_board *board = &table->set.board;
    tui_grid grid;

    tui_grid_lay(&grid, board);
    const unsigned left = (unsigned)grid.first_column,
                   end = left + (unsigned)grid.columns;
    fputs("   ", out);
    for (unsigned column = left; column < end; column++)
        fprintf(out, column + 1 < end ? "%-*c" : "%.0d%c", column + 1 < end ? CELL : 0,
                'a' + (int)column);
    fputc('\n', out);
    for (unsigned row = 0; row < 16; row++) {
        unsigned last = left;
        bool any = false;
        for (unsigned column = left; column < end; column++)
            if (board->grid[column][row] != TOB_NONE) {
                last = column;
                any = true;
            }
        if (!any)
            continue;
        fprintf(out, "%2u ", row);
        for (unsigned column = left; column <= last; column++) {
            const unsigned space = board->grid[column][row];
            if (space == TOB_NONE)
                fprintf(out, "%*s", CELL, "");
            else
                put_cell(out, style, table, space);
        }
        fputc('\n', out);
    }
}

/* ---- The answer ---- */

/* The bytes of a line that fit a width, broken at a blank if there is one. Lines with
 * colours are drawings and stay whole. */
static size_t line_break(const char *line, size_t length, unsigned width)
{
    size_t cut = width;

    if (length <= width || memchr(line, '\033', length))
        return length;
    while (cut && line[cut] != ' ')
        cut--;
    return cut ? cut : width;
}

/* Writes a text with its lines broken at blanks. */
static void put_wrapped(FILE *out, const char *text, unsigned width)
{
    while (*text) {
        const size_t length = strcspn(text, "\n"), cut = line_break(text, length, width);
        fprintf(out, "%.*s\n", (int)cut, text);
        text += cut;
        text += cut < length ? *text == ' ' : *text == '\n';
    }
}

/* ---- The screen ---- */

static void put_title(FILE *out, draw_style style, const box_journal *j)
{
    const char *name = j->path ? strrchr(j->path, '/') : NULL;

    fprintf(out, "%sTobago companion%s", style.colour ? "\033[1;38;5;222m" : "",
            style.colour ? "\033[0m" : "");
    if (j->table.laid)
        fprintf(out, "  island %s", j->table.set.code);
    fprintf(out, "  %.30s  (help, undo, quit)\n",
            name ? name + 1 : (j->path ? j->path : "not kept"));
}

/* Writes the lines of a text at a column, from a row on. */
static void put_beside(FILE *out, const char *text, unsigned column, unsigned row,
                       unsigned last)
{
    for (; *text && row <= last; row++) {
        const size_t length = strcspn(text, "\n");
        fprintf(out, "\033[%u;%uH%.*s", row, column, (int)length, text);
        text += length + (text[length] == '\n');
    }
}

/* Draws the large island, the maps beside it. False, and nothing is drawn, if the
 * terminal is too small. */
static bool draw_wide(FILE *out, draw_style style, unsigned columns, unsigned rows,
                      const box_journal *j, unsigned answer)
{
    sheet island, maps;
    unsigned high;
    bool fits;

    sheet_open(&island);
    draw_board(island.out, style, &j->table.game, &j->table.set.board);
    sheet_close(&island);
    sheet_open(&maps);
    box_tell_maps(maps.out, style, &j->table, TOB_TREASURE_COUNT);
    fputc('\n', maps.out);
    box_tell_statues(maps.out, &j->table, true);
    sheet_close(&maps);
    high = lines_of(island.text) > lines_of(maps.text) ? lines_of(island.text)
                                                       : lines_of(maps.text);
    fits = columns >= SIDE + SIDE_WIDTH && rows >= high + 1 + answer + 2;
    if (fits) {
        fputs(island.text, out);
        put_beside(out, maps.text, SIDE, 3, high + 1);
        fprintf(out, "\033[%u;1H", high + 2);
    }
    free(island.text);
    free(maps.text);
    return fits;
}

/* Draws an island, large or compact, and the maps below in a line each. */
static bool draw_tall(FILE *out, draw_style style, unsigned columns, unsigned rows,
                      const box_journal *j, unsigned answer, bool compact)
{
    sheet s;
    bool fits;

    sheet_open(&s);
    if (compact)
        box_draw_compact(s.out, style, &j->table);
    else
        draw_board(s.out, style, &j->table.game, &j->table.set.board);
    box_tell_brief(s.out, style, &j->table, columns);
    sheet_close(&s);
    fits = rows >= lines_of(s.text) + 1 + answer + 1;
    if (fits)
        fputs(s.text, out);
    free(s.text);
    return fits;
}

void box_screen_draw(FILE *out, draw_style style, unsigned columns, unsigned rows,
                     const box_journal *j, const char *answer)
{
    unsigned lines;
    sheet s;

    sheet_open(&s);
    put_wrapped(s.out, answer, columns > 20 ? columns - 1 : 20);
    sheet_close(&s);
    lines = lines_of(s.text);
    fputs("\033[H\033[2J", out);
    put_title(out, style, j);
    if (j->table.laid && !draw_wide(out, style, columns, rows, j, lines) &&
        !draw_tall(out, style, columns, rows, j, lines, false))
        draw_tall(out, style, columns, rows, j, lines, true);
    fputs(s.text, out);
    free(s.text);
}
