#include "control/link.h"

#include <errno.h>
#include <limits.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "control/control.h"
#include "control/side.h"
#include "host/clock.h"
#include "host/saves.h"

struct ctl_link {
    char folder[PATH_MAX];
    int fd; /* of the socket; -1: there is no server */
    host_text in;
    /* without a server */
    store *store;
    srv_hub *hub;
    ctl_control *control;
};

/* ---- Without a server ---- */

static uint64_t wall_ms(void *context)
{
    struct timespec now;

    (void)context;
    clock_gettime(CLOCK_REALTIME, &now);
    return (uint64_t)now.tv_sec * 1000 + (uint64_t)now.tv_nsec / 1000000;
}

static void draw_bytes(void *context, uint8_t *bytes, size_t length)
{
    (void)context;
    randombytes_buf(bytes, length);
}

static void send_nothing(srv_peer *peer, const char *text, size_t length)
{
    (void)peer, (void)text, (void)length;
}

static void close_nothing(srv_peer *peer, unsigned code, const char *why)
{
    (void)peer, (void)code, (void)why;
}

static void wake_nobody(void *context)
{
    (void)context;
}

/* Opens the folder. No turn is ever taken, so nothing happens by itself. */
static bool open_folder(ctl_link *link)
{
    const srv_env env = {
        .time = {.now_ms = host_now_ms, .wall_ms = wall_ms, .random = draw_bytes},
        .send = send_nothing,
        .close = close_nothing,
        .wake = wake_nobody};
    char path[PATH_MAX + 16], why[256];
    srv_quotas quotas;
    srv_key key;

    snprintf(path, sizeof path, "%s/tobago.db", link->folder);
    if (access(path, F_OK) != 0) {
        host_complain("no server runs with the folder %s, and it holds no tables",
                      link->folder);
        return false;
    }
    if (sodium_init() < 0 || srv_key_open(&key, link->folder) != HOST_DONE)
        return false;
    if (store_open(&link->store, link->folder, why) != STORE_DONE) {
        host_complain("%s", why);
        return false;
    }
    srv_quotas_init(&quotas);
    link->hub = srv_hub_new(&env, link->store, &key, &quotas, 0);
    if (link->hub)
        link->control = ctl_new(link->hub, link->store, link->folder);
    return link->control != NULL;
}

/* ---- Opening ---- */

bool ctl_folder_of(const ctl_wish *wish, char folder[static 4096])
{
    const char *given = wish->data ? wish->data : getenv("TOBAGO_DATA");
    char usual[SAVES_PATH_MAX];
    int error = 0;

    if (!given)
        error = saves_path("server", usual);
    if (error) {
        host_complain_file("the user's data folder", error);
        return false;
    }
    if (snprintf(folder, 4096, "%s", given ? given : usual) < 4096)
        return true;
    host_complain("the name of the folder is too long");
    return false;
}

/* Connects; 0, or why not. */
static int connect_to(ctl_link *link, const ctl_wish *wish)
{
    struct sockaddr_un address = {.sun_family = AF_UNIX};
    int folder = -1, error = 0;

    if (!wish->socket) {
        if (!ctl_socket_address(link->folder, &address, &folder))
            return errno;
    } else if (snprintf(address.sun_path, sizeof address.sun_path, "%s", wish->socket) >=
               (int)sizeof address.sun_path) {
        return ENAMETOOLONG;
    }
    link->fd = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (link->fd < 0 ||
        connect(link->fd, (const struct sockaddr *)&address, sizeof address) != 0)
        error = errno;
    if (error && link->fd >= 0) {
        close(link->fd);
        link->fd = -1;
    }
    if (folder >= 0)
        close(folder);
    return error;
}

ctl_link *ctl_link_open(const ctl_wish *wish, bool alone)
{
    ctl_link *const link = host_need(calloc(1, sizeof *link));
    bool good = wish->socket || ctl_folder_of(wish, link->folder);
    int error = 0;

    link->fd = -1;
    if (good)
        error = connect_to(link, wish);
    if (error && (wish->socket || (error != ENOENT && error != ECONNREFUSED))) {
        good = false;
        host_complain_file(wish->socket ? wish->socket : link->folder, error);
    } else if (error && !alone) {
        good = false;
        host_complain("no server runs with the folder %s", link->folder);
    } else if (error) {
        good = open_folder(link);
    }
    if (good)
        return link;
    ctl_link_close(link);
    return NULL;
}

void ctl_link_close(ctl_link *link)
{
    if (!link)
        return;
    if (link->fd >= 0)
        close(link->fd);
    ctl_free(link->control);
    srv_hub_free(link->hub);
    store_close(link->store);
    host_text_clear(&link->in);
    free(link);
}

const char *ctl_link_folder(const ctl_link *link)
{
    return link->folder;
}

bool ctl_link_is_alone(const ctl_link *link)
{
    return link->control != NULL;
}

/* ---- Asking ---- */

static bool send_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        const ssize_t took = send(fd, bytes, length, MSG_NOSIGNAL);
        if (took < 0 && errno == EINTR)
            continue;
        if (took <= 0)
            return false;
        bytes += took;
        length -= (size_t)took;
    }
    return true;
}

/* Reads until a line is complete. */
static bool receive_line(ctl_link *link)
{
    char buffer[16384];

    while (!link->in.length || link->in.bytes[link->in.length - 1] != '\n') {
        const ssize_t came = recv(link->fd, buffer, sizeof buffer, 0);
        if (came < 0 && errno == EINTR)
            continue;
        if (came <= 0)
            return false;
        host_text_append(&link->in, buffer, (size_t)came);
    }
    return true;
}

static bool exchange(ctl_link *link, const char *line, size_t length)
{
    const ctl_caller self = {.user = geteuid(), .process = getpid()};

    link->in.length = 0;
    if (link->control) {
        ctl_answer(link->control, &self, line, length, &link->in);
        return true;
    }
    return send_all(link->fd, line, length) && send_all(link->fd, "\n", 1) &&
           receive_line(link);
}

json_t *ctl_ask(ctl_link *link, json_t *asked)
{
    char *const line = host_need(json_dumps(asked, JSON_COMPACT));
    json_t *answer = NULL;
    const json_t *error;

    json_decref(asked);
    if (exchange(link, line, strlen(line)))
        answer = json_loadb(link->in.bytes, link->in.length, 0, NULL);
    free(line);
    if (!answer) {
        host_complain("the server has hung up");
        return NULL;
    }
    error = json_object_get(answer, "error");
    if (!error)
        return answer;
    host_complain("%s", json_string_value(json_object_get(error, "reason")));
    json_decref(answer);
    return NULL;
}
