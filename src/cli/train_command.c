/* train: reads what is to be trained, and has it trained. */
#include "cli/commands.h"
#include "study/train.h"

host_status cli_run_train(const cli_command *self, cli_words *words)
{
    static training t = {.players = 2, .games = 1000, .iterations = 100, .seed = 1};
    const char *state = NULL, *game_options = "";
    uint32_t generations = 4, jobs = cli_cores(64);
    const cli_option options[] = {
        {"--players", CLI_INTO(&t.players), 2, TOB_SEATS},
        {"--games", CLI_INTO(&t.games), 1, 10000000},
        {"--generations", CLI_INTO(&generations), 1, TRAIN_GENERATIONS_MAX},
        {"--iterations", CLI_INTO(&t.iterations), 1, 1000000},
        {"--seed", CLI_INTO(&t.seed), 0, UINT64_MAX},
        {"--jobs", CLI_INTO(&jobs), 1, 64},
        {"--options", CLI_INTO(&game_options), 0, 0},
        {"--state", CLI_INTO(&state), 0, 0},
    };
    const host_status code =
        cli_parse_options(self, words, options, sizeof options / sizeof *options);

    if (code)
        return code;
    if (state && !*state)
        return cli_usage(self, "--state needs a file");
    if (!cli_game_options(game_options, &t.options))
        return HOST_USAGE;
    return train_run(&t, generations, jobs, state);
}
