/* What is asked of the person before the screen, the keys that answer it, and the help.
 */
#include <stdio.h>
#include <string.h>

#include "tui/text.h"
#include "tobago/names.h"

/* ---- Prompts ---- */

/* Is a move of this kind among the legal ones? */
static bool has_move(const tui *ui, unsigned kind)
{
    for (unsigned i = 0; i < ui->moves.count; i++)
        if (ui->moves.move[i].kind == kind)
            return true;
    return false;
}

/* What a leg onto lava costs (V5); false if the cursor is not on lava, or it is paid. */
static bool prompt_lava(const tui *ui, char out[static TUI_TEXT_MAX])
{
    unsigned most = TOB_COINS_MAX;

    if (ui->board.terrain[ui->cursor] != TOB_LAVA || !ui->mark[ui->cursor] ||
        (tob_lava_paid(&ui->view)))
        return false;
    while (most && !ui->view.pile[ui->seat][most])
        most--;
    if (ui->view.amulet[ui->seat])
        snprintf(out, TUI_TEXT_MAX, "Onto lava: Enter pays an amulet for it (V5).");
    else
        snprintf(out, TUI_TEXT_MAX,
                 "Onto lava: Enter pays your best treasure card for it, %u coins (V5).",
                 most);
    return true;
}

const char *tui_text_clue_cost(const tui *ui)
{
    if (ui->kind != TOB_MOVE_AMULET_CLUE)
        return "";
    return tob_legs_left(&ui->view) ? "Costs an amulet (A2) and ends your movement"
                                    : "Costs an amulet (A2)";
}

static void prompt_turn(const tui *ui, char out[static TUI_TEXT_MAX])
{
    const tob_game *game = &ui->view;

    if (ui->mode == TUI_MODE_MOVE && prompt_lava(ui, out))
        return;
    if (ui->mode == TUI_MODE_MOVE)
        snprintf(out, TUI_TEXT_MAX,
                 "Where to? The digits are legs, %u left. Enter goes there, Esc looks "
                 "around.",
                 game->moving ? tob_legs_left(game) : TOB_LEGS);
    else if (ui->mode == TUI_MODE_TARGET)
        snprintf(out, TUI_TEXT_MAX,
                 "Which site is struck off? Enter on a marked space, Esc goes back.");
    else if (has_move(ui, TOB_MOVE_RAISE))
        snprintf(out, TUI_TEXT_MAX, "You stand on a treasure: r raises it.");
    else if (!game->main_done)
        snprintf(out, TUI_TEXT_MAX, "Your turn: play a clue or move.");
    else if (tob_legs_left(game))
        snprintf(out, TUI_TEXT_MAX, "%u leg%s left: m drives on, e ends the turn.",
                 tob_legs_left(game), tob_legs_left(game) == 1 ? "" : "s");
    else if (game->amulet[ui->seat])
        snprintf(out, TUI_TEXT_MAX,
                 "Your main action is done: play amulets, or end the turn.");
    else
        snprintf(out, TUI_TEXT_MAX, "Your main action is done: e ends the turn.");
}

static void prompt_offer(const tui *ui, char out[static TUI_TEXT_MAX])
{
    const tob_game *game = &ui->view;

    snprintf(out, TUI_TEXT_MAX, "%u coins of the %s treasure for your rose %s%s: claim?",
             game->offered, tob_treasure_name(game->treasure),
             game->offer == TOB_NONE ? "as the raiser" : "on ",
             game->offer == TOB_NONE ? "" : tob_card_name(game->offer));
}

/* What lava on the space under the cursor would leave of the maps (V4); false if it
 * cannot flow there. */
static bool prompt_flow(const tui *ui, char out[static TUI_TEXT_MAX])
{
    static tob_game game;
    static tob_board board;
    const tob_move flow = {
        .kind = TOB_MOVE_LAVA, .seat = (uint8_t)ui->seat, .space = (uint8_t)ui->cursor};
    char name[4];
    int used;

    if (tob_why(&ui->view, &ui->board, flow))
        return false;
    game = ui->view;
    board = ui->board;
    tob_apply(&game, &board, flow);
    tob_space_name(&ui->board, ui->cursor, name);
    used = snprintf(out, TUI_TEXT_MAX, "Lava on %s, Enter lets it flow: ", name);
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        const unsigned before = ui->view.map[treasure].count;
        const unsigned after = game.map[treasure].count;
        if (before != after)
            used +=
                snprintf(out + used, TUI_TEXT_MAX - (size_t)used, "%s %u to %u sites, ",
                         tob_treasure_name(treasure), before, after);
    }
    if (out[used - 2] == ',')
        snprintf(out + used - 2, 3, ".");
    else
        snprintf(out + used, TUI_TEXT_MAX - (size_t)used, "no map changes.");
    return true;
}

static void prompt_own(const tui *ui, char out[static TUI_TEXT_MAX])
{
    static const char *const prompts[TOB_PHASE_COUNT] = {
        [TOB_PHASE_VOLCANO] = "Where does the volcano lie? Enter chooses its middle.",
        [TOB_PHASE_TRIAD] = "Where does a triad go? Enter on the space for its lava.",
        [TOB_PHASE_ATV] = "Where does your ATV start? Enter chooses the space.",
        [TOB_PHASE_START] = "Which map does your first clue start?",
        [TOB_PHASE_TAKE] =
            "Take the amulet (and let lava flow), or pass by and leave it?",
        [TOB_PHASE_LAVA] = "Where does the lava flow? Enter on a marked space.",
        [TOB_PHASE_RESTART] = "You start the map anew: choose a card.",
    };

    if (ui->view.phase == TOB_PHASE_OBJECT)
        snprintf(out, TUI_TEXT_MAX, "Where does the next %s stand? Enter places it.",
                 tob_object_name(ui->moves.count ? ui->moves.move[0].value : 0));
    else if (ui->view.phase == TOB_PHASE_OFFER)
        prompt_offer(ui, out);
    else if (ui->view.phase == TOB_PHASE_LAVA && prompt_flow(ui, out))
        return;
    else if (ui->mode == TUI_MODE_CARDS && ui->view.phase != TOB_PHASE_START)
        snprintf(out, TUI_TEXT_MAX, "%s",
                 "Up and down: the card. Left and right: the map. Enter plays it.");
    else if (ui->view.phase == TOB_PHASE_TURN)
        prompt_turn(ui, out);
    else
        snprintf(out, TUI_TEXT_MAX, "%s",
                 prompts[ui->view.phase] ? prompts[ui->view.phase] : "");
}

void tui_text_prompt(const tui *ui, char out[static TUI_TEXT_MAX])
{
    const unsigned mover = tob_to_move(&ui->view);
    char who[REC_NAME_MAX + 1];

    if (ui->mode == TUI_MODE_REPLAY) {
        snprintf(out, TUI_TEXT_MAX, "Replay: line %u of %u%s",
                 ui->shown + (unsigned)(ui->match->reader.line - ui->match->lines),
                 ui->match->reader.line,
                 tob_viewer_is_full(ui->viewer)        ? ", all cards open"
                 : tob_viewer_is_spectator(ui->viewer) ? ", as a spectator sees it"
                                                       : ", as ");
        if (ui->seat < TOB_SEATS) {
            tui_text_name(ui->match, ui->seat, who);
            const size_t length = strlen(out);
            snprintf(out + length, TUI_TEXT_MAX - length, "%s sees it", who);
        }
    } else if (mover == TOB_NOBODY) {
        snprintf(out, TUI_TEXT_MAX, "The game is over (%s). q leaves, R replays it.",
                 ui->view.ending == TOB_ENDING_E1 ? "E1" : "E3");
    } else if (mover == ui->seat && mover < TOB_SEATS) {
        prompt_own(ui, out);
    } else if (mover < TOB_SEATS) {
        tui_text_name(ui->match, mover, who);
        snprintf(out, TUI_TEXT_MAX, "%s %s", who,
                 match_is_human(ui->match, mover) ? "decides." : "is thinking ...");
    } else {
        snprintf(out, TUI_TEXT_MAX, "Cards are drawn ...");
    }
}

/* ---- Keys ---- */

/* What must be possible for a key to be worth showing; 0: nothing. */
enum {
    IF_CLUE = 1,
    IF_MOVE = 2,
    IF_RAISE = 4,
    IF_AMULET = 8,
    IF_EXCHANGE = 16,
    IF_UNDO = 32,
    IF_VOLCANIC = 64, /* a volcanic clue can take the place of the card (V6) */
    IF_TURN = 128,    /* there is something else to do than to choose a card */
    IF_EXTRA = 256,   /* a clue would be an extra one, for an amulet (A2) */
    IF_CUT = 512,     /* the island can be scrolled */
};

typedef struct key {
    const char *key, *meaning;
    unsigned when;
} key;

static unsigned possible(const tui *ui)
{
    const bool amulet = ui->view.amulet[ui->seat];
    unsigned can = 0;

    if (!ui->view.main_done)
        can |= IF_CLUE;
    else if (amulet)
        can |= IF_EXTRA;
    if (!ui->view.main_done || (tob_legs_left(&ui->view)))
        can |= IF_MOVE;
    if (has_move(ui, TOB_MOVE_RAISE))
        can |= IF_RAISE;
    if (amulet)
        can |= IF_AMULET;
    if (has_move(ui, TOB_MOVE_EXCHANGE) || has_move(ui, TOB_MOVE_AMULET_EXCHANGE))
        can |= IF_EXCHANGE;
    if (match_undo_reason(ui->match, ui->seat) == MATCH_UNDO_OK)
        can |= IF_UNDO;
    if (ui->mode == TUI_MODE_CARDS && tui_volcanic_moves(ui, ui->map, NULL))
        can |= IF_VOLCANIC;
    if (ui->view.phase == TOB_PHASE_TURN)
        can |= IF_TURN;
    return can;
}

static const key *keys_for(const tui *ui)
{
    static const key turn[] = {{"c", "clue", IF_CLUE},
                               {"c", "extra clue", IF_EXTRA},
                               {"m", "move", IF_MOVE},
                               {"r", "raise", IF_RAISE},
                               {"a", "amulet", IF_AMULET},
                               {"x", "exchange", IF_EXCHANGE},
                               {"e", "end", 0},
                               {"u", "undo", IF_UNDO},
                               {"h", "hint", 0},
                               {"?", "help", 0},
                               {"Tab", "page", 0},
                               {"q", "quit", 0},
                               {"l", "list", 0},
                               {0}};
    static const key move[] = {{"Arrows", "walk", 0},    {"Enter", "go", 0},
                               {"e", "end", 0},          {"a", "amulet", IF_AMULET},
                               {"r", "raise", IF_RAISE}, {"u", "undo", IF_UNDO},
                               {"h", "hint", 0},         {"Esc", "back", 0},
                               {"?", "help", 0},         {0}};
    static const key cards[] = {{"Up/Down", "card", 0},
                                {"Left/Right", "map", 0},
                                {"Enter", "play", 0},
                                {"v", "volcanic", IF_VOLCANIC},
                                {"h", "hint", 0},
                                {"Esc", "back", IF_TURN},
                                {"l", "list", 0},
                                {"?", "help", 0},
                                {0}};
    static const key offer[] = {
        {"c", "claim", 0},  {"p", "pass", 0}, {"u", "undo", IF_UNDO}, {"h", "hint", 0},
        {"Tab", "page", 0}, {"?", "help", 0}, {"q", "quit", 0},       {0}};
    static const key take[] = {
        {"t", "take", 0},       {"p", "pass by", 0}, {"l", "list", 0},
        {"u", "undo", IF_UNDO}, {"h", "hint", 0},    {"Tab", "page", 0},
        {"?", "help", 0},       {"q", "quit", 0},    {0}};
    static const key place[] = {
        {"Arrows", "walk", 0},  {"Enter", "choose", 0}, {"l", "list", 0},
        {"u", "undo", IF_UNDO}, {"h", "hint", 0},       {"Esc", "back", IF_TURN},
        {"?", "help", 0},       {"q", "quit", 0},       {0}};
    static const key replay[] = {
        {"Left/Right", "step", 0}, {"PgUp/Dn", "20", 0},    {"Up/Down", "scroll", IF_CUT},
        {"s", "seat", 0},          {"Tab", "page", 0},      {"?", "help", 0},
        {"q", "back", 0},          {"Home/End", "ends", 0}, {0}};
    static const key wait[] = {{"Arrows", "walk", 0}, {"Tab", "page", 0},
                               {"R", "replay", 0},    {"?", "help", 0},
                               {"q", "quit", 0},      {0}};

    if (ui->mode == TUI_MODE_REPLAY)
        return replay;
    if (ui->seat >= TOB_SEATS || tob_to_move(&ui->view) != ui->seat)
        return wait;
    if (ui->view.phase == TOB_PHASE_OFFER)
        return offer;
    if (ui->view.phase == TOB_PHASE_TAKE)
        return take;
    if (ui->mode == TUI_MODE_CARDS)
        return cards;
    if (ui->view.phase != TOB_PHASE_TURN || ui->mode == TUI_MODE_TARGET)
        return place;
    return ui->mode == TUI_MODE_MOVE ? move : turn;
}

unsigned tui_text_keys(const tui *ui, tui_hint hints[static TUI_KEYS_MAX])
{
    const unsigned can =
        (ui->seat < TOB_SEATS ? possible(ui) : 0) | (tui_board_is_cut(ui) ? IF_CUT : 0);
    unsigned count = 0;

    for (const key *k = keys_for(ui); k->key && count < TUI_KEYS_MAX; k++)
        if ((k->when & can) == k->when)
            hints[count++] = (tui_hint){k->key, k->meaning};
    return count;
}

/* ---- Help ---- */

const char *const tui_text_help_keys[] = {
    "\tOn the island",
    "Arrows       walk; Home PgUp End PgDn go diagonally, as on a keypad",
    "Enter        go there, place it, choose it; a second click does the same",
    "1 2 3 4      light up where the white, grey, brown, black treasure may lie",
    "",
    "\tYour turn",
    "c  a clue: choose the card and the map; you see what would be left",
    "m  move: digits show how many legs it takes; Enter drives there",
    "r  raise a treasure          a  play an amulet",
    "x  exchange the hand         e  end the turn",
    "c claim, t take, p pass or leave, v volcanic clue: where the bottom line",
    "offers them. A key that is not offered answers with the rule against it.",
    "",
    "\tAlways",
    "h  hint: what an expert would do with what you know",
    "u  take back what your last key did, as long as nothing was revealed",
    "l  list all legal moves      :  type a move; Tab completes it",
    "R  replay the game so far    q  quit; a game with a file goes on later",
    "Tab  turn the page: table, maps with their clues (maybe in parts), log",
    NULL,
};

const char *const tui_text_help_replay[] = {
    "\tThrough the record",
    "Left, Right  a line back or forth; Space goes forth as well",
    "PgUp, PgDn   twenty lines back or forth",
    "Home, End    the first line, the last line",
    "",
    "\tLooking",
    "s            as whom: all cards open, each seat, a spectator; during a game",
    "             only as yourself or as a spectator",
    "1 2 3 4      light up where the white, grey, brown, black treasure may lie",
    "Up, Down     scroll the island, where the window is too low for it",
    "Tab          turn the page: table, maps with their clues, log",
    "q            leave the replay",
    NULL,
};

const char *const tui_text_help_table[] = {
    "\tMaps",
    "w white 17 sites 12+1   17 spaces are possible; its clues, from the top down,",
    "have roses of seats 1, 2, 1, and that of 2 is a double claim (P1).",
    "\tPlayers",
    "> decides now   at: where the ATV is   amu: amulets   ros: roses left",
    "car: treasure cards   coin: their sum; that of others is told at the end (D5)",
    NULL,
};
