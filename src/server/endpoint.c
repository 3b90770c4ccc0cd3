#include "server/endpoint.h"

#include <arpa/inet.h>
#include <netdb.h>
#include <netinet/in.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "host/text.h"

/* ---- Reading ---- */

static const char scheme[] = "https://";

static bool is_host_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           c == '-' || c == '.';
}

static bool is_six(const char *text, size_t length)
{
    struct in6_addr address;
    char copy[INET6_ADDRSTRLEN];

    if (length == 0 || length >= sizeof copy)
        return false;
    memcpy(copy, text, length);
    copy[length] = '\0';
    return inet_pton(AF_INET6, copy, &address) == 1;
}

/* Reads the host; returns what follows it, or NULL. */
static const char *read_host(srv_endpoint *endpoint, const char *text)
{
    const bool six = *text == '[';
    const char *const begin = text + six;
    const char *end = begin;

    if (six) {
        end = strchr(begin, ']');
        if (!end || !is_six(begin, (size_t)(end - begin)))
            return NULL;
    }
    while (!six && is_host_letter(*end))
        end++;
    if (end == begin || end - begin > SRV_HOST_MAX)
        return NULL;
    memcpy(endpoint->host, begin, (size_t)(end - begin));
    endpoint->host[end - begin] = '\0';
    return end + six;
}

/* Reads ":PORT", if there is one. */
static const char *read_port(srv_endpoint *endpoint, const char *text)
{
    size_t digits;
    uint64_t number;

    memcpy(endpoint->port, "443", sizeof "443");
    if (*text != ':')
        return text;
    digits = strspn(++text, "0123456789");
    if (digits == 0 || digits >= sizeof endpoint->port)
        return NULL;
    memcpy(endpoint->port, text, digits);
    endpoint->port[digits] = '\0';
    return host_number(endpoint->port, 1, UINT16_MAX, &number) ? text + digits : NULL;
}

/* The rest is a path and perhaps a query, of letters that a request's line may have. */
static bool is_path(const char *text)
{
    if (*text != '/')
        return false;
    while (*text > ' ' && *text <= '~' && !strchr("\"#<>\\^`{|}", *text))
        text++;
    return !*text;
}

static bool ends_in(const char *text, size_t length, const char *end)
{
    const size_t size = strlen(end);

    return length >= size && strncasecmp(text + length - size, end, size) == 0;
}

/* Is this a name of the public Internet? The others belong to this machine or its
 * network: those without a dot, and those of RFC 6761 and RFC 6762. Numbers are judged
 * when they are called. */
static bool is_public_name(const char *host)
{
    static const char *const own[] = {".localhost", ".local", ".internal"};
    size_t length = strlen(host);

    if (strchr(host, ':'))
        return true;
    length -= length && host[length - 1] == '.';
    for (size_t i = 0; i < sizeof own / sizeof *own; i++)
        if (ends_in(host, length, own[i]))
            return false;
    return memchr(host, '.', length) != NULL;
}

bool srv_endpoint_read(srv_endpoint *endpoint, const char *text, const char *exception)
{
    char pair[SRV_ORIGIN_MAX + 1];
    const char *rest;
    bool six;

    if (strncmp(text, scheme, sizeof scheme - 1) != 0)
        return false;
    rest = read_host(endpoint, text + sizeof scheme - 1);
    rest = rest ? read_port(endpoint, rest) : NULL;
    if (!rest || !is_path(rest))
        return false;
    six = strchr(endpoint->host, ':') != NULL;
    snprintf(pair, sizeof pair, "%s%s%s:%s", six ? "[" : "", endpoint->host,
             six ? "]" : "", endpoint->port);
    endpoint->allowed = exception && strcmp(pair, exception) == 0;
    if (!endpoint->allowed &&
        (strcmp(endpoint->port, "443") != 0 || !is_public_name(endpoint->host)))
        return false;
    if (strcmp(endpoint->port, "443") == 0)
        *strrchr(pair, ':') = '\0';
    snprintf(endpoint->origin, sizeof endpoint->origin, "%s%.*s", scheme,
             (int)(sizeof endpoint->origin - sizeof scheme), pair);
    endpoint->path = rest;
    return true;
}

/* ---- Addresses ---- */

typedef struct block {
    uint32_t address;
    unsigned bits;
} block;

/* IANA's registry of special addresses: what is not the public Internet. */
static const block four[] = {
    {0x00000000, 8},  /* 0.0.0.0: this host */
    {0x0a000000, 8},  /* 10.0.0.0: private */
    {0x64400000, 10}, /* 100.64.0.0: shared by a provider's customers */
    {0x7f000000, 8},  /* 127.0.0.0: loopback */
    {0xa9fe0000, 16}, /* 169.254.0.0: the link, and clouds' metadata */
    {0xac100000, 12}, /* 172.16.0.0: private */
    {0xc0000000, 24}, /* 192.0.0.0: protocols */
    {0xc0000200, 24}, /* 192.0.2.0: documentation */
    {0xc0586300, 24}, /* 192.88.99.0: relays of IPv6 */
    {0xc0a80000, 16}, /* 192.168.0.0: private */
    {0xc6120000, 15}, /* 198.18.0.0: benchmarks */
    {0xc6336400, 24}, /* 198.51.100.0: documentation */
    {0xcb007100, 24}, /* 203.0.113.0: documentation */
    {0xe0000000, 3},  /* 224.0.0.0 and up: multicast, reserved, broadcast */
};

static bool four_is_public(uint32_t address)
{
    for (size_t i = 0; i < sizeof four / sizeof *four; i++)
        if ((address ^ four[i].address) >> (32 - four[i].bits) == 0)
            return false;
    return true;
}

static uint32_t read_four(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
           bytes[3];
}

/* Only 2000::/3 is given out; in it lie documentation, and ways to write IPv4. An address
 * behind NAT64 counts as the IPv4 address in it. */
static bool six_is_public(const uint8_t b[static 16])
{
    static const uint8_t nat64[12] = {0x00, 0x64, 0xff, 0x9b};
    const unsigned first = (unsigned)b[0] << 8 | b[1];
    const unsigned second = (unsigned)b[2] << 8 | b[3];

    if (memcmp(b, nat64, sizeof nat64) == 0)
        return four_is_public(read_four(b + 12));
    if (first >> 13 != 1 || first == 0x2002)
        return false;
    if (first == 0x2001 && (second < 0x200 || second == 0xdb8))
        return false;
    return first != 0x3fff || second >= 0x1000;
}

bool srv_is_public(const struct sockaddr *address)
{
    if (address->sa_family == AF_INET) {
        struct sockaddr_in in;
        memcpy(&in, address, sizeof in);
        return four_is_public(ntohl(in.sin_addr.s_addr));
    }
    if (address->sa_family == AF_INET6) {
        struct sockaddr_in6 in;
        memcpy(&in, address, sizeof in);
        return six_is_public(in.sin6_addr.s6_addr);
    }
    return false;
}

bool srv_are_public(const struct addrinfo *all)
{
    for (const struct addrinfo *at = all; at; at = at->ai_next)
        if (!srv_is_public(at->ai_addr))
            return false;
    return true;
}
