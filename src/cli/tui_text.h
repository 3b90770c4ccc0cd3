/* The words of the full-screen game, all in one place. */
#ifndef TOBAGO_CLI_TUI_TEXT_H
#define TOBAGO_CLI_TUI_TEXT_H

#include "cli/tui_screen.h"

enum { TUI_TEXT_MAX = 160 };

/* A player's name without the level of a bot. */
void tui_text_name(const table *t, unsigned seat, char out[static REC_NAME_MAX + 1]);

/* What happened, as a viewer may know it (H1); "" if it is not worth telling. */
void tui_text_told(const table *t, tob_move move, unsigned viewer,
                   char out[static TUI_TEXT_MAX]);

/* A move to choose from a list. */
void tui_text_choice(const table *t, tob_move move, char out[static TUI_TEXT_MAX]);

/* A card in words: "not next to a hut". */
void tui_text_card(unsigned card, char out[static TUI_TEXT_MAX]);

/* A space and what is on it. */
void tui_text_space(const tui *ui, unsigned space, char out[static TUI_TEXT_MAX]);

/* What is asked of the viewer, or what goes on. */
void tui_text_prompt(const tui *ui, char out[static TUI_TEXT_MAX]);

/* The keys that work now, as pairs: key, meaning; ends with NULL. */
const char *const *tui_text_keys(const tui *ui);

/* The help, line by line; ends with NULL. A line with '\t' first is a heading. */
extern const char *const tui_text_help[];

#endif
