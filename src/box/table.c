#include "box/table.h"

#include <stdio.h>
#include <string.h>

#include "host/print.h"
#include "tobago/query.h"

/* ---- What a table knows ---- */

void box_space_list(const tob_board *board, tob_hexset spaces, char *text, size_t room)
{
    uint8_t sorted[TOB_SPACE_MAX];
    const unsigned count = host_sorted(board, spaces, sorted);
    size_t used = 0;

    text[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        char name[4];
        tob_space_name(board, sorted[i], name);
        if (used + 9 > room) {
            snprintf(text + used, room - used, " ...");
            return;
        }
        used += (size_t)snprintf(text + used, room - used, "%s%s", i ? " " : "", name);
    }
}

/* Applies all clues of each map to the island as it is now (C5, V4). */
static void refresh(box_table *table)
{
    for (unsigned t = 0; t < TOB_TREASURE_COUNT; t++) {
        tob_map *map = &table->game.map[t];
        const box_clues *clues = &table->clues[t];
        map->sites = tob_hexset_minus(box_sites(&table->set, clues->clue, clues->count),
                                      map->removed);
        map->count = (uint8_t)tob_hexset_count(map->sites);
        map->length = clues->count;
    }
    for (unsigned i = 0; i < TOB_STATUES; i++)
        table->game.statue[i] = table->set.statue[i];
    table->game.volcano = table->set.volcano;
    table->game.options = table->set.volcano != TOB_NONE ? TOB_OPTION_VOLCANO : 0;
    table->game.lava_tiles = (uint8_t)(tob_lava_tile_count() - table->set.tiles);
    /* All amulets lie on the island, are held, or are in the pile (S2). */
    const unsigned out = tob_hexset_count(table->game.amulets) + table->held;
    table->game.amulet_pile = (uint8_t)(out < TOB_AMULETS ? TOB_AMULETS - out : 0);
}

/* Asks the engine about a move of somebody whose turn it is, who stands on a space and
 * has a rose and an amulet. */
static tob_reason ask(const box_table *table, unsigned phase, unsigned space,
                      tob_move move)
{
    tob_game game = table->game;

    game.players = 2;
    game.phase = (uint8_t)phase;
    game.atv[0] = (uint8_t)space;
    game.amulet[0] = game.roses[0] = 1;
    return tob_why(&game, &table->set.board, move);
}

tob_reason box_would_leave(const box_table *table, unsigned treasure, tob_clue clue,
                           tob_hexset *left)
{
    const tob_hexset allowed = tob_board_clue(&table->set.board, clue);

    *left = tob_hexset_and(table->game.map[treasure].sites, allowed);
    return tob_clue_reason(&table->game.map[treasure], allowed);
}

/* ---- Acts ---- */

/* An act under way: the table after it, its spelling, and what to say. */
typedef struct doing {
    box_table *table;
    box_span rest; /* the line without its first word */
    char *act, *said;
} doing;

static bool refuse(const doing *d, tob_reason reason)
{
    if (reason)
        box_say(d->said, "no: %s (%s)", tob_reason_text(reason),
                tob_reason_clause(reason));
    return reason != TOB_OK;
}

/* Takes the first word off a text. */
static box_span take_word(box_span *text)
{
    box_span word;
    size_t length = 0;

    *text = box_trim(*text);
    while (length < text->length && !strchr(" \t:", text->text[length]))
        length++;
    word = (box_span){text->text, length};
    while (length < text->length && strchr(" \t:", text->text[length]))
        length++;
    *text = (box_span){text->text + length, text->length - length};
    return word;
}

static bool need_treasure(doing *d, unsigned *treasure)
{
    const box_span word = take_word(&d->rest);
    const int found = box_find_treasure(word);

    if (found < 0) {
        box_say(d->said, "'%.*s' is not a treasure: white, grey, brown or black",
                (int)(word.length < 40 ? word.length : 40), word.text);
        return false;
    }
    *treasure = (unsigned)found;
    return true;
}

static bool do_island(doing *d)
{
    box_table *table = d->table;
    box_setting set;

    if (!box_set_island(&set, d->rest, d->said))
        return false;
    *table = (box_table){.laid = true, .set = set};
    box_fill_game(&table->set, &table->game);
    snprintf(d->act, BOX_ACT_MAX, "island %s", set.code);
    box_say(d->said,
            "Island %s, %u spaces. Now say what stands where: statue h8 NE, hut "
            "e5, palm k7.",
            set.code, tob_hexset_count(set.board.spaces));
    return true;
}

static bool do_object(doing *d, tob_object object)
{
    box_table *table = d->table;
    char entry[BOX_ACT_MAX], name[4];
    box_span rest = d->rest;
    const box_span place = take_word(&rest);
    const int facing = rest.length ? box_find_direction(rest) : TOB_DIRECTION_COUNT;
    const unsigned space = box_find_space(&table->set.board, place);

    if (facing < 0) {
        box_explain_direction(d->said, rest);
        return false;
    }
    if (space == TOB_NONE) {
        box_explain_space(d->said, &table->set.board, place);
        return false;
    }
    tob_space_name(&table->set.board, space, name);
    snprintf(entry, sizeof entry, "%s %s%s%s", tob_object_name(object), name,
             rest.length ? " " : "",
             rest.length ? tob_direction_name((unsigned)facing) : "");
    if (!box_put_object(&table->set, box_span_of(entry), d->said))
        return false;
    snprintf(d->act, BOX_ACT_MAX, "%s", entry);
    if (object == TOB_STATUE)
        table->game.facing[table->set.statues - 1] = (uint8_t)facing;
    box_say(d->said, "%u of %u %ss.", tob_hexset_count(table->set.board.object[object]),
            tob_object_limit(object), tob_object_name(object));
    return true;
}

static bool do_statue(doing *d)
{
    return do_object(d, TOB_STATUE);
}

static bool do_hut(doing *d)
{
    return do_object(d, TOB_HUT);
}

static bool do_palm(doing *d)
{
    return do_object(d, TOB_PALM);
}

static bool do_volcano(doing *d)
{
    box_setting *set = &d->table->set;
    char name[4];

    if (set->given || set->used_triads || set->tiles || set->volcano != TOB_NONE) {
        box_say(d->said, "the volcano comes before everything else, and once (V1)");
        return false;
    }
    if (!box_put_volcano(set, d->rest, d->said))
        return false;
    tob_space_name(&set->board, set->volcano, name);
    snprintf(d->act, BOX_ACT_MAX, "volcano %s", name);
    box_say(d->said, "The volcano lies around %s.", name);
    return true;
}

static bool do_triad(doing *d)
{
    box_setting *set = &d->table->set;
    box_span rest = d->rest;
    const int triad = box_find_triad(take_word(&rest));
    char name[4], fresh[4];

    if (!box_put_triad(set, d->rest, d->said))
        return false;
    const uint8_t *hexes = set->triad[set->triads - 1];
    unsigned direction = 0;
    while (tob_board_step(&set->board, hexes[0], direction) != hexes[1])
        direction++;
    tob_space_name(&set->board, hexes[0], name);
    tob_space_name(&set->board, set->board.count - 1u, fresh);
    snprintf(d->act, BOX_ACT_MAX, "triad %s %s %s", tob_triad_name((unsigned)triad), name,
             tob_direction_name(direction));
    box_say(d->said, "%u of %u triads; the new space is %s.", set->triads,
            TOB_TRIAD_COUNT, fresh);
    return true;
}

static bool do_lava(doing *d)
{
    box_table *table = d->table;
    char name[4];
    unsigned space;

    if (!box_need_space(&table->set, d->rest, &space, d->said))
        return false;
    if (tob_hexset_has(table->game.amulets, space)) {
        refuse(d, TOB_REASON_V3_OCCUPIED);
        return false;
    }
    if (!box_put_lava(&table->set, d->rest, d->said))
        return false;
    tob_space_name(&table->set.board, space, name);
    snprintf(d->act, BOX_ACT_MAX, "lava %s", name);
    box_say(d->said, "Lava on %s; %u tiles are left. The sites follow the island (V4).",
            name, tob_lava_tile_count() - table->set.tiles);
    return true;
}

/* "7 of 23 sites are left: e6 f6 ..." */
static void say_sites(const box_table *table, unsigned treasure, unsigned before,
                      char *text, size_t room)
{
    const tob_map *map = &table->game.map[treasure];
    char spaces[160] = "", name[4];

    if (map->count == 1) {
        tob_space_name(&table->set.board, tob_hexset_first(map->sites), name);
        snprintf(text, room, "the treasure lies on %s!", name);
        return;
    }
    if (!tob_hexset_is_empty(tob_map_markers(&table->game, treasure)))
        box_space_list(&table->set.board, map->sites, spaces, sizeof spaces);
    snprintf(text, room, "%u of %u sites are left%s%s.", map->count, before,
             *spaces ? ", cubes on " : "", spaces);
}

/* Reminds of objects that a clue is about and that are not all on the table. */
static void say_missing(const box_table *table, tob_clue clue, char *text, size_t room)
{
    static const uint8_t objects[] = {TOB_HUT, TOB_PALM, TOB_STATUE};
    const unsigned index = clue.landmark - (unsigned)TOB_LANDMARK_HUT;

    text[0] = '\0';
    if (index >= sizeof objects || table->set.tiles)
        return;
    const unsigned object = objects[index],
                   count = tob_hexset_count(table->set.board.object[object]);
    if (count < tob_object_limit((tob_object)object))
        snprintf(text, room, " Only %u of %u %ss are on the table.", count,
                 tob_object_limit((tob_object)object), tob_object_name(object));
}

static bool do_clue(doing *d)
{
    box_table *table = d->table;
    char name[32], phrase[64], sites[256], missing[64];
    unsigned treasure;
    tob_hexset left;
    tob_clue clue;
    const char *lacking;

    if (!need_treasure(d, &treasure))
        return false;
    const unsigned before = table->game.map[treasure].count;
    box_clues *clues = &table->clues[treasure];
    if (!box_find_clue(d->rest, &clue)) {
        box_explain_clue(d->said, d->rest);
        return false;
    }
    box_clue_name(clue, name);
    lacking = box_clue_lacks(&table->set, clue);
    if (lacking) {
        box_say(d->said, "no %s is on the table yet: say where, like '%s %s' (L5)",
                lacking, lacking, lacking[0] == 's' ? "h8 NE" : "h8");
        return false;
    }
    if (refuse(d, box_would_leave(table, treasure, clue, &left)))
        return false;
    if (clues->count == BOX_CLUES_MAX) {
        box_say(d->said, "this map is full");
        return false;
    }
    clues->clue[clues->count++] = clue;
    refresh(table);
    box_clue_phrase(clue, phrase);
    say_sites(table, treasure, before, sites, sizeof sites);
    snprintf(d->act, BOX_ACT_MAX, "clue %s %s", tob_treasure_name(treasure), name);
    say_missing(table, clue, missing, sizeof missing);
    box_say(d->said, "%s, %s: %s%s", tob_treasure_name(treasure), phrase, sites, missing);
    return true;
}

static bool do_remove(doing *d)
{
    box_table *table = d->table;
    char name[4], sites[256];
    unsigned treasure, space;

    if (!need_treasure(d, &treasure) ||
        !box_need_space(&table->set, d->rest, &space, d->said))
        return false;
    const unsigned before = table->game.map[treasure].count;
    if (refuse(d, ask(table, TOB_PHASE_TURN, tob_hexset_first(table->set.board.spaces),
                      (tob_move){.kind = TOB_MOVE_AMULET_REMOVE,
                                 .treasure = (uint8_t)treasure,
                                 .space = (uint8_t)space})))
        return false;
    tob_hexset_add(&table->game.map[treasure].removed, space);
    if (table->held)
        table->held--; /* the amulet goes back to the pile (A6) */
    refresh(table);
    tob_space_name(&table->set.board, space, name);
    say_sites(table, treasure, before, sites, sizeof sites);
    snprintf(d->act, BOX_ACT_MAX, "remove %s %s", tob_treasure_name(treasure), name);
    box_say(d->said, "%s, no longer on %s: %s", tob_treasure_name(treasure), name, sites);
    return true;
}

static bool do_take(doing *d)
{
    box_table *table = d->table;
    char name[4];
    unsigned space;

    if (!box_need_space(&table->set, d->rest, &space, d->said))
        return false;
    tob_space_name(&table->set.board, space, name);
    if (!tob_hexset_has(table->game.amulets, space)) {
        box_say(d->said, "no amulet lies on %s", name);
        return false;
    }
    tob_hexset_remove(&table->game.amulets, space);
    table->held++;
    snprintf(d->act, BOX_ACT_MAX, "take %s", name);
    box_say(d->said, "The amulet on %s is taken.", name);
    return true;
}

static bool do_spend(doing *d)
{
    if (!d->table->held) {
        box_say(d->said, "nobody holds an amulet, as far as this table knows");
        return false;
    }
    d->table->held--;
    snprintf(d->act, BOX_ACT_MAX, "spend");
    box_say(d->said, "An amulet goes back to the pile (A6).");
    return true;
}

static bool do_amulet(doing *d)
{
    box_table *table = d->table;
    char name[4];
    unsigned space;

    if (!box_need_free_space(&table->set, d->rest, &space, d->said))
        return false;
    tob_space_name(&table->set.board, space, name);
    if (tob_hexset_has(table->game.amulets, space) || !table->game.amulet_pile) {
        box_say(d->said,
                table->game.amulet_pile ? "an amulet lies on %s already"
                                        : "no amulet is left for %s",
                name);
        return false;
    }
    tob_hexset_add(&table->game.amulets, space);
    snprintf(d->act, BOX_ACT_MAX, "amulet %s", name);
    box_say(d->said, "An amulet lies on %s.", name);
    return true;
}

static bool do_raise(doing *d)
{
    box_table *table = d->table;
    tob_hexset fresh = table->game.amulets;
    char spaces[32];
    unsigned treasure;

    if (!need_treasure(d, &treasure))
        return false;
    tob_map *map = &table->game.map[treasure];
    if (refuse(d, ask(table, TOB_PHASE_TURN, tob_hexset_first(map->sites),
                      (tob_move){.kind = TOB_MOVE_RAISE, .treasure = (uint8_t)treasure})))
        return false;
    map->removed = (tob_hexset){0, 0};
    table->clues[treasure].count = 0; /* N1 */
    if (table->raised[treasure] < UINT8_MAX)
        table->raised[treasure]++;
    tob_surface(&table->game, &table->set.board);
    for (unsigned i = 0; i < table->set.statues; i++)
        table->set.facing[table->set.statue[i]] = table->game.facing[i];
    refresh(table);
    fresh = tob_hexset_minus(table->game.amulets, fresh);
    box_space_list(&table->set.board, fresh, spaces, sizeof spaces);
    snprintf(d->act, BOX_ACT_MAX, "raise %s", tob_treasure_name(treasure));
    box_say(d->said,
            "%s is raised. %s%s%s The statues turn (N4); %s begins anew with a clue "
            "(N2).",
            tob_treasure_name(treasure),
            *spaces ? "Amulets surface on " : "No amulet surfaces", spaces,
            *spaces ? " (N3)." : ".", tob_treasure_name(treasure));
    return true;
}

static bool do_face(doing *d)
{
    box_table *table = d->table;
    const box_span place = take_word(&d->rest);
    const int facing = box_find_direction(d->rest);
    char name[4];
    unsigned space, end;

    if (!box_need_space(&table->set, place, &space, d->said))
        return false;
    if (facing < 0) {
        box_explain_direction(d->said, d->rest);
        return false;
    }
    tob_space_name(&table->set.board, space, name);
    if (!tob_hexset_has(table->set.board.object[TOB_STATUE], space)) {
        box_say(d->said, "no statue stands on %s", name);
        return false;
    }
    for (unsigned i = 0; i < table->set.statues; i++)
        if (table->set.statue[i] == space)
            table->game.facing[i] = (uint8_t)facing;
    table->set.facing[space] = (uint8_t)facing;
    snprintf(d->act, BOX_ACT_MAX, "face %s %s", name,
             tob_direction_name((unsigned)facing));
    end = tob_board_ray_end(&table->set.board, space, (unsigned)facing);
    box_say(d->said, "The statue on %s faces %s%s", name,
            tob_direction_name((unsigned)facing), end == TOB_NONE ? "." : ", up to ");
    if (end != TOB_NONE) {
        tob_space_name(&table->set.board, end, name);
        snprintf(d->said + strlen(d->said), 8, "%s.", name);
    }
    return true;
}

/* ---- All acts ---- */

static const struct {
    const char *word;
    bool (*act)(doing *);
} acts[] = {
    {"island", do_island}, {"volcano", do_volcano}, {"statue", do_statue},
    {"hut", do_hut},       {"palm", do_palm},       {"triad", do_triad},
    {"clue", do_clue},     {"remove", do_remove},   {"raise", do_raise},
    {"take", do_take},     {"spend", do_spend},     {"lava", do_lava},
    {"amulet", do_amulet}, {"face", do_face},
};

enum { ACTS = sizeof acts / sizeof acts[0] };

const char *box_act_at(unsigned index, char store[static 32])
{
    (void)store;
    return index < ACTS ? acts[index].word : NULL;
}

bool box_is_act(box_span word)
{
    for (unsigned i = 0; i < ACTS; i++)
        if (box_is(word, acts[i].word))
            return true;
    return false;
}

/* A hut, palm or lava that comes late can contradict the clues that lie there. */
static bool loses_all_sites(const box_table *table)
{
    for (unsigned t = 0; t < TOB_TREASURE_COUNT; t++)
        if (!table->game.map[t].count)
            return true;
    return false;
}

bool box_table_act(box_table *table, box_span line, char act[static BOX_ACT_MAX],
                   char said[BOX_WHY_MAX])
{
    box_span rest = line;
    const box_span word = take_word(&rest);
    box_table after = *table;
    doing d = {&after, box_trim(rest), act, said};

    act[0] = said[0] = '\0';
    for (unsigned i = 0; i < ACTS; i++) {
        if (!box_is(word, acts[i].word))
            continue;
        if (!after.laid && acts[i].act != do_island) {
            box_say(said, "say first which island lies there, like 'island AbC1'");
            return false;
        }
        if (!acts[i].act(&d))
            return false;
        refresh(&after);
        if (loses_all_sites(&after)) {
            refuse(&d, acts[i].act == do_lava ? TOB_REASON_V3_NOWHERE
                                              : TOB_REASON_C3_NOWHERE);
            return false;
        }
        *table = after;
        return true;
    }
    box_say(said, "'%.*s' is nothing that can be done here",
            (int)(word.length < 40 ? word.length : 40), word.text);
    box_suggest(said, word, box_act_at);
    return false;
}
