/* Counting is a hash table with chains: an address is in it while it has connections, or
 * owes something. */
#include "net/addresses.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "host/text.h"

enum { CHAINS = 1024 };

typedef struct entry {
    struct entry *next;
    srv_origin origin;
    unsigned count;
    uint64_t paid_us; /* what ended connections have not paid for runs out then */
} entry;

struct srv_addresses {
    entry *chain[CHAINS];
};

srv_origin srv_origin_of(const struct sockaddr_storage *where,
                         char text[static INET6_ADDRSTRLEN])
{
    const struct sockaddr_in6 *const six = (const struct sockaddr_in6 *)where;
    const struct sockaddr_in *const four = (const struct sockaddr_in *)where;
    srv_origin origin = {.six = false};
    struct in_addr plain = four->sin_addr;

    text[0] = '\0';
    if (where->ss_family == AF_INET6 && !IN6_IS_ADDR_V4MAPPED(&six->sin6_addr)) {
        inet_ntop(AF_INET6, &six->sin6_addr, text, INET6_ADDRSTRLEN);
        origin.six = true;
        origin.loopback = IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
        memcpy(&origin.bits, &six->sin6_addr, sizeof origin.bits);
        return origin;
    }
    if (where->ss_family == AF_INET6)
        memcpy(&plain, six->sin6_addr.s6_addr + 12, sizeof plain);
    inet_ntop(AF_INET, &plain, text, INET6_ADDRSTRLEN);
    origin.bits = plain.s_addr;
    origin.loopback = ntohl(plain.s_addr) >> 24 == IN_LOOPBACKNET;
    return origin;
}

srv_addresses *srv_addresses_new(void)
{
    return host_need(calloc(1, sizeof(srv_addresses)));
}

void srv_addresses_free(srv_addresses *self)
{
    if (!self)
        return;
    for (unsigned i = 0; i < CHAINS; i++)
        while (self->chain[i]) {
            entry *const first = self->chain[i];
            self->chain[i] = first->next;
            free(first);
        }
    free(self);
}

static size_t chain_of(srv_origin origin)
{
    return (size_t)((origin.bits + origin.six) * UINT64_C(0x9e3779b97f4a7c15) >> 54);
}

/* The place in its chain where the address is, or would be appended. */
static entry **find(const srv_addresses *self, srv_origin origin)
{
    entry **at = (entry **)(uintptr_t)&self->chain[chain_of(origin)];

    while (*at && ((*at)->origin.bits != origin.bits || (*at)->origin.six != origin.six))
        at = &(*at)->next;
    return at;
}

unsigned srv_addresses_count(const srv_addresses *self, srv_origin origin)
{
    const entry *const found = *find(self, origin);

    return found ? found->count : 0;
}

/* Finds an address, or makes an entry for it. */
static entry *get(srv_addresses *self, srv_origin origin)
{
    entry **const at = find(self, origin);

    if (!*at) {
        *at = host_need(calloc(1, sizeof **at));
        (*at)->origin = origin;
    }
    return *at;
}

void srv_addresses_add(srv_addresses *self, srv_origin origin)
{
    get(self, origin)->count++;
}

void srv_addresses_remove(srv_addresses *self, srv_origin origin)
{
    entry **const at = find(self, origin);
    entry *const found = *at;

    if (!found || --found->count > 0 || found->paid_us)
        return;
    *at = found->next;
    free(found);
}

/* Drops the entries of a chain that nothing is known of any more. */
static void tidy(srv_addresses *self, srv_origin origin, uint64_t now_us)
{
    entry **at = &self->chain[chain_of(origin)];

    while (*at) {
        entry *const each = *at;
        if (each->paid_us <= now_us)
            each->paid_us = 0;
        if (each->count || each->paid_us) {
            at = &each->next;
            continue;
        }
        *at = each->next;
        free(each);
    }
}

void srv_addresses_owe(srv_addresses *self, srv_origin origin, uint64_t now_us,
                       uint64_t paid_us)
{
    entry *found;

    tidy(self, origin, now_us);
    if (paid_us <= now_us)
        return;
    found = get(self, origin);
    if (found->paid_us < now_us)
        found->paid_us = now_us;
    found->paid_us += paid_us - now_us;
}

uint64_t srv_addresses_take_debt(srv_addresses *self, srv_origin origin, uint64_t now_us,
                                 uint64_t most_us)
{
    entry *found;
    uint64_t taken;

    tidy(self, origin, now_us);
    found = *find(self, origin);
    if (!found || !found->paid_us)
        return now_us;
    taken = found->paid_us - now_us;
    taken = taken < most_us ? taken : most_us;
    found->paid_us -= taken;
    return now_us + taken;
}

enum { WORD_MAX = 64, MAPPED_BITS = 96, HOPS_MAX = 16 };

static const uint8_t mapped[12] = {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0xff, 0xff};

/* ---- Trusted proxies ---- */

/* Reads an address in numbers; false if it is none. */
static bool read_address(const char *text, uint8_t address[static 16], bool *four)
{
    *four = inet_pton(AF_INET, text, address + 12) == 1;
    if (*four)
        memcpy(address, mapped, sizeof mapped);
    return *four || inet_pton(AF_INET6, text, address) == 1;
}

static void take_address(const struct sockaddr_storage *where, uint8_t address[static 16])
{
    if (where->ss_family == AF_INET6) {
        memcpy(address, &((const struct sockaddr_in6 *)where)->sin6_addr, 16);
        return;
    }
    memcpy(address, mapped, sizeof mapped);
    memcpy(address + 12, &((const struct sockaddr_in *)where)->sin_addr, 4);
}

static bool begins_with(const uint8_t address[static 16], const srv_prefix *prefix)
{
    const unsigned whole = prefix->bits / 8, rest = prefix->bits % 8;

    return memcmp(address, prefix->address, whole) == 0 &&
           (rest == 0 || (address[whole] ^ prefix->address[whole]) >> (8 - rest) == 0);
}

static bool is_trusted(const srv_proxies *proxies, const uint8_t address[static 16])
{
    for (unsigned i = 0; i < proxies->count; i++)
        if (begins_with(address, &proxies->prefix[i]))
            return true;
    return false;
}

bool srv_proxies_trust(const srv_proxies *proxies, const struct sockaddr_storage *where)
{
    uint8_t address[16];

    if (!proxies->count)
        return false;
    take_address(where, address);
    return is_trusted(proxies, address);
}

/* ---- The setting ---- */

static const char *read_prefix(srv_prefix *prefix, char *word)
{
    char *const slash = strchr(word, '/');
    uint64_t bits;
    bool four;

    if (slash)
        *slash = '\0';
    if (!read_address(word, prefix->address, &four))
        return "an address is wanted in numbers, like 127.0.0.1, ::1 or 10.0.0.0/8";
    bits = four ? 32 : 128;
    if (slash && !host_number(slash + 1, 0, bits, &bits))
        return "behind the slash stands the length of the prefix, at most 32 or 128";
    prefix->bits = (uint8_t)(bits + (four ? MAPPED_BITS : 0));
    return NULL;
}

const char *srv_proxies_read(srv_proxies *proxies, const char *text)
{
    srv_proxies made = {.forwarded = proxies->forwarded};

    while (*(text += strspn(text, " \t,"))) {
        const size_t length = strcspn(text, " \t,");
        char word[WORD_MAX];
        const char *wrong;
        if (length >= sizeof word)
            return "an address is too long";
        if (made.count == SRV_PROXIES_MAX)
            return "there are at most 32 addresses";
        snprintf(word, sizeof word, "%.*s", (int)length, text);
        wrong = read_prefix(&made.prefix[made.count++], word);
        if (wrong)
            return wrong;
        text += length;
    }
    *proxies = made;
    return NULL;
}

/* ---- The headers ---- */

/* Cuts blanks off both ends of [*begin, *end). */
static void trim(const char **begin, const char **end)
{
    while (*begin < *end && (**begin == ' ' || **begin == '\t'))
        ++*begin;
    while (*begin < *end && ((*end)[-1] == ' ' || (*end)[-1] == '\t'))
        --*end;
}

/* Finds the value of "for" in an element of Forwarded, "for=192.0.2.1;proto=https". */
static bool find_for(const char **begin, const char **end)
{
    static const char name[] = "for=";
    const char *at = *begin;

    while (at < *end) {
        const char *semicolon = memchr(at, ';', (size_t)(*end - at));
        const char *from = at, *to = semicolon ? semicolon : *end;
        trim(&from, &to);
        if ((size_t)(to - from) > strlen(name) &&
            strncasecmp(from, name, strlen(name)) == 0) {
            *begin = from + strlen(name);
            *end = to;
            return true;
        }
        at = semicolon ? semicolon + 1 : *end;
    }
    return false;
}

/* Reads an address as proxies write it: 192.0.2.1, 192.0.2.1:80, 2001:db8::1,
 * [2001:db8::1], [2001:db8::1]:80; in Forwarded with quotes around it. */
static bool read_hop(const srv_proxies *proxies, const char *begin, const char *end,
                     uint8_t address[static 16])
{
    char word[WORD_MAX];
    char *host = word, *close;
    bool four;

    if (proxies->forwarded && !find_for(&begin, &end))
        return false;
    trim(&begin, &end);
    if (end - begin >= 2 && *begin == '"' && end[-1] == '"') {
        begin++;
        end--;
    }
    if (begin == end || (size_t)(end - begin) >= sizeof word)
        return false;
    snprintf(word, sizeof word, "%.*s", (int)(end - begin), begin);
    if (*word == '[') {
        host++;
        close = strchr(word, ']');
        if (!close || (close[1] && close[1] != ':'))
            return false;
        *close = '\0';
    } else if (strchr(word, ':') && !strchr(strchr(word, ':') + 1, ':')) {
        *strchr(word, ':') = '\0'; /* the port of an IPv4 address */
    }
    return read_address(host, address, &four);
}

static void put_address(const uint8_t address[static 16], struct sockaddr_storage *out)
{
    memset(out, 0, sizeof *out);
    out->ss_family = AF_INET6; /* srv_origin_of knows mapped addresses */
    memcpy(&((struct sockaddr_in6 *)out)->sin6_addr, address, 16);
}

bool srv_proxies_client(const srv_proxies *proxies, const char *header,
                        struct sockaddr_storage *client)
{
    const char *end = header ? header + strlen(header) : NULL;
    uint8_t address[16];
    bool found = false;

    /* From the right: each proxy has appended whom it has seen. */
    for (unsigned hop = 0; header && hop < HOPS_MAX; hop++) {
        const char *begin = end;
        while (begin > header && begin[-1] != ',')
            begin--;
        if (!read_hop(proxies, begin, end, address))
            break;
        put_address(address, client);
        found = true;
        if (!is_trusted(proxies, address) || begin == header)
            break;
        end = begin - 1;
    }
    return found;
}
