/* Chance: a seeded generator, and choosing moves with it.
 *
 * The rules hold no random numbers; whoever hosts a game brings them: a seeded generator
 * (tob_rng) for simulations and tests, or random bytes of its own for games that count.
 * The same seed or bytes give the same choices on every machine, in wasm too. A tob_rng
 * belongs to one thread at a time. */
#ifndef TOBAGO_RANDOM_H
#define TOBAGO_RANDOM_H

#include <stddef.h>

#include "tobago/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* xoshiro256**, by the published algorithm of Blackman and Vigna. */
typedef struct tob_rng {
    uint64_t state[4];
} tob_rng;

/* Seeds the generator. Any seed will do; each 'stream' of a seed is independent of the
 * others. */
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

/* Nature's next move, when it is nature's turn to decide: the same as listing the legal
 * moves and choosing one of them at random, but faster. 'moves' is room for a list. */
tob_move tob_nature_move(tob_rng *rng, const tob_game *game, const tob_board *board,
                         tob_moves *moves);

/* Nature's next move in a full game, from random bytes: each legal move with a chance of
 * exactly its tob_weight, without the bias of a plain remainder. It takes 8 bytes a try,
 * and a try succeeds except with a chance below 2^-50. Writes *move and returns the
 * number of bytes used, which must not be used again; returns 0 and leaves *move alone if
 * the bytes did not suffice: call again with fresh ones. It must be nature's turn to
 * decide. 'moves' is room for a list. */
size_t tob_nature_from_bytes(const tob_game *game, const tob_board *board,
                             tob_moves *moves, const uint8_t *bytes, size_t length,
                             tob_move *move);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
