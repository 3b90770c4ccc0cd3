/* TLS over the network's sockets, by OpenSSL: a certificate that can be replaced while
 * connections go on, and one small object for each of those.
 *
 * Sending and receiving look like send() and recv() on a socket that does not block. The
 * handshake happens within the first of them. Versions before 1.2 and renegotiation are
 * refused. Only tls.c knows OpenSSL. */
#ifndef TOBAGO_SERVER_TLS_H
#define TOBAGO_SERVER_TLS_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

typedef struct srv_tls srv_tls;           /* certificate and key */
typedef struct srv_tls_link srv_tls_link; /* one connection */

/* Reads a certificate, with those that lead to its authority behind it, and its key, both
 * PEM. Complains and returns NULL if they cannot be used. The paths are copied. */
srv_tls *srv_tls_new(const char *certificate, const char *key);
void srv_tls_free(srv_tls *tls);

/* Reads both files again. Connections that there are keep what they began with. Complains
 * and returns false if the files cannot be used: the old certificate stays. */
bool srv_tls_reload(srv_tls *tls);

/* Begins a connection on a socket that does not block and stays the caller's; NULL if
 * there is no memory. */
srv_tls_link *srv_tls_accept(srv_tls *tls, int fd);
void srv_tls_link_free(srv_tls_link *link);

/* Goes on over another descriptor of the same socket. */
void srv_tls_move(srv_tls_link *link, int fd);

/* As send() and recv(): -1 with EAGAIN in errno if it has to wait, 0 at the end. What was
 * not sent has to be sent again with the same bytes first. */
ssize_t srv_tls_send(srv_tls_link *link, const void *bytes, size_t length);
ssize_t srv_tls_recv(srv_tls_link *link, void *bytes, size_t room);

/* Does receiving wait until the socket can be written to? */
bool srv_tls_wants_write(const srv_tls_link *link);

/* Are there bytes that were read from the socket and not received yet? The socket does
 * not become readable for them. */
bool srv_tls_has_more(const srv_tls_link *link);

/* Says that nothing more will be sent. */
void srv_tls_finish(srv_tls_link *link);

#endif
