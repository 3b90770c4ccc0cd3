/* Playing a move: what each kind does to the state.
 *
 * Everything here trusts that the move is legal. tob_apply does what the table of kinds
 * says of all of them (the main action, an amulet spent) and calls the kind's own
 * function. Between two decisions the functions hand over to each other: drawing ends in
 * the turn, its end, or the amulets; a treasure (treasure.c) ends in a new map or the end
 * of the game. */
#include "engine/rules.h"
#include <stddef.h>

#include "engine/flow.h"
#include "engine/data.h"

/* ---- Starting ---- */

static bool config_is_valid(const tob_config *config, unsigned players)
{
    return config->first < players && !(config->options & ~TOB_OPTION_ALL) &&
           (tob_viewer_seat(config->viewer) < players ||
            tob_viewer_is_spectator(config->viewer) ||
            tob_viewer_is_full(config->viewer));
}

static void init_treasures(tob_game *game)
{
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        game->pool[coins] = tob_treasure_count[coins];
        game->treasure_deck = (uint8_t)(game->treasure_deck + tob_treasure_count[coins]);
    }
    game->top = TOB_TOP_CARDS;
}

void map_clear(tob_map *map, const tob_board *board)
{
    *map = (tob_map){.sites = board->spaces, .lowest = TOB_NONE};
    map->count = (uint8_t)tob_hexset_count(board->spaces);
}

static void begin_objects(tob_game *game)
{
    game->phase = TOB_PHASE_OBJECT;
    game->seat = game->options & TOB_OPTION_PLACED ? game->first : TOB_NATURE;
}

tob_reason tob_game_init(tob_game *game, const tob_board *board, const tob_config *config)
{
    const uint8_t players = config->players ? config->players : TOB_SEATS;

    if (players < 2 || players > TOB_SEATS)
        return TOB_REASON_I2_PLAYERS;
    if (config->island >= TOB_ISLANDS || config->island != board->island)
        return TOB_REASON_I2_ISLAND;
    if (!config_is_valid(config, players))
        return TOB_REASON_S7_OPTIONS;
    if (tob_options_lacking(config->options))
        return TOB_REASON_V_NEEDED;

    *game = (tob_game){.island = config->island,
                       .players = players,
                       .first = config->first,
                       .options = config->options,
                       .viewer = config->viewer,
                       .amulet_pile = TOB_AMULETS,
                       .deck = card_bit(tob_clue_deck) - 1,
                       .newest = 1,
                       .deck_size = tob_clue_deck,
                       .statue = {TOB_NONE, TOB_NONE, TOB_NONE},
                       .hut = {TOB_NONE, TOB_NONE, TOB_NONE, TOB_NONE},
                       .palm = {TOB_NONE, TOB_NONE, TOB_NONE},
                       .atv = {TOB_NONE, TOB_NONE, TOB_NONE, TOB_NONE},
                       .turn = config->first,
                       .claimer = TOB_NONE,
                       .volcano = TOB_NONE,
                       .triad = {TOB_NONE, TOB_NONE, TOB_NONE, TOB_NONE}};
    init_treasures(game);
    for (unsigned card = 0; card < tob_clue_deck; card++)
        game->batch[card] = game->newest;
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        map_clear(&game->map[treasure], board);
    for (unsigned seat = 0; seat < players; seat++)
        game->roses[seat] = TOB_ROSES;
    if (has_volcano(game)) {
        game->lava_tiles = tob_lava_tiles;
        game->side = (uint8_t)((1u << (tob_clue_total - tob_clue_deck)) - 1);
        game->phase = TOB_PHASE_VOLCANO;
        game->seat =
            config->options & TOB_OPTION_VOLCANO_PLACED ? config->first : TOB_NATURE;
    } else {
        begin_objects(game);
    }
    return TOB_OK;
}

/* ---- Clue cards change places ---- */

/* Shows a card to all: nobody may think it elsewhere any more. */
static void card_is_public(tob_game *game, unsigned card)
{
    const uint64_t others = ~card_bit(card);

    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        game->hand[seat] &= others;
    game->deck &= others;
    game->batch[card] = 0;
}

/* A hand has one card less of a batch: those of later batches move up. Whoever does not
 * know the hand learns that none of the batch is there any more, if it was the last. */
static void give_up_batch(tob_game *game, unsigned seat, unsigned batch)
{
    uint8_t *held = game->held[seat];
    unsigned at = game->hand_size[seat] - 1u;
    uint8_t next = 0;

    while (held[at] != batch) {
        const uint8_t later = held[at];
        held[at--] = next;
        next = later;
    }
    held[at] = next;
    if ((!at || held[at - 1] != batch) && !tob_hand_known(game, seat))
        game->hand[seat] &= ~tob_batch_cards(game, batch);
}

static void leave_hand(tob_game *game, unsigned seat, unsigned card)
{
    give_up_batch(game, seat, game->batch[card]);
    card_is_public(game, card);
    game->hand_size[seat]--;
}

/* Moves a card from the deck to a hand. If it is hidden, any card of the deck may be in
 * that hand from now on. */
static void take_from_deck(tob_game *game, unsigned seat, unsigned card)
{
    game->held[seat][game->hand_size[seat]++] = game->newest;
    game->deck_size--;
    if (card == TOB_HIDDEN) {
        game->hand[seat] |= game->deck;
    } else {
        for (unsigned other = 0; other < TOB_SEATS; other++)
            game->hand[other] &= ~card_bit(card);
        game->deck &= ~card_bit(card);
        game->hand[seat] |= card_bit(card);
    }
    if (!game->deck_size)
        game->deck = 0; /* what was thought there is in hands */
}

/* Numbers the batches that are still in hands anew, from 1 on in their order; the next
 * number is that of the deck. */
static void number_batches(tob_game *game)
{
    uint8_t number[TOB_SEATS * TOB_HAND_MAX + 2] = {0};
    uint8_t last = 0;

    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        for (unsigned i = 0; i < game->hand_size[seat]; i++)
            number[game->held[seat][i]] = 1;
    for (unsigned batch = 1; batch <= game->newest; batch++)
        if (number[batch])
            number[batch] = ++last;
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        for (unsigned i = 0; i < game->hand_size[seat]; i++)
            game->held[seat][i] = number[game->held[seat][i]];
    for (unsigned card = 0; card < TOB_DECK_MAX; card++)
        game->batch[card] = number[game->batch[card]];
    game->newest = (uint8_t)(last + 1);
}

/* Puts the discards back into the deck (C4, S5). An empty deck begins a new batch. */
static void return_discards(tob_game *game)
{
    if (!game->deck_size)
        number_batches(game);
    for (uint64_t rest = game->discards; rest; rest &= rest - 1)
        game->batch[__builtin_ctzll(rest)] = game->newest;
    game->deck |= game->discards;
    game->deck_size = (uint8_t)(game->deck_size + __builtin_popcountll(game->discards));
    game->discards = 0;
}

static void place_clue(tob_game *game, const tob_board *board, unsigned seat,
                       unsigned treasure, unsigned card)
{
    tob_map *map = &game->map[treasure];

    game->above[card] = map->lowest;
    game->rose[card] = tob_rose(seat, 1);
    game->roses[seat]--;
    map->lowest = (uint8_t)card;
    map->length++;
    map->sites = tob_hexset_and(map->sites, board->allowed[card]);
    map->count = (uint8_t)tob_hexset_count(map->sites);
}

/* ---- Turns ---- */

static void take_amulet(tob_game *game)
{
    tob_hexset_remove(&game->amulets, game->atv[game->turn]);
    game->amulet[game->turn]++;
    game->eventful = 1;
}

/* Takes the amulet under the ATV, or with the Volcano asks whether to (V3). */
static void meet_amulet(tob_game *game)
{
    if (has_volcano(game))
        game->phase = TOB_PHASE_TAKE;
    else
        take_amulet(game);
}

static void spend_amulet(tob_game *game)
{
    game->amulet[game->turn]--;
    game->amulet_pile++;
    game->eventful = 1;
}

void end_movements(tob_game *game)
{
    for (unsigned i = 0; i < TOB_MOVEMENT_COUNT; i++)
        game->drive[i] = (tob_drive){0, 0};
    game->moving = TOB_MOVEMENT_NONE;
}

static void resume_turn(tob_game *game)
{
    game->phase = TOB_PHASE_TURN;
    game->seat = game->turn;
}

static void begin_turn(tob_game *game, unsigned seat)
{
    game->turn = (uint8_t)seat;
    game->main_done = game->acted = game->eventful = 0;
    resume_turn(game);
    if (tob_hexset_has(game->amulets, game->atv[seat]))
        meet_amulet(game); /* T1 */
}

static void end_turn(tob_game *game)
{
    end_movements(game);
    game->turns++;
    game->idle = game->eventful ? 0 : (uint16_t)(game->idle + 1);
    if (game->idle == TOB_IDLE_ROUNDS * game->players)
        game_over(game, TOB_ENDING_E3);
    else if (game->turns == TOB_ROUNDS_MAX * game->players)
        game_over(game, TOB_ENDING_E4);
    else
        begin_turn(game, next_seat(game, game->turn));
}

void game_over(tob_game *game, tob_ending ending)
{
    game->phase = TOB_PHASE_OVER;
    game->seat = TOB_NOBODY;
    game->ending = (uint8_t)ending;
}

void tob_surface(tob_game *game, const tob_board *board)
{
    uint8_t spaces[TOB_STATUES];

    tob_surfacing(game, board, spaces);
    for (unsigned i = 0; i < TOB_STATUES; i++) {
        if (spaces[i] != TOB_NONE) {
            tob_hexset_add(&game->amulets, spaces[i]);
            game->amulet_pile--;
        }
        game->facing[i] = (uint8_t)((game->facing[i] + 1) % TOB_DIRECTION_COUNT); /* N4 */
    }
}

static void surface_amulets(tob_game *game, const tob_board *board)
{
    tob_surface(game, board);
    resume_turn(game);
}

/* ---- Drawing ---- */

/* Asks nature for the next card, or goes on when the hand is full or no card is left. */
static void continue_drawing(tob_game *game, const tob_board *board)
{
    game->phase = TOB_PHASE_DRAW;
    if (game->hand_size[game->seat] < game->draw_to) {
        if (!game->deck_size)
            return_discards(game);
        if (game->deck_size)
            return;
    }
    game->draw_to = 0;
    switch ((tob_then)game->then) {
    case TOB_THEN_TURN: resume_turn(game); break;
    case TOB_THEN_END_TURN: end_turn(game); break;
    case TOB_THEN_SURFACE: surface_amulets(game, board); break;
    }
}

/* Plays a card of the hand onto a map, or discards it for a volcanic clue (V6). */
APART static void play_clue(tob_game *game, tob_board *board, tob_move move)
{
    const bool restart = game->phase == TOB_PHASE_RESTART;

    if (kind_rows[move.kind].is_main)
        end_movements(game); /* T4: an extra one; after a treasure there is none */
    if (move.card < tob_clue_deck) {
        leave_hand(game, move.seat, move.card);
    } else {
        leave_hand(game, move.seat, move.other);
        game->discards |= card_bit(move.other);
        game->side &= (uint8_t) ~(1u << (move.card - tob_clue_deck));
    }
    place_clue(game, board, move.seat, move.treasure, move.card);
    game->eventful = 1;
    game->then = restart ? TOB_THEN_SURFACE : TOB_THEN_TURN;
    game->draw_to = (uint8_t)hand_limit(game);
    continue_drawing(game, board);
}

APART static void exchange(tob_game *game, tob_board *board, tob_move move)
{
    (void)board;
    game->phase = TOB_PHASE_DISCARD;
    game->then = move.kind == TOB_MOVE_EXCHANGE ? TOB_THEN_END_TURN : TOB_THEN_TURN;
    game->draw_to = game->hand_size[game->turn];
}

APART static void discard(tob_game *game, tob_board *board, tob_move move)
{
    leave_hand(game, game->seat, move.card);
    game->discards |= card_bit(move.card);
    if (!game->hand_size[game->seat])
        continue_drawing(game, board);
}

APART static void draw(tob_game *game, tob_board *board, tob_move move)
{
    take_from_deck(game, game->seat, move.card);
    continue_drawing(game, board);
}

/* ---- Setting up ---- */

/* Lets the next seat in turn order do the same; after the last one comes 'after'. */
static void next_in_setup(tob_game *game, tob_phase same, tob_phase after)
{
    game->seat = (uint8_t)next_seat(game, game->seat);
    game->phase = (uint8_t)(game->seat == game->first ? after : same);
}

APART static void place_volcano(tob_game *game, tob_board *board, tob_move move)
{
    game->volcano = move.space;
    tob_board_volcano(board, move.space);
    refresh_sites(game, board);
    begin_objects(game);
}

static unsigned previous_seat(const tob_game *game, unsigned seat)
{
    return seat ? seat - 1u : game->players - 1u;
}

/* An ATV comes with a triad, in reverse turn order (V2), or alone if none fits. */
static void ask_for_atv(tob_game *game, const tob_board *board, unsigned seat)
{
    const bool triad = has_volcano(game) && triad_has_place(game, board);

    game->phase = triad ? TOB_PHASE_TRIAD : TOB_PHASE_ATV;
    game->seat = (uint8_t)seat;
}

static void begin_atvs(tob_game *game, const tob_board *board)
{
    ask_for_atv(game, board,
                has_volcano(game) ? previous_seat(game, game->first) : game->first);
}

static void put_atv(tob_game *game, const tob_board *board, unsigned space)
{
    game->atv[game->seat] = (uint8_t)space;
    if (!has_volcano(game))
        next_in_setup(game, TOB_PHASE_ATV, TOB_PHASE_INITIAL);
    else if (game->seat == game->first)
        game->phase = TOB_PHASE_INITIAL;
    else
        ask_for_atv(game, board, previous_seat(game, game->seat));
}

APART static void place_triad(tob_game *game, tob_board *board, tob_move move)
{
    const unsigned index = triads_placed(game);
    unsigned fresh;

    game->triad[index] = move.value;
    game->triad_space[index] = move.space;
    game->triad_facing[index] = move.direction;
    fresh = tob_board_triad(board, move.value, move.space, move.direction);
    refresh_sites(game, board);
    put_atv(game, board, fresh);
}

APART static void place_atv(tob_game *game, tob_board *board, tob_move move)
{
    put_atv(game, board, move.space);
}

APART static void place_object(tob_game *game, tob_board *board, tob_move move)
{
    const unsigned index = objects_placed(game, (tob_object)move.value);

    switch ((tob_object)move.value) {
    case TOB_STATUE:
        game->statue[index] = move.space;
        game->facing[index] = move.direction;
        break;
    case TOB_HUT: game->hut[index] = move.space; break;
    case TOB_PALM: game->palm[index] = move.space; break;
    case TOB_OBJECT_COUNT: break;
    }
    tob_board_put(board, (tob_object)move.value, move.space);
    if (game->palm[2] != TOB_NONE) {
        begin_atvs(game, board);
    } else if (game->seat != TOB_NATURE) {
        game->seat = (uint8_t)next_seat(game, game->seat);
    }
}

/* Draws a first clue. A card that could not be a legal clue is set aside until the hands
 * are dealt (S5). */
APART static void draw_initial(tob_game *game, tob_board *board, tob_move move)
{
    const uint8_t card = move.card;
    tob_map empty;

    map_clear(&empty, board);
    card_is_public(game, card);
    game->deck_size--;
    if (tob_clue_reason(&empty, board->allowed[card])) {
        game->discards |= card_bit(card);
        return;
    }
    game->card = card;
    game->phase = TOB_PHASE_START;
}

APART static void start_map(tob_game *game, tob_board *board, tob_move move)
{
    place_clue(game, board, game->seat, move.treasure, game->card);
    game->card = 0;
    next_in_setup(game, TOB_PHASE_INITIAL, TOB_PHASE_DEAL);
    if (game->phase == TOB_PHASE_DEAL)
        return_discards(game);
}

APART static void deal(tob_game *game, tob_board *board, tob_move move)
{
    (void)board;
    take_from_deck(game, game->seat, move.card);
    if (game->hand_size[game->seat] < hand_limit(game))
        return;
    next_in_setup(game, TOB_PHASE_DEAL, TOB_PHASE_TURN);
    if (game->phase == TOB_PHASE_TURN)
        begin_turn(game, game->first);
}

/* ---- The player's moves ---- */

/* Opens the main movement, or goes on with it where it was suspended (T4). Either way the
 * extra one under way is over. */
APART static void open_main(tob_game *game, tob_board *board, tob_move move)
{
    tob_drive *main = &game->drive[TOB_MOVEMENT_MAIN];

    (void)board;
    (void)move;
    if (!main->legs)
        main->legs = TOB_LEGS;
    game->drive[TOB_MOVEMENT_EXTRA] = (tob_drive){0, 0};
    game->moving = TOB_MOVEMENT_MAIN;
}

/* Opens an extra movement (A3). It ends the extra one under way, and suspends the main
 * one as long as that has legs left (T4). */
APART static void open_extra(tob_game *game, tob_board *board, tob_move move)
{
    tob_drive *main = &game->drive[TOB_MOVEMENT_MAIN];

    (void)board;
    (void)move;
    if (!main->legs)
        main->paid = 0;
    game->drive[TOB_MOVEMENT_EXTRA] = (tob_drive){.legs = TOB_LEGS};
    game->moving = TOB_MOVEMENT_EXTRA;
}

static void pay_for_lava(tob_game *game)
{
    const tob_toll toll = tob_lava_toll(game);

    if (toll.kind == TOB_TOLL_AMULET)
        spend_amulet(game);
    if (toll.kind == TOB_TOLL_CARD) {
        game->pile[game->turn][toll.coins]--;
        game->treasure_discards[toll.coins]++;
    }
    game->drive[game->moving].paid = 1;
}

APART static void drive(tob_game *game, tob_board *board, tob_move move)
{
    const unsigned space = move.space;

    if (board->terrain[space] == TOB_LAVA)
        pay_for_lava(game);
    game->atv[game->turn] = (uint8_t)space;
    game->drive[game->moving].legs--;
    if (game->moving == TOB_MOVEMENT_MAIN && tob_hexset_has(game->amulets, space))
        meet_amulet(game); /* M3 */
}

APART static void pass_turn(tob_game *game, tob_board *board, tob_move move)
{
    (void)board;
    (void)move;
    end_turn(game);
}

APART static void remove_site(tob_game *game, tob_board *board, tob_move move)
{
    tob_map *map = &game->map[move.treasure];

    (void)board;
    tob_hexset_remove(&map->sites, move.space);
    tob_hexset_add(&map->removed, move.space);
    map->count--;
}

APART static void double_claim(tob_game *game, tob_board *board, tob_move move)
{
    (void)board;
    game->rose[move.card] = tob_rose(game->turn, 2);
    game->roses[game->turn]--;
}

APART static void swap_roses(tob_game *game, tob_board *board, tob_move move)
{
    const uint8_t rose = game->rose[move.card];

    (void)board;
    game->rose[move.card] = game->rose[move.other];
    game->rose[move.other] = rose;
}

/* Takes an amulet; lava flows first if there is a tile and a place for it (V3). */
APART static void begin_taking(tob_game *game, tob_board *board, tob_move move)
{
    (void)move;
    if (game->lava_tiles && lava_has_place(game, board)) {
        game->phase = TOB_PHASE_LAVA;
        return;
    }
    take_amulet(game);
    resume_turn(game);
}

APART static void leave_amulet(tob_game *game, tob_board *board, tob_move move)
{
    (void)board;
    (void)move;
    resume_turn(game);
}

static void destroy_on(tob_game *game, unsigned space)
{
    for (unsigned i = 0; i < 4; i++)
        if (game->hut[i] == space)
            game->hut[i] = TOB_NONE;
    for (unsigned i = 0; i < 3; i++)
        if (game->palm[i] == space)
            game->palm[i] = TOB_NONE;
}

APART static void place_lava(tob_game *game, tob_board *board, tob_move move)
{
    tob_hexset_add(&game->lava, move.space);
    game->lava_tiles--;
    destroy_on(game, move.space);
    tob_board_lava(board, move.space);
    refresh_sites(game, board);
    take_amulet(game);
    resume_turn(game);
}

APART static void leave_map(tob_game *game, tob_board *board, tob_move move)
{
    (void)move;
    surface_amulets(game, board);
}

/* ---- Playing ---- */

/* Each kind is played by one function; the compiler finds a kind that has none. */
static void play(tob_game *game, tob_board *board, tob_move move)
{
    switch ((tob_kind)move.kind) {
    case TOB_MOVE_VOLCANO: place_volcano(game, board, move); break;
    case TOB_MOVE_OBJECT: place_object(game, board, move); break;
    case TOB_MOVE_TRIAD:
    case TOB_MOVE_TRIAD_RANDOM: place_triad(game, board, move); break;
    case TOB_MOVE_ATV: place_atv(game, board, move); break;
    case TOB_MOVE_INITIAL: draw_initial(game, board, move); break;
    case TOB_MOVE_START: start_map(game, board, move); break;
    case TOB_MOVE_DEAL: deal(game, board, move); break;
    case TOB_MOVE_CLUE:
    case TOB_MOVE_VOLCANIC:
    case TOB_MOVE_AMULET_CLUE:
    case TOB_MOVE_AMULET_VOLCANIC: play_clue(game, board, move); break;
    case TOB_MOVE_MOVE: open_main(game, board, move); break;
    case TOB_MOVE_AMULET_MOVE: open_extra(game, board, move); break;
    case TOB_MOVE_LEG: drive(game, board, move); break;
    case TOB_MOVE_RAISE: treasure_raise(game, board, move); break;
    case TOB_MOVE_EXCHANGE:
    case TOB_MOVE_AMULET_EXCHANGE: exchange(game, board, move); break;
    case TOB_MOVE_END: pass_turn(game, board, move); break;
    case TOB_MOVE_AMULET_REMOVE: remove_site(game, board, move); break;
    case TOB_MOVE_AMULET_DOUBLE: double_claim(game, board, move); break;
    case TOB_MOVE_AMULET_SWAP: swap_roses(game, board, move); break;
    case TOB_MOVE_TAKE: begin_taking(game, board, move); break;
    case TOB_MOVE_LEAVE: leave_amulet(game, board, move); break;
    case TOB_MOVE_LAVA: place_lava(game, board, move); break;
    case TOB_MOVE_DISCARD: discard(game, board, move); break;
    case TOB_MOVE_DRAW: draw(game, board, move); break;
    case TOB_MOVE_PEEK: treasure_peek(game, board, move); break;
    case TOB_MOVE_ADD: treasure_add(game, board, move); break;
    case TOB_MOVE_REVEAL: treasure_reveal(game, board, move); break;
    case TOB_MOVE_CLAIM: treasure_claim(game, board, move); break;
    case TOB_MOVE_PASS: treasure_pass(game, board, move); break;
    case TOB_MOVE_CANNOT: leave_map(game, board, move); break;
    case TOB_MOVE_COUNT: break;
    }
}

void tob_apply(tob_game *game, tob_board *board, tob_move move)
{
    TOB_ASSERT(tob_why(game, board, move) == TOB_OK);
    if (game->phase == TOB_PHASE_TURN) {
        game->acted = 1;
        game->main_done |= kind_rows[move.kind].is_main;
        if (kind_rows[move.kind].no_amulet)
            spend_amulet(game);
    }
    play(game, board, move);
    TOB_ASSERT(tob_check(game, board) == NULL);
}

tob_reason tob_try(tob_game *game, tob_board *board, tob_move move)
{
    const tob_reason reason = tob_why(game, board, move);

    if (reason == TOB_OK)
        tob_apply(game, board, move);
    return reason;
}
