/* The handshake of WebSockets (RFC 6455, section 4), without the network. */
#ifndef TOBAGO_SERVER_HANDSHAKE_H
#define TOBAGO_SERVER_HANDSHAKE_H

#include <stdbool.h>
#include <stddef.h>

enum { SRV_SHA1_BYTES = 20, SRV_ACCEPT_MAX = 32 };

/* Is this a Sec-WebSocket-Key, sixteen bytes in base64? */
bool srv_is_key(const char *text);

/* Is the word in a list with commas, like that of Connection or Sec-WebSocket-Protocol?
 * Case counts only if 'exact' says so. */
bool srv_list_has(const char *list, const char *word, bool exact);

/* Writes the value of Sec-WebSocket-Accept for a key. */
void srv_accept_key(const char *key, char accept[static SRV_ACCEPT_MAX]);

/* SHA-1 (RFC 3174) of a text of at most 119 bytes. The handshake wants it; it protects
 * nothing. */
void srv_sha1(const char *text, size_t length, unsigned char hash[static SRV_SHA1_BYTES]);

#endif
