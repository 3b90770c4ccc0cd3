/* Distances: the least legs from any space to any other (M1), as tables; on dry ground,
 * and across lava for those who pay (V5). */
#ifndef TOBAGO_AI_WAYS_H
#define TOBAGO_AI_WAYS_H

#include "tobago/board.h"

enum { AI_FAR = 15 }; /* legs to a space that cannot be reached */

typedef struct ai_ways {
    uint8_t legs[TOB_SPACE_MAX][TOB_SPACE_MAX];
    uint8_t paid[TOB_SPACE_MAX][TOB_SPACE_MAX];   /* across lava; only if there is any */
    tob_hexset near[TOB_LEGS + 1][TOB_SPACE_MAX]; /* spaces at most so many legs away */
    tob_hexset spaces;                            /* of the board they were made for */
    tob_hexset lava;                              /* of that board */
    uint8_t island;                               /* TOB_NONE: not made yet */
} ai_ways;

/* Is there lava to cross? */
static inline bool ai_ways_lava(const ai_ways *ways)
{
    return !tob_hexset_is_empty(ways->lava);
}

/* Makes the tables for a board, unless they fit its island and spaces already. */
void ai_ways_follow(ai_ways *ways, const tob_board *board);

/* Further turns, of three legs each, that a way takes if 'now' legs can be driven at
 * once. */
static inline unsigned ai_turns(unsigned legs, unsigned now)
{
    return legs <= now ? 0 : (legs - now + 2) / 3;
}

#endif
