/* Text on the screen: in a line, or in a column that grows downwards. */
#ifndef TOBAGO_TUI_COLUMN_H
#define TOBAGO_TUI_COLUMN_H

#include "tui/keys.h"

typedef struct tui_column {
    const tui_model *m;
    int y, bottom, x, width;
} tui_column;

/* Writes a text in an ink so that it ends before 'width' letters. Returns its width. The
 * second function takes a format. */
int tui_put(unsigned ink, int y, int x, int width, const char *text);
int tui_print(unsigned ink, int y, int x, int width, const char *format, ...)
    __attribute__((format(printf, 5, 6)));

/* Writes keys and what they do on the last line of the screen, as many as fit. */
void tui_put_keys(const tui_hint *keys, unsigned count);

/* Draws a line across. */
void tui_rule(unsigned ink, int y, int x, int width);

/* The number of bytes of a text that go on one line, broken at a blank if there is one.
 */
size_t tui_line_break(const char *text, int width);

/* Writes a text on as many lines as it needs, at most 'most'; dots stand for what is left
 * out. */
void tui_wrapped(tui_column *c, unsigned ink, const char *text, int most);

void tui_heading(tui_column *c, const char *text);

#endif
