/* The hub on a disk that fails at every call in turn, in every way: what cannot be stored
 * is refused with a sentence, nobody sees it, nothing that was answered is lost, nothing
 * is doubled, and service resumes when the disk does. */
#include <fcntl.h>
#include <unistd.h>

#include "tests/disk.h"
#include "tests/loopless.h"
#include "tests/support.h"

enum { REST_MS = 600000, RECOVER_MS = 3000 };

static unsigned refusals; /* that a failing disk led to */

/* Is this the refusal of a server that cannot use its disk? */
static bool is_unavailable(const json_t *answer)
{
    const json_t *const error = json_object_get(answer, "error");

    if (!error)
        return false;
    assert_string_equal(text_at(error, "code"), "unavailable");
    assert_string_equal(text_at(error, "name"), "unavailable");
    assert_true(strlen(text_at(error, "reason")) > 10);
    return true;
}

/* Asks until the answer is good; the disk works again after the first refusal. */
static json_t *ask_at_last(evening *e, unsigned who, const char *request)
{
    json_t *answer = peer_ask(&e->peer[who], "%s", request);

    if (is_unavailable(answer)) {
        json_decref(answer);
        refusals++;
        disk_work();
        world_pass(&e->w, RECOVER_MS);
        answer = peer_ask(&e->peer[who], "%s", request);
    }
    if (json_object_get(answer, "error"))
        fail_msg("%s: %s", request, json_dumps(answer, JSON_COMPACT));
    return answer;
}

static void do_at_last(evening *e, unsigned who, const char *word, const char *more)
{
    char request[400];

    snprintf(request, sizeof request, "'do':'%s','table':'%s'%s", word, e->table, more);
    json_decref(ask_at_last(e, who, request));
}

/* Events that a peer was sent since it was last asked, all with this number. */
static unsigned events_heard(srv_peer *peer, long n)
{
    unsigned count = 0;

    for (json_t *f; (f = peer_next(peer)); json_decref(f))
        if (strcmp(text_at(f, "is"), "event") == 0) {
            assert_int_equal(number_at(f, "n"), n);
            count++;
        }
    return count;
}

/* One who decides moves. Refused, the move has left no trace; done, it is there once. */
static void move_at_last(evening *e)
{
    const unsigned from = disk.from, to = disk.to, calls = disk.calls;
    char line[REC_LINE_MAX], request[400];
    json_t *answer;
    unsigned who, heard;
    long n;

    disk_work(); /* while the test looks around */
    who = evening_mover(e, &n, line, 0);
    for (unsigned i = 0; i < 2; i++)
        peer_forget(&e->peer[i]);
    disk.from = from;
    disk.to = to;
    disk.calls = calls;
    snprintf(request, sizeof request, "'do':'move','table':'%s','after':%ld,'line':'%s'",
             e->table, n, line);
    answer = peer_ask(&e->peer[who], "%s", request);
    if (is_unavailable(answer)) {
        refusals++;
        assert_int_equal(events_heard(&e->peer[1 - who], -1), 0);
        disk_work();
        world_pass(&e->w, RECOVER_MS);
        json_decref(answer);
        answer = peer_ask(&e->peer[who], "%s", request);
    }
    if (json_object_get(answer, "error"))
        fail_msg("%s: %s", request, json_dumps(answer, JSON_COMPACT));
    assert_int_equal(number_at(answer, "n"), n + 1);
    heard = events_heard(&e->peer[1 - who], n + 1);
    assert_int_equal(heard, 1);
    json_decref(answer);
}

/* A restart; while the disk fails it may take a second try. */
static void restart_at_last(evening *e)
{
    for (unsigned i = 0; i < PEOPLE; i++)
        e->peer[i].open = false;
    if (!world_restart(&e->w)) {
        refusals++;
        disk_work();
        world_crash(&e->w);
    }
    evening_reconnect(e);
    for (unsigned i = 0; i < PEOPLE; i++)
        if (!e->peer[i].open) { /* her cookie could not be looked up */
            assert_int_equal(e->peer[i].status, 503);
            refusals++;
            disk_work();
            peer_open(&e->peer[i], &e->w, e->cookie[i]);
            assert_true(e->peer[i].open);
        }
    world_turn(&e->w);
    for (unsigned i = 0; i < PEOPLE; i++) {
        json_t *hello = peer_next(&e->peer[i]);
        assert_false(json_is_null(json_object_get(hello, "guest")));
        json_decref(hello);
    }
}

static void guest_at_last(evening *e)
{
    for (unsigned attempt = 0;; attempt++) {
        reply r =
            world_request(&e->w, SRV_POST, "/api/guest", NULL, "{\"name\":\"Dan\"}");
        const bool made = r.status == 200;
        assert_int_equal(made, r.cookie[0] != '\0');
        if (!made)
            assert_int_equal(r.status, 503);
        reply_clear(&r);
        if (made)
            return;
        assert_int_equal(attempt, 0);
        refusals++;
        disk_work();
        world_pass(&e->w, RECOVER_MS);
    }
}

/* Cleo changes her name, which must not make someone else of her. */
static void rename_at_last(evening *e)
{
    static unsigned names;
    char body[40];
    reply r;

    snprintf(body, sizeof body, "{\"name\":\"Cleo %u\"}", ++names);
    r = world_request(&e->w, SRV_POST, "/api/guest", e->cookie[2], body);
    if (r.status != 200) {
        assert_int_equal(r.status, 503);
        reply_clear(&r);
        refusals++;
        disk_work();
        world_pass(&e->w, RECOVER_MS);
        r = world_request(&e->w, SRV_POST, "/api/guest", e->cookie[2], body);
    }
    assert_int_equal(r.status, 200);
    assert_string_equal(r.cookie, ""); /* she keeps hers */
    reply_clear(&r);
}

/* Everything that touches the disk, once. */
static void live_a_day(evening *e)
{
    char table[SRV_ID_MAX];
    json_t *made;

    move_at_last(e);
    do_at_last(e, 0, "say", ",'text':'hello'");
    do_at_last(e, 0, "notes", ",'text':'mine alone'");
    guest_at_last(e);
    rename_at_last(e);
    made = ask_at_last(e, 2, "'do':'create','seats':['me','easy']");
    snprintf(table, sizeof table, "%s", text_at(made, "table"));
    json_decref(made);
    move_at_last(e);
    for (unsigned i = 0; i < 2; i++)
        do_at_last(e, i, "unfollow", "");
    world_pass(&e->w, REST_MS); /* both tables rest */
    do_at_last(e, 0, "follow", "");
    do_at_last(e, 1, "follow", "");
    move_at_last(e);
    restart_at_last(e);
    do_at_last(e, 0, "follow", "");
    do_at_last(e, 1, "follow", "");
    move_at_last(e);
}

/* The record that a crash leaves is the one that was there. */
static void crash_and_compare(evening *e)
{
    json_t *before = evening_snapshot(e, 0), *after;

    restart_at_last(e);
    for (unsigned i = 0; i < 2; i++)
        do_at_last(e, i, "follow", "");
    after = evening_snapshot(e, 0);
    assert_int_equal(number_at(after, "n"), number_at(before, "n"));
    assert_string_equal(text_at(after, "record"), text_at(before, "record"));
    assert_string_equal(text_at(after, "notes"), "mine alone");
    assert_true(
        json_equal(json_object_get(after, "chat"), json_object_get(before, "chat")));
    json_decref(before);
    json_decref(after);
}

/* Lives a day for each call that may fail: alone, or with all after it. */
static void fail_every_call(disk_fault how)
{
    const unsigned step = how == FAULT_SYNC ? 1 : 60 / games_to_play(20, 60);
    unsigned calls;
    evening e;

    disk_work();
    refusals = 0;
    evening_begin(&e, 1);
    e.w.quotas.tables_guest = 10000;
    e.w.quotas.tables_address = e.w.quotas.guests_address = 1000000;
    evening_game(&e, 2, "");
    restart_at_last(&e); /* with these quotas */
    for (unsigned i = 0; i < 2; i++)
        do_at_last(&e, i, "follow", "");
    disk_fail(0, 0, how);
    live_a_day(&e);
    calls = disk.calls;
    assert_int_equal(refusals, 0);
    for (unsigned at = 1 + how % step; at <= calls; at += step)
        for (int lasting = 0; lasting < 2; lasting++) {
            if (at % 7 == 0 && lasting) { /* games end, so another one begins */
                disk_work();
                evening_game(&e, 2, "");
            }
            disk_fail(at, lasting ? UINT32_MAX : at, how);
            live_a_day(&e);
            disk_work();
            crash_and_compare(&e);
        }
    print_message("# %u calls a day, %u refusals\n", calls, refusals);
    assert_true(refusals > calls / step / 2);
    evening_end(&e);
}

static void errors_refuse_and_lose_nothing(void **state)
{
    (void)state;
    fail_every_call(FAULT_ERROR);
}

static void a_full_disk_refuses_and_loses_nothing(void **state)
{
    (void)state;
    fail_every_call(FAULT_FULL);
}

static void torn_writes_refuse_and_lose_nothing(void **state)
{
    (void)state;
    fail_every_call(FAULT_TORN);
}

static void failing_syncs_refuse_and_lose_nothing(void **state)
{
    (void)state;
    fail_every_call(FAULT_SYNC);
}

static void short_reads_refuse_and_lose_nothing(void **state)
{
    (void)state;
    fail_every_call(FAULT_SHORT);
}

static void locks_of_others_refuse_and_lose_nothing(void **state)
{
    (void)state;
    fail_every_call(FAULT_BUSY);
}

/* What is complained about from now on goes to a file, which is returned. */
static int divert_complaints(char path[static 32], int *kept)
{
    int file;

    snprintf(path, 32, "/tmp/tobago-told-XXXXXX");
    file = mkstemp(path);
    assert_true(file >= 0);
    fflush(stderr);
    *kept = dup(STDERR_FILENO);
    dup2(file, STDERR_FILENO);
    return file;
}

static void a_failing_disk_is_told_once_and_its_recovery_too(void **state)
{
    char path[32], told[2000] = "";
    const char *first, *second;
    int file, kept;
    evening e;

    (void)state;
    disk_work();
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    file = divert_complaints(path, &kept);
    disk_fail(1, UINT32_MAX, FAULT_FULL);
    for (unsigned i = 0; i < 3; i++)
        peer_refused(&e.peer[0], "unavailable", "unavailable",
                     "'do':'say','table':'%s','text':'hello'", e.table);
    disk_work();
    world_pass(&e.w, RECOVER_MS);
    drop_answer(peer_do(&e.peer[0], "'do':'say','table':'%s','text':'again'", e.table));
    fflush(stderr);
    dup2(kept, STDERR_FILENO);
    close(kept);
    lseek(file, 0, SEEK_SET);
    assert_true(read(file, told, sizeof told - 1) > 0);
    close(file);
    unlink(path);

    first = strstr(told, "nothing can be stored now, and moves are refused: ");
    assert_non_null(first);
    assert_non_null(strstr(first, "the disk is full"));
    second = strstr(first, "\n");
    assert_non_null(second);
    assert_null(strstr(second, "nothing can be stored"));
    assert_non_null(strstr(second, "the store works again"));
    evening_end(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(errors_refuse_and_lose_nothing),
        cmocka_unit_test(a_full_disk_refuses_and_loses_nothing),
        cmocka_unit_test(torn_writes_refuse_and_lose_nothing),
        cmocka_unit_test(failing_syncs_refuse_and_lose_nothing),
        cmocka_unit_test(short_reads_refuse_and_lose_nothing),
        cmocka_unit_test(locks_of_others_refuse_and_lose_nothing),
        cmocka_unit_test(a_failing_disk_is_told_once_and_its_recovery_too),
    };

    return cmocka_run_group_tests(tests, disk_insert, disk_eject);
}
