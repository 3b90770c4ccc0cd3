/* Sharing out a treasure, the small game inside the game (D, K).
 *
 * A card is turned up and offered rose by rose: who claims it has one rose less for
 * better cards, who passes leaves it to the next. What is worth claiming follows from
 * what the seat has peeked, the cards and roses left, who is asked after whom, the risk
 * of a curse, and the right to start the next map. */
#ifndef TOBAGO_AI_SHARE_H
#define TOBAGO_AI_SHARE_H

#include "tobago/game.h"

enum { AI_SHARE_ROSES = 16 }; /* on one map; those above count as the top one */

/* What a rose will get, by dynamic programming for cards as they are in the pool and
 * players who look after themselves. */
typedef struct ai_share {
    /* [cards to come][roses on the map, less 1][roses asked before this one] */
    float worth[AI_SHARE_ROSES + 2][AI_SHARE_ROSES][AI_SHARE_ROSES];
    float mean;                      /* coins of a card in the pool */
    uint8_t pool[TOB_COINS_MAX + 1]; /* that it was made for */
    bool made;                       /* false: not yet */
} ai_share;

/* Makes it for the cards that a game or a view has not seen, unless it is for the same
 * cards already. */
void ai_share_follow(ai_share *share, const tob_game *game);

/* What the seat that is asked (TOB_PHASE_OFFER) gains more than the others if it claims
 * or passes, in coins. It is judged by what this seat knows, in a full game too. 'depth'
 * further cards are looked at one by one, with everybody's best answers; 0 is quick. */
typedef struct ai_offer {
    float claim, pass;
} ai_offer;

ai_offer ai_share_solve(const ai_share *share, const tob_game *game, unsigned depth);

/* How likely it is that all who were asked before passed on the offered card, with the
 * cards that a full game lets them have peeked; 1 if that was wise for all. */
float ai_share_passed(const ai_share *share, const tob_game *game);

/* The depth that can be had for some 4,000 positions, and at most what is of use. */
unsigned ai_share_depth(const tob_game *game);

#endif
