/* The treasure maps beside the island: in short, or with their clues. */
#ifndef TOBAGO_TUI_MAPS_H
#define TOBAGO_TUI_MAPS_H

#include "tui/column.h"

void tui_maps_put(tui_column *c, bool clues);

/* Puts all maps with their clues, in as many parts as it takes; Tab turns them. */
void tui_maps_put_page(tui_column *c);

#endif
