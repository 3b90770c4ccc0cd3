/* Deals: the seating of a game, and its luck.
 *
 * All games of a deal share one source of luck, so that it cancels. There is no
 * running generator: each of nature's moves has a name, like the third draw of seat 2,
 * and its outcome is a function of the deal and that name. Each outcome is exactly as
 * likely as with shuffled decks, and the players' moves disturb later ones as little
 * as possible. */
#include "arena/deal.h"

#include <string.h>

#include "tobago/names.h"

/* ---- Seats ---- */

enum { CIRCLES_MAX = 6 };

/* Makes one of the orders in which bots can sit in a circle; the first bot keeps its
 * place. */
static void sit_in_circle(unsigned bots, unsigned choice, uint8_t order[static TOB_SEATS])
{
    for (unsigned i = 0; i < bots; i++)
        order[i] = (uint8_t)i;
    for (unsigned i = 1; i + 1 < bots; i++) {
        const unsigned left = bots - i;
        const unsigned other = i + choice % left;
        const uint8_t bot = order[i];
        order[i] = order[other];
        order[other] = bot;
        choice /= left;
    }
}

static bool alike(const arena_settings *settings, const uint8_t *one,
                  const uint8_t *other)
{
    for (unsigned i = 0; i < settings->bots; i++)
        if (strcmp(settings->bot[one[i]].name, settings->bot[other[i]].name) != 0)
            return false;
    return true;
}

/* Lists the circles that differ; bots alike are interchangeable. Returns their number. */
static unsigned list_circles(const arena_settings *settings,
                             uint8_t circle[static CIRCLES_MAX][TOB_SEATS])
{
    const unsigned all = settings->bots == 4 ? 6 : settings->bots == 3 ? 2 : 1;
    unsigned count = 0;

    for (unsigned choice = 0; choice < all; choice++) {
        unsigned i = 0;
        sit_in_circle(settings->bots, choice, circle[count]);
        while (i < count && !alike(settings, circle[i], circle[count]))
            i++;
        count += i == count;
    }
    return count;
}

unsigned arena_deal_games(const arena_settings *settings)
{
    uint8_t circle[CIRCLES_MAX][TOB_SEATS];

    return settings->bots * list_circles(settings, circle);
}

void arena_seating(const arena_settings *settings, uint64_t game,
                   uint8_t bot_at[static TOB_SEATS])
{
    const unsigned bots = settings->bots;
    uint8_t circle[CIRCLES_MAX][TOB_SEATS];
    const uint64_t number = game % (bots * list_circles(settings, circle));

    for (unsigned seat = 0; seat < bots; seat++)
        bot_at[seat] = circle[number / bots][(seat + number) % bots];
}

/* ---- The deal ---- */

static void shuffle(uint8_t *cards, unsigned count, tob_rng *rng)
{
    for (unsigned i = count; i > 1; i--) {
        const unsigned other = tob_rng_below(rng, i);
        const uint8_t card = cards[i - 1];
        cards[i - 1] = cards[other];
        cards[other] = card;
    }
}

/* Stacks the treasure deck, with no curse among the top twelve (S1). */
static void stack_treasures(arena_deal *deal, tob_rng *rng)
{
    deal->cards = 0;
    for (unsigned coins = 1; coins <= TOB_COINS_MAX; coins++)
        for (unsigned i = 0; i < tob_treasure_cards(coins); i++)
            deal->treasure[deal->cards++] = (uint8_t)coins;
    shuffle(deal->treasure, deal->cards, rng);
    for (unsigned i = 0; i < tob_treasure_cards(0); i++)
        deal->treasure[deal->cards++] = 0;
    shuffle(deal->treasure + TOB_TOP_CARDS, deal->cards - TOB_TOP_CARDS, rng);
}

tob_config arena_deal_init(arena_deal *deal, const arena_settings *settings,
                           uint64_t game)
{
    tob_config config = {.island = settings->island,
                         .players = (uint8_t)settings->bots,
                         .options = settings->options};
    tob_rng rng;

    *deal =
        (arena_deal){.key = host_mix(settings->seed, game / arena_deal_games(settings))};
    tob_rng_init(&rng, deal->key, 0);
    if (settings->any_island)
        config.island = (uint8_t)tob_rng_below(&rng, TOB_ISLANDS);
    config.first = (uint8_t)tob_rng_below(&rng, config.players); /* S7 */
    stack_treasures(deal, &rng);
    return config;
}

/* ---- Nature's choices ---- */

/* A number for each kind of nature's that deals are made of. Luck depends on it, so it
 * stays as it is whatever tob_kind becomes: results of earlier arenas remain valid. */
static const uint8_t kind_number[TOB_MOVE_COUNT] = {
    [TOB_MOVE_VOLCANO] = 0, [TOB_MOVE_OBJECT] = 1, [TOB_MOVE_TRIAD_RANDOM] = 3,
    [TOB_MOVE_INITIAL] = 5, [TOB_MOVE_DEAL] = 7,   [TOB_MOVE_DISCARD] = 25,
    [TOB_MOVE_DRAW] = 26,   [TOB_MOVE_PEEK] = 27,  [TOB_MOVE_ADD] = 28,
    [TOB_MOVE_REVEAL] = 29,
};

static uint64_t move_bits(tob_move move)
{
    return kind_number[move.kind] | (uint64_t)move.seat << 8 |
           (uint64_t)move.space << 16 | (uint64_t)move.treasure << 24 |
           (uint64_t)move.card << 32 | (uint64_t)move.other << 40 |
           (uint64_t)move.direction << 48 | (uint64_t)move.value << 56;
}

/* Returns the first legal outcome in the order that this choice's name gives to all
 * outcomes. So a card that is gone already changes this choice and no later one. */
static tob_move first_in_order(uint64_t order, const tob_moves *moves)
{
    unsigned best = 0;
    uint64_t least = UINT64_MAX;

    for (unsigned i = 0; i < moves->count; i++) {
        const uint64_t rank = host_mix(order, move_bits(moves->move[i]));
        if (rank < least) {
            least = rank;
            best = i;
        }
    }
    return moves->move[best];
}

static tob_move by_weight(uint64_t order, const tob_game *game, const tob_moves *moves)
{
    tob_rng rng;

    tob_rng_init(&rng, order, 1);
    return tob_random_move(&rng, game, moves);
}

/* Returns the next card of the deck, or, once the discards are shuffled (R4), one by
 * weight. */
static tob_move next_treasure(arena_deal *deal, uint64_t order, const tob_game *game,
                              const tob_moves *moves)
{
    if (deal->drawn < deal->cards) {
        const uint8_t coins = deal->treasure[deal->drawn++];
        for (unsigned i = 0; i < moves->count; i++)
            if (moves->move[i].value == coins)
                return moves->move[i];
    }
    return by_weight(order, game, moves);
}

tob_move arena_deal_choose(arena_deal *deal, const tob_game *game, const tob_moves *moves)
{
    const tob_move any = moves->move[0];
    const bool reveals = any.kind == TOB_MOVE_REVEAL;
    uint32_t *count = &deal->count[any.kind][any.seat <= TOB_SEATS ? any.seat : 0];
    /* A card of a treasure is named by the treasure and its number in it. */
    const uint64_t name = reveals
                              ? (uint64_t)deal->count[TOB_MOVE_ADD][0] << 32 | game->bag
                              : (uint64_t)any.seat << 32 | *count;
    const uint64_t order = host_mix(host_mix(deal->key, kind_number[any.kind]), name);

    ++*count;
    if (any.kind == TOB_MOVE_PEEK || any.kind == TOB_MOVE_ADD)
        return next_treasure(deal, order, game, moves);
    return reveals ? by_weight(order, game, moves) : first_in_order(order, moves);
}
