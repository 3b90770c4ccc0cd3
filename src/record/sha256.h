/* SHA-256 (FIPS 180-4) and HMAC with it (RFC 2104), piece by piece. */
#ifndef TOBAGO_RECORD_SHA256_H
#define TOBAGO_RECORD_SHA256_H

#include <stddef.h>
#include <stdint.h>

enum { SHA256_BLOCK = 64, SHA256_BYTES = 32 };

typedef struct sha256 {
    uint32_t state[8];
    uint64_t length; /* bytes taken so far */
    uint8_t block[SHA256_BLOCK];
} sha256;

void sha256_init(sha256 *hash);
void sha256_add(sha256 *hash, const void *bytes, size_t length);
void sha256_end(sha256 *hash, uint8_t out[SHA256_BYTES]);

/* A keyed hash: init, add to 'inner', end. */
typedef struct hmac_sha256 {
    sha256 inner, outer;
} hmac_sha256;

void hmac_init(hmac_sha256 *hmac, const uint8_t *key, size_t length);
/* Begins with what the hashes of an hmac_init were: the key need not be hashed again. */
void hmac_resume(hmac_sha256 *hmac, const uint32_t inner[8], const uint32_t outer[8]);
void hmac_end(hmac_sha256 *hmac, uint8_t out[SHA256_BYTES]);

#endif
