/* Keys, sealing and signing for Web Push. OpenSSL computes on P-256, which libsodium has
 * not, and AES-GCM; the key schedule is two or three HMACs. */
#include "server/webpush.h"

#include <openssl/core_names.h>
#include <openssl/ec.h>
#include <openssl/ecdsa.h>
#include <openssl/evp.h>
#include <openssl/param_build.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>

#include "host/report.h"

enum {
    HASH = 32, /* bytes of SHA-256 */
    SALT = 16,
    CONTENT_KEY = 16, /* of AES-128-GCM */
    NONCE = 12,
    TAG = 16,
    RECORD = 4096, /* of RFC 8188; a message is one record */
    HEAD = SALT + 4 + 1 + SRV_POINT,
};

static const int base64url = sodium_base64_VARIANT_URLSAFE_NO_PADDING;

/* ---- Keys ---- */

bool srv_push_key_make(srv_push_key *key, const uint8_t secret[static SRV_SCALAR])
{
    EC_GROUP *const group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *const point = group ? EC_POINT_new(group) : NULL;
    BIGNUM *const number = BN_bin2bn(secret, SRV_SCALAR, NULL);
    bool good = point && number && !BN_is_zero(number) &&
                BN_cmp(number, EC_GROUP_get0_order(group)) < 0 &&
                EC_POINT_mul(group, point, number, NULL, NULL, NULL) == 1;

    good = good && EC_POINT_point2oct(group, point, POINT_CONVERSION_UNCOMPRESSED,
                                      key->point, SRV_POINT, NULL) == SRV_POINT;
    if (good)
        memcpy(key->secret, secret, SRV_SCALAR);
    BN_clear_free(number);
    EC_POINT_free(point);
    EC_GROUP_free(group);
    return good;
}

/* Of all numbers of 256 bits one in four thousand million is no private key. */
void srv_push_key_derive(srv_push_key *key, const srv_key *server)
{
    uint8_t text[16] = "tobago vapid 1", secret[SRV_SCALAR];

    do {
        crypto_generichash(secret, sizeof secret, text, sizeof text, server->bytes,
                           sizeof server->bytes);
        text[15]++;
    } while (!srv_push_key_make(key, secret));
    sodium_memzero(secret, sizeof secret);
}

void srv_push_key_text(const srv_push_key *key, char out[static SRV_POINT_TEXT])
{
    sodium_bin2base64(out, SRV_POINT_TEXT, key->point, SRV_POINT, base64url);
}

/* The key for OpenSSL, with its private half or without (NULL). */
static EVP_PKEY *make_pkey(const uint8_t *point, const uint8_t *secret)
{
    OSSL_PARAM_BLD *const build = OSSL_PARAM_BLD_new();
    BIGNUM *const number = secret ? BN_bin2bn(secret, SRV_SCALAR, NULL) : NULL;
    EVP_PKEY_CTX *const make = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    OSSL_PARAM *params = NULL;
    EVP_PKEY *key = NULL;

    if (build && make &&
        OSSL_PARAM_BLD_push_utf8_string(build, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1",
                                        0) &&
        OSSL_PARAM_BLD_push_octet_string(build, OSSL_PKEY_PARAM_PUB_KEY, point,
                                         SRV_POINT) &&
        (!number || OSSL_PARAM_BLD_push_BN(build, OSSL_PKEY_PARAM_PRIV_KEY, number)))
        params = OSSL_PARAM_BLD_to_param(build);
    if (params && EVP_PKEY_fromdata_init(make) == 1 &&
        EVP_PKEY_fromdata(make, &key, number ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY,
                          params) != 1)
        key = NULL;
    OSSL_PARAM_free(params);
    EVP_PKEY_CTX_free(make);
    BN_clear_free(number);
    OSSL_PARAM_BLD_free(build);
    return key;
}

/* ---- Subscriptions ---- */

static bool read_bytes(const char *text, uint8_t *out, size_t length)
{
    size_t got;

    return sodium_base642bin(out, length, text, strlen(text), NULL, &got, NULL,
                             base64url) == 0 &&
           got == length;
}

bool srv_subscription_keys(srv_subscription *to, const char *point, const char *auth)
{
    EVP_PKEY *key;

    if (!read_bytes(point, to->point, SRV_POINT) || to->point[0] != 4 ||
        !read_bytes(auth, to->auth, SRV_PUSH_AUTH))
        return false;
    key = make_pkey(to->point, NULL); /* NULL if the point is not on the curve */
    EVP_PKEY_free(key);
    return key != NULL;
}

void srv_subscription_texts(const srv_subscription *from,
                            char point[static SRV_POINT_TEXT], char auth[static 24])
{
    sodium_bin2base64(point, SRV_POINT_TEXT, from->point, SRV_POINT, base64url);
    sodium_bin2base64(auth, 24, from->auth, SRV_PUSH_AUTH, base64url);
}

/* ---- The key schedule ---- */

/* HMAC-SHA-256 over two pieces of text. */
static void hmac(const uint8_t *key, size_t key_length, const void *a, size_t a_length,
                 const void *b, size_t b_length, uint8_t out[static HASH])
{
    crypto_auth_hmacsha256_state state;

    crypto_auth_hmacsha256_init(&state, key, key_length);
    crypto_auth_hmacsha256_update(&state, a, a_length);
    crypto_auth_hmacsha256_update(&state, b, b_length);
    crypto_auth_hmacsha256_final(&state, out);
}

/* HKDF (RFC 5869) for at most HASH bytes: extract, then the first block of expand. */
static void hkdf(const uint8_t *salt, size_t salt_length, const uint8_t *secret,
                 size_t secret_length, const void *info, size_t info_length, uint8_t *out,
                 size_t length)
{
    uint8_t key[HASH], block[HASH];

    hmac(salt, salt_length, secret, secret_length, "", 0, key);
    hmac(key, HASH, info, info_length, "\1", 1, block);
    memcpy(out, block, length);
    sodium_memzero(key, sizeof key);
    sodium_memzero(block, sizeof block);
}

static bool agree(const srv_push_key *own, const uint8_t *point,
                  uint8_t out[static SRV_SCALAR])
{
    EVP_PKEY *const key = make_pkey(own->point, own->secret);
    EVP_PKEY *const peer = make_pkey(point, NULL);
    EVP_PKEY_CTX *const derive = key ? EVP_PKEY_CTX_new(key, NULL) : NULL;
    size_t length = SRV_SCALAR;
    const bool good = derive && peer && EVP_PKEY_derive_init(derive) == 1 &&
                      EVP_PKEY_derive_set_peer(derive, peer) == 1 &&
                      EVP_PKEY_derive(derive, out, &length) == 1 && length == SRV_SCALAR;

    EVP_PKEY_CTX_free(derive);
    EVP_PKEY_free(peer);
    EVP_PKEY_free(key);
    return good;
}

/* ---- Sealing ---- */

/* AES-128-GCM over the text and the byte that ends the last record (RFC 8188). */
static bool encrypt(const uint8_t *key, const uint8_t *nonce, const char *text,
                    size_t length, uint8_t *out)
{
    EVP_CIPHER_CTX *const cipher = EVP_CIPHER_CTX_new();
    const uint8_t last = 2;
    int a = 0, b = 0, c = 0;
    const bool good =
        cipher && EVP_EncryptInit_ex(cipher, EVP_aes_128_gcm(), NULL, key, nonce) == 1 &&
        EVP_EncryptUpdate(cipher, out, &a, (const uint8_t *)text, (int)length) == 1 &&
        EVP_EncryptUpdate(cipher, out + a, &b, &last, 1) == 1 &&
        EVP_EncryptFinal_ex(cipher, out + a + b, &c) == 1 &&
        EVP_CIPHER_CTX_ctrl(cipher, EVP_CTRL_GCM_GET_TAG, TAG, out + a + b + c) == 1;

    EVP_CIPHER_CTX_free(cipher);
    return good;
}

size_t srv_push_seal(const srv_subscription *to, const srv_push_key *once,
                     const uint8_t salt[static 16], const char *text, size_t length,
                     uint8_t out[static SRV_SEALED_MAX])
{
    static const char key_info[] = "Content-Encoding: aes128gcm"; /* with its zero byte */
    static const char nonce_info[] = "Content-Encoding: nonce";
    uint8_t info[14 + 2 * SRV_POINT] = "WebPush: info"; /* and a zero byte */
    uint8_t shared[SRV_SCALAR], secret[HASH], key[CONTENT_KEY], nonce[NONCE];
    bool good;

    if (length > SRV_LETTER_MAX || !agree(once, to->point, shared))
        return 0;
    memcpy(info + 14, to->point, SRV_POINT);
    memcpy(info + 14 + SRV_POINT, once->point, SRV_POINT);
    hkdf(to->auth, SRV_PUSH_AUTH, shared, sizeof shared, info, sizeof info, secret, HASH);
    hkdf(salt, SALT, secret, HASH, key_info, sizeof key_info, key, CONTENT_KEY);
    hkdf(salt, SALT, secret, HASH, nonce_info, sizeof nonce_info, nonce, NONCE);
    memcpy(out, salt, SALT);
    out[SALT] = out[SALT + 1] = out[SALT + 3] = 0;
    out[SALT + 2] = RECORD >> 8;
    out[SALT + 4] = SRV_POINT;
    memcpy(out + SALT + 5, once->point, SRV_POINT);
    good = encrypt(key, nonce, text, length, out + HEAD);
    sodium_memzero(shared, sizeof shared);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(key, sizeof key);
    return good ? HEAD + length + 1 + TAG : 0;
}

size_t srv_push_seal_once(const srv_subscription *to, const char *text, size_t length,
                          uint8_t out[static SRV_SEALED_MAX])
{
    uint8_t secret[SRV_SCALAR], salt[SALT];
    srv_push_key once;
    size_t sealed;

    do
        randombytes_buf(secret, sizeof secret);
    while (!srv_push_key_make(&once, secret));
    randombytes_buf(salt, sizeof salt);
    sealed = srv_push_seal(to, &once, salt, text, length, out);
    sodium_memzero(secret, sizeof secret);
    sodium_memzero(&once, sizeof once);
    return sealed;
}

/* ---- Signing ---- */

/* ES256: the two numbers of the signature, 32 bytes each. */
static bool sign(const srv_push_key *own, const char *text, size_t length,
                 uint8_t out[static 2 * SRV_SCALAR])
{
    EVP_PKEY *const key = make_pkey(own->point, own->secret);
    EVP_MD_CTX *const digest = EVP_MD_CTX_new();
    uint8_t der[128];
    const uint8_t *at = der;
    size_t size = sizeof der;
    ECDSA_SIG *pair = NULL;
    bool good = key && digest &&
                EVP_DigestSignInit(digest, NULL, EVP_sha256(), NULL, key) == 1 &&
                EVP_DigestSign(digest, der, &size, (const uint8_t *)text, length) == 1 &&
                (pair = d2i_ECDSA_SIG(NULL, &at, (long)size)) != NULL;

    good =
        good && BN_bn2binpad(ECDSA_SIG_get0_r(pair), out, SRV_SCALAR) == SRV_SCALAR &&
        BN_bn2binpad(ECDSA_SIG_get0_s(pair), out + SRV_SCALAR, SRV_SCALAR) == SRV_SCALAR;
    ECDSA_SIG_free(pair);
    EVP_MD_CTX_free(digest);
    EVP_PKEY_free(key);
    return good;
}

/* Origin and contact hold no quotation marks or backslashes: whoever read them saw to
 * that. */
bool srv_push_vapid(const srv_push_key *key, const char *origin, uint64_t until_s,
                    const char *contact, char out[static SRV_VAPID_MAX])
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[480], token[SRV_VAPID_MAX], encoded[2 * SRV_VAPID_MAX / 3];
    char point[SRV_POINT_TEXT], signature[96];
    uint8_t numbers[2 * SRV_SCALAR];
    int length =
        snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%llu%s%s%s}", origin,
                 (unsigned long long)until_s, contact ? ",\"sub\":\"" : "",
                 contact ? contact : "", contact ? "\"" : "");

    if (length < 0 || length >= (int)sizeof claims)
        return false;
    sodium_bin2base64(token, sizeof token, (const uint8_t *)head, sizeof head - 1,
                      base64url);
    sodium_bin2base64(encoded, sizeof encoded, (const uint8_t *)claims, (size_t)length,
                      base64url);
    length = (int)strlen(token);
    length += snprintf(token + length, sizeof token - (size_t)length, ".%s", encoded);
    if (!sign(key, token, (size_t)length, numbers))
        return false;
    sodium_bin2base64(signature, sizeof signature, numbers, sizeof numbers, base64url);
    srv_push_key_text(key, point);
    length = snprintf(out, SRV_VAPID_MAX, "vapid t=%s.%s, k=%s", token, signature, point);
    return length < SRV_VAPID_MAX;
}
