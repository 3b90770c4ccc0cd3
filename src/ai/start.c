#include "ai/start.h"

/* Coins of each space within a turn of the ATV. */
static const float reach_coins = 0.1f;

/* The spaces connected with one of them over spaces. */
static tob_hexset connected(const tob_board *board, tob_hexset spaces, unsigned from)
{
    tob_hexset all = tob_hexset_of(from), fresh = all;

    while (!tob_hexset_is_empty(fresh)) {
        tob_hexset next = {0, 0};
        while (!tob_hexset_is_empty(fresh))
            next = tob_hexset_or(next, board->near[tob_hexset_pop(&fresh)]);
        fresh = tob_hexset_minus(tob_hexset_and(next, spaces), all);
        all = tob_hexset_or(all, fresh);
    }
    return all;
}

/* V2: the ATV starts on the triad's new space, beside its terrain hex on the island. The
 * spaces that it reaches from there count; an islet behind the triad's own lava is a
 * prison for a seat that has nothing to pay with yet. */
static unsigned triad_reach(const tob_board *board, tob_move move)
{
    const unsigned next = (move.direction + 1u) % TOB_DIRECTION_COUNT;
    unsigned beside = tob_board_step(board, move.space, move.direction);
    tob_hexset spaces = board->spaces;

    if (beside == TOB_NONE)
        beside = tob_board_step(board, move.space, next);
    tob_hexset_remove(&spaces, move.space);
    return tob_hexset_count(tob_hexset_and(tob_board_reach(board, beside, TOB_LEGS),
                                           connected(board, spaces, beside)));
}

float ai_start_score(const tob_board *board, tob_move move)
{
    const unsigned reach =
        move.kind == TOB_MOVE_TRIAD
            ? triad_reach(board, move)
            : tob_hexset_count(tob_board_reach(board, move.space, TOB_LEGS));

    return reach_coins * (float)reach;
}
