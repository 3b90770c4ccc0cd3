#include "wasm/wasm.h"

#include "tobago/bot.h"
#include "tobago/hosted.h"
#include "tobago/json.h"
#include "tobago/names.h"
#include "tobago/random.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define EXPORT(name)
#endif

enum { LINES = WASM_BUFFER / 6 }; /* the shortest lines, like "1 end", have 6 bytes */

static rec_hosted hosted; /* all zero until the first use: see begin */
static rec_reader game_reader;
static rec_error last_error;
static rec_outcome outcome;
static tob_moves move_list;
static char input[WASM_BUFFER], output[WASM_BUFFER], record[WASM_BUFFER];
static uint32_t line_ends[LINES];
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
    rec_hosted_init(&hosted, &game_reader,
                    (rec_buffers){record, line_ends, sizeof record, LINES});
}

/* The module has no start function: the first line makes the hosted game. */
static void begin(void)
{
    if (!hosted.reader)
        wasm_reset();
}

static uint32_t answer(rec_answer answer)
{
    if (answer == REC_NO_ROOM)
        set_error("the record is longer than this module can hold");
    return answer == REC_DONE;
}

static uint32_t within(uint32_t length)
{
    return length < WASM_BUFFER ? length : WASM_BUFFER; /* far too long for a line */
}

EXPORT("feed") uint32_t wasm_feed(uint32_t length)
{
    begin();
    return answer(rec_hosted_feed(&hosted, input, within(length), &last_error));
}

EXPORT("read") uint32_t wasm_read(uint32_t length)
{
    begin();
    return answer(rec_hosted_read(&hosted, input, within(length), &last_error));
}

EXPORT("seek") uint32_t wasm_seek(uint32_t line)
{
    return rec_hosted_seek(&hosted, line);
}

EXPORT("cut") uint32_t wasm_cut(uint32_t lines)
{
    return rec_hosted_cut(&hosted, lines);
}

EXPORT("undo") uint32_t wasm_undo(uint32_t lines)
{
    return rec_hosted_cut(&hosted, lines);
}

/* A viewer by its number; those that do not exist are shown nothing. */
static tob_viewer viewer_of(uint32_t number)
{
    return (tob_viewer){(uint8_t)(number < UINT8_MAX ? number : UINT8_MAX)};
}

/* A length that was asked for with the output buffer; 0 if the text did not fit. */
static uint32_t written(size_t length)
{
    return length < WASM_BUFFER ? (uint32_t)length : 0;
}

EXPORT("record") uint32_t wasm_record(void)
{
    uint32_t length;
    const char *text = rec_hosted_text(&hosted, &length);

    copy(output, text, length);
    return length;
}

EXPORT("redact") uint32_t wasm_redact(uint32_t viewer)
{
    const tob_viewer as = viewer_of(viewer);

    return wasm_has_game() ? written(rec_hosted_redact(&hosted, as, output, WASM_BUFFER))
                           : 0;
}

EXPORT("line") uint32_t wasm_line(uint32_t line, uint32_t viewer)
{
    const tob_viewer as = viewer_of(viewer);

    return written(rec_hosted_redact_line(&hosted, line, as, output, WASM_BUFFER));
}

EXPORT("lines") uint32_t wasm_lines(void)
{
    return hosted.lines;
}

EXPORT("at") uint32_t wasm_at(void)
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
    if (!wasm_has_game()) {
        set_error("there is no game yet");
        return WASM_UNREADABLE;
    }
    if (rec_what_if(&game_reader.game, &game_reader.board, input, within(length),
                    &outcome))
        return TOB_OK;
    last_error = outcome.error;
    last_error.line = game_reader.line + 1;
    return last_error.reason ? (int32_t)last_error.reason : WASM_UNREADABLE;
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

/* ---- JSON ---- */

/* The game as a viewer may know it, or NULL if it cannot be shown. */
static const tob_game *view_for(uint32_t viewer)
{
    static tob_game view;

    return rec_hosted_view(&hosted, viewer_of(viewer), &view) ? &view : NULL;
}

EXPORT("position") uint32_t wasm_position(uint32_t viewer)
{
    const tob_game *view = view_for(viewer);

    return view ? written(rec_position_json(&game_reader.header, view, &game_reader.board,
                                            game_reader.line, output, WASM_BUFFER))
                : 0;
}

EXPORT("what_if") uint32_t wasm_what_if(uint32_t length, uint32_t viewer)
{
    const tob_game *view = view_for(viewer);

    return view ? written(rec_what_if_json(&game_reader.header, view, &game_reader.board,
                                           game_reader.line, input, within(length),
                                           &outcome, output, WASM_BUFFER))
                : 0;
}

EXPORT("legal_json") uint32_t wasm_legal_json(uint32_t viewer)
{
    const tob_game *view = view_for(viewer);

    return view ? written(rec_legal_json(view, &game_reader.board, &move_list, output,
                                         WASM_BUFFER))
                : 0;
}

EXPORT("board") uint32_t wasm_board(void)
{
    return wasm_has_game()
               ? written(rec_board_json(&game_reader.board, output, WASM_BUFFER))
               : 0;
}

EXPORT("effects") uint32_t wasm_effects(uint32_t line)
{
    const uint32_t stood = game_reader.line;
    uint32_t length = 0;
    rec_effects effects;

    if (rec_hosted_effects(&hosted, line, &effects))
        length =
            written(rec_effects_json(&game_reader.board, &effects, output, WASM_BUFFER));
    rec_hosted_seek(&hosted, stood);
    return length;
}

EXPORT("tables") uint32_t wasm_tables(void)
{
    return written(rec_tables_json(output, WASM_BUFFER));
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
