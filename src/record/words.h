/* Splitting a line into words, and pointing at one of them. */
#ifndef TOBAGO_RECORD_WORDS_H
#define TOBAGO_RECORD_WORDS_H

#include "tobago/record.h"

enum { REC_WORDS_MAX = 8 };

typedef struct rec_word {
    const char *text;
    size_t length;
} rec_word;

typedef struct rec_words {
    rec_word word[REC_WORDS_MAX];
    unsigned count;
} rec_words;

/* Splits at single blanks. Fails on control bytes, doubled, leading or trailing blanks,
 * on an empty line and on too many words. */
bool rec_split(rec_words *words, const char *line, size_t length, rec_error *error);

/* Is the word number 'at' (from 0) there, and this one? */
bool rec_word_is(const rec_words *words, unsigned at, const char *text);

/* Makes *error speak of the word number 'at'. */
void rec_point(rec_error *error, const rec_words *words, unsigned at);

/* Fills *error and returns false. */
bool rec_fail(rec_error *error, const rec_words *words, unsigned at, const char *clause,
              const char *text);

/* rec_parse_move, for a line already split. */
bool rec_parse_words(const tob_game *game, const tob_board *board, const rec_words *words,
                     tob_move *move, rec_error *error);

/* The tob_kind of the move that a line's first words name, or -1 if they name none. */
int rec_words_kind(const rec_words *words);

#endif
