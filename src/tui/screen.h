/* The terminal: drawing the model on it, and reading keys from it. */
#ifndef TOBAGO_TUI_SCREEN_H
#define TOBAGO_TUI_SCREEN_H

#include "tui/keys.h"

/* Takes the terminal over; false if it cannot be used. tui_screen_stop gives it back. */
bool tui_screen_start(void);
void tui_screen_stop(void);

/* Draws the model and shows it, or says what size a window needs that is too small.
 * Brings the model's marks and window up to date first. */
void tui_draw(tui_model *m);

/* Waits for a key, at most so many milliseconds, or for ever if that is negative. Returns
 * TUI_KEY_NONE if none was pressed; if the terminal is gone, the model's 'quit' is set.
 * In a window that is too small only q is heard. */
int tui_read_key(tui_model *m, int wait_ms);

/* Shows what was drawn for a moment, and forgets the keys pressed until then: they were
 * meant for something else. */
void tui_unhear(void);

#endif
