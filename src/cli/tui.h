/* The full-screen game: the island, the maps, the hand and the log in a terminal. */
#ifndef TOBAGO_CLI_TUI_H
#define TOBAGO_CLI_TUI_H

#include "cli/table.h"

/* Plays the game at the table until it is over or left. A bot's move stays on the screen
 * for 'pace_ms'. The caller closes the table. */
cli_exit tui_play(table *t, unsigned pace_ms);

/* Steps through the record at the table. */
cli_exit tui_replay(table *t);

#endif
