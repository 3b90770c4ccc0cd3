/* companion: helps at a real table. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "box/companion.h"
#include "cli/commands.h"

/* The file of the table in the user's data folder, which is made if it is missing. False
 * after a complaint. */
static bool own_path(char *path, size_t room)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    const bool given = data && data[0] == '/';

    if (!given && (!home || home[0] != '/')) {
        host_complain("there is no home folder to keep the table in: name a file");
        return false;
    }
    if (snprintf(path, room, "%s%s/tobago/companion.table", given ? data : home,
                 given ? "" : "/.local/share") >= (int)room) {
        host_complain("the path is too long");
        return false;
    }
    for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
        *slash = '\0';
        if (mkdir(path, 0777) != 0 && errno != EEXIST) {
            host_complain_file(path, errno);
            return false;
        }
        *slash = '/';
    }
    return true;
}

host_status cli_run_companion(const cli_command *self, cli_words *words)
{
    bool plain = false;
    const cli_option options[] = {{"--plain", CLI_INTO(&plain), 0, 0}};
    char own[4096];
    box_journal journal;
    host_status code = cli_parse(self, words, options, 1);

    if (code)
        return code;
    if (words->count > 1)
        return cli_usage(self, "one file is enough");
    if (words->count && strcmp(words->word[0], "-") == 0)
        return cli_usage(self, "the standard input cannot keep a table");
    if (!words->count && !own_path(own, sizeof own))
        return HOST_FAILED;
    code = box_journal_open(&journal, words->count ? words->word[0] : own);
    if (!code)
        code = box_companion(&journal, plain);
    box_journal_clear(&journal);
    return code;
}
