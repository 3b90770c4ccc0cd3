/* The yardstick: a simple player against which all others are measured.
 *
 * Raise if possible; claim a card at or above the mean of those unseen; drive towards the
 * nearest known site; else play the clue that leaves the fewest sites. It was written
 * before any other bot was tuned and stays as it is. */
#ifndef TOBAGO_AI_GREEDY_H
#define TOBAGO_AI_GREEDY_H

#include "ai/ways.h"
#include "tobago/random.h"

tob_move ai_greedy_move(const tob_game *view, const tob_board *board, const ai_ways *ways,
                        const tob_moves *moves, tob_rng *rng);

#endif
