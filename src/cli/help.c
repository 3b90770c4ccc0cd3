/* help and version: what the commands are. */
#include <string.h>

#include "cli/commands.h"

void cli_print_overview(FILE *out)
{
    fputs("tobago: the treasure-hunting board game, its rules and its records\n\n"
          "usage: tobago COMMAND [ARGUMENTS]\n\n",
          out);
    for (const cli_command *command = cli_commands; command->name; command++)
        fprintf(out, "  %-10s %s\n", command->name, command->summary);
    fputs("\n'tobago COMMAND --help' explains one and gives an example.\n"
          "Exit codes: 0 yes or done, 1 refused or invalid, 2 wrong usage, 3 disk or "
          "system.\n",
          out);
}

const cli_command *cli_find_command(const char *name)
{
    for (const cli_command *command = cli_commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    host_complain("there is no command '%s'; see 'tobago --help'", name);
    return NULL;
}

host_status cli_run_version(const cli_command *self, cli_words *words)
{
    if (words->count)
        return cli_usage(self, "'%s' is not wanted here", words->word[0]);
    printf("tobago %s\n", TOB_VERSION);
    return HOST_DONE;
}

host_status cli_run_help(const cli_command *self, cli_words *words)
{
    const cli_command *command;

    if (words->count > 1)
        return cli_usage(self, "one command at a time");
    if (words->count == 0) {
        cli_print_overview(stdout);
        return HOST_DONE;
    }
    command = cli_find_command(words->word[0]);
    if (!command)
        return HOST_USAGE;
    fputs(command->help, stdout);
    return HOST_DONE;
}
