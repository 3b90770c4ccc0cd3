/* What the keys do when a person decides. */
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "tui/act.h"
#include "tui/text.h"

static bool decides(const tui *ui)
{
    return ui->seat < TOB_SEATS && tob_to_move(&ui->view) == ui->seat;
}

/* ---- Modes ---- */

static void decide_turn(tui *ui)
{
    const match *t = ui->match;

    if (t->lines && (t->line[t->lines - 1].move.seat != ui->seat || !ui->view.acted))
        ui->cursor = ui->view.atv[ui->seat];
    if (tob_legs_left(&ui->view))
        tui_set_mode(ui, TUI_MODE_MOVE, TOB_MOVE_LEG);
    else
        tui_set_mode(ui, TUI_MODE_BOARD, 0);
}

void tui_decide(tui *ui)
{
    switch (ui->view.phase) {
    case TOB_PHASE_VOLCANO: tui_set_mode(ui, TUI_MODE_TARGET, TOB_MOVE_VOLCANO); break;
    case TOB_PHASE_OBJECT: tui_set_mode(ui, TUI_MODE_TARGET, TOB_MOVE_OBJECT); break;
    case TOB_PHASE_TRIAD: tui_set_mode(ui, TUI_MODE_TARGET, TOB_MOVE_TRIAD); break;
    case TOB_PHASE_ATV: tui_set_mode(ui, TUI_MODE_TARGET, TOB_MOVE_ATV); break;
    case TOB_PHASE_LAVA: tui_set_mode(ui, TUI_MODE_TARGET, TOB_MOVE_LAVA); break;
    case TOB_PHASE_START: tui_cards_choose(ui, TOB_MOVE_START); break;
    case TOB_PHASE_RESTART:
        tui_cards_choose(ui, TOB_MOVE_CLUE);
        if (ui->moves.count == 1 && ui->moves.move[0].kind == TOB_MOVE_CANNOT)
            tui_say(ui, "No card of yours can start the map: e declares that (N2).");
        break;
    case TOB_PHASE_TURN: decide_turn(ui); break;
    default: tui_set_mode(ui, TUI_MODE_BOARD, 0); break;
    }
}

/* ---- Moving ---- */

/* Where the first of 'legs' legs to a space may end: on an amulet if there is one on the
 * way that would be taken, unless that is a choice of its own (V3). */
static unsigned next_stop(const tob_game *game, const tob_board *board, unsigned at,
                          unsigned to, unsigned legs)
{
    const bool greedy =
        !(game->options & TOB_OPTION_VOLCANO) && game->moving != TOB_MOVEMENT_EXTRA;
    tob_hexset ways = tob_hexset_and(board->legs[at], board->spaces);
    unsigned best = TOB_NONE;

    if (legs == 1)
        return to;
    while (!tob_hexset_is_empty(ways)) {
        const unsigned stop = tob_hexset_pop(&ways);
        const bool amulet = tob_hexset_has(game->amulets, stop);
        if (!tob_hexset_has(tob_board_reach(board, stop, legs - 1), to))
            continue;
        if (best == TOB_NONE || amulet == greedy)
            best = stop;
        if (amulet && greedy)
            break;
    }
    return best;
}

/* Drives to a space, leg by leg, unless something is to be decided on the way (V3). */
static void drive_legs(tui *ui, unsigned to, unsigned legs)
{
    tob_move leg = tui_own_move(ui, TOB_MOVE_LEG);

    for (; legs; legs--) {
        const unsigned at = ui->view.atv[ui->seat];
        leg.space = (uint8_t)next_stop(&ui->view, &ui->board, at, to, legs);
        if (leg.space == TOB_NONE || !tui_act(ui, leg) || !decides(ui) ||
            ui->view.phase != TOB_PHASE_TURN)
            return;
    }
}

/* Drives to the space under the cursor, with as many legs as it takes. */
static void drive(tui *ui)
{
    static tob_game game;
    static tob_board board;
    const unsigned to = ui->cursor;
    const char mark = ui->mark[to];
    const tob_reason closed = tui_marks_opened(ui, &game, &board);
    tob_move leg = tui_own_move(ui, TOB_MOVE_LEG);

    if (closed) {
        tui_refuse_reason(ui, closed);
        return;
    }
    leg.space = (uint8_t)to;
    if (!mark) {
        const tob_reason reason = tob_why(&game, &board, leg);
        tui_refuse_reason(ui, reason ? reason : TOB_REASON_M1_FAR);
        return;
    }
    ui->drive_from = ui->match->lines;
    if (ui->kind == TOB_MOVE_LEG || tui_act(ui, tui_own_move(ui, ui->kind)))
        drive_legs(ui, to, (unsigned)(mark - '0'));
    ui->drive_to = ui->match->lines;
}

void tui_begin_move(tui *ui, unsigned kind)
{
    const bool open = tob_legs_left(&ui->view);
    tob_reason reason;

    if (open && kind == TOB_MOVE_MOVE) {
        tui_set_mode(ui, TUI_MODE_MOVE, TOB_MOVE_LEG);
        return;
    }
    reason = tui_why(ui, tui_own_move(ui, kind));
    if (reason)
        tui_refuse_reason(ui, reason);
    else
        tui_set_mode(ui, TUI_MODE_MOVE, kind);
}

/* ---- The other parts of a turn ---- */

static void raise_treasure(tui *ui)
{
    static tob_moves found;
    tob_move move = tui_own_move(ui, TOB_MOVE_RAISE);

    if (tui_collect(ui, TOB_MOVE_RAISE, TOB_NONE, &found)) {
        tui_act_one_of(ui, "Raise which treasure?", &found);
        return;
    }
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        if (ui->view.map[treasure].count == 1)
            move.treasure = (uint8_t)treasure;
    tui_refuse_reason(ui, tui_why(ui, move));
}

static void end_turn(tui *ui)
{
    const tob_move end = tui_own_move(ui, TOB_MOVE_END);

    if (!ui->view.main_done && ui->asked != 'e' && tui_why(ui, end) == TOB_OK) {
        ui->asked = 'e';
        tui_say(ui, "You have not played a clue nor moved. e again ends the turn.");
    } else {
        ui->asked = 0;
        tui_act(ui, end);
    }
}

/* ---- Always ---- */

/* A space was chosen for a move of the mode's kind. */
static void choose_space(tui *ui)
{
    static tob_moves found;

    if (tui_collect(ui, ui->kind, ui->cursor, &found)) {
        if (ui->kind == TOB_MOVE_TRIAD) /* new land wants to be looked at first */
            tui_act_choice(ui, "Which triad?", &found);
        else
            tui_act_one_of(ui, "Which?", &found);
    } else if (tui_collect(ui, ui->kind, TOB_NONE, &found)) {
        tob_move move = found.move[0];
        move.space = (uint8_t)ui->cursor;
        const tob_reason reason = tui_why(ui, move);
        tui_refuse_reason(ui, reason ? reason : TOB_REASON_T2_TURN);
    }
}

static bool press_enter(tui *ui)
{
    if (ui->mode == TUI_MODE_TARGET)
        choose_space(ui);
    else if (ui->mode == TUI_MODE_MOVE)
        drive(ui);
    else if (ui->view.phase == TOB_PHASE_TURN)
        tui_begin_move(ui, TOB_MOVE_MOVE);
    else
        return false;
    return true;
}

static void hint(tui *ui)
{
    ai_opinion opinions[AI_OPINIONS_MAX];
    char notes[5][24];
    tob_move moves[5];
    unsigned count;
    int item;

    tui_say(ui, "An expert looks at it from your side ...");
    tui_draw(ui);
    count = match_advice(ui->match, opinions, &moves[0]);
    ui->message[0] = '\0';
    count = count > 5 ? 5 : count;
    while (count > 1 && opinions[count - 1].share < 0.01f)
        count--; /* hardly looked at: its chances are no figure */
    for (unsigned i = 0; i < count; i++) {
        moves[i] = opinions[i].move;
        snprintf(notes[i], sizeof notes[i], "%3.0f %%, wins %2.0f %%",
                 (double)opinions[i].share * 100,
                 (double)opinions[i].wins[opinions[i].move.seat] * 100);
    }
    item = count ? tui_menu(ui, "Hint: an expert's time for it, and your chance to win",
                            moves, count, notes)
                 : tui_menu(ui, "Hint: Enter plays it", moves, 1, NULL);
    if (item >= 0)
        tui_act(ui, moves[item]);
}

/* Is something chosen for a move that has not begun yet? */
static bool is_choosing(const tui *ui)
{
    return ui->view.phase == TOB_PHASE_TURN && ui->mode != TUI_MODE_BOARD &&
           !(ui->mode == TUI_MODE_MOVE && ui->kind == TOB_MOVE_LEG);
}

/* Takes the last step back; a drive that one key made is one step. */
static void take_back(tui *ui)
{
    const match_undo reason = match_undo_reason(ui->match, ui->seat);
    const uint32_t lines = ui->match->lines;
    const uint32_t to = lines == ui->drive_to ? ui->drive_from : lines - 1;

    if (is_choosing(ui)) { /* the last step is the one not taken yet */
        tui_set_mode(ui, TUI_MODE_BOARD, 0);
        tui_say(ui, "Nothing was played. u again takes back your last step.");
        return;
    }
    if (reason == MATCH_UNDO_OK) {
        while (ui->match->lines > to &&
               match_undo_reason(ui->match, ui->seat) == MATCH_UNDO_OK)
            match_take_back(ui->match);
        if (ui->match->lines < ui->drive_to)
            ui->drive_to = 0;
        tui_look(ui, ui->viewer);
        ui->told = ui->match->lines;
    }
    tui_say(ui, "%s", match_undo_text(reason));
    ui->refusal = reason != MATCH_UNDO_OK;
}

static void type_line(tui *ui)
{
    char typed[REC_LINE_MAX], line[REC_LINE_MAX];
    rec_error error;

    if (!tui_read_line(ui, typed, sizeof typed))
        return;
    match_spell(ui->match, typed, line);
    if (match_play(ui->match, line, &error))
        ui->told = ui->match->lines;
    else
        tui_refuse(ui, error.clause, error.text);
}

static void click(tui *ui)
{
    MEVENT event;
    unsigned space;

    if (getmouse(&event) != OK)
        return;
    space = tui_board_hit(ui, event.y, event.x);
    if (space == TOB_NONE)
        return;
    if (space == ui->cursor && decides(ui) && ui->mode != TUI_MODE_CARDS)
        press_enter(ui);
    ui->cursor = space;
}

void tui_leave(tui *ui)
{
    ui->quit = ui->match->path || ui->asked == 'q' || ui->view.phase == TOB_PHASE_OVER;
    ui->asked = 'q';
    tui_say(ui, "This game is kept in no file. q again leaves it.");
}

/* Keys for looking, whoever decides. */
static bool press_looking(tui *ui, int key)
{
    if (key == '\t')
        tui_turn_page(ui);
    else if (key == '?')
        tui_help(ui);
    else if (key == 'q')
        tui_leave(ui);
    else if (key == 'R')
        tui_replay_run(ui, tob_to_move(&ui->view) == TOB_NOBODY);
    else if (key == KEY_MOUSE)
        click(ui);
    else if (key >= '1' && key <= '4')
        ui->lit_map = ui->lit_map == key - '1' ? -1 : key - '1';
    else
        return tui_board_walk(ui, key);
    return true;
}

/* Keys of a decision that is no turn. */
static bool press_answer(tui *ui, int key)
{
    const unsigned phase = ui->view.phase;

    if (phase == TOB_PHASE_OFFER && (key == 'c' || key == 'p'))
        tui_act(ui, tui_own_move(ui, key == 'c' ? TOB_MOVE_CLAIM : TOB_MOVE_PASS));
    else if (phase == TOB_PHASE_TAKE && (key == 't' || key == 'p'))
        tui_act(ui, tui_own_move(ui, key == 't' ? TOB_MOVE_TAKE : TOB_MOVE_LEAVE));
    else if (phase == TOB_PHASE_RESTART && key == 'e')
        tui_act(ui, tui_own_move(ui, TOB_MOVE_CANNOT));
    else if (phase == TOB_PHASE_RESTART && key == 'c')
        tui_decide(ui); /* which lets her choose a card already */
    else
        return false;
    return true;
}

/* A key whose move is no part of what is decided now. */
static bool press_early(tui *ui, int key)
{
    static const struct {
        int key, kind;
    } keys[] = {
        {'c', TOB_MOVE_CLUE}, {'m', TOB_MOVE_MOVE},     {'r', TOB_MOVE_RAISE},
        {'e', TOB_MOVE_END},  {'x', TOB_MOVE_EXCHANGE}, {'a', TOB_MOVE_AMULET_MOVE},
        {'p', TOB_MOVE_PASS}, {'t', TOB_MOVE_TAKE},     {'v', TOB_MOVE_VOLCANIC}};

    for (unsigned i = 0; i < sizeof keys / sizeof keys[0]; i++)
        if (keys[i].key == key) {
            tui_refuse_reason(ui, tui_why(ui, tui_own_move(ui, (unsigned)keys[i].kind)));
            return true;
        }
    return false;
}

static bool press_turn(tui *ui, int key)
{
    const bool extra = ui->view.main_done && ui->view.amulet[ui->seat];
    const unsigned clue = extra ? TOB_MOVE_AMULET_CLUE : TOB_MOVE_CLUE;

    switch (key) {
    case 'c': tui_cards_begin(ui, clue); break;
    case 'm': tui_begin_move(ui, TOB_MOVE_MOVE); break;
    case 'r': raise_treasure(ui); break;
    case 'a': tui_amulets_play(ui); break;
    case 'x': tui_amulets_exchange(ui); break;
    case 'e': end_turn(ui); break;
    case 'v': tui_cards_volcanic(ui, clue); break;
    default: return press_early(ui, key);
    }
    return true;
}

static void list_moves(tui *ui)
{
    const int item = tui_menu(ui, "Legal moves", ui->moves.move, ui->moves.count, NULL);

    if (item >= 0)
        tui_act(ui, ui->moves.move[item]);
}

/* Keys of whoever decides; false if this one means nothing. */
static bool press_deciding(tui *ui, int key)
{
    const bool turn = ui->view.phase == TOB_PHASE_TURN;

    if (ui->mode == TUI_MODE_CARDS && tui_cards_press(ui, key))
        return true;
    if (press_answer(ui, key) || press_looking(ui, key))
        return true;
    switch (key) {
    case '\n': return press_enter(ui);
    case 'h': hint(ui); return true;
    case 'u': take_back(ui); return true;
    case ':': type_line(ui); return true;
    case 'l': list_moves(ui); return true;
    case TUI_KEY_ESCAPE:
        if (turn)
            tui_set_mode(ui, TUI_MODE_BOARD, 0);
        return true;
    }
    return turn ? press_turn(ui, key) : press_early(ui, key);
}

void tui_useless(tui *ui, int key)
{
    if (key == ERR || key == KEY_RESIZE || key == TUI_KEY_ESCAPE)
        return;
    if (key > ' ' && key < 127)
        tui_say(ui, "%c does nothing here; ? shows the keys.", key);
    else
        tui_say(ui, "%s does nothing here; ? shows the keys.",
                key == '\n'  ? "Enter"
                : key == ' ' ? "Space"
                             : "This key");
}

void tui_press(tui *ui, int key)
{
    ui->message[0] = '\0';
    ui->refusal = false;
    if (key != ui->asked)
        ui->asked = 0;
    if (!(decides(ui) ? press_deciding(ui, key) : press_looking(ui, key)))
        tui_useless(ui, key);
}
