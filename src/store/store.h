/* The store: what the server keeps on disk, behind one interface.
 *
 * Two kinds of things are kept. *Events* are numbered texts of a table, added in order
 * and never changed. *Values* are texts under a key (an owner, a word), replaced or
 * removed at will: guests, settings of tables that have no event number, what is private
 * to a seat.
 *
 * Writing is by batches. Whatever is added between two commits becomes durable as a whole
 * or not at all: after STORE_DONE it survives kill -9 and a power cut; after anything
 * else none of it is there, and the caller reloads the tables of that batch. One case is
 * left: a disk that reports a failure after it took every byte, takes no more, and then
 * the process dies. The batch may be back after that, whole, and a client that repeats
 * its move is told that it was done.
 *
 * Events go into a journal by rowid. A table that is finished or idle is *settled*: its
 * events move from the journal into a row of its own, with a summary for lists and the
 * time at which it wants to be woken. Opening reads the journal and the waking times
 * only, so that a hundred thousand settled tables cost nothing.
 *
 * Every row has a checksum. A damaged one is STORE_CORRUPT where it is read, and the rest
 * of the store works on; a damaged database is refused when it is opened.
 *
 * All calls happen on one thread. Texts need no terminating zero and may hold any bytes.
 * A callback may call other reading functions, but not its own, and writes nothing.
 * No function ends the program; sentences for the log come from store_error. */
#ifndef TOBAGO_STORE_STORE_H
#define TOBAGO_STORE_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct store store;

typedef enum store_status {
    STORE_DONE,
    STORE_NONE,    /* there is no such thing */
    STORE_BUSY,    /* another server has this folder, or the database is locked */
    STORE_FULL,    /* the disk is full */
    STORE_FAILED,  /* an I/O error */
    STORE_CORRUPT, /* the database is damaged */
    STORE_NEWER,   /* it was written by a newer version of this program */
} store_status;

/* Bytes given to the store or by it; those by it last until the callback returns. */
typedef struct store_text {
    const char *bytes;
    size_t length;
} store_text;

/* Opens the store in a folder, which it makes if there is none, and takes its lock: one
 * server a data folder. Older databases are migrated forward. On failure *s is NULL, and
 * 'why' holds a sentence. */
store_status store_open(store **s, const char *folder, char why[static 256]);

/* Closes it; what was not committed is gone. */
void store_close(store *s);

/* The sentence of the last failure, without a newline; "" before the first. */
const char *store_error(const store *s);

/* ---- Writing, in batches ---- */

/* Adds an event to a table; numbers of a table count from 1 without gaps. Reading finds
 * what was added, even before the commit. */
void store_add_event(store *s, uint64_t table, uint32_t number, store_text event);

/* Sets a value, or removes it with NULL bytes. */
void store_put(store *s, uint64_t owner, const char *key, store_text value);

/* Lists a table under a guest, or no longer. */
void store_seat(store *s, uint64_t guest, uint64_t table, bool seated);

/* Notes that a table holds something of a guest, or no longer: her name, her words.
 * store_seat notes it too, and never takes it back. */
void store_trace(store *s, uint64_t guest, uint64_t table, bool left);

/* Removes the values, the seats and the traces of a guest. */
void store_forget(store *s, uint64_t owner);

/* Makes everything since the last commit durable, in one transaction. It does nothing if
 * nothing was added. A batch that cannot be written is dropped as a whole, and the next
 * one may succeed. */
store_status store_commit(store *s);

/* Has the batch anything to commit? */
bool store_has_batch(const store *s);

/* How many batches were committed since the store was opened, and how many bytes of
 * events and values were added. */
uint64_t store_commits(const store *s);
uint64_t store_bytes(const store *s);

/* ---- Tables that rest ---- */

typedef struct store_summary {
    uint8_t state;       /* the server's own number: waiting, playing, over, closed */
    bool listed;         /* shown among watchable or finished tables */
    uint64_t changed_ms; /* wall clock */
    uint64_t wake_ms;    /* wall clock; 0: never by itself */
    bool packed;         /* its events are compressed: it is read seldom */
    store_text text;     /* for lists, JSON */
} store_summary;

/* Moves a table's events out of the journal and notes its summary, in a transaction of
 * its own, which a power cut before the next commit may undo. Nothing may be uncommitted.
 * The table stays readable throughout, and may go
 * on: new events go into the journal, and its summary stays as it was until it is settled
 * again. Settling also trims the journal a little. STORE_NONE if the table has no event.
 */
store_status store_settle(store *s, uint64_t table, const store_summary *summary);

/* Puts other events in the place of a table's, and settles it, in a transaction of its
 * own, which is durable. Nothing may be uncommitted. */
store_status store_rewrite(store *s, uint64_t table, const store_text *events,
                           uint32_t count, const store_summary *summary);

/* Removes a table and everything that it owns (events, summary, seats, traces, values),
 * in a transaction of its own. Nothing may be uncommitted. */
store_status store_remove(store *s, uint64_t table);

/* What was deleted is overwritten in the database at once; this also empties the log, in
 * which it may still stand. Nothing may be uncommitted. */
store_status store_scrub(store *s);

/* ---- Reading ---- */

typedef void store_on_event(void *context, uint32_t number, store_text event);
typedef void store_on_value(void *context, const char *key, store_text value);
typedef void store_on_table(void *context, uint64_t table, const store_summary *summary);

/* The events of a table in order, settled or not; STORE_NONE if it has none. If it fails
 * in the middle, the caller throws away what it got. */
store_status store_events(store *s, uint64_t table, store_on_event *on_event,
                          void *context);

/* The values of an owner, in any order, or one of them (STORE_NONE if there is none). A
 * damaged value is left out; the others come, and then STORE_CORRUPT. */
store_status store_values(store *s, uint64_t owner, store_on_value *on_value,
                          void *context);
store_status store_value(store *s, uint64_t owner, const char *key,
                         store_on_value *on_value, void *context);

/* The tables with events in the journal: those that were awake when the server ended. The
 * summary is NULL. */
store_status store_awake(store *s, store_on_table *on_table, void *context);

/* Settled tables, as their summaries say: all that want to be woken up to a time, or the
 * newest of a guest, or the newest listed ones of a state, at most 'most' and only those
 * changed before 'before_ms' (0: no bound). Damaged summaries are left out, as damaged
 * values are. */
store_status store_due(store *s, uint64_t until_ms, store_on_table *on_table,
                       void *context);
store_status store_of_guest(store *s, uint64_t guest, uint64_t before_ms, unsigned most,
                            store_on_table *on_table, void *context);
store_status store_listed(store *s, uint8_t state, uint64_t before_ms, unsigned most,
                          store_on_table *on_table, void *context);

/* The tables that hold something of a guest and have an id above 'after', in that order,
 * at most 'most'. */
store_status store_traces(store *s, uint64_t guest, uint64_t after, unsigned most,
                          void (*on_table)(void *context, uint64_t table), void *context);

/* ---- Looking after it ---- */

/* All tables with an id above 'after', in that order, at most 'most'. The summary of one
 * that was never settled is NULL. */
store_status store_tables(store *s, uint64_t after, unsigned most,
                          store_on_table *on_table, void *context);

/* Owners of a value with this key, above 'after', in that order, at most 'most'. */
store_status store_owners(store *s, const char *key, uint64_t after, unsigned most,
                          void (*on_owner)(void *context, uint64_t owner), void *context);

typedef struct store_figures {
    uint64_t bytes, log_bytes;     /* of the database and of its log, on disk */
    uint64_t commits;              /* since it was opened, as the next two */
    uint64_t rows, row_bytes;      /* that batches have added */
    uint64_t live_rows, dead_rows; /* of the journal */
} store_figures;

store_figures store_figures_of(const store *s);

/* Begins to copy the database into a file that does not exist yet. What is committed
 * meanwhile is in the copy too, so that it is the database as it is at the last step. */
store_status store_backup_begin(store *s, const char *path);

/* Copies some pages more; *left and *pages say how far it is. STORE_DONE with *left 0:
 * the copy is complete and durable. After a failure it is over, as after
 * store_backup_end, and the file is the caller's to remove. Nothing may be uncommitted.
 */
store_status store_backup_step(store *s, unsigned most, unsigned *left, unsigned *pages);
void store_backup_end(store *s);

/* Looks whether a file is a whole database that this program can open, without changing
 * it: STORE_DONE, or what is wrong with a sentence in 'why'. */
store_status store_verify(const char *path, char why[static 256]);

/* Puts bytes under a name into a copy that nobody uses: what belongs to a backup besides
 * the tables. Taking them out again hands them over and leaves a plain database;
 * STORE_NONE if it is one already. */
store_status store_attach(const char *path, const char *name, store_text bytes,
                          char why[static 256]);
store_status store_detach(const char *path, store_on_value *on_value, void *context,
                          char why[static 256]);

#endif
