/* The right names nearest to a wrong one, and the sentences that offer them. */
#include <ctype.h>
#include <stdio.h>
#include <string.h>

#include "box/words.h"
#include "host/text.h"

enum {
    COMPARED_MAX = 40, /* letters of a text that are compared */
    OFFERED_MAX = 3,   /* names */
};

/* ---- Lists of names ---- */

const char *box_clue_at(unsigned index, char store[static 32])
{
    for (unsigned relation = 0; relation < TOB_RELATION_COUNT; relation++)
        for (unsigned landmark = 0; landmark < TOB_LANDMARK_COUNT; landmark++) {
            tob_clue clue;
            box_clue_name((tob_clue){(uint8_t)relation, (uint8_t)landmark}, store);
            if (tob_clue_find(store, strlen(store), &clue) && index-- == 0)
                return store;
        }
    return NULL;
}

const char *box_island_at(unsigned index, char store[static 32])
{
    if (index >= TOB_ISLANDS)
        return NULL;
    tob_island_name(index, store);
    return store;
}

const char *box_object_at(unsigned index, char store[static 32])
{
    (void)store;
    return index < TOB_OBJECT_COUNT ? tob_object_name(index) : NULL;
}

const char *box_direction_at(unsigned index, char store[static 32])
{
    (void)store;
    return index < TOB_DIRECTION_COUNT ? tob_direction_name(index) : NULL;
}

const char *box_treasure_at(unsigned index, char store[static 32])
{
    (void)store;
    return index < TOB_TREASURE_COUNT ? tob_treasure_name(index) : NULL;
}

const char *box_triad_at(unsigned index, char store[static 32])
{
    (void)store;
    return index < TOB_TRIAD_COUNT ? tob_triad_name(index) : NULL;
}

/* ---- The nearest ---- */

/* Squeezes what was typed into the form of a name: no articles, hyphens between words. */
static size_t squeeze(box_span text, char form[static COMPARED_MAX + 1])
{
    static const char *const fillers[] = {"a", "an", "the", "to", "of"};
    size_t length = 0;
    box_words words;

    box_split(&words, text);
    for (unsigned i = 0; i < words.count; i++) {
        bool filler = false;
        for (unsigned k = 0; k < sizeof fillers / sizeof fillers[0]; k++)
            filler |= words.count > 1 && strcmp(words.word[i], fillers[k]) == 0;
        if (filler)
            continue;
        if (length && length < COMPARED_MAX)
            form[length++] = '-';
        for (size_t k = 0; k < words.at[i].length && length < COMPARED_MAX; k++)
            form[length++] = words.at[i].text[k];
    }
    form[length] = '\0';
    return length;
}

/* The nearest names found so far, the nearest first. */
typedef struct offers {
    unsigned count, index[OFFERED_MAX], distance[OFFERED_MAX];
} offers;

static void offer(offers *o, unsigned index, unsigned far)
{
    unsigned at = o->count;

    while (at && o->distance[at - 1] > far)
        at--;
    if (at == OFFERED_MAX)
        return;
    if (o->count < OFFERED_MAX)
        o->count++;
    for (unsigned i = o->count - 1; i > at; i--) {
        o->index[i] = o->index[i - 1];
        o->distance[i] = o->distance[i - 1];
    }
    o->index[at] = index;
    o->distance[at] = far;
}

bool box_suggest(char why[BOX_WHY_MAX], box_span text, box_name_at *names)
{
    char form[COMPARED_MAX + 1], store[32];
    const size_t length = squeeze(text, form);
    const unsigned limit =
        4 + (unsigned)length * 2 / 3; /* about a third of the letters */
    offers o = {.count = 0};
    const char *name;
    size_t used;

    for (unsigned i = 0; (name = names(i, store)) != NULL; i++) {
        const unsigned far = host_distance(form, name);
        if (length && far <= limit)
            offer(&o, i, far);
    }
    /* A name much nearer than the others is what was meant. */
    while (o.count > 1 && o.distance[o.count - 1] > 2 * o.distance[0])
        o.count--;
    for (unsigned i = 0; i < o.count; i++) {
        used = strlen(why);
        snprintf(why + used, BOX_WHY_MAX - used, "%s%s",
                 i == 0             ? "; did you mean "
                 : i + 1 == o.count ? " or "
                                    : ", ",
                 names(o.index[i], store));
    }
    used = strlen(why);
    if (o.count)
        snprintf(why + used, BOX_WHY_MAX - used, "?");
    return o.count > 0;
}

/* ---- Sentences ---- */

/* As much of a text as a sentence shows. */
static int shown(box_span text)
{
    return text.length < 60 ? (int)text.length : 60;
}

void box_explain_clue(char why[BOX_WHY_MAX], box_span text)
{
    box_say(why, "'%.*s' is not a clue (L)", shown(text), text.text);
    if (!box_suggest(why, text, box_clue_at))
        box_say(why,
                "'%.*s' is not a clue like in-jungle or \"not next to a hut\" (L); "
                "'tobago sites --help' lists the relations and landmarks",
                shown(text), text.text);
}

void box_explain_island(char why[BOX_WHY_MAX], box_span text)
{
    box_say(why, "there is no island '%.*s' (I2)", shown(text), text.text);
    if (!box_suggest(why, text, box_island_at))
        box_say(why,
                "there is no island '%.*s' (I2): codes run from ABC0 to acb1; 'tobago "
                "islands' shows them all",
                shown(text), text.text);
}

void box_explain_direction(char why[BOX_WHY_MAX], box_span text)
{
    box_say(why, "'%.*s' is not a direction (O3): N NE SE S SW NW", shown(text),
            text.text);
}

/* How far a hex of land is from coordinates where there is none. */
static unsigned hexes_away(const tob_board *board, unsigned space, int q, int r)
{
    const int dq = board->q[space] - q, dr = board->r[space] - r, ds = -dq - dr;
    const int sum = (dq < 0 ? -dq : dq) + (dr < 0 ? -dr : dr) + (ds < 0 ? -ds : ds);

    return (unsigned)sum / 2;
}

void box_explain_space(char why[BOX_WHY_MAX], const tob_board *board, box_span text)
{
    char island[5], name[4] = "";
    offers o = {.count = 0};
    int q, r;

    tob_island_name(board->island, island);
    box_say(why, "there is no space '%.*s' on island %s (I6)", shown(text), text.text,
            island);
    for (size_t i = 0; i < 3 && i < text.length; i++)
        name[i] = (char)tolower((unsigned char)text.text[i]);
    if (text.length > 3 || !tob_hex_find(name, text.length, &q, &r))
        return;
    for (unsigned space = 0; space < board->count; space++)
        offer(&o, space, hexes_away(board, space, q, r));
    for (unsigned i = 0; i < o.count; i++) {
        const size_t used = strlen(why);
        tob_space_name(board, o.index[i], name);
        snprintf(why + used, BOX_WHY_MAX - used, "%s%s",
                 i == 0             ? "; the nearest are "
                 : i + 1 == o.count ? " and "
                                    : ", ",
                 name);
    }
}
