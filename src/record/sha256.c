#include "record/sha256.h"

#include "tobago/fair.h"

/* The first 32 bits of the fractional parts of the cube roots of the first 64 primes. */
static const uint32_t round_constant[64] = {
    0x428a2f98, 0x71374491, 0xb5c0fbcf, 0xe9b5dba5, 0x3956c25b, 0x59f111f1, 0x923f82a4,
    0xab1c5ed5, 0xd807aa98, 0x12835b01, 0x243185be, 0x550c7dc3, 0x72be5d74, 0x80deb1fe,
    0x9bdc06a7, 0xc19bf174, 0xe49b69c1, 0xefbe4786, 0x0fc19dc6, 0x240ca1cc, 0x2de92c6f,
    0x4a7484aa, 0x5cb0a9dc, 0x76f988da, 0x983e5152, 0xa831c66d, 0xb00327c8, 0xbf597fc7,
    0xc6e00bf3, 0xd5a79147, 0x06ca6351, 0x14292967, 0x27b70a85, 0x2e1b2138, 0x4d2c6dfc,
    0x53380d13, 0x650a7354, 0x766a0abb, 0x81c2c92e, 0x92722c85, 0xa2bfe8a1, 0xa81a664b,
    0xc24b8b70, 0xc76c51a3, 0xd192e819, 0xd6990624, 0xf40e3585, 0x106aa070, 0x19a4c116,
    0x1e376c08, 0x2748774c, 0x34b0bcb5, 0x391c0cb3, 0x4ed8aa4a, 0x5b9cca4f, 0x682e6ff3,
    0x748f82ee, 0x78a5636f, 0x84c87814, 0x8cc70208, 0x90befffa, 0xa4506ceb, 0xbef9a3f7,
    0xc67178f2,
};

static uint32_t rotate(uint32_t word, unsigned bits)
{
    return word >> bits | word << (32 - bits);
}

static uint32_t read_word(const uint8_t *bytes)
{
    return (uint32_t)bytes[0] << 24 | (uint32_t)bytes[1] << 16 | (uint32_t)bytes[2] << 8 |
           bytes[3];
}

/* The message schedule: the block's 16 words, and 48 mixed from them. */
static void schedule(uint32_t w[static 64], const uint8_t *block)
{
    for (unsigned i = 0; i < 16; i++)
        w[i] = read_word(block + 4 * i);
    for (unsigned i = 16; i < 64; i++) {
        const uint32_t a = w[i - 15], b = w[i - 2];
        w[i] = w[i - 16] + (rotate(a, 7) ^ rotate(a, 18) ^ a >> 3) + w[i - 7] +
               (rotate(b, 17) ^ rotate(b, 19) ^ b >> 10);
    }
}

static void compress(uint32_t state[static 8], const uint8_t *block)
{
    uint32_t w[64], a = state[0], b = state[1], c = state[2], d = state[3], e = state[4],
                    f = state[5], g = state[6], h = state[7];

    schedule(w, block);
    for (unsigned i = 0; i < 64; i++) {
        const uint32_t t1 = h + (rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25)) +
                            ((e & f) ^ (~e & g)) + round_constant[i] + w[i];
        const uint32_t t2 = (rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22)) +
                            ((a & b) ^ (a & c) ^ (b & c));
        h = g;
        g = f;
        f = e;
        e = d + t1;
        d = c;
        c = b;
        b = a;
        a = t1 + t2;
    }
    state[0] += a;
    state[1] += b;
    state[2] += c;
    state[3] += d;
    state[4] += e;
    state[5] += f;
    state[6] += g;
    state[7] += h;
}

void sha256_init(sha256 *hash)
{
    /* The same of the square roots of the first 8 primes. */
    *hash = (sha256){.state = {0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f,
                               0x9b05688c, 0x1f83d9ab, 0x5be0cd19}};
}

void sha256_add(sha256 *hash, const void *bytes, size_t length)
{
    const uint8_t *from = bytes;
    size_t used = hash->length % SHA256_BLOCK;

    hash->length += length;
    for (size_t i = 0; i < length; i++) {
        hash->block[used++] = from[i];
        if (used == SHA256_BLOCK) {
            compress(hash->state, hash->block);
            used = 0;
        }
    }
}

void sha256_end(sha256 *hash, uint8_t out[SHA256_BYTES])
{
    const uint64_t bits = hash->length * 8;
    static const uint8_t mark = 0x80, zero = 0;
    uint8_t length[8];

    for (unsigned i = 0; i < 8; i++)
        length[i] = (uint8_t)(bits >> (56 - 8 * i));
    sha256_add(hash, &mark, 1);
    while (hash->length % SHA256_BLOCK != SHA256_BLOCK - sizeof length)
        sha256_add(hash, &zero, 1);
    sha256_add(hash, length, sizeof length);
    for (unsigned i = 0; i < SHA256_BYTES; i++)
        out[i] = (uint8_t)(hash->state[i / 4] >> (24 - 8 * (i % 4)));
}

void fair_sha256(const uint8_t *bytes, size_t length, uint8_t out[FAIR_HASH])
{
    sha256 hash;

    sha256_init(&hash);
    sha256_add(&hash, bytes, length);
    sha256_end(&hash, out);
}

/* ---- HMAC ---- */

void hmac_init(hmac_sha256 *hmac, const uint8_t *key, size_t length)
{
    uint8_t block[SHA256_BLOCK] = {0};

    if (length > SHA256_BLOCK)
        fair_sha256(key, length, block);
    for (size_t i = 0; i < length && length <= SHA256_BLOCK; i++)
        block[i] = key[i];
    for (unsigned i = 0; i < SHA256_BLOCK; i++)
        block[i] ^= 0x36;
    sha256_init(&hmac->inner);
    sha256_add(&hmac->inner, block, sizeof block);
    for (unsigned i = 0; i < SHA256_BLOCK; i++)
        block[i] ^= 0x36 ^ 0x5c;
    sha256_init(&hmac->outer);
    sha256_add(&hmac->outer, block, sizeof block);
}

/* One block has been taken: the key's. */
static void resume(sha256 *hash, const uint32_t state[static 8])
{
    for (unsigned i = 0; i < 8; i++)
        hash->state[i] = state[i];
    hash->length = SHA256_BLOCK;
}

void hmac_resume(hmac_sha256 *hmac, const uint32_t inner[8], const uint32_t outer[8])
{
    resume(&hmac->inner, inner);
    resume(&hmac->outer, outer);
}

void hmac_end(hmac_sha256 *hmac, uint8_t out[SHA256_BYTES])
{
    uint8_t inner[SHA256_BYTES];

    sha256_end(&hmac->inner, inner);
    sha256_add(&hmac->outer, inner, sizeof inner);
    sha256_end(&hmac->outer, out);
}
