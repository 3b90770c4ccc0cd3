/* The game: its state, its moves, its rules.
 *
 * A game is a tob_game: one flat struct without pointers or padding. Copy it with '=',
 * compare it with memcmp, hash it with tob_hash. Beside it goes a tob_board, tables
 * that follow from the state. The caller owns both.
 *
 * Everything that happens is a tob_move, dealing and drawing included: nature is a
 * player, and the rules hold no random numbers. A program that hosts a game asks
 * tob_to_move, lets a player or a generator choose from tob_legal, and calls tob_apply:
 *
 *     tob_board_init(&board, config.island);
 *     tob_game_init(&game, &board, &config);
 *     while (tob_to_move(&game) != TOB_NOBODY) {
 *         tob_legal(&game, &board, &moves);
 *         tob_apply(&game, &board, moves.move[choose(&game, &moves)]);
 *     }
 *
 * The board changes when an object is placed and, with the Volcano, when lava flows.
 * So a copy of a game needs a copy of its board, with one exception: without the
 * Volcano, copies made after the set-up can share one board.
 *
 * A game and its board belong to one thread at a time while moves are played; any number
 * of threads may ask them questions as long as nobody plays.
 *
 * A *view* is a game as one seat knows it (H1): the same struct, in which a hand or the
 * deck is the set of cards that may be in it, and its size. Where the set is as large as
 * the size, the cards are known. Every function here takes views and full games alike. */
#ifndef TOBAGO_GAME_H
#define TOBAGO_GAME_H

#include <stddef.h>

#include "tobago/board.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- Starting ---- */

enum {
    TOB_OPTION_EXPERIENCED = 1,    /* P1 and P2 */
    TOB_OPTION_PLACED = 2,         /* the players place the objects (O4) */
    TOB_OPTION_VOLCANO = 4,        /* V */
    TOB_OPTION_VOLCANO_PLACED = 8, /* with it: the first player places the volcano (V1) */
    TOB_OPTION_TRIADS_RANDOM = 16, /* with it: nature places the triads (V2) */
    TOB_OPTION_ALL = 31,
};

/* One option: its word in records, its clause, and what it does. */
typedef struct tob_option_row {
    const char *word;    /* "volcano-placed" */
    const char *clause;  /* "V1" */
    const char *meaning; /* completes "in this game ": "the first player places ..." */
    uint8_t bit;         /* TOB_OPTION_... */
    uint8_t needs;       /* the options that it goes with, or 0 */
} tob_option_row;

/* The options in the order in which records name them; NULL behind the last. */
const tob_option_row *tob_option_at(unsigned index);

/* The option of a word, which needs no terminating zero: TOB_OPTION_..., or 0. */
unsigned tob_option_find(const char *word, size_t length);

/* The options that some of these need and that are not among them; 0: the set is sound.
 */
unsigned tob_options_lacking(unsigned options);

/* The settings of a game. Zeroed, they are a full game of four players on island ABC0
 * without options. */
typedef struct tob_config {
    uint8_t island;    /* 0 to 31, see tob_island_find */
    uint8_t players;   /* 2 to 4; 0 stands for 4 */
    uint8_t first;     /* the seat that begins (S7) */
    uint8_t options;   /* TOB_OPTION_... */
    tob_viewer viewer; /* the viewer whose view the state is */
} tob_config;

/* ---- The state ---- */

/* The decision that comes next; kinds.h has a row for each. */
typedef enum tob_phase {
    TOB_PHASE_VOLCANO, /* the volcano is placed, by nature or by the first player (V1) */
    TOB_PHASE_OBJECT,  /* an object is placed, by nature or by a player (O4) */
    TOB_PHASE_TRIAD,   /* a triad is placed, by a player or by nature (V2) */
    TOB_PHASE_ATV,     /* a player places her ATV (S4) */
    TOB_PHASE_INITIAL, /* nature draws a first clue (S5) */
    TOB_PHASE_START,   /* its owner chooses the map (S5) */
    TOB_PHASE_DEAL,    /* nature deals the hands (S6) */
    TOB_PHASE_TURN,    /* the player on turn does something (T) */
    TOB_PHASE_TAKE,    /* the player on turn takes an amulet or leaves it (V3) */
    TOB_PHASE_LAVA,    /* she places a lava tile first (V3) */
    TOB_PHASE_DISCARD, /* the cards of an exchanged hand are shown (X1) */
    TOB_PHASE_DRAW,    /* nature draws clue cards (C4, X1) */
    TOB_PHASE_PEEK,    /* nature draws treasure cards for the roses (R3) */
    TOB_PHASE_ADD,     /* nature adds the card that nobody sees (R3) */
    TOB_PHASE_REVEAL,  /* nature turns up a treasure card (D1, D4, K3) */
    TOB_PHASE_OFFER,   /* the owner of a rose claims it or passes (D1) */
    TOB_PHASE_RESTART, /* a player starts the map anew (N2) */
    TOB_PHASE_OVER,    /* E */
    TOB_PHASE_COUNT,
} tob_phase;

/* One treasure's map. Its cards are a chain: 'lowest' is the clue played last, and
 * tob_game.above leads from each card to the one above it. */
typedef struct tob_map {
    tob_hexset sites;   /* where the treasure may still lie (C5); never empty */
    tob_hexset removed; /* struck off by amulets (A1) */
    uint8_t lowest;     /* TOB_NONE: the map is empty */
    uint8_t length;     /* number of clues */
    uint8_t count;      /* number of sites; 1: the location is known */
    uint8_t unused[5];
} tob_map;

typedef enum tob_movement {
    TOB_MOVEMENT_NONE,
    TOB_MOVEMENT_MAIN,
    TOB_MOVEMENT_EXTRA, /* A3: takes no amulets */
    TOB_MOVEMENT_COUNT,
} tob_movement;

/* One movement of a turn. */
typedef struct tob_drive {
    uint8_t legs; /* left; 0: not open, or used up */
    uint8_t paid; /* lava is paid for (V5); each movement knows it for itself */
} tob_drive;

/* Rows of tob_game.peeked: the four seats, the card that nobody saw, and the cards that a
 * view knows to be in the treasure because the deck ran out (R4), whoever looked at them.
 * The last row is empty in a full game. */
enum { TOB_PEEK_ADDED = TOB_SEATS, TOB_PEEK_DRAINED, TOB_PEEK_ROWS };

typedef struct tob_game {
    tob_hexset amulets; /* those that lie on the island */
    tob_hexset lava;    /* tiles placed during the game (V3) */
    tob_map map[TOB_TREASURE_COUNT];

    /* Clue cards, as sets: bit c is card c. In a view, what may be there. */
    uint64_t hand[TOB_SEATS];
    uint64_t deck;
    uint64_t discards;
    uint64_t turned[2]; /* the treasure cards turned up, in order: see tob_turned_up */

    /* The cards that are shuffled into the deck at once are a batch, numbered from 1 on;
     * when the deck is renewed, the batches that are still in hands are numbered anew.
     * All see how many cards of a batch each hand draws and plays, so the hidden cards of
     * one batch are interchangeable, and those of two are not. */
    uint8_t batch[TOB_DECK_MAX]; /* of each clue card; 0: it lies open */
    uint8_t newest;              /* the batch of the deck */
    uint8_t held[TOB_SEATS]
                [TOB_HAND_MAX]; /* of each card in a hand, ascending; 0: none */

    uint8_t above[TOB_CARD_MAX]; /* the card above it on its map, or TOB_NONE */
    uint8_t rose[TOB_CARD_MAX];  /* tob_rose(owner, number); 0: no rose */

    /* Treasure cards, counted by their coins; index 0 counts curses. */
    uint8_t pile[TOB_SEATS][TOB_COINS_MAX + 1];       /* claimed (D2) */
    uint8_t pool[TOB_COINS_MAX + 1];                  /* in the deck or not known (S1) */
    uint8_t treasure_discards[TOB_COINS_MAX + 1];     /* D3 */
    uint8_t peeked[TOB_PEEK_ROWS][TOB_COINS_MAX + 1]; /* known cards of this treasure */
    uint8_t shown[TOB_COINS_MAX + 1];                 /* of these, turned up so far */
    uint8_t fresh[TOB_COINS_MAX + 1]; /* known cards of the row named by 'renewal' that
                                         were drawn after it */

    uint8_t atv[TOB_SEATS]; /* a space, or TOB_NONE */
    uint8_t amulet[TOB_SEATS];
    uint8_t roses[TOB_SEATS]; /* those not on a map */
    uint8_t hand_size[TOB_SEATS];
    uint8_t deck_size;     /* clue cards in the deck */
    uint8_t treasure_deck; /* treasure cards in the deck */
    uint8_t top;           /* of these, the upper ones without curses (S1) */
    uint8_t ran_out;       /* the treasure deck has run out: E1 */

    uint8_t statue[3], facing[3], hut[4], palm[3]; /* TOB_NONE: not placed yet */
    uint8_t amulet_pile;

    uint8_t volcano;                       /* its centre, or TOB_NONE (V1) */
    uint8_t lava_tiles;                    /* those not placed yet */
    uint8_t side;                          /* volcanic clues at the side, as bits (V6) */
    uint8_t triad[TOB_TRIAD_COUNT];        /* in order of placement; TOB_NONE: none */
    uint8_t triad_space[TOB_TRIAD_COUNT];  /* where their lava lies */
    uint8_t triad_facing[TOB_TRIAD_COUNT]; /* where their first terrain lies from it */

    uint8_t island, players, first, options; /* the tob_config, and */
    tob_viewer viewer;                       /* its viewer */
    uint8_t phase;                           /* tob_phase */
    uint8_t seat; /* the seat that decides or is dealt to; depends on the phase */
    uint8_t turn; /* the seat whose turn it is */

    uint8_t moving;                      /* tob_movement: the one under way */
    tob_drive drive[TOB_MOVEMENT_COUNT]; /* of each movement; that of NONE stays zero,
                                            that of MAIN may wait for EXTRA (T4) */
    uint8_t main_done;                   /* the main action was taken (T2) */
    uint8_t acted;                       /* anything but T1 has happened this turn (X2) */
    uint8_t eventful;                    /* this turn counts against E3 */
    uint8_t then;       /* tob_then: the step after the cards are drawn */
    uint8_t draw_to;    /* the hand size to draw up to */
    uint8_t card;       /* the clue card being placed (S5) */
    uint8_t treasure;   /* the treasure being raised */
    uint8_t raiser;     /* the seat that raises it */
    uint8_t claimer;    /* the seat that claimed last, or TOB_NONE (N2) */
    uint8_t raise_rose; /* the rose below the last clue lies there: 0 or 1 (R2) */
    uint8_t peeks;      /* cards the present seat still draws (R3) */
    uint8_t bag;        /* cards of this treasure not turned up yet */
    uint8_t deep;       /* hidden cards of it that may be a curse (S1) */
    uint8_t bag_top;    /* the value of 'top' when it was raised */
    uint8_t offered;    /* coins of the card on offer */
    uint8_t offer;      /* the clue whose rose is asked, or TOB_NONE: the raiser's */
    uint8_t offer_rose; /* 0 or 1: which rose of that clue */
    uint8_t dead;       /* the rest is only shown: cursed, or no roses left (D4, K1) */
    uint8_t ending;     /* tob_ending */
    uint8_t renewal;    /* the treasure deck was renewed (R4) when a card was to be
                           drawn for row renewal - 1 of 'peeked'; 0: it was not */
    uint16_t idle;      /* turns in a row in which nothing counted (E3) */
    uint16_t turns;     /* turns that are over (E4) */
} tob_game;

typedef enum tob_then {
    TOB_THEN_TURN,     /* the turn goes on */
    TOB_THEN_END_TURN, /* the turn ends (X2) */
    TOB_THEN_SURFACE,  /* amulets surface (N3) */
} tob_then;

typedef enum tob_ending {
    TOB_ENDING_NONE,
    TOB_ENDING_E1, /* the treasure deck ran out */
    TOB_ENDING_E3, /* the game stood still */
    TOB_ENDING_E4, /* the last round is over */
    TOB_ENDING_COUNT,
} tob_ending;

/* ---- Moves ---- */

typedef enum tob_kind {
    TOB_MOVE_VOLCANO,         /* V1, seat or nature: space */
    TOB_MOVE_OBJECT,          /* seat or nature: value (tob_object), space, direction */
    TOB_MOVE_TRIAD,           /* V2: value (triad), space of its lava, direction */
    TOB_MOVE_TRIAD_RANDOM,    /* the same by nature, for a seat */
    TOB_MOVE_ATV,             /* space */
    TOB_MOVE_INITIAL,         /* nature: seat, card */
    TOB_MOVE_START,           /* treasure */
    TOB_MOVE_DEAL,            /* nature: seat, card */
    TOB_MOVE_CLUE,            /* treasure, card */
    TOB_MOVE_VOLCANIC,        /* V6: treasure, volcanic card, other (the hand's card) */
    TOB_MOVE_MOVE,            /* opens the main movement, or resumes it (T4) */
    TOB_MOVE_LEG,             /* space */
    TOB_MOVE_RAISE,           /* treasure */
    TOB_MOVE_EXCHANGE,        /* X2 */
    TOB_MOVE_END,             /* ends the turn */
    TOB_MOVE_AMULET_REMOVE,   /* A1: treasure, space */
    TOB_MOVE_AMULET_CLUE,     /* A2: treasure, card */
    TOB_MOVE_AMULET_VOLCANIC, /* A2 and V6: treasure, card, other */
    TOB_MOVE_AMULET_MOVE,     /* A3 */
    TOB_MOVE_AMULET_EXCHANGE, /* X1 */
    TOB_MOVE_AMULET_DOUBLE,   /* P1: card */
    TOB_MOVE_AMULET_SWAP,     /* P2: card, other (the lower one on the map) */
    TOB_MOVE_TAKE,            /* V3 */
    TOB_MOVE_LEAVE,           /* V3 */
    TOB_MOVE_LAVA,            /* V3: space */
    TOB_MOVE_DISCARD,         /* nature shows: seat, card */
    TOB_MOVE_DRAW,            /* nature: seat, card */
    TOB_MOVE_PEEK,            /* nature: seat, value (coins, 0: curse) */
    TOB_MOVE_ADD,             /* nature: value */
    TOB_MOVE_REVEAL,          /* nature: value; a curse too */
    TOB_MOVE_CLAIM,
    TOB_MOVE_PASS,
    TOB_MOVE_CANNOT, /* N2: no legal card or no rose */
    TOB_MOVE_COUNT,
} tob_kind;

/* One move. Fields that its kind does not use are 0, so that equal moves are equal
 * bytes; the engine does not look at them. */
typedef struct tob_move {
    uint8_t kind; /* tob_kind */
    uint8_t seat; /* the seat that decides; TOB_NATURE for a volcano or object that nature
                     places; the seat dealt to for its other kinds, 0 for ADD, REVEAL */
    uint8_t space;
    uint8_t treasure;
    uint8_t card; /* a clue card, or TOB_HIDDEN */
    uint8_t other;
    uint8_t direction;
    uint8_t value; /* coins, an object, a triad, or TOB_HIDDEN */
} tob_move;

enum { TOB_MOVES_MAX = 4096 }; /* more than any decision has, in any view */

typedef struct tob_moves {
    uint32_t count;
    tob_move move[TOB_MOVES_MAX];
} tob_moves;

/* ---- Playing ---- */

/* Begins a game on a board fresh from tob_board_init of the same island. On refusal
 * nothing is written. */
tob_reason tob_game_init(tob_game *game, const tob_board *board,
                         const tob_config *config);

/* The seat that decides now, TOB_NATURE, or TOB_NOBODY when the game is over. The answer
 * follows from public moves alone, so every view agrees. */
unsigned tob_to_move(const tob_game *game);

/* Lists every legal move. In a view: every move that could be legal, as far as the
 * viewer knows; hidden cards are TOB_HIDDEN. */
void tob_legal(const tob_game *game, const tob_board *board, tob_moves *moves);

/* Judges a move: TOB_OK if it is legal, else the reason why not. Any bytes may be asked
 * about. */
tob_reason tob_why(const tob_game *game, const tob_board *board, tob_move move);

/* Plays a legal move: one from tob_legal, or one that tob_why allows. */
void tob_apply(tob_game *game, tob_board *board, tob_move move);

/* Plays any move, or refuses it and changes nothing. */
tob_reason tob_try(tob_game *game, tob_board *board, tob_move move);

/* The weight of a move of nature: the number of physical cards behind it. Choosing in
 * proportion to it is what shuffled decks do. All other moves weigh 1. The weight is
 * exact in a full game; a view does not know the odds. */
unsigned tob_weight(const tob_game *game, tob_move move);

/* ---- Asking ---- */

/* Is the game still being set up, before the first turn? */
bool tob_is_setup(const tob_game *game);

typedef struct tob_result {
    uint16_t coins[TOB_SEATS];
    uint8_t place[TOB_SEATS]; /* 1 for the most coins; equal coins share it (E2) */
    uint8_t ending;           /* tob_ending; TOB_ENDING_NONE while the game goes on */
    uint8_t unused[3];
} tob_result;

/* Coins and places now; final when 'ending' says so. */
tob_result tob_result_of(const tob_game *game);

/* The clause that ended a game, a tob_ending: "E1", "E3" or "E4"; "" while it goes on. */
const char *tob_ending_clause(unsigned ending);

/* The round under way, from 1 on: a round is one turn of every seat. 0 during the set-up;
 * after the end the last round in which a turn began. */
unsigned tob_round(const tob_game *game);

/* A walk over the clue cards of a map from the lowest up:
 *
 *     tob_map_walk walk = tob_map_walk_up(&game, treasure);
 *     while (tob_map_next(&walk))
 *         look_at(walk.card);
 *
 * The loop may clear the card that it stands on. The walk points into the game. */
typedef struct tob_map_walk {
    const tob_game *game;
    unsigned card; /* where the walk stands, after tob_map_next returned true */
    unsigned next; /* the card above it, or TOB_NONE */
} tob_map_walk;

static inline tob_map_walk tob_map_walk_up(const tob_game *game, unsigned treasure)
{
    const tob_map_walk walk = {game, TOB_NONE, game->map[treasure].lowest};

    return walk;
}

/* The same over the cards above a card that lies on a map. */
static inline tob_map_walk tob_map_walk_above(const tob_game *game, unsigned card)
{
    const tob_map_walk walk = {game, TOB_NONE, game->above[card]};

    return walk;
}

/* Steps to the next card; false behind the top one. */
static inline bool tob_map_next(tob_map_walk *walk)
{
    if (walk->next >= TOB_CARD_MAX)
        return false;
    walk->card = walk->next;
    walk->next = walk->game->above[walk->card];
    return true;
}

/* The clue cards on a map from the top down; returns how many. */
unsigned tob_map_cards(const tob_game *game, unsigned treasure,
                       uint8_t cards[TOB_CARD_MAX]);

/* Is this treasure raised and being shared out? Its clues lie there until that is over
 * (N1), its last marker does not (R2). */
bool tob_is_shared_out(const tob_game *game, unsigned treasure);

/* The sites of a map if its markers lie on the board (C5), else the empty set. */
tob_hexset tob_map_markers(const tob_game *game, unsigned treasure);

/* A clue's roses: the owner and the number, 1 or 2. */
static inline uint8_t tob_rose(unsigned owner, unsigned number)
{
    return (uint8_t)(owner | number << 2);
}
static inline unsigned tob_rose_owner(uint8_t rose)
{
    return rose & 3;
}
static inline unsigned tob_rose_number(uint8_t rose)
{
    return rose >> 2;
}

/* The spaces where the statues would bring amulets if they did so now (N3), in the order
 * of the statues; TOB_NONE for one that brings none. */
void tob_surfacing(const tob_game *game, const tob_board *board,
                   uint8_t spaces[TOB_STATUES]);

/* Lets the statues bring their amulets (N3) and turn (N4). tob_apply does so itself after
 * a treasure; a program that follows a real table calls it. */
void tob_surface(tob_game *game, const tob_board *board);

/* One offer of a card (D1): the seat that is asked, and the clue on which its rose lies;
 * TOB_NONE stands for the raiser's rose below the clues (R2). */
typedef struct tob_ask {
    uint8_t seat;
    uint8_t card;
} tob_ask;

enum { TOB_ASKS_MAX = TOB_SEATS * TOB_ROSES };

/* The roses of the treasure being shared out, in the order in which they are asked (D1);
 * returns how many: 0 if none is shared out or nobody is asked any more (D4, K1). *now is
 * the index of the one that is asked now, or that number while no card is on offer. */
unsigned tob_rose_order(const tob_game *game, tob_ask asks[TOB_ASKS_MAX], unsigned *now);

/* Does this state know the hand of a seat? */
static inline bool tob_hand_known(const tob_game *game, unsigned seat)
{
    return tob_viewer_is_full(game->viewer) || tob_viewer_is(game->viewer, seat);
}

/* Legs left in the movement under way; 0 if there is none or they are used up (M1). */
static inline unsigned tob_legs_left(const tob_game *game)
{
    return game->drive[game->moving].legs;
}

/* Legs left in the main movement while an extra one suspends it: TOB_MOVE_MOVE goes on
 * with them (T4). 0: nothing is suspended. */
static inline unsigned tob_legs_suspended(const tob_game *game)
{
    return game->moving == TOB_MOVEMENT_EXTRA ? game->drive[TOB_MOVEMENT_MAIN].legs : 0;
}

/* Has the movement under way paid for crossing lava (V5)? */
static inline bool tob_lava_paid(const tob_game *game)
{
    return game->drive[game->moving].paid;
}

/* Makes the view that a seat or a spectator has of a full game (H1); 'game' is no view
 * itself. The view equals, byte for byte, the state that replaying the redacted record
 * gives. */
void tob_view(tob_game *view, const tob_game *game, tob_viewer viewer);

/* The rules by which this library plays: a number made of TOB_RULES_VERSION and the data
 * that it was built with (sections, clues, treasures, volcano), the same on every machine
 * and in wasm. A host stores it beside the record, which has no line for it; where the
 * numbers differ, the record may play differently. The bots' weights are no part of it.
 */
uint64_t tob_rules_id(void);

/* A hash of the whole state, the same on every machine. */
uint64_t tob_hash(const tob_game *game);

/* Makes the board that belongs to a state. */
void tob_board_follow(tob_board *board, const tob_game *game);

/* Checks every invariant of a state and its board: NULL, or what is broken. Debug
 * builds of the library call it after every move. */
const char *tob_check(const tob_game *game, const tob_board *board);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
