/* The module's surface within a test program: its source, which holds the one game, texts
 * in and out, and random games to read. */
#ifndef TOBAGO_TESTS_MODULE_H
#define TOBAGO_TESTS_MODULE_H

#include "chance.h"
#include "json.h"
#include "support.h"

#include "wasm/wasm.c"

enum { HASH_EVERY = 50 };

static uint64_t seed;

/* ---- Texts in and out ---- */

static inline uint32_t give(const char *text)
{
    const size_t length = strlen(text);

    assert_true(length <= wasm_buffer_size());
    memcpy(wasm_input(), text, length);
    return (uint32_t)length;
}

/* The output buffer as a string; valid until the next call. */
static inline const char *taken(uint32_t length)
{
    static char text[WASM_BUFFER + 1];

    memcpy(text, wasm_output(), length);
    text[length] = '\0';
    return text;
}

/* ---- Random games as texts ---- */

typedef struct story {
    char text[WASM_BUFFER];
    size_t length;
    rec_header header;
    tob_game game;
    tob_board board;
    unsigned moves, lines;
    uint64_t hash[WASM_BUFFER / 8 / HASH_EVERY]; /* after each HASH_EVERY lines */
} story;

static inline void add_text(story *s, const char *text)
{
    const size_t length = strlen(text);

    assert_true(s->length + length < sizeof s->text);
    memcpy(s->text + s->length, text, length + 1);
    s->length += length;
}

static inline void tell(story *s, unsigned number)
{
    static tob_moves moves;
    char line[REC_HEADER_MAX];
    tob_rng rng;

    tob_rng_init(&rng, seed, number);
    s->length = s->moves = s->lines = 0;
    chance_header(&s->header, &rng, number);
    rec_write_header(&s->header, line);
    add_text(s, line);
    for (const char *at = line; *at; at++)
        s->lines += *at == '\n';
    tob_board_init(&s->board, s->header.config.island);
    tob_game_init(&s->game, &s->board, &s->header.config);
    while (tob_to_move(&s->game) != TOB_NOBODY) {
        tob_move move;
        tob_legal(&s->game, &s->board, &moves);
        move = chance_move(&rng, &s->game, &moves, number);
        rec_write_move(&s->board, move, line);
        add_text(s, line);
        add_text(s, "\n");
        tob_apply(&s->game, &s->board, move);
        if (++s->moves, ++s->lines % HASH_EVERY == 0)
            s->hash[s->lines / HASH_EVERY] = tob_hash(&s->game);
    }
}

/* Does the line in the input buffer pass? */
static inline bool is_allowed(uint32_t length)
{
    return strncmp(taken(wasm_what_if(length, wasm_viewer())), "{\"legal\":true,", 14) ==
           0;
}

#endif
