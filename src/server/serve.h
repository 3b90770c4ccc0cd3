/* The server: a site and tables over HTTP and WebSockets. */
#ifndef TOBAGO_SERVER_SERVE_H
#define TOBAGO_SERVER_SERVE_H

#include "server/settings.h"

struct srv_net;
struct srv_hub;
struct store;

/* What whoever runs the server has beside its players' connections: the control socket
 * and the metrics. Another room makes it. 'open' comes before the loop runs and may
 * complain and return NULL; then nothing is served. 'close' comes after it. */
typedef struct srv_side {
    void *(*open)(struct srv_net *net, struct srv_hub *hub, struct store *store,
                  const char *folder, const srv_settings *settings);
    void (*close)(void *side);
} srv_side;

/* Serves until the process is told to end. Prints one line when it listens, and two more
 * with 'lan'. 'side' may be NULL. Complains on failure. */
host_status srv_serve(const srv_settings *settings, const srv_side *side);

#endif
