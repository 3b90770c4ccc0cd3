#include "net/request.h"

#include <stdint.h>
#include <string.h>
#include <strings.h>

#include "host/text.h"
#include "net/handshake.h"

/* ---- Characters ---- */

/* A letter of a token: methods and names of fields. */
static bool is_token(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
           (c && strchr("!#$%&'*+-.^_`|~", c));
}

static size_t token_length(const char *text)
{
    size_t length = 0;

    while (is_token((unsigned char)text[length]))
        length++;
    return length;
}

static int hexadecimal(char c)
{
    return c >= '0' && c <= '9'   ? c - '0'
           : c >= 'a' && c <= 'f' ? c - 'a' + 10
           : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                  : -1;
}

/* ---- The first line ---- */

/* Decodes a path in place up to its query; false if an escape is broken. */
static bool decode(char *path, size_t *length)
{
    char *to = path;

    for (const char *from = path; *from && *from != '?'; from++) {
        if (*from == '%') {
            const int high = hexadecimal(from[1]);
            const int low = high < 0 ? -1 : hexadecimal(from[2]);
            if (low < 0)
                return false;
            *to++ = (char)(high << 4 | low);
            from += 2;
        } else {
            *to++ = *from;
        }
    }
    *length = (size_t)(to - path);
    return true;
}

/* Leaves out the "http://host" that a client puts before the path if it thinks that we
 * are a proxy. */
static char *skip_host(char *target)
{
    static const char scheme[] = "http://";
    char *path;

    if (strncasecmp(target, scheme, strlen(scheme)) != 0)
        return target;
    path = strpbrk(target + strlen(scheme), "/?");
    return path && *path == '/' ? path : target;
}

/* METHOD TARGET HTTP/1.1 */
static unsigned read_first(srv_head *head, char *line)
{
    static const struct {
        const char *name;
        srv_method method;
    } methods[] = {{"GET", SRV_GET}, {"HEAD", SRV_HEAD}, {"POST", SRV_POST}};
    const size_t method = token_length(line);
    char *target, *version;

    if (!method || line[method] != ' ')
        return 400;
    line[method] = '\0';
    target = line + method + 1;
    version = strchr(target, ' ');
    if (!version || version == target)
        return 400;
    *version++ = '\0';
    for (const char *at = target; *at; at++)
        if ((unsigned char)*at <= ' ' || *at == '\x7f')
            return 400;
    if (strcmp(version, "HTTP/1.1") != 0 && strcmp(version, "HTTP/1.0") != 0)
        return 400;
    head->closes = strcmp(version, "HTTP/1.0") == 0;
    head->request.method = SRV_OTHER;
    for (size_t i = 0; i < sizeof methods / sizeof *methods; i++)
        if (strcmp(line, methods[i].name) == 0)
            head->request.method = methods[i].method;
    target = skip_host(target);
    head->request.path = target;
    return decode(target, &head->request.path_length) ? 0 : 400;
}

/* ---- Fields ---- */

/* Takes a field that may come once. */
static unsigned take_once(const char **place, const char *value)
{
    if (*place)
        return 400;
    *place = value;
    return 0;
}

/* Takes a field that may come again: the first one counts. */
static void take_first(const char **place, const char *value)
{
    if (!*place)
        *place = value;
}

static unsigned take_length(srv_head *head, const char *value)
{
    if (head->has_length || !host_number(value, 0, UINT64_MAX >> 1, &head->body))
        return 400;
    head->has_length = true;
    return 0;
}

static void take_connection(srv_head *head, const char *value, bool old)
{
    if (old && srv_list_has(value, "keep-alive", false))
        head->closes = false;
    if (srv_list_has(value, "close", false))
        head->closes = true;
    if (srv_list_has(value, "upgrade", false))
        head->upgrades = true;
}

/* Puts a field where it belongs; 0, or the status that refuses the request. */
static unsigned take_field(srv_head *head, const char *name, const char *value, bool old)
{
    srv_request *const request = &head->request;
    const struct {
        const char *name, **place;
        bool once;
    } rows[] = {
        {"accept-encoding", &request->accept_encoding, false},
        {"if-none-match", &request->if_none_match, false},
        {"cookie", &request->cookie, false},
        {"origin", &request->origin, true},
        {"host", &request->host, true},
        {"content-type", &request->content_type, true},
        {"upgrade", &head->upgrade, false},
        {"sec-websocket-key", &head->key, true},
        {"sec-websocket-version", &head->version, true},
        {"sec-websocket-protocol", &head->protocol, false},
    };

    for (size_t i = 0; i < sizeof rows / sizeof *rows; i++)
        if (strcasecmp(name, rows[i].name) == 0) {
            if (rows[i].once)
                return take_once(rows[i].place, value);
            take_first(rows[i].place, value);
            return 0;
        }
    if (strcasecmp(name, "content-length") == 0)
        return take_length(head, value);
    if (strcasecmp(name, "transfer-encoding") == 0)
        head->chunked = true;
    else if (strcasecmp(name, "forwarded") == 0)
        head->forwarded = value; /* the last one is the nearest proxy's */
    else if (strcasecmp(name, "x-forwarded-for") == 0)
        head->forwarded_for = value;
    else if (strcasecmp(name, "connection") == 0)
        take_connection(head, value, old);
    else if (strcasecmp(name, "expect") == 0)
        head->expects = strcasecmp(value, "100-continue") == 0;
    return 0;
}

/* NAME: VALUE */
static unsigned read_field(srv_head *head, char *line, bool old)
{
    const size_t name = token_length(line);
    char *value = line + name + 1, *end;

    if (!name || line[name] != ':')
        return 400;
    line[name] = '\0';
    value += strspn(value, " \t");
    end = value + strlen(value);
    while (end > value && strchr(" \t", end[-1]))
        end--;
    *end = '\0';
    for (const char *at = value; *at; at++)
        if (((unsigned char)*at < ' ' && *at != '\t') || *at == '\x7f')
            return 400;
    return take_field(head, line, value, old);
}

/* ---- The head ---- */

/* Where the head ends, so far as it is there: *length is 0 if it is not complete. False
 * if a line ends without a carriage return, or has a zero byte in it. */
static bool find_end(const char *bytes, size_t size, size_t *length)
{
    const char *line = bytes;

    *length = 0;
    while (line < bytes + size) {
        const char *const end = memchr(line, '\n', (size_t)(bytes + size - line));
        if (memchr(line, '\0', (size_t)((end ? end : bytes + size) - line)))
            return false;
        if (!end)
            return true;
        if (end == line || end[-1] != '\r')
            return false;
        if (end == line + 1 && line > bytes) {
            *length = (size_t)(end + 1 - bytes);
            return true;
        }
        line = end + 1;
    }
    return true;
}

/* Takes the next line, whose end becomes a zero byte; NULL for the empty one. */
static char *next_line(char **at)
{
    char *const line = *at;
    char *const end = strchr(line, '\r');

    if (end == line || !end)
        return NULL;
    *end = '\0';
    *at = end + 2;
    return end[1] == '\n' ? line : NULL;
}

static unsigned read_lines(srv_head *head)
{
    char *at = head->text;
    char *line = next_line(&at);
    unsigned wrong = line ? read_first(head, line) : 400;
    const bool old = head->closes;

    while (!wrong && (line = next_line(&at)))
        wrong = read_field(head, line, old);
    if (!wrong && strcmp(at, "\r\n") != 0)
        wrong = 400; /* a carriage return within a line */
    if (!wrong && !old && !head->request.host)
        wrong = 400;
    head->upgrades = head->upgrades && head->upgrade && !old;
    return wrong;
}

bool srv_head_read(srv_head *head, const char *bytes, size_t length)
{
    size_t blank = 0, found;
    bool right;

    memset(head, 0, offsetof(srv_head, text));
    while (blank + 1 < length && bytes[blank] == '\r' && bytes[blank + 1] == '\n')
        blank += 2; /* the end of an earlier body, said some clients */
    if (blank >= SRV_REQUEST_MAX) {
        head->wrong = 400;
        return true;
    }
    right = find_end(bytes + blank, length - blank, &found);
    if (right && found == 0 && length < SRV_REQUEST_MAX)
        return false;
    if (!right || found == 0 || blank + found > SRV_REQUEST_MAX) {
        head->wrong = right ? 431 : 400;
        return true;
    }
    head->length = blank + found;
    memcpy(head->text, bytes + blank, found);
    head->text[found] = '\0';
    head->wrong = read_lines(head);
    return true;
}
