/* The full-screen game: the island, the maps, the hand and the log in a terminal. */
#ifndef TOBAGO_TUI_TUI_H
#define TOBAGO_TUI_TUI_H

#include "host/match.h"

/* Plays the match until it is over or left. A bot's move stays on the screen
 * for 'pace_ms'. The caller closes the match. */
host_status tui_play(match *t, unsigned pace_ms);

/* Steps through the record of the match. */
host_status tui_replay(match *t);

/* Does TERM name a terminal on which a full screen can be drawn? */
bool tui_is_possible(void);

/* Plays the match line by line on stdin and stdout. The caller closes it. */
host_status plain_play(match *t);

#endif
