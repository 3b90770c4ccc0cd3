#include "study/analyse.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "study/plot.h"

/* What the threads share. Position number 'count' is the one after the last line. */
typedef struct workshop {
    analysis *analysis;
    const host_text *text;
    _Atomic size_t next, done;
} workshop;

/* A thread replays the record for itself: positions are taken in the order of their
 * lines, so it only ever goes forward. */
typedef struct worker {
    pthread_t thread;
    workshop *shop;
    ai_judge judge; /* its memory is owned */
    rec_reader reader;
    size_t from; /* where the next line begins */
} worker;

/* ---- Reading ---- */

static size_t line_length(const host_text *text, size_t from)
{
    const char *end = memchr(text->bytes + from, '\n', text->length - from);

    return end ? (size_t)(end - text->bytes) - from : text->length - from;
}

/* Feeds the line that begins at *from, which is known to be right, and goes to the next.
 */
static void feed_line(rec_reader *reader, const host_text *text, size_t *from)
{
    const size_t length = line_length(text, *from);
    rec_error error;

    rec_feed(reader, text->bytes + *from, length, &error);
    *from += length + 1;
}

/* Grows the list by the decision on a line; false if memory runs out. */
static bool add_decision(analysis *a, uint32_t line)
{
    if ((a->count & (a->count - 1)) == 0) {
        const size_t room = a->count ? a->count * 2 : 1;
        void *grown = realloc(a->decision, room * sizeof *a->decision);
        if (!grown)
            return false;
        a->decision = grown;
    }
    a->decision[a->count++] = (analyse_decision){.line = line};
    return true;
}

/* Lists the decisions on the lines from 'from' on. */
static host_status find_decisions(analysis *a, const host_text *text, uint64_t from)
{
    static rec_reader reader;
    static tob_moves list;
    size_t at = 0;

    rec_init(&reader);
    while (reader.line < a->lines) {
        const uint32_t moves = reader.moves;
        const bool decision = reader.line + 1 >= from && rec_has_game(&reader) &&
                              ai_is_decision(&reader.game, &reader.board, &list);
        feed_line(&reader, text, &at);
        if (decision && reader.moves > moves && !add_decision(a, reader.line)) {
            host_complain("out of memory");
            return HOST_FAILED;
        }
    }
    a->has_last = a->count && tob_to_move(&reader.game) != TOB_NATURE;
    return HOST_DONE;
}

/* ---- Working ---- */

static void put_verdict(analyse_decision *decision, const tob_board *board,
                        ai_verdict verdict)
{
    decision->move = verdict.move;
    decision->before = verdict.before;
    decision->best = verdict.best;
    decision->chance = verdict.chance;
    decision->cost = verdict.cost;
    decision->searched = verdict.searched;
    rec_write_move(board, verdict.move, decision->played);
    rec_write_move(board, verdict.expert, decision->expert);
}

static void judge_one(worker *w, size_t index)
{
    analysis *a = w->shop->analysis;
    const uint32_t line = index < a->count ? a->decision[index].line : a->lines + 1;
    rec_reader *reader = &w->reader;

    while (reader->line + 1 < line)
        feed_line(reader, w->shop->text, &w->from);
    if (index == a->count) {
        a->last = ai_judge_position(&w->judge, &reader->game, &reader->board, line);
        return;
    }
    const tob_game game = reader->game;
    const tob_board board = reader->board;
    feed_line(reader, w->shop->text, &w->from);
    put_verdict(&a->decision[index], &board,
                ai_judge_move(&w->judge, &game, &board, reader->move, line));
}

static void *work(void *argument)
{
    worker *w = argument;
    workshop *shop = w->shop;
    const size_t all = shop->analysis->count + shop->analysis->has_last;

    for (;;) {
        const size_t index = atomic_fetch_add(&shop->next, 1);
        if (index >= all)
            return NULL;
        judge_one(w, index);
        atomic_fetch_add(&shop->done, 1);
    }
}

/* A bar on the terminal while the threads work. */
static void show_progress(workshop *shop)
{
    const struct timespec pause = {0, 100 * 1000 * 1000};
    const bool terminal = isatty(STDERR_FILENO);
    const size_t all = shop->analysis->count + shop->analysis->has_last;

    while (terminal && shop->done < all) {
        const unsigned percent = (unsigned)(shop->done * 100 / all);
        char bar[51];
        for (unsigned i = 0; i < 50; i++)
            bar[i] = i < percent / 2 ? '#' : '.';
        bar[50] = '\0';
        fprintf(stderr, "\r%s %3u %% of %zu decisions", bar, percent,
                shop->analysis->count);
        nanosleep(&pause, NULL);
    }
    if (terminal)
        fputs("\r\033[K", stderr);
}

/* Starts as many threads as there are judges for; this one works alone if none starts. */
static host_status judge_all(analysis *a, const host_text *text, unsigned most_jobs)
{
    const size_t all = a->count + a->has_last;
    const size_t jobs = all < most_jobs ? all : most_jobs;
    worker *workers = calloc(jobs + 1, sizeof *workers); /* at least one byte */
    workshop shop = {.analysis = a, .text = text};
    size_t started = 0;
    bool ready = workers != NULL;

    for (size_t i = 0; ready && i < jobs; i++) {
        workers[i].shop = &shop;
        rec_init(&workers[i].reader);
        workers[i].judge = (ai_judge){.memory = malloc(ai_bot_size(a->level)),
                                      .level = a->level,
                                      .seed = a->seed,
                                      .budget = {.iterations = a->iterations}};
        ready = workers[i].judge.memory != NULL;
    }
    if (ready) {
        while (started < jobs &&
               !pthread_create(&workers[started].thread, NULL, work, &workers[started]))
            started++;
        if (jobs && !started)
            work(&workers[0]);
        show_progress(&shop);
    } else {
        host_complain("out of memory");
    }
    for (size_t i = 0; workers && i < jobs; i++) {
        if (i < started)
            pthread_join(workers[i].thread, NULL);
        free(workers[i].judge.memory);
    }
    free(workers);
    return ready ? HOST_DONE : HOST_FAILED;
}

/* ---- All of it ---- */

static host_status check_record(const char *path, const host_record *record,
                                uint64_t from)
{
    if (!rec_has_game(&record->reader))
        host_complain("%s: no game yet: the header goes on", path);
    else if (!tob_viewer_is_full(record->reader.header.config.viewer))
        host_complain("%s: is a view, which hides what the other seats knew (H1): "
                      "analyse needs the full record",
                      path);
    else if (from > record->reader.line)
        host_complain("%s: has %u lines, not %llu", path, record->reader.line,
                      (unsigned long long)from);
    else
        return HOST_DONE;
    return HOST_REFUSED;
}

static host_status write_plot(const analysis *a, const char *path)
{
    FILE *file = plot_open(path);

    if (!file)
        return HOST_FAILED;
    analyse_plot(a, file);
    return plot_close(file, path) ? HOST_DONE : HOST_FAILED;
}

/* A path where no plot can be written is told before the work, not after it. */
host_status analyse_run(analysis *a, const host_record *record, uint64_t from,
                        unsigned jobs, bool json, const char *plot)
{
    const host_text *text = &record->text;
    host_status code = check_record(a->path, record, from);

    if (code)
        return code;
    if (plot && !plot_can_write(plot))
        return HOST_FAILED;
    a->header = &record->reader.header;
    a->lines = record->reader.line;
    code = find_decisions(a, text, from);
    if (code == HOST_DONE)
        code = judge_all(a, text, jobs);
    if (code == HOST_DONE && json)
        analyse_json(a);
    else if (code == HOST_DONE)
        analyse_print(a);
    if (code == HOST_DONE && plot)
        code = write_plot(a, plot);
    free(a->decision);
    a->decision = NULL;
    return code;
}
