/* Changing tables: what all at the table then see as events, or as a table that is gone.
 */
#include <stdlib.h>
#include <string.h>

#include "control/call.h"

/* The reason that players read. */
static const char *why_of(const ctl_call *call, const char *usual)
{
    const char *why = ctl_text(call, "why");

    return *why ? why : usual;
}

/* Texts that players read are one line. */
static bool check_why(ctl_call *call)
{
    const char *why = ctl_text(call, "why");

    if (strlen(why) <= TBL_CHAT_MAX && !strpbrk(why, "\n\r"))
        return true;
    return ctl_refuse(call, "bad_text", "A reason is one line of at most %u bytes.",
                      (unsigned)TBL_CHAT_MAX);
}

/* Lines of the whole record. */
static uint64_t lines_of(const srv_table *table)
{
    host_text text = {0};
    uint64_t lines = 0;

    tbl_full_record(table->core, &text);
    for (size_t i = 0; i < text.length; i++)
        lines += text.bytes[i] == '\n';
    host_text_clear(&text);
    return lines;
}

/* A record is cut where a seat decides: there, or at the last such place before. */
bool ctl_patch(ctl_call *call)
{
    srv_table *const table = ctl_table(call);
    const char *why = why_of(call, "by whoever runs this server");
    uint64_t lines = ctl_number(call, "lines");
    tbl_answer answer;

    if (!table || !check_why(call))
        return false;
    if (!lines || lines >= lines_of(table))
        return ctl_refuse(call, "bad_lines", "The record has %llu lines.",
                          (unsigned long long)lines_of(table));
    do
        answer = tbl_patch(table->core, (uint32_t)lines, why);
    while (answer.code == TBL_BAD && strcmp(answer.name, "bad_lines") == 0 && --lines);
    ctl_put_number(call->answer, "lines", lines);
    return ctl_acted(call, table, &answer);
}

bool ctl_close(ctl_call *call)
{
    srv_table *const table = ctl_table(call);
    tbl_answer answer;

    if (!table || !check_why(call))
        return false;
    answer = tbl_close(table->core, why_of(call, "by whoever runs this server"));
    return ctl_acted(call, table, &answer);
}

/* ---- Deleting ---- */

/* A damaged table can be deleted too: it only has to be there. */
bool ctl_delete(ctl_call *call)
{
    const uint64_t id = ctl_id(call, "table");
    const srv_refusal *why = NULL;
    srv_table *table = id ? srv_table_get(call->hub, id, &why) : NULL;

    if (!table && why != &srv_is_damaged)
        return ctl_refuse(call, srv_no_table.name, "%s", srv_no_table.reason);
    if (!table)
        table = srv_map_get(&call->hub->tables, id);
    if (!srv_hub_flush(call->hub) || !srv_table_delete(call->hub, table))
        return ctl_refuse(call, srv_is_unavailable.name, "%s",
                          store_error(call->control->store));
    return true;
}

/* ---- Importing ---- */

/* Reads a table as 'export' writes it; NULL after a refusal. */
static tbl_table *read_table(ctl_call *call, const json_t *events, json_t *values)
{
    tbl_table *const core = tbl_read(&call->hub->env.time);
    const json_t *event;
    const char *key, *why = NULL;
    json_t *value;
    bool good = true;
    size_t i;

    json_array_foreach(events, i, event) good =
        good && json_is_string(event) &&
        tbl_read_event(core, (uint32_t)i + 1, json_string_value(event),
                       json_string_length(event));
    json_object_foreach(values, key, value) good =
        good && json_is_string(value) &&
        tbl_read_value(core, key, json_string_value(value), json_string_length(value));
    if (tbl_read_done(core, &why) && good)
        return core;
    ctl_refuse(call, "damaged", "The table makes no sense: %s.",
               why ? why : "something in it is no text");
    tbl_free(core);
    return NULL;
}

typedef struct tracing {
    store *store;
    uint64_t table;
} tracing;

static void add_trace(void *context, uint64_t guest)
{
    const tracing *const t = context;

    store_trace(t->store, guest, t->table, true);
}

static void add_table(ctl_call *call, uint64_t id, const tbl_table *core,
                      const json_t *events, json_t *values)
{
    store *const s = call->control->store;
    const json_t *event;
    const char *key;
    json_t *value;
    size_t i;

    json_array_foreach(events, i, event) store_add_event(
        s, id, (uint32_t)i + 1,
        (store_text){json_string_value(event), json_string_length(event)});
    json_object_foreach(values, key, value) store_put(
        s, id, key, (store_text){json_string_value(value), json_string_length(value)});
    for (unsigned seat = 0; seat < tbl_settings_of(core)->players; seat++)
        for (unsigned k = 0; k < TBL_DEVICES; k++)
            if (tbl_seat_of(core, seat)->device[k])
                store_seat(s, tbl_seat_of(core, seat)->device[k], id, true);
    tbl_guests(core, add_trace, &(tracing){s, id});
}

bool ctl_import(ctl_call *call)
{
    const json_t *const given = json_object_get(call->asked, "table");
    const json_t *const events = json_object_get(given, "events");
    json_t *const values = json_object_get(given, "values");
    const char *name = json_string_value(json_object_get(given, "id"));
    const uint64_t id = name ? srv_id_read(name, strlen(name)) : 0;
    const srv_refusal *why = NULL;
    srv_table *table;
    tbl_table *core;

    if (!id || id & SRV_GUEST_BIT || !json_is_array(events) || !json_is_object(values) ||
        json_integer_value(json_object_get(given, "version")) != 1)
        return ctl_refuse(call, "bad_table",
                          "This is no table that 'export' has written.");
    if (srv_table_get(call->hub, id, &why) || why != &srv_no_table)
        return ctl_refuse(call, "exists",
                          "There is a table with this id; delete it first.");
    core = read_table(call, events, values);
    if (!core)
        return false;
    add_table(call, id, core, events, values);
    tbl_free(core);
    if (!srv_hub_flush(call->hub))
        return ctl_refuse(call, srv_is_unavailable.name, "%s",
                          store_error(call->control->store));
    table = srv_table_get(call->hub, id, &why);
    if (!table)
        return ctl_refuse(call, why->name, "%s", why->reason);
    table->unsettled = true;
    table->changed_ms = call->hub->wall_ms;
    srv_table_after(call->hub, table, NULL, false, 0);
    ctl_put_text(call->answer, "table", table->name);
    return true;
}

/* ---- Links ---- */

bool ctl_links(ctl_call *call)
{
    srv_table *const table = ctl_table(call);
    json_t *const seats = json_array();
    char text[SRV_LINK_MAX];
    srv_link link;

    json_object_set_new(call->answer, "seats", seats);
    if (!table)
        return false;
    if (call->hub->env.url)
        ctl_put_text(call->answer, "url", call->hub->env.url);
    link = (srv_link){.kind = SRV_LINK_JOIN,
                      .id = table->id,
                      .number = tbl_settings_of(table->core)->invite};
    srv_link_write(&call->hub->key, &link, text);
    ctl_put_text(call->answer, "join", text);
    for (unsigned seat = 0; seat < tbl_settings_of(table->core)->players; seat++) {
        const tbl_seat *const s = tbl_seat_of(table->core, seat);
        if (s->who != TBL_PERSON && s->who != TBL_PROGRAM)
            continue;
        link = (srv_link){
            .kind = SRV_LINK_SEAT, .id = table->id, .seat = seat, .number = s->link};
        srv_link_write(&call->hub->key, &link, text);
        json_array_append_new(seats, json_pack("{s:i,s:s,s:s}", "seat", (int)seat + 1,
                                               "name", s->name, "link", text));
    }
    return true;
}
