/* Changing a board: what board.c, which makes it, offers to volcano.c. */
#ifndef TOBAGO_ENGINE_GROUND_H
#define TOBAGO_ENGINE_GROUND_H

#include "tobago/board.h"

/* The coordinates of the neighbour in a direction, land or not. */
void ground_step(const tob_board *board, unsigned space, unsigned direction, int *q,
                 int *r);

/* Do these coordinates have a name (I6), a place in the grid? */
bool ground_has_name(int q, int r);

/* Adds a hex of land behind the last one and to the legs of its neighbours, and returns
 * its number. The caller refreshes the rest. */
unsigned ground_add(tob_board *board, int q, int r, unsigned terrain);

/* Gives a hex another ground. The caller refreshes what follows from it. */
void ground_change(tob_board *board, unsigned space, unsigned terrain);

/* Computes the areas of one ground that reach into 'within' anew: their legs and sizes,
 * and the largest area. */
void ground_refresh_areas(tob_board *board, unsigned ground, tob_hexset within);

/* The largest area or areas of a set of hexes (I5). */
tob_hexset ground_largest(const tob_board *board, tob_hexset ground);

/* The hexes of a landmark. */
tob_hexset ground_landmark(const tob_board *board, unsigned landmark);

/* The spaces among 'spaces' that a clue allows whose landmark is the hexes 'mark' (L). */
tob_hexset ground_clue(const tob_board *board, tob_clue clue, tob_hexset mark,
                       tob_hexset spaces);

/* Computes anew what the clue cards about these landmarks (bits) allow. */
void ground_refresh_clues(tob_board *board, uint32_t landmarks);

/* Computes anew which of these hexes lie by the ocean or see it. */
void ground_refresh_coast(tob_board *board, tob_hexset around);

/* Computes everything anew that follows from the terrain. */
void ground_refresh(tob_board *board);

/* The spaces with an object of any kind. */
tob_hexset ground_objects(const tob_board *board);

#endif
