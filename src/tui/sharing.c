#include "tui/sharing.h"

#include <stdio.h>
#include <string.h>

#include "tui/ink.h"
#include "tui/text.h"
#include "tobago/names.h"

/* One rose on the map; the card of the raiser's is TOB_NONE (R2). */
typedef struct rose {
    uint8_t owner, card;
    bool asked; /* now */
} rose;

enum {
    ROSES_MAX = 2 * TOB_CARD_MAX,
    BELOW = 6,     /* lines below the roses */
    COINS_LAST = 6 /* the best card (S1) */
};

/* ---- Roses ---- */

/* Lists the roses from the lowest to the top, the order of an offer (D1). */
static unsigned list_roses(const tob_game *game, rose roses[static ROSES_MAX])
{
    const bool offer = game->phase == TOB_PHASE_OFFER;
    uint8_t cards[TOB_CARD_MAX];
    unsigned clues = tob_map_cards(game, game->treasure, cards), count = 0;

    if (game->raise_rose)
        roses[count++] = (rose){game->raiser, TOB_NONE, offer && game->offer == TOB_NONE};
    while (clues-- > 0) {
        const uint8_t card = cards[clues], mark = game->rose[card];
        for (unsigned i = 0; i < tob_rose_number(mark); i++)
            roses[count++] =
                (rose){(uint8_t)tob_rose_owner(mark), card,
                       offer && game->offer == card && game->offer_rose == i};
    }
    return count;
}

static unsigned asked_rose(const rose *roses, unsigned count)
{
    for (unsigned i = 0; i < count; i++)
        if (roses[i].asked)
            return i;
    return count;
}

static void put_rose(tui_column *c, const rose *r, const char *note)
{
    const int notes = (int)strlen(note), name = 8;

    tui_put(TUI_INK_TITLE, c->y, c->x, 1, r->asked ? ">" : " ");
    tui_put(TUI_INK_SEAT + r->owner, c->y, c->x + 1, name - 1,
            tui_person_of(c->m->match, r->owner).name);
    tui_put(r->asked ? TUI_INK_TITLE : TUI_INK_TEXT, c->y, c->x + 1 + name,
            c->width - 2 - name - notes,
            r->card == TOB_NONE ? "raised it" : tob_card_name(r->card));
    tui_put(TUI_INK_TITLE, c->y, c->x + c->width - notes, notes, note);
    c->y++;
}

/* Puts the roses into so many lines: all of them, or those around the one that is asked.
 */
static void put_roses(tui_column *c, int room)
{
    rose roses[ROSES_MAX];
    const int count = (int)list_roses(&c->m->view, roses);
    const int asked = (int)asked_rose(roses, (unsigned)count);
    const int fit = count <= room ? count : room > 2 ? room - 1 : 1;
    int from = asked < count ? asked - 1 : 0;

    from = from > count - fit ? count - fit : from;
    from = from < 0 ? 0 : from;
    for (int i = from; i < from + fit; i++)
        put_rose(c, &roses[i],
                 i == asked                        ? "asked"
                 : asked < count && i == asked + 1 ? "next"
                 : asked < count && i < asked      ? "passed"
                                                   : "");
    if (fit < count)
        tui_print(TUI_INK_DIM, c->y++, c->x + 1, c->width - 1,
                  "%d more, %d of them above", count - fit, from);
    if (!count)
        tui_put(TUI_INK_DIM, c->y++, c->x + 1, c->width - 1, "no rose is left");
}

/* ---- Cards ---- */

/* Writes the cards turned up in the order in which they came, with those who took them.
 */
static void text_turned(const tui_model *m, char out[static TUI_TEXT_MAX])
{
    const match *t = m->match;
    uint32_t line = m->shown;

    snprintf(out, TUI_TEXT_MAX, "turned up:");
    while (line && t->move[line - 1].move.kind != TOB_MOVE_RAISE)
        line--;
    for (bool any = false; line < m->shown; line++) {
        const tob_move move = t->move[line].move;
        if (move.kind == TOB_MOVE_REVEAL) {
            tui_text_add(out, move.value ? "%s %u" : "%s curse", any ? "," : "",
                         move.value);
            any = true;
        } else if (move.kind == TOB_MOVE_CLAIM) {
            tui_text_add(out, " %s", tui_person_of(t, move.seat).name);
        }
    }
    if (out[strlen(out) - 1] == ':')
        tui_text_add(out, " nothing yet");
}

/* Adds the cards of this treasure that the viewer knows and that are still to come. */
static void text_coming(const tob_game *game, char out[static TUI_TEXT_MAX])
{
    const unsigned unknown = tob_bag_unknown(game);
    const char *comma = " ";

    snprintf(out, TUI_TEXT_MAX, "to come:%s", game->bag ? "" : " nothing");
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        for (unsigned i = 0; i < tob_bag_known(game, coins); i++) {
            tui_text_add(out, coins ? "%s%u" : "%scurse", comma, coins);
            comma = ", ";
        }
    if (unknown)
        tui_text_add(out, "%s%u unknown", *comma == ',' ? " and " : " ", unknown);
}

/* The most curses that may still be turned up: those that the viewer knows, and as many
 * of the unknown cards as may be one (S1). */
static unsigned curses_coming(const tob_game *game)
{
    unsigned hidden = tob_bag_unknown(game);

    hidden = hidden > game->deep ? game->deep : hidden;
    hidden = hidden > game->pool[0] ? game->pool[0] : hidden;
    return tob_bag_known(game, 0) + hidden;
}

/* Puts the cards that the viewer has not seen, in this treasure or the deck, by value. */
static void put_unseen(tui_column *c)
{
    const tob_game *game = &c->m->view;
    const unsigned curses = curses_coming(game);
    char coins[TUI_TEXT_MAX] = "coins ", number[TUI_TEXT_MAX] = "unseen";

    for (unsigned value = 2; value <= COINS_LAST; value++) {
        tui_text_add(coins, "%4u", value);
        tui_text_add(number, "%4u", game->pool[value]);
    }
    if (c->y + 1 < c->bottom) {
        tui_put(TUI_INK_DIM, c->y++, c->x, c->width, coins);
        tui_put(TUI_INK_TEXT, c->y++, c->x, c->width, number);
    }
    if (c->y < c->bottom)
        tui_print(curses ? TUI_INK_BAD : TUI_INK_GOOD, c->y++, c->x, c->width,
                  curses == 1 ? "1 curse may still come"
                  : curses    ? "%u curses may still come"
                              : "no curse can come",
                  curses);
}

void tui_sharing_put(tui_column *c, int keep)
{
    const tob_game *game = &c->m->view;
    char text[TUI_TEXT_MAX];

    snprintf(text, sizeof text, "Sharing out the %s treasure",
             tob_treasure_name(game->treasure));
    tui_heading(c, text);
    put_roses(c, c->bottom - c->y - keep - BELOW);
    text_turned(c->m, text);
    tui_wrapped(c, TUI_INK_TITLE, text, 3);
    text_coming(game, text);
    tui_wrapped(c, TUI_INK_GOOD, text, 2);
    put_unseen(c);
}
