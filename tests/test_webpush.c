/* Notifications: sealing and signing by the published examples, addresses that the server
 * refuses to call, and who is told what and when. */
#include <arpa/inet.h>
#include <netinet/in.h>
#include <openssl/evp.h>
#include <openssl/x509.h>
#include <sodium.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>

#include "host/clock.h"
#include "server/endpoint.h"
#include "server/lookup.h"
#include "server/postman.h"
#include "tests/loopless.h"
#include "tests/support.h"

/* ---- Sealing: RFC 8291, section 5 and appendix A ---- */

static const char ua_public[] =
    "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4"
    "bjyPjs7Vd8pZGH6SRpkNtoIAiw4";
static const char ua_auth[] = "BTBZMqHH6r4Tts7J_aSIgg";

static size_t from_base64(const char *text, uint8_t *out, size_t room)
{
    size_t length;

    assert_int_equal(sodium_base642bin(out, room, text, strlen(text), NULL, &length, NULL,
                                       sodium_base64_VARIANT_URLSAFE_NO_PADDING),
                     0);
    return length;
}

static void rfc8291_the_published_message_is_sealed_to_the_byte(void **state)
{
    static const char text[] = "When I grow up, I want to be a watermelon";
    static const char sealed[] =
        "DGv6ra1nlYgDCS1FRnbzlwAAEABBBP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vC"
        "YLocInmYWAmS6TlzAC8wEqKK6PBru3jl7A_yl95bQpu6cVPTpK4Mqgkf1CXztLVBSt2Ks3oZwbuwXPXL"
        "WyouBWLVWGNWQexSgSxsj_Qulcy4a-fN";
    uint8_t secret[SRV_SCALAR], salt[16], out[SRV_SEALED_MAX];
    srv_subscription to = {.endpoint = ""};
    srv_push_key once;
    char written[SRV_POINT_TEXT], point[SRV_POINT_TEXT], auth[24], base64[512];
    size_t length;

    (void)state;
    from_base64("yfWPiYE-n46HLnH0KqZOF1fJJU3MYrct3AELtAQ-oRw", secret, sizeof secret);
    from_base64("DGv6ra1nlYgDCS1FRnbzlw", salt, sizeof salt);
    assert_true(srv_push_key_make(&once, secret));
    assert_true(srv_subscription_keys(&to, ua_public, ua_auth));

    length = srv_push_seal(&to, &once, salt, text, strlen(text), out);

    assert_true(length > 0);
    sodium_bin2base64(base64, sizeof base64, out, length,
                      sodium_base64_VARIANT_URLSAFE_NO_PADDING);
    assert_string_equal(base64, sealed);
    srv_push_key_text(&once, written);
    assert_string_equal(written,
                        "BP4z9KsN6nGRTbVYI_c7VJSPQTBtkgcy27mlmlMoZIIgDll6e3vCYLoc"
                        "InmYWAmS6TlzAC8wEqKK6PBru3jl7A8");
    srv_subscription_texts(&to, point, auth);
    assert_string_equal(point, ua_public);
    assert_string_equal(auth, ua_auth);
}

static void keys_that_make_no_sense_are_refused(void **state)
{
    static const char *const points[] = {
        "",
        "x",
        "BCVxsr7N",
        /* off the curve, compressed, padded */
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-"
        "AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIA"
        "iw5",
        "BAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA"
        "AAAA"
        "AAA",
        "AyVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcx",
        "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-"
        "AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIA"
        "iw4=",
    };
    static const char *const auths[] = {
        "", "BTBZMqHH6r4Tts7J_aSI", "BTBZMqHH6r4Tts7J/aSIgg", "BTBZMqHH6r4Tts7J_aSIggAA"};
    const uint8_t zero[SRV_SCALAR] = {0};
    uint8_t order[SRV_SCALAR];
    srv_subscription to = {.endpoint = ""};
    srv_push_key key;

    (void)state;
    memset(order, 0xff, sizeof order);
    for (unsigned i = 0; i < sizeof points / sizeof *points; i++)
        assert_false(srv_subscription_keys(&to, points[i], ua_auth));
    for (unsigned i = 0; i < sizeof auths / sizeof *auths; i++)
        assert_false(srv_subscription_keys(&to, ua_public, auths[i]));
    assert_false(srv_push_key_make(&key, zero));
    assert_false(srv_push_key_make(&key, order));
}

static void a_message_that_is_too_long_is_not_sealed(void **state)
{
    static char text[SRV_LETTER_MAX + 1];
    srv_subscription to = {.endpoint = ""};
    uint8_t out[SRV_SEALED_MAX];

    (void)state;
    assert_true(srv_subscription_keys(&to, ua_public, ua_auth));
    assert_true(srv_push_seal_once(&to, text, SRV_LETTER_MAX, out) <= SRV_SEALED_MAX);
    assert_true(srv_push_seal_once(&to, text, SRV_LETTER_MAX, out) > SRV_LETTER_MAX);
    assert_int_equal(srv_push_seal_once(&to, text, SRV_LETTER_MAX + 1, out), 0);
}

/* ---- Signing: RFC 8292 ---- */

/* Is the signature of a token genuine? OpenSSL wants it in DER. */
static bool is_genuine(const srv_push_key *key, const char *text, size_t length,
                       const uint8_t numbers[static 64])
{
    uint8_t der[80] = {0x30, 0},
            spki[91] = {0x30, 0x59, 0x30, 0x13, 6, 7, 0x2a, 0x86, 0x48,
                        0xce, 0x3d, 2,    1,    6, 8, 0x2a, 0x86, 0x48,
                        0xce, 0x3d, 3,    1,    7, 3, 0x42, 0};
    const uint8_t *at = spki;
    size_t size = 2;
    EVP_PKEY *pkey;
    EVP_MD_CTX *digest = EVP_MD_CTX_new();
    bool good;

    for (unsigned i = 0; i < 2; i++) {
        const uint8_t *number = numbers + 32 * i;
        const bool high = number[0] & 0x80;
        unsigned zeros = 0;
        while (!high && zeros < 31 && number[zeros] == 0 && !(number[zeros + 1] & 0x80))
            zeros++;
        der[size++] = 2;
        der[size++] = (uint8_t)(32 + high - zeros);
        if (high)
            der[size++] = 0;
        memcpy(der + size, number + zeros, 32 - zeros);
        size += 32 - zeros;
    }
    der[1] = (uint8_t)(size - 2);
    memcpy(spki + 26, key->point, SRV_POINT);
    pkey = d2i_PUBKEY(NULL, &at, sizeof spki);
    good = pkey && EVP_DigestVerifyInit(digest, NULL, EVP_sha256(), NULL, pkey) == 1 &&
           EVP_DigestVerify(digest, der, size, (const uint8_t *)text, length) == 1;
    EVP_MD_CTX_free(digest);
    EVP_PKEY_free(pkey);
    return good;
}

static void
rfc8292_a_token_names_its_service_and_is_signed_by_the_derived_key(void **state)
{
    const srv_key server = {{1, 2, 3}}, other = {{1, 2, 4}};
    char out[SRV_VAPID_MAX], point[SRV_POINT_TEXT], *token, *dot, *end;
    uint8_t claims[512] = {0}, numbers[64];
    srv_push_key key, again, different;
    json_t *json;

    (void)state;
    srv_push_key_derive(&key, &server);
    srv_push_key_derive(&again, &server);
    srv_push_key_derive(&different, &other);
    assert_memory_equal(&key, &again, sizeof key);
    assert_memory_not_equal(key.secret, different.secret, SRV_SCALAR);

    assert_true(srv_push_vapid(&key, "https://push.example", 1794960000,
                               "mailto:ada@example.org", out));

    assert_memory_equal(out, "vapid t=", 8);
    token = out + 8;
    end = strstr(token, ", k=");
    assert_non_null(end);
    srv_push_key_text(&key, point);
    assert_string_equal(end + 4, point);
    *end = '\0';
    dot = strrchr(token, '.');
    assert_int_equal(from_base64(dot + 1, numbers, sizeof numbers), 64);
    assert_true(is_genuine(&key, token, (size_t)(dot - token), numbers));
    numbers[40] ^= 1;
    assert_false(is_genuine(&key, token, (size_t)(dot - token), numbers));
    *dot = '\0';
    from_base64(strchr(token, '.') + 1, claims, sizeof claims - 1);
    json = json_loads((const char *)claims, 0, NULL);
    assert_string_equal(text_at(json, "aud"), "https://push.example");
    assert_string_equal(text_at(json, "sub"), "mailto:ada@example.org");
    assert_int_equal(number_at(json, "exp"), 1794960000);
    json_decref(json);
}

/* ---- Addresses ---- */

static void only_https_on_its_own_port_is_an_endpoint(void **state)
{
    static const char *const wrong[] = {
        "",
        "https://",
        "https:///x",
        "http://push.example/x",
        "HTTPS://push.example/x",
        "https://push.example",
        "https://push.example:8443/x",
        "https://push.example:/x",
        "https://push.example:99999/x",
        "https://ada@push.example/x",
        "https://push.example/a b",
        "https://push.example/a\r\nHost: b",
        "https://push.example/\xc3\xa4",
        "https://push.example/#x",
        "https://[::1/x",
        "https://[not an address]/x",
        "https://[]/x",
        "https://push_example/x",
        "https://push.example\\@evil.example/x",
        "ftp://push.example/x",
        "https://127.0.0.1:9443/x",
        "https://localhost/x",
        "https://LocalHost./x",
        "https://push.localhost/x",
        "https://printer.local/x",
        "https://db.INTERNAL./x",
        "https://intranet/x",
        "https://com./x",
    };
    srv_endpoint endpoint;

    (void)state;
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++)
        assert_false(srv_endpoint_read(&endpoint, wrong[i], "127.0.0.1:9444"));
    assert_true(srv_endpoint_read(&endpoint, "https://push.example/a/b?c=d", NULL));
    assert_string_equal(endpoint.host, "push.example");
    assert_string_equal(endpoint.port, "443");
    assert_string_equal(endpoint.origin, "https://push.example");
    assert_string_equal(endpoint.path, "/a/b?c=d");
    assert_false(endpoint.allowed);
    assert_true(srv_endpoint_read(&endpoint, "https://[2606:4700::1]:443/x", NULL));
    assert_string_equal(endpoint.host, "2606:4700::1");
    assert_string_equal(endpoint.origin, "https://[2606:4700::1]");
    assert_true(
        srv_endpoint_read(&endpoint, "https://127.0.0.1:9444/x", "127.0.0.1:9444"));
    assert_string_equal(endpoint.origin, "https://127.0.0.1:9444");
    assert_true(endpoint.allowed);
    assert_true(
        srv_endpoint_read(&endpoint, "https://localhost:9444/x", "localhost:9444"));
    assert_true(srv_endpoint_read(&endpoint, "https://local.push.example/x", NULL));
}

static bool is_public(const char *text)
{
    struct sockaddr_in6 six = {.sin6_family = AF_INET6};
    struct sockaddr_in four = {.sin_family = AF_INET};

    if (inet_pton(AF_INET, text, &four.sin_addr) == 1)
        return srv_is_public((const struct sockaddr *)&four);
    assert_int_equal(inet_pton(AF_INET6, text, &six.sin6_addr), 1);
    return srv_is_public((const struct sockaddr *)&six);
}

static void private_and_special_addresses_are_not_called(void **state)
{
    static const char *const closed[] = {
        "0.0.0.0",
        "10.1.2.3",
        "100.64.0.1",
        "100.127.255.255",
        "127.0.0.1",
        "169.254.169.254",
        "172.16.0.1",
        "172.31.255.255",
        "192.0.0.8",
        "192.0.2.1",
        "192.88.99.1",
        "192.168.1.1",
        "198.18.0.1",
        "198.19.255.255",
        "198.51.100.7",
        "203.0.113.9",
        "224.0.0.1",
        "240.0.0.1",
        "255.255.255.255",
        "::",
        "::1",
        "::ffff:8.8.8.8",
        "::ffff:127.0.0.1",
        "64:ff9b::7f00:1",
        "64:ff9b::a00:1",
        "64:ff9b:1::1",
        "100::1",
        "2001::1",
        "2001:1ff::1",
        "2001:db8::1",
        "2002:7f00:1::",
        "3fff::1",
        "fc00::1",
        "fd12::1",
        "fe80::1",
        "ff02::1",
        "4000::1",
    };
    static const char *const open[] = {
        "8.8.8.8",      "100.63.255.255", "100.128.0.1",      "172.15.0.1",
        "172.32.0.1",   "192.0.1.1",      "223.255.255.255",  "2001:200::1",
        "2606:4700::1", "2a00:1450::1",   "64:ff9b::808:808",
    };
    const struct sockaddr local = {.sa_family = AF_UNIX};

    (void)state;
    for (unsigned i = 0; i < sizeof closed / sizeof *closed; i++)
        if (is_public(closed[i]))
            fail_msg("%s counts as public", closed[i]);
    for (unsigned i = 0; i < sizeof open / sizeof *open; i++)
        if (!is_public(open[i]))
            fail_msg("%s does not count as public", open[i]);
    assert_false(srv_is_public(&local));
}

static void one_address_that_is_not_public_spoils_them_all(void **state)
{
    struct sockaddr_in address[2] = {{.sin_family = AF_INET}, {.sin_family = AF_INET}};
    struct addrinfo all[2] = {
        {.ai_addr = (struct sockaddr *)&address[0], .ai_next = &all[1]},
        {.ai_addr = (struct sockaddr *)&address[1]}};

    (void)state;
    inet_pton(AF_INET, "8.8.8.8", &address[0].sin_addr);
    inet_pton(AF_INET, "9.9.9.9", &address[1].sin_addr);
    assert_true(srv_are_public(all));
    inet_pton(AF_INET, "10.0.0.1", &address[1].sin_addr);
    assert_false(srv_are_public(all));
    inet_pton(AF_INET, "9.9.9.9", &address[1].sin_addr);
    inet_pton(AF_INET, "10.0.0.1", &address[0].sin_addr);
    assert_false(srv_are_public(all));
}

static void wake_nobody(void *context)
{
    (void)context;
}

static void a_letter_to_an_address_of_the_house_is_returned(void **state)
{
    static srv_letter letter = {.guest = 7, .length = 2, .text = "{}"};
    const srv_push_settings settings = {.allow = "127.0.0.1:9444"};
    const srv_key key = {{1}};
    const uint64_t until_ms = host_now_ms(NULL) + 3000; /* before it is tried again */
    char endpoint[SRV_ENDPOINT_MAX + 1];
    srv_push_key signing;
    srv_postman *postman;
    uint64_t guest = 0;

    (void)state;
    srv_push_key_derive(&signing, &key);
    postman = srv_postman_new(&signing, &settings, wake_nobody, NULL);
    assert_non_null(postman);
    snprintf(letter.to.endpoint, sizeof letter.to.endpoint, "https://127.0.0.1/x");
    assert_true(srv_postman_post(postman, &letter));
    while (!srv_postman_returned(postman, &guest, endpoint) &&
           host_now_ms(NULL) < until_ms)
        nanosleep(&(struct timespec){.tv_nsec = 10000000}, NULL);
    assert_int_equal(guest, 7);
    assert_string_equal(endpoint, "https://127.0.0.1/x");
    srv_postman_free(postman);
}

/* ---- Names that are slow ---- */

static atomic_bool slow = true;

static int slow_resolver(const char *host, const char *port, const struct addrinfo *hints,
                         struct addrinfo **all)
{
    while (atomic_load(&slow))
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    return getaddrinfo(host, port, hints, all);
}

static void a_slow_name_holds_nobody_up(void **state)
{
    const uint64_t begun_ms = host_now_ms(NULL);
    struct addrinfo *all;

    (void)state;
    for (unsigned i = 0; i < SRV_LOOKUPS_MAX; i++)
        assert_false(
            srv_lookup(slow_resolver, "127.0.0.1", "443", host_now_ms(NULL) + 5, &all));
    assert_true(host_now_ms(NULL) < begun_ms + 2000);
    assert_false(/* too many go on */
                 srv_lookup(getaddrinfo, "127.0.0.1", "443", host_now_ms(NULL) + 2000,
                            &all));
    atomic_store(&slow, false);
    while (!srv_lookup(getaddrinfo, "127.0.0.1", "443", host_now_ms(NULL) + 2000, &all))
        assert_true(host_now_ms(NULL) < begun_ms + 5000);
    freeaddrinfo(all);
    assert_false(
        srv_lookup(getaddrinfo, "not a name", "443", host_now_ms(NULL) + 2000, &all));
}

/* ---- Letters of the hub ---- */

#define DEVICE(path)                                                             \
    "{'endpoint':'https://push.example/" path "','expirationTime':null,'keys':{" \
    "'p256dh':'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-"               \
    "AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4','auth':'BTBZMqHH6r4Tts7J_aSIgg'}}"

/* Plays until this one has to decide. */
static void play_until(evening *e, unsigned who)
{
    char line[REC_LINE_MAX];
    long n;

    while (evening_mover(e, &n, line, 0) != who)
        evening_play(e, 0);
}

/* Ada, whose turn it is, plays on alone until someone else has to decide. */
static void play_alone(evening *e)
{
    for (;;) {
        json_t *const seen = evening_snapshot(e, 0);
        const json_t *const legal = json_object_get(seen, "legal");
        if (!json_array_size(legal)) {
            json_decref(seen);
            return;
        }
        drop_answer(peer_do(
            &e->peer[0], "'do':'move','table':'%s','after':%ld,'line':'%s'", e->table,
            number_at(seen, "n"), json_string_value(json_array_get(legal, 0))));
        json_decref(seen);
    }
}

/* Ada and Ben play, and it is Ada's turn; Ben's device is notified. */
static void begin_notified(evening *e)
{
    evening_begin(e, 3);
    evening_game(e, 2, "");
    drop_answer(peer_do(&e->peer[1], "'do':'subscribe','subscription':" DEVICE("ben")));
    play_until(e, 0);
}

static void whoever_has_no_page_in_sight_is_told_once_that_the_table_waits(void **state)
{
    evening e;
    srv_letter letter;
    json_t *json;

    (void)state;
    begin_notified(&e);
    play_until(&e, 1);
    assert_int_equal(e.w.letters, 0); /* his page is open */
    play_until(&e, 0);
    peer_close(&e.peer[1]);
    play_alone(&e);

    assert_int_equal(e.w.letters, 1);
    letter = e.w.letter[0];
    assert_string_equal(letter.to.endpoint, "https://push.example/ben");
    assert_string_equal(letter.topic, e.table);
    json = json_loadb(letter.text, letter.length, 0, NULL);
    assert_string_equal(text_at(json, "table"), e.table);
    assert_string_equal(text_at(json, "what"), "turn");
    assert_int_equal(json_array_size(json_object_get(json, "with")), 1);
    assert_string_equal(
        json_string_value(json_array_get(json_object_get(json, "with"), 0)), "Ada B.");
    assert_int_equal(json_object_size(json), 3);
    json_decref(json);
    peer_close(&e.peer[0]);
    peer_close(&e.peer[2]);
    world_crash(&e.w);

    peer_open(&e.peer[0], &e.w, e.cookie[0]);
    peer_open(&e.peer[2], &e.w, e.cookie[2]);
    drop_answer(peer_do(&e.peer[0], "'do':'follow','table':'%s'", e.table));
    drop_answer(peer_do(&e.peer[0], "'do':'revoke','what':'join','table':'%s'", e.table));
    assert_int_equal(e.w.letters, 1); /* he was told, and a restart forgets nothing */
    peer_open(&e.peer[1], &e.w, e.cookie[1]);
    evening_end(&e);
}

static void a_page_out_of_sight_does_not_count_and_one_that_is_back_does(void **state)
{
    evening e;

    (void)state;
    begin_notified(&e);
    drop_answer(peer_do(&e.peer[1], "'do':'hidden','on':true"));
    play_until(&e, 1);
    assert_int_equal(e.w.letters, 1);
    play_until(&e, 0);
    play_until(&e, 1);
    assert_int_equal(e.w.letters, 1); /* he has not come back */
    play_until(&e, 0);
    drop_answer(peer_do(&e.peer[1], "'do':'hidden','on':false"));
    drop_answer(peer_do(&e.peer[1], "'do':'hidden','on':true"));
    play_until(&e, 1);
    assert_int_equal(e.w.letters, 2);
    evening_end(&e);
}

static void a_subscription_ends_by_its_owner_its_service_or_a_revoked_link(void **state)
{
    evening e;

    (void)state;
    begin_notified(&e);
    drop_answer(peer_do(&e.peer[1], "'do':'hidden','on':true"));
    drop_answer(peer_do(&e.peer[1], "'do':'subscribe','subscription':" DEVICE("phone")));
    drop_answer(peer_do(&e.peer[1], "'do':'subscribe','subscription':" DEVICE("phone")));
    play_until(&e, 1);
    assert_int_equal(e.w.letters, 2);
    srv_hub_unsubscribe(e.w.hub, e.w.letter[0].guest, "https://push.example/ben");
    world_turn(&e.w);
    play_until(&e, 0);
    drop_answer(peer_do(&e.peer[1], "'do':'hidden','on':false"));
    drop_answer(peer_do(&e.peer[1], "'do':'hidden','on':true"));
    play_until(&e, 1);
    assert_int_equal(e.w.letters, 3);
    assert_string_equal(e.w.letter[2].to.endpoint, "https://push.example/phone");
    drop_answer(peer_do(&e.peer[1], "'do':'unsubscribe','subscription':{"
                                    "'endpoint':'https://push.example/phone'}"));
    play_until(&e, 0);
    drop_answer(peer_do(&e.peer[1], "'do':'hidden','on':false"));
    drop_answer(peer_do(&e.peer[1], "'do':'hidden','on':true"));
    play_until(&e, 1);
    assert_int_equal(e.w.letters, 3);
    drop_answer(peer_do(&e.peer[1], "'do':'subscribe','subscription':" DEVICE("stolen")));
    drop_answer(peer_do(&e.peer[1], "'do':'revoke','what':'guest'"));
    play_until(&e, 0);
    drop_answer(peer_do(&e.peer[1], "'do':'hidden','on':false"));
    drop_answer(peer_do(&e.peer[1], "'do':'hidden','on':true"));
    play_until(&e, 1);
    assert_int_equal(e.w.letters, 3);
    evening_end(&e);
}

static void a_guest_has_so_many_devices_and_the_oldest_goes(void **state)
{
    evening e;

    (void)state;
    begin_notified(&e);
    drop_answer(peer_do(&e.peer[1], "'do':'hidden','on':true"));
    for (unsigned i = 0; i < 10; i++)
        drop_answer(
            peer_do(&e.peer[1],
                    "'do':'subscribe','subscription':{'endpoint':"
                    "'https://push.example/%u','keys':{'p256dh':'%s','auth':'%s'}}",
                    i, ua_public, ua_auth));
    play_until(&e, 1);
    assert_int_equal(e.w.letters, 8);
    assert_string_equal(e.w.letter[0].to.endpoint, "https://push.example/2");
    assert_string_equal(e.w.letter[7].to.endpoint, "https://push.example/9");
    evening_end(&e);
}

static void hostile_subscriptions_are_refused_without_a_trace(void **state)
{
    static const char *const wrong[] = {
        "7",
        "'text'",
        "[]",
        "{}",
        "{'endpoint':7}",
        "{'endpoint':'https://push.example/x'}",
        "{'endpoint':'https://push.example/x','keys':7}",
        "{'endpoint':'https://push.example/x','keys':{'p256dh':7,'auth':[]}}",
        "{'endpoint':'https://push.example/x','keys':{'p256dh':'','auth':''}}",
        "{'endpoint':'http://push.example/x','keys':{'p256dh':'%P','auth':'%A'}}",
        "{'endpoint':'https://push.example:22/x','keys':{'p256dh':'%P','auth':'%A'}}",
        "{'endpoint':'https://push.example/a\\nb','keys':{'p256dh':'%P','auth':'%A'}}",
        "{'endpoint':'https://push.example/a b','keys':{'p256dh':'%P','auth':'%A'}}",
    };
    char frame[2048], longest[1200];
    evening e;

    (void)state;
    evening_begin(&e, 5);
    for (unsigned i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        size_t length = 0;
        for (const char *c = wrong[i]; *c; c++) {
            const char *with = strncmp(c, "%P", 2) == 0   ? ua_public
                               : strncmp(c, "%A", 2) == 0 ? ua_auth
                                                          : NULL;
            if (with) {
                length +=
                    (size_t)snprintf(frame + length, sizeof frame - length, "%s", with);
                c++;
            } else {
                frame[length++] = *c;
            }
        }
        frame[length] = '\0';
        peer_refused(&e.peer[1], "bad", "bad_subscription",
                     "'do':'subscribe','subscription':%s", frame);
    }
    memset(longest, 'x', sizeof longest);
    longest[sizeof longest - 1] = '\0';
    peer_refused(&e.peer[1], "bad", "bad_subscription",
                 "'do':'subscribe','subscription':{'endpoint':'https://push.example/%s',"
                 "'keys':{'p256dh':'%s','auth':'%s'}}",
                 longest, ua_public, ua_auth);
    peer_refused(&e.peer[1], "bad", "bad_subscription",
                 "'do':'unsubscribe','subscription':7");
    drop_answer(
        peer_do(&e.peer[1], "'do':'unsubscribe','subscription':{'endpoint':'x'}"));
    evening_end(&e);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(rfc8291_the_published_message_is_sealed_to_the_byte),
        cmocka_unit_test(keys_that_make_no_sense_are_refused),
        cmocka_unit_test(a_message_that_is_too_long_is_not_sealed),
        cmocka_unit_test(
            rfc8292_a_token_names_its_service_and_is_signed_by_the_derived_key),
        cmocka_unit_test(only_https_on_its_own_port_is_an_endpoint),
        cmocka_unit_test(private_and_special_addresses_are_not_called),
        cmocka_unit_test(one_address_that_is_not_public_spoils_them_all),
        cmocka_unit_test(a_letter_to_an_address_of_the_house_is_returned),
        cmocka_unit_test(a_slow_name_holds_nobody_up),
        cmocka_unit_test(whoever_has_no_page_in_sight_is_told_once_that_the_table_waits),
        cmocka_unit_test(a_page_out_of_sight_does_not_count_and_one_that_is_back_does),
        cmocka_unit_test(a_subscription_ends_by_its_owner_its_service_or_a_revoked_link),
        cmocka_unit_test(a_guest_has_so_many_devices_and_the_oldest_goes),
        cmocka_unit_test(hostile_subscriptions_are_refused_without_a_trace),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
