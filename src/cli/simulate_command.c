/* simulate: reads which random games are wanted and has them played. */
#include "arena/simulate.h"
#include "cli/commands.h"
#include "host/text.h"

host_status cli_run_simulate(const cli_command *self, int count, char **words)
{
    simulate_settings sim = {0};
    const char *island = NULL, *game_options = "", *out = NULL;
    uint64_t games = 100, players = 4, seed = 1;
    uint64_t jobs = cli_cores(256);
    unsigned number = 0;
    bool json = false;
    const cli_option options[] = {
        {"--games", CLI_NUMBER, &games, 0, 1000000000},
        {"--players", CLI_NUMBER, &players, 2, TOB_SEATS},
        {"--seed", CLI_NUMBER, &seed, 0, UINT64_MAX},
        {"--island", CLI_TEXT, &island, 0, 0},
        {"--options", CLI_TEXT, &game_options, 0, 0},
        {"--jobs", CLI_NUMBER, &jobs, 1, 256},
        {"--out", CLI_TEXT, &out, 0, 0},
        {"--json", CLI_FLAG, &json, 0, 0},
    };
    cli_words rest;
    host_status code =
        cli_parse(self, count, words, options, sizeof options / sizeof options[0], &rest);

    if (code)
        return code;
    if (rest.count)
        return cli_usage(self, "'%s' is not an option", rest.word[0]);
    if (!cli_game_options(game_options, &sim.config.options))
        return HOST_USAGE;
    if (island && !cli_island(island, &number))
        return HOST_REFUSED;
    if (out && !host_make_folder(out))
        return HOST_FAILED;
    sim.games = games;
    sim.seed = seed;
    sim.out = out;
    sim.any_island = !island;
    sim.config.island = (uint8_t)number;
    sim.config.players = (uint8_t)players;
    return simulate_run(&sim, (unsigned)jobs, json);
}
