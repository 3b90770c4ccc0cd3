/* 'tobago admin': whoever runs a server, at its control socket. */
#ifndef TOBAGO_CONTROL_ADMIN_H
#define TOBAGO_CONTROL_ADMIN_H

#include <stdbool.h>
#include <stdint.h>

#include "host/report.h"

/* A command as it was typed. Options that were not given are NULL, 0 or false. */
typedef struct ctl_wish {
    const char *data;   /* the data folder; NULL: in the user's data folder */
    const char *socket; /* the control socket itself */
    const char *state, *why, *time, *text;
    uint32_t seat, lines;
    bool full, off, wait, once, json, all;
    const char *word[4]; /* the command and its arguments */
    unsigned words;
} ctl_wish;

/* Does it, and prints what comes of it. A command that needs no running server works on
 * the folder itself if none runs. Complains on failure. */
host_status ctl_admin(const ctl_wish *wish);

#endif
