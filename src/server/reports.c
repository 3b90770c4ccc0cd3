/* Reports of abuse: what players tell whoever runs the server about a table.
 *
 * A report is the house's value "report NUMBER": a line
 *
 *     AT BY ABOUT TABLE WHAT RESOLVED
 *
 * with two times of the wall clock (RESOLVED 0: it is open) and ids, "-" for none, and
 * then the text. All of them are in memory: there are at most as many as the limit says.
 * They leave after their days, the resolved ones sooner if there is no room. */
#include <stdlib.h>
#include <string.h>

#include "server/room.h"

enum { HOUR_MS = 3600000 };

static const uint64_t DAY_MS = 24 * (uint64_t)HOUR_MS;

static const char *const whats[] = {"chat", "name", "play", "other"};

static const srv_refusal bad_report = {
    "bad", "bad_text", "A report has one line of 1 to 1000 bytes of plain text."};
static const srv_refusal too_many_reports = {
    "limit", "reports", "Too many reports wait to be read: write to whoever runs this."};

static void report_key(uint32_t number, char key[static 24])
{
    snprintf(key, 24, "report %u", number);
}

static void put_id(host_text *out, uint64_t id)
{
    char text[SRV_ID_MAX];

    srv_id_write(id, text);
    srv_put(out, id ? text : "-");
    srv_put(out, " ");
}

static void save(srv_hub *hub, const srv_report *report)
{
    host_text text = {0};
    char key[24];

    srv_put_number(&text, report->at_ms);
    srv_put(&text, " ");
    put_id(&text, report->by);
    put_id(&text, report->about);
    put_id(&text, report->table);
    srv_put(&text, whats[report->what]);
    srv_put(&text, " ");
    srv_put_number(&text, report->resolved_ms);
    srv_put(&text, "\n");
    srv_put(&text, report->text);
    report_key(report->number, key);
    store_put(hub->store, SRV_HOUSE, key, (store_text){text.bytes, text.length});
    host_text_clear(&text);
}

/* Adds a report at its place by number. */
static srv_report *add(srv_hub *hub, const srv_report *report)
{
    size_t at = hub->reports;

    hub->report =
        srv_grow(hub->report, hub->reports, &hub->report_room, sizeof *hub->report);
    for (; at > 0 && hub->report[at - 1].number > report->number; at--)
        hub->report[at] = hub->report[at - 1];
    hub->report[at] = *report;
    hub->reports++;
    if (report->number > hub->report_last)
        hub->report_last = report->number;
    return &hub->report[at];
}

static void drop(srv_hub *hub, size_t at)
{
    char key[24];

    report_key(hub->report[at].number, key);
    store_put(hub->store, SRV_HOUSE, key, (store_text){NULL, 0});
    free(hub->report[at].text);
    memmove(&hub->report[at], &hub->report[at + 1],
            (--hub->reports - at) * sizeof *hub->report);
}

void srv_reports_clear(srv_hub *hub)
{
    for (size_t i = 0; i < hub->reports; i++)
        free(hub->report[i].text);
    hub->reports = 0;
}

const char *srv_report_what(const srv_report *report)
{
    return whats[report->what];
}

/* ---- Reading ---- */

/* Cuts the next word off a line; "" if there is none. */
static char *next_word(char **at)
{
    char *const word = *at;
    char *const blank = strchr(word, ' ');

    *at = blank ? blank + 1 : word + strlen(word);
    if (blank)
        *blank = '\0';
    return word;
}

static uint64_t next_id(char **at)
{
    const char *const word = next_word(at);

    return srv_id_read(word, strlen(word));
}

static bool find_what(const char *word, uint8_t *what)
{
    for (uint8_t i = 0; i < sizeof whats / sizeof *whats; i++)
        if (strcmp(whats[i], word) == 0) {
            *what = i;
            return true;
        }
    return false;
}

/* One that makes no sense is left out. */
void srv_report_read(srv_hub *hub, const char *number, store_text value)
{
    const char *const end = memchr(value.bytes, '\n', value.length);
    const size_t head = end ? (size_t)(end - value.bytes) : 0;
    srv_report report = {.number = 0};
    char line[200], *at = line;
    uint64_t digits;
    bool good;

    if (!end || head >= sizeof line || !host_number(number, 1, UINT32_MAX, &digits))
        return;
    memcpy(line, value.bytes, head);
    line[head] = '\0';
    report.number = (uint32_t)digits;
    good = host_number(next_word(&at), 0, INT64_MAX, &report.at_ms);
    report.by = next_id(&at);
    report.about = next_id(&at);
    report.table = next_id(&at);
    good = good && find_what(next_word(&at), &report.what) &&
           host_number(next_word(&at), 0, INT64_MAX, &report.resolved_ms);
    if (!good)
        return;
    report.text = host_need(strndup(end + 1, value.length - head - 1));
    add(hub, &report);
}

/* ---- Time and room ---- */

unsigned srv_reports_open(const srv_hub *hub)
{
    unsigned open = 0;

    for (size_t i = 0; i < hub->reports; i++)
        open += !hub->report[i].resolved_ms;
    return open;
}

void srv_reports_sweep(srv_hub *hub)
{
    const uint64_t kept = hub->quotas.report_days * DAY_MS;

    for (size_t i = hub->reports; i-- > 0;)
        if (hub->report[i].at_ms + kept <= hub->wall_ms)
            drop(hub, i);
}

/* Makes room for one more by the oldest that is resolved. */
static bool make_room(srv_hub *hub)
{
    if (hub->reports < hub->quotas.reports)
        return true;
    for (size_t i = 0; i < hub->reports; i++)
        if (hub->report[i].resolved_ms) {
            drop(hub, i);
            return true;
        }
    return false;
}

bool srv_report_resolve(srv_hub *hub, uint32_t number)
{
    for (size_t i = 0; i < hub->reports; i++)
        if (hub->report[i].number == number && !hub->report[i].resolved_ms) {
            hub->report[i].resolved_ms = hub->wall_ms;
            save(hub, &hub->report[i]);
            return true;
        }
    return false;
}

/* What she reported stays until its time, without her. */
void srv_reports_forget(srv_hub *hub, uint64_t guest)
{
    for (size_t i = 0; i < hub->reports; i++)
        if (hub->report[i].by == guest) {
            hub->report[i].by = 0;
            save(hub, &hub->report[i]);
        }
}

/* ---- Requests ---- */

/* A guest may report so much, and so may an address, whoever it says it is. */
static uint32_t take(srv_ask *ask)
{
    const srv_rate rate = {ask->hub->quotas.reports_hour, HOUR_MS};
    srv_visitor *const visitor = srv_visitor_get(ask->hub, ask->client->address);
    uint32_t retry = srv_bucket_wait(&visitor->reports, rate, ask->hub->now_ms, 1);

    if (!retry)
        retry = srv_bucket_take(&ask->guest->reports, rate, ask->hub->now_ms, 1);
    if (!retry)
        srv_bucket_take(&visitor->reports, rate, ask->hub->now_ms, 1);
    return retry;
}

void srv_do_report(srv_ask *ask)
{
    const srv_value *const text = &ask->value[SRV_TEXT];
    srv_report report = {.at_ms = ask->hub->wall_ms,
                         .by = ask->guest->id,
                         .about = ask->value[SRV_GUEST].number,
                         .table = ask->table->id};
    uint32_t retry;
    size_t offset;

    if (!find_what(ask->value[SRV_WHAT].text, &report.what) ||
        (report.about && !(report.about & SRV_GUEST_BIT))) {
        srv_refuse(ask, &srv_bad_field);
        return;
    }
    if (!text->length || text->length > SRV_REPORT_MAX ||
        !rec_is_utf8(text->text, text->length) ||
        !tbl_text_is_seen(text->text, text->length)) {
        srv_refuse(ask, &bad_report);
        return;
    }
    retry = take(ask);
    if (retry) {
        srv_refuse_for(ask, &srv_rate_limit, retry);
        return;
    }
    if (!make_room(ask->hub)) {
        srv_refuse(ask, &too_many_reports);
        return;
    }
    report.number = ask->hub->report_last + 1;
    report.text = host_need(strndup(text->text, text->length));
    save(ask->hub, add(ask->hub, &report));
    ask->hub->counts.reports++;
    srv_note(ask->hub, "report", report.table, report.by, NULL);
    offset = srv_answer_begin(ask);
    srv_put(&ask->hub->text, ",\"report\":");
    srv_put_number(&ask->hub->text, report.number);
    srv_answer_end(ask, offset);
}
