/* A world for tables: a clock that moves when told, seeded randomness, and a store that
 * is a list in memory. Guests are numbers; guest 1 makes the table. */
#ifndef TOBAGO_TESTS_WORLD_H
#define TOBAGO_TESTS_WORLD_H

#include "table/table.h"
#include "tobago/random.h"

typedef struct kept {
    char *key, *text;
    size_t length;
} kept;

typedef struct world {
    uint64_t now, wall;
    tob_rng rng;
    kept *value; /* of one table */
    unsigned values;
    char why[256]; /* of a table that could not be read back */
} world;

enum { STRANGER = 99 }; /* a guest without a seat */

void world_init(world *w, uint64_t seed);
void world_clear(world *w);
tbl_env world_env(world *w);

/* Lets time pass on both clocks. */
void world_wait(world *w, uint64_t ms);

/* Stores the values that changed. */
void keep_values(world *w, tbl_table *t);

/* The table as the store would give it back; NULL with a sentence if it is damaged. */
tbl_table *read_back(world *w, const tbl_table *t, const char **why);

/* A random move of the seat that decides, and as a line with its length. */
tob_move random_move(world *w, const tbl_table *t);
size_t random_line(world *w, const tbl_table *t, char line[REC_LINE_MAX]);

/* ---- Acts of all kinds, sensible and hostile ---- */

/* Numbers from bytes, zeros behind them; or, without bytes, from the world. */
typedef struct dice {
    world *w;
    const uint8_t *bytes;
    size_t left;
} dice;

unsigned roll(dice *d, unsigned limit);

/* One act or the passing of time; its answer, DONE for what has none. */
tbl_answer act(dice *d, tbl_table *t);

tbl_table *some_table(dice *d);
void some_start(tbl_table *t); /* seats everybody and starts, if that is possible */

#endif
