/* Judging one decision: the expert's search from the mover's view, and the chances of all
 * players.
 *
 * Nobody here sees what is hidden: the search holds the mover's view, and the chances of
 * all players are a spectator's. (Each seat's own view would make the curves jump with
 * every change of the mover.)
 *
 * The chances of all players. The search keeps, for each move, the chance of the seat
 * that chooses it alone, so its root knows nothing of the others. And the evaluation
 * compares a seat with its strongest opponent: four equal players have 50 % each. So a
 * position is sampled: fill the spectator's view at random, play on for a round with the
 * quick opinion (an evaluation in the middle of a turn or of a distribution would be
 * rash), take ai_chances, scale them to the sum 1, and average over the fillings.
 *
 * One scale. The search's chances for the mover are brought to the scale of these, by
 * multiplying the odds with one factor for the whole decision: the one that takes the
 * mover's mean chance as the evaluation has it to her mean share. 0 and 1 stay what they
 * are, order is kept, and with two players the factor is 1.
 *
 * A move that the search hardly looked at. Its mean would be noise. The moves of player
 * and expert are played out instead, both on the same fillings of the mover's view, and
 * the difference is taken off the chance of the expert's move. */
#include <stdlib.h>
#include <string.h>

#include "ai/fill.h"
#include "ai/policy.h"
#include "cli/analyse.h"

enum {
    FILLINGS = 400,       /* of a view, for each mean */
    VISITS_TRUSTED = 100, /* of a move, from which on its mean counts */
    PLAYED_ON_MOVES_MAX = 400,
};

/* Streams of chance of one line. */
enum { STREAM_SEARCH, STREAM_CHANCES, STREAM_MOVES, STREAM_COUNT };

struct analyse_judge {
    uint64_t seed;
    ai_budget budget;
    ai_level level;
    void *bot; /* memory for it */
    ai_mind mind;
    tob_game game; /* the filled view that is played on */
    tob_board board;
};

/* Means over the fillings of a view. */
typedef struct outlook {
    float chance[TOB_SEATS]; /* as the evaluation has it */
    float share[TOB_SEATS];  /* scaled to the sum 1 */
} outlook;

analyse_judge *analyse_judge_new(const analysis *a)
{
    analyse_judge *judge = calloc(1, sizeof *judge);

    if (!judge)
        return NULL;
    judge->seed = a->seed;
    judge->level = a->level;
    judge->budget.iterations = a->iterations;
    ai_mind_init(&judge->mind, a->seed, 0);
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

static void seed_for(const analyse_judge *judge, tob_rng *rng, uint32_t line,
                     unsigned stream)
{
    tob_rng_init(rng, judge->seed, (uint64_t)line * STREAM_COUNT + stream);
}

/* ---- Playing on ---- */

/* Plays until a turn begins after a whole round, or the game is over. */
static void play_on(analyse_judge *j)
{
    const float noise = 0.6f; /* coins, so that close moves all occur */
    unsigned turns = 0;

    for (unsigned i = 0; i < PLAYED_ON_MOVES_MAX && j->game.phase != TOB_PHASE_OVER;
         i++) {
        const unsigned turn = j->game.turn;
        if (j->game.phase == TOB_PHASE_TURN && !j->game.acted && turns >= j->game.players)
            return;
        tob_apply(&j->game, &j->board,
                  ai_quick_move(&j->mind, &j->game, &j->board, noise));
        turns += j->game.turn != turn;
    }
}

/* Fills the view again and again, plays the move (NULL: none) and on. */
static outlook sample(analyse_judge *j, const tob_game *view, const tob_board *board,
                      const tob_move *move)
{
    const bool over = view->phase == TOB_PHASE_OVER;
    const bool changes = view->options & TOB_OPTION_VOLCANO || tob_is_setup(view);
    const ai_weights *weights = ai_weights_for(view->players);
    const unsigned fillings = over ? 1 : FILLINGS;
    outlook sum = {0};

    ai_mind_follow(&j->mind, view, board);
    j->board = *board;
    for (unsigned i = 0; i < fillings; i++) {
        float coins[TOB_SEATS], chance[TOB_SEATS], total = 0;

        ai_fill(&j->game, view, &j->mind.rng);
        if (changes)
            j->board = *board;
        if (move)
            tob_apply(&j->game, &j->board, *move);
        play_on(j);
        ai_estimate(&j->game, &j->board, &j->mind.ways, weights, coins);
        ai_chances(&j->game, weights, coins, chance);
        for (unsigned seat = 0; seat < view->players; seat++)
            total += chance[seat];
        for (unsigned seat = 0; seat < view->players; seat++) {
            sum.chance[seat] += chance[seat] / (float)fillings;
            sum.share[seat] += chance[seat] / total / (float)fillings;
        }
    }
    return sum;
}

static outlook sample_public(analyse_judge *j, const tob_game *game,
                             const tob_board *board, uint32_t line)
{
    tob_game view;

    tob_view(&view, game, TOB_VIEW_SPECTATOR);
    seed_for(j, &j->mind.rng, line, STREAM_CHANCES);
    return sample(j, &view, board, NULL);
}

static analyse_chances chances_of(const outlook *o)
{
    analyse_chances chances;

    memcpy(chances.of, o->share, sizeof chances.of);
    return chances;
}

analyse_chances analyse_position(analyse_judge *judge, const tob_game *game,
                                 const tob_board *board, uint32_t line)
{
    const outlook o = sample_public(judge, game, board, line);

    return chances_of(&o);
}

/* ---- One decision ---- */

/* By how much the mover does better after one move than after another, on the same
 * fillings. */
static float difference(analyse_judge *j, const tob_game *view, const tob_board *board,
                        uint32_t line, tob_move better, tob_move worse)
{
    const unsigned seat = tob_to_move(view);
    float chance[2];

    for (unsigned i = 0; i < 2; i++) {
        seed_for(j, &j->mind.rng, line, STREAM_MOVES);
        chance[i] = sample(j, view, board, i ? &worse : &better).chance[seat];
    }
    return chance[0] - chance[1];
}

static float bounded(float chance, float least, float most)
{
    return chance < least ? least : chance > most ? most : chance;
}

/* A chance of the search on the scale on which the players' chances add up to 1, in
 * tenths of a percent. */
static uint16_t to_scale(float chance, const outlook *o, unsigned seat)
{
    const float from = bounded(o->chance[seat], 0.001f, 0.999f);
    const float to = bounded(o->share[seat], 0.001f, 0.999f);
    const float factor = to / (1.0f - to) * (1.0f - from) / from;
    const float odds = bounded(chance, 0.0f, 1.0f) * factor;

    return (uint16_t)(1000.0f * odds / (odds + 1.0f - bounded(chance, 0.0f, 1.0f)) +
                      0.5f);
}

static bool same_move(tob_move a, tob_move b)
{
    return memcmp(&a, &b, sizeof a) == 0;
}

/* The chances, by the search, after the expert's move and after the one played. */
typedef struct verdict {
    tob_move expert;
    float best, chance;
    bool searched;
} verdict;

static verdict search(analyse_judge *j, const tob_game *view, const tob_board *board,
                      uint32_t line, tob_move move)
{
    ai_opinion opinion[AI_OPINIONS_MAX];
    verdict v = {.searched = false};
    unsigned count;
    ai_bot *bot;
    tob_rng rng;

    seed_for(j, &rng, line, STREAM_SEARCH);
    bot = ai_bot_init(j->bot, j->level, tob_rng_next(&rng));
    v.expert = ai_bot_choose(bot, view, board, j->budget);
    count = ai_bot_opinions(bot, opinion);
    for (unsigned i = 0; i < count; i++) {
        const float visits = opinion[i].share * (float)ai_bot_iterations(bot);
        if (same_move(opinion[i].move, v.expert))
            v.best = opinion[i].chance;
        if (!same_move(opinion[i].move, move))
            continue;
        v.chance = opinion[i].chance;
        v.searched = visits >= VISITS_TRUSTED || same_move(move, v.expert);
    }
    if (!v.searched)
        v.chance = v.best - difference(j, view, board, line, v.expert, move);
    return v;
}

void analyse_move(analyse_judge *judge, const tob_game *game, const tob_board *board,
                  tob_move move, analyse_decision *decision)
{
    const uint32_t line = decision->line;
    const unsigned seat = tob_to_move(game);
    outlook o;
    tob_game view;
    verdict v;

    tob_view(&view, game, seat);
    v = search(judge, &view, board, line, move);
    o = sample_public(judge, game, board, line);
    decision->move = move;
    decision->before = chances_of(&o);
    decision->searched = v.searched;
    decision->best = to_scale(v.best, &o, seat);
    decision->chance = to_scale(v.chance, &o, seat);
    decision->cost = decision->best > decision->chance
                         ? (uint16_t)(decision->best - decision->chance)
                         : 0;
    rec_write_move(board, move, decision->played);
    rec_write_move(board, v.expert, decision->expert);
}
