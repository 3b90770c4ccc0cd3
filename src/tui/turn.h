/* The actions of a person who decides: choose, drive, raise, pay, take back, ask. */
#ifndef TOBAGO_TUI_TURN_H
#define TOBAGO_TUI_TURN_H

#include "tui/model.h"

/* Makes ready for a decision of the viewer: the mode that the phase asks for. */
void tui_decide(tui_model *m);

/* Begins a clue or a movement, an extra one where that is the only kind possible, or
 * refuses with the reason. A movement under way is gone on with. */
void tui_begin_clue(tui_model *m);
void tui_begin_volcanic(tui_model *m);
void tui_begin_move(tui_model *m, unsigned kind);

/* Drives to the space under the cursor, with as many legs as it takes, unless something
 * is to be decided on the way (V3). */
void tui_drive(tui_model *m);

/* Chooses the space under the cursor for a move of the mode's kind. */
void tui_choose_space(tui_model *m);

/* Raises the treasure on which the viewer stands. */
void tui_raise(tui_model *m);

/* Ends the turn; before the main action only when asked twice. */
void tui_end_turn(tui_model *m);

/* Ends a turn in which nothing else is possible, unless the last step could still be
 * taken back or people want to be asked. */
bool tui_end_by_itself(tui_model *m);

/* Takes the last step back; a drive that one key made is one step, and so is a choice
 * that was begun. */
void tui_take_back(tui_model *m);

/* Lists an expert's opinions. This takes as long as an expert thinks. */
void tui_list_opinions(tui_model *m);

/* Quits; leaves a game that is kept in no file only when asked twice. */
void tui_leave(tui_model *m);

/* ---- amulets.c ---- */

/* Lists what an amulet buys (A1 to A3, P1, P2), and the ways to exchange the hand (X1,
 * X2). If nothing is possible, says why. */
void tui_list_amulets(tui_model *m);
void tui_list_exchanges(tui_model *m);

#endif
