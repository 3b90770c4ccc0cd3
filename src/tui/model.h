/* The model of the full-screen game: the position as its viewer may know it, and what is
 * selected, marked and offered. No source of the model knows curses; pictures read it and
 * change nothing.
 *
 * 'view' knows no more than the person before the screen may know (H1). Of the full game
 * in 'match' only what lies open on the table is read. */
#ifndef TOBAGO_TUI_MODEL_H
#define TOBAGO_TUI_MODEL_H

#include "host/match.h"
#include "tui/island.h"
#include "tui/tui.h"

/* A mode gives the arrow keys and Enter their meaning. */
typedef enum tui_mode {
    TUI_MODE_BOARD,  /* look around */
    TUI_MODE_TARGET, /* choose a space for a move of 'kind' */
    TUI_MODE_MOVE,   /* choose where a leg ends; 'kind' opens the movement */
    TUI_MODE_CARDS,  /* choose a card and a map; 'kind' plays it */
    TUI_MODE_REPLAY, /* step through the record */
} tui_mode;

/* Something that lies over everything else and takes the keys first. */
typedef enum tui_over {
    TUI_OVER_NOTHING,
    TUI_OVER_LIST,    /* a list to choose from */
    TUI_OVER_LINE,    /* a line being typed */
    TUI_OVER_HELP,    /* what the keys do */
    TUI_OVER_LEGEND,  /* what the letters mean */
    TUI_OVER_RESULT,  /* places and coins, when the game is over */
    TUI_OVER_BETWEEN, /* the screen between two people, which shows no hand (H1) */
    TUI_OVER_MENU,    /* the start menu, before there is a match */
    TUI_OVER_FORM,    /* the settings of a new game */
    TUI_OVER_ABOUT,   /* what the game is about, in ten lines */
    TUI_OVER_GOTO,    /* where to go in the record, being typed */
    TUI_OVER_RULES,   /* the rules of the game */
    TUI_OVER_SEARCH,  /* the same while a question is typed */
} tui_over;

/* The panel beside the island shows one of these pages; Tab turns them. */
typedef enum tui_page {
    TUI_PAGE_TABLE, /* everything in short */
    TUI_PAGE_MAPS,  /* the clues of the maps */
    TUI_PAGE_LOG,
    TUI_PAGE_COUNT,
} tui_page;

enum {
    TUI_MESSAGE_MAX = 480,
    TUI_WORDS_MAX = 200, /* completions of a typed line */
    TUI_ITEMS_MAX = SAVES_MAX,
    TUI_NOTES_MAX = 8,
    TUI_NOTE_SIZE = 28,
    TUI_TOLD_SIZE = 120,
    TUI_ROOMY = 30, /* lines from which on nothing needs to be left out */
};

struct tui_model;

/* An item of a list that is no plain move. With 'against' set it is dim, and choosing it
 * is refused with that sentence. */
typedef struct tui_item {
    const char *text;
    const char *clause, *against;
    unsigned kind; /* tob_kind, or whatever 'take' is told */
} tui_item;

/* A list to choose from: items, or else moves, which may have notes. */
typedef struct tui_list {
    char title[TUI_MESSAGE_MAX];
    unsigned count, chosen;
    bool has_items, has_notes, has_told;
    tui_item item[TUI_ITEMS_MAX];
    void (*take)(struct tui_model *m, unsigned kind); /* does what an item offers */
    tob_moves moves;
    char note[TUI_NOTES_MAX][TUI_NOTE_SIZE];
    char told[TUI_NOTES_MAX][TUI_TOLD_SIZE]; /* a sentence about the chosen one */
} tui_list;

/* The state of a replay, and what to go back to after it. */
typedef struct tui_replay_state {
    uint32_t at;    /* moves shown */
    tob_viewer own; /* the viewer, mode and told lines before the replay */
    tui_mode mode;
    uint32_t told;
    bool any; /* every viewer may be chosen */
} tui_replay_state;

/* The page of rules. */
typedef struct tui_rules_state {
    int top;           /* the first line shown */
    unsigned clause;   /* the one that was asked for, or TOB_NONE */
    char question[64]; /* only clauses that answer it are shown; "": all */
} tui_rules_state;

/* The start menu. */
typedef struct tui_menu_state {
    unsigned row; /* chosen */
    unsigned any; /* the island that stands for any */
    game_settings settings;
    tui_start *start; /* the caller's: what was chosen */
} tui_menu_state;

/* The size of the window, and the part of the island that fits. Drawing keeps it up to
 * date; keys read it. */
typedef struct tui_window {
    int rows, columns;
    int scroll; /* half hexes above the part of the island that is shown */
    bool still; /* the island was scrolled and does not follow the cursor */
    bool cut;   /* the island is higher than the window */
} tui_window;

typedef struct tui_model {
    match *match; /* NULL in the start menu */
    tob_game view;
    tob_board board; /* that of the view */
    tui_grid grid;   /* of that board */
    tob_viewer viewer;
    unsigned seat;   /* of the viewer, or TOB_NOBODY */
    tob_moves moves; /* legal now, if it is the viewer who decides */
    uint32_t shown;  /* moves of the record that the log shows */
    uint32_t told;   /* of these, how many were there when the viewer last decided */
    uint32_t drive_from, drive_to; /* the lines of the last drive, taken back as one */

    tui_mode mode;
    uint8_t kind; /* tob_kind that the mode plays */
    tui_page page;
    unsigned first_map; /* on the page of maps */
    unsigned cursor;    /* a space */
    unsigned clicked;   /* the space last clicked on, or TOB_NONE */
    unsigned hit;       /* the item or card last clicked on */
    unsigned walked;    /* the space last walked to */
    int want;           /* the line that walking sideways keeps to */
    unsigned map;       /* the map chosen */
    unsigned card;      /* the card chosen, as a position in the hand */
    int lit_map;        /* the map whose sites are lit, or -1 */
    bool marking;       /* spaces without a mark are dimmed */
    unsigned marks;     /* number of marks */
    char mark[TOB_SPACE_MAX];

    tui_over over;
    tui_over below; /* what is there when it closes: nothing, or the start menu */
    tui_list list;
    tui_menu_state menu;
    tui_rules_state rules;
    unsigned help; /* the first line of the help that is shown */
    char typed[REC_LINE_MAX];
    char words[TUI_WORDS_MAX]; /* what may come next in it */
    char pasted[REC_LINE_MAX]; /* the first line of what was pasted last */
    tui_replay_state replay;
    unsigned next_seat; /* for whom the screen between two people waits */
    bool heard;         /* that screen takes keys already */
    tui_window window;

    char message[TUI_MESSAGE_MAX]; /* said on the bottom line until the next key */
    bool refusal;                  /* the message is one */
    int asked;                     /* the key to press again to confirm, or 0 */
    bool thinking;                 /* an expert is asked once this is drawn */
    unsigned idle;                 /* looks at a source since the last key or news */
    int pressed;                   /* the key that is being obeyed */
    char clause[8];                /* of the refusal that is shown; "": there is none */
    char reason[8];                /* that clause, for the key pressed after it */

    const atomic_bool *stop; /* a signal sets it, and the screen is left */
    tui_next next;           /* the wish with which it is left */
    bool ask_end;            /* a turn never ends by itself */
    bool ended; /* the viewer's last turn did, and no key was pressed since */
    bool quit;
} tui_model;

/* Starts with the view of the watcher, and the cursor on that seat's ATV. The match must
 * outlive the model. */
void tui_model_init(tui_model *m, match *t);

/* ---- Looking ---- */

/* Shows a position as a viewer may know it, and the first 'shown' lines of the log. The
 * position is a full game, or already a view of this viewer. */
void tui_show(tui_model *m, const tob_game *game, const tob_board *board,
              tob_viewer viewer, uint32_t shown);

/* Shows the match as it stands; lists the legal moves if the viewer decides. */
void tui_look(tui_model *m, tob_viewer viewer);

/* Puts the cursor on the ATV of a seat, if it has one on the island. */
void tui_look_at_atv(tui_model *m, unsigned seat);

/* Is it the viewer who decides? */
bool tui_decides(const tui_model *m);

/* Lights up the sites of a map, or puts them out again. */
void tui_light(tui_model *m, unsigned map);

/* Turns to the next page, or to the next part of the page of maps. */
void tui_turn_page(tui_model *m);

/* The maps that the page of maps shows now: from 'first' to the one before the result. */
unsigned tui_maps_part(const tui_model *m, unsigned *first);

/* Closes what lies over everything else. */
void tui_close(tui_model *m);

/* ---- Saying ---- */

/* Sets the message; a refusal is shown as one. An empty clause is left out. */
void tui_say(tui_model *m, const char *format, ...) __attribute__((format(printf, 2, 3)));
void tui_refuse(tui_model *m, const char *clause, const char *text);
void tui_refuse_reason(tui_model *m, tob_reason reason);

/* ---- Moves ---- */

void tui_set_mode(tui_model *m, tui_mode mode, unsigned kind);

/* A move of the viewer, nothing but its kind filled in. */
tob_move tui_own_move(const tui_model *m, unsigned kind);

/* The view's reason against a move, or TOB_OK. */
tob_reason tui_why(const tui_model *m, tob_move move);

/* Plays a move and looks again; false if it is refused, which is said. */
bool tui_act(tui_model *m, tob_move move);

/* Is a move of this kind among the legal ones? */
bool tui_has_move(const tui_model *m, unsigned kind);

/* Is ending the turn the only legal move? */
bool tui_only_end(const tui_model *m);

/* Collects the legal moves of a kind, on a space unless that is TOB_NONE. Returns how
 * many there are. */
unsigned tui_collect(const tui_model *m, unsigned kind, unsigned space, tob_moves *found);

/* ---- marks.c ---- */

/* Marks the spaces that matter in this mode. */
void tui_marks_update(tui_model *m);

/* Copies the game in which a leg may be asked about: the view itself, or what it would be
 * with the movement opened. Returns why that is refused. */
tob_reason tui_marks_opened(const tui_model *m, tob_game *game, tob_board *board);

#endif
