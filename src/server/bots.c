#include "server/bots.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

enum {
    NICE = 10,           /* below the server's own thread */
    ITERATIONS_A_MS = 50 /* of the search, on a slow core */
};

/* A question on its way: asked, then being answered, then answered. */
typedef struct job {
    struct job *next;
    uint64_t table, ticket;
    tbl_question question;
    tob_move move;
} job;

/* A queue of jobs, first in, first out. */
typedef struct jobs {
    job *first, *last;
} jobs;

struct srv_bots {
    void (*wake)(void *context);
    void *context;
    job *all;    /* owned */
    job *unused; /* the server's thread alone */
    pthread_mutex_t lock;
    pthread_cond_t asked;
    jobs questions, answers; /* under the lock */
    bool ends;               /* under the lock */
    atomic_bool stop;        /* asked by searches */
    unsigned threads;
    pthread_t *thread; /* owned */
    void *arena;       /* of the server's own thread, if there is no other */
};

uint32_t srv_bot_cost_ms(ai_level level)
{
    return 1 + ai_level_iterations(level, 0) / ITERATIONS_A_MS;
}

static void add(jobs *queue, job *j)
{
    j->next = NULL;
    if (queue->last)
        queue->last->next = j;
    else
        queue->first = j;
    queue->last = j;
}

static job *take(jobs *queue)
{
    job *const j = queue->first;

    if (j) {
        queue->first = j->next;
        if (!queue->first)
            queue->last = NULL;
    }
    return j;
}

/* ---- Thinking ---- */

static void *make_arena(void)
{
    size_t most = 0;

    for (unsigned level = 0; level < AI_LEVEL_COUNT; level++) {
        const size_t size = ai_bot_size((ai_level)level);
        most = size > most ? size : most;
    }
    return host_need(malloc(most));
}

static bool is_stopped(void *context)
{
    return atomic_load_explicit((atomic_bool *)context, memory_order_relaxed);
}

static void think(srv_bots *bots, job *j, void *arena)
{
    const tbl_question *const q = &j->question;
    ai_budget budget = ai_budget_for(q->level, 0, 0, 0);

    budget.settle = false;
    budget.stop = is_stopped;
    budget.context = &bots->stop;
    j->move =
        ai_bot_choose(ai_bot_init(arena, q->level, q->seed), &q->view, &q->board, budget);
}

static void *work(void *context)
{
    srv_bots *const bots = context;
    void *const arena = make_arena();
    sigset_t all;

    /* Signals are the event loop's. */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    /* On Linux a priority is a thread's own. Without it bots only cost more. */
    setpriority(PRIO_PROCESS, (id_t)syscall(SYS_gettid), NICE);
    pthread_mutex_lock(&bots->lock);
    while (!bots->ends) {
        job *const j = take(&bots->questions);
        if (!j) {
            pthread_cond_wait(&bots->asked, &bots->lock);
            continue;
        }
        pthread_mutex_unlock(&bots->lock);
        think(bots, j, arena);
        pthread_mutex_lock(&bots->lock);
        add(&bots->answers, j);
        bots->wake(bots->context);
    }
    pthread_mutex_unlock(&bots->lock);
    free(arena);
    return NULL;
}

/* ---- Asking ---- */

bool srv_bots_have_room(const srv_bots *bots)
{
    return bots->unused != NULL;
}

void srv_bots_ask(srv_bots *bots, uint64_t table, uint64_t ticket,
                  const tbl_question *question)
{
    job *const j = bots->unused;

    bots->unused = j->next;
    j->table = table;
    j->ticket = ticket;
    j->question = *question;
    if (bots->threads == 0) {
        think(bots, j, bots->arena);
        add(&bots->answers, j);
        bots->wake(bots->context);
        return;
    }
    pthread_mutex_lock(&bots->lock);
    add(&bots->questions, j);
    pthread_cond_signal(&bots->asked);
    pthread_mutex_unlock(&bots->lock);
}

bool srv_bots_answer(srv_bots *bots, srv_bot_answer *answer)
{
    job *j;

    pthread_mutex_lock(&bots->lock);
    j = take(&bots->answers);
    pthread_mutex_unlock(&bots->lock);
    if (!j)
        return false;
    *answer = (srv_bot_answer){j->table, j->ticket, j->question.event, j->move};
    j->next = bots->unused;
    bots->unused = j;
    return true;
}

/* ---- Beginning and end ---- */

srv_bots *srv_bots_new(unsigned threads, unsigned queue, void (*wake)(void *context),
                       void *context)
{
    srv_bots *const bots = host_need(calloc(1, sizeof *bots));

    bots->wake = wake;
    bots->context = context;
    bots->all = host_need(calloc(queue, sizeof *bots->all));
    for (unsigned i = 0; i < queue; i++) {
        bots->all[i].next = bots->unused;
        bots->unused = &bots->all[i];
    }
    pthread_mutex_init(&bots->lock, NULL);
    pthread_cond_init(&bots->asked, NULL);
    bots->thread = host_need(calloc(threads + 1, sizeof *bots->thread));
    while (bots->threads < threads &&
           pthread_create(&bots->thread[bots->threads], NULL, work, bots) == 0)
        bots->threads++;
    if (bots->threads == 0)
        bots->arena = make_arena();
    return bots;
}

void srv_bots_free(srv_bots *bots)
{
    if (!bots)
        return;
    atomic_store(&bots->stop, true);
    pthread_mutex_lock(&bots->lock);
    bots->ends = true;
    pthread_cond_broadcast(&bots->asked);
    pthread_mutex_unlock(&bots->lock);
    for (unsigned i = 0; i < bots->threads; i++)
        pthread_join(bots->thread[i], NULL);
    pthread_cond_destroy(&bots->asked);
    pthread_mutex_destroy(&bots->lock);
    free(bots->thread);
    free(bots->arena);
    free(bots->all);
    free(bots);
}
