/* Nature from random bytes: every legal move exactly as often as its weight says. */
#include "chance.h"
#include "support.h"

static uint64_t seed;
static tob_moves moves;

static void put_word(uint8_t *bytes, uint64_t word)
{
    for (unsigned i = 0; i < 8; i++)
        bytes[i] = (uint8_t)(word >> 8 * i);
}

static uint64_t total_weight(const tob_game *game)
{
    uint64_t total = 0;

    for (unsigned i = 0; i < moves.count; i++)
        total += tob_weight(game, moves.move[i]);
    return total;
}

/* The number of words below 'total', from the first one accepted on, that choose each
 * move must be its weight: the accepted words are a whole multiple of 'total'. */
static void check_shares(const tob_game *game, const tob_board *board)
{
    static unsigned chosen[TOB_MOVES_MAX];
    uint64_t total, first;
    uint8_t bytes[16];
    tob_move move;

    tob_legal(game, board, &moves);
    total = total_weight(game);
    first = (0 - total) % total;
    assert_int_equal((0 - first) % total, 0);
    memset(chosen, 0, sizeof chosen);
    for (uint64_t k = 0; k < total; k++) {
        unsigned i = 0;
        put_word(bytes, first + k);
        assert_int_equal(tob_nature_from_bytes(game, board, &moves, bytes, 8, &move), 8);
        assert_int_equal(tob_why(game, board, move), TOB_OK);
        while (memcmp(&moves.move[i], &move, sizeof move) != 0)
            i++;
        chosen[i]++;
    }
    for (unsigned i = 0; i < moves.count; i++)
        assert_int_equal(chosen[i], tob_weight(game, moves.move[i]));

    /* One word less is a share too many: it is passed over. */
    if (first == 0)
        return;
    put_word(bytes, first - 1);
    put_word(bytes + 8, UINT64_MAX);
    assert_int_equal(tob_nature_from_bytes(game, board, &moves, bytes, 8, &move), 0);
    assert_int_equal(tob_nature_from_bytes(game, board, &moves, bytes, 16, &move), 16);
}

static void every_move_of_nature_has_exactly_its_weight(void **state)
{
    const unsigned games = games_to_play(40, 400);
    unsigned checked = 0;
    (void)state;

    for (unsigned number = 0; number < games; number++) {
        rec_header header;
        tob_board board;
        tob_game game;
        tob_rng rng;

        chance_begin(&game, &board, &header, &rng, seed, number);
        for (unsigned i = 0; tob_to_move(&game) != TOB_NOBODY && i < 2000; i++) {
            if (tob_to_move(&game) == TOB_NATURE && tob_rng_below(&rng, 4) == 0) {
                check_shares(&game, &board);
                checked++;
            }
            tob_legal(&game, &board, &moves);
            tob_apply(&game, &board, chance_move(&rng, &game, &moves, number));
        }
    }
    assert_true(checked > games);
}

static void too_few_bytes_choose_nothing(void **state)
{
    const tob_config config = {.players = 2};
    const uint8_t bytes[8] = {1, 2, 3, 4, 5, 6, 7, 8};
    tob_move move, before;
    tob_board board;
    tob_game game;
    (void)state;

    memset(&move, 0x5a, sizeof move);
    before = move;
    tob_board_init(&board, 0);
    assert_int_equal(tob_game_init(&game, &board, &config), TOB_OK);

    assert_int_equal(tob_nature_from_bytes(&game, &board, &moves, bytes, 0, &move), 0);
    assert_int_equal(tob_nature_from_bytes(&game, &board, &moves, bytes, 7, &move), 0);
    assert_memory_equal(&move, &before, sizeof move);
    assert_int_equal(tob_nature_from_bytes(&game, &board, &moves, bytes, 8, &move), 8);
    assert_int_equal(tob_why(&game, &board, move), TOB_OK);
}

/* Chi-square of a generator's bytes over the first object: 1 in 10^6 fails by chance. */
static void random_bytes_choose_all_moves_alike(void **state)
{
    enum { TRIES = 200000 };
    const tob_config config = {.players = 2};
    static unsigned chosen[TOB_MOVES_MAX];
    double expected, square = 0;
    tob_board board;
    tob_game game;
    tob_rng rng;
    (void)state;

    tob_rng_init(&rng, seed, 0);
    tob_board_init(&board, 0);
    assert_int_equal(tob_game_init(&game, &board, &config), TOB_OK);
    tob_legal(&game, &board, &moves);
    expected = (double)TRIES / moves.count;
    memset(chosen, 0, sizeof chosen);
    for (unsigned k = 0; k < TRIES / 100; k++) {
        uint8_t bytes[800];
        size_t from = 0;
        for (unsigned i = 0; i < 100; i++)
            put_word(bytes + 8 * i, tob_rng_next(&rng));
        while (from < sizeof bytes) {
            tob_move move;
            unsigned i = 0;
            const size_t used = tob_nature_from_bytes(&game, &board, &moves, bytes + from,
                                                      sizeof bytes - from, &move);
            assert_true(used > 0);
            while (memcmp(&moves.move[i], &move, sizeof move) != 0)
                i++;
            chosen[i]++;
            from += used;
        }
    }
    for (unsigned i = 0; i < moves.count; i++)
        square += (chosen[i] - expected) * (chosen[i] - expected) / expected;
    /* The sum has mean n and variance 2n, about normal for hundreds of moves: 5 standard
     * deviations on either side. */
    assert_true(moves.count > 100);
    assert_true((square - moves.count) * (square - moves.count) < 25.0 * 2 * moves.count);
}

static void nothing_is_chosen_where_nature_does_not_decide(void **state)
{
    static scene t;
    const uint8_t bytes[16] = {1, 2, 3, 4, 5, 6, 7, 8, 9};
    tob_move move = {.kind = 7};
    (void)state;

    rec_init(&t);
    feed(&t, "tobago 1\nplayers Anna Bobby\nisland ABC0\noptions placed");

    assert_int_equal(tob_to_move(&t.game), 0);
    assert_int_equal(
        tob_nature_from_bytes(&t.game, &t.board, &moves, bytes, sizeof bytes, &move), 0);
    assert_int_equal(move.kind, 7);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_move_of_nature_has_exactly_its_weight),
        cmocka_unit_test(too_few_bytes_choose_nothing),
        cmocka_unit_test(nothing_is_chosen_where_nature_does_not_decide),
        cmocka_unit_test(random_bytes_choose_all_moves_alike),
    };

    seed = chance_seed();
    return cmocka_run_group_tests_name("nature", tests, NULL, NULL);
}
