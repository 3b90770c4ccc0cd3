/* A position as text: the island and everything else that its holder may see. */
#ifndef TOBAGO_TUI_DRAW_H
#define TOBAGO_TUI_DRAW_H

#include <stdio.h>

#include "tobago/tobago.h"

typedef struct draw_style {
    bool colour; /* 256 colours */
    bool utf8;   /* arrows for statues, dots for markers */
} draw_style;

/* Background and foreground of each terrain, lava, volcano, of 256 colours. */
extern const uint8_t draw_ground_colour[TOB_GROUND_COUNT][2];

/* Colour on a terminal that has it, unless NO_COLOR is set; UTF-8 if the locale has it.
 */
draw_style draw_style_for(FILE *out);

/* Draws the position. 'game' is a full game or a view; hands that it does not know are
 * drawn as numbers of cards, and so are the coins of others before the end (D5). */
void draw_position(FILE *out, draw_style style, const rec_header *header,
                   const tob_game *game, const tob_board *board);

/* Draws the island alone, with its objects and amulets, and the letters that it uses.
 * 'game' needs no players. */
void draw_board(FILE *out, draw_style style, const tob_game *game,
                const tob_board *board);

#endif
