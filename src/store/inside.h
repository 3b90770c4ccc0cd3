/* The inside of a store, shared by the sources of this room. */
#ifndef TOBAGO_STORE_INSIDE_H
#define TOBAGO_STORE_INSIDE_H

#include "store/awake.h"
#include "store/schema.h"
#include "store/store.h"

/* Every statement, prepared once. Values come in by binding only. */
typedef enum store_sql {
    SQL_BEGIN,
    SQL_COMMIT,
    SQL_ROLLBACK,
    SQL_HEAL,
    SQL_ADD_EVENT,
    SQL_PUT,
    SQL_UNPUT,
    SQL_SEAT,
    SQL_UNSEAT,
    SQL_TRACE,
    SQL_UNTRACE,
    SQL_TRACES,
    SQL_JOURNAL_ROW,
    SQL_JOURNAL_PART,
    SQL_JOURNAL_DELETE,
    SQL_JOURNAL_DELETE_TABLE,
    SQL_SETTLED,
    SQL_SETTLED_COUNT,
    SQL_SETTLE,
    SQL_REMOVE_RESTING,
    SQL_REMOVE_VALUES,
    SQL_REMOVE_SEATS,
    SQL_REMOVE_TRACES,
    SQL_VALUES,
    SQL_VALUE,
    SQL_DUE,
    SQL_OF_GUEST,
    SQL_LISTED,
    SQL_TABLES,
    SQL_OWNERS,
    SQL_FORGET_SEATS,
    SQL_FORGET_TRACES,
    SQL_COUNT
} store_sql;

struct store {
    sqlite3 *db;
    sqlite3_stmt *sql[SQL_COUNT];
    int lock; /* the lock file, locked */

    awake_index awake;
    int64_t next_row; /* of the journal, counting the open batch */
    int64_t kept_row; /* the same without it */
    int64_t swept;    /* the sweep goes on behind this row */

    uint64_t commits;       /* of batches */
    uint64_t rows, bytes;   /* that all batches so far have added */
    sqlite3_backup *backup; /* under way; NULL: none */
    sqlite3 *copy;          /* its other end */
    bool has_batch;
    store_status batch; /* the first failure in the open batch */

    /* Commits need not be durable at once, only in order (store_begin_lazily). */
    bool lazy;

    /* A commit failed after its last frame may have reached the file. Until anything is
     * written over that frame, a crash could bring the batch back. */
    bool doubtful;

    char why[STORE_WHY];
};

/* Runs a statement whose values are bound, to its end, and makes it ready again. Returns
 * SQLITE_OK or the failure. */
int store_run(store *s, store_sql which);

/* Remembers a failure and its sentence, and returns its status. */
store_status store_fail(store *s, int result, const char *trying);

/* Remembers that something of a table is damaged; returns STORE_CORRUPT. */
store_status store_damaged(store *s, const char *what, uint64_t table);

/* Hands out the summaries that a statement finds, its values being bound. */
store_status store_read_list(store *s, store_sql which, store_on_table *on_table,
                             void *context);

/* Begins a transaction that may be lost in a power cut, unless a commit of a batch comes
 * after it: for what only moves things about. */
store_status store_begin_lazily(store *s);

/* Begins a transaction, or ends it: by a commit if 'status' is STORE_DONE, otherwise and
 * if that fails by taking it back. Return what became of it. */
store_status store_begin(store *s);
store_status store_end(store *s, store_status status);

/* Binds bytes that last until the statement was run; NULL is an empty text. */
int store_bind(sqlite3_stmt *sql, int at, store_text text);

/* The bytes of a column, never NULL, until the statement goes on. */
store_text store_column(sqlite3_stmt *sql, int at);

/* SQLite's whole numbers have a sign. Ids are the same 64 bits; times end earlier. */
int64_t store_id(uint64_t id);
int64_t store_time(uint64_t ms);

/* The checksum of a row: of a text, and of two numbers that say where it belongs. */
int64_t store_sum(uint64_t a, uint64_t b, store_text text);
int64_t store_summary_sum(uint64_t table, const store_summary *summary);

#endif
