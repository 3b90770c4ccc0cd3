/* The table core, rule by rule: seats, start, lines, undo, consent, clocks, standing
 * answers, bots, the end, talk. */
#include "guests.h"
#include "support.h"
#include "table/core.h"

static const tbl_clock no_clock = {.stand_in = AI_EASY};
static const tbl_clock live = {
    .kind = TBL_CLOCK_LIVE, .minutes = 5, .increment_s = 10, .stand_in = AI_EASY};
static const tbl_clock days = {
    .kind = TBL_CLOCK_DAYS, .days = 2, .weekends = true, .stand_in = AI_EASY};

static world w;

/* Fails unless the answer is a refusal with this name, and nothing has changed. */
#define assert_refused(t, call, code_, name_)                          \
    do {                                                               \
        const uint32_t count_ = tbl_event_count(t);                    \
        const tbl_answer answer_ = (call);                             \
        assert_int_equal(answer_.code, (code_));                       \
        assert_string_equal(answer_.name, (name_));                    \
        assert_non_null(answer_.text);                                 \
        assert_int_equal(answer_.text[strlen(answer_.text) - 1], '.'); \
        assert_int_equal(tbl_event_count(t), count_);                  \
    } while (0)

#define assert_done(call) assert_int_equal((call).code, TBL_DONE)

/* Does the JSON of an event hold this? */
static void assert_event(const tbl_table *t, uint32_t event, tob_viewer viewer,
                         const char *part)
{
    host_text out = {0};

    tbl_event_json(t, event, viewer, true, &out);
    if (!strstr(out.bytes, part))
        fail_msg("%s\nlacks %s", out.bytes, part);
    host_text_clear(&out);
}

static void assert_last(const tbl_table *t, const char *part)
{
    assert_event(t, tbl_event_count(t), tob_viewer_spectator(), part);
}

static int set_up(void **state)
{
    (void)state;
    world_init(&w, 1);
    return 0;
}

static int tear_down(void **state)
{
    (void)state;
    world_clear(&w);
    return 0;
}

/* Plays until the condition holds for the mover; the test fails if it never does. */
static void play_until(tbl_table *t, bool (*holds)(const tbl_table *t))
{
    for (unsigned i = 0; i < 20000 && tbl_state_of(t) == TBL_PLAYING; i++) {
        if (holds(t))
            return;
        play_on(&w, t);
    }
    fail_msg("what the test needs does not happen");
}

static bool past_setup(const tbl_table *t)
{
    return t->turn != TOB_NOBODY;
}

static bool at_offer(const tbl_table *t)
{
    return t->offer;
}

static bool after_move(const tbl_table *t)
{
    return t->turn == t->mover && t->record.reader.move.kind == TOB_MOVE_MOVE;
}

static bool of_two(const tbl_table *t)
{
    return past_setup(t) && t->mover == 1;
}

static uint64_t guest_of(const tbl_table *t, unsigned seat)
{
    return tbl_seat_of(t, seat)->device[0];
}

static tbl_answer say_line(tbl_table *t, uint64_t guest, const char *line)
{
    return tbl_move(t, guest, tbl_event_count(t), line, strlen(line));
}

/* ---- Making ---- */

static void settings_that_make_no_sense_are_refused(void **state)
{
    const tbl_env env = world_env(&w);
    const tbl_settings good = {.players = 3, .clock = no_clock};
    const tbl_seat seats[TOB_SEATS] = {{.who = TBL_PERSON}};
    tbl_settings bad[8];
    tbl_answer answer;
    tbl_table *t;

    (void)state;
    for (unsigned i = 0; i < 8; i++)
        bad[i] = good;
    bad[0].players = 1;
    bad[1].players = 5;
    bad[2].options = TOB_OPTION_TRIADS_RANDOM;
    bad[3].island = TOB_ISLANDS;
    bad[4].clock = (tbl_clock){.kind = TBL_CLOCK_LIVE};
    bad[5].clock = (tbl_clock){.kind = TBL_CLOCK_DAYS};
    bad[6].clock.stand_in = AI_LEVEL_COUNT;
    bad[7].clock.kind = 7;
    for (unsigned i = 0; i < 8; i++) {
        assert_null(tbl_new(&env, &bad[i], seats, 1, "Ada", &answer));
        assert_int_equal(answer.code, TBL_BAD);
        assert_string_equal(answer.name, "bad_settings");
    }
    assert_null(tbl_new(&env, &good, seats, 1, "", &answer));
    assert_null(tbl_new(&env, &good, seats, 1, "a\nb", &answer));
    assert_null(tbl_new(&env, &good, seats, 1, "\xff", &answer));
    t = tbl_new(&env, &good, seats, 1, "Ada", &answer);
    assert_int_equal(tbl_event_count(t), 1);
    assert_int_equal(tbl_host(t), 1);
    assert_int_equal(tbl_seat_of_guest(t, 1), 0);
    tbl_free(t);
}

static void two_people_cannot_be_made_at_once(void **state)
{
    const tbl_env env = world_env(&w);
    const tbl_settings settings = {.players = 2, .clock = no_clock};
    const tbl_seat both[TOB_SEATS] = {{.who = TBL_PERSON}, {.who = TBL_PERSON}};
    const tbl_seat program[TOB_SEATS] = {{.who = TBL_PERSON}, {.who = TBL_PROGRAM}};
    tbl_answer answer;

    (void)state;
    assert_null(tbl_new(&env, &settings, both, 1, "Ada", &answer));
    assert_null(tbl_new(&env, &settings, program, 1, "Ada", &answer));
}

/* ---- Before the start ---- */

static void seats_are_taken_left_and_filled(void **state)
{
    const tbl_env env = world_env(&w);
    const tbl_settings settings = {.players = 3, .clock = no_clock};
    const tbl_seat seats[TOB_SEATS] = {{.who = TBL_PERSON}};
    const uint8_t order[TOB_SEATS] = {2, 0, 1}, twice[TOB_SEATS] = {0, 0, 1};
    uint32_t link;
    tbl_answer answer;
    tbl_table *t = tbl_new(&env, &settings, seats, 1, "Ada", &answer);

    (void)state;
    assert_done(tbl_join(t, 2, "Ben", 2, false));
    assert_int_equal(tbl_seat_of_guest(t, 2), 2);
    assert_refused(t, tbl_join(t, 3, "Cy", 2, false), TBL_FULL, "no_free_seat");
    assert_refused(t, tbl_join(t, 3, "Cy", 9, false), TBL_BAD, "bad_seat");
    assert_refused(t, tbl_join(t, 2, "Ben", TBL_NO_SEAT, false), TBL_FORBIDDEN, "seated");
    assert_refused(t, tbl_join(t, 3, "", TBL_NO_SEAT, false), TBL_BAD, "bad_name");
    assert_done(tbl_join(t, 3, "Cy", TBL_NO_SEAT, true));
    assert_int_equal(tbl_seat_of(t, 1)->who, TBL_PROGRAM);
    assert_refused(t, tbl_kick(t, 2, 1), TBL_FORBIDDEN, "not_host");
    assert_done(tbl_kick(t, 1, 1));
    assert_int_equal(tbl_seat_of_guest(t, 3), TBL_NO_SEAT);
    assert_refused(t, tbl_kick(t, 1, 1), TBL_FORBIDDEN, "nobody");
    assert_refused(t, tbl_fill(t, 1, 2, AI_HARD), TBL_FORBIDDEN, "seat_taken");
    assert_refused(t, tbl_fill(t, 1, 1, AI_LEVEL_COUNT), TBL_BAD, "bad_level");
    assert_done(tbl_fill(t, 1, 1, AI_HARD));
    assert_done(tbl_fill(t, 1, 1, AI_EASY));
    assert_refused(t, tbl_order(t, 1, twice), TBL_BAD, "bad_order");
    link = tbl_seat_of(t, 0)->link;
    assert_done(tbl_order(t, 1, order));
    assert_int_equal(tbl_seat_of(t, 0)->link, link + 1); /* someone else sits there */
    assert_int_equal(tbl_seat_of_guest(t, 2), 0);
    assert_int_equal(tbl_seat_of_guest(t, 1), 1);
    assert_int_equal(tbl_seat_of(t, 2)->who, TBL_LEVEL);
    assert_done(tbl_leave(t, 2));
    assert_refused(t, tbl_leave(t, 2), TBL_FORBIDDEN, "no_seat");
    assert_int_equal(tbl_seat_of(t, 0)->who, TBL_OPEN);
    assert_last(t, "\"what\":\"left\"");
    tbl_free(t);
}

static void a_contribution_moves_with_its_seat(void **state)
{
    static const uint8_t zeros[FAIR_SHARE];
    const uint8_t order[TOB_SEATS] = {1, 0};
    tbl_table *t = table_with(&w, 2, 2, no_clock, 0);

    (void)state;
    assert_refused(t, tbl_contribute(t, 1, (const uint8_t[FAIR_SHARE]){3}), TBL_FORBIDDEN,
                   "contributed");
    assert_refused(t, tbl_contribute(t, STRANGER, (const uint8_t[FAIR_SHARE]){3}),
                   TBL_FORBIDDEN, "no_seat");
    assert_done(tbl_order(t, 1, order));
    assert_int_equal(t->source.share[0][0], 2);
    assert_int_equal(t->source.share[1][0], 1);
    assert_done(tbl_leave(t, 2));
    assert_memory_equal(t->source.share[0], zeros, FAIR_SHARE);
    assert_done(tbl_join(t, 3, "Cy", TBL_NO_SEAT, false));
    assert_refused(t, tbl_contribute(t, 3, zeros), TBL_BAD, "bad_bytes");
    assert_refused(t, tbl_start(t, 1), TBL_FORBIDDEN, "not_ready");
    tbl_free(t);
}

static void the_start_waits_for_everyone(void **state)
{
    tbl_table *t = table_with(&w, 3, 2, no_clock, 0);

    (void)state;
    assert_refused(t, tbl_start(t, 2), TBL_FORBIDDEN, "not_host");
    assert_done(tbl_kick(t, 1, 2));
    assert_refused(t, tbl_start(t, 1), TBL_FORBIDDEN, "open_seat");
    assert_done(tbl_fill(t, 1, 2, AI_RANDOM));
    assert_refused(t, say_line(t, 1, "1 end"), TBL_FORBIDDEN, "not_started");
    assert_done(tbl_start(t, 1));
    assert_int_equal(tbl_state_of(t), TBL_PLAYING);
    assert_event(t, tbl_event_count(t), tob_viewer_of(1),
                 "\"record\":\"tobago 1\\nplayers Ada_B. Guest_2 green-random\\nisland ");
    assert_event(t, tbl_event_count(t), tob_viewer_of(1), "view 2\\n");
    assert_last(t, "\"contributions\":[\"01070000");
    assert_refused(t, tbl_start(t, 1), TBL_FORBIDDEN, "started");
    assert_refused(t, tbl_kick(t, 1, 1), TBL_FORBIDDEN, "started");
    assert_refused(t, tbl_leave(t, 1), TBL_FORBIDDEN, "started");
    assert_refused(t, tbl_join(t, 5, "Eve", 0, false), TBL_FULL, "no_free_seat");
    tbl_free(t);
}

static void names_in_the_record_are_words(void **state)
{
    static const struct {
        const char *name, *wanted;
    } cases[] = {
        {"Ada B.", "Ada_B."},
        {"Chloé", "Chloé"},
        {"   ", "red"},
        {"äääääääääääääääääääää", "ääääääääääääääää"},
        {"aäääääääääääääääääääää", "aäääääääääääääää"},
    };
    char earlier[TOB_SEATS][REC_NAME_MAX + 1] = {"Ada_B.", "Ada_B.-2"};
    char out[REC_NAME_MAX + 1];
    tbl_seat seat = {.who = TBL_PERSON};

    (void)state;
    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        snprintf(seat.name, sizeof seat.name, "%s", cases[i].name);
        name_for_record(&seat, 0, earlier, out);
        assert_string_equal(out, cases[i].wanted);
    }
    snprintf(seat.name, sizeof seat.name, "Ada B.");
    name_for_record(&seat, 2, earlier, out);
    assert_string_equal(out, "Ada_B.-3");
    memset(earlier[0], 'x', REC_NAME_MAX);
    memset(seat.name, 'x', REC_NAME_MAX + 4);
    name_for_record(&seat, 1, earlier, out);
    assert_string_equal(out, "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxx-2");
}

static void links_are_shared_and_revoked(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    const uint32_t link = tbl_seat_of(t, 0)->link;

    (void)state;
    for (uint64_t guest = 11; guest < 11 + TBL_DEVICES - 1; guest++)
        assert_done(tbl_add_device(t, 0, guest));
    assert_int_equal(tbl_seat_of_guest(t, 11), 0);
    assert_refused(t, tbl_add_device(t, 0, 50), TBL_FULL, "devices");
    assert_refused(t, tbl_add_device(t, 1, 11), TBL_FORBIDDEN, "seated");
    assert_refused(t, tbl_add_device(t, 7, 11), TBL_BAD, "bad_seat");
    tbl_presence(t, 11, true);
    tbl_presence(t, 11, true);
    assert_int_equal(tbl_seat_of(t, 0)->here, 3);
    assert_done(tbl_revoke_seat(t, 12));
    assert_int_equal(tbl_seat_of_guest(t, 1), 0);
    assert_int_equal(tbl_seat_of_guest(t, 11), TBL_NO_SEAT);
    assert_int_equal(tbl_seat_of(t, 0)->link, link + 1);
    assert_int_equal(tbl_seat_of(t, 0)->here, 1);
    assert_refused(t, tbl_revoke_seat(t, 12), TBL_FORBIDDEN, "no_seat");
    assert_refused(t, tbl_revoke_invite(t, 2), TBL_FORBIDDEN, "not_host");
    assert_done(tbl_revoke_invite(t, 1));
    assert_int_equal(tbl_settings_of(t)->invite, 1);
    tbl_free(t);
}

/* ---- Lines ---- */

static void a_line_is_judged_by_seat_then_turn_then_view(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    char line[REC_LINE_MAX], words[64];
    size_t length;
    unsigned mover;
    tbl_answer answer;

    (void)state;
    play_until(t, past_setup);
    mover = tbl_to_move(t);
    length = random_line(&w, t, line);
    assert_refused(t, tbl_move(t, STRANGER, tbl_event_count(t), line, length),
                   TBL_FORBIDDEN, "no_seat");
    assert_refused(t, tbl_move(t, guest_of(t, !mover), tbl_event_count(t), line, length),
                   TBL_FORBIDDEN, "not_your_turn");
    snprintf(words, sizeof words, "%u end", !mover + 1);
    assert_refused(t, say_line(t, guest_of(t, mover), words), TBL_FORBIDDEN,
                   "not_your_line");
    assert_refused(t, say_line(t, guest_of(t, mover), "nature curse"), TBL_FORBIDDEN,
                   "not_your_line");
    snprintf(words, sizeof words, "%u leg a99", mover + 1);
    answer = say_line(t, guest_of(t, mover), words);
    assert_int_equal(answer.code, TBL_REFUSED);
    assert_null(answer.name);
    assert_string_equal(answer.error.token, "a99");
    snprintf(words, sizeof words, "%u claim", mover + 1);
    answer = say_line(t, guest_of(t, mover), words);
    assert_int_equal(answer.code, TBL_REFUSED);
    assert_int_not_equal(answer.error.reason, TOB_OK);
    assert_string_equal(answer.text, answer.error.text);
    answer = tbl_move(t, guest_of(t, mover), tbl_event_count(t), line, length);
    assert_int_equal(answer.code, TBL_DONE);
    assert_int_equal(answer.event, tbl_event_count(t));
    for (unsigned seat = 0; seat < 2; seat++) {
        host_text out = {0};
        tbl_event_json(t, tbl_event_count(t), tob_viewer_of(seat), true, &out);
        assert_int_equal(strstr(out.bytes, "\"legal\":[") != NULL,
                         seat == tbl_to_move(t));
        out.length = 0;
        tbl_event_json(t, tbl_event_count(t), tob_viewer_of(seat), false, &out);
        assert_null(strstr(out.bytes, "legal"));
        assert_null(strstr(out.bytes, "to_move"));
        host_text_clear(&out);
    }
    tbl_free(t);
}

static void a_move_is_played_once(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    const uint32_t after = tbl_event_count(t);
    const uint64_t guest = guest_of(t, tbl_to_move(t));
    char line[REC_LINE_MAX], other[REC_LINE_MAX];
    const size_t length = random_line(&w, t, line);
    tbl_answer answer;

    (void)state;
    assert_done(tbl_move(t, guest, after, line, length));
    answer = tbl_move(t, guest, after, line, length);
    assert_int_equal(answer.code, TBL_REPEATED);
    assert_int_equal(answer.event, after + 1);
    assert_int_equal(tbl_event_count(t), after + 1);
    assert_refused(t, tbl_move(t, guest, after, "1 end", 5), TBL_STALE, "stale");
    assert_refused(t, tbl_move(t, guest, after + 7, line, length), TBL_STALE, "stale");
    assert_refused(t, tbl_move(t, guest == 1 ? 2 : 1, after, line, length), TBL_STALE,
                   "stale");
    play_on(&w, t);
    assert_int_equal(tbl_move(t, guest, after, line, length).code, TBL_REPEATED);
    random_line(&w, t, other);
    tbl_free(t);
}

static void nature_answers_in_the_same_event(void **state)
{
    tbl_table *t = game_with(&w, 3, 3, no_clock, TOB_OPTION_PLACED);
    unsigned followed = 0;

    (void)state;
    for (unsigned i = 0; i < 400 && tbl_state_of(t) == TBL_PLAYING; i++) {
        const uint32_t before = t->lines;
        play_on(&w, t);
        for (uint32_t line = before; line < t->lines; line++)
            assert_int_equal(t->note[line].maker == TOB_NATURE, line > before);
        followed += t->lines > before + 1;
        assert_int_not_equal(tob_to_move(&t->record.reader.game), TOB_NATURE);
    }
    assert_true(followed > 20);
    tbl_free(t);
}

static void draws_are_those_of_the_proof(void **state)
{
    static rec_reader reader;
    static tob_moves moves;
    tbl_table *t = game_with(&w, 4, 4, no_clock, 0);
    host_text proof = {0}, record = {0};
    rec_hosted hosted;
    rec_buffers buffers = {malloc(REC_BYTES_MAX),
                           malloc(REC_LINES_MAX * sizeof(uint32_t)), REC_BYTES_MAX,
                           REC_LINES_MAX};
    fair_verdict verdict;
    uint32_t length;

    (void)state;
    assert_false(tbl_proof(t, &proof));
    for (unsigned i = 0; i < 3000 && tbl_state_of(t) == TBL_PLAYING; i++) {
        const unsigned seat = tbl_to_move(t);
        play_on(&w, t);
        if (i % 50 == 49 && tbl_state_of(t) == TBL_PLAYING &&
            t->note[t->lines - 2].seat_next)
            if (tbl_undo(t, guest_of(t, seat), tbl_event_count(t), t->lines - 1).code ==
                    TBL_DONE &&
                t->proposal.kind)
                for (unsigned other = 0; other < 4; other++)
                    tbl_consent(t, guest_of(t, other), t->proposal.id, true);
    }
    if (tbl_state_of(t) == TBL_PLAYING)
        assert_done(tbl_close(t, "expired"));
    assert_true(tbl_proof(t, &proof));
    rec_hosted_init(&hosted, &reader, buffers);
    verdict = rec_proof_check(proof.bytes, proof.length, &hosted, &moves);
    if (verdict.line)
        fail_msg("line %u of the proof: %s", verdict.line, verdict.text);
    assert_true(verdict.draws > 50);
    tbl_record(t, tob_viewer_of(2), &record);
    assert_memory_equal(record.bytes, rec_hosted_text(&hosted, &length), record.length);
    assert_int_equal(record.length, length);
    host_text_clear(&proof);
    host_text_clear(&record);
    free(buffers.text);
    free(buffers.end);
    tbl_free(t);
}

/* ---- Undo and consent ---- */

static void a_move_that_shows_nothing_is_taken_back_at_once(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    uint32_t lines;
    unsigned seat;

    (void)state;
    play_until(t, after_move);
    seat = tbl_to_move(t);
    lines = t->lines - 1;
    assert_refused(t, tbl_undo(t, guest_of(t, seat), tbl_event_count(t) - 1, lines),
                   TBL_STALE, "stale");
    assert_refused(t, tbl_undo(t, guest_of(t, seat), tbl_event_count(t), t->lines),
                   TBL_BAD, "bad_lines");
    assert_refused(t, tbl_undo(t, guest_of(t, seat), tbl_event_count(t), 1), TBL_BAD,
                   "bad_lines");
    assert_done(tbl_undo(t, guest_of(t, seat), tbl_event_count(t), lines));
    assert_int_equal(t->lines, lines);
    assert_int_equal(t->record.hosted.lines, lines);
    assert_int_equal(t->proposal.kind, PROPOSE_NONE);
    assert_last(t, "\"kind\":\"undo\",\"lines\":");
    assert_int_equal(tbl_to_move(t), seat);
    tbl_free(t);
}

/* Lines that show something are mostly followed by nature's; 'cannot' (N2) need not be,
 * and is rare. So the note of an ordinary line stands in for it. */
static void a_move_that_shows_something_is_taken_back_by_consent(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    unsigned seat;

    (void)state;
    play_until(t, after_move);
    seat = tbl_to_move(t);
    assert_false(t->note[t->lines - 1].shown);
    t->note[t->lines - 1].shown = true;
    assert_done(tbl_undo(t, guest_of(t, seat), tbl_event_count(t), t->lines - 1));
    assert_int_equal(t->proposal.kind, PROPOSE_UNDO);
    tbl_free(t);
}

/* And what is noted as shown is what the engine says. */
static void cards_that_are_played_are_noted_as_shown(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    unsigned clues = 0, others = 0;

    (void)state;
    for (unsigned i = 0; i < 300 && tbl_state_of(t) == TBL_PLAYING; i++) {
        const uint32_t from = t->lines;
        uint32_t length;
        const char *line;
        bool clue;
        play_on(&w, t);
        line = rec_hosted_line(&t->record.hosted, from + 1, &length);
        clue = length > 6 && memcmp(line + 1, " clue ", 6) == 0;
        clues += clue && t->note[from].shown;
        others += clue != t->note[from].shown;
    }
    assert_true(clues > 5);
    assert_int_equal(others, 0);
    tbl_free(t);
}

static void another_s_move_is_taken_back_by_consent(void **state)
{
    tbl_table *t = game_with(&w, 3, 3, live, 0);
    uint32_t id, lines;
    unsigned seat, other, third;

    (void)state;
    play_until(t, after_move);
    seat = tbl_to_move(t);
    other = (seat + 1) % 3;
    third = (seat + 2) % 3;
    lines = t->lines - 1;
    assert_done(tbl_undo(t, guest_of(t, other), tbl_event_count(t), lines));
    id = tbl_event_count(t);
    assert_int_equal(t->lines, lines + 1);
    assert_last(t, "\"what\":\"asked\"");
    assert_last(t, "\"running\":null");
    assert_refused(t, tbl_propose_pause(t, guest_of(t, seat), id), TBL_FORBIDDEN,
                   "proposal_open");
    assert_refused(t, tbl_consent(t, guest_of(t, other), id, true), TBL_FORBIDDEN,
                   "not_asked");
    assert_refused(t, tbl_consent(t, guest_of(t, seat), id + 1, true), TBL_FORBIDDEN,
                   "no_proposal");
    assert_done(tbl_consent(t, guest_of(t, seat), id, true));
    assert_last(t, "\"what\":\"answered\"");
    assert_refused(t, tbl_consent(t, guest_of(t, seat), id, true), TBL_FORBIDDEN,
                   "not_asked");
    assert_done(tbl_consent(t, guest_of(t, third), id, true));
    assert_event(t, tbl_event_count(t) - 1, tob_viewer_spectator(),
                 "\"what\":\"agreed\"");
    assert_event(t, tbl_event_count(t) - 1, tob_viewer_spectator(),
                 "\"answers\":[true,true,true]");
    assert_int_equal(t->lines, lines);
    tbl_free(t);
}

static void one_no_is_enough_and_proposals_buy_no_time(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    unsigned seat;
    uint64_t left;

    (void)state;
    play_until(t, past_setup);
    seat = tbl_to_move(t);
    left = clock_now_left(t, seat);
    assert_done(tbl_propose_pause(t, guest_of(t, seat), tbl_event_count(t)));
    world_wait(&w, 30000);
    assert_true(clock_now_left(t, seat) == left);
    assert_done(tbl_consent(t, guest_of(t, !seat), t->proposal.id, false));
    assert_last(t, "\"what\":\"declined\"");
    assert_last(t, "false");
    assert_int_equal(t->proposal.kind, PROPOSE_NONE);
    assert_refused(t, tbl_propose_pause(t, guest_of(t, seat), tbl_event_count(t)),
                   TBL_FORBIDDEN, "asked_already");
    play_on(&w, t);
    assert_done(tbl_propose_pause(t, guest_of(t, seat), tbl_event_count(t)));
    assert_done(tbl_consent(t, guest_of(t, seat), t->proposal.id, false));
    assert_int_equal(t->proposal.kind, PROPOSE_NONE);
    tbl_free(t);
}

static void a_proposal_lapses_with_a_move_or_after_a_minute(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);

    (void)state;
    assert_done(tbl_propose_pause(t, 1, tbl_event_count(t)));
    play_on(&w, t);
    assert_int_equal(t->proposal.kind, PROPOSE_NONE);
    assert_int_equal(t->failed, 0);
    assert_done(tbl_propose_pause(t, 1, tbl_event_count(t)));
    assert_true(tbl_due(t) == w.now + PROPOSAL_MS);
    world_wait(&w, PROPOSAL_MS - 1);
    tbl_tick(t);
    assert_int_equal(t->proposal.kind, PROPOSE_PAUSE);
    world_wait(&w, 1);
    tbl_tick(t);
    assert_int_equal(t->proposal.kind, PROPOSE_NONE);
    assert_last(t, "\"what\":\"lapsed\"");
    assert_last(t, "\"answers\":[true,null]");
    tbl_free(t);
}

static void against_bots_any_decision_is_taken_back(void **state)
{
    tbl_table *t = game_with(&w, 2, 1, no_clock, 0);
    uint32_t back = 0;

    (void)state;
    play_until(t, past_setup);
    for (unsigned i = 0; i < 30; i++)
        play_on(&w, t);
    for (uint32_t line = t->record.hosted.header; line + 20 < t->lines; line++)
        if (t->note[line - 1].seat_next)
            back = line;
    assert_true(back > 0);
    assert_done(tbl_undo(t, 1, tbl_event_count(t), back));
    assert_int_equal(t->lines, back);
    play_on(&w, t);
    assert_true(t->lines > back);
    tbl_free(t);
}

static void absent_people_agree(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);

    (void)state;
    tbl_presence(t, 2, false);
    assert_done(tbl_propose_pause(t, 1, tbl_event_count(t)));
    assert_int_equal(t->proposal.kind, PROPOSE_PAUSE); /* gone for a moment only */
    assert_done(tbl_consent(t, 1, t->proposal.id, false));
    play_on(&w, t);
    world_wait(&w, ABSENT_MS);
    assert_done(tbl_propose_pause(t, 1, tbl_event_count(t)));
    assert_true(t->paused);
    tbl_free(t);
    t = game_with(&w, 2, 2, days, 0);
    tbl_presence(t, 2, false);
    world_wait(&w, 10 * ABSENT_MS);
    assert_done(tbl_propose_pause(t, 1, tbl_event_count(t)));
    assert_int_equal(t->proposal.kind, PROPOSE_PAUSE); /* nobody stays for days */
    tbl_free(t);
}

/* Whoever could take back alone what was shown would choose among draws. */
static void undo_past_what_was_shown_needs_someone_who_is_there(void **state)
{
    tbl_table *t = game_with(&w, 3, 2, no_clock, 0);
    uint32_t back;

    (void)state;
    play_until(t, past_setup);
    for (unsigned i = 0; i < 20; i++)
        play_on(&w, t);
    back = t->record.hosted.header;
    while (!t->note[back - 1].seat_next)
        back++;
    tbl_presence(t, 2, false);
    world_wait(&w, OFFER_MS);
    assert_refused(t, tbl_undo(t, 1, tbl_event_count(t), back), TBL_FORBIDDEN,
                   "all_absent");
    tbl_seen(t, 1, true, 0);
    assert_done(tbl_undo(t, 1, tbl_event_count(t), back));
    assert_int_equal(t->proposal.kind, PROPOSE_UNDO);
    assert_done(tbl_consent(t, 2, t->proposal.id, true));
    assert_int_equal(t->lines, back);
    play_on(&w, t);
    assert_done(tbl_resign(t, 2)); /* bots alone are left, and agree */
    assert_done(tbl_undo(t, 1, tbl_event_count(t), back));
    assert_int_equal(t->lines, back);
    tbl_free(t);
}

static void a_pause_stops_everything(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    const unsigned mover = tbl_to_move(t);
    char line[REC_LINE_MAX];
    uint64_t left;

    (void)state;
    assert_refused(t, tbl_resume(t, 1), TBL_FORBIDDEN, "not_paused");
    assert_done(tbl_propose_pause(t, 1, tbl_event_count(t)));
    assert_done(tbl_consent(t, 2, t->proposal.id, true));
    assert_true(t->paused);
    assert_true(tbl_due(t) == UINT64_MAX);
    left = t->left_ms[mover];
    world_wait(&w, HOUR_MS);
    tbl_tick(t);
    random_line(&w, t, line);
    assert_refused(t, say_line(t, guest_of(t, mover), line), TBL_FORBIDDEN, "paused");
    assert_refused(t, tbl_undo(t, 1, tbl_event_count(t), t->lines), TBL_BAD, "bad_lines");
    assert_refused(t, tbl_propose_pause(t, 1, tbl_event_count(t)), TBL_FORBIDDEN,
                   "paused");
    assert_done(tbl_resume(t, 2));
    assert_last(t, "\"what\":\"resumed\",\"seat\":2");
    assert_true(t->left_ms[mover] == left);
    assert_true(clock_runs(t));
    tbl_free(t);
}

static void nothing_is_taken_back_during_a_pause(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);

    (void)state;
    play_until(t, after_move);
    assert_done(tbl_propose_pause(t, 1, tbl_event_count(t)));
    assert_done(tbl_consent(t, 2, t->proposal.id, true));
    assert_refused(
        t, tbl_undo(t, guest_of(t, tbl_to_move(t)), tbl_event_count(t), t->lines - 1),
        TBL_FORBIDDEN, "paused");
    tbl_free(t);
}

static void a_pause_gives_a_clock_of_days_its_time_again(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, days, 0);

    (void)state;
    world_wait(&w, DAY_MS);
    assert_done(tbl_propose_pause(t, 1, tbl_event_count(t)));
    assert_done(tbl_consent(t, 2, t->proposal.id, true));
    world_wait(&w, 30 * DAY_MS);
    tbl_tick(t);
    assert_done(tbl_resume(t, 1));
    assert_true(tbl_due(t) == w.now + 2 * DAY_MS);
    tbl_free(t);
}

static void more_time_is_given_by_consent(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    const uint64_t left = t->left_ms[1];

    (void)state;
    assert_refused(t, tbl_propose_time(t, 1, tbl_event_count(t), 1, 0), TBL_BAD,
                   "bad_time");
    assert_refused(t, tbl_propose_time(t, 1, tbl_event_count(t), 1, 3601), TBL_BAD,
                   "bad_time");
    assert_refused(t, tbl_propose_time(t, 1, tbl_event_count(t), 2, 60), TBL_BAD,
                   "bad_seat");
    assert_done(tbl_propose_time(t, 1, tbl_event_count(t), 1, 60));
    assert_last(t, "\"kind\":\"time\",\"seat\":1,\"target\":2,\"seconds\":60");
    assert_done(tbl_consent(t, 2, t->proposal.id, true));
    assert_last(t, "\"what\":\"time\",\"seat\":2,\"seconds\":60");
    assert_true(t->left_ms[1] == left + MINUTE_MS);
    tbl_free(t);
    t = game_with(&w, 2, 2, no_clock, 0);
    assert_refused(t, tbl_propose_time(t, 1, tbl_event_count(t), 1, 60), TBL_FORBIDDEN,
                   "no_clock");
    tbl_free(t);
    t = game_with(&w, 2, 2, days, 0);
    assert_refused(t, tbl_propose_time(t, 1, tbl_event_count(t), !tbl_to_move(t), 60),
                   TBL_FORBIDDEN, "not_deciding");
    tbl_free(t);
}

/* ---- Clocks ---- */

static void a_live_clock_runs_for_who_decides(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    const unsigned seat = tbl_to_move(t);
    const uint64_t due = w.now + 5 * MINUTE_MS;

    (void)state;
    assert_true(tbl_due(t) == due);
    world_wait(&w, 20000);
    assert_true(tbl_due(t) == due);
    assert_true(clock_now_left(t, seat) == 280000);
    play_on(&w, t);
    assert_true(t->left_ms[seat] == 280000);
    assert_true(clock_now_left(t, !seat) == 300000);
    assert_last(t, "280000");
    tbl_free(t);
}

static void a_turn_earns_the_increment(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    unsigned seat;
    uint64_t left;

    (void)state;
    play_until(t, past_setup);
    for (unsigned turns = 0; turns < 6;) {
        seat = t->turn;
        left = t->left_ms[seat];
        assert_int_equal(seat, tbl_to_move(t));
        play_on(&w, t);
        if (t->turn != seat) {
            assert_true(t->left_ms[seat] == left + 10000);
            turns++;
        } else {
            assert_true(t->left_ms[seat] == left);
        }
        while (t->turn == tbl_to_move(t) ? false : tbl_state_of(t) == TBL_PLAYING)
            play_on(&w, t);
    }
    tbl_free(t);
}

static bool others_offer(const tbl_table *t)
{
    return t->offer && t->mover != t->turn;
}

static void an_answer_to_an_offer_earns_nothing(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    unsigned seat;
    uint64_t left;

    (void)state;
    play_until(t, others_offer);
    seat = tbl_to_move(t);
    left = t->left_ms[seat];
    world_wait(&w, 2000);
    play_on(&w, t);
    assert_true(t->left_ms[seat] == left - 2000);
    tbl_free(t);
}

static void a_lost_connection_stops_a_clock_for_a_minute(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    const unsigned seat = tbl_to_move(t);
    const uint64_t guest = guest_of(t, seat);

    (void)state;
    tbl_presence(t, guest, false);
    world_wait(&w, 40000);
    assert_true(clock_now_left(t, seat) == 300000);
    assert_true(tbl_clock_stands(t));
    assert_last(t, "\"running\":null");
    assert_true(tbl_due(t) == w.now - 40000 + GRACE_MS);
    tbl_presence(t, guest, true);
    assert_false(tbl_clock_stands(t));
    assert_true(tbl_due(t) == w.now + 300000);
    world_wait(&w, 10000);
    assert_true(clock_now_left(t, seat) == 290000);
    play_on(&w, t);
    assert_true(t->left_ms[seat] == 290000);
    assert_true(t->away_ms[seat] == 40000);
    while (tbl_to_move(t) != seat)
        play_on(&w, t);
    t->left_ms[seat] = 290000; /* whatever the set-up and turns have added */
    tbl_presence(t, guest, false);
    world_wait(&w, 30000);
    assert_true(clock_now_left(t, seat) == 280000); /* 20 of the 60 s were left */
    assert_false(tbl_clock_stands(t));
    tbl_free(t);
}

static void who_is_connected_elsewhere_has_lost_no_connection(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    const unsigned seat = tbl_to_move(t);
    const uint64_t guest = guest_of(t, seat);

    (void)state;
    assert_int_equal(tbl_clock_alone(t), TBL_NO_SEAT);
    tbl_presence(t, guest, false);
    assert_int_equal(tbl_clock_alone(t), seat);
    tbl_seen(t, seat, true, 0);
    world_wait(&w, 10000);
    assert_false(tbl_clock_stands(t));
    assert_true(clock_now_left(t, seat) == 290000);
    tbl_seen(t, seat, false, w.now);
    world_wait(&w, 10000);
    assert_true(tbl_clock_stands(t));
    assert_true(clock_now_left(t, seat) == 290000);
    tbl_seen(t, seat, true, 0);
    world_wait(&w, 5000);
    assert_true(clock_now_left(t, seat) == 285000);
    assert_true(t->lost_ms == 10000);
    tbl_free(t);
}

/* The table as the next process finds it; this one is freed. */
static tbl_table *restarted(tbl_table *t)
{
    const char *why;
    tbl_table *other;

    keep_values(&w, t);
    other = read_back(&w, t, &why);
    assert_non_null(other);
    tbl_free(t);
    return other;
}

static void a_clean_shutdown_keeps_the_clock(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    const unsigned seat = tbl_to_move(t);
    const uint64_t guest = guest_of(t, seat);

    (void)state;
    world_wait(&w, 20000);
    tbl_presence(t, guest, false);
    world_wait(&w, 30000);
    tbl_keep_clock(t);
    world_wait(&w, HOUR_MS); /* nobody loses time while there is no server */
    t = restarted(t);
    tbl_presence(t, guest, true);
    assert_true(clock_now_left(t, seat) == 280000);
    assert_true(t->lost_ms == 30000);
    play_on(&w, t);
    assert_true(t->left_ms[seat] == 280000);
    assert_true(t->away_ms[seat] == 30000);
    t = restarted(t); /* what was kept is of an earlier event now */
    assert_true(t->run_ms == 0 && t->lost_ms == 0);
    tbl_free(t);
}

static void a_crash_gives_no_grace_back(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    const unsigned seat = tbl_to_move(t);
    const uint64_t guest = guest_of(t, seat);

    (void)state;
    tbl_presence(t, guest, false);
    world_wait(&w, 40000);
    tbl_presence(t, guest, true);
    world_wait(&w, 7000);
    t = restarted(t);
    assert_true(t->lost_ms == 40000);
    assert_true(clock_now_left(t, seat) == 300000); /* but the time since then */
    tbl_presence(t, guest, true);
    tbl_presence(t, guest, false);
    world_wait(&w, tbl_due(t) - w.now);
    tbl_tick(t); /* it is used up */
    assert_false(tbl_clock_stands(t));
    world_wait(&w, 7000);
    t = restarted(t);
    assert_true(t->lost_ms == GRACE_MS);
    assert_false(tbl_clock_stands(t));
    tbl_free(t);
}

static void out_of_time_a_bot_plays_until_she_is_back(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    static tbl_question question;
    unsigned seat;
    uint64_t guest;

    (void)state;
    play_until(t, past_setup);
    seat = tbl_to_move(t);
    guest = guest_of(t, seat);
    assert_false(tbl_ask_bot(t, &question));
    world_wait(&w, tbl_due(t) - w.now - 1);
    tbl_tick(t);
    assert_false(tbl_seat_of(t, seat)->stood_in);
    world_wait(&w, 1);
    tbl_tick(t);
    assert_true(tbl_seat_of(t, seat)->stood_in);
    assert_last(t, "\"what\":\"out\"");
    assert_last(t, "\"running\":null");
    assert_true(tbl_ask_bot(t, &question));
    assert_int_equal(question.level, AI_EASY);
    assert_int_equal(question.seat, seat);
    assert_false(tbl_ask_bot(t, &question));
    t->asked = 0;
    play_on(&w, t);
    assert_last(t, "\"by\":\"stand_in\"");
    while (tbl_to_move(t) != seat)
        play_on(&w, t);
    tbl_presence(t, guest, false);
    tbl_presence(t, guest, true);
    assert_last(t, "\"what\":\"back\"");
    assert_false(tbl_seat_of(t, seat)->stood_in);
    assert_true(t->left_ms[seat] == LEAST_MS); /* more than the increment */
    world_wait(&w, 20000);
    play_on(&w, t);
    while (tbl_to_move(t) != seat)
        play_on(&w, t);
    assert_true(t->left_ms[seat] >= LEAST_MS);
    tbl_free(t);
}

static void who_was_out_of_time_has_30_seconds_for_each_decision(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    unsigned seat;

    (void)state;
    play_until(t, after_move); /* legs follow */
    seat = tbl_to_move(t);
    world_wait(&w, HOUR_MS);
    tbl_tick(t);
    assert_done(tbl_resume(t, guest_of(t, seat)));
    assert_int_equal(tbl_to_move(t), seat);
    world_wait(&w, 25 * SECOND_MS);
    play_on(&w, t);
    if (tbl_to_move(t) == seat)
        assert_true(t->left_ms[seat] == LEAST_MS);
    else
        fail_msg("the turn should go on");
    tbl_free(t);
}

static void a_connection_lost_at_the_last_moment_stops_the_clock(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    const unsigned seat = tbl_to_move(t);

    (void)state;
    world_wait(&w, tbl_due(t) - w.now);
    tbl_presence(t, guest_of(t, seat), false);
    tbl_tick(t);
    assert_false(tbl_seat_of(t, seat)->stood_in);
    assert_true(tbl_due(t) == w.now + GRACE_MS);
    world_wait(&w, GRACE_MS);
    tbl_tick(t);
    assert_true(tbl_seat_of(t, seat)->stood_in);
    tbl_free(t);
}

static void who_is_out_of_time_comes_back_by_moving(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, live, 0);
    const unsigned seat = tbl_to_move(t);
    char line[REC_LINE_MAX];
    uint32_t after;
    size_t length;
    tbl_answer answer;

    (void)state;
    world_wait(&w, HOUR_MS);
    tbl_tick(t);
    assert_true(tbl_seat_of(t, seat)->stood_in);
    after = tbl_event_count(t);
    length = random_line(&w, t, line);
    answer = tbl_move(t, guest_of(t, seat), after, line, length);
    assert_int_equal(answer.code, TBL_DONE);
    assert_int_equal(answer.event, after + 2);
    assert_false(tbl_seat_of(t, seat)->stood_in);
    answer = tbl_move(t, guest_of(t, seat), after, line, length);
    assert_int_equal(answer.code, TBL_REPEATED);
    assert_int_equal(answer.event, after + 2);
    world_wait(&w, HOUR_MS);
    tbl_tick(t);
    assert_done(tbl_resume(t, guest_of(t, tbl_to_move(t))));
    assert_false(tbl_seat_of(t, tbl_to_move(t))->stood_in);
    tbl_free(t);
}

static void days_skip_weekends_and_offers_are_shorter(void **state)
{
    const uint64_t friday = UINT64_C(1795176000000); /* 20 November 2026, 12:00 UTC */
    const away_days none = {0};
    tbl_clock clock = days;

    (void)state;
    assert_true(days_for(&clock, &none, friday, false) == 2 * DAY_MS);
    assert_true(days_for(&clock, &none, friday, true) == 12 * (uint64_t)HOUR_MS);
    clock.days = 30;
    assert_true(days_for(&clock, &none, friday, true) == 24 * (uint64_t)HOUR_MS);
    clock.offer_h = 5;
    assert_true(days_for(&clock, &none, friday, true) == 5 * (uint64_t)HOUR_MS);
    clock = (tbl_clock){.kind = TBL_CLOCK_DAYS, .days = 1};
    assert_true(days_for(&clock, &none, friday, false) == 3 * DAY_MS);
    assert_true(days_for(&clock, &none, friday - DAY_MS, false) == DAY_MS);
    assert_true(days_for(&clock, &none, friday + DAY_MS, false) ==
                2 * DAY_MS + DAY_MS / 2); /* Saturday noon to the end of Monday */
    clock.days = 7;
    assert_true(days_for(&clock, &none, friday - 4 * DAY_MS, false) == 9 * DAY_MS);
}

/* The day of a date. */
static uint32_t day_of(const char *date)
{
    uint32_t day = 0;

    assert_true(tbl_day_read(date, strlen(date), &day));
    return day;
}

static void dates_are_read_and_written(void **state)
{
    static const char *const wrong[] = {
        "2026-02-29", "2026-13-01",  "2026-00-10", "2026-01-00", "1969-12-31",
        "2026-1-1",   "2026-01-011", "2026/01/01", "",           "24.12.2026"};
    uint32_t day;

    (void)state;
    assert_int_equal(day_of("1970-01-01"), 0);
    assert_int_equal(day_of("2000-02-29"), 11016);
    assert_int_equal(day_of("2026-11-18"), 20775);
    for (day = 0; day < 60000; day++) {
        char date[TBL_DATE_MAX];
        day_write(day, date);
        assert_int_equal(day_of(date), day);
    }
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(tbl_day_read(wrong[i], strlen(wrong[i]), &day));
}

static const tbl_clock holidays = {.kind = TBL_CLOCK_DAYS,
                                   .days = 2,
                                   .away_days = 3,
                                   .weekends = true,
                                   .stand_in = AI_EASY};

/* A game that begins on a Friday at noon, and today's number. */
static tbl_table *game_on_friday(const tbl_clock *clock, uint32_t *today)
{
    w.wall = UINT64_C(1795176000000);
    *today = (uint32_t)(w.wall / DAY_MS);
    return game_with(&w, 2, 2, *clock, 0);
}

static void a_clock_stands_on_the_days_that_its_player_names(void **state)
{
    uint32_t today, day[TBL_AWAY_MAX];
    tbl_table *t = game_on_friday(&holidays, &today), *other;
    const unsigned seat = tbl_to_move(t);
    const char *why;

    (void)state;
    world_wait(&w, 6 * (uint64_t)HOUR_MS);
    day[0] = today + 1;
    day[1] = today + 9;
    assert_done(tbl_set_away(t, guest_of(t, seat), day, 2));
    assert_last(t, "\"kind\":\"clock\",\"what\":\"away\"");
    assert_last(t, "\"days\":[\"2026-11-21\",\"2026-11-29\"]");
    assert_true(tbl_due(t) == w.now + 42 * (uint64_t)HOUR_MS + DAY_MS);
    keep_values(&w, t);
    other = read_back(&w, t, &why);
    assert_non_null(other);
    assert_true(tbl_due(other) == tbl_due(t));
    tbl_free(other);

    /* Someone else's days leave this clock alone. */
    assert_done(tbl_set_away(t, guest_of(t, 1 - seat), day, 1));
    assert_true(tbl_due(t) == w.now + 42 * (uint64_t)HOUR_MS + DAY_MS);

    /* Given up before it begins, a day counts again. */
    assert_done(tbl_set_away(t, guest_of(t, seat), NULL, 0));
    assert_last(t, "\"days\":[]");
    assert_true(tbl_due(t) == w.now + 42 * (uint64_t)HOUR_MS);

    /* The next decision knows them too. */
    assert_true(tbl_to_move(t) == seat);
    while (tbl_to_move(t) == seat)
        play_on(&w, t);
    assert_true(tbl_due(t) == w.now + 3 * DAY_MS);
    tbl_free(t);
}

static void away_days_are_named_in_time_and_bounded(void **state)
{
    uint32_t today, day[TBL_AWAY_MAX];
    tbl_table *t = game_on_friday(&holidays, &today);
    const uint64_t ada = guest_of(t, 0);

    (void)state;
    for (unsigned i = 0; i < TBL_AWAY_MAX; i++)
        day[i] = today + i;
    assert_refused(t, tbl_set_away(t, ada, day, 1), TBL_BAD, "bad_days");
    assert_refused(t, tbl_set_away(t, ada, day + 1, 4), TBL_FULL, "too_many");
    assert_refused(t, tbl_set_away(t, STRANGER, day + 1, 1), TBL_FORBIDDEN, "no_seat");
    day[20] = today + 367;
    assert_refused(t, tbl_set_away(t, ada, day + 20, 1), TBL_BAD, "bad_days");
    day[20] = day[21];
    assert_refused(t, tbl_set_away(t, ada, day + 20, 2), TBL_BAD, "bad_days");
    assert_done(tbl_set_away(t, ada, day + 1, 2));

    /* A day that has begun is used up: it stays, named again or not. */
    world_wait(&w, DAY_MS);
    assert_done(tbl_set_away(t, ada, day + 1, 3));
    assert_refused(t, tbl_set_away(t, ada, day + 2, 3), TBL_FULL, "too_many");
    assert_done(tbl_set_away(t, ada, NULL, 0));
    assert_last(t, "\"days\":[\"2026-11-21\"]");
    assert_done(tbl_set_away(t, ada, NULL, 0)); /* nothing changes: no event */
    tbl_free(t);

    t = game_with(&w, 2, 2, live, 0);
    assert_refused(t, tbl_set_away(t, guest_of(t, 0), day + 3, 1), TBL_FORBIDDEN,
                   "no_clock");
    tbl_free(t);
}

static void weekends_that_do_not_count_cost_no_away_days(void **state)
{
    const tbl_clock clock = {
        .kind = TBL_CLOCK_DAYS, .days = 2, .away_days = 1, .stand_in = AI_EASY};
    uint32_t today, day[3];
    tbl_table *t = game_on_friday(&clock, &today);
    const unsigned seat = tbl_to_move(t);

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        day[i] = today + 1 + i;
    assert_done(tbl_set_away(t, guest_of(t, seat), day, 3));
    assert_last(t, "\"days\":[\"2026-11-23\"]");
    assert_true(tbl_due(t) == w.now + 5 * DAY_MS); /* to Wednesday noon */
    tbl_free(t);
}

static void someone_new_has_no_away_days_to_come(void **state)
{
    uint32_t today, day[1];
    tbl_table *t = game_on_friday(&holidays, &today);
    const unsigned seat = tbl_to_move(t);

    (void)state;
    day[0] = today + 20;
    assert_done(tbl_set_away(t, guest_of(t, seat), day, 1));
    world_wait(&w, 2 * DAY_MS);
    tbl_tick(t);
    assert_true(tbl_seat_of(t, seat)->stood_in);
    assert_done(tbl_propose_seat(t, guest_of(t, 1 - seat), tbl_event_count(t), seat));
    assert_done(tbl_join(t, STRANGER, "Cleo", seat, false));
    assert_int_equal(t->away[seat].count, 0);
    tbl_free(t);
}

static void days_go_on_while_the_server_is_down(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, days, 0), *other;
    const unsigned seat = tbl_to_move(t);
    const char *why;

    (void)state;
    assert_true(tbl_due(t) == w.now + 2 * DAY_MS);
    keep_values(&w, t);
    w.wall += DAY_MS; /* the wall clock alone: a jump, or a restart */
    assert_true(tbl_due(t) == w.now + 2 * DAY_MS);
    w.now = 5;
    other = read_back(&w, t, &why);
    assert_non_null(other);
    assert_true(tbl_due(other) == w.now + DAY_MS);
    w.wall -= 3 * DAY_MS;
    tbl_free(other);
    other = read_back(&w, t, &why);
    assert_true(tbl_due(other) == w.now + 2 * DAY_MS);
    assert_int_equal(tbl_to_move(other), seat);
    tbl_free(other);
    tbl_free(t);
}

static void each_offer_has_its_own_deadline(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, days, 0);
    unsigned seat, again = 0;

    (void)state;
    while (again < 3 && tbl_state_of(t) == TBL_PLAYING) {
        seat = t->offer ? tbl_to_move(t) : (unsigned)TOB_NOBODY;
        world_wait(&w, HOUR_MS);
        play_on(&w, t);
        if (!t->offer)
            continue;
        assert_true(tbl_due(t) == w.now + 12 * (uint64_t)HOUR_MS);
        again += tbl_to_move(t) == seat;
    }
    assert_int_equal(again, 3);
    tbl_free(t);
}

static void a_turn_of_days_is_one_deadline(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, days, 0);
    uint64_t due;
    unsigned seat;

    (void)state;
    play_until(t, after_move);
    seat = tbl_to_move(t);
    world_wait(&w, HOUR_MS);
    due = tbl_due(t);
    play_on(&w, t);
    if (tbl_to_move(t) == seat)
        assert_true(tbl_due(t) == due);
    while (tbl_to_move(t) == seat)
        play_on(&w, t);
    assert_true(tbl_due(t) > due);
    tbl_free(t);
}

/* ---- Standing answers and bots ---- */

static void assert_standing(tbl_table *t, tbl_standing standing, const char *answer)
{
    const unsigned seat = tbl_to_move(t);
    const uint64_t due = tbl_due(t);

    assert_done(tbl_set_standing(t, guest_of(t, seat), &standing));
    if (!answer) {
        assert_true(tbl_due(t) == due);
        return;
    }
    assert_true(tbl_due(t) <= t->last_ms + 600);
    if (tbl_due(t) > w.now) {
        const uint32_t count = tbl_event_count(t);
        world_wait(&w, tbl_due(t) - w.now - 1);
        tbl_tick(t);
        assert_int_equal(tbl_event_count(t), count);
        world_wait(&w, 1);
    }
    tbl_tick(t);
    assert_event(t, t->record_event, tob_viewer_spectator(), answer);
    assert_event(t, t->record_event, tob_viewer_of(seat), "\"by\":\"standing\"");
    assert_event(t, t->record_event, tob_viewer_of(!seat), "\"by\":\"person\"");
    assert_event(t, t->record_event, tob_viewer_spectator(), "\"by\":\"person\"");
    standing = (tbl_standing){0};
    tbl_set_standing(t, guest_of(t, seat), &standing);
}

static bool plain_offer(const tbl_table *t)
{
    return t->offer && t->record.reader.game.offered >= 2 &&
           t->record.reader.game.top > 6;
}

static void standing_answers_are_played_as_lines(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    unsigned offered;

    (void)state;
    play_until(t, plain_offer);
    offered = t->record.reader.game.offered;
    assert_standing(t, (tbl_standing){0}, NULL);
    assert_standing(t, (tbl_standing){.claim_from = (uint8_t)(offered + 1)}, NULL);
    assert_standing(t, (tbl_standing){.pass_if_curse = true}, NULL);
    assert_standing(
        t, (tbl_standing){.claim_from = (uint8_t)(offered + 1), .pass_below = true},
        "pass\"");
    play_until(t, plain_offer);
    assert_standing(t, (tbl_standing){.claim_from = 2, .pass_below = true}, "claim\"");
    play_until(t, at_offer);
    assert_standing(t, (tbl_standing){.claim_all = true}, "claim\"");
    tbl_free(t);
}

/* A seat may know of a curse in the treasure. */
static bool cursed_offer(const tbl_table *t)
{
    tob_game view;

    if (!t->offer)
        return false;
    tob_view(&view, &t->record.reader.game, tob_viewer_of(t->mover));
    return view.peeked[t->mover][0] > 0;
}

static void a_curse_that_may_come_is_passed(void **state)
{
    tbl_table *t = NULL;

    (void)state;
    for (uint64_t seed = 1; seed < 200 && !t; seed++) {
        world_init(&w, seed);
        t = game_with(&w, 2, 2, no_clock, 0);
        while (tbl_state_of(t) == TBL_PLAYING && !cursed_offer(t))
            play_on(&w, t);
        if (tbl_state_of(t) != TBL_PLAYING) {
            tbl_free(t);
            t = NULL;
        }
    }
    assert_non_null(t);
    assert_standing(t, (tbl_standing){.claim_all = true, .pass_if_curse = true},
                    "pass\"");
    tbl_free(t);
}

static void standing_answers_are_checked_and_private(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    tbl_standing standing = {.claim_from = TOB_COINS_MAX + 1};
    host_text out = {0};

    (void)state;
    assert_refused(t, tbl_set_standing(t, 1, &standing), TBL_BAD, "bad_coins");
    standing = (tbl_standing){.pass_below = true};
    assert_refused(t, tbl_set_standing(t, 1, &standing), TBL_BAD, "bad_coins");
    assert_refused(t, tbl_set_standing(t, STRANGER, &standing), TBL_FORBIDDEN, "no_seat");
    standing = (tbl_standing){.claim_from = 4};
    assert_done(tbl_set_standing(t, 1, &standing));
    tbl_snapshot_json(t, "id", 1, &out);
    assert_non_null(strstr(out.bytes, "\"standing\":{\"claim_from\":4,"));
    out.length = 0;
    tbl_snapshot_json(t, "id", 2, &out);
    assert_non_null(strstr(out.bytes, "\"standing\":{\"claim_from\":0,"));
    out.length = 0;
    tbl_snapshot_json(t, "id", STRANGER, &out);
    assert_null(strstr(out.bytes, "standing"));
    host_text_clear(&out);
    tbl_free(t);
}

static void whoever_sits_down_begins_with_the_answers_of_the_seat(void **state)
{
    const tbl_env env = world_env(&w);
    const tbl_settings settings = {.players = 3, .clock = no_clock};
    tbl_seat seats[TOB_SEATS] = {{.who = TBL_PERSON},
                                 {.usual = {.claim_from = 4, .pass_below = true}},
                                 {.usual = {.claim_all = true}}};
    const tbl_standing curse = {.claim_from = 5, .pass_if_curse = true};
    const uint8_t order[TOB_SEATS] = {2, 1, 0};
    const tbl_standing none = {0}, bad = {.pass_below = true};
    const char *why;
    tbl_answer answer;
    tbl_table *t = tbl_new(&env, &settings, seats, 1, "Ada", &answer), *other;

    (void)state;
    assert_last(t, "{\"who\":\"open\",\"standing\":{\"claim_from\":4,\"claim_all\":false,"
                   "\"pass_below\":true,\"pass_if_curse\":false}}");
    assert_done(tbl_join(t, 2, "Ben", 1, false));
    assert_done(tbl_join(t, 3, "Robot", 2, true));
    assert_int_equal(t->standing[1].claim_from, 4);
    assert_false(t->standing[2].claim_all); /* a program decides for itself */
    assert_refused(t, tbl_set_usual(t, 2, 0, &curse), TBL_FORBIDDEN, "not_host");
    assert_refused(t, tbl_set_usual(t, 1, 3, &curse), TBL_BAD, "bad_seat");
    assert_refused(t, tbl_set_usual(t, 1, 0, &bad), TBL_BAD, "bad_coins");
    assert_done(tbl_set_usual(t, 1, 0, &curse));
    assert_last(t, "\"what\":\"standing\",\"seat\":1");
    assert_done(tbl_order(t, 1, order)); /* they stay with the place */
    assert_true(t->standing[2].claim_all);
    assert_done(tbl_contribute(t, 1, (const uint8_t[FAIR_SHARE]){1}));
    assert_done(tbl_contribute(t, 2, (const uint8_t[FAIR_SHARE]){2}));
    assert_done(tbl_start(t, 1));
    assert_refused(t, tbl_set_usual(t, 1, 0, &curse), TBL_FORBIDDEN, "started");
    assert_done(tbl_set_standing(t, 1, &none)); /* her own count from now on */
    keep_values(&w, t);
    other = read_back(&w, t, &why);
    assert_false(other->standing[2].claim_all);
    assert_int_equal(other->standing[1].claim_from, 4);
    assert_true(other->seat[0].usual.pass_if_curse);
    assert_int_equal(other->seat[0].usual.claim_from, 5);
    tbl_free(other);
    seats[1].usual = bad;
    assert_null(tbl_new(&env, &settings, seats, 1, "Ada", &answer));
    tbl_free(t);
}

static void a_standing_answer_stays_private_after_the_end(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    host_text proof = {0};
    uint32_t event;
    unsigned seat;

    (void)state;
    play_until(t, at_offer);
    seat = tbl_to_move(t);
    assert_standing(t, (tbl_standing){.claim_all = true}, "claim\"");
    event = t->record_event;
    assert_done(tbl_close(t, "expired"));
    assert_event(t, event, tob_viewer_of(!seat), "\"by\":\"person\"");
    assert_event(t, event, tob_viewer_of(seat), "\"by\":\"standing\"");
    assert_true(tbl_proof(t, &proof));
    assert_null(strstr(proof.bytes, "standing"));
    host_text_clear(&proof);
    tbl_free(t);
}

static void who_takes_a_seat_does_not_see_its_standing_answers(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    uint32_t event;
    unsigned seat;

    (void)state;
    play_until(t, at_offer);
    seat = tbl_to_move(t);
    assert_standing(t, (tbl_standing){.claim_all = true}, "claim\"");
    event = t->record_event;
    tbl_presence(t, guest_of(t, seat), false);
    world_wait(&w, OFFER_MS);
    assert_done(tbl_propose_seat(t, guest_of(t, !seat), tbl_event_count(t), seat));
    assert_done(tbl_join(t, 7, "Gus", seat, false));
    assert_event(t, event, tob_viewer_of(seat), "\"by\":\"person\"");
    tbl_free(t);
}

static void a_bot_moves_at_its_pace(void **state)
{
    tbl_table *t = game_with(&w, 2, 1, no_clock, 0);
    static tbl_question question;
    static tob_moves moves;
    uint32_t count;

    (void)state;
    while (tbl_to_move(t) == 0)
        play_on(&w, t);
    count = tbl_event_count(t);
    assert_true(tbl_due(t) == UINT64_MAX); /* no answer yet */
    assert_true(tbl_ask_bot(t, &question));
    assert_true(tob_viewer_is(question.view.viewer, 1));
    assert_int_equal(question.event, count);
    tob_legal(&question.view, &question.board, &moves);
    tbl_bot_answer(t, count - 1, moves.move[0]); /* to another question */
    tbl_bot_answer(t, count, (tob_move){.kind = TOB_MOVE_CLAIM, .seat = 0});
    assert_true(tbl_due(t) == UINT64_MAX);
    assert_true(tbl_ask_bot(t, &question)); /* no move: asked again */
    tbl_bot_answer(t, count, moves.move[0]);
    assert_int_equal(tbl_event_count(t), count);
    assert_true(tbl_due(t) == w.now + 1000);
    world_wait(&w, 999);
    tbl_tick(t);
    assert_int_equal(tbl_event_count(t), count);
    world_wait(&w, 1);
    tbl_tick(t);
    assert_int_equal(tbl_event_count(t), count + 1);
    assert_last(t, "\"by\":\"bot\"");
    tbl_free(t);
}

static void a_late_answer_of_a_bot_waits_for_the_next_pace(void **state)
{
    tbl_table *t = game_with(&w, 2, 1, no_clock, 0);
    static tbl_question question;
    uint64_t asked;
    uint32_t count;

    (void)state;
    for (unsigned late = 1; late < 2000; late += 331) {
        while (tbl_to_move(t) == 0)
            play_on(&w, t);
        count = tbl_event_count(t);
        asked = t->last_ms;
        assert_true(tbl_ask_bot(t, &question));
        world_wait(&w, pace_ms(t) + late);
        tbl_bot_answer(t, count, random_move(&w, t));
        assert_int_equal(tbl_event_count(t), count);
        assert_true(tbl_due(t) > w.now && tbl_due(t) - w.now < pace_ms(t));
        assert_true((tbl_due(t) - asked) % pace_ms(t) == 0);
        world_wait(&w, tbl_due(t) - w.now);
        tbl_tick(t);
        assert_int_equal(tbl_event_count(t), count + 1);
    }
    tbl_free(t);
}

static void a_table_of_bots_waits_for_spectators(void **state)
{
    const tbl_env env = world_env(&w);
    const tbl_settings settings = {.players = 2, .clock = no_clock};
    const tbl_seat seats[TOB_SEATS] = {{.who = TBL_LEVEL}, {.who = TBL_LEVEL}};
    static tbl_question question;
    tbl_answer answer;
    tbl_table *t = tbl_new(&env, &settings, seats, 1, "Ada", &answer);

    (void)state;
    assert_done(tbl_start(t, 1));
    assert_false(tbl_ask_bot(t, &question));
    tbl_presence(t, STRANGER, true);
    assert_true(tbl_ask_bot(t, &question));
    tbl_presence(t, STRANGER, false);
    assert_true(tbl_due(t) == UINT64_MAX);

    /* Guests without a name are guest 0, however many they are. */
    tbl_presence(t, 0, true);
    tbl_presence(t, 0, true);
    tbl_presence(t, 0, false);
    tbl_bot_answer(t, question.event, random_move(&w, t));
    assert_true(tbl_due(t) != UINT64_MAX);
    tbl_presence(t, 0, false);
    assert_true(tbl_due(t) == UINT64_MAX);
    tbl_free(t);
}

/* ---- Substitution, resigning, the end ---- */

static void someone_new_takes_the_seat_of_an_absent_player(void **state)
{
    tbl_table *t = game_with(&w, 3, 3, no_clock, 0);
    const uint32_t link = tbl_seat_of(t, 1)->link;

    (void)state;
    assert_done(tbl_set_notes(t, 2, "mine", 4));
    assert_refused(t, tbl_propose_seat(t, 1, tbl_event_count(t), 1), TBL_FORBIDDEN,
                   "not_absent");
    assert_refused(t, tbl_propose_seat(t, 1, tbl_event_count(t), 0), TBL_BAD, "bad_seat");
    tbl_presence(t, 2, false);
    world_wait(&w, OFFER_MS - 1);
    assert_refused(t, tbl_propose_seat(t, 1, tbl_event_count(t), 1), TBL_FORBIDDEN,
                   "not_absent");
    world_wait(&w, 1);
    assert_done(tbl_propose_seat(t, 1, tbl_event_count(t), 1));
    assert_done(tbl_consent(t, 3, t->proposal.id, true));
    assert_true(tbl_seat_of(t, 1)->offered);
    assert_done(tbl_join(t, 7, "Gus", TBL_NO_SEAT, false));
    assert_last(t, "\"what\":\"taken\",\"seat\":2");
    assert_int_equal(tbl_seat_of_guest(t, 7), 1);
    assert_int_equal(tbl_seat_of_guest(t, 2), TBL_NO_SEAT);
    assert_int_equal(tbl_seat_of(t, 1)->link, link + 1);
    assert_null(t->notes[1]);
    assert_done(tbl_resign(t, 1));
    assert_done(tbl_resign(t, 3));
    assert_refused(t, tbl_end_as_won(t, 7), TBL_FORBIDDEN, "nobody_left");
    tbl_free(t);
}

static void who_returns_in_time_keeps_the_seat(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);

    (void)state;
    tbl_presence(t, 2, false);
    world_wait(&w, OFFER_MS);
    assert_done(tbl_propose_seat(t, 1, tbl_event_count(t), 1));
    assert_true(tbl_seat_of(t, 1)->offered);
    assert_refused(t, tbl_propose_seat(t, 1, tbl_event_count(t), 1), TBL_FORBIDDEN,
                   "offered");
    tbl_presence(t, 2, true);
    assert_false(tbl_seat_of(t, 1)->offered);
    assert_last(t, "\"what\":\"back\",\"seat\":2");
    assert_refused(t, tbl_join(t, 7, "Gus", TBL_NO_SEAT, false), TBL_FULL,
                   "no_free_seat");
    tbl_free(t);
}

static void who_is_connected_elsewhere_is_not_absent(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);

    (void)state;
    tbl_presence(t, 2, false);
    world_wait(&w, OFFER_MS);
    tbl_seen(t, 1, true, 0);
    assert_refused(t, tbl_propose_seat(t, 1, tbl_event_count(t), 1), TBL_FORBIDDEN,
                   "not_absent");
    assert_done(tbl_propose_pause(t, 1, tbl_event_count(t)));
    assert_int_equal(t->proposal.kind, PROPOSE_PAUSE); /* she is asked */
    assert_done(tbl_consent(t, 1, t->proposal.id, false));
    world_wait(&w, OFFER_MS + ABSENT_MS);
    tbl_seen(t, 1, false, w.now - OFFER_MS + 1);
    assert_refused(t, tbl_propose_seat(t, 1, tbl_event_count(t), 1), TBL_FORBIDDEN,
                   "not_absent");
    world_wait(&w, 1);
    tbl_seen(t, 1, false, 5); /* what is known already is older news */
    assert_done(tbl_propose_seat(t, 1, tbl_event_count(t), 1));
    assert_true(tbl_seat_of(t, 1)->offered);
    tbl_seen(t, 1, true, 0);
    assert_false(tbl_seat_of(t, 1)->offered); /* she is back */
    assert_last(t, "\"what\":\"back\",\"seat\":2");
    tbl_free(t);
}

static void resigning_hands_the_seat_over_and_ranks_last(void **state)
{
    tbl_table *t = game_with(&w, 3, 3, no_clock, 0);

    (void)state;
    assert_refused(t, tbl_end_as_won(t, 1), TBL_FORBIDDEN, "not_alone");
    assert_done(tbl_resign(t, 2));
    assert_last(t, "\"resigned\":true");
    assert_refused(t, tbl_resign(t, 2), TBL_FORBIDDEN, "resigned");
    while (tbl_state_of(t) == TBL_PLAYING)
        play_on(&w, t);
    assert_int_equal(tbl_state_of(t), TBL_OVER);
    assert_int_equal(t->place[1], 3);
    assert_true(t->place[0] == 1 || t->place[2] == 1);
    assert_last(t, "\"kind\":\"end\",\"why\":\"E");
    assert_last(t, "\"to_move\":null");
    assert_refused(t, tbl_resign(t, 1), TBL_FORBIDDEN, "over");
    assert_refused(t, tbl_close(t, "expired"), TBL_FORBIDDEN, "over");
    tbl_free(t);
}

static void the_last_of_those_who_began_may_end_it_as_won(void **state)
{
    tbl_table *t = game_with(&w, 3, 2, no_clock, 0);

    (void)state;
    assert_done(tbl_resign(t, 1));
    assert_refused(t, tbl_end_as_won(t, 1), TBL_FORBIDDEN, "resigned");
    assert_done(tbl_end_as_won(t, 2));
    assert_last(t, "\"why\":\"won\"");
    assert_int_equal(t->place[1], 1);
    assert_int_equal(t->place[0], 3);
    tbl_free(t);
    t = game_with(&w, 3, 1, no_clock, 0);
    assert_refused(t, tbl_end_as_won(t, 1), TBL_FORBIDDEN, "nobody_left");
    tbl_free(t);
}

static void a_program_does_not_keep_her_from_winning_alone(void **state)
{
    tbl_table *t = table_with(&w, 3, 2, no_clock, 0);

    (void)state;
    assert_done(tbl_kick(t, 1, 2));
    assert_done(tbl_join(t, 7, "Robot", 2, true));
    assert_done(tbl_start(t, 1));
    assert_refused(t, tbl_end_as_won(t, 1), TBL_FORBIDDEN, "not_alone");
    assert_done(tbl_resign(t, 2));
    assert_refused(t, tbl_end_as_won(t, 7), TBL_FORBIDDEN, "not_alone");
    assert_done(tbl_end_as_won(t, 1));
    assert_int_equal(t->place[0], 1);
    tbl_free(t);
    t = table_with(&w, 2, 1, no_clock, 0);
    assert_done(tbl_kick(t, 1, 1));
    assert_done(tbl_join(t, 7, "Robot", 1, true));
    assert_done(tbl_start(t, 1));
    assert_done(tbl_resign(t, 7));
    assert_refused(t, tbl_end_as_won(t, 1), TBL_FORBIDDEN, "nobody_left");
    tbl_free(t);
}

static void the_record_is_full_when_the_game_is_over(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    host_text view = {0}, full = {0};

    (void)state;
    play_until(t, past_setup);
    tbl_record(t, tob_viewer_spectator(), &view);
    assert_non_null(strstr(view.bytes, "view spectator\n"));
    assert_non_null(strstr(view.bytes, "nature deal 1 ?\n"));
    assert_done(tbl_close(t, "expired"));
    assert_last(t, "\"reason\":\"expired\"");
    assert_int_equal(tbl_state_of(t), TBL_CLOSED);
    tbl_record(t, tob_viewer_spectator(), &full);
    assert_null(strstr(full.bytes, "view"));
    assert_null(strstr(full.bytes, "?"));
    host_text_clear(&view);
    host_text_clear(&full);
    tbl_free(t);
}

static void a_patch_cuts_the_record(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    uint32_t lines;

    (void)state;
    play_until(t, of_two);
    lines = t->lines;
    assert_refused(t, tbl_patch(t, lines, "bug"), TBL_BAD, "bad_lines");
    while (!t->note[--lines - 1].seat_next)
        ;
    assert_refused(t, tbl_patch(t, lines, "a\nb"), TBL_BAD, "bad_text");
    assert_done(tbl_patch(t, lines, "a bug of \"ours\""));
    assert_last(t, "\"why\":\"a bug of \\\"ours\\\"\"");
    assert_int_equal(t->lines, lines);
    tbl_free(t);
}

static void a_rematch_rotates_the_seats(void **state)
{
    tbl_table *t = game_with(&w, 3, 2, live, TOB_OPTION_EXPERIENCED), *other;
    tbl_answer answer;

    (void)state;
    assert_null(tbl_rematch(t, 1, "next1", &answer));
    assert_string_equal(answer.name, "not_over");
    assert_done(tbl_revoke_invite(t, 1));
    assert_done(tbl_resign(t, 1));
    assert_done(tbl_end_as_won(t, 2));
    assert_null(tbl_rematch(t, STRANGER, "next1", &answer));
    assert_string_equal(answer.name, "no_seat");
    assert_null(tbl_rematch(t, 2, "a b", &answer));
    other = tbl_rematch(t, 2, "next1", &answer);
    assert_non_null(other);
    assert_last(t, "\"next\":\"next1\"");
    assert_int_equal(tbl_seat_of_guest(other, 1), 1);
    assert_int_equal(tbl_seat_of_guest(other, 2), 2);
    assert_int_equal(tbl_seat_of(other, 0)->who, TBL_LEVEL);
    assert_false(tbl_seat_of(other, 1)->resigned);
    assert_int_equal(tbl_host(other), 2);
    assert_int_equal(tbl_settings_of(other)->invite, 0);
    assert_int_equal(tbl_settings_of(other)->options, TOB_OPTION_EXPERIENCED);
    assert_int_equal(tbl_state_of(other), TBL_WAITING);
    assert_memory_not_equal(other->commitment, t->commitment, FAIR_HASH);
    assert_null(tbl_rematch(t, 2, "next2", &answer));
    assert_string_equal(answer.name, "rematched");
    tbl_free(other);
    tbl_free(t);
}

/* ---- Talk and notes ---- */

static void spectators_talk_apart_until_the_end(void **state)
{
    tbl_table *t = table_with(&w, 2, 2, no_clock, 0);

    (void)state;
    assert_done(tbl_say(t, STRANGER, "Sue", "may I join?", 11));
    assert_true(tbl_may_read(t, 1, 1));
    assert_done(tbl_start(t, 1));
    assert_done(tbl_say(t, STRANGER, "Sue", "seat 2 has the hut", 18));
    assert_done(tbl_say(t, 1, "Ada B.", "hi", 2));
    assert_int_equal(tbl_chat_count(t), 3);
    assert_false(tbl_may_read(t, 1, 2));
    assert_true(tbl_may_read(t, STRANGER, 2));
    assert_true(tbl_may_read(t, 98, 2));
    assert_true(tbl_may_read(t, STRANGER, 3));
    assert_done(tbl_close(t, "expired"));
    assert_true(tbl_may_read(t, 1, 2));
    assert_refused(t, tbl_say(t, 1, "Ada", "gg", 2), TBL_FORBIDDEN, "closed");
    tbl_free(t);
}

static void talk_is_bounded(void **state)
{
    tbl_table *t = table_with(&w, 2, 2, no_clock, 0);
    char text[TBL_CHAT_MAX + 1];
    uint32_t retry_ms;
    host_text out = {0};

    (void)state;
    memset(text, 'x', sizeof text);
    assert_refused(t, tbl_say(t, 1, "Ada", text, sizeof text), TBL_BAD, "bad_text");
    assert_refused(t, tbl_say(t, 1, "Ada", "", 0), TBL_BAD, "bad_text");
    assert_refused(t, tbl_say(t, 1, "Ada", "\x1b[2J", 4), TBL_BAD, "bad_text");
    assert_refused(t, tbl_say(t, 1, "A\x01", "x", 1), TBL_BAD, "bad_name");
    for (unsigned i = 0; i < 5; i++)
        assert_done(tbl_say(t, 1, "Ada", text, TBL_CHAT_MAX));
    assert_refused(t, tbl_say(t, 1, "Ada", "x", 1), TBL_OFTEN, "too_fast");
    retry_ms = tbl_say(t, 1, "Ada", "x", 1).retry_ms;
    assert_in_range(retry_ms, 1, 60000);
    assert_done(tbl_say(t, 2, "Ben", "x", 1));
    world_wait(&w, retry_ms - 1);
    assert_refused(t, tbl_say(t, 1, "Ada", "x", 1), TBL_OFTEN, "too_fast");
    world_wait(&w, 1);
    assert_done(tbl_say(t, 1, "Ada", "x", 1));
    for (unsigned i = 0; i < TBL_CHAT_KEPT; i++) {
        world_wait(&w, 10000);
        assert_done(tbl_say(t, 1, "Ada", "a \"word\"\nand another", 20));
    }
    assert_int_equal(t->messages, TBL_CHAT_KEPT);
    assert_int_equal(tbl_chat_count(t), TBL_CHAT_KEPT + 7);
    tbl_chat_json(t, 2, TBL_CHAT_KEPT + 6, &out);
    assert_non_null(strstr(out.bytes, "\"guest\":\"0000000000000001\""));
    assert_non_null(strstr(out.bytes, "\"text\":\"a \\\"word\\\"\\nand another\"}]"));
    keep_values(&w, t);
    assert_int_equal(w.values, TBL_CHAT_KEPT + 1); /* and the secret */
    host_text_clear(&out);
    tbl_free(t);
}

static void who_is_muted_is_not_heard(void **state)
{
    tbl_table *t = table_with(&w, 2, 2, no_clock, 0);

    (void)state;
    assert_done(tbl_say(t, 2, "Ben", "x", 1));
    assert_done(tbl_mute(t, 1, 2, true));
    assert_done(tbl_mute(t, 1, 2, true));
    assert_false(tbl_may_read(t, 1, 1));
    assert_true(tbl_may_read(t, 2, 1));
    assert_done(tbl_mute(t, 1, 2, false));
    assert_true(tbl_may_read(t, 1, 1));
    assert_refused(t, tbl_mute(t, 1, 1, true), TBL_BAD, "bad_guest");
    for (uint64_t other = 100; other < 100 + MUTES_MAX; other++)
        assert_done(tbl_mute(t, 1, other, true));
    assert_refused(t, tbl_mute(t, 1, 5, true), TBL_FULL, "too_many");
    tbl_free(t);
}

static void notes_are_kept_for_their_seat(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0), *other;
    char text[TBL_NOTES_MAX + 1];
    host_text out = {0};
    const char *why;

    (void)state;
    memset(text, 'x', sizeof text);
    assert_refused(t, tbl_set_notes(t, 1, text, sizeof text), TBL_FULL, "too_long");
    assert_refused(t, tbl_set_notes(t, STRANGER, text, 1), TBL_FORBIDDEN, "no_seat");
    assert_refused(t, tbl_set_notes(t, 1, "\x07", 1), TBL_BAD, "bad_text");
    assert_done(tbl_set_notes(t, 1, "hut?\nlake", 9));
    keep_values(&w, t);
    other = read_back(&w, t, &why);
    tbl_snapshot_json(other, "id", 1, &out);
    assert_non_null(strstr(out.bytes, "\"notes\":\"hut?\\nlake\""));
    out.length = 0;
    tbl_snapshot_json(other, "id", 2, &out);
    assert_non_null(strstr(out.bytes, "\"notes\":\"\""));
    host_text_clear(&out);
    tbl_free(other);
    tbl_free(t);
}

/* ---- Reading ---- */

static void the_secret_is_in_no_event(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    host_text secret = {0}, all = {0};

    (void)state;
    for (unsigned i = 0; i < 100; i++)
        play_on(&w, t);
    put_hex(&secret, t->source.secret, sizeof t->source.secret);
    tbl_snapshot_json(t, "id", 1, &all);
    assert_null(strstr(t->log.bytes, secret.bytes));
    assert_null(strstr(all.bytes, secret.bytes));
    host_text_clear(&secret);
    host_text_clear(&all);
    tbl_free(t);
}

static void a_damaged_table_says_where(void **state)
{
    const tbl_env env = world_env(&w);
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0), *other = tbl_read(&env);
    const char *why, *text;
    size_t length;

    (void)state;
    assert_false(tbl_read_done(other, &why));
    assert_non_null(strstr(why, "event 1"));
    tbl_free(other);
    other = tbl_read(&env);
    text = tbl_event(t, 1, &length);
    assert_true(tbl_read_event(other, 1, text, length));
    text = tbl_event(t, 3, &length);
    assert_false(tbl_read_event(other, 3, text, length));
    assert_false(tbl_read_done(other, &why));
    assert_non_null(strstr(why, "event 3"));
    tbl_free(other);
    assert_null(read_back(&w, t, &why)); /* the values were not stored */
    assert_non_null(strstr(why, "secret"));
    keep_values(&w, t);
    assert_int_equal(w.values, 1);
    w.value[0].text[5] = w.value[0].text[5] == '0' ? '1' : '0';
    assert_null(read_back(&w, t, &why)); /* not the secret that was committed */
    tbl_free(t);
}

/* Reads the table with one more event, whose text follows the time: "0 undo 1 1\n". */
static bool reads_with(const tbl_table *t, const char *more)
{
    const tbl_env env = world_env(&w);
    tbl_table *other = tbl_read(&env);
    char text[600];
    const char *why;
    bool good = true;

    for (uint32_t n = 1; n <= tbl_event_count(t); n++) {
        size_t length;
        const char *event = tbl_event(t, n, &length);
        assert_true(tbl_read_event(other, n, event, length));
    }
    snprintf(text, sizeof text, "%u 1794960000000 %s", tbl_event_count(t) + 1, more);
    good = tbl_read_event(other, tbl_event_count(t) + 1, text, strlen(text));
    if (!good) {
        assert_false(tbl_read_done(other, &why));
        assert_non_null(strstr(why, "is damaged: "));
    }
    tbl_free(other);
    return good;
}

static void events_that_make_no_sense_are_damage(void **state)
{
    static const char *const bad[] = {
        "0 start first\n",
        "x clock paused 1 0\n",
        "0+ clock paused 1 0\n",
        "0 clock paused 0 0\n",
        "0 clock paused 3 0\n",
        "0 clock stopped 1 0\n",
        "0 clock paused 1\n",
        "0 clock paused 1 0",
        "0 clock paused 1 0\nx\n",
        "0 undo 1 1\n",
        "0 undo 100000 1\n",
        "0 undo 99999999999999999999 1\n",
        "0 patch 20\n",
        "0 lines 1 person\n",
        "0 lines 0 person\n1 end\n",
        "0 lines 1 nobody\n1 end\n",
        "0 lines 1 person\n1 end\nx\n",
        "0 consent asked none 1 2 0 0\n",
        "0 consent asked pause 1 0 0 0\n",
        "0 consent asked pause 1 1 0 0\n",
        "0 consent asked pause 1 4 0 0\n",
        "0 consent asked seat 1 2 0 0\n",
        "0 consent agreed 4 1\n",
        "0 end E1 0\ncoins 1\nplaces 1 1\n\n",
        "0 end E2 0\ncoins 1 1\nplaces 1 1\n\n",
        "0 end E1 0\ncoins 1 1\nplaces 1 1\n",
        "0 seats made 0\n",
        "0 dance\n",
        "",
    };
    static const char *const good[] = {
        "0 clock paused 1 0\n",
        "5+7 clock time 2 60\n",
        "0 consent asked pause 1 2 0 0\n",
        "0 end E1 0\ncoins 1 1\nplaces 1 1\n\n",
    };
    tbl_table *t = game_with(&w, 2, 2, live, 0);

    (void)state;
    for (unsigned i = 0; i < sizeof bad / sizeof bad[0]; i++)
        if (reads_with(t, bad[i]))
            fail_msg("'%s' is taken for an event", bad[i]);
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++)
        if (!reads_with(t, good[i]))
            fail_msg("'%s' is not taken for an event", good[i]);
    tbl_free(t);
}

static void values_are_read_in_any_order(void **state)
{
    const tbl_env env = world_env(&w);
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0), *other = tbl_read(&env);
    const char *why;

    (void)state;
    for (unsigned i = 0; i < 4; i++)
        assert_done(tbl_say(t, 1 + i % 2, "Ada", &"abcd"[i], 1));
    assert_done(tbl_mute(t, 2, 1, true));
    keep_values(&w, t);
    for (uint32_t n = 1; n <= tbl_event_count(t); n++) {
        size_t length;
        const char *text = tbl_event(t, n, &length);
        assert_true(tbl_read_event(other, n, text, length));
    }
    for (unsigned i = w.values; i-- > 0;)
        assert_true(
            tbl_read_value(other, w.value[i].key, w.value[i].text, w.value[i].length));
    assert_true(tbl_read_done(other, &why));
    assert_same(t, other, 1);
    assert_false(tbl_may_read(other, 2, 1));
    assert_false(tbl_may_read(other, 2, 99));
    tbl_free(other);
    tbl_free(t);
}

static void a_table_of_other_rules_can_be_read_only(void **state)
{
    const tbl_env env = world_env(&w);
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0), *other = tbl_read(&env);
    host_text one = {0}, two = {0};
    const char *why;

    (void)state;
    for (unsigned i = 0; i < 60; i++)
        play_on(&w, t);
    play_until(t, after_move);
    assert_done(
        tbl_undo(t, guest_of(t, tbl_to_move(t)), tbl_event_count(t), t->lines - 1));
    play_on(&w, t);
    keep_values(&w, t);
    for (uint32_t number = 1; number <= tbl_event_count(t); number++) {
        size_t length;
        const char *text = tbl_event(t, number, &length);
        char *copy = malloc(length);
        memcpy(copy, text, length);
        if (number == 1)
            memcpy(strstr(copy, "rules ") + 6, "0123456789abcdef", 16);
        assert_true(tbl_read_event(other, number, copy, length));
        free(copy);
    }
    for (unsigned i = 0; i < w.values; i++)
        assert_true(
            tbl_read_value(other, w.value[i].key, w.value[i].text, w.value[i].length));
    assert_true(tbl_read_done(other, &why));
    assert_refused(other, say_line(other, 1, "1 end"), TBL_FORBIDDEN, "other_rules");
    assert_true(tbl_due(other) == UINT64_MAX);
    assert_last(other, "\"to_move\":null");
    tbl_record(t, tob_viewer_of(1), &one);
    tbl_record(other, tob_viewer_of(1), &two);
    assert_string_equal(one.bytes, two.bytes);
    two.length = 0;
    tbl_table_json(other, "id", &two);
    assert_non_null(strstr(two.bytes, "\"playable\":false"));
    assert_done(tbl_close(other, "expired"));
    host_text_clear(&one);
    host_text_clear(&two);
    tbl_free(other);
    tbl_free(t);
}

static void a_flood_of_events_is_bounded(void **state)
{
    tbl_table *t = table_with(&w, 2, 2, no_clock, 0);
    tbl_answer answer = {0};

    const uint8_t swapped[TOB_SEATS] = {1, 0, 2, 3};

    (void)state;
    for (unsigned i = 0; i < 2 * EVENTS_SPARE && answer.code == TBL_DONE; i++)
        answer = tbl_order(t, 1, swapped);
    assert_int_equal(answer.code, TBL_FULL);
    assert_string_equal(answer.name, "too_much");
    assert_true(tbl_event_count(t) <= EVENTS_SPARE);
    /* Links can be revoked all the same, and that is bounded too. */
    for (unsigned i = 0; i < REVOKES_MAX; i++)
        assert_done(tbl_revoke_seat(t, 2));
    assert_refused(t, tbl_revoke_seat(t, 2), TBL_OFTEN, "too_many");
    assert_done(tbl_revoke_seat(t, 1));
    for (unsigned i = 0; i < INVITES_MAX; i++)
        assert_done(tbl_revoke_invite(t, 1));
    assert_refused(t, tbl_revoke_invite(t, 1), TBL_OFTEN, "too_many");
    assert_done(tbl_start(t, 1));
    play_on(&w, t);
    tbl_free(t);
}

/* Moves and undos in turn would use up the room for events of the others. */
static void who_takes_back_all_the_time_has_to_play_on(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    char line[REC_LINE_MAX];
    uint32_t lines;
    unsigned seat;

    (void)state;
    play_until(t, after_move);
    seat = tbl_to_move(t);
    lines = t->lines - 1;
    for (unsigned i = 0; i < UNDOS_MAX; i++) {
        const char *const last =
            t->record.hosted.buffers.text + t->record.hosted.buffers.end[lines - 1];
        snprintf(line, sizeof line, "%.*s", (int)strcspn(last, "\n"), last);
        assert_done(tbl_undo(t, guest_of(t, seat), tbl_event_count(t), lines));
        assert_done(
            tbl_move(t, guest_of(t, seat), tbl_event_count(t), line, strlen(line)));
    }
    assert_refused(t, tbl_undo(t, guest_of(t, seat), tbl_event_count(t), lines),
                   TBL_OFTEN, "too_many");
    while (tbl_to_move(t) == seat)
        play_on(&w, t);
    play_on(&w, t); /* someone else's line */
    assert_int_equal(t->undos, 0);
    tbl_free(t);
}

#define TEST(name) cmocka_unit_test_setup_teardown(name, set_up, tear_down)

static void a_player_uses_up_no_room_but_her_own(void **state)
{
    tbl_table *t = game_with(&w, 2, 2, no_clock, 0);
    const char *why;
    tbl_table *again;
    tbl_answer answer;
    unsigned pauses = 0;

    (void)state;
    tbl_presence(t, 2, false);
    world_wait(&w, 2 * MINUTE_MS);
    while ((answer = tbl_propose_pause(t, 1, tbl_event_count(t))).code == TBL_DONE) {
        assert_done(tbl_resume(t, 1));
        pauses++;
    }
    assert_int_equal(answer.code, TBL_FULL);
    assert_string_equal(answer.name, "too_much");
    assert_non_null(strstr(answer.text, "You have changed enough"));
    assert_true(pauses > 400 && pauses <= SEAT_SPARE / 2);
    keep_values(&w, t);
    again = read_back(&w, t, &why);
    assert_refused(again, tbl_propose_pause(again, 1, tbl_event_count(again)), TBL_FULL,
                   "too_much");
    tbl_free(again);

    tbl_presence(t, 2, true);
    tbl_presence(t, 1, false);
    world_wait(&w, 2 * MINUTE_MS);
    assert_done(tbl_propose_pause(t, 2, tbl_event_count(t))); /* hers is all there */
    assert_done(tbl_resume(t, 2));
    tbl_presence(t, 1, true);
    play_on(&w, t);
    tbl_free(t);
}

static void who_comes_and_goes_all_the_time_is_sent_away(void **state)
{
    tbl_table *t = table_with(&w, 3, 2, no_clock, 0);

    (void)state;
    assert_done(tbl_kick(t, 1, 2)); /* the bot of the third seat */
    for (unsigned i = 0; i < JOINS_MAX; i++) {
        assert_done(tbl_join(t, STRANGER, "Eve", TBL_NO_SEAT, false));
        assert_done(tbl_leave(t, STRANGER));
    }
    assert_refused(t, tbl_join(t, STRANGER, "Eve", TBL_NO_SEAT, false), TBL_OFTEN,
                   "too_many");
    assert_done(tbl_join(t, 3, "Cleo", TBL_NO_SEAT, false));
    tbl_free(t);
}

/* ---- Forgetting ---- */

static void a_guest_leaves_all_events_and_the_game_stays_the_same(void **state)
{
    enum { NOBODY = 4711 };
    tbl_table *t = game_with(&w, 3, 3, no_clock, 0), *again;
    const tbl_env env = world_env(&w);
    host_text text = {0}, before = {0}, after = {0};
    size_t end[200];
    const char *why;

    (void)state;
    for (unsigned i = 0; i < 20; i++)
        play_on(&w, t);
    assert_done(tbl_add_device(t, 0, 77));
    assert_done(tbl_say(t, 2, "Guest 2", "hello", 5));
    assert_done(tbl_say(t, 1, "Ada B.", "good-bye", 8));
    assert_done(tbl_mute(t, 1, 2, true));
    assert_done(tbl_set_notes(t, 2, "mine", 4));
    assert_done(tbl_resign(t, 2));
    assert_done(tbl_close(t, "enough"));
    assert_true(tbl_event_count(t) < 200);
    assert_false(tbl_without(t, STRANGER, NOBODY, &text, end));
    text.length = 0;
    assert_true(tbl_without(t, 2, NOBODY, &text, end));
    tbl_forget_values(t, 2);
    keep_values(&w, t);

    again = tbl_read(&env);
    for (uint32_t i = 0; i < tbl_event_count(t); i++) {
        const size_t from = i ? end[i - 1] : 0;
        assert_true(tbl_read_event(again, i + 1, text.bytes + from, end[i] - from));
    }
    for (unsigned i = 0; i < w.values; i++)
        assert_true(
            tbl_read_value(again, w.value[i].key, w.value[i].text, w.value[i].length));
    assert_true(tbl_read_done(again, &why));
    assert_null(strstr(text.bytes, "Guest 2"));
    assert_null(strstr(text.bytes, "Guest_2"));
    assert_null(strstr(text.bytes, "0000000000000002"));
    assert_int_equal(tbl_seat_of_guest(again, NOBODY), tbl_seat_of_guest(t, 2));
    assert_string_equal(tbl_seat_of(again, 1)->name, "blue");
    assert_int_equal(tbl_chat_count(again), 2);
    assert_int_equal(again->messages, 1);
    assert_int_equal(again->mutes, 0);
    assert_null(again->notes[1]);
    tbl_proof(t, &before);
    tbl_proof(again, &after);
    assert_string_equal(strstr(before.bytes, "\nisland"),
                        strstr(after.bytes, "\nisland"));
    assert_non_null(strstr(after.bytes, "players Ada_B. blue Guest_3\n"));
    host_text_clear(&before);
    host_text_clear(&after);
    host_text_clear(&text);
    tbl_free(again);
    tbl_free(t);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        TEST(settings_that_make_no_sense_are_refused),
        TEST(two_people_cannot_be_made_at_once),
        TEST(seats_are_taken_left_and_filled),
        TEST(a_contribution_moves_with_its_seat),
        TEST(the_start_waits_for_everyone),
        TEST(names_in_the_record_are_words),
        TEST(links_are_shared_and_revoked),
        TEST(a_line_is_judged_by_seat_then_turn_then_view),
        TEST(a_move_is_played_once),
        TEST(nature_answers_in_the_same_event),
        TEST(draws_are_those_of_the_proof),
        TEST(a_move_that_shows_nothing_is_taken_back_at_once),
        TEST(a_move_that_shows_something_is_taken_back_by_consent),
        TEST(cards_that_are_played_are_noted_as_shown),
        TEST(another_s_move_is_taken_back_by_consent),
        TEST(one_no_is_enough_and_proposals_buy_no_time),
        TEST(a_proposal_lapses_with_a_move_or_after_a_minute),
        TEST(against_bots_any_decision_is_taken_back),
        TEST(absent_people_agree),
        TEST(undo_past_what_was_shown_needs_someone_who_is_there),
        TEST(a_pause_stops_everything),
        TEST(nothing_is_taken_back_during_a_pause),
        TEST(a_pause_gives_a_clock_of_days_its_time_again),
        TEST(more_time_is_given_by_consent),
        TEST(who_was_out_of_time_has_30_seconds_for_each_decision),
        TEST(a_connection_lost_at_the_last_moment_stops_the_clock),
        TEST(a_live_clock_runs_for_who_decides),
        TEST(a_turn_earns_the_increment),
        TEST(an_answer_to_an_offer_earns_nothing),
        TEST(each_offer_has_its_own_deadline),
        TEST(a_lost_connection_stops_a_clock_for_a_minute),
        TEST(who_is_connected_elsewhere_has_lost_no_connection),
        TEST(a_clean_shutdown_keeps_the_clock),
        TEST(a_crash_gives_no_grace_back),
        TEST(out_of_time_a_bot_plays_until_she_is_back),
        TEST(who_is_out_of_time_comes_back_by_moving),
        TEST(days_skip_weekends_and_offers_are_shorter),
        TEST(dates_are_read_and_written),
        TEST(a_clock_stands_on_the_days_that_its_player_names),
        TEST(away_days_are_named_in_time_and_bounded),
        TEST(weekends_that_do_not_count_cost_no_away_days),
        TEST(someone_new_has_no_away_days_to_come),
        TEST(days_go_on_while_the_server_is_down),
        TEST(a_turn_of_days_is_one_deadline),
        TEST(standing_answers_are_played_as_lines),
        TEST(a_curse_that_may_come_is_passed),
        TEST(standing_answers_are_checked_and_private),
        TEST(whoever_sits_down_begins_with_the_answers_of_the_seat),
        TEST(a_standing_answer_stays_private_after_the_end),
        TEST(who_takes_a_seat_does_not_see_its_standing_answers),
        TEST(a_bot_moves_at_its_pace),
        TEST(a_late_answer_of_a_bot_waits_for_the_next_pace),
        TEST(a_table_of_bots_waits_for_spectators),
        TEST(someone_new_takes_the_seat_of_an_absent_player),
        TEST(who_is_connected_elsewhere_is_not_absent),
        TEST(who_returns_in_time_keeps_the_seat),
        TEST(resigning_hands_the_seat_over_and_ranks_last),
        TEST(the_last_of_those_who_began_may_end_it_as_won),
        TEST(a_program_does_not_keep_her_from_winning_alone),
        TEST(the_record_is_full_when_the_game_is_over),
        TEST(a_patch_cuts_the_record),
        TEST(a_rematch_rotates_the_seats),
        TEST(spectators_talk_apart_until_the_end),
        TEST(talk_is_bounded),
        TEST(who_is_muted_is_not_heard),
        TEST(notes_are_kept_for_their_seat),
        TEST(the_secret_is_in_no_event),
        TEST(a_damaged_table_says_where),
        TEST(events_that_make_no_sense_are_damage),
        TEST(values_are_read_in_any_order),
        TEST(a_table_of_other_rules_can_be_read_only),
        TEST(a_flood_of_events_is_bounded),
        TEST(who_takes_back_all_the_time_has_to_play_on),
        TEST(a_player_uses_up_no_room_but_her_own),
        TEST(who_comes_and_goes_all_the_time_is_sent_away),
        TEST(a_guest_leaves_all_events_and_the_game_stays_the_same),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
