#include "tui/list.h"

#include <stdio.h>
#include <string.h>

static void open_list(tui_model *m, const char *title, unsigned count)
{
    snprintf(m->list.title, sizeof m->list.title, "%s", title);
    m->list.count = count;
    m->list.chosen = 0;
    m->list.has_items = m->list.has_notes = m->list.has_told = false;
    m->over = count ? TUI_OVER_LIST : m->below;
}

void tui_list_moves(tui_model *m, const char *title, const tob_moves *moves,
                    char (*notes)[TUI_NOTE_SIZE])
{
    open_list(m, title, moves->count);
    memcpy(m->list.moves.move, moves->move, moves->count * sizeof moves->move[0]);
    m->list.has_notes = notes && moves->count <= TUI_NOTES_MAX;
    if (m->list.has_notes)
        memcpy(m->list.note, notes, moves->count * sizeof *notes);
}

void tui_list_or_act(tui_model *m, const char *title, const tob_moves *moves)
{
    if (moves->count == 1)
        tui_act(m, moves->move[0]);
    else
        tui_list_moves(m, title, moves, NULL);
}

void tui_list_items(tui_model *m, const char *title, const tui_item *items,
                    unsigned count, void (*take)(tui_model *m, unsigned kind))
{
    open_list(m, title, count);
    m->list.take = take;
    memcpy(m->list.item, items, count * sizeof *items);
    m->list.has_items = true;
}

void tui_list_step(tui_model *m, int step)
{
    const int last = (int)m->list.count - 1;
    int to = (int)m->list.chosen + step;

    if (step == 1 && to > last)
        to = 0;
    else if (step == -1 && to < 0)
        to = last;
    to = to > last ? last : to;
    m->list.chosen = (unsigned)(to < 0 ? 0 : to);
}

void tui_list_click(tui_model *m)
{
    if (m->hit == m->list.chosen)
        tui_list_take(m, m->hit);
    else if (m->hit < m->list.count)
        m->list.chosen = m->hit;
}

void tui_list_take(tui_model *m, unsigned item)
{
    const tui_item *chosen = &m->list.item[item];

    if (item >= m->list.count)
        return;
    tui_close(m);
    if (!m->list.has_items)
        tui_act(m, m->list.moves.move[item]);
    else if (chosen->against)
        tui_refuse(m, chosen->clause, chosen->against);
    else
        m->list.take(m, chosen->kind);
}
