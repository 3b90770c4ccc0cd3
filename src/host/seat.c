#include "host/seat.h"

#include <stdlib.h>
#include <string.h>

#include "host/clock.h"
#include "host/program.h"
#include "host/think.h"

static const char *const colours[TOB_SEATS] = {"red", "blue", "green", "yellow"};

/* ---- People and levels ---- */

static const seat_interface person = {0};

static bool level_make(host_seat *s)
{
    s->name = ai_level_name(s->choice->level);
    s->own = think_new(s->choice->level, 0, s->terms->threads);
    return s->own != NULL;
}

static void level_begin(host_seat *s, const tob_config *config, uint64_t seed)
{
    (void)config;
    think_begin(s->own, seed);
}

static seat_answer level_choose(host_seat *s, const seat_question *question,
                                tob_move *move)
{
    *move = think_choose(s->own, question->view, question->board,
                         seat_budget(s->terms, s->choice->level, s->choice->iterations));
    return SEAT_MOVE;
}

static void level_clear(host_seat *s)
{
    think_free(s->own);
}

static const seat_interface level = {.make = level_make,
                                     .begin = level_begin,
                                     .choose = level_choose,
                                     .clear = level_clear};

/* ---- All kinds ---- */

host_seat *seat_new(const seat_choice *choice, const seat_terms *terms)
{
    static const seat_interface *const kinds[] = {
        [SEAT_PERSON] = &person, [SEAT_LEVEL] = &level, [SEAT_PROGRAM] = &program_seat};
    host_seat *s = calloc(1, sizeof *s);

    if (!s)
        return NULL;
    *s = (host_seat){
        .does = kinds[choice->kind], .choice = choice, .terms = terms, .name = ""};
    if (!s->does->make || s->does->make(s))
        return s;
    free(s);
    return NULL;
}

void seat_free(host_seat *s)
{
    if (!s)
        return;
    seat_end(s, true);
    if (s->does->clear)
        s->does->clear(s);
    free(s);
}

bool seat_start(host_seat *s, const char **why)
{
    return !s->does->start || s->does->start(s, why);
}

void seat_begin(host_seat *s, const tob_config *config, unsigned number, uint64_t seed)
{
    s->number = number;
    s->trouble = (seat_trouble){0};
    if (s->does->begin)
        s->does->begin(s, config, seed);
}

void seat_tell(host_seat *s, const tob_board *board, tob_move move)
{
    char line[REC_LINE_MAX];

    if (!s->does->tell || s->trouble.loss)
        return;
    rec_write_move(board, rec_redact(move, tob_viewer_of(s->number)), line);
    s->does->tell(s, line);
}

seat_answer seat_choose(host_seat *s, const seat_question *question, tob_move *move)
{
    if (s->trouble.loss)
        return SEAT_LOST;
    return s->does->choose ? s->does->choose(s, question, move) : SEAT_WAITS;
}

void seat_over(host_seat *s, const tob_result *result)
{
    if (s->does->over && !s->trouble.loss)
        s->does->over(s, result);
}

void seat_end(host_seat *s, bool kindly)
{
    if (s->does->end)
        s->does->end(s, kindly);
}

/* ---- Names and budgets ---- */

rec_header seat_header(const tob_config *config)
{
    rec_header header = {.config = *config};

    for (unsigned seat = 0; seat < config->players; seat++)
        snprintf(header.name[seat], sizeof header.name[seat], "%s", colours[seat]);
    return header;
}

void seat_record_name(const host_seat *s, unsigned number,
                      char out[static REC_NAME_MAX + 1])
{
    char name[80];
    size_t length;

    snprintf(name, sizeof name, "%s%s%s%s", colours[number], *s->name ? "-" : "",
             s->choice->open ? "open-" : "", s->name);
    for (char *at = name; *at; at++)
        *at = *at == ' ' ? '_' : *at;
    length = strlen(name);
    while (length > REC_NAME_MAX || (name[length] & 0xc0) == 0x80)
        length--; /* back to the end of a letter */
    memcpy(out, name, length);
    out[length] = '\0';
}

static bool is_stopped(void *stop)
{
    return atomic_load((const atomic_bool *)stop);
}

ai_budget seat_budget(const seat_terms *terms, ai_level of, uint32_t own)
{
    const uint32_t asked = own ? own : terms->iterations;
    const uint32_t limit_ms = asked || terms->time_ms ? 0 : terms->patience_ms;
    ai_budget budget = ai_budget_for(of, asked, terms->time_ms, limit_ms);

    budget.now_ms = host_now_ms;
    if (terms->stop_search) {
        budget.stop = is_stopped;
        budget.context = (void *)(uintptr_t)terms->stop;
    }
    return budget;
}
