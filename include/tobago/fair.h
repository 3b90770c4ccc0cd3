/* Fair cards: draws that a host cannot steer and that anyone can check afterwards.
 *
 * Before a game its host makes a secret of 32 bytes and shows the commitment, a hash of
 * it. Then each person's client contributes 16 bytes. Every draw of the game follows from
 * the secret, the contributions, and the place of the draw: the event of the table, its
 * index among the draws of that event, and a number of tries. The host cannot choose the
 * secret to suit the contributions, since it was committed before; the players cannot
 * foresee a draw, since the secret is hidden until the end. After the game the host shows
 * the secret in a proof, and rec_proof_check repeats every draw.
 *
 *     commitment = SHA-256("tobago commitment 1" || secret)
 *     draw       = HMAC-SHA-256(key = secret,
 *                     "tobago draw 1" || SHA-256(contributions) || event || index || try)
 *
 * 'contributions' are the 16 bytes of each seat in order, zeros for a seat without one;
 * event, index and try are 32-bit numbers, the highest byte first. A draw has 32 bytes,
 * of which tob_nature_from_bytes takes 8 at a time; when they are used up, the next try
 * brings 32 more. docs/fairness.md explains it to players.
 *
 * Freestanding like the rest of the library; the module checks proofs with the same code.
 */
#ifndef TOBAGO_FAIR_H
#define TOBAGO_FAIR_H

#include <stddef.h>

#include "tobago/hosted.h"

#ifdef __cplusplus
extern "C" {
#endif
#pragma GCC visibility push(default)

enum { FAIR_SECRET = 32, FAIR_SHARE = 16, FAIR_HASH = 32 }; /* bytes */

/* The secret of a game and what its players added. */
typedef struct fair_source {
    uint8_t secret[FAIR_SECRET];
    uint8_t share[TOB_SEATS][FAIR_SHARE]; /* zeros: no contribution */
} fair_source;

/* A source made ready for its draws: what all of them have in common, worked out once. It
 * is as secret as the source, and follows no change of it. */
typedef struct fair_key {
    uint32_t inner[8], outer[8]; /* the two hashes of HMAC behind the secret */
    uint8_t shares[FAIR_HASH];
} fair_key;

/* The place of a draw. 'index' counts the draws of one event from 0. */
typedef struct fair_place {
    uint32_t event, index;
} fair_place;

void fair_sha256(const uint8_t *bytes, size_t length, uint8_t out[FAIR_HASH]);
void fair_commitment(const uint8_t secret[FAIR_SECRET], uint8_t out[FAIR_HASH]);

fair_key fair_key_of(const fair_source *source);

/* The bytes of one try of a draw. */
void fair_bytes(const fair_key *key, fair_place place, uint32_t attempt,
                uint8_t out[FAIR_HASH]);

/* A number below 'limit' (at least 1), each alike: the island and the first seat. */
uint32_t fair_below(const fair_key *key, fair_place place, uint32_t limit);

/* Nature's next move in a full game in which nature decides. 'moves' is room for a list.
 */
tob_move fair_nature(const fair_key *key, fair_place place, const tob_game *game,
                     const tob_board *board, tob_moves *moves);

/* ---- Proofs ----
 *
 * A proof is a text, like a record (docs/fairness.md has the grammar): the commitment,
 * the secret, the contributions, every event that added or removed lines, undone ones
 * included, and so the record. */

/* The verdict on a proof, and what it says. */
typedef struct fair_verdict {
    uint32_t line;      /* of the proof, from 1, where it fails; 0: it is sound */
    const char *text;   /* a sentence: why it fails, or that it is sound */
    const char *clause; /* of the rule that a line breaks; "" where none does */
    uint32_t draws;     /* checked so far */
    uint32_t events;
    uint32_t lines; /* of the record at the end */
} fair_verdict;

/* Checks a whole proof: commitment, every draw, every line by the rules. 'hosted' has a
 * reader and room for REC_LINES_MAX lines and holds the record afterwards, as far as it
 * is sound; 'moves' is room for a list. */
fair_verdict rec_proof_check(const char *text, size_t length, rec_hosted *hosted,
                             tob_moves *moves);

/* ---- The same line by line, for those who show it ---- */

/* What a line of a proof is. */
typedef enum fair_part {
    FAIR_PART_FORMAT,
    FAIR_PART_COMMITMENT,
    FAIR_PART_SECRET, /* the commitment is its hash */
    FAIR_PART_SHARE,  /* a contribution */
    FAIR_PART_EVENT,  /* an event begins, and the lines that follow are its own */
    FAIR_PART_CUT,    /* an undo or a patch: lines of the record are taken back */
    FAIR_PART_HEADER, /* a line of the record's header that was not drawn */
    FAIR_PART_DRAWN,  /* the island, the first seat or a line of nature, as drawn */
    FAIR_PART_PLAYED, /* a player's line: legal */
    FAIR_PART_END,
    FAIR_PART_COUNT
} fair_part;

/* A proof being checked. Read the fields freely; only the functions below change them. */
typedef struct rec_proof {
    rec_hosted *hosted;
    tob_moves *moves;
    fair_source source;
    fair_key key;             /* of the source, from the start on */
    fair_verdict verdict;     /* line 0: no fault so far */
    uint32_t line;            /* lines taken */
    fair_part part;           /* the last of them */
    fair_place place;         /* of the last draw; the next one has the index after it */
    char drawn[REC_LINE_MAX]; /* what that draw gives, as a line; "" before the first */
    uint8_t commitment[FAIR_HASH];
    uint32_t share_line; /* the proof's line with the last contribution */
    uint32_t next_index;
    uint8_t next_share;    /* the least seat that the next contribution may be of */
    uint8_t stage, wanted; /* see proof.c */
    bool begun, ended;     /* the start has come, the end has come */
    bool differs;          /* the fault is that 'drawn' should stand there */
} rec_proof;

/* Begins a proof; 'hosted' and 'moves' as for rec_proof_check. */
void rec_proof_init(rec_proof *proof, rec_hosted *hosted, tob_moves *moves);

/* Checks the next line, given without its newline. False if it is at fault, or one before
 * it was: the verdict says why. */
bool rec_proof_feed(rec_proof *proof, const char *line, size_t length);

/* The verdict after the last line. */
fair_verdict rec_proof_end(rec_proof *proof);

/* The name of a part, "drawn", and a sentence that says what was checked. */
const char *fair_part_name(fair_part part);
const char *fair_part_text(fair_part part);

#pragma GCC visibility pop
#ifdef __cplusplus
}
#endif

#endif
