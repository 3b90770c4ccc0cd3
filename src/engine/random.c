/* Random moves: from a seeded generator, or from bytes that a host brings. */
#include "tobago/random.h"

#include "engine/rules.h"

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

/* The move whose share of the total weight holds this number. */
static tob_move pick_weighted(const tob_game *game, const tob_moves *moves, uint64_t at)
{
    unsigned i = 0;

    for (; at >= tob_weight(game, moves->move[i]); i++)
        at -= tob_weight(game, moves->move[i]);
    return moves->move[i];
}

static tob_move weighted_move(tob_rng *rng, const tob_game *game, const tob_moves *moves)
{
    uint32_t total = 0;

    for (unsigned k = 0; k < moves->count; k++)
        total += tob_weight(game, moves->move[k]);
    return pick_weighted(game, moves, tob_rng_below(rng, total));
}

tob_move tob_random_move(tob_rng *rng, const tob_game *game, const tob_moves *moves)
{
    const unsigned kind = moves->move[0].kind;

    if (kind == TOB_MOVE_PEEK || kind == TOB_MOVE_ADD || kind == TOB_MOVE_REVEAL)
        return weighted_move(rng, game, moves);
    return moves->move[tob_rng_below(rng, moves->count)];
}

/* ---- Nature ---- */

/* A clue card of the deck, each alike. */
static tob_move draw_clue(tob_rng *rng, const tob_game *game)
{
    uint32_t skip = tob_rng_below(rng, game->deck_size);
    tob_move move = {.kind = TOB_MOVE_DRAW, .seat = game->seat};
    uint64_t cards = game->deck;

    while (skip--)
        cards &= cards - 1;
    move.card = (uint8_t)__builtin_ctzll(cards);
    return move;
}

/* A treasure card, by how many there are of each value. */
static tob_move draw_treasure(tob_rng *rng, tob_move move,
                              const uint8_t count[static TOB_COINS_MAX + 1])
{
    uint32_t total = 0, at;

    for (unsigned value = move.value; value <= TOB_COINS_MAX; value++)
        total += count[value];
    at = tob_rng_below(rng, total);
    while (at >= count[move.value])
        at -= count[move.value++];
    return move;
}

/* A card of the bag, all of which are known. */
static tob_move turn_up(tob_rng *rng, const tob_game *game)
{
    uint8_t count[TOB_COINS_MAX + 1] = {0};

    for (unsigned row = 0; row < TOB_PEEK_ROWS; row++)
        for (unsigned value = 0; value <= TOB_COINS_MAX; value++)
            count[value] = (uint8_t)(count[value] + game->peeked[row][value]);
    for (unsigned value = 0; value <= TOB_COINS_MAX; value++)
        count[value] = (uint8_t)(count[value] - game->shown[value]);
    return draw_treasure(rng, (tob_move){.kind = TOB_MOVE_REVEAL}, count);
}

tob_move tob_nature_move(tob_rng *rng, const tob_game *game, const tob_board *board,
                         tob_moves *moves)
{
    tob_move move = {.seat = game->seat, .value = game->top ? 1 : 0}; /* S1 */

    switch (tob_viewer_is_full(game->viewer) ? game->phase : TOB_PHASE_COUNT) {
    case TOB_PHASE_DRAW: return draw_clue(rng, game);
    case TOB_PHASE_REVEAL: return turn_up(rng, game);
    case TOB_PHASE_PEEK:
        move.kind = TOB_MOVE_PEEK;
        return draw_treasure(rng, move, game->pool);
    case TOB_PHASE_ADD:
        move.kind = TOB_MOVE_ADD;
        move.seat = 0;
        return draw_treasure(rng, move, game->pool);
    default: break;
    }
    tob_legal(game, board, moves);
    return tob_random_move(rng, game, moves);
}

/* ---- Nature from bytes ---- */

enum { WORD_BYTES = 8 };

/* Little-endian on every machine, so that the same bytes give the same move. */
static uint64_t read_word(const uint8_t *bytes)
{
    uint64_t word = 0;

    for (unsigned i = 0; i < WORD_BYTES; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

size_t tob_nature_from_bytes(const tob_game *game, const tob_board *board,
                             tob_moves *moves, const uint8_t *bytes, size_t length,
                             tob_move *move)
{
    uint64_t total = 0, surplus;
    size_t used = 0;

    if (tob_to_move(game) != TOB_NATURE)
        return 0;
    tob_legal(game, board, moves);
    for (unsigned i = 0; i < moves->count; i++)
        total += tob_weight(game, moves->move[i]);
    /* 2^64 modulo total: the words below it are one share too many for the moves that
     * they stand for, and are passed over. What is left divides evenly. */
    surplus = (0 - total) % total;
    while (length - used >= WORD_BYTES) {
        const uint64_t word = read_word(bytes + used);
        used += WORD_BYTES;
        if (word >= surplus) {
            *move = pick_weighted(game, moves, word % total);
            return used;
        }
    }
    return 0;
}
