#include "client/connect.h"

#include <stdio.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "client/session.h"
#include "tui/tui.h"

/* ---- Texts of JSON ---- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

/* Prints a text of the server without what a terminal would obey. */
static void put(const char *text)
{
    for (; *text; text++)
        putchar((unsigned char)*text < ' ' || *text == 0x7f ? '.' : *text);
}

/* ---- Lists ---- */

static void print_table(const json_t *table)
{
    const json_t *seats = json_object_get(table, "seats");

    put(text_of(table, "id"));
    printf("  %-8s", text_of(table, "state"));
    for (size_t i = 0; i < json_array_size(seats); i++) {
        const json_t *seat = json_array_get(seats, i);
        fputs(i ? ", " : "  ", stdout);
        put(*text_of(seat, "name") ? text_of(seat, "name") : text_of(seat, "who"));
    }
    fputs("  ", stdout);
    put(text_of(table, "island"));
    printf(" %s%s%s\n", text_of(json_object_get(table, "clock"), "kind"),
           json_is_true(json_object_get(table, "my_turn")) ? "  your turn" : "",
           json_is_true(json_object_get(table, "open")) ? "  open" : "");
}

static bool print_tables(session *s, const char *what, const char *title)
{
    json_t *answer = session_ask(s, json_pack("{s:s,s:b}", "do", what, "follow", 0));
    const json_t *tables = json_object_get(answer, "tables");

    if (!answer || session_error(answer)) {
        host_complain("%s", answer ? session_error(answer) : "the connection is lost");
        json_decref(answer);
        return false;
    }
    printf("%s\n", json_array_size(tables) ? title : "");
    for (size_t i = 0; i < json_array_size(tables); i++)
        print_table(json_array_get(tables, i));
    json_decref(answer);
    return true;
}

static host_status list_tables(session *s, bool json)
{
    if (json) {
        json_t *answer =
            session_ask(s, json_pack("{s:s,s:b}", "do", "lobby", "follow", 0));
        if (!answer)
            return HOST_FAILED;
        json_dumpf(json_object_get(answer, "tables"), stdout, JSON_COMPACT);
        putchar('\n');
        json_decref(answer);
        return HOST_DONE;
    }
    if (*s->guest->cookie && !print_tables(s, "mine", "Your tables:"))
        return HOST_REFUSED;
    return print_tables(s, "lobby", "Tables to join or to watch:") ? HOST_DONE
                                                                   : HOST_REFUSED;
}

/* ---- Making a table ---- */

/* A list of words, separated by commas, as an array. The seat of a bot is an open one,
 * which it takes as a program. */
static json_t *words_of(const char *list, bool bot)
{
    json_t *words = json_array();

    while (*list) {
        const size_t length = strcspn(list, ",");
        const bool me = bot && length == 2 && strncmp(list, "me", 2) == 0;
        json_array_append_new(words,
                              me ? json_string("open") : json_stringn(list, length));
        list += length + (list[length] == ',');
    }
    return words;
}

/* "live:10+5", "days:3"; NULL if it is neither. */
static json_t *clock_of(const char *text)
{
    unsigned minutes, increment = 0, days;
    char end;

    if (!text || strcmp(text, "none") == 0)
        return json_pack("{s:s}", "kind", "none");
    if (sscanf(text, "live:%u+%u%c", &minutes, &increment, &end) == 2 ||
        sscanf(text, "live:%u%c", &minutes, &end) == 1)
        return json_pack("{s:s,s:i,s:i,s:s}", "kind", "live", "minutes", (int)minutes,
                         "increment_s", (int)increment, "stand_in", "medium");
    if (sscanf(text, "days:%u%c", &days, &end) == 1)
        return json_pack("{s:s,s:i,s:b,s:s}", "kind", "days", "days", (int)days,
                         "weekends", 1, "stand_in", "medium");
    return NULL;
}

/* Makes a table; *table gets its id, *key the secret of its invitation. */
static host_status create(session *s, const client_wishes *w, char *table, char *key)
{
    json_t *clock = clock_of(w->clock), *answer;
    const guest *g = s->guest;
    char url[GUEST_URL_MAX];
    const char *secret;

    if (!clock) {
        host_complain("--clock takes none, live:MINUTES+SECONDS or days:N, not '%s'",
                      w->clock);
        return HOST_USAGE;
    }
    answer =
        session_ask(s, json_pack("{s:s,s:o,s:s,s:o,s:o,s:b,s:b}", "do", "create", "seats",
                                 words_of(w->create, w->bot), "island",
                                 w->island ? w->island : "random", "options",
                                 words_of(w->options ? w->options : "", false), "clock",
                                 clock, "open", w->open, "watchable", w->open));
    if (!answer || session_error(answer)) {
        host_complain("the table was not made: %s",
                      answer ? session_error(answer) : "the connection is lost");
        json_decref(answer);
        return HOST_REFUSED;
    }
    snprintf(table, SESSION_ID_MAX, "%s", text_of(answer, "table"));
    secret = strchr(text_of(answer, "link"), '.');
    snprintf(key, SESSION_LINK_MAX, "%s", secret ? secret + 1 : "");
    guest_link_url(g, text_of(answer, "link"), url);
    printf("table %s\nlink ", table);
    put(url);
    putchar('\n');
    fflush(stdout);
    json_decref(answer);
    return HOST_DONE;
}

/* ---- Sitting down ---- */

/* Takes a seat unless we have one. */
static host_status join(session *s, const client_wishes *w)
{
    char table[SESSION_ID_MAX], key[SESSION_LINK_MAX];
    json_t *request;
    const char *why;

    if (s->seat < TOB_SEATS || w->watch)
        return HOST_DONE;
    request = json_pack("{s:s,s:s}", "do", "join", "table", s->table);
    if (*s->key)
        json_object_set_new(request, "key", json_string(s->key));
    if (w->seat)
        json_object_set_new(request, "seat", json_integer(w->seat));
    if (w->bot)
        json_object_set_new(request, "program", json_true());
    why = session_do(s, request);
    if (why) {
        host_complain("no seat at table %s: %s", s->table, why);
        return HOST_REFUSED;
    }
    snprintf(table, sizeof table, "%s", s->table);
    snprintf(key, sizeof key, "%s", s->key);
    return session_follow(s, table, key) ? HOST_DONE : HOST_REFUSED;
}

static bool is_screen(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO) && tui_is_possible();
}

/* Plays at the table that is followed, in the way that is wished for. */
static host_status play(session *s, const client_wishes *w, const seat_choice *choice)
{
    const tui_manner manner = {w->pace_ms, w->ask_end};
    talk_manner talk = {.start = w->start, .watch = w->watch && !isatty(STDIN_FILENO)};
    host_status code;
    tui_next next;

    session_contribute(s);
    if (w->bot)
        return bot_play(s, choice, w->start);
    if (w->plain || !is_screen())
        return talk_play(s, &talk);
    talk.until_begun = true;
    code = talk_play(s, &talk);
    if (code || !s->has_game || atomic_load(w->stop))
        return code;
    do
        code = tui_play(s->match, &manner, &next);
    while (code == HOST_DONE && (next == TUI_AGAIN || next == TUI_ANALYSE));
    for (const char *line; (line = session_news(s));)
        printf("* %s\n", line);
    return code;
}

/* Goes to the table of the link or of the command line, or makes one. */
static host_status go_to_table(session *s, const client_wishes *w,
                               const seat_choice *choice, const char *linked, char *key)
{
    char table[SESSION_ID_MAX];
    host_status code = HOST_DONE;

    snprintf(table, sizeof table, "%s", *linked ? linked : w->table ? w->table : "");
    if (w->create)
        code = create(s, w, table, key);
    if (code)
        return code;
    if (!*table) {
        host_complain("which table? --list shows them, --create makes one");
        return HOST_USAGE;
    }
    if (!session_follow(s, table, key))
        return HOST_REFUSED;
    code = join(s, w);
    return code ? code : play(s, w, choice);
}

static host_status run(session *s, const client_wishes *w, const seat_choice *choice)
{
    char table[SESSION_ID_MAX], key[SESSION_LINK_MAX];
    const bool look = w->list || w->watch || w->data || w->forget;

    if (!guest_enter(s->guest, s->net, w->name, look || *s->guest->link) ||
        !guest_open_link(s->guest, s->net, table, key))
        return HOST_FAILED;
    /* An invitation is only checked by its link: whoever follows it needs a name. */
    if (!look && !*s->guest->cookie && !guest_enter(s->guest, s->net, "guest", false))
        return HOST_FAILED;
    if (!session_connect(s))
        return HOST_FAILED;
    if (w->data)
        return client_print_data(s);
    if (w->forget)
        return client_forget(s);
    return w->list ? list_tables(s, w->json) : go_to_table(s, w, choice, table, key);
}

host_status client_connect(const client_wishes *w)
{
    static match t;
    static session s;
    static seat_choice choice[TOB_SEATS];
    static guest g;
    host_status code, closed;
    uint64_t seed;
    net *n;

    if (!guest_read_url(&g, w->url))
        return HOST_USAGE;
    if (w->password && !guest_read_password(&g, w->password))
        return HOST_FAILED;
    if (w->bot && seat_read_list(w->bot, false, 1, choice) != 1)
        return HOST_USAGE;
    if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
        return HOST_FAILED;
    n = net_new(&g.where);
    if (!n)
        return HOST_FAILED;
    match_init(&t, seed, w->iterations, w->time_ms);
    t.terms.stop = w->stop;
    session_init(&s, n, &g, &t, w->stop);
    code = run(&s, w, choice);
    closed = match_close(&t);
    session_clear(&s);
    net_free(n);
    return code ? code : closed;
}
