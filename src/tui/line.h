/* A move typed in words. */
#ifndef TOBAGO_TUI_LINE_H
#define TOBAGO_TUI_LINE_H

#include "tui/model.h"

/* Begins a line; adds a letter; deletes the last one. */
void tui_line_open(tui_model *m);
void tui_line_add(tui_model *m, char letter);
void tui_line_delete(tui_model *m);

/* Adds the line that was pasted. */
void tui_line_paste(tui_model *m);

/* Adds what the legal moves leave no doubt about; if nothing is certain, the model's
 * 'words' tell what there is to choose from. */
void tui_line_complete(tui_model *m);

/* Plays the line, which may lack the seat in front, and closes it. */
void tui_line_play(tui_model *m);

#endif
