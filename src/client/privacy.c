/* What a server has stored of us: all of it in one JSON text, and having it deleted. */
#include <string.h>
#include <unistd.h>

#include "client/session.h"

static host_status lost(json_t *answer)
{
    host_complain("%s", answer ? session_error(answer) : "the connection is lost");
    json_decref(answer);
    return HOST_REFUSED;
}

/* Fetches page after page; the first says who we are. */
host_status client_print_data(session *s)
{
    json_t *const all = json_object(), *const tables = json_array();
    char next[SESSION_ID_MAX] = "";

    json_object_set_new(all, "tables", tables);
    do {
        json_t *const asked = json_pack("{s:s}", "do", "data");
        json_t *answer;
        const char *more;
        if (*next)
            json_object_set_new(asked, "next", json_string(next));
        answer = session_ask(s, asked);
        if (!answer || session_error(answer)) {
            json_decref(all);
            return lost(answer);
        }
        if (json_object_get(answer, "about"))
            json_object_set(all, "about", json_object_get(answer, "about"));
        json_array_extend(tables, json_object_get(answer, "tables"));
        more = json_string_value(json_object_get(answer, "next"));
        snprintf(next, sizeof next, "%s", more ? more : "");
        json_decref(answer);
    } while (*next);
    json_dumpf(all, stdout, JSON_INDENT(1));
    putchar('\n');
    json_decref(all);
    return HOST_DONE;
}

host_status client_forget(session *s)
{
    json_t *answer;

    if (!*s->guest->id) {
        host_complain("this server does not know you: there is nothing to delete");
        return HOST_REFUSED;
    }
    answer =
        session_ask(s, json_pack("{s:s,s:s}", "do", "forget", "guest", s->guest->id));
    if (!answer || session_error(answer))
        return lost(answer);
    json_decref(answer);
    guest_drop_cookie(s->guest);
    puts("You are deleted. Your name leaves the tables that you shared with others.");
    return HOST_DONE;
}
