/* connect: reads what to do at a server's tables, and has it done. */
#include "cli/commands.h"
#include "client/connect.h"
#include "host/workers.h"

/* Set by SIGINT, SIGTERM and SIGHUP: the table is left. */
static atomic_bool stop;

host_status cli_run_connect(const cli_command *self, cli_words *words)
{
    client_wishes w = {.pace_ms = 250, .stop = &stop};
    const cli_option options[] = {
        {"--name", CLI_INTO(&w.name), 0, 0},
        {"--bot", CLI_INTO(&w.bot), 0, 0},
        {"--create", CLI_INTO(&w.create), 0, 0},
        {"--table", CLI_INTO(&w.table), 0, 0},
        {"--island", CLI_INTO(&w.island), 0, 0},
        {"--options", CLI_INTO(&w.options), 0, 0},
        {"--clock", CLI_INTO(&w.clock), 0, 0},
        {"--seat", CLI_INTO(&w.seat), 1, TOB_SEATS},
        {"--iterations", CLI_INTO(&w.iterations), 1, UINT32_MAX},
        {"--time", CLI_INTO(&w.time_ms), 1, 3600000},
        {"--password-file", CLI_INTO(&w.password), 0, 0},
        {"--my-data", CLI_INTO(&w.data), 0, 0},
        {"--delete-me", CLI_INTO(&w.forget), 0, 0},
        {"--open", CLI_INTO(&w.open), 0, 0},
        {"--list", CLI_INTO(&w.list), 0, 0},
        {"--watch", CLI_INTO(&w.watch), 0, 0},
        {"--plain", CLI_INTO(&w.plain), 0, 0},
        {"--start", CLI_INTO(&w.start), 0, 0},
        {"--ask-end", CLI_INTO(&w.ask_end), 0, 0},
        {"--json", CLI_INTO(&w.json), 0, 0},
    };
    const host_status code =
        cli_parse(self, words, options, sizeof options / sizeof *options);

    if (code)
        return code;
    if (words->count != 1)
        return cli_usage(self, "the address of one server is needed");
    if (w.bot && w.watch)
        return cli_usage(self, "--bot plays, --watch does not");
    if (w.list && (w.create || w.bot || w.watch))
        return cli_usage(self, "--list only lists");
    if ((w.data || w.forget) && (w.create || w.bot || w.watch || w.list || w.table))
        return cli_usage(self, "--my-data and --delete-me stand alone");
    if (w.data && w.forget)
        return cli_usage(self, "--my-data first, then --delete-me");
    if (!w.create && (w.island || w.options || w.clock || w.open))
        return cli_usage(self,
                         "--island, --options, --clock and --open go with --create");
    if (w.json && !w.list)
        return cli_usage(self, "--json goes with --list");
    w.url = words->word[0];
    workers_stop_on_signals(&stop);
    return client_connect(&w);
}
