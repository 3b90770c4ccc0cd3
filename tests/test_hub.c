/* The hub without a network: guests, tables, play, what each connection hears. */
#include <unistd.h>

#include "tests/loopless.h"
#include "tests/support.h"

/* ---- Guests ---- */

static void a_guest_is_greeted_by_name_and_a_stranger_is_not(void **state)
{
    srv_peer stranger;
    evening e;
    json_t *hello;

    (void)state;
    evening_begin(&e, 1);
    peer_close(&e.peer[0]);
    peer_open(&e.peer[0], &e.w, e.cookie[0]);
    peer_open(&stranger, &e.w, "tobago=4000000000000001.0.00000000000000000000000000");
    world_turn(&e.w);

    hello = peer_next(&e.peer[0]);
    assert_string_equal(text_at(hello, "is"), "hello");
    assert_string_equal(text_at(json_object_get(hello, "guest"), "name"), "Ada B.");
    json_decref(hello);
    hello = peer_next(&stranger);
    assert_true(json_is_null(json_object_get(hello, "guest")));
    json_decref(hello);
    peer_refused(&stranger, "forbidden", "no_guest",
                 "'do':'create','seats':['me','open']");

    peer_close(&stranger);
    evening_end(&e);
}

static void names_are_checked_and_changed(void **state)
{
    static const char *const wrong[] = {
        "{}",
        "{\"name\":\"\"}",
        "{\"name\":\"   \"}",
        "{\"name\":7}",
        "{\"name\":\"a\\nb\"}",
        "{\"name\":\"a\\u202eb\"}",
        "{\"name\":\"a\\u200bb\"}",
        "{\"name\":\"a\\u200db\"}",
        "{\"name\":\"a\\ufeff\"}",
        "{\"name\":\"a\\udb40\\udc41\"}",
        "{\"name\":\"\\u00a0\\u2003\\u3000\"}",
        "{\"name\":\"\\u3164\"}",
        "[]",
        "nonsense",
        ("{\"name\":\"1234567890123456789012345678901234567890"
         "1234567890123456789012345\"}"),
    };
    evening e;
    reply r;

    (void)state;
    evening_begin(&e, 1);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        r = world_request(&e.w, SRV_POST, "/api/guest", NULL, wrong[i]);
        assert_int_equal(r.status, 400);
        assert_string_equal(r.cookie, "");
        reply_clear(&r);
    }
    r = world_request(&e.w, SRV_POST, "/api/guest", e.cookie[0], "{\"name\":\"Ada C.\"}");
    assert_int_equal(r.status, 200);
    assert_string_equal(r.cookie, ""); /* she keeps hers */
    assert_non_null(strstr(r.body, "\"name\":\"Ada C.\""));
    reply_clear(&r);
    r = world_request(&e.w, SRV_GET, "/api/guest", NULL, NULL);
    assert_int_equal(r.status, 405);
    reply_clear(&r);
    evening_end(&e);
}

static void requests_from_other_pages_are_refused(void **state)
{
    static const char body[] = "{\"name\":\"Eve\"}";
    srv_request request = {.method = SRV_POST,
                           .path = "/api/guest",
                           .path_length = 10,
                           .host = "localhost:8700",
                           .content_type = "application/json",
                           .address = "127.0.0.1",
                           .body = body,
                           .body_length = sizeof body - 1};
    static const struct {
        const char *origin;
        unsigned status;
    } origins[] = {{"http://localhost:8700", 200},
                   {"https://LOCALHOST:8700", 200},
                   {NULL, 200},
                   {"http://localhost:8701", 403},
                   {"http://evil.example", 403},
                   {"null", 403},
                   {"localhost:8700", 403},
                   {"", 403}};
    srv_upgrade upgrade = {.host = "localhost:8700", .protocol = "tobago.1"};
    evening e;

    (void)state;
    evening_begin(&e, 1);
    for (unsigned i = 0; i < sizeof origins / sizeof *origins; i++) {
        srv_answer answer = {0};
        srv_peer peer = {.world = &e.w, .open = true};
        request.origin = upgrade.origin = origins[i].origin;
        assert_true(srv_hub_request(e.w.hub, &request, &answer));
        assert_int_equal(answer.status, origins[i].status);
        srv_answer_clear(&answer);
        peer.status = srv_hub_open(e.w.hub, &peer, &upgrade, &peer.own);
        assert_int_equal(peer.status, origins[i].status == 200 ? 0 : 403);
        peer.open = peer.status == 0;
        peer_close(&peer);
    }
    request.origin = NULL;
    request.content_type = "text/plain"; /* what a form of another page may send */
    {
        srv_answer answer = {0};
        assert_true(srv_hub_request(e.w.hub, &request, &answer));
        assert_int_equal(answer.status, 400);
        srv_answer_clear(&answer);
    }
    evening_end(&e);
}

static void a_client_of_another_protocol_is_refused(void **state)
{
    static const char *const offers[] = {"tobago.2", "xtobago.1", "", NULL};
    evening e;

    (void)state;
    evening_begin(&e, 1);
    for (unsigned i = 0; i < 4; i++) {
        const srv_upgrade upgrade = {.protocol = offers[i]};
        srv_peer peer = {.world = &e.w};
        assert_int_equal(srv_hub_open(e.w.hub, &peer, &upgrade, &peer.own), 400);
    }
    evening_end(&e);
}

static void guests_of_an_address_are_bounded(void **state)
{
    evening e;
    reply r;

    (void)state;
    evening_begin(&e, 1);
    for (unsigned i = PEOPLE; i < e.w.quotas.guests_address; i++) {
        r = world_request(&e.w, SRV_POST, "/api/guest", NULL, "{\"name\":\"x\"}");
        assert_int_equal(r.status, 200);
        reply_clear(&r);
    }
    r = world_request(&e.w, SRV_POST, "/api/guest", NULL, "{\"name\":\"x\"}");
    assert_int_equal(r.status, 429);
    assert_non_null(strstr(r.body, "\"retry_ms\":"));
    reply_clear(&r);
    world_pass(&e.w, 3600000);
    r = world_request(&e.w, SRV_POST, "/api/guest", NULL, "{\"name\":\"x\"}");
    assert_int_equal(r.status, 200);
    reply_clear(&r);
    evening_end(&e);
}

/* ---- Frames ---- */

static void frames_that_make_no_sense_are_answered(void **state)
{
    static const char *const wrong[] = {
        "",
        "nonsense",
        "[]",
        "7",
        "{\"id\":-1,\"do\":\"ping\"}",
        "{\"id\":9007199254740992,\"do\":\"ping\"}",
        "{\"id\":\"x\",\"do\":\"ping\"}",
        "{\"id\":1.0,\"do\":\"ping\"}",
        "{\"id\":1,\"do\":\"ping\",\"x\":1e999}",
        "{\"id\":1,\"do\":\"ping\",\"x\":9223372036854775808}",
        "{\"id\":1,\"do\":\"ping\",\"x\":\"\\u0000\"}",
        "{\"id\":1,\"do\":\"ping\"} x",
        "{\"id\":1,\"do\":\"follow\",\"table\":\"x\",\"after\":-1}",
        "{\"id\":1,\"do\":\"follow\",\"table\":\"x\",\"after\":4294967296}",
        "{\"id\":1}",
        "{\"id\":1,\"do\":7}",
        "{\"id\":1,\"do\":\"jump\"}",
        "{\"id\":1,\"do\":\"move\"}",
        "{\"id\":1,\"do\":\"follow\",\"table\":7}",
        "{\"id\":1,\"do\":\"lobby\",\"follow\":1}",
        "{\"id\":1,\"id\":1,\"do\":\"ping\"}"};
    evening e;

    (void)state;
    evening_begin(&e, 1);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        json_t *answer;
        peer_send(&e.peer[0], wrong[i]);
        world_turn(&e.w);
        answer = peer_next(&e.peer[0]);
        assert_non_null(answer);
        assert_true(json_is_false(json_object_get(answer, "ok")));
        assert_string_equal(text_at(json_object_get(answer, "error"), "code"), "bad");
        json_decref(answer);
        assert_null(peer_next(&e.peer[0]));
    }
    peer_send(&e.peer[0], "{\"do\":\"ping\"}"); /* wants no answer */
    world_turn(&e.w);
    assert_null(peer_next(&e.peer[0]));
    drop_answer(peer_do(&e.peer[0], "'do':'ping','more':[1,2]"));
    evening_end(&e);
}

static void answers_come_in_the_order_of_the_requests(void **state)
{
    char frame[300];
    evening e;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    for (unsigned i = 0; i < 50; i++) {
        snprintf(frame, sizeof frame,
                 i % 3 == 0 ? "{\"id\":%u,\"do\":\"ping\"}"
                 : i % 3 == 1
                     ? "{\"id\":%u,\"do\":\"notes\",\"table\":\"%s\",\"text\":\"x\"}"
                     : "{\"id\":%u,\"do\":\"say\",\"table\":\"%s\",\"text\":\"\"}",
                 i + 100, e.table);
        peer_send(&e.peer[0], frame);
    }
    world_turn(&e.w);
    for (unsigned i = 0; i < 50;) {
        json_t *answer = peer_next(&e.peer[0]);
        assert_non_null(answer);
        if (json_object_get(answer, "re"))
            assert_int_equal(number_at(answer, "re"), 100 + i++);
        json_decref(answer);
    }
    evening_end(&e);
}

/* ---- Tables ---- */

static void a_table_of_two_is_made_joined_and_begun(void **state)
{
    evening e;
    json_t *s;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");

    s = evening_snapshot(&e, 0);
    assert_string_equal(text_at(s, "is"), "table");
    assert_string_equal(text_at(json_object_get(s, "table"), "state"), "playing");
    assert_int_equal(number_at(s, "seat"), 1);
    assert_non_null(strstr(text_at(s, "record"), "island ABC0\n"));
    assert_int_equal(strlen(text_at(s, "commitment")), 64);
    json_decref(s);
    s = evening_snapshot(&e, 1);
    assert_int_equal(number_at(s, "seat"), 2);
    json_decref(s);
    evening_end(&e);
}

static void settings_that_make_no_sense_are_refused(void **state)
{
    static const char *const wrong[] = {
        "'seats':['me']",
        "'seats':['me','me']",
        "'seats':['me','open','open','open','open']",
        "'seats':['me','nobody']",
        "'seats':['me',7]",
        "'seats':'me'",
        "'seats':['me','open'],'island':'XYZ9'",
        "'seats':['me','open'],'options':['fly']",
        "'seats':['me','open'],'options':['triads-random']",
        "'seats':['me','open'],'options':'volcano'",
        "'seats':['me','open'],'clock':{'kind':'sand'}",
        "'seats':['me','open'],'clock':{'kind':'live','minutes':-1}",
        "'seats':['me','open'],'clock':{'kind':'live','stand_in':'god'}",
        "'seats':['me','open'],'clock':7",
    };
    evening e;

    (void)state;
    evening_begin(&e, 1);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        peer_refused(&e.peer[0], "bad", NULL, "'do':'create',%s", wrong[i]);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 0);
    evening_end(&e);
}

static void a_table_by_invitation_is_hidden_from_others(void **state)
{
    evening e;
    reply r;
    char path[64];

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    peer_refused(&e.peer[2], "not_found", "no_table", "'do':'follow','table':'%s'",
                 e.table);
    peer_refused(&e.peer[2], "not_found", "no_table", "'do':'join','table':'%s'",
                 e.table);
    peer_refused(&e.peer[2], "not_found", "no_table",
                 "'do':'move','table':'%s','after':1,'line':'1 end'", e.table);
    peer_refused(&e.peer[2], "not_found", "no_table",
                 "'do':'say','table':'%s','text':'hi'", e.table);
    peer_refused(&e.peer[2], "not_found", "no_table", "'do':'links','table':'%s'",
                 e.table);
    peer_refused(&e.peer[2], "forbidden", "wrong_link",
                 "'do':'follow','table':'%s','key':'00000000000000000000000000'",
                 e.table);
    snprintf(path, sizeof path, "/api/table/%s/record", e.table);
    r = world_request(&e.w, SRV_GET, path, e.cookie[2], NULL);
    assert_int_equal(r.status, 404);
    reply_clear(&r);

    drop_answer(
        peer_do(&e.peer[2], "'do':'follow','table':'%s','key':'%s'", e.table, e.key));
    r = world_request(&e.w, SRV_GET, path, e.cookie[0], NULL);
    assert_int_equal(r.status, 200);
    assert_non_null(strstr(r.body, "view 1\n"));
    reply_clear(&r);
    evening_end(&e);
}

/* ---- Play ---- */

static void a_move_is_an_event_for_all_who_follow(void **state)
{
    char line[REC_LINE_MAX];
    json_t *own, *others;
    unsigned who;
    evening e;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, ",'watchable':true");
    drop_answer(peer_do(&e.peer[2], "'do':'follow','table':'%s'", e.table));
    who = evening_mover(&e, &n, line, 0);
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_forget(&e.peer[i]);

    own = peer_do(&e.peer[who], "'do':'move','table':'%s','after':%ld,'line':'%s'",
                  e.table, n, line);
    assert_string_equal(text_at(own, "is"), "event");
    assert_string_equal(text_at(own, "kind"), "lines");
    assert_int_equal(number_at(own, "n"), n + 1);
    assert_non_null(json_object_get(own, "re"));
    json_decref(own);
    for (unsigned i = 0; i < PEOPLE; i++) {
        if (i == who)
            continue;
        others = peer_next(&e.peer[i]);
        assert_int_equal(number_at(others, "n"), n + 1);
        assert_null(json_object_get(others, "re"));
        assert_string_equal(text_at(others, "table"), e.table);
        json_decref(others);
        assert_null(peer_next(&e.peer[i]));
    }
    evening_end(&e);
}

static void a_repeated_move_is_answered_and_not_played_twice(void **state)
{
    char line[REC_LINE_MAX];
    unsigned who;
    evening e;
    json_t *answer;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    who = evening_mover(&e, &n, line, 0);
    drop_answer(peer_do(&e.peer[who], "'do':'move','table':'%s','after':%ld,'line':'%s'",
                        e.table, n, line));

    answer = peer_do(&e.peer[who], "'do':'move','table':'%s','after':%ld,'line':'%s'",
                     e.table, n, line);
    assert_true(json_is_true(json_object_get(answer, "ok")));
    assert_int_equal(number_at(answer, "n"), n + 1);
    json_decref(answer);
    answer = evening_snapshot(&e, 0);
    assert_int_equal(number_at(answer, "n"), n + 1);
    json_decref(answer);
    evening_end(&e);
}

static void a_late_move_is_stale_and_a_wrong_one_has_its_clause(void **state)
{
    char line[REC_LINE_MAX];
    const json_t *error;
    json_t *answer;
    unsigned who;
    evening e;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    evening_play(&e, 0);
    who = evening_mover(&e, &n, line, 0);

    answer = peer_ask(&e.peer[who], "'do':'move','table':'%s','after':%ld,'line':'%s'",
                      e.table, n - 1, line);
    error = json_object_get(answer, "error");
    assert_string_equal(text_at(error, "code"), "stale");
    assert_int_equal(number_at(error, "n"), n);
    json_decref(answer);
    answer =
        peer_ask(&e.peer[who], "'do':'move','table':'%s','after':%ld,'line':'%u leg a1'",
                 e.table, n, who + 1);
    error = json_object_get(answer, "error");
    assert_string_equal(text_at(error, "code"), "refused");
    assert_true(strlen(text_at(error, "reason")) > 0);
    assert_non_null(json_object_get(error, "clause"));
    json_decref(answer);
    peer_refused(&e.peer[1 - who], "forbidden", NULL,
                 "'do':'move','table':'%s','after':%ld,'line':'%s'", e.table, n, line);
    evening_end(&e);
}

static void two_devices_that_move_at_once_move_once(void **state)
{
    char line[REC_LINE_MAX], frame[400], body[200];
    srv_peer device;
    json_t *links, *a, *b;
    unsigned who, good = 0;
    evening e;
    reply r;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    who = evening_mover(&e, &n, line, 0);
    links = peer_do(&e.peer[who], "'do':'links','table':'%s'", e.table);
    snprintf(body, sizeof body, "{\"link\":\"%s\"}", text_at(links, "seat"));
    json_decref(links);
    r = world_request(&e.w, SRV_POST, "/api/enter", NULL, body);
    assert_int_equal(r.status, 200);
    peer_open(&device, &e.w, r.cookie);
    reply_clear(&r);
    drop_answer(peer_do(&device, "'do':'follow','table':'%s'", e.table));
    evening_mover(&e, &n, line, 0);
    peer_forget(&device);
    peer_forget(&e.peer[who]);

    snprintf(frame, sizeof frame,
             "{\"id\":77,\"do\":\"move\",\"table\":\"%s\",\"after\":%ld,\"line\":\"%s\"}",
             e.table, n, line);
    peer_send(&device, frame);
    peer_send(&e.peer[who], frame);
    world_turn(&e.w);
    while ((a = peer_next(&device))) {
        good += number_at(a, "re") == 77 && number_at(a, "n") == n + 1;
        json_decref(a);
    }
    while ((b = peer_next(&e.peer[who]))) {
        good += number_at(b, "re") == 77 && number_at(b, "n") == n + 1;
        json_decref(b);
    }
    assert_int_equal(good, 2); /* the second is answered as a repetition */
    a = evening_snapshot(&e, who);
    assert_int_equal(number_at(a, "n"), n + 1);
    json_decref(a);
    peer_close(&device);
    evening_end(&e);
}

static void who_comes_back_gets_the_events_that_she_missed(void **state)
{
    evening e;
    json_t *frame;
    long n = 0;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, ",'watchable':true");
    for (unsigned i = 0; i < 6; i++)
        n = evening_play(&e, i);
    drop_answer(peer_do(&e.peer[0], "'do':'say','table':'%s','text':'hello'", e.table));
    peer_forget(&e.peer[2]);

    frame = peer_do(&e.peer[2], "'do':'follow','table':'%s','after':%ld,'chat_after':0",
                    e.table, n - 4);
    assert_true(json_is_true(json_object_get(frame, "ok")));
    assert_int_equal(number_at(frame, "n"), n);
    json_decref(frame);
    for (long i = n - 3; i <= n; i++) {
        frame = peer_next(&e.peer[2]);
        assert_string_equal(text_at(frame, "is"), "event");
        assert_int_equal(number_at(frame, "n"), i);
        assert_true((json_object_get(frame, "clock") != NULL) == (i == n));
        json_decref(frame);
    }
    assert_null(peer_next(&e.peer[2]));
    frame =
        peer_do(&e.peer[2], "'do':'follow','table':'%s','after':%ld", e.table, n + 99);
    assert_string_equal(text_at(frame, "is"), "table");
    json_decref(frame);
    evening_end(&e);
}

/* The legal lines that the last event of a peer brings, or NULL; *over if it is the end.
 */
static json_t *legal_of(srv_peer *peer, long *n, bool *over)
{
    json_t *legal = NULL, *frame;

    while ((frame = peer_next(peer))) {
        if (json_object_get(frame, "n"))
            *n = number_at(frame, "n");
        *over = *over || strcmp(text_at(frame, "kind"), "end") == 0;
        json_decref(legal);
        legal = json_incref(json_object_get(frame, "legal"));
        json_decref(frame);
    }
    return legal;
}

static void a_game_is_played_to_its_end_and_proved(void **state)
{
    json_t *legal, *first, *s;
    char path[80], line[300];
    unsigned who, moves = 0;
    bool over = false;
    evening e;
    tob_rng rng;
    reply r;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, ",'watchable':true");
    tob_rng_init(&rng, 5, 0);
    who = evening_mover(&e, &n, line, 0);
    first = evening_snapshot(&e, who);
    legal = json_incref(json_object_get(first, "legal"));
    json_decref(first);
    while (!over && ++moves < 20000) {
        snprintf(line, sizeof line, "%s",
                 json_string_value(json_array_get(
                     legal, tob_rng_below(&rng, (uint32_t)json_array_size(legal)))));
        json_decref(legal);
        s = peer_do(&e.peer[who], "'do':'move','table':'%s','after':%ld,'line':'%s'",
                    e.table, n, line);
        n = number_at(s, "n");
        legal = json_incref(json_object_get(s, "legal"));
        json_decref(s);
        for (unsigned i = 0; i < 2; i++) {
            json_t *his = legal_of(&e.peer[i], &n, &over);
            if (his) {
                json_decref(legal);
                legal = his;
                who = i;
            }
        }
    }
    json_decref(legal);
    assert_true(over);
    snprintf(path, sizeof path, "/api/table/%s/proof", e.table);
    r = world_request(&e.w, SRV_GET, path, NULL, NULL);
    assert_int_equal(r.status, 200);
    reply_clear(&r);
    snprintf(path, sizeof path, "/api/table/%s/record", e.table);
    r = world_request(&e.w, SRV_GET, path, NULL, NULL);
    assert_int_equal(r.status, 200);
    assert_null(strchr(r.body, '?'));
    reply_clear(&r);
    s = peer_do(&e.peer[0], "'do':'finished','of':'me'");
    assert_int_equal(json_array_size(json_object_get(s, "tables")), 1);
    json_decref(s);
    s = peer_do(&e.peer[2], "'do':'finished'");
    assert_int_equal(json_array_size(json_object_get(s, "tables")), 1);
    json_decref(s);
    s = peer_do(&e.peer[0], "'do':'mine'");
    assert_int_equal(json_array_size(json_object_get(s, "tables")), 0);
    json_decref(s);
    evening_end(&e);
}

static void bots_play_against_a_person_and_only_while_someone_watches(void **state)
{
    evening e;
    srv_peer nameless;
    json_t *s;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_table(&e,
                  "'seats':['me','random','random'],'island':'ABC0','watchable':true");
    evening_share(&e, 0);
    drop_answer(peer_do(&e.peer[0], "'do':'start','table':'%s'", e.table));
    drop_answer(peer_do(&e.peer[0], "'do':'resign','table':'%s'", e.table));
    world_pass(&e.w, 20000);
    s = evening_snapshot(&e, 0);
    n = number_at(s, "n");
    assert_true(n > 8); /* they play */
    json_decref(s);

    drop_answer(peer_do(&e.peer[0], "'do':'unfollow','table':'%s'", e.table));
    world_pass(&e.w, 600000);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 0); /* it rests */
    s = evening_snapshot(&e, 0);
    assert_in_range(number_at(s, "n"), n, n + 3);
    json_decref(s);
    world_pass(&e.w, 20000);
    s = evening_snapshot(&e, 0);
    assert_true(number_at(s, "n") > n + 5);
    json_decref(s);

    /* Whoever watches without a name watches too. */
    drop_answer(peer_do(&e.peer[0], "'do':'unfollow','table':'%s'", e.table));
    peer_open(&nameless, &e.w, NULL);
    drop_answer(peer_do(&nameless, "'do':'follow','table':'%s','after':0", e.table));
    s = evening_snapshot(&e, 0);
    n = number_at(s, "n");
    json_decref(s);
    drop_answer(peer_do(&e.peer[0], "'do':'unfollow','table':'%s'", e.table));
    world_pass(&e.w, 20000);
    s = evening_snapshot(&e, 0);
    assert_true(number_at(s, "n") > n + 5);
    json_decref(s);
    peer_close(&nameless);
    evening_end(&e);
}

/* ---- Who is there ---- */

/* Ben sits in the lobby and does not look at the table: he is there all the same. */
static void who_is_connected_is_not_absent(void **state)
{
    srv_peer other;
    evening e;
    json_t *s;
    long n = 0, first = -1; /* lines of the record, without "view" */

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    s = evening_snapshot(&e, 0);
    for (const char *at = text_at(s, "record"); *at; at++)
        first += *at == '\n';
    json_decref(s);
    for (unsigned i = 0; i < 6; i++)
        n = evening_play(&e, i);
    drop_answer(peer_do(&e.peer[1], "'do':'unfollow','table':'%s'", e.table));
    world_pass(&e.w, 700000);
    peer_refused(&e.peer[0], "forbidden", "not_absent",
                 "'do':'propose','table':'%s','after':%ld,'kind':'seat','seat':2",
                 e.table, n);
    s = peer_do(&e.peer[0], "'do':'propose','table':'%s','after':%ld,'kind':'pause'",
                e.table, n);
    assert_string_equal(text_at(s, "what"), "asked"); /* and not done at once */
    json_decref(s);
    s = evening_snapshot(&e, 0);
    n = number_at(s, "n");
    drop_answer(peer_do(&e.peer[0],
                        "'do':'consent','table':'%s','proposal':%ld,'yes':false", e.table,
                        number_at(json_object_get(s, "proposal"), "id")));
    json_decref(s);
    n++;

    /* Without any connection he is absent: after a minute, and after ten. */
    peer_close(&e.peer[1]);
    world_pass(&e.w, 590000);
    peer_refused(&e.peer[0], "forbidden", "not_absent",
                 "'do':'propose','table':'%s','after':%ld,'kind':'seat','seat':2",
                 e.table, n);
    peer_refused(&e.peer[0], "forbidden", "all_absent",
                 "'do':'undo','table':'%s','after':%ld,'lines':%ld", e.table, n, first);
    world_pass(&e.w, 11000);
    drop_answer(peer_do(&e.peer[0],
                        "'do':'propose','table':'%s','after':%ld,'kind':'seat','seat':2",
                        e.table, n));
    peer_open(&other, &e.w, e.cookie[1]); /* he is back, in the lobby */
    peer_refused(&e.peer[2], "full", "no_free_seat",
                 "'do':'join','table':'%s','key':'%s'", e.table, e.key);
    peer_close(&other);
    evening_end(&e);
}

/* Does the next frame but presence say that the table is gone? */
static bool hears_gone(srv_peer *peer)
{
    json_t *frame = peer_next(peer);
    bool gone;

    while (frame && strcmp(text_at(frame, "is"), "presence") == 0) {
        json_decref(frame);
        frame = peer_next(peer);
    }
    gone = frame && strcmp(text_at(frame, "is"), "gone") == 0;
    json_decref(frame);
    return gone;
}

static void a_game_that_cannot_be_watched_loses_who_looked_on(void **state)
{
    evening e;

    (void)state;
    evening_begin(&e, 1);
    evening_table(&e, "'seats':['me','random'],'open':true,'watchable':false");
    evening_share(&e, 0);
    drop_answer(peer_do(&e.peer[1], "'do':'follow','table':'%s'", e.table));
    drop_answer(
        peer_do(&e.peer[2], "'do':'follow','table':'%s','key':'%s'", e.table, e.key));
    peer_forget(&e.peer[1]);
    peer_forget(&e.peer[2]);
    drop_answer(peer_do(&e.peer[0], "'do':'start','table':'%s'", e.table));
    assert_true(hears_gone(&e.peer[1]));
    assert_null(peer_next(&e.peer[1])); /* not even the start */
    peer_refused(&e.peer[1], "not_found", "no_table",
                 "'do':'say','table':'%s','text':'hi'", e.table);
    assert_false(hears_gone(&e.peer[2])); /* she has an invitation, */
    peer_forget(&e.peer[2]);
    drop_answer(peer_do(&e.peer[0], "'do':'revoke','what':'join','table':'%s'", e.table));
    assert_true(hears_gone(&e.peer[2])); /* until it is revoked */
    evening_end(&e);
}

static void what_cannot_be_seen_is_not_said(void **state)
{
    evening e;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    peer_refused(&e.peer[0], "bad", "bad_text",
                 "'do':'say','table':'%s','text':'a\\u2067b'", e.table);
    peer_refused(&e.peer[0], "bad", "bad_text",
                 "'do':'say','table':'%s','text':'a\\u200fb'", e.table);
    drop_answer(peer_do(&e.peer[0], "'do':'say','table':'%s','text':'a\\u00a0b \\u05d0'",
                        e.table));
    drop_answer(
        peer_do(&e.peer[0], "'do':'say','table':'%s','text':'a\\u200db'", e.table));
    evening_end(&e);
}

/* ---- The session of docs/protocol.md ---- */

static host_text session;

static void tell(const char *text)
{
    host_text_append(&session, text, strlen(text));
}

/* Cuts a long list or text of the frame short: what lies between the first 'kept' bytes
 * behind the key and the closing letter becomes "...". */
static void shorten(char *frame, const char *key, char closing, size_t kept)
{
    char *at = strstr(frame, key);
    char *end;

    if (!at)
        return;
    at += strlen(key);
    end = at;
    while (*end && *end != closing)
        end++;
    if ((size_t)(end - at) < kept + 3)
        return;
    for (at += kept; closing == ']' && *at != ','; at++)
        ;
    at += closing == ']';
    memcpy(at, "...", 3);
    memmove(at + 3, end, strlen(end) + 1);
}

/* Adds a frame to the session, in lines that fit a page. */
static void tell_frame(const char *who, const char *arrow, char *frame)
{
    enum { WIDTH = 92 };
    size_t left;

    shorten(frame, "\"legal\":[", ']', 20);
    shorten(frame, "\"record\":\"", '"', 40);
    shorten(frame, "\"rules\":\"", '"', 0);
    shorten(frame, "\"commitment\":\"", '"', 8);
    tell("    ");
    tell(who);
    tell(arrow);
    for (left = strlen(frame); left > WIDTH - 12;) {
        size_t cut = WIDTH - 12;
        while (cut > 1 && !(frame[cut - 1] == ',' && frame[cut] != ' '))
            cut--;
        host_text_append(&session, frame, cut);
        tell("\n            ");
        frame += cut;
        left -= cut;
    }
    tell(frame);
    tell("\n");
}

/* Adds what a peer has heard since. */
static void tell_heard(const char *who, srv_peer *peer)
{
    while (peer->read < peer->heard.length) {
        char *from = peer->heard.bytes + peer->read;
        char *const end = strchr(from, '\n');
        char *const frame = strndup(from, (size_t)(end - from));
        peer->read += (size_t)(end - from) + 1;
        tell_frame(who, " <- ", frame);
        free(frame);
    }
}

/* Sends a frame in the session, and adds what everyone hears. */
static void say(evening *e, unsigned who, const char *format, ...)
{
    static const char *const names[] = {"Ada", "Ben"};
    char frame[500];
    va_list arguments;

    va_start(arguments, format);
    vsnprintf(frame, sizeof frame, format, arguments);
    va_end(arguments);
    for (char *at = frame; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    peer_send(&e->peer[who], frame);
    world_turn(&e->w);
    tell_frame(names[who], " -> ", frame);
    for (unsigned i = 0; i < 2; i++)
        tell_heard(names[i], &e->peer[i]);
    e->w.now_ms += 1500;
    e->w.wall_ms += 1500;
}

static void tell_guest(evening *e, unsigned who, const char *name)
{
    char text[300];
    reply r;

    snprintf(text, sizeof text, "{\"name\":\"%s\"}", name);
    r = world_request(&e->w, SRV_POST, "/api/guest", NULL, text);
    memcpy(e->cookie[who], r.cookie, sizeof r.cookie);
    tell("    POST /api/guest HTTP/1.1\n    Content-Type: application/json\n\n    ");
    tell(text);
    tell("\n\n    HTTP/1.1 200 OK\n    Set-Cookie: ");
    tell(r.cookie);
    tell("; Path=/; Max-Age=34560000;\n        HttpOnly; SameSite=Lax\n\n    ");
    tell(r.body);
    tell("\n");
    reply_clear(&r);
}

static void play_session(evening *e)
{
    char line[REC_LINE_MAX];
    json_t *made;
    long n;

    tell_guest(e, 0, "Ada B.");
    tell(
        "Ben does the same. Both connect:\n\n"
        "    GET /ws HTTP/1.1\n    Upgrade: websocket\n    Connection: Upgrade\n"
        "    Sec-WebSocket-Version: 13\n    Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\n"
        "    Sec-WebSocket-Protocol: tobago.1\n    Cookie: ");
    tell(e->cookie[0]);
    tell("\n\n");
    world_guest(&e->w, "Ben", e->cookie[1]);
    for (unsigned i = 0; i < 2; i++)
        peer_open(&e->peer[i], &e->w, e->cookie[i]);
    world_turn(&e->w);
    tell_heard("Ada", &e->peer[0]);
    tell_heard("Ben", &e->peer[1]);
    tell("\nAda makes a table for two and sends Ben its link, `.../#join=...`.\n\n");
    say(e, 0, "{'id':1,'do':'create','seats':['me','open'],'island':'ABC0'}");
    made = json_loads(strstr(e->peer[0].heard.bytes, "{\"re\":1"), JSON_DISABLE_EOF_CHECK,
                      NULL);
    snprintf(e->table, sizeof e->table, "%s", text_at(made, "table"));
    snprintf(e->key, sizeof e->key, "%s", strchr(text_at(made, "link"), '.') + 1);
    json_decref(made);
    say(e, 0, "{'id':2,'do':'follow','table':'%s'}", e->table);
    tell("\nBen opens the link, joins and follows. Both clients contribute to the "
         "draws.\n\n");
    say(e, 1, "{'id':1,'do':'join','table':'%s','key':'%s'}", e->table, e->key);
    say(e, 1, "{'id':2,'do':'follow','table':'%s'}", e->table);
    say(e, 1, "{'id':3,'do':'contribute','table':'%s','bytes':'%s'}", e->table,
        "0a9be1d27c5f48e3b6d1f03c92a7e854");
    say(e, 0, "{'id':3,'do':'contribute','table':'%s','bytes':'%s'}", e->table,
        "7d41c8f0325e9ab6187fd2c4e03b95a6");
    tell("\nThe game begins. Whoever decides gets the legal lines.\n\n");
    say(e, 0, "{'id':4,'do':'start','table':'%s'}", e->table);
    tell("\nA line that the rules forbid, one that comes too late, and one that "
         "counts.\n\n");
    e->peer[0].next_id = e->peer[1].next_id = 100;
    for (unsigned round = 0; round < 2; round++) {
        const unsigned who = evening_mover(e, &n, line, 7);
        for (unsigned i = 0; i < 2; i++)
            peer_forget(&e->peer[i]);
        if (round == 0) {
            say(e, who,
                "{'id':5,'do':'move','table':'%s','after':%ld,'line':'%u atv a1'}",
                e->table, n, who + 1);
            say(e, who, "{'id':6,'do':'move','table':'%s','after':%ld,'line':'%s'}",
                e->table, n - 1, line);
        }
        say(e, who, "{'id':%u,'do':'move','table':'%s','after':%ld,'line':'%s'}",
            7 + round, e->table, n, line);
    }
    tell("\nBen says something, and the server restarts.\n\n");
    say(e, 1, "{'id':10,'do':'say','table':'%s','text':'Well begun!'}", e->table);
    srv_hub_ending(e->w.hub);
    tell_heard("Ada", &e->peer[0]);
    tell_heard("Ben", &e->peer[1]);
    tell("\nAfter half a second Ada connects again, with what she has seen.\n\n");
    for (unsigned i = 0; i < 2; i++)
        e->peer[i].open = false;
    world_crash(&e->w);
    for (unsigned i = 0; i < 2; i++) {
        host_text_clear(&e->peer[i].heard);
        peer_open(&e->peer[i], &e->w, e->cookie[i]);
    }
    world_turn(&e->w);
    peer_forget(&e->peer[1]);
    tell_heard("Ada", &e->peer[0]);
    say(e, 0, "{'id':1,'do':'follow','table':'%s','after':%ld,'chat_after':0}", e->table,
        n);
}

/* The part of the page between its heading and the next one. */
static char *documented_session(void)
{
    static const char begin_text[] = "## A session\n\n";
    host_text page;
    char *from, *to;

    assert_int_equal(host_text_read(&page, "docs/protocol.md", 1 << 20), HOST_DONE);
    from = strstr(page.bytes, begin_text);
    assert_non_null(from);
    from += sizeof begin_text - 1;
    to = strstr(from, "\n## ");
    assert_non_null(to);
    from = strndup(from, (size_t)(to - from));
    host_text_clear(&page);
    return from;
}

/* The test writes the session that it has seen to build/session.md, for the page. */
static void the_session_in_the_protocol_is_what_the_server_says(void **state)
{
    evening e;
    char *documented;
    FILE *file;

    (void)state;
    memset(&e, 0, sizeof e);
    world_begin(&e.w, 15);
    play_session(&e);
    file = fopen("build/session.md", "w");
    if (file) {
        fwrite(session.bytes, 1, session.length, file);
        fclose(file);
    }
    documented = documented_session();
    if (strcmp(documented, session.bytes) != 0) {
        size_t at = 0;
        while (documented[at] == session.bytes[at])
            at++;
        fail_msg("docs/protocol.md has '%.60s', build/session.md has '%.60s'",
                 documented + at, session.bytes + at);
    }
    free(documented);
    host_text_clear(&session);
    evening_end(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_guest_is_greeted_by_name_and_a_stranger_is_not),
        cmocka_unit_test(names_are_checked_and_changed),
        cmocka_unit_test(requests_from_other_pages_are_refused),
        cmocka_unit_test(a_client_of_another_protocol_is_refused),
        cmocka_unit_test(guests_of_an_address_are_bounded),
        cmocka_unit_test(frames_that_make_no_sense_are_answered),
        cmocka_unit_test(answers_come_in_the_order_of_the_requests),
        cmocka_unit_test(a_table_of_two_is_made_joined_and_begun),
        cmocka_unit_test(settings_that_make_no_sense_are_refused),
        cmocka_unit_test(a_table_by_invitation_is_hidden_from_others),
        cmocka_unit_test(a_move_is_an_event_for_all_who_follow),
        cmocka_unit_test(a_repeated_move_is_answered_and_not_played_twice),
        cmocka_unit_test(a_late_move_is_stale_and_a_wrong_one_has_its_clause),
        cmocka_unit_test(two_devices_that_move_at_once_move_once),
        cmocka_unit_test(who_comes_back_gets_the_events_that_she_missed),
        cmocka_unit_test(a_game_is_played_to_its_end_and_proved),
        cmocka_unit_test(bots_play_against_a_person_and_only_while_someone_watches),
        cmocka_unit_test(who_is_connected_is_not_absent),
        cmocka_unit_test(a_game_that_cannot_be_watched_loses_who_looked_on),
        cmocka_unit_test(what_cannot_be_seen_is_not_said),
        cmocka_unit_test(the_session_in_the_protocol_is_what_the_server_says),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
