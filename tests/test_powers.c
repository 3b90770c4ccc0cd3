/* Clauses P: what amulets do for experienced players. */
#include "positions.h"

static scene t;

/* ---- P1 ---- */

static void p1_a_second_rose_goes_on_the_clue_just_played(void **state)
{
    (void)state;
    begin(&t, 3, "options experienced\n");
    hold(&t, ANNA, "in-jungle");
    give_amulets(&t, ANNA, 1);
    feed(&t, "1 clue white in-jungle\n");
    settle(&t);

    feed(&t, "1 amulet double in-jungle\n");

    assert_int_equal(t.game.rose[card_of("in-jungle")], tob_rose(ANNA, 2));
    assert_int_equal(t.game.roses[ANNA], 13);
    assert_int_equal(t.game.amulet[ANNA], 0);
}

static void p1_any_clue_with_one_rose_of_ones_own_will_do(void **state)
{
    (void)state;
    begin(&t, 3, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach 1 not-in-jungle");
    give_amulets(&t, ANNA, 3);

    feed(&t, "1 amulet double not-in-lake\n");

    refuse(&t, "1 amulet double not-in-lake", TOB_REASON_P1_NOT_OWN); /* double already */
    refuse(&t, "1 amulet double not-in-beach", TOB_REASON_P1_NOT_OWN);
    assert_false(is_legal(&t, "1 amulet double not-in-lake"));
    assert_true(is_legal(&t, "1 amulet double not-in-jungle"));
}

static void p1_the_card_must_lie_on_a_map(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    hold(&t, ANNA, "in-jungle");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet double in-jungle", TOB_REASON_P1_NOT_ON_MAP);
    refuse(&t, "1 amulet double ?", TOB_REASON_P1_NOT_ON_MAP);
}

static void p1_the_location_must_not_be_known(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1 in-jungle");
    leave_sites(&t, TOB_WHITE, "h8 h9");
    give_amulets(&t, ANNA, 2);
    assert_true(is_legal(&t, "1 amulet double in-jungle"));

    feed(&t, "1 amulet remove white h9\n");

    refuse(&t, "1 amulet double in-jungle", TOB_REASON_P1_KNOWN);
    assert_false(is_legal(&t, "1 amulet double in-jungle"));
}

static void p1_it_costs_an_amulet_and_a_rose(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1+ not-in-lake 1+ not-in-beach 1+ not-next-hut 1+ not-next-palm");
    lay(&t, TOB_GREY, "1+ not-in-jungle 1+ not-in-mountain 1+ not-next-river");
    lay(&t, TOB_BROWN, "1 not-in-scrubland");

    refuse(&t, "1 amulet double not-in-scrubland", TOB_REASON_P1_AMULET);
    give_amulets(&t, ANNA, 1);
    refuse(&t, "1 amulet double not-in-scrubland", TOB_REASON_P1_ROSE);
    assert_false(is_legal(&t, "1 amulet double not-in-scrubland"));
}

static void p1_without_the_option_there_is_no_such_power(void **state)
{
    (void)state;
    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet double not-in-lake", TOB_REASON_P_OFF);
    assert_false(is_legal(&t, "1 amulet double not-in-lake"));
}

/* ---- P2 ---- */

static void p2_two_single_roses_are_swapped(void **state)
{
    (void)state;
    begin(&t, 3, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach 3 not-in-jungle");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 amulet swap not-in-lake not-in-beach\n");

    assert_int_equal(t.game.rose[card_of("not-in-lake")], tob_rose(BOBBY, 1));
    assert_int_equal(t.game.rose[card_of("not-in-beach")], tob_rose(ANNA, 1));
    assert_int_equal(t.game.rose[card_of("not-in-jungle")], tob_rose(ROGER, 1));
    assert_int_equal(t.game.amulet[ANNA], 0);
}

static void p2_the_roses_may_be_of_any_two_owners(void **state)
{
    (void)state;
    begin(&t, 3, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach 3 not-in-jungle");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 amulet swap not-in-beach not-in-jungle\n");

    assert_int_equal(t.game.rose[card_of("not-in-beach")], tob_rose(ROGER, 1));
    assert_int_equal(t.game.rose[card_of("not-in-jungle")], tob_rose(BOBBY, 1));
}

static void p2_two_double_claims_are_swapped(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1+ not-in-lake 2+ not-in-beach");
    give_amulets(&t, ANNA, 1);

    feed(&t, "1 amulet swap not-in-lake not-in-beach\n");

    assert_int_equal(t.game.rose[card_of("not-in-lake")], tob_rose(BOBBY, 2));
    assert_int_equal(t.game.rose[card_of("not-in-beach")], tob_rose(ANNA, 2));
}

static void p2_a_single_and_a_double_are_not(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1+ not-in-lake 2 not-in-beach");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet swap not-in-lake not-in-beach", TOB_REASON_P2_UNEQUAL);
    assert_false(is_legal(&t, "1 amulet swap not-in-lake not-in-beach"));
}

static void p2_two_roses_of_one_owner_are_not(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 1 not-in-beach");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet swap not-in-lake not-in-beach", TOB_REASON_P2_SAME);
    refuse(&t, "1 amulet swap not-in-lake not-in-lake", TOB_REASON_P2_SAME);
    assert_false(is_legal(&t, "1 amulet swap not-in-lake not-in-beach"));
}

static void p2_the_clues_lie_on_one_map(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake");
    lay(&t, TOB_GREY, "2 not-in-beach");
    hold(&t, BOBBY, "in-jungle");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet swap not-in-lake not-in-beach", TOB_REASON_P2_OTHER_MAP);
    refuse(&t, "1 amulet swap not-in-lake in-jungle", TOB_REASON_P2_OTHER_MAP);
    refuse(&t, "1 amulet swap in-jungle not-in-lake", TOB_REASON_P2_NOT_ON_MAP);
}

static void p2_a_move_names_the_upper_clue_first_a_record_need_not(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach");
    give_amulets(&t, ANNA, 1);
    const tob_move upwards = {.kind = TOB_MOVE_AMULET_SWAP,
                              .card = (uint8_t)card_of("not-in-beach"),
                              .other = (uint8_t)card_of("not-in-lake")};

    assert_int_equal(refusal(&t, upwards), TOB_REASON_P2_ORDER);
    feed(&t, "1 amulet swap not-in-beach not-in-lake\n");
    assert_int_equal(t.move.card, card_of("not-in-lake"));
    assert_int_equal(t.game.rose[card_of("not-in-lake")], tob_rose(BOBBY, 1));
}

static void p2_the_location_must_not_be_known(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach");
    leave_sites(&t, TOB_WHITE, "h8");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet swap not-in-lake not-in-beach", TOB_REASON_P2_KNOWN);
    assert_false(is_legal(&t, "1 amulet swap not-in-lake not-in-beach"));
}

static void p2_it_costs_an_amulet_and_needs_the_option(void **state)
{
    (void)state;
    begin(&t, 2, "options experienced\n");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach");
    refuse(&t, "1 amulet swap not-in-lake not-in-beach", TOB_REASON_P2_AMULET);

    begin(&t, 2, "");
    lay(&t, TOB_WHITE, "1 not-in-lake 2 not-in-beach");
    give_amulets(&t, ANNA, 1);

    refuse(&t, "1 amulet swap not-in-lake not-in-beach", TOB_REASON_P_OFF);
    assert_false(is_legal(&t, "1 amulet swap not-in-lake not-in-beach"));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(p1_a_second_rose_goes_on_the_clue_just_played),
        cmocka_unit_test(p1_any_clue_with_one_rose_of_ones_own_will_do),
        cmocka_unit_test(p1_the_card_must_lie_on_a_map),
        cmocka_unit_test(p1_the_location_must_not_be_known),
        cmocka_unit_test(p1_it_costs_an_amulet_and_a_rose),
        cmocka_unit_test(p1_without_the_option_there_is_no_such_power),
        cmocka_unit_test(p2_two_single_roses_are_swapped),
        cmocka_unit_test(p2_the_roses_may_be_of_any_two_owners),
        cmocka_unit_test(p2_two_double_claims_are_swapped),
        cmocka_unit_test(p2_a_single_and_a_double_are_not),
        cmocka_unit_test(p2_two_roses_of_one_owner_are_not),
        cmocka_unit_test(p2_the_clues_lie_on_one_map),
        cmocka_unit_test(p2_a_move_names_the_upper_clue_first_a_record_need_not),
        cmocka_unit_test(p2_the_location_must_not_be_known),
        cmocka_unit_test(p2_it_costs_an_amulet_and_needs_the_option),
    };

    return cmocka_run_group_tests_name("powers", tests, NULL, NULL);
}
