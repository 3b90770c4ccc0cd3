/* Information-set Monte Carlo tree search.
 *
 * Each iteration fills the view's question marks anew (fill.h), walks down one tree that
 * all fillings share, adds a node, plays on for a round with the quick opinion
 * (policy.h), and scores the end with the evaluation (eval.h). */
#ifndef TOBAGO_AI_SEARCH_H
#define TOBAGO_AI_SEARCH_H

#include "ai/bot.h"
#include "ai/policy.h"

typedef struct ai_node {
    tob_move move;  /* that leads here, as the searching seat sees it */
    uint32_t child; /* the first one, or 0 */
    uint32_t next;  /* sibling, or 0 */
    uint32_t visits;
    float sum; /* of the chances of the seat that chose the move */
} ai_node;

typedef struct ai_search {
    ai_mind mind;
    const ai_weights *weights;
    float explore;    /* how much the search follows prior and curiosity */
    float noise;      /* of the quick opinion while playing on, in coins */
    uint32_t playout; /* turns played on after the tree */
    uint32_t node_count, node_max;
    ai_node *node; /* node[0] is the root */
    tob_game game; /* the filled view of this iteration */
    tob_board board;
    ai_offer offer; /* at the root, if a card is offered there */
} ai_search;

/* Lets a bot use other weights than the shipped ones, which outlive it; NULL: the shipped
 * ones. */
void ai_bot_weights(ai_bot *bot, const ai_weights *weights);

/* Searches and leaves the tree for ai_search_opinions. Returns the iterations made. */
uint32_t ai_search_run(ai_search *search, const tob_game *view, const tob_board *board,
                       ai_budget budget);

/* The moves at the root that were looked at, the most visited first. */
unsigned ai_search_opinions(const ai_search *search,
                            ai_opinion opinions[static AI_OPINIONS_MAX]);

#endif
