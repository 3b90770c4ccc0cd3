/* What lies on the ground of a picture: the answer, the names, the pieces. */
#include <string.h>

#include "host/picture_parts.h"
#include "tobago/names.h"

static const char *const cubes[TOB_TREASURE_COUNT] = {"cube-white", "cube-grey",
                                                      "cube-brown", "cube-black"};

/* ---- The answer ---- */

/* Draws a dotted line of sight to the space where the amulet surfaces, and a ring there
 * (N3). */
static void draw_gaze(FILE *out, const tob_board *board, unsigned from,
                      unsigned direction)
{
    static const char *const strokes[] = {
        "stroke=\"#ffffff\" stroke-opacity=\".85\" stroke-width=\"7\"",
        "stroke=\"#40300a\" stroke-width=\"3.4\" stroke-dasharray=\".1 9\""};
    const unsigned end = tob_board_ray_end(board, from, direction);
    picture_point a, b;

    if (end == TOB_NONE)
        return;
    a = picture_at(board, from);
    b = picture_at(board, end);
    const double steps = tob_board_distance(board, from, end);
    const double dx = (b.x - a.x) / steps, dy = (b.y - a.y) / steps; /* one hex */
    for (unsigned i = 0; i < 2; i++) {
        fprintf(out, "<g fill=\"none\" stroke-linecap=\"round\" %s>", strokes[i]);
        if (steps > 1.5)
            fprintf(out, "<path d=\"M%.1f %.1fL%.1f %.1f\"/>", a.x + .72 * dx,
                    a.y + .72 * dy, b.x - .26 * dx, b.y - .26 * dy);
        fprintf(out, "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"20\"/></g>\n", b.x, b.y);
    }
}

/* Veils all spaces but some. */
static void draw_veil(FILE *out, const tob_board *board, tob_hexset bright)
{
    picture_around(out, board, tob_hexset_minus(board->land, bright),
                   "fill=\"#17262e\" fill-opacity=\".46\"");
    picture_around(out, board, bright,
                   "fill=\"#fff4c2\" fill-opacity=\".22\" stroke=\"#ffffff\" "
                   "stroke-width=\"9\" stroke-linejoin=\"round\"");
    picture_around(out, board, bright,
                   "fill=\"none\" stroke=\"#8a5a00\" stroke-width=\"3.4\" "
                   "stroke-linejoin=\"round\"");
}

static void draw_reach(FILE *out, const picture *p)
{
    static const char *const tints[TOB_LEGS] = {"fill=\"#2257c9\" fill-opacity=\".42\"",
                                                "fill=\"#2257c9\" fill-opacity=\".24\"",
                                                "fill=\"#2257c9\" fill-opacity=\".08\""};
    tob_hexset before = tob_hexset_of(p->atv);

    picture_around(out, p->board,
                   tob_hexset_minus(p->board->land, p->reach[TOB_LEGS - 1]),
                   "fill=\"#17262e\" fill-opacity=\".46\"");
    for (unsigned legs = 0; legs < TOB_LEGS; legs++) {
        tob_hexset fresh = tob_hexset_minus(p->reach[legs], before);
        picture_around(out, p->board, fresh, tints[legs]);
        before = tob_hexset_or(before, p->reach[legs]);
        while (!tob_hexset_is_empty(fresh)) {
            const picture_point at = picture_at(p->board, tob_hexset_pop(&fresh));
            fprintf(out, "<text class=\"leg\" x=\"%.1f\" y=\"%.1f\">%u</text>\n",
                    at.x - 24, at.y - 17, legs + 1);
        }
    }
}

void picture_answer(FILE *out, const picture *p)
{
    tob_hexset statues = p->board->object[TOB_STATUE];

    if (p->lights)
        draw_veil(out, p->board, p->lit);
    if (p->reach)
        draw_reach(out, p);
    while (p->gazes && !tob_hexset_is_empty(statues)) {
        const unsigned space = tob_hexset_pop(&statues);
        draw_gaze(out, p->board, space, p->facing[space]);
    }
    if (p->eye != TOB_NONE)
        draw_gaze(out, p->board, p->eye, p->direction);
}

/* ---- Names ---- */

void picture_names(FILE *out, const picture *p)
{
    for (unsigned space = 0; space < p->board->count; space++) {
        const picture_point at = picture_at(p->board, space);
        char name[4];
        tob_space_name(p->board, space, name);
        fprintf(out, "<text class=\"name%s\" x=\"%.1f\" y=\"%.1f\">%s</text>\n",
                tob_hexset_has(p->board->spaces, space) ? "" : " hot", at.x, at.y + 37,
                name);
    }
}

/* ---- Pieces ---- */

/* Draws the arrow of a statue at the edge that it faces. */
static void draw_arrow(FILE *out, picture_point at, unsigned direction)
{
    fprintf(out,
            "<g transform=\"translate(%.1f %.1f) rotate(%u)\"><use href=\"#gaze\" "
            "transform=\"translate(0 4)\"/></g>\n",
            at.x, at.y, 60 * direction);
}

/* Draws the cubes of a space: large if they are alone, else on a shelf below. */
static void draw_cubes(FILE *out, picture_point at, const char *const *which,
                       unsigned count, bool alone)
{
    static const double places[2][TOB_TREASURE_COUNT][TOB_TREASURE_COUNT][2] = {
        {{{0, 12}},
         {{-14, 13}, {14, 13}},
         {{-22, 12}, {0, 14}, {22, 12}},
         {{-29, 10}, {-10, 14}, {10, 14}, {29, 10}}},
        {{{0, -4}},
         {{-17, -4}, {17, -4}},
         {{-20, -14}, {20, -14}, {0, 8}},
         {{-17, -18}, {17, -18}, {-17, 10}, {17, 10}}}};
    static const double sizes[2][TOB_TREASURE_COUNT] = {{.9, .85, .78, .72},
                                                        {1.3, 1.12, .95, .9}};

    for (unsigned i = 0; i < count; i++) {
        const double *place = places[alone][count - 1][i];
        picture_use(out, which[i], (picture_point){at.x + place[0], at.y + place[1]},
                    sizes[alone][count - 1]);
    }
}

/* Draws the pieces of a space: the object behind, the ATV before it, the amulet at the
 * right, cubes in the order of the treasures. */
static void draw_space(FILE *out, const picture *p, unsigned space)
{
    const char *which[TOB_TREASURE_COUNT], *object = NULL;
    const picture_point at = picture_at(p->board, space);
    const bool amulet = tob_hexset_has(p->amulets, space), atv = p->atv == space;
    unsigned count = 0;

    for (unsigned t = 0; t < TOB_TREASURE_COUNT; t++)
        if (tob_hexset_has(p->markers[t], space))
            which[count++] = cubes[t];
    for (unsigned o = 0; o < TOB_OBJECT_COUNT; o++)
        if (tob_hexset_has(p->board->object[o], space))
            object = tob_object_name(o);
    if (p->eye == space)
        object = tob_object_name(TOB_STATUE);
    if (object)
        picture_use(out, object,
                    (picture_point){at.x - (atv ? 17 : 0), at.y - (count ? 13 : 2)},
                    count || atv ? .8 : .92);
    if (atv)
        picture_use(out, "atv",
                    (picture_point){at.x + (object ? 16 : 0), at.y - (count ? 8 : 2)},
                    object ? .8 : 1);
    if (amulet && (object || atv || count))
        picture_use(out, "amulet", (picture_point){at.x + 31, at.y - 6}, .8);
    else if (amulet)
        picture_use(out, "amulet", (picture_point){at.x, at.y - 1}, 1);
    if (count)
        draw_cubes(out, at, which, count, !object && !amulet && !atv);
}

void picture_pieces(FILE *out, const picture *p)
{
    tob_hexset statues = p->board->object[TOB_STATUE];

    for (unsigned i = 0; i < p->triads; i++) {
        picture_point sum = {0, 0};
        for (unsigned k = 0; k < 3; k++) {
            const picture_point at = picture_at(p->board, p->triad[i][k]);
            sum = (picture_point){sum.x + at.x / 3, sum.y + at.y / 3};
        }
        fprintf(out,
                "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"8\" fill=\"#ffffff\" "
                "stroke=\"#17262e\" stroke-width=\"3.5\"/>\n",
                sum.x, sum.y);
    }
    while (!tob_hexset_is_empty(statues)) {
        const unsigned space = tob_hexset_pop(&statues);
        if (p->facing)
            draw_arrow(out, picture_at(p->board, space), p->facing[space]);
    }
    if (p->eye != TOB_NONE)
        draw_arrow(out, picture_at(p->board, p->eye), p->direction);
    /* Back rows first: pieces stand up and cover what is behind them. */
    for (int line = 0; line < 34; line++)
        for (unsigned column = 0; column < 16; column++) {
            const int height = line - (column % 2 == 0);
            if (height < 0 || height % 2 || height / 2 > 15 ||
                p->board->grid[column][height / 2] == TOB_NONE)
                continue;
            draw_space(out, p, p->board->grid[column][height / 2]);
        }
}
