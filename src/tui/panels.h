/* The panels beside and below the island: maps, hand, players, the space under the
 * cursor, the log, and the bottom with what is asked and the keys. */
#ifndef TOBAGO_TUI_PANELS_H
#define TOBAGO_TUI_PANELS_H

#include "tui/board.h"

void tui_panels_draw(const tui_model *m, const tui_frame *f);

#endif
