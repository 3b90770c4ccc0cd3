/* The subcommands, one function each. */
#ifndef TOBAGO_CLI_COMMANDS_H
#define TOBAGO_CLI_COMMANDS_H

#include <stdio.h>

#include "cli/cli.h"

cli_function cli_run_island, cli_run_islands, cli_run_sites, cli_run_reach, cli_run_sight;
cli_function cli_run_check, cli_run_verify, cli_run_legal, cli_run_why, cli_run_view,
    cli_run_replay;
cli_function cli_run_simulate, cli_run_arena, cli_run_analyse, cli_run_train;
cli_function cli_run_play, cli_run_serve, cli_run_connect, cli_run_bot, cli_run_bench,
    cli_run_rules;
cli_function cli_run_admin, cli_run_version, cli_run_help, cli_run_companion, cli_run_ask;

/* ---- Finding one (help.c) ---- */

/* Finds the command of this name; complains and returns NULL if there is none. */
const cli_command *cli_find_command(const char *name);

void cli_print_overview(FILE *out);

#endif
