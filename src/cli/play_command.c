/* play: seats the players, begins or resumes a game, and chooses the screen for it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <unistd.h>

#include "cli/commands.h"
#include "tui/tui.h"

static bool is_terminal(void)
{
    return isatty(STDIN_FILENO) && isatty(STDOUT_FILENO);
}

/* The wishes of the command line; zero stands for none. */
typedef struct wishes {
    const char *path, *seats, *island, *options;
    uint64_t seed;
    uint32_t iterations, time_ms, pace_ms, threads;
    uint8_t players, first;
    bool plain, replay, show_errors;
} wishes;

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

/* Seats the players and begins, resumes or opens the game. */
static host_status sit_down(const cli_command *self, const wishes *w, match *t)
{
    const bool exists = w->path && access(w->path, F_OK) == 0;
    const unsigned seats = *w->seats ? match_read_seats(t, w->seats) : 0;
    tob_config config = {0};
    host_status code;

    if (*w->seats && !seats)
        return HOST_USAGE;
    if (exists && (w->players || w->first || w->island || *w->options))
        return cli_usage(self, "%s holds a game already, with its own settings", w->path);
    if (w->replay)
        return match_look(t, w->path);
    if (exists) {
        code = match_resume(t, w->path);
        if (!code && seats > t->record.reader.game.players)
            code = cli_usage(self, "--seats names more than the %u seats of %s",
                             t->record.reader.game.players, w->path);
        return code;
    }
    code = configure(self, w, t, seats, &config);
    return code ? code : match_begin(t, w->path, &config);
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
        {"--replay", CLI_INTO(&w->replay), 0, 0},
        {"--stderr", CLI_INTO(&w->show_errors), 0, 0},
    };
    const host_status code =
        cli_parse(self, words, options, sizeof options / sizeof *options);

    if (code)
        return code;
    if (words->count > 1)
        return cli_usage(self, "at most one file");
    w->path = words->count ? words->word[0] : NULL;
    if (w->replay && !w->path)
        return cli_usage(self, "--replay needs a file");
    if (w->path && strcmp(w->path, "-") == 0)
        return cli_usage(self, "a game needs a file of its own, not -");
    if (!w->seed && getrandom(&w->seed, sizeof w->seed, 0) != sizeof w->seed)
        return HOST_FAILED;
    return HOST_DONE;
}

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

/* The full screen is gone: how to go on with a game that was left. */
static void tell_path(const match *t)
{
    if (t->path && !t->failure && tob_to_move(&t->record.reader.game) != TOB_NOBODY)
        printf("Kept in %s; go on with: tobago play %s\n", t->path, t->path);
}

host_status cli_run_play(const cli_command *self, cli_words *words)
{
    static match t;
    wishes w = {.seats = "", .options = "", .pace_ms = 250};
    host_status code = read_wishes(self, words, &w), closed;

    if (code)
        return code;
    match_init(&t, w.seed, w.iterations, w.time_ms);
    t.terms.threads = w.threads;
    t.terms.show_errors = w.show_errors;
    code = sit_down(self, &w, &t);
    if (code == HOST_DONE && w.replay)
        code = is_screen() ? tui_replay(&t)
                           : cli_usage(self, "--replay needs a terminal that TERM names; "
                                             "'tobago replay' does not");
    else if (code == HOST_DONE && !w.plain && is_screen()) {
        code = tui_play(&t, w.pace_ms);
        if (code == HOST_DONE)
            tell_path(&t);
    } else if (code == HOST_DONE) {
        if (!w.plain && is_terminal())
            explain_plain();
        code = plain_play(&t);
    }
    closed = match_close(&t);
    return code ? code : closed;
}
