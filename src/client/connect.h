/* tobago connect: a client of a server's tables (docs/protocol.md). */
#ifndef TOBAGO_CLIENT_CONNECT_H
#define TOBAGO_CLIENT_CONNECT_H

#include "host/report.h"
#include "host/seat.h"

/* The wishes of the command line; NULL and zero stand for none. */
typedef struct client_wishes {
    const char *url;
    const char *name;    /* ours on the server */
    const char *bot;     /* a level, or cmd:... */
    const char *create;  /* seats: "me,open,hard" */
    const char *table;   /* an id */
    const char *island;  /* a code, or NULL: random */
    const char *options; /* "experienced,volcano" */
    const char *clock;   /* "live:10+10", "days:3", NULL: none */
    uint32_t seat;       /* that we would like to have; 0: any */
    uint32_t iterations, time_ms, pace_ms;
    const char *password; /* the file that holds the server's, or NULL */
    bool data, forget;    /* print what is stored of us; have it deleted */
    bool open, list, watch, plain, start, ask_end, json;
    const atomic_bool *stop;
} client_wishes;

/* Does what is wished for, until it is over, left, or 'stop' is set. */
host_status client_connect(const client_wishes *w);

#endif
