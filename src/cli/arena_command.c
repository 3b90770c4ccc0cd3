/* arena: reads what is to be played and has it played. */
#include "arena/arena.h"
#include "cli/commands.h"

enum { LIMIT_MS = 10000 }; /* for an answer, beyond what --time grants */

host_status cli_run_arena(const cli_command *self, int count, char **words)
{
    static arena_settings settings;
    const char *bots = NULL, *island = NULL, *game_options = "", *plot = NULL;
    const char *state = NULL;
    uint64_t games = 100, seed = 1, iterations = 0, time_ms = 0, limit_ms = 0;
    uint64_t jobs = cli_cores(256);
    unsigned number = 0;
    bool json = false;
    const cli_option options[] = {
        {"--bots", CLI_TEXT, &bots, 0, 0},
        {"--games", CLI_NUMBER, &games, 1, ARENA_GAMES_MAX},
        {"--seed", CLI_NUMBER, &seed, 0, UINT64_MAX},
        {"--jobs", CLI_NUMBER, &jobs, 1, 256},
        {"--iterations", CLI_NUMBER, &iterations, 1, UINT32_MAX},
        {"--time", CLI_NUMBER, &time_ms, 1, 3600000},
        {"--limit", CLI_NUMBER, &limit_ms, 1, 3600000},
        {"--island", CLI_TEXT, &island, 0, 0},
        {"--options", CLI_TEXT, &game_options, 0, 0},
        {"--state", CLI_TEXT, &state, 0, 0},
        {"--plot", CLI_TEXT, &plot, 0, 0},
        {"--out", CLI_TEXT, &settings.out, 0, 0},
        {"--fresh", CLI_FLAG, &settings.fresh, 0, 0},
        {"--stderr", CLI_FLAG, &settings.show_errors, 0, 0},
        {"--json", CLI_FLAG, &json, 0, 0},
    };
    cli_words rest;
    host_status code =
        cli_parse(self, count, words, options, sizeof options / sizeof options[0], &rest);

    if (code)
        return code;
    if (rest.count)
        return cli_usage(self, "'%s' is not an option", rest.word[0]);
    if (!bots)
        return cli_usage(self, "--bots is missing");
    if ((plot && !*plot) || (state && !*state))
        return cli_usage(self, "%s needs a file", plot && !*plot ? "--plot" : "--state");
    if (settings.out && !*settings.out)
        return cli_usage(self, "--out needs a folder");
    if (limit_ms && limit_ms < time_ms)
        return cli_usage(self, "--limit gives up a bot before its --time is over");
    if (!arena_read_bots(bots, &settings) ||
        !cli_game_options(game_options, &settings.options))
        return HOST_USAGE;
    if (island && !cli_island(island, &number))
        return HOST_REFUSED;
    if (settings.out && !host_make_folder(settings.out))
        return HOST_FAILED;
    settings.games = games;
    settings.seed = seed;
    settings.iterations = (uint32_t)iterations;
    settings.time_ms = (uint32_t)time_ms;
    settings.limit_ms = (uint32_t)(limit_ms ? limit_ms : LIMIT_MS + time_ms);
    settings.any_island = !island;
    settings.island = (uint8_t)number;
    return arena_run(&settings, state, (unsigned)jobs, json, plot);
}
