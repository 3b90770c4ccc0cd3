/* Looking at tables, without changing anything. */
#include <stdlib.h>
#include <string.h>

#include "control/call.h"

enum {
    LIST_PAGE = 100, /* tables of one answer */
    CHECK_PAGE = 8,  /* each is replayed, some milliseconds long */
};

static const char *const states[] = {[TBL_WAITING] = "waiting",
                                     [TBL_PLAYING] = "playing",
                                     [TBL_OVER] = "over",
                                     [TBL_CLOSED] = "closed"};

/* ---- Lists ---- */

typedef struct listing {
    ctl_call *call;
    json_t *tables;
    const char *state; /* only these; "": all */
    uint64_t last;
    unsigned count;
} listing;

static json_t *describe(ctl_call *call, uint64_t id, const store_summary *summary)
{
    const srv_refusal *why = NULL;
    srv_table *table = srv_map_get(&call->hub->tables, id);
    host_text text = {0};
    json_t *about;
    char name[SRV_ID_MAX];

    if (!table && !summary)
        table = srv_table_get(call->hub, id, &why);
    if (table && table->core) {
        tbl_table_json(table->core, table->name, &text);
    } else if (summary) {
        const char *end = memchr(summary->text.bytes, '\n', summary->text.length);
        host_text_append(&text, summary->text.bytes,
                         end ? (size_t)(end - summary->text.bytes)
                             : summary->text.length);
    }
    about = text.bytes ? json_loadb(text.bytes, text.length, 0, NULL) : NULL;
    host_text_clear(&text);
    if (!about) {
        about = json_object();
        srv_id_write(id, name);
        ctl_put_text(about, "id", name);
        ctl_put_text(about, "state", "damaged");
    }
    ctl_put_number(about, "connections", table ? table->followers : 0);
    json_object_set_new(about, "in_memory", json_boolean(table && table->core));
    return about;
}

static void add_table(void *context, uint64_t id, const store_summary *summary)
{
    listing *const l = context;
    json_t *const about = describe(l->call, id, summary);

    l->last = id;
    l->count++;
    if (!*l->state ||
        strcmp(l->state, json_string_value(json_object_get(about, "state"))) == 0)
        json_array_append_new(l->tables, about);
    else
        json_decref(about);
}

/* Adds where the next page begins, unless this one was the last. */
static void put_next(ctl_call *call, unsigned count, unsigned page, uint64_t last)
{
    char id[SRV_ID_MAX];

    if (count < page)
        return;
    srv_id_write(last, id);
    ctl_put_text(call->answer, "next", id);
}

bool ctl_list(ctl_call *call)
{
    listing l = {.call = call, .tables = json_array(), .state = ctl_text(call, "state")};
    const store_status status = store_tables(call->control->store, ctl_id(call, "after"),
                                             LIST_PAGE, add_table, &l);

    json_object_set_new(call->answer, "tables", l.tables);
    put_next(call, l.count, LIST_PAGE, l.last);
    if (status != STORE_DONE && status != STORE_CORRUPT)
        return ctl_refuse(call, "unavailable", "%s", store_error(call->control->store));
    return true;
}

/* ---- One table ---- */

static void put_record(ctl_call *call, const srv_table *table)
{
    const uint64_t seat = ctl_number(call, "seat");
    const tob_viewer viewer =
        seat ? tob_viewer_of((unsigned)seat - 1) : tob_viewer_spectator();
    host_text text = {0};

    if (ctl_flag(call, "full"))
        tbl_full_record(table->core, &text);
    else
        tbl_record(table->core, viewer, &text);
    ctl_put_text(call->answer, "record", text.bytes ? text.bytes : "");
    host_text_clear(&text);
}

bool ctl_show(ctl_call *call)
{
    srv_table *const table = ctl_table(call);
    host_text text = {0};

    if (!table)
        return false;
    if (ctl_number(call, "seat") > tbl_settings_of(table->core)->players)
        return ctl_refuse(call, "bad_seat", "There is no such seat at this table.");
    json_object_set_new(call->answer, "about", describe(call, table->id, NULL));
    put_record(call, table);
    tbl_chat_json(table->core, 0, 0, &text);
    ctl_put_json(call->answer, "chat", &text);
    host_text_clear(&text);
    return true;
}

/* ---- Taking a table along ---- */

static void add_event(void *context, uint32_t number, store_text event)
{
    (void)number;
    json_array_append_new(context, json_stringn(event.bytes, event.length));
}

static void add_value(void *context, const char *key, store_text value)
{
    json_object_set_new(context, key, json_stringn(value.bytes, value.length));
}

bool ctl_export(ctl_call *call)
{
    json_t *const events = json_array(), *const values = json_object();
    const uint64_t id = ctl_id(call, "table");
    store *const s = call->control->store;
    store_status status;

    srv_hub_flush(call->hub);
    status = id ? store_events(s, id, add_event, events) : STORE_NONE;
    if (status == STORE_DONE)
        status = store_values(s, id, add_value, values);
    json_object_set_new(call->answer, "table",
                        json_pack("{s:s,s:i,s:s,s:o,s:o}", "tobago", "table", "version",
                                  1, "id", ctl_text(call, "table"), "events", events,
                                  "values", values));
    if (status == STORE_NONE)
        return ctl_refuse(call, srv_no_table.name, "%s", srv_no_table.reason);
    if (status != STORE_DONE)
        return ctl_refuse(call, "unavailable", "%s", store_error(s));
    return true;
}

/* ---- Checking ---- */

typedef struct checking {
    ctl_call *call;
    json_t *wrong;
    uint64_t last;
    unsigned count;
    /* of the table being read */
    tbl_table *core;
    bool good;
    /* room for a proof */
    rec_hosted hosted;
    rec_reader reader;
    tob_moves moves;
    char text[REC_BYTES_MAX];
    uint32_t end[REC_LINES_MAX];
} checking;

static void read_event(void *context, uint32_t number, store_text event)
{
    checking *const c = context;

    c->good = c->good && tbl_read_event(c->core, number, event.bytes, event.length);
}

static void read_value(void *context, const char *key, store_text value)
{
    checking *const c = context;

    c->good = c->good && tbl_read_value(c->core, key, value.bytes, value.length);
}

/* Were the cards of a game that is over the ones that had to come? */
static void check_proof(checking *c, char why[static CTL_WHY_MAX])
{
    const rec_buffers buffers = {c->text, c->end, sizeof c->text, REC_LINES_MAX};
    host_text proof = {0};
    fair_verdict verdict;

    if (tbl_is_foreign(c->core) || !tbl_proof(c->core, &proof))
        return;
    rec_hosted_init(&c->hosted, &c->reader, buffers);
    verdict = rec_proof_check(proof.bytes, proof.length, &c->hosted, &c->moves);
    if (verdict.line)
        snprintf(why, CTL_WHY_MAX, "line %u of its proof: %s", verdict.line,
                 verdict.text);
    host_text_clear(&proof);
}

static void check_table(void *context, uint64_t id, const store_summary *summary)
{
    checking *const c = context;
    store *const s = c->call->control->store;
    char why[CTL_WHY_MAX] = "", name[SRV_ID_MAX];
    const char *fault = NULL;
    store_status status;

    (void)summary;
    c->last = id;
    c->count++;
    c->core = tbl_read(&c->call->hub->env.time);
    c->good = true;
    status = store_events(s, id, read_event, c);
    if (status == STORE_DONE)
        status = store_values(s, id, read_value, c);
    if (status != STORE_DONE && status != STORE_NONE)
        snprintf(why, sizeof why, "%s", store_error(s));
    else if (!tbl_read_done(c->core, &fault))
        snprintf(why, sizeof why, "%s", fault ? fault : "it makes no sense");
    else
        check_proof(c, why);
    tbl_free(c->core);
    if (!*why)
        return;
    srv_id_write(id, name);
    json_array_append_new(c->wrong, json_pack("{s:s,s:s}", "table", name, "why", why));
}

/* A callback of the store may not read from it in the same way, so ids come first. */
typedef struct page {
    uint64_t id[CHECK_PAGE];
    unsigned count;
} page;

static void keep_id(void *context, uint64_t id, const store_summary *summary)
{
    page *const p = context;

    (void)summary;
    p->id[p->count++] = id;
}

bool ctl_check(ctl_call *call)
{
    checking *const c = host_need(calloc(1, sizeof *c));
    store *const s = call->control->store;
    store_status status;
    page p = {.count = 0};

    c->call = call;
    c->wrong = json_array();
    srv_hub_flush(call->hub);
    status = store_tables(s, ctl_id(call, "after"), CHECK_PAGE, keep_id, &p);
    for (unsigned i = 0; i < p.count; i++)
        check_table(c, p.id[i], NULL);
    json_object_set_new(call->answer, "wrong", c->wrong);
    ctl_put_number(call->answer, "checked", p.count);
    put_next(call, p.count, CHECK_PAGE, c->last);
    free(c);
    if (status != STORE_DONE)
        return ctl_refuse(call, "damaged", "%s", store_error(s));
    return true;
}

/* ---- Connections ---- */

bool ctl_who(ctl_call *call)
{
    json_t *const all = json_array();

    for (size_t i = 0; i < call->hub->clients; i++) {
        const srv_client *const client = call->hub->client[i];
        json_t *const one = json_object(), *const tables = json_array();
        char id[SRV_ID_MAX];
        ctl_put_text(one, "address", client->where);
        if (client->guest) {
            srv_id_write(client->guest->id, id);
            ctl_put_text(one, "guest", id);
            ctl_put_text(one, "name", client->guest->name);
        }
        for (unsigned k = 0; k < client->tables; k++)
            json_array_append_new(tables, json_string(client->table[k]->name));
        json_object_set_new(one, "tables", tables);
        json_array_append_new(all, one);
    }
    json_object_set_new(call->answer, "connections", all);
    return true;
}

/* ---- Figures ---- */

/* The value below which this share of what a histogram has counted lies, as the bound of
 * its bucket. */
static uint64_t share_below(const srv_histogram *h, const uint32_t bound[SRV_BUCKETS],
                            double share)
{
    uint64_t all = 0, seen = 0;

    for (unsigned i = 0; i <= SRV_BUCKETS; i++)
        all += h->bucket[i];
    for (unsigned i = 0; all && i < SRV_BUCKETS; i++) {
        seen += h->bucket[i];
        if ((double)seen >= share * (double)all)
            return bound[i];
    }
    return all ? bound[SRV_BUCKETS - 1] : 0;
}

bool ctl_figures(ctl_call *call)
{
    static const uint32_t bound[SRV_BUCKETS] = SRV_BUCKET_US;
    const srv_hub *const hub = call->hub;
    const srv_counts *const c = &hub->counts;
    const store_figures f = store_figures_of(call->control->store);
    uint64_t in[TBL_CLOSED + 1] = {0};
    json_t *const a = call->answer;

    for (size_t i = 0; i < hub->tables.room; i++) {
        const srv_table *const table = hub->tables.entry[i].object;
        if (table && table->core)
            in[table->state]++;
    }
    for (unsigned i = 0; i <= TBL_CLOSED; i++)
        ctl_put_number(a, states[i], in[i]);
    ctl_put_number(a, "now", hub->wall_ms);
    ctl_put_number(a, "connections", hub->clients);
    ctl_put_number(a, "guests", hub->guests.count);
    ctl_put_number(a, "moves", c->moves);
    ctl_put_number(a, "bot_moves", c->bot_moves);
    ctl_put_number(a, "frames", c->frames);
    ctl_put_number(a, "messages", c->messages);
    ctl_put_number(a, "commits", hub->commits);
    ctl_put_number(a, "failures", hub->failures);
    ctl_put_number(a, "damaged", c->damaged);
    ctl_put_number(a, "thinking", c->asked - c->answered);
    ctl_put_number(a, "queued", hub->queued);
    ctl_put_number(a, "move_us_50", share_below(&c->move_us, bound, 0.5));
    ctl_put_number(a, "move_us_99", share_below(&c->move_us, bound, 0.99));
    ctl_put_number(a, "database_bytes", f.bytes + f.log_bytes);
    ctl_put_number(a, "bans", hub->bans);
    ctl_put_number(a, "reports", srv_reports_open(hub));
    json_object_set_new(a, "broken", json_boolean(hub->broken));
    json_object_set_new(a, "draining", json_boolean(hub->draining));
    ctl_put_text(a, "motd", hub->motd);
    return true;
}
