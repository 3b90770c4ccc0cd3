/* The Volcano: how an island changes (V1 to V4).
 *
 * Volcano and lava hexes stay land and keep their numbers, but are no spaces. */
#include "engine/ground.h"
#include "engine/rules.h"
#include "engine/data.h"

/* ---- The volcano ---- */

unsigned tob_board_centre(const tob_board *board, unsigned index)
{
    const bool second_lock = board->island & 16;
    /* The three apexes, as the sections are joined (data/sections.txt). */
    const int q[3] = {0, 1, second_lock ? 0 : 1};
    const int r[3] = {0, second_lock ? 0 : -1, second_lock ? 1 : 0};

    return tob_board_at(board, q[index], r[index]);
}

tob_reason tob_board_volcano_reason(const tob_board *board, unsigned space,
                                    bool centre_only)
{
    bool at_centre = !centre_only;

    if (space >= board->count || !tob_hexset_has(board->spaces, space))
        return TOB_REASON_I3_NO_SPACE;
    for (unsigned i = 0; i < 3; i++)
        at_centre = at_centre || tob_board_centre(board, i) == space;
    if (!at_centre)
        return TOB_REASON_V1_CENTRE;
    if (tob_hexset_count(board->near[space]) < 6 ||
        !tob_hexset_within(board->near[space], board->spaces))
        return TOB_REASON_V1_ROOM;
    return TOB_OK;
}

void tob_board_volcano(tob_board *board, unsigned space)
{
    tob_hexset rest = board->near[space];

    ground_change(board, space, TOB_VOLCANO);
    while (!tob_hexset_is_empty(rest))
        ground_change(board, tob_hexset_pop(&rest), TOB_VOLCANO);
    ground_refresh(board);
}

/* ---- Triads ---- */

/* A free space: no object, no other triad (V2). */
static bool is_free(const tob_board *board, unsigned space)
{
    return space != TOB_NONE && tob_hexset_has(board->spaces, space) &&
           !tob_hexset_has(ground_objects(board), space) &&
           !tob_hexset_has(board->triads, space);
}

static bool covers_its_like(const tob_board *board, unsigned space, unsigned terrain)
{
    return is_free(board, space) && board->terrain[space] == terrain;
}

tob_reason tob_board_triad_reason(const tob_board *board, unsigned triad, unsigned space,
                                  unsigned direction)
{
    unsigned first, second;
    int q, r;

    if (triad >= TOB_TRIAD_COUNT)
        return TOB_REASON_V2_GONE;
    if (space >= board->count || !is_free(board, space))
        return TOB_REASON_V2_LAVA;
    if (direction >= TOB_DIRECTION_COUNT)
        return TOB_REASON_V2_FIT;
    first = tob_board_step(board, space, direction);
    second = tob_board_step(board, space, (direction + 1) % TOB_DIRECTION_COUNT);
    ground_step(board, space, first == TOB_NONE ? direction : (direction + 1) % 6, &q,
                &r);
    if (!ground_has_name(q, r))
        return TOB_REASON_V2_FIT;
    if ((second == TOB_NONE && covers_its_like(board, first, tob_triads[triad][0])) ||
        (first == TOB_NONE && covers_its_like(board, second, tob_triads[triad][1])))
        return TOB_OK;
    return TOB_REASON_V2_FIT;
}

/* Lava from which one step leads to a space (V5). */
static void refresh_brink(tob_board *board)
{
    tob_hexset rest = board->ground[TOB_LAVA];

    board->brink = (tob_hexset){0, 0};
    while (!tob_hexset_is_empty(rest)) {
        const unsigned space = tob_hexset_pop(&rest);
        if (!tob_hexset_is_empty(tob_hexset_and(board->near[space], board->spaces)))
            tob_hexset_add(&board->brink, space);
    }
}

unsigned tob_board_triad(tob_board *board, unsigned triad, unsigned space,
                         unsigned direction)
{
    const unsigned next = (direction + 1) % TOB_DIRECTION_COUNT;
    const unsigned first = tob_board_step(board, space, direction);
    const unsigned second = tob_board_step(board, space, next);
    const bool first_is_new = first == TOB_NONE;
    const unsigned covered = board->terrain[space];
    unsigned fresh;
    int q, r;

    ground_step(board, space, first_is_new ? direction : next, &q, &r);
    fresh = ground_add(board, q, r, tob_triads[triad][first_is_new ? 0 : 1]);
    ground_change(board, space, TOB_LAVA);
    tob_hexset_add(&board->triads, fresh);
    tob_hexset_add(&board->triads, space);
    tob_hexset_add(&board->triads, first_is_new ? second : first);
    ground_refresh_coast(board, tob_hexset_or(board->sight[fresh], tob_hexset_of(fresh)));
    ground_refresh_areas(board, board->terrain[fresh], tob_hexset_of(fresh));
    ground_refresh_areas(board, covered, board->near[space]);
    ground_refresh_areas(board, TOB_LAVA, tob_hexset_of(space));
    ground_refresh_clues(board, UINT32_MAX);
    refresh_brink(board);
    return fresh;
}

/* ---- Lava ---- */

tob_hexset tob_board_lava_spaces(const tob_board *board)
{
    tob_hexset hot = tob_hexset_or(board->ground[TOB_VOLCANO], board->ground[TOB_LAVA]);
    tob_hexset next = {0, 0};

    while (!tob_hexset_is_empty(hot))
        next = tob_hexset_or(next, board->near[tob_hexset_pop(&hot)]);
    next = tob_hexset_and(next, board->spaces);
    return tob_hexset_minus(next, board->object[TOB_STATUE]);
}

tob_reason tob_board_lava_reason(const tob_board *board, unsigned space)
{
    if (space >= board->count || !tob_hexset_has(board->spaces, space))
        return TOB_REASON_I3_NO_SPACE;
    if (tob_hexset_has(board->object[TOB_STATUE], space))
        return TOB_REASON_V3_OCCUPIED;
    return tob_hexset_has(tob_board_lava_spaces(board), space) ? TOB_OK
                                                               : TOB_REASON_V3_APART;
}

void tob_board_lava(tob_board *board, unsigned space)
{
    const unsigned terrain = board->terrain[space];
    uint32_t landmarks = UINT32_C(1) << terrain |
                         UINT32_C(1) << (TOB_LANDMARK_LARGEST + terrain) |
                         UINT32_C(1) << TOB_LANDMARK_LAVA;

    if (tob_hexset_has(board->object[TOB_HUT], space))
        landmarks |= UINT32_C(1) << TOB_LANDMARK_HUT;
    if (tob_hexset_has(board->object[TOB_PALM], space))
        landmarks |= UINT32_C(1) << TOB_LANDMARK_PALM;
    tob_hexset_remove(&board->object[TOB_HUT], space);
    tob_hexset_remove(&board->object[TOB_PALM], space);
    ground_change(board, space, TOB_LAVA);
    ground_refresh_areas(board, terrain, board->near[space]);
    ground_refresh_areas(board, TOB_LAVA, tob_hexset_of(space));
    refresh_brink(board);
    for (unsigned card = 0; card < tob_clue_total; card++)
        tob_hexset_remove(&board->allowed[card], space);
    ground_refresh_clues(board, landmarks);
}

/* ---- Lava and the maps ---- */

/* The sites that the clues of a map leave on a board (V4). */
static tob_hexset sites_on(const tob_game *game, const tob_board *board,
                           unsigned treasure)
{
    const tob_map *map = &game->map[treasure];
    tob_hexset sites = tob_hexset_minus(board->spaces, map->removed);
    tob_map_walk walk = tob_map_walk_up(game, treasure);

    while (tob_map_next(&walk))
        sites = tob_hexset_and(sites, board->allowed[walk.card]);
    return sites;
}

void refresh_sites(tob_game *game, const tob_board *board)
{
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        tob_map *map = &game->map[treasure];
        map->sites = sites_on(game, board, treasure);
        map->count = (uint8_t)tob_hexset_count(map->sites);
    }
}

/* Does a map speak of the largest area of a terrain? */
static bool speaks_of_largest(const tob_game *game, unsigned treasure, unsigned terrain)
{
    tob_map_walk walk = tob_map_walk_up(game, treasure);

    while (tob_map_next(&walk))
        if (tob_clues[walk.card].landmark == TOB_LANDMARK_LARGEST + terrain)
            return true;
    return false;
}

/* A tile touches only what is said of hexes within two steps of it, and the largest area
 * if it lies there; a site beyond that surely stays. */
static bool surely_stays(const tob_game *game, const tob_board *board, unsigned treasure,
                         unsigned space)
{
    const unsigned terrain = board->terrain[space];
    const tob_hexset touched = tob_hexset_or(board->sight[space], tob_hexset_of(space));

    return !tob_hexset_within(game->map[treasure].sites, touched) &&
           !(tob_hexset_has(board->largest[terrain], space) &&
             speaks_of_largest(game, treasure, terrain));
}

/* The hexes of a landmark if 'space' were lava. */
static tob_hexset landmark_after(const tob_board *board, unsigned landmark,
                                 unsigned space)
{
    const unsigned terrain = board->terrain[space];
    const tob_hexset tile = tob_hexset_of(space);

    if (landmark == TOB_LANDMARK_LAVA)
        return tob_hexset_or(board->ground[TOB_LAVA], tile);
    if (landmark == TOB_LANDMARK_LARGEST + terrain)
        return ground_largest(board, tob_hexset_minus(board->ground[terrain], tile));
    return tob_hexset_minus(ground_landmark(board, landmark), tile);
}

static bool keeps_a_site(const tob_game *game, const tob_board *board, unsigned treasure,
                         unsigned space)
{
    const tob_map *map = &game->map[treasure];
    const tob_hexset spaces = tob_hexset_minus(board->spaces, tob_hexset_of(space));
    tob_hexset sites = tob_hexset_minus(spaces, map->removed);
    tob_map_walk walk = tob_map_walk_up(game, treasure);

    while (tob_map_next(&walk)) {
        const tob_clue clue = tob_clues[walk.card];
        const tob_hexset mark = landmark_after(board, clue.landmark, space);
        sites = tob_hexset_and(sites, ground_clue(board, clue, mark, spaces));
    }
    return !tob_hexset_is_empty(sites);
}

bool lava_leaves_sites(const tob_game *game, const tob_board *board, unsigned space)
{
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        if (!surely_stays(game, board, treasure, space) &&
            !keeps_a_site(game, board, treasure, space))
            return false;
    return true;
}

tob_hexset lava_candidates(const tob_game *game, const tob_board *board)
{
    tob_hexset open = tob_board_lava_spaces(board);

    open = tob_hexset_minus(open, game->amulets);
    for (unsigned seat = 0; seat < game->players; seat++)
        tob_hexset_remove(&open, game->atv[seat]);
    return open;
}

bool lava_has_place(const tob_game *game, const tob_board *board)
{
    tob_hexset rest = lava_candidates(game, board);

    while (!tob_hexset_is_empty(rest))
        if (lava_leaves_sites(game, board, tob_hexset_pop(&rest)))
            return true;
    return false;
}
