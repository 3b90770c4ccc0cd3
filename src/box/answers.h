/* Answers about a table, as text. Each writes whole lines. */
#ifndef TOBAGO_BOX_ANSWERS_H
#define TOBAGO_BOX_ANSWERS_H

#include <stdio.h>

#include "box/table.h"
#include "tui/draw.h"

/* The maps: how many sites, where the cubes go, and the clues; of one treasure, or of all
 * for TOB_TREASURE_COUNT. */
void box_tell_maps(FILE *out, draw_style style, const box_table *table,
                   unsigned treasure);

/* One line a map: how many sites are left, and where the cubes go, within 'width'. */
void box_tell_brief(FILE *out, draw_style style, const box_table *table, unsigned width);

/* Where each statue's amulet surfaces if a treasure is raised now and, unless briefly,
 * after that (N3, N4). */
void box_tell_statues(FILE *out, const box_table *table, bool briefly);

/* What a clue would leave on each map, or on one. */
void box_tell_would(FILE *out, const box_table *table, unsigned treasure, tob_clue clue);

/* What every clue would leave on a map, those that leave the fewest sites first. */
void box_tell_all(FILE *out, const box_table *table, unsigned treasure, unsigned width);

/* Where an ATV on a space can go in 1, 2 and 3 legs; 'pay': across lava. */
void box_tell_reach(FILE *out, const box_table *table, unsigned space, bool pay);

/* Writes a picture of the table. Complains and returns false if it cannot. */
bool box_write_picture(const box_table *table, const char *path);

#endif
