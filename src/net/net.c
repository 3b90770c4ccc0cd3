/* The network's loop: accepted connections, turns, beginning and end.
 *
 * When there are enough connections no more are accepted: others then wait in the
 * kernel's queue. A few connections are always left for HTTP, and an address that has too
 * many gets no more. */
#include "net/net.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/tcp.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "host/clock.h"
#include "host/service.h"
#include "net/loop.h"

enum {
    CONNECTIONS_USUAL = 12000,
    ADDRESS_USUAL = 100, /* not for this machine itself: a proxy may run here */
    FRAMES_S_USUAL = 20,
    SILENCE_S_USUAL = 60,
    FILES_ELSE = 64,    /* descriptors that are no connections */
    HTTP_SHARE = 8,     /* one in so many connections is never a WebSocket */
    ACCEPT_MAX = 64,    /* connections accepted in one turn of the loop */
    FAREWELL_MS = 2000, /* for what is still to be sent when the process is told to end */
    TOLD_MS = 150,      /* for the other sides' farewells, once everything is sent */
    LOOK_MS = 10,       /* how often that is looked at */
};

static const int SIGNALS[SRV_SIGNAL_COUNT] = {SIGTERM, SIGINT, SIGHUP};

/* ---- Turns ---- */

static void on_due(uv_timer_t *timer)
{
    ((srv_net *)timer->data)->stirred = true; /* 'before' comes next */
}

void srv_net_end_turn(srv_net *net)
{
    net->reads = 0;
    srv_peers_bury(net);
    while (net->stirred && !net->over) {
        uint64_t due, now;
        net->stirred = false;
        due = net->handler.turn(net->handler.context);
        if (due == UINT64_MAX) {
            uv_timer_stop(&net->due);
        } else {
            now = host_now_us() / 1000;
            uv_update_time(&net->loop);
            uv_timer_start(&net->due, on_due, due > now ? due - now : 0, 0);
        }
        srv_http_after_turn(net);
        srv_peers_bury(net);
    }
}

static void on_second(uv_timer_t *timer)
{
    srv_net *const net = timer->data;

    if (!net->connections)
        uv_timer_stop(timer);
    srv_http_look_after(net);
    srv_peers_look_after(net);
}

static void on_watchdog(uv_timer_t *timer)
{
    (void)timer;
    host_service_note("WATCHDOG=1");
}

static void on_before(uv_prepare_t *before)
{
    srv_net_end_turn(before->data);
}

static void on_after(uv_check_t *after)
{
    srv_net_end_turn(after->data);
}

static void on_wake(uv_async_t *wake)
{
    ((srv_net *)wake->data)->stirred = true;
}

void srv_net_wake(srv_net *net)
{
    uv_async_send(&net->wake);
}

/* ---- Connections ---- */

static void on_connections(uv_poll_t *poll, int status, int events);

/* Frames that an address has not paid for yet are counted like its connections: not
 * those of this machine itself, unless somebody says so. */
static bool counts(const srv_net *net, srv_origin origin)
{
    return net->limits.connections_address || !origin.loopback;
}

uint64_t srv_net_take_debt(srv_net *net, srv_origin origin, uint64_t now_us,
                           uint64_t most_us)
{
    return counts(net, origin)
               ? srv_addresses_take_debt(net->addresses, origin, now_us, most_us)
               : now_us;
}

void srv_net_owe(srv_net *net, srv_origin origin, uint64_t now_us, uint64_t paid_us)
{
    if (counts(net, origin))
        srv_addresses_owe(net->addresses, origin, now_us, paid_us);
}

void srv_net_count(srv_net *net, srv_origin origin)
{
    net->connections++;
    srv_addresses_add(net->addresses, origin);
    if (!uv_is_active((uv_handle_t *)&net->seconds))
        uv_timer_start(&net->seconds, on_second, 1000, 1000);
}

void srv_net_uncount(srv_net *net, srv_origin origin)
{
    net->connections--;
    srv_addresses_remove(net->addresses, origin);
    if (net->listening >= 0 && net->connections < net->limits.connections &&
        !uv_is_active((uv_handle_t *)&net->accepting))
        uv_poll_start(&net->accepting, UV_READABLE, on_connections);
}

bool srv_net_is_crowded(const srv_net *net, srv_origin origin)
{
    const unsigned most = net->limits.connections_address;

    if ((!most && origin.loopback) ||
        srv_addresses_count(net->addresses, origin) < (most ? most : ADDRESS_USUAL))
        return false;
    if (net->handler.crowded)
        net->handler.crowded(net->handler.context);
    return true;
}

/* Takes one connection from the queue; false if there is none. */
static bool accept_one(srv_net *net)
{
    const int yes = 1;
    struct sockaddr_storage where = {0};
    socklen_t size = sizeof where;
    srv_client client;
    const int taken = accept(net->listening, (struct sockaddr *)&where, &size);

    if (taken < 0)
        return errno == ECONNABORTED || errno == EINTR;
    fcntl(taken, F_SETFD, FD_CLOEXEC);
    client.origin = srv_origin_of(&where, client.address);
    client.proxy = srv_proxies_trust(&net->limits.proxies, &where);
    if (!client.proxy && srv_net_is_crowded(net, client.origin)) {
        close(taken);
        return true;
    }
    setsockopt(taken, IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    srv_http_adopt(net, taken, &client);
    return true;
}

static void on_connections(uv_poll_t *poll, int status, int events)
{
    srv_net *const net = poll->data;

    (void)status;
    (void)events;
    for (unsigned i = 0; i < ACCEPT_MAX && net->connections < net->limits.connections;
         i++)
        if (!accept_one(net))
            break;
    if (net->connections >= net->limits.connections)
        uv_poll_stop(poll);
}

/* The limit of descriptors is set to what is needed, or the connections to what it
 * allows.
 */
static void limit_connections(srv_net *net)
{
    struct rlimit limit;

    if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
        const rlim_t wanted = net->limits.connections + FILES_ELSE;
        if (limit.rlim_cur < wanted) {
            limit.rlim_cur = limit.rlim_max < wanted ? limit.rlim_max : wanted;
            setrlimit(RLIMIT_NOFILE, &limit);
        }
        if (limit.rlim_cur < wanted)
            net->limits.connections = limit.rlim_cur > 2 * FILES_ELSE
                                          ? (unsigned)limit.rlim_cur - FILES_ELSE
                                          : 1;
    }
    net->peers_max = net->limits.connections - net->limits.connections / HTTP_SHARE;
}

/* ---- The end ---- */

static void stop_listening(srv_net *net)
{
    if (net->listening < 0)
        return;
    uv_close((uv_handle_t *)&net->accepting, NULL);
    close(net->listening);
    net->listening = -1;
}

/* From here on the end is certain, and one more signal would only spoil it: libuv
 * restores the default action, which kills. Blocking them meanwhile leaves no gap. */
static void ignore_signals(srv_net *net)
{
    sigset_t ours, before;

    sigemptyset(&ours);
    for (int i = 0; i < SRV_SIGNAL_COUNT; i++)
        sigaddset(&ours, SIGNALS[i]);
    pthread_sigmask(SIG_BLOCK, &ours, &before);
    for (int i = 0; i < SRV_SIGNAL_COUNT; i++) {
        uv_close((uv_handle_t *)&net->signals[i], NULL);
        signal(SIGNALS[i], SIG_IGN);
    }
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}

/* Everything that keeps the loop running is closed, so it ends when that is done. Who is
 * still there is cut off, and the handler has a last turn. */
static void end_now(srv_net *net)
{
    if (net->over)
        return;
    stop_listening(net);
    srv_peers_cut_off(net);
    srv_net_end_turn(net);
    net->over = true;
    srv_http_cut_off(net);
    ignore_signals(net);
    uv_close((uv_handle_t *)&net->farewell, NULL);
    uv_close((uv_handle_t *)&net->due, NULL);
    uv_close((uv_handle_t *)&net->seconds, NULL);
    uv_close((uv_handle_t *)&net->watchdog, NULL);
    uv_close((uv_handle_t *)&net->before, NULL);
    uv_close((uv_handle_t *)&net->after, NULL);
    srv_peers_stop(net);
}

/* The end waits for what is to be sent. Whoever has it is told, and need not answer: her
 * connection ends with the process, and she comes back all the sooner. */
static void on_farewell(uv_timer_t *timer)
{
    srv_net *const net = timer->data;
    const uint64_t now = uv_now(&net->loop);

    if (!net->told_ms && net->answers == 0 && srv_peers_are_told(net))
        net->told_ms = now;
    if (now >= net->end_ms || (net->told_ms && now >= net->told_ms + TOLD_MS))
        end_now(net);
}

/* Ends the loop, but not from within a callback of a connection. */
static void end_soon(srv_net *net)
{
    net->end_ms = 0;
    uv_timer_start(&net->farewell, on_farewell, 0, LOOK_MS);
}

void srv_net_end_if_idle(srv_net *net)
{
    if (net->ending && !net->over && net->answers == 0 && net->peer_count == 0)
        end_soon(net);
}

/* Under a service manager SIGHUP never means that a terminal is gone. */
static void reload(srv_net *net)
{
    host_service_reloading();
    if (net->tls)
        host_complain(srv_tls_reload(net->tls) ? "the certificate was read again"
                                               : "the old certificate stays in use");
    if (net->handler.reload)
        net->handler.reload(net->handler.context);
    host_service_ready();
}

/* The first signal lets answers and frames arrive, the second one does not. */
static void on_signal(uv_signal_t *signal, int number)
{
    srv_net *const net = signal->data;

    if (number == SIGHUP && (net->tls || host_service_listens())) {
        reload(net);
        return;
    }
    stop_listening(net);
    if (net->ending) {
        end_soon(net);
        return;
    }
    net->ending = true;
    uv_update_time(&net->loop);
    net->end_ms = uv_now(&net->loop) + FAREWELL_MS;
    uv_timer_start(&net->farewell, on_farewell, LOOK_MS, LOOK_MS);
    net->handler.ending(net->handler.context);
    net->stirred = true;
    srv_net_end_turn(net);
    srv_peers_dismiss(net);
    srv_net_end_if_idle(net);
}

/* ---- The beginning ---- */

/* nohup hides the hangup of a terminal; a shell's '&' hides its interrupts, but not a
 * kill -INT that is meant for us. */
static void watch_signals(srv_net *net)
{
    for (int i = 0; i < SRV_SIGNAL_COUNT; i++) {
        struct sigaction before = {0};
        sigaction(SIGNALS[i], NULL, &before);
        uv_signal_init(&net->loop, &net->signals[i]);
        net->signals[i].data = net;
        if (SIGNALS[i] != SIGHUP || before.sa_handler != SIG_IGN)
            uv_signal_start(&net->signals[i], on_signal, SIGNALS[i]);
    }
}

static void set_limits(srv_net *net, const srv_limits *limits)
{
    net->limits = *limits;
    if (!net->limits.connections)
        net->limits.connections = CONNECTIONS_USUAL;
    if (!net->limits.frames_s)
        net->limits.frames_s = FRAMES_S_USUAL;
    if (!net->limits.silence_s)
        net->limits.silence_s = SILENCE_S_USUAL;
    limit_connections(net);
}

/* Those that only serve the others do not keep the loop running. */
static void make_handles(srv_net *net)
{
    uv_timer_init(&net->loop, &net->farewell);
    uv_timer_init(&net->loop, &net->due);
    uv_timer_init(&net->loop, &net->seconds);
    uv_timer_init(&net->loop, &net->watchdog);
    uv_prepare_init(&net->loop, &net->before);
    uv_check_init(&net->loop, &net->after);
    uv_async_init(&net->loop, &net->wake, on_wake);
    uv_poll_init(&net->loop, &net->accepting, net->listening);
    net->farewell.data = net->due.data = net->seconds.data = net->before.data =
        net->after.data = net;
    net->wake.data = net->accepting.data = net;
    uv_unref((uv_handle_t *)&net->wake);
    uv_prepare_start(&net->before, on_before);
    uv_check_start(&net->after, on_after);
    srv_peers_start(net);
}

srv_net *srv_net_new(int listening, const srv_limits *limits, const srv_handler *handler)
{
    srv_net *const net = host_need(calloc(1, sizeof *net));

    net->handler = *handler;
    net->listening = listening;
    set_limits(net, limits);
    if (uv_loop_init(&net->loop) != 0) {
        host_complain("libuv cannot make an event loop");
        close(listening);
        free(net);
        return NULL;
    }
    net->addresses = srv_addresses_new();
    watch_signals(net);
    make_handles(net);
    return net;
}

void srv_net_secure(srv_net *net, srv_tls *tls)
{
    net->tls = tls;
}

host_status srv_net_run(srv_net *net)
{
    const uint64_t watchdog_ms = host_service_watchdog_us() / 1000;

    net->stirred = true; /* the handler says when it wants its first turn */
    if (watchdog_ms)
        uv_timer_start(&net->watchdog, on_watchdog, 0, watchdog_ms);
    uv_poll_start(&net->accepting, UV_READABLE, on_connections);
    uv_run(&net->loop, UV_RUN_DEFAULT);
    return HOST_DONE;
}

void srv_net_free(srv_net *net)
{
    if (!net)
        return;
    end_now(net);
    uv_close((uv_handle_t *)&net->wake, NULL);
    uv_run(&net->loop, UV_RUN_DEFAULT);
    uv_loop_close(&net->loop);
    srv_addresses_free(net->addresses);
    free(net->buffer);
    free(net);
}
