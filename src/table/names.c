/* Names: what people may be called, and what the record calls them.
 *
 * A person's name is shown as she typed it. A record wants a word (docs/notation.md), by
 * one rule, which docs/protocol.md states: blanks become '_'; what is left is cut to 32
 * bytes at the end of a character; an empty name becomes the colour of the seat; a name
 * that an earlier seat has gets "-2", or the next number that is free. A level is called
 * by its colour and its own name, "blue-hard", as everywhere in the program. */
#include <stdio.h>
#include <string.h>

#include "table/core.h"

static const char *const colours[TOB_SEATS] = {"red", "blue", "green", "yellow"};

const char *name_of_colour(unsigned seat)
{
    return colours[seat];
}

bool name_is_good(const char *name)
{
    const size_t length = strnlen(name, TBL_NAME_MAX + 1);

    return length >= 1 && length <= TBL_NAME_MAX && rec_is_utf8(name, length);
}

/* Text of several lines. */
bool text_is_good(const char *text, size_t length)
{
    for (size_t from = 0; from < length;) {
        const char *end = memchr(text + from, '\n', length - from);
        const size_t to = end ? (size_t)(end - text) : length;
        if (to > from && !rec_is_utf8(text + from, to - from))
            return false;
        from = to + 1;
    }
    return true;
}

/* ---- What is seen ---- */

enum { ZERO_WIDTH_NON_JOINER = 0x200c, ZERO_WIDTH_JOINER = 0x200d };

typedef struct code_range {
    unsigned first, last;
} code_range;

static bool is_among(const code_range *ranges, size_t count, unsigned code)
{
    for (size_t i = 0; i < count; i++)
        if (code >= ranges[i].first && code <= ranges[i].last)
            return true;
    return false;
}

/* Formats that are not seen, or that turn the direction of writing. */
static bool is_hidden(unsigned code)
{
    static const code_range ranges[] = {
        {0xad, 0xad},     {0x61c, 0x61c},    {0x180e, 0x180e}, {0x200b, 0x200b},
        {0x200e, 0x200f}, {0x2028, 0x202e},  {0x2060, 0x206f}, {0xfeff, 0xfeff},
        {0xfff9, 0xfffb}, {0xe0000, 0xe007f}};

    return is_among(ranges, sizeof ranges / sizeof *ranges, code);
}

static bool is_blank(unsigned code)
{
    static const code_range ranges[] = {
        {' ', ' '},       {0xa0, 0xa0},     {0x115f, 0x1160}, {0x1680, 0x1680},
        {0x2000, 0x200a}, {0x202f, 0x202f}, {0x205f, 0x205f}, {0x2800, 0x2800},
        {0x3000, 0x3000}, {0x3164, 0x3164}, {0xfe00, 0xfe0f}, {0xffa0, 0xffa0}};

    return is_among(ranges, sizeof ranges / sizeof *ranges, code);
}

/* The next character of a text that is UTF-8. */
static unsigned next_code(const char *text, size_t length, size_t *at)
{
    const unsigned char first = (unsigned char)text[(*at)++];
    unsigned code = first < 0x80   ? first
                    : first < 0xe0 ? first & 0x1fu
                    : first < 0xf0 ? first & 0x0fu
                                   : first & 0x07u;

    for (; *at < length && ((unsigned char)text[*at] & 0xc0) == 0x80; (*at)++)
        code = code << 6 | ((unsigned char)text[*at] & 0x3fu);
    return code;
}

bool tbl_text_is_seen(const char *text, size_t length)
{
    for (size_t at = 0; at < length;)
        if (is_hidden(next_code(text, length, &at)))
            return false;
    return true;
}

/* Joiners make words of Persian and families of emoji, so a message may have them. In a
 * name they would make two that look alike. */
bool tbl_name_is_seen(const char *name, size_t length)
{
    bool letters = false;

    for (size_t at = 0; at < length;) {
        const unsigned code = next_code(name, length, &at);
        if (code == ZERO_WIDTH_NON_JOINER || code == ZERO_WIDTH_JOINER)
            return false;
        letters |= !is_blank(code);
    }
    return letters && tbl_text_is_seen(name, length);
}

/* ---- Names of a record ---- */

/* The length of a name cut to so many bytes at the end of a character. */
static size_t cut(const char *name, size_t most)
{
    size_t length = strlen(name);

    if (length <= most)
        return length;
    length = most;
    while (length && ((unsigned char)name[length] & 0xc0) == 0x80)
        length--;
    return length;
}

static bool is_taken(const char *name, unsigned number, char earlier[][REC_NAME_MAX + 1])
{
    for (unsigned i = 0; i < number; i++)
        if (strcmp(earlier[i], name) == 0)
            return true;
    return false;
}

void name_for_record(const tbl_seat *seat, unsigned number,
                     char earlier[][REC_NAME_MAX + 1], char out[REC_NAME_MAX + 1])
{
    char name[TBL_NAME_MAX + 1] = "", tail[8] = "";
    size_t length = 0;

    for (const char *at = seat->name; *at && seat->who != TBL_LEVEL; at++)
        name[length++] = *at == ' ' ? '_' : *at;
    if (seat->who == TBL_LEVEL)
        snprintf(name, sizeof name, "%s-%s", colours[number], ai_level_name(seat->level));
    if (!name[strspn(name, "_")])
        snprintf(name, sizeof name, "%s", colours[number]);
    for (unsigned next = 2;; next++) {
        length = cut(name, REC_NAME_MAX - strlen(tail));
        memcpy(out, name, length);
        memcpy(out + length, tail, strlen(tail) + 1);
        if (!is_taken(out, number, earlier))
            return;
        snprintf(tail, sizeof tail, "-%u", next % 1000);
    }
}
