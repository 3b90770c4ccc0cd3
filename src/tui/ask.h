/* Questions about the rules that pictures and keys have, each answered in one place. */
#ifndef TOBAGO_TUI_ASK_H
#define TOBAGO_TUI_ASK_H

#include "tobago/tobago.h"

/* The sites that a clue card would leave on a map; all of them if 'card' is none. */
tob_hexset tui_ask_sites_left(const tob_game *game, const tob_board *board,
                              unsigned treasure, unsigned card);

/* Could this card be laid on this map as far as map and phase decide it, whoever is to
 * move? Then the number of sites left, else 0 (C2, C3, S5, N2). */
unsigned tui_ask_leaves(const tob_game *game, const tob_board *board, unsigned treasure,
                        unsigned card);

/* The price of crossing lava (V5). */
typedef enum tui_price {
    TUI_PRICE_PAID, /* nothing more in this movement */
    TUI_PRICE_AMULET,
    TUI_PRICE_COINS, /* the best treasure card */
} tui_price;

/* The price that a seat pays to cross lava; '*coins' is the value of its best treasure
 * card. */
tui_price tui_ask_lava_price(const tob_game *game, unsigned seat, unsigned *coins);

/* The treasure on whose map a card lies, or TOB_TREASURE_COUNT. */
unsigned tui_ask_map_of(const tob_game *game, unsigned card);

/* The space that a move is about, or TOB_NONE. */
unsigned tui_ask_space_of(tob_move move);

/* Finds the least legs to each space for the movement under way; 0: out of reach. Lava is
 * reached only where it may be the next leg. */
void tui_ask_legs(const tob_game *game, const tob_board *board,
                  uint8_t legs[static TOB_SPACE_MAX]);

/* Legs from one space to another however far away, or TOB_NONE if no way leads there. */
unsigned tui_ask_distance(const tob_board *board, unsigned from, unsigned to);

/* The end of the first of 'legs' legs to a space: on an amulet if one on the way would be
 * taken, unless that is a choice of its own (V3). TOB_NONE: there is no way. */
unsigned tui_ask_next_stop(const tob_game *game, const tob_board *board, unsigned at,
                           unsigned to, unsigned legs);

/* Does a movement opened by this kind of move, or the one under way, take the amulets
 * that it ends on? An extra one does not (A3). */
bool tui_ask_takes_amulets(const tob_game *game, unsigned kind);

#endif
