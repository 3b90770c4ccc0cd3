/* The command line: subcommands, their options and arguments. */
#ifndef TOBAGO_CLI_CLI_H
#define TOBAGO_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "host/report.h"

/* One subcommand. */
typedef struct cli_command {
    const char *name;
    const char *summary; /* half a line for the overview */
    const char *help;    /* the whole help, with an example */
    host_status (*run)(const struct cli_command *self, int count, char **words);
} cli_command;

extern const cli_command cli_commands[];

/* Complains and returns HOST_USAGE, pointing to the help of the subcommand. */
host_status cli_usage(const cli_command *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* ---- Arguments ---- */

typedef enum cli_kind {
    CLI_FLAG,   /* bool */
    CLI_TEXT,   /* const char * */
    CLI_NUMBER, /* uint64_t, between least and most */
} cli_kind;

typedef struct cli_option {
    const char *name; /* "--games" */
    cli_kind kind;
    void *value;
    uint64_t least, most;
} cli_option;

typedef struct cli_words {
    char **word;
    int count;
} cli_words;

/* Takes the options out of the words and leaves the rest in *rest. An option may also be
 * written --name=value; "--" ends the options. Returns HOST_DONE or, after a complaint,
 * HOST_USAGE. */
host_status cli_parse(const cli_command *self, int count, char **words,
                      const cli_option *options, size_t option_count, cli_words *rest);

/* Reads "1" to "4" or "spectator". */
bool cli_viewer(const char *text, tob_viewer *viewer);

/* Reads "experienced,placed" and so on; complains and returns false otherwise. */
bool cli_game_options(const char *text, uint8_t *options);

/* Reads an island's code; complains and returns false otherwise. */
bool cli_island(const char *text, unsigned *island);

/* Counts the machine's cores, for --jobs; 1 if it has more than 'most' or will not say.
 */
unsigned cli_cores(unsigned most);

#endif
