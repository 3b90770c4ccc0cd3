/* Judging moves: legality and its explanation are one mechanism.
 *
 * tob_why asks the tables of kinds.c first (phase, seat, option, main action, amulet) and
 * then the kind's own function, which answers TOB_OK or the reason. The lists (list.c)
 * are made from the same sets and predicates, and tests compare the two over every
 * conceivable move of random positions. */
#include "engine/rules.h"
#include "engine/data.h"

/* ---- What is asked of a state ---- */

unsigned objects_placed(const tob_game *game, tob_object object)
{
    const uint8_t *at = object == TOB_STATUE ? game->statue
                        : object == TOB_HUT  ? game->hut
                                             : game->palm;
    unsigned placed = 0;

    while (placed < tob_object_limit(object) && at[placed] != TOB_NONE)
        placed++;
    return placed;
}

tob_object next_object(const tob_game *game)
{
    unsigned object = TOB_STATUE;

    while (object < TOB_PALM && objects_placed(game, (tob_object)object) ==
                                    tob_object_limit((tob_object)object))
        object++;
    return (tob_object)object;
}

/* Is there a volcanic clue at the side that the map would take (V6)? */
static bool has_volcanic(const tob_game *game, const tob_board *board, const tob_map *map)
{
    for (unsigned i = 0; game->side >> i; i++)
        if ((game->side >> i & 1) &&
            tob_clue_reason(map, board->allowed[tob_clue_deck + i]) == TOB_OK)
            return true;
    return false;
}

static bool can_restart(const tob_game *game, const tob_board *board)
{
    const tob_map *map = &game->map[game->treasure];
    uint64_t rest = game->roses[game->seat] ? game->hand[game->seat] : 0;

    if (rest && has_volcanic(game, board, map))
        return true; /* any card will do: as a clue, or given up for one */
    for (; rest; rest &= rest - 1)
        if (tob_clue_reason(map, board->allowed[__builtin_ctzll(rest)]) == TOB_OK)
            return true;
    return false;
}

unsigned triads_placed(const tob_game *game)
{
    unsigned placed = 0;

    while (placed < TOB_TRIAD_COUNT && game->triad[placed] != TOB_NONE)
        placed++;
    return placed;
}

static bool triad_is_left(const tob_game *game, unsigned triad)
{
    for (unsigned i = 0; i < TOB_TRIAD_COUNT; i++)
        if (game->triad[i] == triad)
            return false;
    return true;
}

/* ---- What each kind needs ---- */

APART static tob_reason object_reason(const tob_game *game, const tob_board *board,
                                      tob_move move)
{
    const tob_object object = next_object(game);
    const unsigned more = tob_object_limit(object) - objects_placed(game, object) - 1;
    tob_reason reason;

    if (move.value != object)
        return TOB_REASON_O4_ORDER;
    reason = tob_board_object_reason(board, object, move.space, move.direction);
    if (reason == TOB_OK && object != TOB_STATUE && move.direction != 0)
        reason = TOB_REASON_O3_FACING;
    if (reason == TOB_OK &&
        !tob_board_room_after(board, tob_board_object_spaces(board, object), move.space,
                              more))
        reason = TOB_REASON_O4_OTHERS;
    return reason;
}

tob_reason volcano_reason(const tob_game *game, const tob_board *board, tob_move move)
{
    return tob_board_volcano_reason(board, move.space,
                                    !(game->options & TOB_OPTION_VOLCANO_PLACED));
}

tob_reason triad_reason(const tob_game *game, const tob_board *board, tob_move move)
{
    if (!triad_is_left(game, move.value))
        return TOB_REASON_V2_GONE;
    return tob_board_triad_reason(board, move.value, move.space, move.direction);
}

bool triad_has_place(const tob_game *game, const tob_board *board)
{
    tob_hexset rest = tob_hexset_and(board->coast, board->spaces);

    while (!tob_hexset_is_empty(rest)) {
        const unsigned space = tob_hexset_pop(&rest);
        for (unsigned i = 0; i < TOB_TRIAD_COUNT * TOB_DIRECTION_COUNT; i++) {
            const unsigned triad = i % TOB_TRIAD_COUNT, direction = i / TOB_TRIAD_COUNT;
            if (triad_is_left(game, triad) &&
                tob_board_triad_reason(board, triad, space, direction) == TOB_OK)
                return true;
        }
    }
    return false;
}

APART static tob_reason lava_reason(const tob_game *game, const tob_board *board,
                                    tob_move move)
{
    const tob_reason reason = tob_board_lava_reason(board, move.space);

    if (reason)
        return reason;
    if (!tob_hexset_has(lava_candidates(game, board), move.space))
        return TOB_REASON_V3_OCCUPIED;
    return lava_leaves_sites(game, board, move.space) ? TOB_OK : TOB_REASON_V3_NOWHERE;
}

APART static tob_reason atv_reason(const tob_game *game, const tob_board *board,
                                   tob_move move)
{
    (void)game;
    return move.space < board->count && tob_hexset_has(board->spaces, move.space)
               ? TOB_OK
               : TOB_REASON_I3_NO_SPACE;
}

/* Judges a clue card that nature takes from the deck. 'hidden': this view may not know
 * it. */
static tob_reason deck_reason(const tob_game *game, tob_move move, bool hidden,
                              tob_reason gone)
{
    if (hidden)
        return move.card == TOB_HIDDEN ? TOB_OK : TOB_REASON_H1_HIDDEN;
    if (move.card == TOB_HIDDEN)
        return TOB_REASON_H1_SEEN;
    if (move.card >= tob_clue_deck || !(game->deck & card_bit(move.card)))
        return gone;
    return TOB_OK;
}

APART static tob_reason initial_reason(const tob_game *game, const tob_board *board,
                                       tob_move move)
{
    (void)board;
    return deck_reason(game, move, false, TOB_REASON_S5_GONE);
}

APART static tob_reason deal_reason(const tob_game *game, const tob_board *board,
                                    tob_move move)
{
    (void)board;
    return deck_reason(game, move, !tob_hand_known(game, game->seat), TOB_REASON_S6_GONE);
}

APART static tob_reason draw_reason(const tob_game *game, const tob_board *board,
                                    tob_move move)
{
    (void)board;
    return deck_reason(game, move, !tob_hand_known(game, game->seat), TOB_REASON_C4_GONE);
}

APART static tob_reason start_reason(const tob_game *game, const tob_board *board,
                                     tob_move move)
{
    (void)board;
    if (move.treasure >= TOB_TREASURE_COUNT)
        return TOB_REASON_S2_TREASURE;
    return game->map[move.treasure].length ? TOB_REASON_S5_TAKEN : TOB_OK;
}

static bool holds(const tob_game *game, unsigned seat, unsigned card)
{
    return card < tob_clue_deck && (game->hand[seat] & card_bit(card));
}

/* Judges everything about a clue but its card (C1, N2). */
static tob_reason place_reason(const tob_game *game, tob_move move)
{
    if (move.treasure >= TOB_TREASURE_COUNT)
        return TOB_REASON_S2_TREASURE;
    if (!game->roses[move.seat])
        return TOB_REASON_C1_ROSE;
    if (game->phase == TOB_PHASE_RESTART && move.treasure != game->treasure)
        return TOB_REASON_N2_MAP;
    return TOB_OK;
}

APART static tob_reason play_clue_reason(const tob_game *game, const tob_board *board,
                                         tob_move move)
{
    const tob_reason reason = place_reason(game, move);

    if (reason)
        return reason;
    if (!holds(game, move.seat, move.card))
        return TOB_REASON_C1_HAND;
    return tob_clue_reason(&game->map[move.treasure], board->allowed[move.card]);
}

/* V6: a card that would be illegal here is given up for a volcanic clue. */
APART static tob_reason play_volcanic_reason(const tob_game *game, const tob_board *board,
                                             tob_move move)
{
    const tob_reason reason = place_reason(game, move);
    const unsigned side = (unsigned)move.card - tob_clue_deck;

    if (reason)
        return reason;
    if (!holds(game, move.seat, move.other))
        return TOB_REASON_V6_HAND;
    if (move.card < tob_clue_deck || side >= TOB_VOLCANIC_MAX ||
        !(game->side >> side & 1))
        return TOB_REASON_V6_SIDE;
    if (tob_clue_reason(&game->map[move.treasure], board->allowed[move.other]) == TOB_OK)
        return TOB_REASON_V6_LEGAL;
    return tob_clue_reason(&game->map[move.treasure], board->allowed[move.card]);
}

APART static tob_reason leg_reason(const tob_game *game, const tob_board *board,
                                   tob_move move)
{
    if (game->moving == TOB_MOVEMENT_NONE)
        return TOB_REASON_M1_CLOSED;
    if (!tob_legs_left(game))
        return TOB_REASON_M1_LEGS;
    if (move.space >= board->count)
        return TOB_REASON_I3_NO_SPACE;
    if (board->terrain[move.space] == TOB_VOLCANO)
        return TOB_REASON_V5_VOLCANO;
    if (move.space == game->atv[game->turn])
        return TOB_REASON_M1_SAME;
    if (tob_hexset_has(leg_spaces(game, board), move.space))
        return TOB_OK;
    if (!tob_hexset_has(board->legs[game->atv[game->turn]], move.space))
        return TOB_REASON_M1_FAR;
    return can_cross_lava(game) ? TOB_REASON_V5_LEGS : TOB_REASON_V5_PAY;
}

tob_reason raise_reason(const tob_game *game, const tob_board *board, tob_move move)
{
    (void)board;
    if (move.treasure >= TOB_TREASURE_COUNT)
        return TOB_REASON_S2_TREASURE;
    if (game->map[move.treasure].count != 1)
        return TOB_REASON_R1_UNKNOWN;
    if (!tob_hexset_has(game->map[move.treasure].sites, game->atv[game->turn]))
        return TOB_REASON_R1_AWAY;
    return game->roses[game->turn] ? TOB_OK : TOB_REASON_R2_ROSE;
}

APART static tob_reason remove_reason(const tob_game *game, const tob_board *board,
                                      tob_move move)
{
    const tob_map *map;

    (void)board;
    if (move.treasure >= TOB_TREASURE_COUNT)
        return TOB_REASON_S2_TREASURE;
    map = &game->map[move.treasure];
    if (map->count > TOB_MARKERS)
        return TOB_REASON_A1_HIDDEN;
    if (map->count == 1)
        return TOB_REASON_A1_LAST;
    if (move.space >= TOB_SPACE_MAX || !tob_hexset_has(map->sites, move.space))
        return TOB_REASON_A1_NOT_THERE;
    return TOB_OK;
}

APART static tob_reason double_reason(const tob_game *game, const tob_board *board,
                                      tob_move move)
{
    const unsigned treasure = tob_map_of_card(game, move.card);

    (void)board;
    if (treasure == TOB_NONE)
        return TOB_REASON_P1_NOT_ON_MAP;
    if (game->map[treasure].count == 1)
        return TOB_REASON_P1_KNOWN;
    if (game->rose[move.card] != tob_rose(game->turn, 1))
        return TOB_REASON_P1_NOT_OWN;
    return game->roses[game->turn] ? TOB_OK : TOB_REASON_P1_ROSE;
}

/* P2, for two clues of one map. */
tob_reason swap_pair_reason(const tob_game *game, unsigned a, unsigned b)
{
    const uint8_t first = game->rose[a], second = game->rose[b];

    if (tob_rose_owner(first) == tob_rose_owner(second))
        return TOB_REASON_P2_SAME;
    if (tob_rose_number(first) != tob_rose_number(second))
        return TOB_REASON_P2_UNEQUAL;
    return TOB_OK;
}

APART static tob_reason swap_reason(const tob_game *game, const tob_board *board,
                                    tob_move move)
{
    const unsigned treasure = tob_map_of_card(game, move.card);
    tob_map_walk walk;

    (void)board;
    if (treasure == TOB_NONE)
        return TOB_REASON_P2_NOT_ON_MAP;
    if (tob_map_of_card(game, move.other) != treasure)
        return TOB_REASON_P2_OTHER_MAP;
    if (game->map[treasure].count == 1)
        return TOB_REASON_P2_KNOWN;
    if (move.card == move.other)
        return TOB_REASON_P2_SAME;
    walk = tob_map_walk_above(game, move.card);
    while (tob_map_next(&walk))
        if (walk.card == move.other)
            return TOB_REASON_P2_ORDER;
    return swap_pair_reason(game, move.card, move.other);
}

APART static tob_reason exchange_reason(const tob_game *game, const tob_board *board,
                                        tob_move move)
{
    (void)board;
    if (move.kind == TOB_MOVE_EXCHANGE && game->acted)
        return TOB_REASON_X2_LATE;
    return game->hand_size[game->turn] ? TOB_OK : TOB_REASON_X1_EMPTY;
}

APART static tob_reason discard_reason(const tob_game *game, const tob_board *board,
                                       tob_move move)
{
    (void)board;
    return holds(game, move.seat, move.card) ? TOB_OK : TOB_REASON_C1_HAND;
}

/* Judges a treasure card that may come next from the deck: after it the curses must still
 * have places, in the rest of the deck or among hidden cards that may be curses (S1). */
tob_reason drawn_reason(const tob_game *game, unsigned value)
{
    if (value == 0 && game->top)
        return TOB_REASON_S1_TOP;
    if (value > TOB_COINS_MAX || !game->pool[value])
        return TOB_REASON_S1_GONE;
    return value && game->pool[0] >= game->treasure_deck + game->deep ? TOB_REASON_S1_GONE
                                                                      : TOB_OK;
}

/* Judges a treasure card that nature draws from the deck for a row of 'peeked'. */
static tob_reason draw_treasure_reason(const tob_game *game, unsigned row, unsigned value)
{
    if (!sees_row(game, row))
        return value == TOB_HIDDEN ? TOB_OK : TOB_REASON_H1_HIDDEN;
    if (value == TOB_HIDDEN)
        return TOB_REASON_H1_SEEN;
    return drawn_reason(game, value);
}

APART static tob_reason peek_reason(const tob_game *game, const tob_board *board,
                                    tob_move move)
{
    (void)board;
    return draw_treasure_reason(
        game, move.kind == TOB_MOVE_PEEK ? game->seat : (unsigned)TOB_PEEK_ADDED,
        move.value);
}

/* Judges a treasure card that is turned up. Any hidden card may come next: it is a curse
 * only if one was drawn below the top twelve, and otherwise the curses left still have
 * places, since the pool has as many cards as the deck and the hidden cards together. */
tob_reason reveal_reason(const tob_game *game, const tob_board *board, tob_move move)
{
    const unsigned value = move.value;

    (void)board;
    if (value == TOB_HIDDEN)
        return TOB_REASON_H1_SEEN;
    if (value > TOB_COINS_MAX)
        return TOB_REASON_S1_GONE;
    if (tob_bag_known(game, value))
        return TOB_OK;
    if (!tob_bag_unknown(game) || !game->pool[value])
        return TOB_REASON_S1_GONE;
    return value == 0 && !game->deep ? TOB_REASON_S1_TOP : TOB_OK;
}

/* A view believes a player who declares that she cannot, unless any card would do: as a
 * clue, or given up for a volcanic one (V6). */
tob_reason cannot_reason(const tob_game *game, const tob_board *board, tob_move move)
{
    const bool any_card = game->roses[game->seat] && game->hand_size[game->seat] &&
                          has_volcanic(game, board, &game->map[game->treasure]);

    (void)move;
    return any_card || (tob_hand_known(game, game->seat) && can_restart(game, board))
               ? TOB_REASON_N2_CAN
               : TOB_OK;
}

/* ---- Why not ---- */

/* Judges a kind's own conditions, asked after those that the tables state for all kinds.
 */
static tob_reason own_reason(const tob_game *game, const tob_board *board, tob_move move)
{
    switch ((tob_kind)move.kind) {
    case TOB_MOVE_VOLCANO: return volcano_reason(game, board, move);
    case TOB_MOVE_OBJECT: return object_reason(game, board, move);
    case TOB_MOVE_TRIAD:
    case TOB_MOVE_TRIAD_RANDOM: return triad_reason(game, board, move);
    case TOB_MOVE_ATV: return atv_reason(game, board, move);
    case TOB_MOVE_INITIAL: return initial_reason(game, board, move);
    case TOB_MOVE_START: return start_reason(game, board, move);
    case TOB_MOVE_DEAL: return deal_reason(game, board, move);
    case TOB_MOVE_CLUE:
    case TOB_MOVE_AMULET_CLUE: return play_clue_reason(game, board, move);
    case TOB_MOVE_VOLCANIC:
    case TOB_MOVE_AMULET_VOLCANIC: return play_volcanic_reason(game, board, move);
    case TOB_MOVE_LEG: return leg_reason(game, board, move);
    case TOB_MOVE_RAISE: return raise_reason(game, board, move);
    case TOB_MOVE_EXCHANGE:
    case TOB_MOVE_AMULET_EXCHANGE: return exchange_reason(game, board, move);
    case TOB_MOVE_AMULET_REMOVE: return remove_reason(game, board, move);
    case TOB_MOVE_AMULET_DOUBLE: return double_reason(game, board, move);
    case TOB_MOVE_AMULET_SWAP: return swap_reason(game, board, move);
    case TOB_MOVE_LAVA: return lava_reason(game, board, move);
    case TOB_MOVE_DISCARD: return discard_reason(game, board, move);
    case TOB_MOVE_DRAW: return draw_reason(game, board, move);
    case TOB_MOVE_PEEK:
    case TOB_MOVE_ADD: return peek_reason(game, board, move);
    case TOB_MOVE_REVEAL: return reveal_reason(game, board, move);
    case TOB_MOVE_CANNOT: return cannot_reason(game, board, move);
    case TOB_MOVE_MOVE:
    case TOB_MOVE_END:
    case TOB_MOVE_AMULET_MOVE:
    case TOB_MOVE_TAKE:
    case TOB_MOVE_LEAVE:
    case TOB_MOVE_CLAIM:
    case TOB_MOVE_PASS:
    case TOB_MOVE_COUNT: break;
    }
    return TOB_OK;
}

/* May this kind be made in this phase, by whoever decides it? */
static bool kind_fits(const tob_game *game, unsigned kind)
{
    const bool nature = tob_to_move(game) == TOB_NATURE;

    if (kind >= TOB_MOVE_COUNT || !(phase_rows[game->phase].kinds >> kind & 1))
        return false;
    return kind_rows[kind].maker == TOB_MAKER_EITHER ||
           (kind_rows[kind].maker == TOB_MAKER_NATURE) == nature;
}

/* The refusal of a kind that does not fit. A kind that no phase of this game knows is
 * refused for its option; one of the turn waits for the turn like all others. */
static tob_reason phase_reason(const tob_game *game, unsigned kind)
{
    const tob_reason refusal = (tob_reason)phase_rows[game->phase].refusal;

    if (kind < TOB_MOVE_COUNT && (kind_rows[kind].needs & ~game->options) &&
        !(phase_rows[TOB_PHASE_TURN].kinds >> kind & 1))
        return (tob_reason)kind_rows[kind].off;
    return game->ending == TOB_ENDING_E3   ? TOB_REASON_E3_OVER
           : game->ending == TOB_ENDING_E4 ? TOB_REASON_E4_OVER
                                           : refusal;
}

/* ADD and REVEAL go to no seat. */
static bool has_seat(unsigned kind)
{
    return kind_rows[kind].maker != TOB_MAKER_NATURE ||
           kind_rows[kind].field[0] == TOB_FIELD_SEAT;
}

/* Does the move go on with the main movement, which is no second main action (T4)? */
static bool resumes(const tob_game *game, tob_move move)
{
    return move.kind == TOB_MOVE_MOVE && tob_legs_suspended(game);
}

tob_reason tob_why(const tob_game *game, const tob_board *board, tob_move move)
{
    const tob_kind_row *row;

    if (!kind_fits(game, move.kind))
        return phase_reason(game, move.kind);
    if (has_seat(move.kind) && move.seat != game->seat)
        return tob_to_move(game) == TOB_NATURE && game->seat != TOB_NATURE
                   ? TOB_REASON_T5_DEAL
                   : TOB_REASON_T5_SEAT;
    row = &kind_rows[move.kind];
    if (game->phase == TOB_PHASE_TURN) {
        if (is_on_lava(game, board) && move.kind != TOB_MOVE_LEG)
            return TOB_REASON_V5_ON_LAVA;
        if (row->is_main && game->main_done && !resumes(game, move))
            return TOB_REASON_T2_DONE;
    }
    if (row->needs & ~game->options)
        return (tob_reason)row->off;
    if (row->no_amulet && !game->amulet[game->turn])
        return (tob_reason)row->no_amulet;
    return own_reason(game, board, move);
}
