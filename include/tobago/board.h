/* The board: everything about an island that can be looked up instead of computed.
 *
 * A board is derived data. It holds no decision of the game that the game's state
 * does not hold too, so it is never saved and can be made again from the state at any
 * time (tob_board_follow in game.h). A program can also use a board alone, as a board on
 * a table: make it, put objects on it, ask it.
 *
 * Spaces are numbered from 0 in the order of column, then row; a triad's new space
 * (V2) comes after those. All memory is the caller's; a board holds no pointers, so '='
 * copies it. Nothing here fails except where a tob_reason says so. Any number of threads
 * may ask one board, as long as none of them changes it. */
#ifndef TOBAGO_BOARD_H
#define TOBAGO_BOARD_H

#include "tobago/hexset.h"
#include "tobago/reason.h"
#include "tobago/types.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct tob_board {
    tob_hexset land;                       /* every hex that is not ocean */
    tob_hexset spaces;                     /* land without volcano and lava (V1) */
    tob_hexset coast;                      /* land beside the ocean (I4) */
    tob_hexset coast_sight;                /* land at most 2 from the ocean */
    tob_hexset ground[TOB_GROUND_COUNT];   /* land by terrain */
    tob_hexset largest[TOB_TERRAIN_COUNT]; /* the largest area or areas (I5) */
    tob_hexset object[TOB_OBJECT_COUNT];   /* where the objects stand */
    tob_hexset triads;                     /* the hexes of the triads placed (V2) */
    tob_hexset brink;                      /* lava beside a space (V5) */
    tob_hexset near[TOB_SPACE_MAX];        /* land at distance 1 */
    tob_hexset sight[TOB_SPACE_MAX];       /* land at distance 1 or 2 */
    tob_hexset apart[TOB_SPACE_MAX];       /* land at distance 4 or more (O2) */
    tob_hexset legs[TOB_SPACE_MAX];        /* where one leg can end (M1, V5) */
    tob_hexset allowed[TOB_CARD_MAX];      /* the spaces each clue card allows (L) */
    uint8_t terrain[TOB_SPACE_MAX];        /* tob_terrain */
    uint8_t area_size[TOB_SPACE_MAX];      /* spaces in its area; 0 on lava */
    uint8_t grid[16][16];                  /* the hex at column, row; TOB_NONE: ocean */
    int8_t q[TOB_SPACE_MAX], r[TOB_SPACE_MAX]; /* axial coordinates, as in data/ */
    uint8_t island;                            /* 0 to 31 */
    uint8_t count;                             /* hexes of land */
    uint8_t base_count;                        /* of these, those of the three sections */
    uint8_t unused[5];
} tob_board;

/* Makes the bare island, number 0 to 31 (I2), without objects. */
void tob_board_init(tob_board *board, unsigned island);

/* May this object stand here (O1 to O3)? 'facing' counts for statues only. */
tob_reason tob_board_object_reason(const tob_board *board, tob_object object,
                                   unsigned space, unsigned facing);

/* The spaces where the next object of a kind may stand (O1 to O3). */
tob_hexset tob_board_object_spaces(const tob_board *board, tob_object object);

/* Could 'number' more objects of this kind all be placed, if 'space' were taken by one
 * (O4)? 'open' is tob_board_object_spaces. */
bool tob_board_room_after(const tob_board *board, tob_hexset open, unsigned space,
                          unsigned number);

/* Puts an object on a space where tob_board_object_reason allows it. */
void tob_board_put(tob_board *board, tob_object object, unsigned space);

/* The spaces that a clue allows (L), whether or not such a card is in the deck. */
tob_hexset tob_board_clue(const tob_board *board, tob_clue clue);

/* The spaces on which a movement of at most 'legs' legs from a space can end, the start
 * included (M1). It does not cross lava. */
tob_hexset tob_board_reach(const tob_board *board, unsigned space, unsigned legs);

/* The same for a player who has paid for crossing lava (V5). */
tob_hexset tob_board_reach_paid(const tob_board *board, unsigned space, unsigned legs);

/* The area of a hex (I5): the connected hexes of its ground. The volcano and connected
 * lava count as areas here. */
tob_hexset tob_board_area(const tob_board *board, unsigned space);

/* Hex-grid distance between two spaces (I4). */
unsigned tob_board_distance(const tob_board *board, unsigned a, unsigned b);

/* The hex of land at axial q, r, or TOB_NONE. */
unsigned tob_board_at(const tob_board *board, int q, int r);

/* The section of a hex (I1): 0 to 2, the place of its side in the island's code, or
 * TOB_NONE for a hex that a triad added. */
unsigned tob_board_section(const tob_board *board, unsigned space);

/* The neighbour of a space in a direction, or TOB_NONE for ocean. */
unsigned tob_board_step(const tob_board *board, unsigned space, unsigned direction);

/* The hexes of land that a statue on 'space' sees in a direction, nearest first, across
 * water, volcano and lava (N3, V7); returns how many. */
unsigned tob_board_ray(const tob_board *board, unsigned space, unsigned direction,
                       uint8_t hexes[TOB_RAY_MAX]);

/* The farthest space that a statue on 'space' sees in a direction, across water, volcano
 * and lava (N3, V7), or TOB_NONE. */
unsigned tob_board_ray_end(const tob_board *board, unsigned space, unsigned direction);

/* ---- The Volcano (V) ----
 *
 * An island changes in this order: the volcano, then objects, then triads, then lava. */

/* One of the three hexes at the island's centre point; 'index' is 0 to 2 (V1). */
unsigned tob_board_centre(const tob_board *board, unsigned index);

/* May the volcano lie around this hex (V1)? Any seven spaces, or the centre alone. */
tob_reason tob_board_volcano_reason(const tob_board *board, unsigned space,
                                    bool centre_only);

/* Puts the volcano around a hex where tob_board_volcano_reason allows it. */
void tob_board_volcano(tob_board *board, unsigned space);

/* May this triad (0 to 3) lie with its lava on 'space', its first terrain in
 * 'direction' from there and its second clockwise of that (V2)? */
tob_reason tob_board_triad_reason(const tob_board *board, unsigned triad, unsigned space,
                                  unsigned direction);

/* Puts a triad where tob_board_triad_reason allows it; returns the new space, which was
 * ocean before. */
unsigned tob_board_triad(tob_board *board, unsigned triad, unsigned space,
                         unsigned direction);

/* The spaces next to the volcano or lava without a statue. A tile may go there (V3)
 * unless an ATV or amulet is there or a map would lose its last site. */
tob_hexset tob_board_lava_spaces(const tob_board *board);

/* May lava flow onto this hex, as far as the board decides it (V3)? */
tob_reason tob_board_lava_reason(const tob_board *board, unsigned space);

/* Turns a space into lava; a hut or palm on it is destroyed (V3). */
void tob_board_lava(tob_board *board, unsigned space);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
