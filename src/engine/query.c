/* Queries about a state that no list of moves answers. */
#include "engine/rules.h"

unsigned tob_map_of_card(const tob_game *game, unsigned card)
{
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        tob_map_walk walk = tob_map_walk_up(game, treasure);
        while (tob_map_next(&walk))
            if (walk.card == card)
                return treasure;
    }
    return TOB_NONE;
}

uint64_t tob_batch_cards(const tob_game *game, unsigned batch)
{
    uint64_t cards = 0;

    for (unsigned card = 0; card < TOB_DECK_MAX; card++)
        cards |= (uint64_t)(game->batch[card] == batch) << card;
    return cards;
}

/* ---- Lava ---- */

unsigned tob_best_card(const tob_game *game, unsigned seat)
{
    for (unsigned coins = TOB_COINS_MAX; coins > 0; coins--)
        if (game->pile[seat][coins])
            return coins;
    return 0;
}

/* V5: an amulet or, without one, the best treasure card. */
tob_toll tob_lava_toll(const tob_game *game)
{
    unsigned coins;

    if (!has_volcano(game))
        return (tob_toll){TOB_TOLL_CANNOT, 0};
    if (tob_lava_paid(game))
        return (tob_toll){TOB_TOLL_NOTHING, 0};
    if (game->amulet[game->turn])
        return (tob_toll){TOB_TOLL_AMULET, 0};
    coins = tob_best_card(game, game->turn);
    return (tob_toll){coins ? TOB_TOLL_CARD : TOB_TOLL_CANNOT, (uint8_t)coins};
}

/* ---- Treasures ---- */

unsigned tob_bag_known(const tob_game *game, unsigned coins)
{
    unsigned known = 0;

    for (unsigned row = 0; row < TOB_PEEK_ROWS; row++)
        known += game->peeked[row][coins];
    return known > game->shown[coins] ? known - game->shown[coins] : 0;
}

unsigned tob_turned_up(const tob_game *game, uint8_t coins[static TOB_TURNED_MAX])
{
    const unsigned count = turned_up(game);

    for (unsigned i = 0; i < count; i++)
        coins[i] = (uint8_t)(game->turned[i / TURNED_IN_WORD] >>
                                 TURNED_BITS * (i % TURNED_IN_WORD) &
                             TOB_COINS_MAX);
    return count;
}

unsigned tob_bag_unknown(const tob_game *game)
{
    unsigned known = 0;

    if (tob_viewer_is_full(game->viewer))
        return 0;
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        known += tob_bag_known(game, coins);
    return game->bag - known;
}

/* K2: an amulet (A4) or, without one, the best treasure card; K1, D4: a curse that is
 * only shown costs nothing. */
tob_price tob_curse_price(const tob_game *game, unsigned seat)
{
    if (game->dead || !roses_on_map(game, game->treasure, seat))
        return (tob_price){0};
    if (game->amulet[seat])
        return (tob_price){true, 1, 0};
    return (tob_price){true, 0, (uint8_t)tob_best_card(game, seat)};
}

/* The curses of the pool lie among hidden cards that were drawn below the top twelve, or
 * still in the deck below those; what has no room there is in the bag. */
tob_curses tob_curses_ahead(const tob_game *game)
{
    const unsigned known = tob_bag_known(game, 0), loose = game->pool[0];
    const unsigned hidden = tob_bag_unknown(game);
    const unsigned room = game->treasure_deck - game->top;
    const unsigned most = loose < game->deep ? loose : game->deep;

    return (tob_curses){(uint8_t)(known + (loose > room ? loose - room : 0)),
                        (uint8_t)(known + (most < hidden ? most : hidden))};
}

/* ---- Views ---- */

void tob_view_open(tob_game *view, const tob_game *game, unsigned seat)
{
    unsigned known[TOB_COINS_MAX + 1] = {0}, drawn = game->bag, hidden = 0;

    tob_view(view, game, tob_viewer_of(seat));
    view->deck = game->deck;
    if (game->renewal - 1u != TOB_PEEK_ADDED)
        for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
            view->fresh[coins] = game->fresh[coins];
    for (unsigned other = 0; other < game->players; other++) {
        view->hand[other] = game->hand[other];
        for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
            view->peeked[other][coins] = game->peeked[other][coins];
            view->peeked[TOB_PEEK_DRAINED][coins] = 0; /* every looker is known */
            known[coins] += game->peeked[other][coins];
        }
    }
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        const bool added = game->peeked[TOB_PEEK_ADDED][coins] > 0;
        const bool here = added && game->shown[coins] <= known[coins];
        view->pool[coins] = (uint8_t)(game->pool[coins] + here);
        hidden += here;
        drawn += game->shown[coins];
    }
    view->deep = hidden && drawn > game->bag_top &&
                 !game->renewal; /* the added card was drawn last */
}
