/* Records: games as lines of text (docs/notation.md).
 *
 * A record is a header and one line a move. Reading one replays it: the reader holds the
 * game after the lines fed so far, so a record cut at any line is a record. Views are
 * records too, with "?" for what their holder may not know (H1).
 *
 * Nothing here allocates. Texts are given by pointer and length; written texts end in a
 * zero that the returned length does not count. */
#ifndef TOBAGO_RECORD_H
#define TOBAGO_RECORD_H

#include <stddef.h>

#include "tobago/game.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum {
    REC_FORMAT = 1,      /* the version of the format */
    REC_NAME_MAX = 32,   /* bytes of a player's name */
    REC_LINE_MAX = 256,  /* bytes of a line, its newline included */
    REC_WORD_MAX = 40,   /* bytes of a word kept for an error */
    REC_HEADER_MAX = 512 /* bytes of a whole header */
};

/* The longest record. No legal record, and no view of one, has more lines or bytes than
 * REC_LINES_MAX and REC_BYTES_MAX; buffers of this size take any game. The bounds follow
 * from the rules, as sums over everything that can add a line:
 *
 * Treasures. A treasure that is raised has a clue. That clue carries a rose (C1), the
 * raiser adds one (R2), and one card is added (R3): at least 3 cards are drawn. The 41
 * cards of the deck (S1) run out once and then the game ends (E1), so at most 14
 * treasures are raised, and after 13 of them amulets surface and a map is started anew
 * (N2, N3). Cards are drawn from that deck and, once, from its discards without the
 * curses (R4): 41 + 39 at most. Each is drawn, turned up, and offered to each rose on the
 * map (D1), of which the players have 60 (S2).
 *
 * Amulets. 3 statues bring 39 of them at most, and each that comes is spent once (A6).
 * The longest power is the exchange of a hand (X1). An extra movement has 5 lines: its
 * own, 3 legs, and the one that resumes the main movement (T4).
 *
 * Turns. E4 ends the game after 1,000 of each seat. What treasures and amulets add is
 * counted above; so a turn has one main action (T2). Drawing: a hand begins full and is
 * never more than full, so all draws together are no more than the cards that leave
 * hands, and each card that leaves a hand counts as two lines. With the Volcano an
 * amulet under the ATV asks for a line, at the start of the turn and after each leg (V3).
 * A turn that exchanges a hand of h cards has 2 + 2h lines then, one that moves has 9,
 * one that plays a clue has 4. With four players, 4,000 turns of 10 lines; with two,
 * whose hands have 6 cards, 2,000 turns of 14; so four players have the longest records.
 *
 * Once a game. 25 lava tiles (V3). The set-up: the volcano, 10 objects, 4 ATVs, 4 maps,
 * 16 cards dealt, and first clues drawn until all 52 cards have been seen (S5).
 *
 * Bytes. Every line has one form. The longest of an exchange are "4 exchange", "nature
 * discard 4 CARD" and "nature draw 4 CARD"; of an offer "4 claim". A view says "?" where
 * it hides a card, and REC_HEADER_MAX has room for its line of the header. */
enum {
    REC_CARD_MAX = 23, /* bytes of a clue card's name: "not-in-largest-mountain" */
    REC_MOVE_MAX = 72, /* bytes of any move's line, its LF included */
    REC_HEADER_LINES_MAX = 6,
    REC_SETUP_LINES_MAX = 1 + 10 + 4 + 4 + 16 + 52,
    REC_LAVA_LINES_MAX = 25,
    REC_RAISED_MAX = 14,
    REC_RAISED_LINES_MAX = 3 * REC_RAISED_MAX, /* raise; a clue and a draw, or cannot */
    REC_AMULETS_MAX = TOB_STATUES * (REC_RAISED_MAX - 1),
    REC_AMULET_LINES_MAX = REC_AMULETS_MAX * (1 + 2 * TOB_HAND_MAX),
    REC_COINS_DRAWN_MAX = 41 + 39,
    REC_OFFERS_MAX = REC_COINS_DRAWN_MAX * TOB_SEATS * TOB_ROSES,
    REC_RARE_LINES_MAX = REC_SETUP_LINES_MAX + REC_LAVA_LINES_MAX + REC_RAISED_LINES_MAX +
                         REC_AMULET_LINES_MAX + 2 * REC_COINS_DRAWN_MAX,
    REC_TURN_LINES_MAX = 2 + 2 * 4,
    REC_TURN_BYTES_MAX = 8 + 11 + 4 * (17 + REC_CARD_MAX + 1 + 14 + REC_CARD_MAX + 1),
    REC_TURNS_MAX = TOB_SEATS * TOB_ROUNDS_MAX,
    REC_LINES_MAX = REC_HEADER_LINES_MAX + REC_RARE_LINES_MAX + REC_OFFERS_MAX +
                    REC_TURNS_MAX * REC_TURN_LINES_MAX,
    REC_BYTES_MAX = REC_HEADER_MAX + REC_RARE_LINES_MAX * REC_MOVE_MAX +
                    REC_OFFERS_MAX * 8 + REC_TURNS_MAX * REC_TURN_BYTES_MAX,
};

/* The header of a record. */
typedef struct rec_header {
    tob_config config;
    char name[TOB_SEATS][REC_NAME_MAX + 1]; /* checked when read, trusted when written */
} rec_header;

/* The fault of a line. 'reason' is TOB_OK if the line cannot even be read. */
typedef struct rec_error {
    uint32_t line;                /* from 1 */
    uint32_t word;                /* from 1; 0: the line as a whole */
    tob_reason reason;            /* the rule that forbids the move */
    const char *clause;           /* "C2"; "" where no clause speaks of it */
    const char *text;             /* a sentence, never NULL after an error */
    char token[REC_WORD_MAX + 1]; /* the word, cut and made printable */
} rec_error;

/* The part of the header that has been read. */
typedef enum rec_stage {
    REC_STAGE_FORMAT,  /* nothing yet */
    REC_STAGE_PLAYERS, /* the format line */
    REC_STAGE_ISLAND,  /* the players */
    REC_STAGE_OPTIONS, /* enough for a game; options may follow */
    REC_STAGE_FIRST,
    REC_STAGE_VIEW,
    REC_STAGE_GAME, /* the header is complete */
} rec_stage;

/* A record being read. 'game' and 'board' are valid from REC_STAGE_OPTIONS on. */
typedef struct rec_reader {
    tob_game game;
    tob_board board;
    rec_header header;
    tob_move move;  /* the last move read */
    uint32_t line;  /* lines read */
    uint32_t moves; /* of these, moves */
    rec_stage stage;
} rec_reader;

/* Begins a record; nothing has been read. */
void rec_init(rec_reader *reader);

/* Reads one line, without its newline. On failure the reader is as it was, and *error
 * says why. */
bool rec_feed(rec_reader *reader, const char *line, size_t length, rec_error *error);

/* Reads the lines of a text, 'most' of them at the most, with rec_init first. On failure
 * the reader stands before the line at fault. A text that ends before or within the
 * header is no failure: ask rec_has_game. */
bool rec_read(rec_reader *reader, const char *text, size_t length, uint32_t most,
              rec_error *error);

/* Does the reader hold a game, or only the beginning of a header? */
static inline bool rec_has_game(const rec_reader *reader)
{
    return reader->stage >= REC_STAGE_OPTIONS;
}

/* Reads a move without playing it or asking whether it is legal. */
bool rec_parse_move(const tob_game *game, const tob_board *board, const char *line,
                    size_t length, tob_move *move, rec_error *error);

/* Fills in the error of a refused move, with the word of its line that is at fault. */
void rec_explain(tob_reason reason, const char *line, size_t length, rec_error *error);

/* Writes the line of a header that names options, "options experienced volcano", without
 * its newline but ended with a zero; nothing if there are none. Returns the length. */
size_t rec_write_options(unsigned options, char out[REC_LINE_MAX]);

/* Writes a move as a line without a newline. Returns its length. */
size_t rec_write_move(const tob_board *board, tob_move move, char out[REC_LINE_MAX]);

/* Writes a header, one line each, with newlines. Returns its length. */
size_t rec_write_header(const rec_header *header, char out[REC_HEADER_MAX]);

/* The move as a viewer may know it (H1): hidden cards are TOB_HIDDEN. */
tob_move rec_redact(tob_move move, tob_viewer viewer);

/* The same for a line without its newline, whose game need not be known. Lines of a
 * header and lines that show nothing hidden are copied. Returns the length, which never
 * exceeds that of the line; 0 for a line that is too long to be one. */
size_t rec_redact_line(const char *line, size_t length, tob_viewer viewer,
                       char out[REC_LINE_MAX]);

/* May a record of one viewer be redacted for another? Only a full one knows enough. */
bool rec_can_redact(tob_viewer from, tob_viewer to);

/* Is this valid UTF-8, without overlong forms, surrogates, or characters that control a
 * terminal or the direction of writing? */
bool rec_is_utf8(const char *text, size_t length);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
