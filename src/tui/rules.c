#include "tui/rules.h"

#include <stdio.h>
#include <string.h>

#include "tobago/clauses.h"
#include "tui/cards.h"
#include "tui/line.h"

enum { LINES_MAX = 2000 };

const char *const tui_about[TUI_ABOUT_LINES] = {
    "Four treasures lie hidden on the island, and nobody knows where.",
    "You hold clue cards: \"in the jungle\", \"not next to a hut\". In your turn you",
    "lay one on the map of a treasure, which strikes off all spaces where it does",
    "not hold; or you drive your ATV over the island, up to three legs.",
    "Once a single space is left for a treasure, whoever gets there raises it.",
    "Everyone with a clue on its map gets a share: cards are turned up one by one,",
    "and you take this one or wait for a better one. Beware of the two curses.",
    "Statues bring amulets to light. One buys an extra move or clue, strikes off",
    "a site, or saves you from a curse.",
    "When the treasure cards run out, whoever has the most coins wins.",
};

static tui_rules_line lines[LINES_MAX];
static unsigned line_count;

/* ---- Layout ---- */

static void add_line(tui_rules_line line)
{
    if (line_count < LINES_MAX)
        lines[line_count++] = line;
}

static void add_blank(void)
{
    if (line_count)
        add_line((tui_rules_line){.clause = TOB_NONE, .text = ""});
}

/* Bytes of a text, up to its first LF, that go on a line of so many letters. */
static int break_at(const char *text, int width)
{
    int letters = 0, bytes = 0, blank = 0;

    for (; text[bytes] && text[bytes] != '\n' && letters <= width; bytes++) {
        letters += ((unsigned char)text[bytes] & 0xc0) != 0x80;
        if (text[bytes] == ' ')
            blank = bytes;
    }
    return letters <= width || !blank ? bytes : blank;
}

/* Adds paragraphs; the first line is of this kind. */
static void add_text(const char *text, tui_rules_line first, int width)
{
    for (bool begins = true; *text;) {
        const int length = break_at(text, width - first.indent);
        tui_rules_line line = first;
        line.text = text;
        line.length = length;
        if (begins && strncmp(text, "Ruling", 6) == 0)
            line.kind = TUI_RULES_RULING;
        add_line(line);
        begins = text[length] == '\n';
        text += length + (text[length] == '\n' || text[length] == ' ');
        first.kind = TUI_RULES_TEXT;
    }
}

static void add_clause(unsigned number, const tob_clause *clause, int width)
{
    const unsigned before = line_count;

    add_text(clause->text,
             (tui_rules_line){.clause = (uint8_t)number, .indent = TUI_RULES_IDS}, width);
    if (line_count > before)
        lines[before].kind = TUI_RULES_CLAUSE;
}

static void add_title(unsigned number)
{
    const char *title = tob_section_at(number)->title;

    add_blank();
    add_line((tui_rules_line){TUI_RULES_SECTION, (uint8_t)number, 0, title,
                              (int)strlen(title)});
}

static void add_section(unsigned index, const char *question, int width)
{
    const tob_section *section = tob_section_at(index);
    const size_t length = strlen(question);
    const tui_rules_line plain = {.clause = TOB_NONE, .indent = 0};
    bool titled = false;

    if (!length || tob_section_fits(section, question, length)) {
        add_title(index);
        titled = true;
        add_text(section->text, plain, width);
    }
    for (unsigned number = section->first; number < section->first + section->count;
         number++) {
        const tob_clause *clause = tob_clause_at(number);
        if (length && !tob_clause_fits(clause, question, length))
            continue;
        if (!titled)
            add_title(index);
        titled = true;
        add_clause(number, clause, width);
    }
}

const tui_rules_line *tui_rules_lay(const tui_model *m, unsigned *count)
{
    const int room = m->window.columns - 4;
    const int width = room > TUI_RULES_WIDTH ? TUI_RULES_WIDTH : room;

    line_count = 0;
    for (unsigned i = 0; i < TUI_ABOUT_LINES && !*m->rules.question; i++)
        add_line((tui_rules_line){TUI_RULES_TEXT, TOB_NONE, 0, tui_about[i],
                                  (int)strlen(tui_about[i])});
    for (unsigned i = 0; tob_section_at(i); i++)
        add_section(i, m->rules.question, width);
    *count = line_count;
    return lines;
}

int tui_rules_height(const tui_model *m)
{
    return m->window.rows - 4;
}

/* ---- Turning ---- */

static void scroll_to(tui_model *m, int top)
{
    unsigned count;
    const int height = tui_rules_height(m);

    tui_rules_lay(m, &count);
    top = top > (int)count - height ? (int)count - height : top;
    m->rules.top = top < 0 ? 0 : top;
}

void tui_rules_scroll(tui_model *m, int step)
{
    scroll_to(m, m->rules.top + step);
}

void tui_rules_section(tui_model *m, int step)
{
    unsigned count;
    const tui_rules_line *line = tui_rules_lay(m, &count);
    int at = m->rules.top + step;

    while (at > 0 && at < (int)count && line[at].kind != TUI_RULES_SECTION)
        at += step;
    scroll_to(m, at);
}

/* ---- Opening ---- */

/* The clause of the reason that stands on the screen without a refusal; "" if none does.
 */
static const char *shown_clause(const tui_model *m)
{
    const tui_item *item = &m->list.item[m->list.chosen];

    if (m->over == TUI_OVER_LIST)
        return m->list.has_items && item->against ? item->clause : "";
    if (m->match && !m->over && m->mode == TUI_MODE_CARDS)
        return tob_reason_clause(tui_why(m, tui_card_move(m, m->map)));
    return "";
}

bool tui_rules_has_reason(const tui_model *m)
{
    return *m->clause || *shown_clause(m);
}

/* Goes to a clause or, for a letter, to the beginning of its section. */
static void go_to(tui_model *m, const char *clause)
{
    const size_t length = strlen(clause);
    const tob_clause *found = tob_clause_find(clause, length);
    const tob_section *section = found ? NULL : tob_section_find(clause, length);
    const unsigned number = section ? section->first : TOB_NONE;
    unsigned count;
    const tui_rules_line *line = tui_rules_lay(m, &count);

    for (unsigned i = 0; i < count && (found || section); i++)
        if (line[i].kind == TUI_RULES_CLAUSE &&
            (tob_clause_at(line[i].clause) == found || line[i].clause == number)) {
            m->rules.clause = line[i].clause;
            scroll_to(m, (int)i - 2);
            return;
        }
}

void tui_rules_open(tui_model *m)
{
    const char *shown = *m->reason ? m->reason : shown_clause(m);

    m->rules = (tui_rules_state){.clause = TOB_NONE};
    if (*shown)
        go_to(m, shown);
    m->over = TUI_OVER_RULES;
}

/* ---- Searching ---- */

void tui_rules_search(tui_model *m)
{
    m->over = TUI_OVER_SEARCH;
    m->rules.question[0] = '\0';
    m->rules.clause = TOB_NONE;
    m->rules.top = 0;
}

void tui_rules_type(tui_model *m, char letter)
{
    const size_t length = strlen(m->rules.question);

    if (length + 1 < sizeof m->rules.question) {
        m->rules.question[length] = letter;
        m->rules.question[length + 1] = '\0';
    }
    m->rules.top = 0;
}

void tui_rules_delete(tui_model *m)
{
    const size_t length = strlen(m->rules.question);

    if (length)
        m->rules.question[length - 1] = '\0';
    m->rules.top = 0;
}

void tui_rules_found(tui_model *m)
{
    m->over = TUI_OVER_RULES;
}

void tui_rules_back(tui_model *m)
{
    if (m->over == TUI_OVER_SEARCH || *m->rules.question) {
        m->over = TUI_OVER_RULES;
        m->rules.question[0] = '\0';
        m->rules.top = 0;
    } else {
        tui_close(m);
    }
}
