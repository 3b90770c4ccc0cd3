/* The game at a table: its record, who sits where, the bots, the file, taking back.
 *
 * A table owns the record as text, exactly as the file holds it, and the game after its
 * last line. The file is written through to the disk with every line. Bots are given
 * views only (H2). */
#ifndef TOBAGO_CLI_TABLE_H
#define TOBAGO_CLI_TABLE_H

#include "cli/think.h"
#include "cli/cli.h"

enum { TABLE_HUMAN = -1 }; /* in table.level */

/* One move of the record, and what happened by itself with it. */
typedef struct table_line {
    size_t end; /* of its line in the text, the newline included */
    tob_move move;
    tob_hexset surfaced;     /* where amulets came up (N3) */
    uint8_t paid;            /* the seats, as bits, that a curse cost an amulet (K2) */
    uint8_t lost[TOB_SEATS]; /* the coins of the card that it cost others */
    uint8_t took;            /* the seats, as bits, that got an amulet (M3, T1) */
} table_line;

typedef struct table {
    rec_reader reader; /* the game as it stands */
    cli_text text;     /* the record; owned */
    size_t header_end; /* where the moves begin in it */
    table_line *line;  /* the moves; owned */
    uint32_t lines;    /* how many */
    uint32_t room;
    const char *path; /* NULL: nothing is kept */
    int file;         /* -1: none */
    int failure;      /* errno of the write that failed, or 0 */
    int level[TOB_SEATS];
    bool seated;             /* the levels were named, not guessed */
    thinker *bot[TOB_SEATS]; /* owned; made when first needed */
    thinker *adviser;
    uint64_t seed;
    uint32_t iterations, time_ms; /* the budget of a move; 0: see table_init */
    uint32_t threads;             /* that a bot thinks on; 0: one */
    tob_rng rng;
} table;

/* An empty table. Iterations of 0: what each level has by default, or, for an expert with
 * a time, as many as that allows. A time of 0: a second, or, with iterations, no limit.
 */
void table_init(table *t, uint64_t seed, uint32_t iterations, uint32_t time_ms);

/* Reads "human,hard,easy": human or a level for each seat, TOB_SEATS at most; seats not
 * named are medium. Returns how many were named, 0 if the list cannot be read. */
unsigned table_read_seats(table *t, const char *list);

/* Begins a game, and the file if there is a path; that must not exist. Complains. */
cli_exit table_begin(table *t, const char *path, const tob_config *config);

/* Goes on with the game of a file, unless that is being played already. Who sits where is
 * read from the names, unless it was given: a bot's name ends in its level. */
cli_exit table_resume(table *t, const char *path);

/* Reads a record or a view to look at it only. */
cli_exit table_look(table *t, const char *path);

/* Frees everything; complains about a write that failed and returns CLI_SYSTEM then. */
cli_exit table_close(table *t);

/* ---- Playing ---- */

/* Plays a line and writes it down; false if it is refused, and nothing has changed. */
bool table_play(table *t, const char *line, rec_error *error);
bool table_play_move(table *t, tob_move move, rec_error *error);

/* Lets nature or a bot play its move. Someone of that kind must be to move. */
void table_step(table *t);

/* Puts the seat in front of a typed line that lacks it. */
void table_spell(const table *t, const char *typed, char line[static REC_LINE_MAX]);

/* Why a typed line cannot be played; true if it can be, and *error is left alone. */
bool table_why(const table *t, const char *line, rec_error *error);

/* ---- People ---- */

bool table_is_human(const table *t, unsigned seat);
unsigned table_people(const table *t);

/* What may be shown while nobody in particular looks: the view of the only person, or
 * the spectator's. */
tob_viewer table_watcher(const table *t);

/* ---- Taking back ---- */

typedef enum table_undo {
    TABLE_UNDO_OK,
    TABLE_UNDO_NOTHING, /* no move yet */
    TABLE_UNDO_NATURE,  /* a card was dealt, drawn or turned up since */
    TABLE_UNDO_OTHER,   /* someone else has played since */
} table_undo;

/* May a seat take back the last line? Only her own, and only the very last. */
table_undo table_undo_reason(const table *t, unsigned seat);

/* The same as a sentence. */
const char *table_undo_text(table_undo reason);

/* Cuts the last line off the record and the file, where table_undo_reason allows it. */
void table_take_back(table *t);

/* ---- Advice ---- */

/* What an expert bot would do for the seat to move, from what she may know. Returns the
 * number of opinions; 0 if there is nothing to weigh. *best is set in any case. */
unsigned table_advice(table *t, ai_opinion opinions[static AI_OPINIONS_MAX],
                      tob_move *best);

#endif
