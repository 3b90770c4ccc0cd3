#define _XOPEN_SOURCE    700 /* wcwidth */
#define NCURSES_NOMACROS 1
#include "tui/column.h"

#include <curses.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <wchar.h>

#include "tui/ink.h"
#include "tui/zones.h"

int tui_put(unsigned ink, int y, int x, int width, const char *text)
{
    const char *at = text, *const end = text + strlen(text);
    mbstate_t state = {0};
    int used = 0;

    while (at < end) {
        wchar_t letter;
        const size_t bytes = mbrtowc(&letter, at, (size_t)(end - at), &state);
        if (bytes == 0 || bytes > (size_t)(end - at))
            break;
        const int wide = wcwidth(letter);
        if (wide < 0 || used + wide > width)
            break;
        used += wide;
        at += bytes;
    }
    tui_ink(ink);
    if (at > text)
        mvaddnstr(y, x, text, (int)(at - text));
    return used;
}

int tui_print(unsigned ink, int y, int x, int width, const char *format, ...)
{
    char text[TUI_MESSAGE_MAX];
    va_list words;

    va_start(words, format);
    vsnprintf(text, sizeof text, format, words);
    va_end(words);
    return tui_put(ink, y, x, width, text);
}

void tui_put_keys(const tui_hint *keys, unsigned count)
{
    const int y = getmaxy(stdscr) - 1, columns = getmaxx(stdscr);
    int x = 1;

    tui_ink(TUI_INK_TEXT);
    mvhline(y, 0, ' ', columns);
    for (unsigned i = 0; i < count; i++) {
        const int key = (int)strlen(keys[i].key), word = (int)strlen(keys[i].word);
        if (x + key + 1 + word >= columns)
            return; /* half a key helps nobody */
        tui_put(TUI_INK_KEY, y, x, key, keys[i].key);
        tui_put(TUI_INK_DIM, y, x + key + 1, word, keys[i].word);
        if (keys[i].code)
            tui_zone_add((tui_zone){y, x, key + 1 + word, TUI_ZONE_KEY, keys[i].code});
        x += key + 1 + word + 2;
    }
}

void tui_rule(unsigned ink, int y, int x, int width)
{
    tui_ink(ink);
    for (int i = 0; i < width; i++)
        mvaddstr(y, x + i, tui_ink_has_utf8() ? "─" : "-");
}

size_t tui_line_break(const char *text, int width)
{
    const size_t length = strlen(text);
    size_t cut;

    if (length <= (size_t)width)
        return length;
    cut = (size_t)width;
    while (cut && text[cut] != ' ')
        cut--;
    return cut ? cut : (size_t)width;
}

void tui_wrapped(tui_column *c, unsigned ink, const char *text, int most)
{
    static const char dots[] = " ...";

    for (; *text && most && c->y < c->bottom; most--) {
        const bool last = most == 1 || c->y + 1 == c->bottom;
        size_t length = tui_line_break(text, c->width);
        const bool cut = last && text[length];
        if (cut)
            length = tui_line_break(text, c->width - (int)strlen(dots));
        tui_print(ink, c->y++, c->x, c->width, "%.*s%s", (int)length, text,
                  cut ? dots : "");
        text += length;
        text += *text == ' ';
    }
}

void tui_heading(tui_column *c, const char *text)
{
    if (c->y >= c->bottom)
        return;
    tui_rule(TUI_INK_DIM, c->y, c->x, c->width);
    tui_put(TUI_INK_TITLE, c->y, c->x, c->width, text);
    tui_put(TUI_INK_DIM, c->y++, c->x + (int)strlen(text), 1, " ");
}
