/* The hub: guests, tables and all who follow them, behind the network's handler.
 *
 * What clients send is done in memory at once, and what it leads to is collected. At the
 * end of a turn of the loop everything is made durable in one commit, and only then sent.
 * If the commit fails, the tables that it was about are read again, their requests are
 * answered 'unavailable', and nobody has seen anything.
 *
 * docs/protocol.md says what is spoken. The hub reads no clock, draws no random number
 * and knows no socket: srv_env brings them. All calls happen on one thread. */
#ifndef TOBAGO_SERVER_HUB_H
#define TOBAGO_SERVER_HUB_H

#include "server/limits.h"
#include "net/net.h"
#include "server/postman.h"
#include "server/tokens.h"
#include "store/store.h"
#include "table/table.h"

/* What the hub needs from the world. */
typedef struct srv_env {
    tbl_env time; /* clocks and randomness */
    void (*send)(srv_peer *peer, const char *text, size_t length);
    void (*close)(srv_peer *peer, unsigned code, const char *why);
    void (*wake)(void *context); /* lets 'turn' be called; any thread may call it */
    bool (*post)(void *context, const srv_letter *letter); /* NULL: nobody is notified */
    void *context;                                         /* of 'wake' and 'post' */
    const char *url;          /* "https://club.example/", for links; NULL: not known */
    const char *password;     /* asked of new guests; NULL: none. Lasts as the hub does */
    const char *push_allow;   /* of srv_push_settings; NULL, or lasts as the hub does */
    uint64_t (*now_us)(void); /* for figures; NULL: 'time' has to do */

    /* Writes an event of the server's life to the log: 0 and NULL for what is not known;
     * NULL: there is no log. */
    void (*note)(const char *event, uint64_t table, uint64_t guest, const char *address);
} srv_env;

typedef struct srv_hub srv_hub;

/* Makes a hub on an open store, which stays the caller's. 'env' is copied. Bots think on
 * 'threads' threads; 0: on this one. Complains and returns NULL if the store cannot be
 * read. */
srv_hub *srv_hub_new(const srv_env *env, store *s, const srv_key *key,
                     const srv_quotas *quotas, unsigned threads);

/* Frees it; what was not committed is gone. All peers have been closed. */
void srv_hub_free(srv_hub *hub);

/* Answers a request whose path is the hub's, "/api/..." or "/healthz"; false if it is
 * not. */
bool srv_hub_request(srv_hub *hub, const srv_request *request, srv_answer *answer);

/* The parts of srv_handler; 'context' is the hub. */
unsigned srv_hub_open(void *context, srv_peer *peer, const srv_upgrade *upgrade,
                      void **own);
void srv_hub_frame(void *context, srv_peer *peer, void *own, const char *text,
                   size_t length);
void srv_hub_crowded(void *context);
void srv_hub_closed(void *context, srv_peer *peer, void *own);
uint64_t srv_hub_turn(void *context);
void srv_hub_ending(void *context);

/* A push service says that a guest's subscription is gone; the next turn stores it. */
void srv_hub_unsubscribe(srv_hub *hub, uint64_t guest, const char *endpoint);

/* Figures for tests and for people: tables in memory, commits made, commits failed. */
typedef struct srv_figures {
    size_t tables, guests, clients;
    uint64_t commits, failures;
} srv_figures;

srv_figures srv_hub_figures(const srv_hub *hub);

#endif
