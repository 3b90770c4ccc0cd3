/* Seats and settings: who sits where, by which link, and how the game is to be played.
 *
 * Every change is one event that names all of it anew:
 *
 *     seats WHAT SEAT
 *     rules ID                    first event only: tob_rules_id,
 *     commitment HEX              and the hash of the secret (fair.h)
 *     table PLAYERS OPTIONS ISLAND open|invited watchable|private INVITE HOST NEXT
 *     clock KIND MINUTES INCREMENT DAYS OFFER_H AWAY alldays|workdays STAND_IN
 *     seat WHO LEVEL LINK MARKS SHARE DEVICES NAME
 *
 * with a line for each seat. Options are joined by '+', devices by ','; '-' stands for
 * none. MARKS are letters: r resigned, s stood in, o offered; then, if a person begins
 * with standing answers here, d, the coins from which cards are claimed, and a, b, c for
 * all cards claimed, those below passed, curses passed. WHAT is a word for people:
 * joined, left, kicked, and so on. */
#include <stdlib.h>
#include <string.h>

#include "table/core.h"
#include "tobago/names.h"

/* ---- What makes sense ---- */

const char *settings_fault(const tbl_settings *s)
{
    const tbl_clock *clock = &s->clock;

    if (s->players < 2 || s->players > TOB_SEATS)
        return "A table has two to four seats.";
    if (s->options & ~TOB_OPTION_ALL || tob_options_lacking(s->options))
        return "These options do not go together.";
    if (s->island >= TOB_ISLANDS && s->island != TBL_RANDOM_ISLAND)
        return "There is no such island.";
    if (clock->stand_in >= AI_LEVEL_COUNT)
        return "There is no such level.";
    switch (clock->kind) {
    case TBL_CLOCK_NONE: return NULL;
    case TBL_CLOCK_LIVE:
        return clock->minutes >= 1 && clock->minutes <= 600 && clock->increment_s <= 600
                   ? NULL
                   : "A live clock has 1 to 600 minutes and up to 600 seconds a turn.";
    case TBL_CLOCK_DAYS:
        return clock->days >= 1 && clock->days <= 60 &&
                       clock->offer_h <= 24 * clock->days &&
                       clock->away_days <= TBL_AWAY_MAX
                   ? NULL
                   : "A clock of days has 1 to 60 days a turn, no more for an answer, "
                     "and up to 30 away days.";
    }
    return "There is no such clock.";
}

/* Does a guest hold two seats, or one seat twice? */
static bool is_doubled(const tbl_seat seats[TOB_SEATS], unsigned players)
{
    uint64_t seen[TOB_SEATS * TBL_DEVICES];
    unsigned count = 0;

    for (unsigned i = 0; i < players; i++)
        for (unsigned k = 0; k < TBL_DEVICES; k++) {
            for (unsigned j = 0; j < count; j++)
                if (seats[i].device[k] && seen[j] == seats[i].device[k])
                    return true;
            seen[count++] = seats[i].device[k];
        }
    return false;
}

const char *seats_fault(const tbl_settings *settings, const tbl_seat seats[TOB_SEATS],
                        bool waiting)
{
    for (unsigned i = 0; i < settings->players; i++) {
        const tbl_seat *seat = &seats[i];
        if (standing_fault(&seat->usual))
            return standing_fault(&seat->usual);
        switch (seat->who) {
        case TBL_OPEN:
            if (!waiting)
                return "A seat is open.";
            break;
        case TBL_LEVEL:
            if (seat->level >= AI_LEVEL_COUNT)
                return "There is no such level.";
            break;
        case TBL_PERSON:
        case TBL_PROGRAM:
            if (!seat->device[0] || !name_is_good(seat->name))
                return "A seat has no owner.";
            continue;
        }
        if (seat->who > TBL_PROGRAM || seat->device[0])
            return "There is no such player.";
    }
    return is_doubled(seats, settings->players) ? "A guest has two seats." : NULL;
}

/* ---- Events ---- */

seats_plan plan_of(const tbl_table *t)
{
    seats_plan plan = {.settings = t->settings, .host = t->host};

    memcpy(plan.seat, t->seat, sizeof plan.seat);
    memcpy(plan.share, t->source.share, sizeof plan.share);
    memcpy(plan.next, t->next, sizeof plan.next);
    return plan;
}

static void put_options(host_text *out, unsigned options)
{
    const char *mark = "";

    for (unsigned i = 0; tob_option_at(i); i++)
        if (options & tob_option_at(i)->bit) {
            put_text(out, mark);
            put_text(out, tob_option_at(i)->word);
            mark = "+";
        }
    put_text(out, options ? " " : "- ");
}

static void put_settings(host_text *out, const seats_plan *plan)
{
    const tbl_settings *s = &plan->settings;
    const uint32_t numbers[] = {s->clock.minutes, s->clock.increment_s, s->clock.days,
                                s->clock.offer_h, s->clock.away_days};
    char island[5];

    put_text(out, "table ");
    put_number(out, s->players);
    put_text(out, " ");
    put_options(out, s->options);
    if (s->island < TOB_ISLANDS)
        tob_island_name(s->island, island);
    put_text(out, s->island < TOB_ISLANDS ? island : "random");
    put_text(out, s->open ? " open" : " invited");
    put_text(out, s->watchable ? " watchable " : " private ");
    put_number(out, s->invite);
    put_text(out, " ");
    put_id(out, plan->host);
    put_text(out, " ");
    put_text(out, plan->next[0] ? plan->next : "-");
    put_text(out, "\nclock ");
    put_text(out, clock_words[s->clock.kind]);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        put_text(out, " ");
        put_number(out, numbers[i]);
    }
    put_text(out, s->clock.weekends ? " alldays " : " workdays ");
    put_text(out, ai_level_name(s->clock.stand_in));
    put_text(out, "\n");
}

static void put_marks(host_text *out, const tbl_seat *seat)
{
    const size_t from = out->length;

    put_text(out, seat->resigned ? "r" : "");
    put_text(out, seat->stood_in ? "s" : "");
    put_text(out, seat->offered ? "o" : "");
    if (!standing_is_none(&seat->usual)) {
        put_text(out, "d");
        put_number(out, seat->usual.claim_from);
        put_text(out, seat->usual.claim_all ? "a" : "");
        put_text(out, seat->usual.pass_below ? "b" : "");
        put_text(out, seat->usual.pass_if_curse ? "c" : "");
    }
    put_text(out, out->length > from ? " " : "- ");
}

static void put_seat(host_text *out, const tbl_seat *seat, const uint8_t *share)
{
    put_text(out, "seat ");
    put_text(out, who_words[seat->who]);
    put_text(out, " ");
    put_text(out, seat->who == TBL_LEVEL ? ai_level_name(seat->level) : "-");
    put_text(out, " ");
    put_number(out, seat->link);
    put_text(out, " ");
    put_marks(out, seat);
    if (seat->shared)
        put_hex(out, share, FAIR_SHARE);
    put_text(out, seat->shared ? " " : "- ");
    for (unsigned i = 0; i < TBL_DEVICES && seat->device[i]; i++) {
        put_text(out, i ? "," : "");
        put_id(out, seat->device[i]);
    }
    put_text(out, seat->device[0] ? " " : "- ");
    put_text(out, seat->name);
    put_text(out, "\n");
}

void plan_done(tbl_table *t, const seats_plan *plan, const char *what, unsigned seat)
{
    host_text *draft = draft_begin(t, "seats ");

    put_text(draft, what);
    put_text(draft, " ");
    put_number(draft, seat < TOB_SEATS ? seat + 1 : 0);
    put_text(draft, "\n");
    if (!t->count) {
        put_text(draft, "rules ");
        put_id(draft, t->rules);
        put_text(draft, "\ncommitment ");
        put_hex(draft, t->commitment, sizeof t->commitment);
        put_text(draft, "\n");
    }
    put_settings(draft, plan);
    for (unsigned i = 0; i < plan->settings.players; i++)
        put_seat(draft, &plan->seat[i], plan->share[i]);
    draft_done(t);
}

static tbl_answer finish(tbl_table *t, const seats_plan *plan, const char *what,
                         unsigned seat)
{
    plan_done(t, plan, what, seat);
    return answer_done(t);
}

/* ---- Coming and going ---- */

/* Changes before the start belong to who made the table. */
static bool check_host(const tbl_table *t, uint64_t guest, tbl_answer *answer)
{
    if (guest != t->host)
        *answer = answer_no(t, TBL_FORBIDDEN, "not_host",
                            "Only the person who made the table may do this.");
    else if (t->state != TBL_WAITING)
        *answer = answer_no(t, TBL_FORBIDDEN, "started", "The game has begun already.");
    else
        return check_spare(t, TBL_NO_SEAT, answer);
    return false;
}

static bool check_seat(const tbl_table *t, unsigned seat, tbl_answer *answer)
{
    if (seat < t->settings.players)
        return true;
    *answer = answer_no(t, TBL_BAD, "bad_seat", "There is no such seat.");
    return false;
}

/* May someone new sit here? */
static bool is_free(const tbl_table *t, unsigned seat)
{
    return t->state == TBL_WAITING ? t->seat[seat].who == TBL_OPEN
                                   : t->state == TBL_PLAYING && t->seat[seat].offered;
}

/* The owner of a seat after an event about seats, whose cursor stands behind its first
 * line; 0: none. */
static uint64_t owner_in(cursor c, unsigned seat)
{
    enum { BEFORE = 6 };

    while (!c.bad && c.at < c.end) {
        const span line = read_rest(&c);
        cursor words = {line.text, line.text + line.length, false};
        span device;
        if (!read_is(&words, "seat") || seat-- > 0)
            continue;
        for (unsigned i = 1; i < BEFORE; i++)
            read_word(&words);
        device = read_word(&words);
        words = (cursor){device.text,
                         device.text + (device.length < 16 ? device.length : 16), false};
        return read_id(&words);
    }
    return 0;
}

/* How often a guest has sat down here, up to the most that she may. */
static unsigned joins_of(const tbl_table *t, uint64_t guest)
{
    unsigned joins = 0;

    for (uint32_t number = 1; number <= t->count && joins < JOINS_MAX; number++) {
        cursor c;
        unsigned seat;
        if (event_open(t, number, &c).kind != TBL_EVENT_SEATS || !read_is(&c, "joined"))
            continue;
        seat = (unsigned)read_number(&c, TOB_SEATS);
        read_line_end(&c);
        joins += seat && owner_in(c, seat - 1) == guest;
    }
    return joins;
}

tbl_answer tbl_join(tbl_table *t, uint64_t guest, const char *name, unsigned seat,
                    bool program)
{
    seats_plan plan = plan_of(t);
    const bool taken = t->state == TBL_PLAYING;
    tbl_answer answer;

    if (!guest || !name_is_good(name))
        return answer_no(t, TBL_BAD, "bad_name",
                         "A name has 1 to 64 bytes and no control characters.");
    if (t->state > TBL_PLAYING)
        return answer_no(t, TBL_FORBIDDEN, "over", "The game is over.");
    if (tbl_seat_of_guest(t, guest) != TBL_NO_SEAT)
        return answer_no(t, TBL_FORBIDDEN, "seated", "You have a seat here already.");
    if (seat == TBL_NO_SEAT)
        for (seat = 0; seat < t->settings.players && !is_free(t, seat);)
            seat++;
    else if (!check_seat(t, seat, &answer))
        return answer;
    if (seat >= t->settings.players || !is_free(t, seat))
        return answer_no(t, TBL_FULL, "no_free_seat", "No seat is free.");
    if (joins_of(t, guest) >= JOINS_MAX)
        return answer_no(t, TBL_OFTEN, "too_many",
                         "You have sat down here and left often enough.");
    if (!check_spare(t, seat, &answer))
        return answer;
    plan.seat[seat] = (tbl_seat){.who = program ? TBL_PROGRAM : TBL_PERSON,
                                 .device = {guest},
                                 .link = t->seat[seat].link + 1,
                                 .usual = t->seat[seat].usual,
                                 .shared = taken && t->seat[seat].shared};
    memcpy(plan.seat[seat].name, name, strlen(name) + 1);
    if (taken)
        private_clear(t, seat);
    clock_count(t);
    t->gone_ms[seat] = t->mark_ms;
    return finish(t, &plan, taken ? "taken" : "joined", seat);
}

/* Makes a seat open again; its link no longer works. */
static void vacate(seats_plan *plan, unsigned seat)
{
    plan->seat[seat] =
        (tbl_seat){.link = plan->seat[seat].link + 1, .usual = plan->seat[seat].usual};
}

tbl_answer tbl_leave(tbl_table *t, uint64_t guest)
{
    const unsigned seat = tbl_seat_of_guest(t, guest);
    seats_plan plan = plan_of(t);
    tbl_answer answer;

    if (seat == TBL_NO_SEAT)
        return answer_no(t, TBL_FORBIDDEN, "no_seat", "You have no seat here.");
    if (t->state == TBL_PLAYING)
        return answer_no(t, TBL_FORBIDDEN, "started",
                         "The game is under way: resign to leave it.");
    if (t->state != TBL_WAITING)
        return answer_no(t, TBL_FORBIDDEN, "over", "The game is over.");
    if (!check_spare(t, seat, &answer))
        return answer;
    vacate(&plan, seat);
    return finish(t, &plan, "left", seat);
}

tbl_answer tbl_kick(tbl_table *t, uint64_t guest, unsigned seat)
{
    seats_plan plan = plan_of(t);
    tbl_answer answer;

    if (!check_host(t, guest, &answer) || !check_seat(t, seat, &answer))
        return answer;
    if (t->seat[seat].who == TBL_OPEN)
        return answer_no(t, TBL_FORBIDDEN, "nobody", "Nobody sits there.");
    vacate(&plan, seat);
    return finish(t, &plan, "kicked", seat);
}

tbl_answer tbl_order(tbl_table *t, uint64_t guest, const uint8_t order[TOB_SEATS])
{
    const unsigned players = t->settings.players;
    seats_plan plan = plan_of(t);
    unsigned seen = 0;
    tbl_answer answer;

    if (!check_host(t, guest, &answer))
        return answer;
    for (unsigned i = 0; i < players; i++)
        seen |= order[i] < players ? 1u << order[i] : 0;
    if (seen != (1u << players) - 1)
        return answer_no(t, TBL_BAD, "bad_order", "Every seat is named once.");
    for (unsigned i = 0; i < players; i++) {
        plan.seat[i] = t->seat[order[i]];
        memcpy(plan.share[i], t->source.share[order[i]], FAIR_SHARE);
    }
    /* A link belongs to a place, so those of people who moved change. So do the answers
     * that someone begins with there. */
    for (unsigned i = 0; i < players; i++) {
        plan.seat[i].link = t->seat[i].link + (order[i] != i);
        plan.seat[i].usual = t->seat[i].usual;
    }
    return finish(t, &plan, "ordered", TBL_NO_SEAT);
}

tbl_answer tbl_fill(tbl_table *t, uint64_t guest, unsigned seat, ai_level level)
{
    seats_plan plan = plan_of(t);
    tbl_answer answer;

    if (!check_host(t, guest, &answer) || !check_seat(t, seat, &answer))
        return answer;
    if (level >= AI_LEVEL_COUNT)
        return answer_no(t, TBL_BAD, "bad_level", "There is no such level.");
    if (is_people(&t->seat[seat]))
        return answer_no(t, TBL_FORBIDDEN, "seat_taken", "Someone sits there.");
    vacate(&plan, seat);
    plan.seat[seat].who = TBL_LEVEL;
    plan.seat[seat].level = level;
    return finish(t, &plan, "filled", seat);
}

tbl_answer tbl_set_usual(tbl_table *t, uint64_t guest, unsigned seat,
                         const tbl_standing *standing)
{
    seats_plan plan = plan_of(t);
    tbl_answer answer;

    if (!check_host(t, guest, &answer) || !check_seat(t, seat, &answer))
        return answer;
    if (standing_fault(standing))
        return answer_no(t, TBL_BAD, "bad_coins", standing_fault(standing));
    plan.seat[seat].usual = *standing;
    return finish(t, &plan, "standing", seat);
}

tbl_answer tbl_contribute(tbl_table *t, uint64_t guest, const uint8_t share[FAIR_SHARE])
{
    static const uint8_t nothing[FAIR_SHARE];
    const unsigned seat = tbl_seat_of_guest(t, guest);
    seats_plan plan = plan_of(t);
    tbl_answer answer;

    if (seat == TBL_NO_SEAT)
        return answer_no(t, TBL_FORBIDDEN, "no_seat", "You have no seat here.");
    if (t->state != TBL_WAITING)
        return answer_no(t, TBL_FORBIDDEN, "started", "The game has begun already.");
    if (t->seat[seat].shared)
        return answer_no(t, TBL_FORBIDDEN, "contributed",
                         "Your seat has contributed already.");
    if (memcmp(share, nothing, sizeof nothing) == 0)
        return answer_no(t, TBL_BAD, "bad_bytes", "A contribution is not all zeros.");
    if (!check_spare(t, seat, &answer))
        return answer;
    plan.seat[seat].shared = true;
    memcpy(plan.share[seat], share, FAIR_SHARE);
    return finish(t, &plan, "contributed", seat);
}

/* ---- Links ---- */

tbl_answer tbl_add_device(tbl_table *t, unsigned seat, uint64_t guest)
{
    seats_plan plan = plan_of(t);
    const unsigned own = tbl_seat_of_guest(t, guest);
    unsigned free = 0;
    tbl_answer answer;

    if (!guest || !check_seat(t, seat, &answer))
        return answer_no(t, TBL_BAD, "bad_seat", "There is no such seat.");
    if (own == seat)
        return answer_done(t);
    if (own != TBL_NO_SEAT)
        return answer_no(t, TBL_FORBIDDEN, "seated", "You have another seat here.");
    if (!is_people(&t->seat[seat]) || t->state == TBL_CLOSED)
        return answer_no(t, TBL_FORBIDDEN, "nobody", "Nobody sits there.");
    while (free < TBL_DEVICES && t->seat[seat].device[free])
        free++;
    if (free == TBL_DEVICES)
        return answer_no(t, TBL_FULL, "devices",
                         "Too many devices hold this seat; revoke its link first.");
    if (!check_spare(t, seat, &answer))
        return answer;
    plan.seat[seat].device[free] = guest;
    return finish(t, &plan, "device", seat);
}

static const char too_many_links[] = "This link has been revoked too often.";

tbl_answer tbl_revoke_seat(tbl_table *t, uint64_t guest)
{
    const unsigned seat = tbl_seat_of_guest(t, guest);
    seats_plan plan = plan_of(t);

    if (seat == TBL_NO_SEAT)
        return answer_no(t, TBL_FORBIDDEN, "no_seat", "You have no seat here.");
    if (t->revoked[seat] >= REVOKES_MAX)
        return answer_no(t, TBL_OFTEN, "too_many", too_many_links);
    plan.seat[seat].link++;
    for (unsigned i = 1; i < TBL_DEVICES; i++)
        plan.seat[seat].device[i] = 0;
    return finish(t, &plan, "revoked", seat);
}

tbl_answer tbl_revoke_invite(tbl_table *t, uint64_t guest)
{
    seats_plan plan = plan_of(t);

    if (guest != t->host)
        return answer_no(t, TBL_FORBIDDEN, "not_host",
                         "Only the person who made the table may do this.");
    if (t->settings.invite >= INVITES_MAX)
        return answer_no(t, TBL_OFTEN, "too_many", too_many_links);
    plan.settings.invite++;
    return finish(t, &plan, "invitation", TBL_NO_SEAT);
}

/* ---- Presence ---- */

void seats_count(tbl_table *t)
{
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        t->seat[seat].here = 0;
    for (unsigned i = 0; i < t->visitors; i++) {
        const unsigned seat = tbl_seat_of_guest(t, t->visitor[i].guest);
        if (seat != TBL_NO_SEAT)
            t->seat[seat].here += t->visitor[i].connections;
    }
}

bool seat_absent(const tbl_table *t, unsigned seat)
{
    const uint64_t now = t->env.now_ms(t->env.context);

    if (t->seat[seat].stood_in)
        return true;
    return t->settings.clock.kind != TBL_CLOCK_DAYS && !t->seat[seat].here &&
           now >= t->gone_ms[seat] + ABSENT_MS;
}

bool seat_may_be_offered(const tbl_table *t, unsigned seat)
{
    const uint64_t now = t->env.now_ms(t->env.context);

    if (t->settings.clock.kind == TBL_CLOCK_DAYS)
        return t->seat[seat].stood_in;
    return !t->seat[seat].here && now >= t->gone_ms[seat] + OFFER_MS;
}

void tbl_seen(tbl_table *t, unsigned seat, bool here, uint64_t until_ms)
{
    clock_count(t);
    if (here && !t->elsewhere[seat] && seat == t->mover)
        clock_keep_grace(t);
    t->elsewhere[seat] = here;
    if (here)
        until_ms = t->mark_ms;
    if (until_ms > t->gone_ms[seat])
        t->gone_ms[seat] = until_ms;
    if (here && t->seat[seat].offered && t->state == TBL_PLAYING && !t->foreign)
        clock_back(t, seat);
}

void tbl_presence(tbl_table *t, uint64_t guest, bool here)
{
    const unsigned seat = tbl_seat_of_guest(t, guest);
    unsigned i = 0;

    clock_count(t);
    while (i < t->visitors && t->visitor[i].guest != guest)
        i++;
    if (i == t->visitors && !here)
        return;
    if (i == t->visitors) {
        if (t->visitors == t->visitor_room) {
            t->visitor_room = t->visitor_room ? 2 * t->visitor_room : 4;
            t->visitor =
                host_need(realloc(t->visitor, t->visitor_room * sizeof t->visitor[0]));
        }
        t->visitor[t->visitors++] = (visitor){.guest = guest};
    }
    t->connections += here ? 1 : -1u;
    t->visitor[i].connections += here ? 1 : -1u;
    if (!t->visitor[i].connections)
        t->visitor[i] = t->visitor[--t->visitors];
    seats_count(t);
    if (seat == TBL_NO_SEAT)
        return;
    if (here && seat == t->mover)
        clock_keep_grace(t);
    if (!t->seat[seat].here)
        t->gone_ms[seat] = t->mark_ms;
    if (here && t->state == TBL_PLAYING && !t->foreign && !t->seat[seat].resigned &&
        (t->seat[seat].stood_in || t->seat[seat].offered))
        clock_back(t, seat);
}
