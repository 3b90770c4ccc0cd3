/* What the parts of the full-screen game share: the screen's state, and drawing on it.
 *
 * Everything is drawn from 'view', which knows no more than the person before the screen
 * may know (H1); of the full game only what lies open on the table is read. */
#ifndef TOBAGO_TUI_SCREEN_H
#define TOBAGO_TUI_SCREEN_H

#include <stdio.h>

#include "host/match.h"
#include "tui/ink.h"

/* What the arrow keys and Enter mean. */
typedef enum tui_mode {
    TUI_MODE_BOARD,  /* look around */
    TUI_MODE_TARGET, /* choose a space for a move of 'kind' */
    TUI_MODE_MOVE,   /* choose where a leg ends; 'kind' opens the movement */
    TUI_MODE_CARDS,  /* choose a card and a map; 'kind' plays it */
    TUI_MODE_REPLAY, /* step through the record */
} tui_mode;

/* What the panel beside the island shows; Tab turns its pages. */
typedef enum tui_page {
    TUI_PAGE_TABLE, /* everything in short */
    TUI_PAGE_MAPS,  /* the clues of the maps */
    TUI_PAGE_LOG,
    TUI_PAGE_COUNT,
} tui_page;

enum { TUI_ROWS_LEAST = 24, TUI_COLUMNS_LEAST = 80, TUI_MESSAGE_MAX = 480 };

enum { TUI_KEY_ESCAPE = 27 };

/* A key and what it does, for the bottom line. */
typedef struct tui_hint {
    const char *key, *meaning;
} tui_hint;

/* Where the island lies on the screen, and how large its hexes are. */
typedef struct tui_frame {
    int cell;                  /* letters from column to column */
    int half;                  /* lines of half a hex */
    int height;                /* lines that the island may use */
    int width;                 /* letters that it uses, labels included */
    int scroll;                /* half hexes above the frame */
    int first_column, columns; /* of the island */
    int first_line, lines;     /* in half hexes */
    int panel, panel_width;    /* the panel beside it */
    int log, log_height;       /* lines below the island for the log; height 0: none */
    uint8_t column[TOB_SPACE_MAX]; /* of each space */
    uint8_t line[TOB_SPACE_MAX];   /* of each space: its upper half */
} tui_frame;

typedef struct tui {
    match *match;
    tob_game view;
    tob_board board;   /* that of the view */
    tob_viewer viewer; /* whose view it is */
    unsigned seat;     /* that seat, or TOB_NOBODY */
    tob_moves moves;   /* legal now, if it is the viewer who decides */
    uint32_t shown;    /* moves of the record that the log shows */
    uint32_t told;     /* of these, how many were there when she last decided */
    uint32_t drive_from, drive_to; /* the lines of the last drive, taken back as one */
    unsigned pace_ms;              /* a bot's move stays that long */

    tui_frame frame;
    tui_mode mode;
    tui_page page;
    unsigned first_map; /* that the page of maps shows */
    uint8_t kind;       /* tob_kind that the mode plays */
    unsigned cursor;    /* a space */
    bool still;         /* the island was scrolled, and does not follow the cursor */
    int want;           /* the half line that moving sideways keeps to */
    unsigned walked;    /* the space last walked to */
    unsigned map;       /* the map chosen */
    unsigned card;      /* the card chosen, as a position in the hand */
    int lit_map;        /* the map whose sites are lit, or -1 */
    bool marking;       /* spaces without a mark are dimmed */
    unsigned marks;     /* how many there are */
    char mark[TOB_SPACE_MAX];

    char message[TUI_MESSAGE_MAX];
    bool refusal; /* the message is one */
    int asked;    /* the key that must be pressed again to be meant, or 0 */
    bool quit;
} tui;

/* ---- tui.c ---- */

/* Is the window large enough? Where it is not, tui_draw says so. */
bool tui_fits(void);

/* Draws everything and shows it. */
void tui_draw(tui *ui);

/* Waits for a key; Enter is always '\n', and KEY_RESIZE asks to draw anew. In a window
 * that is too small only q is heard. Without a terminal: 'quit' is set. */
int tui_key(tui *ui);

/* Takes the view of a viewer, and all that follows from it. */
void tui_look(tui *ui, tob_viewer viewer);

/* What the bottom line says until the next key. */
void tui_say(tui *ui, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tui_refuse(tui *ui, const char *clause, const char *text);

/* ---- tui_board.c ---- */

void tui_board_layout(tui *ui);
void tui_board_draw(const tui *ui);

/* Is there more of the island than is shown? Then it can be scrolled, by half hexes. */
bool tui_board_is_cut(const tui *ui);
void tui_board_scroll(tui *ui, int lines);

/* Moves the cursor by a key; false if the key does not move it. */
bool tui_board_walk(tui *ui, int key);

/* The space at a place of the screen, or TOB_NONE. */
unsigned tui_board_hit(const tui *ui, int y, int x);

/* ---- tui_marks.c ---- */

/* Marks the spaces that matter in this mode. */
void tui_marks_update(tui *ui);

/* The game in which a leg may be asked about: the view itself, or what it would be with
 * the movement opened. Returns why that is refused. */
tob_reason tui_marks_opened(const tui *ui, tob_game *game, tob_board *board);

/* ---- tui_panels.c ---- */

void tui_panels_draw(const tui *ui);

/* The cards that can be chosen from: the hand, or the first clue (S5). */
unsigned tui_hand(const tui *ui, uint8_t cards[static TOB_CARD_MAX]);

/* The chosen card, or TOB_NONE; and the move of playing it on a map. */
unsigned tui_chosen_card(const tui *ui);
tob_move tui_card_move(const tui *ui, unsigned treasure);

/* ---- tui_maps.c ---- */

/* Shows the next page, or the next part of the page of maps. */
void tui_turn_page(tui *ui);

/* ---- tui_pages.c ---- */

/* A list to choose from, over everything else. Returns the position, or -1. */
int tui_menu(tui *ui, const char *title, const tob_move *moves, unsigned count,
             char (*notes)[24]);

/* The same with sentences. What something speaks against is dim, and refused. */
typedef struct tui_item {
    const char *text;
    const char *clause, *against; /* NULL: nothing */
} tui_item;

int tui_choose(tui *ui, const char *title, const tui_item *items, unsigned count);

/* Lines over everything else until a key; one that is not Enter or Esc counts further. */
void tui_tell(tui *ui, const char *title, const char *const *items, unsigned count);
void tui_help(tui *ui);

/* Shows what was drawn for a moment, and forgets the keys pressed until then: they were
 * meant for something else. */
void tui_unhear(void);

/* The screen between two people (H1); false if they left. */
bool tui_hand_over(tui *ui, unsigned seat);

/* ---- tui_line.c ---- */

/* Reads a line; Tab adds what the legal moves leave no doubt about. False if it was given
 * up. */
bool tui_read_line(tui *ui, char *line, size_t size);

/* ---- tui_cards.c ---- */

/* The volcanic clues that may take the place of the chosen card on a map (V6). Returns
 * how many; 'found' may be NULL. */
unsigned tui_volcanic_moves(const tui *ui, unsigned treasure, tob_moves *found);

/* ---- tui_input.c ---- */

/* Makes ready for a decision of the viewer. */
void tui_decide(tui *ui);

/* Does what a key asks for. */
void tui_press(tui *ui, int key);

/* Says that a key does nothing here; Esc may always be pressed. */
void tui_useless(tui *ui, int key);

/* Quits; a game that is kept in no file only when asked twice. */
void tui_leave(tui *ui);

/* ---- tui_replay.c ---- */

/* Steps through the record, as any viewer if 'any', else as this one or a spectator. */
void tui_replay_run(tui *ui, bool any);

#endif
