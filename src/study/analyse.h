/* Analysis of a finished game: the expert's move at each decision, and the cost of
 * playing another.
 *
 * analyse.c reads the record and shares the decisions out to threads, each with a judge
 * of its own (tobago/bot.h); report.c writes text, JSON and the plot. */
#ifndef TOBAGO_STUDY_ANALYSE_H
#define TOBAGO_STUDY_ANALYSE_H

#include <stdatomic.h>
#include <stdio.h>

#include "host/record.h"
#include "tobago/bot.h"

/* One decision between several legal moves. */
typedef struct analyse_decision {
    uint32_t line;  /* of the file, from 1 */
    uint32_t turn;  /* of the game, from 1; 0: the set-up */
    uint32_t round; /* the same by rounds */
    double when;    /* in rounds: 1 is the beginning of the first, 0 that of the set-up */
    ai_verdict verdict;
    char played[REC_LINE_MAX]; /* the moves of the verdict as lines of the record */
    char expert[REC_LINE_MAX];
} analyse_decision;

/* A whole analysis. */
typedef struct analysis {
    const char *path;
    const rec_hosted *record;
    const rec_header *header;
    uint32_t lines; /* of the record that were read */
    ai_level level;
    uint32_t iterations;
    uint64_t seed;
    atomic_bool *stop;          /* once set the work ends, unreported; or NULL */
    analyse_decision *decision; /* owned; in the order of their lines */
    size_t count;
    double first_round, last_round; /* when the record begins and ends, in rounds */
    bool has_last;                  /* 'last' holds the chances after the last line */
    ai_chances last;
} analysis;

/* ---- Reporting ---- */

void analyse_print(const analysis *a);
void analyse_json(const analysis *a);
void analyse_plot(const analysis *a, FILE *out);

/* ---- All of it ---- */

/* Judges the decisions of a full record from line 'from' on, prints the report, and draws
 * the plot unless 'plot' is NULL. The caller sets path, level, iterations and seed of *a.
 * A path where no plot can be written is refused before the work, not after it. */
host_status analyse_run(analysis *a, const host_record *record, uint64_t from,
                        unsigned jobs, bool json, const char *plot);

#endif
