#define _GNU_SOURCE /* strcasestr */
/* A WebSocket client, as small as the benchmark needs it: RFC 6455 without extensions.
 * Frames are masked with zeros, which every server accepts and nobody has to compute. */
#include "load.h"

#include <arpa/inet.h>
#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

enum { BUFFER = 1 << 20, HEAD_MAX = 8192 };

static char buffer[BUFFER];

static int connect_to(const struct sockaddr_in *server)
{
    const int one = 1, made = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);

    if (made < 0 || connect(made, (const struct sockaddr *)server, sizeof *server) != 0)
        load_fail("cannot connect: %s", strerror(errno));
    setsockopt(made, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
    return made;
}

static void write_all(int to, const char *bytes, size_t length)
{
    while (length > 0) {
        const ssize_t sent = send(to, bytes, length, MSG_NOSIGNAL);

        if (sent < 0)
            load_fail("cannot send: %s",
                      errno == EAGAIN ? "the server does not read" : strerror(errno));
        bytes += sent;
        length -= (size_t)sent;
    }
}

/* Reads an answer's head, and perhaps more; returns the length of the head. */
static size_t read_head(int from, char head[static HEAD_MAX], size_t *length)
{
    *length = 0;
    for (;;) {
        const ssize_t got = recv(from, head + *length, HEAD_MAX - 1 - *length, 0);
        const char *end;

        if (got <= 0)
            load_fail("the server closed the connection in the middle of an answer");
        *length += (size_t)got;
        head[*length] = '\0';
        end = strstr(head, "\r\n\r\n");
        if (end)
            return (size_t)(end - head) + 4;
        if (*length == HEAD_MAX - 1)
            load_fail("the server's answer is too long");
    }
}

void load_make_guest(const struct sockaddr_in *server, const char *name,
                     char cookie[static COOKIE_MAX])
{
    char text[512], head[HEAD_MAX], body[96], *set;
    const int to = connect_to(server);
    size_t length;
    int status = 0;

    snprintf(body, sizeof body, "{\"name\":\"%s\"}", name);
    snprintf(text, sizeof text,
             "POST /api/guest HTTP/1.1\r\nHost: %s:%d\r\nConnection: close\r\n"
             "Content-Type: application/json\r\nContent-Length: %zu\r\n\r\n%s",
             inet_ntoa(server->sin_addr), ntohs(server->sin_port), strlen(body), body);
    write_all(to, text, strlen(text));
    read_head(to, head, &length);
    close(to);
    set = strcasestr(head, "\r\nset-cookie: ");
    if (sscanf(head, "HTTP/1.1 %d", &status) != 1 || status != 200 || !set)
        load_fail("no guest can be made: %.*s", (int)strcspn(head, "\r\n"), head);
    set += strlen("\r\nset-cookie: ");
    snprintf(cookie, COOKIE_MAX, "%.*s", (int)strcspn(set, ";\r\n"), set);
}

static void keep(load_peer *peer, const char *bytes, size_t length)
{
    if (length > peer->rest_room) {
        free(peer->rest);
        peer->rest_room = length;
        peer->rest = malloc(length);
        if (!peer->rest)
            load_fail("there is no memory left");
    }
    memcpy(peer->rest, bytes, length);
    peer->rest_length = length;
}

void load_open(load_peer *peer, const struct sockaddr_in *server, const char *cookie)
{
    char text[1024], head[HEAD_MAX];
    size_t length, end;

    memset(peer, 0, sizeof *peer);
    peer->socket = connect_to(server);
    snprintf(text, sizeof text,
             "GET /ws HTTP/1.1\r\nHost: %s:%d\r\nUpgrade: websocket\r\n"
             "Connection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n"
             "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: tobago.1\r\n"
             "Cookie: %s\r\n\r\n",
             inet_ntoa(server->sin_addr), ntohs(server->sin_port), cookie);
    write_all(peer->socket, text, strlen(text));
    end = read_head(peer->socket, head, &length);
    if (strncmp(head, "HTTP/1.1 101 ", 13) != 0)
        load_fail("no WebSocket: %.*s", (int)strcspn(head, "\r\n"), head);
    keep(peer, head + end, length - end);
    fcntl(peer->socket, F_SETFL, O_NONBLOCK);
}

void load_close(load_peer *peer)
{
    close(peer->socket);
    free(peer->rest);
}

/* Sends a frame of any kind; texts have at most 64 kB. */
static void send_frame(load_peer *peer, unsigned opcode, const char *bytes, size_t length)
{
    char frame[2048];
    size_t head = 2;

    if (length > sizeof frame - 8)
        load_fail("a frame of %zu bytes is too long", length);
    frame[0] = (char)(0x80 | opcode);
    if (length < 126) {
        frame[1] = (char)(0x80 | length);
    } else {
        frame[1] = (char)(0x80 | 126);
        frame[2] = (char)(length >> 8);
        frame[3] = (char)length;
        head = 4;
    }
    memset(frame + head, 0, 4);
    memcpy(frame + head + 4, bytes, length);
    write_all(peer->socket, frame, head + 4 + length);
}

void load_send(load_peer *peer, const char *text, size_t length)
{
    send_frame(peer, 1, text, length);
}

/* Reads the head of a frame: its own length, or 0 if it is not there yet. */
static size_t frame_head(const unsigned char *at, size_t left, size_t *length)
{
    size_t head = 2;

    if (left < head)
        return 0;
    *length = at[1] & 0x7f;
    if (*length >= 126) {
        const unsigned bytes = *length == 126 ? 2 : 8;

        head += bytes;
        if (left < head)
            return 0;
        *length = 0;
        for (unsigned i = 0; i < bytes; i++)
            *length = *length << 8 | at[2 + i];
    }
    return head;
}

bool load_read(load_peer *peer, load_on_frame *on_frame, void *context)
{
    size_t have = peer->rest_length, at = 0;
    ssize_t got;

    memcpy(buffer, peer->rest ? peer->rest : "", have);
    peer->rest_length = 0;
    got = recv(peer->socket, buffer + have, BUFFER - have, 0);
    if (got == 0 || (got < 0 && errno != EAGAIN))
        return false;
    have += got > 0 ? (size_t)got : 0;
    for (;;) {
        const unsigned char *frame = (const unsigned char *)buffer + at;
        size_t length;
        const size_t head = frame_head(frame, have - at, &length);

        if (head == 0 || have - at - head < length)
            break;
        if (frame[0] == 0x81)
            on_frame(context, peer, buffer + at + head, length);
        else if (frame[0] == 0x89)
            send_frame(peer, 0xa, buffer + at + head, length);
        else if (frame[0] == 0x88)
            return false;
        else
            load_fail("the server sent a frame of kind %02x", frame[0]);
        at += head + length;
    }
    if (at == 0 && have == BUFFER)
        load_fail("the server sent a frame that is too long");
    if (at < have)
        keep(peer, buffer + at, have - at);
    return true;
}
