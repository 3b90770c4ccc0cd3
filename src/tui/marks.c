/* The spaces that matter now: where a move may go, what is in reach, what a card leaves.
 */
#include <string.h>

#include "tui/cards.h"
#include "tobago/names.h"

enum { SITES_FEW = 24 };

static void mark_set(tui_model *m, tob_hexset set, char mark)
{
    while (!tob_hexset_is_empty(set)) {
        const unsigned space = tob_hexset_pop(&set);
        if (!m->mark[space])
            m->mark[space] = mark;
    }
    m->marking = true;
}

tob_reason tui_marks_opened(const tui_model *m, tob_game *game, tob_board *board)
{
    const bool open = m->view.phase == TOB_PHASE_TURN && m->view.moving;

    *game = m->view;
    *board = m->board;
    if (open && m->kind == TOB_MOVE_LEG)
        return TOB_OK;
    return tob_try(game, board, tui_own_move(m, m->kind));
}

/* A digit is the number of legs that a space takes (M1). Lava is marked only where the
 * next leg may end: what it costs is decided there (V5). */
static void mark_reach(tui_model *m)
{
    static tob_game game;
    static tob_board board;
    tob_legs legs;

    m->marking = true;
    if (tui_marks_opened(m, &game, &board))
        return;
    tob_legs_init(&legs, &game, &board);
    for (unsigned space = 0; space < m->board.count; space++) {
        const bool lava = board.terrain[space] == TOB_LAVA;
        const unsigned number = tob_legs_to(&legs, space, lava);
        if (number && number <= (lava ? 1u : legs.left))
            m->mark[space] = (char)('0' + number);
    }
}

/* Marks what would be left on the chosen map and, where few sites are left already, what
 * would go. */
static void mark_card(tui_model *m)
{
    const unsigned card = tui_chosen_card(m);
    const tob_hexset sites = m->view.map[m->map].sites;

    if (card >= tob_card_count())
        return;
    mark_set(m, tui_sites_left(m, m->map, card), '+');
    if (tob_hexset_count(sites) <= SITES_FEW)
        mark_set(m, sites, 'x');
}

void tui_marks_update(tui_model *m)
{
    memset(m->mark, 0, sizeof m->mark);
    m->marking = false;
    switch (m->mode) {
    case TUI_MODE_TARGET:
        for (unsigned i = 0; i < m->moves.count; i++)
            if (m->moves.move[i].kind == m->kind)
                m->mark[m->moves.move[i].space] = '+';
        m->marking = true;
        break;
    case TUI_MODE_MOVE: mark_reach(m); break;
    case TUI_MODE_CARDS: mark_card(m); break;
    case TUI_MODE_BOARD:
    case TUI_MODE_REPLAY:
        if (m->lit_map >= 0)
            mark_set(m, m->view.map[m->lit_map].sites, '+');
        break;
    }
    m->marks = 0;
    for (unsigned space = 0; space < m->board.count; space++)
        m->marks += m->mark[space] != 0;
}
