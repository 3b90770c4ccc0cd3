#include "control/people.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "host/text.h"

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

static long long number_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

void ctl_write_time(long long ms, char out[static 24])
{
    const time_t seconds = (time_t)(ms / 1000);
    struct tm parts;

    localtime_r(&seconds, &parts);
    strftime(out, 24, "%Y-%m-%d %H:%M", &parts);
}

static void print_json(const json_t *json, size_t flags)
{
    json_dumpf(json, stdout, flags);
    putchar('\n');
}

/* ---- A guest ---- */

static json_t *about(const ctl_wish *w, const char *word)
{
    return json_pack("{s:s,s:s}", "do", word, "guest", w->word[1]);
}

static void print_when(const char *what, const json_t *object, const char *key)
{
    char when[24];

    if (!number_of(object, key))
        return;
    ctl_write_time(number_of(object, key), when);
    printf("%-12s %s\n", what, when);
}

static host_status show(ctl_link *link, const ctl_wish *w)
{
    json_t *const answer = ctl_ask(link, about(w, "guest_show"));
    const json_t *her;

    if (!answer)
        return HOST_REFUSED;
    her = json_object_get(answer, "about");
    if (w->json) {
        print_json(answer, JSON_COMPACT);
    } else {
        printf("%-12s %s\n", text_of(her, "guest"), text_of(her, "name"));
        print_when("came first", her, "made");
        print_when("last here", her, "seen");
        print_when("muted until", her, "muted_until");
        printf("%-12s %lld\n%-12s %lld\n%-12s %zu\n%-12s %zu\n", "connections",
               number_of(answer, "connections"), "tables", number_of(answer, "tables"),
               "blocks", json_array_size(json_object_get(her, "blocked")), "devices",
               json_array_size(json_object_get(her, "devices")));
    }
    json_decref(answer);
    return HOST_DONE;
}

/* All pages as one object. */
static host_status export(ctl_link *link, const ctl_wish *w)
{
    json_t *const all = json_object(), *const tables = json_array();
    host_status code = HOST_DONE;
    char next[32] = "";

    do {
        json_t *const asked = about(w, "guest_export");
        json_t *answer;
        if (*next)
            json_object_set_new(asked, "after", json_string(next));
        answer = ctl_ask(link, asked);
        if (!answer) {
            code = HOST_REFUSED;
            break;
        }
        if (json_object_get(answer, "about"))
            json_object_set(all, "about", json_object_get(answer, "about"));
        json_array_extend(tables, json_object_get(answer, "tables"));
        snprintf(next, sizeof next, "%s", text_of(answer, "next"));
        json_decref(answer);
    } while (*next);
    json_object_set_new(all, "tables", tables);
    if (!code)
        print_json(all, JSON_INDENT(1));
    json_decref(all);
    return code;
}

static host_status delete (ctl_link *link, const ctl_wish *w)
{
    const struct timespec while_ = {.tv_nsec = 20000000};
    json_t *answer = ctl_ask(link, about(w, "guest_delete"));
    long long left = answer ? 1 : 0;
    const bool good = answer;

    json_decref(answer);
    while (left > 0) {
        answer = ctl_ask(link, json_pack("{s:s}", "do", "forgetting"));
        if (!answer)
            return HOST_REFUSED;
        left = number_of(answer, "left");
        json_decref(answer);
        if (left > 0 && !ctl_link_is_alone(link))
            nanosleep(&while_, NULL);
    }
    if (good)
        puts("the guest is deleted, and her name is gone from all tables");
    return good ? HOST_DONE : HOST_REFUSED;
}

host_status ctl_run_guest(ctl_link *link, const ctl_wish *w)
{
    static const struct {
        const char *word;
        host_status (*run)(ctl_link *link, const ctl_wish *wish);
    } acts[] = {{"show", show}, {"export", export}, {"delete", delete}};

    for (size_t i = 0; i < sizeof acts / sizeof *acts; i++)
        if (strcmp(w->words > 2 ? w->word[2] : "show", acts[i].word) == 0)
            return acts[i].run(link, w);
    host_complain("'admin guest ID' takes show, export or delete, not '%s'", w->word[2]);
    return HOST_USAGE;
}

/* ---- Reports ---- */

static void print_person(const char *what, const json_t *report, const char *key,
                         const char *named)
{
    if (*text_of(report, key))
        printf("  %s %s%s%s%s", what, text_of(report, key),
               *text_of(report, named) ? " (" : "", text_of(report, named),
               *text_of(report, named) ? ")" : "");
}

host_status ctl_run_reports(ctl_link *link, const ctl_wish *w)
{
    json_t *const answer =
        ctl_ask(link, json_pack("{s:s,s:b}", "do", "reports", "all", (int)w->all));
    const json_t *one;
    size_t i;

    if (!answer)
        return HOST_REFUSED;
    json_array_foreach(json_object_get(answer, "reports"), i, one)
    {
        char when[24];
        if (w->json) {
            print_json(one, JSON_COMPACT);
            continue;
        }
        ctl_write_time(number_of(one, "at"), when);
        printf("%lld  %s  table %s  %s%s", number_of(one, "report"), when,
               text_of(one, "table"), text_of(one, "what"),
               number_of(one, "resolved") ? "  resolved" : "");
        print_person("by", one, "by", "by_name");
        print_person("about", one, "about", "about_name");
        printf("\n   %s\n", text_of(one, "text"));
    }
    json_decref(answer);
    return HOST_DONE;
}

host_status ctl_run_resolve(ctl_link *link, const ctl_wish *w)
{
    uint64_t number;
    json_t *answer;

    if (!host_number(w->word[1], 1, UINT32_MAX, &number)) {
        host_complain("'%s' is no number of a report", w->word[1]);
        return HOST_USAGE;
    }
    answer = ctl_ask(
        link, json_pack("{s:s,s:I}", "do", "resolve", "report", (json_int_t)number));
    if (!answer)
        return HOST_REFUSED;
    puts("the report is resolved");
    json_decref(answer);
    return HOST_DONE;
}
