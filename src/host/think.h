/* Thinking on several cores: each thread searches with a seed of its own, and their
 * visits are added up. The same seed, threads and iterations give the same choice. */
#ifndef TOBAGO_HOST_THINK_H
#define TOBAGO_HOST_THINK_H

#include "tobago/bot.h"

enum { THINK_THREADS_MAX = 64 };

typedef struct thinker thinker;

/* Makes a thinker of a level; NULL if memory runs out. think_free takes NULL too. */
thinker *think_new(ai_level level, uint64_t seed, unsigned threads);
void think_free(thinker *t);

/* Begins anew with a seed, as think_new does. */
void think_begin(thinker *t, uint64_t seed);

/* As ai_bot_choose; the iterations of the budget are shared by the threads. */
tob_move think_choose(thinker *t, const tob_game *view, const tob_board *board,
                      ai_budget budget);

/* As ai_bot_opinions and ai_bot_iterations, of all threads together. */
unsigned think_opinions(const thinker *t, ai_opinion opinions[static AI_OPINIONS_MAX]);
uint32_t think_iterations(const thinker *t);

#endif
