/* Random games on several threads, counted and written. */
#ifndef TOBAGO_ARENA_SIMULATE_H
#define TOBAGO_ARENA_SIMULATE_H

#include "host/report.h"

typedef struct simulate_settings {
    uint64_t games, seed;
    tob_config config; /* its first seat is drawn for each game */
    bool any_island;   /* the island is drawn as well */
    const char *out;   /* the folder for records, or NULL */
} simulate_settings;

/* Plays the games and prints a summary, which does not depend on 'jobs'. Complains and
 * returns HOST_FAILED if a record cannot be written. It may be called once in a
 * process. */
host_status simulate_run(const simulate_settings *settings, unsigned jobs, bool json);

#endif
