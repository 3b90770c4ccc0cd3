/* The ground of a picture: water, land, areas, rivers, textures, lava. */
#include "host/picture_parts.h"
#include "tobago/names.h"

const char *const picture_ground[TOB_GROUND_COUNT] = {"#f8eac4", "#9cc58b", "#8cc3e6",
                                                      "#d6d0cf", "#d5ead9", "#e8c38a",
                                                      "#4a3431", "#4a3431"};

#define LAND_EDGE "#fbf5e4"
#define LAND_SIDE "#b79f73"
#define SEA_LINE  "#8dc2cc"

/* The corners of a hex on the lattice, clockwise; side d lies between corners d and
 * d + 1. */
static const int8_t corner[TOB_DIRECTION_COUNT][2] = {{-1, -1}, {1, -1}, {2, 0},
                                                      {1, 1},   {-1, 1}, {-2, 0}};

/* ---- Places ---- */

static int lattice_x(const tob_board *board, unsigned space)
{
    return 3 * board->q[space];
}

static int lattice_y(const tob_board *board, unsigned space)
{
    return 2 * board->r[space] + board->q[space];
}

picture_point picture_at(const tob_board *board, unsigned space)
{
    return (picture_point){PICTURE_X * lattice_x(board, space),
                           PICTURE_Y * lattice_y(board, space)};
}

void picture_use(FILE *out, const char *drawing, picture_point at, double scale)
{
    fprintf(out, "<use href=\"#%s\" transform=\"translate(%.1f %.1f)", drawing, at.x,
            at.y);
    if (scale < 0.999 || scale > 1.001)
        fprintf(out, " scale(%.2f)", scale);
    fputs("\"/>\n", out);
}

/* ---- Outlines ---- */

/* A side of a hex with nothing of the set beyond it, clockwise. */
typedef struct edge {
    int16_t x, y, to_x, to_y;
    bool drawn;
} edge;

enum { EDGES_MAX = TOB_SPACE_MAX * TOB_DIRECTION_COUNT };

static unsigned collect_edges(const tob_board *board, tob_hexset set, edge *edges)
{
    unsigned count = 0;
    tob_hexset rest = set;

    while (!tob_hexset_is_empty(rest)) {
        const unsigned space = tob_hexset_pop(&rest);
        const int x = lattice_x(board, space), y = lattice_y(board, space);
        for (unsigned d = 0; d < TOB_DIRECTION_COUNT; d++) {
            const unsigned beyond = tob_board_step(board, space, d);
            const int8_t *from = corner[d], *to = corner[(d + 1) % TOB_DIRECTION_COUNT];
            if (beyond != TOB_NONE && tob_hexset_has(set, beyond))
                continue;
            edges[count++] = (edge){(int16_t)(x + from[0]), (int16_t)(y + from[1]),
                                    (int16_t)(x + to[0]), (int16_t)(y + to[1]), false};
        }
    }
    return count;
}

static void put_corner(FILE *out, char command, int x, int y)
{
    fprintf(out, "%c%.0f %.1f", command, PICTURE_X * x, PICTURE_Y * y);
}

void picture_outline(FILE *out, const tob_board *board, tob_hexset set)
{
    static const unsigned none = EDGES_MAX;
    edge edges[EDGES_MAX];
    const unsigned count = collect_edges(board, set, edges);

    for (unsigned first = 0; first < count; first++) {
        unsigned at = first;
        char command = 'M';
        if (edges[first].drawn)
            continue;
        /* Where three hexes meet, exactly one side leads on. */
        while (at != none) {
            unsigned next = none;
            put_corner(out, command, edges[at].x, edges[at].y);
            edges[at].drawn = true;
            command = 'L';
            for (unsigned i = 0; i < count; i++)
                if (!edges[i].drawn && edges[i].x == edges[at].to_x &&
                    edges[i].y == edges[at].to_y)
                    next = i;
            at = next;
        }
        fputc('z', out);
    }
}

void picture_around(FILE *out, const tob_board *board, tob_hexset set,
                    const char *attributes)
{
    if (tob_hexset_is_empty(set))
        return;
    fputs("<path d=\"", out);
    picture_outline(out, board, set);
    fprintf(out, "\" %s/>\n", attributes);
}

/* ---- Water and land ---- */

void picture_land(FILE *out, const tob_board *board)
{
    static const struct {
        int width;
        const char *colour, *opacity;
    } waves[] = {{170, SEA_LINE, ".13"},
                 {126, SEA_LINE, ".16"},
                 {86, SEA_LINE, ".2"},
                 {50, SEA_LINE, ".3"},
                 {24, "#eef9f8", "1"}};

    fputs("<defs><path id=\"coast\" d=\"", out);
    picture_outline(out, board, board->land);
    fputs("\" stroke-linejoin=\"round\"/></defs>\n", out);
    for (size_t i = 0; i < sizeof waves / sizeof waves[0]; i++)
        fprintf(out,
                "<use href=\"#coast\" fill=\"none\" stroke=\"%s\" stroke-width=\"%d\" "
                "opacity=\"%s\"/>\n",
                waves[i].colour, waves[i].width, waves[i].opacity);
    fputs("<use href=\"#coast\" y=\"9\" fill=\"" LAND_SIDE "\" stroke=\"" LAND_SIDE
          "\" stroke-width=\"7\"/>\n"
          "<use href=\"#coast\" fill=\"" LAND_EDGE "\" stroke=\"" LAND_EDGE
          "\" stroke-width=\"7\"/>\n",
          out);
}

/* Draws each area in one piece: an area is what a leg crosses, so it must be seen. */
static void draw_areas(FILE *out, const tob_board *board, const char *river)
{
    tob_hexset rest = board->spaces;

    while (!tob_hexset_is_empty(rest)) {
        const unsigned space = tob_hexset_first(rest);
        const tob_hexset area = tob_board_area(board, space);
        char attributes[128];
        snprintf(attributes, sizeof attributes,
                 "fill=\"%s\" stroke=\"" LAND_EDGE
                 "\" stroke-width=\"3.4\" stroke-linejoin=\"round\"",
                 board->terrain[space] == TOB_RIVER
                     ? river
                     : picture_ground[board->terrain[space]]);
        picture_around(out, board, area, attributes);
        rest = tob_hexset_minus(rest, area);
    }
}

/* ---- Rivers ---- */

/* Does the ground beyond a side attract a river that ends here, in this round? A river
 * joins rivers first, then runs to a lake, then to the sea, then anywhere. */
static bool attracts(const tob_board *board, unsigned space, unsigned side,
                     unsigned round)
{
    const unsigned beyond = tob_board_step(board, space, side);

    switch (round) {
    case 0: return beyond != TOB_NONE && board->terrain[beyond] == TOB_RIVER;
    case 1: return beyond != TOB_NONE && board->terrain[beyond] == TOB_LAKE;
    case 2: return beyond == TOB_NONE;
    default: return true;
    }
}

static unsigned bend(unsigned a, unsigned b)
{
    const unsigned turn = (a + TOB_DIRECTION_COUNT - b) % TOB_DIRECTION_COUNT;

    return turn > 3 ? TOB_DIRECTION_COUNT - turn : turn;
}

/* Finds the sides through which the stream of a river hex runs: at least two. */
static unsigned find_mouths(const tob_board *board, unsigned space,
                            uint8_t mouths[static 6])
{
    unsigned count = 0;

    for (unsigned d = 0; d < TOB_DIRECTION_COUNT; d++)
        if (attracts(board, space, d, 0))
            mouths[count++] = (uint8_t)d;
    for (unsigned round = 1; count < 2 && round < 4; round++) {
        unsigned best = TOB_NONE, straightest = 0;
        for (unsigned d = 0; d < TOB_DIRECTION_COUNT; d++) {
            const unsigned straight = count ? bend(d, mouths[0]) : 1;
            if (attracts(board, space, d, round) && straight > straightest) {
                best = d;
                straightest = straight;
            }
        }
        if (best == TOB_NONE)
            continue;
        mouths[count++] = (uint8_t)best;
        round -= count < 2; /* the next mouth may be of the same sort */
    }
    return count;
}

static picture_point middle_of_side(picture_point at, unsigned side)
{
    const int8_t *a = corner[side], *b = corner[(side + 1) % TOB_DIRECTION_COUNT];

    return (picture_point){at.x + PICTURE_X * (a[0] + b[0]) / 2,
                           at.y + PICTURE_Y * (a[1] + b[1]) / 2};
}

/* Writes a stretch of stream from side to side: a meander where it runs straight, a bend
 * elsewhere. */
static void put_stretch(FILE *out, picture_point at, unsigned from, unsigned to)
{
    const picture_point a = middle_of_side(at, from), b = middle_of_side(at, to);
    const double px = -(b.y - a.y) * 0.22, py = (b.x - a.x) * 0.22;

    if (bend(from, to) == 3)
        fprintf(out, "M%.1f %.1fC%.1f %.1f %.1f %.1f %.1f %.1f", a.x, a.y,
                a.x + (at.x - a.x) * .75 + px, a.y + (at.y - a.y) * .75 + py,
                b.x + (at.x - b.x) * .75 - px, b.y + (at.y - b.y) * .75 - py, b.x, b.y);
    else
        fprintf(out, "M%.1f %.1fQ%.1f %.1f %.1f %.1f", a.x, a.y, at.x, at.y, b.x, b.y);
}

static void draw_rivers(FILE *out, const tob_board *board)
{
    static const char *const strokes[] = {
        "stroke=\"#a9d8d3\" stroke-width=\"33\" stroke-linecap=\"round\"",
        "stroke=\"#74c2cf\" stroke-width=\"28\" stroke-linecap=\"round\"",
        "stroke=\"#eafaff\" stroke-width=\"11\" opacity=\".28\"",
        "stroke=\"#eafaff\" stroke-width=\"2.4\" stroke-linecap=\"round\" "
        "stroke-dasharray=\"9 46 14 58\" opacity=\".9\" x=\"-7\" y=\"-3\"",
        "stroke=\"#eafaff\" stroke-width=\"2.4\" stroke-linecap=\"round\" "
        "stroke-dasharray=\"12 61 7 44\" stroke-dashoffset=\"40\" opacity=\".9\" "
        "x=\"8\" y=\"4\"",
    };
    tob_hexset rest = board->ground[TOB_RIVER];

    if (tob_hexset_is_empty(rest))
        return;
    fputs("<clipPath id=\"banks\"><path d=\"", out);
    picture_outline(out, board, rest);
    fputs("\"/></clipPath>\n<defs><path id=\"stream\" d=\"", out);
    while (!tob_hexset_is_empty(rest)) {
        const unsigned space = tob_hexset_pop(&rest);
        uint8_t mouths[TOB_DIRECTION_COUNT];
        const unsigned count = find_mouths(board, space, mouths);
        for (unsigned i = 1; i < count; i++)
            put_stretch(out, picture_at(board, space), mouths[i - 1], mouths[i]);
    }
    fputs("\"/></defs>\n<g clip-path=\"url(#banks)\" fill=\"none\">\n", out);
    for (size_t i = 0; i < sizeof strokes / sizeof strokes[0]; i++)
        fprintf(out, "<use href=\"#stream\" %s/>\n", strokes[i]);
    fputs("</g>\n", out);
}

/* ---- Textures ---- */

static void draw_textures(FILE *out, const tob_board *board, tob_hexset busy)
{
    tob_hexset rest = tob_hexset_minus(board->spaces, board->ground[TOB_RIVER]);

    fputs("<g opacity=\".8\">\n", out);
    while (!tob_hexset_is_empty(rest)) {
        const unsigned space = tob_hexset_pop(&rest);
        const picture_point at = picture_at(board, space);
        const bool mirrored = (board->q[space] + board->r[space] * 3) & 1;
        fprintf(out, "<use href=\"#t-%s\" transform=\"",
                tob_terrain_name(board->terrain[space]));
        fprintf(out, mirrored ? "matrix(-1 0 0 1 %.1f %.1f)\"" : "translate(%.1f %.1f)\"",
                at.x, at.y);
        fputs(tob_hexset_has(busy, space) ? " opacity=\".5\"/>\n" : "/>\n", out);
    }
    fputs("</g>\n", out);
}

/* Draws a thin line between the spaces of one area. */
static void draw_grid(FILE *out, const tob_board *board)
{
    tob_hexset rest = board->spaces;

    fputs("<path fill=\"none\" stroke=\"#283228\" stroke-opacity=\".13\" "
          "stroke-width=\"1.5\" d=\"",
          out);
    while (!tob_hexset_is_empty(rest)) {
        const unsigned space = tob_hexset_pop(&rest);
        const int x = lattice_x(board, space), y = lattice_y(board, space);
        for (unsigned d = TOB_NE; d <= TOB_S; d++) {
            const unsigned beyond = tob_board_step(board, space, d);
            if (beyond == TOB_NONE || board->terrain[beyond] != board->terrain[space])
                continue;
            put_corner(out, 'M', x + corner[d][0], y + corner[d][1]);
            put_corner(out, 'L', x + corner[d + 1][0], y + corner[d + 1][1]);
        }
    }
    fputs("\"/>\n", out);
}

/* Draws the seams where the sections meet (I1). */
static void draw_seams(FILE *out, const tob_board *board, double width)
{
    uint8_t section[TOB_SPACE_MAX];

    for (unsigned space = 0; space < board->count; space++)
        section[space] = (uint8_t)tob_board_section(board, space);
    fprintf(out,
            "<path fill=\"none\" stroke=\"#6b5a3a\" stroke-opacity=\".7\" "
            "stroke-width=\"%.1f\" stroke-linecap=\"round\" d=\"",
            width);
    for (unsigned space = 0; space < board->count; space++) {
        const int x = lattice_x(board, space), y = lattice_y(board, space);
        for (unsigned d = TOB_NE; d <= TOB_S; d++) {
            const unsigned beyond = tob_board_step(board, space, d);
            if (beyond == TOB_NONE || section[beyond] == section[space] ||
                section[beyond] == TOB_NONE || section[space] == TOB_NONE)
                continue;
            put_corner(out, 'M', x + corner[d][0], y + corner[d][1]);
            put_corner(out, 'L', x + corner[d + 1][0], y + corner[d + 1][1]);
        }
    }
    fputs("\"/>\n", out);
}

/* ---- Lava ---- */

static void draw_lava(FILE *out, const tob_board *board)
{
    const tob_hexset volcano = board->ground[TOB_VOLCANO], lava = board->ground[TOB_LAVA];
    tob_hexset rest = lava;

    picture_around(out, board, lava, "fill=\"#4a3431\"");
    while (!tob_hexset_is_empty(rest))
        picture_use(out, "lava", picture_at(board, tob_hexset_pop(&rest)), 1);
    picture_around(out, board, volcano,
                   "fill=\"#4a3431\" stroke=\"#2b1c1b\" stroke-width=\"5\" "
                   "stroke-linejoin=\"round\"");
    rest = volcano;
    while (!tob_hexset_is_empty(rest)) {
        const unsigned space = tob_hexset_pop(&rest);
        if (tob_hexset_count(tob_hexset_and(board->near[space], volcano)) == 6)
            picture_use(out, "volcano", picture_at(board, space), 0.96);
    }
    picture_around(out, board, tob_hexset_or(lava, volcano),
                   "fill=\"none\" stroke=\"#e4572e\" stroke-width=\"3\" opacity=\".7\" "
                   "stroke-linejoin=\"round\"");
}

void picture_terrains(FILE *out, const picture *p, tob_hexset busy)
{
    draw_areas(out, p->board, picture_ground[TOB_RIVER]);
    draw_rivers(out, p->board);
    draw_textures(out, p->board, busy);
    draw_grid(out, p->board);
    draw_seams(out, p->board, 3.2);
    draw_lava(out, p->board);
}

void picture_small_terrains(FILE *out, const picture *p)
{
    draw_areas(out, p->board, "#74c2cf");
    draw_textures(out, p->board, (tob_hexset){0, 0});
    draw_seams(out, p->board, 7);
}
