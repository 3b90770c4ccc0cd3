/* Players at tables: they make a table, join, contribute and start, play at random until
 * the game ends, and begin again. All that they know comes from the server's frames.
 *
 * A move counts when its sender was answered and all four at the table have its event.
 * The next player moves as soon as she has it, so that a few moves of a table may be
 * under way at once. */
#include "load.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <unistd.h>

#include "frame.h"
#include "host/clock.h"

enum {
    UNDER_WAY = 16, /* moves of a table that are waited for at once */
    EVENTS_AT_ONCE = 256,
    PATIENCE_S = 60, /* until all tables play, and until a single one moves */
    DRAIN_S = 5,     /* for the moves that are under way in the end */
};

typedef enum phase { CREATING, JOINING, FOLLOWING, CONTRIBUTING, PLAYING } phase;

/* A move that was sent. */
typedef struct move {
    uint32_t n; /* the event that it becomes; 0: none */
    uint64_t sent_us;
    uint8_t seen; /* by so many players */
    bool answered;
} move;

typedef struct player {
    load_peer peer;
    uint32_t n; /* the last event that she has seen of the game */
} player;

typedef struct table {
    phase phase;
    unsigned waiting; /* for so many answers, or ends of the game */
    char id[32], key[96];
    player players[SEATS];
    move moves[UNDER_WAY];
    uint64_t moved_us;

    /* The next move, which waits for its time. */
    bool held;
    uint64_t due_us;
    unsigned mover;
    uint32_t after;
    char line[96];
} table;

struct load_players {
    table *tables;
    unsigned count;
    unsigned playing; /* tables that play, or did */
    int poll;
    tob_rng rng;
    uint64_t requests;

    uint64_t interval_us; /* between two moves of a table; 0: none */
    bool stopping;        /* hold all moves */
    bool counting;
    load_result result;
    uint32_t *samples; /* of the time that moves took, in microseconds; owned */
    size_t sample_count, sample_room;
};

/* ---- Sending ---- */

static void request(load_players *all, table *at, unsigned seat, const char *text)
{
    char whole[512];
    const int length = snprintf(whole, sizeof whole, "{\"id\":%llu,%s}",
                                (unsigned long long)++all->requests, text);

    load_send(&at->players[seat].peer, whole, (size_t)length);
}

static void send_move(load_players *all, table *at)
{
    char text[320];
    move *sent = &at->moves[(at->after + 1) % UNDER_WAY];

    if (sent->n)
        all->result.lost++; /* not everyone has seen it, sixteen moves later */
    at->moved_us = host_now_us();
    *sent = (move){.n = at->after + 1, .sent_us = at->moved_us};
    at->held = false;
    snprintf(text, sizeof text,
             "\"do\":\"move\",\"table\":\"%s\",\"after\":%u,\"line\":\"%s\"", at->id,
             at->after, at->line);
    request(all, at, at->mover, text);
}

/* A player's turn: chooses a line, and plays it now or when it is time. */
static void take_turn(load_players *all, table *at, unsigned seat, const frame *found)
{
    const frame_span line = frame_choose(found, &all->rng);

    if (line.length == 0 || line.length >= sizeof at->line)
        load_fail("a legal line of %zu bytes", line.length);
    memcpy(at->line, line.at, line.length);
    at->line[line.length] = '\0';
    at->mover = seat;
    at->after = found->n;
    at->held = true;
    at->due_us = at->moved_us + all->interval_us;
    if (!all->stopping && all->interval_us == 0)
        send_move(all, at);
}

/* Plays what has waited long enough. */
static void play_held(load_players *all, uint64_t now)
{
    for (unsigned i = 0; i < all->count; i++) {
        if (all->tables[i].held && all->tables[i].due_us <= now)
            send_move(all, &all->tables[i]);
    }
}

/* ---- Making a table ---- */

static void create(load_players *all, table *at)
{
    at->phase = CREATING;
    at->waiting = 1;
    at->held = false;
    memset(at->moves, 0, sizeof at->moves);
    request(all, at, 0,
            "\"do\":\"create\",\"seats\":[\"me\",\"open\",\"open\",\"open\"],"
            "\"island\":\"random\",\"options\":[],\"clock\":{\"kind\":\"none\"},"
            "\"open\":false,\"watchable\":false");
}

static void note_table(table *at, const frame *found)
{
    const char *dot =
        found->link.length ? memchr(found->link.at, '.', found->link.length) : NULL;
    const size_t key = dot ? found->link.length - (size_t)(dot + 1 - found->link.at) : 0;

    if (!dot || found->table.length >= sizeof at->id || key >= sizeof at->key)
        load_fail("the server made a table without a link");
    snprintf(at->id, sizeof at->id, "%.*s", (int)found->table.length, found->table.at);
    snprintf(at->key, sizeof at->key, "%.*s", (int)key, dot + 1);
}

/* All answers of a phase are there: goes on to the next. */
static void go_on(load_players *all, table *at, const frame *found)
{
    char text[320];

    switch (at->phase) {
    case CREATING:
        note_table(at, found);
        at->phase = JOINING;
        at->waiting = SEATS - 1;
        snprintf(text, sizeof text, "\"do\":\"join\",\"table\":\"%s\",\"key\":\"%s\"",
                 at->id, at->key);
        for (unsigned seat = 1; seat < SEATS; seat++)
            request(all, at, seat, text);
        break;
    case JOINING:
        at->phase = FOLLOWING;
        at->waiting = SEATS;
        snprintf(text, sizeof text,
                 "\"do\":\"follow\",\"table\":\"%s\",\"after\":0,\"chat_after\":0",
                 at->id);
        for (unsigned seat = 0; seat < SEATS; seat++)
            request(all, at, seat, text);
        break;
    case FOLLOWING:
        at->phase = CONTRIBUTING;
        at->waiting = SEATS;
        for (unsigned seat = 0; seat < SEATS; seat++) {
            snprintf(
                text, sizeof text,
                "\"do\":\"contribute\",\"table\":\"%s\",\"bytes\":\"%016llx%016llx\"",
                at->id, (unsigned long long)tob_rng_next(&all->rng),
                (unsigned long long)tob_rng_next(&all->rng));
            request(all, at, seat, text);
        }
        break;
    case CONTRIBUTING:
        at->phase = PLAYING;
        at->waiting = SEATS; /* for the end */
        all->playing++;
        at->moved_us = host_now_us() -
                       (uint64_t)tob_rng_below(&all->rng, 1000) * all->interval_us / 1000;
        snprintf(text, sizeof text, "\"do\":\"start\",\"table\":\"%s\"", at->id);
        request(all, at, 0, text);
        break;
    case PLAYING: break;
    }
}

/* ---- Frames ---- */

static void add_sample(load_players *all, uint64_t us)
{
    if (all->sample_count == all->sample_room) {
        all->sample_room = all->sample_room ? all->sample_room * 2 : 1 << 16;
        all->samples = realloc(all->samples, all->sample_room * sizeof *all->samples);
        if (!all->samples)
            load_fail("there is no memory left");
    }
    all->samples[all->sample_count++] = us > UINT32_MAX ? UINT32_MAX : (uint32_t)us;
}

/* A player has seen the event of a move, or was told that it is done. */
static void see_move(load_players *all, table *at, const frame *found)
{
    move *sent = &at->moves[found->n % UNDER_WAY];

    if (sent->n != found->n)
        return;
    sent->seen++;
    sent->answered |= found->answers;
    if (sent->seen == SEATS && sent->answered) {
        if (all->counting) {
            all->result.moves++;
            add_sample(all, host_now_us() - sent->sent_us);
        }
        sent->n = 0;
    }
}

static void see_event(load_players *all, table *at, unsigned seat, const frame *found)
{
    player *who = &at->players[seat];

    /* Events that she did not get. A move that is missing is counted in the end. */
    for (uint32_t n = who->n + 1; who->n && n < found->n; n++)
        all->result.lost += at->moves[n % UNDER_WAY].n != n;
    who->n = found->n;
    if (frame_is(found->kind, "lines"))
        see_move(all, at, found);
    if (frame_is(found->kind, "end")) {
        char text[96];
        const int length =
            snprintf(text, sizeof text, "{\"do\":\"unfollow\",\"table\":\"%s\"}", at->id);

        load_send(&who->peer, text, (size_t)length);
        who->n = 0;
        if (--at->waiting == 0) {
            all->result.games++;
            all->playing--;
            create(all, at);
        }
    } else if (found->lines > 0) {
        take_turn(all, at, seat, found);
    }
}

/* An error: moves that cannot be played now are sent again, nothing else is expected. */
static void see_error(load_players *all, table *at, const frame *found)
{
    const frame_span code = frame_find(found->error, "code");
    const frame_span reason = frame_find(found->error, "reason");

    if (at->phase != PLAYING ||
        !(frame_is(code, "limit") || frame_is(code, "unavailable")))
        load_fail("the server refused: %.*s (%.*s)", (int)reason.length, reason.at,
                  (int)code.length, code.at);
    all->result.refused++;
    at->moves[(at->after + 1) % UNDER_WAY].n = 0;
    at->held = true;
    at->due_us = host_now_us() + 100000;
}

/* Where a frame comes from. */
typedef struct place {
    load_players *all;
    table *at;
    unsigned seat;
} place;

static void see_frame(void *context, load_peer *peer, const char *text, size_t length)
{
    const place *from = context;
    table *at = from->at;
    frame found;

    (void)peer;
    if (!frame_read(&found, text, length))
        load_fail("the server sent '%.*s'", (int)(length < 80 ? length : 80), text);
    if (found.error.length) {
        see_error(from->all, at, &found);
        return;
    }
    if (frame_is(found.is, "event") && frame_is(found.table, at->id))
        see_event(from->all, at, from->seat, &found);
    else if (frame_is(found.is, "table"))
        at->players[from->seat].n = found.n;
    else if (frame_is(found.is, "bye"))
        load_fail("the server ends");
    if (found.answers && at->phase != PLAYING && --at->waiting == 0)
        go_on(from->all, at, &found);
}

/* ---- The loop ---- */

static void turn(load_players *all, int timeout_ms)
{
    struct epoll_event events[EVENTS_AT_ONCE];
    const int ready = epoll_wait(all->poll, events, EVENTS_AT_ONCE, timeout_ms);

    for (int i = 0; i < ready; i++) {
        const unsigned index = events[i].data.u32;
        table *at = &all->tables[index / SEATS];
        place from = {.all = all, .at = at, .seat = index % SEATS};

        if (!load_read(&at->players[from.seat].peer, see_frame, &from))
            load_fail("the server closed a connection");
    }
    if (!all->stopping)
        play_held(all, host_now_us());
}

static bool is_under_way(const load_players *all)
{
    for (unsigned i = 0; i < all->count; i++) {
        for (unsigned k = 0; k < UNDER_WAY; k++) {
            if (all->tables[i].moves[k].n)
                return true;
        }
    }
    return false;
}

static int compare(const void *a, const void *b)
{
    const uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;

    return (x > y) - (x < y);
}

/* Waits until every table has begun its game. */
static void wait_for_tables(load_players *all)
{
    const uint64_t patience = host_now_us() + PATIENCE_S * UINT64_C(1000000);

    while (all->playing < all->count) {
        turn(all, 100);
        if (host_now_us() > patience)
            load_fail("after a minute only %u of %u tables play", all->playing,
                      all->count);
    }
}

/* Waits for the moves under way; those that do not arrive are lost. */
static void drain(load_players *all)
{
    const uint64_t patience = host_now_us() + DRAIN_S * UINT64_C(1000000);

    all->stopping = true;
    while (is_under_way(all) && host_now_us() < patience)
        turn(all, 100);
    for (unsigned i = 0; i < all->count; i++) {
        for (unsigned k = 0; k < UNDER_WAY; k++) {
            all->result.lost += all->tables[i].moves[k].n != 0;
            all->tables[i].moves[k].n = 0;
        }
    }
}

load_result load_play(load_players *all, double seconds, double rate, bool progress)
{
    uint64_t begin, now, told;

    all->interval_us = rate > 0 ? (uint64_t)(1e6 / rate) : 0;
    all->stopping = false;
    wait_for_tables(all);
    memset(&all->result, 0, sizeof all->result);
    all->sample_count = 0;
    all->counting = true;
    begin = now = told = host_now_us();
    while (now < begin + (uint64_t)(seconds * 1e6)) {
        turn(all, rate > 0 ? 1 : 100);
        now = host_now_us();
        if (progress && now > told + 1000000) {
            fprintf(stderr, "\r%3.0f s: %llu moves ", (double)(now - begin) / 1e6,
                    (unsigned long long)all->result.moves);
            told = now;
        }
    }
    if (progress)
        fprintf(stderr, "\r                                \r");
    all->counting = false;
    all->result.seconds = (double)(now - begin) / 1e6;
    drain(all);
    qsort(all->samples, all->sample_count, sizeof *all->samples, compare);
    if (all->sample_count) {
        all->result.p50_ms = all->samples[all->sample_count / 2] / 1e3;
        all->result.p99_ms = all->samples[all->sample_count * 99 / 100] / 1e3;
    }
    return all->result;
}

/* ---- All players ---- */

static void seat_player(load_players *all, const load_server *server, unsigned index)
{
    struct epoll_event event = {.events = EPOLLIN, .data.u32 = index};
    load_peer *peer = &all->tables[index / SEATS].players[index % SEATS].peer;
    char name[32], cookie[COOKIE_MAX];

    snprintf(name, sizeof name, "Player %u", index + 1);
    load_make_guest(&server->address, name, cookie);
    load_open(peer, &server->address, cookie);
    if (epoll_ctl(all->poll, EPOLL_CTL_ADD, peer->socket, &event) != 0)
        load_fail("cannot watch a socket: %s", strerror(errno));
}

load_players *load_players_new(const load_server *server, unsigned tables, uint64_t seed)
{
    load_players *all = calloc(1, sizeof *all);

    if (!all || !(all->tables = calloc(tables, sizeof *all->tables)))
        load_fail("there is no memory left");
    all->count = tables;
    all->poll = epoll_create1(EPOLL_CLOEXEC);
    tob_rng_init(&all->rng, seed, 0);
    for (unsigned i = 0; i < tables * SEATS; i++)
        seat_player(all, server, i);
    for (unsigned i = 0; i < tables; i++)
        create(all, &all->tables[i]);
    return all;
}

void load_players_free(load_players *all)
{
    for (unsigned i = 0; i < all->count * SEATS; i++)
        load_close(&all->tables[i / SEATS].players[i % SEATS].peer);
    close(all->poll);
    free(all->tables);
    free(all->samples);
    free(all);
}
