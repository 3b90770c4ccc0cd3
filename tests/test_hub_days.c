/* The hub on bad days and long days: a disk that takes nothing, crashes, damaged tables,
 * idle tables, days that pass, quotas, lists; and what a seat may not know. */
#include <signal.h>
#include <sqlite3.h>
#include <sys/resource.h>
#include <unistd.h>

#include "tests/loopless.h"
#include "tests/support.h"

enum { HOUR_MS = 3600000 };

/* ---- Disks ---- */

/* Lets every write to a file fail, or none. */
static void set_disk_full(bool full)
{
    struct rlimit limit;

    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = full ? 0 : limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    signal(SIGXFSZ, full ? SIG_IGN : SIG_DFL);
}

static void a_move_that_cannot_be_stored_is_refused_and_seen_by_nobody(void **state)
{
    char line[REC_LINE_MAX];
    json_t *s, *again;
    unsigned who;
    evening e;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    evening_play(&e, 0);
    who = evening_mover(&e, &n, line, 0);
    s = evening_snapshot(&e, 1 - who);
    for (unsigned i = 0; i < 2; i++)
        peer_forget(&e.peer[i]);

    set_disk_full(true);
    peer_refused(&e.peer[who], "unavailable", "unavailable",
                 "'do':'move','table':'%s','after':%ld,'line':'%s'", e.table, n, line);
    peer_refused(&e.peer[who], "unavailable", "unavailable",
                 "'do':'say','table':'%s','text':'hello'", e.table);
    drop_answer(peer_do(&e.peer[who], "'do':'ping'"));
    assert_null(peer_next(&e.peer[1 - who]));
    set_disk_full(false);

    again = evening_snapshot(&e, 1 - who);
    assert_string_equal(text_at(again, "record"), text_at(s, "record"));
    assert_int_equal(number_at(again, "n"), n);
    json_decref(s);
    json_decref(again);
    s = peer_do(&e.peer[who], "'do':'move','table':'%s','after':%ld,'line':'%s'", e.table,
                n, line);
    assert_int_equal(number_at(s, "n"), n + 1);
    json_decref(s);
    s = peer_next(&e.peer[1 - who]);
    assert_int_equal(number_at(s, "n"), n + 1);
    json_decref(s);
    evening_end(&e);
}

static void what_is_made_while_the_disk_is_full_is_not_there(void **state)
{
    evening e;
    json_t *s;
    reply r;

    (void)state;
    evening_begin(&e, 1);
    set_disk_full(true);
    peer_refused(&e.peer[0], "unavailable", NULL, "'do':'create','seats':['me','easy']");
    r = world_request(&e.w, SRV_POST, "/api/guest", NULL, "{\"name\":\"Dan\"}");
    assert_int_equal(r.status, 503);
    assert_string_equal(r.cookie, "");
    reply_clear(&r);
    r = world_request(&e.w, SRV_GET, "/healthz", NULL, NULL);
    assert_int_equal(r.status, 503);
    reply_clear(&r);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 0);
    set_disk_full(false);

    s = peer_do(&e.peer[0], "'do':'mine'");
    assert_int_equal(json_array_size(json_object_get(s, "tables")), 0);
    json_decref(s);
    evening_table(&e, "'seats':['me','easy']");
    r = world_request(&e.w, SRV_GET, "/healthz", NULL, NULL);
    assert_int_equal(r.status, 200);
    reply_clear(&r);
    evening_end(&e);
}

/* ---- Crashes ---- */

static void after_a_crash_everything_that_was_answered_is_there(void **state)
{
    json_t *before[2], *after;
    evening e;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, ",'watchable':true");
    for (unsigned i = 0; i < 40; i++)
        evening_play(&e, i);
    drop_answer(
        peer_do(&e.peer[0], "'do':'notes','table':'%s','text':'mine alone'", e.table));
    drop_answer(
        peer_do(&e.peer[0], "'do':'standing','table':'%s','claim_from':4", e.table));
    drop_answer(peer_do(&e.peer[1], "'do':'say','table':'%s','text':'hello'", e.table));
    for (unsigned i = 0; i < 2; i++)
        before[i] = evening_snapshot(&e, i);
    for (unsigned i = 0; i < PEOPLE; i++)
        e.peer[i].open = false;
    world_crash(&e.w);
    evening_reconnect(&e);

    for (unsigned i = 0; i < 2; i++)
        drop_answer(peer_do(&e.peer[i], "'do':'follow','table':'%s'", e.table));
    for (unsigned i = 0; i < 2; i++) {
        after = evening_snapshot(&e, i);
        for (const char *const *key =
                 (const char *const[]){"record", "n", "seat", "legal", "notes",
                                       "standing", "chat", "commitment", NULL};
             *key; key++)
            if (!json_equal(json_object_get(before[i], *key),
                            json_object_get(after, *key)))
                fail_msg("%s was %s, is %s", *key,
                         json_dumps(json_object_get(before[i], *key), JSON_ENCODE_ANY),
                         json_dumps(json_object_get(after, *key), JSON_ENCODE_ANY));
        json_decref(before[i]);
        json_decref(after);
    }
    evening_play(&e, 0);
    evening_end(&e);
}

static void a_damaged_table_is_reported_and_others_are_played(void **state)
{
    evening e;
    char name[SRV_ID_MAX];

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    store_add_event(e.w.store, 4711, 1, (store_text){"nonsense", 8});
    assert_int_equal(store_commit(e.w.store), STORE_DONE);
    srv_id_write(4711, name);
    for (unsigned i = 0; i < 2; i++)
        peer_refused(&e.peer[0], "unavailable", "damaged", "'do':'follow','table':'%s'",
                     name);
    evening_play(&e, 0);
    for (unsigned i = 0; i < PEOPLE; i++)
        e.peer[i].open = false;
    world_crash(&e.w); /* it is among those that were awake */
    evening_reconnect(&e);
    for (unsigned i = 0; i < 2; i++)
        drop_answer(peer_do(&e.peer[i], "'do':'follow','table':'%s'", e.table));
    evening_play(&e, 0);
    evening_end(&e);
}

/* Changes the database behind the server's back, while it is down. */
static void change_database(evening *e, const char *sql)
{
    char path[128];
    sqlite3 *db;

    for (unsigned i = 0; i < PEOPLE; i++)
        e->peer[i].open = false;
    srv_hub_free(e->w.hub);
    store_close(e->w.store);
    e->w.hub = NULL;
    snprintf(path, sizeof path, "%s/tobago.db", e->w.folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_close(db), SQLITE_OK);
    world_crash(&e->w);
    evening_reconnect(e);
}

static void a_row_that_the_disk_changed_is_found_and_others_are_played(void **state)
{
    char sql[200], first[SRV_ID_MAX];
    evening e;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    memcpy(first, e.table, sizeof first);
    evening_game(&e, 2, "");
    snprintf(sql, sizeof sql,
             "UPDATE journal SET event = CAST(event || 'x' AS BLOB) WHERE game = %llu",
             (unsigned long long)srv_id_read(first, strlen(first)));
    change_database(&e, sql);
    for (unsigned i = 0; i < 2; i++)
        peer_refused(&e.peer[i], "unavailable", "damaged", "'do':'follow','table':'%s'",
                     first);
    for (unsigned i = 0; i < 2; i++)
        drop_answer(peer_do(&e.peer[i], "'do':'follow','table':'%s'", e.table));
    evening_play(&e, 0);

    /* A guest whose row is damaged is gone, and may begin anew. */
    change_database(&e,
                    "UPDATE value SET text = CAST('9 Eve' AS BLOB) WHERE name = 'guest'");
    peer_refused(&e.peer[0], "forbidden", "no_guest", "'do':'mine'");
    world_guest(&e.w, "Ada", e.cookie[0]);
    evening_end(&e);
}

/* ---- Rules that are gone ---- */

/* Where a copy of a table goes, and under which rules it was made. */
typedef struct older {
    store *store;
    uint64_t table;
} older;

/* Copies an event; the first one names rules that nobody has. */
static void copy_older(void *context, uint32_t number, store_text event)
{
    const older *const o = context;
    char *text = strndup(event.bytes, event.length);
    char *rules = number == 1 ? strstr(text, "\nrules ") : NULL;

    if (rules)
        memcpy(rules + strlen("\nrules "), "00000000000000aa", 16);
    assert_int_equal(number == 1, rules != NULL);
    store_add_event(o->store, o->table, number, (store_text){text, event.length});
    free(text);
}

static void copy_same(void *context, const char *key, store_text value)
{
    const older *const o = context;

    store_put(o->store, o->table, key, value);
}

static void a_game_whose_rules_are_gone_can_be_read_and_says_so(void **state)
{
    char path[64], gone[SRV_ID_MAX];
    json_t *s, *before, *list;
    evening e;
    older o;
    reply r;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, ",'clock':{'kind':'live','minutes':1}");
    for (unsigned i = 0; i < 20; i++)
        evening_play(&e, i);
    before = evening_snapshot(&e, 0);
    o = (older){e.w.store, 4711};
    srv_id_write(o.table, gone);
    assert_int_equal(
        store_events(e.w.store, srv_id_read(e.table, strlen(e.table)), copy_older, &o),
        STORE_DONE);
    assert_int_equal(
        store_values(e.w.store, srv_id_read(e.table, strlen(e.table)), copy_same, &o),
        STORE_DONE);
    for (unsigned i = 0; i < 2; i++)
        store_seat(e.w.store,
                   srv_id_read(e.cookie[i] + strlen("tobago="),
                               strcspn(e.cookie[i] + strlen("tobago="), ".")),
                   o.table, true);
    assert_int_equal(store_commit(e.w.store), STORE_DONE);

    s = peer_do(&e.peer[0], "'do':'follow','table':'%s'", gone);
    assert_true(json_is_false(json_object_get(json_object_get(s, "table"), "playable")));
    assert_string_equal(text_at(s, "record"), text_at(before, "record"));
    assert_true(json_is_null(json_object_get(s, "legal")));
    peer_refused(&e.peer[0], "forbidden", "other_rules",
                 "'do':'move','table':'%s','after':%ld,'line':'1 end'", gone,
                 number_at(s, "n"));
    peer_refused(&e.peer[1], "forbidden", "other_rules", "'do':'resign','table':'%s'",
                 gone);
    list = peer_do(&e.peer[0], "'do':'mine'");
    assert_int_equal(json_array_size(json_object_get(list, "tables")), 2);
    json_decref(list);
    snprintf(path, sizeof path, "/api/table/%s/record", gone);
    r = world_request(&e.w, SRV_GET, path, e.cookie[0], NULL);
    assert_int_equal(r.status, 200);
    assert_string_equal(r.body, text_at(before, "record"));
    reply_clear(&r);

    /* Its clock stands, and it may rest and come back like any other. */
    drop_answer(peer_do(&e.peer[0], "'do':'unfollow','table':'%s'", gone));
    world_pass(&e.w, HOUR_MS);
    list = peer_do(&e.peer[1], "'do':'follow','table':'%s'", gone);
    assert_int_equal(number_at(list, "n"), number_at(s, "n"));
    json_decref(list);
    json_decref(before);
    json_decref(s);
    evening_end(&e);
}

/* ---- A wall clock that jumps ---- */

static long left_of(evening *e, unsigned seat)
{
    json_t *s = evening_snapshot(e, 0);
    const json_t *left = json_object_get(json_object_get(s, "clock"), "left");
    const long ms = (long)json_integer_value(json_array_get(left, seat));

    json_decref(s);
    return ms;
}

static void a_wall_clock_that_jumps_leaves_live_clocks_alone(void **state)
{
    static const int64_t jumps[] = {72 * HOUR_MS, -200 * (int64_t)HOUR_MS, HOUR_MS,
                                    -HOUR_MS};
    char line[REC_LINE_MAX];
    evening e;
    unsigned who;
    long n, left;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, ",'clock':{'kind':'live','minutes':5,'increment_s':0}");
    who = evening_mover(&e, &n, line, 0);
    for (unsigned i = 0; i < sizeof jumps / sizeof *jumps; i++) {
        left = left_of(&e, who);
        e.w.wall_ms += (uint64_t)jumps[i];
        world_pass(&e.w, 10000);
        assert_int_equal(left_of(&e, who), left - 10000);
    }
    for (unsigned i = 0; i < 10; i++)
        evening_play(&e, i); /* the table lives on */

    /* Nor do tables go to rest, or expire, before their time. */
    e.w.wall_ms += 30 * 24 * (uint64_t)HOUR_MS;
    world_pass(&e.w, 1000);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 1);
    evening_play(&e, 0);
    evening_end(&e);
}

static void a_wall_clock_that_jumps_leaves_days_alone(void **state)
{
    const long hours = HOUR_MS;
    char line[REC_LINE_MAX];
    evening e;
    unsigned who;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, ",'clock':{'kind':'days','days':2,'weekends':true}");
    who = evening_mover(&e, &n, line, 0);
    assert_int_equal(left_of(&e, who), 48 * hours);

    /* While the table is in memory the deadline does not move. */
    e.w.wall_ms += 72 * (uint64_t)HOUR_MS;
    world_pass(&e.w, HOUR_MS);
    assert_int_equal(left_of(&e, who), 47 * hours);
    e.w.wall_ms -= 100 * (uint64_t)HOUR_MS;
    world_pass(&e.w, HOUR_MS);
    assert_int_equal(left_of(&e, who), 46 * hours);
    e.w.wall_ms += 28 * (uint64_t)HOUR_MS; /* right again */

    /* At rest it is kept by the wall clock: wrong for a while, it does no harm. */
    for (unsigned i = 0; i < PEOPLE; i++)
        drop_answer(peer_do(&e.peer[i], "'do':'unfollow','table':'%s'", e.table));
    world_pass(&e.w, HOUR_MS);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 0);
    e.w.wall_ms -= 500 * (uint64_t)HOUR_MS;
    world_pass(&e.w, HOUR_MS);
    e.w.wall_ms += 510 * (uint64_t)HOUR_MS;
    world_pass(&e.w, HOUR_MS);
    e.w.wall_ms -= 10 * (uint64_t)HOUR_MS;
    assert_int_equal(left_of(&e, who), 43 * hours);
    evening_mover(&e, &n, line, 0);
    drop_answer(peer_do(&e.peer[1], "'do':'follow','table':'%s'", e.table));
    evening_play(&e, 0);
    evening_end(&e);
}

/* ---- Resting ---- */

static void an_idle_table_leaves_memory_and_comes_back(void **state)
{
    json_t *before, *after;
    evening e;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    for (unsigned i = 0; i < 30; i++)
        evening_play(&e, i);
    before = evening_snapshot(&e, 0);
    for (unsigned i = 0; i < PEOPLE; i++)
        drop_answer(peer_do(&e.peer[i], "'do':'unfollow','table':'%s'", e.table));
    world_pass(&e.w, 10 * 60000);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 0);

    after = peer_do(&e.peer[0], "'do':'mine'");
    assert_int_equal(json_array_size(json_object_get(after, "tables")), 1);
    assert_string_equal(
        text_at(json_array_get(json_object_get(after, "tables"), 0), "id"), e.table);
    json_decref(after);
    after = evening_snapshot(&e, 0);
    assert_string_equal(text_at(after, "record"), text_at(before, "record"));
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 1);
    json_decref(after);
    json_decref(before);
    drop_answer(peer_do(&e.peer[1], "'do':'follow','table':'%s'", e.table));
    evening_play(&e, 0);
    evening_end(&e);
}

static void days_pass_at_a_table_that_rests(void **state)
{
    evening e;
    json_t *s;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2,
                 ",'clock':{'kind':'days','days':2,'weekends':true,'stand_in':'random'}");
    s = evening_snapshot(&e, 0);
    n = number_at(s, "n");
    json_decref(s);
    for (unsigned i = 0; i < PEOPLE; i++)
        drop_answer(peer_do(&e.peer[i], "'do':'unfollow','table':'%s'", e.table));
    world_pass(&e.w, 30 * (uint64_t)HOUR_MS);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 0);
    world_pass(&e.w, 20 * (uint64_t)HOUR_MS);

    s = evening_snapshot(&e, 0);
    assert_true(number_at(s, "n") >= n + 2); /* out of time, and a bot's line */
    json_decref(s);
    evening_end(&e);
}

static void a_table_that_nobody_starts_expires(void **state)
{
    evening e;
    json_t *s;

    (void)state;
    evening_begin(&e, 1);
    evening_table(&e, "'seats':['me','open'],'open':true");
    drop_answer(peer_do(&e.peer[0], "'do':'unfollow','table':'%s'", e.table));
    world_pass(&e.w, 100 * (uint64_t)HOUR_MS);
    s = peer_do(&e.peer[1], "'do':'lobby'");
    assert_int_equal(json_array_size(json_object_get(s, "tables")), 1);
    json_decref(s);
    world_pass(&e.w, 100 * (uint64_t)HOUR_MS);
    s = peer_do(&e.peer[1], "'do':'lobby'");
    assert_int_equal(json_array_size(json_object_get(s, "tables")), 0);
    json_decref(s);
    s = peer_do(&e.peer[0], "'do':'mine'");
    assert_int_equal(json_array_size(json_object_get(s, "tables")), 0);
    json_decref(s);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 0);
    evening_end(&e);
}

/* ---- Lists ---- */

static json_t *next_that_is(srv_peer *peer, const char *is)
{
    json_t *frame;

    while ((frame = peer_next(peer)) && strcmp(text_at(frame, "is"), is) != 0)
        json_decref(frame);
    return frame;
}

static void lists_are_told_what_changes(void **state)
{
    char line[REC_LINE_MAX];
    evening e;
    json_t *f;
    unsigned who;
    long n;

    (void)state;
    evening_begin(&e, 1);
    drop_answer(peer_do(&e.peer[2], "'do':'lobby','follow':true"));
    drop_answer(peer_do(&e.peer[0], "'do':'mine','follow':true"));
    drop_answer(peer_do(&e.peer[1], "'do':'mine','follow':true"));
    evening_game(&e, 2, ",'open':true,'watchable':true");
    e.peer[2].read = 0; /* everything since the beginning */
    f = next_that_is(&e.peer[2], "lobby");
    assert_string_equal(text_at(json_object_get(f, "table"), "id"), e.table);
    assert_string_equal(text_at(json_object_get(f, "table"), "state"), "waiting");
    json_decref(f);

    who = evening_mover(&e, &n, line, 0);
    while (evening_mover(&e, &n, line, 0) == who)
        evening_play(&e, 0);
    e.peer[1 - who].read = 0;
    f = NULL;
    do {
        json_decref(f);
        f = next_that_is(&e.peer[1 - who], "mine");
        assert_non_null(f);
    } while (!json_is_true(json_object_get(json_object_get(f, "table"), "my_turn")));
    assert_int_equal(number_at(json_object_get(f, "table"), "seat"), 2 - who);
    json_decref(f);
    evening_end(&e);
}

static void who_is_kicked_no_longer_sees_the_table(void **state)
{
    evening e;
    json_t *f;

    (void)state;
    evening_begin(&e, 1);
    evening_table(&e, "'seats':['me','open']");
    drop_answer(
        peer_do(&e.peer[1], "'do':'join','table':'%s','key':'%s'", e.table, e.key));
    drop_answer(peer_do(&e.peer[1], "'do':'follow','table':'%s'", e.table));
    drop_answer(peer_do(&e.peer[1], "'do':'mine','follow':true"));
    peer_forget(&e.peer[1]);
    drop_answer(peer_do(&e.peer[0], "'do':'kick','table':'%s','seat':2", e.table));
    f = next_that_is(&e.peer[1], "mine");
    assert_string_equal(text_at(f, "gone"), e.table);
    json_decref(f);
    f = next_that_is(&e.peer[1], "gone");
    assert_non_null(f);
    json_decref(f);
    peer_refused(&e.peer[1], "not_found", NULL, "'do':'follow','table':'%s'", e.table);
    evening_end(&e);
}

static void whom_a_host_blocks_cannot_join(void **state)
{
    char ben[SRV_ID_MAX];
    evening e;
    json_t *f;

    (void)state;
    evening_begin(&e, 1);
    peer_close(&e.peer[1]);
    peer_open(&e.peer[1], &e.w, e.cookie[1]);
    world_turn(&e.w);
    f = next_that_is(&e.peer[1], "hello");
    snprintf(ben, sizeof ben, "%s", text_at(json_object_get(f, "guest"), "id"));
    json_decref(f);
    evening_table(&e, "'seats':['me','open'],'open':true");
    drop_answer(peer_do(&e.peer[0], "'do':'block','guest':'%s','on':true", ben));
    peer_refused(&e.peer[1], "forbidden", "blocked", "'do':'join','table':'%s'", e.table);
    for (unsigned i = 0; i < PEOPLE; i++)
        e.peer[i].open = false;
    world_crash(&e.w);
    evening_reconnect(&e);
    peer_refused(&e.peer[1], "forbidden", "blocked", "'do':'join','table':'%s'", e.table);
    drop_answer(peer_do(&e.peer[0], "'do':'block','guest':'%s','on':false", ben));
    drop_answer(peer_do(&e.peer[1], "'do':'join','table':'%s'", e.table));
    evening_end(&e);
}

static size_t count_listed(srv_peer *peer, const char *list)
{
    json_t *const answer = peer_do(peer, "'do':'%s'", list);
    const size_t count = json_array_size(json_object_get(answer, "tables"));

    json_decref(answer);
    return count;
}

/* To whom a host blocks, her table is not there while it waits. */
static void whom_a_host_blocks_does_not_see_her_table(void **state)
{
    char ben[SRV_ID_MAX];
    evening e;
    json_t *f;

    (void)state;
    evening_begin(&e, 1);
    peer_close(&e.peer[1]);
    peer_open(&e.peer[1], &e.w, e.cookie[1]);
    world_turn(&e.w);
    f = next_that_is(&e.peer[1], "hello");
    snprintf(ben, sizeof ben, "%s", text_at(json_object_get(f, "guest"), "id"));
    json_decref(f);
    evening_table(&e, "'seats':['me','open'],'open':true,'watchable':true");
    drop_answer(peer_do(&e.peer[1], "'do':'follow','table':'%s'", e.table));
    drop_answer(peer_do(&e.peer[1], "'do':'lobby','follow':true"));
    peer_forget(&e.peer[1]);
    drop_answer(peer_do(&e.peer[0], "'do':'block','guest':'%s','on':true", ben));
    f = next_that_is(&e.peer[1], "gone");
    assert_string_equal(text_at(f, "table"), e.table);
    json_decref(f);
    peer_forget(&e.peer[1]);
    drop_answer(
        peer_do(&e.peer[0], "'do':'fill','table':'%s','seat':2,'level':'easy'", e.table));
    drop_answer(peer_do(&e.peer[0], "'do':'kick','table':'%s','seat':2", e.table));
    drop_answer(peer_do(&e.peer[0], "'do':'unfollow','table':'%s'", e.table));
    assert_null(peer_next(&e.peer[1])); /* nor does the lobby tell him */
    peer_refused(&e.peer[1], "not_found", "no_table", "'do':'follow','table':'%s'",
                 e.table);
    peer_refused(&e.peer[1], "not_found", "no_table",
                 "'do':'say','table':'%s','text':'hi'", e.table);
    assert_int_equal(count_listed(&e.peer[1], "lobby"), 0);
    assert_int_equal(count_listed(&e.peer[2], "lobby"), 1);

    /* Neither does he when table and host are known to the store alone. */
    peer_close(&e.peer[0]);
    world_pass(&e.w, 3600000);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 0);
    assert_int_equal(count_listed(&e.peer[1], "lobby"), 0);
    assert_int_equal(count_listed(&e.peer[2], "lobby"), 1);
    evening_end(&e);
}

/* ---- Quotas ---- */

static void tables_without_a_seat_are_their_makers_too(void **state)
{
    evening e;
    json_t *f, *first;

    (void)state;
    evening_begin(&e, 1);
    drop_answer(peer_do(&e.peer[0], "'do':'create','seats':['open','open']"));
    for (unsigned i = 1; i < e.w.quotas.tables_guest; i++)
        drop_answer(peer_do(&e.peer[0], "'do':'create','seats':['open','easy']"));
    peer_refused(&e.peer[0], "limit", "tables_guest",
                 "'do':'create','seats':['open','open']");
    assert_int_equal(count_listed(&e.peer[0], "mine"), e.w.quotas.tables_guest);
    world_pass(&e.w, 600000); /* they rest */
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 0);
    f = peer_do(&e.peer[0], "'do':'mine'");
    first = json_array_get(json_object_get(f, "tables"), 0);
    assert_true(json_is_null(json_object_get(first, "seat")));
    assert_true(json_is_false(json_object_get(first, "my_turn")));
    json_decref(f);
    peer_refused(&e.peer[0], "limit", "tables_guest",
                 "'do':'create','seats':['open','open']");
    evening_end(&e);
}

static void quotas_are_kept(void **state)
{
    evening e;

    (void)state;
    evening_begin(&e, 1);
    for (unsigned i = 0; i < e.w.quotas.tables_guest; i++)
        drop_answer(peer_do(&e.peer[0], "'do':'create','seats':['me','open']"));
    peer_refused(&e.peer[0], "limit", "tables_guest",
                 "'do':'create','seats':['me','open']");
    drop_answer(peer_do(&e.peer[1], "'do':'create','seats':['me','open']"));
    evening_end(&e);
}

/* Begins anew with these quotas. */
static void set_quotas(evening *e, srv_quotas quotas)
{
    for (unsigned i = 0; i < PEOPLE; i++)
        e->peer[i].open = false;
    e->w.quotas = quotas;
    world_crash(&e->w);
    evening_reconnect(e);
}

static void what_tables_and_connections_may_use_up_is_bounded(void **state)
{
    char table[3][SRV_ID_MAX];
    srv_quotas quotas;
    srv_peer other;
    evening e;

    (void)state;
    evening_begin(&e, 1);
    quotas = e.w.quotas;
    quotas.follows = 2;
    quotas.watchers = 2;
    quotas.tables = 3;
    quotas.blocks_guest = 1;
    quotas.idle_s = 1;
    set_quotas(&e, quotas);
    for (unsigned i = 0; i < 3; i++) {
        json_t *made =
            peer_do(&e.peer[i], "'do':'create','seats':['me','open'],'watchable':true");
        snprintf(table[i], sizeof table[i], "%s", text_at(made, "table"));
        json_decref(made);
    }
    peer_refused(&e.peer[0], "limit", "tables", "'do':'create','seats':['me','open']");

    for (unsigned i = 0; i < 2; i++)
        drop_answer(peer_do(&e.peer[0], "'do':'follow','table':'%s'", table[i]));
    peer_refused(&e.peer[0], "limit", "follows", "'do':'follow','table':'%s'", table[2]);
    drop_answer(peer_do(&e.peer[1], "'do':'follow','table':'%s'", table[0]));
    peer_refused(&e.peer[2], "full", "followers", "'do':'follow','table':'%s'", table[0]);
    drop_answer(peer_do(&e.peer[0], "'do':'unfollow','table':'%s'", table[0]));
    drop_answer(peer_do(&e.peer[2], "'do':'follow','table':'%s'", table[0]));

    drop_answer(peer_do(&e.peer[0], "'do':'block','guest':'4000000000000001','on':true"));
    peer_refused(&e.peer[0], "limit", NULL,
                 "'do':'block','guest':'4000000000000002','on':true");

    /* A table that nobody looks at makes room. */
    world_pass(&e.w, 10000);
    drop_answer(peer_do(&e.peer[1], "'do':'create','seats':['me','open']"));
    peer_open(&other, &e.w, NULL);
    peer_refused(&other, "full", "followers", "'do':'follow','table':'%s'", table[0]);
    peer_close(&other);
    evening_end(&e);
}

static void an_address_makes_so_many_tables_an_hour(void **state)
{
    srv_quotas quotas;
    evening e;

    (void)state;
    evening_begin(&e, 1);
    quotas = e.w.quotas;
    quotas.tables_address = 3;
    set_quotas(&e, quotas);
    for (unsigned i = 0; i < 3; i++)
        drop_answer(peer_do(&e.peer[i], "'do':'create','seats':['me','open']"));
    peer_refused(&e.peer[0], "limit", "rate", "'do':'create','seats':['me','open']");
    world_pass(&e.w, HOUR_MS);
    drop_answer(peer_do(&e.peer[0], "'do':'create','seats':['me','open']"));
    evening_end(&e);
}

static void bots_think_so_long_for_a_guest_in_a_minute(void **state)
{
    srv_quotas quotas;
    evening e;
    json_t *s;
    long few, many;

    (void)state;
    evening_begin(&e, 1);
    quotas = e.w.quotas;
    for (unsigned generous = 0; generous < 2; generous++) {
        quotas.bot_ms = generous ? 60000 : 1;
        set_quotas(&e, quotas);
        evening_table(&e, "'seats':['me','random'],'island':'ABC0'");
        evening_share(&e, 0);
        drop_answer(peer_do(&e.peer[0], "'do':'start','table':'%s'", e.table));
        drop_answer(peer_do(&e.peer[0], "'do':'resign','table':'%s'", e.table));
        world_pass(&e.w, 60000);
        s = evening_snapshot(&e, 0);
        if (generous)
            many = number_at(s, "n");
        else
            few = number_at(s, "n");
        json_decref(s);
    }
    assert_true(many > 2 * few);
    assert_true(few > 5); /* they wait, and are not refused */
    evening_end(&e);
}

static void games_in_which_nobody_moves_are_closed_and_removed_at_last(void **state)
{
    srv_quotas quotas;
    evening e;
    json_t *s;

    (void)state;
    evening_begin(&e, 1);
    quotas = e.w.quotas;
    quotas.playing_days = 2;
    quotas.finished_days = 5;
    set_quotas(&e, quotas);
    evening_game(&e, 2, "");
    for (unsigned i = 0; i < PEOPLE; i++)
        drop_answer(peer_do(&e.peer[i], "'do':'unfollow','table':'%s'", e.table));
    world_pass(&e.w, 47 * (uint64_t)HOUR_MS);
    s = peer_do(&e.peer[0], "'do':'mine'");
    assert_int_equal(json_array_size(json_object_get(s, "tables")), 1);
    json_decref(s);
    world_pass(&e.w, 2 * (uint64_t)HOUR_MS);
    s = peer_do(&e.peer[0], "'do':'mine'");
    assert_int_equal(json_array_size(json_object_get(s, "tables")), 0);
    json_decref(s);
    s = peer_do(&e.peer[0], "'do':'follow','table':'%s'", e.table);
    assert_string_equal(text_at(json_object_get(s, "table"), "state"), "closed");
    json_decref(s);
    drop_answer(peer_do(&e.peer[0], "'do':'unfollow','table':'%s'", e.table));
    world_pass(&e.w, 6 * 24 * (uint64_t)HOUR_MS);
    peer_refused(&e.peer[0], "not_found", "no_table", "'do':'follow','table':'%s'",
                 e.table);
    evening_end(&e);
}

static void talk_and_guesses_are_rated(void **state)
{
    unsigned limited = 0;
    evening e;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    for (unsigned i = 0; i < 100; i++) {
        json_t *a =
            peer_ask(&e.peer[0], "'do':'say','table':'%s','text':'%u'", e.table, i);
        if (json_is_false(json_object_get(a, "ok"))) {
            const json_t *error = json_object_get(a, "error");
            assert_string_equal(text_at(error, "code"), "limit");
            assert_true(strcmp(text_at(error, "name"), "too_fast") == 0 ||
                        strcmp(text_at(error, "name"), "rate") == 0);
            assert_true(number_at(error, "retry_ms") > 0);
            limited++;
        }
        json_decref(a);
    }
    assert_true(limited >= 60);
    limited = 0;
    for (unsigned i = 0; i < 100; i++) {
        json_t *a =
            peer_ask(&e.peer[2], "'do':'follow','table':'%s','key':'%026u'", e.table, i);
        limited += strcmp(text_at(json_object_get(a, "error"), "name"), "guesses") == 0;
        json_decref(a);
    }
    assert_int_equal(limited, 80);
    evening_end(&e);
}

static void a_full_queue_of_bots_makes_tables_wait(void **state)
{
    enum { TABLES = 6 };
    char table[TABLES][SRV_ID_MAX];
    evening e;

    (void)state;
    evening_begin(&e, 1);
    for (unsigned i = 0; i < PEOPLE; i++)
        e.peer[i].open = false;
    e.w.quotas.bot_queue = 1;
    world_crash(&e.w);
    evening_reconnect(&e);
    for (unsigned i = 0; i < TABLES; i++) {
        evening_table(&e, "'seats':['me','random'],'island':'ABC0'");
        evening_share(&e, 0);
        drop_answer(peer_do(&e.peer[0], "'do':'start','table':'%s'", e.table));
        memcpy(table[i], e.table, sizeof e.table);
    }
    for (unsigned i = 0; i < TABLES; i++)
        drop_answer(peer_do(&e.peer[0], "'do':'resign','table':'%s'", table[i]));
    world_pass(&e.w, 30000);
    for (unsigned i = 0; i < TABLES; i++) {
        json_t *s = peer_do(&e.peer[0], "'do':'follow','table':'%s','after':0", table[i]);
        assert_true(number_at(s, "n") > 10);
        json_decref(s);
    }
    evening_end(&e);
}

/* ---- What a seat may not know (H2) ---- */

enum { TEXT_MAX_BYTES = 20000, CARDS = 16 };

/* A copy of an evening's store in which seats 2 and 3 hold each other's cards. */
typedef struct swap {
    store *to;
    uint64_t table;
    char card[2][CARDS][40]; /* dealt to seats 2 and 3 */
    unsigned count[2];
    unsigned changed;
    bool writes;
} swap;

/* Copies an event; cards that were dealt to seats 2 and 3 change hands. */
static void copy_event(void *context, uint32_t number, store_text event)
{
    swap *const s = context;
    static char out[TEXT_MAX_BYTES];
    size_t length = 0;

    for (size_t at = 0; at < event.length;) {
        const char *end = memchr(event.bytes + at, '\n', event.length - at);
        const size_t line =
            end ? (size_t)(end - event.bytes) + 1 - at : event.length - at;
        char text[200], card[40];
        unsigned seat;
        snprintf(text, sizeof text, "%.*s", (int)(line < 199 ? line : 199),
                 event.bytes + at);
        assert_true(length + line + 100 < sizeof out);
        if (sscanf(text, "nature deal %u %39s", &seat, card) == 2 && seat >= 2) {
            const unsigned k = s->count[seat - 2]++;
            if (s->writes) {
                length +=
                    (size_t)snprintf(out + length, sizeof out - length,
                                     "nature deal %u %s\n", seat, s->card[3 - seat][k]);
                s->changed++;
            } else {
                snprintf(s->card[seat - 2][k], sizeof card, "%s", card);
            }
        }
        if (sscanf(text, "nature deal %u %39s", &seat, card) != 2 || seat < 2 ||
            !s->writes) {
            memcpy(out + length, event.bytes + at, line);
            length += line;
        }
        at += line;
    }
    if (s->writes)
        store_add_event(s->to, s->table, number, (store_text){out, length});
}

static void copy_value(void *context, const char *key, store_text value)
{
    swap *const s = context;

    store_put(s->to, s->table, key, value);
}

/* Copies everything that the store of one world has about these owners to another. */
static void copy_world(world *from, world *to, const char *table, const uint64_t *guest)
{
    swap s = {.to = to->store, .table = srv_id_read(table, strlen(table))};

    store_events(from->store, s.table, copy_event, &s);
    memset(s.count, 0, sizeof s.count);
    s.writes = true;
    store_events(from->store, s.table, copy_event, &s);
    assert_int_equal(s.changed, 8);
    store_values(from->store, s.table, copy_value, &s);
    for (unsigned i = 0; i < PEOPLE; i++) {
        store_seat(to->store, guest[i], s.table, true);
        s.table = guest[i];
        store_values(from->store, guest[i], copy_value, &s);
        s.table = srv_id_read(table, strlen(table));
    }
    assert_int_equal(store_commit(to->store), STORE_DONE);
}

/* A line that the mover may play in both worlds and that shows no card. */
static bool common_line(evening *a, evening *b, unsigned who, unsigned choice,
                        char line[static REC_LINE_MAX])
{
    json_t *x = evening_snapshot(a, who), *y = evening_snapshot(b, who);
    const json_t *one = json_object_get(x, "legal"), *two = json_object_get(y, "legal");
    const size_t count = json_array_size(one);
    bool found = false;

    for (size_t i = 0; i < count && !found; i++) {
        const char *text = json_string_value(json_array_get(one, (i + choice) % count));
        if (strstr(text, "exchange"))
            continue;
        for (size_t k = 0; k < json_array_size(two) && !found; k++)
            found = strcmp(text, json_string_value(json_array_get(two, k))) == 0;
        if (found)
            snprintf(line, REC_LINE_MAX, "%s", text);
    }
    json_decref(x);
    json_decref(y);
    return found;
}

static void send_both(evening *a, evening *b, unsigned who, const char *frame)
{
    peer_send(&a->peer[who], frame);
    world_turn(&a->w);
    peer_send(&b->peer[who], frame);
    world_turn(&b->w);
}

/* Seat 1 tries whatever comes to mind: the refusals count too. */
static void try_things(evening *a, evening *b, long n)
{
    static const char *const lines[] = {"1 end",
                                        "1 move",
                                        "1 leg h8",
                                        "1 raise white",
                                        "1 exchange",
                                        "1 claim",
                                        "1 pass",
                                        "1 clue white next-hut",
                                        "2 end",
                                        "nature curse",
                                        "1 clue grey in-jungle",
                                        "1 amulet draw"};
    char frame[400];

    for (unsigned i = 0; i < sizeof lines / sizeof *lines; i++) {
        snprintf(
            frame, sizeof frame,
            "{\"id\":%u,\"do\":\"move\",\"table\":\"%s\",\"after\":%ld,\"line\":\"%s\"}",
            5000 + i, a->table, n - 1, lines[i]);
        send_both(a, b, 0, frame);
    }
}

static void h2_games_that_differ_in_hidden_cards_send_a_seat_the_same_bytes(void **state)
{
    char line[REC_LINE_MAX], frame[500];
    uint64_t guest[PEOPLE];
    evening a, b;
    long n;

    (void)state;
    evening_begin(&a, 1);
    evening_game(&a, 3, "");
    evening_mover(&a, &n, line, 0);
    while (strstr(line, " atv ") || strstr(line, " start ")) {
        evening_play(&a, 0);
        evening_mover(&a, &n, line, 0);
    }
    for (unsigned i = 0; i < PEOPLE; i++) {
        const char *id = a.cookie[i] + strlen("tobago=");
        guest[i] = srv_id_read(id, strcspn(id, "."));
        a.peer[i].open = false;
    }
    b = a;
    world_begin(&b.w, 1);
    copy_world(&a.w, &b.w, a.table, guest);
    b.w.now_ms = a.w.now_ms;
    b.w.wall_ms = a.w.wall_ms;
    b.w.rng = a.w.rng;
    for (unsigned i = 0; i < PEOPLE; i++)
        b.peer[i].heard = (host_text){0};
    world_crash(&a.w);
    world_crash(&b.w);
    evening_reconnect(&a);
    evening_reconnect(&b);
    for (unsigned i = 0; i < PEOPLE; i++) {
        drop_answer(peer_do(&a.peer[i], "'do':'follow','table':'%s'", a.table));
        drop_answer(peer_do(&b.peer[i], "'do':'follow','table':'%s'", b.table));
    }
    for (unsigned move = 0; move < 150; move++) {
        const unsigned who = evening_mover(&a, &n, line, 0);
        assert_int_equal(evening_mover(&b, &n, line, 0), who); /* as often as the other */
        if (!common_line(&a, &b, who, who == 0 ? move : 0, line))
            break;
        if (move % 10 == 0)
            try_things(&a, &b, n + (move % 20 == 0));
        snprintf(frame, sizeof frame,
                 "{\"id\":9999,\"do\":\"move\",\"table\":\"%s\",\"after\":%ld,\"line\":"
                 "\"%s\"}",
                 a.table, n, line);
        send_both(&a, &b, who, frame);
    }
    assert_true(a.peer[0].heard.length > 100000);
    /* What others heard differs, or the hands would not. */
    assert_true(a.peer[1].heard.length != b.peer[1].heard.length ||
                memcmp(a.peer[1].heard.bytes, b.peer[1].heard.bytes,
                       a.peer[1].heard.length) != 0);
    for (size_t i = 0; i < a.peer[0].heard.length; i++)
        if (i >= b.peer[0].heard.length ||
            a.peer[0].heard.bytes[i] != b.peer[0].heard.bytes[i])
            fail_msg("byte %zu: %.80s / %.80s", i, a.peer[0].heard.bytes + i,
                     b.peer[0].heard.bytes + (i < b.peer[0].heard.length ? i : 0));
    evening_end(&a);
    evening_end(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_move_that_cannot_be_stored_is_refused_and_seen_by_nobody),
        cmocka_unit_test(what_is_made_while_the_disk_is_full_is_not_there),
        cmocka_unit_test(after_a_crash_everything_that_was_answered_is_there),
        cmocka_unit_test(a_damaged_table_is_reported_and_others_are_played),
        cmocka_unit_test(a_row_that_the_disk_changed_is_found_and_others_are_played),
        cmocka_unit_test(a_game_whose_rules_are_gone_can_be_read_and_says_so),
        cmocka_unit_test(a_wall_clock_that_jumps_leaves_live_clocks_alone),
        cmocka_unit_test(a_wall_clock_that_jumps_leaves_days_alone),
        cmocka_unit_test(an_idle_table_leaves_memory_and_comes_back),
        cmocka_unit_test(days_pass_at_a_table_that_rests),
        cmocka_unit_test(a_table_that_nobody_starts_expires),
        cmocka_unit_test(lists_are_told_what_changes),
        cmocka_unit_test(who_is_kicked_no_longer_sees_the_table),
        cmocka_unit_test(whom_a_host_blocks_cannot_join),
        cmocka_unit_test(whom_a_host_blocks_does_not_see_her_table),
        cmocka_unit_test(tables_without_a_seat_are_their_makers_too),
        cmocka_unit_test(quotas_are_kept),
        cmocka_unit_test(what_tables_and_connections_may_use_up_is_bounded),
        cmocka_unit_test(an_address_makes_so_many_tables_an_hour),
        cmocka_unit_test(bots_think_so_long_for_a_guest_in_a_minute),
        cmocka_unit_test(games_in_which_nobody_moves_are_closed_and_removed_at_last),
        cmocka_unit_test(talk_and_guesses_are_rated),
        cmocka_unit_test(a_full_queue_of_bots_makes_tables_wait),
        cmocka_unit_test(h2_games_that_differ_in_hidden_cards_send_a_seat_the_same_bytes),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
