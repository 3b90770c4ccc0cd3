/* Learning the weights of the evaluation.
 *
 * A lesson keeps the sums of a linear regression: features times features, features times
 * coins gained. The given weights enter as 'faith' rows of their own (ridge regression
 * towards them), so that features seen seldom stay near them. The doubt about a lead is
 * found by trying a grid of 40 by 41 values against a histogram of leads and wins. Sums
 * can be added and scaled, so threads and generations combine; only their order decides
 * the last bits. */
#include "ai/eval.h"

enum {
    DECK_BIN = 7, /* treasure cards left that share a row of the histogram */
    GRID = 40,    /* values tried of each spread */
};
static const double spread_step = 0.25;       /* coins */
static const double spread_card_step = 0.025; /* coins for each card in the deck */
static const double pivot_least = 1e-18;      /* squared; smaller ones are noise */

static const ai_weights first_weights = {
    .coins = {[AI_F_rose_known] = 0.92f,
              [AI_F_rose_marked] = 0.72f,
              [AI_F_rose_open] = 0.60f,
              [AI_F_rose_late] = -0.4f,
              [AI_F_rose_order] = -0.05f,
              [AI_F_race] = 0.85f,
              [AI_F_amulet] = 2.2f,
              [AI_F_amulet_many] = 1.1f,
              [AI_F_amulet_near] = 1.1f,
              [AI_F_clue] = 0.10f,
              [AI_F_few_roses] = -0.5f,
              [AI_F_turn] = 1.0f},
    .spread = 3.0f,
    .spread_card = 0.45f,
};

const ai_weights *ai_weights_first(void)
{
    return &first_weights;
}

void ai_lesson_add(ai_lesson *lesson, const float feature[AI_FEATURE_COUNT], float gained)
{
    for (unsigned i = 0; i < AI_FEATURE_COUNT; i++) {
        const double x = (double)feature[i];
        if (x == 0)
            continue;
        for (unsigned k = 0; k < AI_FEATURE_COUNT; k++)
            lesson->xx[i][k] += x * (double)feature[k];
        lesson->xy[i] += x * (double)gained;
    }
    lesson->rows += 1;
}

static unsigned deck_bin(unsigned cards_left)
{
    return cards_left / DECK_BIN < AI_DECK_BINS ? cards_left / DECK_BIN
                                                : AI_DECK_BINS - 1;
}

void ai_lesson_add_lead(ai_lesson *lesson, unsigned cards_left, float lead, float won)
{
    const float limit = (float)(AI_LEAD_BINS / 2);
    const float kept = lead > limit ? limit : lead < -limit ? -limit : lead;
    const unsigned bin = (unsigned)(kept + limit + 0.5f);

    lesson->leads[deck_bin(cards_left)][bin] += 1;
    lesson->wins[deck_bin(cards_left)][bin] += (double)won;
}

void ai_lesson_join(ai_lesson *lesson, const ai_lesson *more)
{
    double *to = (double *)lesson;
    const double *from = (const double *)more;

    for (unsigned i = 0; i < sizeof *lesson / sizeof(double); i++)
        to[i] += from[i];
}

void ai_lesson_fade(ai_lesson *lesson, double keep)
{
    double *at = (double *)lesson;

    for (unsigned i = 0; i < sizeof *lesson / sizeof(double); i++)
        at[i] *= keep;
}

/* Solves a * x = b by elimination with pivoting; false if a is singular. */
static bool solve(double a[AI_FEATURE_COUNT][AI_FEATURE_COUNT],
                  double b[AI_FEATURE_COUNT])
{
    for (unsigned column = 0; column < AI_FEATURE_COUNT; column++) {
        unsigned pivot = column;
        for (unsigned row = column; row < AI_FEATURE_COUNT; row++)
            if (a[row][column] * a[row][column] > a[pivot][column] * a[pivot][column])
                pivot = row;
        if (a[pivot][column] * a[pivot][column] < pivot_least)
            return false;
        for (unsigned k = 0; k < AI_FEATURE_COUNT; k++) {
            const double kept = a[column][k];
            a[column][k] = a[pivot][k];
            a[pivot][k] = kept;
        }
        const double kept = b[column];
        b[column] = b[pivot];
        b[pivot] = kept;
        for (unsigned row = 0; row < AI_FEATURE_COUNT; row++) {
            const double factor = a[row][column] / a[column][column];
            if (row == column)
                continue;
            for (unsigned k = column; k < AI_FEATURE_COUNT; k++)
                a[row][k] -= factor * a[column][k];
            b[row] -= factor * b[column];
        }
    }
    for (unsigned i = 0; i < AI_FEATURE_COUNT; i++)
        b[i] /= a[i][i];
    return true;
}

/* The squared error of a spread's chances against the wins, less a constant. */
static double spread_error(const ai_lesson *lesson, double spread, double spread_card)
{
    double error = 0;

    for (unsigned deck = 0; deck < AI_DECK_BINS; deck++) {
        const double doubt =
            spread + spread_card * (double)(DECK_BIN * deck + DECK_BIN / 2);
        for (unsigned bin = 0; bin < AI_LEAD_BINS; bin++) {
            const double lead = (double)bin - AI_LEAD_BINS / 2;
            const double size = lead < 0 ? -lead : lead;
            const double chance = 0.5 + 0.5 * lead / (size + doubt);
            const double number = lesson->leads[deck][bin];
            const double wins = lesson->wins[deck][bin];
            error += number * chance * chance - 2 * chance * wins;
        }
    }
    return error;
}

static void learn_spread(const ai_lesson *lesson, ai_weights *weights)
{
    double best = 0;
    bool any = false;

    for (unsigned i = 1; i <= GRID; i++)
        for (unsigned k = 0; k <= GRID; k++) {
            const double spread = spread_step * i, spread_card = spread_card_step * k;
            const double error = spread_error(lesson, spread, spread_card);
            if (any && error >= best)
                continue;
            any = true;
            best = error;
            weights->spread = (float)spread;
            weights->spread_card = (float)spread_card;
        }
}

bool ai_lesson_learn(const ai_lesson *lesson, double faith, ai_weights *weights)
{
    double a[AI_FEATURE_COUNT][AI_FEATURE_COUNT], b[AI_FEATURE_COUNT];

    if (lesson->rows < 1)
        return false;
    for (unsigned i = 0; i < AI_FEATURE_COUNT; i++) {
        for (unsigned k = 0; k < AI_FEATURE_COUNT; k++)
            a[i][k] = lesson->xx[i][k];
        a[i][i] += faith;
        b[i] = lesson->xy[i] + faith * (double)weights->coins[i];
    }
    if (!solve(a, b))
        return false;
    for (unsigned i = 0; i < AI_FEATURE_COUNT; i++)
        weights->coins[i] = (float)b[i];
    learn_spread(lesson, weights);
    return true;
}
