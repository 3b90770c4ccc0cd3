#include "ai/greedy.h"

/* The first move of a kind, or moves->count. */
static unsigned find_kind(const tob_moves *moves, unsigned kind)
{
    unsigned i = 0;

    while (i < moves->count && moves->move[i].kind != kind)
        i++;
    return i;
}

/* The site of the known treasure that is the fewest legs away, or TOB_NONE. */
static unsigned nearest_site(const tob_game *view, const ai_ways *ways, unsigned from)
{
    unsigned best = TOB_NONE;

    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        unsigned site;
        if (view->map[treasure].count != 1)
            continue;
        site = tob_hexset_first(view->map[treasure].sites);
        if (ways->legs[from][site] < AI_FAR &&
            (best == TOB_NONE || ways->legs[from][site] < ways->legs[from][best]))
            best = site;
    }
    return best;
}

/* The clue that leaves the fewest sites; ties by chance. moves->count: no clue. */
static unsigned best_clue(const tob_game *view, const tob_board *board,
                          const tob_moves *moves, tob_rng *rng)
{
    unsigned best = moves->count, fewest = 1000, ties = 0;

    for (unsigned i = 0; i < moves->count; i++) {
        const tob_move move = moves->move[i];
        unsigned left;
        if (move.kind != TOB_MOVE_CLUE)
            continue;
        left = tob_hexset_count(
            tob_hexset_and(view->map[move.treasure].sites, board->allowed[move.card]));
        ties = left < fewest ? 1 : ties + (left == fewest);
        if (left < fewest || (left == fewest && tob_rng_below(rng, ties) == 0))
            best = i;
        fewest = left < fewest ? left : fewest;
    }
    return best;
}

/* The leg that comes nearest to a site; moves->count if none comes nearer. */
static unsigned best_leg(const tob_game *view, const tob_board *board,
                         const ai_ways *ways, const tob_moves *moves, unsigned site)
{
    unsigned best = moves->count, fewest = ways->legs[view->atv[view->turn]][site];

    for (unsigned i = 0; i < moves->count; i++) {
        const tob_move move = moves->move[i];
        if (move.kind != TOB_MOVE_LEG || !tob_hexset_has(board->spaces, move.space) ||
            ways->legs[move.space][site] >= fewest)
            continue;
        fewest = ways->legs[move.space][site];
        best = i;
    }
    return best;
}

static unsigned turn_move(const tob_game *view, const tob_board *board,
                          const ai_ways *ways, const tob_moves *moves, tob_rng *rng)
{
    const unsigned none = moves->count;
    const unsigned site = nearest_site(view, ways, view->atv[view->turn]);
    unsigned found = find_kind(moves, TOB_MOVE_RAISE);

    if (found == none && site != TOB_NONE)
        found = best_leg(view, board, ways, moves, site);
    if (found == none && site != TOB_NONE && site != view->atv[view->turn])
        found = find_kind(moves, TOB_MOVE_MOVE);
    if (found == none)
        found = best_clue(view, board, moves, rng);
    if (found == none)
        found = find_kind(moves, TOB_MOVE_EXCHANGE);
    if (found == none)
        found = find_kind(moves, TOB_MOVE_END);
    return found == none ? 0 : found;
}

/* Claims at or above the mean of the cards that are not seen yet. */
static unsigned offer_move(const tob_game *view, const tob_moves *moves)
{
    unsigned cards = 0, coins = 0;

    for (unsigned value = 0; value <= TOB_COINS_MAX; value++) {
        cards += view->pool[value];
        coins += value * view->pool[value];
    }
    return find_kind(moves,
                     view->offered * cards >= coins ? TOB_MOVE_CLAIM : TOB_MOVE_PASS);
}

/* The space from which three legs reach the most. */
static unsigned atv_move(const tob_board *board, const tob_moves *moves)
{
    unsigned best = 0, most = 0;

    for (unsigned i = 0; i < moves->count; i++) {
        const unsigned reach =
            tob_hexset_count(tob_board_reach(board, moves->move[i].space, TOB_LEGS));
        if (reach > most)
            best = i;
        most = reach > most ? reach : most;
    }
    return best;
}

tob_move ai_greedy_move(const tob_game *view, const tob_board *board, const ai_ways *ways,
                        const tob_moves *moves, tob_rng *rng)
{
    unsigned found = moves->count;

    switch ((tob_phase)view->phase) {
    case TOB_PHASE_TURN: found = turn_move(view, board, ways, moves, rng); break;
    case TOB_PHASE_OFFER: found = offer_move(view, moves); break;
    case TOB_PHASE_RESTART: found = best_clue(view, board, moves, rng); break;
    case TOB_PHASE_ATV: found = atv_move(board, moves); break;
    case TOB_PHASE_TAKE: found = find_kind(moves, TOB_MOVE_TAKE); break;
    default: break;
    }
    if (found >= moves->count)
        return moves->move[tob_rng_below(rng, moves->count)];
    return moves->move[found];
}
