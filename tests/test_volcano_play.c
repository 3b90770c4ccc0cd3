/* Clauses V5, V6 and V7: driving over lava, volcanic clues, and what statues see. */
#include "chance.h"
#include "volcano.h"

static scene t;
static tob_moves moves;

/* ---- V5: the price of lava ---- */

/* Anna stands on f5 beside lava on f6 and f7; her movement is open. */
static void arrange_lava(unsigned amulets, const char *cards)
{
    begin_volcano(&t, "experienced");
    pour(&t, "f6 f7");
    put_atv(&t, ANNA, "f5");
    give_amulets(&t, ANNA, amulets);
    give_cards(&t, ANNA, cards);
    feed(&t, "1 move\n");
}

static void v5_no_atv_enters_the_volcano(void **state)
{
    (void)state;
    arrange_lava(2, "6");
    put_atv(&t, ANNA, "g5");

    refuse(&t, "1 leg g6", TOB_REASON_V5_VOLCANO);
    assert_false(is_legal(&t, "1 leg g6"));
    feed(&t, "1 leg f6\n");
    refuse(&t, "1 leg g6", TOB_REASON_V5_VOLCANO); /* from lava neither */
}

static void v5_lava_is_crossed_for_an_amulet(void **state)
{
    (void)state;
    arrange_lava(1, "6");
    const unsigned pile = t.game.amulet_pile;

    feed(&t, "1 leg f6\n1 leg e6\n");

    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_int_equal(t.game.amulet_pile, pile + 1u); /* A6 */
    assert_int_equal(coins_of(&t, ANNA), 6);
    assert_atv(&t, ANNA, "e6");
}

static void v5_without_an_amulet_the_best_card_is_the_price(void **state)
{
    (void)state;
    arrange_lava(0, "3 6 4");

    feed(&t, "1 leg f6\n");

    assert_int_equal(coins_of(&t, ANNA), 7);
    assert_int_equal(t.game.treasure_discards[6], 1);
    feed(&t, "1 leg e6\n1 end\n");
}

static void v5_with_neither_nobody_crosses(void **state)
{
    (void)state;
    arrange_lava(0, "");

    refuse(&t, "1 leg f6", TOB_REASON_V5_PAY);
    assert_false(is_legal(&t, "1 leg f6"));
    give_amulets(&t, BOBBY, 3); /* the others' do not help */
    refuse(&t, "1 leg f6", TOB_REASON_V5_PAY);
}

static void v5_the_price_is_paid_once_a_movement(void **state)
{
    (void)state;
    arrange_lava(3, "");

    feed(&t, "1 leg f6\n1 leg f7\n1 leg f8\n"); /* connected lava is one area */

    assert_int_equal(t.game.amulet[ANNA], 2);
    assert_atv(&t, ANNA, "f8");
}

static void v5_the_last_amulet_is_enough_for_the_whole_movement(void **state)
{
    (void)state;
    arrange_lava(1, "");

    feed(&t, "1 leg f6\n1 leg f7\n");

    assert_int_equal(t.game.amulet[ANNA], 0);
    feed(&t, "1 leg f8\n");
}

static void v5_a_second_movement_pays_anew(void **state)
{
    (void)state;
    arrange_lava(3, "");
    feed(&t, "1 leg f6\n1 leg f5\n1 amulet move\n");
    assert_int_equal(t.game.amulet[ANNA], 1);

    feed(&t, "1 leg f6\n");

    assert_int_equal(t.game.amulet[ANNA], 0);
    feed(&t, "1 leg f5\n1 end\n");
}

static void v5_a_movement_that_was_paid_for_does_not_pay_the_next(void **state)
{
    (void)state;
    arrange_lava(2, "");
    feed(&t, "1 leg f6\n1 leg f5\n1 amulet move\n");

    refuse(&t, "1 leg f6", TOB_REASON_V5_PAY);
}

static void v5_each_movement_knows_for_itself_whether_lava_was_paid(void **state)
{
    (void)state;
    arrange_lava(4, "");
    feed(&t, "1 amulet move\n1 leg f6\n1 leg f5\n"); /* the extra one pays */
    assert_int_equal(t.game.amulet[ANNA], 2);
    assert_int_equal(tob_legs_suspended(&t.game), 3);
    feed(&t, "1 move\n");
    assert_false(tob_lava_paid(&t.game));

    feed(&t, "1 leg f6\n1 leg f5\n"); /* the main one pays for itself */

    assert_int_equal(t.game.amulet[ANNA], 1);
}

static void v5_a_suspended_movement_stays_paid(void **state)
{
    (void)state;
    arrange_lava(2, "");
    feed(&t, "1 leg f6\n1 leg f5\n1 amulet move\n1 leg e5\n1 leg f5\n1 move\n");

    assert_true(tob_lava_paid(&t.game));
    assert_int_equal(tob_lava_toll(&t.game).kind, TOB_TOLL_NOTHING);
    assert_int_equal(t.game.amulet[ANNA], 0);
    refuse(&t, "1 leg f6", TOB_REASON_V5_LEGS); /* its one leg would end there */
}

static void v5_unconnected_lava_is_another_area(void **state)
{
    (void)state;
    arrange_lava(1, "");
    pour(&t, "j7 h5");
    feed(&t, "1 leg f6\n");

    refuse(&t, "1 leg j7", TOB_REASON_M1_FAR); /* the volcano lies between */
    refuse(&t, "1 leg b5", TOB_REASON_M1_FAR);
    refuse(&t, "1 leg f6", TOB_REASON_M1_SAME);
}

/* ---- V5: never to stay ---- */

static void v5_the_last_leg_does_not_end_on_lava(void **state)
{
    (void)state;
    arrange_lava(2, "5");
    feed(&t, "1 leg e5\n1 leg f5\n");

    refuse(&t, "1 leg f6", TOB_REASON_V5_LEGS);
    assert_false(is_legal(&t, "1 leg f6"));
    assert_int_equal(t.game.amulet[ANNA], 2);
}

static void v5_a_leg_is_refused_if_the_others_cannot_lead_off(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    pour(&t, "g8 h9 i8 g9 i9 h10"); /* h9 has no space beside it */
    put_atv(&t, ANNA, "g10");
    give_amulets(&t, ANNA, 2);
    feed(&t, "1 move\n1 leg g9\n");

    refuse(&t, "1 leg h9", TOB_REASON_V5_LEGS); /* one leg leads only to more lava */
    assert_false(is_legal(&t, "1 leg h9"));
    feed(&t, "1 leg i9\n");
    refuse(&t, "1 leg g9", TOB_REASON_V5_LEGS);
    feed(&t, "1 leg j9\n");
}

static void v5_on_lava_only_legs_are_possible(void **state)
{
    (void)state;
    static const char *const others[] = {
        "1 end",
        "1 move",
        "1 exchange",
        "1 raise grey",
        "1 clue white in-beach",
        "1 volcanic white next-volcano not-in-beach",
        "1 amulet move",
        "1 amulet exchange",
        "1 amulet clue white in-beach",
        "1 amulet volcanic white next-volcano not-in-beach",
        "1 amulet remove white c7",
        "1 amulet double next-hut",
        "1 amulet swap in-jungle next-hut",
    };
    arrange_lava(3, "");
    lay(&t, TOB_WHITE, "1 next-hut");
    hold(&t, ANNA, "in-beach not-in-beach");
    feed(&t, "1 leg f6\n");

    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++)
        refuse(&t, others[i], TOB_REASON_V5_ON_LAVA);
    tob_legal(&t.game, &t.board, &moves);
    for (unsigned i = 0; i < moves.count; i++)
        assert_int_equal(moves.move[i].kind, TOB_MOVE_LEG);
    assert_true(moves.count > 0);
}

static void v5_between_two_legs_off_lava_everything_is_possible(void **state)
{
    (void)state;
    arrange_lava(2, "");

    feed(&t, "1 leg f6\n1 leg e6\n1 amulet exchange\n");
    settle(&t);
    feed(&t, "1 leg e5\n"); /* X1 does not end the movement */
}

/* ---- V6: volcanic clues ---- */

/* White lies in the jungle; of Anna's cards only the last two are legal there. */
static void arrange_clues(void)
{
    begin_volcano(&t, "");
    lay(&t, TOB_WHITE, "2 in-jungle");
    hold(&t, ANNA, "in-beach not-in-beach in-largest-jungle next-river");
}

static void v6_an_illegal_card_is_given_up_for_a_volcanic_clue(void **state)
{
    (void)state;
    arrange_clues();
    const unsigned card = card_of("next-volcano");

    feed(&t, "1 volcanic white next-volcano in-beach\n");

    assert_sites(&t, TOB_WHITE, "g8 h9 i8");
    assert_int_equal(t.game.map[TOB_WHITE].lowest, card);
    assert_int_equal(t.game.rose[card], tob_rose(ANNA, 1));
    assert_int_equal(t.game.roses[ANNA], TOB_ROSES - 1);
    assert_true(t.game.discards >> card_of("in-beach") & 1);
    assert_false(holds(&t, ANNA, "in-beach"));
    assert_int_equal(tob_to_move(&t.game), TOB_NATURE); /* C4 */
    settle(&t);
    assert_int_equal(t.game.hand_size[ANNA], 6);
    refuse(&t, "1 clue grey not-in-beach", TOB_REASON_T2_DONE);
    refuse(&t, "1 volcanic grey next-lava not-in-beach", TOB_REASON_T2_DONE);
}

static void v6_a_card_that_removes_nothing_will_do_too(void **state)
{
    (void)state;
    arrange_clues();

    feed(&t, "1 volcanic white not-next-lava not-in-beach\n");

    assert_true(t.game.discards >> card_of("not-in-beach") & 1);
}

static void v6_a_legal_card_is_not_given_up(void **state)
{
    (void)state;
    arrange_clues();

    refuse(&t, "1 volcanic white next-volcano in-largest-jungle", TOB_REASON_V6_LEGAL);
    refuse(&t, "1 volcanic grey next-volcano in-beach", TOB_REASON_V6_LEGAL);
    assert_false(is_legal(&t, "1 volcanic white next-volcano in-largest-jungle"));
}

static void v6_the_card_comes_from_the_hand_the_clue_from_the_side(void **state)
{
    (void)state;
    arrange_clues();

    refuse(&t, "1 volcanic white next-volcano in-lake", TOB_REASON_V6_HAND);
    refuse(&t, "1 volcanic white next-volcano next-lava", TOB_REASON_V6_HAND);
    refuse(&t, "1 volcanic white next-volcano in-jungle", TOB_REASON_V6_HAND);
    refuse(&t, "1 volcanic white next-hut in-beach", TOB_REASON_V6_SIDE);
    refuse(&t, "1 clue white next-volcano", TOB_REASON_C1_HAND);
}

static void v6_each_volcanic_clue_exists_once(void **state)
{
    (void)state;
    arrange_clues();
    lay_volcanic(&t, TOB_GREY, BOBBY, "next-volcano");

    refuse(&t, "1 volcanic white next-volcano in-beach", TOB_REASON_V6_SIDE);
    assert_false(is_legal(&t, "1 volcanic white next-volcano in-beach"));
    assert_true(is_legal(&t, "1 volcanic white not-next-volcano in-beach"));
}

static void v6_the_volcanic_clue_must_be_legal_itself(void **state)
{
    (void)state;
    arrange_clues();
    leave_sites(&t, TOB_WHITE, "c6 e7"); /* neither beside the volcano */

    refuse(&t, "1 volcanic white next-volcano in-beach", TOB_REASON_C3_NOWHERE);
    refuse(&t, "1 volcanic white not-next-volcano in-beach", TOB_REASON_C2_NOTHING);
    leave_sites(&t, TOB_WHITE, "c6");
    refuse(&t, "1 volcanic white next-lava in-beach", TOB_REASON_C3_KNOWN);
    assert_false(is_legal(&t, "1 volcanic white next-volcano in-beach"));
}

static void v6_it_needs_a_rose(void **state)
{
    (void)state;
    arrange_clues();
    lay(&t, TOB_GREY,
        "1+ not-in-lake 1+ not-in-mountain 1+ not-in-scrubland 1+ not-next-hut "
        "1+ not-next-palm 1+ not-next-statue 1+ not-next-ocean 1 not-sight-statue");
    assert_int_equal(t.game.roses[ANNA], 0);

    refuse(&t, "1 volcanic white next-volcano in-beach", TOB_REASON_C1_ROSE);
    assert_false(is_legal(&t, "1 volcanic white next-volcano in-beach"));
}

static void v6_an_amulet_plays_one_more(void **state)
{
    (void)state;
    arrange_clues();
    refuse(&t, "1 amulet volcanic white next-volcano in-beach", TOB_REASON_A2_AMULET);
    give_amulets(&t, ANNA, 1);
    refuse(&t, "1 amulet volcanic white next-volcano next-river", TOB_REASON_V6_LEGAL);

    feed(&t, "1 amulet volcanic white next-volcano in-beach\n");
    settle(&t);

    assert_sites(&t, TOB_WHITE, "g8 h9 i8");
    assert_int_equal(t.game.amulet[ANNA], 0);
    assert_true(is_legal(&t, "1 move")); /* A2 leaves the main action */
}

static void v6_a_volcanic_clue_carries_double_claims_and_swaps(void **state)
{
    (void)state;
    begin_volcano(&t, "experienced");
    lay(&t, TOB_WHITE, "2 in-jungle");
    lay_volcanic(&t, TOB_WHITE, ANNA, "next-volcano");
    give_amulets(&t, ANNA, 2);

    feed(&t, "1 amulet swap in-jungle next-volcano\n");
    assert_int_equal(t.game.rose[card_of("next-volcano")], tob_rose(BOBBY, 1));
    feed(&t, "1 amulet double in-jungle\n");
    assert_int_equal(t.game.rose[card_of("in-jungle")], tob_rose(ANNA, 2));
}

static void v6_it_returns_to_the_side_when_the_treasure_is_raised(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    lay_volcanic(&t, TOB_WHITE, ANNA, "next-lava");
    leave_sites(&t, TOB_WHITE, "k11");
    hold(&t, ANNA, "in-beach");
    assert_int_equal(t.game.side, 11);
    const uint64_t discards = t.game.discards;

    raise_white(&t);

    assert_int_equal(t.game.side, 15);
    assert_true(t.game.discards == discards); /* it is no card of the deck */
    assert_true(is_legal(&t, "1 clue white in-beach"));
    sound(&t);
}

static void v6_the_card_given_up_is_seen_by_all(void **state)
{
    (void)state;
    arrange_clues();
    see_as(&t, BOBBY);
    assert_true(holds(&t, ANNA, "in-beach")); /* as far as he knows */

    feed(&t, "1 volcanic white next-volcano in-beach\n");

    assert_true(t.game.discards >> card_of("in-beach") & 1);
    assert_false(holds(&t, ANNA, "in-beach"));
    assert_false(t.game.deck >> card_of("in-beach") & 1);
    feed(&t, "nature draw 1 ?\n");
}

/* ---- V6 and N2 ---- */

/* No hut is left, so no clue about huts is legal (L6), and Anna holds no other. */
static void arrange_restart(void)
{
    begin_volcano(&t, "");
    locate(&t, TOB_WHITE, ANNA, "k11");
    hold(&t, ANNA, "next-hut not-next-hut sight-hut");
    pour(&t, "i5 f8 e8 d8 g8 g9 g10 g11 g12 j8 k8 l8 m8");
}

static void v6_a_volcanic_clue_may_start_the_next_map(void **state)
{
    (void)state;
    arrange_restart();
    raise_white(&t);
    refuse(&t, "1 clue white next-hut", TOB_REASON_C3_NOWHERE);
    refuse(&t, "1 volcanic grey next-volcano next-hut", TOB_REASON_N2_MAP);

    feed(&t, "1 volcanic white next-volcano next-hut\n");
    settle(&t);

    assert_int_equal(t.game.map[TOB_WHITE].length, 1);
    assert_false(tob_hexset_is_empty(t.game.amulets)); /* N3 followed */
    assert_int_equal(tob_to_move(&t.game), ANNA);
    assert_true(is_legal(&t, "1 move")); /* no main action was used */
}

static void n2_who_could_start_with_a_volcanic_clue_must(void **state)
{
    (void)state;
    arrange_restart();
    raise_white(&t);

    refuse(&t, "1 cannot", TOB_REASON_N2_CAN);
    assert_false(is_legal(&t, "1 cannot"));
}

static void n2_without_a_volcanic_clue_at_the_side_she_cannot(void **state)
{
    (void)state;
    arrange_restart();
    lay_volcanic(&t, TOB_GREY, BOBBY, "next-volcano");
    lay_volcanic(&t, TOB_BROWN, BOBBY, "not-next-volcano");
    lay_volcanic(&t, TOB_BROWN, BOBBY, "not-next-lava");
    lay_volcanic(&t, TOB_BLACK, BOBBY, "next-lava");
    raise_white(&t);

    assert_true(is_legal(&t, "1 cannot"));
    feed(&t, "1 cannot\n");
    assert_int_equal(t.game.map[TOB_WHITE].length, 0);
}

static void n2_an_empty_hand_cannot_give_up_a_card(void **state)
{
    (void)state;
    arrange_restart();
    hold(&t, ANNA, "");
    raise_white(&t);

    feed(&t, "1 cannot\n");
}

/* ---- V7: statues ---- */

/* The white treasure has been shared out and its map begun again. */
static void let_amulets_surface(void)
{
    locate(&t, TOB_WHITE, ANNA, "k11");
    hold(&t, ANNA, "in-jungle");
    raise_white(&t);
    feed(&t, "1 clue white in-jungle\n");
    settle(&t);
}

static void v7_statues_see_across_the_volcano_and_lava(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    pour(&t, "f7"); /* e6, then lava, volcano, volcano, i8 and on to m10 */
    t.game.facing[1] = TOB_SE;

    let_amulets_surface();

    assert_true(amulet_lies_on(&t, "m10"));
    assert_int_equal(t.game.facing[1], TOB_S);
}

static void v7_the_amulet_comes_to_the_farthest_space_before_lava(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    pour(&t, "m10");
    t.game.facing[1] = TOB_SE;

    let_amulets_surface();

    assert_true(amulet_lies_on(&t, "l10"));
}

static void v7_without_a_space_in_sight_no_amulet_comes(void **state)
{
    (void)state;
    begin_volcano(&t, "");
    pour(&t, "h9 h10 i10 i11 h12 h13"); /* all that h11 sees in the south */
    t.game.facing[2] = TOB_S;
    assert_int_equal(tob_board_ray_end(&t.board, t.game.statue[2], TOB_S), TOB_NONE);

    let_amulets_surface();

    assert_int_equal(tob_hexset_count(t.game.amulets), 2); /* of the other two */
    assert_int_equal(t.game.facing[2], TOB_SW);            /* it turns all the same */
    sound(&t);
}

/* ---- Random games against the slow rules ---- */

static void compare_legs(const slow *s)
{
    const tob_hexset legal = legal_spaces(&t.game, &t.board, TOB_MOVE_LEG);

    if (!tob_hexset_equal(legal, slow_legs(s, &t.game)))
        fail_msg("legs to %s", names_of(&t.board, legal));
}

static bool is_legal_clue(unsigned treasure, unsigned card)
{
    const tob_hexset sites = t.game.map[treasure].sites;
    const unsigned left = tob_hexset_count(tob_hexset_and(sites, t.board.allowed[card]));

    return left > 0 && left < tob_hexset_count(sites);
}

/* Every treasure, every volcanic clue, every card of the hand. */
static void compare_volcanic(void)
{
    const unsigned seat = t.game.seat;
    unsigned expected = 0, listed = 0;

    for (unsigned i = 0; i < 16 * tob_card_count(); i++) {
        const unsigned treasure = i % 4, card = tob_card_count() + i / 4 % 4;
        expected += t.game.roses[seat] && (t.game.hand[seat] >> i / 16 & 1) &&
                    (t.game.side >> i / 4 % 4 & 1) && is_legal_clue(treasure, card) &&
                    !is_legal_clue(treasure, i / 16);
    }
    tob_legal(&t.game, &t.board, &moves);
    for (unsigned i = 0; i < moves.count; i++)
        listed += moves.move[i].kind == TOB_MOVE_VOLCANIC;
    assert_int_equal(listed, expected);
}

static void compare_rays(const slow *s)
{
    for (unsigned i = 0; i < 18; i++) {
        const unsigned statue = t.game.statue[i / 6];
        const unsigned end = tob_board_ray_end(&t.board, statue, i % 6);
        oracle_hex hex;
        if (!oracle_ray_end(&s->island, s->hex[statue], (int)(i % 6), &hex))
            assert_int_equal(end, TOB_NONE);
        else
            assert_int_equal(end, tob_board_at(&t.board, hex.q, hex.r));
    }
}

/* Crosses lava wherever it can. */
static tob_move choose(tob_rng *rng, unsigned number)
{
    for (unsigned i = 0; i < moves.count; i++)
        if (moves.move[i].kind == TOB_MOVE_LEG &&
            t.board.terrain[moves.move[i].space] == TOB_LAVA && tob_rng_below(rng, 3))
            return moves.move[i];
    return chance_move(rng, &t.game, &moves, number);
}

static unsigned play_and_compare(tob_rng *rng, unsigned number)
{
    unsigned crossings = 0;

    for (unsigned most = 1000; most && tob_to_move(&t.game) != TOB_NOBODY; most--) {
        tob_move move;
        if (t.game.phase == TOB_PHASE_TURN) {
            slow s;
            if (tob_legs_left(&t.game) || most % 50 == 0) {
                slow_init(&s, &t.game, &t.board);
                compare_legs(&s);
                compare_rays(&s);
            }
            if (!t.game.main_done && t.board.terrain[t.game.atv[t.game.turn]] != TOB_LAVA)
                compare_volcanic();
            while (number % 2 && t.game.amulet_pile > 8) { /* wealth, to pay with */
                t.game.amulet_pile--;
                t.game.amulet[most % t.game.players]++;
            }
        }
        tob_legal(&t.game, &t.board, &moves);
        move = choose(rng, number);
        crossings += move.kind == TOB_MOVE_LEG && t.board.terrain[move.space] == TOB_LAVA;
        tob_apply(&t.game, &t.board, move);
    }
    return crossings;
}

static void v5_v6_v7_moves_are_those_of_the_slow_rules(void **state)
{
    (void)state;
    const unsigned games = games_to_play(40, 800);
    unsigned crossings = 0;
    tob_rng rng;

    tob_rng_init(&rng, chance_seed(), 5);
    for (unsigned number = 0; number < games; number++) {
        const tob_config config = {.island = (uint8_t)tob_rng_below(&rng, TOB_ISLANDS),
                                   .players = (uint8_t)(2 + number % 3),
                                   .options = TOB_OPTION_VOLCANO};
        tob_board_init(&t.board, config.island);
        assert_int_equal(tob_game_init(&t.game, &t.board, &config), TOB_OK);
        crossings += play_and_compare(&rng, number);
    }
    printf("# %u legs onto lava\n", crossings);
    assert_true(crossings > 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(v5_no_atv_enters_the_volcano),
        cmocka_unit_test(v5_lava_is_crossed_for_an_amulet),
        cmocka_unit_test(v5_without_an_amulet_the_best_card_is_the_price),
        cmocka_unit_test(v5_with_neither_nobody_crosses),
        cmocka_unit_test(v5_the_price_is_paid_once_a_movement),
        cmocka_unit_test(v5_the_last_amulet_is_enough_for_the_whole_movement),
        cmocka_unit_test(v5_a_second_movement_pays_anew),
        cmocka_unit_test(v5_a_movement_that_was_paid_for_does_not_pay_the_next),
        cmocka_unit_test(v5_each_movement_knows_for_itself_whether_lava_was_paid),
        cmocka_unit_test(v5_a_suspended_movement_stays_paid),
        cmocka_unit_test(v5_unconnected_lava_is_another_area),
        cmocka_unit_test(v5_the_last_leg_does_not_end_on_lava),
        cmocka_unit_test(v5_a_leg_is_refused_if_the_others_cannot_lead_off),
        cmocka_unit_test(v5_on_lava_only_legs_are_possible),
        cmocka_unit_test(v5_between_two_legs_off_lava_everything_is_possible),
        cmocka_unit_test(v6_an_illegal_card_is_given_up_for_a_volcanic_clue),
        cmocka_unit_test(v6_a_card_that_removes_nothing_will_do_too),
        cmocka_unit_test(v6_a_legal_card_is_not_given_up),
        cmocka_unit_test(v6_the_card_comes_from_the_hand_the_clue_from_the_side),
        cmocka_unit_test(v6_each_volcanic_clue_exists_once),
        cmocka_unit_test(v6_the_volcanic_clue_must_be_legal_itself),
        cmocka_unit_test(v6_it_needs_a_rose),
        cmocka_unit_test(v6_an_amulet_plays_one_more),
        cmocka_unit_test(v6_a_volcanic_clue_carries_double_claims_and_swaps),
        cmocka_unit_test(v6_it_returns_to_the_side_when_the_treasure_is_raised),
        cmocka_unit_test(v6_the_card_given_up_is_seen_by_all),
        cmocka_unit_test(v6_a_volcanic_clue_may_start_the_next_map),
        cmocka_unit_test(n2_who_could_start_with_a_volcanic_clue_must),
        cmocka_unit_test(n2_without_a_volcanic_clue_at_the_side_she_cannot),
        cmocka_unit_test(n2_an_empty_hand_cannot_give_up_a_card),
        cmocka_unit_test(v7_statues_see_across_the_volcano_and_lava),
        cmocka_unit_test(v7_the_amulet_comes_to_the_farthest_space_before_lava),
        cmocka_unit_test(v7_without_a_space_in_sight_no_amulet_comes),
        cmocka_unit_test(v5_v6_v7_moves_are_those_of_the_slow_rules),
    };

    return cmocka_run_group_tests_name("volcano_play", tests, NULL, NULL);
}
