/* Addresses of clients: how many connections each has, and who is the client behind a
 * proxy. An IPv4 address counts as a whole, an IPv6 address by the 64 bits that its owner
 * was given. */
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

/* Remembers what a connection that ends has not paid for, as the time up to which it
 * would have; hands it over to the next one, at most so much. An address without
 * connections is remembered until that time has come. */
void srv_addresses_owe(srv_addresses *self, srv_origin origin, uint64_t now_us,
                       uint64_t paid_us);
uint64_t srv_addresses_take_debt(srv_addresses *self, srv_origin origin, uint64_t now_us,
                                 uint64_t most_us);

/* ---- Proxies: a header that anybody else sends is worth nothing ---- */

enum { SRV_PROXIES_MAX = 32 };

/* The first 'bits' of an address; those of IPv4 are mapped into IPv6. */
typedef struct srv_prefix {
    uint8_t address[16];
    uint8_t bits;
} srv_prefix;

typedef struct srv_proxies {
    srv_prefix prefix[SRV_PROXIES_MAX];
    unsigned count; /* 0: nobody is trusted */

    /* Which header they write. Only one counts: a proxy that writes one of them may pass
     * on the other as the client made it up. */
    bool forwarded; /* Forwarded (RFC 7239); otherwise X-Forwarded-For */
} srv_proxies;

/* Reads addresses and prefixes, like "127.0.0.1, 10.0.0.0/8, ::1". Returns NULL, or what
 * is wrong; '*proxies' is then unchanged. */
const char *srv_proxies_read(srv_proxies *proxies, const char *text);

/* Is it the address of a trusted proxy? */
bool srv_proxies_trust(const srv_proxies *proxies, const struct sockaddr_storage *where);

/* Finds the client in the header that a trusted proxy has sent: the last address that is
 * no proxy of ours itself. False if the header, which may be NULL, does not end in an
 * address: the proxy then counts as the client. */
bool srv_proxies_client(const srv_proxies *proxies, const char *header,
                        struct sockaddr_storage *client);

#endif
