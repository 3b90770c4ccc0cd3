#include "server/serve.h"

#include <limits.h>
#include <sodium.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "host/clock.h"
#include "host/log.h"
#include "host/saves.h"
#include "host/service.h"
#include "server/hub.h"

/* A changed folder is noticed by the first request this much later. */
enum { LOOK_AGAIN_US = 1000000 };

typedef struct server {
    const srv_settings *settings;
    srv_site *site; /* held */
    uint64_t looked_us;
    store *store;
    srv_tls *tls; /* or NULL */
    srv_net *net;
    srv_postman *postman; /* NULL: there is none */
    srv_hub *hub;
    const char *url, *folder; /* of the site */
    char link[SRV_URL_MAX];   /* what the settings say of the URL; "": nothing */
    char password[SRV_PASSWORD_MAX + 1]; /* asked of new guests; "": none */
    const srv_side *side;                /* or NULL */
} server;

/* ---- The world, for the hub ---- */

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

static void wake(void *context)
{
    srv_net_wake(((server *)context)->net);
}

static bool post(void *context, const srv_letter *letter)
{
    return srv_postman_post(((server *)context)->postman, letter);
}

/* Ids of tables and guests name nobody; addresses do, and are written only if asked. */
static bool writes_addresses;

static void note(const char *event, uint64_t table, uint64_t guest, const char *address)
{
    char table_id[SRV_ID_MAX] = "", guest_id[SRV_ID_MAX] = "";
    const host_log_field fields[] = {{"table", table_id},
                                     {"guest", guest_id},
                                     {"address", writes_addresses ? address : NULL}};

    if (table)
        srv_id_write(table, table_id);
    if (guest)
        srv_id_write(guest, guest_id);
    host_log(event, fields, sizeof fields / sizeof *fields);
}

/* The settings have been checked. */
static void begin_log(const srv_settings *settings)
{
    writes_addresses = settings->log_addresses;
    host_log_begin(strcmp(settings->log, "json") == 0   ? HOST_LOG_JSON
                   : strcmp(settings->log, "text") == 0 ? HOST_LOG_TEXT
                                                        : HOST_LOG_OFF);
}

/* ---- The handler, for the network ---- */

/* Is it the origin of the page under the URL that the settings name? Behind a proxy the
 * Host of a request need not be the one that browsers see. */
static bool is_at_url(const server *self, const char *origin)
{
    return origin && strcasecmp(origin, self->settings->url.origin) == 0;
}

/* Lets the hub answer. Cookies of a page that is reached over TLS stay there. */
static bool answer_by_hub(server *self, const srv_request *request, srv_answer *answer)
{
    static const char secure[] = "; Secure";
    srv_request asked = *request;
    size_t length;

    if (is_at_url(self, asked.origin))
        asked.origin = NULL;
    if (!srv_hub_request(self->hub, &asked, answer))
        return false;
    length = strlen(answer->cookie);
    if (length && (self->tls || self->settings->url.secure) &&
        length + sizeof secure <= sizeof answer->cookie)
        memcpy(answer->cookie + length, secure, sizeof secure);
    return true;
}

static void answer(void *context, const srv_request *request, srv_answer *answer)
{
    server *const self = context;
    const uint64_t now = host_now_us();

    if (answer_by_hub(self, request, answer))
        return;
    if (now - self->looked_us >= LOOK_AGAIN_US) {
        srv_site *const fresh = srv_site_reopen(self->site);
        self->looked_us = now;
        if (fresh) {
            srv_site_release(self->site);
            self->site = fresh;
        }
    }
    srv_answer_request(answer, self->site, request);
}

static unsigned on_open(void *context, srv_peer *peer, const srv_upgrade *upgrade,
                        void **own)
{
    server *const self = context;
    srv_upgrade asked = *upgrade;

    if (is_at_url(self, asked.origin))
        asked.origin = NULL;
    return srv_hub_open(self->hub, peer, &asked, own);
}

static void on_frame(void *context, srv_peer *peer, void *own, const char *text,
                     size_t length)
{
    srv_hub_frame(((server *)context)->hub, peer, own, text, length);
}

static void on_crowded(void *context)
{
    srv_hub_crowded(((server *)context)->hub);
}

static void on_closed(void *context, srv_peer *peer, void *own)
{
    srv_hub_closed(((server *)context)->hub, peer, own);
}

static uint64_t on_turn(void *context)
{
    server *const self = context;
    char endpoint[SRV_ENDPOINT_MAX + 1];
    uint64_t guest;

    while (self->postman && srv_postman_returned(self->postman, &guest, endpoint))
        srv_hub_unsubscribe(self->hub, guest, endpoint);
    return srv_hub_turn(self->hub);
}

static void on_ending(void *context)
{
    host_service_note("STOPPING=1");
    srv_hub_ending(((server *)context)->hub);
}

/* ---- The site that belongs to this program ---- */

/* Where it lies, seen from the program's folder: installed, in the tree, and seen from
 * the debug build. */
static const char *const places[] = {"../share/tobago/site", "site", "../site"};

static bool find_site(char folder[static PATH_MAX])
{
    char self[PATH_MAX], index[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    char *slash;

    self[length > 0 ? length : 0] = '\0';
    slash = strrchr(self, '/');
    if (!slash)
        return false;
    *slash = '\0';
    for (size_t i = 0; i < sizeof places / sizeof *places; i++) {
        const int wanted =
            snprintf(index, sizeof index, "%s/%s/index.html", self, places[i]);
        if (wanted >= (int)sizeof index || access(index, R_OK) != 0)
            continue;
        index[wanted - (int)strlen("/index.html")] = '\0';
        return realpath(index, folder) != NULL;
    }
    return false;
}

/* ---- The browser ---- */

/* The browser is a grandchild, so that nobody has to wait for its end. It lives on when
 * the server is told to end. */
static void open_browser(const char *url)
{
    pid_t child;

    if (!getenv("DISPLAY") && !getenv("WAYLAND_DISPLAY"))
        return;
    child = fork();
    if (child == 0) {
        if (setsid() >= 0 && fork() == 0) {
            if (freopen("/dev/null", "r", stdin) && freopen("/dev/null", "w", stdout) &&
                freopen("/dev/null", "w", stderr))
                execlp("xdg-open", "xdg-open", url, (char *)NULL);
        }
        _exit(0);
    }
    if (child > 0)
        waitpid(child, NULL, 0);
}

/* ---- Friends in the room ---- */

static void print_links(int listening, bool secure)
{
    enum { LINKS_MAX = 4 };
    char url[LINKS_MAX][SRV_URL_MAX];
    const unsigned count = srv_lan_urls(listening, url, LINKS_MAX);

    if (!count) {
        printf("This machine has no address on a local network.\n");
        return;
    }
    for (unsigned i = 0; i < count; i++)
        printf("%s%s%s", i ? ", or " : "Friends in the room open ",
               secure ? "https" : "http", url[i] + strlen("http"));
    printf("\n");
    if (!secure)
        printf("Without TLS their browsers withhold the service worker, so that the page "
               "does not work offline, the clipboard and notifications; everything else "
               "works.\n");
}

/* ---- Putting it together ---- */

/* Threads for bots: one core is the server's own. */
static unsigned bot_threads(const srv_quotas *quotas)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);

    if (quotas->bot_threads)
        return quotas->bot_threads;
    return cores > 2 ? (unsigned)cores - 1 : 1;
}

/* Says that everything is ready. Whoever reads that may send signals, so they are watched
 * by now. */
static void announce(const server *self, const srv_settings *settings, int listening)
{
    printf("%s serves %s: %zu files, %zu kB\n", self->url, self->folder,
           srv_site_files(self->site), (srv_site_bytes(self->site) + 1023) / 1024);
    if (settings->lan)
        print_links(listening, self->tls);
    fflush(stdout);
    host_log("ready", (host_log_field[]){{"url", self->url}, {"version", TOB_VERSION}},
             2);
}

/* Reads the password, if it has a file. One that cannot be used changes nothing. */
static host_status open_password(server *self)
{
    const char *const path = self->settings->password_file;
    char password[SRV_PASSWORD_MAX + 1];
    const char *const why = path ? srv_password_read(path, password) : NULL;

    if (why)
        host_complain("%s: %s", path, why);
    else if (path)
        memcpy(self->password, password, sizeof password);
    sodium_memzero(password, sizeof password);
    return why ? HOST_FAILED : HOST_DONE;
}

static void on_reload(void *context)
{
    server *const self = context;

    if (self->settings->password_file)
        host_complain(open_password(self) == HOST_DONE ? "the password was read again"
                                                       : "the old password stays in use");
}

static host_status serve(server *self, const srv_settings *settings, const srv_key *key,
                         const char *folder, int listening)
{
    const srv_handler handler = {.context = self,
                                 .request = answer,
                                 .open = on_open,
                                 .frame = on_frame,
                                 .crowded = on_crowded,
                                 .closed = on_closed,
                                 .turn = on_turn,
                                 .ending = on_ending,
                                 .reload = on_reload};
    const srv_limits limits = {.connections = settings->quotas.connections,
                               .connections_address =
                                   settings->quotas.connections_address,
                               .frames_s = settings->quotas.frames_s,
                               .proxies = settings->proxies};
    const srv_push_settings push = {.allow = settings->push_allow,
                                    .contact = settings->push_contact};
    srv_env env = {
        .time = {.now_ms = host_now_ms, .wall_ms = wall_ms, .random = draw_bytes},
        .send = srv_send,
        .close = srv_close,
        .wake = wake,
        .context = self,
        .url = self->link[0] ? self->link : NULL,
        .password = settings->password_file ? self->password : NULL,
        .push_allow = settings->push_allow,
        .now_us = host_now_us,
        .note = host_log_is_on() ? note : NULL};
    host_status code = HOST_FAILED;
    srv_push_key push_key;
    void *side = NULL;

    self->net = srv_net_new(listening, &limits, &handler);
    if (self->net && self->tls)
        srv_net_secure(self->net, self->tls);
    srv_push_key_derive(&push_key, key);
    if (self->net)
        self->postman = srv_postman_new(&push_key, &push, wake, self);
    if (self->postman)
        env.post = post;
    if (self->net)
        self->hub = srv_hub_new(&env, self->store, key, &settings->quotas,
                                bot_threads(&settings->quotas));
    if (self->hub && self->side)
        side = self->side->open(self->net, self->hub, self->store, folder, settings);
    if (self->hub && (side || !self->side)) {
        announce(self, settings, listening);
        host_service_ready();
        code = srv_net_run(self->net);
        host_log("ended", NULL, 0);
    }
    if (side)
        self->side->close(side);
    srv_postman_free(self->postman);
    srv_hub_free(self->hub);
    srv_net_free(self->net);
    return code;
}

/* Reads the certificate, if there is one. */
static host_status open_tls(server *self)
{
    const srv_settings *const settings = self->settings;

    if (!settings->tls_certificate)
        return HOST_DONE;
    self->tls =
        srv_tls_new(settings->tls_certificate,
                    settings->tls_key ? settings->tls_key : settings->tls_certificate);
    return self->tls ? HOST_DONE : HOST_FAILED;
}

/* Opens the socket, or takes the one that systemd has opened: it stays open while the
 * server restarts, so that nobody is refused. */
static host_status open_socket(const srv_settings *settings, char url[static SRV_URL_MAX],
                               int *listening)
{
    host_status code;

    if (!host_service_sockets())
        return srv_listen(&settings->address, url, listening);
    if (host_service_sockets() > 1) {
        host_complain("%u sockets were handed over, and one is wanted",
                      host_service_sockets());
        return HOST_FAILED;
    }
    code = srv_listen_given(HOST_SERVICE_SOCKET, url);
    if (!code)
        *listening = HOST_SERVICE_SOCKET;
    return code;
}

/* Writes where the server is reached: what the settings say, or what it listens on. */
static void put_url(const server *self, char url[static SRV_URL_MAX])
{
    char plain[SRV_URL_MAX];

    if (self->settings->url.origin[0]) {
        snprintf(url, SRV_URL_MAX, "%s/", self->settings->url.origin);
    } else if (self->tls) {
        memcpy(plain, url, sizeof plain);
        snprintf(url, SRV_URL_MAX, "https%.*s", SRV_URL_MAX - 6, plain + strlen("http"));
    }
}

/* Opens the tables: the store with its lock, and the key of cookies and links. */
static host_status open_data(server *self, const char *folder, srv_key *key)
{
    char why[256];

    if (store_open(&self->store, folder, why) != STORE_DONE) {
        host_complain("%s", why);
        return HOST_FAILED;
    }
    return srv_key_open(key, folder);
}

static host_status run(const srv_settings *settings, const srv_side *side,
                       const char *folder, const char *data)
{
    server self = {
        .settings = settings,
        .site = srv_site_open(folder),
        .looked_us = host_now_us(),
        .side = side,
    };
    char url[SRV_URL_MAX];
    host_status code = HOST_FAILED;
    int listening = -1;
    srv_key key;

    if (self.site)
        code = open_tls(&self);
    if (self.site && !code)
        code = open_password(&self);
    if (self.site && !code)
        code = open_socket(settings, url, &listening);
    if (!code)
        code = open_data(&self, data, &key);
    if (settings->url.origin[0])
        snprintf(self.link, sizeof self.link, "%s/", settings->url.origin);
    if (!code) {
        put_url(&self, url);
        self.url = url;
        self.folder = folder;
        if (settings->open)
            open_browser(url); /* now, while there is one thread */
        code = serve(&self, settings, &key, data, listening);
    } else if (listening >= 0) {
        close(listening);
    }
    store_close(self.store);
    srv_tls_free(self.tls);
    srv_site_release(self.site);
    return code;
}

host_status srv_serve(const srv_settings *settings, const srv_side *side)
{
    char folder[PATH_MAX], data[SAVES_PATH_MAX];

    host_service_begin();
    begin_log(settings);
    if (sodium_init() < 0) {
        host_complain("libsodium cannot start");
        return HOST_FAILED;
    }
    if (!settings->site && !find_site(folder)) {
        host_complain(
            "there is no site to serve; 'make site' builds it, and --site names "
            "another folder");
        return HOST_FAILED;
    }
    if (!settings->data) {
        const int error = saves_path("server", data);
        if (error) {
            host_complain_file("the user's data folder", error);
            return HOST_FAILED;
        }
    }
    return run(settings, side, settings->site ? settings->site : folder,
               settings->data ? settings->data : data);
}
