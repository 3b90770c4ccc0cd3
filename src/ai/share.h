/* Sharing out a treasure, the small game inside the game (D, K).
 *
 * A card is turned up and offered rose by rose: a seat that claims it has one rose less
 * for better cards, a seat that passes leaves it to the next. share.c opens with how this
 * is solved. */
#ifndef TOBAGO_AI_SHARE_H
#define TOBAGO_AI_SHARE_H

#include "tobago/game.h"

enum { AI_SHARE_ROSES = 16 }; /* on one map; any above that are left out */

/* The coins that a rose will get, for cards as they are in the pool and players who look
 * after themselves. */
typedef struct ai_share {
    /* [cards to come][roses on the map, less 1][roses asked before this one] */
    float worth[AI_SHARE_ROSES + 2][AI_SHARE_ROSES][AI_SHARE_ROSES];
    float mean;                      /* coins of a card in the pool */
    uint8_t pool[TOB_COINS_MAX + 1]; /* the cards that it was made for */
    bool made;                       /* false: not yet */
} ai_share;

/* Makes the table for the cards that a game or a view has not seen, unless it fits them
 * already. */
void ai_share_follow(ai_share *share, const tob_game *game);

/* The lead over the others, in coins, that the seat that is asked (TOB_PHASE_OFFER) gains
 * by claiming and by passing. */
typedef struct ai_offer {
    float claim, pass;
} ai_offer;

/* Solves an offer by what the seat that is asked knows, in a full game too. 'depth'
 * further cards are looked at one by one, with everybody's best answers; 0 is quick. */
ai_offer ai_share_solve(const ai_share *share, const tob_game *game, unsigned depth);

/* The likelihood that all who were asked before passed on the offered card, given the
 * cards that a full game lets them have peeked; 1 if passing was right for all. */
float ai_share_passed(const ai_share *share, const tob_game *game);

/* The largest depth of use that visits at most some 4,000 positions. */
unsigned ai_share_depth(const tob_game *game);

#endif
