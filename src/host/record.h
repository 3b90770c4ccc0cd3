/* A record on the heap: read from a file, with complaints about its errors, or grown line
 * by line. */
#ifndef TOBAGO_HOST_RECORD_H
#define TOBAGO_HOST_RECORD_H

#include "host/report.h"
#include "tobago/hosted.h"

/* Zeroed, it is empty. It points into itself: no copies. */
typedef struct host_record {
    rec_hosted hosted; /* its buffers are owned */
    rec_reader reader; /* stands after the last line kept */
    rec_error error;   /* of a file that was refused */
} host_record;

/* Reads the first 'at' lines of a file, or all for UINT64_MAX, or stdin for "-".
 * Complains about errors; the lines before the one at fault are kept. The caller clears
 * the record in any case. */
host_status host_record_read(host_record *record, const char *path, uint64_t at);

/* Reads a whole file that is to be continued. A last line without a newline that is no
 * move is left out: a crash or a full disk left it behind, and nobody saw it played. */
host_status host_record_resume(host_record *record, const char *path);

/* Adds a line, given without its newline, or a whole header. A refusal changes nothing.
 * Memory that runs out ends the program with HOST_FAILED. */
bool host_record_feed(host_record *record, const char *line, size_t length,
                      rec_error *error);
bool host_record_begin(host_record *record, const rec_header *header, rec_error *error);

/* Replaces the record by a text; after a refusal it ends before the line at fault. */
bool host_record_load(host_record *record, const char *text, size_t length,
                      rec_error *error);

/* Frees the buffers. The record is empty then. */
void host_record_clear(host_record *record);

/* Counts turns while a record is read line by line: 'turn' is the number of the turn,
 * from 1, to which the next line belongs; 0 during the set-up. Zeroed, nothing is read.
 */
typedef struct host_turns {
    uint32_t turn;
    uint8_t seat; /* whose turn it is */
} host_turns;

/* Takes the game before the next line. Turns that follow each other belong to different
 * seats (T5). */
static inline void host_turns_next(host_turns *turns, const tob_game *game)
{
    if (tob_is_setup(game) || (turns->turn && turns->seat == game->turn))
        return;
    turns->turn++;
    turns->seat = game->turn;
}

/* The round of a turn, from 1; 0 for the set-up. */
static inline uint32_t host_round(uint32_t turn, unsigned players)
{
    return turn ? (turn - 1) / players + 1 : 0;
}

/* May this record be shown to this viewer? Complains and returns HOST_REFUSED if not. */
host_status host_record_check_viewer(const char *path, const host_record *record,
                                     tob_viewer viewer);

#endif
