/* tobago ask: every line has one answer, the answers are those of the library, a viewer
 * learns no more than its view holds, and nothing that is asked does any harm. Then the
 * documents: every request and every kind of line is in docs/bots.md. */
#include "chance.h"
#include "json.h"

#include "host/ask.h"
#include "tobago/kinds.h"
#include "tobago/legs.h"
#include "tobago/names.h"
#include "tobago/query.h"

enum { TEXT = 1 << 21 };

static uint64_t seed;
static ask_session session, other;
static char record[TEXT], wanted[REC_JSON_MAX], document[1 << 18];
static char answers[2][REC_JSON_MAX + 64];
static rec_outcome outcome;
static tob_moves moves;

/* Asks a line of any bytes; the answer is one line, without its LF, until the next but
 * one. */
static const char *ask_bytes(ask_session *s, const char *line, size_t length)
{
    static unsigned turn;
    char *answer = answers[turn++ % 2];
    char *text = NULL;
    size_t size = 0;
    FILE *out = open_memstream(&text, &size);

    ask_answer(s, line, length, out);
    fclose(out);
    assert_true(size > 2 && size <= sizeof answers[0]);
    assert_ptr_equal(memchr(text, '\n', size), text + size - 1);
    text[size - 1] = '\0';
    if (!is_json(text))
        fail_msg("'%.*s' is answered with %.300s", (int)length, line, text);
    memcpy(answer, text, size);
    free(text);
    return answer;
}

static const char *ask(ask_session *s, const char *line)
{
    return ask_bytes(s, line, strlen(line));
}

static void answers_with(const char *line, const char *part)
{
    const char *answer = ask(&session, line);

    if (!strstr(answer, part))
        fail_msg("%s: no '%s' in %.500s", line, part, answer);
}

static bool is_error(const char *answer)
{
    return strncmp(answer, "{\"error\":{\"line\":", 17) == 0;
}

/* Feeds a record; every line of it is taken. */
static void give(ask_session *s, const char *text)
{
    for (const char *line = text, *end; *line; line = end + 1) {
        char number[32];
        end = strchr(line, '\n');
        const char *answer = ask_bytes(s, line, (size_t)(end - line));
        snprintf(number, sizeof number, "{\"line\":%u}", s->record.reader.line);
        assert_string_equal(answer, number);
    }
}

/* A random game, cut after some of its lines. */
static void random_game(unsigned number)
{
    const size_t length =
        chance_record(seed, number, 200 + 97 * number % 700, record, sizeof record);

    record[length] = '\0';
    ask(&session, "new");
    give(&session, record);
}

static int clear(void **state)
{
    (void)state;
    ask_clear(&session);
    ask_clear(&other);
    session.most = 0;
    return 0;
}

/* ---- Answers ---- */

static void the_answers_are_those_of_the_library(void **state)
{
    (void)state;

    for (unsigned number = 0; number < games_to_play(60, 600); number++) {
        const rec_reader *reader = &session.record.reader;
        random_game(number);
        rec_position_json(&reader->header, &reader->game, &reader->board, reader->line,
                          wanted, sizeof wanted);
        assert_string_equal(ask(&session, "position"), wanted);
        rec_legal_json(&reader->game, &reader->board, &moves, wanted, sizeof wanted);
        assert_string_equal(ask(&session, "legal"), wanted);
        rec_legs_json(&reader->game, &reader->board, wanted, sizeof wanted);
        assert_string_equal(ask(&session, "legs"), wanted);
        rec_board_json(&reader->board, wanted, sizeof wanted);
        assert_string_equal(ask(&session, "board"), wanted);
        rec_tables_json(wanted, sizeof wanted);
        assert_string_equal(ask(&session, "tables"), wanted);
        rec_rules_json("amulet", 6, wanted, sizeof wanted);
        assert_string_equal(ask(&session, "rules amulet"), wanted);
    }
}

/* The number behind "CARD ... TREASURE": in an answer to clues; -1 if the card is not
 * in it. */
static int count_in(const char *answer, unsigned card, unsigned treasure)
{
    char key[64];
    const char *at;

    snprintf(key, sizeof key, "\"card\":\"%s\",", tob_card_name(card));
    at = strstr(answer, key);
    if (!at)
        return -1;
    snprintf(key, sizeof key, "\"%s\":", tob_treasure_name(treasure));
    return atoi(strstr(at, key) + strlen(key));
}

/* Takes lines back until a clue can be played as the main action; some games have none.
 */
static void back_to_a_clue(void)
{
    const rec_reader *reader = &session.record.reader;
    char line[32];

    while (reader->line > 20) {
        tob_legal(&reader->game, &reader->board, &moves);
        if (reader->game.phase == TOB_PHASE_TURN && moves.count &&
            moves.move[0].kind == TOB_MOVE_CLUE)
            return;
        snprintf(line, sizeof line, "cut %u", reader->line - 1);
        ask(&session, line);
    }
}

static void c2_c3_clues_count_the_sites_that_a_clue_leaves(void **state)
{
    unsigned compared = 0;
    (void)state;

    for (unsigned number = 0; number < games_to_play(100, 2000); number++) {
        const rec_reader *reader = &session.record.reader;
        const tob_game *game = &reader->game;
        unsigned legal = 0, counted = 0;
        random_game(number);
        back_to_a_clue();
        const char *answer = ask(&session, "clues");
        tob_legal(game, &reader->board, &moves);
        for (unsigned i = 0; i < moves.count; i++) {
            const tob_move move = moves.move[i];
            char line[REC_LINE_MAX];
            if (move.kind != TOB_MOVE_CLUE)
                continue;
            const size_t length = rec_write_move(&reader->board, move, line);
            assert_true(rec_what_if(game, &reader->board, line, length, &outcome));
            assert_int_equal(count_in(answer, move.card, move.treasure),
                             outcome.game.map[move.treasure].count);
            legal++;
        }
        if (!legal)
            continue;
        for (unsigned i = 0; i < tob_card_total() * TOB_TREASURE_COUNT; i++)
            counted += count_in(answer, i / 4, i % 4) > 0 && i / 4 < tob_card_count();
        assert_int_equal(counted, legal);
        compared++;
    }
    assert_true(compared > games_to_play(100, 2000) / 2);
}

static void clues_are_of_a_seat_or_of_all_cards(void **state)
{
    (void)state;

    random_game(2);
    answers_with("clues all", "{\"seat\":null,\"clues\":[{\"card\":\"in-beach\",");
    for (unsigned card = 0; card < tob_card_count(); card++)
        assert_true(count_in(ask(&session, "clues all"), card, TOB_WHITE) >= 0);
    answers_with("clues 2", "{\"seat\":2,\"known\":true,\"hand_size\":");
    ask(&session, "as 1");
    answers_with("clues 2", "{\"seat\":2,\"known\":false,\"hand_size\":");
    answers_with("clues", "{\"seat\":1,\"known\":true,\"hand_size\":");
    answers_with("clues 9", "{\"error\":");
    answers_with("clues one", "{\"error\":");
}

static void m1_distances_agree_with_legs(void **state)
{
    const unsigned games = games_to_play(60, 600);
    unsigned compared = 0;
    (void)state;

    for (unsigned number = 0; number < games; number++) {
        const rec_reader *reader = &session.record.reader;
        char line[64] = "distances ", key[16];
        tob_legs legs;
        random_game(number);
        tob_legs_init(&legs, &reader->game, &reader->board);
        if (!legs.left || !tob_hexset_has(reader->board.spaces, legs.from))
            continue;
        tob_space_name(&reader->board, legs.from, line + strlen(line));
        const char *answer = strstr(ask(&session, line), "\"legs\"");
        for (unsigned space = 0; space < TOB_SPACE_MAX; space++) {
            const unsigned least = tob_legs_to(&legs, space, false);
            if (least == TOB_NONE || !tob_hexset_has(reader->board.spaces, space))
                continue;
            key[0] = '"';
            tob_space_name(&reader->board, space, key + 1);
            strcat(key, "\":");
            assert_non_null(strstr(answer, key));
            assert_int_equal(atoi(strstr(answer, key) + strlen(key)), least);
            compared++;
        }
    }
    if (games >= 60) /* a few may all be between two movements */
        assert_true(compared > 20);
}

static void lines_are_tried_and_refused_with_their_rule(void **state)
{
    (void)state;

    give(&session, "tobago 1\nplayers ann ben\nisland ABC0\n");
    answers_with("why nature object statue h8 NE", "{\"legal\":true}");
    answers_with("why nature object hut h8",
                 "{\"legal\":false,\"clause\":\"O4\",\"reason\":");
    answers_with("what-if nature object statue h8 NE",
                 "{\"legal\":true,\"effects\":{},\"position\":{\"line\":4,");
    answers_with("at", "{\"line\":3,\"lines\":3}");
    answers_with("nature object hut h8",
                 "{\"error\":{\"line\":4,\"clause\":\"O4\",\"reason\":");
    answers_with("nature object statue h8 NE", "{\"line\":4}");
    answers_with("effects", "{}");
    answers_with("effects 4", "{}");
    answers_with("effects 3", "{\"error\":");
    answers_with("clue not-next-statue", "{\"spaces\":[\"");
    answers_with("clue not-next-nothing", "{\"error\":");
    answers_with("distances z99", "{\"error\":");
    answers_with("legs move", "{\"error\":{\"line\":0,\"clause\":\"");
    answers_with("legs more", "{\"error\":");
    answers_with("position more", "{\"error\":");
}

/* ---- The record ---- */

static void the_record_is_cut_looked_at_and_forgotten(void **state)
{
    (void)state;

    random_game(1);
    const uint32_t lines = session.record.hosted.lines;
    char line[64], position[200];
    snprintf(position, sizeof position, "%.190s", ask(&session, "position"));
    answers_with("at 20", "{\"line\":20,\"lines\":");
    answers_with("position", "{\"line\":20,");
    answers_with("1 end", "{\"error\":");
    snprintf(line, sizeof line, "at %u", lines);
    ask(&session, line);
    answers_with("position", position);
    snprintf(line, sizeof line, "at %u", lines + 1);
    answers_with(line, "{\"error\":");
    answers_with("cut 4294967296", "{\"error\":");
    answers_with("cut 20", "{\"line\":20}");
    answers_with("at", "{\"line\":20,\"lines\":20}");
    answers_with("record", "{\"lines\":[\"tobago 1\",\"players ");
    answers_with("new 123", "{\"line\":0}");
    answers_with("at 0", "{\"error\":");
    answers_with("cut 0", "{\"error\":");
    answers_with("record", "there is no game yet");
    answers_with("as 1", "there is no game yet");
}

static void a_record_that_is_too_long_is_refused(void **state)
{
    (void)state;

    session.most = 43;
    give(&session, "tobago 1\nplayers ann ben\nisland ABC0\n");
    answers_with("options placed", "{\"error\":{\"line\":4,\"clause\":\"\",\"reason\":"
                                   "\"the record is longer than any game\"");
    answers_with("at", "{\"line\":3,\"lines\":3}");
    answers_with("view 1", "{\"error\":");
    session.most = 44;
    answers_with("view 1", "{\"line\":4}");
}

/* ---- Viewers ---- */

static const char *const questions[] = {"position",
                                        "legal",
                                        "legs",
                                        "clues 1",
                                        "clues 2",
                                        "clues all",
                                        "legs move",
                                        "board",
                                        "effects",
                                        "record",
                                        "why 1 end",
                                        "as",
                                        "what-if 1 move",
                                        "what-if 1 clue white in-jungle",
                                        "why 2 clue grey in-lake",
                                        "legs amulet move",
                                        "effects 40",
                                        "at",
                                        "clues",
                                        "distances h8",
                                        "tables",
                                        "why 1 cannot",
                                        "why 2 cannot"};

/* A session with a full record that answers as a seat, and one that holds that seat's
 * view and nothing else, say the same. */
static void h2_answers_for_a_viewer_follow_from_its_view(void **state)
{
    static char view[TEXT];
    (void)state;

    for (unsigned number = 0; number < games_to_play(60, 600); number++) {
        char as[16] = "as spectator";
        random_game(number);
        const rec_hosted *hosted = &session.record.hosted;
        const unsigned seat = number % (hosted->players + 1u);
        const tob_viewer viewer =
            seat < hosted->players ? tob_viewer_of(seat) : tob_viewer_spectator();
        if (seat < hosted->players)
            snprintf(as, sizeof as, "as %u", seat + 1);
        rec_hosted_redact(hosted, viewer, view, sizeof view);
        ask(&other, "new");
        give(&other, view);
        assert_false(is_error(ask(&session, as)));
        for (unsigned i = 0; i < sizeof questions / sizeof questions[0]; i++) {
            if (strcmp(questions[i], "at") == 0 ||
                strcmp(questions[i], "effects 40") == 0 ||
                strcmp(questions[i], "position") == 0 ||
                strncmp(questions[i], "what-if", 7) == 0)
                continue; /* the view's header has a line more: compared below */
            const char *a = ask(&session, questions[i]);
            assert_string_equal(a, ask(&other, questions[i]));
        }
        const char *a = strchr(ask(&session, "position"), ',');
        assert_string_equal(a, strchr(ask(&other, "position"), ','));
    }
}

static void h1_a_view_shows_itself_to_nobody_else(void **state)
{
    (void)state;

    give(&session, "tobago 1\nplayers ann ben\nisland ABC0\nview 2\n");
    answers_with("as", "{\"as\":2}");
    answers_with("as 2", "{\"as\":2}");
    answers_with("as record", "{\"as\":2}");
    answers_with("as 1", "{\"error\":");
    answers_with("as spectator", "{\"error\":");
    answers_with("as 3", "{\"error\":");
    answers_with("as nobody", "{\"error\":");
    answers_with("position", "\"view\":2");
}

/* A viewer that the record has no more is shown nothing, rather than everything. */
static void h1_a_viewer_who_is_gone_sees_nothing(void **state)
{
    (void)state;

    give(&session, "tobago 1\nplayers ann ben cai\nisland ABC0\n");
    answers_with("as 3", "{\"as\":3}");
    ask(&session, "cut 1");
    give(&session, "players ann ben\nisland ABC0\n");
    answers_with("position", "{\"error\":");
    answers_with("record", "{\"error\":");
    answers_with("clues", "{\"error\":");
    answers_with("as record", "{\"as\":null}");
    answers_with("position", "\"view\":null");
}

/* ---- Hostile input ---- */

static const char *const strange[] = {"",
                                      " ",
                                      "  position",
                                      "position ",
                                      "POSITION",
                                      "why",
                                      "why ",
                                      "what-if",
                                      "cut",
                                      "cut -1",
                                      "cut 1 1",
                                      "at x",
                                      "as  1",
                                      "clue",
                                      "clue  ",
                                      "distances",
                                      "rules \xff",
                                      "rules",
                                      "as 18446744073709551617",
                                      "1",
                                      "nature",
                                      "view",
                                      "what-if 1",
                                      "5 end",
                                      "\r",
                                      "legs \t",
                                      "effects 0",
                                      "effects 4294967295",
                                      "cut 99999999999999999999"};

/* Changes some bytes of a line. */
static size_t spoil(tob_rng *rng, char line[REC_LINE_MAX + 40], size_t length)
{
    for (unsigned i = tob_rng_below(rng, 4); i > 0 && length; i--) {
        const uint32_t at = tob_rng_below(rng, (uint32_t)length);
        switch (tob_rng_below(rng, 3)) {
        case 0: line[at] = (char)tob_rng_below(rng, 256); break;
        case 1: length = at; break;
        default:
            memmove(line + at + 1, line + at, length - at);
            length += length < REC_LINE_MAX + 30;
        }
    }
    return length;
}

static void anything_is_answered_with_one_line_of_json(void **state)
{
    tob_rng rng;
    char line[REC_LINE_MAX + 40];
    (void)state;

    tob_rng_init(&rng, seed, 1);
    for (unsigned number = 0; number < games_to_play(40, 400); number++) {
        random_game(number);
        for (unsigned i = 0; i < 300; i++) {
            const unsigned kind = tob_rng_below(&rng, 4);
            const char *from =
                kind == 0
                    ? strange[tob_rng_below(&rng, sizeof strange / sizeof strange[0])]
                    : questions[tob_rng_below(&rng,
                                              sizeof questions / sizeof questions[0])];
            size_t length = strlen(from);
            uint32_t bytes;
            memcpy(line, from, length);
            from = rec_hosted_line(&session.record.hosted, i + 1, &bytes);
            if (kind == 3 && from) {
                memcpy(line, from, bytes);
                length = bytes;
            }
            length = spoil(&rng, line, length);
            for (size_t k = 0; k < length; k++)
                line[k] = line[k] == '\n' ? ' ' : line[k];
            ask_bytes(&session, line, length);
        }
    }
    memset(line, 'x', sizeof line);
    for (size_t length = REC_LINE_MAX - 2; length < sizeof line; length++)
        assert_true(is_error(ask_bytes(&session, line, length)));
    for (unsigned i = 0; i < sizeof strange / sizeof strange[0]; i++)
        ask(&session, strange[i]);
}

static void streams_are_read_to_their_end(void **state)
{
    static const char input[] =
        "tobago 1\n\nplayers ann\0 ben\nplayers ann ben\nisland ABC0"
        "\nposition\nat";
    static char flood[20000];
    char *text = NULL;
    size_t size = 0;
    FILE *in, *out = open_memstream(&text, &size);
    unsigned lines = 0;
    (void)state;

    in = fmemopen((void *)(uintptr_t)input, sizeof input - 1, "r");
    assert_int_equal(ask_lines(&session, in, out, false), HOST_DONE);
    fclose(in);
    memset(flood, 'a', sizeof flood);
    flood[sizeof flood - 4] = '\n';
    memcpy(flood + sizeof flood - 3, "at", 2);
    in = fmemopen(flood, sizeof flood - 1, "r");
    assert_int_equal(ask_lines(&session, in, out, false), HOST_DONE);
    fclose(in);
    fclose(out);
    for (const char *at = text; (at = strchr(at, '\n')); at++)
        lines++;
    assert_int_equal(lines, 7 + 2);
    assert_non_null(strstr(text, "the line is too long"));
    assert_non_null(strstr(text + size - 24, "{\"line\":3,\"lines\":3}\n"));
    free(text);
}

/* ---- The documents ---- */

/* The part of docs/bots.md between two headings. */
static const char *part_of_document(const char *from, const char *to)
{
    FILE *file = fopen("docs/bots.md", "r");
    char *begin, *end;

    assert_non_null(file);
    document[fread(document, 1, sizeof document - 1, file)] = '\0';
    fclose(file);
    begin = strstr(document, from);
    assert_non_null(begin);
    end = strstr(begin, to);
    assert_non_null(end);
    *end = '\0';
    return begin;
}

static void every_request_is_documented(void **state)
{
    const char *part = part_of_document("\n## Asking tobago", "\n## The arena");
    const char *at = ask(&session, "help");
    unsigned requests = 0;
    (void)state;

    while ((at = strstr(at, "\"form\":\""))) {
        char cell[80] = "| `";
        size_t length = 3;
        for (at += 8; *at != '"'; at++) {
            if (*at == '|')
                cell[length++] = '\\';
            cell[length++] = *at;
        }
        strcpy(cell + length, "` |");
        if (!strstr(part, cell))
            fail_msg("docs/bots.md has no row %s", cell);
        requests++;
    }
    assert_true(requests >= 18);
}

/* Notes the kinds of a line, by who makes it and whether it hides something. */
typedef struct seen_kinds {
    bool seat[TOB_MOVE_COUNT], nature[TOB_MOVE_COUNT], hidden[TOB_MOVE_COUNT];
    bool asked[TOB_MOVE_COUNT];
    bool curse;
} seen_kinds;

static void see_line(seen_kinds *seen, const rec_reader *reader, const char *line,
                     size_t length, bool choice)
{
    rec_error error;
    tob_move move;

    if (!rec_parse_move(&reader->game, &reader->board, line, length, &move, &error))
        fail_msg("'%.*s' cannot be read: %s", (int)length, line, error.text);
    seen->seat[move.kind] |= !tob_is_nature(move);
    seen->nature[move.kind] |= tob_is_nature(move);
    seen->hidden[move.kind] |= line[length - 1] == '?';
    seen->asked[move.kind] |= choice;
    seen->curse |= move.kind == TOB_MOVE_REVEAL && move.value == 0;
    if (choice == tob_is_nature(move))
        fail_msg("'%.*s': who makes it?", (int)length, line);
}

static void every_kind_of_line_is_documented_with_an_example(void **state)
{
    static rec_reader reader;
    static seen_kinds seen;
    char *at =
        (char *)(uintptr_t)part_of_document("\n### Every line", "\n### What happens");
    rec_error error;
    (void)state;

    rec_init(&reader);
    while ((at = strstr(at, "\n| `"))) {
        char *end = strchr(at + 4, '`'), *row = strchr(end, '\n');
        const size_t length = (size_t)(end - at) - 4;
        if (reader.line < 6)
            assert_true(rec_feed(&reader, at + 4, length, &error));
        else
            see_line(&seen, &reader, at + 4, length, memcmp(row - 8, " | yes |", 8) == 0);
        at = end;
    }
    assert_true(tob_viewer_is(reader.game.viewer, 0));
    for (unsigned kind = 0; kind < TOB_MOVE_COUNT; kind++) {
        const tob_kind_row *row = tob_kind_of(kind);
        if ((row->maker != TOB_MAKER_NATURE && !seen.asked[kind]) ||
            (row->maker != TOB_MAKER_SEAT && !seen.nature[kind]) ||
            (row->secret && !seen.hidden[kind]))
            fail_msg("docs/bots.md has no example of %s %s, or not of all its forms",
                     row->word, row->power ? row->power : "");
    }
    assert_true(seen.curse);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_teardown(the_answers_are_those_of_the_library, clear),
        cmocka_unit_test_teardown(c2_c3_clues_count_the_sites_that_a_clue_leaves, clear),
        cmocka_unit_test_teardown(clues_are_of_a_seat_or_of_all_cards, clear),
        cmocka_unit_test_teardown(m1_distances_agree_with_legs, clear),
        cmocka_unit_test_teardown(lines_are_tried_and_refused_with_their_rule, clear),
        cmocka_unit_test_teardown(the_record_is_cut_looked_at_and_forgotten, clear),
        cmocka_unit_test_teardown(a_record_that_is_too_long_is_refused, clear),
        cmocka_unit_test_teardown(h2_answers_for_a_viewer_follow_from_its_view, clear),
        cmocka_unit_test_teardown(h1_a_view_shows_itself_to_nobody_else, clear),
        cmocka_unit_test_teardown(h1_a_viewer_who_is_gone_sees_nothing, clear),
        cmocka_unit_test_teardown(anything_is_answered_with_one_line_of_json, clear),
        cmocka_unit_test_teardown(streams_are_read_to_their_end, clear),
        cmocka_unit_test_teardown(every_request_is_documented, clear),
        cmocka_unit_test_teardown(every_kind_of_line_is_documented_with_an_example,
                                  clear),
    };

    seed = chance_seed();
    return cmocka_run_group_tests_name("ask", tests, NULL, NULL);
}
