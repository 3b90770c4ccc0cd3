/* serve: reads where to listen and what to serve, and has it served. */
#include "cli/commands.h"
#include "server/serve.h"

host_status cli_run_serve(const cli_command *self, cli_words *words)
{
    srv_settings settings = {.site = NULL};
    const char *listen = "127.0.0.1:8700";
    const cli_option options[] = {
        {"--listen", CLI_INTO(&listen), 0, 0},
        {"--site", CLI_INTO(&settings.site), 0, 0},
        {"--open", CLI_INTO(&settings.open), 0, 0},
    };
    const host_status code =
        cli_parse_options(self, words, options, sizeof options / sizeof *options);
    const char *wrong;

    if (code)
        return code;
    wrong = srv_address_read(&settings.address, listen);
    if (wrong)
        return cli_usage(self, "--listen '%s': %s", listen, wrong);
    return srv_serve(&settings);
}
