/* The head of a request (RFC 9112), without the network: bytes go in, a request comes
 * out.
 *
 * It is strict: what two programs could read in two ways is refused, so that no proxy and
 * this server disagree on where a request ends. */
#ifndef TOBAGO_SERVER_REQUEST_H
#define TOBAGO_SERVER_REQUEST_H

#include <stdint.h>

#include "net/answer.h"

enum { SRV_REQUEST_MAX = 8192 }; /* bytes of a request's head */

typedef struct srv_head {
    srv_request request; /* its texts lie in 'text'; without address and body */
    unsigned wrong;      /* 0, or the status of HTTP that says why it is refused */
    size_t length;       /* of the head */
    uint64_t body;       /* bytes that follow it, as it says */
    bool has_length;     /* it does say so */
    bool chunked;  /* the body has an encoding of its own: its length is not known */
    bool closes;   /* the connection ends with the answer */
    bool expects;  /* the client waits for a word before it sends the body */
    bool upgrades; /* to a protocol in 'upgrade' */
    const char *upgrade, *key, *version, *protocol; /* or NULL */
    const char *forwarded, *forwarded_for; /* the last Forwarded and X-Forwarded-For */
    char text[SRV_REQUEST_MAX + 1];
} srv_head;

/* Reads the head at the beginning of these bytes. False if it is not complete, and may
 * still become right. The body has to be judged by the caller. */
bool srv_head_read(srv_head *head, const char *bytes, size_t length);

#endif
