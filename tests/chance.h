/* Chance in tests: a seed that is printed, and random games. */
#ifndef TOBAGO_TESTS_CHANCE_H
#define TOBAGO_TESTS_CHANCE_H

#include "support.h"

/* SEED from the environment, or the time; printed, so that a failure can be repeated. */
uint64_t chance_seed(void);

/* A random game's header: 2 to 4 players, any island, options and first player, all of
 * them within some hundred numbers; names that need care. */
void chance_header(rec_header *header, tob_rng *rng, unsigned number);

/* Begins random game 'number' of a seed, with the header of chance_header. */
void chance_begin(tob_game *game, tob_board *board, rec_header *header, tob_rng *rng,
                  uint64_t seed, unsigned number);

/* A move from the list: mostly as tob_random_move, but each game has a taste ('number'
 * again) for some kinds, so that rare powers are seen too and few games stand still. */
tob_move chance_move(tob_rng *rng, const tob_game *game, const tob_moves *moves,
                     unsigned number);

/* A whole random game as text, an LF after each line; at most 'most' lines. Returns its
 * length; the test fails if it does not fit. */
size_t chance_record(uint64_t seed, unsigned number, unsigned most, char *text,
                     size_t room);

#endif
