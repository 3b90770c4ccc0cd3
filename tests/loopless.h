/* A world for the hub without sockets, threads or a real clock: a network that keeps what
 * is sent, a clock that the test moves, random numbers from a seed, a real store in a
 * folder of its own. */
#ifndef TOBAGO_TESTS_LOOPLESS_H
#define TOBAGO_TESTS_LOOPLESS_H

#include <jansson.h>

#include "server/hub.h"

typedef struct world {
    char folder[64]; /* removed with the world */
    store *store;
    srv_hub *hub;
    srv_quotas quotas;
    tob_rng rng;
    uint64_t now_ms, wall_ms;
    uint64_t due_ms; /* as the last turn asked for */
    unsigned wakes;
    const char *address;        /* where everyone comes from; NULL: 127.0.0.1 */
    const char *url, *password; /* of the server, from its next start on */
    srv_letter *letter;         /* that were posted; owned */
    size_t letters, letter_room;
} world;

/* A connection, and everything it was sent: frames with an LF after each. */
struct srv_peer {
    world *world;
    void *own;
    bool open;
    unsigned status; /* of a refused upgrade */
    unsigned code;   /* of the close, by the server */
    host_text heard; /* all of it */
    size_t read;     /* bytes of it that were taken */
    uint64_t next_id;
};

/* An answer of HTTP. */
typedef struct reply {
    unsigned status;
    char cookie[SRV_COOKIE_MAX]; /* "tobago=..." as a client sends it back, or empty */
    char *body;                  /* owned */
} reply;

void world_begin(world *w, uint64_t seed);
void world_end(world *w);

/* Ends the hub as kill -9 does, and begins it again with the same folder. */
void world_crash(world *w);

/* The same; false if the disk does not let it begin, and then it may be tried again. */
bool world_restart(world *w);

/* Begins a hub again whose folder the test has changed, after ending it itself. */
void world_reopen(world *w);

/* One turn of the loop. */
void world_turn(world *w);

/* Lets time pass, with a turn whenever the hub has asked for one. */
void world_pass(world *w, uint64_t ms);

/* ---- HTTP ---- */

reply world_request(world *w, srv_method method, const char *path, const char *cookie,
                    const char *body);
void reply_clear(reply *r);

/* Makes a guest and writes her cookie. */
void world_guest(world *w, const char *name, char cookie[static SRV_COOKIE_MAX]);

/* ---- WebSockets ---- */

void peer_open(srv_peer *peer, world *w, const char *cookie);
void peer_close(srv_peer *peer);

/* Sends a frame, without a turn. */
void peer_send(srv_peer *peer, const char *frame);

/* The next frame that was sent to the peer, or NULL; the caller releases it. */
json_t *peer_next(srv_peer *peer);

/* Drops everything that was sent so far. */
void peer_forget(srv_peer *peer);

/* Sends a request with an id of its own, and a turn, and returns the frame with its 're';
 * frames before that are dropped, those after it stay. 'format' lacks the id and the
 * braces: "'do':'ping'", with ' for ". */
json_t *peer_ask(srv_peer *peer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same, and fails unless the answer is good; returns it. */
json_t *peer_do(srv_peer *peer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The same, and fails unless it is refused with this code and name. */
void peer_refused(srv_peer *peer, const char *code, const char *name, const char *format,
                  ...) __attribute__((format(printf, 4, 5)));

/* The text or number of a key of an object. */
const char *text_at(const json_t *object, const char *key);
long number_at(const json_t *object, const char *key);

/* ---- An evening: three guests, and a table ---- */

enum { PEOPLE = 3 };

/* Ada and Ben play; Cleo is there too. */
typedef struct evening {
    world w;
    char cookie[PEOPLE][SRV_COOKIE_MAX];
    srv_peer peer[PEOPLE];
    char table[SRV_ID_MAX], key[SRV_LINK_MAX]; /* and the secret of its invitation */
} evening;

void evening_begin(evening *e, uint64_t seed);
void evening_end(evening *e);

/* Everyone connects anew, after a crash, and follows nothing. */
void evening_reconnect(evening *e);

/* Drops an answer that need only be good. */
void drop_answer(json_t *answer);

/* Ada makes a table with these fields and follows it. */
void evening_table(evening *e, const char *fields);
void evening_share(evening *e, unsigned who);

/* 'people' of them begin a game, Ada the first, and all follow it. */
void evening_game(evening *e, unsigned people, const char *more);

/* What a follower knows of the table now. The caller releases it. */
json_t *evening_snapshot(evening *e, unsigned who);

/* The one who decides, the last event, and a legal line. */
unsigned evening_mover(evening *e, long *n, char line[static REC_LINE_MAX],
                       unsigned choice);

/* Plays a legal line and returns its event's number. */
long evening_play(evening *e, unsigned choice);

#endif
