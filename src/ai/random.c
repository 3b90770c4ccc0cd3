#include "tobago/random.h"

/* splitmix64, which fills the generator's state from a seed. */
static uint64_t split(uint64_t *state)
{
    uint64_t z = *state += UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

void tob_rng_init(tob_rng *rng, uint64_t seed, uint64_t stream)
{
    uint64_t state = seed;
    uint64_t mixed = split(&state) ^ stream * UINT64_C(0xd1342543de82ef95);

    for (unsigned i = 0; i < 4; i++)
        rng->state[i] = split(&mixed);
}

static tob_move weighted_move(tob_rng *rng, const tob_game *game, const tob_moves *moves)
{
    uint32_t total = 0, at;
    unsigned i = 0;

    for (unsigned k = 0; k < moves->count; k++)
        total += tob_weight(game, moves->move[k]);
    at = tob_rng_below(rng, total);
    for (; at >= tob_weight(game, moves->move[i]); i++)
        at -= tob_weight(game, moves->move[i]);
    return moves->move[i];
}

tob_move tob_random_move(tob_rng *rng, const tob_game *game, const tob_moves *moves)
{
    const unsigned kind = moves->move[0].kind;

    if (kind == TOB_MOVE_PEEK || kind == TOB_MOVE_ADD || kind == TOB_MOVE_REVEAL)
        return weighted_move(rng, game, moves);
    return moves->move[tob_rng_below(rng, moves->count)];
}
