/* The bots' threads: questions of tables go in, moves come out.
 *
 * Each thread has a lower priority than the server's own and one arena, in which it makes
 * the bot of each question anew. The number of iterations is the level's own, and no
 * search ends early: how long a decision takes says nothing about the cards.
 *
 * The queue is bounded. Whoever finds it full waits and asks again when an answer has
 * come. All calls happen on one thread; only 'wake' is called from the others. */
#ifndef TOBAGO_SERVER_BOTS_H
#define TOBAGO_SERVER_BOTS_H

#include "table/table.h"

typedef struct srv_bots srv_bots;

typedef struct srv_bot_answer {
    uint64_t table, ticket;
    uint32_t event;
    tob_move move;
} srv_bot_answer;

/* Starts the threads; 'wake' is called after each answer. With 0 threads questions are
 * answered on the spot. Memory that runs out ends the program;
 * a machine that has no more threads gives fewer of them. */
srv_bots *srv_bots_new(unsigned threads, unsigned queue, void (*wake)(void *context),
                       void *context);

/* Stops searches that are under way and joins the threads. */
void srv_bots_free(srv_bots *bots);

/* May another question be asked? */
bool srv_bots_have_room(const srv_bots *bots);

/* Asks; there is room. The answer repeats the ticket. */
void srv_bots_ask(srv_bots *bots, uint64_t table, uint64_t ticket,
                  const tbl_question *question);

/* Takes the next answer; false if there is none. */
bool srv_bots_answer(srv_bots *bots, srv_bot_answer *answer);

/* The milliseconds that one decision of a level is reckoned at: a public fact, unlike the
 * time that it really took. */
uint32_t srv_bot_cost_ms(ai_level level);

#endif
