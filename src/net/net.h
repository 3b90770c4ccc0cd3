/* The network: connections, HTTP, WebSockets, and the one event loop.
 *
 * Only net.c, net_http.c and net_socket.c know libuv, so that it can be replaced. All
 * calls happen on the thread that runs the loop, except srv_net_wake.
 *
 * One turn of the loop hands over what the sockets had to say, request by request and
 * frame by frame, and then calls 'turn': the handler commits what it did and only then
 * sends answers. On a busy day 'turn' comes after every 256 sockets, so that the first
 * need not wait for the last. */
#ifndef TOBAGO_SERVER_NET_H
#define TOBAGO_SERVER_NET_H

#include "host/report.h"
#include "net/addresses.h"
#include "net/answer.h"
#include "net/tls.h"

typedef struct srv_net srv_net;

/* A WebSocket. It lives until the handler's 'closed' returns. */
typedef struct srv_peer srv_peer;

/* The request that asks for a WebSocket. Texts last until the call returns. */
typedef struct srv_upgrade {
    const char *cookie;   /* the header's value, or NULL */
    const char *origin;   /* or NULL */
    const char *host;     /* or NULL */
    const char *protocol; /* the subprotocols offered, or NULL */
    const char *address;  /* the client's, "127.0.0.1" */
} srv_upgrade;

/* The program's part. */
typedef struct srv_handler {
    void *context;

    /* Answers a request; the network clears the answer when it is sent, which is after
     * 'turn' for a POST and at once for everything else. */
    void (*request)(void *context, const srv_request *request, srv_answer *answer);

    /* Takes a WebSocket at /ws, and keeps whatever it likes in *own; or refuses it with a
     * status of HTTP (403, 503), 0 being consent. */
    unsigned (*open)(void *context, srv_peer *peer, const srv_upgrade *upgrade,
                     void **own);

    /* One whole text frame, of at most SRV_FRAME_MAX bytes; longer ones, binary ones and
     * those that are not UTF-8 end the connection. */
    void (*frame)(void *context, srv_peer *peer, void *own, const char *text,
                  size_t length);

    /* A connection was refused because its address has too many; NULL: nobody counts
     * that. */
    void (*crowded)(void *context);

    /* The connection is gone; 'own' is the handler's to free. */
    void (*closed)(void *context, srv_peer *peer, void *own);

    /* The end of a turn of the loop in which anything above was called, srv_net_wake was
     * used or the time asked for has come. Returns when to be called next at the latest,
     * in host_now_us milliseconds; UINT64_MAX: when something happens. */
    uint64_t (*turn)(void *context);

    /* The process is told to end: the handler says goodbye to its peers. 'turn' follows.
     */
    void (*ending)(void *context);

    /* SIGHUP asks a service to read its files again; NULL: there are none. */
    void (*reload)(void *context);
} srv_handler;

enum {
    SRV_FRAME_MAX = 16 * 1024, /* bytes of a client's frame */
    SRV_BACKLOG_MAX =
        1024 * 1024, /* bytes that wait for a slow reader; then it is cut off */
};

/* What the network may cost. Zeros stand for sensible numbers. */
typedef struct srv_limits {
    unsigned connections;         /* in all */
    unsigned connections_address; /* from one address; 0: of other machines only */
    unsigned frames_s;            /* of one connection, on average; then it waits */
    unsigned silence_s;           /* a peer that answers no ping for so long is gone */
    srv_proxies proxies;          /* whose word about their clients is believed */
} srv_limits;

/* Sends one text frame. What the socket does not take at once is copied and sent later; a
 * peer that lets too much of it pile up is cut off, which 'closed' reports later. */
void srv_send(srv_peer *peer, const char *text, size_t length);

/* Ends a connection after what was sent, with a code of RFC 6455. */
void srv_close(srv_peer *peer, unsigned code, const char *why);

/* Lets 'turn' be called soon. Any thread may call it. */
void srv_net_wake(srv_net *net);

/* Makes the network for a listening socket, which it closes in the end; NULL after a
 * complaint. srv_net_run serves until the process is told to end (SIGTERM, SIGINT,
 * SIGHUP unless it reloads); answers and frames under way then have two seconds to
 * arrive. */
srv_net *srv_net_new(int listening, const srv_limits *limits, const srv_handler *handler);

/* Encrypts the connections; before srv_net_run. 'tls' stays the caller's. SIGHUP then
 * reads the certificate again instead of ending the process. */
void srv_net_secure(srv_net *net, srv_tls *tls);
host_status srv_net_run(srv_net *net);
void srv_net_free(srv_net *net);

#endif
