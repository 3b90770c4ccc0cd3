/* Chance: a seeded generator, and choosing moves with it.
 *
 * The engine has no random numbers; whoever hosts a game brings them. The same seed gives
 * the same choices on every machine, in wasm too. */
#ifndef TOBAGO_RANDOM_H
#define TOBAGO_RANDOM_H

#include "tobago/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* xoshiro256**, by the published algorithm of Blackman and Vigna. */
typedef struct tob_rng {
    uint64_t state[4];
} tob_rng;

/* Any seed will do; 'stream' gives independent generators for one seed. */
void tob_rng_init(tob_rng *rng, uint64_t seed, uint64_t stream);

static inline uint64_t tob_rng_rotate(uint64_t word, unsigned bits)
{
    return word << bits | word >> (64 - bits);
}

static inline uint64_t tob_rng_next(tob_rng *rng)
{
    uint64_t *const s = rng->state;
    const uint64_t result = tob_rng_rotate(s[1] * 5, 7) * 9;
    const uint64_t shifted = s[1] << 17;

    s[2] ^= s[0];
    s[3] ^= s[1];
    s[1] ^= s[2];
    s[0] ^= s[3];
    s[2] ^= shifted;
    s[3] = tob_rng_rotate(s[3], 45);
    return result;
}

/* A number from 0 to limit - 1; limit is at least 1 and small against 2^32. */
static inline uint32_t tob_rng_below(tob_rng *rng, uint32_t limit)
{
    return (uint32_t)((tob_rng_next(rng) >> 32) * limit >> 32);
}

/* Chooses from the legal moves: nature by weight, as shuffled decks would; players each
 * move alike. The list is not empty. */
tob_move tob_random_move(tob_rng *rng, const tob_game *game, const tob_moves *moves);

/* What nature does next, when it is nature's move: the same as listing the legal moves
 * and choosing one of them at random, but faster. 'moves' is room for a list. */
tob_move tob_nature_move(tob_rng *rng, const tob_game *game, const tob_board *board,
                         tob_moves *moves);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
