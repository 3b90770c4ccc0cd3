/* Filling a view: random cards that fit everything it knows.
 *
 * The clue cards that lie in no known place go to the unknown hands and the deck. For
 * each of these the view has a set of the cards that it may hold. Dealing at random is
 * fast: first the cards that cannot be in the deck, each to a hand that may hold it, then
 * each hand draws the rest. Sets that exclude much can lead into a dead end. After
 * DEAL_TRIES the sure way takes over, which seats one card at a time and moves others
 * aside where there is no room, as augmenting paths do in a bipartite matching. That
 * always succeeds, because the real game is one such seating.
 *
 * The hidden cards of the treasure being shared out are drawn from the pool, curses only
 * where they can be (S1), and given to the seats that may have looked at them.
 *
 * The filled game passes tob_check and shows its viewer the view again, byte for byte but
 * for 'deep', which depends on an order that filling does not keep. Fillings are not
 * exactly equally likely where sets are narrow. Dealing costs a few operations for each
 * card; the sure way may try every holder's cards before it finds a path.
 *
 * Tried and left out: hands that lack the strong clues which others would have played by
 * now. They do, by a quarter, and bots that know it are no stronger (docs/bots.md). */
#include "ai/fill.h"

#include "tobago/names.h"
#include "tobago/query.h"

enum {
    DEAL_TRIES = 4, /* quick deals before the sure way */
    ROSE_LOOKS = 4, /* the weight of a rose on the map as a sign that its owner looked */
};

static uint64_t bit(unsigned card)
{
    return (uint64_t)1 << card;
}

/* A random card of a set that is not empty. */
static unsigned pick(tob_rng *rng, uint64_t set)
{
    uint32_t skip = tob_rng_below(rng, (uint32_t)__builtin_popcountll(set));

    while (skip--)
        set &= set - 1;
    return (unsigned)__builtin_ctzll(set);
}

/* ---- Clue cards ---- */

typedef struct deal {
    uint64_t may[TOB_SEATS];  /* cards that an unknown hand may hold */
    uint64_t hand[TOB_SEATS]; /* cards dealt to it so far */
    uint8_t open[TOB_SEATS];  /* number of cards that it still gets */
} deal;

/* Gives a card to a random hand that may hold it and has room; false if there is none. */
static bool give(deal *d, tob_rng *rng, unsigned card)
{
    unsigned seats[TOB_SEATS], count = 0, seat;

    for (seat = 0; seat < TOB_SEATS; seat++)
        if (d->open[seat] && (d->may[seat] & bit(card)))
            seats[count++] = seat;
    if (!count)
        return false;
    seat = seats[tob_rng_below(rng, count)];
    d->hand[seat] |= bit(card);
    d->open[seat]--;
    return true;
}

/* Deals the unknown hands: first the cards that cannot be in the deck, then the rest.
 * Returns false if the random choices led into a dead end. */
static bool deal_once(deal *d, tob_rng *rng, uint64_t unseen, uint64_t deck)
{
    uint64_t forced = unseen & ~deck, left;

    for (left = forced; left;) {
        const unsigned card = pick(rng, left);
        left &= ~bit(card);
        if (!give(d, rng, card))
            return false;
    }
    left = unseen & deck;
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        while (d->open[seat]) {
            const uint64_t choice = left & d->may[seat];
            unsigned card;
            if (!choice)
                return false;
            card = pick(rng, choice);
            d->hand[seat] |= bit(card);
            d->open[seat]--;
            left &= ~bit(card);
        }
    return true;
}

static uint64_t cards_in_view(const tob_game *view)
{
    uint64_t seen = view->discards;

    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        tob_map_walk walk = tob_map_walk_up(view, treasure);
        while (tob_map_next(&walk))
            seen |= bit(walk.card);
    }
    if (view->phase == TOB_PHASE_START)
        seen |= bit(view->card);
    for (unsigned seat = 0; seat < view->players; seat++)
        if (tob_hand_known(view, seat))
            seen |= view->hand[seat];
    return seen;
}

/* ---- The sure way: one card at a time, moving others aside ---- */

enum { DECK = TOB_SEATS, HOLDERS };

typedef struct seating {
    uint64_t may[HOLDERS];  /* cards that a holder may hold */
    uint64_t has[HOLDERS];  /* cards that it holds so far */
    unsigned room[HOLDERS]; /* number of cards that it holds in the end */
} seating;

/* Finds a holder for a card; 'tried' holders, as bits, are being asked already. */
static bool seat_card(seating *s, tob_rng *rng, unsigned card, unsigned tried)
{
    const unsigned from = tob_rng_below(rng, HOLDERS);

    for (unsigned i = 0; i < HOLDERS; i++) {
        const unsigned holder = (from + i) % HOLDERS;
        if (!(s->may[holder] & bit(card)) || tried >> holder & 1)
            continue;
        if ((unsigned)__builtin_popcountll(s->has[holder]) < s->room[holder]) {
            s->has[holder] |= bit(card);
            return true;
        }
        for (uint64_t rest = s->has[holder]; rest; rest &= rest - 1) {
            const unsigned other = (unsigned)__builtin_ctzll(rest);
            s->has[holder] &= ~bit(other);
            if (seat_card(s, rng, other, tried | 1u << holder)) {
                s->has[holder] |= bit(card);
                return true;
            }
            s->has[holder] |= bit(other);
        }
    }
    return false;
}

static void deal_surely(deal *d, tob_rng *rng, uint64_t unseen, uint64_t deck)
{
    unsigned cards = (unsigned)__builtin_popcountll(unseen);
    seating s = {{0}, {0}, {0}};

    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        s.may[seat] = d->may[seat];
        s.room[seat] = d->open[seat];
        cards -= d->open[seat];
    }
    s.may[DECK] = deck;
    s.room[DECK] = cards;
    for (uint64_t left = unseen; left;) {
        const unsigned card = pick(rng, left);
        left &= ~bit(card);
        seat_card(&s, rng, card, 0);
    }
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        d->hand[seat] = s.has[seat];
}

/* ---- All hands ---- */

static deal open_deal(const tob_game *view)
{
    deal d;

    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        const bool unknown = seat < view->players && !tob_hand_known(view, seat);
        d.may[seat] = unknown ? view->hand[seat] : 0;
        d.hand[seat] = 0;
        d.open[seat] = unknown ? view->hand_size[seat] : 0;
    }
    return d;
}

static void fill_hands(tob_game *full, const tob_game *view, tob_rng *rng)
{
    const uint64_t all = bit(tob_card_count()) - 1;
    const uint64_t unseen = all & ~cards_in_view(view);
    const uint64_t deck = view->deck_size ? view->deck & unseen : 0;
    deal d = open_deal(view);
    bool dealt = deal_once(&d, rng, unseen, deck);

    for (unsigned tries = 1; tries < DEAL_TRIES && !dealt; tries++) {
        d = open_deal(view);
        dealt = deal_once(&d, rng, unseen, deck);
    }
    if (!dealt) {
        d = open_deal(view);
        deal_surely(&d, rng, unseen, deck);
    }
    full->deck = unseen;
    for (unsigned seat = 0; seat < view->players; seat++) {
        if (tob_hand_known(view, seat))
            continue;
        full->hand[seat] = d.hand[seat];
        full->deck &= ~d.hand[seat];
    }
}

/* ---- Treasure cards ---- */

/* Draws one hidden card of the bag from the pool. */
static unsigned draw_hidden(tob_game *full, tob_rng *rng, bool curse_possible)
{
    unsigned total = 0, coins = curse_possible ? 0 : 1;
    uint32_t at;

    for (unsigned c = coins; c <= TOB_COINS_MAX; c++)
        total += full->pool[c];
    if (!total)
        return TOB_NONE;
    at = tob_rng_below(rng, total);
    for (; coins < TOB_COINS_MAX && at >= full->pool[coins]; coins++)
        at -= full->pool[coins];
    full->pool[coins]--;
    return coins;
}

/* The seats that may have looked at cards that the viewer has not seen. */
typedef struct lookers {
    unsigned weight[TOB_PEEK_ROWS], total; /* the odds of each row */
    unsigned cards;                        /* still to be given to them */
} lookers;

/* Each player looked at a card for each rose (R3). Some roses are back with their owners,
 * so the roses left are only a sign of the number of cards that a player looked at. */
static lookers find_lookers(const tob_game *view)
{
    const unsigned viewer = tob_viewer_seat(view->viewer);
    tob_map_walk walk = tob_map_walk_up(view, view->treasure);
    lookers l = {.cards = view->bag};

    for (unsigned seat = 0; seat < view->players; seat++)
        l.weight[seat] = seat == viewer ? 0 : 1;
    if (view->raise_rose && view->raiser != viewer)
        l.weight[view->raiser] += ROSE_LOOKS;
    while (tob_map_next(&walk)) {
        const uint8_t rose = view->rose[walk.card];
        if (tob_rose_owner(rose) != viewer)
            l.weight[tob_rose_owner(rose)] += ROSE_LOOKS * tob_rose_number(rose);
    }
    for (unsigned seat = 0; seat < view->players; seat++)
        l.total += l.weight[seat];
    return l;
}

/* Draws the row of one more card. One card of all was added without a look. */
static unsigned draw_row(lookers *l, tob_rng *rng)
{
    unsigned seat = 0;
    uint32_t at;

    if (l->cards && tob_rng_below(rng, l->cards--) == 0) {
        l->cards = 0;
        return TOB_PEEK_ADDED;
    }
    if (!l->total)
        return TOB_PEEK_ADDED;
    for (at = tob_rng_below(rng, l->total); at >= l->weight[seat]; seat++)
        at -= l->weight[seat];
    return seat;
}

/* Gives the cards of the bag that the viewer does not know to the others, who looked at
 * them. Cards turned up already that the viewer had not peeked get a row, too. */
static void fill_bag(tob_game *full, const tob_game *view, tob_rng *rng)
{
    unsigned unknown = tob_bag_unknown(view), deep = view->deep;
    unsigned peeked[TOB_COINS_MAX + 1] = {0};
    lookers l = find_lookers(view);

    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        for (unsigned row = 0; row < TOB_PEEK_ROWS; row++)
            peeked[coins] += view->peeked[row][coins];
        l.cards += view->shown[coins];
        l.cards -= peeked[coins];
    }
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        for (; peeked[coins] < view->shown[coins]; peeked[coins]++)
            full->peeked[draw_row(&l, rng)][coins]++;
    full->deep = 0;
    for (; unknown; unknown--) {
        /* Of the hidden cards left, 'deep' may be curses. */
        const bool curse_possible = tob_rng_below(rng, unknown) < deep;
        const unsigned coins = draw_hidden(full, rng, curse_possible);
        deep -= curse_possible && deep;
        if (coins != TOB_NONE)
            full->peeked[draw_row(&l, rng)][coins]++;
    }
}

void ai_fill(tob_game *full, const tob_game *view, tob_rng *rng)
{
    *full = *view;
    if (tob_viewer_is_full(view->viewer))
        return;
    full->viewer = tob_viewer_full();
    fill_hands(full, view, rng);
    if (view->bag || view->phase == TOB_PHASE_OFFER)
        fill_bag(full, view, rng);
}
