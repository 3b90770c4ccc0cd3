#include "wasm/wasm.h"

#include "tobago/bot.h"
#include "tobago/names.h"
#include "tobago/random.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define EXPORT(name)
#endif

/* The record is kept with a newline after each line, also the last. */
static rec_reader game_reader, other_reader;
static rec_error last_error;
static tob_moves move_list;
static char input[WASM_BUFFER], output[WASM_BUFFER], record[WASM_BUFFER];
static uint32_t record_length;
static _Alignas(16) uint8_t bot_memory[WASM_BOT_MEMORY];
static tob_board islands[TOB_ISLANDS]; /* made on first use by wasm_random_play */
static uint64_t random_checksum;

/* ---- Texts ---- */

EXPORT("input") char *wasm_input(void)
{
    return input;
}

EXPORT("output") const char *wasm_output(void)
{
    return output;
}

EXPORT("buffer_size") uint32_t wasm_buffer_size(void)
{
    return WASM_BUFFER;
}

static void copy(char *to, const char *from, uint32_t length)
{
    for (uint32_t i = 0; i < length; i++)
        to[i] = from[i];
}

/* A text that ends in a zero, to the output buffer. */
static uint32_t put_out(const char *text)
{
    uint32_t length = 0;

    for (; text && text[length] && length < WASM_BUFFER; length++)
        output[length] = text[length];
    return length;
}

static uint32_t put_spaces(tob_hexset set)
{
    uint32_t length = 0;

    while (!tob_hexset_is_empty(set)) {
        char name[4];
        const unsigned size =
            tob_space_name(&game_reader.board, tob_hexset_pop(&set), name);
        if (length)
            output[length++] = ' ';
        copy(output + length, name, size);
        length += size;
    }
    return length;
}

/* Sets an error that is not the record's own. */
static void set_error(const char *text)
{
    last_error = (rec_error){.line = game_reader.line + 1, .clause = "", .text = text};
}

/* ---- The record ---- */

EXPORT("reset") void wasm_reset(void)
{
    rec_init(&game_reader);
    record_length = 0;
}

/* Plays a line that lies anywhere but in the record, and keeps it there. */
static bool add_line(const char *line, uint32_t length)
{
    if (length >= WASM_BUFFER - record_length) {
        set_error("the record is longer than this module can hold");
        return false;
    }
    if (!rec_feed(&game_reader, line, length, &last_error))
        return false;
    copy(record + record_length, line, length);
    record_length += length;
    record[record_length++] = '\n';
    return true;
}

EXPORT("feed") uint32_t wasm_feed(uint32_t length)
{
    if (length > WASM_BUFFER)
        length = WASM_BUFFER; /* far too long for a line; the reader says so */
    if (!game_reader.line)
        wasm_reset();
    return add_line(input, length);
}

static uint32_t line_end(const char *text, uint32_t from, uint32_t length)
{
    while (from < length && text[from] != '\n')
        from++;
    return from;
}

EXPORT("read") uint32_t wasm_read(uint32_t length)
{
    if (length > WASM_BUFFER)
        length = WASM_BUFFER;
    wasm_reset();
    for (uint32_t from = 0; from < length;) {
        const uint32_t to = line_end(input, from, length);
        if (!add_line(input + from, to - from))
            return 0;
        from = to + 1;
    }
    return 1;
}

EXPORT("undo") uint32_t wasm_undo(uint32_t lines)
{
    uint32_t length = 0;

    if (lines > game_reader.line)
        return 0;
    for (uint32_t i = 0; i < lines; i++)
        length = line_end(record, length, record_length) + 1;
    rec_read(&game_reader, record, length, lines, &last_error);
    record_length = length;
    return 1;
}

EXPORT("record") uint32_t wasm_record(void)
{
    copy(output, record, record_length);
    return record_length;
}

/* Writes the header for the viewer, then reads the record once more and writes each move
 * as the viewer may know it. */
EXPORT("redact") uint32_t wasm_redact(uint32_t viewer)
{
    rec_header header = game_reader.header;
    const tob_viewer as = {(uint8_t)viewer};
    const bool is_viewer = viewer <= header.config.players || viewer == TOB_SEATS + 1;
    uint32_t length;

    if (!rec_has_game(&game_reader) || !is_viewer ||
        !rec_can_redact(header.config.viewer, as))
        return 0;
    header.config.viewer = as;
    length = (uint32_t)rec_write_header(&header, output);
    rec_init(&other_reader);
    for (uint32_t from = 0; from < record_length;) {
        const uint32_t to = line_end(record, from, record_length);
        const uint32_t before = other_reader.moves;
        if (!rec_feed(&other_reader, record + from, to - from, &last_error) ||
            length > WASM_BUFFER - REC_LINE_MAX)
            return 0;
        if (other_reader.moves != before) {
            const tob_move move = rec_redact(other_reader.move, as);
            length +=
                (uint32_t)rec_write_move(&other_reader.board, move, output + length);
            output[length++] = '\n';
        }
        from = to + 1;
    }
    return length;
}

EXPORT("lines") uint32_t wasm_lines(void)
{
    return game_reader.line;
}

EXPORT("moves") uint32_t wasm_moves(void)
{
    return game_reader.moves;
}

EXPORT("has_game") uint32_t wasm_has_game(void)
{
    return rec_has_game(&game_reader);
}

/* ---- The error ---- */

EXPORT("error_line") uint32_t wasm_error_line(void)
{
    return last_error.line;
}

EXPORT("error_word") uint32_t wasm_error_word(void)
{
    return last_error.word;
}

EXPORT("error_reason") uint32_t wasm_error_reason(void)
{
    return last_error.reason;
}

EXPORT("error_clause") uint32_t wasm_error_clause(void)
{
    return put_out(last_error.clause);
}

EXPORT("error_text") uint32_t wasm_error_text(void)
{
    return put_out(last_error.text);
}

EXPORT("error_token") uint32_t wasm_error_token(void)
{
    return put_out(last_error.token);
}

/* ---- Asking ---- */

EXPORT("to_move") uint32_t wasm_to_move(void)
{
    return wasm_has_game() ? tob_to_move(&game_reader.game) : TOB_NOBODY;
}

EXPORT("players") uint32_t wasm_players(void)
{
    return game_reader.header.config.players;
}

EXPORT("viewer") uint32_t wasm_viewer(void)
{
    return game_reader.header.config.viewer.code;
}

EXPORT("legal") uint32_t wasm_legal(void)
{
    uint32_t length = 0;

    if (!wasm_has_game())
        return 0;
    tob_legal(&game_reader.game, &game_reader.board, &move_list);
    for (unsigned i = 0; i < move_list.count; i++) {
        length += (uint32_t)rec_write_move(&game_reader.board, move_list.move[i],
                                           output + length);
        output[length++] = '\n';
    }
    return length;
}
_Static_assert((uint64_t)TOB_MOVES_MAX *REC_LINE_MAX <= WASM_BUFFER,
               "every list of legal moves fits into the output buffer");

EXPORT("why") int32_t wasm_why(uint32_t length)
{
    tob_move move;
    tob_reason reason;

    if (length > WASM_BUFFER)
        length = WASM_BUFFER;
    if (!wasm_has_game()) {
        set_error("there is no game yet");
        return WASM_UNREADABLE;
    }
    if (!rec_parse_move(&game_reader.game, &game_reader.board, input, length, &move,
                        &last_error)) {
        last_error.line = game_reader.line + 1;
        return WASM_UNREADABLE;
    }
    reason = tob_why(&game_reader.game, &game_reader.board, move);
    if (reason) {
        rec_explain(reason, input, length, &last_error);
        last_error.line = game_reader.line + 1;
    }
    return (int32_t)reason;
}

EXPORT("ending") uint32_t wasm_ending(void)
{
    return wasm_has_game() ? game_reader.game.ending : TOB_ENDING_NONE;
}

EXPORT("coins") uint32_t wasm_coins(uint32_t seat)
{
    return wasm_has_game() && seat < TOB_SEATS
               ? tob_result_of(&game_reader.game).coins[seat]
               : 0;
}

EXPORT("place") uint32_t wasm_place(uint32_t seat)
{
    return wasm_has_game() && seat < TOB_SEATS
               ? tob_result_of(&game_reader.game).place[seat]
               : 0;
}

EXPORT("hash") uint64_t wasm_hash(void)
{
    return wasm_has_game() ? tob_hash(&game_reader.game) : 0;
}

EXPORT("hash_low") uint32_t wasm_hash_low(void)
{
    return (uint32_t)wasm_hash();
}

EXPORT("hash_high") uint32_t wasm_hash_high(void)
{
    return (uint32_t)(wasm_hash() >> 32);
}

EXPORT("state") const uint8_t *wasm_state(void)
{
    return (const uint8_t *)&game_reader.game;
}

EXPORT("state_size") uint32_t wasm_state_size(void)
{
    return sizeof game_reader.game;
}

/* ---- The board ---- */

EXPORT("spaces") uint32_t wasm_spaces(void)
{
    return wasm_has_game() ? game_reader.board.count : 0;
}

EXPORT("space_name") uint32_t wasm_space_name(uint32_t space)
{
    return space < wasm_spaces() ? put_spaces(tob_hexset_of(space)) : 0;
}

EXPORT("space_q") int32_t wasm_space_q(uint32_t space)
{
    return space < wasm_spaces() ? game_reader.board.q[space] : 0;
}

EXPORT("space_r") int32_t wasm_space_r(uint32_t space)
{
    return space < wasm_spaces() ? game_reader.board.r[space] : 0;
}

EXPORT("space_terrain") uint32_t wasm_space_terrain(uint32_t space)
{
    return space < wasm_spaces() ? game_reader.board.terrain[space] : 0;
}

EXPORT("sites") uint32_t wasm_sites(uint32_t treasure)
{
    return wasm_has_game() && treasure < TOB_TREASURE_COUNT
               ? put_spaces(game_reader.game.map[treasure].sites)
               : 0;
}

EXPORT("clue") uint32_t wasm_clue(uint32_t length)
{
    tob_clue clue;

    if (!wasm_has_game() || length > REC_LINE_MAX || !tob_clue_find(input, length, &clue))
        return 0;
    return put_spaces(tob_board_clue(&game_reader.board, clue));
}

EXPORT("reach") uint32_t wasm_reach(uint32_t space, uint32_t legs)
{
    if (space >= wasm_spaces())
        return 0;
    return put_spaces(tob_board_reach(&game_reader.board, space, legs < 16 ? legs : 16));
}

/* ---- Bots ---- */

EXPORT("choose") uint32_t wasm_choose(uint32_t level, uint64_t seed, uint32_t iterations)
{
    const unsigned mover = wasm_to_move();
    static tob_game view;
    char line[REC_LINE_MAX];
    ai_bot *bot;

    if (mover >= TOB_SEATS || level >= AI_LEVEL_COUNT ||
        !tob_hand_known(&game_reader.game, mover) ||
        ai_bot_size((ai_level)level) > sizeof bot_memory)
        return put_out("");
    view = game_reader.game;
    if (tob_viewer_is_full(view.viewer))
        tob_view(&view, &game_reader.game, tob_viewer_of(mover));
    bot = ai_bot_init(bot_memory, (ai_level)level, seed);
    rec_write_move(&game_reader.board,
                   ai_bot_choose(bot, &view, &game_reader.board,
                                 ai_budget_for((ai_level)level, iterations, 0, 0)),
                   line);
    return put_out(line);
}

/* ---- Random play ---- */

/* Plays game number 'index' to its end; returns its number of moves. */
static uint32_t random_game(uint64_t seed, uint32_t index)
{
    const tob_config config = {.island = (uint8_t)(index % TOB_ISLANDS), .players = 4};
    tob_board board = islands[config.island];
    uint32_t moves = 0;
    tob_game game;
    tob_rng rng;

    tob_rng_init(&rng, seed, index);
    tob_game_init(&game, &board, &config);
    while (tob_to_move(&game) != TOB_NOBODY) {
        tob_legal(&game, &board, &move_list);
        tob_apply(&game, &board, tob_random_move(&rng, &game, &move_list));
        moves++;
    }
    random_checksum = tob_rng_rotate(random_checksum, 1) ^ tob_hash(&game);
    return moves;
}

EXPORT("random_play") uint32_t wasm_random_play(uint64_t seed, uint32_t moves)
{
    uint32_t played = 0;

    for (unsigned island = 0; island < TOB_ISLANDS; island++)
        if (!islands[island].count)
            tob_board_init(&islands[island], island);
    random_checksum = 0;
    for (uint32_t index = 0; played < moves; index++)
        played += random_game(seed, index);
    return played;
}

EXPORT("random_checksum") uint64_t wasm_random_checksum(void)
{
    return random_checksum;
}
