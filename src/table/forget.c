/* What a table no longer holds: a guest who was deleted, and talk of long ago.
 *
 * Events are never changed but for this. A guest's name stands in lines "seat" of events
 * about seats and in the line "players" of the record, her id among the devices of a
 * seat and as who made the table. In their place come the colour of the seat and an id
 * that is nobody's. Numbers, times and lines stay as they are, so that the game, its
 * clocks and the proof of its draws do, too. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "table/core.h"

enum { ID_DIGITS = 16 };

/* ---- Values ---- */

void tbl_forget_values(tbl_table *t, uint64_t guest)
{
    for (unsigned seat = 0; seat < t->settings.players; seat++)
        if (!guest || t->seat[seat].device[0] == guest)
            private_clear(t, seat);
    if (!guest)
        value_remove(t, "clock");
    chat_forget(t, guest);
}

/* ---- Events ---- */

typedef struct rewriting {
    char id[ID_DIGITS + 1], nobody[ID_DIGITS + 1];
    bool hers[TOB_SEATS]; /* her seats after the last event about seats */
    unsigned seat;        /* of the next line "seat" */
    bool found;           /* something was changed */
    host_text out;
} rewriting;

static bool begins(span line, const char *word)
{
    const size_t length = strlen(word);

    return line.length >= length && memcmp(line.text, word, length) == 0;
}

/* Appends a word in which her id, if it is there, is nobody's. */
static void put_ids(rewriting *r, span word)
{
    for (size_t at = 0; at < word.length;) {
        const bool same = word.length - at >= ID_DIGITS &&
                          memcmp(word.text + at, r->id, ID_DIGITS) == 0;
        put_bytes(&r->out, same ? r->nobody : word.text + at, same ? ID_DIGITS : 1);
        at += same ? ID_DIGITS : 1;
        r->found |= same;
    }
}

/* "seat WHO LEVEL LINK MARKS SHARE DEVICES NAME" */
static void put_seat(rewriting *r, span line)
{
    enum { BEFORE = 6 };
    cursor c = {line.text, line.text + line.length, false};
    span word;

    for (unsigned i = 0; i < BEFORE; i++) {
        word = read_word(&c);
        put_bytes(&r->out, word.text, word.length);
        put_text(&r->out, " ");
    }
    word = read_word(&c);
    r->hers[r->seat % TOB_SEATS] =
        word.length >= ID_DIGITS && memcmp(word.text, r->id, ID_DIGITS) == 0;
    put_ids(r, word);
    put_text(&r->out, " ");
    if (r->hers[r->seat % TOB_SEATS])
        put_text(&r->out, name_of_colour(r->seat % TOB_SEATS));
    else
        put_bytes(&r->out, c.at, (size_t)(c.end - c.at));
    r->seat++;
}

/* "players A B": her word becomes her colour, or what is free beside it. */
static void put_players(rewriting *r, span line)
{
    char name[TOB_SEATS][REC_NAME_MAX + 1] = {{0}};
    cursor c = {line.text, line.text + line.length, false};
    unsigned count = 0;

    read_word(&c);
    while (count < TOB_SEATS && !c.bad && c.at < c.end) {
        const span word = read_word(&c);
        snprintf(name[count++], sizeof name[0], "%.*s", (int)word.length, word.text);
    }
    put_text(&r->out, "players");
    for (unsigned i = 0; i < count; i++) {
        const char *const colour = name_of_colour(i);
        if (r->hers[i]) {
            name[i][0] = '\0';
            snprintf(name[i], sizeof name[i], "%s", colour);
            for (unsigned k = 0, next = 2; k < count; k++)
                if (k != i && strcmp(name[k], name[i]) == 0) {
                    snprintf(name[i], sizeof name[i], "%s-%u", colour, next++);
                    k = UINT32_MAX; /* look again */
                }
            r->found = true;
        }
        put_text(&r->out, " ");
        put_text(&r->out, name[i]);
    }
}

static void put_line(rewriting *r, tbl_kind kind, span line)
{
    if (kind == TBL_EVENT_SEATS && begins(line, "seat "))
        put_seat(r, line);
    else if (kind == TBL_EVENT_SEATS && begins(line, "table "))
        put_ids(r, line);
    else if (kind == TBL_EVENT_START && begins(line, "players "))
        put_players(r, line);
    else
        put_bytes(&r->out, line.text, line.length);
    put_text(&r->out, "\n");
}

bool tbl_without(const tbl_table *t, uint64_t guest, uint64_t nobody, host_text *out,
                 size_t *end)
{
    rewriting r = {.out = *out};

    snprintf(r.id, sizeof r.id, "%016llx", (unsigned long long)guest);
    snprintf(r.nobody, sizeof r.nobody, "%016llx", (unsigned long long)nobody);
    for (uint32_t number = 1; number <= t->count; number++) {
        cursor c;
        const tbl_kind kind = event_open(t, number, &c).kind;
        size_t length;
        const char *text = tbl_event(t, number, &length);
        c = (cursor){text, text + length, false};
        r.seat = 0;
        if (kind == TBL_EVENT_SEATS || kind == TBL_EVENT_START)
            while (!c.bad && c.at < c.end)
                put_line(&r, kind, read_rest(&c));
        else
            put_bytes(&r.out, text, length);
        end[number - 1] = r.out.length;
    }
    *out = r.out;
    return r.found;
}

/* ---- Who is here ---- */

/* The ids in a line about seats: of the devices, or of who made the table. */
static void tell_ids(span line, void (*on_guest)(void *context, uint64_t guest),
                     void *context)
{
    enum { BEFORE_DEVICES = 6, BEFORE_HOST = 7 };
    const bool seat = begins(line, "seat ");
    cursor c = {line.text, line.text + line.length, false};
    span word;

    if (!seat && !begins(line, "table "))
        return;
    for (unsigned i = 0; i < (seat ? BEFORE_DEVICES : BEFORE_HOST); i++)
        read_word(&c);
    word = read_word(&c);
    for (size_t at = 0; at + ID_DIGITS <= word.length; at += ID_DIGITS + 1) {
        cursor id = {word.text + at, word.text + at + ID_DIGITS, false};
        const uint64_t guest = read_id(&id);
        if (!id.bad && guest)
            on_guest(context, guest);
    }
}

void tbl_guests(const tbl_table *t, void (*on_guest)(void *context, uint64_t guest),
                void *context)
{
    for (uint32_t number = 1; number <= t->count; number++) {
        cursor c;
        if (event_open(t, number, &c).kind != TBL_EVENT_SEATS)
            continue;
        while (!c.bad && c.at < c.end)
            tell_ids(read_rest(&c), on_guest, context);
    }
    for (unsigned i = 0; i < t->messages; i++)
        on_guest(context, t->message[i].guest);
    for (unsigned i = 0; i < t->mutes; i++)
        on_guest(context, t->mute[i].guest);
}
