/* The server: a site and tables over HTTP and WebSockets. */
#ifndef TOBAGO_SERVER_SERVE_H
#define TOBAGO_SERVER_SERVE_H

#include <stdbool.h>

#include "host/report.h"
#include "server/limits.h"
#include "server/listen.h"

typedef struct srv_settings {
    srv_address address;
    const char *site; /* its folder; NULL: the one that belongs to this program */
    const char *data; /* the folder of the tables; NULL: in the user's data folder */
    srv_quotas quotas;
    bool open; /* open the page in a browser, if there is a desktop */
    bool lan;  /* print the link for friends on the local network */
} srv_settings;

/* Serves until the process is told to end. Prints one line when it listens, and two more
 * with 'lan'. Complains on failure. */
host_status srv_serve(const srv_settings *settings);

#endif
