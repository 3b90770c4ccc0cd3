/* Programs as seats: the conversation of the bot protocol (docs/bots.md).
 *
 * A program may end between two games, and the operating system shows that sooner or
 * later: perhaps only at the first question of the next game. The course of a game must
 * not depend on which, so everything that a program hears before its first answer is
 * kept, and one that has played before and dies at that question is started again and
 * hears it once more. */
#include "host/program.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "host/external.h"

typedef struct program {
    external child;
    host_text told; /* everything it heard in this game before its first answer */
    unsigned games; /* games that this process has begun */
    bool answered;  /* it has answered in this game, or failed to */
} program;

/* ---- Starting ---- */

/* Hello names the players, the limit and the options, so that a program can decline a
 * game that is not for it. */
static bool start(host_seat *s, const char **why)
{
    const seat_terms *terms = s->terms;
    program *p = s->own;
    char hello[REC_LINE_MAX], options[REC_LINE_MAX];
    const bool some = rec_write_options(terms->options, options) > 0;

    if (p->child.pid)
        return true;
    p->games = 0;
    snprintf(hello, sizeof hello, "hello %d players %u limit %u%s%.160s",
             EXTERNAL_PROTOCOL, terms->players, terms->limit_ms, some ? " " : "",
             options);
    return external_start(&p->child, s->choice->words, hello, terms->show_errors,
                          terms->limit_ms, terms->stop, why);
}

/* ---- Telling ---- */

static void say_bytes(program *p, const char *text, size_t length)
{
    external_say(&p->child, text, length);
    if (p->answered)
        return;
    host_text_append(&p->told, text, length);
    host_text_append(&p->told, "\n", 1);
}

static void say(program *p, const char *text)
{
    say_bytes(p, text, strlen(text));
}

/* Opens a game with its seed and the header of this seat's view. */
static void begin(host_seat *s, const tob_config *config, uint64_t seed)
{
    program *p = s->own;
    rec_header header = seat_header(config);
    char text[REC_HEADER_MAX];
    const char *why;

    p->answered = false;
    p->told.length = 0;
    if (!start(s, &why)) {
        s->trouble.loss = SEAT_LOSS_DEAD;
        return;
    }
    p->games++;
    header.config.viewer = tob_viewer_of(s->number);
    snprintf(text, sizeof text, "new %llu", (unsigned long long)seed);
    say(p, text);
    say_bytes(p, text, rec_write_header(&header, text) - 1);
}

static void tell(host_seat *s, const char *line)
{
    program *p = s->own;

    say(p, line);
    external_send(&p->child, false);
}

static void over(host_seat *s, const tob_result *result)
{
    program *p = s->own;
    char line[64] = "over";

    for (unsigned seat = 0; seat < s->terms->players; seat++) {
        const size_t length = strlen(line);
        snprintf(line + length, sizeof line - length, " %u", result->coins[seat]);
    }
    say(p, line);
    external_send(&p->child, true);
}

/* ---- Asking ---- */

/* Puts the question, with every legal move. */
static void tell_choices(host_seat *s, const seat_question *question)
{
    const seat_terms *terms = s->terms;
    program *p = s->own;
    char line[REC_LINE_MAX], iterations[32] = "", time[32] = "";

    if (terms->iterations)
        snprintf(iterations, sizeof iterations, " iterations %u", terms->iterations);
    if (terms->time_ms)
        snprintf(time, sizeof time, " time %u", terms->time_ms);
    snprintf(line, sizeof line, "choose %u%s%s limit %u", question->moves->count,
             iterations, time, terms->limit_ms);
    say(p, line);
    for (unsigned i = 0; i < question->moves->count; i++) {
        rec_write_move(question->board, question->moves->move[i], line);
        say(p, line);
    }
}

/* Reads an answer: a number of the list, or a line. If it is no legal move, 'no' becomes
 * the protocol's line that says why. */
static bool read_answer(const seat_question *question, const char *answer, tob_move *move,
                        char no[static REC_LINE_MAX])
{
    const size_t length = strlen(answer);
    rec_error error = {.clause = "", .text = ""};
    tob_reason reason = TOB_OK;
    uint64_t number;

    if (host_number(answer, 1, question->moves->count, &number)) {
        *move = question->moves->move[number - 1];
        return true;
    }
    if (length && strspn(answer, "0123456789") == length)
        error.text = "there is no move of this number";
    else if (rec_parse_move(question->view, question->board, answer, length, move,
                            &error)) {
        reason = tob_why(question->view, question->board, *move);
        if (!reason)
            return true;
        rec_explain(reason, answer, length, &error);
    }
    snprintf(no, REC_LINE_MAX, "illegal %s %.120s", *error.clause ? error.clause : "-",
             error.text);
    return false;
}

/* Counts an answer that is no legal move. Keeps the first with its reason, without bytes
 * that a terminal would obey. */
static void note_answer(seat_trouble *trouble, const char *answer, const char *why)
{
    if (trouble->illegal++)
        return;
    snprintf(trouble->answer, sizeof trouble->answer, "'%.60s': %.130s", answer, why);
    for (char *at = trouble->answer; *at; at++)
        if ((unsigned char)*at < ' ' || (unsigned char)*at > '~')
            *at = '?';
}

/* Waits for a line; see the top of the file for programs that end between two games. */
static external_status hear(host_seat *s)
{
    const seat_terms *terms = s->terms;
    program *p = s->own;
    external_status status = external_ask(&p->child, terms->limit_ms, terms->stop);
    const char *why;

    if (status == EXTERNAL_DEAD && !p->answered && p->games > 1) {
        external_kill(&p->child);
        if (start(s, &why)) {
            p->games = 1;
            external_say(&p->child, p->told.bytes, p->told.length - 1);
            status = external_ask(&p->child, terms->limit_ms, terms->stop);
        }
    }
    p->answered = true;
    return status;
}

static seat_answer lose(host_seat *s, seat_loss loss, const char *how)
{
    seat_trouble *trouble = &s->trouble;
    external *child = &((program *)s->own)->child;
    int status;

    external_kill(child);
    status = child->status;
    trouble->loss = loss;
    if (loss == SEAT_LOSS_DEAD && WIFEXITED(status))
        snprintf(trouble->end, sizeof trouble->end, "it ended with exit code %d",
                 WEXITSTATUS(status));
    else if (loss == SEAT_LOSS_DEAD && WTERMSIG(status) != SIGKILL)
        snprintf(trouble->end, sizeof trouble->end, "it ended by signal %d",
                 WTERMSIG(status));
    else
        snprintf(trouble->end, sizeof trouble->end, "%s", how);
    return SEAT_LOST;
}

static seat_answer choose(host_seat *s, const seat_question *question, tob_move *move)
{
    program *p = s->own;
    char no[REC_LINE_MAX];

    if (question->moves->count == 1) { /* there is nothing to ask */
        *move = question->moves->move[0];
        return SEAT_MOVE;
    }
    tell_choices(s, question);
    for (unsigned attempt = 0; attempt < 2; attempt++) {
        switch (hear(s)) {
        case EXTERNAL_OK: break;
        case EXTERNAL_SILENT: return lose(s, SEAT_LOSS_SILENT, "no answer in time");
        case EXTERNAL_DEAD: return lose(s, SEAT_LOSS_DEAD, "it closed its pipes");
        case EXTERNAL_FLOOD:
            return lose(s, SEAT_LOSS_FLOOD,
                        "a line of more than 255 bytes, or 64 KiB unasked");
        case EXTERNAL_STOPPED: return SEAT_STOPPED;
        }
        if (read_answer(question, p->child.line, move, no))
            return SEAT_MOVE;
        note_answer(&s->trouble, p->child.line, no + strlen("illegal "));
        if (attempt == 0)
            say(p, no);
    }
    s->trouble.faults++;
    return SEAT_FAULT;
}

/* ---- Ending ---- */

static void end(host_seat *s, bool kindly)
{
    program *p = s->own;

    if (kindly)
        external_end(&p->child);
    else
        external_kill(&p->child);
}

static void clear(host_seat *s)
{
    program *p = s->own;

    external_clear(&p->child);
    host_text_clear(&p->told);
    free(p);
}

static bool make(host_seat *s)
{
    program *p = calloc(1, sizeof *p);

    if (!p)
        return false;
    s->own = p;
    s->name = p->child.name;
    return true;
}

const seat_interface program_seat = {.make = make,
                                     .start = start,
                                     .begin = begin,
                                     .tell = tell,
                                     .choose = choose,
                                     .over = over,
                                     .end = end,
                                     .clear = clear};
