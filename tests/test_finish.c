/* Bots finish their games: none stands still (E3), runs into the last round (E4), or
 * takes longer than people would bear. */
#include "ai/eval.h"
#include "arena/results.h"
#include "support.h"

/* Games of bots take some 15 to 40 rounds. */
enum { ROUNDS_ENOUGH = 150, ROUNDS_MORE = 40 };

static atomic_bool never; /* stays false */
static scene t;
static tob_game view;
static tob_moves moves;
static char text[1 << 16];

static const uint8_t options[] = {
    0,
    TOB_OPTION_EXPERIENCED,
    TOB_OPTION_VOLCANO,
    TOB_OPTION_VOLCANO | TOB_OPTION_EXPERIENCED,
};

/* Plays so many games of equal bots, spread over the numbers of players and the options,
 * and fails at the first that is dragged out. */
static void play_all_kinds(const char *bot, unsigned games)
{
    const unsigned kinds = 3 * sizeof options;
    static arena_settings settings;

    for (unsigned kind = 0; kind < kinds; kind++) {
        char list[128];
        arena_crew *crew;
        snprintf(list, sizeof list, "%s,%s,%s,%s", bot, bot, bot, bot);
        list[(2 + kind % 3) * (strlen(bot) + 1) - 1] = '\0';
        settings = (arena_settings){
            .games = games, .seed = 77, .any_island = true, .options = options[kind / 3]};
        assert_true(arena_read_bots(list, &settings));
        crew = arena_crew_new(&settings, &never);
        assert_non_null(crew);
        for (unsigned i = 0; i < (games + kinds - 1) / kinds; i++) {
            arena_result result;
            assert_true(arena_play(crew, i, &result));
            if (result.ending != TOB_ENDING_E1 || result.rounds > ROUNDS_ENOUGH)
                fail_msg("%s, options %u, seed 77, game %u: %s after %u rounds", list,
                         settings.options, i, tob_ending_clause(result.ending),
                         result.rounds);
        }
        arena_crew_free(crew);
    }
}

static void e3_e4_no_game_of_bots_stands_still_or_is_dragged_out(void **state)
{
    (void)state;
    play_all_kinds("medium", games_to_play(600, 20000));
    play_all_kinds("hard", games_to_play(24, 2000));
}

/* ---- Alone ---- */

/* Chooses for a seat that does nothing: it ends its turns, and passes on what it can. */
static tob_move idle_move(void)
{
    for (unsigned i = 0; i < moves.count; i++)
        if (moves.move[i].kind == TOB_MOVE_END || moves.move[i].kind == TOB_MOVE_PASS)
            return moves.move[i];
    return moves.move[0];
}

/* Plays the game in t to its end. Seat 'idle' does nothing (TOB_NONE: none is idle), the
 * others are bots of this level. */
static void play_on(ai_level level, unsigned idle, uint64_t seed)
{
    ai_bot *bot = ai_bot_init(malloc(ai_bot_size(level)), level, seed);
    tob_rng rng;

    tob_rng_init(&rng, seed, 1);
    while (tob_to_move(&t.game) != TOB_NOBODY) {
        const unsigned mover = tob_to_move(&t.game);
        tob_move move;
        if (mover == TOB_NATURE) {
            move = tob_nature_move(&rng, &t.game, &t.board, &moves);
        } else if (mover == idle) {
            tob_legal(&t.game, &t.board, &moves);
            move = idle_move();
        } else {
            tob_view(&view, &t.game, tob_viewer_of(mover));
            move = ai_bot_choose(bot, &view, &t.board, (ai_budget){.iterations = 50});
        }
        assert_int_equal(tob_try(&t.game, &t.board, move), TOB_OK);
    }
    free(bot);
}

static void a_bot_finishes_a_game_against_someone_who_does_nothing(void **state)
{
    static const ai_level level[] = {AI_MEDIUM, AI_HARD};
    (void)state;

    for (unsigned i = 0; i < games_to_play(40, 400); i++) {
        tob_config config = {.island = (uint8_t)(i % TOB_ISLANDS),
                             .players = (uint8_t)(2 + i % 2),
                             .options = options[i / 2 % sizeof options]};
        tob_board_init(&t.board, config.island);
        assert_int_equal(tob_game_init(&t.game, &t.board, &config), TOB_OK);

        play_on(level[i % 8 == 0], 0, i);

        if (t.game.ending != TOB_ENDING_E1 || tob_round(&t.game) > ROUNDS_ENOUGH)
            fail_msg("game %u: %s after %u rounds", i, tob_ending_clause(t.game.ending),
                     tob_round(&t.game));
    }
}

/* ---- Games that stood still ---- */

static void read_game(const char *name)
{
    char path[128];
    rec_error error;
    FILE *file;
    size_t length;

    snprintf(path, sizeof path, "tests/games/%s.tobago", name);
    file = fopen(path, "r");
    assert_non_null(file);
    length = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_true(rec_read(&t, text, length, UINT32_MAX, &error));
}

/* Positions in which bots once exchanged their hands for hundreds of rounds: the last
 * treasure card was a curse or known to be small; all treasures lay beyond lava; the
 * leader was far ahead and waited for the other, or was shut in by lava. */
static const char *const stalls[] = {"stall-last-card", "stall-behind-lava",
                                     "stall-far-ahead", "stall-shut-in"};
enum { STALLS = sizeof stalls / sizeof *stalls };

static void games_that_stood_still_are_finished_soon(void **state)
{
    (void)state;

    for (unsigned i = 0; i < STALLS; i++)
        for (unsigned seed = 0; seed < 8; seed++) {
            unsigned round;
            read_game(stalls[i]);
            round = tob_round(&t.game);

            play_on(seed < 6 ? AI_MEDIUM : AI_HARD, TOB_NONE, seed);

            assert_int_equal(t.game.ending, TOB_ENDING_E1);
            assert_true(tob_round(&t.game) <= round + ROUNDS_MORE);
        }
}

/* How the games above go on, as one number. Whoever changes what the bots choose raises
 * 'revision' in src/ai/bot.c, so that the arena does not mix their games with older ones,
 * and then writes the new number here. */
static void a_change_of_what_bots_choose_is_a_new_revision(void **state)
{
    const uint64_t wanted = UINT64_C(0x967b96f0c4c8d80d);
    uint64_t sum = 0;
    (void)state;

    for (unsigned i = 0; i < STALLS; i++)
        for (unsigned level = AI_EASY; level <= AI_HARD; level++) {
            read_game(stalls[i]);

            play_on((ai_level)level, TOB_NONE, i);

            sum = sum * UINT64_C(0x9e3779b97f4a7c15) + tob_hash(&t.game);
        }
    if (sum != wanted)
        fail_msg("the bots choose otherwise: raise 'revision' in src/ai/bot.c, and write "
                 "0x%016llx here",
                 (unsigned long long)sum);
}

/* ---- What the bots count with ---- */

/* R4: with one card in the deck, the other cards of the next treasure are old ones. */
static void r4_a_card_counts_what_the_next_treasure_will_hold(void **state)
{
    tob_game game = {.treasure_deck = 1};
    (void)state;

    game.pool[0] = 1; /* a curse */
    game.treasure_discards[2] = game.treasure_discards[4] = 6;
    assert_float_equal(ai_mean_card(&game), 4 * 3.0f / 5, 1e-5f);

    game.treasure_deck = 10;
    game.pool[0] = 0;
    game.pool[5] = 10;
    assert_float_equal(ai_mean_card(&game), 5, 1e-5f);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(e3_e4_no_game_of_bots_stands_still_or_is_dragged_out),
        cmocka_unit_test(a_bot_finishes_a_game_against_someone_who_does_nothing),
        cmocka_unit_test(games_that_stood_still_are_finished_soon),
        cmocka_unit_test(a_change_of_what_bots_choose_is_a_new_revision),
        cmocka_unit_test(r4_a_card_counts_what_the_next_treasure_will_hold),
    };

    return cmocka_run_group_tests_name("finish", tests, NULL, NULL);
}
