/* H2: what a viewer is sent never depends on what is hidden from her.
 *
 * First, tob_view of the full game is the state that the redacted record replays to, at
 * every line. Second, two full games that differ only in hidden cards look the same to
 * the viewer in every respect: record, state, hash, legal moves, reasons, effects, JSON.
 * Third, a bot has the same opinions in both and chooses the same. */
#include "tobago/bot.h"
#include "chance.h"
#include "tobago/query.h"
#include "support.h"

enum { MOVES_AT_MOST = 100000 };

static uint64_t seed;

/* H1, said once more without the record's own words: may a viewer not see what this move
 * of nature brings? */
static bool is_hidden(tob_move move, unsigned viewer)
{
    switch (move.kind) {
    case TOB_MOVE_DEAL:
    case TOB_MOVE_DRAW:
    case TOB_MOVE_PEEK: return move.seat != viewer;
    case TOB_MOVE_ADD: return true;
    }
    return false;
}

static bool is_viewer(const rec_header *header, unsigned viewer)
{
    return viewer < header->config.players || viewer == SPECTATOR;
}

/* ---- A view is a replayed redacted record ---- */

static void feed_header(rec_reader *reader, const rec_header *full, unsigned viewer)
{
    rec_header header = *full;
    char text[REC_HEADER_MAX];
    rec_error error;
    size_t length;

    header.config.viewer = as(viewer);
    length = rec_write_header(&header, text);
    assert_true(rec_read(reader, text, length, UINT32_MAX, &error));
    assert_true(tob_viewer_equal(reader->game.viewer, as(viewer)));
}

/* Feeds the move as this viewer may know it, and compares with tob_view. */
static void feed_redacted(rec_reader *reader, const tob_game *game,
                          const tob_board *board, tob_move move, unsigned number)
{
    const unsigned seat = tob_viewer_seat(reader->header.config.viewer);
    const unsigned viewer = seat < TOB_SEATS ? seat : SPECTATOR;
    const tob_move redacted = rec_redact(move, as(viewer));
    char line[REC_LINE_MAX];
    const size_t length = rec_write_move(board, redacted, line);
    tob_game view;
    rec_error error;

    assert_int_equal(strchr(line, '?') != NULL, is_hidden(move, viewer));
    if (!rec_feed(reader, line, length, &error))
        fail_msg("'%s': %s (game %u, viewer %u, seed %llu)", line, error.text, number,
                 viewer, (unsigned long long)seed);
    tob_view(&view, game, as(viewer));
    if (memcmp(&view, &reader->game, sizeof view) != 0)
        fail_msg("after '%s' the view is not the redacted record (game %u, viewer %u, "
                 "seed %llu)",
                 line, number, viewer, (unsigned long long)seed);
}

/* Who decides knows all there is to her decision; others think of it and of more. */
static void view_lists_what_is_legal(const tob_game *game, const tob_board *board,
                                     const tob_moves *moves, unsigned viewer)
{
    static tob_moves seen;
    tob_game view;

    tob_view(&view, game, as(viewer));
    tob_legal(&view, board, &seen);
    if (viewer < TOB_SEATS && tob_to_move(game) == viewer) {
        assert_int_equal(seen.count, moves->count);
        assert_memory_equal(seen.move, moves->move, moves->count * sizeof(tob_move));
    }
    for (unsigned i = 0; i < moves->count; i++)
        assert_int_equal(tob_why(&view, board, rec_redact(moves->move[i], as(viewer))),
                         TOB_OK);
    assert_null(tob_check(&view, board));
}

static void replay_all_views(unsigned number)
{
    static rec_reader readers[SPECTATOR + 1];
    static tob_moves moves;
    tob_board board;
    tob_game game;
    rec_header header;
    tob_rng rng;

    chance_begin(&game, &board, &header, &rng, seed, number);
    for (unsigned viewer = 0; viewer <= SPECTATOR; viewer++)
        if (is_viewer(&header, viewer))
            feed_header(&readers[viewer], &header, viewer);
    while (tob_to_move(&game) != TOB_NOBODY) {
        tob_move move;
        tob_legal(&game, &board, &moves);
        move = chance_move(&rng, &game, &moves, number);
        for (unsigned viewer = 0; viewer <= SPECTATOR; viewer++)
            if (is_viewer(&header, viewer) && move.card % 8 == 0)
                view_lists_what_is_legal(&game, &board, &moves, viewer);
        tob_apply(&game, &board, move);
        for (unsigned viewer = 0; viewer <= SPECTATOR; viewer++)
            if (is_viewer(&header, viewer))
                feed_redacted(&readers[viewer], &game, &board, move, number);
    }
}

static void h2_a_view_is_what_the_redacted_record_replays_to_at_every_line(void **state)
{
    (void)state;
    for (unsigned number = 0; number < games_to_play(400, 4000); number++)
        replay_all_views(number);
}

static void h1_a_redacted_record_can_be_redacted_further(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < TOB_MOVE_COUNT; kind++)
        for (uint8_t seat = 0; seat < TOB_SEATS; seat++)
            for (unsigned viewer = 0; viewer < TOB_SEATS; viewer++) {
                const tob_move move = {
                    .kind = (uint8_t)kind, .seat = seat, .card = 7, .value = 3};
                const tob_move twice =
                    rec_redact(rec_redact(move, as(viewer)), as(SPECTATOR));
                const tob_move once = rec_redact(move, as(SPECTATOR));
                const tob_move whole = rec_redact(move, as(EVERYBODY));
                assert_memory_equal(&twice, &once, sizeof once);
                assert_memory_equal(&whole, &move, sizeof move);
            }
    for (unsigned from = 0; from <= EVERYBODY; from++)
        for (unsigned to = 0; to <= EVERYBODY; to++)
            if (rec_can_redact(as(from), as(to))) /* never to see more */
                assert_true(from == EVERYBODY || from == to || to == SPECTATOR);
    for (unsigned to = 0; to <= EVERYBODY; to++)
        assert_true(rec_can_redact(as(EVERYBODY), as(to)));
}

/* ---- Two games that differ only in what is hidden ---- */

/* A full game, cut somewhere: the moves and the state after them. */
typedef struct story {
    tob_config config;
    unsigned length;
    tob_move move[MOVES_AT_MOST];
    tob_game game;
    tob_board board;
} story;

/* What the samples were worth. */
typedef struct tally {
    unsigned samples, cards_differ, treasures_differ, others_see_it;
} tally;

/* Replays the moves; false if one of them is not legal. */
static bool replay(story *s)
{
    tob_board_init(&s->board, s->config.island);
    if (tob_game_init(&s->game, &s->board, &s->config))
        return false;
    for (unsigned i = 0; i < s->length; i++)
        if (tob_try(&s->game, &s->board, s->move[i]))
            return false;
    return true;
}

/* Plays a random game, and stops at random: half of the time while a treasure is raised
 * or distributed. */
static void tell(story *s, unsigned number, tob_rng *rng)
{
    static tob_moves moves;
    const bool in_treasure = tob_rng_next(rng) & 1;
    unsigned left = 45 + tob_rng_below(rng, in_treasure ? 60 : 2500);
    rec_header header;

    chance_header(&header, rng, number);
    s->config = header.config;
    s->length = 0;
    assert_true(replay(s));
    while (tob_to_move(&s->game) != TOB_NOBODY && s->length < MOVES_AT_MOST) {
        const bool counts = !in_treasure || (s->game.phase >= TOB_PHASE_PEEK &&
                                             s->game.phase <= TOB_PHASE_OFFER);
        if (counts && !left--)
            return;
        tob_legal(&s->game, &s->board, &moves);
        s->move[s->length] = chance_move(rng, &s->game, &moves, number);
        tob_apply(&s->game, &s->board, s->move[s->length++]);
    }
}

/* The line after the last one in which the viewer saw this card. */
static unsigned unseen_since(const story *s, unsigned card, unsigned viewer)
{
    unsigned i = s->length;

    while (i > 0) {
        const tob_move move = s->move[i - 1];
        if (!is_hidden(move, viewer) && (move.card == card || move.other == card))
            break;
        i--;
    }
    return i;
}

static void exchange_names(uint8_t *card, unsigned a, unsigned b)
{
    if (*card == a)
        *card = (uint8_t)b;
    else if (*card == b)
        *card = (uint8_t)a;
}

/* A random card that is now in another hand or, if 'deck' says so, perhaps in the deck.
 */
static unsigned hidden_card(const story *s, unsigned viewer, tob_rng *rng, bool deck)
{
    uint64_t cards = deck ? s->game.deck : 0;
    unsigned skip;

    for (unsigned seat = 0; seat < s->config.players; seat++)
        cards |= seat != viewer ? s->game.hand[seat] : 0;
    if (!cards)
        return 0;
    skip = tob_rng_below(rng, (uint32_t)__builtin_popcountll(cards));
    while (skip--)
        cards &= cards - 1;
    return (unsigned)__builtin_ctzll(cards);
}

/* Two clue cards change their places, from where both are hidden: one in the hand of
 * another seat, the other one anywhere. */
static void exchange_cards(story *s, unsigned viewer, tob_rng *rng)
{
    const unsigned a = hidden_card(s, viewer, rng, false);
    const unsigned b = hidden_card(s, viewer, rng, true);
    const unsigned from_a = unseen_since(s, a, viewer);
    const unsigned from_b = unseen_since(s, b, viewer);

    for (unsigned i = from_a > from_b ? from_a : from_b; i < s->length; i++)
        if (s->move[i].kind == TOB_MOVE_DEAL || s->move[i].kind == TOB_MOVE_DRAW)
            exchange_names(&s->move[i].card, a, b);
}

/* A treasure card drawn in secret not long ago has another value, or two change places.
 */
static void change_treasure(story *s, unsigned viewer, tob_rng *rng)
{
    const unsigned window = s->length < 30 ? s->length : 30;
    tob_move *one = &s->move[s->length - 1 - tob_rng_below(rng, window)];
    tob_move *two = &s->move[s->length - 1 - tob_rng_below(rng, window)];
    const bool is_one = (one->kind == TOB_MOVE_PEEK || one->kind == TOB_MOVE_ADD) &&
                        is_hidden(*one, viewer);
    const bool is_two = (two->kind == TOB_MOVE_PEEK || two->kind == TOB_MOVE_ADD) &&
                        is_hidden(*two, viewer);
    const uint8_t value = one->value;

    if (is_one && is_two) {
        one->value = two->value;
        two->value = value;
    } else if (is_one) {
        one->value = (uint8_t)tob_rng_below(rng, TOB_COINS_MAX + 1);
    }
}

/* Changes what is hidden, here and there; what does not replay legally is taken back. */
static void retell(story *other, const story *s, unsigned viewer, tob_rng *rng)
{
    static story tried;

    *other = *s;
    for (unsigned tries = 0; tries < 24; tries++) {
        tried.config = other->config;
        tried.length = other->length;
        tried.game = other->game;
        memcpy(tried.move, other->move, other->length * sizeof other->move[0]);
        if (tries % 2)
            exchange_cards(&tried, viewer, rng);
        else
            change_treasure(&tried, viewer, rng);
        if (memcmp(tried.move, other->move, tried.length * sizeof(tob_move)) == 0 ||
            !replay(&tried))
            continue;
        memcpy(other->move, tried.move, tried.length * sizeof tried.move[0]);
        other->game = tried.game;
        other->board = tried.board;
    }
}

/* The two redacted records are the same text. */
static void same_text(const story *a, const story *b, unsigned viewer)
{
    assert_int_equal(a->length, b->length);
    for (unsigned i = 0; i < a->length; i++) {
        char one[REC_LINE_MAX], two[REC_LINE_MAX];
        if (memcmp(&a->move[i], &b->move[i], sizeof(tob_move)) == 0)
            continue;
        assert_true(is_hidden(a->move[i], viewer)); /* or the sample is no sample */
        rec_write_move(&a->board, rec_redact(a->move[i], as(viewer)), one);
        rec_write_move(&b->board, rec_redact(b->move[i], as(viewer)), two);
        assert_string_equal(one, two);
    }
}

/* Some move, whether or not it makes sense now; mostly of a player's kind. */
static tob_move some_move(tob_rng *rng, unsigned seat)
{
    const uint64_t bits = tob_rng_next(rng);

    return (tob_move){.kind = (uint8_t)((bits & 0xff) % TOB_MOVE_COUNT),
                      .seat = (uint8_t)seat,
                      .space = (uint8_t)((bits >> 8 & 0xff) % TOB_SPACE_MAX),
                      .treasure = (uint8_t)(bits >> 16 & 3),
                      .card = (uint8_t)((bits >> 24 & 0xff) % tob_card_count()),
                      .other = (uint8_t)((bits >> 32 & 0xff) % tob_card_count()),
                      .value = (uint8_t)(bits >> 40 & 7)};
}

/* The two views answer alike; so do the two full games about the viewer's own moves. */
static void same_answers(const story *a, const story *b, const tob_game *view_a,
                         const tob_game *view_b, unsigned viewer, tob_rng *rng)
{
    static tob_moves one, two;

    tob_legal(view_a, &a->board, &one);
    tob_legal(view_b, &b->board, &two);
    assert_int_equal(one.count, two.count);
    assert_memory_equal(one.move, two.move, one.count * sizeof(tob_move));
    for (unsigned i = 0; i < 2000; i++) {
        const bool own = i % 2 && viewer < TOB_SEATS;
        const tob_move move = some_move(rng, own ? viewer : i / 2 % (TOB_SEATS + 1));
        assert_int_equal(tob_why(view_a, &a->board, move),
                         tob_why(view_b, &b->board, move));
        if (!own || is_hidden(move, SPECTATOR) || tob_to_move(view_a) != viewer)
            continue;
        assert_int_equal(tob_why(&a->game, &a->board, move),
                         tob_why(&b->game, &b->board, move));
        assert_int_equal(tob_why(&a->game, &a->board, move),
                         tob_why(view_a, &a->board, move));
    }
}

/* Every line has the same effects in the two games, seen by nobody in particular. */
static void same_effects(const story *a, const story *b)
{
    static story one, two;

    one.config = two.config = a->config;
    one.length = two.length = 0;
    assert_true(replay(&one) && replay(&two));
    for (unsigned i = 0; i < a->length; i++) {
        const tob_game before_one = one.game, before_two = two.game;
        rec_effects first, second;
        tob_apply(&one.game, &one.board, a->move[i]);
        tob_apply(&two.game, &two.board, b->move[i]);
        first = rec_effects_of(&before_one, &one.game, a->move[i]);
        second = rec_effects_of(&before_two, &two.game, b->move[i]);
        assert_memory_equal(&first, &second, sizeof first);
    }
}

/* Position, legs, legal moves and the outcomes of some are the same bytes of JSON. */
static void same_json(const tob_game *view_a, const tob_game *view_b,
                      const tob_board *board, tob_rng *rng)
{
    static const rec_header header = {.name = {"red", "blue", "green", "yellow"}};
    static char one[REC_JSON_MAX], two[REC_JSON_MAX];
    static tob_moves moves;
    static rec_outcome outcome;

    rec_position_json(&header, view_a, board, 1, one, sizeof one);
    rec_position_json(&header, view_b, board, 1, two, sizeof two);
    assert_string_equal(one, two);
    rec_legs_json(view_a, board, one, sizeof one);
    rec_legs_json(view_b, board, two, sizeof two);
    assert_string_equal(one, two);
    rec_legal_json(view_a, board, &moves, one, sizeof one);
    rec_legal_json(view_b, board, &moves, two, sizeof two);
    assert_string_equal(one, two);
    for (unsigned i = 0; i < 6; i++) {
        const bool legal = i % 2 && moves.count;
        tob_move move = some_move(rng, tob_to_move(view_a) % TOB_SEATS);
        move.space = (uint8_t)(move.space % board->count);
        move.value = (uint8_t)(move.value % TOB_OBJECT_COUNT);
        if (legal)
            move = moves.move[tob_rng_below(rng, moves.count)];
        char line[REC_LINE_MAX];
        const size_t length =
            rec_write_move(board, rec_redact(move, view_a->viewer), line);
        rec_what_if_json(&header, view_a, board, 1, line, length, &outcome, one,
                         sizeof one);
        rec_what_if_json(&header, view_b, board, 1, line, length, &outcome, two,
                         sizeof two);
        assert_string_equal(one, two);
        if (legal)
            assert_int_equal(strncmp(one, "{\"legal\":true", 13), 0);
    }
}

static void looks_the_same(const story *a, const story *b, unsigned viewer, tob_rng *rng)
{
    const tob_result result_a = tob_result_of(&a->game),
                     result_b = tob_result_of(&b->game);
    tob_game view_a, view_b;

    same_text(a, b, viewer);
    tob_view(&view_a, &a->game, as(viewer));
    tob_view(&view_b, &b->game, as(viewer));
    if (memcmp(&view_a, &view_b, sizeof view_a) != 0)
        fail_msg("viewer %u sees a hidden difference (seed %llu)", viewer,
                 (unsigned long long)seed);
    assert_true(tob_hash(&view_a) == tob_hash(&view_b));
    assert_memory_equal(&a->board, &b->board, sizeof a->board);
    assert_int_equal(tob_to_move(&a->game), tob_to_move(&b->game));
    assert_memory_equal(&result_a, &result_b, sizeof result_a);
    same_answers(a, b, &view_a, &view_b, viewer, rng);
    same_json(&view_a, &view_b, &a->board, rng);
    same_effects(a, b);
}

static void count_differences(const story *a, const story *b, tally *t)
{
    bool seen = false;

    t->samples++;
    t->cards_differ += a->game.deck != b->game.deck ||
                       memcmp(a->game.hand, b->game.hand, sizeof a->game.hand) != 0;
    t->treasures_differ +=
        memcmp(a->game.peeked, b->game.peeked, sizeof a->game.peeked) != 0;
    for (unsigned seat = 0; seat < a->config.players; seat++) {
        tob_game one, two;
        tob_view(&one, &a->game, as(seat));
        tob_view(&two, &b->game, as(seat));
        seen = seen || memcmp(&one, &two, sizeof one) != 0;
    }
    t->others_see_it += seen;
}

static void h2_games_that_differ_only_in_hidden_cards_look_the_same(void **state)
{
    static story told, other;
    const unsigned samples = games_to_play(3000, 20000);
    tally t = {0};
    (void)state;

    for (unsigned number = 0; number < samples; number++) {
        unsigned viewer;
        tob_rng rng;
        tob_rng_init(&rng, seed, 1000000 + number);
        tell(&told, number, &rng);
        viewer = tob_rng_below(&rng, told.config.players + 1u);
        viewer = viewer == told.config.players ? SPECTATOR : viewer;
        retell(&other, &told, viewer, &rng);
        looks_the_same(&told, &other, viewer, &rng);
        count_differences(&told, &other, &t);
    }
    printf("# %u samples: other clue cards in %u, other treasure cards in %u, "
           "seen by another seat in %u\n",
           t.samples, t.cards_differ, t.treasures_differ, t.others_see_it);
    assert_true(t.cards_differ * 2 > t.samples);
    assert_true(t.treasures_differ * 10 > t.samples);
    assert_true(t.others_see_it * 2 > t.samples);
}

/* ---- Bots ---- */

/* A bot's choice and its opinions, from its seat's view of a game. */
typedef struct thoughts {
    tob_move move;
    unsigned count;
    ai_opinion opinions[AI_OPINIONS_MAX];
} thoughts;

static void think(thoughts *of, ai_level level, const story *s, unsigned seat,
                  unsigned number)
{
    ai_bot *bot = ai_bot_init(malloc(ai_bot_size(level)), level, number);
    tob_game view;

    memset(of, 0, sizeof *of);
    tob_view(&view, &s->game, as(seat));
    of->move = ai_bot_choose(bot, &view, &s->board, (ai_budget){.iterations = 40});
    of->count = ai_bot_opinions(bot, of->opinions);
    free(bot);
}

static void h2_bots_think_alike_in_games_that_differ_only_in_hidden_cards(void **state)
{
    static story told, other;
    const unsigned samples = games_to_play(120, 800);
    tally t = {0};
    (void)state;

    for (unsigned number = 0; t.samples < samples; number++) {
        tob_rng rng;
        unsigned seat;
        tob_rng_init(&rng, seed, 2000000 + number);
        tell(&told, number, &rng);
        seat = tob_to_move(&told.game);
        if (seat >= TOB_SEATS)
            continue;
        retell(&other, &told, seat, &rng);
        for (unsigned level = 0; level < AI_LEVEL_COUNT; level++) {
            thoughts one, two;
            think(&one, (ai_level)level, &told, seat, number);
            think(&two, (ai_level)level, &other, seat, number);
            if (memcmp(&one, &two, sizeof one) != 0)
                fail_msg("%s sees what is hidden (number %u, seed %llu)",
                         ai_level_name(level), number, (unsigned long long)seed);
        }
        count_differences(&told, &other, &t);
    }
    printf("# %u samples: other clue cards in %u, other treasure cards in %u\n",
           t.samples, t.cards_differ, t.treasures_differ);
#ifndef TOB_DEBUG /* with too few samples to expect it */
    assert_true(t.cards_differ * 2 > t.samples);
    assert_true(t.treasures_differ * 20 > t.samples);
#endif
}

/* ---- The open cards of the comparison in docs/bots.md ---- */

/* The value of the card that was added to the treasure, if it was not turned up for sure;
 * TOB_NONE: there is none. */
static unsigned added_card(const tob_game *game)
{
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        unsigned known = 0;
        for (unsigned seat = 0; seat < game->players; seat++)
            known += game->peeked[seat][coins];
        if (game->peeked[TOB_PEEK_ADDED][coins] && game->shown[coins] <= known)
            return coins;
    }
    return TOB_NONE;
}

/* Hands and looked-at cards are those of the game, and nothing else is told. */
static void open_view_tells(const story *s, unsigned seat)
{
    const tob_game *game = &s->game;
    tob_game view, closed;

    tob_view_open(&view, game, seat);
    tob_view(&closed, game, as(seat));
    for (unsigned other = 0; other < game->players; other++) {
        assert_true(view.hand[other] == game->hand[other]);
        assert_memory_equal(view.peeked[other], game->peeked[other],
                            sizeof game->peeked[other]);
    }
    assert_memory_equal(view.peeked[TOB_PEEK_ADDED], closed.peeked[TOB_PEEK_ADDED],
                        sizeof closed.peeked[TOB_PEEK_ADDED]);
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        const bool added = added_card(game) == coins;
        assert_int_equal(view.pool[coins], game->pool[coins] + added);
    }
    assert_true(tob_viewer_equal(view.viewer, as(seat)));
    assert_int_equal(view.bag, game->bag);
    assert_memory_equal(view.shown, game->shown, sizeof view.shown);
}

/* The added card changes places with one of the deck; true if it did. */
static bool change_added(tob_game *game, tob_rng *rng)
{
    const unsigned one = added_card(game);
    const unsigned two = 1 + tob_rng_below(rng, TOB_COINS_MAX);

    if (one == TOB_NONE || one == 0 || one == two || !game->pool[two])
        return false;
    game->peeked[TOB_PEEK_ADDED][one]--;
    game->peeked[TOB_PEEK_ADDED][two]++;
    game->pool[one]++;
    game->pool[two]--;
    return added_card(game) == two;
}

static void
an_open_view_tells_hands_and_looked_at_cards_and_not_the_added_one(void **state)
{
    static story told;
    const unsigned samples = games_to_play(2000, 20000);
    unsigned changed = 0;
    (void)state;

    for (unsigned number = 0; number < samples; number++) {
        tob_rng rng;
        unsigned seat;
        tob_game before, after;
        tob_rng_init(&rng, seed, 3000000 + number);
        tell(&told, number, &rng);
        seat = tob_rng_below(&rng, told.config.players);
        open_view_tells(&told, seat);
        tob_view_open(&before, &told.game, seat);
        if (!change_added(&told.game, &rng))
            continue;
        changed++;
        tob_view_open(&after, &told.game, seat);
        if (memcmp(&before, &after, sizeof before) != 0)
            fail_msg("the added card is told (number %u, seed %llu)", number,
                     (unsigned long long)seed);
    }
    printf("# another card was added in %u of %u\n", changed, samples);
    assert_true(changed * 20 > samples);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(h2_a_view_is_what_the_redacted_record_replays_to_at_every_line),
        cmocka_unit_test(h1_a_redacted_record_can_be_redacted_further),
        cmocka_unit_test(h2_games_that_differ_only_in_hidden_cards_look_the_same),
        cmocka_unit_test(h2_bots_think_alike_in_games_that_differ_only_in_hidden_cards),
        cmocka_unit_test(
            an_open_view_tells_hands_and_looked_at_cards_and_not_the_added_one),
    };

    seed = chance_seed();
    return cmocka_run_group_tests_name("leak", tests, NULL, NULL);
}
