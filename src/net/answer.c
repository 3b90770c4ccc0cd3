#include "net/answer.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* Hashed names never change their contents; everything else is asked for again, which the
 * entity tag makes cheap. */
static const char KEPT_FOREVER[] = "public, max-age=31536000, immutable";
static const char ASKED_AGAIN[] = "no-cache";
static const char NEVER_KEPT[] = "no-store";

static const char HTML[] = "text/html; charset=utf-8";
static const char TEXT[] = "text/plain; charset=utf-8";

/* ---- What is sent with every answer ---- */

/* The page loads its own files and nothing else: scripts, the WebAssembly module, styles,
 * pictures (blob: for those that it draws itself), its worker, its manifest. It has no
 * inline script or style, sends no form and is shown in no frame. 'self' in connect-src
 * covers WebSockets of the same origin. */
static const char SECURITY[] =
    "content-security-policy: default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; "
    "style-src 'self'; img-src 'self' blob:; connect-src 'self'; "
    "worker-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'\r\n"
    "x-content-type-options: nosniff\r\n"
    "referrer-policy: no-referrer\r\n"
    "cross-origin-opener-policy: same-origin\r\n"
    "cross-origin-embedder-policy: require-corp\r\n"
    "cross-origin-resource-policy: same-origin\r\n"
    "permissions-policy: camera=(), geolocation=(), microphone=(), payment=(), "
    "usb=()\r\n";

typedef struct status_text {
    unsigned status;
    const char *phrase;
    const char *page;
} status_text;

#define PAGE(title, sentence)                                     \
    "<!DOCTYPE html>\n<html lang=\"en\"><meta charset=\"utf-8\">" \
    "<meta name=\"viewport\" content=\"width=device-width\">"     \
    "<title>" title "</title>\n<h1>" title "</h1>\n<p>" sentence "</p></html>\n"

static const status_text statuses[] = {
    {200, "OK", ""},
    {301, "Moved Permanently", PAGE("Moved", "This folder's address ends in a slash.")},
    {304, "Not Modified", ""},
    {400, "Bad Request", PAGE("Bad request", "This is not HTTP as the server knows it.")},
    {403, "Forbidden", PAGE("Not allowed", "This page may not ask for that.")},
    {404, "Not Found",
     PAGE("Nothing here", "There is no such page. <a href=\"/\">Go to the game.</a>")},
    {405, "Method Not Allowed",
     PAGE("Not allowed", "This address answers other methods.")},
    {409, "Conflict", PAGE("Not now", "This cannot be done now.")},
    {410, "Gone", PAGE("Gone", "This no longer works.")},
    {411, "Length Required",
     PAGE("No length", "The server wants to know a body's length.")},
    {413, "Content Too Large",
     PAGE("Too long", "The server reads no body of this length.")},
    {415, "Unsupported Media Type", PAGE("Not JSON", "The server reads JSON.")},
    {426, "Upgrade Required", PAGE("A WebSocket", "This address is for WebSockets.")},
    {429, "Too Many Requests", PAGE("Too many requests", "Please wait a little.")},
    {431, "Request Header Fields Too Large",
     PAGE("Too long", "The server reads no request of this length.")},
    {503, "Service Unavailable", PAGE("Not now", "The server is full, or ends.")},
    {500, "Internal Server Error", PAGE("Error", "The server cannot answer this.")},
};

/* The row of a status; that of 500 for one that is not known. */
static const status_text *find_status(unsigned status)
{
    size_t i = 0;

    while (i + 1 < sizeof statuses / sizeof *statuses && statuses[i].status != status)
        i++;
    return &statuses[i];
}

/* ---- Reading a request's fields ---- */

/* Takes the next element of a list with commas, without the blanks around it; false at
 * the end. */
static bool next_element(const char **list, const char **element, size_t *length)
{
    *list += strspn(*list, ", \t");
    *element = *list;
    *length = strcspn(*list, ",");
    *list += *length;
    while (*length && strchr(" \t", (*element)[*length - 1]))
        --*length;
    return *length > 0;
}

/* Does the element accept what it names? It does unless it has a weight of zero, like
 * "gzip;q=0.000". */
static bool has_weight(const char *element, size_t length)
{
    const char *at = memchr(element, ';', length);

    if (!at)
        return true;
    at++;
    at += strspn(at, " \t");
    if (strncasecmp(at, "q=", 2) != 0)
        return true;
    for (at += 2; at < element + length; at++)
        if (*at >= '1' && *at <= '9')
            return true;
    return false;
}

static bool is_named(const char *element, size_t length, const char *name)
{
    return length == strlen(name) && strncasecmp(element, name, length) == 0;
}

/* Does the client accept this encoding? An element that names it counts more than "*". */
static bool accepts(const char *list, srv_coding coding)
{
    static const char *const names[SRV_CODING_COUNT] = {"identity", "gzip", "br"};
    const char *element;
    size_t length;
    bool any = coding == SRV_PLAIN;

    while (list && next_element(&list, &element, &length)) {
        size_t name = strcspn(element, "; \t,");
        name = name < length ? name : length;
        if (is_named(element, name, names[coding]) ||
            (coding == SRV_GZIP && is_named(element, name, "x-gzip")))
            return has_weight(element, length);
        if (is_named(element, name, "*"))
            any = has_weight(element, length);
    }
    return any;
}

/* Is the entity tag in the list of If-None-Match? The comparison is weak, as the standard
 * wants it there. */
static bool is_match(const char *list, const char *etag)
{
    const char *element;
    size_t length;

    while (list && next_element(&list, &element, &length)) {
        if (is_named(element, length, "*"))
            return true;
        if (length > 2 && strncmp(element, "W/", 2) == 0) {
            element += 2;
            length -= 2;
        }
        if (length == strlen(etag) && memcmp(element, etag, length) == 0)
            return true;
    }
    return false;
}

/* ---- Answers ---- */

void srv_answer_status(srv_answer *answer, unsigned status)
{
    const status_text *text = find_status(status);

    *answer = (srv_answer){.status = text->status,
                           .type = HTML,
                           .cache_control = NEVER_KEPT,
                           .allow = text->status == 405 ? "GET, HEAD" : NULL,
                           .body = text->page,
                           .length = strlen(text->page),
                           .sends_body = true};
}

void srv_answer_owned(srv_answer *answer, unsigned status, const char *type, char *body,
                      size_t length)
{
    srv_answer_status(answer, status);
    answer->type = type;
    answer->body = answer->owned = body;
    answer->length = length;
}

static void answer_file(srv_answer *answer, srv_site *site, const srv_file *file,
                        const srv_request *request)
{
    srv_coding coding = SRV_CODING_COUNT - 1;
    const srv_body *body;

    while (coding > SRV_PLAIN &&
           !(file->body[coding].bytes && accepts(request->accept_encoding, coding)))
        coding--;
    body = &file->body[coding];
    *answer = (srv_answer){
        .status = 200,
        .type = file->type,
        .etag = body->etag,
        .cache_control = file->hashed ? KEPT_FOREVER : ASKED_AGAIN,
        .coding = coding,
        .varies = file->body[SRV_GZIP].bytes || file->body[SRV_BROTLI].bytes,
        .body = body->bytes,
        .length = body->length,
        .sends_body = true,
        .site = srv_site_hold(site),
    };
    if (is_match(request->if_none_match, body->etag)) {
        answer->status = 304;
        answer->type = NULL;
        answer->length = 0;
    }
}

/* The site may have a page of its own for what it does not have. */
static void answer_missing(srv_answer *answer, srv_site *site, const srv_request *request)
{
    static const char page[] = "/404.html";
    const srv_file *file = srv_site_find(site, page, strlen(page));
    srv_request plain = *request;

    if (!file) {
        srv_answer_status(answer, 404);
        return;
    }
    plain.if_none_match = NULL;
    answer_file(answer, site, file, &plain);
    answer->status = 404;
    answer->etag = NULL;
    answer->cache_control = NEVER_KEPT;
}

/* Sends the client from "/rules" to "/rules/", where relative links lead to the right
 * files. The path is that of a folder of the site. */
static void answer_moved(srv_answer *answer, const srv_request *request)
{
    static const char unreserved[] =
        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
        "0123456789-._~/";
    char *out;

    srv_answer_status(answer, 301);
    out = answer->location;
    for (size_t i = 0; i < request->path_length; i++) {
        const unsigned char byte = (unsigned char)request->path[i];
        const bool plain = byte && strchr(unreserved, byte);
        out += snprintf(out, 4, plain ? "%c" : "%%%02X", byte);
    }
    *out++ = '/';
    *out = '\0';
}

/* Finds the file of a path, or the index of a folder: *moved says that the path lacks the
 * folder's slash. */
static const srv_file *find_file(const srv_site *site, const srv_request *request,
                                 bool *moved)
{
    const int length = (int)request->path_length;
    char index[SRV_PATH_MAX + 16];
    const srv_file *file;

    *moved = false;
    if (request->path_length == 0 || request->path_length >= SRV_PATH_MAX ||
        request->path[0] != '/')
        return NULL;
    file = srv_site_find(site, request->path, request->path_length);
    if (file)
        return file;
    *moved = request->path[length - 1] != '/';
    snprintf(index, sizeof index, "%.*s%sindex.html", length, request->path,
             *moved ? "/" : "");
    /* A zero byte in the path cuts the text short. */
    return memchr(request->path, '\0', request->path_length)
               ? NULL
               : srv_site_find(site, index, strlen(index));
}

void srv_answer_request(srv_answer *answer, srv_site *site, const srv_request *request)
{
    static const char health[] = "/healthz", fine[] = "ok\n";
    const srv_file *file;
    bool moved;

    if (request->method == SRV_OTHER || request->method == SRV_POST) {
        srv_answer_status(answer, 405);
        return;
    }
    file = find_file(site, request, &moved);
    if (request->path_length == strlen(health) &&
        memcmp(request->path, health, strlen(health)) == 0) {
        srv_answer_status(answer, 200);
        answer->type = TEXT;
        answer->body = fine;
        answer->length = strlen(fine);
    } else if (!file) {
        answer_missing(answer, site, request);
    } else if (moved) {
        answer_moved(answer, request);
    } else {
        answer_file(answer, site, file, request);
    }
    answer->sends_body = request->method == SRV_GET && answer->length > 0;
}

void srv_answer_clear(srv_answer *answer)
{
    srv_site_release(answer->site);
    free(answer->owned);
    *answer = (srv_answer){0};
}

/* ---- The head ---- */

typedef struct writer {
    char *at, *end;
} writer;

static void put(writer *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* The longest head is known and fits: see SRV_HEAD_MAX. */
static void put(writer *out, const char *format, ...)
{
    const size_t room = (size_t)(out->end - out->at);
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(out->at, room, format, arguments);
    va_end(arguments);
    if (length > 0)
        out->at += (size_t)length < room ? (size_t)length : room - 1;
}

/* The date as HTTP wants it, in English whatever the locale is. */
static void put_date(writer *out, time_t now)
{
    static const char days[] = "SunMonTueWedThuFriSat";
    static const char months[] = "JanFebMarAprMayJunJulAugSepOctNovDec";
    struct tm time;

    if (gmtime_r(&now, &time))
        put(out, "date: %.3s, %02d %.3s %04d %02d:%02d:%02d GMT\r\n",
            days + 3 * time.tm_wday, time.tm_mday, months + 3 * time.tm_mon,
            time.tm_year + 1900, time.tm_hour, time.tm_min, time.tm_sec);
}

/* Does the text fit into one line of a head? */
static bool is_plain(const char *text)
{
    while (*text >= ' ' && *text <= '~')
        text++;
    return !*text;
}

size_t srv_answer_head(const srv_answer *answer, time_t now, bool closes,
                       char head[static SRV_HEAD_MAX])
{
    static const char *const codings[SRV_CODING_COUNT] = {NULL, "gzip", "br"};
    writer out = {head, head + SRV_HEAD_MAX};

    put(&out, "HTTP/1.1 %u %s\r\n", answer->status, find_status(answer->status)->phrase);
    put_date(&out, now);
    if (answer->type) {
        put(&out, "content-type: %s\r\n", answer->type);
        put(&out, "content-length: %zu\r\n", answer->length);
        if (codings[answer->coding])
            put(&out, "content-encoding: %s\r\n", codings[answer->coding]);
    }
    if (answer->varies)
        put(&out, "vary: accept-encoding\r\n");
    if (answer->etag)
        put(&out, "etag: %s\r\n", answer->etag);
    put(&out, "cache-control: %s\r\n", answer->cache_control);
    if (answer->allow)
        put(&out, "allow: %s\r\n", answer->allow);
    if (answer->status == 426)
        put(&out, "upgrade: websocket\r\nsec-websocket-version: 13\r\n");
    if (answer->cookie[0] && is_plain(answer->cookie))
        put(&out, "set-cookie: %s\r\n", answer->cookie);
    if (answer->location[0])
        put(&out, "location: %s\r\n", answer->location);
    if (closes)
        put(&out, "connection: close\r\n");
    put(&out, "%s\r\n", SECURITY);
    return (size_t)(out.at - head);
}
