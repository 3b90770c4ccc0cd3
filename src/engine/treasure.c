/* Raising a treasure and sharing it out: clauses R, D, K and N1.
 *
 * The cards drawn for a treasure are its bag. A state may know some of them ('peeked');
 * 'shown' counts what was turned up, and known cards are always counted as turned up
 * first, which leaves the same cards either way. */
#include "engine/flow.h"
#include "engine/rules.h"
#include "engine/data.h"

bool sees_row(const tob_game *game, unsigned row)
{
    return tob_hand_known(game, row); /* TOB_PEEK_ADDED is no seat */
}

/* ---- The bag ---- */

/* Makes sure that a treasure card can be drawn (R4). False: none is left at all. What a
 * view could not see of the deck that ran out is in this treasure, card for card; what
 * comes now is from the discards, which all have seen. The game ends with this treasure,
 * so that happens once. */
static bool have_treasure_card(tob_game *game)
{
    if (game->treasure_deck)
        return true;
    if (game->renewal)
        return false; /* the discards have been used up, too */
    game->renewal =
        (uint8_t)(1 + (game->phase == TOB_PHASE_PEEK ? game->seat
                                                     : (unsigned)TOB_PEEK_ADDED));
    game->ran_out = 1; /* E1 */
    game->deep = 0;
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        uint8_t *drained = &game->peeked[TOB_PEEK_DRAINED][coins];
        *drained = (uint8_t)(*drained + game->pool[coins]);
        game->pool[coins] = game->treasure_discards[coins];
        game->treasure_deck =
            (uint8_t)(game->treasure_deck + game->treasure_discards[coins]);
        game->treasure_discards[coins] = 0;
    }
    return game->treasure_deck > 0;
}

static void draw_treasure_card(tob_game *game, unsigned row, unsigned value)
{
    const bool from_top = game->top > 0;

    game->top = (uint8_t)(game->top - from_top);
    game->treasure_deck--;
    game->bag++;
    if (!game->treasure_deck)
        game->ran_out = 1; /* E1 */
    if (value == TOB_HIDDEN) {
        game->deep = (uint8_t)(game->deep + (!from_top && !game->renewal));
        return;
    }
    game->pool[value]--;
    game->peeked[row][value]++;
    if (game->renewal == row + 1)
        game->fresh[value]++;
}

bool tob_drew_before_renewal(const tob_game *game, unsigned seat)
{
    const unsigned at = game->renewal - 1u;

    if (!game->renewal || seat >= TOB_SEATS || seat == at)
        return false;
    if (at == TOB_PEEK_ADDED)
        return true;
    for (unsigned other = game->raiser; other != at; other = next_seat(game, other))
        if (other == seat)
            return true;
    return false;
}

/* ---- Roses ---- */

unsigned roses_on_map(const tob_game *game, unsigned treasure, unsigned seat)
{
    tob_map_walk walk = tob_map_walk_up(game, treasure);
    unsigned number = 0;

    while (tob_map_next(&walk))
        if (tob_rose_owner(game->rose[walk.card]) == seat)
            number += tob_rose_number(game->rose[walk.card]);
    if (game->raise_rose && treasure == game->treasure && seat == game->raiser)
        number++;
    return number;
}

/* Moves the offer to the first clue of a walk that carries a rose. */
static bool offer_first(tob_game *game, tob_map_walk walk)
{
    while (tob_map_next(&walk)) {
        const uint8_t rose = game->rose[walk.card];
        if (!rose)
            continue;
        game->offer = (uint8_t)walk.card;
        game->offer_rose = 0;
        game->seat = (uint8_t)tob_rose_owner(rose);
        return true;
    }
    return false;
}

/* Offers to the lowest rose on the map; the raiser's own below the clues comes first
 * (D1). */
static bool offer_lowest(tob_game *game)
{
    if (!game->raise_rose)
        return offer_first(game, tob_map_walk_up(game, game->treasure));
    game->offer = TOB_NONE;
    game->offer_rose = 0;
    game->seat = game->raiser;
    return true;
}

/* Offers to the next rose: one offer for each, so two for a double claim (D1). */
static bool offer_next(tob_game *game)
{
    if (game->offer == TOB_NONE)
        return offer_first(game, tob_map_walk_up(game, game->treasure));
    if (!game->offer_rose && tob_rose_number(game->rose[game->offer]) == 2) {
        game->offer_rose = 1;
        return true;
    }
    return offer_first(game, tob_map_walk_above(game, game->offer));
}

unsigned tob_rose_order(const tob_game *game, tob_ask asks[static TOB_ASKS_MAX],
                        unsigned *now)
{
    tob_game ahead = *game;
    unsigned count = 0;

    *now = 0;
    if (!tob_is_shared_out(game, game->treasure) || game->dead)
        return 0;
    for (bool more = offer_lowest(&ahead); more; more = offer_next(&ahead)) {
        if (ahead.offer == game->offer && ahead.offer_rose == game->offer_rose)
            *now = count;
        asks[count++] = (tob_ask){ahead.seat, ahead.offer};
    }
    if (game->phase != TOB_PHASE_OFFER)
        *now = count;
    return count;
}

static void take_back_rose(tob_game *game)
{
    game->roses[game->seat]++;
    if (game->offer == TOB_NONE) {
        game->raise_rose = 0;
        return;
    }
    const uint8_t rose = game->rose[game->offer];
    game->rose[game->offer] =
        tob_rose_number(rose) == 2 ? tob_rose(tob_rose_owner(rose), 1) : 0;
}

/* ---- The end of a distribution ---- */

/* Returns the roses (D4) and discards the clues (N1). */
static void clear_map(tob_game *game, const tob_board *board)
{
    tob_map *map = &game->map[game->treasure];
    tob_map_walk walk = tob_map_walk_up(game, game->treasure);

    while (tob_map_next(&walk)) {
        const unsigned card = walk.card;
        const uint8_t rose = game->rose[card];
        if (rose)
            game->roses[tob_rose_owner(rose)] =
                (uint8_t)(game->roses[tob_rose_owner(rose)] + tob_rose_number(rose));
        if (card < tob_clue_deck)
            game->discards |= card_bit(card);
        else
            game->side |= (uint8_t)(1u << (card - tob_clue_deck)); /* V6 */
        game->above[card] = game->rose[card] = 0;
    }
    game->roses[game->raiser] = (uint8_t)(game->roses[game->raiser] + game->raise_rose);
    map_clear(map, board);
}

static void clear_bag(tob_game *game)
{
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        game->shown[coins] = game->fresh[coins] = 0;
        for (unsigned row = 0; row < TOB_PEEK_ROWS; row++)
            game->peeked[row][coins] = 0;
    }
    game->turned[0] = game->turned[1] = 0;
    game->raise_rose = game->deep = game->bag_top = game->offered = game->renewal = 0;
    game->offer = game->offer_rose = game->dead = 0;
}

static void finish(tob_game *game, const tob_board *board)
{
    const uint8_t starter = game->claimer == TOB_NONE ? game->raiser : game->claimer;

    clear_map(game, board);
    clear_bag(game);
    game->raiser = 0;
    game->claimer = TOB_NONE;
    if (game->ran_out) {
        game_over(game, TOB_ENDING_E1);
        return;
    }
    game->phase = TOB_PHASE_RESTART; /* N2 */
    game->seat = starter;
}

/* Asks for the next card, if there is one; without roses it is only shown (D4). */
static void continue_distribution(tob_game *game, const tob_board *board)
{
    if (!game->dead && !offer_lowest(game))
        game->dead = 1;
    game->offer = game->offer_rose = game->seat = 0;
    game->phase = TOB_PHASE_REVEAL;
    if (!game->bag)
        finish(game, board);
}

/* ---- Raising ---- */

/* Goes to the next seat that draws a card, then to the added card (R3). */
static void continue_peeking(tob_game *game, const tob_board *board)
{
    while (!game->peeks) {
        game->seat = (uint8_t)next_seat(game, game->seat);
        if (game->seat == game->raiser)
            break;
        game->peeks = (uint8_t)roses_on_map(game, game->treasure, game->seat);
    }
    game->phase = game->peeks ? TOB_PHASE_PEEK : TOB_PHASE_ADD;
    if (have_treasure_card(game))
        return;
    game->peeks = 0;
    continue_distribution(game, board); /* R4: fewer cards */
}

void treasure_raise(tob_game *game, tob_board *board, tob_move move)
{
    end_movements(game); /* M4 */
    game->eventful = 1;
    game->treasure = move.treasure;
    game->raiser = game->turn;
    game->roses[game->turn]--;
    game->raise_rose = 1;
    game->bag_top = game->top;
    game->peeks = (uint8_t)roses_on_map(game, move.treasure, game->turn);
    continue_peeking(game, board);
}

void treasure_peek(tob_game *game, tob_board *board, tob_move move)
{
    draw_treasure_card(game, game->seat, move.value);
    game->peeks--;
    continue_peeking(game, board);
}

void treasure_add(tob_game *game, tob_board *board, tob_move move)
{
    draw_treasure_card(game, TOB_PEEK_ADDED, move.value);
    continue_distribution(game, board);
}

/* ---- Distributing ---- */

/* K2: everyone with a rose on the map gives up an amulet or her best card. */
static void curse(tob_game *game)
{
    for (unsigned seat = 0; seat < game->players; seat++) {
        const tob_price price = tob_curse_price(game, seat);
        if (price.amulets) {
            game->amulet[seat]--; /* A4 */
            game->amulet_pile++;
        } else if (price.coins) {
            game->pile[seat][price.coins]--;
            game->treasure_discards[price.coins]++;
        }
    }
    game->dead = 1; /* K1 */
}

void treasure_reveal(tob_game *game, tob_board *board, tob_move move)
{
    const uint8_t value = move.value;
    const unsigned at = turned_up(game);

    game->turned[at / TURNED_IN_WORD] |= (uint64_t)value
                                         << TURNED_BITS * (at % TURNED_IN_WORD);
    if (!tob_bag_known(game, value)) {
        game->pool[value]--;
        game->deep = (uint8_t)(game->deep - (value == 0));
    }
    game->shown[value]++;
    game->bag--;
    if (value == 0) {
        if (!game->dead)
            curse(game);
    } else if (game->dead) {
        game->treasure_discards[value]++;
    } else {
        game->offered = value;
        game->phase = TOB_PHASE_OFFER;
        offer_lowest(game);
        return;
    }
    continue_distribution(game, board);
}

void treasure_claim(tob_game *game, tob_board *board, tob_move move)
{
    (void)move;
    game->pile[game->seat][game->offered]++;
    game->claimer = game->seat;
    take_back_rose(game);
    game->offered = 0;
    continue_distribution(game, board);
}

void treasure_pass(tob_game *game, tob_board *board, tob_move move)
{
    (void)move;
    if (offer_next(game))
        return;
    game->treasure_discards[game->offered]++; /* D3 */
    game->offered = 0;
    continue_distribution(game, board);
}
