/* Texts that grow, whole files and folders. */
#ifndef TOBAGO_HOST_TEXT_H
#define TOBAGO_HOST_TEXT_H

#include <stddef.h>

#include "host/report.h"

/* A growing text, always followed by a zero byte once it holds anything. */
typedef struct host_text {
    char *bytes; /* owned; freed by host_text_clear */
    size_t length;
    size_t room; /* bytes that there is room for, the final zero included */
} host_text;

/* Reads a whole file, or stdin for "-". A file of more than 'most' bytes is read only so
 * far that the text is longer than that. Complains and returns HOST_FAILED if it cannot
 * be read. The caller clears it in any case. */
host_status host_text_read(host_text *text, const char *path, size_t most);
void host_text_clear(host_text *text);

/* Appends bytes. Memory that runs out ends the program with HOST_FAILED. */
void host_text_append(host_text *text, const char *bytes, size_t length);

/* Appends a move as a record line with its newline. */
void host_text_append_move(host_text *text, const tob_board *board, tob_move move);

/* Writes the text into a folder, number 17 as 000017.tobago. Complains and returns
 * false on failure. */
bool host_text_keep(const host_text *text, const char *folder, uint64_t number);

/* Makes a folder, unless there is one. Complains and returns false on failure. */
bool host_make_folder(const char *path);

/* Reads a whole decimal number without sign; false if it is none or out of bounds. */
bool host_number(const char *text, uint64_t least, uint64_t most, uint64_t *number);

/* Counts the bytes of the first letter of a text of this length; 0 if it begins with
 * none, or a control byte. */
size_t host_letter_bytes(const char *text, size_t length);

/* Counts the letters of a UTF-8 text, or of its first 'length' bytes. */
unsigned host_letters(const char *text);
unsigned host_letters_within(const char *text, size_t length);

/* Tells how far apart two names are: twice the letters to change, to add, to leave out or
 * to swap with their neighbours. A letter in another case counts once, and so does a
 * blank or an underscore for a hyphen. Beyond 40 bytes nothing counts. */
unsigned host_distance(const char *a, const char *b);

/* Mixes two numbers into an evenly spread one. */
uint64_t host_mix(uint64_t a, uint64_t b);

/* Computes a checksum of bytes that shows whether a file was damaged (FNV-1a). */
uint32_t host_sum(const char *bytes, size_t length);

#endif
