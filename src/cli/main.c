/* The one program: finds the subcommand and runs it. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>

#include "cli/commands.h"

/* Is help asked for, before any "--"? */
static bool wants_help(int count, char **words)
{
    for (int i = 0; i < count && strcmp(words[i], "--") != 0; i++)
        if (strcmp(words[i], "--help") == 0 || strcmp(words[i], "-h") == 0)
            return true;
    return false;
}

static host_status run(int count, char **words)
{
    const cli_command *command;
    const char *name;

    if (count < 2) {
        cli_print_overview(stderr);
        return HOST_USAGE;
    }
    name = words[1];
    if (strcmp(name, "--version") == 0)
        name = "version";
    if (strcmp(name, "--help") == 0 || strcmp(name, "-h") == 0)
        name = "help";
    command = cli_find_command(name);
    if (!command) {
        cli_complain_command(name);
        return HOST_USAGE;
    }
    if (wants_help(count - 2, words + 2)) {
        fputs(command->help, stdout);
        return HOST_DONE;
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
    host_status code;

    open_standard_streams();
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, reported below */
    code = run(count, words);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        if (errno != EPIPE)
            host_complain("cannot write the result: %s", strerror(errno));
        code = HOST_FAILED;
    }
    return (int)code;
}
