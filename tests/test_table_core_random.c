/* The table core under random sessions: sensible and hostile acts at random times.
 *
 * A table that is read back is the same table; a refusal changes nothing; what is due
 * comes; nobody holds two seats; and two tables that differ only in hidden cards are the
 * same to the seat from which they are hidden (H2). */
#include "guests.h"
#include "support.h"
#include "table/core.h"
#include "tests/json.h"
#include "tobago/kinds.h"

static uint64_t seed;

/* ---- Invariants ---- */

static void check_json(const tbl_table *t)
{
    const uint64_t guests[] = {1, 2, STRANGER};

    for (unsigned i = 0; i < 3; i++) {
        host_text out = {0};
        host_text_append(&out, "{", 1);
        tbl_snapshot_json(t, "id", guests[i], &out);
        host_text_append(&out, ",\"chat\":", 8);
        tbl_chat_json(t, guests[i], 0, &out);
        host_text_append(&out, "}", 1);
        assert_true(is_json(out.bytes));
        for (uint32_t n = 1; n <= tbl_event_count(t); n++) {
            out.length = 0;
            host_text_append(&out, "{", 1);
            tbl_event_json(t, n, tbl_viewer_of(t, guests[i]), n % 2, &out);
            host_text_append(&out, "}", 1);
            if (!is_json(out.bytes))
                fail_msg("no JSON: %s (seed %llu)", out.bytes, (unsigned long long)seed);
        }
        host_text_clear(&out);
    }
}

static void check(const tbl_table *t)
{
    const tob_game *game = game_of(t);
    const unsigned mover = tbl_to_move(t);
    unsigned seen = 0;

    if (game) {
        const char *broken = tob_check(game, &t->record.reader.board);
        if (broken)
            fail_msg("%s (seed %llu)", broken, (unsigned long long)seed);
        assert_int_equal(t->record.hosted.lines, t->lines);
        assert_int_equal(t->record.reader.line, t->lines);
        assert_int_not_equal(tob_to_move(game), TOB_NATURE);
    }
    assert_int_equal(mover < TOB_SEATS, tbl_state_of(t) == TBL_PLAYING);
    for (uint64_t guest = 1; guest < 200; guest++)
        for (unsigned seat = 0; seat < t->settings.players; seat++)
            for (unsigned i = 0; i < TBL_DEVICES; i++)
                if (t->seat[seat].device[i] == guest)
                    assert_int_equal(tbl_seat_of_guest(t, guest), seat);
    for (unsigned i = 0; i < t->visitors; i++)
        seen += t->visitor[i].connections;
    assert_int_equal(seen, t->connections);
    assert_true(t->spare <= EVENTS_SPARE + 16);
    assert_true(t->messages <= TBL_CHAT_KEPT && t->mutes <= MUTES_MAX);
}

/* Whatever is due happens, and then something else is due, or nothing. */
static void settle(world *w, tbl_table *t)
{
    unsigned rounds = 0;

    while (tbl_due(t) <= w->now) {
        const uint32_t count = tbl_event_count(t);
        tbl_tick(t);
        assert_true(tbl_event_count(t) > count || tbl_due(t) > w->now);
        assert_true(++rounds < 1000);
    }
}

/* ---- Sessions ---- */

/* An act whose refusal leaves no trace. */
static void act_once(dice *d, tbl_table *t)
{
    const uint32_t count = tbl_event_count(t);
    const size_t bytes = t->log.length;
    const tbl_answer answer = act(d, t);

    if (answer.code == TBL_DONE)
        return;
    assert_int_equal(tbl_event_count(t), count);
    assert_int_equal(t->log.length, bytes);
    assert_int_equal(t->dirty_taken, t->dirties);
    if (answer.code == TBL_REPEATED)
        return;
    assert_non_null(answer.text);
    assert_int_equal(answer.name == NULL, answer.code == TBL_REFUSED);
}

static void read_and_compare(world *w, tbl_table *t, uint32_t since)
{
    const char *why;
    tbl_table *other = read_back(w, t, &why);

    if (!other)
        fail_msg("%s (seed %llu)", why, (unsigned long long)seed);
    assert_same(t, other, since);
    check(other);
    tbl_free(other);
}

static void session(uint64_t number, unsigned acts, unsigned often)
{
    world w;
    dice d = {&w, NULL, 0};
    tbl_table *t;

    seed = number;
    world_init(&w, number);
    t = some_table(&d);
    assert_non_null(t);
    if (roll(&d, 4))
        some_start(t);
    keep_values(&w, t);
    for (unsigned i = 0; i < acts; i++) {
        const uint32_t count = tbl_event_count(t);
        act_once(&d, t);
        settle(&w, t);
        keep_values(&w, t);
        check(t);
        /* Time since the last event is this process's own. */
        if (i % often == 0 && !t->run_ms && !t->lost_ms && w.now == t->last_ms &&
            w.wall == t->at)
            read_and_compare(&w, t, count < tbl_event_count(t) ? count + 1 : count);
    }
    clock_count(t);
    if (!t->run_ms && !t->lost_ms && w.wall == t->at)
        read_and_compare(&w, t, 1);
    check_json(t);
    tbl_free(t);
    world_clear(&w);
}

static void sessions_keep_their_promises(void **state)
{
    const unsigned sessions = games_to_play(1000, 20000);

    (void)state;
    for (unsigned i = 0; i < sessions; i++)
        session(i, 20 + i % 200, 50);
}

static void tables_read_back_after_every_act_are_the_same(void **state)
{
    const unsigned sessions = games_to_play(60, 600);

    (void)state;
    for (unsigned i = 0; i < sessions; i++)
        session(1000000 + i, 120, 1);
}

/* Events that were cut, changed or shuffled are read or refused, and never trusted. */
static void damaged_events_are_survived(void **state)
{
    const unsigned sessions = games_to_play(300, 5000);
    unsigned refused = 0;

    (void)state;
    for (unsigned i = 0; i < sessions; i++) {
        world w;
        dice d = {&w, NULL, 0};
        tbl_table *t, *other;
        tbl_env env;
        const char *why;
        unsigned bad;

        seed = i;
        world_init(&w, 2000000 + i);
        t = some_table(&d);
        some_start(t);
        for (unsigned k = 0; k < 40; k++)
            act(&d, t);
        keep_values(&w, t);
        env = world_env(&w);
        other = tbl_read(&env);
        bad = 1 + roll(&d, tbl_event_count(t));
        for (uint32_t n = 1; n <= tbl_event_count(t); n++) {
            size_t length;
            const char *text = tbl_event(t, n, &length);
            char *copy = malloc(length + 1);
            memcpy(copy, text, length);
            if (n == bad && roll(&d, 2))
                length = roll(&d, (unsigned)length);
            else if (n == bad)
                copy[roll(&d, (unsigned)length)] = "0 1-\nz9"[roll(&d, 7)];
            if (!tbl_read_event(other, n, copy, length))
                n = tbl_event_count(t);
            free(copy);
        }
        for (unsigned k = 0; k < w.values; k++)
            if (!tbl_read_value(other, w.value[k].key, w.value[k].text,
                                roll(&d, 9) ? w.value[k].length
                                            : roll(&d, (unsigned)w.value[k].length + 1)))
                break;
        if (tbl_read_done(other, &why)) {
            for (unsigned k = 0; k < 20; k++)
                act(&d, other);
            check_json(other);
        } else {
            assert_non_null(why);
            refused++;
        }
        tbl_free(other);
        tbl_free(t);
        world_clear(&w);
    }
    assert_true(refused > sessions / 4);
}

/* ---- Hidden cards ---- */

/* A copy of the table in which two hidden cards have changed places: one in the hand of
 * 'holder', the other in the deck or another hand, and neither known to 'viewer'. */
static bool swap_words(char *text, const char *a, const char *b, host_text *out)
{
    char from[2][64], to[2][64];
    unsigned swapped = 0;

    out->length = 0;
    snprintf(from[0], sizeof from[0], " %s\n", a);
    snprintf(from[1], sizeof from[1], " %s\n", b);
    memcpy(to[0], from[1], sizeof to[0]);
    memcpy(to[1], from[0], sizeof to[1]);
    while (*text) {
        unsigned k = 0;
        while (k < 2 && strncmp(text, from[k], strlen(from[k])) != 0)
            k++;
        if (k == 2) {
            host_text_append(out, text++, 1);
            continue;
        }
        host_text_append(out, to[k], strlen(to[k]));
        text += strlen(from[k]);
        swapped++;
    }
    return swapped > 0;
}

/* Two cards of the first batch, in other hands or one of them in the deck. */
static bool find_pair(const tob_game *game, unsigned viewer, dice *d, unsigned pair[2])
{
    uint64_t hidden = game->deck, held = 0;

    for (unsigned seat = 0; seat < game->players; seat++)
        if (seat != viewer)
            held |= game->hand[seat];
    hidden |= held;
    for (unsigned tries = 0; tries < 200; tries++) {
        bool together = false;
        pair[0] = roll(d, tob_card_count());
        pair[1] = roll(d, tob_card_count());
        for (unsigned seat = 0; seat < game->players; seat++)
            together |= game->hand[seat] >> pair[0] & game->hand[seat] >> pair[1] & 1;
        if (!together && pair[0] != pair[1] && held >> pair[0] & 1 &&
            hidden >> pair[1] & 1 && game->newest == 1)
            return true;
    }
    return false;
}

static tbl_table *twin_of(world *w, const tbl_table *t, const char *a, const char *b)
{
    const tbl_env env = world_env(w);
    tbl_table *other = tbl_read(&env);
    host_text out = {0};
    const char *why;

    for (uint32_t n = 1; n <= tbl_event_count(t); n++) {
        size_t length;
        const char *text = tbl_event(t, n, &length);
        char *copy = malloc(length + 1);
        memcpy(copy, text, length);
        copy[length] = '\0';
        swap_words(copy, a, b, &out);
        free(copy);
        if (!tbl_read_event(other, n, out.bytes, out.length))
            break;
    }
    host_text_clear(&out);
    for (unsigned i = 0; i < w->values; i++)
        tbl_read_value(other, w->value[i].key, w->value[i].text, w->value[i].length);
    if (!tbl_read_done(other, &why))
        fail_msg("the twin is damaged: %s (seed %llu)", why, (unsigned long long)seed);
    return other;
}

static void assert_answers(const tbl_answer *a, const tbl_answer *b)
{
    assert_int_equal(a->code, b->code);
    assert_int_equal(a->event, b->event);
    assert_true(a->name == b->name || strcmp(a->name, b->name) == 0);
    assert_true(a->text == b->text || strcmp(a->text, b->text) == 0);
    assert_int_equal(a->error.reason, b->error.reason);
    assert_int_equal(a->error.word, b->error.word);
    assert_string_equal(a->error.token, b->error.token);
}

/* Everything that a seat is sent. */
static void assert_same_to(const tbl_table *a, const tbl_table *b, uint64_t guest)
{
    host_text one = {0}, two = {0};

    tbl_snapshot_json(a, "id", guest, &one);
    tbl_snapshot_json(b, "id", guest, &two);
    tbl_record(a, tbl_viewer_of(a, guest), &one);
    tbl_record(b, tbl_viewer_of(b, guest), &two);
    for (uint32_t n = 1; n <= tbl_event_count(a); n++) {
        tbl_event_json(a, n, tbl_viewer_of(a, guest), true, &one);
        tbl_event_json(b, n, tbl_viewer_of(b, guest), true, &two);
    }
    assert_int_equal(tbl_event_count(a), tbl_event_count(b));
    assert_string_equal(one.bytes, two.bytes);
    assert_true(tbl_due(a) == tbl_due(b));
    host_text_clear(&one);
    host_text_clear(&two);
}

/* A seat tries every card on every map, and lines of all kinds; then time passes. */
static void try_everything(tbl_table *a, tbl_table *b, uint64_t guest)
{
    const unsigned seat = tbl_seat_of_guest(a, guest);
    const uint32_t after = tbl_event_count(a);
    tbl_standing standing = {.claim_from = 3, .pass_below = true, .pass_if_curse = true};

    for (unsigned kind = 0; kind < TOB_MOVE_COUNT; kind++)
        for (unsigned card = 0; card <= tob_card_count(); card++) {
            const bool hidden = card == tob_card_count();
            const tob_move move = {.kind = (uint8_t)kind,
                                   .seat = (uint8_t)seat,
                                   .treasure = (uint8_t)(card % 4),
                                   .space = (uint8_t)card,
                                   .card = hidden ? TOB_HIDDEN : (uint8_t)card};
            char line[REC_LINE_MAX];
            const size_t length = rec_write_move(&a->record.reader.board, move, line);
            tob_game view;
            tob_view(&view, game_of(a), tob_viewer_of(seat));
            if (tbl_to_move(a) == seat && !tob_is_nature(move)) {
                /* Her view knows whatever the rules ask of her. */
                const tob_reason known = tob_why(&view, &a->record.reader.board, move);
                assert_int_equal(known,
                                 tob_why(game_of(a), &a->record.reader.board, move));
                if (!known)
                    continue; /* it would be played, and nature would draw */
            }
            const tbl_answer one = tbl_move(a, guest, after, line, length);
            const tbl_answer two = tbl_move(b, guest, after, line, length);
            assert_answers(&one, &two);
        }
    tbl_set_standing(a, guest, &standing);
    tbl_set_standing(b, guest, &standing);
    assert_same_to(a, b, guest);
}

/* ---- Looked-at treasure cards ---- */

enum { CARDS_MAX = 64 };

/* A treasure card that was put into the treasure unseen by the viewer: who looked at it
 * (0: nobody), and its value in the text. */
typedef struct looked_at {
    unsigned seat;
    const char *value;
    size_t length;
} looked_at;

/* The cards of the treasure being shared out that the viewer has not seen. */
static unsigned cards_of(const char *text, size_t length, unsigned viewer,
                         looked_at card[CARDS_MAX])
{
    cursor c = {text, text + length, false};
    unsigned count = 0;

    while (!c.bad && c.at < c.end && count < CARDS_MAX) {
        const span line = read_rest(&c);
        cursor words = {line.text, line.text + line.length, false};
        const bool nature = read_is(&words, "nature");
        const span what = nature ? read_word(&words) : (span){"", 0};
        const bool peek = span_is(what, "peek");
        const unsigned seat = peek ? (unsigned)read_number(&words, TOB_SEATS) : 0;
        if (!(peek && seat != viewer + 1) && !span_is(what, "add"))
            continue;
        card[count++] = (looked_at){seat, words.at, (size_t)(words.end - words.at)};
    }
    return count;
}

/* The text of an event in which two such cards of different owners have changed places;
 * false if there are no two of different value. */
static bool swap_cards(const char *text, size_t length, unsigned viewer, host_text *out)
{
    looked_at card[CARDS_MAX];
    const unsigned count = cards_of(text, length, viewer, card);

    for (unsigned a = 0; a < count; a++)
        for (unsigned b = a + 1; b < count; b++) {
            const looked_at *x = &card[a], *y = &card[b];
            const char *rest = y->value + y->length;
            if (x->seat == y->seat ||
                (x->length == y->length && memcmp(x->value, y->value, x->length) == 0))
                continue;
            host_text_append(out, text, (size_t)(x->value - text));
            host_text_append(out, y->value, y->length);
            host_text_append(out, x->value + x->length,
                             (size_t)(y->value - x->value - (ptrdiff_t)x->length));
            host_text_append(out, x->value, x->length);
            host_text_append(out, rest, (size_t)(text + length - rest));
            return true;
        }
    return false;
}

/* A copy of the table in which others have looked at other cards of the treasure that is
 * being shared out; NULL if there can be none. */
static tbl_table *peek_twin_of(world *w, const tbl_table *t, unsigned viewer)
{
    const tbl_env env = world_env(w);
    tbl_table *other = tbl_read(&env);
    uint32_t shared = tbl_event_count(t);
    const char *why;
    bool good = true, swapped = false;

    while (shared > 1 && !strstr(tbl_event(t, shared, &(size_t){0}), "\nnature add"))
        shared--;
    for (uint32_t n = 1; n <= tbl_event_count(t) && good; n++) {
        host_text out = {0};
        size_t length;
        const char *text = tbl_event(t, n, &length);
        if (n == shared)
            swapped = swap_cards(text, length, viewer, &out);
        good = out.length ? tbl_read_event(other, n, out.bytes, out.length)
                          : tbl_read_event(other, n, text, length);
        host_text_clear(&out);
    }
    for (unsigned i = 0; good && i < w->values; i++)
        tbl_read_value(other, w->value[i].key, w->value[i].text, w->value[i].length);
    if (good && swapped && tbl_read_done(other, &why))
        return other;
    tbl_free(other);
    return NULL;
}

static void h1_what_others_have_looked_at_is_the_same_to_a_seat(void **state)
{
    const unsigned games = games_to_play(60, 1000);
    unsigned twins = 0;

    (void)state;
    for (unsigned i = 0; i < games; i++) {
        const tbl_clock clock = {.stand_in = AI_EASY};
        unsigned offers;
        world w;
        dice d = {&w, NULL, 0};
        tbl_table *t, *a, *b;
        const char *why;

        seed = i;
        world_init(&w, 4000000 + i);
        t = game_with(&w, 3, 2 + i % 2, clock, 0);
        offers = roll(&d, 12);
        while (tbl_state_of(t) == TBL_PLAYING && (!t->offer || offers--))
            play_on(&w, t);
        keep_values(&w, t);
        for (uint64_t viewer = 1; viewer <= 2 && t->offer; viewer++) {
            b = peek_twin_of(&w, t, (unsigned)viewer - 1);
            if (!b)
                continue;
            a = read_back(&w, t, &why);
            assert_memory_not_equal(game_of(a), game_of(b), sizeof(tob_game));
            assert_same_to(a, b, viewer);
            assert_same_to(a, b, STRANGER);
            try_everything(a, b, viewer);
            tbl_free(a);
            tbl_free(b);
            twins++;
        }
        tbl_free(t);
        world_clear(&w);
    }
    assert_true(twins > games / 3);
}

static void h2_twins_are_the_same_to_a_seat(void **state)
{
    const unsigned games = games_to_play(200, 3000);
    unsigned twins = 0;

    (void)state;
    for (unsigned i = 0; i < games; i++) {
        static const tbl_clock clocks[] = {
            {.stand_in = AI_EASY},
            {.kind = TBL_CLOCK_LIVE, .minutes = 5, .stand_in = AI_EASY}};
        static tbl_question one, two;
        world w;
        dice d = {&w, NULL, 0};
        unsigned pair[2];
        uint64_t viewer;
        tbl_table *t, *a, *b;
        const char *why;
        bool asked;

        seed = i;
        world_init(&w, 3000000 + i);
        t = game_with(&w, 3, 2 + i % 2, clocks[i % 2],
                      i % 3 ? 0 : TOB_OPTION_EXPERIENCED);
        for (unsigned k = roll(&d, 120); k && tbl_state_of(t) == TBL_PLAYING; k--)
            play_on(&w, t);
        keep_values(&w, t);
        viewer = 1 + roll(&d, 2);
        if (tbl_state_of(t) == TBL_PLAYING &&
            find_pair(game_of(t), (unsigned)viewer - 1, &d, pair)) {
            a = read_back(&w, t, &why);
            b = twin_of(&w, t, tob_card_name(pair[0]), tob_card_name(pair[1]));
            assert_memory_not_equal(game_of(a), game_of(b), sizeof(tob_game));
            assert_same_to(a, b, viewer);
            assert_same_to(a, b, STRANGER);
            try_everything(a, b, viewer);
            asked = tbl_ask_bot(a, &one);
            assert_int_equal(asked, tbl_ask_bot(b, &two));
            if (asked) { /* a bot's pace tells nothing either */
                static tob_moves moves;
                tob_legal(&one.view, &one.board, &moves);
                tbl_bot_answer(a, one.event, moves.move[0]);
                tob_legal(&two.view, &two.board, &moves);
                tbl_bot_answer(b, two.event, moves.move[0]);
                assert_true(tbl_due(a) == tbl_due(b));
            }
            tbl_free(a);
            tbl_free(b);
            twins++;
        }
        tbl_free(t);
        world_clear(&w);
    }
    assert_true(twins > games / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sessions_keep_their_promises),
        cmocka_unit_test(tables_read_back_after_every_act_are_the_same),
        cmocka_unit_test(damaged_events_are_survived),
        cmocka_unit_test(h1_what_others_have_looked_at_is_the_same_to_a_seat),
        cmocka_unit_test(h2_twins_are_the_same_to_a_seat),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
