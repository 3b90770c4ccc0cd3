/* Fair cards: hashes by known vectors and by libsodium, draws without bias, and proofs of
 * which every line counts. With "--write NUMBER EVENTS" it prints a proof. */
#include <sodium.h>

#include "chance.h"
#include "proofs.h"
#include "record/sha256.h"

static uint64_t seed;
static proof_story story;
static rec_hosted hosted;
static rec_reader reader;
static tob_moves moves;
static char text[REC_BYTES_MAX], changed[PROOF_TEXT];
static uint32_t ends[REC_LINES_MAX];

static const char *hex(const uint8_t *bytes, size_t length)
{
    static char out[2 * 64 + 1];

    for (size_t i = 0; i < length; i++)
        snprintf(out + 2 * i, 3, "%02x", bytes[i]);
    return out;
}

/* ---- Hashes ---- */

static void sha_256_gives_the_published_hashes(void **state)
{
    static const struct {
        const char *text, *hash;
    } known[] = {
        {"", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"},
        {"abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"},
        {"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
         "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"},
    };
    uint8_t hash[FAIR_HASH];
    sha256 million;
    (void)state;

    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        fair_sha256((const uint8_t *)known[i].text, strlen(known[i].text), hash);
        assert_string_equal(hex(hash, sizeof hash), known[i].hash);
    }
    sha256_init(&million);
    for (unsigned i = 0; i < 100000; i++)
        sha256_add(&million, "aaaaaaaaaa", 10);
    sha256_end(&million, hash);
    assert_string_equal(
        hex(hash, sizeof hash),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
}

/* RFC 4231. */
static void hmac_gives_the_published_codes(void **state)
{
    static const struct {
        unsigned key_byte, key_length;
        const char *key, *text, *code;
    } known[] = {
        {0x0b, 20, NULL, "Hi There",
         "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"},
        {0, 4, "Jefe", "what do ya want for nothing?",
         "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"},
        {0xaa, 131, NULL, "Test Using Larger Than Block-Size Key - Hash Key First",
         "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"},
    };
    uint8_t key[131], code[FAIR_HASH];
    (void)state;

    for (unsigned i = 0; i < sizeof known / sizeof *known; i++) {
        hmac_sha256 hmac;
        memset(key, (int)known[i].key_byte, sizeof key);
        if (known[i].key)
            memcpy(key, known[i].key, known[i].key_length);
        hmac_init(&hmac, key, known[i].key_length);
        sha256_add(&hmac.inner, known[i].text, strlen(known[i].text));
        hmac_end(&hmac, code);
        assert_string_equal(hex(code, sizeof code), known[i].code);
    }
}

static void random_inputs_hash_as_libsodium_hashes_them(void **state)
{
    uint8_t bytes[400], key[32], ours[FAIR_HASH], theirs[FAIR_HASH];
    tob_rng rng;
    (void)state;

    tob_rng_init(&rng, seed, 1);
    for (unsigned length = 0; length < sizeof bytes; length++) {
        hmac_sha256 hmac;
        size_t cut;
        for (unsigned i = 0; i < length; i++)
            bytes[i] = (uint8_t)tob_rng_next(&rng);
        for (unsigned i = 0; i < sizeof key; i++)
            key[i] = (uint8_t)tob_rng_next(&rng);
        fair_sha256(bytes, length, ours);
        crypto_hash_sha256(theirs, bytes, length);
        assert_memory_equal(ours, theirs, sizeof ours);
        cut = tob_rng_below(&rng, length + 1);
        hmac_init(&hmac, key, sizeof key);
        sha256_add(&hmac.inner, bytes, cut);
        sha256_add(&hmac.inner, bytes + cut, length - cut);
        hmac_end(&hmac, ours);
        crypto_auth_hmacsha256(theirs, bytes, length, key);
        assert_memory_equal(ours, theirs, sizeof ours);
    }
}

static void put_number(uint8_t *out, uint32_t number)
{
    for (unsigned i = 0; i < 4; i++)
        out[i] = (uint8_t)(number >> (24 - 8 * i));
}

/* The formulas of fair.h, written down a second time over libsodium. */
static void commitment_and_draw_are_the_documented_hashes(void **state)
{
    static const char commit[] = "tobago commitment 1", draw[] = "tobago draw 1";
    uint8_t message[128], ours[FAIR_HASH], theirs[FAIR_HASH];
    fair_source source;
    fair_key key;
    tob_rng rng;
    (void)state;

    tob_rng_init(&rng, seed, 2);
    for (unsigned i = 0; i < sizeof source; i++)
        ((uint8_t *)&source)[i] = (uint8_t)tob_rng_next(&rng);

    memcpy(message, commit, 19);
    memcpy(message + 19, source.secret, 32);
    crypto_hash_sha256(theirs, message, 19 + 32);
    fair_commitment(source.secret, ours);
    assert_memory_equal(ours, theirs, sizeof ours);

    memcpy(message, draw, 13);
    crypto_hash_sha256(message + 13, source.share[0], 64);
    put_number(message + 45, 0x01020304);
    put_number(message + 49, 7);
    put_number(message + 53, 2);
    crypto_auth_hmacsha256(theirs, message, 57, source.secret);
    key = fair_key_of(&source);
    fair_bytes(&key, (fair_place){0x01020304, 7}, 2, ours);
    assert_memory_equal(ours, theirs, sizeof ours);
}

/* ---- No bias ---- */

/* The sum of squares by which counts differ from what is expected; its mean is the number
 * of counts less one. */
static double chi_square(const unsigned *count, const double *expected, unsigned number)
{
    double sum = 0;

    for (unsigned i = 0; i < number; i++)
        sum += (count[i] - expected[i]) * (count[i] - expected[i]) / expected[i];
    return sum;
}

/* The secret and shares are fixed, so that chance cannot fail this test. */
static fair_source fixed_source(unsigned number)
{
    fair_source source = {.secret = {(uint8_t)number, (uint8_t)(number >> 8)}};

    source.share[0][0] = 1;
    return source;
}

static fair_key fixed_key(unsigned number)
{
    const fair_source source = fixed_source(number);

    return fair_key_of(&source);
}

static void numbers_below_a_limit_are_alike(void **state)
{
    static const unsigned limits[] = {1, 2, 3, 4, 7, 32};
    enum { DRAWS = 12800 };
    (void)state;

    for (unsigned k = 0; k < sizeof limits / sizeof *limits; k++) {
        const fair_key key = fixed_key(k);
        unsigned count[32] = {0};
        double expected[32];
        for (unsigned i = 0; i < limits[k]; i++)
            expected[i] = (double)DRAWS / limits[k];
        for (uint32_t i = 0; i < DRAWS; i++) {
            const uint32_t drawn =
                fair_below(&key, (fair_place){i / 4, i % 4}, limits[k]);
            assert_true(drawn < limits[k]);
            count[drawn]++;
        }
        /* 31 degrees of freedom exceed 61.1 in one of a thousand sequences. */
        assert_true(chi_square(count, expected, limits[k]) < 61.1);
    }
}

static void large_limits_are_alike_too(void **state)
{
    const fair_key key = fixed_key(9);
    const uint32_t limit = UINT32_C(3) << 30;
    unsigned low = 0;
    (void)state;

    for (uint32_t i = 0; i < 3000; i++)
        low += fair_below(&key, (fair_place){i, 0}, limit) < limit / 3;
    assert_in_range(low, 900, 1100);
}

/* Draws again and again where nature decides, and compares with the weights. */
static void expect_by_weight(const tob_moves *all, unsigned number)
{
    enum { DRAWS = 5000 };
    static unsigned count[TOB_MOVES_MAX];
    static double expected[TOB_MOVES_MAX];
    const fair_key key = fixed_key(100 + number);
    const double freedom = all->count - 1;
    double total = 0;

    for (unsigned i = 0; i < all->count; i++)
        total += tob_weight(&reader.game, all->move[i]);
    for (unsigned i = 0; i < all->count; i++) {
        count[i] = 0;
        expected[i] = DRAWS * tob_weight(&reader.game, all->move[i]) / total;
    }
    for (uint32_t i = 0; i < DRAWS; i++) {
        const tob_move move = fair_nature(&key, (fair_place){i, number}, &reader.game,
                                          &reader.board, &moves);
        unsigned at = 0;
        while (memcmp(&all->move[at], &move, sizeof move) != 0)
            at++;
        count[at]++;
    }
    assert_true(chi_square(count, expected, all->count) <
                freedom + 3.3 * __builtin_sqrt(2 * freedom) + 6);
}

static void natures_draws_come_by_weight(void **state)
{
    unsigned looked_at[TOB_MOVE_COUNT] = {0}, kinds = 0;
    tob_rng rng;
    (void)state;

    tob_rng_init(&rng, 77, 0);
    rec_init(&reader);
    feed(&reader, "tobago 1\nplayers Anna Bobby\nisland ABC0");
    for (unsigned step = 0; tob_to_move(&reader.game) != TOB_NOBODY; step++) {
        static tob_moves all;
        tob_legal(&reader.game, &reader.board, &all);
        if (tob_to_move(&reader.game) == TOB_NATURE && all.count > 1 &&
            looked_at[all.move[0].kind]++ % 50 == 3)
            expect_by_weight(&all, step);
        tob_apply(&reader.game, &reader.board, chance_move(&rng, &reader.game, &all, 77));
    }
    for (unsigned kind = 0; kind < TOB_MOVE_COUNT; kind++)
        kinds += looked_at[kind] > 3;
    assert_true(kinds >= 4);
}

static void every_part_of_a_place_makes_a_new_draw(void **state)
{
    fair_source shared = fixed_source(1);
    const fair_key key = fixed_key(1);
    fair_key other;
    uint8_t draw[6][FAIR_HASH];
    (void)state;

    shared.share[3][15] = 1;
    other = fair_key_of(&shared);
    fair_bytes(&key, (fair_place){5, 6}, 0, draw[0]);
    fair_bytes(&key, (fair_place){6, 6}, 0, draw[1]);
    fair_bytes(&key, (fair_place){5, 5}, 0, draw[2]);
    fair_bytes(&key, (fair_place){5, 6}, 1, draw[3]);
    fair_bytes(&other, (fair_place){5, 6}, 0, draw[4]);
    other = fixed_key(2);
    fair_bytes(&other, (fair_place){5, 6}, 0, draw[5]);
    for (unsigned a = 0; a < 6; a++)
        for (unsigned b = 0; b < a; b++)
            assert_memory_not_equal(draw[a], draw[b], FAIR_HASH);
}

/* ---- Proofs ---- */

static fair_verdict check(const char *proof, size_t length)
{
    rec_hosted_init(&hosted, &reader,
                    (rec_buffers){text, ends, sizeof text, REC_LINES_MAX});
    return rec_proof_check(proof, length, &hosted, &moves);
}

static void a_sound_proof_is_accepted_with_its_undos(void **state)
{
    uint32_t undos = 0;
    (void)state;

    for (unsigned number = 0; number < games_to_play(30, 400); number++) {
        uint32_t length, theirs;
        const char *record, *other;
        fair_verdict verdict;
        proof_tell(&story, seed, number, 400, true);
        verdict = check(story.text, story.length);
        if (verdict.line)
            fail_msg("seed %llu, proof %u, line %u: %s", (unsigned long long)seed, number,
                     verdict.line, verdict.text);
        assert_int_equal(verdict.draws, story.draws);
        assert_int_equal(verdict.events, story.events);
        record = rec_hosted_text(&hosted, &length);
        other = rec_hosted_text(&story.hosted, &theirs);
        assert_int_equal(length, theirs);
        assert_memory_equal(record, other, length);
        assert_int_equal(verdict.lines, hosted.lines);
        assert_int_equal(check(story.text, story.length - 1).line, 0); /* its last LF */
        undos += story.undos;
    }
    assert_true(undos > 30);
}

/* The lines of the story's proof: where each begins, and one more. */
static uint32_t begin[1 << 14], line_count;

static void find_lines(void)
{
    line_count = 0;
    for (size_t at = 0; at < story.length; at++)
        if (at == 0 || story.text[at - 1] == '\n')
            begin[line_count++] = (uint32_t)at;
    begin[line_count] = (uint32_t)story.length;
}

static bool begins(const char *line, const char *word)
{
    return strncmp(line, word, strlen(word)) == 0;
}

/* The first line that differs between a proof and the story's, from 1. */
static uint32_t first_difference(const char *proof, size_t length)
{
    uint32_t line = 1;

    for (size_t i = 0; i < length && i < story.length; i++) {
        if (proof[i] != story.text[i])
            return line;
        line += proof[i] == '\n';
    }
    return line;
}

/* A player's lines are hers to choose: a proof in which they were played otherwise may be
 * sound, of another game. Any other line is determined by those before it, so the first
 * one that differs is the one at fault. */
static void expect_rejected(size_t length, const char *how, unsigned *accepted)
{
    const uint32_t line = first_difference(changed, length);
    const char *was = story.text + begin[line - 1];
    const fair_verdict verdict = check(changed, length);
    const bool free = begins(was, "event") || (was[0] >= '1' && was[0] <= '4') ||
                      begins(was, "end") || begins(was, "players") ||
                      begins(was, "commitment") || begins(was, "share") ||
                      begins(was, "options") || begins(was, "tobago 1");

    changed[length] = '\0';
    if (!verdict.line) {
        /* Where players place the objects, a short game has but one draw. */
        if (!free || begins(was, "commitment") ||
            (begins(was, "share") && story.draws > 8))
            fail_msg("%s at line %u (%.30s) is not found", how, line, was);
        ++*accepted;
        return;
    }
    if (verdict.line < line && !begins(was, "players"))
        fail_msg("%s at line %u is found at %u: %s", how, line, verdict.line,
                 verdict.text);
    if (!free && verdict.line != line)
        fail_msg("%s at line %u (%.30s) is found only at %u: %s", how, line, was,
                 verdict.line, verdict.text);
    assert_true(verdict.text && verdict.clause);
}

static size_t add(size_t at, uint32_t from, uint32_t to)
{
    memcpy(changed + at, story.text + begin[from], begin[to] - begin[from]);
    return at + begin[to] - begin[from];
}

static void a_line_dropped_doubled_or_swapped_is_found(void **state)
{
    unsigned tried = 0, accepted = 0;
    (void)state;

    for (unsigned number = 0; number < games_to_play(10, 60); number++) {
        proof_tell(&story, seed, number, 30, true);
        find_lines();
        for (uint32_t i = 0; i < line_count; i++) {
            size_t length = add(add(0, 0, i), i + 1, line_count);
            const char *line = story.text + begin[i];
            expect_rejected(length, "a line dropped", &accepted);
            length = add(add(0, 0, i + 1), i, line_count);
            expect_rejected(length, "a line doubled", &accepted);
            tried += 2;
            if (i + 1 < line_count && strncmp(line, line + (begin[i + 1] - begin[i]),
                                              begin[i + 1] - begin[i]) != 0) {
                length = add(add(add(add(0, 0, i), i + 1, i + 2), i, i + 1), i + 2,
                             line_count);
                expect_rejected(length, "two lines swapped", &accepted);
                tried++;
            }
        }
    }
    assert_true(tried > 100 && accepted < tried / 20);
}

/* Changes one byte of each line; and each line of nature into every other legal one. */
static void a_line_changed_is_found(void **state)
{
    unsigned accepted = 0;
    tob_rng rng;
    (void)state;

    tob_rng_init(&rng, seed, 3);
    for (unsigned number = 0; number < games_to_play(10, 60); number++) {
        proof_tell(&story, seed, number, 30, true);
        find_lines();
        for (uint32_t i = 0; i < line_count; i++) {
            const uint32_t at =
                begin[i] + tob_rng_below(&rng, begin[i + 1] - begin[i] - 1);
            memcpy(changed, story.text, story.length);
            changed[at] = (char)(changed[at] == 'e'   ? 'f'
                                 : changed[at] == '3' ? '4'
                                                      : '3');
            expect_rejected(story.length, "a byte changed", &accepted);
        }
    }
}

static void another_card_of_nature_is_found(void **state)
{
    unsigned tried = 0;
    (void)state;

    for (unsigned number = 0; number < games_to_play(10, 60); number++) {
        rec_proof proof;
        proof_tell(&story, seed, number, 20, true);
        find_lines();
        rec_hosted_init(&hosted, &reader,
                        (rec_buffers){text, ends, sizeof text, REC_LINES_MAX});
        rec_proof_init(&proof, &hosted, &moves);
        for (uint32_t i = 0; i < line_count; i++) {
            const char *line = story.text + begin[i];
            const size_t length = begin[i + 1] - begin[i] - 1;
            if (begins(line, "nature")) {
                tob_moves all;
                tob_legal(&reader.game, &reader.board, &all);
                for (unsigned k = 0; k < all.count; k += 7) {
                    static rec_hosted copy;
                    static rec_reader there;
                    static uint32_t room[4];
                    rec_proof other = proof;
                    char wrong[REC_LINE_MAX];
                    const size_t size = rec_write_move(&reader.board, all.move[k], wrong);
                    if (size == length && memcmp(wrong, line, length) == 0)
                        continue;
                    there = reader;
                    rec_hosted_init(&copy, &there, (rec_buffers){changed, room, 99, 1});
                    there = reader;
                    copy.header = hosted.header;
                    other.hosted = &copy;
                    assert_false(rec_proof_feed(&other, wrong, size));
                    assert_int_equal(other.verdict.line, i + 1);
                    assert_true(other.differs);
                    assert_memory_equal(other.drawn, line, length);
                    tried++;
                }
            }
            assert_true(rec_proof_feed(&proof, line, length));
        }
    }
    assert_true(tried > 50);
}

static void words_of_a_proof_are_strict(void **state)
{
    static const struct {
        const char *was, *is, *part;
    } faults[] = {
        {"tobago proof 1\n", "tobago proof 2\n", "format 1"},
        {"tobago proof 1\n", "tobago proof 1\r\n", "carriage return"},
        {"tobago proof 1\n", "\ntobago proof 1\n", "empty"},
        {"secret ", "secret 0", "third line"},
        {"share 1 ", "share 0 ", "names its seat"},
        {"share 1 ", "share 5 ", "names its seat"},
        {"share 1 ", "share 01 ", "names its seat"},
        {"share 1 ", "share 4 ", "no such seat"},
        {"start island first", "start", "says 'first'"},
        {"start island first", "start island", "says 'first'"},
        {"start island first", "start first island", "says 'first'"},
        {"start island first", "begin", "first event is the start"},
        {"\ntobago 1\n", "\ntobago 1\nevent 90 lines\n", "header"},
        {" lines\n", " lines 3\n", "start, lines, undo or patch"},
        {"end\n", "event 99999999999 lines\nend\n", "number and a kind"},
        {"end\n", "event 4000000000 undo 2\nend\n", "how many lines"},
        {"end\n", "event 4000000000 undo 9999\nend\n", "how many lines"},
        {"end\n", "event 4000000000 lines\nend\n", "no line of a player"},
        {"end\n", "event 4000000000 start first\nend\n", "starts once"},
        {"end\n", "event 1 lines\nend\n", "rise"},
        {"end\n", "end\n\n", "follows the end"},
        {"end\n", "", "without the line 'end'"},
        {"end\n", "event 4000000000 undo\xc3\nend\n", "start, lines, undo or patch"},
    };
    (void)state;

    proof_tell(&story, 5, 0, 3, false);
    assert_int_equal(check(story.text, story.length).line, 0);
    for (unsigned i = 0; i < sizeof faults / sizeof *faults; i++) {
        const char *at = strstr(story.text, faults[i].was);
        size_t before;
        fair_verdict verdict;
        if (begins(faults[i].was, "end"))
            at = story.text + story.length - 4;
        assert_non_null(at);
        before = (size_t)(at - story.text);
        snprintf(changed, sizeof changed, "%.*s%s%s", (int)before, story.text,
                 faults[i].is, at + strlen(faults[i].was));
        verdict = check(changed, strlen(changed));
        assert_int_not_equal(verdict.line, 0);
        if (!strstr(verdict.text, faults[i].part))
            fail_msg("'%s' is answered: %s", faults[i].is, verdict.text);
    }
}

static void every_part_has_a_name_and_a_sentence(void **state)
{
    (void)state;

    for (unsigned part = 0; part < FAIR_PART_COUNT; part++)
        assert_true(*fair_part_name(part) && *fair_part_text(part));
    assert_string_equal(fair_part_name(FAIR_PART_COUNT), "");
    assert_string_equal(fair_part_text(FAIR_PART_COUNT), "");
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sha_256_gives_the_published_hashes),
        cmocka_unit_test(hmac_gives_the_published_codes),
        cmocka_unit_test(random_inputs_hash_as_libsodium_hashes_them),
        cmocka_unit_test(commitment_and_draw_are_the_documented_hashes),
        cmocka_unit_test(numbers_below_a_limit_are_alike),
        cmocka_unit_test(large_limits_are_alike_too),
        cmocka_unit_test(natures_draws_come_by_weight),
        cmocka_unit_test(every_part_of_a_place_makes_a_new_draw),
        cmocka_unit_test(a_sound_proof_is_accepted_with_its_undos),
        cmocka_unit_test(a_line_dropped_doubled_or_swapped_is_found),
        cmocka_unit_test(a_line_changed_is_found),
        cmocka_unit_test(another_card_of_nature_is_found),
        cmocka_unit_test(words_of_a_proof_are_strict),
        cmocka_unit_test(every_part_has_a_name_and_a_sentence),
    };

    if (count == 4 && strcmp(words[1], "--write") == 0) {
        proof_tell(&story, 1, (unsigned)strtoul(words[2], NULL, 10),
                   (unsigned)strtoul(words[3], NULL, 10), true);
        return fputs(story.text, stdout) < 0;
    }
    seed = chance_seed();
    return cmocka_run_group_tests(tests, NULL, NULL);
}
