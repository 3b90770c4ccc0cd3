#include "tui/menu.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "tui/list.h"
#include "tui/rules.h"
#include "tobago/names.h"

/* The rows of the menu and of the form. */
typedef enum tui_row_kind {
    ROW_GO_ON,
    ROW_NEW,
    ROW_SAVED,
    ROW_REPLAY,
    ROW_RULES,
    ROW_ABOUT,
    ROW_LEAVE,
    ROW_PLAYERS,
    ROW_SEAT,
    ROW_ISLAND = ROW_SEAT + TOB_SEATS,
    ROW_OPTION, /* and as many more as there are options */
    ROW_END = ROW_OPTION + 8,
    ROW_START,
} tui_row_kind;

static saved_game games[SAVES_MAX];
static unsigned game_count;

/* ---- Words ---- */

/* Writes when a game was played, who plays and where: "17 Nov 20:30  red, blue-hard
 * AbC1". */
static void describe(const saved_game *game, char out[static TUI_TEXT_MAX])
{
    char when[32] = "", island[5];
    struct tm local;

    if (localtime_r(&game->changed, &local))
        strftime(when, sizeof when, "%e %b %H:%M", &local);
    tob_island_name(game->header.config.island, island);
    snprintf(out, TUI_TEXT_MAX, "%s  %s  ", when, island);
    for (unsigned seat = 0; seat < game->header.config.players; seat++)
        tui_text_add(out, "%s%s", seat ? ", " : "", game->header.name[seat]);
    if (game->over)
        tui_text_add(out, "  over");
    else if (game->round)
        tui_text_add(out, "  round %u", game->round);
    else
        tui_text_add(out, "  set-up");
}

static const char *const level_words[AI_LEVEL_COUNT] = {
    [AI_RANDOM] = "plays anything that is legal",
    [AI_GREEDY] = "takes what is nearest; the yardstick of the others",
    [AI_EASY] = "knows what is good and often slips: for a first game",
    [AI_MEDIUM] = "plays sensibly and at once",
    [AI_HARD] = "looks ahead",
    [AI_EXPERT] = "looks ahead for up to a second a move",
};

static const char *const seat_colours[TOB_SEATS] = {"red", "blue", "green", "yellow"};

static const saved_game *last_game(void)
{
    for (unsigned i = 0; i < game_count; i++)
        if (!games[i].over)
            return &games[i];
    return NULL;
}

static unsigned open_games(void)
{
    unsigned count = 0;

    for (unsigned i = 0; i < game_count; i++)
        count += !games[i].over;
    return count;
}

/* ---- Rows ---- */

static void add_row(tui_row *rows, unsigned *count, unsigned what, const char *text)
{
    if (*count == TUI_ROWS_MAX)
        return;
    rows[*count] = (tui_row){.what = what};
    snprintf(rows[*count].text, sizeof rows[*count].text, "%s", text);
    ++*count;
}

static void add_value(tui_row *rows, unsigned *count, unsigned what, const char *text,
                      const char *value)
{
    add_row(rows, count, what, text);
    snprintf(rows[*count - 1].value, sizeof rows[*count - 1].value, "%s", value);
}

static unsigned menu_rows(tui_row rows[static TUI_ROWS_MAX])
{
    unsigned count = 0;

    if (last_game())
        add_row(rows, &count, ROW_GO_ON, "Go on with the last game");
    add_row(rows, &count, ROW_NEW, "New game");
    if (open_games() > 1)
        add_row(rows, &count, ROW_SAVED, "Other games to go on with");
    if (game_count)
        add_row(rows, &count, ROW_REPLAY, "Replay a game");
    add_row(rows, &count, ROW_RULES, "Rules");
    add_row(rows, &count, ROW_ABOUT, "What the game is about");
    add_row(rows, &count, ROW_LEAVE, "Quit");
    rows[count - 1].apart = true;
    return count;
}

/* An option's words in the form; those of its row where there are none. */
static const char *option_text(const tob_option_row *option)
{
    switch (option->bit) {
    case TOB_OPTION_EXPERIENCED: return "Extra powers";
    case TOB_OPTION_PLACED: return "You place objects";
    case TOB_OPTION_VOLCANO: return "The Volcano";
    case TOB_OPTION_VOLCANO_PLACED: return "- you place it";
    case TOB_OPTION_TRIADS_RANDOM: return "- chance triads";
    }
    return option->word;
}

static unsigned form_rows(const tui_model *m, tui_row rows[static TUI_ROWS_MAX])
{
    const game_settings *s = &m->menu.settings;
    char value[48];
    unsigned count = 0;

    snprintf(value, sizeof value, "%u", s->players);
    add_value(rows, &count, ROW_PLAYERS, "Players", value);
    for (unsigned seat = 0; seat < s->players; seat++) {
        snprintf(value, sizeof value, "%u %s", seat + 1, seat_colours[seat]);
        add_value(rows, &count, ROW_SEAT + seat, value,
                  s->seat[seat] < 0 ? "person" : ai_level_name((unsigned)s->seat[seat]));
    }
    snprintf(value, sizeof value, "any");
    if (s->island >= 0)
        tob_island_name((unsigned)s->island, value);
    add_value(rows, &count, ROW_ISLAND, "Island", value);
    for (unsigned i = 0; tob_option_at(i); i++)
        if (!(tob_option_at(i)->needs & ~s->options))
            add_value(rows, &count, ROW_OPTION + i, option_text(tob_option_at(i)),
                      s->options & tob_option_at(i)->bit ? "yes" : "no");
    add_value(rows, &count, ROW_END, "A turn ends", s->ask_end ? "by key" : "by itself");
    add_row(rows, &count, ROW_START, "Begin the game");
    rows[count - 1].apart = true;
    return count;
}

unsigned tui_menu_rows(const tui_model *m, tui_row rows[static TUI_ROWS_MAX])
{
    return m->over == TUI_OVER_FORM ? form_rows(m, rows) : menu_rows(rows);
}

static unsigned chosen_what(const tui_model *m)
{
    tui_row rows[TUI_ROWS_MAX];
    const unsigned count = tui_menu_rows(m, rows);

    return rows[m->menu.row < count ? m->menu.row : 0].what;
}

static void about_seat(int level, char out[static TUI_TEXT_MAX])
{
    if (level < 0)
        snprintf(out, TUI_TEXT_MAX, "A person at this screen.");
    else
        snprintf(out, TUI_TEXT_MAX, "%s %s. Elo %d.", ai_level_name((unsigned)level),
                 level_words[level], ai_level_elo((unsigned)level));
}

/* Writes a sentence about a row of the form. */
static void about_form(const tui_model *m, unsigned what, char out[static TUI_TEXT_MAX])
{
    const game_settings *s = &m->menu.settings;

    if (what == ROW_PLAYERS)
        snprintf(out, TUI_TEXT_MAX, "How many players, people and bots together.");
    else if (what >= ROW_SEAT && what < ROW_ISLAND)
        about_seat(s->seat[what - ROW_SEAT], out);
    else if (what == ROW_ISLAND)
        snprintf(out, TUI_TEXT_MAX,
                 s->island < 0 ? "One of the 32 islands, chosen by chance."
                               : "You see it on the left.");
    else if (what >= ROW_OPTION && what < ROW_END)
        snprintf(out, TUI_TEXT_MAX, "%s: %s.", tob_option_at(what - ROW_OPTION)->clause,
                 tob_option_at(what - ROW_OPTION)->meaning);
    else if (what == ROW_END)
        snprintf(out, TUI_TEXT_MAX,
                 s->ask_end ? "You end every turn with a key."
                            : "A turn ends when nothing else is "
                              "possible.");
}

void tui_menu_about(const tui_model *m, char out[static TUI_TEXT_MAX])
{
    const unsigned what = chosen_what(m);

    *out = '\0';
    if (m->over == TUI_OVER_FORM)
        about_form(m, what, out);
    else if (what == ROW_GO_ON && last_game())
        describe(last_game(), out);
}

/* ---- The island ---- */

/* Shows the chosen island, or any, dimmed, where chance chooses. */
static void show_island(tui_model *m)
{
    static tob_game game;
    static tob_board board;
    const int chosen = m->menu.settings.island;
    const tob_config config = {
        .island = (uint8_t)(chosen < 0 ? m->menu.any : (unsigned)chosen), .players = 2};

    tob_board_init(&board, config.island);
    tob_game_init(&game, &board, &config);
    tui_show(m, &game, &board, tob_viewer_full(), 0);
    m->cursor = tob_board_centre(&board, 0);
}

/* ---- Choosing ---- */

static void open_menu(tui_model *m)
{
    m->over = TUI_OVER_MENU;
    m->menu.row = 0;
}

void tui_menu_begin(tui_model *m, tui_start *start)
{
    *start = (tui_start){.settings = settings_read()};
    game_count = saves_list(games);
    m->menu = (tui_menu_state){.start = start, .settings = start->settings};
    m->menu.any = (unsigned)time(NULL) / 60 % TOB_ISLANDS;
    m->lit_map = -1;
    m->walked = m->clicked = TOB_NONE;
    show_island(m);
    open_menu(m);
    if (!game_count)
        m->over = TUI_OVER_ABOUT;
}

void tui_menu_step(tui_model *m, int step)
{
    tui_row rows[TUI_ROWS_MAX];
    const unsigned count = tui_menu_rows(m, rows);

    m->menu.row = (m->menu.row + count + (unsigned)step) % count;
}

static void leave_with(tui_model *m, tui_order order, const saved_game *game)
{
    m->menu.start->order = order;
    m->menu.start->settings = m->menu.settings;
    if (game)
        snprintf(m->menu.start->path, sizeof m->menu.start->path, "%s", game->path);
    m->quit = true;
}

static void take_open(tui_model *m, unsigned index)
{
    leave_with(m, TUI_ORDER_GO_ON, &games[index]);
}

static void take_replay(tui_model *m, unsigned index)
{
    leave_with(m, TUI_ORDER_REPLAY, &games[index]);
}

static void list_games(tui_model *m, bool all)
{
    static char text[SAVES_MAX][TUI_TEXT_MAX];
    static tui_item items[SAVES_MAX];
    unsigned count = 0;

    for (unsigned i = 0; i < game_count; i++) {
        if (!all && games[i].over)
            continue;
        describe(&games[i], text[count]);
        items[count] = (tui_item){.text = text[count], .kind = i};
        count++;
    }
    tui_list_items(m, all ? "Replay which game?" : "Go on with which game?", items, count,
                   all ? take_replay : take_open);
}

static unsigned cycle(int value, int step, int least, int most)
{
    const int span = most - least + 1;

    return (unsigned)(least + ((value - least + step) % span + span) % span);
}

void tui_menu_change(tui_model *m, int step)
{
    game_settings *s = &m->menu.settings;
    const unsigned what = chosen_what(m);

    if (m->over != TUI_OVER_FORM)
        return;
    if (what == ROW_PLAYERS) {
        s->players = (uint8_t)cycle(s->players, step, 2, TOB_SEATS);
    } else if (what >= ROW_SEAT && what < ROW_ISLAND) {
        int8_t *seat = &s->seat[what - ROW_SEAT];
        *seat = (int8_t)cycle(*seat, step, SETTINGS_PERSON, AI_LEVEL_COUNT - 1);
    } else if (what == ROW_ISLAND) {
        s->island = (int8_t)cycle(s->island, step, SETTINGS_ANY_ISLAND, TOB_ISLANDS - 1);
    } else if (what >= ROW_OPTION && what < ROW_END) {
        s->options ^= tob_option_at(what - ROW_OPTION)->bit;
        for (unsigned i = 0; tob_option_at(i); i++)
            if (tob_option_at(i)->needs & ~s->options)
                s->options &= (uint8_t)~tob_option_at(i)->bit;
    } else if (what == ROW_END) {
        s->ask_end = !s->ask_end;
    }
    show_island(m);
}

void tui_menu_take(tui_model *m)
{
    switch (chosen_what(m)) {
    case ROW_GO_ON: leave_with(m, TUI_ORDER_GO_ON, last_game()); break;
    case ROW_NEW:
        m->over = TUI_OVER_FORM;
        m->menu.row = tui_menu_rows(m, (tui_row[TUI_ROWS_MAX]){{0}}) - 1;
        break;
    case ROW_SAVED: list_games(m, false); break;
    case ROW_REPLAY: list_games(m, true); break;
    case ROW_RULES: tui_rules_open(m); break;
    case ROW_ABOUT: m->over = TUI_OVER_ABOUT; break;
    case ROW_LEAVE: leave_with(m, TUI_ORDER_LEAVE, NULL); break;
    case ROW_START:
        settings_write(&m->menu.settings);
        leave_with(m, TUI_ORDER_NEW, NULL);
        break;
    default: tui_menu_change(m, 1); break;
    }
}

void tui_menu_take_row(tui_model *m, unsigned row)
{
    tui_row rows[TUI_ROWS_MAX];

    if (row >= tui_menu_rows(m, rows))
        return;
    m->menu.row = row;
    tui_menu_take(m);
}

void tui_menu_back(tui_model *m)
{
    if (m->over == TUI_OVER_MENU)
        leave_with(m, TUI_ORDER_LEAVE, NULL);
    else
        open_menu(m);
}
