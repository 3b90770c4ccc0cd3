#include "host/think.h"

#include <stdlib.h>
#include <string.h>

#include "host/workers.h"

struct thinker {
    ai_level level;
    unsigned count, opinion_count; /* count: heads, each with a search of its own */
    ai_opinion opinions[AI_OPINIONS_MAX];
    ai_bot *bot[THINK_THREADS_MAX];
    tob_move move[THINK_THREADS_MAX];
    const tob_game *view; /* the question */
    const tob_board *board;
    ai_budget budget;
};

thinker *think_new(ai_level level, uint64_t seed, unsigned threads)
{
    thinker *t = calloc(1, sizeof *t);

    if (!t)
        return NULL;
    t->level = level;
    t->count = threads < 1                   ? 1
               : threads > THINK_THREADS_MAX ? THINK_THREADS_MAX
                                             : threads;
    for (unsigned i = 0; i < t->count; i++) {
        t->bot[i] = malloc(ai_bot_size(level));
        if (!t->bot[i]) {
            think_free(t);
            return NULL;
        }
    }
    think_begin(t, seed);
    return t;
}

void think_begin(thinker *t, uint64_t seed)
{
    for (unsigned i = 0; i < t->count; i++)
        ai_bot_init(t->bot[i], t->level, seed + i * UINT64_C(0x9e3779b97f4a7c15));
}

void think_free(thinker *t)
{
    for (unsigned i = 0; t && i < t->count; i++)
        free(t->bot[i]);
    free(t);
}

static work_status run_head(void *shared, void *worker, uint64_t i)
{
    thinker *t = shared;

    (void)worker;
    t->move[i] = ai_bot_choose(t->bot[i], t->view, t->board, t->budget);
    return WORK_DONE;
}

/* Adds one head's opinion of a move, weighted by its visits. */
static void merge(thinker *t, ai_opinion more, float part)
{
    unsigned at = 0;

    while (at < t->opinion_count &&
           memcmp(&t->opinions[at].move, &more.move, sizeof more.move) != 0)
        at++;
    if (at == AI_OPINIONS_MAX)
        return;
    if (at == t->opinion_count) {
        t->opinion_count++;
        t->opinions[at] = (ai_opinion){.move = more.move};
    }
    /* 'wins' holds the sums of chances by visits until all heads are merged. */
    t->opinions[at].share += part * more.share;
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        t->opinions[at].wins[seat] += part * more.share * more.wins[seat];
}

static int by_share(const void *a, const void *b)
{
    const float first = ((const ai_opinion *)a)->share;
    const float second = ((const ai_opinion *)b)->share;

    return first < second ? 1 : first > second ? -1 : 0;
}

static void merge_all(thinker *t)
{
    const float total = (float)think_iterations(t);

    t->opinion_count = 0;
    for (unsigned i = 0; i < t->count && total > 0; i++) {
        ai_opinion opinions[AI_OPINIONS_MAX];
        const unsigned count = ai_bot_opinions(t->bot[i], opinions);
        const float part = (float)ai_bot_iterations(t->bot[i]) / total;
        for (unsigned k = 0; k < count; k++)
            merge(t, opinions[k], part);
    }
    for (unsigned i = 0; i < t->opinion_count; i++)
        for (unsigned seat = 0; seat < TOB_SEATS; seat++)
            t->opinions[i].wins[seat] /= t->opinions[i].share;
    qsort(t->opinions, t->opinion_count, sizeof t->opinions[0], by_share);
}

tob_move think_choose(thinker *t, const tob_game *view, const tob_board *board,
                      ai_budget budget)
{
    workers heads = {.shared = t, .run = run_head, .jobs = t->count};

    if (!budget.iterations)
        budget.iterations = ai_level_iterations(t->level, budget.time_ms);
    t->view = view;
    t->board = board;
    t->budget = ai_budget_split(budget, t->count);
    if (t->count == 1 || workers_do(&heads, t->count) != WORK_DONE)
        for (unsigned i = 0; i < t->count; i++)
            run_head(t, NULL, i);
    merge_all(t);
    return t->opinion_count ? t->opinions[0].move : t->move[0];
}

unsigned think_opinions(const thinker *t, ai_opinion opinions[static AI_OPINIONS_MAX])
{
    memcpy(opinions, t->opinions, t->opinion_count * sizeof opinions[0]);
    return t->opinion_count;
}

uint32_t think_iterations(const thinker *t)
{
    uint32_t sum = 0;

    for (unsigned i = 0; i < t->count; i++)
        sum += ai_bot_iterations(t->bot[i]);
    return sum;
}
