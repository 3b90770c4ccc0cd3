#include "store/schema.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>

/* "Tbgo", by which file(1) and we know the database. */
enum { APPLICATION_ID = 0x5462676f };

/* Every row has a checksum (row_sum in inside.h), because SQLite itself finds damage to
 * its own structure but not to our texts.
 *
 * 'journal' has no index, so that a commit writes its last page and nothing else.
 * 'resting' has the short columns first: lists never touch the pages behind them that
 * hold the events. */
const char *const store_steps[] = {
    "CREATE TABLE journal ("
    " id INTEGER PRIMARY KEY, game INTEGER NOT NULL, number INTEGER NOT NULL,"
    " sum INTEGER NOT NULL, event BLOB NOT NULL);"
    "CREATE TABLE resting ("
    " game INTEGER PRIMARY KEY, state INTEGER NOT NULL, listed INTEGER NOT NULL,"
    " changed_ms INTEGER NOT NULL, wake_ms INTEGER NOT NULL, sum INTEGER NOT NULL,"
    " summary BLOB NOT NULL, count INTEGER NOT NULL, events_sum INTEGER NOT NULL,"
    " events BLOB NOT NULL);"
    "CREATE INDEX resting_by_wake ON resting (wake_ms) WHERE wake_ms > 0;"
    "CREATE INDEX resting_by_state ON resting (state, changed_ms) WHERE listed = 1;"
    "CREATE TABLE value ("
    " owner INTEGER NOT NULL, name TEXT NOT NULL, sum INTEGER NOT NULL,"
    " text BLOB NOT NULL, PRIMARY KEY (owner, name)) WITHOUT ROWID;"
    "CREATE TABLE seat ("
    " guest INTEGER NOT NULL, game INTEGER NOT NULL, PRIMARY KEY (guest, game))"
    " WITHOUT ROWID;"
    "CREATE INDEX seat_by_game ON seat (game);",

    /* Where something of a guest is left, and tables that are packed: 'packed' is how
     * many bytes their events have, 0 if they stand there as they are. */
    "CREATE TABLE trace ("
    " guest INTEGER NOT NULL, game INTEGER NOT NULL, PRIMARY KEY (guest, game))"
    " WITHOUT ROWID;"
    "CREATE INDEX trace_by_game ON trace (game);"
    "INSERT INTO trace (guest, game) SELECT guest, game FROM seat;"
    "ALTER TABLE resting ADD COLUMN packed INTEGER NOT NULL DEFAULT 0;",
};
const unsigned store_version = sizeof store_steps / sizeof *store_steps;

store_status store_status_of(sqlite3 *db, int result)
{
    switch (result & 0xff) {
    case SQLITE_OK:
    case SQLITE_DONE:
    case SQLITE_ROW: return STORE_DONE;
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return STORE_BUSY;
    case SQLITE_FULL: return STORE_FULL;
    case SQLITE_CORRUPT:
    case SQLITE_NOTADB: return STORE_CORRUPT;
    case SQLITE_IOERR:
        if (result == SQLITE_IOERR_CORRUPTFS)
            return STORE_CORRUPT;
        /* SQLite knows ENOSPC; a quota is as full. */
        return db && sqlite3_system_errno(db) == EDQUOT ? STORE_FULL : STORE_FAILED;
    default: return STORE_FAILED;
    }
}

static const char *meaning(store_status status)
{
    switch (status) {
    case STORE_DONE: return "it worked";
    case STORE_NONE: return "there is no such thing";
    case STORE_BUSY: return "another program has locked the database";
    case STORE_FULL: return "the disk is full";
    case STORE_FAILED: return "the disk failed";
    case STORE_CORRUPT: return "the database is damaged";
    case STORE_NEWER: return "the database is newer than this program";
    }
    return "";
}

store_status store_explain(sqlite3 *db, int result, const char *trying,
                           char why[static STORE_WHY])
{
    const store_status status = store_status_of(db, result);
    const char *said =
        db && sqlite3_errcode(db) == result ? sqlite3_errmsg(db) : sqlite3_errstr(result);

    if (status == STORE_FAILED && (result & 0xff) != SQLITE_IOERR)
        snprintf(why, STORE_WHY, "cannot %s: %s", trying, said);
    else
        snprintf(why, STORE_WHY, "cannot %s: %s (%s)", trying, meaning(status), said);
    return status;
}

/* Reads one whole number that a statement answers with. */
static int ask_number(sqlite3 *db, const char *sql, int64_t *number)
{
    sqlite3_stmt *ask = NULL;
    int result = sqlite3_prepare_v2(db, sql, -1, &ask, NULL);

    if (result == SQLITE_OK) {
        result = sqlite3_step(ask);
        *number = result == SQLITE_ROW ? sqlite3_column_int64(ask, 0) : 0;
        result = result == SQLITE_ROW ? SQLITE_OK : result;
    }
    sqlite3_finalize(ask);
    return result;
}

/* Takes one step, whole or not at all. */
static int take_step(sqlite3 *db, const char *step, unsigned version)
{
    char stamp[96];
    int result = sqlite3_exec(db, "BEGIN IMMEDIATE", NULL, NULL, NULL);

    snprintf(stamp, sizeof stamp,
             "PRAGMA application_id = %d; PRAGMA user_version = %u; COMMIT",
             APPLICATION_ID, version);
    if (result == SQLITE_OK)
        result = sqlite3_exec(db, step, NULL, NULL, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_exec(db, stamp, NULL, NULL, NULL);
    return result;
}

/* Reads the version of a database that may be ours, 0 if it is empty, and judges it. */
static store_status judge(sqlite3 *db, unsigned newest, int64_t *version,
                          char why[static STORE_WHY])
{
    int64_t application = 0, objects = 0;
    int result = ask_number(db, "PRAGMA user_version", version);

    if (result == SQLITE_OK)
        result = ask_number(db, "PRAGMA application_id", &application);
    if (result == SQLITE_OK)
        result = ask_number(db, "SELECT count(*) FROM sqlite_schema", &objects);
    if (result != SQLITE_OK)
        return store_explain(db, result, "read the database", why);
    if (application != (objects == 0 && *version == 0 ? 0 : APPLICATION_ID) ||
        *version < 0) {
        snprintf(why, STORE_WHY,
                 "the database is damaged, or belongs to another program");
        return STORE_CORRUPT;
    }
    if (*version > (int64_t)newest) {
        snprintf(
            why, STORE_WHY,
            "the database has version %lld, and this program knows versions up to %u:"
            " it was written by a newer one",
            (long long)*version, newest);
        return STORE_NEWER;
    }
    return STORE_DONE;
}

store_status store_known(sqlite3 *db, unsigned newest, char why[static STORE_WHY])
{
    int64_t version = 0;
    const store_status status = judge(db, newest, &version, why);

    if (status != STORE_DONE || version > 0)
        return status;
    snprintf(why, STORE_WHY, "the database is empty");
    return STORE_CORRUPT;
}

store_status store_migrate(sqlite3 *db, const char *const *steps, unsigned count,
                           char why[static STORE_WHY])
{
    int64_t version = 0;
    const store_status judged = judge(db, count, &version, why);
    int result;

    if (judged != STORE_DONE)
        return judged;
    for (unsigned next = (unsigned)version; next < count; next++) {
        result = take_step(db, steps[next], next + 1);
        if (result != SQLITE_OK) {
            const store_status status =
                store_explain(db, result, "bring the database up to date", why);

            sqlite3_exec(db, "ROLLBACK", NULL, NULL, NULL);
            return status;
        }
    }
    return STORE_DONE;
}
