/* The island a second time, slow and obvious: written from RULES.md and data/, without a
 * line or a table of the engine, so that the two can be compared.
 *
 * Hexes are axial coordinates in a square of characters; whatever is not land is ocean.
 * Nothing is cached but the areas, which oracle_survey finds again after the ground has
 * changed. */
#ifndef TOBAGO_TESTS_ORACLE_H
#define TOBAGO_TESTS_ORACLE_H

#include <stdbool.h>

enum {
    ORACLE_FAR = 12, /* q and r run from -ORACLE_FAR to ORACLE_FAR */
    ORACLE_SIDE = 2 * ORACLE_FAR + 1,
    ORACLE_OCEAN = ' ',
    ORACLE_VOLCANO = 'V',
    ORACLE_LAVA = 'X',
};

typedef struct oracle_hex {
    int q, r;
} oracle_hex;

/* The text files of data/, as they are. */
typedef struct oracle_data {
    struct {
        char letter;
        int size;
        oracle_hex hex[64];
        char terrain[64]; /* B J L M R S */
    } side[6];
    int cards, volcanic_cards;
    char card[64][32];         /* clue names, the volcanic ones last */
    int treasures[10], curses; /* cards by their coins */
    int lava_tiles, triads;
    char triad[8][2][16]; /* terrain names, clockwise after the lava */
} oracle_data;

/* A set of hexes, or a number for each hex. */
typedef struct oracle_set {
    int at[ORACLE_SIDE][ORACLE_SIDE];
} oracle_set;

/* An island and what stands on it. */
typedef struct oracle {
    char ground[ORACLE_SIDE][ORACLE_SIDE]; /* a terrain's letter, ORACLE_OCEAN, ... */
    char object[ORACLE_SIDE][ORACLE_SIDE]; /* ' ', or 's', 'h', 'p' */
    char triad[ORACLE_SIDE][ORACLE_SIDE];  /* ' ', or 't' where a triad lies */
    oracle_set area;                       /* areas are numbered from 1 */
} oracle;

/* Reads data/. Fails with a message on stderr. */
bool oracle_load(oracle_data *data, const char *folder);

/* The island of a code like "AbC1", bare (I1, I2). */
void oracle_join(oracle *island, const oracle_data *data, const char *code);

/* Changes one hex (volcano, lava, new land); oracle_survey has to follow. */
void oracle_cover(oracle *island, oracle_hex hex, char ground);
void oracle_survey(oracle *island);

/* One hex. Outside of the square everything is ocean. */
char oracle_ground(const oracle *island, oracle_hex hex);
bool oracle_is_space(const oracle *island, oracle_hex hex); /* I3, V1 */
bool oracle_on_coast(const oracle *island, oracle_hex hex); /* I4 */
int oracle_area_size(const oracle *island, oracle_hex hex); /* I5 */
bool oracle_in_largest(const oracle *island, oracle_hex hex);
int oracle_number(const oracle_set *set, oracle_hex hex); /* 0 outside of the square */

/* All hexes of the square, for loops: number 0 to ORACLE_SIDE * ORACLE_SIDE - 1. */
oracle_hex oracle_nth(int number);

int oracle_distance(oracle_hex a, oracle_hex b);           /* I4 */
oracle_hex oracle_step(oracle_hex hex, int direction);     /* 0: N, then clockwise */
void oracle_name(oracle_hex hex, char name[static 4]);     /* I6 */
bool oracle_find(const char *name, oracle_hex *hex);       /* I6 */
const char *oracle_terrain(const oracle *i, oracle_hex h); /* "beach", "lava", "ocean" */

/* Objects: 's', 'h' or 'p'. May one more stand here (O1 to O3)? Could 'number' more of
 * the kind be placed (O4)? */
bool oracle_object_fits(const oracle *island, char object, oracle_hex hex);
bool oracle_objects_fit(oracle *island, char object, int number);
void oracle_put(oracle *island, char object, oracle_hex hex);

/* The spaces that a clue like "not-next-largest-lake" allows (L): 1, the others 0. */
void oracle_allowed(const oracle *island, const char *clue, oracle_set *allowed);

/* Can one leg lead from one hex to the other (M1, M2)? Lava counts as an area. */
bool oracle_leg(const oracle *island, oracle_hex from, oracle_hex to);

/* The least legs from a space to each other one, plus 1; 0: never. Lava is crossed only
 * if it is paid for (V5), and no movement ends there. */
void oracle_legs(const oracle *island, oracle_hex from, bool paid, oracle_set *legs);

/* The last space that a statue sees (N3, V7); false: there is none. */
bool oracle_ray_end(const oracle *island, oracle_hex from, int direction,
                    oracle_hex *end);

/* The Volcano. V1: may it lie around this hex, in a game where the players place it, and
 * is the hex one of the three at the centre point? V2: may a triad lie with its lava
 * here, its first terrain in this direction? V3: may lava flow here, but for ATVs,
 * amulets and maps? Each has a function that does it. */
bool oracle_volcano_fits(const oracle *island, oracle_hex hex);
bool oracle_is_centre(const char *code, oracle_hex hex);
void oracle_volcano(oracle *island, oracle_hex hex);
bool oracle_triad_fits(const oracle *island, const oracle_data *data, int triad,
                       oracle_hex hex, int direction);
void oracle_triad(oracle *island, const oracle_data *data, int triad, oracle_hex hex,
                  int direction);
bool oracle_lava_fits(const oracle *island, oracle_hex hex);
void oracle_lava(oracle *island, oracle_hex hex);

#endif
