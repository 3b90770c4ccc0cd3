#include "tui/walk.h"

#include <stdlib.h>

static void go(tui_model *m, unsigned space, bool sideways)
{
    if (!sideways)
        m->want = m->grid.line[space];
    m->cursor = m->walked = space;
}

void tui_walk_column(tui_model *m, int step)
{
    const tui_grid *g = &m->grid;
    unsigned best = TOB_NONE;

    for (unsigned space = 0; space < m->board.count; space++) {
        const int away = step * (g->line[space] - g->line[m->cursor]);
        if (g->column[space] != g->column[m->cursor] || away <= 0)
            continue;
        if (best == TOB_NONE || away < step * (g->line[best] - g->line[m->cursor]))
            best = space;
    }
    if (best != TOB_NONE)
        go(m, best, false);
}

void tui_walk_row(tui_model *m, int step)
{
    const tui_grid *g = &m->grid;

    if (m->walked != m->cursor) /* the cursor was put there, not walked there */
        m->want = g->line[m->cursor];
    for (int column = g->column[m->cursor] + step; column >= 0 && column < 16;
         column += step) {
        unsigned best = TOB_NONE;
        for (unsigned space = 0; space < m->board.count; space++)
            if (g->column[space] == column &&
                (best == TOB_NONE ||
                 abs(g->line[space] - m->want) < abs(g->line[best] - m->want)))
                best = space;
        if (best != TOB_NONE) {
            go(m, best, true);
            return;
        }
    }
}

void tui_walk_direction(tui_model *m, unsigned direction)
{
    const unsigned to = tob_board_step(&m->board, m->cursor, direction);

    if (to != TOB_NONE)
        go(m, to, false);
}
