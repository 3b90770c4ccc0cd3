/* The network from outside: a handler that echoes in a process of its own, and clients
 * over bare sockets, which also say what no browser would. */
#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/clock.h"
#include "net/frames.h"
#include "net/listen.h"
#include "net/net.h"

#include "support.h"

/* ---- The server ----
 *
 * It echoes every frame. "all TEXT" goes to everybody, "many N" is answered with N frames
 * of a kilobyte, "close N" with the end, "later" by the turn after another thread's wake,
 * "count" with the numbers of peers that are there and gone, "alarm MS" by the turn so
 * much later. */

typedef struct guest {
    srv_peer *peer;
    struct guest *next;
    unsigned number;
} guest;

typedef struct echo {
    srv_net *net;
    guest *guests;
    unsigned count, opened, closed, turns;
    unsigned frames, most; /* since the last turn, and the most of it */
    guest *later;          /* waits for the thread */
    pthread_t thread;
    atomic_bool done; /* by the thread */
    guest *alarmed;
    uint64_t alarm_ms;
    char posted[64]; /* what a POST has said in this turn */
} echo;

static void say(srv_peer *peer, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void say(srv_peer *peer, const char *format, ...)
{
    char text[256];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    srv_send(peer, text, (size_t)length);
}

static void on_request(void *context, const srv_request *request, srv_answer *answer)
{
    echo *const self = context;
    char *body = malloc(SRV_BODY_MAX + 256);
    int length = snprintf(
        body, 256, "%u %.*s %s|%s|%s|%s|", (unsigned)request->method,
        (int)request->path_length, request->path, request->cookie ? request->cookie : "-",
        request->origin ? request->origin : "-",
        request->content_type ? request->content_type : "-", request->address);

    memcpy(body + length, request->body, request->body_length);
    srv_answer_owned(answer, 200, "text/plain", body,
                     (size_t)length + request->body_length);
    answer->sends_body = request->method != SRV_HEAD;
    if (request->method == SRV_POST) {
        snprintf(answer->cookie, sizeof answer->cookie, "tobago=x; HttpOnly");
        snprintf(self->posted, sizeof self->posted, "%.*s", (int)request->body_length,
                 request->body);
    }
}

static unsigned on_open(void *context, srv_peer *peer, const srv_upgrade *upgrade,
                        void **own)
{
    echo *const self = context;
    guest *made;

    if (upgrade->origin && strcmp(upgrade->origin, "http://evil") == 0) {
        srv_send(peer, "never", 5);
        return 403;
    }
    made = calloc(1, sizeof *made);
    made->peer = peer;
    made->number = ++self->opened;
    made->next = self->guests;
    self->guests = made;
    self->count++;
    *own = made;
    say(peer, "hello %s %s %s", upgrade->address, upgrade->cookie ? upgrade->cookie : "-",
        upgrade->protocol);
    if (upgrade->origin && strcmp(upgrade->origin, "http://go") == 0)
        srv_close(peer, 4001, "go");
    return 0;
}

static void send_many(srv_peer *peer, unsigned count)
{
    char text[1024];

    for (unsigned i = 0; i < count; i++) {
        memset(text, 'a' + (char)(i % 26), sizeof text);
        snprintf(text, 12, "%011u", i);
        srv_send(peer, text, sizeof text);
    }
}

/* Another thread works for a moment and wakes the loop. */
static void *work(void *context)
{
    echo *const self = context;

    usleep(20000);
    atomic_store(&self->done, true);
    for (unsigned i = 0; i < 100; i++)
        srv_net_wake(self->net);
    return NULL;
}

static void on_frame(void *context, srv_peer *peer, void *own, const char *text,
                     size_t length)
{
    echo *const self = context;
    char copy[128];

    snprintf(copy, sizeof copy, "%.*s", (int)length, text);
    if (++self->frames > self->most)
        self->most = self->frames;
    if (strncmp(copy, "nap ", 4) == 0)
        usleep((useconds_t)strtoul(copy + 4, NULL, 10) * 1000);
    else if (strcmp(copy, "most") == 0)
        say(peer, "%u", self->most);
    else if (strncmp(copy, "all ", 4) == 0)
        for (guest *each = self->guests; each; each = each->next)
            srv_send(each->peer, text, length);
    else if (strncmp(copy, "many ", 5) == 0)
        send_many(peer, (unsigned)strtoul(copy + 5, NULL, 10));
    else if (strncmp(copy, "close ", 6) == 0)
        srv_close(peer, (unsigned)strtoul(copy + 6, NULL, 10), "as you wish");
    else if (strcmp(copy, "count") == 0)
        say(peer, "%u %u", self->count, self->closed);
    else if (strcmp(copy, "later") == 0) {
        self->later = own;
        pthread_create(&self->thread, NULL, work, self);
    } else if (strncmp(copy, "alarm ", 6) == 0) {
        self->alarmed = own;
        self->alarm_ms = host_now_us() / 1000 + strtoul(copy + 6, NULL, 10);
    } else
        srv_send(peer, text, length);
}

static void on_closed(void *context, srv_peer *peer, void *own)
{
    echo *const self = context;
    guest **at = &self->guests;

    if (((guest *)own)->peer != peer)
        abort();
    while (*at != own)
        at = &(*at)->next;
    *at = (*at)->next;
    self->count--;
    self->closed++;
    if (self->later == own)
        self->later = NULL;
    if (self->alarmed == own)
        self->alarmed = NULL;
    free(own);
    srv_send(peer, "too late", 8);
}

static uint64_t on_turn(void *context)
{
    echo *const self = context;

    self->turns++;
    self->frames = 0;
    if (atomic_exchange(&self->done, false)) {
        pthread_join(self->thread, NULL);
        if (self->later)
            say(self->later->peer, "now");
        self->later = NULL;
    }
    if (self->posted[0])
        for (guest *each = self->guests; each; each = each->next)
            say(each->peer, "posted %s", self->posted);
    self->posted[0] = '\0';
    if (!self->alarmed)
        return UINT64_MAX;
    if (host_now_us() / 1000 < self->alarm_ms)
        return self->alarm_ms;
    say(self->alarmed->peer, "alarm");
    self->alarmed = NULL;
    return UINT64_MAX;
}

static void on_ending(void *context)
{
    echo *const self = context;

    for (guest *each = self->guests; each; each = each->next)
        say(each->peer, "bye");
}

static pid_t server;
static uint16_t port;

static void serve(int listening, const srv_limits *limits)
{
    echo self = {.count = 0};
    const srv_handler handler = {.context = &self,
                                 .request = on_request,
                                 .open = on_open,
                                 .frame = on_frame,
                                 .closed = on_closed,
                                 .turn = on_turn,
                                 .ending = on_ending};
    host_status code;

    self.net = srv_net_new(listening, limits, &handler);
    code = self.net ? srv_net_run(self.net) : HOST_FAILED;
    srv_net_free(self.net);
    if (self.count != 0 || self.opened != self.closed)
        code = HOST_REFUSED;
    exit((int)code);
}

static void start(const srv_limits *limits)
{
    srv_address address;
    char url[SRV_URL_MAX];
    struct sockaddr_in where;
    socklen_t size = sizeof where;
    int listening;

    assert_null(srv_address_read(&address, "127.0.0.1:0"));
    assert_int_equal(srv_listen(&address, url, &listening), HOST_DONE);
    getsockname(listening, (struct sockaddr *)&where, &size);
    port = ntohs(where.sin_port);
    fflush(NULL);
    server = fork();
    assert_true(server >= 0);
    if (server == 0)
        serve(listening, limits);
    close(listening);
}

/* The server ends cleanly: nobody is left, nothing leaks. */
static void stop(void)
{
    int status;

    kill(server, SIGTERM);
    assert_int_equal(waitpid(server, &status, 0), server);
    server = 0;
    assert_true(WIFEXITED(status));
    assert_int_equal(WEXITSTATUS(status), 0);
}

static int start_usual(void **state)
{
    (void)state;
    start(&(srv_limits){.frames_s = 100000});
    return 0;
}

static int stop_usual(void **state)
{
    (void)state;
    if (server)
        stop();
    return 0;
}

/* ---- A client ---- */

typedef struct client {
    int fd;
    size_t length, taken;
    unsigned char in[1 << 16];
} client;

enum { WAIT_MS = 5000 };

static int connect_from(const char *from, uint16_t to)
{
    struct sockaddr_in where = {.sin_family = AF_INET, .sin_port = htons(to)};
    struct sockaddr_in self = {.sin_family = AF_INET};
    const int fd = socket(AF_INET, SOCK_STREAM, 0);
    const int yes = 1;

    assert_true(fd >= 0);
    where.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    inet_pton(AF_INET, from, &self.sin_addr);
    assert_int_equal(bind(fd, (struct sockaddr *)&self, sizeof self), 0);
    setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    assert_int_equal(connect(fd, (struct sockaddr *)&where, sizeof where), 0);
    return fd;
}

static client *client_new(void)
{
    client *const self = calloc(1, sizeof *self);

    self->fd = connect_from("127.0.0.1", port);
    return self;
}

static void client_free(client *self)
{
    close(self->fd);
    free(self);
}

static void put(client *self, const void *bytes, size_t length)
{
    for (size_t sent = 0; sent < length;) {
        const ssize_t took =
            send(self->fd, (const char *)bytes + sent, length - sent, MSG_NOSIGNAL);
        if (took <= 0)
            return;
        sent += (size_t)took;
    }
}

static void put_text(client *self, const char *text)
{
    put(self, text, strlen(text));
}

/* Waits for more bytes; false at the end, or if nothing comes. */
static bool more(client *self, int wait_ms)
{
    struct pollfd wait = {.fd = self->fd, .events = POLLIN};
    ssize_t came;

    if (self->taken == self->length)
        self->taken = self->length = 0;
    if (self->length == sizeof self->in) {
        memmove(self->in, self->in + self->taken, self->length - self->taken);
        self->length -= self->taken;
        self->taken = 0;
    }
    if (poll(&wait, 1, wait_ms) != 1)
        return false;
    came = recv(self->fd, self->in + self->length, sizeof self->in - self->length, 0);
    if (came <= 0)
        return false;
    self->length += (size_t)came;
    return true;
}

/* One head of HTTP, and the body that it announces. */
static const char *get_answer(client *self)
{
    static char text[1 << 14];
    const char *end = NULL;
    size_t size = 0, body = 0;

    while (!end && size < sizeof text - 1) {
        if (self->taken == self->length && !more(self, WAIT_MS))
            break;
        text[size++] = (char)self->in[self->taken++];
        text[size] = '\0';
        end = size >= 4 ? strstr(text + size - 4, "\r\n\r\n") : NULL;
    }
    if (end && strstr(text, "content-length: "))
        body = strtoul(strstr(text, "content-length: ") + 16, NULL, 10);
    for (; body && size < sizeof text - 1; body--) {
        if (self->taken == self->length && !more(self, WAIT_MS))
            break;
        text[size++] = (char)self->in[self->taken++];
    }
    text[size] = '\0';
    return text;
}

static const char HANDSHAKE[] = "GET /ws HTTP/1.1\r\n"
                                "Host: x\r\n"
                                "Upgrade: websocket\r\n"
                                "Connection: keep-alive, Upgrade\r\n"
                                "Sec-WebSocket-Version: 13\r\n"
                                "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
                                "Sec-WebSocket-Protocol: other, tobago.1\r\n";

/* The next frame: its opcode, 0 if the connection ends or nothing comes. */
static unsigned get_frame_in(client *self, char *payload, size_t room, size_t *length,
                             int wait_ms)
{
    unsigned char *at;
    size_t head = 2;

    for (;;) {
        const size_t left = self->length - self->taken;
        at = self->in + self->taken;
        if (left >= 2) {
            *length = at[1] & 0x7f;
            assert_false(at[1] & 0x80);
            assert_int_equal(at[0] & 0xf0, 0x80);
            if (*length == 126) {
                head = 4;
                *length = left >= 4 ? (size_t)at[2] << 8 | at[3] : 1 << 20;
            }
            assert_int_not_equal(at[1], 127);
            if (left >= head + *length)
                break;
        }
        if (self->taken) {
            memmove(self->in, at, left);
            self->length = left;
            self->taken = 0;
        }
        if (!more(self, wait_ms))
            return 0;
    }
    assert_true(*length < room);
    memcpy(payload, at + head, *length);
    payload[*length] = '\0';
    self->taken += head + *length;
    return at[0] & 0x0f;
}

static char got[1 << 15];
static size_t got_length;

static unsigned get_frame(client *self)
{
    return get_frame_in(self, got, sizeof got, &got_length, WAIT_MS);
}

static void expect_text(client *self, const char *text)
{
    assert_int_equal(get_frame(self), SRV_OP_TEXT);
    assert_string_equal(got, text);
}

/* The connection ends with this code, and then for good; 0: without a word. */
static void expect_end(client *self, unsigned code)
{
    unsigned opcode = get_frame(self);

    while (opcode == SRV_OP_TEXT || opcode == SRV_OP_PONG)
        opcode = get_frame(self);
    if (code) {
        assert_int_equal(opcode, SRV_OP_CLOSE);
        assert_int_equal((unsigned char)got[0] << 8 | (unsigned char)got[1], code);
        assert_int_equal(get_frame(self), 0);
    } else {
        assert_int_equal(opcode, 0);
    }
    assert_int_equal(recv(self->fd, got, 1, MSG_DONTWAIT) > 0, 0);
}

static client *join(void)
{
    client *const self = client_new();

    put_text(self, HANDSHAKE);
    put_text(self, "\r\n");
    assert_memory_equal(get_answer(self), "HTTP/1.1 101 ", 13);
    assert_int_equal(get_frame(self), SRV_OP_TEXT);
    assert_memory_equal(got, "hello ", 6);
    return self;
}

/* Writes a masked frame: its first byte, and its payload. */
static size_t frame(unsigned char *out, unsigned first, const void *payload,
                    size_t length)
{
    static const unsigned char mask[] = {0x37, 0xfa, 0x21, 0x3d};
    size_t head = srv_frame_head(out, SRV_OP_TEXT, length);

    out[0] = (unsigned char)first;
    out[1] |= 0x80;
    memcpy(out + head, mask, sizeof mask);
    head += sizeof mask;
    for (size_t i = 0; i < length; i++)
        out[head + i] = ((const unsigned char *)payload)[i] ^ mask[i % 4];
    return head + length;
}

static void put_frame(client *self, unsigned first, const void *payload, size_t length)
{
    unsigned char *const out = malloc(length + SRV_MASKED_HEAD_MAX);

    put(self, out, frame(out, first, payload, length));
    free(out);
}

enum { FIN = 0x80, TEXT = FIN | 1, PING = FIN | 9, PONG = FIN | 10, CLOSE = FIN | 8 };

static void put_message(client *self, const char *text)
{
    put_frame(self, TEXT, text, strlen(text));
}

static void lives(void)
{
    client *const self = join();

    put_message(self, "alive?");
    expect_text(self, "alive?");
    client_free(self);
}

/* ---- The handshake ---- */

static void a_handshake_is_answered_as_the_standard_wants_it(void **state)
{
    client *const self = client_new();
    const char *answer;

    (void)state;
    put_text(self, HANDSHAKE);
    put_text(self, "Cookie: tobago=me\r\n\r\n");
    answer = get_answer(self);

    assert_non_null(strstr(answer, "HTTP/1.1 101 Switching Protocols\r\n"));
    assert_non_null(
        strstr(answer, "\r\nsec-websocket-accept: s3pPLMBiTxaQ9kYGzzhZRbK+xOo=\r\n"));
    assert_non_null(strstr(answer, "\r\nsec-websocket-protocol: tobago.1\r\n"));
    assert_null(strstr(answer, "extensions"));
    expect_text(self, "hello 127.0.0.1 tobago=me other, tobago.1");
    client_free(self);
}

/* A copy of the handshake with one line replaced, or left out. */
static const char *altered(const char *line, const char *instead)
{
    static char text[2048];
    const char *const at = strstr(HANDSHAKE, line);
    const char *const end = strstr(at, "\r\n") + 2;

    snprintf(text, sizeof text, "%.*s%s%s%s\r\n", (int)(at - HANDSHAKE), HANDSHAKE,
             instead, *instead ? "\r\n" : "", end);
    return text;
}

static void a_wrong_handshake_is_refused(void **state)
{
    static const struct {
        const char *line, *instead;
        unsigned status;
    } rows[] = {
        {"GET", "GET /ws HTTP/1.0", 200},
        {"GET", "GET /ws/ HTTP/1.1", 200},
        {"GET", "GET /wsx HTTP/1.1", 200},
        {"GET", "GET /ws?x=y HTTP/1.1", 101},
        {"GET", "GET http://x/ws HTTP/1.1", 101},
        {"GET", "HEAD /ws HTTP/1.1", 405},
        {"GET", "GET /ws HTTP/1.2", 400},
        {"Host", "", 400},
        {"Upgrade", "", 200},
        {"Upgrade", "Upgrade: h2c", 200},
        {"Upgrade", "Upgrade: WebSocket", 101},
        {"Connection", "", 200},
        {"Connection", "Connection: close", 200},
        {"Connection", "Connection: upgrade", 101},
        {"Sec-WebSocket-Version", "", 426},
        {"Sec-WebSocket-Version", "Sec-WebSocket-Version: 8", 426},
        {"Sec-WebSocket-Version", "Sec-WebSocket-Version: 13, 8", 426},
        {"Sec-WebSocket-Key", "", 400},
        {"Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=", 400},
        {"Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQA==", 400},
        {"Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZ!==", 400},
        {"Sec-WebSocket-Key", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZR==", 400},
        {"Sec-WebSocket-Protocol", "", 400},
        {"Sec-WebSocket-Protocol", "Sec-WebSocket-Protocol: tobago.2", 400},
        {"Sec-WebSocket-Protocol", "Sec-WebSocket-Protocol: Tobago.1", 400},
        {"Host", "Host: x\r\nOrigin: http://evil", 403},
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        client *const self = client_new();
        const char *answer;
        put_text(self, altered(rows[i].line, rows[i].instead));
        answer = get_answer(self);
        if (strtoul(answer + 9, NULL, 10) != rows[i].status)
            fail_msg("'%s' gives %.30s", rows[i].instead, answer);
        if (rows[i].status == 426)
            assert_non_null(strstr(answer, "\r\nsec-websocket-version: 13\r\n"));
        client_free(self);
    }
    lives();
}

static void an_upgrade_may_follow_other_requests_and_be_followed_by_frames(void **state)
{
    client *const self = client_new();
    unsigned char out[256];

    (void)state;
    put_text(self, "GET /a HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_non_null(strstr(get_answer(self), "0 /a -|-|-|127.0.0.1|"));
    put_text(self, HANDSHAKE);
    memcpy(out, "\r\n", 2);
    put(self, out, 2 + frame(out + 2, TEXT, "early", 5));
    assert_non_null(strstr(get_answer(self), " 101 "));
    assert_int_equal(get_frame(self), SRV_OP_TEXT);
    expect_text(self, "early");
    client_free(self);
}

static void a_handler_may_close_at_once(void **state)
{
    client *const self = client_new();

    (void)state;
    put_text(self, altered("Host", "Host: x\r\nOrigin: http://go"));
    assert_non_null(strstr(get_answer(self), " 101 "));
    assert_int_equal(get_frame(self), SRV_OP_TEXT);
    expect_end(self, 4001);
    client_free(self);
}

/* ---- Frames ---- */

static void a_message_may_come_in_pieces_with_control_frames_between(void **state)
{
    client *const self = join();
    unsigned char out[64];
    size_t length;

    (void)state;
    put_frame(self, 1, "one ", 4);
    put_frame(self, PING, "?", 1);
    put_frame(self, 0, "", 0);
    put_frame(self, PONG, "", 0);
    put_frame(self, FIN, "two", 3);
    assert_int_equal(get_frame(self), SRV_OP_PONG);
    assert_string_equal(got, "?");
    expect_text(self, "one two");

    length = frame(out, TEXT, "byte by byte", 12);
    for (size_t i = 0; i < length; i++) {
        put(self, out + i, 1);
        usleep(1000);
    }
    expect_text(self, "byte by byte");
    put_frame(self, 1, "caf\xc3", 4); /* a character in two fragments */
    put_frame(self, FIN, "\xa9", 1);
    expect_text(self, "caf\xc3\xa9");
    put_message(self, "");
    expect_text(self, "");
    client_free(self);
}

static void messages_of_every_size_come_back_whole(void **state)
{
    static const size_t sizes[] = {0,    1,    125,  126,   127,   2047, 2048,
                                   2049, 4095, 4096, 16000, 16383, 16384};
    client *const self = join();
    char *const text = malloc(SRV_FRAME_MAX);
    unsigned char *const out = malloc(16 * (SRV_FRAME_MAX + SRV_MASKED_HEAD_MAX));
    size_t length = 0;

    (void)state;
    for (size_t i = 0; i < SRV_FRAME_MAX; i++)
        text[i] = (char)('a' + i % 23);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++)
        length += frame(out + length, TEXT, text, sizes[i]);
    put(self, out, length); /* all of them at once */
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        assert_int_equal(get_frame(self), SRV_OP_TEXT);
        assert_int_equal(got_length, sizes[i]);
        assert_memory_equal(got, text, sizes[i]);
    }
    free(out);
    free(text);
    client_free(self);
}

static void what_is_no_frame_ends_the_connection_with_the_right_code(void **state)
{
    static const struct {
        const char *bytes;
        size_t length;
        unsigned code;
    } rows[] = {
        {"\x82\x80\0\0\0\0", 6, 1003},                      /* binary */
        {"\x02\x80\0\0\0\0", 6, 1003},                      /* its first fragment */
        {"\x81\x01x", 3, 1002},                             /* no mask */
        {"\xc1\x80\0\0\0\0", 6, 1002},                      /* reserved bits */
        {"\xa1\x80\0\0\0\0", 6, 1002},                      /* */
        {"\x91\x80\0\0\0\0", 6, 1002},                      /* */
        {"\x83\x80\0\0\0\0", 6, 1002},                      /* unknown opcodes */
        {"\x8b\x80\0\0\0\0", 6, 1002},                      /* */
        {"\x80\x80\0\0\0\0", 6, 1002},                      /* nothing to continue */
        {"\x01\x80\0\0\0\0\x81\x80\0\0\0\0", 12, 1002},     /* two beginnings */
        {"\x09\x80\0\0\0\0", 6, 1002},                      /* a ping in fragments */
        {"\x89\xfe\0\x7e\0\0\0\0", 8, 1002},                /* a long ping */
        {"\x81\xfe\0\x05\0\0\0\0", 8, 1002},                /* a length in long form */
        {"\x81\xff\0\0\0\0\0\0\xff\xff\0\0\0\0", 14, 1002}, /* and a longer one */
        {"\x81\xff\x80\0\0\0\0\x10\0\0\0\0\0\0", 14, 1002}, /* below zero */
        {"\x81\xff\0\0\0\0\x7f\0\0\0\0\0\0\0", 14, 1009},   /* giant */
        {"\x81\xfe\x40\x01\0\0\0\0", 8, 1009},              /* one byte too long */
        {"\x81\x81\0\0\0\0\xff", 7, 1007},                  /* not UTF-8 */
        {"\x81\x83\0\0\0\0\xed\xa0\x80", 9, 1007},          /* a surrogate */
        {"\x81\x82\0\0\0\0\xc0\x80", 8, 1007},              /* overlong */
        {"\x81\x84\0\0\0\0\xf4\x90\x80\x80", 10, 1007},     /* beyond Unicode */
        {"\x81\x81\0\0\0\0\xc3", 7, 1007},                  /* half a character */
        {"\x88\x81\0\0\0\0x", 7, 1002},                     /* half a code */
        {"\x88\x82\0\0\0\0\x03\xed", 8, 1002},              /* 1005 is not sent */
        {"\x88\x82\0\0\0\0\x03\xe7", 8, 1002},              /* 999 */
        {"\x88\x83\0\0\0\0\x03\xe8\xff", 9, 1007},          /* why, not in UTF-8 */
    };

    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++) {
        client *const self = join();
        put(self, rows[i].bytes, rows[i].length);
        put_text(self, "and what follows is not looked at");
        expect_end(self, rows[i].code);
        client_free(self);
    }
    lives();
}

static void fragments_add_up_to_the_limit_and_no_further(void **state)
{
    char *const text = calloc(1, SRV_FRAME_MAX);
    client *self = join();

    (void)state;
    memset(text, 'x', SRV_FRAME_MAX);
    put_frame(self, 1, text, SRV_FRAME_MAX - 1);
    put_frame(self, FIN, text, 1);
    assert_int_equal(get_frame(self), SRV_OP_TEXT);
    assert_int_equal(got_length, SRV_FRAME_MAX);
    put_frame(self, 1, text, SRV_FRAME_MAX);
    put_frame(self, 0, text, 1);
    expect_end(self, 1009);
    client_free(self);
    free(text);
}

static void a_farewell_is_answered(void **state)
{
    client *self = join();

    (void)state;
    put_frame(self, CLOSE, "\x0f\xa1why", 5);
    expect_end(self, 4001);
    client_free(self);
    self = join();
    put_frame(self, CLOSE, "", 0);
    assert_int_equal(get_frame(self), SRV_OP_CLOSE);
    assert_int_equal(got_length, 0);
    assert_int_equal(get_frame(self), 0);
    client_free(self);
    self = join();
    put_message(self, "close 4002");
    put_message(self, "not heard any more");
    expect_end(self, 4002);
    assert_string_equal(got + 2, "as you wish");
    client_free(self);
}

/* ---- Who reads slowly, sends too much, or says nothing ---- */

static void what_a_socket_does_not_take_is_sent_later_in_order(void **state)
{
    client *const self = join();
    char want[12];

    (void)state;
    put_message(self, "many 900"); /* less than SRV_BACKLOG_MAX */
    usleep(100000);
    put_message(self, "and this");
    put_frame(self, PING, "now", 3);
    for (unsigned i = 0; i < 900; i++) {
        assert_int_equal(get_frame(self), SRV_OP_TEXT);
        assert_int_equal(got_length, 1024);
        snprintf(want, sizeof want, "%011u", i);
        assert_string_equal(got, want);
        assert_int_equal(got[1023], 'a' + (char)(i % 26));
        if (i % 100 == 0)
            usleep(1000);
    }
    expect_text(self, "and this");
    assert_int_equal(get_frame(self), SRV_OP_PONG);
    client_free(self);
}

static unsigned count_of(client *self)
{
    unsigned kind;

    put_message(self, "count");
    while ((kind = get_frame(self)) == SRV_OP_PING) /* a busy machine made us silent */
        put_frame(self, PONG, got, got_length);
    assert_int_equal(kind, SRV_OP_TEXT);
    return (unsigned)strtoul(got, NULL, 10);
}

/* Waits until so many peers are left. */
static void expect_count(client *self, unsigned count)
{
    for (unsigned i = 0; i < 200 && count_of(self) != count; i++)
        usleep(20000);
    assert_int_equal(count_of(self), count);
}

static void a_reader_that_lets_too_much_pile_up_is_cut_off(void **state)
{
    client *const watcher = join();
    client *const slow = join();

    (void)state;
    for (unsigned i = 0; i < 20; i++) /* more than all buffers of the kernel, too */
        put_message(slow, "many 1000");
    expect_count(watcher, 1);
    client_free(slow);
    put_message(watcher, "still here");
    expect_text(watcher, "still here");
    client_free(watcher);
}

static void a_client_that_vanishes_is_noticed(void **state)
{
    const struct linger now = {1, 0};
    client *const watcher = join();
    client *other = join();

    (void)state;
    assert_int_equal(count_of(watcher), 2);
    client_free(other);
    expect_count(watcher, 1);
    other = join();
    setsockopt(other->fd, SOL_SOCKET, SO_LINGER, &now, sizeof now);
    client_free(other); /* with a reset */
    expect_count(watcher, 1);
    put_message(watcher, "all of you");
    expect_text(watcher, "all of you");
    client_free(watcher);
}

static void who_sends_too_much_waits_and_loses_nothing(void **state)
{
    client *self;
    uint64_t began;
    char text[16];

    (void)state;
    start(&(srv_limits){.frames_s = 50});
    self = join();
    began = host_now_us();
    for (unsigned i = 0; i < 300; i++) { /* 250 at once, then fifty a second */
        snprintf(text, sizeof text, "%u", i);
        put_message(self, text);
    }
    for (unsigned i = 0; i < 300; i++) {
        snprintf(text, sizeof text, "%u", i);
        expect_text(self, text);
    }
    assert_true(host_now_us() - began > 800000);
    assert_true(host_now_us() - began < 10000000);
    client_free(self);
}

/* 250 frames at once, however many connections they come from. */
static void who_comes_back_gets_no_more_frames(void **state)
{
    const uint64_t began = host_now_us();
    client *watcher;
    char text[16];

    (void)state;
    start(&(srv_limits){.frames_s = 50, .connections_address = 1000});
    watcher = join();
    for (unsigned part = 0; part < 3; part++) {
        client *const self = join();
        for (unsigned i = 0; i < 125; i++) {
            snprintf(text, sizeof text, "%u", i);
            put_message(self, text);
        }
        for (unsigned i = 0; i < 125; i++) {
            snprintf(text, sizeof text, "%u", i);
            expect_text(self, text);
        }
        client_free(self);
        expect_count(watcher, 1);
    }
    assert_true(host_now_us() - began > 2000000);
    client_free(watcher);
}

static void who_is_silent_is_pinged_and_then_cut_off(void **state)
{
    client *silent, *polite, *watcher;
    unsigned pings = 0;
    unsigned last;

    (void)state;
    start(&(srv_limits){.silence_s = 3});
    silent = join();
    polite = join();
    watcher = join();
    for (unsigned i = 0; i < 10; i++) {
        usleep(500000);
        assert_true(count_of(watcher) > 0);
        while (get_frame_in(polite, got, sizeof got, &got_length, 0) == SRV_OP_PING) {
            put_frame(polite, PONG, got, got_length);
            pings++;
        }
    }
    assert_true(pings >= 1);
    assert_int_equal(count_of(watcher), 2);
    assert_int_equal(get_frame(silent), SRV_OP_PING); /* a busy machine skips others */
    while ((last = get_frame(silent)) == SRV_OP_PING)
        ;
    assert_int_equal(last, 0);
    put_message(polite, "here");
    expect_text(polite, "here");
    client_free(silent);
    client_free(polite);
    client_free(watcher);
}

/* ---- Many ---- */

static void an_address_has_only_so_many_connections(void **state)
{
    client *list[4];
    int other;
    char byte;

    (void)state;
    start(&(srv_limits){.connections_address = 3});
    for (unsigned i = 0; i < 3; i++)
        list[i] = join();
    list[3] = client_new();
    assert_false(more(list[3], WAIT_MS)); /* closed at once */
    other = connect_from("127.0.0.2", port);
    assert_int_equal(send(other, "GET / HTTP/1.1\r\nHost: x\r\n\r\n", 27, 0), 27);
    assert_int_equal(recv(other, &byte, 1, 0), 1);
    close(other);
    client_free(list[0]);
    usleep(100000);
    list[0] = join();
    for (unsigned i = 0; i < 4; i++)
        client_free(list[i]);
}

static void a_full_server_still_answers_http(void **state)
{
    client *list[15];

    (void)state;
    start(&(srv_limits){.connections = 16});
    for (unsigned i = 0; i < 14; i++)
        list[i] = join();
    list[14] = client_new();
    put_text(list[14], HANDSHAKE);
    put_text(list[14], "\r\n");
    assert_non_null(strstr(get_answer(list[14]), " 503 "));
    client_free(list[14]);
    list[14] = client_new();
    put_text(list[14], "GET /x HTTP/1.1\r\nHost: x\r\n\r\n");
    assert_non_null(strstr(get_answer(list[14]), " 200 "));
    for (unsigned i = 0; i < 15; i++)
        client_free(list[i]);
}

enum { CROWD = 1000 };

/* All connect and ask before any answer is read. */
static void a_thousand_join_at_once(void **state)
{
    static int crowd[CROWD];
    const struct rlimit files = {CROWD + 100, CROWD + 100};
    struct rlimit before;
    client *const self = calloc(1, sizeof *self);
    unsigned char out[64];

    (void)state;
    getrlimit(RLIMIT_NOFILE, &before);
    if (before.rlim_cur < files.rlim_cur)
        setrlimit(RLIMIT_NOFILE, &(struct rlimit){files.rlim_cur, before.rlim_max});
    for (unsigned i = 0; i < CROWD; i++) {
        crowd[i] = connect_from("127.0.0.1", port);
        self->fd = crowd[i];
        put_text(self, HANDSHAKE);
        put_text(self, "\r\n");
    }
    for (unsigned i = 0; i < CROWD; i++) {
        *self = (client){.fd = crowd[i]};
        assert_non_null(strstr(get_answer(self), " 101 "));
        assert_int_equal(get_frame(self), SRV_OP_TEXT);
    }
    self->fd = crowd[0];
    put(self, out, frame(out, TEXT, "all here", 8));
    for (unsigned i = 0; i < CROWD; i++) {
        *self = (client){.fd = crowd[i]};
        expect_text(self, "all here");
        close(crowd[i]);
    }
    free(self);
    lives();
}

/* ---- Turns ---- */

/* While the server naps, more sockets have something to say than a turn reads. */
static void a_busy_turn_ends_before_all_sockets_are_read(void **state)
{
    enum { BUSY = 600, MOST = 256 };
    static client *list[BUSY];

    (void)state;
    for (unsigned i = 0; i < BUSY; i++)
        list[i] = join();
    put_message(list[0], "nap 400");
    for (unsigned i = 1; i < BUSY; i++)
        put_message(list[i], "x");
    for (unsigned i = 1; i < BUSY; i++)
        expect_text(list[i], "x");
    put_message(list[0], "most");
    assert_int_equal(get_frame(list[0]), SRV_OP_TEXT);
    assert_in_range(strtoul(got, NULL, 10), 1, MOST);
    for (unsigned i = 0; i < BUSY; i++)
        client_free(list[i]);
}

static void a_turn_follows_a_wake_and_comes_at_its_time(void **state)
{
    client *const self = join();
    uint64_t began;

    (void)state;
    put_message(self, "later");
    expect_text(self, "now");
    began = host_now_us();
    put_message(self, "alarm 300");
    expect_text(self, "alarm");
    assert_true(host_now_us() - began >= 299000);
    assert_true(host_now_us() - began < 5000000);
    client_free(self);
}

static void a_post_is_answered_after_the_turn(void **state)
{
    client *const watcher = join();
    client *const self = client_new();
    const char *answer;

    (void)state;
    put_text(self, "POST /api HTTP/1.1\r\nHost: x\r\nOrigin: http://x\r\nCookie: a=b\r\n"
                   "Content-Type: application/json\r\nContent-Length: 5\r\n\r\n{\"a\"}"
                   "POST /two HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n2");
    answer = get_answer(self);
    assert_non_null(strstr(answer, "HTTP/1.1 200 OK\r\n"));
    assert_non_null(strstr(answer, "\r\nset-cookie: tobago=x; HttpOnly\r\n"));
    assert_non_null(
        strstr(answer, "\r\n\r\n2 /api a=b|http://x|application/json|127.0.0.1|{\"a\"}"));
    assert_non_null(strstr(get_answer(self), "2 /two -|-|-|127.0.0.1|2"));
    expect_text(watcher, "posted {\"a\"}");
    expect_text(watcher, "posted 2");
    client_free(self);
    client_free(watcher);
}

static void the_end_is_said_to_everybody(void **state)
{
    client *const one = join();
    client *const two = join();
    uint64_t began;

    (void)state;
    put_message(two, "many 500"); /* on its way */
    usleep(100000);
    kill(server, SIGTERM);
    expect_text(one, "bye");
    expect_end(one, 1001);
    client_free(one);
    for (unsigned i = 0; i < 500; i++)
        assert_int_equal(get_frame(two), SRV_OP_TEXT);
    expect_text(two, "bye");
    expect_end(two, 1001);
    began = host_now_us();
    client_free(two);
    for (int i = 0; i < 200; i++) { /* signals that come late spoil nothing */
        kill(server, SIGTERM);
        usleep(100);
    }
    stop();
    assert_true(host_now_us() - began < 1500000);
}

/* Clients who have been sent everything need not answer, and get it though the server is
 * gone. The best of three counts: a busy machine may hold any of them up. */
static void who_is_told_does_not_delay_the_end(void **state)
{
    enum { CLIENTS = 36 };
    uint64_t best = UINT64_MAX;

    (void)state;
    for (unsigned attempt = 0; attempt < 3; attempt++) {
        client *all[CLIENTS];
        uint64_t began;
        if (!server)
            start(&(srv_limits){.frames_s = 100000});
        for (unsigned i = 0; i < CLIENTS; i++)
            all[i] = join();
        assert_int_equal(count_of(all[0]), CLIENTS);
        began = host_now_us();
        stop();
        if (host_now_us() - began < best)
            best = host_now_us() - began;
        for (unsigned i = 0; i < CLIENTS; i++) {
            expect_text(all[i], "bye");
            expect_end(all[i], 1001);
            client_free(all[i]);
        }
    }
    print_message("# %u clients, and the server ends within %.2f s\n", CLIENTS,
                  (double)best / 1e6);
    assert_true(best < 1500000);
}

static void who_does_not_listen_delays_the_end_by_two_seconds_at_most(void **state)
{
    client *const deaf = join();
    uint64_t began;

    (void)state;
    put_message(deaf, "many 900"); /* as much as we keep for someone */
    usleep(100000);
    began = host_now_us();
    stop();
    assert_true(host_now_us() - began < 10000000);
    client_free(deaf);
}

/* ---- Chance ---- */

static void random_bytes_break_nothing(void **state)
{
    client *const watcher = join();
    const unsigned rounds = games_to_play(2000, 20000);
    tob_rng rng;

    (void)state;
    tob_rng_init(&rng, 7, 0);
    for (unsigned round = 0; round < rounds; round++) {
        unsigned char out[600];
        size_t length = 0;
        client *const self = join();
        while (length < 300 && tob_rng_below(&rng, 8)) {
            char text[200];
            const unsigned size = tob_rng_below(&rng, 4) ? tob_rng_below(&rng, 20)
                                                         : tob_rng_below(&rng, 200);
            for (unsigned i = 0; i < size; i++)
                text[i] = (char)tob_rng_below(&rng, tob_rng_below(&rng, 9) ? 128 : 256);
            length += frame(out + length,
                            tob_rng_below(&rng, 6) ? TEXT : tob_rng_below(&rng, 256),
                            text, size);
        }
        for (unsigned i = tob_rng_below(&rng, 3); i > 0 && length; i--)
            out[tob_rng_below(&rng, (unsigned)length)] ^=
                (unsigned char)(1 << tob_rng_below(&rng, 8));
        put(self, out, length);
        if (tob_rng_below(&rng, 2))
            shutdown(self->fd, SHUT_WR);
        client_free(self);
    }
    expect_count(watcher, 1);
    client_free(watcher);
}

#define SERVED(test)  cmocka_unit_test_setup_teardown(test, start_usual, stop_usual)
#define STOPPED(test) cmocka_unit_test_teardown(test, stop_usual)

/* ---- Proxies ---- */

/* The address that the server takes for the client's when this one asks with these
 * fields. */
static const char *seen_as(const char *from, const char *fields)
{
    static char address[64];
    client *const self = client_new();
    const char *text;
    unsigned bar = 0;

    close(self->fd);
    self->fd = connect_from(from, port);
    put_text(self, "GET / HTTP/1.1\r\nHost: x\r\n");
    put_text(self, fields);
    put_text(self, "\r\n");
    text = strstr(get_answer(self), "\r\n\r\n");
    assert_non_null(text);
    while (bar < 3)
        bar += *text++ == '|';
    snprintf(address, sizeof address, "%.*s", (int)strcspn(text, "|"), text);
    client_free(self);
    return address;
}

static srv_limits with_proxies(const char *list, bool forwarded)
{
    srv_limits limits = {.frames_s = 100000};

    assert_null(srv_proxies_read(&limits.proxies, list));
    limits.proxies.forwarded = forwarded;
    return limits;
}

static void nobody_but_a_trusted_proxy_names_its_client(void **state)
{
    const srv_limits limits =
        with_proxies("127.0.0.8/31 10.0.0.0/8,2001:db8::/32", false);
    static const char *const forged[] = {"X-Forwarded-For: 192.0.2.1\r\n",
                                         "Forwarded: for=192.0.2.1\r\n"};

    (void)state;
    start(&limits);

    for (unsigned i = 0; i < 2; i++) {
        assert_string_equal(seen_as("127.0.0.7", forged[i]), "127.0.0.7");
        assert_string_equal(seen_as("127.0.0.10", forged[i]), "127.0.0.10");
    }
    assert_string_equal(seen_as("127.0.0.8", forged[0]), "192.0.2.1");
    assert_string_equal(seen_as("127.0.0.9", forged[0]), "192.0.2.1");
    /* the header that the proxy does not write is the client's invention */
    assert_string_equal(seen_as("127.0.0.8", forged[1]), "127.0.0.8");
}

static void what_a_client_writes_before_the_proxy_is_ignored(void **state)
{
    static const struct {
        const char *fields, *client;
    } rows[] = {
        {"X-Forwarded-For: 1.1.1.1, 192.0.2.1\r\n", "192.0.2.1"},
        {"X-Forwarded-For: 1.1.1.1\r\nX-Forwarded-For: 192.0.2.1\r\n", "192.0.2.1"},
        {"X-Forwarded-For: 192.0.2.1, 10.1.2.3\r\n", "192.0.2.1"},
        {"X-Forwarded-For: 10.9.9.9, 10.1.2.3\r\n", "10.9.9.9"},
        {"X-Forwarded-For: ::ffff:192.0.2.1\r\n", "192.0.2.1"},
        {"X-Forwarded-For: 2001:db9::1\r\n", "2001:db9::1"},
        {"X-Forwarded-For: 192.0.2.1:4711\r\n", "192.0.2.1"},
        {"X-Forwarded-For: [2001:db9::1]:80\r\n", "2001:db9::1"},
        {"X-Forwarded-For: 192.0.2.1, nobody\r\n", "127.0.0.8"},
        {"X-Forwarded-For: 192.0.2.1,\r\n", "127.0.0.8"},
        {"X-Forwarded-For:\r\n", "127.0.0.8"},
        {"", "127.0.0.8"},
    };
    const srv_limits limits = with_proxies("127.0.0.8, 10.0.0.0/8", false);

    (void)state;
    start(&limits);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(seen_as("127.0.0.8", rows[i].fields), rows[i].client);
}

static void forwarded_is_read_if_it_is_the_proxys_header(void **state)
{
    static const struct {
        const char *fields, *client;
    } rows[] = {
        {"Forwarded: for=192.0.2.1;proto=https;by=10.0.0.1\r\n", "192.0.2.1"},
        {"Forwarded: for=1.1.1.1, proto=https; For=192.0.2.1\r\n", "192.0.2.1"},
        {"Forwarded: for=\"[2001:db9::1]:4711\"\r\n", "2001:db9::1"},
        {"Forwarded: for=_hidden\r\n", "127.0.0.8"},
        {"Forwarded: for=\"192.0.2.1\r\n", "127.0.0.8"},
        {"Forwarded: by=192.0.2.1\r\n", "127.0.0.8"},
        {"Forwarded: for=192.0.2.1, by=1.1.1.1\r\n", "127.0.0.8"},
        {"X-Forwarded-For: 192.0.2.1\r\n", "127.0.0.8"},
    };
    const srv_limits limits = with_proxies("127.0.0.8", true);

    (void)state;
    start(&limits);

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        assert_string_equal(seen_as("127.0.0.8", rows[i].fields), rows[i].client);
}

static void limits_count_the_clients_behind_a_proxy(void **state)
{
    srv_limits limits = with_proxies("127.0.0.1", false);
    client *peers[5];

    (void)state;
    limits.connections_address = 2;
    start(&limits);

    for (unsigned i = 0; i < 5; i++) {
        char field[64];
        snprintf(field, sizeof field, "X-Forwarded-For: 192.0.2.%u\r\n\r\n", i / 3);
        peers[i] = client_new();
        put_text(peers[i], HANDSHAKE);
        put_text(peers[i], field);
        assert_memory_equal(get_answer(peers[i]),
                            i == 2 ? "HTTP/1.1 429 " : "HTTP/1.1 101 ", 13);
        if (i != 2) {
            assert_int_equal(get_frame(peers[i]), SRV_OP_TEXT);
            assert_memory_equal(got, i < 3 ? "hello 192.0.2.0 " : "hello 192.0.2.1 ", 16);
        }
    }

    for (unsigned i = 0; i < 5; i++)
        client_free(peers[i]);
}

static void lists_of_proxies_that_are_wrong_are_refused(void **state)
{
    static const char *const wrong[] = {"localhost", "10.0.0.0/33", "::1/129",
                                        "10.0.0.0/", "10.0.0/8",    "127.0.0.1;",
                                        "::1/-1"};
    srv_proxies proxies = {.count = 0};
    char many[40 * 10] = "";

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_non_null(srv_proxies_read(&proxies, wrong[i]));
    for (unsigned i = 0; i < 33; i++)
        strcat(many, "127.0.0.1,");
    assert_non_null(srv_proxies_read(&proxies, many));

    assert_int_equal(proxies.count, 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        SERVED(a_handshake_is_answered_as_the_standard_wants_it),
        SERVED(a_wrong_handshake_is_refused),
        SERVED(an_upgrade_may_follow_other_requests_and_be_followed_by_frames),
        SERVED(a_handler_may_close_at_once),
        SERVED(a_message_may_come_in_pieces_with_control_frames_between),
        SERVED(messages_of_every_size_come_back_whole),
        SERVED(what_is_no_frame_ends_the_connection_with_the_right_code),
        SERVED(fragments_add_up_to_the_limit_and_no_further),
        SERVED(a_farewell_is_answered),
        SERVED(what_a_socket_does_not_take_is_sent_later_in_order),
        SERVED(a_reader_that_lets_too_much_pile_up_is_cut_off),
        SERVED(a_client_that_vanishes_is_noticed),
        STOPPED(who_sends_too_much_waits_and_loses_nothing),
        STOPPED(who_comes_back_gets_no_more_frames),
        STOPPED(who_is_silent_is_pinged_and_then_cut_off),
        STOPPED(an_address_has_only_so_many_connections),
        STOPPED(nobody_but_a_trusted_proxy_names_its_client),
        STOPPED(what_a_client_writes_before_the_proxy_is_ignored),
        STOPPED(forwarded_is_read_if_it_is_the_proxys_header),
        STOPPED(limits_count_the_clients_behind_a_proxy),
        STOPPED(lists_of_proxies_that_are_wrong_are_refused),
        STOPPED(a_full_server_still_answers_http),
        SERVED(a_thousand_join_at_once),
        SERVED(a_busy_turn_ends_before_all_sockets_are_read),
        SERVED(a_turn_follows_a_wake_and_comes_at_its_time),
        SERVED(a_post_is_answered_after_the_turn),
        SERVED(the_end_is_said_to_everybody),
        SERVED(who_is_told_does_not_delay_the_end),
        SERVED(who_does_not_listen_delays_the_end_by_two_seconds_at_most),
        SERVED(random_bytes_break_nothing),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
