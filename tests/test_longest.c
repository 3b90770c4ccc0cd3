/* The longest record (tobago/record.h): the sums behind its bound hold in every game, and
 * games made to be long stay below it. */
#include "chance.h"

#include "tobago/hosted.h"
#include "tobago/kinds.h"
#include "tobago/names.h"

static tob_game game;
static tob_board board;
static rec_header header;
static tob_moves moves;

/* ---- The sums ---- */

/* What a game has come to so far, as the bound counts it. */
typedef struct sums {
    unsigned setup, lava, raised, spent, surfaced, drawn, offers, lines;
    size_t bytes;
    unsigned rest; /* lines of this turn that treasures and amulets do not account for */
    unsigned rest_most;
} sums;

static unsigned amulets_out(void)
{
    return TOB_AMULETS - game.amulet_pile;
}

/* The lines of an amulet's power that come after its own: those of a hand exchanged with
 * it, of its movement, of its clue. */
static bool is_of_amulet(unsigned kind, unsigned *owed)
{
    const bool legs = game.moving == TOB_MOVEMENT_EXTRA && kind == TOB_MOVE_LEG;
    const bool resumes = game.moving == TOB_MOVEMENT_EXTRA && kind == TOB_MOVE_MOVE;

    if (!*owed || !(legs || resumes || kind == TOB_MOVE_DISCARD || kind == TOB_MOVE_DRAW))
        return false;
    --*owed;
    return true;
}

static void count_treasure(sums *s, tob_move move)
{
    s->raised += move.kind == TOB_MOVE_RAISE;
    s->drawn += move.kind == TOB_MOVE_PEEK || move.kind == TOB_MOVE_ADD;
    s->offers += move.kind == TOB_MOVE_CLAIM || move.kind == TOB_MOVE_PASS;
}

/* Is this a line that the bound counts by itself, outside of turns? */
static bool is_rare(sums *s, tob_move move, unsigned *owed)
{
    const bool restart = game.phase == TOB_PHASE_RESTART;

    if (tob_is_setup(&game)) {
        s->setup++;
        return true;
    }
    switch (move.kind) {
    case TOB_MOVE_RAISE:
    case TOB_MOVE_PEEK:
    case TOB_MOVE_ADD:
    case TOB_MOVE_REVEAL:
    case TOB_MOVE_CLAIM:
    case TOB_MOVE_PASS:
    case TOB_MOVE_CANNOT: count_treasure(s, move); return true;
    case TOB_MOVE_LAVA: s->lava++; return true;
    case TOB_MOVE_AMULET_REMOVE:
    case TOB_MOVE_AMULET_CLUE:
    case TOB_MOVE_AMULET_VOLCANIC:
    case TOB_MOVE_AMULET_MOVE:
    case TOB_MOVE_AMULET_EXCHANGE:
    case TOB_MOVE_AMULET_DOUBLE:
    case TOB_MOVE_AMULET_SWAP:
        s->spent++;
        *owed += 2 * TOB_HAND_MAX;
        return true;
    }
    if (restart)
        *owed += 1; /* the card that is drawn after it */
    return restart || is_of_amulet(move.kind, owed);
}

static void play(sums *s, tob_move move, unsigned *owed)
{
    const unsigned out = amulets_out(), turns = game.turns;
    const bool rare = is_rare(s, move, owed);
    char line[REC_LINE_MAX];
    const size_t length = rec_write_move(&board, move, line) + 1;

    assert_true(length <= REC_MOVE_MAX);
    s->lines++;
    s->bytes += length;
    s->rest += !rare;
    if (s->rest > s->rest_most)
        s->rest_most = s->rest;
    tob_apply(&game, &board, move);
    if (game.turns != turns)
        s->rest = *owed = 0;
    if (amulets_out() > out) /* N3: nothing is taken or spent at the same time */
        s->surfaced += amulets_out() - out;
}

static void begin(sums *s, uint64_t seed, unsigned number, tob_rng *rng)
{
    char text[REC_HEADER_MAX];

    *s = (sums){0};
    chance_begin(&game, &board, &header, rng, seed, number);
    s->bytes = rec_write_header(&header, text);
    for (size_t i = 0; i < s->bytes; i++)
        s->lines += text[i] == '\n';
}

static void holds(const sums *s)
{
    const unsigned hand = game.players == 2 ? TOB_HAND_MAX : 4;

    assert_in_range(s->setup, 1, REC_SETUP_LINES_MAX);
    assert_in_range(s->lava, 0, REC_LAVA_LINES_MAX);
    assert_in_range(s->raised, 0, REC_RAISED_MAX);
    assert_in_range(s->surfaced, 0, REC_AMULETS_MAX);
    assert_in_range(s->spent, 0, s->surfaced);
    assert_in_range(s->drawn, 0, REC_COINS_DRAWN_MAX);
    assert_in_range(s->offers, 0, s->drawn * TOB_SEATS * TOB_ROSES);
    assert_in_range(s->rest_most, 0, 2 + 2 * hand);
    assert_in_range(s->lines, 0, REC_LINES_MAX);
    assert_in_range(s->bytes, 0, REC_BYTES_MAX);
}

static void the_sums_of_the_longest_record_hold_in_random_games(void **state)
{
    const uint64_t seed = chance_seed();
    const unsigned games = games_to_play(600, 6000);
    unsigned raised = 0, spent = 0, lava = 0;
    (void)state;

    for (unsigned number = 0; number < games; number++) {
        unsigned owed = 0;
        tob_rng rng;
        sums s;
        begin(&s, seed, number, &rng);
        while (tob_to_move(&game) != TOB_NOBODY) {
            tob_legal(&game, &board, &moves);
            play(&s, chance_move(&rng, &game, &moves, number), &owed);
        }
        holds(&s);
        raised += s.raised;
        spent += s.spent;
        lava += s.lava;
    }
    assert_true(raised > games && spent > games && lava > games / 4);
}

/* ---- Games made to be long ---- */

/* The move that makes the longest game: exchanges, a clue only where the game would stand
 * still (E3), and of nature's moves the one with the longest line. */
static tob_move longest_move(void)
{
    const bool idle = game.idle >= (TOB_IDLE_ROUNDS - 1) * game.players;
    tob_move best = moves.move[0];
    size_t length = 0;

    for (unsigned i = 0; i < moves.count; i++) {
        const tob_move move = moves.move[i];
        char line[REC_LINE_MAX];
        size_t worth = rec_write_move(&board, move, line);
        if (move.kind == (idle ? TOB_MOVE_CLUE : TOB_MOVE_EXCHANGE))
            worth += REC_LINE_MAX;
        if (move.kind == TOB_MOVE_END && game.main_done)
            worth += REC_LINE_MAX;
        if (worth > length) {
            length = worth;
            best = move;
        }
    }
    return best;
}

static void e4_games_of_nothing_but_exchanges_stay_below_the_bound(void **state)
{
    static const unsigned options[] = {0, TOB_OPTION_EXPERIENCED | TOB_OPTION_VOLCANO};
    (void)state;

    for (unsigned players = 2; players <= TOB_SEATS; players++)
        for (unsigned i = 0; i < 2; i++) {
            unsigned owed = 0;
            tob_rng rng;
            sums s;
            begin(&s, 1, 0, &rng);
            const tob_config config = {.players = (uint8_t)players,
                                       .options = (uint8_t)options[i]};
            tob_board_init(&board, 0);
            assert_int_equal(tob_game_init(&game, &board, &config), TOB_OK);
            while (tob_to_move(&game) != TOB_NOBODY) {
                tob_legal(&game, &board, &moves);
                play(&s, longest_move(), &owed);
            }
            assert_int_equal(game.ending, TOB_ENDING_E4);
            holds(&s);
            printf("# %u players: %u lines, %zu bytes\n", players, s.lines, s.bytes);
            assert_true(s.lines > TOB_ROUNDS_MAX * players * (players == 2 ? 12 : 8));
        }
}

/* ---- Texts that go on behind it ---- */

static char text[3 * REC_BYTES_MAX];
static size_t text_length;

static void add_lines(const char *line, unsigned count)
{
    const size_t length = strlen(line);

    for (; count > 0; count--) {
        assert_true(text_length + length < sizeof text);
        memcpy(text + text_length, line, length);
        text_length += length;
    }
}

/* A game of four that ends by E4, as text. */
static void tell_long_game(void)
{
    const rec_header four = {.config = {.players = 4}};

    text_length = rec_write_header(&four, text);
    tob_board_init(&board, 0);
    assert_int_equal(tob_game_init(&game, &board, &four.config), TOB_OK);
    while (tob_to_move(&game) != TOB_NOBODY) {
        char line[REC_LINE_MAX];
        tob_legal(&game, &board, &moves);
        const tob_move move = longest_move();
        rec_write_move(&board, move, line);
        add_lines(line, 1);
        add_lines("\n", 1);
        tob_apply(&game, &board, move);
    }
    assert_int_equal(game.ending, TOB_ENDING_E4);
}

/* Reads the text into buffers of exactly the size of the longest record. */
static rec_answer read_text(rec_hosted *hosted, rec_error *error)
{
    static char kept[REC_BYTES_MAX];
    static uint32_t ends[REC_LINES_MAX];
    static rec_reader reader;

    rec_hosted_init(hosted, &reader,
                    (rec_buffers){kept, ends, REC_BYTES_MAX, REC_LINES_MAX});
    return rec_hosted_read(hosted, text, text_length, error);
}

static void e4_a_longer_text_is_refused_at_the_first_line_after_the_end(void **state)
{
    static const unsigned behind[] = {1, 40000, 300000}; /* of lines, then of bytes */
    rec_hosted hosted;
    rec_error error;
    uint32_t lines;
    (void)state;

    tell_long_game();
    const size_t whole = text_length;
    assert_int_equal(read_text(&hosted, &error), REC_DONE);
    lines = hosted.lines;
    for (unsigned i = 0; i < 3; i++) {
        text_length = whole;
        add_lines("1 end\n", behind[i]);
        assert_int_equal(read_text(&hosted, &error), REC_REFUSED);
        assert_int_equal(error.line, lines + 1);
        assert_string_equal(error.clause, "E4");
        assert_int_equal(hosted.lines, lines);
    }
}

static void a_text_of_any_length_that_is_no_record_is_refused_at_its_line(void **state)
{
    rec_hosted hosted;
    rec_error error;
    (void)state;

    text_length = 0;
    add_lines("\n", 2 * REC_BYTES_MAX);
    assert_int_equal(read_text(&hosted, &error), REC_REFUSED);
    assert_int_equal(error.line, 1);
    text_length = 0;
    add_lines("tobago 1\n", 1);
    add_lines("x", 2 * REC_BYTES_MAX);
    assert_int_equal(read_text(&hosted, &error), REC_REFUSED);
    assert_int_equal(error.line, 2);
}

/* ---- The numbers in it ---- */

static void the_numbers_of_the_longest_record_are_those_of_the_rules(void **state)
{
    size_t longest = 0;
    (void)state;

    for (unsigned card = 0; card < tob_card_count(); card++)
        if (strlen(tob_card_name(card)) > longest)
            longest = strlen(tob_card_name(card));
    assert_int_equal(longest, REC_CARD_MAX);
    assert_true(strlen("4 amulet volcanic brown  \n") + 2 * longest <= REC_MOVE_MAX);
    assert_true(strlen("4 amulet swap  \n") + 2 * longest <= REC_MOVE_MAX);
    assert_int_equal(
        REC_TURN_BYTES_MAX,
        strlen("4 leave\n4 exchange\n") +
            4 * (strlen("nature discard 4 \nnature draw 4 \n") + 2 * longest));
    /* Two players have fewer turns, and longer ones. */
    assert_true(2 * TOB_ROUNDS_MAX * (2 + 2 * TOB_HAND_MAX) <=
                REC_TURNS_MAX * REC_TURN_LINES_MAX);
    assert_true(2 * (8 + 11 + TOB_HAND_MAX * (32 + 2 * (size_t)REC_CARD_MAX)) <=
                4 * (size_t)REC_TURN_BYTES_MAX);
    /* A turn that moves, with the Volcano: shorter. */
    assert_true(strlen("4 leave\n4 move\n4 end\n") + 3 * strlen("4 leg m12\n4 leave\n") <=
                REC_TURN_BYTES_MAX);
    printf("# the longest record: %d lines, %d bytes\n", (int)REC_LINES_MAX,
           (int)REC_BYTES_MAX);
}

static void the_treasure_cards_are_those_that_the_bound_counts(void **state)
{
    unsigned cards = 0, curses;
    (void)state;

    begin(&(sums){0}, 1, 0, &(tob_rng){0});
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++)
        cards += game.pool[coins];
    curses = game.pool[0];
    assert_int_equal(REC_COINS_DRAWN_MAX, cards + (cards - curses));
    assert_int_equal(REC_RAISED_MAX, 1 + (cards - 1) / 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_numbers_of_the_longest_record_are_those_of_the_rules),
        cmocka_unit_test(the_treasure_cards_are_those_that_the_bound_counts),
        cmocka_unit_test(the_sums_of_the_longest_record_hold_in_random_games),
        cmocka_unit_test(e4_games_of_nothing_but_exchanges_stay_below_the_bound),
        cmocka_unit_test(e4_a_longer_text_is_refused_at_the_first_line_after_the_end),
        cmocka_unit_test(a_text_of_any_length_that_is_no_record_is_refused_at_its_line),
    };

    return cmocka_run_group_tests_name("longest", tests, NULL, NULL);
}
