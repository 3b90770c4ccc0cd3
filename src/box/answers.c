#include "box/answers.h"

#include <stdlib.h>
#include <string.h>

#include "host/picture.h"
#include "host/plot.h"
#include "host/print.h"
#include "tui/island.h"
#include "tobago/query.h"

/* ---- Maps ---- */

/* Writes the name of a treasure as its cubes look. */
static void put_treasure(FILE *out, draw_style style, unsigned treasure)
{
    static const uint8_t colours[TOB_TREASURE_COUNT][2] = {
        {231, 16}, {247, 16}, {130, 231}, {16, 231}};

    if (style.colour)
        fprintf(out, "\033[1;48;5;%u;38;5;%um %c \033[0m", colours[treasure][0],
                colours[treasure][1], tui_marker_letter[treasure]);
    else
        fprintf(out, " %c ", tui_marker_letter[treasure]);
    fprintf(out, " %-5s ", tob_treasure_name(treasure));
}

static void put_sites(FILE *out, const box_table *table, unsigned treasure,
                      unsigned width)
{
    const tob_map *map = &table->game.map[treasure];
    char spaces[512] = "";
    const unsigned room = width > 30 ? width - 26 : 5;

    if (!table->clues[treasure].count) {
        fputs("no clue yet", out);
        return;
    }
    if (!tob_hexset_is_empty(tob_map_markers(&table->game, treasure)))
        box_space_list(&table->set.board, map->sites, spaces,
                       room < sizeof spaces ? room : sizeof spaces);
    if (map->count == 1)
        fprintf(out, "known: %s", spaces);
    else
        fprintf(out, "%3u sites%s%s", map->count, *spaces ? ": " : "", spaces);
}

void box_tell_brief(FILE *out, draw_style style, const box_table *table, unsigned width)
{
    for (unsigned t = 0; t < TOB_TREASURE_COUNT; t++) {
        put_treasure(out, style, t);
        put_sites(out, table, t, width);
        fputc('\n', out);
    }
}

void box_tell_maps(FILE *out, draw_style style, const box_table *table, unsigned treasure)
{
    for (unsigned t = 0; t < TOB_TREASURE_COUNT; t++) {
        if (treasure < TOB_TREASURE_COUNT && t != treasure)
            continue;
        put_treasure(out, style, t);
        put_sites(out, table, t, 500);
        fputc('\n', out);
        for (unsigned i = 0; i < table->clues[t].count; i++) {
            char phrase[64];
            box_clue_phrase(table->clues[t].clue[i], phrase);
            fprintf(out, "      %u. %s\n", i + 1, phrase);
        }
        if (!tob_hexset_is_empty(table->game.map[t].removed)) {
            fputs("      removed by amulets: ", out);
            host_print_spaces(out, &table->set.board, table->game.map[t].removed);
            fputc('\n', out);
        }
    }
}

/* ---- Statues ---- */

/* The name of the space where a statue's amulet surfaces, or why none does. */
static const char *surfacing_name(const box_table *table, const tob_game *game,
                                  unsigned i, char name[static 4])
{
    uint8_t spaces[TOB_STATUES];
    const unsigned end =
        tob_board_ray_end(&table->set.board, game->statue[i], game->facing[i]);

    tob_surfacing(game, &table->set.board, spaces);
    if (spaces[i] == TOB_NONE)
        return end == TOB_NONE      ? "nowhere (V7)"
               : !game->amulet_pile ? "nowhere: the pile is empty"
                                    : "nowhere: an amulet lies there";
    tob_space_name(&table->set.board, spaces[i], name);
    return name;
}

void box_tell_statues(FILE *out, const box_table *table, bool briefly)
{
    tob_game next = table->game;

    if (!table->set.statues && !briefly)
        fputs("No statue is on the table yet: statue h8 NE.\n", out);
    tob_surface(&next, &table->set.board);
    for (unsigned i = 0; i < table->set.statues; i++) {
        char at[4], now[4], then[4];
        tob_space_name(&table->set.board, table->set.statue[i], at);
        fprintf(out, "statue %-3s faces %-2s: amulet on %s", at,
                tob_direction_name(table->game.facing[i]),
                surfacing_name(table, &table->game, i, now));
        if (!briefly)
            fprintf(out, "; after that it faces %s: %s",
                    tob_direction_name(next.facing[i]),
                    surfacing_name(table, &next, i, then));
        fputc('\n', out);
    }
    if (!tob_hexset_is_empty(table->game.amulets)) {
        fputs("amulets lie on ", out);
        host_print_spaces(out, &table->set.board, table->game.amulets);
        fprintf(out, "; %u in the pile\n", table->game.amulet_pile);
    }
}

/* ---- What clues would leave ---- */

void box_tell_would(FILE *out, const box_table *table, unsigned treasure, tob_clue clue)
{
    const char *lacking = box_clue_lacks(&table->set, clue);
    char phrase[64];

    box_clue_phrase(clue, phrase);
    if (lacking) {
        fprintf(out, "No %s is on the table yet.\n", lacking);
        return;
    }
    for (unsigned t = 0; t < TOB_TREASURE_COUNT; t++) {
        tob_hexset left;
        const tob_reason reason = box_would_leave(table, t, clue, &left);
        if (treasure < TOB_TREASURE_COUNT && t != treasure)
            continue;
        fprintf(out, "%-5s %s: ", tob_treasure_name(t), phrase);
        if (reason) {
            fprintf(out, "no: %s (%s)\n", tob_reason_text(reason),
                    tob_reason_clause(reason));
            continue;
        }
        fprintf(out, "%u of %u: ", tob_hexset_count(left), table->game.map[t].count);
        host_print_spaces(out, &table->set.board, left);
        fputc('\n', out);
    }
}

/* A clue card and how many sites it would leave. */
typedef struct prospect {
    uint8_t card, left;
} prospect;

static int by_left(const void *a, const void *b)
{
    const prospect *x = a, *y = b;

    return x->left != y->left ? x->left - y->left : x->card - y->card;
}

void box_tell_all(FILE *out, const box_table *table, unsigned treasure, unsigned width)
{
    const unsigned cards =
        table->set.volcano != TOB_NONE ? tob_card_total() : tob_card_count();
    prospect list[TOB_CARD_MAX];
    unsigned count = 0, across, rows;

    for (unsigned card = 0; card < cards; card++) {
        const tob_clue clue = tob_card_clue(card);
        tob_hexset left;
        if (!box_clue_lacks(&table->set, clue) &&
            box_would_leave(table, treasure, clue, &left) == TOB_OK)
            list[count++] = (prospect){(uint8_t)card, (uint8_t)tob_hexset_count(left)};
    }
    qsort(list, count, sizeof list[0], by_left);
    across = width / 34 ? width / 34 : 1;
    rows = (count + across - 1) / across;
    fprintf(out, "%s has %u sites. %u of %u clues would be legal, and leave:\n",
            tob_treasure_name(treasure), table->game.map[treasure].count, count, cards);
    for (unsigned row = 0; row < rows; row++) {
        for (unsigned i = row; i < count; i += rows)
            fprintf(out, i + rows < count ? "%4u %-28s " : "%4u %s", list[i].left,
                    tob_card_name(list[i].card));
        fputc('\n', out);
    }
}

/* ---- Reach and pictures ---- */

void box_tell_reach(FILE *out, const box_table *table, unsigned space, bool pay)
{
    for (unsigned legs = 1; legs <= TOB_LEGS; legs++) {
        fprintf(out, "%u leg%s: ", legs, legs > 1 ? "s" : "");
        host_print_spaces(out, &table->set.board,
                          (pay ? tob_board_reach_paid
                               : tob_board_reach)(&table->set.board, space, legs));
        fputc('\n', out);
    }
}

bool box_write_picture(const box_table *table, const char *path)
{
    char title[32], remark[128];
    FILE *out = plot_open(path);

    if (!out)
        return false;
    snprintf(title, sizeof title, "Island %s", table->set.code);
    snprintf(remark, sizeof remark, "Sites: white %u, grey %u, brown %u, black %u",
             table->game.map[TOB_WHITE].count, table->game.map[TOB_GREY].count,
             table->game.map[TOB_BROWN].count, table->game.map[TOB_BLACK].count);
    picture p = picture_of(&table->set.board, title, remark);
    p.facing = table->set.facing;
    p.gazes = true;
    p.amulets = table->game.amulets;
    p.triads = table->set.triads;
    memcpy(p.triad, table->set.triad, sizeof p.triad);
    for (unsigned t = 0; t < TOB_TREASURE_COUNT; t++)
        if (table->clues[t].count)
            p.markers[t] = tob_map_markers(&table->game, t);
    picture_write(out, &p);
    return plot_close(out, path);
}
