/* Talk: a sequence of its own, of which the last messages are kept.
 *
 * A message is a value, "chat NUMBER": a line with its time, guest, seat (0: none),
 * whether it is apart, and name, then the text. Spectators who talk during the game are
 * apart: players read it when the game is over. Who mutes a guest no longer reads her.
 * "said" is the number of the last message, where that may be gone. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/core.h"

enum { BURST = 5, BURST_MS = 10 * SECOND_MS }; /* messages of a guest, in this time */

static void chat_key(char out[24], uint32_t number)
{
    snprintf(out, 24, "chat %u", number);
}

static void mute_key(char out[48], uint64_t guest, uint64_t other)
{
    snprintf(out, 48, "mute %016llx %016llx", (unsigned long long)guest,
             (unsigned long long)other);
}

void chat_free(tbl_table *t)
{
    for (unsigned i = 0; i < t->messages; i++)
        free(t->message[i].text);
    free(t->message);
    t->message = NULL;
    t->messages = 0;
}

/* Makes room for a message at its place by number and returns it. */
static message *chat_place(tbl_table *t, uint32_t number)
{
    unsigned at = t->messages;

    t->message = host_need(realloc(t->message, (t->messages + 1) * sizeof t->message[0]));
    while (at && t->message[at - 1].number > number) {
        t->message[at] = t->message[at - 1];
        at--;
    }
    t->messages++;
    t->message[at] = (message){.number = number};
    return &t->message[at];
}

static void chat_drop(tbl_table *t, unsigned at)
{
    char key[24];

    chat_key(key, t->message[at].number);
    value_remove(t, key);
    free(t->message[at].text);
    memmove(t->message + at, t->message + at + 1,
            (--t->messages - at) * sizeof t->message[0]);
}

bool chat_read(tbl_table *t, uint32_t number, cursor *c)
{
    message m = {.number = number};
    span name;
    size_t length;

    m.at = read_number(c, UINT64_MAX);
    m.guest = read_id(c);
    m.seat = (uint8_t)(read_number(c, TOB_SEATS) - 1); /* 0 becomes TBL_NO_SEAT */
    m.apart = read_number(c, 1);
    name = read_rest(c);
    length = (size_t)(c->end - c->at);
    if (c->bad || name.length > TBL_NAME_MAX || !rec_is_utf8(name.text, name.length) ||
        length > TBL_CHAT_MAX || !text_is_good(c->at, length) ||
        t->messages >= TBL_CHAT_KEPT)
        return false;
    for (unsigned i = 0; i < t->messages; i++)
        if (t->message[i].number == number)
            return false;
    memcpy(m.name, name.text, name.length);
    m.text = host_need(malloc(length + 1));
    memcpy(m.text, c->at, length);
    m.text[length] = '\0';
    *chat_place(t, number) = m;
    t->said = number > t->said ? number : t->said;
    return true;
}

/* How long a guest who has said much lately has to wait. */
static uint32_t wait_ms(const tbl_table *t, uint64_t guest, uint64_t now)
{
    unsigned recent = 0;

    for (unsigned i = t->messages; i-- > 0;) {
        const message *m = &t->message[i];
        if (m->guest == guest && m->said_ms && now < m->said_ms + BURST_MS &&
            ++recent == BURST)
            return (uint32_t)(m->said_ms + BURST_MS - now);
    }
    return 0;
}

static void store(tbl_table *t, const message *m)
{
    host_text *draft = &t->draft;
    char key[24];

    draft->length = 0;
    put_number(draft, m->at);
    put_text(draft, " ");
    put_id(draft, m->guest);
    put_text(draft, " ");
    put_number(draft, m->seat == TBL_NO_SEAT ? 0 : m->seat + 1u);
    put_text(draft, m->apart ? " 1 " : " 0 ");
    put_text(draft, m->name);
    put_text(draft, "\n");
    put_text(draft, m->text);
    chat_key(key, m->number);
    value_set(t, key, draft->bytes, draft->length);
}

tbl_answer tbl_say(tbl_table *t, uint64_t guest, const char *name, const char *text,
                   size_t length)
{
    const uint64_t now = t->env.now_ms(t->env.context);
    const unsigned seat = tbl_seat_of_guest(t, guest);
    message *m;

    if (!guest || !name_is_good(name))
        return answer_no(t, TBL_BAD, "bad_name",
                         "A name has 1 to 64 bytes and no control characters.");
    if (t->state == TBL_CLOSED)
        return answer_no(t, TBL_FORBIDDEN, "closed", "The table is closed.");
    if (length == 0 || length > TBL_CHAT_MAX || !text_is_good(text, length) ||
        !tbl_text_is_seen(text, length))
        return answer_no(t, TBL_BAD, "bad_text",
                         "A message has 1 to 500 bytes of plain text.");
    if (wait_ms(t, guest, now)) {
        tbl_answer often =
            answer_no(t, TBL_OFTEN, "too_fast", "Slowly: wait a few seconds.");
        often.retry_ms = wait_ms(t, guest, now);
        return often;
    }
    if (t->said == UINT32_MAX)
        return answer_no(t, TBL_FULL, "too_much", "Enough has been said here.");
    if (t->messages == TBL_CHAT_KEPT)
        chat_drop(t, 0);
    m = chat_place(t, ++t->said);
    m->at = t->env.wall_ms(t->env.context);
    m->said_ms = now ? now : 1;
    m->guest = guest;
    m->seat = (uint8_t)seat;
    m->apart = seat == TBL_NO_SEAT && t->state == TBL_PLAYING;
    memcpy(m->name, name, strlen(name) + 1);
    m->text = host_need(malloc(length + 1));
    memcpy(m->text, text, length);
    m->text[length] = '\0';
    store(t, m);
    return answer_done(t);
}

uint32_t tbl_chat_count(const tbl_table *t)
{
    return t->said;
}

static mute *find_mute(const tbl_table *t, uint64_t guest, uint64_t other)
{
    for (unsigned i = 0; i < t->mutes; i++)
        if (t->mute[i].guest == guest && t->mute[i].other == other)
            return &t->mute[i];
    return NULL;
}

tbl_answer tbl_mute(tbl_table *t, uint64_t guest, uint64_t other, bool muted)
{
    mute *found = find_mute(t, guest, other);
    char key[48];

    if (!guest || !other || guest == other)
        return answer_no(t, TBL_BAD, "bad_guest", "There is no such guest to mute.");
    if (muted && !found && t->mutes == MUTES_MAX)
        return answer_no(t, TBL_FULL, "too_many", "Too many guests are muted here.");
    if (muted == (found != NULL))
        return answer_done(t);
    mute_key(key, guest, other);
    if (muted) {
        t->mute = host_need(realloc(t->mute, (t->mutes + 1) * sizeof t->mute[0]));
        t->mute[t->mutes++] = (mute){guest, other};
        value_set(t, key, "", 0);
    } else {
        *found = t->mute[--t->mutes];
        value_remove(t, key);
    }
    return answer_done(t);
}

/* Numbers are never given twice, so the last one is kept even without its message. */
void chat_forget(tbl_table *t, uint64_t guest)
{
    const unsigned before = t->messages;
    char key[48];

    for (unsigned i = t->messages; i-- > 0;)
        if (!guest || t->message[i].guest == guest)
            chat_drop(t, i);
    for (unsigned i = t->mutes; i-- > 0;) {
        const mute m = t->mute[i];
        if (guest && m.guest != guest && m.other != guest)
            continue;
        mute_key(key, m.guest, m.other);
        value_remove(t, key);
        t->mute[i] = t->mute[--t->mutes];
    }
    if (t->messages == before)
        return;
    snprintf(key, sizeof key, "%u", t->said);
    value_set(t, "said", key, strlen(key));
}

const message *chat_find(const tbl_table *t, uint32_t number)
{
    for (unsigned i = t->messages; i-- > 0;)
        if (t->message[i].number == number)
            return &t->message[i];
    return NULL;
}

/* Is the message kept from this guest while the game goes on? */
static bool is_kept_from(const tbl_table *t, const message *m, uint64_t guest)
{
    return m->apart && m->guest != guest && tbl_seat_of_guest(t, guest) != TBL_NO_SEAT;
}

bool tbl_may_read(const tbl_table *t, uint64_t guest, uint32_t number)
{
    const message *const m = chat_find(t, number);

    return m && (t->state != TBL_PLAYING || !is_kept_from(t, m, guest)) &&
           (m->guest == guest || !find_mute(t, guest, m->guest));
}

bool tbl_reads_at_last(const tbl_table *t, uint64_t guest, uint32_t number)
{
    const message *const m = chat_find(t, number);

    return m && t->state > TBL_PLAYING && is_kept_from(t, m, guest) &&
           tbl_may_read(t, guest, number);
}

uint32_t tbl_chat_first(const tbl_table *t)
{
    return t->messages ? t->message[0].number : t->said + 1;
}
