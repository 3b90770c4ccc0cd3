/* Clocks of days: how long a decision may take, and the days that do not count.
 *
 * A clock of days stands on the weekend, if the table wants that, and on the away days of
 * the seat that decides. What the table keeps is the time until the deadline
 * (day_left_ms), days that do not count included, so that counting it needs no calendar.
 * It is worked out when a decision begins, and anew when whoever decides names other
 * days.
 *
 * Away days are public and bounded, so that they are fair: a day is named before it
 * begins, by UTC; it can be given up until then and is used up from then on; and a table
 * says how many a player has in a game. A day on which nobody waits for her counts too:
 * nobody knows beforehand whose turn it will be. */
#include <stdio.h>
#include <string.h>

#include "table/core.h"

enum {
    OFFER_HOURS = 6,  /* for an answer, for each day of a turn, */
    OFFER_MOST = 24,  /* but no more than this */
    AHEAD_MAX = 366,  /* days from today that can be named */
    LONG_DAYS = 3650, /* a time as long as this is not stretched any more */
};

/* ---- The calendar ---- */

/* The first day of a month counted from March of year 0, by the Gregorian calendar. The
 * year begins in March, so that the leap day is its last one. */
static uint32_t month_begin(uint32_t year, uint32_t month)
{
    return 365 * year + year / 4 - year / 100 + year / 400 + (153 * month + 2) / 5;
}

enum { DAYS_TO_1970 = 719468 }; /* from 1 March of year 0 to 1 January 1970 */

void day_write(uint32_t day, char out[TBL_DATE_MAX])
{
    const uint32_t days = day + DAYS_TO_1970;
    uint32_t year = days / 365, month = 11;

    while (month_begin(year, 0) > days)
        year--;
    while (month_begin(year, month) > days)
        month--;
    snprintf(out, TBL_DATE_MAX, "%04u-%02u-%02u", (year + month / 10) % 10000,
             (month + 2) % 12 + 1, (days - month_begin(year, month) + 1) % 100);
}

bool tbl_day_read(const char *text, size_t length, uint32_t *day)
{
    static const char form[] = "0000-00-00";
    uint32_t part[3] = {0}, at = 0, month;
    char again[TBL_DATE_MAX];

    if (length != sizeof form - 1)
        return false;
    for (size_t i = 0; i < length; i++) {
        const unsigned digit = (unsigned)(unsigned char)text[i] - '0';
        if (form[i] == '-' ? text[i] != '-' : digit > 9)
            return false;
        at += form[i] == '-';
        if (form[i] != '-')
            part[at] = part[at] * 10 + digit;
    }
    if (part[0] < 1970 || part[1] < 1 || part[1] > 12)
        return false;
    month = (part[1] + 9) % 12;
    *day = month_begin(part[0] - (month >= 10), month) + part[2] - 1 - DAYS_TO_1970;
    day_write(*day, again);
    return memcmp(again, text, length) == 0; /* there is no 30 February */
}

/* ---- Days that do not count ---- */

static bool is_weekend(uint64_t day)
{
    return (day + 3) % 7 >= 5; /* 1970 began on a Thursday */
}

static bool has_day(const away_days *away, uint64_t day)
{
    for (unsigned i = 0; i < away->count; i++)
        if (away->day[i] == day)
            return true;
    return false;
}

static bool stands(const tbl_clock *clock, const away_days *away, uint64_t day)
{
    return (!clock->weekends && is_weekend(day)) || has_day(away, day);
}

static bool is_long(uint64_t wall_ms, uint64_t ms)
{
    return wall_ms > UINT64_MAX / 2 || ms > LONG_DAYS * DAY_MS;
}

/* The time until the clock has gone for so long. */
static uint64_t stretch(const tbl_clock *clock, const away_days *away, uint64_t wall_ms,
                        uint64_t left)
{
    if (is_long(wall_ms, left))
        return left;
    for (uint64_t at = wall_ms;;) {
        const uint64_t midnight = (at / DAY_MS + 1) * DAY_MS;
        if (!stands(clock, away, at / DAY_MS)) {
            if (left <= midnight - at)
                return at + left - wall_ms;
            left -= midnight - at;
        }
        at = midnight;
    }
}

/* How long the clock goes in so long a time. */
static uint64_t shrink(const tbl_clock *clock, const away_days *away, uint64_t wall_ms,
                       uint64_t left)
{
    uint64_t counted = 0;

    if (is_long(wall_ms, left))
        return left;
    for (uint64_t at = wall_ms; at < wall_ms + left;) {
        const uint64_t midnight = (at / DAY_MS + 1) * DAY_MS;
        const uint64_t to = midnight < wall_ms + left ? midnight : wall_ms + left;
        counted += stands(clock, away, at / DAY_MS) ? 0 : to - at;
        at = to;
    }
    return counted;
}

uint64_t days_for(const tbl_clock *clock, const away_days *away, uint64_t wall_ms,
                  bool offer)
{
    const uint64_t part = (uint64_t)OFFER_HOURS * clock->days;
    uint64_t hours = 24 * (uint64_t)clock->days;

    if (offer)
        hours = clock->offer_h ? clock->offer_h : part < OFFER_MOST ? part : OFFER_MOST;
    return stretch(clock, away, wall_ms, hours * HOUR_MS);
}

/* ---- Away days ---- */

bool days_fold(tbl_table *t, unsigned seat, uint64_t wall_ms, cursor *c)
{
    const tbl_clock *clock = &t->settings.clock;
    away_days away = {0};

    while (!c->bad && c->at < c->end && *c->at != '\n') {
        const span word = read_word(c);
        uint32_t day;
        if (away.count == TBL_AWAY_MAX || !tbl_day_read(word.text, word.length, &day) ||
            (away.count && day <= away.day[away.count - 1]))
            return false;
        away.day[away.count++] = day;
    }
    read_line_end(c);
    if (c->bad || clock->kind != TBL_CLOCK_DAYS)
        return false;
    if (seat == t->mover && !is_played(&t->seat[seat]))
        t->day_left_ms = stretch(clock, &away, wall_ms,
                                 shrink(clock, &t->away[seat], wall_ms, t->day_left_ms));
    t->away[seat] = away;
    return true;
}

void days_keep_begun(away_days *away, uint64_t wall_ms)
{
    while (away->count && away->day[away->count - 1] > wall_ms / DAY_MS)
        away->count--;
}

static tbl_answer bad_days(const tbl_table *t)
{
    return answer_no(t, TBL_BAD, "bad_days",
                     "Away days come in order, begin after today (UTC) and lie within a "
                     "year.");
}

tbl_answer tbl_set_away(tbl_table *t, uint64_t guest, const uint32_t *day, unsigned count)
{
    const tbl_clock *clock = &t->settings.clock;
    const uint64_t wall_ms = t->env.wall_ms(t->env.context), today = wall_ms / DAY_MS;
    away_days away;
    host_text *draft;
    unsigned seat;
    tbl_answer answer;

    if (!check_playing(t, guest, &seat, &answer))
        return answer;
    if (clock->kind != TBL_CLOCK_DAYS)
        return answer_no(t, TBL_FORBIDDEN, "no_clock",
                         "Away days belong to clocks of days.");
    away = t->away[seat];
    days_keep_begun(&away, wall_ms);
    for (unsigned i = 0; i < count; i++) {
        if ((i && day[i] <= day[i - 1]) || day[i] > today + AHEAD_MAX ||
            (day[i] <= today && !has_day(&away, day[i])))
            return bad_days(t);
        if (day[i] <= today || stands(clock, &(away_days){0}, day[i]))
            continue; /* it is named already, or costs nothing */
        if (away.count >= clock->away_days)
            return answer_no(t, TBL_FULL, "too_many",
                             "This table allows fewer away days.");
        away.day[away.count++] = day[i];
    }
    if (memcmp(&away, &t->away[seat], sizeof away) == 0)
        return answer_done(t);
    if (!check_spare(t, seat, &answer))
        return answer;
    draft = draft_begin(t, "clock away ");
    put_number(draft, seat + 1);
    for (unsigned i = 0; i < away.count; i++) {
        char date[TBL_DATE_MAX];
        day_write(away.day[i], date);
        put_text(draft, " ");
        put_text(draft, date);
    }
    put_text(draft, "\n");
    draft_done(t);
    return answer_done(t);
}
