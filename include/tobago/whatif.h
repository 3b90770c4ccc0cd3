/* Trying a line ("what if"): it is played on a copy; the game stays as it is.
 *
 * A host that answers a client asks the client's view, never the full game: which cards
 * of a hand are refused would tell the hand (H2). Any thread may ask about its own data.
 */
#ifndef TOBAGO_WHATIF_H
#define TOBAGO_WHATIF_H

#include "tobago/effects.h"
#include "tobago/record.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* The outcome of a line. After a refusal only 'error' is valid, otherwise all the rest.
 */
typedef struct rec_outcome {
    rec_error error; /* its line is 0: a line that is only tried has no number */
    tob_game game;   /* the state after the line */
    tob_board board;
    rec_effects effects;
    tob_move move;
} rec_outcome;

/* Tries a line, given without its newline: any move of a player or of nature, legal or
 * not. A view is asked as readily as a full game; hidden cards are "?" there. False if
 * the line is refused. */
bool rec_what_if(const tob_game *game, const tob_board *board, const char *line,
                 size_t length, rec_outcome *outcome);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
