/* The invariants of a state. Each function checks one group of them and returns NULL, or
 * the sentence that does not hold. */
#include "engine/rules.h"

#include <stddef.h>

#include "engine/data.h"

#define REQUIRE(condition, sentence) \
    do {                             \
        if (!(condition))            \
            return sentence;         \
    } while (0)

static const char *check_shape(const tob_game *game, const tob_board *board)
{
    unsigned unused = 0;

    REQUIRE(game->players >= 2 && game->players <= TOB_SEATS, "2 to 4 players");
    REQUIRE(game->island == board->island, "the board is of this island");
    REQUIRE(game->first < game->players && game->turn < game->players, "turn is a seat");
    REQUIRE(game->phase < TOB_PHASE_COUNT, "the phase exists");
    REQUIRE((game->phase == TOB_PHASE_OVER) == (game->ending != TOB_ENDING_NONE),
            "a game that is over has an ending");
    REQUIRE(game->seat < game->players || game->phase == TOB_PHASE_VOLCANO ||
                game->phase == TOB_PHASE_OBJECT || game->phase == TOB_PHASE_OVER,
            "a seat decides or is dealt to");
    REQUIRE(game->idle <= TOB_IDLE_ROUNDS * game->players,
            "idle turns end the game (E3)");
    REQUIRE(game->turns <= TOB_ROUNDS_MAX * game->players, "rounds end the game (E4)");
    REQUIRE(game->moving < TOB_MOVEMENT_COUNT, "the movement exists");
    for (unsigned i = 0; i < TOB_MOVEMENT_COUNT; i++) {
        REQUIRE(game->drive[i].legs <= TOB_LEGS, "a movement has 3 legs (M1)");
        REQUIRE(i == game->moving || !(game->drive[i].legs | game->drive[i].paid) ||
                    (i == TOB_MOVEMENT_MAIN && tob_legs_suspended(game)),
                "legs belong to the movement under way or the suspended one (T4)");
    }
    REQUIRE(!tob_legs_left(game) || game->moving, "legs belong to a movement (T4)");
    for (unsigned i = 0; i < 5 * TOB_TREASURE_COUNT; i++)
        unused |= game->map[i / 5].unused[i % 5];
    REQUIRE(unused == 0, "unused bytes are zero");
    return NULL;
}

static const char *check_objects(const tob_game *game, const tob_board *board)
{
    tob_hexset set[TOB_OBJECT_COUNT] = {{0, 0}};
    const uint8_t *at[TOB_OBJECT_COUNT] = {game->statue, game->hut, game->palm};
    unsigned total = 0;

    for (unsigned object = 0; object < TOB_OBJECT_COUNT; object++) {
        for (unsigned i = 0; i < tob_object_limit((tob_object)object); i++) {
            if (at[object][i] == TOB_NONE)
                continue;
            REQUIRE(tob_hexset_has(board->spaces, at[object][i]),
                    "objects stand on spaces");
            REQUIRE(tob_hexset_within(set[object], board->apart[at[object][i]]),
                    "objects of a kind are 4 apart (O2)");
            tob_hexset_add(&set[object], at[object][i]);
            total++;
        }
        REQUIRE(tob_hexset_equal(set[object], board->object[object]),
                "the board shows the objects");
    }
    REQUIRE(tob_hexset_count(tob_hexset_or(set[0], tob_hexset_or(set[1], set[2]))) ==
                total,
            "one object on a space (O1)");
    for (unsigned i = 0; i < 3; i++)
        REQUIRE(game->facing[i] < TOB_DIRECTION_COUNT, "statues face a neighbour (O3)");
    return NULL;
}

static const char *check_amulets(const tob_game *game, const tob_board *board)
{
    unsigned total = game->amulet_pile + tob_hexset_count(game->amulets);

    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        total += game->amulet[seat];
    REQUIRE(total == TOB_AMULETS, "there are 21 amulets (S2)");
    REQUIRE(tob_hexset_within(game->amulets, board->spaces), "amulets lie on spaces");
    return NULL;
}

static const char *check_maps(const tob_game *game, const tob_board *board,
                              uint64_t *on_maps)
{
    unsigned marked = 0;

    *on_maps = 0;
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        const tob_map *map = &game->map[treasure];
        tob_hexset sites = tob_hexset_minus(board->spaces, map->removed);
        tob_map_walk walk = tob_map_walk_up(game, treasure);
        unsigned length = 0;

        while (tob_map_next(&walk)) {
            const unsigned card = walk.card;
            REQUIRE(card < tob_clue_total, "maps hold clue cards");
            REQUIRE(!(*on_maps & card_bit(card)), "a card lies in one place");
            REQUIRE(game->rose[card] || tob_is_shared_out(game, treasure),
                    "clues carry roses (C1)");
            *on_maps |= card_bit(card);
            sites = tob_hexset_and(sites, board->allowed[card]);
            length++;
        }
        REQUIRE(length == map->length, "the length of a map is its number of clues");
        REQUIRE(tob_hexset_equal(sites, map->sites), "sites follow from the clues (C5)");
        REQUIRE(map->count == tob_hexset_count(sites), "the sites are counted");
        REQUIRE(map->count > 0, "a treasure lies somewhere (C3)");
        REQUIRE(length || tob_hexset_is_empty(map->removed),
                "an empty map is whole (N1)");
    }
    for (unsigned card = 0; card < TOB_CARD_MAX; card++)
        if (!(*on_maps & card_bit(card)))
            marked |= game->rose[card] | game->above[card];
    REQUIRE(marked == 0, "roses lie on maps only");
    return NULL;
}

static const char *check_roses(const tob_game *game)
{
    for (unsigned seat = 0; seat < game->players; seat++) {
        unsigned total = game->roses[seat];
        for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
            total += roses_on_map(game, treasure, seat);
        REQUIRE(total == TOB_ROSES, "each player has 15 roses (S2)");
    }
    return NULL;
}

/* The batches of a hand ascend, and its cards are of them, as many as the state knows. */
static const char *check_batches(const tob_game *game, unsigned seat)
{
    const unsigned size = game->hand_size[seat];
    const bool known = tob_hand_known(game, seat);

    for (unsigned i = 0; i < TOB_HAND_MAX; i++) {
        const unsigned batch = game->held[seat][i];
        REQUIRE(i < size ? batch && batch <= game->newest : !batch, "a batch a card");
        REQUIRE(!i || i >= size || game->held[seat][i - 1] <= batch, "batches ascend");
    }
    for (unsigned batch = 0; batch <= game->newest; batch++) {
        unsigned held = 0;
        const uint64_t cards = game->hand[seat] & tob_batch_cards(game, batch);
        for (unsigned i = 0; i < size; i++)
            held += game->held[seat][i] == batch;
        REQUIRE(held ? (unsigned)__builtin_popcountll(cards) >= held : !cards,
                "a hand has cards of the batches that it holds");
        REQUIRE(!known || (unsigned)__builtin_popcountll(cards) == held,
                "a known hand has as many");
    }
    return NULL;
}

/* Every card of a full game is in one place; in a view the sizes still add up. */
static const char *check_cards(const tob_game *game, uint64_t on_maps)
{
    const bool placing = game->phase == TOB_PHASE_START;
    const uint64_t deck_cards = card_bit(tob_clue_deck) - 1;
    const uint64_t fixed =
        game->discards | (on_maps & deck_cards) | (placing ? card_bit(game->card) : 0);
    uint64_t seen = fixed;
    unsigned total = game->deck_size;

    REQUIRE(!(game->discards & on_maps), "a card lies in one place");
    total += (unsigned)__builtin_popcountll(fixed);
    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        const uint64_t hand = game->hand[seat];
        total += game->hand_size[seat];
        REQUIRE(!(hand & fixed), "a card in a hand is not public");
        REQUIRE(game->hand_size[seat] <= hand_limit(game), "hands are limited (S6)");
        REQUIRE(!check_batches(game, seat), "the batches of a hand are those it drew");
        REQUIRE((unsigned)__builtin_popcountll(hand) >= game->hand_size[seat],
                "a hand has cards to be made of");
        if (!tob_hand_known(game, seat))
            continue;
        REQUIRE((unsigned)__builtin_popcountll(hand) == game->hand_size[seat],
                "a known hand is known");
        REQUIRE(!(hand & seen), "a card lies in one place");
        seen |= hand;
    }
    REQUIRE(!(game->deck & seen), "a card in the deck is nowhere else");
    if (tob_viewer_is_full(game->viewer))
        REQUIRE((seen | game->deck) == deck_cards, "no card is missing");
    REQUIRE(total == tob_clue_deck, "there are 52 clue cards (S3)");
    return NULL;
}

/* No treasure card is lost but curses; only a full game knows them one by one. */
static const char *check_treasures(const tob_game *game)
{
    unsigned deck = 0, bag = 0, all = 0, total = game->treasure_deck + game->bag;

    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        unsigned number = game->pool[coins] + game->treasure_discards[coins] +
                          tob_bag_known(game, coins) +
                          (game->phase == TOB_PHASE_OFFER && game->offered == coins);
        for (unsigned seat = 0; seat < TOB_SEATS; seat++)
            number += game->pile[seat][coins];
        if (coins)
            REQUIRE(number == tob_treasure_count[coins], "no treasure card is lost (S1)");
        else
            REQUIRE(number <= tob_treasure_count[0], "curses only leave (K3)");
        deck += game->pool[coins];
        bag += tob_bag_known(game, coins);
        all += number;
    }
    REQUIRE(game->treasure_discards[0] == 0, "no curse among the discards (R4)");
    REQUIRE(game->top <= game->treasure_deck, "the top twelve are in the deck (S1)");
    REQUIRE(deck + bag == total, "the deck and the bag are counted");
    REQUIRE(!tob_viewer_is_full(game->viewer) || deck == game->treasure_deck,
            "a full game knows the deck");
    REQUIRE(all > 0, "there are treasure cards");
    return NULL;
}

static const char *check_atvs(const tob_game *game, const tob_board *board)
{
    for (unsigned seat = 0; seat < game->players; seat++) {
        const unsigned at = game->atv[seat];
        if (at == TOB_NONE) {
            REQUIRE(game->phase == TOB_PHASE_ATV || game->phase == TOB_PHASE_TRIAD ||
                        game->phase == TOB_PHASE_OBJECT ||
                        game->phase == TOB_PHASE_VOLCANO,
                    "every player has an ATV (S4)");
            continue;
        }
        REQUIRE(at < board->count, "an ATV stands on land");
        REQUIRE(tob_hexset_has(board->spaces, at) ||
                    (seat == game->turn && tob_lava_paid(game) && tob_legs_left(game) &&
                     board->terrain[at] == TOB_LAVA),
                "an ATV rests on a space (V5)");
    }
    return NULL;
}

/* The board's ground follows from the volcano, the triads and the tiles of the state. */
static const char *check_volcano(const tob_game *game, const tob_board *board,
                                 uint64_t on_maps)
{
    tob_hexset lava = game->lava;
    const unsigned triads = triads_placed(game);
    const unsigned tiles = tob_hexset_count(game->lava) + game->lava_tiles;

    for (unsigned i = 0; i < triads; i++)
        tob_hexset_add(&lava, game->triad_space[i]);
    REQUIRE(tob_hexset_equal(lava, board->ground[TOB_LAVA]), "the board shows the lava");
    REQUIRE(tob_hexset_count(board->ground[TOB_VOLCANO]) ==
                (game->volcano == TOB_NONE ? 0 : 7),
            "the volcano covers seven hexes (V1)");
    REQUIRE(board->count == board->base_count + triads, "a triad adds one space (V2)");
    REQUIRE(tiles == (has_volcano(game) ? tob_lava_tiles : 0), "no tile is lost (V2)");
    for (unsigned i = 0; i < (unsigned)(tob_clue_total - tob_clue_deck); i++)
        REQUIRE((game->side >> i & 1) + (on_maps >> (tob_clue_deck + i) & 1) ==
                    has_volcano(game),
                "volcanic clues are at the side or on a map (V6)");
    return NULL;
}

const char *tob_check(const tob_game *game, const tob_board *board)
{
    const char *broken = check_shape(game, board);
    uint64_t on_maps = 0;

    if (!broken)
        broken = check_objects(game, board);
    if (!broken)
        broken = check_amulets(game, board);
    if (!broken)
        broken = check_maps(game, board, &on_maps);
    if (!broken)
        broken = check_roses(game);
    if (!broken)
        broken = check_cards(game, on_maps);
    if (!broken)
        broken = check_treasures(game);
    if (!broken)
        broken = check_atvs(game, board);
    if (!broken)
        broken = check_volcano(game, board, on_maps);
    return broken;
}
