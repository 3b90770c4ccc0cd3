#include "tui/text.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "tobago/kinds.h"
#include "tobago/names.h"

void tui_text_add(char out[static TUI_TEXT_MAX], const char *format, ...)
{
    const size_t length = strlen(out);
    va_list words;

    va_start(words, format);
    vsnprintf(out + length, TUI_TEXT_MAX - length, format, words);
    va_end(words);
}

tui_person tui_person_of(const match *t, unsigned seat)
{
    tui_person who;

    snprintf(who.name, sizeof who.name, "%s", t->record.reader.header.name[seat]);
    char *const dash = strrchr(who.name, '-');
    if (dash && dash != who.name && ai_level_find(dash + 1, strlen(dash + 1)) >= 0)
        *dash = '\0';
    return who;
}

/* ---- Moves ---- */

/* The sentence of each kind of move in the log, and as an item of a list; NULL: none. */
static const struct {
    const char *told, *choice;
} sentences[TOB_MOVE_COUNT] = {
    [TOB_MOVE_VOLCANO] = {"{who} places the volcano around {space}",
                          "The volcano around {space}"},
    [TOB_MOVE_OBJECT] = {"{who} puts a {object} on {space}{facing}",
                         "A {object} on {space}{facing}"},
    [TOB_MOVE_TRIAD] =
        {"{who} places triad {triad}, its lava on {space}",
         "{triad}: lava on {space}, new {new} on {land}, {same} on {kept}"},
    [TOB_MOVE_TRIAD_RANDOM] = {"{who}: triad {triad}, its lava on {space}", NULL},
    [TOB_MOVE_ATV] = {"{who} starts on {space}", "Start on {space}"},
    [TOB_MOVE_INITIAL] = {"{who} draws {card}", NULL},
    [TOB_MOVE_START] = {"{who} starts the {treasure} map", "Start the {treasure} map"},
    [TOB_MOVE_DEAL] = {"{who} is dealt {card}", NULL},
    [TOB_MOVE_CLUE] = {"{who} plays {card} on {treasure}", "Play {card} on {treasure}"},
    [TOB_MOVE_VOLCANIC] = {"{who} gives up {other} for {card} on {treasure}",
                           "Give up {other} for {card} on {treasure}"},
    [TOB_MOVE_MOVE] = {NULL, "Begin to move"}, /* its legs tell */
    [TOB_MOVE_LEG] = {"{who} goes to {space}", "Go to {space}"},
    [TOB_MOVE_RAISE] = {"{who} raises the {treasure} treasure",
                        "Raise the {treasure} treasure"},
    [TOB_MOVE_EXCHANGE] = {"{who} gives up the turn for a new hand",
                           "Give up the turn for a new hand"},
    [TOB_MOVE_END] = {"{who} ends the turn", "End the turn"},
    [TOB_MOVE_AMULET_REMOVE] = {"{who} pays an amulet: {treasure} is not on {space}",
                                "Pay an amulet: {treasure} is not on {space}"},
    [TOB_MOVE_AMULET_CLUE] = {"{who} pays an amulet: {card} on {treasure}",
                              "Pay an amulet: {card} on {treasure}"},
    [TOB_MOVE_AMULET_VOLCANIC] =
        {"{who} pays an amulet: {other} for {card} on {treasure}",
         "Pay an amulet: {other} for {card} on {treasure}"},
    [TOB_MOVE_AMULET_MOVE] = {"{who} pays an amulet to move", "Pay an amulet to move"},
    [TOB_MOVE_AMULET_EXCHANGE] = {"{who} pays an amulet for a new hand",
                                  "Pay an amulet for a new hand"},
    [TOB_MOVE_AMULET_DOUBLE] = {"{who} pays an amulet: a second rose on {card}",
                                "Pay an amulet: a second rose on {card} ({map})"},
    [TOB_MOVE_AMULET_SWAP] = {"{who} pays an amulet: roses of {card} and {other} swapped",
                              "Swap ({map}): {owner} {card}, {rival} {other}"},
    [TOB_MOVE_TAKE] = {"{who} takes the amulet", "Take the amulet"},
    [TOB_MOVE_LEAVE] = {"{who} leaves the amulet", "Leave the amulet"},
    [TOB_MOVE_LAVA] = {"{who} lets lava flow to {space}", "Let lava flow to {space}"},
    [TOB_MOVE_DISCARD] = {"{who} discards {card}", NULL},
    [TOB_MOVE_DRAW] = {"{who} draws {card}", NULL},
    [TOB_MOVE_PEEK] = {"{who} looks at {value}", NULL},
    [TOB_MOVE_REVEAL] = {"Turned up: {coins}", NULL},
    [TOB_MOVE_CLAIM] = {"{who} claims it", "Claim it"},
    [TOB_MOVE_PASS] = {"{who} passes", "Pass"},
    [TOB_MOVE_CANNOT] = {"{who} has no card to start the map",
                         "Declare that no card can start the map"},
};

/* The words with which an entry of the log goes on after a line of the same sort. */
static const char *const more[TOB_MOVE_COUNT] = {
    [TOB_MOVE_DEAL] = ", {card}",       [TOB_MOVE_LEG] = ", {space}",
    [TOB_MOVE_DISCARD] = ", {card}",    [TOB_MOVE_DRAW] = ", {card}",
    [TOB_MOVE_PEEK] = ", {value}",      [TOB_MOVE_CLAIM] = ", {who} claims",
    [TOB_MOVE_PASS] = ", {who} passes",
};

/* The name of the map on which a clue lies now; "" if it lies on none. */
static const char *map_name(const tob_game *game, unsigned card)
{
    const unsigned treasure = tob_map_of_card(game, card);

    return treasure == TOB_NONE ? "" : tob_treasure_name(treasure);
}

/* The player who has a rose on a card; "?" if nobody has. */
static tui_person owner_of(const match *t, unsigned card)
{
    const uint8_t rose = card < TOB_CARD_MAX ? t->record.reader.game.rose[card] : 0;

    return rose ? tui_person_of(t, tob_rose_owner(rose)) : (tui_person){"?"};
}

/* The parts of a triad on the board (V2): the land that it adds to the island, and the
 * space of its other terrain, which stays what it is. */
typedef struct triad_parts {
    tui_place land, kept;
    uint8_t new_terrain, same_terrain;
} triad_parts;

static triad_parts parts_of(const match *t, tob_move move)
{
    static tob_board board;
    const tob_board *before = &t->record.reader.board;
    triad_parts parts = {.kept = {"-"}};
    unsigned land;

    board = *before;
    land = tob_board_triad(&board, move.value, move.space, move.direction);
    parts.land = tui_place_of(&board, land);
    parts.new_terrain = parts.same_terrain = land < board.count ? board.terrain[land] : 0;
    for (unsigned turn = 0; turn < 2; turn++) {
        const unsigned space =
            tob_board_step(before, move.space, (move.direction + turn) % 6);
        if (space == TOB_NONE)
            continue;
        parts.kept = tui_place_of(before, space);
        parts.same_terrain = before->terrain[space];
    }
    return parts;
}

/* Adds the word that stands for a name in braces; "?" where the move has none. */
static void add_word(const match *t, tob_move move, const char *name, size_t length,
                     char out[static TUI_TEXT_MAX])
{
    const tob_board *board = &t->record.reader.board;
    const bool statue = move.value == TOB_STATUE;

    if (strncmp(name, "who", length) == 0 && move.seat < TOB_SEATS)
        tui_text_add(out, "%s", tui_person_of(t, move.seat).name);
    else if (strncmp(name, "space", length) == 0 && move.space < board->count)
        tui_text_add(out, "%s", tui_place_of(board, move.space).name);
    else if (strncmp(name, "coins", length) == 0)
        tui_text_add(out, move.value ? "%u coins" : "a curse", move.value);
    else if (strncmp(name, "value", length) == 0)
        tui_text_add(out, move.value ? "%u" : "a curse", move.value);
    else if (strncmp(name, "owner", length) == 0)
        tui_text_add(out, "%s", owner_of(t, move.card).name);
    else if (strncmp(name, "rival", length) == 0)
        tui_text_add(out, "%s", owner_of(t, move.other).name);
    else if (strncmp(name, "land", length) == 0)
        tui_text_add(out, "%s", parts_of(t, move).land.name);
    else if (strncmp(name, "kept", length) == 0)
        tui_text_add(out, "%s", parts_of(t, move).kept.name);
    else if (strncmp(name, "new", length) == 0)
        tui_text_add(out, "%s", tob_terrain_name(parts_of(t, move).new_terrain));
    else if (strncmp(name, "same", length) == 0)
        tui_text_add(out, "%s", tob_terrain_name(parts_of(t, move).same_terrain));
    else if (strncmp(name, "facing", length) == 0)
        tui_text_add(out, "%s%s", statue ? " facing " : "",
                     statue ? tob_direction_name(move.direction) : "");
    else if (strncmp(name, "treasure", length) == 0)
        tui_text_add(out, "%s", tob_treasure_name(move.treasure));
    else if (strncmp(name, "card", length) == 0 && move.card < tob_card_total())
        tui_text_add(out, "%s", tob_card_name(move.card));
    else if (strncmp(name, "other", length) == 0 && move.other < tob_card_total())
        tui_text_add(out, "%s", tob_card_name(move.other));
    else if (strncmp(name, "map", length) == 0)
        tui_text_add(out, "%s", map_name(&t->record.reader.game, move.card));
    else if (strncmp(name, "object", length) == 0)
        tui_text_add(out, "%s", tob_object_name(move.value));
    else if (strncmp(name, "triad", length) == 0)
        tui_text_add(out, "%s", tob_triad_name(move.value));
    else
        tui_text_add(out, "?");
}

/* Adds a sentence with the names in braces replaced. */
static void add_sentence(const match *t, tob_move move, const char *sentence,
                         char out[static TUI_TEXT_MAX])
{
    while (*sentence) {
        size_t length = strcspn(sentence, "{");
        tui_text_add(out, "%.*s", (int)length, sentence);
        sentence += length;
        if (!*sentence)
            return;
        length = strcspn(++sentence, "}");
        add_word(t, move, sentence, length, out);
        sentence += length + 1;
    }
}

/* Does a move go on with what the one before it told, so that one entry tells both? */
static bool goes_on(tob_move before, tob_move move)
{
    switch (move.kind) {
    case TOB_MOVE_LEG:
    case TOB_MOVE_DEAL:
    case TOB_MOVE_DISCARD:
    case TOB_MOVE_DRAW:
    case TOB_MOVE_PEEK: return before.kind == move.kind && before.seat == move.seat;
    case TOB_MOVE_CLAIM:
    case TOB_MOVE_PASS:
        return before.kind == TOB_MOVE_REVEAL || before.kind == TOB_MOVE_CLAIM ||
               before.kind == TOB_MOVE_PASS;
    }
    return false;
}

/* The end of a turn is worth telling only if nothing else happened in it. */
static bool was_idle(const match *t, uint32_t end)
{
    const unsigned seat = t->move[end].move.seat;

    while (end--) {
        const tob_move move = t->move[end].move;
        if (move.kind == TOB_MOVE_END || move.kind == TOB_MOVE_DEAL ||
            move.kind == TOB_MOVE_EXCHANGE)
            return true;
        if (move.seat == seat && move.kind != TOB_MOVE_MOVE && !tob_is_nature(move))
            return false;
    }
    return true;
}

/* Is a line worth telling? Things that nature puts on the island can be seen there, and
 * hidden cards tell nothing. */
static bool is_told(const match *t, uint32_t line, tob_move move)
{
    return sentences[move.kind].told && move.card != TOB_HIDDEN &&
           move.value != TOB_HIDDEN && move.seat != TOB_NATURE &&
           (move.kind != TOB_MOVE_END || was_idle(t, line));
}

/* Adds who did what to an entry: "; Ada loses 5 coins". */
static void add_deed(const match *t, unsigned seat, const char *deed,
                     char out[static TUI_TEXT_MAX])
{
    tui_text_add(out, "%s%s%s", *out ? "; " : "", tui_person_of(t, seat).name, deed);
}

/* Adds what happened by itself: amulets taken and come up (M3, T1, N3), the cost of a
 * curse (K2). */
static void add_effects(const match *t, const match_move *line,
                        char out[static TUI_TEXT_MAX])
{
    const rec_effects *effects = &line->effects;
    char places[TUI_TEXT_MAX];

    for (unsigned seat = 0; effects->cost == REC_COST_CURSE && seat < TOB_SEATS; seat++) {
        char loss[24];
        snprintf(loss, sizeof loss, " loses %u coins", effects->paid_coins[seat]);
        if (effects->paid_coins[seat])
            add_deed(t, seat, loss, out);
        if (effects->paid_amulet[seat])
            add_deed(t, seat, " loses an amulet", out);
    }
    if (effects->taker < TOB_SEATS && line->move.kind == TOB_MOVE_LEG)
        tui_text_add(out, " (amulet)");
    else if (effects->taker < TOB_SEATS && line->move.kind == TOB_MOVE_END)
        add_deed(t, effects->taker, " takes an amulet", out);
    tui_text_sites(&t->record.reader.board, effects->surfaced, places);
    if (*places)
        tui_text_add(out, "%s on %s", *out ? "; amulets" : "Amulets", places);
}

uint32_t tui_text_entry(const match *t, uint32_t last, tob_viewer viewer,
                        char out[static TUI_TEXT_MAX])
{
    uint32_t first = last;

    *out = '\0';
    while (first && goes_on(t->move[first - 1].move, t->move[first].move))
        first--;
    for (uint32_t i = first; i <= last; i++) {
        const tob_move move = rec_redact(t->move[i].move, viewer);
        if (is_told(t, i, move))
            add_sentence(t, move, *out ? more[move.kind] : sentences[move.kind].told,
                         out);
        add_effects(t, &t->move[i], out);
    }
    return first;
}

void tui_text_choice(const match *t, tob_move move, char out[static TUI_TEXT_MAX])
{
    const char *choice = sentences[move.kind].choice;

    *out = '\0';
    add_sentence(t, move, choice ? choice : "", out);
}

/* ---- Cards and spaces ---- */

void tui_text_card(unsigned card, char out[static TUI_TEXT_MAX])
{
    static const char *const relations[TOB_RELATION_COUNT] = {
        "in",     "next to",     "in sight (within 2) of",
        "not in", "not next to", "not in sight (within 2) of"};
    static const char *const things[] = {"a hut",     "a palm tree", "a statue",
                                         "the ocean", "the volcano", "lava"};
    const tob_clue clue = tob_card_clue(card);
    const char *landmark = "";

    if (clue.landmark >= TOB_LANDMARK_HUT)
        landmark = things[clue.landmark - TOB_LANDMARK_HUT];
    else
        landmark = tob_terrain_name(clue.landmark % TOB_TERRAIN_COUNT);
    snprintf(out, TUI_TEXT_MAX, "%s %s%s", relations[clue.relation],
             clue.landmark >= TOB_LANDMARK_LARGEST && clue.landmark < TOB_LANDMARK_HUT
                 ? "the largest "
                 : "",
             landmark);
}

static void add_statue(const tui_model *m, unsigned space, char out[static TUI_TEXT_MAX])
{
    for (unsigned i = 0; i < 3; i++) {
        if (m->view.statue[i] != space)
            continue;
        const unsigned sees = tob_board_ray_end(&m->board, space, m->view.facing[i]);
        tui_text_add(out, ", statue facing %s", tob_direction_name(m->view.facing[i]));
        if (sees != TOB_NONE)
            tui_text_add(out, ", sees %s", tui_place_of(&m->board, sees).name);
    }
}

void tui_text_space(const tui_model *m, unsigned space, char out[static TUI_TEXT_MAX])
{
    const tob_board *board = &m->board;
    const unsigned terrain = board->terrain[space];
    const char *sites = ", site of ";

    snprintf(out, TUI_TEXT_MAX, "%s %s", tui_place_of(board, space).name,
             tob_terrain_name(terrain));
    if (terrain < TOB_TERRAIN_COUNT)
        tui_text_add(out, " (%s%u)",
                     tob_hexset_has(board->largest[terrain], space) ? "largest, " : "",
                     board->area_size[space]);
    if (tob_hexset_has(board->coast, space))
        tui_text_add(out, ", coast");
    if (tob_hexset_has(board->object[TOB_HUT], space))
        tui_text_add(out, ", hut");
    if (tob_hexset_has(board->object[TOB_PALM], space))
        tui_text_add(out, ", palm");
    add_statue(m, space, out);
    if (tob_hexset_has(m->view.amulets, space))
        tui_text_add(out, ", amulet");
    for (unsigned seat = 0; seat < m->view.players; seat++)
        if (m->view.atv[seat] == space)
            tui_text_add(out, ", ATV of %s", tui_person_of(m->match, seat).name);
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        if (tob_hexset_has(tob_map_markers(&m->view, treasure), space)) {
            tui_text_add(out, "%s%s", sites, tob_treasure_name(treasure));
            sites = ", ";
        }
}

void tui_text_sites(const tob_board *board, tob_hexset sites,
                    char out[static TUI_TEXT_MAX])
{
    *out = '\0';
    while (!tob_hexset_is_empty(sites))
        tui_text_add(out, *out ? " %s" : "%s",
                     tui_place_of(board, tob_hexset_pop(&sites)).name);
}

/* Adds "grey h11 (2)": what lies on a space, and in how many legs it is reached. */
static void add_goal(const tui_model *m, const char *what, unsigned space, unsigned legs,
                     char out[static TUI_TEXT_MAX])
{
    tui_text_add(out, "%s%s %s (%u)", *out ? ", " : "", what,
                 tui_place_of(&m->board, space).name, legs);
}

void tui_text_reach(const tui_model *m, char out[static TUI_TEXT_MAX])
{
    static tob_game game;
    static tob_board board;
    tob_hexset amulets = m->view.amulets;

    *out = '\0';
    if (tui_marks_opened(m, &game, &board) || game.moving == TOB_MOVEMENT_EXTRA)
        amulets = (tob_hexset){0, 0}; /* A3: it takes none */
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        const tob_map *map = &m->view.map[treasure];
        const unsigned space = tob_hexset_first(map->sites);
        const unsigned legs =
            map->count == 1 ? tob_legs_between(&m->board, m->view.atv[m->seat], space)
                            : TOB_NONE;
        if (legs != TOB_NONE)
            add_goal(m, tob_treasure_name(treasure), space, legs, out);
    }
    while (!tob_hexset_is_empty(amulets)) {
        const unsigned space = tob_hexset_pop(&amulets);
        if (m->mark[space])
            add_goal(m, "amulet", space, (unsigned)(m->mark[space] - '0'), out);
    }
}

/* ---- The result ---- */

void tui_text_winner(const tui_model *m, char out[static TUI_TEXT_MAX])
{
    const tob_result result = tob_result_of(&m->view);
    unsigned winners = 0;

    *out = '\0';
    for (unsigned seat = 0; seat < m->view.players; seat++)
        if (result.place[seat] == 1)
            tui_text_add(out, "%s%s", winners++ ? ", " : "",
                         tui_person_of(m->match, seat).name);
    tui_text_add(out, winners > 1 ? " share the first place (E2)" : " wins");
}

void tui_text_place(const tui_model *m, unsigned seat, char out[static TUI_TEXT_MAX])
{
    const tob_result result = tob_result_of(&m->view);
    const uint8_t *pile = m->view.pile[seat];

    snprintf(out, TUI_TEXT_MAX, "%u. %-8.12s %3u coins, %2u cards:", result.place[seat],
             tui_person_of(m->match, seat).name, result.coins[seat],
             tui_treasure_cards(pile));
    for (unsigned value = TOB_COINS_MAX; value; value--)
        for (unsigned i = 0; i < pile[value]; i++)
            tui_text_add(out, " %u", value);
}
