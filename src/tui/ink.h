/* The colours of the full-screen game: 256, 8 or none, by role. */
#ifndef TOBAGO_TUI_INK_H
#define TOBAGO_TUI_INK_H

#include <stdbool.h>

#include "tobago/types.h"

/* Roles. Some are the first of several: TUI_INK_SEAT + seat. */
typedef enum tui_ink_role {
    TUI_INK_TEXT,
    TUI_INK_DIM,
    TUI_INK_TITLE,
    TUI_INK_KEY,
    TUI_INK_BAD,
    TUI_INK_GOOD,
    TUI_INK_CHOSEN,
    TUI_INK_OCEAN,
    TUI_INK_CURSOR,
    TUI_INK_AMULET,
    TUI_INK_LOST, /* a mark of what would be lost */
    TUI_INK_MARK, /* of the first, second, third leg */
    TUI_INK_SEAT = TUI_INK_MARK + TOB_LEGS,
    TUI_INK_ATV = TUI_INK_SEAT + TOB_SEATS,
    TUI_INK_MARKER = TUI_INK_ATV + TOB_SEATS,
    TUI_INK_GROUND = TUI_INK_MARKER + TOB_TREASURE_COUNT, /* letters that recede */
    TUI_INK_STRONG = TUI_INK_GROUND + TOB_GROUND_COUNT,   /* letters that stand out */
    TUI_INK_SHADE = TUI_INK_STRONG + TOB_GROUND_COUNT,    /* ground that is dimmed */
    TUI_INK_STANDING = TUI_INK_SHADE + TOB_GROUND_COUNT,  /* what stands on it */
    TUI_INK_COUNT = TUI_INK_STANDING + TOB_GROUND_COUNT,
} tui_ink_role;

/* Finds out what the terminal can do. Curses must have started. */
void tui_ink_start(void);

/* Writes with this ink from now on. */
void tui_ink(unsigned role);

bool tui_ink_has_colour(void);
bool tui_ink_has_ocean(void); /* a colour that nothing else has */
bool tui_ink_has_utf8(void);

#endif
