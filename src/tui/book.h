/* The picture of the rules. */
#ifndef TOBAGO_TUI_BOOK_H
#define TOBAGO_TUI_BOOK_H

#include "tui/model.h"

void tui_book_draw(const tui_model *m);

#endif
