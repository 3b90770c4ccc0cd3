/* The rulebook's worked examples, as positions of the same shape on island ABC0. Names
 * begin with the clauses that the example shows. */
#include "positions.h"

static scene t;

/* ---- "Each clue eliminates spaces as possible treasure locations" ---- */

static void c5_example_anna_and_bobby_narrow_the_white_map(void **state)
{
    (void)state;
    begin(&t, 4, "");
    lay(&t, TOB_WHITE, "3 next-hut");
    hold(&t, ANNA, "in-jungle");
    hold(&t, BOBBY, "sight-statue");

    feed(&t, "1 clue white in-jungle\n");
    settle(&t);
    assert_sites(&t, TOB_WHITE, "d7 e7 g11 g13");
    feed(&t, "1 end\n2 clue white sight-statue\n");

    assert_sites(&t, TOB_WHITE, "d7 e7 g11");
}

static void c3_example_anna_can_add_in_jungle_to_the_white_map_only(void **state)
{
    (void)state;
    begin(&t, 4, "");
    lay(&t, TOB_WHITE, "2 next-hut");
    lay(&t, TOB_GREY, "2 not-in-jungle");
    lay(&t, TOB_BROWN, "3 in-largest-jungle");
    lay(&t, TOB_BLACK, "4 next-statue");
    leave_sites(&t, TOB_BLACK, "e5 f6 f7 h10 j4 k3"); /* no jungle beside a statue */
    hold(&t, ANNA, "in-jungle");

    refuse(&t, "1 clue grey in-jungle", TOB_REASON_C3_NOWHERE);
    refuse(&t, "1 clue brown in-jungle", TOB_REASON_C2_NOTHING);
    refuse(&t, "1 clue black in-jungle", TOB_REASON_C3_NOWHERE);
    feed(&t, "1 clue white in-jungle\n");
}

/* ---- "Two examples of how you can drive the 3 legs" ---- */

static void m1_example_lola_drives_through_jungle_and_mountains(void **state)
{
    (void)state;
    begin(&t, 4, "first 4\n");
    put_atv(&t, LOLA, "e7"); /* jungle; its end is e4, beside the mountains */

    feed(&t, "4 move\n4 leg e4\n4 leg e3\n4 leg b5\n");

    assert_atv(&t, LOLA, "b5");
    refuse(&t, "4 leg c5", TOB_REASON_M1_LEGS);
}

static void m1_example_bobby_drives_from_lake_to_scrubland_to_river(void **state)
{
    (void)state;
    begin(&t, 2, "first 2\n");
    put_atv(&t, BOBBY, "k7");

    feed(&t, "2 move\n2 leg k8\n2 leg m6\n2 leg n6\n"); /* lake, scrubland, river */

    assert_atv(&t, BOBBY, "n6");
}

/* ---- "Distributing a treasure" ---- */

/* From bottom to top: Anna, who raises, Bobby, Anna, Roger. */
static void distribution(void)
{
    begin(&t, 3, "");
    lay(&t, TOB_WHITE, "3 not-in-lake 1 not-in-beach 2 not-in-mountain");
    leave_sites(&t, TOB_WHITE, "h8");
    put_atv(&t, ANNA, "h8");
    hold(&t, BOBBY, "next-jungle");
    feed(&t, "1 raise white\nnature peek 1 2\nnature peek 1 6\nnature peek 2 3\n"
             "nature peek 3 4\nnature add 5\n");
    assert_int_equal(t.game.bag, 5);
}

static void d1_example_the_distribution_in_its_five_steps(void **state)
{
    (void)state;
    distribution();

    feed(&t, "nature reveal 2\n1 pass\n2 pass\n1 pass\n3 claim\n");
    assert_int_equal(coins_of(&t, ROGER), 2);
    assert_int_equal(t.game.roses[ROGER], 15);

    feed(&t, "nature reveal 6\n1 claim\n");
    assert_int_equal(coins_of(&t, ANNA), 6);

    feed(&t, "nature reveal 3\n2 pass\n1 pass\n");
    assert_int_equal(t.game.treasure_discards[3], 1);

    feed(&t, "nature reveal 4\n2 pass\n1 claim\n");
    assert_int_equal(coins_of(&t, ANNA), 10);
    assert_int_equal(t.game.roses[ANNA], 15);

    feed(&t, "nature reveal 5\n2 claim\n"); /* shown, though only Bobby is left */
    assert_int_equal(coins_of(&t, BOBBY), 5);
    assert_int_equal(t.game.roses[BOBBY], 15);

    assert_int_equal(t.game.phase, TOB_PHASE_RESTART);
    feed(&t, "2 clue white next-jungle\n"); /* Bobby starts the new map */
    settle(&t);
    assert_int_equal(t.game.turn, ANNA);
}

static void d1_example_each_step_asks_in_the_order_of_the_roses(void **state)
{
    (void)state;
    distribution();

    feed(&t, "nature reveal 2\n");
    refuse(&t, "2 pass", TOB_REASON_T5_SEAT);
    feed(&t, "1 pass\n");
    refuse(&t, "3 claim", TOB_REASON_T5_SEAT);
    feed(&t, "2 pass\n");
    refuse(&t, "3 claim", TOB_REASON_T5_SEAT); /* Anna is asked again */
    feed(&t, "1 pass\n3 claim\nnature reveal 6\n1 claim\nnature reveal 3\n");
    refuse(&t, "1 claim", TOB_REASON_T5_SEAT); /* Bobby's rose is the lowest now */
    feed(&t, "2 pass\n1 pass\nnature reveal 4\n2 pass\n1 claim\nnature reveal 5\n");
    refuse(&t, "1 claim", TOB_REASON_T5_SEAT);
}

/* ---- "Picking up amulets" ---- */

/* Here Lola sits in seat 2, before Roger. */
enum { LOLA_2 = 1 };

/* A on i4 in the mountains, B on j3 under Roger's ATV on the beach, C at the other end of
 * the beach, D two steps of other terrains away, E in the scrubland under Anna's. */
static void amulet_coast(void)
{
    begin(&t, 3, "first 2\n");
    put_atv(&t, LOLA_2, "h7");
    put_atv(&t, ROGER, "j3");
    put_atv(&t, ANNA, "m6");
    put_amulets(&t, "i4 j3 m3 m5 m6");
}

static void m3_example_lola_takes_a_and_snatches_b_from_under_roger(void **state)
{
    (void)state;
    amulet_coast();

    feed(&t, "2 move\n2 leg i4\n2 leg i3\n2 leg j3\n2 end\n");

    assert_int_equal(t.game.amulet[LOLA_2], 2);
    assert_string_equal(names_of(&t.board, t.game.amulets), "m3 m5 m6");
}

static void t1_example_roger_would_have_had_b_without_moving(void **state)
{
    (void)state;
    amulet_coast();

    feed(&t, "2 end\n");

    assert_int_equal(t.game.turn, ROGER);
    assert_int_equal(t.game.amulet[ROGER], 1);
}

static void m3_example_roger_takes_c_and_d_but_not_e(void **state)
{
    (void)state;
    amulet_coast();
    feed(&t, "2 move\n2 leg i4\n2 leg i3\n2 leg j3\n2 end\n");
    assert_int_equal(t.game.amulet[ROGER], 0);

    feed(&t, "3 move\n3 leg m3\n3 leg m4\n3 leg m5\n");
    assert_int_equal(t.game.amulet[ROGER], 2);
    refuse(&t, "3 leg m6", TOB_REASON_M1_LEGS);
    feed(&t, "3 amulet move\n3 leg m6\n"); /* there, but picking it up is not allowed */

    assert_int_equal(t.game.amulet[ROGER], 1);
    assert_true(amulet_lies_on(&t, "m6"));
}

static void a3_example_the_experts_hint(void **state)
{
    (void)state;
    amulet_coast();
    feed(&t, "2 move\n2 leg i4\n2 leg i3\n2 leg j3\n2 end\n");
    give_amulets(&t, ROGER, 1);

    feed(&t, "3 amulet move\n3 leg m3\n");
    assert_int_equal(t.game.amulet[ROGER], 0);
    assert_true(amulet_lies_on(&t, "m3"));
    feed(&t, "3 move\n3 leg m4\n3 leg m5\n3 leg m6\n3 end\n");

    assert_int_equal(t.game.amulet[ROGER], 2); /* D and E */
    assert_string_equal(names_of(&t.board, t.game.amulets), "m3");
}

/* ---- "An example": Lola raises four treasures in one turn ---- */

/* Lola raises a treasure below one clue of Anna's: a card each, and one more; she takes
 * one, Anna another, and Anna starts the map anew. */
static void raise_and_share(const char *raise, const char *restart)
{
    feed(&t, raise);
    feed(&t, "nature peek 4 2\nnature peek 1 3\nnature add 4\nnature reveal 2\n4 claim\n"
             "nature reveal 3\n1 claim\nnature reveal 4\n");
    feed(&t, restart);
    settle(&t);
    assert_int_equal(tob_to_move(&t.game), LOLA);
}

static void r1_example_lola_raises_four_treasures_in_one_turn(void **state)
{
    (void)state;
    begin(&t, 4, "first 4\n");
    lay(&t, TOB_GREY, "1 not-in-lake");
    leave_sites(&t, TOB_GREY, "h7 b4");
    lay(&t, TOB_BLACK, "1 not-in-beach");
    leave_sites(&t, TOB_BLACK, "h8");
    lay(&t, TOB_BROWN, "1 not-next-hut");
    leave_sites(&t, TOB_BROWN, "g8");
    lay(&t, TOB_WHITE, "1 not-next-palm");
    leave_sites(&t, TOB_WHITE, "g8");
    put_atv(&t, LOLA, "h7");
    give_amulets(&t, LOLA, 2);
    hold(&t, ANNA, "in-jungle in-lake in-beach in-mountain");

    refuse(&t, "4 raise grey", TOB_REASON_R1_UNKNOWN);
    feed(&t, "4 amulet remove grey b4\n");
    raise_and_share("4 raise grey\n", "1 clue grey in-jungle\n");
    feed(&t, "4 move\n4 leg h8\n");
    raise_and_share("4 raise black\n", "1 clue black in-lake\n");
    refuse(&t, "4 leg g8", TOB_REASON_M1_CLOSED);
    feed(&t, "4 amulet move\n4 leg g8\n");
    raise_and_share("4 raise white\n", "1 clue white in-beach\n");
    raise_and_share("4 raise brown\n", "1 clue brown in-mountain\n");
    feed(&t, "4 end\n");

    assert_int_equal(coins_of(&t, LOLA), 8);
    assert_int_equal(coins_of(&t, ANNA), 12);
    assert_int_equal(t.game.amulet[LOLA], 0);
    assert_int_equal(t.game.roses[LOLA], 15);
    assert_int_equal(t.game.turn, ANNA);
}

/* ---- "Cursed treasures", "Starting a new treasure hunt" ---- */

static void n2_example_a_curse_as_the_first_card_leaves_the_raiser_to_start(void **state)
{
    (void)state;
    begin(&t, 3, "");
    stack(&t, "2 3 4 5 6 curse curse", "", ROGER);
    lay(&t, TOB_WHITE, "2 not-in-lake");
    leave_sites(&t, TOB_WHITE, "h8");
    put_atv(&t, ANNA, "h8");
    hold(&t, ANNA, "in-jungle");

    feed(&t, "1 raise white\nnature peek 1 curse\nnature peek 2 3\nnature add 4\n"
             "nature curse\nnature reveal 3\nnature reveal 4\n1 clue white in-jungle\n");

    assert_int_equal(t.game.map[TOB_WHITE].length, 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(c5_example_anna_and_bobby_narrow_the_white_map),
        cmocka_unit_test(c3_example_anna_can_add_in_jungle_to_the_white_map_only),
        cmocka_unit_test(m1_example_lola_drives_through_jungle_and_mountains),
        cmocka_unit_test(m1_example_bobby_drives_from_lake_to_scrubland_to_river),
        cmocka_unit_test(d1_example_the_distribution_in_its_five_steps),
        cmocka_unit_test(d1_example_each_step_asks_in_the_order_of_the_roses),
        cmocka_unit_test(m3_example_lola_takes_a_and_snatches_b_from_under_roger),
        cmocka_unit_test(t1_example_roger_would_have_had_b_without_moving),
        cmocka_unit_test(m3_example_roger_takes_c_and_d_but_not_e),
        cmocka_unit_test(a3_example_the_experts_hint),
        cmocka_unit_test(r1_example_lola_raises_four_treasures_in_one_turn),
        cmocka_unit_test(n2_example_a_curse_as_the_first_card_leaves_the_raiser_to_start),
    };

    return cmocka_run_group_tests_name("examples", tests, NULL, NULL);
}
