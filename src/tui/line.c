#include "tui/line.h"

#include <stdio.h>
#include <string.h>

void tui_line_open(tui_model *m)
{
    m->over = TUI_OVER_LINE;
    m->typed[0] = m->words[0] = '\0';
}

void tui_line_add(tui_model *m, char letter)
{
    const size_t length = strlen(m->typed);

    m->words[0] = '\0';
    if (length + 1 < sizeof m->typed) {
        m->typed[length] = letter;
        m->typed[length + 1] = '\0';
    }
}

void tui_line_paste(tui_model *m)
{
    for (const char *at = m->pasted; *at; at++)
        tui_line_add(m, *at);
}

void tui_line_delete(tui_model *m)
{
    const size_t length = strlen(m->typed);

    m->words[0] = '\0';
    if (length)
        m->typed[length - 1] = '\0';
}

void tui_line_play(tui_model *m)
{
    const match_source *source = m->match->source;
    const char *answer;
    char line[REC_LINE_MAX];
    rec_error error;

    m->over = TUI_OVER_NOTHING;
    if (!m->typed[0])
        return;
    answer = source ? source->command(m->match, m->typed) : NULL;
    if (answer) {
        tui_say(m, "%s", answer);
        return;
    }
    match_spell(m->match, m->typed, line);
    if (match_play(m->match, line, &error))
        m->told = m->match->moves;
    else
        tui_refuse(m, error.clause, error.text);
}

/* ---- Completion ---- */

/* Spells a legal move as one would type it: without the seat, unless a number was begun.
 */
static const char *spell(const tui_model *m, unsigned index, const char *typed,
                         char text[static REC_LINE_MAX])
{
    const char *word;

    rec_write_move(&m->board, m->moves.move[index], text);
    if (*typed >= '1' && *typed <= '9')
        return text;
    word = strchr(text, ' ');
    return word ? word + 1 : text;
}

/* Finds what all legal moves that begin like 'typed' have in common; false if no move
 * begins like it. */
static bool common_beginning(const tui_model *m, const char *typed,
                             char common[static REC_LINE_MAX])
{
    const size_t length = strlen(typed);
    bool found = false;

    *common = '\0';
    for (unsigned i = 0; i < m->moves.count; i++) {
        char text[REC_LINE_MAX];
        const char *move = spell(m, i, typed, text);
        size_t same = 0;
        if (strncmp(move, typed, length) != 0)
            continue;
        if (!found)
            snprintf(common, REC_LINE_MAX, "%s", move);
        found = true;
        while (common[same] && common[same] == move[same])
            same++;
        common[same] = '\0';
    }
    return found;
}

/* Lists the words that may come next, each once; '...' stands for those without room. */
static void next_words(const tui_model *m, const char *typed, char *out, size_t size)
{
    const char *blank = strrchr(typed, ' ');
    const size_t length = strlen(typed);
    const size_t from = blank ? (size_t)(blank - typed) + 1 : 0;
    size_t used = 0;

    *out = '\0';
    for (unsigned i = 0; i < m->moves.count; i++) {
        char text[REC_LINE_MAX], word[REC_LINE_MAX + 2];
        const char *move = spell(m, i, typed, text);
        if (strncmp(move, typed, length) != 0)
            continue;
        snprintf(word, sizeof word, " %.*s ", (int)strcspn(move + from, " "),
                 move + from);
        if (strstr(out, word))
            continue;
        if (used + strlen(word) + 4 > size) {
            snprintf(out + used, size - used, "...");
            return;
        }
        /* The blank that ends a word begins the next one. */
        used += (size_t)snprintf(out + used, size - used, "%s", word + (used > 0));
    }
}

void tui_line_complete(tui_model *m)
{
    const int used = 2 + (int)strlen(m->typed) + 2, left = m->window.columns - 1 - used;
    const size_t room = left < 40              ? 40
                        : left < TUI_WORDS_MAX ? (size_t)left
                                               : TUI_WORDS_MAX;
    char common[REC_LINE_MAX];

    m->words[0] = '\0';
    if (!common_beginning(m, m->typed, common))
        snprintf(m->words, sizeof m->words, "no legal move begins like this");
    else if (strlen(common) > strlen(m->typed))
        snprintf(m->typed, sizeof m->typed, "%s", common);
    else
        next_words(m, m->typed, m->words, room);
}
