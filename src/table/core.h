/* The inside of a table, for the files of this room.
 *
 * Everything in tbl_table comes from folding events (fold.c), from values, or belongs to
 * this process alone: connections, the time since the last event, bots' answers. Code
 * that changes a table writes an event with draft_begin and the put functions and ends it
 * with draft_done, which folds it in; nothing else touches what the fold owns. */
#ifndef TOBAGO_TABLE_CORE_H
#define TOBAGO_TABLE_CORE_H

#include "host/record.h"
#include "table/table.h"

enum {
    SECOND_MS = 1000,
    MINUTE_MS = 60 * SECOND_MS,
    HOUR_MS = 60 * MINUTE_MS,
    LEAST_MS = 30 * SECOND_MS, /* for a decision of someone who was out of time */
    GRACE_MS = MINUTE_MS,      /* a lost connection stops a clock so long in a game */
    PROPOSAL_MS = MINUTE_MS,   /* no answer by then is a no */
    ABSENT_MS = MINUTE_MS,     /* without a connection for so long: agrees to all */
    OFFER_MS = 10 * MINUTE_MS, /* and for so long: her seat may be offered. A minute is
                                  a train in a tunnel, and a seat once lost stays lost */
    EVENTS_SPARE = 5000,       /* events that are no moves; a bound against floods */
    SEAT_SPARE = 1000,         /* of these a seat, and so who made the table: nobody */
                               /* uses up the room of the others */
    JOINS_MAX = 10,            /* how often a guest sits down at a table */
    UNDOS_MAX = 30,            /* of a seat in a row, with other people at the table */
    REVOKES_MAX = 30,          /* of an owner's seat link; beside EVENTS_SPARE, so that */
    INVITES_MAX = 200,         /* nobody can use up the room for them; of invitations */
    NEXT_MAX = 24,             /* bytes of another table's id */
    MUTES_MAX = 256,           /* at one table */
    WHY_MAX = 200,
};

#define DAY_MS (24 * (uint64_t)HOUR_MS)

/* ---- Parts ---- */

typedef enum proposal_kind {
    PROPOSE_NONE,
    PROPOSE_UNDO,
    PROPOSE_PAUSE,
    PROPOSE_TIME,
    PROPOSE_SEAT,
    PROPOSE_COUNT,
} proposal_kind;

typedef struct proposal {
    proposal_kind kind; /* PROPOSE_NONE: nothing is proposed */
    uint32_t id;        /* the number of the event that asked */
    uint8_t seat;       /* who proposes */
    uint8_t need;       /* the seats that are asked, as bits */
    uint8_t yes;        /* those that have agreed */
    uint8_t target;     /* of time and seat */
    uint32_t amount;    /* lines of an undo, seconds of time */
} proposal;

/* What the fold notes of a line of the record, so that undo need not replay it. */
typedef struct line_note {
    uint8_t maker;  /* a seat, or TOB_NATURE; TOB_NOBODY for the header */
    bool shown;     /* it showed someone something new */
    bool seat_next; /* a seat decides after it */
} line_note;

typedef struct message {
    uint32_t number;
    uint64_t at, guest;
    uint64_t said_ms; /* now_ms, for the rate; 0 after reading */
    uint8_t seat;     /* TBL_NO_SEAT: a spectator */
    bool apart;       /* a spectator's, said during the game */
    char name[TBL_NAME_MAX + 1];
    char *text; /* owned */
} message;

typedef struct mute {
    uint64_t guest, other;
} mute;

typedef struct kept_value {
    char *key, *text; /* owned; text NULL: removed */
    size_t length;
} kept_value;

/* The days on which a seat's clock stands: since 1970 by UTC, in order. */
typedef struct away_days {
    uint32_t count, day[TBL_AWAY_MAX];
} away_days;

typedef struct visitor {
    uint64_t guest;
    unsigned connections;
} visitor;

struct tbl_table {
    tbl_env env;

    /* The events, one after the other, and where each begins. */
    host_text log;
    uint32_t *start;
    uint32_t count, room;
    uint32_t spare;                   /* events so far that are no moves */
    uint32_t spare_of[TOB_SEATS + 1]; /* of these, by whom; the last: who made it */
    host_text draft;

    /* What they fold to. */
    tbl_settings settings;
    tbl_seat seat[TOB_SEATS];
    uint64_t host;
    tbl_state state;
    uint64_t rules;
    bool foreign; /* made by other rules: there is no game, only text */
    fair_source source;
    fair_key key; /* of the source, once the game has begun */
    bool has_secret;
    uint8_t commitment[FAIR_HASH];
    char next[NEXT_MAX + 1]; /* the rematch */
    host_record record;
    line_note *note;
    uint32_t note_room;
    uint32_t lines;        /* of the record; counted also without a game */
    uint32_t record_event; /* the last event that changed the record */
    uint32_t ahead;        /* lines of the event being folded that were fed already */
    uint8_t mover;         /* the seat that decides, or TOB_NOBODY */
    uint8_t turn;          /* whose turn it is; TOB_NOBODY during the set-up */
    bool offer;            /* the decision is an answer to an offer */
    uint8_t began;         /* seats that were people's at the start, as bits */
    uint8_t stayed;        /* of these, seats that still have the same owner */
    uint64_t at;           /* wall clock of the last event */
    uint64_t left_ms[TOB_SEATS]; /* live clocks */
    uint64_t away_ms[TOB_SEATS]; /* used of GRACE_MS */
    bool late[TOB_SEATS];        /* was out of time, and gets LEAST_MS a decision */
    uint64_t day_left_ms;        /* days: until the deadline of the decision */
    away_days away[TOB_SEATS];
    bool paused;
    proposal proposal;
    uint8_t undoer;              /* the seat that took back last, */
    uint32_t undos;              /* and how often since anyone else's line */
    uint32_t revoked[TOB_SEATS]; /* seat links of the same owner */
    uint8_t failed; /* seats whose proposal failed since the last move, as bits */
    char why_over[8];
    uint16_t coins[TOB_SEATS];
    uint8_t place[TOB_SEATS];

    /* Values. */
    tbl_standing standing[TOB_SEATS];
    char *notes[TOB_SEATS]; /* owned; NULL: none */
    message *message;       /* the last 'messages' of 'said' */
    unsigned messages;
    uint32_t said;
    mute *mute;
    unsigned mutes;
    uint32_t kept_event; /* the value "clock": after this event the clock had run, and */
    uint64_t kept_run_ms, kept_lost_ms; /* stood, for so long */
    kept_value *dirty;
    unsigned dirties, dirty_room, dirty_taken;

    /* This process. */
    bool reading;
    const char *damage;   /* NULL, or what is wrong with an event or a value */
    uint32_t damage_line; /* of the record, at fault; 0: not known */
    char why[WHY_MAX];
    visitor *visitor;
    unsigned visitors, visitor_room, connections;
    uint64_t gone_ms[TOB_SEATS]; /* now_ms when a seat was last connected, as known */
    uint64_t last_ms;            /* now_ms of the last event */
    uint64_t mark_ms;            /* up to here time has been counted: */
    uint64_t run_ms;             /* of the running clock since the last event */
    uint64_t lost_ms;            /* of that seat's grace since the last event */
    uint64_t lost_kept_ms;       /* and how much of it the stored value "clock" knows */
    bool elsewhere[TOB_SEATS];   /* a connection of hers is open, as last told */
    uint64_t proposed_ms;        /* now_ms when the open proposal was made */
    uint32_t asked;              /* the record_event for which a bot was asked */
    uint32_t answered;           /* and for which it has answered: */
    tob_move answer;
    uint64_t answered_ms; /* now_ms when it came */
};

/* ---- Text ---- */

void put_bytes(host_text *out, const char *bytes, size_t length);
void put_text(host_text *out, const char *text);
void put_number(host_text *out, uint64_t number);
void put_hex(host_text *out, const uint8_t *bytes, size_t length);
void put_id(host_text *out, uint64_t id); /* 16 hexadecimal digits */

/* Reads a text word by word and line by line. Once something was missing or wrong, 'bad'
 * is true and all that follows reads as empty. */
typedef struct cursor {
    const char *at, *end;
    bool bad;
} cursor;

typedef struct span {
    const char *text;
    size_t length;
} span;

span read_word(cursor *c);                 /* a word of this line, with its blank */
span read_rest(cursor *c);                 /* the rest of this line */
bool read_is(cursor *c, const char *word); /* is the next word this one? */
uint64_t read_number(cursor *c, uint64_t most);
uint64_t read_id(cursor *c);
void read_hex(cursor *c, uint8_t *out, size_t length);
void read_line_end(cursor *c); /* the line ends here */
unsigned read_choice(cursor *c, const char *const *words, unsigned count);
bool span_is(span s, const char *word);

/* ---- Events (table.c, fold.c) ---- */

/* Begins the text of the next event in t->draft, with the time that has passed. */
host_text *draft_begin(tbl_table *t, const char *kind);

/* Adds the draft as an event and folds it in. */
void draft_done(tbl_table *t);

/* Folds an event in; false with t->damage if it makes no sense. */
bool fold_event(tbl_table *t, uint32_t number, const char *text, size_t length);

/* Reads the first line of an event up to its kind; the cursor stands behind that. */
typedef struct event_head {
    uint32_t number;
    uint64_t at, charged_ms, lost_ms;
    tbl_kind kind;
} event_head;

event_head head_read(cursor *c);
event_head event_open(const tbl_table *t, uint32_t number, cursor *c);

extern const char *const kind_words[TBL_EVENT_COUNT];
extern const char *const by_words[4];
extern const char *const who_words[4];
extern const char *const clock_words[3];
extern const char *const proposal_words[PROPOSE_COUNT];
extern const char *const clock_acts[6];
extern const char *const consent_acts[5];

enum { CLOCK_PAUSED, CLOCK_RESUMED, CLOCK_TIME, CLOCK_OUT, CLOCK_BACK, CLOCK_AWAY };
enum {
    CONSENT_ASKED,
    CONSENT_ANSWERED,
    CONSENT_AGREED,
    CONSENT_DECLINED,
    CONSENT_LAPSED
};

/* Feeds a line of the record to the game and notes what undo must know of it. */
bool feed_line(tbl_table *t, const char *line, size_t length);

/* Writes and adds an event about seats and settings. */
typedef struct seats_plan {
    tbl_settings settings;
    tbl_seat seat[TOB_SEATS];
    uint8_t share[TOB_SEATS][FAIR_SHARE];
    uint64_t host;
    char next[NEXT_MAX + 1];
} seats_plan;

seats_plan plan_of(const tbl_table *t);
void plan_done(tbl_table *t, const seats_plan *plan, const char *what, unsigned seat);

/* ---- Answers ---- */

tbl_answer answer_done(const tbl_table *t);
tbl_answer answer_no(const tbl_table *t, tbl_code code, const char *name,
                     const char *text);

/* Checks that a guest holds a seat of a game that is under way and can go on. */
bool check_playing(const tbl_table *t, uint64_t guest, unsigned *seat,
                   tbl_answer *answer);

/* The sentence against settings or seats that make no sense, or NULL. */
const char *settings_fault(const tbl_settings *settings);
const char *seats_fault(const tbl_settings *settings, const tbl_seat seats[TOB_SEATS],
                        bool waiting);

/* Is there room for events that are no moves? 'seat' is who wants one, TBL_NO_SEAT who
 * made the table. */
bool check_spare(const tbl_table *t, unsigned seat, tbl_answer *answer);

/* Does a guest's act name the last event? */
bool check_after(const tbl_table *t, uint32_t after, tbl_answer *answer);

/* ---- Seats ---- */

static inline bool is_people(const tbl_seat *seat)
{
    return seat->who == TBL_PERSON || seat->who == TBL_PROGRAM;
}

/* Does a bot of ours decide for this seat now? */
static inline bool is_played(const tbl_seat *seat)
{
    return seat->who == TBL_LEVEL || seat->resigned || seat->stood_in;
}

bool seat_absent(const tbl_table *t, unsigned seat);
bool seat_may_be_offered(const tbl_table *t, unsigned seat);
void seats_count(tbl_table *t); /* connections of each seat anew */

/* ---- Time (clock.c) ---- */

void clock_count(tbl_table *t); /* counts the time up to now */
bool clock_runs(const tbl_table *t);
uint64_t clock_left(const tbl_table *t); /* of the running clock, up to the last count */
uint64_t clock_now_left(const tbl_table *t, unsigned seat);
void clock_keep_grace(tbl_table *t); /* stores it if much was used since it last was */
bool clock_read(tbl_table *t, cursor *c); /* the value "clock" */

/* The time until the deadline of a decision under a clock of days that begins at this
 * wall time (days.c). */
uint64_t days_for(const tbl_clock *clock, const away_days *away, uint64_t wall_ms,
                  bool offer);

/* Folds a seat's away days in; false if they make no sense. */
bool days_fold(tbl_table *t, unsigned seat, uint64_t wall_ms, cursor *c);

/* Drops the days that have not begun. */
void days_keep_begun(away_days *away, uint64_t wall_ms);
void day_write(uint32_t day, char out[TBL_DATE_MAX]);

/* Add events. */
void clock_back(tbl_table *t, unsigned seat);
void clock_pause(tbl_table *t, unsigned seat);
void clock_more(tbl_table *t, unsigned seat, uint32_t seconds);

/* ---- Play ---- */

const tob_game *game_of(const tbl_table *t); /* NULL: there is none */
/* Plays a line that the seat's view allows, and nature's lines after it. False if the
 * game refuses it: nothing has changed. */
bool play_line(tbl_table *t, unsigned seat, tbl_by by, const char *line, size_t length);
bool undo_check(const tbl_table *t, uint32_t lines, tbl_answer *answer);
bool undo_is_free(const tbl_table *t, uint32_t lines, unsigned seat);
void undo_to(tbl_table *t, uint32_t lines, unsigned seat);
bool bots_run(const tbl_table *t);
bool standing_answer(const tbl_table *t, tob_move *move);
const char *standing_fault(const tbl_standing *standing); /* a sentence, or NULL */
bool standing_is_none(const tbl_standing *standing);
uint64_t pace_ms(const tbl_table *t);
void end_game(tbl_table *t, const char *why, unsigned winner);
void proposal_lapse(tbl_table *t);

/* ---- The record's text (record.c) ---- */

bool record_is_header(span line);
void record_put_view(host_text *out,
                     tob_viewer viewer); /* "view 2", but for the full one */

/* ---- Names, values ---- */

bool name_is_good(const char *name);
const char *name_of_colour(unsigned seat);
bool text_is_good(const char *text, size_t length);
void name_for_record(const tbl_seat *seat, unsigned number,
                     char earlier[][REC_NAME_MAX + 1], char out[REC_NAME_MAX + 1]);

void value_set(tbl_table *t, const char *key, const char *text, size_t length);
void value_remove(tbl_table *t, const char *key);
void private_clear(tbl_table *t, unsigned seat);
bool chat_read(tbl_table *t, uint32_t number, cursor *c);
const message *chat_find(const tbl_table *t, uint32_t number); /* NULL: it is gone */
void chat_forget(tbl_table *t, uint64_t guest);                /* 0: everybody */
void chat_free(tbl_table *t);

#endif
