/* Clauses K: the curse. */
#include "positions.h"

static scene t;

/* Moves a treasure card from Lola's pile to another. */
static void from_lola(unsigned seat, unsigned coins)
{
    assert_true(t.game.pile[LOLA][coins] > 0);
    t.game.pile[LOLA][coins]--;
    t.game.pile[seat][coins]++;
    sound(&t);
}

/* ---- K1 ---- */

static void k1_a_curse_ends_the_distribution(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add curse\n"
             "nature curse\n");

    refuse(&t, "1 claim", TOB_REASON_D1_REVEAL_FIRST);
    feed(&t, "nature reveal 3\n"); /* only shown */
    refuse(&t, "1 claim", TOB_REASON_D1_REVEAL_FIRST);
    feed(&t, "nature reveal 2\n");
    assert_int_equal(t.game.treasure_discards[2], 1);
    assert_int_equal(t.game.treasure_discards[3], 1);
    assert_int_equal(t.game.phase, TOB_PHASE_RESTART);
}

static void k1_a_curse_as_the_last_card_ends_it_too(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    give_amulets(&t, BOBBY, 1);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add curse\n"
             "nature reveal 2\n1 claim\nnature reveal 3\n2 pass\nnature curse\n");

    assert_int_equal(t.game.amulet[BOBBY], 0);
    assert_int_equal(t.game.phase, TOB_PHASE_RESTART);
}

/* ---- K2 ---- */

static void k2_each_with_a_rose_gives_up_an_amulet(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    give_amulets(&t, ANNA, 2);
    give_amulets(&t, BOBBY, 1);
    give_amulets(&t, ROGER, 1);
    from_lola(ANNA, 6);
    from_lola(BOBBY, 5);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add curse\n"
             "nature curse\n");

    assert_int_equal(t.game.amulet[ANNA], 1);
    assert_int_equal(t.game.amulet[BOBBY], 0);
    assert_int_equal(t.game.amulet[ROGER], 1); /* no rose there */
    assert_int_equal(t.game.amulet_pile, 21 - 2);
    assert_int_equal(coins_of(&t, ANNA), 6);
    assert_int_equal(coins_of(&t, BOBBY), 5);
}

static void k2_without_an_amulet_the_most_valuable_card_goes(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    from_lola(ANNA, 3);
    from_lola(ANNA, 5);
    from_lola(ANNA, 5);
    from_lola(BOBBY, 2);
    const unsigned rich = coins_of(&t, LOLA);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add curse\n"
             "nature curse\n");

    assert_int_equal(coins_of(&t, ANNA), 8);
    assert_int_equal(coins_of(&t, BOBBY), 0);
    assert_int_equal(coins_of(&t, LOLA), rich); /* no rose there */
    assert_int_equal(t.game.treasure_discards[5], 1);
    assert_int_equal(t.game.treasure_discards[2], 1);
}

static void k2_with_neither_nothing_is_lost(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    const uint8_t pile = t.game.amulet_pile;

    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add curse\n"
             "nature curse\n");

    assert_int_equal(coins_of(&t, ANNA), 0);
    assert_int_equal(t.game.amulet_pile, pile);
}

static void k2_once_a_player_however_many_roses(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1+ not-in-lake 1 not-in-beach");
    give_amulets(&t, ANNA, 3);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 3\nnature peek 1 4\n"
             "nature peek 1 curse\nnature add 2\nnature curse\n");

    assert_int_equal(t.game.amulet[ANNA], 2);
}

static void k2_who_has_claimed_with_her_last_rose_is_safe(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    give_amulets(&t, ANNA, 1);
    give_amulets(&t, BOBBY, 1);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 3\nnature add curse\n"
             "nature reveal 2\n1 claim\nnature curse\n");

    assert_int_equal(t.game.amulet[ANNA], 1);
    assert_int_equal(t.game.amulet[BOBBY], 0);
    assert_int_equal(coins_of(&t, ANNA), 2);
}

static void k2_the_raisers_rose_below_the_clues_counts(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 2 curse\nnature add 3\n"
             "nature curse\n");

    assert_int_equal(t.game.amulet[ANNA], 0);
}

static void k2_a_card_claimed_from_this_treasure_can_be_lost(void **state)
{
    (void)state;
    treasure_at_h8(&t, "1 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 6\nnature peek 1 curse\nnature add 2\n"
             "nature reveal 6\n1 claim\nnature curse\nnature reveal 2\n");

    assert_int_equal(coins_of(&t, ANNA), 0);
    assert_int_equal(t.game.treasure_discards[6], 1);
}

/* ---- K3 ---- */

static void k3_the_curse_leaves_the_game_and_the_rest_is_discarded(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    feed(&t, "1 raise white\nnature peek 1 4\nnature peek 2 3\nnature add curse\n"
             "nature curse\nnature reveal 3\nnature reveal 4\n");

    assert_int_equal(t.game.pool[0], 1);
    assert_int_equal(t.game.treasure_discards[0], 0);
    assert_int_equal(t.game.treasure_discards[3], 1);
    assert_int_equal(t.game.treasure_discards[4], 1);
    assert_int_equal(t.game.roses[ANNA], 15);
    assert_int_equal(t.game.roses[BOBBY], 15);
}

static void k3_a_second_curse_among_the_undistributed_has_no_effect(void **state)
{
    (void)state;
    treasure_at_h8(&t, "2 not-in-lake");
    give_amulets(&t, ANNA, 2);
    give_amulets(&t, BOBBY, 2);
    feed(&t, "1 raise white\nnature peek 1 curse\nnature peek 2 3\nnature add curse\n"
             "nature curse\nnature curse\nnature reveal 3\n");

    assert_int_equal(t.game.amulet[ANNA], 1);
    assert_int_equal(t.game.amulet[BOBBY], 1);
    assert_int_equal(t.game.pool[0], 0);
    assert_int_equal(t.game.treasure_discards[0], 0);
    assert_int_equal(t.game.phase, TOB_PHASE_RESTART);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(k1_a_curse_ends_the_distribution),
        cmocka_unit_test(k1_a_curse_as_the_last_card_ends_it_too),
        cmocka_unit_test(k2_each_with_a_rose_gives_up_an_amulet),
        cmocka_unit_test(k2_without_an_amulet_the_most_valuable_card_goes),
        cmocka_unit_test(k2_with_neither_nothing_is_lost),
        cmocka_unit_test(k2_once_a_player_however_many_roses),
        cmocka_unit_test(k2_who_has_claimed_with_her_last_rose_is_safe),
        cmocka_unit_test(k2_the_raisers_rose_below_the_clues_counts),
        cmocka_unit_test(k2_a_card_claimed_from_this_treasure_can_be_lost),
        cmocka_unit_test(k3_the_curse_leaves_the_game_and_the_rest_is_discarded),
        cmocka_unit_test(k3_a_second_curse_among_the_undistributed_has_no_effect),
    };

    return cmocka_run_group_tests_name("curse", tests, NULL, NULL);
}
