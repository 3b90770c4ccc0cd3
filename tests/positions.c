#include "positions.h"

static const char *const objects = "nature object statue k4 S\n"
                                   "nature object statue e6 N\n"
                                   "nature object statue h11 NE\n"
                                   "nature object hut d8\n"
                                   "nature object hut i5\n"
                                   "nature object hut m8\n"
                                   "nature object hut g12\n"
                                   "nature object palm f4\n"
                                   "nature object palm m5\n"
                                   "nature object palm j12\n";

/* ---- Words ---- */

/* Cuts the next word off a text; 0 at its end. */
static size_t next_word(const char **text, char word[static 40])
{
    const size_t length = strcspn(*text += strspn(*text, " "), " ");

    assert_true(length < 40);
    memcpy(word, *text, length);
    word[length] = '\0';
    *text += length;
    return length;
}

static unsigned coins_in(const char *word)
{
    return strcmp(word, "curse") == 0 ? 0 : (unsigned)(word[0] - '0');
}

void sound(const scene *t)
{
    const char *broken = tob_check(&t->game, &t->board);

    if (broken)
        fail_msg("the position is broken: %s", broken);
}

/* ---- Clue cards ---- */

static uint64_t bit(unsigned card)
{
    return (uint64_t)1 << card;
}

/* What nobody has seen is of one batch: it may be in any hand or in the deck. */
static void refresh_public(scene *t)
{
    tob_game *game = &t->game;
    uint64_t unseen = game->deck;

    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        unseen |= game->hand[seat];
    for (unsigned seat = 0; seat < TOB_SEATS; seat++)
        for (unsigned i = 0; i < TOB_HAND_MAX; i++)
            game->held[seat][i] = i < game->hand_size[seat];
    for (unsigned card = 0; card < TOB_DECK_MAX; card++)
        game->batch[card] = unseen >> card & 1;
    game->newest = 1;
    game->deck_size = (uint8_t)__builtin_popcountll(game->deck);
    sound(t);
}

/* Takes a card out of the deck, the discards or a hand. A hand gets another card of the
 * deck for it, if there is one. */
static unsigned fetch(scene *t, const char *name)
{
    tob_game *game = &t->game;
    const unsigned card = card_of(name);

    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        if (!(game->hand[seat] & bit(card)))
            continue;
        game->hand[seat] &= ~bit(card);
        game->hand_size[seat]--;
        if (!game->deck)
            return card;
        const unsigned other = 63 - (unsigned)__builtin_clzll(game->deck);
        game->deck &= ~bit(other);
        game->hand[seat] |= bit(other);
        game->hand_size[seat]++;
        return card;
    }
    if (!((game->deck | game->discards) & bit(card)))
        fail_msg("%s lies on a map already", name);
    game->deck &= ~bit(card);
    game->discards &= ~bit(card);
    return card;
}

void hold(scene *t, unsigned seat, const char *cards)
{
    tob_game *game = &t->game;
    char name[40];

    game->deck |= game->hand[seat];
    game->hand[seat] = game->hand_size[seat] = 0;
    while (next_word(&cards, name)) {
        game->hand[seat] |= bit(fetch(t, name));
        game->hand_size[seat]++;
    }
    refresh_public(t);
}

void thin_deck(scene *t, const char *cards)
{
    tob_game *game = &t->game;
    uint64_t kept = 0;
    char name[40];

    while (next_word(&cards, name))
        kept |= bit(fetch(t, name));
    game->discards |= game->deck;
    game->deck = kept;
    refresh_public(t);
}

/* ---- Maps ---- */

static void clear_map(scene *t, unsigned treasure)
{
    tob_game *game = &t->game;
    tob_map *map = &game->map[treasure];

    for (unsigned card = map->lowest; card != TOB_NONE;) {
        const unsigned above = game->above[card];
        const uint8_t rose = game->rose[card];
        game->roses[tob_rose_owner(rose)] =
            (uint8_t)(game->roses[tob_rose_owner(rose)] + tob_rose_number(rose));
        game->deck |= bit(card);
        game->above[card] = game->rose[card] = 0;
        card = above;
    }
    *map = (tob_map){.sites = t->board.spaces, .lowest = TOB_NONE};
    map->count = (uint8_t)tob_hexset_count(map->sites);
}

static void append(scene *t, unsigned treasure, unsigned card, unsigned seat, unsigned n)
{
    tob_game *game = &t->game;
    tob_map *map = &game->map[treasure];

    game->above[card] = map->lowest;
    game->rose[card] = tob_rose(seat, n);
    game->roses[seat] = (uint8_t)(game->roses[seat] - n);
    map->lowest = (uint8_t)card;
    map->length++;
    map->sites = tob_hexset_and(map->sites, t->board.allowed[card]);
    map->count = (uint8_t)tob_hexset_count(map->sites);
}

void lay(scene *t, unsigned treasure, const char *clues)
{
    char seat[40], name[40];

    clear_map(t, treasure);
    while (next_word(&clues, seat)) {
        assert_true(next_word(&clues, name));
        append(t, treasure, fetch(t, name), (unsigned)(seat[0] - '1'),
               seat[1] == '+' ? 2 : 1);
    }
    refresh_public(t);
}

void leave_sites(scene *t, unsigned treasure, const char *spaces)
{
    tob_map *map = &t->game.map[treasure];
    tob_hexset left = {0, 0};
    char name[40];

    while (next_word(&spaces, name))
        tob_hexset_add(&left, space_of(t, name));
    assert_true(tob_hexset_within(left, map->sites));
    map->removed = tob_hexset_or(map->removed, tob_hexset_minus(map->sites, left));
    map->sites = left;
    map->count = (uint8_t)tob_hexset_count(left);
    sound(t);
}

/* The last card of the deck that allows a space. */
static unsigned deck_card_for(const scene *t, unsigned space)
{
    for (unsigned card = tob_card_count(); card-- > 0;)
        if (t->game.deck & bit(card) && tob_hexset_has(t->board.allowed[card], space))
            return card;
    fail_msg("no card of the deck fits");
    return 0;
}

void locate(scene *t, unsigned treasure, unsigned seat, const char *space)
{
    const unsigned card = deck_card_for(t, space_of(t, space));
    char clue[48];

    snprintf(clue, sizeof clue, "%u %s", seat + 1, tob_card_name(card));
    lay(t, treasure, clue);
    leave_sites(t, treasure, space);
}

/* Tries to lay all free cards on maps of treasures at these four spaces. */
static int spread(scene *t, uint64_t cards, const unsigned at[static 4])
{
    const scene before = *t;
    unsigned seat = 0;

    t->game.deck = t->game.discards = 0;
    for (; cards; cards &= cards - 1) {
        const unsigned card = (unsigned)__builtin_ctzll(cards);
        unsigned treasure = 0;
        while (treasure < 4 && !tob_hexset_has(t->board.allowed[card], at[treasure]))
            treasure++;
        if (treasure == 4) {
            *t = before;
            return 0;
        }
        append(t, treasure, card, seat, 1);
        seat = (seat + 1) % t->game.players;
    }
    return 1;
}

void exhaust_clues(scene *t)
{
    tob_rng rng;

    for (unsigned treasure = 0; treasure < 4; treasure++)
        clear_map(t, treasure);
    tob_rng_init(&rng, 1, 0);
    for (unsigned tries = 0; tries < 100000; tries++) {
        unsigned at[4];
        for (unsigned i = 0; i < 4; i++)
            at[i] = tob_rng_below(&rng, t->board.count);
        if (spread(t, t->game.deck | t->game.discards, at)) {
            refresh_public(t);
            return;
        }
    }
    fail_msg("the clue cards do not fit on the maps");
}

/* ---- Things on the island ---- */

void put_atv(scene *t, unsigned seat, const char *space)
{
    t->game.atv[seat] = (uint8_t)space_of(t, space);
}

void give_amulets(scene *t, unsigned seat, unsigned number)
{
    t->game.amulet[seat] = (uint8_t)(t->game.amulet[seat] + number);
    t->game.amulet_pile = (uint8_t)(t->game.amulet_pile - number);
    sound(t);
}

void put_amulets(scene *t, const char *spaces)
{
    char name[40];

    while (next_word(&spaces, name)) {
        tob_hexset_add(&t->game.amulets, space_of(t, name));
        t->game.amulet_pile--;
    }
    sound(t);
}

void shrink_pile(scene *t, unsigned seat, unsigned left)
{
    give_amulets(t, seat, t->game.amulet_pile - left);
}

/* ---- Treasure cards ---- */

static void draw_from_pool(tob_game *game, unsigned coins)
{
    assert_true(game->pool[coins] > 0);
    game->pool[coins]--;
    game->treasure_deck--;
    game->top = (uint8_t)(game->top - (game->top > 0));
}

void give_cards(scene *t, unsigned seat, const char *coins)
{
    char word[40];

    while (next_word(&coins, word)) {
        draw_from_pool(&t->game, coins_in(word));
        t->game.pile[seat][coins_in(word)]++;
    }
    sound(t);
}

void stack(scene *t, const char *deck, const char *discards, unsigned rest)
{
    tob_game *game = &t->game;
    uint8_t kept[TOB_COINS_MAX + 1] = {0};
    char word[40];

    while (next_word(&discards, word)) {
        draw_from_pool(game, coins_in(word));
        game->treasure_discards[coins_in(word)]++;
    }
    while (next_word(&deck, word))
        kept[coins_in(word)]++;
    for (unsigned coins = 0; coins <= TOB_COINS_MAX; coins++) {
        assert_true(game->pool[coins] >= kept[coins]);
        while (game->pool[coins] > kept[coins]) {
            draw_from_pool(game, coins);
            game->pile[rest][coins] = (uint8_t)(game->pile[rest][coins] + (coins > 0));
        }
    }
    sound(t);
}

/* ---- Turns ---- */

void begin_setup(scene *t, unsigned players, const char *header)
{
    static const char *const names[] = {"players Anna Bobby\n",
                                        "players Anna Bobby Roger\n",
                                        "players Anna Bobby Roger Lola\n"};

    rec_init(t);
    feed(t, "tobago 1\n");
    feed(t, names[players - 2]);
    feed(t, "island ABC0\n");
    feed(t, header);
    feed(t, objects);
}

void begin(scene *t, unsigned players, const char *header)
{
    static tob_moves moves;

    begin_setup(t, players, header);
    while (tob_is_setup(&t->game)) {
        tob_legal(&t->game, &t->board, &moves);
        assert_true(moves.count > 0);
        assert_int_equal(tob_try(&t->game, &t->board, moves.move[0]), TOB_OK);
    }
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        lay(t, treasure, "");
    t->stage = REC_STAGE_GAME;
}

void turn_to(scene *t, unsigned seat)
{
    tob_game *game = &t->game;

    game->phase = TOB_PHASE_TURN;
    game->turn = game->seat = (uint8_t)seat;
    game->main_done = game->acted = game->eventful = 0;
    game->drive[game->moving] = (tob_drive){0, 0};
    game->moving = TOB_MOVEMENT_NONE;
    sound(t);
}

void settle(scene *t)
{
    static tob_moves moves;

    while (t->game.phase == TOB_PHASE_DRAW || t->game.phase == TOB_PHASE_DISCARD) {
        tob_legal(&t->game, &t->board, &moves);
        assert_int_equal(tob_try(&t->game, &t->board, moves.move[0]), TOB_OK);
    }
}

void see_as(scene *t, unsigned viewer)
{
    const tob_game full = t->game;

    tob_view(&t->game, &full, as(viewer));
    t->header.config.viewer = as(viewer);
    sound(t);
}

/* ---- Asking ---- */

tob_reason refusal(scene *t, tob_move move)
{
    const scene before = *t;
    const tob_reason reason = tob_try(&t->game, &t->board, move);

    assert_int_not_equal(reason, TOB_OK);
    assert_memory_equal(&t->game, &before.game, sizeof t->game);
    assert_memory_equal(&t->board, &before.board, sizeof t->board);
    return reason;
}

unsigned coins_of(const scene *t, unsigned seat)
{
    return tob_result_of(&t->game).coins[seat];
}

int holds(const scene *t, unsigned seat, const char *card)
{
    return (t->game.hand[seat] >> card_of(card) & 1) != 0;
}

int amulet_lies_on(const scene *t, const char *space)
{
    return tob_hexset_has(t->game.amulets, space_of(t, space));
}

void assert_atv(const scene *t, unsigned seat, const char *space)
{
    assert_int_equal(t->game.atv[seat], space_of(t, space));
}

void assert_sites(const scene *t, unsigned treasure, const char *spaces)
{
    assert_string_equal(names_of(&t->board, t->game.map[treasure].sites), spaces);
}

/* ---- A treasure to be raised ---- */

void treasure_at_h8(scene *t, const char *clues)
{
    begin(t, 4, "");
    stack(t, "2 2 2 2 3 3 3 3 4 4 4 5 5 6 curse curse", "", LOLA);
    lay(t, TOB_WHITE, clues);
    leave_sites(t, TOB_WHITE, "h8");
    put_atv(t, ANNA, "h8");
    hold(t, ANNA, "in-jungle in-lake in-beach in-mountain");
    hold(t, BOBBY, "next-jungle next-lake next-beach next-mountain");
}

void raise_and_claim(scene *t)
{
    feed(t, "1 raise white\nnature peek 1 2\nnature peek 1 3\nnature add 2\n"
            "nature reveal 2\n1 claim\nnature reveal 3\n1 claim\nnature reveal 2\n");
}
