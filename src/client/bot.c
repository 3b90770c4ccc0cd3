/* A bot over the network: any level, or a program that speaks the bot protocol. It sees
 * the view that the server sends to its seat and nothing else (H2). */
#include <stdio.h>

#include "client/session.h"

enum { WAIT_MS = 200 };

static void show_news(session *s)
{
    for (const char *line; (line = session_news(s));)
        printf("* %s\n", line);
    fflush(stdout);
}

/* Makes the bot once the game has begun, at the seat that it has got. */
static host_status sit_down(session *s, const seat_choice *choice)
{
    match *t = s->match;
    seat_choice *own = &t->choice[s->seat];

    if (t->seat[s->seat])
        return HOST_DONE;
    *own = *choice;
    for (unsigned i = 0; i < SEAT_WORDS_MAX && choice->words[i]; i++)
        own->words[i] = own->command + (choice->words[i] - choice->command);
    return match_take_seat(t, s->seat, &t->record.reader.header.config);
}

/* Plays a move where it is our decision. A move that comes too late, or is lost with the
 * connection, is thought about again. */
static host_status play_one(session *s)
{
    const uint32_t n = s->n;
    rec_error error;
    char line[REC_LINE_MAX];
    tob_move move;

    move = match_choose(s->match);
    session_wait(s, 0);
    if (s->n != n || !s->up || atomic_load(s->stop))
        return HOST_DONE;
    rec_write_move(&s->match->record.reader.board, move, line);
    if (session_move(s, line, &error) || s->n != n || !s->up)
        return HOST_DONE;
    host_complain("the server refuses '%s' (%s): %s", line, error.clause, error.text);
    return HOST_REFUSED;
}

host_status bot_play(session *s, const seat_choice *choice, bool start)
{
    host_status code = HOST_DONE;

    while (!code && !atomic_load(s->stop)) {
        show_news(s);
        if (s->state >= SESSION_OVER && (s->settled || !s->end) && !s->news.length)
            break;
        if (s->seat >= TOB_SEATS && s->following) {
            host_complain("table %s: the seat is gone", s->table);
            code = HOST_REFUSED;
        }
        session_contribute(s);
        if (start)
            session_start_if_full(s);
        if (s->has_game && s->following && s->state == SESSION_PLAYING &&
            s->seat < TOB_SEATS && match_to_move(s->match) == s->seat) {
            code = sit_down(s, choice);
            if (!code)
                code = play_one(s);
        } else {
            session_wait(s, WAIT_MS);
        }
    }
    show_news(s);
    return code;
}
