/* Turns the text files of this folder into constant tables.
 *
 *   generate tables DATA_DIR > tables.c      the engine's
 *   generate weights DATA_DIR > weights.c    the bots'
 *
 * Runs at build time. Bad data stops the build with file, line and reason, so the
 * engine itself never has to doubt its tables. */
#include <ctype.h>
#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "reject.h"
#include "tobago/train.h"
#include "tobago/types.h"

enum { SIDES = 6, SIDE_MAX = 40, LINE_MAX_BYTES = 512 };

static const char terrain_letters[] = "BJLMRS";
static const char side_letters[] = "AaBbCc";
static const char *const terrains[] = {"beach",    "jungle", "lake",
                                       "mountain", "river",  "scrubland"};
static const char *const objects[] = {"hut",   "palm",    "statue",
                                      "ocean", "volcano", "lava"};
static const char *const relations[] = {"in",     "next",     "sight",
                                        "not-in", "not-next", "not-sight"};

static FILE *open_data(const char *folder, const char *name)
{
    static char path[1024];
    FILE *file;

    snprintf(path, sizeof path, "%s/%s", folder, name);
    file_name = path;
    line_number = 0;
    file = fopen(path, "r");
    if (!file)
        reject("%s", strerror(errno));
    return file;
}

/* The next line that is neither blank nor a comment, without its newline. */
static bool next_line(FILE *file, char line[static LINE_MAX_BYTES])
{
    while (fgets(line, LINE_MAX_BYTES, file)) {
        line_number++;
        line[strcspn(line, "\n")] = '\0';
        if (line[strspn(line, " \t")] && line[0] != '#')
            return true;
    }
    fclose(file);
    return false;
}

static int find(const char *word, const char *const *list, int count)
{
    for (int i = 0; i < count; i++)
        if (strcmp(word, list[i]) == 0)
            return i;
    return -1;
}

/* ---- sections.txt ---- */

static struct {
    int q, r, terrain;
} side[SIDES][SIDE_MAX];
static int side_size[SIDES], side_declared[SIDES];

static void read_hexes(char *text, int s)
{
    int q, r, used;
    char letter;

    while (sscanf(text, " %d,%d,%c%n", &q, &r, &letter, &used) == 3) {
        const char *found = strchr(terrain_letters, letter);
        if (!found)
            reject("unknown terrain '%c'", letter);
        if (side_size[s] == SIDE_MAX)
            reject("more than %d hexes on side %c", SIDE_MAX, side_letters[s]);
        for (int i = 0; i < side_size[s]; i++)
            if (side[s][i].q == q && side[s][i].r == r)
                reject("hex %d,%d is listed twice", q, r);
        side[s][side_size[s]].q = q;
        side[s][side_size[s]].r = r;
        side[s][side_size[s]++].terrain = (int)(found - terrain_letters);
        text += used;
    }
    if (text[strspn(text, " \t")])
        reject("'%s' is not a hex (q,r,TERRAIN)", text);
}

static void read_sections(const char *folder)
{
    char line[LINE_MAX_BYTES];
    FILE *file = open_data(folder, "sections.txt");
    int s = -1;

    while (next_line(file, line)) {
        char letter, extra;
        int count;

        if (sscanf(line, "%c %d %c", &letter, &count, &extra) == 2 &&
            strchr(side_letters, letter)) {
            s = (int)(strchr(side_letters, letter) - side_letters);
            if (side_declared[s])
                reject("side %c is listed twice", letter);
            side_declared[s] = count;
        } else if (s < 0) {
            reject("hexes before the first side");
        } else {
            read_hexes(line, s);
        }
    }
    for (s = 0; s < SIDES; s++)
        if (!side_size[s] || side_size[s] != side_declared[s])
            reject("side %c has %d hexes, %d are announced", side_letters[s],
                   side_size[s], side_declared[s]);
}

static void write_sections(void)
{
    printf("const tob_side tob_sides[%d] = {\n", SIDES);
    for (int s = 0; s < SIDES; s++) {
        printf("    {%d, {", side_size[s]);
        for (int i = 0; i < side_size[s]; i++)
            printf("{%d,%d,%d},", side[s][i].q, side[s][i].r, side[s][i].terrain);
        printf("}},\n");
    }
    printf("};\n");
}

/* ---- clues.txt and the volcano's clues ---- */

static char clue_names[TOB_CARD_MAX][48];
static int clue_relation[TOB_CARD_MAX], clue_landmark[TOB_CARD_MAX];
static int clue_total, clue_deck;

static void add_clue(const char *name)
{
    int relation = -1, landmark;
    const char *rest = NULL;

    for (int i = 0; i < 6; i++) {
        const size_t length = strlen(relations[i]);
        if (strncmp(name, relations[i], length) == 0 && name[length] == '-') {
            relation = i;
            rest = name + length + 1;
        }
    }
    if (relation < 0)
        reject("'%s' begins with no relation", name);
    if (strncmp(rest, "largest-", 8) == 0) {
        landmark = find(rest + 8, terrains, 6);
        landmark = landmark < 0 ? -1 : landmark + TOB_LANDMARK_LARGEST;
    } else {
        landmark = find(rest, terrains, 6);
        if (landmark < 0 && (landmark = find(rest, objects, 6)) >= 0)
            landmark += TOB_LANDMARK_HUT;
    }
    if (landmark < 0)
        reject("'%s' names no landmark", name);
    if (relation % 3 == 0 && landmark >= TOB_LANDMARK_HUT)
        reject("'%s': in and not-in take a terrain or a largest area", name);
    for (int i = 0; i < clue_total; i++)
        if (strcmp(clue_names[i], name) == 0)
            reject("'%s' is listed twice", name);
    if (clue_total == TOB_CARD_MAX)
        reject("more than %d clues", TOB_CARD_MAX);
    snprintf(clue_names[clue_total], sizeof clue_names[0], "%s", name);
    clue_relation[clue_total] = relation;
    clue_landmark[clue_total++] = landmark;
}

static void read_clues(const char *folder)
{
    char line[LINE_MAX_BYTES];
    FILE *file = open_data(folder, "clues.txt");

    while (next_line(file, line))
        add_clue(line);
    clue_deck = clue_total;
    if (clue_deck < 32)
        reject("%d clues are too few for four players", clue_deck);
}

static void write_clues(void)
{
    int order[TOB_CARD_MAX];

    for (int i = 0; i < clue_total; i++) {
        int at = i;
        for (; at > 0 && strcmp(clue_names[order[at - 1]], clue_names[i]) > 0; at--)
            order[at] = order[at - 1];
        order[at] = i;
    }
    printf("const uint8_t tob_clue_deck = %d;\n", clue_deck);
    printf("const uint8_t tob_clue_total = %d;\n", clue_total);
    printf("const tob_clue tob_clues[TOB_CARD_MAX] = {\n");
    for (int i = 0; i < clue_total; i++)
        printf("    {%d, %d}, /* %s */\n", clue_relation[i], clue_landmark[i],
               clue_names[i]);
    printf("};\nconst char *const tob_clue_names[TOB_CARD_MAX] = {\n");
    for (int i = 0; i < clue_total; i++)
        printf("    \"%s\",\n", clue_names[i]);
    printf("};\nconst uint8_t tob_clue_order[TOB_CARD_MAX] = {");
    for (int i = 0; i < clue_total; i++)
        printf("%d,", order[i]);
    printf("};\n");
}

/* ---- treasures.txt ---- */

static int treasure_count[TOB_COINS_MAX + 1];

static void read_treasures(const char *folder)
{
    char line[LINE_MAX_BYTES];
    FILE *file = open_data(folder, "treasures.txt");
    int total = 0;

    while (next_line(file, line)) {
        char word[16], extra;
        int count, coins = 0;

        if (sscanf(line, "%d %15s %c", &count, word, &extra) != 2 || count < 1 ||
            count > 200)
            reject("'%s' is not NUMBER COINS or NUMBER curse", line);
        if (strcmp(word, "curse") != 0) {
            if (!isdigit((unsigned char)word[0]) || word[1] || word[0] == '0' ||
                word[0] - '0' > TOB_COINS_MAX)
                reject("'%s' is not 1 to %d coins", word, TOB_COINS_MAX);
            coins = word[0] - '0';
            total += count;
        }
        if (treasure_count[coins])
            reject("'%s' is listed twice", word);
        treasure_count[coins] = count;
    }
    if (total < TOB_TOP_CARDS || total + treasure_count[0] > 200)
        reject("%d treasure cards are too few or too many", total);
}

static void write_treasures(void)
{
    printf("const uint8_t tob_treasure_count[TOB_COINS_MAX + 1] = {");
    for (int i = 0; i <= TOB_COINS_MAX; i++)
        printf("%d,", treasure_count[i]);
    printf("};\n");
}

/* ---- volcano.txt ---- */

static int lava_tiles, triad[TOB_TRIAD_COUNT][2], triads;

static void read_volcano(const char *folder)
{
    char line[LINE_MAX_BYTES];
    FILE *file = open_data(folder, "volcano.txt");

    while (next_line(file, line)) {
        char first[48], second[48];

        if (sscanf(line, "lava %d", &lava_tiles) == 1) {
            if (lava_tiles < 1 || lava_tiles > 100)
                reject("%d lava tiles", lava_tiles);
        } else if (sscanf(line, "triad %47s %47s", first, second) == 2) {
            if (triads == TOB_TRIAD_COUNT)
                reject("more than %d triads", TOB_TRIAD_COUNT);
            triad[triads][0] = find(first, terrains, 6);
            triad[triads][1] = find(second, terrains, 6);
            if (triad[triads][0] < 0 || triad[triads][1] < 0)
                reject("'%s' names an unknown terrain", line);
            for (int i = 0; i < triads; i++)
                if (triad[i][0] == triad[triads][0] && triad[i][1] == triad[triads][1])
                    reject("'%s' is listed twice", line);
            triads++;
        } else if (sscanf(line, "clue %47s", first) == 1) {
            add_clue(first);
        } else {
            reject("'%s' is not lava, triad or clue", line);
        }
    }
    if (!lava_tiles || triads != TOB_TRIAD_COUNT)
        reject("%d lava tiles and %d triads", lava_tiles, triads);
    if (clue_total - clue_deck > TOB_VOLCANIC_MAX)
        reject("more than %d volcanic clues", TOB_VOLCANIC_MAX);
}

static void write_volcano(void)
{
    printf("const uint8_t tob_lava_tiles = %d;\n", lava_tiles);
    printf("const uint8_t tob_triads[TOB_TRIAD_COUNT][2] = {");
    for (int i = 0; i < triads; i++)
        printf("{%d,%d},", triad[i][0], triad[i][1]);
    printf("};\nconst char *const tob_triad_names[TOB_TRIAD_COUNT] = {");
    for (int i = 0; i < triads; i++)
        printf("\"%s-%s\",", terrains[triad[i][0]], terrains[triad[i][1]]);
    printf("};\n");
}

/* ---- weights.txt ---- */

enum { WEIGHTS = AI_FEATURE_COUNT + 2 };

static const char *const weight_names[WEIGHTS] = {
#define WEIGHT_NAME(name) #name,
    AI_FEATURES(WEIGHT_NAME)
#undef WEIGHT_NAME
        "spread",
    "spread_card",
};
static double weight[TOB_SEATS + 1][WEIGHTS];
static bool weight_given[TOB_SEATS + 1][WEIGHTS];

static void read_weights(const char *folder)
{
    char line[LINE_MAX_BYTES];
    FILE *file = open_data(folder, "weights.txt");
    int players = 0;

    while (next_line(file, line)) {
        char name[48], extra;
        double value;
        int at;

        if (sscanf(line, "%47s %lf %c", name, &value, &extra) != 2)
            reject("'%s' is not NAME VALUE", line);
        if (strcmp(name, "players") == 0) {
            players = (int)value;
            if (players < 2 || players > TOB_SEATS || weight_given[players][0])
                reject("'%s' is not 2 to 4, once each", line);
            continue;
        }
        at = find(name, weight_names, WEIGHTS);
        if (at < 0 || !players || weight_given[players][at])
            reject("'%s' is no feature, before players, or listed twice", name);
        if (!(value > -1000 && value < 1000))
            reject("%s has no sensible weight", name);
        weight[players][at] = value;
        weight_given[players][at] = true;
    }
    for (players = 2; players <= TOB_SEATS; players++)
        for (int i = 0; i < WEIGHTS; i++)
            if (!weight_given[players][i])
                reject("%s is missing for %d players", weight_names[i], players);
}

static void write_weights(void)
{
    printf("/* Made from data/weights.txt by generate.c: train anew, do not edit. */\n"
           "#include \"ai/eval.h\"\n\n"
           "const ai_weights ai_learned_weights[TOB_SEATS + 1] = {\n");
    for (int players = 2; players <= TOB_SEATS; players++) {
        printf("    [%d] = {{", players);
        for (int i = 0; i < AI_FEATURE_COUNT; i++)
            printf("%.8ef, ", weight[players][i]);
        printf("}, %.8ef, %.8ef},\n", weight[players][AI_FEATURE_COUNT],
               weight[players][AI_FEATURE_COUNT + 1]);
    }
    printf("};\n");
}

/* ---- The hash of the data ---- */

static unsigned long long hash = 0xcbf29ce484222325; /* FNV-1a, by the byte */

static void hash_number(int number)
{
    for (int i = 0; i < 4; i++)
        hash = (hash ^ ((unsigned)number >> 8 * i & 0xff)) * 0x100000001b3;
}

/* Everything that changes a game; comments, blank lines and spelling do not. */
static void hash_data(void)
{
    for (int s = 0; s < SIDES; s++) {
        hash_number(side_size[s]);
        for (int i = 0; i < side_size[s]; i++) {
            hash_number(side[s][i].q);
            hash_number(side[s][i].r);
            hash_number(side[s][i].terrain);
        }
    }
    hash_number(clue_deck);
    hash_number(clue_total);
    for (int i = 0; i < clue_total; i++) {
        hash_number(clue_relation[i]);
        hash_number(clue_landmark[i]);
    }
    for (int i = 0; i <= TOB_COINS_MAX; i++)
        hash_number(treasure_count[i]);
    hash_number(lava_tiles);
    for (int i = 0; i < triads; i++) {
        hash_number(triad[i][0]);
        hash_number(triad[i][1]);
    }
}

static void make_tables(const char *folder)
{
    read_sections(folder);
    read_clues(folder);
    read_treasures(folder);
    read_volcano(folder);
    printf("/* Made from data/ by generate.c: change the data, not this. */\n"
           "#include \"engine/data.h\"\n\n");
    write_sections();
    write_clues();
    write_treasures();
    write_volcano();
    hash_data();
    printf("const uint64_t tob_data_hash = UINT64_C(0x%016llx);\n", hash);
}

int main(int count, char **arguments)
{
    if (count == 3 && strcmp(arguments[1], "tables") == 0) {
        make_tables(arguments[2]);
    } else if (count == 3 && strcmp(arguments[1], "weights") == 0) {
        read_weights(arguments[2]);
        write_weights();
    } else {
        fprintf(stderr, "usage: generate tables|weights DATA_DIR\n");
        return 2;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 3;
}
