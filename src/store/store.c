/* Opening, closing and writing.
 *
 * A batch is an open transaction: each row goes to SQLite at once, whose cache is bounded
 * and spills into the log, so that a batch of any size takes little memory. The first
 * failure makes the rest of the batch a matter of form, and store_commit reports it.
 *
 * The log is a WAL with synchronous=FULL: one fsync a commit, where a rollback journal
 * takes three and some four times as long. The database is locked for good
 * (locking_mode=EXCLUSIVE), so that no shared memory has to be mapped, which a full disk
 * could turn into a signal, and nobody else can lock us out in the middle. */
#include "store/store.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/text.h"
#include "store/inside.h"

#define SUMMARY_COLUMNS                                                            \
    "SELECT r.game, r.state, r.listed, r.changed_ms, r.wake_ms, r.sum, r.summary," \
    " r.packed "

static const char *const texts[SQL_COUNT] = {
    [SQL_BEGIN] = "BEGIN IMMEDIATE",
    [SQL_COMMIT] = "COMMIT",
    [SQL_ROLLBACK] = "ROLLBACK",
    /* Writes the first page, whatever it holds. */
    [SQL_HEAL] = "PRAGMA application_id = 0x5462676f",
    [SQL_ADD_EVENT] =
        "INSERT INTO journal (id, game, number, sum, event) VALUES (?1, ?2, ?3, ?4, ?5)",
    [SQL_PUT] = "INSERT INTO value (owner, name, sum, text) VALUES (?1, ?2, ?3, ?4)"
                " ON CONFLICT DO UPDATE SET sum = ?3, text = ?4",
    [SQL_UNPUT] = "DELETE FROM value WHERE owner = ?1 AND name = ?2",
    [SQL_SEAT] = "INSERT OR IGNORE INTO seat (guest, game) VALUES (?1, ?2)",
    [SQL_UNSEAT] = "DELETE FROM seat WHERE guest = ?1 AND game = ?2",
    [SQL_TRACE] = "INSERT OR IGNORE INTO trace (guest, game) VALUES (?1, ?2)",
    [SQL_UNTRACE] = "DELETE FROM trace WHERE guest = ?1 AND game = ?2",
    [SQL_TRACES] = "SELECT game FROM trace WHERE guest = ?1 AND game > ?2"
                   " ORDER BY game LIMIT ?3",
    [SQL_JOURNAL_ROW] = "SELECT game, number, sum, event FROM journal WHERE id = ?1",
    [SQL_JOURNAL_PART] =
        "SELECT id, game, number FROM journal WHERE id > ?1 ORDER BY id LIMIT ?2",
    [SQL_JOURNAL_DELETE] = "DELETE FROM journal WHERE id = ?1",
    [SQL_JOURNAL_DELETE_TABLE] = "DELETE FROM journal WHERE game = ?1",
    [SQL_SETTLED] =
        "SELECT count, events_sum, events, packed FROM resting WHERE game = ?1",
    [SQL_SETTLED_COUNT] = "SELECT count FROM resting WHERE game = ?1",
    [SQL_SETTLE] =
        "INSERT OR REPLACE INTO resting (game, state, listed, changed_ms, wake_ms, sum,"
        " summary, count, events_sum, events, packed)"
        " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11)",
    [SQL_REMOVE_RESTING] = "DELETE FROM resting WHERE game = ?1",
    [SQL_REMOVE_VALUES] = "DELETE FROM value WHERE owner = ?1",
    [SQL_REMOVE_SEATS] = "DELETE FROM seat WHERE game = ?1",
    [SQL_REMOVE_TRACES] = "DELETE FROM trace WHERE game = ?1",
    [SQL_VALUES] = "SELECT name, sum, text FROM value WHERE owner = ?1",
    [SQL_VALUE] = "SELECT name, sum, text FROM value WHERE owner = ?1 AND name = ?2",
    [SQL_DUE] = SUMMARY_COLUMNS "FROM resting r WHERE r.wake_ms > 0 AND r.wake_ms <= ?1"
                                " ORDER BY r.wake_ms",
    [SQL_OF_GUEST] = SUMMARY_COLUMNS
    "FROM seat CROSS JOIN resting r ON r.game = seat.game"
    " WHERE seat.guest = ?1 AND r.changed_ms < ?2 ORDER BY r.changed_ms DESC LIMIT ?3",
    [SQL_LISTED] = SUMMARY_COLUMNS
    "FROM resting r WHERE r.listed = 1 AND r.state = ?1 AND r.changed_ms < ?2"
    " ORDER BY r.changed_ms DESC LIMIT ?3",
    [SQL_TABLES] =
        SUMMARY_COLUMNS "FROM resting r WHERE r.game > ?1 ORDER BY r.game LIMIT ?2",
    [SQL_OWNERS] = "SELECT owner FROM value WHERE owner > ?1 AND name = ?2"
                   " ORDER BY owner LIMIT ?3",
    [SQL_FORGET_SEATS] = "DELETE FROM seat WHERE guest = ?1",
    [SQL_FORGET_TRACES] = "DELETE FROM trace WHERE guest = ?1",
};

/* How the database is used, whatever its version. The cache is 4 MB. What is deleted is
 * overwritten: whoever had herself deleted is not to be found in free pages. */
static const char settings[] = "PRAGMA locking_mode = EXCLUSIVE;"
                               "PRAGMA synchronous = FULL;"
                               "PRAGMA cache_size = -4000;"
                               "PRAGMA temp_store = MEMORY;"
                               "PRAGMA secure_delete = ON;"
                               "PRAGMA cell_size_check = ON;"
                               "PRAGMA trusted_schema = OFF;"
                               "PRAGMA journal_size_limit = 16777216;";

/* ---- Small things ---- */

int64_t store_id(uint64_t id)
{
    int64_t same;

    memcpy(&same, &id, sizeof same);
    return same;
}

int64_t store_time(uint64_t ms)
{
    return ms > INT64_MAX ? INT64_MAX : (int64_t)ms;
}

int64_t store_sum(uint64_t a, uint64_t b, store_text text)
{
    const uint32_t bytes = host_sum(text.bytes, text.length);

    return (int64_t)(host_mix(host_mix(a, b), bytes) >> 32);
}

int64_t store_summary_sum(uint64_t table, const store_summary *summary)
{
    const uint64_t kind = (uint64_t)summary->state << 1 | summary->listed;
    const uint64_t when = host_mix((uint64_t)store_time(summary->changed_ms),
                                   (uint64_t)store_time(summary->wake_ms));

    return store_sum(table, host_mix(when, kind), summary->text);
}

int store_bind(sqlite3_stmt *sql, int at, store_text text)
{
    return sqlite3_bind_blob64(sql, at, text.bytes ? text.bytes : "", text.length,
                               SQLITE_STATIC);
}

store_text store_column(sqlite3_stmt *sql, int at)
{
    const char *bytes = sqlite3_column_blob(sql, at);

    return (store_text){.bytes = bytes ? bytes : "",
                        .length = bytes ? (size_t)sqlite3_column_bytes(sql, at) : 0};
}

int store_run(store *s, store_sql which)
{
    int result = sqlite3_step(s->sql[which]);
    const int again = sqlite3_reset(s->sql[which]);

    if (result == SQLITE_DONE || result == SQLITE_ROW)
        result = again;
    return result;
}

store_status store_fail(store *s, int result, const char *trying)
{
    return store_explain(s->db, result, trying, s->why);
}

store_status store_damaged(store *s, const char *what, uint64_t table)
{
    snprintf(s->why, sizeof s->why, "%s of %016llx is damaged", what,
             (unsigned long long)table);
    return STORE_CORRUPT;
}

const char *store_error(const store *s)
{
    return s->why;
}

/* ---- Transactions ---- */

/* Writes something harmless over what a failed commit may have left in the log. */
static void heal(store *s)
{
    if (s->doubtful && store_run(s, SQL_HEAL) == SQLITE_OK)
        s->doubtful = false;
}

/* Begins a transaction, whose commit waits for the disk unless it is lazy. The log is
 * written in order, so that a later commit that waits makes lazy ones durable too. */
static store_status begin(store *s, bool lazy)
{
    int result = SQLITE_OK;

    if (!sqlite3_get_autocommit(s->db))
        store_run(s, SQL_ROLLBACK); /* one that could not be taken back then */
    if (s->lazy != lazy) {
        result = sqlite3_exec(
            s->db, lazy ? "PRAGMA synchronous = NORMAL" : "PRAGMA synchronous = FULL",
            NULL, NULL, NULL);
        if (result == SQLITE_OK)
            s->lazy = lazy;
    }
    if (result == SQLITE_OK)
        result = store_run(s, SQL_BEGIN);
    return result == SQLITE_OK ? STORE_DONE : store_fail(s, result, "begin to write");
}

store_status store_begin(store *s)
{
    return begin(s, false);
}

store_status store_begin_lazily(store *s)
{
    return begin(s, true);
}

store_status store_end(store *s, store_status status)
{
    if (status == STORE_DONE) {
        const int result = store_run(s, SQL_COMMIT);

        if (result == SQLITE_OK) {
            s->doubtful = false;
            return STORE_DONE;
        }
        s->doubtful = true;
        status = store_fail(s, result, "write to the disk");
    }
    if (!sqlite3_get_autocommit(s->db))
        store_run(s, SQL_ROLLBACK);
    heal(s);
    return status;
}

/* ---- Batches ---- */

/* Makes sure that a batch is open; false if it has failed already. */
static bool in_batch(store *s)
{
    if (!s->has_batch) {
        s->has_batch = true;
        s->batch = store_begin(s);
    }
    return s->batch == STORE_DONE;
}

static void check(store *s, int result)
{
    if (result != SQLITE_OK)
        s->batch = store_fail(s, result, "write to the disk");
}

void store_add_event(store *s, uint64_t table, uint32_t number, store_text event)
{
    sqlite3_stmt *sql = s->sql[SQL_ADD_EVENT];

    if (!in_batch(s))
        return;
    if (!awake_add(&s->awake, table, s->next_row)) {
        check(s, SQLITE_NOMEM);
        return;
    }
    sqlite3_bind_int64(sql, 1, s->next_row++);
    sqlite3_bind_int64(sql, 2, store_id(table));
    sqlite3_bind_int64(sql, 3, number);
    sqlite3_bind_int64(sql, 4, store_sum(table, number, event));
    check(s, store_bind(sql, 5, event));
    if (s->batch == STORE_DONE)
        check(s, store_run(s, SQL_ADD_EVENT));
    s->rows++;
    s->bytes += event.length;
}

void store_put(store *s, uint64_t owner, const char *key, store_text value)
{
    const store_text name = {.bytes = key, .length = strlen(key)};
    sqlite3_stmt *sql = s->sql[value.bytes ? SQL_PUT : SQL_UNPUT];
    int result;

    if (!in_batch(s))
        return;
    sqlite3_bind_int64(sql, 1, store_id(owner));
    result = sqlite3_bind_text64(sql, 2, key, name.length, SQLITE_STATIC, SQLITE_UTF8);
    if (result == SQLITE_OK && value.bytes) {
        sqlite3_bind_int64(sql, 3,
                           store_sum(owner, (uint64_t)store_sum(0, 0, name), value));
        result = store_bind(sql, 4, value);
    }
    if (result == SQLITE_OK)
        result = store_run(s, value.bytes ? SQL_PUT : SQL_UNPUT);
    check(s, result);
    s->rows++;
    s->bytes += value.length;
}

void store_forget(store *s, uint64_t owner)
{
    static const store_sql parts[] = {SQL_REMOVE_VALUES, SQL_FORGET_SEATS,
                                      SQL_FORGET_TRACES};

    if (!in_batch(s))
        return;
    for (unsigned i = 0; i < sizeof parts / sizeof *parts; i++) {
        sqlite3_bind_int64(s->sql[parts[i]], 1, store_id(owner));
        check(s, store_run(s, parts[i]));
    }
}

/* Runs a statement about a guest and a table. */
static void put_pair(store *s, store_sql which, uint64_t guest, uint64_t table)
{
    if (!in_batch(s))
        return;
    sqlite3_bind_int64(s->sql[which], 1, store_id(guest));
    sqlite3_bind_int64(s->sql[which], 2, store_id(table));
    check(s, store_run(s, which));
}

void store_seat(store *s, uint64_t guest, uint64_t table, bool seated)
{
    put_pair(s, seated ? SQL_SEAT : SQL_UNSEAT, guest, table);
    if (seated)
        store_trace(s, guest, table, true);
}

void store_trace(store *s, uint64_t guest, uint64_t table, bool left)
{
    put_pair(s, left ? SQL_TRACE : SQL_UNTRACE, guest, table);
}

bool store_has_batch(const store *s)
{
    return s->has_batch;
}

uint64_t store_commits(const store *s)
{
    return s->commits;
}

uint64_t store_bytes(const store *s)
{
    return s->bytes;
}

store_status store_commit(store *s)
{
    store_status status;

    if (!s->has_batch)
        return STORE_DONE;
    s->has_batch = false;
    status = store_end(s, s->batch);
    if (status == STORE_DONE) {
        s->commits++;
        s->kept_row = s->next_row;
        awake_keep(&s->awake);
    } else {
        s->next_row = s->kept_row;
        awake_drop(&s->awake);
    }
    return status;
}

/* ---- Opening ---- */

/* Takes the lock of the folder, or says who has it. */
static store_status take_lock(store *s, const char *folder, char why[static STORE_WHY])
{
    char path[PATH_MAX], owner[32] = "";

    snprintf(path, sizeof path, "%s/lock", folder);
    s->lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    if (s->lock < 0) {
        snprintf(why, STORE_WHY, "cannot open %.180s: %s", path, strerror(errno));
        return errno == ENOSPC || errno == EDQUOT ? STORE_FULL : STORE_FAILED;
    }
    if (flock(s->lock, LOCK_EX | LOCK_NB) != 0) {
        const bool taken = errno == EWOULDBLOCK;
        const ssize_t length = pread(s->lock, owner, sizeof owner - 1, 0);

        owner[length > 0 ? strspn(owner, "0123456789") : 0] = '\0';
        if (taken)
            snprintf(why, STORE_WHY, "another server%s%s uses the folder %.180s",
                     *owner ? ", process " : "", owner, folder);
        else
            snprintf(why, STORE_WHY, "cannot lock %.180s: %s", path, strerror(errno));
        return taken ? STORE_BUSY : STORE_FAILED;
    }
    /* Only the message above needs the number, so a full disk does not matter. */
    snprintf(owner, sizeof owner, "%ld\n", (long)getpid());
    if (ftruncate(s->lock, 0) == 0 && pwrite(s->lock, owner, strlen(owner), 0) < 0)
        errno = 0;
    return STORE_DONE;
}

/* Makes folder and file for their owner alone: they hold secrets. */
static store_status make_files(const char *folder, const char *path,
                               char why[static STORE_WHY])
{
    const int file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0600);
    const int parent = file < 0 ? -1 : open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    const bool made = parent >= 0 && fsync(parent) == 0;
    const int error = errno;

    if (parent >= 0)
        close(parent);
    if (file >= 0)
        close(file);
    if (made)
        return STORE_DONE;
    snprintf(why, STORE_WHY, "cannot open %.180s: %s", path, strerror(error));
    return error == ENOSPC || error == EDQUOT ? STORE_FULL : STORE_FAILED;
}

/* Turns the log on. */
static int use_log(sqlite3 *db)
{
    sqlite3_stmt *sql = NULL;
    int result = sqlite3_prepare_v2(db, "PRAGMA journal_mode = WAL", -1, &sql, NULL);

    if (result == SQLITE_OK) {
        result = sqlite3_step(sql);
        if (result == SQLITE_ROW) {
            const unsigned char *mode = sqlite3_column_text(sql, 0);

            result = mode && strcmp((const char *)mode, "wal") == 0 ? SQLITE_OK
                                                                    : SQLITE_CANTOPEN;
        }
    }
    sqlite3_finalize(sql);
    return result;
}

/* Opens the database and prepares every statement. */
static store_status connect_to(store *s, const char *path, char why[static STORE_WHY])
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
    int result = sqlite3_open_v2(path, &s->db, flags, NULL);
    store_status status;

    if (result == SQLITE_OK)
        result = sqlite3_exec(s->db, settings, NULL, NULL, NULL);
    if (result == SQLITE_OK)
        result = use_log(s->db);
    if (result != SQLITE_OK)
        return store_explain(s->db, result, "open the database", why);
    status = store_migrate(s->db, store_steps, store_version, why);
    for (unsigned i = 0; status == STORE_DONE && i < SQL_COUNT; i++) {
        result = sqlite3_prepare_v3(s->db, texts[i], -1, SQLITE_PREPARE_PERSISTENT,
                                    &s->sql[i], NULL);
        if (result == SQLITE_ERROR) /* a table is missing, or a column */
            result = SQLITE_CORRUPT;
        if (result != SQLITE_OK)
            status = store_explain(s->db, result, "read the database", why);
    }
    return status;
}

/* How many events of a table are settled; -1 after a failure. */
static int64_t settled_count(store *s, uint64_t table, int *result)
{
    sqlite3_stmt *sql = s->sql[SQL_SETTLED_COUNT];
    int64_t count = 0;

    sqlite3_bind_int64(sql, 1, store_id(table));
    *result = sqlite3_step(sql);
    if (*result == SQLITE_ROW)
        count = sqlite3_column_int64(sql, 0);
    *result = sqlite3_reset(sql);
    return count;
}

/* Reads the journal's index. A table is looked up when its first row comes. */
static int read_journal(store *s)
{
    sqlite3_stmt *sql = s->sql[SQL_JOURNAL_PART];
    int step, result = SQLITE_OK;

    sqlite3_bind_int64(sql, 1, INT64_MIN);
    sqlite3_bind_int64(sql, 2, -1);
    while (result == SQLITE_OK && (step = sqlite3_step(sql)) == SQLITE_ROW) {
        const int64_t row = sqlite3_column_int64(sql, 0);
        const uint64_t table = (uint64_t)sqlite3_column_int64(sql, 1);
        const int64_t number = sqlite3_column_int64(sql, 2);
        const awake_table *entry = awake_find(&s->awake, table);
        const bool dead =
            !(entry && entry->count > 0) && number <= settled_count(s, table, &result);

        if (result != SQLITE_OK)
            break;
        if (row < s->next_row || row == INT64_MAX)
            result = SQLITE_CORRUPT;
        else if (!(dead ? awake_add_dead(&s->awake, table)
                        : awake_add(&s->awake, table, row)))
            result = SQLITE_NOMEM;
        else
            s->next_row = row + 1;
    }
    step = sqlite3_reset(sql);
    awake_keep(&s->awake);
    s->kept_row = s->next_row;
    return result == SQLITE_OK ? step : result;
}

store_status store_open(store **opened, const char *folder, char why[static 256])
{
    char path[PATH_MAX];
    store_status status = STORE_FAILED;
    store *s = calloc(1, sizeof *s);
    int result;

    *opened = NULL;
    why[0] = '\0';
    if (!s) {
        snprintf(why, STORE_WHY, "there is no memory left");
        return STORE_FAILED;
    }
    s->lock = -1;
    s->next_row = 1;
    if ((size_t)snprintf(path, sizeof path, "%s/tobago.db", folder) >= sizeof path)
        snprintf(why, STORE_WHY, "the name of the folder is too long");
    else if (mkdir(folder, 0700) != 0 && errno != EEXIST)
        snprintf(why, STORE_WHY, "cannot make the folder %.180s: %s", folder,
                 strerror(errno));
    else
        status = take_lock(s, folder, why);
    if (status == STORE_DONE)
        status = make_files(folder, path, why);
    if (status == STORE_DONE)
        status = connect_to(s, path, why);
    if (status == STORE_DONE && (result = read_journal(s)) != SQLITE_OK)
        status = store_explain(s->db, result, "read the database", why);
    if (status == STORE_DONE)
        *opened = s;
    else
        store_close(s);
    return status;
}

void store_close(store *s)
{
    if (!s)
        return;
    store_backup_end(s);
    if (s->has_batch)
        store_end(s, STORE_FAILED);
    heal(s);
    for (unsigned i = 0; i < SQL_COUNT; i++)
        sqlite3_finalize(s->sql[i]);
    sqlite3_close(s->db);
    if (s->lock >= 0)
        close(s->lock);
    awake_clear(&s->awake);
    free(s);
}
