/* Notifications with the page closed.
 *
 * When a table begins to wait for someone of whom no page is in sight, each of her
 * devices gets a letter, and none again of this table until she is back: 'told' lists the
 * tables until then. The list is stored with the event that the letter is about, and
 * letters are posted after the commit, so that a restart neither repeats one nor
 * announces a move that never was; one that is under way when the server is killed is
 * lost.
 *
 * Of a guest the store keeps "push", a line "ENDPOINT KEY SECRET" for each device, and
 * "told", ids with blanks between. */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "server/endpoint.h"
#include "server/room.h"
#include "tobago/json.h"

enum {
    TOLD_MAX = 200, /* tables; of those beyond she is not notified */
    HOUR_MS = 3600000,
    LIVE_TTL_S = 3600,
    DAY_S = 86400,
    TTL_DAYS = 28, /* no push service keeps letters for longer */
    KEY_TEXT = SRV_POINT_TEXT + 24,
};

/* ---- The store ---- */

static void save_devices(srv_hub *hub, srv_guest *guest)
{
    char point[SRV_POINT_TEXT], auth[24];
    host_text text = {0};

    guest->dirty = hub->dirty = true;
    for (unsigned i = 0; i < guest->devices; i++) {
        srv_subscription_texts(&guest->device[i], point, auth);
        srv_put(&text, guest->device[i].endpoint);
        srv_put(&text, " ");
        srv_put(&text, point);
        srv_put(&text, " ");
        srv_put(&text, auth);
        srv_put(&text, "\n");
    }
    store_put(hub->store, guest->id, "push", (store_text){text.bytes, text.length});
    host_text_clear(&text);
}

static void save_told(srv_hub *hub, srv_guest *guest)
{
    host_text text = {0};
    char id[SRV_ID_MAX];

    guest->dirty = hub->dirty = true;
    for (unsigned i = 0; i < guest->tolds; i++) {
        srv_id_write(guest->told[i], id);
        srv_put(&text, i ? " " : "");
        srv_put(&text, id);
    }
    store_put(hub->store, guest->id, "told", (store_text){text.bytes, text.length});
    host_text_clear(&text);
}

static void add_device(srv_guest *guest, const srv_subscription *device)
{
    guest->device =
        host_need(realloc(guest->device, (guest->devices + 1) * sizeof *guest->device));
    guest->device[guest->devices++] = *device;
}

static void add_told(srv_guest *guest, uint64_t table)
{
    guest->told =
        host_need(realloc(guest->told, (guest->tolds + 1) * sizeof *guest->told));
    guest->told[guest->tolds++] = table;
}

/* Reads a line of "push"; one that makes no sense is left out. */
static void read_device(srv_guest *guest, const char *line, size_t length)
{
    char text[SRV_ENDPOINT_MAX + KEY_TEXT + 4], *point, *auth;
    srv_subscription device = {.endpoint = ""};

    if (length >= sizeof text)
        return;
    memcpy(text, line, length);
    text[length] = '\0';
    point = strchr(text, ' ');
    auth = point ? strchr(point + 1, ' ') : NULL;
    if (!auth || point - text > SRV_ENDPOINT_MAX)
        return;
    *point++ = *auth++ = '\0';
    memcpy(device.endpoint, text, strlen(text) + 1);
    if (srv_subscription_keys(&device, point, auth))
        add_device(guest, &device);
}

void srv_notices_read(srv_guest *guest, const char *key, store_text value)
{
    const bool push = strcmp(key, "push") == 0;

    if (!push && strcmp(key, "told") != 0)
        return;
    for (size_t at = 0; at < value.length;) {
        const char *begin = value.bytes + at;
        const char *stop = memchr(begin, push ? '\n' : ' ', value.length - at);
        const size_t length = stop ? (size_t)(stop - begin) : value.length - at;
        at += length + 1;
        if (push)
            read_device(guest, begin, length);
        else if (srv_id_read(begin, length))
            add_told(guest, srv_id_read(begin, length));
    }
}

void srv_notices_clear(srv_guest *guest)
{
    free(guest->device);
    free(guest->told);
    guest->device = NULL;
    guest->told = NULL;
    guest->devices = guest->tolds = 0;
}

/* ---- Devices ---- */

static bool remove_device(srv_guest *guest, const char *endpoint)
{
    for (unsigned i = 0; i < guest->devices; i++) {
        if (strcmp(guest->device[i].endpoint, endpoint) != 0)
            continue;
        guest->devices--;
        memmove(&guest->device[i], &guest->device[i + 1],
                (guest->devices - i) * sizeof *guest->device);
        return true;
    }
    return false;
}

void srv_notices_revoke(srv_hub *hub, srv_guest *guest)
{
    if (!guest->devices)
        return;
    guest->devices = 0;
    save_devices(hub, guest);
}

void srv_hub_unsubscribe(srv_hub *hub, uint64_t guest, const char *endpoint)
{
    bool unread;
    srv_guest *const she = srv_guest_get(hub, guest, &unread);

    if (she && remove_device(she, endpoint))
        save_devices(hub, she);
}

/* ---- Letters ---- */

static bool is_in_sight(srv_hub *hub, const srv_table *table, unsigned seat)
{
    for (unsigned i = 0; i < TBL_DEVICES; i++) {
        const uint64_t id = table->device[seat * TBL_DEVICES + i];
        const srv_guest *const guest = id ? srv_map_get(&hub->guests, id) : NULL;
        for (const srv_client *c = guest ? guest->clients : NULL; c; c = c->next_of_guest)
            if (!c->hidden && !c->gone && !c->leaves)
                return true;
    }
    return false;
}

static bool is_told(const srv_guest *guest, uint64_t table)
{
    for (unsigned i = 0; i < guest->tolds; i++)
        if (guest->told[i] == table)
            return true;
    return guest->tolds >= TOLD_MAX;
}

/* What the letter says: the table, that it waits, and who else sits there. All of it is
 * public at the table. */
static void write_letter(const srv_table *table, unsigned seat, bool offer,
                         srv_letter *letter)
{
    host_text text = {0};
    const char *comma = "";

    srv_put(&text, "{\"table\":\"");
    srv_put(&text, table->name);
    srv_put(&text, offer ? "\",\"what\":\"offer\"" : "\",\"what\":\"turn\"");
    srv_put(&text, ",\"with\":[");
    for (unsigned i = 0; i < tbl_settings_of(table->core)->players; i++) {
        const tbl_seat *const s = tbl_seat_of(table->core, i);
        if (i == seat || !s->name[0])
            continue;
        srv_put(&text, comma);
        srv_put_string(&text, s->name);
        comma = ",";
    }
    srv_put(&text, "]}");
    letter->length = text.length < sizeof letter->text ? text.length : 0;
    memcpy(letter->text, text.bytes, letter->length);
    host_text_clear(&text);
}

static void write_letters(srv_hub *hub, const srv_table *table, unsigned seat, bool offer,
                          srv_guest *guest)
{
    const srv_rate rate = {hub->quotas.notices_hour, HOUR_MS};
    const tbl_clock *const clock = &tbl_settings_of(table->core)->clock;
    const bool days = clock->kind == TBL_CLOCK_DAYS;
    const uint32_t most = clock->days < TTL_DAYS ? clock->days : TTL_DAYS;

    if (srv_bucket_take(&guest->notices, rate, hub->now_ms, guest->devices))
        return;
    for (unsigned i = 0; i < guest->devices; i++) {
        srv_letter *letter;
        hub->letter =
            srv_grow(hub->letter, hub->letters, &hub->letter_room, sizeof *hub->letter);
        letter = &hub->letter[hub->letters++];
        *letter = (srv_letter){.guest = guest->id,
                               .to = guest->device[i],
                               .ttl_s = days ? most * DAY_S : LIVE_TTL_S,
                               .urgent = !days};
        memcpy(letter->topic, table->name, sizeof table->name);
        write_letter(table, seat, offer, letter);
    }
    add_told(guest, table->id);
    save_told(hub, guest);
}

void srv_notices_look(srv_hub *hub, const srv_table *table)
{
    unsigned seat;
    bool offer, unread;

    if (!hub->env.post || table->to_move >= TOB_SEATS ||
        is_in_sight(hub, table, table->to_move))
        return;
    seat = tbl_waits_for(table->core, &offer);
    if (seat == TBL_NO_SEAT)
        return;
    for (unsigned i = 0; i < TBL_DEVICES; i++) {
        const uint64_t id = table->device[seat * TBL_DEVICES + i];
        srv_guest *const guest = id ? srv_guest_get(hub, id, &unread) : NULL;
        if (guest && guest->devices && !is_told(guest, table->id))
            write_letters(hub, table, seat, offer, guest);
    }
}

void srv_notices_back(srv_hub *hub, srv_guest *guest)
{
    if (!guest->tolds)
        return;
    guest->tolds = 0;
    save_told(hub, guest);
}

/* A letter for which there is no room is dropped: the page shows the turn anyway. */
void srv_notices_post(srv_hub *hub, bool good)
{
    for (size_t i = 0; i < hub->letters && good; i++)
        if (hub->letter[i].length)
            hub->env.post(hub->env.context, &hub->letter[i]);
    hub->letters = 0;
}

/* ---- Requests ---- */

static const srv_refusal no_push = {"unavailable", "no_push",
                                    "This server sends no notifications."};
static const srv_refusal bad_subscription = {
    "bad", "bad_subscription", "This is no subscription that the server would use."};

static const char *text_of(const json_t *object, const char *key)
{
    const json_t *const json = json_object_get(object, key);
    const char *const text = json_string_value(json);

    return text && strlen(text) == json_string_length(json) ? text : NULL;
}

void srv_do_push_key(srv_ask *ask)
{
    char text[SRV_POINT_TEXT];
    size_t offset;

    if (!ask->hub->env.post) {
        srv_refuse(ask, &no_push);
        return;
    }
    srv_push_key_text(&ask->hub->push, text);
    offset = srv_answer_begin(ask);
    srv_put(&ask->hub->text, ",\"key\":\"");
    srv_put(&ask->hub->text, text);
    srv_put(&ask->hub->text, "\"");
    srv_answer_end(ask, offset);
}

static bool read_subscription(const srv_ask *ask, srv_subscription *device)
{
    const json_t *const json = ask->value[SRV_SUBSCRIPTION].json;
    const json_t *const keys = json_object_get(json, "keys");
    const char *const endpoint = text_of(json, "endpoint");
    const char *const point = text_of(keys, "p256dh");
    const char *const auth = text_of(keys, "auth");
    srv_endpoint parts;

    if (!endpoint || !point || !auth || strlen(endpoint) > SRV_ENDPOINT_MAX ||
        !srv_endpoint_read(&parts, endpoint, ask->hub->env.push_allow))
        return false;
    memcpy(device->endpoint, endpoint, strlen(endpoint) + 1);
    return srv_subscription_keys(device, point, auth);
}

/* Pages tell it each time they connect, so nothing is written if nothing is new. */
void srv_do_subscribe(srv_ask *ask)
{
    srv_guest *const guest = ask->guest;
    srv_subscription device = {.endpoint = ""};

    if (!ask->hub->env.post || !read_subscription(ask, &device)) {
        srv_refuse(ask, ask->hub->env.post ? &bad_subscription : &no_push);
        return;
    }
    for (unsigned i = 0; i < guest->devices; i++)
        if (memcmp(&guest->device[i], &device, sizeof device) == 0) {
            srv_answer_end(ask, srv_answer_begin(ask));
            return;
        }
    remove_device(guest, device.endpoint);
    if (guest->devices >= ask->hub->quotas.devices_guest)
        remove_device(guest, guest->device[0].endpoint);
    add_device(guest, &device);
    save_devices(ask->hub, guest);
    srv_answer_end(ask, srv_answer_begin(ask));
}

void srv_do_unsubscribe(srv_ask *ask)
{
    const char *const endpoint = text_of(ask->value[SRV_SUBSCRIPTION].json, "endpoint");

    if (!endpoint) {
        srv_refuse(ask, &bad_subscription);
        return;
    }
    if (remove_device(ask->guest, endpoint))
        save_devices(ask->hub, ask->guest);
    srv_answer_end(ask, srv_answer_begin(ask));
}

void srv_do_hidden(srv_ask *ask)
{
    ask->client->hidden = ask->value[SRV_ON].number;
    if (!ask->client->hidden && ask->guest)
        srv_notices_back(ask->hub, ask->guest);
    srv_answer_end(ask, srv_answer_begin(ask));
}
