/* Joining three sections into an island, and the tables that follow from it.
 *
 * Geometry (coordinates, near, sight, apart, coast) depends on the land alone; what
 * depends on terrain (areas, largest, legs) and on landmarks (allowed) is made again
 * by the ground_refresh functions when the island changes. */
#include "tobago/board.h"

#include "engine/ground.h"
#include "engine/data.h"

static const int8_t step_q[TOB_DIRECTION_COUNT] = {0, 1, 1, 0, -1, -1};
static const int8_t step_r[TOB_DIRECTION_COUNT] = {-1, -1, 0, 1, 1, 0};

static int half(int q)
{
    return q >= 0 ? q / 2 : (q - 1) / 2;
}

/* ---- Geometry ---- */

bool ground_has_name(int q, int r)
{
    const int column = q + 7, row = r + half(q) + 7; /* I6 */

    return column >= 0 && column <= 15 && row >= 0 && row <= 15;
}

unsigned tob_board_at(const tob_board *board, int q, int r)
{
    return ground_has_name(q, r) ? board->grid[q + 7][r + half(q) + 7] : TOB_NONE;
}

void ground_step(const tob_board *board, unsigned space, unsigned direction, int *q,
                 int *r)
{
    *q = board->q[space] + step_q[direction];
    *r = board->r[space] + step_r[direction];
}

unsigned tob_board_step(const tob_board *board, unsigned space, unsigned direction)
{
    int q, r;

    ground_step(board, space, direction, &q, &r);
    return tob_board_at(board, q, r);
}

unsigned tob_board_distance(const tob_board *board, unsigned a, unsigned b)
{
    const int q = board->q[a] - board->q[b], r = board->r[a] - board->r[b];
    const int s = -q - r;
    const int size = (q < 0 ? -q : q) + (r < 0 ? -r : r) + (s < 0 ? -s : s);

    return (unsigned)size / 2;
}

unsigned tob_board_ray(const tob_board *board, unsigned space, unsigned direction,
                       uint8_t hexes[static TOB_RAY_MAX])
{
    int q = board->q[space], r = board->r[space];
    unsigned count = 0;

    for (int i = 0; i < TOB_RAY_MAX; i++) {
        q += step_q[direction];
        r += step_r[direction];
        const unsigned at = tob_board_at(board, q, r);
        if (at != TOB_NONE)
            hexes[count++] = (uint8_t)at;
    }
    return count;
}

unsigned tob_board_ray_end(const tob_board *board, unsigned space, unsigned direction)
{
    uint8_t hexes[TOB_RAY_MAX];
    unsigned count = tob_board_ray(board, space, direction, hexes);

    while (count--)
        if (tob_hexset_has(board->spaces, hexes[count]))
            return hexes[count];
    return TOB_NONE;
}

/* Relates a hex to all those before it. */
static void relate(tob_board *board, unsigned space)
{
    for (unsigned other = 0; other < space; other++) {
        const unsigned distance = tob_board_distance(board, space, other);
        if (distance == 1) {
            tob_hexset_add(&board->near[space], other);
            tob_hexset_add(&board->near[other], space);
        }
        if (distance <= 2) {
            tob_hexset_add(&board->sight[space], other);
            tob_hexset_add(&board->sight[other], space);
        }
        if (distance >= 4) {
            tob_hexset_add(&board->apart[space], other);
            tob_hexset_add(&board->apart[other], space);
        }
    }
}

/* A hex with fewer than 6 neighbours on land lies by the ocean; one with fewer than 18
 * hexes of land within two steps sees it. */
void ground_refresh_coast(tob_board *board, tob_hexset around)
{
    board->coast = tob_hexset_minus(board->coast, around);
    board->coast_sight = tob_hexset_minus(board->coast_sight, around);
    while (!tob_hexset_is_empty(around)) {
        const unsigned space = tob_hexset_pop(&around);
        if (tob_hexset_count(board->near[space]) < 6)
            tob_hexset_add(&board->coast, space);
        if (tob_hexset_count(board->sight[space]) < 18)
            tob_hexset_add(&board->coast_sight, space);
    }
}

/* ---- Areas and legs ---- */

/* The connected part of 'ground' that holds 'space'. */
static tob_hexset area_of(const tob_board *board, tob_hexset ground, unsigned space)
{
    tob_hexset area = tob_hexset_of(space), fresh = area;

    while (!tob_hexset_is_empty(fresh)) {
        const tob_hexset near = board->near[tob_hexset_pop(&fresh)];
        const tob_hexset more = tob_hexset_minus(tob_hexset_and(near, ground), area);
        area = tob_hexset_or(area, more);
        fresh = tob_hexset_or(fresh, more);
    }
    return area;
}

tob_hexset tob_board_area(const tob_board *board, unsigned space)
{
    return area_of(board, board->ground[board->terrain[space]], space);
}

/* M1: a leg stays in the area, or takes one step out of it. The volcano is out of
 * bounds; lava is listed and left to the rules (V5). */
static void set_legs(tob_board *board, tob_hexset area, unsigned size)
{
    const tob_hexset open = tob_hexset_minus(board->land, board->ground[TOB_VOLCANO]);
    tob_hexset rest = area;

    while (!tob_hexset_is_empty(rest)) {
        const unsigned space = tob_hexset_pop(&rest);
        const tob_hexset out = tob_hexset_and(board->near[space], open);
        board->legs[space] =
            tob_hexset_minus(tob_hexset_or(area, out), tob_hexset_of(space));
        board->area_size[space] = (uint8_t)size;
    }
}

/* The spaces whose area is as large as any of this terrain (I5). */
static void refresh_largest(tob_board *board, unsigned terrain)
{
    tob_hexset rest = board->ground[terrain];
    unsigned most = 0;

    board->largest[terrain] = (tob_hexset){0, 0};
    while (!tob_hexset_is_empty(rest)) {
        const unsigned space = tob_hexset_pop(&rest);
        const unsigned size = board->area_size[space];
        if (size > most)
            board->largest[terrain] = (tob_hexset){0, 0};
        if (size >= most)
            tob_hexset_add(&board->largest[terrain], space);
        most = size > most ? size : most;
    }
}

void ground_refresh_areas(tob_board *board, unsigned ground, tob_hexset within)
{
    tob_hexset rest = tob_hexset_and(board->ground[ground], within);

    while (!tob_hexset_is_empty(rest)) {
        const tob_hexset area =
            area_of(board, board->ground[ground], tob_hexset_first(rest));
        set_legs(board, area, ground == TOB_LAVA ? 0 : tob_hexset_count(area));
        rest = tob_hexset_minus(rest, area);
    }
    if (ground < TOB_TERRAIN_COUNT)
        refresh_largest(board, ground);
}

tob_hexset ground_largest(const tob_board *board, tob_hexset ground)
{
    tob_hexset rest = ground, largest = {0, 0};
    unsigned most = 0;

    while (!tob_hexset_is_empty(rest)) {
        const tob_hexset area = area_of(board, ground, tob_hexset_first(rest));
        const unsigned size = tob_hexset_count(area);
        if (size > most)
            largest = area;
        else if (size == most)
            largest = tob_hexset_or(largest, area); /* I5 */
        most = size > most ? size : most;
        rest = tob_hexset_minus(rest, area);
    }
    return largest;
}

/* The hexes reached by at most 'legs' legs that all end on hexes of 'open'. */
static tob_hexset reach_over(const tob_board *board, unsigned space, unsigned legs,
                             tob_hexset open)
{
    tob_hexset reach = tob_hexset_of(space), fresh = reach;

    while (legs--) {
        tob_hexset next = {0, 0};
        while (!tob_hexset_is_empty(fresh))
            next = tob_hexset_or(next, board->legs[tob_hexset_pop(&fresh)]);
        fresh = tob_hexset_minus(tob_hexset_and(next, open), reach);
        reach = tob_hexset_or(reach, fresh);
    }
    return reach;
}

tob_hexset tob_board_reach(const tob_board *board, unsigned space, unsigned legs)
{
    return reach_over(board, space, legs, board->spaces);
}

tob_hexset tob_board_reach_paid(const tob_board *board, unsigned space, unsigned legs)
{
    return tob_hexset_and(reach_over(board, space, legs, board->land), board->spaces);
}

/* ---- Clues ---- */

tob_hexset ground_landmark(const tob_board *board, unsigned landmark)
{
    if (landmark < TOB_LANDMARK_LARGEST)
        return board->ground[landmark];
    if (landmark < TOB_LANDMARK_HUT)
        return board->largest[landmark - TOB_LANDMARK_LARGEST];
    switch (landmark) {
    case TOB_LANDMARK_HUT: return board->object[TOB_HUT];
    case TOB_LANDMARK_PALM: return board->object[TOB_PALM];
    case TOB_LANDMARK_STATUE: return board->object[TOB_STATUE];
    case TOB_LANDMARK_VOLCANO: return board->ground[TOB_VOLCANO];
    case TOB_LANDMARK_LAVA: return board->ground[TOB_LAVA];
    }
    return (tob_hexset){0, 0}; /* the ocean has no spaces (I3) */
}

static tob_hexset around(const tob_hexset *table, tob_hexset set)
{
    tob_hexset result = {0, 0};

    while (!tob_hexset_is_empty(set))
        result = tob_hexset_or(result, table[tob_hexset_pop(&set)]);
    return result;
}

tob_hexset ground_clue(const tob_board *board, tob_clue clue, tob_hexset mark,
                       tob_hexset spaces)
{
    const bool negated = clue.relation >= TOB_NOT_IN;
    const unsigned relation = clue.relation % TOB_NOT_IN;
    const bool ocean = clue.landmark == TOB_LANDMARK_OCEAN;
    tob_hexset set = mark;

    if (relation == TOB_NEXT)
        set = ocean ? board->coast : around(board->near, mark);
    else if (relation == TOB_SIGHT)
        set = ocean ? board->coast_sight : around(board->sight, mark);
    if (relation != TOB_IN)
        set = tob_hexset_minus(set, mark); /* L2, L3 */
    set = tob_hexset_and(set, spaces);
    return negated ? tob_hexset_minus(spaces, set) : set; /* L4 */
}

tob_hexset tob_board_clue(const tob_board *board, tob_clue clue)
{
    return ground_clue(board, clue, ground_landmark(board, clue.landmark), board->spaces);
}

void ground_refresh_clues(tob_board *board, uint32_t landmarks)
{
    for (unsigned card = 0; card < tob_clue_total; card++)
        if (landmarks >> tob_clues[card].landmark & 1)
            board->allowed[card] = tob_board_clue(board, tob_clues[card]);
}

void ground_refresh(tob_board *board)
{
    for (unsigned ground = 0; ground <= TOB_LAVA; ground++)
        ground_refresh_areas(board, ground, board->land);
    ground_refresh_clues(board, UINT32_MAX);
}

/* ---- Making the island ---- */

typedef struct joined_hex {
    int8_t q, r;
    uint8_t terrain;
} joined_hex;

/* The sides of an island in the order of its sectors, as indices of tob_sides (I2). */
static void sides_of(unsigned island, unsigned order[static 3])
{
    const bool swapped = island & 8;
    const unsigned b = 2 + (island >> 1 & 1), c = 4 + (island >> 2 & 1);

    order[0] = island & 1;
    order[1] = swapped ? c : b;
    order[2] = swapped ? b : c;
}

/* A hex of a side as it lies in a sector of the island (I1). */
static joined_hex lay_hex(unsigned island, unsigned sector, tob_side_hex hex)
{
    const int lock = island & 16 ? 1 : 0, q = hex.q, r = hex.r;
    int to_q = q, to_r = r;

    if (sector == 1) {
        to_q = -q - r + 1;
        to_r = q - 1 + lock;
    } else if (sector == 2) {
        to_q = r + 1 - lock;
        to_r = -q - r + lock;
    }
    return (joined_hex){(int8_t)to_q, (int8_t)to_r, hex.terrain};
}

/* The three sections of an island in their sectors (I1, I2). */
static unsigned join(unsigned island, joined_hex hex[static TOB_SPACE_MAX])
{
    unsigned order[3], count = 0;

    sides_of(island, order);
    for (unsigned sector = 0; sector < 3; sector++) {
        const tob_side *side = &tob_sides[order[sector]];
        for (unsigned i = 0; i < side->size; i++)
            hex[count++] = lay_hex(island, sector, side->hex[i]);
    }
    return count;
}

unsigned tob_board_section(const tob_board *board, unsigned space)
{
    unsigned order[3];

    sides_of(board->island, order);
    for (unsigned sector = 0; sector < 3; sector++) {
        const tob_side *side = &tob_sides[order[sector]];
        for (unsigned i = 0; i < side->size; i++) {
            const joined_hex hex = lay_hex(board->island, sector, side->hex[i]);
            if (hex.q == board->q[space] && hex.r == board->r[space])
                return sector;
        }
    }
    return TOB_NONE;
}

static unsigned hex_rank(joined_hex hex)
{
    return (unsigned)((hex.q + 7) * 16 + hex.r + half(hex.q) + 7);
}

static void sort_hexes(joined_hex *hex, unsigned count)
{
    for (unsigned i = 1; i < count; i++) {
        const joined_hex moved = hex[i];
        unsigned at = i;
        for (; at > 0 && hex_rank(hex[at - 1]) > hex_rank(moved); at--)
            hex[at] = hex[at - 1];
        hex[at] = moved;
    }
}

unsigned ground_add(tob_board *board, int q, int r, unsigned terrain)
{
    const unsigned space = board->count++;
    tob_hexset near;

    board->q[space] = (int8_t)q;
    board->r[space] = (int8_t)r;
    board->terrain[space] = (uint8_t)terrain;
    board->grid[q + 7][r + half(q) + 7] = (uint8_t)space; /* I6 */
    tob_hexset_add(&board->land, space);
    tob_hexset_add(&board->spaces, space);
    tob_hexset_add(&board->ground[terrain], space);
    relate(board, space);
    /* One step leads there from all sides (M1), but from the volcano none does. */
    near = tob_hexset_minus(board->near[space], board->ground[TOB_VOLCANO]);
    while (!tob_hexset_is_empty(near))
        tob_hexset_add(&board->legs[tob_hexset_pop(&near)], space);
    return space;
}

void ground_change(tob_board *board, unsigned space, unsigned terrain)
{
    tob_hexset_remove(&board->ground[board->terrain[space]], space);
    tob_hexset_add(&board->ground[terrain], space);
    board->terrain[space] = (uint8_t)terrain;
    if (terrain >= TOB_TERRAIN_COUNT) { /* V1 */
        tob_hexset_remove(&board->spaces, space);
        board->area_size[space] = 0;
        board->legs[space] = (tob_hexset){0, 0};
    }
}

void tob_board_init(tob_board *board, unsigned island)
{
    joined_hex hex[TOB_SPACE_MAX];
    const unsigned count = join(island, hex);

    *board = (tob_board){.island = (uint8_t)island};
    for (unsigned column = 0; column < 16; column++)
        for (unsigned row = 0; row < 16; row++)
            board->grid[column][row] = TOB_NONE;
    sort_hexes(hex, count);
    for (unsigned i = 0; i < count; i++)
        ground_add(board, hex[i].q, hex[i].r, hex[i].terrain);
    board->base_count = board->count;
    ground_refresh_coast(board, board->land);
    ground_refresh(board);
}

/* ---- Objects ---- */

tob_hexset ground_objects(const tob_board *board)
{
    return tob_hexset_or(board->object[TOB_STATUE],
                         tob_hexset_or(board->object[TOB_HUT], board->object[TOB_PALM]));
}

tob_reason tob_board_object_reason(const tob_board *board, tob_object object,
                                   unsigned space, unsigned facing)
{
    if (space >= board->count || !tob_hexset_has(board->spaces, space))
        return TOB_REASON_I3_NO_SPACE;
    if (tob_hexset_count(board->object[object]) >= tob_object_limit(object))
        return TOB_REASON_O1_ENOUGH;
    if (tob_hexset_has(ground_objects(board), space))
        return TOB_REASON_O1_OCCUPIED;
    if (!tob_hexset_within(board->object[object], board->apart[space]))
        return TOB_REASON_O2_TOO_CLOSE;
    if (object == TOB_STATUE && tob_hexset_has(board->coast, space))
        return TOB_REASON_O3_COAST;
    if (object == TOB_STATUE && facing >= TOB_DIRECTION_COUNT)
        return TOB_REASON_O3_FACING;
    return TOB_OK;
}

tob_hexset tob_board_object_spaces(const tob_board *board, tob_object object)
{
    tob_hexset open = tob_hexset_minus(board->spaces, ground_objects(board));
    tob_hexset placed = board->object[object];

    if (object == TOB_STATUE)
        open = tob_hexset_minus(open, board->coast);
    while (!tob_hexset_is_empty(placed))
        open = tob_hexset_and(open, board->apart[tob_hexset_pop(&placed)]);
    return open;
}

bool tob_board_room_after(const tob_board *board, tob_hexset open, unsigned space,
                          unsigned number)
{
    tob_hexset rest = tob_hexset_and(open, board->apart[space]);

    if (number == 0)
        return true;
    while (!tob_hexset_is_empty(rest)) {
        const unsigned next = tob_hexset_first(rest);
        if (tob_board_room_after(board, rest, next, number - 1))
            return true;
        tob_hexset_remove(&rest, next); /* no solution holds it */
    }
    return false;
}

void tob_board_put(tob_board *board, tob_object object, unsigned space)
{
    static const uint8_t landmark[TOB_OBJECT_COUNT] = {
        TOB_LANDMARK_STATUE, TOB_LANDMARK_HUT, TOB_LANDMARK_PALM};

    tob_hexset_add(&board->object[object], space);
    ground_refresh_clues(board, UINT32_C(1) << landmark[object]);
}
