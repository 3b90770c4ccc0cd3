/* Results of the arena's games: the file that keeps them, the standings, the plot. */
#ifndef TOBAGO_ARENA_RESULTS_H
#define TOBAGO_ARENA_RESULTS_H

#include "arena/game.h"

/* ---- The state file (state.c) ---- */

/* Opens or makes the file and marks the games that it holds in results[0 .. games - 1].
 * Complains on failure: HOST_REFUSED if the file is not of these settings or damaged.
 * On success *file is the descriptor to append to. */
host_status arena_state_open(const char *path, const arena_settings *settings,
                             arena_result *results, int *file);

/* Appends a game in one piece; complains and returns false on failure. */
bool arena_state_append(int file, const char *path, const arena_settings *settings,
                        uint64_t game, const arena_result *result);

/* ---- Numbers (stats.c) ---- */

/* A bot after all games. */
typedef struct arena_standing {
    unsigned long long games, wins; /* wins: alone in the first place */
    double share;                   /* of wins, those tied shared out; 0 to 1 */
    double low, high;               /* the 95 % interval of the share */
    double coins, elo, ms;
    unsigned long long moves, illegal, faults, losses[SEAT_LOSS_COUNT];
} arena_standing;

/* Returns a bot's part of the win of one game: 1 alone, less if it is tied, or 0. */
double arena_win_part(const arena_result *result, unsigned bots, unsigned bot);

/* Computes Wilson's 95 % interval of a share of n games. */
void arena_wilson(double share, uint64_t n, double *low, double *high);

/* Sums up the games that were played. */
void arena_stand(const arena_settings *settings, const arena_result *results,
                 arena_standing standing[static TOB_SEATS]);

/* The same over several arenas: adds the games of one bot to a standing that begins
 * zeroed, and turns the sums into means. */
void arena_stand_add(arena_standing *standing, const arena_settings *settings,
                     const arena_result *results, unsigned bot);
void arena_stand_end(arena_standing *standing);

/* Scores of each bot against each other: 1 for more coins, a half for as many. Each pair
 * begins with one draw that was never played, so that no bot is infinitely strong. */
typedef struct arena_pairs {
    unsigned bots;
    double score[ARENA_FIELD_MAX][ARENA_FIELD_MAX];
} arena_pairs;

void arena_pairs_begin(arena_pairs *pairs, unsigned bots);

/* Adds an arena's games. place[i] is the number of its bot i among the pairs. */
void arena_pairs_add(arena_pairs *pairs, const arena_settings *settings,
                     const arena_result *results, const unsigned place[]);

/* Sets the Elo of all bots, with a mean of 0. */
void arena_pairs_rate(const arena_pairs *pairs, arena_standing standing[]);

/* How long games took and how they ended. Zeroed, it is that of no game. */
typedef struct arena_course {
    unsigned long long games, endings[TOB_ENDING_COUNT];
    unsigned longest;                              /* rounds */
    uint64_t longest_game;                         /* the first that took so many */
    unsigned long long rounds[TOB_ROUNDS_MAX + 1]; /* games by their rounds */
} arena_course;

void arena_course_add(arena_course *course, const arena_settings *settings,
                      const arena_result *results);
double arena_course_median(const arena_course *course);

/* ---- Printing (print.c) ---- */

/* Prints the standings and the course of all games; trouble goes to stderr. */
void arena_print(const arena_settings *settings, const arena_standing *standing,
                 const arena_course *course, bool json);

/* Parts of it: a table with a line for each bot; one bot as JSON; the course, as lines or
 * as two members of an object; trouble with one bot. */
void arena_print_table(const seat_choice bot[], unsigned bots,
                       const arena_standing standing[]);
void arena_print_standing_json(const seat_choice *bot, const arena_standing *standing);
void arena_print_course(const arena_course *course, bool json);
void arena_print_faults(const char *label, const arena_standing *standing);

/* The letters of the longest name, at most 40. A longer name loses its middle when it is
 * printed, because commands differ at their ends. */
unsigned arena_name_width(const seat_choice bot[], unsigned bots);
void arena_print_name(const char *name, unsigned width);

/* Writes a bot as it was given, with its number if another is alike. Returns 'label'. */
enum { ARENA_LABEL_MAX = SEAT_NAME_MAX + 16 };
const char *arena_label(const arena_settings *settings, unsigned bot,
                        char label[static ARENA_LABEL_MAX]);

/* ---- Playing (arena.c) ---- */

/* Plays the games that the state file does not hold yet and gathers all of them in
 * results[0 .. games - 1], which begin zeroed. 'plot' is checked, not drawn. Returns
 * HOST_FAILED if a signal ended it early; *done games were played all the same. */
host_status arena_play_all(const arena_settings *settings, const char *state,
                           unsigned jobs, const char *plot, arena_result *results,
                           uint64_t *done);

/* Prepares the process for playing: signals end it early. */
void arena_begin(void);

/* Was it ended early? */
bool arena_is_stopped(void);

/* ---- The plot (plot.c) ---- */

/* Draws how the shares developed, as SVG. Complains and returns false on failure. */
bool arena_plot(const char *path, const arena_settings *settings,
                const arena_result *results, const arena_standing *standing);

#endif
