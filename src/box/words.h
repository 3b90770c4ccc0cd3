/* Names as people type them: in any case, with blanks or hyphens, with articles, in the
 * singular or plural. "Not next to a hut" is not-next-hut.
 *
 * A find function takes a text by pointer and length and returns the number of the name
 * or -1 (TOB_NONE for spaces), as those of tobago/names.h do, which know the exact
 * spelling only. An explain function writes a sentence about a text that was not found:
 * what was expected, and the nearest right names. */
#ifndef TOBAGO_BOX_WORDS_H
#define TOBAGO_BOX_WORDS_H

#include <stddef.h>

#include "tobago/names.h"

enum {
    BOX_WHY_MAX = 512, /* bytes of a sentence, its zero included */
    BOX_WORD_MAX = 24, /* bytes of a word; longer ones are no name */
    BOX_WORDS_MAX = 128,
};

/* A part of a text. */
typedef struct box_span {
    const char *text;
    size_t length;
} box_span;

box_span box_span_of(const char *text);

/* A text without the blanks around it. */
box_span box_trim(box_span text);

/* Do a text and a word agree, whatever the case? */
bool box_is(box_span text, const char *word);

/* A text as words: runs of letters and digits in lower case, and the place of each in the
 * text. What comes after the last that fits is left out. */
typedef struct box_words {
    unsigned count;
    bool cut; /* there were more */
    char word[BOX_WORDS_MAX][BOX_WORD_MAX];
    box_span at[BOX_WORDS_MAX];
} box_words;

void box_split(box_words *words, box_span text);

/* ---- Finding ---- */

int box_find_island(box_span text); /* any rotation of the sides: "BCa1" is aBC1 */
int box_find_object(box_span text);
int box_find_direction(box_span text); /* also "north-east" */
int box_find_terrain(box_span text);   /* also its letter in pictures */
int box_find_treasure(box_span text);  /* also its letter in pictures */
int box_find_triad(box_span text);
unsigned box_find_space(const tob_board *board, box_span text);

/* Reads one clue that begins at a word; returns how many words it has, or 0. */
unsigned box_read_clue(const box_words *words, unsigned from, tob_clue *clue);

/* Reads a text that is one clue and nothing more. */
bool box_find_clue(box_span text, tob_clue *clue);

/* Reads a text that is one clue after another. Returns how many; at most 'room' are
 * stored. Returns 0 after writing why not, if one of them is none. */
unsigned box_read_clues(box_span text, tob_clue *clues, unsigned room,
                        char why[BOX_WHY_MAX]);

/* Writes a clue's name, like "not-next-hut". */
void box_clue_name(tob_clue clue, char name[static 32]);

/* Writes a clue as a person would say it, like "not next to a hut". */
void box_clue_phrase(tob_clue clue, char phrase[static 64]);

/* Writes clues as phrases, separated by semicolons; what does not fit becomes "...". */
void box_clue_list(const tob_clue *clues, unsigned count, char *text, size_t room);

/* ---- Explaining ---- */

/* Writes a sentence; what does not fit is left out. */
void box_say(char why[BOX_WHY_MAX], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Lists the names of a kind by number; NULL behind the last. 'store' is memory for a name
 * that has to be made. */
typedef const char *box_name_at(unsigned index, char store[static 32]);

box_name_at box_clue_at, box_island_at, box_object_at, box_direction_at, box_treasure_at,
    box_triad_at;

/* Appends the names nearest to a text, at most three: "; did you mean X, Y or Z?".
 * Returns false, and appends nothing, if none is near. */
bool box_suggest(char why[BOX_WHY_MAX], box_span text, box_name_at *names);

void box_explain_clue(char why[BOX_WHY_MAX], box_span text);
void box_explain_island(char why[BOX_WHY_MAX], box_span text);
void box_explain_space(char why[BOX_WHY_MAX], const tob_board *board, box_span text);
void box_explain_direction(char why[BOX_WHY_MAX], box_span text);

#endif
