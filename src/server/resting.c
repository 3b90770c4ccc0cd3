/* What tables do by themselves: bots think, time passes, idle tables rest.
 *
 * A table is in memory while someone follows it, its live clock counts or something is
 * about to happen by itself. Otherwise it is settled and freed, and comes back when it is
 * asked for or when its time has come. */
#include <stdlib.h>
#include <string.h>

#ifdef __GLIBC__
#include <malloc.h>
#endif

#include "server/room.h"

enum {
    AHEAD_MS = 120000, /* a table with something due so soon stays in memory */
    RETRY_MS = 1000,   /* until a table that cannot be read is tried again */
    POLL_MS = 5000,    /* between looks for settled tables whose time has come */
    SETTLE_MAX = 8,    /* tables settled in a turn: each is a transaction */
    WAKE_MAX = 16,     /* tables read in a turn without being asked for */
    BEGIN_MS = 500,    /* for tables that were awake, before the server listens */
    FREED_MANY = 200,  /* tables, after which memory is given back to the system */
    SWEEP_MS = 60000,
    SECOND_MS = 1000,
    MINUTE_MS = 60000,
    HOUR_MS = 3600000,
};

static const uint64_t DAY_MS = 24 * (uint64_t)HOUR_MS;

bool srv_table_has_people(const srv_table *table)
{
    const unsigned players = tbl_settings_of(table->core)->players;

    for (unsigned seat = 0; seat < players; seat++) {
        const tbl_seat *const s = tbl_seat_of(table->core, seat);
        if ((s->who == TBL_PERSON && !s->resigned) || s->who == TBL_PROGRAM)
            return true;
    }
    return false;
}

/* ---- Bots ---- */

static void wait_for_room(srv_hub *hub, srv_table *table)
{
    if (table->queued)
        return;
    table->queued = true;
    hub->queue = srv_grow(hub->queue, hub->queued, &hub->queue_room, sizeof *hub->queue);
    hub->queue[hub->queued++] = table->id;
}

/* Does a bot decide now? */
static bool wants_bot(const srv_table *table)
{
    const tbl_seat *seat;

    if (table->ticket || table->queued || table->state != TBL_PLAYING ||
        table->to_move >= TOB_SEATS)
        return false;
    seat = tbl_seat_of(table->core, table->to_move);
    return (seat->who == TBL_LEVEL || seat->stood_in || seat->resigned) &&
           (table->followers || srv_table_has_people(table));
}

void srv_table_ask_bot(srv_hub *hub, srv_table *table)
{
    tbl_question question;
    srv_guest *host;
    bool unread;

    if (!wants_bot(table))
        return;
    if (!srv_bots_have_room(hub->bots)) {
        wait_for_room(hub, table);
        return;
    }
    host = srv_guest_get(hub, tbl_host(table->core), &unread);
    table->bot_ms = 0;
    if (host) {
        const srv_rate rate = {hub->quotas.bot_ms, MINUTE_MS};
        const uint32_t retry = srv_bucket_take(&host->bots, rate, hub->now_ms, 0);
        if (retry) {
            table->bot_ms = hub->now_ms + retry;
            return;
        }
    }
    if (!tbl_ask_bot(table->core, &question))
        return;
    if (host)
        host->bots.level += srv_bot_cost_ms(question.level);
    table->ticket = ++hub->tickets;
    hub->counts.asked++;
    srv_bots_ask(hub->bots, table->id, table->ticket, &question);
}

/* Lets those ask that found no room, the first come first. */
static void ask_queued(srv_hub *hub)
{
    size_t done = 0;

    while (done < hub->queued && srv_bots_have_room(hub->bots)) {
        srv_table *const table = srv_map_get(&hub->tables, hub->queue[done++]);
        if (!table)
            continue;
        table->queued = false;
        if (table->core) {
            srv_table_ask_bot(hub, table);
            srv_table_set_due(hub, table);
        }
    }
    if (!done)
        return;
    hub->queued -= done;
    memmove(hub->queue, hub->queue + done, hub->queued * sizeof *hub->queue);
}

static void take_answers(srv_hub *hub)
{
    srv_bot_answer answer;

    while (srv_bots_answer(hub->bots, &answer)) {
        srv_table *const table = srv_map_get(&hub->tables, answer.table);
        hub->counts.answered++;
        if (!table || !table->core || table->ticket != answer.ticket)
            continue;
        hub->counts.bot_moves++;
        table->ticket = 0;
        tbl_bot_answer(table->core, answer.event, answer.move);
        srv_table_after(hub, table, NULL, false, 0);
    }
}

void srv_table_rest(srv_hub *hub, srv_table *table)
{
    if (table->rests)
        return;
    table->rests = true;
    hub->rest = srv_grow(hub->rest, hub->rests, &hub->rest_room, sizeof *hub->rest);
    hub->rest[hub->rests++] = table;
}

/* ---- Time ---- */

/* The wall clock at which a table that rests wants to be woken: when something happens by
 * itself, or when it expires. */
static uint64_t expires_ms(const srv_hub *hub, tbl_state state, uint64_t changed_ms)
{
    switch (state) {
    case TBL_WAITING: return changed_ms + hub->quotas.waiting_hours * (uint64_t)HOUR_MS;
    case TBL_PLAYING: return changed_ms + hub->quotas.playing_days * DAY_MS;
    case TBL_OVER:
    case TBL_CLOSED: return changed_ms + hub->quotas.finished_days * DAY_MS;
    }
    return 0;
}

/* When a finished game is compacted. */
static uint64_t compact_ms(const srv_hub *hub, uint64_t changed_ms)
{
    return changed_ms + hub->quotas.compact_days * DAY_MS;
}

static bool is_compact(const srv_hub *hub, tbl_state state, uint64_t changed_ms)
{
    return (state == TBL_OVER || state == TBL_CLOSED) &&
           compact_ms(hub, changed_ms) <= hub->wall_ms;
}

static uint64_t wake_ms(const srv_hub *hub, const srv_table *table)
{
    const uint64_t due = tbl_due(table->core);
    const uint64_t compacts = compact_ms(hub, table->changed_ms);
    uint64_t expiry = expires_ms(hub, table->state, table->changed_ms);
    uint64_t wake = UINT64_MAX;

    if (table->state >= TBL_OVER && compacts > hub->wall_ms && compacts < expiry)
        expiry = compacts;
    if (due != UINT64_MAX)
        wake = hub->wall_ms + (due > hub->now_ms ? due - hub->now_ms : 0);
    return wake < expiry ? wake : expiry;
}

/* What the store keeps of a table for lists; the text is the caller's to clear. */
static store_summary summarise(const srv_hub *hub, srv_table *table, host_text *text)
{
    if (!table->changed_ms) /* it was read, and has not changed since */
        table->changed_ms = tbl_at(table->core);
    srv_lobby_summary(table, text);
    return (store_summary){
        .state = (uint8_t)table->state,
        .listed = srv_lobby_shows(table) ||
                  (table->state == TBL_OVER && tbl_settings_of(table->core)->watchable),
        .changed_ms = table->changed_ms,
        .wake_ms = wake_ms(hub, table),
        .packed = is_compact(hub, table->state, table->changed_ms),
        .text = {text->bytes, text->length}};
}

bool srv_table_settle(srv_hub *hub, srv_table *table)
{
    host_text text = {0};
    const store_summary summary = summarise(hub, table, &text);
    const store_status status = store_settle(hub->store, table->id, &summary);

    host_text_clear(&text);
    if (status == STORE_DONE)
        table->unsettled = false;
    return status == STORE_DONE;
}

bool srv_table_rewrite(srv_hub *hub, srv_table *table, const store_text *events,
                       uint32_t count)
{
    host_text text = {0};
    const store_summary summary = summarise(hub, table, &text);
    const store_status status =
        store_rewrite(hub->store, table->id, events, count, &summary);

    host_text_clear(&text);
    return status == STORE_DONE;
}

/* Nobody follows it, nothing is about to happen, and no bot thinks for a person. */
static bool is_idle(const srv_hub *hub, const srv_table *table)
{
    const uint64_t idle = (uint64_t)hub->quotas.idle_s * SECOND_MS;
    uint64_t due;

    if (table->followers || table->touched || table->used_ms + idle > hub->now_ms)
        return false;
    if (!table->core)
        return true;
    if (tbl_clock_is_live(table->core)) /* nobody else knows how far */
        return false;
    due = tbl_due(table->core);
    if (due != UINT64_MAX && due < hub->now_ms + AHEAD_MS)
        return !srv_table_has_people(table);
    return !(table->ticket || table->queued || table->bot_ms) ||
           !srv_table_has_people(table);
}

/* Looks at a table whose time has come. */
static void look_at(srv_hub *hub, srv_table *table)
{
    const srv_refusal *why;

    if (!table->core)
        srv_table_get(hub, table->id, &why);
    if (is_idle(hub, table)) {
        srv_table_rest(hub, table);
        srv_due_set(hub, table, hub->now_ms + RETRY_MS);
        return;
    }
    if (!table->core) {
        srv_due_set(hub, table, table->damaged ? UINT64_MAX : hub->now_ms + RETRY_MS);
        return;
    }
    if (!table->followers) {
        const uint64_t used = table->used_ms + (uint64_t)hub->quotas.idle_s * SECOND_MS;
        if (used <= hub->now_ms) /* it is busy without anyone */
            table->used_ms = hub->now_ms;
    }
    if (tbl_due(table->core) <= hub->now_ms) {
        const uint64_t used = table->used_ms;
        tbl_tick(table->core);
        srv_table_after(hub, table, NULL, false, 0);
        table->used_ms = used;
    } else {
        srv_table_after(hub, table, NULL, false, 0);
    }
    if (table->due_ms <= hub->now_ms)
        srv_due_set(hub, table, hub->now_ms + 1);
}

void srv_tables_tick(srv_hub *hub)
{
    take_answers(hub);
    if (hub->now_ms < hub->retry_ms)
        return;
    while (hub->heaped && hub->heap[0]->due_ms <= hub->now_ms)
        look_at(hub, hub->heap[0]);
}

uint64_t srv_tables_due(const srv_hub *hub)
{
    uint64_t due = hub->heaped ? hub->heap[0]->due_ms : UINT64_MAX;

    if (hub->poll_ms < due)
        due = hub->poll_ms;
    if (hub->forgets && hub->forget_ms < due)
        due = hub->forget_ms;
    if (hub->rests || hub->wakings)
        due = hub->now_ms;
    return due > hub->retry_ms ? due : hub->retry_ms;
}

/* ---- Resting and waking ---- */

/* The C library keeps what was freed among what is used; asking it to look takes longer
 * than freeing a table, so it is done for many at once. */
static void give_memory_back(srv_hub *hub)
{
    hub->freed = 0;
#ifdef __GLIBC__
    malloc_trim(0);
#endif
}

static void let_rest(srv_hub *hub)
{
    for (unsigned done = 0; hub->rests && done < SETTLE_MAX; done++) {
        srv_table *const table = hub->rest[--hub->rests];
        table->rests = false;
        if (table->core && table->unsettled && !srv_table_settle(hub, table)) {
            table->used_ms = hub->now_ms;
            srv_table_set_due(hub, table);
        } else if (is_idle(hub, table)) {
            srv_table_free(hub, table);
            hub->freed++;
        }
    }
    if (hub->freed >= FREED_MANY && !hub->rests)
        give_memory_back(hub);
}

static void add_waking(void *context, uint64_t table, const store_summary *summary)
{
    srv_hub *const hub = context;

    if (srv_map_get(&hub->tables, table))
        return;
    hub->waking =
        srv_grow(hub->waking, hub->wakings, &hub->waking_room, sizeof *hub->waking);
    hub->waking[hub->wakings++] =
        (srv_waking){.table = table,
                     .changed_ms = summary ? summary->changed_ms : hub->wall_ms,
                     .state = summary ? (tbl_state)summary->state : TBL_PLAYING,
                     .awake = !summary};
}

static void wake_one(srv_hub *hub, const srv_waking *waking)
{
    const bool expired =
        expires_ms(hub, waking->state, waking->changed_ms) <= hub->wall_ms;
    const srv_refusal *why;
    srv_table *table;

    if (srv_map_get(&hub->tables, waking->table))
        return;
    if (expired && (waking->state == TBL_OVER || waking->state == TBL_CLOSED)) {
        store_remove(hub->store, waking->table);
        return;
    }
    table = srv_table_get(hub, waking->table, &why);
    if (!table)
        return;
    table->changed_ms = waking->changed_ms;
    table->unsettled = true; /* its waking time changes */
    if (expired)
        tbl_close(table->core, "expired");
    if (is_compact(hub, waking->state, waking->changed_ms))
        tbl_forget_values(table->core, 0);
    srv_table_after(hub, table, NULL, false, 0); /* a bot may have to think */
    if (waking->state >= TBL_OVER)               /* being compacted is no change */
        table->changed_ms = waking->changed_ms;
    /* One that only wanted to be woken may rest again as soon as it has had its tick. */
    if (!waking->awake)
        table->used_ms = 0;
    srv_table_set_due(hub, table);
}

static void wake(srv_hub *hub)
{
    if (hub->now_ms >= hub->poll_ms) {
        hub->poll_ms = hub->now_ms + POLL_MS;
        if (!hub->wakings)
            store_due(hub->store, hub->wall_ms, add_waking, hub);
    }
    for (unsigned done = 0; hub->wakings && done < WAKE_MAX; done++) {
        const srv_waking waking = hub->waking[--hub->wakings];
        wake_one(hub, &waking);
    }
}

void srv_tables_tidy(srv_hub *hub)
{
    ask_queued(hub);
    if (hub->now_ms < hub->retry_ms)
        return;
    let_rest(hub);
    wake(hub);
    srv_forget_some(hub);
    if (hub->now_ms >= hub->sweep_ms) {
        hub->sweep_ms = hub->now_ms + SWEEP_MS;
        srv_guests_sweep(hub, false);
        srv_house_sweep(hub);
        srv_reports_sweep(hub);
        srv_forget_expired(hub);
    }
}

bool srv_tables_begin(srv_hub *hub)
{
    const store_status status = store_awake(hub->store, add_waking, hub);
    const uint64_t until = hub->now_ms + BEGIN_MS;

    while (hub->wakings && hub->env.time.now_ms(hub->env.time.context) < until) {
        const srv_waking waking = hub->waking[--hub->wakings];
        wake_one(hub, &waking);
    }
    return status == STORE_DONE || status == STORE_NONE;
}
