/* How many legs lead from any space to any other (M1), looked up. */
#ifndef TOBAGO_AI_WAYS_H
#define TOBAGO_AI_WAYS_H

#include "tobago/board.h"

enum { AI_FAR = 15 }; /* legs to where no way leads */

typedef struct ai_ways {
    uint8_t legs[TOB_SPACE_MAX][TOB_SPACE_MAX];
    tob_hexset near[TOB_LEGS + 1][TOB_SPACE_MAX]; /* at most so many legs away */
    tob_hexset spaces;                            /* of the board they were made for */
    uint8_t island;                               /* TOB_NONE: not made yet */
} ai_ways;

/* Makes them for a board, unless they are for the same island already. */
void ai_ways_follow(ai_ways *ways, const tob_board *board);

/* Turns of three legs that so many legs take, if 'now' can be driven at once. */
static inline unsigned ai_turns(unsigned legs, unsigned now)
{
    return legs <= now ? 0 : (legs - now + 2) / 3;
}

#endif
