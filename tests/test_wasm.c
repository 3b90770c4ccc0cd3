/* The browser's surface, built natively and under the sanitizers. With "--write FILE" it
 * writes games, hashes and checksums as JSON instead: what tests/wasm.mjs compares the
 * wasm module with. */
#include "chance.h"
#include "json.h"
#include "support.h"

#include "wasm/wasm.c"

enum { WRITTEN = 24, HASH_EVERY = 50, PLAYED = 200000 };

static uint64_t seed;

/* ---- Texts in and out ---- */

static uint32_t give(const char *text)
{
    const size_t length = strlen(text);

    assert_true(length <= wasm_buffer_size());
    memcpy(wasm_input(), text, length);
    return (uint32_t)length;
}

/* The output buffer as a string; valid until the next call. */
static const char *taken(uint32_t length)
{
    static char text[WASM_BUFFER + 1];

    memcpy(text, wasm_output(), length);
    text[length] = '\0';
    return text;
}

/* ---- Random games as texts ---- */

typedef struct story {
    char text[WASM_BUFFER];
    size_t length;
    rec_header header;
    tob_game game;
    tob_board board;
    unsigned moves, lines;
    uint64_t hash[WASM_BUFFER / 8 / HASH_EVERY]; /* after each HASH_EVERY lines */
} story;

static void add_text(story *s, const char *text)
{
    const size_t length = strlen(text);

    assert_true(s->length + length < sizeof s->text);
    memcpy(s->text + s->length, text, length + 1);
    s->length += length;
}

static void tell(story *s, unsigned number)
{
    static tob_moves moves;
    char line[REC_HEADER_MAX];
    tob_rng rng;

    tob_rng_init(&rng, seed, number);
    s->length = s->moves = s->lines = 0;
    chance_header(&s->header, &rng, number);
    rec_write_header(&s->header, line);
    add_text(s, line);
    for (const char *at = line; *at; at++)
        s->lines += *at == '\n';
    tob_board_init(&s->board, s->header.config.island);
    tob_game_init(&s->game, &s->board, &s->header.config);
    while (tob_to_move(&s->game) != TOB_NOBODY) {
        tob_move move;
        tob_legal(&s->game, &s->board, &moves);
        move = chance_move(&rng, &s->game, &moves, number);
        rec_write_move(&s->board, move, line);
        add_text(s, line);
        add_text(s, "\n");
        tob_apply(&s->game, &s->board, move);
        if (++s->moves, ++s->lines % HASH_EVERY == 0)
            s->hash[s->lines / HASH_EVERY] = tob_hash(&s->game);
    }
}

/* ---- Tests ---- */

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
        assert_memory_equal(wasm_state(), &s.game, wasm_state_size());
        assert_int_equal(wasm_moves(), s.moves);
        assert_string_equal(taken(wasm_record()), s.text);
        assert_int_equal(wasm_read(give(s.text)), 1);
        assert_true(wasm_hash() == tob_hash(&s.game));
        assert_int_equal(wasm_undo(half * HASH_EVERY), 1);
        assert_true(wasm_hash() == s.hash[half]);
        assert_int_equal(wasm_lines(), half * HASH_EVERY);
        assert_int_equal(wasm_undo(half * HASH_EVERY + 1), 0);
        assert_int_equal(strncmp(taken(wasm_record()), s.text, wasm_record()), 0);
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
        assert_memory_equal(wasm_state(), &view, sizeof view);
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
        assert_non_null(strstr(taken(wasm_error_text()), "cut it first"));
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
        snprintf(part, sizeof part, "%s\n", taken(wasm_line(line, as(1).code)));
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
            assert_int_equal(is_json(taken(wasm_legal_json(viewer))), shown);
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

/* Every listed line is legal, as many as the engine lists; each can be fed. */
static void legal_lines_are_legal(void **state)
{
    static char lines[WASM_BUFFER + 1];
    tob_rng rng;
    (void)state;

    tob_rng_init(&rng, seed, 12345);
    assert_int_equal(wasm_read(give("tobago 1\nplayers a b c\nisland aCb0\n")), 1);
    for (unsigned i = 0; i < 400 && wasm_to_move() != TOB_NOBODY; i++) {
        unsigned count = 0, chosen;
        const uint32_t length = wasm_legal();
        char *at = memcpy(lines, taken(length), length + 1);
        for (char *end; (end = strchr(at, '\n')); at = end + 1, count++) {
            *end = '\0';
            assert_int_equal(wasm_why(give(at)), 0);
        }
        assert_true(count > 0);
        at = lines;
        for (chosen = tob_rng_below(&rng, count); chosen; chosen--)
            at += strlen(at) + 1;
        assert_int_equal(wasm_feed(give(at)), 1);
    }
    assert_int_equal(wasm_lines(), 403);
}

static void a_refusal_tells_line_word_clause_and_text_and_changes_nothing(void **state)
{
    uint64_t hash;
    (void)state;

    assert_int_equal(wasm_read(give("tobago 1\nplayers a b\nisland AbC1\n")), 1);
    hash = wasm_hash();

    assert_int_equal(wasm_feed(give("1 move")), 0);
    assert_int_equal(wasm_error_line(), 4);
    assert_int_equal(wasm_error_word(), 2);
    assert_int_equal(wasm_error_reason(), TOB_REASON_O4_FIRST);
    assert_string_equal(taken(wasm_error_clause()), "O4");
    assert_string_equal(taken(wasm_error_text()), tob_reason_text(TOB_REASON_O4_FIRST));
    assert_string_equal(taken(wasm_error_token()), "move");

    assert_int_equal(wasm_why(give("1 move")), TOB_REASON_O4_FIRST);
    assert_int_equal(wasm_why(give("1 dance")), WASM_UNREADABLE);
    assert_string_equal(taken(wasm_error_token()), "dance");
    assert_int_equal(wasm_read(give("tobago 1\nplayers a b\nisland AbC1\nnonsense\n")),
                     0);
    assert_int_equal(wasm_error_line(), 4);
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
    assert_int_equal(wasm_legal() + wasm_sites(0) + wasm_clue(give("next-hut")), 0);
    assert_int_equal(wasm_spaces() + wasm_reach(0, 3) + wasm_redact(0), 0);
    assert_int_equal(wasm_ending() + wasm_coins(0) + wasm_place(9), 0);
    assert_int_equal(wasm_position(0) + wasm_what_if(give("1 end"), 0), 0);
    assert_int_equal(wasm_legal_json(0) + wasm_board() + wasm_effects(1), 0);
    assert_int_equal(wasm_line(1, 0) + wasm_seek(1) + wasm_cut(1) + wasm_at(), 0);
    assert_true(is_json(taken(wasm_tables())));
    assert_int_equal(wasm_why(give("1 end")), WASM_UNREADABLE);
    assert_true(wasm_hash() == 0);
}

static void the_board_answers_by_names(void **state)
{
    (void)state;
    assert_int_equal(wasm_read(give("tobago 1\nplayers a b\nisland AbC1\n")), 1);
    for (uint32_t space = 0; space < wasm_spaces(); space++) {
        const tob_hexset reach = tob_board_reach(&game_reader.board, space, 2);
        assert_string_equal(taken(wasm_space_name(space)),
                            names_of(&game_reader.board, tob_hexset_of(space)));
        assert_string_equal(taken(wasm_reach(space, 2)),
                            names_of(&game_reader.board, reach));
        assert_int_equal(wasm_space_terrain(space), game_reader.board.terrain[space]);
        assert_int_equal(
            tob_board_at(&game_reader.board, wasm_space_q(space), wasm_space_r(space)),
            space);
    }
    assert_string_equal(taken(wasm_clue(give("in-lake"))),
                        names_of(&game_reader.board, game_reader.board.ground[TOB_LAKE]));
    assert_string_equal(taken(wasm_sites(TOB_GREY)),
                        names_of(&game_reader.board, game_reader.board.spaces));
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

static void every_level_chooses_a_legal_line(void **state)
{
    static story s;
    unsigned asked = 0;
    (void)state;

    tell(&s, 3);
    for (uint32_t line = s.lines; line > 30; line -= 11) {
        assert_int_equal(wasm_read(give(s.text)), 1);
        wasm_undo(line);
        for (unsigned level = 0; level <= AI_LEVEL_COUNT; level++) {
            const uint32_t length = wasm_choose(level, 7, 5);
            if (wasm_to_move() >= TOB_SEATS || level == AI_LEVEL_COUNT) {
                assert_int_equal(length, 0);
                continue;
            }
            memcpy(wasm_input(), wasm_output(), length);
            assert_int_equal(wasm_why(length), 0);
            asked++;
        }
    }
    assert_true(asked > 20);
}

static void print_hash(FILE *file, const char *name, uint64_t hash)
{
    fprintf(file, "\"%s\": \"%llu\"", name, (unsigned long long)hash);
}

/* What bots of all levels choose at some points of the game. */
static void write_choices(FILE *file, const story *s)
{
    unsigned written = 0;

    fputs("], \"choices\": [", file);
    for (uint32_t line = s->lines; line > 40 && written < 12; line -= 37) {
        const unsigned level = written % AI_LEVEL_COUNT;
        wasm_read(give(s->text));
        wasm_undo(line);
        if (wasm_to_move() >= TOB_SEATS)
            continue;
        fprintf(file, "%s{\"line\": %u, \"level\": %u, \"move\": \"",
                written++ ? ", " : "", line, level);
        fprintf(file, "%.*s\"}", (int)wasm_choose(level, line, 50), wasm_output());
    }
}

/* Positions, effects and what-ifs at some points of the game. */
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
        fprintf(file, ", \"end\": %s", taken(wasm_what_if(give("1 end"), viewer)));
        fprintf(file, ", \"legal\": %s}", taken(wasm_legal_json(viewer)));
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
        cmocka_unit_test(h1_a_redacted_text_reads_as_the_view),
        cmocka_unit_test(seeking_keeps_the_tail_and_feeding_waits_for_the_end),
        cmocka_unit_test(h1_lines_are_redacted_one_by_one),
        cmocka_unit_test(answers_come_as_json_for_those_who_may_see_them),
        cmocka_unit_test(legal_lines_are_legal),
        cmocka_unit_test(a_refusal_tells_line_word_clause_and_text_and_changes_nothing),
        cmocka_unit_test(without_a_game_every_question_has_an_answer),
        cmocka_unit_test(the_board_answers_by_names),
        cmocka_unit_test(random_play_counts_moves_and_sums_states),
        cmocka_unit_test(every_level_chooses_a_legal_line),
    };

    seed = chance_seed();
    if (count == 3 && strcmp(words[1], "--write") == 0)
        return write_games(words[2]);
    return cmocka_run_group_tests_name("wasm", tests, NULL, NULL);
}
