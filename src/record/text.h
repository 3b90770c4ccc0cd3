/* Writing text into a buffer of any size: what does not fit is counted, not written. */
#ifndef TOBAGO_RECORD_TEXT_H
#define TOBAGO_RECORD_TEXT_H

#include <stddef.h>

/* 'length' counts every byte put so far; at most 'room' bytes of 'out' are touched. */
typedef struct rec_text {
    char *out;
    size_t room;
    size_t length;
} rec_text;

static inline void text_byte(rec_text *text, char byte)
{
    if (text->length < text->room)
        text->out[text->length] = byte;
    text->length++;
}

static inline void text_bytes(rec_text *text, const char *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        text_byte(text, bytes[i]);
}

static inline void text_put(rec_text *text, const char *string)
{
    while (*string)
        text_byte(text, *string++);
}

/* Ends the text with a zero that is not counted; one that was cut short ends within the
 * buffer too. Returns the length. */
static inline size_t text_end(rec_text *text)
{
    if (text->room)
        text->out[text->length < text->room ? text->length : text->room - 1] = '\0';
    return text->length;
}

#endif
