/* Plays all games of an arena on several threads and prints the standings. */
#include "arena/arena.h"

#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/results.h"
#include "host/workers.h"
#include "host/plot.h"

typedef struct arena {
    const arena_settings *settings;
    arena_result *results;
    const char *state_path; /* NULL: none */
    int state;
    pthread_mutex_t lock; /* for the state file */
    bool torn;            /* a line of it could not be written whole */
    bool hasty;           /* stopped or failed: bots are killed without a bye */
    uint64_t done;
    arena_note answer[TOB_SEATS], loss[TOB_SEATS]; /* the first of all crews */
} arena;

static atomic_bool stop; /* set by a signal or a failure: all leave their games */

/* ---- Playing ---- */

/* Writes down a game. After a line that failed nothing more is appended to the state: a
 * line after a torn one would be lost. */
static bool keep(arena *a, uint64_t game, const host_text *record)
{
    bool good = !a->settings->out || host_text_keep(record, a->settings->out, game);

    if (!good || !a->state_path)
        return good;
    pthread_mutex_lock(&a->lock);
    a->torn = a->torn || !arena_state_append(a->state, a->state_path, a->settings, game,
                                             &a->results[game]);
    good = !a->torn;
    pthread_mutex_unlock(&a->lock);
    return good;
}

static work_status play_one(void *shared, void *worker, uint64_t game)
{
    arena *a = shared;
    arena_crew *crew = worker;

    if (a->results[game].played || !arena_play(crew, game, &a->results[game]))
        return WORK_LEFT;
    return keep(a, game, &crew->record) ? WORK_DONE : WORK_FAILED;
}

static void take_first(arena_note *first, const arena_note *other)
{
    if (*other->text && (!*first->text || other->game < first->game))
        *first = *other;
}

static void *make_crew(void *shared)
{
    const arena *a = shared;

    return arena_crew_new(a->settings, &stop);
}

/* Takes a crew's notes. One that was stopped has no time for farewells. */
static void close_crew(void *shared, void *worker)
{
    arena *a = shared;
    arena_crew *crew = worker;

    for (unsigned i = 0; i < a->settings->bots; i++) {
        if (a->hasty)
            seat_end(crew->seat[i], false);
        take_first(&a->answer[i], &crew->answer[i]);
        take_first(&a->loss[i], &crew->loss[i]);
    }
    arena_crew_free(crew);
}

/* Games already in the state were reported when they ran; print only the new ones. */
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

/* Starts the external bots of all crews before the first game, so that a machine that
 * cannot hold so many of them is reported now and not taken for the bots' fault later. */
static host_status start_all(const workers *pool)
{
    for (unsigned i = 0; i < pool->count; i++)
        if (!arena_crew_start(pool->worker[i])) {
            if (i && !atomic_load(&stop))
                host_complain("only %u of %u jobs have their bots: try fewer --jobs", i,
                              pool->count);
            return i || atomic_load(&stop) ? HOST_FAILED : HOST_REFUSED;
        }
    return HOST_DONE;
}

static uint64_t count_played(const arena *a)
{
    uint64_t played = 0;

    for (uint64_t game = 0; game < a->settings->games; game++)
        played += a->results[game].played;
    return played;
}

static host_status play_rest(arena *a, unsigned jobs)
{
    workers pool = {.shared = a,
                    .make = make_crew,
                    .run = play_one,
                    .close = close_crew,
                    .jobs = a->settings->games,
                    .unit = "games",
                    .stop = &stop,
                    .done = a->done};
    work_status status = WORK_LEFT;
    host_status code;

    if (!workers_open(&pool, jobs))
        return HOST_FAILED;
    code = start_all(&pool);
    if (!code)
        status = workers_run(&pool);
    if (!code && status != WORK_DONE)
        code = HOST_FAILED;
    a->done = count_played(a);
    a->hasty = code != HOST_DONE;
    workers_close(&pool);
    if (status == WORK_LEFT && atomic_load(&stop))
        host_complain("interrupted after %llu of %llu games%s",
                      (unsigned long long)a->done, (unsigned long long)a->settings->games,
                      a->state_path ? "; the same command goes on" : "");
    return code;
}

/* ---- All of it ---- */

bool arena_read_bots(const char *list, arena_settings *settings)
{
    settings->bots = seat_read_list(list, false, TOB_SEATS, settings->bot);
    if (settings->bots == 1)
        host_complain("at least 2 bots play");
    return settings->bots > 1;
}

/* Is the plot to be written over the state? */
static bool is_state(const char *plot, int state)
{
    struct stat one, two;

    return stat(plot, &one) == 0 && fstat(state, &two) == 0 && one.st_dev == two.st_dev &&
           one.st_ino == two.st_ino;
}

/* Checks that the plot can be written, then opens the state, if there is one. */
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

void arena_begin(void)
{
    workers_stop_on_signals(&stop);
    signal(SIGCHLD, SIG_DFL); /* children that end stay ours to reap */
    signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is a failed write */
}

bool arena_is_stopped(void)
{
    return atomic_load(&stop);
}

host_status arena_play_all(const arena_settings *settings, const char *state,
                           unsigned jobs, const char *plot, arena_result *results,
                           uint64_t *done)
{
    arena a = {.settings = settings,
               .results = results,
               .state_path = state,
               .state = -1,
               .lock = PTHREAD_MUTEX_INITIALIZER};
    host_status code = prepare(&a, plot);
    uint64_t before;

    a.done = before = count_played(&a);
    if (!code && before && settings->out)
        host_complain("%s: %llu games of the state were played before; their records are "
                      "not written again",
                      settings->out, (unsigned long long)before);
    if (!code && a.done < settings->games)
        code = atomic_load(&stop) ? HOST_FAILED : play_rest(&a, jobs);
    if (!code || (atomic_load(&stop) && a.done))
        print_notes(&a, before > 0);
    if (a.state >= 0)
        close(a.state);
    *done = a.done;
    return code;
}

host_status arena_run(const arena_settings *settings, const char *state, unsigned jobs,
                      bool json, const char *plot)
{
    static arena_course course;
    arena_result *results = host_need(calloc(settings->games, sizeof *results));
    arena_standing standing[TOB_SEATS];
    uint64_t done;
    host_status code;

    arena_begin();
    code = arena_play_all(settings, state, jobs, plot, results, &done);
    if (!code || (arena_is_stopped() && done)) {
        arena_stand(settings, results, standing);
        arena_course_add(&course, settings, results);
        arena_print(settings, standing, &course, json);
        if (plot && !arena_plot(plot, settings, results, standing))
            code = HOST_FAILED;
    }
    free(results);
    return code;
}
