/* Sharing out a treasure (D, K), solved as a game of its own.
 *
 * A table holds what a rose will get on average, by the cards to come, the roses on the
 * map and the roses asked before it. Dynamic programming makes it, one card more at a
 * time: the card may have any value of the pool, and the first rose takes it that would
 * get less by waiting. On top of the table an offer is solved card by card. The next card
 * is as likely as the seat that decides must think; it goes from rose to rose, and each
 * owner takes it if that leaves her a larger lead over the others than what follows
 * otherwise. After 'depth' cards the table estimates the rest. What counts is the lead,
 * so passing a good card on costs; so do a curse for those who still have roses (K2), and
 * the first clue of the next map is worth something to the last who claims (N2).
 *
 * A seat is judged by what it knows, in a full game too: its own peeked cards, the cards
 * shown, and counts. Known and unknown cards always add up to the cards to come. The
 * answer is exact where the seat has peeked all cards to come and the depth covers them;
 * a card that it has not seen is a fresh one of those unseen each time. Numbers of the
 * four seats are vectors whose sums have a fixed order, so that every machine agrees to
 * the last bit.
 *
 * The table costs AI_SHARE_ROSES^3 steps for each value and is made when the pool
 * changes. Depth 0 takes a step for each rose, depth d some ((roses + 1) * values)^d
 * positions; ai_share_depth chooses a depth that can be paid for.
 *
 * Tried and left out: remembering who passed earlier in the same sharing out, which a
 * view does not tell, for one game in a hundred at best (docs/bots.md). */
#include "ai/share.h"

#include "ai/worth.h"
#include "tobago/query.h"

/* N2: the first clue of the next map, in cards. It is a rose without a turn's work. */
static const float start_cards = 0.6f;

/* A curse ends the sharing out (K1): the cards after it, half of them on average, are
 * lost. It costs those who still have roses (K2), but some will have claimed before it
 * comes. */
static const float curse_cuts = 0.5f; /* of the coins to come, if a curse is certain */
static const float curse_hits = 0.7f; /* of what it takes from each seat with roses */

/* Positions that one look ahead may visit: well below a millisecond. */
enum { POSITIONS_MAX = 4000 };

/* ---- What a rose will get ---- */

/* Adds a card of one value to a row of the table. The taker is found from the last rose
 * to the first: each takes the card if it beats what waiting would bring. */
static void turn_up(ai_share *share, unsigned cards, unsigned roses, float coins,
                    float odds)
{
    float *row = share->worth[cards][roses - 1];
    const float *all = share->worth[cards - 1][roses - 1];
    const float *fewer = roses > 1 ? share->worth[cards - 1][roses - 2] : all;
    unsigned taker = roses;

    for (unsigned i = roses; i-- > 0;)
        if (coins > (taker == roses ? all[i] : fewer[i]))
            taker = i;
    for (unsigned i = 0; i < roses; i++) {
        float gets = all[i];
        if (i == taker)
            gets = coins;
        else if (taker < roses)
            gets = fewer[i < taker ? i : i - 1];
        row[i] += odds * gets;
    }
}

/* Makes the table for the cards in share->pool. */
static void make(ai_share *share)
{
    float total = 0;

    share->mean = 0;
    for (unsigned coins = 1; coins <= TOB_COINS_MAX; coins++) {
        total += (float)share->pool[coins];
        share->mean += (float)(coins * share->pool[coins]);
    }
    share->mean = total > 0 ? share->mean / total : 0;
    for (unsigned cards = 0; cards < AI_SHARE_ROSES + 2; cards++)
        for (unsigned roses = 1; roses <= AI_SHARE_ROSES; roses++) {
            for (unsigned i = 0; i < AI_SHARE_ROSES; i++)
                share->worth[cards][roses - 1][i] = 0;
            for (unsigned coins = 1; cards && coins <= TOB_COINS_MAX; coins++)
                if (share->pool[coins])
                    turn_up(share, cards, roses, (float)coins,
                            (float)share->pool[coins] / total);
        }
}

void ai_share_follow(ai_share *share, const tob_game *game)
{
    bool same = share->made;

    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        same = same && share->pool[coins] == game->pool[coins];
    if (same)
        return;
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        share->pool[coins] = game->pool[coins];
    share->made = true;
    make(share);
}

/* ---- The small game ---- */

/* A number for each seat; 0 for seats without a player. */
typedef float ai_each __attribute__((vector_size(TOB_SEATS * sizeof(float))));
typedef int32_t ai_mask __attribute__((vector_size(TOB_SEATS * sizeof(int32_t))));

/* 1 for one seat. Adding multiples of these keeps numbers in registers. */
static const ai_each unit[TOB_SEATS] = {
    {1, 0, 0, 0}, {0, 1, 0, 0}, {0, 0, 1, 0}, {0, 0, 0, 1}};

static float sum_of(ai_each each)
{
    return (each[0] + each[1]) + (each[2] + each[3]);
}

/* The terms of a sharing out, which stay as they are while it is played. */
typedef struct terms {
    const ai_share *share;
    float other;                       /* the part of each of the others in their mean */
    uint8_t hidden[TOB_COINS_MAX + 1]; /* the cards that the seat has not seen */
    float each;                        /* the odds of each of these but the curses */
    float curse;                       /* the odds of a curse among them */
    float mean;                        /* their coins on average */
    ai_each loss;                      /* coins that a curse costs each seat */
    float start;                       /* coins of the next map's first clue */
} terms;

/* A position of the sharing out. */
typedef struct pot {
    uint8_t owner[AI_SHARE_ROSES];    /* of the roses, from the lowest */
    uint8_t known[TOB_COINS_MAX + 1]; /* cards to come that the seat has peeked */
    uint8_t roses;
    uint8_t unknown; /* cards to come that it has not peeked */
    uint8_t cards;   /* all cards to come */
    uint8_t starter; /* the seat that starts the next map as things stand */
    uint8_t coins;   /* on the known cards */
} pot;

/* The lead of a seat: its gains less the mean of the others'. */
static float lead(const terms *t, ai_each gains, unsigned seat)
{
    return sum_of(gains * (unit[seat] * (1 + t->other) - t->other));
}

/* The prospects of the cards to come, for so many roses. */
typedef struct outlook {
    const float *worth; /* of each rose, in the order in which they are asked */
    float scale;        /* the worth of these cards compared to those in the pool */
    float risk;         /* the chance that a curse comes */
    float start;        /* each rose's part of the next map's first clue */
} outlook;

static outlook look(const terms *t, const pot *p, unsigned roses)
{
    const unsigned cards = p->cards <= AI_SHARE_ROSES ? p->cards : AI_SHARE_ROSES + 1;
    outlook o = {.worth = t->share->worth[cards][roses - 1]};
    const float coins = (float)p->coins + (float)p->unknown * t->mean;
    const float curses = (float)p->known[0] + (float)p->unknown * t->curse;

    o.risk = curses * (float)(roses < p->cards ? roses : p->cards) / (float)p->cards;
    if (o.risk > 1)
        o.risk = 1;
    o.scale = t->share->mean > 0 ? coins / (float)p->cards / t->share->mean : 0;
    o.scale *= 1.0f - curse_cuts * o.risk;
    o.start = t->start / (float)roses;
    return o;
}

/* The roses of each seat: their number, and their worth together by an outlook. */
typedef struct shares {
    ai_each worth, roses;
} shares;

static void count_rose(shares *s, unsigned owner, float worth, float number)
{
    s->worth += number * worth * unit[owner];
    s->roses += number * unit[owner];
}

/* Counts all roses but one; 'without' is p->roses to count all. */
static shares count_roses(const pot *p, const outlook *o, unsigned without)
{
    shares s = {{0}, {0}};

    for (unsigned i = 0; i < p->roses; i++)
        if (i != without)
            count_rose(&s, p->owner[i], o->worth[i < without ? i : i - 1], 1);
    return s;
}

/* The cost of a curse to those who have roses left (K2). */
static ai_each curse_cost(const terms *t, ai_each roses)
{
    return (ai_each)((ai_mask)t->loss & (roses > 0));
}

/* The table's estimate of what each seat's roses gain, less the curse that may come. */
static ai_each estimate(const terms *t, const outlook *o, const shares *s)
{
    return s->worth * o->scale + s->roses * o->start -
           curse_hits * o->risk * curse_cost(t, s->roses);
}

/* The gains at the end: only the next map counts. */
static ai_each finish(const terms *t, unsigned starter)
{
    return t->start * unit[starter];
}

static ai_each play(const terms *t, const pot *p, unsigned depth);

static ai_each claimed(const terms *t, const pot *p, unsigned rose, unsigned coins,
                       unsigned depth)
{
    pot next = *p;

    next.starter = p->owner[rose];
    next.roses--;
    for (unsigned i = rose; i < next.roses; i++)
        next.owner[i] = p->owner[i + 1];
    return play(t, &next, depth) + (float)coins * unit[p->owner[rose]];
}

/* Offers a card from this rose upwards. Each owner takes it if that leaves a larger lead
 * than what follows when she passes. */
static ai_each offered(const terms *t, const pot *p, unsigned from, unsigned coins,
                       unsigned depth)
{
    ai_each best = play(t, p, depth);

    for (unsigned i = p->roses; i-- > from;) {
        const unsigned owner = p->owner[i];
        ai_each taken;
        if (i + 1u < p->roses && owner == p->owner[i + 1])
            continue; /* the same roses are left either way */
        taken = claimed(t, p, i, coins, depth);
        if (lead(t, taken, owner) > lead(t, best, owner))
            best = taken;
    }
    return best;
}

/* Claiming and passing without a look ahead, for the owner of one rose. One count of the
 * roses serves all claims: going down from the last rose, each comes back into the count
 * in the place of the one below it. */
static ai_offer judge_at_once(const terms *t, const pot *p, unsigned rose, unsigned coins)
{
    const outlook all = look(t, p, p->roses), fewer = look(t, p, p->roses - 1u);
    const unsigned last = p->roses - 1u, seat = p->owner[rose];
    shares s = count_roses(p, &all, p->roses);
    ai_each best = estimate(t, &all, &s), taken;

    s = count_roses(p, &fewer, last);
    for (unsigned i = last; i > rose; i--) {
        const unsigned owner = p->owner[i], below = p->owner[i - 1];
        if (i == last || owner != p->owner[i + 1]) {
            taken = estimate(t, &fewer, &s) + (float)coins * unit[owner];
            if (lead(t, taken, owner) > lead(t, best, owner))
                best = taken;
        }
        count_rose(&s, owner, fewer.worth[i - 1], 1);
        count_rose(&s, below, fewer.worth[i - 1], -1);
    }
    taken = estimate(t, &fewer, &s) + (float)coins * unit[seat];
    return (ai_offer){lead(t, taken, seat), lead(t, best, seat)};
}

/* Plays the next card: every value by its odds, and everybody's best answer to it. */
static ai_each play(const terms *t, const pot *p, unsigned depth)
{
    ai_each gains = {0};

    if (!p->roses || !p->cards)
        return finish(t, p->starter);
    if (!depth) {
        const outlook o = look(t, p, p->roses);
        const shares s = count_roses(p, &o, p->roses);
        return estimate(t, &o, &s);
    }
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        const float unseen = coins ? t->each * (float)t->hidden[coins] : t->curse;
        const float hidden = (float)p->unknown * unseen;
        const float odds = ((float)p->known[coins] + hidden) / (float)p->cards;
        pot next = *p;
        ai_each then;
        if (odds <= 0)
            continue;
        next.cards--;
        /* A value that the seat has peeked is taken to be the peeked card. */
        if (p->known[coins]) {
            next.known[coins]--;
            next.coins = (uint8_t)(next.coins - coins);
        } else {
            next.unknown--;
        }
        if (coins) {
            then = offered(t, &next, 0, coins, depth - 1);
        } else {
            ai_each roses = {0};
            for (unsigned i = 0; i < p->roses; i++)
                roses += unit[p->owner[i]];
            then = finish(t, p->starter) - curse_cost(t, roses);
        }
        gains += odds * then;
    }
    return gains;
}

/* ---- From a game ---- */

static void add_rose(pot *p, unsigned owner, unsigned number)
{
    for (; number && p->roses < AI_SHARE_ROSES; number--)
        p->owner[p->roses++] = (uint8_t)owner;
}

/* Lists the roses left from the lowest; returns the index of the one that is asked. */
static unsigned put_roses(pot *p, const tob_game *game)
{
    tob_map_walk walk = tob_map_walk_up(game, game->treasure);
    unsigned asked = 0;

    add_rose(p, game->raiser, game->raise_rose);
    while (tob_map_next(&walk)) {
        const uint8_t rose = game->rose[walk.card];
        if (walk.card == game->offer)
            asked = p->roses + game->offer_rose;
        add_rose(p, tob_rose_owner(rose), tob_rose_number(rose));
    }
    return asked < p->roses ? asked : p->roses - 1u;
}

/* Counts the peeked cards of all rows but the seat's, all values at once: a row is a word
 * of eight counts, which stay far below 256. */
static void peeked_by_others(const tob_game *game, unsigned seat,
                             uint8_t counts[TOB_COINS_MAX + 1])
{
    uint64_t sum = 0;

    for (unsigned row = 0; row < TOB_PEEK_ROWS; row++) {
        uint64_t word;
        _Static_assert(sizeof game->peeked[row] == sizeof word, "a row is one word");
        __builtin_memcpy(&word, game->peeked[row], sizeof word);
        sum += row == seat ? 0 : word;
    }
    __builtin_memcpy(counts, &sum, sizeof sum);
}

/* Counts the cards to come as the seat knows them: those it peeked and that were not
 * shown since, and unknown ones, which may be any card that it has not seen elsewhere. */
static void put_cards(terms *t, pot *p, const tob_game *game, unsigned seat)
{
    unsigned cards = 0, worth = 0, drawn = game->bag, known = 0, coins_known = 0;
    unsigned deep, rest;

    peeked_by_others(game, seat, t->hidden);
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        const unsigned own = game->peeked[seat][coins], shown = game->shown[coins];
        const unsigned seen = shown > own ? shown - own : 0; /* of the others' */
        const unsigned left = own > shown ? own - shown : 0;
        const unsigned others = t->hidden[coins] > seen ? t->hidden[coins] - seen : 0;
        t->hidden[coins] = (uint8_t)(game->pool[coins] + others);
        p->known[coins] = (uint8_t)left;
        known += left;
        coins_known += coins * left;
        drawn += shown;
        cards += t->hidden[coins];
        worth += coins * t->hidden[coins];
    }
    p->cards = game->bag;
    p->unknown = (uint8_t)(game->bag - known);
    p->coins = (uint8_t)coins_known;
    cards -= t->hidden[0];
    /* S1: only cards drawn from below the top twelve can be curses. */
    deep = drawn > game->bag_top ? drawn - game->bag_top : 0;
    rest = game->treasure_deck - game->top + deep;
    t->curse = 0;
    if (deep && rest)
        t->curse = (float)(deep * t->hidden[0]) / (float)(drawn * rest);
    t->each = cards ? (1.0f - t->curse) / (float)cards : 0;
    t->mean = t->each * (float)worth;
}

/* The coins that a curse would take: an amulet, or else the best card (K2). */
static float curse_loss(const tob_game *game, unsigned seat)
{
    if (game->amulet[seat])
        return game->treasure_deck >= AI_YOUNG_DECK
                   ? ai_amulet_coins
                   : ai_amulet_coins * (float)game->treasure_deck / AI_YOUNG_DECK;
    return (float)tob_best_card(game, seat);
}

/* Sets out the sharing out of an offer, all but the cards; returns the index of the rose
 * that is asked. */
static unsigned set_out(terms *t, pot *p, const ai_share *share, const tob_game *game)
{
    *t = (terms){.share = share, .other = 1.0f / (float)(game->players - 1)};
    *p = (pot){.starter = game->claimer == TOB_NONE ? game->raiser : game->claimer};
    t->start = game->ran_out ? 0 : start_cards * share->mean;
    for (unsigned seat = 0; seat < game->players; seat++)
        t->loss[seat] = curse_loss(game, seat);
    return put_roses(p, game);
}

/* The lead of a rose's owner after claiming and after passing, as she knows the cards. */
static ai_offer judge(terms *t, pot *p, const tob_game *game, unsigned rose,
                      unsigned depth)
{
    const unsigned seat = p->owner[rose];
    ai_each claim, pass;

    put_cards(t, p, game, seat);
    if (!depth && p->roses > 1 && p->cards)
        return judge_at_once(t, p, rose, game->offered);
    claim = claimed(t, p, rose, game->offered, depth);
    pass = offered(t, p, rose + 1, game->offered, depth);
    return (ai_offer){lead(t, claim, seat), lead(t, pass, seat)};
}

ai_offer ai_share_solve(const ai_share *share, const tob_game *game, unsigned depth)
{
    terms t;
    pot p;
    const unsigned asked = set_out(&t, &p, share, game);

    return judge(&t, &p, game, asked, depth);
}

float ai_share_passed(const ai_share *share, const tob_game *game)
{
    float likely = 1;
    terms t;
    pot p;
    const unsigned asked = set_out(&t, &p, share, game);

    for (unsigned i = 0; i < asked; i++) {
        ai_offer offer;
        if (p.owner[i] == game->seat || p.owner[i] == p.owner[i + 1])
            continue;
        offer = judge(&t, &p, game, i, 0);
        if (offer.claim > offer.pass) {
            const float regret = 1.0f + offer.claim - offer.pass;
            likely /= regret * regret;
        }
    }
    return likely;
}

unsigned ai_share_depth(const tob_game *game)
{
    tob_map_walk walk = tob_map_walk_up(game, game->treasure);
    unsigned roses = game->raise_rose, depth = 0, positions = 1;

    while (tob_map_next(&walk))
        roses += tob_rose_number(game->rose[walk.card]);
    while (depth < game->bag && positions * (roses + 1) * TOB_COINS_MAX < POSITIONS_MAX) {
        positions *= (roses + 1) * TOB_COINS_MAX;
        depth++;
    }
    return depth;
}
