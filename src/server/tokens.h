/* Ids, cookies and links: what a client shows to prove who it is or what it may do.
 *
 * A token is what it stands for and a MAC over that, made with a key that only the server
 * knows. So nothing secret is stored: a link is derived again whenever it is needed or
 * checked, and counting its number up revokes it. Comparisons take the same time wherever
 * texts differ. */
#ifndef TOBAGO_SERVER_TOKENS_H
#define TOBAGO_SERVER_TOKENS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/report.h"

enum {
    SRV_ID_BITS = 50,
    SRV_ID_LETTERS = 10,   /* of a table, of five bits each */
    SRV_GUEST_DIGITS = 16, /* of a guest, hexadecimal */
    SRV_ID_MAX = SRV_GUEST_DIGITS + 1,
    SRV_SECRET_LETTERS = 26, /* of a MAC of 128 bits */
    SRV_LINK_MAX = 8 + SRV_ID_MAX + 1 + SRV_SECRET_LETTERS,
    SRV_COOKIE_TEXT_MAX = 160,
};

/* Guests have a bit that tables have not, so that one number names either. */
#define SRV_GUEST_BIT (UINT64_C(1) << 62)

/* Writes an id: ten letters or digits for a table, sixteen hexadecimal ones for a guest.
 */
void srv_id_write(uint64_t id, char out[static SRV_ID_MAX]);

/* Reads one; 0 if it is none. No id is 0. */
uint64_t srv_id_read(const char *text, size_t length);

/* ---- The server's key ---- */

typedef struct srv_key {
    uint8_t bytes[32];
} srv_key;

/* Reads the key in a data folder, or makes one there that only its owner may read.
 * Complains on failure. */
host_status srv_key_open(srv_key *key, const char *folder);

/* ---- Cookies ---- */

/* The value of Set-Cookie for a guest whose cookies have this number. */
void srv_cookie_write(const srv_key *key, uint64_t guest, uint32_t epoch,
                      char out[static SRV_COOKIE_TEXT_MAX]);

/* Finds a genuine cookie in the header, which may be NULL. */
bool srv_cookie_read(const srv_key *key, const char *header, uint64_t *guest,
                     uint32_t *epoch);

/* ---- Links ---- */

typedef enum srv_link_kind {
    SRV_LINK_JOIN,
    SRV_LINK_SEAT,
    SRV_LINK_GUEST,
    SRV_LINK_COUNT,
} srv_link_kind;

/* What a link is made from. 'seat' is 0 unless the kind is SRV_LINK_SEAT. */
typedef struct srv_link {
    srv_link_kind kind;
    uint64_t id; /* of the table or the guest */
    unsigned seat;
    uint32_t number;
} srv_link;

extern const char *const srv_link_words[SRV_LINK_COUNT]; /* "join" */

/* Writes "join=k7q2m4xh9d.SECRET". */
void srv_link_write(const srv_key *key, const srv_link *link,
                    char out[static SRV_LINK_MAX]);

/* Takes a link apart: its kind, its id, and where its secret begins. */
bool srv_link_read(const char *text, size_t length, srv_link *link, const char **secret,
                   size_t *secret_length);

/* Is this the secret of the link? */
bool srv_secret_is(const srv_key *key, const srv_link *link, const char *secret,
                   size_t length);

#endif
