/* How a board is changed: between board.c, which makes it, and volcano.c. */
#ifndef TOBAGO_ENGINE_GROUND_H
#define TOBAGO_ENGINE_GROUND_H

#include "tobago/board.h"

/* The coordinates of the neighbour in a direction, land or not. */
void ground_step(const tob_board *board, unsigned space, unsigned direction, int *q,
                 int *r);

/* Do these coordinates have a name (I6), a place in the grid? */
bool ground_has_name(int q, int r);

/* Adds a hex of land behind the last one and to the legs of its neighbours; the rest is
 * refreshed by the caller. Returns its number. */
unsigned ground_add(tob_board *board, int q, int r, unsigned terrain);

/* Gives a hex another ground; what follows from that is refreshed by the caller. */
void ground_change(tob_board *board, unsigned space, unsigned terrain);

/* Makes the areas of one ground that lie in or reach into 'within' again: their legs and
 * sizes, and which is the largest. */
void ground_refresh_areas(tob_board *board, unsigned ground, tob_hexset within);

/* The largest area or areas of a set of hexes (I5). */
tob_hexset ground_largest(const tob_board *board, tob_hexset ground);

/* The hexes of a landmark, and what a clue about such hexes allows among some spaces. */
tob_hexset ground_landmark(const tob_board *board, unsigned landmark);
tob_hexset ground_clue(const tob_board *board, tob_clue clue, tob_hexset mark,
                       tob_hexset spaces);

/* Makes what each clue card allows again, for landmarks in this set (bits). */
void ground_refresh_clues(tob_board *board, uint32_t landmarks);

/* Looks again where the ocean is near, for these hexes. */
void ground_refresh_coast(tob_board *board, tob_hexset around);

/* Makes everything again that follows from the terrain. */
void ground_refresh(tob_board *board);

/* All objects. */
tob_hexset ground_objects(const tob_board *board);

#endif
