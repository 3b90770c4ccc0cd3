/* pipe2: a child must not inherit the pipes of another, started at the same moment. */
#define _GNU_SOURCE
#include "host/external.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/clock.h"
#include "tobago/record.h"

enum {
    SLICE_MS = 100,     /* a wait is this long at most, then the stop is looked at */
    FAREWELL_MS = 500,  /* a child has this long to end after bye */
    SEND_EARLY = 16384, /* bytes waiting that are sent without a question */
};

extern char **environ;

/* Forgets a child that has ended or was never started, and its queue. An end without a
 * pipe is -1, and closing it does nothing. */
static void close_pipes(external *child)
{
    close(child->to);
    close(child->from);
    child->pid = 0;
    child->sent = child->waiting.length = 0;
}

/* ---- Starting ---- */

/* Spawns the program with these ends of its pipes. Returns 0 or an error number. */
static int spawn(external *child, char *const *words, bool show_errors, int in, int out)
{
    posix_spawn_file_actions_t actions;
    posix_spawnattr_t attributes;
    sigset_t signals;
    int error = posix_spawn_file_actions_init(&actions);

    if (error)
        return error;
    error = posix_spawnattr_init(&attributes);
    if (error) {
        posix_spawn_file_actions_destroy(&actions);
        return error;
    }
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    if (!show_errors)
        posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY,
                                         0);
    posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF |
                                              POSIX_SPAWN_SETSIGMASK);
    posix_spawnattr_setpgroup(&attributes, 0);
    sigemptyset(&signals);
    posix_spawnattr_setsigmask(&attributes, &signals);
    sigaddset(&signals, SIGPIPE); /* we ignore these; the child need not */
    sigaddset(&signals, SIGXFSZ);
    posix_spawnattr_setsigdefault(&attributes, &signals);
    error = posix_spawnp(&child->pid, words[0], &actions, &attributes, words, environ);
    posix_spawnattr_destroy(&attributes);
    posix_spawn_file_actions_destroy(&actions);
    return error;
}

/* Makes the pipes and spawns the program. Returns 0 or an error number. */
static int open_child(external *child, char *const *words, bool show_errors)
{
    int in[2] = {-1, -1}, out[2] = {-1, -1};
    const bool piped = pipe2(in, O_CLOEXEC) == 0 && pipe2(out, O_CLOEXEC) == 0;
    const int error = piped ? spawn(child, words, show_errors, in[0], out[1]) : errno;

    close(in[0]);
    close(out[1]);
    child->to = in[1];
    child->from = out[0];
    if (error) {
        close_pipes(child);
        return error;
    }
    fcntl(child->to, F_SETFL, O_NONBLOCK);
    fcntl(child->from, F_SETFL, O_NONBLOCK);
    return 0;
}

/* Reaps a child that ended before it said its name. Returns a sentence about its end. */
static const char *tell_end(external *child)
{
    const char *text = "ended before it said its name";

    external_kill(child);
    if (!WIFEXITED(child->status))
        return text;
    snprintf(child->why, sizeof child->why,
             "%s, with exit code %d; --stderr shows its errors", text,
             WEXITSTATUS(child->status));
    return child->why;
}

static const char *greet(external *child, const char *hello, uint32_t limit_ms,
                         const atomic_bool *stop)
{
    size_t length;

    external_say(child, hello, strlen(hello));
    switch (external_ask(child, limit_ms, stop)) {
    case EXTERNAL_OK: break;
    case EXTERNAL_SILENT: return "did not say its name in time";
    case EXTERNAL_DEAD: return tell_end(child);
    case EXTERNAL_FLOOD: return "wrote without end instead of its name";
    case EXTERNAL_STOPPED: return "was stopped";
    }
    length = strlen(child->line);
    if (length && child->line[length - 1] == '\r')
        return "said a name that ends with a carriage return";
    if (!rec_is_utf8(child->line, length))
        return "said a name that is not UTF-8, or has control bytes";
    if (strcmp(child->line, "cannot") == 0)
        return "says that it cannot play this, and not why";
    if (strncmp(child->line, "cannot ", 7) == 0)
        return child->line;
    if (!length || length > REC_NAME_MAX)
        return "said no name of 1 to 32 bytes";
    memcpy(child->name, child->line, length + 1);
    return NULL;
}

bool external_start(external *child, char *const *words, const char *hello,
                    bool show_errors, uint32_t limit_ms, const atomic_bool *stop,
                    const char **why)
{
    const int error = open_child(child, words, show_errors);

    *why = error ? strerror(error) : greet(child, hello, limit_ms, stop);
    if (*why)
        external_kill(child);
    return !*why;
}

/* ---- Talking ---- */

/* Sends what the pipe takes at once; false if the child does not read any more. */
static bool send_some(external *child)
{
    while (child->sent < child->waiting.length) {
        const ssize_t wrote = write(child->to, child->waiting.bytes + child->sent,
                                    child->waiting.length - child->sent);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote < 0)
            return errno == EAGAIN;
        child->sent += (size_t)wrote;
    }
    child->sent = child->waiting.length = 0;
    return true;
}

void external_say(external *child, const char *line, size_t length)
{
    host_text_append(&child->waiting, line, length);
    host_text_append(&child->waiting, "\n", 1);
}

void external_send(external *child, bool now)
{
    if (now || child->waiting.length - child->sent > SEND_EARLY)
        send_some(child); /* a failure shows at the next question */
}

/* Throws away everything that the child wrote unasked. */
static external_status drain(external *child)
{
    char trash[4096];

    for (size_t total = 0; total <= EXTERNAL_FLOOD_MAX;) {
        const ssize_t got = read(child->from, trash, sizeof trash);
        if (got < 0 && errno == EINTR)
            continue;
        if (got < 0)
            return errno == EAGAIN ? EXTERNAL_OK : EXTERNAL_DEAD;
        if (got == 0)
            return EXTERNAL_DEAD;
        total += (size_t)got;
    }
    return EXTERNAL_FLOOD;
}

/* Reads on towards the end of a line; *length counts the bytes read so far. */
static external_status read_some(external *child, size_t *length, bool *whole)
{
    const ssize_t got =
        read(child->from, child->line + *length, sizeof child->line - *length);
    char *end;

    if (got < 0)
        return errno == EAGAIN || errno == EINTR ? EXTERNAL_OK : EXTERNAL_DEAD;
    if (got == 0)
        return EXTERNAL_DEAD;
    end = memchr(child->line + *length, '\n', (size_t)got);
    *length += (size_t)got;
    if (end) {
        for (char *at = child->line; at < end; at++)
            *at = *at ? *at : '\1'; /* no legal line holds either */
        *end = '\0';                /* the rest was not asked for */
        *whole = true;
        return EXTERNAL_OK;
    }
    return *length == sizeof child->line ? EXTERNAL_FLOOD : EXTERNAL_OK;
}

/* Has the child ended? It stays unreaped, so that its pid cannot become another's. */
static bool has_ended(const external *child)
{
    siginfo_t ended = {0};

    return waitid(P_PID, (id_t)child->pid, &ended, WEXITED | WNOHANG | WNOWAIT) != 0 ||
           ended.si_pid;
}

/* Waits until the child can be written to or read from, or for a slice of the time left.
 * False if it has ended, or closed its input and written nothing more. */
static bool wait_for(const external *child, uint64_t left_us)
{
    const uint64_t left_ms = left_us / 1000 + 1;
    struct pollfd ends[2] = {
        {.fd = child->from, .events = POLLIN},
        {.fd = child->to, .events = child->waiting.length ? POLLOUT : 0},
    };

    if (poll(ends, 2, left_ms < SLICE_MS ? (int)left_ms : SLICE_MS) == 0)
        return !has_ended(child); /* its own children may keep the pipe open */
    return ends[0].revents || !(ends[1].revents & POLLERR);
}

external_status external_ask(external *child, uint32_t limit_ms, const atomic_bool *stop)
{
    const uint64_t deadline = host_now_us() + (uint64_t)limit_ms * 1000;
    external_status status = drain(child);
    size_t length = 0;
    bool whole = false;

    while (status == EXTERNAL_OK && !whole) {
        const uint64_t now = host_now_us();
        if (atomic_load(stop))
            return EXTERNAL_STOPPED;
        if (now >= deadline)
            return EXTERNAL_SILENT;
        if (!send_some(child) || !wait_for(child, deadline - now))
            return EXTERNAL_DEAD;
        status = read_some(child, &length, &whole);
    }
    return status;
}

/* ---- Ending ---- */

void external_kill(external *child)
{
    if (!child->pid)
        return;
    kill(-child->pid, SIGKILL);
    kill(child->pid, SIGKILL);
    while (waitpid(child->pid, &child->status, 0) < 0 && errno == EINTR)
        continue;
    close_pipes(child);
}

void external_end(external *child)
{
    const uint64_t deadline = host_now_us() + FAREWELL_MS * 1000;
    const struct timespec pause = {0, 2 * 1000 * 1000};

    if (!child->pid)
        return;
    external_say(child, "bye", 3);
    while (!has_ended(child) && host_now_us() < deadline) {
        if (child->to >= 0 && (!send_some(child) || !child->waiting.length)) {
            close(child->to);
            child->to = -1;
        }
        if (drain(child) == EXTERNAL_FLOOD)
            break;
        nanosleep(&pause, NULL);
    }
    external_kill(child);
}

void external_clear(external *child)
{
    host_text_clear(&child->waiting);
}
