#include "oracle.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const int step_q[6] = {0, 1, 1, 0, -1, -1};
static const int step_r[6] = {-1, -1, 0, 1, 1, 0};

/* ---- Reading data/ ---- */

static FILE *open_data(const char *folder, const char *name)
{
    char path[512];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file = fopen(path, "r");
    if (!file)
        fprintf(stderr, "the oracle cannot open %s\n", path);
    return file;
}

/* The next line with something on it, without comment and newline. */
static bool next_line(FILE *file, char line[static 256])
{
    while (fgets(line, 256, file)) {
        line[strcspn(line, "#\n")] = '\0';
        if (line[strspn(line, " ")])
            return true;
    }
    return false;
}

static bool load_sections(oracle_data *data, const char *folder)
{
    FILE *file = open_data(folder, "sections.txt");
    char line[256];
    int side = -1;

    if (!file)
        return false;
    while (next_line(file, line)) {
        if (line[0] != ' ') {
            data->side[++side].letter = line[0];
            continue;
        }
        for (const char *at = line; *at; at += strcspn(at, " "), at += strspn(at, " ")) {
            const int i = data->side[side].size;
            oracle_hex *hex = &data->side[side].hex[i];
            if (sscanf(at, "%d,%d,%c", &hex->q, &hex->r, &data->side[side].terrain[i]) ==
                3)
                data->side[side].size++;
        }
    }
    fclose(file);
    return side == 5;
}

static bool load_clues(oracle_data *data, const char *folder)
{
    FILE *file = open_data(folder, "clues.txt");
    char line[256];

    if (!file)
        return false;
    while (next_line(file, line))
        sscanf(line, "%31s", data->card[data->cards++]);
    fclose(file);
    return data->cards > 0;
}

static bool load_treasures(oracle_data *data, const char *folder)
{
    FILE *file = open_data(folder, "treasures.txt");
    char line[256];
    int number, coins;

    if (!file)
        return false;
    while (next_line(file, line)) {
        if (sscanf(line, "%d %d", &number, &coins) == 2)
            data->treasures[coins] += number;
        else if (sscanf(line, "%d curse", &number) == 1)
            data->curses += number;
    }
    fclose(file);
    return true;
}

static bool load_volcano(oracle_data *data, const char *folder)
{
    FILE *file = open_data(folder, "volcano.txt");
    char line[256];

    if (!file)
        return false;
    while (next_line(file, line)) {
        if (sscanf(line, "lava %d", &data->lava_tiles) == 1)
            continue;
        if (sscanf(line, "triad %15s %15s", data->triad[data->triads][0],
                   data->triad[data->triads][1]) == 2)
            data->triads++;
        else if (sscanf(line, "clue %31s",
                        data->card[data->cards + data->volcanic_cards]) == 1)
            data->volcanic_cards++;
    }
    fclose(file);
    return true;
}

bool oracle_load(oracle_data *data, const char *folder)
{
    memset(data, 0, sizeof *data);
    return load_sections(data, folder) && load_clues(data, folder) &&
           load_treasures(data, folder) && load_volcano(data, folder);
}

/* ---- Hexes ---- */

static bool inside(oracle_hex hex)
{
    return abs(hex.q) <= ORACLE_FAR && abs(hex.r) <= ORACLE_FAR;
}

oracle_hex oracle_nth(int number)
{
    return (oracle_hex){number / ORACLE_SIDE - ORACLE_FAR,
                        number % ORACLE_SIDE - ORACLE_FAR};
}

int oracle_number(const oracle_set *set, oracle_hex hex)
{
    return inside(hex) ? set->at[hex.q + ORACLE_FAR][hex.r + ORACLE_FAR] : 0;
}

static int *number_at(oracle_set *set, oracle_hex hex)
{
    return &set->at[hex.q + ORACLE_FAR][hex.r + ORACLE_FAR];
}

char oracle_ground(const oracle *island, oracle_hex hex)
{
    return inside(hex) ? island->ground[hex.q + ORACLE_FAR][hex.r + ORACLE_FAR]
                       : (char)ORACLE_OCEAN;
}

static char object_at(const oracle *island, oracle_hex hex)
{
    return inside(hex) ? island->object[hex.q + ORACLE_FAR][hex.r + ORACLE_FAR] : ' ';
}

int oracle_distance(oracle_hex a, oracle_hex b)
{
    const int q = abs(a.q - b.q), r = abs(a.r - b.r);
    const int s = abs(a.q + a.r - b.q - b.r);
    const int most = q > r ? q : r;

    return most > s ? most : s;
}

oracle_hex oracle_step(oracle_hex hex, int direction)
{
    return (oracle_hex){hex.q + step_q[direction], hex.r + step_r[direction]};
}

static bool same_hex(oracle_hex a, oracle_hex b)
{
    return a.q == b.q && a.r == b.r;
}

static int floor_half(int number)
{
    return (number - (number % 2 != 0 && number < 0)) / 2;
}

void oracle_name(oracle_hex hex, char name[static 4])
{
    char text[16];

    snprintf(text, sizeof text, "%c%d", 'a' + hex.q + 7, hex.r + floor_half(hex.q) + 7);
    memcpy(name, text, 4);
    name[3] = '\0';
}

bool oracle_find(const char *name, oracle_hex *hex)
{
    for (int i = 0; i < ORACLE_SIDE * ORACLE_SIDE; i++) {
        char own[4];
        oracle_name(oracle_nth(i), own);
        if (strcmp(own, name) == 0) {
            *hex = oracle_nth(i);
            return true;
        }
    }
    return false;
}

bool oracle_is_space(const oracle *island, oracle_hex hex)
{
    return strchr("BJLMRS", oracle_ground(island, hex)) != NULL;
}

bool oracle_on_coast(const oracle *island, oracle_hex hex)
{
    for (int direction = 0; direction < 6; direction++)
        if (oracle_ground(island, oracle_step(hex, direction)) == ORACLE_OCEAN)
            return true;
    return false;
}

const char *oracle_terrain(const oracle *island, oracle_hex hex)
{
    switch (oracle_ground(island, hex)) {
    case 'B': return "beach";
    case 'J': return "jungle";
    case 'L': return "lake";
    case 'M': return "mountain";
    case 'R': return "river";
    case 'S': return "scrubland";
    case ORACLE_VOLCANO: return "volcano";
    case ORACLE_LAVA: return "lava";
    }
    return "ocean";
}

/* ---- The island ---- */

void oracle_cover(oracle *island, oracle_hex hex, char ground)
{
    island->ground[hex.q + ORACLE_FAR][hex.r + ORACLE_FAR] = ground;
}

/* Clockwise: sector 2 is turned by 120 degrees, sector 3 by 240, each then moved. */
static oracle_hex in_sector(oracle_hex hex, int sector, char interlock)
{
    static const oracle_hex shift[2][3] = {{{0, 0}, {1, -1}, {1, 0}},
                                           {{0, 0}, {1, 0}, {0, 1}}};
    const oracle_hex by = shift[interlock - '0'][sector];

    for (int turns = 0; turns < sector; turns++)
        hex = (oracle_hex){-hex.q - hex.r, hex.q};
    return (oracle_hex){hex.q + by.q, hex.r + by.r};
}

void oracle_join(oracle *island, const oracle_data *data, const char *code)
{
    memset(island->ground, ORACLE_OCEAN, sizeof island->ground);
    memset(island->object, ' ', sizeof island->object);
    memset(island->triad, ' ', sizeof island->triad);
    for (int sector = 0; sector < 3; sector++)
        for (int side = 0; side < 6; side++)
            for (int i = 0;
                 data->side[side].letter == code[sector] && i < data->side[side].size;
                 i++)
                oracle_cover(island, in_sector(data->side[side].hex[i], sector, code[3]),
                             data->side[side].terrain[i]);
    oracle_survey(island);
}

/* Gives the area's number to a hex and to all that are connected with it. */
static void flood(oracle *island, oracle_hex hex, int number)
{
    *number_at(&island->area, hex) = number;
    for (int direction = 0; direction < 6; direction++) {
        const oracle_hex next = oracle_step(hex, direction);
        if (oracle_ground(island, next) == oracle_ground(island, hex) &&
            !oracle_number(&island->area, next))
            flood(island, next, number);
    }
}

void oracle_survey(oracle *island)
{
    int areas = 0;

    memset(&island->area, 0, sizeof island->area);
    for (int i = 0; i < ORACLE_SIDE * ORACLE_SIDE; i++) {
        const oracle_hex hex = oracle_nth(i);
        const char ground = oracle_ground(island, hex);
        if ((oracle_is_space(island, hex) || ground == ORACLE_LAVA) &&
            !oracle_number(&island->area, hex))
            flood(island, hex, ++areas);
    }
}

int oracle_area_size(const oracle *island, oracle_hex hex)
{
    const int number = oracle_number(&island->area, hex);
    int size = 0;

    if (!oracle_is_space(island, hex))
        return 0;
    for (int i = 0; i < ORACLE_SIDE * ORACLE_SIDE; i++)
        size += oracle_number(&island->area, oracle_nth(i)) == number;
    return size;
}

bool oracle_in_largest(const oracle *island, oracle_hex hex)
{
    const int size = oracle_area_size(island, hex);

    for (int i = 0; i < ORACLE_SIDE * ORACLE_SIDE; i++) {
        const oracle_hex other = oracle_nth(i);
        if (oracle_ground(island, other) == oracle_ground(island, hex) &&
            oracle_area_size(island, other) > size)
            return false;
    }
    return oracle_is_space(island, hex);
}

/* ---- Objects ---- */

bool oracle_object_fits(const oracle *island, char object, oracle_hex hex)
{
    int placed = 0;

    if (!oracle_is_space(island, hex) || object_at(island, hex) != ' ')
        return false;
    for (int i = 0; i < ORACLE_SIDE * ORACLE_SIDE; i++) {
        const oracle_hex other = oracle_nth(i);
        if (object_at(island, other) != object)
            continue;
        placed++;
        if (oracle_distance(hex, other) < 4)
            return false; /* O2 */
    }
    if (placed == (object == 'h' ? 4 : 3))
        return false;                                      /* O1 */
    return object != 's' || !oracle_on_coast(island, hex); /* O3 */
}

void oracle_put(oracle *island, char object, oracle_hex hex)
{
    island->object[hex.q + ORACLE_FAR][hex.r + ORACLE_FAR] = object;
}

bool oracle_objects_fit(oracle *island, char object, int number)
{
    if (number == 0)
        return true;
    for (int i = 0; i < ORACLE_SIDE * ORACLE_SIDE; i++) {
        bool fits = oracle_object_fits(island, object, oracle_nth(i));
        if (!fits)
            continue;
        oracle_put(island, object, oracle_nth(i));
        fits = oracle_objects_fit(island, object, number - 1);
        oracle_put(island, ' ', oracle_nth(i));
        if (fits)
            return true;
    }
    return false;
}

/* ---- Clues ---- */

static bool is_landmark(const oracle *island, const char *landmark, oracle_hex hex)
{
    const char object = object_at(island, hex);

    if (strncmp(landmark, "largest-", 8) == 0)
        return strcmp(oracle_terrain(island, hex), landmark + 8) == 0 &&
               oracle_in_largest(island, hex);
    return strcmp(oracle_terrain(island, hex), landmark) == 0 || /* the ocean too */
           (strcmp(landmark, "hut") == 0 && object == 'h') ||
           (strcmp(landmark, "palm") == 0 && object == 'p') ||
           (strcmp(landmark, "statue") == 0 && object == 's');
}

/* The distance from a hex to the nearest of a list; very far if the list is empty. */
static int nearest(const oracle_hex *list, int count, oracle_hex hex)
{
    int least = 1000;

    for (int i = 0; i < count; i++) {
        const int distance = oracle_distance(list[i], hex);
        least = distance < least ? distance : least;
    }
    return least;
}

void oracle_allowed(const oracle *island, const char *clue, oracle_set *allowed)
{
    const bool negated = strncmp(clue, "not-", 4) == 0;
    const char *relation = negated ? clue + 4 : clue;
    const char *landmark = strchr(relation, '-') + 1;
    oracle_hex list[ORACLE_SIDE * ORACLE_SIDE];
    int count = 0;

    for (int i = 0; i < ORACLE_SIDE * ORACLE_SIDE; i++)
        if (is_landmark(island, landmark, oracle_nth(i)))
            list[count++] = oracle_nth(i);
    for (int i = 0; i < ORACLE_SIDE * ORACLE_SIDE; i++) {
        const oracle_hex hex = oracle_nth(i);
        const int distance = nearest(list, count, hex);
        bool fits = false;
        if (relation[0] == 'i')
            fits = distance == 0; /* L1 */
        else if (relation[0] == 'n')
            fits = distance == 1; /* L2 */
        else
            fits = distance == 1 || distance == 2; /* L3 */
        *number_at(allowed, hex) = oracle_is_space(island, hex) && fits != negated;
    }
}

/* ---- Moving and seeing ---- */

bool oracle_leg(const oracle *island, oracle_hex from, oracle_hex to)
{
    const int here = oracle_number(&island->area, from);
    const int there = oracle_number(&island->area, to);

    if (same_hex(from, to) || !here || !there)
        return false; /* ocean and volcano have no area */
    return here == there || oracle_distance(from, to) == 1;
}

/* Where a movement can go on from the hexes that 'number' legs lead to. */
static bool one_more_leg(const oracle *island, bool paid, int number, oracle_set *legs)
{
    bool grown = false;

    for (int i = 0; i < ORACLE_SIDE * ORACLE_SIDE; i++) {
        const oracle_hex start = oracle_nth(i);
        if (oracle_number(legs, start) != number)
            continue;
        for (int k = 0; k < ORACLE_SIDE * ORACLE_SIDE; k++) {
            const oracle_hex end = oracle_nth(k);
            if (oracle_number(legs, end) || !oracle_leg(island, start, end) ||
                (!paid && !oracle_is_space(island, end)))
                continue;
            *number_at(legs, end) = number + 1;
            grown = true;
        }
    }
    return grown;
}

void oracle_legs(const oracle *island, oracle_hex from, bool paid, oracle_set *legs)
{
    memset(legs, 0, sizeof *legs);
    *number_at(legs, from) = 1;
    for (int number = 1; one_more_leg(island, paid, number, legs); number++)
        continue;
    for (int i = 0; i < ORACLE_SIDE * ORACLE_SIDE; i++)
        if (!oracle_is_space(island, oracle_nth(i)))
            *number_at(legs, oracle_nth(i)) = 0;
}

bool oracle_ray_end(const oracle *island, oracle_hex from, int direction, oracle_hex *end)
{
    bool found = false;

    for (oracle_hex at = oracle_step(from, direction); inside(at);
         at = oracle_step(at, direction)) {
        if (!oracle_is_space(island, at))
            continue;
        *end = at;
        found = true;
    }
    return found;
}

/* ---- The Volcano ---- */

bool oracle_volcano_fits(const oracle *island, oracle_hex hex)
{
    for (int direction = 0; direction < 6; direction++)
        if (!oracle_is_space(island, oracle_step(hex, direction)))
            return false;
    return oracle_is_space(island, hex);
}

bool oracle_is_centre(const char *code, oracle_hex hex)
{
    const oracle_hex apex = {0, 0};

    return same_hex(hex, in_sector(apex, 0, code[3])) ||
           same_hex(hex, in_sector(apex, 1, code[3])) ||
           same_hex(hex, in_sector(apex, 2, code[3]));
}

void oracle_volcano(oracle *island, oracle_hex hex)
{
    oracle_cover(island, hex, ORACLE_VOLCANO);
    for (int direction = 0; direction < 6; direction++)
        oracle_cover(island, oracle_step(hex, direction), ORACLE_VOLCANO);
    oracle_survey(island);
}

static char *triad_at(oracle *island, oracle_hex hex)
{
    return &island->triad[hex.q + ORACLE_FAR][hex.r + ORACLE_FAR];
}

/* A space on which a triad's hex may lie. */
static bool takes_triad(const oracle *island, oracle_hex hex)
{
    return oracle_is_space(island, hex) && object_at(island, hex) == ' ' &&
           island->triad[hex.q + ORACLE_FAR][hex.r + ORACLE_FAR] == ' ';
}

bool oracle_triad_fits(const oracle *island, const oracle_data *data, int triad,
                       oracle_hex hex, int direction)
{
    int on_ocean = 0, on_its_like = 0;

    for (int i = 0; i < 2; i++) { /* clockwise: the lava, the first, the second terrain */
        const oracle_hex at = oracle_step(hex, (direction + i) % 6);
        on_ocean += oracle_ground(island, at) == ORACLE_OCEAN;
        on_its_like += takes_triad(island, at) &&
                       strcmp(oracle_terrain(island, at), data->triad[triad][i]) == 0;
    }
    return takes_triad(island, hex) && on_ocean == 1 && on_its_like == 1;
}

void oracle_triad(oracle *island, const oracle_data *data, int triad, oracle_hex hex,
                  int direction)
{
    for (int i = 0; i < 2; i++) {
        const oracle_hex at = oracle_step(hex, (direction + i) % 6);
        oracle_cover(island, at,
                     (char)(data->triad[triad][i][0] - 'a' + 'A')); /* the first letter */
        *triad_at(island, at) = 't';
    }
    oracle_cover(island, hex, ORACLE_LAVA);
    *triad_at(island, hex) = 't';
    oracle_survey(island);
}

bool oracle_lava_fits(const oracle *island, oracle_hex hex)
{
    for (int direction = 0; direction < 6; direction++) {
        const char ground = oracle_ground(island, oracle_step(hex, direction));
        if (ground == ORACLE_VOLCANO || ground == ORACLE_LAVA)
            return oracle_is_space(island, hex) && object_at(island, hex) != 's';
    }
    return false;
}

void oracle_lava(oracle *island, oracle_hex hex)
{
    oracle_cover(island, hex, ORACLE_LAVA);
    oracle_put(island, ' ', hex);
    oracle_survey(island);
}
