/* Finding the addresses of a name, for no longer than a given time. The system's resolver
 * has no bound of ours, and a name that comes from a client may be slow on purpose. */
#ifndef TOBAGO_SERVER_LOOKUP_H
#define TOBAGO_SERVER_LOOKUP_H

#include <netdb.h>
#include <stdbool.h>
#include <stdint.h>

/* As getaddrinfo, which is the one to give; another one for tests. */
typedef int srv_resolver(const char *host, const char *port, const struct addrinfo *hints,
                         struct addrinfo **all);

enum { SRV_LOOKUPS_MAX = 16 }; /* that go on at once, those given up included */

/* The addresses, which the caller frees with freeaddrinfo. False if there are none, none
 * in time (host_now_ms), or if too many lookups go on. */
bool srv_lookup(srv_resolver *resolver, const char *host, const char *port,
                uint64_t until_ms, struct addrinfo **all);

#endif
