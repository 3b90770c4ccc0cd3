/* The game at a table: its record, who sits where, the bots, the file, taking back.
 *
 * A table owns the record as text, exactly as the file holds it, and the game after its
 * last line. The file is written through to the disk with every line. Bots are given
 * views only (H2). */
#ifndef TOBAGO_HOST_MATCH_H
#define TOBAGO_HOST_MATCH_H

#include "host/record.h"
#include "host/seat.h"
#include "host/think.h"

/* One move of the record, and what happened by itself with it. */
typedef struct match_line {
    size_t end; /* of its line in the text, the newline included */
    tob_move move;
    tob_hexset surfaced;     /* where amulets came up (N3) */
    uint8_t paid;            /* the seats, as bits, that a curse cost an amulet (K2) */
    uint8_t lost[TOB_SEATS]; /* the coins of the card that it cost others */
    uint8_t took;            /* the seats, as bits, that got an amulet (M3, T1) */
} match_line;

typedef struct match {
    rec_reader reader; /* the game as it stands */
    host_text text;    /* the record; owned */
    size_t header_end; /* where the moves begin in it */
    match_line *line;  /* the moves; owned */
    uint32_t lines;    /* how many */
    uint32_t room;
    const char *path; /* NULL: nothing is kept */
    int file;         /* -1: none */
    int failure;      /* errno of the write that failed, or 0 */
    seat_choice choice[TOB_SEATS];
    bool seated; /* the seats were chosen by the caller, not by the names of a record */
    seat_terms terms;
    host_seat *seat[TOB_SEATS]; /* owned */
    uint32_t told[TOB_SEATS];   /* lines that each seat knows */
    thinker *adviser;           /* owned; made when first needed */
    uint64_t seed;
    tob_rng rng;
} match;

/* An empty table. Iterations of 0: what each level has by default, or, for an expert with
 * a time, as many as that allows. A time of 0: a second, or, with iterations, no limit.
 */
void match_init(match *t, uint64_t seed, uint32_t iterations, uint32_t time_ms);

/* Reads "human,hard,cmd:./mine": a player for each seat, TOB_SEATS at most; seats not
 * named are medium. Returns how many were named, or 0 after a complaint. */
unsigned match_read_seats(match *t, const char *list);

/* Begins a game, and the file if there is a path; that must not exist. Complains. */
host_status match_begin(match *t, const char *path, const tob_config *config);

/* Goes on with the game of a file, unless that is being played already. Who sits where is
 * read from the names, unless it was given: a bot's name ends in its level. */
host_status match_resume(match *t, const char *path);

/* Reads a record or a view to look at it only. */
host_status match_look(match *t, const char *path);

/* Frees everything; complains about a write that failed and returns HOST_FAILED then. */
host_status match_close(match *t);

/* ---- Playing ---- */

/* Plays a line and writes it down; false if it is refused, and nothing has changed. */
bool match_play(match *t, const char *line, rec_error *error);
bool match_play_move(match *t, tob_move move, rec_error *error);

/* Lets nature or a bot play its move. Someone of that kind must be to move. */
void match_step(match *t);

/* Puts the seat in front of a typed line that lacks it. */
void match_spell(const match *t, const char *typed, char line[static REC_LINE_MAX]);

/* Why a typed line cannot be played; true if it can be, and *error is left alone. */
bool match_why(const match *t, const char *line, rec_error *error);

/* ---- People ---- */

bool match_is_human(const match *t, unsigned seat);

/* Who sits there: a level, the name of a program, or "" for a person. */
const char *match_player(const match *t, unsigned seat);

/* Counts the people. */
unsigned match_people(const match *t);

/* What may be shown while nobody in particular looks: the view of the only person, or
 * the spectator's. */
tob_viewer match_watcher(const match *t);

/* ---- Taking back ---- */

typedef enum match_undo {
    MATCH_UNDO_OK,
    MATCH_UNDO_NOTHING, /* no move yet */
    MATCH_UNDO_NATURE,  /* a card was dealt, drawn or turned up since */
    MATCH_UNDO_OTHER,   /* someone else has played since */
} match_undo;

/* May a seat take back the last line? Only her own, and only the very last. */
match_undo match_undo_reason(const match *t, unsigned seat);

/* The same as a sentence. */
const char *match_undo_text(match_undo reason);

/* Cuts the last line off the record and the file, where match_undo_reason allows it. */
void match_take_back(match *t);

/* ---- Advice ---- */

/* What an expert bot would do for the seat to move, from what she may know. Returns the
 * number of opinions; 0 if there is nothing to weigh. *best is set in any case. */
unsigned match_advice(match *t, ai_opinion opinions[static AI_OPINIONS_MAX],
                      tob_move *best);

#endif
