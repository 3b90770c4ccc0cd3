/* Turns docs/rules.md into the constant tables of sections and clauses.
 *
 *   clauses docs/rules.md > clauses.c
 *
 * Runs at build time. Rules that do not have the form below stop the build with file,
 * line and reason, so that the program never shows half a clause.
 *
 *   # TITLE                     the first line; paragraphs after it introduce the rules
 *   ## C. TITLE                 a section; "## A and X. TITLE" has two letters
 *   text                        a paragraph, before the section's first clause
 *   1. text                     one too: an item of a list
 *   - **C3** text               a clause: a letter of its section and a digit
 *     text                      lines that go on are indented by two blanks
 *
 * *emphasis*, **strength** and `code` lose their marks. In a clause "*Ruling*:" and
 * "*Ruling* (" begin a paragraph. */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reject.h"

enum {
    LINE_BYTES = 512,
    TEXT_BYTES = 4000, /* compilers need not take longer strings than 4095 */
    SECTIONS = 40,
    CLAUSES = 250 /* a byte numbers them */
};

/* A text that grows, and the line on which it began. */
typedef struct text {
    char bytes[TEXT_BYTES];
    size_t length;
    int line;
} text;

static struct {
    char letters[4];
    char title[LINE_BYTES];
    text text;
    int first, count;
} section[SECTIONS];
static int sections;

static struct {
    char id[4];
    text text;
    int section, rulings;
} clause[CLAUSES];
static int clauses;

/* ---- Texts ---- */

static void put(text *to, const char *bytes, size_t length)
{
    if (to->length + length >= TEXT_BYTES)
        reject("more than %d bytes of text", TEXT_BYTES - 1);
    memcpy(to->bytes + to->length, bytes, length);
    to->length += length;
    to->bytes[to->length] = '\0';
}

/* Appends a line after a separator, a blank or an LF; the first line needs none. */
static void append(text *to, char separator, const char *line)
{
    if (!*line)
        reject("there is no text");
    if (!to->length)
        to->line = line_number;
    else
        put(to, &separator, 1);
    put(to, line, strlen(line));
}

/* Does a ruling begin here? "*Ruling*:" or "*Ruling* (" */
static bool is_ruling(const char *at)
{
    return strncmp(at, "*Ruling*:", 9) == 0 || strncmp(at, "*Ruling* (", 10) == 0;
}

/* Copies a span between two marks, without them. Returns what follows it. */
static const char *put_span(text *plain, const char *from, const char *mark)
{
    const size_t size = strlen(mark);
    const char *end = strstr(from + size, mark);

    if (!end || end == from + size)
        reject("a %s that nothing closes, or nothing between two", mark);
    put(plain, from + size, (size_t)(end - from) - size);
    return end + size;
}

/* Takes the marks out of a text. Rulings of clauses become paragraphs; returns how many
 * there are. */
static int make_plain(text *marked, bool has_rulings)
{
    static text plain;
    int rulings = 0;

    line_number = marked->line;
    plain = (text){.line = marked->line};
    for (const char *at = marked->bytes; *at;) {
        if (has_rulings && is_ruling(at)) {
            if (plain.length)
                plain.bytes[plain.length - 1] = '\n'; /* it was a blank */
            rulings++;
        }
        if (*at == '`')
            at = put_span(&plain, at, "`");
        else if (*at == '*')
            at = put_span(&plain, at, at[1] == '*' ? "**" : "*");
        else
            put(&plain, at++, 1);
    }
    *marked = plain;
    return rulings;
}

/* ---- Lines ---- */

/* "## C. TITLE" or "## A and X. TITLE" */
static void begin_section(const char *line)
{
    char first = 0, second = 0;
    const char *title = line + 3;

    if (isupper((unsigned char)title[0]) && strncmp(title + 1, " and ", 5) == 0) {
        second = title[6];
        first = title[0];
        title += 6;
    } else {
        first = title[0];
    }
    if (!isupper((unsigned char)first) || (second && !isupper((unsigned char)second)) ||
        title[1] != '.' || title[2] != ' ' || !title[3])
        reject("a section is '## C. TITLE' or '## A and X. TITLE'");
    if (sections > 1 && !section[sections - 1].count)
        reject("the section before has no clause");
    for (int i = 0; i < sections; i++)
        if (strchr(section[i].letters, first) ||
            (second && strchr(section[i].letters, second)))
            reject("another section has this letter");
    if (sections == SECTIONS)
        reject("more than %d sections", SECTIONS);
    section[sections].letters[0] = first;
    section[sections].letters[1] = second;
    section[sections].first = clauses;
    snprintf(section[sections++].title, LINE_BYTES, "%s", title + 3);
}

/* "- **C3** text" */
static void begin_clause(const char *line)
{
    const char *id = line + 4;

    if (strncmp(line, "- **", 4) != 0 || !isupper((unsigned char)id[0]) ||
        !isdigit((unsigned char)id[1]) || strncmp(id + 2, "** ", 3) != 0)
        reject("a clause is '- **C3** text'");
    if (!sections || !strchr(section[sections - 1].letters, id[0]))
        reject("clause %.2s is not in its section", id);
    for (int i = 0; i < clauses; i++)
        if (strncmp(clause[i].id, id, 2) == 0)
            reject("clause %.2s is there twice", id);
    if (clauses == CLAUSES)
        reject("more than %d clauses", CLAUSES);
    snprintf(clause[clauses].id, sizeof clause[0].id, "%.2s", id);
    clause[clauses].section = sections - 1;
    section[sections - 1].count++;
    append(&clause[clauses++].text, ' ', id + 5);
}

/* What the next line may go on with. */
typedef enum block { BLOCK_NONE, BLOCK_PARAGRAPH, BLOCK_CLAUSE } block;

static block read_paragraph(const char *line, block open)
{
    const bool item = isdigit((unsigned char)line[0]) && strncmp(line + 1, ". ", 2) == 0;

    if (open == BLOCK_CLAUSE)
        reject("a line that goes on is indented by two blanks");
    if (section[sections - 1].count)
        reject("a section's text comes before its first clause");
    append(&section[sections - 1].text, open == BLOCK_PARAGRAPH && !item ? ' ' : '\n',
           line);
    return BLOCK_PARAGRAPH;
}

static block read_indented(const char *line, block open)
{
    if (open == BLOCK_NONE || line[1] != ' ' || line[2] == ' ')
        reject("a line that goes on is indented by two blanks");
    append(open == BLOCK_CLAUSE ? &clause[clauses - 1].text : &section[sections - 1].text,
           ' ', line + 2);
    return open;
}

static block read_line(const char *line, block open)
{
    if (!*line)
        return BLOCK_NONE;
    if (!sections) {
        if (strncmp(line, "# ", 2) != 0)
            reject("the first line is '# TITLE'");
        snprintf(section[sections++].title, LINE_BYTES, "%s", line + 2);
        return BLOCK_NONE;
    }
    if (line[0] == '#' && open != BLOCK_NONE)
        reject("a heading has an empty line before it");
    if (strncmp(line, "## ", 3) == 0) {
        begin_section(line);
        return BLOCK_NONE;
    }
    if (line[0] == '#')
        reject("a section is '## C. TITLE' or '## A and X. TITLE'");
    if (line[0] == '-') {
        if (open == BLOCK_PARAGRAPH)
            reject("a clause after a paragraph has an empty line before it");
        begin_clause(line);
        return BLOCK_CLAUSE;
    }
    return line[0] == ' ' ? read_indented(line, open) : read_paragraph(line, open);
}

static void read_rules(FILE *file)
{
    char line[LINE_BYTES];
    block open = BLOCK_NONE;

    while (fgets(line, sizeof line, file)) {
        const size_t length = strcspn(line, "\n");
        line_number++;
        if (line[length] != '\n' && !feof(file))
            reject("a zero byte, or more than %d bytes", LINE_BYTES - 2);
        line[length] = '\0';
        for (size_t i = 0; i < length; i++)
            if ((unsigned char)line[i] < ' ' || line[i] == 0x7f)
                reject("a tab or another control byte");
        if (length && line[length - 1] == ' ')
            reject("a blank at the end");
        open = read_line(line, open);
    }
    if (ferror(file))
        reject("%s", strerror(errno));
    if (!clauses || !section[sections - 1].count)
        reject("the rules end without a clause");
    for (int i = 0; i < sections; i++)
        make_plain(&section[i].text, false);
    for (int i = 0; i < clauses; i++)
        clause[i].rulings = make_plain(&clause[i].text, true);
}

/* ---- Tables ---- */

static void write_string(const char *string)
{
    putchar('"');
    for (; *string; string++) {
        const unsigned char byte = (unsigned char)*string;
        if (byte == '\n')
            fputs("\\n", stdout);
        else if (byte == '"' || byte == '\\')
            printf("\\%c", byte);
        else if (byte >= 0x80 || byte == '?') /* no trigraphs */
            printf("\\%03o", byte);
        else
            putchar(byte);
    }
    putchar('"');
}

static void write_tables(void)
{
    printf(
        "/* Made from docs/rules.md by data/clauses.c: change the rules, not this. */\n"
        "#include \"engine/data.h\"\n\n"
        "const uint8_t tob_section_total = %d, tob_clause_total = %d;\n"
        "const tob_section tob_sections[] = {\n",
        sections, clauses);
    for (int i = 0; i < sections; i++) {
        printf("    {\"%s\", ", section[i].letters);
        write_string(section[i].title);
        printf(",\n     ");
        write_string(section[i].text.bytes);
        printf(",\n     %d, %d},\n", section[i].first, section[i].count);
    }
    printf("};\nconst tob_clause tob_clauses[] = {\n");
    for (int i = 0; i < clauses; i++) {
        printf("    {\"%s\", ", clause[i].id);
        write_string(clause[i].text.bytes);
        printf(", %d, %d},\n", clause[i].section, clause[i].rulings);
    }
    printf("};\n");
}

int main(int count, char **arguments)
{
    FILE *file;

    if (count != 2) {
        fprintf(stderr, "usage: clauses docs/rules.md\n");
        return 2;
    }
    file_name = arguments[1];
    file = fopen(file_name, "r");
    if (!file)
        reject("%s", strerror(errno));
    read_rules(file);
    fclose(file);
    write_tables();
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 3;
}
