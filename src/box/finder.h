/* Which of the 32 islands lies on the table? A finder knows what someone saw there, and
 * leaves the islands that show it. The island may lie any way round on the table. */
#ifndef TOBAGO_BOX_FINDER_H
#define TOBAGO_BOX_FINDER_H

#include "box/words.h"

/* What lies around a spot. BOX_OCEAN and BOX_ANYTHING follow the terrains. */
enum { BOX_OCEAN = TOB_TERRAIN_COUNT, BOX_ANYTHING };

typedef struct box_spot {
    uint8_t ground;                      /* of the spot: a terrain */
    uint8_t around[TOB_DIRECTION_COUNT]; /* clockwise, from any neighbour on */
} box_spot;

enum { BOX_SPOTS_MAX = 16 };

/* The clues to an island. Zeroed, it leaves all. */
typedef struct box_finder {
    uint8_t sides; /* bits of the letters AaBbCc that lie up */
    uint8_t spots;
    box_spot spot[BOX_SPOTS_MAX];
} box_finder;

/* Reads letters of sides in any order, like "AbC" or "a,C". */
bool box_read_sides(box_finder *finder, box_span text, char why[BOX_WHY_MAX]);

/* Reads spots separated by commas: "m:oobjbo", letters as in pictures, 'o' for the ocean
 * and '?' for anything; or words, "mountain: ocean ocean beach". Neighbours that are left
 * out may be anything. */
bool box_read_spots(box_finder *finder, box_span text, char why[BOX_WHY_MAX]);

bool box_finder_fits(const box_finder *finder, unsigned island);

/* The islands that are left, as bits. */
uint32_t box_finder_left(const box_finder *finder);

/* Finds a coastal spot that tells the islands of a set apart as evenly as it can. False
 * if none does. *island and *space say where it can be seen. */
bool box_finder_next(uint32_t islands, unsigned *island, unsigned *space);

/* The spot at a space as it would be typed, like "m:oobjbo". */
void box_spot_name(const tob_board *board, unsigned space, char name[static 9]);

#endif
