/* The companion's full screen: the island with its cubes, the maps, the last answer. It
 * is drawn anew after every line; the terminal scrolls and keeps no mode, so that nothing
 * has to be put back. */
#ifndef TOBAGO_BOX_SCREEN_H
#define TOBAGO_BOX_SCREEN_H

#include "box/journal.h"
#include "tui/draw.h"

/* Draws the screen with an answer below, for a terminal of this size. What does not fit
 * is drawn smaller: first the island, and if the answer needs all the room, not at all.
 */
void box_screen_draw(FILE *out, draw_style style, unsigned columns, unsigned rows,
                     const box_journal *journal, const char *answer);

/* Draws the island in one line a row: columns with even letters would lie half a space
 * lower. */
void box_draw_compact(FILE *out, draw_style style, const box_table *table);

#endif
