/* Pictures of what lies over everything else: lists, help, the result, the screen between
 * two people. */
#ifndef TOBAGO_TUI_PAGES_H
#define TOBAGO_TUI_PAGES_H

#include "tui/model.h"

/* Draws what lies over the screen, if anything does. */
void tui_pages_draw(const tui_model *m);

#endif
