#include "tui/replay.h"

#include <string.h>

#include "host/text.h"
#include "tobago/kinds.h"

/* Shows the position after the first 'at' moves. */
static void show(tui_model *m, uint32_t at, tob_viewer viewer)
{
    static rec_reader reader;
    rec_hosted eyes = rec_hosted_look(&m->match->record.hosted, &reader);

    rec_hosted_seek(&eyes, eyes.header + at);
    tui_show(m, &reader.game, &reader.board, viewer, at);
    m->replay.at = at;
    m->told = at ? at - 1 : 0;
}

void tui_replay_begin(tui_model *m, bool any)
{
    m->replay = (tui_replay_state){
        .own = m->viewer, .mode = m->mode, .told = m->told, .any = any};
    m->mode = TUI_MODE_REPLAY;
    show(m, any && m->shown == 0 ? 0 : m->match->moves, m->viewer);
}

void tui_replay_step(tui_model *m, int lines)
{
    const int64_t last = m->match->moves, to = (int64_t)m->replay.at + lines;
    const uint32_t at = (uint32_t)(to < 0 ? 0 : to > last ? last : to);
    const tob_move move = at ? m->match->move[at - 1].move : (tob_move){0};

    show(m, at, m->viewer);
    m->window.still = false;
    if (at && tob_kind_has(move.kind, TOB_FIELD_SPACE))
        m->cursor = move.space;
}

void tui_replay_go(tui_model *m, uint32_t line)
{
    const int64_t header = m->match->record.hosted.header;

    tui_replay_step(m, (int)((int64_t)line - header - (int64_t)m->replay.at));
}

void tui_replay_ask(tui_model *m)
{
    m->over = TUI_OVER_GOTO;
    m->typed[0] = m->words[0] = '\0';
}

uint32_t tui_replay_at_turn(const tui_model *m)
{
    return m->replay.at ? m->match->move[m->replay.at - 1].turns.turn : 0;
}

/* Goes to the first line of a round. */
static void go_to_round(tui_model *m, uint64_t round)
{
    const match *t = m->match;
    uint32_t at = 0;

    while (at < t->moves && host_round(t->move[at].turns.turn, m->view.players) < round)
        at++;
    if (at == t->moves)
        tui_say(m, "The game has %u rounds.",
                host_round(t->move[at - 1].turns.turn, m->view.players));
    else
        tui_replay_step(m, (int)((int64_t)at + 1 - (int64_t)m->replay.at));
}

void tui_replay_answer(tui_model *m)
{
    const uint32_t lines = m->match->record.reader.line;
    const char *typed = m->typed + strspn(m->typed, " ");
    const bool round = *typed == 'r' || *typed == 'R';
    uint64_t number;

    m->over = TUI_OVER_NOTHING;
    if (!*typed || !m->match->moves)
        return;
    if (!host_number(typed + round, 1, UINT32_MAX, &number))
        tui_say(m, "Type the number of a line, or r and a round, like r7.");
    else if (round)
        go_to_round(m, number);
    else if (number > lines)
        tui_say(m, "The record has %u lines.", lines);
    else
        tui_replay_go(m, (uint32_t)number);
}

/* The next viewer who may see this: all, each seat, a spectator, and round again. */
static tob_viewer next_viewer(const tui_model *m)
{
    const tob_viewer viewer = m->viewer, own = m->replay.own;
    const unsigned next = tob_viewer_is_full(viewer) ? 0 : tob_viewer_seat(viewer) + 1;

    if (!tob_viewer_is_full(m->match->record.reader.game.viewer))
        return viewer;
    if (!m->replay.any)
        return tob_viewer_equal(viewer, own) ? tob_viewer_spectator() : own;
    if (tob_viewer_is_spectator(viewer))
        return tob_viewer_full();
    return next < m->view.players ? tob_viewer_of(next) : tob_viewer_spectator();
}

void tui_replay_turn(tui_model *m)
{
    show(m, m->replay.at, next_viewer(m));
}

void tui_replay_end(tui_model *m)
{
    m->mode = m->replay.mode;
    m->window.still = false;
    m->lit_map = -1;
    tui_look(m, m->replay.own);
    m->told = m->replay.told;
}
