#include "box/gallery.h"

#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "tui/island.h"
#include "tobago/names.h"

enum {
    FEW = 8,          /* islands that are drawn large */
    WIDE = 2 * 16,    /* letters of a line, at most */
    HIGH = 34,        /* half lines of a picture, at most */
    GAP = 3,          /* blanks between two pictures */
    GROUND_NONE = 99, /* nothing is drawn here */
};

/* One picture: dots of terrain, half a line high. */
typedef struct image {
    char title[8];
    uint8_t dot[HIGH][WIDE];
    unsigned wide, high; /* that are used */
} image;

/* The size of a hex: letters wide, dots high. */
typedef struct size {
    unsigned wide, high;
} size;

unsigned box_columns(FILE *out)
{
    struct winsize window;

    if (isatty(fileno(out)) && ioctl(fileno(out), TIOCGWINSZ, &window) == 0 &&
        window.ws_col > 0)
        return window.ws_col;
    return 80;
}

/* Paints some hexes of a board. */
static void paint_image(image *i, const tob_board *board, tob_hexset hexes, size hex)
{
    unsigned first_column = 16, first_dot = HIGH;

    memset(i->dot, GROUND_NONE, sizeof i->dot);
    i->wide = i->high = 0;
    for (unsigned pass = 0; pass < 2; pass++)
        for (unsigned column = 0; column < 16; column++)
            for (unsigned row = 0; row < 16; row++) {
                const unsigned space = board->grid[column][row];
                const unsigned y = hex.high * row + (column % 2 == 0) * hex.high / 2;
                if (space == TOB_NONE || !tob_hexset_has(hexes, space))
                    continue;
                if (pass == 0) {
                    first_column = column < first_column ? column : first_column;
                    first_dot = y < first_dot ? y : first_dot;
                    continue;
                }
                for (unsigned k = 0; k < hex.wide * hex.high; k++) {
                    const unsigned x = (column - first_column) * hex.wide + k % hex.wide;
                    const unsigned dot = y - first_dot + k / hex.wide;
                    i->dot[dot][x] = board->terrain[space];
                    i->wide = x + 1 > i->wide ? x + 1 : i->wide;
                    i->high = dot + 1 > i->high ? dot + 1 : i->high;
                }
            }
}

/* ---- Writing ---- */

/* Writes two dots, one above the other, as one letter. */
static void put_dots(FILE *out, unsigned upper, unsigned lower)
{
    if (upper == GROUND_NONE && lower == GROUND_NONE)
        fputc(' ', out);
    else if (lower == GROUND_NONE)
        fprintf(out, "\033[38;5;%um▀\033[0m", draw_ground_colour[upper][0]);
    else if (upper == GROUND_NONE)
        fprintf(out, "\033[38;5;%um▄\033[0m", draw_ground_colour[lower][0]);
    else
        fprintf(out, "\033[38;5;%u;48;5;%um▀\033[0m", draw_ground_colour[upper][0],
                draw_ground_colour[lower][0]);
}

/* Writes a line of a picture, without blanks behind the last picture of a row. */
static void put_line(FILE *out, bool dots, const image *i, unsigned line, unsigned width)
{
    for (unsigned x = 0; x < width; x++) {
        const unsigned upper = x < WIDE && line < HIGH ? i->dot[line][x] : GROUND_NONE;
        if (dots)
            put_dots(out, upper,
                     x < WIDE && line + 1 < HIGH ? i->dot[line + 1][x] : GROUND_NONE);
        else
            fputc(upper == GROUND_NONE ? ' ' : tui_ground_letter[upper], out);
    }
}

/* The letters of a line that are used. */
static unsigned line_width(const image *i, bool dots, unsigned line)
{
    unsigned width = 0;

    for (unsigned x = 0; x < i->wide; x++)
        if (i->dot[line][x] != GROUND_NONE ||
            (dots && line + 1 < HIGH && i->dot[line + 1][x] != GROUND_NONE))
            width = x + 1;
    return width;
}

/* Writes pictures side by side, as many as fit, row by row. */
static void put_images(FILE *out, bool dots, unsigned columns, const image *images,
                       unsigned count)
{
    unsigned widest = 4, row;

    for (unsigned i = 0; i < count; i++)
        widest = images[i].wide > widest ? images[i].wide : widest;
    row = (columns + GAP) / (widest + GAP);
    row = row ? row : 1;
    for (unsigned first = 0; first < count; first += row) {
        const unsigned end = first + row < count ? first + row : count;
        unsigned high = 0;
        for (unsigned i = first; i < end; i++) {
            fprintf(out, "%-*s", i + 1 < end ? (int)(widest + GAP) : 0, images[i].title);
            high = images[i].high > high ? images[i].high : high;
        }
        fputc('\n', out);
        for (unsigned line = 0; line < high; line += dots ? 2 : 1) {
            unsigned last = first;
            for (unsigned i = first; i < end; i++)
                last = line_width(&images[i], dots, line) ? i : last;
            for (unsigned i = first; i <= last; i++)
                put_line(out, dots, &images[i], line,
                         i < last ? widest + GAP : line_width(&images[i], dots, line));
            fputc('\n', out);
        }
        if (end < count)
            fputc('\n', out);
    }
}

/* The size of a hex. With colours a letter is two dots, one above the other, so that
 * columns can be half a hex apart; without, it is a letter. */
static size hex_size(bool dots, bool large)
{
    return (size){large ? 2 : 1, dots && large ? 2 : 1};
}

void box_draw_islands(FILE *out, draw_style style, unsigned columns, uint32_t islands)
{
    const bool dots = style.colour && style.utf8;
    const size hex = hex_size(dots, __builtin_popcount(islands) <= FEW);
    static image images[TOB_ISLANDS];
    unsigned count = 0;

    for (; islands; islands &= islands - 1) {
        tob_board board;
        tob_board_init(&board, (unsigned)__builtin_ctz(islands));
        tob_island_name(board.island, images[count].title);
        paint_image(&images[count++], &board, board.land, hex);
    }
    put_images(out, dots, columns, images, count);
}

void box_draw_sides(FILE *out, draw_style style, unsigned columns)
{
    const bool dots = style.colour && style.utf8;
    image images[6];

    for (unsigned side = 0; side < 6; side++) {
        /* The sections in their order, each with its upper-case side first. */
        const unsigned section = side / 2;
        tob_board board;
        tob_hexset hexes = {0, 0};
        tob_board_init(&board, side % 2 ? 7 : 0);
        for (unsigned space = 0; space < board.count; space++)
            if (tob_board_section(&board, space) == section)
                tob_hexset_add(&hexes, space);
        images[side].title[0] = "AaBbCc"[side];
        images[side].title[1] = '\0';
        paint_image(&images[side], &board, hexes, hex_size(dots, true));
    }
    put_images(out, dots, columns, images, 6);
}
