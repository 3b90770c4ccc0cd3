/* Results, views, hashes: functions of a whole state. */
#include "engine/rules.h"
#include "engine/data.h"

tob_result tob_result_of(const tob_game *game)
{
    tob_result result = {.ending = game->ending};

    for (unsigned seat = 0; seat < game->players; seat++)
        for (unsigned coins = 1; coins <= TOB_COINS_MAX; coins++)
            result.coins[seat] =
                (uint16_t)(result.coins[seat] + coins * game->pile[seat][coins]);
    for (unsigned seat = 0; seat < game->players; seat++) {
        result.place[seat] = 1;
        for (unsigned other = 0; other < game->players; other++)
            if (result.coins[other] > result.coins[seat])
                result.place[seat]++;
    }
    return result;
}

const char *tob_ending_clause(unsigned ending)
{
    static const char *const clauses[TOB_ENDING_COUNT] = {"", "E1", "E3", "E4"};

    return ending < TOB_ENDING_COUNT ? clauses[ending] : "";
}

unsigned tob_round(const tob_game *game)
{
    /* The turn in which E1 ends the game has begun and is not counted. */
    const bool between = game->ending == TOB_ENDING_E3 || game->ending == TOB_ENDING_E4;
    const unsigned begun = game->turns + (between ? 0u : 1u);

    return tob_is_setup(game) ? 0 : (begun + game->players - 1) / game->players;
}

unsigned tob_map_cards(const tob_game *game, unsigned treasure,
                       uint8_t cards[static TOB_CARD_MAX])
{
    const unsigned length = game->map[treasure].length;
    tob_map_walk walk = tob_map_walk_up(game, treasure);
    unsigned at = length;

    while (tob_map_next(&walk))
        cards[--at] = (uint8_t)walk.card;
    return length;
}

tob_hexset tob_map_markers(const tob_game *game, unsigned treasure)
{
    const tob_map *map = &game->map[treasure];
    const bool away = map->count > TOB_MARKERS || tob_is_shared_out(game, treasure);

    return away ? (tob_hexset){0, 0} : map->sites;
}

void tob_surfacing(const tob_game *game, const tob_board *board,
                   uint8_t spaces[static TOB_STATUES])
{
    tob_hexset amulets = game->amulets;
    unsigned left = game->amulet_pile;

    for (unsigned i = 0; i < TOB_STATUES; i++) {
        spaces[i] = TOB_NONE;
        if (game->statue[i] == TOB_NONE || !left)
            continue;
        const unsigned end = tob_board_ray_end(board, game->statue[i], game->facing[i]);
        if (end == TOB_NONE || tob_hexset_has(amulets, end))
            continue;
        spaces[i] = (uint8_t)end;
        tob_hexset_add(&amulets, end);
        left--;
    }
}

/* Hidden cards of a treasure that were drawn below the top twelve. Draws went in turn
 * order from the raiser, the added card last (R3). */
static uint8_t hidden_deep(const tob_game *view, const tob_game *game)
{
    unsigned drawn = 0, deep = 0, seat = game->raiser;

    if (game->renewal)
        return 0; /* all of them are known by now */
    for (unsigned turn = 0; turn <= game->players; turn++) {
        const unsigned row = turn == game->players ? TOB_PEEK_ADDED : seat;
        for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
            for (unsigned i = 0; i < game->peeked[row][coins]; i++, drawn++)
                deep += !sees_row(view, row) && drawn >= game->bag_top;
        seat = next_seat(game, seat);
    }
    return (uint8_t)deep;
}

static void hide_treasure(tob_game *view, const tob_game *game)
{
    view->deep = hidden_deep(view, game);
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        unsigned hidden = 0, known = 0;
        for (unsigned row = 0; row < TOB_PEEK_DRAINED; row++) {
            const unsigned cards = game->peeked[row][coins];
            unsigned drained = tob_drew_before_renewal(game, row) ? cards : 0;
            if (game->renewal == row + 1)
                drained = cards - game->fresh[coins];
            if (sees_row(view, row)) {
                known += cards;
                continue;
            }
            hidden += cards - drained;
            known += drained;
            view->peeked[row][coins] = 0;
            view->peeked[TOB_PEEK_DRAINED][coins] =
                (uint8_t)(view->peeked[TOB_PEEK_DRAINED][coins] + drained);
            if (game->renewal == row + 1)
                view->fresh[coins] = 0;
        }
        if (game->shown[coins] > known) {
            const unsigned seen = game->shown[coins] - known;
            hidden -= seen;
            view->deep = (uint8_t)(view->deep - (coins == 0 ? seen : 0));
        }
        view->pool[coins] = (uint8_t)(view->pool[coins] + hidden);
    }
}

/* The cards that all think may be in a hand. */
static uint64_t held_cards(const tob_game *game, unsigned seat)
{
    uint64_t cards = 0;

    for (unsigned i = 0; i < game->hand_size[seat]; i++)
        if (!i || game->held[seat][i] != game->held[seat][i - 1])
            cards |= tob_batch_cards(game, game->held[seat][i]);
    return cards;
}

void tob_view(tob_game *view, const tob_game *game, tob_viewer viewer)
{
    const unsigned holder = tob_viewer_seat(viewer);
    const uint64_t own = holder < TOB_SEATS ? game->hand[holder] : 0;

    *view = *game;
    view->viewer = viewer;
    if (tob_viewer_is_full(viewer))
        return;
    for (unsigned seat = 0; seat < game->players; seat++)
        if (seat != holder)
            view->hand[seat] = held_cards(game, seat) & ~own;
    if (game->deck_size)
        view->deck = tob_batch_cards(game, game->newest) & ~own;
    hide_treasure(view, game);
}

uint64_t tob_rules_id(void)
{
    /* The data in the upper part, the version legible in the lowest byte. */
    _Static_assert(TOB_RULES_VERSION < 256, "the version is a byte");
    return (tob_data_hash & ~UINT64_C(0xff)) | TOB_RULES_VERSION;
}

uint64_t tob_hash(const tob_game *game)
{
    const uint8_t *bytes = (const uint8_t *)game;
    uint64_t hash = UINT64_C(0x9e3779b97f4a7c15);

    _Static_assert(sizeof(tob_game) % 8 == 0, "hashed by words");
    for (unsigned i = 0; i < sizeof(tob_game); i += 8) {
        uint64_t word = 0;
        for (unsigned k = 0; k < 8; k++)
            word |= (uint64_t)bytes[i + k] << 8 * k;
        hash = (hash ^ word) * UINT64_C(0xff51afd7ed558ccd);
        hash ^= hash >> 32;
    }
    return hash;
}

void tob_board_follow(tob_board *board, const tob_game *game)
{
    tob_hexset lava = game->lava;

    tob_board_init(board, game->island);
    if (game->volcano != TOB_NONE)
        tob_board_volcano(board, game->volcano);
    for (unsigned i = 0; i < 4; i++) {
        if (i < 3 && game->statue[i] != TOB_NONE)
            tob_board_put(board, TOB_STATUE, game->statue[i]);
        if (game->hut[i] != TOB_NONE)
            tob_board_put(board, TOB_HUT, game->hut[i]);
        if (i < 3 && game->palm[i] != TOB_NONE)
            tob_board_put(board, TOB_PALM, game->palm[i]);
    }
    for (unsigned i = 0; i < TOB_TRIAD_COUNT && game->triad[i] != TOB_NONE; i++)
        tob_board_triad(board, game->triad[i], game->triad_space[i],
                        game->triad_facing[i]);
    while (!tob_hexset_is_empty(lava))
        tob_board_lava(board, tob_hexset_pop(&lava));
}
