/* The flat surface of the WebAssembly module: one hosted game (tobago/hosted.h).
 *
 * The module keeps one record and the game after any of its lines. Texts go in through
 * the input buffer and come out of the output buffer, as UTF-8 without a terminating
 * zero; the functions take and return their lengths in bytes. A length of 0 means that
 * there is no answer. Nothing is allocated. A call that is refused changes nothing; where
 * it says so, it sets the error.
 *
 *     const bytes = (at) => new Uint8Array(wasm.memory.buffer, at, wasm.buffer_size());
 *     const give = (text) =>
 *         new TextEncoder().encodeInto(text, bytes(wasm.input())).written;
 *     const take = (length) =>
 *         new TextDecoder().decode(bytes(wasm.output()).subarray(0, length));
 *
 *     if (!wasm.feed(give('1 leg h8')))
 *         show(JSON.parse(take(wasm.error())).reason);
 *
 * Every function is exported under its name without "wasm_". Numbers of 64 bits are
 * BigInt in JavaScript. Seats count from 0 here, as in the engine; lines of a record and
 * JSON count them from 1. A viewer is 1 to 4 for a seat, 5 for a spectator, and 0 for all
 * cards (tob_viewer, H1).
 *
 * The same source builds natively, where the tests call it under the sanitizers. */
#ifndef TOBAGO_WASM_WASM_H
#define TOBAGO_WASM_WASM_H

#include <stdint.h>

#include "tobago/record.h"

enum {
    WASM_BUFFER = REC_BYTES_MAX + 1, /* bytes of each buffer: any record, and one more */
    WASM_BOT_MEMORY = 7 << 20,       /* bytes for one bot of any level */
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

/* The record as it was given, and as a viewer may know it. */
uint32_t wasm_record(void);
uint32_t wasm_redact(uint32_t viewer);

/* One line of it, from 1, without its newline; lines of the header as they are. */
uint32_t wasm_line(uint32_t line, uint32_t viewer);

uint32_t wasm_lines(void);    /* lines of the record, the header included */
uint32_t wasm_at(void);       /* lines after which the game stands */
uint32_t wasm_moves(void);    /* moves among these */
uint32_t wasm_viewer(void);   /* the viewer whose record it is */
uint32_t wasm_has_game(void); /* 1 once the header is complete enough for a game */

/* The last error as JSON (docs/notation.md); 0 before the first one. Its line is 0 if it
 * is about no line of the record. */
uint32_t wasm_error(void);

/* ---- The game ---- */

uint32_t wasm_to_move(void); /* a seat, 4 for nature, 5 when the game is over */
uint64_t wasm_hash(void);    /* of the whole state; 0 without a game */

/* The viewers to whom a line of the record, from 1, showed something new: bit 0 to 3 for
 * the seats, bit 4 for spectators (tob_shown_to). A player may take back her moves as
 * long as it is 0. 0 too for lines that are no moves. */
uint32_t wasm_shown_to(uint32_t line);

/* The number of the rules (tob_rules_id): a stored game keeps it. */
uint64_t wasm_rules_id(void);

/* ---- Answers as JSON (docs/notation.md) ----
 *
 * These functions write one value and return its length; 0 without a game, and for
 * viewers to whom this record cannot be shown. */

uint32_t wasm_position(uint32_t viewer);
uint32_t wasm_legal(uint32_t viewer); /* every legal line */
uint32_t wasm_legs(uint32_t viewer);  /* the hexes in reach, with ways */

/* The outcome of the line in the input buffer if it is played now. */
uint32_t wasm_what_if(uint32_t length, uint32_t viewer);

/* The effects of a line of the record, from 1; 0 if it is no move. They are public. */
uint32_t wasm_effects(uint32_t line);

uint32_t wasm_board(void); /* the island's hexes as they are now */

/* The spaces that the clue in the input buffer allows, "next-hut"; 0 if there is no such
 * clue. */
uint32_t wasm_clue(uint32_t length);

/* The fewest legs from the space in the input buffer, "h8", to every space; 0 if there is
 * no such space. */
uint32_t wasm_distances(uint32_t length);

uint32_t wasm_tables(void); /* cards, islands, options, reasons, names; needs no game */

/* ---- Nature ---- */

/* Nature's next line, from random bytes in the input buffer (tob_nature_from_bytes). 8
 * bytes suffice but for a chance below 2^-50; after a refusal for too few of them call
 * again with fresh ones. Refused too unless nature decides, and for a view, which does
 * not know the decks; the error is set. The line is not fed. */
uint32_t wasm_nature(uint32_t length);

/* The bytes that the last wasm_nature used up, which must not be used again. */
uint32_t wasm_nature_used(void);

/* ---- Proofs (tobago/fair.h) ----
 *
 * These check the proof in the input buffer. The record that it holds takes the place of
 * the module's, as far as it is sound, so that it can be looked at afterwards. */

/* The verdict: {"ok":true,"reason":...,"draws":...,"events":...,"lines":...}; of a proof
 * that fails also "line", "clause" and, where another line was drawn, "drawn". */
uint32_t wasm_verify(uint32_t length);

/* The proof's lines from number 'from' (from 1) on, 'most' of them at the most, as far as
 * they are sound: an array of {"line":...,"part":...,"text":...,"about":...}, with
 * "event" and "draw" for what was drawn. "text" is the line, "about" says what was
 * checked. */
uint32_t wasm_verify_steps(uint32_t length, uint32_t from, uint32_t most);

/* ---- Bots ----
 *
 * A level is an ai_level: 0 random, 1 greedy, 2 easy, 3 medium, 4 hard, 5 expert. With 0
 * iterations a level takes its own number. A bot gets the view of the seat that decides
 * and nothing else (H2); if no seat decides or the record does not know its hand, the
 * call is refused and the error is set. The same seed and iterations give the same
 * answers as natively.
 *
 * The module holds one bot: to begin, choose, judge or weigh ends what was under way.
 *
 *     wasm.bot_begin(5, seed, 20000);
 *     while (wasm.bot_run(200) && !stopped)
 *         progress(JSON.parse(take(wasm.bot_opinions())));
 *     const line = take(wasm.bot_finish());
 */

/* Begins a decision where the game stands. 1, or 0 with the error set. The record may
 * change afterwards: the decision stays that of the position in which it began. */
uint32_t wasm_bot_begin(uint32_t level, uint64_t seed, uint32_t iterations);

/* Makes up to so many iterations more: 1 while more could change something. Slices of any
 * size come to the same line and opinions. To fill a time, begin with 2^32 - 1 iterations
 * and stop running when it is over. */
uint32_t wasm_bot_run(uint32_t iterations);

/* Ends the decision: the best line so far. 0 if none was begun. */
uint32_t wasm_bot_finish(void);

/* The bot's opinions so far, between slices or after them, as JSON. */
uint32_t wasm_bot_opinions(void);

/* The line of a bot in one go: begin, run to the end, finish. */
uint32_t wasm_choose(uint32_t level, uint64_t seed, uint32_t iterations);

/* The verdict of a level that searches (4 or 5) on a line of the record, from 1, that is
 * a player's move, as JSON: what 'tobago analyse' says of it with the same seed and
 * iterations. The game stands where it stood. */
uint32_t wasm_judge(uint32_t line, uint32_t level, uint64_t seed, uint32_t iterations);

/* The chances of all seats where the game stands, as JSON; a game that is over has its
 * winners. */
uint32_t wasm_chances(uint32_t level, uint64_t seed, uint32_t iterations);

/* ---- Random play, to measure with and to compare builds ---- */

/* Plays whole random games of four, as 'tobago bench' does, until at least this many
 * moves were made; returns their number. Leaves the record alone. */
uint32_t wasm_random_play(uint64_t seed, uint32_t moves);

/* A checksum of every final state of the last wasm_random_play. */
uint64_t wasm_random_checksum(void);

#endif
