#include "study/analyse.h"

#include <stdlib.h>
#include <string.h>

#include "host/workers.h"
#include "host/plot.h"

/* Each worker replays the record for itself. Jobs come in the order of their lines, so it
 * only ever goes forward. */
typedef struct worker {
    ai_judge judge;    /* its memory is owned */
    rec_hosted record; /* looks at the analysis's */
    rec_reader reader;
} worker;

/* ---- Reading ---- */

/* The part of the record that is being timed: a turn, or the set-up. */
typedef struct span {
    uint32_t turn, first; /* its number and its first line */
    size_t decision;      /* its first decision */
} span;

/* Spreads the decisions of a turn over its part of a round, line by line, now that the
 * turn ends before line 'next'. */
static void time_turn(analysis *a, const span *turn, uint32_t next, unsigned players)
{
    const double begin = turn->turn ? 1 + (turn->turn - 1.0) / players : 0;
    const double length = turn->turn ? 1.0 / players : 1;
    const double lines = next - turn->first;

    for (size_t i = turn->decision; i < a->count; i++)
        a->decision[i].when =
            begin + length * (a->decision[i].line - turn->first) / lines;
    a->last_round = begin + length;
}

/* Lists the decisions on the lines from 'from' on, in room for one on every line. */
static host_status find_decisions(analysis *a, uint64_t from)
{
    const rec_hosted *record = a->record;
    const unsigned players = a->header->config.players;
    static rec_reader reader;
    static tob_moves list;
    rec_hosted eyes = rec_hosted_look(record, &reader);
    host_turns turns = {0};
    span turn = {0, record->header + 1u, 0};

    a->decision = calloc(record->lines + 1u, sizeof *a->decision);
    if (!a->decision) {
        host_complain("out of memory");
        return HOST_FAILED;
    }
    for (uint32_t line = record->header + 1u; line <= record->lines; line++) {
        rec_hosted_seek(&eyes, line - 1);
        host_turns_next(&turns, &reader.game);
        if (turns.turn != turn.turn) {
            time_turn(a, &turn, line, players);
            turn = (span){turns.turn, line, a->count};
        }
        if (line >= from && ai_is_decision(&reader.game, &reader.board, &list))
            a->decision[a->count++] =
                (analyse_decision){.line = line,
                                   .turn = turns.turn,
                                   .round = host_round(turns.turn, players)};
    }
    time_turn(a, &turn, record->lines + 1, players);
    a->first_round = a->count ? a->decision[0].when : 0;
    rec_hosted_seek(&eyes, record->lines);
    a->has_last = a->count && tob_to_move(&reader.game) != TOB_NATURE;
    return HOST_DONE;
}

/* ---- Working ---- */

/* Job number 'count' of the analysis is the position after the last line. */
static work_status judge_one(void *shared, void *worker_context, uint64_t index)
{
    analysis *a = shared;
    worker *w = worker_context;
    const uint32_t line = index < a->count ? a->decision[index].line : a->lines + 1;
    rec_reader *reader = &w->reader;

    rec_hosted_seek(&w->record, line - 1);
    if (index < a->count) {
        analyse_decision *decision = &a->decision[index];
        const tob_game game = reader->game;
        const tob_board board = reader->board;
        rec_hosted_seek(&w->record, line);
        decision->verdict = ai_judge_move(&w->judge, &game, &board, reader->move, line);
        rec_write_move(&board, decision->verdict.move, decision->played);
        rec_write_move(&board, decision->verdict.expert, decision->expert);
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
    const analysis *a = shared;
    worker *w = calloc(1, sizeof *w);

    if (!w)
        return NULL;
    w->record = rec_hosted_look(a->record, &w->reader);
    w->judge = (ai_judge){.memory = malloc(ai_bot_size(a->level)),
                          .level = a->level,
                          .seed = a->seed,
                          .budget = {.iterations = a->iterations}};
    if (w->judge.memory)
        return w;
    close_worker(shared, w);
    return NULL;
}

static host_status judge_all(analysis *a, unsigned jobs)
{
    workers pool = {.shared = a,
                    .make = make_worker,
                    .run = judge_one,
                    .close = close_worker,
                    .jobs = a->count + a->has_last,
                    .stop = a->stop,
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
    host_status code = check_record(a->path, record, from);

    if (code)
        return code;
    if (plot && !plot_can_write(plot))
        return HOST_FAILED;
    a->record = &record->hosted;
    a->header = &record->reader.header;
    a->lines = record->reader.line;
    code = find_decisions(a, from);
    if (code == HOST_DONE)
        code = judge_all(a, jobs);
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
