/* A table: people, bots and programs around one game, as a machine without a network.
 *
 * A table is its events, as a game is its record: numbered from 1 on, only ever added to,
 * each a text. Its state is what folding them yields, so a table read back from the store
 * is the same table. What is private to one seat (standing answers, notes) has no number:
 * it lies in values beside the events.
 *
 * Inputs are calls: a guest's act, a bot's answer, the passing of time. A call checks
 * everything first; if it is refused, nothing has changed. If not, it may add events and
 * change values, which the caller finds by comparing tbl_event_count and tbl_dirty before
 * and after, makes durable, and only then shows to anyone. If that fails, the caller
 * frees the table and reads it again.
 *
 * Nothing here reads a clock, draws a random number or touches a disk: tbl_env brings
 * them. The full game never leaves this room except by tbl_record (a viewer's), tbl_proof
 * (after the end) and tbl_full_record (the admin's). A reason against a line is worked
 * out from the sender's view (H2).
 *
 * One thread at a time uses a table. */
#ifndef TOBAGO_TABLE_TABLE_H
#define TOBAGO_TABLE_TABLE_H

#include "host/text.h"
#include "tobago/bot.h"
#include "tobago/fair.h"
#include "tobago/hosted.h"

enum {
    TBL_NAME_MAX = 64,    /* bytes of a person's name, blanks and all */
    TBL_DEVICES = 8,      /* guests who hold one seat: its owner and her other devices */
    TBL_CHAT_MAX = 500,   /* bytes of a message */
    TBL_CHAT_KEPT = 200,  /* messages of a table */
    TBL_NOTES_MAX = 4000, /* bytes of a seat's notes */
    TBL_AWAY_MAX = 30,    /* away days of a seat in a game */
    TBL_DATE_MAX = 11,    /* "2026-12-24" and its end */
    TBL_NO_SEAT = 0xff,
    TBL_RANDOM_ISLAND = 0xff,
};

/* What a table needs from the world. 'now_ms' only goes forward, and all waiting is
 * measured by it; 'wall_ms' is for people to read, and for deadlines of days across
 * restarts. */
typedef struct tbl_env {
    uint64_t (*now_ms)(void *context);
    uint64_t (*wall_ms)(void *context);
    void (*random)(void *context, uint8_t *bytes, size_t length);
    void *context;
} tbl_env;

/* ---- Settings ---- */

typedef enum tbl_clock_kind {
    TBL_CLOCK_NONE,
    TBL_CLOCK_LIVE,
    TBL_CLOCK_DAYS
} tbl_clock_kind;

typedef struct tbl_clock {
    tbl_clock_kind kind;
    uint32_t minutes;     /* live: each person's time at the start */
    uint32_t increment_s; /* live: added after each of her turns */
    uint32_t days;        /* days: for a turn */
    uint32_t offer_h;     /* days: hours for an answer to an offer; 0: a sensible part */
    uint32_t away_days;   /* days: on which each player's clock may stand (days.c) */
    bool weekends;        /* days: Saturday and Sunday (UTC) count too */
    ai_level stand_in;    /* the level that plays on for someone out of time */
} tbl_clock;

typedef enum tbl_who {
    TBL_OPEN, /* waits for someone */
    TBL_PERSON,
    TBL_LEVEL,   /* one of ours */
    TBL_PROGRAM, /* someone else's bot, over the network */
} tbl_who;

/* Standing answers to offers, which the server gives for a seat. */
typedef struct tbl_standing {
    uint8_t claim_from; /* claim cards of at least so many coins; 0: no such rule */
    bool claim_all;
    bool pass_below;    /* pass cards below claim_from */
    bool pass_if_curse; /* pass while a curse may come, before the rules above */
} tbl_standing;

/* A seat as everybody may see it, but for 'device'. */
typedef struct tbl_seat {
    tbl_who who;
    ai_level level;
    char name[TBL_NAME_MAX + 1];  /* of a person or a program */
    uint64_t device[TBL_DEVICES]; /* guests; the first is the owner; 0: none */
    uint32_t link;                /* the number of its secret link: one more revokes it */
    bool shared;                  /* the client has contributed (fair.h) */
    bool stood_in;                /* out of time: a bot plays until she is back */
    bool resigned;                /* a bot plays for good, and the seat is ranked last */
    bool offered;                 /* a new person may take it (substitution) */
    tbl_standing usual;           /* standing answers that a person begins with here */
    unsigned here;                /* connections now; not part of the events */
} tbl_seat;

typedef struct tbl_settings {
    tbl_clock clock;
    uint8_t players; /* 2 to 4 */
    uint8_t options; /* TOB_OPTION_... */
    uint8_t island;  /* or TBL_RANDOM_ISLAND: drawn at the start */
    bool open;       /* anyone may join; otherwise by invitation */
    bool watchable;  /* anyone may watch; otherwise those with the invitation */
    uint32_t invite; /* the number of its invitation link */
} tbl_settings;

typedef enum tbl_state { TBL_WAITING, TBL_PLAYING, TBL_OVER, TBL_CLOSED } tbl_state;

/* ---- Events ---- */

typedef enum tbl_kind {
    TBL_EVENT_SEATS,   /* the table was made, or its seats or settings changed */
    TBL_EVENT_START,   /* the record begins: header and nature's first lines */
    TBL_EVENT_LINES,   /* a seat's line and nature's lines after it */
    TBL_EVENT_UNDO,    /* the record was cut */
    TBL_EVENT_PATCH,   /* the same, by the admin */
    TBL_EVENT_CLOCK,   /* paused, resumed, more time, out of time, back, away days */
    TBL_EVENT_CONSENT, /* proposed, answered, agreed, declined, lapsed */
    TBL_EVENT_END,
    TBL_EVENT_COUNT,
} tbl_kind;

/* Who made the lines of an event. */
typedef enum tbl_by {
    TBL_BY_PERSON,
    TBL_BY_BOT,
    TBL_BY_STANDING,
    TBL_BY_STAND_IN
} tbl_by;

/* ---- Answers ---- */

typedef enum tbl_code {
    TBL_DONE,
    TBL_REPEATED,  /* this very move is event 'event' already */
    TBL_STALE,     /* the table has gone on: its last event is 'event' */
    TBL_REFUSED,   /* by a rule of the game: 'error' says which */
    TBL_FORBIDDEN, /* not this guest, not now: 'text' says why */
    TBL_FULL,      /* no room: of seats, devices, messages */
    TBL_OFTEN,     /* too often: 'retry_ms' says when it may work again, if time helps */
    TBL_BAD,       /* the input makes no sense: 'text' says why */
} tbl_code;

typedef struct tbl_answer {
    tbl_code code;
    const char *name;  /* of the refusal, for translations: "not_your_turn"; NULL for a
                          rule of the game, whose name is that of its reason */
    const char *text;  /* a sentence; NULL unless refused */
    rec_error error;   /* TBL_REFUSED */
    uint32_t event;    /* the last event, or the one that answers a repeated move */
    uint32_t retry_ms; /* TBL_OFTEN */
} tbl_answer;

/* ---- Beginning and end ---- */

typedef struct tbl_table tbl_table;

/* Makes a table, with its first event. Seats beyond 'players' are ignored; a person among
 * them is the creator and sits in the first seat that says TBL_PERSON. NULL if the
 * settings make no sense: *answer says why. */
tbl_table *tbl_new(const tbl_env *env, const tbl_settings *settings,
                   const tbl_seat seats[TOB_SEATS], uint64_t creator, const char *name,
                   tbl_answer *answer);

/* Begins to read a table back: feed all events in order, then all values, then call
 * tbl_read_done. False at an event or value that makes no sense: the table is damaged,
 * 'why' says where, and it can only be freed. A clock of days goes on from the last
 * event, a live one from what tbl_keep_clock has kept since, or as of that event; a table
 * whose rules are gone (tob_rules_id) can be read and not played. */
tbl_table *tbl_read(const tbl_env *env);
bool tbl_read_event(tbl_table *t, uint32_t number, const char *text, size_t length);
bool tbl_read_value(tbl_table *t, const char *key, const char *text, size_t length);
bool tbl_read_done(tbl_table *t, const char **why);
void tbl_free(tbl_table *t);

/* ---- What has to be stored ---- */

uint32_t tbl_event_count(const tbl_table *t);
const char *tbl_event(const tbl_table *t, uint32_t number, size_t *length);

/* A value that changed since it was last asked for, or NULL; removed if *text is NULL.
 * The pointers last until the next call that changes the table. */
const char *tbl_dirty(tbl_table *t, const char **text, size_t *length);

/* ---- Looking ---- */

tbl_state tbl_state_of(const tbl_table *t);
const tbl_settings *tbl_settings_of(const tbl_table *t);
const tbl_seat *tbl_seat_of(const tbl_table *t, unsigned seat);

/* The seat that a guest holds, or TBL_NO_SEAT; who made the table may change it. */
unsigned tbl_seat_of_guest(const tbl_table *t, uint64_t guest);
uint64_t tbl_host(const tbl_table *t);

/* The viewer that a guest is: her seat's, or a spectator. */
tob_viewer tbl_viewer_of(const tbl_table *t, uint64_t guest);

/* Did the game begin under rules that this program no longer has? It can be read only. */
bool tbl_is_foreign(const tbl_table *t);

/* The seat whose decision the game waits for; TOB_NATURE never, TOB_NOBODY if there is
 * none. */
unsigned tbl_to_move(const tbl_table *t);

/* Does the game wait for a person, or a program, whom no bot and no standing answer
 * spares the decision? TBL_NO_SEAT, or her seat; *offer says that she answers one. */
unsigned tbl_waits_for(const tbl_table *t, bool *offer);

/* The record as a viewer may know it, appended; in full for anyone once the game is over.
 */
void tbl_record(const tbl_table *t, tob_viewer viewer, host_text *out);

/* The whole record, hidden cards and all, for whoever runs the server and nobody else:
 * who calls this says so in the audit log. */
void tbl_full_record(const tbl_table *t, host_text *out);

/* The proof (fair.h), appended; false while the game goes on. */
bool tbl_proof(const tbl_table *t, host_text *out);

/* ---- JSON for the wire (docs/protocol.md), appended ---- */

/* The description of a table: {"id":...} with what everyone may see. */
void tbl_table_json(const tbl_table *t, const char *id, host_text *out);

/* The fields of an event as a viewer may see it, without braces: "n":17,"kind":"lines",
 * ... With 'now' also those that are true after the last event: "to_move", "clock", and
 * for the viewer who decides "legal". */
void tbl_event_json(const tbl_table *t, uint32_t number, tob_viewer viewer, bool now,
                    host_text *out);

/* The clocks as they are now: "clock":{...} */
void tbl_clock_json(const tbl_table *t, host_text *out);

/* What is private to a guest's seat, without braces: "standing":{...},"notes":...,
 * "muted":[...]; nothing if she has none. */
void tbl_private_json(const tbl_table *t, uint64_t guest, host_text *out);

/* All that a viewer needs to begin with, without braces: table, record, last event,
 * commitment, clock, open proposal, legal lines, and for a seat what is private to it. */
void tbl_snapshot_json(const tbl_table *t, const char *id, uint64_t guest,
                       host_text *out);

/* Messages after a number that this guest may read, as a JSON array, and earlier ones
 * that she reads at last (tbl_reads_at_last). A guest is written as 16 hexadecimal
 * digits. */
void tbl_chat_json(const tbl_table *t, uint64_t guest, uint32_t after, host_text *out);

/* One message that is kept; the first that is, and the last that was said. */
void tbl_message_json(const tbl_table *t, uint32_t message, host_text *out);
uint32_t tbl_chat_first(const tbl_table *t);
uint32_t tbl_chat_count(const tbl_table *t);

/* May this guest read that message? Spectators' talk is apart until the end, and who is
 * muted is not heard. */
bool tbl_may_read(const tbl_table *t, uint64_t guest, uint32_t message);

/* Is this a spectator's message that a player could not read while the game went on, and
 * may read now? */
bool tbl_reads_at_last(const tbl_table *t, uint64_t guest, uint32_t message);

/* ---- Before the start ---- */

tbl_answer tbl_join(tbl_table *t, uint64_t guest, const char *name, unsigned seat,
                    bool program); /* TBL_NO_SEAT: the first that is free */
tbl_answer tbl_leave(tbl_table *t, uint64_t guest);
tbl_answer tbl_kick(tbl_table *t, uint64_t guest, unsigned seat);
tbl_answer tbl_order(tbl_table *t, uint64_t guest, const uint8_t order[TOB_SEATS]);
tbl_answer tbl_fill(tbl_table *t, uint64_t guest, unsigned seat, ai_level level);
tbl_answer tbl_set_usual(tbl_table *t, uint64_t guest, unsigned seat,
                         const tbl_standing *standing);
tbl_answer tbl_contribute(tbl_table *t, uint64_t guest, const uint8_t share[FAIR_SHARE]);
tbl_answer tbl_start(tbl_table *t, uint64_t guest);

/* Another device holds the seat too (its link was opened there), or all but the owner's
 * lose it and the link changes. */
tbl_answer tbl_add_device(tbl_table *t, unsigned seat, uint64_t guest);
tbl_answer tbl_revoke_seat(tbl_table *t, uint64_t guest);
tbl_answer tbl_revoke_invite(tbl_table *t, uint64_t guest);

/* A table after this one: the same people and settings, seats rotated by one. The caller
 * keeps both; this one gets an event that names the other. */
tbl_table *tbl_rematch(tbl_table *t, uint64_t guest, const char *id, tbl_answer *answer);

/* ---- Play ---- */

tbl_answer tbl_move(tbl_table *t, uint64_t guest, uint32_t after, const char *line,
                    size_t length);

/* Takes the record back to this many lines: at once where that is free, otherwise as a
 * proposal. */
tbl_answer tbl_undo(tbl_table *t, uint64_t guest, uint32_t after, uint32_t lines);
tbl_answer tbl_propose_pause(tbl_table *t, uint64_t guest, uint32_t after);
tbl_answer tbl_propose_time(tbl_table *t, uint64_t guest, uint32_t after, unsigned seat,
                            uint32_t seconds);
tbl_answer tbl_propose_seat(tbl_table *t, uint64_t guest, uint32_t after, unsigned seat);
tbl_answer tbl_consent(tbl_table *t, uint64_t guest, uint32_t proposal, bool yes);
tbl_answer tbl_resume(tbl_table *t, uint64_t guest);

/* Names the days, since 1970 and in order, on which the guest's clock stands: all of
 * them, instead of those that were named before and have not begun. */
tbl_answer tbl_set_away(tbl_table *t, uint64_t guest, const uint32_t *day,
                        unsigned count);
bool tbl_day_read(const char *text, size_t length, uint32_t *day); /* "2026-12-24" */

tbl_answer tbl_resign(tbl_table *t, uint64_t guest);
tbl_answer tbl_end_as_won(tbl_table *t, uint64_t guest);
tbl_answer tbl_close(tbl_table *t, const char *why); /* expired, or by the admin */
tbl_answer tbl_patch(tbl_table *t, uint32_t lines, const char *why);

/* Standing answers to offers, private to the seat. */
tbl_answer tbl_set_standing(tbl_table *t, uint64_t guest, const tbl_standing *standing);
tbl_answer tbl_set_notes(tbl_table *t, uint64_t guest, const char *text, size_t length);

/* ---- Talk ---- */

/* Has a text (UTF-8) no character that is not seen or turns the direction of writing?
 * New messages and names must not; of what is stored already nothing is asked. A name is
 * not made of blanks of any kind alone. */
bool tbl_text_is_seen(const char *text, size_t length);
bool tbl_name_is_seen(const char *name, size_t length);

tbl_answer tbl_say(tbl_table *t, uint64_t guest, const char *name, const char *text,
                   size_t length);
tbl_answer tbl_mute(tbl_table *t, uint64_t guest, uint64_t other, bool muted);

/* ---- Forgetting ---- */

/* Drops what is a guest's own beside the events: notes and standing answers of her seat,
 * what she said, whom she muted and who muted her. 0: everybody's. */
void tbl_forget_values(tbl_table *t, uint64_t guest);

/* Appends all events as they are without a guest: 'nobody' in the place of her id, the
 * colour of her seat in that of her name. end[i] is where event i + 1 ends. False if she
 * is in none of them. */
bool tbl_without(const tbl_table *t, uint64_t guest, uint64_t nobody, host_text *out,
                 size_t *end);

/* Calls for every guest of whom the table holds something; for some more than once. */
void tbl_guests(const tbl_table *t, void (*on_guest)(void *context, uint64_t guest),
                void *context);

/* What is a guest's own at this table, without braces: her seat, whether she made the
 * table, her notes, her messages, the record as she may know it. */
void tbl_own_json(const tbl_table *t, uint64_t guest, host_text *out);

/* The wall clock of the last event. */
uint64_t tbl_at(const tbl_table *t);

/* ---- Presence and time ---- */

/* A guest's connection to this table came or went. */
void tbl_presence(tbl_table *t, uint64_t guest, bool here);

/* Who is absent has no connection at all, to this table or elsewhere, of which only the
 * caller knows: whether someone who holds the seat is connected, or until when. To be
 * told of every seat before people propose, undo or join, and of that of tbl_clock_alone
 * whenever it changes: until it is told otherwise, the table takes one who does not
 * follow it for disconnected. One who is here keeps a seat that is offered, which is an
 * event. */
void tbl_seen(tbl_table *t, unsigned seat, bool here, uint64_t until_ms);

/* Does someone decide whose live clock counts? How far is known to this process alone, so
 * the table stays in memory. It may stand for a while: her connection is lost. */
bool tbl_clock_is_live(const tbl_table *t);
bool tbl_clock_stands(const tbl_table *t);

/* The seat whose live clock counts and that nobody who holds it follows, or TBL_NO_SEAT:
 * whether she is connected at all, which tbl_seen tells, decides whether it stands. */
unsigned tbl_clock_alone(const tbl_table *t);

/* Makes what a live clock has run since the last event a value, before a shutdown. */
void tbl_keep_clock(tbl_table *t);

/* When something will happen by itself, in now_ms; UINT64_MAX: never. */
uint64_t tbl_due(const tbl_table *t);
void tbl_tick(tbl_table *t);

/* ---- Bots ---- */

/* A question that a bot of ours has to answer. The move is played when its pace is due,
 * which depends on public facts alone, and not before the answer is there. */
typedef struct tbl_question {
    uint32_t event; /* after which it is asked */
    unsigned seat;
    ai_level level;
    uint64_t seed;
    tob_game view;
    tob_board board;
} tbl_question;

/* Is a bot's answer wanted that has not been asked for yet? Fills in the question once
 * for each decision. */
bool tbl_ask_bot(tbl_table *t, tbl_question *question);

/* Gives the answer; one that is no longer wanted is ignored. */
void tbl_bot_answer(tbl_table *t, uint32_t event, tob_move move);

#endif
