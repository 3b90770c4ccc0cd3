/* Filling a view's question marks with cards that fit. */
#ifndef TOBAGO_AI_FILL_H
#define TOBAGO_AI_FILL_H

#include "tobago/random.h"

/* Makes a full game from a view: unknown hands, the deck and hidden treasure cards get
 * cards at random that fit everything the view knows. A full game is copied. */
void ai_fill(tob_game *full, const tob_game *view, tob_rng *rng);

#endif
