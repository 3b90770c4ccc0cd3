/* The worth of a position to each seat: coins still to come (tobago/train.h lists the
 * features and their weights), and from them chances to win. */
#ifndef TOBAGO_AI_EVAL_H
#define TOBAGO_AI_EVAL_H

#include "ai/ways.h"
#include "tobago/train.h"

/* The learned weights by number of players, generated from data/weights.txt. */
extern const ai_weights ai_learned_weights[TOB_SEATS + 1];

/* The features of each seat. 'game' is a full game in which the first turn has begun. */
void ai_features(const tob_game *game, const tob_board *board, const ai_ways *ways,
                 float feature[static TOB_SEATS][AI_FEATURE_COUNT]);

/* Estimates the final coins of each seat. */
void ai_estimate(const tob_game *game, const tob_board *board, const ai_ways *ways,
                 const ai_weights *weights, float coins[static TOB_SEATS]);

/* Turns estimates into chances to win, between 0 and 1, each seat against the strongest
 * other. They do not add up to 1. */
void ai_win_chances(const tob_game *game, const ai_weights *weights,
                    const float coins[static TOB_SEATS], float chance[static TOB_SEATS]);

/* The mean coins of a card of the next treasure; curses count as 0. Where the deck has
 * too few cards for a treasure, the discards make up for the rest (R4). */
float ai_mean_card(const tob_game *game);

/* How much of the game is left: 1 while the deck is thick, then falling to 0. */
float ai_later(const tob_game *game);

#endif
