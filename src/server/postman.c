#include "server/postman.h"

#include <errno.h>
#include <fcntl.h>
#include <netdb.h>
#include <openssl/err.h>
#include <openssl/ssl.h>
#include <poll.h>
#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#include "host/clock.h"
#include "host/text.h"
#include "server/endpoint.h"
#include "server/lookup.h"

enum {
    THREADS = 4,           /* a push service that never answers holds one of them up */
    LETTERS = 256,         /* that wait or are on their way */
    TRIES = 3,             /* of a letter */
    TRY_MS = 10000,        /* for connecting, sending and the answer's head */
    AGAIN_MS = 5000,       /* until the second try; the third waits twice as long */
    AGAIN_MOST_MS = 60000, /* that a push service may ask us to wait */
    SLICE_MS = 100,        /* after which a waiting thread looks whether it ends */
    ENDING_MS = 2000,      /* for threads to notice the end */
    ANSWER_MAX = 4096,     /* bytes of an answer's head */
    HEAD_MAX = SRV_ENDPOINT_MAX + SRV_VAPID_MAX + SRV_HOST_MAX + 512,
    TOKEN_S = 12 * 3600, /* a signature is good for so long */
};

typedef struct parcel {
    struct parcel *next;
    srv_letter letter;
    unsigned tries;
    uint64_t due_ms;
} parcel;

struct srv_postman {
    srv_push_key key;
    char *allow, *contact; /* owned */
    SSL_CTX *tls;
    void (*wake)(void *context);
    void *context;
    atomic_bool ends;
    pthread_mutex_t lock;
    pthread_cond_t changed;
    /* Under the lock: */
    parcel *waiting;        /* in the order of their coming */
    parcel *returned;       /* whose subscription is gone */
    uint64_t busy[THREADS]; /* guests whose letters are on their way */
    unsigned parcels;
    unsigned named;   /* threads that have a number */
    unsigned running; /* threads */
    bool left;        /* the last thread frees all this */
};

/* What came of a try. */
typedef enum outcome { DELIVERED, GONE, AGAIN } outcome;

/* ---- Connecting ---- */

/* Waits until the socket is ready, the time is up or the end has come. */
static bool wait_for(srv_postman *self, int socket, short events, uint64_t until_ms)
{
    while (!atomic_load(&self->ends) && host_now_ms(NULL) < until_ms) {
        struct pollfd poll_for = {.fd = socket, .events = events};
        const int ready = poll(&poll_for, 1, SLICE_MS);
        if (ready > 0)
            return true;
        if (ready < 0 && errno != EINTR)
            return false;
    }
    return false;
}

static int connect_to(srv_postman *self, const struct addrinfo *at, uint64_t until_ms)
{
    const int fd = socket(at->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    socklen_t length = sizeof(int);
    int error = 0;

    if (fd < 0)
        return -1;
    if (connect(fd, at->ai_addr, at->ai_addrlen) == 0)
        return fd;
    if (errno == EINPROGRESS && wait_for(self, fd, POLLOUT, until_ms) &&
        getsockopt(fd, SOL_SOCKET, SO_ERROR, &error, &length) == 0 && error == 0)
        return fd;
    close(fd);
    return -1;
}

/* Connects to the first of the host's addresses that answers. One that is not public
 * spoils them all: the letter is undeliverable. */
static outcome reach(srv_postman *self, const srv_endpoint *endpoint, uint64_t until_ms,
                     int *fd)
{
    struct addrinfo *all;
    outcome result;

    *fd = -1;
    if (!srv_lookup(getaddrinfo, endpoint->host, endpoint->port, until_ms, &all))
        return AGAIN;
    result = endpoint->allowed || srv_are_public(all) ? AGAIN : GONE;
    for (const struct addrinfo *at = all; at && *fd < 0 && result == AGAIN;
         at = at->ai_next)
        *fd = connect_to(self, at, until_ms);
    freeaddrinfo(all);
    return *fd < 0 ? result : DELIVERED;
}

/* ---- TLS ---- */

/* After a call on the connection that did not succeed: true if it is to be repeated. */
static bool try_again(srv_postman *self, SSL *tls, int result, uint64_t until_ms)
{
    switch (SSL_get_error(tls, result)) {
    case SSL_ERROR_WANT_READ: return wait_for(self, SSL_get_fd(tls), POLLIN, until_ms);
    case SSL_ERROR_WANT_WRITE: return wait_for(self, SSL_get_fd(tls), POLLOUT, until_ms);
    }
    ERR_clear_error();
    return false;
}

/* The certificate is for the name, or for the address where that is the name. */
static bool expect_host(SSL *tls, const char *host)
{
    X509_VERIFY_PARAM *const expected = SSL_get0_param(tls);

    if (X509_VERIFY_PARAM_set1_ip_asc(expected, host) == 1)
        return true;
    ERR_clear_error();
    return SSL_set_tlsext_host_name(tls, host) == 1 && SSL_set1_host(tls, host) == 1;
}

static bool shake_hands(srv_postman *self, SSL *tls, const char *host, int fd,
                        uint64_t until_ms)
{
    int result;

    if (!expect_host(tls, host) || SSL_set_fd(tls, fd) != 1)
        return false;
    while ((result = SSL_connect(tls)) != 1)
        if (!try_again(self, tls, result, until_ms))
            return false;
    return true;
}

static bool write_all(srv_postman *self, SSL *tls, const void *bytes, size_t length,
                      uint64_t until_ms)
{
    size_t written = 0;
    int result;

    while ((result = SSL_write_ex(tls, bytes, length, &written)) != 1)
        if (!try_again(self, tls, result, until_ms))
            return false;
    return written == length;
}

/* Reads until the head is over, or as much of it as fits. */
static void read_head(srv_postman *self, SSL *tls, char head[static ANSWER_MAX],
                      uint64_t until_ms)
{
    size_t length = 0, got;

    head[0] = '\0';
    while (length < ANSWER_MAX - 1 && !strstr(head, "\r\n\r\n")) {
        const int result = SSL_read_ex(tls, head + length, ANSWER_MAX - 1 - length, &got);
        if (result != 1) {
            if (try_again(self, tls, result, until_ms))
                continue;
            return;
        }
        length += got;
        head[length] = '\0';
    }
}

/* ---- HTTP ---- */

/* How long the push service wants us to wait, in bounds; 0: it does not say. */
static uint64_t retry_after_ms(const char *head)
{
    static const char name[] = "\r\nretry-after:";
    uint64_t seconds = 0;

    for (const char *line = head; (line = strstr(line, "\r\n")); line++) {
        if (strncasecmp(line, name, sizeof name - 1) != 0)
            continue;
        line += sizeof name - 1;
        line += strspn(line, " ");
        for (unsigned i = 0; i < 6 && line[i] >= '0' && line[i] <= '9'; i++)
            seconds = 10 * seconds + (uint64_t)(line[i] - '0');
    }
    return seconds * 1000 < AGAIN_MOST_MS ? seconds * 1000 : AGAIN_MOST_MS;
}

static outcome judge(const char *head, uint64_t *retry_ms)
{
    uint64_t status = 0;
    char digits[4] = "";

    if (strncmp(head, "HTTP/1.", 7) == 0 && strlen(head) >= 12)
        memcpy(digits, head + 9, 3);
    if (!host_number(digits, 100, 599, &status))
        return AGAIN;
    *retry_ms = retry_after_ms(head);
    if (status == 404 || status == 410)
        return GONE;
    return status == 429 || status >= 500 ? AGAIN : DELIVERED; /* or refused for good */
}

static size_t write_request(const srv_postman *self, const srv_letter *letter,
                            const srv_endpoint *endpoint, size_t body,
                            char out[static HEAD_MAX])
{
    char vapid[SRV_VAPID_MAX];
    int length;

    if (!srv_push_vapid(&self->key, endpoint->origin, (uint64_t)time(NULL) + TOKEN_S,
                        self->contact, vapid))
        return 0;
    length = snprintf(out, HEAD_MAX,
                      "POST %s HTTP/1.1\r\nHost: %s\r\nAuthorization: %s\r\n"
                      "Content-Encoding: aes128gcm\r\n"
                      "Content-Type: application/octet-stream\r\nContent-Length: %zu\r\n"
                      "TTL: %u\r\nTopic: %s\r\nUrgency: %s\r\nConnection: close\r\n\r\n",
                      endpoint->path, endpoint->origin + strlen("https://"), vapid, body,
                      (unsigned)letter->ttl_s, letter->topic,
                      letter->urgent ? "high" : "normal");
    return length > 0 && length < HEAD_MAX ? (size_t)length : 0;
}

static outcome talk(srv_postman *self, const srv_letter *letter,
                    const srv_endpoint *endpoint, int fd, uint64_t until_ms,
                    uint64_t *retry_ms)
{
    uint8_t sealed[SRV_SEALED_MAX];
    char head[HEAD_MAX], answer[ANSWER_MAX] = "";
    const size_t body =
        srv_push_seal_once(&letter->to, letter->text, letter->length, sealed);
    const size_t length = body ? write_request(self, letter, endpoint, body, head) : 0;
    SSL *const tls = length ? SSL_new(self->tls) : NULL;

    if (tls && shake_hands(self, tls, endpoint->host, fd, until_ms) &&
        write_all(self, tls, head, length, until_ms) &&
        write_all(self, tls, sealed, body, until_ms))
        read_head(self, tls, answer, until_ms);
    SSL_free(tls);
    return judge(answer, retry_ms);
}

static outcome carry(srv_postman *self, const srv_letter *letter, uint64_t *retry_ms)
{
    const uint64_t until_ms = host_now_ms(NULL) + TRY_MS;
    srv_endpoint endpoint;
    outcome result;
    int fd;

    *retry_ms = 0;
    if (!srv_endpoint_read(&endpoint, letter->to.endpoint, self->allow))
        return GONE;
    result = reach(self, &endpoint, until_ms, &fd);
    if (result != DELIVERED)
        return result;
    result = talk(self, letter, &endpoint, fd, until_ms, retry_ms);
    close(fd);
    return result;
}

/* ---- Threads ---- */

static bool is_busy(const srv_postman *self, uint64_t guest)
{
    for (unsigned i = 0; i < THREADS; i++)
        if (self->busy[i] == guest)
            return true;
    return false;
}

/* Takes the first letter that is due and whose guest has no other on its way; one guest
 * with slow push services holds up herself alone. Else *until_ms says when to look again.
 */
static parcel *take(srv_postman *self, uint64_t *until_ms)
{
    const uint64_t now = host_now_ms(NULL);

    *until_ms = UINT64_MAX;
    for (parcel **at = &self->waiting; *at; at = &(*at)->next) {
        parcel *const p = *at;
        if (is_busy(self, p->letter.guest))
            continue;
        if (p->due_ms <= now) {
            *at = p->next;
            return p;
        }
        *until_ms = p->due_ms < *until_ms ? p->due_ms : *until_ms;
    }
    return NULL;
}

static void add(parcel **list, parcel *p)
{
    while (*list)
        list = &(*list)->next;
    p->next = NULL;
    *list = p;
}

static void drop(srv_postman *self, parcel *p)
{
    self->parcels--;
    free(p);
}

static void settle(srv_postman *self, parcel *p, outcome result, uint64_t retry_ms)
{
    const uint64_t wait = retry_ms > AGAIN_MS ? retry_ms : AGAIN_MS;

    p->tries++;
    if (result == GONE) {
        add(&self->returned, p);
        if (!atomic_load(&self->ends))
            self->wake(self->context);
    } else if (result == AGAIN && p->tries < TRIES) {
        p->due_ms = host_now_ms(NULL) + wait * p->tries;
        add(&self->waiting, p);
    } else {
        drop(self, p);
    }
}

/* Waits for a letter, until a time on the clock of host_now_ms. */
static void wait_for_letters(srv_postman *self, uint64_t until_ms)
{
    struct timespec until;

    if (until_ms == UINT64_MAX) {
        pthread_cond_wait(&self->changed, &self->lock);
        return;
    }
    until.tv_sec = (time_t)(until_ms / 1000);
    until.tv_nsec = (long)(until_ms % 1000) * 1000000;
    pthread_cond_timedwait(&self->changed, &self->lock, &until);
}

static void free_postman(srv_postman *self)
{
    while (self->waiting || self->returned) {
        parcel **const list = self->waiting ? &self->waiting : &self->returned;
        parcel *const p = *list;
        *list = p->next;
        drop(self, p);
    }
    SSL_CTX_free(self->tls);
    pthread_cond_destroy(&self->changed);
    pthread_mutex_destroy(&self->lock);
    free(self->allow);
    free(self->contact);
    free(self);
}

static void work_on(srv_postman *self, unsigned own)
{
    while (!atomic_load(&self->ends)) {
        uint64_t until_ms, retry_ms;
        parcel *const p = take(self, &until_ms);
        outcome result;
        if (!p) {
            wait_for_letters(self, until_ms);
            continue;
        }
        self->busy[own] = p->letter.guest;
        pthread_mutex_unlock(&self->lock);
        result = carry(self, &p->letter, &retry_ms);
        pthread_mutex_lock(&self->lock);
        self->busy[own] = 0;
        settle(self, p, result, retry_ms);
        pthread_cond_broadcast(&self->changed); /* her next letter may go now */
    }
}

static void *work(void *context)
{
    srv_postman *const self = context;
    sigset_t all;
    bool last;

    /* Signals are the event loop's, and a peer that hangs up ends nothing here. */
    sigfillset(&all);
    pthread_sigmask(SIG_BLOCK, &all, NULL);
    pthread_mutex_lock(&self->lock);
    work_on(self, self->named++);
    last = --self->running == 0 && self->left;
    pthread_cond_broadcast(&self->changed);
    pthread_mutex_unlock(&self->lock);
    if (last)
        free_postman(self);
    return NULL;
}

/* ---- For the server's thread ---- */

bool srv_postman_post(srv_postman *postman, const srv_letter *letter)
{
    parcel *p;

    pthread_mutex_lock(&postman->lock);
    if (postman->parcels >= LETTERS) {
        pthread_mutex_unlock(&postman->lock);
        return false;
    }
    p = host_need(calloc(1, sizeof *p));
    p->letter = *letter;
    postman->parcels++;
    add(&postman->waiting, p);
    pthread_cond_signal(&postman->changed);
    pthread_mutex_unlock(&postman->lock);
    return true;
}

bool srv_postman_returned(srv_postman *postman, uint64_t *guest,
                          char endpoint[static SRV_ENDPOINT_MAX + 1])
{
    parcel *p;

    pthread_mutex_lock(&postman->lock);
    p = postman->returned;
    if (p) {
        postman->returned = p->next;
        *guest = p->letter.guest;
        memcpy(endpoint, p->letter.to.endpoint, SRV_ENDPOINT_MAX + 1);
        drop(postman, p);
    }
    pthread_mutex_unlock(&postman->lock);
    return p != NULL;
}

/* ---- Beginning and end ---- */

static void init_lock(srv_postman *self)
{
    pthread_condattr_t clock;

    pthread_condattr_init(&clock);
    pthread_condattr_setclock(&clock, CLOCK_MONOTONIC);
    pthread_cond_init(&self->changed, &clock);
    pthread_condattr_destroy(&clock);
    pthread_mutex_init(&self->lock, NULL);
}

static char *copy(const char *text)
{
    return text ? host_need(strdup(text)) : NULL;
}

srv_postman *srv_postman_new(const srv_push_key *key, const srv_push_settings *settings,
                             void (*wake)(void *context), void *context)
{
    srv_postman *const self = host_need(calloc(1, sizeof *self));
    pthread_t thread;

    self->key = *key;
    self->allow = copy(settings->allow);
    self->contact = copy(settings->contact);
    self->wake = wake;
    self->context = context;
    self->tls = SSL_CTX_new(TLS_client_method());
    init_lock(self);
    if (!self->tls || SSL_CTX_set_min_proto_version(self->tls, TLS1_2_VERSION) != 1 ||
        SSL_CTX_set_default_verify_paths(self->tls) != 1) {
        host_complain("OpenSSL cannot start: nobody is notified with the page closed");
        free_postman(self);
        return NULL;
    }
    SSL_CTX_set_verify(self->tls, SSL_VERIFY_PEER, NULL);
    pthread_mutex_lock(&self->lock);
    while (self->running < THREADS && pthread_create(&thread, NULL, work, self) == 0) {
        pthread_detach(thread);
        self->running++;
    }
    pthread_mutex_unlock(&self->lock);
    return self;
}

void srv_postman_free(srv_postman *postman)
{
    const uint64_t until_ms = host_now_ms(NULL) + ENDING_MS;
    bool left;

    if (!postman)
        return;
    pthread_mutex_lock(&postman->lock);
    atomic_store(&postman->ends, true);
    pthread_cond_broadcast(&postman->changed);
    while (postman->running && host_now_ms(NULL) < until_ms)
        wait_for_letters(postman, until_ms);
    left = postman->left = postman->running > 0;
    pthread_mutex_unlock(&postman->lock);
    if (!left)
        free_postman(postman);
}
