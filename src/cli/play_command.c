/* play: seats the players, begins or resumes a game, and chooses the screen for it. A
 * game without a file is kept in the user's data folder. After the end the same program
 * goes on with another game, the analysis or the menu. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/commands.h"
#include "host/saves.h"
#include "host/workers.h"
#include "study/analyse.h"
#include "tobago/names.h"
#include "tui/tui.h"

enum {
    LIST_MAX = TOB_SEATS * (SEAT_NAME_MAX + 1),
    OPTIONS_TEXT = 128,
    ANALYSIS_ITERATIONS = 2000, /* a decision: seconds for a game, not minutes */
};

/* Set by SIGINT, SIGTERM and SIGHUP: the game is left as if with q. */
static atomic_bool stop;

static bool is_terminal(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* The wishes of the command line or of the menu; zero stands for none. */
typedef struct wishes {
    const char *path, *seats, *island, *options;
    uint64_t seed;
    uint32_t iterations, time_ms, pace_ms, threads, at;
    uint8_t players, first;
    bool plain, replay, show_errors, begin, ask_end;
    bool kept; /* the path was chosen here, not by the user */
} wishes;

static bool draw_seed(uint64_t *seed)
{
    return getrandom(seed, sizeof *seed, 0) == sizeof *seed;
}

/* ---- Sitting down ---- */

/* The configuration of a new game; what is not asked for is chosen at random. */
static host_status configure(const cli_command *self, const wishes *w, match *t,
                             unsigned seats, tob_config *config)
{
    const unsigned players = w->players ? w->players : seats > 2 ? seats : 2;
    host_status code;

    if (seats > players)
        return cli_usage(self, "--seats names more than the %u seats", players);
    if (w->first > players)
        return cli_usage(self, "--first is one of the %u seats", players);
    code = cli_game(w->options, w->island, &config->options, &config->island);
    if (code)
        return code;
    if (!w->island)
        config->island = (uint8_t)tob_rng_below(&t->rng, TOB_ISLANDS);
    config->players = (uint8_t)players;
    config->first = (uint8_t)(w->first ? w->first - 1u : tob_rng_below(&t->rng, players));
    return HOST_DONE;
}

/* Asks whether a game is to begin in a file that does not exist; a name may be mistyped.
 * Where nobody can be asked, --new answers. */
static host_status ask_to_begin(const wishes *w)
{
    char answer[16] = "";

    if (!is_terminal()) {
        host_complain("%s: does not exist; --new begins a game there", w->path);
        return HOST_REFUSED;
    }
    printf("%s does not exist. Begin a new game there? (y/n) ", w->path);
    fflush(stdout);
    if (!fgets(answer, sizeof answer, stdin))
        putchar('\n');
    return answer[0] == 'y' || answer[0] == 'Y' || answer[0] == '\n' ? HOST_DONE
                                                                     : HOST_REFUSED;
}

typedef enum file_state { FILE_MISSING, FILE_EMPTY, FILE_FULL } file_state;

static file_state state_of(const char *path)
{
    struct stat status;

    if (stat(path, &status) != 0)
        return errno == ENOENT ? FILE_MISSING : FILE_FULL; /* opening it says more */
    return S_ISREG(status.st_mode) && !status.st_size ? FILE_EMPTY : FILE_FULL;
}

/* Chooses a file in the data folder for a game that has none. */
static void choose_path(wishes *w)
{
    static char path[SAVES_PATH_MAX];
    const int error = saves_new_path(path);

    if (error)
        host_complain("the game is kept in no file: the data folder cannot be used (%s)",
                      strerror(error));
    w->path = error ? NULL : path;
    w->kept = !error;
}

static host_status begin(const cli_command *self, wishes *w, match *t, unsigned seats)
{
    tob_config config = {0};
    host_status code = configure(self, w, t, seats, &config);

    if (!code && w->path && !w->begin && state_of(w->path) == FILE_MISSING)
        code = ask_to_begin(w);
    if (code)
        return code;
    if (!w->path)
        choose_path(w);
    return match_begin(t, w->path, &config);
}

/* Seats the players and begins, resumes or opens the game. */
static host_status sit_down(const cli_command *self, wishes *w, match *t)
{
    const bool holds = w->path && state_of(w->path) == FILE_FULL;
    const unsigned seats = *w->seats ? match_read_seats(t, w->seats) : 0;
    host_status code;

    if (*w->seats && !seats)
        return HOST_USAGE;
    if (holds && (w->begin || w->players || w->first || w->island || *w->options))
        return cli_usage(self, "%s holds a game already, with its own settings", w->path);
    if (w->replay)
        return match_look(t, w->path);
    if (!holds)
        return begin(self, w, t, seats);
    code = match_resume(t, w->path);
    if (!code && seats > t->record.reader.game.players)
        code = cli_usage(self, "--seats names more than the %u seats of %s",
                         t->record.reader.game.players, w->path);
    return code;
}

static host_status check_wishes(const cli_command *self, const wishes *w)
{
    if (w->replay && !w->path)
        return cli_usage(self, "--replay needs a file");
    if (w->replay && w->begin)
        return cli_usage(self, "--new begins a game, --replay looks at one");
    if (w->at && !w->replay)
        return cli_usage(self, "--at goes with --replay");
    if (w->path && strcmp(w->path, "-") == 0)
        return cli_usage(self, "a game needs a file of its own, not -");
    return HOST_DONE;
}

static host_status read_wishes(const cli_command *self, cli_words *words, wishes *w)
{
    const cli_option options[] = {
        {"--players", CLI_INTO(&w->players), 2, TOB_SEATS},
        {"--seats", CLI_INTO(&w->seats), 0, 0},
        {"--island", CLI_INTO(&w->island), 0, 0},
        {"--options", CLI_INTO(&w->options), 0, 0},
        {"--first", CLI_INTO(&w->first), 1, TOB_SEATS},
        {"--seed", CLI_INTO(&w->seed), 1, UINT64_MAX},
        {"--iterations", CLI_INTO(&w->iterations), 1, 1000000},
        {"--time", CLI_INTO(&w->time_ms), 1, 600000},
        {"--threads", CLI_INTO(&w->threads), 1, THINK_THREADS_MAX},
        {"--pace", CLI_INTO(&w->pace_ms), 0, 10000},
        {"--plain", CLI_INTO(&w->plain), 0, 0},
        {"--new", CLI_INTO(&w->begin), 0, 0},
        {"--ask-end", CLI_INTO(&w->ask_end), 0, 0},
        {"--replay", CLI_INTO(&w->replay), 0, 0},
        {"--at", CLI_INTO(&w->at), 1, UINT32_MAX},
        {"--stderr", CLI_INTO(&w->show_errors), 0, 0},
    };
    host_status code = cli_parse(self, words, options, sizeof options / sizeof *options);

    if (code)
        return code;
    if (words->count > 1)
        return cli_usage(self, "at most one file");
    w->path = words->count ? words->word[0] : NULL;
    code = check_wishes(self, w);
    if (code)
        return code;
    return w->seed || draw_seed(&w->seed) ? HOST_DONE : HOST_FAILED;
}

/* ---- The screen ---- */

/* Does this terminal take a full screen? */
static bool is_screen(void)
{
    const char *term = getenv("TERM");

    return is_terminal() && !(term && strcmp(term, "dumb") == 0) && tui_is_possible();
}

/* Line by line was not asked for: why it is so. A dumb terminal needs no explanation. */
static void explain_plain(void)
{
    const char *term = getenv("TERM");

    if (!term || !*term)
        host_complain(
            "TERM is not set, so the game is played line by line ('help' helps)");
    else if (strcmp(term, "dumb") != 0)
        host_complain("the terminal '%s' (TERM) is not known here, so the game is played "
                      "line by line ('help' helps)",
                      term);
    setenv("TERM", "dumb", 1); /* or the line editor would complain again */
}

/* The game is left: says where its record lies and which command goes on with it or shows
 * it. A script is told only what it cannot know. */
static void tell_path(const wishes *w, const match *t)
{
    const bool over = tob_to_move(&t->record.reader.game) == TOB_NOBODY;
    char command[2 * SAVES_PATH_MAX];

    if (!t->path || t->failure)
        return;
    if (!is_terminal()) {
        if (w->kept)
            host_complain("the game is kept in %s", t->path);
        return;
    }
    cli_play_again(t->path, command, sizeof command);
    if (over)
        printf("The record lies in %s. Look at it again with:\n  %s --replay\n", t->path,
               command);
    else
        printf("The game is kept in %s. Go on with:\n  %s\n", t->path, command);
}

/* Plays on whatever screen there is. */
static host_status play(const wishes *w, match *t, tui_next *next)
{
    const tui_manner manner = {w->pace_ms, w->ask_end};
    host_status code;

    if (!w->plain && is_screen()) {
        code = tui_play(t, &manner, next);
    } else {
        if (!w->plain && is_terminal())
            explain_plain();
        code = plain_play(t, &manner);
    }
    if (code)
        match_forsake(t);
    return code;
}

static host_status replay(const cli_command *self, const wishes *w, match *t,
                          tui_next *next)
{
    const uint32_t lines = t->record.reader.line;

    if (!is_screen())
        return cli_usage(self, "--replay needs a terminal that TERM names; 'tobago "
                               "replay' does not");
    if (w->at > lines) {
        host_complain("%s: has %u lines, not %u", w->path, lines, w->at);
        return HOST_REFUSED;
    }
    return tui_replay(t, w->at, next);
}

/* Judges the game that is over, on the plain terminal; Enter goes back to its end. */
static host_status analyse(const wishes *w, match *t)
{
    analysis a = {.path = t->path ? t->path : "this game",
                  .level = AI_EXPERT,
                  .iterations = ANALYSIS_ITERATIONS,
                  .seed = w->seed,
                  .stop = &stop};
    host_status code;

    printf("The expert judges the game; this may take a minute.\n");
    code = analyse_run(&a, &t->record, 1, cli_cores(256), false, NULL);
    if (code || match_stopped(t))
        return code;
    printf("\nEnter goes back to the end of the game. ");
    fflush(stdout);
    for (int letter = getchar(); letter != '\n' && letter != EOF;)
        letter = getchar();
    clearerr(stdin);
    return HOST_DONE;
}

/* One game, from sitting down to leaving. 'next' is the wish of those who leave it. */
static host_status one_game(const cli_command *self, wishes *w, match *t, tui_next *next)
{
    host_status code;

    *next = TUI_LEAVE;
    match_init(t, w->seed, w->iterations, w->time_ms);
    t->terms.threads = w->threads;
    t->terms.show_errors = w->show_errors;
    t->terms.stop = &stop;
    code = sit_down(self, w, t);
    if (code)
        return code;
    if (w->replay)
        return replay(self, w, t, next);
    do {
        code = play(w, t, next);
        if (code == HOST_DONE && *next == TUI_ANALYSE)
            code = analyse(w, t);
    } while (code == HOST_DONE && *next == TUI_ANALYSE && !match_stopped(t));
    if (code == HOST_DONE && (*next == TUI_LEAVE || *next == TUI_ANALYSE))
        tell_path(w, t);
    return code;
}

/* ---- One after the other ---- */

/* Writes the words of options, separated by commas. */
static const char *list_options(unsigned options, char out[static OPTIONS_TEXT])
{
    *out = '\0';
    for (unsigned i = 0; tob_option_at(i); i++) {
        const size_t used = strlen(out);
        if (options & tob_option_at(i)->bit)
            snprintf(out + used, OPTIONS_TEXT - used, "%s%s", used ? "," : "",
                     tob_option_at(i)->word);
    }
    return out;
}

static void add_seat(char *seats, size_t size, const char *player)
{
    const size_t used = strlen(seats);

    snprintf(seats + used, size - used, "%s%s", used ? "," : "", player);
}

/* Wishes for another game like the one that is over, on another island unless one was
 * wished for. The lists live until the next call. */
static bool wish_again(wishes *w, const match *t)
{
    static char seats[LIST_MAX], options[OPTIONS_TEXT];
    const tob_config *config = &t->record.reader.header.config;

    seats[0] = '\0';
    for (unsigned seat = 0; seat < config->players; seat++) {
        const seat_choice *choice = &t->choice[seat];
        add_seat(seats, sizeof seats,
                 *choice->name                 ? choice->name
                 : choice->kind == SEAT_PERSON ? "human"
                                               : ai_level_name(choice->level));
    }
    w->seats = seats;
    w->options = list_options(config->options, options);
    w->players = config->players;
    w->path = NULL;
    w->first = 0;
    w->begin = false;
    return draw_seed(&w->seed);
}

/* Turns what was chosen in the menu into wishes. */
static bool wish_chosen(wishes *w, const tui_start *start)
{
    static char seats[64], options[OPTIONS_TEXT], island[5];
    const game_settings *s = &start->settings;

    *w = (wishes){.seats = "",
                  .options = "",
                  .pace_ms = w->pace_ms,
                  .ask_end = s->ask_end,
                  .replay = start->order == TUI_ORDER_REPLAY};
    if (start->order != TUI_ORDER_NEW) {
        w->path = start->path;
        return draw_seed(&w->seed);
    }
    seats[0] = '\0';
    for (unsigned seat = 0; seat < s->players; seat++)
        add_seat(seats, sizeof seats,
                 s->seat[seat] < 0 ? "human" : ai_level_name((unsigned)s->seat[seat]));
    if (s->island >= 0)
        tob_island_name((unsigned)s->island, island);
    w->seats = seats;
    w->options = list_options(s->options, options);
    w->players = s->players;
    w->island = s->island >= 0 ? island : NULL;
    return draw_seed(&w->seed);
}

/* Plays one game after the other until the people leave. */
static host_status evening(const cli_command *self, wishes *w, bool menu)
{
    static match t;
    static tui_start start;

    for (;;) {
        host_status code, closed;
        tui_next next;

        if (menu) {
            code = tui_menu(&start, &stop);
            if (code || start.order == TUI_ORDER_LEAVE)
                return code;
            if (!wish_chosen(w, &start))
                return HOST_FAILED;
        }
        code = one_game(self, w, &t, &next);
        if (code == HOST_DONE && next == TUI_AGAIN && !wish_again(w, &t))
            code = HOST_FAILED;
        closed = match_close(&t);
        if (code || closed)
            return code ? code : closed;
        menu = next == TUI_MENU || (menu && w->replay); /* it was only a look */
        if ((next == TUI_LEAVE && !menu) || atomic_load(&stop))
            return HOST_DONE;
    }
}

host_status cli_run_play(const cli_command *self, cli_words *words)
{
    const bool bare = words->count == 0;
    wishes w = {.seats = "", .options = "", .pace_ms = 250};
    const host_status code = read_wishes(self, words, &w);

    if (code)
        return code;
    w.ask_end |= settings_read().ask_end;
    workers_stop_on_signals(&stop);
    return evening(self, &w, bare && is_screen());
}
