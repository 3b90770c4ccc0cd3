/* The arena: seatings, deals, numbers, the list of bots. */
#include "arena/deal.h"
#include "arena/results.h"
#include "support.h"

static atomic_bool never; /* stays false */

static arena_settings settings_for(const char *bots)
{
    arena_settings settings = {.games = 1, .seed = 5, .any_island = true};

    assert_true(arena_read_bots(bots, &settings));
    return settings;
}

/* ---- Seats ---- */

/* Lists of bots, and how many seatings of them differ. */
static const struct {
    const char *bots;
    unsigned games;
} seatings[] = {
    {"hard,easy", 2},
    {"hard,hard", 2},
    {"hard,easy,greedy", 6},
    {"hard,easy,easy", 3},
    {"hard,easy,greedy,medium", 24},
    {"hard,medium,medium,easy", 12},
    {"expert,greedy,greedy,greedy", 4},
};

enum { SEATINGS = sizeof seatings / sizeof seatings[0] };

static void every_bot_sits_once_at_every_seat_in_turn(void **state)
{
    (void)state;
    for (unsigned n = 0; n < SEATINGS; n++) {
        const arena_settings settings = settings_for(seatings[n].bots);
        const unsigned bots = settings.bots;
        for (uint64_t round = 0; round < 30; round++) {
            unsigned seen[TOB_SEATS][TOB_SEATS] = {0};
            for (unsigned k = 0; k < bots; k++) {
                uint8_t bot_at[TOB_SEATS];
                arena_seating(&settings, round * bots + k, bot_at);
                for (unsigned seat = 0; seat < bots; seat++)
                    seen[bot_at[seat]][seat]++;
            }
            for (unsigned i = 0; i < bots * bots; i++)
                assert_int_equal(seen[i / bots][i % bots], 1);
        }
    }
}

/* A deal is played once by each order of names that there is. */
static void a_deal_is_played_by_all_seatings_that_differ(void **state)
{
    (void)state;
    for (unsigned n = 0; n < SEATINGS; n++) {
        const arena_settings settings = settings_for(seatings[n].bots);
        const unsigned games = arena_deal_games(&settings);
        char row[24][256] = {""};
        assert_int_equal(games, seatings[n].games);
        for (unsigned game = 0; game < games; game++) {
            uint8_t bot_at[TOB_SEATS];
            arena_seating(&settings, 5 * games + game, bot_at);
            for (unsigned seat = 0; seat < settings.bots; seat++) {
                strcat(row[game], settings.bot[bot_at[seat]].name);
                strcat(row[game], " ");
            }
        }
        for (unsigned i = 0; i < games; i++) {
            unsigned alike = 0;
            for (unsigned k = 0; k < games; k++)
                alike += strcmp(row[i], row[k]) == 0;
            /* two bots alike still change their seats */
            assert_int_equal(alike, settings.bots == 2 && n == 1 ? 2 : 1);
        }
    }
}

/* ---- Deals ---- */

/* The set-up of a game as text; the players choose the first legal move each. */
static void set_up(const arena_settings *settings, uint64_t number, char *text,
                   size_t size)
{
    static tob_moves moves;
    arena_deal deal;
    const tob_config config = arena_deal_init(&deal, settings, number);
    tob_board board;
    tob_game game;
    size_t length = (size_t)snprintf(text, size, "%u %u\n", config.island, config.first);

    tob_board_init(&board, config.island);
    assert_int_equal(tob_game_init(&game, &board, &config), TOB_OK);
    while (tob_is_setup(&game)) {
        char line[REC_LINE_MAX];
        tob_move move;
        tob_legal(&game, &board, &moves);
        move = moves.move[0];
        if (tob_to_move(&game) == TOB_NATURE)
            move = arena_deal_choose(&deal, &game, &moves);
        assert_int_equal(tob_try(&game, &board, move), TOB_OK);
        rec_write_move(&board, move, line);
        length += (size_t)snprintf(text + length, size - length, "%s\n", line);
    }
}

static void the_games_of_a_deal_begin_alike_and_other_deals_do_not(void **state)
{
    static char first[8192], other[8192];
    (void)state;

    for (unsigned n = 0; n < SEATINGS; n++) {
        const arena_settings settings = settings_for(seatings[n].bots);
        const unsigned games = seatings[n].games;
        for (uint64_t deal = 0; deal < 5; deal++) {
            set_up(&settings, deal * games, first, sizeof first);
            for (unsigned k = 1; k < games; k++) {
                set_up(&settings, deal * games + k, other, sizeof other);
                assert_string_equal(first, other);
            }
            set_up(&settings, deal * games + games, other, sizeof other);
            assert_string_not_equal(first, other);
        }
    }
}

static void s1_the_treasure_deck_is_shuffled_with_its_curses_below(void **state)
{
    const arena_settings settings = settings_for("random,random");
    unsigned curses[ARENA_DECK_MAX] = {0}, deals = 2900, places;
    arena_deal deal;

    (void)state;
    for (unsigned i = 0; i < deals; i++) {
        unsigned count[TOB_COINS_MAX + 1] = {0};
        arena_deal_init(&deal, &settings, 2 * i);
        for (unsigned k = 0; k < deal.cards; k++) {
            count[deal.treasure[k]]++;
            curses[k] += deal.treasure[k] == 0;
        }
        for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
            assert_int_equal(count[coins], tob_treasure_cards(coins));
    }

    places = deal.cards - TOB_TOP_CARDS;
    for (unsigned k = 0; k < deal.cards; k++)
        if (k < TOB_TOP_CARDS)
            assert_int_equal(curses[k], 0);
        else /* 200 expected, five standard deviations */
            assert_in_range(curses[k], 2 * deals / places - 70, 2 * deals / places + 70);
}

static void s3_each_clue_card_is_drawn_first_equally_often(void **state)
{
    const arena_settings settings = settings_for("random,random");
    unsigned drawn[TOB_CARD_MAX] = {0};

    (void)state;
    for (unsigned i = 0; i < 5200; i++) {
        tob_moves *moves = test_malloc(sizeof *moves);
        arena_deal deal;
        tob_game game = {0};
        arena_deal_init(&deal, &settings, 2 * i);
        moves->count = tob_card_count();
        for (unsigned card = 0; card < moves->count; card++)
            moves->move[card] =
                (tob_move){.kind = TOB_MOVE_DRAW, .seat = 1, .card = (uint8_t)card};
        drawn[arena_deal_choose(&deal, &game, moves).card]++;
        test_free(moves);
    }

    for (unsigned card = 0; card < tob_card_count(); card++)
        assert_in_range(drawn[card], 50, 150); /* 100 expected */
}

/* ---- Games ---- */

static arena_result play_alone(const arena_settings *settings, uint64_t game)
{
    arena_crew *bench = arena_crew_new(settings, &never);
    arena_result result = {0};

    assert_non_null(bench);
    assert_true(arena_play(bench, game, &result));
    arena_crew_free(bench);
    return result;
}

static void a_game_depends_on_its_number_alone(void **state)
{
    arena_settings settings = settings_for("medium,random,easy");
    arena_crew *bench;

    (void)state;
    settings.options = TOB_OPTION_EXPERIENCED | TOB_OPTION_VOLCANO;
    bench = arena_crew_new(&settings, &never);
    for (uint64_t game = 0; game < games_to_play(30, 300); game++) {
        const arena_result alone = play_alone(&settings, game);
        arena_result in_order = {0};
        assert_true(arena_play(bench, game, &in_order));
        assert_true(in_order.played);
        for (unsigned i = 0; i < settings.bots; i++) {
            assert_int_equal(alone.score[i].coins, in_order.score[i].coins);
            assert_int_equal(alone.score[i].moves, in_order.score[i].moves);
            assert_int_equal(in_order.score[i].faults, 0);
            assert_int_equal(in_order.score[i].loss, SEAT_LOSS_NONE);
        }
    }
    arena_crew_free(bench);
}

static void a_game_that_is_stopped_leaves_no_result(void **state)
{
    const arena_settings settings = settings_for("random,random");
    atomic_bool now = true;
    arena_crew *bench = arena_crew_new(&settings, &now);
    arena_result result = {0};

    (void)state;
    assert_false(arena_play(bench, 0, &result));

    assert_false(result.played);
    arena_crew_free(bench);
}

/* ---- Numbers ---- */

static void near_to(double found, double wanted, double apart)
{
    if (found < wanted - apart || found > wanted + apart)
        fail_msg("%f is not near %f", found, wanted);
}

static void the_interval_is_wilsons(void **state)
{
    double low, high;

    (void)state;
    arena_wilson(0.5, 100, &low, &high);
    near_to(low, 0.40383, 1e-5);
    near_to(high, 0.59617, 1e-5);
    arena_wilson(0, 10, &low, &high);
    near_to(low, 0, 1e-12);
    near_to(high, 0.27753, 1e-5);
    arena_wilson(1, 1, &low, &high);
    near_to(low, 0.20655, 1e-5);
    near_to(high, 1, 1e-12);
}

static void e2_ties_share_the_win(void **state)
{
    const arena_result result = {
        .score = {{.coins = 20}, {.coins = 31}, {.coins = 31}, {.coins = 5}}};

    (void)state;
    near_to(arena_win_part(&result, 4, 0), 0, 0);
    near_to(arena_win_part(&result, 4, 1), 0.5, 0);
    near_to(arena_win_part(&result, 4, 2), 0.5, 0);
    near_to(arena_win_part(&result, 2, 1), 1, 0);
}

static void elo_follows_from_who_beats_whom(void **state)
{
    static arena_result results[400];
    arena_settings settings = settings_for("hard,easy,easy");
    arena_standing standing[TOB_SEATS];

    (void)state;
    settings.games = 400;
    for (unsigned i = 0; i < 400; i++) { /* the first beats each other in 3 of 4 */
        results[i] = (arena_result){.played = true};
        results[i].score[0].coins = i % 4 ? 30 : 10;
        results[i].score[1].coins = results[i].score[2].coins = 20;
    }
    arena_stand(&settings, results, standing);

    near_to(standing[0].elo - standing[1].elo, 190.8, 1.5);
    near_to(standing[1].elo, standing[2].elo, 1e-6);
    near_to(standing[0].elo + standing[1].elo + standing[2].elo, 0, 1e-6);
    near_to(standing[0].share, 0.75, 1e-12);
    near_to(standing[1].share, 0.125, 1e-12);
    assert_int_equal(standing[0].wins, 300);
    assert_int_equal(standing[1].wins, 0);
}

static void elo_stays_finite_for_who_always_wins(void **state)
{
    static arena_result results[10];
    arena_settings settings = settings_for("hard,easy");
    arena_standing standing[TOB_SEATS];

    (void)state;
    settings.games = 10;
    for (unsigned i = 0; i < 10; i++) {
        results[i] = (arena_result){.played = true};
        results[i].score[0].coins = 9;
    }
    arena_stand(&settings, results, standing);

    near_to(standing[0].elo, 264.4, 0.1); /* 10.5 to 0.5 */
    near_to(standing[1].elo, -264.4, 0.1);
}

/* Pairs that never met are rated through those whom both met. */
static void elo_of_a_field_joins_its_pairs(void **state)
{
    static arena_result results[400];
    arena_settings settings = settings_for("hard,easy");
    arena_standing standing[3] = {{0}};
    arena_pairs pairs;

    (void)state;
    settings.games = 400;
    for (unsigned i = 0; i < 400; i++) {
        results[i] = (arena_result){.played = true};
        results[i].score[i % 4 == 0].coins = 9; /* the first bot wins 3 of 4 */
    }
    arena_pairs_begin(&pairs, 3);
    arena_pairs_add(&pairs, &settings, results, (const unsigned[]){2, 1});
    arena_pairs_add(&pairs, &settings, results, (const unsigned[]){1, 0});
    arena_pairs_rate(&pairs, standing);

    near_to(standing[2].elo - standing[1].elo, 190.8, 2.5);
    near_to(standing[1].elo - standing[0].elo, 190.8, 2.5);
    near_to(standing[0].elo + standing[1].elo + standing[2].elo, 0, 1e-6);
}

/* ---- Rounds ---- */

static void e1_e3_rounds_and_endings_are_counted(void **state)
{
    static const uint16_t rounds[] = {18, 1000, 15, 17, 204, 16};
    static arena_course course;
    static arena_result results[7];
    arena_settings settings = settings_for("hard,easy");

    (void)state;
    settings.games = 7; /* the last was not played */
    for (unsigned i = 0; i < 6; i++)
        results[i] =
            (arena_result){.played = true, .rounds = rounds[i], .ending = TOB_ENDING_E1};
    results[1].ending = TOB_ENDING_E4;
    results[4].ending = TOB_ENDING_E3;
    near_to(arena_course_median(&course), 0, 0);
    arena_course_add(&course, &settings, results);

    assert_int_equal(course.games, 6);
    assert_int_equal(course.longest, 1000);
    assert_int_equal(course.longest_game, 1);
    assert_int_equal(course.endings[TOB_ENDING_E1], 4);
    assert_int_equal(course.endings[TOB_ENDING_E3], 1);
    assert_int_equal(course.endings[TOB_ENDING_E4], 1);
    near_to(arena_course_median(&course), 17.5, 1e-12);
    results[1].played = false;
    course = (arena_course){0};
    arena_course_add(&course, &settings, results);
    near_to(arena_course_median(&course), 17, 1e-12);
}

/* ---- The list of bots ---- */

static void a_list_names_levels_and_programs(void **state)
{
    const arena_settings s = settings_for(
        "expert:10000,cmd:./mine --fast 'a, b' \"\",\"cmd:two words\",random");

    (void)state;
    assert_int_equal(s.bots, 4);
    assert_int_equal(s.bot[0].level, AI_EXPERT);
    assert_int_equal(s.bot[0].iterations, 10000);
    assert_int_equal(s.bot[0].kind, SEAT_LEVEL);
    assert_int_equal(s.bot[1].kind, SEAT_PROGRAM);
    assert_string_equal(s.bot[1].name, "cmd:./mine --fast 'a, b' \"\"");
    assert_int_equal(s.bot[3].level, AI_RANDOM);
}

static void a_programs_words_are_split_at_blanks_outside_quotes(void **state)
{
    static arena_settings s;

    (void)state;
    assert_true(arena_read_bots("cmd:./mine  --fast 'a, b' \"\",cmd:'two words'", &s));
    assert_string_equal(s.bot[0].words[0], "./mine");
    assert_string_equal(s.bot[0].words[1], "--fast");
    assert_string_equal(s.bot[0].words[2], "a, b");
    assert_string_equal(s.bot[0].words[3], "");
    assert_null(s.bot[0].words[4]);
    assert_string_equal(s.bot[1].words[0], "two");
    assert_string_equal(s.bot[1].words[1], "words");
    assert_null(s.bot[1].words[2]);
}

static void a_list_that_is_none_is_refused(void **state)
{
    static const char *const lists[] = {"",
                                        "easy",
                                        "easy,",
                                        ",easy",
                                        "easy,nobody",
                                        "easy,cmd:",
                                        "easy,cmd: ",
                                        "easy,cmd:'a",
                                        "easy:0,easy",
                                        "easy:x,easy",
                                        "easy:,easy",
                                        "easy,cmd:''",
                                        "easy,cmd:a\nb",
                                        "easy:99999999999,easy",
                                        "easy:123456789012345678901234567890,easy",
                                        "easy,cmd:\xff",
                                        "easy,easy,easy,easy,easy"};
    static arena_settings s;

    (void)state;
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++)
        if (arena_read_bots(lists[i], &s))
            fail_msg("'%s' was read", lists[i]);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bot_sits_once_at_every_seat_in_turn),
        cmocka_unit_test(a_deal_is_played_by_all_seatings_that_differ),
        cmocka_unit_test(the_games_of_a_deal_begin_alike_and_other_deals_do_not),
        cmocka_unit_test(s1_the_treasure_deck_is_shuffled_with_its_curses_below),
        cmocka_unit_test(s3_each_clue_card_is_drawn_first_equally_often),
        cmocka_unit_test(a_game_depends_on_its_number_alone),
        cmocka_unit_test(a_game_that_is_stopped_leaves_no_result),
        cmocka_unit_test(the_interval_is_wilsons),
        cmocka_unit_test(e2_ties_share_the_win),
        cmocka_unit_test(elo_follows_from_who_beats_whom),
        cmocka_unit_test(elo_stays_finite_for_who_always_wins),
        cmocka_unit_test(elo_of_a_field_joins_its_pairs),
        cmocka_unit_test(e1_e3_rounds_and_endings_are_counted),
        cmocka_unit_test(a_list_names_levels_and_programs),
        cmocka_unit_test(a_programs_words_are_split_at_blanks_outside_quotes),
        cmocka_unit_test(a_list_that_is_none_is_refused),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
