/* What protects a server and its players: reports, the password of the house, blocks in
 * an open lobby, and limits that nobody gets round by connecting anew. */
#include "server/room.h"
#include "tests/loopless.h"
#include "tests/support.h"

enum { MINUTE = 60000, HOUR = 3600000 };

static const uint64_t DAY_MS = 24 * (uint64_t)HOUR;

/* The hub again, with what the test has set in the world. */
static void restart(evening *e)
{
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_close(&e->peer[i]);
    world_crash(&e->w);
    evening_reconnect(e);
}

static const char *id_of(const evening *e, unsigned who)
{
    static char id[SRV_ID_MAX];

    snprintf(id, sizeof id, "%.16s", strchr(e->cookie[who], '=') + 1);
    return id;
}

/* A guest comes back over a new connection. */
static void reconnect(evening *e, unsigned who)
{
    peer_close(&e->peer[who]);
    peer_open(&e->peer[who], &e->w, e->cookie[who]);
    drop_answer(peer_do(&e->peer[who], "'do':'follow','table':'%s'", e->table));
}

/* ---- Reports ---- */

static void a_report_reaches_the_house_and_outlives_a_crash(void **state)
{
    evening e;
    json_t *answer;
    const srv_report *report;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    answer = peer_do(&e.peer[0],
                     "'do':'report','table':'%s','what':'chat','guest':'%s',"
                     "'text':'He calls me names.'",
                     e.table, id_of(&e, 1));
    assert_int_equal(number_at(answer, "report"), 1);
    json_decref(answer);
    drop_answer(peer_do(&e.peer[1],
                        "'do':'report','table':'%s','what':'play','text':'She stalls.'",
                        e.table));
    assert_int_equal(e.w.hub->counts.reports, 2);

    restart(&e);
    assert_int_equal(srv_reports_open(e.w.hub), 2);
    report = &e.w.hub->report[0];
    assert_int_equal(report->number, 1);
    assert_string_equal(report->text, "He calls me names.");
    assert_string_equal(srv_report_what(report), "chat");
    assert_true(report->by == srv_id_read(id_of(&e, 0), 16));
    assert_true(report->about == srv_id_read(id_of(&e, 1), 16));
    assert_true(report->table == srv_id_read(e.table, strlen(e.table)));
    assert_int_equal(report->at_ms, 1794960000000);

    assert_true(srv_report_resolve(e.w.hub, 1));
    assert_false(srv_report_resolve(e.w.hub, 1));
    assert_false(srv_report_resolve(e.w.hub, 9));
    world_turn(&e.w);
    restart(&e);
    assert_int_equal(srv_reports_open(e.w.hub), 1);
    assert_int_equal(e.w.hub->reports, 2);

    /* numbers are not given again, and who is deleted is named no longer */
    drop_answer(peer_do(&e.peer[0], "'do':'forget','guest':'%s'", id_of(&e, 0)));
    assert_true(e.w.hub->report[0].by == 0);
    restart(&e);
    assert_true(e.w.hub->report[0].by == 0);
    assert_string_equal(e.w.hub->report[0].text, "He calls me names.");
    evening_end(&e);
}

static void reports_that_make_no_sense_are_refused(void **state)
{
    evening e;
    char text[SRV_REPORT_MAX + 2];

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    memset(text, 'x', sizeof text);
    text[sizeof text - 1] = '\0';
    peer_refused(&e.peer[0], "bad", "bad_text",
                 "'do':'report','table':'%s','what':'chat','text':'%s'", e.table, text);
    peer_refused(&e.peer[0], "bad", "bad_text",
                 "'do':'report','table':'%s','what':'chat','text':''", e.table);
    peer_refused(&e.peer[0], "bad", "bad_text",
                 "'do':'report','table':'%s','what':'chat','text':'a\\nb'", e.table);
    peer_refused(&e.peer[0], "bad", "bad_field",
                 "'do':'report','table':'%s','what':'weather','text':'rain'", e.table);
    peer_refused(&e.peer[0], "bad", "bad_field",
                 "'do':'report','table':'%s','what':'chat','text':'x','guest':'%s'",
                 e.table, e.table);
    peer_refused(&e.peer[2], "not_found", "no_table", /* she does not see it */
                 "'do':'report','table':'%s','what':'chat','text':'x'", e.table);
    assert_int_equal(e.w.hub->reports, 0);
    evening_end(&e);
}

static void reports_expire_and_full_shelves_drop_resolved_ones(void **state)
{
    evening e;

    (void)state;
    evening_begin(&e, 1);
    e.w.quotas.reports = 2;
    e.w.quotas.report_days = 10;
    restart(&e);
    evening_game(&e, 2, "");
    for (unsigned i = 0; i < 2; i++)
        drop_answer(peer_do(
            &e.peer[0], "'do':'report','table':'%s','what':'name','text':'x'", e.table));
    peer_refused(&e.peer[1], "limit", "reports",
                 "'do':'report','table':'%s','what':'name','text':'x'", e.table);
    assert_true(srv_report_resolve(e.w.hub, 2));
    drop_answer(peer_do(&e.peer[1], "'do':'report','table':'%s','what':'name','text':'y'",
                        e.table));
    assert_int_equal(e.w.hub->reports, 2);
    assert_int_equal(e.w.hub->report[1].number, 3);

    restart(&e); /* in order, though "report 10" comes before "report 3" in the store */
    e.w.hub->quotas.reports = 20;
    e.w.hub->quotas.reports_hour = 100;
    for (unsigned i = 4; i <= 12; i++)
        drop_answer(peer_do(
            &e.peer[0], "'do':'report','table':'%s','what':'name','text':'x'", e.table));
    restart(&e);
    for (size_t i = 1; i < e.w.hub->reports; i++)
        assert_true(e.w.hub->report[i].number > e.w.hub->report[i - 1].number);
    assert_int_equal(e.w.hub->report[e.w.hub->reports - 1].number, 12);

    e.w.wall_ms += 11 * DAY_MS;
    e.w.now_ms += 2 * MINUTE;
    world_turn(&e.w);
    assert_int_equal(e.w.hub->reports, 0);
    restart(&e);
    assert_int_equal(e.w.hub->reports, 0);
    evening_end(&e);
}

/* ---- The password ---- */

static unsigned ask_guest(evening *e, const char *cookie, const char *body,
                          const char *name)
{
    reply r = world_request(&e->w, SRV_POST, "/api/guest", cookie, body);
    const unsigned status = r.status;

    if (name && !strstr(r.body, name))
        fail_msg("not '%s' but %s", name, r.body);
    assert_int_equal(strlen(r.cookie) > 0, status == 200 && !cookie);
    reply_clear(&r);
    return status;
}

static void new_guests_give_the_password_and_others_do_not(void **state)
{
    evening e;
    json_t *answer;
    char body[300];
    reply r;

    (void)state;
    evening_begin(&e, 1);
    e.w.password = "open sesame";
    restart(&e);
    assert_int_equal(
        ask_guest(&e, NULL, "{\"name\":\"x\"}", "\"name\":\"password_wanted\""), 403);
    assert_int_equal(ask_guest(&e, NULL, "{\"name\":\"x\",\"password\":\"open\"}",
                               "\"name\":\"wrong_password\""),
                     403);
    assert_int_equal(ask_guest(&e, NULL, "{\"name\":\"x\",\"password\":7}",
                               "\"name\":\"password_wanted\""),
                     403);
    assert_int_equal(
        ask_guest(&e, NULL, "{\"name\":\"x\",\"password\":\"open sesame\"}", NULL), 200);
    assert_int_equal(ask_guest(&e, e.cookie[0], "{\"name\":\"Ada C.\"}", NULL), 200);

    /* who is told by hello, and who opens a seat's link without a cookie */
    answer = peer_next(&e.peer[0]);
    assert_true(json_is_true(json_object_get(answer, "password")));
    json_decref(answer);
    evening_table(&e, "'seats':['me','open']");
    answer = peer_do(&e.peer[0], "'do':'links','table':'%s'", e.table);
    snprintf(body, sizeof body, "{\"link\":\"%s\"}", text_at(answer, "seat"));
    r = world_request(&e.w, SRV_POST, "/api/enter", NULL, body);
    assert_int_equal(r.status, 403);
    assert_non_null(strstr(r.body, "password_wanted"));
    reply_clear(&r);
    snprintf(body, sizeof body, "{\"link\":\"%s\",\"password\":\"open sesame\"}",
             text_at(answer, "seat"));
    json_decref(answer);
    r = world_request(&e.w, SRV_POST, "/api/enter", NULL, body);
    assert_int_equal(r.status, 200);
    reply_clear(&r);
    evening_end(&e);
}

static void guesses_at_the_password_are_bounded_by_address(void **state)
{
    evening e;

    (void)state;
    evening_begin(&e, 1);
    e.w.password = "open sesame";
    restart(&e);
    e.w.address = "192.0.2.7";
    for (unsigned i = 0; i < e.w.quotas.guesses_address; i++)
        assert_int_equal(ask_guest(&e, NULL, "{\"name\":\"x\",\"password\":\"a\"}", NULL),
                         403);
    assert_int_equal(ask_guest(&e, NULL, "{\"name\":\"x\",\"password\":\"open sesame\"}",
                               "\"name\":\"guesses\""),
                     429);
    e.w.address = "192.0.2.8"; /* others are not held up */
    assert_int_equal(
        ask_guest(&e, NULL, "{\"name\":\"x\",\"password\":\"open sesame\"}", NULL), 200);
    e.w.address = "192.0.2.7";
    world_pass(&e.w, MINUTE);
    assert_int_equal(
        ask_guest(&e, NULL, "{\"name\":\"x\",\"password\":\"open sesame\"}", NULL), 200);
    e.w.address = NULL;
    evening_end(&e);
}

static void hello_names_the_url_of_the_settings(void **state)
{
    evening e;
    json_t *hello;

    (void)state;
    evening_begin(&e, 1);
    peer_close(&e.peer[0]);
    peer_open(&e.peer[0], &e.w, e.cookie[0]);
    world_turn(&e.w);
    hello = peer_next(&e.peer[0]);
    assert_null(json_object_get(hello, "url"));
    assert_null(json_object_get(hello, "password"));
    json_decref(hello);
    e.w.url = "https://club.example/";
    restart(&e);
    world_turn(&e.w);
    hello = peer_next(&e.peer[0]);
    assert_string_equal(text_at(hello, "url"), "https://club.example/");
    json_decref(hello);
    evening_end(&e);
}

/* ---- Blocks ---- */

/* The next word of an open lobby about the table: "gone", "table", or "". */
static const char *lobby_says(evening *e, srv_peer *peer)
{
    json_t *frame;

    while ((frame = peer_next(peer))) {
        const bool gone = strcmp(text_at(frame, "gone"), e->table) == 0;
        const bool there =
            strcmp(text_at(json_object_get(frame, "table"), "id"), e->table) == 0;
        const bool lobby = strcmp(text_at(frame, "is"), "lobby") == 0;
        json_decref(frame);
        if (lobby && (gone || there))
            return gone ? "gone" : "table";
    }
    return "";
}

static void an_open_lobby_loses_the_tables_of_who_blocks_at_once(void **state)
{
    evening e;

    (void)state;
    evening_begin(&e, 1);
    drop_answer(peer_do(&e.peer[1], "'do':'lobby','follow':true"));
    drop_answer(peer_do(&e.peer[2], "'do':'lobby','follow':true"));
    evening_table(&e, "'seats':['me','open'],'open':true");
    assert_string_equal(lobby_says(&e, &e.peer[1]), "table");
    peer_forget(&e.peer[1]);
    peer_forget(&e.peer[2]);

    drop_answer(peer_do(&e.peer[0], "'do':'block','guest':'%s','on':true", id_of(&e, 1)));
    assert_string_equal(lobby_says(&e, &e.peer[1]), "gone");
    assert_string_equal(lobby_says(&e, &e.peer[2]), "");
    drop_answer(peer_do(&e.peer[0], "'do':'block','guest':'%s','on':true", id_of(&e, 1)));
    assert_string_equal(lobby_says(&e, &e.peer[1]), "");
    drop_answer(
        peer_do(&e.peer[0], "'do':'block','guest':'%s','on':false", id_of(&e, 1)));
    assert_string_equal(lobby_says(&e, &e.peer[1]), "table");

    /* the same with a table that rests */
    drop_answer(peer_do(&e.peer[0], "'do':'unfollow','table':'%s'", e.table));
    world_pass(&e.w, 3 * MINUTE);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 0);
    peer_forget(&e.peer[1]);
    drop_answer(peer_do(&e.peer[0], "'do':'block','guest':'%s','on':true", id_of(&e, 1)));
    assert_string_equal(lobby_says(&e, &e.peer[1]), "gone");
    drop_answer(
        peer_do(&e.peer[0], "'do':'block','guest':'%s','on':false", id_of(&e, 1)));
    assert_string_equal(lobby_says(&e, &e.peer[1]), "table");
    evening_end(&e);
}

/* ---- Limits ---- */

static void all_of_an_ipv6_prefix_is_one_address(void **state)
{
    static const char *const same[] = {"2001:db8::1", "2001:db8::abcd:1:2:3",
                                       "2001:db8:0:0:ffff::", "2001:db8::"};
    static const char *const others[] = {"2001:db8:0:1::1", "2001:db9::1", "192.0.2.1",
                                         "::1"};
    evening e;
    uint64_t hash;

    (void)state;
    evening_begin(&e, 1);
    hash = srv_address_hash(e.w.hub, same[0]);
    for (unsigned i = 1; i < 4; i++)
        assert_true(srv_address_hash(e.w.hub, same[i]) == hash);
    for (unsigned i = 0; i < 4; i++)
        assert_true(srv_address_hash(e.w.hub, others[i]) != hash);
    evening_end(&e);
}

static void limits_of_a_guest_outlast_her_connection(void **state)
{
    evening e;

    (void)state;
    evening_begin(&e, 1);
    e.w.quotas.chat_minute = 3;
    e.w.quotas.reports_hour = 2;
    restart(&e);
    evening_game(&e, 2, "");
    for (unsigned i = 0; i < 3; i++) {
        drop_answer(peer_do(&e.peer[0], "'do':'say','table':'%s','text':'hi'", e.table));
        reconnect(&e, 0);
    }
    peer_refused(&e.peer[0], "limit", "rate", "'do':'say','table':'%s','text':'hi'",
                 e.table);
    e.w.address = "192.0.2.8"; /* nor is another address another guest */
    reconnect(&e, 0);
    peer_refused(&e.peer[0], "limit", "rate", "'do':'say','table':'%s','text':'hi'",
                 e.table);

    for (unsigned i = 0; i < 2; i++) {
        drop_answer(peer_do(
            &e.peer[0], "'do':'report','table':'%s','what':'name','text':'x'", e.table));
        reconnect(&e, 0);
    }
    /* she is gone long enough for the server to forget who only looked */
    peer_close(&e.peer[0]);
    world_pass(&e.w, 15 * MINUTE);
    peer_open(&e.peer[0], &e.w, e.cookie[0]);
    drop_answer(peer_do(&e.peer[0], "'do':'follow','table':'%s'", e.table));
    peer_refused(&e.peer[0], "limit", "rate",
                 "'do':'report','table':'%s','what':'name','text':'x'", e.table);
    world_pass(&e.w, 16 * MINUTE);
    drop_answer(peer_do(&e.peer[0], "'do':'report','table':'%s','what':'name','text':'x'",
                        e.table));
    e.w.address = NULL;
    evening_end(&e);
}

static void limits_of_an_address_hold_for_every_guest_and_connection(void **state)
{
    evening e;
    reply r;

    (void)state;
    evening_begin(&e, 1);
    e.w.quotas.tables_address = 2;
    e.w.quotas.reports_hour = 2;
    e.w.quotas.guesses_address = 2;
    e.w.quotas.requests_address = 5;
    e.w.address = "192.0.2.7";
    restart(&e);
    evening_game(&e, 2, "");
    evening_table(&e, "'seats':['me','open'],'watchable':true");

    /* another guest, another connection, the same address */
    peer_refused(&e.peer[1], "limit", "rate", "'do':'create','seats':['me','open']");
    drop_answer(peer_do(&e.peer[0], "'do':'report','table':'%s','what':'name','text':'x'",
                        e.table));
    drop_answer(peer_do(&e.peer[1], "'do':'report','table':'%s','what':'name','text':'x'",
                        e.table));
    peer_refused(&e.peer[2], "limit", "rate",
                 "'do':'report','table':'%s','what':'name','text':'x'", e.table);
    for (unsigned i = 0; i < 2; i++) {
        peer_refused(&e.peer[i], "forbidden", "wrong_link",
                     "'do':'join','table':'%s','key':'0'", e.table);
        reconnect(&e, i);
    }
    peer_refused(&e.peer[2], "limit", "guesses", "'do':'join','table':'%s','key':'0'",
                 e.table);
    /* not even the right one is looked at: otherwise guesses would go on */
    peer_refused(&e.peer[2], "limit", "guesses", "'do':'join','table':'%s','key':'%s'",
                 e.table, e.key);
    for (unsigned i = 0; i < 5; i++) {
        r = world_request(&e.w, SRV_GET, "/api/table/x/record", NULL, NULL);
        assert_int_equal(r.status, 404);
        reply_clear(&r);
    }
    r = world_request(&e.w, SRV_GET, "/api/table/x/record", e.cookie[1], NULL);
    assert_int_equal(r.status, 429);
    assert_non_null(strstr(r.body, "retry_ms"));
    reply_clear(&r);
    r = world_request(&e.w, SRV_GET, "/healthz", NULL, NULL);
    assert_int_equal(r.status, 200);
    reply_clear(&r);

    e.w.address = "192.0.2.8"; /* and nobody else's */
    peer_close(&e.peer[1]);
    peer_open(&e.peer[1], &e.w, e.cookie[1]);
    drop_answer(peer_do(&e.peer[1], "'do':'create','seats':['me','open']"));
    r = world_request(&e.w, SRV_GET, "/api/table/x/record", NULL, NULL);
    assert_int_equal(r.status, 404);
    reply_clear(&r);
    e.w.address = NULL;
    evening_end(&e);
}

/* Notifications and bots' time are counted by the hour and the minute for guests who are
 * not there: the server must not forget what they have used up. */
static void what_an_absent_guest_has_used_up_is_remembered(void **state)
{
    evening e;
    srv_guest *guest;
    uint64_t id;
    bool unread;

    (void)state;
    evening_begin(&e, 1);
    id = srv_id_read(id_of(&e, 0), 16);
    guest = srv_guest_get(e.w.hub, id, &unread);
    guest->notices = (srv_bucket){e.w.quotas.notices_hour, e.w.now_ms};
    guest->bots = (srv_bucket){30.0 * e.w.quotas.bot_ms, e.w.now_ms}; /* half an hour */
    peer_close(&e.peer[0]);
    world_pass(&e.w, 20 * MINUTE);
    assert_ptr_equal(srv_map_get(&e.w.hub->guests, id), guest);
    assert_true(srv_bucket_wait(&guest->bots, (srv_rate){e.w.quotas.bot_ms, MINUTE},
                                e.w.now_ms, 0) > 0);
    world_pass(&e.w, 35 * MINUTE);
    assert_ptr_equal(srv_map_get(&e.w.hub->guests, id), guest);
    world_pass(&e.w, 10 * MINUTE); /* an hour is over */
    assert_null(srv_map_get(&e.w.hub->guests, id));
    evening_end(&e);
}

static void a_bucket_is_kept_until_it_is_empty(void **state)
{
    const srv_rate rate = {10, MINUTE};
    srv_bucket bucket = {0};

    (void)state;
    assert_true(srv_bucket_is_empty(&bucket, rate, 1000));
    for (unsigned i = 0; i < 5; i++)
        assert_int_equal(srv_bucket_take(&bucket, rate, 1000, 1), 0);
    assert_false(srv_bucket_is_empty(&bucket, rate, 1000 + MINUTE / 2 - 1));
    assert_true(srv_bucket_is_empty(&bucket, rate, 1000 + MINUTE / 2));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_report_reaches_the_house_and_outlives_a_crash),
        cmocka_unit_test(reports_that_make_no_sense_are_refused),
        cmocka_unit_test(reports_expire_and_full_shelves_drop_resolved_ones),
        cmocka_unit_test(new_guests_give_the_password_and_others_do_not),
        cmocka_unit_test(guesses_at_the_password_are_bounded_by_address),
        cmocka_unit_test(hello_names_the_url_of_the_settings),
        cmocka_unit_test(an_open_lobby_loses_the_tables_of_who_blocks_at_once),
        cmocka_unit_test(all_of_an_ipv6_prefix_is_one_address),
        cmocka_unit_test(limits_of_a_guest_outlast_her_connection),
        cmocka_unit_test(limits_of_an_address_hold_for_every_guest_and_connection),
        cmocka_unit_test(what_an_absent_guest_has_used_up_is_remembered),
        cmocka_unit_test(a_bucket_is_kept_until_it_is_empty),
    };

    return cmocka_run_group_tests_name("house", tests, NULL, NULL);
}
