/* Proofs for tests and fuzzers: a random game drawn fairly, with undos. */
#ifndef TOBAGO_TESTS_PROOFS_H
#define TOBAGO_TESTS_PROOFS_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tobago/fair.h"
#include "tobago/random.h"

enum { PROOF_TEXT = 1 << 20, PROOF_RECORD = 1 << 18, PROOF_RECORD_LINES = 1 << 13 };

typedef struct proof_story {
    char text[PROOF_TEXT];
    size_t length;
    uint32_t draws, events, undos;
    rec_hosted hosted; /* the record at the end */
    rec_reader reader;
    char record[PROOF_RECORD];
    uint32_t ends[PROOF_RECORD_LINES];
    fair_source source;
    fair_key key;
    tob_rng rng;
    tob_moves moves;
} proof_story;

static inline void proof_put(proof_story *s, const char *text)
{
    const size_t length = strlen(text);

    if (s->length + length + 2 > sizeof s->text)
        abort();
    memcpy(s->text + s->length, text, length);
    s->length += length;
    s->text[s->length++] = '\n';
    s->text[s->length] = '\0';
}

static inline void proof_hex(proof_story *s, const char *word, const uint8_t *bytes,
                             size_t length)
{
    char line[REC_LINE_MAX];
    size_t at = (size_t)snprintf(line, sizeof line, "%s ", word);

    for (size_t i = 0; i < length; i++)
        at += (size_t)snprintf(line + at, sizeof line - at, "%02x", bytes[i]);
    proof_put(s, line);
}

static inline void proof_random(proof_story *s, uint8_t *bytes, size_t length)
{
    for (size_t i = 0; i < length; i++)
        bytes[i] = (uint8_t)tob_rng_below(&s->rng, 256);
}

static inline void proof_line(proof_story *s, const char *line)
{
    rec_error error;

    if (rec_hosted_feed(&s->hosted, line, strlen(line), &error) != REC_DONE)
        abort();
    proof_put(s, line);
}

static inline void proof_move(proof_story *s, tob_move move)
{
    char line[REC_LINE_MAX];

    rec_write_move(&s->reader.board, move, line);
    proof_line(s, line);
}

static inline void proof_nature(proof_story *s, uint32_t event, uint32_t index)
{
    for (; tob_to_move(&s->reader.game) == TOB_NATURE; s->draws++)
        proof_move(s, fair_nature(&s->key, (fair_place){event, index++}, &s->reader.game,
                                  &s->reader.board, &s->moves));
}

static inline void proof_event(proof_story *s, uint32_t event, const char *kind)
{
    char line[REC_LINE_MAX + 32];

    snprintf(line, sizeof line, "event %u %s", event, kind);
    proof_put(s, line);
    s->events++;
}

static inline void proof_start(proof_story *s, uint32_t event, rec_header *header,
                               bool island)
{
    char text[REC_HEADER_MAX];

    s->key = fair_key_of(&s->source);
    if (island)
        header->config.island =
            (uint8_t)fair_below(&s->key, (fair_place){event, 0}, TOB_ISLANDS);
    header->config.first =
        (uint8_t)fair_below(&s->key, (fair_place){event, 1}, header->config.players);
    s->draws += island ? 2 : 1;
    proof_event(s, event, island ? "start island first" : "start first");
    rec_write_header(header, text);
    for (char *line = text, *end; *line; line = end + 1) {
        end = strchr(line, '\n');
        *end = '\0';
        proof_line(s, line);
    }
    proof_nature(s, event, 2);
}

/* Takes back to the last decision but some. */
static inline uint32_t proof_undo(proof_story *s, uint32_t event, uint32_t begin)
{
    static rec_reader reader;
    rec_hosted look = rec_hosted_look(&s->hosted, &reader);
    uint32_t lines = s->hosted.lines - 1;
    char kind[REC_LINE_MAX];

    lines -= tob_rng_below(&s->rng, lines - begin < 30 ? lines - begin + 1 : 30);
    for (;; lines--)
        if (rec_hosted_seek(&look, lines) && tob_to_move(&reader.game) < TOB_SEATS)
            break;
    snprintf(kind, sizeof kind, "%s %u", s->undos++ % 4 == 3 ? "patch" : "undo", lines);
    proof_event(s, event, kind);
    rec_hosted_cut(&s->hosted, lines);
    return event;
}

/* A proof of a random game with at most so many events; every fourth or so of its events
 * takes something back if 'undos' says so. */
static inline void proof_tell(proof_story *s, uint64_t chance, unsigned number,
                              unsigned most, bool undos)
{
    rec_header header = {.name = {"Anna", "Bobby", "Cleo", "Dora"}};
    uint8_t commitment[FAIR_HASH];
    uint32_t event, begin;

    s->length = s->draws = s->events = s->undos = 0;
    tob_rng_init(&s->rng, chance, number);
    rec_hosted_init(&s->hosted, &s->reader,
                    (rec_buffers){s->record, s->ends, PROOF_RECORD, PROOF_RECORD_LINES});
    s->source = (fair_source){{0}, {{0}}};
    header.config.players = (uint8_t)(2 + number % 3);
    header.config.options = number % 2 ? TOB_OPTION_EXPERIENCED : 0;
    if (number % 5 == 2)
        header.config.options |= TOB_OPTION_VOLCANO;
    if (number % 7 == 3)
        header.config.options |= TOB_OPTION_PLACED;
    header.config.island = (uint8_t)tob_rng_below(&s->rng, TOB_ISLANDS);
    proof_random(s, s->source.secret, FAIR_SECRET);
    fair_commitment(s->source.secret, commitment);
    proof_put(s, "tobago proof 1");
    proof_hex(s, "commitment", commitment, FAIR_HASH);
    proof_hex(s, "secret", s->source.secret, FAIR_SECRET);
    for (unsigned seat = 0; seat < header.config.players; seat++) {
        char word[REC_LINE_MAX];
        snprintf(word, sizeof word, "share %u", seat + 1);
        if (seat == 0 || number % 4) { /* otherwise the others are bots */
            proof_random(s, s->source.share[seat], FAIR_SHARE);
            proof_hex(s, word, s->source.share[seat], FAIR_SHARE);
        }
    }
    event = 1 + tob_rng_below(&s->rng, 6);
    proof_start(s, event, &header, number % 2 == 0);
    begin = s->hosted.lines;
    while (s->events < most && tob_to_move(&s->reader.game) != TOB_NOBODY) {
        event += tob_rng_below(&s->rng, 8) ? 1 : 2;
        if (undos && s->hosted.lines > begin && tob_rng_below(&s->rng, 4) == 0) {
            proof_undo(s, event, begin);
            continue;
        }
        proof_event(s, event, "lines");
        tob_legal(&s->reader.game, &s->reader.board, &s->moves);
        proof_move(s, tob_random_move(&s->rng, &s->reader.game, &s->moves));
        proof_nature(s, event, 0);
    }
    proof_put(s, "end");
}

#endif
