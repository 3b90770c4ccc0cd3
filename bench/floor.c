/* The floor: what two processes need to exchange as many messages as a game does, if they
 * do nothing with them. One side stands for the players. The other stands for the server:
 * it reads a message and writes four, the longest to the player who goes on. */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/clock.h"

/* Bytes of messages, as the server and its players send them on average. */
enum { MOVE = 80, EVENT = 226, YOUR_TURN = 304, EVENTS_AT_ONCE = 256 };

typedef struct pair {
    int player, server;
} pair;

static char bytes[65536];

/* Connects a pair of sockets over the loopback interface. */
static pair connect_pair(int listening, const struct sockaddr_in *address)
{
    const int one = 1;
    pair made = {.player = socket(AF_INET, SOCK_STREAM, 0)};

    if (made.player < 0 ||
        connect(made.player, (const struct sockaddr *)address, sizeof *address) != 0)
        load_fail("cannot connect for the floor: %s", strerror(errno));
    made.server = accept(listening, NULL, NULL);
    if (made.server < 0)
        load_fail("cannot accept for the floor: %s", strerror(errno));
    setsockopt(made.player, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    setsockopt(made.server, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return made;
}

static pair *connect_pairs(unsigned count)
{
    struct sockaddr_in address = {.sin_family = AF_INET,
                                  .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof address;
    const int listening = socket(AF_INET, SOCK_STREAM, 0);
    pair *pairs = calloc(count, sizeof *pairs);

    if (!pairs || listening < 0 ||
        bind(listening, (const struct sockaddr *)&address, size) != 0 ||
        listen(listening, 16) != 0 ||
        getsockname(listening, (struct sockaddr *)&address, &size) != 0)
        load_fail("cannot listen for the floor: %s", strerror(errno));
    for (unsigned i = 0; i < count; i++)
        pairs[i] = connect_pair(listening, &address);
    close(listening);
    return pairs;
}

static int watch(const pair *pairs, unsigned count, bool players)
{
    const int poll = epoll_create1(0);

    for (unsigned i = 0; i < count; i++) {
        struct epoll_event event = {.events = EPOLLIN, .data.u32 = i};

        close(players ? pairs[i].server : pairs[i].player);
        if (epoll_ctl(poll, EPOLL_CTL_ADD, players ? pairs[i].player : pairs[i].server,
                      &event) != 0)
            load_fail("cannot watch a socket: %s", strerror(errno));
    }
    return poll;
}

static void put(int to, size_t length, char first)
{
    bytes[0] = first;
    if (send(to, bytes, length, MSG_NOSIGNAL) != (ssize_t)length)
        _exit(0); /* the other side has ended */
}

/* The server's side, until the players leave. */
static _Noreturn void serve(const pair *pairs, unsigned count)
{
    const int poll = watch(pairs, count, false);
    struct epoll_event events[EVENTS_AT_ONCE];
    unsigned moves = 0;

    for (;;) {
        const int ready = epoll_wait(poll, events, EVENTS_AT_ONCE, -1);

        for (int i = 0; i < ready; i++) {
            const unsigned from = events[i].data.u32, table = from / SEATS * SEATS;
            const unsigned next = moves++ % SEATS;

            if (recv(pairs[from].server, bytes, MOVE, 0) <= 0)
                _exit(0);
            for (unsigned seat = 0; seat < SEATS; seat++)
                put(pairs[table + seat].server, seat == next ? YOUR_TURN : EVENT,
                    seat == next);
        }
    }
}

/* Reads what came to a player, message by message; true if it ends with her turn. The
 * last byte read decides nothing: lengths tell the two kinds of messages apart. */
static bool is_turn(int from, size_t *left, bool *turn)
{
    const ssize_t got = recv(from, bytes, sizeof bytes, 0);
    bool now = false;

    if (got <= 0)
        load_fail("the floor's other side is gone");
    for (size_t at = 0; at < (size_t)got;) {
        size_t part;

        if (*left == 0) {
            *turn = bytes[at] != 0;
            *left = *turn ? YOUR_TURN : EVENT;
        }
        part = (size_t)got - at < *left ? (size_t)got - at : *left;
        *left -= part;
        at += part;
        now |= *left == 0 && *turn;
    }
    return now;
}

static uint64_t play(const pair *pairs, unsigned count, double seconds, double *took)
{
    const int poll = watch(pairs, count, true);
    struct epoll_event events[EVENTS_AT_ONCE];
    size_t *left = calloc(count, sizeof *left);
    bool *turn = calloc(count, sizeof *turn);
    const uint64_t begin = host_now_us();
    uint64_t now = begin, moves = 0;

    if (!left || !turn)
        load_fail("there is no memory left");
    for (unsigned i = 0; i < count; i += SEATS)
        put(pairs[i].player, MOVE, 0);
    while (now < begin + (uint64_t)(seconds * 1e6)) {
        const int ready = epoll_wait(poll, events, EVENTS_AT_ONCE, 100);

        for (int i = 0; i < ready; i++) {
            const unsigned to = events[i].data.u32;

            if (is_turn(pairs[to].player, &left[to], &turn[to])) {
                put(pairs[to].player, MOVE, 0);
                moves++;
            }
        }
        now = host_now_us();
    }
    *took = (double)(now - begin) / 1e6;
    close(poll);
    free(left);
    free(turn);
    return moves;
}

load_floor load_measure_floor(unsigned tables, double seconds)
{
    const unsigned count = tables * SEATS;
    pair *pairs = connect_pairs(count);
    load_floor floor;
    struct rusage used;
    uint64_t moves;
    pid_t child;

    fflush(NULL);
    child = fork();
    if (child < 0)
        load_fail("cannot fork: %s", strerror(errno));
    if (child == 0)
        serve(pairs, count);
    moves = play(pairs, count, seconds, &seconds);
    for (unsigned i = 0; i < count; i++)
        close(pairs[i].player);
    free(pairs);
    if (wait4(child, NULL, 0, &used) != child)
        load_fail("cannot wait: %s", strerror(errno));
    floor.moves_per_s = (double)moves / seconds;
    floor.cpu_us = ((double)(used.ru_utime.tv_sec + used.ru_stime.tv_sec) * 1e6 +
                    (double)(used.ru_utime.tv_usec + used.ru_stime.tv_usec)) /
                   (double)(moves ? moves : 1);
    return floor;
}
