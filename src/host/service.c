#include "host/service.h"

#include <fcntl.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "host/text.h"

enum { SOCKETS_MAX = 64 };

static struct {
    struct sockaddr_un where; /* for notes */
    socklen_t size;           /* 0: nobody takes notes */
    unsigned sockets;
    uint64_t watchdog_us;
} service;

/* Takes a number out of the environment; false if it is not there, or none. */
static bool take_number(const char *name, uint64_t most, uint64_t *number)
{
    const char *const text = getenv(name);
    const bool right = text && host_number(text, 1, most, number);

    unsetenv(name);
    return right;
}

/* Both variables name the process that they are meant for. */
static bool is_meant(const char *name)
{
    uint64_t process;

    return take_number(name, INT32_MAX, &process) && process == (uint64_t)getpid();
}

static void find_notes(void)
{
    const char *const path = getenv("NOTIFY_SOCKET");
    const size_t length = path ? strlen(path) : 0;

    if (length > 1 && length < sizeof service.where.sun_path &&
        (*path == '/' || *path == '@')) {
        service.where.sun_family = AF_UNIX;
        memcpy(service.where.sun_path, path, length);
        if (*path == '@')
            service.where.sun_path[0] = '\0'; /* a name without a file */
        service.size = (socklen_t)(offsetof(struct sockaddr_un, sun_path) + length);
    }
    unsetenv("NOTIFY_SOCKET");
}

void host_service_begin(void)
{
    const bool ours = is_meant("LISTEN_PID");
    const bool watched = !getenv("WATCHDOG_PID") || is_meant("WATCHDOG_PID");
    uint64_t number;

    if (take_number("LISTEN_FDS", SOCKETS_MAX, &number) && ours)
        service.sockets = (unsigned)number;
    for (unsigned i = 0; i < service.sockets; i++)
        fcntl(HOST_SERVICE_SOCKET + (int)i, F_SETFD, FD_CLOEXEC);
    unsetenv("LISTEN_FDNAMES");
    if (take_number("WATCHDOG_USEC", UINT32_MAX, &number) && watched)
        service.watchdog_us = number / 2;
    find_notes();
}

unsigned host_service_sockets(void)
{
    return service.sockets;
}

bool host_service_listens(void)
{
    return service.size;
}

uint64_t host_service_watchdog_us(void)
{
    return service.size ? service.watchdog_us : 0;
}

void host_service_note(const char *note)
{
    int notes;

    if (!service.size)
        return;
    notes = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (notes < 0)
        return;
    sendto(notes, note, strlen(note), MSG_NOSIGNAL,
           (const struct sockaddr *)&service.where, service.size);
    close(notes);
}

void host_service_reloading(void)
{
    struct timespec now;
    char note[80];

    clock_gettime(CLOCK_MONOTONIC, &now);
    snprintf(note, sizeof note, "RELOADING=1\nMONOTONIC_USEC=%llu",
             (unsigned long long)now.tv_sec * 1000000 +
                 (unsigned long long)now.tv_nsec / 1000);
    host_service_note(note);
}

void host_service_ready(void)
{
    host_service_note("READY=1");
}
