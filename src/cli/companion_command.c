/* companion: helps at a real table. */
#include <string.h>

#include "box/companion.h"
#include "cli/commands.h"
#include "host/saves.h"

/* The file of the table in the user's data folder. False after a complaint. */
static bool own_path(char path[static SAVES_PATH_MAX])
{
    const int trouble = saves_path("companion.table", path);

    if (trouble)
        host_complain("the data folder cannot keep the table (%s): name a file",
                      strerror(trouble));
    return !trouble;
}

host_status cli_run_companion(const cli_command *self, cli_words *words)
{
    bool plain = false;
    const cli_option options[] = {{"--plain", CLI_INTO(&plain), 0, 0}};
    char own[SAVES_PATH_MAX];
    box_journal journal;
    host_status code = cli_parse(self, words, options, 1);

    if (code)
        return code;
    if (words->count > 1)
        return cli_usage(self, "one file is enough");
    if (words->count && strcmp(words->word[0], "-") == 0)
        return cli_usage(self, "the standard input cannot keep a table");
    if (!words->count && !own_path(own))
        return HOST_FAILED;
    code = box_journal_open(&journal, words->count ? words->word[0] : own);
    if (!code)
        code = box_companion(&journal, plain);
    box_journal_clear(&journal);
    return code;
}
