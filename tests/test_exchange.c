/* Clauses X: the hand is exchanged. */
#include "positions.h"

static scene t;

/* ---- X1 ---- */

static void x1_the_hand_is_discarded_and_as_many_are_drawn(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach next-hut next-palm");
    thin_deck(&t, "in-lake in-river next-lake next-river next-mountain");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 amulet exchange\n");

    refuse(&t, "nature draw 1 in-lake", TOB_REASON_X1_FIRST);
    refuse(&t, "nature discard 2 in-jungle", TOB_REASON_T5_DEAL);
    refuse(&t, "nature discard 1 in-lake", TOB_REASON_C1_HAND);
    refuse(&t, "nature discard 1 ?", TOB_REASON_C1_HAND);
    feed(&t, "nature discard 1 next-hut\nnature discard 1 in-jungle\n"
             "nature discard 1 in-beach\nnature discard 1 next-palm\n");
    refuse(&t, "1 end", TOB_REASON_C4_FIRST);
    feed(&t, "nature draw 1 in-lake\nnature draw 1 in-river\nnature draw 1 next-lake\n"
             "nature draw 1 next-river\n");

    assert_int_equal(t.game.phase, TOB_PHASE_TURN);
    assert_int_equal(t.game.turn, ANNA);
    assert_int_equal(t.game.hand_size[ANNA], 4);
    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_true(is_legal(&t, "1 move"));
}

static void x1_a_short_hand_draws_no_more_than_it_discarded(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach");
    thin_deck(&t, "in-lake in-river next-lake next-river");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 amulet exchange\nnature discard 1 in-jungle\nnature discard 1 in-beach\n"
             "nature draw 1 in-lake\nnature draw 1 in-river\n1 end\n");

    assert_int_equal(t.game.hand_size[ANNA], 2);
}

static void x1_the_discarded_cards_may_come_back_when_the_deck_is_renewed(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach");
    thin_deck(&t, "in-lake");
    give_amulets(&t, ANNA, 1);

    feed(&t,
         "1 amulet exchange\nnature discard 1 in-jungle\nnature discard 1 in-beach\n");
    refuse(&t, "nature draw 1 in-jungle", TOB_REASON_C4_GONE); /* not before */
    feed(&t, "nature draw 1 in-lake\nnature draw 1 in-jungle\n1 end\n");

    assert_true(holds(&t, ANNA, "in-jungle"));
    assert_int_equal(t.game.discards, 0);
}

static void x1_it_costs_an_amulet_once_the_turn_has_begun(void **state)
{
    (void)state;
    begin(&t, 2, "");
    feed(&t, "1 move\n");

    refuse(&t, "1 amulet exchange", TOB_REASON_X1_AMULET);
}

static void x1_an_empty_hand_cannot_be_exchanged(void **state)
{
    (void)state;
    begin(&t, 2, "");
    hold(&t, ANNA, "");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet exchange", TOB_REASON_X1_EMPTY);
    refuse(&t, "1 exchange", TOB_REASON_X1_EMPTY);
    assert_false(is_legal(&t, "1 exchange"));
    assert_false(is_legal(&t, "1 amulet exchange"));
}

static void x1_the_discarded_cards_are_shown_to_all(void **state)
{
    (void)state;
    begin(&t, 2, "");
    hold(&t, ANNA, "in-jungle in-beach");
    give_amulets(&t, ANNA, 1);
    see_as(&t, BOBBY);

    feed(&t,
         "1 amulet exchange\nnature discard 1 in-jungle\nnature discard 1 in-beach\n");

    assert_true(t.game.discards >> card_of("in-jungle") & 1);
    refuse(&t, "nature draw 1 in-lake", TOB_REASON_H1_HIDDEN);
    feed(&t, "nature draw 1 ?\nnature draw 1 ?\n1 end\n");
}

/* After the last card of a hand is shown, nothing of what she might have held can be in
 * it: what she holds next was drawn since. */
static void x1_a_view_forgets_the_old_hand(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach");
    hold(&t, BOBBY, "in-river in-lake next-hut next-palm");
    thin_deck(&t, "");
    give_amulets(&t, ANNA, 1);
    see_as(&t, ROGER);

    feed(&t, "1 amulet exchange\nnature discard 1 in-jungle\nnature discard 1 in-beach\n"
             "nature draw 1 ?\nnature draw 1 ?\n");

    assert_false(holds(&t, ANNA, "in-river")); /* it was no discard, so Bobby has it */
    assert_true(holds(&t, ANNA, "in-jungle"));
}

/* ---- X2 ---- */

static void x2_a_whole_turn_exchanges_the_hand_without_an_amulet(void **state)
{
    (void)state;
    begin(&t, 3, "");
    hold(&t, ANNA, "in-jungle in-beach next-hut next-palm");
    thin_deck(&t, "in-lake in-river next-lake next-river next-mountain");

    feed(&t, "1 exchange\nnature discard 1 in-jungle\nnature discard 1 in-beach\n"
             "nature discard 1 next-hut\nnature discard 1 next-palm\n"
             "nature draw 1 in-lake\nnature draw 1 in-river\nnature draw 1 next-lake\n"
             "nature draw 1 next-river\n");

    assert_int_equal(t.game.turn, BOBBY);
    assert_int_equal(t.game.phase, TOB_PHASE_TURN);
    assert_int_equal(t.game.hand_size[ANNA], 4);
}

static void x2_a_turn_that_has_begun_is_too_late_a_move(void **state)
{
    (void)state;
    begin(&t, 2, "");
    feed(&t, "1 move\n");

    refuse(&t, "1 exchange", TOB_REASON_X2_LATE);
    assert_false(is_legal(&t, "1 exchange"));
}

static void x2_a_turn_that_has_begun_is_too_late_an_amulet(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_GREY, "2 in-beach");
    give_amulets(&t, ANNA, 2);
    feed(&t, "1 amulet remove grey c7\n");

    refuse(&t, "1 exchange", TOB_REASON_X2_LATE);
}

static void x2_a_turn_that_has_begun_is_too_late_a_treasure(void **state)
{
    (void)state;
    begin(&t, 2, "");
    locate(&t, TOB_WHITE, ANNA, "b4");
    hold(&t, ANNA, "in-jungle in-lake");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 2\nnature add 3\n"
             "nature reveal 2\n1 claim\nnature reveal 2\n1 claim\nnature reveal 3\n"
             "1 clue white in-jungle\n");
    settle(&t);

    refuse(&t, "1 exchange", TOB_REASON_X2_LATE);
}

static void x2_two_exchanges_in_one_turn_are_refused(void **state)
{
    (void)state;
    begin(&t, 2, "");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 amulet exchange\n");
    settle(&t);

    refuse(&t, "1 exchange", TOB_REASON_X2_LATE);
}

static void x2_the_next_player_takes_her_amulet_when_it_ends(void **state)
{
    (void)state;
    begin(&t, 2, "");
    put_atv(&t, BOBBY, "c7");
    put_amulets(&t, "c7");

    feed(&t, "1 exchange\n");
    settle(&t);

    assert_int_equal(t.game.turn, BOBBY);
    assert_int_equal(t.game.amulet[BOBBY], 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(x1_the_hand_is_discarded_and_as_many_are_drawn),
        cmocka_unit_test(x1_a_short_hand_draws_no_more_than_it_discarded),
        cmocka_unit_test(x1_the_discarded_cards_may_come_back_when_the_deck_is_renewed),
        cmocka_unit_test(x1_it_costs_an_amulet_once_the_turn_has_begun),
        cmocka_unit_test(x1_an_empty_hand_cannot_be_exchanged),
        cmocka_unit_test(x1_the_discarded_cards_are_shown_to_all),
        cmocka_unit_test(x1_a_view_forgets_the_old_hand),
        cmocka_unit_test(x2_a_whole_turn_exchanges_the_hand_without_an_amulet),
        cmocka_unit_test(x2_a_turn_that_has_begun_is_too_late_a_move),
        cmocka_unit_test(x2_a_turn_that_has_begun_is_too_late_an_amulet),
        cmocka_unit_test(x2_a_turn_that_has_begun_is_too_late_a_treasure),
        cmocka_unit_test(x2_two_exchanges_in_one_turn_are_refused),
        cmocka_unit_test(x2_the_next_player_takes_her_amulet_when_it_ends),
    };

    return cmocka_run_group_tests_name("exchange", tests, NULL, NULL);
}
