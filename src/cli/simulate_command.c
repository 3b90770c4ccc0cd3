/* simulate: reads which random games are wanted and has them played. */
#include "arena/simulate.h"
#include "cli/commands.h"
#include "host/text.h"

host_status cli_run_simulate(const cli_command *self, cli_words *words)
{
    simulate_settings sim = {.games = 100, .seed = 1, .config.players = 4};
    const char *island = NULL, *game_options = "";
    uint32_t jobs = cli_cores(256);
    bool json = false;
    const cli_option options[] = {
        {"--games", CLI_INTO(&sim.games), 0, 1000000000},
        {"--players", CLI_INTO(&sim.config.players), 2, TOB_SEATS},
        {"--seed", CLI_INTO(&sim.seed), 0, UINT64_MAX},
        {"--island", CLI_INTO(&island), 0, 0},
        {"--options", CLI_INTO(&game_options), 0, 0},
        {"--jobs", CLI_INTO(&jobs), 1, 256},
        {"--out", CLI_INTO(&sim.out), 0, 0},
        {"--json", CLI_INTO(&json), 0, 0},
    };
    host_status code =
        cli_parse_options(self, words, options, sizeof options / sizeof *options);

    if (!code)
        code = cli_game(game_options, island, &sim.config.options, &sim.config.island);
    if (code)
        return code;
    if (sim.out && !host_make_folder(sim.out))
        return HOST_FAILED;
    sim.any_island = !island;
    return simulate_run(&sim, jobs, json);
}
