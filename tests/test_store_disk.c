/* The store on bad days: a disk that fails at every call in turn, power that is cut, and
 * kill -9. Whatever happens, a batch is there as a whole or not at all; if store_commit
 * said that it is durable it is there; and the store works again when the disk does. */
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "store/store.h"

#include "disk.h"
#include "support.h"

static int insert_disk(void **state)
{
    disk.notes = true;
    return disk_insert(state);
}

/* ---- Folders ---- */

static char folder[64];
static char data[96], copy[96];
static char why[256];

static int make_folder(void **state)
{
    (void)state;
    disk_work();
    for (unsigned i = 0; i < DISK_FILES; i++)
        disk_forget(&disk.file[i]);
    /* In memory, if possible: thousands of stores are made. */
    snprintf(folder, sizeof folder, "/dev/shm/tobago-disk-XXXXXX");
    if (!mkdtemp(folder)) {
        snprintf(folder, sizeof folder, "/tmp/tobago-disk-XXXXXX");
        if (!mkdtemp(folder))
            return -1;
    }
    snprintf(data, sizeof data, "%s/data", folder);
    snprintf(copy, sizeof copy, "%s/copy", folder);
    return 0;
}

static int remove_folder(void **state)
{
    char command[96];

    (void)state;
    snprintf(command, sizeof command, "rm -rf %s", folder);
    return system(command);
}

static const char *const names[] = {"tobago.db", "tobago.db-wal", "tobago.db-journal",
                                    "lock"};

static void path_of(char path[static 128], const char *where, unsigned name)
{
    snprintf(path, 128, "%s/%s", where, names[name]);
}

/* Empties a folder of a store. */
static void empty(const char *where)
{
    char path[128];

    for (unsigned i = 0; i < 4; i++) {
        path_of(path, where, i);
        unlink(path);
    }
    rmdir(where);
    for (unsigned i = 0; i < DISK_FILES; i++)
        disk_forget(&disk.file[i]);
}

static void write_file(const char *path, const char *bytes, size_t length)
{
    const int out = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0600);

    assert_true(out >= 0);
    assert_int_equal(write(out, bytes, length), length);
    close(out);
}

/* Copies the files as kill -9 would leave them now. */
static void copy_as_killed(void)
{
    char from[128], to[128];

    mkdir(copy, 0700);
    for (unsigned i = 0; i < 3; i++) {
        size_t length;
        char *bytes;

        path_of(from, data, i);
        path_of(to, copy, i);
        unlink(to);
        if (access(from, F_OK) == 0) {
            bytes = disk_slurp(from, &length);
            write_file(to, bytes, length);
            free(bytes);
        }
    }
}

/* Takes from the files what was not synced: of each sector that differs, and of the
 * length, either state may have arrived. */
static void cut_power(tob_rng *rng)
{
    enum { SECTOR = 512 };
    char path[128];

    for (unsigned i = 0; i < 3; i++) {
        size_t length;
        char *bytes;
        disk_durable *file;

        path_of(path, data, i);
        if (access(path, F_OK) != 0)
            continue;
        bytes = disk_slurp(path, &length);
        file = disk_durable_of(path);
        for (size_t at = 0; at < DISK_FILE_MAX; at += SECTOR) {
            if (tob_rng_below(rng, 2)) {
                if (file->bytes)
                    memcpy(bytes + at, file->bytes + at, SECTOR);
                else
                    memset(bytes + at, 0, SECTOR);
            }
        }
        if (tob_rng_below(rng, 2) || length < file->length)
            length = file->length;
        write_file(path, bytes, length);
        free(bytes);
        disk_forget(file);
    }
}

/* ---- Work whose outcome can be checked ----
 *
 * Batch k adds event k to each of five tables, writes k into a value, replaces a longer
 * one, and moves a guest from one table to another. So a store says itself how many
 * batches it holds, and whether any of them is there in part. */

enum { TABLES = 5 };

static size_t event_text(char text[static 800], uint64_t table, uint32_t batch)
{
    const size_t length = 20 + (size_t)(table * 131 + batch * 71) % 700;

    memset(text, 'a' + (int)(table + batch) % 26, length);
    snprintf(text, 20, "%llu:%u:", (unsigned long long)table, batch);
    return length;
}

static store_status add_batch(store *s, uint32_t batch)
{
    char text[800];

    for (uint64_t table = 1; table <= TABLES; table++)
        store_add_event(
            s, table, batch,
            (store_text){.bytes = text, .length = event_text(text, table, batch)});
    snprintf(text, sizeof text, "%u", batch);
    store_put(s, 77, "batch", (store_text){.bytes = text, .length = strlen(text)});
    store_put(s, 78, "long",
              (store_text){.bytes = text, .length = event_text(text, 78, batch)});
    store_seat(s, 99, batch % TABLES + 1, true);
    store_seat(s, 99, (batch + TABLES - 1) % TABLES + 1, false);
    return store_commit(s);
}

static uint32_t counted, number_read;

static void count_event(void *context, uint32_t number, store_text event)
{
    const uint64_t table = *(const uint64_t *)context;
    char text[800];

    assert_int_equal(number, ++counted);
    assert_int_equal(event.length, event_text(text, table, number));
    assert_memory_equal(event.bytes, text, event.length);
}

static void read_number(void *context, const char *key, store_text value)
{
    char text[32] = "";

    (void)context;
    (void)key;
    assert_true(value.length < sizeof text);
    memcpy(text, value.bytes, value.length);
    number_read = (uint32_t)strtoul(text, NULL, 10);
}

static void check_long(void *context, const char *key, store_text value)
{
    char text[800];

    (void)key;
    assert_int_equal(value.length, event_text(text, 78, *(const uint32_t *)context));
    assert_memory_equal(value.bytes, text, value.length);
}

static void must(store *s, store_status status, store_status wanted)
{
    if (status != wanted)
        print_message("call %u of fault %u: %s\n", disk.from, disk.how, store_error(s));
    assert_int_equal(status, wanted);
}

/* How many batches a store holds. The test fails if they are not whole. */
static uint32_t batches_in(store *s)
{
    store_status status;

    number_read = 0;
    status = store_value(s, 77, "batch", read_number, NULL);
    must(s, status, number_read ? STORE_DONE : STORE_NONE);
    for (uint64_t table = 1; table <= TABLES; table++) {
        counted = 0;
        must(s, store_events(s, table, count_event, &table),
             number_read ? STORE_DONE : STORE_NONE);
        assert_int_equal(counted, number_read);
    }
    if (number_read)
        must(s, store_value(s, 78, "long", check_long, &number_read), STORE_DONE);
    return number_read;
}

static store *open_now(const char *where)
{
    store *s;
    const store_status status = store_open(&s, where, why);

    if (status != STORE_DONE)
        print_message("call %u of fault %u: %s\n", disk.from, disk.how, why);
    assert_int_equal(status, STORE_DONE);
    return s;
}

static store_status settle(store *s, uint64_t table)
{
    return store_settle(s, table,
                        &(store_summary){.state = 1,
                                         .listed = true,
                                         .changed_ms = 5,
                                         .wake_ms = 6,
                                         .text = {.bytes = "{}", .length = 2}});
}

/* Asks SQLite whether all is well with a closed database. */
static void check_whole(const char *where)
{
    char path[128];
    sqlite3 *db;
    sqlite3_stmt *ask;

    path_of(path, where, 0);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    sqlite3_exec(db, "PRAGMA locking_mode = EXCLUSIVE", NULL, NULL, NULL);
    assert_int_equal(sqlite3_prepare_v2(db, "PRAGMA integrity_check", -1, &ask, NULL),
                     SQLITE_OK);
    assert_int_equal(sqlite3_step(ask), SQLITE_ROW);
    assert_string_equal((const char *)sqlite3_column_text(ask, 0), "ok");
    sqlite3_finalize(ask);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
}

/* ---- Failing calls ---- */

enum { BATCHES = 8, REOPEN = 5, EXTRA = 50 };

/* Something done to a store, with a number. */
typedef store_status act(store *s, uint32_t number);

static store_status settle_table(store *s, uint32_t table)
{
    return settle(s, table);
}

static store_status add_extra(store *s, uint32_t table)
{
    store_add_event(s, table, 1, (store_text){.bytes = "extra", .length = 5});
    store_put(s, table, "k", (store_text){.bytes = "v", .length = 1});
    return store_commit(s);
}

static store_status remove_extra(store *s, uint32_t table)
{
    return store_remove(s, table);
}

/* Opens the store; if that fails, it must work once the disk does. */
static store *open_at_last(bool *failed)
{
    store *s;

    if (store_open(&s, data, why) == STORE_DONE)
        return s;
    *failed = true;
    assert_null(s);
    assert_true(strlen(why) > 10);
    disk_work();
    return open_now(data);
}

/* Does something that makes 'after' batches of 'before'. If it fails it has done nothing,
 * which is still so after kill -9, and works once the disk does. While the disk still
 * fails ('lasting') what kill -9 leaves is not in our hands, but whole. */
static void do_at_last(store *s, act *what, uint32_t number, uint32_t before,
                       uint32_t after, bool lasting, bool *failed)
{
    const store_status status = what(s, number);
    store *killed;
    uint32_t there;

    if (status == STORE_DONE)
        return;
    *failed = true;
    assert_true(status != STORE_NONE && status != STORE_NEWER);
    assert_true(strlen(store_error(s)) > 10);
    copy_as_killed();
    disk_work();
    assert_int_equal(batches_in(s), before);
    killed = open_now(copy);
    there = batches_in(killed);
    assert_true(there == before || (lasting && there == after));
    store_close(killed);
    must(s, what(s, number), STORE_DONE);
    assert_int_equal(batches_in(s), after);
}

/* Goes through the work with whatever fails on the way; true if anything did. */
static bool work(bool lasting)
{
    bool failed = false;
    store *s = open_at_last(&failed);

    for (uint32_t k = 1; k <= BATCHES; k++) {
        do_at_last(s, add_batch, k, k - 1, k, lasting, &failed);
        if (k % 2 == 0)
            do_at_last(s, settle_table, k / 2, k, k, lasting, &failed);
        if (k == REOPEN) {
            store_close(s);
            s = open_at_last(&failed);
        }
    }
    do_at_last(s, add_extra, EXTRA, BATCHES, BATCHES, lasting, &failed);
    do_at_last(s, remove_extra, EXTRA, BATCHES, BATCHES, lasting, &failed);
    store_close(s);
    disk_work();

    s = open_now(data);
    assert_int_equal(batches_in(s), BATCHES);
    must(s, store_events(s, EXTRA, count_event, NULL), STORE_NONE);
    must(s, store_value(s, EXTRA, "k", read_number, NULL), STORE_NONE);
    store_close(s);
    return failed;
}

/* Every call in turn fails, alone or with all after it, in one way. */
static void fail_every_call(disk_fault how)
{
    const unsigned step = how == FAULT_SYNC ? 1 : 60 / games_to_play(20, 60);
    unsigned failures = 0, calls;

    disk_fail(0, 0, how);
    assert_false(work(false));
    calls = disk.calls;
    assert_true(calls > (how == FAULT_SYNC ? 10 : 100));
    empty(data);
    for (unsigned at = 1; at <= calls; at += step) {
        for (int lasting = 0; lasting < 2; lasting++) {
            disk_fail(at, lasting ? UINT32_MAX : at, how);
            failures += work(lasting);
            disk_work();
            check_whole(data);
            empty(data);
            empty(copy);
        }
    }
    print_message("# %u calls, %u reported failures\n", calls, failures);
    assert_true(failures > calls / step);
}

static void errors_lose_nothing(void **state)
{
    (void)state;
    fail_every_call(FAULT_ERROR);
}

static void a_full_disk_loses_nothing(void **state)
{
    (void)state;
    fail_every_call(FAULT_FULL);
}

static void torn_writes_lose_nothing(void **state)
{
    (void)state;
    fail_every_call(FAULT_TORN);
}

static void failing_syncs_lose_nothing(void **state)
{
    (void)state;
    fail_every_call(FAULT_SYNC);
}

static void short_reads_lose_nothing(void **state)
{
    (void)state;
    fail_every_call(FAULT_SHORT);
}

static void locks_of_others_lose_nothing(void **state)
{
    (void)state;
    fail_every_call(FAULT_BUSY);
}

static void failures_have_their_status_and_sentence(void **state)
{
    store *s = open_now(data);

    (void)state;
    assert_int_equal(add_batch(s, 1), STORE_DONE);
    disk_fail(1, UINT32_MAX, FAULT_FULL);
    assert_int_equal(add_batch(s, 2), STORE_FULL);
    assert_non_null(strstr(store_error(s), "the disk is full"));
    disk_fail(1, UINT32_MAX, FAULT_ERROR);
    assert_int_equal(add_batch(s, 2), STORE_FAILED);
    assert_non_null(strstr(store_error(s), "the disk failed"));
    disk_work();
    assert_int_equal(add_batch(s, 2), STORE_DONE);
    assert_int_equal(batches_in(s), 2);
    store_close(s);
}

/* A commit whose sync fails has written every byte, so kill -9 right then would bring the
 * batch back, if the store did not write something over its end. */
static void a_batch_whose_sync_failed_does_not_come_back(void **state)
{
    store *s = open_now(data), *killed;

    (void)state;
    assert_int_equal(add_batch(s, 1), STORE_DONE);
    assert_int_equal(add_batch(s, 2), STORE_DONE);
    disk_fail(1, 1, FAULT_SYNC);
    assert_int_equal(add_batch(s, 3), STORE_FAILED);
    disk_work();
    copy_as_killed();
    killed = open_now(copy);

    assert_int_equal(batches_in(killed), 2);
    store_close(killed);
    assert_int_equal(batches_in(s), 2);
    store_close(s);
}

/* ---- Power cuts ---- */

static uint64_t seed_of_run(void)
{
    const char *asked = getenv("SEED");
    const uint64_t seed = asked ? strtoull(asked, NULL, 10) : (uint64_t)time(NULL);

    print_message("# seed %llu\n", (unsigned long long)seed);
    return seed;
}

static void what_was_acknowledged_survives_a_power_cut(void **state)
{
    const unsigned cuts = games_to_play(400, 10000);
    tob_rng rng;
    unsigned lost = 0;

    (void)state;
    tob_rng_init(&rng, seed_of_run(), 0);
    for (unsigned i = 0; i < cuts; i++) {
        uint32_t done = 0, there;
        store *s;

        disk_fail(1 + tob_rng_below(&rng, 300), UINT32_MAX, FAULT_ERROR);
        if (store_open(&s, data, why) == STORE_DONE) {
            while (done < 40 && add_batch(s, done + 1) == STORE_DONE) {
                done++;
                if (tob_rng_below(&rng, 3) == 0)
                    settle(s, 1 + tob_rng_below(&rng, TABLES));
            }
        }
        disk_fail(1, UINT32_MAX, FAULT_ERROR);
        store_close(s);
        disk_work();
        cut_power(&rng);
        s = open_now(data);
        there = batches_in(s);
        assert_in_range(there, done, done + 1);
        lost += there == done;
        must(s, add_batch(s, there + 1), STORE_DONE);
        store_close(s);
        check_whole(data);
        empty(data);
    }
    assert_true(lost > 0);
}

/* ---- kill -9 ---- */

/* Commits and settles until it is killed, and says so after each commit. */
static void commit_forever(int out)
{
    store *s;
    uint32_t batch;

    if (store_open(&s, data, why) != STORE_DONE)
        _exit(1);
    for (batch = batches_in(s) + 1;; batch++) {
        if (add_batch(s, batch) != STORE_DONE ||
            write(out, &batch, sizeof batch) != sizeof batch)
            _exit(1);
        if (batch % 7 == 0 && settle(s, batch / 7 % TABLES + 1) != STORE_DONE)
            _exit(1);
    }
}

static void what_was_acknowledged_survives_kill_9(void **state)
{
    const unsigned kills = games_to_play(5, 50);
    uint32_t done = 0;
    tob_rng rng;

    (void)state;
    tob_rng_init(&rng, seed_of_run(), 1);
    for (unsigned i = 0; i < kills; i++) {
        uint32_t there, said, before = done;
        int ends[2], status;
        store *s;
        pid_t child;

        assert_int_equal(pipe(ends), 0);
        child = fork();
        assert_true(child >= 0);
        if (child == 0)
            commit_forever(ends[1]);
        close(ends[1]);
        while (read(ends[0], &said, sizeof said) == sizeof said) {
            assert_int_equal(said, done + 1);
            done = said;
            if (done == before + 20) { /* it is under way */
                usleep(tob_rng_below(&rng, 20000));
                kill(child, SIGKILL);
            }
        }
        assert_int_equal(waitpid(child, &status, 0), child);
        assert_true(WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL);
        close(ends[0]);

        s = open_now(data);
        there = batches_in(s);
        assert_in_range(there, done, done + 1);
        done = there;
        store_close(s);
        check_whole(data);
    }
    print_message("# %u batches\n", done);
}

int main(void)
{
#define ON_DISK(name) cmocka_unit_test_setup_teardown(name, make_folder, remove_folder)
    const struct CMUnitTest failing[] = {
        ON_DISK(errors_lose_nothing),
        ON_DISK(a_full_disk_loses_nothing),
        ON_DISK(torn_writes_lose_nothing),
        ON_DISK(failing_syncs_lose_nothing),
        ON_DISK(short_reads_lose_nothing),
        ON_DISK(locks_of_others_lose_nothing),
        ON_DISK(failures_have_their_status_and_sentence),
        ON_DISK(a_batch_whose_sync_failed_does_not_come_back),
        ON_DISK(what_was_acknowledged_survives_a_power_cut),
    };
    const struct CMUnitTest real[] = {ON_DISK(what_was_acknowledged_survives_kill_9)};

    const int failures =
        cmocka_run_group_tests_name("store_disk", failing, insert_disk, disk_eject);

    return failures + cmocka_run_group_tests_name("store_killed", real, NULL, NULL);
}
