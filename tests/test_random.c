/* Random games from the first object to the end, under the state checker, each written as
 * a record and read again line by line. Game number i depends on the seed and i alone, so
 * a failure names all that is needed to see it again. Two threads share the work. */
#include "chance.h"
#include "support.h"

#include <pthread.h>

enum { THREADS = 2, MOVES_AT_MOST = 200000, TEXT_AT_MOST = 4 << 20 };

static uint64_t seed;

/* One thread: its share of the games, what it saw, and the first thing that was wrong. */
typedef struct worker {
    pthread_t thread;
    unsigned from, games;
    uint64_t moves, kinds[TOB_MOVE_COUNT];
    unsigned endings[3];
    char *text; /* the record of the present game */
    char failure[400];
} worker;

/* One game as it is played, as it is read, and what belongs to it. */
typedef struct match {
    worker *worker;
    unsigned number;
    tob_rng rng;
    tob_game game;
    tob_board board;
    rec_header header;
    rec_reader reader;
    size_t length; /* of worker->text */
    uint32_t played;
} match;

/* Notes what is wrong; cmocka's own assertions must stay in the main thread. */
static bool wrong(match *m, const char *what, const char *detail)
{
    snprintf(m->worker->failure, sizeof m->worker->failure,
             "game %u, move %u: %s: %s (seed %llu)", m->number, m->played, what, detail,
             (unsigned long long)seed);
    return false;
}

static bool begin(match *m, worker *w, unsigned number)
{
    rec_error error;

    m->worker = w;
    m->number = number;
    m->played = 0;
    tob_rng_init(&m->rng, seed, number);
    chance_header(&m->header, &m->rng, number);
    tob_board_init(&m->board, m->header.config.island);
    if (tob_game_init(&m->game, &m->board, &m->header.config))
        return wrong(m, "the game does not begin", "");
    m->length = rec_write_header(&m->header, w->text);
    if (!rec_read(&m->reader, w->text, m->length, UINT32_MAX, &error))
        return wrong(m, "the header is refused", error.text);
    if (memcmp(&m->reader.header.config, &m->header.config, sizeof m->header.config) ||
        memcmp(m->reader.header.name, m->header.name, sizeof m->header.name))
        return wrong(m, "the header reads differently", w->text);
    return true;
}

/* Writes the move as a line, feeds it to the reader, and compares all there is. */
static bool record_move(match *m, tob_move move)
{
    char *line = m->worker->text + m->length, again[REC_LINE_MAX];
    const size_t length = rec_write_move(&m->board, move, line);
    rec_error error;

    if (length == 0 || length >= REC_LINE_MAX || strlen(line) != length)
        return wrong(m, "a move cannot be written", line);
    if (!rec_feed(&m->reader, line, length, &error))
        return wrong(m, error.text, line);
    if (memcmp(&m->reader.move, &move, sizeof move) != 0)
        return wrong(m, "a line reads as another move", line);
    rec_write_move(&m->reader.board, m->reader.move, again);
    if (strcmp(line, again) != 0)
        return wrong(m, "a line is written differently", line);
    if (memcmp(&m->reader.game, &m->game, sizeof m->game) != 0)
        return wrong(m, "the state read is another one after", line);
    line[length] = '\n';
    m->length += length + 1;
    return true;
}

/* The board beside the state: the reader's, and one made anew. */
static bool boards_agree(match *m)
{
    tob_board board;

    tob_board_follow(&board, &m->game);
    if (memcmp(&board, &m->board, sizeof board) != 0)
        return wrong(m, "the board does not follow from the state", "");
    if (memcmp(&m->reader.board, &m->board, sizeof board) != 0)
        return wrong(m, "the board read is another one", "");
    return true;
}

static bool changes_board(unsigned kind)
{
    return kind == TOB_MOVE_VOLCANO || kind == TOB_MOVE_TRIAD ||
           kind == TOB_MOVE_TRIAD_RANDOM || kind == TOB_MOVE_LAVA;
}

/* Nature's shortcut draws what the list gives, with the same luck. */
static bool nature_agrees(match *m, tob_moves *moves)
{
    tob_rng listed = m->rng, drawn = m->rng;
    tob_move one, other;

    if (tob_to_move(&m->game) != TOB_NATURE)
        return true;
    one = tob_random_move(&listed, &m->game, moves);
    other = tob_nature_move(&drawn, &m->game, &m->board, moves);
    return (memcmp(&one, &other, sizeof one) == 0 &&
            memcmp(&listed, &drawn, sizeof listed) == 0) ||
           wrong(m, "nature draws something else", "without a list");
}

static bool play_one(match *m, tob_moves *moves)
{
    const char *broken;
    tob_move move;

    tob_legal(&m->game, &m->board, moves);
    if (!moves->count || moves->count > TOB_MOVES_MAX)
        return wrong(m, "nothing is legal", "a dead end");
    if (!nature_agrees(m, moves))
        return false;
    move = chance_move(&m->rng, &m->game, moves, m->number);
    tob_apply(&m->game, &m->board, move);
    m->worker->kinds[move.kind]++;
    m->played++;
    broken = tob_check(&m->game, &m->board);
    if (broken)
        return wrong(m, "the state is broken", broken);
    return record_move(m, move) &&
           ((m->played % 61 != 0 && !changes_board(move.kind)) || boards_agree(m));
}

/* ---- At the end ---- */

/* E1, E3 or E4, for good reason; E2: places follow from coins. */
static bool result_is_sane(match *m)
{
    const tob_game *game = &m->game;
    const tob_result result = tob_result_of(game);
    unsigned total = 0, all = 0;

    const tob_ending reason = game->ran_out ? TOB_ENDING_E1
                              : game->idle == TOB_IDLE_ROUNDS * game->players
                                  ? TOB_ENDING_E3
                                  : TOB_ENDING_E4;

    if (result.ending != reason)
        return wrong(m, "the game ended without a reason", "E");
    if (result.ending == TOB_ENDING_E4 && game->turns != TOB_ROUNDS_MAX * game->players)
        return wrong(m, "the game ended too early or too late", "E4");
    for (unsigned coins = 1; coins <= TOB_COINS_MAX; coins++)
        all += coins * tob_treasure_cards(coins);
    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        unsigned better = 0;
        total += result.coins[seat];
        for (unsigned other = 0; other < game->players; other++)
            better += result.coins[other] > result.coins[seat];
        if (result.place[seat] != (seat < game->players ? better + 1 : 0))
            return wrong(m, "a place does not follow from the coins", "E2");
    }
    return total <= all || wrong(m, "there are more coins than cards", "S1");
}

/* Reads the whole text at once, and half of it. */
static bool text_reads_back(match *m)
{
    const uint32_t lines = m->reader.line;
    rec_reader whole;
    rec_error error;

    if (!rec_read(&whole, m->worker->text, m->length, UINT32_MAX, &error))
        return wrong(m, "the record is refused", error.text);
    if (memcmp(&whole.game, &m->game, sizeof m->game) != 0 || whole.line != lines ||
        whole.moves != m->played || tob_hash(&whole.game) != tob_hash(&m->game))
        return wrong(m, "the record reads differently", "as a whole");
    if (!rec_read(&whole, m->worker->text, m->length, lines / 2, &error) ||
        whole.line != lines / 2)
        return wrong(m, "the record cannot be cut", "in the middle");
    return true;
}

/* A copy taken on the way is played on with the same chances: it must end the same. */
static bool copy_ends_the_same(match *m, match *copy, tob_moves *moves)
{
    while (tob_to_move(&copy->game) != TOB_NOBODY) {
        tob_legal(&copy->game, &copy->board, moves);
        tob_apply(&copy->game, &copy->board,
                  chance_move(&copy->rng, &copy->game, moves, copy->number));
    }
    return (memcmp(&copy->game, &m->game, sizeof m->game) == 0 &&
            memcmp(&copy->board, &m->board, sizeof m->board) == 0) ||
           wrong(m, "a copy played on ends differently", "");
}

static bool play_game(match *m, match *copy, tob_moves *moves, worker *w, unsigned number)
{
    const uint32_t copy_at = 30 + number * 37 % 1500;

    copy->played = 0;
    if (!begin(m, w, number))
        return false;
    while (tob_to_move(&m->game) != TOB_NOBODY) {
        if (number % 8 == 0 && m->played == copy_at)
            *copy = *m;
        if (m->played == MOVES_AT_MOST || m->length + REC_LINE_MAX > TEXT_AT_MOST)
            return wrong(m, "the game does not end", "E3");
        if (!play_one(m, moves))
            return false;
    }
    w->moves += m->played;
    w->endings[m->game.ending]++;
    return result_is_sane(m) && boards_agree(m) &&
           (number % 8 != 1 || text_reads_back(m)) &&
           (copy->played == 0 || copy_ends_the_same(m, copy, moves));
}

static void *work(void *argument)
{
    worker *w = argument;
    match *m = malloc(sizeof *m), *copy = malloc(sizeof *copy);
    tob_moves *moves = malloc(sizeof *moves);

    w->text = malloc(TEXT_AT_MOST + REC_LINE_MAX);
    if (!m || !copy || !moves || !w->text)
        abort();
    for (unsigned number = w->from; number < w->games; number += THREADS)
        if (!play_game(m, copy, moves, w, number))
            break;
    free(w->text);
    free(moves);
    free(copy);
    free(m);
    return NULL;
}

/* ---- The test ---- */

static worker workers[THREADS];

static void random_games_keep_every_invariant_and_read_back_line_by_line(void **state)
{
    /* Half of them with the Volcano. */
    const unsigned games = games_to_play(5000, 200000);
    (void)state;

    for (unsigned i = 0; i < THREADS; i++) {
        workers[i] = (worker){.from = i, .games = games};
        assert_int_equal(pthread_create(&workers[i].thread, NULL, work, &workers[i]), 0);
    }
    for (unsigned i = 0; i < THREADS; i++)
        pthread_join(workers[i].thread, NULL);
    for (unsigned i = 0; i < THREADS; i++)
        if (workers[i].failure[0])
            fail_msg("%s", workers[i].failure);
}

static void all_kinds_of_moves_and_both_endings_were_seen(void **state)
{
    uint64_t moves = 0, kinds[TOB_MOVE_COUNT] = {0};
    unsigned endings[3] = {0};
    (void)state;

    for (unsigned i = 0; i < THREADS; i++) {
        moves += workers[i].moves;
        for (unsigned kind = 0; kind < TOB_MOVE_COUNT; kind++)
            kinds[kind] += workers[i].kinds[kind];
        for (unsigned ending = 0; ending < 3; ending++)
            endings[ending] += workers[i].endings[ending];
    }
    printf("# %llu moves; %u games ended by E1, %u by E3\n", (unsigned long long)moves,
           endings[TOB_ENDING_E1], endings[TOB_ENDING_E3]);
    for (unsigned kind = 0; kind < TOB_MOVE_COUNT; kind++)
        /* No card is ever illegal on an empty map, so nobody has to declare (N2). */
        if (!kinds[kind] && kind != TOB_MOVE_CANNOT)
            fail_msg("no move of kind %u was played", kind);
    assert_true(endings[TOB_ENDING_E1] > 0);
    if (games_to_play(5000, 200000) >= 5000) /* about one game in seventy */
        assert_true(endings[TOB_ENDING_E3] > 0);
    assert_int_equal(endings[TOB_ENDING_NONE], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(random_games_keep_every_invariant_and_read_back_line_by_line),
        cmocka_unit_test(all_kinds_of_moves_and_both_endings_were_seen),
    };

    seed = chance_seed();
    return cmocka_run_group_tests_name("random", tests, NULL, NULL);
}
