/* What is private to a seat: standing answers to offers, and notes.
 *
 * They are values, not events: "standing SEAT" holds four numbers, "notes SEAT" the text.
 * They are worked out from the view of the seat alone, and played at the pace of all
 * answers, so that nobody can tell a standing answer from a quick one: events call it a
 * person's to everyone but its player (json.c). */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/core.h"
#include "tobago/query.h"

static void key_of(char out[24], const char *word, unsigned seat)
{
    snprintf(out, 24, "%s %u", word, seat + 1);
}

/* May a curse still be turned up, as far as the seat knows? One that it has seen, or one
 * of the unknown cards that lay deep enough in the deck (S1). */
static bool curse_may_come(const tob_game *view)
{
    return tob_bag_known(view, 0) ||
           (tob_bag_unknown(view) && view->deep && view->pool[0]);
}

bool standing_answer(const tbl_table *t, tob_move *move)
{
    const rec_reader *reader = &t->record.reader;
    const tbl_standing *s = &t->standing[t->mover];
    const bool claims = s->claim_all || s->claim_from;
    unsigned kind = TOB_MOVE_COUNT;
    tob_game view;

    if (!t->offer || !(claims || s->pass_if_curse))
        return false;
    tob_view(&view, &reader->game, tob_viewer_of(t->mover));
    if (s->pass_if_curse && curse_may_come(&view))
        kind = TOB_MOVE_PASS;
    else if (s->claim_all || (s->claim_from && view.offered >= s->claim_from))
        kind = TOB_MOVE_CLAIM;
    else if (s->pass_below && view.offered < s->claim_from)
        kind = TOB_MOVE_PASS;
    *move = (tob_move){.kind = (uint8_t)kind, .seat = t->mover};
    return kind != TOB_MOVE_COUNT && !tob_why(&view, &reader->board, *move);
}

const char *standing_fault(const tbl_standing *standing)
{
    if (standing->claim_from > TOB_COINS_MAX)
        return "No card has so many coins.";
    return standing->pass_below && !standing->claim_from
               ? "Passing cards below a number needs that number."
               : NULL;
}

bool standing_is_none(const tbl_standing *standing)
{
    return !standing->claim_from && !standing->claim_all && !standing->pass_below &&
           !standing->pass_if_curse;
}

tbl_answer tbl_set_standing(tbl_table *t, uint64_t guest, const tbl_standing *standing)
{
    char key[24], text[24];
    unsigned seat;
    tbl_answer answer;

    if (!check_playing(t, guest, &seat, &answer))
        return answer;
    if (standing_fault(standing))
        return answer_no(t, TBL_BAD, "bad_coins", standing_fault(standing));
    clock_count(t);
    t->standing[seat] = *standing;
    key_of(key, "standing", seat);
    snprintf(text, sizeof text, "%u %u %u %u", standing->claim_from, standing->claim_all,
             standing->pass_below, standing->pass_if_curse);
    value_set(t, key, text, strlen(text));
    return answer_done(t);
}

tbl_answer tbl_set_notes(tbl_table *t, uint64_t guest, const char *text, size_t length)
{
    const unsigned seat = tbl_seat_of_guest(t, guest);
    char key[24];

    if (seat == TBL_NO_SEAT)
        return answer_no(t, TBL_FORBIDDEN, "no_seat", "You have no seat here.");
    if (t->state == TBL_WAITING)
        return answer_no(t, TBL_FORBIDDEN, "not_started", "The game has not begun.");
    if (length > TBL_NOTES_MAX)
        return answer_no(t, TBL_FULL, "too_long", "Notes have at most 4000 bytes.");
    if (!text_is_good(text, length))
        return answer_no(t, TBL_BAD, "bad_text", "This is not plain text.");
    t->notes[seat] = host_need(realloc(t->notes[seat], length + 1));
    memcpy(t->notes[seat], text, length);
    t->notes[seat][length] = '\0';
    key_of(key, "notes", seat);
    value_set(t, key, text, length);
    return answer_done(t);
}

void private_clear(tbl_table *t, unsigned seat)
{
    char key[24];

    t->standing[seat] = (tbl_standing){0};
    free(t->notes[seat]);
    t->notes[seat] = NULL;
    key_of(key, "standing", seat);
    value_remove(t, key);
    key_of(key, "notes", seat);
    value_remove(t, key);
}
