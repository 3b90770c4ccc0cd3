/* Places on the screen that answer to the mouse. Pictures note them while they draw; a
 * click is looked up in what was drawn last. */
#ifndef TOBAGO_TUI_ZONES_H
#define TOBAGO_TUI_ZONES_H

#include <stdbool.h>

typedef enum tui_zone_kind {
    TUI_ZONE_KEY,  /* a click presses the key 'value' */
    TUI_ZONE_ITEM, /* it chooses item 'value' of the list, menu or form */
    TUI_ZONE_CARD, /* it chooses card 'value' of the hand */
} tui_zone_kind;

typedef struct tui_zone {
    int y, x, width;
    tui_zone_kind kind;
    int value;
} tui_zone;

/* Forgets all places. */
void tui_zones_clear(void);

/* Notes a place of one line; what is noted later lies on top. */
void tui_zone_add(tui_zone zone);

/* Finds the place at a point of the screen; false if there is none. */
bool tui_zone_find(int y, int x, tui_zone *found);

#endif
