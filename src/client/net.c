/* pipe2 */
#define _GNU_SOURCE
#include "client/net.h"

#include <fcntl.h>
#include <libwebsockets.h>
#include <poll.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/clock.h"

enum {
    ASK_MS = 20000, /* the most that an answer over HTTP may take */
    READ_BYTES = 4096,
    SILENCE_S = 40, /* after which the server is asked for a sign of life */
    GIVE_UP_S = 60, /* and after which it is taken for gone */
};

/* Frames in the order in which they came. */
typedef struct item {
    struct item *next;
    net_event event;
    host_text text;
} item;

typedef struct queue {
    item *first, **last;
} queue;

struct net {
    net_where where;
    char authority[NET_HOST_MAX + 8]; /* for the header Host */
    struct lws_context *context;
    pthread_t thread;
    bool running;
    int wake[2]; /* bytes that wake whoever waits for an event */

    pthread_mutex_t lock; /* guards everything below */
    pthread_cond_t answered;
    queue in, out;
    bool stop, opening, open;
    char cookie[NET_COOKIE_MAX + 1];
    struct lws *socket;   /* NULL: none */
    host_text frame;      /* that is coming in */
    net_request *request; /* under way, or NULL */
    struct lws *asking;   /* its connection */
    bool asked, done, failed;
};

/* ---- Queues ---- */

static void push(queue *q, net_event event, const char *text, size_t length)
{
    item *const new = host_need(calloc(1, sizeof *new));

    new->event = event;
    host_text_append(&new->text, text, length);
    if (!q->first)
        q->last = &q->first;
    *q->last = new;
    q->last = &new->next;
}

static item *pop(queue *q)
{
    item *const first = q->first;

    if (first)
        q->first = first->next;
    return first;
}

static void drain(queue *q)
{
    for (item *i; (i = pop(q)); free(i))
        host_text_clear(&i->text);
}

/* Hands an event to the other thread. */
static void report(net *n, net_event event, const char *text, size_t length)
{
    push(&n->in, event, text, length);
    (void)!write(n->wake[1], "", 1);
}

/* ---- HTTP ---- */

static void finish_request(net *n, bool failed, const char *why)
{
    if (!n->request || n->done)
        return;
    n->done = true;
    n->failed = failed;
    if (failed)
        snprintf(n->request->why, sizeof n->request->why, "%s", why);
    pthread_cond_signal(&n->answered);
}

static int add_header(struct lws *wsi, const char *name, const char *value, void *in,
                      size_t room)
{
    unsigned char **const at = in, *const end = *at + room;

    return lws_add_http_header_by_name(wsi, (const unsigned char *)name,
                                       (const unsigned char *)value, (int)strlen(value),
                                       at, end);
}

static int add_request_headers(net *n, struct lws *wsi, void *in, size_t room)
{
    const net_request *r = n->request;
    unsigned char **const at = in, *const end = *at + room;
    char length[24];

    if (!r)
        return -1;
    if (*r->cookie && add_header(wsi, "cookie:", r->cookie, in, room))
        return -1;
    if (!r->body)
        return 0;
    snprintf(length, sizeof length, "%zu", strlen(r->body));
    if (add_header(wsi, "content-type:", "application/json", in, (size_t)(end - *at)) ||
        add_header(wsi, "content-length:", length, in, (size_t)(end - *at)))
        return -1;
    lws_client_http_body_pending(wsi, 1);
    lws_callback_on_writable(wsi);
    return 0;
}

static int send_body(net *n, struct lws *wsi)
{
    const size_t length = n->request && n->request->body ? strlen(n->request->body) : 0;
    unsigned char *bytes;
    int sent;

    if (!length)
        return 0;
    bytes = host_need(malloc(LWS_PRE + length));
    memcpy(bytes + LWS_PRE, n->request->body, length);
    lws_client_http_body_pending(wsi, 0);
    sent = lws_write(wsi, bytes + LWS_PRE, length, LWS_WRITE_HTTP_FINAL);
    free(bytes);
    return sent < (int)length ? -1 : 0;
}

/* Keeps "NAME=VALUE" of the header Set-Cookie. */
static void take_answer_head(net *n, struct lws *wsi)
{
    char cookie[NET_COOKIE_MAX + 1];
    const int length =
        lws_hdr_copy(wsi, cookie, sizeof cookie, WSI_TOKEN_HTTP_SET_COOKIE);

    if (!n->request)
        return;
    n->request->status = lws_http_client_http_response(wsi);
    if (length > 0) {
        cookie[strcspn(cookie, ";")] = '\0';
        snprintf(n->request->cookie, sizeof n->request->cookie, "%s", cookie);
    }
}

static int on_http(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                   void *in, size_t length)
{
    net *const n = lws_context_user(lws_get_context(wsi));
    char bytes[LWS_PRE + READ_BYTES], *at = bytes + LWS_PRE;
    int room = READ_BYTES, code = 0;

    (void)user;
    pthread_mutex_lock(&n->lock);
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        code = add_request_headers(n, wsi, in, length);
        break;
    case LWS_CALLBACK_CLIENT_HTTP_WRITEABLE: code = send_body(n, wsi); break;
    case LWS_CALLBACK_ESTABLISHED_CLIENT_HTTP: take_answer_head(n, wsi); break;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP_READ:
        if (n->request)
            host_text_append(&n->request->answer, in, length);
        break;
    case LWS_CALLBACK_RECEIVE_CLIENT_HTTP:
        pthread_mutex_unlock(&n->lock); /* it calls back with what it read */
        return lws_http_client_read(wsi, &at, &room) < 0 ? -1 : 0;
    case LWS_CALLBACK_COMPLETED_CLIENT_HTTP: finish_request(n, false, ""); break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        finish_request(n, true, in ? in : "no connection");
        break;
    case LWS_CALLBACK_CLOSED_CLIENT_HTTP:
        if (wsi == n->asking)
            finish_request(n, true, "the server closed the connection");
        break;
    default: break;
    }
    pthread_mutex_unlock(&n->lock);
    return code;
}

/* ---- The WebSocket ---- */

static void take_frame(net *n, struct lws *wsi, const char *bytes, size_t length)
{
    host_text_append(&n->frame, bytes, length);
    if (!lws_is_final_fragment(wsi) || lws_remaining_packet_payload(wsi))
        return;
    report(n, NET_TEXT, n->frame.bytes ? n->frame.bytes : "", n->frame.length);
    host_text_clear(&n->frame);
}

static int send_frame(net *n, struct lws *wsi)
{
    item *const i = pop(&n->out);
    unsigned char *bytes;
    int sent;

    if (!i)
        return 0;
    bytes = host_need(malloc(LWS_PRE + i->text.length));
    memcpy(bytes + LWS_PRE, i->text.bytes, i->text.length);
    sent = lws_write(wsi, bytes + LWS_PRE, i->text.length, LWS_WRITE_TEXT);
    if (sent >= 0 && n->out.first)
        lws_callback_on_writable(wsi);
    free(bytes);
    host_text_clear(&i->text);
    free(i);
    return sent < 0 ? -1 : 0;
}

static void go_down(net *n, struct lws *wsi, const char *why)
{
    if (wsi != n->socket && n->socket)
        return;
    n->socket = NULL;
    n->open = false;
    host_text_clear(&n->frame);
    drain(&n->out);
    report(n, NET_DOWN, why, strlen(why));
}

static int on_socket(struct lws *wsi, enum lws_callback_reasons reason, void *user,
                     void *in, size_t length)
{
    net *const n = lws_context_user(lws_get_context(wsi));
    int code = 0;

    (void)user;
    pthread_mutex_lock(&n->lock);
    switch (reason) {
    case LWS_CALLBACK_CLIENT_APPEND_HANDSHAKE_HEADER:
        code = *n->cookie ? add_header(wsi, "cookie:", n->cookie, in, length) : 0;
        break;
    case LWS_CALLBACK_CLIENT_ESTABLISHED:
        n->open = true;
        report(n, NET_UP, "", 0);
        break;
    case LWS_CALLBACK_CLIENT_RECEIVE: take_frame(n, wsi, in, length); break;
    case LWS_CALLBACK_CLIENT_WRITEABLE: code = send_frame(n, wsi); break;
    case LWS_CALLBACK_CLIENT_CONNECTION_ERROR:
        go_down(n, wsi, in ? in : "no connection");
        break;
    case LWS_CALLBACK_CLIENT_CLOSED:
        go_down(n, wsi, "the server closed the connection");
        break;
    default: break;
    }
    pthread_mutex_unlock(&n->lock);
    return code;
}

/* ---- The thread ---- */

static const lws_retry_bo_t patience = {.secs_since_valid_ping = SILENCE_S,
                                        .secs_since_valid_hangup = GIVE_UP_S};

/* Connects; the callbacks take the lock, so it is not held here. */
static struct lws *connect_to(net *n, const char *method, const char *path,
                              const char *protocol, struct lws **wsi)
{
    struct lws_client_connect_info info = {
        .context = n->context,
        .address = n->where.host,
        .port = n->where.port,
        .path = path,
        .host = n->authority,
        .ssl_connection = n->where.tls ? LCCSCF_USE_SSL : 0,
        .method = method,
        .protocol = method ? NULL : protocol,
        .local_protocol_name = protocol,
        .alpn = "http/1.1",
        .pwsi = wsi,
        .retry_and_idle_policy = &patience,
    };

    return lws_client_connect_via_info(&info);
}

static void begin_socket(net *n)
{
    struct lws *wsi = NULL;

    pthread_mutex_unlock(&n->lock);
    if (!connect_to(n, NULL, "/ws", "tobago.1", &wsi))
        wsi = NULL; /* the callback has told why */
    pthread_mutex_lock(&n->lock);
    if (wsi)
        n->socket = wsi;
}

static void begin_request(net *n)
{
    const net_request *r = n->request;

    pthread_mutex_unlock(&n->lock);
    if (!connect_to(n, r->method, r->path, "http", &n->asking)) {
        pthread_mutex_lock(&n->lock);
        finish_request(n, true, "no connection");
        return;
    }
    pthread_mutex_lock(&n->lock);
}

/* Does what the other thread asked for. */
static void obey(net *n)
{
    pthread_mutex_lock(&n->lock);
    if (n->opening) {
        n->opening = false;
        begin_socket(n);
    }
    if (n->request && !n->asked) {
        n->asked = true;
        begin_request(n);
    }
    if (n->open && n->socket && n->out.first)
        lws_callback_on_writable(n->socket);
    pthread_mutex_unlock(&n->lock);
}

static void *run(void *context)
{
    net *const n = context;
    bool stop = false;

    while (!stop) {
        obey(n);
        if (lws_service(n->context, 0) < 0)
            break;
        pthread_mutex_lock(&n->lock);
        stop = n->stop;
        pthread_mutex_unlock(&n->lock);
    }
    return NULL;
}

/* ---- The other side ---- */

net *net_new(const net_where *where)
{
    static const struct lws_protocols protocols[] = {
        {"http", on_http, 0, READ_BYTES, 0, NULL, 0},
        {"tobago.1", on_socket, 0, READ_BYTES, 0, NULL, 0},
        {NULL, NULL, 0, 0, 0, NULL, 0},
    };
    net *const n = host_need(calloc(1, sizeof *n));
    struct lws_context_creation_info info = {
        .port = CONTEXT_PORT_NO_LISTEN,
        .protocols = protocols,
        .options = where->tls ? LWS_SERVER_OPTION_DO_SSL_GLOBAL_INIT : 0,
        .user = n,
        .uid = -1,
        .gid = -1,
    };
    const bool plain = where->port == (where->tls ? 443 : 80);
    const bool brackets = strchr(where->host, ':') != NULL;

    n->where = *where;
    snprintf(n->authority, sizeof n->authority, "%s%.*s%s", brackets ? "[" : "",
             NET_HOST_MAX - 1, where->host, brackets ? "]" : "");
    if (!plain) {
        const size_t used = strlen(n->authority);
        snprintf(n->authority + used, sizeof n->authority - used, ":%u", where->port);
    }
    pthread_mutex_init(&n->lock, NULL);
    pthread_cond_init(&n->answered, NULL);
    lws_set_log_level(0, NULL);
    n->wake[0] = n->wake[1] = -1;
    if (pipe2(n->wake, O_NONBLOCK | O_CLOEXEC) == 0)
        n->context = lws_create_context(&info);
    n->running = n->context && pthread_create(&n->thread, NULL, run, n) == 0;
    if (n->running)
        return n;
    host_complain("the network cannot be used");
    net_free(n);
    return NULL;
}

void net_free(net *n)
{
    if (!n)
        return;
    if (n->running) {
        pthread_mutex_lock(&n->lock);
        n->stop = true;
        pthread_mutex_unlock(&n->lock);
        lws_cancel_service(n->context);
        pthread_join(n->thread, NULL);
    }
    if (n->context)
        lws_context_destroy(n->context);
    for (unsigned i = 0; i < 2; i++)
        if (n->wake[i] >= 0)
            close(n->wake[i]);
    drain(&n->in);
    drain(&n->out);
    host_text_clear(&n->frame);
    pthread_mutex_destroy(&n->lock);
    pthread_cond_destroy(&n->answered);
    free(n);
}

bool net_ask(net *n, net_request *request)
{
    struct timespec until;
    bool failed;

    clock_gettime(CLOCK_REALTIME, &until);
    until.tv_sec += ASK_MS / 1000;
    pthread_mutex_lock(&n->lock);
    n->request = request;
    n->asked = n->done = n->failed = false;
    lws_cancel_service(n->context);
    while (!n->done && pthread_cond_timedwait(&n->answered, &n->lock, &until) == 0)
        continue;
    if (!n->done)
        finish_request(n, true, "the server does not answer");
    failed = n->failed;
    n->request = NULL;
    n->asking = NULL;
    pthread_mutex_unlock(&n->lock);
    return !failed;
}

void net_open(net *n, const char *cookie)
{
    pthread_mutex_lock(&n->lock);
    snprintf(n->cookie, sizeof n->cookie, "%s", cookie);
    n->opening = true;
    pthread_mutex_unlock(&n->lock);
    lws_cancel_service(n->context);
}

void net_send(net *n, const char *text, size_t length)
{
    pthread_mutex_lock(&n->lock);
    if (n->open)
        push(&n->out, NET_TEXT, text, length);
    pthread_mutex_unlock(&n->lock);
    lws_cancel_service(n->context);
}

/* Takes the first event; the bytes in the pipe only wake. */
static net_event take(net *n, host_text *text)
{
    net_event event = NET_NOTHING;
    item *i;

    pthread_mutex_lock(&n->lock);
    i = pop(&n->in);
    pthread_mutex_unlock(&n->lock);
    if (i) {
        event = i->event;
        *text = i->text;
        free(i);
    }
    return event;
}

net_event net_next(net *n, int timeout_ms, host_text *text)
{
    struct pollfd wait = {.fd = n->wake[0], .events = POLLIN};
    net_event event = take(n, text);
    char bytes[64];

    if (event == NET_NOTHING && poll(&wait, 1, timeout_ms) > 0) {
        (void)!read(n->wake[0], bytes, sizeof bytes);
        event = take(n, text);
    }
    return event;
}

int net_fd(const net *n)
{
    return n->wake[0];
}
