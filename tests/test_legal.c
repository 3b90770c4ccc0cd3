/* tob_legal against tob_why: one says what can be done, the other why not, and they are
 * written apart. Here every canonical move there could be is put to tob_why, in random
 * positions of random games and in every view of them. */
#include "chance.h"
#include "support.h"

/* Which fields a kind of move uses; the others are 0 in a canonical move. */
enum { SEAT = 1, SPACE = 2, TREASURE = 4, CARD = 8, OTHER = 16, FACING = 32, VALUE = 64 };

static const uint8_t fields[TOB_MOVE_COUNT] = {
    [TOB_MOVE_VOLCANO] = SEAT | SPACE,
    [TOB_MOVE_OBJECT] = SEAT | VALUE | SPACE | FACING,
    [TOB_MOVE_TRIAD] = SEAT | VALUE | SPACE | FACING,
    [TOB_MOVE_TRIAD_RANDOM] = SEAT | VALUE | SPACE | FACING,
    [TOB_MOVE_ATV] = SEAT | SPACE,
    [TOB_MOVE_INITIAL] = SEAT | CARD,
    [TOB_MOVE_START] = SEAT | TREASURE,
    [TOB_MOVE_DEAL] = SEAT | CARD,
    [TOB_MOVE_CLUE] = SEAT | TREASURE | CARD,
    [TOB_MOVE_VOLCANIC] = SEAT | TREASURE | CARD | OTHER,
    [TOB_MOVE_MOVE] = SEAT,
    [TOB_MOVE_LEG] = SEAT | SPACE,
    [TOB_MOVE_RAISE] = SEAT | TREASURE,
    [TOB_MOVE_EXCHANGE] = SEAT,
    [TOB_MOVE_END] = SEAT,
    [TOB_MOVE_AMULET_REMOVE] = SEAT | TREASURE | SPACE,
    [TOB_MOVE_AMULET_CLUE] = SEAT | TREASURE | CARD,
    [TOB_MOVE_AMULET_VOLCANIC] = SEAT | TREASURE | CARD | OTHER,
    [TOB_MOVE_AMULET_MOVE] = SEAT,
    [TOB_MOVE_AMULET_EXCHANGE] = SEAT,
    [TOB_MOVE_AMULET_DOUBLE] = SEAT | CARD,
    [TOB_MOVE_AMULET_SWAP] = SEAT | CARD | OTHER,
    [TOB_MOVE_TAKE] = SEAT,
    [TOB_MOVE_LEAVE] = SEAT,
    [TOB_MOVE_LAVA] = SEAT | SPACE,
    [TOB_MOVE_DISCARD] = SEAT | CARD,
    [TOB_MOVE_DRAW] = SEAT | CARD,
    [TOB_MOVE_PEEK] = SEAT | VALUE,
    [TOB_MOVE_ADD] = VALUE,
    [TOB_MOVE_REVEAL] = VALUE,
    [TOB_MOVE_CLAIM] = SEAT,
    [TOB_MOVE_PASS] = SEAT,
    [TOB_MOVE_CANNOT] = SEAT,
};

/* What a field is tried with: everything that means something, and some that does not. */
typedef struct choices {
    unsigned count;
    uint8_t value[160];
} choices;

static uint64_t seed;
static choices none, seats, spaces, treasures, cards, facings, values;

static void fill(choices *list, unsigned below)
{
    static const uint8_t strange[] = {TOB_HIDDEN, TOB_NONE};

    list->count = 0;
    for (unsigned i = 0; i < below; i++)
        list->value[list->count++] = (uint8_t)i;
    for (unsigned i = 0; below > 1 && i < sizeof strange; i++)
        list->value[list->count++] = strange[i];
}

static int prepare(void **state)
{
    (void)state;
    fill(&none, 1);
    fill(&seats, TOB_NOBODY + 1);
    fill(&spaces, TOB_SPACE_MAX + 1);
    fill(&treasures, TOB_TREASURE_COUNT + 1);
    fill(&cards, TOB_CARD_MAX + 1);
    fill(&facings, TOB_DIRECTION_COUNT + 1);
    fill(&values, TOB_COINS_MAX + 2);
    return 0;
}

static const choices *if_used(unsigned kind, unsigned field, const choices *list)
{
    return fields[kind] & field ? list : &none;
}

/* The innermost two loops: counts the legal ones among moves that differ in cards. */
static unsigned legal_by_cards(const tob_game *game, const tob_board *board,
                               tob_move move)
{
    const choices *card = if_used(move.kind, CARD, &cards);
    const choices *other = if_used(move.kind, OTHER, &cards);
    unsigned legal = 0;

    for (unsigned i = 0; i < card->count; i++)
        for (unsigned k = 0; k < other->count; k++) {
            move.card = card->value[i];
            move.other = other->value[k];
            legal += tob_why(game, board, move) == TOB_OK;
        }
    return legal;
}

static unsigned legal_by_places(const tob_game *game, const tob_board *board,
                                tob_move move)
{
    const choices *space = if_used(move.kind, SPACE, &spaces);
    const choices *treasure = if_used(move.kind, TREASURE, &treasures);
    const choices *facing = if_used(move.kind, FACING, &facings);
    unsigned legal = 0;

    for (unsigned i = 0; i < space->count; i++)
        for (unsigned k = 0; k < treasure->count; k++)
            for (unsigned l = 0; l < facing->count; l++) {
                move.space = space->value[i];
                move.treasure = treasure->value[k];
                move.direction = facing->value[l];
                legal += legal_by_cards(game, board, move);
            }
    return legal;
}

/* How many of all canonical moves tob_why allows. */
static unsigned count_legal(const tob_game *game, const tob_board *board)
{
    unsigned legal = 0;

    for (unsigned kind = 0; kind < TOB_MOVE_COUNT; kind++) {
        const choices *seat = if_used(kind, SEAT, &seats);
        const choices *value = if_used(kind, VALUE, &values);
        for (unsigned i = 0; i < seat->count; i++)
            for (unsigned k = 0; k < value->count; k++)
                legal += legal_by_places(game, board,
                                         (tob_move){.kind = (uint8_t)kind,
                                                    .seat = seat->value[i],
                                                    .value = value->value[k]});
    }
    return legal;
}

/* The same move with 0 in the fields that its kind does not use. */
static tob_move canonical(tob_move move)
{
    const unsigned used = move.kind < TOB_MOVE_COUNT ? fields[move.kind] : 0;

    return (tob_move){.kind = move.kind,
                      .seat = used & SEAT ? move.seat : 0,
                      .space = used & SPACE ? move.space : 0,
                      .treasure = used & TREASURE ? move.treasure : 0,
                      .card = used & CARD ? move.card : 0,
                      .other = used & OTHER ? move.other : 0,
                      .direction = used & FACING ? move.direction : 0,
                      .value = used & VALUE ? move.value : 0};
}

static int by_bytes(const void *a, const void *b)
{
    return memcmp(a, b, sizeof(tob_move));
}

/* Every move of the list is canonical, legal and there once, and there are as many of
 * them as tob_why allows: so the two sets are equal. */
static void list_and_reasons_agree(const tob_game *game, const tob_board *board,
                                   unsigned number)
{
    static tob_moves moves;
    const char *where = "(game %u, phase %u, viewer %u, seed %llu)";
    char at[120];
    unsigned legal;

    snprintf(at, sizeof at, where, number, game->phase, game->viewer.code,
             (unsigned long long)seed);
    tob_legal(game, board, &moves);
    qsort(moves.move, moves.count, sizeof moves.move[0], by_bytes);
    for (unsigned i = 0; i < moves.count; i++) {
        const tob_move move = moves.move[i], plain = canonical(move);
        const tob_reason reason = tob_why(game, board, move);
        if (reason)
            fail_msg("a move of kind %u is listed, but '%s' %s", move.kind,
                     tob_reason_text(reason), at);
        if (memcmp(&move, &plain, sizeof move) != 0)
            fail_msg("a listed move of kind %u has a field it does not use %s", move.kind,
                     at);
        if (i && memcmp(&move, &moves.move[i - 1], sizeof move) == 0)
            fail_msg("a move of kind %u is listed twice %s", move.kind, at);
    }
    legal = count_legal(game, board);
    if (legal != moves.count)
        fail_msg("%u moves are legal, %u are listed %s", legal, moves.count, at);
    if ((moves.count == 0) != (tob_to_move(game) == TOB_NOBODY))
        fail_msg("%u moves for seat %u %s", moves.count, tob_to_move(game), at);
}

/* Calls 'look' at random positions of a random game, mostly at the rarer decisions. */
static void sample_game(unsigned number, unsigned seen[TOB_PHASE_COUNT],
                        void (*look)(const tob_game *, const tob_board *, unsigned,
                                     tob_rng *))
{
    static tob_moves moves;
    tob_board board;
    tob_game game;
    rec_header header;
    tob_rng rng, other;

    tob_rng_init(&rng, seed, number);
    tob_rng_init(&other, ~seed, number);
    chance_header(&header, &rng, number);
    tob_board_init(&board, header.config.island);
    assert_int_equal(tob_game_init(&game, &board, &header.config), TOB_OK);
    for (;;) {
        const bool rare = game.phase != TOB_PHASE_TURN && game.phase != TOB_PHASE_DRAW &&
                          game.phase != TOB_PHASE_DISCARD;
        const bool rich = game.phase == TOB_PHASE_TURN && game.amulet[game.turn];
        const unsigned odds = tob_is_setup(&game) ? 12 : rich ? 40 : rare ? 40 : 600;

        if (!seen[game.phase] || game.phase == TOB_PHASE_OVER ||
            tob_rng_below(&other, odds) == 0) {
            seen[game.phase]++;
            look(&game, &board, number, &other);
        }
        if (game.phase == TOB_PHASE_OVER)
            return;
        tob_legal(&game, &board, &moves);
        tob_apply(&game, &board, chance_move(&rng, &game, &moves, number));
    }
}

static void every_view_agrees(const tob_game *game, const tob_board *board,
                              unsigned number, tob_rng *rng)
{
    (void)rng;
    list_and_reasons_agree(game, board, number);
    for (unsigned viewer = 0; viewer <= SPECTATOR; viewer++) {
        tob_game view;
        if (viewer >= game->players && viewer != SPECTATOR)
            continue;
        tob_view(&view, game, as(viewer));
        list_and_reasons_agree(&view, board, number);
    }
}

static void a_move_is_listed_once_if_and_only_if_no_reason_forbids_it(void **state)
{
    const unsigned games = games_to_play(20, 250);
    unsigned seen[TOB_PHASE_COUNT] = {0};
    (void)state;

    for (unsigned number = 0; number < games; number++)
        sample_game(number, seen, every_view_agrees);
    for (unsigned phase = 0; phase < TOB_PHASE_COUNT && games >= 20; phase++)
        if (!seen[phase])
            fail_msg("no position of phase %u was seen in %u games", phase, games);
}

static void every_kind_of_move_has_its_fields_listed_here(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < TOB_MOVE_COUNT; kind++)
        if (!fields[kind])
            fail_msg("test_legal.c does not know the fields of kind %u", kind);
}

/* ---- Nonsense ---- */

/* Random bytes, or a legal move with some bytes changed. */
static tob_move nonsense(tob_rng *rng, const tob_moves *moves)
{
    const uint64_t bits = tob_rng_next(rng);
    tob_move move;

    if (bits & 1 || !moves->count) {
        const uint64_t bytes = tob_rng_next(rng);
        memcpy(&move, &bytes, sizeof move);
        if (bits & 2)
            move.kind = (uint8_t)(move.kind % TOB_MOVE_COUNT);
        return move;
    }
    move = moves->move[tob_rng_below(rng, moves->count)];
    for (unsigned times = 1 + (bits >> 8 & 1); times; times--) {
        const uint64_t change = tob_rng_next(rng);
        ((uint8_t *)&move)[change & 7] =
            (uint8_t)(change & 8 ? change >> 32 : change >> 32 & 7);
    }
    return move;
}

/* A refusal changes nothing; what is accepted counts only with the fields it uses. */
static void nonsense_does_no_harm(const tob_game *game, const tob_board *board,
                                  unsigned number, tob_rng *rng)
{
    static tob_moves moves;

    tob_legal(game, board, &moves);
    for (unsigned i = 0; i < 300; i++) {
        const tob_move move = nonsense(rng, &moves);
        tob_game after = *game, plain = *game;
        tob_board after_board = *board, plain_board = *board;
        const tob_reason reason = tob_try(&after, &after_board, move);

        char line[REC_LINE_MAX];

        assert_true((unsigned)reason < TOB_REASON_COUNT);
        assert_true(rec_write_move(board, move, line) < REC_LINE_MAX);
        assert_int_equal(strlen(line), rec_write_move(board, move, line));
        assert_int_equal(tob_why(game, board, move), reason);
        if (reason == TOB_OK)
            assert_int_equal(tob_try(&plain, &plain_board, canonical(move)), TOB_OK);
        if (memcmp(&after, &plain, sizeof plain) != 0 ||
            memcmp(&after_board, &plain_board, sizeof plain_board) != 0)
            fail_msg("a move of kind %u left a trace (game %u, seed %llu)", move.kind,
                     number, (unsigned long long)seed);
        if (tob_check(&after, &after_board))
            fail_msg("'%s' is broken (game %u, seed %llu)",
                     tob_check(&after, &after_board), number, (unsigned long long)seed);
    }
}

static void any_bytes_may_be_asked_about_and_a_refusal_changes_nothing(void **state)
{
    const unsigned games = games_to_play(150, 1000);
    unsigned seen[TOB_PHASE_COUNT] = {0};
    (void)state;

    for (unsigned number = 0; number < games; number++)
        sample_game(number, seen, nonsense_does_no_harm);
}

/* ---- Views played on ---- */

/* A peer may send a view of a game that never was: any of the listed moves, one after
 * the other, as far as the view can tell. */
static void play_view(unsigned number, uint64_t kinds[TOB_MOVE_COUNT])
{
    static tob_moves moves;
    rec_header header;
    tob_board board;
    tob_game game;
    tob_rng rng;

    tob_rng_init(&rng, seed, number);
    chance_header(&header, &rng, number);
    header.config.viewer = as(number % 2 ? SPECTATOR : 0);
    tob_board_init(&board, header.config.island);
    assert_int_equal(tob_game_init(&game, &board, &header.config), TOB_OK);
    for (unsigned i = 0; i < 5000 && tob_to_move(&game) != TOB_NOBODY; i++) {
        tob_move move;
        tob_legal(&game, &board, &moves);
        if (!moves.count)
            fail_msg("view %u has a dead end in phase %u (seed %llu)", number, game.phase,
                     (unsigned long long)seed);
        move = chance_move(&rng, &game, &moves, number);
        kinds[move.kind]++;
        tob_apply(&game, &board, move);
        if (tob_check(&game, &board))
            fail_msg("view %u, move %u: '%s' is broken (seed %llu)", number, i,
                     tob_check(&game, &board), (unsigned long long)seed);
        if (i % 1009 == 0)
            list_and_reasons_agree(&game, &board, number);
    }
}

static void h1_a_view_played_on_from_its_own_list_stays_sound(void **state)
{
    const unsigned games = games_to_play(300, 1600);
    uint64_t kinds[TOB_MOVE_COUNT] = {0};
    (void)state;

    for (unsigned number = 0; number < games; number++)
        play_view(number, kinds);
    for (unsigned kind = 0; kind < TOB_MOVE_COUNT && games >= 300; kind++)
        if (!kinds[kind])
            fail_msg("no move of kind %u was played", kind);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_kind_of_move_has_its_fields_listed_here),
        cmocka_unit_test(a_move_is_listed_once_if_and_only_if_no_reason_forbids_it),
        cmocka_unit_test(any_bytes_may_be_asked_about_and_a_refusal_changes_nothing),
        cmocka_unit_test(h1_a_view_played_on_from_its_own_list_stays_sound),
    };

    seed = chance_seed();
    return cmocka_run_group_tests_name("legal", tests, prepare, NULL);
}
