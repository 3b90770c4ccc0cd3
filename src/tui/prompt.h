/* The sentence above the keys: a message, an answer, or what is asked of the viewer. */
#ifndef TOBAGO_TUI_PROMPT_H
#define TOBAGO_TUI_PROMPT_H

#include "tui/model.h"

/* The tone of the sentence. */
typedef enum tui_tone {
    TUI_TONE_PLAIN,
    TUI_TONE_GOOD,
    TUI_TONE_BAD,
    TUI_TONE_COSTLY,
} tui_tone;

/* What the line asks that takes where to go in a record. */
#define TUI_ASK_GOTO "Go to line, or r and a round: "

/* Writes the message, or what the chosen card would do, or what is asked of the viewer,
 * or what goes on. */
tui_tone tui_prompt(const tui_model *m, char out[static TUI_MESSAGE_MAX]);

/* The cost of the clue that is being chosen: nothing, or an amulet (A2), and the legs of
 * a movement under way (T4). */
const char *tui_clue_cost(const tui_model *m);

#endif
