/* The arena: bots play each other on deals that every seating shares.
 *
 * Games are numbered from 0. The settings and its number alone determine a game: its
 * deal, who sits where, every bot's seed. So games can be played in any order, on any
 * number of threads, and be taken from an earlier run. Results are kept by number and
 * summed up in that order. docs/bots.md describes the arena for people. */
#ifndef TOBAGO_ARENA_ARENA_H
#define TOBAGO_ARENA_ARENA_H

#include "host/seat.h"

enum {
    ARENA_GAMES_MAX = 1000000,
    ARENA_FIELD_MAX = 8, /* bots of a round robin */
};

typedef struct arena_settings {
    seat_choice bot[TOB_SEATS];
    unsigned bots;
    uint64_t games, seed;
    uint32_t iterations, time_ms; /* the budget of a move; 0: none given */
    uint32_t limit_ms;            /* after which a program without an answer is lost */
    uint8_t island, options;
    bool any_island;
    bool fresh;       /* start programs anew for each game */
    bool show_errors; /* let the standard error of programs through */
    const char *out;  /* the folder for records, or NULL */
} arena_settings;

/* Reads "hard,expert:10000,cmd:./mine --fast"; complains and returns false otherwise. */
bool arena_read_bots(const char *list, arena_settings *settings);

/* Plays the games that the state file does not hold yet, prints the standings, and draws
 * the plot. 'state' and 'plot' are paths or NULL. Signals end it early, with the numbers
 * so far and HOST_FAILED. It may be called once in a process. */
host_status arena_run(const arena_settings *settings, const char *state, unsigned jobs,
                      bool json, const char *plot);

/* A round robin: lets every two of the listed bots play settings->games games, and rates
 * all of them in one table. 'state' is a folder that keeps a state file for each pair, or
 * NULL. The bots of the settings are not looked at. */
host_status arena_run_pairs(const char *list, const arena_settings *settings,
                            const char *state, unsigned jobs, bool json);

#endif
