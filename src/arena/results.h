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

/* ---- Standings (stats.c) ---- */

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

void arena_print(const arena_settings *settings, const arena_standing *standing,
                 bool json);

/* Writes a bot as it was given, with its number if another is alike. Returns 'label'. */
enum { ARENA_LABEL_MAX = SEAT_NAME_MAX + 16 };
const char *arena_label(const arena_settings *settings, unsigned bot,
                        char label[static ARENA_LABEL_MAX]);

/* ---- The plot (plot.c) ---- */

/* Draws how the shares developed, as SVG. Complains and returns false on failure. */
bool arena_plot(const char *path, const arena_settings *settings,
                const arena_result *results, const arena_standing *standing);

#endif
