/* What is stored of a guest, for herself: docs/privacy.md in JSON.
 *
 * What tables hold comes page by page, since a guest may have been at thousands of them.
 * A table that rests is read for this alone and does not come into memory. */
#include <string.h>

#include "server/room.h"

enum {
    PAGE_TABLES = 8,         /* of a page, at most, */
    PAGE_BYTES = 256 * 1024, /* and none is begun behind so many */
};

static const srv_refusal not_you = {"forbidden", "not_you",
                                    "Name yourself: 'guest' is your own id."};

/* ---- Herself ---- */

static void put_ids(host_text *out, const char *key, const uint64_t *id, unsigned count)
{
    char text[SRV_ID_MAX];

    srv_put(out, ",\"");
    srv_put(out, key);
    srv_put(out, "\":[");
    for (unsigned i = 0; i < count; i++) {
        srv_id_write(id[i], text);
        srv_put(out, i ? ",\"" : "\"");
        srv_put(out, text);
        srv_put(out, "\"");
    }
    srv_put(out, "]");
}

static void put_time(host_text *out, const char *key, uint64_t ms)
{
    srv_put(out, ",\"");
    srv_put(out, key);
    srv_put(out, "\":");
    if (ms)
        srv_put_number(out, ms);
    else
        srv_put(out, "null");
}

static void put_report(host_text *out, const srv_report *report)
{
    char table[SRV_ID_MAX];

    srv_id_write(report->table, table);
    srv_put(out, "{\"report\":");
    srv_put_number(out, report->number);
    put_time(out, "at", report->at_ms);
    srv_put(out, ",\"table\":\"");
    srv_put(out, table);
    srv_put(out, "\",\"what\":\"");
    srv_put(out, srv_report_what(report));
    srv_put(out, "\",\"text\":");
    srv_put_string(out, report->text);
    srv_put(out, "}");
}

void srv_put_guest_data(srv_hub *hub, const srv_guest *guest)
{
    host_text *const out = &hub->text;
    char id[SRV_ID_MAX];

    srv_id_write(guest->id, id);
    srv_put(out, "{\"guest\":\"");
    srv_put(out, id);
    srv_put(out, "\",\"name\":");
    srv_put_string(out, guest->name);
    put_time(out, "made", guest->made_ms);
    put_time(out, "seen", guest->last_ms);
    put_time(out, "muted_until", guest->muted_ms);
    put_ids(out, "blocked", guest->blocked, guest->blocked_count);
    put_ids(out, "notified_of", guest->told, guest->tolds);
    srv_put(out, ",\"devices\":[");
    for (unsigned i = 0; i < guest->devices; i++) {
        srv_put(out, i ? "," : "");
        srv_put_string(out, guest->device[i].endpoint);
    }
    srv_put(out, "],\"reports\":[");
    for (size_t i = 0, count = 0; i < hub->reports; i++)
        if (hub->report[i].by == guest->id) {
            srv_put(out, count++ ? "," : "");
            put_report(out, &hub->report[i]);
        }
    srv_put(out, "]}");
}

/* ---- Her tables ---- */

static bool put_table(srv_hub *hub, uint64_t guest, uint64_t id)
{
    const srv_refusal *why = NULL;
    host_text *const out = &hub->text;
    tbl_table *read = NULL;
    const tbl_table *core = srv_table_peek(hub, id, &read, &why);
    char name[SRV_ID_MAX];

    if (!core && why == &srv_is_unavailable)
        return false;
    srv_id_write(id, name);
    srv_put(out, "{\"table\":\"");
    srv_put(out, name);
    srv_put(out, "\",");
    if (core)
        tbl_own_json(core, guest, out);
    else
        srv_put(out, "\"damaged\":true");
    srv_put(out, "}");
    tbl_free(read);
    return true;
}

bool srv_put_tables_data(srv_hub *hub, uint64_t guest, uint64_t after)
{
    const size_t begin = hub->text.length;
    srv_ids p = {.count = 0};
    unsigned done = 0;

    if (store_traces(hub->store, guest, after, PAGE_TABLES, srv_ids_keep, &p) !=
        STORE_DONE)
        return false;
    srv_put(&hub->text, "\"tables\":[");
    while (done < p.count && hub->text.length - begin < PAGE_BYTES) {
        srv_put(&hub->text, done ? "," : "");
        if (!put_table(hub, guest, p.id[done]))
            return false;
        done++;
    }
    srv_put(&hub->text, "]");
    if (done == PAGE_TABLES || done < p.count) {
        char id[SRV_ID_MAX];
        srv_id_write(p.id[done - 1], id);
        srv_put(&hub->text, ",\"next\":\"");
        srv_put(&hub->text, id);
        srv_put(&hub->text, "\"");
    }
    return true;
}

/* ---- Requests ---- */

void srv_do_data(srv_ask *ask)
{
    const size_t before = ask->hub->text.length;
    const size_t offset = srv_answer_begin(ask);

    if (!srv_has(ask, SRV_NEXT_PAGE)) {
        srv_put(&ask->hub->text, ",\"about\":");
        srv_put_guest_data(ask->hub, ask->guest);
    }
    srv_put(&ask->hub->text, ",");
    if (srv_put_tables_data(ask->hub, ask->guest->id, ask->value[SRV_NEXT_PAGE].number)) {
        srv_answer_end(ask, offset);
        return;
    }
    ask->hub->text.length = before;
    srv_refuse_for(ask, &srv_is_unavailable, 1000);
}

/* She names herself, so that no slip deletes anyone. */
void srv_do_forget(srv_ask *ask)
{
    if (ask->value[SRV_GUEST].number != ask->guest->id) {
        srv_refuse(ask, &not_you);
        return;
    }
    srv_guest_forget(ask->hub, ask->guest, ask->client);
    ask->guest = NULL;
    srv_answer_end(ask, srv_answer_begin(ask));
}
