/* Requests: the table of words, the audit log, answers. */
#include "control/control.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "control/call.h"
#include "host/log.h"

/* When an act stands in the audit log. */
typedef enum logging { NEVER, ALWAYS, IF_FULL, FIRST } logging; /* of several pages */

typedef struct word {
    const char *name;
    ctl_act *act;
    logging logged;
} word;

static const word words[] = {
    {"list", ctl_list, NEVER},
    {"show", ctl_show, IF_FULL},
    {"who", ctl_who, ALWAYS},
    {"figures", ctl_figures, NEVER},
    {"check", ctl_check, NEVER},
    {"export", ctl_export, ALWAYS},
    {"import", ctl_import, ALWAYS},
    {"patch", ctl_patch, ALWAYS},
    {"close", ctl_close, ALWAYS},
    {"delete", ctl_delete, ALWAYS},
    {"links", ctl_links, ALWAYS},
    {"mute", ctl_mute, ALWAYS},
    {"ban", ctl_ban, ALWAYS},
    {"unban", ctl_unban, ALWAYS},
    {"bans", ctl_bans, NEVER},
    {"motd", ctl_motd, ALWAYS},
    {"drain", ctl_drain, ALWAYS},
    {"guest_show", ctl_guest_show, ALWAYS},
    {"guest_export", ctl_guest_export, FIRST},
    {"guest_delete", ctl_guest_delete, ALWAYS},
    {"forgetting", ctl_forgetting, NEVER},
    {"reports", ctl_reports, ALWAYS},
    {"resolve", ctl_resolve, ALWAYS},
    {"backup", ctl_backup, ALWAYS},
    {"backup_step", ctl_backup_step, NEVER},
    {"backup_end", ctl_backup_end, NEVER},
};

/* ---- What is asked ---- */

bool ctl_refuse(ctl_call *call, const char *name, const char *format, ...)
{
    va_list arguments;

    call->name = name;
    va_start(arguments, format);
    vsnprintf(call->why, sizeof call->why, format, arguments);
    va_end(arguments);
    return false;
}

const char *ctl_text(const ctl_call *call, const char *key)
{
    const char *text = json_string_value(json_object_get(call->asked, key));

    return text ? text : "";
}

uint64_t ctl_number(const ctl_call *call, const char *key)
{
    const json_int_t number = json_integer_value(json_object_get(call->asked, key));

    return number > 0 ? (uint64_t)number : 0;
}

bool ctl_flag(const ctl_call *call, const char *key)
{
    return json_is_true(json_object_get(call->asked, key));
}

uint64_t ctl_id(const ctl_call *call, const char *key)
{
    const char *text = ctl_text(call, key);

    return srv_id_read(text, strlen(text));
}

srv_table *ctl_table(ctl_call *call)
{
    const srv_refusal *why = NULL;
    srv_table *const table = srv_table_get(call->hub, ctl_id(call, "table"), &why);

    if (!table)
        ctl_refuse(call, why->name, "%s", why->reason);
    return table;
}

srv_guest *ctl_guest(ctl_call *call)
{
    bool unread = false;
    srv_guest *const guest = srv_guest_get(call->hub, ctl_id(call, "guest"), &unread);

    if (!guest && unread)
        ctl_refuse(call, srv_is_unavailable.name, "The guest cannot be read now.");
    else if (!guest)
        ctl_refuse(call, "no_guest", "There is no such guest.");
    return guest;
}

bool ctl_acted(ctl_call *call, srv_table *table, const tbl_answer *answer)
{
    if (answer->code != TBL_DONE)
        return ctl_refuse(call, answer->name ? answer->name : "refused", "%s",
                          answer->text ? answer->text : answer->error.text);
    srv_table_after(call->hub, table, NULL, false, 0);
    ctl_put_number(call->answer, "n", table->events);
    return true;
}

void ctl_put_text(json_t *object, const char *key, const char *text)
{
    json_object_set_new(object, key, json_string(text));
}

void ctl_put_number(json_t *object, const char *key, uint64_t number)
{
    json_object_set_new(object, key, json_integer((json_int_t)number));
}

void ctl_put_json(json_t *object, const char *key, const host_text *text)
{
    json_object_set_new(object, key, json_loadb(text->bytes, text->length, 0, NULL));
}

/* ---- The audit log ---- */

static void write_time(uint64_t ms, char out[static 32])
{
    const time_t seconds = (time_t)(ms / 1000);
    struct tm parts;

    gmtime_r(&seconds, &parts);
    strftime(out, 32, "%Y-%m-%dT%H:%M:%SZ", &parts);
}

/* The lines of this age and older are left out; returns where the others begin. Each
 * begins with its time, {"at":"2026-11-18T03:24:01Z",... */
static size_t old_lines(const host_text *log, const char *oldest)
{
    static const char head[] = "{\"at\":\"";
    const size_t before = sizeof head - 1, length = strlen(oldest);
    size_t at = 0;

    while (at < log->length) {
        const char *const line = log->bytes + at;
        const char *const end = memchr(line, '\n', log->length - at);
        if (!end || (size_t)(end - line) < before + length ||
            memcmp(line, head, before) != 0 || memcmp(line + before, oldest, length) > 0)
            break;
        at += (size_t)(end - line) + 1;
    }
    return at;
}

static bool open_audit(ctl_control *control)
{
    char path[CTL_PATH_MAX + 16];
    const mode_t mask = umask(0077);
    host_status code;

    snprintf(path, sizeof path, "%s/audit.log", control->folder);
    code = host_file_open(&control->audit, path, O_WRONLY | O_CREAT,
                          "another program has the audit log");
    umask(mask);
    return code == HOST_DONE;
}

/* Puts a log without its old lines in the place of the log. */
static void replace_audit(ctl_control *control, const char *bytes, size_t length)
{
    char path[CTL_PATH_MAX + 16], new[CTL_PATH_MAX + 32];
    host_file file = {.fd = -1};
    const mode_t mask = umask(0077);
    bool good;

    snprintf(path, sizeof path, "%s/audit.log", control->folder);
    snprintf(new, sizeof new, "%s.new", path);
    unlink(new);
    good = host_file_open(&file, new, O_WRONLY | O_CREAT, "another program has it") ==
               HOST_DONE &&
           (!length || host_file_append(&file, bytes, length));
    umask(mask);
    good = host_file_close(&file) && good && rename(new, path) == 0;
    if (!good) {
        unlink(new);
        return;
    }
    host_file_close(&control->audit);
    open_audit(control);
}

/* Once a day, at an act or at the start: what is older than the setting says goes. */
static void trim_audit(ctl_control *control)
{
    enum { LOG_MAX = 256 * 1024 * 1024 };
    static const uint64_t DAY_MS = 24 * 3600000;
    const uint64_t now = control->hub->wall_ms;
    const uint64_t kept = control->hub->quotas.audit_days * DAY_MS;
    char path[CTL_PATH_MAX + 16], oldest[32];
    host_text log = {0};
    size_t at;

    if (now < control->trimmed_ms + DAY_MS || now < kept || control->audit.fd < 0)
        return;
    control->trimmed_ms = now;
    snprintf(path, sizeof path, "%s/audit.log", control->folder);
    write_time(now - kept, oldest);
    if (host_text_read(&log, path, LOG_MAX) == HOST_DONE && log.length <= LOG_MAX) {
        at = old_lines(&log, oldest);
        if (at)
            replace_audit(control, log.bytes + at, log.length - at);
    }
    host_text_clear(&log);
}

/* Appends a line to the log: who asked for what, or why it was refused. What is imported
 * is left out: it can be as long as a game. */
static bool note(ctl_control *control, const ctl_caller *who, const json_t *asked,
                 const char *refused)
{
    json_t *const entry = json_object();
    host_text line = {0};
    char at[32], *text;
    const char *key;
    json_t *value;
    bool good;

    trim_audit(control);
    write_time(control->hub->wall_ms, at);
    ctl_put_text(entry, "at", at);
    ctl_put_number(entry, "user", who->user);
    ctl_put_number(entry, "process", (uint64_t)who->process);
    json_object_foreach((json_t *)(uintptr_t)asked, key,
                        value) if (!json_is_object(value) && !json_is_array(value))
        json_object_set(entry, key, value);
    if (refused)
        ctl_put_text(entry, "refused", refused);
    text = host_need(json_dumps(entry, JSON_COMPACT));
    host_text_append(&line, text, strlen(text));
    host_text_append(&line, "\n", 1);
    good = host_file_append(&control->audit, line.bytes, line.length);
    host_text_clear(&line);
    free(text);
    json_decref(entry);
    return good;
}

/* ---- Answers ---- */

static void put_answer(const ctl_call *call, host_text *out)
{
    char *text;

    if (call->name)
        json_object_set_new(
            call->answer, "error",
            json_pack("{s:s,s:s}", "name", call->name, "reason", call->why));
    json_object_set_new(call->answer, "ok", json_boolean(!call->name));
    text = host_need(json_dumps(call->answer, JSON_COMPACT));
    host_text_append(out, text, strlen(text));
    host_text_append(out, "\n", 1);
    free(text);
}

static const word *find_word(const char *name)
{
    for (size_t i = 0; i < sizeof words / sizeof *words; i++)
        if (strcmp(words[i].name, name) == 0)
            return &words[i];
    return NULL;
}

static void run(ctl_call *call, const ctl_caller *who)
{
    const word *const row = find_word(ctl_text(call, "do"));
    bool logged, good;

    if (!row) {
        ctl_refuse(call, "no_word", "There is no such request; 'do' names it.");
        return;
    }
    logged = row->logged == ALWAYS ||
             (row->logged == IF_FULL && ctl_flag(call, "full")) ||
             (row->logged == FIRST && !*ctl_text(call, "after"));
    if (logged)
        host_log(
            "admin",
            (host_log_field[]){{"do", row->name}, {"table", ctl_text(call, "table")}}, 2);
    if (logged && !note(call->control, who, call->asked, NULL)) {
        ctl_refuse(call, "audit",
                   "The audit log cannot be written, so nothing is done: %s.",
                   strerror(errno));
        return;
    }
    good = row->act(call);
    if (!srv_hub_flush(call->hub) && good)
        good = ctl_refuse(call, srv_is_unavailable.name, "Nothing can be stored now: %s.",
                          store_error(call->control->store));
    if (logged && !good)
        note(call->control, who, call->asked, call->name);
}

void ctl_answer(ctl_control *control, const ctl_caller *who, const char *line,
                size_t length, host_text *out)
{
    json_t *const asked = json_loadb(line, length, JSON_REJECT_DUPLICATES, NULL);
    ctl_call call = {
        .control = control, .hub = control->hub, .asked = asked, .answer = json_object()};

    srv_hub_look_at_clocks(control->hub);
    if (json_is_object(asked))
        run(&call, who);
    else
        ctl_refuse(&call, "no_json", "A line is one JSON object.");
    put_answer(&call, out);
    json_decref(call.answer);
    json_decref(asked);
}

/* ---- Beginning and end ---- */

ctl_control *ctl_new(srv_hub *hub, store *s, const char *folder)
{
    ctl_control *const control = host_need(calloc(1, sizeof *control));

    control->hub = hub;
    control->store = s;
    snprintf(control->folder, sizeof control->folder, "%s", folder);
    if (open_audit(control)) {
        trim_audit(control);
        return control;
    }
    free(control);
    return NULL;
}

void ctl_free(ctl_control *control)
{
    if (!control)
        return;
    store_backup_end(control->store);
    if (control->copy[0])
        unlink(control->copy);
    host_file_close(&control->audit);
    free(control);
}
