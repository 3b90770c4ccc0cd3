/* Who we are on a server: the URL, the cookie of last time, links. */
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "client/session.h"
#include "host/saves.h"

/* ---- The URL ---- */

static bool bad_url(const char *url, const char *why)
{
    host_complain("'%s': %s", url, why);
    return false;
}

bool guest_read_url(guest *g, const char *url)
{
    const char *at = url, *end;
    size_t host;
    uint64_t port;

    *g = (guest){.where.tls = strncmp(url, "https://", 8) == 0};
    if (!g->where.tls && strncmp(url, "http://", 7) != 0)
        return bad_url(url, "an address begins with http:// or https://");
    at += g->where.tls ? 8 : 7;
    port = g->where.tls ? 443 : 80;
    if (*at == '[') { /* an address of IPv6 */
        end = strchr(++at, ']');
        host = end ? (size_t)(end - at) : 0;
        end = end ? end + 1 : at;
    } else {
        host = strcspn(at, ":/#?");
        end = at + host;
    }
    if (host == 0 || host >= sizeof g->where.host)
        return bad_url(url, "the name of the server is missing");
    memcpy(g->where.host, at, host);
    if (*end == ':') {
        char digits[8] = "";
        const size_t length = strcspn(++end, "/#?");
        if (length < sizeof digits)
            memcpy(digits, end, length);
        if (!host_number(digits, 1, 65535, &port))
            return bad_url(url, "the port is no number from 1 to 65535");
        end += length;
    }
    g->where.port = (uint16_t)port;
    end = strchr(end, '#');
    if (!end || !end[1])
        return true;
    if (strlen(end + 1) >= sizeof g->link || !strchr(end, '=') || !strchr(end, '.'))
        return bad_url(url, "what follows the '#' is no link of a table");
    snprintf(g->link, sizeof g->link, "%s", end + 1);
    return true;
}

/* ---- The cookie ---- */

/* Writes the path of the file that keeps the cookie of this server. */
static bool cookie_path(const guest *g, char path[static SAVES_PATH_MAX])
{
    char name[NET_HOST_MAX + 32];

    snprintf(name, sizeof name, "guest-%s-%s-%u", g->where.tls ? "https" : "http",
             g->where.host, g->where.port);
    for (char *at = name; *at; at++)
        if (!strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-",
                    *at))
            *at = '_';
    return saves_path(name, path) == 0;
}

static void read_cookie(guest *g)
{
    char path[SAVES_PATH_MAX];
    FILE *file = cookie_path(g, path) ? fopen(path, "r") : NULL;

    if (file && fgets(g->cookie, sizeof g->cookie, file))
        g->cookie[strcspn(g->cookie, "\r\n")] = '\0';
    if (file)
        fclose(file);
}

/* Whoever reads the file is this guest, so nobody else may. */
static void write_cookie(const guest *g)
{
    char path[SAVES_PATH_MAX], new[SAVES_PATH_MAX + 8];
    const size_t length = strlen(g->cookie);
    int file;

    if (!cookie_path(g, path))
        return;
    snprintf(new, sizeof new, "%s.new", path);
    unlink(new);
    file = open(new, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return;
    if (write(file, g->cookie, length) != (ssize_t)length || write(file, "\n", 1) != 1 ||
        fsync(file) != 0 || close(file) != 0 || rename(new, path) != 0)
        unlink(new);
}

void guest_drop_cookie(guest *g)
{
    char path[SAVES_PATH_MAX];

    g->cookie[0] = g->id[0] = '\0';
    if (cookie_path(g, path))
        unlink(path);
}

/* ---- Links and the password ---- */

void guest_link_url(const guest *g, const char *link, char out[static GUEST_URL_MAX])
{
    const bool six = strchr(g->where.host, ':');

    if (*g->url)
        snprintf(out, GUEST_URL_MAX, "%s#%s", g->url, link);
    else
        snprintf(out, GUEST_URL_MAX, "%s://%s%s%s:%u/#%s",
                 g->where.tls ? "https" : "http", six ? "[" : "", g->where.host,
                 six ? "]" : "", g->where.port, link);
}

bool guest_read_password(guest *g, const char *path)
{
    host_text text = {0};
    bool good = host_text_read(&text, path, sizeof g->password) == HOST_DONE;

    if (good) {
        host_text_append(&text, "", 0);
        snprintf(g->password, sizeof g->password, "%.*s",
                 (int)strcspn(text.bytes, "\r\n"), text.bytes);
        good = *g->password;
        if (!good)
            host_complain("%s: its first line is the password", path);
    }
    host_text_clear(&text);
    return good;
}

/* ---- Requests ---- */

/* Posts a JSON object, which it takes over; the answer's object, or NULL after a
 * complaint. A cookie that the server sets is kept. */
static json_t *post(guest *g, net *n, const char *path, json_t *body)
{
    static net_request r;
    char *text;
    json_t *answer = NULL;

    if (*g->password)
        json_object_set_new(body, "password", json_string(g->password));
    text = json_dumps(body, JSON_COMPACT);

    json_decref(body);
    r = (net_request){.method = "POST", .path = path, .body = host_need(text)};
    snprintf(r.cookie, sizeof r.cookie, "%s", g->cookie);
    if (!net_ask(n, &r)) {
        host_complain("%s: %s", g->where.host, r.why);
    } else {
        answer =
            json_loadb(r.answer.bytes ? r.answer.bytes : "", r.answer.length, 0, NULL);
        if (r.status != 200 || !json_is_object(answer)) {
            const char *why = session_error(answer);
            host_complain("%s: %s (%u)", g->where.host,
                          why ? why : "this is no server of tables", r.status);
            json_decref(answer);
            answer = NULL;
        }
    }
    if (answer && *r.cookie && strcmp(r.cookie, g->cookie) != 0) {
        snprintf(g->cookie, sizeof g->cookie, "%s", r.cookie);
        write_cookie(g);
    }
    free(text);
    host_text_clear(&r.answer);
    return answer;
}

bool guest_enter(guest *g, net *n, const char *name, bool look)
{
    json_t *answer;

    read_cookie(g);
    if (!name && (*g->cookie || look))
        return true;
    answer = post(g, n, "/api/guest", json_pack("{s:s}", "name", name ? name : "guest"));
    snprintf(g->name, sizeof g->name, "%s",
             json_string_value(json_object_get(answer, "name"))
                 ? json_string_value(json_object_get(answer, "name"))
                 : "");
    json_decref(answer);
    return answer != NULL;
}

bool guest_open_link(guest *g, net *n, char table[static SESSION_ID_MAX],
                     char key[static SESSION_LINK_MAX])
{
    const char *secret = strchr(g->link, '.'), *id;
    json_t *answer;

    *table = *key = '\0';
    if (!*g->link)
        return true;
    answer = post(g, n, "/api/enter", json_pack("{s:s}", "link", g->link));
    if (!answer)
        return false;
    id = json_string_value(json_object_get(answer, "table"));
    snprintf(table, SESSION_ID_MAX, "%s", id ? id : "");
    if (strncmp(g->link, "join=", 5) == 0) {
        snprintf(key, SESSION_LINK_MAX, "%s", secret ? secret + 1 : "");
        if (!*table) /* the link itself names it */
            snprintf(table, SESSION_ID_MAX, "%.*s", (int)(secret - g->link - 5),
                     g->link + 5);
    }
    json_decref(answer);
    return true;
}
