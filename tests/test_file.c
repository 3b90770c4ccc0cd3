/* Files that grow: whole lines, one writer, a full disk. */
#include "host/file.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/match.h"
#include "host/text.h"
#include "support.h"

static char path[64];

static void make_path(void)
{
    snprintf(path, sizeof path, "/tmp/tobago-file-%ld", (long)getpid());
    unlink(path);
}

/* Lets no file of this program grow beyond so many bytes, as if the disk were full. */
static void allow_bytes(rlim_t bytes)
{
    struct rlimit limit;

    signal(SIGXFSZ, SIG_IGN);
    assert_int_equal(getrlimit(RLIMIT_FSIZE, &limit), 0);
    limit.rlim_cur = bytes;
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &limit), 0);
}

static void check_bytes(const char *expected)
{
    host_text text = {0};

    assert_int_equal(host_text_read(&text, path, 1 << 20), HOST_DONE);
    assert_string_equal(text.bytes ? text.bytes : "", expected);
    host_text_clear(&text);
}

static uint64_t file_size(void)
{
    struct stat status;

    assert_int_equal(stat(path, &status), 0);
    return (uint64_t)status.st_size;
}

static void a_file_grows_and_is_cut(void **state)
{
    host_file file;

    (void)state;
    make_path();
    assert_int_equal(host_file_open(&file, path, O_WRONLY | O_CREAT, "busy"), HOST_DONE);
    assert_true(host_file_append(&file, "one\ntwo\n", 8));
    assert_true(host_file_append(&file, "three\n", 6));
    assert_int_equal(file.length, 14);
    check_bytes("one\ntwo\nthree\n");

    assert_true(host_file_cut(&file, 8));
    assert_true(host_file_append(&file, "four\n", 5));
    assert_true(host_file_close(&file));
    assert_int_equal(file.fd, -1);
    check_bytes("one\ntwo\nfour\n");

    assert_int_equal(host_file_open(&file, path, O_WRONLY, "busy"), HOST_DONE);
    assert_int_equal(file.length, 13);
    assert_true(host_file_close(&file));
    unlink(path);
}

static void one_program_at_a_time_has_a_file(void **state)
{
    host_file first, second;

    (void)state;
    make_path();
    assert_int_equal(host_file_open(&first, path, O_WRONLY | O_CREAT, "busy"), HOST_DONE);

    assert_int_equal(host_file_open(&second, path, O_WRONLY, "(expected) it is busy"),
                     HOST_REFUSED);
    assert_int_equal(second.fd, -1);
    assert_true(host_file_close(&first));
    assert_int_equal(host_file_open(&second, path, O_WRONLY, "busy"), HOST_DONE);
    assert_true(host_file_close(&second));
    unlink(path);
}

static void a_full_disk_leaves_whole_lines(void **state)
{
    host_file file;
    bool wrote;
    int error;

    (void)state;
    make_path();
    assert_int_equal(host_file_open(&file, path, O_WRONLY | O_CREAT, "busy"), HOST_DONE);
    assert_true(host_file_append(&file, "a line\n", 7));
    allow_bytes(10);
    wrote = host_file_append(&file, "another line\n", 13);
    error = errno;
    allow_bytes(RLIM_INFINITY);

    assert_false(wrote);
    assert_int_equal(error, EFBIG);
    assert_int_equal(file.length, 7);
    check_bytes("a line\n");
    assert_true(host_file_append(&file, "b\n", 2));
    assert_true(host_file_close(&file));
    check_bytes("a line\nb\n");
    unlink(path);
}

static void without_a_file_nothing_is_kept(void **state)
{
    host_file file = {.fd = -1};

    (void)state;
    assert_true(host_file_append(&file, "a line\n", 7));
    assert_true(host_file_cut(&file, 0));
    assert_true(host_file_close(&file));
}

/* Plays a line of the person on turn. */
static void play_line(match *t, const char *typed)
{
    char line[REC_LINE_MAX];
    rec_error error;

    match_spell(t, typed, line);
    if (!match_play(t, line, &error))
        fail_msg("%s: %s", line, error.text);
}

/* Lets nature and the people choose at random until someone's turn begins. */
static void reach_a_turn(match *t)
{
    static tob_moves moves;

    for (;;) {
        const rec_reader *reader = &t->record.reader;
        rec_error error;
        if (reader->game.phase == TOB_PHASE_TURN && !reader->game.main_done)
            return;
        tob_legal(&reader->game, &reader->board, &moves);
        assert_true(
            match_play_move(t, tob_random_move(&t->rng, &reader->game, &moves), &error));
    }
}

/* A record that could not be written to its end is not made longer by taking back. */
static void taking_back_on_a_full_disk_leaves_whole_lines(void **state)
{
    const tob_config config = {.players = 2};
    host_text text = {0};
    uint64_t before;
    match t;

    (void)state;
    make_path();
    match_init(&t, 1, 1, 0);
    assert_int_equal(match_read_seats(&t, "human,human"), 2);
    assert_int_equal(match_begin(&t, path, &config), HOST_DONE);
    reach_a_turn(&t);
    before = file_size();
    allow_bytes((rlim_t)before);
    play_line(&t, "move");
    allow_bytes(RLIM_INFINITY);
    assert_int_not_equal(t.failure, 0);
    play_line(&t, "end");

    match_take_back(&t);

    assert_int_equal(file_size(), before);
    match_take_back(&t);
    match_take_back(&t);
    assert_true(file_size() < before);
    assert_int_equal(host_text_read(&text, path, 1 << 20), HOST_DONE);
    assert_int_equal(strlen(text.bytes), file_size());
    assert_int_equal(text.bytes[text.length - 1], '\n');
    host_text_clear(&text);
    assert_int_equal(match_close(&t), HOST_FAILED);
    unlink(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_file_grows_and_is_cut),
        cmocka_unit_test(one_program_at_a_time_has_a_file),
        cmocka_unit_test(a_full_disk_leaves_whole_lines),
        cmocka_unit_test(without_a_file_nothing_is_kept),
        cmocka_unit_test(taking_back_on_a_full_disk_leaves_whole_lines),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
