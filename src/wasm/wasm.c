#include "wasm/wasm.h"

#include "record/json.h"
#include "tobago/bot.h"
#include "tobago/fair.h"
#include "tobago/hosted.h"
#include "tobago/json.h"
#include "tobago/kinds.h"
#include "tobago/names.h"
#include "tobago/random.h"

#ifdef __wasm__
#define EXPORT(name) __attribute__((export_name(name)))
#else
#define EXPORT(name)
#endif

static rec_hosted hosted; /* all zero until the first use: see begin */
static rec_reader game_reader;
static rec_reader other_reader; /* looks at other lines than that where the game stands */
static rec_error last_error;
static rec_outcome outcome;
static tob_moves move_list;
static char input[WASM_BUFFER], output[WASM_BUFFER], record[WASM_BUFFER];
static uint32_t line_ends[REC_LINES_MAX];
static uint32_t nature_used;
static rec_proof proof;
static _Alignas(16) uint8_t bot_memory[WASM_BOT_MEMORY];
static ai_bot *bot; /* NULL unless its decision was begun */
static tob_board bot_board;
static uint32_t bot_budget;
static uint8_t bot_seat, bot_players;
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

/* Sets an error that is of no line; returns 0, for those who refuse. */
static uint32_t set_error(const char *clause, const char *text)
{
    last_error = (rec_error){.clause = clause, .text = text};
    return 0;
}

/* A length that was asked for with the output buffer; 0 if the text did not fit. */
static uint32_t written(size_t length)
{
    return length < WASM_BUFFER ? (uint32_t)length : 0;
}

static uint32_t put_move(const tob_board *board, tob_move move)
{
    return (uint32_t)rec_write_move(board, move, output);
}

/* ---- The record ---- */

EXPORT("reset") void wasm_reset(void)
{
    rec_hosted_init(&hosted, &game_reader,
                    (rec_buffers){record, line_ends, sizeof record, REC_LINES_MAX});
}

/* The module has no start function: the first line makes the hosted game. */
static void begin(void)
{
    if (!hosted.reader)
        wasm_reset();
}

static uint32_t answer(rec_answer answer)
{
    if (answer == REC_NO_ROOM) {
        set_error("", "the text has more lines or bytes than any game");
        last_error.line = game_reader.line + 1;
    }
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

/* A viewer by its number; those that do not exist are shown nothing. */
static tob_viewer viewer_of(uint32_t number)
{
    return (tob_viewer){(uint8_t)(number < UINT8_MAX ? number : UINT8_MAX)};
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

EXPORT("viewer") uint32_t wasm_viewer(void)
{
    return game_reader.header.config.viewer.code;
}

EXPORT("error") uint32_t wasm_error(void)
{
    return last_error.text ? written(rec_error_json(&last_error, output, WASM_BUFFER))
                           : 0;
}

/* ---- The game ---- */

EXPORT("to_move") uint32_t wasm_to_move(void)
{
    return wasm_has_game() ? tob_to_move(&game_reader.game) : TOB_NOBODY;
}

EXPORT("hash") uint64_t wasm_hash(void)
{
    return wasm_has_game() ? tob_hash(&game_reader.game) : 0;
}

/* A look at the record that leaves the game where it stands. */
static rec_hosted look(void)
{
    return rec_hosted_look(&hosted, &other_reader);
}

static bool is_move(uint32_t line)
{
    return line > hosted.header && line <= hosted.lines;
}

EXPORT("shown_to") uint32_t wasm_shown_to(uint32_t line)
{
    rec_hosted eyes = look();

    return is_move(line) && rec_hosted_seek(&eyes, line)
               ? tob_shown_to(&other_reader.game, other_reader.move)
               : 0;
}

EXPORT("rules_id") uint64_t wasm_rules_id(void)
{
    return tob_rules_id();
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

EXPORT("legs") uint32_t wasm_legs(uint32_t viewer)
{
    const tob_game *view = view_for(viewer);

    return view ? written(rec_legs_json(view, &game_reader.board, output, WASM_BUFFER))
                : 0;
}

EXPORT("legal") uint32_t wasm_legal(uint32_t viewer)
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
    rec_hosted eyes = look();
    rec_effects effects;

    return rec_hosted_effects(&eyes, line, &effects)
               ? written(
                     rec_effects_json(&other_reader.board, &effects, output, WASM_BUFFER))
               : 0;
}

EXPORT("clue") uint32_t wasm_clue(uint32_t length)
{
    tob_clue clue;

    return wasm_has_game() && tob_clue_find(input, within(length), &clue)
               ? written(rec_clue_json(&game_reader.board, clue, output, WASM_BUFFER))
               : 0;
}

EXPORT("distances") uint32_t wasm_distances(uint32_t length)
{
    const tob_board *board = &game_reader.board;
    const unsigned space =
        wasm_has_game() ? tob_space_find(board, input, within(length)) : TOB_NONE;

    return space != TOB_NONE && tob_hexset_has(board->spaces, space)
               ? written(rec_distances_json(board, space, output, WASM_BUFFER))
               : 0;
}

EXPORT("tables") uint32_t wasm_tables(void)
{
    return written(rec_tables_json(output, WASM_BUFFER));
}

/* ---- Nature ---- */

EXPORT("nature") uint32_t wasm_nature(uint32_t length)
{
    const tob_game *game = &game_reader.game;
    tob_move move;

    nature_used = 0;
    if (wasm_to_move() != TOB_NATURE)
        return set_error("", "nature does not decide here");
    if (!tob_viewer_is_full(game->viewer))
        return set_error("H1", "a view does not know what nature draws from");
    nature_used =
        (uint32_t)tob_nature_from_bytes(game, &game_reader.board, &move_list,
                                        (const uint8_t *)input, within(length), &move);
    return nature_used ? put_move(&game_reader.board, move)
                       : set_error("", "nature needs more random bytes");
}

EXPORT("nature_used") uint32_t wasm_nature_used(void)
{
    return nature_used;
}

/* ---- Proofs ---- */

static void put_step(rec_json *json, const char *line, size_t length)
{
    char text[REC_LINE_MAX];

    copy(text, line, (uint32_t)length); /* checked, so shorter than REC_LINE_MAX */
    text[length] = '\0';
    json_open(json, NULL, '{');
    json_number(json, "line", (int)proof.line);
    json_text(json, "part", fair_part_name(proof.part));
    json_text(json, "text", text);
    json_text(json, "about", fair_part_text(proof.part));
    if (proof.part == FAIR_PART_DRAWN) {
        json_number(json, "event", (int)proof.place.event);
        json_number(json, "draw", (int)proof.place.index);
    }
    json_close(json, '}');
}

/* Checks the proof in the input buffer; writes the steps of the lines asked for. */
static fair_verdict check_proof(uint32_t length, uint32_t from, uint32_t most,
                                rec_json *steps)
{
    const uint32_t end = within(length);

    begin();
    rec_proof_init(&proof, &hosted, &move_list);
    for (uint32_t at = 0, next; at < end; at = next + 1) {
        for (next = at; next < end && input[next] != '\n';)
            next++;
        if (!rec_proof_feed(&proof, input + at, next - at))
            break;
        if (proof.line >= from && proof.line - from < most)
            put_step(steps, input + at, next - at);
    }
    return rec_proof_end(&proof);
}

EXPORT("verify") uint32_t wasm_verify(uint32_t length)
{
    rec_json json = json_begin(output, WASM_BUFFER);
    const fair_verdict verdict = check_proof(length, 0, 0, &json);

    json_open(&json, NULL, '{');
    json_bool(&json, "ok", !verdict.line);
    json_text(&json, "reason", verdict.text);
    json_number(&json, "draws", (int)verdict.draws);
    json_number(&json, "events", (int)verdict.events);
    json_number(&json, "lines", (int)verdict.lines);
    if (verdict.line) {
        json_number(&json, "line", (int)verdict.line);
        json_text(&json, "clause", verdict.clause);
    }
    if (proof.differs)
        json_text(&json, "drawn", proof.drawn);
    json_close(&json, '}');
    return written(text_end(&json.text));
}

EXPORT("verify_steps")
uint32_t wasm_verify_steps(uint32_t length, uint32_t from, uint32_t most)
{
    rec_json json = json_begin(output, WASM_BUFFER);

    json_open(&json, NULL, '[');
    check_proof(length, from, most, &json);
    json_close(&json, ']');
    return written(text_end(&json.text));
}

/* ---- Bots ---- */

/* May a bot of this level think where a reader stands? Otherwise the error is set. */
static bool may_think(const rec_reader *reader, uint32_t level, bool searches)
{
    const unsigned seat = rec_has_game(reader) ? tob_to_move(&reader->game) : TOB_NOBODY;

    if (level >= AI_LEVEL_COUNT || ai_bot_size((ai_level)level) > sizeof bot_memory)
        return set_error("", "there is no such level");
    if (searches && !ai_level_searches((ai_level)level))
        return set_error("", "this level does not search, so it cannot judge");
    if (seat >= TOB_SEATS)
        return set_error("", "no seat decides here");
    if (!tob_hand_known(&reader->game, seat))
        return set_error("H1",
                         "this view does not know the hand of the seat that decides");
    return true;
}

EXPORT("bot_begin")
uint32_t wasm_bot_begin(uint32_t level, uint64_t seed, uint32_t iterations)
{
    static tob_game view;
    ai_budget budget;

    if (!may_think(&game_reader, level, false))
        return 0;
    bot_seat = (uint8_t)wasm_to_move();
    bot_players = game_reader.game.players;
    bot_board = game_reader.board;
    budget = ai_budget_for((ai_level)level, iterations, 0, 0);
    bot_budget = budget.iterations;
    rec_hosted_view(&hosted, tob_viewer_of(bot_seat), &view);
    bot = ai_bot_init(bot_memory, (ai_level)level, seed);
    ai_bot_begin(bot, &view, &bot_board, NULL, budget);
    return 1;
}

EXPORT("bot_run") uint32_t wasm_bot_run(uint32_t iterations)
{
    return bot && ai_bot_run(bot, iterations);
}

EXPORT("bot_finish") uint32_t wasm_bot_finish(void)
{
    return bot ? put_move(&bot_board, ai_bot_finish(bot)) : 0;
}

/* A share in ten-thousandths, rounded as "%.4f" rounds: a float times 10000 is exact. */
static void put_share(rec_json *json, const char *key, float share)
{
    const double scaled = (double)share * 10000;
    const unsigned whole = scaled > 0 ? (unsigned)scaled : 0;
    const double rest = scaled - whole;

    json_fraction(json, key, whole + (rest > 0.5 || (rest == 0.5 && whole % 2)), 4);
}

static void put_shares(rec_json *json, const char *key, const float *shares,
                       unsigned players)
{
    json_open(json, key, '[');
    for (unsigned seat = 0; seat < players; seat++)
        put_share(json, NULL, shares[seat]);
    json_close(json, ']');
}

static void put_line(rec_json *json, const char *key, const tob_board *board,
                     tob_move move)
{
    char line[REC_LINE_MAX];

    rec_write_move(board, move, line);
    json_text(json, key, line);
}

EXPORT("bot_opinions") uint32_t wasm_bot_opinions(void)
{
    rec_json json = json_begin(output, WASM_BUFFER);
    ai_opinion opinions[AI_OPINIONS_MAX];
    const unsigned count = bot ? ai_bot_opinions(bot, opinions) : 0;

    if (!bot)
        return 0;
    json_open(&json, NULL, '{');
    json_seat(&json, "seat", bot_seat);
    json_number(&json, "iterations", (int)ai_bot_iterations(bot));
    json_number(&json, "budget", bot_budget < INT32_MAX ? (int)bot_budget : INT32_MAX);
    json_open(&json, "moves", '[');
    for (unsigned i = 0; i < count; i++) {
        json_open(&json, NULL, '{');
        put_line(&json, "line", &bot_board, opinions[i].move);
        put_share(&json, "share", opinions[i].share);
        put_shares(&json, "wins", opinions[i].wins, bot_players);
        json_close(&json, '}');
    }
    json_close(&json, ']');
    json_close(&json, '}');
    return written(text_end(&json.text));
}

EXPORT("choose") uint32_t wasm_choose(uint32_t level, uint64_t seed, uint32_t iterations)
{
    if (!wasm_bot_begin(level, seed, iterations))
        return 0;
    wasm_bot_run(UINT32_MAX);
    return wasm_bot_finish();
}

/* ---- Judging ---- */

/* The judge takes the bot's memory. Its budget is that of 'tobago analyse'. */
static ai_judge make_judge(uint32_t level, uint64_t seed, uint32_t iterations)
{
    bot = NULL;
    return (ai_judge){.memory = bot_memory,
                      .level = (ai_level)level,
                      .seed = seed,
                      .budget = {.iterations = iterations}};
}

static uint32_t put_verdict(const ai_verdict *verdict, const tob_board *board,
                            uint32_t line, unsigned players)
{
    rec_json json = json_begin(output, WASM_BUFFER);

    json_open(&json, NULL, '{');
    json_number(&json, "line", (int)line);
    json_seat(&json, "seat", verdict->move.seat);
    put_line(&json, "played", board, verdict->move);
    put_line(&json, "expert", board, verdict->expert);
    json_fraction(&json, "best", verdict->best, 3);
    json_fraction(&json, "chance", verdict->chance, 3);
    json_fraction(&json, "cost", verdict->cost, 3);
    json_bool(&json, "searched", verdict->searched);
    put_shares(&json, "chances", verdict->before.of, players);
    json_close(&json, '}');
    return written(text_end(&json.text));
}

EXPORT("judge")
uint32_t wasm_judge(uint32_t line, uint32_t level, uint64_t seed, uint32_t iterations)
{
    static tob_game game;
    static tob_board board;
    rec_hosted eyes = look();
    ai_verdict verdict;
    ai_judge judge;

    if (!is_move(line) || !rec_hosted_seek(&eyes, line - 1))
        return set_error("", "the record has no such move");
    if (!may_think(&other_reader, level, true))
        return 0;
    game = other_reader.game;
    board = other_reader.board;
    rec_hosted_seek(&eyes, line);
    judge = make_judge(level, seed, iterations);
    verdict = ai_judge_move(&judge, &game, &board, other_reader.move, line);
    return put_verdict(&verdict, &board, line, game.players);
}

EXPORT("chances")
uint32_t wasm_chances(uint32_t level, uint64_t seed, uint32_t iterations)
{
    const tob_game *game = &game_reader.game;
    const bool over = wasm_has_game() && tob_to_move(game) == TOB_NOBODY;
    rec_json json = json_begin(output, WASM_BUFFER);
    ai_chances chances;
    ai_judge judge;

    if (!over && !may_think(&game_reader, level, true))
        return 0;
    judge = make_judge(level, seed, iterations);
    chances = ai_judge_position(&judge, game, &game_reader.board, game_reader.line + 1);
    json_open(&json, NULL, '{');
    put_shares(&json, "chances", chances.of, game->players);
    json_close(&json, '}');
    return written(text_end(&json.text));
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
