/* How bench/load reads the server's frames. */
#include "support.h"

#include "bench/frame.c"

static frame read_frame(const char *text)
{
    frame found;

    assert_true(frame_read(&found, text, strlen(text)));
    return found;
}

static void a_frame_s_values_are_found(void **state)
{
    const frame found = read_frame(
        "{\"is\":\"event\",\"re\":7,\"table\":\"k7q2\",\"n\":42,\"kind\":\"lines\","
        "\"lines\":[\"1 leg h8\"],\"clock\":{\"n\":9,\"left\":[1,{\"kind\":\"x\"}]},"
        "\"legal\":[\"1 leg i9\",\"1 end\"]}");

    (void)state;
    assert_true(frame_is(found.is, "event"));
    assert_true(frame_is(found.table, "k7q2"));
    assert_true(frame_is(found.kind, "lines"));
    assert_true(found.answers);
    assert_int_equal(found.n, 42);
    assert_int_equal(found.lines, 2);
    assert_true(frame_is(found.legal, "\"1 leg i9\",\"1 end\""));
    assert_int_equal(found.error.length, 0);
}

static void texts_may_hold_quotes_and_braces(void **state)
{
    const frame found =
        read_frame("{\"text\":\"\\\"}\\\\\",\"x\":\"{[\",\"n\":5,"
                   "\"error\":{\"code\":\"limit\",\"reason\":\"a } b\"}}");

    (void)state;
    assert_int_equal(found.n, 5);
    assert_true(frame_is(frame_find(found.error, "code"), "limit"));
    assert_true(frame_is(frame_find(found.error, "reason"), "a } b"));
    assert_int_equal(frame_find(found.error, "clause").length, 0);
}

static void spaces_do_not_matter(void **state)
{
    const frame found = read_frame(" { \"n\" : 12 , \"is\" :\n\"event\", \"re\": 1,"
                                   " \"legal\": [ \"1 end\" , \"1 leg h8\" ] } ");

    (void)state;
    assert_int_equal(found.n, 12);
    assert_true(frame_is(found.is, "event"));
    assert_true(found.answers);
    assert_int_equal(found.lines, 2);
}

static void nothing_legal_is_no_list(void **state)
{
    (void)state;
    assert_int_equal(read_frame("{\"n\":1,\"legal\":null}").lines, 0);
    assert_int_equal(read_frame("{\"n\":1,\"legal\":[]}").lines, 0);
    assert_int_equal(read_frame("{\"n\":1}").lines, 0);
}

static void every_legal_line_is_chosen_alike(void **state)
{
    static const char *const lines[] = {"1 leg h8", "1 end", "1 a longer line"};
    const frame found =
        read_frame("{\"legal\":[\"1 leg h8\",\"1 end\",\"1 a longer line\"]}");
    unsigned chosen[3] = {0};
    tob_rng rng;

    (void)state;
    tob_rng_init(&rng, 1, 0);
    for (unsigned i = 0; i < 3000; i++) {
        const frame_span line = frame_choose(&found, &rng);

        for (unsigned k = 0; k < 3; k++)
            chosen[k] += frame_is(line, lines[k]);
    }
    assert_int_equal(chosen[0] + chosen[1] + chosen[2], 3000);
    for (unsigned k = 0; k < 3; k++)
        assert_in_range(chosen[k], 900, 1100);
}

/* Every beginning of a frame in memory of its own size, for the sanitizers. */
static void half_a_frame_is_read_within_its_bytes(void **state)
{
    static const char text[] = "{\"is\":\"event\",\"n\":4,\"a\":{\"b\":[1,\"\\\"\"]},"
                               "\"error\":{\"code\":\"x\"},\"legal\":[\"1 end\"]}";

    (void)state;
    for (size_t length = 0; length < sizeof text; length++) {
        char *half = malloc(length + 1);
        frame found;
        tob_rng rng;

        assert_non_null(half);
        memcpy(half, text, length);
        half = realloc(half, length ? length : 1);
        tob_rng_init(&rng, 1, 0);
        if (frame_read(&found, half, length)) {
            frame_find(found.error, "code");
            if (found.lines)
                frame_choose(&found, &rng);
        }
        free(half);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_frame_s_values_are_found),
        cmocka_unit_test(texts_may_hold_quotes_and_braces),
        cmocka_unit_test(spaces_do_not_matter),
        cmocka_unit_test(nothing_legal_is_no_list),
        cmocka_unit_test(every_legal_line_is_chosen_alike),
        cmocka_unit_test(half_a_frame_is_read_within_its_bytes),
    };

    return cmocka_run_group_tests_name("load", tests, NULL, NULL);
}
