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
    cli_words words; /* the island's code and what follows it */
} setting;

static bool find_space(const setting *set, const char *name, size_t length,
                       unsigned *space)
{
    *space = tob_space_find(&set->board, name, length);
    if (*space != TOB_NONE)
        return true;
    host_complain("there is no space '%.*s' on island %s (I6)", (int)length, name,
                  set->code);
    return false;
}

/* A word of an entry like statue:h8:NE: up to the next colon or the end. */
typedef struct entry_word {
    const char *text;
    size_t length;
} entry_word;

/* Splits an entry at its colons into 'wanted' words; false if it has more or fewer. */
static bool split_entry(const char *entry, size_t length, entry_word *words,
                        unsigned wanted)
{
    const char *const end = entry + length;

    for (unsigned i = 0; i < wanted; i++) {
        const char *colon = memchr(entry, ':', (size_t)(end - entry));
        const char *stop = colon ? colon : end;
        if ((i + 1 < wanted) != (colon != NULL))
            return false;
        words[i] = (entry_word){entry, (size_t)(stop - entry)};
        entry = colon ? colon + 1 : end;
    }
    return true;
}

static host_status refuse_entry(const char *entry, size_t length, tob_reason reason)
{
    if (!reason)
        return HOST_DONE;
    host_complain("'%.*s' (%s): %s", (int)length, entry, tob_reason_clause(reason),
                  tob_reason_text(reason));
    return HOST_REFUSED;
}

static host_status complain_entry(const char *entry, size_t length, const char *wanted)
{
    host_complain("'%.*s' is not %s", (int)length, entry, wanted);
    return HOST_REFUSED;
}

/* KIND:SPACE or statue:SPACE:DIR */
static host_status put_object(setting *set, const char *entry, size_t length)
{
    static const char form[] = "an object like hut:e5, palm:k7 or statue:h8:NE (O)";
    const bool statue = length > 6 && memcmp(entry, "statue", 6) == 0;
    entry_word word[3];
    unsigned space;
    int object, facing = 0;
    host_status code;

    if (!split_entry(entry, length, word, statue ? 3 : 2))
        return complain_entry(entry, length, form);
    object = tob_object_find(word[0].text, word[0].length);
    if (statue)
        facing = tob_direction_find(word[2].text, word[2].length);
    if (object < 0 || facing < 0 || statue != (object == TOB_STATUE))
        return complain_entry(entry, length, form);
    if (!find_space(set, word[1].text, word[1].length, &space))
        return HOST_REFUSED;
    code = refuse_entry(entry, length,
                        tob_board_object_reason(&set->board, (tob_object)object, space,
                                                (unsigned)facing));
    if (code)
        return code;
    tob_board_put(&set->board, (tob_object)object, space);
    set->facing[space] = (uint8_t)facing;
    return HOST_DONE;
}

static host_status put_volcano(setting *set, const char *entry, size_t length)
{
    unsigned space;
    host_status code;

    if (!find_space(set, entry, length, &space))
        return HOST_REFUSED;
    code =
        refuse_entry(entry, length, tob_board_volcano_reason(&set->board, space, false));
    if (code == HOST_DONE)
        tob_board_volcano(&set->board, space);
    return code;
}

/* TRIAD:SPACE:DIR, the space of its lava and the way to its first terrain */
static host_status put_triad(setting *set, const char *entry, size_t length)
{
    entry_word word[3];
    unsigned space;
    int triad, facing;
    tob_reason reason;

    if (!split_entry(entry, length, word, 3) ||
        (triad = tob_triad_find(word[0].text, word[0].length)) < 0 ||
        (facing = tob_direction_find(word[2].text, word[2].length)) < 0)
        return complain_entry(entry, length, "a triad like beach-jungle:e5:NE (V2)");
    if (!find_space(set, word[1].text, word[1].length, &space))
        return HOST_REFUSED;
    reason =
        tob_board_triad_reason(&set->board, (unsigned)triad, space, (unsigned)facing);
    if (set->used_triads >> triad & 1)
        reason = TOB_REASON_V2_GONE;
    if (reason)
        return refuse_entry(entry, length, reason);
    set->used_triads |= 1u << triad;
    tob_board_triad(&set->board, (unsigned)triad, space, (unsigned)facing);
    return HOST_DONE;
}

static host_status put_lava(setting *set, const char *entry, size_t length)
{
    unsigned space;
    host_status code;

    if (!find_space(set, entry, length, &space))
        return HOST_REFUSED;
    if (set->tiles == tob_lava_tile_count()) {
        host_complain("'%.*s' (V2): there are %u lava tiles", (int)length, entry,
                      tob_lava_tile_count());
        return HOST_REFUSED;
    }
    code = refuse_entry(entry, length, tob_board_lava_reason(&set->board, space));
    if (code == HOST_DONE)
        tob_board_lava(&set->board, space);
    set->tiles++;
    return code;
}

/* Does something with each entry of a list separated by commas. */
static host_status put_list(setting *set, const char *list,
                            host_status (*put)(setting *, const char *, size_t))
{
    while (list && *list) {
        const size_t length = strcspn(list, ",");
        const host_status code = put(set, list, length);
        if (code)
            return code;
        list += length;
        if (*list == ',' && !*++list) {
            host_complain("the list ends in a comma");
            return HOST_REFUSED;
        }
    }
    return HOST_DONE;
}

/* Makes the board: the volcano, the objects, the triads, the lava, in this order (V). */
static host_status make_board(setting *set, const char *island_code)
{
    unsigned island;
    host_status code = HOST_DONE;

    if (!cli_island(island_code, &island))
        return HOST_REFUSED;
    tob_board_init(&set->board, island);
    tob_island_name(island, set->code);
    if (set->volcano)
        code = put_volcano(set, set->volcano, strlen(set->volcano));
    if (!code)
        code = put_list(set, set->objects, put_object);
    if (!code)
        code = put_list(set, set->triads, put_triad);
    if (!code)
        code = put_list(set, set->lava, put_lava);
    return code;
}

/* Reads the options and the words of a question about a board, and makes the board.
 * 'least' and 'most' are the numbers of words that it takes, described by 'needs'. Only
 * 'reach' has a --pay. */
static host_status open_setting(setting *set, const cli_command *self, int count,
                                char **words, int least, int most, const char *needs)
{
    const cli_option options[] = {
        {"--objects", CLI_TEXT, &set->objects, 0, 0},
        {"--volcano", CLI_TEXT, &set->volcano, 0, 0},
        {"--triads", CLI_TEXT, &set->triads, 0, 0},
        {"--lava", CLI_TEXT, &set->lava, 0, 0},
        {"--json", CLI_FLAG, &set->json, 0, 0},
        {"--pay", CLI_FLAG, &set->pay, 0, 0},
    };
    const size_t known = self->run == cli_run_reach ? 6 : 5;
    host_status code;

    *set = (setting){.json = false};
    code = cli_parse(self, count, words, options, known, &set->words);
    if (!code && (set->words.count < least || set->words.count > most))
        code = cli_usage(self, "%s needed", needs);
    return code ? code : make_board(set, set->words.word[0]);
}

/* A space that an ATV or a statue can be asked about. */
static bool find_free_space(const setting *set, const char *name, unsigned *space)
{
    if (!find_space(set, name, strlen(name), space))
        return false;
    if (tob_hexset_has(set->board.spaces, *space))
        return true;
    host_complain("'%s' is %s, not a space (V1)", name,
                  tob_terrain_name(set->board.terrain[*space]));
    return false;
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
    const char *object = object_on(board, space);
    char name[4];

    tob_space_name(board, space, name);
    printf("%s %s %u", name, tob_terrain_name(terrain), board->area_size[space]);
    if (terrain < TOB_TERRAIN_COUNT && tob_hexset_has(board->largest[terrain], space))
        fputs(" largest", stdout);
    if (tob_hexset_has(board->coast, space))
        fputs(" coast", stdout);
    if (object)
        printf(" %s", object);
    if (tob_hexset_has(board->object[TOB_STATUE], space))
        printf(":%s", tob_direction_name(set->facing[space]));
    putchar('\n');
}

static void print_space_json(const setting *set, unsigned space)
{
    const tob_board *board = &set->board;
    const unsigned terrain = board->terrain[space];
    const char *object = object_on(board, space);
    char name[4];

    tob_space_name(board, space, name);
    printf("{\"name\":\"%s\",\"terrain\":\"%s\",\"area\":%u,\"largest\":%s,\"coast\":%s",
           name, tob_terrain_name(terrain), board->area_size[space],
           terrain < TOB_TERRAIN_COUNT && tob_hexset_has(board->largest[terrain], space)
               ? "true"
               : "false",
           tob_hexset_has(board->coast, space) ? "true" : "false");
    if (object)
        printf(",\"object\":\"%s\"", object);
    if (tob_hexset_has(board->object[TOB_STATUE], space))
        printf(",\"facing\":\"%s\"", tob_direction_name(set->facing[space]));
    putchar('}');
}

host_status cli_run_island(const cli_command *self, int count, char **words)
{
    uint8_t spaces[TOB_SPACE_MAX];
    unsigned number;
    setting set;
    const host_status code =
        open_setting(&set, self, count, words, 1, 1, "one island code is");

    if (code)
        return code;
    number = host_sorted(&set.board, set.board.spaces, spaces);
    if (set.json)
        printf("{\"island\":\"%s\",\"spaces\":[", set.code);
    for (unsigned i = 0; i < number; i++) {
        if (set.json && i)
            putchar(',');
        if (set.json)
            print_space_json(&set, spaces[i]);
        else
            print_space(&set, spaces[i]);
    }
    if (set.json) {
        fputs("],\"volcano\":", stdout);
        host_json_spaces(stdout, &set.board, set.board.ground[TOB_VOLCANO]);
        fputs(",\"lava\":", stdout);
        host_json_spaces(stdout, &set.board, set.board.ground[TOB_LAVA]);
        puts("}");
    }
    return HOST_DONE;
}

/* ---- sites ---- */

host_status cli_run_sites(const cli_command *self, int count, char **words)
{
    tob_hexset sites;
    setting set;
    const host_status code = open_setting(&set, self, count, words, 2, INT_MAX,
                                          "an island code and at least one clue are");

    if (code)
        return code;
    sites = set.board.spaces;
    for (int i = 1; i < set.words.count; i++) {
        tob_clue clue;
        if (!tob_clue_find(set.words.word[i], strlen(set.words.word[i]), &clue)) {
            host_complain("'%s' is not a clue like in-jungle or not-next-hut (L)",
                          set.words.word[i]);
            return HOST_REFUSED;
        }
        sites = tob_hexset_and(sites, tob_board_clue(&set.board, clue));
    }
    if (set.json) {
        printf("{\"island\":\"%s\",\"sites\":", set.code);
        host_json_spaces(stdout, &set.board, sites);
        puts("}");
    } else {
        host_print_spaces(stdout, &set.board, sites);
        putchar('\n');
    }
    return HOST_DONE;
}

/* ---- reach ---- */

host_status cli_run_reach(const cli_command *self, int count, char **words)
{
    setting set;
    unsigned space;
    const host_status code =
        open_setting(&set, self, count, words, 2, 2, "an island code and a space are");

    if (code)
        return code;
    if (!find_free_space(&set, set.words.word[1], &space))
        return HOST_REFUSED;
    if (set.json)
        printf("{\"island\":\"%s\",\"space\":\"%s\",\"reach\":{", set.code,
               set.words.word[1]);
    for (unsigned legs = 1; legs <= TOB_LEGS; legs++) {
        const tob_hexset reach = set.pay ? tob_board_reach_paid(&set.board, space, legs)
                                         : tob_board_reach(&set.board, space, legs);
        if (set.json) {
            printf("%s\"%u\":", legs > 1 ? "," : "", legs);
            host_json_spaces(stdout, &set.board, reach);
        } else {
            printf("%u: ", legs);
            host_print_spaces(stdout, &set.board, reach);
            putchar('\n');
        }
    }
    if (set.json)
        puts("}}");
    return HOST_DONE;
}

/* ---- sight ---- */

host_status cli_run_sight(const cli_command *self, int count, char **words)
{
    char name[4] = "";
    setting set;
    unsigned space, end;
    int direction;
    const host_status code = open_setting(&set, self, count, words, 3, 3,
                                          "an island code, a space and a direction are");

    if (code)
        return code;
    if (!find_free_space(&set, set.words.word[1], &space))
        return HOST_REFUSED;
    direction = tob_direction_find(set.words.word[2], strlen(set.words.word[2]));
    if (direction < 0) {
        host_complain("'%s' is not a direction (O3): N NE SE S SW NW", set.words.word[2]);
        return HOST_REFUSED;
    }
    end = tob_board_ray_end(&set.board, space, (unsigned)direction);
    if (end != TOB_NONE)
        tob_space_name(&set.board, end, name);
    if (set.json && end == TOB_NONE)
        puts("{\"space\":null}");
    else if (set.json)
        printf("{\"space\":\"%s\"}\n", name);
    else
        puts(name);
    return HOST_DONE;
}
