/* The command line: subcommands, their options and arguments. */
#ifndef TOBAGO_CLI_CLI_H
#define TOBAGO_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "host/report.h"

typedef struct cli_words {
    char **word;
    int count;
} cli_words;

typedef struct cli_command cli_command;

/* Runs a subcommand with the words after its name. */
typedef host_status cli_function(const cli_command *self, cli_words *words);

/* One subcommand. */
struct cli_command {
    const char *name;
    const char *summary; /* half a line for the overview */
    const char *help;    /* the whole help, with an example */
    cli_function *run;
};

extern const cli_command cli_commands[];

/* Complains and returns HOST_USAGE, pointing to the help of the subcommand. */
host_status cli_usage(const cli_command *self, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The program's name as it was called, set by main. */
extern const char *cli_program;

/* Writes a command that plays a file and works in this shell: the program as it was
 * called, or the script that started it and named itself in TOBAGO_PLAY. */
void cli_play_again(const char *path, char *out, size_t size);

/* ---- Arguments ---- */

typedef enum cli_kind { CLI_FLAG, CLI_TEXT, CLI_BYTE, CLI_NUMBER, CLI_LONG } cli_kind;

typedef struct cli_option {
    const char *name; /* "--games" */
    cli_kind kind;
    void *value;
    uint64_t least, most; /* of a number */
} cli_option;

/* The kind and the value of an option that is read into *pointer. */
#define CLI_INTO(pointer) \
    _Generic((pointer), \
        bool *: CLI_FLAG, \
        const char **: CLI_TEXT, \
        uint8_t *: CLI_BYTE, \
        uint32_t *: CLI_NUMBER, \
        uint64_t *: CLI_LONG), \
        (pointer)

/* Takes the options out of the words and leaves the rest there. An option may also be
 * written --name=value; "--" ends the options. Returns HOST_DONE or, after a complaint,
 * HOST_USAGE. */
host_status cli_parse(const cli_command *self, cli_words *words,
                      const cli_option *options, size_t count);

/* As cli_parse, for a command that takes options alone. */
host_status cli_parse_options(const cli_command *self, cli_words *words,
                              const cli_option *options, size_t count);

/* Reads "experienced,placed" and so on; complains and returns false otherwise. */
bool cli_game_options(const char *text, uint8_t *options);

/* Reads an island's code; complains and returns false otherwise. */
bool cli_island(const char *text, uint8_t *island);

/* Reads game options and, unless it is NULL, an island's code. Returns HOST_DONE or,
 * after a complaint, the exit code. */
host_status cli_game(const char *option_list, const char *code, uint8_t *options,
                     uint8_t *island);

/* Counts the machine's cores, for --jobs; 1 if it has more than 'most' or will not say.
 */
unsigned cli_cores(unsigned most);

#endif
