/* Each lookup is a thread of its own, which getaddrinfo may hold for as long as it likes.
 * Whoever asked waits until the time is up. The last of the two to leave frees it. */
#include "server/lookup.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <time.h>

#include "host/text.h"

typedef struct lookup {
    srv_resolver *resolver;
    char *host, *port; /* owned */
    pthread_mutex_t lock;
    pthread_cond_t done_or_not;
    /* Under the lock: */
    struct addrinfo *all;
    bool done; /* the thread has no more to do */
    bool left; /* nobody waits */
} lookup;

static atomic_uint lookups;

static lookup *lookup_new(srv_resolver *resolver, const char *host, const char *port)
{
    lookup *const self = host_need(calloc(1, sizeof *self));
    pthread_condattr_t clock;

    self->resolver = resolver;
    self->host = host_need(strdup(host));
    self->port = host_need(strdup(port));
    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&self->done_or_not, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&self->lock, NULL);
    return self;
}

static void lookup_free(lookup *self)
{
    if (self->all)
        freeaddrinfo(self->all);
    pthread_cond_destroy(&self->done_or_not);
    pthread_mutex_destroy(&self->lock);
    free(self->host);
    free(self->port);
    free(self);
    atomic_fetch_sub(&lookups, 1);
}

static void *look_up(void *context)
{
    const struct addrinfo hints = {.ai_socktype = SOCK_STREAM,
                                   .ai_flags = AI_NUMERICSERV | AI_ADDRCONFIG};
    lookup *const self = context;
    struct addrinfo *all = NULL;
    bool left;

    if (self->resolver(self->host, self->port, &hints, &all) != 0)
        all = NULL;
    pthread_mutex_lock(&self->lock);
    self->all = all;
    self->done = true;
    left = self->left;
    pthread_cond_signal(&self->done_or_not);
    pthread_mutex_unlock(&self->lock);
    if (left)
        lookup_free(self);
    return NULL;
}

/* Signals are the event loop's: the thread is made with all of them blocked. */
static bool begin(lookup *self)
{
    sigset_t all, before;
    pthread_t thread;
    bool good;

    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    good = pthread_create(&thread, NULL, look_up, self) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
    if (good)
        pthread_detach(thread);
    return good;
}

bool srv_lookup(srv_resolver *resolver, const char *host, const char *port,
                uint64_t until_ms, struct addrinfo **all)
{
    const struct timespec until = {.tv_sec = (time_t)(until_ms / 1000),
                                   .tv_nsec = (long)(until_ms % 1000) * 1000000};
    lookup *self;
    bool done;

    *all = NULL;
    if (atomic_fetch_add(&lookups, 1) >= SRV_LOOKUPS_MAX) {
        atomic_fetch_sub(&lookups, 1);
        return false;
    }
    self = lookup_new(resolver, host, port);
    if (!begin(self)) {
        lookup_free(self);
        return false;
    }
    pthread_mutex_lock(&self->lock);
    while (!self->done &&
           pthread_cond_timedwait(&self->done_or_not, &self->lock, &until) == 0)
        ;
    done = self->done;
    self->left = true;
    if (done) {
        *all = self->all;
        self->all = NULL;
    }
    pthread_mutex_unlock(&self->lock);
    if (done)
        lookup_free(self);
    return *all != NULL;
}
