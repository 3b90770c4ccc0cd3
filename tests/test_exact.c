/* H1: a view offers what may be there, and nothing else.
 *
 * Tests follow the lines that a viewer sees with bookkeeping of their own and compare.
 *
 * Clue cards: each hidden draw is a slot with its seat and its time, and each stay of a
 * card in deck and hands is a life that begins when it is shuffled in and ends when
 * somebody shows it. A world is a matching of slots and lives: a life that ended was in a
 * slot of the seat that showed it, drawn before; once a deck was empty, each of its lives
 * has a slot. A card may be in a hand if a matching puts it there.
 *
 * Treasure cards: a world is a choice of the hidden cards among those unaccounted for,
 * curses only below the top twelve; all of them are tried.
 *
 * Neither draws a conclusion from 'cannot' (N2), as views do not. */
#include "ai/fill.h"
#include "chance.h"
#include "positions.h"
#include "tobago/query.h"

enum { CARDS = TOB_DECK_MAX, DECKS_MAX = 32, ON_DECK = TOB_SEATS, SHOWN, COINS = 8 };

typedef struct life {
    unsigned card, from, until; /* until: when it was shown; UINT32_MAX: it was not */
    unsigned seat;              /* that showed it */
} life;

typedef struct slot {
    unsigned seat, time, card; /* TOB_HIDDEN: not seen */
} slot;

/* One deck, from its shuffling to the next. */
typedef struct deck {
    life lives[CARDS];
    slot slots[CARDS];
    unsigned life_count, slot_count;
} deck;

/* What a viewer has seen. */
typedef struct diary {
    deck decks[DECKS_MAX]; /* the last one is drawn from */
    unsigned deck_count, time, pending;
    uint64_t open;           /* cards that will be shuffled when a deck is needed */
    uint64_t on_map[4];      /* the clues of each treasure */
    unsigned left[2][COINS]; /* treasure cards unaccounted for, of the first deck and of
                                that made of discards */
    unsigned own[2][COINS], shown[COINS];
    unsigned hidden[2], high; /* hidden cards of this treasure by deck; of the first,
                                 those of the top twelve */
    unsigned size[2], drawn;
    bool renewed;
} diary;

static tob_game game, view;
static tob_board board;
static tob_moves moves;
static unsigned renewals, treasure_renewals, compared, filled;

static uint64_t bit(unsigned card)
{
    return (uint64_t)1 << card;
}

/* ---- Matching slots and lives ---- */

static const deck *d;         /* the one in question */
static unsigned where[CARDS]; /* of each card: a seat, ON_DECK, or SHOWN for anywhere */
static int of_slot[CARDS], of_life[CARDS];

static bool fits(unsigned s, unsigned l)
{
    const slot *place = &d->slots[s];
    const life *stay = &d->lives[l];

    if (stay->from >= place->time ||
        (place->card != TOB_HIDDEN && place->card != stay->card))
        return false;
    if (stay->until != UINT32_MAX)
        return stay->seat == place->seat && place->time < stay->until;
    return where[stay->card] == SHOWN || where[stay->card] == place->seat;
}

static bool seat_slot(unsigned s, bool *tried)
{
    for (unsigned l = 0; l < d->life_count; l++) {
        if (tried[l] || !fits(s, l))
            continue;
        tried[l] = true;
        if (of_life[l] < 0 || seat_slot((unsigned)of_life[l], tried)) {
            of_life[l] = (int)s;
            return true;
        }
    }
    return false;
}

static bool seat_life(unsigned l, bool *tried)
{
    for (unsigned s = 0; s < d->slot_count; s++) {
        if (tried[s] || !fits(s, l))
            continue;
        tried[s] = true;
        if (of_slot[s] < 0 || seat_life((unsigned)of_slot[s], tried)) {
            of_slot[s] = (int)l;
            return true;
        }
    }
    return false;
}

/* Is there a matching that covers all slots, and each life that cannot be in the deck? It
 * suffices that one matching covers the slots and another one those lives (Mendelsohn and
 * Dulmage). */
static bool can_be(const deck *of, bool last)
{
    d = of;
    memset(of_slot, -1, sizeof of_slot);
    memset(of_life, -1, sizeof of_life);
    for (unsigned s = 0; s < d->slot_count; s++) {
        bool tried[CARDS] = {false};
        if (!seat_slot(s, tried))
            return false;
    }
    for (unsigned l = 0; l < d->life_count; l++) {
        const life *stay = &d->lives[l];
        const unsigned at = where[stay->card];
        bool tried[CARDS] = {false};
        const bool in_deck =
            stay->until == UINT32_MAX && last && (at == SHOWN || at == ON_DECK);
        if (!in_deck && !seat_life(l, tried))
            return false;
    }
    return true;
}

static void anywhere(void)
{
    for (unsigned card = 0; card < CARDS; card++)
        where[card] = SHOWN;
}

/* The deck in which a hidden card lives; NULL if it is not hidden. */
static const deck *deck_of(const diary *y, unsigned card)
{
    for (unsigned i = 0; i < y->deck_count; i++)
        for (unsigned l = 0; l < y->decks[i].life_count; l++)
            if (y->decks[i].lives[l].card == card &&
                y->decks[i].lives[l].until == UINT32_MAX)
                return &y->decks[i];
    return NULL;
}

static unsigned cards_in(const deck *of)
{
    return of->life_count - of->slot_count;
}

/* The cards that may be in a hand, or come next from the deck, which is made of the
 * discards if it is empty (C4). */
static uint64_t may_be_at(const diary *y, unsigned place)
{
    const deck *last = &y->decks[y->deck_count - 1];
    uint64_t cards = 0;

    if (place == ON_DECK && !cards_in(last))
        return y->open;
    for (unsigned card = 0; card < tob_card_count(); card++) {
        const deck *of = deck_of(y, card);
        if (!of || (place == ON_DECK && of != last))
            continue;
        anywhere();
        where[card] = place;
        if (can_be(of, of == last))
            cards |= bit(card);
    }
    return cards;
}

/* ---- Following clue cards ---- */

static void shuffle_in(diary *y, deck *into)
{
    for (; y->open; y->open &= y->open - 1)
        into->lives[into->life_count++] =
            (life){(unsigned)__builtin_ctzll(y->open), y->time, UINT32_MAX, 0};
}

static void forget_old_decks(diary *y)
{
    unsigned kept = 0;

    for (unsigned i = 0; i < y->deck_count; i++) {
        bool alive = false;
        for (unsigned l = 0; l < y->decks[i].life_count; l++)
            alive |= y->decks[i].lives[l].until == UINT32_MAX;
        if (alive)
            y->decks[kept++] = y->decks[i];
    }
    y->deck_count = kept;
}

static void draw_card(diary *y, unsigned seat, unsigned card)
{
    deck *last = &y->decks[y->deck_count - 1];

    if (!cards_in(last)) {
        forget_old_decks(y);
        assert_true(y->deck_count < DECKS_MAX);
        last = &y->decks[y->deck_count++];
        *last = (deck){.life_count = 0};
        shuffle_in(y, last);
        y->time++;
        renewals++;
    }
    last->slots[last->slot_count++] = (slot){seat, y->time, card};
}

/* A card leaves a hand for all to see. */
static void show_card(diary *y, unsigned seat, unsigned card)
{
    deck *of = &y->decks[deck_of(y, card) - y->decks];

    for (unsigned l = 0; l < of->life_count; l++)
        if (of->lives[l].card == card && of->lives[l].until == UINT32_MAX) {
            of->lives[l].until = y->time;
            of->lives[l].seat = seat;
        }
}

/* A card is drawn openly (S5), so it never was hidden. */
static void take_openly(diary *y, unsigned card)
{
    deck *first = &y->decks[0];

    for (unsigned l = 0; l < first->life_count; l++)
        if (first->lives[l].card == card)
            first->lives[l] = first->lives[--first->life_count];
    if (y->pending != TOB_NONE)
        y->open |= bit(y->pending); /* that before it was set aside */
    y->pending = card;
}

static void follow_clues(diary *y, tob_move move)
{
    switch (move.kind) {
    case TOB_MOVE_INITIAL: take_openly(y, move.card); break;
    case TOB_MOVE_START:
        y->on_map[move.treasure] |= bit(y->pending);
        y->pending = TOB_NONE;
        break;
    case TOB_MOVE_DEAL:
        shuffle_in(y, &y->decks[0]);
        y->time++;
        draw_card(y, move.seat, move.card);
        break;
    case TOB_MOVE_DRAW: draw_card(y, move.seat, move.card); break;
    case TOB_MOVE_CLUE:
    case TOB_MOVE_AMULET_CLUE:
        show_card(y, move.seat, move.card);
        y->on_map[move.treasure] |= bit(move.card);
        break;
    case TOB_MOVE_VOLCANIC:
    case TOB_MOVE_AMULET_VOLCANIC:
        show_card(y, move.seat, move.other);
        y->open |= bit(move.other);
        break;
    case TOB_MOVE_DISCARD:
        show_card(y, move.seat, move.card);
        y->open |= bit(move.card);
        break;
    }
}

/* ---- Worlds of treasure cards ---- */

typedef bool world_test(const diary *y, unsigned hidden[2][COINS], unsigned value);

static unsigned total(const unsigned counts[COINS])
{
    unsigned sum = 0;

    for (unsigned coins = 0; coins < COINS; coins++)
        sum += counts[coins];
    return sum;
}

/* Places left in the first deck that may hold a curse (S1). */
static unsigned low_places(const diary *y)
{
    const unsigned high = y->drawn < TOB_TOP_CARDS ? TOB_TOP_CARDS - y->drawn : 0;

    return y->size[0] > high ? y->size[0] - high : 0;
}

static unsigned still(const diary *y, unsigned hidden[2][COINS], unsigned of, unsigned v)
{
    return y->left[of][v] - y->own[of][v] - hidden[of][v];
}

/* Could these hidden cards be the real ones, and is 'value' in the treasure too? */
static bool is_world(const diary *y, unsigned hidden[2][COINS])
{
    for (unsigned of = 0; of < 2; of++) {
        if (total(hidden[of]) != y->hidden[of])
            return false;
        for (unsigned v = 0; v < COINS; v++)
            if (y->own[of][v] + hidden[of][v] > y->left[of][v])
                return false;
    }
    for (unsigned v = 0; v < COINS; v++)
        if (y->shown[v] > y->own[0][v] + y->own[1][v] + hidden[0][v] + hidden[1][v])
            return false;
    return hidden[0][0] <= y->hidden[0] - y->high &&
           still(y, hidden, 0, 0) <= low_places(y);
}

static bool may_be_revealed(const diary *y, unsigned hidden[2][COINS], unsigned v)
{
    return y->shown[v] < y->own[0][v] + y->own[1][v] + hidden[0][v] + hidden[1][v];
}

static bool may_be_drawn(const diary *y, unsigned hidden[2][COINS], unsigned v)
{
    const unsigned of = y->size[0] ? 0 : 1;
    diary after = *y;

    if (!still(y, hidden, of, v))
        return false;
    if (of)
        return true;
    if (v == 0 && y->drawn < TOB_TOP_CARDS)
        return false;
    after.size[0]--;
    after.drawn++;
    return still(y, hidden, 0, 0) - (v == 0) <= low_places(&after);
}

/* Tries all hidden cards from value 'at' of deck 'of' on. */
static bool try_worlds(const diary *y, unsigned hidden[2][COINS], unsigned of,
                       unsigned at, world_test *test, unsigned value)
{
    unsigned most;

    if (at == COINS)
        return of == 0 ? try_worlds(y, hidden, 1, 0, test, value)
                       : is_world(y, hidden) && test(y, hidden, value);
    most = y->left[of][at] - y->own[of][at];
    if (most > y->hidden[of] - total(hidden[of]))
        most = y->hidden[of] - total(hidden[of]);
    for (unsigned n = 0; n <= most; n++) {
        bool found;
        hidden[of][at] = n;
        found = try_worlds(y, hidden, of, at + 1, test, value);
        hidden[of][at] = 0;
        if (found)
            return true;
    }
    return false;
}

static bool is_possible(const diary *y, world_test *test, unsigned value)
{
    unsigned hidden[2][COINS] = {{0}};

    return try_worlds(y, hidden, 0, 0, test, value);
}

/* ---- Following treasure cards ---- */

/* When the first deck is empty, the discards are shuffled (R4). */
static void renew_treasures(diary *y, const uint8_t discards[COINS])
{
    y->renewed = true;
    treasure_renewals++;
    for (unsigned v = 0; v < COINS; v++)
        y->left[1][v] = discards[v];
    y->size[1] = total(y->left[1]);
}

static void draw_treasure(diary *y, unsigned value)
{
    const unsigned of = y->size[0] ? 0 : 1;

    y->size[of]--;
    if (value != TOB_HIDDEN) {
        y->own[of][value]++;
    } else {
        y->hidden[of]++;
        y->high += of == 0 && y->drawn < TOB_TOP_CARDS;
    }
    y->drawn += of == 0;
}

static bool is_sharing(const tob_game *g)
{
    return g->phase >= TOB_PHASE_PEEK && g->phase <= TOB_PHASE_OFFER;
}

static void follow_treasures(diary *y, tob_move move, const tob_game *before,
                             const tob_game *after)
{
    if (move.kind == TOB_MOVE_PEEK || move.kind == TOB_MOVE_ADD)
        draw_treasure(y, move.value);
    if (move.kind == TOB_MOVE_REVEAL)
        y->shown[move.value]++;
    if (!y->size[0] && !y->renewed &&
        (after->phase == TOB_PHASE_PEEK || after->phase == TOB_PHASE_ADD))
        renew_treasures(y, before->treasure_discards);
    if (!is_sharing(before) || is_sharing(after))
        return;
    for (unsigned v = 0; v < COINS; v++) {
        if (!y->renewed)
            y->left[0][v] -= y->shown[v];
        y->shown[v] = y->own[0][v] = y->own[1][v] = 0;
    }
    y->hidden[0] = y->hidden[1] = y->high = 0;
}

/* ---- Following a game ---- */

static void begin_diary(diary *y)
{
    *y = (diary){.deck_count = 1, .pending = TOB_NONE, .time = 1};
    for (unsigned card = 0; card < tob_card_count(); card++)
        if (game.deck & bit(card))
            y->decks[0].lives[y->decks[0].life_count++] = (life){card, 0, UINT32_MAX, 0};
    for (unsigned v = 0; v < COINS; v++)
        y->left[0][v] = game.pool[v];
    y->size[0] = total(y->left[0]);
}

static void follow(diary *y, tob_move move, const tob_game *before, const tob_game *after)
{
    y->time++;
    follow_clues(y, move);
    follow_treasures(y, move, before, after);
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        if (before->map[treasure].length && !after->map[treasure].length) {
            y->open |= y->on_map[treasure]; /* N1 */
            y->on_map[treasure] = 0;
        }
}

/* ---- Comparing ---- */

static bool lists(tob_kind kind, unsigned value)
{
    for (unsigned i = 0; i < moves.count; i++)
        if (moves.move[i].kind == kind && moves.move[i].value == value)
            return true;
    return false;
}

static void compare_treasures(const diary *y)
{
    const bool reveal = view.phase == TOB_PHASE_REVEAL;
    const bool peek = view.phase == TOB_PHASE_PEEK && tob_hand_known(&view, view.seat);

    if (!reveal && !peek)
        return;
    tob_legal(&view, &board, &moves);
    for (unsigned v = 0; v < COINS; v++) {
        const bool listed = lists(reveal ? TOB_MOVE_REVEAL : TOB_MOVE_PEEK, v);
        const bool possible = is_possible(y, reveal ? may_be_revealed : may_be_drawn, v);
        if (listed != possible)
            fail_msg("a treasure card of %u is %slisted and %spossible", v,
                     listed ? "" : "not ", possible ? "" : "not ");
        compared++;
    }
}

static void compare_clues(const diary *y)
{
    for (unsigned seat = 0; seat < view.players; seat++)
        if (view.hand_size[seat] && view.hand[seat] != may_be_at(y, seat))
            fail_msg("hand %u: %llx, possible %llx", seat + 1,
                     (unsigned long long)view.hand[seat],
                     (unsigned long long)may_be_at(y, seat));
    if (view.deck_size && view.deck != may_be_at(y, ON_DECK))
        fail_msg("deck: %llx, possible %llx", (unsigned long long)view.deck,
                 (unsigned long long)may_be_at(y, ON_DECK));
    compared++;
}

/* The hidden treasure cards that a filling chose make a world. */
static void filling_is_a_world(const diary *y, const tob_game *full)
{
    unsigned hidden[2][COINS];

    for (unsigned v = 0; v < COINS; v++) {
        unsigned all = 0;
        for (unsigned row = 0; row < TOB_PEEK_ROWS; row++)
            all += full->peeked[row][v];
        hidden[0][v] = all - y->own[0][v] - y->own[1][v];
        hidden[1][v] = 0;
        if (y->renewed) { /* all of the first deck are in the treasure */
            const unsigned old = y->left[0][v] - y->own[0][v];
            assert_true(hidden[0][v] >= old);
            hidden[1][v] = hidden[0][v] - old;
            hidden[0][v] = old;
        }
    }
    assert_true(is_world(y, hidden));
}

static void fill_and_compare(const diary *y, tob_rng *rng)
{
    const deck *last = &y->decks[y->deck_count - 1];
    static tob_game full, again;

    ai_fill(&full, &view, rng);
    assert_null(tob_check(&full, &board));
    tob_view(&again, &full, view.viewer);
    again.deep = view.deep; /* follows from an order that filling does not keep */
    assert_memory_equal(&again, &view, sizeof view);
    anywhere();
    for (unsigned card = 0; card < tob_card_count(); card++) {
        if (full.deck & bit(card))
            where[card] = ON_DECK;
        for (unsigned seat = 0; seat < full.players; seat++)
            if (full.hand[seat] & bit(card))
                where[card] = seat;
    }
    for (unsigned i = 0; i < y->deck_count; i++)
        assert_true(can_be(&y->decks[i], &y->decks[i] == last));
    if (is_sharing(&full))
        filling_is_a_world(y, &full);
    filled++;
}

/* Raises what can be raised, and exchanges hands often: decks run out. */
static tob_move choose(tob_rng *rng, unsigned number)
{
    unsigned wanted = TOB_MOVE_COUNT;

    for (unsigned i = 0; i < moves.count; i++) {
        const tob_move move = moves.move[i];
        if (move.kind == TOB_MOVE_RAISE)
            return move;
        if (move.kind == TOB_MOVE_EXCHANGE || move.kind == TOB_MOVE_AMULET_EXCHANGE)
            wanted = i;
    }
    if (wanted < TOB_MOVE_COUNT && tob_rng_below(rng, 8) < number % 3)
        return moves.move[wanted];
    return chance_move(rng, &game, &moves, number);
}

/* Follows a random game with the eyes of one viewer. */
static void follow_game(uint64_t seed, unsigned number)
{
    static diary y;
    rec_header header;
    tob_game before;
    tob_rng rng;

    chance_begin(&game, &board, &header, &rng, seed, number);
    const unsigned watcher = tob_rng_below(&rng, game.players + 1u);
    const tob_viewer viewer = as(watcher == game.players ? SPECTATOR : watcher);
    begin_diary(&y);
    tob_view(&view, &game, viewer);
    for (unsigned i = 0; i < 4000 && tob_to_move(&game) != TOB_NOBODY; i++) {
        tob_legal(&game, &board, &moves);
        const tob_move move = choose(&rng, number);
        before = view;
        tob_apply(&game, &board, move);
        tob_view(&view, &game, viewer);
        follow(&y, rec_redact(move, viewer), &before, &view);
        compare_treasures(&y);
        if (tob_is_setup(&view) || tob_rng_below(&rng, is_sharing(&view) ? 12 : 60))
            continue;
        compare_clues(&y);
        fill_and_compare(&y, &rng);
    }
}

static void h1_a_view_offers_what_may_be_there_and_nothing_else(void **state)
{
    const uint64_t seed = chance_seed();
    const unsigned games = games_to_play(250, 5000);
    (void)state;

    renewals = treasure_renewals = compared = filled = 0;
    for (unsigned number = 0; number < games; number++)
        follow_game(seed, number);

    printf("# %u decks renewed, %u of treasures; %u comparisons, %u fillings\n", renewals,
           treasure_renewals, compared, filled);
    assert_true(renewals > games && filled > games);
#ifndef TOB_DEBUG /* with too few games to expect it */
    assert_true(treasure_renewals > games / 20);
#endif
}

/* ---- Single cases ---- */

static scene t;

/* A treasure deck was renewed while seat 1 drew: of the cards that may come now, none is
 * worth 4. */
static void h1_a_renewed_deck_has_no_card_that_was_never_discarded(void **state)
{
    static char text[1 << 16];
    FILE *file = fopen("tests/games/renewed-deck-view-1.tobago", "r");
    rec_error error;
    (void)state;

    assert_non_null(file);
    const size_t length = fread(text, 1, sizeof text, file);
    fclose(file);
    assert_true(rec_read(&t, text, length, UINT32_MAX, &error));

    refuse(&t, "nature peek 1 4", TOB_REASON_S1_GONE);
    assert_false(is_legal(&t, "nature peek 1 4"));
    for (unsigned coins = 2; coins <= 6; coins++) {
        char line[] = "nature peek 1 ?";
        line[sizeof line - 2] = (char)('0' + coins);
        assert_int_equal(is_legal(&t, line), coins != 4);
    }
}

/* Bobby looks on while Anna raises a treasure; the deck has a 3 on top of two curses. */
static void raise_above_two_curses(void)
{
    begin(&t, 3, "");
    stack(&t, "3 curse curse", "", ROGER);
    lay(&t, TOB_WHITE, "2 not-in-lake");
    leave_sites(&t, TOB_WHITE, "h8");
    put_atv(&t, ANNA, "h8");
    t.game.top = 1;
    sound(&t);
    see_as(&t, BOBBY);
    feed(&t, "1 raise white\nnature peek 1 ?\n");
}

static void s1_a_card_cannot_come_where_the_curses_would_no_longer_fit(void **state)
{
    (void)state;
    raise_above_two_curses();

    refuse(&t, "nature peek 2 3", TOB_REASON_S1_GONE); /* Anna has it */
    assert_false(is_legal(&t, "nature peek 2 3"));
    assert_true(is_legal(&t, "nature peek 2 curse"));
}

static void s1_hidden_cards_are_turned_up_in_any_order(void **state)
{
    (void)state;
    raise_above_two_curses();
    feed(&t, "nature peek 2 curse\nnature add ?\n");

    assert_true(is_legal(&t, "nature reveal 3"));
    assert_true(is_legal(&t, "nature curse"));
    assert_false(is_legal(&t, "nature reveal 2"));
    feed(&t, "nature curse\nnature curse\n");
    assert_false(is_legal(&t, "nature curse"));
    feed(&t, "nature reveal 3\n");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(h1_a_renewed_deck_has_no_card_that_was_never_discarded),
        cmocka_unit_test(s1_a_card_cannot_come_where_the_curses_would_no_longer_fit),
        cmocka_unit_test(s1_hidden_cards_are_turned_up_in_any_order),
        cmocka_unit_test(h1_a_view_offers_what_may_be_there_and_nothing_else),
    };

    return cmocka_run_group_tests_name("exact", tests, NULL, NULL);
}
