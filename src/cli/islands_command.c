/* islands: all of them small, or those that look like the one on the table. */
#include <string.h>

#include "box/finder.h"
#include "box/gallery.h"
#include "cli/commands.h"
#include "host/picture.h"
#include "host/plot.h"

static void print_json(uint32_t islands)
{
    fputs("{\"islands\":[", stdout);
    for (uint32_t rest = islands; rest; rest &= rest - 1) {
        char code[5];
        tob_island_name((unsigned)__builtin_ctz(rest), code);
        printf("%s\"%s\"", rest == islands ? "" : ",", code);
    }
    puts("]}");
}

static void print_list(uint32_t islands)
{
    for (; islands; islands &= islands - 1) {
        char code[5];
        tob_island_name((unsigned)__builtin_ctz(islands), code);
        puts(code);
    }
}

static host_status write_sheet(const char *path, uint32_t islands)
{
    uint8_t list[TOB_ISLANDS];
    unsigned count = 0;
    char title[32];
    FILE *out = plot_open(path);

    if (!out)
        return HOST_FAILED;
    for (; islands; islands &= islands - 1)
        list[count++] = (uint8_t)__builtin_ctz(islands);
    snprintf(title, sizeof title, "%u island%s", count, count == 1 ? "" : "s");
    picture_sheet(out, title,
                  "A code names the three sides clockwise from the upper left, and how "
                  "they interlock.",
                  list, count);
    return plot_close(out, path) ? HOST_DONE : HOST_FAILED;
}

/* Says how many islands are left, and what to look at next. */
static void print_summary(uint32_t islands)
{
    const int count = __builtin_popcount(islands);
    unsigned island, space;

    printf("\n%d of %d islands\n", count, TOB_ISLANDS);
    if (count > 1 && box_finder_next(islands, &island, &space)) {
        tob_board board;
        char code[5], name[4], spot[9];
        tob_board_init(&board, island);
        tob_island_name(island, code);
        tob_space_name(&board, space, name);
        box_spot_name(&board, space, spot);
        printf("Do you see the coast that %s has at %s? Then: --spot %s\n", code, name,
               spot);
    }
}

host_status cli_run_islands(const cli_command *self, cli_words *words)
{
    const char *sides = "", *spots = "", *svg = NULL;
    bool json = false, list = false;
    const cli_option options[] = {
        {"--sides", CLI_INTO(&sides), 0, 0}, {"--spot", CLI_INTO(&spots), 0, 0},
        {"--svg", CLI_INTO(&svg), 0, 0},     {"--list", CLI_INTO(&list), 0, 0},
        {"--json", CLI_INTO(&json), 0, 0},
    };
    char why[BOX_WHY_MAX];
    box_finder finder = {.sides = 0};
    const draw_style style = draw_style_for(stdout);
    const host_status code =
        cli_parse_options(self, words, options, sizeof options / sizeof options[0]);

    if (code)
        return code;
    if (strcmp(sides, "show") == 0) {
        box_draw_sides(stdout, style, box_columns(stdout));
        return HOST_DONE;
    }
    if (!box_read_sides(&finder, box_span_of(sides), why) ||
        !box_read_spots(&finder, box_span_of(spots), why)) {
        host_complain("%s", why);
        return HOST_REFUSED;
    }
    const uint32_t left = box_finder_left(&finder);
    if (!left) {
        host_complain("no island looks like that: perhaps a spot is wrong, or was read "
                      "anticlockwise");
        return HOST_REFUSED;
    }
    if (json)
        print_json(left);
    else if (list)
        print_list(left);
    else if (!svg) {
        box_draw_islands(stdout, style, box_columns(stdout), left);
        print_summary(left);
    }
    return svg ? write_sheet(svg, left) : HOST_DONE;
}
