/* The bots: filling views, choosing legal moves, the same choice for the same seed,
 * levels that differ in strength. */
#include <math.h>

#include "ai/fill.h"
#include "bots.h"
#include "host/think.h"

static tob_game full;

/* ---- Filling ---- */

/* The filled game shows its viewer the same view, but for 'deep': the number of hidden
 * treasure cards below the top twelve follows from an order that filling does not keep.
 */
static void fill_and_compare(tob_rng *rng)
{
    static tob_game again;

    ai_fill(&full, &view, rng);
    assert_null(tob_check(&full, &board));
    assert_true(tob_viewer_equal(full.viewer, as(EVERYBODY)));
    tob_view(&again, &full, view.viewer);
    again.deep = view.deep;
    assert_memory_equal(&again, &view, sizeof view);
}

static void h2_a_filled_view_is_a_game_that_shows_the_same(void **state)
{
    const unsigned games = games_to_play(60, 1000);
    unsigned differ = 0, filled = 0;
    (void)state;

    for (unsigned i = 0; i < games; i++) {
        tob_rng rng;
        tob_rng_init(&rng, 4, i);
        begin_random(&rng, 2 + i % 3, i % 2 ? TOB_OPTION_VOLCANO : 0);
        for (unsigned line = 0; tob_to_move(&game) != TOB_NOBODY; line++) {
            play_randomly(&rng);
            if (line % 7)
                continue;
            tob_view(&view, &game,
                     as(line % (game.players + 1u) == game.players
                            ? SPECTATOR
                            : line % (game.players + 1u)));
            fill_and_compare(&rng);
            differ += memcmp(&full.hand, &game.hand, sizeof full.hand) != 0;
            filled++;
        }
    }
    assert_true(differ > filled / 2);
}

/* ---- Choosing ---- */

static bool settle;              /* may the bots stop early? */
static uint64_t iterations_made; /* by them, in all games */

/* Plays a whole game of bots; returns a checksum over all choices. */
static uint64_t play_bots(ai_bot *const bot[static TOB_SEATS], unsigned players,
                          unsigned options, uint64_t seed, uint32_t iterations)
{
    const ai_budget budget = {.iterations = iterations, .settle = settle};
    uint64_t sum = 0;
    unsigned lines = 0;
    tob_rng rng;

    tob_rng_init(&rng, seed, 0);
    begin_random(&rng, players, options);
    for (; tob_to_move(&game) != TOB_NOBODY; lines++) {
        const unsigned mover = tob_to_move(&game);
        tob_move move;
        if (mover == TOB_NATURE) {
            play_randomly(&rng);
            continue;
        }
        tob_view(&view, &game, as(mover));
        move = ai_bot_choose(bot[mover], &view, &board, budget);
        iterations_made += ai_bot_iterations(bot[mover]);
        assert_true(listed(move));
        tob_apply(&game, &board, move);
        sum = (sum ^ tob_hash(&game)) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return sum;
}

static void every_level_plays_every_kind_of_game(void **state)
{
    static const unsigned options[] = {
        0, TOB_OPTION_EXPERIENCED, TOB_OPTION_PLACED | TOB_OPTION_VOLCANO,
        TOB_OPTION_VOLCANO | TOB_OPTION_EXPERIENCED | TOB_OPTION_VOLCANO_PLACED,
        TOB_OPTION_VOLCANO | TOB_OPTION_TRIADS_RANDOM};
    (void)state;

    for (unsigned level = 0; level < AI_LEVEL_COUNT; level++) {
        ai_bot *bot[TOB_SEATS];
        for (unsigned seat = 0; seat < TOB_SEATS; seat++)
            bot[seat] = new_bot((ai_level)level, seat);
        for (unsigned i = 0; i < 5; i++)
            play_bots(bot, 2 + i % 3, options[i], i, 8);
        for (unsigned seat = 0; seat < TOB_SEATS; seat++)
            free(bot[seat]);
    }
}

static void the_same_seed_chooses_the_same_moves(void **state)
{
    uint64_t sum[2];
    (void)state;

    for (unsigned turn = 0; turn < 2; turn++) {
        ai_bot *bot[TOB_SEATS] = {new_bot(AI_EXPERT, 1), new_bot(AI_MEDIUM, 2),
                                  new_bot(AI_EASY, 3), new_bot(AI_GREEDY, 4)};
        sum[turn] = play_bots(bot, 4, TOB_OPTION_EXPERIENCED, 9, 30);
        for (unsigned seat = 0; seat < TOB_SEATS; seat++)
            free(bot[seat]);
    }
    assert_true(sum[0] == sum[1]);
}

static void settling_early_changes_no_choice(void **state)
{
    uint64_t sum[2], made[2];
    (void)state;

    for (unsigned turn = 0; turn < 2; turn++) {
        ai_bot *bot[TOB_SEATS] = {new_bot(AI_EXPERT, 1), new_bot(AI_HARD, 2)};
        settle = turn;
        iterations_made = 0;
        sum[turn] = play_bots(bot, 2, 0, 12, 300);
        made[turn] = iterations_made;
        free(bot[0]);
        free(bot[1]);
    }
    settle = false;
    assert_true(sum[0] == sum[1]);
    assert_true(made[1] < made[0] * 9 / 10);
}

static void opinions_are_sorted_and_make_sense(void **state)
{
    ai_opinion opinions[AI_OPINIONS_MAX];
    ai_bot *bot = new_bot(AI_HARD, 6);
    float shares = 0;
    unsigned count;
    tob_move move;
    (void)state;

    reach_a_turn(8);
    move = ai_bot_choose(bot, &view, &board, (ai_budget){.iterations = 500});
    count = ai_bot_opinions(bot, opinions);

    assert_true(count > 0);
    assert_memory_equal(&opinions[0].move, &move, sizeof move);
    for (unsigned i = 0; i < count; i++) {
        float wins = 0;
        for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
            assert_true(opinions[i].wins[seat] >= 0);
            wins += opinions[i].wins[seat];
        }
        assert_true(fabsf(wins - 1) < 0.001f);
        assert_true(i == 0 || opinions[i - 1].share >= opinions[i].share);
        shares += opinions[i].share;
    }
    assert_true(shares > 0.5f && shares < 1.001f);
    free(bot);
}

static void several_threads_choose_together_and_repeatably(void **state)
{
    ai_opinion opinions[AI_OPINIONS_MAX];
    tob_move move[2];
    (void)state;

    reach_a_turn(31);
    for (unsigned turn = 0; turn < 2; turn++) {
        thinker *t = think_new(AI_EXPERT, 5, 3);
        move[turn] = think_choose(t, &view, &board, (ai_budget){.iterations = 300});
        assert_int_equal(think_iterations(t), 300);
        assert_true(think_opinions(t, opinions) > 0);
        assert_memory_equal(&opinions[0].move, &move[turn], sizeof move[turn]);
        assert_true(listed(move[turn]));
        think_free(t);
    }
    assert_memory_equal(&move[0], &move[1], sizeof move[0]);
}

static void levels_have_names_and_are_sorted_by_strength(void **state)
{
    (void)state;
    for (unsigned level = 0; level < AI_LEVEL_COUNT; level++) {
        const char *name = ai_level_name(level);
        assert_int_equal(ai_level_find(name, strlen(name)), (int)level);
        assert_int_equal(ai_level_searches((ai_level)level), level >= AI_HARD);
        if (level > 0)
            assert_true(ai_level_elo(level) > ai_level_elo(level - 1));
    }
    assert_int_equal(ai_level_elo(AI_GREEDY), 1000);
    assert_int_equal(ai_level_find("hardest", 7), -1);
    assert_int_equal(ai_level_find("har", 3), -1);
    assert_int_equal(ai_level_find("", 0), -1);
}

/* The table of levels in docs/bots.md has the strengths that the menus show. */
static void the_documents_name_the_strength_of_each_level(void **state)
{
    static char text[1 << 17];
    FILE *const file = fopen("docs/bots.md", "r");
    char row[64];
    (void)state;

    assert_non_null(file);
    text[fread(text, 1, sizeof text - 1, file)] = '\0';
    fclose(file);
    for (unsigned level = 0; level < AI_LEVEL_COUNT; level++) {
        snprintf(row, sizeof row, "\n| `%s` | %d |", ai_level_name(level),
                 ai_level_elo(level));
        if (!strstr(text, row))
            fail_msg("docs/bots.md has no row%s", row);
    }
}

/* ---- Strength, roughly: the exact figures are in docs/bots.md. The sanitizers' tree is
 * too slow for enough games. ---- */

#ifndef TOB_DEBUG

/* The share of the wins of one level against another, heads-up. */
static double duel(ai_level one, ai_level two, unsigned games, uint32_t iterations)
{
    double share = 0;

    for (unsigned i = 0; i < games; i++) {
        ai_bot *a = new_bot(one, i), *b = new_bot(two, i + 1000);
        ai_bot *bot[TOB_SEATS] = {i % 2 ? b : a, i % 2 ? a : b, NULL, NULL};
        tob_result result;
        play_bots(bot, 2, 0, i / 2, iterations);
        result = tob_result_of(&game);
        if (result.place[i % 2] == 1)
            share += result.place[1 - i % 2] == 1 ? 0.5 : 1;
        free(a);
        free(b);
    }
    return share / games;
}

static void each_level_beats_the_one_below(void **state)
{
    const unsigned games = games_to_play(100, 400);
    (void)state;

    assert_true(duel(AI_EASY, AI_RANDOM, games, 0) > 0.85);
    assert_true(duel(AI_MEDIUM, AI_EASY, games, 0) > 0.55);
    assert_true(duel(AI_MEDIUM, AI_GREEDY, games, 0) > 0.5);
    assert_true(duel(AI_HARD, AI_MEDIUM, games / 4 + 1, 100) > 0.6);
}

#endif

/* ---- The end of the deck ---- */

static float mean_of_pool(void)
{
    unsigned cards = 0, coins = 0;

    for (unsigned value = 0; value <= TOB_COINS_MAX; value++) {
        cards += game.pool[value];
        coins += value * game.pool[value];
    }
    return cards ? (float)coins / (float)cards : 0;
}

/* Would the seat that is asked end the game by raising this treasure, more than three
 * cards behind someone else, and nobody near enough to do it in her place? */
static bool is_lost_by_raising(unsigned treasure)
{
    const unsigned me = game.seat, site = tob_hexset_first(game.map[treasure].sites);
    const float mean = mean_of_pool();
    const tob_result result = tob_result_of(&game);
    float coins[TOB_SEATS] = {0}, most = 0;
    unsigned cards = 1u + (game.roses[me] > 0);

    for (unsigned card = game.map[treasure].lowest; card != TOB_NONE;
         card = game.above[card]) {
        coins[tob_rose_owner(game.rose[card])] +=
            mean * (float)tob_rose_number(game.rose[card]);
        cards += tob_rose_number(game.rose[card]);
    }
    for (unsigned seat = 0; seat < game.players; seat++) {
        const tob_hexset near = tob_board_reach(&board, game.atv[seat], TOB_LEGS);
        if (seat != me && (tob_hexset_has(near, site) || game.atv[seat] == site))
            return false;
        coins[seat] += (float)result.coins[seat];
        most = coins[seat] > most ? coins[seat] : most;
    }
    return cards >= game.treasure_deck && most > coins[me] + 4 * mean;
}

static void e1_nobody_ends_a_game_that_is_clearly_lost(void **state)
{
    ai_bot *bot = new_bot(AI_MEDIUM, 5);
    unsigned met = 0;
    (void)state;

    for (unsigned i = 0; i < 150; i++) {
        tob_rng rng;
        tob_rng_init(&rng, 6, i);
        begin_random(&rng, 2, 0);
        while (tob_to_move(&game) != TOB_NOBODY) {
            const unsigned mover = tob_to_move(&game);
            tob_move move;
            if (mover == TOB_NATURE || (mover == 0 && tob_rng_below(&rng, 2))) {
                play_randomly(&rng);
                continue;
            }
            tob_view(&view, &game, as(mover));
            move = ai_bot_choose(bot, &view, &board, (ai_budget){0});
            tob_legal(&game, &board, &moves);
            for (unsigned k = 0; k < moves.count; k++)
                if (moves.move[k].kind == TOB_MOVE_RAISE &&
                    is_lost_by_raising(moves.move[k].treasure)) {
                    assert_false(move.kind == TOB_MOVE_RAISE &&
                                 move.treasure == moves.move[k].treasure);
                    met++;
                }
            tob_apply(&game, &board, move);
        }
    }
    assert_true(met > 0);
    free(bot);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(h2_a_filled_view_is_a_game_that_shows_the_same),
        cmocka_unit_test(every_level_plays_every_kind_of_game),
        cmocka_unit_test(the_same_seed_chooses_the_same_moves),
        cmocka_unit_test(settling_early_changes_no_choice),
        cmocka_unit_test(opinions_are_sorted_and_make_sense),
        cmocka_unit_test(several_threads_choose_together_and_repeatably),
        cmocka_unit_test(levels_have_names_and_are_sorted_by_strength),
        cmocka_unit_test(the_documents_name_the_strength_of_each_level),
#ifndef TOB_DEBUG
        cmocka_unit_test(each_level_beats_the_one_below),
#endif
        cmocka_unit_test(e1_nobody_ends_a_game_that_is_clearly_lost),
    };

    return cmocka_run_group_tests_name("ai", tests, NULL, NULL);
}
