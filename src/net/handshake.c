#include "net/handshake.h"

#include <sodium.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- SHA-1 ---- */

enum { BLOCK = 64, ROUNDS = 80, WORDS = 5, LENGTH_BYTES = 8 };

static uint32_t turn_left(uint32_t word, unsigned bits)
{
    return word << bits | word >> (32 - bits);
}

/* One round's function and constant, which change every twenty rounds. */
static uint32_t mix(unsigned round, uint32_t b, uint32_t c, uint32_t d)
{
    switch (round / 20) {
    case 0: return ((b & c) | (~b & d)) + 0x5a827999;
    case 1: return (b ^ c ^ d) + 0x6ed9eba1;
    case 2: return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdc;
    default: return (b ^ c ^ d) + 0xca62c1d6;
    }
}

static void add_block(uint32_t state[static WORDS], const unsigned char *block)
{
    uint32_t words[ROUNDS], s[WORDS];

    for (unsigned i = 0; i < ROUNDS; i++)
        words[i] =
            i < 16 ? (uint32_t)block[4 * i] << 24 | (uint32_t)block[4 * i + 1] << 16 |
                         (uint32_t)block[4 * i + 2] << 8 | block[4 * i + 3]
                   : turn_left(
                         words[i - 3] ^ words[i - 8] ^ words[i - 14] ^ words[i - 16], 1);
    memcpy(s, state, sizeof s);
    for (unsigned i = 0; i < ROUNDS; i++) {
        const uint32_t next =
            turn_left(s[0], 5) + mix(i, s[1], s[2], s[3]) + s[4] + words[i];
        s[4] = s[3];
        s[3] = s[2];
        s[2] = turn_left(s[1], 30);
        s[1] = s[0];
        s[0] = next;
    }
    for (unsigned i = 0; i < WORDS; i++)
        state[i] += s[i];
}

void srv_sha1(const char *text, size_t length, unsigned char hash[static SRV_SHA1_BYTES])
{
    uint32_t state[WORDS] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    unsigned char blocks[2 * BLOCK] = {0};
    const size_t used = length + 1 + LENGTH_BYTES > BLOCK ? 2 * BLOCK : BLOCK;

    memcpy(blocks, text, length);
    blocks[length] = 0x80;
    blocks[used - 2] = (unsigned char)(length * 8 >> 8);
    blocks[used - 1] = (unsigned char)(length * 8);
    for (size_t at = 0; at < used; at += BLOCK)
        add_block(state, blocks + at);
    for (unsigned i = 0; i < SRV_SHA1_BYTES; i++)
        hash[i] = (unsigned char)(state[i / 4] >> (24 - 8 * (i % 4)));
}

/* ---- Fields ---- */

void srv_accept_key(const char *key, char accept[static SRV_ACCEPT_MAX])
{
    char joined[64];
    unsigned char hash[SRV_SHA1_BYTES];

    snprintf(joined, sizeof joined, "%.24s258EAFA5-E914-47DA-95CA-C5AB0DC85B11", key);
    srv_sha1(joined, strlen(joined), hash);
    sodium_bin2base64(accept, SRV_ACCEPT_MAX, hash, sizeof hash,
                      sodium_base64_VARIANT_ORIGINAL);
}

/* Of the sixteen bytes' last one two bits are left for the last letter. */
bool srv_is_key(const char *text)
{
    static const char letters[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    enum { LETTERS = 22 };

    return strspn(text, letters) == LETTERS && strchr("AQgw", text[LETTERS - 1]) &&
           strcmp(text + LETTERS, "==") == 0;
}

bool srv_list_has(const char *list, const char *word, bool exact)
{
    const size_t length = strlen(word);

    for (;;) {
        size_t part;
        list += strspn(list, ", \t");
        if (!*list)
            return false;
        part = strcspn(list, ",");
        while (part && strchr(" \t", list[part - 1]))
            part--;
        if (part == length && (exact ? strncmp(list, word, length) == 0
                                     : strncasecmp(list, word, length) == 0))
            return true;
        list += strcspn(list, ",");
    }
}
