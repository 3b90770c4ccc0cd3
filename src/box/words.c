#include "box/words.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

/* ---- Texts ---- */

box_span box_span_of(const char *text)
{
    return (box_span){text, strlen(text)};
}

box_span box_trim(box_span text)
{
    while (text.length && strchr(" \t", text.text[0]) && text.text[0])
        text = (box_span){text.text + 1, text.length - 1};
    while (text.length && text.text[text.length - 1] &&
           strchr(" \t\r", text.text[text.length - 1]))
        text.length--;
    return text;
}

bool box_is(box_span text, const char *word)
{
    return text.length == strlen(word) && strncasecmp(text.text, word, text.length) == 0;
}

void box_say(char why[BOX_WHY_MAX], const char *format, ...)
{
    va_list words;

    va_start(words, format);
    vsnprintf(why, BOX_WHY_MAX, format, words);
    va_end(words);
}

static char lower(char letter)
{
    return letter >= 'A' && letter <= 'Z' ? (char)(letter - 'A' + 'a') : letter;
}

static bool in_word(char letter)
{
    const char small = lower(letter);

    return (small >= 'a' && small <= 'z') || (small >= '0' && small <= '9') ||
           (unsigned char)letter >= 0x80;
}

void box_split(box_words *words, box_span text)
{
    const char *at = text.text, *const end = text.text + text.length;

    words->count = 0;
    words->cut = false;
    while (at < end) {
        const char *from = at;
        size_t length = 0;
        for (; at < end && in_word(*at); at++)
            length++;
        if (!length) {
            at++;
            continue;
        }
        if (words->count == BOX_WORDS_MAX) {
            words->cut = true;
            return;
        }
        words->at[words->count] = (box_span){from, length};
        for (size_t i = 0; i < BOX_WORD_MAX; i++)
            words->word[words->count][i] = i < length ? lower(from[i]) : '\0';
        words->word[words->count++][BOX_WORD_MAX - 1] = '\0';
    }
}

/* ---- Finding ---- */

/* Is this word the name, or its plural? */
static bool is_name(const char *word, const char *name)
{
    const size_t length = strlen(name);

    return strncmp(word, name, length) == 0 &&
           (!word[length] || strcmp(word + length, "s") == 0 ||
            strcmp(word + length, "es") == 0);
}

/* Words that are said and mean nothing here. */
static bool is_filler(const char *word)
{
    static const char *const fillers[] = {"a",    "an",   "the",  "to",   "of",
                                          "any",  "is",   "area", "tree", "trees",
                                          "from", "your", "clue"};

    for (size_t i = 0; i < sizeof fillers / sizeof fillers[0]; i++)
        if (strcmp(word, fillers[i]) == 0)
            return true;
    return false;
}

/* The one word of a text that is no filler, or NULL if it has none or several. */
static const char *only_word(box_words *words, box_span text)
{
    const char *found = NULL;

    box_split(words, text);
    for (unsigned i = 0; i < words->count; i++) {
        if (is_filler(words->word[i]))
            continue;
        if (found)
            return NULL;
        found = words->word[i];
    }
    return found;
}

/* The index of the name that a text means among 'count' names, or -1. */
static int find_name(box_span text, const char *(*name)(unsigned), unsigned count)
{
    box_words words;
    const char *const word = only_word(&words, text);

    for (unsigned i = 0; word && i < count; i++)
        if (is_name(word, name(i)))
            return (int)i;
    return -1;
}

/* The index of a text of one letter among these letters, or -1. */
static int find_letter(box_span text, const char *letters)
{
    const char *at = text.length == 1 ? strchr(letters, lower(text.text[0])) : NULL;

    return at && *at ? (int)(at - letters) : -1;
}

int box_find_object(box_span text)
{
    return find_name(text, tob_object_name, TOB_OBJECT_COUNT);
}

int box_find_terrain(box_span text)
{
    const int letter = find_letter(text, "bjlmrs");

    return letter >= 0 ? letter : find_name(text, tob_terrain_name, TOB_TERRAIN_COUNT);
}

int box_find_treasure(box_span text)
{
    const int letter = find_letter(text, "wgnk");

    if (letter >= 0)
        return letter;
    return box_is(text, "gray") ? TOB_GREY
                                : find_name(text, tob_treasure_name, TOB_TREASURE_COUNT);
}

int box_find_direction(box_span text)
{
    static const char *const names[TOB_DIRECTION_COUNT] = {
        "north", "northeast", "southeast", "south", "southwest", "northwest"};
    char joined[2 * BOX_WORD_MAX] = "";
    box_words words;

    box_split(&words, text);
    if (words.count < 1 || words.count > 2)
        return -1;
    snprintf(joined, sizeof joined, "%s%s", words.word[0],
             words.count > 1 ? words.word[1] : "");
    for (unsigned i = 0; i < TOB_DIRECTION_COUNT; i++)
        if (strcmp(joined, names[i]) == 0 ||
            strcasecmp(joined, tob_direction_name(i)) == 0)
            return (int)i;
    return -1;
}

int box_find_triad(box_span text)
{
    box_words words;

    box_split(&words, text);
    for (unsigned i = 0; words.count == 2 && i < TOB_TRIAD_COUNT; i++) {
        char name[2 * BOX_WORD_MAX];
        snprintf(name, sizeof name, "%s-%s", words.word[0], words.word[1]);
        if (strcmp(name, tob_triad_name(i)) == 0)
            return (int)i;
    }
    return -1;
}

int box_find_island(box_span text)
{
    char code[4];

    text = box_trim(text);
    if (text.length != 4)
        return -1;
    for (unsigned turn = 0; turn < 3; turn++) {
        for (unsigned i = 0; i < 3; i++)
            code[i] = text.text[(i + turn) % 3];
        code[3] = text.text[3];
        const int island = tob_island_find(code, 4);
        if (island >= 0)
            return island;
    }
    return -1;
}

unsigned box_find_space(const tob_board *board, box_span text)
{
    char name[4] = "";

    text = box_trim(text);
    if (text.length < 2 || text.length > 3)
        return TOB_NONE;
    for (size_t i = 0; i < text.length; i++)
        name[i] = lower(text.text[i]);
    return tob_space_find(board, name, text.length);
}

/* ---- Clues ---- */

/* The next word that means something, from an index on; the empty word behind the last.
 */
static const char *meaning(const box_words *words, unsigned *at)
{
    while (*at < words->count && is_filler(words->word[*at]))
        ++*at;
    return *at < words->count ? words->word[*at] : "";
}

/* Reads "in", "on", "next", "sight" or "in sight"; -1 if there is none. */
static int read_relation(const box_words *words, unsigned *at)
{
    const char *word = meaning(words, at);
    int relation = -1;

    if (strcmp(word, "in") == 0 || strcmp(word, "on") == 0) {
        relation = TOB_IN;
        ++*at;
        word = meaning(words, at);
    } else if (strcmp(word, "next") == 0) {
        ++*at;
        return TOB_NEXT;
    }
    if (strcmp(word, "sight") == 0) {
        ++*at;
        return TOB_SIGHT;
    }
    return relation;
}

/* Reads a landmark, like "largest lake"; -1 if there is none. */
static int read_landmark(const box_words *words, unsigned *at)
{
    const char *word = meaning(words, at);
    const bool largest = strcmp(word, "largest") == 0 || strcmp(word, "biggest") == 0;

    if (largest) {
        ++*at;
        word = meaning(words, at);
    }
    for (unsigned i = 0; i < TOB_LANDMARK_COUNT; i++) {
        const char *name = tob_landmark_name(i);
        const bool wide = i >= TOB_LANDMARK_LARGEST && i < TOB_LANDMARK_HUT;
        if (wide == largest && is_name(word, wide ? name + strlen("largest-") : name)) {
            ++*at;
            return (int)i;
        }
    }
    if (!largest && strcmp(word, "sea") == 0) {
        ++*at;
        return TOB_LANDMARK_OCEAN;
    }
    return -1;
}

unsigned box_read_clue(const box_words *words, unsigned from, tob_clue *clue)
{
    unsigned at = from;
    const bool negative = strcmp(meaning(words, &at), "not") == 0;
    int relation, landmark;
    char name[32];

    at += negative;
    relation = read_relation(words, &at);
    landmark = relation < 0 ? -1 : read_landmark(words, &at);
    if (landmark < 0)
        return 0;
    while (at < words->count && strncmp(words->word[at], "tree", 4) == 0)
        at++;
    box_clue_name(
        (tob_clue){(uint8_t)(relation + (negative ? TOB_NOT_IN : 0)), (uint8_t)landmark},
        name);
    return tob_clue_find(name, strlen(name), clue) ? at - from : 0;
}

bool box_find_clue(box_span text, tob_clue *clue)
{
    box_words words;

    box_split(&words, text);
    return words.count && !words.cut && box_read_clue(&words, 0, clue) == words.count;
}

/* May a clue begin with this word? */
static bool begins_clue(const char *word)
{
    return strcmp(word, "not") == 0 || strcmp(word, "in") == 0 ||
           strcmp(word, "on") == 0 || strcmp(word, "next") == 0 ||
           strcmp(word, "sight") == 0;
}

/* The part of a text from a word on that was meant to be one clue: "not" and the relation
 * belong to it, and all words up to the next that begins a clue. */
static box_span meant_clue(const box_words *words, unsigned from)
{
    unsigned to = from + 1;
    const char *last;

    while (to < words->count &&
           (!begins_clue(words->word[to]) || strcmp(words->word[to - 1], "not") == 0 ||
            (strcmp(words->word[to], "sight") == 0 &&
             strcmp(words->word[to - 1], "in") == 0)))
        to++;
    last = words->at[to - 1].text + words->at[to - 1].length;
    return (box_span){words->at[from].text, (size_t)(last - words->at[from].text)};
}

unsigned box_read_clues(box_span text, tob_clue *clues, unsigned room,
                        char why[BOX_WHY_MAX])
{
    box_words words;
    unsigned count = 0, at = 0;

    box_split(&words, text);
    if (words.cut || !words.count) {
        box_say(why, words.cut ? "there are too many words" : "no clue is named (L)");
        return 0;
    }
    while (at < words.count) {
        tob_clue clue;
        const unsigned used = box_read_clue(&words, at, &clue);
        if (!used) {
            box_explain_clue(why, meant_clue(&words, at));
            return 0;
        }
        if (count < room)
            clues[count] = clue;
        count++;
        at += used;
    }
    return count;
}

void box_clue_name(tob_clue clue, char name[static 32])
{
    snprintf(name, 32, "%s-%s", tob_relation_name(clue.relation),
             tob_landmark_name(clue.landmark));
}

void box_clue_phrase(tob_clue clue, char phrase[static 64])
{
    static const char *const relations[TOB_RELATION_COUNT] = {
        "in", "next to", "in sight of", "not in", "not next to", "not in sight of"};
    static const char *const landmarks[TOB_LANDMARK_COUNT] = {
        [TOB_BEACH] = "a beach",
        [TOB_JUNGLE] = "jungle",
        [TOB_LAKE] = "a lake",
        [TOB_MOUNTAIN] = "mountains",
        [TOB_RIVER] = "a river",
        [TOB_SCRUBLAND] = "scrubland",
        [TOB_LANDMARK_LARGEST + TOB_BEACH] = "the largest beach",
        [TOB_LANDMARK_LARGEST + TOB_JUNGLE] = "the largest jungle",
        [TOB_LANDMARK_LARGEST + TOB_LAKE] = "the largest lake",
        [TOB_LANDMARK_LARGEST + TOB_MOUNTAIN] = "the largest mountains",
        [TOB_LANDMARK_LARGEST + TOB_RIVER] = "the largest river",
        [TOB_LANDMARK_LARGEST + TOB_SCRUBLAND] = "the largest scrubland",
        [TOB_LANDMARK_HUT] = "a hut",
        [TOB_LANDMARK_PALM] = "a palm",
        [TOB_LANDMARK_STATUE] = "a statue",
        [TOB_LANDMARK_OCEAN] = "the ocean",
        [TOB_LANDMARK_VOLCANO] = "the volcano",
        [TOB_LANDMARK_LAVA] = "lava",
    };

    const bool sand = clue.landmark % TOB_LANDMARK_LARGEST == TOB_BEACH &&
                      clue.landmark < TOB_LANDMARK_HUT && clue.relation % 3 == TOB_IN;

    snprintf(phrase, 64, "%s %s",
             !sand                         ? relations[clue.relation]
             : clue.relation == TOB_NOT_IN ? "not on"
                                           : "on",
             landmarks[clue.landmark]);
}

void box_clue_list(const tob_clue *clues, unsigned count, char *text, size_t room)
{
    size_t used = 0;

    text[0] = '\0';
    for (unsigned i = 0; i < count; i++) {
        char phrase[64];
        box_clue_phrase(clues[i], phrase);
        if (used + strlen(phrase) + 8 > room) {
            snprintf(text + used, room - used, "; ...");
            return;
        }
        used += (size_t)snprintf(text + used, room - used, "%s%s", i ? "; " : "", phrase);
    }
}
