/* The options of a game. */
#include <stddef.h>

#include "tobago/game.h"

static const tob_option_row options[] = {
    {"experienced", "P", "amulets also double a claim and swap roses",
     TOB_OPTION_EXPERIENCED, 0},
    {"placed", "O4", "the players place the objects", TOB_OPTION_PLACED, 0},
    {"volcano", "V", "a volcano covers the middle of the island and lava flows",
     TOB_OPTION_VOLCANO, 0},
    {"volcano-placed", "V1", "the first player places the volcano",
     TOB_OPTION_VOLCANO_PLACED, TOB_OPTION_VOLCANO},
    {"triads-random", "V2", "chance places the triads", TOB_OPTION_TRIADS_RANDOM,
     TOB_OPTION_VOLCANO},
};
enum { OPTIONS = sizeof options / sizeof options[0] };

const tob_option_row *tob_option_at(unsigned index)
{
    return index < OPTIONS ? &options[index] : NULL;
}

static bool is_word(const char *word, size_t length, const char *name)
{
    size_t i = 0;

    while (i < length && name[i] && word[i] == name[i])
        i++;
    return i == length && !name[i];
}

unsigned tob_option_find(const char *word, size_t length)
{
    for (unsigned i = 0; i < OPTIONS; i++)
        if (is_word(word, length, options[i].word))
            return options[i].bit;
    return 0;
}

unsigned tob_options_lacking(unsigned set)
{
    unsigned needed = 0;

    for (unsigned i = 0; i < OPTIONS; i++)
        if (set & options[i].bit)
            needed |= options[i].needs;
    return needed & ~set;
}
