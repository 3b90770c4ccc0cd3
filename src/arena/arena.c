/* Plays all games of an arena on several threads and prints who is stronger. */
#include "arena/arena.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/signals.h"
#include "study/plot.h"

enum { SECOND_US = 1000000 };

typedef struct arena {
    const arena_settings *settings;
    arena_result *results;
    const char *state_path; /* NULL: none */
    int state;
    pthread_mutex_t lock; /* for the state file */
    _Atomic uint64_t next, done;
    atomic_bool failed;
    arena_note answer[TOB_SEATS], loss[TOB_SEATS]; /* the first of all crews */
} arena;

typedef struct worker {
    pthread_t thread;
    arena *arena;
    arena_crew *crew;
    bool running;
} worker;

static atomic_bool stop; /* by a signal or a failure: all leave their games */

/* Ends the games in work, so that no child is left behind. Asked again a second later, as
 * when a bot thinks for long, ends the program at once. (Sooner it may be the same
 * signal, sent to us and to our group.) */
static void on_signal(int number)
{
    static _Atomic uint64_t first;
    const uint64_t now = external_now_us();

    if (!atomic_load(&first)) {
        atomic_store(&first, now);
        atomic_store(&stop, true);
    } else if (now - atomic_load(&first) > SECOND_US) {
        signal(number, SIG_DFL);
        raise(number);
    }
}

static void catch_signals(void)
{
    host_catch_signals(on_signal, 0);
    signal(SIGCHLD, SIG_DFL); /* children that end stay ours to reap */
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a failed write */
}

/* ---- Playing ---- */

static bool keep(arena *a, uint64_t game, const host_text *record)
{
    bool good;

    if (a->settings->out && !host_text_keep(record, a->settings->out, game)) {
        atomic_store(&a->failed, true);
        return false;
    }
    if (!a->state_path)
        return true;
    pthread_mutex_lock(&a->lock);
    good =
        !atomic_load(&a->failed) &&
        arena_state_append(a->state, a->state_path, a->settings, game, &a->results[game]);
    if (!good)
        atomic_store(&a->failed, true); /* a line after a torn one would be lost */
    pthread_mutex_unlock(&a->lock);
    return good;
}

static void *work(void *argument)
{
    worker *w = argument;
    arena *a = w->arena;

    while (!atomic_load(&stop)) {
        const uint64_t game = atomic_fetch_add(&a->next, 1);
        if (game >= a->settings->games)
            break;
        if (a->results[game].played)
            continue;
        if (arena_play(w->crew, game, &a->results[game])) {
            if (!keep(a, game, &w->crew->record))
                atomic_store(&stop, true);
            atomic_fetch_add(&a->done, 1);
        }
    }
    return NULL;
}

/* A bar on the terminal while the threads work, with the time that it will take. */
static void show_progress(const arena *a, uint64_t before)
{
    const struct timespec pause = {0, 100 * 1000 * 1000};
    const uint64_t begin = external_now_us(), games = a->settings->games;

    while (!atomic_load(&stop) && a->done < games) {
        const uint64_t done = a->done, now = done - before;
        const unsigned percent = (unsigned)(done * 100 / games);
        const double passed = (double)(external_now_us() - begin) / 1e6;
        char bar[41];
        for (unsigned i = 0; i < 40; i++)
            bar[i] = i < percent * 2 / 5 ? '#' : '.';
        bar[40] = '\0';
        fprintf(stderr, "\r%s %3u %%  %llu of %llu games", bar, percent,
                (unsigned long long)done, (unsigned long long)games);
        if (now)
            fprintf(stderr, ", %.0f s left\033[K",
                    passed / (double)now * (double)(games - done));
        nanosleep(&pause, NULL);
    }
    fputs("\r\033[K", stderr);
}

static void take_first(arena_note *first, const arena_note *other)
{
    if (*other->text && (!*first->text || other->game < first->game))
        *first = *other;
}

static void collect_notes(arena *a, const arena_crew *crew)
{
    for (unsigned i = 0; i < a->settings->bots; i++) {
        take_first(&a->answer[i], &crew->answer[i]);
        take_first(&a->loss[i], &crew->loss[i]);
    }
}

/* What the state holds was told when it was played. */
static void print_notes(const arena *a, bool resumed)
{
    for (unsigned i = 0; i < 2 * a->settings->bots; i++) {
        const arena_note *first = i % 2 ? &a->loss[i / 2] : &a->answer[i / 2];
        char label[ARENA_LABEL_MAX];
        if (*first->text)
            host_complain("%s: the first time%s in game %llu: %s",
                          arena_label(a->settings, i / 2, label), resumed ? " now" : "",
                          (unsigned long long)first->game, first->text);
    }
}

static void run_workers(arena *a, worker *workers, unsigned jobs)
{
    const uint64_t before = a->done;
    unsigned running = 0;

    for (unsigned i = 0; i < jobs; i++) {
        workers[i].running =
            pthread_create(&workers[i].thread, NULL, work, &workers[i]) == 0;
        running += workers[i].running;
    }
    if (!running)
        work(&workers[0]);
    if (isatty(STDERR_FILENO))
        show_progress(a, before);
    for (unsigned i = 0; i < jobs; i++)
        if (workers[i].running)
            pthread_join(workers[i].thread, NULL);
}

/* Brings up the external bots of all crews, so that a machine that cannot hold so many
 * of them is told now and not taken for a fault of the bots later. */
static host_status start_all(const worker *workers, unsigned jobs)
{
    for (unsigned i = 0; i < jobs; i++)
        if (!arena_crew_start(workers[i].crew)) {
            if (i && !atomic_load(&stop))
                host_complain("only %u of %u jobs have their bots: try fewer --jobs", i,
                              jobs);
            return i || atomic_load(&stop) ? HOST_FAILED : HOST_REFUSED;
        }
    return HOST_DONE;
}

static host_status play_all(arena *a, unsigned jobs)
{
    worker *workers = calloc(jobs, sizeof *workers);
    host_status code = HOST_FAILED;
    bool memory = workers != NULL;

    for (unsigned i = 0; memory && i < jobs; i++) {
        workers[i].arena = a;
        workers[i].crew = arena_crew_new(a->settings, &stop);
        memory = workers[i].crew != NULL;
    }
    if (memory)
        code = start_all(workers, jobs);
    else
        host_complain("out of memory");
    if (!code) {
        run_workers(a, workers, jobs);
        code = a->done < a->settings->games ? HOST_FAILED : HOST_DONE;
    }
    for (unsigned i = 0; workers && i < jobs; i++) {
        for (unsigned k = 0; code && workers[i].crew && k < TOB_SEATS; k++)
            external_kill(&workers[i].crew->child[k]); /* no time for farewells */
        if (workers[i].crew)
            collect_notes(a, workers[i].crew);
        arena_crew_free(workers[i].crew);
    }
    free(workers);
    if (code && atomic_load(&stop) && !atomic_load(&a->failed))
        host_complain("interrupted after %llu of %llu games%s",
                      (unsigned long long)a->done, (unsigned long long)a->settings->games,
                      a->state_path ? "; the same command goes on" : "");
    return code;
}

/* ---- All of it ---- */

static uint64_t count_played(const arena *a)
{
    uint64_t played = 0;

    for (uint64_t game = 0; game < a->settings->games; game++)
        played += a->results[game].played;
    return played;
}

/* Is the plot to be written over the state? */
static bool is_state(const char *plot, int state)
{
    struct stat one, two;

    return stat(plot, &one) == 0 && fstat(state, &two) == 0 && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino;
}

/* Opens the state, if there is one, once it is sure that the plot can be written. */
static host_status prepare(arena *a, const char *plot)
{
    host_status code = HOST_DONE;

    if (plot && !plot_can_write(plot))
        return HOST_FAILED;
    if (a->state_path)
        code = arena_state_open(a->state_path, a->settings, a->results, &a->state);
    if (!code && plot && a->state >= 0 && is_state(plot, a->state)) {
        host_complain("%s: is the state, and cannot be the plot as well", plot);
        code = HOST_USAGE;
    }
    return code;
}

static host_status run(arena *a, unsigned jobs, bool json, const char *plot)
{
    arena_standing standing[TOB_SEATS];
    uint64_t before;
    host_status code;

    a->results = calloc(a->settings->games, sizeof *a->results);
    if (!a->results) {
        host_complain("out of memory");
        return HOST_FAILED;
    }
    code = prepare(a, plot);
    a->done = before = count_played(a);
    if (!code && before && a->settings->out)
        host_complain("%s: %llu games of the state were played before; their records are "
                      "not written again",
                      a->settings->out, (unsigned long long)before);
    if (!code && a->done < a->settings->games) {
        const uint64_t left = a->settings->games - a->done;
        code = play_all(a, left < jobs ? (unsigned)left : jobs);
    }
    if (!code || (atomic_load(&stop) && a->done)) {
        arena_stand(a->settings, a->results, standing);
        arena_print(a->settings, standing, json);
        print_notes(a, before > 0);
        if (plot && !arena_plot(plot, a->settings, a->results, standing))
            code = HOST_FAILED;
    }
    if (a->state >= 0)
        close(a->state);
    free(a->results);
    return code;
}

host_status arena_run(const arena_settings *settings, const char *state, unsigned jobs,
                      bool json, const char *plot)
{
    static arena a = {.state = -1, .lock = PTHREAD_MUTEX_INITIALIZER};

    a.settings = settings;
    a.state_path = state;
    catch_signals();
    return run(&a, jobs, json, plot);
}
