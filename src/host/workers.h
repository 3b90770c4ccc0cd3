/* Workers: numbered jobs shared out to threads, with a bar on the terminal and a way to
 * stop.
 *
 * Jobs are taken in the order of their numbers, each by the first worker that is free.
 * A worker is a context that the caller makes and only one thread uses, so jobs need no
 * locks for what they keep there. A job that fails, or a signal, ends the run: workers
 * finish or leave their jobs and take no more. */
#ifndef TOBAGO_HOST_WORKERS_H
#define TOBAGO_HOST_WORKERS_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>

typedef enum work_status {
    WORK_DONE,
    WORK_LEFT,   /* a job that is not counted: it was done before, or saw the stop */
    WORK_FAILED, /* nobody takes another job */
} work_status;

/* The caller sets the first part and zeroes the rest. */
typedef struct workers {
    void *shared;                /* handed to the functions below */
    void *(*make)(void *shared); /* a new worker, or NULL; no function: all are NULL */
    work_status (*run)(void *shared, void *worker, uint64_t job);
    void (*close)(void *shared, void *worker); /* takes its results and frees it */
    uint64_t jobs;                             /* numbered from 0 */
    const char *unit;      /* the bar's word for jobs, like "games"; NULL: no bar */
    atomic_bool *stop;     /* ends the run once it is set; NULL: nothing does */
    _Atomic uint64_t done; /* jobs done, those before the run included */

    _Atomic uint64_t next;
    _Atomic unsigned running, thread;
    atomic_bool failed;
    unsigned count;
    void **worker; /* owned */
} workers;

/* Makes 'count' workers, or as many as there are jobs left and as memory allows. If there
 * is not even one it complains and returns false, and there is nothing to close. */
bool workers_open(workers *w, unsigned count);

/* Runs the jobs on one thread for each worker. Without a bar the calling thread is one of
 * these; it works alone if no other can be made. Returns WORK_DONE if all jobs are done,
 * WORK_FAILED if one failed, which sets the stop too, and WORK_LEFT if it was stopped. */
work_status workers_run(workers *w);

/* Closes the workers in their order. */
void workers_close(workers *w);

/* Opens, runs and closes. WORK_FAILED if no worker could be made. */
work_status workers_do(workers *w, unsigned count);

/* Lets SIGINT, SIGTERM and SIGHUP set the flag, which must outlive the program's work;
 * those that nohup or a shell ignores for us stay ignored. A signal more than a second
 * after the first ends the program at once: a job may take long to see the flag. */
void workers_stop_on_signals(atomic_bool *stop);

#endif
