/* A hash table with chains: an address is in it while it has connections. */
#include "server/addresses.h"

#include <arpa/inet.h>
#include <stdlib.h>
#include <string.h>

#include "host/report.h"

enum { CHAINS = 1024 };

typedef struct entry {
    struct entry *next;
    srv_origin origin;
    unsigned count;
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

/* The place in its chain where the address is, or would be appended. */
static entry **find(const srv_addresses *self, srv_origin origin)
{
    const uint64_t mixed = (origin.bits + origin.six) * UINT64_C(0x9e3779b97f4a7c15);
    entry **at = (entry **)(uintptr_t)&self->chain[mixed >> 54];

    while (*at && ((*at)->origin.bits != origin.bits || (*at)->origin.six != origin.six))
        at = &(*at)->next;
    return at;
}

unsigned srv_addresses_count(const srv_addresses *self, srv_origin origin)
{
    const entry *const found = *find(self, origin);

    return found ? found->count : 0;
}

void srv_addresses_add(srv_addresses *self, srv_origin origin)
{
    entry **const at = find(self, origin);

    if (!*at) {
        *at = host_need(calloc(1, sizeof **at));
        (*at)->origin = origin;
    }
    (*at)->count++;
}

void srv_addresses_remove(srv_addresses *self, srv_origin origin)
{
    entry **const at = find(self, origin);
    entry *const found = *at;

    if (!found || --found->count > 0)
        return;
    *at = found->next;
    free(found);
}
