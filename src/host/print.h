/* Spaces, strings and paragraphs printed to a stream, some of them as JSON. */
#ifndef TOBAGO_HOST_PRINT_H
#define TOBAGO_HOST_PRINT_H

#include <stdio.h>

#include "tobago/tobago.h"

/* Writes a JSON string with its quotes. Bytes that are no UTF-8 become U+FFFD. */
void host_json_string(FILE *out, const char *text);

/* Writes a JSON array of the names of spaces, sorted by column and row. */
void host_json_spaces(FILE *out, const tob_board *board, tob_hexset set);

/* Writes {"lines":[...]}: the lines of a text of this length, each ended by LF. */
void host_json_lines(FILE *out, const char *text, size_t length);

/* Writes the names of spaces, sorted by column and row, separated by blanks. */
void host_print_spaces(FILE *out, const tob_board *board, tob_hexset set);

/* Writes paragraphs, separated by LF, in lines of at most 'width' columns, and an LF at
 * the end. Lines but the first are indented; the caller has indented that one. A word
 * that is too long for a line has one for itself. Nothing is written for "". */
void host_print_wrapped(FILE *out, const char *text, unsigned indent, unsigned width);

/* Lists the spaces of a set, sorted by column and row. Returns how many there are. */
unsigned host_sorted(const tob_board *board, tob_hexset set,
                     uint8_t spaces[static TOB_SPACE_MAX]);

#endif
