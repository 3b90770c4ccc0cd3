/* Pictures of islands as SVG: an island with what lies on it and an answer lit up, or a
 * sheet of small islands.
 *
 * Like a plot, a picture is one file without scripts that fetches nothing, and the same
 * question gives the same bytes. plot_open and plot_close open and close the file. */
#ifndef TOBAGO_HOST_PICTURE_H
#define TOBAGO_HOST_PICTURE_H

#include <stdio.h>

#include "tobago/game.h"

/* The contents of a picture. Zeroed but for the board and the TOB_NONEs, it is the bare
 * island. The caller owns what it points to. */
typedef struct picture {
    const tob_board *board;
    const char *title;
    const char *remark;    /* the smaller line below it */
    const uint8_t *facing; /* of the statues, by space */
    bool gazes;            /* the lines of sight of the statues (N3) */
    bool lights;           /* the spaces of 'lit' stay bright, all others are veiled */
    tob_hexset lit;
    const tob_hexset *reach; /* after 1 to TOB_LEGS legs, or NULL */
    unsigned atv;            /* where an ATV stands, or TOB_NONE */
    unsigned eye, direction; /* a line of sight from a space, or TOB_NONE */
    tob_hexset amulets;
    tob_hexset markers[TOB_TREASURE_COUNT];
    uint8_t triads; /* number of triads, and their hexes */
    uint8_t triad[TOB_TRIAD_COUNT][3];
} picture;

/* An empty picture of a board. */
picture picture_of(const tob_board *board, const char *title, const char *remark);

void picture_write(FILE *out, const picture *p);

/* Writes small pictures of islands, each with its code, in the order given. */
void picture_sheet(FILE *out, const char *title, const char *remark,
                   const uint8_t *islands, unsigned count);

#endif
