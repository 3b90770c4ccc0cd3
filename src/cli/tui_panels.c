/* What lies beside the island: maps, hand, players, the space under the cursor, the log.
 */
#define _XOPEN_SOURCE    700 /* wcwidth */
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <string.h>
#include <wchar.h>

#include "cli/tui_text.h"

enum { ROOMY = 30 }; /* lines from which on nothing needs to be left out */

/* A column of text that grows downwards. */
typedef struct column {
    const tui *ui;
    int y, bottom, x, width;
} column;

int tui_put(int y, int x, int width, const char *text)
{
    const char *at = text, *const end = text + strlen(text);
    mbstate_t state = {0};
    int used = 0;

    while (at < end) {
        wchar_t letter;
        const size_t bytes = mbrtowc(&letter, at, (size_t)(end - at), &state);
        if (bytes == 0 || bytes > (size_t)(end - at))
            break;
        const int wide = wcwidth(letter);
        if (wide < 0 || used + wide > width)
            break;
        used += wide;
        at += bytes;
    }
    if (at > text)
        mvaddnstr(y, x, text, (int)(at - text));
    return used;
}

void tui_rule(int y, int x, int width)
{
    for (int i = 0; i < width; i++)
        mvaddstr(y, x + i, tui_ink_has_utf8() ? "─" : "-");
}

/* How many bytes of a text go on one line, broken at a blank if there is one. */
static size_t line_break(const char *text, int width)
{
    const size_t length = strlen(text);
    size_t cut;

    if (length <= (size_t)width)
        return length;
    cut = (size_t)width;
    while (cut && text[cut] != ' ')
        cut--;
    return cut ? cut : (size_t)width;
}

/* Writes a text on as many lines as it needs, 'most' at the most. */
static void put_wrapped(column *c, const char *text, int most)
{
    for (; *text && most && c->y < c->bottom; most--) {
        const size_t length = line_break(text, c->width);
        char line[TUI_TEXT_MAX];
        snprintf(line, sizeof line, "%.*s", (int)length, text);
        tui_put(c->y++, c->x, c->width, line);
        text += length;
        text += *text == ' ';
    }
}

static void heading(column *c, const char *text)
{
    if (c->y >= c->bottom)
        return;
    tui_ink(TUI_INK_DIM);
    tui_rule(c->y, c->x, c->width);
    tui_ink(TUI_INK_TITLE);
    tui_put(c->y, c->x, c->width, text);
    tui_ink(TUI_INK_DIM);
    mvaddch(c->y++, c->x + (int)strlen(text), ' ');
    tui_ink(TUI_INK_TEXT);
}

/* ---- Maps ---- */

static int put_roses(const column *c, int x, uint8_t rose)
{
    for (unsigned i = 0; i < tob_rose_number(rose) && x < c->x + c->width; i++) {
        tui_ink(TUI_INK_SEAT + tob_rose_owner(rose));
        mvprintw(c->y, x++, "%u", tob_rose_owner(rose) + 1);
    }
    return x;
}

/* The sites that the chosen card would leave on a map. */
static unsigned sites_left(const tui *ui, unsigned treasure)
{
    const unsigned card = tui_chosen_card(ui);

    if (card >= tob_card_count())
        return ui->view.map[treasure].count;
    return tob_hexset_count(
        tob_hexset_and(ui->view.map[treasure].sites, ui->board.allowed[card]));
}

/* What the chosen card would do to a map: the sites left, or the clause against it. */
static void put_effect(const column *c, unsigned treasure, int x)
{
    const tui *ui = c->ui;
    const tob_move move = tui_card_move(ui, treasure);
    const tob_reason reason = tob_why(&ui->view, &ui->board, move);
    char text[32];

    if (reason == TOB_OK)
        snprintf(text, sizeof text, "%s %u left", tui_ink_has_utf8() ? "→" : "->",
                 sites_left(ui, treasure));
    else
        snprintf(text, sizeof text, "no (%s)", tob_reason_clause(reason));
    tui_ink(treasure == ui->map ? TUI_INK_CHOSEN : reason ? TUI_INK_DIM : TUI_INK_GOOD);
    tui_put(c->y, x, c->x + c->width - x, text);
    tui_ink(TUI_INK_TEXT);
}

static void put_map(column *c, unsigned treasure, bool clues)
{
    static const char letters[] = "wgnk";
    const tui *ui = c->ui;
    const tob_map *map = &ui->view.map[treasure];
    uint8_t cards[TOB_CARD_MAX];
    const unsigned length = tob_map_cards(&ui->view, treasure, cards);
    char text[32], name[4];
    int x = c->x + 19;

    if (c->y >= c->bottom)
        return;
    tui_ink(TUI_INK_MARKER + treasure);
    mvaddch(c->y, c->x, (chtype)letters[treasure]);
    tui_ink(TUI_INK_TEXT);
    tob_space_name(&ui->board, tob_hexset_first(map->sites), name);
    if (map->count == 1)
        snprintf(text, sizeof text, " %-6s on %s", tob_treasure_name(treasure), name);
    else
        snprintf(text, sizeof text, " %-6s %3u sites", tob_treasure_name(treasure),
                 map->count);
    tui_put(c->y, c->x + 1, c->width - 1, text);
    if (ui->mode == TUI_MODE_CARDS)
        put_effect(c, treasure, x);
    for (unsigned i = 0; i < length && ui->mode != TUI_MODE_CARDS && !clues; i++)
        x = put_roses(c, x, ui->view.rose[cards[i]]);
    c->y++;
    for (unsigned i = 0; i < length && clues && c->y < c->bottom; i++, c->y++) {
        put_roses(c, c->x + 2, ui->view.rose[cards[i]]);
        tui_ink(TUI_INK_TEXT);
        tui_put(c->y, c->x + 5, c->width - 5, tob_card_name(cards[i]));
    }
    tui_ink(TUI_INK_TEXT);
}

static void put_maps(column *c, bool clues)
{
    heading(c, "Maps");
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        put_map(c, treasure, clues);
}

/* ---- The hand ---- */

unsigned tui_hand(const tui *ui, uint8_t cards[static TOB_CARD_MAX])
{
    const unsigned seat =
        ui->viewer < TOB_SEATS ? ui->viewer : ui->view.turn & (TOB_SEATS - 1);
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
                      .seat = (uint8_t)ui->viewer,
                      .treasure = (uint8_t)treasure,
                      .card = (uint8_t)card};
}

static void put_looked(column *c)
{
    const tob_game *game = &c->ui->view;
    char text[TUI_TEXT_MAX] = "looked at:";

    if (c->ui->viewer >= TOB_SEATS || !(game->bag || game->phase == TOB_PHASE_OFFER))
        return;
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        for (unsigned i = 0; i < game->peeked[c->ui->viewer][coins]; i++) {
            const size_t length = strlen(text);
            if (coins)
                snprintf(text + length, sizeof text - length, " %u", coins);
            else
                snprintf(text + length, sizeof text - length, " curse");
        }
    put_wrapped(c, text, 2);
}

static void put_hand(column *c)
{
    const tui *ui = c->ui;
    uint8_t cards[TOB_CARD_MAX];
    const unsigned count = tui_hand(ui, cards);

    heading(c, ui->viewer == TOB_VIEW_FULL ? "Hand of who is on turn" : "Hand");
    for (unsigned i = 0; i < count && c->y < c->bottom; i++) {
        const bool chosen = ui->mode == TUI_MODE_CARDS && i == ui->card;
        tui_ink(chosen ? TUI_INK_CHOSEN : TUI_INK_TEXT);
        tui_put(c->y, c->x, c->width, chosen ? ">" : " ");
        tui_put(c->y++, c->x + 1, c->width - 1, tob_card_name(cards[i]));
    }
    tui_ink(TUI_INK_DIM);
    if (!count && c->y < c->bottom)
        tui_put(c->y++, c->x + 1, c->width - 1,
                ui->viewer == TOB_VIEW_SPECTATOR ? "hidden" : "no cards");
    tui_ink(TUI_INK_TEXT);
    put_looked(c);
}

/* ---- Players ---- */

/* The coins of others are not totalled before the end (D5). */
static bool shows_coins(const tob_game *game, unsigned seat)
{
    return game->phase == TOB_PHASE_OVER || tob_hand_known(game, seat);
}

static void put_player(column *c, unsigned seat)
{
    const tui *ui = c->ui;
    const tob_game *game = &ui->view;
    const tob_result result = tob_result_of(game);
    char name[REC_NAME_MAX + 1], at[4] = "-", coins[8] = "?", text[64];
    unsigned cards = 0;

    if (c->y >= c->bottom)
        return;
    for (unsigned value = 1; value <= TOB_COINS_MAX; value++)
        cards += game->pile[seat][value];
    if (game->atv[seat] != TOB_NONE)
        tob_space_name(&ui->board, game->atv[seat], at);
    if (shows_coins(game, seat))
        snprintf(coins, sizeof coins, "%u", result.coins[seat]);
    tui_text_name(ui->table, seat, name);
    tui_ink(TUI_INK_SEAT + seat);
    mvprintw(c->y, c->x, "%c%u", tob_to_move(game) == seat ? '>' : ' ', seat + 1);
    tui_put(c->y, c->x + 3, 7, name);
    tui_ink(TUI_INK_TEXT);
    snprintf(text, sizeof text, "%-3s %3u %3u %3u %4s", at, game->amulet[seat],
             game->roses[seat], cards, coins);
    tui_put(c->y++, c->x + 11, c->width - 11, text);
}

/* What is left in the decks and piles. */
static void put_left(column *c)
{
    const tob_game *game = &c->ui->view;
    char text[64];

    tui_ink(TUI_INK_DIM);
    snprintf(text, sizeof text, "left: %u clues %u cards %u amulets", game->deck_size,
             game->treasure_deck, game->amulet_pile);
    tui_put(c->y++, c->x, c->width, text);
    if (game->options & TOB_OPTION_VOLCANO) {
        snprintf(text, sizeof text, "      %u lava tiles, %d volcanic clues",
                 game->lava_tiles, __builtin_popcount(game->side));
        tui_put(c->y++, c->x, c->width, text);
    }
    tui_ink(TUI_INK_TEXT);
}

static void put_players(column *c)
{
    const tob_game *game = &c->ui->view;

    heading(c, "Players    at  amu ros car coin");
    for (unsigned seat = 0; seat < game->players; seat++)
        put_player(c, seat);
    if (c->bottom >= ROOMY)
        put_left(c);
}

static void put_here(column *c)
{
    char text[TUI_TEXT_MAX];

    tui_text_space(c->ui, c->ui->cursor, text);
    if (c->bottom >= ROOMY) {
        heading(c, "Here");
        put_wrapped(c, text, 3);
        return;
    }
    tui_ink(TUI_INK_GOOD);
    put_wrapped(c, text, 2);
    tui_ink(TUI_INK_TEXT);
}

/* ---- The log ---- */

/* Writes one entry so that it ends above 'bottom'; returns where it begins. */
static int put_entry(const column *c, int bottom, uint32_t entry)
{
    const tui *ui = c->ui;
    const tob_move move = ui->table->line[entry].move;
    char text[TUI_TEXT_MAX], name[REC_NAME_MAX + 1];
    column lines = *c;
    int count = 0;

    tui_text_told(ui->table, move, ui->viewer, text);
    if (!*text)
        return bottom;
    for (const char *at = text; *at; count++) {
        at += line_break(at, c->width);
        at += *at == ' ';
    }
    if (bottom - count < c->y)
        return c->y;
    lines.y = bottom - count;
    lines.bottom = bottom;
    tui_ink(entry >= ui->told ? TUI_INK_TEXT : TUI_INK_DIM);
    put_wrapped(&lines, text, count);
    if (move.seat < TOB_SEATS && move.kind != TOB_MOVE_REVEAL) {
        tui_text_name(ui->table, move.seat, name);
        tui_ink(TUI_INK_SEAT + move.seat);
        tui_put(bottom - count, c->x, c->width, name);
    }
    tui_ink(TUI_INK_TEXT);
    return bottom - count;
}

static void put_log(column *c)
{
    uint32_t entry = c->ui->shown;
    int bottom = c->bottom;

    heading(c, "Log");
    while (entry && bottom > c->y)
        bottom = put_entry(c, bottom, --entry);
}

/* ---- The bottom ---- */

/* What the chosen card means, and what it would do to the chosen map. */
static unsigned card_sentence(const tui *ui, char out[static TUI_MESSAGE_MAX])
{
    const tob_move move = tui_card_move(ui, ui->map);
    const unsigned card = tui_chosen_card(ui);
    const tob_reason reason = tob_why(&ui->view, &ui->board, move);
    char words[TUI_TEXT_MAX];

    if (card >= tob_card_count()) {
        snprintf(out, TUI_MESSAGE_MAX, "There is no card to play.");
        return TUI_INK_BAD;
    }
    tui_text_card(card, words);
    if (reason) {
        snprintf(out, TUI_MESSAGE_MAX, "Not on %s (%s): %s.", tob_treasure_name(ui->map),
                 tob_reason_clause(reason), tob_reason_text(reason));
        return TUI_INK_BAD;
    }
    snprintf(out, TUI_MESSAGE_MAX, "On %s: %s; %u of %u sites would be left.",
             tob_treasure_name(ui->map), words, sites_left(ui, ui->map),
             ui->view.map[ui->map].count);
    return TUI_INK_GOOD;
}

static void put_bottom(const tui *ui, int rows, int columns)
{
    const char *const *key = tui_text_keys(ui);
    char text[TUI_MESSAGE_MAX];
    unsigned ink = ui->refusal ? TUI_INK_BAD : TUI_INK_TITLE;
    int x = 1;

    if (*ui->message)
        snprintf(text, sizeof text, "%s", ui->message);
    else if (ui->mode == TUI_MODE_CARDS)
        ink = card_sentence(ui, text);
    else
        tui_text_prompt(ui, text);
    tui_ink(ink);
    tui_put(rows - 2, 1, columns - 1, text);
    for (; *key && x < columns - 1; key += 2) {
        tui_ink(TUI_INK_KEY);
        x += tui_put(rows - 1, x, columns - 1 - x, key[0]) + 1;
        tui_ink(TUI_INK_DIM);
        x += tui_put(rows - 1, x, columns - 1 - x, key[1]) + 2;
    }
    tui_ink(TUI_INK_TEXT);
}

/* ---- All of it ---- */

static void put_title(column *c)
{
    const tui *ui = c->ui;
    const unsigned mover = tob_to_move(&ui->view);
    char island[5], who[REC_NAME_MAX + 1] = "";

    tob_island_name(ui->view.island, island);
    tui_ink(TUI_INK_TITLE);
    tui_put(c->y, c->x, c->width, "Tobago ");
    tui_put(c->y, c->x + 7, c->width - 7, island);
    if (mover < TOB_SEATS) {
        tui_text_name(ui->table, mover, who);
        tui_ink(TUI_INK_SEAT + mover);
        tui_put(c->y, c->x + 13, c->width - 13, who);
    }
    if (mover < TOB_SEATS && !table_is_human(ui->table, mover)) {
        tui_ink(TUI_INK_DIM);
        tui_put(c->y, c->x + 14 + (int)strlen(who), c->width - 14 - (int)strlen(who),
                ai_level_name((unsigned)ui->table->level[mover]));
    }
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
    column c = {ui, 0, rows - 2, f->panel, f->panel_width};
    column below = {ui, f->log, rows - 2, 1, f->width - 1};

    put_title(&c);
    switch (ui->page) {
    case TUI_PAGE_TABLE:
        put_maps(&c, c.bottom >= full_height(ui));
        put_hand(&c);
        put_players(&c);
        put_here(&c);
        if (!f->log_height)
            put_log(&c);
        break;
    case TUI_PAGE_MAPS:
        put_left(&c);
        put_maps(&c, true);
        break;
    case TUI_PAGE_LOG: put_log(&c); break;
    case TUI_PAGE_COUNT: break;
    }
    if (f->log_height)
        put_log(&below);
    put_bottom(ui, rows, columns);
}
