/* Looking after a store: walking through it, figures, and backups while it is in use.
 *
 * A backup is SQLite's own, from the connection that also writes: pages that change
 * behind the copy's back are copied again at once, so that it needs no lock and is never
 * begun anew. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "store/inside.h"

/* ---- Walking ---- */

static int by_number(const void *a, const void *b)
{
    const uint64_t x = *(const uint64_t *)a, y = *(const uint64_t *)b;

    return (x > y) - (x < y);
}

/* The tables of the journal above an id, in order; NULL if memory runs out. */
static uint64_t *awake_above(const store *s, uint64_t after, size_t *count)
{
    uint64_t *tables = malloc((s->awake.used + 1) * sizeof *tables);

    *count = 0;
    for (size_t i = 0; tables && i < s->awake.room; i++) {
        const awake_table *const entry = s->awake.slots[i];
        if (entry && entry->count > 0 && entry->table > after)
            tables[(*count)++] = entry->table;
    }
    if (tables)
        qsort(tables, *count, sizeof *tables, by_number);
    return tables;
}

typedef struct walk {
    store_on_table *on_table;
    void *context;
    const uint64_t *awake; /* in order */
    size_t awakes, taken;
    unsigned left;
} walk;

/* Hands out those of the journal that come before an id. */
static void hand_out_awake(walk *w, uint64_t before)
{
    for (; w->left && w->taken < w->awakes && w->awake[w->taken] < before; w->left--)
        w->on_table(w->context, w->awake[w->taken++], NULL);
}

static void on_settled(void *context, uint64_t table, const store_summary *summary)
{
    walk *const w = context;

    hand_out_awake(w, table);
    if (w->taken < w->awakes && w->awake[w->taken] == table)
        w->taken++;
    if (!w->left)
        return;
    w->left--;
    w->on_table(w->context, table, summary);
}

store_status store_tables(store *s, uint64_t after, unsigned most,
                          store_on_table *on_table, void *context)
{
    size_t count;
    uint64_t *const awake = awake_above(s, after, &count);
    walk w = {.on_table = on_table,
              .context = context,
              .awake = awake,
              .awakes = count,
              .left = most};
    store_status status;

    if (!awake)
        return store_fail(s, SQLITE_NOMEM, "list the tables");
    sqlite3_bind_int64(s->sql[SQL_TABLES], 1, store_id(after));
    sqlite3_bind_int64(s->sql[SQL_TABLES], 2, most);
    status = store_read_list(s, SQL_TABLES, on_settled, &w);
    hand_out_awake(&w, UINT64_MAX);
    free(awake);
    return status;
}

store_status store_owners(store *s, const char *key, uint64_t after, unsigned most,
                          void (*on_owner)(void *context, uint64_t owner), void *context)
{
    sqlite3_stmt *sql = s->sql[SQL_OWNERS];
    int result;

    sqlite3_bind_int64(sql, 1, store_id(after));
    sqlite3_bind_text64(sql, 2, key, strlen(key), SQLITE_TRANSIENT, SQLITE_UTF8);
    sqlite3_bind_int64(sql, 3, most);
    while (sqlite3_step(sql) == SQLITE_ROW)
        on_owner(context, (uint64_t)sqlite3_column_int64(sql, 0));
    result = sqlite3_reset(sql);
    return result == SQLITE_OK ? STORE_DONE : store_fail(s, result, "list the guests");
}

/* ---- Figures ---- */

static uint64_t size_of(const char *path)
{
    struct stat about;

    return path && stat(path, &about) == 0 ? (uint64_t)about.st_size : 0;
}

store_figures store_figures_of(const store *s)
{
    const char *path = sqlite3_db_filename(s->db, "main");

    return (store_figures){.bytes = size_of(path),
                           .log_bytes = size_of(path ? sqlite3_filename_wal(path) : NULL),
                           .commits = s->commits,
                           .rows = s->rows,
                           .row_bytes = s->bytes,
                           .live_rows = s->awake.live,
                           .dead_rows = s->awake.dead};
}

/* ---- Backups ---- */

void store_backup_end(store *s)
{
    if (s->backup)
        sqlite3_backup_finish(s->backup);
    sqlite3_close(s->copy);
    s->backup = NULL;
    s->copy = NULL;
}

store_status store_backup_begin(store *s, const char *path)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE | SQLITE_OPEN_NOMUTEX |
                      SQLITE_OPEN_EXRESCODE;
    int result;

    if (s->backup) {
        snprintf(s->why, sizeof s->why, "a backup is being made already");
        return STORE_BUSY;
    }
    result = sqlite3_open_v2(path, &s->copy, flags, NULL);
    if (result == SQLITE_OK)
        s->backup = sqlite3_backup_init(s->copy, "main", s->db, "main");
    if (!s->backup) {
        const store_status status = store_explain(
            s->copy, result == SQLITE_OK ? sqlite3_errcode(s->copy) : result,
            "write the backup", s->why);

        store_backup_end(s);
        return status;
    }
    return STORE_DONE;
}

/* The copy is complete: its file may stand alone, without a log beside it. */
static int finish(store *s)
{
    int result = sqlite3_backup_finish(s->backup);

    s->backup = NULL;
    if (result == SQLITE_OK)
        result = sqlite3_exec(s->copy, "PRAGMA journal_mode = DELETE", NULL, NULL, NULL);
    return result;
}

store_status store_backup_step(store *s, unsigned most, unsigned *left, unsigned *pages)
{
    int result;

    assert(!s->has_batch);
    *left = *pages = 0;
    if (!s->backup) {
        snprintf(s->why, sizeof s->why, "no backup is being made");
        return STORE_NONE;
    }
    result = sqlite3_backup_step(s->backup, (int)most);
    *left = (unsigned)sqlite3_backup_remaining(s->backup);
    *pages = (unsigned)sqlite3_backup_pagecount(s->backup);
    if (result == SQLITE_OK && *left)
        return STORE_DONE;
    if (result == SQLITE_DONE)
        result = finish(s);
    if (result != SQLITE_OK) {
        const store_status status =
            store_explain(s->copy, result, "write the backup", s->why);

        store_backup_end(s);
        return status;
    }
    *left = 0;
    store_backup_end(s);
    return STORE_DONE;
}

/* ---- A database that nobody uses ---- */

/* Asks SQLite whether the file is whole; its first complaint is the sentence. */
static store_status check_whole(sqlite3 *db, char why[static STORE_WHY])
{
    sqlite3_stmt *sql = NULL;
    int result = sqlite3_prepare_v2(db, "PRAGMA integrity_check(1)", -1, &sql, NULL);
    store_status status = STORE_DONE;

    if (result == SQLITE_OK)
        result = sqlite3_step(sql);
    if (result == SQLITE_ROW) {
        const char *said = (const char *)sqlite3_column_text(sql, 0);
        if (!said || strcmp(said, "ok") != 0) {
            snprintf(why, STORE_WHY, "the database is damaged: %.200s", said ? said : "");
            status = STORE_CORRUPT;
        }
    } else {
        status = store_explain(db, result, "read the database", why);
    }
    sqlite3_finalize(sql);
    return status;
}

store_status store_verify(const char *path, char why[static 256])
{
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    sqlite3 *db = NULL;
    const int result = sqlite3_open_v2(path, &db, flags, NULL);
    store_status status;

    why[0] = '\0';
    if (result != SQLITE_OK)
        status = store_explain(db, result, "open the database", why);
    else
        status = store_known(db, store_version, why);
    if (status == STORE_DONE)
        status = check_whole(db, why);
    sqlite3_close(db);
    return status;
}

/* ---- What a backup carries besides ---- */

static int open_copy(const char *path, sqlite3 **db)
{
    return sqlite3_open_v2(
        path, db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE,
        NULL);
}

store_status store_attach(const char *path, const char *name, store_text bytes,
                          char why[static 256])
{
    sqlite3_stmt *sql = NULL;
    sqlite3 *db = NULL;
    store_status status = STORE_DONE;
    int result = open_copy(path, &db);

    if (result == SQLITE_OK)
        result = sqlite3_exec(db,
                              "CREATE TABLE IF NOT EXISTS attached"
                              " (name TEXT PRIMARY KEY, bytes BLOB NOT NULL)",
                              NULL, NULL, NULL);
    if (result == SQLITE_OK)
        result = sqlite3_prepare_v2(
            db, "INSERT OR REPLACE INTO attached (name, bytes) VALUES (?1, ?2)", -1, &sql,
            NULL);
    if (result == SQLITE_OK)
        result = sqlite3_bind_text(sql, 1, name, -1, SQLITE_STATIC);
    if (result == SQLITE_OK)
        result = store_bind(sql, 2, bytes);
    if (result == SQLITE_OK) {
        result = sqlite3_step(sql);
        result = result == SQLITE_DONE ? SQLITE_OK : result;
    }
    if (result != SQLITE_OK)
        status = store_explain(db, result, "write the backup", why);
    sqlite3_finalize(sql);
    sqlite3_close(db);
    return status;
}

store_status store_detach(const char *path, store_on_value *on_value, void *context,
                          char why[static 256])
{
    sqlite3_stmt *sql = NULL;
    sqlite3 *db = NULL;
    store_status status = STORE_DONE;
    int result = open_copy(path, &db);

    if (result == SQLITE_OK)
        result =
            sqlite3_prepare_v2(db, "SELECT name, bytes FROM attached", -1, &sql, NULL);
    while (result == SQLITE_OK || result == SQLITE_ROW) {
        result = sqlite3_step(sql);
        if (result == SQLITE_ROW)
            on_value(context, (const char *)sqlite3_column_text(sql, 0),
                     store_column(sql, 1));
    }
    sqlite3_finalize(sql);
    if (result == SQLITE_DONE)
        result = sqlite3_exec(db, "DROP TABLE attached", NULL, NULL, NULL);
    if (result == SQLITE_ERROR) { /* there is no such table: a plain database */
        status = STORE_NONE;
        snprintf(why, STORE_WHY, "nothing is attached to the database");
    } else if (result != SQLITE_OK) {
        status = store_explain(db, result, "read the backup", why);
    }
    sqlite3_close(db);
    return status;
}
