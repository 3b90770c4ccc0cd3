/* A line typed in words, with the rest of a word on request. */
#define NCURSES_NOMACROS 1
#include <curses.h>
#include <stdio.h>
#include <string.h>

#include "tui/column.h"

/* A legal move as one would type it: without the seat, unless a number was begun. */
static const char *spell(const tui *ui, unsigned index, const char *typed,
                         char text[static REC_LINE_MAX])
{
    const char *word;

    rec_write_move(&ui->board, ui->moves.move[index], text);
    if (*typed >= '1' && *typed <= '9')
        return text;
    word = strchr(text, ' ');
    return word ? word + 1 : text;
}

/* What all legal moves that begin like 'typed' have in common; false if there is none. */
static bool common_beginning(const tui *ui, const char *typed,
                             char common[static REC_LINE_MAX])
{
    const size_t length = strlen(typed);
    bool found = false;

    *common = '\0';
    for (unsigned i = 0; i < ui->moves.count; i++) {
        char text[REC_LINE_MAX];
        const char *move = spell(ui, i, typed, text);
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

/* The words that may come next, each once; '...' if they are too many. */
static void next_words(const tui *ui, const char *typed, char *out, size_t size)
{
    const char *blank = strrchr(typed, ' ');
    const size_t length = strlen(typed);
    const size_t from = blank ? (size_t)(blank - typed) + 1 : 0;
    size_t used = 0;

    *out = '\0';
    for (unsigned i = 0; i < ui->moves.count; i++) {
        char text[REC_LINE_MAX], word[REC_LINE_MAX + 2];
        const char *move = spell(ui, i, typed, text);
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

/* Adds what is not in doubt; if nothing is, 'words' tells what there is to choose from.
 */
static void complete(const tui *ui, char *line, size_t size, char *words, size_t room)
{
    char common[REC_LINE_MAX];

    if (!common_beginning(ui, line, common))
        snprintf(words, room, "no legal move begins like this");
    else if (strlen(common) > strlen(line))
        snprintf(line, size, "%s", common);
    else
        next_words(ui, line, words, room);
}

/* One key of the line. */
static void type_key(const tui *ui, int key, char *line, size_t size, char *words,
                     size_t room)
{
    const size_t length = strlen(line);

    *words = '\0';
    if (key == '\t') {
        complete(ui, line, size, words, room);
    } else if ((key == KEY_BACKSPACE || key == 127 || key == 8) && length) {
        line[length - 1] = '\0';
    } else if (key >= ' ' && key < 127 && length + 1 < size) {
        line[length] = (char)key;
        line[length + 1] = '\0';
    }
}

bool tui_read_line(tui *ui, char *line, size_t size)
{
    enum { SHOWN = 200 };
    static const tui_hint keys[] = {
        {"Tab", "completes"}, {"Enter", "plays"}, {"Esc", "back"}};
    char words[SHOWN] = "";
    int key = 0;

    *line = '\0';
    curs_set(1);
    while (!ui->quit && key != '\n' && key != TUI_KEY_ESCAPE) {
        const int at = 2 + (int)strlen(line);
        const int last = getmaxx(stdscr) - 1, room = last - at - 2;
        snprintf(ui->message, sizeof ui->message, ":%.*s  %s", SHOWN, line, words);
        tui_draw(ui);
        if (tui_fits())
            tui_put_keys(keys, 3);
        move(getmaxy(stdscr) - 2, at < last ? at : last);
        refresh();
        key = tui_key(ui);
        if (key != '\n')
            type_key(ui, key, line, size, words,
                     room < 40      ? 40
                     : room < SHOWN ? (size_t)room
                                    : SHOWN);
    }
    curs_set(0);
    ui->message[0] = '\0';
    return key == '\n' && *line;
}
