/* Answers as JSON: well-formed in every position and for every viewer, never past the end
 * of a buffer, and true to the engine. */
#include "chance.h"
#include "json.h"
#include "volcano.h"

#include "tobago/legs.h"

static uint64_t seed;
static scene t;
static char text[REC_JSON_MAX];
static rec_outcome outcome;
static tob_moves moves;

static void holds_text(const char *part)
{
    if (!strstr(text, part))
        fail_msg("%s is missing in %s", part, text);
}

static const char *position(void)
{
    const size_t length =
        rec_position_json(&t.header, &t.game, &t.board, t.line, text, sizeof text);

    assert_true(length < sizeof text);
    assert_int_equal(strlen(text), length);
    assert_true(is_json(text));
    return text;
}

/* ---- The judge itself ---- */

static void the_judge_of_json_knows_it(void **state)
{
    static const char *const right[] = {
        "{}",   "[]",  "{\"a\":[1,-20,0],\"b\":{\"c\":null}}", "\"\\u00e9\\\"\"",
        "true", "0.05"};
    static const char *const wrong[] = {
        "",    "{",   "[1,]", "{\"a\"}", "[1 2]", "01",     "{}{}", "{\"a\":}", "\"",
        "nul", "[1}", "-",    "{a:1}",   "[,1]",  "\"\n\"", "1.",   ".5",       "00.5"};
    (void)state;

    for (unsigned i = 0; i < sizeof right / sizeof right[0]; i++)
        assert_true(is_json(right[i]));
    for (unsigned i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(is_json(wrong[i]));
}

/* ---- Positions by example ---- */

static void d1_the_roses_are_listed_as_they_are_asked(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2+ not-in-lake 3 not-in-beach");
    feed(&t, "1 raise white");
    position();
    holds_text("\"roses\":{\"order\":[{\"seat\":1,\"clue\":null},"
               "{\"seat\":3,\"clue\":\"not-in-beach\"},"
               "{\"seat\":2,\"clue\":\"not-in-lake\"},"
               "{\"seat\":2,\"clue\":\"not-in-lake\"}],\"now\":null}");
    feed(&t, "nature peek 1 2\nnature peek 2 3\nnature peek 2 3\nnature peek 3 2\n"
             "nature add 4\nnature reveal 2\n1 pass\n3 pass\n2 pass");
    position();
    holds_text("{\"seat\":2,\"clue\":\"not-in-lake\"}],\"now\":3}");
    feed(&t, "2 claim\nnature reveal 3");
    position();
    holds_text("\"shown\":[2,3],");
    holds_text("\"order\":[{\"seat\":1,\"clue\":null},"
               "{\"seat\":3,\"clue\":\"not-in-beach\"},"
               "{\"seat\":2,\"clue\":\"not-in-lake\"}],\"now\":0}");
}

/* By value they would be 2, 3, 4; and a curse would come first. */
static void d1_cards_turned_up_are_told_in_the_order_in_which_they_came(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2+ not-in-lake 3 not-in-beach");
    feed(&t, "1 raise white\nnature peek 1 curse\nnature peek 2 3\nnature peek 2 3\n"
             "nature peek 3 2\nnature add 4\nnature reveal 4\n1 claim\n"
             "nature reveal 2\n3 claim\nnature reveal 3\n2 claim\nnature curse");
    position();
    holds_text("\"shown\":[4,2,3,0],");
    see_as(&t, SPECTATOR);
    position();
    holds_text("\"shown\":[4,2,3,0],");
}

static void t2_the_movement_and_the_main_action_are_told(void **state)
{
    (void)state;
    begin(&t, 2, "");
    position();
    holds_text("\"main_done\":false,\"movement\":{\"kind\":\"none\",\"legs\":0,"
               "\"lava_paid\":false,\"suspended\":null}");
    feed(&t, "1 move\n1 leg c3");
    position();
    holds_text("\"main_done\":true,\"movement\":{\"kind\":\"main\",\"legs\":2,");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 amulet move");
    position();
    holds_text("\"movement\":{\"kind\":\"extra\",\"legs\":3,");
    holds_text("\"suspended\":{\"kind\":\"main\",\"legs\":2,\"lava_paid\":false}}");
}

static void n3_statues_tell_what_they_see_and_bring(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_amulets(&t, "");
    position();
    holds_text(
        "\"statues\":[{\"space\":\"k4\",\"facing\":\"S\",\"sees\":[\"k5\",\"k6\",");
    holds_text("\"space\":\"e6\",\"facing\":\"N\",\"sees\":[\"e5\",\"e4\"");
}

static void d5_only_the_own_pile_is_added_up_until_the_end(void **state)
{
    (void)state;
    begin(&t, 3, "");
    give_cards(&t, ANNA, "6 5");
    give_cards(&t, BOBBY, "4");
    position();
    holds_text("\"view\":null,");
    holds_text("\"totals\":[11,4,0],\"places\":null");
    see_as(&t, BOBBY);
    position();
    holds_text("\"view\":2,");
    holds_text("\"totals\":[null,4,null],\"places\":null");
    t.game.phase = TOB_PHASE_OVER;
    t.game.seat = TOB_NOBODY;
    t.game.ending = TOB_ENDING_E1;
    position();
    holds_text("\"ending\":\"E1\",");
    holds_text("\"totals\":[11,4,0],\"places\":[1,2,3]");
}

/* ---- What if ---- */

static const char *what_if(const char *line)
{
    const tob_game before = t.game;
    const size_t length = rec_what_if_json(&t.header, &t.game, &t.board, t.line, line,
                                           strlen(line), &outcome, text, sizeof text);

    assert_true(length < sizeof text);
    assert_true(is_json(text));
    assert_memory_equal(&t.game, &before, sizeof before);
    return text;
}

static void a_line_that_is_refused_tells_why(void **state)
{
    (void)state;
    begin(&t, 2, "");
    assert_string_equal(
        what_if("1 leg c3"),
        "{\"legal\":false,\"clause\":\"T4\",\"reason\":"
        "\"no movement is under way: open one first\",\"word\":2,\"token\":\"leg\","
        "\"name\":\"M1_CLOSED\"}");
    outcome.error.line = 12;
    assert_true(rec_error_json(&outcome.error, text, sizeof text) < sizeof text);
    holds_text(
        "{\"line\":12,\"clause\":\"T4\",\"reason\":\"no movement is under way: open "
        "one first\",\"word\":2,\"token\":\"leg\",\"name\":\"M1_CLOSED\"}");
    what_if("1 dance");
    holds_text(
        "{\"legal\":false,\"clause\":\"\",\"reason\":\"a player does nothing of this "
        "name\",\"word\":2,\"token\":\"dance\",\"name\":null}");
    assert_false(rec_what_if(&t.game, &t.board, "1 \x01", 3, &outcome));
    assert_non_null(outcome.error.text);
}

static void c5_a_clue_that_is_tried_tells_which_sites_go(void **state)
{
    (void)state;
    begin(&t, 2, "");
    hold(&t, ANNA, "in-lake");
    what_if("1 clue white in-lake");
    holds_text("{\"legal\":true,\"effects\":{\"maps\":[{\"treasure\":\"white\","
               "\"started\":true,\"cleared\":false,\"gone\":[\"b4\",");
    holds_text("\"position\":{\"line\":");
    assert_int_equal(outcome.game.map[TOB_WHITE].length, 1);
    assert_true(tob_hexset_equal(
        outcome.game.map[TOB_WHITE].sites,
        tob_hexset_minus(t.game.map[TOB_WHITE].sites, outcome.effects.gone[TOB_WHITE])));
}

/* ---- Legs ---- */

static const char *legs_json(void)
{
    const size_t length = rec_legs_json(&t.game, &t.board, text, sizeof text);

    assert_true(length < sizeof text);
    assert_true(is_json(text));
    return text;
}

static void m1_legs_are_told_with_a_way_hex_by_hex(void **state)
{
    (void)state;
    begin(&t, 2, "");
    assert_string_equal(
        legs_json(),
        "{\"seat\":1,\"from\":\"b4\",\"kind\":\"none\",\"legs\":0,\"lava_paid\":false,"
        "\"toll\":{\"kind\":\"cannot\",\"coins\":0},\"hexes\":[{\"name\":\"b4\","
        "\"space\":true,\"free\":{\"legs\":0,\"way\":[]},\"paying\":null}]}");
    feed(&t, "1 move\n1 leg c3");
    legs_json();
    holds_text("{\"seat\":1,\"from\":\"c3\",\"kind\":\"main\",\"legs\":2,");
    holds_text(
        "{\"name\":\"b4\",\"space\":true,\"free\":{\"legs\":1,\"way\":[[\"b4\"]]},");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 amulet move");
    legs_json();
    holds_text("\"kind\":\"extra\",\"legs\":3,");
    begin_setup(&t, 2, "");
    legs_json();
    holds_text("\"from\":null,\"kind\":\"none\",\"legs\":0,");
    holds_text("\"hexes\":[]}");
}

static void v5_the_toll_and_the_ways_that_cost_it_are_told(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    feed(&t, "1 move\n");
    legs_json();
    holds_text("\"toll\":{\"kind\":\"cannot\",\"coins\":0}");
    assert_null(strstr(text, "\"paying\":{"));
    assert_null(strstr(text, "\"name\":\"l11\""));
    give_cards(&t, ANNA, "6 2");
    legs_json();
    holds_text("\"toll\":{\"kind\":\"card\",\"coins\":6}");
    holds_text("{\"name\":\"l11\",\"space\":false,\"free\":null,"
               "\"paying\":{\"legs\":1,\"way\":[[\"l11\"]]}}");
    give_amulets(&t, ANNA, 1);
    legs_json();
    holds_text("\"toll\":{\"kind\":\"amulet\",\"coins\":0}");
    feed(&t, "1 leg l11\n");
    legs_json();
    holds_text(
        "\"legs\":2,\"lava_paid\":true,\"toll\":{\"kind\":\"nothing\",\"coins\":0}");
    assert_null(strstr(text, "\"paying\":{"));
}

/* Reads the name that stands here in quotes; returns what follows it. */
static const char *read_space(const char *at, const tob_board *board, unsigned *space)
{
    const size_t length = strcspn(at + 1, "\"");

    assert_int_equal(*at, '"');
    *space = tob_space_find(board, at + 1, length);
    assert_int_not_equal(*space, TOB_NONE);
    return at + length + 2;
}

/* Plays "[[...],[...]]" leg by leg, each hex next to the one before; returns where the
 * ATV stands in the end. */
static unsigned drive(const char *at, tob_game *game, const tob_board *board,
                      unsigned expected)
{
    tob_board ground = *board;
    unsigned space = game->atv[game->turn], next, legs = 0;

    assert_int_equal(*at++, '[');
    for (; *at != ']'; at += *at == ',', legs++) {
        tob_move move = {.kind = TOB_MOVE_LEG, .seat = game->turn};
        assert_int_equal(*at, '[');
        do {
            at = read_space(at + 1, board, &next);
            assert_true(tob_hexset_has(board->near[space], next));
            space = next;
        } while (*at == ',');
        assert_int_equal(*at++, ']');
        move.space = (uint8_t)space;
        assert_int_equal(tob_try(game, &ground, move), TOB_OK);
        if (game->phase == TOB_PHASE_TAKE)
            tob_apply(game, &ground,
                      (tob_move){.kind = TOB_MOVE_LEAVE, .seat = game->turn});
    }
    assert_int_equal(legs, expected);
    return space;
}

/* Compares one of "free" and "paying" of the hex that is told of here, and drives there.
 */
static const char *check_arrival(const char *at, const char *key, const tob_game *game,
                                 const tob_board *board, unsigned space, unsigned least)
{
    const bool pays = key[0] == 'p';
    tob_game copy = *game;
    char part[60];

    snprintf(part, sizeof part,
             least == TOB_NONE ? "\"%s\":null" : "\"%s\":{\"legs\":%u,", key, least);
    assert_int_equal(strncmp(at, part, strlen(part)), 0);
    if (least == TOB_NONE)
        return at + strlen(part);
    at += strlen(part);
    assert_int_equal(strncmp(at, "\"way\":", 6), 0);
    assert_int_equal(drive(at + 6, &copy, board, least), space);
    assert_int_equal(tob_lava_paid(&copy), tob_lava_paid(game) || pays);
    return strchr(at, '}') + 1;
}

/* The hexes that are told are those in reach, and their ways are legal to their ends. */
static void legs_are_true(const tob_game *game, const tob_board *board)
{
    const char *at;
    unsigned told = 0, reached = 0;
    tob_legs legs;

    tob_legs_init(&legs, game, board);
    assert_true(rec_legs_json(game, board, text, sizeof text) < sizeof text);
    assert_true(is_json(text));
    for (unsigned space = 0; space < board->count; space++)
        reached += tob_legs_to(&legs, space, true) != TOB_NONE;
    for (at = text; (at = strstr(at, "{\"name\":")); told++) {
        unsigned space, free, paying;
        at = strchr(read_space(at + 8, board, &space) + 1, ',') + 1;
        free = tob_legs_to(&legs, space, false);
        paying = tob_legs_to(&legs, space, true);
        at = check_arrival(at, "free", game, board, space, free) + 1;
        at = check_arrival(at, "paying", game, board, space,
                           paying < free ? paying : TOB_NONE);
    }
    assert_int_equal(told, reached);
}

/* ---- In random games ---- */

static void l_a_clue_tells_the_spaces_that_it_allows(void **state)
{
    char expected[1024] = "[", name[4];
    (void)state;

    begin(&t, 2, "");
    for (unsigned column = 0; column < 16; column++)
        for (unsigned row = 0; row < 16; row++) {
            const unsigned space = t.board.grid[column][row];
            if (space == TOB_NONE || t.board.terrain[space] != TOB_LAKE)
                continue;
            tob_space_name(&t.board, space, name);
            snprintf(expected + strlen(expected), 9, "%s\"%s\"", expected[1] ? "," : "",
                     name);
        }
    strcat(expected, "]");
    rec_clue_json(&t.board, tob_card_clue(card_of("in-lake")), text, sizeof text);
    assert_string_equal(text, expected);
}

/* Every buffer that is too small is filled to its end and no further. */
static void fits(const char *whole, size_t length, size_t room, const char *out)
{
    if (room == 0)
        return;
    assert_memory_equal(out, whole, room <= length ? room - 1 : length);
    assert_int_equal(out[room <= length ? room - 1 : length], '\0');
}

static size_t write_json(const rec_header *header, const tob_game *game,
                         const tob_board *board, char *out, size_t room)
{
    return header ? rec_position_json(header, game, board, 7, out, room)
                  : rec_legs_json(game, board, out, room);
}

/* A position, or legs if there is no header, in buffers of any size. */
static void try_rooms(const rec_header *header, const tob_game *game,
                      const tob_board *board, tob_rng *rng)
{
    const size_t length = write_json(header, game, board, text, sizeof text);
    const size_t rooms[] = {
        0, 1, 2, length - 1, length, length + 1, tob_rng_below(rng, (uint32_t)length)};

    for (unsigned i = 0; i < sizeof rooms / sizeof rooms[0]; i++) {
        char *out = malloc(rooms[i] ? rooms[i] : 1); /* ASan watches its end */
        assert_int_equal(write_json(header, game, board, out, rooms[i]), length);
        fits(text, length, rooms[i], out);
        free(out);
    }
}

/* Each of the offers of a card goes to the rose that the order names. */
static void d1_order(const tob_game *game, const tob_board *board)
{
    tob_ask asks[TOB_ASKS_MAX];
    tob_game ahead = *game;
    tob_board ground = *board;
    unsigned now;
    const unsigned count = tob_rose_order(game, asks, &now);

    if (game->phase != TOB_PHASE_OFFER) {
        assert_int_equal(now, count);
        assert_int_equal(count > 0,
                         tob_is_shared_out(game, game->treasure) && !game->dead);
        return;
    }
    for (; now < count; now++) {
        assert_int_equal(ahead.phase, TOB_PHASE_OFFER);
        assert_int_equal(ahead.seat, asks[now].seat);
        assert_int_equal(ahead.offer, asks[now].card);
        tob_apply(&ahead, &ground, (tob_move){.kind = TOB_MOVE_PASS, .seat = ahead.seat});
    }
    assert_int_not_equal(ahead.phase, TOB_PHASE_OFFER);
}

/* A move that is tried comes to what it comes to when it is played. */
static void try_move(const rec_header *header, const tob_game *game,
                     const tob_board *board, tob_move move)
{
    static tob_board after_board;
    tob_game after = *game;
    char line[REC_LINE_MAX];
    const size_t length = rec_write_move(board, move, line);

    after_board = *board;
    tob_apply(&after, &after_board, move);
    rec_what_if_json(header, game, board, 9, line, length, &outcome, text, sizeof text);
    assert_true(is_json(text));
    assert_int_equal(strncmp(text, "{\"legal\":true,\"effects\":", 24), 0);
    assert_memory_equal(&outcome.game, &after, sizeof after);
    assert_memory_equal(&outcome.board, &after_board, sizeof after_board);
    if (move.kind == TOB_MOVE_CANNOT) { /* N3: as foretold */
        uint8_t spaces[TOB_STATUES];
        tob_hexset brought = {0, 0};
        tob_surfacing(game, board, spaces);
        for (unsigned i = 0; i < TOB_STATUES; i++)
            if (spaces[i] != TOB_NONE)
                tob_hexset_add(&brought, spaces[i]);
        assert_true(tob_hexset_equal(brought, outcome.effects.surfaced));
    }
}

static void check_position(const rec_header *header, const tob_game *game,
                           const tob_board *board, tob_rng *rng)
{
    for (unsigned viewer = 0; viewer < WATCHERS; viewer++) {
        tob_game view;
        if (viewer < TOB_SEATS && viewer >= game->players)
            continue;
        tob_view(&view, game, as(viewer));
        assert_true(rec_position_json(header, &view, board, 1, text, sizeof text) <
                    sizeof text);
        assert_true(is_json(text));
        assert_true(rec_legal_json(&view, board, &moves, text, sizeof text) <
                    sizeof text);
        assert_true(is_json(text));
        if (moves.count)
            try_move(header, &view, board, moves.move[tob_rng_below(rng, moves.count)]);
    }
    try_rooms(header, game, board, rng);
    try_rooms(NULL, game, board, rng);
    assert_true(rec_board_json(board, text, sizeof text) < sizeof text);
    assert_true(is_json(text));
}

static void answers_are_json_and_true_in_random_games(void **state)
{
    (void)state;
    for (unsigned number = 0; number < games_to_play(150, 3000); number++) {
        rec_header header;
        tob_board board;
        tob_game game;
        tob_rng rng;
        chance_begin(&game, &board, &header, &rng, seed, number);
        while (tob_to_move(&game) != TOB_NOBODY) {
            const tob_game before = game;
            tob_move move;
            rec_effects effects;
            if (tob_rng_below(&rng, 100) == 0)
                check_position(&header, &game, &board, &rng);
            d1_order(&game, &board);
            if (game.phase == TOB_PHASE_TURN && tob_rng_below(&rng, 30) == 0)
                legs_are_true(&game, &board);
            tob_legal(&game, &board, &moves);
            move = chance_move(&rng, &game, &moves, number);
            tob_apply(&game, &board, move);
            effects = rec_effects_of(&before, &game, move);
            assert_true(rec_effects_json(&board, &effects, text, sizeof text) < 8192);
            assert_true(is_json(text));
        }
        check_position(&header, &game, &board, &rng);
    }
}

static void every_name_of_a_table_is_one_of_the_records(void **state)
{
    char part[200];
    (void)state;

    assert_true(rec_tables_json(text, sizeof text) < sizeof text);
    assert_true(is_json(text));
    for (unsigned card = 0; card < tob_card_total(); card++) {
        tob_clue clue;
        char *at, *relation, *landmark;
        snprintf(part, sizeof part, "{\"name\":\"%s\",\"relation\":\"",
                 tob_card_name(card));
        at = strstr(text, part);
        assert_non_null(at);
        relation = at + strlen(part);
        landmark = strstr(at, "\"landmark\":\"") + 12;
        snprintf(part, sizeof part, "%.*s-%.*s", (int)strcspn(relation, "\""), relation,
                 (int)strcspn(landmark, "\""), landmark);
        assert_string_equal(part, tob_card_name(card));
        assert_true(tob_clue_find(part, strlen(part), &clue));
        assert_int_equal(clue.relation, tob_card_clue(card).relation);
        assert_int_equal(clue.landmark, tob_card_clue(card).landmark);
    }
    holds_text("\"options\":[{\"name\":\"experienced\",\"clause\":\"P\",\"meaning\":\"");
    holds_text("\"needs\":[\"volcano\"]}");
    holds_text(
        "{\"word\":\"amulet\",\"power\":\"swap\",\"clause\":\"P2\",\"nature\":false,"
        "\"amulet\":true}");
    holds_text("{\"name\":\"turn\",\"meaning\":\"a turn (T)\"}");
    holds_text("\"rules\":\"b4794e50ee12a202\"");
    holds_text("{\"name\":\"C2_NOTHING\",\"clause\":\"C2\",\"text\":\"");
    holds_text("\"legs\":3,");
    holds_text("\"islands\":[\"ABC0\",");
    holds_text("\"treasures\":[\"white\",\"grey\",\"brown\",\"black\"]");
}

static void names_that_mean_something_to_json_are_escaped(void **state)
{
    (void)state;
    begin(&t, 2, "");
    strcpy(t.header.name[0], "a\"\\\x7f\x01");
    strcpy(t.header.name[1], "\xc3\xa9\xff\xe2\x80\xae");
    assert_int_equal(rec_string_json(t.header.name[0], text, sizeof text), 19);
    assert_string_equal(text, "\"a\\\"\\\\\\u007f\\u0001\"");
    position();
    holds_text("\"name\":\"a\\\"\\\\\\u007f\\u0001\"");
    holds_text("\"name\":\"\xc3\xa9\\ufffd\\ufffd\\ufffd\\ufffd\"");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_judge_of_json_knows_it),
        cmocka_unit_test(d1_the_roses_are_listed_as_they_are_asked),
        cmocka_unit_test(d1_cards_turned_up_are_told_in_the_order_in_which_they_came),
        cmocka_unit_test(t2_the_movement_and_the_main_action_are_told),
        cmocka_unit_test(n3_statues_tell_what_they_see_and_bring),
        cmocka_unit_test(d5_only_the_own_pile_is_added_up_until_the_end),
        cmocka_unit_test(a_line_that_is_refused_tells_why),
        cmocka_unit_test(c5_a_clue_that_is_tried_tells_which_sites_go),
        cmocka_unit_test(m1_legs_are_told_with_a_way_hex_by_hex),
        cmocka_unit_test(v5_the_toll_and_the_ways_that_cost_it_are_told),
        cmocka_unit_test(l_a_clue_tells_the_spaces_that_it_allows),
        cmocka_unit_test(answers_are_json_and_true_in_random_games),
        cmocka_unit_test(every_name_of_a_table_is_one_of_the_records),
        cmocka_unit_test(names_that_mean_something_to_json_are_escaped),
    };

    seed = chance_seed();
    return cmocka_run_group_tests_name("json", tests, NULL, NULL);
}
