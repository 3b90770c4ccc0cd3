/* External bots: child processes that answer in lines (docs/bots.md).
 *
 * A child can do what it likes with its own time and nothing with ours: nothing here
 * waits beyond a deadline, keeps more than a line of its output, or dies of its pipes.
 * The child is the leader of a process group of its own and is killed with all of it. */
#ifndef TOBAGO_HOST_EXTERNAL_H
#define TOBAGO_HOST_EXTERNAL_H

#include <stdatomic.h>
#include <sys/types.h>

#include "host/text.h"

enum {
    EXTERNAL_PROTOCOL = 1,
    EXTERNAL_FLOOD_MAX = 65536, /* bytes that nobody asked for, between two questions */
};

typedef enum external_status {
    EXTERNAL_OK,
    EXTERNAL_SILENT,  /* no answer in time */
    EXTERNAL_DEAD,    /* it ended or closed its pipes */
    EXTERNAL_FLOOD,   /* a line that does not end, or much that nobody asked for */
    EXTERNAL_STOPPED, /* we are to stop */
} external_status;

typedef struct external {
    pid_t pid; /* 0: not running */
    int to, from;
    host_text waiting; /* lines not sent yet */
    size_t sent;       /* bytes of these that were */
    char line[REC_LINE_MAX];
    char name[REC_NAME_MAX + 1]; /* what it calls itself */
    char why[96];                /* it did not come up, with its exit code */
    int status;                  /* of its end, as waitpid tells it */
} external;

/* Starts a program and says hello with these words; it is up when it has said its name.
 * On failure it is not running, and *why is a sentence, perhaps its own, which lasts
 * until it is started again. 'child' is zeroed or has run before. */
bool external_start(external *child, char *const *words, const char *hello,
                    bool show_errors, uint32_t limit_ms, const atomic_bool *stop,
                    const char **why);

/* Adds a line, without its newline, to what the child will be sent. Never waits. */
void external_say(external *child, const char *line, size_t length);

/* Sends what it takes at once; unless 'now', only if much is waiting. Never waits
 * either. */
void external_send(external *child, bool now);

/* Sends everything and waits for one line, which is then in child->line. What the child
 * wrote before it was asked is thrown away. */
external_status external_ask(external *child, uint32_t limit_ms, const atomic_bool *stop);

/* Says bye, waits a moment, kills what is left, and reaps it. */
void external_end(external *child);

/* Kills the child and reaps it. */
void external_kill(external *child);

/* Releases the memory of a child that is not running. */
void external_clear(external *child);

#endif
