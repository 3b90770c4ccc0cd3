/* island, sites, reach, sight: questions about a board, with or without a game. */
#include <limits.h>
#include <string.h>

#include "box/setting.h"
#include "cli/commands.h"
#include "host/picture.h"
#include "host/plot.h"
#include "host/print.h"
#include "host/text.h"
#include "tui/draw.h"

/* The board asked about, and how to answer. */
typedef struct question {
    box_setting set;
    const char *objects, *volcano, *triads, *lava, *svg;
    bool json, pay, list;
} question;

static host_status refuse(const char *why)
{
    host_complain("%s", why);
    return HOST_REFUSED;
}

/* Makes the board: the volcano, the objects, the triads, the lava, in this order (V). */
static host_status make_board(question *q, const char *island)
{
    char why[BOX_WHY_MAX];

    return box_set_island(&q->set, box_span_of(island), why) &&
                   (!q->volcano ||
                    box_put_volcano(&q->set, box_span_of(q->volcano), why)) &&
                   box_put_list(&q->set, q->objects, box_put_object, why) &&
                   box_put_list(&q->set, q->triads, box_put_triad, why) &&
                   box_put_list(&q->set, q->lava, box_put_lava, why)
               ? HOST_DONE
               : refuse(why);
}

/* Reads the options and the words of a question about a board, and makes the board.
 * 'least' and 'most' are the numbers of words that it takes, described by 'needs'. Only
 * 'reach' has a --pay, only 'island' a --list. */
static host_status open_question(question *q, const cli_command *self, cli_words *words,
                                 int least, int most, const char *needs)
{
    const bool island = self->run == cli_run_island;
    const cli_option options[] = {
        {"--objects", CLI_INTO(&q->objects), 0, 0},
        {"--volcano", CLI_INTO(&q->volcano), 0, 0},
        {"--triads", CLI_INTO(&q->triads), 0, 0},
        {"--lava", CLI_INTO(&q->lava), 0, 0},
        {"--json", CLI_INTO(&q->json), 0, 0},
        {"--svg", CLI_INTO(&q->svg), 0, 0},
        {island ? "--list" : "--pay", CLI_INTO(island ? &q->list : &q->pay), 0, 0},
    };
    const size_t known = island || self->run == cli_run_reach ? 7 : 6;
    host_status code;

    *q = (question){.json = false};
    code = cli_parse(self, words, options, known);
    if (code)
        return code;
    if (words->count < least || words->count > most)
        return cli_usage(self, "%s needed", needs);
    return make_board(q, words->word[0]);
}

static void print_spaces(const question *q, tob_hexset spaces)
{
    (q->json ? host_json_spaces : host_print_spaces)(stdout, &q->set.board, spaces);
}

/* ---- Pictures ---- */

/* A picture of the board, with the lines of sight of its statues. */
static picture picture_for(const question *q, const char *title, const char *remark)
{
    picture p = picture_of(&q->set.board, title, remark);

    p.facing = q->set.facing;
    p.gazes = true;
    p.triads = q->set.triads;
    memcpy(p.triad, q->set.triad, sizeof p.triad);
    return p;
}

/* Writes the picture of an answer, if one is wanted. */
static host_status write_picture(const question *q, const picture *p)
{
    FILE *out;

    if (!q->svg)
        return HOST_DONE;
    out = plot_open(q->svg);
    if (!out)
        return HOST_FAILED;
    picture_write(out, p);
    return plot_close(out, q->svg) ? HOST_DONE : HOST_FAILED;
}

/* ---- island ---- */

static const char *object_on(const tob_board *board, unsigned space)
{
    for (unsigned object = 0; object < TOB_OBJECT_COUNT; object++)
        if (tob_hexset_has(board->object[object], space))
            return tob_object_name(object);
    return NULL;
}

static void print_space(const question *q, unsigned space)
{
    const tob_board *board = &q->set.board;
    const unsigned terrain = board->terrain[space];
    const bool largest =
        terrain < TOB_TERRAIN_COUNT && tob_hexset_has(board->largest[terrain], space);
    const bool coast = tob_hexset_has(board->coast, space);
    const char *object = object_on(board, space);
    char name[4];

    tob_space_name(board, space, name);
    printf(q->json ? "{\"name\":\"%s\",\"terrain\":\"%s\",\"area\":%u" : "%s %s %u", name,
           tob_terrain_name(terrain), board->area_size[space]);
    if (q->json)
        printf(",\"largest\":%s,\"coast\":%s", largest ? "true" : "false",
               coast ? "true" : "false");
    else
        printf("%s%s", largest ? " largest" : "", coast ? " coast" : "");
    if (object)
        printf(q->json ? ",\"object\":\"%s\"" : " %s", object);
    if (tob_hexset_has(board->object[TOB_STATUE], space))
        printf(q->json ? ",\"facing\":\"%s\"" : ":%s",
               tob_direction_name(q->set.facing[space]));
    fputs(q->json ? "}" : "\n", stdout);
}

/* Prints the spaces as lines, or as JSON. */
static void list_island(const question *q)
{
    uint8_t spaces[TOB_SPACE_MAX];
    const unsigned number = host_sorted(&q->set.board, q->set.board.spaces, spaces);

    if (q->json)
        printf("{\"island\":\"%s\",\"spaces\":[", q->set.code);
    for (unsigned i = 0; i < number; i++) {
        if (q->json && i)
            putchar(',');
        print_space(q, spaces[i]);
    }
    if (q->json) {
        fputs("],\"volcano\":", stdout);
        print_spaces(q, q->set.board.ground[TOB_VOLCANO]);
        fputs(",\"lava\":", stdout);
        print_spaces(q, q->set.board.ground[TOB_LAVA]);
        puts("}");
    }
}

host_status cli_run_island(const cli_command *self, cli_words *words)
{
    char title[32], remark[64];
    question q;
    tob_game game;
    const host_status code = open_question(&q, self, words, 1, 1, "one island code is");

    if (code)
        return code;
    if (q.list || q.json) {
        list_island(&q);
    } else if (!q.svg) {
        box_fill_game(&q.set, &game);
        draw_board(stdout, draw_style_for(stdout), &game, &q.set.board);
    }
    snprintf(title, sizeof title, "Island %s", q.set.code);
    snprintf(remark, sizeof remark, "%u spaces", tob_hexset_count(q.set.board.spaces));
    const picture p = picture_for(&q, title, remark);
    return write_picture(&q, &p);
}

/* ---- sites ---- */

enum { CLUES_MAX = 64 }; /* clues asked about at once */

/* Reads the clues of a question, which may be spread over several words. */
static bool read_clues(const question *q, const cli_words *words,
                       tob_clue clues[static CLUES_MAX], unsigned *count)
{
    char why[BOX_WHY_MAX] = "";
    host_text text = {0};

    for (int i = 1; i < words->count; i++) {
        host_text_append(&text, words->word[i], strlen(words->word[i]));
        host_text_append(&text, " ", 1);
    }
    *count = box_read_clues((box_span){text.bytes, text.length}, clues, CLUES_MAX, why);
    host_text_clear(&text);
    if (*count > CLUES_MAX)
        box_say(why, "at most %u clues can be asked about at once", CLUES_MAX);
    for (unsigned i = 0; !*why && i < *count; i++) {
        const char *lacking = box_clue_lacks(&q->set, clues[i]);
        char name[32];
        box_clue_name(clues[i], name);
        if (lacking)
            box_say(why, "'%s' (L5): no %s is on this board: say where with --%s", name,
                    lacking,
                    clues[i].landmark >= TOB_LANDMARK_VOLCANO ? "volcano" : "objects");
    }
    return !*why || refuse(why) == HOST_DONE;
}

host_status cli_run_sites(const cli_command *self, cli_words *words)
{
    char title[48], remark[256];
    question q;
    tob_clue clues[CLUES_MAX];
    tob_hexset sites;
    unsigned count;
    const host_status code = open_question(&q, self, words, 2, INT_MAX,
                                           "an island code and at least one clue are");

    if (code)
        return code;
    if (!read_clues(&q, words, clues, &count))
        return HOST_REFUSED;
    if (q.json)
        printf("{\"island\":\"%s\",\"sites\":", q.set.code);
    sites = box_sites(&q.set, clues, count);
    print_spaces(&q, sites);
    puts(q.json ? "}" : "");
    snprintf(title, sizeof title, "Island %s: %u site%s", q.set.code,
             tob_hexset_count(sites), tob_hexset_count(sites) == 1 ? "" : "s");
    box_clue_list(clues, count, remark, sizeof remark);
    picture p = picture_for(&q, title, remark);
    p.gazes = false;
    p.lights = true;
    p.lit = sites;
    return write_picture(&q, &p);
}

/* ---- reach ---- */

host_status cli_run_reach(const cli_command *self, cli_words *words)
{
    char why[BOX_WHY_MAX], name[4], title[48];
    tob_hexset reach[TOB_LEGS];
    question q;
    unsigned space;
    const host_status code =
        open_question(&q, self, words, 2, 2, "an island code and a space are");

    if (code)
        return code;
    if (!box_need_free_space(&q.set, box_span_of(words->word[1]), &space, why))
        return refuse(why);
    tob_space_name(&q.set.board, space, name);
    if (q.json)
        printf("{\"island\":\"%s\",\"space\":\"%s\",\"reach\":{", q.set.code, name);
    for (unsigned legs = 1; legs <= TOB_LEGS; legs++) {
        reach[legs - 1] =
            (q.pay ? tob_board_reach_paid : tob_board_reach)(&q.set.board, space, legs);
        printf(q.json ? "\"%u\":" : "%u: ", legs);
        print_spaces(&q, reach[legs - 1]);
        fputs(!q.json ? "\n" : legs < TOB_LEGS ? "," : "}}\n", stdout);
    }
    snprintf(title, sizeof title, "Island %s: an ATV on %s", q.set.code, name);
    picture p =
        picture_for(&q, title, "The numbers are the legs that it takes to get there.");
    p.gazes = false;
    p.reach = reach;
    p.atv = space;
    return write_picture(&q, &p);
}

/* ---- sight ---- */

/* Writes the picture of a line of sight: the hexes that it crosses are lit. */
static host_status picture_sight(const question *q, unsigned space, unsigned direction)
{
    const unsigned end = tob_board_ray_end(&q->set.board, space, direction);
    uint8_t hexes[TOB_RAY_MAX];
    const unsigned count = tob_board_ray(&q->set.board, space, direction, hexes);
    char from[4], to[4] = "", title[64], remark[96] = "It sees no space there (V7).";

    tob_space_name(&q->set.board, space, from);
    if (end != TOB_NONE) {
        tob_space_name(&q->set.board, end, to);
        snprintf(remark, sizeof remark, "Its amulet surfaces on %s (N3).", to);
    }
    snprintf(title, sizeof title, "Island %s: a statue on %s that faces %s", q->set.code,
             from, tob_direction_name(direction));
    picture p = picture_for(q, title, remark);
    p.gazes = false;
    p.eye = space;
    p.direction = direction;
    p.lights = true;
    p.lit = tob_hexset_of(space);
    for (unsigned i = 0; i < count; i++)
        tob_hexset_add(&p.lit, hexes[i]);
    return write_picture(q, &p);
}

host_status cli_run_sight(const cli_command *self, cli_words *words)
{
    char why[BOX_WHY_MAX], name[4] = "";
    question q;
    unsigned space, end;
    int direction;
    const host_status code = open_question(&q, self, words, 3, 3,
                                           "an island code, a space and a direction are");

    if (code)
        return code;
    if (!box_need_free_space(&q.set, box_span_of(words->word[1]), &space, why))
        return refuse(why);
    direction = box_find_direction(box_span_of(words->word[2]));
    if (direction < 0) {
        box_explain_direction(why, box_span_of(words->word[2]));
        return refuse(why);
    }
    end = tob_board_ray_end(&q.set.board, space, (unsigned)direction);
    if (end != TOB_NONE)
        tob_space_name(&q.set.board, end, name);
    if (q.json && end == TOB_NONE)
        puts("{\"space\":null}");
    else
        printf(q.json ? "{\"space\":\"%s\"}\n" : "%s\n", name);
    return picture_sight(&q, space, (unsigned)direction);
}
