/* The fold: what a table is after its events.
 *
 * An event is a text. Its first line is
 *
 *     NUMBER WALL CHARGED[+LOST] KIND WORDS...
 *
 * with the wall clock in milliseconds, the milliseconds that the running clock went
 * since the event before, and those of them that a lost connection stopped it. Lines
 * follow as the kind wants them, each ended by LF:
 *
 *     seats WHAT SEAT          settings and seats as they are from now on (seats.c); the
 *                              first event also names the rules and the commitment
 *     start [island] first     the header of the record and nature's first lines
 *     lines SEAT BY            a seat's line and nature's lines after it
 *     undo LINES SEAT          so many lines of the record are left
 *     patch LINES              the same; one line says why
 *     clock paused|resumed|time|out|back SEAT SECONDS
 *     clock away SEAT DATE...  all away days of the seat (days.c)
 *     consent asked KIND SEAT ASKED TARGET AMOUNT
 *     consent answered|agreed|declined|lapsed ID SEAT
 *     end WHY SEAT             lines: coins, places, and a reason or nothing
 *
 * Seats count from 1 here, 0 is none; ASKED is a sum of bits, 1 for seat 1. Words stand
 * for all enums. Texts come from disk, so nothing in them is trusted: what makes no sense
 * leaves the table damaged, never the program. */
#include <stdlib.h>
#include <string.h>

#include "table/core.h"
#include "tobago/kinds.h"
#include "tobago/names.h"

const char *const kind_words[TBL_EVENT_COUNT] = {"seats", "start", "lines",   "undo",
                                                 "patch", "clock", "consent", "end"};
const char *const by_words[4] = {"person", "bot", "standing", "stand_in"};
const char *const who_words[4] = {"open", "person", "level", "program"};
const char *const clock_words[3] = {"none", "live", "days"};
const char *const proposal_words[PROPOSE_COUNT] = {"none", "undo", "pause", "time",
                                                   "seat"};
const char *const clock_acts[6] = {"paused", "resumed", "time", "out", "back", "away"};
const char *const consent_acts[5] = {"asked", "answered", "agreed", "declined", "lapsed"};

static bool damaged(tbl_table *t, const char *sentence)
{
    t->damage = sentence;
    return false;
}

event_head head_read(cursor *c)
{
    event_head head = {0};
    span charge;
    cursor part;
    const char *plus;

    head.number = (uint32_t)read_number(c, UINT32_MAX);
    head.at = read_number(c, UINT64_MAX);
    charge = read_word(c);
    plus = charge.length ? memchr(charge.text, '+', charge.length) : NULL;
    part = (cursor){charge.text, plus ? plus : charge.text + charge.length, c->bad};
    head.charged_ms = read_number(&part, UINT64_MAX);
    if (plus) {
        part = (cursor){plus + 1, charge.text + charge.length, part.bad};
        head.lost_ms = read_number(&part, UINT64_MAX);
    }
    c->bad |= part.bad;
    head.kind = (tbl_kind)read_choice(c, kind_words, TBL_EVENT_COUNT);
    return head;
}

event_head event_open(const tbl_table *t, uint32_t number, cursor *c)
{
    size_t length;
    const char *text = tbl_event(t, number, &length);

    *c = (cursor){text, text + length, false};
    return head_read(c);
}

/* A seat as events write it; TBL_NO_SEAT for 0. */
static unsigned read_seat(cursor *c, const tbl_table *t)
{
    const unsigned seat = (unsigned)read_number(c, t->settings.players);

    return seat ? seat - 1 : (unsigned)TBL_NO_SEAT;
}

/* ---- Seats and settings ---- */

static unsigned read_options(cursor *c)
{
    const span word = read_word(c);
    unsigned options = 0;

    if (span_is(word, "-"))
        return 0;
    for (size_t from = 0; from < word.length;) {
        const char *plus = memchr(word.text + from, '+', word.length - from);
        const size_t to = plus ? (size_t)(plus - word.text) : word.length;
        const unsigned bit = tob_option_find(word.text + from, to - from);
        c->bad |= !bit;
        options |= bit;
        from = to + 1;
    }
    return options;
}

static ai_level read_level(cursor *c)
{
    const span word = read_word(c);
    const int level = ai_level_find(word.text, word.length);

    c->bad |= level < 0;
    return level < 0 ? AI_RANDOM : (ai_level)level;
}

static void read_settings(cursor *c, seats_plan *plan)
{
    static const char *const open[] = {"invited", "open"};
    static const char *const watch[] = {"private", "watchable"};
    static const char *const week[] = {"workdays", "alldays"};
    tbl_settings *s = &plan->settings;
    tbl_clock *clock = &s->clock;
    span word;
    int island;

    c->bad |= !read_is(c, "table");
    s->players = (uint8_t)read_number(c, TOB_SEATS);
    s->options = (uint8_t)read_options(c);
    word = read_word(c);
    island = span_is(word, "random") ? TBL_RANDOM_ISLAND
                                     : tob_island_find(word.text, word.length);
    c->bad |= island < 0;
    s->island = (uint8_t)island;
    s->open = read_choice(c, open, 2);
    s->watchable = read_choice(c, watch, 2);
    s->invite = (uint32_t)read_number(c, UINT32_MAX);
    plan->host = read_id(c);
    word = read_word(c);
    c->bad |= word.length > NEXT_MAX;
    if (!c->bad && !span_is(word, "-"))
        memcpy(plan->next, word.text, word.length);
    read_line_end(c);

    c->bad |= !read_is(c, "clock");
    clock->kind = (tbl_clock_kind)read_choice(c, clock_words, 3);
    clock->minutes = (uint32_t)read_number(c, UINT32_MAX);
    clock->increment_s = (uint32_t)read_number(c, UINT32_MAX);
    clock->days = (uint32_t)read_number(c, UINT32_MAX);
    clock->offer_h = (uint32_t)read_number(c, UINT32_MAX);
    clock->away_days = (uint32_t)read_number(c, UINT32_MAX);
    clock->weekends = read_choice(c, week, 2);
    clock->stand_in = read_level(c);
    read_line_end(c);
}

static void read_devices(cursor *c, tbl_seat *seat)
{
    const span word = read_word(c);
    unsigned count = 0;

    if (c->bad || span_is(word, "-"))
        return;
    for (size_t from = 0; from < word.length; from += 17) {
        cursor id = {word.text + from, word.text + word.length, false};
        if (id.end - id.at > 16)
            id.end = id.at + 16;
        c->bad |= count == TBL_DEVICES ||
                  (from + 16 < word.length && word.text[from + 16] != ',');
        if (!c->bad)
            seat->device[count++] = read_id(&id);
        c->bad |= id.bad;
    }
}

/* The answers that someone begins with, among a seat's marks. */
static tbl_standing read_usual(cursor *c, span marks)
{
    const char *const d = marks.length ? memchr(marks.text, 'd', marks.length) : NULL;
    const size_t length = d ? (size_t)(marks.text + marks.length - d) : 0;
    size_t digits = 1;
    uint8_t claim_from;
    cursor coins;

    if (!d)
        return (tbl_standing){0};
    while (digits < length && d[digits] >= '0' && d[digits] <= '9')
        digits++;
    coins = (cursor){d + 1, d + digits, digits == 1};
    claim_from = (uint8_t)read_number(&coins, TOB_COINS_MAX);
    c->bad |= coins.bad;
    return (tbl_standing){.claim_from = claim_from,
                          .claim_all = memchr(d, 'a', length),
                          .pass_below = memchr(d, 'b', length),
                          .pass_if_curse = memchr(d, 'c', length)};
}

static void read_one_seat(cursor *c, seats_plan *plan, unsigned number)
{
    tbl_seat *seat = &plan->seat[number];
    span word;

    c->bad |= !read_is(c, "seat");
    seat->who = (tbl_who)read_choice(c, who_words, 4);
    if (seat->who == TBL_LEVEL)
        seat->level = read_level(c);
    else
        c->bad |= !read_is(c, "-");
    seat->link = (uint32_t)read_number(c, UINT32_MAX);
    word = read_word(c);
    seat->resigned = word.length && memchr(word.text, 'r', word.length);
    seat->stood_in = word.length && memchr(word.text, 's', word.length);
    seat->offered = word.length && memchr(word.text, 'o', word.length);
    seat->usual = read_usual(c, word);
    seat->shared = !read_is(c, "-");
    if (seat->shared)
        read_hex(c, plan->share[number], FAIR_SHARE);
    read_devices(c, seat);
    word = read_rest(c);
    c->bad |= word.length > TBL_NAME_MAX;
    if (!c->bad)
        memcpy(seat->name, word.text, word.length);
}

/* Whoever sits down begins with the usual answers of the seat. */
static void take_usual(tbl_table *t, const seats_plan *plan)
{
    for (unsigned i = 0; i < plan->settings.players; i++) {
        const tbl_seat *seat = &plan->seat[i];
        if (t->state == TBL_WAITING || seat->device[0] != t->seat[i].device[0])
            t->standing[i] = seat->who == TBL_PERSON ? seat->usual : (tbl_standing){0};
    }
}

static bool fold_seats(tbl_table *t, const event_head *head, cursor *c)
{
    const uint32_t number = head->number;
    seats_plan plan = {0};
    uint64_t rules = t->rules;
    uint8_t commitment[FAIR_HASH];

    read_word(c); /* what happened, for people */
    read_word(c);
    read_line_end(c);
    memcpy(commitment, t->commitment, sizeof commitment);
    if (number == 1) {
        c->bad |= !read_is(c, "rules");
        rules = read_id(c);
        read_line_end(c);
        c->bad |= !read_is(c, "commitment");
        read_hex(c, commitment, sizeof commitment);
        read_line_end(c);
    }
    read_settings(c, &plan);
    if (c->bad || (number > 1 && plan.settings.players != t->settings.players))
        return damaged(t, "its settings cannot be read");
    for (unsigned i = 0; i < plan.settings.players && i < TOB_SEATS; i++)
        read_one_seat(c, &plan, i);
    if (c->bad || c->at != c->end || settings_fault(&plan.settings) ||
        seats_fault(&plan.settings, plan.seat, !t->lines))
        return damaged(t, "its seats make no sense");
    t->rules = rules;
    t->foreign = rules != tob_rules_id();
    memcpy(t->commitment, commitment, sizeof commitment);
    t->settings = plan.settings;
    for (unsigned i = 0; i < plan.settings.players; i++)
        if (plan.seat[i].device[0] != t->seat[i].device[0]) {
            t->stayed &= (uint8_t) ~(1u << i);
            days_keep_begun(&t->away[i], head->at);
            t->revoked[i] = 0;
        } else if (plan.seat[i].link != t->seat[i].link) {
            t->revoked[i]++;
        }
    take_usual(t, &plan);
    memcpy(t->seat, plan.seat, sizeof t->seat);
    if (t->state == TBL_WAITING)
        memcpy(t->source.share, plan.share, sizeof t->source.share);
    t->host = plan.host;
    memcpy(t->next, plan.next, sizeof t->next);
    seats_count(t);
    return true;
}

/* ---- The record ---- */

bool feed_line(tbl_table *t, const char *line, size_t length)
{
    const rec_reader *reader = &t->record.reader;
    const uint32_t moves = reader->moves;
    line_note *note;
    rec_error error;

    if (t->lines == t->note_room) {
        t->note_room = t->note_room ? 2 * t->note_room : 256;
        t->note = host_need(realloc(t->note, t->note_room * sizeof t->note[0]));
    }
    if (!t->foreign && !host_record_feed(&t->record, line, length, &error))
        return false;
    note = &t->note[t->lines++];
    *note = (line_note){.maker = TOB_NOBODY};
    if (!rec_has_game(reader))
        return true;
    if (reader->moves > moves) {
        note->maker = tob_is_nature(reader->move) ? TOB_NATURE : reader->move.seat;
        note->shown = tob_shown_to(&reader->game, reader->move) != 0;
    }
    note->seat_next = tob_to_move(&reader->game) < TOB_SEATS;
    return true;
}

/* Feeds the lines of an event, unless whoever made it has done so. */
static bool fold_record(tbl_table *t, cursor *c)
{
    if (t->ahead) {
        t->ahead = 0;
        return true;
    }
    if (c->bad)
        return false;
    while (c->at < c->end) {
        const span line = read_rest(c);
        if (c->bad || t->lines >= REC_LINES_MAX ||
            !feed_line(t, line.text, line.length)) {
            t->damage_line = t->lines + 1;
            return false;
        }
    }
    return true;
}

/* Does the game wait for a seat, or is it over? */
static bool is_settled(const tbl_table *t)
{
    return t->foreign || (rec_has_game(&t->record.reader) &&
                          tob_to_move(&t->record.reader.game) != TOB_NATURE);
}

static bool fold_start(tbl_table *t, cursor *c)
{
    const tbl_clock *clock = &t->settings.clock;
    const rec_header *header = &t->record.reader.header;

    read_is(c, "island");
    c->bad |= !read_is(c, "first");
    read_line_end(c);
    if (t->state != TBL_WAITING || seats_fault(&t->settings, t->seat, false))
        return damaged(t, "the game begins at the wrong time");
    if (!fold_record(t, c) || !is_settled(t) ||
        (!t->foreign && (header->config.players != t->settings.players ||
                         !tob_viewer_is_full(header->config.viewer))))
        return damaged(t, "the beginning of the record makes no sense");
    t->state = TBL_PLAYING;
    for (unsigned seat = 0; seat < t->settings.players; seat++) {
        t->began |= (uint8_t)((t->seat[seat].who == TBL_PERSON) << seat);
        if (is_people(&t->seat[seat]) && clock->kind == TBL_CLOCK_LIVE)
            t->left_ms[seat] = (uint64_t)clock->minutes * MINUTE_MS;
    }
    t->stayed = t->began;
    return true;
}

/* Is this a line of the seat and then nature's? */
static bool is_one_turn(const tbl_table *t, uint32_t from, unsigned seat)
{
    for (uint32_t line = from; line < t->lines && !t->foreign; line++)
        if (t->note[line].maker != (line == from ? seat : (unsigned)TOB_NATURE))
            return false;
    return t->lines > from;
}

static bool fold_lines(tbl_table *t, cursor *c, uint32_t from)
{
    const unsigned seat = read_seat(c, t);
    const unsigned by = read_choice(c, by_words, 4);
    const tbl_clock *clock = &t->settings.clock;
    const unsigned turn = t->turn;

    read_line_end(c);
    if (t->state != TBL_PLAYING || seat == TBL_NO_SEAT || !fold_record(t, c) ||
        !is_one_turn(t, from, seat) || !is_settled(t))
        return damaged(t, "the lines of the record make no sense");
    if (!t->foreign && clock->kind == TBL_CLOCK_LIVE && turn == seat &&
        t->record.reader.game.turn != seat && is_people(&t->seat[seat]) &&
        (by == TBL_BY_PERSON || by == TBL_BY_STANDING))
        t->left_ms[seat] += (uint64_t)clock->increment_s * SECOND_MS;
    t->proposal = (proposal){0};
    t->failed = 0;
    if (seat != t->undoer)
        t->undos = 0;
    return true;
}

static bool fold_undo(tbl_table *t, tbl_kind kind, cursor *c)
{
    const uint32_t lines = (uint32_t)read_number(c, UINT32_MAX);

    unsigned seat = TBL_NO_SEAT;

    if (kind == TBL_EVENT_UNDO)
        seat = read_seat(c, t);
    read_line_end(c);
    if (kind == TBL_EVENT_PATCH)
        read_rest(c);
    if (c->bad || c->at != c->end || t->state != TBL_PLAYING || !lines ||
        lines >= t->lines)
        return damaged(t, "an undo makes no sense");
    if (!t->foreign &&
        (!t->note[lines - 1].seat_next || lines < t->record.hosted.header ||
         !rec_hosted_cut(&t->record.hosted, lines)))
        return damaged(t, "an undo makes no sense");
    t->lines = lines;
    t->proposal = (proposal){0};
    t->undos = seat == t->undoer ? t->undos + 1 : 1;
    t->undoer = (uint8_t)seat;
    return true;
}

/* ---- Clocks ---- */

static bool fold_clock(tbl_table *t, const event_head *head, cursor *c)
{
    const unsigned act = read_choice(c, clock_acts, 6);
    const unsigned number = read_seat(c, t);
    tbl_seat *seat = number < TOB_SEATS ? &t->seat[number] : NULL;
    bool good = true;
    uint64_t seconds = 0;

    if (act == CLOCK_AWAY) {
        good = seat && days_fold(t, number, head->at, c);
    } else {
        seconds = read_number(c, UINT32_MAX);
        read_line_end(c);
    }
    if (!good || c->bad || c->at != c->end || t->state != TBL_PLAYING || !seat)
        return damaged(t, "a clock makes no sense");
    switch (act) {
    case CLOCK_PAUSED: t->paused = true; break;
    case CLOCK_RESUMED: t->paused = false; break;
    case CLOCK_TIME:
        if (t->settings.clock.kind == TBL_CLOCK_LIVE)
            t->left_ms[number] += seconds * SECOND_MS;
        else if (number == t->mover)
            t->day_left_ms += seconds * SECOND_MS;
        break;
    case CLOCK_OUT: seat->stood_in = t->late[number] = true; break;
    case CLOCK_BACK:
        if (seat->stood_in && t->settings.clock.kind == TBL_CLOCK_LIVE)
            t->left_ms[number] += (uint64_t)t->settings.clock.increment_s * SECOND_MS;
        seat->stood_in = seat->offered = false;
        break;
    case CLOCK_AWAY: break;
    }
    return true;
}

/* Subtracts what the running clock went before this event. */
static void fold_charge(tbl_table *t, const event_head *head)
{
    uint64_t *left;

    if (!clock_runs(t))
        return;
    left = t->settings.clock.kind == TBL_CLOCK_LIVE ? &t->left_ms[t->mover]
                                                    : &t->day_left_ms;
    *left -= head->charged_ms < *left ? head->charged_ms : *left;
    t->away_ms[t->mover] += head->lost_ms < GRACE_MS ? head->lost_ms : GRACE_MS;
    if (t->away_ms[t->mover] > GRACE_MS)
        t->away_ms[t->mover] = GRACE_MS;
}

/* ---- Consent ---- */

static bool fold_asked(tbl_table *t, uint32_t number, cursor *c)
{
    proposal p = {.id = number};
    unsigned seat, target;

    p.kind = (proposal_kind)read_choice(c, proposal_words, PROPOSE_COUNT);
    seat = read_seat(c, t);
    p.need = (uint8_t)read_number(c, (1u << TOB_SEATS) - 1);
    target = read_seat(c, t);
    p.amount = (uint32_t)read_number(c, UINT32_MAX);
    read_line_end(c);
    if (c->bad || seat == TBL_NO_SEAT || p.kind == PROPOSE_NONE || !p.need ||
        p.need >> t->settings.players || p.need & 1u << seat ||
        (target == TBL_NO_SEAT && (p.kind == PROPOSE_TIME || p.kind == PROPOSE_SEAT)))
        return false;
    p.seat = (uint8_t)seat;
    p.target = (uint8_t)target;
    t->proposal = p;
    return true;
}

static bool fold_consent(tbl_table *t, uint32_t number, cursor *c)
{
    const unsigned act = read_choice(c, consent_acts, 5);
    bool good = t->state == TBL_PLAYING && (t->proposal.kind == 0) == (act == 0);
    unsigned seat;

    if (!good || act == CONSENT_ASKED) {
        good = good && fold_asked(t, number, c) && c->at == c->end;
        return good || damaged(t, "a proposal makes no sense");
    }
    good = read_number(c, UINT32_MAX) == t->proposal.id;
    seat = read_seat(c, t);
    read_line_end(c);
    if (!good || c->bad || c->at != c->end ||
        (seat == TBL_NO_SEAT) != (act == CONSENT_LAPSED))
        return damaged(t, "an answer to a proposal makes no sense");
    if (act == CONSENT_ANSWERED) {
        t->proposal.yes |= (uint8_t)(1u << seat);
        return true;
    }
    if (act != CONSENT_AGREED)
        t->failed |= (uint8_t)(1u << t->proposal.seat);
    t->proposal = (proposal){0};
    return true;
}

/* ---- The end ---- */

static bool fold_end(tbl_table *t, cursor *c)
{
    static const char *const whys[] = {"E1", "E3", "E4", "won", "closed"};
    const unsigned why = read_choice(c, whys, 5);

    read_seat(c, t);
    read_line_end(c);
    c->bad |= !read_is(c, "coins");
    for (unsigned i = 0; i < t->settings.players; i++)
        t->coins[i] = (uint16_t)read_number(c, UINT16_MAX);
    read_line_end(c);
    c->bad |= !read_is(c, "places");
    for (unsigned i = 0; i < t->settings.players; i++)
        t->place[i] = (uint8_t)read_number(c, TOB_SEATS);
    read_line_end(c);
    read_rest(c);
    if (c->bad || c->at != c->end || t->state > TBL_PLAYING ||
        (t->state == TBL_WAITING && why != 4))
        return damaged(t, "the end makes no sense");
    memcpy(t->why_over, whys[why], strlen(whys[why]) + 1);
    t->state = why == 4 ? TBL_CLOSED : TBL_OVER;
    t->proposal = (proposal){0};
    t->paused = false;
    return true;
}

/* ---- All of it ---- */

/* Notes who decides now, and gives her the time for it if a decision begins. */
static void begin_decision(tbl_table *t, const event_head *head, unsigned mover,
                           bool offer, bool played, bool fresh)
{
    const tob_game *game = game_of(t);
    const tbl_clock *clock = &t->settings.clock;

    t->mover = TOB_NOBODY;
    t->turn = TOB_NOBODY;
    t->offer = false;
    if (t->state != TBL_PLAYING || !game)
        return;
    t->mover = (uint8_t)tob_to_move(game);
    t->turn = tob_is_setup(game) ? TOB_NOBODY : game->turn;
    t->offer = game->phase == TOB_PHASE_OFFER;
    if (t->mover >= TOB_SEATS || is_played(&t->seat[t->mover]))
        return;
    fresh |= played || t->mover != mover || t->offer != offer ||
             (t->offer && head->kind == TBL_EVENT_LINES);
    if (clock->kind == TBL_CLOCK_DAYS && fresh)
        t->day_left_ms = days_for(clock, &t->away[t->mover], head->at, t->offer);
    if (clock->kind == TBL_CLOCK_LIVE && t->late[t->mover] &&
        t->left_ms[t->mover] < LEAST_MS && (fresh || head->kind == TBL_EVENT_LINES))
        t->left_ms[t->mover] = LEAST_MS;
}

static bool fold_kind(tbl_table *t, const event_head *head, cursor *c, uint32_t from)
{
    switch (head->kind) {
    case TBL_EVENT_SEATS: return fold_seats(t, head, c);
    case TBL_EVENT_START: return fold_start(t, c);
    case TBL_EVENT_LINES: return fold_lines(t, c, from);
    case TBL_EVENT_UNDO:
    case TBL_EVENT_PATCH: return fold_undo(t, head->kind, c);
    case TBL_EVENT_CLOCK: return fold_clock(t, head, c);
    case TBL_EVENT_CONSENT: return fold_consent(t, head->number, c);
    case TBL_EVENT_END: return fold_end(t, c);
    case TBL_EVENT_COUNT: break;
    }
    return false;
}

/* Whose act an event is that is no move: a seat, TOB_SEATS for who made the table, more
 * for nobody's. The cursor stands behind the kind. */
static unsigned spender_of(const tbl_table *t, tbl_kind kind, cursor c)
{
    static const char *const own[] = {"joined",   "left",  "contributed", "device",
                                      "resigned", "taken", "rematch"};
    const span what = read_word(&c);
    unsigned seat;

    switch (kind) {
    case TBL_EVENT_SEATS:
        for (unsigned i = 0; i < sizeof own / sizeof *own; i++)
            if (span_is(what, own[i]))
                return (unsigned)read_number(&c, TOB_SEATS) - 1;
        return span_is(what, "made") || span_is(what, "offered") ? UINT32_MAX
                                                                 : (unsigned)TOB_SEATS;
    case TBL_EVENT_UNDO: return read_seat(&c, t);
    case TBL_EVENT_CLOCK:
        seat = read_seat(&c, t);
        return span_is(what, clock_acts[CLOCK_OUT]) ? UINT32_MAX : seat;
    case TBL_EVENT_CONSENT:
        read_word(&c); /* what is asked for, or the proposal */
        return read_seat(&c, t);
    case TBL_EVENT_START:
    case TBL_EVENT_LINES:
    case TBL_EVENT_PATCH:
    case TBL_EVENT_END:
    case TBL_EVENT_COUNT: break;
    }
    return UINT32_MAX;
}

/* Revoking a link has room of its own. */
static bool is_revocation(tbl_kind kind, cursor c)
{
    return kind == TBL_EVENT_SEATS &&
           (read_is(&c, "revoked") || read_is(&c, "invitation"));
}

bool fold_event(tbl_table *t, uint32_t number, const char *text, size_t length)
{
    cursor c = {text, text + length, false};
    const event_head head = head_read(&c);
    const unsigned mover = t->mover;
    const bool offer = t->offer, paused = t->paused;
    const bool played = mover < TOB_SEATS && is_played(&t->seat[mover]);
    const bool revocation = is_revocation(head.kind, c);
    const unsigned spender = c.bad ? UINT32_MAX : spender_of(t, head.kind, c);

    if (c.bad || head.number != number)
        return damaged(t, "its first line cannot be read");
    if (number == 1 && head.kind != TBL_EVENT_SEATS)
        return damaged(t, "the first event does not make a table");
    fold_charge(t, &head);
    if (!fold_kind(t, &head, &c, t->lines - t->ahead))
        return false;
    t->at = head.at;
    t->spare += head.kind != TBL_EVENT_LINES && !revocation;
    if (spender <= TOB_SEATS && !revocation)
        t->spare_of[spender]++;
    if (head.kind >= TBL_EVENT_START && head.kind <= TBL_EVENT_PATCH)
        t->record_event = number;
    begin_decision(t, &head, mover, offer, played,
                   head.kind == TBL_EVENT_UNDO || head.kind == TBL_EVENT_PATCH ||
                       head.kind == TBL_EVENT_START || paused);
    return true;
}
