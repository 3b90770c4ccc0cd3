/* The table of keys, shared by pressing them (keys.c) and telling about them (help.c). */
#ifndef TOBAGO_TUI_BINDINGS_H
#define TOBAGO_TUI_BINDINGS_H

#include "tui/keys.h"

/* The parts of the help. */
typedef enum part {
    UNTOLD,
    ON_ISLAND,
    YOUR_TURN,
    ALWAYS,
    THROUGH_RECORD,
    LOOKING_AT_IT,
    PART_COUNT,
} part;

/* One binding. A key does what the first binding says that has it in the situation at
 * hand: 'act'; or 'pick' with the key's position among 'key' to 'last'; or 'step' with
 * 'by' times -1 for 'key' and 1 for 'last'; or it plays the move of its kind; or else it
 * opens 'over', which closes what is open if it is TUI_OVER_NOTHING.
 *
 * Where a person decides and no binding has the key in that situation, the answer is the
 * reason against the kind of the key's first binding. */
typedef struct binding {
    const char *name; /* on the bottom line and in the help */
    int key, last;    /* keys from 'key' to 'last'; 0: just one key */
    unsigned at;      /* where it does something */
    unsigned shown;   /* where the bottom line offers it */
    const char *word; /* there */
    uint64_t legal;   /* as long as one of these kinds is; 0: in any case */
    bool (*offered)(const tui_model *m); /* and as long as this holds; NULL: always */
    void (*act)(tui_model *m);
    void (*pick)(tui_model *m, unsigned index);
    void (*step)(tui_model *m, int step);
    int by;
    tui_over over;
    unsigned kind; /* tob_kind; no key plays kind 0 */
    part part;     /* of the help */
    const char *help;
} binding;

extern const binding tui_bindings[];
extern const unsigned tui_binding_count;

/* The situation at hand: one bit, see keys.c. */
unsigned tui_situation(const tui_model *m);

#endif
