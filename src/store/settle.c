/* Tables that rest: settling, removing, and the sweep.
 *
 * Settling copies a table's events into a row of its own and leaves them in the journal
 * as dead rows. Deleting them there and then would be dear: the rows of tables that play
 * at the same time lie among each other, so each of them costs a page. The sweep deletes
 * dead rows in the journal's order instead, once there are more of them than live ones.
 * It goes on a little with each settling, so that it never holds anyone up, and looks at
 * four rows for each that died: it gains on them as long as half of the rows are dead.
 * The journal, and with it the time to open the store, thus stays within twice what is
 * awake, and a constant.
 *
 * A settling only moves things about and may be lost, so it does not wait for the disk.
 */
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "store/inside.h"

enum {
    SWEEP_FROM = 1024, /* dead rows are not worth looking for below this */
    SWEEP_PACE = 4,    /* rows looked at for each row that was settled */
    SWEEP_LEAST = 64,  /* and at least so many a settling */
};

/* ---- The events of a table in one text ---- */

typedef struct gathering {
    char *bytes; /* owned */
    size_t length, room;
    uint32_t count;
    bool failed; /* no memory, or an event of 4 GB */
} gathering;

static void gather(void *context, uint32_t number, store_text event)
{
    gathering *all = context;

    if (all->failed || event.length > UINT32_MAX) {
        all->failed = true;
        return;
    }
    if (all->room - all->length < event.length + 4) {
        const size_t room = (all->length + event.length + 4) * 2;
        char *bytes = realloc(all->bytes, room);

        if (!bytes) {
            all->failed = true;
            return;
        }
        all->bytes = bytes;
        all->room = room;
    }
    for (unsigned i = 0; i < 4; i++)
        all->bytes[all->length++] = (char)(event.length >> 8 * i & 0xff);
    memcpy(all->bytes + all->length, event.bytes, event.length);
    all->length += event.length;
    all->count = number;
}

/* ---- The sweep ---- */

/* Dead rows that were deleted in this transaction, as the tables they belonged to. */
typedef struct sweep {
    uint64_t *tables; /* owned */
    int64_t *rows;    /* owned */
    size_t count;
    int64_t to; /* the last row looked at; 0: the journal's end was reached */
} sweep;

/* Finds the dead rows among the next so many rows of the journal. */
static int find_dead(store *s, sweep *found, size_t most)
{
    sqlite3_stmt *sql = s->sql[SQL_JOURNAL_PART];
    size_t seen = 0;

    sqlite3_bind_int64(sql, 1, s->swept);
    sqlite3_bind_int64(sql, 2, (int64_t)most);
    for (; seen < most && sqlite3_step(sql) == SQLITE_ROW; seen++) {
        const int64_t row = sqlite3_column_int64(sql, 0);
        const uint64_t table = (uint64_t)sqlite3_column_int64(sql, 1);

        if (awake_is_dead(&s->awake, table, row)) {
            found->tables[found->count] = table;
            found->rows[found->count++] = row;
        }
        found->to = row;
    }
    if (seen < most)
        found->to = 0;
    return sqlite3_reset(sql);
}

/* Deletes some dead rows. The index learns of it by swept, after the commit. */
static int sweep_some(store *s, sweep *found, size_t settled)
{
    const size_t most = settled * SWEEP_PACE + SWEEP_LEAST;
    int result;

    found->to = s->swept;
    if (s->awake.dead < s->awake.live + SWEEP_FROM)
        return SQLITE_OK;
    found->tables = malloc(most * sizeof *found->tables);
    found->rows = malloc(most * sizeof *found->rows);
    if (!found->tables || !found->rows)
        return SQLITE_NOMEM;
    result = find_dead(s, found, most);
    for (size_t i = 0; result == SQLITE_OK && i < found->count; i++) {
        sqlite3_bind_int64(s->sql[SQL_JOURNAL_DELETE], 1, found->rows[i]);
        result = store_run(s, SQL_JOURNAL_DELETE);
    }
    return result;
}

static void swept(store *s, const sweep *found)
{
    for (size_t i = 0; i < found->count; i++)
        awake_sweep(&s->awake, found->tables[i]);
    s->swept = found->to;
}

/* ---- Settling ---- */

/* Compresses the events, which takes a third of the room or less. */
static bool pack(const gathering *all, store_text *packed)
{
    uLongf length = compressBound((uLong)all->length);
    char *const bytes = malloc(length);

    if (!bytes)
        return false;
    if (compress2((Bytef *)bytes, &length, (const Bytef *)all->bytes, (uLong)all->length,
                  Z_BEST_COMPRESSION) != Z_OK) {
        free(bytes);
        return false;
    }
    *packed = (store_text){bytes, length};
    return true;
}

static int write_resting(store *s, uint64_t table, const store_summary *summary,
                         const gathering *all)
{
    const store_text plain = {.bytes = all->bytes, .length = all->length};
    store_text packed = {0};
    const bool packs = summary->packed && all->length && pack(all, &packed);
    const store_text events = packs ? packed : plain;
    sqlite3_stmt *sql = s->sql[SQL_SETTLE];
    int result;

    sqlite3_bind_int64(sql, 11, packs ? (int64_t)all->length : 0);
    sqlite3_bind_int64(sql, 1, store_id(table));
    sqlite3_bind_int64(sql, 2, summary->state);
    sqlite3_bind_int64(sql, 3, summary->listed);
    sqlite3_bind_int64(sql, 4, store_time(summary->changed_ms));
    sqlite3_bind_int64(sql, 5, store_time(summary->wake_ms));
    sqlite3_bind_int64(sql, 6, store_summary_sum(table, summary));
    sqlite3_bind_int64(sql, 8, all->count);
    sqlite3_bind_int64(sql, 9, store_sum(table, all->count, events));
    result = store_bind(sql, 7, summary->text);
    if (result == SQLITE_OK)
        result = store_bind(sql, 10, events);
    if (result == SQLITE_OK)
        result = store_run(s, SQL_SETTLE);
    free((char *)(uintptr_t)packed.bytes);
    return result;
}

store_status store_settle(store *s, uint64_t table, const store_summary *summary)
{
    gathering all = {0};
    sweep found = {0};
    store_status status;

    assert(!s->has_batch);
    status = store_events(s, table, gather, &all);
    if (status == STORE_DONE && all.failed)
        status = store_fail(s, SQLITE_NOMEM, "settle a table");
    if (status == STORE_DONE)
        status = store_begin_lazily(s);
    if (status == STORE_DONE) {
        int result = write_resting(s, table, summary, &all);

        if (result == SQLITE_OK)
            result = sweep_some(s, &found, all.count);
        if (result != SQLITE_OK)
            status = store_fail(s, result, "settle a table");
        status = store_end(s, status);
    }
    if (status == STORE_DONE) {
        awake_settle(&s->awake, table);
        swept(s, &found);
    }
    free(found.tables);
    free(found.rows);
    free(all.bytes);
    return status;
}

/* ---- Removing ---- */

/* Deletes a table's rows of the journal, the dead ones too: with its own row gone nothing
 * would tell any more that they are. */
static int remove_journal(store *s, uint64_t table)
{
    const awake_table *entry = awake_find(&s->awake, table);
    int result = SQLITE_OK;

    if (entry && entry->dead > 0) {
        sqlite3_bind_int64(s->sql[SQL_JOURNAL_DELETE_TABLE], 1, store_id(table));
        return store_run(s, SQL_JOURNAL_DELETE_TABLE);
    }
    for (size_t i = 0; result == SQLITE_OK && entry && i < entry->count; i++) {
        sqlite3_bind_int64(s->sql[SQL_JOURNAL_DELETE], 1, entry->rows[i]);
        result = store_run(s, SQL_JOURNAL_DELETE);
    }
    return result;
}

store_status store_remove(store *s, uint64_t table)
{
    static const store_sql removals[] = {SQL_REMOVE_RESTING, SQL_REMOVE_VALUES,
                                         SQL_REMOVE_SEATS, SQL_REMOVE_TRACES};
    store_status status;
    int result;

    assert(!s->has_batch);
    status = store_begin(s);
    if (status != STORE_DONE)
        return status;
    result = remove_journal(s, table);
    for (unsigned i = 0; result == SQLITE_OK && i < 4; i++) {
        sqlite3_bind_int64(s->sql[removals[i]], 1, store_id(table));
        result = store_run(s, removals[i]);
    }
    if (result != SQLITE_OK)
        status = store_fail(s, result, "remove a table");
    status = store_end(s, status);
    if (status == STORE_DONE)
        awake_remove(&s->awake, table);
    return status;
}

/* ---- Rewriting ---- */

store_status store_rewrite(store *s, uint64_t table, const store_text *events,
                           uint32_t count, const store_summary *summary)
{
    gathering all = {0};
    store_status status = STORE_DONE;
    int result;

    assert(!s->has_batch);
    for (uint32_t i = 0; i < count; i++)
        gather(&all, i + 1, events[i]);
    if (all.failed)
        status = store_fail(s, SQLITE_NOMEM, "rewrite a table");
    if (status == STORE_DONE)
        status = store_begin(s);
    if (status == STORE_DONE) {
        result = remove_journal(s, table);
        if (result == SQLITE_OK)
            result = write_resting(s, table, summary, &all);
        if (result != SQLITE_OK)
            status = store_fail(s, result, "rewrite a table");
        status = store_end(s, status);
    }
    if (status == STORE_DONE)
        awake_remove(&s->awake, table);
    free(all.bytes);
    return status;
}

store_status store_scrub(store *s)
{
    const int result =
        sqlite3_wal_checkpoint_v2(s->db, NULL, SQLITE_CHECKPOINT_TRUNCATE, NULL, NULL);

    assert(!s->has_batch);
    return result == SQLITE_OK ? STORE_DONE : store_fail(s, result, "empty the log");
}
