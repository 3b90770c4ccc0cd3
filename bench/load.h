/* A load of players for the game server (docs/protocol.md), and what it measures.
 *
 * Everything runs on one thread with bare sockets and epoll, so that the players cost as
 * little as possible beside the server: they share a machine with it. Failures end the
 * program with a complaint. */
#ifndef TOBAGO_BENCH_LOAD_H
#define TOBAGO_BENCH_LOAD_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "tobago/random.h"

enum { SEATS = 4 };

/* Complains and ends the program. */
_Noreturn void load_fail(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* Lets the process have as many open files as the system permits; fails below 'need'. */
void load_need_files(size_t need);

/* ---- WebSockets (socket.c) ---- */

typedef struct load_peer {
    int socket;
    char *rest; /* bytes that were read and are no whole frame yet; owned */
    size_t rest_length, rest_room;
} load_peer;

enum { COOKIE_MAX = 256 };

/* Makes a guest, and opens a WebSocket as that guest. Both wait for the server. The
 * socket does not block afterwards. */
void load_make_guest(const struct sockaddr_in *server, const char *name,
                     char cookie[static COOKIE_MAX]);
void load_open(load_peer *peer, const struct sockaddr_in *server, const char *cookie);
void load_close(load_peer *peer);

/* Sends a text frame. */
void load_send(load_peer *peer, const char *text, size_t length);

/* Reads what has come and hands out its text frames; answers pings. Returns false if the
 * connection is closed. */
typedef void load_on_frame(void *context, load_peer *peer, const char *text,
                           size_t length);
bool load_read(load_peer *peer, load_on_frame *on_frame, void *context);

/* ---- The server (server.c) ---- */

typedef struct load_server {
    struct sockaddr_in address;
    pid_t process;   /* 0: it is not ours */
    char folder[64]; /* its own, removed in the end */
} load_server;

/* Starts 'tobago serve' on a free port with a new folder, or reads where one runs:
 * http://127.0.0.1:8700. */
void load_start(load_server *server);
void load_find(load_server *server, const char *url);

/* Ends ours and removes its folder. */
void load_stop(load_server *server);

/* Its resident memory, and the time that it has computed; 0 if it is not ours. */
long load_rss_kb(const load_server *server);
double load_cpu_us(const load_server *server);

/* How many transactions it has committed, if it says so; otherwise -1. */
long long load_commits(const load_server *server);

/* ---- The floor (floor.c) ---- */

typedef struct load_floor {
    double moves_per_s;
    double cpu_us; /* of the side that stands for the server, a move */
} load_floor;

/* Measures how many moves a second two processes exchange over so many tables if they do
 * nothing but pass messages on: one in, four out. */
load_floor load_measure_floor(unsigned tables, double seconds);

/* ---- Players (play.c) ---- */

typedef struct load_players load_players;

typedef struct load_result {
    double seconds;
    uint64_t moves;   /* acknowledged and delivered to all four */
    uint64_t lost;    /* acknowledged or sent, and not delivered to all in time */
    uint64_t refused; /* for now, and sent again */
    uint64_t games;   /* that came to their end */
    double p50_ms, p99_ms;
} load_result;

/* Seats four players at each table; they connect, and play at random. */
load_players *load_players_new(const load_server *server, unsigned tables, uint64_t seed);
void load_players_free(load_players *players);

/* Lets them play, flat out or so many moves a second at each table (rate > 0), and says
 * what came of it. The clock starts when all tables play. Moves under way in the end are
 * waited for. */
load_result load_play(load_players *players, double seconds, double rate, bool progress);

#endif
