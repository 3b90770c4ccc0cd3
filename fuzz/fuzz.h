/* What the fuzz targets share. */
#ifndef TOBAGO_FUZZ_FUZZ_H
#define TOBAGO_FUZZ_FUZZ_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/watchers.h"
#include "tobago/random.h"
#include "tobago/tobago.h"

/* libFuzzer's entry: returns 0; anything wrong aborts. */
int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size);

static inline void require(int condition, const char *sentence)
{
    if (condition)
        return;
    fprintf(stderr, "fuzz: it does not hold that %s\n", sentence);
    abort();
}

/* A state and its board keep the rules that tob_check knows. */
static inline void require_sound(const tob_game *game, const tob_board *board)
{
    const char *broken = tob_check(game, board);

    require(broken == NULL, broken ? broken : "");
}

#endif
