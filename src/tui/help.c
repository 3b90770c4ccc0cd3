/* What the bottom line and the help say about the keys, from the table of keys. */
#include <stdio.h>
#include <string.h>

#include "tui/bindings.h"

const char *tui_key_of(unsigned kind)
{
    for (unsigned i = 0; i < tui_binding_count; i++)
        if (tui_bindings[i].kind == kind)
            return tui_bindings[i].name;
    return "";
}

const char *tui_key_doing(void (*act)(tui_model *m))
{
    for (unsigned i = 0; i < tui_binding_count; i++)
        if (tui_bindings[i].act == act)
            return tui_bindings[i].name;
    return "";
}

unsigned tui_hints(const tui_model *m, tui_hint hints[static TUI_HINTS_MAX])
{
    const unsigned at = tui_situation(m);
    uint64_t legal = 0;
    unsigned count = 0;

    for (unsigned i = 0; i < m->moves.count; i++)
        legal |= (uint64_t)1 << m->moves.move[i].kind;
    for (const binding *b = tui_bindings; b < tui_bindings + tui_binding_count; b++)
        if (b->shown & at && (!b->legal || b->legal & legal) &&
            (!b->offered || b->offered(m)) && count < TUI_HINTS_MAX)
            hints[count++] = (tui_hint){b->name, b->word,
                                        b->key == 1 ? TUI_KEY_ESCAPE
                                        : b->last   ? 0
                                                    : b->key};
    return count;
}

static const char *const headings[PART_COUNT] = {
    [ON_ISLAND] = "On the island", [YOUR_TURN] = "Your turn",
    [ALWAYS] = "Always",           [THROUGH_RECORD] = "Through the record",
    [LOOKING_AT_IT] = "Looking",
};

enum { HELP_HALF = 31, HELP_WIDTH = 76 };

/* The next binding that a part of the help tells, or the end. */
static const binding *next_told(const binding *b, part wanted)
{
    while (b < tui_bindings + tui_binding_count && b->part != wanted)
        b++;
    return b;
}

/* Writes a binding, in the turn and always also the next one if both are short. Returns
 * the last one written. */
static const binding *tell(const binding *b, char line[static TUI_HELP_SIZE])
{
    const bool narrow = b->part == YOUR_TURN || b->part == ALWAYS;
    const int column = narrow ? 5 : 13;
    const binding *next = next_told(b + 1, b->part);
    const int used = snprintf(line, TUI_HELP_SIZE, "%-*s%s", column, b->name, b->help);

    if (!narrow || used >= HELP_HALF || next == tui_bindings + tui_binding_count ||
        HELP_HALF + column + (int)strlen(next->help) > HELP_WIDTH)
        return b;
    snprintf(line + used, (size_t)(TUI_HELP_SIZE - used), "%*s%-*s%s", HELP_HALF - used,
             "", column, next->name, next->help);
    return next;
}

unsigned tui_help(bool replay, char lines[static TUI_HELP_LINES][TUI_HELP_SIZE])
{
    const part first = replay ? THROUGH_RECORD : ON_ISLAND;
    const part last = replay ? LOOKING_AT_IT : ALWAYS;
    unsigned count = 0;

    for (part wanted = first; wanted <= last; wanted++) {
        if (wanted > first)
            lines[count++][0] = '\0';
        snprintf(lines[count++], TUI_HELP_SIZE, "\t%s", headings[wanted]);
        for (const binding *b = next_told(tui_bindings, wanted);
             b < tui_bindings + tui_binding_count; b = next_told(b + 1, wanted))
            b = tell(b, lines[count++]);
        if (wanted == YOUR_TURN)
            snprintf(lines[count++], TUI_HELP_SIZE,
                     "A key that is not offered answers with the rule against it.");
    }
    return count;
}

unsigned tui_help_next(const tui_model *m, unsigned from)
{
    static char lines[TUI_HELP_LINES][TUI_HELP_SIZE];
    const unsigned count = tui_help(m->mode == TUI_MODE_REPLAY, lines);
    const unsigned fit = (unsigned)m->window.rows - 3; /* the box, and the keys */
    unsigned next = 0;

    if (count - from <= fit)
        return 0;
    for (unsigned i = from + 1; i < count && i <= from + fit; i++)
        if (lines[i][0] == '\t')
            next = i;
    return next ? next : from + fit;
}
