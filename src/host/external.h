/* External programs: child processes that answer in lines (docs/bots.md).
 *
 * A hostile child harms nobody but itself: no function here waits beyond its deadline,
 * keeps more than a line of the child's output, or dies of a closed pipe. The child leads
 * a process group of its own and is killed with all of it. */
#ifndef TOBAGO_HOST_EXTERNAL_H
#define TOBAGO_HOST_EXTERNAL_H

#include <stdatomic.h>
#include <sys/types.h>

#include "host/text.h"

enum {
    EXTERNAL_PROTOCOL = 1,
    EXTERNAL_FLOOD_MAX = 65536, /* bytes a child may write unasked */
};

typedef enum external_status {
    EXTERNAL_OK,
    EXTERNAL_SILENT,  /* no answer in time */
    EXTERNAL_DEAD,    /* it ended or closed its pipes */
    EXTERNAL_FLOOD,   /* a line without an end, or too much unasked */
    EXTERNAL_STOPPED, /* the caller's stop was set */
} external_status;

typedef struct external {
    pid_t pid; /* 0: not running */
    int to, from;
    host_text waiting; /* lines not sent yet */
    size_t sent;       /* bytes of 'waiting' already sent */
    char line[REC_LINE_MAX];
    char name[REC_NAME_MAX + 1]; /* the name it gives itself */
    char why[96];                /* room for a sentence about a failed start */
    int status;                  /* of its end, from waitpid */
} external;

/* Starts a program and sends the line 'hello'; it is up once it has said its name. On
 * failure it is not running, and *why is a sentence, perhaps its own, which lasts until
 * the next start. 'child' is zeroed or has run before. */
bool external_start(external *child, char *const *words, const char *hello,
                    bool show_errors, uint32_t limit_ms, const atomic_bool *stop,
                    const char **why);

/* Queues a line, given without its newline. Never waits. */
void external_say(external *child, const char *line, size_t length);

/* Sends as much of the queue as the pipe takes; unless 'now', only if the queue is long.
 * Never waits. */
void external_send(external *child, bool now);

/* Sends the whole queue and waits for one line, which is then in child->line. Anything
 * that the child wrote before is thrown away. */
external_status external_ask(external *child, uint32_t limit_ms, const atomic_bool *stop);

/* Says bye, waits a moment, kills whatever is left, and reaps it. */
void external_end(external *child);

/* Kills the child and reaps it. */
void external_kill(external *child);

/* Releases the memory of a child that is not running. */
void external_clear(external *child);

#endif
