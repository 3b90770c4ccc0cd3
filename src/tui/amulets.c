/* What an amulet buys (A1 to A3, P1, P2), and exchanging the hand (X1, X2). */
#include <stdio.h>

#include "tui/cards.h"
#include "tui/list.h"
#include "tui/turn.h"

/* An item that does 'act', unless there is a reason against it. */
static tui_item item(const char *text, tob_reason reason, void (*act)(tui_model *m))
{
    return (tui_item){text, tob_reason_clause(reason),
                      reason ? tob_reason_text(reason) : NULL, act};
}

/* A power that names sites or cards on the maps (A1, P1, P2). Where none could be named,
 * 'none' says so. */
static tui_item power(const tui_model *m, unsigned kind, const char *text,
                      const char *clause, const char *none, void (*act)(tui_model *m))
{
    const tob_reason reason = tui_why(m, tui_own_move(m, kind));

    if (tui_has_move(m, kind))
        return item(text, TOB_OK, act);
    if (tob_reason_blame(reason) == TOB_BLAME_KIND)
        return item(text, reason, act);
    return (tui_item){text, clause, none, act};
}

static void choose_from(tui_model *m, unsigned kind, const char *title)
{
    static tob_moves found;

    tui_collect(m, kind, TOB_NONE, &found);
    tui_list_or_act(m, title, &found);
}

static void strike_off(tui_model *m)
{
    tui_set_mode(m, TUI_MODE_TARGET, TOB_MOVE_AMULET_REMOVE);
}

static void extra_clue(tui_model *m)
{
    tui_cards_choose(m, TOB_MOVE_AMULET_CLUE);
}

static void extra_move(tui_model *m)
{
    tui_begin_move(m, TOB_MOVE_AMULET_MOVE);
}

static void double_claim(tui_model *m)
{
    choose_from(m, TOB_MOVE_AMULET_DOUBLE, "A second rose on which clue?");
}

static void swap_roses(tui_model *m)
{
    choose_from(m, TOB_MOVE_AMULET_SWAP, "Swap which roses?");
}

static void pay_for_hand(tui_model *m)
{
    tui_act(m, tui_own_move(m, TOB_MOVE_AMULET_EXCHANGE));
}

static void give_up_turn(tui_model *m)
{
    tui_act(m, tui_own_move(m, TOB_MOVE_EXCHANGE));
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
              "no treasure has more than one marker on the island", strike_off),
        item("An extra clue (A2)", tui_cards_reason(m, TOB_MOVE_AMULET_CLUE), extra_clue),
        item("An extra move (A3)", move, extra_move),
        item("Exchange the hand (X1)",
             tui_why(m, tui_own_move(m, TOB_MOVE_AMULET_EXCHANGE)), pay_for_hand),
        power(m, TOB_MOVE_AMULET_DOUBLE, "Double claim (P1)", "P1",
              "no clue of a map not yet located carries exactly one rose, yours",
              double_claim),
        power(m, TOB_MOVE_AMULET_SWAP, "Swap two roses (P2)", "P2",
              "no two claims on a map not yet located can be swapped", swap_roses),
    };
    snprintf(title, sizeof title, "Play an amulet, you have %u", m->view.amulet[m->seat]);
    tui_list_items(m, title, items, powers ? 6 : 4);
}

void tui_list_exchanges(tui_model *m)
{
    const tob_reason whole = tui_why(m, tui_own_move(m, TOB_MOVE_EXCHANGE));
    const tob_reason paid = tui_why(m, tui_own_move(m, TOB_MOVE_AMULET_EXCHANGE));
    const tui_item items[] = {
        item("Give up the turn for a new hand (X2)", whole, give_up_turn),
        item("Pay an amulet for a new hand (X1)", paid, pay_for_hand)};

    if (whole && paid)
        tui_refuse_reason(m, whole == TOB_REASON_X2_LATE ? paid : whole);
    else
        tui_list_items(m, "Exchange the hand", items, 2);
}
