/* The parts of a picture, in the order in which they lie on each other. Only the files of
 * the picture include this.
 *
 * Hexes are flat-topped with a circumradius of 50. Their corners lie on a lattice of
 * PICTURE_X by PICTURE_Y: the hex at axial q, r has its middle at 3q, 2r + q. */
#ifndef TOBAGO_HOST_PICTURE_PARTS_H
#define TOBAGO_HOST_PICTURE_PARTS_H

#include "host/picture.h"

#define PICTURE_X 25.0
#define PICTURE_Y 43.3

typedef struct picture_point {
    double x, y;
} picture_point;

/* The ground colour of each terrain, of lava and of the volcano. */
extern const char *const picture_ground[TOB_GROUND_COUNT];

/* The middle of a hex. */
picture_point picture_at(const tob_board *board, unsigned space);

/* Writes the outline of a set of hexes as the data of a path: closed loops. */
void picture_outline(FILE *out, const tob_board *board, tob_hexset set);

/* Writes a path around a set of hexes with these attributes; nothing for an empty set. */
void picture_around(FILE *out, const tob_board *board, tob_hexset set,
                    const char *attributes);

/* Puts a drawing at a point, scaled. */
void picture_use(FILE *out, const char *drawing, picture_point at, double scale);

/* Writes the drawings that picture_use puts. */
void picture_art(FILE *out);

/* Draws the sea around the island and the island as a board with thickness. */
void picture_land(FILE *out, const tob_board *board);

/* Draws the terrains with their textures, the lava and the volcano. 'busy' spaces carry
 * something, so that their textures recede. */
void picture_terrains(FILE *out, const picture *p, tob_hexset busy);

/* The same for a small island: rivers are areas, and nothing has an id. */
void picture_small_terrains(FILE *out, const picture *p);

/* Draws what the picture answers: light, reach, lines of sight. */
void picture_answer(FILE *out, const picture *p);

/* Draws the names of the spaces, and everything that stands on them. */
void picture_names(FILE *out, const picture *p);
void picture_pieces(FILE *out, const picture *p);

#endif
