/* The postman: threads that carry sealed messages to push services, over https.
 *
 * Nothing here waits for the server or lets it wait: letters go into a queue of bounded
 * length, and each is tried a bounded number of times, for a bounded time. A name is
 * resolved once for each try; if any of its addresses is not public the letter is not
 * carried, and the connection goes to an address that was looked at, so that a second
 * answer of the name server changes nothing. Certificates are checked, redirects are not
 * followed, and of an answer only the head is read. */
#ifndef TOBAGO_SERVER_POSTMAN_H
#define TOBAGO_SERVER_POSTMAN_H

#include "server/webpush.h"

/* A message for one device of a guest. */
typedef struct srv_letter {
    uint64_t guest;
    srv_subscription to;
    char topic[33]; /* a later letter of this topic replaces one that still waits */
    uint32_t ttl_s; /* for how long the push service keeps it */
    bool urgent;
    size_t length;
    char text[SRV_LETTER_MAX];
} srv_letter;

typedef struct srv_push_settings {
    const char *allow;   /* "HOST:PORT" of one push service at any address; NULL: none */
    const char *contact; /* of whoever runs the server; NULL: none */
} srv_push_settings;

typedef struct srv_postman srv_postman;

/* Starts the threads; the settings' texts stay the caller's. 'wake' may be called on any
 * of them, when a subscription turns out to be gone. NULL if there can be none, after a
 * complaint: nobody is notified then. */
srv_postman *srv_postman_new(const srv_push_key *key, const srv_push_settings *settings,
                             void (*wake)(void *context), void *context);

/* Ends the threads. One that still waits for an answer is left behind with what it needs.
 */
void srv_postman_free(srv_postman *postman);

/* Takes a copy of a letter to carry; false if too many wait. */
bool srv_postman_post(srv_postman *postman, const srv_letter *letter);

/* Takes a subscription that is gone; false if there is none. */
bool srv_postman_returned(srv_postman *postman, uint64_t *guest,
                          char endpoint[static SRV_ENDPOINT_MAX + 1]);

#endif
