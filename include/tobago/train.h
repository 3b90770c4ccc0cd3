/* Training: what the bots' evaluation sees in a position, and how its weights are
 * learned.
 *
 * The evaluation estimates the coins that a seat has yet to gain as a weighted sum of
 * features: roses on maps and how soon they pay, the race to known sites, amulets, cards
 * that can be played. A lesson collects features and results of many positions; learning
 * from it is least squares on how much more each seat still gained than the others, and a
 * fit of how often a lead wins in the end. `tobago train` plays the games. */
#ifndef TOBAGO_TRAIN_H
#define TOBAGO_TRAIN_H

#include "tobago/bot.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- Features and weights ---- */

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
        AI_FEATURE_COUNT
} ai_feature;

/* The name of a feature, as data/weights.txt spells it. */
const char *ai_feature_name(unsigned feature);

typedef struct ai_weights {
    float coins[AI_FEATURE_COUNT]; /* coins still to come for each feature */
    float spread, spread_card;     /* doubt about a lead, and for each card in the deck */
} ai_weights;

/* The learned weights for 2 to 4 players, which come from data/weights.txt. */
const ai_weights *ai_weights_for(unsigned players);

/* The weights that training starts from, set by hand. */
const ai_weights *ai_weights_first(void);

/* ---- Bots in training ---- */

/* Lets a bot that searches use other weights, which must outlive it; NULL takes it back
 * to the learned ones. */
void ai_bot_weights(ai_bot *bot, const ai_weights *weights);

/* The features of each seat as a bot's evaluation counts them. 'game' is a full game in
 * which the first turn has begun. Not to be called in the middle of a decision. */
void ai_bot_features(ai_bot *bot, const tob_game *game, const tob_board *board,
                     float feature[TOB_SEATS][AI_FEATURE_COUNT]);

/* The final coins of each seat as a bot estimates them by its weights, under the same
 * terms. */
void ai_bot_estimate(ai_bot *bot, const tob_game *game, const tob_board *board,
                     float coins[TOB_SEATS]);

/* ---- Lessons ---- */

enum { AI_LEAD_BINS = 61, AI_DECK_BINS = 6 };

/* Sums over positions; doubles throughout, so that lessons can be added, faded and stored
 * number by number. Zeroed, it is an empty lesson. */
typedef struct ai_lesson {
    double xx[AI_FEATURE_COUNT][AI_FEATURE_COUNT];
    double xy[AI_FEATURE_COUNT];
    double rows;
    double leads[AI_DECK_BINS][AI_LEAD_BINS]; /* positions by cards left and lead */
    double wins[AI_DECK_BINS][AI_LEAD_BINS];  /* of these, wins of the seat */
} ai_lesson;

/* Adds one seat in one position: its features less the mean of the others', and likewise
 * the coins that it gained afterwards. Differences, because what lifts all seats wins
 * nothing. */
void ai_lesson_add(ai_lesson *lesson, const float feature[AI_FEATURE_COUNT],
                   float gained);

/* Adds one seat in one position: the lead that the weights saw, and its share of the win.
 */
void ai_lesson_add_lead(ai_lesson *lesson, unsigned cards_left, float lead, float won);

/* Adds one lesson to another. */
void ai_lesson_join(ai_lesson *lesson, const ai_lesson *more);

/* Keeps this part of everything learned so far: 1 keeps all, 0 forgets it. */
void ai_lesson_fade(ai_lesson *lesson, double keep);

/* Replaces *weights by those that fit best, drawn towards the given ones as if by 'faith'
 * rows. Returns false and leaves *weights alone if nothing can be learned. */
bool ai_lesson_learn(const ai_lesson *lesson, double faith, ai_weights *weights);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
