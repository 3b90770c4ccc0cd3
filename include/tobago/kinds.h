/* The rules as two tables: what each kind of move is, and what each phase is.
 *
 * The engine judges and plays moves by these rows, records are read, written and redacted
 * by them, and a program that shows a game needs no list of kinds of its own. The rows
 * are constant; any number of threads may read them. */
#ifndef TOBAGO_KINDS_H
#define TOBAGO_KINDS_H

#include "tobago/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* A part of a move that a word of its line names, and the member of tob_move behind it.
 */
typedef enum tob_field {
    TOB_FIELD_NONE, /* ends the fields of a kind */
    TOB_FIELD_SEAT, /* the seat that nature deals to */
    TOB_FIELD_SPACE,
    TOB_FIELD_TREASURE,
    TOB_FIELD_CARD,
    TOB_FIELD_OTHER,     /* a second clue card */
    TOB_FIELD_DIRECTION, /* direction */
    TOB_FIELD_FACING,    /* direction; only statues have this word */
    TOB_FIELD_COINS,     /* value: coins, 0 for a curse */
    TOB_FIELD_TRIAD,     /* value */
    TOB_FIELD_OBJECT,    /* value: tob_object */
    TOB_FIELD_COUNT,
} tob_field;

enum { TOB_FIELDS_MAX = 4 };

typedef enum tob_maker {
    TOB_MAKER_SEAT,
    TOB_MAKER_NATURE,
    TOB_MAKER_EITHER, /* as the options say; move.seat is TOB_NATURE if nature makes it */
} tob_maker;

/* Viewers from whom the hidden field of a move is kept (H1). */
typedef enum tob_secret {
    TOB_SECRET_NONE,
    TOB_SECRET_OTHERS, /* everyone but move.seat */
    TOB_SECRET_ALL,    /* everyone; only the full view has it */
} tob_secret;

/* Viewers who learn something from a move that they could not know before. */
typedef enum tob_show {
    TOB_SHOW_NOTHING,
    TOB_SHOW_SEAT,   /* move.seat */
    TOB_SHOW_OTHERS, /* everyone but move.seat */
    TOB_SHOW_ALL,    /* everyone, if nature makes the move; otherwise nobody */
} tob_show;

/* One kind of move. Zero in a member means: none. */
typedef struct tob_kind_row {
    const char *word;              /* in records: "leg", "amulet" */
    const char *power;             /* the word after "amulet": "remove"; or NULL */
    const char *curse;             /* the word that replaces 'word' and the coins where
                                      they are 0; or NULL */
    const char *clause;            /* where docs/rules.md describes it: "M1" */
    uint8_t field[TOB_FIELDS_MAX]; /* tob_field, in the order of the words */
    uint8_t maker;                 /* tob_maker */
    uint8_t secret;                /* tob_secret */
    uint8_t hidden;                /* the field that is kept secret: tob_field */
    uint8_t show;                  /* tob_show */
    uint8_t needs;                 /* the option without which it is not in the game */
    uint8_t off;                   /* the tob_reason then */
    uint8_t no_amulet; /* it costs an amulet: the tob_reason if the player has none */
    uint8_t is_main;   /* it is the main action of a turn (T2) */
} tob_kind_row;

/* Players decide a phase, or nature, or nobody. */
typedef enum tob_decider {
    TOB_DECIDER_SEAT, /* game.seat, which is TOB_NATURE while nature places things */
    TOB_DECIDER_NATURE,
    TOB_DECIDER_NOBODY,
} tob_decider;

/* One phase. */
typedef struct tob_phase_row {
    const char *word;    /* "turn" */
    const char *meaning; /* "a clue card is drawn (C4)", for people */
    uint64_t kinds;      /* the kinds of move that may be made: bits, see tob_kind_bit */
    uint8_t decider;     /* tob_decider */
    uint8_t nature_with; /* the option with which nature decides instead of the seat */
    uint8_t refusal;     /* the tob_reason against any other kind */
    uint8_t is_setup;    /* the first turn has not begun */
    uint8_t is_sharing;  /* a treasure has been raised and is being shared out */
} tob_phase_row;

static inline uint64_t tob_kind_bit(unsigned kind)
{
    return (uint64_t)1 << kind;
}

/* The row of a kind, or NULL for TOB_MOVE_COUNT and above. The rows lie in one array in
 * the order of tob_kind, so tob_kind_of(0) is all of it. */
const tob_kind_row *tob_kind_of(unsigned kind);

/* The row of a phase, or NULL for TOB_PHASE_COUNT and above. */
const tob_phase_row *tob_phase_of(unsigned phase);

/* Is this a move of nature's? False for what is no kind of move. */
bool tob_is_nature(tob_move move);

/* The bit of spectators in tob_shown_to; bit s is seat s. */
enum { TOB_SHOWN_SPECTATORS = 1 << TOB_SEATS };

/* The viewers to whom a move showed something that they could not know before: a clue
 * shows its card, or the card given up for it, to everyone but its player; 'cannot' shows
 * something of a hand; nature's cards are shown to their seat or to all. A host lets a
 * player take moves back as long as the answer is 0: nobody has learnt anything.
 * 'game' is the state before or after the move. */
unsigned tob_shown_to(const tob_game *game, tob_move move);

/* Does a line of this kind name this field? */
bool tob_kind_has(unsigned kind, tob_field field);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
