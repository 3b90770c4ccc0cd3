/* A server's frame: where the values of its keys lie, found in one pass and without a
 * copy. Spans are empty where the frame has no such key. */
#ifndef TOBAGO_BENCH_FRAME_H
#define TOBAGO_BENCH_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "tobago/random.h"

typedef struct frame_span {
    const char *at;
    size_t length;
} frame_span;

/* Texts are without their quotes. */
typedef struct frame {
    frame_span is, kind, table, link, error; /* 'error' is an object */
    frame_span legal;                        /* what lies between the brackets */
    unsigned lines;                          /* in 'legal' */
    bool answers;                            /* it has a 're' */
    uint32_t n;
} frame;

/* Reads a frame; false if it is no object. */
bool frame_read(frame *found, const char *text, size_t length);

bool frame_is(frame_span word, const char *text);

/* Finds a value in an object by its key. */
frame_span frame_find(frame_span object, const char *key);

/* Chooses one of the legal lines. */
frame_span frame_choose(const frame *found, tob_rng *rng);

#endif
