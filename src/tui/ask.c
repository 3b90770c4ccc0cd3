#include "tui/ask.h"

#include <string.h>

#include "tobago/names.h"

tob_hexset tui_ask_sites_left(const tob_game *game, const tob_board *board,
                              unsigned treasure, unsigned card)
{
    const tob_hexset sites = game->map[treasure].sites;

    return card < tob_card_total() ? tob_hexset_and(sites, board->allowed[card]) : sites;
}

unsigned tui_ask_leaves(const tob_game *game, const tob_board *board, unsigned treasure,
                        unsigned card)
{
    const unsigned left =
        tob_hexset_count(tui_ask_sites_left(game, board, treasure, card));

    if (game->phase == TOB_PHASE_START && game->map[treasure].length)
        return 0; /* a first clue starts an empty map (S5) */
    if (game->phase == TOB_PHASE_RESTART && game->treasure != treasure)
        return 0; /* only the map of the treasure just raised is started anew (N2) */
    return left < game->map[treasure].count ? left : 0;
}

tui_price tui_ask_lava_price(const tob_game *game, unsigned seat, unsigned *coins)
{
    *coins = TOB_COINS_MAX;
    while (*coins && !game->pile[seat][*coins])
        --*coins;
    return tob_lava_paid(game)  ? TUI_PRICE_PAID
           : game->amulet[seat] ? TUI_PRICE_AMULET
                                : TUI_PRICE_COINS;
}

unsigned tui_ask_map_of(const tob_game *game, unsigned card)
{
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        uint8_t cards[TOB_CARD_MAX];
        const unsigned length = tob_map_cards(game, treasure, cards);
        if (memchr(cards, (int)card, length))
            return treasure;
    }
    return TOB_TREASURE_COUNT;
}

unsigned tui_ask_space_of(tob_move move)
{
    switch ((tob_kind)move.kind) {
    case TOB_MOVE_VOLCANO:
    case TOB_MOVE_OBJECT:
    case TOB_MOVE_TRIAD:
    case TOB_MOVE_TRIAD_RANDOM:
    case TOB_MOVE_ATV:
    case TOB_MOVE_LEG:
    case TOB_MOVE_AMULET_REMOVE:
    case TOB_MOVE_LAVA: return move.space;
    default: return TOB_NONE;
    }
}

void tui_ask_legs(const tob_game *game, const tob_board *board,
                  uint8_t legs[static TOB_SPACE_MAX])
{
    static tob_moves moves;
    const unsigned at = game->atv[game->turn];

    memset(legs, 0, TOB_SPACE_MAX);
    tob_legal(game, board, &moves);
    for (unsigned i = 0; i < moves.count; i++)
        if (moves.move[i].kind == TOB_MOVE_LEG)
            legs[moves.move[i].space] = 1;
    for (unsigned number = 2; number <= tob_legs_left(game); number++) {
        tob_hexset reach = tob_board_reach(board, at, number);
        tob_hexset_remove(&reach, at);
        while (!tob_hexset_is_empty(reach)) {
            const unsigned space = tob_hexset_pop(&reach);
            if (!legs[space])
                legs[space] = (uint8_t)number;
        }
    }
}

unsigned tui_ask_distance(const tob_board *board, unsigned from, unsigned to)
{
    enum { FAR = 20 }; /* more legs than any way on any island takes */

    for (unsigned legs = 0; legs < FAR; legs++)
        if (tob_hexset_has(tob_board_reach(board, from, legs), to))
            return legs;
    return TOB_NONE;
}

unsigned tui_ask_next_stop(const tob_game *game, const tob_board *board, unsigned at,
                           unsigned to, unsigned legs)
{
    const bool greedy =
        !(game->options & TOB_OPTION_VOLCANO) && game->moving != TOB_MOVEMENT_EXTRA;
    tob_hexset ways = tob_hexset_and(board->legs[at], board->spaces);
    unsigned best = TOB_NONE;

    if (legs == 1)
        return to;
    while (!tob_hexset_is_empty(ways)) {
        const unsigned stop = tob_hexset_pop(&ways);
        const bool amulet = tob_hexset_has(game->amulets, stop);
        if (!tob_hexset_has(tob_board_reach(board, stop, legs - 1), to))
            continue;
        if (best == TOB_NONE || amulet == greedy)
            best = stop;
        if (amulet && greedy)
            break;
    }
    return best;
}

bool tui_ask_takes_amulets(const tob_game *game, unsigned kind)
{
    return kind != TOB_MOVE_AMULET_MOVE && game->moving != TOB_MOVEMENT_EXTRA;
}
