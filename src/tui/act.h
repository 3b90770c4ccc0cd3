/* What the keys of a decision share: moves are played, or refused with their clause. */
#ifndef TOBAGO_TUI_ACT_H
#define TOBAGO_TUI_ACT_H

#include "tui/screen.h"

/* ---- tui_act.c ---- */

/* A move of the viewer, nothing but its kind filled in. */
tob_move tui_own_move(const tui *ui, unsigned kind);

/* Why a move is refused; and saying so, with the clause. */
tob_reason tui_why(const tui *ui, tob_move move);
void tui_refuse_reason(tui *ui, tob_reason reason);

/* Plays a move; a refusal is told with its clause. */
bool tui_act(tui *ui, tob_move move);

/* Lets her choose from the moves found, or leave it. */
void tui_act_choice(tui *ui, const char *title, const tob_moves *found);

/* Plays the only one of the moves found, or lets her choose. */
void tui_act_one_of(tui *ui, const char *title, const tob_moves *found);

/* The legal moves of a kind, on a space unless that is TOB_NONE. Returns how many. */
unsigned tui_collect(const tui *ui, unsigned kind, unsigned space, tob_moves *found);

void tui_set_mode(tui *ui, tui_mode mode, unsigned kind);

/* ---- tui_input.c ---- */

/* Lets her choose where to move, if a movement of this kind is possible. */
void tui_begin_move(tui *ui, unsigned kind);

/* ---- tui_amulets.c ---- */

/* Menus: what an amulet buys, and the ways to exchange the hand. */
void tui_amulets_play(tui *ui);
void tui_amulets_exchange(tui *ui);

/* ---- tui_cards.c ---- */

/* Lets her choose a card for a clue of this kind. */
void tui_cards_choose(tui *ui, unsigned kind);

/* The one reason against every card on every map; TOB_OK if they differ, so that it is
 * worth looking, or if a card can be played or given up for a volcanic clue (V6). */
tob_reason tui_cards_reason(const tui *ui, unsigned kind);

/* The same if there is one to choose, or one to give up for a volcanic clue; else the
 * reason. */
void tui_cards_begin(tui *ui, unsigned kind);
void tui_cards_volcanic(tui *ui, unsigned clue);

/* A key while she chooses; false if it means nothing there. */
bool tui_cards_press(tui *ui, int key);

#endif
