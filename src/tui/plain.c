/* The game line by line, for pipes and plain terminals: a person answers with record
 * lines or with numbers from a list. */
#include <editline/readline.h>
#include <stdlib.h>
#include <string.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "tui/draw.h"
#include "tui/tui.h"
#include "tobago/names.h"

typedef struct session {
    match *match;
    bool ask_end; /* a turn never ends by itself */
    bool terminal;
    unsigned shown_to; /* the seat that saw the board last */
    draw_style style;
} session;

static tob_moves moves;        /* the legal moves of the decision at hand */
static const tob_board *spell; /* the board that spells them */

/* ---- Completion ---- */

/* Finds the next legal line that begins with the text, for Tab. */
static char *complete_line(const char *text, int again)
{
    static unsigned at;

    if (!again)
        at = 0;
    while (at < moves.count) {
        char line[REC_LINE_MAX];
        rec_write_move(spell, moves.move[at++], line);
        if (strncmp(line, text, strlen(text)) == 0)
            return strdup(line);
        if (strncmp(line + 2, text, strlen(text)) == 0)
            return strdup(line + 2); /* the seat in front may be left out */
    }
    return NULL;
}

static char **complete(const char *text, int from, int to)
{
    (void)from;
    (void)to;
    rl_attempted_completion_over = 1;
    return rl_completion_matches(text, complete_line);
}

/* ---- Showing ---- */

static void show_board(const session *s, tob_viewer viewer)
{
    tob_game view;

    tob_view(&view, &s->match->record.reader.game, viewer);
    draw_position(stdout, s->style, &s->match->record.reader.header, &view,
                  &s->match->record.reader.board);
}

static void show_moves(const session *s)
{
    for (unsigned i = 0; i < moves.count; i++) {
        char line[REC_LINE_MAX];
        rec_write_move(&s->match->record.reader.board, moves.move[i], line);
        printf("%4u  %s\n", i + 1, line);
    }
}

static void show_help(void)
{
    puts("Type the number of a move, or a record line (Tab completes; the seat in front\n"
         "may be left out), or one of:\n"
         "  list    the legal moves        board   the island and everything you see\n"
         "  why M   why M is not legal     hint    what an expert would do\n"
         "  undo    take back your last step, if nothing was revealed since\n"
         "  help    this                   quit    stop; a game with a file goes on "
         "later");
}

/* Prints the last move as far as the people before the screen may know it: one person
 * sees her own cards; of several, none does, and the board shows them after the
 * hand-over.
 */
static void announce(const session *s)
{
    char line[REC_LINE_MAX];

    rec_write_move(&s->match->record.reader.board,
                   rec_redact(s->match->record.reader.move, match_watcher(s->match)),
                   line);
    printf("  %s\n", line);
}

/* Prints the cards that a seat holds, and the treasure cards that it looked at. */
static void show_hand(const session *s, unsigned seat)
{
    const tob_game *game = &s->match->record.reader.game;

    fputs("hand:", stdout);
    for (uint64_t rest = game->hand[seat]; rest; rest &= rest - 1)
        printf(" %s", tob_card_name((unsigned)__builtin_ctzll(rest)));
    if (tob_is_shared_out(game, game->treasure)) {
        fputs("   looked at:", stdout);
        for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
            for (unsigned i = 0; i < game->peeked[seat][coins]; i++)
                printf(coins ? " %u" : " curse", coins);
    }
    putchar('\n');
}

static void show_result(const session *s)
{
    const tob_result result = tob_result_of(&s->match->record.reader.game);

    show_board(s, tob_viewer_full());
    printf("The game is over (%s).\n", tob_ending_clause(result.ending));
    for (unsigned seat = 0; seat < s->match->record.reader.game.players; seat++)
        printf("%u. %s, %u coins\n", result.place[seat],
               s->match->record.reader.header.name[seat], result.coins[seat]);
}

/* ---- Asking ---- */

static void explain(const rec_error *error)
{
    printf("No: %s", error->text);
    if (*error->clause)
        printf(" (%s)", error->clause);
    if (error->word)
        printf(": '%s'", error->token);
    fputs(".\n", stdout);
}

static void ask_why(const session *s, const char *typed)
{
    char line[REC_LINE_MAX];
    rec_error error;

    match_spell(s->match, typed, line);
    if (match_why(s->match, line, &error))
        puts("That is legal.");
    else
        explain(&error);
}

static void ask_hint(const session *s)
{
    ai_opinion opinions[AI_OPINIONS_MAX];
    tob_move best;
    const unsigned count = match_advice(s->match, opinions, &best);
    char line[REC_LINE_MAX];

    rec_write_move(&s->match->record.reader.board, best, line);
    printf("An expert would play: %s\n", line);
    for (unsigned i = 0; i < count && i < 5; i++) {
        rec_write_move(&s->match->record.reader.board, opinions[i].move, line);
        printf("  %3.0f %% of its time, you win %2.0f %%  %s\n",
               (double)opinions[i].share * 100,
               (double)opinions[i].wins[opinions[i].move.seat] * 100, line);
    }
}

static bool take_back(session *s)
{
    const match_undo reason =
        match_undo_reason(s->match, tob_to_move(&s->match->record.reader.game));

    puts(match_undo_text(reason));
    if (reason == MATCH_UNDO_OK)
        match_take_back(s->match);
    return reason == MATCH_UNDO_OK;
}

/* Reads a line: edited on a terminal, plain from a pipe. NULL at the end of input. */
static char *read_input(const session *s)
{
    char prompt[REC_NAME_MAX + 8];
    char *line = NULL;
    size_t size = 0;

    snprintf(
        prompt, sizeof prompt, "%s> ",
        s->match->record.reader.header.name[tob_to_move(&s->match->record.reader.game)]);
    if (s->terminal)
        return readline(prompt);
    if (getline(&line, &size, stdin) < 0) {
        free(line);
        return NULL;
    }
    line[strcspn(line, "\n")] = '\0';
    return line;
}

/* Does what was typed if it is a word of ours and no move. */
static bool obey_word(session *s, const char *typed)
{
    if (!*typed)
        return true;
    if (strcmp(typed, "help") == 0 || strcmp(typed, "?") == 0)
        show_help();
    else if (strcmp(typed, "list") == 0)
        show_moves(s);
    else if (strcmp(typed, "board") == 0)
        show_board(s, tob_viewer_of(tob_to_move(&s->match->record.reader.game)));
    else if (strcmp(typed, "hint") == 0)
        ask_hint(s);
    else if (strncmp(typed, "why ", 4) == 0)
        ask_why(s, typed + 4);
    else
        return false;
    return true;
}

/* Does what was typed; true when that changed the game or ended it. */
static bool obey(session *s, const char *typed, bool *quit)
{
    char line[REC_LINE_MAX];
    rec_error error;
    uint64_t number;

    if (obey_word(s, typed))
        return false;
    *quit = strcmp(typed, "quit") == 0 || strcmp(typed, "q") == 0;
    if (*quit)
        return true;
    if (strcmp(typed, "undo") == 0)
        return take_back(s);
    if (host_number(typed, 0, UINT64_MAX, &number) &&
        (number < 1 || number > moves.count)) {
        printf("There are %u moves; 'list' shows them.\n", moves.count);
        return false;
    }
    if (host_number(typed, 1, moves.count, &number))
        rec_write_move(&s->match->record.reader.board, moves.move[number - 1], line);
    else
        match_spell(s->match, typed, line);
    if (match_play(s->match, line, &error)) {
        announce(s);
        return true;
    }
    explain(&error);
    return false;
}

/* Clears the screen of what the last person saw before another one sits down. */
static void hand_over(session *s, unsigned seat)
{
    if (s->shown_to == seat)
        return;
    if (s->terminal && match_people(s->match) > 1) {
        fputs("\033[H\033[2J\033[3J", stdout);
        fflush(stdout);
        /* Keys typed until now were meant for something else. */
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
        tcflush(STDIN_FILENO, TCIFLUSH);
        printf("%s, it is your decision: press Enter when only you look.\n",
               s->match->record.reader.header.name[seat]);
        free(readline(""));
    }
    s->shown_to = seat;
    show_board(s, tob_viewer_of(seat));
}

static bool ask_person(session *s, unsigned seat)
{
    bool quit = false, done = false;

    hand_over(s, seat);
    show_hand(s, seat);
    if (moves.count <= 24)
        show_moves(s);
    else
        printf("%u moves are legal; 'list' shows them.\n", moves.count);
    while (!done) {
        char *typed = read_input(s);
        if (!typed && s->terminal)
            putchar('\n'); /* the prompt still stands there */
        if (!typed)
            return false;
        done = obey(s, typed, &quit);
        free(typed);
    }
    return !quit;
}

/* Ends a turn in which nothing else is possible and the last step cannot be taken back,
 * unless people want to be asked. Lines that a script sends are all asked for. */
static bool end_by_itself(session *s, unsigned seat)
{
    rec_error error;

    if (!s->terminal || s->ask_end || moves.count != 1 ||
        moves.move[0].kind != TOB_MOVE_END ||
        match_undo_reason(s->match, seat) == MATCH_UNDO_OK)
        return false;
    match_play_move(s->match, moves.move[0], &error);
    announce(s);
    return true;
}

static void plain_loop(session *s)
{
    match *t = s->match;

    while (!t->failure && !match_stopped(t) &&
           tob_to_move(&t->record.reader.game) != TOB_NOBODY) {
        const unsigned mover = tob_to_move(&t->record.reader.game);
        if (match_is_human(t, mover)) {
            tob_legal(&t->record.reader.game, &t->record.reader.board, &moves);
            spell = &t->record.reader.board;
            if (!end_by_itself(s, mover) && !ask_person(s, mover))
                return;
        } else {
            match_step(t);
            if (match_stopped(t))
                return;
            announce(s);
        }
        if (t->record.reader.move.kind == TOB_MOVE_END)
            s->shown_to = TOB_NOBODY;
    }
    if (!t->failure && !match_stopped(t))
        show_result(s);
}

host_status plain_play(match *t, const tui_manner *manner)
{
    session s = {.match = t, .ask_end = manner->ask_end, .shown_to = TOB_NOBODY};

    s.terminal = isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
    s.style = draw_style_for(stdout);
    rl_attempted_completion_function = complete;
    rl_basic_word_break_characters = ""; /* a line is completed as a whole */
    rl_completion_append_character = '\0';
    plain_loop(&s);
    return HOST_DONE;
}
