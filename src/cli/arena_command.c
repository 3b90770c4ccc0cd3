/* arena: reads what is to be played and has it played. */
#include "arena/arena.h"
#include "cli/commands.h"

enum { LIMIT_MS = 10000 }; /* for an answer, beyond what --time grants */

host_status cli_run_arena(const cli_command *self, cli_words *words)
{
    static arena_settings settings = {.games = 100, .seed = 1};
    const char *bots = NULL, *island = NULL, *game_options = "", *plot = NULL;
    const char *state = NULL;
    uint32_t jobs = cli_cores(256);
    bool json = false, pairs = false;
    const cli_option options[] = {
        {"--bots", CLI_INTO(&bots), 0, 0},
        {"--games", CLI_INTO(&settings.games), 1, ARENA_GAMES_MAX},
        {"--seed", CLI_INTO(&settings.seed), 0, UINT64_MAX},
        {"--jobs", CLI_INTO(&jobs), 1, 256},
        {"--iterations", CLI_INTO(&settings.iterations), 1, UINT32_MAX},
        {"--time", CLI_INTO(&settings.time_ms), 1, 3600000},
        {"--limit", CLI_INTO(&settings.limit_ms), 1, 3600000},
        {"--island", CLI_INTO(&island), 0, 0},
        {"--options", CLI_INTO(&game_options), 0, 0},
        {"--state", CLI_INTO(&state), 0, 0},
        {"--plot", CLI_INTO(&plot), 0, 0},
        {"--out", CLI_INTO(&settings.out), 0, 0},
        {"--pairs", CLI_INTO(&pairs), 0, 0},
        {"--fresh", CLI_INTO(&settings.fresh), 0, 0},
        {"--stderr", CLI_INTO(&settings.show_errors), 0, 0},
        {"--json", CLI_INTO(&json), 0, 0},
    };
    host_status code =
        cli_parse_options(self, words, options, sizeof options / sizeof *options);

    if (code)
        return code;
    if (!bots)
        return cli_usage(self, "--bots is missing");
    if ((plot && !*plot) || (state && !*state))
        return cli_usage(self, "%s needs a file", plot && !*plot ? "--plot" : "--state");
    if (settings.out && !*settings.out)
        return cli_usage(self, "--out needs a folder");
    if (settings.limit_ms && settings.limit_ms < settings.time_ms)
        return cli_usage(self, "--limit gives up a bot before its --time is over");
    if (pairs && (plot || settings.out))
        return cli_usage(self, "--pairs goes with neither --plot nor --out");
    if (!pairs && !arena_read_bots(bots, &settings))
        return HOST_USAGE;
    code = cli_game(game_options, island, &settings.options, &settings.island);
    if (code)
        return code;
    if (settings.out && !host_make_folder(settings.out))
        return HOST_FAILED;
    if (!settings.limit_ms)
        settings.limit_ms = LIMIT_MS + settings.time_ms;
    settings.any_island = !island;
    return pairs ? arena_run_pairs(bots, &settings, state, jobs, json)
                 : arena_run(&settings, state, jobs, json, plot);
}
