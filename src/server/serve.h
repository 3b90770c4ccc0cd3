/* The server: a site over HTTP. */
#ifndef TOBAGO_SERVER_SERVE_H
#define TOBAGO_SERVER_SERVE_H

#include <stdbool.h>

#include "host/report.h"
#include "server/listen.h"

typedef struct srv_settings {
    srv_address address;
    const char *site; /* its folder; NULL: the one that belongs to this program */
    bool open;        /* open the page in a browser, if there is a desktop */
} srv_settings;

/* Serves until the process is told to end. Prints one line when it listens. Complains on
 * failure. */
host_status srv_serve(const srv_settings *settings);

#endif
