/* The hosted game: text, index and reader agree after whatever is done to it, and what a
 * viewer is shown is the same line by line, as a whole and move by move. */
#include "chance.h"

enum { TEXT = 1 << 20, LINES = 1 << 16 };

static uint64_t seed;
static rec_reader reader, fresh;
static char text[TEXT], whole[TEXT], parts[TEXT], buffer[TEXT];
static uint32_t ends[LINES];

static const char start[] = "tobago 1\nplayers Anna Bobby\nisland ABC0\n";

static rec_buffers all_room(void)
{
    return (rec_buffers){buffer, ends, sizeof buffer, LINES};
}

static void begin(rec_hosted *h, const char *record, size_t length)
{
    rec_error error;

    rec_hosted_init(h, &reader, all_room());
    assert_int_equal(rec_hosted_read(h, record, length, &error), REC_DONE);
}

/* The reader stands where a fresh one does that reads the lines up to there, and the
 * index names the ends of the lines. */
static void agrees(const rec_hosted *h, uint32_t at)
{
    rec_error error;
    uint32_t length, lines = 0;
    const char *record = rec_hosted_text(h, &length);

    for (uint32_t i = 0; i < length; i++)
        if (record[i] == '\n')
            assert_int_equal(h->buffers.end[lines++], i + 1);
    assert_int_equal(lines, h->lines);
    assert_true(length == 0 || record[length - 1] == '\n');
    if (!h->reader)
        return;
    assert_int_equal(h->reader->line, at);
    assert_true(
        rec_read(&fresh, record, at ? h->buffers.end[at - 1] : 0, UINT32_MAX, &error));
    assert_memory_equal(h->reader, &fresh, sizeof fresh);
}

/* ---- Feeding ---- */

static void a_line_fed_stands_in_the_text_with_its_lf(void **state)
{
    rec_hosted h;
    rec_error error;
    uint32_t length;
    (void)state;

    rec_hosted_init(&h, &reader, all_room());
    agrees(&h, 0);
    assert_int_equal(rec_hosted_feed(&h, "tobago 1", 8, &error), REC_DONE);
    assert_int_equal(rec_hosted_feed(&h, "players Anna Bobby", 18, &error), REC_DONE);
    assert_int_equal(rec_hosted_feed(&h, "island ABC0", 11, &error), REC_DONE);

    assert_memory_equal(rec_hosted_text(&h, &length), start, sizeof start - 1);
    assert_int_equal(length, sizeof start - 1);
    assert_memory_equal(rec_hosted_line(&h, 2, &length), "players Anna Bobby", 18);
    assert_int_equal(length, 18);
    assert_null(rec_hosted_line(&h, 0, &length));
    assert_null(rec_hosted_line(&h, 4, &length));
    agrees(&h, 3);
}

static void a_refused_line_changes_nothing(void **state)
{
    static rec_reader before;
    rec_hosted h, was;
    rec_error error;
    (void)state;

    begin(&h, start, sizeof start - 1);
    was = h;
    before = reader;
    assert_int_equal(rec_hosted_feed(&h, "1 move", 6, &error), REC_REFUSED);
    assert_int_equal(error.reason, TOB_REASON_O4_FIRST);
    assert_int_equal(error.line, 4);
    memset(text, 'x', REC_LINE_MAX);
    assert_int_equal(rec_hosted_feed(&h, text, REC_LINE_MAX, &error), REC_REFUSED);
    assert_int_equal(rec_hosted_feed(&h, text, (size_t)1 << 40, &error), REC_REFUSED);
    assert_int_equal(rec_hosted_feed(&h, "nature object\nstatue", 20, &error),
                     REC_REFUSED);

    assert_memory_equal(&h, &was, sizeof h);
    assert_memory_equal(&reader, &before, sizeof reader);
    agrees(&h, 3);
}

static void too_little_memory_says_how_much_is_needed_and_changes_nothing(void **state)
{
    char *letters = NULL;
    uint32_t *index = NULL;
    rec_hosted h;
    rec_error error;
    unsigned grown = 0;
    const size_t length = chance_record(seed, 7, UINT32_MAX, text, TEXT);
    (void)state;

    rec_hosted_init(&h, &reader, (rec_buffers){0});
    assert_int_equal(rec_hosted_read(&h, text, length, &error), REC_NO_ROOM);
    assert_int_equal(h.need_text, length);
    for (size_t from = 0; from < length;) {
        const size_t size = strcspn(text + from, "\n");
        const uint32_t lines = h.lines;
        const rec_answer answer = rec_hosted_feed(&h, text + from, size, &error);
        if (answer == REC_DONE) {
            from += size + 1;
            continue;
        }
        assert_int_equal(answer, REC_NO_ROOM);
        assert_int_equal(h.lines, lines);
        if (grown++ % 16 == 0)
            agrees(&h, lines);
        /* The memory is exactly as large as it must be, so that ASan sees a byte more. */
        letters = realloc(letters, h.need_text);
        index = realloc(index, h.need_lines * sizeof index[0]);
        assert_true(rec_hosted_resize(
            &h, (rec_buffers){letters, index, h.need_text, h.need_lines}));
    }
    assert_int_equal(grown, h.lines);
    agrees(&h, h.lines);
    assert_false(rec_hosted_resize(
        &h, (rec_buffers){letters, index, h.need_text - 1, h.need_lines}));
    assert_false(rec_hosted_resize(
        &h, (rec_buffers){letters, index, h.need_text, h.need_lines - 1}));
    agrees(&h, h.lines);
    free(letters);
    free(index);
}

static void a_text_with_a_fault_leaves_the_lines_before_it(void **state)
{
    static const char faulty[] =
        "tobago 1\nplayers Anna Bobby\nisland ABC0\nnonsense\n1 end\n";
    rec_hosted h;
    rec_error error;
    (void)state;

    rec_hosted_init(&h, &reader, all_room());
    assert_int_equal(rec_hosted_read(&h, faulty, sizeof faulty - 1, &error), REC_REFUSED);
    assert_int_equal(error.line, 4);
    agrees(&h, 3);
    assert_int_equal(rec_hosted_read(&h, start, sizeof start - 2, &error), REC_DONE);
    agrees(&h, 3); /* the last line got its LF */
    assert_int_equal(rec_hosted_read(&h, "", 0, &error), REC_DONE);
    agrees(&h, 0);
    assert_int_equal(rec_hosted_read(&h, "\n", 1, &error), REC_REFUSED);
    agrees(&h, 0);
}

static void no_line_is_fed_while_the_reader_stands_before_the_end(void **state)
{
    rec_hosted h;
    rec_error error;
    (void)state;

    begin(&h, start, sizeof start - 1);
    assert_true(rec_hosted_seek(&h, 2));
    assert_int_equal(rec_hosted_feed(&h, "island ABC0", 11, &error), REC_REFUSED);
    assert_non_null(strstr(error.text, "seek there, or cut"));
    agrees(&h, 2);
    assert_true(rec_hosted_cut(&h, 2));
    assert_int_equal(rec_hosted_feed(&h, "island abc1", 11, &error), REC_DONE);
    agrees(&h, 3);
}

/* ---- Anything, in any order ---- */

static void random_step(rec_hosted *h, const char *record, const uint32_t *end,
                        uint32_t lines, tob_rng *rng)
{
    const uint32_t to = tob_rng_below(rng, h->lines + 2);
    uint32_t at = reader.line;
    rec_error error;

    switch (tob_rng_below(rng, 5)) {
    case 0:
        assert_int_equal(rec_hosted_seek(h, to), to <= h->lines);
        at = to <= h->lines ? to : at;
        break;
    case 1:
        assert_int_equal(rec_hosted_cut(h, to), to <= h->lines);
        at = to < at ? to : at;
        break;
    case 2:
        rec_hosted_detach(h);
        memset(&reader, 0xa5, sizeof reader);
        agrees(h, 0);
        assert_false(rec_hosted_seek(h, 0));
        assert_int_equal(rec_hosted_feed(h, "1 end", 5, &error), REC_REFUSED);
        if (tob_rng_below(rng, 2))
            assert_true(rec_hosted_cut(h, h->lines / 2));
        assert_true(rec_hosted_attach(h, &reader));
        at = h->lines;
        break;
    default: /* goes on with the record's own lines */
        assert_true(rec_hosted_seek(h, h->lines));
        for (unsigned i = 0; i < 60 && h->lines < lines; i++) {
            const uint32_t from = h->lines ? end[h->lines - 1] : 0;
            assert_int_equal(
                rec_hosted_feed(h, record + from, end[h->lines] - from - 1, &error),
                REC_DONE);
        }
        at = h->lines;
    }
    agrees(h, at);
}

static void text_index_and_reader_agree_after_anything(void **state)
{
    static uint32_t end[LINES];
    (void)state;

    for (unsigned number = 0; number < games_to_play(40, 1000); number++) {
        const size_t length = chance_record(seed, number, 2000, text, TEXT);
        rec_hosted h;
        tob_rng rng;
        uint32_t lines;
        tob_rng_init(&rng, seed, 5000 + number);
        begin(&h, text, length);
        lines = h.lines;
        memcpy(end, ends, lines * sizeof end[0]);
        for (unsigned i = 0; i < 30; i++)
            random_step(&h, text, end, lines, &rng);
    }
}

/* ---- Redaction ---- */

/* Writes what the viewer may know as the moves' own redaction has it. */
static size_t by_moves(const char *record, size_t length, unsigned viewer, char *out)
{
    rec_header header;
    rec_error error;
    char *at = out;

    assert_true(rec_read(&fresh, record, length, UINT32_MAX, &error));
    header = fresh.header;
    header.config.viewer = as(viewer);
    at += rec_write_header(&header, at);
    rec_init(&fresh);
    for (size_t from = 0; from < length;) {
        const size_t size = strcspn(record + from, "\n");
        const uint32_t moves = fresh.moves;
        assert_true(rec_feed(&fresh, record + from, size, &error));
        if (fresh.moves > moves) {
            at += rec_write_move(&fresh.board, rec_redact(fresh.move, as(viewer)), at);
            *at++ = '\n';
        }
        from += size + 1;
    }
    *at = '\0';
    return (size_t)(at - out);
}

static void h1_whole_lines_and_moves_are_redacted_alike(void **state)
{
    (void)state;
    for (unsigned number = 0; number < games_to_play(60, 1500); number++) {
        const size_t length = chance_record(seed, number, 3000, text, TEXT);
        rec_hosted h;
        begin(&h, text, length);
        rec_hosted_detach(&h); /* a sleeping game shows its record too */
        for (unsigned viewer = 0; viewer < WATCHERS; viewer++) {
            const bool there = viewer >= TOB_SEATS || viewer < h.players;
            const size_t size = rec_hosted_redact(&h, as(viewer), whole, TEXT);
            size_t at;
            assert_int_equal(rec_hosted_shows(&h, as(viewer)), there);
            if (!there) {
                assert_int_equal(size, 0);
                continue;
            }
            at = rec_hosted_redact_header(&h, as(viewer), parts, TEXT);
            for (uint32_t line = h.header + 1u; line <= h.lines; line++) {
                at += rec_hosted_redact_line(&h, line, as(viewer), parts + at, TEXT - at);
                parts[at++] = '\n';
            }
            parts[at] = '\0';
            assert_string_equal(whole, parts);
            assert_int_equal(size, by_moves(text, length, viewer, parts));
            assert_string_equal(whole, parts);
        }
    }
}

static void h1_a_line_hides_its_last_word_from_others_only(void **state)
{
    static const struct {
        const char *line, *one, *spectator;
    } cases[] = {
        {"nature deal 1 next-hut", "nature deal 1 next-hut", "nature deal 1 ?"},
        {"nature draw 2 in-lake", "nature draw 2 ?", "nature draw 2 ?"},
        {"nature peek 1 curse", "nature peek 1 curse", "nature peek 1 ?"},
        {"nature peek 2 ?", "nature peek 2 ?", "nature peek 2 ?"},
        {"nature add 4", "nature add ?", "nature add ?"},
        {"nature reveal 4", "nature reveal 4", "nature reveal 4"},
        {"nature discard 2 in-lake", "nature discard 2 in-lake",
         "nature discard 2 in-lake"},
        {"nature initial 2 in-lake", "nature initial 2 in-lake",
         "nature initial 2 in-lake"},
        {"players nature add deal", "players nature add deal", "players nature add deal"},
        {"2 clue white in-lake", "2 clue white in-lake", "2 clue white in-lake"},
        {"", "", ""},
    };
    char out[REC_LINE_MAX];
    (void)state;

    for (unsigned i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        const char *line = cases[i].line;
        assert_int_equal(rec_redact_line(line, strlen(line), as(0), out),
                         strlen(cases[i].one));
        assert_string_equal(out, cases[i].one);
        rec_redact_line(line, strlen(line), as(SPECTATOR), out);
        assert_string_equal(out, cases[i].spectator);
        rec_redact_line(line, strlen(line), as(EVERYBODY), out);
        assert_string_equal(out, line);
    }
    memset(text, 'x', REC_LINE_MAX);
    assert_int_equal(rec_redact_line(text, REC_LINE_MAX, as(0), out), 0);
    assert_int_equal(rec_redact_line(text, REC_LINE_MAX - 1, as(0), out),
                     REC_LINE_MAX - 1);
}

static void h1_a_view_shows_itself_and_no_other(void **state)
{
    const size_t length = chance_record(seed, 70, UINT32_MAX, text, TEXT);
    rec_hosted h;
    size_t size;
    (void)state;

    begin(&h, text, length);
    size = rec_hosted_redact(&h, as(1), whole, TEXT);
    begin(&h, whole, size);
    assert_int_equal(h.viewer.code, as(1).code);
    for (unsigned viewer = 0; viewer < WATCHERS; viewer++)
        assert_int_equal(rec_hosted_shows(&h, as(viewer)), viewer == 1);
    assert_false(rec_hosted_shows(&h, (tob_viewer){17}));
    assert_int_equal(rec_hosted_redact(&h, as(0), parts, TEXT), 0);
    assert_int_equal(rec_hosted_redact(&h, as(1), parts, TEXT), size);
    assert_string_equal(parts, whole);

    assert_true(rec_hosted_cut(&h, h.header - 1u)); /* without its line "view 2" */
    assert_true(rec_hosted_shows(&h, as(0)));
    assert_true(rec_hosted_cut(&h, 2)); /* no game yet: the lines are as they are */
    size = rec_hosted_redact(&h, as(0), parts, TEXT);
    assert_memory_equal(parts, whole, size);
    assert_int_equal(size, ends[1]);
}

static void h1_a_viewer_gets_the_view_where_the_reader_stands(void **state)
{
    const size_t length = chance_record(seed, 9, 800, text, TEXT);
    rec_hosted h;
    tob_game view, same;
    size_t size;
    rec_error error;
    (void)state;

    begin(&h, text, length);
    assert_true(rec_hosted_seek(&h, h.lines / 2));
    for (unsigned viewer = 0; viewer < WATCHERS; viewer++) {
        const bool there = viewer >= TOB_SEATS || viewer < h.players;
        assert_int_equal(rec_hosted_view(&h, as(viewer), &view), there);
        if (!there)
            continue;
        size = rec_hosted_redact(&h, as(viewer), whole, TEXT);
        assert_true(
            rec_read(&fresh, whole, size, h.lines / 2 + (viewer != EVERYBODY), &error));
        assert_memory_equal(&view, &fresh.game, sizeof view);
    }
    size = rec_hosted_redact(&h, as(0), whole, TEXT);
    begin(&h, whole, size);
    assert_true(rec_hosted_view(&h, as(0), &same));
    assert_memory_equal(&same, &reader.game, sizeof same);
    assert_false(rec_hosted_view(&h, as(1), &same));
    assert_true(rec_hosted_seek(&h, 2));
    assert_false(rec_hosted_view(&h, as(0), &same)); /* no game yet */
    rec_hosted_detach(&h);
    assert_false(rec_hosted_view(&h, as(0), &same));
}

static void a_buffer_of_any_size_is_never_overrun(void **state)
{
    const size_t length = chance_record(seed, 3, 60, text, TEXT);
    rec_hosted h;
    size_t size;
    (void)state;

    begin(&h, text, length);
    size = rec_hosted_redact(&h, as(SPECTATOR), whole, TEXT);
    for (size_t room = 0; room <= size + 1; room++) {
        char *out = malloc(room ? room : 1); /* ASan watches its end */
        out[0] = 'x';
        assert_int_equal(rec_hosted_redact(&h, as(SPECTATOR), out, room), size);
        if (room) {
            assert_memory_equal(out, whole, room - 1);
            assert_int_equal(out[room - 1], '\0');
        } else {
            assert_int_equal(out[0], 'x');
        }
        free(out);
    }
}

static void a_table_is_small(void **state)
{
    size_t bytes = 0, lines = 0;
    unsigned games = games_to_play(100, 1000);
    (void)state;

    for (unsigned number = 0; number < games; number++) {
        const size_t length = chance_record(seed, number, UINT32_MAX, text, TEXT);
        bytes += length;
        for (size_t i = 0; i < length; i++)
            lines += text[i] == '\n';
    }
    printf("# a sleeping table: %zu bytes; its reader: %zu; a random game: %zu lines, "
           "%zu bytes\n",
           sizeof(rec_hosted), sizeof(rec_reader), lines / games, bytes / games);
    assert_true(sizeof(rec_hosted) <= 64);
    assert_true(sizeof(rec_reader) <= 11000);
}

static void a_text_that_no_buffer_holds_is_refused(void **state)
{
    rec_hosted h;
    rec_error error;
    (void)state;

    begin(&h, start, sizeof start - 1);
    assert_int_equal(rec_hosted_read(&h, start, (size_t)UINT32_MAX + 7, &error),
                     REC_REFUSED);
    agrees(&h, 3);
}

static void several_look_at_one_record_each_where_it_likes(void **state)
{
    static rec_reader one, two;
    rec_hosted h, first, second;
    uint32_t length;
    rec_error error;
    (void)state;

    begin(&h, start, sizeof start - 1);
    assert_int_equal(rec_hosted_feed(&h, "options experienced", 19, &error), REC_DONE);
    first = rec_hosted_look(&h, &one);
    second = rec_hosted_look(&h, &two);
    assert_int_equal(one.line, 0);
    assert_true(rec_hosted_seek(&first, 2));
    assert_true(rec_hosted_seek(&second, 4));
    assert_false(rec_hosted_seek(&second, 5));

    assert_int_equal(one.line, 2);
    assert_memory_equal(&two, &reader, sizeof two);
    assert_ptr_equal(rec_hosted_text(&first, &length), rec_hosted_text(&h, &length));
    agrees(&h, 4);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_line_fed_stands_in_the_text_with_its_lf),
        cmocka_unit_test(a_refused_line_changes_nothing),
        cmocka_unit_test(too_little_memory_says_how_much_is_needed_and_changes_nothing),
        cmocka_unit_test(a_text_with_a_fault_leaves_the_lines_before_it),
        cmocka_unit_test(no_line_is_fed_while_the_reader_stands_before_the_end),
        cmocka_unit_test(text_index_and_reader_agree_after_anything),
        cmocka_unit_test(h1_whole_lines_and_moves_are_redacted_alike),
        cmocka_unit_test(h1_a_line_hides_its_last_word_from_others_only),
        cmocka_unit_test(h1_a_view_shows_itself_and_no_other),
        cmocka_unit_test(h1_a_viewer_gets_the_view_where_the_reader_stands),
        cmocka_unit_test(a_buffer_of_any_size_is_never_overrun),
        cmocka_unit_test(a_text_that_no_buffer_holds_is_refused),
        cmocka_unit_test(several_look_at_one_record_each_where_it_likes),
        cmocka_unit_test(a_table_is_small),
    };

    seed = chance_seed();
    return cmocka_run_group_tests_name("hosted", tests, NULL, NULL);
}
