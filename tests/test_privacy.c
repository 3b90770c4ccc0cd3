/* What is stored of a guest: she gets all of it, she has it deleted, and time deletes
 * what nobody needs. */
#include <dirent.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/resource.h>

#include "tests/loopless.h"
#include "tests/support.h"

static const uint64_t DAY_MS = 24 * 3600000;

/* A name and words that stand nowhere else. */
#define NAME  "Zyxomma Q."
#define WORD  "Zyxomma_Q."
#define WORDS "quixotically"

/* Ada is called NAME in these tests. */
static void begin(evening *e)
{
    reply r;

    evening_begin(e, 1);
    r = world_request(&e->w, SRV_POST, "/api/guest", e->cookie[0],
                      "{\"name\":\"" NAME "\"}");
    assert_int_equal(r.status, 200);
    reply_clear(&r);
}

/* Her id, as her cookie says it. */
static const char *id_of(const evening *e, unsigned who)
{
    static char id[SRV_ID_MAX];

    snprintf(id, sizeof id, "%.16s", strchr(e->cookie[who], '=') + 1);
    return id;
}

/* Time passes by leaps: nothing is to happen meanwhile but what is long due. */
static void leap(world *w, uint64_t days)
{
    for (uint64_t i = 0; i < days; i++) {
        w->now_ms += DAY_MS;
        w->wall_ms += DAY_MS;
        world_turn(w);
    }
    world_pass(w, 130000);
}

/* Lets every write to a file fail, or none. */
static void set_disk_full(bool full)
{
    struct rlimit limit;

    getrlimit(RLIMIT_FSIZE, &limit);
    limit.rlim_cur = full ? 0 : limit.rlim_max;
    setrlimit(RLIMIT_FSIZE, &limit);
    signal(SIGXFSZ, full ? SIG_IGN : SIG_DFL);
}

/* Does any file of the data folder hold these bytes? */
static bool is_on_disk(const world *w, const char *what)
{
    DIR *const all = opendir(w->folder);
    const struct dirent *file;
    bool found = false;

    assert_non_null(all);
    while ((file = readdir(all))) {
        host_text text = {0};
        char path[400];
        snprintf(path, sizeof path, "%s/%s", w->folder, file->d_name);
        if (file->d_name[0] != '.' && host_text_read(&text, path, 64 << 20) == HOST_DONE)
            for (size_t at = 0; at + strlen(what) <= text.length; at++)
                found = found || memcmp(text.bytes + at, what, strlen(what)) == 0;
        host_text_clear(&text);
    }
    closedir(all);
    return found;
}

/* Ada says something and takes notes at the table. */
static void leave_traces(evening *e)
{
    drop_answer(
        peer_do(&e->peer[0], "'do':'say','table':'%s','text':'" WORDS "'", e->table));
    drop_answer(peer_do(&e->peer[0], "'do':'notes','table':'%s','text':'my " WORDS "'",
                        e->table));
    drop_answer(
        peer_do(&e->peer[1], "'do':'say','table':'%s','text':'a word of Ben'", e->table));
}

/* Ben gives up, and Ada has won. */
static void end_game(evening *e)
{
    drop_answer(peer_do(&e->peer[1], "'do':'resign','table':'%s'", e->table));
    drop_answer(peer_do(&e->peer[0], "'do':'claim_win','table':'%s'", e->table));
    world_pass(&e->w, 1000);
}

static char *fetch(evening *e, unsigned who, const char *table, const char *what)
{
    char path[80];
    reply r;

    snprintf(path, sizeof path, "/api/table/%s/%s", table, what);
    r = world_request(&e->w, SRV_GET, path, e->cookie[who], NULL);
    assert_int_equal(r.status, 200);
    return r.body;
}

/* ---- Getting it ---- */

static void a_guest_gets_everything_that_is_stored_of_her(void **state)
{
    evening e;
    json_t *answer;
    const json_t *about, *table, *tables;
    char *text;

    (void)state;
    begin(&e);
    evening_game(&e, 2, "");
    evening_play(&e, 0);
    leave_traces(&e);
    drop_answer(peer_do(&e.peer[0], "'do':'block','guest':'%s','on':true", id_of(&e, 2)));

    answer = peer_do(&e.peer[0], "'do':'data'");
    about = json_object_get(answer, "about");
    assert_string_equal(text_at(about, "name"), NAME);
    assert_string_equal(text_at(about, "guest"), id_of(&e, 0));
    assert_int_equal(number_at(about, "made"), 1794960000000);
    assert_string_equal(
        json_string_value(json_array_get(json_object_get(about, "blocked"), 0)),
        id_of(&e, 2));
    tables = json_object_get(answer, "tables");
    assert_int_equal(json_array_size(tables), 1);
    table = json_array_get(tables, 0);
    assert_string_equal(text_at(table, "table"), e.table);
    assert_int_equal(number_at(table, "seat"), 1);
    assert_true(json_is_true(json_object_get(table, "made")));
    assert_string_equal(text_at(table, "name"), NAME);
    assert_string_equal(text_at(table, "notes"), "my " WORDS);
    assert_non_null(strstr(text_at(table, "record"), "view 1\n"));
    assert_int_equal(json_array_size(json_object_get(table, "messages")), 1);
    text = json_dumps(answer, JSON_COMPACT);
    assert_null(strstr(text, "a word of Ben")); /* others' words are theirs */
    free(text);
    json_decref(answer);

    /* who only talked there has that, and no record */
    drop_answer(peer_do(&e.peer[1], "'do':'links','table':'%s'", e.table));
    drop_answer(
        peer_do(&e.peer[2], "'do':'follow','table':'%s','key':'%s'", e.table, e.key));
    drop_answer(
        peer_do(&e.peer[2], "'do':'say','table':'%s','text':'well played'", e.table));
    answer = peer_do(&e.peer[2], "'do':'data'");
    table = json_array_get(json_object_get(answer, "tables"), 0);
    assert_true(json_is_null(json_object_get(table, "seat")));
    assert_null(json_object_get(table, "record"));
    assert_int_equal(json_array_size(json_object_get(table, "messages")), 1);
    json_decref(answer);
    evening_end(&e);
}

static void what_tables_hold_comes_in_pages_and_brings_none_into_memory(void **state)
{
    enum { TABLES = 20 };
    evening e;
    char next[SRV_ID_MAX] = "", last[SRV_ID_MAX] = "";
    size_t seen = 0, pages = 0;

    (void)state;
    begin(&e);
    for (unsigned i = 0; i < TABLES; i++)
        drop_answer(peer_do(&e.peer[0], "'do':'create','seats':['me','open']"));
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_close(&e.peer[i]);
    world_pass(&e.w, 200000);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 0);
    peer_open(&e.peer[0], &e.w, e.cookie[0]);

    do {
        json_t *const answer = *next
                                   ? peer_do(&e.peer[0], "'do':'data','next':'%s'", next)
                                   : peer_do(&e.peer[0], "'do':'data'");
        const json_t *const tables = json_object_get(answer, "tables");
        const json_t *table;
        size_t i;
        assert_int_equal(json_object_get(answer, "about") != NULL, !*next);
        json_array_foreach(tables, i, table)
        {
            assert_string_not_equal(text_at(table, "table"), last);
            snprintf(last, sizeof last, "%s", text_at(table, "table"));
        }
        seen += json_array_size(tables);
        pages++;
        snprintf(next, sizeof next, "%s", text_at(answer, "next"));
        json_decref(answer);
    } while (*next);
    assert_int_equal(seen, TABLES);
    assert_true(pages >= 3);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 0);
    for (unsigned i = 1; i < PEOPLE; i++)
        peer_open(&e.peer[i], &e.w, e.cookie[i]);
    evening_end(&e);
}

/* ---- Having it deleted ---- */

/* Tables of all kinds; writes the ids of one that is over, one under way, one that Ben
 * made and that waits, one that Ada made and that waits, one of her own with bots. */
static void make_tables(evening *e, char id[5][SRV_ID_MAX])
{
    evening_game(e, 2, "");
    for (unsigned i = 0; i < 6; i++)
        evening_play(e, i);
    leave_traces(e);
    end_game(e);
    snprintf(id[0], SRV_ID_MAX, "%s", e->table);
    evening_game(e, 2, "");
    evening_play(e, 0);
    leave_traces(e);
    snprintf(id[1], SRV_ID_MAX, "%s", e->table);
    {
        json_t *made = peer_do(&e->peer[1], "'do':'create','seats':['me','open']"
                                            ",'open':true");
        snprintf(id[2], SRV_ID_MAX, "%s", text_at(made, "table"));
        json_decref(made);
        drop_answer(peer_do(&e->peer[0], "'do':'join','table':'%s'", id[2]));
    }
    evening_table(e, "'seats':['me','open','open'],'open':true");
    drop_answer(peer_do(&e->peer[1], "'do':'join','table':'%s'", e->table));
    snprintf(id[3], SRV_ID_MAX, "%s", e->table);
    evening_table(e, "'seats':['me','easy']");
    snprintf(id[4], SRV_ID_MAX, "%s", e->table);
}

static void check_tables(evening *e, char id[5][SRV_ID_MAX])
{
    char *text = fetch(e, 1, id[0], "record");
    json_t *s;

    assert_non_null(strstr(text, "players red Ben\n"));
    free(text);
    s = peer_do(&e->peer[1], "'do':'follow','table':'%s'", id[1]);
    assert_non_null(strstr(text_at(s, "record"), "players red Ben\n"));
    text = json_dumps(s, JSON_COMPACT);
    assert_non_null(strstr(text, "\"name\":\"red\""));
    assert_non_null(strstr(text, "\"resigned\":true"));
    assert_non_null(strstr(text, "a word of Ben"));
    assert_null(strstr(text, "Zyxomma"));
    free(text);
    json_decref(s);
    s = peer_do(&e->peer[1], "'do':'follow','table':'%s'", id[2]);
    assert_string_equal(
        text_at(json_array_get(json_object_get(json_object_get(s, "table"), "seats"), 1),
                "who"),
        "open");
    json_decref(s);
    s = peer_do(&e->peer[1], "'do':'follow','table':'%s'", id[3]);
    assert_string_equal(text_at(json_object_get(s, "table"), "state"), "closed");
    json_decref(s);
    peer_refused(&e->peer[1], "not_found", "no_table", "'do':'follow','table':'%s'",
                 id[4]);
}

static void a_deleted_guest_is_gone_and_others_keep_their_games(void **state)
{
    evening e;
    char id[5][SRV_ID_MAX], *before, *after, *proof;
    json_t *s;
    reply r;
    long n;

    (void)state;
    begin(&e);
    make_tables(&e, id);
    drop_answer(peer_do(&e.peer[1], "'do':'follow','table':'%s'", id[1]));
    assert_true(is_on_disk(&e.w, NAME));
    assert_true(is_on_disk(&e.w, WORDS));
    before = fetch(&e, 1, id[0], "record");
    proof = fetch(&e, 1, id[0], "proof");
    peer_refused(&e.peer[0], "forbidden", "not_you", "'do':'forget','guest':'%s'",
                 id_of(&e, 1));
    peer_refused(&e.peer[0], "bad", "bad_field", "'do':'forget'");
    peer_forget(&e.peer[1]);

    drop_answer(peer_do(&e.peer[0], "'do':'forget','guest':'%s'", id_of(&e, 0)));
    peer_refused(&e.peer[0], "forbidden", "no_guest", "'do':'mine'");
    world_pass(&e.w, 2000);
    while ((s = peer_next(&e.peer[1])) && strcmp(text_at(s, "is"), "table") != 0)
        json_decref(s);
    assert_non_null(s); /* who follows gets the table anew */
    json_decref(s);

    check_tables(&e, id);
    after = fetch(&e, 1, id[0], "record");
    assert_string_equal(strstr(before, "island"), strstr(after, "island"));
    free(after);
    after = fetch(&e, 1, id[0], "proof");
    assert_string_equal(strstr(proof, "island"), strstr(after, "island"));
    free(after);
    free(before);
    free(proof);
    assert_false(is_on_disk(&e.w, "Zyxomma"));
    assert_false(is_on_disk(&e.w, WORDS));
    assert_false(is_on_disk(&e.w, id_of(&e, 0)));
    r = world_request(&e.w, SRV_POST, "/api/guest", e.cookie[0], "{\"name\":\"again\"}");
    assert_int_equal(r.status, 200);
    assert_true(strlen(r.cookie) > 0); /* the old cookie is nobody's */
    assert_null(strstr(r.body, id_of(&e, 0)));
    reply_clear(&r);

    world_crash(&e.w); /* and what was stored makes sense */
    evening_reconnect(&e);
    check_tables(&e, id);
    snprintf(e.table, sizeof e.table, "%s", id[1]);
    s = evening_snapshot(&e, 1);
    n = number_at(s, "n");
    json_decref(s);
    world_pass(&e.w, 30000); /* a bot plays on for her */
    s = evening_snapshot(&e, 1);
    if (number_at(s, "n") == n) { /* it is Ben's turn */
        drop_answer(peer_do(
            &e.peer[1], "'do':'move','table':'%s','after':%ld,'line':'%s'", e.table, n,
            json_string_value(json_array_get(json_object_get(s, "legal"), 0))));
        world_pass(&e.w, 30000);
    }
    json_decref(s);
    s = evening_snapshot(&e, 1);
    assert_true(number_at(s, "n") > n);
    json_decref(s);
    evening_end(&e);
}

static void other_connections_of_a_deleted_guest_are_cut_off(void **state)
{
    evening e;
    srv_peer other;

    (void)state;
    begin(&e);
    evening_game(&e, 2, "");
    peer_open(&other, &e.w, e.cookie[0]);
    drop_answer(peer_do(&other, "'do':'follow','table':'%s'", e.table));
    drop_answer(peer_do(&other, "'do':'mine','follow':true"));
    drop_answer(peer_do(&e.peer[0], "'do':'forget','guest':'%s'", id_of(&e, 0)));
    assert_int_equal(other.code, 1008);
    assert_int_equal(e.peer[0].code, 0);
    peer_close(&other);
    world_pass(&e.w, 120000);
    evening_end(&e);
}

static void a_crash_or_a_full_disk_stops_no_deletion_half_way(void **state)
{
    evening e;
    char id[5][SRV_ID_MAX];

    (void)state;
    begin(&e);
    make_tables(&e, id);
    set_disk_full(true);
    peer_refused(&e.peer[0], "unavailable", "unavailable", "'do':'forget','guest':'%s'",
                 id_of(&e, 0));
    world_pass(&e.w, 3000);
    set_disk_full(false);
    world_pass(&e.w, 3000);
    peer_close(&e.peer[0]);
    peer_open(&e.peer[0], &e.w, e.cookie[0]); /* she is still there */
    drop_answer(peer_do(&e.peer[0], "'do':'follow','table':'%s'", id[1]));

    drop_answer(peer_do(&e.peer[0], "'do':'forget','guest':'%s'", id_of(&e, 0)));
    assert_true(is_on_disk(&e.w, WORDS)); /* the turn has done a part of it */
    world_crash(&e.w);
    evening_reconnect(&e);
    set_disk_full(true);
    world_pass(&e.w, 3000);
    set_disk_full(false);
    world_pass(&e.w, 5000);
    check_tables(&e, id);
    assert_false(is_on_disk(&e.w, "Zyxomma"));
    evening_end(&e);
}

/* ---- Time ---- */

static bool is_known(evening *e, const char *cookie)
{
    srv_peer peer;
    json_t *hello;
    bool known;

    peer_open(&peer, &e->w, cookie);
    world_turn(&e->w);
    hello = peer_next(&peer);
    known = json_is_object(json_object_get(hello, "guest"));
    json_decref(hello);
    peer_close(&peer);
    return known;
}

static void guests_who_never_came_back_expire(void **state)
{
    evening e;
    char stranger[SRV_COOKIE_MAX], regular[SRV_COOKIE_MAX];

    (void)state;
    begin(&e);
    evening_game(&e, 2, "");
    end_game(&e);
    world_guest(&e.w, "Stranger", stranger);
    world_guest(&e.w, "Regular", regular);
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_close(&e.peer[i]);

    leap(&e.w, 20);
    assert_true(is_known(&e, regular));
    leap(&e.w, 15); /* the first 30 days are over */
    assert_false(is_known(&e, stranger));
    assert_false(is_known(&e, e.cookie[2])); /* Cleo never sat anywhere */
    assert_true(is_known(&e, regular));
    leap(&e.w, 364);
    assert_true(is_known(&e, e.cookie[1])); /* 399 days: Ben is back in time */
    leap(&e.w, 2);
    assert_false(is_known(&e, e.cookie[0]));
    assert_true(is_known(&e, e.cookie[1]));
    assert_false(is_on_disk(&e.w, "Zyxomma"));
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_open(&e.peer[i], &e.w, e.cookie[i]);
    evening_end(&e);
}

static void who_is_connected_for_long_is_not_taken_for_gone(void **state)
{
    evening e;

    (void)state;
    begin(&e);
    leap(&e.w, 40); /* Cleo sits nowhere, and looks at the lobby all the time */
    peer_close(&e.peer[2]);
    world_pass(&e.w, 130000);
    assert_true(is_known(&e, e.cookie[2]));
    peer_open(&e.peer[2], &e.w, e.cookie[2]);
    evening_end(&e);
}

static void note_packed(void *context, uint64_t table, const store_summary *summary)
{
    (void)table;
    *(bool *)context = summary && summary->packed;
}

static bool is_packed(evening *e)
{
    bool packed = false;

    store_tables(e->w.store, 0, 1, note_packed, &packed);
    return packed;
}

static void a_finished_game_is_compacted_and_keeps_its_record_and_proof(void **state)
{
    evening e;
    char *record, *proof, *text;
    json_t *s;
    long n;

    (void)state;
    begin(&e);
    e.w.quotas.finished_days = 60;
    peer_close(&e.peer[0]);
    peer_close(&e.peer[1]);
    peer_close(&e.peer[2]);
    world_crash(&e.w);
    evening_reconnect(&e);
    evening_game(&e, 2, "");
    for (unsigned i = 0; i < 12; i++)
        evening_play(&e, i);
    leave_traces(&e);
    end_game(&e);
    s = evening_snapshot(&e, 1);
    n = number_at(s, "n");
    json_decref(s);
    record = fetch(&e, 1, e.table, "record");
    proof = fetch(&e, 1, e.table, "proof");
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_close(&e.peer[i]);
    leap(&e.w, 29);
    assert_false(is_packed(&e));
    assert_true(is_on_disk(&e.w, WORDS));

    leap(&e.w, 2);
    assert_true(is_packed(&e));
    text = fetch(&e, 1, e.table, "record");
    assert_string_equal(text, record);
    free(text);
    text = fetch(&e, 1, e.table, "proof");
    assert_string_equal(text, proof);
    free(text);
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_open(&e.peer[i], &e.w, e.cookie[i]);
    s = evening_snapshot(&e, 1);
    assert_int_equal(number_at(s, "n"), n);
    assert_int_equal(json_array_size(json_object_get(s, "chat")), 0);
    json_decref(s);
    /* what is said now has a number that no message had before */
    s = peer_do(&e.peer[1], "'do':'say','table':'%s','text':'long ago'", e.table);
    json_decref(s);
    s = peer_do(&e.peer[1], "'do':'follow','table':'%s','after':%ld,'chat_after':2",
                e.table, n);
    assert_int_equal(number_at(json_array_get(json_object_get(s, "chat"), 0), "n"), 3);
    json_decref(s);
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_close(&e.peer[i]);
    leap(&e.w, 61);
    assert_false(is_packed(&e)); /* it is gone */
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_open(&e.peer[i], &e.w, e.cookie[i]);
    free(record);
    free(proof);
    evening_end(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guest_gets_everything_that_is_stored_of_her),
        cmocka_unit_test(what_tables_hold_comes_in_pages_and_brings_none_into_memory),
        cmocka_unit_test(a_deleted_guest_is_gone_and_others_keep_their_games),
        cmocka_unit_test(other_connections_of_a_deleted_guest_are_cut_off),
        cmocka_unit_test(a_crash_or_a_full_disk_stops_no_deletion_half_way),
        cmocka_unit_test(guests_who_never_came_back_expire),
        cmocka_unit_test(who_is_connected_for_long_is_not_taken_for_gone),
        cmocka_unit_test(a_finished_game_is_compacted_and_keeps_its_record_and_proof),
    };

    return cmocka_run_group_tests_name("privacy", tests, NULL, NULL);
}
