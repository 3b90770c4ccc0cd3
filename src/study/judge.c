/* Judges one decision by the expert's search from the mover's view, and nothing else.
 *
 * The search knows each seat's chances after each move, so one search gives the expert's
 * move, the worth of the move played, and a point of every player's curve. It holds the
 * view of the seat that decides and sees nothing hidden.
 *
 * A move with few visits has no mean worth the name. It is searched by itself then, as
 * often as the expert's move was visited, so that both are judged with the same care. */
#include <stdlib.h>
#include <string.h>

#include "study/analyse.h"

enum { VISITS_TRUSTED = 100 }; /* a move with fewer visits is searched by itself */

struct analyse_judge {
    uint64_t seed;
    ai_budget budget;
    ai_level level;
    void *bot; /* memory for it */
};

analyse_judge *analyse_judge_new(const analysis *a)
{
    analyse_judge *judge = calloc(1, sizeof *judge);

    if (!judge)
        return NULL;
    judge->seed = a->seed;
    judge->level = a->level;
    judge->budget.iterations = a->iterations;
    judge->bot = malloc(ai_bot_size(a->level));
    if (!judge->bot) {
        free(judge);
        return NULL;
    }
    return judge;
}

void analyse_judge_free(analyse_judge *judge)
{
    if (judge)
        free(judge->bot);
    free(judge);
}

/* Each line has a seed of its own. */
static ai_bot *bot_for(const analyse_judge *judge, uint32_t line)
{
    tob_rng rng;

    tob_rng_init(&rng, judge->seed, line);
    return ai_bot_init(judge->bot, judge->level, tob_rng_next(&rng));
}

static analyse_chances chances_of(const ai_opinion *opinion)
{
    analyse_chances chances;

    memcpy(chances.of, opinion->wins, sizeof chances.of);
    return chances;
}

/* The game is over: the winners share the win. */
static analyse_chances result_of(const tob_game *game)
{
    const tob_result result = tob_result_of(game);
    analyse_chances chances = {{0}};
    float winners = 0;

    for (unsigned seat = 0; seat < game->players; seat++)
        winners += result.place[seat] == 1;
    for (unsigned seat = 0; seat < game->players; seat++)
        chances.of[seat] = result.place[seat] == 1 ? 1.0f / winners : 0.0f;
    return chances;
}

analyse_chances analyse_position(analyse_judge *judge, const tob_game *game,
                                 const tob_board *board, uint32_t line)
{
    ai_opinion opinions[AI_OPINIONS_MAX];
    const unsigned seat = tob_to_move(game);
    tob_game view;
    tob_move move;
    ai_bot *bot;

    if (seat == TOB_NOBODY)
        return result_of(game);
    tob_view(&view, game, tob_viewer_of(seat));
    bot = bot_for(judge, line);
    move = ai_bot_choose(bot, &view, board, judge->budget);
    if (!ai_bot_opinions(bot, opinions)) /* it had no choice */
        opinions[0] = ai_bot_judge(bot, &view, board, move, judge->budget);
    return chances_of(&opinions[0]);
}

static bool same_move(tob_move a, tob_move b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

static uint16_t tenths(float chance)
{
    return (uint16_t)(1000.0f * (chance < 0 ? 0 : chance > 1 ? 1 : chance) + 0.5f);
}

void analyse_move(analyse_judge *judge, const tob_game *game, const tob_board *board,
                  tob_move move, analyse_decision *decision)
{
    const unsigned seat = tob_to_move(game);
    ai_opinion opinions[AI_OPINIONS_MAX], played = {0};
    ai_bot *bot = bot_for(judge, decision->line);
    unsigned count;
    float visits;
    tob_game view;

    tob_view(&view, game, tob_viewer_of(seat));
    ai_bot_choose(bot, &view, board, judge->budget);
    count = ai_bot_opinions(bot, opinions);
    visits = (float)ai_bot_iterations(bot);
    for (unsigned i = 0; i < count; i++)
        if (same_move(opinions[i].move, move))
            played = opinions[i];
    decision->searched =
        played.share * visits >= VISITS_TRUSTED || same_move(opinions[0].move, move);
    if (!decision->searched) {
        const uint32_t as_often = (uint32_t)(opinions[0].share * visits + 0.5f);
        played =
            ai_bot_judge(bot, &view, board, move, (ai_budget){.iterations = as_often});
    }
    decision->move = move;
    decision->before = chances_of(&opinions[0]);
    decision->best = tenths(opinions[0].wins[seat]);
    decision->chance = tenths(played.wins[seat]);
    decision->cost = decision->best > decision->chance
                         ? (uint16_t)(decision->best - decision->chance)
                         : 0;
    rec_write_move(board, move, decision->played);
    rec_write_move(board, opinions[0].move, decision->expert);
}
