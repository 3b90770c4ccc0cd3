/* The browser's flat surface: one hosted game (tobago/hosted.h).
 *
 * The module keeps one record and the game after any of its lines. Texts go in through
 * the input buffer and come out of the output buffer, as UTF-8 without a terminating
 * zero; the functions take and return their lengths in bytes. Nothing is allocated, and
 * nothing is ever left half done: what is refused changes nothing and sets the error.
 *
 *     const input = new Uint8Array(memory.buffer, exports.input(),
 * exports.buffer_size()); const {written} = new TextEncoder().encodeInto('1 leg h8',
 * input); if (!exports.feed(written)) show(output(exports.error_text()));
 *
 * Every function is exported under its name without "wasm_". Numbers of 64 bits are
 * BigInt in JavaScript. Seats count from 0 here, as in the engine; records count from 1.
 * The same source builds natively, where the tests call it under the sanitizers. */
#ifndef TOBAGO_WASM_WASM_H
#define TOBAGO_WASM_WASM_H

#include <stdint.h>

#include "tobago/record.h"

enum {
    WASM_BUFFER = 1 << 20,     /* bytes of each buffer, and of the longest record */
    WASM_BOT_MEMORY = 7 << 20, /* bytes for one bot of any level */
    WASM_UNREADABLE = -1,      /* wasm_why: the line is no move at all */
};

/* ---- Buffers ---- */

char *wasm_input(void);
const char *wasm_output(void);
uint32_t wasm_buffer_size(void);

/* ---- The record ---- */

/* Begins an empty record: the header comes next. */
void wasm_reset(void);

/* Adds one line, given without its newline. 1, or 0 with the error set; it is refused
 * too while the game stands before the record's end. */
uint32_t wasm_feed(uint32_t length);

/* Replaces the record by a text. 1, or 0 with the error set; then the lines before the
 * one at fault have been read. */
uint32_t wasm_read(uint32_t length);

/* Makes the game stand after this many lines; the others are kept. Everything below that
 * asks the game asks it as it stands. 1, or 0 if there are fewer lines. */
uint32_t wasm_seek(uint32_t line);

/* Cuts the record after this many lines. 1, or 0 if there are fewer. */
uint32_t wasm_cut(uint32_t lines);
uint32_t wasm_undo(uint32_t lines); /* its older name */

/* The record as it was given, and as a viewer may know it: 1 to 4 for a seat, 5 for a
 * spectator, 0 for all cards (tob_viewer, H1). Returns the length in the output buffer; 0
 * if that viewer's record cannot be made. */
uint32_t wasm_record(void);
uint32_t wasm_redact(uint32_t viewer);

/* One line of it, from 1, without its newline; those of the header as they are. */
uint32_t wasm_line(uint32_t line, uint32_t viewer);

uint32_t wasm_lines(void);    /* lines of the record, the header included */
uint32_t wasm_at(void);       /* lines after which the game stands */
uint32_t wasm_moves(void);    /* of these, moves */
uint32_t wasm_has_game(void); /* is the header complete enough for a game? */

/* ---- What was wrong last ---- */

uint32_t wasm_error_line(void);   /* from 1 */
uint32_t wasm_error_word(void);   /* from 1; 0: the whole line */
uint32_t wasm_error_reason(void); /* tob_reason; 0 if the line could not be read */
uint32_t wasm_error_clause(void); /* these three: text in the output buffer */
uint32_t wasm_error_text(void);
uint32_t wasm_error_token(void);

/* ---- Asking. Without a game: TOB_NOBODY, 0 or an empty text. ---- */

uint32_t wasm_to_move(void); /* a seat, 4 for nature, 5 when the game is over */
uint32_t wasm_players(void);
uint32_t wasm_viewer(void); /* 0: full game, 1 to 4: a seat, 5: spectator */

/* The legal moves, a line each, in the output buffer. */
uint32_t wasm_legal(void);

/* Why a line is not legal now: 0 if it is, a tob_reason, or WASM_UNREADABLE; the error
 * is set as if it had been fed. */
int32_t wasm_why(uint32_t length);

uint32_t wasm_ending(void);         /* tob_ending: 0 while the game goes on */
uint32_t wasm_coins(uint32_t seat); /* E2 */
uint32_t wasm_place(uint32_t seat); /* from 1 */

/* The whole state: its hash, as one number or two halves, and its bytes. */
uint64_t wasm_hash(void);
uint32_t wasm_hash_low(void);
uint32_t wasm_hash_high(void);
const uint8_t *wasm_state(void);
uint32_t wasm_state_size(void);

/* ---- The board ---- */

uint32_t wasm_spaces(void);               /* hexes of land */
uint32_t wasm_space_name(uint32_t space); /* in the output buffer */
int32_t wasm_space_q(uint32_t space);
int32_t wasm_space_r(uint32_t space);
uint32_t wasm_space_terrain(uint32_t space); /* tob_terrain */

/* Names of spaces, separated by blanks, in the output buffer: the possible sites of a
 * treasure (C5), the spaces that the clue in the input buffer allows (L), and where a
 * move from a space can end (M1). */
uint32_t wasm_sites(uint32_t treasure);
uint32_t wasm_clue(uint32_t length);
uint32_t wasm_reach(uint32_t space, uint32_t legs);

/* ---- Answers as JSON (docs/notation.md), for a viewer as in wasm_redact ----
 *
 * The length of an object in the output buffer; 0 without a game and for viewers to whom
 * it cannot be shown. */

uint32_t wasm_position(uint32_t viewer);
uint32_t wasm_legal_json(uint32_t viewer);

/* What comes of the line in the input buffer if it is played now. */
uint32_t wasm_what_if(uint32_t length, uint32_t viewer);

/* The effects of a line of the record, from 1; 0 if it is no move. They are public. The
 * game stands where it stood. */
uint32_t wasm_effects(uint32_t line);

uint32_t wasm_board(void);  /* the island's hexes as they are now */
uint32_t wasm_tables(void); /* cards, islands, options, reasons, names; needs no game */

/* ---- Bots ---- */

/* What a bot of a level (ai_level: 0 random, 1 greedy, 2 easy, 3 medium, 4 hard, 5
 * expert) would do now, from the view of the seat that decides, as a line in the output
 * buffer; 0 if no seat decides or this record does not know its hand. The same seed and
 * iterations (0: the level's own) choose the same move as natively. */
uint32_t wasm_choose(uint32_t level, uint64_t seed, uint32_t iterations);

/* ---- Random play, to measure with and to compare builds ---- */

/* Plays whole random games of four, as 'tobago bench' does, until at least this many
 * moves were made; returns how many. Leaves the record alone. */
uint32_t wasm_random_play(uint64_t seed, uint32_t moves);

/* Depends on every final state of the last wasm_random_play. */
uint64_t wasm_random_checksum(void);

#endif
