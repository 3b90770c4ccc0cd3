/* What the subcommands share: arguments, files, complaints, JSON.
 *
 * Results go to stdout, complaints to stderr as "tobago: ...". */
#ifndef TOBAGO_CLI_CLI_H
#define TOBAGO_CLI_CLI_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include "tobago/tobago.h"

/* Exit codes. */
typedef enum cli_exit {
    CLI_DONE = 0,    /* yes, or done */
    CLI_REFUSED = 1, /* refused, illegal or invalid */
    CLI_USAGE = 2,   /* wrong usage */
    CLI_SYSTEM = 3,  /* disk or system */
} cli_exit;

/* One subcommand. */
typedef struct cli_command {
    const char *name;
    const char *summary; /* half a line for the overview */
    const char *help;    /* the whole help, with an example */
    cli_exit (*run)(const struct cli_command *self, int count, char **words);
} cli_command;

extern const cli_command cli_commands[];

/* ---- Complaints ---- */

/* Writes "tobago: ..." and a newline to stderr. */
void cli_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Complains and returns CLI_USAGE, pointing to the help of the subcommand. */
cli_exit cli_usage(const cli_command *self, const char *format, ...)
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
 * written --name=value; "--" ends the options. Returns CLI_DONE or, after a complaint,
 * CLI_USAGE. */
cli_exit cli_parse(const cli_command *self, int count, char **words,
                   const cli_option *options, size_t option_count, cli_words *rest);

/* Reads a whole decimal number without sign; false if it is none or out of bounds. */
bool cli_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* Reads "1" to "4" or "spectator". */
bool cli_viewer(const char *text, tob_viewer *viewer);

/* Reads "experienced,placed" and so on; complains and returns false otherwise. */
bool cli_game_options(const char *text, uint8_t *options);

/* Reads an island's code; complains and returns false otherwise. */
bool cli_island(const char *text, unsigned *island);

/* ---- Files ---- */

typedef struct cli_text {
    char *bytes; /* owned; freed by cli_text_clear */
    size_t length;
} cli_text;

/* Reads a whole file, or stdin for "-". Complains on failure: CLI_SYSTEM if it cannot be
 * read, CLI_REFUSED if it is too large for a record. */
cli_exit cli_text_read(cli_text *text, const char *path);
void cli_text_clear(cli_text *text);

/* Appends to a growing text. Memory that runs out ends the program with CLI_SYSTEM. */
void cli_text_append(cli_text *text, const char *bytes, size_t length);

/* The same with a move of a record and its newline. */
void cli_text_append_move(cli_text *text, const tob_board *board, tob_move move);

/* How many letters a UTF-8 text has. */
unsigned cli_letters(const char *text);

/* Calls a handler for what asks a program to end; what nohup and shells ignore for us
 * stays ignored. 'flags' as of sigaction. */
void cli_catch_signals(void (*handler)(int), int flags);

/* Makes a folder, unless there is one. Complains and returns false on failure. */
bool cli_make_folder(const char *path);

/* Writes a record into a folder, number 17 as 000017.tobago. Complains and returns
 * false on failure. */
bool cli_text_keep(const cli_text *text, const char *folder, uint64_t number);

/* A sum of bytes that tells whether a file was damaged (FNV-1a). */
uint32_t cli_sum(const char *bytes, size_t length);

/* A record read from a file, as far as wanted. */
typedef struct cli_record {
    cli_text text;
    rec_reader reader;
    rec_error error;
    uint32_t lines; /* of the whole file */
} cli_record;

/* Reads the first 'at' lines of a record (UINT64_MAX: all) and complains about what is
 * wrong. The caller clears it in any case. */
cli_exit cli_record_read(cli_record *record, const char *path, uint64_t at);

/* The same for a text that has been read. */
cli_exit cli_record_parse(cli_record *record, const char *path, uint64_t at);
void cli_record_clear(cli_record *record);

/* May this record be shown to this viewer? Complains and returns CLI_REFUSED if not. */
cli_exit cli_check_viewer(const char *path, const rec_reader *reader, tob_viewer viewer);

/* The complaint about a line: "FILE:LINE: word N 'TOKEN' (CLAUSE): sentence". */
void cli_complain_line(const char *path, const rec_error *error);

/* ---- JSON ---- */

/* Writes a JSON string with its quotes. */
void cli_json_string(FILE *out, const char *text);

/* Writes a JSON array of the names of spaces, sorted. */
void cli_json_spaces(FILE *out, const tob_board *board, tob_hexset set);

/* Writes names of spaces, sorted by column and row, separated by blanks. */
void cli_print_spaces(FILE *out, const tob_board *board, tob_hexset set);

/* The spaces of a set, sorted by column and row. Returns how many. */
unsigned cli_sorted(const tob_board *board, tob_hexset set,
                    uint8_t spaces[static TOB_SPACE_MAX]);

#endif
