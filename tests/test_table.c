/* A real table: it follows whole games as those around it see them, refuses what the
 * rules forbid, undoes, and survives any text. */
#include "chance.h"

#include <unistd.h>

#include "box/journal.h"
#include "box/screen.h"
#include "tobago/effects.h"
#include "tobago/kinds.h"
#include "tobago/names.h"

static box_journal t;

/* ---- Acts ---- */

/* Does an act that must be done. */
static void act(const char *line)
{
    char said[BOX_WHY_MAX];
    bool failed;

    if (!box_journal_act(&t, box_span_of(line), said, &failed))
        fail_msg("'%s': %s", line, said);
    assert_string_not_equal(said, "");
}

static void assert_same(const box_table *a, const box_table *b)
{
    assert_int_equal(a->laid, b->laid);
    assert_memory_equal(&a->game, &b->game, sizeof a->game);
    assert_memory_equal(&a->set.board, &b->set.board, sizeof a->set.board);
    assert_memory_equal(a->set.facing, b->set.facing, sizeof a->set.facing);
    assert_int_equal(a->held, b->held);
    for (unsigned k = 0; k < TOB_TREASURE_COUNT; k++)
        assert_int_equal(a->clues[k].count, b->clues[k].count);
}

/* Tries an act that must be refused with this in its reason, and proves that nothing
 * changed. */
static void refused(const char *line, const char *part)
{
    const box_table before = t.table;
    char said[BOX_WHY_MAX];
    bool failed;

    if (box_journal_act(&t, box_span_of(line), said, &failed))
        fail_msg("'%s' is not refused", line);
    if (!strstr(said, part))
        fail_msg("'%s': no '%s' in '%s'", line, part, said);
    assert_same(&t.table, &before);
}

static const char *sites(unsigned treasure)
{
    return names_of(&t.table.set.board, t.table.game.map[treasure].sites);
}

static int begin(void **state)
{
    (void)state;
    return (int)box_journal_open(&t, NULL);
}

static int end(void **state)
{
    (void)state;
    box_journal_clear(&t);
    return 0;
}

static void c5_clues_leave_the_sites_that_the_command_line_prints(void **state)
{
    (void)state;
    act("island AbC1");
    act("hut e5");
    act("HUT K7");
    act("palm h6");
    act("clue white next to a hut");
    act("clue white Not In Jungle");

    assert_string_equal(sites(TOB_WHITE), "e6 f6 j7 j8 k6 k8 l7");
    assert_int_equal(t.table.game.map[TOB_GREY].count, 102);
}

static void refusals_leave_no_trace_and_name_the_clause(void **state)
{
    (void)state;
    refused("hut e5", "say first which island");
    act("island AbC1");
    refused("island AbC9", "(I2)");
    refused("clue white next-hut", "(L5)");
    act("hut e5");
    refused("hut e6", "(O2)");
    refused("statue h8", "(O)");
    refused("statue c3 N", "(O3)");
    refused("volcano h7", "(V1)");
    refused("lava h7", "(V3)");
    act("clue white next-hut");
    refused("clue white next-hut", "(C2)");
    refused("clue white not-next-hut", "(C3)");
    refused("clue green next-hut", "is not a treasure");
    refused("clue white nxt-hut", "did you mean next-hut");
    refused("remove white h13", "(A1)");
    refused("remove grey e6", "(A1)");
    refused("raise white", "(R1)");
    refused("take h8", "no amulet");
    refused("spend", "nobody");
    refused("face h8 N", "no statue");
    refused("dance", "nothing that can be done");
    refused("", "nothing that can be done");
}

static void a1_the_last_cube_is_never_removed(void **state)
{
    (void)state;
    act("island AbC1");
    act("hut e5");
    act("clue white next-hut");
    act("clue white in-lake");
    assert_string_equal(sites(TOB_WHITE), "e6 f6");
    act("remove white f6");
    assert_string_equal(sites(TOB_WHITE), "e6");
    refused("remove white e6", "(A1)");
    refused("clue white in-lake", "(C3)");
}

static void n3_n4_raising_brings_amulets_and_turns_the_statues(void **state)
{
    (void)state;
    act("island AbC1");
    act("hut e5");
    act("statue h8 NE");
    act("clue white next-hut");
    act("clue white in-lake");
    act("remove white f6");
    act("raise white");

    assert_string_equal(names_of(&t.table.set.board, t.table.game.amulets), "l6");
    assert_int_equal(t.table.game.facing[0], TOB_SE);
    assert_int_equal(t.table.set.facing[t.table.set.statue[0]], TOB_SE);
    assert_int_equal(t.table.game.map[TOB_WHITE].count, 102);
    assert_int_equal(t.table.game.amulet_pile, TOB_AMULETS - 1);
    act("take l6");
    assert_int_equal(t.table.game.amulet_pile, TOB_AMULETS - 1);
    act("spend");
    assert_int_equal(t.table.game.amulet_pile, TOB_AMULETS);
    act("face h8 north-west");
    assert_int_equal(t.table.game.facing[0], TOB_NW);
}

static void a_hut_that_comes_late_changes_the_sites_or_is_refused(void **state)
{
    (void)state;
    act("island AbC1");
    act("hut e5");
    act("clue white next-hut");
    act("hut k7");
    assert_string_equal(sites(TOB_WHITE), "d5 d6 e4 e6 f5 f6 j7 j8 k6 k8 l7");
    act("clue black in-river");
    act("clue black not-next-hut");
    const unsigned count = t.table.game.map[TOB_BLACK].count;
    act("hut j11");
    assert_true(t.table.game.map[TOB_BLACK].count < count);

    act("clue brown not-next-hut");
    act("clue brown in-scrubland");
    act("clue brown next-largest-jungle");
    act("remove brown i8");
    act("remove brown i9");
    assert_string_equal(sites(TOB_BROWN), "e8");
    refused("hut e9", "(C3)");
}

static void undo_leads_back_through_every_act(void **state)
{
    static const char *const lines[] = {"island ABC0",
                                        "volcano h7",
                                        "hut c5",
                                        "statue e8 N",
                                        "triad jungle-mountain b5 NW",
                                        "lava f6",
                                        "clue grey next-lava",
                                        "island AbC1",
                                        "hut e5",
                                        "clue white next-hut",
                                        "remove white f6",
                                        "amulet h8",
                                        "take h8"};
    enum { LINES = sizeof lines / sizeof lines[0] };
    static box_table after[LINES + 1];
    char said[BOX_WHY_MAX];
    bool failed;

    (void)state;
    after[0] = t.table;
    for (unsigned i = 0; i < LINES; i++) {
        act(lines[i]);
        after[i + 1] = t.table;
    }
    for (unsigned i = LINES; i > 0; i--) {
        assert_true(box_journal_undo(&t, said, &failed));
        assert_non_null(strstr(said, lines[i - 1]));
        assert_same(&t.table, &after[i - 1]);
    }
    assert_false(box_journal_undo(&t, said, &failed));
}

/* ---- Whole games ---- */

static const char *name_of(const tob_board *board, unsigned space)
{
    static char name[4];

    tob_space_name(board, space, name);
    return name;
}

/* Tells the table what a move put down, if it did. */
static void tell_move(const tob_game *before, const tob_board *board, tob_move move)
{
    char line[96] = "";

    switch ((tob_kind)move.kind) {
    case TOB_MOVE_VOLCANO:
        snprintf(line, sizeof line, "volcano %s", name_of(board, move.space));
        break;
    case TOB_MOVE_OBJECT:
        snprintf(line, sizeof line, "%s %s %s", tob_object_name(move.value),
                 name_of(board, move.space),
                 move.value == TOB_STATUE ? tob_direction_name(move.direction) : "");
        break;
    case TOB_MOVE_TRIAD:
    case TOB_MOVE_TRIAD_RANDOM:
        snprintf(line, sizeof line, "triad %s %s %s", tob_triad_name(move.value),
                 name_of(board, move.space), tob_direction_name(move.direction));
        break;
    case TOB_MOVE_START:
        snprintf(line, sizeof line, "clue %s %s", tob_treasure_name(move.treasure),
                 tob_card_name(before->card));
        break;
    case TOB_MOVE_CLUE:
    case TOB_MOVE_VOLCANIC:
    case TOB_MOVE_AMULET_CLUE:
    case TOB_MOVE_AMULET_VOLCANIC:
        snprintf(line, sizeof line, "clue %s %s", tob_treasure_name(move.treasure),
                 tob_card_name(move.card));
        break;
    case TOB_MOVE_AMULET_REMOVE:
        snprintf(line, sizeof line, "remove %s %s", tob_treasure_name(move.treasure),
                 name_of(board, move.space));
        break;
    case TOB_MOVE_LAVA:
        snprintf(line, sizeof line, "lava %s", name_of(board, move.space));
        break;
    default: return;
    }
    act(line);
}

/* Tells the table what came with a move: amulets, and a map that was cleared. */
static void tell_effects(const tob_board *board, const rec_effects *effects,
                         tob_move move)
{
    char line[32];

    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        if (effects->paid_amulet[seat] && move.kind != TOB_MOVE_AMULET_REMOVE)
            act("spend");
    if (effects->cleared != TOB_NONE) {
        snprintf(line, sizeof line, "raise %s", tob_treasure_name(effects->cleared));
        act(line);
    }
    if (effects->taken != TOB_NONE) {
        snprintf(line, sizeof line, "take %s", name_of(board, effects->taken));
        act(line);
    }
}

static void compare(const tob_game *game, const tob_board *board)
{
    for (unsigned k = 0; k < TOB_TREASURE_COUNT; k++) {
        assert_true(tob_hexset_equal(t.table.game.map[k].sites, game->map[k].sites));
        assert_true(tob_hexset_equal(t.table.game.map[k].removed, game->map[k].removed));
        assert_int_equal(t.table.clues[k].count, game->map[k].length);
    }
    assert_true(tob_hexset_equal(t.table.game.amulets, game->amulets));
    assert_int_equal(t.table.game.amulet_pile, game->amulet_pile);
    assert_memory_equal(t.table.game.statue, game->statue, sizeof game->statue);
    assert_memory_equal(t.table.game.facing, game->facing, sizeof game->facing);
    assert_true(tob_hexset_equal(t.table.set.board.spaces, board->spaces));
    assert_true(
        tob_hexset_equal(t.table.set.board.object[TOB_HUT], board->object[TOB_HUT]));
}

/* Plays random games and tells a table what everyone sees: it must always show the same
 * sites, amulets, statues and land as the engine. */
static void v4_a_table_follows_whole_games_with_and_without_the_volcano(void **state)
{
    const uint64_t seed = chance_seed();
    const unsigned games = games_to_play(60, 2000);
    static tob_moves moves;
    unsigned raised = 0, flows = 0;

    (void)state;
    for (unsigned number = 0; number < games; number++) {
        char line[16] = "island ";
        rec_header header;
        tob_board board;
        tob_game game;
        tob_rng rng;
        chance_begin(&game, &board, &header, &rng, seed, number);
        tob_island_name(game.island, line + strlen(line));
        act(line);
        for (unsigned i = 0; i < 1500 && tob_to_move(&game) != TOB_NOBODY; i++) {
            const tob_game before = game;
            tob_legal(&game, &board, &moves);
            const tob_move move = chance_move(&rng, &game, &moves, number);
            tob_apply(&game, &board, move);
            if (game.phase == TOB_PHASE_OVER)
                break;
            const rec_effects effects = rec_effects_of(&before, &game, move);
            tell_move(&before, &board, move);
            tell_effects(&board, &effects, move);
            raised += effects.cleared != TOB_NONE;
            flows += move.kind == TOB_MOVE_LAVA;
            if (game.phase == TOB_PHASE_TURN)
                compare(&game, &board);
        }
    }
    assert_true(raised > games / 4);
    assert_true(flows > 0);
}

/* ---- Hostile texts ---- */

static const char *const words[] = {"island",
                                    "AbC1",
                                    "ABC0",
                                    "acb1",
                                    "statue",
                                    "hut",
                                    "palm",
                                    "h8",
                                    "e5",
                                    "k7",
                                    "c3",
                                    "n8",
                                    "NE",
                                    "S",
                                    "white",
                                    "grey",
                                    "brown",
                                    "black",
                                    "clue",
                                    "remove",
                                    "raise",
                                    "take",
                                    "spend",
                                    "amulet",
                                    "face",
                                    "lava",
                                    "volcano",
                                    "triad",
                                    "not",
                                    "next",
                                    "in",
                                    "sight",
                                    "to a",
                                    "jungle",
                                    "largest-lake",
                                    "next-hut",
                                    "undo",
                                    "h7",
                                    "in-river",
                                    "beach-jungle",
                                    "#",
                                    "\xff\xfe",
                                    ":",
                                    ",",
                                    "%n%s",
                                    "tobago-table 1",
                                    "next-largest-scrubland-palm-tree"};

/* A line of random words, sometimes with a random byte. */
static size_t random_line(tob_rng *rng, char line[static 256])
{
    const unsigned count = 1 + tob_rng_below(rng, 4);
    size_t used = 0;

    for (unsigned i = 0; i < count; i++)
        used +=
            (size_t)snprintf(line + used, 256 - used, "%s%s", i ? " " : "",
                             words[tob_rng_below(rng, sizeof words / sizeof words[0])]);
    if (tob_rng_below(rng, 8) == 0)
        line[tob_rng_below(rng, (unsigned)used)] = (char)tob_rng_below(rng, 256);
    return used;
}

static void any_line_is_done_or_refused_without_a_trace(void **state)
{
    const unsigned lines = games_to_play(40000, 400000);
    static const char *const set_up[] = {"island AbC1", "hut e5", "statue h8 NE"};
    unsigned done = 0;
    tob_rng rng;

    (void)state;
    tob_rng_init(&rng, chance_seed(), 7);
    for (unsigned i = 0; i < 3; i++)
        act(set_up[i]);
    for (unsigned i = 0; i < lines; i++) {
        const box_table before = t.table;
        char line[256], said[BOX_WHY_MAX];
        const size_t length = random_line(&rng, line);
        bool failed;
        if (box_journal_act(&t, (box_span){line, length}, said, &failed)) {
            done++;
            const box_table after = t.table;
            assert_true(box_journal_undo(&t, said, &failed));
            assert_same(&t.table, &before);
            if (tob_rng_below(&rng, 3)) {
                box_journal_act(&t, (box_span){line, length}, said, &failed);
                assert_same(&t.table, &after);
            }
        } else {
            assert_same(&t.table, &before);
            assert_string_not_equal(said, "");
        }
    }
    assert_true(done > lines / 2000);
}

static void a_file_of_any_bytes_is_read_or_refused_with_its_line(void **state)
{
    static const char good[] = "tobago-table 1\n# an evening\nisland AbC1\nhut e5\n\n"
                               "statue h8 NE\nclue white next-hut\nundo\nundo\n"
                               "clue grey in-jungle\n";
    const unsigned rounds = games_to_play(20000, 200000);
    char said[BOX_WHY_MAX];
    box_journal j;
    tob_rng rng;

    (void)state;
    assert_true(box_journal_read(&j, good, strlen(good), said));
    assert_int_equal(j.acts, 3);
    box_journal_clear(&j);
    tob_rng_init(&rng, chance_seed(), 8);
    for (unsigned i = 0; i < rounds; i++) {
        char text[sizeof good];
        memcpy(text, good, sizeof good);
        for (unsigned k = 0; k <= tob_rng_below(&rng, 4); k++)
            text[tob_rng_below(&rng, sizeof good - 1)] = (char)tob_rng_below(&rng, 256);
        said[0] = '\0';
        if (!box_journal_read(&j, text, tob_rng_below(&rng, sizeof good), said))
            assert_true(strtoul(said, NULL, 10) >= 1);
        box_journal_clear(&j);
    }
}

static void taking_back_stays_quick_in_a_long_file(void **state)
{
    host_text text = {0};
    char said[BOX_WHY_MAX];
    box_journal j;

    (void)state;
    host_text_append(&text, "tobago-table 1\nisland AbC1\nstatue h8 NE\n", 40);
    for (unsigned i = 0; i < 4000; i++)
        host_text_append(&text, "face h8 S\n", 10);
    for (unsigned i = 0; i < 4000; i++)
        host_text_append(&text, "face h8 N\nundo\nundo\n", 20);
    assert_true(box_journal_read(&j, text.bytes, text.length, said));
    assert_int_equal(j.acts, 2);
    assert_int_equal(j.table.game.facing[0], TOB_NE);
    box_journal_clear(&j);
    host_text_clear(&text);
}

/* ---- The file ---- */

static void what_was_acknowledged_is_in_the_file(void **state)
{
    char path[] = "/tmp/test_table.XXXXXX", said[BOX_WHY_MAX];
    const int file = mkstemp(path);
    box_journal j, again;
    bool failed;

    (void)state;
    assert_true(file >= 0);
    assert_int_equal(box_journal_open(&j, path), HOST_DONE);
    assert_true(box_journal_act(&j, box_span_of("Island abC1"), said, &failed));
    assert_true(box_journal_act(&j, box_span_of("clue white on a beach"), said, &failed));
    /* Nobody closes anything: the process might as well be gone. */
    host_text text;
    assert_int_equal(host_text_read(&text, path, 4096), HOST_DONE);
    assert_string_equal(text.bytes, "tobago-table 1\nisland abC1\nclue white in-beach\n");
    host_text_clear(&text);
    /* A line that was cut short by the end of the process was never acknowledged. */
    box_journal_clear(&j);
    assert_int_equal(lseek(file, 0, SEEK_END) > 0, 1);
    assert_int_equal(write(file, "raise whi", 9), 9);
    assert_int_equal(box_journal_open(&again, path), HOST_DONE);
    assert_true(again.cut);
    assert_int_equal(again.acts, 2);
    assert_true(box_journal_undo(&again, said, &failed));
    box_journal_clear(&again);
    assert_int_equal(host_text_read(&text, path, 4096), HOST_DONE);
    assert_string_equal(text.bytes,
                        "tobago-table 1\nisland abC1\nclue white in-beach\nundo\n");
    host_text_clear(&text);
    close(file);
    unlink(path);
}

/* ---- The screen ---- */

static char *screen_of(unsigned columns, unsigned rows, const char *answer)
{
    static char *text; /* open_memstream keeps its address until the file is closed */
    size_t length;
    FILE *out = open_memstream(&text, &length);

    assert_non_null(out);
    box_screen_draw(out, (draw_style){.colour = false, .utf8 = false}, columns, rows, &t,
                    answer);
    assert_int_equal(fclose(out), 0);
    return text;
}

static unsigned lines_in(const char *text)
{
    unsigned lines = 0;

    for (; *text; text++)
        lines += *text == '\n';
    return lines;
}

static void the_screen_fits_terminals_from_80_by_22(void **state)
{
    static const unsigned sizes[][2] = {{80, 22}, {80, 24}, {100, 40}, {140, 50}};

    (void)state;
    for (unsigned island = 0; island < TOB_ISLANDS; island += island_step())
        for (unsigned i = 0; i < 4; i++) {
            char line[16] = "island ";
            tob_island_name(island, line + strlen(line));
            act(line);
            act("clue white in-beach");
            char *text = screen_of(sizes[i][0], sizes[i][1], "Done.\n");
            assert_true(lines_in(text) < sizes[i][1]);
            assert_non_null(strstr(text, "Done."));
            assert_non_null(strstr(text, "white"));
            free(text);
        }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test_setup_teardown(
            c5_clues_leave_the_sites_that_the_command_line_prints, begin, end),
        cmocka_unit_test_setup_teardown(refusals_leave_no_trace_and_name_the_clause,
                                        begin, end),
        cmocka_unit_test_setup_teardown(a1_the_last_cube_is_never_removed, begin, end),
        cmocka_unit_test_setup_teardown(
            n3_n4_raising_brings_amulets_and_turns_the_statues, begin, end),
        cmocka_unit_test_setup_teardown(
            a_hut_that_comes_late_changes_the_sites_or_is_refused, begin, end),
        cmocka_unit_test_setup_teardown(undo_leads_back_through_every_act, begin, end),
        cmocka_unit_test_setup_teardown(
            v4_a_table_follows_whole_games_with_and_without_the_volcano, begin, end),
        cmocka_unit_test_setup_teardown(any_line_is_done_or_refused_without_a_trace,
                                        begin, end),
        cmocka_unit_test(a_file_of_any_bytes_is_read_or_refused_with_its_line),
        cmocka_unit_test(taking_back_stays_quick_in_a_long_file),
        cmocka_unit_test(what_was_acknowledged_is_in_the_file),
        cmocka_unit_test_setup_teardown(the_screen_fits_terminals_from_80_by_22, begin,
                                        end),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
