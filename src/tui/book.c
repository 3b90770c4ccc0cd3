#include "tui/book.h"

#include <stdio.h>

#include "tobago/clauses.h"
#include "tui/column.h"
#include "tui/ink.h"
#include "tui/rules.h"

/* Puts one line of the rules. The clause that was asked for stands out. */
static void put_line(const tui_model *m, const tui_rules_line *line, int y, int x,
                     int width)
{
    const bool asked = line->clause != TOB_NONE && line->clause == m->rules.clause;
    const unsigned ink = asked ? TUI_INK_GOOD : TUI_INK_TEXT;

    if (line->kind == TUI_RULES_SECTION) {
        const char *letters = tob_section_at(line->clause)->letters;
        tui_print(TUI_INK_TITLE, y, x, width, "%.1s%s%.*s", letters, *letters ? ". " : "",
                  line->length, line->text);
        return;
    }

    if (line->kind == TUI_RULES_CLAUSE)
        tui_print(asked ? TUI_INK_CHOSEN : TUI_INK_KEY, y, x, TUI_RULES_IDS, "%s",
                  tob_clause_at(line->clause)->id);
    tui_print(ink, y, x + line->indent, width - line->indent, "%.*s", line->length,
              line->text);
    if (line->kind == TUI_RULES_RULING)
        tui_put(TUI_INK_DIM, y, x + line->indent, 6, "Ruling");
}

void tui_book_draw(const tui_model *m)
{
    const int rows = m->window.rows, columns = m->window.columns;
    const int height = tui_rules_height(m), room = columns - 4;
    const int width = room > TUI_RULES_WIDTH ? TUI_RULES_WIDTH : room;
    const int x = (columns - width) / 2;
    unsigned count;
    const tui_rules_line *line = tui_rules_lay(m, &count);
    tui_hint keys[TUI_HINTS_MAX];

    tui_print(TUI_INK_TITLE, 0, x, width, "The rules of Tobago");
    tui_rule(TUI_INK_DIM, 1, x, width);
    for (int i = 0; i < height && m->rules.top + i < (int)count; i++)
        put_line(m, &line[m->rules.top + i], 2 + i, x, width);
    if (!count)
        tui_put(TUI_INK_DIM, 3, x, width, "No clause answers that.");
    tui_ink(TUI_INK_KEY);
    if (m->rules.top)
        tui_put(TUI_INK_KEY, 2, x + width + 1, 1, tui_ink_has_utf8() ? "▲" : "^");
    if (m->rules.top + height < (int)count)
        tui_put(TUI_INK_KEY, 1 + height, x + width + 1, 1,
                tui_ink_has_utf8() ? "▼" : "v");
    if (m->over == TUI_OVER_SEARCH || *m->rules.question)
        tui_print(TUI_INK_TITLE, rows - 2, 1, columns - 1, "/%s", m->rules.question);
    tui_put_keys(keys, tui_hints(m, keys));
}
