#include "tui/model.h"

#include <stdarg.h>
#include <stdio.h>

void tui_model_init(tui_model *m, match *t)
{
    m->match = t;
    m->stop = t->terms.stop;
    m->lit_map = -1;
    m->viewer = match_watcher(t);
    m->seat = tob_viewer_seat(m->viewer);
    m->told = t->moves;
    m->cursor = tob_board_centre(&t->record.reader.board, 0);
    m->walked = m->clicked = TOB_NONE;
    tui_look_at_atv(m, m->seat);
}

/* ---- Looking ---- */

void tui_show(tui_model *m, const tob_game *game, const tob_board *board,
              tob_viewer viewer, uint32_t shown)
{
    m->viewer = viewer;
    m->seat = tob_viewer_seat(viewer);
    m->board = *board;
    m->view = *game;
    if (!tob_viewer_equal(game->viewer, viewer))
        tob_view(&m->view, game, viewer);
    m->shown = shown;
    m->moves.count = 0;
    tui_grid_lay(&m->grid, board);
    if (m->cursor >= board->count)
        m->cursor = 0;
}

void tui_look(tui_model *m, tob_viewer viewer)
{
    const match *t = m->match;

    tui_show(m, &t->record.reader.game, &t->record.reader.board, viewer, t->moves);
    if (tui_decides(m))
        tob_legal(&m->view, &m->board, &m->moves);
}

void tui_look_at_atv(tui_model *m, unsigned seat)
{
    const tob_game *game = &m->match->record.reader.game;

    if (seat < TOB_SEATS && game->atv[seat] != TOB_NONE)
        m->cursor = game->atv[seat];
}

bool tui_decides(const tui_model *m)
{
    return m->seat < TOB_SEATS && tob_to_move(&m->view) == m->seat;
}

void tui_light(tui_model *m, unsigned map)
{
    m->lit_map = m->lit_map == (int)map ? -1 : (int)map;
}

/* ---- The page of maps ---- */

/* Lines that the page has for the maps: not those of the title and of what is left. */
static int page_lines(const tui_model *m)
{
    const bool volcano = m->view.options & TOB_OPTION_VOLCANO;
    const int bottom = m->window.rows - 2;

    return bottom - 2 - volcano - (bottom >= TUI_ROOMY);
}

/* Lines of a map: its name, its clues, and the raiser's rose while it lies there (R2). */
static int map_lines(const tui_model *m, unsigned treasure)
{
    return 1 + m->view.map[treasure].length + (tob_raiser_rose(&m->view, treasure) != 0);
}

/* The map that begins the next part of the page, if this part begins with 'first';
 * TOB_TREASURE_COUNT if there is room for all the rest. If there is not, one line is
 * kept free to name what is missing. */
static unsigned next_part(const tui_model *m, unsigned first)
{
    const int room = page_lines(m);
    unsigned next = first;
    int lines = 0, rest = 0;

    for (unsigned treasure = first; treasure < TOB_TREASURE_COUNT; treasure++)
        rest += map_lines(m, treasure);
    if (rest <= room)
        return TOB_TREASURE_COUNT;
    while (next < TOB_TREASURE_COUNT && lines + map_lines(m, next) < room)
        lines += map_lines(m, next++);
    return next > first ? next : first + 1;
}

unsigned tui_maps_part(const tui_model *m, unsigned *first)
{
    /* A part that was turned to is needless once all maps fit on the page. */
    *first = next_part(m, 0) == TOB_TREASURE_COUNT ? 0 : m->first_map;
    return next_part(m, *first);
}

void tui_turn_page(tui_model *m)
{
    unsigned first;
    const unsigned next = tui_maps_part(m, &first);

    m->first_map = 0;
    if (m->page == TUI_PAGE_MAPS && next < TOB_TREASURE_COUNT)
        m->first_map = next;
    else
        m->page = (m->page + 1) % TUI_PAGE_COUNT;
}

void tui_close(tui_model *m)
{
    m->over = m->below;
}

/* ---- Saying ---- */

void tui_say(tui_model *m, const char *format, ...)
{
    va_list words;

    va_start(words, format);
    vsnprintf(m->message, sizeof m->message, format, words);
    va_end(words);
    m->refusal = false;
}

void tui_refuse(tui_model *m, const char *clause, const char *text)
{
    if (*clause)
        tui_say(m, "No (%s): %s.", clause, text);
    else
        tui_say(m, "No: %s.", text);
    snprintf(m->clause, sizeof m->clause, "%s", clause);
    m->refusal = true;
}

void tui_refuse_reason(tui_model *m, tob_reason reason)
{
    tui_refuse(m, tob_reason_clause(reason), tob_reason_text(reason));
}

/* ---- Moves ---- */

void tui_set_mode(tui_model *m, tui_mode mode, unsigned kind)
{
    m->mode = mode;
    m->kind = (uint8_t)kind;
    m->lit_map = -1;
}

tob_move tui_own_move(const tui_model *m, unsigned kind)
{
    return (tob_move){.kind = (uint8_t)kind, .seat = (uint8_t)m->seat};
}

tob_reason tui_why(const tui_model *m, tob_move move)
{
    return tob_why(&m->view, &m->board, move);
}

bool tui_act(tui_model *m, tob_move move)
{
    rec_error error;

    if (!match_play_move(m->match, move, &error)) {
        tui_refuse(m, error.clause, error.text);
        return false;
    }
    m->told = m->match->moves;
    tui_look(m, m->viewer);
    if (move.kind == TOB_MOVE_LEG)
        m->cursor = move.space;
    return true;
}

bool tui_has_move(const tui_model *m, unsigned kind)
{
    for (unsigned i = 0; i < m->moves.count; i++)
        if (m->moves.move[i].kind == kind)
            return true;
    return false;
}

bool tui_only_end(const tui_model *m)
{
    return m->moves.count == 1 && m->moves.move[0].kind == TOB_MOVE_END;
}

unsigned tui_collect(const tui_model *m, unsigned kind, unsigned space, tob_moves *found)
{
    found->count = 0;
    for (unsigned i = 0; i < m->moves.count; i++)
        if (m->moves.move[i].kind == kind &&
            (space == TOB_NONE || m->moves.move[i].space == space))
            found->move[found->count++] = m->moves.move[i];
    return found->count;
}
