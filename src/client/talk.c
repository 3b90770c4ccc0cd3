/* The game over the network line by line, for plain terminals and pipes. From a terminal
 * lines are taken at any time; from a pipe only where the person decides or is asked, so
 * that a script cannot talk ahead of the game. */
#include <poll.h>
#include <string.h>
#include <unistd.h>

#include "client/session.h"
#include "tobago/names.h"
#include "tui/draw.h"

enum {
    WAIT_MS = 100,
    LIST_MAX = 24, /* moves that are shown without being asked for */
};

typedef struct talk {
    session *session;
    const talk_manner *manner;
    bool terminal;    /* someone types */
    bool ended;       /* the input is over */
    bool left;        /* the person has left */
    bool lingers;     /* the game is over, and she knows what she can do */
    uint32_t printed; /* moves of the record */
    uint32_t changes; /* that were seen */
    bool asked;       /* the decision at hand was announced */
    uint32_t refused; /* answers to it that were refused */
    char input[2048];
    size_t length;
    tob_moves moves;
} talk;

/* ---- Showing ---- */

static bool decides(const talk *t)
{
    const session *s = t->session;

    return s->has_game && s->seat < TOB_SEATS && match_to_move(s->match) == s->seat &&
           s->state == SESSION_PLAYING;
}

static void show_news(const talk *t)
{
    for (const char *line; (line = session_news(t->session));)
        printf("* %s\n", line);
}

/* Prints the lines of the record that were not printed yet. */
static void show_lines(talk *t)
{
    const match *game = t->session->match;
    const rec_hosted *hosted = &game->record.hosted;

    if (!t->session->has_game || t->changes == game->changes)
        return;
    t->changes = game->changes;
    t->asked = false;
    if (t->printed > game->moves)
        t->printed = game->moves;
    for (; t->printed < game->moves; t->printed++) {
        uint32_t length;
        const char *line =
            rec_hosted_line(hosted, hosted->header + t->printed + 1, &length);
        printf("  %.*s\n", (int)length, line);
    }
}

static void show_board(const talk *t)
{
    const rec_reader *reader = &t->session->match->record.reader;

    if (t->session->has_game)
        draw_position(stdout, draw_style_for(stdout), &reader->header, &reader->game,
                      &reader->board);
}

static void show_moves(const talk *t)
{
    for (unsigned i = 0; i < t->moves.count; i++) {
        char line[REC_LINE_MAX];
        rec_write_move(&t->session->match->record.reader.board, t->moves.move[i], line);
        printf("%4u  %s\n", i + 1, line);
    }
}

/* Says once that the person decides, and among what. */
static void announce(talk *t)
{
    const rec_reader *reader = &t->session->match->record.reader;

    if (!t->session->following)
        t->asked = false; /* the question stands anew when the connection is back */
    if (t->asked || !t->session->following || !decides(t))
        return;
    t->asked = true;
    t->refused = 0;
    tob_legal(&reader->game, &reader->board, &t->moves);
    if (t->terminal)
        show_board(t);
    printf("%s, it is your decision among %u%s\n", reader->header.name[t->session->seat],
           t->moves.count, t->moves.count > LIST_MAX ? "; 'list' shows them." : ":");
    if (t->moves.count <= LIST_MAX)
        show_moves(t);
}

static void show_help(void)
{
    puts("Type the number of a move, or a record line (the seat in front may be left "
         "out),\n"
         "or one of:\n"
         "  list    the legal moves        board   the island and everything you see\n"
         "  why M   why M is not legal     hint    what an expert would do\n"
         "  help    this                   quit    leave; the game goes on without you");
    session_help(stdout);
}

/* ---- Obeying ---- */

static void explain(const rec_error *error)
{
    printf("No: %s", error->text);
    if (*error->clause)
        printf(" (%s)", error->clause);
    if (error->word)
        printf(": '%s'", error->token);
    fputs(".\n", stdout);
}

static void ask_hint(talk *t)
{
    ai_opinion opinions[AI_OPINIONS_MAX];
    char line[REC_LINE_MAX];
    tob_move best;

    match_advice(t->session->match, opinions, &best);
    rec_write_move(&t->session->match->record.reader.board, best, line);
    printf("An expert would play: %s\n", line);
}

static void ask_why(const talk *t, const char *typed)
{
    char line[REC_LINE_MAX];
    rec_error error;

    match_spell(t->session->match, typed, line);
    if (match_why(t->session->match, line, &error))
        puts("That is legal.");
    else
        explain(&error);
}

static void play(talk *t, const char *typed)
{
    const rec_reader *reader = &t->session->match->record.reader;
    char line[REC_LINE_MAX];
    rec_error error;
    uint64_t number;

    if (!t->session->following) {
        puts("The connection is lost; wait until it is back.");
        return;
    }
    if (!decides(t)) {
        puts("It is not your decision; 'help' says what can be typed.");
        return;
    }
    if (host_number(typed, 1, t->moves.count, &number))
        rec_write_move(&reader->board, t->moves.move[number - 1], line);
    else
        match_spell(t->session->match, typed, line);
    if (!session_move(t->session, line, &error)) {
        explain(&error);
        t->refused++;
    }
}

static void obey(talk *t, const char *typed)
{
    const char *answer;

    if (!*typed)
        return;
    if (strcmp(typed, "quit") == 0 || strcmp(typed, "q") == 0)
        t->left = true;
    else if (strcmp(typed, "help") == 0 || strcmp(typed, "?") == 0)
        show_help();
    else if (strcmp(typed, "list") == 0)
        show_moves(t);
    else if (strcmp(typed, "board") == 0)
        show_board(t);
    else if (strcmp(typed, "hint") == 0 && decides(t))
        ask_hint(t);
    else if (strncmp(typed, "why ", 4) == 0 && t->session->has_game)
        ask_why(t, typed + 4);
    else if ((answer = session_command(t->session, typed)))
        puts(answer);
    else
        play(t, typed);
}

/* ---- Input ---- */

/* Takes a whole line out of what was read; false if there is none. */
static bool take_line(talk *t, char line[static sizeof t->input])
{
    const char *end = memchr(t->input, '\n', t->length);
    size_t length = end ? (size_t)(end - t->input) : t->length;

    if (!end && !(t->ended && t->length) && t->length < sizeof t->input)
        return false;
    memcpy(line, t->input, length);
    line[length < sizeof t->input ? length : length - 1] = '\0';
    line[strcspn(line, "\r")] = '\0';
    length += end != NULL;
    memmove(t->input, t->input + length, t->length - length);
    t->length -= length;
    return true;
}

static void read_more(talk *t)
{
    const ssize_t got =
        read(STDIN_FILENO, t->input + t->length, sizeof t->input - t->length);

    if (got > 0)
        t->length += (size_t)got;
    else
        t->ended = true;
}

/* May a line be taken now? */
static bool listens(const talk *t)
{
    return !t->manner->watch && !t->left &&
           (t->terminal || t->asked || t->session->asked);
}

/* Has whoever wrote to the pipe gone, and is all of it read? */
static bool is_hung_up(void)
{
    struct pollfd input = {.fd = STDIN_FILENO, .events = POLLIN};

    return poll(&input, 1, 0) > 0 && input.revents & POLLHUP && !(input.revents & POLLIN);
}

/* Waits for the network or for a line. */
static void wait(talk *t)
{
    char line[sizeof t->input];
    struct pollfd sources[] = {{.fd = net_fd(t->session->net), .events = POLLIN},
                               {.fd = STDIN_FILENO, .events = POLLIN}};
    const bool hears = listens(t) && !t->ended;

    if (listens(t) && take_line(t, line)) {
        obey(t, line);
        return;
    }
    fflush(stdout);
    if (poll(sources, hears ? 2 : 1, WAIT_MS) > 0 && hears && sources[1].revents)
        read_more(t);
    session_wait(t->session, 0);
    if (!t->length && ((t->ended && listens(t)) || (!t->manner->watch && is_hung_up())))
        t->left = true;
}

/* Someone at a terminal may talk on after the end, or make the next table. */
static bool stays(talk *t)
{
    if (!t->terminal || t->manner->watch || t->session->state != SESSION_OVER ||
        !t->session->following)
        return false;
    if (!t->lingers)
        puts("'rematch' makes the next table, 'say' talks on, 'quit' leaves.");
    t->lingers = true;
    return true;
}

host_status talk_play(session *s, const talk_manner *manner)
{
    static talk t;

    t = (talk){.session = s,
               .manner = manner,
               .terminal = isatty(STDIN_FILENO),
               .changes = UINT32_MAX};
    session_tell_seats(s);
    while (!t.left && !atomic_load(s->stop)) {
        if (manner->until_begun && s->state != SESSION_WAITING)
            break;
        show_lines(&t);
        show_news(&t);
        if (s->state >= SESSION_OVER && (s->settled || !s->end) && !stays(&t))
            break;
        if (manner->start)
            session_start_if_full(s);
        session_contribute(s);
        announce(&t);
        wait(&t);
    }
    show_news(&t);
    fflush(stdout);
    return t.left && s->state < SESSION_OVER && manner->until_begun ? HOST_REFUSED
                                                                    : HOST_DONE;
}
