/* A board on a table: an island, and what people say lies on it.
 *
 * Every function that puts something takes it as typed, asks the engine whether it may
 * lie there, and changes nothing if not: it writes a sentence with the clause instead.
 * The order is that of setting up: the volcano, the objects, the triads, then lava (V).
 */
#ifndef TOBAGO_BOX_SETTING_H
#define TOBAGO_BOX_SETTING_H

#include "box/words.h"
#include "tobago/game.h"

typedef struct box_setting {
    tob_board board;
    uint8_t facing[TOB_SPACE_MAX]; /* of the statues */
    uint8_t statue[TOB_STATUES];   /* in the order in which they were placed */
    uint8_t statues;
    char code[5];
    uint8_t given;       /* bits of the tob_objects named, even those destroyed since */
    uint8_t volcano;     /* the middle of the volcano, or TOB_NONE */
    uint8_t used_triads; /* as bits */
    uint8_t tiles;       /* of lava, placed */
    uint8_t triads;      /* placed so far, and their hexes: lava, first, second terrain */
    uint8_t triad[TOB_TRIAD_COUNT][3];
} box_setting;

/* Makes the bare island. False, and *set untouched, if there is no such island. */
bool box_set_island(box_setting *set, box_span code, char why[BOX_WHY_MAX]);

/* Finds a space, or writes why there is none. */
bool box_need_space(const box_setting *set, box_span name, unsigned *space,
                    char why[BOX_WHY_MAX]);

/* Finds a space that is no volcano and no lava, for an ATV or a statue. */
bool box_need_free_space(const box_setting *set, box_span name, unsigned *space,
                         char why[BOX_WHY_MAX]);

/* Puts one entry: "hut:e5", "statue:h8:NE" (blanks do as well as colons); a space;
 * "beach-jungle:c5:NE"; a space. */
typedef bool box_put(box_setting *set, box_span entry, char why[BOX_WHY_MAX]);
box_put box_put_object, box_put_volcano, box_put_triad, box_put_lava;

/* Puts each entry of a list separated by commas; NULL is an empty list. */
bool box_put_list(box_setting *set, const char *list, box_put *put,
                  char why[BOX_WHY_MAX]);

/* The name of the landmark that a clue is about and of which nothing was given ("hut"),
 * or NULL. Landmarks that lava destroyed were given (L6). */
const char *box_clue_lacks(const box_setting *set, tob_clue clue);

/* Fills in the parts of a state that a picture of the board reads: statues and their
 * facings. It holds no players, no clues and no amulets. */
void box_fill_game(const box_setting *set, tob_game *game);

/* The spaces that all of these clues allow (C5). */
tob_hexset box_sites(const box_setting *set, const tob_clue *clues, unsigned count);

#endif
