/* A training under way, and the file that keeps it. */
#ifndef TOBAGO_STUDY_TRAIN_H
#define TOBAGO_STUDY_TRAIN_H

#include <stdio.h>

#include "host/text.h"
#include "tobago/train.h"

enum { TRAIN_GENERATIONS_MAX = 1000 };

typedef struct training {
    uint8_t players, options;
    uint32_t iterations, games;
    uint64_t seed;
    uint32_t generation;
    ai_weights weights; /* of this generation */
    ai_lesson lesson;
    bool testing;        /* against the first weights instead of learning */
    uint32_t test_parts; /* of wins */
    double strength[TRAIN_GENERATIONS_MAX]; /* the share of them, of each generation */
} training;

/* Prints weights in the form of data/weights.txt, with all digits: reading them again
 * gives the same bits. */
void train_print_weights(FILE *out, unsigned players, const ai_weights *weights);

/* Goes on from a state file, or begins one. The descriptor *lock keeps others away from
 * it until it is closed. Complains on failure. */
host_status train_state_open(training *t, const char *path, unsigned generations,
                             int *lock);

/* Replaces the state file; returns false and sets errno on failure. */
bool train_state_save(const training *t, const char *path, int *lock);

/* Trains until there are this many generations, keeps each in the state file unless
 * 'state' is NULL, and prints the weights. The caller sets players, options, iterations,
 * games and seed of *t. Complains on failure. */
host_status train_run(training *t, unsigned generations, unsigned jobs,
                      const char *state);

#endif
