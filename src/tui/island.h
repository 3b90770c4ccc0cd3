/* The island as a grid of hexes, and the letters of what lies on it, for every picture.
 */
#ifndef TOBAGO_TUI_ISLAND_H
#define TOBAGO_TUI_ISLAND_H

#include "tobago/tobago.h"

/* The places of the hexes: columns from the west, lines of half a hex from the north.
 * Columns with even letters sit half a hex lower (I6). */
typedef struct tui_grid {
    int first_column, columns;
    int first_line, lines;
    uint8_t column[TOB_SPACE_MAX];
    uint8_t line[TOB_SPACE_MAX]; /* the upper half of the space */
} tui_grid;

/* Finds the place of every hex of a board. */
void tui_grid_lay(tui_grid *grid, const tob_board *board);

/* The name of a space; "-" for TOB_NONE. */
typedef struct tui_place {
    char name[4];
} tui_place;

tui_place tui_place_of(const tob_board *board, unsigned space);

/* The number of treasure cards, counted by their coins, without curses. */
unsigned tui_treasure_cards(const uint8_t *number);

extern const char tui_ground_letter[TOB_GROUND_COUNT + 1];
extern const char tui_marker_letter[TOB_TREASURE_COUNT + 1];

/* The letter of the object on a space, or NULL; a statue is an arrow in UTF-8. */
const char *tui_object_letter(const tob_game *game, const tob_board *board,
                              unsigned space, bool utf8);

#endif
