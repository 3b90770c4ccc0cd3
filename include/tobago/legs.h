/* Legs: the spaces that the movement under way can still reach (M1, V5), and the ways.
 *
 * A tob_legs is made from a state as it stands: the player on turn, the legs that are
 * left, whether lava is paid for. It is exact: the legs that it counts are legal one
 * after the other, on the board as it is; amulets met on the way are left lying (V3). To
 * ask about a movement that is not open yet, play TOB_MOVE_MOVE or TOB_MOVE_AMULET_MOVE
 * on a copy first. Where no leg can be driven now (a card is drawn, lava is laid), no
 * legs are left. It holds no pointers and stays true until the next move. Any thread may
 * ask about its own data. */
#ifndef TOBAGO_LEGS_H
#define TOBAGO_LEGS_H

#include "tobago/query.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

typedef struct tob_legs {
    /* after[p][n] holds the hexes first reached with n legs: p is 0 without paying for
     * lava from now on, 1 after paying for it. With 0 legs that is the ATV's own hex. */
    tob_hexset after[2][TOB_LEGS + 1];
    uint8_t left;     /* legs left; 0: no movement is under way, or it is used up */
    uint8_t movement; /* tob_movement: the one under way */
    uint8_t from;     /* the hex of the ATV, or TOB_NONE before it is placed */
    tob_toll toll;    /* the price of driving onto lava */
} tob_legs;

void tob_legs_init(tob_legs *legs, const tob_game *game, const tob_board *board);

/* The fewest legs after which the ATV can stand on a hex, or TOB_NONE. 'pay' allows ways
 * that cost the toll. Hexes of lava count too, although no movement ends there. */
unsigned tob_legs_to(const tob_legs *legs, unsigned space, bool pay);

/* The spaces on which the movement can end, the present one included if it is a space. */
tob_hexset tob_legs_spaces(const tob_legs *legs, const tob_board *board, bool pay);

enum { TOB_WAY_MAX = TOB_LEGS * TOB_SPACE_MAX };

/* A way of one or more legs. */
typedef struct tob_way {
    uint8_t legs;              /* number of legs */
    uint8_t pays;              /* 1: it costs the toll */
    uint8_t leg[TOB_LEGS];     /* the hex on which each leg ends: the moves to play */
    uint16_t until[TOB_LEGS];  /* the number of steps when each leg has ended */
    uint16_t steps;            /* number of steps */
    uint8_t step[TOB_WAY_MAX]; /* the hexes entered, each next to the one before */
} tob_way;

/* Finds a way of fewest legs to a hex, one that costs nothing if there is one among
 * these. False, and *way untouched, if there is none. A way to where the ATV stands has
 * no legs. */
bool tob_legs_way(const tob_legs *legs, const tob_board *board, unsigned space, bool pay,
                  tob_way *way);

/* The fewest legs from one space to another, however many movements they take and without
 * crossing lava, or TOB_NONE if no way leads there. */
unsigned tob_legs_between(const tob_board *board, unsigned from, unsigned to);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
