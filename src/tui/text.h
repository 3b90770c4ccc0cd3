/* The game in words: moves, the log, cards, spaces, the result. */
#ifndef TOBAGO_TUI_TEXT_H
#define TOBAGO_TUI_TEXT_H

#include "tui/model.h"

enum { TUI_TEXT_MAX = 320 };

/* Adds to a text, as much as there is room for. */
void tui_text_add(char out[static TUI_TEXT_MAX], const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A player's name without the level of a bot. */
typedef struct tui_person {
    char name[REC_NAME_MAX + 1];
} tui_person;

tui_person tui_person_of(const match *t, unsigned seat);

/* Writes what happened, as a viewer may know it (H1): the entry of the log that ends with
 * line 'last' of the record, "" if it is not worth telling. Returns the line it begins
 * with. */
uint32_t tui_text_entry(const match *t, uint32_t last, tob_viewer viewer,
                        char out[static TUI_TEXT_MAX]);

/* Writes a move to choose from a list. */
void tui_text_choice(const match *t, tob_move move, char out[static TUI_TEXT_MAX]);

/* Writes a card in words: "not next to a hut". */
void tui_text_card(unsigned card, char out[static TUI_TEXT_MAX]);

/* Writes a space and what is on it. */
void tui_text_space(const tui_model *m, unsigned space, char out[static TUI_TEXT_MAX]);

/* Writes the names of spaces: "d10 e9 f7". */
void tui_text_sites(const tob_board *board, tob_hexset sites,
                    char out[static TUI_TEXT_MAX]);

/* Writes what a movement of the viewer could reach, by the marks, with the legs it takes:
 * "grey h11 (4), amulet f5 (2)". Known treasures are named however far away they are. */
void tui_text_reach(const tui_model *m, char out[static TUI_TEXT_MAX]);

/* Writes who won, or who share the first place (E2); and the place of a seat with the
 * most valuable cards first: "1. blue   43 coins, 12 cards: 6 6 5 ...". */
void tui_text_winner(const tui_model *m, char out[static TUI_TEXT_MAX]);
void tui_text_place(const tui_model *m, unsigned seat, char out[static TUI_TEXT_MAX]);

#endif
