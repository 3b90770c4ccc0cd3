/* The control: what whoever runs a server asks of the hub, without a socket. */
#include "control/control.h"

#include <sqlite3.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "tests/loopless.h"
#include "tests/support.h"

typedef struct office {
    evening e;
    ctl_control *control;
} office;

static void office_begin(office *o)
{
    evening_begin(&o->e, 1);
    o->control = ctl_new(o->e.w.hub, o->e.w.store, o->e.w.folder);
    assert_non_null(o->control);
}

static void office_end(office *o)
{
    ctl_free(o->control);
    evening_end(&o->e);
}

/* The server dies and comes back; nobody is connected any more. */
static void office_crash(office *o)
{
    ctl_free(o->control);
    world_crash(&o->e.w);
    o->control = ctl_new(o->e.w.hub, o->e.w.store, o->e.w.folder);
    for (unsigned i = 0; i < PEOPLE; i++)
        o->e.peer[i].open = false;
}

/* Asks in JSON with ' for ", and returns the answer. */
static json_t *ask(office *o, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static json_t *ask_line(office *o, const char *line)
{
    const ctl_caller who = {.user = 1000, .process = 77};
    host_text out = {0};
    json_t *answer;

    ctl_answer(o->control, &who, line, strlen(line), &out);
    assert_int_equal(out.bytes[out.length - 1], '\n');
    answer = json_loadb(out.bytes, out.length, JSON_REJECT_DUPLICATES, NULL);
    assert_non_null(answer);
    host_text_clear(&out);
    return answer;
}

static json_t *ask(office *o, const char *format, ...)
{
    va_list arguments;
    char line[2000];

    va_start(arguments, format);
    vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    for (char *at = line; *at; at++)
        *at = *at == '\'' ? '"' : *at;
    return ask_line(o, line);
}

static json_t *good(json_t *answer)
{
    if (!json_is_true(json_object_get(answer, "ok")))
        fail_msg("%s", json_dumps(answer, 0));
    return answer;
}

static void refused(json_t *answer, const char *name)
{
    assert_true(json_is_false(json_object_get(answer, "ok")));
    assert_string_equal(text_at(json_object_get(answer, "error"), "name"), name);
    assert_true(strlen(text_at(json_object_get(answer, "error"), "reason")) > 0);
    json_decref(answer);
}

/* How often this stands in the audit log. */
static unsigned logged(const office *o, const char *what)
{
    host_text text = {0};
    char path[200];
    unsigned count = 0;

    snprintf(path, sizeof path, "%s/audit.log", o->e.w.folder);
    assert_int_equal(host_text_read(&text, path, 1 << 20), HOST_DONE);
    host_text_append(&text, "", 0);
    for (const char *at = text.bytes; at && (at = strstr(at, what)); at++)
        count++;
    host_text_clear(&text);
    return count;
}

/* The next frame of a peer with this 'is', or NULL. */
static json_t *next_frame(srv_peer *peer, const char *is)
{
    json_t *frame;

    while ((frame = peer_next(peer))) {
        if (strcmp(text_at(frame, "is"), is) == 0)
            return frame;
        json_decref(frame);
    }
    return NULL;
}

/* ---- Looking ---- */

static void tables_are_listed_by_state(void **state)
{
    office o;
    json_t *answer;

    (void)state;
    office_begin(&o);
    evening_table(&o.e, "'seats':['me','open']");
    evening_game(&o.e, 2, "");

    answer = good(ask(&o, "{'do':'list'}"));
    assert_int_equal(json_array_size(json_object_get(answer, "tables")), 2);
    assert_null(json_object_get(answer, "next"));
    json_decref(answer);
    answer = good(ask(&o, "{'do':'list','state':'playing'}"));
    assert_int_equal(json_array_size(json_object_get(answer, "tables")), 1);
    assert_string_equal(
        text_at(json_array_get(json_object_get(answer, "tables"), 0), "id"), o.e.table);
    json_decref(answer);
    assert_int_equal(logged(&o, "list"), 0);
    office_end(&o);
}

static void a_long_list_comes_in_pages(void **state)
{
    office o;
    json_t *answer;
    char next[32] = "";
    size_t count = 0, pages = 0;

    (void)state;
    office_begin(&o);
    for (unsigned i = 0; i < 3; i++)
        for (unsigned k = 0; k < 45; k++)
            drop_answer(peer_do(&o.e.peer[i], "'do':'create','seats':['me','open']"));
    world_pass(&o.e.w, 70000); /* some settle and leave memory */
    evening_table(&o.e, "'seats':['me','open']");
    do {
        answer = good(ask(&o, "{'do':'list','after':'%s'}", next));
        count += json_array_size(json_object_get(answer, "tables"));
        snprintf(next, sizeof next, "%s", text_at(answer, "next"));
        json_decref(answer);
        pages++;
    } while (*next);

    assert_int_equal(count, 136);
    assert_int_equal(pages, 2);
    office_end(&o);
}

static void a_table_is_shown_as_a_seat_sees_it_and_in_full_only_on_record(void **state)
{
    office o;
    json_t *spectator, *seat, *full;

    (void)state;
    office_begin(&o);
    evening_game(&o.e, 2, "");
    for (unsigned i = 0; i < 6; i++)
        evening_play(&o.e, 0);

    spectator = good(ask(&o, "{'do':'show','table':'%s'}", o.e.table));
    seat = good(ask(&o, "{'do':'show','table':'%s','seat':2}", o.e.table));
    assert_int_equal(logged(&o, "show"), 0);
    full = good(ask(&o, "{'do':'show','table':'%s','full':true}", o.e.table));

    assert_non_null(strstr(text_at(spectator, "record"), "view spectator"));
    assert_non_null(strstr(text_at(seat, "record"), "view 2"));
    assert_null(strstr(text_at(full, "record"), "view"));
    assert_null(strstr(text_at(full, "record"), "?"));
    assert_non_null(strstr(text_at(spectator, "record"), "?"));
    assert_int_equal(logged(&o, "\"do\":\"show\""), 1);
    assert_int_equal(logged(&o, "\"user\":1000,\"process\":77"), 1);
    refused(ask(&o, "{'do':'show','table':'%s','seat':3}", o.e.table), "bad_seat");
    refused(ask(&o, "{'do':'show','table':'0000000000'}"), "no_table");
    json_decref(spectator);
    json_decref(seat);
    json_decref(full);
    office_end(&o);
}

/* ---- Acts ---- */

static void a_patch_cuts_the_game_back_and_all_at_the_table_see_it(void **state)
{
    office o;
    json_t *event;
    long lines = -2;

    (void)state;
    office_begin(&o);
    evening_game(&o.e, 2, "");
    for (unsigned i = 0; i < 5; i++)
        evening_play(&o.e, 0);
    event = good(ask(&o, "{'do':'show','table':'%s','full':true}", o.e.table));
    for (const char *at = text_at(event, "record"); *at; at++)
        lines += *at == '\n';
    json_decref(event);
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_forget(&o.e.peer[i]);

    json_decref(good(ask(&o, "{'do':'patch','table':'%s','lines':%ld,'why':'a bug'}",
                         o.e.table, lines)));

    for (unsigned i = 0; i < 2; i++) {
        event = next_frame(&o.e.peer[i], "event");
        assert_non_null(event);
        assert_string_equal(text_at(event, "kind"), "patch");
        assert_string_equal(text_at(event, "why"), "a bug");
        assert_in_range(number_at(event, "lines"), 5, lines);
        json_decref(event);
    }
    evening_play(&o.e, 1);
    refused(ask(&o, "{'do':'patch','table':'%s','lines':5000}", o.e.table), "bad_lines");
    assert_int_equal(logged(&o, "\"refused\":\"bad_lines\""), 1);
    office_crash(&o);
    event = good(ask(&o, "{'do':'check'}"));
    assert_int_equal(json_array_size(json_object_get(event, "wrong")), 0);
    json_decref(event);
    office_end(&o);
}

static void a_table_is_closed_and_deleted(void **state)
{
    office o;
    json_t *frame;
    char id[SRV_ID_MAX];

    (void)state;
    office_begin(&o);
    evening_game(&o.e, 2, "");
    json_decref(
        good(ask(&o, "{'do':'close','table':'%s','why':'maintenance'}", o.e.table)));
    frame = next_frame(&o.e.peer[1], "event");
    assert_string_equal(text_at(frame, "kind"), "end");
    assert_string_equal(text_at(frame, "reason"), "maintenance");
    json_decref(frame);
    refused(ask(&o, "{'do':'close','table':'%s'}", o.e.table), "over");

    evening_game(&o.e, 2, "");
    snprintf(id, sizeof id, "%s", o.e.table);
    json_decref(good(ask(&o, "{'do':'delete','table':'%s'}", id)));
    frame = next_frame(&o.e.peer[1], "gone");
    assert_non_null(frame);
    json_decref(frame);
    refused(ask(&o, "{'do':'show','table':'%s'}", id), "no_table");
    refused(ask(&o, "{'do':'delete','table':'%s'}", id), "no_table");
    peer_refused(&o.e.peer[0], "not_found", "no_table", "'do':'follow','table':'%s'", id);
    world_pass(&o.e.w, 120000);
    office_end(&o);
}

static void a_table_is_exported_deleted_and_imported_again(void **state)
{
    office o;
    json_t *before, *after, *asked, *copy, *table;
    char *line;

    (void)state;
    office_begin(&o);
    evening_game(&o.e, 2, "");
    for (unsigned i = 0; i < 8; i++)
        evening_play(&o.e, i);
    before = good(ask(&o, "{'do':'show','table':'%s','full':true}", o.e.table));
    table = good(ask(&o, "{'do':'export','table':'%s'}", o.e.table));
    asked =
        json_pack("{s:s,s:O}", "do", "import", "table", json_object_get(table, "table"));
    line = json_dumps(asked, JSON_COMPACT);

    refused(ask_line(&o, line), "exists");
    json_decref(good(ask(&o, "{'do':'delete','table':'%s'}", o.e.table)));
    json_decref(good(ask_line(&o, line)));
    after = good(ask(&o, "{'do':'show','table':'%s','full':true}", o.e.table));
    assert_string_equal(text_at(before, "record"), text_at(after, "record"));
    drop_answer(peer_do(&o.e.peer[0], "'do':'follow','table':'%s'", o.e.table));
    drop_answer(peer_do(&o.e.peer[1], "'do':'follow','table':'%s'", o.e.table));
    evening_play(&o.e, 0);

    /* a table with one letter changed is refused, and nothing of it stays */
    json_decref(good(ask(&o, "{'do':'delete','table':'%s'}", o.e.table)));
    copy = json_deep_copy(asked);
    json_array_set_new(json_object_get(json_object_get(copy, "table"), "events"), 6,
                       json_string("7 1794960013500 0 lines 1 person\n1 atv z99\n"));
    free(line);
    line = json_dumps(copy, JSON_COMPACT);
    refused(ask_line(&o, line), "damaged");
    refused(ask(&o, "{'do':'show','table':'%s'}", o.e.table), "no_table");
    refused(ask(&o, "{'do':'import','table':{'id':'x'}}"), "bad_table");
    assert_int_equal(logged(&o, "events"), 0); /* what is imported is not in the log */
    free(line);
    json_decref(copy);
    json_decref(asked);
    json_decref(table);
    json_decref(before);
    json_decref(after);
    office_end(&o);
}

static void a_lost_seat_gets_its_link_from_the_admin(void **state)
{
    office o;
    json_t *answer;
    const json_t *seats;
    char body[200];
    reply r;

    (void)state;
    office_begin(&o);
    evening_game(&o.e, 2, "");
    answer = good(ask(&o, "{'do':'links','table':'%s'}", o.e.table));
    seats = json_object_get(answer, "seats");
    assert_int_equal(json_array_size(seats), 2);

    snprintf(body, sizeof body, "{\"link\":\"%s\"}",
             text_at(json_array_get(seats, 1), "link"));
    r = world_request(&o.e.w, SRV_POST, "/api/enter", NULL, body);
    assert_int_equal(r.status, 200);
    assert_non_null(strstr(r.body, "\"seat\":2"));
    reply_clear(&r);
    json_decref(answer);
    office_end(&o);
}

/* ---- The house ---- */

static void
a_banned_address_is_cut_off_and_gets_no_answer_until_its_time_is_over(void **state)
{
    office o;
    srv_peer peer;
    json_t *answer;
    reply r;

    (void)state;
    office_begin(&o);
    refused(ask(&o, "{'do':'ban','address':'nowhere','seconds':60}"), "bad_address");
    refused(ask(&o, "{'do':'ban','address':'127.0.0.1'}"), "bad_time");
    answer = good(ask(&o, "{'do':'ban','address':'::ffff:127.0.0.1','seconds':60}"));
    assert_int_equal(number_at(answer, "closed"), PEOPLE);
    json_decref(answer);

    assert_int_equal(o.e.peer[0].code, 1008);
    peer_open(&peer, &o.e.w, o.e.cookie[0]);
    assert_int_equal(peer.status, 403);
    r = world_request(&o.e.w, SRV_GET, "/healthz", NULL, NULL);
    assert_int_equal(r.status, 403);
    reply_clear(&r);

    office_crash(&o); /* bans outlive the process */
    peer_open(&peer, &o.e.w, o.e.cookie[0]);
    assert_int_equal(peer.status, 403);
    world_pass(&o.e.w, 61000);
    peer_open(&peer, &o.e.w, o.e.cookie[0]);
    assert_int_equal(peer.status, 0);
    peer_close(&peer);
    world_pass(&o.e.w, 61000);
    answer = good(ask(&o, "{'do':'bans'}"));
    assert_int_equal(json_array_size(json_object_get(answer, "bans")), 0);
    json_decref(answer);

    json_decref(good(ask(&o, "{'do':'ban','address':'127.0.0.1','seconds':60}")));
    json_decref(good(ask(&o, "{'do':'unban','address':'127.0.0.1'}")));
    refused(ask(&o, "{'do':'unban','address':'127.0.0.1'}"), "no_ban");
    peer_open(&peer, &o.e.w, o.e.cookie[0]);
    assert_int_equal(peer.status, 0);
    peer_close(&peer);
    office_end(&o);
}

static void a_muted_guest_says_nothing_anywhere_for_a_while(void **state)
{
    office o;
    char id[32];
    json_t *answer;

    (void)state;
    office_begin(&o);
    evening_game(&o.e, 2, "");
    answer = good(ask(&o, "{'do':'who'}"));
    snprintf(id, sizeof id, "%s",
             text_at(json_array_get(json_object_get(answer, "connections"), 1), "guest"));
    json_decref(answer);
    json_decref(good(ask(&o, "{'do':'mute','guest':'%s','seconds':60}", id)));

    peer_refused(&o.e.peer[1], "forbidden", "muted_by_house",
                 "'do':'say','table':'%s','text':'hi'", o.e.table);
    drop_answer(peer_do(&o.e.peer[0], "'do':'say','table':'%s','text':'hi'", o.e.table));
    world_pass(&o.e.w, 61000);
    drop_answer(peer_do(&o.e.peer[1], "'do':'say','table':'%s','text':'hi'", o.e.table));
    json_decref(good(ask(&o, "{'do':'mute','guest':'%s','seconds':60}", id)));
    json_decref(good(ask(&o, "{'do':'mute','guest':'%s','off':true}", id)));
    drop_answer(peer_do(&o.e.peer[1], "'do':'say','table':'%s','text':'hi'", o.e.table));
    refused(ask(&o, "{'do':'mute','guest':'4000000000000001','seconds':60}"), "no_guest");
    office_end(&o);
}

static void the_message_of_the_day_reaches_who_is_here_and_who_comes(void **state)
{
    office o;
    srv_peer peer;
    json_t *frame;

    (void)state;
    office_begin(&o);
    json_decref(good(ask(&o, "{'do':'motd','text':'Club night on Friday.'}")));
    frame = next_frame(&o.e.peer[2], "motd");
    assert_string_equal(text_at(frame, "text"), "Club night on Friday.");
    json_decref(frame);
    peer_open(&peer, &o.e.w, NULL);
    world_turn(&o.e.w);
    frame = next_frame(&peer, "hello");
    assert_string_equal(text_at(frame, "motd"), "Club night on Friday.");
    json_decref(frame);
    peer_close(&peer);

    json_decref(good(ask(&o, "{'do':'motd','text':''}")));
    peer_open(&peer, &o.e.w, NULL);
    world_turn(&o.e.w);
    frame = next_frame(&peer, "hello");
    assert_null(json_object_get(frame, "motd"));
    json_decref(frame);
    peer_close(&peer);
    office_end(&o);
}

static void a_server_that_drains_lets_games_go_on_and_none_begin(void **state)
{
    office o;
    json_t *answer;

    (void)state;
    office_begin(&o);
    evening_game(&o.e, 2, "");
    answer = good(ask(&o, "{'do':'drain'}"));
    assert_int_equal(number_at(answer, "playing"), 1);
    json_decref(answer);

    peer_refused(&o.e.peer[0], "limit", "draining",
                 "'do':'create','seats':['me','open']");
    evening_play(&o.e, 0);
    answer = next_frame(&o.e.peer[2], "drain");
    assert_true(json_is_true(json_object_get(answer, "on")));
    json_decref(answer);
    json_decref(good(ask(&o, "{'do':'drain','off':true}")));
    drop_answer(peer_do(&o.e.peer[0], "'do':'create','seats':['me','open']"));
    office_end(&o);
}

/* ---- Guests ---- */

static const char *guest_of(const office *o, unsigned who)
{
    static char id[SRV_ID_MAX];

    snprintf(id, sizeof id, "%.16s", strchr(o->e.cookie[who], '=') + 1);
    return id;
}

static void a_guest_is_shown_exported_and_deleted(void **state)
{
    office o;
    json_t *answer;
    long left;

    (void)state;
    office_begin(&o);
    evening_game(&o.e, 2, "");
    answer = good(ask(&o, "{'do':'guest_show','guest':'%s'}", guest_of(&o, 0)));
    assert_string_equal(text_at(json_object_get(answer, "about"), "name"), "Ada B.");
    assert_int_equal(number_at(answer, "tables"), 1);
    assert_int_equal(number_at(answer, "connections"), 1);
    json_decref(answer);
    answer = good(ask(&o, "{'do':'guest_export','guest':'%s'}", guest_of(&o, 0)));
    assert_string_equal(text_at(json_object_get(answer, "about"), "name"), "Ada B.");
    assert_string_equal(
        text_at(json_array_get(json_object_get(answer, "tables"), 0), "table"),
        o.e.table);
    json_decref(answer);
    refused(ask(&o, "{'do':'guest_show','guest':'4000000000000001'}"), "no_guest");

    json_decref(good(ask(&o, "{'do':'guest_delete','guest':'%s'}", guest_of(&o, 0))));
    assert_int_equal(o.e.peer[0].code, 1008);
    do {
        answer = good(ask(&o, "{'do':'forgetting'}"));
        left = number_at(answer, "left");
        json_decref(answer);
    } while (left);
    refused(ask(&o, "{'do':'guest_show','guest':'%s'}", guest_of(&o, 0)), "no_guest");
    answer = good(ask(&o, "{'do':'show','table':'%s'}", o.e.table));
    assert_non_null(strstr(text_at(answer, "record"), "players red Ben\n"));
    json_decref(answer);
    answer = good(ask(&o, "{'do':'check'}"));
    assert_int_equal(json_array_size(json_object_get(answer, "wrong")), 0);
    json_decref(answer);
    assert_int_equal(logged(&o, "guest_delete"), 1);
    assert_int_equal(logged(&o, "guest_export"), 1);
    office_end(&o);
}

static void an_imported_table_can_be_forgotten_too(void **state)
{
    office o;
    json_t *table, *asked, *answer;
    char *line;

    (void)state;
    office_begin(&o);
    evening_game(&o.e, 2, ",'watchable':true");
    drop_answer(peer_do(&o.e.peer[2], "'do':'follow','table':'%s'", o.e.table));
    drop_answer(
        peer_do(&o.e.peer[2], "'do':'say','table':'%s','text':'hello'", o.e.table));
    table = good(ask(&o, "{'do':'export','table':'%s'}", o.e.table));
    asked =
        json_pack("{s:s,s:O}", "do", "import", "table", json_object_get(table, "table"));
    line = json_dumps(asked, JSON_COMPACT);
    json_decref(good(ask(&o, "{'do':'delete','table':'%s'}", o.e.table)));
    answer = good(ask(&o, "{'do':'guest_show','guest':'%s'}", guest_of(&o, 2)));
    assert_int_equal(number_at(answer, "tables"), 0);
    json_decref(answer);
    json_decref(good(ask_line(&o, line)));
    for (unsigned i = 0; i < PEOPLE; i++) {
        answer = good(ask(&o, "{'do':'guest_show','guest':'%s'}", guest_of(&o, i)));
        assert_int_equal(number_at(answer, "tables"), 1);
        json_decref(answer);
    }
    free(line);
    json_decref(asked);
    json_decref(table);
    office_end(&o);
}

static void reports_are_listed_and_resolved(void **state)
{
    office o;
    json_t *answer;
    const json_t *one;

    (void)state;
    office_begin(&o);
    evening_game(&o.e, 2, "");
    drop_answer(peer_do(&o.e.peer[0],
                        "'do':'report','table':'%s','what':'chat','guest':'%s',"
                        "'text':'He calls me names.'",
                        o.e.table, guest_of(&o, 1)));
    answer = good(ask(&o, "{'do':'reports'}"));
    one = json_array_get(json_object_get(answer, "reports"), 0);
    assert_string_equal(text_at(one, "text"), "He calls me names.");
    assert_string_equal(text_at(one, "by_name"), "Ada B.");
    assert_string_equal(text_at(one, "about_name"), "Ben");
    assert_string_equal(text_at(one, "table"), o.e.table);
    json_decref(answer);
    answer = good(ask(&o, "{'do':'figures'}"));
    assert_int_equal(number_at(answer, "reports"), 1);
    json_decref(answer);
    json_decref(good(ask(&o, "{'do':'resolve','report':1}")));
    refused(ask(&o, "{'do':'resolve','report':1}"), "no_report");
    answer = good(ask(&o, "{'do':'reports'}"));
    assert_int_equal(json_array_size(json_object_get(answer, "reports")), 0);
    json_decref(answer);
    answer = good(ask(&o, "{'do':'reports','all':true}"));
    assert_int_equal(json_array_size(json_object_get(answer, "reports")), 1);
    json_decref(answer);
    office_end(&o);
}

static void old_lines_leave_the_audit_log(void **state)
{
    static const uint64_t DAY_MS = 24 * 3600000;
    office o;

    (void)state;
    office_begin(&o);
    json_decref(good(ask(&o, "{'do':'motd','text':'first'}")));
    o.e.w.wall_ms += 200 * DAY_MS;
    json_decref(good(ask(&o, "{'do':'motd','text':'second'}")));
    assert_int_equal(logged(&o, "first"), 1);
    o.e.w.wall_ms += 200 * DAY_MS;
    json_decref(good(ask(&o, "{'do':'motd','text':'third'}")));
    assert_int_equal(logged(&o, "first"), 0);
    assert_int_equal(logged(&o, "second"), 1);
    assert_int_equal(logged(&o, "third"), 1);
    o.e.w.wall_ms += 400 * DAY_MS;
    office_crash(&o); /* at the start, too */
    assert_int_equal(logged(&o, "motd"), 0);
    json_decref(good(ask(&o, "{'do':'motd','text':'fourth'}")));
    assert_int_equal(logged(&o, "fourth"), 1);
    office_end(&o);
}

/* ---- Checking and backups ---- */

/* Changes the file behind the store's back. */
static void spoil(const office *o, const char *sql)
{
    char path[200];
    sqlite3 *db;

    snprintf(path, sizeof path, "%s/tobago.db", o->e.w.folder);
    assert_int_equal(sqlite3_open(path, &db), SQLITE_OK);
    assert_int_equal(sqlite3_exec(db, sql, NULL, NULL, NULL), SQLITE_OK);
    assert_int_equal(sqlite3_changes(db), 1);
    sqlite3_close(db);
}

static void a_check_finds_the_line_that_is_wrong(void **state)
{
    office o;
    json_t *answer;
    const json_t *wrong;
    const char event[] = "8 1794960000000 0 lines 1 person\n1 leg z9\n";

    (void)state;
    office_begin(&o);
    evening_game(&o.e, 2, "");
    evening_play(&o.e, 0);
    answer = good(ask(&o, "{'do':'check'}"));
    assert_int_equal(number_at(answer, "checked"), 1);
    assert_int_equal(json_array_size(json_object_get(answer, "wrong")), 0);
    json_decref(answer);

    /* an event that the store takes and the game does not */
    store_add_event(o.e.w.store, srv_id_read(o.e.table, strlen(o.e.table)), 7,
                    (store_text){event + 0, sizeof event - 1});
    assert_int_equal(store_commit(o.e.w.store), STORE_DONE);
    answer = good(ask(&o, "{'do':'check'}"));
    wrong = json_array_get(json_object_get(answer, "wrong"), 0);
    assert_string_equal(text_at(wrong, "table"), o.e.table);
    assert_non_null(strstr(text_at(wrong, "why"), "event 7"));
    json_decref(answer);
    office_end(&o);
}

static void a_check_finds_a_byte_that_changed_on_the_disk(void **state)
{
    office o;
    json_t *answer;
    const json_t *wrong;

    (void)state;
    office_begin(&o);
    evening_game(&o.e, 2, "");
    evening_play(&o.e, 0);
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_close(&o.e.peer[i]);
    ctl_free(o.control);
    srv_hub_free(o.e.w.hub);
    store_close(o.e.w.store);
    spoil(&o, "UPDATE journal SET event = replace(event, 'person', 'persom')"
              " WHERE id = (SELECT max(id) FROM journal)");
    world_reopen(&o.e.w);
    o.control = ctl_new(o.e.w.hub, o.e.w.store, o.e.w.folder);

    answer = good(ask(&o, "{'do':'check'}"));
    wrong = json_array_get(json_object_get(answer, "wrong"), 0);
    assert_string_equal(text_at(wrong, "table"), o.e.table);
    assert_non_null(strstr(text_at(wrong, "why"), "damaged"));
    json_decref(answer);
    answer = good(ask(&o, "{'do':'list'}"));
    assert_string_equal(
        text_at(json_array_get(json_object_get(answer, "tables"), 0), "state"),
        "damaged");
    json_decref(answer);
    office_end(&o);
}

static void append_event(void *context, uint32_t number, store_text event)
{
    (void)number;
    host_text_append(context, event.bytes, event.length);
}

/* All events of a table, one behind the other. */
static void append_events(store *s, uint64_t table, host_text *out)
{
    assert_int_equal(store_events(s, table, append_event, out), STORE_DONE);
}

static void a_backup_has_what_was_played_while_it_was_made(void **state)
{
    office o;
    json_t *answer, *now;
    char folder[] = "/tmp/tobago-copy-XXXXXX", path[100], why[256];
    unsigned steps = 0;
    store *copy;
    long left;

    (void)state;
    office_begin(&o);
    for (unsigned i = 0; i < 100; i++) {
        char key[16], text[8000];
        snprintf(key, sizeof key, "padding %u", i);
        memset(text, 'x', sizeof text);
        store_put(o.e.w.store, SRV_GUEST_BIT + 1, key, (store_text){text, sizeof text});
    }
    evening_game(&o.e, 2, "");
    assert_non_null(mkdtemp(folder));
    answer = good(ask(&o, "{'do':'backup'}"));
    refused(ask(&o, "{'do':'backup'}"), "busy"); /* one at a time */
    do {
        now = good(ask(&o, "{'do':'backup_step'}"));
        left = number_at(now, "left");
        json_decref(now);
        if (steps++ == 0)
            evening_play(&o.e, 0);
    } while (left > 0);
    now = good(ask(&o, "{'do':'show','table':'%s','full':true}", o.e.table));

    assert_int_equal(store_verify(text_at(answer, "file"), why), STORE_DONE);
    snprintf(path, sizeof path, "%s/tobago.db", folder);
    assert_int_equal(rename(text_at(answer, "file"), path), 0);
    assert_int_equal(store_open(&copy, folder, why), STORE_DONE);
    {
        host_text theirs = {0}, ours = {0};
        const uint64_t id = srv_id_read(o.e.table, strlen(o.e.table));
        append_events(copy, id, &theirs);
        append_events(o.e.w.store, id, &ours);
        assert_int_equal(ours.length, theirs.length);
        assert_memory_equal(ours.bytes, theirs.bytes, ours.length);
        host_text_clear(&theirs);
        host_text_clear(&ours);
    }
    assert_true(steps > 2);
    store_close(copy);
    unlink(path);
    snprintf(path, sizeof path, "%s/lock", folder);
    unlink(path);
    assert_int_equal(rmdir(folder), 0);
    json_decref(now);
    json_decref(answer);
    json_decref(good(ask(&o, "{'do':'backup_end'}")));
    refused(ask(&o, "{'do':'backup_step'}"), "failed");
    office_end(&o);
}

/* ---- The audit log and nonsense ---- */

static void nonsense_is_refused_and_the_log_cannot_be_got_round(void **state)
{
    office o;

    (void)state;
    office_begin(&o);
    refused(ask(&o, "nonsense"), "no_json");
    refused(ask(&o, "[]"), "no_json");
    refused(ask(&o, "{'do':'dance'}"), "no_word");
    refused(ask(&o, "{'do':'close','table':17}"), "no_table");
    refused(ask(&o, "{'do':'close','table':'%s','why':'a\\nb'}", "x"), "no_table");
    assert_int_equal(logged(&o, "\"refused\":\"no_table\""), 2);
    office_end(&o);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(tables_are_listed_by_state),
        cmocka_unit_test(a_long_list_comes_in_pages),
        cmocka_unit_test(a_table_is_shown_as_a_seat_sees_it_and_in_full_only_on_record),
        cmocka_unit_test(a_patch_cuts_the_game_back_and_all_at_the_table_see_it),
        cmocka_unit_test(a_table_is_closed_and_deleted),
        cmocka_unit_test(a_table_is_exported_deleted_and_imported_again),
        cmocka_unit_test(a_lost_seat_gets_its_link_from_the_admin),
        cmocka_unit_test(
            a_banned_address_is_cut_off_and_gets_no_answer_until_its_time_is_over),
        cmocka_unit_test(a_muted_guest_says_nothing_anywhere_for_a_while),
        cmocka_unit_test(the_message_of_the_day_reaches_who_is_here_and_who_comes),
        cmocka_unit_test(a_server_that_drains_lets_games_go_on_and_none_begin),
        cmocka_unit_test(a_guest_is_shown_exported_and_deleted),
        cmocka_unit_test(an_imported_table_can_be_forgotten_too),
        cmocka_unit_test(reports_are_listed_and_resolved),
        cmocka_unit_test(old_lines_leave_the_audit_log),
        cmocka_unit_test(a_check_finds_the_line_that_is_wrong),
        cmocka_unit_test(a_check_finds_a_byte_that_changed_on_the_disk),
        cmocka_unit_test(a_backup_has_what_was_played_while_it_was_made),
        cmocka_unit_test(nonsense_is_refused_and_the_log_cannot_be_got_round),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
