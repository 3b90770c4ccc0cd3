/* The island on the screen: its size and its hexes. */
#ifndef TOBAGO_TUI_BOARD_H
#define TOBAGO_TUI_BOARD_H

#include "tui/model.h"

/* The layout: the place of the island, the size of its hexes, and the room that is left
 * beside and below it. */
typedef struct tui_frame {
    int cell;               /* letters from column to column */
    int half;               /* lines of half a hex */
    int height;             /* lines that the island may use */
    int width;              /* letters that it uses, labels included */
    int fit;                /* half hexes that are shown at once */
    int scroll;             /* half hexes above these */
    int panel, panel_width; /* the panel beside it */
    int log, log_height;    /* lines below the island for the log; height 0: none */
} tui_frame;

/* Fits the island into the model's window: the largest hexes that leave room for the
 * panel, scrolled to the cursor unless it was scrolled by hand. */
tui_frame tui_board_frame(const tui_model *m);

void tui_board_draw(const tui_model *m, const tui_frame *f);

/* The space at a place of the screen, or TOB_NONE. */
unsigned tui_board_hit(const tui_model *m, const tui_frame *f, int y, int x);

#endif
