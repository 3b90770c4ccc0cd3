/* The rules as text, and finding something in it. */
#include "tobago/clauses.h"

#include "engine/data.h"

const tob_section *tob_section_at(unsigned number)
{
    return number < tob_section_total ? &tob_sections[number] : NULL;
}

const tob_clause *tob_clause_at(unsigned number)
{
    return number < tob_clause_total ? &tob_clauses[number] : NULL;
}

/* ---- Letters ---- */

static char upper(char letter)
{
    return letter >= 'a' && letter <= 'z' ? (char)(letter - 'a' + 'A') : letter;
}

/* Is this byte part of a word? So is every byte of a letter beyond ASCII. */
static bool in_word(char byte)
{
    const char letter = upper(byte);

    return (letter >= 'A' && letter <= 'Z') || (byte >= '0' && byte <= '9') ||
           (unsigned char)byte >= 0x80;
}

/* Does the text, which ends in a zero, begin with these bytes, in any case? */
static bool begins(const char *text, const char *word, size_t length)
{
    for (size_t i = 0; i < length; i++)
        if (!text[i] || upper(text[i]) != upper(word[i]))
            return false;
    return true;
}

/* ---- Finding by name ---- */

const tob_clause *tob_clause_find(const char *word, size_t length)
{
    for (unsigned i = 0; i < tob_clause_total; i++) {
        const char *id = tob_clauses[i].id;
        if (begins(id, word, length) && !id[length])
            return &tob_clauses[i];
    }
    return NULL;
}

const tob_section *tob_section_find(const char *word, size_t length)
{
    for (unsigned i = 0; length == 1 && i < tob_section_total; i++)
        for (const char *letter = tob_sections[i].letters; *letter; letter++)
            if (*letter == upper(*word))
                return &tob_sections[i];
    return NULL;
}

/* ---- Finding by words ---- */

/* Takes the next word off a question; false if there is none. */
static bool next_word(const char **question, size_t *left, const char **word,
                      size_t *length)
{
    while (*left && (**question == ' ' || **question == '\t')) {
        ++*question;
        --*left;
    }
    *word = *question;
    for (*length = 0; *left && **question != ' ' && **question != '\t'; ++*length) {
        ++*question;
        --*left;
    }
    return *length != 0;
}

/* Does some word of the text begin like this one? */
static bool mentions(const char *text, const char *word, size_t length)
{
    if (length > 3 && upper(word[length - 1]) == 'S')
        length--;
    for (const char *at = text; *at; at++)
        if ((at == text || !in_word(at[-1]) || !in_word(*word)) &&
            begins(at, word, length))
            return true;
    return false;
}

/* Does the question consist of ids and letters alone, and of one at least? */
static bool names_clauses(const char *question, size_t left)
{
    const char *word;
    size_t length;
    bool any = false;

    while (next_word(&question, &left, &word, &length)) {
        if (!tob_clause_find(word, length) && !tob_section_find(word, length))
            return false;
        any = true;
    }
    return any;
}

/* Does one of the question's words name this section, or this clause, which may be NULL?
 */
static bool is_named(const tob_section *section, const tob_clause *clause,
                     const char *question, size_t left)
{
    const char *word;
    size_t length;

    while (next_word(&question, &left, &word, &length))
        if (tob_section_find(word, length) == section ||
            (clause && tob_clause_find(word, length) == clause))
            return true;
    return false;
}

static bool fits(const tob_section *section, const tob_clause *clause,
                 const char *question, size_t left)
{
    const char *text = clause ? clause->text : section->text;
    const char *word;
    size_t length;

    if (names_clauses(question, left))
        return is_named(section, clause, question, left);
    while (next_word(&question, &left, &word, &length))
        if (!mentions(text, word, length) && !mentions(section->title, word, length) &&
            !(clause && mentions(clause->id, word, length)))
            return false;
    return true;
}

bool tob_clause_fits(const tob_clause *clause, const char *question, size_t length)
{
    return fits(&tob_sections[clause->section], clause, question, length);
}

bool tob_section_fits(const tob_section *section, const char *question, size_t length)
{
    return fits(section, NULL, question, length);
}
