/* The store: batches, reading, tables that rest, opening, damage. What disks do is in
 * test_store_disk.c. */
#include <fcntl.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/text.h"
#include "store/schema.h"
#include "store/store.h"

#include "support.h"

/* ---- A folder, a store in it, and what was read ---- */

static char folder[] = "/tmp/tobago-store-XXXXXX";
static char data[64]; /* the store's own folder in it */
static char why[256];

static const char *at(const char *name)
{
    static char path[256];

    snprintf(path, sizeof path, "%s/%s", data, name);
    return path;
}

static int make_folder(void **state)
{
    (void)state;
    memcpy(folder + strlen(folder) - 6, "XXXXXX", 6);
    if (!mkdtemp(folder))
        return -1;
    snprintf(data, sizeof data, "%s/data", folder);
    return 0;
}

static int remove_folder(void **state)
{
    char command[64];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static store *open_store(void)
{
    store *s;
    const store_status status = store_open(&s, data, why);

    if (status != STORE_DONE)
        print_message("%s\n", why);
    assert_int_equal(status, STORE_DONE);
    return s;
}

static store *reopen(store *s)
{
    store_close(s);
    return open_store();
}

static store_text text_of(const char *text)
{
    return (store_text){.bytes = text, .length = strlen(text)};
}

static void add(store *s, uint64_t table, uint32_t number, const char *event)
{
    store_add_event(s, table, number, text_of(event));
}

/* Everything that a reading function handed out, as one text: "1 a, 2 b". */
static char heard[4096];

static void hear(const char *format, ...)
{
    const size_t length = strlen(heard);
    va_list list;

    va_start(list, format);
    vsnprintf(heard + length, sizeof heard - length, format, list);
    va_end(list);
}

static void hear_event(void *context, uint32_t number, store_text event)
{
    (void)context;
    hear("%s%u %.*s", *heard ? ", " : "", number, (int)event.length, event.bytes);
}

static void hear_value(void *context, const char *key, store_text value)
{
    (void)context;
    hear("%s%s=%.*s", *heard ? ", " : "", key, (int)value.length, value.bytes);
}

static void hear_table(void *context, uint64_t table, const store_summary *summary)
{
    (void)context;
    hear("%s%llu", *heard ? ", " : "", (unsigned long long)table);
    if (summary)
        hear(" %u %d %llu %llu %.*s", summary->state, summary->listed,
             (unsigned long long)summary->changed_ms,
             (unsigned long long)summary->wake_ms, (int)summary->text.length,
             summary->text.bytes);
}

static const char *events_of(store *s, uint64_t table)
{
    heard[0] = '\0';
    assert_int_equal(store_events(s, table, hear_event, NULL), STORE_DONE);
    return heard;
}

static const char *values_of(store *s, uint64_t owner)
{
    heard[0] = '\0';
    assert_int_equal(store_values(s, owner, hear_value, NULL), STORE_DONE);
    return heard;
}

static const char *awake_of(store *s)
{
    heard[0] = '\0';
    assert_int_equal(store_awake(s, hear_table, NULL), STORE_DONE);
    return heard;
}

static void no_events(store *s, uint64_t table)
{
    heard[0] = '\0';
    assert_int_equal(store_events(s, table, hear_event, NULL), STORE_NONE);
    assert_string_equal(heard, "");
}

/* ---- Batches ---- */

static void events_are_read_in_order(void **state)
{
    store *s = open_store();

    (void)state;
    add(s, 7, 1, "one");
    add(s, 8, 1, "other");
    add(s, 7, 2, "two");
    assert_true(store_has_batch(s));
    assert_int_equal(store_commit(s), STORE_DONE);
    add(s, 7, 3, "three");
    assert_int_equal(store_commit(s), STORE_DONE);

    assert_false(store_has_batch(s));
    assert_string_equal(events_of(s, 7), "1 one, 2 two, 3 three");
    assert_string_equal(events_of(s, 8), "1 other");
    no_events(s, 9);
    s = reopen(s);
    assert_string_equal(events_of(s, 7), "1 one, 2 two, 3 three");
    assert_string_equal(events_of(s, 8), "1 other");
    no_events(s, 9);
    store_close(s);
}

static void a_batch_that_was_not_committed_is_gone(void **state)
{
    store *s = open_store();

    (void)state;
    add(s, 7, 1, "one");
    assert_int_equal(store_commit(s), STORE_DONE);
    add(s, 7, 2, "two");
    add(s, 8, 1, "other");
    store_put(s, 7, "key", text_of("value"));
    store_seat(s, 5, 7, true);
    s = reopen(s);

    assert_string_equal(events_of(s, 7), "1 one");
    no_events(s, 8);
    assert_string_equal(values_of(s, 7), "");
    assert_string_equal(awake_of(s), "7");
    store_close(s);
}

static void nothing_is_committed_without_a_batch(void **state)
{
    store *s = open_store();

    (void)state;
    assert_false(store_has_batch(s));
    assert_int_equal(store_commit(s), STORE_DONE);
    assert_string_equal(store_error(s), "");
    assert_int_equal(store_commits(s), 0);
    add(s, 7, 1, "one");
    assert_int_equal(store_commits(s), 0);
    assert_int_equal(store_commit(s), STORE_DONE);
    assert_int_equal(store_commits(s), 1);
    store_close(s);
}

static void add_length(void *context, uint32_t number, store_text event)
{
    unsigned *lengths = context;

    (void)number;
    assert_non_null(event.bytes);
    *lengths += 100 + (unsigned)event.length;
}

static void texts_may_hold_any_bytes_and_none(void **state)
{
    static const char bytes[] = {0, 'a', (char)0xff, '\n', 0, '\''};
    const store_text odd = {.bytes = bytes, .length = sizeof bytes};
    const uint64_t largest = UINT64_MAX;
    store *s = open_store();

    (void)state;
    store_add_event(s, largest, 1, odd);
    store_add_event(s, largest, 2, (store_text){.bytes = "", .length = 0});
    store_add_event(s, largest, 3, (store_text){.bytes = NULL, .length = 0});
    store_put(s, largest, "a'; DROP TABLE value; --", odd);
    store_put(s, largest, "", text_of(""));
    assert_int_equal(store_commit(s), STORE_DONE);
    s = reopen(s);

    for (int settled = 0; settled < 2; settled++) {
        unsigned lengths = 0;

        assert_int_equal(store_events(s, largest, add_length, &lengths), STORE_DONE);
        assert_int_equal(lengths, 3 * 100 + sizeof bytes);
        assert_int_equal(store_settle(s, largest, &(store_summary){.text = odd}),
                         STORE_DONE);
    }
    assert_non_null(strstr(values_of(s, largest), "a'; DROP TABLE value; --="));
    store_close(s);
}

/* Every byte of odd texts is the same, settled or not. */
static void check_odd(void *context, uint32_t number, store_text event)
{
    unsigned *seen = context;

    assert_int_equal(number, ++*seen);
    assert_int_equal(event.length, number * 7 % 300);
    assert_non_null(event.bytes);
    for (size_t i = 0; i < event.length; i++)
        assert_int_equal((unsigned char)event.bytes[i], (number * i) & 0xff);
}

static void every_byte_comes_back(void **state)
{
    enum { EVENTS = 1000 };
    char bytes[300];
    store *s = open_store();

    (void)state;
    for (uint32_t n = 1; n <= EVENTS; n++) {
        for (size_t i = 0; i < n * 7 % 300; i++)
            bytes[i] = (char)(n * i);
        store_add_event(s, 3, n, (store_text){.bytes = bytes, .length = n * 7 % 300});
        if (n % 10 == 0)
            assert_int_equal(store_commit(s), STORE_DONE);
        if (n == 500)
            assert_int_equal(store_settle(s, 3, &(store_summary){0}), STORE_DONE);
    }
    for (int i = 0; i < 3; i++) {
        unsigned seen = 0;

        assert_int_equal(store_events(s, 3, check_odd, &seen), STORE_DONE);
        assert_int_equal(seen, EVENTS);
        if (i == 0)
            s = reopen(s);
        else
            assert_int_equal(store_settle(s, 3, &(store_summary){0}), STORE_DONE);
    }
    store_close(s);
}

static void values_are_set_replaced_and_removed(void **state)
{
    store *s = open_store();

    (void)state;
    store_put(s, 1, "name", text_of("Ada"));
    store_put(s, 1, "token", text_of("secret"));
    store_put(s, 2, "name", text_of("Bob"));
    assert_int_equal(store_commit(s), STORE_DONE);
    store_put(s, 1, "name", text_of("Ada B."));
    store_put(s, 1, "token", (store_text){.bytes = NULL, .length = 0});
    store_put(s, 1, "nothing", (store_text){.bytes = NULL, .length = 0});
    assert_int_equal(store_commit(s), STORE_DONE);
    s = reopen(s);

    assert_string_equal(values_of(s, 1), "name=Ada B.");
    assert_string_equal(values_of(s, 2), "name=Bob");
    assert_string_equal(values_of(s, 3), "");
    heard[0] = '\0';
    assert_int_equal(store_value(s, 1, "name", hear_value, NULL), STORE_DONE);
    assert_string_equal(heard, "name=Ada B.");
    assert_int_equal(store_value(s, 1, "token", hear_value, NULL), STORE_NONE);
    assert_int_equal(store_value(s, 3, "name", hear_value, NULL), STORE_NONE);
    assert_string_equal(heard, "name=Ada B.");
    store_close(s);
}

static void a_batch_of_any_size_takes_little_memory(void **state)
{
    enum { BYTES = 64 * 1024, EVENTS = 512 };
    char *bytes = calloc(1, BYTES);
    store *s = open_store();

    (void)state;
    assert_non_null(bytes);
    sqlite3_memory_highwater(1);
    for (uint32_t n = 1; n <= EVENTS; n++)
        store_add_event(s, 1, n, (store_text){.bytes = bytes, .length = BYTES});
    assert_int_equal(store_commit(s), STORE_DONE);

    assert_true(sqlite3_memory_highwater(0) > 0);
    assert_true(sqlite3_memory_highwater(0) < 8 * 1024 * 1024);
    store_close(s);
    free(bytes);
}

/* ---- Tables that rest ---- */

static store_status settle(store *s, uint64_t table, uint8_t state, bool listed,
                           uint64_t changed_ms, uint64_t wake_ms, const char *text)
{
    const store_summary summary = {.state = state,
                                   .listed = listed,
                                   .changed_ms = changed_ms,
                                   .wake_ms = wake_ms,
                                   .text = text_of(text)};

    return store_settle(s, table, &summary);
}

static void a_settled_table_reads_the_same_and_may_go_on(void **state)
{
    store *s = open_store();

    (void)state;
    add(s, 7, 1, "one");
    add(s, 7, 2, "two");
    add(s, 8, 1, "other");
    assert_int_equal(store_commit(s), STORE_DONE);
    assert_int_equal(settle(s, 7, 2, true, 100, 0, "{}"), STORE_DONE);
    assert_string_equal(events_of(s, 7), "1 one, 2 two");
    assert_string_equal(awake_of(s), "8");
    s = reopen(s);
    assert_string_equal(events_of(s, 7), "1 one, 2 two");
    assert_string_equal(awake_of(s), "8");

    add(s, 7, 3, "three");
    assert_int_equal(store_commit(s), STORE_DONE);
    assert_string_equal(events_of(s, 7), "1 one, 2 two, 3 three");
    s = reopen(s);
    assert_string_equal(events_of(s, 7), "1 one, 2 two, 3 three");
    assert_int_equal(settle(s, 8, 1, true, 100, 0, "{}"), STORE_DONE);
    assert_string_equal(awake_of(s), "7");
    assert_int_equal(settle(s, 7, 2, true, 200, 0, "{}"), STORE_DONE);
    assert_string_equal(awake_of(s), "");
    s = reopen(s);
    assert_string_equal(events_of(s, 7), "1 one, 2 two, 3 three");
    assert_string_equal(events_of(s, 8), "1 other");
    assert_string_equal(awake_of(s), "");

    assert_int_equal(settle(s, 9, 2, true, 200, 0, "{}"), STORE_NONE);
    store_close(s);
}

static void lists_show_what_rests(void **state)
{
    store *s = open_store();

    (void)state;
    for (uint64_t table = 1; table <= 6; table++) {
        add(s, table, 1, "made");
        store_seat(s, 50, table, true);
        store_seat(s, 51, table, table % 2 == 0);
    }
    store_seat(s, 50, 2, false);
    assert_int_equal(store_commit(s), STORE_DONE);
    for (uint64_t table = 1; table <= 5; table++)
        assert_int_equal(settle(s, table, table < 4 ? 2 : 1, table != 3, table * 10,
                                table * 100 % 400, "{}"),
                         STORE_DONE);
    s = reopen(s);

    heard[0] = '\0';
    assert_int_equal(store_of_guest(s, 50, 0, 9, hear_table, NULL), STORE_DONE);
    assert_string_equal(
        heard, "5 1 1 50 100 {}, 4 1 1 40 0 {}, 3 2 0 30 300 {}, 1 2 1 10 100 {}");
    heard[0] = '\0';
    assert_int_equal(store_of_guest(s, 50, 50, 2, hear_table, NULL), STORE_DONE);
    assert_string_equal(heard, "4 1 1 40 0 {}, 3 2 0 30 300 {}");
    heard[0] = '\0';
    assert_int_equal(store_of_guest(s, 51, UINT64_MAX, 9, hear_table, NULL), STORE_DONE);
    assert_string_equal(heard, "4 1 1 40 0 {}, 2 2 1 20 200 {}");
    heard[0] = '\0';
    assert_int_equal(store_listed(s, 2, 0, 9, hear_table, NULL), STORE_DONE);
    assert_string_equal(heard, "2 2 1 20 200 {}, 1 2 1 10 100 {}");
    heard[0] = '\0';
    assert_int_equal(store_listed(s, 2, 20, 9, hear_table, NULL), STORE_DONE);
    assert_string_equal(heard, "1 2 1 10 100 {}");
    heard[0] = '\0';
    assert_int_equal(store_listed(s, 1, 0, 1, hear_table, NULL), STORE_DONE);
    assert_string_equal(heard, "5 1 1 50 100 {}");
    heard[0] = '\0';
    assert_int_equal(store_due(s, 200, hear_table, NULL), STORE_DONE);
    assert_string_equal(heard, "1 2 1 10 100 {}, 5 1 1 50 100 {}, 2 2 1 20 200 {}");
    heard[0] = '\0';
    assert_int_equal(store_due(s, 99, hear_table, NULL), STORE_DONE);
    assert_string_equal(heard, "");

    assert_int_equal(settle(s, 1, 2, false, UINT64_MAX, 0, "new"), STORE_DONE);
    heard[0] = '\0';
    assert_int_equal(store_due(s, 100, hear_table, NULL), STORE_DONE);
    assert_string_equal(heard, "5 1 1 50 100 {}");
    store_close(s);
}

/* Reads a table for each one that a list names. */
static void read_within(void *context, uint64_t table, const store_summary *summary)
{
    (void)summary;
    assert_int_equal(store_events(context, table, hear_event, NULL), STORE_DONE);
    assert_int_equal(store_values(context, table, hear_value, NULL), STORE_DONE);
}

static void a_list_may_be_read_while_tables_are(void **state)
{
    store *s = open_store();

    (void)state;
    for (uint64_t table = 1; table <= 3; table++) {
        add(s, table, 1, "made");
        store_put(s, table, "k", text_of("v"));
    }
    assert_int_equal(store_commit(s), STORE_DONE);
    heard[0] = '\0';
    assert_int_equal(store_awake(s, read_within, s), STORE_DONE);
    assert_string_equal(heard, "1 made, k=v, 1 made, k=v, 1 made, k=v");
    for (uint64_t table = 1; table <= 3; table++)
        assert_int_equal(settle(s, table, 1, true, table, table, ""), STORE_DONE);
    heard[0] = '\0';
    assert_int_equal(store_due(s, 9, read_within, s), STORE_DONE);
    assert_string_equal(heard, "1 made, k=v, 1 made, k=v, 1 made, k=v");
    store_close(s);
}

static void a_removed_table_leaves_nothing(void **state)
{
    store *s = open_store();

    (void)state;
    for (uint64_t table = 1; table <= 3; table++) {
        add(s, table, 1, "made");
        store_put(s, table, "k", text_of("v"));
        store_seat(s, 50, table, true);
    }
    store_put(s, 50, "k", text_of("v"));
    assert_int_equal(store_commit(s), STORE_DONE);
    assert_int_equal(settle(s, 1, 1, true, 1, 1, ""), STORE_DONE);
    assert_int_equal(settle(s, 3, 1, true, 1, 1, ""), STORE_DONE);
    assert_int_equal(store_remove(s, 1),
                     STORE_DONE); /* settled, dead rows in the journal */
    assert_int_equal(store_remove(s, 2), STORE_DONE); /* awake */
    assert_int_equal(store_remove(s, 4), STORE_DONE); /* never there */

    for (int i = 0; i < 2; i++) {
        no_events(s, 1);
        no_events(s, 2);
        assert_string_equal(events_of(s, 3), "1 made");
        assert_string_equal(values_of(s, 1), "");
        assert_string_equal(values_of(s, 2), "");
        assert_string_equal(values_of(s, 3), "k=v");
        assert_string_equal(values_of(s, 50), "k=v");
        assert_string_equal(awake_of(s), "");
        heard[0] = '\0';
        assert_int_equal(store_of_guest(s, 50, 0, 9, hear_table, NULL), STORE_DONE);
        assert_string_equal(heard, "3 1 1 1 1 ");
        s = reopen(s);
    }
    add(s, 1, 1, "again");
    assert_int_equal(store_commit(s), STORE_DONE);
    s = reopen(s);
    assert_string_equal(events_of(s, 1), "1 again");
    store_close(s);
}

/* Asks the closed database for a number. */
static int64_t ask(const char *sql)
{
    sqlite3 *db;
    sqlite3_stmt *found;
    int64_t number;

    assert_int_equal(sqlite3_open(at("tobago.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_prepare_v2(db, sql, -1, &found, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_step(found), SQLITE_ROW);
    number = sqlite3_column_int64(found, 0);
    sqlite3_finalize(found);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    return number;
}

static void change(const char *sql)
{
    sqlite3 *db;

    assert_int_equal(sqlite3_open(at("tobago.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

static void hear_id(void *context, uint64_t table)
{
    (void)context;
    hear("%s%llu", *heard ? ", " : "", (unsigned long long)table);
}

static const char *traces_of(store *s, uint64_t guest, uint64_t after, unsigned most)
{
    heard[0] = '\0';
    assert_int_equal(store_traces(s, guest, after, most, hear_id, NULL), STORE_DONE);
    return heard;
}

static void traces_outlive_seats_and_go_with_the_table_or_the_guest(void **state)
{
    store *s = open_store();

    (void)state;
    for (uint64_t table = 1; table <= 4; table++)
        add(s, table, 1, "one");
    store_seat(s, 77, 1, true);
    store_seat(s, 77, 2, true);
    store_seat(s, 77, 2, false);
    store_trace(s, 77, 3, true);
    store_trace(s, 77, 4, true);
    store_trace(s, 77, 4, false);
    store_trace(s, 78, 1, true);
    assert_int_equal(store_commit(s), STORE_DONE);
    s = reopen(s);
    assert_string_equal(traces_of(s, 77, 0, 9), "1, 2, 3");
    assert_string_equal(traces_of(s, 77, 1, 1), "2");
    assert_int_equal(store_remove(s, 1), STORE_DONE);
    assert_string_equal(traces_of(s, 77, 0, 9), "2, 3");
    assert_string_equal(traces_of(s, 78, 0, 9), "");
    store_forget(s, 77);
    assert_int_equal(store_commit(s), STORE_DONE);
    assert_string_equal(traces_of(s, 77, 0, 9), "");
    store_close(s);
}

static void a_rewritten_table_has_other_events_and_the_old_ones_are_nowhere(void **state)
{
    const store_text events[] = {text_of("eins"), text_of("zwei"), text_of("drei")};
    store_summary summary = {.state = 2, .changed_ms = 5, .wake_ms = 6};
    store *s = open_store();
    host_text file = {0};

    (void)state;
    add(s, 1, 1, "settled-secret");
    add(s, 2, 1, "other");
    assert_int_equal(store_commit(s), STORE_DONE);
    assert_int_equal(settle(s, 1, 1, false, 1, 1, "summary-secret"), STORE_DONE);
    add(s, 1, 2, "awake-secret");
    assert_int_equal(store_commit(s), STORE_DONE);

    assert_int_equal(store_rewrite(s, 1, events, 3, &summary), STORE_DONE);
    assert_int_equal(store_scrub(s), STORE_DONE);
    assert_string_equal(events_of(s, 1), "1 eins, 2 zwei, 3 drei");
    add(s, 1, 4, "vier");
    assert_int_equal(store_commit(s), STORE_DONE);
    s = reopen(s);
    assert_string_equal(events_of(s, 1), "1 eins, 2 zwei, 3 drei, 4 vier");
    assert_string_equal(events_of(s, 2), "1 other");
    store_close(s);
    assert_int_equal(host_text_read(&file, at("tobago.db"), 1 << 24), HOST_DONE);
    for (size_t i = 0; i + 6 <= file.length; i++)
        assert_memory_not_equal(file.bytes + i, "secret", 6);
    host_text_clear(&file);
}

static void a_packed_table_takes_less_room_and_reads_the_same(void **state)
{
    const store_summary summary = {.state = 2, .changed_ms = 5, .packed = true};
    char event[200];
    host_text plain = {0};
    store *s = open_store();

    (void)state;
    for (uint32_t number = 1; number <= 20; number++) {
        snprintf(event, sizeof event, "%u 179496000 lines %u person leg h%u", number,
                 number % 4, number % 9);
        add(s, 1, number, event);
    }
    assert_int_equal(store_commit(s), STORE_DONE);
    host_text_append(&plain, events_of(s, 1), strlen(events_of(s, 1)));
    assert_int_equal(store_settle(s, 1, &summary), STORE_DONE);
    assert_string_equal(events_of(s, 1), plain.bytes);
    s = reopen(s);
    assert_string_equal(events_of(s, 1), plain.bytes);
    store_close(s);
    assert_true(ask("SELECT 3 * length(events) < packed FROM resting WHERE game = 1"));

    /* nonsense in it is found, whether the sum fits or not */
    change("UPDATE resting SET packed = packed + 1");
    s = open_store();
    heard[0] = '\0';
    assert_int_equal(store_events(s, 1, hear_event, NULL), STORE_CORRUPT);
    store_close(s);
    host_text_clear(&plain);
}

static void a_database_of_version_one_gets_its_traces(void **state)
{
    store *s = open_store();

    (void)state;
    add(s, 1, 1, "one");
    store_seat(s, 77, 1, true);
    assert_int_equal(store_commit(s), STORE_DONE);
    assert_int_equal(settle(s, 1, 1, true, 1, 1, "text"), STORE_DONE);
    store_close(s);
    change("DROP TABLE trace; ALTER TABLE resting DROP COLUMN packed;"
           "PRAGMA user_version = 1");
    s = open_store();
    assert_string_equal(traces_of(s, 77, 0, 9), "1");
    assert_string_equal(events_of(s, 1), "1 one");
    store_close(s);
    assert_int_equal(ask("PRAGMA user_version"), 2);
}

/* Twenty tables at a time, each of 100 events; one stays awake all along. */
static void the_journal_is_trimmed_while_a_table_stays_awake(void **state)
{
    enum { AT_ONCE = 20, EVENTS = 100, ROUNDS = 10 };
    store *s = open_store();

    (void)state;
    add(s, 9999, 1, "awake");
    for (unsigned round = 0; round < ROUNDS; round++) {
        for (uint32_t n = 1; n <= EVENTS; n++) {
            for (uint64_t table = 0; table < AT_ONCE; table++)
                add(s, round * AT_ONCE + table, n, "e");
            assert_int_equal(store_commit(s), STORE_DONE);
        }
        for (uint64_t table = 0; table < AT_ONCE; table++)
            assert_int_equal(settle(s, round * AT_ONCE + table, 1, true, 1, 0, ""),
                             STORE_DONE);
    }
    add(s, 9999, 2, "still");
    assert_int_equal(store_commit(s), STORE_DONE);
    assert_string_equal(events_of(s, 9999), "1 awake, 2 still");
    store_close(s);

    assert_true(ask("SELECT count(*) FROM journal") < 4000); /* of 20002 */
    assert_int_equal(ask("SELECT count(*) FROM journal WHERE game = 9999"), 2);
    s = open_store();
    assert_string_equal(events_of(s, 9999), "1 awake, 2 still");
    assert_string_equal(awake_of(s), "9999");
    for (uint64_t table = 0; table < ROUNDS * AT_ONCE; table++) {
        assert_non_null(strstr(events_of(s, table), "1 e, 2 e, 3 e"));
        assert_non_null(strstr(heard, "99 e, 100 e"));
    }
    store_close(s);
}

/* ---- Opening ---- */

static double now_ms(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (double)now.tv_sec * 1e3 + (double)now.tv_nsec / 1e6;
}

static void a_hundred_thousand_settled_tables_open_within_a_second(void **state)
{
    const unsigned tables = games_to_play(100000, 100000);
    double begin;
    store *s = open_store();

    (void)state;
    for (uint32_t n = 1; n <= 300; n++) {
        for (uint64_t table = 1; table <= 20; table++)
            add(s, table << 40, n, "{\"kind\":\"lines\",\"lines\":[\"1 leg h8\"]}");
        assert_int_equal(store_commit(s), STORE_DONE);
    }
    assert_int_equal(settle(s, UINT64_C(1) << 40, 2, true, 1, 5, "{}"), STORE_DONE);
    store_close(s);
    {
        char sql[512];

        snprintf(sql, sizeof sql,
                 "WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i "
                 "< %u) INSERT INTO resting SELECT i, 2, 1, i, 1000 + i, 0, "
                 "zeroblob(300), 100, 0, zeroblob(3000), 0 FROM n",
                 tables);
        change(sql);
    }

    begin = now_ms();
    s = open_store();
    heard[0] = '\0';
    assert_int_equal(store_due(s, 1000, hear_table, NULL), STORE_DONE);
    print_message("# opened in %.1f ms\n", now_ms() - begin);
    assert_true(now_ms() - begin < 1000);
    assert_string_equal(heard, "1099511627776 2 1 1 5 {}");
    store_close(s);
    assert_int_equal(ask("SELECT count(*) FROM resting"), tables + 1);
}

static void one_server_has_a_folder(void **state)
{
    store *s = open_store(), *second = s;

    (void)state;
    assert_int_equal(store_open(&second, data, why), STORE_BUSY);
    assert_null(second);
    assert_non_null(strstr(why, "another server, process "));
    assert_non_null(strstr(why, data));
    add(s, 1, 1, "one");
    assert_int_equal(store_commit(s), STORE_DONE);
    s = reopen(s);
    assert_string_equal(events_of(s, 1), "1 one");
    store_close(s);
}

static void another_process_cannot_have_it_either(void **state)
{
    store *s = open_store();
    pid_t child = fork();
    int status;

    (void)state;
    if (child == 0) {
        store *second;

        _exit(store_open(&second, data, why) == STORE_BUSY ? 0 : 1);
    }
    assert_int_equal(waitpid(child, &status, 0), child);
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
    store_close(s);
}

static void a_locked_database_is_busy(void **state)
{
    sqlite3 *db;
    store *s = open_store();

    (void)state;
    store_close(s);
    assert_int_equal(sqlite3_open(at("tobago.db"), &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db,
                                  "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE;"
                                  "DELETE FROM journal",
                                  NULL, NULL, NULL),
                     SQLITE_OK);
    assert_int_equal(store_open(&s, data, why), STORE_BUSY);
    assert_non_null(strstr(why, "locked"));
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    store_close(open_store());
}

static void files_are_for_their_owner_alone(void **state)
{
    struct stat about;
    store *s;

    (void)state;
    umask(0);
    s = open_store();
    add(s, 1, 1, "one");
    assert_int_equal(store_commit(s), STORE_DONE);

    assert_int_equal(stat(data, &about), 0);
    assert_int_equal(about.st_mode & 0777, 0700);
    assert_int_equal(stat(at("tobago.db"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    assert_int_equal(stat(at("tobago.db-wal"), &about), 0);
    assert_int_equal(about.st_mode & 0777, 0600);
    store_close(s);
}

static void folders_that_cannot_be_used_get_a_sentence(void **state)
{
    char path[5000];
    store *s;

    (void)state;
    snprintf(path, sizeof path, "%s/no/such", folder);
    assert_int_equal(store_open(&s, path, why), STORE_FAILED);
    assert_non_null(strstr(why, "No such file or directory"));
    assert_null(s);
    assert_int_equal(store_open(&s, "/dev/null", why), STORE_FAILED);
    assert_non_null(strstr(why, "Not a directory"));
    memset(path, 'x', sizeof path);
    path[sizeof path - 1] = '\0';
    assert_int_equal(store_open(&s, path, why), STORE_FAILED);
    assert_string_equal(why, "the name of the folder is too long");
    path[4000] = '\0';
    assert_int_equal(store_open(&s, path, why), STORE_FAILED);
    assert_true(strlen(why) > 20);
    store_close(NULL);
}

/* ---- Versions ---- */

static void a_newer_database_is_refused(void **state)
{
    store *s = open_store();

    (void)state;
    add(s, 1, 1, "one");
    assert_int_equal(store_commit(s), STORE_DONE);
    store_close(s);
    change("PRAGMA user_version = 77");
    assert_int_equal(store_open(&s, data, why), STORE_NEWER);
    assert_null(s);
    assert_non_null(strstr(why, "version 77"));
    assert_int_equal(ask("PRAGMA user_version"), 77);
    assert_int_equal(ask("SELECT count(*) FROM journal"), 1);
}

static void an_older_database_is_brought_forward(void **state)
{
    const char *steps[] = {store_steps[0], store_steps[1],
                           "ALTER TABLE resting ADD COLUMN extra DEFAULT 5",
                           "CREATE TABLE more (x); INSERT INTO nowhere VALUES (1)"};
    sqlite3 *db;
    store *s = open_store();

    (void)state;
    add(s, 1, 1, "one");
    assert_int_equal(store_commit(s), STORE_DONE);
    assert_int_equal(settle(s, 1, 1, true, 1, 1, ""), STORE_DONE);
    store_close(s);

    assert_int_equal(sqlite3_open(at("tobago.db"), &db), SQLITE_OK);
    assert_int_equal(store_migrate(db, steps, 3, why), STORE_DONE);
    assert_int_equal(store_migrate(db, steps, 3, why), STORE_DONE);
    assert_int_equal(store_migrate(db, steps, 4, why), STORE_FAILED);
    assert_non_null(strstr(why, "no such table: nowhere"));
    assert_int_equal(sqlite3_close(db), SQLITE_OK);

    assert_int_equal(ask("PRAGMA user_version"), 3); /* the last step left no trace */
    assert_int_equal(ask("SELECT count(*) FROM sqlite_schema WHERE name = 'more'"), 0);
    assert_int_equal(ask("SELECT extra FROM resting WHERE game = 1"), 5);
    assert_int_equal(store_open(&s, data, why), STORE_NEWER);
}

static void a_database_of_another_program_is_left_alone(void **state)
{
    store *s;

    (void)state;
    assert_int_equal(mkdir(data, 0700), 0);
    change("CREATE TABLE theirs (x)");
    assert_int_equal(store_open(&s, data, why), STORE_CORRUPT);
    assert_non_null(strstr(why, "another program"));
    assert_int_equal(ask("SELECT count(*) FROM sqlite_schema"), 1);
}

/* ---- Damage ---- */

static void damaged_rows_are_found_and_the_others_read(void **state)
{
    store *s = open_store();

    (void)state;
    for (uint64_t table = 1; table <= 8; table++) {
        add(s, table, 1, "one");
        add(s, table, 2, "two");
        store_put(s, table, "k", text_of("v"));
    }
    assert_int_equal(store_commit(s), STORE_DONE);
    for (uint64_t table = 5; table <= 8; table++)
        assert_int_equal(settle(s, table, 1, true, table, table, "{}"), STORE_DONE);
    store_close(s);
    change("UPDATE journal SET event = CAST('tow' AS BLOB) WHERE game = 1 AND number = 2;"
           "DELETE FROM journal WHERE game = 2 AND number = 1;"
           "UPDATE journal SET number = 3 WHERE game = 3 AND number = 2;"
           "UPDATE resting SET events = CAST(events || 'x' AS BLOB) WHERE game = 5;"
           "UPDATE resting SET count = 1 WHERE game = 6;"
           "UPDATE resting SET wake_ms = 6 WHERE game = 7;"
           "UPDATE value SET text = 'w' WHERE owner = 1");
    s = open_store();

    for (uint64_t table = 1; table <= 8; table++) {
        const bool damaged = table != 4 && table < 7;

        heard[0] = '\0';
        assert_int_equal(store_events(s, table, hear_event, NULL),
                         damaged ? STORE_CORRUPT : STORE_DONE);
        if (damaged)
            assert_non_null(strstr(store_error(s), "is damaged"));
        else
            assert_string_equal(heard, "1 one, 2 two");
    }
    assert_int_equal(settle(s, 1, 1, true, 1, 1, ""), STORE_CORRUPT);
    heard[0] = '\0';
    assert_int_equal(store_due(s, 9, hear_table, NULL), STORE_CORRUPT);
    assert_string_equal(heard, "5 1 1 5 5 {}, 6 1 1 6 6 {}, 8 1 1 8 8 {}");
    assert_int_equal(store_values(s, 1, hear_value, NULL), STORE_CORRUPT);
    assert_int_equal(store_value(s, 1, "k", hear_value, NULL), STORE_CORRUPT);
    assert_string_equal(values_of(s, 2), "k=v");
    add(s, 4, 3, "three");
    assert_int_equal(store_commit(s), STORE_DONE);
    assert_string_equal(events_of(s, 4), "1 one, 2 two, 3 three");
    store_close(s);
}

/* Copies a file, with some of its bytes changed and its end cut off. */
static void copy_damaged(const char *from, const char *to, tob_rng *rng, unsigned flips,
                         size_t keep)
{
    static char bytes[1 << 20];
    const int in = open(from, O_RDONLY),
              out = open(to, O_WRONLY | O_CREAT | O_TRUNC, 0600);
    ssize_t length;

    assert_true(in >= 0 && out >= 0);
    length = read(in, bytes, sizeof bytes);
    assert_true(length > 0 && (size_t)length < sizeof bytes);
    length = (size_t)length < keep ? length : (ssize_t)keep;
    for (unsigned i = 0; i < flips && length > 0; i++) {
        const uint64_t chance = tob_rng_next(rng);

        bytes[chance % (uint64_t)length] ^= (char)(1 + chance / (uint64_t)length % 255);
    }
    assert_int_equal(write(out, bytes, (size_t)length), length);
    close(in);
    close(out);
}

/* Only counts, but looks at every byte, so that the sanitizers see bad ones. */
static unsigned touched;

static void touch(store_text text)
{
    for (size_t i = 0; i < text.length; i++)
        touched += (unsigned char)text.bytes[i];
}

static void touch_event(void *context, uint32_t number, store_text event)
{
    (void)context;
    (void)number;
    touch(event);
}

static void touch_value(void *context, const char *key, store_text value)
{
    (void)context;
    touched += (unsigned)strlen(key);
    touch(value);
}

static void touch_table(void *context, uint64_t table, const store_summary *summary)
{
    (void)context;
    (void)table;
    if (summary)
        touch(summary->text);
}

/* Uses every function of a store that may be damaged. */
static void use(store *s)
{
    store_awake(s, touch_table, NULL);
    store_due(s, 1000, touch_table, NULL);
    store_of_guest(s, 50, 0, 9, touch_table, NULL);
    store_listed(s, 1, 0, 9, touch_table, NULL);
    for (uint64_t table = 1; table <= 20; table++) {
        store_events(s, table, touch_event, NULL);
        store_values(s, table, touch_value, NULL);
        store_value(s, table, "k", touch_value, NULL);
    }
    for (uint64_t table = 1; table <= 4; table++) {
        add(s, table, 21, "more");
        store_put(s, table, "k", text_of("w"));
        store_seat(s, 51, table, true);
    }
    store_commit(s);
    settle(s, 3, 1, true, 1, 1, "{}");
    store_remove(s, 4);
}

static void damaged_files_give_a_status_and_never_a_crash(void **state)
{
    const char *asked = getenv("SEED");
    const unsigned tries = games_to_play(400, 5000);
    const uint64_t seed = asked ? strtoull(asked, NULL, 10) : (uint64_t)time(NULL);
    tob_rng rng;
    unsigned refused = 0;
    char from[2][300];
    store *s = open_store();

    (void)state;
    print_message("# seed %llu\n", (unsigned long long)seed);
    tob_rng_init(&rng, seed, 0);
    for (uint32_t n = 1; n <= 20; n++) {
        for (uint64_t table = 1; table <= 20; table++) {
            add(s, table, n, "{\"kind\":\"lines\",\"lines\":[\"1 leg h8\"]}");
            store_put(s, table, n % 2 ? "k" : "l", text_of("value"));
            store_seat(s, 50, table, true);
        }
        assert_int_equal(store_commit(s), STORE_DONE);
    }
    for (uint64_t table = 10; table <= 20; table++)
        assert_int_equal(settle(s, table, 1, true, table, table, "{}"), STORE_DONE);
    snprintf(from[0], sizeof from[0], "%s/good.db", folder);
    snprintf(from[1], sizeof from[1], "%s/good.db-wal", folder);
    copy_damaged(at("tobago.db"), from[0], &rng, 0, SIZE_MAX);
    copy_damaged(at("tobago.db-wal"), from[1], &rng, 0, SIZE_MAX);
    store_close(s);
    snprintf(from[1], sizeof from[1], "%s/whole.db", folder);
    copy_damaged(at("tobago.db"), from[1], &rng, 0, SIZE_MAX);

    for (unsigned i = 0; i < tries; i++) {
        const bool log = i % 4 == 0;
        const unsigned flips = 1u << tob_rng_next(&rng) % 8;
        const size_t keep =
            tob_rng_next(&rng) % 3 ? SIZE_MAX : tob_rng_next(&rng) % 60000;
        char wal[300];
        store_status status;

        unlink(at("tobago.db-wal"));
        snprintf(wal, sizeof wal, "%s/good.db-wal", folder);
        copy_damaged(from[log ? 0 : 1], at("tobago.db"), &rng, log ? 0 : flips,
                     log ? SIZE_MAX : keep);
        if (log)
            copy_damaged(wal, at("tobago.db-wal"), &rng, flips, keep);
        status = store_open(&s, data, why);
        if (status == STORE_DONE)
            use(s);
        else
            assert_true(strlen(why) > 10);
        refused += status != STORE_DONE;
        store_close(s);
    }
    print_message("# %u of %u refused\n", refused, tries);
    assert_true(refused > 0 && refused < tries);
}

int main(void)
{
#define STORED(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
    const struct CMUnitTest tests[] = {
        STORED(events_are_read_in_order),
        STORED(a_batch_that_was_not_committed_is_gone),
        STORED(nothing_is_committed_without_a_batch),
        STORED(texts_may_hold_any_bytes_and_none),
        STORED(every_byte_comes_back),
        STORED(values_are_set_replaced_and_removed),
        STORED(a_batch_of_any_size_takes_little_memory),
        STORED(a_settled_table_reads_the_same_and_may_go_on),
        STORED(lists_show_what_rests),
        STORED(a_list_may_be_read_while_tables_are),
        STORED(a_removed_table_leaves_nothing),
        STORED(traces_outlive_seats_and_go_with_the_table_or_the_guest),
        STORED(a_rewritten_table_has_other_events_and_the_old_ones_are_nowhere),
        STORED(a_packed_table_takes_less_room_and_reads_the_same),
        STORED(a_database_of_version_one_gets_its_traces),
        STORED(the_journal_is_trimmed_while_a_table_stays_awake),
        STORED(a_hundred_thousand_settled_tables_open_within_a_second),
        STORED(one_server_has_a_folder),
        STORED(another_process_cannot_have_it_either),
        STORED(a_locked_database_is_busy),
        STORED(files_are_for_their_owner_alone),
        STORED(folders_that_cannot_be_used_get_a_sentence),
        STORED(a_newer_database_is_refused),
        STORED(an_older_database_is_brought_forward),
        STORED(a_database_of_another_program_is_left_alone),
        STORED(damaged_rows_are_found_and_the_others_read),
        STORED(damaged_files_give_a_status_and_never_a_crash),
    };

    return cmocka_run_group_tests_name("store", tests, NULL, NULL);
}
