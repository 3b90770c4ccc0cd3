/* rules: the text of the rules, or what it says about a few words. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/commands.h"
#include "host/print.h"
#include "host/text.h"
#include "tobago/clauses.h"
#include "tobago/json.h"
#include "tui/draw.h"

/* Columns of a line: those of the terminal, but lines beyond 100 are hard to read. */
enum { WIDTH_LEAST = 40, WIDTH_MOST = 100, WIDTH_FILE = 80, INDENT = 6 };

/* Suggestions after a question that nothing fits. */
enum { SUGGESTIONS = 3, WORD_MAX = 24 };

static unsigned width_of(FILE *out)
{
    struct winsize size;

    if (!isatty(fileno(out)) || ioctl(fileno(out), TIOCGWINSZ, &size) || !size.ws_col)
        return WIDTH_FILE;
    return size.ws_col < WIDTH_LEAST  ? WIDTH_LEAST
           : size.ws_col > WIDTH_MOST ? WIDTH_MOST
                                      : size.ws_col;
}

/* ---- Printing ---- */

/* Prints a section's heading, "A and X. Amulets and exchanging cards". */
static void print_heading(const tob_section *section, bool colour)
{
    fputs(colour ? "\033[1m" : "", stdout);
    for (const char *letter = section->letters; *letter; letter++)
        printf("%s%c", letter == section->letters ? "" : " and ", *letter);
    printf("%s%s%s\n\n", *section->letters ? ". " : "", section->title,
           colour ? "\033[0m" : "");
}

/* Is this an item of a list, "1. text"? */
static bool is_item(const char *text)
{
    return text[0] >= '1' && text[0] <= '9' && text[1] == '.' && text[2] == ' ';
}

/* Prints paragraphs with an empty line between them, but none between the items of a
 * list, which go on below their text. */
static void print_paragraphs(const char *text, unsigned width)
{
    for (const char *end; *text; text = *end ? end + 1 : end) {
        const unsigned indent = is_item(text) ? 3 : 0;
        char *paragraph;
        end = text + strcspn(text, "\n");
        paragraph = host_need(strndup(text, (size_t)(end - text)));
        printf("%.*s", (int)indent, paragraph);
        host_print_wrapped(stdout, paragraph + indent, indent, width);
        free(paragraph);
        if (*end && !(is_item(text) && is_item(end + 1)))
            putchar('\n');
    }
}

/* Does any clause fit? */
static bool fits_clause(const char *question)
{
    for (unsigned i = 0; tob_clause_at(i); i++)
        if (tob_clause_fits(tob_clause_at(i), question, strlen(question)))
            return true;
    return false;
}

/* Does any section fit? */
static bool fits_section(const char *question)
{
    for (unsigned i = 0; tob_section_at(i); i++)
        if (tob_section_fits(tob_section_at(i), question, strlen(question)))
            return true;
    return false;
}

static void print_clause(const tob_clause *clause, bool colour, unsigned width)
{
    printf(colour ? "  \033[1m%-4s\033[0m" : "  %-4s", clause->id);
    host_print_wrapped(stdout, clause->text, INDENT, width);
}

/* Prints the sections and clauses that fit a question; the introduction, which touches
 * everything, only where no clause does. */
static void print_rules(const char *question)
{
    const bool colour = draw_style_for(stdout).colour;
    const unsigned width = width_of(stdout);
    const size_t length = strlen(question);
    const tob_section *section;
    bool any = false;

    for (unsigned i = *question && fits_clause(question); (section = tob_section_at(i));
         i++) {
        const bool fits = tob_section_fits(section, question, length);
        bool headed = false;
        for (unsigned k = 0; k <= section->count; k++) {
            const tob_clause *clause = k ? tob_clause_at(section->first + k - 1) : NULL;
            if (clause ? !tob_clause_fits(clause, question, length) : !fits)
                continue;
            if (!headed) {
                fputs(any ? "\n" : "", stdout);
                print_heading(section, colour);
            }
            any = headed = true;
            if (clause)
                print_clause(clause, colour, width);
            else
                print_paragraphs(section->text, width);
            fputs(!clause && *section->text && section->count ? "\n" : "", stdout);
        }
    }
}

static void print_json(const char *question)
{
    const size_t length = rec_rules_json(question, strlen(question), NULL, 0);
    char *text = host_need(malloc(length + 1));

    rec_rules_json(question, strlen(question), text, length + 1);
    puts(text);
    free(text);
}

/* ---- What might have been meant ---- */

/* The words of the rules that are nearest to another word, the nearest first. */
typedef struct nearest {
    char word[SUGGESTIONS][WORD_MAX];
    unsigned distance[SUGGESTIONS];
    unsigned count;
} nearest;

/* Are these one word, but for an "s" at the end? */
static bool same_word(const char *a, const char *b)
{
    const size_t m = strlen(a), n = strlen(b), least = m < n ? m : n;

    return strncmp(a, b, least) == 0 && m <= least + 1 && n <= least + 1 &&
           (!a[least] || a[least] == 's') && (!b[least] || b[least] == 's');
}

static void suggest(nearest *found, const char *word, unsigned distance)
{
    unsigned at = found->count;

    for (unsigned i = 0; i < found->count; i++)
        if (same_word(found->word[i], word))
            return;
    while (at && found->distance[at - 1] > distance)
        at--;
    if (at == SUGGESTIONS)
        return;
    if (found->count < SUGGESTIONS)
        found->count++;
    for (unsigned i = found->count - 1; i > at; i--) {
        memcpy(found->word[i], found->word[i - 1], WORD_MAX);
        found->distance[i] = found->distance[i - 1];
    }
    snprintf(found->word[at], WORD_MAX, "%s", word);
    found->distance[at] = distance;
}

/* Copies the beginning of a text in small letters. */
static void copy_small(char word[static WORD_MAX], const char *text, size_t length)
{
    size_t i = 0;

    for (; i < length && i < WORD_MAX - 1 && text[i]; i++)
        word[i] = (char)tolower((unsigned char)text[i]);
    word[i] = '\0';
}

/* Looks for words near to one in small letters; a third of its letters may be wrong. */
static void look_through(nearest *found, const char *text, const char *word)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ-";
    const unsigned most = 2 * ((unsigned)strlen(word) / 3);

    while (*(text += strcspn(text, letters))) {
        const size_t length = strspn(text, letters);
        char other[WORD_MAX];
        if (length > 2 && length < WORD_MAX) {
            copy_small(other, text, length);
            const unsigned distance = host_distance(word, other);
            if (distance <= most)
                suggest(found, other, distance);
        }
        text += length;
    }
}

static void complain_clause(const char *id, const tob_section *section)
{
    char list[512] = "";

    for (unsigned i = 0; i < section->count; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, " %s",
                 tob_clause_at(section->first + i)->id);
    }
    host_complain("there is no clause %s; its section has%s", id, list);
}

static void complain_section(const char *letter)
{
    char list[128] = "";

    for (unsigned i = 0; tob_section_at(i); i++)
        for (const char *at = tob_section_at(i)->letters; *at; at++) {
            const size_t used = strlen(list);
            snprintf(list + used, sizeof list - used, " %c", *at);
        }
    host_complain("there is no section %s; the sections are%s", letter, list);
}

/* Complains about a word that is nowhere in the rules. */
static void complain_word(const char *word)
{
    const tob_section *section = tob_section_find(word, 1);
    nearest found = {.count = 0};
    char list[SUGGESTIONS * (WORD_MAX + 4)] = "", small[WORD_MAX];

    if (section && strspn(word + 1, "0123456789") + 1 == strlen(word)) {
        complain_clause(word, section);
        return;
    }
    if (strlen(word) == 1) {
        complain_section(word);
        return;
    }
    copy_small(small, word, WORD_MAX);
    for (unsigned i = 0; tob_section_at(i); i++)
        look_through(&found, tob_section_at(i)->text, small);
    for (unsigned i = 0; tob_clause_at(i); i++)
        look_through(&found, tob_clause_at(i)->text, small);
    for (unsigned i = 0; i < found.count; i++) {
        const size_t used = strlen(list);
        snprintf(list + used, sizeof list - used, "%s%s",
                 !i                    ? "; did you mean "
                 : i + 1 < found.count ? ", "
                                       : " or ",
                 found.word[i]);
    }
    host_complain("the rules do not mention '%s'%s%s", word, list,
                  found.count ? "?" : "; 'tobago rules' prints all of them");
}

/* Complains about the first word that is nowhere, or about all of them together. */
static host_status complain(const cli_words *words, const char *question)
{
    for (int i = 0; i < words->count; i++)
        if (!fits_clause(words->word[i]) && !fits_section(words->word[i])) {
            complain_word(words->word[i]);
            return HOST_REFUSED;
        }
    host_complain("no clause has all of these: %s", question);
    return HOST_REFUSED;
}

host_status cli_run_rules(const cli_command *self, cli_words *words)
{
    bool json = false;
    const cli_option options[] = {{"--json", CLI_INTO(&json), 0, 0}};
    host_text question = {0};
    host_status code = cli_parse(self, words, options, 1);

    if (code)
        return code;
    host_text_append(&question, "", 0);
    for (int i = 0; i < words->count; i++) {
        host_text_append(&question, " ", i > 0);
        host_text_append(&question, words->word[i], strlen(words->word[i]));
    }
    if (!fits_clause(question.bytes) && !fits_section(question.bytes))
        code = complain(words, question.bytes);
    else if (json)
        print_json(question.bytes);
    else
        print_rules(question.bytes);
    host_text_clear(&question);
    return code;
}
