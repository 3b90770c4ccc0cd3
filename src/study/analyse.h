/* Analysis of a finished game: the expert's move at each decision, and the cost of
 * playing another.
 *
 * analyse.c reads the record and shares the decisions out to workers, judge.c judges one
 * of them, report.c writes text, JSON and the plot. */
#ifndef TOBAGO_STUDY_ANALYSE_H
#define TOBAGO_STUDY_ANALYSE_H

#include <stdio.h>

#include "ai/bot.h"
#include "host/record.h"

/* Each seat's chance to win, judged from the view of the seat that decides. They add up
 * to 1. */
typedef struct analyse_chances {
    float of[TOB_SEATS];
} analyse_chances;

/* One decision between several legal moves. Chances to win and costs are in tenths of a
 * percent, so that text and JSON agree. */
typedef struct analyse_decision {
    uint32_t line;             /* of the file, from 1 */
    uint16_t best;             /* the mover's chance after the expert's move */
    uint16_t chance;           /* and after the move played */
    uint16_t cost;             /* the difference; never negative */
    bool searched;             /* the search looked at the move played */
    tob_move move;             /* the move played */
    analyse_chances before;    /* of all players, before the move */
    char played[REC_LINE_MAX]; /* as a line of the record */
    char expert[REC_LINE_MAX];
} analyse_decision;

/* A whole analysis. */
typedef struct analysis {
    const char *path;
    const rec_header *header;
    uint32_t lines; /* of the record that were read */
    ai_level level;
    uint32_t iterations;
    uint64_t seed;
    analyse_decision *decision; /* owned; in the order of their lines */
    size_t count;
    bool has_last; /* 'last' holds the chances after the last line */
    analyse_chances last;
} analysis;

/* ---- Judging ---- */

typedef struct analyse_judge analyse_judge;

/* Makes a judge, which serves one thread; NULL if memory runs out. */
analyse_judge *analyse_judge_new(const analysis *a);
void analyse_judge_free(analyse_judge *judge);

/* Returns the chances of all players in a full game that is over or waits for a player.
 * The same line gives the same answer. */
analyse_chances analyse_position(analyse_judge *judge, const tob_game *game,
                                 const tob_board *board, uint32_t line);

/* Judges a move about to be played in a full game; fills all of the decision but its
 * line, which is given. */
void analyse_move(analyse_judge *judge, const tob_game *game, const tob_board *board,
                  tob_move move, analyse_decision *decision);

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
