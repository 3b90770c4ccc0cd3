/* Lists of what an amulet buys (A1 to A3, P1, P2) and of the ways to exchange the hand
 * (X1, X2). */
#include <stdio.h>

#include "tui/cards.h"
#include "tui/list.h"
#include "tui/turn.h"

/* An item that plays a move of a kind, unless there is a reason against it. */
static tui_item item(unsigned kind, const char *text, tob_reason reason)
{
    return (tui_item){text, tob_reason_clause(reason),
                      reason ? tob_reason_text(reason) : NULL, kind};
}

/* A power that names sites or cards on the maps (A1, P1, P2). Where none could be named,
 * 'none' says so. */
static tui_item power(const tui_model *m, unsigned kind, const char *text,
                      const char *clause, const char *none)
{
    const tob_reason reason = tui_why(m, tui_own_move(m, kind));

    if (tui_has_move(m, kind))
        return item(kind, text, TOB_OK);
    if (tob_reason_blame(reason) == TOB_BLAME_KIND)
        return item(kind, text, reason);
    return (tui_item){text, clause, none, kind};
}

/* Begins what an item offers. */
static void take(tui_model *m, unsigned kind)
{
    static tob_moves found;

    tui_collect(m, kind, TOB_NONE, &found);
    if (kind == TOB_MOVE_AMULET_REMOVE)
        tui_set_mode(m, TUI_MODE_TARGET, kind);
    else if (kind == TOB_MOVE_AMULET_CLUE)
        tui_cards_choose(m, kind);
    else if (kind == TOB_MOVE_AMULET_MOVE)
        tui_begin_move(m, kind);
    else
        tui_list_or_act(m,
                        kind == TOB_MOVE_AMULET_DOUBLE ? "A second rose on which clue?"
                                                       : "Swap which roses?",
                        &found);
}

void tui_list_amulets(tui_model *m)
{
    const tob_reason move = tui_why(m, tui_own_move(m, TOB_MOVE_AMULET_MOVE));
    const bool powers = m->view.options & TOB_OPTION_EXPERIENCED;
    char title[64];

    /* With an amulet to pay, and not on lava, one can always move. */
    if (move) {
        tui_refuse_reason(m, tui_why(m, tui_own_move(m, TOB_MOVE_AMULET_CLUE)));
        return;
    }
    const tui_item items[] = {
        power(m, TOB_MOVE_AMULET_REMOVE, "Strike off a site (A1)", "A1",
              "no treasure has more than one marker on the island"),
        item(TOB_MOVE_AMULET_CLUE, "An extra clue (A2)",
             tui_cards_reason(m, TOB_MOVE_AMULET_CLUE)),
        item(TOB_MOVE_AMULET_MOVE, "An extra move (A3)", move),
        item(TOB_MOVE_AMULET_EXCHANGE, "Exchange the hand (X1)",
             tui_why(m, tui_own_move(m, TOB_MOVE_AMULET_EXCHANGE))),
        power(m, TOB_MOVE_AMULET_DOUBLE, "Double claim (P1)", "P1",
              "no clue of a map not yet located carries exactly one rose, yours"),
        power(m, TOB_MOVE_AMULET_SWAP, "Swap two roses (P2)", "P2",
              "no two claims on a map not yet located can be swapped"),
    };
    snprintf(title, sizeof title, "Play an amulet, you have %u", m->view.amulet[m->seat]);
    tui_list_items(m, title, items, powers ? 6 : 4, take);
}

void tui_list_exchanges(tui_model *m)
{
    const tob_reason whole = tui_why(m, tui_own_move(m, TOB_MOVE_EXCHANGE));
    const tob_reason paid = tui_why(m, tui_own_move(m, TOB_MOVE_AMULET_EXCHANGE));
    const tui_item items[] = {
        item(TOB_MOVE_EXCHANGE, "Give up the turn for a new hand (X2)", whole),
        item(TOB_MOVE_AMULET_EXCHANGE, "Pay an amulet for a new hand (X1)", paid)};

    if (whole && paid)
        tui_refuse_reason(m, whole == TOB_REASON_X2_LATE ? paid : whole);
    else
        tui_list_items(m, "Exchange the hand", items, 2, take);
}
