/* Where a push service may be reached. Addresses come from clients, so that a server
 * which posted to any of them would be a hole in its own firewall: only https on port 443
 * and only to addresses of the public Internet, unless the setting names an exception. */
#ifndef TOBAGO_SERVER_ENDPOINT_H
#define TOBAGO_SERVER_ENDPOINT_H

#include <stdbool.h>
#include <stddef.h>

struct addrinfo;
struct sockaddr;

enum {
    SRV_HOST_MAX = 253,
    SRV_ORIGIN_MAX = SRV_HOST_MAX + 16, /* https://HOST:PORT */
};

typedef struct srv_endpoint {
    char host[SRV_HOST_MAX + 1]; /* an IPv6 address without brackets */
    char port[6];
    char origin[SRV_ORIGIN_MAX + 1]; /* without the port 443 */
    const char *path;                /* in the text that was read, from its slash on */
    bool allowed;                    /* the exception: any address will do */
} srv_endpoint;

/* Reads the address of a push service; false if it is none that this server would use.
 * 'exception' is "HOST:PORT" or NULL. */
bool srv_endpoint_read(srv_endpoint *endpoint, const char *text, const char *exception);

/* Does the address belong to the public Internet? */
bool srv_is_public(const struct sockaddr *address);

/* Do all of them? */
bool srv_are_public(const struct addrinfo *all);

#endif
