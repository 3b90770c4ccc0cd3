/* Tables with guests around them, for cmocka. */
#ifndef TOBAGO_TESTS_GUESTS_H
#define TOBAGO_TESTS_GUESTS_H

#include "tests/world.h"

/* A table on which guests 1 to 'people' sit, and bots of level easy; everybody is
 * connected and has contributed; not started. */
tbl_table *table_with(world *w, unsigned players, unsigned people, tbl_clock clock,
                      unsigned options);

/* The same, started. */
tbl_table *game_with(world *w, unsigned players, unsigned people, tbl_clock clock,
                     unsigned options);

/* Fails unless both tables look the same to everyone, presence apart. 'since' is the
 * first event that is compared. */
void assert_same(const tbl_table *a, const tbl_table *b, uint32_t since);

/* Plays a random move: a person's as hers, a bot's as the bot's answer when its time has
 * come. */
void play_on(world *w, tbl_table *t);

#endif
