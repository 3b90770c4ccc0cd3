/* analyse: reads which game is to be judged, and how. */
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commands.h"
#include "study/analyse.h"

/* Is the plot to be written over the record, also one that comes through a pipe? */
static bool is_record(const char *plot, const char *record)
{
    const bool standard = strcmp(record, "-") == 0;
    struct stat one, two;

    return stat(plot, &one) == 0 &&
           (standard ? fstat(STDIN_FILENO, &two) : stat(record, &two)) == 0 &&
           S_ISREG(one.st_mode) && one.st_dev == two.st_dev && one.st_ino == two.st_ino;
}

host_status cli_run_analyse(const cli_command *self, cli_words *words)
{
    static host_record record;
    const char *level = "expert", *plot = NULL;
    uint64_t from = 1, to = UINT64_MAX;
    uint32_t jobs = cli_cores(256);
    analysis a = {.seed = 1};
    bool json = false;
    const cli_option options[] = {
        {"--iterations", CLI_INTO(&a.iterations), 1, 10000000},
        {"--level", CLI_INTO(&level), 0, 0},
        {"--jobs", CLI_INTO(&jobs), 1, 256},
        {"--seed", CLI_INTO(&a.seed), 0, UINT64_MAX},
        {"--from", CLI_INTO(&from), 1, UINT32_MAX},
        {"--to", CLI_INTO(&to), 1, UINT32_MAX},
        {"--plot", CLI_INTO(&plot), 0, 0},
        {"--json", CLI_INTO(&json), 0, 0},
    };
    int found;
    host_status code = cli_parse(self, words, options, sizeof options / sizeof *options);

    if (code)
        return code;
    if (words->count != 1)
        return cli_usage(self, "one file is needed");
    found = ai_level_find(level, strlen(level));
    if (found != AI_HARD && found != AI_EXPERT)
        return cli_usage(self, "--level takes hard or expert, which search, not '%s'",
                         level);
    if (from > to)
        return cli_usage(self, "--from lies after --to");
    if (plot && (!*plot || is_record(plot, words->word[0])))
        return cli_usage(self, "--plot needs a file of its own");
    a.path = words->word[0];
    a.level = (ai_level)found;
    a.iterations = ai_budget_for(a.level, a.iterations, 0, 0).iterations;
    code = host_record_read(&record, a.path, to);
    if (code == HOST_DONE)
        code = analyse_run(&a, &record, from, jobs, json, plot);
    host_record_clear(&record);
    return code;
}
