/* What a position is worth to each seat.
 *
 * The coins that a seat has yet to gain are a weighted sum of features: roses on maps and
 * how soon they pay, the race to known sites, amulets, cards that can be played. The
 * weights are learned (train.h), one set a player count. */
#ifndef TOBAGO_AI_EVAL_H
#define TOBAGO_AI_EVAL_H

#include "ai/ways.h"
#include "tobago/game.h"

/* X(name): 'mean' is the coins of a card not seen yet, 'later' how much of the game is
 * left, from 1 to 0. */
#define AI_FEATURES(X)                                                             \
    X(rose_known)  /* roses on maps with a known site, times mean */               \
    X(rose_marked) /* roses on maps with markers, times mean and later */          \
    X(rose_open)   /* roses on maps without, times mean and later */               \
    X(rose_late)   /* roses on maps with a known site, times mean and 1 - later */ \
    X(rose_order)  /* roses that are asked before each own rose, on all maps */    \
    X(race)        /* chances to raise known treasures first, times mean */        \
    X(race_late)   /* the same, times 1 - later */                                 \
    X(close)       /* sites of marked maps near the ATV, times mean and later */   \
    X(amulet)      /* amulets in the hand, times later */                          \
    X(amulet_many) /* those beyond the third, times later */                       \
    X(amulet_near) /* chances to get those that lie about, times later */          \
    X(curse)       /* roses on maps with no amulet while curses are about */       \
    X(clue)        /* cards that can be played somewhere, times mean and later */  \
    X(few_roses)   /* how far the roses left fall short of three */                \
    X(turn)        /* on turn with the main action open, times later */
typedef enum ai_feature {
#define AI_FEATURE_NAME(name) AI_F_##name,
    AI_FEATURES(AI_FEATURE_NAME)
#undef AI_FEATURE_NAME
        AI_FEATURE_COUNT,
} ai_feature;

typedef struct ai_weights {
    float coins[AI_FEATURE_COUNT]; /* coins still to come for each feature */
    float spread, spread_card;     /* doubt about a lead, and for each card in the deck */
} ai_weights;

/* The learned weights for 2 to 4 players, from data/weights.txt. */
extern const ai_weights ai_learned_weights[TOB_SEATS + 1];
const ai_weights *ai_weights_for(unsigned players);

/* The features of each seat. 'game' is a full game in which the first turn has begun. */
void ai_features(const tob_game *game, const tob_board *board, const ai_ways *ways,
                 float feature[static TOB_SEATS][AI_FEATURE_COUNT]);

/* Estimates the final coins of each seat. */
void ai_estimate(const tob_game *game, const tob_board *board, const ai_ways *ways,
                 const ai_weights *weights, float coins[static TOB_SEATS]);

/* Turns estimates into chances to win, between 0 and 1. */
void ai_chances(const tob_game *game, const ai_weights *weights,
                const float coins[static TOB_SEATS], float chance[static TOB_SEATS]);

/* The mean coins of a treasure card not seen yet; curses count as 0. */
float ai_mean_card(const tob_game *game);

const char *ai_feature_name(unsigned feature);

#endif
