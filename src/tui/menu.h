/* The start menu and the form for a new game, beside a picture of the island. */
#ifndef TOBAGO_TUI_MENU_H
#define TOBAGO_TUI_MENU_H

#include "tui/model.h"
#include "tui/text.h"

/* A row of the menu or of the form. In the form it has a value that changes. */
typedef struct tui_row {
    unsigned what; /* tui_row_kind */
    char text[48], value[48];
    bool apart; /* a blank line stands before it */
} tui_row;

enum { TUI_ROWS_MAX = 16 };

/* Begins with the menu or, where no game was ever kept, with what the game is about. */
void tui_menu_begin(tui_model *m, tui_start *start);

/* Lists the rows that are shown now. Returns how many. */
unsigned tui_menu_rows(const tui_model *m, tui_row rows[static TUI_ROWS_MAX]);

/* Writes a sentence about the chosen row. */
void tui_menu_about(const tui_model *m, char out[static TUI_TEXT_MAX]);

/* Moves the bar; changes the value of the chosen row; takes the chosen row, or another
 * one. */
void tui_menu_step(tui_model *m, int step);
void tui_menu_change(tui_model *m, int step);
void tui_menu_take(tui_model *m);
void tui_menu_take_row(tui_model *m, unsigned row);

/* Goes back from the form or a list to the menu, and from the menu to the shell. */
void tui_menu_back(tui_model *m);

#endif
