/* A position as JSON (docs/notation.md). The keys up to "ending" have their order since
 * the first version; new ones follow it. */
#include "record/json.h"
#include "tobago/json.h"
#include "tobago/kinds.h"
#include "tobago/names.h"
#include "tobago/query.h"

static void put_objects(rec_json *json, const tob_game *game, const tob_board *board)
{
    const uint8_t *const at[TOB_OBJECT_COUNT] = {game->statue, game->hut, game->palm};

    json_open(json, "objects", '[');
    for (unsigned object = 0; object < TOB_OBJECT_COUNT; object++)
        for (unsigned i = 0; i < tob_object_limit((tob_object)object); i++) {
            if (at[object][i] == TOB_NONE)
                continue;
            json_open(json, NULL, '{');
            json_text(json, "kind", tob_object_name(object));
            json_space(json, "space", board, at[object][i]);
            if (object == TOB_STATUE)
                json_text(json, "facing", tob_direction_name(game->facing[i]));
            json_close(json, '}');
        }
    json_close(json, ']');
}

static void put_map(rec_json *json, const tob_game *game, const tob_board *board,
                    unsigned treasure)
{
    uint8_t cards[TOB_CARD_MAX];
    const unsigned length = tob_map_cards(game, treasure, cards);

    json_open(json, NULL, '{');
    json_text(json, "treasure", tob_treasure_name(treasure));
    json_bool(json, "known", game->map[treasure].count == 1);
    json_bool(json, "markers", !tob_hexset_is_empty(tob_map_markers(game, treasure)));
    json_spaces(json, "sites", board, game->map[treasure].sites);
    json_open(json, "clues", '[');
    for (unsigned i = 0; i < length; i++) {
        const uint8_t rose = game->rose[cards[i]];
        json_open(json, NULL, '{');
        json_text(json, "card", tob_card_name(cards[i]));
        json_seat(json, "seat", tob_rose_owner(rose));
        json_number(json, "roses", (int)tob_rose_number(rose));
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

/* Treasure cards as an array of their coins, from 'least' up; 0 is a curse. */
static void put_coins(rec_json *json, const char *key, const uint8_t *cards, int least)
{
    json_open(json, key, '[');
    for (int coins = least; coins <= TOB_COINS_MAX; coins++)
        for (unsigned i = 0; i < cards[coins]; i++)
            json_number(json, NULL, coins);
    json_close(json, ']');
}

static void put_seat(rec_json *json, const rec_header *header, const tob_game *game,
                     const tob_board *board, unsigned seat)
{
    json_open(json, NULL, '{');
    json_seat(json, "seat", seat);
    json_text(json, "name", header->name[seat]);
    json_space(json, "atv", board, game->atv[seat]);
    json_number(json, "amulets", game->amulet[seat]);
    json_number(json, "roses", game->roses[seat]);
    json_number(json, "hand_size", game->hand_size[seat]);
    if (tob_hand_known(game, seat))
        json_cards(json, "hand", game->hand[seat]);
    put_coins(json, "pile", game->pile[seat], 1);
    json_close(json, '}');
}

/* The decks, the decision that is due, and the legs left. */
static void put_decision(rec_json *json, const tob_game *game)
{
    const unsigned mover = tob_to_move(game);

    json_number(json, "clue_deck", game->deck_size);
    json_number(json, "treasure_deck", game->treasure_deck);
    json_number(json, "amulet_pile", game->amulet_pile);
    if (mover == TOB_NATURE)
        json_text(json, "to_move", "nature");
    else
        json_seat(json, "to_move", mover);
    json_seat(json, "turn", game->turn);
    json_text(json, "phase", tob_phase_of(game->phase)->word);
    json_number(json, "legs", (int)tob_legs_left(game));
}

/* The cards turned up so far, in the order in which they came. */
static void put_turned(rec_json *json, const tob_game *game)
{
    uint8_t coins[TOB_TURNED_MAX];
    const unsigned count = tob_turned_up(game, coins);

    json_open(json, "shown", '[');
    for (unsigned i = 0; i < count; i++)
        json_number(json, NULL, coins[i]);
    json_close(json, ']');
}

/* The treasure being shared out (R3). */
static void put_raised(rec_json *json, const tob_game *game)
{
    json_open(json, "raised", '{');
    json_text(json, "treasure", tob_treasure_name(game->treasure));
    json_seat(json, "seat", game->raiser);
    json_number(json, "rose", game->raise_rose);
    json_number(json, "left", game->bag);
    put_turned(json, game);
    json_open(json, "peeked", '[');
    for (unsigned seat = 0; seat < game->players; seat++) {
        json_open(json, NULL, '{');
        put_coins(json, "coins", game->peeked[seat], 0);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

static void put_volcano(rec_json *json, const tob_game *game, const tob_board *board)
{
    json_open(json, "volcano", '{');
    json_spaces(json, "hexes", board, board->ground[TOB_VOLCANO]);
    json_spaces(json, "lava", board, board->ground[TOB_LAVA]);
    json_number(json, "tiles", game->lava_tiles);
    json_cards(json, "clues", (uint64_t)game->side << tob_card_count());
    json_close(json, '}');
}

/* The discards, the card that starts a map (S5), the treasure, the Volcano, the offer. */
static void put_public(rec_json *json, const tob_game *game, const tob_board *board)
{
    json_cards(json, "clue_discards", game->discards);
    put_coins(json, "treasure_discards", game->treasure_discards, 0);
    if (game->phase == TOB_PHASE_START)
        json_text(json, "card", tob_card_name(game->card));
    if (tob_is_shared_out(game, game->treasure))
        put_raised(json, game);
    if (game->options & TOB_OPTION_VOLCANO)
        put_volcano(json, game, board);
    if (game->phase == TOB_PHASE_OFFER) {
        json_open(json, "offer", '{');
        json_text(json, "treasure", tob_treasure_name(game->treasure));
        json_number(json, "coins", game->offered);
        json_close(json, '}');
    }
}

static void put_hash(rec_json *json, const tob_game *game)
{
    static const char digits[] = "0123456789abcdef";
    const uint64_t hash = tob_hash(game);
    char text[17];

    for (unsigned i = 0; i < 16; i++)
        text[i] = digits[hash >> (60 - 4 * i) & 15];
    text[16] = '\0';
    json_text(json, "hash", text);
}

/* ---- The keys after "ending" ---- */

static void put_drive(rec_json *json, const tob_game *game, unsigned movement)
{
    json_movement(json, movement);
    json_number(json, "legs", game->drive[movement].legs);
    json_bool(json, "lava_paid", game->drive[movement].paid);
}

/* The movement under way, and the main one if it is suspended (T4). */
static void put_movement(rec_json *json, const tob_game *game)
{
    json_open(json, "movement", '{');
    put_drive(json, game, game->moving);
    if (tob_legs_suspended(game)) {
        json_open(json, "suspended", '{');
        put_drive(json, game, TOB_MOVEMENT_MAIN);
        json_close(json, '}');
    } else {
        json_nothing(json, "suspended");
    }
    json_close(json, '}');
}

/* The lines of sight of the statues and the amulets that they would bring now (N3). */
static void put_statues(rec_json *json, const tob_game *game, const tob_board *board)
{
    uint8_t surfacing[TOB_STATUES];

    tob_surfacing(game, board, surfacing);
    json_open(json, "statues", '[');
    for (unsigned i = 0; i < TOB_STATUES; i++) {
        uint8_t ray[TOB_RAY_MAX];
        unsigned length;
        if (game->statue[i] == TOB_NONE)
            continue;
        length = tob_board_ray(board, game->statue[i], game->facing[i], ray);
        json_open(json, NULL, '{');
        json_space(json, "space", board, game->statue[i]);
        json_text(json, "facing", tob_direction_name(game->facing[i]));
        json_open(json, "sees", '[');
        for (unsigned k = 0; k < length; k++)
            json_space(json, NULL, board, ray[k]);
        json_close(json, ']');
        json_space(json, "end", board,
                   tob_board_ray_end(board, game->statue[i], game->facing[i]));
        json_space(json, "amulet", board, surfacing[i]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* The roses in the order in which they are asked, and the one that is asked now (D1). */
static void put_roses(rec_json *json, const tob_game *game)
{
    tob_ask asks[TOB_ASKS_MAX];
    unsigned now;
    const unsigned count = tob_rose_order(game, asks, &now);

    json_open(json, "roses", '{');
    json_open(json, "order", '[');
    for (unsigned i = 0; i < count; i++) {
        json_open(json, NULL, '{');
        json_seat(json, "seat", asks[i].seat);
        if (asks[i].card == TOB_NONE)
            json_nothing(json, "clue");
        else
            json_text(json, "clue", tob_card_name(asks[i].card));
        json_close(json, '}');
    }
    json_close(json, ']');
    if (now < count)
        json_number(json, "now", (int)now);
    else
        json_nothing(json, "now");
    json_close(json, '}');
}

/* The cards of the treasure that are still face down, as far as the record knows them,
 * and the price of a curse among them (K2). */
static void put_ahead(rec_json *json, const tob_game *game)
{
    const tob_curses curses = tob_curses_ahead(game);
    uint8_t known[TOB_COINS_MAX + 1];

    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        known[coins] = (uint8_t)tob_bag_known(game, coins);
    json_open(json, "ahead", '{');
    put_coins(json, "known", known, 0);
    json_number(json, "unknown", (int)tob_bag_unknown(game));
    json_open(json, "unseen", '[');
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        json_number(json, NULL, game->pool[coins]);
    json_close(json, ']');
    json_number(json, "least", curses.least);
    json_number(json, "most", curses.most);
    json_open(json, "price", '[');
    for (unsigned seat = 0; seat < game->players; seat++) {
        const tob_price price = tob_curse_price(game, seat);
        if (!price.strikes)
            continue;
        json_open(json, NULL, '{');
        json_seat(json, "seat", seat);
        json_number(json, "amulets", price.amulets);
        json_number(json, "coins", price.coins);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_close(json, '}');
}

/* The sums of the piles that a display may add up (D5), and at the end the places. */
static void put_totals(rec_json *json, const tob_game *game)
{
    const tob_result result = tob_result_of(game);

    json_open(json, "totals", '[');
    for (unsigned seat = 0; seat < game->players; seat++)
        if (tob_may_total(game, seat))
            json_number(json, NULL, result.coins[seat]);
        else
            json_nothing(json, NULL);
    json_close(json, ']');
    if (!result.ending) {
        json_nothing(json, "places");
        return;
    }
    json_open(json, "places", '[');
    for (unsigned seat = 0; seat < game->players; seat++)
        json_number(json, NULL, result.place[seat]);
    json_close(json, ']');
}

static void put_new_keys(rec_json *json, const tob_game *game, const tob_board *board)
{
    if (tob_viewer_is_spectator(game->viewer))
        json_text(json, "view", "spectator");
    else
        json_seat(json, "view", tob_viewer_seat(game->viewer));
    json_options(json, "options", game->options);
    json_seat(json, "first", game->first);
    json_bool(json, "main_done", game->main_done);
    put_movement(json, game);
    put_statues(json, game, board);
    put_totals(json, game);
    if (tob_is_shared_out(game, game->treasure))
        put_roses(json, game);
    json_number(json, "round", (int)tob_round(game));
    if (tob_is_shared_out(game, game->treasure))
        put_ahead(json, game);
}

void json_position(rec_json *json, const char *key, const rec_header *header,
                   const tob_game *game, const tob_board *board, uint32_t line)
{
    char island[5];

    tob_island_name(game->island, island);
    json_open(json, key, '{');
    json_number(json, "line", (int)line);
    json_text(json, "island", island);
    put_hash(json, game);
    put_objects(json, game, board);
    json_spaces(json, "amulets", board, game->amulets);
    json_open(json, "maps", '[');
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        put_map(json, game, board, treasure);
    json_close(json, ']');
    json_open(json, "seats", '[');
    for (unsigned seat = 0; seat < game->players; seat++)
        put_seat(json, header, game, board, seat);
    json_close(json, ']');
    put_decision(json, game);
    put_public(json, game, board);
    if (game->ending == TOB_ENDING_NONE)
        json_nothing(json, "ending");
    else
        json_text(json, "ending", tob_ending_clause(game->ending));
    put_new_keys(json, game, board);
    json_close(json, '}');
}

size_t rec_position_json(const rec_header *header, const tob_game *game,
                         const tob_board *board, uint32_t line, char *out, size_t room)
{
    rec_json json = json_begin(out, room);

    json_position(&json, NULL, header, game, board, line);
    return text_end(&json.text);
}
