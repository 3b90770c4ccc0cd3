/* Records: what cannot be read is told by line, word and clause; what can is read line by
 * line, and any cut of it is a record. Names here begin with what they are about. */
#include "positions.h"

static scene t;

/* Feeds a line that must fail at this word (from 1; 0: the line), with this clause. */
static void fault(const char *line, size_t length, unsigned word, const char *clause,
                  const char *token, const char *part_of_text)
{
    static scene before;
    rec_error error;

    before = t;
    if (rec_feed(&t, line, length, &error))
        fail_msg("'%s' was accepted", line);
    assert_int_equal(error.line, before.line + 1);
    if (error.word != word)
        fail_msg("'%s': word %u instead of %u (%s)", line, error.word, word, error.text);
    assert_string_equal(error.clause, clause);
    assert_string_equal(error.token, token);
    if (!strstr(error.text, part_of_text))
        fail_msg("'%s': '%s'", line, error.text);
    assert_memory_equal(&t.game, &before.game, sizeof t.game);
    assert_memory_equal(&t.header, &before.header, sizeof t.header);
    assert_int_equal(t.line, before.line);
    assert_int_equal(t.moves, before.moves);
    assert_int_equal(t.stage, before.stage);
}

#define FAULT(line, word, clause, token, text) \
    fault(line, sizeof(line) - 1, word, clause, token, text)

static void header(const char *lines)
{
    rec_init(&t);
    feed(&t, lines);
}

/* ---- The header ---- */

static void header_a_record_begins_with_its_format(void **state)
{
    (void)state;
    header("");

    FAULT("players Anna Bobby", 1, "", "players", "begins with the line 'tobago 1'");
    FAULT("tobago", 1, "", "tobago", "begins with the line");
    FAULT("tobago 1 2", 1, "", "tobago", "begins with the line");
    FAULT("Tobago 1", 1, "", "Tobago", "begins with the line");
    feed(&t, "tobago 1");
    assert_int_equal(t.stage, REC_STAGE_PLAYERS);
}

static void header_unknown_versions_are_refused(void **state)
{
    (void)state;
    header("");

    FAULT("tobago 2", 2, "", "2", "format 1");
    FAULT("tobago 0", 2, "", "0", "format 1");
    FAULT("tobago 1.0", 2, "", "1.0", "format 1");
    FAULT("tobago 01", 2, "", "01", "format 1");
}

static void header_two_to_four_players_are_named(void **state)
{
    (void)state;
    header("tobago 1");

    FAULT("island ABC0", 1, "", "island", "names the players");
    FAULT("players Anna", 2, "S", "Anna", "2 to 4 players");
    FAULT("players", 1, "S", "players", "2 to 4 players");
    FAULT("players a b c d e", 6, "S", "e", "2 to 4 players");
    FAULT("players a b c a", 5, "", "a", "same name");
    feed(&t, "players a b c d");
    assert_string_equal(t.header.name[3], "d");
    assert_int_equal(t.header.config.players, 4);
}

static void header_names_have_at_most_32_bytes(void **state)
{
    (void)state;
    header("tobago 1");

    FAULT("players 123456789012345678901234567890123 b", 2, "",
          "123456789012345678901234567890123", "at most 32 bytes");
    feed(&t, "players 12345678901234567890123456789012 b");
    assert_int_equal(strlen(t.header.name[0]), 32);
}

static void header_names_are_valid_utf8(void **state)
{
    (void)state;
    static const char *const wrong[] = {
        "players \x80 b",             /* a continuation alone */
        "players \xc3 b",             /* cut short */
        "players \xc0\xaf b",         /* overlong */
        "players \xe0\x80\xaf b",     /* overlong */
        "players \xed\xa0\x80 b",     /* a surrogate */
        "players \xf4\x90\x80\x80 b", /* beyond the last character */
        "players \xf0\x82\x82\xac b", /* overlong */
        "players \xff b",
    };

    header("tobago 1");
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        unreadable(&t, wrong[i], "valid UTF-8");
    feed(&t, "players \xc3\x85se \xe2\x82\xac \xf0\x9f\x8f\x9d");
    assert_string_equal(t.header.name[0], "\xc3\x85se");
}

static void header_the_island_is_named(void **state)
{
    (void)state;
    header("tobago 1\nplayers Anna Bobby");

    FAULT("1 atv h8", 1, "I2", "1", "names the island");
    FAULT("island", 1, "I2", "island", "names the island");
    FAULT("island ABC9", 2, "I2", "ABC9", "no such island");
    FAULT("island ABC0 x", 1, "I2", "island", "names the island");
    assert_false(rec_has_game(&t));
    feed(&t, "island ABC0");
    assert_true(rec_has_game(&t));
}

static void header_options_come_once_each_in_their_order(void **state)
{
    (void)state;
    header("tobago 1\nplayers Anna Bobby\nisland ABC0");

    FAULT("options", 1, "", "options", "option is missing");
    FAULT("options fast", 2, "", "fast", "no such option");
    FAULT("options experienced fast", 3, "", "fast", "no such option");
    FAULT("options placed experienced", 3, "", "experienced", "in their order");
    FAULT("options placed placed", 3, "", "placed", "once each");
    assert_int_equal(t.header.config.options, 0);
    feed(&t, "options experienced placed");
    assert_int_equal(t.game.options, TOB_OPTION_EXPERIENCED | TOB_OPTION_PLACED);
    unreadable(&t, "options experienced", "begins with a seat or 'nature'");
}

static void header_the_first_player_is_a_seat(void **state)
{
    (void)state;
    header("tobago 1\nplayers Anna Bobby Roger\nisland ABC0");

    FAULT("first 4", 2, "S7", "4", "a seat");
    FAULT("first 1", 2, "S7", "1", "seat 1 needs no line");
    FAULT("first 0", 2, "S7", "0", "a seat");
    FAULT("first Anna", 2, "S7", "Anna", "a seat");
    FAULT("first", 0, "S7", "", "a seat");
    FAULT("first 2 3", 2, "S7", "2", "a seat");
    feed(&t, "first 3");
    assert_int_equal(t.game.first, 2);
    unreadable(&t, "options placed", "begins with a seat"); /* too late */
}

static void header_a_view_is_a_seat_or_spectator(void **state)
{
    (void)state;
    header("tobago 1\nplayers Anna Bobby\nisland ABC0");

    FAULT("view 3", 2, "H1", "3", "'spectator'");
    FAULT("view all", 2, "H1", "all", "'spectator'");
    FAULT("view", 0, "H1", "", "'spectator'");
    feed(&t, "view 2");
    assert_true(tob_viewer_equal(t.game.viewer, as(1)));
    unreadable(&t, "view 1", "begins with a seat");
    unreadable(&t, "first 2", "begins with a seat");
    header("tobago 1\nplayers Anna Bobby\nisland ABC0\nview spectator");
    assert_true(tob_viewer_equal(t.game.viewer, as(SPECTATOR)));
}

static void header_ends_with_the_first_move(void **state)
{
    (void)state;
    header("tobago 1\nplayers Anna Bobby\nisland ABC0\nnature object statue h7 N");

    unreadable(&t, "view 2", "begins with a seat");
    unreadable(&t, "first 2", "begins with a seat");
    unreadable(&t, "options placed", "begins with a seat");
    assert_int_equal(t.moves, 1);
    assert_int_equal(t.line, 4);
}

static void header_is_written_as_it_is_read(void **state)
{
    (void)state;
    static const char *const headers[] = {
        "tobago 1\nplayers Anna Bobby\nisland AbC1\n",
        "tobago 1\nplayers a b c d\nisland acb1\noptions experienced\n",
        "tobago 1\nplayers a b c\nisland aCB0\noptions placed\nfirst 3\nview 1\n",
        ("tobago 1\nplayers \xc3\x85se b\nisland ABC0\noptions experienced placed\n"
         "first 2\nview spectator\n"),
    };
    char out[REC_HEADER_MAX];

    for (unsigned i = 0; i < sizeof headers / sizeof headers[0]; i++) {
        header(headers[i]);
        assert_int_equal(rec_write_header(&t.header, out), strlen(headers[i]));
        assert_string_equal(out, headers[i]);
    }
}

static void header_of_the_longest_kind_fits(void **state)
{
    (void)state;
    char out[REC_HEADER_MAX];

    header("tobago 1\nplayers 12345678901234567890123456789012 "
           "22345678901234567890123456789012 32345678901234567890123456789012 "
           "42345678901234567890123456789012\nisland ABC0\n"
           "options experienced placed\nfirst 4\nview spectator\n");

    assert_true(rec_write_header(&t.header, out) < REC_HEADER_MAX);
}

/* ---- Lines ---- */

static void line_endings_are_lf_alone(void **state)
{
    (void)state;
    rec_error error;
    const char text[] = "tobago 1\r\nplayers a b\r\n";

    header("");

    FAULT("tobago 1\r", 0, "", "", "carriage return");
    assert_false(rec_read(&t, text, sizeof text - 1, 99, &error));
    assert_int_equal(error.line, 1);
}

static void line_blanks_are_single_and_between_words(void **state)
{
    (void)state;
    begin(&t, 2, "");

    FAULT(" 1 end", 0, "", "", "single blanks");
    FAULT("1 end ", 0, "", "", "single blanks");
    FAULT("1  end", 0, "", "", "single blanks");
    FAULT(" ", 0, "", "", "single blanks");
}

static void line_may_not_be_empty(void **state)
{
    (void)state;
    begin(&t, 2, "");

    FAULT("", 0, "", "", "empty");
}

static void line_holds_no_control_bytes(void **state)
{
    (void)state;
    begin(&t, 2, "");

    FAULT("1\tend", 0, "", "", "control byte");
    FAULT("1 e\0d", 0, "", "", "control byte");
    FAULT("1 end\x7f", 0, "", "", "control byte");
    FAULT("\x1b[0m", 0, "", "", "control byte");
}

static void line_of_256_bytes_is_too_long(void **state)
{
    (void)state;
    char line[REC_LINE_MAX + 1];

    begin(&t, 2, "");
    memset(line, 'x', sizeof line);
    line[REC_LINE_MAX] = '\0';

    fault(line, REC_LINE_MAX, 0, "", "", "too long");
    fault(line, REC_LINE_MAX - 1, 1, "", "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx",
          "begins with a seat"); /* the token is cut to 40 bytes */
}

static void line_with_too_many_words_is_refused(void **state)
{
    (void)state;
    begin(&t, 2, "");

    FAULT("1 2 3 4 5 6 7 8 9", 8, "", "8", "too many words");
}

static void line_tokens_are_made_printable(void **state)
{
    (void)state;
    begin(&t, 2, "");

    FAULT("\xc3\x85se end", 1, "", "..se", "begins with a seat");
}

/* ---- Moves that cannot be read ---- */

static void move_begins_with_a_seat_or_nature(void **state)
{
    (void)state;
    begin(&t, 2, "");

    FAULT("5 end", 1, "", "5", "begins with a seat");
    FAULT("0 end", 1, "", "0", "begins with a seat");
    FAULT("anna end", 1, "", "anna", "begins with a seat");
    FAULT("1", 1, "", "1", "too early");
    FAULT("nature", 1, "", "nature", "too early");
    FAULT("1 amulet", 2, "", "amulet", "too early");
}

static void move_has_a_verb_of_its_own(void **state)
{
    (void)state;
    begin(&t, 2, "");

    FAULT("1 jump", 2, "", "jump", "a player does nothing");
    FAULT("nature jump", 2, "", "jump", "nature does nothing");
    FAULT("1 draw 1 in-lake", 2, "", "draw", "a player does nothing");
    FAULT("nature end", 2, "", "end", "nature does nothing");
    FAULT("1 amulet fly", 3, "", "fly", "a player does nothing");
    FAULT("1 END", 2, "", "END", "a player does nothing");
}

static void move_names_what_exists(void **state)
{
    (void)state;
    begin(&t, 2, "");

    FAULT("1 leg z9", 3, "I6", "z9", "no such space");
    FAULT("1 leg k11", 3, "I6", "k11", "no such space");
    FAULT("1 clue gold in-lake", 3, "S2", "gold", "white, grey, brown and black");
    FAULT("1 clue white in-volcano", 4, "S3", "in-volcano", "no clue card");
    FAULT("1 clue white In-lake", 4, "S3", "In-lake", "no clue card");
    FAULT("nature draw 9 in-lake", 3, "S", "9", "number from 1 to 4");
    FAULT("nature peek 1 0", 4, "S1", "0", "number of coins");
    FAULT("nature peek 1 8", 4, "S1", "8", "number of coins");
    FAULT("nature reveal curse", 3, "K1", "curse", "'nature curse'");
    FAULT("nature object tower h7", 3, "O1", "tower", "statue, hut and palm");
    FAULT("nature object statue h7 up", 5, "O3", "up", "N NE SE S SW NW");
    FAULT("1 amulet remove white z1", 5, "I6", "z1", "no such space");
    FAULT("1 amulet swap in-lake x", 5, "S3", "x", "no clue card");
}

static void move_has_all_its_words_and_no_more(void **state)
{
    (void)state;
    begin(&t, 2, "");

    FAULT("1 leg", 2, "", "leg", "too early");
    FAULT("1 clue white", 3, "", "white", "too early");
    FAULT("1 amulet remove white", 4, "", "white", "too early");
    FAULT("nature object statue", 3, "I6", "statue", "a space is missing");
    FAULT("nature object statue h7", 4, "O3", "h7", "a direction is missing");
    FAULT("1 end now", 3, "", "now", "nothing may follow");
    FAULT("1 leg h8 h9", 4, "", "h9", "nothing may follow");
    FAULT("nature curse 1", 3, "", "1", "nothing may follow");
    FAULT("nature object hut h7 N", 5, "", "N", "nothing may follow");
}

/* ---- Moves that the rules refuse ---- */

static void refusal_points_at_the_word_and_its_clause(void **state)
{
    (void)state;
    begin(&t, 3, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-jungle 2 not-in-lake");
    hold(&t, ANNA, "in-jungle in-beach");
    give_amulets(&t, ANNA, 1);

    FAULT("2 end", 1, "T5", "2", "someone else");
    FAULT("1 leg c4", 2, "T4", "leg", "no movement");
    FAULT("1 clue white in-jungle", 4, "C3", "in-jungle", "nowhere");
    FAULT("1 clue white in-lake", 4, "C1", "in-lake", "not in the hand");
    FAULT("1 amulet clue white in-jungle", 5, "C3", "in-jungle", "nowhere");
    FAULT("1 raise grey", 3, "R1", "grey", "more than one site");
    FAULT("1 amulet remove white b4", 4, "A1", "white", "not on the board");
    FAULT("1 amulet double not-in-lake", 4, "P1", "not-in-lake", "your own");
    FAULT("1 amulet swap not-in-jungle in-beach", 5, "P2", "in-beach", "same map");
    FAULT("nature draw 1 in-lake", 2, "T2", "draw", "no part of it");
    FAULT("1 pass", 2, "T2", "pass", "no part of it");
    feed(&t, "1 move");
    FAULT("1 leg b4", 3, "M1", "b4", "another space");
    FAULT("1 leg h8", 3, "M1", "h8", "one leg");
    FAULT("1 move", 2, "T2", "move", "has been taken");
}

static void refusal_points_at_nature_too(void **state)
{
    (void)state;
    header("tobago 1\nplayers Anna Bobby\nisland ABC0");

    FAULT("nature object hut h7", 3, "O4", "hut", "statues are placed first");
    FAULT("nature object statue b4 N", 4, "O3", "b4", "land on all six sides");
    FAULT("1 object statue h7 N", 1, "T5", "1", "someone else");
    begin_setup(&t, 2, "");
    feed(&t, "1 atv b4\n2 atv b4");
    FAULT("nature initial 2 in-lake", 3, "T5", "2", "another seat");
    FAULT("nature initial 1 ?", 4, "H1", "?", "must be named");
    feed(&t, "nature initial 1 in-lake");
    FAULT("1 atv h8", 2, "S5", "atv", "start a map");
    FAULT("2 start white", 1, "T5", "2", "someone else");
    feed(&t, "1 start white\nnature initial 2 in-river");
    FAULT("2 start white", 3, "S5", "white", "started already");
}

static void refusal_of_a_hidden_treasure_card_points_at_it(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "b4");
    see_as(&t, BOBBY);
    feed(&t, "1 raise white");

    FAULT("nature peek 1 3", 4, "H1", "3", "must read ?");
    feed(&t, "nature peek 1 ?\nnature peek 1 ?");
    FAULT("nature add 3", 3, "H1", "3", "must read ?");
    feed(&t, "nature add ?");
    FAULT("nature curse", 2, "S1", "curse", "hold no curse");
    FAULT("nature reveal 7", 3, "S1", "7", "no such card");
}

static void every_reason_has_a_clause_and_a_sentence(void **state)
{
    (void)state;
    for (unsigned reason = TOB_OK + 1; reason < TOB_REASON_COUNT; reason++) {
        const char *clause = tob_reason_clause((tob_reason)reason);
        const char *text = tob_reason_text((tob_reason)reason);
        assert_true(clause[0] >= 'A' && clause[0] <= 'Z');
        assert_true(strlen(text) > 10);
        for (unsigned other = TOB_OK + 1; other < reason; other++)
            assert_false(strcmp(text, tob_reason_text((tob_reason)other)) == 0 &&
                         strcmp(clause, tob_reason_clause((tob_reason)other)) == 0);
    }
    assert_string_equal(tob_reason_clause(TOB_OK), "");
}

/* ---- Whole records ---- */

/* A game of this many random moves as text, its header first. */
static size_t random_record(uint64_t seed, unsigned moves_wanted, char *out)
{
    static tob_moves moves;
    char line[REC_LINE_MAX], top[REC_HEADER_MAX];
    tob_rng rng;
    size_t length;

    header("tobago 1\nplayers Anna Bobby Roger\nisland aBc1\noptions experienced\n"
           "first 2\n");
    length = rec_write_header(&t.header, top);
    memcpy(out, top, length);
    tob_rng_init(&rng, seed, 1);
    for (unsigned i = 0; i < moves_wanted; i++) {
        tob_legal(&t.game, &t.board, &moves);
        const tob_move move = tob_random_move(&rng, &t.game, &moves);
        const size_t size = rec_write_move(&t.board, move, line);
        tob_apply(&t.game, &t.board, move);
        memcpy(out + length, line, size);
        length += size;
        out[length++] = '\n';
    }
    return length;
}

static void record_cut_at_any_line_is_a_record(void **state)
{
    (void)state;
    static char text[65536];
    static scene whole, cut, stepwise;
    const size_t length = random_record(3, 300, text);
    rec_error error;

    assert_true(rec_read(&whole, text, length, UINT32_MAX, &error));
    assert_memory_equal(&whole.game, &t.game, sizeof t.game);
    rec_init(&stepwise);
    for (uint32_t lines = 0; lines <= whole.line; lines++) {
        assert_true(rec_read(&cut, text, length, lines, &error));
        assert_int_equal(cut.line, lines);
        assert_memory_equal(&cut.game, &stepwise.game, sizeof cut.game);
        const char *at = text;
        for (uint32_t i = 0; i < lines; i++)
            at = strchr(at, '\n') + 1;
        if (lines < whole.line)
            assert_true(rec_feed(&stepwise, at, strcspn(at, "\n"), &error));
    }
}

static void record_needs_no_newline_at_its_end(void **state)
{
    (void)state;
    rec_error error;
    const char text[] = "tobago 1\nplayers a b\nisland ABC0";

    assert_true(rec_read(&t, text, sizeof text - 1, UINT32_MAX, &error));
    assert_int_equal(t.line, 3);
    assert_true(rec_has_game(&t));
}

static void record_without_a_line_is_the_beginning_of_one(void **state)
{
    (void)state;
    rec_error error;

    assert_true(rec_read(&t, "", 0, UINT32_MAX, &error));
    assert_int_equal(t.line, 0);
    assert_false(rec_has_game(&t));
}

static void record_tells_the_line_of_its_first_fault(void **state)
{
    (void)state;
    rec_error error;
    const char text[] = "tobago 1\nplayers a b\nisland ABC0\nnature object statue h7 N\n"
                        "nature object statue h8 N\nnature object statue h11 N\n";

    assert_false(rec_read(&t, text, sizeof text - 1, UINT32_MAX, &error));
    assert_int_equal(error.line, 5);
    assert_int_equal(error.word, 4);
    assert_int_equal(error.reason, TOB_REASON_O2_TOO_CLOSE);
    assert_string_equal(error.clause, "O2");
    assert_string_equal(error.token, "h8");
    assert_int_equal(t.line, 4); /* the reader stands before it */
    assert_int_equal(t.moves, 1);
}

static void record_blank_lines_are_no_lines(void **state)
{
    (void)state;
    rec_error error;
    const char text[] = "tobago 1\n\nplayers a b\n";

    assert_false(rec_read(&t, text, sizeof text - 1, UINT32_MAX, &error));
    assert_int_equal(error.line, 2);
}

static void record_parsing_alone_plays_nothing(void **state)
{
    (void)state;
    tob_move move;
    rec_error error;

    begin(&t, 2, "");
    const scene before = t;

    assert_true(rec_parse_move(&t.game, &t.board, "2 leg h8", 8, &move, &error));
    assert_int_equal(move.kind, TOB_MOVE_LEG);
    assert_int_equal(move.seat, 1);
    assert_int_equal(move.space, space_of(&t, "h8"));
    assert_memory_equal(&t.game, &before.game, sizeof t.game);
    assert_false(rec_parse_move(&t.game, &t.board, "2 leg", 5, &move, &error));
}

static void record_moves_of_no_form_are_written_as_nothing(void **state)
{
    (void)state;
    char out[REC_LINE_MAX];

    begin(&t, 2, "");

    assert_int_equal(rec_write_move(&t.board, (tob_move){.kind = TOB_MOVE_COUNT}, out),
                     0);
    assert_string_equal(out, "");
}

static void header_of_a_zeroed_config_can_be_read_back(void **state)
{
    static rec_reader reader;
    const rec_header header = {0};
    char text[REC_HEADER_MAX];
    rec_error error;
    (void)state;

    const size_t length = rec_write_header(&header, text);

    assert_true(rec_read(&reader, text, length, UINT32_MAX, &error));
    assert_int_equal(reader.game.players, TOB_SEATS);
    assert_true(tob_viewer_is_full(reader.game.viewer));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(header_of_a_zeroed_config_can_be_read_back),
        cmocka_unit_test(header_a_record_begins_with_its_format),
        cmocka_unit_test(header_unknown_versions_are_refused),
        cmocka_unit_test(header_two_to_four_players_are_named),
        cmocka_unit_test(header_names_have_at_most_32_bytes),
        cmocka_unit_test(header_names_are_valid_utf8),
        cmocka_unit_test(header_the_island_is_named),
        cmocka_unit_test(header_options_come_once_each_in_their_order),
        cmocka_unit_test(header_the_first_player_is_a_seat),
        cmocka_unit_test(header_a_view_is_a_seat_or_spectator),
        cmocka_unit_test(header_ends_with_the_first_move),
        cmocka_unit_test(header_is_written_as_it_is_read),
        cmocka_unit_test(header_of_the_longest_kind_fits),
        cmocka_unit_test(line_endings_are_lf_alone),
        cmocka_unit_test(line_blanks_are_single_and_between_words),
        cmocka_unit_test(line_may_not_be_empty),
        cmocka_unit_test(line_holds_no_control_bytes),
        cmocka_unit_test(line_of_256_bytes_is_too_long),
        cmocka_unit_test(line_with_too_many_words_is_refused),
        cmocka_unit_test(line_tokens_are_made_printable),
        cmocka_unit_test(move_begins_with_a_seat_or_nature),
        cmocka_unit_test(move_has_a_verb_of_its_own),
        cmocka_unit_test(move_names_what_exists),
        cmocka_unit_test(move_has_all_its_words_and_no_more),
        cmocka_unit_test(refusal_points_at_the_word_and_its_clause),
        cmocka_unit_test(refusal_points_at_nature_too),
        cmocka_unit_test(refusal_of_a_hidden_treasure_card_points_at_it),
        cmocka_unit_test(every_reason_has_a_clause_and_a_sentence),
        cmocka_unit_test(record_cut_at_any_line_is_a_record),
        cmocka_unit_test(record_needs_no_newline_at_its_end),
        cmocka_unit_test(record_without_a_line_is_the_beginning_of_one),
        cmocka_unit_test(record_tells_the_line_of_its_first_fault),
        cmocka_unit_test(record_blank_lines_are_no_lines),
        cmocka_unit_test(record_parsing_alone_plays_nothing),
        cmocka_unit_test(record_moves_of_no_form_are_written_as_nothing),
    };

    return cmocka_run_group_tests_name("record", tests, NULL, NULL);
}
