/* The hub's handler: connections come and go, and a turn of the loop ends in one commit.
 */
#include "server/hub.h"

#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "server/room.h"

enum {
    RETRY_MS = 500,       /* after a failed commit */
    TEXT_KEPT = 4 << 20,  /* bytes of frames that a usual turn has room for */
    CLOSE_RESTART = 1012, /* RFC 6455: the service restarts */
    CLOSE_POLICY = 1008,
};

void *srv_grow(void *array, size_t count, size_t *room, size_t size)
{
    enum { LEAST = 16 };

    if (count < *room)
        return array;
    *room = *room ? 2 * *room : LEAST;
    return host_need(realloc(array, *room * size));
}

void srv_hub_look_at_clocks(srv_hub *hub)
{
    hub->now_ms = hub->env.time.now_ms(hub->env.time.context);
    hub->wall_ms = hub->env.time.wall_ms(hub->env.time.context);
}

static const uint32_t bucket_us[SRV_BUCKETS] = SRV_BUCKET_US;
static const uint32_t bucket_bytes[SRV_BUCKETS] = SRV_BUCKET_BYTES;

static uint64_t now_us(const srv_hub *hub)
{
    return hub->env.now_us ? hub->env.now_us()
                           : hub->env.time.now_ms(hub->env.time.context) * 1000;
}

/* ---- The batch ---- */

static void send_unavailable(srv_hub *hub, const srv_out *out)
{
    const size_t offset = hub->text.length;

    srv_count_refusal(&hub->counts, srv_is_unavailable.name);
    srv_put(&hub->text, "{\"re\":");
    srv_put_number(&hub->text, out->re);
    srv_put(&hub->text, ",\"ok\":false,\"error\":");
    srv_put_refusal(&hub->text, &srv_is_unavailable, RETRY_MS);
    srv_put(&hub->text, "}");
    hub->env.send(out->client->peer, hub->text.bytes + offset, hub->text.length - offset);
}

/* What a request set up is gone with its answer. */
static void take_setup_back(srv_hub *hub, const srv_out *out)
{
    srv_client *const client = out->client;

    switch (out->setup) {
    case SRV_SET_NOTHING: break;
    case SRV_SET_FOLLOW: srv_table_drop(out->table, client); break;
    case SRV_SET_LOBBY:
        hub->lobbies -= client->lobby;
        client->lobby = false;
        break;
    case SRV_SET_MINE:
        hub->mines -= client->mine;
        client->mine = false;
        break;
    }
}

static void fail_batch(srv_hub *hub, store_status status)
{
    (void)status;
    hub->failures++;
    if (!hub->broken)
        host_complain("nothing can be stored now, and moves are refused: %s",
                      store_error(hub->store));
    hub->broken = true;
    hub->retry_ms = hub->now_ms + RETRY_MS;
    for (size_t i = 0; i < hub->outs; i++)
        if (hub->out[i].waits && !hub->out[i].client->gone)
            take_setup_back(hub, &hub->out[i]);
    srv_tables_take_back(hub);
    srv_house_load(hub);
}

static void count_commit(srv_hub *hub, uint64_t took_us)
{
    const uint64_t bytes = store_bytes(hub->store);

    srv_observe(&hub->counts.commit_us, bucket_us, took_us, 1);
    srv_observe(&hub->counts.commit_bytes, bucket_bytes, bytes - hub->stored_bytes, 1);
    hub->stored_bytes = bytes;
}

/* The moves of a turn took as long as all of it, from its first frame to its last answer.
 */
static void count_turn(srv_hub *hub)
{
    if (hub->turn_moves)
        srv_observe(&hub->counts.move_us, bucket_us, now_us(hub) - hub->turn_us,
                    hub->turn_moves);
    hub->turn_us = hub->turn_moves = 0;
}

static bool commit(srv_hub *hub)
{
    store_status status;
    uint64_t began_us;

    if (!store_has_batch(hub->store))
        return true;
    began_us = now_us(hub);
    status = store_commit(hub->store);
    if (status != STORE_DONE) {
        fail_batch(hub, status);
        return false;
    }
    hub->commits++;
    count_commit(hub, now_us(hub) - began_us);
    if (hub->broken)
        host_complain("the store works again");
    hub->broken = false;
    return true;
}

static void free_client(srv_client *client)
{
    free(client->table);
    free(client);
}

static void cut_off(srv_hub *hub)
{
    for (size_t i = 0; i < hub->clients; i++)
        if (hub->client[i]->leaves)
            hub->env.close(hub->client[i]->peer, CLOSE_POLICY, "revoked");
    hub->leaving = false;
}

bool srv_hub_flush(srv_hub *hub)
{
    bool good;

    srv_lobby_push(hub);
    good = commit(hub);
    srv_guests_committed(hub, good);
    srv_notices_post(hub, good);
    for (size_t i = 0; i < hub->touches && good; i++)
        hub->touched[i]->touched = false;
    hub->touches = 0;
    for (size_t i = 0; i < hub->outs; i++) {
        const srv_out *const out = &hub->out[i];
        if (out->client->gone || out->client->leaves)
            continue;
        if (good || !out->waits)
            hub->env.send(out->client->peer, hub->text.bytes + out->offset, out->length);
        else if (out->answers)
            send_unavailable(hub, out);
    }
    hub->outs = 0;
    hub->text.length = 0;
    if (hub->text.room > TEXT_KEPT) /* a rush is over */
        host_text_clear(&hub->text);
    count_turn(hub);
    if (hub->leaving)
        cut_off(hub);
    for (size_t i = 0; i < hub->gones; i++)
        free_client(hub->gone[i]);
    hub->gones = 0;
    return good;
}

uint64_t srv_hub_turn(void *context)
{
    srv_hub *const hub = context;

    srv_hub_look_at_clocks(hub);
    srv_tables_tick(hub);
    srv_hub_flush(hub);
    srv_tables_tidy(hub);
    if (store_has_batch(hub->store) || hub->outs)
        srv_hub_flush(hub);
    return srv_tables_due(hub);
}

/* ---- Connections ---- */

/* Is the subprotocol among those that are offered? */
static bool offers_protocol(const char *offered)
{
    static const char name[] = "tobago.1";

    while (offered && *offered) {
        const size_t skipped = strspn(offered, ", \t");
        const size_t length = strcspn(offered + skipped, ", \t");
        if (length == strlen(name) && memcmp(offered + skipped, name, length) == 0)
            return true;
        offered += skipped + length;
    }
    return false;
}

unsigned srv_hub_open(void *context, srv_peer *peer, const srv_upgrade *upgrade,
                      void **own)
{
    srv_hub *const hub = context;
    srv_client *client;
    srv_guest *guest;
    bool unread;

    if (!srv_origin_is_own(upgrade->origin, upgrade->host))
        return 403;
    if (!offers_protocol(upgrade->protocol))
        return 400;
    srv_hub_look_at_clocks(hub);
    if (srv_house_bans(hub, srv_address_hash(hub, upgrade->address)))
        return 403;
    guest = srv_guest_of_cookie(hub, upgrade->cookie, &unread);
    if (unread)
        return 503;
    hub->counts.opened++;
    client = host_need(calloc(1, sizeof *client));
    client->peer = peer;
    client->address = srv_address_hash(hub, upgrade->address);
    snprintf(client->where, sizeof client->where, "%s",
             upgrade->address ? upgrade->address : "");
    client->guest = guest;
    if (client->guest) {
        client->next_of_guest = client->guest->clients;
        client->guest->clients = client;
        if (!client->next_of_guest)
            srv_tables_look_for_guest(hub, guest->id);
        srv_notices_back(hub, client->guest);
        srv_guest_came(hub, client->guest);
    }
    hub->client =
        srv_grow(hub->client, hub->clients, &hub->client_room, sizeof *hub->client);
    client->index = (unsigned)hub->clients;
    hub->client[hub->clients++] = client;
    *own = client;
    srv_note(hub, "opened", 0, guest ? guest->id : 0, client->where);
    srv_push_hello(hub, client);
    return 0;
}

void srv_hub_frame(void *context, srv_peer *peer, void *own, const char *text,
                   size_t length)
{
    srv_hub *const hub = context;
    srv_client *const client = own;

    (void)peer;
    if (hub->outs == 0) /* the first of its turn */
        srv_hub_look_at_clocks(hub);
    if (!hub->turn_us)
        hub->turn_us = now_us(hub);
    hub->counts.frames++;
    if (!client->leaves)
        srv_request_run(hub, client, text, length);
}

void srv_hub_crowded(void *context)
{
    srv_hub *const hub = context;

    srv_count_refusal(&hub->counts, "connections");
}

static void leave_guest(srv_client *client)
{
    srv_client **at = &client->guest->clients;

    while (*at != client)
        at = &(*at)->next_of_guest;
    *at = client->next_of_guest;
}

void srv_hub_closed(void *context, srv_peer *peer, void *own)
{
    srv_hub *const hub = context;
    srv_client *const client = own;
    srv_client *const last = hub->client[hub->clients - 1];

    (void)peer;
    srv_hub_look_at_clocks(hub);
    client->gone = true;
    srv_note(hub, "closed", 0, client->guest ? client->guest->id : 0, client->where);
    while (client->tables)
        srv_table_unfollow(hub, client->table[client->tables - 1], client);
    hub->lobbies -= client->lobby;
    hub->mines -= client->mine;
    if (client->guest) {
        leave_guest(client);
        srv_guest_came(hub, client->guest); /* until now */
        client->guest->used_ms = client->guest->seen_ms = hub->now_ms;
        if (!client->guest->clients)
            srv_tables_look_for_guest(hub, client->guest->id);
    }
    hub->client[client->index] = last;
    last->index = client->index;
    hub->clients--;
    hub->gone = srv_grow(hub->gone, hub->gones, &hub->gone_room, sizeof *hub->gone);
    hub->gone[hub->gones++] = client;
}

void srv_hub_ending(void *context)
{
    srv_hub *const hub = context;

    srv_hub_look_at_clocks(hub);
    srv_tables_keep_clocks(hub);
    srv_push_bye(hub);
    srv_hub_flush(hub);
    for (size_t i = 0; i < hub->clients; i++)
        hub->env.close(hub->client[i]->peer, CLOSE_RESTART, "restart");
}

/* ---- Beginning and end ---- */

srv_hub *srv_hub_new(const srv_env *env, store *s, const srv_key *key,
                     const srv_quotas *quotas, unsigned threads)
{
    srv_hub *const hub = host_need(calloc(1, sizeof *hub));

    hub->env = *env;
    hub->store = s;
    hub->key = *key;
    hub->quotas = *quotas;
    env->time.random(env->time.context, (uint8_t *)hub->hash_key, sizeof hub->hash_key);
    srv_push_key_derive(&hub->push, key);
    hub->bots = srv_bots_new(threads, quotas->bot_queue, env->wake, env->context);
    srv_hub_look_at_clocks(hub);
    srv_house_load(hub);
    if (!srv_tables_begin(hub)) {
        host_complain("the tables cannot be read: %s", store_error(s));
        srv_hub_free(hub);
        return NULL;
    }
    return hub;
}

void srv_hub_free(srv_hub *hub)
{
    if (!hub)
        return;
    srv_bots_free(hub->bots);
    srv_tables_free(hub);
    for (size_t i = 0; i < hub->clients; i++) {
        if (hub->client[i]->guest)
            hub->client[i]->guest->clients = NULL;
        free_client(hub->client[i]);
    }
    for (size_t i = 0; i < hub->gones; i++)
        free_client(hub->gone[i]);
    srv_guests_sweep(hub, true);
    srv_map_clear(&hub->guests);
    srv_map_clear(&hub->visitors);
    srv_map_clear(&hub->tables);
    free(hub->client);
    free(hub->gone);
    free(hub->heap);
    free(hub->touched);
    free(hub->news);
    free(hub->rest);
    free(hub->alone);
    free(hub->waking);
    free(hub->queue);
    free(hub->out);
    free(hub->letter);
    free(hub->ban);
    free(hub->forget);
    srv_reports_clear(hub);
    free(hub->report);
    host_text_clear(&hub->text);
    free(hub);
}

srv_figures srv_hub_figures(const srv_hub *hub)
{
    return (srv_figures){.tables = hub->tables.count,
                         .guests = hub->guests.count,
                         .clients = hub->clients,
                         .commits = hub->commits,
                         .failures = hub->failures};
}
