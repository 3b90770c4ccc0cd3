/* Lists of what an amulet buys (A1 to A3, P1, P2) and of the ways to exchange the hand
 * (X1, X2). */
#include <stdio.h>

#include "tobago/kinds.h"
#include "tui/cards.h"
#include "tui/list.h"
#include "tui/turn.h"

/* An item that plays a move of a kind, unless there is a reason against it. */
static tui_item item(unsigned kind, const char *text, tob_reason reason)
{
    return (tui_item){text, tob_reason_clause(reason),
                      reason ? tob_reason_text(reason) : NULL, kind};
}

/* The words of the powers. One without any is offered with those of its record line. */
static const struct {
    const char *text; /* of the item; the clause follows */
    const char *none; /* the sentence where no site or card qualifies */
    const char *ask;  /* the title of the list of its moves */
} powers[TOB_MOVE_COUNT] = {
    [TOB_MOVE_AMULET_REMOVE] = {"Strike off a site",
                                "no treasure has more than one marker on the island",
                                NULL},
    [TOB_MOVE_AMULET_CLUE] = {"An extra clue", NULL, NULL},
    [TOB_MOVE_AMULET_MOVE] = {"An extra move", NULL, NULL},
    [TOB_MOVE_AMULET_EXCHANGE] = {"Exchange the hand", NULL, NULL},
    [TOB_MOVE_AMULET_DOUBLE] =
        {"Double claim",
         "no clue of a map not yet located carries exactly one rose, yours",
         "A second rose on which clue?"},
    [TOB_MOVE_AMULET_SWAP] = {"Swap two roses",
                              "no two claims on a map not yet located can be swapped",
                              "Swap which roses?"},
};

static tui_item power(const tui_model *m, unsigned kind, const char *text)
{
    const tob_kind_row *row = tob_kind_of(kind);
    const char *none = powers[kind].none ? powers[kind].none : "nothing qualifies for it";
    const tob_reason reason = kind == TOB_MOVE_AMULET_CLUE
                                  ? tui_cards_reason(m, kind)
                                  : tui_why(m, tui_own_move(m, kind));

    if (tui_has_move(m, kind))
        return item(kind, text, TOB_OK);
    if (row->field[0] == TOB_FIELD_NONE || kind == TOB_MOVE_AMULET_CLUE ||
        tob_reason_blame(reason) == TOB_BLAME_KIND)
        return item(kind, text, reason);
    return (tui_item){text, row->clause, none, kind};
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
        tui_list_or_act(m, powers[kind].ask ? powers[kind].ask : "Which?", &found);
}

/* Every kind with a power in its row is offered, in the order of the table; a volcanic
 * clue is chosen among the extra clues. */
void tui_list_amulets(tui_model *m)
{
    static char text[TUI_ITEMS_MAX][48];
    tui_item items[TUI_ITEMS_MAX];
    unsigned count = 0;
    char title[64];

    if (!m->view.amulet[m->seat]) {
        tui_refuse(m, "M3", "you have no amulet; a leg that ends on one (*) takes it");
        return;
    }
    /* With an amulet to pay, and not on lava, one can always move. */
    if (tui_why(m, tui_own_move(m, TOB_MOVE_AMULET_MOVE))) {
        tui_refuse_reason(m, tui_why(m, tui_own_move(m, TOB_MOVE_AMULET_CLUE)));
        return;
    }
    for (unsigned kind = 0; kind < TOB_MOVE_COUNT && count < TUI_ITEMS_MAX; kind++) {
        const tob_kind_row *row = tob_kind_of(kind);
        if (!row->power || row->needs & ~m->view.options ||
            kind == TOB_MOVE_AMULET_VOLCANIC)
            continue;
        snprintf(text[count], sizeof text[count], "%s (%s)",
                 powers[kind].text ? powers[kind].text : row->power, row->clause);
        items[count] = power(m, kind, text[count]);
        count++;
    }
    snprintf(title, sizeof title, "Play an amulet, you have %u", m->view.amulet[m->seat]);
    tui_list_items(m, title, items, count, take);
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
