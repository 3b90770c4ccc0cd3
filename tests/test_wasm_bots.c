/* The module's bots: legal, the same as natively, in slices or in one go, and blind to
 * what is hidden from the seat that decides. */
#include "module.h"

static void every_level_chooses_a_legal_line(void **state)
{
    static story s;
    unsigned asked = 0;
    (void)state;

    tell(&s, 3);
    for (uint32_t line = s.lines; line > 30; line -= 11) {
        assert_int_equal(wasm_read(give(s.text)), 1);
        wasm_cut(line);
        for (unsigned level = 0; level <= AI_LEVEL_COUNT; level++) {
            const uint32_t length = wasm_choose(level, 7, 5);
            if (wasm_to_move() >= TOB_SEATS || level == AI_LEVEL_COUNT) {
                assert_int_equal(length, 0);
                continue;
            }
            memcpy(wasm_input(), wasm_output(), length);
            assert_true(is_allowed(length));
            asked++;
        }
    }
    assert_true(asked > 20);
}

/* Goes to the next line from this one on after which a seat has a choice; false if there
 * is none. */
static bool seek_decision(uint32_t line)
{
    static tob_moves list;

    while (wasm_seek(line++))
        if (ai_is_decision(&game_reader.game, &game_reader.board, &list))
            return true;
    return false;
}

static void put_native_shares(char *out, const float *shares, unsigned players)
{
    for (unsigned seat = 0; seat < players; seat++)
        sprintf(out + strlen(out), "%s%.4f", seat ? "," : "[", (double)shares[seat]);
    strcat(out, "]");
}

/* The opinions of a bot that thinks natively and in one go, and its line. */
static void think_natively(const tob_game *game, const tob_board *board, unsigned level,
                           uint64_t bot_luck, uint32_t iterations, char *opinions,
                           char line[REC_LINE_MAX])
{
    ai_bot *native =
        ai_bot_init(malloc(ai_bot_size((ai_level)level)), (ai_level)level, bot_luck);
    const ai_budget budget = ai_budget_for((ai_level)level, iterations, 0, 0);
    ai_opinion list[AI_OPINIONS_MAX];
    tob_game view;
    unsigned count;

    tob_view(&view, game, tob_viewer_of(tob_to_move(game)));
    rec_write_move(board, ai_bot_choose(native, &view, board, budget), line);
    count = ai_bot_opinions(native, list);
    sprintf(opinions, "{\"seat\":%u,\"iterations\":%u,\"budget\":%u,\"moves\":[",
            tob_to_move(game) + 1, ai_bot_iterations(native), budget.iterations);
    for (unsigned i = 0; i < count; i++) {
        char move[REC_LINE_MAX];
        rec_write_move(board, list[i].move, move);
        sprintf(opinions + strlen(opinions),
                "%s{\"line\":\"%s\",\"share\":%.4f,\"wins\":", i ? "," : "", move,
                (double)list[i].share);
        put_native_shares(opinions, list[i].wins, game->players);
        strcat(opinions, "}");
    }
    strcat(opinions, "]}");
    free(native);
}

/* The record is even replaced by another one while the bot thinks. */
static void bots_think_in_slices_to_the_native_line_and_opinions(void **state)
{
    static story s;
    static char expected[WASM_BUFFER];
    unsigned asked = 0, opinions = 0;
    (void)state;

    tell(&s, 14);
    for (uint32_t line = 40; line < s.lines; line += 53) {
        const unsigned level = asked % AI_LEVEL_COUNT;
        char move[REC_LINE_MAX];
        unsigned slices = 0;
        assert_int_equal(wasm_read(give(s.text)), 1);
        if (!seek_decision(line))
            break;
        think_natively(&game_reader.game, &game_reader.board, level, line, 90, expected,
                       move);
        assert_string_equal(taken(wasm_choose(level, line, 90)), move);
        assert_int_equal(wasm_bot_begin(level, line, 90), 1);
        for (; wasm_bot_run(7); slices++) {
            assert_true(is_json(taken(wasm_bot_opinions())));
            wasm_read(give("tobago 1\nplayers a b\nisland AbC1\n"));
        }
        assert_int_equal(slices > 3, ai_level_searches((ai_level)level));
        assert_string_equal(taken(wasm_bot_opinions()), expected);
        assert_string_equal(taken(wasm_bot_finish()), move);
        assert_string_equal(taken(wasm_bot_finish()), move);
        opinions += strstr(expected, "\"share\"") != NULL;
        asked++;
    }
    assert_true(asked >= AI_LEVEL_COUNT && opinions >= 2);
}

static void a_bot_that_is_stopped_answers_with_the_best_so_far(void **state)
{
    static story s;
    (void)state;

    tell(&s, 14);
    assert_int_equal(wasm_read(give(s.text)), 1);
    assert_true(seek_decision(60));
    assert_int_equal(wasm_bot_begin(AI_EXPERT, 1, UINT32_MAX), 1);
    assert_non_null(strstr(taken(wasm_bot_opinions()), "\"iterations\":0,"));
    assert_non_null(strstr(taken(wasm_bot_opinions()), "\"budget\":2147483647,"));
    assert_int_equal(wasm_bot_run(32), 1);
    assert_non_null(strstr(taken(wasm_bot_opinions()), "\"iterations\":32,"));
    assert_true(is_allowed(give(taken(wasm_bot_finish()))));
    assert_int_equal(wasm_bot_run(32), 0);
}

static void h1_bots_are_refused_what_they_may_not_know(void **state)
{
    static story s;
    unsigned refused = 0;
    (void)state;

    tell(&s, 14);
    assert_int_equal(wasm_read(give(s.text)), 1);
    assert_int_equal(wasm_judge(s.lines - s.moves, AI_EXPERT, 1, 10), 0); /* header */
    assert_non_null(strstr(taken(wasm_error()), "no such move"));
    assert_int_equal(wasm_judge(s.lines + 1, AI_EXPERT, 1, 10), 0);
    assert_non_null(strstr(taken(wasm_error()), "no such move"));
    assert_true(seek_decision(60));
    assert_int_equal(wasm_judge(wasm_at() + 1, AI_EASY, 1, 10), 0);
    assert_non_null(strstr(taken(wasm_error()), "does not search"));
    assert_int_equal(wasm_bot_begin(AI_LEVEL_COUNT, 1, 10), 0);
    assert_int_equal(wasm_bot_begin(UINT32_MAX, 1, 10), 0);
    assert_non_null(strstr(taken(wasm_error()), "no such level"));
    assert_int_equal(wasm_read(give(taken(wasm_redact(as(SPECTATOR).code)))), 1);
    for (uint32_t line = 40; seek_decision(line) && refused < 10; line = wasm_at() + 20) {
        assert_int_equal(wasm_bot_begin(AI_HARD, 1, 10) + wasm_choose(AI_EASY, 1, 10), 0);
        assert_int_equal(wasm_judge(wasm_at() + 1, AI_HARD, 1, 10), 0);
        assert_int_equal(wasm_chances(AI_HARD, 1, 10), 0);
        assert_non_null(strstr(taken(wasm_error()), "\"clause\":\"H1\""));
        refused++;
    }
    assert_int_equal(refused, 10);
}

/* The verdict on a line as 'tobago analyse --json' prints it, by a judge who is given the
 * view of the seat that decides and cannot know more (H2). */
static void judge_natively(const story *s, uint32_t line, char *verdict, char *chances)
{
    static rec_reader before, after;
    ai_judge judge = {.memory = malloc(ai_bot_size(AI_EXPERT)),
                      .level = AI_EXPERT,
                      .seed = 99,
                      .budget = {.iterations = 150}};
    char played[REC_LINE_MAX], expert[REC_LINE_MAX];
    rec_error error;
    tob_game view;
    ai_verdict v;
    ai_chances c;

    assert_true(rec_read(&before, s->text, s->length, line - 1, &error));
    assert_true(rec_read(&after, s->text, s->length, line, &error));
    tob_view(&view, &before.game, tob_viewer_of(tob_to_move(&before.game)));
    v = ai_judge_move(&judge, &view, &before.board, after.move, line);
    c = ai_judge_position(&judge, &view, &before.board, line);
    free(judge.memory);
    rec_write_move(&before.board, v.move, played);
    rec_write_move(&before.board, v.expert, expert);
    sprintf(
        verdict,
        "{\"line\":%u,\"seat\":%u,\"played\":\"%s\",\"expert\":\"%s\",\"best\":%u.%03u,"
        "\"chance\":%u.%03u,\"cost\":%u.%03u,\"searched\":%s,\"chances\":",
        line, v.move.seat + 1u, played, expert, v.best / 1000u, v.best % 1000u,
        v.chance / 1000u, v.chance % 1000u, v.cost / 1000u, v.cost % 1000u,
        v.searched ? "true" : "false");
    put_native_shares(verdict, v.before.of, before.game.players);
    strcat(verdict, "}");
    strcpy(chances, "{\"chances\":");
    put_native_shares(chances, c.of, before.game.players);
    strcat(chances, "}");
}

static void lines_and_positions_are_judged_as_natively(void **state)
{
    static story s;
    char verdict[2000], chances[200];
    unsigned judged = 0, winners = 0;
    (void)state;

    tell(&s, 14);
    assert_int_equal(wasm_read(give(s.text)), 1);
    for (uint32_t line = 40; seek_decision(line) && judged < 8; line = wasm_at() + 60) {
        const uint32_t at = wasm_at();
        judge_natively(&s, at + 1, verdict, chances);
        assert_string_equal(taken(wasm_chances(AI_EXPERT, 99, 150)), chances);
        assert_int_equal(wasm_seek(s.lines), 1);
        assert_string_equal(taken(wasm_judge(at + 1, AI_EXPERT, 99, 150)), verdict);
        assert_int_equal(wasm_at(), s.lines);
        assert_int_equal(wasm_bot_run(1) + wasm_bot_finish() + wasm_bot_opinions(), 0);
        assert_int_equal(wasm_seek(at), 1);
        judged++;
    }
    assert_true(judged > 3);
    assert_int_equal(wasm_seek(s.lines), 1);
    strcpy(chances, "{\"chances\":"); /* the game is over: winners share the win */
    for (unsigned seat = 0; seat < s.game.players; seat++)
        winners += tob_result_of(&s.game).place[seat] == 1;
    for (unsigned seat = 0; seat < s.game.players; seat++)
        sprintf(chances + strlen(chances), "%s%.4f", seat ? "," : "[",
                tob_result_of(&s.game).place[seat] == 1 ? 1.0 / winners : 0.0);
    strcat(chances, "]}");
    assert_string_equal(taken(wasm_chances(AI_EXPERT, 1, 1)), chances);
}

/* ---- Hidden cards ---- */

/* Appends an answer to a text. The number of lines in it becomes 0. */
static void add_answer(char *text, uint32_t length)
{
    const char *answer = taken(length);
    char *out = text + strlen(text);

    while (*answer) {
        const bool number = strncmp(answer, "\"line\":", 7) == 0 && answer[7] != '"';
        const size_t bytes = number ? 7 : 1;
        memcpy(out, answer, bytes);
        out += bytes;
        answer += bytes;
        if (number) {
            *out++ = '0';
            answer += strspn(answer, "0123456789");
        }
    }
    strcpy(out, "\n");
}

static bool decides(uint32_t viewer)
{
    return wasm_to_move() < TOB_SEATS && wasm_to_move() + 1 == viewer;
}

/* Everything that a viewer is given where the game stands, in one text. */
static void ask_everything(char *text, uint32_t viewer, uint64_t luck)
{
    text[0] = '\0';
    add_answer(text, wasm_position(viewer));
    add_answer(text, wasm_legal(viewer));
    add_answer(text, wasm_legs(viewer));
    add_answer(text, wasm_what_if(give("1 move"), viewer));
    add_answer(text, wasm_effects(wasm_at()));
    add_answer(text, wasm_board());
    if (!decides(viewer))
        return;
    assert_int_equal(wasm_bot_begin(AI_HARD, luck, 30), 1);
    while (wasm_bot_run(11))
        add_answer(text, wasm_bot_opinions());
    add_answer(text, wasm_bot_opinions());
    add_answer(text, wasm_bot_finish());
}

/* A view's record holds nothing that is hidden from its viewer. The full record gives
 * out the same bytes, so nothing that is hidden enters them. The view's header has one
 * line more. */
static void h2_a_full_record_tells_a_viewer_no_more_than_her_own(void **state)
{
    static story s;
    static char view[WASM_BUFFER + 1], full[WASM_BUFFER], own[WASM_BUFFER];
    unsigned decisions = 0;
    (void)state;

    for (unsigned number = 0; number < games_to_play(30, 300); number++) {
        uint32_t viewer, step;
        tell(&s, number);
        viewer = as(number % 4 == 3 ? SPECTATOR : number % s.game.players).code;
        step = s.lines / 9 | 1; /* to odd and even lines */
        assert_int_equal(wasm_read(give(s.text)), 1);
        strcpy(view, taken(wasm_redact(viewer)));
        for (uint32_t line = 20; line < s.lines; line += step) {
            uint32_t shown;
            assert_int_equal(wasm_read(give(s.text)), 1);
            assert_int_equal(wasm_seek(line), 1);
            while (line % 2 && !decides(viewer) && line + 1 < s.lines)
                wasm_seek(++line);
            shown = wasm_shown_to(line);
            ask_everything(full, viewer, line);
            assert_int_equal(wasm_read(give(view)), 1);
            assert_int_equal(wasm_seek(line + 1), 1);
            assert_int_equal(wasm_shown_to(line + 1), shown);
            ask_everything(own, viewer, line);
            assert_string_equal(own, full);
            decisions += decides(viewer);
        }
    }
    assert_true(decisions > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_level_chooses_a_legal_line),
        cmocka_unit_test(bots_think_in_slices_to_the_native_line_and_opinions),
        cmocka_unit_test(a_bot_that_is_stopped_answers_with_the_best_so_far),
        cmocka_unit_test(h1_bots_are_refused_what_they_may_not_know),
        cmocka_unit_test(lines_and_positions_are_judged_as_natively),
        cmocka_unit_test(h2_a_full_record_tells_a_viewer_no_more_than_her_own),
    };

    seed = chance_seed();
    return cmocka_run_group_tests_name("wasm_bots", tests, NULL, NULL);
}
