/* Listing every legal move of a decision, and weighing those of nature.
 *
 * The lists are made from the sets and predicates that legal.c judges moves with. Search
 * and random play spend their time here, so the functions write moves in place. Bots
 * depend on the order of the moves: new kinds come last. */
#include "engine/rules.h"
#include "engine/data.h"

static inline tob_move move_of(tob_kind kind, unsigned seat)
{
    return (tob_move){.kind = (uint8_t)kind, .seat = (uint8_t)seat};
}

static inline void add(tob_moves *moves, tob_move move)
{
    TOB_ASSERT(moves->count < TOB_MOVES_MAX);
    moves->move[moves->count++] = move;
}

static void add_spaces(tob_moves *moves, tob_move move, tob_hexset set)
{
    tob_move *out = moves->move + moves->count;

    for (uint64_t rest = set.low; rest; rest &= rest - 1) {
        *out = move;
        (out++)->space = (uint8_t)__builtin_ctzll(rest);
    }
    for (uint64_t rest = set.high; rest; rest &= rest - 1) {
        *out = move;
        (out++)->space = (uint8_t)(64 + __builtin_ctzll(rest));
    }
    moves->count = (uint32_t)(out - moves->move);
}

static void add_cards(tob_moves *moves, tob_move move, uint64_t cards)
{
    tob_move *out = moves->move + moves->count;

    for (; cards; cards &= cards - 1) {
        *out = move;
        (out++)->card = (uint8_t)__builtin_ctzll(cards);
    }
    moves->count = (uint32_t)(out - moves->move);
}

APART static void list_objects(const tob_game *game, const tob_board *board,
                               tob_moves *moves)
{
    const tob_object object = next_object(game);
    const unsigned more = tob_object_limit(object) - objects_placed(game, object) - 1;
    const tob_hexset open = tob_board_object_spaces(board, object);
    tob_hexset rest = open;

    while (!tob_hexset_is_empty(rest)) {
        tob_move move = move_of(TOB_MOVE_OBJECT, game->seat);
        move.value = (uint8_t)object;
        move.space = (uint8_t)tob_hexset_pop(&rest);
        if (!tob_board_room_after(board, open, move.space, more))
            continue;
        for (; move.direction < (object == TOB_STATUE ? 6 : 1); move.direction++)
            add(moves, move);
    }
}

APART static void list_volcano(const tob_game *game, const tob_board *board,
                               tob_moves *moves)
{
    tob_move move = move_of(TOB_MOVE_VOLCANO, game->seat);

    for (; move.space < board->count; move.space++)
        if (volcano_reason(game, board, move) == TOB_OK)
            add(moves, move);
}

/* Lists the triads that fit with their lava on one space. Of the two hexes beside it in a
 * direction one must be ocean, and the other one of the triad's terrains (V2). */
static void list_triads_at(const tob_game *game, const tob_board *board, tob_moves *moves,
                           tob_move move)
{
    unsigned near[TOB_DIRECTION_COUNT + 1];

    for (unsigned i = 0; i < TOB_DIRECTION_COUNT; i++)
        near[i] = tob_board_step(board, move.space, i);
    near[TOB_DIRECTION_COUNT] = near[0];
    for (; move.direction < TOB_DIRECTION_COUNT; move.direction++) {
        const unsigned first = near[move.direction], second = near[move.direction + 1];
        const unsigned beside = first == TOB_NONE ? second : first;
        if ((first == TOB_NONE) == (second == TOB_NONE))
            continue;
        for (move.value = 0; move.value < TOB_TRIAD_COUNT; move.value++)
            if (tob_triads[move.value][beside == second] == board->terrain[beside] &&
                triad_reason(game, board, move) == TOB_OK)
                add(moves, move);
    }
}

APART static void list_triads(const tob_game *game, const tob_board *board,
                              tob_moves *moves)
{
    tob_hexset rest = tob_hexset_and(board->coast, board->spaces);
    const bool nature = tob_to_move(game) == TOB_NATURE;
    tob_move move = move_of(nature ? TOB_MOVE_TRIAD_RANDOM : TOB_MOVE_TRIAD, game->seat);

    while (!tob_hexset_is_empty(rest)) {
        move.space = (uint8_t)tob_hexset_pop(&rest);
        list_triads_at(game, board, moves, move);
    }
}

APART static void list_lava(const tob_game *game, const tob_board *board,
                            tob_moves *moves)
{
    tob_hexset rest = lava_candidates(game, board);
    tob_move move = move_of(TOB_MOVE_LAVA, game->seat);

    while (!tob_hexset_is_empty(rest)) {
        move.space = (uint8_t)tob_hexset_pop(&rest);
        if (lava_leaves_sites(game, board, move.space))
            add(moves, move);
    }
}

APART static void list_starts(const tob_game *game, const tob_board *board,
                              tob_moves *moves)
{
    (void)board;
    for (uint8_t treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        if (!game->map[treasure].length)
            add(moves, (tob_move){.kind = TOB_MOVE_START,
                                  .seat = game->seat,
                                  .treasure = treasure});
}

static void list_draws(const tob_game *game, tob_moves *moves, tob_kind kind, bool hidden)
{
    tob_move move = move_of(kind, game->seat);

    if (hidden) {
        move.card = TOB_HIDDEN;
        add(moves, move);
        return;
    }
    add_cards(moves, move, game->deck);
}

static void list_clues(const tob_game *game, const tob_board *board, tob_moves *moves,
                       tob_kind kind, unsigned from, unsigned to)
{
    const uint64_t hand = game->hand[game->seat];
    tob_move move = move_of(kind, game->seat);

    if (!game->roses[game->seat])
        return;
    for (unsigned treasure = from; treasure <= to; treasure++) {
        const tob_map *map = &game->map[treasure];
        if (map->count == 1)
            continue;
        move.treasure = (uint8_t)treasure;
        for (uint64_t rest = hand; rest; rest &= rest - 1) {
            move.card = (uint8_t)__builtin_ctzll(rest);
            if (tob_clue_reason(map, board->allowed[move.card]) == TOB_OK)
                add(moves, move);
        }
    }
}

/* Lists for each volcanic clue that the map takes each card that it would not take (V6).
 */
static void list_volcanic_on(const tob_game *game, const tob_board *board,
                             tob_moves *moves, tob_move move)
{
    const uint64_t hand = game->hand[game->seat];
    const tob_map *map = &game->map[move.treasure];

    for (unsigned i = 0; game->side >> i; i++) {
        if (!(game->side >> i & 1))
            continue;
        move.card = (uint8_t)(tob_clue_deck + i);
        if (tob_clue_reason(map, board->allowed[move.card]))
            continue;
        for (uint64_t rest = hand; rest; rest &= rest - 1) {
            move.other = (uint8_t)__builtin_ctzll(rest);
            if (tob_clue_reason(map, board->allowed[move.other]))
                add(moves, move);
        }
    }
}

static void list_volcanic(const tob_game *game, const tob_board *board, tob_moves *moves,
                          tob_kind kind, unsigned from, unsigned to)
{
    tob_move move = move_of(kind, game->seat);

    if (!game->side || !game->roses[game->seat])
        return;
    for (unsigned treasure = from; treasure <= to; treasure++) {
        move.treasure = (uint8_t)treasure;
        if (game->map[treasure].count > 1)
            list_volcanic_on(game, board, moves, move);
    }
}

static void list_raises(const tob_game *game, const tob_board *board, tob_moves *moves)
{
    for (uint8_t treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        const tob_move move = {
            .kind = TOB_MOVE_RAISE, .seat = game->seat, .treasure = treasure};
        if (game->map[treasure].count == 1 && raise_reason(game, board, move) == TOB_OK)
            add(moves, move);
    }
}

static void list_removes(const tob_game *game, tob_moves *moves)
{
    for (uint8_t treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        const tob_map *map = &game->map[treasure];
        if (map->count > 1 && map->count <= TOB_MARKERS)
            add_spaces(moves,
                       (tob_move){.kind = TOB_MOVE_AMULET_REMOVE,
                                  .seat = game->seat,
                                  .treasure = treasure},
                       map->sites);
    }
}

static void list_powers_on(const tob_game *game, tob_moves *moves, unsigned treasure)
{
    tob_map_walk low = tob_map_walk_up(game, treasure);

    while (tob_map_next(&low)) {
        tob_map_walk high = tob_map_walk_above(game, low.card);
        if (game->roses[game->turn] && game->rose[low.card] == tob_rose(game->turn, 1))
            add(moves, (tob_move){.kind = TOB_MOVE_AMULET_DOUBLE,
                                  .seat = game->turn,
                                  .card = (uint8_t)low.card});
        while (tob_map_next(&high))
            if (swap_pair_reason(game, high.card, low.card) == TOB_OK)
                add(moves, (tob_move){.kind = TOB_MOVE_AMULET_SWAP,
                                      .seat = game->turn,
                                      .card = (uint8_t)high.card,
                                      .other = (uint8_t)low.card});
    }
}

static void list_amulet(const tob_game *game, const tob_board *board, tob_moves *moves)
{
    list_removes(game, moves);
    list_clues(game, board, moves, TOB_MOVE_AMULET_CLUE, 0, TOB_TREASURE_COUNT - 1);
    list_volcanic(game, board, moves, TOB_MOVE_AMULET_VOLCANIC, 0,
                  TOB_TREASURE_COUNT - 1);
    add(moves, move_of(TOB_MOVE_AMULET_MOVE, game->turn));
    if (game->hand_size[game->turn])
        add(moves, move_of(TOB_MOVE_AMULET_EXCHANGE, game->turn));
    if (!(game->options & TOB_OPTION_EXPERIENCED))
        return;
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        if (game->map[treasure].count > 1)
            list_powers_on(game, moves, treasure);
}

APART static void list_turn(const tob_game *game, const tob_board *board,
                            tob_moves *moves)
{
    const uint8_t seat = game->turn;

    if (is_on_lava(game, board)) {
        add_spaces(moves, move_of(TOB_MOVE_LEG, seat), leg_spaces(game, board));
        return;
    }
    if (!game->main_done) {
        list_clues(game, board, moves, TOB_MOVE_CLUE, 0, TOB_TREASURE_COUNT - 1);
        list_volcanic(game, board, moves, TOB_MOVE_VOLCANIC, 0, TOB_TREASURE_COUNT - 1);
        add(moves, move_of(TOB_MOVE_MOVE, seat));
    } else if (tob_legs_suspended(game)) {
        add(moves, move_of(TOB_MOVE_MOVE, seat)); /* T4 */
    }
    if (tob_legs_left(game))
        add_spaces(moves, move_of(TOB_MOVE_LEG, seat), leg_spaces(game, board));
    list_raises(game, board, moves);
    if (!game->acted && game->hand_size[seat])
        add(moves, move_of(TOB_MOVE_EXCHANGE, seat));
    add(moves, move_of(TOB_MOVE_END, seat));
    if (game->amulet[seat])
        list_amulet(game, board, moves);
}

static void list_treasure_draws(const tob_game *game, tob_moves *moves, tob_kind kind,
                                unsigned row)
{
    tob_move move = move_of(kind, kind == TOB_MOVE_PEEK ? game->seat : 0);

    if (!sees_row(game, row)) {
        move.value = TOB_HIDDEN;
        add(moves, move);
        return;
    }
    for (move.value = game->top ? 1 : 0; move.value <= TOB_COINS_MAX; move.value++)
        if (drawn_reason(game, move.value) == TOB_OK)
            add(moves, move);
}

APART static void list_reveals(const tob_game *game, const tob_board *board,
                               tob_moves *moves)
{
    tob_move move = move_of(TOB_MOVE_REVEAL, 0);

    for (; move.value <= TOB_COINS_MAX; move.value++)
        if (reveal_reason(game, board, move) == TOB_OK)
            add(moves, move);
}

APART static void list_restarts(const tob_game *game, const tob_board *board,
                                tob_moves *moves)
{
    list_clues(game, board, moves, TOB_MOVE_CLUE, game->treasure, game->treasure);
    list_volcanic(game, board, moves, TOB_MOVE_VOLCANIC, game->treasure, game->treasure);
    if (cannot_reason(game, board, move_of(TOB_MOVE_CANNOT, game->seat)) == TOB_OK)
        add(moves, move_of(TOB_MOVE_CANNOT, game->seat));
}

APART static void list_atvs(const tob_game *game, const tob_board *board,
                            tob_moves *moves)
{
    add_spaces(moves, move_of(TOB_MOVE_ATV, game->seat), board->spaces);
}

APART static void list_initials(const tob_game *game, const tob_board *board,
                                tob_moves *moves)
{
    (void)board;
    list_draws(game, moves, TOB_MOVE_INITIAL, false);
}

APART static void list_deal(const tob_game *game, const tob_board *board,
                            tob_moves *moves)
{
    (void)board;
    list_draws(game, moves, game->phase == TOB_PHASE_DEAL ? TOB_MOVE_DEAL : TOB_MOVE_DRAW,
               !tob_hand_known(game, game->seat));
}

APART static void list_discards(const tob_game *game, const tob_board *board,
                                tob_moves *moves)
{
    (void)board;
    add_cards(moves, move_of(TOB_MOVE_DISCARD, game->seat), game->hand[game->seat]);
}

APART static void list_taking(const tob_game *game, const tob_board *board,
                              tob_moves *moves)
{
    (void)board;
    add(moves, move_of(TOB_MOVE_TAKE, game->seat));
    add(moves, move_of(TOB_MOVE_LEAVE, game->seat));
}

APART static void list_peeks(const tob_game *game, const tob_board *board,
                             tob_moves *moves)
{
    (void)board;
    list_treasure_draws(game, moves, TOB_MOVE_PEEK, game->seat);
}

APART static void list_added(const tob_game *game, const tob_board *board,
                             tob_moves *moves)
{
    (void)board;
    list_treasure_draws(game, moves, TOB_MOVE_ADD, TOB_PEEK_ADDED);
}

APART static void list_answers(const tob_game *game, const tob_board *board,
                               tob_moves *moves)
{
    (void)board;
    add(moves, move_of(TOB_MOVE_CLAIM, game->seat));
    add(moves, move_of(TOB_MOVE_PASS, game->seat));
}

void tob_legal(const tob_game *game, const tob_board *board, tob_moves *moves)
{
    moves->count = 0;
    switch ((tob_phase)game->phase) {
    case TOB_PHASE_VOLCANO: list_volcano(game, board, moves); break;
    case TOB_PHASE_OBJECT: list_objects(game, board, moves); break;
    case TOB_PHASE_TRIAD: list_triads(game, board, moves); break;
    case TOB_PHASE_ATV: list_atvs(game, board, moves); break;
    case TOB_PHASE_INITIAL: list_initials(game, board, moves); break;
    case TOB_PHASE_START: list_starts(game, board, moves); break;
    case TOB_PHASE_DEAL: list_deal(game, board, moves); break;
    case TOB_PHASE_TURN: list_turn(game, board, moves); break;
    case TOB_PHASE_TAKE: list_taking(game, board, moves); break;
    case TOB_PHASE_LAVA: list_lava(game, board, moves); break;
    case TOB_PHASE_DISCARD: list_discards(game, board, moves); break;
    case TOB_PHASE_DRAW: list_deal(game, board, moves); break;
    case TOB_PHASE_PEEK: list_peeks(game, board, moves); break;
    case TOB_PHASE_ADD: list_added(game, board, moves); break;
    case TOB_PHASE_REVEAL: list_reveals(game, board, moves); break;
    case TOB_PHASE_OFFER: list_answers(game, board, moves); break;
    case TOB_PHASE_RESTART: list_restarts(game, board, moves); break;
    case TOB_PHASE_OVER:
    case TOB_PHASE_COUNT: break;
    }
}

/* ---- Weights ---- */

unsigned tob_weight(const tob_game *game, tob_move move)
{
    unsigned weight = 1;

    if (move.value == TOB_HIDDEN || move.value > TOB_COINS_MAX)
        return 1;
    if (move.kind == TOB_MOVE_PEEK || move.kind == TOB_MOVE_ADD)
        weight = game->pool[move.value];
    else if (move.kind == TOB_MOVE_REVEAL)
        weight = tob_bag_known(game, move.value);
    return weight ? weight : 1;
}
