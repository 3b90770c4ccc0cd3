/* Answers as JSON, for pages and servers; docs/notation.md describes them key by key.
 *
 * Every function writes one value, in ASCII but for players' names, without a newline
 * but ended by a zero. It returns the length that the value has, however large the
 * buffer is, and touches at most 'room' bytes: if the result is not less than 'room', the
 * text was cut short and is no JSON. A buffer of REC_JSON_MAX bytes is always enough.
 *
 * Give them a view, and what they write depends on nothing that is hidden from it (H2).
 * They hold no state, so any number of threads may call them. */
#ifndef TOBAGO_JSON_H
#define TOBAGO_JSON_H

#include "tobago/effects.h"
#include "tobago/whatif.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { REC_JSON_MAX = 1 << 19 }; /* bytes; TOB_MOVES_MAX lines of 128 bytes */

/* A position: the game or view after 'line' lines. The header gives the names alone. */
size_t rec_position_json(const rec_header *header, const tob_game *game,
                         const tob_board *board, uint32_t line, char *out, size_t room);

/* The island as it is now: each hex of land with its name, terrain and coordinates. */
size_t rec_board_json(const tob_board *board, char *out, size_t room);

/* The effects of a move; an effect that it does not have has no key. 'board' is the board
 * after the move. */
size_t rec_effects_json(const tob_board *board, const rec_effects *effects, char *out,
                        size_t room);

/* The legal moves as lines. 'moves' is memory to list them in. */
size_t rec_legal_json(const tob_game *game, const tob_board *board, tob_moves *moves,
                      char *out, size_t room);

/* The legs of the player on turn from the state as it stands (tobago/legs.h): the legs
 * left, the toll, and for every hex in reach the least legs and a way hex by hex. */
size_t rec_legs_json(const tob_game *game, const tob_board *board, char *out,
                     size_t room);

/* The outcome of a line that is only tried, after 'before' lines: its effects and the
 * position after it, or the error. 'outcome' is memory to try it in. */
size_t rec_what_if_json(const rec_header *header, const tob_game *game,
                        const tob_board *board, uint32_t before, const char *line,
                        size_t length, rec_outcome *outcome, char *out, size_t room);

/* An error that reading or playing a line has set. */
size_t rec_error_json(const rec_error *error, char *out, size_t room);

/* The number of sites that each clue card of a seat's hand would leave on each map, 0
 * where the map would not take it now (C2, C3, S5, N2). A hand that the game does not
 * know stands for all cards that may be in it. TOB_NONE instead of a seat: every card. */
size_t rec_clues_json(const tob_game *game, const tob_board *board, unsigned seat,
                      char *out, size_t room);

/* The fewest legs from one space to every other on the island as it is now, however many
 * movements they take and without crossing lava; null where no way leads. */
size_t rec_distances_json(const tob_board *board, unsigned from, char *out, size_t room);

/* The spaces that a clue allows on the island as it is now (L): an array of names. */
size_t rec_clue_json(const tob_board *board, tob_clue clue, char *out, size_t room);

/* A string, with the escapes that JSON wants; bytes that are no UTF-8, or that control a
 * terminal or the direction of writing, become U+FFFD. */
size_t rec_string_json(const char *string, char *out, size_t room);

/* The tables that all games share: islands, options, terrains, directions, objects,
 * treasures, triads, clue cards, treasure cards, reasons. */
size_t rec_tables_json(char *out, size_t room);

/* The rules: the sections and the clauses that fit a question (tobago/clauses.h), all of
 * them if it has no words. It is not among the tables because most pages load it late. */
size_t rec_rules_json(const char *question, size_t length, char *out, size_t room);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
