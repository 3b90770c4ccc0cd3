/* The quick opinion: a score in coins for every legal move, without looking ahead.
 *
 * A move is worth what it gains at once (a clue, an amulet, a treasure) plus the worth of
 * the place where it leaves the ATV. That worth comes from the treasures whose site is
 * known, each discounted by the turns until it can be raised, and more so if someone else
 * can be there first; and from the amulets that the legs left would collect. Claiming and
 * passing are the business of share.c. Scores compare the moves of one decision; between
 * decisions they mean nothing.
 *
 * Scores use what the mover may know and nothing else, in a filled game too, and scoring
 * draws no random numbers. The tables of the mind must fit the board. The cost is a walk
 * over the maps for each decision, then a few lookups for each move: distances and
 * neighbourhoods come from ways.h.
 *
 * Games come to an end because waiting loses its worth. A card counts what the next
 * treasure will hold, out of the discards too when the deck is thin, so that clues and
 * treasures never become worthless; an amulet counts less and less towards the end. The
 * treasure that ends the game and wins it is worth a detour and any toll. And the rounds
 * in which nothing happened (E3) tell how much is to be hoped from waiting, from a fresh
 * hand, and from others: after r of them, 1 / (1 + r).
 *
 * The constants were tuned by matches of some thousand games of medium against itself.
 * They are multiples of a card (the mean coins of a card of the next treasure) where they
 * speak of treasures, and coins elsewhere. A treasure that counted one card was too
 * little to drive for; it counts more than two. Ending a game that is lost is ruled out
 * by a test of its own (is_losing_end), because no discount kept bots from it, as long as
 * there is something to hope for. */
#include "ai/policy.h"

#include "tobago/query.h"

#include "ai/start.h"
#include "ai/worth.h"

/* ---- Constants ---- */

/* The part of a prize that is left if it takes 0, 1, 2 ... further turns. The turns could
 * have been used otherwise; a contested prize is mostly gone by then. Each turn less
 * counts, however far the way is, or nobody would set out on it. */
enum { LATE_MAX = 6 };
static const float free_discount[LATE_MAX + 1] = {1.0f,  0.62f, 0.4f, 0.25f,
                                                  0.16f, 0.1f,  0.06f};
static const float race_discount[LATE_MAX + 1] = {1.0f,   0.18f,  0.06f, 0.03f,
                                                  0.015f, 0.008f, 0.004f};

/* Parts of a prize or an amulet that a place counts for. */
static const float second_target = 0.5f;    /* the next best: the ATV heads for one */
static const float amulet_in_reach = 0.2f;  /* one turn away: others are near it too */
static const float amulet_underfoot = 0.5f; /* T1 gives it, if it is still there then */

/* Raising a treasure, in cards. The raiser's rose gets about one (R2); the rest is the
 * worth of being the one who raises, and at once. Own roses on the map speak for it,
 * those of others against it. */
static const float raise_cards = 2.2f;
static const float raise_own_rose = 0.35f;
static const float raise_other_rose = 0.12f;
static const float raise_least = 1.0f;  /* coins: no treasure is worth less */
static const float raise_first = 20.0f; /* coins: no other move comes before it */

/* E1: this many cards behind the leader the end is lost, and waiting beats it by a coin.
 * A turn costs a little, so that nobody waits for ever for what does not come. */
static const float losing_cards = 2.5f;
static const float losing_coins = 1.0f;
static const float turn_coins = 0.1f;

/* Where waiting promises less than this, an ATV makes for one treasure, and each leg that
 * is left to it costs a coin. */
static const float hope_wavering = 0.2f;
static const float leg_coins = 1.0f;

/* E1: this many cards ahead the end is won, and bringing it home is worth so many coins:
 * more than anything that could be gained on the way. */
static const float winning_cards = 1.5f;
static const float finish_coins = 30.0f;

/* A clue, in cards: its rose, which pays the sooner the fewer sites are left. */
static const float clue_open = 0.7f;        /* many sites are left */
static const float clue_marked = 0.78f;     /* the markers lie on the board (C5) */
static const float clue_few = 1.0f;         /* AI_FEW_SITES or less */
static const float clue_known = 0.85f;      /* one site; the way there counts besides */
static const float clue_known_rose = 0.16f; /* for each own rose above the others' mean */
static const float clue_known_gift = 0.3f;  /* less, if others can raise it first */
static const float clue_narrow = 2.0f;      /* by the sites left, with few roses */
static const float clue_volcanic =
    0.1f; /* V6: coins less; a card of the hand is plainer */
static const float remove_to_one =
    1.2f; /* A1 leaves one site: the treasure, once reached */
static const float double_cards = 0.75f;   /* P1: one more rose on a clue */
static const float rose_cards = 2.2f;      /* R2: the last rose, kept for raising */
static const float lone_rose_cards = 8.0f; /* and more, where nobody else goes on */
static const float exchange_cards = 0.24f; /* X2: a fresh hand for a turn */

/* The part of an amulet's worth that is left when the game is all but over. */
static const float amulet_last = 0.2f;
enum { LAST_CARDS = 5 }; /* in the deck: the next treasure may take them all */

/* Coins. */
static const float swap_coins = 0.3f;      /* P2: an own rose is asked earlier */
static const float exchange_amulet = 0.6f; /* X1: a fresh hand besides */
static const float move_begins = 0.05f; /* less, so that a leg ranks above opening one */
static const float lava_detour = 1.6f;  /* V5: besides an amulet or the best card */
static const float lava_again = 0.5f;   /* V5: paid already, but a dry way is as good */
static const float take_coins = 2.0f;   /* V3: the amulet, less the harm of its lava */

/* Roses from which on each has to settle a map soon. */
enum { FEW_ROSES = 4 };

/* A1: sites that one seat removes at most to make the last one known. */
enum { REMOVE_MAX = 3 };

/* A treasure whose site is known. */
typedef struct target {
    float prize;    /* coins that reaching it is worth to the seat */
    uint8_t site;   /* where it lies */
    bool contested; /* others can be there in their next turn */
} target;

typedef struct thought {
    const tob_game *game;
    const tob_board *board;
    const ai_ways *ways;
    unsigned seat;
    float mean;   /* coins of a card */
    float amulet; /* coins of an amulet: less and less as the end comes near */
    float hope;   /* that waiting brings something, from 1 to 0 */
    float toll;   /* coins of crossing lava (V5) */
    bool pays;    /* there is lava, and the seat has something to pay with */
    target target[TOB_TREASURE_COUNT];
    unsigned targets;
    float stay;        /* the place where the ATV stands, once the turn is over */
    float after_power; /* that place with the rest of this turn, movement included */
} thought;

/* ---- Where it is good to stand ---- */

/* A prize that takes so many more turns. */
static float late(float worth, unsigned turns, bool contested)
{
    if (turns > LATE_MAX)
        turns = LATE_MAX;
    return worth * (contested ? race_discount[turns] : free_discount[turns]);
}

/* The worth of a target to an ATV on a space with so many legs left. A site beyond lava
 * costs the toll besides. */
static float worth_of(const thought *t, const target *to, unsigned space, unsigned legs)
{
    const unsigned dry = t->ways->legs[space][to->site];

    if (dry < AI_FAR || !t->pays)
        return late(to->prize, ai_turns(dry, legs), to->contested);
    return late(to->prize, ai_turns(t->ways->paid[space][to->site], legs),
                to->contested) -
           t->toll;
}

/* The number of amulets that so many legs collect, taking the nearest one each time. */
static unsigned collect(const thought *t, unsigned space, unsigned legs)
{
    tob_hexset rest = t->game->amulets;
    unsigned number = 0, away = 1;

    while (away <= legs) {
        tob_hexset near = tob_hexset_and(rest, t->ways->near[away][space]);
        tob_hexset_remove(&near, space);
        if (tob_hexset_is_empty(near)) {
            away++;
            continue;
        }
        space = tob_hexset_first(near);
        tob_hexset_remove(&rest, space);
        legs -= away;
        away = 1;
        number++;
    }
    return number;
}

/* Could a movement of the next turn take an amulet from here? */
static bool is_near_amulet(const thought *t, unsigned space)
{
    return !tob_hexset_is_empty(
        tob_hexset_and(t->game->amulets, t->ways->near[TOB_LEGS][space]));
}

/* The worth of a space where nothing has happened for rounds: how near it is to one
 * treasure, leg by leg. Turns and a second treasure would let an ATV waver between two.
 */
static float approach(const thought *t, unsigned space, unsigned legs)
{
    float best = 0;

    for (unsigned i = 0; i < t->targets; i++) {
        const target *to = &t->target[i];
        const unsigned dry = t->ways->legs[space][to->site];
        const bool pays = dry >= AI_FAR && t->pays;
        const unsigned away = pays ? t->ways->paid[space][to->site] : dry;
        const float worth = to->prize - (pays ? t->toll : 0.0f) -
                            leg_coins * (float)(away > legs ? away - legs : 0);
        best = worth > best ? worth : best;
    }
    return best;
}

/* The worth of standing on a space with so many legs left; 'takes' says whether they take
 * amulets. */
static float standing(const thought *t, unsigned space, unsigned legs, bool takes)
{
    float best = 0, second = 0, worth;

    if (t->hope < hope_wavering && t->targets)
        return approach(t, space, legs);
    for (unsigned i = 0; i < t->targets; i++) {
        worth = worth_of(t, &t->target[i], space, legs);
        if (worth > best) {
            second = best;
            best = worth;
        } else if (worth > second) {
            second = worth;
        }
    }
    worth = best + second_target * second;
    if (takes)
        worth += t->amulet * (float)collect(t, space, legs);
    else if (is_near_amulet(t, space))
        worth += t->amulet * amulet_in_reach;
    if (tob_hexset_has(t->game->amulets, space) && !takes)
        worth += t->amulet * amulet_underfoot;
    return worth;
}

/* Is someone else near enough to a space to raise there in her next turn? */
static bool is_contested(const thought *t, unsigned space)
{
    for (unsigned seat = 0; seat < t->game->players; seat++)
        if (seat != t->seat && t->ways->legs[t->game->atv[seat]][space] <= TOB_LEGS)
            return true;
    return false;
}

/* The roses on a map: the seat's own, and the mean of the others. */
typedef struct roses {
    float own, others;
} roses;

static roses roses_on(const thought *t, unsigned treasure)
{
    const tob_game *game = t->game;
    tob_map_walk walk = tob_map_walk_up(game, treasure);
    unsigned own = 0, all = 0;

    while (tob_map_next(&walk)) {
        const uint8_t rose = game->rose[walk.card];
        all += tob_rose_number(rose);
        own += tob_rose_owner(rose) == t->seat ? tob_rose_number(rose) : 0;
    }
    return (roses){(float)own, (float)(all - own) / (float)(game->players - 1)};
}

/* The coins that raising a treasure is worth to the seat. */
static float prize_of(const thought *t, unsigned treasure)
{
    const roses r = roses_on(t, treasure);
    const float prize =
        t->mean * (raise_cards + raise_own_rose * r.own - raise_other_rose * r.others);

    return prize < raise_least ? raise_least : prize;
}

/* What raising a treasure does to the game. */
typedef enum outcome {
    GOES_ON,
    WINS,   /* the game ends (E1), and the seat is ahead */
    LOSES,  /* it ends, and the seat is clearly behind */
    IS_OPEN /* it ends, and the sharing out decides */
} outcome;

/* The outcome by the cards that the roses on the map will get. */
static outcome outcome_of(const thought *t, unsigned treasure)
{
    const tob_game *game = t->game;
    const unsigned raise_rose = game->roses[t->seat] > 0;
    tob_map_walk walk = tob_map_walk_up(game, treasure);
    unsigned cards = raise_rose + 1;
    float coins[TOB_SEATS] = {0}, best = ai_lowest, lead;
    tob_result result;

    while (tob_map_next(&walk)) {
        const uint8_t rose = game->rose[walk.card];
        const unsigned number = tob_rose_number(rose);
        coins[tob_rose_owner(rose)] += t->mean * (float)number;
        cards += number;
    }
    if (cards < game->treasure_deck)
        return GOES_ON;
    coins[t->seat] += t->mean * (float)raise_rose;
    result = tob_result_of(game);
    for (unsigned seat = 0; seat < game->players; seat++) {
        coins[seat] += (float)result.coins[seat];
        if (seat != t->seat && coins[seat] > best)
            best = coins[seat];
    }
    lead = (coins[t->seat] - best) / t->mean;
    return lead > winning_cards ? WINS : lead < -losing_cards ? LOSES : IS_OPEN;
}

/* Can a seat that is behind still hope for more coins than the known treasures hold? It
 * needs a rose, and a map that takes a clue. */
static bool has_hope(const thought *t)
{
    const tob_game *game = t->game;

    if (!game->roses[t->seat] || losing_coins * t->hope < turn_coins)
        return false;
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        if (game->map[treasure].count != 1)
            return true;
    return false;
}

/* Would raising a treasure end the game and lose it, while there is still hope? A
 * treasure that others can raise themselves is not left to them. */
static bool is_losing_end(const thought *t, unsigned treasure)
{
    return outcome_of(t, treasure) == LOSES && has_hope(t) &&
           !is_contested(t, tob_hexset_first(t->game->map[treasure].sites));
}

/* The coins that driving to a treasure is worth to the seat: what it holds, and the win
 * that it brings home. */
static float goal_of(const thought *t, unsigned treasure)
{
    return prize_of(t, treasure) +
           (outcome_of(t, treasure) == WINS ? finish_coins : 0.0f);
}

/* The price of crossing lava to the seat on turn. Where nothing happens any more, those
 * who could drive for nothing do not, and the price is worth paying. */
static void find_toll(thought *t)
{
    const tob_toll toll =
        ai_ways_lava(t->ways) ? tob_lava_toll(t->game) : (tob_toll){TOB_TOLL_CANNOT, 0};

    t->pays = toll.kind != TOB_TOLL_CANNOT;
    t->toll =
        toll.kind == TOB_TOLL_NOTHING
            ? lava_again
            : t->hope * (lava_detour +
                         (toll.kind == TOB_TOLL_AMULET ? t->amulet : (float)toll.coins));
}

/* The coins of an amulet: what its power gains, until the next treasure may be the last
 * one. */
static float amulet_coins(const tob_game *game)
{
    const float cards = (float)game->treasure_deck;

    if (game->treasure_deck >= LAST_CARDS)
        return ai_amulet_coins;
    return ai_amulet_coins * (amulet_last + (1.0f - amulet_last) * cards / LAST_CARDS);
}

static void think(thought *t, const tob_game *game, const tob_board *board,
                  const ai_ways *ways)
{
    t->game = game;
    t->board = board;
    t->ways = ways;
    t->seat = game->seat;
    t->mean = ai_mean_card(game);
    t->amulet = amulet_coins(game);
    t->hope = (float)game->players / (float)(game->players + game->idle);
    t->targets = 0;
    find_toll(t);
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        target *to = &t->target[t->targets];
        if (game->map[treasure].count != 1 || !game->roses[t->seat] ||
            is_losing_end(t, treasure))
            continue; /* R2: nothing is raised without a rose */
        to->site = (uint8_t)tob_hexset_first(game->map[treasure].sites);
        to->contested = is_contested(t, to->site);
        to->prize = goal_of(t, treasure);
        t->targets++;
    }
}

/* Legs left to the player on turn after her main action: those of the movement under way
 * and of the suspended one (T4). */
static unsigned legs_at_hand(const tob_game *game)
{
    return tob_legs_left(game) + tob_legs_suspended(game);
}

/* ---- Clues ---- */

static float clue_score(const thought *t, unsigned treasure, unsigned card)
{
    const tob_game *game = t->game;
    const tob_map *map = &game->map[treasure];
    const tob_hexset left = tob_hexset_and(map->sites, t->board->allowed[card]);
    const unsigned from = game->atv[t->seat];
    unsigned own, count;
    float narrow;

    if ((left.low & (left.low - 1)) == 0 && (left.high & (left.high - 1)) == 0 &&
        !(left.low && left.high)) {
        const unsigned site = tob_hexset_first(left);
        const roses r = roses_on(t, treasure);
        own =
            ai_turns(t->ways->legs[from][site], game->main_done ? legs_at_hand(game) : 0);
        return t->mean * (clue_known + clue_known_rose * (r.own - r.others)) +
               late(t->mean, own, is_contested(t, site)) -
               (is_contested(t, site) && own ? clue_known_gift * t->mean : 0);
    }
    count = tob_hexset_count(left);
    narrow = game->roses[t->seat] > FEW_ROSES ? 0.0f : clue_narrow / (float)count;
    return t->mean * (narrow + (count <= AI_FEW_SITES  ? clue_few
                                : count <= TOB_MARKERS ? clue_marked
                                                       : clue_open));
}

/* ---- Each kind of move ---- */

static float leg_score(const thought *t, tob_move move)
{
    const tob_game *game = t->game;
    const bool takes = game->moving == TOB_MOVEMENT_MAIN;
    float score = standing(t, move.space, tob_legs_left(game) - 1u, takes);

    if (takes && tob_hexset_has(game->amulets, move.space))
        score += t->amulet;
    if (t->board->terrain[move.space] == TOB_LAVA)
        score -= t->toll;
    return score;
}

/* A1: removing sites pays if the seat has the amulets to go on until one is left: the
 * nearest of those that stay. */
static float remove_score(const thought *t, tob_move move)
{
    const tob_map *map = &t->game->map[move.treasure];
    const unsigned from = t->game->atv[t->seat], amulets = map->count - 1u;
    const unsigned legs = t->game->main_done ? legs_at_hand(t->game) : TOB_LEGS;
    tob_hexset left = map->sites;
    float best = 0;

    if (amulets > REMOVE_MAX || amulets > t->game->amulet[t->seat])
        return -t->amulet;
    tob_hexset_remove(&left, move.space);
    while (!tob_hexset_is_empty(left)) {
        const unsigned site = tob_hexset_pop(&left);
        const float worth =
            late(t->mean * remove_to_one, ai_turns(t->ways->legs[from][site], legs),
                 is_contested(t, site));
        best = worth > best ? worth : best;
    }
    return best - t->amulet * (float)amulets;
}

static float swap_score(const thought *t, tob_move move)
{
    const bool own = tob_rose_owner(t->game->rose[move.card]) == t->seat;

    return (own ? swap_coins : -swap_coins) - t->amulet;
}

/* The worth of the ATV's place after a move that keeps the movement under way. The main
 * action may still be open, or a movement suspended (T4). */
static float position_after(const thought *t)
{
    const tob_game *game = t->game;
    const unsigned at = game->atv[t->seat];

    if (t->seat != game->turn)
        return 0; /* N2: someone else's turn */
    if (tob_legs_left(game))
        return standing(t, at, tob_legs_left(game), game->moving == TOB_MOVEMENT_MAIN);
    if (tob_legs_suspended(game))
        return standing(t, at, tob_legs_suspended(game), true);
    return game->main_done ? t->stay : standing(t, at, TOB_LEGS, true);
}

/* The coins of a clue or of a second rose on one (P1), with all that it takes: the last
 * rose is needed for raising (R2), and the last few for clues. */
static float clue_worth(const thought *t, tob_move move)
{
    const unsigned left = t->game->roses[t->seat];
    const float kept = rose_cards + lone_rose_cards * (1.0f - t->hope);
    const float last = left == 1 ? kept * t->mean : 0.0f;

    switch ((tob_kind)move.kind) {
    case TOB_MOVE_CLUE: return clue_score(t, move.treasure, move.card) - last;
    case TOB_MOVE_VOLCANIC:
        return clue_score(t, move.treasure, move.card) - clue_volcanic - last;
    case TOB_MOVE_AMULET_DOUBLE:
        return (left > FEW_ROSES ? double_cards : -rose_cards) * t->mean - t->amulet;
    default: return clue_score(t, move.treasure, move.card) - t->amulet - last;
    }
}

static float turn_score(const thought *t, tob_move move)
{
    const tob_game *game = t->game;

    switch ((tob_kind)move.kind) {
    case TOB_MOVE_RAISE:
        return is_losing_end(t, move.treasure) ? t->stay - losing_coins
                                               : raise_first + goal_of(t, move.treasure);
    case TOB_MOVE_CLUE:
    case TOB_MOVE_VOLCANIC: return t->stay + clue_worth(t, move);
    case TOB_MOVE_MOVE:
        return standing(t, game->atv[t->seat],
                        game->main_done ? tob_legs_suspended(game) : TOB_LEGS, true) -
               move_begins;
    case TOB_MOVE_LEG: return leg_score(t, move);
    case TOB_MOVE_EXCHANGE: return t->stay + exchange_cards * t->mean * t->hope;
    case TOB_MOVE_END: return t->stay;
    case TOB_MOVE_AMULET_REMOVE: return t->after_power + remove_score(t, move);
    case TOB_MOVE_AMULET_CLUE:
    case TOB_MOVE_AMULET_VOLCANIC:
    case TOB_MOVE_AMULET_DOUBLE: return t->after_power + clue_worth(t, move);
    case TOB_MOVE_AMULET_MOVE:
        return (legs_at_hand(game) || !game->main_done
                    ? 0.0f
                    : standing(t, game->atv[t->seat], TOB_LEGS, false)) -
               t->amulet;
    case TOB_MOVE_AMULET_EXCHANGE: return t->after_power + exchange_amulet - t->amulet;
    case TOB_MOVE_AMULET_SWAP: return t->after_power + swap_score(t, move);
    case TOB_MOVE_CANNOT: /* the only move there is */
    case TOB_MOVE_VOLCANO:
    case TOB_MOVE_OBJECT:
    case TOB_MOVE_TRIAD:
    case TOB_MOVE_TRIAD_RANDOM:
    case TOB_MOVE_ATV:
    case TOB_MOVE_INITIAL:
    case TOB_MOVE_START:
    case TOB_MOVE_DEAL:
    case TOB_MOVE_TAKE:
    case TOB_MOVE_LEAVE:
    case TOB_MOVE_LAVA:
    case TOB_MOVE_DISCARD:
    case TOB_MOVE_DRAW:
    case TOB_MOVE_PEEK:
    case TOB_MOVE_ADD:
    case TOB_MOVE_REVEAL:
    case TOB_MOVE_CLAIM:
    case TOB_MOVE_PASS:
    case TOB_MOVE_COUNT: break; /* no part of a turn */
    }
    return 0;
}

/* ---- All moves ---- */

void ai_mind_init(ai_mind *mind, uint64_t seed, uint64_t stream)
{
    mind->ways.island = TOB_NONE;
    mind->share.made = false;
    mind->moves.count = 0;
    tob_rng_init(&mind->rng, seed, stream);
}

void ai_mind_follow(ai_mind *mind, const tob_game *game, const tob_board *board)
{
    ai_ways_follow(&mind->ways, board);
    ai_share_follow(&mind->share, game);
}

/* Scores claiming and passing by a solved offer. */
static void score_offer(ai_mind *mind, ai_offer offer)
{
    for (unsigned i = 0; i < mind->moves.count; i++)
        mind->score[i] =
            mind->moves.move[i].kind == TOB_MOVE_CLAIM ? offer.claim : offer.pass;
}

void ai_policy(ai_mind *mind, const tob_game *game, const tob_board *board)
{
    const tob_moves *moves = &mind->moves;
    float *score = mind->score;
    thought t;

    switch ((tob_phase)game->phase) {
    case TOB_PHASE_TURN:
    case TOB_PHASE_RESTART:
        think(&t, game, board, &mind->ways);
        t.stay = t.seat == game->turn ? standing(&t, game->atv[t.seat], 0, false) : 0;
        t.after_power = game->amulet[t.seat] ? position_after(&t) : 0;
        for (unsigned i = 0; i < moves->count; i++)
            score[i] = turn_score(&t, moves->move[i]);
        return;
    case TOB_PHASE_OFFER:
        score_offer(mind, ai_share_solve(&mind->share, game, 0));
        return;
    case TOB_PHASE_TAKE:
        for (unsigned i = 0; i < moves->count; i++)
            score[i] = moves->move[i].kind == TOB_MOVE_TAKE ? take_coins : 0.0f;
        return;
    case TOB_PHASE_ATV:
    case TOB_PHASE_TRIAD:
        for (unsigned i = 0; i < moves->count; i++)
            score[i] = ai_start_score(board, moves->move[i]);
        return;
    default:
        for (unsigned i = 0; i < moves->count; i++)
            score[i] = 0;
        return;
    }
}

void ai_policy_at(ai_mind *mind, const tob_game *view, const tob_board *board)
{
    if (view->phase == TOB_PHASE_OFFER)
        score_offer(mind, ai_share_solve(&mind->share, view, ai_share_depth(view)));
    else
        ai_policy(mind, view, board);
}

tob_move ai_best_move(ai_mind *mind, float noise)
{
    unsigned best = 0;
    float most = ai_lowest;

    for (unsigned i = 0; i < mind->moves.count; i++) {
        const float luck = noise > 0 ? noise * ai_chance(&mind->rng) : 0;
        const float score = mind->score[i] + luck;
        if (score > most) {
            most = score;
            best = i;
        }
    }
    return mind->moves.move[best];
}

tob_move ai_quick_move(ai_mind *mind, const tob_game *game, const tob_board *board,
                       float noise)
{
    if (tob_to_move(game) == TOB_NATURE)
        return tob_nature_move(&mind->rng, game, board, &mind->moves);
    tob_legal(game, board, &mind->moves);
    if (mind->moves.count == 1)
        return mind->moves.move[0];
    ai_policy(mind, game, board);
    return ai_best_move(mind, noise);
}
