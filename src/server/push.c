/* Frames: each is written once into the text of the turn, and any number of clients get
 * it. Nothing is sent before the turn's commit. */
#include <stdlib.h>
#include <string.h>

#include "server/room.h"
#include "tobago/json.h"

/* ---- Pieces of JSON ---- */

void srv_put_number(host_text *out, uint64_t number)
{
    char digits[20], *at = digits + sizeof digits;

    do
        *--at = (char)('0' + number % 10);
    while (number /= 10);
    host_text_append(out, at, (size_t)(digits + sizeof digits - at));
}

void srv_put_string(host_text *out, const char *text)
{
    char small[512];
    const size_t length = rec_string_json(text, small, sizeof small);
    char *large;

    if (length < sizeof small) {
        host_text_append(out, small, length);
        return;
    }
    large = host_need(malloc(length + 1));
    rec_string_json(text, large, length + 1);
    host_text_append(out, large, length);
    free(large);
}

/* Begins a frame {"is":KIND,"re":7 ... and returns where. */
static size_t begin(srv_hub *hub, const char *head, bool answers, uint64_t re)
{
    const size_t offset = hub->text.length;

    srv_put(&hub->text, head);
    if (answers) {
        srv_put(&hub->text, ",\"re\":");
        srv_put_number(&hub->text, re);
    }
    return offset;
}

/* ---- The queue ---- */

static srv_out *add_out(srv_hub *hub, srv_client *client, size_t offset, size_t length)
{
    srv_out *out;

    hub->out = srv_grow(hub->out, hub->outs, &hub->out_room, sizeof *hub->out);
    out = &hub->out[hub->outs++];
    *out = (srv_out){.client = client,
                     .offset = offset,
                     .length = length,
                     .waits = hub->touches > 0 || store_has_batch(hub->store)};
    return out;
}

srv_out *srv_push(srv_hub *hub, srv_client *client, size_t offset)
{
    return add_out(hub, client, offset, hub->text.length - offset);
}

void srv_push_again(srv_hub *hub, srv_client *client, const srv_out *frame)
{
    add_out(hub, client, frame->offset, frame->length);
}

/* ---- Events ---- */

static const char event_head[] = "{\"is\":\"event\"";

static size_t write_event(srv_hub *hub, const srv_table *table, uint32_t event, bool now,
                          tob_viewer viewer)
{
    const size_t offset = begin(hub, event_head, false, 0);

    srv_put(&hub->text, ",\"table\":\"");
    srv_put(&hub->text, table->name);
    srv_put(&hub->text, "\",");
    tbl_event_json(table->core, event, viewer, now, &hub->text);
    srv_put(&hub->text, "}");
    return offset;
}

/* A copy of an event's frame with the number of the request that it answers. */
static void push_answer(srv_hub *hub, srv_client *client, size_t offset, size_t length,
                        uint64_t re)
{
    const size_t head = sizeof event_head - 1, rest = length - head;
    const size_t own = begin(hub, event_head, true, re);
    srv_out *out;

    /* Room first: the text may move while it grows. */
    host_text_append(&hub->text, hub->text.bytes, 0);
    for (size_t done = 0; done < rest;) {
        char piece[2048];
        const size_t size = rest - done < sizeof piece ? rest - done : sizeof piece;
        memcpy(piece, hub->text.bytes + offset + head + done, size);
        host_text_append(&hub->text, piece, size);
        done += size;
    }
    out = srv_push(hub, client, own);
    out->answers = true;
    out->re = re;
}

bool srv_push_event(srv_hub *hub, srv_table *table, uint32_t event, bool now,
                    srv_client *sender, bool answers, uint64_t re)
{
    enum { VIEWERS = TOB_SEATS + 2 };
    struct {
        size_t offset, length;
    } made[VIEWERS] = {{0, 0}};
    bool told = false;

    for (unsigned i = 0; i < table->followers; i++) {
        const srv_follower *const f = &table->follower[i];
        const unsigned code = f->viewer.code < VIEWERS ? f->viewer.code : VIEWERS - 1;
        if (!made[code].length) {
            made[code].offset = write_event(hub, table, event, now, f->viewer);
            made[code].length = hub->text.length - made[code].offset;
        }
        if (f->client == sender) {
            told = true;
            if (answers) {
                push_answer(hub, sender, made[code].offset, made[code].length, re);
                continue;
            }
        }
        add_out(hub, f->client, made[code].offset, made[code].length);
    }
    return told;
}

void srv_push_event_to(srv_hub *hub, srv_table *table, uint32_t event, bool now,
                       const srv_follower *follower)
{
    srv_push(hub, follower->client,
             write_event(hub, table, event, now, follower->viewer));
}

/* ---- Other frames ---- */

void srv_push_chat(srv_hub *hub, srv_table *table, uint32_t message, bool at_last)
{
    size_t offset = 0, length = 0;

    for (unsigned i = 0; i < table->followers; i++) {
        srv_client *const client = table->follower[i].client;
        const uint64_t guest = client->guest ? client->guest->id : 0;
        if (!(at_last ? tbl_reads_at_last : tbl_may_read)(table->core, guest, message))
            continue;
        if (!length) {
            offset = begin(hub, "{\"is\":\"chat\"", false, 0);
            srv_put(&hub->text, ",\"table\":\"");
            srv_put(&hub->text, table->name);
            srv_put(&hub->text, "\",\"message\":");
            tbl_message_json(table->core, message, &hub->text);
            srv_put(&hub->text, "}");
            length = hub->text.length - offset;
        }
        add_out(hub, client, offset, length);
    }
}

void srv_push_private(srv_hub *hub, srv_table *table, unsigned seat,
                      const srv_client *sender)
{
    for (unsigned i = 0; i < table->followers; i++) {
        const srv_follower *const f = &table->follower[i];
        size_t offset;
        if (f->client == sender || !f->client->guest ||
            tbl_seat_of_guest(table->core, f->client->guest->id) != seat)
            continue;
        offset = begin(hub, "{\"is\":\"private\"", false, 0);
        srv_put(&hub->text, ",\"table\":\"");
        srv_put(&hub->text, table->name);
        srv_put(&hub->text, "\",");
        tbl_private_json(table->core, f->client->guest->id, &hub->text);
        srv_put(&hub->text, "}");
        srv_push(hub, f->client, offset);
    }
}

srv_out *srv_push_snapshot(srv_hub *hub, srv_table *table, srv_client *client,
                           uint32_t chat_after, bool answers, uint64_t re)
{
    const uint64_t guest = client->guest ? client->guest->id : 0;
    const size_t offset = begin(hub, "{\"is\":\"table\"", answers, re);
    srv_out *out;

    srv_put(&hub->text, ",");
    tbl_snapshot_json(table->core, table->name, guest, &hub->text);
    srv_put(&hub->text, ",\"chat\":");
    tbl_chat_json(table->core, guest, chat_after, &hub->text);
    srv_put(&hub->text, "}");
    out = srv_push(hub, client, offset);
    out->answers = answers;
    out->re = re;
    return out;
}

void srv_push_presence(srv_hub *hub, srv_table *table, unsigned seat, bool clock)
{
    const size_t offset = begin(hub, "{\"is\":\"presence\"", false, 0);
    size_t length;

    srv_put(&hub->text, ",\"table\":\"");
    srv_put(&hub->text, table->name);
    srv_put(&hub->text, "\",\"seat\":");
    srv_put_number(&hub->text, seat + 1);
    srv_put(&hub->text, table->here[seat] ? ",\"here\":true" : ",\"here\":false");
    if (clock) {
        srv_put(&hub->text, ",");
        tbl_clock_json(table->core, &hub->text);
    }
    srv_put(&hub->text, "}");
    length = hub->text.length - offset;
    for (unsigned i = 0; i < table->followers; i++)
        add_out(hub, table->follower[i].client, offset, length);
}

void srv_push_hello(srv_hub *hub, srv_client *client)
{
    static const char digits[] = "0123456789abcdef";
    const uint64_t rules = tob_rules_id();
    const size_t offset =
        begin(hub, "{\"is\":\"hello\",\"server\":\"tobago " TOB_VERSION "\"", false, 0);
    char id[SRV_ID_MAX];

    srv_put(&hub->text, ",\"rules\":\"");
    for (unsigned shift = 64; shift > 0; shift -= 4)
        host_text_append(&hub->text, &digits[rules >> (shift - 4) & 15], 1);
    srv_put(&hub->text, "\",\"guest\":");
    if (client->guest) {
        srv_id_write(client->guest->id, id);
        srv_put(&hub->text, "{\"id\":\"");
        srv_put(&hub->text, id);
        srv_put(&hub->text, "\",\"name\":");
        srv_put_string(&hub->text, client->guest->name);
        srv_put(&hub->text, "}");
    } else {
        srv_put(&hub->text, "null");
    }
    srv_put(&hub->text, ",\"now\":");
    srv_put_number(&hub->text, hub->wall_ms);
    if (hub->env.url) {
        srv_put(&hub->text, ",\"url\":");
        srv_put_string(&hub->text, hub->env.url);
    }
    if (hub->env.password)
        srv_put(&hub->text, ",\"password\":true");
    if (hub->motd[0]) {
        srv_put(&hub->text, ",\"motd\":");
        srv_put_string(&hub->text, hub->motd);
    }
    srv_put(&hub->text, hub->draining ? ",\"drain\":true}" : "}");
    srv_push(hub, client, offset);
}

void srv_push_bye(srv_hub *hub)
{
    const size_t offset = hub->text.length;
    size_t length;

    srv_put(&hub->text, "{\"is\":\"bye\",\"why\":\"restart\",\"retry_ms\":500}");
    length = hub->text.length - offset;
    for (size_t i = 0; i < hub->clients; i++)
        add_out(hub, hub->client[i], offset, length)->waits = false;
}
