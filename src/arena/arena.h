/* The arena: bots play each other on deals that every seating shares.
 *
 * Games are numbered from 0. What a game is (its deal, who sits where, every bot's seed)
 * follows from the settings and its number alone, so games can be played in any order, on
 * any number of threads, and be taken from an earlier run. Results are kept by number and
 * summed up in that order. docs/bots.md describes it for people. */
#ifndef TOBAGO_ARENA_ARENA_H
#define TOBAGO_ARENA_ARENA_H

#include "host/seat.h"

enum {
    ARENA_DECK_MAX = 64, /* treasure cards */
    ARENA_GAMES_MAX = 1000000,
};

/* ---- What is played ---- */

typedef struct arena_settings {
    seat_choice bot[TOB_SEATS];
    unsigned bots;
    uint64_t games, seed;
    uint32_t iterations, time_ms; /* the budget of a move; 0: none given */
    uint32_t limit_ms;            /* how long an external bot may take to answer */
    uint8_t island, options;
    bool any_island;
    bool fresh;       /* start external bots anew for each game */
    bool show_errors; /* let the standard error of external bots through */
    const char *out;  /* the folder for records, or NULL */
} arena_settings;

/* What a bot did in one game. */
typedef struct arena_score {
    uint64_t time_us; /* for the moves that it chose */
    uint32_t moves;   /* that it chose itself, from two or more */
    uint32_t illegal; /* answers that were no legal move */
    uint32_t faults;  /* moves made at random for it after two of these */
    uint16_t coins;
    uint8_t loss; /* seat_loss: after that, all its moves were made at random */
} arena_score;

/* One game: a score for each bot, in the order in which the bots were given. */
typedef struct arena_result {
    arena_score score[TOB_SEATS];
    bool played;
} arena_result;

/* How complaints call a bot: as it was given, with its number if another is alike. */
enum { ARENA_LABEL_MAX = SEAT_NAME_MAX + 16 };
const char *arena_label(const arena_settings *settings, unsigned bot,
                        char label[static ARENA_LABEL_MAX]);

/* Reads "hard,expert:10000,cmd:./mine --fast"; complains and returns false otherwise. */
bool arena_read_bots(const char *list, arena_settings *settings);

/* Mixes numbers into an evenly spread one. */
uint64_t arena_mix(uint64_t a, uint64_t b);

/* ---- Deals (arena_deal.c) ---- */

/* Chance in one game: the same for all games of a deal, as far as the moves allow. */
typedef struct arena_deal {
    uint64_t key;
    uint8_t treasure[ARENA_DECK_MAX]; /* the treasure deck from the top, in coins */
    uint8_t cards;                    /* in that deck */
    uint8_t drawn;                    /* of these */
    uint32_t count[TOB_MOVE_COUNT][TOB_SEATS + 1]; /* nature's moves so far */
} arena_deal;

/* Games of a deal: one for each seating that differs from the others. */
unsigned arena_deal_games(const arena_settings *settings);

/* The bot that sits at each seat in this game. In any 'bots' games from the beginning of
 * a deal on, each bot sits once at each seat. */
void arena_seating(const arena_settings *settings, uint64_t game,
                   uint8_t bot_at[static TOB_SEATS]);

/* Begins the chance of a game and says what game it is. */
tob_config arena_deal_init(arena_deal *deal, const arena_settings *settings,
                           uint64_t game);

/* Nature's choice from her legal moves: uniform, as shuffled decks would make it. */
tob_move arena_deal_choose(arena_deal *deal, const tob_game *game,
                           const tob_moves *moves);

/* ---- Games (arena_game.c) ---- */

/* What an open bot is given: its seat's view with the other hands and the cards that the
 * others looked at. The card added to a treasure (R3) and the decks stay hidden. */
void arena_open_view(tob_game *view, const tob_game *game, unsigned seat);

/* The first of its sort that went wrong with a bot. */
typedef struct arena_note {
    uint64_t game;
    char text[200]; /* "": nothing did */
} arena_note;

/* One thread's crew: the bots, kept from game to game. */
typedef struct arena_crew {
    const arena_settings *settings;
    seat_terms terms;
    host_seat *seat[TOB_SEATS]; /* of the bots, in the order in which they were given */
    arena_note answer[TOB_SEATS], loss[TOB_SEATS]; /* illegal answers; games lost */
    host_text record;                              /* of the last game, if it is kept */
    tob_moves moves;
    tob_game game, view;
    tob_board board;
    tob_board islands[TOB_ISLANDS];
} arena_crew;

/* Makes the seats; external bots are started when they are first needed. A set 'stop'
 * ends the game under way. Returns NULL if memory runs out. */
arena_crew *arena_crew_new(const arena_settings *settings, const atomic_bool *stop);
void arena_crew_free(arena_crew *crew);

/* Starts every external bot once. Complains and returns false if one does not come up. */
bool arena_crew_start(arena_crew *crew);

/* Plays a game. False if it was stopped; then *result is unchanged. */
bool arena_play(arena_crew *crew, uint64_t game, arena_result *result);

/* ---- The state file (arena_state.c) ---- */

/* Opens or makes the file and marks the games that it holds in results[0 .. games - 1].
 * Complains on failure: HOST_REFUSED if the file is not of these settings or damaged.
 * On success *file is the descriptor to append to. */
host_status arena_state_open(const char *path, const arena_settings *settings,
                             arena_result *results, int *file);

/* Appends a game in one piece; complains and returns false on failure. */
bool arena_state_append(int file, const char *path, const arena_settings *settings,
                        uint64_t game, const arena_result *result);

/* ---- Numbers (arena_stats.c) ---- */

/* A bot after all games. */
typedef struct arena_standing {
    uint64_t games, wins; /* wins: alone in the first place */
    double share;         /* of wins, those tied shared out; 0 to 1 */
    double low, high;     /* the 95 % interval of the share */
    double coins, elo, ms;
    uint64_t moves, illegal, faults, losses[SEAT_LOSS_COUNT];
} arena_standing;

/* What a bot gets of the win of one game: 1, or a part if it is tied, or 0. */
double arena_win_part(const arena_result *result, unsigned bots, unsigned bot);

/* Wilson's 95 % interval of a share of n games. */
void arena_wilson(double share, uint64_t n, double *low, double *high);

/* Sums up the games that were played. */
void arena_stand(const arena_settings *settings, const arena_result *results,
                 arena_standing standing[static TOB_SEATS]);

void arena_print(const arena_settings *settings, const arena_standing *standing,
                 bool json);

/* ---- The picture (arena_plot.c) ---- */

/* Draws how the shares developed, as SVG. Complains and returns false on failure. */
bool arena_plot(const char *path, const arena_settings *settings,
                const arena_result *results, const arena_standing *standing);

/* ---- All of it (arena.c) ---- */

/* Plays the games that the state file does not hold yet, prints the standings, and draws
 * the plot. 'state' and 'plot' are paths or NULL. Signals end it early, with the numbers
 * so far and HOST_FAILED. Called once a process. */
host_status arena_run(const arena_settings *settings, const char *state, unsigned jobs,
                      bool json, const char *plot);

#endif
