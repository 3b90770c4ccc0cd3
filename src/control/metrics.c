/* The metrics, in the text format of Prometheus (version 0.0.4). Everything but memory
 * and the sizes of files is a number that the hub has counted anyway. */
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "control/call.h"

static void put_line(host_text *out, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

static void put_line(host_text *out, const char *format, ...)
{
    char line[300];
    va_list arguments;
    int length;

    va_start(arguments, format);
    length = vsnprintf(line, sizeof line, format, arguments);
    va_end(arguments);
    host_text_append(out, line, (size_t)length < sizeof line ? (size_t)length : 0);
}

static void put_head(host_text *out, const char *name, const char *type, const char *help)
{
    put_line(out, "# HELP tobago_%s %s\n# TYPE tobago_%s %s\n", name, help, name, type);
}

static void put_value(host_text *out, const char *name, const char *type,
                      const char *help, uint64_t value)
{
    put_head(out, name, type, help);
    put_line(out, "tobago_%s %llu\n", name, (unsigned long long)value);
}

/* A histogram whose values are counted in units of 'unit' of what is shown. */
static void put_histogram(host_text *out, const char *name, const char *help,
                          const srv_histogram *h, const uint32_t bound[SRV_BUCKETS],
                          double unit)
{
    uint64_t all = 0;

    put_head(out, name, "histogram", help);
    for (unsigned i = 0; i < SRV_BUCKETS; i++) {
        all += h->bucket[i];
        put_line(out, "tobago_%s_bucket{le=\"%.9g\"} %llu\n", name, bound[i] * unit,
                 (unsigned long long)all);
    }
    all += h->bucket[SRV_BUCKETS];
    put_line(out, "tobago_%s_bucket{le=\"+Inf\"} %llu\n", name, (unsigned long long)all);
    put_line(out, "tobago_%s_sum %.9g\ntobago_%s_count %llu\n", name,
             (double)h->sum * unit, name, (unsigned long long)all);
}

/* ---- Parts ---- */

static void put_tables(const srv_hub *hub, host_text *out)
{
    static const char *const states[] = {"waiting", "playing", "over", "closed"};
    uint64_t tables[4] = {0}, here = 0, bots = 0, open = 0;

    for (size_t i = 0; i < hub->tables.room; i++) {
        const srv_table *const table = hub->tables.entry[i].object;
        if (!table || !table->core)
            continue;
        tables[table->state]++;
        for (unsigned seat = 0; seat < tbl_settings_of(table->core)->players; seat++) {
            const tbl_seat *const s = tbl_seat_of(table->core, seat);
            here += table->here[seat];
            bots += s->who == TBL_LEVEL || s->stood_in || s->resigned;
            open += s->who == TBL_OPEN;
        }
    }
    put_head(out, "tables", "gauge", "Tables in memory, by state.");
    for (unsigned i = 0; i < 4; i++)
        put_line(out, "tobago_tables{state=\"%s\"} %llu\n", states[i],
                 (unsigned long long)tables[i]);
    put_head(out, "seats", "gauge",
             "Seats of tables in memory: people who are there, "
             "those that bots play, open ones.");
    put_line(out,
             "tobago_seats{who=\"here\"} %llu\ntobago_seats{who=\"bot\"} %llu\n"
             "tobago_seats{who=\"open\"} %llu\n",
             (unsigned long long)here, (unsigned long long)bots,
             (unsigned long long)open);
}

/* Two constants with the same letters are one reason. */
static void put_refusals(const srv_counts *c, host_text *out)
{
    put_head(out, "refusals_total", "counter", "Requests that were refused, by reason.");
    for (unsigned i = 0; i < SRV_REFUSAL_NAMES; i++) {
        uint64_t count = 0;
        bool first = c->refused[i].name != NULL;
        for (unsigned k = 0; first && k < SRV_REFUSAL_NAMES; k++) {
            if (!c->refused[k].name ||
                strcmp(c->refused[i].name, c->refused[k].name) != 0)
                continue;
            first = k >= i;
            count += c->refused[k].count;
        }
        if (first)
            put_line(out, "tobago_refusals_total{reason=\"%s\"} %llu\n",
                     c->refused[i].name, (unsigned long long)count);
    }
}

static void put_store(const ctl_control *control, host_text *out)
{
    const store_figures f = store_figures_of(control->store);
    const srv_hub *const hub = control->hub;
    static const uint32_t us[SRV_BUCKETS] = SRV_BUCKET_US;
    static const uint32_t bytes[SRV_BUCKETS] = SRV_BUCKET_BYTES;

    put_value(out, "commits_total", "counter", "Commits to the disk.", hub->commits);
    put_value(out, "commit_failures_total", "counter",
              "Commits that failed; their moves were refused.", hub->failures);
    put_histogram(out, "commit_duration_seconds", "How long a commit takes.",
                  &hub->counts.commit_us, us, 1e-6);
    put_histogram(out, "commit_bytes", "Bytes that a commit adds.",
                  &hub->counts.commit_bytes, bytes, 1);
    put_value(out, "stored_rows_total", "counter", "Events and values that were stored.",
              f.rows);
    put_value(out, "database_bytes", "gauge", "The size of the database.", f.bytes);
    put_value(out, "database_log_bytes", "gauge", "The size of the database's log.",
              f.log_bytes);
    put_value(out, "journal_rows", "gauge", "Events of tables that are awake.",
              f.live_rows);
    put_value(out, "store_broken", "gauge", "1 while nothing can be stored.",
              hub->broken);
    put_value(out, "damaged_tables_total", "counter", "Tables that could not be read.",
              hub->counts.damaged);
}

static void put_play(const srv_hub *hub, host_text *out)
{
    static const uint32_t us[SRV_BUCKETS] = SRV_BUCKET_US;
    const srv_counts *const c = &hub->counts;

    put_head(out, "moves_total", "counter", "Moves that were made.");
    put_line(
        out,
        "tobago_moves_total{by=\"player\"} %llu\ntobago_moves_total{by=\"bot\"} %llu\n",
        (unsigned long long)c->moves, (unsigned long long)c->bot_moves);
    put_histogram(out, "move_duration_seconds",
                  "From the first frame of a turn to its last answer, for each move.",
                  &c->move_us, us, 1e-6);
    put_value(out, "events_total", "counter", "Events of all tables.", c->events);
    put_value(out, "messages_total", "counter", "Messages in chats.", c->messages);
    put_value(out, "tables_made_total", "counter", "Tables that were made.", c->tables);
    put_value(out, "games_begun_total", "counter", "Games that began.", c->begun);
    put_value(out, "games_over_total", "counter", "Games that ended.", c->over);
    put_value(out, "bot_decisions_total", "counter", "Decisions asked of bots.",
              c->asked);
    put_value(out, "bot_queue", "gauge", "Decisions that bots think about, or will.",
              c->asked - c->answered);
    put_value(out, "bot_waiting_tables", "gauge",
              "Tables that wait for room in the bots' queue.", hub->queued);
}

static uint64_t resident_bytes(void)
{
    unsigned long long size = 0, resident = 0;
    FILE *const file = fopen("/proc/self/statm", "r");

    if (file) {
        if (fscanf(file, "%llu %llu", &size, &resident) != 2)
            resident = 0;
        fclose(file);
    }
    return resident * (uint64_t)sysconf(_SC_PAGESIZE);
}

void ctl_metrics(const ctl_control *control, host_text *out)
{
    const srv_hub *const hub = control->hub;
    const srv_counts *const c = &hub->counts;

    put_head(out, "build_info", "gauge", "The version of the program.");
    put_line(out, "tobago_build_info{version=\"%s\"} 1\n", TOB_VERSION);
    put_value(out, "connections", "gauge", "WebSockets that are open.", hub->clients);
    put_value(out, "connections_total", "counter", "WebSockets that were opened.",
              c->opened);
    put_value(out, "frames_total", "counter", "Frames that clients sent.", c->frames);
    put_value(out, "requests_total", "counter", "Requests over HTTP.", c->requests);
    put_value(out, "guests", "gauge", "Guests in memory.", hub->guests.count);
    put_tables(hub, out);
    put_play(hub, out);
    put_refusals(c, out);
    put_value(out, "banned_requests_total", "counter",
              "Requests and connections of banned addresses.", c->banned);
    put_value(out, "reports_total", "counter", "Reports of abuse that players made.",
              c->reports);
    put_value(out, "reports_open", "gauge", "Reports that wait to be resolved.",
              srv_reports_open(hub));
    put_value(out, "guests_being_deleted", "gauge",
              "Guests whose names are still being taken out of tables.", hub->forgets);
    put_value(out, "bans", "gauge", "Addresses that are banned.", hub->bans);
    put_value(out, "draining", "gauge", "1 while no game may begin.", hub->draining);
    put_store(control, out);
    put_value(out, "complaints_total", "counter", "Complaints, as the log has them.",
              host_complaints());
    put_value(out, "resident_memory_bytes", "gauge", "Memory that the process uses.",
              resident_bytes());
}
