/* A client's connection to a server, and what it knows of one table (docs/protocol.md).
 *
 * The session follows one table and keeps its record, a view, in a match. When the
 * connection is lost it connects again by itself and resumes by the number of the last
 * event. What a person should read is kept as news, line by line. */
#ifndef TOBAGO_CLIENT_SESSION_H
#define TOBAGO_CLIENT_SESSION_H

#include <jansson.h>

#include "client/net.h"
#include "host/match.h"

enum {
    SESSION_ID_MAX = 64,   /* bytes of a table's id */
    SESSION_LINK_MAX = 256 /* bytes of "join=ID.SECRET" */
};

/* The server, and who we are there. */
typedef struct guest {
    net_where where;
    char link[SESSION_LINK_MAX];     /* behind the '#' of the URL, or "" */
    char cookie[NET_COOKIE_MAX + 1]; /* "tobago=..." or "" */
    char name[65];
    char id[24];        /* as the server's hello says; "": it does not know us */
    char url[256];      /* where the server says that it is reached, or "" */
    char password[256]; /* that new guests are asked for, or "" */
} guest;

/* Reads a URL: http:// or https://, with a link or without. False after a complaint. */
bool guest_read_url(guest *g, const char *url);

/* Makes us a guest of the server: by the cookie of last time, with this name if there is
 * one, or as a new guest unless 'look' says that we only want to look. False after a
 * complaint. */
bool guest_enter(guest *g, net *n, const char *name, bool look);

/* Reads the password that new guests are asked for from the first line of a file. False
 * after a complaint. */
bool guest_read_password(guest *g, const char *path);

/* Forgets who we were there. */
void guest_drop_cookie(guest *g);

/* Writes a link as others may open it: by the address that the server names, or by
 * ours. */
enum { GUEST_URL_MAX = NET_HOST_MAX + SESSION_LINK_MAX + 32 };
void guest_link_url(const guest *g, const char *link, char out[static GUEST_URL_MAX]);

/* Opens the link of the URL, if there is one: *table gets the id of its table, *key the
 * secret of an invitation. False after a complaint. */
bool guest_open_link(guest *g, net *n, char table[static SESSION_ID_MAX],
                     char key[static SESSION_LINK_MAX]);

typedef enum session_state {
    SESSION_WAITING,
    SESSION_PLAYING,
    SESSION_OVER,
    SESSION_CLOSED
} session_state;

typedef struct session {
    net *net;
    guest *guest;
    match *match;
    const atomic_bool *stop;

    bool up;            /* the server has said hello */
    bool following;     /* and the table's events come */
    uint64_t retry_at;  /* when to connect again, host_now_ms; 0: no need */
    uint32_t retry_ms;  /* the next pause */
    uint64_t next_id;   /* of a request */
    uint64_t follow_id; /* of the last follow */
    uint64_t waits_for; /* the request whose answer is wanted; 0: none */
    json_t *answer;     /* to it */

    char table[SESSION_ID_MAX];
    char key[SESSION_LINK_MAX]; /* of the invitation, or "" */
    json_t *about;              /* the table, or NULL */
    session_state state;
    unsigned seat; /* ours, or TOB_NOBODY */
    uint32_t n, chat_n;
    bool keyless; /* the last follow showed no invitation */
    bool has_game;
    bool reseated;  /* someone left a seat or took one: the next snapshot shows it */
    json_t *legal;  /* an array, or NULL */
    uint32_t asked; /* the open proposal that we may answer, or 0 */
    uint32_t tried; /* the event after which we last tried to start */
    char commitment[65], share[33];
    bool shared;       /* the share was sent and answered */
    bool mismatch;     /* our contribution is not the one that the server shows */
    json_t *talkers;   /* names of those who talked, and their ids */
    json_t *heard;     /* messages that were told, by their numbers */
    json_t *own;       /* what is private to our seat: "standing", "notes", "muted" */
    json_t *clock;     /* the clocks as the server last told them, or NULL, */
    uint64_t clock_at; /* and when, host_now_ms */
    json_t *end;       /* the event of the end, or NULL */
    bool settled;      /* and session_settle was called */

    host_text news; /* lines to read */
    char line[512]; /* the one that was taken last */
} session;

void session_init(session *s, net *n, guest *g, match *t, const atomic_bool *stop);
void session_clear(session *s);

/* Opens the WebSocket and waits for the hello. False after a complaint. */
bool session_connect(session *s);

/* Takes in what has come and waits so long at the most. Connects again when it is time.
 */
void session_wait(session *s, int timeout_ms);

/* Sends a request, whose object it takes over, and waits for the answer, which the caller
 * decrefs; NULL if the connection was lost meanwhile or the server does not answer. */
json_t *session_ask(session *s, json_t *request);

/* The same for a request of which only the success matters: NULL, or a sentence why not,
 * which lasts until the next call. */
const char *session_do(session *s, json_t *request);

/* Follows a table from the beginning. False after a complaint. */
bool session_follow(session *s, const char *table, const char *key);

/* Contributes to the draws if that is still to be done (docs/fairness.md). */
void session_contribute(session *s);

/* Plays a line for our seat. False if it is refused, with the reason in *error. */
bool session_move(session *s, const char *line, rec_error *error);

/* The lines that our record has more than the full one, by which the server counts: that
 * of the header which says whose view it is. */
uint32_t session_view_lines(const session *s);

/* The next line of news, or NULL. */
const char *session_news(session *s);

/* The error of an answer as a sentence; NULL if it is none. */
const char *session_error(const json_t *answer);

/* Who sits where, as news. */
void session_tell_seats(session *s);

/* The time that a seat has left now; UINT64_MAX: it has no clock. */
uint64_t session_left_ms(const session *s, unsigned seat);

/* The match's source: the terminal game over the network. */
extern const match_source session_source;

/* Does what was typed, if it is a command; a sentence, or NULL if it is none. */
const char *session_command(session *s, const char *typed);

/* Prints the commands, one a line. */
void session_help(FILE *out);

/* ---- Ways to play, each until the game is over, left or stopped ---- */

/* Line by line on stdin and stdout; with 'start', only until the game begins. */
typedef struct talk_manner {
    bool until_begun;
    bool start; /* start the game as soon as nobody is missing */
    bool watch; /* nobody types */
} talk_manner;

host_status talk_play(session *s, const talk_manner *manner);

/* A level or a program plays our seat. */
host_status bot_play(session *s, const seat_choice *choice, bool start);

/* Prints all that the server has stored of us; has it deleted. */
host_status client_print_data(session *s);
host_status client_forget(session *s);

/* Starts the game if nobody is missing and it was not tried since the last event. */
void session_start_if_full(session *s);

#endif
