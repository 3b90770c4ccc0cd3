/* The full-screen game: the island, the maps, the hand and the log in a terminal. */
#ifndef TOBAGO_TUI_TUI_H
#define TOBAGO_TUI_TUI_H

#include <stdatomic.h>

#include "host/match.h"
#include "host/saves.h"

/* How a match is played, whatever its rules. */
typedef struct tui_manner {
    unsigned pace_ms; /* a bot's move stays on the screen as long */
    bool ask_end;     /* a turn never ends by itself */
} tui_manner;

/* The wish of those who leave a screen. */
typedef enum tui_next {
    TUI_LEAVE,
    TUI_AGAIN,   /* another game like this one */
    TUI_ANALYSE, /* the analysis of this one, and back to it */
    TUI_MENU,    /* the start menu */
} tui_next;

/* Plays the match until it is left. The caller closes the match. */
host_status tui_play(match *t, const tui_manner *manner, tui_next *next);

/* Steps through the record of the match, from the position after so many lines on; 0: as
 * it begins. */
host_status tui_replay(match *t, uint32_t at, tui_next *next);

/* What was chosen in the start menu. */
typedef enum tui_order {
    TUI_ORDER_LEAVE,
    TUI_ORDER_GO_ON,  /* with the game of 'path' */
    TUI_ORDER_REPLAY, /* it */
    TUI_ORDER_NEW,    /* with 'settings', which are kept for the next time */
} tui_order;

typedef struct tui_start {
    tui_order order;
    char path[SAVES_PATH_MAX];
    game_settings settings;
} tui_start;

/* Shows the start menu until something is chosen, or 'stop' is set. */
host_status tui_menu(tui_start *start, const atomic_bool *stop);

/* Does TERM name a terminal on which a full screen can be drawn? */
bool tui_is_possible(void);

/* Plays the match line by line on stdin and stdout. The caller closes it. */
host_status plain_play(match *t, const tui_manner *manner);

#endif
