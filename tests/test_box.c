/* A board on a table: names as people type them, the finder of islands, pictures. */
#include "host/text.h"
#include "support.h"

#include "box/finder.h"
#include "box/setting.h"
#include "host/picture.h"
#include "tobago/names.h"

/* ---- Names ---- */

static const char *clue_of(const char *text)
{
    static char name[32];
    tob_clue clue;

    if (!box_find_clue(box_span_of(text), &clue))
        return "none";
    box_clue_name(clue, name);
    return name;
}

static void clues_are_read_in_any_case_with_blanks_or_hyphens(void **state)
{
    (void)state;

    assert_string_equal(clue_of("not next to a hut"), "not-next-hut");
    assert_string_equal(clue_of("NOT-NEXT-HUT"), "not-next-hut");
    assert_string_equal(clue_of("Not_In Sight of the Largest   Lake"),
                        "not-sight-largest-lake");
    assert_string_equal(clue_of("on a beach"), "in-beach");
    assert_string_equal(clue_of("not in mountains"), "not-in-mountain");
    assert_string_equal(clue_of("in the biggest area of jungle"), "in-largest-jungle");
    assert_string_equal(clue_of("next to palm trees"), "next-palm");
    assert_string_equal(clue_of("sight sea"), "sight-ocean");
}

static void clues_that_are_none_are_not_read(void **state)
{
    static const char *const wrong[] = {"",
                                        "hut",
                                        "in",
                                        "not",
                                        "in-hut",
                                        "not in hut",
                                        "next",
                                        "in jungle in",
                                        "largest lake",
                                        "in-largest-hut",
                                        "in jungle lake",
                                        "not not in jungle",
                                        "in-jungle\xff",
                                        "next-largest-ocean"};

    (void)state;
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_string_equal(clue_of(wrong[i]), "none");
}

static void every_clue_is_read_from_its_name_and_its_phrase(void **state)
{
    unsigned count = 0;
    char store[32];

    (void)state;
    for (; box_clue_at(count, store); count++) {
        char phrase[64];
        tob_clue clue;
        assert_string_equal(clue_of(store), store);
        assert_true(tob_clue_find(store, strlen(store), &clue));
        box_clue_phrase(clue, phrase);
        assert_string_equal(clue_of(phrase), store);
    }
    assert_int_equal(count, 96); /* 12 terrains by 6 relations, 6 others by 4 */
}

static void several_clues_follow_each_other_in_one_text(void **state)
{
    char why[BOX_WHY_MAX] = "";
    tob_clue clues[4];

    (void)state;
    assert_int_equal(box_read_clues(box_span_of("not next to a hut in-jungle, in sight "
                                                "of the largest lake"),
                                    clues, 4, why),
                     3);
    assert_int_equal(clues[0].relation, TOB_NOT_NEXT);
    assert_int_equal(clues[1].landmark, TOB_JUNGLE);
    assert_int_equal(clues[2].landmark, TOB_LANDMARK_LARGEST + TOB_LAKE);

    assert_int_equal(box_read_clues(box_span_of("in-jungle nxt to a hut"), clues, 4, why),
                     0);
    assert_non_null(strstr(why, "'nxt to a hut'"));
    assert_non_null(strstr(why, "did you mean next-hut?"));
}

static void names_are_as_far_apart_as_the_letters_that_differ(void **state)
{
    (void)state;
    assert_int_equal(host_distance("next-hut", "next-hut"), 0);
    assert_int_equal(host_distance("Next hut", "next-hut"), 2); /* case, hyphen */
    assert_int_equal(host_distance("nxt-hut", "next-hut"), 2);
    assert_int_equal(host_distance("next-hut", "nxt-hut"), 2);
    assert_int_equal(host_distance("next-hat", "next-hut"), 2);
    assert_int_equal(host_distance("netx-hut", "next-hut"), 2);
    assert_int_equal(host_distance("", "hut"), 6);
    assert_int_equal(host_distance("palm", "lake"), 6);
}

static void a_wrong_name_gets_the_nearest_right_ones(void **state)
{
    char why[BOX_WHY_MAX];
    tob_board board;

    (void)state;
    box_explain_clue(why, box_span_of("not-next-hat"));
    assert_string_equal(why, "'not-next-hat' is not a clue (L); did you mean "
                             "not-next-hut?");
    box_explain_clue(why, box_span_of("xyzzy"));
    assert_null(strstr(why, "did you mean"));
    box_explain_island(why, box_span_of("AbC2"));
    assert_non_null(strstr(why, "AbC0, AbC1"));
    tob_board_init(&board, 0);
    box_explain_space(why, &board, box_span_of("a5"));
    assert_non_null(strstr(why, "the nearest are b"));
    /* A text of any bytes and length is only shown in part. */
    char large[5000];
    memset(large, '%', sizeof large);
    box_explain_clue(why, (box_span){large, sizeof large});
    assert_true(strlen(why) < BOX_WHY_MAX);
}

static void names_of_all_kinds_are_read_tolerantly(void **state)
{
    tob_board board;

    (void)state;
    tob_board_init(&board, 0);
    assert_int_equal(box_find_direction(box_span_of("north-east")), TOB_NE);
    assert_int_equal(box_find_direction(box_span_of("sw")), TOB_SW);
    assert_int_equal(box_find_direction(box_span_of("E")), -1);
    assert_int_equal(box_find_object(box_span_of("Palm tree")), TOB_PALM);
    assert_int_equal(box_find_treasure(box_span_of("GRAY")), TOB_GREY);
    assert_int_equal(box_find_treasure(box_span_of("n")), TOB_BROWN);
    assert_int_equal(box_find_triad(box_span_of("Beach Jungle")), 0);
    assert_int_equal(box_find_space(&board, box_span_of("H8")),
                     tob_space_find(&board, "h8", 2));
    assert_int_equal(box_find_space(&board, box_span_of("h08")), TOB_NONE);
    assert_int_equal(box_find_island(box_span_of("BCa1")), tob_island_find("aBC1", 4));
    assert_int_equal(box_find_island(box_span_of("BaC1")), tob_island_find("aCB1", 4));
    assert_int_equal(box_find_island(box_span_of("AAC1")), -1);
}

/* ---- The board ---- */

static void a_refused_entry_changes_nothing(void **state)
{
    char why[BOX_WHY_MAX];
    box_setting set, before;

    (void)state;
    assert_true(box_set_island(&set, box_span_of("ABC0"), why));
    assert_true(box_put_object(&set, box_span_of("hut e5"), why));
    before = set;
    assert_false(box_put_object(&set, box_span_of("hut:e6"), why));
    assert_non_null(strstr(why, "(O2)"));
    assert_false(box_put_object(&set, box_span_of("statue:h8"), why));
    assert_false(box_put_object(&set, box_span_of("hut:e5:N"), why));
    assert_false(box_put_object(&set, box_span_of("hut::e5"), why));
    assert_false(box_put_lava(&set, box_span_of("h8"), why));
    assert_memory_equal(&set, &before, sizeof before);
    assert_false(box_set_island(&set, box_span_of("abx0"), why));
    assert_string_equal(set.code, "ABC0");
}

static void l5_a_clue_about_what_was_not_given_lacks_it(void **state)
{
    char why[BOX_WHY_MAX];
    const tob_clue hut = {TOB_NEXT, TOB_LANDMARK_HUT},
                   lava = {TOB_NEXT, TOB_LANDMARK_LAVA};
    box_setting set;

    (void)state;
    assert_true(box_set_island(&set, box_span_of("ABC0"), why));
    assert_string_equal(box_clue_lacks(&set, hut), "hut");
    assert_string_equal(box_clue_lacks(&set, lava), "lava");
    assert_true(box_put_volcano(&set, box_span_of("h7"), why));
    assert_null(box_clue_lacks(&set, lava)); /* L6 */
    assert_true(box_put_object(&set, box_span_of("hut:i5"), why));
    assert_true(box_put_lava(&set, box_span_of("i5"), why));
    assert_null(box_clue_lacks(&set, hut)); /* it was given, lava destroyed it */
    assert_true(tob_hexset_is_empty(box_sites(&set, &hut, 1)));
}

/* ---- The finder ---- */

static uint32_t left_by(const char *sides, const char *spots)
{
    char why[BOX_WHY_MAX];
    box_finder finder = {.sides = 0};

    assert_true(box_read_sides(&finder, box_span_of(sides), why));
    assert_true(box_read_spots(&finder, box_span_of(spots), why));
    return box_finder_left(&finder);
}

static void i2_sides_leave_the_islands_that_have_them(void **state)
{
    char why[BOX_WHY_MAX];
    box_finder finder = {.sides = 0};

    (void)state;
    assert_int_equal(left_by("", ""), 0xffffffff);
    assert_int_equal(__builtin_popcount(left_by("A", "")), 16);
    assert_int_equal(__builtin_popcount(left_by("c,b A", "")), 4);
    assert_true(left_by("bcA", "") >> tob_island_find("Acb1", 4) & 1);
    assert_false(box_read_sides(&finder, box_span_of("Aa"), why));
    assert_false(box_read_sides(&finder, box_span_of("AD"), why));
}

static void every_spot_of_an_island_leaves_that_island(void **state)
{
    (void)state;
    for (unsigned island = 0; island < TOB_ISLANDS; island += island_step()) {
        tob_board board;
        tob_board_init(&board, island);
        for (unsigned space = 0; space < board.count; space += 7) {
            char name[9], turned[9];
            box_spot_name(&board, space, name);
            assert_true(left_by("", name) >> island & 1);
            /* The island may lie any way round. */
            memcpy(turned, name, sizeof name);
            memmove(turned + 2, name + 3, 5);
            turned[7] = name[2];
            assert_int_equal(left_by("", turned), left_by("", name));
        }
    }
}

static void spots_are_letters_or_words_and_may_be_partial(void **state)
{
    static const char *const wrong[] = {"m",    "m:",   "x:oo", "o:mm", "m:ooooooo",
                                        "m:ox", "?:oo", ":",    "m::o", "mountain ocean"};
    char why[BOX_WHY_MAX];
    box_finder finder = {.sides = 0};

    (void)state;
    assert_int_equal(left_by("", "mountain: ocean ocean Beach"), left_by("", "m:oob"));
    assert_int_equal(left_by("", "m:oob???"), left_by("", "m:oob"));
    assert_int_equal(left_by("", "m:oob,j:ooo"),
                     left_by("", "m:oob") & left_by("", "j:ooo"));
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++)
        assert_false(box_read_spots(&finder, box_span_of(wrong[i]), why));
    assert_int_equal(finder.spots, 0);
}

/* Following the suggestions leads to the island, whatever lies on the table. */
static void the_spots_suggested_find_every_island(void **state)
{
    (void)state;
    for (unsigned island = 0; island < TOB_ISLANDS; island += island_step()) {
        uint32_t left = 0xffffffff;
        unsigned seen, space, questions = 0;
        tob_board table, other;
        tob_board_init(&table, island);
        while (box_finder_next(left, &seen, &space)) {
            char name[9];
            tob_board_init(&other, seen);
            box_spot_name(&other, space, name);
            const uint32_t have = left_by("", name);
            left &= have >> island & 1 ? have : ~have;
            questions++;
        }
        assert_true(left >> island & 1);
        assert_int_equal(__builtin_popcount(left), 1);
        assert_in_range(questions, 5, 7);
    }
}

static void i1_every_hex_belongs_to_the_section_of_its_side(void **state)
{
    tob_board board, flipped;

    (void)state;
    for (unsigned island = 0; island < TOB_ISLANDS; island += island_step()) {
        unsigned sizes[3] = {0, 0, 0};
        tob_board_init(&board, island);
        tob_board_init(&flipped, island ^ 1);
        for (unsigned space = 0; space < board.count; space++) {
            const unsigned section = tob_board_section(&board, space);
            const unsigned there = tob_board_at(&flipped, board.q[space], board.r[space]);
            assert_in_range(section, 0, 2);
            sizes[section]++;
            /* Turning the first section over changes no hex of the others. */
            if (section != 0) {
                assert_int_not_equal(there, TOB_NONE);
                assert_int_equal(flipped.terrain[there], board.terrain[space]);
            }
        }
        assert_int_equal(sizes[0], island & 1 ? 29 : 34);
        assert_int_equal(sizes[0] + sizes[1] + sizes[2], board.count);
    }
}

/* ---- Pictures ---- */

static char *picture_text(const picture *p, size_t *length)
{
    static char *text; /* open_memstream keeps its address until the file is closed */
    FILE *out = open_memstream(&text, length);

    assert_non_null(out);
    picture_write(out, p);
    assert_int_equal(fclose(out), 0);
    return text;
}

/* Checks that elements close in order and quotes are balanced; returns how many elements
 * there are. The text is cut into words. */
static unsigned check_xml(char *text)
{
    char *open[64];
    unsigned depth = 0, elements = 0;

    for (char *at = strchr(text, '<'); at; at = strchr(at, '<')) {
        char *end = strchr(at, '>');
        assert_non_null(end);
        unsigned quotes = 0;
        for (char *c = at; c < end; c++)
            quotes += *c == '"';
        assert_int_equal(quotes % 2, 0);
        const bool empty = end[-1] == '/';
        *end = '\0';
        if (at[1] == '/') {
            assert_true(depth > 0);
            depth--;
            assert_int_equal(strcmp(open[depth], at + 2), 0);
        } else {
            elements++;
            at[1 + strcspn(at + 1, " /")] = '\0';
            if (!empty) {
                assert_true(depth < 64);
                open[depth++] = at + 1;
            }
        }
        at = end + 1;
    }
    assert_int_equal(depth, 0);
    return elements;
}

static unsigned count_of(const char *text, const char *part)
{
    unsigned count = 0;

    for (const char *at = strstr(text, part); at; at = strstr(at + 1, part))
        count++;
    return count;
}

static void a_picture_is_sound_xml_and_the_same_every_time(void **state)
{
    char why[BOX_WHY_MAX];

    (void)state;
    for (unsigned island = 0; island < TOB_ISLANDS; island += island_step()) {
        char code[5];
        box_setting set;
        size_t length, again;
        tob_island_name(island, code);
        assert_true(box_set_island(&set, box_span_of(code), why));
        picture p = picture_of(&set.board, "A <title> & more", "\"quoted\" \x01\xff");
        char *text = picture_text(&p, &length), *twice = picture_text(&p, &again);
        assert_int_equal(length, again);
        assert_memory_equal(text, twice, length);
        assert_non_null(strstr(text, "A &lt;title&gt; &amp; more"));
        assert_int_equal(count_of(text, "class=\"name\""), set.board.count);
        assert_true(check_xml(text) > set.board.count);
        free(text);
        free(twice);
    }
}

static void a_picture_shows_objects_markers_and_lava(void **state)
{
    char why[BOX_WHY_MAX];
    box_setting set;
    size_t length;

    (void)state;
    assert_true(box_set_island(&set, box_span_of("ABC0"), why));
    assert_true(box_put_volcano(&set, box_span_of("h7"), why));
    assert_true(box_put_list(&set, "hut:c5,statue:e8:N,palm:j5", box_put_object, why));
    assert_true(box_put_triad(&set, box_span_of("jungle-mountain:b5:NW"), why));
    assert_true(box_put_list(&set, "f6,f7", box_put_lava, why));
    picture p = picture_of(&set.board, "", "");
    p.facing = set.facing;
    p.gazes = true;
    p.triads = set.triads;
    memcpy(p.triad, set.triad, sizeof p.triad);
    p.markers[TOB_BROWN] = set.board.ground[TOB_RIVER];
    p.amulets = tob_hexset_of(0);
    char *text = picture_text(&p, &length);
    /* One of each more in the legend. */
    assert_int_equal(count_of(text, "\"#hut\""), 2);
    assert_int_equal(count_of(text, "\"#statue\""), 2);
    assert_int_equal(count_of(text, "\"#palm\""), 2);
    assert_int_equal(count_of(text, "\"#gaze\""), 1);
    assert_int_equal(count_of(text, "\"#amulet\""), 2);
    assert_int_equal(count_of(text, "\"#lava\""), 4);
    assert_int_equal(count_of(text, "\"#volcano\""), 2);
    assert_int_equal(count_of(text, "\"#cube-brown\""),
                     tob_hexset_count(set.board.ground[TOB_RIVER]) + 1);
    assert_int_equal(count_of(text, "r=\"8\""), 1); /* the triad's rivet */
    check_xml(text);
    free(text);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(clues_are_read_in_any_case_with_blanks_or_hyphens),
        cmocka_unit_test(clues_that_are_none_are_not_read),
        cmocka_unit_test(every_clue_is_read_from_its_name_and_its_phrase),
        cmocka_unit_test(several_clues_follow_each_other_in_one_text),
        cmocka_unit_test(names_are_as_far_apart_as_the_letters_that_differ),
        cmocka_unit_test(a_wrong_name_gets_the_nearest_right_ones),
        cmocka_unit_test(names_of_all_kinds_are_read_tolerantly),
        cmocka_unit_test(a_refused_entry_changes_nothing),
        cmocka_unit_test(l5_a_clue_about_what_was_not_given_lacks_it),
        cmocka_unit_test(i2_sides_leave_the_islands_that_have_them),
        cmocka_unit_test(every_spot_of_an_island_leaves_that_island),
        cmocka_unit_test(spots_are_letters_or_words_and_may_be_partial),
        cmocka_unit_test(the_spots_suggested_find_every_island),
        cmocka_unit_test(i1_every_hex_belongs_to_the_section_of_its_side),
        cmocka_unit_test(a_picture_is_sound_xml_and_the_same_every_time),
        cmocka_unit_test(a_picture_shows_objects_markers_and_lava),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
