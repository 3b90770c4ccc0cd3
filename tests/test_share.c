/* Sharing out a treasure: the bots' solver of that small game against plain recursion,
 * against common sense, and against the temptation to look at hidden cards. */
#include <math.h>

#include "ai/policy.h"
#include "support.h"

enum { ROSES_MAX = 5 };

static ai_share share;

/* ---- Positions ---- */

/* A card is offered. 'roses' are the owners from the lowest rose; the first letter is
 * the one asked. 'cards' are the coins of the cards to come, all peeked by the seat that
 * is asked; 0 is a curse. */
static tob_game offer_of(unsigned players, const char *roses, unsigned offered,
                         const char *cards)
{
    static const uint8_t pool[TOB_COINS_MAX + 1] = {2, 0, 8, 9, 9, 8, 5};
    tob_game game = {.players = (uint8_t)players,
                     .viewer = tob_viewer_full(),
                     .phase = TOB_PHASE_OFFER,
                     .treasure_deck = 30,
                     .bag_top = 200,
                     .offered = (uint8_t)offered,
                     .claimer = TOB_NONE,
                     .seat = (uint8_t)(roses[0] - '0')};
    const unsigned count = (unsigned)strlen(roses);

    memcpy(game.pool, pool, sizeof pool);
    for (unsigned i = 0; i < count; i++) {
        game.rose[i] = tob_rose((unsigned)(roses[i] - '0'), 1);
        game.above[i] = i + 1 < count ? (uint8_t)(i + 1) : TOB_NONE;
    }
    for (; *cards; cards++, game.bag++)
        game.peeked[game.seat][*cards - '0']++;
    ai_share_follow(&share, &game);
    return game;
}

static float claim_gain(const tob_game *game)
{
    const ai_offer offer = ai_share_solve(&share, game, game->bag);

    return offer.claim - offer.pass;
}

/* ---- Plain recursion ---- */

typedef struct plain {
    unsigned players, roses, cards, starter;
    unsigned owner[ROSES_MAX], card[ROSES_MAX + 1];
    double loss[TOB_SEATS], start;
} plain;

typedef struct result {
    double coins[TOB_SEATS];
} result;

static double ahead(const plain *p, result r, unsigned seat)
{
    double others = 0;

    for (unsigned i = 0; i < p->players; i++)
        others += i == seat ? 0 : r.coins[i];
    return r.coins[seat] - others / (p->players - 1);
}

/* Was a choice met that is all the same to the one who makes it, but not to others? Who
 * computes with fewer digits may choose otherwise there. */
static bool toss_up;

static void look_for_toss_up(const plain *p, result one, result other, unsigned seat)
{
    if (fabs(ahead(p, one, seat) - ahead(p, other, seat)) > 1e-4)
        return;
    for (unsigned i = 0; i < p->players; i++)
        toss_up = toss_up || fabs(one.coins[i] - other.coins[i]) > 1e-4;
}

static result next_card(plain p);

static result ask(plain p, unsigned rose, unsigned coins)
{
    plain after = p;
    result pass, claim;

    if (rose == p.roses)
        return next_card(p);
    pass = ask(p, rose + 1, coins);
    after.starter = p.owner[rose];
    after.roses--;
    for (unsigned i = rose; i < after.roses; i++)
        after.owner[i] = p.owner[i + 1];
    claim = next_card(after);
    claim.coins[p.owner[rose]] += coins;
    look_for_toss_up(&p, claim, pass, p.owner[rose]);
    return ahead(&p, claim, p.owner[rose]) > ahead(&p, pass, p.owner[rose]) ? claim
                                                                            : pass;
}

static result next_card(plain p)
{
    result sum = {{0}};

    if (!p.roses || !p.cards) {
        sum.coins[p.starter] += p.start;
        return sum;
    }
    for (unsigned i = 0; i < p.cards; i++) {
        plain next = p;
        result then = {{0}};
        next.card[i] = next.card[--next.cards];
        if (p.card[i]) {
            then = ask(next, 0, p.card[i]);
        } else {
            bool hit[TOB_SEATS] = {false};
            for (unsigned k = 0; k < p.roses; k++)
                hit[p.owner[k]] = true;
            for (unsigned seat = 0; seat < p.players; seat++)
                then.coins[seat] -= hit[seat] ? p.loss[seat] : 0;
            then.coins[p.starter] += p.start;
        }
        for (unsigned seat = 0; seat < p.players; seat++)
            sum.coins[seat] += then.coins[seat] / p.cards;
    }
    return sum;
}

static void the_solver_agrees_with_plain_recursion(void **state)
{
    const unsigned positions = games_to_play(400, 4000);
    unsigned claims = 0, compared = 0;
    tob_rng rng;
    (void)state;

    tob_rng_init(&rng, 7, 0);
    for (unsigned i = 0; i < positions; i++) {
        const unsigned players = 2 + tob_rng_below(&rng, 3);
        const unsigned roses = 1 + tob_rng_below(&rng, 4);
        const unsigned cards = tob_rng_below(&rng, roses + 1);
        const unsigned offered = 2 + tob_rng_below(&rng, 5);
        plain p = {.players = players, .roses = roses, .cards = cards};
        char owners[ROSES_MAX + 1] = "", bag[ROSES_MAX + 1] = "";
        tob_game game;
        ai_offer offer;
        plain after;
        result claim, pass;

        for (unsigned k = 0; k < roses; k++) {
            p.owner[k] = tob_rng_below(&rng, players);
            owners[k] = (char)('0' + p.owner[k]);
        }
        for (unsigned k = 0; k < cards; k++) {
            p.card[k] = tob_rng_below(&rng, 6) + 1;
            p.card[k] = p.card[k] == 1 ? 0 : p.card[k];
            bag[k] = (char)('0' + p.card[k]);
        }
        game = offer_of(players, owners, offered, bag);
        for (unsigned seat = 0; seat < players; seat++) {
            game.pile[seat][3 + seat]++; /* what a curse takes */
            p.loss[seat] = 3 + seat;
        }
        p.start = 0.6 * (double)share.mean;
        after = p;
        after.starter = p.owner[0];
        after.roses--;
        memmove(after.owner, after.owner + 1, sizeof after.owner - sizeof *after.owner);
        toss_up = false;
        claim = next_card(after);
        claim.coins[p.owner[0]] += offered;
        pass = ask(p, 1, offered);
        if (toss_up)
            continue;
        compared++;
        offer = ai_share_solve(&share, &game, game.bag);
        assert_true(fabs((double)offer.claim - ahead(&p, claim, p.owner[0])) < 1e-3);
        assert_true(fabs((double)offer.pass - ahead(&p, pass, p.owner[0])) < 1e-3);
        claims += offer.claim > offer.pass;
    }
    assert_true(compared > positions - positions / 10);
    assert_in_range(claims, positions / 10, positions - positions / 10);
}

/* ---- Common sense ---- */

static void a_last_card_is_claimed(void **state)
{
    const tob_game game = offer_of(2, "01", 2, "");
    (void)state;

    assert_true(claim_gain(&game) > 0);
}

static void a_peeked_better_card_is_worth_waiting_for(void **state)
{
    const tob_game alone = offer_of(2, "0", 2, "66"), poor = offer_of(2, "0", 6, "22");
    (void)state;

    assert_true(claim_gain(&alone) < 0);
    assert_true(claim_gain(&poor) > 0);
}

/* D1: the same cards, but who is asked first for the next one differs. */
static void who_is_asked_first_matters(void **state)
{
    tob_game first = offer_of(2, "01", 3, "62"), last;
    (void)state;

    /* the rose below mine is the other's, and it has passed */
    last = offer_of(2, "10", 3, "62");
    last.seat = 0;
    last.offer = 1;
    memcpy(last.peeked[0], last.peeked[1], sizeof last.peeked[0]);
    memset(last.peeked[1], 0, sizeof last.peeked[1]);
    assert_true(claim_gain(&first) < claim_gain(&last));
}

/* Not claiming gives the card to whoever comes next; that counts too. */
static void what_is_passed_on_matters(void **state)
{
    tob_game other = offer_of(2, "01", 6, "3"), nobody = offer_of(2, "0", 6, "3");
    (void)state;

    other.ran_out = nobody.ran_out = 1; /* no next map */
    assert_true(fabsf(claim_gain(&nobody) - 3) < 1e-3f);
    assert_true(fabsf(claim_gain(&other) - 6) < 1e-3f); /* 6 to 3, or 3 to 6 */
}

/* N2: who claims last starts the next map; a small card can be worth that. */
static void the_next_map_matters(void **state)
{
    tob_game game = offer_of(2, "01", 3, "3"), last = game;
    (void)state;

    last.ran_out = 1;
    assert_true(claim_gain(&game) < claim_gain(&last));
}

/* K2: with a curse about, a rose on the map is a risk; an amulet makes it smaller. */
static void a_curse_makes_it_wise_to_leave(void **state)
{
    tob_game rich = offer_of(2, "0", 2, "044"), saved, poor;
    (void)state;

    poor = saved = rich;
    rich.pile[0][6] = 2;
    saved.pile[0][6] = 2;
    saved.amulet[0] = 1;
    assert_true(claim_gain(&rich) > claim_gain(&saved));
    assert_true(claim_gain(&saved) > claim_gain(&poor));
    assert_true(claim_gain(&rich) > 0);
}

/* A seat that passed on a good card has probably peeked a better one. */
static void a_pass_tells_something(void **state)
{
    tob_game rich = offer_of(2, "10", 4, "666"), poor = offer_of(2, "10", 4, "222");
    (void)state;

    rich.seat = poor.seat = 0;
    rich.offer = poor.offer = 1; /* seat 1 was asked first, and passed */
    rich.ran_out = poor.ran_out = 1;
    assert_true(ai_share_passed(&share, &rich) == 1);
    assert_true(ai_share_passed(&share, &poor) < 0.5f);
}

/* S1: while the top cards last there is no curse to fear. */
static void cards_from_the_top_are_no_curses(void **state)
{
    tob_game safe = offer_of(2, "0", 3, ""), risky;
    (void)state;

    safe.bag = 3; /* not peeked by anybody */
    safe.peeked[TOB_PEEK_ADDED][4] = 3;
    safe.pile[0][6] = 1;
    safe.treasure_deck = 6;
    risky = safe;
    risky.bag_top = 0;
    assert_true(claim_gain(&risky) > claim_gain(&safe));
}

/* ---- Nothing hidden ---- */

/* At every offer of many games: the same answer from the view and from the full game. */
static void h2_an_offer_is_judged_by_what_the_seat_knows(void **state)
{
    static tob_board board;
    static tob_game game, view;
    static ai_mind mind;
    const unsigned games = games_to_play(60, 1000);
    unsigned offers = 0, claims = 0;
    (void)state;

    for (unsigned i = 0; i < games; i++) {
        const tob_config config = {.island = (uint8_t)(i % TOB_ISLANDS),
                                   .players = (uint8_t)(2 + i % 3),
                                   .options = i % 2 ? TOB_OPTION_EXPERIENCED : 0};
        tob_board_init(&board, config.island);
        assert_int_equal(tob_game_init(&game, &board, &config), TOB_OK);
        ai_mind_init(&mind, i, 0);
        while (tob_to_move(&game) != TOB_NOBODY) {
            ai_mind_follow(&mind, &game, &board);
            if (game.phase == TOB_PHASE_OFFER) {
                ai_offer open, hidden;
                tob_view(&view, &game, as(game.seat));
                ai_share_follow(&share, &view);
                open = ai_share_solve(&share, &game, 1);
                hidden = ai_share_solve(&share, &view, 1);
                assert_memory_equal(&open, &hidden, sizeof open);
                claims += hidden.claim > hidden.pass;
                offers++;
            }
            tob_apply(&game, &board, ai_quick_move(&mind, &game, &board, 1.0f));
        }
    }
    assert_in_range(claims, offers / 10, offers - offers / 10);
}

static void what_a_rose_gets_falls_with_those_asked_before(void **state)
{
    (void)state;

    offer_of(2, "0", 2, "");
    for (unsigned roses = 1; roses <= AI_SHARE_ROSES; roses++)
        for (unsigned cards = 1; cards <= roses + 1; cards++)
            for (unsigned i = 0; i < roses; i++) {
                const float worth = share.worth[cards][roses - 1][i];
                assert_true(worth >= 0 && worth <= TOB_COINS_MAX);
                if (i)
                    assert_true(worth <= share.worth[cards][roses - 1][i - 1] + 0.05f);
            }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_solver_agrees_with_plain_recursion),
        cmocka_unit_test(a_last_card_is_claimed),
        cmocka_unit_test(a_peeked_better_card_is_worth_waiting_for),
        cmocka_unit_test(who_is_asked_first_matters),
        cmocka_unit_test(what_is_passed_on_matters),
        cmocka_unit_test(the_next_map_matters),
        cmocka_unit_test(a_curse_makes_it_wise_to_leave),
        cmocka_unit_test(a_pass_tells_something),
        cmocka_unit_test(cards_from_the_top_are_no_curses),
        cmocka_unit_test(h2_an_offer_is_judged_by_what_the_seat_knows),
        cmocka_unit_test(what_a_rose_gets_falls_with_those_asked_before),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
