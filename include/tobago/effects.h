/* The effects of a move: everything that happens with it and that its line does not say.
 *
 * Effects are public. Hands and looked-at cards do not enter them, so the effects in a
 * full game and in any view of it are the same bytes. */
#ifndef TOBAGO_EFFECTS_H
#define TOBAGO_EFFECTS_H

#include "tobago/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The causes for which amulets and treasure cards are given up. */
typedef enum rec_cost {
    REC_COST_NONE,
    REC_COST_POWER, /* an amulet's power (A, X1, P) */
    REC_COST_CURSE, /* K2 */
    REC_COST_LAVA,  /* V5 */
    REC_COST_COUNT,
} rec_cost;

/* A struct without padding or pointers; seats, spaces and cards that do not apply are
 * TOB_NONE, numbers and sets are 0. */
typedef struct rec_effects {
    tob_hexset surfaced;                 /* where amulets came up (N3) */
    tob_hexset gone[TOB_TREASURE_COUNT]; /* sites that each map lost (C5, A1, V4) */
    tob_hexset back[TOB_TREASURE_COUNT]; /* and those it got back (V4, N1) */

    uint8_t taker; /* the seat that took an amulet off the island (T1, M3, V3) */
    uint8_t taken; /* the space where that lay */

    uint8_t cost;                   /* rec_cost */
    uint8_t paid_amulet[TOB_SEATS]; /* 1: the seat gave up an amulet */
    uint8_t paid_coins[TOB_SEATS];  /* the coins of the treasure card it gave up */

    uint8_t claimer;          /* the seat that claimed the card on offer (D2) */
    uint8_t claimed;          /* its coins */
    uint8_t unclaimed;        /* the coins of a card that went to the discards (D3, D4) */
    uint8_t roses[TOB_SEATS]; /* roses that went back to their owners (D2, D4) */

    uint8_t started; /* the map that got its first clue (S5, N2) */
    uint8_t cleared; /* the map whose clues were discarded (N1) */
    uint8_t side;    /* volcanic clues that went back to the side, as bits (V6) */

    uint8_t drawer;            /* the seat whose hand got a card (S6, C4, X1) */
    uint8_t refilled;          /* 1: it was the last one that the hand gets now */
    uint8_t clues_returned;    /* clue discards that became the deck (C4, S5) */
    uint8_t treasure_returned; /* treasure discards that became the deck (R4) */

    uint8_t driver; /* the seat whose ATV was placed or moved */
    uint8_t from;   /* where it stood before */
    uint8_t to;

    uint8_t lava;           /* the space that a tile was laid on (V3) */
    uint8_t destroyed;      /* the tob_object it destroyed there */
    uint8_t statue[3];      /* spaces of the statues that turned (N4) */
    uint8_t turned_from[3]; /* their directions before */
    uint8_t turned_to[3];   /* and after */

    uint8_t turn;   /* the seat whose turn began (T) */
    uint8_t ending; /* tob_ending, with the move that ends the game */
    uint8_t unused[7];
} rec_effects;

/* The effects of a move that led from one state to the next. All three are of one game
 * or of one view of it. */
rec_effects rec_effects_of(const tob_game *before, const tob_game *after, tob_move move);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
