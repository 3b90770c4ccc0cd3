/* Lists of tables: those in memory, and of the settled ones what the store keeps for
 * lists.
 *
 * A summary is the table's description as JSON and, after an LF, what the description
 * does not tell: the seat that it waits for (0: none) and the guests with their seats, "2
 * 1:g3k... 2:g9d... 0:g3k...", the last of them who made the table. */
#include <string.h>

#include "server/room.h"

enum {
    LIST_MAX = 200,    /* tables of a list */
    FINISHED_MAX = 50, /* tables of the list of finished ones */
    LOOKED_AT_MAX = 1000,
};

/* Is it this seat's turn? Not if a bot or a standing answer decides for it, or if the
 * game is paused. */
static bool is_turn_of(const srv_table *table, unsigned seat)
{
    bool offer;

    return seat < TOB_SEATS && tbl_waits_for(table->core, &offer) == seat;
}

bool srv_lobby_shows(const srv_table *table)
{
    const tbl_settings *const settings = tbl_settings_of(table->core);

    switch (tbl_state_of(table->core)) {
    case TBL_WAITING: return settings->open || settings->watchable;
    case TBL_PLAYING: return settings->watchable;
    case TBL_OVER:
    case TBL_CLOSED: break;
    }
    return false;
}

/* ---- Summaries ---- */

void srv_lobby_summary(const srv_table *table, host_text *out)
{
    char id[SRV_ID_MAX];
    bool offer;
    const unsigned waits = tbl_waits_for(table->core, &offer);

    tbl_table_json(table->core, table->name, out);
    srv_put(out, "\n");
    srv_put_number(out, waits < TOB_SEATS ? waits + 1 : 0);
    for (unsigned i = 0; i < SRV_DEVICES; i++) {
        const uint64_t guest = table->device[i];
        if (!guest)
            continue;
        srv_put(out, " ");
        srv_put_number(out, i / TBL_DEVICES + 1);
        srv_put(out, ":");
        srv_id_write(guest, id);
        srv_put(out, id);
    }
    srv_put(out, " 0:");
    srv_id_write(tbl_host(table->core), id);
    srv_put(out, id);
}

/* Who made the table of a summary; 0: it does not say. */
static uint64_t host_in(store_text text)
{
    size_t at = text.length;

    while (at > 0 && text.bytes[at - 1] != ' ' && text.bytes[at - 1] != '\n')
        at--;
    return text.length - at > 2 && memcmp(text.bytes + at, "0:", 2) == 0
               ? srv_id_read(text.bytes + at + 2, text.length - at - 2)
               : 0;
}

/* Finds a guest's seat, from 1, in a summary; 0: none. */
static unsigned seat_in(store_text text, uint64_t guest, unsigned *waits)
{
    const char *end = text.bytes + text.length;
    const char *at = memchr(text.bytes, '\n', text.length);

    *waits = 0;
    if (!at || ++at == end)
        return 0;
    *waits = (unsigned)(*at - '0');
    while ((at = memchr(at, ' ', (size_t)(end - at)))) {
        const char *blank = memchr(at + 1, ' ', (size_t)(end - at - 1));
        const char *stop = blank ? blank : end;
        if (stop - at > 3 && srv_id_read(at + 3, (size_t)(stop - at - 3)) == guest)
            return (unsigned)(at[1] - '0');
        at++;
    }
    return 0;
}

static size_t description_length(store_text text)
{
    const char *end = memchr(text.bytes, '\n', text.length);

    return end ? (size_t)(end - text.bytes) : text.length;
}

/* ---- Lists ---- */

typedef struct list {
    srv_hub *hub;
    uint64_t guest;          /* 0: anyone's */
    const srv_guest *viewer; /* of the lobby: NULL, or who looks at it */
    unsigned count, most;
    bool finished; /* only those that are over; otherwise only those that are not */
    bool mine;     /* with the guest's seat, and whether it is her turn */
    bool counts;   /* nothing is written */
} list;

static void separate(list *l)
{
    srv_put(&l->hub->text, l->count ? "," : "");
}

/* Adds what is a guest's own to the description that the text ends in. */
static void put_own(host_text *out, unsigned seat, bool my_turn)
{
    out->length--; /* its closing brace */
    srv_put(out, ",\"seat\":");
    if (seat)
        srv_put_number(out, seat);
    else
        srv_put(out, "null");
    srv_put(out, my_turn ? ",\"my_turn\":true}" : ",\"my_turn\":false}");
}

static void put_live(list *l, const srv_table *table)
{
    const unsigned seat =
        l->guest ? tbl_seat_of_guest(table->core, l->guest) : TBL_NO_SEAT;

    if (!l->counts) {
        separate(l);
        tbl_table_json(table->core, table->name, &l->hub->text);
        if (l->mine)
            put_own(&l->hub->text, seat < TOB_SEATS ? seat + 1 : 0,
                    is_turn_of(table, seat));
    }
    l->count++;
}

/* Does the host of a settled table that waits block who looks at the lobby? */
static bool is_blocked(const list *l, const store_summary *summary)
{
    const uint64_t id =
        l->viewer && summary->state == TBL_WAITING ? host_in(summary->text) : 0;
    unsigned waits;
    bool unread;
    const srv_guest *const host = id ? srv_guest_get(l->hub, id, &unread) : NULL;

    return host && srv_guest_blocks(host, l->viewer->id) &&
           !seat_in(summary->text, l->viewer->id, &waits);
}

static void put_settled(void *context, uint64_t table, const store_summary *summary)
{
    list *const l = context;
    const bool over = summary->state == TBL_OVER;
    unsigned seat, waits;

    if (l->count >= l->most || over != l->finished || summary->state == TBL_CLOSED ||
        (!l->finished && srv_map_get(&l->hub->tables, table)) || is_blocked(l, summary))
        return;
    if (!l->counts) {
        separate(l);
        host_text_append(&l->hub->text, summary->text.bytes,
                         description_length(summary->text));
        seat = seat_in(summary->text, l->guest, &waits);
        if (l->mine)
            put_own(&l->hub->text, seat, seat && seat == waits);
    }
    l->count++;
}

void srv_lobby_list(srv_hub *hub, const srv_guest *viewer)
{
    list l = {.hub = hub, .most = LIST_MAX, .viewer = viewer};

    srv_put(&hub->text, "[");
    for (size_t i = 0; i < hub->tables.room && l.count < l.most; i++) {
        const srv_table *const table = hub->tables.entry[i].object;
        if (table && table->core && srv_lobby_shows(table) &&
            !srv_table_blocks(hub, table, viewer))
            put_live(&l, table);
    }
    store_listed(hub->store, TBL_WAITING, 0, LIST_MAX, put_settled, &l);
    store_listed(hub->store, TBL_PLAYING, 0, LIST_MAX, put_settled, &l);
    srv_put(&hub->text, "]");
}

static void list_mine(list *l)
{
    for (size_t i = 0; i < l->hub->tables.room && l->count < l->most; i++) {
        const srv_table *const table = l->hub->tables.entry[i].object;
        if (table && table->core &&
            (table->state == TBL_WAITING || table->state == TBL_PLAYING) &&
            (tbl_seat_of_guest(table->core, l->guest) != TBL_NO_SEAT ||
             tbl_host(table->core) == l->guest))
            put_live(l, table);
    }
    store_of_guest(l->hub->store, l->guest, 0, LOOKED_AT_MAX, put_settled, l);
}

void srv_lobby_mine(srv_hub *hub, const srv_guest *guest)
{
    list l = {.hub = hub, .guest = guest->id, .most = LIST_MAX, .mine = true};

    srv_put(&hub->text, "[");
    list_mine(&l);
    srv_put(&hub->text, "]");
}

unsigned srv_lobby_count(srv_hub *hub, uint64_t guest, unsigned most)
{
    list l = {.hub = hub, .guest = guest, .most = most, .counts = true};

    list_mine(&l);
    return l.count;
}

/* Games are settled as soon as they are over, so the store knows them all. */
void srv_lobby_finished(srv_hub *hub, const srv_guest *guest, uint64_t before_ms)
{
    list l = {.hub = hub, .most = FINISHED_MAX, .finished = true};

    srv_put(&hub->text, "[");
    if (guest) {
        l.guest = guest->id;
        l.mine = true;
        store_of_guest(hub->store, guest->id, before_ms, LOOKED_AT_MAX, put_settled, &l);
    } else {
        store_listed(hub->store, TBL_OVER, before_ms, FINISHED_MAX, put_settled, &l);
    }
    srv_put(&hub->text, "]");
}

/* ---- News ---- */

void srv_lobby_news(srv_hub *hub, srv_table *table, bool lobby)
{
    table->lobby_news = table->lobby_news || lobby;
    if (table->news)
        return;
    table->news = true;
    hub->news = srv_grow(hub->news, hub->newses, &hub->news_room, sizeof *hub->news);
    hub->news[hub->newses++] = table;
}

static void push_lobby(srv_hub *hub, srv_table *table)
{
    const bool shown = table->core && srv_lobby_shows(table);
    const bool was = table->listed;
    const size_t offset = hub->text.length;
    srv_out *first = NULL;

    table->listed = shown;
    if ((!shown && !was) || !hub->lobbies)
        return;
    srv_put(&hub->text,
            shown ? "{\"is\":\"lobby\",\"table\":" : "{\"is\":\"lobby\",\"gone\":\"");
    if (shown)
        tbl_table_json(table->core, table->name, &hub->text);
    else
        srv_put(&hub->text, table->name);
    srv_put(&hub->text, shown ? "}" : "\"}");
    for (size_t i = 0; i < hub->clients; i++) {
        if (!hub->client[i]->lobby ||
            (shown && srv_table_blocks(hub, table, hub->client[i]->guest)))
            continue;
        if (first) {
            const srv_out frame = *first; /* the queue may move */
            srv_push_again(hub, hub->client[i], &frame);
        } else {
            first = srv_push(hub, hub->client[i], offset);
        }
        first = &hub->out[hub->outs - 1];
    }
}

typedef struct blocking {
    srv_hub *hub;
    const srv_guest *other;
    bool on;
} blocking;

/* Tells the lobbies of a guest of one table: that it is gone, or what it is. */
static void tell_lobbies(const blocking *b, const char *table, size_t length)
{
    srv_hub *const hub = b->hub;

    for (srv_client *c = b->other->clients; c; c = c->next_of_guest) {
        const size_t offset = hub->text.length;
        if (!c->lobby)
            continue;
        srv_put(&hub->text,
                b->on ? "{\"is\":\"lobby\",\"gone\":\"" : "{\"is\":\"lobby\",\"table\":");
        host_text_append(&hub->text, table, length);
        srv_put(&hub->text, b->on ? "\"}" : "}");
        srv_push(hub, c, offset);
    }
}

static void tell_of_settled(void *context, uint64_t table, const store_summary *summary)
{
    const blocking *const b = context;
    char name[SRV_ID_MAX];
    unsigned waits;

    if (!summary->listed || summary->state != TBL_WAITING ||
        srv_map_get(&b->hub->tables, table) ||
        seat_in(summary->text, b->other->id, &waits))
        return;
    srv_id_write(table, name);
    if (b->on)
        tell_lobbies(b, name, strlen(name));
    else
        tell_lobbies(b, summary->text.bytes, description_length(summary->text));
}

void srv_lobby_blocked(srv_hub *hub, const srv_guest *host, uint64_t other, bool on)
{
    const blocking b = {hub, srv_map_get(&hub->guests, other), on};

    if (!hub->lobbies || !b.other || !b.other->clients)
        return;
    for (size_t i = 0; i < hub->tables.room; i++) {
        const srv_table *const table = hub->tables.entry[i].object;
        host_text text = {0};
        if (!table || !table->core || table->state != TBL_WAITING ||
            tbl_host(table->core) != host->id || !srv_lobby_shows(table) ||
            tbl_seat_of_guest(table->core, other) != TBL_NO_SEAT)
            continue;
        tbl_table_json(table->core, table->name, &text);
        if (on)
            tell_lobbies(&b, table->name, strlen(table->name));
        else
            tell_lobbies(&b, text.bytes, text.length);
        host_text_clear(&text);
    }
    store_of_guest(hub->store, host->id, 0, LOOKED_AT_MAX, tell_of_settled,
                   (void *)(uintptr_t)&b);
}

static void push_mine(srv_hub *hub, const srv_table *table, unsigned seat, uint64_t id)
{
    const srv_guest *const guest = srv_map_get(&hub->guests, id);

    for (srv_client *client = guest ? guest->clients : NULL; client;
         client = client->next_of_guest) {
        const size_t offset = hub->text.length;
        if (!client->mine)
            continue;
        srv_put(&hub->text, "{\"is\":\"mine\",\"table\":");
        tbl_table_json(table->core, table->name, &hub->text);
        put_own(&hub->text, seat < TOB_SEATS ? seat + 1 : 0, is_turn_of(table, seat));
        srv_put(&hub->text, "}");
        srv_push(hub, client, offset);
    }
}

void srv_lobby_turn(srv_hub *hub, const srv_table *table, unsigned seat)
{
    for (unsigned i = 0; hub->mines && i < TBL_DEVICES; i++)
        if (table->device[seat * TBL_DEVICES + i])
            push_mine(hub, table, seat, table->device[seat * TBL_DEVICES + i]);
}

void srv_lobby_left(srv_hub *hub, const srv_table *table, uint64_t guest)
{
    const srv_guest *const who = hub->mines ? srv_map_get(&hub->guests, guest) : NULL;

    for (srv_client *client = who ? who->clients : NULL; client;
         client = client->next_of_guest) {
        const size_t offset = hub->text.length;
        if (!client->mine)
            continue;
        srv_put(&hub->text, "{\"is\":\"mine\",\"gone\":\"");
        srv_put(&hub->text, table->name);
        srv_put(&hub->text, "\"}");
        srv_push(hub, client, offset);
    }
}

void srv_lobby_push(srv_hub *hub)
{
    for (size_t i = 0; i < hub->newses; i++) {
        srv_table *const table = hub->news[i];
        if (table->lobby_news)
            push_lobby(hub, table);
        for (unsigned k = 0; hub->mines && table->core && k < SRV_DEVICES; k++)
            if (table->device[k])
                push_mine(hub, table, k / TBL_DEVICES, table->device[k]);
        if (hub->mines && table->core &&
            tbl_seat_of_guest(table->core, tbl_host(table->core)) == TBL_NO_SEAT)
            push_mine(hub, table, TBL_NO_SEAT, tbl_host(table->core));
        table->news = table->lobby_news = false;
    }
    hub->newses = 0;
}
