/* A real table: the island, what lies on it and the four treasure maps, as everyone
 * around the table sees them. Nothing hidden is in it: no hands, no decks, no players.
 *
 * A table changes by acts, each a line of text: "island AbC1", "hut e5", "clue white
 * not-next-hut". All rules are the engine's: the table asks for reasons and sites and
 * holds what it is told. Clues may be any of the grammar, because the cards in a box may
 * differ from those of the library. */
#ifndef TOBAGO_BOX_TABLE_H
#define TOBAGO_BOX_TABLE_H

#include "box/setting.h"

enum { BOX_CLUES_MAX = 128, BOX_ACT_MAX = 64 };

/* The clues of one treasure map, from the top down. */
typedef struct box_clues {
    tob_clue clue[BOX_CLUES_MAX];
    uint8_t count;
} box_clues;

typedef struct box_table {
    bool laid;       /* an island lies there; otherwise nothing else counts */
    box_setting set; /* the board */
    tob_game game;   /* its public parts alone: sites, statues, amulets, lava */
    box_clues clues[TOB_TREASURE_COUNT];
    uint8_t held; /* amulets that players hold, as far as the acts tell */
    uint8_t raised[TOB_TREASURE_COUNT];
} box_table;

/* Does an act on the table. On success writes the act in its exact spelling to 'act' and
 * what happened to 'said'. On refusal returns false with the reason in 'said', and the
 * table is untouched. */
bool box_table_act(box_table *table, box_span line, char act[static BOX_ACT_MAX],
                   char said[BOX_WHY_MAX]);

/* Is this the first word of an act? A treasure's name alone is none. */
bool box_is_act(box_span word);

/* Lists the words with which acts begin. */
box_name_at box_act_at;

/* The sites that a clue would leave on a map, or the reason against it (C2, C3). */
tob_reason box_would_leave(const box_table *table, unsigned treasure, tob_clue clue,
                           tob_hexset *left);

/* Writes the names of spaces, separated by blanks; what does not fit becomes "...". */
void box_space_list(const tob_board *board, tob_hexset spaces, char *text, size_t room);

#endif
