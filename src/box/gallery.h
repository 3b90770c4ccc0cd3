/* Small pictures of islands, several in a row, for the terminal. */
#ifndef TOBAGO_BOX_GALLERY_H
#define TOBAGO_BOX_GALLERY_H

#include <stdio.h>

#include "tui/draw.h"

/* The columns of the terminal behind a file; 80 if there is none. */
unsigned box_columns(FILE *out);

/* Draws the islands of a set (as bits), each under its code: larger if they are few. */
void box_draw_islands(FILE *out, draw_style style, unsigned columns, uint32_t islands);

/* Draws the six sides of the sections as they lie in the upper left of an island (I1). */
void box_draw_sides(FILE *out, draw_style style, unsigned columns);

#endif
