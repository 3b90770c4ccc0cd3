/* Information-set Monte Carlo tree search.
 *
 * An iteration fills the view's question marks at random (fill.c), walks down one tree
 * that all fillings share, adds a node, plays the turn to its end by the quick opinion
 * (policy.c) and asks the evaluation (eval.c) for each seat's chance to win. The chances
 * go back up the path: a node sums those of the seat that chose its move, so that every
 * seat maximises its own. On the way down a move counts its mean plus a curiosity that
 * grows with its prior, from the quick opinion, and falls with its visits. The most
 * visited move at the root is the choice.
 *
 * Node 0 is the root; as a child, 0 means none. A node is found by its parent and its
 * move in a hash table that has twice as many slots as there are nodes, and is emptied
 * only as a whole. The moves of the root are the same in all fillings and are listed
 * once. The tree depends on the view, the seed and the number of iterations alone: the
 * clock, the caller and the settling are asked after every LOOK_UP iterations, counted
 * from the beginning, and can only end the search. So slices of any size build the same
 * tree.
 *
 * An iteration takes some 7 to 9 us in the middle of a game of four. A node takes 48
 * bytes with its slots; when all are in use the search goes on without adding any.
 *
 * Tried and left out (docs/bots.md has the figures): nodes for what nature draws, which
 * widen the tree until its means say nothing; walking down without a limit of depth;
 * playing on for three turns more, or for none; fillings weighted by the cards that
 * others did not play; a small network in place of the linear evaluation. */
#include "ai/search.h"

#include "ai/fill.h"
#include "ai/worth.h"

enum {
    DEPTH_MAX = 10,          /* decisions looked ahead: some two or three turns */
    PLAYOUT_MOVES_MAX = 400, /* a turn has far fewer; a guard against endless play */
    FILLINGS_MAX = 4,        /* tried for one in which the passes so far make sense */
};

/* A move never tried is taken to be a little worse than the mean of those that were, in
 * chances to win; where none was, the chances are taken to be even. */
static const float untried_less = 0.03f;
static const float untried_alone = 0.5f;

/* The weight of curiosity against a mean between 0 and 1. */
static const float explore = 0.35f;

/* Playing on: turns after the tree, and coins of noise on the quick opinion there and in
 * what happens between nodes. */
enum { PLAYOUT_TURNS = 1 };
static const float playout_noise = 1.0f;

/* The fall of a prior for each coin that a move is behind the best. 1.3 trusted the quick
 * opinion too much. */
static const float prior_slope = 0.7f;

/* Iterations between two looks at the clock, the caller's wish to stop and the tree. They
 * are counted from the beginning of a search, so that slices change nothing. */
enum { LOOK_UP = 16 };

/* One step down the tree: the node reached, and the seat that chose it. */
typedef struct step {
    uint32_t node;
    uint8_t seat;
} step;

static float root_of(float x)
{
    return __builtin_sqrtf(x);
}

/* ---- The tree ---- */

void ai_search_init(ai_search *search, ai_node *nodes, uint32_t *slots, uint32_t count)
{
    search->node = nodes;
    search->node_max = count;
    search->node_count = 1;
    search->slot = slots;
    search->slot_bits = (unsigned)__builtin_ctz(count) + 1;
    for (uint32_t i = 0; i < 2 * count; i++)
        slots[i] = 0;
}

static void clear_tree(ai_search *s)
{
    for (uint32_t i = 1; i < s->node_count; i++)
        s->slot[s->node[i].slot] = 0;
    s->node_count = 1;
    s->node[0] = (ai_node){0};
}

static inline uint64_t hash_of(uint32_t parent, tob_move move)
{
    return (ai_word_of(move) ^ (uint64_t)parent << 32) * UINT64_C(0x9e3779b97f4a7c15);
}

/* A node's bit for a child. */
static inline uint64_t child_bit(uint64_t hash)
{
    return (uint64_t)1 << (hash >> 32 & 63);
}

/* The slot of a node's child, or the empty one where it belongs. */
static inline uint32_t find_slot(const ai_search *s, uint32_t parent, tob_move move)
{
    uint32_t slot = (uint32_t)(hash_of(parent, move) >> (64 - s->slot_bits));

    for (;;) {
        const ai_node *node = &s->node[s->slot[slot]];
        if (!s->slot[slot] ||
            (node->parent == parent && ai_word_of(node->move) == ai_word_of(move)))
            return slot;
        slot = (slot + 1) & ((1u << s->slot_bits) - 1);
    }
}

/* A node's child, or 0. */
static inline uint32_t find_child(const ai_search *s, uint32_t parent, tob_move move)
{
    if (!(s->node[parent].children & child_bit(hash_of(parent, move))))
        return 0;
    return s->slot[find_slot(s, parent, move)];
}

/* The new child, or 0 if there is no room. */
static uint32_t add_child(ai_search *s, uint32_t parent, tob_move move)
{
    const uint32_t child = s->node_count, slot = find_slot(s, parent, move);

    if (child == s->node_max)
        return 0;
    s->node_count++;
    s->node[child] = (ai_node){.move = move, .parent = parent, .slot = slot};
    s->node[parent].children |= child_bit(hash_of(parent, move));
    s->slot[slot] = child;
    return child;
}

/* The number of spaces in a set, counted up to AI_FEW_SITES + 1. */
static unsigned few(tob_hexset set)
{
    unsigned count = 0;

    while (count <= AI_FEW_SITES && !tob_hexset_is_empty(set)) {
        if (set.low)
            set.low &= set.low - 1;
        else
            set.high &= set.high - 1;
        count++;
    }
    return count;
}

/* Others' hands are unknown and a hand in one filling is not that of another, so their
 * clues are grouped by effect: the map, and whether one, few or many sites are left. */
static tob_move key_of_clue(const ai_search *s, tob_move move)
{
    const tob_map *map = &s->game.map[move.treasure];
    const tob_hexset left = tob_hexset_and(map->sites, s->board.allowed[move.card]);
    const unsigned count = few(left);

    move.card = count == 1 ? 1 : count <= AI_FEW_SITES ? 2 : 3;
    if (count == 1)
        move.space = (uint8_t)tob_hexset_first(left);
    return move;
}

/* The move that stands for this one in the tree. */
static inline tob_move key_of(const ai_search *s, tob_move move, unsigned viewer)
{
    const bool clue = move.kind == TOB_MOVE_CLUE || move.kind == TOB_MOVE_AMULET_CLUE;

    return clue && move.seat != viewer ? key_of_clue(s, move) : move;
}

/* The weight of a move that the quick opinion puts so many coins behind the best. */
static float prior_weight(float behind)
{
    const float x = 1.0f + prior_slope * behind;

    return 1.0f / (x * x * x);
}

/* Turns the scores of the moves into priors that add up to 1. */
static void make_priors(ai_search *s)
{
    float best = ai_lowest, total = 0;

    for (unsigned i = 0; i < s->mind.moves.count; i++)
        best = s->mind.score[i] > best ? s->mind.score[i] : best;
    for (unsigned i = 0; i < s->mind.moves.count; i++) {
        s->mind.score[i] = prior_weight(best - s->mind.score[i]);
        total += s->mind.score[i];
    }
    total = 1.0f / total;
    for (unsigned i = 0; i < s->mind.moves.count; i++)
        s->mind.score[i] *= total;
}

/* Picks the index of the move to try: the largest sum of mean and curiosity. */
static unsigned select_move(ai_search *s, uint32_t at, unsigned viewer)
{
    const ai_node *node = &s->node[at];
    const float curiosity = explore * root_of((float)node->visits + 1.0f);
    const float untried =
        node->tried ? node->below / (float)node->tried - untried_less : untried_alone;
    float best = ai_lowest;
    unsigned choice = 0;

    for (unsigned i = 0; i < s->mind.moves.count; i++) {
        const tob_move key = key_of(s, s->mind.moves.move[i], viewer);
        const uint32_t child = find_child(s, at, key);
        const float n = child ? (float)s->node[child].visits : 0;
        const float value = child ? s->node[child].sum / n : untried;
        const float worth = value + curiosity * s->mind.score[i] / (1.0f + n);
        if (worth > best) {
            best = worth;
            choice = i;
        }
    }
    return choice;
}

/* Puts the root's moves and priors back into the mind. */
static void recall_root(ai_search *s)
{
    s->mind.moves.count = s->root.count;
    for (unsigned i = 0; i < s->root.count; i++) {
        s->mind.moves.move[i] = s->root.move[i];
        s->mind.score[i] = s->root_prior[i];
    }
}

/* Chooses the move with which a seat goes on in the tree. */
static tob_move choose(ai_search *s, uint32_t at, unsigned viewer)
{
    if (!at) {
        recall_root(s);
        s->root_choice = select_move(s, 0, viewer);
        return s->root.move[s->root_choice];
    }
    tob_legal(&s->game, &s->board, &s->mind.moves);
    if (s->mind.moves.count == 1)
        return s->mind.moves.move[0];
    ai_policy(&s->mind, &s->game, &s->board);
    if (!s->node[at].tried)
        return ai_best_move(&s->mind, 0);
    make_priors(s);
    return s->mind.moves.move[select_move(s, at, viewer)];
}

/* Walks down from the root until a new node is made; returns the number of steps.
 *
 * Nodes stand for decisions. Nature's deals and draws, and the sharing out of a treasure
 * raised on the way, happen between two nodes, which keeps the tree narrow and its means
 * meaningful. Only the sharing out that the root is in the middle of is followed card by
 * card. In it the others answer by what they peeked, which differs between fillings. */
static unsigned descend(ai_search *s, unsigned viewer, step path[static DEPTH_MAX])
{
    bool sharing = s->game.phase == TOB_PHASE_OFFER;
    unsigned depth = 0;
    uint32_t at = 0;

    while (depth < DEPTH_MAX && s->game.phase != TOB_PHASE_OVER) {
        const unsigned mover = tob_to_move(&s->game);
        const bool offer = s->game.phase == TOB_PHASE_OFFER;
        bool fresh = false, quick = mover == TOB_NATURE;
        uint32_t child;
        tob_move move, key;

        sharing = sharing && (offer || s->game.phase == TOB_PHASE_REVEAL);
        quick = quick || (offer && (mover != viewer || !sharing));
        move = quick ? ai_quick_move(&s->mind, &s->game, &s->board, playout_noise)
                     : choose(s, at, viewer);
        if (quick && !sharing) {
            tob_apply(&s->game, &s->board, move);
            continue;
        }
        key = key_of(s, move, viewer);
        child = find_child(s, at, key);
        if (!child) {
            child = add_child(s, at, key);
            fresh = true;
        }
        tob_apply(&s->game, &s->board, move);
        if (!child)
            break;
        path[depth++] = (step){child, (uint8_t)mover};
        at = child;
        if (fresh && mover != TOB_NATURE)
            break;
    }
    return depth;
}

/* ---- Playing on ---- */

/* Plays by the quick opinion until PLAYOUT_TURNS turns have begun or the game is over. */
static void play_on(ai_search *s)
{
    unsigned turns = 0;

    for (unsigned i = 0; i < PLAYOUT_MOVES_MAX && s->game.phase != TOB_PHASE_OVER; i++) {
        const unsigned turn = s->game.turn;
        if (s->game.phase == TOB_PHASE_TURN && !s->game.acted && turns >= PLAYOUT_TURNS)
            return;
        tob_apply(&s->game, &s->board,
                  ai_quick_move(&s->mind, &s->game, &s->board, playout_noise));
        turns += s->game.turn != turn;
    }
}

/* ---- Searching ---- */

/* Fills the view. In the middle of an offer it tries several fillings and keeps one in
 * which those who passed on the card had some reason to. */
static void fill(ai_search *s, const tob_game *view)
{
    for (unsigned tries = 0; tries < FILLINGS_MAX; tries++) {
        ai_fill(&s->game, view, &s->mind.rng);
        if (view->phase != TOB_PHASE_OFFER ||
            ai_share_passed(&s->mind.share, &s->game) >= ai_chance(&s->mind.rng))
            return;
    }
}

/* Adds the chances to those of the root's move, scaled to add up to 1. The evaluation
 * compares each seat with the strongest other, so that four alike have 50 % each. */
static void add_wins(ai_search *s, const float chance[static TOB_SEATS])
{
    float total = 0;

    for (unsigned seat = 0; seat < s->game.players; seat++)
        total += chance[seat];
    for (unsigned seat = 0; seat < s->game.players; seat++)
        s->root_wins[s->root_choice][seat] += chance[seat] / total;
}

static void iterate(ai_search *s)
{
    const tob_game *view = &s->view;
    float coins[TOB_SEATS], chance[TOB_SEATS];
    step path[DEPTH_MAX];
    unsigned depth;

    fill(s, view);
    if (view->options & TOB_OPTION_VOLCANO || tob_is_setup(view))
        s->board = s->view_board; /* the last iteration may have changed it */
    depth = descend(s, view->seat, path);
    play_on(s);
    ai_estimate(&s->game, &s->board, &s->mind.ways, s->weights, coins);
    ai_win_chances(&s->game, s->weights, coins, chance);
    s->node[0].visits++;
    for (unsigned i = 0; i < depth; i++) {
        ai_node *node = &s->node[path[i].node];
        ai_node *parent = &s->node[node->parent];
        node->visits++;
        if (path[i].seat >= TOB_SEATS)
            continue;
        node->sum += chance[path[i].seat];
        parent->below += chance[path[i].seat];
        parent->tried++;
    }
    add_wins(s, chance);
}

/* The node that a move at the root leads to, or node 0 if there is none. */
static const ai_node *root_child(const ai_search *s, unsigned index)
{
    return &s->node[find_child(s, 0, s->root.move[index])];
}

/* Can no other move catch up with the most visited one in so many iterations? */
static bool is_settled(const ai_search *s, uint32_t left)
{
    uint32_t most = 0, second = 0;

    for (unsigned i = 0; i < s->root.count; i++) {
        const ai_node *child = root_child(s, i);
        const uint32_t visits = child == s->node ? 0 : child->visits;
        if (visits > most) {
            second = most;
            most = visits;
        } else if (visits > second) {
            second = visits;
        }
    }
    return most - second > left;
}

/* The iterations that the budget still allows. Of a time, these are as many as the pace
 * so far promises. */
static uint32_t iterations_left(const ai_search *s)
{
    const ai_budget *budget = &s->budget;
    const bool timed = budget->time_ms && budget->now_ms;
    const uint64_t spent_ms = timed ? budget->now_ms(budget->context) - s->began_ms : 0;
    uint32_t left = budget->iterations - s->done;

    if (timed && spent_ms >= budget->time_ms)
        return 0;
    if (timed && spent_ms) {
        const uint64_t more = (uint64_t)s->done * (budget->time_ms - spent_ms) / spent_ms;
        left = more < left ? (uint32_t)more + 1 : left;
    }
    return left;
}

/* Asks the clock, the caller and the tree whether it is worth going on. */
static void look_up(ai_search *s)
{
    const ai_budget *budget = &s->budget;

    s->left = iterations_left(s);
    if ((budget->stop && budget->stop(budget->context)) ||
        (budget->settle && is_settled(s, s->left)))
        s->left = 0;
}

/* Lists the moves of the root and makes their priors. */
static void prepare_root(ai_search *s, const tob_game *view, const tob_board *board,
                         const tob_move *only)
{
    ai_mind *mind = &s->mind;

    tob_legal(view, board, &mind->moves);
    if (only) {
        mind->moves.count = 1;
        mind->moves.move[0] = *only;
    }
    ai_policy_at(mind, view, board);
    make_priors(s);
    s->root.count = mind->moves.count;
    for (unsigned i = 0; i < s->root.count; i++) {
        s->root.move[i] = mind->moves.move[i];
        s->root_prior[i] = mind->score[i];
        for (unsigned seat = 0; seat < TOB_SEATS; seat++)
            s->root_wins[i][seat] = 0;
    }
}

void ai_search_begin(ai_search *search, const tob_game *view, const tob_board *board,
                     const tob_move *only, ai_budget budget)
{
    const bool timed = budget.time_ms && budget.now_ms;

    search->budget = budget;
    search->began_ms = timed ? budget.now_ms(budget.context) : 0;
    search->done = 0;
    search->left = budget.iterations;
    clear_tree(search);
    search->view = *view;
    search->view_board = *board;
    search->board = *board;
    ai_mind_follow(&search->mind, view, board);
    prepare_root(search, view, board, only);
}

bool ai_search_run(ai_search *search, uint32_t iterations)
{
    for (; iterations && search->left; iterations--) {
        iterate(search);
        search->done++;
        search->left--;
        if (search->done % LOOK_UP == 0)
            look_up(search);
    }
    return search->left > 0;
}

/* The opinion of a move at the root that was visited. */
static ai_opinion opinion_of(const ai_search *s, unsigned index)
{
    const float visits = (float)root_child(s, index)->visits;
    ai_opinion opinion = {s->root.move[index], visits / (float)s->node[0].visits, {0}};

    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        opinion.wins[seat] = s->root_wins[index][seat] / visits;
    return opinion;
}

unsigned ai_search_opinions(const ai_search *search,
                            ai_opinion opinions[static AI_OPINIONS_MAX])
{
    unsigned count = 0;

    for (unsigned i = 0; i < search->root.count; i++) {
        unsigned at = count < AI_OPINIONS_MAX ? count : AI_OPINIONS_MAX - 1;
        ai_opinion opinion;

        if (root_child(search, i) == search->node)
            continue;
        opinion = opinion_of(search, i);
        if (count == AI_OPINIONS_MAX && opinions[at].share >= opinion.share)
            continue;
        for (; at > 0 && opinions[at - 1].share < opinion.share; at--)
            opinions[at] = opinions[at - 1];
        opinions[at] = opinion;
        count += count < AI_OPINIONS_MAX;
    }
    return count;
}

tob_move ai_search_best(const ai_search *search)
{
    ai_opinion opinions[AI_OPINIONS_MAX];
    unsigned best = 0;

    if (ai_search_opinions(search, opinions))
        return opinions[0].move;
    for (unsigned i = 1; i < search->root.count; i++)
        if (search->root_prior[i] > search->root_prior[best])
            best = i;
    return search->root.move[best];
}
