/* Bots in tests: one game at a time, and what the player to move sees of it. */
#ifndef TOBAGO_TESTS_BOTS_H
#define TOBAGO_TESTS_BOTS_H

#include "support.h"
#include "tobago/bot.h"

/* The game that is played, the view of its mover, and a list of moves. */
extern tob_board board;
extern tob_game game, view;
extern tob_moves moves;

/* Begins a game on a random island. */
void begin_random(tob_rng *rng, unsigned players, unsigned options);

/* Plays a random move, nature's or a player's. */
void play_randomly(tob_rng *rng);

/* Plays randomly into the middle of a game of three, to a turn that begins, and makes the
 * view. */
void reach_a_turn(uint64_t seed);

/* Makes a bot; the caller frees it. */
ai_bot *new_bot(ai_level level, uint64_t seed);

/* Is this one of the legal moves of the view? Lists them anew. */
bool listed(tob_move move);

#endif
