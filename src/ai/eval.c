/* The evaluation: coins still to come for each seat, and from them chances to win.
 *
 * The estimate of a seat's final coins is what it has plus a weighted sum of features
 * (tobago/train.h lists them): roses on maps, by how much is known of the site; the race
 * to known sites, in turns; amulets; playable cards; roses left; the risk of a curse. A
 * lead over the strongest other seat becomes a chance by a curve, lead / (|lead| +
 * doubt), that is flat while many treasure cards are left and steep at the end. When the
 * game is over the result itself counts, and no feature.
 *
 * The game is a full one, a filled view in a search. Features are linear in everything
 * but 'later', which fades what needs time; the weights come from training (train.c), so
 * a feature's scale does not matter, but its meaning must not change without a new
 * training. The cost is one pass over the cards of the maps, the amulets on the island
 * and the hands; distances are looked up (ways.h).
 *
 * Tried and left out: a network of 16 hidden units, which foretold results better and
 * played no better; coins and roses alone, which was hardly weaker in a search
 * (docs/bots.md). */
#include "ai/eval.h"

#include "tobago/query.h"

#include "ai/worth.h"

/* Coins of a card of the whole deck, curses apart: stands in for an empty pool. */
static const float mean_of_deck = 3.8f;

/* The weight of being so many turns away in a race: each turn more than halves it. */
enum { RACE_MAX = 9 };
static const float race_weight[RACE_MAX + 1] = {1.0f,   0.45f,  0.2f,   0.09f,  0.04f,
                                                0.018f, 0.008f, 0.004f, 0.002f, 0.001f};

/* Limits beyond which more of a thing counts no more, or counts as another feature. */
enum {
    TREASURE_CARDS = 5, /* of a usual treasure */
    CLOSE_SITES = 8,    /* markers of a map from which on none is near */
    AMULETS_USEFUL = 3, /* in a hand; those above are AI_F_amulet_many */
    CLUES_USEFUL = 3,   /* playable cards in a hand */
    ROSES_ENOUGH = 3,   /* in a hand: fewer are AI_F_few_roses */
};

/* The mean coins of a row of cards, counted by value, or 'none' if there are none. */
static float mean_of(const uint8_t number[static TOB_COINS_MAX + 1], float none)
{
    unsigned cards = 0, coins = 0;

    for (unsigned value = 0; value <= TOB_COINS_MAX; value++) {
        cards += number[value];
        coins += value * number[value];
    }
    return cards ? (float)coins / (float)cards : none;
}

float ai_mean_card(const tob_game *game)
{
    const float unseen = mean_of(game->pool, mean_of_deck);
    const float deck = (float)game->treasure_deck;

    if (game->treasure_deck >= TREASURE_CARDS)
        return unseen;
    return (unseen * deck +
            mean_of(game->treasure_discards, unseen) * (TREASURE_CARDS - deck)) /
           TREASURE_CARDS;
}

float ai_later(const tob_game *game)
{
    const float cards = (float)game->treasure_deck;

    return cards > AI_YOUNG_DECK ? 1.0f : cards / AI_YOUNG_DECK;
}

const ai_weights *ai_weights_for(unsigned players)
{
    return &ai_learned_weights[players];
}

const char *ai_feature_name(unsigned feature)
{
    static const char *const names[AI_FEATURE_COUNT] = {
#define AI_FEATURE_TEXT(name) #name,
        AI_FEATURES(AI_FEATURE_TEXT)
#undef AI_FEATURE_TEXT
    };

    return names[feature];
}

/* ---- Features ---- */

typedef float feature_row[AI_FEATURE_COUNT];

/* The part of an evaluation that is the same for all seats. */
typedef struct outlook {
    const tob_game *game;
    const tob_board *board;
    const ai_ways *ways;
    float mean, later;
    uint8_t order[TOB_SEATS]; /* turns until a seat's next one */
    unsigned now;             /* legs that the seat on turn may still drive */
} outlook;

/* Has a seat the means to cross lava (V5)? */
static bool can_pay(const tob_game *game, unsigned seat)
{
    unsigned cards = 0;

    for (unsigned value = 1; value <= TOB_COINS_MAX; value++)
        cards += game->pile[seat][value];
    return game->amulet[seat] || cards;
}

/* Legs from a seat's ATV to a space. The price of crossing lava, where no other way leads
 * there, counts as a turn. */
static unsigned legs_to(const outlook *o, unsigned seat, unsigned space)
{
    const unsigned from = o->game->atv[seat], dry = o->ways->legs[from][space];

    if (dry < AI_FAR || !ai_ways_lava(o->ways) || !can_pay(o->game, seat))
        return dry;
    return o->ways->paid[from][space] + TOB_LEGS;
}

/* Turns of any player until a seat could stand on a space. The seat on turn may still
 * drive in this one. */
static unsigned turns_to(const outlook *o, unsigned seat, unsigned space)
{
    const tob_game *game = o->game;
    const unsigned legs = legs_to(o, seat, space);
    const unsigned order = o->order[seat], now = o->now;

    if (legs == 0)
        return order;
    if (order == 0)
        return legs <= now ? 0 : game->players * (1 + (legs - now - 1) / TOB_LEGS);
    return order + game->players * ((legs - 1) / TOB_LEGS);
}

/* The chance of each seat to be first at a space. */
static void race(const outlook *o, unsigned space, float chance[static TOB_SEATS])
{
    float sum = 0;

    for (unsigned seat = 0; seat < o->game->players; seat++) {
        const unsigned turns = turns_to(o, seat, space);
        chance[seat] = race_weight[turns > RACE_MAX ? RACE_MAX : turns];
        sum += chance[seat];
    }
    for (unsigned seat = 0; seat < o->game->players; seat++)
        chance[seat] /= sum;
}

static void add_roses(const outlook *o, unsigned treasure, feature_row *f)
{
    const tob_game *game = o->game;
    const tob_map *map = &game->map[treasure];
    const bool known = map->count == 1, marked = map->count <= TOB_MARKERS;
    tob_map_walk walk = tob_map_walk_up(game, treasure);
    unsigned before = 0;

    while (tob_map_next(&walk)) {
        const uint8_t rose = game->rose[walk.card];
        const float number = (float)tob_rose_number(rose);
        float *row = f[tob_rose_owner(rose)];
        if (!rose)
            continue;
        if (known) {
            row[AI_F_rose_known] += number * o->mean;
            row[AI_F_rose_late] += number * o->mean * (1.0f - o->later);
        } else {
            row[marked ? AI_F_rose_marked : AI_F_rose_open] +=
                number * o->mean * o->later;
        }
        row[AI_F_rose_order] += number * (float)before;
        if (!game->top && game->pool[0] && !game->amulet[tob_rose_owner(rose)])
            row[AI_F_curse] += number;
        before += tob_rose_number(rose);
    }
}

static void add_race(const outlook *o, unsigned treasure, feature_row *f)
{
    const tob_game *game = o->game;
    const tob_map *map = &game->map[treasure];
    float chance[TOB_SEATS];

    if (map->count != 1)
        return;
    race(o, tob_hexset_first(map->sites), chance);
    for (unsigned seat = 0; seat < game->players; seat++) {
        if (!game->roses[seat])
            continue;
        f[seat][AI_F_race] += chance[seat] * o->mean;
        f[seat][AI_F_race_late] += chance[seat] * o->mean * (1.0f - o->later);
    }
}

/* The share of a marked map's sites that a seat reaches in one turn. */
static void add_close(const outlook *o, unsigned treasure, feature_row *f)
{
    const tob_game *game = o->game;
    const tob_map *map = &game->map[treasure];
    tob_hexset rest = map->sites;

    if (map->count == 1 || map->count > CLOSE_SITES)
        return;
    while (!tob_hexset_is_empty(rest)) {
        const unsigned site = tob_hexset_pop(&rest);
        for (unsigned seat = 0; seat < game->players; seat++)
            if (o->ways->legs[game->atv[seat]][site] <= TOB_LEGS)
                f[seat][AI_F_close] += o->mean * o->later / (float)map->count;
    }
}

static void add_amulets(const outlook *o, feature_row *f)
{
    const tob_game *game = o->game;
    tob_hexset rest = game->amulets;

    for (unsigned seat = 0; seat < game->players; seat++) {
        const unsigned number = game->amulet[seat];
        const unsigned useful = number > AMULETS_USEFUL ? AMULETS_USEFUL : number;
        f[seat][AI_F_amulet] = o->later * (float)useful;
        f[seat][AI_F_amulet_many] = o->later * (float)(number - useful);
    }
    while (!tob_hexset_is_empty(rest)) {
        float chance[TOB_SEATS];
        race(o, tob_hexset_pop(&rest), chance);
        for (unsigned seat = 0; seat < game->players; seat++)
            f[seat][AI_F_amulet_near] += chance[seat] * o->later;
    }
}

static bool can_play(const outlook *o, unsigned card)
{
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        if (tob_clue_reason(&o->game->map[treasure], o->board->allowed[card]) == TOB_OK)
            return true;
    return false;
}

static void add_hand(const outlook *o, unsigned seat, feature_row *f)
{
    const tob_game *game = o->game;
    unsigned playable = 0;

    for (uint64_t rest = game->hand[seat]; rest && playable < CLUES_USEFUL;
         rest &= rest - 1)
        playable += can_play(o, (unsigned)__builtin_ctzll(rest));
    f[seat][AI_F_clue] = (float)playable * o->mean * o->later;
    if (game->roses[seat] < ROSES_ENOUGH)
        f[seat][AI_F_few_roses] = (float)(ROSES_ENOUGH - game->roses[seat]);
}

void ai_features(const tob_game *game, const tob_board *board, const ai_ways *ways,
                 float feature[static TOB_SEATS][AI_FEATURE_COUNT])
{
    outlook o = {.game = game,
                 .board = board,
                 .ways = ways,
                 .mean = ai_mean_card(game),
                 .later = ai_later(game),
                 .now = game->main_done ? tob_legs_left(game) + tob_legs_suspended(game)
                                        : TOB_LEGS};

    for (unsigned seat = 0, at = game->turn; seat < game->players; seat++) {
        o.order[at] = (uint8_t)seat;
        at = at + 1 == game->players ? 0 : at + 1;
    }
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        for (unsigned i = 0; i < AI_FEATURE_COUNT; i++)
            feature[seat][i] = 0;
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        add_roses(&o, treasure, feature);
        add_race(&o, treasure, feature);
        add_close(&o, treasure, feature);
    }
    add_amulets(&o, feature);
    for (unsigned seat = 0; seat < game->players; seat++)
        add_hand(&o, seat, feature);
    if (!game->main_done)
        feature[game->turn][AI_F_turn] = o.later;
}

/* ---- Estimates ---- */

void ai_estimate(const tob_game *game, const tob_board *board, const ai_ways *ways,
                 const ai_weights *weights, float coins[static TOB_SEATS])
{
    const tob_result result = tob_result_of(game);
    float feature[TOB_SEATS][AI_FEATURE_COUNT];

    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        coins[seat] = (float)result.coins[seat];
    if (game->phase == TOB_PHASE_OVER || tob_is_setup(game))
        return;
    ai_features(game, board, ways, feature);
    for (unsigned seat = 0; seat < game->players; seat++)
        for (unsigned i = 0; i < AI_FEATURE_COUNT; i++)
            coins[seat] += weights->coins[i] * feature[seat][i];
}

/* What is learned from games that go on says little where nothing has happened for
 * rounds: after this many it counts less with each, and the coins as they stand count
 * more. */
static const float patience_rounds = 4.0f;

/* A win at hand is worth more than one that is waited for, by as much at most. */
static const float waiting_costs = 0.1f;

/* Who wins by these coins: 1, 0, or a share among equals. */
static float verdict_of(float margin, unsigned ties)
{
    return margin > 0 ? 1.0f : margin < 0 ? 0.0f : 1.0f / (float)ties;
}

/* How much of the learned chances still holds, from 1 down to 0. */
static float hope_of(const tob_game *game)
{
    const float rounds = (float)game->idle / (float)game->players - patience_rounds;

    return rounds > 0 ? 1.0f / (1.0f + rounds) : 1.0f;
}

/* The chance of a seat if the game ended now, by E3. */
static float stands_at(const tob_game *game, unsigned seat)
{
    const tob_result result = tob_result_of(game);
    unsigned ties = 1;
    int best = -1;

    for (unsigned other = 0; other < game->players; other++) {
        if (other == seat)
            continue;
        ties += result.coins[other] == result.coins[seat];
        best = result.coins[other] > best ? (int)result.coins[other] : best;
    }
    return verdict_of((float)((int)result.coins[seat] - best), ties);
}

void ai_win_chances(const tob_game *game, const ai_weights *weights,
                    const float coins[static TOB_SEATS], float chance[static TOB_SEATS])
{
    const float doubt =
        weights->spread + weights->spread_card * (float)game->treasure_deck;
    const bool over = game->phase == TOB_PHASE_OVER;
    const float hope = hope_of(game);

    for (unsigned seat = 0; seat < game->players; seat++) {
        float best = ai_lowest, margin;
        unsigned ties = 1;
        for (unsigned other = 0; other < game->players; other++) {
            if (other == seat)
                continue;
            ties += coins[other] == coins[seat];
            best = coins[other] > best ? coins[other] : best;
        }
        margin = coins[seat] - best;
        if (over)
            chance[seat] = verdict_of(margin, ties);
        else
            chance[seat] =
                0.5f + 0.5f * margin / ((margin < 0 ? -margin : margin) + doubt);
        if (!over && hope < 1.0f)
            chance[seat] = (1.0f - waiting_costs * (1.0f - hope)) *
                           (hope * chance[seat] + (1.0f - hope) * stands_at(game, seat));
    }
}
