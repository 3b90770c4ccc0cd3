/* play: a game in the terminal, full-screen or line by line; and the latter, by record
 * lines or numbers from a list, for pipes and plain terminals. */
#include <editline/readline.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <termios.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "cli/draw.h"
#include "cli/tui.h"
#include "cli/tui_ink.h"

typedef struct session {
    table *table;
    bool terminal;
    unsigned shown_to; /* the seat that saw the board last */
    draw_style style;
} session;

static tob_moves moves;        /* the legal moves of the decision at hand */
static const tob_board *spell; /* the board that spells them */

/* ---- Completion ---- */

/* The legal lines that begin with the text, for Tab. */
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

    tob_view(&view, &s->table->reader.game, viewer);
    draw_position(stdout, s->style, &s->table->reader.header, &view,
                  &s->table->reader.board);
}

static void show_moves(const session *s)
{
    for (unsigned i = 0; i < moves.count; i++) {
        char line[REC_LINE_MAX];
        rec_write_move(&s->table->reader.board, moves.move[i], line);
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

/* What happened, as far as those before the screen may know it: one person sees her own
 * cards; of several, none does, and the board shows them after the hand-over. */
static void announce(const session *s)
{
    char line[REC_LINE_MAX];

    rec_write_move(&s->table->reader.board,
                   rec_redact(s->table->reader.move, table_watcher(s->table)), line);
    printf("  %s\n", line);
}

/* The cards that a seat holds, and those of the treasure at hand that she looked at. */
static void show_hand(const session *s, unsigned seat)
{
    const tob_game *game = &s->table->reader.game;

    fputs("hand:", stdout);
    for (uint64_t rest = game->hand[seat]; rest; rest &= rest - 1)
        printf(" %s", tob_card_name((unsigned)__builtin_ctzll(rest)));
    if (game->bag || game->phase == TOB_PHASE_OFFER) {
        fputs("   looked at:", stdout);
        for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
            for (unsigned i = 0; i < game->peeked[seat][coins]; i++)
                printf(coins ? " %u" : " curse", coins);
    }
    putchar('\n');
}

static void show_result(const session *s)
{
    const tob_result result = tob_result_of(&s->table->reader.game);

    show_board(s, tob_viewer_full());
    printf("The game is over (%s).\n", result.ending == TOB_ENDING_E1 ? "E1" : "E3");
    for (unsigned seat = 0; seat < s->table->reader.game.players; seat++)
        printf("%u. %s, %u coins\n", result.place[seat],
               s->table->reader.header.name[seat], result.coins[seat]);
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

    table_spell(s->table, typed, line);
    if (table_why(s->table, line, &error))
        puts("That is legal.");
    else
        explain(&error);
}

static void ask_hint(const session *s)
{
    ai_opinion opinions[AI_OPINIONS_MAX];
    tob_move best;
    const unsigned count = table_advice(s->table, opinions, &best);
    char line[REC_LINE_MAX];

    rec_write_move(&s->table->reader.board, best, line);
    printf("An expert would play: %s\n", line);
    for (unsigned i = 0; i < count && i < 5; i++) {
        rec_write_move(&s->table->reader.board, opinions[i].move, line);
        printf("  %3.0f %%, wins %2.0f %%  %s\n", (double)opinions[i].share * 100,
               (double)opinions[i].wins[opinions[i].move.seat] * 100, line);
    }
}

static bool take_back(session *s)
{
    const table_undo reason =
        table_undo_reason(s->table, tob_to_move(&s->table->reader.game));

    puts(table_undo_text(reason));
    if (reason == TABLE_UNDO_OK)
        table_take_back(s->table);
    return reason == TABLE_UNDO_OK;
}

/* Reads a line: edited on a terminal, plain from a pipe. NULL at the end of input. */
static char *read_input(const session *s)
{
    char prompt[REC_NAME_MAX + 8];
    char *line = NULL;
    size_t size = 0;

    snprintf(prompt, sizeof prompt, "%s> ",
             s->table->reader.header.name[tob_to_move(&s->table->reader.game)]);
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
        show_board(s, tob_viewer_of(tob_to_move(&s->table->reader.game)));
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
    if (cli_number(typed, 0, UINT64_MAX, &number) &&
        (number < 1 || number > moves.count)) {
        printf("There are %u moves; 'list' shows them.\n", moves.count);
        return false;
    }
    if (cli_number(typed, 1, moves.count, &number))
        rec_write_move(&s->table->reader.board, moves.move[number - 1], line);
    else
        table_spell(s->table, typed, line);
    if (table_play(s->table, line, &error)) {
        announce(s);
        return true;
    }
    explain(&error);
    return false;
}

/* Another person sits down: what the last one saw goes off the screen first. */
static void hand_over(session *s, unsigned seat)
{
    if (s->shown_to == seat)
        return;
    if (s->terminal && table_people(s->table) > 1) {
        fputs("\033[H\033[2J\033[3J", stdout);
        fflush(stdout);
        /* What was typed until now was meant for something else. */
        nanosleep(&(struct timespec){.tv_nsec = 300000000}, NULL);
        tcflush(STDIN_FILENO, TCIFLUSH);
        printf("%s, it is your decision: press Enter when only you look.\n",
               s->table->reader.header.name[seat]);
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
        if (!typed)
            return false;
        done = obey(s, typed, &quit);
        free(typed);
    }
    return !quit;
}

static void plain_loop(session *s)
{
    table *t = s->table;

    while (!t->failure && tob_to_move(&t->reader.game) != TOB_NOBODY) {
        const unsigned mover = tob_to_move(&t->reader.game);
        if (table_is_human(t, mover)) {
            tob_legal(&t->reader.game, &t->reader.board, &moves);
            spell = &t->reader.board;
            if (!ask_person(s, mover))
                return;
        } else {
            table_step(t);
            announce(s);
        }
        if (t->reader.move.kind == TOB_MOVE_END)
            s->shown_to = TOB_NOBODY;
    }
    if (!t->failure)
        show_result(s);
}

static bool is_terminal(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

static cli_exit play_plain(table *t)
{
    session s = {.table = t, .shown_to = TOB_NOBODY};

    s.terminal = is_terminal();
    s.style = draw_style_for(stdout);
    rl_attempted_completion_function = complete;
    rl_basic_word_break_characters = ""; /* a line is completed as a whole */
    rl_completion_append_character = '\0';
    plain_loop(&s);
    return CLI_DONE;
}

/* ---- The command ---- */

/* What the command line asks for. */
typedef struct wishes {
    const char *path, *seats, *island, *options;
    uint64_t players, first, seed, iterations, time_ms, pace_ms, threads;
    bool plain, replay;
} wishes;

/* A game that is there brings its own settings. */
static bool has_settings(const wishes *w)
{
    return w->players || w->first || w->island || *w->options;
}

/* The configuration of a new game; what is not asked for is chosen at random. */
static cli_exit configure(const cli_command *self, const wishes *w, table *t,
                          unsigned seats, tob_config *config)
{
    const uint64_t players = w->players ? w->players : seats > 2 ? seats : 2;
    unsigned island;

    if (seats > players)
        return cli_usage(self, "--seats names more than the %u seats", (unsigned)players);
    if (w->first > players)
        return cli_usage(self, "--first is one of the %u seats", (unsigned)players);
    if (!cli_game_options(w->options, &config->options))
        return CLI_USAGE;
    if (w->island && !cli_island(w->island, &island))
        return CLI_REFUSED;
    if (!w->island)
        island = tob_rng_below(&t->rng, TOB_ISLANDS);
    config->players = (uint8_t)players;
    config->island = (uint8_t)island;
    config->first =
        (uint8_t)(w->first ? w->first - 1 : tob_rng_below(&t->rng, (uint32_t)players));
    return CLI_DONE;
}

/* Seats the players and begins, resumes or opens the game. */
static cli_exit sit_down(const cli_command *self, const wishes *w, table *t)
{
    const bool exists = w->path && access(w->path, F_OK) == 0;
    const unsigned seats = *w->seats ? table_read_seats(t, w->seats) : 0;
    tob_config config = {0};
    cli_exit code;

    if (*w->seats && !seats)
        return cli_usage(self, "--seats takes human or a level for each seat: random, "
                               "greedy, easy, medium, hard, expert");
    if (exists && has_settings(w))
        return cli_usage(self, "%s holds a game already, with its own settings", w->path);
    if (w->replay)
        return table_look(t, w->path);
    if (exists) {
        code = table_resume(t, w->path);
        if (!code && seats > t->reader.game.players)
            code = cli_usage(self, "--seats names more than the %u seats of %s",
                             t->reader.game.players, w->path);
        return code;
    }
    code = configure(self, w, t, seats, &config);
    return code ? code : table_begin(t, w->path, &config);
}

static cli_exit read_wishes(const cli_command *self, int count, char **words, wishes *w)
{
    const cli_option options[] = {
        {"--players", CLI_NUMBER, &w->players, 2, TOB_SEATS},
        {"--seats", CLI_TEXT, &w->seats, 0, 0},
        {"--island", CLI_TEXT, &w->island, 0, 0},
        {"--options", CLI_TEXT, &w->options, 0, 0},
        {"--first", CLI_NUMBER, &w->first, 1, TOB_SEATS},
        {"--seed", CLI_NUMBER, &w->seed, 1, UINT64_MAX},
        {"--iterations", CLI_NUMBER, &w->iterations, 1, 1000000},
        {"--time", CLI_NUMBER, &w->time_ms, 1, 600000},
        {"--threads", CLI_NUMBER, &w->threads, 1, THINK_THREADS_MAX},
        {"--pace", CLI_NUMBER, &w->pace_ms, 0, 10000},
        {"--plain", CLI_FLAG, &w->plain, 0, 0},
        {"--replay", CLI_FLAG, &w->replay, 0, 0},
    };
    cli_words rest;
    const cli_exit code =
        cli_parse(self, count, words, options, sizeof options / sizeof options[0], &rest);

    if (code)
        return code;
    if (rest.count > 1)
        return cli_usage(self, "at most one file");
    w->path = rest.count ? rest.word[0] : NULL;
    if (w->replay && !w->path)
        return cli_usage(self, "--replay needs a file");
    if (w->path && strcmp(w->path, "-") == 0)
        return cli_usage(self, "a game needs a file of its own, not -");
    if (!w->seed && getrandom(&w->seed, sizeof w->seed, 0) != sizeof w->seed)
        return CLI_SYSTEM;
    return CLI_DONE;
}

/* Does this terminal take a full screen? */
static bool is_screen(void)
{
    const char *term = getenv("TERM");

    return is_terminal() && !(term && strcmp(term, "dumb") == 0) && tui_ink_is_possible();
}

/* Line by line was not asked for: why it is so. A dumb terminal needs no explanation. */
static void explain_plain(void)
{
    const char *term = getenv("TERM");

    if (!term || !*term)
        cli_complain(
            "TERM is not set, so the game is played line by line ('help' helps)");
    else if (strcmp(term, "dumb") != 0)
        cli_complain("the terminal '%s' (TERM) is not known here, so the game is played "
                     "line by line ('help' helps)",
                     term);
    setenv("TERM", "dumb", 1); /* or the line editor would complain again */
}

/* The full screen is gone: how to go on with a game that was left. */
static void tell_path(const table *t)
{
    if (t->path && !t->failure && tob_to_move(&t->reader.game) != TOB_NOBODY)
        printf("Kept in %s; go on with: tobago play %s\n", t->path, t->path);
}

cli_exit cli_run_play(const cli_command *self, int count, char **words)
{
    static table t;
    wishes w = {.seats = "", .options = "", .pace_ms = 250};
    cli_exit code = read_wishes(self, count, words, &w), closed;

    if (code)
        return code;
    table_init(&t, w.seed, (uint32_t)w.iterations, (uint32_t)w.time_ms);
    t.threads = (uint32_t)w.threads;
    code = sit_down(self, &w, &t);
    if (code == CLI_DONE && w.replay)
        code = is_screen() ? tui_replay(&t)
                           : cli_usage(self, "--replay needs a terminal that TERM names; "
                                             "'tobago replay' does not");
    else if (code == CLI_DONE && !w.plain && is_screen()) {
        code = tui_play(&t, (unsigned)w.pace_ms);
        if (code == CLI_DONE)
            tell_path(&t);
    } else if (code == CLI_DONE) {
        if (!w.plain && is_terminal())
            explain_plain();
        code = play_plain(&t);
    }
    closed = table_close(&t);
    return code ? code : closed;
}
