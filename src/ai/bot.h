/* Bots: a view and a budget go in, a move comes out.
 *
 * A bot only ever holds a view (H2): what it is given here is the same that a person in
 * its seat may know. It works in memory that the caller provides once; nothing is
 * allocated afterwards. For the same seed, the same views and the same number of
 * iterations it chooses the same moves on every machine, in wasm too. */
#ifndef TOBAGO_AI_BOT_H
#define TOBAGO_AI_BOT_H

#include <stdbool.h>
#include <stddef.h>

#include "tobago/random.h"

/* From the weakest to the strongest; greedy is the yardstick and stays as it is. */
typedef enum ai_level {
    AI_RANDOM,
    AI_GREEDY,
    AI_EASY,
    AI_MEDIUM,
    AI_HARD,
    AI_EXPERT,
    AI_LEVEL_COUNT,
} ai_level;

/* How long a bot may think about one move. */
typedef struct ai_budget {
    uint32_t iterations;      /* of its search; 0: what its level has by default */
    uint32_t time_ms;         /* stops earlier after this time; 0: never */
    uint64_t (*now_ms)(void); /* the clock for that; may be NULL without time_ms */
    bool settle;              /* stops when more iterations could not change the choice */
} ai_budget;

/* What a bot thought of one move, best first. */
typedef struct ai_opinion {
    tob_move move;
    float share;           /* of the search spent on it, 0 to 1 */
    float wins[TOB_SEATS]; /* each seat's chance to win after it; they add up to 1 */
} ai_opinion;

enum { AI_OPINIONS_MAX = 32 };

typedef struct ai_bot ai_bot;

/* Bytes that a bot of this level needs. */
size_t ai_bot_size(ai_level level);

/* Makes a bot in memory of ai_bot_size bytes, aligned for any object. The memory stays
 * the caller's; a bot holds nothing else and needs no clearing. */
ai_bot *ai_bot_init(void *memory, ai_level level, uint64_t seed);

/* Chooses a legal move. 'view' is a game in which a seat decides (not nature), as that
 * seat may know it, and 'board' its board. */
tob_move ai_bot_choose(ai_bot *bot, const tob_game *view, const tob_board *board,
                       ai_budget budget);

/* What the last ai_bot_choose thought of the moves; returns how many. */
unsigned ai_bot_opinions(const ai_bot *bot, ai_opinion opinions[static AI_OPINIONS_MAX]);

/* What a bot that searches thinks of one legal move: as ai_bot_choose, as if there were
 * no other. */
ai_opinion ai_bot_judge(ai_bot *bot, const tob_game *view, const tob_board *board,
                        tob_move move, ai_budget budget);

/* Iterations that the last of these made. */
uint32_t ai_bot_iterations(const ai_bot *bot);

/* The iterations that a level makes where a budget names none. An expert fills a time
 * with as many as it allows; the other levels keep to their own strength. */
uint32_t ai_level_iterations(ai_level level, uint32_t time_ms);

/* A fingerprint of what makes the levels strong: their table and the learned weights. It
 * changes when one of these does. */
uint64_t ai_strength_hash(void);

const char *ai_level_name(unsigned level); /* "expert" */
int ai_level_find(const char *word, size_t length);

#endif
