/* The search of the stronger levels: one tree for all that a seat may not know. search.c
 * opens with the algorithm. */
#ifndef TOBAGO_AI_SEARCH_H
#define TOBAGO_AI_SEARCH_H

#include "ai/policy.h"
#include "tobago/bot.h"

/* A move as one word: equal moves are equal bytes. */
static inline uint64_t ai_word_of(tob_move move)
{
    uint64_t word;

    _Static_assert(sizeof move == sizeof word, "a move is one word");
    __builtin_memcpy(&word, &move, sizeof word);
    return word;
}

typedef struct ai_node {
    tob_move move; /* leads here from the parent, as the searching seat sees it */
    uint32_t parent;
    uint32_t slot;          /* its place in the hash table */
    uint32_t visits, tried; /* walks that came here, and those that went on to a child */
    float sum;              /* of the chances of the seat that chose the move */
    float below;            /* the sum of the children's sums */
    uint64_t children;      /* a bit for each child, by its hash; some share one */
} ai_node;

typedef struct ai_search {
    ai_mind mind;
    const ai_weights *weights;
    ai_node *node;  /* node[0] is the root */
    uint32_t *slot; /* 2^slot_bits of them: nodes hashed by parent and move */
    unsigned slot_bits;
    uint32_t node_count, node_max;
    tob_game view; /* the position that is searched */
    tob_board view_board;
    tob_game game; /* the filled view of this iteration */
    tob_board board;
    tob_moves root; /* its moves, the same in all fillings */
    float root_prior[TOB_MOVES_MAX];
    float root_wins[TOB_MOVES_MAX][TOB_SEATS]; /* sums of each seat's chances */
    unsigned root_choice;                      /* index of this iteration's move there */
    ai_budget budget;
    uint64_t began_ms;   /* on the budget's clock, if it has a time */
    uint32_t done, left; /* iterations; none are left when the search is over */
} ai_search;

/* Gives a search its memory: 'count' nodes, a power of two, and twice as many slots,
 * which this empties. */
void ai_search_init(ai_search *search, ai_node *nodes, uint32_t *slots, uint32_t count);

/* Begins a search of a view, of which it keeps a copy. 'only': the one move to look at,
 * or NULL for all. The budget names its iterations. */
void ai_search_begin(ai_search *search, const tob_game *view, const tob_board *board,
                     const tob_move *only, ai_budget budget);

/* Makes so many more iterations, or as many as the budget allows. Returns whether there
 * is more to do. */
bool ai_search_run(ai_search *search, uint32_t iterations);

/* The move to make as things stand: the most visited one, or, before the first iteration,
 * the one that the quick opinion likes best. */
tob_move ai_search_best(const ai_search *search);

/* Writes the opinions of the root's moves that were visited, the most visited first, and
 * returns how many there are. */
unsigned ai_search_opinions(const ai_search *search,
                            ai_opinion opinions[static AI_OPINIONS_MAX]);

#endif
