/* The constant tables that data/generate.c makes from data/, and data/clauses.c from
 * docs/rules.md. */
#ifndef TOBAGO_ENGINE_DATA_H
#define TOBAGO_ENGINE_DATA_H

#include "tobago/clauses.h"
#include "tobago/types.h"

typedef struct tob_side_hex {
    int8_t q, r;
    uint8_t terrain;
} tob_side_hex;

typedef struct tob_side {
    uint8_t size;
    tob_side_hex hex[40];
} tob_side;

extern const tob_side tob_sides[6]; /* A a B b C c */
extern const uint8_t tob_clue_deck, tob_clue_total;
extern const tob_clue tob_clues[TOB_CARD_MAX];
extern const char *const tob_clue_names[TOB_CARD_MAX];
extern const uint8_t tob_clue_order[TOB_CARD_MAX]; /* cards sorted by name */
extern const uint8_t tob_treasure_count[TOB_COINS_MAX + 1];
extern const uint8_t tob_lava_tiles;
extern const uint8_t tob_triads[TOB_TRIAD_COUNT][2]; /* terrains, clockwise from lava */
extern const char *const tob_triad_names[TOB_TRIAD_COUNT];
extern const uint64_t tob_data_hash; /* of all of the above */

extern const tob_section tob_sections[];
extern const tob_clause tob_clauses[];
extern const uint8_t tob_section_total, tob_clause_total;

#endif
