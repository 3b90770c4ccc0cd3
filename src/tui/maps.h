/* The treasure maps beside the island: in short, or with their clues. */
#ifndef TOBAGO_TUI_MAPS_H
#define TOBAGO_TUI_MAPS_H

#include "tui/column.h"

enum { TUI_ROOMY = 30 }; /* lines from which on nothing needs to be left out */

extern const char tui_maps_letter[TOB_TREASURE_COUNT + 1];

/* The sites that a card would leave on a map; and how many the chosen card would. */
tob_hexset tui_maps_sites_left(const tui *ui, unsigned treasure, unsigned card);
unsigned tui_maps_count_left(const tui *ui, unsigned treasure);

void tui_maps_put(tui_column *c, bool clues);

/* All maps with their clues, in as many parts as it takes; Tab turns them. */
void tui_maps_put_page(tui_column *c);

#endif
