#include "net/listen.h"

#include <arpa/inet.h>
#include <errno.h>
#include <ifaddrs.h>
#include <net/if.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>
#include <unistd.h>

#include "host/text.h"

enum { BACKLOG = 512, HOST_MAX = 64, PORT_MAX = 65535 };

/* ---- Reading ---- */

/* Splits "[::1]:8700" or "127.0.0.1:8700" into host and ports; NULL, or what is wrong. */
static const char *split(const char *text, char host[static HOST_MAX], const char **ports)
{
    const char *begin = text, *end;

    if (*text == '[') {
        begin = text + 1;
        end = strchr(text, ']');
        if (!end || end[1] != ':')
            return "an IPv6 address is written [ADDRESS]:PORT";
        *ports = end + 2;
    } else {
        end = strchr(text, ':');
        if (!end)
            return "ADDRESS:PORT is wanted";
        if (strchr(end + 1, ':'))
            return "an IPv6 address is written [ADDRESS]:PORT";
        *ports = end + 1;
    }
    if (end == begin || (size_t)(end - begin) >= HOST_MAX)
        return "the address is missing or too long";
    snprintf(host, HOST_MAX, "%.*s", (int)(end - begin), begin);
    return NULL;
}

static const char *read_ports(srv_address *address, const char *text)
{
    static const char wrong[] = "a port is a number from 0 to 65535, or a range of them";
    char word[16];
    const size_t length = strcspn(text, "-");
    uint64_t first, last;

    if (length >= sizeof word)
        return wrong;
    snprintf(word, sizeof word, "%.*s", (int)length, text);
    if (!host_number(word, 0, PORT_MAX, &first))
        return wrong;
    last = first;
    if (text[length] && !host_number(text + length + 1, first, PORT_MAX, &last))
        return wrong;
    address->first = (uint16_t)first;
    address->last = (uint16_t)last;
    return NULL;
}

const char *srv_address_read(srv_address *address, const char *text)
{
    const struct addrinfo hints = {.ai_flags = AI_NUMERICHOST,
                                   .ai_socktype = SOCK_STREAM};
    struct addrinfo *found;
    char host[HOST_MAX];
    const char *ports, *wrong = split(text, host, &ports);

    if (!wrong)
        wrong = read_ports(address, ports);
    if (wrong)
        return wrong;
    if (strcmp(host, "localhost") == 0)
        snprintf(host, sizeof host, "127.0.0.1");
    if (getaddrinfo(host, NULL, &hints, &found) != 0)
        return "the address is wanted in numbers, like 127.0.0.1 or [::1]";
    memcpy(&address->where, found->ai_addr, found->ai_addrlen);
    address->size = found->ai_addrlen;
    freeaddrinfo(found);
    return NULL;
}

/* Is it a host as browsers write it, a name or an address in brackets? */
static bool is_host(const char *host, size_t length)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                                  "0123456789-._";
    const bool six = length > 2 && host[0] == '[' && host[length - 1] == ']';

    return six ? strspn(host + 1, "0123456789abcdefABCDEF:.") == length - 2
               : length > 0 && strspn(host, letters) >= length;
}

const char *srv_url_read(srv_url *url, const char *text)
{
    static const char wrong[] =
        "http://HOST or https://HOST is wanted, with a port behind "
        "a colon if it is not the usual one";
    static const char *const schemes[] = {"http://", "https://"};
    static const char *const usual[] = {"80", "443"};
    const bool secure = strncasecmp(text, schemes[1], strlen(schemes[1])) == 0;
    const char *const host = text + strlen(schemes[secure]);
    char port[8] = "";
    size_t length, whole;
    uint64_t number;

    if (!secure && strncasecmp(text, schemes[0], strlen(schemes[0])) != 0)
        return wrong;
    whole = strcspn(host, "/?#@");
    if (host[whole] && strcmp(host + whole, "/") != 0)
        return "the page has no folder, so the URL ends behind the host";
    length = *host == '[' ? strcspn(host, "]") + 1 : strcspn(host, ":/");
    if (length > whole || whole >= sizeof url->origin - strlen("https://") ||
        !is_host(host, length))
        return wrong;
    if (length < whole) {
        snprintf(port, sizeof port, "%.*s", (int)(whole - length - 1), host + length + 1);
        if (host[length] != ':' || whole - length > 6 ||
            !host_number(port, 1, PORT_MAX, &number))
            return wrong;
        if (strcmp(port, usual[secure]) == 0)
            whole = length; /* browsers leave it out */
    }
    url->secure = secure;
    snprintf(url->origin, sizeof url->origin, "%s%.*s", schemes[secure], (int)whole,
             host);
    return NULL;
}

/* ---- Listening ---- */

static uint16_t *port_of(struct sockaddr_storage *where)
{
    return where->ss_family == AF_INET6 ? &((struct sockaddr_in6 *)where)->sin6_port
                                        : &((struct sockaddr_in *)where)->sin_port;
}

/* A socket that listens on this port; -1 with errno. */
static int listen_on(const srv_address *address, uint16_t port)
{
    struct sockaddr_storage where = address->where;
    const int yes = 1;
    const int made =
        socket(where.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    int error;

    if (made < 0)
        return -1;
    *port_of(&where) = htons(port);
    if (setsockopt(made, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) == 0 &&
        (where.ss_family != AF_INET6 ||
         setsockopt(made, IPPROTO_IPV6, IPV6_V6ONLY, &yes, sizeof yes) == 0) &&
        bind(made, (const struct sockaddr *)&where, address->size) == 0 &&
        listen(made, BACKLOG) == 0)
        return made;
    error = errno;
    close(made);
    errno = error;
    return -1;
}

/* The address as text, an IPv6 address in its brackets. */
static void put_host(const struct sockaddr_storage *where, char text[static HOST_MAX])
{
    char digits[HOST_MAX - 2] = "";

    getnameinfo((const struct sockaddr *)where,
                where->ss_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                             : sizeof(struct sockaddr_in),
                digits, sizeof digits, NULL, 0, NI_NUMERICHOST);
    snprintf(text, HOST_MAX, where->ss_family == AF_INET6 ? "[%s]" : "%s", digits);
}

static void put_url(struct sockaddr_storage *where, char url[static SRV_URL_MAX])
{
    char host[HOST_MAX];

    put_host(where, host);
    snprintf(url, SRV_URL_MAX, "http://%s:%u/", host, ntohs(*port_of(where)));
}

/* Is it the address that stands for all of them? */
static bool is_any(const struct sockaddr_storage *where)
{
    const struct sockaddr_in6 *const six = (const struct sockaddr_in6 *)where;
    const struct sockaddr_in *const four = (const struct sockaddr_in *)where;

    return where->ss_family == AF_INET6 ? IN6_IS_ADDR_UNSPECIFIED(&six->sin6_addr)
                                        : four->sin_addr.s_addr == htonl(INADDR_ANY);
}

/* Whoever listens on all addresses is reached at the loopback's. */
static void put_own_url(int listening, char url[static SRV_URL_MAX])
{
    struct sockaddr_storage where = {0};
    socklen_t size = sizeof where;

    getsockname(listening, (struct sockaddr *)&where, &size);
    if (is_any(&where)) {
        if (where.ss_family == AF_INET6)
            ((struct sockaddr_in6 *)&where)->sin6_addr = in6addr_loopback;
        else
            ((struct sockaddr_in *)&where)->sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    }
    put_url(&where, url);
}

static void complain(const srv_address *address, int error)
{
    char host[HOST_MAX];

    put_host(&address->where, host);
    if (error == EADDRINUSE && address->first != address->last)
        host_complain("all ports from %u to %u of %s are in use", address->first,
                      address->last, host);
    else if (error == EADDRINUSE)
        host_complain("port %u of %s is in use; choose another one with --listen",
                      address->first, host);
    else if (error == EADDRNOTAVAIL)
        host_complain("this machine does not have the address %s", host);
    else
        host_complain("cannot listen on port %u of %s: %s", address->first, host,
                      strerror(error));
}

host_status srv_listen(const srv_address *address, char url[static SRV_URL_MAX],
                       int *socket)
{
    unsigned port = address->first;
    int made = listen_on(address, (uint16_t)port);

    while (made < 0 && errno == EADDRINUSE && port < address->last)
        made = listen_on(address, (uint16_t)++port);
    if (made < 0) {
        complain(address, errno);
        return HOST_FAILED;
    }
    if (port != address->first)
        host_complain("port %u is in use; listening on %u", address->first, port);
    put_own_url(made, url);
    *socket = made;
    return HOST_DONE;
}

host_status srv_listen_given(int given, char url[static SRV_URL_MAX])
{
    struct sockaddr_storage where = {0};
    socklen_t size = sizeof where, length = sizeof(int);
    int listens = 0;

    if (getsockname(given, (struct sockaddr *)&where, &size) != 0 ||
        (where.ss_family != AF_INET && where.ss_family != AF_INET6) ||
        getsockopt(given, SOL_SOCKET, SO_ACCEPTCONN, &listens, &length) != 0 ||
        !listens) {
        host_complain(
            "descriptor %d, which was handed over, is no socket that listens on "
            "a port",
            given);
        return HOST_FAILED;
    }
    put_own_url(given, url);
    return HOST_DONE;
}

/* ---- The local network ---- */

bool srv_address_is_loopback(const srv_address *address)
{
    const struct sockaddr_in6 *const six = (const struct sockaddr_in6 *)&address->where;
    const struct sockaddr_in *const four = (const struct sockaddr_in *)&address->where;

    return address->where.ss_family == AF_INET6
               ? IN6_IS_ADDR_LOOPBACK(&six->sin6_addr)
               : ntohl(four->sin_addr.s_addr) >> 24 == IN_LOOPBACKNET;
}

/* How near an address is to the people in the room: 0 for those of private networks, 1
 * for others, 2 for those that help nobody. */
static unsigned distance(const struct sockaddr *where)
{
    const struct sockaddr_in6 *const six = (const struct sockaddr_in6 *)where;
    uint32_t four;

    if (where->sa_family == AF_INET6) {
        if (IN6_IS_ADDR_LOOPBACK(&six->sin6_addr) ||
            IN6_IS_ADDR_LINKLOCAL(&six->sin6_addr))
            return 2;
        return (six->sin6_addr.s6_addr[0] & 0xfe) == 0xfc ? 0 : 1;
    }
    four = ntohl(((const struct sockaddr_in *)where)->sin_addr.s_addr);
    if (four >> 24 == IN_LOOPBACKNET || four >> 16 == 0xa9fe)
        return 2; /* 169.254: an address that nobody has given */
    return four >> 24 == 10 || four >> 20 == 0xac1 || four >> 16 == 0xc0a8 ? 0 : 1;
}

/* Adds the addresses of this machine that are so near. */
static unsigned add_urls(const struct ifaddrs *list, struct sockaddr_storage *where,
                         unsigned near, char urls[][SRV_URL_MAX], unsigned most)
{
    const uint16_t port = *port_of(where);
    unsigned count = 0;

    for (; list && count < most; list = list->ifa_next) {
        if (!list->ifa_addr || list->ifa_addr->sa_family != where->ss_family ||
            !(list->ifa_flags & IFF_UP) || distance(list->ifa_addr) != near)
            continue;
        memcpy(where, list->ifa_addr,
               where->ss_family == AF_INET6 ? sizeof(struct sockaddr_in6)
                                            : sizeof(struct sockaddr_in));
        *port_of(where) = port;
        put_url(where, urls[count++]);
    }
    return count;
}

unsigned srv_lan_urls(int socket, char urls[][SRV_URL_MAX], unsigned most)
{
    struct sockaddr_storage where = {0};
    socklen_t size = sizeof where;
    struct ifaddrs *list;
    unsigned count;

    if (most == 0 || getsockname(socket, (struct sockaddr *)&where, &size) != 0)
        return 0;
    if (!is_any(&where)) {
        put_url(&where, urls[0]);
        return 1;
    }
    if (getifaddrs(&list) != 0)
        return 0;
    count = add_urls(list, &where, 0, urls, most);
    count += add_urls(list, &where, 1, urls + count, most - count);
    freeifaddrs(list);
    return count;
}
