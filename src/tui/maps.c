#define NCURSES_NOMACROS 1
#include "tui/maps.h"

#include <curses.h>
#include <stdio.h>

#include "tui/cards.h"
#include "tui/ink.h"
#include "tobago/names.h"

/* ---- One map ---- */

static int put_roses(const tui_column *c, int x, uint8_t rose)
{
    for (unsigned i = 0; i < tob_rose_number(rose) && x < c->x + c->width; i++) {
        tui_ink(TUI_INK_SEAT + tob_rose_owner(rose));
        mvprintw(c->y, x++, "%u", tob_rose_owner(rose) + 1);
    }
    return x;
}

/* Puts the same in short: the owner, and "+" for a double claim (P1). */
static int put_owner(const tui_column *c, int x, uint8_t rose)
{
    if (!rose || x + 1 >= c->x + c->width)
        return x;
    tui_ink(TUI_INK_SEAT + tob_rose_owner(rose));
    mvprintw(c->y, x++, "%u", tob_rose_owner(rose) + 1);
    if (tob_rose_number(rose) > 1)
        mvaddch(c->y, x++, '+');
    return x;
}

/* Puts what the chosen card would do to a map: the sites left, or the clause against it.
 */
static void put_effect(const tui_column *c, unsigned treasure, int x)
{
    const tui_model *m = c->m;
    const tob_reason reason = tui_why(m, tui_card_move(m, treasure));
    char text[32];

    if (reason == TOB_OK)
        snprintf(text, sizeof text, "%s %u left", tui_ink_has_utf8() ? "→" : "->",
                 tob_hexset_count(tui_sites_left(m, treasure, tui_chosen_card(m))));
    else
        snprintf(text, sizeof text,
                 tui_volcanic_moves(m, treasure, NULL) ? "no (%s), v" : "no (%s)",
                 tob_reason_clause(reason));
    tui_ink(treasure == m->map ? TUI_INK_CHOSEN : reason ? TUI_INK_DIM : TUI_INK_GOOD);
    tui_put(c->y, x, c->x + c->width - x, text);
    tui_ink(TUI_INK_TEXT);
}

static void put_clues(tui_column *c, unsigned treasure)
{
    const tob_game *game = &c->m->view;
    const uint8_t raiser = tob_raiser_rose(game, treasure);
    uint8_t cards[TOB_CARD_MAX];
    const unsigned length = tob_map_cards(game, treasure, cards);

    for (unsigned i = 0; i < length + (raiser > 0) && c->y < c->bottom; i++, c->y++) {
        put_roses(c, c->x + 2, i < length ? game->rose[cards[i]] : raiser);
        tui_ink(TUI_INK_TEXT);
        tui_put(c->y, c->x + 5, c->width - 5,
                i < length ? tob_card_name(cards[i]) : "raised it");
    }
}

static void put_owners(const tui_column *c, unsigned treasure, int x)
{
    const tob_game *game = &c->m->view;
    uint8_t cards[TOB_CARD_MAX];
    const unsigned length = tob_map_cards(game, treasure, cards);

    for (unsigned i = 0; i < length; i++)
        x = put_owner(c, x, game->rose[cards[i]]);
    put_owner(c, x, tob_raiser_rose(game, treasure));
}

static void put_map(tui_column *c, unsigned treasure, bool clues)
{
    const tui_model *m = c->m;
    const tob_map *map = &m->view.map[treasure];
    const int x = c->x + 19;
    char text[32];

    if (c->y >= c->bottom)
        return;
    tui_ink(TUI_INK_MARKER + treasure);
    mvaddch(c->y, c->x, (chtype)tui_marker_letter[treasure]);
    tui_ink(TUI_INK_TEXT);
    if (tob_is_shared_out(&m->view, treasure))
        snprintf(text, sizeof text, " %-6s is shared", tob_treasure_name(treasure));
    else if (map->count == 1)
        snprintf(text, sizeof text, " %-6s on %s", tob_treasure_name(treasure),
                 tui_place_of(&m->board, tob_hexset_first(map->sites)).name);
    else
        snprintf(text, sizeof text, " %-6s %3u sites", tob_treasure_name(treasure),
                 map->count);
    tui_put(c->y, c->x + 1, c->width - 1, text);
    if (m->mode == TUI_MODE_CARDS)
        put_effect(c, treasure, x);
    else if (!clues)
        put_owners(c, treasure, x);
    c->y++;
    if (clues)
        put_clues(c, treasure);
    tui_ink(TUI_INK_TEXT);
}

void tui_maps_put(tui_column *c, bool clues)
{
    if (c->bottom >= TUI_ROOMY)
        tui_heading(c, "Maps");
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        put_map(c, treasure, clues);
}

/* ---- The page of maps ---- */

void tui_maps_put_page(tui_column *c)
{
    const tui_model *m = c->m;
    unsigned first;
    const unsigned next = tui_maps_part(m, &first);
    int x = c->x;

    if (c->bottom >= TUI_ROOMY)
        tui_heading(c, "Maps");
    for (unsigned treasure = first; treasure < next; treasure++)
        put_map(c, treasure, true);
    if (next == TOB_TREASURE_COUNT)
        return;
    tui_ink(TUI_INK_KEY);
    x += tui_put(c->bottom - 1, x, c->width, tui_ink_has_utf8() ? "▼ Tab:" : "v Tab:");
    for (unsigned treasure = next; treasure < TOB_TREASURE_COUNT; treasure++)
        x += 1 + tui_put(c->bottom - 1, x + 1, c->x + c->width - x - 1,
                         tob_treasure_name(treasure));
    tui_ink(TUI_INK_TEXT);
}
