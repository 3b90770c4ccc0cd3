#include "host/workers.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

#include "host/clock.h"
#include "host/report.h"

enum {
    SECOND_US = 1000000,
    BAR_WIDTH = 40,
    BAR_PAUSE_NS = 100 * 1000 * 1000,
};

/* ---- Signals ---- */

static atomic_bool *_Atomic stop_asked;

/* A second signal within a second may be the first one again, sent to us and to our
 * group. */
static void on_signal(int number)
{
    static _Atomic uint64_t first;
    const uint64_t now = host_now_us();

    if (!atomic_load(&first)) {
        atomic_store(&first, now);
        atomic_store(atomic_load(&stop_asked), true);
    } else if (now - atomic_load(&first) > SECOND_US) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

void workers_stop_on_signals(atomic_bool *stop)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = on_signal}, before;

    atomic_store(&stop_asked, stop);
    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}

/* ---- Working ---- */

static bool stopped(const workers *w)
{
    return atomic_load(&w->failed) || (w->stop && atomic_load(w->stop));
}

static void *work(void *argument)
{
    workers *w = argument;
    void *worker = w->worker[atomic_fetch_add(&w->thread, 1)];

    while (!stopped(w)) {
        const uint64_t job = atomic_fetch_add(&w->next, 1);
        work_status status;
        if (job >= w->jobs)
            break;
        status = w->run(w->shared, worker, job);
        atomic_fetch_add(&w->done, status == WORK_DONE);
        if (status != WORK_FAILED)
            continue;
        atomic_store(&w->failed, true);
        if (w->stop)
            atomic_store(w->stop, true);
    }
    atomic_fetch_sub(&w->running, 1);
    return NULL;
}

/* Draws the bar until the last thread has ended, and takes it away. */
static void show_progress(const workers *w, uint64_t before)
{
    const struct timespec pause = {0, BAR_PAUSE_NS};
    const uint64_t begin = host_now_us();

    while (atomic_load(&w->running) && !stopped(w)) {
        const uint64_t done = atomic_load(&w->done);
        const unsigned percent = (unsigned)(done * 100 / w->jobs);
        const double passed = (double)(host_now_us() - begin) / SECOND_US;
        char bar[BAR_WIDTH + 1] = "";
        for (unsigned i = 0; i < BAR_WIDTH; i++)
            bar[i] = i < percent * BAR_WIDTH / 100 ? '#' : '.';
        fprintf(stderr, "\r%s %3u %%  %llu of %llu %s", bar, percent,
                (unsigned long long)done, (unsigned long long)w->jobs, w->unit);
        if (done > before)
            fprintf(stderr, ", %.0f s left",
                    passed / (double)(done - before) * (double)(w->jobs - done));
        fputs("\033[K", stderr);
        nanosleep(&pause, NULL);
    }
    fputs("\r\033[K", stderr);
}

bool workers_open(workers *w, unsigned count)
{
    const uint64_t left = w->jobs - atomic_load(&w->done);

    w->worker = calloc(count, sizeof *w->worker);
    w->count = 0;
    while (w->worker && w->count < count && (!w->count || w->count < left)) {
        w->worker[w->count] = w->make ? w->make(w->shared) : NULL;
        if (w->make && !w->worker[w->count])
            break;
        w->count++;
    }
    if (!w->count) {
        free(w->worker);
        host_complain("out of memory");
    }
    return w->count > 0;
}

work_status workers_run(workers *w)
{
    const bool bar = w->unit && w->jobs && isatty(STDERR_FILENO);
    const uint64_t before = atomic_load(&w->done);
    pthread_t *threads = calloc(w->count, sizeof *threads);
    unsigned started = 0, own;

    atomic_store(&w->running, w->count);
    atomic_store(&w->next, 0);
    atomic_store(&w->thread, 0);
    while (threads && started + !bar < w->count &&
           pthread_create(&threads[started], NULL, work, w) == 0)
        started++;
    own = !bar || !started; /* the calling thread works too */
    atomic_fetch_sub(&w->running, w->count - started - own);
    if (own)
        work(w);
    else
        show_progress(w, before);
    for (unsigned i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    free(threads);
    if (atomic_load(&w->failed))
        return WORK_FAILED;
    return atomic_load(&w->done) < w->jobs ? WORK_LEFT : WORK_DONE;
}

void workers_close(workers *w)
{
    for (unsigned i = 0; w->close && i < w->count; i++)
        w->close(w->shared, w->worker[i]);
    free(w->worker);
    w->worker = NULL;
    w->count = 0;
}

work_status workers_do(workers *w, unsigned count)
{
    work_status status;

    if (!workers_open(w, count))
        return WORK_FAILED;
    status = workers_run(w);
    workers_close(w);
    return status;
}
