/* The house: what whoever runs the server has decided for all of it. Bans of addresses,
 * the message of the day and guests who may not talk are values of the store and outlive
 * the process; draining ends with it.
 *
 * Owner 0 (SRV_HOUSE) is nobody's id: its values belong to the house. "ban ADDRESS" is
 * "UNTIL", the wall clock in milliseconds, "motd" is a text, "forget GUEST" names one who
 * is being deleted, "report NUMBER" is read in reports.c. */
#include <stdlib.h>
#include <string.h>

#include "server/room.h"

static const char ban_word[] = "ban ", forget_word[] = "forget ",
                  report_word[] = "report ";

/* ---- Bans ---- */

static void add_ban(srv_hub *hub, const char *address, uint64_t until_ms)
{
    srv_ban *ban;

    hub->ban = srv_grow(hub->ban, hub->bans, &hub->ban_room, sizeof *hub->ban);
    ban = &hub->ban[hub->bans++];
    *ban = (srv_ban){.hash = srv_address_hash(hub, address), .until_ms = until_ms};
    snprintf(ban->address, sizeof ban->address, "%s", address);
}

static bool drop_ban(srv_hub *hub, uint64_t hash)
{
    bool found = false;

    for (size_t i = hub->bans; i-- > 0;)
        if (hub->ban[i].hash == hash) {
            hub->ban[i] = hub->ban[--hub->bans];
            found = true;
        }
    return found;
}

static void put_ban(srv_hub *hub, const char *address, uint64_t until_ms)
{
    char key[sizeof ban_word + SRV_ADDRESS_MAX];
    host_text text = {0};

    snprintf(key, sizeof key, "%s%s", ban_word, address);
    if (until_ms)
        srv_put_number(&text, until_ms);
    store_put(hub->store, SRV_HOUSE, key, (store_text){text.bytes, text.length});
    host_text_clear(&text);
}

bool srv_house_bans(srv_hub *hub, uint64_t address)
{
    for (size_t i = 0; i < hub->bans; i++)
        if (hub->ban[i].hash == address && hub->ban[i].until_ms > hub->wall_ms) {
            hub->counts.banned++;
            return true;
        }
    return false;
}

unsigned srv_house_ban(srv_hub *hub, const char *address, uint64_t until_ms)
{
    const uint64_t hash = srv_address_hash(hub, address);
    unsigned closed = 0;

    drop_ban(hub, hash);
    add_ban(hub, address, until_ms);
    put_ban(hub, address, until_ms);
    for (size_t i = 0; i < hub->clients; i++)
        if (hub->client[i]->address == hash && !hub->client[i]->leaves) {
            hub->client[i]->leaves = hub->leaving = true;
            closed++;
        }
    return closed;
}

bool srv_house_unban(srv_hub *hub, const char *address)
{
    if (!drop_ban(hub, srv_address_hash(hub, address)))
        return false;
    put_ban(hub, address, 0);
    return true;
}

/* Bans that are over leave the store too. */
void srv_house_sweep(srv_hub *hub)
{
    for (size_t i = hub->bans; i-- > 0;)
        if (hub->ban[i].until_ms <= hub->wall_ms) {
            put_ban(hub, hub->ban[i].address, 0);
            hub->ban[i] = hub->ban[--hub->bans];
        }
}

/* ---- Words to all ---- */

/* Sends what the text holds from an offset to everyone. */
static void tell_all(srv_hub *hub, size_t offset)
{
    srv_out first;

    if (!hub->clients)
        return;
    first = *srv_push(hub, hub->client[0], offset);
    for (size_t i = 1; i < hub->clients; i++)
        srv_push_again(hub, hub->client[i], &first);
}

void srv_house_set_motd(srv_hub *hub, const char *text)
{
    const size_t offset = hub->text.length;

    snprintf(hub->motd, sizeof hub->motd, "%s", text);
    store_put(hub->store, SRV_HOUSE, "motd",
              (store_text){*text ? hub->motd : NULL, strlen(hub->motd)});
    srv_put(&hub->text, "{\"is\":\"motd\",\"text\":");
    srv_put_string(&hub->text, hub->motd);
    srv_put(&hub->text, "}");
    tell_all(hub, offset);
}

void srv_house_drain(srv_hub *hub, bool on)
{
    const size_t offset = hub->text.length;

    if (hub->draining == on)
        return;
    hub->draining = on;
    srv_put(&hub->text,
            on ? "{\"is\":\"drain\",\"on\":true}" : "{\"is\":\"drain\",\"on\":false}");
    tell_all(hub, offset);
}

/* ---- Beginning ---- */

static void read_value(void *context, const char *key, store_text value)
{
    srv_hub *const hub = context;
    const size_t word = sizeof ban_word - 1;
    char digits[24];
    uint64_t until;

    if (strcmp(key, "motd") == 0 && value.length < sizeof hub->motd) {
        memcpy(hub->motd, value.bytes, value.length);
        hub->motd[value.length] = '\0';
    }
    if (strncmp(key, forget_word, sizeof forget_word - 1) == 0)
        srv_forget_add(hub, srv_id_read(key + sizeof forget_word - 1,
                                        strlen(key) - (sizeof forget_word - 1)));
    if (strncmp(key, report_word, sizeof report_word - 1) == 0)
        srv_report_read(hub, key + sizeof report_word - 1, value);
    if (strncmp(key, ban_word, word) != 0 || value.length >= sizeof digits)
        return;
    memcpy(digits, value.bytes, value.length);
    digits[value.length] = '\0';
    if (host_number(digits, 1, INT64_MAX, &until))
        add_ban(hub, key + word, until);
}

/* After a commit that failed everything is as it was, too. */
void srv_house_load(srv_hub *hub)
{
    hub->bans = hub->forgets = 0;
    srv_reports_clear(hub);
    hub->motd[0] = '\0';
    store_values(hub->store, SRV_HOUSE, read_value, hub);
}
