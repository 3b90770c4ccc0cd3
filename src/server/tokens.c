#include "server/tokens.h"

#include <errno.h>
#include <fcntl.h>
#include <sodium.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "host/text.h"

/* Letters that nobody takes for others: no i, l, o, u. */
static const char letters[] = "0123456789abcdefghjkmnpqrstvwxyz";

const char *const srv_link_words[SRV_LINK_COUNT] = {"join", "seat", "guest"};

/* ---- Ids ---- */

void srv_id_write(uint64_t id, char out[static SRV_ID_MAX])
{
    const bool guest = id & SRV_GUEST_BIT;
    const unsigned bits = guest ? 4 : 5;
    const unsigned length = guest ? SRV_GUEST_DIGITS : SRV_ID_LETTERS;

    /* The first sixteen of our letters are the hexadecimal digits. */
    for (unsigned i = 0; i < length; i++)
        out[i] = letters[id >> bits * (length - 1 - i) & ((1u << bits) - 1)];
    out[length] = '\0';
}

uint64_t srv_id_read(const char *text, size_t length)
{
    const bool guest = length == SRV_GUEST_DIGITS;
    const unsigned bits = guest ? 4 : 5;
    uint64_t id = 0;

    if (length != SRV_ID_LETTERS && !guest)
        return 0;
    for (size_t i = 0; i < length; i++) {
        const char *found = text[i] ? strchr(letters, text[i]) : NULL;
        if (!found || found - letters >= 1 << bits)
            return 0;
        id = id << bits | (uint64_t)(found - letters);
    }
    return !guest || id >> 62 == 1 ? id : 0;
}

/* ---- The key ---- */

static host_status read_key(srv_key *key, const char *path, int file)
{
    uint8_t bytes[sizeof key->bytes + 1];
    const ssize_t got = read(file, bytes, sizeof bytes);
    const int error = errno;

    close(file);
    if (got < 0)
        return host_complain_file(path, error);
    if (got != sizeof key->bytes) {
        host_complain("%s: the server's key is damaged; without the file a new one is "
                      "made, and all cookies and links lose their worth",
                      path);
        return HOST_FAILED;
    }
    memcpy(key->bytes, bytes, sizeof key->bytes);
    sodium_memzero(bytes, sizeof bytes);
    return HOST_DONE;
}

/* The key is written under another name first: a crash leaves no half of it. */
static host_status make_key(srv_key *key, const char *folder, const char *path)
{
    char fresh[4096];
    bool good = false;
    int file;

    snprintf(fresh, sizeof fresh, "%s.new", path);
    unlink(fresh);
    file = open(fresh, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (file < 0)
        return host_complain_file(fresh, errno);
    randombytes_buf(key->bytes, sizeof key->bytes);
    good = write(file, key->bytes, sizeof key->bytes) == sizeof key->bytes &&
           fsync(file) == 0;
    good = close(file) == 0 && good && rename(fresh, path) == 0;
    if (!good)
        return host_complain_file(path, errno);
    file = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (file >= 0) {
        fsync(file);
        close(file);
    }
    return HOST_DONE;
}

host_status srv_key_open(srv_key *key, const char *folder)
{
    char path[4000];
    int file;

    if (snprintf(path, sizeof path, "%s/server.key", folder) >= (int)sizeof path)
        return host_complain_file(folder, ENAMETOOLONG);
    file = open(path, O_RDONLY | O_CLOEXEC);
    if (file >= 0)
        return read_key(key, path, file);
    return errno == ENOENT ? make_key(key, folder, path)
                           : host_complain_file(path, errno);
}

/* ---- MACs ---- */

enum { MAC_BYTES = 16 };

/* Everything that a token stands for, in a form that no other token shares. */
static void make_mac(const srv_key *key, const char *what, uint64_t id, uint32_t seat,
                     uint32_t number, char out[static SRV_SECRET_LETTERS + 1])
{
    uint8_t text[64] = {0}, mac[MAC_BYTES];
    unsigned bits = 0, held = 0;

    snprintf((char *)text, 32, "tobago %s 1", what);
    for (unsigned i = 0; i < 8; i++)
        text[32 + i] = (uint8_t)(id >> 8 * i);
    for (unsigned i = 0; i < 4; i++) {
        text[40 + i] = (uint8_t)(seat >> 8 * i);
        text[44 + i] = (uint8_t)(number >> 8 * i);
    }
    crypto_generichash(mac, sizeof mac, text, sizeof text, key->bytes, sizeof key->bytes);
    for (unsigned i = 0; i < MAC_BYTES; i++) {
        bits = (bits << 8 | mac[i]) & 0xfff;
        for (held += 8; held >= 5; held -= 5)
            *out++ = letters[bits >> (held - 5) & 31];
    }
    *out++ = letters[bits << (5 - held) & 31];
    *out = '\0';
}

static bool is_mac(const char *mac, const char *text, size_t length)
{
    return length == SRV_SECRET_LETTERS && sodium_memcmp(mac, text, length) == 0;
}

/* ---- Cookies ---- */

static const char cookie_name[] = "tobago=";

void srv_cookie_write(const srv_key *key, uint64_t guest, uint32_t epoch,
                      char out[static SRV_COOKIE_TEXT_MAX])
{
    char mac[SRV_SECRET_LETTERS + 1], id[SRV_ID_MAX];

    make_mac(key, "cookie", guest, 0, epoch, mac);
    srv_id_write(guest, id);
    snprintf(out, SRV_COOKIE_TEXT_MAX,
             "%s%s.%u.%s; Path=/; Max-Age=34560000; HttpOnly; SameSite=Lax", cookie_name,
             id, (unsigned)epoch, mac);
}

/* Reads "ID.EPOCH.MAC". */
static bool read_cookie(const srv_key *key, const char *text, size_t length,
                        uint64_t *guest, uint32_t *epoch)
{
    const char *end = text + length, *first = memchr(text, '.', length), *second;
    char mac[SRV_SECRET_LETTERS + 1], number[16];
    uint64_t id, value;

    second = first ? memchr(first + 1, '.', (size_t)(end - first - 1)) : NULL;
    if (!second || (size_t)(second - first) > sizeof number)
        return false;
    memcpy(number, first + 1, (size_t)(second - first - 1));
    number[second - first - 1] = '\0';
    id = srv_id_read(text, (size_t)(first - text));
    if (!(id & SRV_GUEST_BIT) || !host_number(number, 0, UINT32_MAX, &value))
        return false;
    make_mac(key, "cookie", id, 0, (uint32_t)value, mac);
    if (!is_mac(mac, second + 1, (size_t)(end - second - 1)))
        return false;
    *guest = id;
    *epoch = (uint32_t)value;
    return true;
}

bool srv_cookie_read(const srv_key *key, const char *header, uint64_t *guest,
                     uint32_t *epoch)
{
    while (header && *header) {
        size_t length;
        header += strspn(header, "; \t");
        length = strcspn(header, "; \t");
        if (strncmp(header, cookie_name, strlen(cookie_name)) == 0 &&
            read_cookie(key, header + strlen(cookie_name), length - strlen(cookie_name),
                        guest, epoch))
            return true;
        header += length;
    }
    return false;
}

/* ---- Links ---- */

void srv_link_write(const srv_key *key, const srv_link *link,
                    char out[static SRV_LINK_MAX])
{
    char mac[SRV_SECRET_LETTERS + 1], id[SRV_ID_MAX];

    make_mac(key, srv_link_words[link->kind], link->id, link->seat, link->number, mac);
    srv_id_write(link->id, id);
    snprintf(out, SRV_LINK_MAX, "%s=%s.%s", srv_link_words[link->kind], id, mac);
}

bool srv_link_read(const char *text, size_t length, srv_link *link, const char **secret,
                   size_t *secret_length)
{
    const char *equals = memchr(text, '=', length), *dot;
    unsigned kind = 0;

    if (!equals)
        return false;
    dot = memchr(equals, '.', length - (size_t)(equals - text));
    while (kind < SRV_LINK_COUNT &&
           (strlen(srv_link_words[kind]) != (size_t)(equals - text) ||
            memcmp(srv_link_words[kind], text, (size_t)(equals - text)) != 0))
        kind++;
    if (!dot || kind == SRV_LINK_COUNT)
        return false;
    *link = (srv_link){.kind = (srv_link_kind)kind,
                       .id = srv_id_read(equals + 1, (size_t)(dot - equals - 1))};
    *secret = dot + 1;
    *secret_length = length - (size_t)(dot + 1 - text);
    return link->id && (kind == SRV_LINK_GUEST) == ((link->id & SRV_GUEST_BIT) != 0);
}

bool srv_secret_is(const srv_key *key, const srv_link *link, const char *secret,
                   size_t length)
{
    char mac[SRV_SECRET_LETTERS + 1];

    make_mac(key, srv_link_words[link->kind], link->id, link->seat, link->number, mac);
    return is_mac(mac, secret, length);
}
