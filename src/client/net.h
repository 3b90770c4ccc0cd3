/* The client's network: requests over HTTP, and one WebSocket.
 *
 * net.c is the only file of the client that knows libwebsockets, which runs on a thread
 * of its own. All functions here are called by one other thread, and none but net_request
 * and net_next waits. */
#ifndef TOBAGO_CLIENT_NET_H
#define TOBAGO_CLIENT_NET_H

#include "host/text.h"

enum { NET_HOST_MAX = 256, NET_COOKIE_MAX = 1024, NET_WHY_MAX = 200 };

/* A server's address. */
typedef struct net_where {
    char host[NET_HOST_MAX];
    uint16_t port;
    bool tls;
} net_where;

typedef struct net net;

/* Makes the network; nothing is connected yet. NULL after a complaint. */
net *net_new(const net_where *where);
void net_free(net *n);

/* ---- HTTP ---- */

typedef struct net_request {
    const char *method, *path;
    const char *body; /* JSON, or NULL */
    char
        cookie[NET_COOKIE_MAX + 1]; /* sent unless ""; replaced by what the server sets */
    host_text answer;               /* cleared by the caller */
    unsigned status;                /* of the answer */
    char why[NET_WHY_MAX];          /* a sentence if it failed */
} net_request;

/* Sends a request and waits for the answer. False if there is none. */
bool net_ask(net *n, net_request *request);

/* ---- The WebSocket ---- */

typedef enum net_event {
    NET_NOTHING, /* the time is over */
    NET_UP,      /* the WebSocket is open */
    NET_TEXT,    /* a frame */
    NET_DOWN,    /* it is closed, or could not be opened: net_open tries again */
} net_event;

/* Begins to open the WebSocket, with this cookie unless it is "". */
void net_open(net *n, const char *cookie);

/* Sends a frame once the WebSocket is open. */
void net_send(net *n, const char *text, size_t length);

/* Waits for the next event, so long at the most. A frame is written to *text, which was
 * cleared by the caller; of NET_DOWN it holds why. */
net_event net_next(net *n, int timeout_ms, host_text *text);

/* Becomes readable when an event is there, for those who wait for other things too. */
int net_fd(const net *n);

#endif
