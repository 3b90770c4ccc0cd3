/* The server: a site and tables over HTTP and WebSockets. */
#ifndef TOBAGO_SERVER_SERVE_H
#define TOBAGO_SERVER_SERVE_H

#include "server/settings.h"

/* Serves until the process is told to end. Prints one line when it listens, and two more
 * with 'lan'. Complains on failure. */
host_status srv_serve(const srv_settings *settings);

#endif
