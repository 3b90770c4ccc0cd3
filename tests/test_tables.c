/* Tables to ask: names of relations, landmarks and reasons, and the number of the rules.
 */
#include "support.h"

#include <unistd.h>

static void the_name_of_a_card_is_its_relation_and_its_landmark(void **state)
{
    (void)state;

    for (unsigned card = 0; card < tob_card_total(); card++) {
        const tob_clue clue = tob_card_clue(card);
        char name[64];
        snprintf(name, sizeof name, "%s-%s", tob_relation_name(clue.relation),
                 tob_landmark_name(clue.landmark));
        assert_string_equal(name, tob_card_name(card));
    }
}

static void every_relation_and_landmark_is_read_back(void **state)
{
    (void)state;

    for (unsigned i = 0; i < TOB_RELATION_COUNT * TOB_LANDMARK_COUNT; i++) {
        const unsigned relation = i % TOB_RELATION_COUNT;
        const unsigned landmark = i / TOB_RELATION_COUNT;
        const bool sound = relation % TOB_NOT_IN != TOB_IN || landmark < TOB_LANDMARK_HUT;
        tob_clue clue = {99, 99};
        char name[64];
        snprintf(name, sizeof name, "%s-%s", tob_relation_name(relation),
                 tob_landmark_name(landmark));
        assert_int_equal(tob_clue_find(name, strlen(name), &clue), sound);
        assert_int_equal(clue.relation, sound ? relation : 99);
        assert_int_equal(clue.landmark, sound ? landmark : 99);
    }
}

static void reasons_have_names_that_begin_with_their_clause(void **state)
{
    (void)state;

    assert_string_equal(tob_reason_name(TOB_OK), "OK");
    assert_string_equal(tob_reason_name(TOB_REASON_C2_NOTHING), "C2_NOTHING");
    for (unsigned a = 1; a < TOB_REASON_COUNT; a++) {
        const char *name = tob_reason_name((tob_reason)a);
        assert_non_null(strchr(name, '_'));
        for (unsigned b = 0; b < a; b++)
            assert_string_not_equal(name, tob_reason_name((tob_reason)b));
    }
}

/* ---- The number of the rules ---- */

/* The hash that the generator writes for the data of a folder. */
static uint64_t hash_of(const char *folder)
{
    unsigned long long hash = 0;
    char line[8192];
    FILE *pipe;

    snprintf(line, sizeof line, "build/generate tables %s", folder);
    pipe = popen(line, "r");
    assert_non_null(pipe);
    while (fgets(line, sizeof line, pipe))
        sscanf(line, "const uint64_t tob_data_hash = UINT64_C(0x%llx", &hash);
    assert_int_equal(pclose(pipe), 0);
    assert_true(hash != 0);
    return hash;
}

/* The hash of data/ after a change by sed. */
static uint64_t hash_after(const char *script, const char *file)
{
    char folder[] = "/tmp/tobago-data-XXXXXX", command[512];
    uint64_t hash;

    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command, "cp data/*.txt %s && sed -i '%s' %s/%s", folder,
             script, folder, file);
    assert_int_equal(system(command), 0);
    hash = hash_of(folder);
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    return hash;
}

static void the_number_of_the_rules_follows_from_version_and_data(void **state)
{
    const uint64_t hash = hash_of("data");
    (void)state;

    assert_true(tob_rules_id() == ((hash & ~UINT64_C(0xff)) | TOB_RULES_VERSION));
    assert_true(hash_after("1i # a comment", "clues.txt") == hash);
    assert_true(hash_after("s/[0-9]$/1/", "weights.txt") == hash);
    assert_true(hash_after("s/^\\([0-9]*\\) 2$/1 2/", "treasures.txt") != hash);
    assert_true(hash_after("s/^in-jungle$/in-x/; s/^in-lake$/in-jungle/; "
                           "s/^in-x$/in-lake/",
                           "clues.txt") != hash);
    assert_true(hash_after("s/^lava .*/lava 3/", "volcano.txt") != hash);
    assert_true(hash_after("s/,B/,J/", "sections.txt") != hash);
}

/* A stored game refers to it: change it knowingly, with TOB_RULES_VERSION or the data. */
static void the_number_of_the_rules_is_the_one_of_stored_games(void **state)
{
    (void)state;

    assert_true(tob_rules_id() == UINT64_C(0xb4794e50ee12a202));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_name_of_a_card_is_its_relation_and_its_landmark),
        cmocka_unit_test(every_relation_and_landmark_is_read_back),
        cmocka_unit_test(reasons_have_names_that_begin_with_their_clause),
        cmocka_unit_test(the_number_of_the_rules_follows_from_version_and_data),
        cmocka_unit_test(the_number_of_the_rules_is_the_one_of_stored_games),
    };

    return cmocka_run_group_tests_name("tables", tests, NULL, NULL);
}
