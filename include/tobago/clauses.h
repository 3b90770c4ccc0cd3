/* The rules as text: every clause of docs/rules.md, from which the build makes a table.
 *
 * All text is plain UTF-8 without markup, in paragraphs that are separated by one LF. A
 * ruling is a paragraph of its own and begins with "Ruling". The tables are constant and
 * live as long as the program, so nothing here is freed or fails, and any number of
 * threads may read. A program that never asks for them does not carry them. */
#ifndef TOBAGO_CLAUSES_H
#define TOBAGO_CLAUSES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* A section. Section 0 is the introduction: it has no letters and no clauses. */
typedef struct tob_section {
    const char *letters; /* with which its clauses begin: "C", "AX" */
    const char *title;   /* "Playing a clue" */
    const char *text;    /* before its first clause; "" if there is none */
    uint8_t first;       /* the number of its first clause */
    uint8_t count;       /* how many it has */
} tob_section;

typedef struct tob_clause {
    const char *id;   /* "C3": a letter and a digit */
    const char *text; /* in which the first paragraph may be a ruling already */
    uint8_t section;
    uint8_t rulings; /* how many of its paragraphs are rulings */
} tob_clause;

/* Sections and clauses in the order of the text, numbered from 0. NULL if there is none
 * of that number. */
const tob_section *tob_section_at(unsigned number);
const tob_clause *tob_clause_at(unsigned number);

/* Finds a clause by its id ("c3" too), or a section by one of its letters. NULL if there
 * is none. What tob_reason_clause gives is one or the other. */
const tob_clause *tob_clause_find(const char *word, size_t length);
const tob_section *tob_section_find(const char *word, size_t length);

/* Does a clause answer a question, a few words separated by blanks? If all of them are
 * ids of clauses or letters of sections, the clause must be one of these. Otherwise each
 * word must begin a word of its text, its id or its section's title; case and an "s" at
 * the end do not matter. A question without words fits every clause. */
bool tob_clause_fits(const tob_clause *clause, const char *question, size_t length);

/* The same of a section's title and its text before the first clause. */
bool tob_section_fits(const tob_section *section, const char *question, size_t length);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
