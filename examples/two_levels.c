/* Lets two levels of bots play one game and prints its record.
 *
 *     two_levels [--help] [LEVEL LEVEL [SEED]]
 *
 * The record goes to the standard output, the result to the standard error. Each bot gets
 * the view of its own seat and nothing else. The searches are made in slices, between
 * which a program with a window or a network would look after these. The same seed gives
 * the same game on every machine. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <tobago/bot.h>
#include <tobago/tobago.h>

enum { PLAYERS = 2, SLICE = 100 };

static const char usage[] =
    "usage: two_levels [LEVEL LEVEL [SEED]]\n"
    "Levels are random, greedy, easy, medium, hard and expert; without any, hard plays\n"
    "medium. The seed is a number, 1 by default.\n";

typedef struct player {
    ai_level level;
    ai_bot *bot;
} player;

static void print_header(const tob_config *config, const player players[PLAYERS])
{
    rec_header header = {.config = *config};
    char text[REC_HEADER_MAX];

    for (unsigned seat = 0; seat < PLAYERS; seat++)
        snprintf(header.name[seat], sizeof header.name[seat], "%s-%u",
                 ai_level_name(players[seat].level), seat + 1);
    rec_write_header(&header, text);
    fputs(text, stdout);
}

/* Asks the bot whose seat decides. */
static tob_move choose(const player *mover, const tob_game *game, const tob_board *board)
{
    tob_game view;

    tob_view(&view, game, tob_viewer_of(tob_to_move(game)));
    ai_bot_begin(mover->bot, &view, board, NULL, ai_budget_for(mover->level, 0, 0, 0));
    while (ai_bot_run(mover->bot, SLICE)) {
        /* Time for other things; ai_bot_opinions would say what it thinks so far. */
    }
    return ai_bot_finish(mover->bot);
}

static void play(const player players[PLAYERS], uint64_t seed)
{
    static tob_moves moves; /* large, so not on the stack */
    tob_config config = {.players = PLAYERS};
    char line[REC_LINE_MAX];
    tob_result result;
    tob_board board;
    tob_game game;
    tob_rng rng;

    tob_rng_init(&rng, seed, PLAYERS);
    config.island = (uint8_t)tob_rng_below(&rng, TOB_ISLANDS);
    tob_board_init(&board, config.island);
    tob_game_init(&game, &board, &config);
    print_header(&config, players);
    while (tob_to_move(&game) != TOB_NOBODY) {
        const unsigned mover = tob_to_move(&game);
        const tob_move move = mover == TOB_NATURE
                                  ? tob_nature_move(&rng, &game, &board, &moves)
                                  : choose(&players[mover], &game, &board);
        rec_write_move(&board, move, line);
        puts(line);
        tob_apply(&game, &board, move);
    }
    result = tob_result_of(&game);
    for (unsigned seat = 0; seat < PLAYERS; seat++)
        fprintf(stderr, "%s-%u: place %u with %u coins\n",
                ai_level_name(players[seat].level), seat + 1, result.place[seat],
                result.coins[seat]);
}

/* Reads the levels and the seed; false if they cannot be understood. */
static bool read_words(int count, char **words, player players[PLAYERS], uint64_t *seed)
{
    if (count == 2 || count > 4)
        return false;
    for (int seat = 0; count > 1 && seat < PLAYERS; seat++) {
        const char *word = words[1 + seat];
        const int level = ai_level_find(word, strlen(word));
        if (level < 0)
            return false;
        players[seat].level = (ai_level)level;
    }
    if (count == 4) {
        char *end;
        *seed = strtoull(words[3], &end, 10);
        return end != words[3] && !*end;
    }
    return true;
}

int main(int count, char **words)
{
    player players[PLAYERS] = {{AI_HARD, NULL}, {AI_MEDIUM, NULL}};
    uint64_t seed = 1;

    if (count == 2 && strcmp(words[1], "--help") == 0) {
        fputs(usage, stdout);
        return 0;
    }
    if (!read_words(count, words, players, &seed)) {
        fputs(usage, stderr);
        return 2;
    }
    for (unsigned seat = 0; seat < PLAYERS; seat++) {
        void *memory = malloc(ai_bot_size(players[seat].level));
        if (!memory) {
            fputs("two_levels: out of memory\n", stderr);
            return 3;
        }
        players[seat].bot = ai_bot_init(memory, players[seat].level, seed + seat);
    }
    play(players, seed);
    for (unsigned seat = 0; seat < PLAYERS; seat++)
        free(players[seat].bot);
    return 0;
}
