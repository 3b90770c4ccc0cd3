/* The page around a picture: heading, compass, legend; and the sheet of islands. */
#include "host/picture.h"

#include <string.h>

#include "host/picture_parts.h"
#include "host/plot.h"
#include "tobago/names.h"

#define SANS                                                                  \
    "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, " \
    "sans-serif"
#define SERIF                                                                  \
    "'Iowan Old Style', 'Palatino Linotype', Palatino, P052, 'Book Antiqua', " \
    "Georgia, serif"

enum {
    MARGIN = 96,       /* of water around the island */
    HEADING = 104,     /* height of title and remark */
    LEGEND_ROW = 62,   /* height of a row of the legend */
    LEGEND_MAX = 24,   /* entries */
    HEADING_WIDE = 30, /* from the left edge */
    SMALL = 300,       /* width of an island on a sheet */
    SMALL_HIGH = 312,
    SHEET_COLUMNS = 8,
};

picture picture_of(const tob_board *board, const char *title, const char *remark)
{
    return (picture){.board = board,
                     .title = title,
                     .remark = remark,
                     .atv = TOB_NONE,
                     .eye = TOB_NONE};
}

/* ---- The page ---- */

typedef struct box {
    double left, top, width, height;
} box;

/* The box around the hexes of an island. */
static box box_of(const tob_board *board)
{
    double right = -1e9, bottom = -1e9;
    box b = {1e9, 1e9, 0, 0};

    for (unsigned space = 0; space < board->count; space++) {
        const picture_point at = picture_at(board, space);
        b.left = at.x < b.left ? at.x : b.left;
        b.top = at.y < b.top ? at.y : b.top;
        right = at.x > right ? at.x : right;
        bottom = at.y > bottom ? at.y : bottom;
    }
    b.left -= 2 * PICTURE_X;
    b.top -= PICTURE_Y;
    b.width = right + 2 * PICTURE_X - b.left;
    b.height = bottom + PICTURE_Y - b.top;
    return b;
}

static void put_text(FILE *out, const char *element, const char *text)
{
    fprintf(out, "<%s>", element);
    plot_escape(out, text, strlen(text));
    fprintf(out, "</%s>\n", element);
}

/* Begins a page: its size, its title for readers, its styles, the sea. */
static void begin_page(FILE *out, box page, const char *title, const char *remark)
{
    fprintf(out,
            "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%.1f %.1f %.1f %.1f\" "
            "width=\"%.0f\" height=\"%.0f\" role=\"img\">\n",
            page.left, page.top, page.width, page.height, page.width, page.height);
    put_text(out, "title", title);
    put_text(out, "desc", remark);
    fputs("<style>\n"
          "text { font-family: " SANS "; fill: #17262e; }\n"
          ".title { font: 700 40px " SERIF "; }\n"
          ".remark { font-size: 21px; fill: #46565f; }\n"
          ".name { font-size: 14.5px; font-weight: 600; text-anchor: middle; "
          "fill: #17262e; fill-opacity: .78; stroke: #ffffff; stroke-opacity: .6; "
          "stroke-width: 3px; stroke-linejoin: round; paint-order: stroke; }\n"
          ".hot { fill: #ffe3c2; fill-opacity: .8; stroke: #2b1c1b; }\n"
          ".key { font-size: 20px; fill: #46565f; }\n"
          ".leg { font-size: 22px; font-weight: 700; text-anchor: middle; "
          "stroke: #ffffff; stroke-width: 5px; stroke-linejoin: round; "
          "paint-order: stroke; }\n"
          ".code { font-size: 27px; font-weight: 700; text-anchor: middle; }\n"
          "</style>\n<defs>\n<path id=\"hex\" d=\"M-50 0-25-43.3H25L50 0 25 43.3H-25z\"/>"
          "\n<radialGradient id=\"sea\" cx=\".45\" cy=\".42\" r=\".75\"><stop "
          "offset=\".4\" "
          "stop-color=\"#bfe0e4\"/><stop offset=\"1\" stop-color=\"#a3d0d8\"/>"
          "</radialGradient>\n",
          out);
    picture_art(out);
    fprintf(out,
            "</defs>\n<rect x=\"%.1f\" y=\"%.1f\" width=\"%.1f\" height=\"%.1f\" "
            "fill=\"url(#sea)\"/>\n",
            page.left, page.top, page.width, page.height);
}

static void put_heading(FILE *out, box page, const char *title, const char *remark)
{
    fprintf(out, "<text class=\"title\" x=\"%.1f\" y=\"%.1f\">", page.left + HEADING_WIDE,
            page.top + 54);
    plot_escape(out, title, strlen(title));
    fprintf(out, "</text>\n<text class=\"remark\" x=\"%.1f\" y=\"%.1f\">",
            page.left + HEADING_WIDE, page.top + 86);
    plot_escape(out, remark, strlen(remark));
    fputs("</text>\n", out);
}

/* Draws the compass in the corner that is farthest from land, of the four between the
 * heading and the legend. */
static void put_compass(FILE *out, const tob_board *board, box sea)
{
    picture_point best = {0, 0};
    double farthest = -1;

    for (unsigned i = 0; i < 4; i++) {
        const picture_point at = {
            i & 1 ? sea.left + sea.width - 72 : sea.left + 72,
            i & 2 ? sea.top + sea.height - 60 : sea.top + 78,
        };
        double nearest = 1e18;
        for (unsigned space = 0; space < board->count; space++) {
            const picture_point land = picture_at(board, space);
            const double dx = land.x - at.x, dy = land.y - at.y;
            nearest = dx * dx + dy * dy < nearest ? dx * dx + dy * dy : nearest;
        }
        if (nearest > farthest) {
            farthest = nearest;
            best = at;
        }
    }
    fprintf(
        out,
        "<g transform=\"translate(%.1f %.1f)\" opacity=\".75\" fill=\"none\" "
        "stroke=\"#8dc2cc\" stroke-width=\"2\"><circle r=\"38\"/><circle r=\"31\"/>"
        "<path d=\"M0-46 7-7 40 0 7 7 0 40-7 7-40 0-7-7z\" fill=\"#eef9f8\" "
        "stroke=\"#3f8797\" stroke-linejoin=\"round\"/>"
        "<path d=\"M0-46V0H40L7 7 0 40V0H-40L-7-7z\" fill=\"#3f8797\" stroke=\"none\" "
        "opacity=\".55\"/><text y=\"-53\" text-anchor=\"middle\" font-size=\"18\" "
        "font-weight=\"700\" stroke=\"none\" style=\"fill:#3f8797\">N</text></g>\n",
        best.x, best.y);
}

/* ---- The legend ---- */

/* An entry of the legend: a drawing, perhaps on a hex of a colour, and its name. */
typedef struct entry {
    const char *drawing, *ground, *name;
    double scale;
} entry;

static void put_entry(FILE *out, const entry *e, double x, double y)
{
    fprintf(out, "<g transform=\"translate(%.1f %.1f)\">", x, y);
    if (e->ground)
        fprintf(out,
                "<g transform=\"scale(.5)\"><use href=\"#hex\" fill=\"%s\" "
                "stroke=\"#fbf5e4\" stroke-width=\"6\"/><g clip-path=\"url(#onehex)\">"
                "<use href=\"#%s\"/></g></g>",
                e->ground, e->drawing);
    else
        fprintf(out, "<use href=\"#%s\" transform=\"translate(0 3) scale(%.2f)\"/>",
                e->drawing, e->scale);
    fprintf(out, "<text class=\"key\" x=\"33\" y=\"7\">%s</text></g>\n", e->name);
}

/* Lists what the picture shows: its terrains, then its pieces. */
static unsigned list_entries(const picture *p, entry entries[static LEGEND_MAX])
{
    static const char *const terrains[TOB_TERRAIN_COUNT] = {
        "t-beach", "t-jungle", "t-lake", "t-mountain", "t-river", "t-scrubland"};
    static const char *const cubes[TOB_TREASURE_COUNT] = {"cube-white", "cube-grey",
                                                          "cube-brown", "cube-black"};
    const tob_board *board = p->board;
    unsigned count = 0;

    for (unsigned t = 0; t < TOB_TERRAIN_COUNT; t++)
        entries[count++] =
            (entry){terrains[t], picture_ground[t], tob_terrain_name(t), 1};
    if (!tob_hexset_is_empty(board->ground[TOB_LAVA]))
        entries[count++] = (entry){"lava", picture_ground[TOB_LAVA], "lava", 1};
    if (!tob_hexset_is_empty(board->ground[TOB_VOLCANO]))
        entries[count++] = (entry){"volcano", NULL, "volcano", .22};
    for (unsigned o = 0; o < TOB_OBJECT_COUNT; o++)
        if (!tob_hexset_is_empty(board->object[o]))
            entries[count++] = (entry){tob_object_name(o), NULL, tob_object_name(o), .8};
    if (!tob_hexset_is_empty(p->amulets))
        entries[count++] = (entry){"amulet", NULL, "amulet", 1};
    if (p->atv != TOB_NONE)
        entries[count++] = (entry){"atv", NULL, "ATV", .8};
    for (unsigned t = 0; t < TOB_TREASURE_COUNT; t++)
        if (!tob_hexset_is_empty(p->markers[t]))
            entries[count++] = (entry){cubes[t], NULL, tob_treasure_name(t), 1.1};
    return count;
}

static double entry_width(const entry *e)
{
    return 72 + 10.8 * (double)strlen(e->name);
}

/* Writes the legend from a place on, in rows of at most 'width'; only counts the rows if
 * there is no file. */
static unsigned put_legend(FILE *out, const picture *p, double left, double top,
                           double width)
{
    entry entries[LEGEND_MAX];
    const unsigned count = list_entries(p, entries);
    unsigned rows = 1;
    double x = 0;

    for (unsigned i = 0; i < count; i++) {
        if (x + entry_width(&entries[i]) > width) {
            rows++;
            x = 0;
        }
        if (out)
            put_entry(out, &entries[i], left + x + 26, top + LEGEND_ROW * (rows - .5));
        x += entry_width(&entries[i]);
    }
    return rows;
}

void picture_write(FILE *out, const picture *p)
{
    const tob_board *board = p->board;
    const box land = box_of(board);
    const double width = land.width + 2 * MARGIN;
    const double legend =
        LEGEND_ROW * put_legend(NULL, p, 0, 0, width - 2 * HEADING_WIDE) + 16;
    const box page = {land.left - MARGIN, land.top - HEADING - 54, width,
                      land.height + HEADING + 54 + 62 + legend};
    const box sea = {page.left, page.top + HEADING, width,
                     page.height - HEADING - legend};
    tob_hexset busy = p->amulets;

    for (unsigned o = 0; o < TOB_OBJECT_COUNT; o++)
        busy = tob_hexset_or(busy, board->object[o]);
    for (unsigned t = 0; t < TOB_TREASURE_COUNT; t++)
        busy = tob_hexset_or(busy, p->markers[t]);
    begin_page(out, page, p->title, p->remark);
    fputs("<clipPath id=\"onehex\"><path d=\"M-50 0-25-43.3H25L50 0 25 43.3H-25z\"/>"
          "</clipPath>\n",
          out);
    put_compass(out, board, sea);
    picture_land(out, board);
    picture_terrains(out, p, busy);
    picture_answer(out, p);
    picture_names(out, p);
    picture_pieces(out, p);
    put_heading(out, page, p->title, p->remark);
    put_legend(out, p, page.left + HEADING_WIDE, page.top + page.height - legend,
               width - 2 * HEADING_WIDE);
    fputs("</svg>\n", out);
}

/* ---- The sheet ---- */

/* Draws an island small: its areas, textures and outline, in the middle of a cell. */
static void put_small(FILE *out, unsigned island, double left, double top)
{
    tob_board board;
    picture p = picture_of(&board, "", "");
    char code[5];

    tob_board_init(&board, island);
    const box land = box_of(&board);
    const double larger = land.width > land.height ? land.width : land.height;
    const double scale = (SMALL - 44) / larger;
    tob_island_name(island, code);
    fprintf(out,
            "<g transform=\"translate(%.1f %.1f) scale(%.4f) translate(%.1f %.1f)\">\n",
            left + SMALL / 2.0, top + (SMALL_HIGH - 34) / 2.0, scale,
            -land.left - land.width / 2, -land.top - land.height / 2);
    fputs("<g transform=\"translate(0 14)\">", out);
    picture_around(out, &board, board.land, "fill=\"#b79f73\"");
    fputs("</g>", out);
    picture_around(out, &board, board.land,
                   "fill=\"#fbf5e4\" stroke=\"#eef9f8\" stroke-width=\"18\" "
                   "stroke-linejoin=\"round\"");
    picture_small_terrains(out, &p);
    fprintf(out, "</g>\n<text class=\"code\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
            left + SMALL / 2.0, top + SMALL_HIGH - 6.0, code);
}

void picture_sheet(FILE *out, const char *title, const char *remark,
                   const uint8_t *islands, unsigned count)
{
    const unsigned columns =
        count < SHEET_COLUMNS ? (count < 3 ? 3 : count) : SHEET_COLUMNS;
    const unsigned rows = (count + columns - 1) / columns;
    const box page = {0, 0, columns * SMALL + 40,
                      HEADING + 10 + (rows ? rows : 1) * SMALL_HIGH + 20};

    begin_page(out, page, title, remark);
    put_heading(out, page, title, remark);
    for (unsigned i = 0; i < count; i++)
        put_small(out, islands[i], 20.0 + i % columns * SMALL,
                  HEADING + 10.0 + i / columns * SMALL_HIGH);
    fputs("</svg>\n", out);
}
