/* How many connections each address has. An IPv4 address counts as a whole, an IPv6
 * address by the 64 bits that its owner was given. */
#ifndef TOBAGO_SERVER_ADDRESSES_H
#define TOBAGO_SERVER_ADDRESSES_H

#include <netinet/in.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

typedef struct srv_origin {
    uint64_t bits;
    bool six, loopback;
} srv_origin;

typedef struct srv_addresses srv_addresses;

/* What counts of an address, and its text. An IPv4 address in IPv6's clothes is one. */
srv_origin srv_origin_of(const struct sockaddr_storage *where,
                         char text[static INET6_ADDRSTRLEN]);

srv_addresses *srv_addresses_new(void);
void srv_addresses_free(srv_addresses *self);

/* How many connections an address has; counting one more, and one less. */
unsigned srv_addresses_count(const srv_addresses *self, srv_origin origin);
void srv_addresses_add(srv_addresses *self, srv_origin origin);
void srv_addresses_remove(srv_addresses *self, srv_origin origin);

#endif
