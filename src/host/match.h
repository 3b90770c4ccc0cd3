/* A match: a game being played on this machine, its seats, its file, and taking back.
 *
 * Every line is on the disk before the next one is played. Seats get views only (H2). */
#ifndef TOBAGO_HOST_MATCH_H
#define TOBAGO_HOST_MATCH_H

#include "host/record.h"
#include "host/seat.h"
#include "host/think.h"

/* One move of the record. */
typedef struct match_move {
    tob_move move;
    rec_effects effects;
    host_turns turns; /* the turn to which it belongs */
    bool shown;       /* it showed something to somebody, so it is not taken back */
} match_move;

typedef struct match {
    host_record record; /* the game as it stands, byte for byte what the file holds */
    match_move *move;   /* the moves of the record; owned */
    uint32_t moves, room;
    const char *path; /* NULL: nothing is kept */
    int file;         /* -1: none */
    int failure;      /* errno of the write that failed, or 0 */
    bool made;        /* the file was made when the game began */
    seat_choice choice[TOB_SEATS];
    bool seated; /* the seats were chosen by the caller, not by the names of a record */
    seat_terms terms;
    host_seat *seat[TOB_SEATS]; /* owned */
    uint32_t told[TOB_SEATS];   /* moves that each seat has heard */
    thinker *adviser;           /* owned; made when first needed */
    uint64_t seed;
    tob_rng rng;
} match;

/* Makes an empty match. Iterations of 0 are each level's own, or, for an expert with a
 * time, as many as that allows. A time of 0 is a second, or no limit if there are
 * iterations. */
void match_init(match *t, uint64_t seed, uint32_t iterations, uint32_t time_ms);

/* Reads "human,hard,cmd:./mine": a player for each seat, TOB_SEATS at most; seats not
 * named are medium. Returns how many were named, or 0 after a complaint. */
unsigned match_read_seats(match *t, const char *list);

/* Begins a game, and its file unless the path is NULL. The file must not exist or be
 * empty, and the programs among the seats must come up. Complains on failure, which
 * leaves no file that was not there before. */
host_status match_begin(match *t, const char *path, const tob_config *config);

/* Takes back a beginning that came to nothing: removes the file that match_begin made, if
 * no move was played. */
void match_forsake(match *t);

/* Goes on with the game of a file, unless it is being played already. Unless seats were
 * read before, the names in the record say who sits where: a level's name ends in it. */
host_status match_resume(match *t, const char *path);

/* Reads a record or a view that is only looked at. */
host_status match_look(match *t, const char *path);

/* Ends the seats and frees everything. Complains about a write that failed, and then
 * returns HOST_FAILED. */
host_status match_close(match *t);

/* ---- Playing ---- */

/* Plays a line and writes it down. A refused line changes nothing and returns false. */
bool match_play(match *t, const char *line, rec_error *error);
bool match_play_move(match *t, tob_move move, rec_error *error);

/* Lets nature, a level or a program play its move. No person may be to move. Once the
 * terms' 'stop' is set nothing is played any more. */
void match_step(match *t);

/* Has a signal or someone else set the terms' 'stop'? */
bool match_stopped(const match *t);

/* Puts the seat in front of a typed line that lacks it. */
void match_spell(const match *t, const char *typed, char line[static REC_LINE_MAX]);

/* Returns true if a line can be played. If not, *error says why. */
bool match_why(const match *t, const char *line, rec_error *error);

/* ---- People ---- */

bool match_is_human(const match *t, unsigned seat);

/* Returns the level, the name of the program, or "" for a person. */
const char *match_player(const match *t, unsigned seat);

/* Counts the people. */
unsigned match_people(const match *t);

/* Returns the view that may be shown to everybody who looks: that of the only person, or
 * the spectator's. */
tob_viewer match_watcher(const match *t);

/* ---- Taking back ---- */

typedef enum match_undo {
    MATCH_UNDO_OK,
    MATCH_UNDO_NOTHING, /* no move yet */
    MATCH_UNDO_SHOWN,   /* a card was shown: played, dealt, drawn or turned up */
    MATCH_UNDO_OTHER,   /* someone else has played since */
} match_undo;

/* May a seat take back the last line? Only her own line, only the very last, and only if
 * it showed nothing to anybody. */
match_undo match_undo_reason(const match *t, unsigned seat);

/* Returns the reason as a sentence. */
const char *match_undo_text(match_undo reason);

/* Cuts the last line off the record and the file, where match_undo_reason allows it. */
void match_take_back(match *t);

/* ---- Advice ---- */

/* Asks an expert for the seat to move, from her view. Returns the number of opinions, 0
 * if there is nothing to weigh; *best is set in any case. */
unsigned match_advice(match *t, ai_opinion opinions[static AI_OPINIONS_MAX],
                      tob_move *best);

#endif
