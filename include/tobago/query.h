/* Queries: questions that a display, a bot or a host asks of a state.
 *
 * Nothing here changes anything or fails, so any thread may ask. Every function takes
 * views and full games alike unless it says otherwise. */
#ifndef TOBAGO_QUERY_H
#define TOBAGO_QUERY_H

#include "tobago/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- Clues ---- */

/* Would a clue that allows these spaces be a legal addition to a map? TOB_OK, or the
 * clause that forbids it (C2, C3). */
static inline tob_reason tob_clue_reason(const tob_map *map, tob_hexset allowed)
{
    const tob_hexset left = tob_hexset_and(map->sites, allowed);

    if (map->count == 1)
        return TOB_REASON_C3_KNOWN;
    if (tob_hexset_is_empty(left))
        return TOB_REASON_C3_NOWHERE;
    if (tob_hexset_equal(left, map->sites))
        return TOB_REASON_C2_NOTHING;
    return TOB_OK;
}

/* Can a clue go onto this map in the present phase? The first clue goes onto a map that
 * has none (S5), the clue after a treasure onto the map of that treasure (N2), any other
 * clue onto any map. */
static inline bool tob_map_is_open(const tob_game *game, unsigned treasure)
{
    if (game->phase == TOB_PHASE_START)
        return game->map[treasure].length == 0;
    return game->phase != TOB_PHASE_RESTART || game->treasure == treasure;
}

/* The sites that a clue card would leave on a map, whoever holds it; the empty set where
 * the map would not take it now (C2, C3, S5, N2). */
static inline tob_hexset tob_clue_leaves(const tob_game *game, const tob_board *board,
                                         unsigned treasure, unsigned card)
{
    const tob_map *map = &game->map[treasure];
    const tob_hexset none = {0, 0};

    return tob_map_is_open(game, treasure) &&
                   tob_clue_reason(map, board->allowed[card]) == TOB_OK
               ? tob_hexset_and(map->sites, board->allowed[card])
               : none;
}

/* The map on which a clue card lies, or TOB_NONE. Any number may be asked about. */
unsigned tob_map_of_card(const tob_game *game, unsigned card);

/* The hidden clue cards of a batch of the deck: those in hands and, of the newest batch,
 * those in the deck. */
uint64_t tob_batch_cards(const tob_game *game, unsigned batch);

/* ---- Driving ---- */

/* Does a leg of the movement under way take the amulet that it ends on (M3)? With the
 * Volcano the player chooses instead (V3), and an extra movement takes none (A3). */
static inline bool tob_takes_amulets(const tob_game *game)
{
    return game->moving == TOB_MOVEMENT_MAIN && !(game->options & TOB_OPTION_VOLCANO);
}

/* ---- Lava ---- */

typedef enum tob_toll_kind {
    TOB_TOLL_CANNOT,  /* nothing to pay with, or no Volcano in the game */
    TOB_TOLL_NOTHING, /* this movement has paid already */
    TOB_TOLL_AMULET,
    TOB_TOLL_CARD, /* the best treasure card */
} tob_toll_kind;

/* The price of crossing lava (V5). */
typedef struct tob_toll {
    uint8_t kind;  /* tob_toll_kind */
    uint8_t coins; /* of the treasure card; 0 for the other kinds */
} tob_toll;

/* The price that the player on turn would pay for driving onto lava now. */
tob_toll tob_lava_toll(const tob_game *game);

/* ---- Treasures ---- */

/* Cards with this many coins (0: curses) that this state knows to be in the treasure
 * being shared out and not turned up yet. */
unsigned tob_bag_known(const tob_game *game, unsigned coins);

/* Did a seat draw its cards of that treasure before the treasure deck was renewed (R4)?
 * False for the seat at whose draw it was renewed, which may have cards of both decks,
 * and for everyone while it has not been renewed. */
bool tob_drew_before_renewal(const tob_game *game, unsigned seat);

/* The cards of that treasure that were turned up, in the order in which they came;
 * returns how many. */
unsigned tob_turned_up(const tob_game *game, uint8_t coins[TOB_TURNED_MAX]);

/* Cards of that treasure, not turned up yet, that this state does not know. */
unsigned tob_bag_unknown(const tob_game *game);

/* May a display add up the coins of a seat? Everyone keeps her own total to herself until
 * the game is over (D5). */
static inline bool tob_may_total(const tob_game *game, unsigned seat)
{
    return game->phase == TOB_PHASE_OVER || tob_hand_known(game, seat);
}

/* The rose of the raiser below the clues of a treasure while it lies there (R2), as
 * tob_rose gives it; 0: none. */
static inline uint8_t tob_raiser_rose(const tob_game *game, unsigned treasure)
{
    return game->raise_rose && game->treasure == treasure ? tob_rose(game->raiser, 1) : 0;
}

/* The most coins on a card of a seat's pile, the card that a curse or lava takes (K2,
 * V5); 0 if the pile is empty. */
unsigned tob_best_card(const tob_game *game, unsigned seat);

/* What a curse that is turned up now costs a seat (K2). */
typedef struct tob_price {
    bool strikes; /* a rose of the seat lies on the map, and cards are still shared out */
    uint8_t amulets; /* 1: an amulet */
    uint8_t coins;   /* without an amulet: of the treasure card; 0: nothing to lose */
} tob_price;

tob_price tob_curse_price(const tob_game *game, unsigned seat);

/* The curses among the cards of a treasure that are not turned up yet: at least and at
 * most so many, as far as this state can tell (S1). A full game knows the number. */
typedef struct tob_curses {
    uint8_t least;
    uint8_t most;
} tob_curses;

tob_curses tob_curses_ahead(const tob_game *game);

/* ---- Views ---- */

/* The view that a seat has in a game played with open cards: all hands and all treasure
 * cards that someone looked at are known, the added card (R3) and the order of the decks
 * are not. 'game' is a full game; *view is overwritten and counts as that seat's view. */
void tob_view_open(tob_game *view, const tob_game *game, unsigned seat);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
