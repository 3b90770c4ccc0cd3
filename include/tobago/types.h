/* The words of the game: terrains, directions, landmarks, clues, treasures, seats.
 *
 * The numbers behind the enums are stable within a version of the library and are
 * never written to disk: records use the names.
 *
 * Threads: the library has no variables of its own. Everything const may be read by any
 * number of threads at once; an object that a function changes (a tob_game, a tob_board,
 * a tob_rng, a list of moves, a reader) belongs to one thread at a time. */
#ifndef TOBAGO_TYPES_H
#define TOBAGO_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#define TOB_VERSION       "0.1.0"
#define TOB_RULES_VERSION 2 /* grows when the same record could play differently */

#ifdef __cplusplus
extern "C" {
#endif

enum {
    TOB_SPACE_MAX = 108,   /* spaces of the largest island, four triads included */
    TOB_CARD_MAX = 64,     /* clue cards, the volcanic ones included */
    TOB_DECK_MAX = 55,     /* clue cards that a deck may have */
    TOB_HAND_MAX = 6,      /* clue cards in a hand (S6) */
    TOB_TURNED_MAX = 42,   /* treasure cards that can be told in order */
    TOB_VOLCANIC_MAX = 4,  /* volcanic clues (V6) */
    TOB_TRIAD_COUNT = 4,   /* triads (V2) */
    TOB_COINS_MAX = 7,     /* the most coins a card may show; 0 stands for a curse */
    TOB_TOP_CARDS = 12,    /* treasure cards above the curses (S1) */
    TOB_AMULETS = 21,      /* S2 */
    TOB_ROSES = 15,        /* S2, for each player */
    TOB_MARKERS = 17,      /* S2, for each treasure */
    TOB_IDLE_ROUNDS = 200, /* E3 */
    TOB_ROUNDS_MAX = 1000, /* E4 */
    TOB_LEGS = 3,          /* M1 */
    TOB_ISLANDS = 32,      /* I2 */
    TOB_STATUES = 3,       /* O1 */
    TOB_RAY_MAX = 16,      /* hexes that a statue may see */
    TOB_SEATS = 4,
    TOB_NATURE = 4,   /* in place of a seat: nature deals, draws and turns up */
    TOB_NOBODY = 5,   /* in place of a seat: the game is over */
    TOB_NONE = 255,   /* no space, no card */
    TOB_HIDDEN = 254, /* a card that this view may not know (H1) */
};

/* A viewer of a game: one that knows every card (full), one seat, or a spectator, who
 * knows no hand (H1). A viewer is a struct and not a number, so that the compiler notices
 * a seat or TOB_NATURE used in its place. Zeroed, it is the full view. */
typedef struct tob_viewer {
    uint8_t code; /* 0: full; 1 to 4: that seat, counted as in records; 5: spectator */
} tob_viewer;

static inline tob_viewer tob_viewer_full(void)
{
    const tob_viewer viewer = {0};

    return viewer;
}

/* The view of a seat, counted from 0 as everywhere in C. Of anything that is no seat,
 * such as TOB_NATURE, it makes a viewer that tob_game_init and rec_hosted_shows refuse.
 */
static inline tob_viewer tob_viewer_of(unsigned seat)
{
    const tob_viewer viewer = {(uint8_t)(seat < TOB_SEATS ? seat + 1u : 255u)};

    return viewer;
}

static inline tob_viewer tob_viewer_spectator(void)
{
    const tob_viewer viewer = {TOB_SEATS + 1};

    return viewer;
}

static inline bool tob_viewer_is_full(tob_viewer viewer)
{
    return viewer.code == 0;
}

static inline bool tob_viewer_is_spectator(tob_viewer viewer)
{
    return viewer.code == TOB_SEATS + 1;
}

/* Is this the view of that seat? Never so for TOB_NATURE and TOB_NOBODY. */
static inline bool tob_viewer_is(tob_viewer viewer, unsigned seat)
{
    return seat < TOB_SEATS && viewer.code == seat + 1;
}

static inline bool tob_viewer_equal(tob_viewer a, tob_viewer b)
{
    return a.code == b.code;
}

/* The seat of a viewer, or TOB_NOBODY for the full view and for spectators. */
static inline unsigned tob_viewer_seat(tob_viewer viewer)
{
    return viewer.code - 1u < TOB_SEATS ? viewer.code - 1u : (unsigned)TOB_NOBODY;
}

/* The ground of a hex. Lava and volcano are land, but not spaces (V1). */
typedef enum tob_terrain {
    TOB_BEACH,
    TOB_JUNGLE,
    TOB_LAKE,
    TOB_MOUNTAIN,
    TOB_RIVER,
    TOB_SCRUBLAND,
    TOB_TERRAIN_COUNT,
    TOB_LAVA = TOB_TERRAIN_COUNT,
    TOB_VOLCANO,
    TOB_GROUND_COUNT,
} tob_terrain;

/* The six directions clockwise; hexes are flat-topped. */
typedef enum tob_direction {
    TOB_N,
    TOB_NE,
    TOB_SE,
    TOB_S,
    TOB_SW,
    TOB_NW,
    TOB_DIRECTION_COUNT,
} tob_direction;

/* The objects in the order in which they are placed (O4). */
typedef enum tob_object {
    TOB_STATUE,
    TOB_HUT,
    TOB_PALM,
    TOB_OBJECT_COUNT,
} tob_object;

typedef enum tob_treasure {
    TOB_WHITE,
    TOB_GREY,
    TOB_BROWN,
    TOB_BLACK,
    TOB_TREASURE_COUNT,
} tob_treasure;

/* The relations of clues. Each negation is TOB_NOT_IN above what it negates. */
typedef enum tob_relation {
    TOB_IN,
    TOB_NEXT,
    TOB_SIGHT,
    TOB_NOT_IN,
    TOB_NOT_NEXT,
    TOB_NOT_SIGHT,
    TOB_RELATION_COUNT,
} tob_relation;

/* The landmarks of clues: terrain t is landmark t, its largest area is landmark
 * TOB_LANDMARK_LARGEST + t. */
typedef enum tob_landmark {
    TOB_LANDMARK_TERRAIN = 0,
    TOB_LANDMARK_LARGEST = TOB_TERRAIN_COUNT,
    TOB_LANDMARK_HUT = 2 * TOB_TERRAIN_COUNT,
    TOB_LANDMARK_PALM,
    TOB_LANDMARK_STATUE,
    TOB_LANDMARK_OCEAN,
    TOB_LANDMARK_VOLCANO,
    TOB_LANDMARK_LAVA,
    TOB_LANDMARK_COUNT,
} tob_landmark;

/* The statement of a clue card, like "not-next-hut". */
typedef struct tob_clue {
    uint8_t relation; /* tob_relation */
    uint8_t landmark; /* tob_landmark */
} tob_clue;

/* The number of objects of a kind in the game (O1). */
static inline unsigned tob_object_limit(tob_object object)
{
    return object == TOB_HUT ? 4 : 3;
}

#ifdef __cplusplus
}
#endif

#endif
