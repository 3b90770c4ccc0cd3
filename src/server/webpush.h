/* Web Push on paper: subscriptions, keys and sealed messages, without any network.
 *
 * A browser that wants to be notified hands out a subscription: the address of its push
 * service, a public key and a shared secret. Whoever knows it may send the browser a
 * short message that the push service cannot read (RFC 8291), signed with the sender's
 * own key (VAPID, RFC 8292), which is the one that the subscription was made for.
 *
 * The sender's key is derived from the server's, so that there is one file to keep, and
 * subscriptions stay good for as long as cookies and links do. */
#ifndef TOBAGO_SERVER_WEBPUSH_H
#define TOBAGO_SERVER_WEBPUSH_H

#include "server/tokens.h"

enum {
    SRV_SCALAR = 32,         /* bytes of a private key on P-256 */
    SRV_POINT = 65,          /* bytes of a public one, not compressed */
    SRV_POINT_TEXT = 88,     /* its letters in base64url, with the zero byte */
    SRV_PUSH_AUTH = 16,      /* bytes of the secret that a subscription shares */
    SRV_ENDPOINT_MAX = 1024, /* bytes of the address of a push service */
    SRV_LETTER_MAX = 2048,   /* bytes of a message */
    SRV_SEALED_MAX = SRV_LETTER_MAX + 128,
    SRV_VAPID_MAX = 1024, /* bytes of the value of a header 'authorization' */
};

typedef struct srv_push_key {
    uint8_t secret[SRV_SCALAR];
    uint8_t point[SRV_POINT];
} srv_push_key;

/* Makes a key pair of a private key; false if it is none. */
bool srv_push_key_make(srv_push_key *key, const uint8_t secret[static SRV_SCALAR]);

/* Derives the pair with which this server signs. */
void srv_push_key_derive(srv_push_key *key, const srv_key *server);

/* Writes the public key as browsers want it. */
void srv_push_key_text(const srv_push_key *key, char out[static SRV_POINT_TEXT]);

/* A browser's subscription. */
typedef struct srv_subscription {
    char endpoint[SRV_ENDPOINT_MAX + 1];
    uint8_t point[SRV_POINT];
    uint8_t auth[SRV_PUSH_AUTH];
} srv_subscription;

/* Reads the keys of a subscription, both in base64url; false unless the first is a point
 * of the curve and the second a secret. */
bool srv_subscription_keys(srv_subscription *to, const char *point, const char *auth);

/* Writes them again. */
void srv_subscription_texts(const srv_subscription *from,
                            char point[static SRV_POINT_TEXT], char auth[static 24]);

/* Seals a message for a subscription (RFC 8291), with a key pair and a salt that are used
 * for nothing else. Returns its length; 0 if that is impossible. */
size_t srv_push_seal(const srv_subscription *to, const srv_push_key *once,
                     const uint8_t salt[static 16], const char *text, size_t length,
                     uint8_t out[static SRV_SEALED_MAX]);

/* Seals it with a key and a salt drawn at random. */
size_t srv_push_seal_once(const srv_subscription *to, const char *text, size_t length,
                          uint8_t out[static SRV_SEALED_MAX]);

/* Writes the value of 'authorization' for a push service, "https://host" or with a port,
 * good until 'until_s' since 1970 (at most a day ahead). 'contact' is an address for the
 * people who run it, "mailto:..." or "https:..."; NULL: none. False if that fails. */
bool srv_push_vapid(const srv_push_key *key, const char *origin, uint64_t until_s,
                    const char *contact, char out[static SRV_VAPID_MAX]);

#endif
