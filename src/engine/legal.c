/* What is legal, and why not: one mechanism.
 *
 * Each kind of move has one function that answers TOB_OK or the reason. The lists
 * (list.c) are made from the same sets and predicates, and tests compare the two over
 * every conceivable move of random positions. */
#include "engine/rules.h"
#include "engine/tables.h"

/* ---- What is asked of a state ---- */

unsigned tob_to_move(const tob_game *game)
{
    switch ((tob_phase)game->phase) {
    case TOB_PHASE_VOLCANO:
    case TOB_PHASE_OBJECT:
    case TOB_PHASE_ATV:
    case TOB_PHASE_START:
    case TOB_PHASE_TURN:
    case TOB_PHASE_TAKE:
    case TOB_PHASE_LAVA:
    case TOB_PHASE_OFFER:
    case TOB_PHASE_RESTART: return game->seat;
    case TOB_PHASE_TRIAD:
        return game->options & TOB_OPTION_TRIADS_RANDOM ? TOB_NATURE : game->seat;
    case TOB_PHASE_INITIAL:
    case TOB_PHASE_DEAL:
    case TOB_PHASE_DISCARD:
    case TOB_PHASE_DRAW:
    case TOB_PHASE_PEEK:
    case TOB_PHASE_ADD:
    case TOB_PHASE_REVEAL: return TOB_NATURE;
    case TOB_PHASE_OVER:
    case TOB_PHASE_COUNT: break;
    }
    return TOB_NOBODY;
}

bool tob_is_setup(const tob_game *game)
{
    return game->phase < TOB_PHASE_TURN;
}

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

unsigned map_of_card(const tob_game *game, unsigned card)
{
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        for (unsigned at = game->map[treasure].lowest; at != TOB_NONE;
             at = game->above[at])
            if (at == card)
                return treasure;
    return TOB_NONE;
}

/* In a view: the cards that must be elsewhere than in this hand (TOB_SEATS: the deck),
 * because some hands together have no more cards to be made of than they hold. So a view
 * that is played on always stands for some full game. */
static uint64_t held_elsewhere(const tob_game *game, unsigned holder)
{
    uint64_t cards = 0;

    for (unsigned holders = 1; holders < 2u << TOB_SEATS; holders++) {
        const bool deck = holders >> TOB_SEATS & 1;
        uint64_t may_hold = deck ? game->deck : 0;
        unsigned size = deck ? game->deck_size : 0;

        if (holders >> holder & 1)
            continue;
        for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
            may_hold |= holders >> seat & 1 ? game->hand[seat] : 0;
            size += holders >> seat & 1 ? game->hand_size[seat] : 0;
        }
        if ((unsigned)__builtin_popcountll(may_hold) == size)
            cards |= may_hold;
    }
    return cards;
}

/* The cards that a hand may hold, or that may be drawn. */
uint64_t hand_cards(const tob_game *game, unsigned seat)
{
    return tob_hand_known(game, seat) ? game->hand[seat]
                                      : game->hand[seat] & ~held_elsewhere(game, seat);
}

uint64_t deck_cards(const tob_game *game)
{
    return tob_viewer_is_full(game->viewer)
               ? game->deck
               : game->deck & ~held_elsewhere(game, TOB_SEATS);
}

/* Is there a volcanic clue at the side that the map would take (V6)? */
static bool has_volcanic(const tob_game *game, const tob_board *board, const tob_map *map)
{
    for (unsigned i = 0; game->side >> i; i++)
        if ((game->side >> i & 1) &&
            clue_reason(map, board->allowed[tob_clue_deck + i]) == TOB_OK)
            return true;
    return false;
}

bool can_restart(const tob_game *game, const tob_board *board)
{
    const tob_map *map = &game->map[game->treasure];
    uint64_t rest = game->roses[game->seat] ? game->hand[game->seat] : 0;

    if (rest && has_volcanic(game, board, map))
        return true; /* any card will do: as a clue, or given up for one */
    for (; rest; rest &= rest - 1)
        if (clue_reason(map, board->allowed[__builtin_ctzll(rest)]) == TOB_OK)
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

/* ---- Why not ---- */

static tob_reason phase_reason(const tob_game *game)
{
    switch ((tob_phase)game->phase) {
    case TOB_PHASE_VOLCANO: return TOB_REASON_V1_FIRST;
    case TOB_PHASE_OBJECT: return TOB_REASON_O4_FIRST;
    case TOB_PHASE_TRIAD: return TOB_REASON_V2_FIRST;
    case TOB_PHASE_ATV: return TOB_REASON_S4_FIRST;
    case TOB_PHASE_INITIAL: return TOB_REASON_S5_DRAW_FIRST;
    case TOB_PHASE_START: return TOB_REASON_S5_START_FIRST;
    case TOB_PHASE_DEAL: return TOB_REASON_S6_FIRST;
    case TOB_PHASE_TURN: return TOB_REASON_T2_TURN;
    case TOB_PHASE_TAKE: return TOB_REASON_V3_CHOOSE_FIRST;
    case TOB_PHASE_LAVA: return TOB_REASON_V3_LAVA_FIRST;
    case TOB_PHASE_DISCARD: return TOB_REASON_X1_FIRST;
    case TOB_PHASE_DRAW: return TOB_REASON_C4_FIRST;
    case TOB_PHASE_PEEK:
    case TOB_PHASE_ADD: return TOB_REASON_R3_FIRST;
    case TOB_PHASE_REVEAL: return TOB_REASON_D1_REVEAL_FIRST;
    case TOB_PHASE_OFFER: return TOB_REASON_D1_ANSWER_FIRST;
    case TOB_PHASE_RESTART: return TOB_REASON_N2_FIRST;
    case TOB_PHASE_OVER:
    case TOB_PHASE_COUNT: break;
    }
    return game->ending == TOB_ENDING_E3 ? TOB_REASON_E3_OVER : TOB_REASON_E1_OVER;
}

unsigned triad_kind(const tob_game *game)
{
    return game->options & TOB_OPTION_TRIADS_RANDOM ? TOB_MOVE_TRIAD_RANDOM
                                                    : TOB_MOVE_TRIAD;
}

/* Does this kind of move answer the present question? */
static bool kind_fits(const tob_game *game, unsigned kind)
{
    switch ((tob_phase)game->phase) {
    case TOB_PHASE_VOLCANO: return kind == TOB_MOVE_VOLCANO;
    case TOB_PHASE_OBJECT: return kind == TOB_MOVE_OBJECT;
    case TOB_PHASE_TRIAD: return kind == triad_kind(game);
    case TOB_PHASE_ATV: return kind == TOB_MOVE_ATV;
    case TOB_PHASE_INITIAL: return kind == TOB_MOVE_INITIAL;
    case TOB_PHASE_START: return kind == TOB_MOVE_START;
    case TOB_PHASE_DEAL: return kind == TOB_MOVE_DEAL;
    case TOB_PHASE_TURN: return kind >= TOB_MOVE_CLUE && kind <= TOB_MOVE_AMULET_SWAP;
    case TOB_PHASE_TAKE: return kind == TOB_MOVE_TAKE || kind == TOB_MOVE_LEAVE;
    case TOB_PHASE_LAVA: return kind == TOB_MOVE_LAVA;
    case TOB_PHASE_DISCARD: return kind == TOB_MOVE_DISCARD;
    case TOB_PHASE_DRAW: return kind == TOB_MOVE_DRAW;
    case TOB_PHASE_PEEK: return kind == TOB_MOVE_PEEK;
    case TOB_PHASE_ADD: return kind == TOB_MOVE_ADD;
    case TOB_PHASE_REVEAL: return kind == TOB_MOVE_REVEAL;
    case TOB_PHASE_OFFER: return kind == TOB_MOVE_CLAIM || kind == TOB_MOVE_PASS;
    case TOB_PHASE_RESTART:
        return kind == TOB_MOVE_CLUE || kind == TOB_MOVE_VOLCANIC ||
               kind == TOB_MOVE_CANNOT;
    case TOB_PHASE_OVER:
    case TOB_PHASE_COUNT: break;
    }
    return false;
}

static tob_reason object_reason(const tob_game *game, const tob_board *board,
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

static tob_reason lava_reason(const tob_game *game, const tob_board *board, tob_move move)
{
    if (move.space >= board->count || !tob_hexset_has(board->spaces, move.space))
        return TOB_REASON_I3_NO_SPACE;
    if (tob_hexset_has(lava_candidates(game, board), move.space))
        return lava_leaves_sites(game, board, move.space) ? TOB_OK
                                                          : TOB_REASON_V3_NOWHERE;
    return tob_hexset_has(tob_board_lava_spaces(board), move.space) ||
                   tob_hexset_has(board->object[TOB_STATUE], move.space)
               ? TOB_REASON_V3_OCCUPIED
               : TOB_REASON_V3_APART;
}

static tob_reason space_reason(const tob_board *board, unsigned space)
{
    return space < board->count && tob_hexset_has(board->spaces, space)
               ? TOB_OK
               : TOB_REASON_I3_NO_SPACE;
}

/* A clue card that nature takes from the deck, seen by all or by the seat it goes to. */
static tob_reason deck_reason(const tob_game *game, tob_move move, bool hidden,
                              tob_reason gone)
{
    if (hidden)
        return move.card == TOB_HIDDEN ? TOB_OK : TOB_REASON_H1_HIDDEN;
    if (move.card == TOB_HIDDEN)
        return TOB_REASON_H1_SEEN;
    if (move.card >= tob_clue_deck || !(deck_cards(game) & card_bit(move.card)))
        return gone;
    return TOB_OK;
}

static tob_reason start_reason(const tob_game *game, tob_move move)
{
    if (move.treasure >= TOB_TREASURE_COUNT)
        return TOB_REASON_S2_TREASURE;
    return game->map[move.treasure].length ? TOB_REASON_S5_TAKEN : TOB_OK;
}

static bool holds(const tob_game *game, unsigned seat, unsigned card)
{
    return card < tob_clue_deck && (hand_cards(game, seat) & card_bit(card));
}

/* What a clue needs but for the card itself (C1, N2). */
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

static tob_reason play_clue_reason(const tob_game *game, const tob_board *board,
                                   tob_move move)
{
    const tob_reason reason = place_reason(game, move);

    if (reason)
        return reason;
    if (!holds(game, move.seat, move.card))
        return TOB_REASON_C1_HAND;
    return clue_reason(&game->map[move.treasure], board->allowed[move.card]);
}

/* V6: a card that would be illegal here is given up for a volcanic clue. */
static tob_reason play_volcanic_reason(const tob_game *game, const tob_board *board,
                                       tob_move move)
{
    const tob_reason reason = place_reason(game, move);
    const unsigned side = (unsigned)move.card - tob_clue_deck;

    if (!has_volcano(game))
        return TOB_REASON_V_OFF;
    if (reason)
        return reason;
    if (!holds(game, move.seat, move.other))
        return TOB_REASON_V6_HAND;
    if (move.card < tob_clue_deck || side >= TOB_VOLCANIC_MAX ||
        !(game->side >> side & 1))
        return TOB_REASON_V6_SIDE;
    if (clue_reason(&game->map[move.treasure], board->allowed[move.other]) == TOB_OK)
        return TOB_REASON_V6_LEGAL;
    return clue_reason(&game->map[move.treasure], board->allowed[move.card]);
}

static tob_reason leg_reason(const tob_game *game, const tob_board *board, tob_move move)
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

tob_reason raise_reason(const tob_game *game, tob_move move)
{
    if (move.treasure >= TOB_TREASURE_COUNT)
        return TOB_REASON_S2_TREASURE;
    if (game->map[move.treasure].count != 1)
        return TOB_REASON_R1_UNKNOWN;
    if (!tob_hexset_has(game->map[move.treasure].sites, game->atv[game->turn]))
        return TOB_REASON_R1_AWAY;
    return game->roses[game->turn] ? TOB_OK : TOB_REASON_R2_ROSE;
}

static tob_reason remove_reason(const tob_game *game, tob_move move)
{
    const tob_map *map;

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

static tob_reason double_reason(const tob_game *game, tob_move move)
{
    const unsigned treasure =
        move.card < TOB_CARD_MAX ? map_of_card(game, move.card) : TOB_NONE;

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

static tob_reason swap_reason(const tob_game *game, tob_move move)
{
    const unsigned treasure =
        move.card < TOB_CARD_MAX ? map_of_card(game, move.card) : TOB_NONE;

    if (treasure == TOB_NONE)
        return TOB_REASON_P2_NOT_ON_MAP;
    if (move.other >= TOB_CARD_MAX || map_of_card(game, move.other) != treasure)
        return TOB_REASON_P2_OTHER_MAP;
    if (game->map[treasure].count == 1)
        return TOB_REASON_P2_KNOWN;
    if (move.card == move.other)
        return TOB_REASON_P2_SAME;
    for (unsigned at = game->above[move.card]; at != TOB_NONE; at = game->above[at])
        if (at == move.other)
            return TOB_REASON_P2_ORDER;
    return swap_pair_reason(game, move.card, move.other);
}

/* Is there an amulet to pay with, and is the power in the game? */
static tob_reason amulet_reason(const tob_game *game, unsigned kind)
{
    const bool power = kind == TOB_MOVE_AMULET_DOUBLE || kind == TOB_MOVE_AMULET_SWAP;

    if (power && !(game->options & TOB_OPTION_EXPERIENCED))
        return TOB_REASON_P_OFF;
    if (game->amulet[game->turn])
        return TOB_OK;
    switch (kind) {
    case TOB_MOVE_AMULET_REMOVE: return TOB_REASON_A1_AMULET;
    case TOB_MOVE_AMULET_CLUE:
    case TOB_MOVE_AMULET_VOLCANIC: return TOB_REASON_A2_AMULET;
    case TOB_MOVE_AMULET_MOVE: return TOB_REASON_A3_AMULET;
    case TOB_MOVE_AMULET_EXCHANGE: return TOB_REASON_X1_AMULET;
    case TOB_MOVE_AMULET_DOUBLE: return TOB_REASON_P1_AMULET;
    }
    return TOB_REASON_P2_AMULET;
}

static tob_reason turn_reason(const tob_game *game, const tob_board *board, tob_move move)
{
    tob_reason reason = TOB_OK;

    if (is_on_lava(game, board) && move.kind != TOB_MOVE_LEG)
        return TOB_REASON_V5_ON_LAVA;
    switch (move.kind) {
    case TOB_MOVE_CLUE:
        return game->main_done ? TOB_REASON_T2_DONE : play_clue_reason(game, board, move);
    case TOB_MOVE_VOLCANIC:
        return game->main_done ? TOB_REASON_T2_DONE
                               : play_volcanic_reason(game, board, move);
    case TOB_MOVE_MOVE: return game->main_done ? TOB_REASON_T2_DONE : TOB_OK;
    case TOB_MOVE_LEG: return leg_reason(game, board, move);
    case TOB_MOVE_RAISE: return raise_reason(game, move);
    case TOB_MOVE_EXCHANGE:
        if (game->acted)
            return TOB_REASON_X2_LATE;
        return game->hand_size[game->turn] ? TOB_OK : TOB_REASON_X1_EMPTY;
    case TOB_MOVE_END: return TOB_OK;
    }
    reason = amulet_reason(game, move.kind);
    if (reason)
        return reason;
    switch (move.kind) {
    case TOB_MOVE_AMULET_REMOVE: return remove_reason(game, move);
    case TOB_MOVE_AMULET_CLUE: return play_clue_reason(game, board, move);
    case TOB_MOVE_AMULET_VOLCANIC: return play_volcanic_reason(game, board, move);
    case TOB_MOVE_AMULET_EXCHANGE:
        return game->hand_size[game->turn] ? TOB_OK : TOB_REASON_X1_EMPTY;
    case TOB_MOVE_AMULET_DOUBLE: return double_reason(game, move);
    case TOB_MOVE_AMULET_SWAP: return swap_reason(game, move);
    }
    return TOB_OK; /* TOB_MOVE_AMULET_MOVE */
}

/* A treasure card that nature draws from the deck for a row of 'peeked'. */
static tob_reason draw_treasure_reason(const tob_game *game, unsigned row, unsigned value)
{
    if (!sees_row(game, row))
        return value == TOB_HIDDEN ? TOB_OK : TOB_REASON_H1_HIDDEN;
    if (value == TOB_HIDDEN)
        return TOB_REASON_H1_SEEN;
    if (value == 0 && game->top)
        return TOB_REASON_S1_TOP;
    return value <= TOB_COINS_MAX && game->pool[value] ? TOB_OK : TOB_REASON_S1_GONE;
}

tob_reason reveal_reason(const tob_game *game, unsigned value)
{
    if (value == TOB_HIDDEN)
        return TOB_REASON_H1_SEEN;
    if (value > TOB_COINS_MAX)
        return TOB_REASON_S1_GONE;
    if (bag_known(game, value))
        return TOB_OK;
    if (!bag_unknown(game) || !game->pool[value])
        return TOB_REASON_S1_GONE;
    return value == 0 && !game->deep ? TOB_REASON_S1_TOP : TOB_OK;
}

/* A view believes it, unless any card would do: as a clue, or given up for a volcanic
 * one (V6). */
tob_reason cannot_reason(const tob_game *game, const tob_board *board)
{
    const bool any_card = game->roses[game->seat] && game->hand_size[game->seat] &&
                          has_volcanic(game, board, &game->map[game->treasure]);

    return any_card || (tob_hand_known(game, game->seat) && can_restart(game, board))
               ? TOB_REASON_N2_CAN
               : TOB_OK;
}

static bool is_volcanic_kind(unsigned kind)
{
    return kind == TOB_MOVE_VOLCANO || kind == TOB_MOVE_TRIAD ||
           kind == TOB_MOVE_TRIAD_RANDOM || kind == TOB_MOVE_TAKE ||
           kind == TOB_MOVE_LEAVE || kind == TOB_MOVE_LAVA;
}

static bool has_seat(unsigned kind)
{
    return kind != TOB_MOVE_ADD && kind != TOB_MOVE_REVEAL;
}

tob_reason tob_why(const tob_game *game, const tob_board *board, tob_move move)
{
    const bool hidden = !tob_hand_known(game, game->seat);

    if (!kind_fits(game, move.kind))
        return is_volcanic_kind(move.kind) && !has_volcano(game) ? TOB_REASON_V_OFF
                                                                 : phase_reason(game);
    if (has_seat(move.kind) && move.seat != game->seat)
        return tob_to_move(game) == TOB_NATURE && game->seat != TOB_NATURE
                   ? TOB_REASON_T5_DEAL
                   : TOB_REASON_T5_SEAT;
    switch ((tob_phase)game->phase) {
    case TOB_PHASE_VOLCANO: return volcano_reason(game, board, move);
    case TOB_PHASE_OBJECT: return object_reason(game, board, move);
    case TOB_PHASE_TRIAD: return triad_reason(game, board, move);
    case TOB_PHASE_ATV: return space_reason(board, move.space);
    case TOB_PHASE_INITIAL: return deck_reason(game, move, false, TOB_REASON_S5_GONE);
    case TOB_PHASE_START: return start_reason(game, move);
    case TOB_PHASE_DEAL: return deck_reason(game, move, hidden, TOB_REASON_S6_GONE);
    case TOB_PHASE_DRAW: return deck_reason(game, move, hidden, TOB_REASON_C4_GONE);
    case TOB_PHASE_TURN: return turn_reason(game, board, move);
    case TOB_PHASE_TAKE: return TOB_OK;
    case TOB_PHASE_LAVA: return lava_reason(game, board, move);
    case TOB_PHASE_DISCARD:
        return holds(game, move.seat, move.card) ? TOB_OK : TOB_REASON_C1_HAND;
    case TOB_PHASE_PEEK: return draw_treasure_reason(game, game->seat, move.value);
    case TOB_PHASE_ADD: return draw_treasure_reason(game, TOB_PEEK_ADDED, move.value);
    case TOB_PHASE_REVEAL: return reveal_reason(game, move.value);
    case TOB_PHASE_OFFER: return TOB_OK;
    case TOB_PHASE_RESTART:
        return move.kind == TOB_MOVE_CLUE       ? play_clue_reason(game, board, move)
               : move.kind == TOB_MOVE_VOLCANIC ? play_volcanic_reason(game, board, move)
                                                : cannot_reason(game, board);
    case TOB_PHASE_OVER:
    case TOB_PHASE_COUNT: break;
    }
    return TOB_REASON_E1_OVER;
}
