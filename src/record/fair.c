/* Draws from a secret and contributions. A draw is a hash of its place, so the draws of a
 * game can be repeated in any order, and none can be foreseen without the secret. */
#include "tobago/fair.h"

#include "record/sha256.h"
#include "tobago/random.h"

static void add_text(sha256 *hash, const char *text)
{
    size_t length = 0;

    while (text[length])
        length++;
    sha256_add(hash, text, length);
}

static void add_number(sha256 *hash, uint32_t number)
{
    const uint8_t bytes[] = {(uint8_t)(number >> 24), (uint8_t)(number >> 16),
                             (uint8_t)(number >> 8), (uint8_t)number};

    sha256_add(hash, bytes, sizeof bytes);
}

void fair_commitment(const uint8_t secret[FAIR_SECRET], uint8_t out[FAIR_HASH])
{
    sha256 hash;

    sha256_init(&hash);
    add_text(&hash, "tobago commitment 1");
    sha256_add(&hash, secret, FAIR_SECRET);
    sha256_end(&hash, out);
}

fair_key fair_key_of(const fair_source *source)
{
    fair_key key;
    hmac_sha256 hmac;

    fair_sha256(source->share[0], sizeof source->share, key.shares);
    hmac_init(&hmac, source->secret, sizeof source->secret);
    for (unsigned i = 0; i < 8; i++) {
        key.inner[i] = hmac.inner.state[i];
        key.outer[i] = hmac.outer.state[i];
    }
    return key;
}

void fair_bytes(const fair_key *key, fair_place place, uint32_t attempt,
                uint8_t out[FAIR_HASH])
{
    hmac_sha256 hmac;

    hmac_resume(&hmac, key->inner, key->outer);
    add_text(&hmac.inner, "tobago draw 1");
    sha256_add(&hmac.inner, key->shares, sizeof key->shares);
    add_number(&hmac.inner, place.event);
    add_number(&hmac.inner, place.index);
    add_number(&hmac.inner, attempt);
    hmac_end(&hmac, out);
}

enum { WORD_BYTES = 8 };

/* Little-endian, as tob_nature_from_bytes reads its words. */
static uint64_t read_word(const uint8_t *bytes)
{
    uint64_t word = 0;

    for (unsigned i = 0; i < WORD_BYTES; i++)
        word |= (uint64_t)bytes[i] << 8 * i;
    return word;
}

uint32_t fair_below(const fair_key *key, fair_place place, uint32_t limit)
{
    /* 2^64 modulo the limit: the words below it would favour the small numbers. */
    const uint64_t surplus = (0 - (uint64_t)limit) % limit;
    uint8_t bytes[FAIR_HASH];

    for (uint32_t attempt = 0;; attempt++) {
        fair_bytes(key, place, attempt, bytes);
        for (unsigned i = 0; i < FAIR_HASH; i += WORD_BYTES) {
            const uint64_t word = read_word(bytes + i);
            if (word >= surplus)
                return (uint32_t)(word % limit);
        }
    }
}

tob_move fair_nature(const fair_key *key, fair_place place, const tob_game *game,
                     const tob_board *board, tob_moves *moves)
{
    uint8_t bytes[FAIR_HASH];
    tob_move move;
    uint32_t attempt = 0;

    do
        fair_bytes(key, place, attempt++, bytes);
    while (!tob_nature_from_bytes(game, board, moves, bytes, sizeof bytes, &move));
    return move;
}
