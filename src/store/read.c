/* Reading: events, values and lists. Each row is checked against its sum before anyone
 * sees it. */
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#include "store/inside.h"

enum { UNPACKED_MAX = 1 << 28 }; /* bytes of a table's events: far above any */

/* ---- Events ---- */

/* Reads the length in front of a settled event: four bytes, the lowest first. */
static size_t event_length(const unsigned char *at)
{
    return (size_t)at[0] | (size_t)at[1] << 8 | (size_t)at[2] << 16 | (size_t)at[3] << 24;
}

/* Hands out the events of a table's own row and counts them; false if they do not add up.
 */
static bool hand_out(store_text all, int64_t expected, store_on_event *on_event,
                     void *context, uint32_t *count)
{
    size_t at = 0;

    while (at < all.length) {
        size_t length;

        if (all.length - at < 4 || *count == UINT32_MAX)
            return false;
        length = event_length((const unsigned char *)all.bytes + at);
        if (length > all.length - at - 4)
            return false;
        on_event(context, ++*count,
                 (store_text){.bytes = all.bytes + at + 4, .length = length});
        at += 4 + length;
    }
    return *count == expected;
}

/* The same for a packed row, whose events have this many bytes. */
static bool hand_out_packed(store_text packed, int64_t bytes, int64_t expected,
                            store_on_event *on_event, void *context, uint32_t *count)
{
    uLongf length = (uLongf)bytes;
    char *const text = bytes <= UNPACKED_MAX ? malloc((size_t)bytes) : NULL;
    const bool good =
        text &&
        uncompress((Bytef *)text, &length, (const Bytef *)packed.bytes,
                   (uLong)packed.length) == Z_OK &&
        length == (uLongf)bytes &&
        hand_out((store_text){text, length}, expected, on_event, context, count);

    free(text);
    return good;
}

static store_status read_settled(store *s, uint64_t table, store_on_event *on_event,
                                 void *context, uint32_t *count)
{
    sqlite3_stmt *sql = s->sql[SQL_SETTLED];
    store_status status = STORE_DONE;
    int result;

    sqlite3_bind_int64(sql, 1, store_id(table));
    result = sqlite3_step(sql);
    if (result == SQLITE_ROW) {
        const int64_t expected = sqlite3_column_int64(sql, 0);
        const store_text all = store_column(sql, 2);
        const int64_t packed = sqlite3_column_int64(sql, 3);

        if (sqlite3_column_int64(sql, 1) != store_sum(table, (uint64_t)expected, all) ||
            !(packed > 0
                  ? hand_out_packed(all, packed, expected, on_event, context, count)
                  : hand_out(all, expected, on_event, context, count)))
            status = store_damaged(s, "the settled table", table);
    }
    result = sqlite3_reset(sql);
    return result == SQLITE_OK ? status : store_fail(s, result, "read a table");
}

/* Reads one row of the journal, which must be the event of this number. */
static store_status read_row(store *s, int64_t row, uint64_t table, uint32_t number,
                             store_on_event *on_event, void *context)
{
    sqlite3_stmt *sql = s->sql[SQL_JOURNAL_ROW];
    store_status status = STORE_DONE;
    bool good = false;
    int result;

    sqlite3_bind_int64(sql, 1, row);
    result = sqlite3_step(sql);
    if (result == SQLITE_ROW) {
        const store_text event = store_column(sql, 3);

        good = sqlite3_column_int64(sql, 0) == store_id(table) &&
               sqlite3_column_int64(sql, 1) == number &&
               sqlite3_column_int64(sql, 2) == store_sum(table, number, event);
        if (good)
            on_event(context, number, event);
    }
    result = sqlite3_reset(sql);
    if (result != SQLITE_OK)
        status = store_fail(s, result, "read a table");
    else if (!good)
        status = store_damaged(s, "an event", table);
    return status;
}

store_status store_events(store *s, uint64_t table, store_on_event *on_event,
                          void *context)
{
    const awake_table *entry = awake_find(&s->awake, table);
    uint32_t count = 0;
    store_status status = read_settled(s, table, on_event, context, &count);

    for (size_t i = 0; status == STORE_DONE && entry && i < entry->count; i++)
        status = read_row(s, entry->rows[i], table, ++count, on_event, context);
    if (status == STORE_DONE && count == 0)
        status = STORE_NONE;
    return status;
}

/* ---- Values ---- */

/* Hands out the values that a statement finds, and counts them. */
static store_status read_values(store *s, sqlite3_stmt *sql, uint64_t owner,
                                store_on_value *on_value, void *context, size_t *count)
{
    store_status status = STORE_DONE;
    int result;

    while (sqlite3_step(sql) == SQLITE_ROW) {
        const store_text name = store_column(sql, 0);
        const char *key = (const char *)sqlite3_column_text(sql, 0);
        const store_text value = store_column(sql, 2);
        const uint64_t name_sum = (uint64_t)store_sum(0, 0, name);

        ++*count;
        if (key && sqlite3_column_int64(sql, 1) == store_sum(owner, name_sum, value))
            on_value(context, key, value);
        else
            status = store_damaged(s, "a value", owner);
    }
    result = sqlite3_reset(sql);
    return result == SQLITE_OK ? status : store_fail(s, result, "read values");
}

store_status store_values(store *s, uint64_t owner, store_on_value *on_value,
                          void *context)
{
    size_t count = 0;

    sqlite3_bind_int64(s->sql[SQL_VALUES], 1, store_id(owner));
    return read_values(s, s->sql[SQL_VALUES], owner, on_value, context, &count);
}

store_status store_value(store *s, uint64_t owner, const char *key,
                         store_on_value *on_value, void *context)
{
    sqlite3_stmt *sql = s->sql[SQL_VALUE];
    size_t count = 0;
    store_status status;

    sqlite3_bind_int64(sql, 1, store_id(owner));
    sqlite3_bind_text64(sql, 2, key, strlen(key), SQLITE_TRANSIENT, SQLITE_UTF8);
    status = read_values(s, sql, owner, on_value, context, &count);
    return status == STORE_DONE && count == 0 ? STORE_NONE : status;
}

/* ---- Lists ---- */

store_status store_awake(store *s, store_on_table *on_table, void *context)
{
    uint64_t *tables = malloc((s->awake.used + 1) * sizeof *tables);
    size_t count = 0;

    if (!tables)
        return store_fail(s, SQLITE_NOMEM, "list the tables");
    for (size_t i = 0; i < s->awake.room; i++) {
        if (s->awake.slots[i] && s->awake.slots[i]->count > 0)
            tables[count++] = s->awake.slots[i]->table;
    }
    for (size_t i = 0; i < count; i++)
        on_table(context, tables[i], NULL);
    free(tables);
    return STORE_DONE;
}

store_status store_read_list(store *s, store_sql which, store_on_table *on_table,
                             void *context)
{
    sqlite3_stmt *sql = s->sql[which];
    store_status status = STORE_DONE;
    int result;

    while (sqlite3_step(sql) == SQLITE_ROW) {
        const uint64_t table = (uint64_t)sqlite3_column_int64(sql, 0);
        const store_summary summary = {
            .state = (uint8_t)sqlite3_column_int64(sql, 1),
            .listed = sqlite3_column_int64(sql, 2) != 0,
            .changed_ms = (uint64_t)sqlite3_column_int64(sql, 3),
            .wake_ms = (uint64_t)sqlite3_column_int64(sql, 4),
            .text = store_column(sql, 6),
            .packed = sqlite3_column_int64(sql, 7) != 0,
        };

        if (sqlite3_column_int64(sql, 5) == store_summary_sum(table, &summary))
            on_table(context, table, &summary);
        else
            status = store_damaged(s, "the summary", table);
    }
    result = sqlite3_reset(sql);
    return result == SQLITE_OK ? status : store_fail(s, result, "list the tables");
}

/* Binds the page that a list wants. */
static void bind_page(sqlite3_stmt *sql, uint64_t before_ms, unsigned most)
{
    sqlite3_bind_int64(sql, 2, before_ms ? store_time(before_ms) : INT64_MAX);
    sqlite3_bind_int64(sql, 3, most);
}

store_status store_due(store *s, uint64_t until_ms, store_on_table *on_table,
                       void *context)
{
    sqlite3_bind_int64(s->sql[SQL_DUE], 1, store_time(until_ms));
    return store_read_list(s, SQL_DUE, on_table, context);
}

store_status store_of_guest(store *s, uint64_t guest, uint64_t before_ms, unsigned most,
                            store_on_table *on_table, void *context)
{
    sqlite3_bind_int64(s->sql[SQL_OF_GUEST], 1, store_id(guest));
    bind_page(s->sql[SQL_OF_GUEST], before_ms, most);
    return store_read_list(s, SQL_OF_GUEST, on_table, context);
}

store_status store_listed(store *s, uint8_t state, uint64_t before_ms, unsigned most,
                          store_on_table *on_table, void *context)
{
    sqlite3_bind_int64(s->sql[SQL_LISTED], 1, state);
    bind_page(s->sql[SQL_LISTED], before_ms, most);
    return store_read_list(s, SQL_LISTED, on_table, context);
}

store_status store_traces(store *s, uint64_t guest, uint64_t after, unsigned most,
                          void (*on_table)(void *context, uint64_t table), void *context)
{
    sqlite3_stmt *const sql = s->sql[SQL_TRACES];
    int result;

    sqlite3_bind_int64(sql, 1, store_id(guest));
    sqlite3_bind_int64(sql, 2, store_id(after));
    sqlite3_bind_int64(sql, 3, most);
    while (sqlite3_step(sql) == SQLITE_ROW)
        on_table(context, (uint64_t)sqlite3_column_int64(sql, 0));
    result = sqlite3_reset(sql);
    return result == SQLITE_OK ? STORE_DONE : store_fail(s, result, "list the tables");
}
