#include "ai/share.h"

static const float amulet_worth = 2.4f; /* coins, while the game is young */
static const float start_worth = 0.6f;  /* N2: a clue for nothing, in cards */

/* ---- What a rose will get ---- */

/* One card more: 'claim' is who takes it, judged from the last one who is asked to the
 * first, each by what waiting would bring. */
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

/* What does not change while it is played. */
typedef struct terms {
    const ai_share *share;
    unsigned players;
    float odds[TOB_COINS_MAX + 1]; /* of a card that the seat has not peeked */
    float mean;                    /* coins of such a card */
    float loss[TOB_SEATS];         /* what a curse costs, in coins */
    float start;                   /* what the next map's first clue is worth */
} terms;

/* What changes. */
typedef struct pot {
    uint8_t owner[AI_SHARE_ROSES];    /* of the roses, from the lowest */
    uint8_t known[TOB_COINS_MAX + 1]; /* cards to come that the seat has peeked */
    uint8_t roses;
    uint8_t unknown; /* cards to come that it has not */
    uint8_t cards;   /* all to come */
    uint8_t starter; /* who starts the next map as things stand */
    uint8_t coins;   /* on the cards that it has peeked */
} pot;

typedef struct gains {
    float coins[TOB_SEATS];
} gains;

static float lead(const terms *t, const gains *g, unsigned seat)
{
    float others = 0;

    for (unsigned other = 0; other < t->players; other++)
        others += other == seat ? 0 : g->coins[other];
    return g->coins[seat] - others / (float)(t->players - 1);
}

static unsigned owners(const pot *p)
{
    unsigned seats = 0;

    for (unsigned i = 0; i < p->roses; i++)
        seats |= 1u << p->owner[i];
    return seats;
}

/* What is to be expected of the cards to come, for so many roses. */
typedef struct outlook {
    const float *worth; /* of each rose, in the order in which they are asked */
    float scale;        /* of these cards, compared to those in the pool */
    float risk;         /* that a curse comes */
    float start;        /* each rose's part of the next map's first clue */
} outlook;

static outlook look(const terms *t, const pot *p, unsigned roses)
{
    const unsigned cards = p->cards <= AI_SHARE_ROSES ? p->cards : AI_SHARE_ROSES + 1;
    outlook o = {.worth = t->share->worth[cards][roses - 1]};
    const float coins = (float)p->coins + (float)p->unknown * t->mean;
    const float curses = (float)p->known[0] + (float)p->unknown * t->odds[0];

    o.risk = curses * (float)(roses < p->cards ? roses : p->cards) / (float)p->cards;
    if (o.risk > 1)
        o.risk = 1;
    o.scale = t->share->mean > 0 ? coins / (float)p->cards / t->share->mean : 0;
    o.scale *= 1.0f - 0.5f * o.risk;
    o.start = t->start / (float)roses;
    return o;
}

/* What all roses but one (p->roses: all of them) get on average, and the curse that may
 * come. */
static gains estimate(const terms *t, const pot *p, const outlook *o, unsigned without)
{
    unsigned seats = 0, at = 0;
    gains g = {{0}};

    for (unsigned i = 0; i < p->roses; i++) {
        if (i == without)
            continue;
        g.coins[p->owner[i]] += o->worth[at++] * o->scale + o->start;
        seats |= 1u << p->owner[i];
    }
    for (unsigned seat = 0; o->risk > 0 && seat < t->players; seat++)
        if (seats >> seat & 1)
            g.coins[seat] -= 0.7f * o->risk * t->loss[seat];
    return g;
}

/* Nothing more to come: only the next map counts. */
static gains finish(const terms *t, unsigned starter)
{
    gains g = {{0}};

    g.coins[starter] += t->start;
    return g;
}

static gains play(const terms *t, const pot *p, unsigned depth);

static gains claimed(const terms *t, const pot *p, unsigned rose, unsigned coins,
                     unsigned depth)
{
    pot next = *p;
    gains g;

    next.starter = p->owner[rose];
    next.roses--;
    for (unsigned i = rose; i < next.roses; i++)
        next.owner[i] = p->owner[i + 1];
    g = play(t, &next, depth);
    g.coins[p->owner[rose]] += (float)coins;
    return g;
}

/* A card is offered from this rose upwards; each takes it if that is better than what
 * follows when it passes. */
static gains offered(const terms *t, const pot *p, unsigned from, unsigned coins,
                     unsigned depth)
{
    const bool quick = !depth && p->roses > 1 && p->cards;
    gains best = play(t, p, depth);
    outlook fewer;

    if (quick)
        fewer = look(t, p, p->roses - 1u);
    for (unsigned i = p->roses; i-- > from;) {
        const unsigned owner = p->owner[i];
        gains taken;
        if (i + 1u < p->roses && owner == p->owner[i + 1])
            continue; /* the same roses are left either way */
        if (quick) {
            taken = estimate(t, p, &fewer, i);
            taken.coins[owner] += (float)coins;
        } else {
            taken = claimed(t, p, i, coins, depth);
        }
        if (lead(t, &taken, owner) > lead(t, &best, owner))
            best = taken;
    }
    return best;
}

/* The next card, one as likely as any other, and what everybody makes of it. */
static gains play(const terms *t, const pot *p, unsigned depth)
{
    gains g = {{0}};

    if (!p->roses || !p->cards)
        return finish(t, p->starter);
    if (!depth) {
        const outlook o = look(t, p, p->roses);
        return estimate(t, p, &o, p->roses);
    }
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        const float hidden = (float)p->unknown * t->odds[coins];
        const float odds = ((float)p->known[coins] + hidden) / (float)p->cards;
        pot next = *p;
        gains then = {{0}};
        if (odds <= 0)
            continue;
        next.cards--;
        /* The card was a peeked one, if there is one; else it was another. */
        if (p->known[coins]) {
            next.known[coins]--;
            next.coins = (uint8_t)(next.coins - coins);
        } else {
            next.unknown--;
        }
        if (coins) {
            then = offered(t, &next, 0, coins, depth - 1);
        } else {
            const unsigned seats = owners(p); /* K2 */
            for (unsigned seat = 0; seat < t->players; seat++)
                then.coins[seat] = seats >> seat & 1 ? -t->loss[seat] : 0;
            then.coins[p->starter] += t->start;
        }
        for (unsigned seat = 0; seat < t->players; seat++)
            g.coins[seat] += odds * then.coins[seat];
    }
    return g;
}

/* ---- From a game ---- */

static void add_rose(pot *p, unsigned owner, unsigned number)
{
    for (; number && p->roses < AI_SHARE_ROSES; number--)
        p->owner[p->roses++] = (uint8_t)owner;
}

/* The roses left from the lowest; returns which of them is asked. */
static unsigned put_roses(pot *p, const tob_game *game)
{
    unsigned asked = 0;

    add_rose(p, game->raiser, game->raise_rose);
    for (unsigned card = game->map[game->treasure].lowest; card != TOB_NONE;
         card = game->above[card]) {
        if (card == game->offer && game->offer != TOB_NONE)
            asked = p->roses + game->offer_rose;
        add_rose(p, tob_rose_owner(game->rose[card]), tob_rose_number(game->rose[card]));
    }
    return asked < p->roses ? asked : p->roses - 1u;
}

/* The peeked cards of all rows but the seat's, all coins at once: eight counts of one
 * byte each, which stay far below 256. */
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

/* The cards to come as the seat knows them: those it peeked and did not see again, and
 * others of which it knows only what is nowhere else. */
static void put_cards(terms *t, pot *p, const tob_game *game, unsigned seat)
{
    uint8_t hidden[TOB_COINS_MAX + 1];
    unsigned total = 0, drawn = game->bag, deep, rest;
    float each;

    peeked_by_others(game, seat, hidden);
    p->cards = p->unknown = game->bag;
    p->coins = 0;
    t->mean = 0;
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        const unsigned own = game->peeked[seat][coins], shown = game->shown[coins];
        const unsigned seen = shown > own ? shown - own : 0; /* of the others' */
        p->known[coins] = (uint8_t)(own > shown ? own - shown : 0);
        p->unknown = (uint8_t)(p->unknown - p->known[coins]);
        p->coins = (uint8_t)(p->coins + coins * p->known[coins]);
        drawn += shown;
        hidden[coins] = (uint8_t)(game->pool[coins] +
                                  (hidden[coins] > seen ? hidden[coins] - seen : 0));
        total += hidden[coins];
    }
    total -= hidden[0];
    /* S1: only cards drawn from below the top twelve can be curses. */
    deep = drawn > game->bag_top ? drawn - game->bag_top : 0;
    rest = game->treasure_deck - game->top + deep;
    t->odds[0] = 0;
    if (deep && rest)
        t->odds[0] = (float)(deep * hidden[0]) / (float)(drawn * rest);
    each = total ? (1.0f - t->odds[0]) / (float)total : 0;
    for (unsigned coins = 1; coins <= TOB_COINS_MAX; coins++) {
        t->odds[coins] = each * (float)hidden[coins];
        t->mean += (float)coins * t->odds[coins];
    }
}

/* What a curse would take (K2). */
static float curse_loss(const tob_game *game, unsigned seat)
{
    unsigned coins = TOB_COINS_MAX;

    if (game->amulet[seat])
        return game->treasure_deck >= 16 ? amulet_worth
                                         : amulet_worth * (float)game->treasure_deck / 16;
    while (coins && !game->pile[seat][coins])
        coins--;
    return (float)coins;
}

/* The small game of an offer, all but the cards; returns which rose is asked. */
static unsigned set_out(terms *t, pot *p, const ai_share *share, const tob_game *game)
{
    *t = (terms){.share = share, .players = game->players};
    *p = (pot){.starter = game->claimer == TOB_NONE ? game->raiser : game->claimer};
    t->start = game->ran_out ? 0 : start_worth * share->mean;
    for (unsigned seat = 0; seat < game->players; seat++)
        t->loss[seat] = curse_loss(game, seat);
    return put_roses(p, game);
}

/* What the owner of a rose gains by claiming or passing, as she knows the cards. */
static ai_offer judge(terms *t, pot *p, const tob_game *game, unsigned rose,
                      unsigned depth)
{
    const unsigned seat = p->owner[rose];
    gains claim, pass;

    put_cards(t, p, game, seat);
    claim = claimed(t, p, rose, game->offered, depth);
    pass = offered(t, p, rose + 1, game->offered, depth);
    return (ai_offer){lead(t, &claim, seat), lead(t, &pass, seat)};
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
    unsigned roses = game->raise_rose, depth = 0, positions = 1;

    for (unsigned card = game->map[game->treasure].lowest; card != TOB_NONE;
         card = game->above[card])
        roses += tob_rose_number(game->rose[card]);
    while (depth < game->bag && positions * (roses + 1) * TOB_COINS_MAX < 4000) {
        positions *= (roses + 1) * TOB_COINS_MAX;
        depth++;
    }
    return depth;
}
