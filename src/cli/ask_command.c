/* ask: questions about a game on standard input, answers in JSON on standard output. */
#include "cli/commands.h"
#include "host/ask.h"

host_status cli_run_ask(const cli_command *self, cli_words *words)
{
    static ask_session session;
    host_status code = cli_parse(self, words, NULL, 0);

    if (code)
        return code;
    if (words->count > 1)
        return cli_usage(self, "one file is enough");
    if (words->count)
        code = host_record_read(&session.record, words->word[0], UINT64_MAX);
    if (code == HOST_DONE)
        code = ask_lines(&session, stdin, stdout, false);
    ask_clear(&session);
    return code;
}
