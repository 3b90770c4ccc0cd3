/* The insides of the network, shared by its three files: net.c has the loop, the accepted
 * connections and the end, net_http.c speaks HTTP, net_socket.c speaks WebSockets over
 * the sockets that net_http.c has upgraded. */
#ifndef TOBAGO_SERVER_NET_LOOP_H
#define TOBAGO_SERVER_NET_LOOP_H

#include <uv.h>

#include "net/addresses.h"
#include "net/net.h"
#include "net/tls.h"

enum { SRV_SIGNAL_COUNT = 3 };

/* A connection that speaks HTTP. */
typedef struct srv_connection srv_connection;

struct srv_net {
    srv_handler handler;
    srv_limits limits; /* as they are in force */
    uv_loop_t loop;
    uv_poll_t accepting;
    uv_signal_t signals[SRV_SIGNAL_COUNT];
    uv_timer_t farewell; /* the latest end */
    uv_timer_t due;      /* when the handler wants its next turn */
    uv_timer_t seconds;  /* looks after everyone */
    uv_timer_t watchdog; /* tells the service manager that the loop turns */
    uv_timer_t throttle; /* lets peers that sent too much go on */
    uv_prepare_t before; /* both end a turn of the loop: before it sleeps, */
    uv_check_t after;    /* and after the sockets had their say */
    uv_async_t wake;     /* open until srv_net_free */
    srv_addresses *addresses;
    srv_tls *tls;  /* NULL: connections are not encrypted */
    int listening; /* -1 when it is closed */
    unsigned connections;
    unsigned answers; /* of HTTP, being sent */
    unsigned peer_count, peers_max;
    bool stirred;   /* the handler's turn is due */
    unsigned reads; /* sockets read since its last turn */
    bool ending, over;
    uint64_t end_ms;           /* uv_now of the latest end */
    uint64_t told_ms;          /* when everything was sent to everyone; 0: not yet */
    srv_connection *connected; /* all that speak HTTP */
    srv_connection *waiting;   /* those whose answer waits for the turn */
    unsigned throttled;        /* peers that wait because they sent too much */
    srv_peer *peers;           /* all of them */
    srv_peer *gone;            /* those that end with this turn of the loop */
    unsigned char *buffer;     /* what the sockets have to say goes through it */
};

/* The client of a connection, whether it speaks HTTP or is a WebSocket. */
typedef struct srv_client {
    srv_origin origin;
    bool proxy; /* a trusted one: each request has a client of its own */
    char address[INET6_ADDRSTRLEN];
} srv_client;

/* ---- net.c ---- */

/* Counts a connection, and one that has ended. */
void srv_net_count(srv_net *net, srv_origin origin);
void srv_net_uncount(srv_net *net, srv_origin origin);

/* What an address has not paid for of the frames that it sent: a connection that ends
 * leaves it, and the next one takes it over, at most so much, as the time up to which its
 * frames are paid for. So connecting anew gives nobody more frames. */
uint64_t srv_net_take_debt(srv_net *net, srv_origin origin, uint64_t now_us,
                           uint64_t most_us);
void srv_net_owe(srv_net *net, srv_origin origin, uint64_t now_us, uint64_t paid_us);

/* Tells the handler who is gone, and gives it its turn, as long as there is a reason. */
void srv_net_end_turn(srv_net *net);

/* Is another connection from this address refused, because it has as many as it may? The
 * handler is told then. */
bool srv_net_is_crowded(const srv_net *net, srv_origin origin);

/* Ends the loop now if it is told to end and nothing is left to be sent. */
void srv_net_end_if_idle(srv_net *net);

/* ---- net_http.c ---- */

/* Speaks HTTP on an accepted socket, which it owns from now on. */
void srv_http_adopt(srv_net *net, int fd, const srv_client *client);

/* Sends the answers that have waited for the handler's turn. */
void srv_http_after_turn(srv_net *net);

/* Once a second: ends connections whose time is over. */
void srv_http_look_after(srv_net *net);

/* Ends all connections. */
void srv_http_cut_off(srv_net *net);

/* ---- net_socket.c ---- */

/* Sets up what all peers share, and closes its handles. */
void srv_peers_start(srv_net *net);
void srv_peers_stop(srv_net *net);

/* Once a second: pings, the silent, and those that do not end. */
void srv_peers_look_after(srv_net *net);

/* Makes a peer of a socket. It says nothing before srv_peer_begin. NULL, and the socket
 * is closed, if the loop cannot watch it. */
srv_peer *srv_peer_new(srv_net *net, int fd, srv_origin origin);

/* Gives it the encryption of the connection that it was, which it frees. */
void srv_peer_secure(srv_peer *peer, srv_tls_link *tls);

/* Sends these bytes, the end of the handshake, and then what srv_send has left. */
void srv_peer_begin(srv_peer *peer, void *own, const char *bytes, size_t length);

/* Takes bytes that came right behind the handshake. */
void srv_peer_take(srv_peer *peer, const char *bytes, size_t length);

/* Takes a peer back that was never begun. */
void srv_peer_drop(srv_peer *peer);

/* Reports the peers that are gone to the handler; true if there were any. */
bool srv_peers_bury(srv_net *net);

/* Ends all connections: with a word, or at once. */
void srv_peers_dismiss(srv_net *net);
void srv_peers_cut_off(srv_net *net);

/* Has everyone been sent all that there was? */
bool srv_peers_are_told(const srv_net *net);

#endif
