/* The keys: one table says what each does, where the bottom line offers it, and what the
 * help says about it. */
#ifndef TOBAGO_TUI_KEYS_H
#define TOBAGO_TUI_KEYS_H

#include "tui/model.h"

/* Keys are letters, or one of these. Groups that one binding takes stand together. */
typedef enum tui_key {
    TUI_KEY_NONE = 0, /* nothing was pressed */
    TUI_KEY_TAB = '\t',
    TUI_KEY_ENTER = '\n',
    TUI_KEY_ESCAPE = 27,
    TUI_KEY_LETTERS = 128, /* letters are below */
    TUI_KEY_UP,
    TUI_KEY_DOWN,
    TUI_KEY_LEFT,
    TUI_KEY_RIGHT,
    TUI_KEY_HOME,
    TUI_KEY_END,
    TUI_KEY_PAGE_UP,
    TUI_KEY_PAGE_DOWN,
    TUI_KEY_BACKSPACE,
    TUI_KEY_CLICK,  /* on the model's 'clicked', a space */
    TUI_KEY_ITEM,   /* a click on item 'hit' of a list or menu */
    TUI_KEY_CARD,   /* a click on card 'hit' of the hand */
    TUI_KEY_RESIZE, /* the window has changed; nothing was pressed */
    TUI_KEY_OTHER,
    TUI_KEY_PASTE, /* text in the model's 'pasted', which is no key */
} tui_key;

/* A key and what it does, for the bottom line. A click there presses 'code', unless that
 * is 0. */
typedef struct tui_hint {
    const char *key, *word;
    int code;
} tui_hint;

enum { TUI_HINTS_MAX = 16, TUI_HELP_LINES = 40, TUI_HELP_SIZE = 80 };

/* Does what a key asks for. A move that is not possible is refused with its reason; a key
 * that means nothing here says so. */
void tui_press(tui_model *m, int key);

/* The name of the key that plays moves of a kind, or does this; "" if none does. */
const char *tui_key_of(unsigned kind);
const char *tui_key_doing(void (*act)(tui_model *m));

/* Lists the keys that the bottom line offers now. Returns how many. */
unsigned tui_hints(const tui_model *m, tui_hint hints[static TUI_HINTS_MAX]);

/* Writes the help for the game or for a replay, line by line; a heading begins with '\t'.
 * Returns the number of lines. */
unsigned tui_help(bool replay, char lines[static TUI_HELP_LINES][TUI_HELP_SIZE]);

/* The first line of the page of the help that follows the one that begins with 'from', as
 * many lines as the window holds and whole parts; 0 if it is the last. */
unsigned tui_help_next(const tui_model *m, unsigned from);

#endif
