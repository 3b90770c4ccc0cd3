/* Boards, effects, legs, legal moves, errors and the tables of the game as JSON. */
#include "record/json.h"
#include "tobago/json.h"
#include "tobago/kinds.h"
#include "tobago/legs.h"
#include "tobago/names.h"

size_t rec_string_json(const char *string, char *out, size_t room)
{
    rec_json json = json_begin(out, room);

    json_text(&json, NULL, string);
    return text_end(&json.text);
}

/* ---- The board ---- */

/* An area is named by its first hex. */
static void put_hex(rec_json *json, const tob_board *board, unsigned space)
{
    const unsigned terrain = board->terrain[space];
    const unsigned first = tob_hexset_first(tob_board_area(board, space));

    json_open(json, NULL, '{');
    json_space(json, "name", board, space);
    json_text(json, "terrain", tob_terrain_name(terrain));
    json_number(json, "q", board->q[space]);
    json_number(json, "r", board->r[space]);
    json_number(json, "area", board->area_size[space]);
    json_space(json, "area_of", board, first);
    json_bool(json, "largest",
              terrain < TOB_TERRAIN_COUNT &&
                  tob_hexset_has(board->largest[terrain], space));
    json_bool(json, "coast", tob_hexset_has(board->coast, space));
    json_bool(json, "space", tob_hexset_has(board->spaces, space));
    json_close(json, '}');
}

size_t rec_board_json(const tob_board *board, char *out, size_t room)
{
    rec_json json = json_begin(out, room);
    char island[5];

    tob_island_name(board->island, island);
    json_open(&json, NULL, '{');
    json_text(&json, "island", island);
    json_open(&json, "hexes", '[');
    for (unsigned column = 0; column < 16; column++)
        for (unsigned row = 0; row < 16; row++)
            if (board->grid[column][row] != TOB_NONE)
                put_hex(&json, board, board->grid[column][row]);
    json_close(&json, ']');
    json_close(&json, '}');
    return text_end(&json.text);
}

/* ---- Effects ---- */

/* An object with a seat, if there is one; the caller closes it. */
static bool open_seat(rec_json *json, const char *key, unsigned seat)
{
    if (seat >= TOB_SEATS)
        return false;
    json_open(json, key, '{');
    json_seat(json, "seat", seat);
    return true;
}

static void put_costs(rec_json *json, const rec_effects *e)
{
    static const char *const causes[REC_COST_COUNT] = {"", "power", "curse", "lava"};

    if (e->cost == REC_COST_NONE)
        return;
    json_open(json, "paid", '[');
    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        if (!e->paid_amulet[seat] && !e->paid_coins[seat])
            continue;
        json_open(json, NULL, '{');
        json_seat(json, "seat", seat);
        json_text(json, "for", causes[e->cost]);
        json_number(json, "amulets", e->paid_amulet[seat]);
        if (e->paid_coins[seat])
            json_number(json, "coins", e->paid_coins[seat]);
        json_close(json, '}');
    }
    json_close(json, ']');
}

static void put_treasure(rec_json *json, const rec_effects *e)
{
    bool any = false;

    if (open_seat(json, "claimed", e->claimer)) {
        json_number(json, "coins", e->claimed);
        json_close(json, '}');
    }
    if (e->unclaimed)
        json_number(json, "unclaimed", e->unclaimed);
    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        if (!e->roses[seat])
            continue;
        if (!any)
            json_open(json, "roses", '[');
        any = true;
        json_open(json, NULL, '{');
        json_seat(json, "seat", seat);
        json_number(json, "number", e->roses[seat]);
        json_close(json, '}');
    }
    if (any)
        json_close(json, ']');
}

/* A map that was cleared allows every space again, so these are not listed. */
static void put_maps(rec_json *json, const tob_board *board, const rec_effects *e)
{
    bool any = false;

    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        const bool cleared = e->cleared == treasure, started = e->started == treasure;
        const tob_hexset gone = e->gone[treasure];
        const tob_hexset back = cleared ? (tob_hexset){0, 0} : e->back[treasure];
        if (!cleared && !started && tob_hexset_is_empty(tob_hexset_or(gone, back)))
            continue;
        if (!any)
            json_open(json, "maps", '[');
        any = true;
        json_open(json, NULL, '{');
        json_text(json, "treasure", tob_treasure_name(treasure));
        json_bool(json, "started", started);
        json_bool(json, "cleared", cleared);
        json_spaces(json, "gone", board, gone);
        json_spaces(json, "back", board, back);
        json_close(json, '}');
    }
    if (any)
        json_close(json, ']');
    if (e->side)
        json_cards(json, "side", (uint64_t)e->side << tob_card_count());
}

static void put_cards(rec_json *json, const rec_effects *e)
{
    if (open_seat(json, "drawn", e->drawer)) {
        json_bool(json, "last", e->refilled);
        json_close(json, '}');
    }
    if (e->clues_returned)
        json_number(json, "clues_returned", e->clues_returned);
    if (e->treasure_returned)
        json_number(json, "treasure_returned", e->treasure_returned);
}

static void put_island(rec_json *json, const tob_board *board, const rec_effects *e)
{
    if (open_seat(json, "atv", e->driver)) {
        json_space(json, "from", board, e->from);
        json_space(json, "to", board, e->to);
        json_close(json, '}');
    }
    if (e->lava != TOB_NONE)
        json_space(json, "lava", board, e->lava);
    if (e->destroyed != TOB_NONE)
        json_text(json, "destroyed", tob_object_name(e->destroyed));
    if (e->statue[0] == TOB_NONE)
        return;
    json_open(json, "turned", '[');
    for (unsigned i = 0; i < TOB_STATUES; i++) {
        json_open(json, NULL, '{');
        json_space(json, "space", board, e->statue[i]);
        json_text(json, "from", tob_direction_name(e->turned_from[i]));
        json_text(json, "to", tob_direction_name(e->turned_to[i]));
        json_close(json, '}');
    }
    json_close(json, ']');
}

void json_effects(rec_json *json, const char *key, const tob_board *board,
                  const rec_effects *e)
{
    json_open(json, key, '{');
    if (open_seat(json, "taken", e->taker)) {
        json_space(json, "space", board, e->taken);
        json_close(json, '}');
    }
    if (!tob_hexset_is_empty(e->surfaced))
        json_spaces(json, "surfaced", board, e->surfaced);
    put_costs(json, e);
    put_treasure(json, e);
    put_maps(json, board, e);
    put_cards(json, e);
    put_island(json, board, e);
    if (e->turn != TOB_NONE)
        json_seat(json, "turn", e->turn);
    if (e->ending)
        json_text(json, "ending", tob_ending_clause(e->ending));
    json_close(json, '}');
}

size_t rec_effects_json(const tob_board *board, const rec_effects *effects, char *out,
                        size_t room)
{
    rec_json json = json_begin(out, room);

    json_effects(&json, NULL, board, effects);
    return text_end(&json.text);
}

/* ---- Legs ---- */

/* A way as an array of legs, each an array of the hexes that it enters. */
static void put_way(rec_json *json, const tob_board *board, const tob_way *way)
{
    unsigned step = 0;

    json_open(json, "way", '[');
    for (unsigned leg = 0; leg < way->legs; leg++) {
        json_open(json, NULL, '[');
        for (; step < way->until[leg]; step++)
            json_space(json, NULL, board, way->step[step]);
        json_close(json, ']');
    }
    json_close(json, ']');
}

/* The least legs to a hex and a way of so many, or null. A way that pays counts only
 * where it is shorter than every way that costs nothing. */
static void put_arrival(rec_json *json, const char *key, const tob_legs *legs,
                        const tob_board *board, unsigned space, bool pay)
{
    tob_way way;

    if (!tob_legs_way(legs, board, space, pay, &way) || way.pays != pay) {
        json_nothing(json, key);
        return;
    }
    json_open(json, key, '{');
    json_number(json, "legs", way.legs);
    put_way(json, board, &way);
    json_close(json, '}');
}

static void put_reached(rec_json *json, const tob_legs *legs, const tob_board *board,
                        unsigned space)
{
    json_open(json, NULL, '{');
    json_space(json, "name", board, space);
    json_bool(json, "space", tob_hexset_has(board->spaces, space));
    put_arrival(json, "free", legs, board, space, false);
    put_arrival(json, "paying", legs, board, space, true);
    json_close(json, '}');
}

size_t rec_legs_json(const tob_game *game, const tob_board *board, char *out, size_t room)
{
    static const char *const tolls[] = {[TOB_TOLL_CANNOT] = "cannot",
                                        [TOB_TOLL_NOTHING] = "nothing",
                                        [TOB_TOLL_AMULET] = "amulet",
                                        [TOB_TOLL_CARD] = "card"};
    rec_json json = json_begin(out, room);
    tob_legs legs;

    tob_legs_init(&legs, game, board);
    json_open(&json, NULL, '{');
    json_seat(&json, "seat", game->turn);
    json_space(&json, "from", board, legs.from);
    json_movement(&json, legs.movement);
    json_number(&json, "legs", legs.left);
    json_bool(&json, "lava_paid", tob_lava_paid(game));
    json_open(&json, "toll", '{');
    json_text(&json, "kind", tolls[legs.toll.kind]);
    json_number(&json, "coins", legs.toll.coins);
    json_close(&json, '}');
    json_open(&json, "hexes", '[');
    for (unsigned column = 0; column < 16; column++)
        for (unsigned row = 0; row < 16; row++) {
            const unsigned space = board->grid[column][row];
            if (space != TOB_NONE && tob_legs_to(&legs, space, true) != TOB_NONE)
                put_reached(&json, &legs, board, space);
        }
    json_close(&json, ']');
    json_close(&json, '}');
    return text_end(&json.text);
}

/* ---- Legal moves ---- */

size_t rec_legal_json(const tob_game *game, const tob_board *board, tob_moves *moves,
                      char *out, size_t room)
{
    rec_json json = json_begin(out, room);

    tob_legal(game, board, moves);
    json_open(&json, NULL, '{');
    json_open(&json, "moves", '[');
    for (unsigned i = 0; i < moves->count; i++) {
        char line[REC_LINE_MAX];
        rec_write_move(board, moves->move[i], line);
        json_text(&json, NULL, line);
    }
    json_close(&json, ']');
    json_close(&json, '}');
    return text_end(&json.text);
}

/* ---- Errors and clues ---- */

size_t rec_error_json(const rec_error *error, char *out, size_t room)
{
    rec_json json = json_begin(out, room);

    json_open(&json, NULL, '{');
    json_number(&json, "line", (int)error->line);
    json_error(&json, error);
    json_close(&json, '}');
    return text_end(&json.text);
}

size_t rec_clue_json(const tob_board *board, tob_clue clue, char *out, size_t room)
{
    rec_json json = json_begin(out, room);

    json_spaces(&json, NULL, board, tob_board_clue(board, clue));
    return text_end(&json.text);
}

static void put_leaves(rec_json *json, const char *key, const tob_game *game,
                       const tob_board *board, uint64_t cards)
{
    json_open(json, key, '[');
    for (; cards; cards &= cards - 1) {
        const unsigned card = (unsigned)__builtin_ctzll(cards);
        json_open(json, NULL, '{');
        json_text(json, "card", tob_card_name(card));
        json_open(json, "leaves", '{');
        for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
            json_number(
                json, tob_treasure_name(treasure),
                (int)tob_hexset_count(tob_clue_leaves(game, board, treasure, card)));
        json_close(json, '}');
        json_close(json, '}');
    }
    json_close(json, ']');
}

size_t rec_clues_json(const tob_game *game, const tob_board *board, unsigned seat,
                      char *out, size_t room)
{
    const uint64_t all = (UINT64_C(1) << tob_card_count()) - 1;
    rec_json json = json_begin(out, room);

    json_open(&json, NULL, '{');
    json_seat(&json, "seat", seat);
    if (seat < TOB_SEATS) {
        json_bool(&json, "known", tob_hand_known(game, seat));
        json_number(&json, "hand_size", game->hand_size[seat]);
    }
    put_leaves(&json, "clues", game, board, seat < TOB_SEATS ? game->hand[seat] : all);
    if (game->options & TOB_OPTION_VOLCANO)
        put_leaves(&json, "side", game, board, (uint64_t)game->side << tob_card_count());
    json_close(&json, '}');
    return text_end(&json.text);
}

size_t rec_distances_json(const tob_board *board, unsigned from, char *out, size_t room)
{
    rec_json json = json_begin(out, room);

    json_open(&json, NULL, '{');
    json_space(&json, "from", board, from);
    json_open(&json, "legs", '{');
    for (unsigned column = 0; column < 16; column++)
        for (unsigned row = 0; row < 16; row++) {
            const unsigned space = board->grid[column][row];
            char name[4];
            unsigned legs;
            if (space == TOB_NONE || !tob_hexset_has(board->spaces, space))
                continue;
            tob_space_name(board, space, name);
            legs = tob_legs_between(board, from, space);
            if (legs == TOB_NONE)
                json_nothing(&json, name);
            else
                json_number(&json, name, (int)legs);
        }
    json_close(&json, '}');
    json_close(&json, '}');
    return text_end(&json.text);
}

/* ---- Tables ---- */

/* An array of names by number. */
static void put_names(rec_json *json, const char *key, const char *(*name)(unsigned),
                      unsigned count)
{
    json_open(json, key, '[');
    for (unsigned i = 0; i < count; i++)
        json_text(json, NULL, name(i));
    json_close(json, ']');
}

static void put_card(rec_json *json, unsigned card)
{
    const tob_clue clue = tob_card_clue(card);

    json_open(json, NULL, '{');
    json_text(json, "name", tob_card_name(card));
    json_text(json, "relation", tob_relation_name(clue.relation));
    json_text(json, "landmark", tob_landmark_name(clue.landmark));
    json_bool(json, "volcanic", card >= tob_card_count());
    json_close(json, '}');
}

static void put_option_rows(rec_json *json)
{
    json_open(json, "options", '[');
    for (unsigned i = 0; tob_option_at(i); i++) {
        const tob_option_row *row = tob_option_at(i);
        json_open(json, NULL, '{');
        json_text(json, "name", row->word);
        json_text(json, "clause", row->clause);
        json_text(json, "meaning", row->meaning);
        json_options(json, "needs", row->needs);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* The words of a line's kinds and of the phases, each with its clause or meaning. */
static void put_rows(rec_json *json)
{
    json_open(json, "kinds", '[');
    for (unsigned i = 0; i < TOB_MOVE_COUNT; i++) {
        const tob_kind_row *row = tob_kind_of(i);
        json_open(json, NULL, '{');
        json_text(json, "word", row->word);
        if (row->power)
            json_text(json, "power", row->power);
        json_text(json, "clause", row->clause);
        json_bool(json, "nature", row->maker == TOB_MAKER_NATURE);
        json_bool(json, "amulet", row->no_amulet != 0);
        json_close(json, '}');
    }
    json_close(json, ']');
    json_open(json, "phases", '[');
    for (unsigned i = 0; i < TOB_PHASE_COUNT; i++) {
        json_open(json, NULL, '{');
        json_text(json, "name", tob_phase_of(i)->word);
        json_text(json, "meaning", tob_phase_of(i)->meaning);
        json_close(json, '}');
    }
    json_close(json, ']');
}

/* 16 hexadecimal digits, since JSON's numbers hold no 64 bits. */
static void put_rules(rec_json *json)
{
    char text[17];

    for (unsigned i = 0; i < 16; i++)
        text[i] = "0123456789abcdef"[tob_rules_id() >> (60 - 4 * i) & 15];
    text[16] = '\0';
    json_text(json, "rules", text);
}

static void put_reasons(rec_json *json)
{
    json_open(json, "reasons", '[');
    for (unsigned i = 0; i < TOB_REASON_COUNT; i++) {
        json_open(json, NULL, '{');
        json_text(json, "name", tob_reason_name((tob_reason)i));
        json_text(json, "clause", tob_reason_clause((tob_reason)i));
        json_text(json, "text", tob_reason_text((tob_reason)i));
        json_close(json, '}');
    }
    json_close(json, ']');
}

size_t rec_tables_json(char *out, size_t room)
{
    rec_json json = json_begin(out, room);

    json_open(&json, NULL, '{');
    json_text(&json, "version", TOB_VERSION);
    put_rules(&json);
    json_open(&json, "islands", '[');
    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        char name[5];
        tob_island_name(island, name);
        json_text(&json, NULL, name);
    }
    json_close(&json, ']');
    put_option_rows(&json);
    put_names(&json, "terrains", tob_terrain_name, TOB_GROUND_COUNT);
    put_names(&json, "directions", tob_direction_name, TOB_DIRECTION_COUNT);
    put_names(&json, "objects", tob_object_name, TOB_OBJECT_COUNT);
    put_names(&json, "treasures", tob_treasure_name, TOB_TREASURE_COUNT);
    put_names(&json, "triads", tob_triad_name, TOB_TRIAD_COUNT);
    json_open(&json, "cards", '[');
    for (unsigned card = 0; card < tob_card_total(); card++)
        put_card(&json, card);
    json_close(&json, ']');
    json_number(&json, "legs", TOB_LEGS);
    json_open(&json, "treasure_cards", '[');
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        json_number(&json, NULL, (int)tob_treasure_cards(coins));
    json_close(&json, ']');
    put_rows(&json);
    put_reasons(&json);
    json_close(&json, '}');
    return text_end(&json.text);
}
