#include "guests.h"

#include "support.h"
#include "table/core.h"

/* ---- Tables ---- */

tbl_table *table_with(world *w, unsigned players, unsigned people, tbl_clock clock,
                      unsigned options)
{
    const tbl_env env = world_env(w);
    const tbl_settings settings = {.clock = clock,
                                   .players = (uint8_t)players,
                                   .options = (uint8_t)options,
                                   .island = TBL_RANDOM_ISLAND,
                                   .open = true,
                                   .watchable = true};
    tbl_seat seats[TOB_SEATS] = {{0}};
    tbl_answer answer;
    tbl_table *t;

    for (unsigned i = 0; i < players; i++) {
        seats[i].who = i == 0 ? TBL_PERSON : i < people ? TBL_OPEN : TBL_LEVEL;
        seats[i].level = AI_EASY;
    }
    t = tbl_new(&env, &settings, seats, 1, "Ada B.", &answer);
    assert_non_null(t);
    for (unsigned guest = 1; guest <= people; guest++) {
        uint8_t share[FAIR_SHARE] = {(uint8_t)guest, 7};
        char name[16];
        snprintf(name, sizeof name, "Guest %u", guest);
        if (guest > 1)
            assert_int_equal(tbl_join(t, guest, name, TBL_NO_SEAT, false).code, TBL_DONE);
        tbl_presence(t, guest, true);
        assert_int_equal(tbl_contribute(t, guest, share).code, TBL_DONE);
    }
    return t;
}

tbl_table *game_with(world *w, unsigned players, unsigned people, tbl_clock clock,
                     unsigned options)
{
    tbl_table *t = table_with(w, players, people, clock, options);

    assert_int_equal(tbl_start(t, 1).code, TBL_DONE);
    return t;
}

/* ---- Comparing ---- */

/* Cuts out who is connected, and whether a clock stands for that. */
static void forget_presence(char *text)
{
    static const char *const keys[] = {"\"here\":", "\"running\":"};
    char *to = text;

    while (*text) {
        size_t length = 0;
        for (unsigned i = 0; i < 2; i++)
            if (strncmp(text, keys[i], strlen(keys[i])) == 0)
                length = strlen(keys[i]);
        if (length)
            text += length + strcspn(text + length, ",}");
        else
            *to++ = *text++;
    }
    *to = '\0';
}

void assert_same(const tbl_table *a, const tbl_table *b, uint32_t since)
{
    const uint64_t guests[] = {1, 2, 3, 4, STRANGER};

    assert_int_equal(tbl_event_count(a), tbl_event_count(b));
    assert_int_equal(tbl_state_of(a), tbl_state_of(b));
    assert_int_equal(tbl_to_move(a), tbl_to_move(b));
    for (unsigned i = 0; i < sizeof guests / sizeof guests[0]; i++) {
        host_text one = {0}, two = {0};
        const tob_viewer viewer = tbl_viewer_of(a, guests[i]);

        assert_true(tob_viewer_equal(viewer, tbl_viewer_of(b, guests[i])));
        tbl_snapshot_json(a, "id", guests[i], &one);
        tbl_snapshot_json(b, "id", guests[i], &two);
        tbl_chat_json(a, guests[i], 0, &one);
        tbl_chat_json(b, guests[i], 0, &two);
        for (uint32_t n = since; n <= tbl_event_count(a); n++) {
            tbl_event_json(a, n, viewer, n == tbl_event_count(a), &one);
            tbl_event_json(b, n, viewer, n == tbl_event_count(b), &two);
        }
        forget_presence(one.bytes);
        forget_presence(two.bytes);
        assert_string_equal(one.bytes, two.bytes);
        host_text_clear(&one);
        host_text_clear(&two);
    }
}

/* ---- Playing ---- */

void play_on(world *w, tbl_table *t)
{
    const unsigned mover = tbl_to_move(t);
    const tbl_seat *seat = tbl_seat_of(t, mover);
    static tbl_question question;
    char line[REC_LINE_MAX];
    tbl_answer answer;

    if (is_played(seat)) {
        if (tbl_ask_bot(t, &question))
            tbl_bot_answer(t, question.event, random_move(w, t));
        if (tbl_due(t) != UINT64_MAX && tbl_due(t) > w->now)
            world_wait(w, tbl_due(t) - w->now);
        tbl_tick(t);
        return;
    }
    answer =
        tbl_move(t, seat->device[0], tbl_event_count(t), line, random_line(w, t, line));
    if (answer.code != TBL_DONE)
        fail_msg("'%s' is refused: %s", line, answer.text);
}
