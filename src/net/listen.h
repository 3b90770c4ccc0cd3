/* Where the server listens: addresses as people write them, and sockets. */
#ifndef TOBAGO_SERVER_LISTEN_H
#define TOBAGO_SERVER_LISTEN_H

#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

#include "host/report.h"

enum { SRV_URL_MAX = 128 };

/* An address and the ports to try on it, in order. */
typedef struct srv_address {
    struct sockaddr_storage where; /* without a port */
    socklen_t size;
    uint16_t first, last;
} srv_address;

/* Reads ADDRESS:PORT, like 127.0.0.1:8700, localhost:8700 or [::1]:8700. PORT may be a
 * range, 8700-8799, whose first free port is taken, or 0 for any free port. Returns
 * NULL, or what is wrong with the text. */
const char *srv_address_read(srv_address *address, const char *text);

/* The address under which browsers reach the server: "https://club.example/". */
typedef struct srv_url {
    bool secure; /* https */
    char origin[SRV_URL_MAX -
                1]; /* as browsers write it, without a slash; empty: not set */
} srv_url;

/* Reads http://HOST[:PORT] or https://HOST[:PORT], with or without a slash behind it; the
 * page knows no folder. Returns NULL, or what is wrong with the text. */
const char *srv_url_read(srv_url *url, const char *text);

/* Listens on the first free port. Writes the address as a URL that this machine's browser
 * can open, and the socket, which the caller closes. Complains on failure. */
host_status srv_listen(const srv_address *address, char url[static SRV_URL_MAX],
                       int *socket);

/* Takes a socket that listens already, as systemd hands it over, and writes its address.
 * Complains if it is none over TCP. */
host_status srv_listen_given(int given, char url[static SRV_URL_MAX]);

/* Does only this machine reach the address? */
bool srv_address_is_loopback(const srv_address *address);

/* Writes the URLs at which others in the local network reach a listening socket, those of
 * private networks first, and returns how many there are, at most 'most'. A socket that
 * listens on one address has one. */
unsigned srv_lan_urls(int socket, char urls[][SRV_URL_MAX], unsigned most);

#endif
