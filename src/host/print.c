#include "host/print.h"

#include <stdlib.h>
#include <string.h>

#include "host/report.h"
#include "host/text.h"

unsigned host_sorted(const tob_board *board, tob_hexset set,
                     uint8_t spaces[static TOB_SPACE_MAX])
{
    unsigned count = 0;

    for (unsigned column = 0; column < 16; column++)
        for (unsigned row = 0; row < 16; row++) {
            const uint8_t space = board->grid[column][row];
            if (space != TOB_NONE && tob_hexset_has(set, space))
                spaces[count++] = space;
        }
    return count;
}

/* Writes names between quotes, if any, and with something between them. */
static void print_names(FILE *out, const tob_board *board, tob_hexset set,
                        const char *quote, const char *between)
{
    uint8_t spaces[TOB_SPACE_MAX];
    const unsigned count = host_sorted(board, set, spaces);

    for (unsigned i = 0; i < count; i++) {
        char name[4];
        tob_space_name(board, spaces[i], name);
        fprintf(out, "%s%s%s%s", i ? between : "", quote, name, quote);
    }
}

void host_print_spaces(FILE *out, const tob_board *board, tob_hexset set)
{
    print_names(out, board, set, "", " ");
}

void host_json_spaces(FILE *out, const tob_board *board, tob_hexset set)
{
    fputc('[', out);
    print_names(out, board, set, "\"", ",");
    fputc(']', out);
}

void host_json_string(FILE *out, const char *text)
{
    const size_t length = rec_string_json(text, NULL, 0);
    char *json = host_need(malloc(length + 1));

    rec_string_json(text, json, length + 1);
    fputs(json, out);
    free(json);
}

void host_json_lines(FILE *out, const char *text, size_t length)
{
    const char *const end = text + length;

    fputs("{\"lines\":[", out);
    for (const char *line = text, *stop;
         (stop = memchr(line, '\n', (size_t)(end - line))); line = stop + 1) {
        char *copy = host_need(strndup(line, (size_t)(stop - line)));
        fputs(line == text ? "" : ",", out);
        host_json_string(out, copy);
        free(copy);
    }
    fputs("]}", out);
}

void host_print_wrapped(FILE *out, const char *text, unsigned indent, unsigned width)
{
    unsigned column = indent;

    if (!*text)
        return;
    for (bool first = true; *text; first = false) {
        const size_t length = strcspn(text, " \n");
        const unsigned letters = host_letters_within(text, length);
        if (!first && text[-1] != '\n' && column + 1 + letters <= width) {
            fputc(' ', out);
            column++;
        } else if (!first) {
            fprintf(out, "\n%*s", (int)indent, "");
            column = indent;
        }
        fwrite(text, 1, length, out);
        column += letters;
        text += length;
        text += *text != '\0';
    }
    fputc('\n', out);
}
