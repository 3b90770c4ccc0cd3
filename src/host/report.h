/* Results and complaints, shared by every room of the program.
 *
 * Results go to stdout, complaints to stderr as "tobago: ...". */
#ifndef TOBAGO_HOST_REPORT_H
#define TOBAGO_HOST_REPORT_H

#include <stdio.h>

#include "tobago/record.h"

/* The outcome of a piece of work. The values are the program's exit codes. */
typedef enum host_status {
    HOST_DONE = 0,    /* yes, or done */
    HOST_REFUSED = 1, /* refused, illegal or invalid: someone else's fault */
    HOST_USAGE = 2,   /* wrong usage */
    HOST_FAILED = 3,  /* disk or system */
} host_status;

/* Writes "tobago: ..." and a newline to stderr, after flushing stdout. */
void host_complain(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Hands complaints to a function instead, without "tobago: ", cut to 2,000 bytes; NULL:
 * to stderr again. */
void host_complain_to(void (*writer)(const char *sentence));

/* How many there were since the program began. */
unsigned long long host_complaints(void);

/* Complains about a file: "FILE: what went wrong", by its errno. Returns HOST_FAILED. */
host_status host_complain_file(const char *path, int error);

/* Returns memory that was just allocated. If there is none, complains and ends the
 * program with HOST_FAILED. */
void *host_need(void *memory);

/* Complains about a line: "FILE:LINE: word N 'TOKEN' (CLAUSE): sentence". */
void host_complain_line(const char *path, const rec_error *error);

#endif
