/* Learning the evaluation's weights from games: least squares on how much more each seat
 * still gained than the others, and the doubt about a lead from who won in the end. */
#ifndef TOBAGO_AI_TRAIN_H
#define TOBAGO_AI_TRAIN_H

#include "ai/eval.h"

enum { AI_LEAD_BINS = 61, AI_DECK_BINS = 6 };

/* What was learned so far: sums, so that lessons can be added and forgotten by parts. */
typedef struct ai_lesson {
    double xx[AI_FEATURE_COUNT][AI_FEATURE_COUNT];
    double xy[AI_FEATURE_COUNT];
    double rows;
    double leads[AI_DECK_BINS][AI_LEAD_BINS]; /* positions by cards left and lead */
    double wins[AI_DECK_BINS][AI_LEAD_BINS];  /* of these, wins of the seat */
} ai_lesson;

/* The weights before any training, set by hand. */
extern const ai_weights ai_first_weights;

/* One seat in one position: its features less the mean of the others', and so the coins
 * that it gained afterwards. Differences, because what lifts all seats wins nothing. */
void ai_lesson_add(ai_lesson *lesson, const float feature[static AI_FEATURE_COUNT],
                   float gained);

/* One seat in one position: the lead that the weights saw, and its share of the win. */
void ai_lesson_add_lead(ai_lesson *lesson, unsigned cards_left, float lead, float won);

/* Adds one lesson to another, and forgets a part of it: 1 keeps all. */
void ai_lesson_join(ai_lesson *lesson, const ai_lesson *more);
void ai_lesson_fade(ai_lesson *lesson, double keep);

/* The weights that fit best, drawn towards the given ones as if by 'faith' rows. False if
 * nothing can be learned; then *weights is as it was. */
bool ai_lesson_learn(const ai_lesson *lesson, double faith, ai_weights *weights);

#endif
