/* Positions with the Volcano, and its rules a second time: slow, on the oracle's island.
 */
#ifndef TOBAGO_TESTS_VOLCANO_H
#define TOBAGO_TESTS_VOLCANO_H

#include "oracle.h"
#include "positions.h"

/* The island of positions.h with the volcano around h7; the triads come next. 'header' is
 * what follows the island in the header and begins with the options. */
void begin_triads(scene *t, unsigned players, const char *header);

/* Two players at the first turn, the maps empty. Bobby's triad has lava on b5 and new
 * jungle on a4, Anna's has lava on l11 and new scrubland on k11; their ATVs stand there.
 * 'more' goes on the line of options. */
void begin_volcano(scene *t, const char *more);

/* Lets lava tiles flow, one after the other, without anything else changing. */
void pour(scene *t, const char *spaces);

/* Adds a volcanic clue of a seat to a map. */
void lay_volcanic(scene *t, unsigned treasure, unsigned seat, const char *clue);

/* Anna raises white with one clue of hers on its map and claims what she can: 5 and 4
 * coins. Then she has to start the map anew. */
void raise_white(scene *t);

/* A state's island, made from the state alone. */
typedef struct slow {
    oracle island;
    oracle_hex hex[TOB_SPACE_MAX]; /* the engine's spaces */
    unsigned count;
} slow;

void slow_init(slow *s, const tob_game *game, const tob_board *board);

/* The oracle's data; loaded by the first call. */
const oracle_data *slow_data(void);

/* Fails unless ground, areas, coast and what each clue card allows are the oracle's. */
void slow_compare(const slow *s, const tob_board *board);

/* The sites of a map (C5, V4). */
tob_hexset slow_sites(const slow *s, const tob_game *game, unsigned treasure);

/* Where the player on turn may place a tile (V3), and end her next leg (M1, V5). */
tob_hexset slow_lava(const slow *s, const tob_game *game);
tob_hexset slow_legs(const slow *s, const tob_game *game);

/* The spaces of the legal moves of one kind. */
tob_hexset legal_spaces(const tob_game *game, const tob_board *board, unsigned kind);

#endif
