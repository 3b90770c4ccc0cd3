#include "chance.h"

#include <time.h>

uint64_t chance_seed(void)
{
    const char *asked = getenv("SEED");
    const uint64_t seed = asked ? strtoull(asked, NULL, 0) : (uint64_t)time(NULL);

    printf("# seed %llu (SEED=%llu repeats it)\n", (unsigned long long)seed,
           (unsigned long long)seed);
    return seed;
}

/* Any set of options that goes together; every second game is with the Volcano, in turn
 * on all islands and with all numbers of players. */
static uint8_t chance_options(tob_rng *rng, unsigned number)
{
    const unsigned options = tob_rng_next(rng) & TOB_OPTION_ALL;
    const unsigned base = TOB_OPTION_EXPERIENCED | TOB_OPTION_PLACED;
    const unsigned turn = number + number / TOB_ISLANDS + number / (TOB_ISLANDS * 3);

    return (uint8_t)(turn % 2 ? options | TOB_OPTION_VOLCANO : options & base);
}

void chance_header(rec_header *header, tob_rng *rng, unsigned number)
{
    static const char *const names[TOB_SEATS] = {"red", "nature", "J\xc3\xbcrgen",
                                                 "a-name-of-exactly-32-bytes-01234"};
    tob_config *config = &header->config;

    *header = (rec_header){0};
    config->island = (uint8_t)(number % TOB_ISLANDS);
    config->players = (uint8_t)(2 + number / TOB_ISLANDS % 3);
    config->options = chance_options(rng, number);
    config->first = (uint8_t)tob_rng_below(rng, config->players);
    for (unsigned seat = 0; seat < config->players; seat++)
        snprintf(header->name[seat], sizeof header->name[seat], "%s", names[seat]);
}

/* Does a game of this number like moves of this kind? */
static bool likes(unsigned number, unsigned kind)
{
    switch (number % 4) {
    case 1: return kind >= TOB_MOVE_AMULET_REMOVE && kind <= TOB_MOVE_AMULET_SWAP;
    case 2:
        return kind == TOB_MOVE_CLUE || kind == TOB_MOVE_VOLCANIC ||
               kind == TOB_MOVE_RAISE;
    case 3: return kind == TOB_MOVE_LEG || kind == TOB_MOVE_MOVE;
    }
    return false;
}

void chance_begin(tob_game *game, tob_board *board, rec_header *header, tob_rng *rng,
                  uint64_t seed, unsigned number)
{
    tob_rng_init(rng, seed, number);
    chance_header(header, rng, number);
    tob_board_init(board, header->config.island);
    assert_int_equal(tob_game_init(game, board, &header->config), TOB_OK);
}

tob_move chance_move(tob_rng *rng, const tob_game *game, const tob_moves *moves,
                     unsigned number)
{
    tob_move move = tob_random_move(rng, game, moves);

    for (unsigned tries = 0; tries < 3 && tob_to_move(game) < TOB_SEATS; tries++)
        if (!likes(number, move.kind))
            move = tob_random_move(rng, game, moves);
    return move;
}

size_t chance_record(uint64_t seed, unsigned number, unsigned most, char *text,
                     size_t room)
{
    static tob_moves moves;
    rec_header header;
    tob_board board;
    tob_game game;
    size_t length;
    tob_rng rng;

    tob_rng_init(&rng, seed, number);
    chance_header(&header, &rng, number);
    assert_true(room >= REC_HEADER_MAX);
    length = rec_write_header(&header, text);
    tob_board_init(&board, header.config.island);
    assert_int_equal(tob_game_init(&game, &board, &header.config), TOB_OK);
    for (unsigned i = 0; i < most && tob_to_move(&game) != TOB_NOBODY; i++) {
        tob_move move;
        tob_legal(&game, &board, &moves);
        move = chance_move(&rng, &game, &moves, number);
        assert_true(room - length > REC_LINE_MAX);
        length += rec_write_move(&board, move, text + length);
        text[length++] = '\n';
        tob_apply(&game, &board, move);
    }
    text[length] = '\0';
    return length;
}
