/* Functions about a state that the sources of the engine share. */
#ifndef TOBAGO_ENGINE_RULES_H
#define TOBAGO_ENGINE_RULES_H

#include "tobago/game.h"
#include "tobago/kinds.h"
#include "tobago/query.h"

/* Debug builds trap where something impossible happens. */
#ifdef TOB_DEBUG
#define TOB_ASSERT(condition) ((condition) ? (void)0 : __builtin_trap())
#else
#define TOB_ASSERT(condition) ((void)0)
#endif

extern const tob_kind_row kind_rows[];
extern const tob_phase_row phase_rows[];

/* Keeps a function out of the switch that dispatches to it. Inlined there, all of them
 * share one frame and save each other's registers, which costs a tenth of the speed; in
 * WebAssembly, which has no such frames, inlining gains instead. */
#if defined __wasm__
#define APART
#elif defined __clang__
#define APART __attribute__((noinline))
#else
#define APART __attribute__((noipa)) /* nor taken apart by its arguments */
#endif

static inline uint64_t card_bit(unsigned card)
{
    return (uint64_t)1 << card;
}

static inline unsigned next_seat(const tob_game *game, unsigned seat)
{
    return seat + 1u == game->players ? 0 : seat + 1u;
}

/* S6 */
static inline unsigned hand_limit(const tob_game *game)
{
    return game->players == 2 ? 6 : 4;
}

static inline bool has_volcano(const tob_game *game)
{
    return game->options & TOB_OPTION_VOLCANO;
}

/* The cards turned up are packed into words: three bits tell the coins of one. */
enum { TURNED_BITS = 3, TURNED_IN_WORD = 64 / TURNED_BITS };
_Static_assert(TOB_COINS_MAX < 1 << TURNED_BITS, "the coins of a card fit");
_Static_assert(TOB_TURNED_MAX == 2 * TURNED_IN_WORD, "two words hold them");

/* The number of cards of the treasure being shared out that were turned up. */
static inline unsigned turned_up(const tob_game *game)
{
    unsigned count = 0;

    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        count += game->shown[coins];
    return count;
}

/* Is the player on turn crossing lava? Then only legs are possible (V5). */
static inline bool is_on_lava(const tob_game *game, const tob_board *board)
{
    return has_volcano(game) && board->terrain[game->atv[game->turn]] == TOB_LAVA;
}

/* Can the player on turn drive over lava in this movement (V5)? */
static inline bool can_cross_lava(const tob_game *game)
{
    return tob_lava_toll(game).kind != TOB_TOLL_CANNOT;
}

/* The lava on which a leg may end while 'legs' are left, this one included: one more leg
 * leads off it from the brink, two from elsewhere (V5). */
static inline tob_hexset open_lava(const tob_board *board, unsigned legs)
{
    return legs > 2   ? board->ground[TOB_LAVA]
           : legs > 1 ? board->brink
                      : (tob_hexset){0, 0};
}

/* The hexes on which the present player's next leg can end (M1, V5). */
static inline tob_hexset leg_spaces(const tob_game *game, const tob_board *board)
{
    tob_hexset open = board->spaces;

    if (has_volcano(game) && can_cross_lava(game))
        open = tob_hexset_or(open, open_lava(board, tob_legs_left(game)));
    return tob_hexset_and(board->legs[game->atv[game->turn]], open);
}

/* The spaces where a lava tile may go if the maps allow it (V3). */
tob_hexset lava_candidates(const tob_game *game, const tob_board *board);

/* Would a tile on this space leave every treasure a site (V3)? */
bool lava_leaves_sites(const tob_game *game, const tob_board *board, unsigned space);

/* Is there any space where a lava tile may go (V3)? */
bool lava_has_place(const tob_game *game, const tob_board *board);

/* Applies all clues of all maps anew (V4). */
void refresh_sites(tob_game *game, const tob_board *board);

/* Can any triad that is left be placed (V2)? */
bool triad_has_place(const tob_game *game, const tob_board *board);

/* The number of triads on the board. */
unsigned triads_placed(const tob_game *game);

/* The kind of object that is placed next (O4). */
tob_object next_object(const tob_game *game);

/* The number of objects of a kind on the board. */
unsigned objects_placed(const tob_game *game, tob_object object);

/* The number of roses of a seat on the map of a treasure, the raiser's lowest included.
 */
unsigned roses_on_map(const tob_game *game, unsigned treasure, unsigned seat);

/* Playing the kinds of move that raise a treasure and share it out (treasure.c). */
void treasure_raise(tob_game *game, tob_board *board, tob_move move);
void treasure_peek(tob_game *game, tob_board *board, tob_move move);
void treasure_add(tob_game *game, tob_board *board, tob_move move);
void treasure_reveal(tob_game *game, tob_board *board, tob_move move);
void treasure_claim(tob_game *game, tob_board *board, tob_move move);
void treasure_pass(tob_game *game, tob_board *board, tob_move move);

/* May this row of 'peeked' be seen by the holder of the state (H1)? */
bool sees_row(const tob_game *game, unsigned row);

/* ---- Shared by judging moves (legal.c) and listing them (list.c) ---- */

tob_reason volcano_reason(const tob_game *game, const tob_board *board, tob_move move);
tob_reason triad_reason(const tob_game *game, const tob_board *board, tob_move move);
tob_reason raise_reason(const tob_game *game, const tob_board *board, tob_move move);
tob_reason swap_pair_reason(const tob_game *game, unsigned a, unsigned b);
tob_reason drawn_reason(const tob_game *game, unsigned value);
tob_reason reveal_reason(const tob_game *game, const tob_board *board, tob_move move);
tob_reason cannot_reason(const tob_game *game, const tob_board *board, tob_move move);

#endif
