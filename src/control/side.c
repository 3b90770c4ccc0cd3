/* The side doors on the server's loop.
 *
 * Few people come here, so a connection is simple: what came in and what is to go out are
 * two texts. Each door has room for a few; one more takes the place of the oldest, so
 * that nobody who forgets to hang up keeps others out. A caller at the control socket is
 * root or the server's own user, by what the kernel says of the other end. */
#define _GNU_SOURCE /* struct ucred, accept4 */
#include "control/side.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <uv.h>

#include "control/control.h"
#include "net/listen.h"
#include "net/loop.h"
#include "net/request.h"

enum {
    CALLERS_MAX = 8, /* of a door */
    READ_MAX = 64 * 1024,
};

typedef enum door_kind { CONTROL, METRICS, DOORS } door_kind;

typedef struct side side;

typedef struct caller {
    uv_poll_t poll; /* first: the loop gives us its address */
    side *side;
    struct caller *next; /* the one that came before */
    door_kind door;
    int fd;
    ctl_caller who;
    host_text in, out;
    size_t sent;
    bool last; /* it ends when all is sent */
} caller;

typedef struct door {
    uv_poll_t poll;
    int fd; /* -1: there is none */
    caller *callers;
} door;

struct side {
    srv_net *net;
    ctl_control *control;
    char folder[PATH_MAX];
    door *doors[DOORS]; /* freed by the loop; NULL: none */
};

/* ---- Callers ---- */

static void on_caller(uv_poll_t *poll, int status, int events);

static void free_handle(uv_handle_t *handle)
{
    free(handle);
}

static void end(caller *self)
{
    caller **at = &self->side->doors[self->door]->callers;

    while (*at != self)
        at = &(*at)->next;
    *at = self->next;
    host_text_clear(&self->in);
    host_text_clear(&self->out);
    close(self->fd);
    uv_close((uv_handle_t *)&self->poll, free_handle);
}

static void watch(caller *self)
{
    const bool waits = self->sent < self->out.length;

    if (uv_poll_start(&self->poll, waits ? UV_WRITABLE : UV_READABLE, on_caller) != 0)
        end(self);
}

/* Sends what is left; false if the caller is gone. */
static bool send_more(caller *self)
{
    while (self->sent < self->out.length) {
        const ssize_t took =
            send(self->fd, self->out.bytes + self->sent, self->out.length - self->sent,
                 MSG_NOSIGNAL | MSG_DONTWAIT);
        if (took < 0 && errno == EINTR)
            continue;
        if (took < 0)
            return errno == EAGAIN || errno == EWOULDBLOCK;
        self->sent += (size_t)took;
    }
    self->sent = self->out.length = 0;
    return !self->last;
}

/* ---- Lines ---- */

static void take_lines(caller *self)
{
    size_t from = 0;
    const char *end;

    while (from < self->in.length &&
           (end = memchr(self->in.bytes + from, '\n', self->in.length - from))) {
        const size_t length = (size_t)(end - (self->in.bytes + from));
        ctl_answer(self->side->control, &self->who, self->in.bytes + from, length,
                   &self->out);
        from += length + 1;
    }
    memmove(self->in.bytes, self->in.bytes + from, self->in.length - from);
    self->in.length -= from;
    self->last = self->in.length > CTL_LINE_MAX;
    self->side->net->stirred = true; /* the hub may want its next turn sooner */
}

/* ---- Metrics ---- */

static void answer_page(const caller *self, const srv_head *head, srv_answer *answer)
{
    static const char path[] = "/metrics";
    static const char type[] = "text/plain; version=0.0.4; charset=utf-8";
    const srv_request *const request = &head->request;
    host_text text = {0};

    if (head->wrong) {
        srv_answer_status(answer, head->wrong);
    } else if (request->method != SRV_GET && request->method != SRV_HEAD) {
        srv_answer_status(answer, 405);
        answer->allow = "GET, HEAD";
    } else if (request->path_length != strlen(path) ||
               memcmp(request->path, path, strlen(path)) != 0) {
        srv_answer_status(answer, 404);
    } else {
        ctl_metrics(self->side->control, &text);
        srv_answer_owned(answer, 200, type, text.bytes, text.length);
        answer->sends_body = request->method == SRV_GET;
    }
}

static void take_request(caller *self)
{
    srv_head *const head = host_need(malloc(sizeof *head));
    srv_answer answer = {0};
    char first[SRV_HEAD_MAX];

    if (srv_head_read(head, self->in.bytes, self->in.length)) {
        answer_page(self, head, &answer);
        host_text_append(&self->out, first,
                         srv_answer_head(&answer, time(NULL), true, first));
        if (answer.sends_body)
            host_text_append(&self->out, answer.body, answer.length);
        srv_answer_clear(&answer);
        self->last = true;
    } else if (self->in.length > SRV_REQUEST_MAX) {
        self->last = true;
    }
    free(head);
}

static void receive(caller *self)
{
    char *const buffer = host_need(malloc(READ_MAX));
    ssize_t came;

    do
        came = recv(self->fd, buffer, READ_MAX, MSG_DONTWAIT);
    while (came < 0 && errno == EINTR);
    if (came > 0) {
        host_text_append(&self->in, buffer, (size_t)came);
        if (self->door == CONTROL)
            take_lines(self);
        else
            take_request(self);
    }
    free(buffer);
    if (came == 0 || (came < 0 && errno != EAGAIN && errno != EWOULDBLOCK) ||
        !send_more(self))
        end(self);
    else
        watch(self);
}

static void on_caller(uv_poll_t *poll, int status, int events)
{
    caller *const self = (caller *)poll;

    if (status != 0)
        end(self);
    else if (events & UV_READABLE)
        receive(self);
    else if (send_more(self))
        watch(self);
    else
        end(self);
}

/* ---- Doors ---- */

/* May the other end of this socket give orders? */
static bool is_welcome(int fd, ctl_caller *who)
{
    struct ucred peer;
    socklen_t size = sizeof peer;

    if (getsockopt(fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
        return false;
    *who = (ctl_caller){.user = peer.uid, .process = peer.pid};
    return peer.uid == 0 || peer.uid == geteuid();
}

static void make_room(door *self)
{
    unsigned count = 0;
    caller *oldest = NULL;

    for (caller *each = self->callers; each; each = each->next, count++)
        oldest = each;
    if (count >= CALLERS_MAX)
        end(oldest);
}

static void adopt(side *self, door_kind kind, int fd)
{
    door *const at = self->doors[kind];
    caller *const one = host_need(calloc(1, sizeof *one));

    one->side = self;
    one->door = kind;
    one->fd = fd;
    if ((kind == CONTROL && !is_welcome(fd, &one->who)) ||
        uv_poll_init(&self->net->loop, &one->poll, fd) != 0) {
        close(fd);
        free(one);
        return;
    }
    make_room(at);
    uv_unref((uv_handle_t *)&one->poll);
    one->next = at->callers;
    at->callers = one;
    watch(one);
}

static void on_door(uv_poll_t *poll, int status, int events)
{
    side *const self = poll->data;
    const door_kind kind =
        self->doors[CONTROL] && poll == &self->doors[CONTROL]->poll ? CONTROL : METRICS;
    const int fd = accept4(self->doors[kind]->fd, NULL, NULL, SOCK_CLOEXEC);

    (void)status;
    (void)events;
    if (fd >= 0)
        adopt(self, kind, fd);
}

/* Opens a door on a listening socket, which it owns from now on. */
static bool open_door(side *self, door_kind kind, int fd)
{
    door *const made = host_need(calloc(1, sizeof *made));

    if (fcntl(fd, F_SETFL, O_NONBLOCK) != 0 ||
        uv_poll_init(&self->net->loop, &made->poll, fd) != 0) {
        host_complain("the loop cannot watch a socket");
        close(fd);
        free(made);
        return false;
    }
    made->fd = fd;
    made->poll.data = self;
    self->doors[kind] = made;
    uv_unref((uv_handle_t *)&made->poll);
    return uv_poll_start(&made->poll, UV_READABLE, on_door) == 0;
}

/* Listens in the data folder. Whatever is there under the name is left over: the folder's
 * lock is ours. */
static bool open_control(side *self)
{
    struct sockaddr_un address;
    int folder = -1, fd = -1, bound = -1;

    if (ctl_socket_address(self->folder, &address, &folder))
        fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (fd >= 0) {
        const mode_t mask = umask(0177);
        unlink(address.sun_path);
        bound = bind(fd, (const struct sockaddr *)&address, sizeof address);
        umask(mask);
    }
    if (bound == 0)
        bound = listen(fd, CALLERS_MAX);
    if (bound != 0) {
        host_complain("cannot listen on %s/control: %s", self->folder, strerror(errno));
        if (fd >= 0)
            close(fd);
    }
    if (folder >= 0)
        close(folder);
    return bound == 0 && open_door(self, CONTROL, fd);
}

static bool open_metrics(side *self, const srv_address *address)
{
    char url[SRV_URL_MAX];
    int fd = -1;

    if (srv_listen(address, url, &fd) != HOST_DONE)
        return false;
    printf("%smetrics has the metrics\n", url);
    fflush(stdout);
    return open_door(self, METRICS, fd);
}

/* ---- Beginning and end ---- */

static void close_side(void *context)
{
    side *const self = context;
    struct sockaddr_un address;
    int folder = -1;

    if (self->doors[CONTROL] && ctl_socket_address(self->folder, &address, &folder))
        unlink(address.sun_path);
    if (folder >= 0)
        close(folder);
    for (unsigned i = 0; i < DOORS; i++) {
        door *const each = self->doors[i];
        if (!each)
            continue;
        while (each->callers)
            end(each->callers);
        close(each->fd);
        uv_close((uv_handle_t *)&each->poll, free_handle);
    }
    ctl_free(self->control);
    free(self);
}

static void *open_side(srv_net *net, srv_hub *hub, store *s, const char *folder,
                       const srv_settings *settings)
{
    side *const self = host_need(calloc(1, sizeof *self));

    self->net = net;
    snprintf(self->folder, sizeof self->folder, "%s", folder);
    self->control = ctl_new(hub, s, folder);
    if (self->control && open_control(self) &&
        (!settings->metrics.size || open_metrics(self, &settings->metrics)))
        return self;
    close_side(self);
    return NULL;
}

const srv_side ctl_side = {.open = open_side, .close = close_side};
