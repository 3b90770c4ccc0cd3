/* The server's settings: the file's lines, names, values and where they come from. */
#include "server/settings.h"
#include "tests/support.h"

#include <unistd.h>

static srv_settings settings;

/* What host_complain writes goes into a file while this is open. */
static FILE *said;
static int usual;

static int listen_to_complaints(void **state)
{
    (void)state;
    said = tmpfile();
    fflush(stderr);
    usual = dup(STDERR_FILENO);
    dup2(fileno(said), STDERR_FILENO);
    srv_settings_init(&settings);
    return 0;
}

static int stop_listening(void **state)
{
    (void)state;
    fflush(stderr);
    dup2(usual, STDERR_FILENO);
    close(usual);
    fclose(said);
    srv_settings_clear(&settings);
    return 0;
}

/* Was this said? */
static bool heard(const char *words)
{
    static char text[1 << 16];
    size_t length;

    fflush(stderr);
    rewind(said);
    length = fread(text, 1, sizeof text - 1, said);
    text[length] = '\0';
    return strstr(text, words);
}

static host_status read_bytes(const char *bytes, size_t length)
{
    host_text content = {0};

    host_text_append(&content, bytes, length);
    return srv_settings_content(&settings, "x.conf", &content);
}

static host_status read_text(const char *text)
{
    return read_bytes(text, strlen(text));
}

static void a_file_sets_what_its_lines_say(void **state)
{
    (void)state;

    assert_int_equal(read_text("\xef\xbb\xbf# a club's server\r\n"
                               "\r\n"
                               "data = /srv/tobago tables \t # with a blank in it\n"
                               "  lan=yes\n"
                               "limit-tables_guest =7\n"
                               "site = /a#b"),
                     HOST_DONE);

    assert_string_equal(settings.data, "/srv/tobago tables");
    assert_string_equal(settings.site, "/a#b");
    assert_true(settings.lan);
    assert_int_equal(settings.quotas.tables_guest, 7);
    assert_int_equal(settings.given[SRV_SETTING_data].line, 3);
    assert_int_equal(settings.given[SRV_SETTING_data].source, SRV_FROM_FILE);
}

static void everything_wrong_in_a_file_is_named_with_its_line(void **state)
{
    (void)state;

    assert_int_equal(read_text("lisen = 127.0.0.1:1\n"
                               "just words\n"
                               "lan = perhaps\n"
                               "limit-tables = 0\n"
                               "data =\n"
                               "open = yes\n"
                               "open = no\n"
                               "= 3\n"
                               "a\001b = 3\n"
                               "entirely-different = 3\n"
                               "listen = nowhere\n"),
                     HOST_REFUSED);

    assert_true(heard("x.conf:1: there is no setting 'lisen'; did you mean listen?"));
    assert_true(heard("x.conf:2: a line is 'name = value'"));
    assert_true(heard("x.conf:3: lan 'perhaps': it is yes or no"));
    assert_true(heard("x.conf:4: limit-tables '0': it is a whole number from 1 to "));
    assert_true(heard("x.conf:5: data '': it is empty"));
    assert_true(heard("x.conf:7: line 6 has set open before"));
    assert_true(heard("x.conf:8: a line is"));
    assert_true(heard("x.conf:9: the line is not text"));
    assert_true(heard("x.conf:10: there is no setting 'entirely-different'; 'tobago"));
    assert_true(heard("x.conf:11: listen 'nowhere': "));
    assert_false(heard("x.conf:6"));
}

static void a_refused_value_changes_nothing(void **state)
{
    const int id = SRV_SETTING_limit_tables;

    (void)state;

    assert_non_null(srv_setting_set(&settings, id, "0", SRV_FROM_FLAG, 0));
    assert_non_null(srv_setting_set(&settings, id, "1x", SRV_FROM_FLAG, 0));
    assert_non_null(
        srv_setting_set(&settings, SRV_SETTING_address, "x", SRV_FROM_FLAG, 0));

    assert_int_equal(settings.quotas.tables, 20000);
    assert_int_equal(settings.given[id].source, SRV_FROM_DEFAULT);
    assert_string_equal(settings.given[id].text, "20000");
    assert_int_equal(settings.address.size, 0);
}

static void the_environment_wins_over_the_file(void **state)
{
    char *const variables[] = {(char[]){"TOBAGO_DATA=/e"},
                               (char[]){"TOBAGO_LIMIT_TABLES_GUEST=9"},
                               (char[]){"TOBAGO_PLAY=./play"}, /* the script's */
                               (char[]){"TOBAGO_RECORD_SHA=1"},
                               (char[]){"TOBAGO_"},
                               (char[]){"DATA=/no"},
                               NULL};

    (void)state;

    assert_int_equal(read_text("data = /f\nsite = /f\n"), HOST_DONE);
    assert_int_equal(srv_settings_environment(&settings, variables), HOST_DONE);

    assert_string_equal(settings.data, "/e");
    assert_string_equal(settings.site, "/f");
    assert_int_equal(settings.quotas.tables_guest, 9);
    assert_int_equal(settings.given[SRV_SETTING_data].source, SRV_FROM_ENVIRONMENT);
}

static void a_mistyped_or_wrong_variable_is_named(void **state)
{
    char *const variables[] = {(char[]){"TOBAGO_LISTN=127.0.0.1:1"},
                               (char[]){"TOBAGO_LAN=2"}, NULL};

    (void)state;

    assert_int_equal(srv_settings_environment(&settings, variables), HOST_REFUSED);

    assert_true(heard("TOBAGO_LISTN: there is no setting 'listn'; did you mean listen?"));
    assert_true(heard("TOBAGO_LAN '2': it is yes or no"));
}

static void the_address_follows_from_lan_unless_it_is_given(void **state)
{
    (void)state;

    assert_int_equal(read_text("lan = on\n"), HOST_DONE);
    assert_int_equal(srv_settings_settle(&settings), HOST_DONE);

    assert_string_equal(settings.given[SRV_SETTING_address].text, "0.0.0.0:8700");
    assert_false(srv_address_is_loopback(&settings.address));
}

static void urls_are_written_as_browsers_write_them(void **state)
{
    static const struct {
        const char *text, *origin; /* NULL: refused */
    } urls[] = {
        {"https://club.example/", "https://club.example"},
        {"HTTPS://club.example:443", "https://club.example"},
        {"http://club.example:80/", "http://club.example"},
        {"http://club.example:443", "http://club.example:443"},
        {"http://[::1]:8700/", "http://[::1]:8700"},
        {"club.example", NULL},
        {"ftp://club.example", NULL},
        {"https://", NULL},
        {"https://club.example/tobago", NULL},
        {"https://club.example/?x", NULL},
        {"https://club.example:0", NULL},
        {"https://club.example:", NULL},
        {"https://club.example:123456", NULL},
        {"https://a b", NULL},
        {"https://user@club.example", NULL},
        {"https://[::1", NULL},
        {"https://[::1]x", NULL},
    };

    (void)state;
    for (size_t i = 0; i < sizeof urls / sizeof *urls; i++) {
        srv_url url = {.secure = false};
        const char *const wrong = srv_url_read(&url, urls[i].text);
        if (!urls[i].origin) {
            assert_non_null(wrong);
            assert_string_equal(url.origin, "");
            continue;
        }
        assert_null(wrong);
        assert_string_equal(url.origin, urls[i].origin);
        assert_int_equal(url.secure, url.origin[4] == 's');
    }
}

static void a_huge_file_is_refused(void **state)
{
    static char huge[70000];

    (void)state;
    memset(huge, '#', sizeof huge);

    assert_int_equal(read_bytes(huge, sizeof huge), HOST_REFUSED);
    assert_true(heard("at most 64 kB"));
}

/* Whatever the bytes are, they are read or refused: the sanitizers watch. */
static void hostile_files_do_no_harm(void **state)
{
    static const char alphabet[] = "\n\r\t =#abdeilnst-_0179./:[]\0\xff\xc3\xa4";
    static const char good[] = "listen = 127.0.0.1:8700\nlan = no\n# x\n"
                               "limit-tables = 5\ndata=/x\n";
    unsigned right = 0;
    tob_rng rng;

    (void)state;
    tob_rng_init(&rng, 1, 0);
    for (unsigned round = 0; round < 3000; round++) {
        char bytes[256];
        size_t length = sizeof good - 1;
        memcpy(bytes, good, length);
        for (uint64_t i = tob_rng_next(&rng) % 6; i > 0; i--)
            bytes[tob_rng_next(&rng) % length] =
                alphabet[tob_rng_next(&rng) % (sizeof alphabet - 1)];
        length = tob_rng_next(&rng) % (length + 1);
        srv_settings_init(&settings);
        right += read_bytes(bytes, length) == HOST_DONE;
        srv_settings_clear(&settings);
        if (round % 100 == 99) { /* what was said is not kept */
            fflush(stderr);
            rewind(said);
            assert_int_equal(ftruncate(fileno(said), 0), 0);
        }
    }

    assert_in_range(right, 100, 2900);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) \
    cmocka_unit_test_setup_teardown(name, listen_to_complaints, stop_listening)
        TEST(a_file_sets_what_its_lines_say),
        TEST(everything_wrong_in_a_file_is_named_with_its_line),
        TEST(a_refused_value_changes_nothing),
        TEST(the_environment_wins_over_the_file),
        TEST(a_mistyped_or_wrong_variable_is_named),
        TEST(the_address_follows_from_lan_unless_it_is_given),
        TEST(urls_are_written_as_browsers_write_them),
        TEST(a_huge_file_is_refused),
        TEST(hostile_files_do_no_harm),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
