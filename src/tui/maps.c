#include "tui/maps.h"

#include "tui/cards.h"
#include "tui/ink.h"
#include "tui/zones.h"
#include "tobago/names.h"

/* ---- One map ---- */

static void put_roses(const tui_column *c, int x, uint8_t rose)
{
    const unsigned owner = tob_rose_owner(rose);

    for (unsigned i = 0; i < tob_rose_number(rose) && x < c->x + c->width; i++)
        x += tui_print(TUI_INK_SEAT + owner, c->y, x, 1, "%u", owner + 1);
}

/* Puts the same in short: the owner, and "+" for a double claim (P1). */
static int put_owner(const tui_column *c, int x, uint8_t rose)
{
    if (!rose || x + 1 >= c->x + c->width)
        return x;
    return x + tui_print(TUI_INK_SEAT + tob_rose_owner(rose), c->y, x, 2, "%u%s",
                         tob_rose_owner(rose) + 1, tob_rose_number(rose) > 1 ? "+" : "");
}

/* Puts what the chosen card would do to a map: the sites left, or the clause against it.
 */
static void put_effect(const tui_column *c, unsigned treasure, int x)
{
    const tui_model *m = c->m;
    const tob_reason reason = tui_why(m, tui_card_move(m, treasure));
    const unsigned ink = treasure == m->map ? TUI_INK_CHOSEN
                         : reason           ? TUI_INK_DIM
                                            : TUI_INK_GOOD;
    const int room = c->x + c->width - x;

    if (reason == TOB_OK)
        tui_print(ink, c->y, x, room, "%s %u left", tui_ink_has_utf8() ? "→" : "->",
                  tob_hexset_count(tui_sites_left(m, treasure, tui_chosen_card(m))));
    else
        tui_print(ink, c->y, x, room,
                  tui_volcanic_moves(m, treasure, NULL) ? "no (%s), v" : "no (%s)",
                  tob_reason_clause(reason));
}

static void put_clues(tui_column *c, unsigned treasure)
{
    const tob_game *game = &c->m->view;
    const uint8_t raiser = tob_raiser_rose(game, treasure);
    uint8_t cards[TOB_CARD_MAX];
    const unsigned length = tob_map_cards(game, treasure, cards);

    for (unsigned i = 0; i < length + (raiser > 0) && c->y < c->bottom; i++, c->y++) {
        put_roses(c, c->x + 2, i < length ? game->rose[cards[i]] : raiser);
        tui_put(TUI_INK_TEXT, c->y, c->x + 5, c->width - 5,
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
    const char *const name = tob_treasure_name(treasure);
    const int x = c->x + 1, width = c->width - 1, after = c->x + 19;

    if (c->y >= c->bottom)
        return;
    tui_print(TUI_INK_MARKER + treasure, c->y, c->x, 1, "%c",
              tui_marker_letter[treasure]);
    tui_zone_add((tui_zone){c->y, c->x, c->width, TUI_ZONE_KEY, '1' + (int)treasure});
    if (tob_is_shared_out(&m->view, treasure))
        tui_print(TUI_INK_TEXT, c->y, x, width, " %-6s is shared", name);
    else if (map->count == 1)
        tui_print(TUI_INK_TEXT, c->y, x, width, " %-6s on %s", name,
                  tui_place_of(&m->board, tob_hexset_first(map->sites)).name);
    else
        tui_print(TUI_INK_TEXT, c->y, x, width, " %-6s %3u sites", name, map->count);
    if (m->mode == TUI_MODE_CARDS)
        put_effect(c, treasure, after);
    else if (!clues)
        put_owners(c, treasure, after);
    c->y++;
    if (clues)
        put_clues(c, treasure);
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
    x += tui_put(TUI_INK_KEY, c->bottom - 1, x, c->width,
                 tui_ink_has_utf8() ? "▼ Tab:" : "v Tab:");
    for (unsigned treasure = next; treasure < TOB_TREASURE_COUNT; treasure++)
        x += 1 + tui_put(TUI_INK_KEY, c->bottom - 1, x + 1, c->x + c->width - x - 1,
                         tob_treasure_name(treasure));
}
