/* The one program: finds the subcommand and runs it. */
#include <errno.h>
#include <fcntl.h>
#include <locale.h>
#include <signal.h>
#include <string.h>

#include "cli/commands.h"

static bool is_help(const char *word)
{
    return strcmp(word, "--help") == 0 || strcmp(word, "-h") == 0;
}

/* Is help asked for, before any "--"? */
static bool wants_help(const cli_words *words)
{
    for (int i = 0; i < words->count && strcmp(words->word[i], "--") != 0; i++)
        if (is_help(words->word[i]))
            return true;
    return false;
}

static host_status run(int count, char **words)
{
    const cli_command *command;
    cli_words rest;
    const char *name;

    if (count < 2) {
        cli_print_overview(stderr);
        return HOST_USAGE;
    }
    name = strcmp(words[1], "--version") == 0 ? "version" : words[1];
    command = cli_find_command(is_help(name) ? "help" : name);
    if (!command)
        return HOST_USAGE;
    rest = (cli_words){words + 2, count - 2};
    if (wants_help(&rest)) {
        fputs(command->help, stdout);
        return HOST_DONE;
    }
    return command->run(command, &rest);
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
    if (count > 0 && *words[0])
        cli_program = words[0];
    setlocale(LC_CTYPE, "");
    signal(SIGPIPE, SIG_IGN); /* a closed pipe is a failed write, reported below */
    signal(SIGXFSZ, SIG_IGN); /* and so is a file that may not grow */
    code = run(count, words);
    if (fflush(stdout) != 0 || ferror(stdout)) {
        if (errno != EPIPE)
            host_complain("cannot write the result: %s", strerror(errno));
        code = HOST_FAILED;
    }
    return (int)code;
}
