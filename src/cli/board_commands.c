/* island, sites, reach, sight: questions about a board, with or without a game. */
#include <limits.h>
#include <string.h>

#include "cli/commands.h"
#include "host/print.h"
#include "tobago/names.h"

/* The board asked about, as the options describe it. */
typedef struct setting {
    tob_board board;
    uint8_t facing[TOB_SPACE_MAX]; /* of the statues */
    char code[5];
    const char *objects, *volcano, *triads, *lava;
    unsigned used_triads; /* as bits */
    unsigned tiles;       /* of lava, placed */
    bool json, pay;
} setting;

/* An entry of a list, or a word of an entry. */
typedef struct span {
    const char *text;
    size_t length;
} span;

static bool find_space(const setting *set, span name, unsigned *space)
{
    *space = tob_space_find(&set->board, name.text, name.length);
    if (*space != TOB_NONE)
        return true;
    host_complain("there is no space '%.*s' on island %s (I6)", (int)name.length,
                  name.text, set->code);
    return false;
}

/* Splits an entry like statue:h8:NE at its colons into 'wanted' words; false if it has
 * more or fewer. */
static bool split_entry(span entry, span *words, unsigned wanted)
{
    const char *const end = entry.text + entry.length;

    for (unsigned i = 0; i < wanted; i++) {
        const char *colon = memchr(entry.text, ':', (size_t)(end - entry.text));
        const char *stop = colon ? colon : end;
        if ((i + 1 < wanted) != (colon != NULL))
            return false;
        words[i] = (span){entry.text, (size_t)(stop - entry.text)};
        entry.text = colon ? colon + 1 : end;
    }
    return true;
}

/* Is there a reason against an entry? Complains about it. */
static bool refuse_entry(span entry, tob_reason reason)
{
    if (reason)
        host_complain("'%.*s' (%s): %s", (int)entry.length, entry.text,
                      tob_reason_clause(reason), tob_reason_text(reason));
    return reason != TOB_OK;
}

static bool complain_entry(span entry, const char *wanted)
{
    host_complain("'%.*s' is not %s", (int)entry.length, entry.text, wanted);
    return false;
}

/* KIND:SPACE or statue:SPACE:DIR */
static bool put_object(setting *set, span entry)
{
    static const char form[] = "an object like hut:e5, palm:k7 or statue:h8:NE (O)";
    const bool statue = entry.length > 6 && memcmp(entry.text, "statue", 6) == 0;
    span word[3];
    unsigned space;
    int object, facing = 0;

    if (!split_entry(entry, word, statue ? 3 : 2))
        return complain_entry(entry, form);
    object = tob_object_find(word[0].text, word[0].length);
    if (statue)
        facing = tob_direction_find(word[2].text, word[2].length);
    if (object < 0 || facing < 0 || statue != (object == TOB_STATUE))
        return complain_entry(entry, form);
    if (!find_space(set, word[1], &space) ||
        refuse_entry(entry, tob_board_object_reason(&set->board, (tob_object)object,
                                                    space, (unsigned)facing)))
        return false;
    tob_board_put(&set->board, (tob_object)object, space);
    set->facing[space] = (uint8_t)facing;
    return true;
}

static bool put_volcano(setting *set, span entry)
{
    unsigned space;

    if (!find_space(set, entry, &space) ||
        refuse_entry(entry, tob_board_volcano_reason(&set->board, space, false)))
        return false;
    tob_board_volcano(&set->board, space);
    return true;
}

/* TRIAD:SPACE:DIR, the space of its lava and the way to its first terrain */
static bool put_triad(setting *set, span entry)
{
    span word[3];
    unsigned space;
    int triad, facing;
    tob_reason reason;

    if (!split_entry(entry, word, 3) ||
        (triad = tob_triad_find(word[0].text, word[0].length)) < 0 ||
        (facing = tob_direction_find(word[2].text, word[2].length)) < 0)
        return complain_entry(entry, "a triad like beach-jungle:e5:NE (V2)");
    if (!find_space(set, word[1], &space))
        return false;
    reason =
        tob_board_triad_reason(&set->board, (unsigned)triad, space, (unsigned)facing);
    if (set->used_triads >> triad & 1)
        reason = TOB_REASON_V2_GONE;
    if (refuse_entry(entry, reason))
        return false;
    set->used_triads |= 1u << triad;
    tob_board_triad(&set->board, (unsigned)triad, space, (unsigned)facing);
    return true;
}

static bool put_lava(setting *set, span entry)
{
    unsigned space;

    if (!find_space(set, entry, &space))
        return false;
    if (set->tiles == tob_lava_tile_count()) {
        host_complain("'%.*s' (V2): there are %u lava tiles", (int)entry.length,
                      entry.text, tob_lava_tile_count());
        return false;
    }
    if (refuse_entry(entry, tob_board_lava_reason(&set->board, space)))
        return false;
    tob_board_lava(&set->board, space);
    set->tiles++;
    return true;
}

/* Puts each entry of a list separated by commas; NULL is an empty list. */
static bool put_list(setting *set, const char *list, bool (*put)(setting *, span))
{
    while (list && *list) {
        const span entry = {list, strcspn(list, ",")};
        if (!put(set, entry))
            return false;
        list += entry.length;
        if (*list == ',' && !*++list) {
            host_complain("the list ends in a comma");
            return false;
        }
    }
    return true;
}

/* Makes the board: the volcano, the objects, the triads, the lava, in this order (V). */
static bool make_board(setting *set, const char *island_code)
{
    uint8_t island;

    if (!cli_island(island_code, &island))
        return false;
    tob_board_init(&set->board, island);
    tob_island_name(island, set->code);
    return (!set->volcano ||
            put_volcano(set, (span){set->volcano, strlen(set->volcano)})) &&
           put_list(set, set->objects, put_object) &&
           put_list(set, set->triads, put_triad) && put_list(set, set->lava, put_lava);
}

/* Reads the options and the words of a question about a board, and makes the board.
 * 'least' and 'most' are the numbers of words that it takes, described by 'needs'. Only
 * 'reach' has a --pay. */
static host_status open_setting(setting *set, const cli_command *self, cli_words *words,
                                int least, int most, const char *needs)
{
    const cli_option options[] = {
        {"--objects", CLI_INTO(&set->objects), 0, 0},
        {"--volcano", CLI_INTO(&set->volcano), 0, 0},
        {"--triads", CLI_INTO(&set->triads), 0, 0},
        {"--lava", CLI_INTO(&set->lava), 0, 0},
        {"--json", CLI_INTO(&set->json), 0, 0},
        {"--pay", CLI_INTO(&set->pay), 0, 0},
    };
    const size_t known = self->run == cli_run_reach ? 6 : 5;
    host_status code;

    *set = (setting){.json = false};
    code = cli_parse(self, words, options, known);
    if (code)
        return code;
    if (words->count < least || words->count > most)
        return cli_usage(self, "%s needed", needs);
    return make_board(set, words->word[0]) ? HOST_DONE : HOST_REFUSED;
}

/* A space that an ATV or a statue can be asked about. */
static bool find_free_space(const setting *set, const char *name, unsigned *space)
{
    if (!find_space(set, (span){name, strlen(name)}, space))
        return false;
    if (tob_hexset_has(set->board.spaces, *space))
        return true;
    host_complain("'%s' is %s, not a space (V1)", name,
                  tob_terrain_name(set->board.terrain[*space]));
    return false;
}

static void print_spaces(const setting *set, tob_hexset spaces)
{
    (set->json ? host_json_spaces : host_print_spaces)(stdout, &set->board, spaces);
}

/* ---- island ---- */

static const char *object_on(const tob_board *board, unsigned space)
{
    for (unsigned object = 0; object < TOB_OBJECT_COUNT; object++)
        if (tob_hexset_has(board->object[object], space))
            return tob_object_name(object);
    return NULL;
}

static void print_space(const setting *set, unsigned space)
{
    const tob_board *board = &set->board;
    const unsigned terrain = board->terrain[space];
    const bool largest =
        terrain < TOB_TERRAIN_COUNT && tob_hexset_has(board->largest[terrain], space);
    const bool coast = tob_hexset_has(board->coast, space);
    const char *object = object_on(board, space);
    char name[4];

    tob_space_name(board, space, name);
    printf(set->json ? "{\"name\":\"%s\",\"terrain\":\"%s\",\"area\":%u" : "%s %s %u",
           name, tob_terrain_name(terrain), board->area_size[space]);
    if (set->json)
        printf(",\"largest\":%s,\"coast\":%s", largest ? "true" : "false",
               coast ? "true" : "false");
    else
        printf("%s%s", largest ? " largest" : "", coast ? " coast" : "");
    if (object)
        printf(set->json ? ",\"object\":\"%s\"" : " %s", object);
    if (tob_hexset_has(board->object[TOB_STATUE], space))
        printf(set->json ? ",\"facing\":\"%s\"" : ":%s",
               tob_direction_name(set->facing[space]));
    fputs(set->json ? "}" : "\n", stdout);
}

host_status cli_run_island(const cli_command *self, cli_words *words)
{
    uint8_t spaces[TOB_SPACE_MAX];
    unsigned number;
    setting set;
    const host_status code = open_setting(&set, self, words, 1, 1, "one island code is");

    if (code)
        return code;
    number = host_sorted(&set.board, set.board.spaces, spaces);
    if (set.json)
        printf("{\"island\":\"%s\",\"spaces\":[", set.code);
    for (unsigned i = 0; i < number; i++) {
        if (set.json && i)
            putchar(',');
        print_space(&set, spaces[i]);
    }
    if (set.json) {
        fputs("],\"volcano\":", stdout);
        print_spaces(&set, set.board.ground[TOB_VOLCANO]);
        fputs(",\"lava\":", stdout);
        print_spaces(&set, set.board.ground[TOB_LAVA]);
        puts("}");
    }
    return HOST_DONE;
}

/* ---- sites ---- */

host_status cli_run_sites(const cli_command *self, cli_words *words)
{
    tob_hexset sites;
    setting set;
    const host_status code = open_setting(&set, self, words, 2, INT_MAX,
                                          "an island code and at least one clue are");

    if (code)
        return code;
    sites = set.board.spaces;
    for (int i = 1; i < words->count; i++) {
        tob_clue clue;
        if (!tob_clue_find(words->word[i], strlen(words->word[i]), &clue)) {
            host_complain("'%s' is not a clue like in-jungle or not-next-hut (L)",
                          words->word[i]);
            return HOST_REFUSED;
        }
        sites = tob_hexset_and(sites, tob_board_clue(&set.board, clue));
    }
    if (set.json)
        printf("{\"island\":\"%s\",\"sites\":", set.code);
    print_spaces(&set, sites);
    puts(set.json ? "}" : "");
    return HOST_DONE;
}

/* ---- reach ---- */

host_status cli_run_reach(const cli_command *self, cli_words *words)
{
    setting set;
    unsigned space;
    const host_status code =
        open_setting(&set, self, words, 2, 2, "an island code and a space are");

    if (code)
        return code;
    if (!find_free_space(&set, words->word[1], &space))
        return HOST_REFUSED;
    if (set.json)
        printf("{\"island\":\"%s\",\"space\":\"%s\",\"reach\":{", set.code,
               words->word[1]);
    for (unsigned legs = 1; legs <= TOB_LEGS; legs++) {
        printf(set.json ? "\"%u\":" : "%u: ", legs);
        print_spaces(&set, (set.pay ? tob_board_reach_paid
                                    : tob_board_reach)(&set.board, space, legs));
        fputs(!set.json ? "\n" : legs < TOB_LEGS ? "," : "}}\n", stdout);
    }
    return HOST_DONE;
}

/* ---- sight ---- */

host_status cli_run_sight(const cli_command *self, cli_words *words)
{
    char name[4] = "";
    setting set;
    unsigned space, end;
    int direction;
    const host_status code = open_setting(&set, self, words, 3, 3,
                                          "an island code, a space and a direction are");

    if (code)
        return code;
    if (!find_free_space(&set, words->word[1], &space))
        return HOST_REFUSED;
    direction = tob_direction_find(words->word[2], strlen(words->word[2]));
    if (direction < 0) {
        host_complain("'%s' is not a direction (O3): N NE SE S SW NW", words->word[2]);
        return HOST_REFUSED;
    }
    end = tob_board_ray_end(&set.board, space, (unsigned)direction);
    if (end != TOB_NONE)
        tob_space_name(&set.board, end, name);
    if (set.json && end == TOB_NONE)
        puts("{\"space\":null}");
    else
        printf(set.json ? "{\"space\":\"%s\"}\n" : "%s\n", name);
    return HOST_DONE;
}
