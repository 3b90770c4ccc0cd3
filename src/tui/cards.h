/* Choosing a card and a map, or a card to give up for a volcanic clue (V6). */
#ifndef TOBAGO_TUI_CARDS_H
#define TOBAGO_TUI_CARDS_H

#include "tui/model.h"

/* The seat whose hand is shown: the viewer's; with all cards open that of the only person
 * when the game is over, else of the one on turn. */
unsigned tui_hand_seat(const tui_model *m);

/* Lists the cards to choose from: that hand, or the first clue (S5). Returns how many. */
unsigned tui_hand(const tui_model *m, uint8_t cards[static TOB_CARD_MAX]);

/* The chosen card, or TOB_NONE; and the move of playing it on a map. */
unsigned tui_chosen_card(const tui_model *m);
tob_move tui_card_move(const tui_model *m, unsigned treasure);

/* The sites of a map on which a card's clue would hold; all of them for TOB_NONE. */
tob_hexset tui_sites_left(const tui_model *m, unsigned treasure, unsigned card);

/* The one reason against every card on every map for a clue of this kind. TOB_OK if they
 * differ, so that it is worth looking, or if some card can be played or given up. */
tob_reason tui_cards_reason(const tui_model *m, unsigned kind);

/* Lets the viewer choose a card for a clue of this kind; the second function refuses if
 * nothing could come of it. */
void tui_cards_choose(tui_model *m, unsigned kind);
void tui_cards_begin(tui_model *m, unsigned kind);

/* Goes to the next card or map, or to the one before. */
void tui_cards_step(tui_model *m, int step);
void tui_cards_step_map(tui_model *m, int step);

/* A click chooses a card, and a second one plays it. */
void tui_cards_click(tui_model *m);

/* Plays the chosen card on the chosen map. */
void tui_cards_play(tui_model *m);

/* Collects the volcanic clues that may take the place of the chosen card on a map.
 * Returns how many there are; 'found' may be NULL. */
unsigned tui_volcanic_moves(const tui_model *m, unsigned treasure, tob_moves *found);

/* Lets the viewer choose a card to give up instead of a clue of this kind; and a volcanic
 * clue for the card that is chosen already. Without one, says why. */
void tui_volcanic_begin(tui_model *m, unsigned clue);
void tui_volcanic_play(tui_model *m);

#endif
