#include "client/session.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "host/clock.h"
#include "tobago/fair.h"

enum {
    HELLO_MS = 10000,  /* the most that connecting may take */
    ANSWER_MS = 10000, /* and an answer */
    RETRY_MS = 500,    /* the first pause before connecting again; it doubles */
    RETRY_MAX_MS = 8000,
    STEP_MS = 50, /* between two looks at 'stop' */
};

/* ---- JSON ---- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

static uint64_t number_of(const json_t *object, const char *key)
{
    const json_int_t number = json_integer_value(json_object_get(object, key));

    return number > 0 ? (uint64_t)number : 0;
}

static bool is_true(const json_t *object, const char *key)
{
    return json_is_true(json_object_get(object, key));
}

/* A seat that counts from 1 in JSON; TOB_NOBODY for null. */
static unsigned seat_of(const json_t *object, const char *key)
{
    const uint64_t seat = number_of(object, key);

    return seat >= 1 && seat <= TOB_SEATS ? (unsigned)seat - 1 : TOB_NOBODY;
}

const char *session_error(const json_t *answer)
{
    const json_t *error = json_object_get(answer, "error");
    const char *reason = text_of(error, "reason");

    if (!error)
        return NULL;
    return *reason                   ? reason
           : *text_of(error, "code") ? text_of(error, "code")
                                     : "refused";
}

/* ---- News ---- */

static void tell(session *s, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Adds a line; what a terminal would obey becomes a dot. */
static void tell(session *s, const char *format, ...)
{
    char line[sizeof s->line];
    va_list words;

    va_start(words, format);
    vsnprintf(line, sizeof line, format, words);
    va_end(words);
    for (char *at = line; *at; at++)
        if ((unsigned char)*at < ' ' || *at == 0x7f)
            *at = '.';
    for (size_t at = 0;
         line[at];) { /* so does what is no letter, or turns writing round */
        const size_t bytes = host_letter_bytes(line + at, strlen(line + at));
        if (!bytes || !rec_is_utf8(line + at, bytes))
            line[at++] = '.';
        else
            at += bytes;
    }
    host_text_append(&s->news, line, strlen(line));
    host_text_append(&s->news, "\n", 1);
}

const char *session_news(session *s)
{
    const char *end = s->news.length ? memchr(s->news.bytes, '\n', s->news.length) : NULL;
    const size_t length = end ? (size_t)(end - s->news.bytes) : 0;

    if (!end)
        return NULL;
    snprintf(s->line, sizeof s->line, "%.*s", (int)length, s->news.bytes);
    memmove(s->news.bytes, end + 1, s->news.length - length); /* with its zero */
    s->news.length -= length + 1;
    return s->line;
}

/* The name of a seat for people: that of the table, or of the record. */
static const char *name_of(const session *s, unsigned seat)
{
    const json_t *seats = json_object_get(s->about, "seats");
    const json_t *one = json_array_get(seats, seat);
    const char *name = text_of(one, "name");

    if (seat >= TOB_SEATS)
        return "someone";
    return *name ? name : *text_of(one, "who") ? text_of(one, "who") : "a player";
}

/* ---- Sending ---- */

/* Sends a request, which it takes over. Returns its id. */
static uint64_t send_request(session *s, json_t *request)
{
    char *text;

    json_object_set_new(request, "id", json_integer((json_int_t)++s->next_id));
    text = host_need(json_dumps(request, JSON_COMPACT));
    net_send(s->net, text, strlen(text));
    free(text);
    json_decref(request);
    return s->next_id;
}

/* Who has a seat shows no invitation, which may be revoked by now; if she has lost the
 * seat, it is tried next. */
static void send_follow(session *s, bool shows_key)
{
    json_t *request =
        json_pack("{s:s,s:s,s:I,s:I}", "do", "follow", "table", s->table, "after",
                  (json_int_t)s->n, "chat_after", (json_int_t)s->chat_n);

    s->keyless = !*s->key || !shows_key;
    if (!s->keyless)
        json_object_set_new(request, "key", json_string(s->key));
    s->follow_id = send_request(s, request);
}

/* ---- The table ---- */

static void set_json(json_t **place, json_t *value)
{
    json_decref(*place);
    *place = json_incref(value);
}

/* Takes what is private to our seat, as far as the frame has it. */
static void take_own(session *s, const json_t *frame)
{
    static const char *const keys[] = {"standing", "notes", "muted"};

    for (unsigned i = 0; i < sizeof keys / sizeof *keys; i++)
        if (json_object_get(frame, keys[i]))
            json_object_set(s->own, keys[i], json_object_get(frame, keys[i]));
}

static void take_clock(session *s, const json_t *frame)
{
    json_t *clock = json_object_get(frame, "clock");

    if (!json_is_object(clock))
        return;
    set_json(&s->clock, clock);
    s->clock_at = host_now_ms(NULL);
}

uint64_t session_left_ms(const session *s, unsigned seat)
{
    const json_t *left = json_array_get(json_object_get(s->clock, "left"), seat);
    const uint64_t ms = json_is_integer(left) && json_integer_value(left) > 0
                            ? (uint64_t)json_integer_value(left)
                            : 0;
    const uint64_t gone =
        seat_of(s->clock, "running") == seat ? host_now_ms(NULL) - s->clock_at : 0;

    if (!json_is_integer(left))
        return UINT64_MAX;
    return ms > gone ? ms - gone : 0;
}

static void take_state(session *s)
{
    static const char *const states[] = {"waiting", "playing", "over", "closed"};

    for (unsigned i = 0; i < sizeof states / sizeof *states; i++)
        if (strcmp(text_of(s->about, "state"), states[i]) == 0)
            s->state = (session_state)i;
}

/* Notes who sits where, for the terminal game: only our own seat is a person here. */
static void take_seats(session *s)
{
    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        seat_choice *choice = &s->match->choice[seat];
        const json_t *one = json_array_get(json_object_get(s->about, "seats"), seat);
        const char *who = text_of(one, "who");
        const bool person = strcmp(who, "person") == 0 || strcmp(who, "open") == 0;
        if (s->match->seat[seat])
            continue; /* a bot of ours sits there */
        choice->kind = seat == s->seat ? SEAT_PERSON : SEAT_LEVEL;
        snprintf(choice->name, sizeof choice->name, "%s", person ? "" : who);
    }
    s->match->seated = true;
}

void session_tell_seats(session *s)
{
    const json_t *seats = json_object_get(s->about, "seats");
    char line[400] = "";

    if (!json_array_size(seats))
        return;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *one = json_array_get(seats, i);
        const bool person = *text_of(one, "name") != '\0';
        const size_t used = strlen(line);
        snprintf(line + used, sizeof line - used, "%s%zu: %s%s", i ? ", " : "", i + 1,
                 name_of(s, (unsigned)i),
                 i == s->seat                                  ? " (you)"
                 : strcmp(text_of(one, "who"), "program") == 0 ? " (a program)"
                 : person && !is_true(one, "here")             ? " (away)"
                                                               : "");
    }
    tell(s, "Seats %s.", line);
}

/* Begins or replaces the record. */
static bool take_record(session *s, const char *text)
{
    rec_error error;
    unsigned seat;

    s->has_game = false;
    if (!*text)
        return true;
    if (!match_load(s->match, text, strlen(text), &error) ||
        !rec_has_game(&s->match->record.reader)) {
        tell(s, "The server's record makes no sense to this program: %s.", error.text);
        return false;
    }
    s->has_game = true;
    seat = tob_viewer_seat(s->match->record.hosted.viewer);
    if (seat < TOB_SEATS)
        s->seat = seat;
    take_seats(s);
    return true;
}

/* The server shows what everyone added; ours must be what we sent. */
static void check_share(session *s, const json_t *frame)
{
    const json_t *shares = json_object_get(frame, "contributions");
    const char *shown = json_string_value(json_array_get(shares, s->seat));

    if (!*s->share || s->seat >= TOB_SEATS || !shares)
        return;
    s->mismatch = !shown || strcmp(shown, s->share) != 0;
    if (s->mismatch)
        tell(s,
             "The server shows another contribution than ours: the cards are not fair.");
}

/* ---- Proposals ---- */

static void take_proposal(session *s, const json_t *proposal)
{
    const json_t *answers = json_object_get(proposal, "answers");
    const bool ours = seat_of(proposal, "seat") == s->seat;

    s->asked = 0;
    if (!json_is_object(proposal) || ours || s->seat >= TOB_SEATS ||
        !json_is_null(json_array_get(answers, s->seat)))
        return;
    s->asked = (uint32_t)number_of(proposal, "id");
}

static void tell_proposal(session *s, const json_t *event)
{
    const json_t *proposal = json_object_get(event, "proposal");
    const char *kind = text_of(proposal, "kind"), *what = text_of(event, "what");
    const char *who = name_of(s, seat_of(proposal, "seat"));

    if (strcmp(what, "answered") == 0)
        return;
    if (strcmp(what, "asked") != 0) {
        tell(s, "The proposal of %s (%s): %s.", who, kind, what);
    } else if (s->asked) {
        if (strcmp(kind, "undo") == 0)
            tell(s, "%s asks to take the game back to line %u: 'yes' or 'no'?", who,
                 (unsigned)number_of(proposal, "lines"));
        else
            tell(s, "%s proposes: %s. 'yes' or 'no'?", who, kind);
    } else {
        tell(s, "%s proposes: %s. The others are asked.", who, kind);
    }
}

/* ---- Events ---- */

static bool take_lines(session *s, const json_t *lines)
{
    for (size_t i = 0; i < json_array_size(lines); i++) {
        const char *line = json_string_value(json_array_get(lines, i));
        rec_error error;
        if (!line || !match_add(s->match, line, &error))
            return false;
    }
    return true;
}

static void tell_end(session *s, const json_t *event)
{
    const json_t *coins = json_object_get(event, "coins");
    const json_t *places = json_object_get(event, "places");

    tell(s, "The game is over (%s).", text_of(event, "why"));
    for (size_t i = 0; i < json_array_size(coins); i++)
        tell(s, "%d. %s, %d coins", (int)json_integer_value(json_array_get(places, i)),
             name_of(s, (unsigned)i), (int)json_integer_value(json_array_get(coins, i)));
}

static void take_end(session *s, json_t *event)
{
    s->state = SESSION_OVER;
    s->match->closed = true;
    set_json(&s->end, event);
    tell_end(s, event);
}

static void begin_anew(session *s)
{
    s->n = 0;
    s->following = false;
    send_follow(s, s->seat >= TOB_SEATS);
}

/* Takes the seats as they are now. Where one of them changed hands before the game, which
 * is ours is asked for anew. */
static void take_seats_event(session *s, const json_t *event)
{
    static const char *const hands[] = {"left", "kicked", "ordered", "taken", "revoked"};

    set_json(&s->about, json_object_get(event, "about"));
    take_state(s);
    take_seats(s);
    for (unsigned i = 0; i < sizeof hands / sizeof *hands; i++)
        if (strcmp(text_of(event, "what"), hands[i]) == 0) {
            s->reseated = true; /* it is told when we know where we sit */
            begin_anew(s);
            return;
        }
    session_tell_seats(s);
    if (*text_of(s->about, "next"))
        tell(s, "The next table is %s.", text_of(s->about, "next"));
}

uint32_t session_view_lines(const session *s)
{
    return tob_viewer_is_full(s->match->record.hosted.viewer) ? 0 : 1;
}

static void tell_away(session *s, unsigned seat, const json_t *days)
{
    const char *who = seat < TOB_SEATS ? name_of(s, seat) : "Someone";
    char list[400] = "";

    for (size_t i = 0; i < json_array_size(days); i++) {
        const char *date = json_string_value(json_array_get(days, i));
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, " %s", date ? date : "?");
    }
    tell(s, "%s is away%s%s.", who, *list ? " on" : " on no day", list);
}

/* Applies an event of a kind; false if it makes no sense here. */
static bool take_kind(session *s, json_t *event)
{
    const char *kind = text_of(event, "kind");
    const unsigned seat = seat_of(event, "seat");

    if (strcmp(kind, "lines") == 0)
        return take_lines(s, json_object_get(event, "lines"));
    if (strcmp(kind, "seats") == 0) {
        take_seats_event(s, event);
    } else if (strcmp(kind, "start") == 0) {
        s->state = SESSION_PLAYING;
        if (!take_record(s, text_of(event, "record")))
            return false;
        check_share(s, event);
        tell(s, "The game begins.");
    } else if (strcmp(kind, "undo") == 0 || strcmp(kind, "patch") == 0) {
        const uint32_t lines = (uint32_t)number_of(event, "lines");
        if (!match_cut(s->match, lines + session_view_lines(s)))
            return false;
        tell(s, "%s back to line %u.",
             strcmp(kind, "patch") == 0 ? "The server takes the game" : "The game goes",
             lines);
    } else if (strcmp(kind, "clock") == 0 &&
               strcmp(text_of(event, "what"), "away") == 0) {
        tell_away(s, seat, json_object_get(event, "days"));
    } else if (strcmp(kind, "clock") == 0) {
        tell(s, "Clock: %s%s%s.", text_of(event, "what"), seat < TOB_SEATS ? ", " : "",
             seat < TOB_SEATS ? name_of(s, seat) : "");
    } else if (strcmp(kind, "consent") == 0) {
        take_proposal(s, json_object_get(event, "proposal"));
        if (strcmp(text_of(event, "what"), "asked") != 0 &&
            strcmp(text_of(event, "what"), "answered") != 0)
            s->asked = 0;
        tell_proposal(s, event);
    } else if (strcmp(kind, "end") == 0) {
        take_end(s, event);
    }
    return true;
}

static void take_event(session *s, json_t *event)
{
    const uint32_t n = (uint32_t)number_of(event, "n");

    if (strcmp(text_of(event, "table"), s->table) != 0 || n <= s->n || !s->following)
        return;
    if (n != s->n + 1) {
        begin_anew(s);
        return;
    }
    s->n = n;
    if (strcmp(text_of(event, "kind"), "lines") == 0)
        s->asked = 0; /* a proposal lapses with the next move */
    set_json(&s->legal, json_object_get(event, "legal"));
    take_clock(s, event);
    if (!take_kind(s, event))
        begin_anew(s);
}

/* Messages come in order, but for those of spectators, which come out at the end. */
static void take_chat(session *s, const json_t *message)
{
    const uint32_t n = (uint32_t)number_of(message, "n");
    const bool watcher = json_is_null(json_object_get(message, "seat"));
    char key[16];

    snprintf(key, sizeof key, "%u", n);
    if (!n || json_object_get(s->heard, key))
        return;
    json_object_set_new(s->heard, key, json_true());
    s->chat_n = n > s->chat_n ? n : s->chat_n;
    json_object_set(s->talkers, text_of(message, "name"),
                    json_object_get(message, "guest"));
    tell(s, "%s%s: %s", text_of(message, "name"), watcher ? " (watching)" : "",
         text_of(message, "text"));
}

static void take_chats(session *s, const json_t *frame)
{
    const json_t *chat = json_object_get(frame, "chat");

    for (size_t i = 0; i < json_array_size(chat); i++)
        take_chat(s, json_array_get(chat, i));
}

static void take_snapshot(session *s, json_t *frame)
{
    json_t *result = json_object_get(frame, "result");
    const bool sat = s->seat < TOB_SEATS;

    set_json(&s->about, json_object_get(frame, "table"));
    take_own(s, frame);
    take_clock(s, frame);
    set_json(&s->legal, json_object_get(frame, "legal"));
    s->n = (uint32_t)number_of(frame, "n");
    s->seat = seat_of(frame, "seat");
    snprintf(s->commitment, sizeof s->commitment, "%s", text_of(frame, "commitment"));
    s->following = true;
    take_state(s);
    take_seats(s);
    take_record(s, text_of(frame, "record"));
    take_proposal(s, json_object_get(frame, "proposal"));
    check_share(s, frame);
    take_chats(s, frame);
    if (sat && s->seat >= TOB_SEATS)
        tell(s, "You have no seat at this table any more.");
    if (s->reseated)
        session_tell_seats(s);
    s->reseated = false;
    if (s->state >= SESSION_OVER && s->has_game && !s->end) {
        s->match->closed = true;
        set_json(&s->end, json_is_object(result) ? result : frame);
        if (json_is_object(result))
            tell_end(s, result);
    }
}

/* ---- Frames ---- */

static const char *settle(session *s);

static void take_hello(session *s, const json_t *frame)
{
    char ours[24];

    s->up = true;
    s->retry_ms = RETRY_MS;
    snprintf(ours, sizeof ours, "%016llx", (unsigned long long)tob_rules_id());
    if (*text_of(frame, "rules") && strcmp(text_of(frame, "rules"), ours) != 0)
        tell(s, "The server plays by other rules than this program (%s, %s).",
             text_of(frame, "rules"), ours);
    snprintf(s->guest->id, sizeof s->guest->id, "%s",
             text_of(json_object_get(frame, "guest"), "id"));
    snprintf(s->guest->url, sizeof s->guest->url, "%s", text_of(frame, "url"));
    if (*text_of(frame, "motd"))
        tell(s, "Whoever runs this server says: %s", text_of(frame, "motd"));
    if (*s->table)
        send_follow(s, s->seat >= TOB_SEATS);
}

static void take_resumed(session *s, const json_t *frame)
{
    const char *why = session_error(frame);

    if (why && s->keyless && *s->key) {
        send_follow(s, true);
        return;
    }
    s->following = !why;
    if (why) {
        tell(s, "The table can no longer be followed: %s", why);
        s->state = SESSION_CLOSED;
        s->match->closed = true;
    }
    if (json_is_object(json_object_get(frame, "about"))) { /* its state: by events */
        set_json(&s->about, json_object_get(frame, "about"));
        take_seats(s);
    }
    take_own(s, frame);
    take_clock(s, frame);
    take_chats(s, frame);
}

/* Someone came or went, or a clock runs or stands by it. */
static void take_presence(session *s, const json_t *frame)
{
    const unsigned seat = seat_of(frame, "seat");
    json_t *one = json_array_get(json_object_get(s->about, "seats"), seat);
    const bool here = is_true(frame, "here");

    if (strcmp(text_of(frame, "table"), s->table) != 0)
        return;
    if (seat != s->seat && here != is_true(one, "here"))
        tell(s, "%s is %s.", name_of(s, seat), here ? "here" : "away");
    if (json_is_object(one))
        json_object_set_new(one, "here", json_boolean(here));
    take_clock(s, frame);
    if (seat != s->seat && json_object_get(frame, "clock"))
        tell(s, "The clock of %s %s.", name_of(s, seat),
             seat_of(s->clock, "running") == seat ? "runs" : "stands");
}

static void take_private(session *s, const json_t *frame)
{
    if (strcmp(text_of(frame, "table"), s->table) != 0)
        return;
    take_own(s, frame);
    tell(s, "Your standing answers, notes or mutes were changed elsewhere.");
}

static void take_frame(session *s, const host_text *text)
{
    json_t *frame = json_loadb(text->bytes ? text->bytes : "", text->length, 0, NULL);
    const char *is = text_of(frame, "is");
    const uint64_t re = number_of(frame, "re");

    if (strcmp(is, "hello") == 0) {
        take_hello(s, frame);
    } else if (strcmp(is, "event") == 0) {
        take_event(s, frame);
    } else if (strcmp(is, "table") == 0) {
        take_snapshot(s, frame);
    } else if (strcmp(is, "chat") == 0) {
        take_chat(s, json_object_get(frame, "message"));
    } else if (strcmp(is, "presence") == 0) {
        take_presence(s, frame);
    } else if (strcmp(is, "private") == 0) {
        take_private(s, frame);
    } else if (strcmp(is, "motd") == 0 && *text_of(frame, "text")) {
        tell(s, "Whoever runs this server says: %s", text_of(frame, "text"));
    } else if (strcmp(is, "bye") == 0) {
        s->retry_ms = (uint32_t)number_of(frame, "retry_ms");
        tell(s, "The server says goodbye (%s).", text_of(frame, "why"));
    } else if (re && re == s->follow_id) { /* a resumption, or a refusal */
        take_resumed(s, frame);
    }
    if (re && re == s->waits_for) {
        set_json(&s->answer, frame);
        s->waits_for = 0;
    }
    json_decref(frame);
}

static void go_down(session *s, const char *why)
{
    if (s->up)
        tell(s, "The connection is lost (%s); trying again.", why);
    s->up = s->following = false;
    s->waits_for = 0;
    s->retry_at = host_now_ms(NULL) + s->retry_ms;
    s->retry_ms = s->retry_ms * 2 < RETRY_MAX_MS ? s->retry_ms * 2 : RETRY_MAX_MS;
    if (s->retry_ms < RETRY_MS)
        s->retry_ms = RETRY_MS;
}

void session_wait(session *s, int timeout_ms)
{
    const bool was_up = s->up;
    net_event event;

    if (s->end && !s->settled) { /* the caller has seen the last lines as they came */
        s->settled = true;
        tell(s, "%s", settle(s));
    }
    if (s->retry_at && host_now_ms(NULL) >= s->retry_at) {
        s->retry_at = 0;
        net_open(s->net, s->guest->cookie);
    }
    do {
        host_text text = {0};
        event = net_next(s->net, timeout_ms, &text);
        if (event == NET_TEXT)
            take_frame(s, &text);
        else if (event == NET_DOWN)
            go_down(s, text.length ? text.bytes : "closed");
        host_text_clear(&text);
        timeout_ms = 0; /* what else is there already */
    } while (event != NET_NOTHING);
    if (!was_up && s->up && s->n)
        tell(s, "Connected again.");
}

/* ---- Beginning and end ---- */

void session_init(session *s, net *n, guest *g, match *t, const atomic_bool *stop)
{
    *s = (session){.net = n,
                   .guest = g,
                   .match = t,
                   .stop = stop,
                   .retry_ms = RETRY_MS,
                   .seat = TOB_NOBODY,
                   .talkers = json_object(),
                   .heard = json_object(),
                   .own = json_object()};
    t->own = s;
    t->source = &session_source;
}

void session_clear(session *s)
{
    json_decref(s->answer);
    json_decref(s->about);
    json_decref(s->legal);
    json_decref(s->end);
    json_decref(s->talkers);
    json_decref(s->heard);
    json_decref(s->own);
    json_decref(s->clock);
    host_text_clear(&s->news);
}

bool session_connect(session *s)
{
    const uint64_t until = host_now_ms(NULL) + HELLO_MS;

    net_open(s->net, s->guest->cookie);
    while (!s->up && !s->retry_at && host_now_ms(NULL) < until && !atomic_load(s->stop))
        session_wait(s, STEP_MS);
    if (!s->up)
        host_complain("%s:%u: no server of tables answers there", s->guest->where.host,
                      s->guest->where.port);
    return s->up;
}

json_t *session_ask(session *s, json_t *request)
{
    const uint64_t until = host_now_ms(NULL) + ANSWER_MS;
    json_t *answer;

    if (!s->up) {
        json_decref(request);
        return NULL;
    }
    s->waits_for = send_request(s, request);
    while (s->waits_for && s->up && host_now_ms(NULL) < until && !atomic_load(s->stop))
        session_wait(s, STEP_MS);
    s->waits_for = 0;
    answer = s->answer;
    s->answer = NULL;
    return answer;
}

const char *session_do(session *s, json_t *request)
{
    static char why[300];
    json_t *answer = session_ask(s, request);
    const char *error = answer ? session_error(answer) : "the connection is lost";

    snprintf(why, sizeof why, "%s", error ? error : "");
    json_decref(answer);
    return error ? why : NULL;
}

bool session_follow(session *s, const char *table, const char *key)
{
    json_t *request, *answer;
    bool good;

    snprintf(s->table, sizeof s->table, "%s", table);
    snprintf(s->key, sizeof s->key, "%s", key);
    s->n = s->chat_n = 0;
    json_object_clear(s->heard);
    json_object_clear(s->own);
    request = json_pack("{s:s,s:s,s:i,s:i}", "do", "follow", "table", table, "after", 0,
                        "chat_after", 0);
    if (*key)
        json_object_set_new(request, "key", json_string(key));
    s->following = false;
    answer = session_ask(s, request);
    good = answer && !session_error(answer);
    if (!good)
        host_complain("table %s: %s", table,
                      answer ? session_error(answer) : "the connection is lost");
    json_decref(answer);
    return good;
}

static void choose_share(session *s)
{
    uint8_t bytes[FAIR_SHARE];

    if (*s->share || getrandom(bytes, sizeof bytes, 0) != sizeof bytes)
        return;
    for (unsigned i = 0; i < sizeof bytes; i++)
        snprintf(s->share + 2 * i, 3, "%02x", bytes[i]);
}

void session_contribute(session *s)
{
    const json_t *seats = json_object_get(s->about, "seats");
    json_t *answer;

    if (s->seat >= TOB_SEATS || s->state != SESSION_WAITING || s->shared ||
        !s->following || is_true(json_array_get(seats, s->seat), "ready"))
        return;
    choose_share(s);
    answer = session_ask(s, json_pack("{s:s,s:s,s:s}", "do", "contribute", "table",
                                      s->table, "bytes", s->share));
    s->shared = answer != NULL; /* after a lost connection the same is sent again */
    if (answer && session_error(answer)) {
        tell(s, "The contribution was refused: %s.", session_error(answer));
        s->share[0] = '\0';
    }
    json_decref(answer);
}

void session_start_if_full(session *s)
{
    const json_t *seats = json_object_get(s->about, "seats");
    const char *why;

    if (s->state != SESSION_WAITING || s->tried == s->n)
        return;
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *one = json_array_get(seats, i);
        const bool person = *text_of(one, "name") != '\0';
        if (strcmp(text_of(one, "who"), "open") == 0 ||
            (person && !is_true(one, "ready")))
            return;
    }
    s->tried = s->n;
    why = session_do(s, json_pack("{s:s,s:s}", "do", "start", "table", s->table));
    if (why)
        tell(s, "The game does not begin: %s.", why);
}

/* ---- Playing ---- */

static bool refuse(rec_error *error, const json_t *answer)
{
    static char text[300];
    static char clause[8];
    const json_t *fault = json_object_get(answer, "error");
    const char *reason =
        answer ? session_error(answer)
               : "the connection was lost; the game shows whether the move was played";

    snprintf(text, sizeof text, "%s", reason);
    snprintf(clause, sizeof clause, "%s", text_of(fault, "clause"));
    *error = (rec_error){
        .text = text, .clause = clause, .word = (uint32_t)number_of(fault, "word")};
    snprintf(error->token, sizeof error->token, "%s", text_of(fault, "token"));
    return false;
}

bool session_move(session *s, const char *line, rec_error *error)
{
    const uint64_t until = host_now_ms(NULL) + ANSWER_MS;
    json_t *answer =
        session_ask(s, json_pack("{s:s,s:s,s:I,s:s}", "do", "move", "table", s->table,
                                 "after", (json_int_t)s->n, "line", line));
    const uint32_t n = (uint32_t)number_of(answer, "n");
    bool played = false;

    if (!answer || session_error(answer)) {
        refuse(error, answer);
    } else { /* the event itself, or its number, which then comes too */
        while (s->n < n && s->up && host_now_ms(NULL) < until)
            session_wait(s, STEP_MS);
        played = s->n >= n || refuse(error, NULL);
    }
    json_decref(answer);
    return played;
}

/* ---- After the end ---- */

static bool fetch(session *s, const char *what, host_text *text)
{
    static net_request r;
    char path[SESSION_ID_MAX + 40];
    bool good;

    snprintf(path, sizeof path, "/api/table/%s/%s", s->table, what);
    r = (net_request){.method = "GET", .path = path};
    snprintf(r.cookie, sizeof r.cookie, "%s", s->guest->cookie);
    good = net_ask(s->net, &r) && r.status == 200;
    *text = r.answer;
    return good;
}

/* Does the proof hold the commitment that we saw, and our contribution? */
static bool is_ours(const session *s, const char *proof)
{
    char commitment[100], share[100];

    snprintf(commitment, sizeof commitment, "\ncommitment %s\n", s->commitment);
    snprintf(share, sizeof share, "\nshare %u %s\n", s->seat + 1, s->share);
    return (!*s->commitment || strstr(proof, commitment)) &&
           (!*s->share || s->seat >= TOB_SEATS || strstr(proof, share));
}

static const char *check_proof(session *s)
{
    static char said[300];
    static tob_moves moves;
    host_text proof = {0};
    host_record record = {0};
    fair_verdict verdict;

    snprintf(said, sizeof said, "The proof of the cards cannot be fetched.");
    if (fetch(s, "proof", &proof) && proof.length) {
        rec_buffers buffers = {.text = host_need(malloc(REC_BYTES_MAX)),
                               .end = host_need(malloc(REC_LINES_MAX * sizeof(uint32_t))),
                               .text_room = REC_BYTES_MAX,
                               .line_room = REC_LINES_MAX};
        rec_hosted_init(&record.hosted, &record.reader, buffers);
        verdict = rec_proof_check(proof.bytes, proof.length, &record.hosted, &moves);
        if (verdict.line)
            snprintf(said, sizeof said,
                     "The cards were NOT fair: line %u of the proof: %s.", verdict.line,
                     verdict.text);
        else if (s->mismatch || !is_ours(s, proof.bytes))
            snprintf(said, sizeof said,
                     "The proof is sound, but not of the commitment and contribution "
                     "that this program saw.");
        else
            snprintf(said, sizeof said, "The cards were fair: %u draws checked.",
                     verdict.draws);
        host_record_clear(&record);
    }
    host_text_clear(&proof);
    return said;
}

static bool plays_bot(const session *s)
{
    return s->seat < TOB_SEATS && s->match->seat[s->seat];
}

static const char *settle(session *s)
{
    host_text record = {0};
    rec_error error;

    if (fetch(s, "record", &record) && record.length && s->has_game && !plays_bot(s)) {
        match_load(s->match, record.bytes, record.length, &error);
        s->has_game = rec_has_game(&s->match->record.reader);
    }
    host_text_clear(&record);
    return check_proof(s);
}
