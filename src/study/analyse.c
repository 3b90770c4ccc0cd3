#include "study/analyse.h"

#include <stdlib.h>
#include <string.h>

#include "host/workers.h"
#include "study/plot.h"

/* Job number 'count' of the analysis is the position after the last line. */
typedef struct workshop {
    analysis *analysis;
    const host_text *text;
} workshop;

/* Each worker replays the record for itself. Jobs come in the order of their lines, so it
 * only ever goes forward. */
typedef struct worker {
    ai_judge judge; /* its memory is owned */
    rec_reader reader;
    size_t from; /* offset of the next line */
} worker;

/* ---- Reading ---- */

static size_t line_length(const host_text *text, size_t from)
{
    const char *end = memchr(text->bytes + from, '\n', text->length - from);

    return end ? (size_t)(end - text->bytes) - from : text->length - from;
}

/* Feeds the line at *from, which is known to be right, and moves *from to the next
 * one. */
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

static work_status judge_one(void *shared, void *worker_context, uint64_t index)
{
    const workshop *shop = shared;
    worker *w = worker_context;
    analysis *a = shop->analysis;
    const uint32_t line = index < a->count ? a->decision[index].line : a->lines + 1;
    rec_reader *reader = &w->reader;

    while (reader->line + 1 < line)
        feed_line(reader, shop->text, &w->from);
    if (index < a->count) {
        const tob_game game = reader->game;
        const tob_board board = reader->board;
        feed_line(reader, shop->text, &w->from);
        put_verdict(&a->decision[index], &board,
                    ai_judge_move(&w->judge, &game, &board, reader->move, line));
    } else {
        a->last = ai_judge_position(&w->judge, &reader->game, &reader->board, line);
    }
    return WORK_DONE;
}

static void close_worker(void *shared, void *worker_context)
{
    worker *w = worker_context;

    (void)shared;
    free(w->judge.memory);
    free(w);
}

static void *make_worker(void *shared)
{
    const workshop *shop = shared;
    worker *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    rec_init(&w->reader);
    w->judge = (ai_judge){.memory = malloc(ai_bot_size(shop->analysis->level)),
                          .level = shop->analysis->level,
                          .seed = shop->analysis->seed,
                          .budget = {.iterations = shop->analysis->iterations}};
    if (w->judge.memory)
        return w;
    close_worker(shared, w);
    return NULL;
}

static host_status judge_all(analysis *a, const host_text *text, unsigned jobs)
{
    workshop shop = {.analysis = a, .text = text};
    workers pool = {.shared = &shop,
                    .make = make_worker,
                    .run = judge_one,
                    .close = close_worker,
                    .jobs = a->count + a->has_last,
                    .unit = "decisions"};

    return workers_do(&pool, jobs) == WORK_DONE ? HOST_DONE : HOST_FAILED;
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

/* A path where no plot can be written is refused before the work, not after it. */
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
