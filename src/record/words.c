#include "record/words.h"

static void copy_token(rec_error *error, rec_word word)
{
    size_t length = word.length < REC_WORD_MAX ? word.length : REC_WORD_MAX;

    for (size_t i = 0; i < length; i++) {
        const unsigned char byte = (unsigned char)word.text[i];
        error->token[i] = byte < 0x20 || byte >= 0x7f ? '.' : word.text[i];
    }
    error->token[length] = '\0';
}

void rec_point(rec_error *error, const rec_words *words, unsigned at)
{
    if (at >= words->count)
        return;
    error->word = at + 1;
    copy_token(error, words->word[at]);
}

bool rec_fail(rec_error *error, const rec_words *words, unsigned at, const char *clause,
              const char *text)
{
    *error = (rec_error){.clause = clause, .text = text};
    rec_point(error, words, at);
    return false;
}

bool rec_word_is(const rec_words *words, unsigned at, const char *text)
{
    size_t i = 0;

    if (at >= words->count)
        return false;
    for (; i < words->word[at].length; i++)
        if (words->word[at].text[i] != text[i])
            return false;
    return text[i] == '\0';
}

static bool fail_line(rec_words *words, const char *text, rec_error *error)
{
    words->count = 0;
    return rec_fail(error, words, 0, "", text);
}

/* Goes to the end of the word that begins here: a blank, a control byte, or the end. */
static const char *word_end(const char *at, const char *end)
{
    while (at < end && (unsigned char)*at > ' ' && *at != 0x7f)
        at++;
    return at;
}

/* One pass over the line. Too many words are complained of only after all bytes were
 * found to be in order. */
bool rec_split(rec_words *words, const char *line, size_t length, rec_error *error)
{
    const char *const end = line + length;
    bool full = false;

    if (length == 0)
        return fail_line(words, "the line is empty", error);
    if (length >= REC_LINE_MAX)
        return fail_line(words, "the line is too long", error);
    if (end[-1] == '\r')
        return fail_line(
            words, "the line ends in a carriage return: records end lines with LF alone",
            error);
    words->count = 0;
    for (const char *from = line, *to; from <= end; from = to + 1) {
        to = word_end(from, end);
        if (to < end && *to != ' ')
            return fail_line(words, "the line holds a control byte", error);
        if (to == from)
            return fail_line(words, "words are separated by single blanks", error);
        full = words->count == REC_WORDS_MAX;
        if (!full)
            words->word[words->count++] = (rec_word){from, (size_t)(to - from)};
    }
    return !full ||
           rec_fail(error, words, REC_WORDS_MAX - 1, "", "the line has too many words");
}

/* The number of continuation bytes that follow this lead byte; 4 if it is none. */
static unsigned more_bytes(unsigned char first)
{
    return first < 0x80                   ? 0
           : first < 0xc2 || first > 0xf4 ? 4
           : first < 0xe0                 ? 1
           : first < 0xf0                 ? 2
                                          : 3;
}

static bool is_plain(unsigned code, unsigned more)
{
    static const unsigned least[] = {0, 0x80, 0x800, 0x10000};

    return code >= least[more] && code <= 0x10ffff &&
           !(code >= 0xd800 && code < 0xe000) && code >= 0x20 &&
           !(code >= 0x7f && code < 0xa0) && !(code >= 0x202a && code <= 0x202e) &&
           !(code >= 0x2066 && code <= 0x2069);
}

bool rec_is_utf8(const char *text, size_t length)
{
    for (size_t i = 0; i < length;) {
        const unsigned char first = (unsigned char)text[i++];
        const unsigned more = more_bytes(first);
        unsigned code = more ? first & (0x3fu >> more) : first;

        if (more > 3 || more > length - i)
            return false;
        for (unsigned k = 0; k < more; k++, i++) {
            if (((unsigned char)text[i] & 0xc0) != 0x80)
                return false;
            code = code << 6 | ((unsigned char)text[i] & 0x3f);
        }
        if (!is_plain(code, more))
            return false;
    }
    return true;
}
