/* Bots: a view and a budget go in, a move comes out.
 *
 * A bot only ever holds a view (H2): it knows what a person in its seat may know. It
 * works in memory that the caller provides once and allocates nothing. The same seed,
 * the same views and the same number of iterations give the same moves on every machine,
 * in wasm too.
 *
 *     ai_bot *bot = ai_bot_init(malloc(ai_bot_size(AI_HARD)), AI_HARD, seed);
 *     tob_view(&view, &game, tob_viewer_of(tob_to_move(&game)));
 *     move = ai_bot_choose(bot, &view, &board, ai_budget_for(AI_HARD, 0, 0, 0));
 *
 * The library has no globals that change. Threads may use different bots at the same
 * time; one bot serves one thread at a time. */
#ifndef TOBAGO_BOT_H
#define TOBAGO_BOT_H

#include <stdbool.h>
#include <stddef.h>

#include "tobago/random.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

/* ---- Levels ---- */

/* From the weakest to the strongest. Greedy is the yardstick and never changes. Hard and
 * expert search; the others answer at once. */
typedef enum ai_level {
    AI_RANDOM,
    AI_GREEDY,
    AI_EASY,
    AI_MEDIUM,
    AI_HARD,
    AI_EXPERT,
    AI_LEVEL_COUNT,
} ai_level;

/* The name of a level, "expert". 'level' is below AI_LEVEL_COUNT. */
const char *ai_level_name(unsigned level);

/* The level of a name, or -1. The word needs no zero at its end. */
int ai_level_find(const char *word, size_t length);

/* The strength of a level in games of two, on Elo's scale: 400 points are odds of 10 to
 * 1. Greedy has 1000. docs/bots.md has the measurement. */
int ai_level_elo(unsigned level);

/* Does this level search, so that it has opinions and can judge? */
bool ai_level_searches(ai_level level);

/* A fingerprint of what makes the levels strong: the revision of their code, their table
 * and the learned weights. It changes when one of these does. */
uint64_t ai_strength_hash(void);

/* ---- Budgets ---- */

/* The effort allowed for one decision. Zeroed, it is the level's own number of
 * iterations and nothing else. Levels that do not search ignore it.
 *
 * A search asks clock and stop every 16 iterations, some tenth of a millisecond apart, on
 * the thread that runs it. Both get 'context', which the bot never looks into. */
typedef struct ai_budget {
    uint32_t iterations;               /* of the search; 0: the level's own number */
    uint32_t time_ms;                  /* from ai_bot_begin on; 0: no limit */
    uint64_t (*now_ms)(void *context); /* the clock; NULL: time_ms has no effect */
    bool (*stop)(void *context);       /* ends the search when true; NULL: never */
    void *context;
    bool settle; /* ends early when no other move can catch up any more */
} ai_budget;

/* The iterations of a level whose budget names none. An expert with a time fills it with
 * as many as it can; the other levels keep to their own number. */
uint32_t ai_level_iterations(ai_level level, uint32_t time_ms);

/* The budget of a level, resolved: the one place that knows what a host's settings mean.
 *
 *   iterations  as many as these; 0: the level's own number, see ai_level_iterations
 *   time_ms     a time to think, which an expert fills if 'iterations' is 0; 0: none
 *   limit_ms    the search also ends after this time, which changes no number of
 *               iterations; 0: no limit
 *
 * The result names its iterations (0 for a level that does not search) and the shorter of
 * the two times, and settles early. Clock, stop and context are for the caller to fill
 * in; without a clock the times have no effect. */
ai_budget ai_budget_for(ai_level level, uint32_t iterations, uint32_t time_ms,
                        uint32_t limit_ms);

/* The part of a resolved budget for each of several searches of one decision: the
 * iterations shared out, rounded up, the time for each in full. Searches that are merged
 * do not settle alone. 'parts' is at least 1; for 1 the budget stays as it is. */
ai_budget ai_budget_split(ai_budget budget, unsigned parts);

/* ---- Choosing ---- */

typedef struct ai_bot ai_bot;

/* A bot's opinion of one move. */
typedef struct ai_opinion {
    tob_move move;
    float share;           /* of the search spent on it, 0 to 1 */
    float wins[TOB_SEATS]; /* each seat's chance to win after it; they add up to 1 */
} ai_opinion;

enum { AI_OPINIONS_MAX = 32 };

/* Bytes that a bot of this level needs. */
size_t ai_bot_size(ai_level level);

/* Makes a bot in memory of ai_bot_size bytes, aligned for any object. The memory stays
 * the caller's; a bot holds nothing else and needs no clearing. */
ai_bot *ai_bot_init(void *memory, ai_level level, uint64_t seed);

/* Chooses a legal move: ai_bot_begin, ai_bot_run to the end, ai_bot_finish. */
tob_move ai_bot_choose(ai_bot *bot, const tob_game *view, const tob_board *board,
                       ai_budget budget);

/* Begins a decision. 'view' is a game in which a seat decides (not nature), as that seat
 * may know it, and 'board' its board; the bot copies what it needs of both. 'only' is a
 * legal move to search as if there were no other, or NULL for all moves. A decision that
 * is under way is given up. */
void ai_bot_begin(ai_bot *bot, const tob_game *view, const tob_board *board,
                  const tob_move *only, ai_budget budget);

/* Makes up to this many iterations more, at least 1. Returns true while more could change
 * something: the budget is not used up, and the search neither settled nor stopped. A
 * search made in slices of any size comes to the same choice and the same opinions as one
 * in a go. False from the beginning where there is nothing to search. */
bool ai_bot_run(ai_bot *bot, uint32_t iterations);

/* Ends the decision and returns the move: the best so far. It may be called at any time,
 * more than once, and before the first iteration. Opinions stay until the next decision.
 */
tob_move ai_bot_finish(ai_bot *bot);

/* Writes what the bot thinks of the moves of its decision so far, the most searched
 * first, and returns how many there are. It may be asked between slices. There are none
 * without a search: for a level that does not search, where only one move is legal, and
 * before the first iteration. */
unsigned ai_bot_opinions(const ai_bot *bot, ai_opinion opinions[AI_OPINIONS_MAX]);

/* Searches one legal move as if there were no other, and returns the opinion of it. A
 * level that does not search returns the move with chances of 0. */
ai_opinion ai_bot_judge(ai_bot *bot, const tob_game *view, const tob_board *board,
                        tob_move move, ai_budget budget);

/* Iterations of the decision so far. */
uint32_t ai_bot_iterations(const ai_bot *bot);

/* ---- Judging a game ---- */

/* Each seat's chance to win, as the seat that decides may judge it; they add up to 1. */
typedef struct ai_chances {
    float of[TOB_SEATS];
} ai_chances;

/* A judge goes over the decisions of a game that has been played, or is being played.
 * The caller fills it in and keeps its memory; each thread needs a judge of its own. */
typedef struct ai_judge {
    void *memory;     /* ai_bot_size(level) bytes, aligned for any object */
    ai_level level;   /* one that searches */
    uint64_t seed;    /* the judge's; each line gets its own seed from it */
    ai_budget budget; /* of each decision */
} ai_judge;

/* A judge's verdict on a move. Chances and cost are in thousandths, so that whoever
 * prints them agrees on the last digit. */
typedef struct ai_verdict {
    tob_move move;     /* the move judged */
    tob_move expert;   /* the judge's own choice */
    ai_chances before; /* of all seats if the judge's choice is played */
    uint16_t best;     /* the mover's chance after the judge's choice */
    uint16_t chance;   /* and after the move judged */
    uint16_t cost;     /* how much less that is; 0 if it is not less */
    bool searched;     /* the search looked at the move often enough by itself */
} ai_verdict;

/* Does a seat decide here between several moves, as far as it knows? 'game' is a full
 * game or a view; 'moves' is room for a list. */
bool ai_is_decision(const tob_game *game, const tob_board *board, tob_moves *moves);

/* The chances of all seats in a game that waits for a seat or is over; winners share the
 * win. 'game' is a full game, which the judge sees only through the eyes of the seat that
 * decides, or that seat's view. 'line' is the number, from 1, of the line about to be
 * played: each line has its own luck, and gives the same answer whatever was judged
 * before. All are 0 while nature decides. 'tobago analyse' uses seed 1 and a budget that
 * names iterations and does not settle. */
ai_chances ai_judge_position(const ai_judge *judge, const tob_game *game,
                             const tob_board *board, uint32_t line);

/* Judges a legal move of the seat that decides, before it is played. 'game' and 'line'
 * are as above. */
ai_verdict ai_judge_move(const ai_judge *judge, const tob_game *game,
                         const tob_board *board, tob_move move, uint32_t line);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
