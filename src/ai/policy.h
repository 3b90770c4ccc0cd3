/* The quick opinion: scores every legal move as a sensible player would at a glance.
 *
 * The weaker levels play by it. The search uses it to visit likely moves first and to
 * play on from a leaf. */
#ifndef TOBAGO_AI_POLICY_H
#define TOBAGO_AI_POLICY_H

#include "ai/eval.h"
#include "ai/share.h"
#include "tobago/random.h"

/* A bot's tools: tables to look up, a generator, and room for a list of moves. */
typedef struct ai_mind {
    ai_ways ways;
    ai_share share;
    tob_rng rng;
    tob_moves moves;
    float score[TOB_MOVES_MAX]; /* of each move, in coins; higher is better */
} ai_mind;

void ai_mind_init(ai_mind *mind, uint64_t seed, uint64_t stream);

/* Makes the tables fit a game or a view. They stay valid for all that follows from it. */
void ai_mind_follow(ai_mind *mind, const tob_game *game, const tob_board *board);

/* A random number from 0 up to, but not including, 1. */
static inline float ai_chance(tob_rng *rng)
{
    return (float)(tob_rng_next(rng) >> 40) * (1.0f / 16777216.0f);
}

/* Scores the moves in mind->moves. 'game' is a full game, or a view for the moves of its
 * holder. */
void ai_policy(ai_mind *mind, const tob_game *game, const tob_board *board);

/* The same with more care, for a decision that is about to be made: an offer is solved
 * some cards ahead. */
void ai_policy_at(ai_mind *mind, const tob_game *view, const tob_board *board);

/* Lists the legal moves and picks one: nature's by their odds, a seat's by score, with up
 * to 'noise' coins added to each. */
tob_move ai_quick_move(ai_mind *mind, const tob_game *game, const tob_board *board,
                       float noise);

/* Picks the move in mind->moves with the highest score, with up to 'noise' coins added to
 * each. Without noise it draws no random number. */
tob_move ai_best_move(ai_mind *mind, float noise);

#endif
