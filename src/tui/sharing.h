/* The panel while a treasure is shared out: the roses in the order in which they are
 * asked, the cards turned up, and what may still come. */
#ifndef TOBAGO_TUI_SHARING_H
#define TOBAGO_TUI_SHARING_H

#include "tui/column.h"

/* Puts it, and leaves 'keep' lines of the column free where it can. */
void tui_sharing_put(tui_column *c, int keep);

#endif
