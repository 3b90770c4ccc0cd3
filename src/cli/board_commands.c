/* island, sites, reach, sight: questions about a board, with or without a game. */
#include <string.h>

#include "cli/commands.h"

typedef struct setting {
    tob_board board;
    uint8_t facing[TOB_SPACE_MAX]; /* of the statues */
    char code[5];
} setting;

static cli_exit open_island(setting *set, const char *code)
{
    unsigned island;

    memset(set, 0, sizeof *set);
    if (!cli_island(code, &island))
        return CLI_REFUSED;
    tob_board_init(&set->board, island);
    tob_island_name(island, set->code);
    return CLI_DONE;
}

static bool find_space(const setting *set, const char *name, size_t length,
                       unsigned *space)
{
    *space = tob_space_find(&set->board, name, length);
    if (*space != TOB_NONE)
        return true;
    cli_complain("there is no space '%.*s' on island %s (I6)", (int)length, name,
                 set->code);
    return false;
}

/* One entry of a list of objects: KIND:SPACE or statue:SPACE:DIR. */
static cli_exit put_object(setting *set, const char *entry, size_t length)
{
    const char *const end = entry + length;
    const char *space_at = memchr(entry, ':', length), *facing_at = NULL;
    const int object = space_at ? tob_object_find(entry, (size_t)(space_at - entry)) : -1;
    unsigned space;
    int facing = 0;
    tob_reason reason;

    if (object < 0) {
        cli_complain("'%.*s' is not an object like hut:e5 or statue:h8:NE", (int)length,
                     entry);
        return CLI_REFUSED;
    }
    space_at++;
    if (object == TOB_STATUE) {
        facing_at = memchr(space_at, ':', (size_t)(end - space_at));
        facing = facing_at
                     ? tob_direction_find(facing_at + 1, (size_t)(end - facing_at - 1))
                     : -1;
        if (facing < 0) {
            cli_complain("'%.*s': a statue faces N, NE, SE, S, SW or NW (O3)",
                         (int)length, entry);
            return CLI_REFUSED;
        }
    }
    if (!find_space(set, space_at, (size_t)((facing_at ? facing_at : end) - space_at),
                    &space))
        return CLI_REFUSED;
    reason =
        tob_board_object_reason(&set->board, (tob_object)object, space, (unsigned)facing);
    if (reason) {
        cli_complain("'%.*s' (%s): %s", (int)length, entry, tob_reason_clause(reason),
                     tob_reason_text(reason));
        return CLI_REFUSED;
    }
    tob_board_put(&set->board, (tob_object)object, space);
    set->facing[space] = (uint8_t)facing;
    return CLI_DONE;
}

static cli_exit put_objects(setting *set, const char *list)
{
    while (list && *list) {
        const size_t length = strcspn(list, ",");
        const cli_exit code = put_object(set, list, length);
        if (code)
            return code;
        list += length;
        if (*list == ',' && !*++list) {
            cli_complain("the list of objects ends in a comma");
            return CLI_REFUSED;
        }
    }
    return CLI_DONE;
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

cli_exit cli_run_island(const cli_command *self, int count, char **words)
{
    const char *objects = NULL;
    bool json = false;
    const cli_option options[] = {{"--objects", CLI_TEXT, &objects, 0, 0},
                                  {"--json", CLI_FLAG, &json, 0, 0}};
    uint8_t spaces[TOB_SPACE_MAX];
    unsigned number;
    cli_words rest;
    setting set;
    cli_exit code = cli_parse(self, count, words, options, 2, &rest);

    if (code)
        return code;
    if (rest.count != 1)
        return cli_usage(self, "one island code is needed");
    if ((code = open_island(&set, rest.word[0])) || (code = put_objects(&set, objects)))
        return code;
    number = cli_sorted(&set.board, set.board.land, spaces);
    if (json)
        printf("{\"island\":\"%s\",\"spaces\":[", set.code);
    for (unsigned i = 0; i < number; i++) {
        if (json && i)
            putchar(',');
        if (json)
            print_space_json(&set, spaces[i]);
        else
            print_space(&set, spaces[i]);
    }
    if (json)
        puts("]}");
    return CLI_DONE;
}

/* ---- sites ---- */

cli_exit cli_run_sites(const cli_command *self, int count, char **words)
{
    const char *objects = NULL;
    bool json = false;
    const cli_option options[] = {{"--objects", CLI_TEXT, &objects, 0, 0},
                                  {"--json", CLI_FLAG, &json, 0, 0}};
    cli_words rest;
    setting set;
    tob_hexset sites;
    cli_exit code = cli_parse(self, count, words, options, 2, &rest);

    if (code)
        return code;
    if (rest.count < 2)
        return cli_usage(self, "an island code and at least one clue are needed");
    if ((code = open_island(&set, rest.word[0])) || (code = put_objects(&set, objects)))
        return code;
    sites = set.board.spaces;
    for (int i = 1; i < rest.count; i++) {
        tob_clue clue;
        if (!tob_clue_find(rest.word[i], strlen(rest.word[i]), &clue)) {
            cli_complain("'%s' is not a clue like in-jungle or not-next-hut (L)",
                         rest.word[i]);
            return CLI_REFUSED;
        }
        sites = tob_hexset_and(sites, tob_board_clue(&set.board, clue));
    }
    if (json) {
        printf("{\"island\":\"%s\",\"sites\":", set.code);
        cli_json_spaces(stdout, &set.board, sites);
        puts("}");
    } else {
        cli_print_spaces(stdout, &set.board, sites);
        putchar('\n');
    }
    return CLI_DONE;
}

/* ---- reach ---- */

cli_exit cli_run_reach(const cli_command *self, int count, char **words)
{
    bool json = false;
    const cli_option options[] = {{"--json", CLI_FLAG, &json, 0, 0}};
    cli_words rest;
    setting set;
    unsigned space;
    cli_exit code = cli_parse(self, count, words, options, 1, &rest);

    if (code)
        return code;
    if (rest.count != 2)
        return cli_usage(self, "an island code and a space are needed");
    if ((code = open_island(&set, rest.word[0])))
        return code;
    if (!find_space(&set, rest.word[1], strlen(rest.word[1]), &space))
        return CLI_REFUSED;
    if (json)
        printf("{\"island\":\"%s\",\"space\":\"%s\",\"reach\":{", set.code, rest.word[1]);
    for (unsigned legs = 1; legs <= TOB_LEGS; legs++) {
        const tob_hexset reach = tob_board_reach(&set.board, space, legs);
        if (json) {
            printf("%s\"%u\":", legs > 1 ? "," : "", legs);
            cli_json_spaces(stdout, &set.board, reach);
        } else {
            printf("%u: ", legs);
            cli_print_spaces(stdout, &set.board, reach);
            putchar('\n');
        }
    }
    if (json)
        puts("}}");
    return CLI_DONE;
}

/* ---- sight ---- */

cli_exit cli_run_sight(const cli_command *self, int count, char **words)
{
    bool json = false;
    const cli_option options[] = {{"--json", CLI_FLAG, &json, 0, 0}};
    char name[4] = "";
    cli_words rest;
    setting set;
    unsigned space, end;
    int direction;
    cli_exit code = cli_parse(self, count, words, options, 1, &rest);

    if (code)
        return code;
    if (rest.count != 3)
        return cli_usage(self, "an island code, a space and a direction are needed");
    if ((code = open_island(&set, rest.word[0])))
        return code;
    if (!find_space(&set, rest.word[1], strlen(rest.word[1]), &space))
        return CLI_REFUSED;
    direction = tob_direction_find(rest.word[2], strlen(rest.word[2]));
    if (direction < 0) {
        cli_complain("'%s' is not a direction (O3): N NE SE S SW NW", rest.word[2]);
        return CLI_REFUSED;
    }
    end = tob_board_ray_end(&set.board, space, (unsigned)direction);
    if (end != TOB_NONE)
        tob_space_name(&set.board, end, name);
    if (json && end == TOB_NONE)
        puts("{\"space\":null}");
    else if (json)
        printf("{\"space\":\"%s\"}\n", name);
    else
        puts(name);
    return CLI_DONE;
}
