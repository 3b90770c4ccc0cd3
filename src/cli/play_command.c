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
    uint64_t players, first, seed, iterations, time_ms, pace_ms, threads;
    bool plain, replay, show_errors;
} wishes;

/* A game that is there brings its own settings. */
static bool has_settings(const wishes *w)
{
    return w->players || w->first || w->island || *w->options;
}

/* The configuration of a new game; what is not asked for is chosen at random. */
static host_status configure(const cli_command *self, const wishes *w, match *t,
                             unsigned seats, tob_config *config)
{
    const uint64_t players = w->players ? w->players : seats > 2 ? seats : 2;
    unsigned island;

    if (seats > players)
        return cli_usage(self, "--seats names more than the %u seats", (unsigned)players);
    if (w->first > players)
        return cli_usage(self, "--first is one of the %u seats", (unsigned)players);
    if (!cli_game_options(w->options, &config->options))
        return HOST_USAGE;
    if (w->island && !cli_island(w->island, &island))
        return HOST_REFUSED;
    if (!w->island)
        island = tob_rng_below(&t->rng, TOB_ISLANDS);
    config->players = (uint8_t)players;
    config->island = (uint8_t)island;
    config->first =
        (uint8_t)(w->first ? w->first - 1 : tob_rng_below(&t->rng, (uint32_t)players));
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
    if (exists && has_settings(w))
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

static host_status read_wishes(const cli_command *self, int count, char **words,
                               wishes *w)
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
        {"--stderr", CLI_FLAG, &w->show_errors, 0, 0},
    };
    cli_words rest;
    const host_status code =
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

host_status cli_run_play(const cli_command *self, int count, char **words)
{
    static match t;
    wishes w = {.seats = "", .options = "", .pace_ms = 250};
    host_status code = read_wishes(self, count, words, &w), closed;

    if (code)
        return code;
    match_init(&t, w.seed, (uint32_t)w.iterations, (uint32_t)w.time_ms);
    t.terms.threads = (uint32_t)w.threads;
    t.terms.show_errors = w.show_errors;
    code = sit_down(self, &w, &t);
    if (code == HOST_DONE && w.replay)
        code = is_screen() ? tui_replay(&t)
                           : cli_usage(self, "--replay needs a terminal that TERM names; "
                                             "'tobago replay' does not");
    else if (code == HOST_DONE && !w.plain && is_screen()) {
        code = tui_play(&t, (unsigned)w.pace_ms);
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
