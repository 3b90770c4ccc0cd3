/* What an amulet buys (A1 to A3, P1, P2), and exchanging the hand (X1, X2). */
#include <stdio.h>

#include "tui/act.h"

/* A choice that nothing speaks against, or a reason. */
static tui_item item(const char *text, tob_reason reason)
{
    return (tui_item){text, tob_reason_clause(reason),
                      reason ? tob_reason_text(reason) : NULL};
}

/* A power that names sites or cards on the maps (A1, P1, P2). Where none could be named,
 * 'none' says so. */
static tui_item power_item(const tui *ui, unsigned kind, const char *text,
                           const char *clause, const char *none)
{
    static tob_moves found;
    tob_reason reason;

    if (tui_collect(ui, kind, TOB_NONE, &found))
        return item(text, TOB_OK);
    reason = tui_why(ui, tui_own_move(ui, kind));
    if (tob_reason_blame(reason) == TOB_BLAME_KIND)
        return item(text, reason);
    return (tui_item){text, clause, none};
}

static void play_power(tui *ui, unsigned kind, const char *title)
{
    static tob_moves found;

    tui_collect(ui, kind, TOB_NONE, &found);
    tui_act_one_of(ui, title, &found);
}

void tui_amulets_play(tui *ui)
{
    const tob_reason move = tui_why(ui, tui_own_move(ui, TOB_MOVE_AMULET_MOVE));
    const bool powers = ui->view.options & TOB_OPTION_EXPERIENCED;
    char title[64];

    /* With an amulet to pay, and not on lava, one can always move. */
    if (move) {
        tui_refuse_reason(ui, tui_why(ui, tui_own_move(ui, TOB_MOVE_AMULET_CLUE)));
        return;
    }
    const tui_item items[] = {
        power_item(ui, TOB_MOVE_AMULET_REMOVE, "Strike off a site (A1)", "A1",
                   "no treasure has more than one marker on the island"),
        item("An extra clue (A2)", tui_cards_reason(ui, TOB_MOVE_AMULET_CLUE)),
        item("An extra move (A3)", move),
        item("Exchange the hand (X1)",
             tui_why(ui, tui_own_move(ui, TOB_MOVE_AMULET_EXCHANGE))),
        power_item(ui, TOB_MOVE_AMULET_DOUBLE, "Double claim (P1)", "P1",
                   "no clue of a map not yet located carries exactly one rose, yours"),
        power_item(ui, TOB_MOVE_AMULET_SWAP, "Swap two roses (P2)", "P2",
                   "no two claims on a map not yet located can be swapped"),
    };
    snprintf(title, sizeof title, "Play an amulet, you have %u",
             ui->view.amulet[ui->seat]);
    switch (tui_choose(ui, title, items, powers ? 6 : 4)) {
    case 0: tui_set_mode(ui, TUI_MODE_TARGET, TOB_MOVE_AMULET_REMOVE); break;
    case 1: tui_cards_choose(ui, TOB_MOVE_AMULET_CLUE); break;
    case 2: tui_begin_move(ui, TOB_MOVE_AMULET_MOVE); break;
    case 3: tui_act(ui, tui_own_move(ui, TOB_MOVE_AMULET_EXCHANGE)); break;
    case 4: play_power(ui, TOB_MOVE_AMULET_DOUBLE, "A second rose on which clue?"); break;
    case 5: play_power(ui, TOB_MOVE_AMULET_SWAP, "Swap which roses?"); break;
    }
}

void tui_amulets_exchange(tui *ui)
{
    static const uint8_t kinds[] = {TOB_MOVE_EXCHANGE, TOB_MOVE_AMULET_EXCHANGE};
    const tob_reason whole = tui_why(ui, tui_own_move(ui, kinds[0]));
    const tob_reason paid = tui_why(ui, tui_own_move(ui, kinds[1]));
    const tui_item items[] = {item("Give up the turn for a new hand (X2)", whole),
                              item("Pay an amulet for a new hand (X1)", paid)};
    int chosen;

    if (whole && paid) {
        tui_refuse_reason(ui, whole == TOB_REASON_X2_LATE ? paid : whole);
        return;
    }
    chosen = tui_choose(ui, "Exchange the hand", items, 2);
    if (chosen >= 0)
        tui_act(ui, tui_own_move(ui, kinds[chosen]));
}
