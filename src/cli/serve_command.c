/* serve: reads where to listen and what to serve, and has it served. */
#include "cli/commands.h"
#include "server/serve.h"

#include <string.h>

/* Takes each --limit NAME=N out of the words: it may be given many times. HOST_DONE, or
 * HOST_USAGE after a complaint. */
static host_status take_limits(const cli_command *self, cli_words *words,
                               srv_quotas *quotas)
{
    static const char name[] = "--limit";
    const size_t length = sizeof name - 1;
    int kept = 0;

    for (int i = 0; i < words->count; i++) {
        const char *word = words->word[i], *value = NULL, *wrong;
        if (strncmp(word, name, length) == 0 && word[length] == '=')
            value = word + length + 1;
        else if (strcmp(word, name) == 0)
            value = i + 1 < words->count ? words->word[++i] : "";
        if (!value) {
            words->word[kept++] = words->word[i];
            continue;
        }
        wrong = srv_quotas_set(quotas, value);
        if (wrong)
            return cli_usage(self, "--limit '%s': %s", value, wrong);
    }
    words->count = kept;
    return HOST_DONE;
}

host_status cli_run_serve(const cli_command *self, cli_words *words)
{
    srv_settings settings = {.site = NULL};
    const char *listen = NULL;
    const cli_option options[] = {
        {"--listen", CLI_INTO(&listen), 0, 0},
        {"--data", CLI_INTO(&settings.data), 0, 0},
        {"--site", CLI_INTO(&settings.site), 0, 0},
        {"--lan", CLI_INTO(&settings.lan), 0, 0},
        {"--open", CLI_INTO(&settings.open), 0, 0},
    };
    host_status code;
    const char *wrong;

    srv_quotas_init(&settings.quotas);
    code = take_limits(self, words, &settings.quotas);
    if (!code)
        code = cli_parse_options(self, words, options, sizeof options / sizeof *options);
    if (code)
        return code;
    if (!listen)
        listen = settings.lan ? "0.0.0.0:8700" : "127.0.0.1:8700";
    wrong = srv_address_read(&settings.address, listen);
    if (wrong)
        return cli_usage(self, "--listen '%s': %s", listen, wrong);
    return srv_serve(&settings);
}
