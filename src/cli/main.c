/* The one program: finds the subcommand and runs it. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>

#include "cli/commands.h"

static void print_overview(FILE *out)
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

static const cli_command *find_command(const char *name)
{
    for (const cli_command *command = cli_commands; command->name; command++)
        if (strcmp(command->name, name) == 0)
            return command;
    return NULL;
}

/* Is help asked for, before any "--"? */
static bool wants_help(int count, char **words)
{
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0)
            return true;
    return false;
}

static cli_exit complain_unknown(const char *name)
{
    cli_complain("there is no command '%s'; see 'tobago --help'", name);
    return CLI_USAGE;
}

cli_exit cli_run_version(const cli_command *self, int count, char **words)
{
    if (count)
        return cli_usage(self, "'%s' is not wanted here", words[0]);
    printf("tobago %s\n", TOB_VERSION);
    return CLI_DONE;
}

cli_exit cli_run_help(const cli_command *self, int count, char **words)
{
    const cli_command *command = count ? find_command(words[0]) : NULL;

    if (count > 1)
        return cli_usage(self, "one command at a time");
    if (count && !command)
        return complain_unknown(words[0]);
    if (command)
        fputs(command->help, stdout);
    else
        print_overview(stdout);
    return CLI_DONE;
}

static cli_exit run(int count, char **words)
{
    const cli_command *command;
    const char *name;

    if (count < 2) {
        print_overview(stderr);
        return CLI_USAGE;
    }
    name = words[1];
    if (strcmp(name, "--version") == 0)
        name = "version";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    command = find_command(name);
    if (!command)
        return complain_unknown(name);
    if (wants_help(count - 2, words + 2)) {
        fputs(command->help, stdout);
        return CLI_DONE;
    }
    return command->run(command, count - 2, words + 2);
}

/* A file opened later must never take the place of a closed standard stream. */
static void open_standard_streams(void)
{
    for (int stream = 0; stream <= 2; stream++)
        if (fcntl(stream, F_GETFD) < 0 && errno == EBADF)
            (void)!open("/dev/null", stream == 0 ? O_WRONLY : O_RDONLY);
}

int main(int count, char **words)
{
    cli_exit code;

    open_standard_streams();
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, reported below */
    code = run(count, words);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        if (errno != EPIPE)
            cli_complain("cannot write the result: %s", strerror(errno));
        code = CLI_SYSTEM;
    }
    return (int)code;
}
