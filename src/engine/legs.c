/* Legs, counted forwards and traced back.
 *
 * A breadth-first search over pairs of a hex and whether the toll was paid since the
 * state that was asked about. Whoever reaches a pair earlier has more legs left and so
 * every choice of whoever comes later; so the layers of first arrivals are enough, and a
 * way is traced back through them. A movement has three legs at most: the search looks at
 * each hex of an island once or twice. */
#include "tobago/legs.h"

#include <stddef.h>

#include "engine/rules.h"

static const tob_hexset nothing = {0, 0};

/* The hexes one leg away from any of these. */
static tob_hexset one_leg(const tob_board *board, tob_hexset from)
{
    tob_hexset to = nothing;

    while (!tob_hexset_is_empty(from))
        to = tob_hexset_or(to, board->legs[tob_hexset_pop(&from)]);
    return to;
}

void tob_legs_init(tob_legs *legs, const tob_game *game, const tob_board *board)
{
    tob_hexset seen[2] = {nothing, nothing};
    const bool pays = tob_lava_toll(game).kind != TOB_TOLL_NOTHING;

    const bool drives = game->phase == TOB_PHASE_TURN || game->phase == TOB_PHASE_TAKE;

    *legs = (tob_legs){.left = (uint8_t)(drives ? tob_legs_left(game) : 0),
                       .movement = game->moving,
                       .from = game->atv[game->turn],
                       .toll = tob_lava_toll(game)};
    if (legs->from == TOB_NONE)
        return;
    legs->after[0][0] = seen[0] = tob_hexset_of(legs->from);
    for (unsigned used = 0; used < legs->left; used++) {
        const tob_hexset lava = legs->toll.kind == TOB_TOLL_CANNOT
                                    ? nothing
                                    : open_lava(board, legs->left - used);
        const tob_hexset free = one_leg(board, legs->after[0][used]);
        const tob_hexset paid = one_leg(board, legs->after[1][used]);
        const tob_hexset open = tob_hexset_or(board->spaces, lava);
        tob_hexset to[2] = {tob_hexset_and(free, pays ? board->spaces : open),
                            tob_hexset_and(paid, open)};

        if (pays)
            to[1] = tob_hexset_or(to[1], tob_hexset_and(free, lava));
        for (unsigned i = 0; i < 2; i++) {
            legs->after[i][used + 1] = tob_hexset_minus(to[i], seen[i]);
            seen[i] = tob_hexset_or(seen[i], to[i]);
        }
    }
}

/* The number of legs to a hex, without paying or after it. */
static unsigned arrival(const tob_legs *legs, unsigned space, unsigned paid)
{
    for (unsigned used = 0; used <= legs->left; used++)
        if (tob_hexset_has(legs->after[paid][used], space))
            return used;
    return TOB_NONE;
}

unsigned tob_legs_to(const tob_legs *legs, unsigned space, bool pay)
{
    const unsigned free = arrival(legs, space, 0);
    const unsigned paid = pay ? arrival(legs, space, 1) : TOB_NONE;

    return paid < free ? paid : free;
}

tob_hexset tob_legs_spaces(const tob_legs *legs, const tob_board *board, bool pay)
{
    tob_hexset spaces = nothing;

    for (unsigned used = 0; used <= legs->left; used++) {
        spaces = tob_hexset_or(spaces, legs->after[0][used]);
        if (pay)
            spaces = tob_hexset_or(spaces, legs->after[1][used]);
    }
    return tob_hexset_and(spaces, board->spaces);
}

/* ---- Ways ---- */

/* The hexes of a set from which one leg leads to a hex. */
static tob_hexset one_leg_before(const tob_board *board, tob_hexset set, unsigned space)
{
    tob_hexset before = nothing;

    while (!tob_hexset_is_empty(set)) {
        const unsigned hex = tob_hexset_pop(&set);
        if (tob_hexset_has(board->legs[hex], space))
            tob_hexset_add(&before, hex);
    }
    return before;
}

/* Traces the ends of the legs back from a hex first reached after 'used' legs. */
static void trace_legs(const tob_legs *legs, const tob_board *board, unsigned space,
                       unsigned used, unsigned paid, tob_way *way)
{
    way->legs = (uint8_t)used;
    way->pays = (uint8_t)paid;
    for (; used; used--) {
        tob_hexset before = one_leg_before(board, legs->after[paid][used - 1], space);

        way->leg[used - 1] = (uint8_t)space;
        if (tob_hexset_is_empty(before)) { /* this leg paid the toll */
            paid = 0;
            before = one_leg_before(board, legs->after[0][used - 1], space);
        }
        TOB_ASSERT(!tob_hexset_is_empty(before));
        space = tob_hexset_first(before);
    }
}

static void add_step(tob_way *way, unsigned hex)
{
    way->step[way->steps++] = (uint8_t)hex;
}

/* Appends the steps of one leg: a single one, or the shortest way through the area. */
static void trace_steps(const tob_board *board, unsigned from, unsigned to, tob_way *way)
{
    const tob_hexset area = tob_board_area(board, from);
    tob_hexset
        ring[TOB_SPACE_MAX]; /* the hexes of the area by their distance from 'to' */
    tob_hexset seen = tob_hexset_of(to);
    unsigned distance = 0;

    ring[0] = seen;
    while (!tob_hexset_has(board->near[from], to) &&
           !tob_hexset_has(ring[distance], from)) {
        tob_hexset rest = ring[distance], next = nothing;
        while (!tob_hexset_is_empty(rest))
            next = tob_hexset_or(next, board->near[tob_hexset_pop(&rest)]);
        ring[++distance] = tob_hexset_minus(tob_hexset_and(next, area), seen);
        seen = tob_hexset_or(seen, ring[distance]);
    }
    while (distance > 1) {
        from = tob_hexset_first(tob_hexset_and(board->near[from], ring[--distance]));
        add_step(way, from);
    }
    add_step(way, to);
}

bool tob_legs_way(const tob_legs *legs, const tob_board *board, unsigned space, bool pay,
                  tob_way *way)
{
    const unsigned used = tob_legs_to(legs, space, pay);
    unsigned from = legs->from;

    if (used == TOB_NONE)
        return false;
    *way = (tob_way){0};
    trace_legs(legs, board, space, used, arrival(legs, space, 0) != used, way);
    for (unsigned i = 0; i < used; i++) {
        trace_steps(board, from, way->leg[i], way);
        way->until[i] = way->steps;
        from = way->leg[i];
    }
    return true;
}

unsigned tob_legs_between(const tob_board *board, unsigned from, unsigned to)
{
    tob_hexset seen = tob_hexset_of(from), fresh = seen;

    for (unsigned legs = 0; !tob_hexset_is_empty(fresh); legs++) {
        if (tob_hexset_has(fresh, to))
            return legs;
        fresh = tob_hexset_and(one_leg(board, fresh), board->spaces);
        fresh = tob_hexset_minus(fresh, seen);
        seen = tob_hexset_or(seen, fresh);
    }
    return TOB_NONE;
}
