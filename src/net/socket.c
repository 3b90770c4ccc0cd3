/* WebSockets: frames in, frames out, over sockets that the loop watches.
 *
 * A frame costs one send(), a message one recv() and its share of an epoll_wait().
 *
 * A peer is small while it is quiet: what it has sent of a frame ('held') and what it has
 * not taken yet ('backlog') are on the heap only while there is any. Everything that
 * comes in passes through one buffer of the loop, and a whole frame is handed over from
 * there. A peer whose backlog is not empty gets everything behind it, so that frames are
 * never mixed.
 *
 * The end is never reported from within srv_send or srv_close: the peer is put on a list,
 * and srv_peers_bury tells the handler at the end of the loop's turn. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/uio.h>
#include <unistd.h>

#include "net/frames.h"
#include "net/loop.h"

enum {
    BUFFER = 2 * SRV_FRAME_MAX + SRV_MASKED_HEAD_MAX,
    READS_MAX = 256,   /* sockets read before the handler has its turn */
    READ_USUAL = 4096, /* bytes asked of a socket at once, unless a frame is longer */
    SEND_JOINED =
        2048,         /* a frame up to here is copied behind its head, which is cheaper */
    BURST_S = 5,      /* a peer may send the frames of so many seconds at once */
    THROTTLE_MS = 20, /* how often those that sent too much are looked at */
    CLOSING_MS = 5000, /* for what is still to be sent, and the other side's farewell */
};

typedef enum peer_state {
    OPENING, /* the handler has not decided yet: what it sends waits */
    OPEN,
    CLOSING, /* the last frame is on its way; what comes is thrown away */
    GONE,    /* about to be buried */
} peer_state;

struct srv_peer {
    uv_poll_t poll; /* first: the loop gives us its address */
    srv_net *net;
    void *own;
    srv_peer *next, *previous, *next_gone;
    srv_origin origin;
    srv_tls_link *tls; /* NULL: the bytes go as they are */
    srv_reader reader;
    unsigned char *held; /* the beginning of a frame, or frames that have to wait */
    unsigned char *backlog;
    uint64_t paid_us;             /* frames until now are paid for until this time */
    uint64_t heard_ms, pinged_ms; /* when it last spoke, and was last pinged */
    uint64_t took_ms;             /* when it last took something of its backlog */
    uint64_t closing_ms;          /* the end of its patience */
    size_t held_length;
    size_t waiting, sent,
        room; /* of the backlog: its end, what is sent of it, its size */
    int fd;
    int watched; /* the events that the loop watches */
    peer_state state;
    bool throttled;
};

static uint64_t now_ms(const srv_net *net)
{
    return uv_now(&net->loop);
}

static void vanish(srv_peer *self)
{
    if (self->state == GONE)
        return;
    self->state = GONE;
    uv_poll_stop(&self->poll);
    self->net->throttled -= self->throttled;
    self->throttled = false;
    self->next_gone = self->net->gone;
    self->net->gone = self;
    self->net->stirred = true;
}

static void on_event(uv_poll_t *poll, int status, int events);

/* Watches what there is to wait for. */
static void watch(srv_peer *self)
{
    const bool writes =
        self->waiting > self->sent || (self->tls && srv_tls_wants_write(self->tls));
    const int events = (self->throttled ? 0 : UV_READABLE) | (writes ? UV_WRITABLE : 0);

    if (self->state == GONE || self->state == OPENING || events == self->watched)
        return;
    self->watched = events;
    if (events == 0)
        uv_poll_stop(&self->poll);
    else if (uv_poll_start(&self->poll, events, on_event) != 0)
        vanish(self);
}

/* ---- Sending ---- */

/* Sends bytes; returns how many the socket took. The peer is gone if it is broken. */
static size_t send_now(srv_peer *self, const void *bytes, size_t length)
{
    size_t sent = 0;

    while (sent < length) {
        const char *const from = (const char *)bytes + sent;
        const ssize_t took =
            self->tls ? srv_tls_send(self->tls, from, length - sent)
                      : send(self->fd, from, length - sent, MSG_NOSIGNAL | MSG_DONTWAIT);
        if (took >= 0) {
            sent += (size_t)took;
        } else if (errno != EINTR) {
            if (errno != EAGAIN && errno != EWOULDBLOCK)
                vanish(self);
            break;
        }
    }
    return sent;
}

static void append(srv_peer *self, const void *bytes, size_t length)
{
    const size_t left = self->waiting - self->sent;

    if (length == 0 || self->state == GONE)
        return;
    if (left + length > SRV_BACKLOG_MAX) {
        vanish(self);
        return;
    }
    if (left == 0)
        self->took_ms = now_ms(self->net);
    if (self->room - self->waiting < length) {
        if (self->sent)
            memmove(self->backlog, self->backlog + self->sent, left);
        self->waiting = left;
        self->sent = 0;
    }
    if (self->room - self->waiting < length) {
        self->room = self->room < length ? self->room + length : self->room;
        self->room *= 2;
        self->backlog = host_need(realloc(self->backlog, self->room));
    }
    memcpy(self->backlog + self->waiting, bytes, length);
    self->waiting += length;
}

static void forget_backlog(srv_peer *self)
{
    free(self->backlog);
    self->backlog = NULL;
    self->waiting = self->sent = self->room = 0;
}

/* Nothing follows the last frame. */
static void finish_sending(srv_peer *self)
{
    if (self->state != CLOSING || self->waiting > self->sent)
        return;
    if (self->tls)
        srv_tls_finish(self->tls);
    shutdown(self->fd, SHUT_WR);
}

/* Sends what waits, as much as the socket takes. */
static void flush(srv_peer *self)
{
    if (self->waiting > self->sent) {
        const size_t took =
            send_now(self, self->backlog + self->sent, self->waiting - self->sent);
        self->sent += took;
        if (took)
            self->took_ms = now_ms(self->net);
    }
    if (self->sent == self->waiting) {
        forget_backlog(self);
        finish_sending(self);
    }
    watch(self);
}

static void put(srv_peer *self, const void *bytes, size_t length)
{
    const size_t took = self->state == OPENING || self->waiting > self->sent
                            ? 0
                            : send_now(self, bytes, length);

    append(self, (const char *)bytes + took, length - took);
}

static void put_frame(srv_peer *self, srv_opcode opcode, const void *bytes, size_t length)
{
    unsigned char joined[SRV_HEAD_ROOM + SEND_JOINED];
    const size_t head = srv_frame_head(joined, opcode, length);

    if (length <= SEND_JOINED) {
        if (length)
            memcpy(joined + head, bytes, length);
        put(self, joined, head + length);
    } else {
        /* The socket is not to send the head by itself. */
        const size_t before = self->waiting;
        append(self, joined, head);
        append(self, bytes, length);
        if (self->state != OPENING && self->state != GONE && before == 0)
            flush(self);
    }
    watch(self);
}

void srv_send(srv_peer *self, const char *text, size_t length)
{
    if (self->state == OPENING || self->state == OPEN)
        put_frame(self, SRV_OP_TEXT, text, length);
}

void srv_close(srv_peer *self, unsigned code, const char *why)
{
    unsigned char payload[SRV_CONTROL_MAX];

    if (self->state != OPENING && self->state != OPEN)
        return;
    put_frame(self, SRV_OP_CLOSE, payload, srv_close_payload(payload, code, why));
    if (self->state == GONE)
        return;
    self->state = CLOSING;
    self->closing_ms = now_ms(self->net) + CLOSING_MS;
    finish_sending(self);
}

/* ---- Receiving ---- */

/* Has the peer sent more than it may? Time is counted in the microseconds that frames
 * cost: no counter has to be filled up. */
static bool is_too_fast(const srv_peer *self)
{
    return self->paid_us > (now_ms(self->net) + BURST_S * 1000) * 1000;
}

static void pay(srv_peer *self)
{
    const uint64_t now_us = now_ms(self->net) * 1000;

    if (self->paid_us < now_us)
        self->paid_us = now_us;
    self->paid_us += 1000000 / self->net->limits.frames_s;
}

static void act_on(srv_peer *self, srv_arrival arrival, const srv_message *message)
{
    srv_net *const net = self->net;

    switch (arrival) {
    case SRV_ARRIVED_NOTHING:
    case SRV_ARRIVED_FRAGMENT:
    case SRV_ARRIVED_PONG: break;
    case SRV_ARRIVED_TEXT:
        net->stirred = true;
        net->handler.frame(net->handler.context, self, self->own, message->bytes,
                           message->length);
        break;
    case SRV_ARRIVED_PING:
        put_frame(self, SRV_OP_PONG, message->bytes, message->length);
        break;
    case SRV_ARRIVED_CLOSE:
    case SRV_ARRIVED_WRONG: srv_close(self, message->code, NULL); break;
    }
}

static void on_throttle(uv_timer_t *timer);

/* Reads nothing more from the peer for now. */
static void wait_a_little(srv_peer *self)
{
    self->throttled = true;
    self->net->throttled++;
    if (!uv_is_active((uv_handle_t *)&self->net->throttle))
        uv_timer_start(&self->net->throttle, on_throttle, THROTTLE_MS, THROTTLE_MS);
}

/* Keeps the bytes that could not be used yet. */
static void hold(srv_peer *self, const unsigned char *bytes, size_t length)
{
    if (length > self->held_length || length == 0) {
        free(self->held);
        self->held = length ? host_need(malloc(length)) : NULL;
    }
    if (length)
        memcpy(self->held, bytes, length);
    self->held_length = length;
}

/* Takes the frames that the loop's buffer holds, and keeps the rest. */
static void take_frames(srv_peer *self, size_t length)
{
    unsigned char *at = self->net->buffer;
    unsigned char *const end = at + length;
    srv_arrival arrival = SRV_ARRIVED_FRAGMENT;
    srv_message message;

    while (at < end && self->state == OPEN && arrival != SRV_ARRIVED_NOTHING) {
        if (is_too_fast(self)) {
            wait_a_little(self);
            break;
        }
        arrival = srv_reader_take(&self->reader, &at, (size_t)(end - at), &message);
        if (arrival == SRV_ARRIVED_NOTHING)
            break;
        pay(self);
        act_on(self, arrival, &message);
    }
    if (self->reader.begun && !self->reader.goes_on)
        srv_reader_clear(&self->reader);
    hold(self, at, self->state == OPEN ? (size_t)(end - at) : 0);
    watch(self);
}

static void receive(srv_peer *self)
{
    unsigned char *const buffer = self->net->buffer;
    const size_t held = self->held_length;
    const size_t wants = held ? srv_frame_wants(self->held, held) - held : 0;
    size_t room = wants > READ_USUAL ? wants : READ_USUAL;
    ssize_t came;

    if (room > BUFFER - held)
        room = BUFFER - held;
    if (held)
        memcpy(buffer, self->held, held);
    do
        came = self->tls ? srv_tls_recv(self->tls, buffer + held, room)
                         : recv(self->fd, buffer + held, room, MSG_DONTWAIT);
    while (came < 0 && errno == EINTR);
    if (came < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
        watch(self);
        return;
    }
    if (came <= 0) {
        vanish(self);
        return;
    }
    self->heard_ms = now_ms(self->net);
    if (self->state == OPEN)
        take_frames(self, held + (size_t)came);
}

/* Receives what was decrypted already: the socket does not become readable for it. */
static void receive_rest(srv_peer *self)
{
    while ((self->state == OPEN || self->state == CLOSING) && !self->throttled &&
           self->tls && srv_tls_has_more(self->tls))
        receive(self);
}

static void on_event(uv_poll_t *poll, int status, int events)
{
    srv_peer *const self = (srv_peer *)poll;

    if (status != 0) {
        vanish(self);
        return;
    }
    if (events & UV_WRITABLE && self->waiting > self->sent)
        flush(self);
    if ((events & UV_READABLE || (self->tls && srv_tls_wants_write(self->tls))) &&
        self->state != GONE) {
        receive(self);
        receive_rest(self);
        if (++self->net->reads >= READS_MAX)
            srv_net_end_turn(self->net);
    }
}

/* ---- Beginning and end ---- */

void srv_peers_start(srv_net *net)
{
    net->buffer = host_need(malloc(BUFFER));
    uv_timer_init(&net->loop, &net->throttle);
    net->throttle.data = net;
}

void srv_peers_stop(srv_net *net)
{
    uv_close((uv_handle_t *)&net->throttle, NULL);
}

srv_peer *srv_peer_new(srv_net *net, int fd, srv_origin origin)
{
    srv_peer *const self = host_need(calloc(1, sizeof *self));

    if (uv_poll_init(&net->loop, &self->poll, fd) != 0) {
        free(self);
        close(fd);
        return NULL;
    }
    self->net = net;
    self->fd = fd;
    self->origin = origin;
    self->reader.most = SRV_FRAME_MAX;
    self->paid_us = srv_net_take_debt(net, origin, now_ms(net) * 1000, BURST_S * 1000000);
    self->heard_ms = self->pinged_ms = now_ms(net);
    self->next = net->peers;
    if (self->next)
        self->next->previous = self;
    net->peers = self;
    net->peer_count++;
    srv_net_count(net, origin);
    return self;
}

void srv_peer_secure(srv_peer *self, srv_tls_link *tls)
{
    self->tls = tls;
    if (tls)
        srv_tls_move(tls, self->fd);
}

static void free_peer(uv_handle_t *handle)
{
    free(handle);
}

static void release(srv_peer *self)
{
    srv_net *const net = self->net;

    *(self->previous ? &self->previous->next : &net->peers) = self->next;
    if (self->next)
        self->next->previous = self->previous;
    net->peer_count--;
    srv_net_owe(net, self->origin, now_ms(net) * 1000, self->paid_us);
    srv_reader_clear(&self->reader);
    forget_backlog(self);
    hold(self, NULL, 0);
    uv_close((uv_handle_t *)&self->poll, free_peer);
    if (self->tls)
        srv_tls_link_free(self->tls);
    close(self->fd);
    srv_net_uncount(net, self->origin);
}

void srv_peer_drop(srv_peer *self)
{
    srv_peer **at = &self->net->gone;

    while (*at && *at != self)
        at = &(*at)->next_gone;
    if (*at) /* it was cut off before the handler refused it */
        *at = self->next_gone;
    release(self);
}

void srv_peer_begin(srv_peer *self, void *own, const char *bytes, size_t length)
{
    const bool closes = self->state == CLOSING; /* the handler has thought better of it */
    const size_t took = send_now(self, bytes, length);

    self->own = own;
    self->net->stirred = true;
    if (self->state == GONE)
        return;
    if (took < length) { /* a hundred bytes fit into any socket that is read */
        vanish(self);
        return;
    }
    if (!closes)
        self->state = OPEN;
    flush(self);
}

void srv_peer_take(srv_peer *self, const char *bytes, size_t length)
{
    if (self->state != OPEN)
        return;
    if (length == 0) {
        receive_rest(self);
        return;
    }
    memmove(self->net->buffer, bytes, length);
    take_frames(self, length);
    receive_rest(self);
}

bool srv_peers_bury(srv_net *net)
{
    const bool any = net->gone;

    while (net->gone) {
        srv_peer *const self = net->gone;
        net->gone = self->next_gone;
        net->stirred = true;
        net->handler.closed(net->handler.context, self, self->own);
        release(self);
    }
    if (any)
        srv_net_end_if_idle(net);
    return any;
}

void srv_peers_dismiss(srv_net *net)
{
    for (srv_peer *each = net->peers; each; each = each->next)
        srv_close(each, SRV_CLOSE_AWAY, NULL);
}

bool srv_peers_are_told(const srv_net *net)
{
    for (const srv_peer *each = net->peers; each; each = each->next)
        if (each->state != GONE && each->waiting > each->sent)
            return false;
    return true;
}

/* What came and was not read is thrown away first: closing a socket with such bytes in it
 * would throw away what is still on its way to the other side, too. */
void srv_peers_cut_off(srv_net *net)
{
    for (srv_peer *each = net->peers; each; each = each->next) {
        while (each->state == CLOSING &&
               recv(each->fd, net->buffer, BUFFER, MSG_DONTWAIT) > 0)
            continue;
        vanish(each);
    }
}

/* ---- Time ---- */

/* A peer from which nothing comes is asked for a sign of life a few times. One that takes
 * nothing of what waits for it is no better. */
static void look_after(srv_peer *self)
{
    const uint64_t now = now_ms(self->net);
    const uint64_t silence = (uint64_t)self->net->limits.silence_s * 1000;

    if (self->state == CLOSING && now >= self->closing_ms) {
        vanish(self);
    } else if (self->state == OPEN) {
        if (now - self->heard_ms >= silence ||
            (self->waiting > self->sent && now - self->took_ms >= silence)) {
            vanish(self);
        } else if (now - self->heard_ms >= silence / 3 &&
                   now - self->pinged_ms >= silence / 3) {
            self->pinged_ms = now;
            put_frame(self, SRV_OP_PING, NULL, 0);
        }
    }
}

void srv_peers_look_after(srv_net *net)
{
    for (srv_peer *each = net->peers; each; each = each->next)
        look_after(each);
}

/* Lets peers go on whose time has come. */
static void on_throttle(uv_timer_t *timer)
{
    srv_net *const net = timer->data;

    for (srv_peer *each = net->peers; each && net->throttled; each = each->next)
        if (each->throttled && !is_too_fast(each)) {
            each->throttled = false;
            net->throttled--;
            memcpy(net->buffer, each->held, each->held_length);
            take_frames(each, each->held_length);
            receive_rest(each);
        }
    if (!net->throttled)
        uv_timer_stop(timer);
}
