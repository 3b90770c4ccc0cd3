#include "host/print.h"

#include <string.h>

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

void host_print_spaces(FILE *out, const tob_board *board, tob_hexset set)
{
    uint8_t spaces[TOB_SPACE_MAX];
    const unsigned count = host_sorted(board, set, spaces);

    for (unsigned i = 0; i < count; i++) {
        char name[4];
        tob_space_name(board, spaces[i], name);
        fprintf(out, "%s%s", i ? " " : "", name);
    }
}

void host_json_spaces(FILE *out, const tob_board *board, tob_hexset set)
{
    uint8_t spaces[TOB_SPACE_MAX];
    const unsigned count = host_sorted(board, set, spaces);

    fputc('[', out);
    for (unsigned i = 0; i < count; i++) {
        char name[4];
        tob_space_name(board, spaces[i], name);
        fprintf(out, "%s\"%s\"", i ? "," : "", name);
    }
    fputc(']', out);
}

void host_json_string(FILE *out, const char *text)
{
    fputc('"', out);
    while (*text) {
        const unsigned char byte = (unsigned char)*text;
        const size_t length = host_letter_bytes(text, strnlen(text, 4));
        if (byte == '"' || byte == '\\')
            fprintf(out, "\\%c", byte);
        else if (byte < 0x20 || byte == 0x7f)
            fprintf(out, "\\u%04x", byte);
        else if (length)
            fwrite(text, 1, length, out);
        else
            fputs("\\ufffd", out);
        text += length ? length : 1;
    }
    fputc('"', out);
}
