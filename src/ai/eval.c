#include "ai/eval.h"

const ai_weights ai_default_weights = {
    .rose_known = 0.92f,
    .rose_marked = 0.72f,
    .rose_open = 0.60f,
    .rose_first = 0.05f,
    .raise = 0.85f,
    .amulet = 2.2f,
    .amulet_near = 0.5f,
    .clue = 0.10f,
    .last_roses = -0.5f,
    .turn = 1.0f,
};

float ai_mean_card(const tob_game *game)
{
    unsigned cards = 0, coins = 0;

    for (unsigned value = 0; value <= TOB_COINS_MAX; value++) {
        cards += game->pool[value];
        coins += value * game->pool[value];
    }
    return cards ? (float)coins / (float)cards : 3.8f;
}

/* What is the same for all seats. */
typedef struct outlook {
    const tob_game *game;
    const tob_board *board;
    const ai_ways *ways;
    const ai_weights *weights;
    float mean;  /* coins of a card */
    float later; /* how much of what comes later still comes, 0 to 1 */
} outlook;

/* Turns until a seat could stand on a space, in rounds, counted from now; the seat on
 * turn may still drive in this one. */
static unsigned turns_to(const outlook *o, unsigned seat, unsigned space)
{
    const tob_game *game = o->game;
    const unsigned legs = o->ways->legs[game->atv[seat]][space];
    unsigned now = 0, order;

    if (legs == AI_FAR)
        return 40;
    if (seat == game->turn && game->phase != TOB_PHASE_OVER)
        now = game->main_done ? game->legs : TOB_LEGS;
    order = (seat + game->players - game->turn) % game->players;
    return ai_turns(legs, seat == game->turn ? now : TOB_LEGS) * game->players +
           (seat == game->turn && legs <= now ? 0
            : seat == game->turn              ? game->players
                                              : order);
}

/* The chance of each seat to be first at a space. */
static void race(const outlook *o, unsigned space, float chance[static TOB_SEATS])
{
    float sum = 0;

    for (unsigned seat = 0; seat < o->game->players; seat++) {
        const unsigned turns = turns_to(o, seat, space);
        float weight = 1.0f;
        for (unsigned i = 0; i < turns && i < 12; i++)
            weight *= 0.45f;
        chance[seat] = weight;
        sum += weight;
    }
    for (unsigned seat = 0; seat < o->game->players; seat++)
        chance[seat] /= sum;
}

static float rose_worth(const outlook *o, const tob_map *map)
{
    const ai_weights *w = o->weights;

    if (map->count == 1)
        return w->rose_known * (0.5f + 0.5f * o->later);
    return (map->count <= TOB_MARKERS ? w->rose_marked : w->rose_open) * o->later;
}

static void add_map(const outlook *o, unsigned treasure, float coins[static TOB_SEATS])
{
    const tob_game *game = o->game;
    const tob_map *map = &game->map[treasure];
    const float worth = rose_worth(o, map) * o->mean;
    float chance[TOB_SEATS];
    unsigned place = 0;

    for (unsigned card = map->lowest; card != TOB_NONE; card = game->above[card]) {
        const uint8_t rose = game->rose[card];
        const unsigned number = tob_rose_number(rose);
        if (!number)
            continue;
        coins[tob_rose_owner(rose)] +=
            (float)number * (worth - o->weights->rose_first * (float)place);
        place += number;
    }
    if (map->count != 1 || !map->length)
        return;
    race(o, tob_hexset_first(map->sites), chance);
    for (unsigned seat = 0; seat < game->players; seat++)
        if (game->roses[seat])
            coins[seat] +=
                chance[seat] * o->weights->raise * o->mean * (0.6f + 0.4f * o->later);
}

static void add_amulets(const outlook *o, float coins[static TOB_SEATS])
{
    const tob_game *game = o->game;
    tob_hexset rest = game->amulets;
    const float worth = o->weights->amulet * o->later;

    for (unsigned seat = 0; seat < game->players; seat++) {
        const float number = (float)game->amulet[seat];
        coins[seat] += worth * (number > 3 ? 3 + (number - 3) * 0.5f : number);
    }
    while (!tob_hexset_is_empty(rest)) {
        float chance[TOB_SEATS];
        race(o, tob_hexset_pop(&rest), chance);
        for (unsigned seat = 0; seat < game->players; seat++)
            coins[seat] += chance[seat] * o->weights->amulet_near * worth;
    }
}

static void add_hand(const outlook *o, unsigned seat, float coins[static TOB_SEATS])
{
    const tob_game *game = o->game;
    unsigned playable = 0;

    for (uint64_t rest = game->hand[seat]; rest; rest &= rest - 1) {
        const tob_hexset allowed = o->board->allowed[__builtin_ctzll(rest)];
        for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
            const tob_map *map = &game->map[treasure];
            const tob_hexset left = tob_hexset_and(map->sites, allowed);
            if (map->count > 1 && !tob_hexset_is_empty(left) &&
                !tob_hexset_equal(left, map->sites)) {
                playable++;
                break;
            }
        }
    }
    coins[seat] +=
        o->weights->clue * o->mean * o->later * (float)(playable > 3 ? 3 : playable);
    if (game->roses[seat] < 3)
        coins[seat] += o->weights->last_roses * (float)(3 - game->roses[seat]);
}

void ai_estimate(const tob_game *game, const tob_board *board, const ai_ways *ways,
                 const ai_weights *weights, float coins[static TOB_SEATS])
{
    const tob_result result = tob_result_of(game);
    const float cards = (float)game->treasure_deck;
    outlook o = {game, board, ways, weights, ai_mean_card(game), 0};

    o.later = cards > 16 ? 1.0f : cards / 16.0f;
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        coins[seat] = (float)result.coins[seat];
    if (game->phase == TOB_PHASE_OVER || tob_is_setup(game))
        return;
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        add_map(&o, treasure, coins);
    add_amulets(&o, coins);
    for (unsigned seat = 0; seat < game->players; seat++)
        add_hand(&o, seat, coins);
    if (!game->main_done)
        coins[game->turn] += weights->turn * o.later;
}

void ai_chances(const tob_game *game, const float coins[static TOB_SEATS],
                float chance[static TOB_SEATS])
{
    const float left = (float)game->treasure_deck;
    const bool over = game->phase == TOB_PHASE_OVER;

    for (unsigned seat = 0; seat < game->players; seat++) {
        float best = -1000, margin;
        unsigned ties = 1;
        for (unsigned other = 0; other < game->players; other++) {
            if (other == seat)
                continue;
            ties += coins[other] == coins[seat];
            best = coins[other] > best ? coins[other] : best;
        }
        margin = coins[seat] - best;
        if (over)
            chance[seat] = margin > 0 ? 1.0f : margin < 0 ? 0.0f : 1.0f / (float)ties;
        else
            chance[seat] =
                0.5f +
                0.5f * margin / ((margin < 0 ? -margin : margin) + 3.0f + 0.45f * left);
    }
}
