/* What lies beside the island: maps, hand, players, the space under the cursor, the log.
 */
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "tui/column.h"
#include "tui/maps.h"
#include "tui/text.h"
#include "tobago/names.h"

enum {
    BROAD = 43, /* columns from which on words need not be cut short */
    NAMED = 24  /* sites that are named; more are only counted */
};

/* ---- The hand ---- */

/* Whose hand is shown: the viewer's, or, with all cards open, that of the only person
 * when the game is over, else of the one on turn. */
static unsigned hand_seat(const tui *ui)
{
    const unsigned watcher = tob_viewer_seat(match_watcher(ui->match));

    if (ui->seat < TOB_SEATS)
        return ui->seat;
    if (ui->view.phase == TOB_PHASE_OVER && watcher < TOB_SEATS)
        return watcher;
    return (ui->view.phase == TOB_PHASE_START ? ui->view.seat : ui->view.turn) &
           (TOB_SEATS - 1);
}

unsigned tui_hand(const tui *ui, uint8_t cards[static TOB_CARD_MAX])
{
    const unsigned seat = hand_seat(ui);
    unsigned count = 0;

    if (ui->view.phase == TOB_PHASE_START && ui->view.seat == seat) {
        cards[0] = ui->view.card;
        return 1;
    }
    if (!tob_hand_known(&ui->view, seat))
        return 0;
    for (uint64_t rest = ui->view.hand[seat]; rest; rest &= rest - 1)
        cards[count++] = (uint8_t)__builtin_ctzll(rest);
    return count;
}

unsigned tui_chosen_card(const tui *ui)
{
    uint8_t cards[TOB_CARD_MAX];

    return ui->card < tui_hand(ui, cards) ? cards[ui->card] : TOB_NONE;
}

tob_move tui_card_move(const tui *ui, unsigned treasure)
{
    const unsigned card = ui->kind == TOB_MOVE_START ? 0 : tui_chosen_card(ui);

    return (tob_move){.kind = ui->kind,
                      .seat = (uint8_t)ui->seat,
                      .treasure = (uint8_t)treasure,
                      .card = (uint8_t)card};
}

/* Adds treasure cards, counted by their coins. */
static void add_cards(char text[static TUI_TEXT_MAX], const uint8_t *number)
{
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        for (unsigned i = 0; i < number[coins]; i++) {
            const size_t length = strlen(text);
            if (coins)
                snprintf(text + length, TUI_TEXT_MAX - length, " %u", coins);
            else
                snprintf(text + length, TUI_TEXT_MAX - length, " curse");
        }
}

/* The treasure being distributed: what she looked at, and what was turned up. */
static void put_looked(tui_column *c)
{
    const tob_game *game = &c->ui->view;
    char text[TUI_TEXT_MAX] = "looked at:";
    size_t length;

    if (!game->bag && game->phase != TOB_PHASE_OFFER)
        return;
    tui_ink(TUI_INK_GOOD);
    if (c->ui->seat < TOB_SEATS) {
        add_cards(text, game->peeked[c->ui->seat]);
        tui_wrapped(c, text, 2);
    }
    snprintf(text, sizeof text, "turned up:");
    add_cards(text, game->shown);
    length = strlen(text);
    snprintf(text + length, sizeof text - length, "%s; %u to come",
             text[length - 1] == ':' ? " nothing" : "", game->bag);
    tui_wrapped(c, text, 2);
    tui_ink(TUI_INK_TEXT);
}

/* May a clue go on this map, as far as the phase decides it? A first clue starts an empty
 * map (S5), and the map of a treasure just raised is started anew (N2). */
static bool takes_clue(const tob_game *game, unsigned treasure)
{
    if (game->phase == TOB_PHASE_START)
        return game->map[treasure].length == 0;
    return game->phase != TOB_PHASE_RESTART || game->treasure == treasure;
}

/* How many sites a card would leave on each map; a dot where it is no legal clue. */
static void put_leavings(const tui_column *c, int x, int step, unsigned card, bool chosen)
{
    const tui *ui = c->ui;

    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++, x += step) {
        const unsigned left = tob_hexset_count(tui_maps_sites_left(ui, treasure, card));
        const bool legal = left && left < ui->view.map[treasure].count &&
                           takes_clue(&ui->view, treasure);
        tui_ink(chosen && treasure == ui->map ? TUI_INK_CHOSEN
                : legal                       ? TUI_INK_TEXT
                                              : TUI_INK_DIM);
        if (legal)
            mvprintw(c->y, x, "%*u", step, left);
        else
            mvprintw(c->y, x, "%*s", step, ".");
    }
    tui_ink(TUI_INK_TEXT);
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

/* A card of the hand in so many columns; a name that is too long for them is cut. */
static void put_card(const tui_column *c, unsigned card, int width, bool chosen)
{
    const int wide = width - 1 < (int)strlen(tob_card_name(card)) ? width - 2 : width - 1;

    tui_ink(chosen ? TUI_INK_CHOSEN : TUI_INK_TEXT);
    tui_put(c->y, c->x, c->width, chosen ? ">" : " ");
    tui_put(c->y, c->x + 1, wide, tob_card_name(card));
    if (wide == width - 2)
        tui_put(c->y, c->x + 1 + wide, 1, ".");
}

enum { TITLE_MAX = REC_NAME_MAX + 16 };

/* "Hand", or whose it is where all cards lie open. */
static void title_hand(const tui *ui, char out[static TITLE_MAX])
{
    char name[REC_NAME_MAX + 1];

    tui_text_name(ui->match, hand_seat(ui), name);
    if (tob_viewer_is_full(ui->viewer))
        snprintf(out, TITLE_MAX, "Hand of %s", name);
    else
        snprintf(out, TITLE_MAX, "Hand");
}

static void put_hand(tui_column *c)
{
    const tui *ui = c->ui;
    uint8_t cards[TOB_CARD_MAX];
    const unsigned count = tui_hand(ui, cards);
    char title[TITLE_MAX];

    title_hand(ui, title);
    const int named = widest_name(cards, count), titled = (int)strlen(title);
    const int widest = named > titled ? named : titled;
    const int step = widest + 4 * TOB_TREASURE_COUNT <= c->width ? 4 : 3;
    const int room = c->width - step * TOB_TREASURE_COUNT;
    const int names = widest < room ? widest : room;

    if (count && titled > names)
        title[names] = '\0';
    tui_heading(c, title);
    for (int i = 0; i < TOB_TREASURE_COUNT && count; i++) {
        tui_ink(TUI_INK_MARKER + (unsigned)i);
        mvaddch(c->y - 1, c->x + names + step * (i + 1) - 1, (chtype)tui_maps_letter[i]);
    }
    for (unsigned i = 0; i < count && c->y < c->bottom; i++) {
        const bool chosen = ui->mode == TUI_MODE_CARDS && i == ui->card;
        put_card(c, cards[i], names, chosen);
        put_leavings(c, c->x + names, step, cards[i], chosen);
        c->y++;
    }
    tui_ink(TUI_INK_DIM);
    if (!count && c->y < c->bottom)
        tui_put(c->y++, c->x + 1, c->width - 1,
                tob_viewer_is_spectator(ui->viewer) ? "hidden" : "no cards");
    tui_ink(TUI_INK_TEXT);
    put_looked(c);
}

/* ---- Players ---- */

/* The coins of others are not totalled before the end (D5). */
static bool shows_coins(const tob_game *game, unsigned seat)
{
    return game->phase == TOB_PHASE_OVER || tob_hand_known(game, seat);
}

static void put_player(tui_column *c, unsigned seat)
{
    const tui *ui = c->ui;
    const tob_game *game = &ui->view;
    const tob_result result = tob_result_of(game);
    char name[REC_NAME_MAX + 1], at[4] = "-", coins[8] = "?", text[64];
    const char *const form =
        c->width >= BROAD ? "%-3s %6u %6u %6u %6s" : "%-3s %3u %3u %3u %4s";
    unsigned cards = 0;

    if (c->y >= c->bottom)
        return;
    for (unsigned value = 1; value <= TOB_COINS_MAX; value++)
        cards += game->pile[seat][value];
    if (game->atv[seat] != TOB_NONE)
        tob_space_name(&ui->board, game->atv[seat], at);
    if (shows_coins(game, seat))
        snprintf(coins, sizeof coins, "%u", result.coins[seat]);
    tui_text_name(ui->match, seat, name);
    tui_ink(TUI_INK_SEAT + seat);
    mvprintw(c->y, c->x, "%c%u", tob_to_move(game) == seat ? '>' : ' ', seat + 1);
    tui_put(c->y, c->x + 3, 7, name);
    tui_ink(TUI_INK_TEXT);
    snprintf(text, sizeof text, form, at, game->amulet[seat], game->roses[seat], cards,
             coins);
    tui_put(c->y++, c->x + 11, c->width - 11, text);
}

/* What is left in the decks and piles. */
static void put_left(tui_column *c)
{
    const tob_game *game = &c->ui->view;
    const bool broad = c->width >= BROAD;
    char text[64];

    tui_ink(TUI_INK_DIM);
    snprintf(text, sizeof text, "left: %u clues %u cards %u %s", game->deck_size,
             game->treasure_deck, game->amulet_pile, broad ? "amulets" : "amu");
    tui_put(c->y++, c->x, c->width, text);
    if (game->options & TOB_OPTION_VOLCANO) {
        const int side = __builtin_popcount(game->side);
        snprintf(text, sizeof text, "      %u lava%s %d volcanic clue%s",
                 game->lava_tiles, broad ? " tiles" : "", side, side == 1 ? "" : "s");
        tui_put(c->y++, c->x, c->width, text);
    }
    tui_ink(TUI_INK_TEXT);
}

static void put_players(tui_column *c)
{
    const tob_game *game = &c->ui->view;

    tui_heading(c, c->width >= BROAD ? "Players    at amulets  roses  cards  coins"
                                     : "Players    at  amu ros car coin");
    for (unsigned seat = 0; seat < game->players; seat++)
        put_player(c, seat);
    if (c->bottom >= TUI_ROOMY)
        put_left(c);
}

/* Sites by name, or how many there are. */
static void put_sites(tui_column *c, const char *title, tob_hexset sites)
{
    const unsigned count = tob_hexset_count(sites);
    char text[TUI_TEXT_MAX];

    if (c->bottom >= TUI_ROOMY)
        tui_heading(c, title);
    tui_ink(TUI_INK_GOOD);
    if (count && count <= NAMED)
        tui_text_sites(c->ui, sites, text);
    else
        snprintf(text, sizeof text, count ? "lit on the island" : "nothing");
    tui_wrapped(c, text, 4);
    tui_ink(TUI_INK_TEXT);
}

/* What is under the cursor; for a movement, also what is worth going to. */
static void put_here(tui_column *c)
{
    const bool roomy = c->bottom >= TUI_ROOMY, moves = c->ui->mode == TUI_MODE_MOVE;
    const tui *ui = c->ui;
    char text[TUI_TEXT_MAX];

    if (ui->mode == TUI_MODE_CARDS) {
        put_sites(c, "Would be left",
                  tui_maps_sites_left(ui, ui->map, tui_chosen_card(ui)));
        return;
    }
    if (ui->lit_map >= 0)
        put_sites(c, "Lit", ui->view.map[ui->lit_map].sites);
    if (roomy)
        tui_heading(c, "Here");
    tui_text_space(c->ui, c->ui->cursor, text);
    tui_ink(roomy ? TUI_INK_TEXT : TUI_INK_GOOD);
    tui_wrapped(c, text, roomy || !moves ? 3 : 2);
    if (!moves)
        return;
    if (roomy)
        tui_heading(c, "To go to, with the legs it takes");
    tui_text_reach(c->ui, text);
    tui_ink(TUI_INK_KEY);
    tui_wrapped(c, *text ? text : "no treasure is known, no amulet in reach",
                roomy ? 4 : 3);
    tui_ink(TUI_INK_TEXT);
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
    const tui *ui = c->ui;
    const uint32_t entry = *line - 1;
    char text[TUI_TEXT_MAX], name[REC_NAME_MAX + 1] = "";
    tui_column lines = *c;
    unsigned seat;

    *line = tui_text_entry(ui->match, entry, ui->viewer, text);
    if (!*text)
        return bottom;
    keep_end(text, c->width, bottom - c->y);
    lines.y = bottom - count_lines(text, c->width);
    lines.bottom = bottom;
    bottom = lines.y;
    tui_ink(entry >= ui->told ? TUI_INK_TEXT : TUI_INK_DIM);
    tui_wrapped(&lines, text, lines.bottom - lines.y);
    seat = ui->match->line[*line].move.seat;
    if (seat < TOB_SEATS)
        tui_text_name(ui->match, seat, name);
    if (*name && strncmp(text, name, strlen(name)) == 0) {
        tui_ink(TUI_INK_SEAT + seat);
        tui_put(bottom, c->x, c->width, name);
    }
    tui_ink(TUI_INK_TEXT);
    return bottom;
}

static void put_log(tui_column *c)
{
    uint32_t line = c->ui->shown;
    int bottom = c->bottom;

    tui_heading(c, "Log");
    while (line && bottom > c->y)
        bottom = put_entry(c, bottom, &line);
}

/* ---- The bottom ---- */

/* What the chosen card means, and what it would do to the chosen map. */
static unsigned card_sentence(const tui *ui, char out[static TUI_MESSAGE_MAX])
{
    const char *const map = tob_treasure_name(ui->map);
    const tob_reason reason = tob_why(&ui->view, &ui->board, tui_card_move(ui, ui->map));
    const unsigned card = tui_chosen_card(ui);
    const unsigned left = tui_maps_count_left(ui, ui->map),
                   sites = ui->view.map[ui->map].count;
    const char *const verb = left == 1 ? "is" : "are";
    char words[TUI_TEXT_MAX];

    if (card >= tob_card_count()) {
        snprintf(out, TUI_MESSAGE_MAX, "There is no card to play.");
        return TUI_INK_BAD;
    }
    if (reason) {
        snprintf(out, TUI_MESSAGE_MAX, "Not on %s (%s): %s.", map,
                 tob_reason_clause(reason), tob_reason_text(reason));
        return TUI_INK_BAD;
    }
    if (ui->kind == TOB_MOVE_AMULET_CLUE) {
        snprintf(out, TUI_MESSAGE_MAX, "%s; on %s %u of %u sites %s left.",
                 tui_text_clue_cost(ui), map, left, sites, verb);
        return TUI_INK_KEY;
    }
    tui_text_card(card, words);
    snprintf(out, TUI_MESSAGE_MAX, "On %s: %s; %u of %u sites left.", map, words, left,
             sites);
    return TUI_INK_GOOD;
}

/* Several people set up the game without a screen between them: whose decision it is.
 * Returns the columns used. */
static int put_decider(const tui *ui, int y, int x)
{
    const unsigned mover = tob_to_move(&ui->view);
    char who[REC_NAME_MAX + 1];

    if (!tob_is_setup(&ui->view) || mover != ui->seat || mover >= TOB_SEATS ||
        match_people(ui->match) < 2)
        return 0;
    tui_text_name(ui->match, mover, who);
    tui_ink(TUI_INK_SEAT + mover);
    const int used = tui_put(y, x, 20, who);
    return used + tui_put(y, x + used, 2, ": ");
}

static void put_bottom(const tui *ui, int rows, int columns)
{
    tui_hint keys[TUI_KEYS_MAX];
    const unsigned count = tui_text_keys(ui, keys);
    char text[TUI_MESSAGE_MAX];
    unsigned ink = ui->refusal ? TUI_INK_BAD : TUI_INK_TITLE;
    int x = 1;

    if (*ui->message)
        snprintf(text, sizeof text, "%s", ui->message);
    else if (ui->mode == TUI_MODE_CARDS)
        ink = card_sentence(ui, text);
    else
        tui_text_prompt(ui, text);
    if (!*ui->message)
        x += put_decider(ui, rows - 2, x);
    tui_ink(ink);
    tui_put(rows - 2, x, columns - x, text);
    tui_put_keys(keys, count);
    tui_ink(TUI_INK_TEXT);
}

/* ---- All of it ---- */

/* Who has to do something: "blue's turn", even while cards are drawn in it, or "green
 * decides" in the turn of another. */
static void put_mover(const tui_column *c, int x)
{
    const tui *ui = c->ui;
    unsigned mover = tob_to_move(&ui->view);
    const char *level = "";
    char who[REC_NAME_MAX + 1], text[64];

    if (mover == TOB_NATURE && !tob_is_setup(&ui->view))
        mover = ui->view.turn;
    if (mover >= TOB_SEATS)
        return;
    tui_text_name(ui->match, mover, who);
    if (tob_is_setup(&ui->view) || mover != ui->view.turn)
        snprintf(text, sizeof text, "%s decides", who);
    else
        snprintf(text, sizeof text, "%s's turn", who);
    tui_ink(TUI_INK_SEAT + mover);
    x += tui_put(c->y, x, c->x + c->width - x, text) + 1;
    tui_ink(TUI_INK_DIM);
    if (!match_is_human(ui->match, mover))
        level = match_player(ui->match, mover);
    if (x + (int)strlen(level) <= c->x + c->width)
        tui_put(c->y, x, c->x + c->width - x, level);
}

static void put_title(tui_column *c)
{
    char island[5];

    tob_island_name(c->ui->view.island, island);
    tui_ink(TUI_INK_TITLE);
    tui_put(c->y, c->x, c->width, "Tobago ");
    tui_put(c->y, c->x + 7, c->width - 7, island);
    put_mover(c, c->x + 13);
    tui_ink(TUI_INK_TEXT);
    c->y++;
}

/* Lines that the table takes with the clues of all maps. */
static int full_height(const tui *ui)
{
    uint8_t cards[TOB_CARD_MAX];
    int lines = 15 + ui->view.players + (int)tui_hand(ui, cards);

    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        lines += ui->view.map[treasure].length;
    return lines + (ui->frame.log_height ? 0 : 6);
}

void tui_panels_draw(const tui *ui)
{
    const tui_frame *f = &ui->frame;
    int rows, columns;
    getmaxyx(stdscr, rows, columns);
    tui_column c = {ui, 0, rows - 2, f->panel, f->panel_width};
    tui_column below = {ui, f->log, rows - 2, 1, f->width - 1};

    put_title(&c);
    switch (ui->page) {
    case TUI_PAGE_TABLE:
        tui_maps_put(&c, c.bottom >= full_height(ui));
        put_hand(&c);
        put_players(&c);
        put_here(&c);
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
    put_bottom(ui, rows, columns);
}
