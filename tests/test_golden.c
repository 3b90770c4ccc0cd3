/* The records in tests/games/, each replayed to what tests/games/index.txt says of it:
 *
 *     NAME LINES HASH ENDING COINS...
 *
 * with tob_hash of the last state, E1, E3, E4 or - for the ending, and each seat's coins.
 * GOLDEN_WRITE=1 writes the index anew: only after a change that is meant to change it.
 */
#include "positions.h"

#define FOLDER "tests/games/"

enum { GAMES_MAX = 64, TEXT_MAX = 1 << 18 };

static scene t;
static char text[TEXT_MAX];

typedef struct entry {
    char name[64];
    char rest[192]; /* what the index says after the name */
} entry;

static entry entries[GAMES_MAX];
static unsigned entry_count;

static void read_index(void)
{
    FILE *file = fopen(FOLDER "index.txt", "r");
    char line[256];

    assert_non_null(file);
    entry_count = 0;
    while (fgets(line, sizeof line, file)) {
        const size_t name = strcspn(line, " \n");
        assert_true(entry_count < GAMES_MAX && name < sizeof entries[0].name);
        entry *e = &entries[entry_count++];
        *e = (entry){0};
        memcpy(e->name, line, name);
        line[strcspn(line, "\n")] = '\0';
        if (line[name] == ' ')
            snprintf(e->rest, sizeof e->rest, "%s", line + name + 1);
    }
    fclose(file);
}

static size_t read_text(const char *name)
{
    char path[128];

    snprintf(path, sizeof path, FOLDER "%s", name);
    FILE *file = fopen(path, "r");
    if (!file)
        fail_msg("there is no %s", path);
    const size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_true(length > 0 && length < sizeof text);
    return length;
}

static void replay(const char *name)
{
    rec_error error;
    const size_t length = read_text(name);

    if (!rec_read(&t, text, length, UINT32_MAX, &error))
        fail_msg("%s:%u: word %u '%s': %s [%s]", name, error.line, error.word,
                 error.token, error.text, error.clause);
}

/* What the index should say of the game on the table. */
static void describe(char out[static 192])
{
    const char *const ending = t.game.ending ? tob_ending_clause(t.game.ending) : "-";
    const tob_result result = tob_result_of(&t.game);
    int at = snprintf(out, 192, "%u %016llx %s", t.line,
                      (unsigned long long)tob_hash(&t.game), ending);

    for (unsigned seat = 0; seat < t.game.players; seat++)
        at += snprintf(out + at, 192 - (size_t)at, " %u", result.coins[seat]);
}

static void write_index(void)
{
    FILE *file = fopen(FOLDER "index.txt", "w");
    char line[192];

    assert_non_null(file);
    for (unsigned i = 0; i < entry_count; i++) {
        replay(entries[i].name);
        describe(line);
        fprintf(file, "%s %s\n", entries[i].name, line);
    }
    fclose(file);
}

static int prepare(void **state)
{
    (void)state;
    read_index();
    if (getenv("GOLDEN_WRITE"))
        write_index();
    read_index();
    return 0;
}

static void golden_records_replay_to_their_hash_and_result(void **state)
{
    (void)state;
    assert_true(entry_count >= 12);

    for (unsigned i = 0; i < entry_count; i++) {
        char line[192];
        replay(entries[i].name);
        describe(line);

        if (strcmp(line, entries[i].rest) != 0)
            fail_msg("%s: '%s' instead of '%s'", entries[i].name, line, entries[i].rest);
        sound(&t);
    }
}

/* tests/games/rules-1.txt is the index as it was under the rules numbered 1, without the
 * hashes: NAME LINES ENDING COINS... It is never written anew. */
static void t4_e4_records_of_the_first_rules_stay_valid_with_their_results(void **state)
{
    (void)state;
    FILE *file = fopen(FOLDER "rules-1.txt", "r");
    char line[256];
    unsigned records = 0;

    assert_non_null(file);
    for (; fgets(line, sizeof line, file); records++) {
        char now[192], name[64], *rest = line + strcspn(line, " ");
        int hash_from = 0, hash_to = 0;
        snprintf(name, sizeof name, "%.*s", (int)(rest - line), line);
        replay(name);
        describe(now);
        sscanf(now, "%*u%n %*s%n", &hash_from, &hash_to);
        memmove(now + hash_from, now + hash_to, strlen(now + hash_to) + 1);
        line[strcspn(line, "\n")] = '\0';
        assert_string_equal(now, rest + 1);
    }
    fclose(file);
    assert_int_equal(records, 20);
}

static void golden_records_are_written_as_they_are_read(void **state)
{
    (void)state;
    for (unsigned i = 0; i < entry_count; i++) {
        const size_t length = read_text(entries[i].name);
        char out[REC_HEADER_MAX];
        rec_error error;
        size_t from;

        assert_true(rec_read(&t, text, length, UINT32_MAX, &error));
        from = rec_write_header(&t.header, out);
        assert_memory_equal(out, text, from);
        rec_init(&t);
        for (size_t at = 0; at < length;) {
            const size_t size = strcspn(text + at, "\n");
            assert_true(rec_feed(&t, text + at, size, &error));
            if (at >= from) {
                char line[REC_LINE_MAX];
                assert_int_equal(rec_write_move(&t.board, t.move, line), size);
                assert_memory_equal(line, text + at, size);
            }
            at += size + 1;
        }
    }
}

/* All kinds but those of the Volcano. */
static const uint8_t base_kinds[] = {
    TOB_MOVE_OBJECT,        TOB_MOVE_ATV,         TOB_MOVE_INITIAL,
    TOB_MOVE_START,         TOB_MOVE_DEAL,        TOB_MOVE_CLUE,
    TOB_MOVE_MOVE,          TOB_MOVE_LEG,         TOB_MOVE_RAISE,
    TOB_MOVE_EXCHANGE,      TOB_MOVE_END,         TOB_MOVE_AMULET_REMOVE,
    TOB_MOVE_AMULET_CLUE,   TOB_MOVE_AMULET_MOVE, TOB_MOVE_AMULET_EXCHANGE,
    TOB_MOVE_AMULET_DOUBLE, TOB_MOVE_AMULET_SWAP, TOB_MOVE_DISCARD,
    TOB_MOVE_DRAW,          TOB_MOVE_PEEK,        TOB_MOVE_ADD,
    TOB_MOVE_REVEAL,        TOB_MOVE_CLAIM,       TOB_MOVE_PASS,
    TOB_MOVE_CANNOT,
};

static void golden_records_hold_every_kind_of_line(void **state)
{
    (void)state;
    unsigned seen[TOB_MOVE_COUNT] = {0}, curses = 0, views = 0, placed = 0;
    unsigned experienced = 0, first = 0, players = 0, endings = 0;

    for (unsigned i = 0; i < entry_count; i++) {
        const size_t length = read_text(entries[i].name);
        rec_error error;
        rec_init(&t);
        for (size_t at = 0; at < length;) {
            const size_t size = strcspn(text + at, "\n");
            const uint32_t moves = t.moves;
            assert_true(rec_feed(&t, text + at, size, &error));
            at += size + 1;
            if (t.moves == moves)
                continue;
            seen[t.move.kind]++;
            curses += t.move.kind == TOB_MOVE_REVEAL && t.move.value == 0;
            placed += t.move.kind == TOB_MOVE_OBJECT && t.move.seat != TOB_NATURE;
        }
        views += !tob_viewer_is_full(t.game.viewer);
        experienced += (t.game.options & TOB_OPTION_EXPERIENCED) != 0;
        first += t.game.first != 0;
        players |= 1u << t.game.players;
        endings |= 1u << t.game.ending;
    }

    for (unsigned i = 0; i < sizeof base_kinds / sizeof base_kinds[0]; i++)
        if (!seen[base_kinds[i]])
            fail_msg("no golden record holds a move of kind %u", base_kinds[i]);
    assert_true(curses && views && placed && experienced && first);
    assert_int_equal(players, 1u << 2 | 1u << 3 | 1u << 4);
    assert_int_equal(endings,
                     1u << TOB_ENDING_NONE | 1u << TOB_ENDING_E1 | 1u << TOB_ENDING_E3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(golden_records_replay_to_their_hash_and_result),
        cmocka_unit_test(t4_e4_records_of_the_first_rules_stay_valid_with_their_results),
        cmocka_unit_test(golden_records_are_written_as_they_are_read),
        cmocka_unit_test(golden_records_hold_every_kind_of_line),
    };

    return cmocka_run_group_tests_name("golden", tests, prepare, NULL);
}
