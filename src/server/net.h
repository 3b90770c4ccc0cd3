/* The network: connections, HTTP, and the one event loop.
 *
 * net.c is the only file that knows libwebsockets and libuv. Where they are missing,
 * without.c takes its place. All calls happen on the thread that runs the loop. */
#ifndef TOBAGO_SERVER_NET_H
#define TOBAGO_SERVER_NET_H

#include "host/report.h"
#include "server/answer.h"

/* Answers a request; the network clears the answer when it is sent. */
typedef void srv_on_request(void *context, const srv_request *request,
                            srv_answer *answer);

/* Can this program serve at all? */
extern const bool srv_net_built;

/* Serves the connections of a listening socket, which it closes, until the process is
 * told to end (SIGTERM, SIGINT, SIGHUP). Answers that are being sent then have two
 * seconds to arrive. Complains on failure. */
host_status srv_net_run(int listening, srv_on_request *on_request, void *context);

#endif
