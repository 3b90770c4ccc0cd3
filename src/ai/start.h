/* Where to start: the worth of a place for the ATV (S4) or a triad (V2). */
#ifndef TOBAGO_AI_START_H
#define TOBAGO_AI_START_H

#include "tobago/game.h"

/* The score of placing an ATV or a triad, in coins. */
float ai_start_score(const tob_board *board, tob_move move);

#endif
