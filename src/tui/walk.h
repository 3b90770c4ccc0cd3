/* Walking over the island with the arrow keys. */
#ifndef TOBAGO_TUI_WALK_H
#define TOBAGO_TUI_WALK_H

#include "tui/model.h"

/* Moves the cursor to the next space up or down its column (-1, 1), across bays. */
void tui_walk_column(tui_model *m, int step);

/* Moves the cursor to the next column that has land, west or east (-1, 1), and there to
 * the space nearest to the height last walked at. */
void tui_walk_row(tui_model *m, int step);

/* Moves the cursor to the neighbour in a direction, if there is one. */
void tui_walk_direction(tui_model *m, unsigned direction);

#endif
