/* The subcommands, one function each. */
#ifndef TOBAGO_CLI_COMMANDS_H
#define TOBAGO_CLI_COMMANDS_H

#include <stdio.h>

#include "cli/cli.h"

host_status cli_run_island(const cli_command *self, int count, char **words);
host_status cli_run_sites(const cli_command *self, int count, char **words);
host_status cli_run_reach(const cli_command *self, int count, char **words);
host_status cli_run_sight(const cli_command *self, int count, char **words);
host_status cli_run_simulate(const cli_command *self, int count, char **words);
host_status cli_run_check(const cli_command *self, int count, char **words);
host_status cli_run_legal(const cli_command *self, int count, char **words);
host_status cli_run_why(const cli_command *self, int count, char **words);
host_status cli_run_view(const cli_command *self, int count, char **words);
host_status cli_run_replay(const cli_command *self, int count, char **words);
host_status cli_run_version(const cli_command *self, int count, char **words);
host_status cli_run_help(const cli_command *self, int count, char **words);
host_status cli_run_bench(const cli_command *self, int count, char **words);
host_status cli_run_train(const cli_command *self, int count, char **words);
host_status cli_run_arena(const cli_command *self, int count, char **words);
host_status cli_run_bot(const cli_command *self, int count, char **words);
host_status cli_run_play(const cli_command *self, int count, char **words);
host_status cli_run_analyse(const cli_command *self, int count, char **words);

/* ---- Finding one (help.c) ---- */

/* The command of this name, or NULL; and the complaint that there is none. */
const cli_command *cli_find_command(const char *name);
void cli_complain_command(const char *name);

void cli_print_overview(FILE *out);

#endif
