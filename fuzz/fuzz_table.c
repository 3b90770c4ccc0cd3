/* Any bytes as what happens at a table. With an even first byte they are dice for acts of
 * all kinds (tests/world.c), and the table is read back at the end; with an odd one they
 * are the texts of events, separated by a byte 0x1e, as a damaged disk might hold them.
 * Nothing crashes, a refusal changes nothing, the state keeps its rules, and all answers
 * are JSON. */
#include "fuzz.h"
#include "table/core.h"
#include "tests/json.h"
#include "tests/world.h"

enum { ACTS_MAX = 400, SEPARATOR = 0x1e };

static void check(const tbl_table *t)
{
    const tob_game *game = game_of(t);

    if (game) {
        require_sound(game, &t->record.reader.board);
        require(t->record.hosted.lines == t->lines, "the record has the table's lines");
        require(tob_to_move(game) != TOB_NATURE, "nature never has to decide");
    }
    require(t->messages <= TBL_CHAT_KEPT && t->mutes <= MUTES_MAX, "talk is bounded");
}

/* Everything that a guest is sent, as one text. */
static host_text shown(const tbl_table *t, uint64_t guest)
{
    host_text out = {0};

    host_text_append(&out, "{", 1);
    tbl_snapshot_json(t, "id", guest, &out);
    host_text_append(&out, ",\"chat\":", 8);
    tbl_chat_json(t, guest, 0, &out);
    host_text_append(&out, ",\"events\":[{}", 13);
    for (uint32_t n = 1; n <= tbl_event_count(t); n++) {
        host_text_append(&out, ",{", 2);
        tbl_event_json(t, n, tbl_viewer_of(t, guest), n == tbl_event_count(t), &out);
        host_text_append(&out, "}", 1);
    }
    host_text_append(&out, "]}", 2);
    require(is_json(out.bytes), "what a guest is sent is JSON");
    return out;
}

static void compare(const tbl_table *a, const tbl_table *b, uint64_t guest)
{
    host_text one = shown(a, guest), two = shown(b, guest);

    require(strcmp(one.bytes, two.bytes) == 0, "a table read back is the same table");
    host_text_clear(&one);
    host_text_clear(&two);
}

/* Reads the table back with everybody gone, as it is after a restart. */
static void read_again(world *w, tbl_table *t)
{
    tbl_table *other;
    const char *why;

    while (t->visitors)
        tbl_presence(t, t->visitor[0].guest, false);
    clock_count(t);
    w->wall = t->at;
    keep_values(w, t);
    other = read_back(w, t, &why);
    require(other != NULL, "a table can be read back");
    check(other);
    if (!t->run_ms && !t->lost_ms)
        for (uint64_t guest = 1; guest <= 3; guest++)
            compare(t, other, guest == 3 ? STRANGER : guest);
    tbl_free(other);
}

static void play(world *w, const uint8_t *bytes, size_t size)
{
    dice d = {w, bytes, size};
    tbl_table *t = some_table(&d);

    require(t != NULL, "sensible settings make a table");
    if (roll(&d, 8))
        some_start(t);
    for (unsigned i = 0; i < ACTS_MAX && d.left; i++) {
        const uint32_t count = tbl_event_count(t);
        const tbl_answer answer = act(&d, t);
        require(answer.code == TBL_DONE || tbl_event_count(t) == count,
                "a refusal changes nothing");
        require(answer.code <= TBL_REPEATED || answer.text, "a refusal says why");
        check(t);
    }
    read_again(w, t);
    tbl_free(t);
}

static void read_texts(world *w, const char *text, size_t size)
{
    const tbl_env env = world_env(w);
    tbl_table *t = tbl_read(&env);
    const char *why;
    uint32_t number = 0;
    bool good = true;

    for (size_t from = 0; good && from < size;) {
        const char *end = memchr(text + from, SEPARATOR, size - from);
        const size_t length = end ? (size_t)(end - text) - from : size - from;
        good = tbl_read_event(t, ++number, text + from, length);
        from += length + 1;
    }
    t->has_secret = true; /* no fuzzer finds the secret behind a hash */
    if (tbl_read_done(t, &why)) {
        dice d = {w, NULL, 0};
        host_text out = shown(t, 1);
        host_text_clear(&out);
        check(t);
        for (unsigned i = 0; i < 20; i++)
            act(&d, t);
        check(t);
    }
    tbl_free(t);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
    world w;

    if (!size)
        return 0;
    world_init(&w, 1);
    if (bytes[0] % 2)
        read_texts(&w, (const char *)bytes + 1, size - 1);
    else
        play(&w, bytes + 1, size - 1);
    world_clear(&w);
    return 0;
}
