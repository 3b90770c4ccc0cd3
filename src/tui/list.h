/* Lists to choose from, over everything else. */
#ifndef TOBAGO_TUI_LIST_H
#define TOBAGO_TUI_LIST_H

#include "tui/model.h"

/* Opens a list of moves; choosing one plays it. 'notes' stand behind the moves, one each
 * for at most TUI_NOTES_MAX of them; or NULL. */
void tui_list_moves(tui_model *m, const char *title, const tob_moves *moves,
                    char (*notes)[TUI_NOTE_SIZE]);

/* Plays the only one of the moves, or opens a list of them. */
void tui_list_or_act(tui_model *m, const char *title, const tob_moves *moves);

/* Opens a list of items, at most TUI_ITEMS_MAX; choosing one calls 'take' with its kind.
 */
void tui_list_items(tui_model *m, const char *title, const tui_item *items,
                    unsigned count, void (*take)(tui_model *m, unsigned kind));

/* Moves the bar up or down, by so many items and no further than the ends; by a single
 * item it goes round. */
void tui_list_step(tui_model *m, int step);

/* A click puts the bar on an item, and a second one takes it. */
void tui_list_click(tui_model *m);

/* Chooses an item and closes the list; no such item: nothing happens. */
void tui_list_take(tui_model *m, unsigned item);

#endif
