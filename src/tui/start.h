/* The picture of the start menu and of the form for a new game, beside the island. */
#ifndef TOBAGO_TUI_START_H
#define TOBAGO_TUI_START_H

#include "tui/board.h"

void tui_start_draw(const tui_model *m, const tui_frame *f);

#endif
