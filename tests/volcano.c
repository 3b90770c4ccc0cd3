#include "volcano.h"

static const char *const objects = "nature volcano h7\n"
                                   "nature object statue k4 S\n"
                                   "nature object statue e6 N\n"
                                   "nature object statue h11 NE\n"
                                   "nature object hut d8\n"
                                   "nature object hut i5\n"
                                   "nature object hut m8\n"
                                   "nature object hut g12\n"
                                   "nature object palm f4\n"
                                   "nature object palm m5\n"
                                   "nature object palm j12\n";

/* ---- Positions ---- */

void begin_triads(scene *t, unsigned players, const char *header)
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

void begin_volcano(scene *t, const char *more)
{
    static tob_moves moves;
    char header[64];

    snprintf(header, sizeof header, "options %s%svolcano\n", more, *more ? " " : "");
    begin_triads(t, 2, header);
    feed(t, "2 triad jungle-mountain b5 NW\n1 triad scrubland-beach l11 SW\n");
    while (tob_is_setup(&t->game)) {
        tob_legal(&t->game, &t->board, &moves);
        assert_true(moves.count > 0);
        assert_int_equal(tob_try(&t->game, &t->board, moves.move[0]), TOB_OK);
    }
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++)
        lay(t, treasure, "");
    t->stage = REC_STAGE_GAME;
}

/* One tile, paid for by an amulet that comes from the pile and goes back there. */
static void pour_on(scene *t, const char *space, int length)
{
    tob_game *game = &t->game;
    const tob_hexset amulets = game->amulets;
    const uint8_t eventful = game->eventful, phase = game->phase;
    char line[16];

    game->amulet_pile = (uint8_t)(game->amulet_pile + tob_hexset_count(amulets) - 1);
    game->amulets = tob_hexset_of(game->atv[game->turn]);
    game->phase = TOB_PHASE_LAVA;
    snprintf(line, sizeof line, "%u lava %.*s", game->turn + 1u, length, space);
    feed(t, line);
    game->amulet[game->turn]--;
    game->amulets = amulets;
    game->amulet_pile = (uint8_t)(game->amulet_pile + 1 - tob_hexset_count(amulets));
    game->eventful = eventful;
    game->phase = phase;
}

void pour(scene *t, const char *spaces)
{
    while (*spaces) {
        const size_t length = strcspn(spaces, " ");
        pour_on(t, spaces, (int)length);
        spaces += length;
        spaces += strspn(spaces, " ");
    }
    sound(t);
}

void lay_volcanic(scene *t, unsigned treasure, unsigned seat, const char *clue)
{
    tob_game *game = &t->game;
    tob_map *map = &game->map[treasure];
    const unsigned card = card_of(clue);

    game->side = (uint8_t)(game->side & ~(1u << (card - tob_card_count())));
    game->above[card] = map->lowest;
    game->rose[card] = tob_rose(seat, 1);
    game->roses[seat]--;
    map->lowest = (uint8_t)card;
    map->length++;
    map->sites = tob_hexset_and(map->sites, t->board.allowed[card]);
    map->count = (uint8_t)tob_hexset_count(map->sites);
    sound(t);
}

void raise_white(scene *t)
{
    feed(t, "1 raise white\nnature peek 1 5\nnature peek 1 4\n");
    feed(t, "nature add 3\nnature reveal 5\n1 claim\nnature reveal 4\n1 claim\n");
    feed(t, "nature reveal 3\n");
}

/* ---- The oracle's island ---- */

const oracle_data *slow_data(void)
{
    static oracle_data data;
    static bool loaded;

    if (!loaded)
        assert_true(loaded = oracle_load(&data, "data"));
    return &data;
}

static void put_objects(slow *s, const uint8_t *at, unsigned count, char object)
{
    for (unsigned i = 0; i < count; i++)
        if (at[i] != TOB_NONE)
            oracle_put(&s->island, object, s->hex[at[i]]);
}

void slow_init(slow *s, const tob_game *game, const tob_board *board)
{
    char code[5];

    tob_island_name(game->island, code);
    oracle_join(&s->island, slow_data(), code);
    s->count = board->count;
    for (unsigned space = 0; space < board->count; space++)
        s->hex[space] = (oracle_hex){board->q[space], board->r[space]};
    if (game->volcano != TOB_NONE)
        oracle_volcano(&s->island, s->hex[game->volcano]);
    put_objects(s, game->statue, 3, 's');
    put_objects(s, game->hut, 4, 'h');
    put_objects(s, game->palm, 3, 'p');
    for (unsigned i = 0; i < TOB_TRIAD_COUNT && game->triad[i] != TOB_NONE; i++)
        oracle_triad(&s->island, slow_data(), game->triad[i],
                     s->hex[game->triad_space[i]], game->triad_facing[i]);
    for (unsigned space = 0; space < board->count; space++)
        if (tob_hexset_has(game->lava, space))
            oracle_lava(&s->island, s->hex[space]);
}

static char object_on(const slow *s, unsigned space)
{
    const oracle_hex hex = s->hex[space];

    return s->island.object[hex.q + ORACLE_FAR][hex.r + ORACLE_FAR];
}

/* ---- Clues ---- */

/* The size of each area, by its number: one count instead of many. */
static void count_areas(const slow *s, int sizes[static TOB_SPACE_MAX + 1])
{
    memset(sizes, 0, sizeof(int) * (TOB_SPACE_MAX + 1));
    for (unsigned space = 0; space < s->count; space++)
        if (oracle_is_space(&s->island, s->hex[space]))
            sizes[oracle_number(&s->island.area, s->hex[space])]++;
}

static bool is_largest(const slow *s, unsigned space, const int *sizes)
{
    const char ground = oracle_ground(&s->island, s->hex[space]);
    const int own = sizes[oracle_number(&s->island.area, s->hex[space])];

    for (unsigned other = 0; other < s->count; other++)
        if (oracle_ground(&s->island, s->hex[other]) == ground &&
            sizes[oracle_number(&s->island.area, s->hex[other])] > own)
            return false;
    return true;
}

static bool is_mark(const slow *s, unsigned space, const char *mark, const int *sizes)
{
    const char *terrain = oracle_terrain(&s->island, s->hex[space]);

    if (strncmp(mark, "largest-", 8) == 0)
        return strcmp(terrain, mark + 8) == 0 && is_largest(s, space, sizes);
    if (strcmp(mark, "hut") == 0 || strcmp(mark, "palm") == 0 ||
        strcmp(mark, "statue") == 0)
        return object_on(s, space) == mark[0];
    return strcmp(terrain, mark) == 0;
}

/* The hexes of a landmark; for the ocean, those of the whole square. */
static unsigned list_marks(const slow *s, const char *mark,
                           oracle_hex marks[static ORACLE_SIDE * ORACLE_SIDE])
{
    int sizes[TOB_SPACE_MAX + 1];
    unsigned count = 0;

    count_areas(s, sizes);
    for (unsigned space = 0; space < s->count; space++)
        if (is_mark(s, space, mark, sizes))
            marks[count++] = s->hex[space];
    for (int i = 0; strcmp(mark, "ocean") == 0 && i < ORACLE_SIDE * ORACLE_SIDE; i++)
        if (oracle_ground(&s->island, oracle_nth(i)) == ORACLE_OCEAN)
            marks[count++] = oracle_nth(i);
    return count;
}

static tob_hexset allowed_by(const slow *s, const char *clue)
{
    const bool negated = strncmp(clue, "not-", 4) == 0;
    const char *relation = negated ? clue + 4 : clue;
    const int most = relation[0] == 'i' ? 0 : relation[0] == 'n' ? 1 : 2;
    oracle_hex marks[ORACLE_SIDE * ORACLE_SIDE];
    const unsigned count = list_marks(s, strchr(relation, '-') + 1, marks);
    tob_hexset allowed = {0, 0};

    for (unsigned space = 0; space < s->count; space++) {
        int distance = 1000;
        for (unsigned i = 0; i < count; i++)
            if (oracle_distance(marks[i], s->hex[space]) < distance)
                distance = oracle_distance(marks[i], s->hex[space]);
        const bool fits = distance <= most && (most == 0 || distance > 0);
        if (oracle_is_space(&s->island, s->hex[space]) && fits != negated)
            tob_hexset_add(&allowed, space);
    }
    return allowed;
}

tob_hexset slow_sites(const slow *s, const tob_game *game, unsigned treasure)
{
    uint8_t cards[TOB_CARD_MAX];
    const unsigned length = tob_map_cards(game, treasure, cards);
    tob_hexset sites = {0, 0};

    for (unsigned space = 0; space < s->count; space++)
        if (oracle_is_space(&s->island, s->hex[space]) &&
            !tob_hexset_has(game->map[treasure].removed, space))
            tob_hexset_add(&sites, space);
    for (unsigned i = 0; i < length; i++)
        sites = tob_hexset_and(sites, allowed_by(s, tob_card_name(cards[i])));
    return sites;
}

void slow_compare(const slow *s, const tob_board *board)
{
    int sizes[TOB_SPACE_MAX + 1];

    count_areas(s, sizes);
    for (unsigned space = 0; space < s->count; space++) {
        const unsigned terrain = board->terrain[space];
        const bool is_space = oracle_is_space(&s->island, s->hex[space]);

        assert_string_equal(tob_terrain_name(terrain),
                            oracle_terrain(&s->island, s->hex[space]));
        assert_int_equal(tob_hexset_has(board->spaces, space), is_space);
        assert_int_equal(tob_hexset_has(board->coast, space),
                         oracle_on_coast(&s->island, s->hex[space]));
        if (is_space) {
            assert_int_equal(board->area_size[space],
                             sizes[oracle_number(&s->island.area, s->hex[space])]);
            assert_int_equal(tob_hexset_has(board->largest[terrain], space),
                             is_largest(s, space, sizes));
        }
    }
    for (unsigned card = 0; card < tob_card_total(); card++)
        if (!tob_hexset_equal(board->allowed[card], allowed_by(s, tob_card_name(card))))
            fail_msg("%s allows %s", tob_card_name(card),
                     names_of(board, board->allowed[card]));
}

/* ---- Lava ---- */

tob_hexset slow_lava(const slow *s, const tob_game *game)
{
    tob_hexset open = {0, 0};

    for (unsigned space = 0; space < s->count; space++) {
        slow after = *s;
        bool good = oracle_lava_fits(&s->island, s->hex[space]) &&
                    !tob_hexset_has(game->amulets, space);

        for (unsigned seat = 0; seat < game->players; seat++)
            good = good && game->atv[seat] != space;
        if (!good)
            continue;
        oracle_lava(&after.island, after.hex[space]);
        for (unsigned treasure = 0; good && treasure < TOB_TREASURE_COUNT; treasure++)
            good = !tob_hexset_is_empty(slow_sites(&after, game, treasure));
        if (good)
            tob_hexset_add(&open, space);
    }
    return open;
}

/* Can this many legs lead from a hex to a space? */
static bool leads_off(const slow *s, unsigned from, unsigned legs)
{
    if (oracle_is_space(&s->island, s->hex[from]))
        return true;
    for (unsigned to = 0; legs && to < s->count; to++)
        if (oracle_leg(&s->island, s->hex[from], s->hex[to]) &&
            leads_off(s, to, legs - 1))
            return true;
    return false;
}

tob_hexset slow_legs(const slow *s, const tob_game *game)
{
    const unsigned from = game->atv[game->turn];
    bool pays = tob_lava_paid(game) || game->amulet[game->turn];
    tob_hexset ends = {0, 0};

    for (unsigned coins = 1; coins <= TOB_COINS_MAX; coins++)
        pays = pays || game->pile[game->turn][coins];
    for (unsigned to = 0; tob_legs_left(game) && to < s->count; to++)
        if (oracle_leg(&s->island, s->hex[from], s->hex[to]) &&
            (oracle_is_space(&s->island, s->hex[to]) || pays) &&
            leads_off(s, to, tob_legs_left(game) - 1u))
            tob_hexset_add(&ends, to);
    return ends;
}

tob_hexset legal_spaces(const tob_game *game, const tob_board *board, unsigned kind)
{
    static tob_moves moves;
    tob_hexset spaces = {0, 0};

    tob_legal(game, board, &moves);
    for (unsigned i = 0; i < moves.count; i++)
        if (moves.move[i].kind == kind)
            tob_hexset_add(&spaces, moves.move[i].space);
    return spaces;
}
