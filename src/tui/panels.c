#include "tui/panels.h"

#include <stdio.h>
#include <string.h>

#include "tui/cards.h"
#include "tui/ink.h"
#include "tui/maps.h"
#include "tui/prompt.h"
#include "tui/sharing.h"
#include "tui/text.h"
#include "tui/zones.h"
#include "tobago/names.h"

enum {
    BROAD = 43, /* columns from which on words need not be cut short */
    NAMED = 24  /* sites that are named; more are lit on the island */
};

/* ---- The hand ---- */

/* Puts the number of sites that a card would leave on each map; a dot where it is no
 * legal clue. */
static void put_leavings(const tui_column *c, int x, int step, unsigned card, bool chosen)
{
    const tui_model *m = c->m;

    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++, x += step) {
        const unsigned left =
            tob_hexset_count(tob_clue_leaves(&m->view, &m->board, treasure, card));
        const unsigned ink = chosen && treasure == m->map ? TUI_INK_CHOSEN
                             : left                       ? TUI_INK_TEXT
                                                          : TUI_INK_DIM;
        if (left)
            tui_print(ink, c->y, x, step, "%*u", step, left);
        else
            tui_print(ink, c->y, x, step, "%*s", step, ".");
    }
}

/* Columns that the names of cards take, with the sign before them. */
static int widest_name(const uint8_t *cards, unsigned count)
{
    int widest = 0;

    for (unsigned i = 0; i < count; i++) {
        const int width = (int)strlen(tob_card_name(cards[i])) + 1;
        widest = width > widest ? width : widest;
    }
    return widest;
}

/* Puts a card of the hand into so many columns; a name that is too long is cut. */
static void put_card(const tui_column *c, unsigned card, int width, bool chosen)
{
    const bool cut = width - 1 < (int)strlen(tob_card_name(card));

    tui_print(chosen ? TUI_INK_CHOSEN : TUI_INK_TEXT, c->y, c->x, width, "%c%.*s%s",
              chosen ? '>' : ' ', width - 1 - cut, tob_card_name(card), cut ? "." : "");
}

static void put_hand(tui_column *c)
{
    const tui_model *m = c->m;
    uint8_t cards[TOB_CARD_MAX];
    const unsigned count = tui_hand(m, cards);
    char title[REC_NAME_MAX + 16];

    /* Where all cards lie open it names the owner. */
    snprintf(title, sizeof title, tob_viewer_is_full(m->viewer) ? "Hand of %s" : "Hand",
             tui_person_of(m->match, tui_hand_seat(m)).name);
    const int named = widest_name(cards, count), titled = (int)strlen(title);
    const int widest = named > titled ? named : titled;
    const int step = widest + 4 * TOB_TREASURE_COUNT <= c->width ? 4 : 3;
    const int room = c->width - step * TOB_TREASURE_COUNT;
    const int names = widest < room ? widest : room;

    if (count && titled > names)
        title[names] = '\0';
    tui_heading(c, title);
    for (int i = 0; i < TOB_TREASURE_COUNT && count; i++)
        tui_print(TUI_INK_MARKER + (unsigned)i, c->y - 1,
                  c->x + names + step * (i + 1) - 1, 1, "%c", tui_marker_letter[i]);
    for (unsigned i = 0; i < count && c->y < c->bottom; i++) {
        const bool chosen = m->mode == TUI_MODE_CARDS && i == m->card;
        put_card(c, cards[i], names, chosen);
        put_leavings(c, c->x + names, step, cards[i], chosen);
        tui_zone_add((tui_zone){c->y, c->x, c->width, TUI_ZONE_CARD, (int)i});
        c->y++;
    }
    if (!count && c->y < c->bottom)
        tui_put(TUI_INK_DIM, c->y++, c->x + 1, c->width - 1,
                tob_viewer_is_spectator(m->viewer) ? "hidden" : "no cards");
}

/* ---- Players ---- */

static void put_player(tui_column *c, unsigned seat)
{
    const tui_model *m = c->m;
    const tob_game *game = &m->view;
    const tob_result result = tob_result_of(game);
    char coins[8] = "?";
    const char *const form =
        c->width >= BROAD ? "%-3s %6u %6u %6u %6s" : "%-3s %3u %3u %3u %4s";

    if (c->y >= c->bottom)
        return;
    if (tob_may_total(game, seat))
        snprintf(coins, sizeof coins, "%u", result.coins[seat]);
    tui_print(TUI_INK_SEAT + seat, c->y, c->x, 2, "%c%u",
              tob_to_move(game) == seat ? '>' : ' ', seat + 1);
    tui_put(TUI_INK_SEAT + seat, c->y, c->x + 3, 7, tui_person_of(m->match, seat).name);
    tui_print(TUI_INK_TEXT, c->y++, c->x + 11, c->width - 11, form,
              tui_place_of(&m->board, game->atv[seat]).name, game->amulet[seat],
              game->roses[seat], tui_treasure_cards(game->pile[seat]), coins);
}

/* Puts the numbers of cards and pieces left in the decks and piles. */
static void put_left(tui_column *c)
{
    const tob_game *game = &c->m->view;
    const bool broad = c->width >= BROAD;
    const int side = __builtin_popcount(game->side);

    tui_print(TUI_INK_DIM, c->y++, c->x, c->width, "left: %u clues %u cards %u %s",
              game->deck_size, game->treasure_deck, game->amulet_pile,
              broad ? "amulets" : "amu");
    if (game->options & TOB_OPTION_VOLCANO)
        tui_print(TUI_INK_DIM, c->y++, c->x, c->width,
                  "      %u lava%s %d volcanic clue%s", game->lava_tiles,
                  broad ? " tiles" : "", side, side == 1 ? "" : "s");
}

static void put_players(tui_column *c)
{
    const tob_game *game = &c->m->view;

    tui_heading(c, c->width >= BROAD ? "Players    at amulets  roses  cards  coins"
                                     : "Players    at  amu ros car coin");
    for (unsigned seat = 0; seat < game->players; seat++)
        put_player(c, seat);
    if (c->bottom >= TUI_ROOMY)
        put_left(c);
}

/* Puts the names of sites, unless they are too many. */
static void put_sites(tui_column *c, const char *title, tob_hexset sites)
{
    const unsigned count = tob_hexset_count(sites);
    char text[TUI_TEXT_MAX];

    if (c->bottom >= TUI_ROOMY)
        tui_heading(c, title);
    if (count && count <= NAMED)
        tui_text_sites(&c->m->board, sites, text);
    else
        snprintf(text, sizeof text, count ? "lit on the island" : "nothing");
    tui_wrapped(c, TUI_INK_GOOD, text, 4);
}

/* Puts the space under the cursor and, for a movement, the goals worth going to. */
static void put_here(tui_column *c)
{
    const bool roomy = c->bottom >= TUI_ROOMY, moves = c->m->mode == TUI_MODE_MOVE;
    const tui_model *m = c->m;
    char text[TUI_TEXT_MAX];

    if (m->mode == TUI_MODE_CARDS) {
        put_sites(c, "Would be left", tui_sites_left(m, m->map, tui_chosen_card(m)));
        return;
    }
    if (m->lit_map >= 0)
        put_sites(c, "Lit", m->view.map[m->lit_map].sites);
    if (roomy)
        tui_heading(c, "Here");
    tui_text_space(c->m, c->m->cursor, text);
    tui_wrapped(c, roomy ? TUI_INK_TEXT : TUI_INK_GOOD, text, roomy || !moves ? 3 : 2);
    if (!moves)
        return;
    if (roomy)
        tui_heading(c, "To go to, with the legs it takes");
    tui_text_reach(c->m, text);
    tui_wrapped(c, TUI_INK_KEY, *text ? text : "no treasure is known, no amulet in reach",
                roomy ? 4 : 3);
}

/* ---- The log ---- */

static int count_lines(const char *text, int width)
{
    int count = 0;

    for (; *text; count++) {
        text += tui_line_break(text, width);
        text += *text == ' ';
    }
    return count;
}

/* Cuts words off the beginning until a text goes on so many lines; what comes last is
 * what matters now. */
static void keep_end(char text[static TUI_TEXT_MAX], int width, int lines)
{
    const char *rest = text;
    char shorter[TUI_TEXT_MAX];

    while (count_lines(text, width) > lines && (rest = strchr(rest, ' '))) {
        snprintf(shorter, sizeof shorter, "...%s", rest);
        memcpy(text, shorter, sizeof shorter);
        rest = text + 4;
    }
}

/* Writes the entry that ends with the line before '*line' so that it ends above 'bottom';
 * returns where it begins on the screen, and in the record. */
static int put_entry(const tui_column *c, int bottom, uint32_t *line)
{
    const tui_model *m = c->m;
    const uint32_t entry = *line - 1;
    char text[TUI_TEXT_MAX];
    tui_person who = {""};
    tui_column lines = *c;
    unsigned seat;

    *line = tui_text_entry(m->match, entry, m->viewer, text);
    if (!*text)
        return bottom;
    keep_end(text, c->width, bottom - c->y);
    lines.y = bottom - count_lines(text, c->width);
    lines.bottom = bottom;
    bottom = lines.y;
    tui_wrapped(&lines, entry >= m->told ? TUI_INK_TEXT : TUI_INK_DIM, text,
                lines.bottom - lines.y);
    seat = m->match->move[*line].move.seat;
    if (seat < TOB_SEATS)
        who = tui_person_of(m->match, seat);
    if (*who.name && strncmp(text, who.name, strlen(who.name)) == 0)
        tui_put(TUI_INK_SEAT + seat, bottom, c->x, c->width, who.name);
    return bottom;
}

static void put_log(tui_column *c)
{
    uint32_t line = c->m->shown;
    int bottom = c->bottom;

    tui_heading(c, "Log");
    while (line && bottom > c->y)
        bottom = put_entry(c, bottom, &line);
}

/* ---- The bottom ---- */

/* Puts the name of the person who decides while several people set up the game without a
 * screen between them. Returns the columns used. */
static int put_decider(const tui_model *m, int y, int x)
{
    const unsigned mover = tob_to_move(&m->view);

    if (!tob_is_setup(&m->view) || mover != m->seat || mover >= TOB_SEATS ||
        match_people(m->match) < 2)
        return 0;
    const unsigned ink = TUI_INK_SEAT + mover;
    const int used = tui_put(ink, y, x, 20, tui_person_of(m->match, mover).name);
    return used + tui_put(ink, y, x + used, 2, ": ");
}

static void put_bottom(const tui_model *m)
{
    static const unsigned inks[] = {[TUI_TONE_PLAIN] = TUI_INK_TITLE,
                                    [TUI_TONE_GOOD] = TUI_INK_GOOD,
                                    [TUI_TONE_BAD] = TUI_INK_BAD,
                                    [TUI_TONE_COSTLY] = TUI_INK_KEY};
    const int y = m->window.rows - 2, columns = m->window.columns;
    tui_hint keys[TUI_HINTS_MAX];
    char text[TUI_MESSAGE_MAX];
    const tui_tone tone = tui_prompt(m, text);
    const int x = 1 + (m->over || *m->message ? 0 : put_decider(m, y, 1));

    tui_put(inks[tone], y, x, columns - x, text);
    tui_put_keys(keys, tui_hints(m, keys));
}

/* ---- All of it ---- */

/* Puts the player who has to do something: "blue's turn", even while cards are drawn in
 * it, or "green decides" in the turn of another. */
static void put_mover(const tui_column *c, int x)
{
    const tui_model *m = c->m;
    unsigned mover = tob_to_move(&m->view);
    const char *level = "";

    if (mover == TOB_NATURE && !tob_is_setup(&m->view))
        mover = m->view.turn;
    if (mover >= TOB_SEATS)
        return;
    x += tui_print(TUI_INK_SEAT + mover, c->y, x, c->x + c->width - x, "%s%s",
                   tui_person_of(m->match, mover).name,
                   tob_is_setup(&m->view) || mover != m->view.turn ? " decides"
                                                                   : "'s turn") +
         1;
    if (!match_is_human(m->match, mover))
        level = match_player(m->match, mover);
    if (x + (int)strlen(level) <= c->x + c->width)
        tui_put(TUI_INK_DIM, c->y, x, c->x + c->width - x, level);
}

static void put_title(tui_column *c)
{
    char island[5];

    tob_island_name(c->m->view.island, island);
    tui_print(TUI_INK_TITLE, c->y, c->x, c->width, "Tobago %s", island);
    put_mover(c, c->x + 13);
    c->y++;
}

/* Lines that the table takes with the clues of all maps. */
static int full_height(const tui_model *m, const tui_frame *f)
{
    uint8_t cards[TOB_CARD_MAX];
    int lines = 15 + m->view.players + (int)tui_hand(m, cards);

    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        lines += m->view.map[treasure].length;
    return lines + (f->log_height ? 0 : 6);
}

void tui_panels_draw(const tui_model *m, const tui_frame *f)
{
    const int bottom = m->window.rows - 2;
    tui_column c = {m, 0, bottom, f->panel, f->panel_width};
    tui_column below = {m, f->log, bottom, 1, f->width - 1};

    put_title(&c);
    switch (m->page) {
    case TUI_PAGE_TABLE:
        if (tob_is_shared_out(&m->view, m->view.treasure)) {
            tui_sharing_put(&c, m->view.players + 1);
            if (c.bottom >= TUI_ROOMY)
                put_hand(&c);
            put_players(&c);
        } else {
            tui_maps_put(&c, c.bottom >= full_height(m, f));
            put_hand(&c);
            put_players(&c);
            put_here(&c);
        }
        if (!f->log_height)
            put_log(&c);
        break;
    case TUI_PAGE_MAPS:
        put_left(&c);
        tui_maps_put_page(&c);
        break;
    case TUI_PAGE_LOG: put_log(&c); break;
    case TUI_PAGE_COUNT: break;
    }
    if (f->log_height)
        put_log(&below);
    put_bottom(m);
}
