/* Names, for people and for records.
 *
 * A name function takes a number of its kind and returns a constant string. A find
 * function takes a word by pointer and length, without a terminating zero, and returns
 * its number, or -1 (TOB_NONE for spaces) if there is no such name. Nothing here
 * allocates or fails, and any number of threads may ask at once. */
#ifndef TOBAGO_NAMES_H
#define TOBAGO_NAMES_H

#include <stddef.h>

#include "tobago/board.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

const char *tob_terrain_name(unsigned terrain);     /* "beach"; "lava", "volcano" */
const char *tob_direction_name(unsigned direction); /* "NE" */
const char *tob_object_name(unsigned object);       /* "hut" */
const char *tob_treasure_name(unsigned treasure);   /* "white" */
const char *tob_card_name(unsigned card);           /* "not-next-hut" */
const char *tob_triad_name(unsigned triad);         /* "beach-jungle" */
const char *tob_relation_name(unsigned relation);   /* "not-next" */
const char *tob_landmark_name(unsigned landmark);   /* "largest-lake" */

int tob_direction_find(const char *word, size_t length);
int tob_object_find(const char *word, size_t length);
int tob_treasure_find(const char *word, size_t length);
int tob_card_find(const char *word, size_t length);
int tob_triad_find(const char *word, size_t length);

/* Reads any clue of the grammar RELATION-LANDMARK, also one that no card shows. */
bool tob_clue_find(const char *word, size_t length, tob_clue *clue);

/* An island's code, like "AbC1" (I2): writes 4 letters and a zero. The islands are
 * numbered from 0 to TOB_ISLANDS - 1; the letters are the sides of the three sections in
 * the order in which they are joined, the digit is the interlock. */
void tob_island_name(unsigned island, char name[5]);
int tob_island_find(const char *word, size_t length);

/* A space's name, like "h8" (I6): writes 2 or 3 letters and a zero, returns how many. */
unsigned tob_space_name(const tob_board *board, unsigned space, char name[4]);
unsigned tob_space_find(const tob_board *board, const char *word, size_t length);

/* Reads the coordinates behind any name of the form LETTER NUMBER, land or not. */
bool tob_hex_find(const char *word, size_t length, int *q, int *r);

/* The relation and the landmark on a clue card. */
tob_clue tob_card_clue(unsigned card);

/* The number of clue cards in the deck, and with the volcanic ones behind them (V6). */
unsigned tob_card_count(void);
unsigned tob_card_total(void);

/* The number of lava tiles (V2). */
unsigned tob_lava_tile_count(void);

/* The number of cards of the treasure deck that show this many coins; 0: curses. */
unsigned tob_treasure_cards(unsigned coins);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
