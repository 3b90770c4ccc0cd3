/* Tokens, limits and maps: the parts of the server that need no network. */
#include <fcntl.h>
#include <sodium.h>
#include <sys/stat.h>
#include <unistd.h>

#include "server/limits.h"
#include "server/map.h"
#include "server/tokens.h"
#include "tests/support.h"

static const srv_key key = {{7, 7, 7}}, other_key = {{7, 7, 8}};

static void ids_are_written_and_read_back(void **state)
{
    char text[SRV_ID_MAX];
    tob_rng rng;

    (void)state;
    tob_rng_init(&rng, 1, 0);
    for (unsigned i = 0; i < 1000; i++) {
        const uint64_t bits = tob_rng_next(&rng);
        const uint64_t table = bits >> 14 | 1;
        const uint64_t guest = (bits & (SRV_GUEST_BIT - 1)) | SRV_GUEST_BIT;
        srv_id_write(table, text);
        assert_int_equal(strlen(text), 10);
        assert_true(srv_id_read(text, 10) == table);
        srv_id_write(guest, text);
        assert_int_equal(strlen(text), 16);
        assert_true(srv_id_read(text, 16) == guest);
    }
}

static void texts_that_are_no_ids_are_refused(void **state)
{
    static const char *const wrong[] = {"",
                                        "k7q2m4xh9",
                                        "k7q2m4xh9dd",
                                        "K7Q2M4XH9D",
                                        "k7q2m4xh9i",
                                        "k7q2m4xh9 ",
                                        "4000000000000g00",
                                        "c000000000000000",
                                        "0000000000000001"};

    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_true(srv_id_read(wrong[i], strlen(wrong[i])) == 0);
    assert_true(srv_id_read("k7q2m\0xh9d", 10) == 0);
}

static const uint64_t ada = SRV_GUEST_BIT | 12345;

static void a_cookie_is_found_among_others(void **state)
{
    char cookie[SRV_COOKIE_TEXT_MAX], header[400];
    uint64_t guest;
    uint32_t epoch;

    (void)state;
    srv_cookie_write(&key, ada, 7, cookie);
    assert_non_null(strstr(cookie, "; HttpOnly; SameSite=Lax"));
    *strchr(cookie, ';') = '\0';
    snprintf(header, sizeof header, "a=b; tobago=nonsense; %s; c=d", cookie);

    assert_true(srv_cookie_read(&key, header, &guest, &epoch));
    assert_true(guest == ada);
    assert_int_equal(epoch, 7);
}

static void a_cookie_with_any_letter_changed_is_refused(void **state)
{
    char cookie[SRV_COOKIE_TEXT_MAX];
    uint64_t guest;
    uint32_t epoch;

    (void)state;
    srv_cookie_write(&key, ada, 7, cookie);
    *strchr(cookie, ';') = '\0';
    for (char *at = cookie + strlen("tobago="); *at; at++) {
        const char kept = *at;
        *at = kept == '4' ? '5' : '4';
        assert_false(srv_cookie_read(&key, cookie, &guest, &epoch));
        *at = kept;
    }
    assert_true(srv_cookie_read(&key, cookie, &guest, &epoch));
    assert_false(srv_cookie_read(&other_key, cookie, &guest, &epoch));
    assert_false(srv_cookie_read(&key, NULL, &guest, &epoch));
    cookie[strlen(cookie) - 1] = '\0';
    assert_false(srv_cookie_read(&key, cookie, &guest, &epoch));
}

static void a_link_works_for_what_it_was_made_for_alone(void **state)
{
    const srv_link made = {.kind = SRV_LINK_SEAT, .id = 99, .seat = 2, .number = 5};
    srv_link link, wrong[5] = {made, made, made, made, made};
    char text[SRV_LINK_MAX];
    const char *secret;
    size_t length;

    (void)state;
    srv_link_write(&key, &made, text);
    assert_true(srv_link_read(text, strlen(text), &link, &secret, &length));
    assert_int_equal(link.kind, SRV_LINK_SEAT);
    assert_true(link.id == 99);
    assert_true(srv_secret_is(&key, &made, secret, length));

    wrong[0].kind = SRV_LINK_JOIN;
    wrong[1].id = 98;
    wrong[2].seat = 1;
    wrong[3].number = 6;
    for (unsigned i = 0; i < 4; i++)
        assert_false(srv_secret_is(&key, &wrong[i], secret, length));
    assert_false(srv_secret_is(&other_key, &made, secret, length));
    assert_false(srv_secret_is(&key, &made, secret, length - 1));
    assert_false(srv_secret_is(&key, &made, "", 0));
}

static void texts_that_are_no_links_are_refused(void **state)
{
    static const char *const wrong[] = {"",
                                        "join",
                                        "join=",
                                        "join=k7q2m4xh9d",
                                        "jump=k7q2m4xh9d.x",
                                        "guest=k7q2m4xh9d.x",
                                        "join=4000000000000000.x",
                                        "=k7q2m4xh9d.x"};
    const char *secret;
    size_t length;
    srv_link link;

    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(srv_link_read(wrong[i], strlen(wrong[i]), &link, &secret, &length));
    assert_true(srv_link_read("join=k7q2m4xh9d.", 16, &link, &secret, &length));
    assert_int_equal(length, 0);
}

static void the_key_is_made_once_and_only_its_owner_reads_it(void **state)
{
    char folder[] = "/tmp/tobago-key-XXXXXX", path[64];
    srv_key first, second;
    struct stat status;
    int file;

    (void)state;
    assert_non_null(mkdtemp(folder));
    snprintf(path, sizeof path, "%s/server.key", folder);
    assert_int_equal(srv_key_open(&first, folder), HOST_DONE);
    assert_int_equal(srv_key_open(&second, folder), HOST_DONE);
    assert_memory_equal(&first, &second, sizeof first);
    assert_int_equal(stat(path, &status), 0);
    assert_int_equal(status.st_mode & 0777, 0600);

    file = open(path, O_WRONLY | O_TRUNC);
    close(file);
    assert_int_equal(srv_key_open(&second, folder), HOST_FAILED);
    unlink(path);
    rmdir(folder);
}

/* ---- Limits ---- */

static void a_rate_lets_a_burst_through_and_then_as_many_as_it_says(void **state)
{
    const srv_rate rate = {10, 1000};
    srv_bucket bucket = {0};
    unsigned passed = 0;

    (void)state;
    for (unsigned i = 0; i < 100; i++)
        passed += srv_bucket_take(&bucket, rate, 5000, 1) == 0;
    assert_int_equal(passed, 10);
    for (uint64_t now = 5001; now <= 15000; now++)
        passed += srv_bucket_take(&bucket, rate, now, 1) == 0;
    assert_in_range(passed, 109, 110);
}

static void a_rate_says_when_it_may_work_again(void **state)
{
    const srv_rate rate = {3, 60000};
    srv_bucket bucket = {0};
    uint32_t retry;

    (void)state;
    for (unsigned i = 0; i < 3; i++)
        assert_int_equal(srv_bucket_take(&bucket, rate, 1000, 1), 0);
    retry = srv_bucket_take(&bucket, rate, 1000, 1);
    assert_in_range(retry, 19000, 21000);
    assert_int_not_equal(srv_bucket_take(&bucket, rate, 1000 + retry / 2, 1), 0);
    assert_int_equal(srv_bucket_take(&bucket, rate, 1000 + retry, 1), 0);
}

/* ---- Maps ---- */

static void a_map_holds_what_was_added_and_not_removed(void **state)
{
    enum { KEYS = 2000, STEPS = 60000 };
    static char object[KEYS];
    static bool held[KEYS];
    srv_map map = {0};
    size_t count = 0;
    tob_rng rng;

    (void)state;
    tob_rng_init(&rng, 3, 0);
    for (unsigned i = 0; i < STEPS; i++) {
        const uint32_t k = tob_rng_below(&rng, KEYS);
        assert_ptr_equal(srv_map_get(&map, k * UINT64_C(64)),
                         held[k] ? &object[k] : NULL);
        if (held[k])
            srv_map_remove(&map, k * UINT64_C(64));
        else
            srv_map_add(&map, k * UINT64_C(64), &object[k]);
        count += held[k] ? (size_t)-1 : 1;
        held[k] = !held[k];
        assert_int_equal(map.count, count);
    }
    for (uint32_t k = 0; k < KEYS; k++)
        assert_ptr_equal(srv_map_get(&map, k * UINT64_C(64)),
                         held[k] ? &object[k] : NULL);
    srv_map_clear(&map);
    assert_null(srv_map_get(&map, 0));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(ids_are_written_and_read_back),
        cmocka_unit_test(texts_that_are_no_ids_are_refused),
        cmocka_unit_test(a_cookie_is_found_among_others),
        cmocka_unit_test(a_cookie_with_any_letter_changed_is_refused),
        cmocka_unit_test(a_link_works_for_what_it_was_made_for_alone),
        cmocka_unit_test(texts_that_are_no_links_are_refused),
        cmocka_unit_test(the_key_is_made_once_and_only_its_owner_reads_it),
        cmocka_unit_test(a_rate_lets_a_burst_through_and_then_as_many_as_it_says),
        cmocka_unit_test(a_rate_says_when_it_may_work_again),
        cmocka_unit_test(a_map_holds_what_was_added_and_not_removed),
    };

    return sodium_init() < 0 ? 1 : cmocka_run_group_tests(tests, NULL, NULL);
}
