/* One game of the arena, and the crew of bots that a thread keeps from game to game. */
#ifndef TOBAGO_ARENA_GAME_H
#define TOBAGO_ARENA_GAME_H

#include "arena/arena.h"

/* One bot's part in a game. */
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
    uint16_t rounds; /* begun */
    uint8_t ending;  /* tob_ending */
    bool played;
} arena_result;

/* The first time that something of its sort went wrong with a bot. */
typedef struct arena_note {
    uint64_t game;
    char text[200]; /* "": it never did */
} arena_note;

/* One thread's crew. */
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

/* Makes the seats; programs are started when they are first needed. A set 'stop' ends the
 * game under way. Returns NULL if memory runs out. */
arena_crew *arena_crew_new(const arena_settings *settings, const atomic_bool *stop);
void arena_crew_free(arena_crew *crew);

/* Starts every program once. Complains and returns false if one does not come up. */
bool arena_crew_start(arena_crew *crew);

/* Plays a game. Returns false if it was stopped; then *result is unchanged. */
bool arena_play(arena_crew *crew, uint64_t game, arena_result *result);

#endif
