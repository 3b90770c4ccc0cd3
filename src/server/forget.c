/* Guests who are deleted, by their own wish, by whoever runs the server, or because they
 * did not come back.
 *
 * A guest herself is gone at once: her name, her blocks, her devices, and with them her
 * cookies and her link. What tables hold of her goes table by table, a few a turn, so
 * that nobody waits; the house's value "forget GUEST" stands until the last one is done,
 * and a restart goes on where the work ended.
 *
 * Others keep the games that they shared with her. A table at which nobody else sits is
 * removed. From one that waits she gets up, and one that she made is closed; in a game
 * under way she resigns, and a bot plays on. Then her name becomes the colour of her
 * seat and her id becomes nobody's, in every event, and her messages and notes are
 * dropped. */
#include <stdlib.h>
#include <string.h>

#include "server/room.h"

enum {
    TABLES_A_TURN = 2,           /* each is rewritten, in a transaction of its own */
    GUESTS_A_LOOK = SRV_IDS_MAX, /* looked at once a minute */
    RETRY_MS = 1000,
};

/* ---- Who is being deleted ---- */

void srv_forget_add(srv_hub *hub, uint64_t guest)
{
    if (!guest)
        return;
    hub->forget =
        srv_grow(hub->forget, hub->forgets, &hub->forget_room, sizeof *hub->forget);
    hub->forget[hub->forgets++] = guest;
}

/* Notes in the store that tables may hold something of her, or no longer. */
static void put_forget(srv_hub *hub, uint64_t guest, bool on)
{
    char key[SRV_ID_MAX + 16], id[SRV_ID_MAX];

    srv_id_write(guest, id);
    snprintf(key, sizeof key, "forget %s", id);
    store_put(hub->store, SRV_HOUSE, key, (store_text){on ? "" : NULL, 0});
}

static void detach(srv_hub *hub, srv_client *client, bool stays)
{
    while (client->tables)
        srv_table_unfollow(hub, client->table[client->tables - 1], client);
    hub->mines -= client->mine;
    client->mine = false;
    client->guest = NULL;
    client->next_of_guest = NULL;
    if (!stays)
        client->leaves = hub->leaving = true;
}

void srv_guest_forget(srv_hub *hub, srv_guest *guest, const srv_client *asker)
{
    static const char *const keys[] = {"guest", "blocked", "muted",
                                       "seen",  "push",    "told"};
    srv_client *next;

    for (srv_client *client = guest->clients; client; client = next) {
        next = client->next_of_guest;
        guest->clients = next;
        detach(hub, client, client == asker);
    }
    for (size_t i = 0; i < sizeof keys / sizeof *keys; i++)
        store_put(hub->store, guest->id, keys[i], (store_text){NULL, 0});
    srv_reports_forget(hub, guest->id);
    put_forget(hub, guest->id, true);
    srv_forget_add(hub, guest->id);
    guest->name[0] = '\0';
    guest->dirty = hub->dirty = true; /* if the commit fails she is read again */
    srv_note(hub, "guest-deleted", 0, guest->id, NULL);
}

/* ---- Tables ---- */

/* Does anyone else sit there? */
static bool others_sit(const srv_table *table, uint64_t guest)
{
    const unsigned players = tbl_settings_of(table->core)->players;

    for (unsigned seat = 0; seat < players; seat++) {
        const uint64_t owner = tbl_seat_of(table->core, seat)->device[0];
        if (owner && owner != guest)
            return true;
    }
    return tbl_host(table->core) != guest &&
           tbl_seat_of_guest(table->core, guest) == TBL_NO_SEAT;
}

/* She gets up, or a bot plays on for her. */
static void leave(srv_hub *hub, srv_table *table, uint64_t guest)
{
    const unsigned seat = tbl_seat_of_guest(table->core, guest);
    const bool owns =
        seat != TBL_NO_SEAT && tbl_seat_of(table->core, seat)->device[0] == guest;
    const uint64_t changed_ms = table->changed_ms;

    if (table->state == TBL_WAITING && tbl_host(table->core) == guest)
        tbl_close(table->core, "its host is gone");
    else if (table->state == TBL_WAITING && owns)
        tbl_leave(table->core, guest);
    else if (table->state == TBL_PLAYING && owns)
        tbl_resign(table->core, guest);
    tbl_forget_values(table->core, guest);
    srv_table_after(hub, table, NULL, false, 0);
    if (table->state >= TBL_OVER && changed_ms) /* that is no change of the game */
        table->changed_ms = changed_ms;
}

/* Takes her out of the events. */
static bool rewrite(srv_hub *hub, srv_table *table, uint64_t guest)
{
    const uint32_t count = tbl_event_count(table->core);
    size_t *const end = host_need(malloc(count * sizeof *end));
    store_text *const event = host_need(malloc(count * sizeof *event));
    host_text text = {0};
    uint64_t nobody = 0;
    bool good = true;

    hub->env.time.random(hub->env.time.context, (uint8_t *)&nobody, sizeof nobody);
    nobody = (nobody & (SRV_GUEST_BIT - 1)) | SRV_GUEST_BIT;
    if (tbl_without(table->core, guest, nobody, &text, end)) {
        for (uint32_t i = 0; i < count; i++) {
            const size_t from = i ? end[i - 1] : 0;
            event[i] = (store_text){text.bytes + from, end[i] - from};
        }
        good = srv_table_rewrite(hub, table, event, count);
        if (good)
            srv_table_reload(hub, table);
    }
    host_text_clear(&text);
    free(event);
    free(end);
    return good && table->core;
}

/* Takes her out of one table; false if that has to wait. */
static bool forget_at(srv_hub *hub, uint64_t guest, uint64_t id)
{
    const srv_refusal *why = NULL;
    srv_table *const table = srv_table_get(hub, id, &why);
    char name[SRV_ID_MAX];

    srv_id_write(id, name);
    if (table && !others_sit(table, guest))
        return srv_table_delete(hub, table);
    if (table) {
        leave(hub, table, guest);
        /* the summary for lists has names, too */
        if (!srv_hub_flush(hub) || !rewrite(hub, table, guest) || !srv_hub_flush(hub) ||
            !srv_table_settle(hub, table))
            return false;
    } else if (why == &srv_is_damaged) {
        host_complain("table %s is damaged, and may hold something of a guest who was "
                      "deleted",
                      name);
    } else if (why != &srv_no_table) {
        return false;
    }
    store_seat(hub->store, guest, id, false);
    store_trace(hub->store, guest, id, false);
    return srv_hub_flush(hub);
}

void srv_ids_keep(void *context, uint64_t id)
{
    srv_ids *const ids = context;

    ids->id[ids->count++] = id;
}

void srv_forget_some(srv_hub *hub)
{
    srv_ids p = {.count = 0};
    uint64_t guest;

    if (!hub->forgets || hub->now_ms < hub->forget_ms || store_has_batch(hub->store))
        return;
    guest = hub->forget[hub->forgets - 1];
    if (store_traces(hub->store, guest, 0, TABLES_A_TURN, srv_ids_keep, &p) !=
        STORE_DONE) {
        hub->forget_ms = hub->now_ms + RETRY_MS;
        return;
    }
    for (unsigned i = 0; i < p.count; i++)
        if (!forget_at(hub, guest, p.id[i])) {
            hub->forget_ms = hub->now_ms + RETRY_MS;
            return;
        }
    if (p.count)
        return;
    store_forget(hub->store, guest);
    put_forget(hub, guest, false);
    if (!srv_hub_flush(hub)) {
        hub->forget_ms = hub->now_ms + RETRY_MS;
        return;
    }
    hub->forgets--;
    store_scrub(hub->store);
}

/* ---- Guests who did not come back ---- */

static void count_one(void *context, uint64_t table)
{
    (void)table;
    ++*(unsigned *)context;
}

/* Was she never at a table? */
static bool is_stranger(srv_hub *hub, uint64_t guest)
{
    unsigned tables = 0;

    return store_traces(hub->store, guest, 0, 1, count_one, &tables) == STORE_DONE &&
           tables == 0;
}

static bool is_expired(srv_hub *hub, uint64_t guest, uint64_t last_ms)
{
    static const uint64_t DAY_MS = 24 * 3600000;
    const uint64_t away_ms = hub->wall_ms > last_ms ? hub->wall_ms - last_ms : 0;

    return away_ms >= hub->quotas.guest_days * DAY_MS ||
           (away_ms >= hub->quotas.stranger_days * DAY_MS && is_stranger(hub, guest));
}

/* Deletes a guest if her time is over. One of whom nobody knows when she was here counts
 * from now on. Most are not in memory, and do not come there for this. */
static void look_at(srv_hub *hub, uint64_t id)
{
    const srv_guest *const known = srv_map_get(&hub->guests, id);
    const uint64_t last_ms = srv_guest_last_ms(hub, id);
    srv_guest *guest;
    bool unread;

    if ((known && known->clients) || (last_ms && !is_expired(hub, id, last_ms)))
        return;
    guest = srv_guest_get(hub, id, &unread);
    if (guest && last_ms)
        srv_guest_forget(hub, guest, NULL);
    else if (guest)
        srv_guest_came(hub, guest);
}

void srv_forget_expired(srv_hub *hub)
{
    srv_ids l = {.count = 0};

    if (store_owners(hub->store, "guest", hub->swept_guest, GUESTS_A_LOOK, srv_ids_keep,
                     &l) != STORE_DONE)
        return;
    hub->swept_guest = l.count == GUESTS_A_LOOK ? l.id[l.count - 1] : SRV_GUEST_BIT;
    for (unsigned i = 0; i < l.count; i++)
        look_at(hub, l.id[i]);
}
