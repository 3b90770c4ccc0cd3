/* Tables in memory: reading them, storing what happens, telling those who follow them. */
#include <stdlib.h>
#include <string.h>

#include "server/room.h"

enum {
    RETRY_MS = 1000, /* until a table is tried again */
    SECOND_MS = 1000,
    WHY_MAX = 256,
};

/* ---- Reading ---- */

typedef struct reading {
    tbl_table *core;
    bool good;
} reading;

static void read_event(void *context, uint32_t number, store_text event)
{
    reading *const r = context;

    r->good = r->good && tbl_read_event(r->core, number, event.bytes, event.length);
}

static void read_value(void *context, const char *key, store_text value)
{
    reading *const r = context;

    r->good = r->good && tbl_read_value(r->core, key, value.bytes, value.length);
}

/* Reads a table's core from the store; NULL unless it is STORE_DONE. Writes what is
 * wrong with a damaged one. */
static tbl_table *read_core(srv_hub *hub, uint64_t id, store_status *status,
                            char why[static WHY_MAX])
{
    reading r = {.core = tbl_read(&hub->env.time), .good = true};
    const char *fault = NULL;

    *status = store_events(hub->store, id, read_event, &r);
    if (*status == STORE_DONE) {
        const store_status values = store_values(hub->store, id, read_value, &r);
        *status = values == STORE_NONE ? STORE_DONE : values;
    }
    if (*status == STORE_DONE && !tbl_read_done(r.core, &fault))
        *status = STORE_CORRUPT;
    if (*status == STORE_DONE)
        return r.core;
    snprintf(why, WHY_MAX, "%s", fault ? fault : store_error(hub->store));
    tbl_free(r.core);
    return NULL;
}

/* Reads the table from the store. After STORE_CORRUPT it is damaged, which is reported
 * once. */
static store_status read_table(srv_hub *hub, srv_table *table)
{
    char why[WHY_MAX];
    store_status status;

    table->core = read_core(hub, table->id, &status, why);
    if (status == STORE_CORRUPT) {
        host_complain("table %s is damaged: %s", table->name, why);
        table->damaged = true;
        hub->counts.damaged++;
    }
    return status;
}

const tbl_table *srv_table_peek(srv_hub *hub, uint64_t id, tbl_table **read,
                                const srv_refusal **why)
{
    const srv_table *const table = srv_map_get(&hub->tables, id);
    char fault[WHY_MAX];
    store_status status;

    *read = NULL;
    *why = NULL;
    if (table && table->core)
        return table->core;
    *read = read_core(hub, id, &status, fault);
    *why = status == STORE_DONE      ? NULL
           : status == STORE_NONE    ? &srv_no_table
           : status == STORE_CORRUPT ? &srv_is_damaged
                                     : &srv_is_unavailable;
    return *read;
}

/* ---- What is known of it ---- */

static void look_who_is_here(srv_table *table)
{
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        table->here[seat] = tbl_seat_of(table->core, seat)->here > 0;
}

static void look(srv_table *table)
{
    bool offer;

    table->events = tbl_event_count(table->core);
    table->chat = tbl_chat_count(table->core);
    table->state = tbl_state_of(table->core);
    table->invite = tbl_settings_of(table->core)->invite;
    table->to_move = tbl_to_move(table->core);
    table->waits = tbl_waits_for(table->core, &offer);
    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        const tbl_seat *const s = tbl_seat_of(table->core, seat);
        memcpy(table->device + seat * TBL_DEVICES, s->device, sizeof s->device);
    }
    look_who_is_here(table);
    table->stands = tbl_clock_stands(table->core);
    table->listed = srv_lobby_shows(table);
}

/* When it wants to be looked at. */
void srv_table_set_due(srv_hub *hub, srv_table *table)
{
    const uint64_t idle = (uint64_t)hub->quotas.idle_s * SECOND_MS;
    uint64_t due = UINT64_MAX;

    if (table->core) {
        due = tbl_due(table->core);
        if (table->bot_ms && table->bot_ms < due)
            due = table->bot_ms;
    } else if (!table->damaged) {
        due = hub->now_ms + RETRY_MS;
    }
    if (!table->followers && !table->damaged && table->used_ms + idle < due)
        due = table->used_ms + idle;
    srv_due_set(hub, table, due);
}

/* ---- Coming and going ---- */

static srv_table *new_table(srv_hub *hub, uint64_t id)
{
    srv_table *const table = host_need(calloc(1, sizeof *table));

    table->id = id;
    table->place = SIZE_MAX;
    table->used_ms = hub->now_ms;
    srv_id_write(id, table->name);
    srv_map_add(&hub->tables, id, table);
    return table;
}

void srv_table_free(srv_hub *hub, srv_table *table)
{
    while (table->followers)
        srv_table_drop(table, table->follower[0].client);
    srv_due_remove(hub, table);
    for (size_t i = 0; table->rests && i < hub->rests; i++)
        if (hub->rest[i] == table)
            hub->rest[i] = hub->rest[--hub->rests];
    for (size_t i = 0; table->alone && i < hub->alones; i++)
        if (hub->alone[i] == table)
            hub->alone[i] = hub->alone[--hub->alones];
    srv_map_remove(&hub->tables, table->id);
    if (table->core)
        tbl_free(table->core);
    free(table->follower);
    free(table);
}

uint64_t srv_new_id(srv_hub *hub)
{
    uint64_t id = 0;

    do {
        hub->env.time.random(hub->env.time.context, (uint8_t *)&id, sizeof id);
        id &= (UINT64_C(1) << SRV_ID_BITS) - 1;
    } while (!id || srv_map_get(&hub->tables, id));
    return id;
}

srv_table *srv_table_add(srv_hub *hub, uint64_t id, tbl_table *core)
{
    srv_table *const table = new_table(hub, id);

    table->core = core;
    table->unsettled = true;
    hub->counts.tables++;
    srv_note(hub, "table-made", id, tbl_host(core), NULL);
    table->state = tbl_state_of(core);
    table->to_move = tbl_to_move(core);
    table->waits = TBL_NO_SEAT;
    return table;
}

/* A table that was awake when the server ended, and has not had its turn since, has
 * events in the journal. */
static void look_for_waking(const srv_hub *hub, srv_table *table)
{
    for (size_t i = 0; i < hub->wakings; i++)
        if (hub->waking[i].table == table->id) {
            table->unsettled = true;
            table->changed_ms = hub->waking[i].changed_ms;
        }
}

srv_table *srv_table_get(srv_hub *hub, uint64_t id, const srv_refusal **why)
{
    srv_table *table = srv_map_get(&hub->tables, id);
    const bool known = table != NULL;
    store_status status;

    *why = NULL;
    if (known && table->core) {
        table->used_ms = hub->now_ms;
        return table;
    }
    if (!id || id & SRV_GUEST_BIT) {
        *why = &srv_no_table;
        return NULL;
    }
    if (known && table->damaged) {
        *why = &srv_is_damaged;
        return NULL;
    }
    if (!known && hub->tables.count >= hub->quotas.tables) {
        *why = &srv_too_many_tables;
        return NULL;
    }
    table = known ? table : new_table(hub, id);
    status = read_table(hub, table);
    if (status == STORE_DONE) {
        look(table);
        look_for_waking(hub, table);
        table->used_ms = hub->now_ms;
        srv_table_set_due(hub, table);
        return table;
    }
    *why = status == STORE_NONE ? &srv_no_table
           : table->damaged     ? &srv_is_damaged
                                : &srv_is_unavailable;
    if (!table->damaged && !known)
        srv_table_free(hub, table);
    return NULL;
}

/* ---- Who is connected ---- */

/* Tells the table whether someone who holds the seat is connected to anything here, or
 * until when she was. */
static void look_for_player(srv_hub *hub, srv_table *table, unsigned seat)
{
    const uint64_t *const device = tbl_seat_of(table->core, seat)->device;
    uint64_t seen_ms = 0;
    bool here = false;

    for (unsigned i = 0; i < TBL_DEVICES; i++) {
        const srv_guest *const guest =
            device[i] ? srv_map_get(&hub->guests, device[i]) : NULL;
        here = here || (guest && guest->clients);
        if (guest && guest->seen_ms > seen_ms)
            seen_ms = guest->seen_ms;
    }
    tbl_seen(table->core, seat, here, seen_ms);
}

/* Is a live clock running for someone who does not follow the table? Whether she is
 * connected decides whether it stands. */
static void look_for_decider(srv_hub *hub, srv_table *table)
{
    const unsigned seat = tbl_clock_alone(table->core);

    if (seat == TBL_NO_SEAT)
        return;
    look_for_player(hub, table, seat);
    if (table->alone)
        return;
    table->alone = true;
    hub->alone = srv_grow(hub->alone, hub->alones, &hub->alone_room, sizeof *hub->alone);
    hub->alone[hub->alones++] = table;
}

void srv_tables_look_for_guest(srv_hub *hub, uint64_t guest)
{
    for (size_t i = hub->alones; i-- > 0;) {
        srv_table *const table = hub->alone[i];
        if (!table->core || tbl_clock_alone(table->core) == TBL_NO_SEAT) {
            table->alone = false;
            hub->alone[i] = hub->alone[--hub->alones];
        } else if (tbl_seat_of_guest(table->core, guest) ==
                   tbl_clock_alone(table->core)) {
            srv_table_after(hub, table, NULL, false, 0);
        }
    }
}

void srv_table_look_for_players(srv_hub *hub, srv_table *table)
{
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        look_for_player(hub, table, seat);
    if (tbl_event_count(table->core) > table->events) /* someone is back */
        srv_table_after(hub, table, NULL, false, 0);
}

void srv_tables_keep_clocks(srv_hub *hub)
{
    for (size_t i = 0; i < hub->tables.room; i++) {
        srv_table *const table = hub->tables.entry[i].object;
        if (!table || !table->core || !tbl_clock_is_live(table->core))
            continue;
        tbl_keep_clock(table->core);
        srv_table_after(hub, table, NULL, false, 0);
    }
}

/* ---- After an act ---- */

static void touch(srv_hub *hub, srv_table *table)
{
    if (table->touched)
        return;
    table->touched = true;
    hub->touched =
        srv_grow(hub->touched, hub->touches, &hub->touch_room, sizeof *hub->touched);
    hub->touched[hub->touches++] = table;
}

/* Adds to the batch what is new; false if nothing is. */
static bool store_news(srv_hub *hub, srv_table *table)
{
    const uint32_t count = tbl_event_count(table->core);
    const char *key, *text;
    bool any = count > table->events;
    size_t length;

    for (uint32_t n = table->events + 1; n <= count; n++) {
        const char *event = tbl_event(table->core, n, &length);
        store_add_event(hub->store, table->id, n, (store_text){event, length});
    }
    while ((key = tbl_dirty(table->core, &text, &length))) {
        store_put(hub->store, table->id, key, (store_text){text, length});
        any = true;
    }
    if (any) {
        touch(hub, table);
        table->changed_ms = hub->wall_ms;
        table->unsettled = table->unsettled || count > table->events;
    }
    return any;
}

static bool holds(const uint64_t device[SRV_DEVICES], uint64_t guest)
{
    for (unsigned i = 0; i < SRV_DEVICES; i++)
        if (device[i] == guest)
            return true;
    return false;
}

/* Lists the table under guests who came, and no longer under those who went. */
static void store_seats(srv_hub *hub, const srv_table *table,
                        const uint64_t now[SRV_DEVICES])
{
    for (unsigned i = 0; i < SRV_DEVICES; i++) {
        const uint64_t was = table->device[i], is = now[i];
        if (was && !holds(now, was) && was != tbl_host(table->core)) {
            store_seat(hub->store, was, table->id, false);
            srv_lobby_left(hub, table, was);
        }
        if (is && !holds(table->device, is))
            store_seat(hub->store, is, table->id, true);
    }
}

static void push_gone(srv_hub *hub, srv_table *table, srv_client *client)
{
    const size_t offset = hub->text.length;

    srv_put(&hub->text, "{\"is\":\"gone\",\"table\":\"");
    srv_put(&hub->text, table->name);
    srv_put(&hub->text, "\"}");
    srv_push(hub, client, offset);
}

/* Whom the table core knows a client as; all who watch without a name are 0 to it. */
static uint64_t id_of(const srv_client *client)
{
    return client->guest ? client->guest->id : 0;
}

/* Followers may have another view now, or none any more. */
static void look_at_followers(srv_hub *hub, srv_table *table)
{
    for (unsigned i = table->followers; i-- > 0;) {
        srv_follower *const f = &table->follower[i];
        srv_client *const client = f->client;
        const tob_viewer now = tbl_viewer_of(table->core, id_of(client));
        if (!srv_table_shows(table, client->guest, f->invited) ||
            srv_table_blocks(hub, table, client->guest)) {
            push_gone(hub, table, client);
            srv_table_drop(table, client);
            tbl_presence(table->core, id_of(client), false);
            continue;
        }
        if (tob_viewer_equal(now, f->viewer))
            continue;
        f->viewer = now;
        if (table->state == TBL_PLAYING)
            f->changed = true;
    }
}

/* Who showed an invitation that was revoked since has shown none. */
static bool look_at_invitation(srv_table *table)
{
    const uint32_t now = tbl_settings_of(table->core)->invite;

    if (now == table->invite)
        return false;
    table->invite = now;
    for (unsigned i = 0; i < table->followers; i++)
        table->follower[i].invited = false;
    return true;
}

/* Compares the seats with what they were; returns whether they changed. */
static bool look_at_seats(srv_hub *hub, srv_table *table)
{
    uint64_t now[SRV_DEVICES];

    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        memcpy(now + seat * TBL_DEVICES, tbl_seat_of(table->core, seat)->device,
               TBL_DEVICES * sizeof *now);
    if (memcmp(now, table->device, sizeof now) == 0)
        return false;
    srv_lobby_news(hub, table, true);
    store_seats(hub, table, now);
    memcpy(table->device, now, sizeof now);
    return true;
}

/* Tells who came and went; and that a clock runs or stands by it, unless an event has
 * just said so. */
static void push_presence(srv_hub *hub, srv_table *table, bool clock_told)
{
    const bool stands = tbl_clock_stands(table->core);
    bool clock = stands != table->stands && !clock_told;

    table->stands = stands;
    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        const bool here = tbl_seat_of(table->core, seat)->here > 0;
        if (here == table->here[seat])
            continue;
        table->here[seat] = here;
        srv_push_presence(hub, table, seat, clock);
        srv_lobby_news(hub, table, true);
        clock = false;
    }
    if (clock && table->to_move < TOB_SEATS)
        srv_push_presence(hub, table, table->to_move, true);
}

/* The game is over: players read what spectators have said. */
static void push_talk_apart(srv_hub *hub, srv_table *table)
{
    for (uint32_t n = tbl_chat_first(table->core); n <= table->chat; n++)
        srv_push_chat(hub, table, n, true);
}

static void push_news(srv_hub *hub, srv_table *table, bool clock_told)
{
    const uint32_t messages = tbl_chat_count(table->core);

    for (unsigned i = 0; i < table->followers; i++) {
        if (!table->follower[i].changed)
            continue;
        table->follower[i].changed = false;
        srv_push_snapshot(hub, table, table->follower[i].client, 0, false, 0);
    }
    while (table->chat < messages)
        srv_push_chat(hub, table, ++table->chat, false);
    push_presence(hub, table, clock_told);
}

bool srv_table_after(srv_hub *hub, srv_table *table, srv_client *sender, bool answers,
                     uint64_t re)
{
    static const char *const notes[] = {"table-waits", "game-begun", "game-over",
                                        "table-closed"};
    bool told = false, others, changed, goes_on, ended, offer;
    uint32_t count;
    tbl_state state;
    unsigned to_move, waits;

    look_for_decider(hub, table);
    count = tbl_event_count(table->core);
    state = tbl_state_of(table->core);
    to_move = tbl_to_move(table->core);
    waits = tbl_waits_for(table->core, &offer);
    changed = store_news(hub, table);
    goes_on = count > table->events;
    others = state != table->state;
    ended = others && state > TBL_PLAYING;
    hub->counts.events += count - table->events;
    hub->counts.messages += tbl_chat_count(table->core) - table->chat;

    table->used_ms = hub->now_ms;
    if (state != table->state) {
        srv_lobby_news(hub, table, true);
        table->state = state;
        hub->counts.begun += state == TBL_PLAYING;
        hub->counts.over += state == TBL_OVER;
        srv_note(hub, notes[state], table->id, 0, NULL);
        if (state == TBL_OVER || state == TBL_CLOSED)
            srv_table_rest(hub, table);
    } else if (to_move != table->to_move) {
        srv_lobby_news(hub, table, false);
    } else if (waits != table->waits) {
        srv_lobby_turn(hub, table, waits < TOB_SEATS ? waits : table->waits);
    }
    table->to_move = to_move;
    table->waits = waits;
    if (changed) {
        others = look_at_seats(hub, table) || others;
        others = look_at_invitation(table) || others;
    }
    if (others)
        look_at_followers(hub, table);
    while (table->events < count) {
        const uint32_t event = ++table->events;
        const bool got = srv_push_event(hub, table, event, event == count, sender,
                                        answers && !told, re);
        told = told || got;
    }
    if (ended)
        push_talk_apart(hub, table);
    push_news(hub, table, goes_on);
    if (goes_on)
        srv_notices_look(hub, table);
    srv_table_ask_bot(hub, table);
    srv_table_set_due(hub, table);
    if (tbl_event_count(table->core) > table->events) /* someone had to go */
        srv_table_after(hub, table, NULL, false, 0);
    return told;
}

/* ---- Following ---- */

srv_follower *srv_table_follower(const srv_table *table, const srv_client *client)
{
    for (unsigned i = 0; i < table->followers; i++)
        if (table->follower[i].client == client)
            return &table->follower[i];
    return NULL;
}

bool srv_table_shows(const srv_table *table, const srv_guest *guest, bool invited)
{
    const tbl_settings *const settings = tbl_settings_of(table->core);

    if (settings->watchable || invited ||
        (settings->open && tbl_state_of(table->core) == TBL_WAITING))
        return true;
    return guest && (tbl_seat_of_guest(table->core, guest->id) != TBL_NO_SEAT ||
                     tbl_host(table->core) == guest->id);
}

bool srv_table_blocks(srv_hub *hub, const srv_table *table, const srv_guest *guest)
{
    const srv_guest *host;
    bool unread;

    if (!guest || tbl_state_of(table->core) != TBL_WAITING ||
        tbl_host(table->core) == guest->id ||
        tbl_seat_of_guest(table->core, guest->id) != TBL_NO_SEAT)
        return false;
    host = srv_guest_get(hub, tbl_host(table->core), &unread);
    return host && srv_guest_blocks(host, guest->id);
}

void srv_tables_send_away(srv_hub *hub, const srv_guest *host)
{
    for (size_t i = 0; i < hub->tables.room; i++) {
        srv_table *const table = hub->tables.entry[i].object;
        if (!table || !table->core || tbl_host(table->core) != host->id)
            continue;
        look_at_followers(hub, table);
        srv_table_after(hub, table, NULL, false, 0);
    }
}

bool srv_table_invites(const srv_hub *hub, const srv_table *table, const char *secret,
                       size_t length)
{
    const srv_link link = {.kind = SRV_LINK_JOIN,
                           .id = table->id,
                           .number = tbl_settings_of(table->core)->invite};

    return srv_secret_is(&hub->key, &link, secret, length);
}

bool srv_table_follow(srv_hub *hub, srv_table *table, srv_client *client, bool invited)
{
    const uint64_t guest = id_of(client);
    srv_follower *old = srv_table_follower(table, client);
    size_t room = table->follower_room;

    if (old) {
        old->invited = old->invited || invited;
        return true;
    }
    if (table->followers >= hub->quotas.watchers)
        return false;
    /* before it follows: it gets no event that its snapshot shows */
    tbl_presence(table->core, guest, true);
    srv_table_after(hub, table, NULL, false, 0);
    table->follower =
        srv_grow(table->follower, table->followers, &room, sizeof *table->follower);
    table->follower_room = (unsigned)room;
    table->follower[table->followers++] =
        (srv_follower){.client = client,
                       .viewer = tbl_viewer_of(table->core, guest),
                       .invited = invited};
    client->table =
        host_need(realloc(client->table, (client->tables + 1) * sizeof *client->table));
    client->table[client->tables++] = table;
    return true;
}

void srv_table_drop(srv_table *table, srv_client *client)
{
    for (unsigned i = 0; i < table->followers; i++)
        if (table->follower[i].client == client) {
            table->follower[i] = table->follower[--table->followers];
            break;
        }
    for (unsigned i = 0; i < client->tables; i++)
        if (client->table[i] == table) {
            client->table[i] = client->table[--client->tables];
            break;
        }
}

void srv_table_unfollow(srv_hub *hub, srv_table *table, srv_client *client)
{
    if (!srv_table_follower(table, client))
        return;
    srv_table_drop(table, client);
    table->used_ms = hub->now_ms;
    if (table->core) {
        tbl_presence(table->core, id_of(client), false);
        srv_table_after(hub, table, NULL, false, 0);
    }
}

void srv_table_dismiss(srv_hub *hub, srv_table *table)
{
    while (table->followers) {
        srv_client *const client = table->follower[0].client;
        push_gone(hub, table, client);
        srv_table_drop(table, client);
    }
    for (unsigned i = 0; i < SRV_DEVICES; i++)
        if (table->device[i])
            srv_lobby_left(hub, table, table->device[i]);
    if (table->core && !holds(table->device, tbl_host(table->core)))
        srv_lobby_left(hub, table, tbl_host(table->core));
}

/* ---- A batch that failed ---- */

/* Reads a table anew, with those who are there. */
static store_status read_again(srv_hub *hub, srv_table *table)
{
    store_status status;

    tbl_free(table->core);
    table->core = NULL;
    table->ticket = 0;
    status = read_table(hub, table);
    if (status == STORE_DONE) {
        look(table);
        for (unsigned k = 0; k < table->followers; k++)
            tbl_presence(table->core, id_of(table->follower[k].client), true);
        look_who_is_here(table);
    }
    srv_due_set(hub, table, hub->now_ms + RETRY_MS);
    return status;
}

void srv_tables_take_back(srv_hub *hub)
{
    for (size_t i = 0; i < hub->touches; i++) {
        hub->touched[i]->touched = false;
        if (read_again(hub, hub->touched[i]) == STORE_NONE)
            srv_table_free(hub, hub->touched[i]);
    }
}

void srv_table_reload(srv_hub *hub, srv_table *table)
{
    if (read_again(hub, table) != STORE_DONE)
        return;
    for (unsigned i = 0; i < table->followers; i++)
        table->follower[i].changed = true;
    srv_lobby_news(hub, table, true);
    srv_table_after(hub, table, NULL, false, 0);
}

/* ---- The end of a table ---- */

bool srv_table_delete(srv_hub *hub, srv_table *table)
{
    const uint64_t id = table->id;

    if (table->core && table->state < TBL_OVER) {
        tbl_close(table->core, "deleted");
        srv_table_after(hub, table, NULL, false, 0);
    }
    srv_table_dismiss(hub, table);
    if (!srv_hub_flush(hub))
        return false;
    srv_table_free(hub, table);
    return store_remove(hub->store, id) == STORE_DONE;
}

void srv_tables_free(srv_hub *hub)
{
    for (size_t i = 0; i < hub->tables.room; i++) {
        srv_table *const table = hub->tables.entry[i].object;
        if (!table)
            continue;
        if (table->core)
            tbl_free(table->core);
        free(table->follower);
        free(table);
    }
}
