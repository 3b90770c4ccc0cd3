#include "tui/keys.h"

#include <stdio.h>
#include <string.h>

#include "tui/bindings.h"
#include "tui/cards.h"
#include "tui/line.h"
#include "tui/list.h"
#include "tui/menu.h"
#include "tui/replay.h"
#include "tui/rules.h"
#include "tui/turn.h"
#include "tui/walk.h"

/* ---- Situations ---- */

/* The situations that keys tell apart. Exactly one holds at any time. */
enum {
    AT_TURN = 1 << 0,    /* a turn: look around */
    AT_MOVE = 1 << 1,    /* a turn: choose where to drive */
    AT_STRIKE = 1 << 2,  /* a turn: choose a site to strike off (A1) */
    AT_CLUE = 1 << 3,    /* a turn: choose a card and a map */
    AT_PLACE = 1 << 4,   /* choose a space for something else */
    AT_START = 1 << 5,   /* choose the map of a first clue (S5) */
    AT_RESTART = 1 << 6, /* choose a card that starts a map anew (N2) */
    AT_OFFER = 1 << 7,   /* claim a treasure card or pass */
    AT_TAKE = 1 << 8,    /* take an amulet or leave it (V3) */
    AT_WATCH = 1 << 9,   /* someone else decides */
    AT_OVER = 1 << 10,   /* the game is over */
    AT_REPLAY = 1 << 11,
    UNDER = 1 << 11, /* shifted by a tui_over: something lies over the screen */
    AT_LIST = UNDER << TUI_OVER_LIST,
    AT_LINE = UNDER << TUI_OVER_LINE,
    AT_HELP = UNDER << TUI_OVER_HELP,
    AT_LEGEND = UNDER << TUI_OVER_LEGEND,
    AT_RESULT = UNDER << TUI_OVER_RESULT,
    AT_BETWEEN = UNDER << TUI_OVER_BETWEEN,
    AT_MENU = UNDER << TUI_OVER_MENU,
    AT_FORM = UNDER << TUI_OVER_FORM,
    AT_ABOUT = UNDER << TUI_OVER_ABOUT,
    AT_GOTO = UNDER << TUI_OVER_GOTO,
    AT_RULES = UNDER << TUI_OVER_RULES,
    AT_SEARCH = UNDER << TUI_OVER_SEARCH,

    IN_MENU = AT_MENU | AT_FORM,
    TYPING = AT_LINE | AT_GOTO,
    IN_TURN = AT_TURN | AT_MOVE | AT_STRIKE | AT_CLUE,
    IN_CARDS = AT_CLUE | AT_START | AT_RESTART,
    IN_SPACES = AT_MOVE | AT_STRIKE | AT_PLACE,
    DECIDING = IN_TURN | AT_PLACE | AT_START | AT_RESTART | AT_OFFER | AT_TAKE,
    WATCHING = AT_WATCH | AT_OVER,
    LOOKING = DECIDING | WATCHING,
    WALKING = LOOKING & ~IN_CARDS,
};

unsigned tui_situation(const tui_model *m)
{
    static const unsigned turn[] = {[TUI_MODE_BOARD] = AT_TURN,
                                    [TUI_MODE_TARGET] = AT_STRIKE,
                                    [TUI_MODE_MOVE] = AT_MOVE,
                                    [TUI_MODE_CARDS] = AT_CLUE};

    if (m->over)
        return (unsigned)UNDER << m->over;
    if (m->mode == TUI_MODE_REPLAY)
        return AT_REPLAY;
    if (m->view.phase != TOB_PHASE_OVER && !tui_decides(m))
        return AT_WATCH;
    switch ((tob_phase)m->view.phase) {
    case TOB_PHASE_TURN: return turn[m->mode];
    case TOB_PHASE_OFFER: return AT_OFFER;
    case TOB_PHASE_TAKE: return AT_TAKE;
    case TOB_PHASE_START: return AT_START;
    case TOB_PHASE_RESTART: return AT_RESTART;
    case TOB_PHASE_OVER: return AT_OVER;
    case TOB_PHASE_VOLCANO:
    case TOB_PHASE_OBJECT:
    case TOB_PHASE_TRIAD:
    case TOB_PHASE_ATV:
    case TOB_PHASE_LAVA: return AT_PLACE;
    case TOB_PHASE_INITIAL: /* nature decides these */
    case TOB_PHASE_DEAL:
    case TOB_PHASE_DISCARD:
    case TOB_PHASE_DRAW:
    case TOB_PHASE_PEEK:
    case TOB_PHASE_ADD:
    case TOB_PHASE_REVEAL:
    case TOB_PHASE_COUNT: break;
    }
    return AT_WATCH;
}

/* ---- What keys do, where it takes more than a function of the model ---- */

static void walk_diagonally(tui_model *m, unsigned index)
{
    static const uint8_t directions[] = {TOB_NW, TOB_SW, TOB_NE, TOB_SE};

    tui_walk_direction(m, directions[index]);
}

static void pick_map(tui_model *m, unsigned index)
{
    m->map = index;
}

static void begin_move(tui_model *m)
{
    tui_begin_move(m, TOB_MOVE_MOVE);
}

static void back(tui_model *m)
{
    tui_set_mode(m, TUI_MODE_BOARD, 0);
}

static void look_at_click(tui_model *m)
{
    if (m->clicked != TOB_NONE)
        m->cursor = m->clicked;
}

/* A click on the space under the cursor is like Enter. */
static void choose_click(tui_model *m)
{
    if (m->clicked == m->cursor)
        tui_press(m, TUI_KEY_ENTER);
    look_at_click(m);
}

static void list_all(tui_model *m)
{
    tui_list_moves(m, "Legal moves", &m->moves, NULL);
}

static void hint(tui_model *m)
{
    tui_say(m, "An expert looks at it from your side ...");
    m->thinking = true;
}

static void menu_click(tui_model *m)
{
    tui_menu_take_row(m, m->hit);
}

/* A click on a card of the hand begins a clue with it. */
static void begin_clicked(tui_model *m)
{
    m->card = m->hit;
    tui_begin_clue(m);
}

/* Closes what lies over the screen; the key counts for what lies below. Bindings that
 * use it begin with key 1. */
static void press_below(tui_model *m, unsigned index)
{
    tui_close(m);
    tui_press(m, (int)index + 1);
}

static void replay(tui_model *m)
{
    tui_replay_begin(m, tob_to_move(&m->view) == TOB_NOBODY);
}

static void scroll(tui_model *m, int lines)
{
    m->window.scroll += lines;
    m->window.still = true;
}

static void list_take(tui_model *m)
{
    tui_list_take(m, m->list.chosen);
}

static void type(tui_model *m, unsigned index)
{
    tui_line_add(m, (char)(' ' + index));
}

/* Leaves the screen with a wish. */
static void leave_for(tui_model *m, tui_next next)
{
    m->next = next;
    m->quit = true;
}

static void play_again(tui_model *m)
{
    leave_for(m, TUI_AGAIN);
}

static void analyse(tui_model *m)
{
    leave_for(m, TUI_ANALYSE);
}

static void go_to_menu(tui_model *m)
{
    leave_for(m, TUI_MENU);
}

static void help(tui_model *m)
{
    m->over = TUI_OVER_HELP;
    m->help = 0;
}

/* Turns to the next page of the help, and behind the last one to what the letters mean.
 */
static void turn_help(tui_model *m)
{
    m->help = tui_help_next(m, m->help);
    if (!m->help)
        m->over = TUI_OVER_LEGEND;
}

static void type_question(tui_model *m, unsigned index)
{
    tui_rules_type(m, (char)(' ' + index));
}

/* ---- When the bottom line offers a key, where legal moves do not decide it ---- */

static bool can_extra_clue(const tui_model *m)
{
    return m->view.main_done && (tui_has_move(m, TOB_MOVE_AMULET_CLUE) ||
                                 tui_has_move(m, TOB_MOVE_AMULET_VOLCANIC));
}

static bool can_be_volcanic(const tui_model *m)
{
    return tui_volcanic_moves(m, m->map, NULL);
}

/* Does the main movement wait for the end of an extra one (T4)? */
static bool can_resume(const tui_model *m)
{
    return m->kind == TOB_MOVE_LEG && tob_legs_suspended(&m->view);
}

static bool can_undo(const tui_model *m)
{
    return match_undo_reason(m->match, m->seat) == MATCH_UNDO_OK;
}

static bool is_cut(const tui_model *m)
{
    return m->window.cut;
}

/* Who waits for others over the network can still say something. */
static void talk(tui_model *m)
{
    if (m->match->source)
        tui_line_open(m);
}

/* ---- The table ---- */

enum {
    ALL = 1 << 24, /* more steps than any list or record has */
    PAGE = 16,     /* lines of the rules */
};

/* The bit of a kind of move. */
#define KIND(name) ((uint64_t)1 << TOB_MOVE_##name)

const binding tui_bindings[] = {
    /* The start menu */
    {"Up/Down", TUI_KEY_UP, TUI_KEY_DOWN, IN_MENU, IN_MENU, "choose",
     .step = tui_menu_step, .by = 1},
    {"j/k", 'j', 'k', IN_MENU, .step = tui_menu_step, .by = -1},
    {"Left/Right", TUI_KEY_LEFT, TUI_KEY_RIGHT, AT_FORM, AT_FORM, "change",
     .step = tui_menu_change, .by = 1},
    {"Enter", TUI_KEY_ENTER, 0, IN_MENU, IN_MENU, "take it", .act = tui_menu_take},
    {"Space", ' ', 0, IN_MENU, .act = tui_menu_take},
    {"Click", TUI_KEY_ITEM, 0, IN_MENU, .act = menu_click},
    {"1-9", '1', '9', AT_MENU, AT_MENU, "at once", .pick = tui_menu_take_row},
    {"Esc", TUI_KEY_ESCAPE, 0, IN_MENU, AT_FORM, "back", .act = tui_menu_back},
    {"q", 'q', 0, AT_FORM, .act = tui_menu_back},
    {"q", 'q', 0, AT_MENU, AT_MENU, "quit", .act = tui_menu_back},
    {"Any key", 1, TUI_KEY_OTHER, AT_ABOUT, AT_ABOUT, "goes on",
     .over = TUI_OVER_NOTHING},

    /* A list, a line being typed, the help and the other things over the screen */
    {"Up/Down", TUI_KEY_UP, TUI_KEY_DOWN, AT_LIST, AT_LIST, "choose",
     .step = tui_list_step, .by = 1},
    {"1-9", '1', '9', AT_LIST, AT_LIST, "at once", .pick = tui_list_take},
    {"Enter", TUI_KEY_ENTER, 0, AT_LIST, AT_LIST, "take it", .act = list_take},
    {"j/k", 'j', 'k', AT_LIST, .step = tui_list_step, .by = -1},
    {"PgUp/Dn", TUI_KEY_PAGE_UP, TUI_KEY_PAGE_DOWN, AT_LIST, .step = tui_list_step,
     .by = 10},
    {"Home/End", TUI_KEY_HOME, TUI_KEY_END, AT_LIST, .step = tui_list_step, .by = ALL},
    {"q", 'q', 0, AT_LIST, .over = TUI_OVER_NOTHING},
    {"Backspace", TUI_KEY_BACKSPACE, 0, AT_LIST, .over = TUI_OVER_NOTHING},
    {"Click", TUI_KEY_ITEM, 0, AT_LIST, .act = tui_list_click},
    {"Tab", TUI_KEY_TAB, 0, AT_LINE, AT_LINE, "completes", .act = tui_line_complete},
    {"Enter", TUI_KEY_ENTER, 0, AT_LINE, AT_LINE, "plays", .act = tui_line_play},
    {"Enter", TUI_KEY_ENTER, 0, AT_GOTO, AT_GOTO, "goes there", .act = tui_replay_answer},
    {"Backspace", TUI_KEY_BACKSPACE, 0, TYPING, .act = tui_line_delete},
    {"letters", ' ', '~', TYPING, .pick = type},
    {"Paste", TUI_KEY_PASTE, 0, TYPING, .act = tui_line_paste},
    {"Esc", TUI_KEY_ESCAPE, 0, AT_LIST | TYPING, AT_LIST | TYPING, "back",
     .over = TUI_OVER_NOTHING},
    {"Space", ' ', 0, AT_HELP, AT_HELP, "more", .act = turn_help},
    {"Any other key", 1, TUI_KEY_OTHER, AT_HELP, AT_HELP, "goes back",
     .over = TUI_OVER_NOTHING},
    {"Any key", 1, TUI_KEY_OTHER, AT_LEGEND, AT_LEGEND, "goes back",
     .over = TUI_OVER_NOTHING},
    {"Enter", TUI_KEY_ENTER, 0, AT_RESULT, AT_RESULT, "look around",
     .over = TUI_OVER_NOTHING},
    {"n", 'n', 0, AT_RESULT | AT_OVER, AT_RESULT | AT_OVER, "another game",
     .act = play_again},
    {"a", 'a', 0, AT_RESULT | AT_OVER, AT_RESULT | AT_OVER, "analysis", .act = analyse},
    {"s", 's', 0, AT_RESULT | AT_OVER, AT_RESULT | AT_OVER, "start menu",
     .act = go_to_menu},
    {"Any key", 1, TUI_KEY_OTHER, AT_RESULT, .pick = press_below},
    {"Space", ' ', 0, AT_BETWEEN, .over = TUI_OVER_NOTHING},
    {"q", 'q', 0, AT_BETWEEN, .act = tui_leave},

    /* The rules */
    {"Up/Down", TUI_KEY_UP, TUI_KEY_DOWN, AT_RULES | AT_SEARCH, AT_RULES, "scroll",
     .step = tui_rules_scroll, .by = 1},
    {"Space", ' ', 0, AT_RULES, .step = tui_rules_scroll, .by = -PAGE},
    {"PgUp/Dn", TUI_KEY_PAGE_UP, TUI_KEY_PAGE_DOWN, AT_RULES | AT_SEARCH, AT_RULES,
     "page", .step = tui_rules_scroll, .by = PAGE},
    {"Home/End", TUI_KEY_HOME, TUI_KEY_END, AT_RULES, .step = tui_rules_scroll,
     .by = ALL},
    {"Left/Right", TUI_KEY_LEFT, TUI_KEY_RIGHT, AT_RULES, AT_RULES, "section",
     .step = tui_rules_section, .by = 1},
    {"/", '/', 0, AT_RULES, AT_RULES, "search", .act = tui_rules_search},
    {"letters", ' ', '~', AT_SEARCH, AT_SEARCH, "a word or a clause",
     .pick = type_question},
    {"Backspace", TUI_KEY_BACKSPACE, 0, AT_SEARCH, .act = tui_rules_delete},
    {"Enter", TUI_KEY_ENTER, 0, AT_SEARCH, AT_SEARCH, "keeps it", .act = tui_rules_found},
    {"Esc", TUI_KEY_ESCAPE, 0, AT_RULES | AT_SEARCH, AT_RULES | AT_SEARCH, "back",
     .act = tui_rules_back},
    {"q", 'q', 0, AT_RULES, .over = TUI_OVER_NOTHING},
    {"w", 'w', 0, AT_RULES, .over = TUI_OVER_NOTHING},

    /* A replay */
    {"Left/Right", TUI_KEY_LEFT, TUI_KEY_RIGHT, AT_REPLAY, AT_REPLAY, "step",
     .step = tui_replay_step, .by = 1, .part = THROUGH_RECORD,
     .help = "a line back or forth; Space goes forth as well"},
    {"Space", ' ', 0, AT_REPLAY, .step = tui_replay_step, .by = -1},
    {"Backspace", TUI_KEY_BACKSPACE, 0, AT_REPLAY, .step = tui_replay_step, .by = 1},
    {"PgUp/Dn", TUI_KEY_PAGE_UP, TUI_KEY_PAGE_DOWN, AT_REPLAY, .step = tui_replay_step,
     .by = 20, .part = THROUGH_RECORD, .help = "twenty lines back or forth"},
    {"g", 'g', 0, AT_REPLAY, AT_REPLAY, "go to", .act = tui_replay_ask,
     .part = THROUGH_RECORD, .help = "go to a line (120) or to a round (r7)"},
    {"Up/Down", TUI_KEY_UP, TUI_KEY_DOWN, AT_REPLAY, AT_REPLAY, "scroll",
     .offered = is_cut, .step = scroll, .by = 2, .part = LOOKING_AT_IT,
     .help = "scroll the island, where the window is too low for it"},
    {"s", 's', 0, AT_REPLAY, AT_REPLAY, "seat", .act = tui_replay_turn,
     .part = LOOKING_AT_IT,
     .help = "as whom: all, each seat, a spectator; in play you or a spectator"},
    {"1 2 3 4", '1', '4', AT_REPLAY, .pick = tui_light, .part = LOOKING_AT_IT,
     .help = "light up where the white, grey, brown, black treasure may lie"},
    {"Tab", TUI_KEY_TAB, 0, AT_REPLAY, AT_REPLAY, "page", .act = tui_turn_page,
     .part = LOOKING_AT_IT, .help = "turn the page: table, maps with their clues, log"},
    {"?", '?', 0, AT_REPLAY, AT_REPLAY, "help", .act = help},
    {"w", 'w', 0, AT_REPLAY, .act = tui_rules_open, .part = LOOKING_AT_IT,
     .help = "the rules of the game"},
    {"q", 'q', 0, AT_REPLAY, AT_REPLAY, "back", .act = tui_replay_end,
     .part = LOOKING_AT_IT, .help = "leave the replay"},
    {"Esc", TUI_KEY_ESCAPE, 0, AT_REPLAY, .act = tui_replay_end},
    {"Home/End", TUI_KEY_HOME, TUI_KEY_END, AT_REPLAY, AT_REPLAY, "ends",
     .step = tui_replay_step, .by = ALL, .part = THROUGH_RECORD,
     .help = "the first line, the last line"},

    /* The island */
    {"Arrows", TUI_KEY_UP, TUI_KEY_DOWN, WALKING, IN_SPACES | WATCHING, "walk",
     .step = tui_walk_column, .by = 1, .part = ON_ISLAND,
     .help = "walk; Home PgUp End PgDn go diagonally, as on a keypad"},
    {"Arrows", TUI_KEY_LEFT, TUI_KEY_RIGHT, WALKING, .step = tui_walk_row, .by = 1},
    {"Diagonals", TUI_KEY_HOME, TUI_KEY_PAGE_DOWN, WALKING, .pick = walk_diagonally},
    {"Enter", TUI_KEY_ENTER, 0, AT_MOVE, AT_MOVE, "go", .act = tui_drive,
     .part = ON_ISLAND,
     .help = "go there, place it, choose it; a second click does the same"},
    {"Enter", TUI_KEY_ENTER, 0, AT_STRIKE | AT_PLACE, AT_STRIKE | AT_PLACE, "choose",
     .act = tui_choose_space},
    {"Enter", TUI_KEY_ENTER, 0, AT_TURN, .act = begin_move},
    {"Enter", TUI_KEY_ENTER, 0, AT_OVER, AT_OVER, "result", .over = TUI_OVER_RESULT},
    {"Click", TUI_KEY_CLICK, 0, IN_SPACES | AT_TURN, .act = choose_click},
    {"Click", TUI_KEY_CLICK, 0, LOOKING, .act = look_at_click},
    {"1 2 3 4", '1', '4', WALKING, .pick = tui_light, .part = ON_ISLAND,
     .help = "light up where the white, grey, brown, black treasure may lie"},

    /* Cards and maps */
    {"Up/Down", TUI_KEY_UP, TUI_KEY_DOWN, IN_CARDS, IN_CARDS, "card",
     .step = tui_cards_step, .by = 1},
    {"Left/Right", TUI_KEY_LEFT, TUI_KEY_RIGHT, IN_CARDS, IN_CARDS, "map",
     .step = tui_cards_step_map, .by = 1},
    {"1-4", '1', '4', IN_CARDS, .pick = pick_map},
    {"Click", TUI_KEY_CARD, 0, IN_CARDS, .act = tui_cards_click},
    {"Click", TUI_KEY_CARD, 0, IN_TURN, .act = begin_clicked},
    {"Enter", TUI_KEY_ENTER, 0, IN_CARDS, IN_CARDS, "play", .act = tui_cards_play},

    /* Turns and other decisions */
    {"c", 'c', 0, IN_TURN, AT_TURN, "clue", KIND(CLUE) | KIND(VOLCANIC),
     .act = tui_begin_clue, .kind = TOB_MOVE_CLUE, .part = YOUR_TURN,
     .help = "a clue: choose the card and the map; you see what would be left"},
    {"c", 'c', 0, IN_TURN, AT_TURN, "extra clue", .offered = can_extra_clue,
     .act = tui_begin_clue},
    {"m", 'm', 0, AT_MOVE, AT_MOVE, "main move", .offered = can_resume,
     .act = begin_move},
    {"m", 'm', 0, IN_TURN, AT_TURN, "move", KIND(MOVE) | KIND(LEG), .act = begin_move,
     .kind = TOB_MOVE_MOVE, .part = YOUR_TURN,
     .help = "move: digits show how many legs it takes; Enter drives there"},
    {"r", 'r', 0, IN_TURN, AT_TURN | AT_MOVE, "raise", KIND(RAISE), .act = tui_raise,
     .kind = TOB_MOVE_RAISE, .part = YOUR_TURN, .help = "raise a treasure"},
    {"a", 'a', 0, IN_TURN, AT_TURN | AT_MOVE, "amulet", KIND(AMULET_MOVE),
     .act = tui_list_amulets, .kind = TOB_MOVE_AMULET_MOVE, .part = YOUR_TURN,
     .help = "play an amulet"},
    {"x", 'x', 0, IN_TURN, AT_TURN, "exchange", KIND(EXCHANGE) | KIND(AMULET_EXCHANGE),
     .act = tui_list_exchanges, .kind = TOB_MOVE_EXCHANGE, .part = YOUR_TURN,
     .help = "exchange the hand"},
    {"e", 'e', 0, IN_TURN, AT_TURN | AT_MOVE, "end", .act = tui_end_turn,
     .kind = TOB_MOVE_END, .part = YOUR_TURN, .help = "end the turn"},
    {"c", 'c', 0, AT_OFFER, AT_OFFER, "claim", .kind = TOB_MOVE_CLAIM, .part = YOUR_TURN,
     .help = "claim the card on offer"},
    {"p", 'p', 0, AT_OFFER, AT_OFFER, "pass", .kind = TOB_MOVE_PASS, .part = YOUR_TURN,
     .help = "pass; or pass by an amulet and leave it"},
    {"t", 't', 0, AT_TAKE, AT_TAKE, "take", .kind = TOB_MOVE_TAKE, .part = YOUR_TURN,
     .help = "take the amulet"},
    {"p", 'p', 0, AT_TAKE, AT_TAKE, "pass by", .kind = TOB_MOVE_LEAVE},
    {"v", 'v', 0, IN_CARDS, IN_CARDS, "volcanic", .offered = can_be_volcanic,
     .act = tui_volcanic_play, .kind = TOB_MOVE_VOLCANIC, .part = YOUR_TURN,
     .help = "a volcanic clue instead of a card"},
    {"v", 'v', 0, IN_TURN, .act = tui_begin_volcanic},
    {"c", 'c', 0, AT_RESTART, .act = tui_decide},
    {"e", 'e', 0, AT_RESTART, AT_RESTART, "no card", KIND(CANNOT),
     .kind = TOB_MOVE_CANNOT},

    /* Always */
    {"l", 'l', 0, DECIDING, AT_TAKE | AT_PLACE | AT_STRIKE | IN_CARDS, "list",
     .act = list_all, .part = ALWAYS, .help = "list all legal moves"},
    {":", ':', 0, AT_WATCH, .act = talk},
    {":", ':', 0, DECIDING, .act = tui_line_open, .part = ALWAYS,
     .help = "type a move; Tab completes it"},
    {"u", 'u', 0, DECIDING, DECIDING & ~IN_CARDS, "undo", .offered = can_undo,
     .act = tui_take_back, .part = ALWAYS,
     .help = "take back what your last key did, as long as nothing was revealed"},
    {"h", 'h', 0, DECIDING, DECIDING, "hint", .act = hint, .part = ALWAYS,
     .help = "hint: what an expert would do with what you know"},
    {"Esc", TUI_KEY_ESCAPE, 0, IN_TURN, IN_TURN & ~AT_TURN, "back", .act = back},
    {"w", 'w', 0, LOOKING | AT_LIST, LOOKING | AT_LIST, "why: the rule",
     .offered = tui_rules_has_reason, .act = tui_rules_open, .part = ALWAYS,
     .help = "why: the rule behind a refusal, or all rules"},
    {"?", '?', 0, LOOKING, LOOKING, "help", .act = help},
    {"Tab", TUI_KEY_TAB, 0, LOOKING, AT_TURN | AT_OFFER | AT_TAKE | WATCHING, "page",
     .act = tui_turn_page, .part = ALWAYS,
     .help = "turn the page: table, maps with their clues (maybe in parts), log"},
    {"R", 'R', 0, LOOKING, WATCHING | AT_RESULT, "replay", .act = replay, .part = ALWAYS,
     .help = "replay the game so far"},
    {"q", 'q', 0, LOOKING, (WALKING & ~AT_MOVE) | AT_RESULT, "quit", .act = tui_leave,
     .part = ALWAYS, .help = "quit; the game is kept and goes on later"},
    {"l", 'l', 0, DECIDING, AT_TURN, "list", .act = list_all}, /* where there is room */
};

enum { BINDINGS = sizeof tui_bindings / sizeof tui_bindings[0] };

const unsigned tui_binding_count = BINDINGS;

/* ---- Pressing ---- */

static bool has_key(const binding *b, int key)
{
    return key >= b->key && key <= (b->last ? b->last : b->key);
}

static const binding *find(int key, unsigned at)
{
    for (unsigned i = 0; i < BINDINGS; i++)
        if (has_key(&tui_bindings[i], key) && tui_bindings[i].at & at)
            return &tui_bindings[i];
    return NULL;
}

static void obey(tui_model *m, const binding *b, int key)
{
    if (b->act)
        b->act(m);
    else if (b->pick)
        b->pick(m, (unsigned)(key - b->key));
    else if (b->step)
        b->step(m, key == b->key ? -b->by : b->by);
    else if (b->kind)
        tui_act(m, tui_own_move(m, b->kind));
    else if (b->over)
        m->over = b->over;
    else
        tui_close(m);
}

/* Answers a key that nothing is bound to here: with the reason against its move, if it
 * has one elsewhere, or that it does nothing. Esc may always be pressed. */
static void refuse_key(tui_model *m, int key, bool deciding)
{
    for (unsigned i = 0; i < BINDINGS && deciding; i++)
        if (has_key(&tui_bindings[i], key) && tui_bindings[i].kind) {
            tui_refuse_reason(m, tui_why(m, tui_own_move(m, tui_bindings[i].kind)));
            return;
        }
    if (key > ' ' && key < 127)
        tui_say(m, "%c does nothing here; ? shows the keys.", key);
    else if (key != TUI_KEY_ESCAPE)
        tui_say(m, "%s does nothing here; ? shows the keys.",
                key == TUI_KEY_ENTER                         ? "Enter"
                : key == ' '                                 ? "Space"
                : key == TUI_KEY_ITEM || key == TUI_KEY_CARD ? "A click there"
                                                             : "This key");
}

void tui_press(tui_model *m, int key)
{
    const unsigned at = tui_situation(m);
    const binding *b = find(key, at);

    if (key == TUI_KEY_NONE || key == TUI_KEY_RESIZE)
        return;
    m->message[0] = '\0';
    m->refusal = m->ended = false;
    m->pressed = key;
    memcpy(m->reason, m->clause, sizeof m->reason);
    m->clause[0] = '\0';
    if (key != m->asked)
        m->asked = 0;
    if (b)
        obey(m, b, key);
    else if (key == TUI_KEY_PASTE)
        tui_say(m, "Pasted text is not taken for keys; %s takes a move in words.",
                tui_key_doing(tui_line_open));
    else if (at & (LOOKING | AT_REPLAY))
        refuse_key(m, key, at & DECIDING);
}
