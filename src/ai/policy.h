/* A quick opinion of every legal move: what a sensible player would do at once.
 *
 * Search uses it to look at likely moves first and to play on from a leaf. */
#ifndef TOBAGO_AI_POLICY_H
#define TOBAGO_AI_POLICY_H

#include "ai/eval.h"
#include "ai/share.h"
#include "tobago/random.h"

/* What a bot thinks with: what it looks up, its luck, and room for a list of moves. */
typedef struct ai_mind {
    ai_ways ways;
    ai_share share;
    tob_rng rng;
    tob_moves moves;
    float score[TOB_MOVES_MAX]; /* of each move, in coins; higher is better */
} ai_mind;

void ai_mind_init(ai_mind *mind, uint64_t seed, uint64_t stream);

/* Makes the tables fit a game or a view. They stay good for what follows from it. */
void ai_mind_follow(ai_mind *mind, const tob_game *game, const tob_board *board);

/* A random number from 0 up to, but not including, 1. */
static inline float ai_chance(tob_rng *rng)
{
    return (float)(tob_rng_next(rng) >> 40) * (1.0f / 16777216.0f);
}

/* Scores the moves in mind->moves. 'game' is a full game, or a view for the moves of its
 * holder. */
void ai_policy(ai_mind *mind, const tob_game *game, const tob_board *board);

/* The same with more care, for a decision that is to be made: what an offer is worth is
 * looked up some cards ahead. */
void ai_policy_at(ai_mind *mind, const tob_game *view, const tob_board *board);

/* Lists the legal moves and picks one: by their odds for nature, else the best, with up
 * to so many coins of noise on each. */
tob_move ai_quick_move(ai_mind *mind, const tob_game *game, const tob_board *board,
                       float noise);

/* The move in mind->moves that has the highest score, with noise. */
tob_move ai_best_move(ai_mind *mind, float noise);

#endif
