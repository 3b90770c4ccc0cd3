/* Consent: undo beyond what is free, a pause, more time, someone new for a seat.
 *
 * A proposal asks the people at the table. Bots, programs, those for whom a bot plays and
 * those who are absent agree without being asked; if nobody is left to ask, it is done at
 * once. Undo is an exception: cards are drawn anew after it, so whoever could undo alone
 * would choose among draws. If there are other people, one of them has to be present and
 * agree. A proposal lapses with the next move or after a minute. One no is enough, and a
 * proposal that failed can be made again only after a move: clocks stand while one is
 * open, so proposals must not buy time. */
#include "table/core.h"

/* The other people who play, present or not. */
static unsigned people_beside(const tbl_table *t, unsigned seat)
{
    unsigned people = 0;

    for (unsigned other = 0; other < t->settings.players; other++)
        if (other != seat && t->seat[other].who == TBL_PERSON && !t->seat[other].resigned)
            people |= 1u << other;
    return people;
}

/* Those of them who have to agree. */
static unsigned asked_by(const tbl_table *t, unsigned seat)
{
    unsigned need = people_beside(t, seat);

    for (unsigned other = 0; other < t->settings.players; other++)
        if (need & 1u << other && seat_absent(t, other))
            need &= ~(1u << other);
    return need;
}

/* Does what was agreed upon. */
static void carry_out(tbl_table *t, const proposal *p)
{
    seats_plan plan = plan_of(t);

    switch (p->kind) {
    case PROPOSE_UNDO: undo_to(t, p->amount, p->seat); break;
    case PROPOSE_PAUSE: clock_pause(t, p->seat); break;
    case PROPOSE_TIME: clock_more(t, p->target, p->amount); break;
    case PROPOSE_SEAT:
        plan.seat[p->target].offered = true;
        plan_done(t, &plan, "offered", p->target);
        break;
    case PROPOSE_NONE:
    case PROPOSE_COUNT: break;
    }
}

static tbl_answer propose(tbl_table *t, proposal p)
{
    tbl_answer answer;
    host_text *draft;

    if (t->proposal.kind)
        return answer_no(t, TBL_FORBIDDEN, "proposal_open",
                         "Another proposal is open: answer it first.");
    if (!check_spare(t, p.seat, &answer))
        return answer;
    p.need = (uint8_t)asked_by(t, p.seat);
    if (!p.need && p.kind == PROPOSE_UNDO && people_beside(t, p.seat))
        return answer_no(t, TBL_FORBIDDEN, "all_absent",
                         "Nobody is there to agree: only what showed nothing can be "
                         "taken back now.");
    if (!p.need) {
        carry_out(t, &p);
        return answer_done(t);
    }
    if (t->failed & 1u << p.seat)
        return answer_no(t, TBL_FORBIDDEN, "asked_already",
                         "Your last proposal was turned down; ask again after a move.");
    draft = draft_begin(t, "consent asked ");
    put_text(draft, proposal_words[p.kind]);
    put_text(draft, " ");
    put_number(draft, p.seat + 1u);
    put_text(draft, " ");
    put_number(draft, p.need);
    put_text(draft, " ");
    put_number(draft,
               p.kind == PROPOSE_TIME || p.kind == PROPOSE_SEAT ? p.target + 1u : 0);
    put_text(draft, " ");
    put_number(draft, p.amount);
    put_text(draft, "\n");
    draft_done(t);
    t->proposed_ms = t->mark_ms;
    return answer_done(t);
}

static void put_answer(tbl_table *t, unsigned act, unsigned seat)
{
    host_text *draft = draft_begin(t, "consent ");

    put_text(draft, consent_acts[act]);
    put_text(draft, " ");
    put_number(draft, t->proposal.id);
    put_text(draft, " ");
    put_number(draft, seat < TOB_SEATS ? seat + 1 : 0);
    put_text(draft, "\n");
    draft_done(t);
}

void proposal_lapse(tbl_table *t)
{
    put_answer(t, CONSENT_LAPSED, TBL_NO_SEAT);
}

tbl_answer tbl_consent(tbl_table *t, uint64_t guest, uint32_t id, bool yes)
{
    const proposal p = t->proposal;
    unsigned seat;
    tbl_answer answer;

    if (!check_playing(t, guest, &seat, &answer))
        return answer;
    if (!p.kind || p.id != id)
        return answer_no(t, TBL_FORBIDDEN, "no_proposal",
                         "This proposal is no longer open.");
    if (p.seat == seat && !yes) {
        put_answer(t, CONSENT_DECLINED, seat); /* taken back by who made it */
        return answer_done(t);
    }
    if (!(p.need & 1u << seat) || p.yes & 1u << seat)
        return answer_no(t, TBL_FORBIDDEN, "not_asked",
                         "Your answer is not asked for, or is given already.");
    if (!yes) {
        put_answer(t, CONSENT_DECLINED, seat);
    } else if ((p.yes | 1u << seat) == p.need) {
        put_answer(t, CONSENT_AGREED, seat);
        carry_out(t, &p);
    } else {
        put_answer(t, CONSENT_ANSWERED, seat);
    }
    return answer_done(t);
}

/* ---- What can be proposed ---- */

tbl_answer tbl_undo(tbl_table *t, uint64_t guest, uint32_t after, uint32_t lines)
{
    unsigned seat;
    tbl_answer answer;

    if (!check_playing(t, guest, &seat, &answer) || !check_after(t, after, &answer) ||
        !undo_check(t, lines, &answer))
        return answer;
    if (t->paused)
        return answer_no(t, TBL_FORBIDDEN, "paused", "The game is paused.");
    if (!t->proposal.kind && undo_is_free(t, lines, seat)) {
        if (t->undoer == seat && t->undos >= UNDOS_MAX && people_beside(t, seat))
            return answer_no(t, TBL_OFTEN, "too_many",
                             "You have taken back often enough in this turn: play on.");
        if (!check_spare(t, seat, &answer))
            return answer;
        undo_to(t, lines, seat);
        return answer_done(t);
    }
    return propose(
        t, (proposal){.kind = PROPOSE_UNDO, .seat = (uint8_t)seat, .amount = lines});
}

tbl_answer tbl_propose_pause(tbl_table *t, uint64_t guest, uint32_t after)
{
    unsigned seat;
    tbl_answer answer;

    if (!check_playing(t, guest, &seat, &answer) || !check_after(t, after, &answer))
        return answer;
    if (t->paused)
        return answer_no(t, TBL_FORBIDDEN, "paused", "The game is paused.");
    return propose(t, (proposal){.kind = PROPOSE_PAUSE, .seat = (uint8_t)seat});
}

tbl_answer tbl_propose_time(tbl_table *t, uint64_t guest, uint32_t after, unsigned target,
                            uint32_t seconds)
{
    enum { LIVE_MOST = 3600, DAYS_MOST = 14 * 24 * 3600 };
    const tbl_clock_kind kind = t->settings.clock.kind;
    unsigned seat;
    tbl_answer answer;

    if (!check_playing(t, guest, &seat, &answer) || !check_after(t, after, &answer))
        return answer;
    if (kind == TBL_CLOCK_NONE)
        return answer_no(t, TBL_FORBIDDEN, "no_clock",
                         "This game is played without clocks.");
    if (target >= t->settings.players || !is_people(&t->seat[target]) ||
        t->seat[target].resigned)
        return answer_no(t, TBL_BAD, "bad_seat", "Nobody there needs time.");
    if (kind == TBL_CLOCK_DAYS && target != t->mover)
        return answer_no(t, TBL_FORBIDDEN, "not_deciding",
                         "Only the one who decides now can be given more days.");
    if (seconds == 0 || seconds > (kind == TBL_CLOCK_LIVE ? LIVE_MOST : DAYS_MOST))
        return answer_no(t, TBL_BAD, "bad_time",
                         "More time is up to an hour, or up to 14 days in a slow game.");
    return propose(t, (proposal){.kind = PROPOSE_TIME,
                                 .seat = (uint8_t)seat,
                                 .target = (uint8_t)target,
                                 .amount = seconds});
}

tbl_answer tbl_propose_seat(tbl_table *t, uint64_t guest, uint32_t after, unsigned target)
{
    unsigned seat;
    tbl_answer answer;

    if (!check_playing(t, guest, &seat, &answer) || !check_after(t, after, &answer))
        return answer;
    if (target >= t->settings.players || !is_people(&t->seat[target]) ||
        t->seat[target].resigned || target == seat)
        return answer_no(t, TBL_BAD, "bad_seat", "Nobody can be replaced there.");
    if (t->seat[target].offered)
        return answer_no(t, TBL_FORBIDDEN, "offered", "The seat is offered already.");
    if (!seat_may_be_offered(t, target))
        return answer_no(t, TBL_FORBIDDEN, "not_absent",
                         "A seat is offered when its player has been away for ten "
                         "minutes or, with a clock of days, is out of time.");
    return propose(t, (proposal){.kind = PROPOSE_SEAT,
                                 .seat = (uint8_t)seat,
                                 .target = (uint8_t)target});
}
