/* The network, by libwebsockets on an event loop of libuv.
 *
 * We accept connections ourselves and hand them to libwebsockets, so that we know why a
 * port cannot be had, and can stop accepting when there are enough connections: others
 * then wait in the kernel's queue. A connection is one small struct; an answer that is
 * being sent is a larger one, made for the request and freed with its last byte. Bodies
 * are never copied as a whole: they are sent piece by piece, as fast as the client reads.
 *
 * What a client can cost us is bounded: CONNECTIONS_MAX connections, HEADER_MAX bytes of
 * header each, HEADER_S seconds to send a request, IDLE_S between two of them, and a time
 * for each answer that follows from its size. While an answer is sent nothing is read
 * from its connection, so that requests sent ahead wait in the socket. */
#include "server/net.h"

#include <errno.h>
#include <fcntl.h>
#include <libwebsockets.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/uio.h>
#include <unistd.h>
#include <uv.h>

#include "host/text.h"

const bool srv_net_built = true;

enum {
    CONNECTIONS_MAX = 1000,
    FILES_ELSE = 64, /* descriptors that are no connections */
    ACCEPT_MAX = 64, /* connections accepted in one turn of the loop */
    HEADER_MAX = 8192,
    HEADER_S = 10,
    IDLE_S = 20,
    ANSWER_S = 20,               /* for an answer of any size, and a second more */
    ANSWER_BYTES_A_S = 8 * 1024, /* for each of these */
    BODY_MAX = 64 * 1024,        /* bytes of a request's body that are thrown away */
    FAREWELL_MS = 2000,
};

static const int SIGNALS[] = {SIGTERM, SIGINT, SIGHUP};
enum { SIGNAL_COUNT = sizeof SIGNALS / sizeof *SIGNALS };

/* An answer on its way: its head, then its body. */
typedef struct sending {
    srv_answer answer;
    size_t head_length;
    size_t sent; /* of head and body together */
    bool closes; /* the connection ends with it */
    char head[SRV_HEAD_MAX];
} sending;

/* Waits for a socket to take more. It has a descriptor of its own for the same socket,
 * because the loop knows each descriptor once, and libwebsockets has that of the
 * connection. Freed by the loop when it is closed. */
typedef struct waiting {
    uv_poll_t poll; /* first: the loop gives us its address */
    struct lws *wsi;
    int copy;
} waiting;

typedef struct net {
    uv_loop_t loop;
    uv_poll_t accepting;
    uv_signal_t signals[SIGNAL_COUNT];
    uv_timer_t farewell;
    struct lws_context *context;
    struct lws_vhost *vhost;
    int listening; /* -1 when it is closed */
    unsigned connections, connections_max;
    unsigned answers; /* being sent */
    bool ending;
    srv_on_request *on_request;
    void *handler;
} net;

typedef struct connection {
    net *net;
    sending *sending; /* NULL between two answers */
    waiting *waiting; /* NULL unless the socket is full */
} connection;

static void resume_accepting(net *all);
static void on_farewell(uv_timer_t *timer);

/* ---- Answers ---- */

static sending *sending_new(connection *self, bool closes)
{
    sending *const made = host_need(calloc(1, sizeof *made));

    made->closes = closes || self->net->ending;
    self->sending = made;
    self->net->answers++;
    return made;
}

static void sending_free(connection *self)
{
    net *const all = self->net;

    if (!self->sending)
        return;
    srv_answer_clear(&self->sending->answer);
    free(self->sending);
    self->sending = NULL;
    all->answers--;
    if (all->ending && all->answers == 0)
        uv_timer_start(&all->farewell, on_farewell, 0, 0);
}

static size_t whole(const sending *self)
{
    return self->head_length + (self->answer.sends_body ? self->answer.length : 0);
}

/* Sends what the socket takes, straight from where it lies: libwebsockets would copy it,
 * and read nothing in between, but still be woken by what there is to read. False if the
 * connection is broken. */
static bool send_more(struct lws *wsi, sending *self)
{
    while (self->sent < whole(self)) {
        const size_t in_head =
            self->sent < self->head_length ? self->head_length - self->sent : 0;
        const size_t in_body = self->sent - (self->head_length - in_head);
        struct iovec parts[] = {
            {self->head + self->head_length - in_head, in_head},
            {(char *)(uintptr_t)self->answer.body + in_body,
             whole(self) - self->head_length - in_body},
        };
        const struct msghdr message = {.msg_iov = parts, .msg_iovlen = 2};
        const ssize_t took =
            sendmsg(lws_get_socket_fd(wsi), &message, MSG_NOSIGNAL | MSG_DONTWAIT);

        if (took < 0 && errno == EINTR)
            continue;
        if (took < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK;
        self->sent += (size_t)took;
    }
    return true;
}

/* Makes the connection ready for the next request; nonzero if it ends instead. */
static int finish_answer(struct lws *wsi, connection *self)
{
    const bool closes = self->sending->closes;

    sending_free(self);
    return closes || lws_http_transaction_completed(wsi) ? -1 : 0;
}

/* ---- Waiting for a slow reader ---- */

static void on_closed(uv_handle_t *handle)
{
    free(handle);
}

static void waiting_free(connection *self)
{
    waiting *const done = self->waiting;

    self->waiting = NULL;
    if (!done)
        return;
    uv_close((uv_handle_t *)&done->poll, on_closed);
    close(done->copy);
}

/* The socket takes more, or is broken. */
static void on_writable(uv_poll_t *poll, int status, int events)
{
    struct lws *const wsi = ((waiting *)poll)->wsi;
    connection *const self = lws_get_opaque_user_data(wsi);
    const bool good = status == 0 && send_more(wsi, self->sending);

    (void)events;
    if (good && self->sending->sent < whole(self->sending))
        return;
    waiting_free(self);
    lws_rx_flow_control(wsi, 1);
    if (!good || finish_answer(wsi, self) != 0)
        lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC);
}

/* Goes on when the socket takes more; until then nothing is read. */
static int wait_writable(struct lws *wsi, connection *self)
{
    waiting *made;
    const int copy = fcntl(lws_get_socket_fd(wsi), F_DUPFD_CLOEXEC, 0);

    if (copy < 0)
        return -1;
    made = host_need(calloc(1, sizeof *made));
    made->wsi = wsi;
    made->copy = copy;
    if (uv_poll_init(&self->net->loop, &made->poll, copy) != 0) {
        free(made);
        close(copy);
        return -1;
    }
    self->waiting = made;
    lws_rx_flow_control(wsi, 0);
    uv_poll_start(&made->poll, UV_WRITABLE, on_writable);
    return 0;
}

/* Begins to send. Returns what libwebsockets wants of a callback: nonzero ends the
 * connection. */
static int begin_sending(struct lws *wsi, connection *self)
{
    sending *const now = self->sending;

    now->head_length = srv_answer_head(&now->answer, time(NULL), now->closes, now->head);
    if (!send_more(wsi, now))
        return -1;
    if (now->sent == whole(now))
        return finish_answer(wsi, self);
    lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT,
                    ANSWER_S + (int)(whole(now) / ANSWER_BYTES_A_S));
    return wait_writable(wsi, self);
}

/* ---- Requests ---- */

enum { FIELD_MAX = 1024 };

/* A field of the request, or NULL if it is missing or longer than any sensible one. */
static const char *field(struct lws *wsi, enum lws_token_indexes token,
                         char text[static FIELD_MAX])
{
    return lws_hdr_copy(wsi, text, FIELD_MAX, token) > 0 ? text : NULL;
}

/* Answers the request whose headers libwebsockets holds. */
static void answer_request(struct lws *wsi, connection *self, sending *now)
{
    char encoding[FIELD_MAX], match[FIELD_MAX];
    char *path = NULL;
    int length = 0;
    srv_request request = {
        .method = lws_hdr_total_length(wsi, WSI_TOKEN_GET_URI)    ? SRV_GET
                  : lws_hdr_total_length(wsi, WSI_TOKEN_HEAD_URI) ? SRV_HEAD
                                                                  : SRV_OTHER,
        .accept_encoding = field(wsi, WSI_TOKEN_HTTP_ACCEPT_ENCODING, encoding),
        .if_none_match = field(wsi, WSI_TOKEN_HTTP_IF_NONE_MATCH, match),
    };

    if (lws_http_get_uri_and_method(wsi, &path, &length) >= 0 && path) {
        request.path = path;
        request.path_length = (size_t)length;
    }
    self->net->on_request(self->net->handler, &request, &now->answer);
}

/* Does the request have a body that is too long to be read and thrown away? */
static bool has_long_body(struct lws *wsi)
{
    char text[FIELD_MAX];
    uint64_t length;

    if (lws_hdr_total_length(wsi, WSI_TOKEN_HTTP_TRANSFER_ENCODING))
        return true;
    return field(wsi, WSI_TOKEN_HTTP_CONTENT_LENGTH, text) &&
           !host_number(text, 0, BODY_MAX, &length);
}

static bool wants_close(struct lws *wsi)
{
    char version[FIELD_MAX], wish[FIELD_MAX];
    const bool old =
        !field(wsi, WSI_TOKEN_HTTP, version) || strcmp(version, "HTTP/1.1") != 0;

    if (!field(wsi, WSI_TOKEN_CONNECTION, wish))
        return old;
    return strcasecmp(wish, "keep-alive") != 0 && (old || strcasecmp(wish, "close") == 0);
}

static int begin_answer(struct lws *wsi, connection *self)
{
    sending *const now = sending_new(self, has_long_body(wsi) || wants_close(wsi));

    answer_request(wsi, self, now);
    return begin_sending(wsi, self);
}

/* A client that asks for another protocol gets the answer to its request instead.
 * libwebsockets is not in a state to wait here: what the socket does not take at once is
 * lost, and the client has to ask again without an upgrade. */
static int ignore_upgrade(struct lws *wsi, connection *self)
{
    sending *const now = sending_new(self, true);

    answer_request(wsi, self, now);
    now->head_length = srv_answer_head(&now->answer, time(NULL), true, now->head);
    send_more(wsi, now);
    sending_free(self);
    return -1;
}

/* libwebsockets gives up on methods that it does not know, and gives us the bytes. */
static int answer_raw(struct lws *wsi, connection *self, const char *bytes, size_t length)
{
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";
    sending *now;
    size_t method = 0;

    while (method < length && bytes[method] && strchr(letters, bytes[method]))
        method++;
    now = sending_new(self, true);
    srv_answer_status(&now->answer,
                      method && (method == length || bytes[method] == ' ') ? 405 : 400);
    now->head_length = srv_answer_head(&now->answer, time(NULL), true, now->head);
    send_more(wsi, now);
    sending_free(self);
    return -1;
}

/* ---- Connections ---- */

static void connection_free(connection *self)
{
    net *const all = self->net;

    waiting_free(self);
    sending_free(self);
    free(self);
    all->connections--;
    resume_accepting(all);
}

static int on_event(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                    void *in, size_t length)
{
    connection *const self = lws_get_opaque_user_data(wsi);

    (void)user;
    if (!self) /* libwebsockets' own */
        return 0;
    switch ((int)reason) {
    case LWS_CALLBACK_HTTP: return begin_answer(wsi, self);
    case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE: return ignore_upgrade(wsi, self);
    case LWS_CALLBACK_RAW_RX: return answer_raw(wsi, self, in, length);
    case LWS_CALLBACK_WSI_DESTROY: connection_free(self); return 0;
    }
    return 0;
}

/* Takes one connection from the queue; false if there is none. */
static bool accept_one(net *all)
{
    const int yes = 1;
    lws_adopt_desc_t adopted = {.vh = all->vhost,
                                .type = LWS_ADOPT_SOCKET | LWS_ADOPT_HTTP};
    connection *made;
    const int taken = accept(all->listening, NULL, NULL);

    if (taken < 0)
        return errno == ECONNABORTED || errno == EINTR;
    fcntl(taken, F_SETFD, FD_CLOEXEC);
    setsockopt(taken, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    made = host_need(calloc(1, sizeof *made));
    made->net = all;
    all->connections++;
    adopted.fd.sockfd = taken;
    adopted.opaque = made;
    lws_adopt_descriptor_vhost_via_info(&adopted);
    return true;
}

static void on_connections(uv_poll_t *poll, int status, int events)
{
    net *const all = poll->data;

    (void)status;
    (void)events;
    for (unsigned i = 0; i < ACCEPT_MAX && all->connections < all->connections_max; i++)
        if (!accept_one(all))
            break;
    if (all->connections >= all->connections_max)
        uv_poll_stop(poll);
}

static void resume_accepting(net *all)
{
    if (all->listening >= 0 && all->connections < all->connections_max)
        uv_poll_start(&all->accepting, UV_READABLE, on_connections);
}

/* ---- Beginning and end ---- */

static void stop_listening(net *all)
{
    if (all->listening < 0)
        return;
    uv_close((uv_handle_t *)&all->accepting, NULL);
    close(all->listening);
    all->listening = -1;
}

/* Everything that keeps the loop running is closed, so it ends when that is done. */
static void on_farewell(uv_timer_t *timer)
{
    net *const all = timer->data;

    for (int i = 0; i < SIGNAL_COUNT; i++)
        uv_close((uv_handle_t *)&all->signals[i], NULL);
    uv_close((uv_handle_t *)&all->farewell, NULL);
    lws_context_destroy(all->context);
}

/* The first signal lets answers arrive, the second one does not. */
static void on_signal(uv_signal_t *signal, int number)
{
    net *const all = signal->data;

    (void)number;
    stop_listening(all);
    uv_timer_start(&all->farewell, on_farewell,
                   all->answers == 0 || all->ending ? 0 : FAREWELL_MS, 0);
    all->ending = true;
}

/* libwebsockets keeps a table of all descriptors that the process may have, so the limit
 * is set to what is needed. */
static void limit_connections(net *all)
{
    struct rlimit limit;

    all->connections_max = CONNECTIONS_MAX;
    if (getrlimit(RLIMIT_NOFILE, &limit) != 0)
        return;
    limit.rlim_cur = CONNECTIONS_MAX + FILES_ELSE;
    if (limit.rlim_max < limit.rlim_cur) {
        limit.rlim_cur = limit.rlim_max;
        all->connections_max =
            limit.rlim_max > 2 * FILES_ELSE ? (unsigned)limit.rlim_max - FILES_ELSE : 1;
    }
    setrlimit(RLIMIT_NOFILE, &limit);
}

/* For the few answers that libwebsockets makes itself, to requests without a path. */
static const struct lws_protocol_vhost_options no_sniffing = {
    .name = "x-content-type-options:", .value = "nosniff"};
static const struct lws_protocol_vhost_options policies = {
    .next = &no_sniffing,
    .name = "content-security-policy:",
    .value = "default-src 'none'; frame-ancestors 'none'"};

static bool make_context(net *all)
{
    static const struct lws_protocols protocols[] = {
        {.name = "http", .callback = on_event},
        {0},
    };
    void *loops[] = {&all->loop};
    const struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN_SERVER,
        .protocols = protocols,
        .foreign_loops = loops,
        .pcontext = &all->context,
        .headers = &policies,
        .timeout_secs = HEADER_S,
        .timeout_secs_ah_idle = HEADER_S,
        .keepalive_timeout = IDLE_S,
        .max_http_header_data2 = HEADER_MAX,
        .options = LWS_SERVER_OPTION_LIBUV | LWS_SERVER_OPTION_EXPLICIT_VHOSTS |
                   LWS_SERVER_OPTION_FALLBACK_TO_APPLY_LISTEN_ACCEPT_CONFIG,
    };

    lws_set_log_level(0, NULL); /* strangers' mistakes are no news */
    all->context = lws_create_context(&info);
    if (!all->context) {
        host_complain("libwebsockets cannot start with libuv; the package "
                      "libwebsockets-evlib-uv may be missing");
        return false;
    }
    all->vhost = lws_create_vhost(all->context, &info);
    return all->vhost != NULL;
}

/* nohup hides the hangup of a terminal; a shell's '&' hides its interrupts, but not a
 * kill -INT that is meant for us. */
static void watch_signals(net *all)
{
    for (int i = 0; i < SIGNAL_COUNT; i++) {
        struct sigaction before = {0};
        sigaction(SIGNALS[i], NULL, &before);
        uv_signal_init(&all->loop, &all->signals[i]);
        all->signals[i].data = all;
        if (SIGNALS[i] != SIGHUP || before.sa_handler != SIG_IGN)
            uv_signal_start(&all->signals[i], on_signal, SIGNALS[i]);
    }
}

host_status srv_net_run(int listening, srv_on_request *on_request, void *context)
{
    net all = {.listening = listening, .on_request = on_request, .handler = context};
    bool good;

    limit_connections(&all);
    if (uv_loop_init(&all.loop) != 0) {
        host_complain("libuv cannot make an event loop");
        close(listening);
        return HOST_FAILED;
    }
    watch_signals(&all);
    uv_timer_init(&all.loop, &all.farewell);
    all.farewell.data = &all;
    uv_poll_init(&all.loop, &all.accepting, listening);
    all.accepting.data = &all;
    good = make_context(&all);
    if (good) {
        resume_accepting(&all);
    } else {
        stop_listening(&all);
        on_farewell(&all.farewell);
    }
    uv_run(&all.loop, UV_RUN_DEFAULT);
    lws_context_destroy(all.context); /* NULL when the loop has brought it down */
    uv_loop_close(&all.loop);
    return good ? HOST_DONE : HOST_FAILED;
}
