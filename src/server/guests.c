/* Guests and addresses: who is there, and what they have used up. */
#include <arpa/inet.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

#include "server/room.h"

enum { MINUTE_MS = 60000, HOUR_MS = 3600000 };

/* ---- Names ---- */

bool srv_name_is_good(const char *name, size_t length)
{
    size_t letters = 0;

    if (length == 0 || length > TBL_NAME_MAX || !rec_is_utf8(name, length))
        return false;
    for (size_t i = 0; i < length; i++) {
        if ((unsigned char)name[i] < 0x20 || name[i] == 0x7f)
            return false;
        letters += name[i] != ' ';
    }
    return letters > 0;
}

static void set_name(srv_guest *guest, const char *name, size_t length)
{
    while (length && name[0] == ' ') {
        name++;
        length--;
    }
    while (length && name[length - 1] == ' ')
        length--;
    memcpy(guest->name, name, length);
    guest->name[length] = '\0';
}

/* ---- The store: "guest" is "EPOCH NAME", "blocked" is ids with blanks between, "muted"
 * is a time of the wall clock, "seen" is two: when she came first and when last ---- */

static void save(srv_hub *hub, srv_guest *guest)
{
    host_text text = {0};

    guest->dirty = hub->dirty = true;
    srv_put_number(&text, guest->epoch);
    srv_put(&text, " ");
    srv_put(&text, guest->name);
    store_put(hub->store, guest->id, "guest", (store_text){text.bytes, text.length});
    host_text_clear(&text);
}

static void save_blocked(srv_hub *hub, srv_guest *guest)
{
    host_text text = {0};
    char id[SRV_ID_MAX];

    guest->dirty = hub->dirty = true;
    for (unsigned i = 0; i < guest->blocked_count; i++) {
        srv_id_write(guest->blocked[i], id);
        srv_put(&text, i ? " " : "");
        srv_put(&text, id);
    }
    store_put(hub->store, guest->id, "blocked", (store_text){text.bytes, text.length});
    host_text_clear(&text);
}

static void read_blocked(srv_guest *guest, const char *text, size_t length)
{
    for (size_t at = 0; at < length;) {
        const char *blank = memchr(text + at, ' ', length - at);
        const size_t end = blank ? (size_t)(blank - text) : length;
        const uint64_t id = srv_id_read(text + at, end - at);
        at = end + 1;
        if (!id)
            continue;
        guest->blocked = host_need(
            realloc(guest->blocked, (guest->blocked_count + 1) * sizeof *guest->blocked));
        guest->blocked[guest->blocked_count++] = id;
    }
}

static void read_time(store_text value, uint64_t *ms)
{
    char digits[24];

    if (value.length >= sizeof digits)
        return;
    memcpy(digits, value.bytes, value.length);
    digits[value.length] = '\0';
    if (!host_number(digits, 0, INT64_MAX, ms))
        *ms = 0;
}

static void save_seen(srv_hub *hub, srv_guest *guest)
{
    host_text text = {0};

    guest->dirty = hub->dirty = true;
    srv_put_number(&text, guest->made_ms);
    srv_put(&text, " ");
    srv_put_number(&text, guest->last_ms);
    store_put(hub->store, guest->id, "seen", (store_text){text.bytes, text.length});
    host_text_clear(&text);
}

static void read_seen(srv_guest *guest, store_text value)
{
    const char *blank = memchr(value.bytes, ' ', value.length);
    const size_t first = blank ? (size_t)(blank - value.bytes) : value.length;

    read_time((store_text){value.bytes, first}, &guest->made_ms);
    if (blank)
        read_time((store_text){blank + 1, value.length - first - 1}, &guest->last_ms);
}

static void take_seen(void *context, const char *key, store_text value)
{
    (void)key;
    read_seen(context, value);
}

uint64_t srv_guest_last_ms(srv_hub *hub, uint64_t id)
{
    srv_guest seen = {.last_ms = 0};

    store_value(hub->store, id, "seen", take_seen, &seen);
    return seen.last_ms;
}

void srv_guest_came(srv_hub *hub, srv_guest *guest)
{
    static const uint64_t DAY_MS = 24 * 3600000;

    if (guest->last_ms && guest->last_ms + DAY_MS > hub->wall_ms)
        return;
    guest->last_ms = hub->wall_ms;
    save_seen(hub, guest);
}

static void read_value(void *context, const char *key, store_text value)
{
    srv_guest *const guest = context;
    const char *blank = memchr(value.bytes, ' ', value.length);
    const size_t digits = blank ? (size_t)(blank - value.bytes) : 0;
    char number[16];
    uint64_t epoch;

    srv_notices_read(guest, key, value);
    if (strcmp(key, "blocked") == 0)
        read_blocked(guest, value.bytes, value.length);
    if (strcmp(key, "muted") == 0)
        read_time(value, &guest->muted_ms);
    if (strcmp(key, "seen") == 0)
        read_seen(guest, value);
    if (strcmp(key, "guest") != 0 || !blank || digits >= sizeof number ||
        !srv_name_is_good(blank + 1, value.length - digits - 1))
        return;
    memcpy(number, value.bytes, digits);
    number[digits] = '\0';
    if (!host_number(number, 0, UINT32_MAX, &epoch))
        return;
    guest->epoch = (uint32_t)epoch;
    set_name(guest, blank + 1, value.length - digits - 1);
}

/* Reads a guest. Afterwards she has no name if she was never stored or is damaged, or if
 * she cannot be read now: then it returns false. */
static bool load(srv_hub *hub, srv_guest *guest)
{
    store_status status;

    free(guest->blocked);
    guest->blocked = NULL;
    guest->blocked_count = 0;
    srv_notices_clear(guest);
    guest->muted_ms = guest->made_ms = guest->last_ms = 0;
    guest->name[0] = '\0';
    status = store_values(hub->store, guest->id, read_value, guest);
    if (status != STORE_DONE)
        guest->name[0] = '\0';
    return status == STORE_DONE || status == STORE_NONE || status == STORE_CORRUPT;
}

/* ---- Guests ---- */

static void free_guest(srv_guest *guest)
{
    free(guest->blocked);
    srv_notices_clear(guest);
    free(guest);
}

srv_guest *srv_guest_get(srv_hub *hub, uint64_t id, bool *unread)
{
    srv_guest *guest = srv_map_get(&hub->guests, id);

    *unread = false;
    if (!guest && id & SRV_GUEST_BIT) {
        guest = host_need(calloc(1, sizeof *guest));
        guest->id = id;
        srv_map_add(&hub->guests, id, guest);
    }
    if (!guest)
        return NULL;
    guest->used_ms = hub->now_ms;
    if (!guest->name[0])
        *unread = !load(hub, guest);
    if (guest->name[0])
        return guest;
    if (!guest->clients && !guest->dirty) {
        srv_map_remove(&hub->guests, id);
        free_guest(guest);
    }
    return NULL;
}

srv_guest *srv_guest_of_cookie(srv_hub *hub, const char *cookie, bool *unread)
{
    srv_guest *guest;
    uint64_t id;
    uint32_t epoch;

    *unread = false;
    if (!srv_cookie_read(&hub->key, cookie, &id, &epoch))
        return NULL;
    guest = srv_guest_get(hub, id, unread);
    return guest && guest->epoch == epoch ? guest : NULL;
}

srv_guest *srv_guest_new(srv_hub *hub, const char *name, size_t length)
{
    srv_guest *const guest = host_need(calloc(1, sizeof *guest));

    do {
        hub->env.time.random(hub->env.time.context, (uint8_t *)&guest->id,
                             sizeof guest->id);
        guest->id = (guest->id & (SRV_GUEST_BIT - 1)) | SRV_GUEST_BIT;
    } while (srv_map_get(&hub->guests, guest->id));
    guest->used_ms = hub->now_ms;
    srv_map_add(&hub->guests, guest->id, guest);
    srv_guest_rename(hub, guest, name, length);
    guest->made_ms = guest->last_ms = hub->wall_ms;
    save_seen(hub, guest);
    srv_note(hub, "guest-made", 0, guest->id, NULL);
    return guest;
}

void srv_guest_rename(srv_hub *hub, srv_guest *guest, const char *name, size_t length)
{
    set_name(guest, name, length);
    save(hub, guest);
}

void srv_guest_revoke(srv_hub *hub, srv_guest *guest)
{
    guest->epoch++;
    save(hub, guest);
    srv_notices_revoke(hub, guest);
}

void srv_guest_mute(srv_hub *hub, srv_guest *guest, uint64_t until_ms)
{
    host_text text = {0};

    guest->dirty = hub->dirty = true;
    guest->muted_ms = until_ms;
    if (until_ms)
        srv_put_number(&text, until_ms);
    store_put(hub->store, guest->id, "muted", (store_text){text.bytes, text.length});
    host_text_clear(&text);
}

bool srv_guest_blocks(const srv_guest *guest, uint64_t other)
{
    for (unsigned i = 0; i < guest->blocked_count; i++)
        if (guest->blocked[i] == other)
            return true;
    return false;
}

bool srv_guest_block(srv_hub *hub, srv_guest *guest, uint64_t other, bool on)
{
    unsigned kept = 0;

    if (on && !srv_guest_blocks(guest, other)) {
        if (guest->blocked_count >= hub->quotas.blocks_guest)
            return false;
        guest->blocked = host_need(
            realloc(guest->blocked, (guest->blocked_count + 1) * sizeof *guest->blocked));
        guest->blocked[guest->blocked_count++] = other;
    }
    for (unsigned i = 0; !on && i < guest->blocked_count; i++)
        if (guest->blocked[i] != other)
            guest->blocked[kept++] = guest->blocked[i];
    if (!on)
        guest->blocked_count = kept;
    save_blocked(hub, guest);
    return true;
}

/* One who cannot be read now has no name; she is read when she is asked for. */
void srv_guests_committed(srv_hub *hub, bool good)
{
    for (size_t i = 0; hub->dirty && i < hub->guests.room; i++) {
        srv_guest *const guest = hub->guests.entry[i].object;
        if (!guest || !guest->dirty)
            continue;
        guest->dirty = false;
        if (!good)
            load(hub, guest);
    }
    hub->dirty = false;
}

static bool is_empty(const srv_hub *hub, const srv_bucket *bucket, uint32_t most,
                     uint32_t span_ms)
{
    return srv_bucket_is_empty(bucket, (srv_rate){most, span_ms}, hub->now_ms);
}

/* Who has used nothing up that counts again when she comes back? */
static bool owes_nothing(const srv_hub *hub, const srv_guest *guest)
{
    const srv_quotas *const q = &hub->quotas;

    return is_empty(hub, &guest->chat, q->chat_minute, MINUTE_MS) &&
           is_empty(hub, &guest->bots, q->bot_ms, MINUTE_MS) &&
           is_empty(hub, &guest->notices, q->notices_hour, HOUR_MS) &&
           is_empty(hub, &guest->reports, q->reports_hour, HOUR_MS);
}

static void sweep_visitors(srv_hub *hub, bool all)
{
    const srv_quotas *const q = &hub->quotas;
    srv_map kept = {0};

    for (size_t i = 0; i < hub->visitors.room; i++) {
        srv_visitor *const v = hub->visitors.entry[i].object;
        if (!v)
            continue;
        if (!all && !(is_empty(hub, &v->guests, q->guests_address, HOUR_MS) &&
                      is_empty(hub, &v->tables, q->tables_address, HOUR_MS) &&
                      is_empty(hub, &v->guesses, q->guesses_address, MINUTE_MS) &&
                      is_empty(hub, &v->requests, SRV_REQUESTS_USUAL, MINUTE_MS) &&
                      is_empty(hub, &v->reports, q->reports_hour, HOUR_MS)))
            srv_map_add(&kept, hub->visitors.entry[i].key, v);
        else
            free(v);
    }
    srv_map_clear(&hub->visitors);
    hub->visitors = kept;
}

void srv_guests_sweep(srv_hub *hub, bool all)
{
    /* Tables ask how long someone has been away, up to ten minutes. */
    enum { KEPT_MS = 60000, SEEN_MS = 11 * 60000 };
    srv_guest **old = NULL;
    size_t count = 0, room = 0;

    for (size_t i = 0; i < hub->guests.room; i++) {
        srv_guest *const guest = hub->guests.entry[i].object;
        if (!guest || guest->clients ||
            (!all &&
             (guest->used_ms + KEPT_MS > hub->now_ms || !owes_nothing(hub, guest) ||
              (guest->seen_ms && guest->seen_ms + SEEN_MS > hub->now_ms))))
            continue;
        old = srv_grow(old, count, &room, sizeof *old);
        old[count++] = guest;
    }
    for (size_t i = 0; i < count; i++) {
        srv_map_remove(&hub->guests, old[i]->id);
        free_guest(old[i]);
    }
    free(old);
    sweep_visitors(hub, all);
}

/* ---- Addresses ---- */

/* Of an IPv6 address the first half counts: the rest is the client's to choose. */
uint64_t srv_address_hash(const srv_hub *hub, const char *address)
{
    enum { HALF = 8 };
    static const uint8_t mapped[12] = {[10] = 0xff, [11] = 0xff};
    uint8_t hash[crypto_shorthash_BYTES], six[16];
    const bool halves = address && inet_pton(AF_INET6, address, six) == 1 &&
                        memcmp(six, mapped, sizeof mapped) != 0;
    uint64_t number;

    if (halves)
        crypto_shorthash(hash, six, HALF, (const uint8_t *)hub->hash_key);
    else
        crypto_shorthash(hash, (const uint8_t *)(address ? address : ""),
                         address ? strlen(address) : 0, (const uint8_t *)hub->hash_key);
    memcpy(&number, hash, sizeof number);
    return number;
}

srv_visitor *srv_visitor_get(srv_hub *hub, uint64_t address)
{
    srv_visitor *visitor = srv_map_get(&hub->visitors, address);

    if (!visitor) {
        visitor = host_need(calloc(1, sizeof *visitor));
        srv_map_add(&hub->visitors, address, visitor);
    }
    return visitor;
}
