/* What a person may type besides moves, one row each; and the terminal game's source. */
#define _GNU_SOURCE /* strptime, timegm */
#include <string.h>
#include <time.h>

#include "client/session.h"
#include "tobago/kinds.h"

/* A command: its word, what follows it, and what it does. */
typedef struct command {
    const char *word, *follows, *help;
    const char *(*run)(session *s, const char *rest);
} command;

/* ---- Answers ---- */

/* "Done." or the sentence of the refusal; 'request' lacks the table. */
static const char *do_it(session *s, json_t *request, const char *done)
{
    static char said[320];
    const char *why;

    json_object_set_new(request, "table", json_string(s->table));
    why = session_do(s, request);
    if (!why)
        return done;
    snprintf(said, sizeof said, "No: %s.", why);
    return said;
}

static json_t *act(const char *name)
{
    return json_pack("{s:s}", "do", name);
}

static json_t *act_after(session *s, const char *name)
{
    return json_pack("{s:s,s:I}", "do", name, "after", (json_int_t)s->n);
}

/* Reads a number and the rest of the line. */
static const char *read_number(const char *text, uint64_t most, uint64_t *number)
{
    char word[24];
    const size_t length = strcspn(text, " ");

    snprintf(word, sizeof word, "%.*s", (int)length, text);
    if (length >= sizeof word || !host_number(word, 1, most, number))
        return NULL;
    return text + length + strspn(text + length, " ");
}

static const char no_seat[] = "No: a seat from 1 to 4 is needed.";

/* ---- Commands ---- */

static const char *run_say(session *s, const char *rest)
{
    return do_it(s, json_pack("{s:s,s:s}", "do", "say", "text", rest), "Said.");
}

static const char *answer_proposal(session *s, bool yes)
{
    if (!s->asked)
        return "Nothing is proposed.";
    return do_it(s,
                 json_pack("{s:s,s:I,s:b}", "do", "consent", "proposal",
                           (json_int_t)s->asked, "yes", yes),
                 yes ? "Agreed." : "Declined.");
}

static const char *run_yes(session *s, const char *rest)
{
    (void)rest;
    return answer_proposal(s, true);
}

static const char *run_no(session *s, const char *rest)
{
    (void)rest;
    return answer_proposal(s, false);
}

/* Lines that are left without our last decision. */
static uint32_t before_our_last(const session *s)
{
    const match *t = s->match;
    uint32_t moves = t->moves;

    while (moves > 1 && (tob_is_nature(t->move[moves - 1].move) ||
                         t->move[moves - 1].move.seat != s->seat))
        moves--;
    return t->record.hosted.header + (moves ? moves - 1 : 0);
}

/* Asks the server to cut our record to so many lines, which it counts in the full one. */
static const char *ask_undo(session *s, uint32_t lines)
{
    json_t *request = act_after(s, "undo");
    const uint32_t changes = s->match->changes;
    const char *said;

    json_object_set_new(request, "lines",
                        json_integer((json_int_t)lines - session_view_lines(s)));
    said = do_it(s, request, "The others are asked whether it may be taken back.");
    return s->match->changes != changes ? "Taken back." : said;
}

static const char *run_undo(session *s, const char *rest)
{
    uint64_t lines;

    if (!s->has_game)
        return "There is nothing to take back.";
    if (*rest && !read_number(rest, UINT32_MAX, &lines))
        return "No: 'undo' takes the number of lines that are left.";
    return ask_undo(s,
                    *rest ? (uint32_t)lines + session_view_lines(s) : before_our_last(s));
}

static const char *propose(session *s, const char *kind, uint64_t seat, uint64_t seconds)
{
    json_t *request = act_after(s, "propose");

    json_object_set_new(request, "kind", json_string(kind));
    if (seat)
        json_object_set_new(request, "seat", json_integer((json_int_t)seat));
    if (seconds)
        json_object_set_new(request, "seconds", json_integer((json_int_t)seconds));
    return do_it(s, request, "The others are asked.");
}

static const char *run_pause(session *s, const char *rest)
{
    (void)rest;
    return propose(s, "pause", 0, 0);
}

static const char *run_time(session *s, const char *rest)
{
    uint64_t seat, seconds;

    rest = read_number(rest, TOB_SEATS, &seat);
    if (!rest)
        return no_seat;
    if (!read_number(rest, 1000000, &seconds))
        return "No: 'time SEAT SECONDS'.";
    return propose(s, "time", seat, seconds);
}

static const char *run_replace(session *s, const char *rest)
{
    uint64_t seat;

    return read_number(rest, TOB_SEATS, &seat) ? propose(s, "seat", seat, 0) : no_seat;
}

static const char *run_resume(session *s, const char *rest)
{
    (void)rest;
    return do_it(s, act("resume"), "The game goes on.");
}

/* Adds a day, or all from one to another ("2026-12-24..2027-01-02"), to the list. */
static bool add_days(json_t *days, const char *text, size_t length)
{
    enum { DAY_S = 24 * 3600, MOST = 120 };
    struct tm from = {0}, to = {0};
    char word[40], date[20], *end;
    time_t at, last;

    snprintf(word, sizeof word, "%.*s", (int)length, text);
    end = length < sizeof word ? strptime(word, "%Y-%m-%d", &from) : NULL;
    to = from;
    if (end && strncmp(end, "..", 2) == 0)
        end = strptime(end + 2, "%Y-%m-%d", &to);
    if (!end || *end)
        return false;
    at = timegm(&from);
    last = timegm(&to);
    for (; at <= last && json_array_size(days) < MOST; at += DAY_S) {
        if (!gmtime_r(&at, &from))
            return false;
        strftime(date, sizeof date, "%Y-%m-%d", &from);
        json_array_append_new(days, json_string(date));
    }
    return at > last;
}

static const char *run_away(session *s, const char *rest)
{
    json_t *days = json_array(), *request;
    bool good = *rest != '\0';

    if (strcmp(rest, "none") == 0)
        rest = "";
    while (good && *rest) {
        const size_t length = strcspn(rest, " ");
        good = add_days(days, rest, length);
        rest += length + strspn(rest + length, " ");
    }
    if (!good) {
        json_decref(days);
        return "No: 'away none', or days in order: '2026-12-24 2026-12-31..2027-01-02'.";
    }
    request = act("away");
    json_object_set_new(request, "days", days);
    return do_it(s, request, "Your clock stands on these days.");
}

static const char *run_resign(session *s, const char *rest)
{
    if (strcmp(rest, "really") != 0)
        return "'resign really' hands your seat to a bot for good, and ranks it last.";
    return do_it(s, act("resign"), "You have resigned; a bot plays on.");
}

static const char *run_win(session *s, const char *rest)
{
    (void)rest;
    return do_it(s, act("claim_win"), "The game is won.");
}

/* The standing answers of our seat as they are typed. */
static const char *say_standing(const session *s)
{
    static char said[100];
    const json_t *own = json_object_get(s->own, "standing");
    const int from = (int)json_integer_value(json_object_get(own, "claim_from"));
    char claim[24] = "";
    const char *all = "", *below = "", *curse = "";

    if (from)
        snprintf(claim, sizeof claim, " claim %d", from);
    if (json_is_true(json_object_get(own, "claim_all")))
        all = " claim all";
    if (json_is_true(json_object_get(own, "pass_below")))
        below = " pass below";
    if (json_is_true(json_object_get(own, "pass_if_curse")))
        curse = " pass curse";
    snprintf(said, sizeof said, "standing%s%s%s%s", claim, all, below, curse);
    return said[strlen("standing")] ? said : "standing none";
}

/* "claim 4", "claim all", "pass curse", "none" and so on, in any order; NULL with a
 * sentence if it is nothing of that. */
static json_t *read_standing(const char *rest, const char **why)
{
    uint64_t from = 0;
    bool all = strstr(rest, "claim all") != NULL;
    const bool below = strstr(rest, "pass below") != NULL;
    const bool curse = strstr(rest, "pass curse") != NULL;
    const char *claim = strstr(rest, "claim ");

    *why = NULL;
    if (claim && !all && !read_number(claim + 6, 99, &from))
        *why = "No: 'claim' takes coins, or 'all'.";
    else if (!claim && !below && !curse && strcmp(rest, "none") != 0)
        *why = "No: 'standing none', or some of 'claim COINS', 'claim all', 'pass "
               "below', 'pass curse'.";
    if (*why)
        return NULL;
    return json_pack("{s:s,s:I,s:b,s:b,s:b}", "do", "standing", "claim_from",
                     (json_int_t)from, "claim_all", all, "pass_below", below,
                     "pass_if_curse", curse);
}

static const char *run_standing(session *s, const char *rest)
{
    static const char done[] = "The server answers offers for you like that.";
    const char *said;
    json_t *request;

    if (!*rest)
        return say_standing(s);
    request = read_standing(rest, &said);
    if (!request)
        return said;
    json_incref(request);
    said = do_it(s, request, done);
    if (said == done) /* the server tells our other devices only */
        json_object_set(s->own, "standing", request);
    json_decref(request);
    return said;
}

static const char *run_default(session *s, const char *rest)
{
    const char *why;
    json_t *request;
    uint64_t seat;

    rest = read_number(rest, TOB_SEATS, &seat);
    if (!rest)
        return no_seat;
    request = read_standing(rest, &why);
    if (!request)
        return why;
    json_object_set_new(request, "seat", json_integer((json_int_t)seat));
    return do_it(s, request, "Whoever sits there begins with these answers.");
}

static const char *run_notes(session *s, const char *rest)
{
    static char said[300];
    static const char done[] = "Noted.";
    const char *notes = json_string_value(json_object_get(s->own, "notes"));
    const char *text = strcmp(rest, "none") == 0 ? "" : rest, *answer;

    if (!*rest) {
        snprintf(said, sizeof said, "Your notes: %s", notes && *notes ? notes : "none.");
        return said;
    }
    answer = do_it(s, json_pack("{s:s,s:s}", "do", "notes", "text", text), done);
    if (answer == done)
        json_object_set_new(s->own, "notes", json_string(text));
    return answer;
}

static const char *run_clock(session *s, const char *rest)
{
    static char said[200];
    size_t used = 0;

    (void)rest;
    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        const uint64_t left = session_left_ms(s, seat) / 1000;
        if (session_left_ms(s, seat) != UINT64_MAX && used < sizeof said)
            used += (size_t)snprintf(
                said + used, sizeof said - used, "%sseat %u has %llu:%02llu",
                used ? ", " : "Clocks: ", seat + 1, (unsigned long long)left / 60,
                (unsigned long long)left % 60);
    }
    return used ? said : "There are no clocks.";
}

static const char *run_start(session *s, const char *rest)
{
    (void)rest;
    return do_it(s, act("start"), "It begins.");
}

static const char *run_kick(session *s, const char *rest)
{
    json_t *request;
    uint64_t seat;

    if (!read_number(rest, TOB_SEATS, &seat))
        return no_seat;
    request = act("kick");
    json_object_set_new(request, "seat", json_integer((json_int_t)seat));
    return do_it(s, request, "The seat is free.");
}

static const char *run_fill(session *s, const char *rest)
{
    json_t *request;
    uint64_t seat;

    rest = read_number(rest, TOB_SEATS, &seat);
    if (!rest || !*rest)
        return "No: 'fill SEAT LEVEL'.";
    request = act("fill");
    json_object_set_new(request, "seat", json_integer((json_int_t)seat));
    json_object_set_new(request, "level", json_string(rest));
    return do_it(s, request, "A bot sits there.");
}

static const char *run_order(session *s, const char *rest)
{
    json_t *request = act("order"), *seats = json_array();

    for (; *rest; rest++)
        if (*rest >= '1' && *rest <= '4')
            json_array_append_new(seats, json_integer(*rest - '0'));
    json_object_set_new(request, "seats", seats);
    return do_it(s, request, "The seats are changed.");
}

static const char *run_leave(session *s, const char *rest)
{
    (void)rest;
    return do_it(s, act("leave"), "You have left the table.");
}

static const char *url_of(const session *s, const char *link)
{
    static char url[GUEST_URL_MAX];

    guest_link_url(s->guest, link, url);
    return url;
}

static const char *run_links(session *s, const char *rest)
{
    static char said[2 * (NET_HOST_MAX + SESSION_LINK_MAX) + 100];
    json_t *answer =
        session_ask(s, json_pack("{s:s,s:s}", "do", "links", "table", s->table));
    const char *join = json_string_value(json_object_get(answer, "join"));
    const char *seat = json_string_value(json_object_get(answer, "seat"));

    (void)rest;
    snprintf(said, sizeof said, "%s", "No links.");
    if (join)
        snprintf(said, sizeof said, "To invite: %s", url_of(s, join));
    if (seat) {
        const size_t used = join ? strlen(said) : 0;
        snprintf(said + used, sizeof said - used, "%sYour seat, secret: %s",
                 join ? "  " : "", url_of(s, seat));
    }
    json_decref(answer);
    return said;
}

static const char *run_revoke(session *s, const char *rest)
{
    return do_it(s, json_pack("{s:s,s:s}", "do", "revoke", "what", rest),
                 "The old link no longer works.");
}

static const char *run_rematch(session *s, const char *rest)
{
    static char said[SESSION_ID_MAX + 80];
    json_t *answer =
        session_ask(s, json_pack("{s:s,s:s}", "do", "rematch", "table", s->table));
    const char *table = json_string_value(json_object_get(answer, "table"));
    const char *error = answer ? session_error(answer) : "the connection is lost";

    (void)rest;
    if (error || !table)
        snprintf(said, sizeof said, "No: %.100s.", error ? error : "no table");
    else
        snprintf(said, sizeof said, "The next table is %s; --table %s goes there.", table,
                 table);
    json_decref(answer);
    return said;
}

/* Mutes or blocks someone who has talked here, by name. */
static const char *against(session *s, const char *what, const char *name, bool on)
{
    json_t *id = json_object_get(s->talkers, name);

    if (!json_is_string(id))
        return "No: nobody of that name has talked here.";
    return do_it(s, json_pack("{s:s,s:O,s:b}", "do", what, "guest", id, "on", on),
                 on ? "You hear no more of that." : "All is forgiven.");
}

/* "report chat TEXT": to whoever runs the server. */
static const char *run_report(session *s, const char *rest)
{
    const size_t length = strcspn(rest, " ");
    char what[17];

    snprintf(what, sizeof what, "%.*s", (int)length, rest);
    return do_it(s,
                 json_pack("{s:s,s:s,s:s}", "do", "report", "what", what, "text",
                           rest + length + strspn(rest + length, " ")),
                 "Whoever runs this server will read it.");
}

static const char *run_mute(session *s, const char *rest)
{
    return against(s, "mute", rest, true);
}

static const char *run_unmute(session *s, const char *rest)
{
    return against(s, "mute", rest, false);
}

static const char *run_block(session *s, const char *rest)
{
    return against(s, "block", rest, true);
}

static const char *run_unblock(session *s, const char *rest)
{
    return against(s, "block", rest, false);
}

static const char *run_guest(session *s, const char *rest)
{
    static char said[NET_HOST_MAX + SESSION_LINK_MAX + 100];
    json_t *answer = session_ask(s, act("guest_link"));
    const char *link = json_string_value(json_object_get(answer, "link"));

    (void)rest;
    snprintf(said, sizeof said, "%s%s",
             link ? "You on another device, secret: " : "No link.",
             link ? url_of(s, link) : "");
    json_decref(answer);
    return said;
}

static const command commands[] = {
    {"say", "TEXT", "talk to the others", run_say},
    {"yes", "", "agree to what is proposed", run_yes},
    {"no", "", "decline it", run_no},
    {"undo", "[LINES]", "take back your last decision, or to so many lines", run_undo},
    {"pause", "", "propose a pause", run_pause},
    {"resume", "", "end it", run_resume},
    {"time", "SEAT SECONDS", "propose more time for a seat", run_time},
    {"away", "DATE...|none", "days on which your clock of days stands", run_away},
    {"replace", "SEAT", "propose that someone new takes a seat", run_replace},
    {"resign", "", "hand your seat to a bot for good", run_resign},
    {"win", "", "end the game as won, if you are the last person left", run_win},
    {"clock", "", "the time that everyone has left", run_clock},
    {"standing", "...", "answers to offers that the server gives for you", run_standing},
    {"default", "SEAT ...", "answers that whoever sits there begins with", run_default},
    {"notes", "TEXT|none", "keep private notes; 'notes' shows them", run_notes},
    {"mute", "NAME", "hear no more of someone", run_mute},
    {"unmute", "NAME", "hear her again", run_unmute},
    {"block", "NAME", "keep someone from your tables", run_block},
    {"unblock", "NAME", "let her in again", run_unblock},
    {"report", "chat|name|play|other TEXT", "tell whoever runs the server", run_report},
    {"guest", "", "a link that carries all your tables to another device", run_guest},
    {"start", "", "begin the game", run_start},
    {"kick", "SEAT", "free a seat", run_kick},
    {"fill", "SEAT LEVEL", "put a bot there", run_fill},
    {"order", "2,1,3", "who sits where", run_order},
    {"leave", "", "leave the table before the game", run_leave},
    {"links", "", "the links of the table and of your seat", run_links},
    {"revoke", "join|seat|guest", "make an old link worthless", run_revoke},
    {"rematch", "", "make the next table, after the end", run_rematch},
};

void session_help(FILE *out)
{
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++) {
        char usage[40];
        snprintf(usage, sizeof usage, "%s %s", commands[i].word, commands[i].follows);
        fprintf(out, "  %-22s %s\n", usage, commands[i].help);
    }
}

const char *session_command(session *s, const char *typed)
{
    for (unsigned i = 0; i < sizeof commands / sizeof *commands; i++) {
        const size_t length = strlen(commands[i].word);
        if (strncmp(typed, commands[i].word, length) == 0 &&
            (!typed[length] || typed[length] == ' '))
            return commands[i].run(s, typed + length + strspn(typed + length, " "));
    }
    return NULL;
}

/* ---- The terminal game ---- */

static bool source_play(match *t, const char *line, rec_error *error)
{
    return session_move(t->own, line, error);
}

static void source_wait(match *t, int timeout_ms)
{
    session_wait(t->own, timeout_ms);
}

static const char *source_take_back(match *t, uint32_t lines)
{
    return ask_undo(t->own, lines);
}

static const char *source_command(match *t, const char *typed)
{
    return session_command(t->own, typed);
}

static const char *source_news(match *t)
{
    return session_news(t->own);
}

const match_source session_source = {.play = source_play,
                                     .wait = source_wait,
                                     .take_back = source_take_back,
                                     .command = source_command,
                                     .news = source_news};
