#include "box/finder.h"

#include <string.h>

static const char side_letters[] = "AaBbCc";
static const char ground_letters[] = "bjlmrso?";

/* ---- Reading ---- */

bool box_read_sides(box_finder *finder, box_span text, char why[BOX_WHY_MAX])
{
    uint8_t sides = finder->sides;

    for (size_t i = 0; i < text.length; i++) {
        const char *at = memchr(side_letters, text.text[i], strlen(side_letters));
        if (strchr(" ,-", text.text[i]) && text.text[i])
            continue;
        if (!at) {
            box_say(why,
                    "'%c' is not a side: they are A a B b C c; 'tobago islands "
                    "--sides show' draws them",
                    text.text[i] > ' ' && text.text[i] <= '~' ? text.text[i] : '?');
            return false;
        }
        sides |= (uint8_t)(1u << (at - side_letters));
    }
    for (unsigned section = 0; section < 3; section++)
        if ((sides >> 2 * section & 3) == 3) {
            box_say(why, "%c and %c are the two sides of one section (I1)",
                    side_letters[2 * section], side_letters[2 * section + 1]);
            return false;
        }
    finder->sides = sides;
    return true;
}

/* Reads what lies somewhere: a letter, or the word of a terrain, "ocean" or "?". */
static int read_ground(box_span word)
{
    const char *at =
        word.length == 1
            ? memchr(ground_letters, word.text[0] | (word.text[0] >= 'A' ? 32 : 0),
                     strlen(ground_letters))
            : NULL;

    if (at)
        return (int)(at - ground_letters);
    return box_is(word, "ocean") || box_is(word, "sea") ? BOX_OCEAN
                                                        : box_find_terrain(word);
}

/* Takes the next word off a text; blanks separate words. */
static box_span next_word(box_span *text)
{
    box_span word;
    size_t length = 0;

    *text = box_trim(*text);
    while (length < text->length && text->text[length] != ' ')
        length++;
    word = (box_span){text->text, length};
    *text = (box_span){text->text + length, text->length - length};
    return word;
}

/* Reads the neighbours of a spot: words, or a word of letters. */
static bool read_around(box_span text, uint8_t around[static TOB_DIRECTION_COUNT])
{
    unsigned count = 0;

    memset(around, BOX_ANYTHING, TOB_DIRECTION_COUNT);
    for (;;) {
        box_span word = next_word(&text);
        const int whole = word.length ? read_ground(word) : -1;
        if (!word.length)
            return count > 0;
        for (size_t i = 0; i < (whole >= 0 ? 1 : word.length); i++) {
            const int ground =
                whole >= 0 ? whole : read_ground((box_span){word.text + i, 1});
            if (ground < 0 || count == TOB_DIRECTION_COUNT)
                return false;
            around[count++] = (uint8_t)ground;
        }
    }
}

static bool read_spot(box_finder *finder, box_span text, char why[BOX_WHY_MAX])
{
    const char *colon = memchr(text.text, ':', text.length);
    const size_t before = colon ? (size_t)(colon - text.text) : 0;
    box_spot spot;
    int ground;

    if (finder->spots == BOX_SPOTS_MAX) {
        box_say(why, "at most %u spots can be looked for", BOX_SPOTS_MAX);
        return false;
    }
    ground = colon ? read_ground(box_trim((box_span){text.text, before})) : -1;
    if (ground < 0 || ground >= TOB_TERRAIN_COUNT ||
        !read_around((box_span){text.text + before + 1, text.length - before - 1},
                     spot.around)) {
        box_say(why,
                "'%.*s' is not a spot like m:oobjbo: its terrain, and clockwise what "
                "lies around it (b j l m r s, o ocean, ? anything)",
                (int)(text.length < 60 ? text.length : 60), text.text);
        return false;
    }
    spot.ground = (uint8_t)ground;
    finder->spot[finder->spots++] = spot;
    return true;
}

bool box_read_spots(box_finder *finder, box_span text, char why[BOX_WHY_MAX])
{
    while (text.length) {
        const char *comma = memchr(text.text, ',', text.length);
        const size_t length = comma ? (size_t)(comma - text.text) : text.length;
        if (!read_spot(finder, box_trim((box_span){text.text, length}), why))
            return false;
        text = (box_span){text.text + length + (comma != NULL),
                          text.length - length - (comma != NULL)};
    }
    return true;
}

/* ---- Finding ---- */

/* The ground of a neighbour of a space, the ocean included. */
static unsigned ground_beyond(const tob_board *board, unsigned space, unsigned direction)
{
    const unsigned beyond = tob_board_step(board, space, direction);

    return beyond == TOB_NONE ? (unsigned)BOX_OCEAN : board->terrain[beyond];
}

/* Does the spot look like this space, turned by some sixths? */
static bool spot_is_at(const tob_board *board, unsigned space, const box_spot *spot)
{
    if (board->terrain[space] != spot->ground)
        return false;
    for (unsigned turn = 0; turn < TOB_DIRECTION_COUNT; turn++) {
        bool same = true;
        for (unsigned d = 0; same && d < TOB_DIRECTION_COUNT; d++)
            same = spot->around[d] == BOX_ANYTHING ||
                   spot->around[d] ==
                       ground_beyond(board, space, (d + turn) % TOB_DIRECTION_COUNT);
        if (same)
            return true;
    }
    return false;
}

static bool spot_is_on(const tob_board *board, const box_spot *spot)
{
    for (unsigned space = 0; space < board->count; space++)
        if (spot_is_at(board, space, spot))
            return true;
    return false;
}

bool box_finder_fits(const box_finder *finder, unsigned island)
{
    char code[5];
    tob_board board;

    tob_island_name(island, code);
    for (unsigned i = 0; i < strlen(side_letters); i++)
        if (finder->sides >> i & 1 && !memchr(code, side_letters[i], 3))
            return false;
    tob_board_init(&board, island);
    for (unsigned i = 0; i < finder->spots; i++)
        if (!spot_is_on(&board, &finder->spot[i]))
            return false;
    return true;
}

uint32_t box_finder_left(const box_finder *finder)
{
    uint32_t left = 0;

    for (unsigned island = 0; island < TOB_ISLANDS; island++)
        left |= (uint32_t)box_finder_fits(finder, island) << island;
    return left;
}

/* ---- The next question ---- */

static box_spot spot_of(const tob_board *board, unsigned space)
{
    box_spot spot = {.ground = board->terrain[space]};

    for (unsigned d = 0; d < TOB_DIRECTION_COUNT; d++)
        spot.around[d] = (uint8_t)ground_beyond(board, space, d);
    return spot;
}

bool box_finder_next(uint32_t islands, unsigned *island, unsigned *space)
{
    static tob_board board[TOB_ISLANDS];
    const int all = __builtin_popcount(islands);
    int best = all;

    for (uint32_t rest = islands; rest; rest &= rest - 1)
        tob_board_init(&board[__builtin_ctz(rest)], (unsigned)__builtin_ctz(rest));
    for (uint32_t rest = islands; rest; rest &= rest - 1) {
        const unsigned seen = (unsigned)__builtin_ctz(rest);
        tob_hexset coast = board[seen].coast;
        while (!tob_hexset_is_empty(coast)) {
            const unsigned at = tob_hexset_pop(&coast);
            const box_spot spot = spot_of(&board[seen], at);
            int have = 0, worse;
            for (uint32_t other = islands; other; other &= other - 1)
                have += spot_is_on(&board[__builtin_ctz(other)], &spot);
            worse = have > all - have ? have : all - have; /* left if we are unlucky */
            if (worse < best) {
                best = worse;
                *island = seen;
                *space = at;
            }
        }
    }
    return best < all;
}

void box_spot_name(const tob_board *board, unsigned space, char name[static 9])
{
    const box_spot spot = spot_of(board, space);
    unsigned first = 0;

    /* It begins with the ocean, where there is a beginning of it. */
    while (first < TOB_DIRECTION_COUNT &&
           !(spot.around[first] == BOX_OCEAN &&
             spot.around[(first + TOB_DIRECTION_COUNT - 1) % TOB_DIRECTION_COUNT] !=
                 BOX_OCEAN))
        first++;
    name[0] = ground_letters[spot.ground];
    name[1] = ':';
    for (unsigned d = 0; d < TOB_DIRECTION_COUNT; d++)
        name[2 + d] = ground_letters[spot.around[(first + d) % TOB_DIRECTION_COUNT]];
    name[2 + TOB_DIRECTION_COUNT] = '\0';
}
