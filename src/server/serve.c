#include "server/serve.h"

#include <limits.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "host/clock.h"
#include "server/net.h"

/* A changed folder is noticed by the first request this much later. */
enum { LOOK_AGAIN_US = 1000000 };

typedef struct server {
    srv_site *site; /* held */
    uint64_t looked_us;
} server;

static void answer(void *context, const srv_request *request, srv_answer *answer)
{
    server *const self = context;
    const uint64_t now = host_now_us();

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

static host_status run(const srv_settings *settings, const char *folder)
{
    server self = {.site = srv_site_open(folder), .looked_us = host_now_us()};
    char url[SRV_URL_MAX];
    host_status code = HOST_FAILED;
    int listening;

    if (self.site)
        code = srv_listen(&settings->address, url, &listening);
    if (!code) {
        printf("%s serves %s: %zu files, %zu kB\n", url, folder,
               srv_site_files(self.site), (srv_site_bytes(self.site) + 1023) / 1024);
        fflush(stdout);
        if (settings->open)
            open_browser(url);
        code = srv_net_run(listening, answer, &self);
    }
    srv_site_release(self.site);
    return code;
}

host_status srv_serve(const srv_settings *settings)
{
    char folder[PATH_MAX];

    if (!srv_net_built) {
        host_complain("this program was built without libwebsockets and cannot serve; "
                      "install libwebsockets-dev and libuv1-dev and run 'make' again");
        return HOST_FAILED;
    }
    if (!settings->site && !find_site(folder)) {
        host_complain(
            "there is no site to serve; 'make site' builds it, and --site names "
            "another folder");
        return HOST_FAILED;
    }
    return run(settings, settings->site ? settings->site : folder);
}
