/* Sets of spaces.
 *
 * An island has at most 108 spaces, numbered from 0, so a set of them is two 64-bit
 * words. Every function here works on values; only add, remove and pop change a set. */
#ifndef TOBAGO_HEXSET_H
#define TOBAGO_HEXSET_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef struct tob_hexset {
    uint64_t low;  /* spaces 0 to 63 */
    uint64_t high; /* spaces 64 to 127 */
} tob_hexset;

/* The set that holds just this space (0 to 127). */
static inline tob_hexset tob_hexset_of(unsigned space)
{
    const uint64_t bit = (uint64_t)1 << (space & 63);

    const tob_hexset set = {space < 64 ? bit : 0, space < 64 ? 0 : bit};

    return set;
}

static inline bool tob_hexset_has(tob_hexset set, unsigned space)
{
    return ((space < 64 ? set.low : set.high) >> (space & 63)) & 1;
}

static inline tob_hexset tob_hexset_and(tob_hexset a, tob_hexset b)
{
    const tob_hexset set = {a.low & b.low, a.high & b.high};

    return set;
}

static inline tob_hexset tob_hexset_or(tob_hexset a, tob_hexset b)
{
    const tob_hexset set = {a.low | b.low, a.high | b.high};

    return set;
}

/* The spaces of a that are not in b. */
static inline tob_hexset tob_hexset_minus(tob_hexset a, tob_hexset b)
{
    const tob_hexset set = {a.low & ~b.low, a.high & ~b.high};

    return set;
}

static inline void tob_hexset_add(tob_hexset *set, unsigned space)
{
    *set = tob_hexset_or(*set, tob_hexset_of(space));
}

static inline void tob_hexset_remove(tob_hexset *set, unsigned space)
{
    *set = tob_hexset_minus(*set, tob_hexset_of(space));
}

static inline bool tob_hexset_is_empty(tob_hexset set)
{
    return (set.low | set.high) == 0;
}

static inline bool tob_hexset_equal(tob_hexset a, tob_hexset b)
{
    return ((a.low ^ b.low) | (a.high ^ b.high)) == 0;
}

/* Is every space of a also in b? */
static inline bool tob_hexset_within(tob_hexset a, tob_hexset b)
{
    return tob_hexset_is_empty(tob_hexset_minus(a, b));
}

static inline unsigned tob_hexset_count(tob_hexset set)
{
    return (unsigned)(__builtin_popcountll(set.low) + __builtin_popcountll(set.high));
}

/* The lowest space of a set that is not empty. */
static inline unsigned tob_hexset_first(tob_hexset set)
{
    return set.low ? (unsigned)__builtin_ctzll(set.low)
                   : 64 + (unsigned)__builtin_ctzll(set.high);
}

/* Takes the lowest space out of a set that is not empty, and returns it. */
static inline unsigned tob_hexset_pop(tob_hexset *set)
{
    const unsigned space = tob_hexset_first(*set);

    if (set->low)
        set->low &= set->low - 1;
    else
        set->high &= set->high - 1;
    return space;
}

#ifdef __cplusplus
}
#endif

#endif
