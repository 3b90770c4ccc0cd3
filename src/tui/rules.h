/* The rules inside the game: all clauses of docs/rules.md as lines, searched, and opened
 * at the clause of a refusal. */
#ifndef TOBAGO_TUI_RULES_H
#define TOBAGO_TUI_RULES_H

#include "tui/model.h"

typedef enum tui_rules_kind {
    TUI_RULES_TEXT,
    TUI_RULES_SECTION, /* its title */
    TUI_RULES_CLAUSE,  /* its first line, which begins with the id */
    TUI_RULES_RULING,  /* the first line of a ruling */
} tui_rules_kind;

typedef struct tui_rules_line {
    tui_rules_kind kind;
    uint8_t clause; /* its number, or TOB_NONE; of a title, that of the section */
    int indent;
    const char *text; /* not ended by a zero */
    int length;
} tui_rules_line;

enum { TUI_RULES_IDS = 5, TUI_RULES_WIDTH = 84 }; /* columns of an id; of a line */

/* What the game is about, in ten lines. */
enum { TUI_ABOUT_LINES = 10 };
extern const char *const tui_about[TUI_ABOUT_LINES];

/* Opens the rules at the clause of the last refusal, or of the reason that is shown, or
 * at the beginning. */
void tui_rules_open(tui_model *m);

/* Is there such a clause? */
bool tui_rules_has_reason(const tui_model *m);

/* Lays the clauses out that answer the question. Returns the lines, *count of them, which
 * live until the next call. */
const tui_rules_line *tui_rules_lay(const tui_model *m, unsigned *count);

/* The lines that the page shows at once. */
int tui_rules_height(const tui_model *m);

/* Moves the page by so many lines, or to another section. */
void tui_rules_scroll(tui_model *m, int lines);
void tui_rules_section(tui_model *m, int step);

/* Begins to type a question; its letters count at once. Esc clears it. */
void tui_rules_search(tui_model *m);
void tui_rules_type(tui_model *m, char letter);
void tui_rules_delete(tui_model *m);
void tui_rules_found(tui_model *m);
void tui_rules_back(tui_model *m);

#endif
