#include "ai/ways.h"

static void from_space(ai_ways *ways, const tob_board *board, unsigned space)
{
    tob_hexset seen = {0, 0}, fresh = {0, 0};

    for (unsigned to = 0; to < TOB_SPACE_MAX; to++)
        ways->legs[space][to] = AI_FAR;
    if (space < board->count)
        fresh = tob_hexset_of(space);
    for (unsigned legs = 0; legs < AI_FAR; legs++) {
        tob_hexset next = {0, 0};
        seen = tob_hexset_or(seen, fresh);
        if (legs <= TOB_LEGS)
            ways->near[legs][space] = seen;
        while (!tob_hexset_is_empty(fresh)) {
            const unsigned at = tob_hexset_pop(&fresh);
            ways->legs[space][at] = (uint8_t)legs;
            next = tob_hexset_or(next, board->legs[at]);
        }
        fresh = tob_hexset_minus(tob_hexset_and(next, board->spaces), seen);
    }
}

void ai_ways_follow(ai_ways *ways, const tob_board *board)
{
    if (ways->island == board->island && tob_hexset_equal(ways->spaces, board->spaces))
        return;
    ways->island = board->island;
    ways->spaces = board->spaces;
    for (unsigned space = 0; space < TOB_SPACE_MAX; space++)
        from_space(ways, board, space);
}
