/* The module's surface, built natively and under the sanitizers. With "--write FILE" it
 * writes games, hashes, answers and checksums as JSON instead, and tests/wasm.mjs
 * compares the wasm module with them. */
#include "module.h"
#include "proofs.h"

enum { WRITTEN = 24, PLAYED = 200000 };

/* ---- The record ---- */

static void feed_all_lines(const story *s)
{
    uint32_t lines = 0;

    for (const char *at = s->text; *at; at = strchr(at, '\n') + 1) {
        const size_t length = strcspn(at, "\n");
        memcpy(wasm_input(), at, length);
        assert_int_equal(wasm_feed((uint32_t)length), 1);
        if (++lines % HASH_EVERY == 0)
            assert_true(wasm_hash() == s->hash[lines / HASH_EVERY]);
    }
    assert_int_equal(wasm_lines(), lines);
}

static void a_record_is_read_fed_cut_and_read_again(void **state)
{
    static story s;
    (void)state;

    for (unsigned number = 0; number < games_to_play(60, 600); number++) {
        unsigned half;
        tell(&s, number);
        half = s.lines / HASH_EVERY / 2;
        wasm_reset();
        feed_all_lines(&s);
        assert_memory_equal(&game_reader.game, &s.game, sizeof s.game);
        assert_int_equal(wasm_moves(), s.moves);
        assert_string_equal(taken(wasm_record()), s.text);
        assert_int_equal(wasm_read(give(s.text)), 1);
        assert_true(wasm_hash() == tob_hash(&s.game));
        assert_int_equal(wasm_cut(half * HASH_EVERY), 1);
        assert_true(wasm_hash() == s.hash[half]);
        assert_int_equal(wasm_lines(), half * HASH_EVERY);
        assert_int_equal(wasm_cut(half * HASH_EVERY + 1), 0);
        assert_int_equal(strncmp(taken(wasm_record()), s.text, wasm_record()), 0);
    }
}

static void a_proof_is_checked_and_its_record_kept(void **state)
{
    static proof_story s;
    (void)state;

    for (unsigned number = 0; number < games_to_play(20, 100); number++) {
        uint32_t length;
        const char *text;
        proof_tell(&s, seed, number, 60, true);
        assert_non_null(strstr(taken(wasm_verify(give(s.text))), "\"ok\":true"));
        text = rec_hosted_text(&s.hosted, &length);
        assert_int_equal(wasm_record(), length);
        assert_memory_equal(wasm_output(), text, length);
        assert_true(is_json(taken(wasm_verify_steps(give(s.text), 1, UINT32_MAX))));
        *strstr(s.text, "share 1 ") = 'x';
        assert_non_null(strstr(taken(wasm_verify(give(s.text))), "\"line\":4,"));
    }
}

static void h1_a_redacted_text_reads_as_the_view(void **state)
{
    static story s;
    static char text[WASM_BUFFER];
    (void)state;

    for (unsigned number = 0; number < games_to_play(60, 600); number++) {
        const unsigned viewer = number % 2 ? SPECTATOR : number / 2 % 2;
        tob_game view;
        uint32_t length;
        tell(&s, number);
        assert_int_equal(wasm_read(give(s.text)), 1);
        length = wasm_redact(as(viewer).code);
        memcpy(text, wasm_output(), length);
        memcpy(wasm_input(), text, length);
        assert_int_equal(wasm_read(length), 1);
        tob_view(&view, &s.game, as(viewer));
        assert_memory_equal(&game_reader.game, &view, sizeof view);
        assert_int_equal(wasm_viewer(), as(viewer).code);
        assert_int_equal(wasm_redact(as(viewer ? 0 : 1).code),
                         0); /* it does not know enough */
        assert_int_equal(wasm_redact(as(EVERYBODY).code), 0);
        assert_int_equal(wasm_redact(17), 0);
    }
}

static void seeking_keeps_the_tail_and_feeding_waits_for_the_end(void **state)
{
    static story s;
    (void)state;

    for (unsigned number = 0; number < games_to_play(30, 300); number++) {
        uint32_t at;
        tell(&s, number);
        assert_int_equal(wasm_read(give(s.text)), 1);
        for (at = s.lines / HASH_EVERY; at > 0; at = at * 2 / 3) {
            assert_int_equal(wasm_seek(at * HASH_EVERY), 1);
            assert_true(wasm_hash() == s.hash[at]);
            assert_int_equal(wasm_at(), at * HASH_EVERY);
            assert_int_equal(wasm_lines(), s.lines);
        }
        assert_string_equal(taken(wasm_record()), s.text);
        assert_int_equal(wasm_seek(s.lines + 1), 0);
        assert_int_equal(wasm_feed(give("1 end")), 0);
        assert_non_null(strstr(taken(wasm_error()), "seek there, or cut"));
        assert_int_equal(wasm_seek(s.lines), 1);
        assert_true(wasm_hash() == tob_hash(&s.game));
    }
}

/* The lines of a view, one by one, are those of the whole. */
static void h1_lines_are_redacted_one_by_one(void **state)
{
    static story s;
    static char text[WASM_BUFFER + 1];
    (void)state;

    tell(&s, 5);
    assert_int_equal(wasm_read(give(s.text)), 1);
    strcpy(text, taken(wasm_redact(as(1).code)));
    for (uint32_t line = wasm_lines() - wasm_moves() + 1; line <= wasm_lines(); line++) {
        char part[REC_LINE_MAX + 2];
        const uint32_t length = wasm_line(line, as(1).code);
        assert_in_range(length, 1, REC_LINE_MAX);
        memcpy(part, wasm_output(), length);
        strcpy(part + length, "\n");
        assert_non_null(strstr(text, part));
    }
    assert_string_equal(taken(wasm_line(1, as(1).code)), "tobago 1");
    assert_int_equal(wasm_line(0, 0) + wasm_line(wasm_lines() + 1, 0), 0);
    assert_int_equal(wasm_line(1, 17) + wasm_line(1, UINT32_MAX), 0);
}

static void answers_come_as_json_for_those_who_may_see_them(void **state)
{
    static story s;
    (void)state;

    tell(&s, 9);
    assert_int_equal(wasm_read(give(s.text)), 1);
    for (uint32_t line = 8; line < s.lines; line += 37) {
        assert_int_equal(wasm_seek(line), 1);
        for (uint32_t viewer = 0; viewer <= TOB_SEATS + 2; viewer++) {
            const bool shown = viewer <= s.game.players || viewer == TOB_SEATS + 1;
            assert_int_equal(is_json(taken(wasm_position(viewer))), shown);
            assert_int_equal(is_json(taken(wasm_legal(viewer))), shown);
            assert_int_equal(is_json(taken(wasm_legs(viewer))), shown);
            assert_int_equal(is_json(taken(wasm_what_if(give("1 end"), viewer))), shown);
        }
        assert_true(is_json(taken(wasm_board())));
        assert_true(is_json(taken(wasm_effects(line))));
        assert_int_equal(wasm_at(), line);
        assert_true(is_json(taken(wasm_effects(s.lines))));
        assert_int_equal(wasm_at(), line);
    }
    assert_int_equal(wasm_effects(1) + wasm_effects(s.lines + 1), 0);
    assert_int_equal(wasm_what_if(UINT32_MAX, 0) > 0, 1);
    assert_non_null(strstr(taken(wasm_what_if(UINT32_MAX, 0)), "too long"));
}

/* The legal lines, each ended by a zero, taken out of the JSON; returns their number. */
static unsigned list_lines(char *lines)
{
    const char *at = strchr(taken(wasm_legal(wasm_viewer())), '[') + 1;
    unsigned count = 0;

    for (; *at == '"'; at += *at == ',', count++) {
        const size_t length = strcspn(++at, "\"");
        memcpy(lines, at, length);
        lines[length] = '\0';
        lines += length + 1;
        at += length + 1;
    }
    assert_string_equal(at, "]}");
    return count;
}

/* Every listed line is legal, as many as the engine lists; each can be fed. */
static void legal_lines_are_legal(void **state)
{
    static char lines[WASM_BUFFER + 1];
    static tob_moves list;
    tob_rng rng;
    (void)state;

    tob_rng_init(&rng, seed, 12345);
    assert_int_equal(wasm_read(give("tobago 1\nplayers a b c\nisland aCb0\n")), 1);
    for (unsigned i = 0; i < 400 && wasm_to_move() != TOB_NOBODY; i++) {
        const unsigned count = list_lines(lines);
        const unsigned chosen = tob_rng_below(&rng, count);
        const char *at = lines, *fed = lines;
        tob_legal(&game_reader.game, &game_reader.board, &list);
        assert_int_equal(count, list.count);
        for (unsigned k = 0; k < count; k++, at += strlen(at) + 1) {
            assert_true(is_allowed(give(at)));
            if (k == chosen)
                fed = at;
        }
        assert_int_equal(wasm_feed(give(fed)), 1);
    }
    assert_int_equal(wasm_lines(), 403);
}

static void a_refusal_tells_line_word_clause_and_text_and_changes_nothing(void **state)
{
    uint64_t hash;
    char expected[300];
    (void)state;

    assert_int_equal(wasm_read(give("tobago 1\nplayers a b\nisland AbC1\n")), 1);
    hash = wasm_hash();

    assert_int_equal(wasm_feed(give("1 move")), 0);
    snprintf(expected, sizeof expected,
             "{\"line\":4,\"clause\":\"O4\",\"reason\":\"%s\",\"word\":2,"
             "\"token\":\"move\",\"name\":\"O4_FIRST\"}",
             tob_reason_text(TOB_REASON_O4_FIRST));
    assert_string_equal(taken(wasm_error()), expected);

    assert_false(is_allowed(give("1 move")));
    assert_string_equal(taken(wasm_error()), expected); /* the error of the last feed */
    assert_int_equal(wasm_feed(give("1 dance")), 0);
    assert_non_null(strstr(taken(wasm_error()), "\"token\":\"dance\",\"name\":null}"));
    assert_int_equal(wasm_read(give("tobago 1\nplayers a b\nisland AbC1\nnonsense\n")),
                     0);
    assert_int_equal(strncmp(taken(wasm_error()), "{\"line\":4,", 10), 0);
    assert_true(wasm_hash() == hash);
    assert_int_equal(wasm_lines(), 3);
    assert_int_equal(wasm_feed(UINT32_MAX), 0);
}

static void without_a_game_every_question_has_an_answer(void **state)
{
    (void)state;
    wasm_reset();
    assert_int_equal(wasm_has_game(), 0);
    assert_int_equal(wasm_to_move(), TOB_NOBODY);
    assert_int_equal(wasm_legal(0) + wasm_legs(0) + wasm_clue(give("next-hut")), 0);
    assert_int_equal(wasm_redact(0) + wasm_shown_to(0) + wasm_shown_to(1), 0);
    assert_int_equal(wasm_position(0) + wasm_what_if(give("1 end"), 0), 0);
    assert_int_equal(wasm_board() + wasm_effects(1) + wasm_nature(64), 0);
    assert_int_equal(wasm_line(1, 0) + wasm_seek(1) + wasm_cut(1) + wasm_at(), 0);
    assert_int_equal(wasm_choose(4, 1, 1) + wasm_judge(1, 4, 1, 1), 0);
    assert_int_equal(wasm_chances(4, 1, 1) + wasm_bot_begin(0, 1, 1), 0);
    assert_true(is_json(taken(wasm_tables())));
    assert_true(wasm_hash() == 0);
    assert_true(wasm_rules_id() == tob_rules_id());
}

static void the_board_answers_by_names(void **state)
{
    static char hexes[WASM_BUFFER + 1];
    const tob_board *board = &game_reader.board;
    char part[100], name[4];
    tob_clue clue;
    (void)state;

    assert_int_equal(wasm_read(give("tobago 1\nplayers a b\nisland AbC1\n")), 1);
    strcpy(hexes, taken(wasm_board()));
    for (uint32_t space = 0; space < board->count; space++) {
        tob_space_name(board, space, name);
        snprintf(part, sizeof part,
                 "{\"name\":\"%s\",\"terrain\":\"%s\",\"q\":%d,\"r\":%d,", name,
                 tob_terrain_name(board->terrain[space]), board->q[space],
                 board->r[space]);
        assert_non_null(strstr(hexes, part));
        assert_int_equal(tob_board_at(board, board->q[space], board->r[space]), space);
    }
    assert_true(tob_clue_find("in-lake", 7, &clue));
    rec_clue_json(board, clue, hexes, sizeof hexes);
    assert_string_equal(taken(wasm_clue(give("in-lake"))), hexes);
    assert_true(strlen(hexes) > 10);
    rec_distances_json(board, tob_space_find(board, "h8", 2), hexes, sizeof hexes);
    assert_string_equal(taken(wasm_distances(give("h8"))), hexes);
    assert_int_equal(
        wasm_distances(give("a0")) + wasm_distances(0) + wasm_distances(UINT32_MAX), 0);
    assert_int_equal(wasm_clue(give("in-hut")) + wasm_clue(0) + wasm_clue(UINT32_MAX), 0);
}

static void a_line_tells_to_whom_it_showed_something(void **state)
{
    static story s;
    unsigned shown = 0;
    (void)state;

    tell(&s, 11);
    assert_int_equal(wasm_read(give(s.text)), 1);
    wasm_seek(10);
    for (uint32_t line = 1; line <= s.lines + 1; line += line < 70 ? 1 : s.lines / 30) {
        static rec_reader reader;
        rec_error error;
        unsigned expected = 0;
        rec_read(&reader, s.text, s.length, line, &error);
        if (line <= s.lines && reader.moves && reader.line == line)
            expected = tob_shown_to(&reader.game, reader.move);
        assert_int_equal(wasm_shown_to(line), expected);
        shown += expected != 0;
    }
    assert_int_equal(wasm_at(), 10);
    assert_int_equal(wasm_shown_to(s.lines + 1), 0);
    assert_in_range(shown, 20, 80);
}

/* ---- Nature ---- */

/* Nature's lines are those of the engine for the same bytes, through a whole game. */
static void nature_answers_from_random_bytes(void **state)
{
    static char lines[WASM_BUFFER + 1];
    static tob_moves list;
    unsigned asked = 0;
    tob_rng rng;
    (void)state;

    tob_rng_init(&rng, seed, 777);
    assert_int_equal(wasm_read(give("tobago 1\nplayers a b\nisland aCb0\n")), 1);
    while (wasm_to_move() != TOB_NOBODY && wasm_moves() < 2000) {
        uint8_t bytes[24];
        char expected[REC_LINE_MAX];
        tob_move move;
        size_t used;
        for (unsigned i = 0; i < sizeof bytes; i++)
            bytes[i] = (uint8_t)tob_rng_below(&rng, 256);
        memcpy(wasm_input(), bytes, sizeof bytes);
        if (wasm_to_move() != TOB_NATURE) {
            unsigned skip = tob_rng_below(&rng, list_lines(lines));
            const char *at = lines;
            assert_int_equal(wasm_nature(sizeof bytes) + wasm_nature_used(), 0);
            assert_non_null(strstr(taken(wasm_error()), "nature does not decide here"));
            while (skip--)
                at += strlen(at) + 1;
            assert_int_equal(wasm_feed(give(at)), 1);
            continue;
        }
        used = tob_nature_from_bytes(&game_reader.game, &game_reader.board, &list, bytes,
                                     sizeof bytes, &move);
        rec_write_move(&game_reader.board, move, expected);
        assert_string_equal(taken(wasm_nature(sizeof bytes)), expected);
        assert_int_equal(wasm_nature_used(), used);
        assert_int_equal(wasm_nature(7) + wasm_nature_used(), 0);
        assert_non_null(strstr(taken(wasm_error()), "more random bytes"));
        assert_int_equal(wasm_feed(give(expected)), 1);
        asked++;
    }
    assert_true(asked > 20);
}

static void h1_nature_is_refused_to_a_view(void **state)
{
    static story s;
    unsigned asked = 0;
    (void)state;

    tell(&s, 11);
    assert_int_equal(wasm_read(give(s.text)), 1);
    assert_int_equal(wasm_read(give(taken(wasm_redact(1)))), 1);
    for (uint32_t line = 30; line < s.lines; line++) {
        wasm_seek(line);
        if (wasm_to_move() != TOB_NATURE)
            continue;
        assert_int_equal(wasm_nature(64) + wasm_nature_used(), 0);
        assert_non_null(strstr(taken(wasm_error()), "\"clause\":\"H1\""));
        asked++;
    }
    assert_true(asked > 5);
}

/* The loop of wasm_random_play, said once more. */
static uint32_t play_at_random(uint32_t least, uint64_t *checksum)
{
    static tob_moves moves;
    uint32_t played = 0;

    *checksum = 0;
    for (uint32_t index = 0; played < least; index++) {
        const tob_config config = {.island = (uint8_t)(index % TOB_ISLANDS),
                                   .players = 4};
        tob_board board;
        tob_game game;
        tob_rng rng;
        tob_rng_init(&rng, seed, index);
        tob_board_init(&board, config.island);
        tob_game_init(&game, &board, &config);
        for (; tob_to_move(&game) != TOB_NOBODY; played++) {
            tob_legal(&game, &board, &moves);
            tob_apply(&game, &board, tob_random_move(&rng, &game, &moves));
        }
        *checksum = (*checksum << 1 | *checksum >> 63) ^ tob_hash(&game);
    }
    return played;
}

static void random_play_counts_moves_and_sums_states(void **state)
{
    uint64_t checksum;
    const uint32_t played = play_at_random(PLAYED, &checksum);
    (void)state;

    assert_int_equal(wasm_random_play(seed, PLAYED), played);
    assert_true(wasm_random_checksum() == checksum);
    assert_int_equal(wasm_random_play(seed + 1, 1) > 0, 1);
    assert_true(wasm_random_checksum() != checksum);
}

/* ---- For wasm.mjs ---- */

static void print_hash(FILE *file, const char *name, uint64_t hash)
{
    fprintf(file, "\"%s\": \"%llu\"", name, (unsigned long long)hash);
}

/* The lines of bots of all levels at some points of the game, and the opinions and the
 * judgement of those that search. */
static void write_choices(FILE *file, const story *s)
{
    unsigned written_choices = 0;

    fputs("], \"choices\": [", file);
    wasm_read(give(s->text));
    for (uint32_t line = s->lines; line > 40 && written_choices < 12; line -= 37) {
        const unsigned level = written_choices % AI_LEVEL_COUNT;
        wasm_seek(line);
        if (wasm_to_move() >= TOB_SEATS)
            continue;
        fprintf(file, "%s{\"line\": %u, \"level\": %u, \"move\": \"%s\"",
                written_choices++ ? ",\n" : "", line, level,
                taken(wasm_choose(level, line, 50)));
        fprintf(file, ", \"opinions\": %s", taken(wasm_bot_opinions()));
        if (ai_level_searches((ai_level)level)) {
            fprintf(file, ", \"judged\": %s", taken(wasm_judge(line + 1, level, 5, 50)));
            fprintf(file, ", \"chances\": %s", taken(wasm_chances(level, 5, 50)));
        }
        fputs("}", file);
    }
}

/* The line of nature from fixed bytes, or an empty one where it is not asked. */
static const char *nature_line(void)
{
    memset(wasm_input(), 0xa5, 8);
    return taken(wasm_nature(8));
}

/* Positions, legs, effects, what-ifs and nature at some points of the game. */
static void write_answers(FILE *file, const story *s)
{
    unsigned written_answers = 0;

    fputs("], \"answers\": [", file);
    wasm_read(give(s->text));
    for (uint32_t line = 9; line < s->lines && written_answers < 20; line += 41) {
        const uint32_t viewer = written_answers % 3 ? as(SPECTATOR).code : 2;
        wasm_seek(line);
        fprintf(file, "%s{\"line\": %u, \"viewer\": %u, \"position\": %s",
                written_answers++ ? ",\n" : "", line, viewer,
                taken(wasm_position(viewer)));
        fprintf(file, ", \"effects\": %s", taken(wasm_effects(line)));
        fprintf(file, ", \"legs\": %s", taken(wasm_legs(viewer)));
        fprintf(file, ", \"shown\": %u", wasm_shown_to(line));
        fprintf(file, ", \"nature\": \"%s\"", nature_line());
        fprintf(file, ", \"end\": %s", taken(wasm_what_if(give("1 end"), viewer)));
        fprintf(file, ", \"legal\": %s}", taken(wasm_legal(viewer)));
    }
}

static void write_story(FILE *file, const story *s)
{
    fprintf(file, "{\"lines\": %u, \"every\": %u, ", s->lines, HASH_EVERY);
    print_hash(file, "hash", tob_hash(&s->game));
    fputs(", \"hashes\": [", file);
    for (unsigned i = HASH_EVERY; i <= s->lines; i += HASH_EVERY)
        fprintf(file, "%s\"%llu\"", i > HASH_EVERY ? "," : "",
                (unsigned long long)s->hash[i / HASH_EVERY]);
    fputs("], \"views\": [", file);
    for (unsigned viewer = 0; viewer <= SPECTATOR; viewer++) {
        tob_game view;
        if (viewer >= s->game.players && viewer != SPECTATOR)
            continue;
        tob_view(&view, &s->game, as(viewer));
        fprintf(file, "%s{\"viewer\": %u, ", viewer ? ", " : "", as(viewer).code);
        print_hash(file, "hash", tob_hash(&view));
        fputc('}', file);
    }
    write_choices(file, s);
    write_answers(file, s);
    fputs("], \"text\": \"", file);
    for (const char *at = s->text; *at; at++)
        if (*at == '\n')
            fputs("\\n", file);
        else
            fputc(*at, file);
    fputs("\"}", file);
}

static int write_games(const char *path)
{
    static story s;
    FILE *file = fopen(path, "w");
    uint64_t checksum;
    uint32_t played;

    if (!file) {
        perror(path);
        return 1;
    }
    played = play_at_random(PLAYED, &checksum);
    fprintf(file, "{\"seed\": \"%llu\", \"moves\": %u, \"played\": %u, ",
            (unsigned long long)seed, PLAYED, played);
    print_hash(file, "checksum", checksum);
    fputs(", ", file);
    print_hash(file, "rules", wasm_rules_id());
    fputs(",\n\"games\": [\n", file);
    for (unsigned number = 0; number < WRITTEN; number++) {
        tell(&s, number * 5); /* all numbers of players, many islands */
        write_story(file, &s);
        fputs(number + 1 < WRITTEN ? ",\n" : "\n", file);
    }
    fputs("]}\n", file);
    return fclose(file) != 0;
}

int main(int count, char **words)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_record_is_read_fed_cut_and_read_again),
        cmocka_unit_test(a_proof_is_checked_and_its_record_kept),
        cmocka_unit_test(h1_a_redacted_text_reads_as_the_view),
        cmocka_unit_test(seeking_keeps_the_tail_and_feeding_waits_for_the_end),
        cmocka_unit_test(h1_lines_are_redacted_one_by_one),
        cmocka_unit_test(answers_come_as_json_for_those_who_may_see_them),
        cmocka_unit_test(legal_lines_are_legal),
        cmocka_unit_test(a_refusal_tells_line_word_clause_and_text_and_changes_nothing),
        cmocka_unit_test(without_a_game_every_question_has_an_answer),
        cmocka_unit_test(the_board_answers_by_names),
        cmocka_unit_test(random_play_counts_moves_and_sums_states),
        cmocka_unit_test(a_line_tells_to_whom_it_showed_something),
        cmocka_unit_test(nature_answers_from_random_bytes),
        cmocka_unit_test(h1_nature_is_refused_to_a_view),
    };

    seed = chance_seed();
    if (count == 3 && strcmp(words[1], "--write") == 0)
        return write_games(words[2]);
    return cmocka_run_group_tests_name("wasm", tests, NULL, NULL);
}
