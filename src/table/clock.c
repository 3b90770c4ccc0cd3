/* Time: clocks, deadlines, and what happens by itself.
 *
 * At most one clock runs, that of the seat that decides, and only while a person or a
 * program has to decide it. Elapsed time comes from now_ms and is counted (clock_count)
 * before anything changes that matters to it; the next event takes the sum with it, so
 * that folding the events gives the same clocks. A live clock is a time for the whole
 * game; a clock of days is a time for the decision at hand, which begins anew when
 * someone else decides, and with each offer.
 *
 * A live clock's time since the last event is known to this process alone, so such a
 * table stays in memory. "clock" is a value, "EVENT RUN LOST", with that time after an
 * event: it is stored at a clean shutdown, when a player comes back and when her grace is
 * used up. After a crash a player has the time since then again, but not the grace.
 *
 * Bots and standing answers move when a constant time has passed since the last event.
 * The constant depends on the kind of decision, so their timing tells nothing (pace_ms).
 * A bot that has thought longer moves at the next multiple of it.
 */
#include <stdio.h>
#include <string.h>

#include "table/core.h"

enum {
    PACE_OFFER_MS = 600, /* an answer to an offer */
    PACE_STEP_MS = 500,  /* within a turn */
    PACE_TURN_MS = 1000, /* the first decision of a turn, and the set-up */
};

/* ---- Counting ---- */

bool clock_runs(const tbl_table *t)
{
    return t->state == TBL_PLAYING && !t->foreign && !t->paused && !t->proposal.kind &&
           t->settings.clock.kind != TBL_CLOCK_NONE && t->mover < TOB_SEATS &&
           !is_played(&t->seat[t->mover]);
}

bool tbl_clock_is_live(const tbl_table *t)
{
    return t->settings.clock.kind == TBL_CLOCK_LIVE && clock_runs(t);
}

/* What is left of the time that a lost connection stops the clock. Who is connected and
 * looks at something else has not lost it. */
static uint64_t grace_left(const tbl_table *t)
{
    const uint64_t used = t->away_ms[t->mover] + t->lost_ms;

    return t->settings.clock.kind == TBL_CLOCK_LIVE && !t->seat[t->mover].here &&
                   !t->elsewhere[t->mover] && used < GRACE_MS
               ? GRACE_MS - used
               : 0;
}

/* The time since it was last counted. */
static uint64_t uncounted_ms(const tbl_table *t)
{
    const uint64_t now = t->env.now_ms(t->env.context);

    return now > t->mark_ms ? now - t->mark_ms : 0;
}

bool tbl_clock_stands(const tbl_table *t)
{
    return clock_runs(t) && grace_left(t) > uncounted_ms(t);
}

unsigned tbl_clock_alone(const tbl_table *t)
{
    return tbl_clock_is_live(t) && !t->seat[t->mover].here ? t->mover
                                                           : (unsigned)TBL_NO_SEAT;
}

void clock_count(tbl_table *t)
{
    const uint64_t passed = uncounted_ms(t);
    uint64_t lost;

    t->mark_ms += passed;
    if (!clock_runs(t))
        return;
    lost = grace_left(t);
    lost = lost < passed ? lost : passed;
    t->lost_ms += lost;
    t->run_ms += passed - lost;
}

uint64_t clock_left(const tbl_table *t)
{
    const uint64_t left =
        t->settings.clock.kind == TBL_CLOCK_LIVE ? t->left_ms[t->mover] : t->day_left_ms;

    return left > t->run_ms ? left - t->run_ms : 0;
}

uint64_t clock_now_left(const tbl_table *t, unsigned seat)
{
    uint64_t passed = uncounted_ms(t), left, grace;

    if (seat != t->mover || !clock_runs(t))
        return seat == t->mover && t->settings.clock.kind == TBL_CLOCK_DAYS
                   ? t->day_left_ms
                   : t->left_ms[seat];
    grace = grace_left(t);
    passed -= grace < passed ? grace : passed;
    left = clock_left(t);
    return left > passed ? left - passed : 0;
}

/* ---- Keeping it ---- */

void tbl_keep_clock(tbl_table *t)
{
    char text[80];

    clock_count(t);
    if (!tbl_clock_is_live(t))
        return;
    snprintf(text, sizeof text, "%u %llu %llu", t->count, (unsigned long long)t->run_ms,
             (unsigned long long)t->lost_ms);
    value_set(t, "clock", text, strlen(text));
    t->lost_kept_ms = t->lost_ms;
}

/* In steps of a second, so that who comes and goes all the time makes little of it. */
void clock_keep_grace(tbl_table *t)
{
    if (t->lost_ms >= t->lost_kept_ms + SECOND_MS)
        tbl_keep_clock(t);
}

bool clock_read(tbl_table *t, cursor *c)
{
    t->kept_event = (uint32_t)read_number(c, UINT32_MAX);
    t->kept_run_ms = read_number(c, UINT32_MAX);
    t->kept_lost_ms = read_number(c, GRACE_MS);
    return !c->bad;
}

/* ---- Out of time and back ---- */

static void put_clock(tbl_table *t, unsigned act, unsigned seat, uint64_t seconds)
{
    host_text *draft = draft_begin(t, "clock ");

    put_text(draft, clock_acts[act]);
    put_text(draft, " ");
    put_number(draft, seat + 1);
    put_text(draft, " ");
    put_number(draft, seconds);
    put_text(draft, "\n");
    draft_done(t);
}

void clock_back(tbl_table *t, unsigned seat)
{
    put_clock(t, CLOCK_BACK, seat, 0);
}

void clock_pause(tbl_table *t, unsigned seat)
{
    put_clock(t, CLOCK_PAUSED, seat, 0);
}

void clock_more(tbl_table *t, unsigned seat, uint32_t seconds)
{
    put_clock(t, CLOCK_TIME, seat, seconds);
}

tbl_answer tbl_resume(tbl_table *t, uint64_t guest)
{
    unsigned seat;
    tbl_answer answer;

    if (!check_playing(t, guest, &seat, &answer))
        return answer;
    if (!t->paused && !t->seat[seat].stood_in && !t->seat[seat].offered)
        return answer_no(t, TBL_FORBIDDEN, "not_paused", "The game is not paused.");
    if (t->seat[seat].stood_in || t->seat[seat].offered)
        clock_back(t, seat);
    if (t->paused)
        put_clock(t, CLOCK_RESUMED, seat, 0);
    return answer_done(t);
}

/* ---- By itself ---- */

uint64_t pace_ms(const tbl_table *t)
{
    const tob_game *game = game_of(t);

    if (t->offer)
        return PACE_OFFER_MS;
    return game->phase == TOB_PHASE_TURN && (game->acted || game->main_done)
               ? PACE_STEP_MS
               : PACE_TURN_MS;
}

/* When a move that is there is played. */
static uint64_t move_ms(const tbl_table *t)
{
    const uint64_t pace = pace_ms(t);
    const bool late = is_played(&t->seat[t->mover]) && t->answered_ms > t->last_ms + pace;
    const uint64_t paces = late ? (t->answered_ms - t->last_ms + pace - 1) / pace : 1;

    return t->last_ms + paces * pace;
}

/* Is a move there that waits for its time only? */
static bool has_move(const tbl_table *t, tob_move *move, tbl_by *by)
{
    const tbl_seat *seat;

    if (t->mover >= TOB_SEATS || !bots_run(t))
        return false;
    seat = &t->seat[t->mover];
    *by = seat->who == TBL_LEVEL ? TBL_BY_BOT : TBL_BY_STAND_IN;
    *move = t->answer;
    if (is_played(seat))
        return t->answered == t->record_event;
    *by = TBL_BY_STANDING;
    return standing_answer(t, move);
}

uint64_t tbl_due(const tbl_table *t)
{
    uint64_t due = UINT64_MAX, at;
    tob_move move;
    tbl_by by;

    if (t->proposal.kind)
        due = t->proposed_ms + PROPOSAL_MS;
    if (clock_runs(t)) {
        at = t->mark_ms + (grace_left(t) ? grace_left(t) : clock_left(t));
        due = at < due ? at : due;
    }
    if (has_move(t, &move, &by)) {
        at = move_ms(t);
        due = at < due ? at : due;
    }
    return due;
}

void tbl_tick(tbl_table *t)
{
    tob_move move;
    tbl_by by;

    clock_count(t);
    if (t->proposal.kind) {
        if (t->mark_ms >= t->proposed_ms + PROPOSAL_MS)
            proposal_lapse(t);
        return;
    }
    if (clock_runs(t) && clock_left(t) + grace_left(t) == 0) {
        put_clock(t, CLOCK_OUT, t->mover, 0);
        return;
    }
    if (clock_runs(t) && !grace_left(t))
        clock_keep_grace(t);
    if (has_move(t, &move, &by) && t->mark_ms >= move_ms(t)) {
        char line[REC_LINE_MAX];
        const size_t length = rec_write_move(&t->record.reader.board, move, line);
        if (!play_line(t, t->mover, by, line, length))
            t->asked = t->answered = 0;
    }
}
