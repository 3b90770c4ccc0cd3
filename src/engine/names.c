/* Names to numbers and back. */
#include "tobago/names.h"

#include "engine/data.h"

static const char *const terrain_names[TOB_GROUND_COUNT] = {
    "beach", "jungle", "lake", "mountain", "river", "scrubland", "lava", "volcano"};
static const char *const direction_names[TOB_DIRECTION_COUNT] = {"N", "NE", "SE",
                                                                 "S", "SW", "NW"};
static const char *const object_names[TOB_OBJECT_COUNT] = {"statue", "hut", "palm"};
static const char *const treasure_names[TOB_TREASURE_COUNT] = {"white", "grey", "brown",
                                                               "black"};
static const char *const relation_names[TOB_RELATION_COUNT] = {
    "in", "next", "sight", "not-in", "not-next", "not-sight"};
static const char *const landmark_names[] = {"beach",         "jungle",
                                             "lake",          "mountain",
                                             "river",         "scrubland",
                                             "largest-beach", "largest-jungle",
                                             "largest-lake",  "largest-mountain",
                                             "largest-river", "largest-scrubland",
                                             "hut",           "palm",
                                             "statue",        "ocean",
                                             "volcano",       "lava"};
_Static_assert(sizeof landmark_names / sizeof landmark_names[0] == TOB_LANDMARK_COUNT,
               "every landmark has a name");

const char *tob_terrain_name(unsigned terrain)
{
    return terrain_names[terrain];
}

const char *tob_direction_name(unsigned direction)
{
    return direction_names[direction];
}

const char *tob_object_name(unsigned object)
{
    return object_names[object];
}

const char *tob_treasure_name(unsigned treasure)
{
    return treasure_names[treasure];
}

const char *tob_card_name(unsigned card)
{
    return tob_clue_names[card];
}

const char *tob_triad_name(unsigned triad)
{
    return tob_triad_names[triad];
}

const char *tob_relation_name(unsigned relation)
{
    return relation_names[relation];
}

const char *tob_landmark_name(unsigned landmark)
{
    return landmark_names[landmark];
}

/* <0, 0 or >0 as the word comes before, is, or comes after the name. */
static int compare(const char *word, size_t length, const char *name)
{
    for (size_t i = 0; i < length; i++) {
        if (word[i] != name[i] || !name[i])
            return (unsigned char)word[i] < (unsigned char)name[i] ? -1 : 1;
    }
    return name[length] ? -1 : 0;
}

static int find(const char *word, size_t length, const char *const *names, int count)
{
    for (int i = 0; i < count; i++)
        if (compare(word, length, names[i]) == 0)
            return i;
    return -1;
}

int tob_direction_find(const char *word, size_t length)
{
    return find(word, length, direction_names, TOB_DIRECTION_COUNT);
}

int tob_object_find(const char *word, size_t length)
{
    return find(word, length, object_names, TOB_OBJECT_COUNT);
}

int tob_treasure_find(const char *word, size_t length)
{
    return find(word, length, treasure_names, TOB_TREASURE_COUNT);
}

int tob_triad_find(const char *word, size_t length)
{
    return find(word, length, tob_triad_names, TOB_TRIAD_COUNT);
}

int tob_card_find(const char *word, size_t length)
{
    int low = 0, high = tob_clue_total - 1;

    while (low <= high) {
        const int middle = (low + high) / 2;
        const int card = tob_clue_order[middle];
        const int order = compare(word, length, tob_clue_names[card]);

        if (order == 0)
            return card;
        if (order < 0)
            high = middle - 1;
        else
            low = middle + 1;
    }
    return -1;
}

static size_t name_length(const char *name)
{
    size_t length = 0;

    while (name[length])
        length++;
    return length;
}

/* Does the word begin with this prefix and a hyphen? Its length with the hyphen, or 0. */
static size_t prefix(const char *word, size_t length, const char *name)
{
    const size_t size = name_length(name);

    if (length <= size + 1 || word[size] != '-' || compare(word, size, name) != 0)
        return 0;
    return size + 1;
}

bool tob_clue_find(const char *word, size_t length, tob_clue *clue)
{
    for (unsigned relation = 0; relation < TOB_RELATION_COUNT; relation++) {
        const size_t skip = prefix(word, length, relation_names[relation]);
        const int landmark =
            skip ? find(word + skip, length - skip, landmark_names, TOB_LANDMARK_COUNT)
                 : -1;

        if (landmark < 0)
            continue;
        if (relation % TOB_NOT_IN == TOB_IN && landmark >= TOB_LANDMARK_HUT)
            return false;
        *clue = (tob_clue){(uint8_t)relation, (uint8_t)landmark};
        return true;
    }
    return false;
}

/* Island number: bits 0 to 2 are the sides a, b, c (set: lower case), bit 3 the order
 * (set: A C B), bit 4 the interlock. */
void tob_island_name(unsigned island, char name[static 5])
{
    const bool swapped = island & 8;

    name[0] = island & 1 ? 'a' : 'A';
    name[swapped ? 2 : 1] = island & 2 ? 'b' : 'B';
    name[swapped ? 1 : 2] = island & 4 ? 'c' : 'C';
    name[3] = island & 16 ? '1' : '0';
    name[4] = '\0';
}

int tob_island_find(const char *word, size_t length)
{
    if (length != 4)
        return -1;
    for (unsigned island = 0; island < TOB_ISLANDS; island++) {
        char name[5];
        tob_island_name(island, name);
        if (compare(word, length, name) == 0)
            return (int)island;
    }
    return -1;
}

unsigned tob_space_name(const tob_board *board, unsigned space, char name[static 4])
{
    const int q = board->q[space];
    const int row = board->r[space] + (q >= 0 ? q / 2 : (q - 1) / 2) + 7; /* I6 */
    unsigned length = 0;

    name[length++] = (char)('a' + q + 7);
    if (row >= 10)
        name[length++] = (char)('0' + row / 10);
    name[length++] = (char)('0' + row % 10);
    name[length] = '\0';
    return length;
}

/* Reads a column a to p and a row 0 to 15 without leading zeros. */
static bool grid_find(const char *word, size_t length, unsigned *column, unsigned *row)
{
    if (length < 2 || length > 3 || word[0] < 'a' || word[0] > 'p')
        return false;
    *column = (unsigned)(word[0] - 'a');
    *row = 0;
    for (size_t i = 1; i < length; i++) {
        if (word[i] < '0' || word[i] > '9')
            return false;
        *row = *row * 10 + (unsigned)(word[i] - '0');
    }
    return *row <= 15 && (length == 2 || word[1] != '0');
}

unsigned tob_space_find(const tob_board *board, const char *word, size_t length)
{
    unsigned column, row;

    if (!grid_find(word, length, &column, &row))
        return TOB_NONE;
    return board->grid[column][row];
}

bool tob_hex_find(const char *word, size_t length, int *q, int *r)
{
    unsigned column, row;

    if (!grid_find(word, length, &column, &row))
        return false;
    *q = (int)column - 7;
    *r = (int)row - 7 - (*q >= 0 ? *q / 2 : (*q - 1) / 2);
    return true;
}

tob_clue tob_card_clue(unsigned card)
{
    return tob_clues[card];
}

unsigned tob_card_count(void)
{
    return tob_clue_deck;
}

unsigned tob_card_total(void)
{
    return tob_clue_total;
}

unsigned tob_treasure_cards(unsigned coins)
{
    return tob_treasure_count[coins];
}

unsigned tob_lava_tile_count(void)
{
    return tob_lava_tiles;
}
