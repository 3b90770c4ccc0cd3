/* A quick opinion of every legal move: what a sensible player would do at once.
 *
 * Search uses it to look at likely moves first and to play on from a leaf. */
#ifndef TOBAGO_AI_POLICY_H
#define TOBAGO_AI_POLICY_H

#include "ai/eval.h"

/* Writes a score in coins for each move of the list; higher is better. 'game' is a full
 * game, or a view for the moves of its holder. */
void ai_policy(const tob_game *game, const tob_board *board, const ai_ways *ways,
               const tob_moves *moves, float *score);

#endif
