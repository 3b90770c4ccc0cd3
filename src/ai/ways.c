#include "ai/ways.h"

#include <stddef.h>

/* Counts the legs from a space to all others over open hexes. 'near' gets the sets that
 * are up to TOB_LEGS legs away, unless it is NULL. */
static void from_space(const tob_board *board, tob_hexset open, unsigned space,
                       uint8_t legs_to[static TOB_SPACE_MAX],
                       tob_hexset near[][TOB_SPACE_MAX])
{
    tob_hexset seen = {0, 0}, fresh = {0, 0};

    for (unsigned to = 0; to < TOB_SPACE_MAX; to++)
        legs_to[to] = AI_FAR;
    if (space < board->count)
        fresh = tob_hexset_of(space);
    for (unsigned legs = 0; legs < AI_FAR; legs++) {
        tob_hexset next = {0, 0};
        seen = tob_hexset_or(seen, fresh);
        if (near && legs <= TOB_LEGS)
            near[legs][space] = seen;
        while (!tob_hexset_is_empty(fresh)) {
            const unsigned at = tob_hexset_pop(&fresh);
            legs_to[at] = (uint8_t)legs;
            next = tob_hexset_or(next, board->legs[at]);
        }
        fresh = tob_hexset_minus(tob_hexset_and(next, open), seen);
    }
}

void ai_ways_follow(ai_ways *ways, const tob_board *board)
{
    const tob_hexset lava = board->ground[TOB_LAVA];

    if (ways->island == board->island && tob_hexset_equal(ways->spaces, board->spaces))
        return;
    ways->island = board->island;
    ways->spaces = board->spaces;
    ways->lava = lava;
    for (unsigned space = 0; space < TOB_SPACE_MAX; space++) {
        from_space(board, board->spaces, space, ways->legs[space], ways->near);
        if (ai_ways_lava(ways))
            from_space(board, tob_hexset_or(board->spaces, lava), space,
                       ways->paid[space], NULL);
    }
}
