/* The commands of 'tobago admin', each a request or a few, and what is printed. */
#include "control/admin.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "control/copies.h"
#include "control/link.h"
#include "control/people.h"
#include "control/top.h"
#include "host/text.h"

/* ---- Small things ---- */

/* Reads 90s, 10m, 2h, 3d or 1w; 0 if it is none of these. */
static uint64_t seconds_of(const char *text)
{
    static const struct {
        char letter;
        uint32_t seconds;
    } units[] = {{'s', 1}, {'m', 60}, {'h', 3600}, {'d', 86400}, {'w', 604800}};
    char digits[16];
    const size_t length = text ? strlen(text) : 0;
    uint64_t number;

    if (length < 2 || length >= sizeof digits)
        return 0;
    memcpy(digits, text, length - 1);
    digits[length - 1] = '\0';
    if (!host_number(digits, 1, 1000000, &number))
        return 0;
    for (unsigned i = 0; i < sizeof units / sizeof *units; i++)
        if (units[i].letter == text[length - 1])
            return number * units[i].seconds;
    return 0;
}

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

static long long number_of(const json_t *object, const char *key)
{
    return json_integer_value(json_object_get(object, key));
}

static void print_json(const json_t *answer)
{
    json_dumpf(answer, stdout, JSON_COMPACT);
    putchar('\n');
}

/* A request about the table or the guest that the wish names. */
static json_t *about(const ctl_wish *w, const char *word, const char *key)
{
    return json_pack("{s:s,s:s}", "do", word, key, w->word[1]);
}

static void add_text(json_t *asked, const char *key, const char *text)
{
    if (text)
        json_object_set_new(asked, key, json_string(text));
}

/* Asks, prints a sentence, and is done. */
static host_status ask_and_say(ctl_link *link, const ctl_wish *w, json_t *asked,
                               const char *sentence)
{
    json_t *const answer = ctl_ask(link, asked);

    if (!answer)
        return HOST_REFUSED;
    if (w->json)
        print_json(answer);
    else
        puts(sentence);
    json_decref(answer);
    return HOST_DONE;
}

/* ---- Looking ---- */

static void print_table(const json_t *table)
{
    const json_t *seat;
    char when[24];
    size_t i;

    ctl_write_time(number_of(table, "at"), when);
    printf("%-10s  %-8s  %s  %3lld  ", text_of(table, "id"), text_of(table, "state"),
           when, number_of(table, "connections"));
    json_array_foreach(json_object_get(table, "seats"), i, seat)
    {
        const char *name = text_of(seat, "name");
        printf("%s%s", i ? ", " : "", *name ? name : text_of(seat, "who"));
    }
    putchar('\n');
}

/* Walks through all pages; 'print' takes each answer. */
static host_status walk(ctl_link *link, json_t *asked,
                        void (*print)(const json_t *answer))
{
    char next[32] = "";

    do {
        json_t *const answer = ctl_ask(link, json_deep_copy(asked));
        if (!answer) {
            json_decref(asked);
            return HOST_REFUSED;
        }
        print(answer);
        snprintf(next, sizeof next, "%s", text_of(answer, "next"));
        json_object_set_new(asked, "after", json_string(next));
        json_decref(answer);
    } while (*next);
    json_decref(asked);
    return HOST_DONE;
}

static void print_list(const json_t *answer)
{
    const json_t *table;
    size_t i;

    json_array_foreach(json_object_get(answer, "tables"), i, table) print_table(table);
}

static void print_list_json(const json_t *answer)
{
    const json_t *table;
    size_t i;

    json_array_foreach(json_object_get(answer, "tables"), i, table) print_json(table);
}

static host_status run_list(ctl_link *link, const ctl_wish *w)
{
    json_t *const asked = json_pack("{s:s}", "do", "list");

    add_text(asked, "state", w->state);
    if (!w->json)
        printf("%-10s  %-8s  %-16s  %3s  %s\n", "table", "state", "changed", "con",
               "seats");
    return walk(link, asked, w->json ? print_list_json : print_list);
}

static host_status run_show(ctl_link *link, const ctl_wish *w)
{
    json_t *const asked = about(w, "show", "table");
    const json_t *message;
    json_t *answer;
    size_t i;

    if (w->seat)
        json_object_set_new(asked, "seat", json_integer(w->seat));
    json_object_set_new(asked, "full", json_boolean(w->full));
    answer = ctl_ask(link, asked);
    if (!answer)
        return HOST_REFUSED;
    if (w->json) {
        print_json(answer);
    } else {
        print_table(json_object_get(answer, "about"));
        fputs(text_of(answer, "record"), stdout);
        json_array_foreach(json_object_get(answer, "chat"), i, message)
            printf("# %s (%s): %s\n", text_of(message, "name"), text_of(message, "guest"),
                   text_of(message, "text"));
    }
    json_decref(answer);
    return HOST_DONE;
}

static host_status run_who(ctl_link *link, const ctl_wish *w)
{
    json_t *const answer = ctl_ask(link, json_pack("{s:s}", "do", "who"));
    const json_t *one, *table;
    size_t i, k;

    if (!answer)
        return HOST_REFUSED;
    if (w->json)
        print_json(answer);
    json_array_foreach(json_object_get(answer, "connections"), i, one)
    {
        if (w->json)
            break;
        printf("%-39s  %-16s  %s", text_of(one, "address"), text_of(one, "guest"),
               text_of(one, "name"));
        json_array_foreach(json_object_get(one, "tables"), k, table)
            printf("%s%s", k ? ", " : "  at ", json_string_value(table));
        putchar('\n');
    }
    json_decref(answer);
    return HOST_DONE;
}

/* ---- Checking ---- */

static unsigned long checked, wrong;

static void print_checked(const json_t *answer)
{
    const json_t *one;
    size_t i;

    checked += (unsigned long)number_of(answer, "checked");
    json_array_foreach(json_object_get(answer, "wrong"), i, one)
    {
        printf("table %s: %s\n", text_of(one, "table"), text_of(one, "why"));
        wrong++;
    }
}

static host_status run_check(ctl_link *link, const ctl_wish *w)
{
    host_status code, database;

    (void)w;
    checked = wrong = 0;
    code = walk(link, json_pack("{s:s}", "do", "check"), print_checked);
    if (code)
        return code;
    printf("%lu table%s checked, %lu wrong\n", checked, checked == 1 ? "" : "s", wrong);
    fflush(stdout);
    database = ctl_check_database(link);
    return wrong ? HOST_REFUSED : database;
}

/* ---- Tables ---- */

static host_status run_export(ctl_link *link, const ctl_wish *w)
{
    json_t *const answer = ctl_ask(link, about(w, "export", "table"));

    if (!answer)
        return HOST_REFUSED;
    json_dumpf(json_object_get(answer, "table"), stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(answer);
    return HOST_DONE;
}

static host_status run_import(ctl_link *link, const ctl_wish *w)
{
    enum { MOST = 16 * 1024 * 1024 };
    host_text text = {0};
    json_t *table = NULL, *answer;
    host_status code = host_text_read(&text, w->word[1], MOST);

    if (!code)
        table = json_loadb(text.bytes, text.length, JSON_REJECT_DUPLICATES, NULL);
    host_text_clear(&text);
    if (code)
        return code;
    if (!table) {
        host_complain("%s: this is no table that 'export' has written", w->word[1]);
        return HOST_REFUSED;
    }
    answer = ctl_ask(link, json_pack("{s:s,s:o}", "do", "import", "table", table));
    if (!answer)
        return HOST_REFUSED;
    printf("table %s is here now\n", text_of(answer, "table"));
    json_decref(answer);
    return HOST_DONE;
}

static host_status run_patch(ctl_link *link, const ctl_wish *w)
{
    json_t *const asked = about(w, "patch", "table");
    json_t *answer;

    json_object_set_new(asked, "lines", json_integer(w->lines));
    add_text(asked, "why", w->why);
    answer = ctl_ask(link, asked);
    if (!answer)
        return HOST_REFUSED;
    printf("the game goes on from line %lld of its record\n", number_of(answer, "lines"));
    json_decref(answer);
    return HOST_DONE;
}

static host_status run_close(ctl_link *link, const ctl_wish *w)
{
    json_t *const asked = about(w, "close", "table");

    add_text(asked, "why", w->why);
    return ask_and_say(link, w, asked, "the table is closed");
}

static host_status run_delete(ctl_link *link, const ctl_wish *w)
{
    return ask_and_say(link, w, about(w, "delete", "table"), "the table is gone");
}

static host_status run_links(ctl_link *link, const ctl_wish *w)
{
    json_t *const answer = ctl_ask(link, about(w, "links", "table"));
    const json_t *seat;
    size_t i;

    if (!answer)
        return HOST_REFUSED;
    if (w->json) {
        print_json(answer);
    } else {
        const char *url = *text_of(answer, "url") ? text_of(answer, "url") : "/";
        printf("join  %s#%s\n", url, text_of(answer, "join"));
        json_array_foreach(json_object_get(answer, "seats"), i, seat)
            printf("%lld     %s#%s  %s\n", number_of(seat, "seat"), url,
                   text_of(seat, "link"), text_of(seat, "name"));
    }
    json_decref(answer);
    return HOST_DONE;
}

/* ---- The house ---- */

static host_status bad_time(void)
{
    host_complain("--for takes a time like 90s, 10m, 2h, 3d or 1w");
    return HOST_USAGE;
}

static host_status run_mute(ctl_link *link, const ctl_wish *w)
{
    json_t *const asked = about(w, "mute", "guest");
    const uint64_t seconds = seconds_of(w->time);

    if (!w->off && !seconds) {
        json_decref(asked);
        return bad_time();
    }
    json_object_set_new(asked, "off", json_boolean(w->off));
    json_object_set_new(asked, "seconds", json_integer((json_int_t)seconds));
    return ask_and_say(link, w, asked,
                       w->off ? "the guest may talk again" : "the guest is muted");
}

static host_status run_ban(ctl_link *link, const ctl_wish *w)
{
    const uint64_t seconds = seconds_of(w->time);
    json_t *answer;

    if (!seconds)
        return bad_time();
    answer = ctl_ask(link, json_pack("{s:s,s:s,s:I}", "do", "ban", "address", w->word[1],
                                     "seconds", (json_int_t)seconds));
    if (!answer)
        return HOST_REFUSED;
    printf("%s is banned; %lld connections are cut off\n", w->word[1],
           number_of(answer, "closed"));
    json_decref(answer);
    return HOST_DONE;
}

static host_status run_unban(ctl_link *link, const ctl_wish *w)
{
    return ask_and_say(link, w, about(w, "unban", "address"),
                       "the address is no longer banned");
}

static host_status run_bans(ctl_link *link, const ctl_wish *w)
{
    json_t *const answer = ctl_ask(link, json_pack("{s:s}", "do", "bans"));
    const json_t *ban;
    size_t i;

    if (!answer)
        return HOST_REFUSED;
    if (w->json)
        print_json(answer);
    json_array_foreach(json_object_get(answer, "bans"), i, ban)
    {
        char until[24];
        ctl_write_time(number_of(ban, "until"), until);
        if (!w->json)
            printf("%-39s  until %s\n", text_of(ban, "address"), until);
    }
    json_decref(answer);
    return HOST_DONE;
}

static host_status run_motd(ctl_link *link, const ctl_wish *w)
{
    json_t *answer;

    if (w->words > 1 || w->off)
        return ask_and_say(
            link, w,
            json_pack("{s:s,s:s}", "do", "motd", "text", w->off ? "" : w->word[1]),
            w->off ? "there is no message of the day" : "all have been told");
    answer = ctl_ask(link, json_pack("{s:s}", "do", "figures"));
    if (!answer)
        return HOST_REFUSED;
    puts(text_of(answer, "motd"));
    json_decref(answer);
    return HOST_DONE;
}

static host_status run_drain(ctl_link *link, const ctl_wish *w)
{
    const struct timespec while_ = {.tv_sec = 1};

    for (;;) {
        json_t *const answer =
            ctl_ask(link, json_pack("{s:s,s:b}", "do", "drain", "off", (int)w->off));
        const long long playing = answer ? number_of(answer, "playing") : 0;
        if (!answer)
            return HOST_REFUSED;
        json_decref(answer);
        if (w->off) {
            puts("games may begin again");
            return HOST_DONE;
        }
        if (!w->wait || !playing) {
            printf("no game begins any more; %lld with a live clock or none go on\n",
                   playing);
            return HOST_DONE;
        }
        nanosleep(&while_, NULL);
    }
}

/* ---- All of them ---- */

enum { ALONE = 1 }; /* works without a server */

typedef struct command {
    const char *name, *arguments;
    unsigned least, most; /* arguments */
    unsigned how;
    host_status (*run)(ctl_link *link, const ctl_wish *wish);
} command;

static const command commands[] = {
    {"list", "", 0, 0, ALONE, run_list},
    {"show", "TABLE", 1, 1, ALONE, run_show},
    {"who", "", 0, 0, 0, run_who},
    {"top", "", 0, 0, 0, ctl_run_top},
    {"export", "TABLE", 1, 1, ALONE, run_export},
    {"import", "FILE", 1, 1, ALONE, run_import},
    {"patch", "TABLE --to LINE", 1, 1, ALONE, run_patch},
    {"close", "TABLE", 1, 1, ALONE, run_close},
    {"delete", "TABLE", 1, 1, ALONE, run_delete},
    {"links", "TABLE", 1, 1, ALONE, run_links},
    {"guest", "ID [show|export|delete]", 1, 2, ALONE, ctl_run_guest},
    {"reports", "", 0, 0, ALONE, ctl_run_reports},
    {"resolve", "NUMBER", 1, 1, ALONE, ctl_run_resolve},
    {"mute", "GUEST", 1, 1, ALONE, run_mute},
    {"ban", "ADDRESS --for TIME", 1, 1, ALONE, run_ban},
    {"unban", "ADDRESS", 1, 1, ALONE, run_unban},
    {"bans", "", 0, 0, ALONE, run_bans},
    {"motd", "[TEXT]", 0, 1, ALONE, run_motd},
    {"drain", "", 0, 0, 0, run_drain},
    {"check", "", 0, 0, ALONE, run_check},
    {"backup", "FILE", 1, 1, ALONE, ctl_run_backup},
};

static const command *find_command(const char *name)
{
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (strcmp(commands[i].name, name) == 0)
            return &commands[i];
    return NULL;
}

host_status ctl_admin(const ctl_wish *wish)
{
    const command *const row = find_command(wish->word[0]);
    host_status code;
    ctl_link *link;

    if (strcmp(wish->word[0], "restore") == 0 && wish->words == 2)
        return ctl_run_restore(wish);
    if (!row) {
        host_complain("there is no command 'admin %s'; see 'tobago admin --help'",
                      wish->word[0]);
        return HOST_USAGE;
    }
    if (wish->words - 1 < row->least || wish->words - 1 > row->most) {
        host_complain("usage: tobago admin %s %s", row->name, row->arguments);
        return HOST_USAGE;
    }
    link = ctl_link_open(wish, row->how & ALONE);
    if (!link)
        return HOST_FAILED;
    code = row->run(link, wish);
    ctl_link_close(link);
    return code;
}
