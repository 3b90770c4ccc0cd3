/* Spaces and strings printed to a stream, plain or as JSON. */
#ifndef TOBAGO_HOST_PRINT_H
#define TOBAGO_HOST_PRINT_H

#include <stdio.h>

#include "tobago/tobago.h"

/* Writes a JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD. */
void host_json_string(FILE *out, const char *text);

/* Writes a JSON array of the names of spaces, sorted by column and row. */
void host_json_spaces(FILE *out, const tob_board *board, tob_hexset set);

/* Writes the names of spaces, sorted by column and row, separated by blanks. */
void host_print_spaces(FILE *out, const tob_board *board, tob_hexset set);

/* Lists the spaces of a set, sorted by column and row. Returns how many there are. */
unsigned host_sorted(const tob_board *board, tob_hexset set,
                     uint8_t spaces[static TOB_SPACE_MAX]);

#endif
