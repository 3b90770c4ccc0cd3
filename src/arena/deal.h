/* Deals: who sits where, and the chance that all games of a deal share. */
#ifndef TOBAGO_ARENA_DEAL_H
#define TOBAGO_ARENA_DEAL_H

#include "arena/arena.h"

enum { ARENA_DECK_MAX = 64 }; /* treasure cards */

/* Chance in one game: the same for all games of a deal, as far as the moves allow. */
typedef struct arena_deal {
    uint64_t key;
    uint8_t treasure[ARENA_DECK_MAX]; /* the treasure deck from the top, in coins */
    uint8_t cards;                    /* in that deck */
    uint8_t drawn;                    /* from its top */
    uint32_t count[TOB_MOVE_COUNT][TOB_SEATS + 1]; /* nature's moves so far */
} arena_deal;

/* Counts the games of a deal: one for each seating that differs from the others. */
unsigned arena_deal_games(const arena_settings *settings);

/* Seats the bots for a game. In any 'bots' games from the beginning of a deal on, each
 * bot sits once at each seat. */
void arena_seating(const arena_settings *settings, uint64_t game,
                   uint8_t bot_at[static TOB_SEATS]);

/* Begins the chance of a game and returns the game's configuration. */
tob_config arena_deal_init(arena_deal *deal, const arena_settings *settings,
                           uint64_t game);

/* Chooses from nature's legal moves, as evenly as shuffled decks would. */
tob_move arena_deal_choose(arena_deal *deal, const tob_game *game,
                           const tob_moves *moves);

#endif
