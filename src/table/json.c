/* A table as JSON (docs/protocol.md), by appending.
 *
 * Everything is worked out from the viewer's view: lines by redaction, legal moves by
 * tob_legal on her view. What is private to a seat is written for its holders alone. */
#include <string.h>

#include "table/core.h"
#include "tobago/names.h"

/* Pieces are gathered here and appended in one go. */
typedef struct json {
    host_text *out;
    size_t used;
    char bytes[2048];
} json;

static void flush(json *j)
{
    host_text_append(j->out, j->bytes, j->used);
    j->used = 0;
}

static void raw(json *j, const char *bytes, size_t length)
{
    if (length > sizeof j->bytes - j->used) {
        flush(j);
        if (length > sizeof j->bytes) {
            host_text_append(j->out, bytes, length);
            return;
        }
    }
    memcpy(j->bytes + j->used, bytes, length);
    j->used += length;
}

static void lit(json *j, const char *text)
{
    raw(j, text, strlen(text));
}

static void number(json *j, uint64_t value)
{
    char digits[20];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + value % 10);
    while (value /= 10);
    raw(j, digits + at, sizeof digits - at);
}

static void string(json *j, const char *text, size_t length)
{
    size_t from = 0;

    raw(j, "\"", 1);
    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)text[i];
        static const char digit[] = "0123456789abcdef";
        if (byte >= 0x20 && byte != '"' && byte != '\\')
            continue;
        raw(j, text + from, i - from);
        from = i + 1;
        if (byte == '\n') {
            raw(j, "\\n", 2);
        } else if (byte >= 0x20) {
            raw(j, (const char[]){'\\', (char)byte}, 2);
        } else {
            raw(j, "\\u00", 4);
            raw(j, (const char[]){digit[byte >> 4], digit[byte & 15]}, 2);
        }
    }
    raw(j, text + from, length - from);
    raw(j, "\"", 1);
}

static void word(json *j, const char *text)
{
    string(j, text, strlen(text));
}

static void boolean(json *j, bool value)
{
    lit(j, value ? "true" : "false");
}

/* A seat counted from 1, or null. */
static void seat_or_null(json *j, unsigned seat)
{
    if (seat < TOB_SEATS)
        number(j, seat + 1);
    else
        lit(j, "null");
}

static void hex(json *j, const uint8_t *bytes, size_t length)
{
    static const char digit[] = "0123456789abcdef";

    raw(j, "\"", 1);
    for (size_t i = 0; i < length; i++)
        raw(j, (const char[]){digit[bytes[i] >> 4], digit[bytes[i] & 15]}, 2);
    raw(j, "\"", 1);
}

static void comma(json *j, unsigned index)
{
    if (index)
        raw(j, ",", 1);
}

/* A guest, as the server writes her everywhere: 16 hexadecimal digits. */
static void guest_id(json *j, uint64_t guest)
{
    uint8_t bytes[8];

    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(guest >> (56 - 8 * i));
    hex(j, bytes, sizeof bytes);
}

/* Days as a list of dates. */
static void dates(json *j, const away_days *away)
{
    lit(j, "[");
    for (unsigned i = 0; i < away->count; i++) {
        char date[TBL_DATE_MAX];
        day_write(away->day[i], date);
        comma(j, i);
        word(j, date);
    }
    lit(j, "]");
}

/* ---- The table ---- */

static void put_standing(json *j, const tbl_standing *s)
{
    lit(j, "{\"claim_from\":");
    number(j, s->claim_from);
    lit(j, ",\"claim_all\":");
    boolean(j, s->claim_all);
    lit(j, ",\"pass_below\":");
    boolean(j, s->pass_below);
    lit(j, ",\"pass_if_curse\":");
    boolean(j, s->pass_if_curse);
    lit(j, "}");
}

static void put_seats(json *j, const tbl_table *t)
{
    lit(j, "\"seats\":[");
    for (unsigned i = 0; i < t->settings.players; i++) {
        const tbl_seat *seat = &t->seat[i];
        comma(j, i);
        lit(j, "{\"who\":");
        word(j,
             seat->who == TBL_LEVEL ? ai_level_name(seat->level) : who_words[seat->who]);
        if (is_people(seat)) {
            lit(j, ",\"name\":");
            word(j, seat->name);
            lit(j, ",\"here\":");
            boolean(j, seat->here > 0);
            lit(j, ",\"ready\":");
            boolean(j, seat->shared);
        }
        lit(j, seat->stood_in ? ",\"stood_in\":true" : "");
        lit(j, seat->resigned ? ",\"resigned\":true" : "");
        lit(j, seat->offered ? ",\"offered\":true" : "");
        if (t->state == TBL_WAITING && !standing_is_none(&seat->usual)) {
            lit(j, ",\"standing\":");
            put_standing(j, &seat->usual);
        }
        if (t->away[i].count) {
            lit(j, ",\"away\":");
            dates(j, &t->away[i]);
        }
        lit(j, "}");
    }
    lit(j, "]");
}

static void put_clock_settings(json *j, const tbl_clock *clock)
{
    lit(j, "{\"kind\":");
    word(j, clock_words[clock->kind]);
    if (clock->kind == TBL_CLOCK_LIVE) {
        lit(j, ",\"minutes\":");
        number(j, clock->minutes);
        lit(j, ",\"increment_s\":");
        number(j, clock->increment_s);
    } else if (clock->kind == TBL_CLOCK_DAYS) {
        lit(j, ",\"days\":");
        number(j, clock->days);
        lit(j, ",\"offer_h\":");
        number(j, clock->offer_h);
        lit(j, ",\"away_days\":");
        number(j, clock->away_days);
        lit(j, ",\"weekends\":");
        boolean(j, clock->weekends);
    }
    lit(j, ",\"stand_in\":");
    word(j, ai_level_name(clock->stand_in));
    lit(j, "}");
}

static void put_options(json *j, unsigned options)
{
    const char *mark = "";

    lit(j, "[");
    for (unsigned i = 0; tob_option_at(i); i++)
        if (options & tob_option_at(i)->bit) {
            lit(j, mark);
            word(j, tob_option_at(i)->word);
            mark = ",";
        }
    lit(j, "]");
}

static void put_table(json *j, const tbl_table *t, const char *id)
{
    static const char *const states[] = {"waiting", "playing", "over", "closed"};
    const tbl_settings *s = &t->settings;
    const tob_game *game = game_of(t);
    const unsigned island = game ? game->island : s->island;
    char code[5];

    lit(j, "{");
    if (id) {
        lit(j, "\"id\":");
        word(j, id);
        lit(j, ",");
    }
    lit(j, "\"state\":");
    word(j, states[t->state]);
    lit(j, ",\"open\":");
    boolean(j, s->open);
    lit(j, ",\"watchable\":");
    boolean(j, s->watchable);
    lit(j, ",\"host\":");
    seat_or_null(j, tbl_seat_of_guest(t, t->host));
    lit(j, ",");
    put_seats(j, t);
    lit(j, ",\"island\":");
    if (island < TOB_ISLANDS)
        tob_island_name(island, code);
    word(j, island < TOB_ISLANDS ? code : "random");
    lit(j, ",\"options\":");
    put_options(j, s->options);
    lit(j, ",\"clock\":");
    put_clock_settings(j, &s->clock);
    lit(j, ",\"to_move\":");
    seat_or_null(j, t->mover);
    lit(j, ",\"round\":");
    number(j, game ? tob_round(game) : 0);
    lit(j, ",\"at\":");
    number(j, t->at);
    lit(j, ",\"n\":");
    number(j, t->count);
    lit(j, t->foreign ? ",\"playable\":false" : "");
    if (t->next[0]) {
        lit(j, ",\"next\":");
        word(j, t->next);
    }
    lit(j, "}");
}

void tbl_table_json(const tbl_table *t, const char *id, host_text *out)
{
    json j = {.out = out};

    put_table(&j, t, id);
    flush(&j);
}

/* ---- What is true now ---- */

static void put_clock(json *j, const tbl_table *t)
{
    const tbl_clock_kind kind = t->settings.clock.kind;

    lit(j, "\"clock\":{\"left\":");
    if (kind == TBL_CLOCK_NONE || t->state != TBL_PLAYING) {
        lit(j, "null");
    } else {
        for (unsigned seat = 0; seat < t->settings.players; seat++) {
            const bool shown = is_people(&t->seat[seat]) && !t->seat[seat].resigned &&
                               (kind == TBL_CLOCK_LIVE || seat == t->mover);
            lit(j, seat ? "," : "[");
            if (shown)
                number(j, clock_now_left(t, seat));
            else
                lit(j, "null");
        }
        lit(j, "]");
    }
    lit(j, ",\"running\":");
    seat_or_null(j,
                 clock_runs(t) && !tbl_clock_stands(t) ? t->mover : (unsigned)TOB_NOBODY);
    lit(j, ",\"paused\":");
    boolean(j, t->paused);
    lit(j, "}");
}

void tbl_clock_json(const tbl_table *t, host_text *out)
{
    json j = {.out = out};

    put_clock(&j, t);
    flush(&j);
}

/* Does this viewer decide? */
static bool decides(const tbl_table *t, tob_viewer viewer)
{
    return t->mover < TOB_SEATS && tob_viewer_is(viewer, t->mover) &&
           !t->seat[t->mover].resigned;
}

static void put_legal(json *j, const tbl_table *t, tob_viewer viewer)
{
    const rec_reader *reader = &t->record.reader;
    tob_moves moves;
    tob_game view;

    tob_view(&view, &reader->game, viewer);
    tob_legal(&view, &reader->board, &moves);
    lit(j, "\"legal\":[");
    for (unsigned i = 0; i < moves.count; i++) {
        char line[REC_LINE_MAX + 2];
        size_t length = rec_write_move(&reader->board, moves.move[i], line + 1);
        line[0] = line[length + 1] = '"'; /* lines need no escapes */
        comma(j, i);
        raw(j, line, length + 2);
    }
    lit(j, "]");
}

/* ---- Proposals ---- */

/* The proposal that a consent event is about, as it stood after that event. */
static proposal proposal_at(const tbl_table *t, uint32_t number, unsigned *no)
{
    proposal p = {0};
    uint32_t id = number;
    cursor c;

    *no = TBL_NO_SEAT;
    event_open(t, number, &c);
    if (read_choice(&c, consent_acts, 5) != CONSENT_ASKED)
        id = (uint32_t)read_number(&c, UINT32_MAX);
    for (uint32_t at = id; at <= number; at++) {
        unsigned act, seat;
        if (event_open(t, at, &c).kind != TBL_EVENT_CONSENT)
            continue;
        act = read_choice(&c, consent_acts, 5);
        if (act == CONSENT_ASKED) {
            p.id = at;
            p.kind = (proposal_kind)read_choice(&c, proposal_words, PROPOSE_COUNT);
            p.seat = (uint8_t)(read_number(&c, TOB_SEATS) - 1);
            p.need = (uint8_t)read_number(&c, UINT8_MAX);
            p.target = (uint8_t)(read_number(&c, TOB_SEATS) - 1);
            p.amount = (uint32_t)read_number(&c, UINT32_MAX);
            continue;
        }
        read_number(&c, UINT32_MAX);
        seat = (unsigned)read_number(&c, TOB_SEATS) - 1;
        if (act == CONSENT_DECLINED)
            *no = seat;
        else if (act != CONSENT_LAPSED)
            p.yes |= (uint8_t)(1u << seat);
    }
    return p;
}

static void put_proposal(json *j, const tbl_table *t, const proposal *p, unsigned no)
{
    lit(j, "{\"id\":");
    number(j, p->id);
    lit(j, ",\"kind\":");
    word(j, proposal_words[p->kind]);
    lit(j, ",\"seat\":");
    seat_or_null(j, p->seat);
    if (p->kind == PROPOSE_UNDO) {
        lit(j, ",\"lines\":");
        number(j, p->amount);
    }
    if (p->kind == PROPOSE_TIME || p->kind == PROPOSE_SEAT) {
        lit(j, ",\"target\":");
        seat_or_null(j, p->target);
    }
    if (p->kind == PROPOSE_TIME) {
        lit(j, ",\"seconds\":");
        number(j, p->amount);
    }
    lit(j, ",\"answers\":[");
    for (unsigned seat = 0; seat < t->settings.players; seat++) {
        const unsigned bit = 1u << seat;
        comma(j, seat);
        if (seat == no)
            lit(j, "false");
        else
            lit(j, p->need & bit && !(p->yes & bit) ? "null" : "true");
    }
    lit(j, "]}");
}

/* ---- Events ---- */

static void put_lines(json *j, cursor *c, tob_viewer viewer)
{
    lit(j, "\"lines\":[");
    for (unsigned i = 0; !c->bad && c->at < c->end; i++) {
        const span full = read_rest(c);
        char line[REC_LINE_MAX + 2];
        const size_t length = rec_redact_line(full.text, full.length, viewer, line + 1);
        line[0] = line[length + 1] = '"';
        comma(j, i);
        raw(j, line, length + 2);
    }
    lit(j, "]");
}

static void put_contributions(json *j, const tbl_table *t)
{
    lit(j, "\"contributions\":[");
    for (unsigned seat = 0; seat < t->settings.players; seat++) {
        comma(j, seat);
        if (t->seat[seat].shared)
            hex(j, t->source.share[seat], FAIR_SHARE);
        else
            lit(j, "null");
    }
    lit(j, "]");
}

/* The header and the first lines, redacted, as one text. */
static void put_start(json *j, const tbl_table *t, cursor *c, tob_viewer viewer)
{
    host_text text = {0};
    bool header = true;

    read_rest(c);
    while (!c->bad && c->at < c->end) {
        char line[REC_LINE_MAX];
        const span full = read_rest(c);
        if (header && !record_is_header(full)) {
            record_put_view(&text, viewer);
            header = false;
        }
        put_bytes(&text, line, rec_redact_line(full.text, full.length, viewer, line));
        put_text(&text, "\n");
    }
    if (header)
        record_put_view(&text, viewer);
    lit(j, "\"record\":");
    string(j, text.bytes, text.length);
    host_text_clear(&text);
    lit(j, ",");
    put_contributions(j, t);
}

static void put_result(json *j, const tbl_table *t)
{
    lit(j, "\"why\":");
    word(j, t->why_over);
    lit(j, ",\"coins\":[");
    for (unsigned seat = 0; seat < t->settings.players; seat++) {
        comma(j, seat);
        number(j, t->coins[seat]);
    }
    lit(j, "],\"places\":[");
    for (unsigned seat = 0; seat < t->settings.players; seat++) {
        comma(j, seat);
        number(j, t->place[seat]);
    }
    lit(j, "]");
}

static void put_end(json *j, const tbl_table *t, cursor *c)
{
    span reason;

    put_result(j, t);
    for (unsigned i = 0; i < 3; i++)
        read_rest(c);
    reason = read_rest(c);
    if (reason.length) {
        lit(j, ",\"reason\":");
        string(j, reason.text, reason.length);
    }
}

/* The words that are left of a line, as a list. */
static void put_words(json *j, cursor *c)
{
    lit(j, "[");
    for (unsigned i = 0; !c->bad && c->at < c->end && *c->at != '\n'; i++) {
        const span next = read_word(c);
        comma(j, i);
        string(j, next.text, next.length);
    }
    lit(j, "]");
}

/* Has someone new taken the seat after this event? What was private to its player then is
 * nothing to her. */
static bool is_taken_after(const tbl_table *t, uint32_t event, unsigned seat)
{
    for (uint32_t later = event + 1; later <= t->count; later++) {
        cursor c;
        if (event_open(t, later, &c).kind == TBL_EVENT_SEATS && read_is(&c, "taken") &&
            read_number(&c, TOB_SEATS) == seat + 1)
            return true;
    }
    return false;
}

/* A seat's line and nature's. A standing answer is private: to all but its player it is a
 * line that a person played, after the end too. */
static void put_played(json *j, const tbl_table *t, uint32_t event, cursor *c,
                       tob_viewer viewer)
{
    const unsigned seat = (unsigned)read_number(c, TOB_SEATS) - 1;
    unsigned by = read_choice(c, by_words, 4);

    if (by == TBL_BY_STANDING &&
        (!tob_viewer_is(viewer, seat) || is_taken_after(t, event, seat)))
        by = TBL_BY_PERSON;
    lit(j, "\"seat\":");
    number(j, seat + 1);
    lit(j, ",\"by\":");
    word(j, by_words[by]);
    lit(j, ",");
    read_line_end(c);
    put_lines(j, c, viewer);
}

/* The fields of a kind; the cursor stands behind the kind's word. */
static void put_kind(json *j, const tbl_table *t, const event_head *head, cursor *c,
                     tob_viewer viewer)
{
    span what;
    proposal p;
    unsigned no;

    switch (head->kind) {
    case TBL_EVENT_SEATS:
        what = read_word(c);
        lit(j, "\"what\":");
        string(j, what.text, what.length);
        lit(j, ",\"seat\":");
        seat_or_null(j, (unsigned)read_number(c, TOB_SEATS) - 1);
        lit(j, ",\"about\":");
        put_table(j, t, NULL);
        break;
    case TBL_EVENT_START: put_start(j, t, c, viewer); break;
    case TBL_EVENT_LINES: put_played(j, t, head->number, c, viewer); break;
    case TBL_EVENT_UNDO:
    case TBL_EVENT_PATCH:
        lit(j, "\"lines\":");
        number(j, read_number(c, UINT32_MAX));
        if (head->kind == TBL_EVENT_UNDO) {
            lit(j, ",\"seat\":");
            number(j, read_number(c, TOB_SEATS));
        } else {
            read_line_end(c);
            what = read_rest(c);
            lit(j, ",\"why\":");
            string(j, what.text, what.length);
        }
        break;
    case TBL_EVENT_CLOCK:
        what = read_word(c);
        lit(j, "\"what\":");
        string(j, what.text, what.length);
        lit(j, ",\"seat\":");
        number(j, read_number(c, TOB_SEATS));
        if (span_is(what, clock_acts[CLOCK_TIME])) {
            lit(j, ",\"seconds\":");
            number(j, read_number(c, UINT32_MAX));
        } else if (span_is(what, clock_acts[CLOCK_AWAY])) {
            lit(j, ",\"days\":");
            put_words(j, c);
        }
        break;
    case TBL_EVENT_CONSENT:
        what = read_word(c);
        p = proposal_at(t, head->number, &no);
        lit(j, "\"what\":");
        string(j, what.text, what.length);
        lit(j, ",\"proposal\":");
        put_proposal(j, t, &p, no);
        break;
    case TBL_EVENT_END: put_end(j, t, c); break;
    case TBL_EVENT_COUNT: break;
    }
}

void tbl_event_json(const tbl_table *t, uint32_t event, tob_viewer viewer, bool now,
                    host_text *out)
{
    json j;
    event_head head;
    cursor c;

    if (event == 0 || event > t->count)
        return;
    j.out = out;
    j.used = 0;
    head = event_open(t, event, &c);
    lit(&j, "\"n\":");
    number(&j, event);
    lit(&j, ",\"at\":");
    number(&j, head.at);
    lit(&j, ",\"kind\":\"");
    lit(&j, kind_words[head.kind]);
    lit(&j, "\",");
    put_kind(&j, t, &head, &c, viewer);
    if (now) {
        lit(&j, ",\"to_move\":");
        seat_or_null(&j, t->mover);
        lit(&j, ",");
        put_clock(&j, t);
        if (decides(t, viewer)) {
            lit(&j, ",");
            put_legal(&j, t, viewer);
        }
    }
    flush(&j);
}

/* ---- The snapshot ---- */

static void put_private(json *j, const tbl_table *t, unsigned seat, uint64_t guest)
{
    unsigned count = 0;

    lit(j, "\"standing\":");
    put_standing(j, &t->standing[seat]);
    lit(j, ",\"notes\":");
    word(j, t->notes[seat] ? t->notes[seat] : "");
    lit(j, ",\"muted\":[");
    for (unsigned i = 0; i < t->mutes; i++)
        if (t->mute[i].guest == guest) {
            comma(j, count++);
            guest_id(j, t->mute[i].other);
        }
    lit(j, "]");
}

void tbl_snapshot_json(const tbl_table *t, const char *id, uint64_t guest, host_text *out)
{
    const unsigned seat = tbl_seat_of_guest(t, guest);
    const tob_viewer viewer = tbl_viewer_of(t, guest);
    host_text record = {0};
    json j = {.out = out};

    lit(&j, "\"table\":");
    put_table(&j, t, id);
    lit(&j, ",\"n\":");
    number(&j, t->count);
    lit(&j, ",\"seat\":");
    seat_or_null(&j, seat);
    lit(&j, ",\"record\":");
    tbl_record(t, viewer, &record);
    string(&j, record.length ? record.bytes : "", record.length);
    host_text_clear(&record);
    lit(&j, ",\"commitment\":");
    hex(&j, t->commitment, sizeof t->commitment);
    lit(&j, ",\"to_move\":");
    seat_or_null(&j, t->mover);
    lit(&j, ",");
    put_clock(&j, t);
    lit(&j, ",\"proposal\":");
    if (t->proposal.kind)
        put_proposal(&j, t, &t->proposal, TBL_NO_SEAT);
    else
        lit(&j, "null");
    lit(&j, ",");
    if (decides(t, viewer))
        put_legal(&j, t, viewer);
    else
        lit(&j, "\"legal\":null");
    if (t->state != TBL_WAITING) {
        lit(&j, ",");
        put_contributions(&j, t);
    }
    if (t->state >= TBL_OVER) {
        lit(&j, ",\"result\":{");
        put_result(&j, t);
        lit(&j, "}");
    }
    if (seat != TBL_NO_SEAT) {
        lit(&j, ",");
        put_private(&j, t, seat, guest);
    }
    flush(&j);
}

void tbl_private_json(const tbl_table *t, uint64_t guest, host_text *out)
{
    const unsigned seat = tbl_seat_of_guest(t, guest);
    json j = {.out = out};

    if (seat != TBL_NO_SEAT)
        put_private(&j, t, seat, guest);
    flush(&j);
}

/* ---- Talk ---- */

static void put_message(json *j, const message *m)
{
    lit(j, "{\"n\":");
    number(j, m->number);
    lit(j, ",\"at\":");
    number(j, m->at);
    lit(j, ",\"seat\":");
    seat_or_null(j, m->seat);
    lit(j, ",\"name\":");
    word(j, m->name);
    lit(j, ",\"guest\":");
    guest_id(j, m->guest);
    lit(j, ",\"text\":");
    word(j, m->text);
    lit(j, "}");
}

void tbl_message_json(const tbl_table *t, uint32_t said, host_text *out)
{
    json j = {.out = out};

    put_message(&j, chat_find(t, said));
    flush(&j);
}

void tbl_chat_json(const tbl_table *t, uint64_t guest, uint32_t after, host_text *out)
{
    json j = {.out = out};
    unsigned count = 0;

    lit(&j, "[");
    for (unsigned i = 0; i < t->messages; i++)
        if ((t->message[i].number > after &&
             tbl_may_read(t, guest, t->message[i].number)) ||
            tbl_reads_at_last(t, guest, t->message[i].number)) {
            comma(&j, count++);
            put_message(&j, &t->message[i]);
        }
    lit(&j, "]");
    flush(&j);
}

/* ---- What is a guest's own ---- */

void tbl_own_json(const tbl_table *t, uint64_t guest, host_text *out)
{
    const unsigned seat = tbl_seat_of_guest(t, guest);
    json j = {.out = out};
    host_text record = {0};
    unsigned count = 0;

    lit(&j, "\"seat\":");
    seat_or_null(&j, seat);
    lit(&j, ",\"made\":");
    boolean(&j, t->host == guest);
    if (seat != TBL_NO_SEAT) {
        lit(&j, ",\"name\":");
        word(&j, t->seat[seat].name);
        lit(&j, ",\"away\":");
        dates(&j, &t->away[seat]);
        lit(&j, ",");
        put_private(&j, t, seat, guest);
        lit(&j, ",\"record\":");
        tbl_record(t, tbl_viewer_of(t, guest), &record);
        string(&j, record.length ? record.bytes : "", record.length);
        host_text_clear(&record);
    }
    lit(&j, ",\"messages\":[");
    for (unsigned i = 0; i < t->messages; i++)
        if (t->message[i].guest == guest) {
            comma(&j, count++);
            put_message(&j, &t->message[i]);
        }
    lit(&j, "]");
    flush(&j);
}
