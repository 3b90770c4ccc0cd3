/* HTTP on the network's loop: requests in, answers out, one after the other.
 *
 * A connection is one small struct. What it has sent of a request is on the heap while it
 * is not complete; an answer that is being sent is a larger struct, made for the request
 * and freed with its last byte. Bodies are never copied: they are sent as fast as the
 * client reads, straight from where they lie. While an answer is sent nothing is read
 * from its connection, so that requests sent ahead wait in the socket.
 *
 * The answer to a POST is sent after the handler's turn, because it may speak of
 * something that the turn stores. Other answers are sent at once.
 *
 * What a client can cost us is bounded: SRV_REQUEST_MAX bytes of head and SRV_BODY_MAX of
 * body, REQUEST_S seconds to send each of them, IDLE_S between two requests, and a time
 * for each answer that follows from its size.
 *
 * libwebsockets was here before. Version 4.1.6, the one in Debian, never comes back from
 * a request with a body that is sent ahead behind another one: whoever likes could stop
 * the server with one packet. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/uio.h>
#include <unistd.h>

#include "net/handshake.h"
#include "net/loop.h"
#include "net/request.h"

enum {
    INPUT_MAX = SRV_REQUEST_MAX + SRV_BODY_MAX, /* bytes that are held at a time */
    REQUEST_S = 10,
    IDLE_S = 20,
    ANSWER_S = 20,               /* for an answer of any size, and a second more */
    ANSWER_BYTES_A_S = 8 * 1024, /* for each of these */
    LINGER_S = 2,                /* for the client to take the last answer */
    SKIP_MAX = 64 * 1024,        /* bytes of a request's body that are thrown away */
};

static const char PROTOCOL[] = "tobago.1";

/* An answer on its way: its head, then its body. */
typedef struct sending {
    srv_answer answer;
    size_t head_length; /* 0 while it waits for the turn */
    size_t sent;        /* of head and body together */
    char head[SRV_HEAD_MAX];
} sending;

typedef enum connection_state {
    READING,
    ANSWERING, /* 'sending' is there */
    LINGERING, /* all is said; what comes is thrown away until the client ends, too */
    ENDED,     /* about to be freed */
} connection_state;

struct srv_connection {
    uv_poll_t poll; /* first: the loop gives us its address */
    srv_net *net;
    srv_connection *next, *previous;
    srv_connection *next_waiting; /* for the turn */
    srv_client client;
    srv_tls_link *tls; /* NULL: the bytes go as they are */
    sending *sending;
    char *held; /* the beginning of a request, or requests sent ahead */
    size_t held_length;
    size_t wanted;        /* bytes that the request has, so far as it is known */
    uint64_t skip;        /* bytes of a body that are thrown away */
    uint64_t deadline_ms; /* the end of our patience */
    int fd;
    int watched;
    connection_state state;
    bool begun;   /* a request has begun, and its time runs */
    bool waits;   /* for the turn */
    bool closes;  /* the connection ends with the answer */
    bool invited; /* the client was told to send the body */
};

typedef srv_connection connection;

static void on_event(uv_poll_t *poll, int status, int events);

static void give(connection *self, unsigned seconds)
{
    self->deadline_ms = uv_now(&self->net->loop) + (uint64_t)seconds * 1000;
}

static void free_connection(uv_handle_t *handle)
{
    free(handle);
}

static void forget_answer(connection *self)
{
    if (!self->sending)
        return;
    srv_answer_clear(&self->sending->answer);
    free(self->sending);
    self->sending = NULL;
    self->net->answers--;
}

/* Ends the connection now. Its memory goes with the loop's handle, later. */
static void end(connection *self)
{
    srv_net *const net = self->net;

    if (self->state == ENDED)
        return;
    self->state = ENDED;
    *(self->previous ? &self->previous->next : &net->connected) = self->next;
    if (self->next)
        self->next->previous = self->previous;
    for (srv_connection **at = &net->waiting; self->waits && *at;
         at = &(*at)->next_waiting)
        if (*at == self) {
            *at = self->next_waiting;
            break;
        }
    forget_answer(self);
    free(self->held);
    self->held = NULL;
    uv_close((uv_handle_t *)&self->poll, free_connection);
    if (self->tls)
        srv_tls_link_free(self->tls);
    close(self->fd);
    srv_net_uncount(net, self->client.origin);
    srv_net_end_if_idle(net);
}

/* Watches what there is to wait for: while an answer is sent nothing is read. */
static void watch(connection *self)
{
    const int reading =
        UV_READABLE | (self->tls && srv_tls_wants_write(self->tls) ? UV_WRITABLE : 0);
    const int events = self->state != ANSWERING ? reading : self->waits ? 0 : UV_WRITABLE;

    if (self->state == ENDED || events == self->watched)
        return;
    self->watched = events;
    if (events == 0)
        uv_poll_stop(&self->poll);
    else if (uv_poll_start(&self->poll, events, on_event) != 0)
        end(self);
}

/* ---- Answers ---- */

static size_t whole(const sending *self)
{
    return self->head_length + (self->answer.sends_body ? self->answer.length : 0);
}

/* As sendmsg(). What is encrypted goes out part by part. */
static ssize_t send_parts(const connection *self, struct iovec *parts, size_t count)
{
    const struct msghdr message = {.msg_iov = parts, .msg_iovlen = count};

    if (!self->tls)
        return sendmsg(self->fd, &message, MSG_NOSIGNAL | MSG_DONTWAIT);
    while (count > 1 && parts->iov_len == 0) {
        parts++;
        count--;
    }
    return srv_tls_send(self->tls, parts->iov_base, parts->iov_len);
}

/* Sends what the socket takes, straight from where it lies. False if the connection is
 * broken. */
static bool send_more(connection *self)
{
    sending *const now = self->sending;

    while (now->sent < whole(now)) {
        const size_t in_head =
            now->sent < now->head_length ? now->head_length - now->sent : 0;
        const size_t in_body = now->sent - (now->head_length - in_head);
        struct iovec parts[] = {
            {now->head + now->head_length - in_head, in_head},
            {(char *)(uintptr_t)now->answer.body + in_body,
             whole(now) - now->head_length - in_body},
        };
        const ssize_t took = send_parts(self, parts, 2);

        if (took < 0 && errno == EINTR)
            continue;
        if (took < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK;
        now->sent += (size_t)took;
    }
    return true;
}

/* Goes on with the answer. When it is sent the connection is ready for the next request,
 * or ends: our side first, so that the client gets everything. */
static void go_on_sending(connection *self)
{
    if (!send_more(self)) {
        end(self);
        return;
    }
    if (self->sending->sent < whole(self->sending))
        return;
    forget_answer(self);
    if (self->closes) {
        if (self->tls)
            srv_tls_finish(self->tls);
        shutdown(self->fd, SHUT_WR);
        self->state = LINGERING;
        give(self, LINGER_S);
    } else {
        self->state = READING;
        give(self, IDLE_S);
    }
    srv_net_end_if_idle(self->net);
}

static srv_answer *begin_answer(connection *self)
{
    self->sending = host_need(calloc(1, sizeof *self->sending));
    self->net->answers++;
    self->state = ANSWERING;
    self->begun = self->invited = false;
    self->wanted = 0;
    return &self->sending->answer;
}

static void begin_sending(connection *self)
{
    sending *const now = self->sending;

    self->closes = self->closes || self->net->ending;
    now->head_length = srv_answer_head(&now->answer, time(NULL), self->closes, now->head);
    give(self, ANSWER_S + (unsigned)(whole(now) / ANSWER_BYTES_A_S));
    go_on_sending(self);
}

static void refuse(connection *self, unsigned status)
{
    self->closes = true;
    srv_answer_status(begin_answer(self), status);
    begin_sending(self);
}

/* Who sends this request: the connection's client, or whom a trusted proxy names. */
static srv_client client_of(const connection *self, const srv_head *head)
{
    const srv_proxies *const proxies = &self->net->limits.proxies;
    srv_client client = self->client;
    struct sockaddr_storage where;

    if (client.proxy &&
        srv_proxies_client(proxies,
                           proxies->forwarded ? head->forwarded : head->forwarded_for,
                           &where)) {
        client.origin = srv_origin_of(&where, client.address);
        client.proxy = false;
    }
    return client;
}

/* Answers a request that is complete. */
static void answer(connection *self, srv_head *head, const char *body)
{
    srv_net *const net = self->net;
    srv_answer *const made = begin_answer(self);
    const srv_client client = client_of(self, head);

    head->request.address = client.address;
    head->request.body = body;
    head->request.body_length = head->request.method == SRV_POST ? (size_t)head->body : 0;
    self->closes = head->closes;
    net->stirred = true;
    net->handler.request(net->handler.context, &head->request, made);
    if (head->request.method == SRV_POST) {
        self->waits = true;
        self->next_waiting = net->waiting;
        net->waiting = self;
    } else {
        begin_sending(self);
    }
}

/* ---- WebSockets ---- */

/* Is this a handshake that we understand? 0, or the status that says what is wrong. */
static unsigned judge_handshake(const srv_head *head)
{
    if (head->request.method != SRV_GET)
        return 405;
    if (!head->version || strcmp(head->version, "13") != 0)
        return 426;
    return head->key && srv_is_key(head->key) && head->protocol &&
                   srv_list_has(head->protocol, PROTOCOL, true)
               ? 0
               : 400;
}

/* Writes the server's side of the handshake. */
static size_t accept_handshake(const char *key, char *out, size_t size)
{
    char accept[SRV_ACCEPT_MAX];

    srv_accept_key(key, accept);
    return (size_t)snprintf(out, size,
                            "HTTP/1.1 101 Switching Protocols\r\n"
                            "upgrade: websocket\r\n"
                            "connection: Upgrade\r\n"
                            "sec-websocket-accept: %s\r\n"
                            "sec-websocket-protocol: %s\r\n\r\n",
                            accept, PROTOCOL);
}

/* Makes a peer of the connection, if the handler takes it. The peer has a descriptor of
 * its own for the same socket; ours is closed. */
static void upgrade(connection *self, const srv_head *head, const char *rest,
                    size_t length)
{
    srv_net *const net = self->net;
    char reply[256];
    const srv_client client = client_of(self, head);
    const srv_upgrade wish = {.cookie = head->request.cookie,
                              .origin = head->request.origin,
                              .host = head->request.host,
                              .protocol = head->protocol,
                              .address = client.address};
    srv_peer *peer = NULL;
    void *own = NULL;
    unsigned status = judge_handshake(head);

    if (!status && (net->ending || net->peer_count >= net->peers_max))
        status = 503;
    if (!status && self->client.proxy && !client.proxy &&
        srv_net_is_crowded(net, client.origin))
        status = 429;
    if (!status) {
        const int copy = fcntl(self->fd, F_DUPFD_CLOEXEC, 0);
        peer = copy < 0 ? NULL : srv_peer_new(net, copy, client.origin);
        status = peer ? 0 : 503;
    }
    if (!status) {
        net->stirred = true;
        status = net->handler.open(net->handler.context, peer, &wish, &own);
        if (status)
            srv_peer_drop(peer);
    }
    if (status) {
        refuse(self, status);
        return;
    }
    srv_peer_secure(peer, self->tls);
    self->tls = NULL;
    end(self);
    srv_peer_begin(peer, own, reply, accept_handshake(head->key, reply, sizeof reply));
    srv_peer_take(peer, rest, length);
}

static bool is_socket(const srv_head *head)
{
    static const char path[] = "/ws";

    return head->upgrades && srv_list_has(head->upgrade, "websocket", false) &&
           head->request.path_length == strlen(path) &&
           memcmp(head->request.path, path, strlen(path)) == 0;
}

/* ---- Requests ---- */

/* Judges the body that a POST announces: 0, or the status that refuses it. */
static unsigned judge_body(const srv_head *head)
{
    return head->chunked || !head->has_length ? 411 : head->body > SRV_BODY_MAX ? 413 : 0;
}

static void invite(connection *self)
{
    static const char go_on[] = "HTTP/1.1 100 Continue\r\n\r\n";

    if (!self->invited && self->tls)
        srv_tls_send(self->tls, go_on, strlen(go_on));
    else if (!self->invited)
        send(self->fd, go_on, strlen(go_on), MSG_NOSIGNAL | MSG_DONTWAIT);
    self->invited = true;
}

/* Takes one request from the beginning of these bytes and begins to answer it; returns
 * how many bytes it took, 0 if the request is not complete. */
static size_t take_request(connection *self, const char *bytes, size_t length)
{
    srv_head head;
    unsigned wrong;

    if (length < self->wanted || !srv_head_read(&head, bytes, length))
        return 0;
    wrong = head.wrong                        ? head.wrong
            : head.request.method == SRV_POST ? judge_body(&head)
                                              : 0;
    if (wrong) {
        refuse(self, wrong);
        return length;
    }
    if (is_socket(&head)) {
        upgrade(self, &head, bytes + head.length, length - head.length);
        return length;
    }
    if (head.request.method == SRV_POST) {
        if (length - head.length < head.body) {
            if (!self->wanted)
                give(self, REQUEST_S);
            self->wanted = head.length + (size_t)head.body;
            if (head.expects)
                invite(self);
            return 0;
        }
        answer(self, &head, bytes + head.length);
        return head.length + (size_t)head.body;
    }
    self->skip = head.body;
    head.closes = head.closes || head.chunked || head.body > SKIP_MAX;
    answer(self, &head, "");
    return head.length;
}

/* Keeps the bytes that could not be used yet. */
static void hold(connection *self, const char *bytes, size_t length)
{
    char *kept = NULL;

    if (length && self->state != ENDED && self->state != LINGERING) {
        kept = host_need(malloc(length));
        memcpy(kept, bytes, length);
    } else {
        length = 0;
    }
    free(self->held);
    self->held = kept;
    self->held_length = length;
}

/* Takes the requests that these bytes hold, as long as each is answered at once. */
static void take_requests(connection *self, const char *bytes, size_t length)
{
    while (length && self->state == READING) {
        size_t took;
        if (self->skip) {
            took = self->skip < length ? (size_t)self->skip : length;
            self->skip -= took;
        } else {
            took = take_request(self, bytes, length);
            if (took == 0)
                break;
        }
        bytes += took;
        length -= took;
    }
    hold(self, bytes, length);
    if (self->held && self->state == READING && !self->begun) {
        self->begun = true;
        give(self, REQUEST_S);
    }
    watch(self);
}

/* The held bytes again, after an answer. */
static void take_held(connection *self)
{
    char *const bytes = self->held;
    const size_t length = self->held_length;

    self->held = NULL;
    self->held_length = 0;
    take_requests(self, bytes, length);
    free(bytes);
}

static void receive(connection *self)
{
    char *const buffer = (char *)self->net->buffer;
    const size_t held = self->state == READING ? self->held_length : 0;
    ssize_t came;

    if (held)
        memcpy(buffer, self->held, held);
    do
        came = self->tls ? srv_tls_recv(self->tls, buffer + held, INPUT_MAX - held)
                         : recv(self->fd, buffer + held, INPUT_MAX - held, MSG_DONTWAIT);
    while (came < 0 && errno == EINTR);
    if (came < 0 && (errno == EAGAIN || errno == EWOULDBLOCK)) {
        watch(self);
        return;
    }
    if (came <= 0)
        end(self);
    else if (self->state == READING)
        take_requests(self, buffer, held + (size_t)came);
}

/* Receives what was decrypted already: the socket does not become readable for it. */
static void receive_rest(connection *self)
{
    while ((self->state == READING || self->state == LINGERING) && self->tls &&
           srv_tls_has_more(self->tls))
        receive(self);
}

static void on_event(uv_poll_t *poll, int status, int events)
{
    connection *const self = (connection *)poll;

    if (status != 0) {
        end(self);
    } else if (self->state == ANSWERING) {
        if (events & UV_WRITABLE)
            go_on_sending(self);
        if (self->state == READING)
            take_held(self);
        receive_rest(self);
        watch(self);
    } else if (self->state != ENDED) {
        receive(self);
        receive_rest(self);
    }
}

/* ---- The network's side ---- */

void srv_http_adopt(srv_net *net, int fd, const srv_client *client)
{
    connection *const self = host_need(calloc(1, sizeof *self));

    if (uv_poll_init(&net->loop, &self->poll, fd) != 0) {
        free(self);
        close(fd);
        return;
    }
    self->net = net;
    self->fd = fd;
    self->client = *client;
    self->tls = net->tls ? host_need(srv_tls_accept(net->tls, fd)) : NULL;
    self->next = net->connected;
    if (self->next)
        self->next->previous = self;
    net->connected = self;
    srv_net_count(net, client->origin);
    give(self, REQUEST_S);
    watch(self);
}

void srv_http_after_turn(srv_net *net)
{
    srv_connection *list = net->waiting;

    net->waiting = NULL;
    while (list) {
        connection *const self = list;
        list = self->next_waiting;
        self->waits = false;
        begin_sending(self);
        if (self->state == READING)
            take_held(self);
        receive_rest(self);
        watch(self);
    }
}

void srv_http_look_after(srv_net *net)
{
    const uint64_t now = uv_now(&net->loop);

    for (srv_connection *each = net->connected, *next; each; each = next) {
        next = each->next;
        if (now >= each->deadline_ms)
            end(each);
    }
}

void srv_http_cut_off(srv_net *net)
{
    while (net->connected)
        end(net->connected);
}
