/* Filling a view: random cards that fit everything it knows.
 *
 * The clue cards that lie in no known place go to the unknown hands and the deck, batch
 * by batch: a view knows how many cards of each batch a hand holds, and the hidden cards
 * of one batch are interchangeable. So every filling is as likely as any other.
 *
 * The hidden cards of the treasure being shared out are drawn from the pool, curses only
 * where they can be (S1), and given to the seats that may have looked at them. Cards of a
 * deck that ran out are given to those who drew before it was renewed (R4).
 *
 * The filled game passes tob_check and shows its viewer the view again, byte for byte but
 * for 'deep', which depends on an order that filling does not keep. Dealing costs a few
 * operations for each card.
 *
 * Tried and left out: hands that lack the strong clues which others would have played by
 * now. They do, by a quarter, and bots that know it are no stronger (docs/bots.md). */
#include "ai/fill.h"

#include "tobago/names.h"
#include "tobago/query.h"

/* The weight of a rose on the map as a sign that its owner looked. */
enum { ROSE_LOOKS = 4 };

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

/* Is every card of this hand known? A hand has as many cards to be made of then. */
static bool is_hand_known(const tob_game *view, unsigned seat)
{
    return (unsigned)__builtin_popcountll(view->hand[seat]) == view->hand_size[seat];
}

/* Deals the cards of one batch that lie in no known place; returns those left over, which
 * are in the deck. */
static uint64_t deal_batch(tob_game *full, const tob_game *view, unsigned batch,
                           uint64_t unseen, tob_rng *rng)
{
    uint64_t left = tob_batch_cards(view, batch) & unseen;

    for (unsigned seat = 0; seat < view->players; seat++) {
        if (is_hand_known(view, seat))
            continue;
        for (unsigned i = 0; i < view->hand_size[seat]; i++) {
            unsigned card;
            if (view->held[seat][i] != batch)
                continue;
            card = pick(rng, left);
            left &= ~bit(card);
            full->hand[seat] |= bit(card);
        }
    }
    return left;
}

static void fill_hands(tob_game *full, const tob_game *view, tob_rng *rng)
{
    uint64_t unseen = ~(uint64_t)0;

    full->deck = 0;
    for (unsigned seat = 0; seat < view->players; seat++)
        if (is_hand_known(view, seat))
            unseen &= ~view->hand[seat];
        else
            full->hand[seat] = 0;
    for (unsigned batch = 1; batch <= view->newest; batch++)
        full->deck |= deal_batch(full, view, batch, unseen, rng);
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

/* May a seat have drawn a card of the deck that ran out ('drained'), or one of the deck
 * from which the last cards came (R4)? The seat at the renewal may have drawn both. */
static bool may_have_drawn(const tob_game *view, unsigned seat, bool drained)
{
    return !view->renewal || view->renewal == seat + 1 ||
           tob_drew_before_renewal(view, seat) == drained;
}

/* Each player looked at a card for each rose (R3). Some roses are back with their owners,
 * so the roses left are only a sign of the number of cards that a player looked at. */
static lookers find_lookers(const tob_game *view, bool drained)
{
    const unsigned viewer = tob_viewer_seat(view->viewer);
    tob_map_walk walk = tob_map_walk_up(view, view->treasure);
    lookers l = {.cards = 0};

    for (unsigned seat = 0; seat < view->players; seat++)
        l.weight[seat] = 1;
    if (view->raise_rose)
        l.weight[view->raiser] += ROSE_LOOKS;
    while (tob_map_next(&walk)) {
        const uint8_t rose = view->rose[walk.card];
        l.weight[tob_rose_owner(rose)] += ROSE_LOOKS * tob_rose_number(rose);
    }
    for (unsigned seat = 0; seat < view->players; seat++) {
        if (seat == viewer || !may_have_drawn(view, seat, drained))
            l.weight[seat] = 0;
        l.total += l.weight[seat];
    }
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

/* Gives a card to the row of somebody who may have looked at it. */
static void give_row(tob_game *full, lookers *l, unsigned coins, tob_rng *rng)
{
    const unsigned row = draw_row(l, rng);

    full->peeked[row][coins]++;
    if (full->renewal == row + 1)
        full->fresh[coins]++;
}

/* Gives the cards of the deck that ran out to those who may have drawn them. */
static void fill_drained(tob_game *full, const tob_game *view, tob_rng *rng)
{
    lookers l = find_lookers(view, true);

    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        for (uint8_t *left = &full->peeked[TOB_PEEK_DRAINED][coins]; *left; --*left)
            full->peeked[draw_row(&l, rng)][coins]++;
}

/* Gives the cards of the bag that the viewer does not know to the others, who looked at
 * them. Cards turned up already that the viewer had not peeked get a row, too. */
static void fill_bag(tob_game *full, const tob_game *view, tob_rng *rng)
{
    unsigned unknown = tob_bag_unknown(view), deep = view->deep;
    unsigned peeked[TOB_COINS_MAX + 1] = {0};
    lookers l = find_lookers(view, false);

    l.cards = view->bag;
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        for (unsigned row = 0; row < TOB_PEEK_ROWS; row++)
            peeked[coins] += view->peeked[row][coins];
        l.cards += view->shown[coins];
        l.cards -= peeked[coins];
    }
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        for (; peeked[coins] < view->shown[coins]; peeked[coins]++)
            give_row(full, &l, coins, rng);
    full->deep = 0;
    for (; unknown; unknown--) {
        /* Of the hidden cards left, 'deep' may be curses. */
        const bool curse_possible = tob_rng_below(rng, unknown) < deep;
        const unsigned coins = draw_hidden(full, rng, curse_possible);
        deep -= curse_possible && deep;
        if (coins != TOB_NONE)
            give_row(full, &l, coins, rng);
    }
    fill_drained(full, view, rng);
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
