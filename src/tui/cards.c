#include "tui/cards.h"

#include <stdio.h>

#include "tui/list.h"
#include "tui/prompt.h"
#include "tobago/names.h"

/* ---- The hand ---- */

unsigned tui_hand_seat(const tui_model *m)
{
    const unsigned watcher = tob_viewer_seat(match_watcher(m->match));

    if (m->seat < TOB_SEATS)
        return m->seat;
    if (m->view.phase == TOB_PHASE_OVER && watcher < TOB_SEATS)
        return watcher;
    return (m->view.phase == TOB_PHASE_START ? m->view.seat : m->view.turn) &
           (TOB_SEATS - 1);
}

unsigned tui_hand(const tui_model *m, uint8_t cards[static TOB_CARD_MAX])
{
    const unsigned seat = tui_hand_seat(m);
    unsigned count = 0;

    if (m->view.phase == TOB_PHASE_START && m->view.seat == seat) {
        cards[0] = m->view.card;
        return 1;
    }
    if (!tob_hand_known(&m->view, seat))
        return 0;
    for (uint64_t rest = m->view.hand[seat]; rest; rest &= rest - 1)
        cards[count++] = (uint8_t)__builtin_ctzll(rest);
    return count;
}

tob_hexset tui_sites_left(const tui_model *m, unsigned treasure, unsigned card)
{
    const tob_hexset sites = m->view.map[treasure].sites;

    return card == TOB_NONE ? sites : tob_hexset_and(sites, m->board.allowed[card]);
}

unsigned tui_chosen_card(const tui_model *m)
{
    uint8_t cards[TOB_CARD_MAX];

    return m->card < tui_hand(m, cards) ? cards[m->card] : TOB_NONE;
}

tob_move tui_card_move(const tui_model *m, unsigned treasure)
{
    const unsigned card = m->kind == TOB_MOVE_START ? 0 : tui_chosen_card(m);

    return (tob_move){.kind = m->kind,
                      .seat = (uint8_t)m->seat,
                      .treasure = (uint8_t)treasure,
                      .card = (uint8_t)card};
}

/* ---- Clues ---- */

/* The kind of move that gives up a card instead of playing it (V6). */
static unsigned volcanic_kind(unsigned kind)
{
    return kind == TOB_MOVE_AMULET_CLUE ? TOB_MOVE_AMULET_VOLCANIC : TOB_MOVE_VOLCANIC;
}

/* Goes to the first map on which the chosen card can be played, if there is one. */
static void choose_map(tui_model *m)
{
    if (m->view.phase == TOB_PHASE_RESTART)
        m->map = m->view.treasure;
    for (unsigned k = 0; k < TOB_TREASURE_COUNT; k++) {
        const unsigned map = (m->map + k) % TOB_TREASURE_COUNT;
        if (tui_why(m, tui_card_move(m, map)) == TOB_OK) {
            m->map = map;
            return;
        }
    }
}

void tui_cards_choose(tui_model *m, unsigned kind)
{
    uint8_t cards[TOB_CARD_MAX];

    tui_set_mode(m, TUI_MODE_CARDS, kind);
    if (m->card >= tui_hand(m, cards))
        m->card = 0;
    choose_map(m);
}

tob_reason tui_cards_reason(const tui_model *m, unsigned kind)
{
    static tob_moves found;
    uint8_t cards[TOB_CARD_MAX] = {TOB_NONE};
    const unsigned count = tui_hand(m, cards);
    tob_move move = tui_own_move(m, kind);
    tob_reason first = TOB_OK;

    if (tui_collect(m, volcanic_kind(kind), TOB_NONE, &found))
        return TOB_OK;
    for (unsigned i = 0; i < (count ? count : 1) * TOB_TREASURE_COUNT; i++) {
        move.card = cards[i / TOB_TREASURE_COUNT];
        move.treasure = (uint8_t)(i % TOB_TREASURE_COUNT);
        const tob_reason reason = tui_why(m, move);
        if (i && reason != first)
            return TOB_OK;
        first = reason;
    }
    return first;
}

void tui_cards_begin(tui_model *m, unsigned kind)
{
    const tob_reason reason = tui_cards_reason(m, kind);

    if (reason)
        tui_refuse_reason(m, reason);
    else
        tui_cards_choose(m, kind);
}

void tui_cards_step(tui_model *m, int step)
{
    uint8_t cards[TOB_CARD_MAX];
    const unsigned count = tui_hand(m, cards);

    if (count)
        m->card = (m->card + count + (unsigned)step) % count;
}

void tui_cards_step_map(tui_model *m, int step)
{
    m->map = (m->map + (unsigned)step) % TOB_TREASURE_COUNT;
}

void tui_cards_click(tui_model *m)
{
    uint8_t cards[TOB_CARD_MAX];

    if (m->hit == m->card)
        tui_cards_play(m);
    else if (m->hit < tui_hand(m, cards))
        m->card = m->hit;
}

void tui_cards_play(tui_model *m)
{
    tui_act(m, tui_card_move(m, m->map));
}

/* ---- Volcanic clues ---- */

unsigned tui_volcanic_moves(const tui_model *m, unsigned treasure, tob_moves *found)
{
    const unsigned card = tui_chosen_card(m);
    const unsigned kind = volcanic_kind(m->kind);
    unsigned count = 0;

    for (unsigned i = 0; i < m->moves.count; i++) {
        const tob_move move = m->moves.move[i];
        if (move.kind != kind || move.other != card || move.treasure != treasure)
            continue;
        if (found)
            found->move[count] = move;
        count++;
    }
    if (found)
        found->count = count;
    return count;
}

/* The reason against giving up a card for a volcanic clue on a map (V6). */
static tob_reason volcanic_reason(const tui_model *m, unsigned kind, unsigned treasure,
                                  unsigned card)
{
    const unsigned side = m->view.side;
    tob_move move = tui_own_move(m, kind);

    move.treasure = (uint8_t)treasure;
    move.other = (uint8_t)card;
    move.card = (uint8_t)(tob_card_count() + (side ? (unsigned)__builtin_ctz(side) : 0));
    return tui_why(m, move);
}

/* The reason to name if no card can be given up on any map: that of the map which came
 * closest to taking it. */
static tob_reason no_volcanic_reason(const tui_model *m, unsigned kind, unsigned card)
{
    tob_reason reason = TOB_OK;

    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        reason = tob_reason_further(reason, volcanic_reason(m, kind, treasure, card));
    return reason;
}

void tui_volcanic_begin(tui_model *m, unsigned clue)
{
    static tob_moves found;
    const unsigned kind = volcanic_kind(clue);
    uint8_t cards[TOB_CARD_MAX];
    const unsigned count = tui_hand(m, cards);

    if (!tui_collect(m, kind, TOB_NONE, &found)) {
        tui_refuse_reason(m, no_volcanic_reason(m, kind, count ? cards[0] : TOB_NONE));
        return;
    }
    tui_cards_choose(m, clue);
    m->map = found.move[0].treasure;
    for (unsigned i = 0; i < count; i++)
        if (cards[i] == found.move[0].other)
            m->card = i;
}

void tui_volcanic_play(tui_model *m)
{
    static tob_moves found;
    char notes[TUI_NOTES_MAX][TUI_NOTE_SIZE], title[TUI_MESSAGE_MAX];

    if (!tui_volcanic_moves(m, m->map, &found)) {
        tui_refuse_reason(
            m, volcanic_reason(m, volcanic_kind(m->kind), m->map, tui_chosen_card(m)));
        return;
    }
    for (unsigned i = 0; i < found.count && i < TUI_NOTES_MAX; i++) {
        const unsigned left =
            tob_hexset_count(tui_sites_left(m, m->map, found.move[i].card));
        snprintf(notes[i], sizeof notes[i], "%3u site%s left", left,
                 left == 1 ? "" : "s");
    }
    snprintf(title, sizeof title, "Which volcanic clue? %s", tui_clue_cost(m));
    tui_list_moves(m, title, &found, notes);
}
