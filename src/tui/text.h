/* The words of the full-screen game, all in one place. */
#ifndef TOBAGO_TUI_TEXT_H
#define TOBAGO_TUI_TEXT_H

#include "tui/screen.h"

enum { TUI_TEXT_MAX = 320 };

/* A player's name without the level of a bot. */
void tui_text_name(const match *t, unsigned seat, char out[static REC_NAME_MAX + 1]);

/* What happened, as a viewer may know it (H1): the entry of the log that ends with line
 * 'last' of the record, "" if it is not worth telling. Returns the line it begins with.
 */
uint32_t tui_text_entry(const match *t, uint32_t last, tob_viewer viewer,
                        char out[static TUI_TEXT_MAX]);

/* A move to choose from a list. */
void tui_text_choice(const match *t, tob_move move, char out[static TUI_TEXT_MAX]);

/* A card in words: "not next to a hut". */
void tui_text_card(unsigned card, char out[static TUI_TEXT_MAX]);

/* A space and what is on it. */
void tui_text_space(const tui *ui, unsigned space, char out[static TUI_TEXT_MAX]);

/* The names of spaces: "d10 e9 f7". */
void tui_text_sites(const tui *ui, tob_hexset sites, char out[static TUI_TEXT_MAX]);

/* What a movement of the viewer could reach, by the marks: "grey h11 (4), amulet f5 (2)".
 * Known treasures are told in any case; the numbers are legs. */
void tui_text_reach(const tui *ui, char out[static TUI_TEXT_MAX]);

/* What the clue costs that she is about to play: nothing, or an amulet (A2), and the legs
 * of a movement under way (T4). */
const char *tui_text_clue_cost(const tui *ui);

/* What is asked of the viewer, or what goes on. */
void tui_text_prompt(const tui *ui, char out[static TUI_TEXT_MAX]);

/* The keys that do something now. Returns how many. */
enum { TUI_KEYS_MAX = 12 };
unsigned tui_text_keys(const tui *ui, tui_hint hints[static TUI_KEYS_MAX]);

/* The help, line by line; ends with NULL. A line with '\t' first is a heading. */
extern const char *const tui_text_help_keys[];
extern const char *const tui_text_help_replay[];
extern const char *const tui_text_help_table[];

#endif
