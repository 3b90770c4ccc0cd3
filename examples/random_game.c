/* Plays one game of Tobago at random and prints its record.
 *
 *     random_game [SEED [PLAYERS]]
 *
 * The record goes to the standard output, the result to the standard error. The same
 * seed gives the same game on every machine. This is the whole life of a game: make the
 * board, begin, and as long as somebody has a decision to take, choose one of the legal
 * moves and play it. Dealing and drawing are decisions too; their owner is nature. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tobago/random.h>
#include <tobago/tobago.h>

static const char *const names[TOB_SEATS] = {"Ada", "Ben", "Cleo", "Dan"};

/* Writes the header of the record: who plays, and on which island. */
static void print_header(const tob_config *config)
{
    rec_header header = {.config = *config};
    char text[REC_HEADER_MAX];

    for (unsigned seat = 0; seat < config->players; seat++)
        memcpy(header.name[seat], names[seat], strlen(names[seat]) + 1);
    rec_write_header(&header, text);
    fputs(text, stdout);
}

static void print_result(const tob_game *game)
{
    const tob_result result = tob_result_of(game);

    for (unsigned seat = 0; seat < game->players; seat++)
        fprintf(stderr, "%s: place %u with %u coins\n", names[seat], result.place[seat],
                result.coins[seat]);
}

int main(int argc, char **argv)
{
    static tob_moves moves; /* large, so not on the stack */
    const uint64_t seed = argc > 1 ? strtoull(argv[1], NULL, 10) : 1;
    const unsigned long players = argc > 2 ? strtoul(argv[2], NULL, 10) : 2;
    tob_config config = {0}; /* this program knows every card */
    char line[REC_LINE_MAX];
    tob_board board;
    tob_game game;
    tob_rng rng;

    if (players < 2 || players > TOB_SEATS) {
        fputs("usage: random_game [SEED [PLAYERS]], with 2 to 4 players\n", stderr);
        return 2;
    }
    tob_rng_init(&rng, seed, 0);
    config.players = (uint8_t)players;
    config.island = (uint8_t)tob_rng_below(&rng, TOB_ISLANDS);
    tob_board_init(&board, config.island);
    tob_game_init(&game, &board, &config);
    print_header(&config);
    while (tob_to_move(&game) != TOB_NOBODY) {
        tob_legal(&game, &board, &moves);
        const tob_move move = tob_random_move(&rng, &game, &moves);
        rec_write_move(&board, move, line);
        puts(line);
        tob_apply(&game, &board, move); /* legal, since it came from the list */
    }
    print_result(&game);
    return 0;
}
