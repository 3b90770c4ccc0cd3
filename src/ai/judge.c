/* Judging decisions: the search of a level, from the mover's view and nothing else.
 *
 * One search knows each seat's chances after each move, so it gives the expert's move,
 * the worth of the move played and a point of every player's curve. A full game is
 * reduced to the view of the seat that decides before anything looks at it.
 *
 * The mean of a move that the search hardly visited is mostly noise. Such a move is
 * searched by itself, as often as the expert's move was visited, so that both are judged
 * with the same care. It costs at most as much again.
 *
 * Every line has a bot of its own, seeded by the judge's seed and the line's number: what
 * is said of a decision depends neither on the decisions judged before nor on threads. */
#include "ai/search.h"

enum { VISITS_TRUSTED = 100 }; /* from so many visits on, a move's mean counts */

static ai_bot *bot_for(const ai_judge *judge, uint32_t line)
{
    tob_rng rng;

    tob_rng_init(&rng, judge->seed, line);
    return ai_bot_init(judge->memory, judge->level, tob_rng_next(&rng));
}

/* The game as the seat that decides knows it. */
static void take_view(tob_game *view, const tob_game *game)
{
    if (tob_viewer_is_full(game->viewer))
        tob_view(view, game, tob_viewer_of(tob_to_move(game)));
    else
        *view = *game;
}

static ai_chances chances_of(const ai_opinion *opinion)
{
    ai_chances chances;

    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        chances.of[seat] = opinion->wins[seat];
    return chances;
}

static ai_chances chances_at_end(const tob_game *game)
{
    const tob_result result = tob_result_of(game);
    ai_chances chances = {{0}};
    float winners = 0;

    for (unsigned seat = 0; seat < game->players; seat++)
        winners += result.place[seat] == 1;
    for (unsigned seat = 0; seat < game->players; seat++)
        chances.of[seat] = result.place[seat] == 1 ? 1.0f / winners : 0.0f;
    return chances;
}

/* Lets the bot choose and writes its opinions. The only legal move of a decision without
 * a choice is searched too, so that there is always one opinion. */
static unsigned form_opinions(const ai_judge *judge, ai_bot *bot, const tob_game *view,
                              const tob_board *board,
                              ai_opinion opinions[static AI_OPINIONS_MAX])
{
    const tob_move move = ai_bot_choose(bot, view, board, judge->budget);
    const unsigned count = ai_bot_opinions(bot, opinions);

    if (count)
        return count;
    opinions[0] = ai_bot_judge(bot, view, board, move, judge->budget);
    return 1;
}

bool ai_is_decision(const tob_game *game, const tob_board *board, tob_moves *moves)
{
    tob_game view;

    if (tob_to_move(game) >= TOB_SEATS)
        return false;
    take_view(&view, game);
    tob_legal(&view, board, moves);
    return moves->count > 1;
}

ai_chances ai_judge_position(const ai_judge *judge, const tob_game *game,
                             const tob_board *board, uint32_t line)
{
    ai_opinion opinions[AI_OPINIONS_MAX];
    tob_game view;

    if (tob_to_move(game) == TOB_NOBODY)
        return chances_at_end(game);
    if (tob_to_move(game) == TOB_NATURE)
        return (ai_chances){{0}}; /* nobody decides, so there is nobody's view */
    take_view(&view, game);
    form_opinions(judge, bot_for(judge, line), &view, board, opinions);
    return chances_of(&opinions[0]);
}

static uint16_t thousandths(float chance)
{
    return (uint16_t)(1000.0f * (chance < 0 ? 0 : chance > 1 ? 1 : chance) + 0.5f);
}

ai_verdict ai_judge_move(const ai_judge *judge, const tob_game *game,
                         const tob_board *board, tob_move move, uint32_t line)
{
    const unsigned seat = tob_to_move(game);
    ai_opinion opinions[AI_OPINIONS_MAX], played = {.move = move};
    ai_bot *bot = bot_for(judge, line);
    ai_verdict verdict = {.move = move};
    unsigned count;
    float visits;
    tob_game view;

    take_view(&view, game);
    count = form_opinions(judge, bot, &view, board, opinions);
    visits = (float)ai_bot_iterations(bot);
    for (unsigned i = 0; i < count; i++)
        if (ai_word_of(opinions[i].move) == ai_word_of(move))
            played = opinions[i];
    verdict.searched = played.share * visits >= VISITS_TRUSTED ||
                       ai_word_of(opinions[0].move) == ai_word_of(move);
    if (!verdict.searched) {
        ai_budget as_often = judge->budget;
        as_often.iterations = (uint32_t)(opinions[0].share * visits + 0.5f);
        as_often.settle = false;
        played = ai_bot_judge(bot, &view, board, move, as_often);
    }
    verdict.expert = opinions[0].move;
    verdict.before = chances_of(&opinions[0]);
    verdict.best = thousandths(opinions[0].wins[seat]);
    verdict.chance = thousandths(played.wins[seat]);
    if (verdict.best > verdict.chance)
        verdict.cost = (uint16_t)(verdict.best - verdict.chance);
    return verdict;
}
