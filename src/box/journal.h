/* The file of a table: a line for each act, and "undo" for an act taken back.
 *
 * The file only ever grows by whole lines. An act is on the disk before anyone is told
 * that it was done, so that no end of the program loses one. A last line without its end
 * was never acknowledged and is cut off. */
#ifndef TOBAGO_BOX_JOURNAL_H
#define TOBAGO_BOX_JOURNAL_H

#include "box/table.h"
#include "host/file.h"
#include "host/text.h"

/* The table after some acts, so that taking back need not do all of them again. */
typedef struct box_checkpoint box_checkpoint;

typedef struct box_journal {
    box_table table;            /* after all acts that count */
    host_file file;             /* fd -1: none is kept */
    const char *path;           /* of the file; the caller's */
    host_text text;             /* the acts that count, a line each */
    unsigned acts;              /* their number */
    box_checkpoint *checkpoint; /* owned; one for every so many acts */
    unsigned checkpoints;
    bool cut; /* the file ended in half a line, which was cut off */
} box_journal;

/* Opens the file, or makes it, and does its acts. NULL keeps none. Complains on failure
 * and leaves the file as it was: HOST_REFUSED at a line that cannot be done or if another
 * program keeps the file, else HOST_FAILED. The caller clears the journal in any case. */
host_status box_journal_open(box_journal *journal, const char *path);
void box_journal_clear(box_journal *journal);

/* Does the acts of a text on an empty table, as if it were a file. False with the line
 * and the reason in 'said' at the first that cannot be done. */
bool box_journal_read(box_journal *journal, const char *text, size_t length,
                      char said[BOX_WHY_MAX]);

/* Does an act and keeps it. False with the reason in 'said' if it is refused; *failed is
 * set if it could not be written, and then nothing is changed. */
bool box_journal_act(box_journal *journal, box_span line, char said[BOX_WHY_MAX],
                     bool *failed);

/* Takes the last act back. False if there is none, or it could not be written. */
bool box_journal_undo(box_journal *journal, char said[BOX_WHY_MAX], bool *failed);

#endif
