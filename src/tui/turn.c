#include "tui/turn.h"

#include <stdio.h>
#include <string.h>

#include "tui/cards.h"
#include "tui/keys.h"
#include "tui/list.h"

/* ---- Modes ---- */

static void decide_turn(tui_model *m)
{
    const match *t = m->match;

    if (t->moves && (t->move[t->moves - 1].move.seat != m->seat || !m->view.acted))
        m->cursor = m->view.atv[m->seat];
    if (tob_legs_left(&m->view))
        tui_set_mode(m, TUI_MODE_MOVE, TOB_MOVE_LEG);
    else if (tob_legs_suspended(&m->view))
        tui_set_mode(m, TUI_MODE_MOVE, TOB_MOVE_MOVE);
    else
        tui_set_mode(m, TUI_MODE_BOARD, 0);
}

void tui_decide(tui_model *m)
{
    m->over = TUI_OVER_NOTHING;
    switch ((tob_phase)m->view.phase) {
    case TOB_PHASE_VOLCANO: tui_set_mode(m, TUI_MODE_TARGET, TOB_MOVE_VOLCANO); break;
    case TOB_PHASE_OBJECT: tui_set_mode(m, TUI_MODE_TARGET, TOB_MOVE_OBJECT); break;
    case TOB_PHASE_TRIAD: tui_set_mode(m, TUI_MODE_TARGET, TOB_MOVE_TRIAD); break;
    case TOB_PHASE_ATV: tui_set_mode(m, TUI_MODE_TARGET, TOB_MOVE_ATV); break;
    case TOB_PHASE_LAVA: tui_set_mode(m, TUI_MODE_TARGET, TOB_MOVE_LAVA); break;
    case TOB_PHASE_START: tui_cards_choose(m, TOB_MOVE_START); break;
    case TOB_PHASE_RESTART:
        tui_cards_choose(m, TOB_MOVE_CLUE);
        if (m->moves.count == 1 && m->moves.move[0].kind == TOB_MOVE_CANNOT)
            tui_say(m, "No card of yours can start the map: %s declares that (N2).",
                    tui_key_of(TOB_MOVE_CANNOT));
        break;
    case TOB_PHASE_TURN: decide_turn(m); break;
    case TOB_PHASE_TAKE:
    case TOB_PHASE_OFFER:
    case TOB_PHASE_INITIAL: /* nature decides these */
    case TOB_PHASE_DEAL:
    case TOB_PHASE_DISCARD:
    case TOB_PHASE_DRAW:
    case TOB_PHASE_PEEK:
    case TOB_PHASE_ADD:
    case TOB_PHASE_REVEAL:
    case TOB_PHASE_OVER:
    case TOB_PHASE_COUNT: tui_set_mode(m, TUI_MODE_BOARD, 0); break;
    }
}

/* ---- Clues and movements ---- */

/* After the main action a clue is an extra one, if there is an amulet for it (A2). */
static unsigned clue_kind(const tui_model *m)
{
    return m->view.main_done && m->view.amulet[m->seat] ? TOB_MOVE_AMULET_CLUE
                                                        : TOB_MOVE_CLUE;
}

void tui_begin_clue(tui_model *m)
{
    tui_cards_begin(m, clue_kind(m));
}

void tui_begin_volcanic(tui_model *m)
{
    tui_volcanic_begin(m, clue_kind(m));
}

void tui_begin_move(tui_model *m, unsigned kind)
{
    /* While an extra movement is driven, the key goes on with the main one (T4). */
    const bool resumes = m->mode == TUI_MODE_MOVE && m->kind == TOB_MOVE_LEG &&
                         tob_legs_suspended(&m->view);
    tob_reason reason;

    if (tob_legs_left(&m->view) && kind == TOB_MOVE_MOVE && !resumes) {
        tui_set_mode(m, TUI_MODE_MOVE, TOB_MOVE_LEG);
        return;
    }
    reason = tui_why(m, tui_own_move(m, kind));
    if (reason)
        tui_refuse_reason(m, reason);
    else
        tui_set_mode(m, TUI_MODE_MOVE, kind);
}

/* The end of the first of 'legs' legs to a space: on an amulet that would be taken, if
 * one lies on such a way. TOB_NONE: there is no way. */
static unsigned next_stop(const tui_model *m, unsigned to, unsigned legs)
{
    static tob_way way;
    const tob_board *board = &m->board;
    tob_hexset stops = tob_hexset_and(board->legs[m->view.atv[m->seat]], m->view.amulets);
    tob_legs all;

    if (!tob_takes_amulets(&m->view) || legs == 1)
        stops = (tob_hexset){0, 0};
    while (!tob_hexset_is_empty(stops)) {
        const unsigned stop = tob_hexset_pop(&stops);
        if (tob_hexset_has(tob_board_reach(board, stop, legs - 1), to))
            return stop;
    }
    tob_legs_init(&all, &m->view, board);
    return tob_legs_way(&all, board, to, board->terrain[to] == TOB_LAVA, &way)
               ? way.leg[0]
               : TOB_NONE;
}

/* Drives leg by leg, as long as the turn goes on. */
static void drive_legs(tui_model *m, unsigned to, unsigned legs)
{
    tob_move leg = tui_own_move(m, TOB_MOVE_LEG);

    for (; legs; legs--) {
        leg.space = (uint8_t)next_stop(m, to, legs);
        if (leg.space == TOB_NONE || !tui_act(m, leg) || !tui_decides(m) ||
            m->view.phase != TOB_PHASE_TURN)
            return;
    }
}

void tui_drive(tui_model *m)
{
    static tob_game game;
    static tob_board board;
    const unsigned to = m->cursor;
    const char mark = m->mark[to];
    const tob_reason closed = tui_marks_opened(m, &game, &board);
    tob_move leg = tui_own_move(m, TOB_MOVE_LEG);

    if (closed) {
        tui_refuse_reason(m, closed);
        return;
    }
    leg.space = (uint8_t)to;
    if (!mark) {
        const tob_reason reason = tob_why(&game, &board, leg);
        tui_refuse_reason(m, reason ? reason : TOB_REASON_M1_FAR);
        return;
    }
    m->drive_from = m->match->moves;
    if (m->kind == TOB_MOVE_LEG || tui_act(m, tui_own_move(m, m->kind)))
        drive_legs(m, to, (unsigned)(mark - '0'));
    m->drive_to = m->match->moves;
}

/* ---- The other parts of a turn ---- */

void tui_choose_space(tui_model *m)
{
    static tob_moves found;

    if (tui_collect(m, m->kind, m->cursor, &found)) {
        if (m->kind == TOB_MOVE_TRIAD) /* new land wants to be looked at first */
            tui_list_moves(m, "Which triad?", &found, NULL);
        else
            tui_list_or_act(m, "Which?", &found);
    } else if (tui_collect(m, m->kind, TOB_NONE, &found)) {
        tob_move move = found.move[0];
        move.space = (uint8_t)m->cursor;
        const tob_reason reason = tui_why(m, move);
        tui_refuse_reason(m, reason ? reason : TOB_REASON_T2_TURN);
    }
}

void tui_raise(tui_model *m)
{
    static tob_moves found;
    tob_move move = tui_own_move(m, TOB_MOVE_RAISE);

    if (tui_collect(m, TOB_MOVE_RAISE, TOB_NONE, &found)) {
        tui_list_or_act(m, "Raise which treasure?", &found);
        return;
    }
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        if (m->view.map[treasure].count == 1)
            move.treasure = (uint8_t)treasure;
    tui_refuse_reason(m, tui_why(m, move));
}

void tui_end_turn(tui_model *m)
{
    const tob_move end = tui_own_move(m, TOB_MOVE_END);

    if (!m->view.main_done && m->asked != m->pressed && tui_why(m, end) == TOB_OK) {
        m->asked = m->pressed;
        tui_say(m, "You have not played a clue nor moved. %s again ends the turn.",
                tui_key_of(TOB_MOVE_END));
    } else {
        m->asked = 0;
        tui_act(m, end);
    }
}

bool tui_end_by_itself(tui_model *m)
{
    const bool ends = !m->ask_end && tui_only_end(m) &&
                      match_undo_reason(m->match, m->seat) != MATCH_UNDO_OK &&
                      tui_act(m, m->moves.move[0]);

    m->ended = m->ended || ends;
    return ends;
}

/* Is something chosen for a move that has not begun yet? */
static bool is_choosing(const tui_model *m)
{
    return m->view.phase == TOB_PHASE_TURN && m->mode != TUI_MODE_BOARD &&
           !(m->mode == TUI_MODE_MOVE && m->kind == TOB_MOVE_LEG);
}

/* The moves before the viewer's last one. */
static uint32_t last_decision(const tui_model *m)
{
    uint32_t moves = m->match->moves;

    while (moves > 1 && (tob_is_nature(m->match->move[moves - 1].move) ||
                         m->match->move[moves - 1].move.seat != m->seat))
        moves--;
    return moves ? moves - 1 : 0;
}

/* Asks the source, which may have to ask others, to take back to so many moves. */
static void ask_back(tui_model *m, uint32_t moves)
{
    const uint32_t header = m->match->record.hosted.header;
    const char *answer = m->match->source->take_back(m->match, header + moves);

    m->drive_to = 0;
    tui_look(m, m->viewer);
    m->told = m->match->moves;
    tui_say(m, "%s", answer);
}

void tui_take_back(tui_model *m)
{
    const match_undo reason = match_undo_reason(m->match, m->seat);
    const uint32_t lines = m->match->moves;
    const uint32_t to = lines == m->drive_to ? m->drive_from : lines - 1;

    if (is_choosing(m)) { /* the last step is the one not taken yet */
        tui_set_mode(m, TUI_MODE_BOARD, 0);
        tui_say(m, "Nothing was played. %s again takes back your last step.",
                tui_key_doing(tui_take_back));
        return;
    }
    if (m->match->source && reason != MATCH_UNDO_NOTHING) {
        ask_back(m, reason == MATCH_UNDO_OK ? to : last_decision(m));
        return;
    }
    if (reason == MATCH_UNDO_OK) {
        while (m->match->moves > to &&
               match_undo_reason(m->match, m->seat) == MATCH_UNDO_OK)
            match_take_back(m->match);
        if (m->match->moves < m->drive_to)
            m->drive_to = 0;
        tui_look(m, m->viewer);
        m->told = m->match->moves;
    }
    tui_say(m, "%s", match_undo_text(reason));
    m->refusal = reason != MATCH_UNDO_OK;
}

/* ---- Advice, and leaving ---- */

void tui_list_opinions(tui_model *m)
{
    enum { SHOWN = 5 };
    static tob_moves moves;
    ai_opinion opinions[AI_OPINIONS_MAX];
    char notes[SHOWN][TUI_NOTE_SIZE], told[SHOWN][TUI_TOLD_SIZE];
    unsigned count = match_advice(m->match, opinions, &moves.move[0]);

    m->thinking = false;
    m->message[0] = '\0';
    count = count > SHOWN ? SHOWN : count;
    while (count > 1 && opinions[count - 1].share < 0.01f)
        count--; /* it was hardly looked at, so that its chances mean nothing */
    for (unsigned i = 0; i < count; i++) {
        moves.move[i] = opinions[i].move;
        snprintf(notes[i], sizeof notes[i], "%3.0f %%, you win %2.0f %%",
                 (double)opinions[i].share * 100,
                 (double)opinions[i].wins[opinions[i].move.seat] * 100);
        snprintf(told[i], sizeof told[i],
                 "The expert spent %.0f %% of its time on it; then you win %.0f of 100 "
                 "games.",
                 (double)opinions[i].share * 100,
                 (double)opinions[i].wins[opinions[i].move.seat] * 100);
    }
    moves.count = count ? count : 1;
    tui_list_moves(m,
                   count ? "Hint: an expert's time for it, and your chance to win"
                         : "Hint: there is nothing to weigh; Enter plays it",
                   &moves, count ? notes : NULL);
    m->list.has_told = count > 0;
    memcpy(m->list.told, told, count * sizeof told[0]);
}

void tui_leave(tui_model *m)
{
    m->quit = m->match->path || m->match->source || m->asked == m->pressed ||
              m->view.phase == TOB_PHASE_OVER;
    m->asked = m->pressed;
    tui_say(m, "This game is kept in no file. %s again leaves it.",
            tui_key_doing(tui_leave));
}
