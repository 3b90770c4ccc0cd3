/* train: reads what is to be trained, and has it trained. */
#include "cli/commands.h"
#include "study/train.h"

host_status cli_run_train(const cli_command *self, int count, char **words)
{
    static training t;
    const char *state = NULL, *game_options = "";
    uint64_t players = 2, games = 1000, generations = 4, iterations = 100, seed = 1;
    uint64_t jobs = cli_cores(64);
    const cli_option options[] = {
        {"--players", CLI_NUMBER, &players, 2, TOB_SEATS},
        {"--games", CLI_NUMBER, &games, 1, 10000000},
        {"--generations", CLI_NUMBER, &generations, 1, TRAIN_GENERATIONS_MAX},
        {"--iterations", CLI_NUMBER, &iterations, 1, 1000000},
        {"--seed", CLI_NUMBER, &seed, 0, UINT64_MAX},
        {"--jobs", CLI_NUMBER, &jobs, 1, 64},
        {"--options", CLI_TEXT, &game_options, 0, 0},
        {"--state", CLI_TEXT, &state, 0, 0},
    };
    cli_words rest;
    const host_status code =
        cli_parse(self, count, words, options, sizeof options / sizeof options[0], &rest);

    if (code)
        return code;
    if (rest.count)
        return cli_usage(self, "'%s' is not an option", rest.word[0]);
    if (state && !*state)
        return cli_usage(self, "--state needs a file");
    if (!cli_game_options(game_options, &t.options))
        return HOST_USAGE;
    t.players = (uint8_t)players;
    t.games = (uint32_t)games;
    t.iterations = (uint32_t)iterations;
    t.seed = seed;
    return train_run(&t, (unsigned)generations, (unsigned)jobs, state);
}
