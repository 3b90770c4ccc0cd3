/* A match: a game being played on this machine, its seats, its file, and taking back.
 *
 * Every line is on the disk before the next one is played. Seats get views only (H2). */
#ifndef TOBAGO_HOST_MATCH_H
#define TOBAGO_HOST_MATCH_H

#include "host/file.h"
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

struct match;

/* Where a match is judged if not here: on a server. The record is then one seat's view,
 * or a spectator's, and its lines come from there (match_add, match_cut, match_load). */
typedef struct match_source {
    /* Offers a line of the person's; true once the record holds it. */
    bool (*play)(struct match *t, const char *line, rec_error *error);

    /* Takes in what has come, and waits so long for it at the most. */
    void (*wait)(struct match *t, int timeout_ms);

    /* Asks to take the record back to so many lines. Returns a sentence about what came
     * of it. */
    const char *(*take_back)(struct match *t, uint32_t lines);

    /* Does what was typed if it is no move, "say hello". Returns what came of it as a
     * sentence, or NULL if it may be a move. */
    const char *(*command)(struct match *t, const char *typed);

    /* Something that the person should read now, once; NULL: nothing new. */
    const char *(*news)(struct match *t);
} match_source;

typedef struct match {
    host_record record; /* the game as it stands, byte for byte what the file holds */
    match_move *move;   /* the moves of the record; owned */
    uint32_t moves, room;
    const char *path; /* NULL: nothing is kept */
    host_file file;
    int failure; /* errno of the write that failed, or 0 */
    bool made;   /* the file was made when the game began */
    seat_choice choice[TOB_SEATS];
    bool seated; /* the seats were chosen by the caller, not by the names of a record */
    seat_terms terms;
    host_seat *seat[TOB_SEATS]; /* owned */
    uint32_t told[TOB_SEATS];   /* moves that each seat has heard */
    thinker *adviser;           /* owned; made when first needed */
    uint64_t seed;
    tob_rng rng;
    const match_source *source; /* NULL: judged here */
    void *own;                  /* the source's */
    uint32_t changes;           /* of the record; also those that cut it */
    bool closed;                /* the source ended the game before the rules did */
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

/* Has nature, or the level or program to move, choose a move, and plays nothing. A
 * program that gives none chooses at random. */
tob_move match_choose(match *t);

/* Has a signal or someone else set the terms' 'stop'? */
bool match_stopped(const match *t);

/* Puts the seat in front of a typed line that lacks it. */
void match_spell(const match *t, const char *typed, char line[static REC_LINE_MAX]);

/* Returns true if a line can be played. If not, *error says why. */
bool match_why(const match *t, const char *line, rec_error *error);

/* ---- For a source ---- */

/* Adds a line that a source sent, or replaces the whole record, or cuts it after so many
 * lines. False if that makes no sense: nothing is changed, or with match_load the record
 * ends before the line at fault. */
bool match_add(match *t, const char *line, rec_error *error);
bool match_load(match *t, const char *text, size_t length, rec_error *error);
bool match_cut(match *t, uint32_t lines);

/* Makes the level or program of one seat, by its choice, and starts it. Complains on
 * failure. */
host_status match_take_seat(match *t, unsigned seat, const tob_config *config);

/* The seat whose decision the game waits for, TOB_NATURE, or TOB_NOBODY if it is over. */
unsigned match_to_move(const match *t);

/* Copies the game as a viewer may know it; of a view, as its holder knows it. */
void match_view(const match *t, tob_viewer viewer, tob_game *view);

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
