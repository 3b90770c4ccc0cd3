/* The smallest end to end: a record is read, played on and refused. */
#include "support.h"

static void a_game_begins(void **state)
{
    static table t;
    (void)state;

    rec_init(&t);
    feed(&t, "tobago 1\nplayers red blue\nisland AbC1\n");
    assert_int_equal(tob_to_move(&t.game), TOB_NATURE);
    refuse(&t, "1 move", TOB_REASON_O4_FIRST);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(a_game_begins)};

    return cmocka_run_group_tests_name("smoke", tests, NULL, NULL);
}
