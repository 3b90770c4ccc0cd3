/* What a position is worth to each seat.
 *
 * An estimate of final coins, as a weighted sum of what matters: coins, roses on maps and
 * how soon they pay, the race to known sites, amulets, cards that can be played. */
#ifndef TOBAGO_AI_EVAL_H
#define TOBAGO_AI_EVAL_H

#include "ai/ways.h"
#include "tobago/game.h"

/* The weights, in coins. */
typedef struct ai_weights {
    float rose_known;  /* a rose on a map with a known site, in mean cards */
    float rose_marked; /* with markers on the board */
    float rose_open;   /* with more sites than markers */
    float rose_first;  /* more for being asked early at the distribution */
    float raise;       /* the chance to raise, in mean cards */
    float amulet;      /* an amulet in the hand */
    float amulet_near; /* the chance to get one that lies about */
    float clue;        /* a card that can be played somewhere */
    float last_roses;  /* fewer than three roses left, each */
    float turn;        /* to be on turn with the main action open */
} ai_weights;

extern const ai_weights ai_default_weights;

/* Estimates the final coins of each seat. 'game' is a full game. */
void ai_estimate(const tob_game *game, const tob_board *board, const ai_ways *ways,
                 const ai_weights *weights, float coins[static TOB_SEATS]);

/* Turns estimates into chances to win, between 0 and 1. */
void ai_chances(const tob_game *game, const float coins[static TOB_SEATS],
                float chance[static TOB_SEATS]);

/* The mean coins of a treasure card not seen yet; curses count as 0. */
float ai_mean_card(const tob_game *game);

#endif
