/* admin: reads what whoever runs a server wants of it. */
#include "cli/commands.h"
#include "control/admin.h"

host_status cli_run_admin(const cli_command *self, cli_words *words)
{
    ctl_wish w = {.data = NULL};
    const cli_option options[] = {
        {"--data", CLI_INTO(&w.data), 0, 0},     {"--socket", CLI_INTO(&w.socket), 0, 0},
        {"--state", CLI_INTO(&w.state), 0, 0},   {"--why", CLI_INTO(&w.why), 0, 0},
        {"--for", CLI_INTO(&w.time), 0, 0},      {"--seat", CLI_INTO(&w.seat), 1, 4},
        {"--to", CLI_INTO(&w.lines), 1, 100000}, {"--full", CLI_INTO(&w.full), 0, 0},
        {"--off", CLI_INTO(&w.off), 0, 0},       {"--wait", CLI_INTO(&w.wait), 0, 0},
        {"--once", CLI_INTO(&w.once), 0, 0},     {"--json", CLI_INTO(&w.json), 0, 0},
        {"--all", CLI_INTO(&w.all), 0, 0},
    };
    const host_status code =
        cli_parse(self, words, options, sizeof options / sizeof *options);
    const int most = (int)(sizeof w.word / sizeof *w.word);

    if (code)
        return code;
    if (words->count == 0)
        return cli_usage(self, "a command is missing");
    if (words->count > most)
        return cli_usage(self, "'%s' is not wanted here", words->word[most]);
    if (w.data && w.socket)
        return cli_usage(self, "--data or --socket, not both");
    for (int i = 0; i < words->count; i++)
        w.word[i] = words->word[i];
    w.words = (unsigned)words->count;
    return ctl_admin(&w);
}
