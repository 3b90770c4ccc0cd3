/* Levels, budgets and decisions: everything of a bot but its thoughts.
 *
 * A decision begins with a list of the legal moves. A single one is the choice. Levels
 * that do not search choose at once; the others begin a search, which ai_bot_run takes on
 * until the budget is used up. Each search has a generator of its own, seeded in turn
 * from 'luck', so that a decision depends on the decisions before it only by their
 * number. */
#include "tobago/bot.h"

#include "ai/greedy.h"
#include "ai/search.h"

/* A level is a number of iterations and a blur on the quick opinion. */
typedef struct strength {
    const char *name;
    uint32_t iterations; /* 0: no search */
    float slip;          /* coins of noise on each quick opinion */
    int elo;             /* measured, not made: docs/bots.md has the command */
} strength;

static const strength strengths[AI_LEVEL_COUNT] = {
    [AI_RANDOM] = {"random", 0, 0, 180}, [AI_GREEDY] = {"greedy", 0, 0, 1000},
    [AI_EASY] = {"easy", 0, 4.0f, 1200}, [AI_MEDIUM] = {"medium", 0, 0.3f, 1410},
    [AI_HARD] = {"hard", 200, 0, 1650},  [AI_EXPERT] = {"expert", 10000, 0, 1800},
};

/* Nodes of a tree, a power of two: an expert's 10,000 iterations need far fewer, a second
 * of search about as many. */
enum { NODES_MAX = 1 << 17 };

struct ai_bot {
    ai_search search;          /* its mind serves all levels */
    const ai_weights *weights; /* of a bot in training; NULL: the learned ones */
    tob_rng luck;              /* seeds the generator of each search */
    tob_move choice;           /* of a decision that needs no search */
    bool searching;            /* the search decides */
    ai_level level;
    ai_node node[];
};

static uint32_t nodes_for(ai_level level)
{
    return ai_level_searches(level) ? NODES_MAX : 1;
}

size_t ai_bot_size(ai_level level)
{
    return sizeof(ai_bot) + nodes_for(level) * (sizeof(ai_node) + 2 * sizeof(uint32_t));
}

ai_bot *ai_bot_init(void *memory, ai_level level, uint64_t seed)
{
    const uint32_t nodes = nodes_for(level);
    ai_bot *bot = memory;

    bot->level = level;
    bot->searching = false;
    bot->weights = NULL;
    ai_search_init(&bot->search, bot->node, (uint32_t *)(bot->node + nodes), nodes);
    ai_mind_init(&bot->search.mind, seed, level);
    tob_rng_init(&bot->luck, seed, AI_LEVEL_COUNT + (unsigned)level);
    return bot;
}

void ai_bot_weights(ai_bot *bot, const ai_weights *weights)
{
    bot->weights = weights;
}

static const ai_weights *weights_of(const ai_bot *bot, unsigned players)
{
    return bot->weights ? bot->weights : ai_weights_for(players);
}

void ai_bot_features(ai_bot *bot, const tob_game *game, const tob_board *board,
                     float feature[TOB_SEATS][AI_FEATURE_COUNT])
{
    ai_ways *ways = &bot->search.mind.ways;

    ai_ways_follow(ways, board);
    ai_features(game, board, ways, feature);
}

void ai_bot_estimate(ai_bot *bot, const tob_game *game, const tob_board *board,
                     float coins[TOB_SEATS])
{
    ai_ways *ways = &bot->search.mind.ways;

    ai_ways_follow(ways, board);
    ai_estimate(game, board, ways, weights_of(bot, game->players), coins);
}

/* The best move by the quick opinion, with slips. */
static tob_move quick_choice(ai_mind *mind, const tob_game *view, const tob_board *board,
                             float slip)
{
    ai_policy_at(mind, view, board);
    return ai_best_move(mind, slip);
}

/* The move of a level that does not search, from the list in its mind. */
static tob_move choose_at_once(ai_bot *bot, const tob_game *view, const tob_board *board)
{
    ai_mind *mind = &bot->search.mind;

    switch (bot->level) {
    case AI_RANDOM: return tob_random_move(&mind->rng, view, &mind->moves);
    case AI_GREEDY:
        return ai_greedy_move(view, board, &mind->ways, &mind->moves, &mind->rng);
    case AI_EASY:
    case AI_MEDIUM: return quick_choice(mind, view, board, strengths[bot->level].slip);
    case AI_HARD:
    case AI_EXPERT:
    case AI_LEVEL_COUNT: break;
    }
    return mind->moves.move[0];
}

/* Begins a search among all moves, or of one of them. */
static void begin_search(ai_bot *bot, const tob_game *view, const tob_board *board,
                         const tob_move *only, ai_budget budget)
{
    if (!budget.iterations)
        budget.iterations = ai_level_iterations(bot->level, budget.time_ms);
    tob_rng_init(&bot->search.mind.rng, tob_rng_next(&bot->luck), 0);
    ai_search_begin(&bot->search, view, board, only, budget);
    bot->searching = true;
}

void ai_bot_begin(ai_bot *bot, const tob_game *view, const tob_board *board,
                  const tob_move *only, ai_budget budget)
{
    ai_mind *mind = &bot->search.mind;

    bot->searching = false;
    bot->search.weights = weights_of(bot, view->players);
    ai_mind_follow(mind, view, board);
    if (!only)
        tob_legal(view, board, &mind->moves);
    bot->choice = only ? *only : mind->moves.move[0];
    if (!only && mind->moves.count == 1)
        return;
    if (ai_level_searches(bot->level))
        begin_search(bot, view, board, only, budget);
    else if (!only)
        bot->choice = choose_at_once(bot, view, board);
}

bool ai_bot_run(ai_bot *bot, uint32_t iterations)
{
    return bot->searching && ai_search_run(&bot->search, iterations);
}

tob_move ai_bot_finish(ai_bot *bot)
{
    bot->search.left = 0;
    return bot->searching ? ai_search_best(&bot->search) : bot->choice;
}

tob_move ai_bot_choose(ai_bot *bot, const tob_game *view, const tob_board *board,
                       ai_budget budget)
{
    ai_bot_begin(bot, view, board, NULL, budget);
    ai_bot_run(bot, UINT32_MAX);
    return ai_bot_finish(bot);
}

ai_opinion ai_bot_judge(ai_bot *bot, const tob_game *view, const tob_board *board,
                        tob_move move, ai_budget budget)
{
    ai_opinion opinions[AI_OPINIONS_MAX] = {{.move = move}};

    ai_bot_begin(bot, view, board, &move, budget);
    ai_bot_run(bot, UINT32_MAX);
    ai_bot_opinions(bot, opinions);
    return opinions[0];
}

unsigned ai_bot_opinions(const ai_bot *bot, ai_opinion opinions[AI_OPINIONS_MAX])
{
    return bot->searching ? ai_search_opinions(&bot->search, opinions) : 0;
}

uint32_t ai_bot_iterations(const ai_bot *bot)
{
    return bot->searching ? bot->search.done : 0;
}

bool ai_level_searches(ai_level level)
{
    return strengths[level].iterations > 0;
}

uint32_t ai_level_iterations(ai_level level, uint32_t time_ms)
{
    return level == AI_EXPERT && time_ms ? UINT32_MAX : strengths[level].iterations;
}

ai_budget ai_budget_for(ai_level level, uint32_t iterations, uint32_t time_ms,
                        uint32_t limit_ms)
{
    const uint32_t own = ai_level_iterations(level, time_ms);
    ai_budget budget = {.iterations = iterations && own ? iterations : own,
                        .time_ms = time_ms,
                        .settle = true};

    if (limit_ms && (!time_ms || limit_ms < time_ms))
        budget.time_ms = limit_ms;
    return budget;
}

ai_budget ai_budget_split(ai_budget budget, unsigned parts)
{
    if (parts > 1) {
        budget.iterations = budget.iterations / parts + (budget.iterations % parts > 0);
        budget.settle = false;
    }
    return budget;
}

/* FNV-1a. */
static uint64_t hash_bytes(uint64_t hash, const void *bytes, size_t count)
{
    const unsigned char *byte = bytes;

    for (size_t i = 0; i < count; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

/* Raised with every change of what the bots choose, however rare the position.
 * tests/test_finish.c says when. */
static const uint32_t revision = 2;

uint64_t ai_strength_hash(void)
{
    uint64_t hash = UINT64_C(0xcbf29ce484222325);

    hash = hash_bytes(hash, &revision, sizeof revision);
    for (unsigned level = 0; level < AI_LEVEL_COUNT; level++) {
        const strength *s = &strengths[level];
        hash = hash_bytes(hash, &s->iterations, sizeof s->iterations);
        hash = hash_bytes(hash, &s->slip, sizeof s->slip);
    }
    return hash_bytes(hash, ai_learned_weights, sizeof ai_learned_weights);
}

const char *ai_level_name(unsigned level)
{
    return strengths[level].name;
}

int ai_level_elo(unsigned level)
{
    return strengths[level].elo;
}

int ai_level_find(const char *word, size_t length)
{
    for (int level = 0; level < AI_LEVEL_COUNT; level++) {
        const char *name = strengths[level].name;
        size_t i = 0;
        while (i < length && name[i] && word[i] == name[i])
            i++;
        if (i == length && !name[i])
            return level;
    }
    return -1;
}
