/* Guests and their reports: what is stored of one, deleting her, what players complain
 * about. */
#include <string.h>

#include "control/call.h"

/* ---- A guest ---- */

static void count_table(void *context, uint64_t table)
{
    (void)table;
    ++*(uint64_t *)context;
}

/* Takes what was written into the hub's text since an offset out of it, as JSON. */
static json_t *take_json(srv_hub *hub, size_t offset)
{
    json_t *const taken =
        json_loadb(hub->text.bytes + offset, hub->text.length - offset, 0, NULL);

    hub->text.length = offset;
    return taken;
}

/* Herself, and how much of her there is at tables. */
bool ctl_guest_show(ctl_call *call)
{
    enum { MOST = 1000000 };
    const srv_guest *const guest = ctl_guest(call);
    const size_t offset = call->hub->text.length;
    uint64_t tables = 0, connections = 0;

    if (!guest)
        return false;
    srv_put_guest_data(call->hub, guest);
    json_object_set_new(call->answer, "about", take_json(call->hub, offset));
    store_traces(call->control->store, guest->id, 0, MOST, count_table, &tables);
    for (const srv_client *c = guest->clients; c; c = c->next_of_guest)
        connections++;
    ctl_put_number(call->answer, "tables", tables);
    ctl_put_number(call->answer, "connections", connections);
    return true;
}

/* A page of what tables hold of her; the first has herself, too. */
bool ctl_guest_export(ctl_call *call)
{
    const srv_guest *const guest = ctl_guest(call);
    srv_hub *const hub = call->hub;
    json_t *page;
    size_t offset;
    bool good;

    if (!guest)
        return false;
    srv_hub_flush(hub);
    offset = hub->text.length;
    if (!ctl_id(call, "after")) {
        srv_put_guest_data(hub, guest);
        json_object_set_new(call->answer, "about", take_json(hub, offset));
    }
    srv_put(&hub->text, "{");
    good = srv_put_tables_data(hub, guest->id, ctl_id(call, "after"));
    srv_put(&hub->text, "}");
    page = take_json(hub, offset);
    if (!good || !page) {
        json_decref(page);
        return ctl_refuse(call, srv_is_unavailable.name, "%s",
                          store_error(call->control->store));
    }
    json_object_update(call->answer, page);
    json_decref(page);
    return true;
}

bool ctl_guest_delete(ctl_call *call)
{
    srv_guest *const guest = ctl_guest(call);

    if (!guest)
        return false;
    srv_guest_forget(call->hub, guest, NULL);
    return true;
}

/* Goes on taking deleted guests out of tables; the server does so by itself, too. */
bool ctl_forgetting(ctl_call *call)
{
    if (!srv_hub_flush(call->hub))
        return ctl_refuse(call, srv_is_unavailable.name, "%s",
                          store_error(call->control->store));
    srv_forget_some(call->hub);
    ctl_put_number(call->answer, "left", call->hub->forgets);
    return true;
}

/* ---- Reports ---- */

static void put_id(json_t *object, const char *key, uint64_t id)
{
    char text[SRV_ID_MAX];

    if (!id)
        return;
    srv_id_write(id, text);
    ctl_put_text(object, key, text);
}

/* The names are those of today. */
static void put_guest(ctl_call *call, json_t *object, const char *key, const char *named,
                      uint64_t id)
{
    bool unread;
    const srv_guest *const guest = id ? srv_guest_get(call->hub, id, &unread) : NULL;

    put_id(object, key, id);
    if (guest)
        ctl_put_text(object, named, guest->name);
}

bool ctl_reports(ctl_call *call)
{
    json_t *const all = json_array();

    for (size_t i = 0; i < call->hub->reports; i++) {
        const srv_report *const report = &call->hub->report[i];
        json_t *one;
        if (report->resolved_ms && !ctl_flag(call, "all"))
            continue;
        one = json_object();
        ctl_put_number(one, "report", report->number);
        ctl_put_number(one, "at", report->at_ms);
        put_id(one, "table", report->table);
        ctl_put_text(one, "what", srv_report_what(report));
        put_guest(call, one, "by", "by_name", report->by);
        put_guest(call, one, "about", "about_name", report->about);
        ctl_put_text(one, "text", report->text);
        if (report->resolved_ms)
            ctl_put_number(one, "resolved", report->resolved_ms);
        json_array_append_new(all, one);
    }
    json_object_set_new(call->answer, "reports", all);
    return true;
}

bool ctl_resolve(ctl_call *call)
{
    const uint64_t number = ctl_number(call, "report");

    if (number && number <= UINT32_MAX && srv_report_resolve(call->hub, (uint32_t)number))
        return true;
    return ctl_refuse(call, "no_report", "No report of this number is open.");
}
