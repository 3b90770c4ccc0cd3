/* The hub and the company at a table: clocks of people who look away, what each of a
 * seat's devices is told, talk that comes out at the end, lists that say whose turn it
 * is. */
#include "tests/loopless.h"
#include "tests/support.h"

enum { SECOND_MS = 1000, MINUTE_MS = 60000 };

static const char live[] = ",'clock':{'kind':'live','minutes':5,'increment_s':0}";

/* ---- Clocks ---- */

static json_t *next_is(srv_peer *peer, const char *is)
{
    json_t *frame;

    while ((frame = peer_next(peer))) {
        const json_t *const word = json_object_get(frame, "is");
        if (word && strcmp(json_string_value(word), is) == 0)
            return frame;
        json_decref(frame);
    }
    fail_msg("no frame is '%s'", is);
    return NULL;
}

static long left_of(evening *e, unsigned viewer, unsigned seat)
{
    json_t *s = evening_snapshot(e, viewer);
    const json_t *left = json_object_get(json_object_get(s, "clock"), "left");
    const long ms = (long)json_integer_value(json_array_get(left, seat));

    json_decref(s);
    return ms;
}

static void a_live_clock_counts_while_nobody_follows(void **state)
{
    char line[REC_LINE_MAX];
    evening e;
    unsigned who;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, live);
    who = evening_mover(&e, &n, line, 0);
    for (unsigned i = 0; i < 2; i++)
        drop_answer(peer_do(&e.peer[i], "'do':'unfollow','table':'%s'", e.table));
    world_pass(&e.w, 170 * SECOND_MS);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 1);
    assert_int_equal(left_of(&e, who, who), 130 * SECOND_MS);
    evening_end(&e);
}

static void a_lost_connection_is_one_that_no_page_of_hers_has(void **state)
{
    char line[REC_LINE_MAX];
    srv_peer page;
    evening e;
    unsigned who;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, live);
    who = evening_mover(&e, &n, line, 0);
    peer_open(&page, &e.w, e.cookie[who]); /* looks at the lobby */
    peer_close(&e.peer[who]);
    world_turn(&e.w);
    world_pass(&e.w, 20 * SECOND_MS);
    assert_int_equal(left_of(&e, 1 - who, who), 280 * SECOND_MS);
    peer_close(&page);
    world_turn(&e.w);
    world_pass(&e.w, 20 * SECOND_MS);
    assert_int_equal(left_of(&e, 1 - who, who), 280 * SECOND_MS);
    peer_open(&page, &e.w, e.cookie[who]);
    world_pass(&e.w, 20 * SECOND_MS);
    assert_int_equal(left_of(&e, 1 - who, who), 260 * SECOND_MS);
    peer_close(&page);
    evening_end(&e);
}

static void assert_running(json_t *frame, long seat)
{
    const json_t *const clock = json_object_get(frame, "clock");

    assert_non_null(clock);
    if (seat)
        assert_int_equal(number_at(clock, "running"), seat);
    else
        assert_true(json_is_null(json_object_get(clock, "running")));
    json_decref(frame);
}

static void presence_tells_whether_a_clock_stands(void **state)
{
    char line[REC_LINE_MAX];
    srv_peer *other;
    evening e;
    json_t *frame;
    unsigned who;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, live);
    who = evening_mover(&e, &n, line, 0);
    other = &e.peer[1 - who];
    peer_forget(other);
    peer_close(&e.peer[who]);
    world_turn(&e.w);
    frame = next_is(other, "presence"); /* she is gone; nobody knows yet for good */
    assert_int_equal(number_at(frame, "seat"), who + 1);
    assert_null(json_object_get(frame, "clock"));
    json_decref(frame);
    assert_running(next_is(other, "presence"), 0);

    world_pass(&e.w, MINUTE_MS + SECOND_MS);
    assert_running(next_is(other, "presence"), who + 1);
    assert_null(peer_next(other));

    peer_open(&e.peer[who], &e.w, e.cookie[who]);
    drop_answer(peer_do(&e.peer[who], "'do':'follow','table':'%s'", e.table));
    frame = next_is(other, "presence");
    assert_null(json_object_get(frame, "clock")); /* it runs on */
    json_decref(frame);
    evening_end(&e);
}

static void a_restart_gives_no_grace_back(void **state)
{
    char line[REC_LINE_MAX];
    evening e;
    unsigned who;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, live);
    who = evening_mover(&e, &n, line, 0);
    world_pass(&e.w, 30 * SECOND_MS);
    peer_close(&e.peer[who]);
    world_turn(&e.w);
    world_pass(&e.w, 80 * SECOND_MS); /* 60 of grace, 20 of time */
    for (unsigned i = 0; i < 2; i++) {
        if (i == 0)
            srv_hub_ending(e.w.hub);
        for (unsigned k = 0; k < PEOPLE; k++)
            e.peer[k].open = false;
        world_crash(&e.w);
        evening_reconnect(&e);
        assert_int_equal(left_of(&e, who, who), 250 * SECOND_MS);
        peer_close(&e.peer[who]);
        world_turn(&e.w);
        world_pass(&e.w, 10 * SECOND_MS);
        assert_int_equal(left_of(&e, 1 - who, who), 240 * SECOND_MS);
    }
    evening_end(&e);
}

/* ---- Whose turn it is ---- */

static bool is_my_turn(evening *e, unsigned who)
{
    json_t *s = peer_do(&e->peer[who], "'do':'mine'");
    const json_t *const table = json_array_get(json_object_get(s, "tables"), 0);
    const bool turn = json_is_true(json_object_get(table, "my_turn"));

    assert_string_equal(text_at(table, "id"), e->table);
    json_decref(s);
    return turn;
}

static void a_pause_a_resignation_and_a_stand_in_are_no_turn(void **state)
{
    char line[REC_LINE_MAX];
    evening e;
    json_t *s;
    unsigned who;
    long n;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, ",'clock':{'kind':'live','minutes':1,'increment_s':0}");
    who = evening_mover(&e, &n, line, 0);
    assert_true(is_my_turn(&e, who));
    assert_false(is_my_turn(&e, 1 - who));

    s = peer_do(&e.peer[who], "'do':'propose','kind':'pause','table':'%s','after':%ld",
                e.table, n);
    n = number_at(json_object_get(s, "proposal"), "id");
    json_decref(s);
    drop_answer(peer_do(&e.peer[1 - who],
                        "'do':'consent','table':'%s','proposal':%ld,'yes':true", e.table,
                        n));
    assert_false(is_my_turn(&e, who));
    drop_answer(peer_do(&e.peer[who], "'do':'resume','table':'%s'", e.table));
    assert_true(is_my_turn(&e, who));

    drop_answer(peer_do(&e.peer[who], "'do':'mine','follow':true"));
    peer_forget(&e.peer[who]);
    world_pass(&e.w, MINUTE_MS);
    s = next_is(&e.peer[who], "mine"); /* out of time */
    assert_true(json_is_false(json_object_get(json_object_get(s, "table"), "my_turn")));
    json_decref(s);
    assert_false(is_my_turn(&e, who));
    evening_end(&e);
}

/* Plays until an offer waits for someone; her number. */
static unsigned play_to_offer(evening *e)
{
    char line[REC_LINE_MAX];
    long n;

    for (unsigned i = 0; i < 3000; i++) {
        const unsigned who = evening_mover(e, &n, line, 0);
        if (strstr(line, " claim") || strstr(line, " pass"))
            return who;
        evening_play(e, i * 7919);
    }
    fail_msg("no treasure is shared out");
    return 0;
}

static void an_offer_that_a_standing_answer_takes_is_no_turn(void **state)
{
    char frame[100];
    evening e;
    json_t *s;
    unsigned who;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    who = play_to_offer(&e);
    assert_true(is_my_turn(&e, who));
    for (unsigned i = 0; i < 2; i++) {
        drop_answer(peer_do(&e.peer[i], "'do':'mine','follow':true"));
        peer_forget(&e.peer[i]);
    }
    drop_answer(
        peer_do(&e.peer[who], "'do':'standing','table':'%s','claim_all':true", e.table));
    assert_null(peer_next(&e.peer[1 - who])); /* nobody else learns of it */
    assert_false(is_my_turn(&e, who));
    snprintf(frame, sizeof frame, "{\"do\":\"standing\",\"table\":\"%s\"}", e.table);
    peer_send(&e.peer[who], frame);
    world_turn(&e.w);
    s = next_is(&e.peer[who], "mine");
    assert_true(json_is_true(json_object_get(json_object_get(s, "table"), "my_turn")));
    json_decref(s);

    /* At rest, too. */
    for (unsigned i = 0; i < 2; i++)
        drop_answer(peer_do(&e.peer[i], "'do':'unfollow','table':'%s'", e.table));
    world_pass(&e.w, 10 * MINUTE_MS);
    assert_int_equal(srv_hub_figures(e.w.hub).tables, 0);
    assert_true(is_my_turn(&e, who));
    drop_answer(peer_do(&e.peer[who], "'do':'resign','table':'%s'", e.table));
    assert_false(is_my_turn(&e, who));
    evening_end(&e);
}

/* ---- Several devices, and coming back ---- */

static void a_client_that_resumes_learns_what_is_no_event(void **state)
{
    static const char *const same[] = {"clock", "standing", "notes", "muted"};
    json_t *s, *resumed;
    evening e;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, ",'watchable':true,'clock':{'kind':'live','minutes':5}");
    drop_answer(
        peer_do(&e.peer[0], "'do':'standing','table':'%s','claim_from':4", e.table));
    drop_answer(
        peer_do(&e.peer[0], "'do':'notes','table':'%s','text':'beware'", e.table));
    drop_answer(peer_do(&e.peer[0],
                        "'do':'mute','table':'%s','guest':'5da7d72b1b91eb01','on':true",
                        e.table));
    peer_close(&e.peer[1]);
    world_turn(&e.w);
    s = evening_snapshot(&e, 0);
    resumed = peer_do(&e.peer[0], "'do':'follow','table':'%s','after':%ld", e.table,
                      number_at(s, "n"));
    assert_null(json_object_get(resumed, "is"));
    assert_true(
        json_equal(json_object_get(s, "table"), json_object_get(resumed, "about")));
    for (unsigned i = 0; i < sizeof same / sizeof *same; i++) {
        assert_non_null(json_object_get(resumed, same[i]));
        assert_true(
            json_equal(json_object_get(s, same[i]), json_object_get(resumed, same[i])));
    }
    assert_string_equal(text_at(resumed, "notes"), "beware");
    json_decref(resumed);
    resumed = peer_do(&e.peer[2], "'do':'follow','table':'%s','after':%ld", e.table,
                      number_at(s, "n"));
    assert_non_null(json_object_get(resumed, "clock"));
    for (unsigned i = 1; i < sizeof same / sizeof *same; i++)
        assert_null(json_object_get(resumed, same[i]));
    json_decref(resumed);
    json_decref(s);
    evening_end(&e);
}

static void what_is_private_is_told_to_her_other_devices(void **state)
{
    srv_peer page;
    evening e;
    json_t *s;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, "");
    peer_open(&page, &e.w, e.cookie[0]);
    drop_answer(peer_do(&page, "'do':'follow','table':'%s'", e.table));
    peer_forget(&e.peer[0]);
    peer_forget(&e.peer[1]);
    drop_answer(peer_do(&page, "'do':'standing','table':'%s','claim_from':4", e.table));
    drop_answer(peer_do(&page, "'do':'notes','table':'%s','text':'beware'", e.table));
    drop_answer(peer_do(
        &page, "'do':'mute','table':'%s','guest':'5da7d72b1b91eb01','on':true", e.table));
    peer_refused(&page, "bad", "bad_coins",
                 "'do':'standing','table':'%s','pass_below':true", e.table);
    assert_null(peer_next(&page));
    assert_null(peer_next(&e.peer[1]));
    s = next_is(&e.peer[0], "private");
    assert_string_equal(text_at(s, "table"), e.table);
    assert_int_equal(number_at(json_object_get(s, "standing"), "claim_from"), 4);
    assert_string_equal(text_at(s, "notes"), "");
    json_decref(s);
    s = next_is(&e.peer[0], "private");
    assert_string_equal(text_at(s, "notes"), "beware");
    assert_int_equal(json_array_size(json_object_get(s, "muted")), 0);
    json_decref(s);
    s = next_is(&e.peer[0], "private");
    assert_int_equal(json_array_size(json_object_get(s, "muted")), 1);
    assert_null(json_object_get(s, "n"));
    json_decref(s);
    assert_null(peer_next(&e.peer[0]));
    peer_close(&page);
    evening_end(&e);
}

static void a_table_is_made_with_answers_that_people_begin_with(void **state)
{
    static const char *const bad[] = {
        "'standing':7", "'standing':[7,null]", "'standing':[null,{'claim_from':99}]",
        "'standing':[null,{'claim_all':1}]", "'standing':[null,null,null]"};
    evening e;
    json_t *s;

    (void)state;
    evening_begin(&e, 1);
    for (unsigned i = 0; i < sizeof bad / sizeof *bad; i++)
        peer_refused(&e.peer[0], "bad", "bad_field",
                     "'do':'create','seats':['me','open'],%s", bad[i]);
    evening_table(&e, "'seats':['me','open'],'open':true,'standing':[null,"
                      "{'claim_from':4,'pass_below':true}]");
    drop_answer(peer_do(&e.peer[1], "'do':'join','table':'%s'", e.table));
    s = evening_snapshot(&e, 1);
    assert_int_equal(number_at(json_object_get(s, "standing"), "claim_from"), 4);
    json_decref(s);
    peer_forget(&e.peer[1]);
    drop_answer(peer_do(
        &e.peer[0], "'do':'standing','table':'%s','seat':2,'claim_all':true", e.table));
    s = next_is(&e.peer[1], "private");
    assert_true(
        json_is_true(json_object_get(json_object_get(s, "standing"), "claim_all")));
    json_decref(s);
    peer_refused(&e.peer[1], "forbidden", "not_host",
                 "'do':'standing','table':'%s','seat':2", e.table);
    evening_end(&e);
}

/* ---- Talk ---- */

static void spectators_talk_comes_out_at_the_end(void **state)
{
    evening e;
    json_t *s;
    const json_t *chat;

    (void)state;
    evening_begin(&e, 1);
    evening_game(&e, 2, ",'watchable':true");
    drop_answer(peer_do(&e.peer[2], "'do':'follow','table':'%s'", e.table));
    drop_answer(peer_do(&e.peer[2], "'do':'say','table':'%s','text':'one'", e.table));
    drop_answer(peer_do(&e.peer[0], "'do':'say','table':'%s','text':'two'", e.table));
    drop_answer(peer_do(&e.peer[2], "'do':'say','table':'%s','text':'three'", e.table));
    drop_answer(peer_do(&e.peer[1], "'do':'resign','table':'%s'", e.table));
    s = peer_do(&e.peer[0], "'do':'follow','table':'%s','after':3,'chat_after':2",
                e.table);
    assert_int_equal(json_array_size(json_object_get(s, "chat")), 0);
    json_decref(s);
    for (unsigned i = 0; i < PEOPLE; i++)
        peer_forget(&e.peer[i]);

    drop_answer(peer_do(&e.peer[0], "'do':'claim_win','table':'%s'", e.table));
    s = next_is(&e.peer[1], "event");
    assert_string_equal(text_at(s, "kind"), "end");
    json_decref(s);
    for (unsigned i = 0; i < 2; i++)
        for (long n = 1; n <= 3; n += 2) {
            s = next_is(&e.peer[i], "chat");
            assert_int_equal(number_at(json_object_get(s, "message"), "n"), n);
            json_decref(s);
        }
    while ((s = peer_next(&e.peer[2]))) { /* who has read it is not told again */
        assert_string_not_equal(text_at(s, "is"), "chat");
        json_decref(s);
    }

    /* Who was not there at the end gets it with the next follow, and has two already. */
    s = peer_do(&e.peer[0], "'do':'follow','table':'%s','after':3,'chat_after':3",
                e.table);
    chat = json_object_get(s, "chat");
    assert_int_equal(json_array_size(chat), 2);
    assert_int_equal(number_at(json_array_get(chat, 0), "n"), 1);
    assert_int_equal(number_at(json_array_get(chat, 1), "n"), 3);
    json_decref(s);
    s = peer_do(&e.peer[2], "'do':'follow','table':'%s','after':3,'chat_after':3",
                e.table);
    assert_int_equal(json_array_size(json_object_get(s, "chat")), 0);
    json_decref(s);
    evening_end(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_live_clock_counts_while_nobody_follows),
        cmocka_unit_test(a_lost_connection_is_one_that_no_page_of_hers_has),
        cmocka_unit_test(presence_tells_whether_a_clock_stands),
        cmocka_unit_test(a_restart_gives_no_grace_back),
        cmocka_unit_test(a_pause_a_resignation_and_a_stand_in_are_no_turn),
        cmocka_unit_test(an_offer_that_a_standing_answer_takes_is_no_turn),
        cmocka_unit_test(a_client_that_resumes_learns_what_is_no_event),
        cmocka_unit_test(what_is_private_is_told_to_her_other_devices),
        cmocka_unit_test(a_table_is_made_with_answers_that_people_begin_with),
        cmocka_unit_test(spectators_talk_comes_out_at_the_end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
