/* bench: measures the engine through the public API. A figure that cannot be measured is
 * left out, the reason goes to stderr, and the exit code is 3. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "host/clock.h"
#include "host/text.h"
#include "tobago/bot.h"

typedef struct figures {
    bool json, any;
    bool missing; /* one or more could not be measured */
} figures;

static double seconds_now(void)
{
    return (double)host_now_us() * 1e-6;
}

static void print_figure(figures *f, const char *name, double value, const char *unit)
{
    if (f->json)
        printf("%s\"%s\":{\"value\":%.2f,\"unit\":\"%s\"}", f->any ? "," : "{", name,
               value, unit);
    else
        printf("%s %.*f %s\n", name, value < 1000 && strcmp(unit, "bytes") != 0 ? 2 : 0,
               value, unit);
    f->any = true;
    fflush(stdout);
}

static void miss_figure(figures *f, const char *name, const char *unit, const char *why)
{
    if (f->json)
        printf("%s\"%s\":{\"value\":null,\"unit\":\"%s\"}", f->any ? "," : "{", name,
               unit);
    host_complain("%s is missing: %s", name, why);
    f->any = f->missing = true;
}

static tob_board islands[TOB_ISLANDS];
static tob_moves moves;

/* A game being played. */
typedef struct table {
    tob_board board;
    tob_game game;
    tob_rng rng;
} table;

/* Begins game number 'index' of a seed. */
static void begin_game(table *t, tob_config config, uint64_t seed, uint64_t index)
{
    tob_rng_init(&t->rng, seed, index);
    t->board = islands[config.island];
    tob_game_init(&t->game, &t->board, &config);
}

/* Plays a random move, a player's or nature's. */
static tob_move play_random(table *t)
{
    tob_move move;

    tob_legal(&t->game, &t->board, &moves);
    move = tob_random_move(&t->rng, &t->game, &moves);
    tob_apply(&t->game, &t->board, move);
    return move;
}

/* Lets a bot choose for the seat to move, as that seat may know the game. */
static tob_move choose(const table *t, ai_bot *bot, ai_budget budget)
{
    tob_game view;

    tob_view(&view, &t->game, tob_viewer_of(tob_to_move(&t->game)));
    return ai_bot_choose(bot, &view, &t->board, budget);
}

/* Makes a bot, for the caller to free. */
static ai_bot *new_bot(ai_level level, uint64_t seed)
{
    void *memory = malloc(ai_bot_size(level));

    if (!memory)
        exit(HOST_FAILED);
    return ai_bot_init(memory, level, seed);
}

/* Plays a random game to its end; returns its number of moves. */
static uint64_t random_game(uint64_t index, tob_config config, host_text *text)
{
    uint64_t lines = 0;
    table t;

    config.island = (uint8_t)(index % TOB_ISLANDS);
    begin_game(&t, config, 1, index);
    while (tob_to_move(&t.game) != TOB_NOBODY) {
        const tob_move move = play_random(&t);
        lines++;
        if (text)
            host_text_append_move(text, &t.board, move);
    }
    return lines;
}

static void bench_random(figures *f, double seconds, uint8_t options,
                         const char *moves_name, const char *games_name)
{
    const tob_config config = {.players = 4, .options = options};
    const double begin = seconds_now();
    uint64_t lines = 0, games = 0;
    double spent = 0;

    while (spent < seconds) {
        lines += random_game(games++, config, NULL);
        spent = seconds_now() - begin;
    }
    print_figure(f, moves_name, (double)lines / spent, "moves/s");
    print_figure(f, games_name, (double)games / spent, "games/s");
}

static void bench_plain(figures *f, double seconds)
{
    bench_random(f, seconds, 0, "random_moves", "random_games");
}

static void bench_volcano(figures *f, double seconds)
{
    bench_random(f, seconds, TOB_OPTION_VOLCANO, "volcano_moves", "volcano_games");
}

/* Reads whole finished games: the longest way to any of their lines. */
static void bench_replay(figures *f, double seconds)
{
    enum { GAMES = 20 };
    const tob_config config = {.players = 4};
    rec_header header = {.config = config, .name = {"red", "blue", "green", "yellow"}};
    static rec_reader reader;
    host_text text[GAMES] = {{0}};
    double begin, spent = 0;
    uint64_t reads = 0;

    for (unsigned i = 0; i < GAMES; i++) {
        char out[REC_HEADER_MAX];
        header.config.island = (uint8_t)i;
        host_text_append(&text[i], out, rec_write_header(&header, out));
        random_game(i, config, &text[i]);
    }
    begin = seconds_now();
    while (spent < seconds) {
        const host_text *one = &text[reads++ % GAMES];
        rec_error error;
        if (!rec_read(&reader, one->bytes, one->length, UINT32_MAX, &error))
            host_complain_line("bench", &error);
        spent = seconds_now() - begin;
    }
    print_figure(f, "replay", spent / (double)reads * 1e6, "us");
    for (unsigned i = 0; i < GAMES; i++)
        host_text_clear(&text[i]);
}

/* Brings a game of four to the middle: half of the treasure deck is drawn. */
static void reach_the_middle(table *t, uint64_t index)
{
    ai_bot *bot = new_bot(AI_MEDIUM, index);
    const tob_game *game = &t->game;

    begin_game(t, (tob_config){.players = 4}, 2, index);
    while (tob_to_move(game) != TOB_NOBODY &&
           (game->treasure_deck > 20 || game->phase != TOB_PHASE_TURN || game->acted))
        if (tob_to_move(game) == TOB_NATURE)
            play_random(t);
        else
            tob_apply(&t->game, &t->board, choose(t, bot, (ai_budget){0}));
    free(bot);
}

/* The expert's search, on one core. */
static void bench_search(figures *f, double seconds)
{
    ai_bot *bot = new_bot(AI_EXPERT, 1);
    uint64_t done = 0, index = 0;
    double spent = 0;

    while (spent < seconds) {
        double begin;
        table t;
        reach_the_middle(&t, index++);
        if (tob_to_move(&t.game) == TOB_NOBODY)
            continue;
        begin = seconds_now();
        choose(&t, bot, (ai_budget){.iterations = 10000});
        spent += seconds_now() - begin;
        done += ai_bot_iterations(bot);
    }
    print_figure(f, "search", (double)done / spent, "iterations/s");
    free(bot);
}

/* Lets a level play a game alone; returns its slowest decision, in seconds of its core.
 */
static double slowest_of_game(ai_bot *bot, tob_config config, uint64_t index)
{
    clock_t slowest = 0;
    table t;

    begin_game(&t, config, 3, index);
    while (tob_to_move(&t.game) != TOB_NOBODY) {
        clock_t spent;
        tob_move move;
        if (tob_to_move(&t.game) == TOB_NATURE) {
            play_random(&t);
            continue;
        }
        spent = clock();
        move = choose(&t, bot, (ai_budget){.settle = true});
        spent = clock() - spent;
        slowest = spent > slowest ? spent : slowest;
        tob_apply(&t.game, &t.board, move);
    }
    return (double)slowest / CLOCKS_PER_SEC;
}

/* The slowest decision of a level, in games of 2 to 4 with all kinds of options. */
static void bench_level(figures *f, double seconds, ai_level level, const char *name)
{
    static const uint8_t options[] = {0, TOB_OPTION_EXPERIENCED,
                                      TOB_OPTION_VOLCANO | TOB_OPTION_EXPERIENCED,
                                      TOB_OPTION_PLACED};
    const double begin = seconds_now();
    ai_bot *bot = new_bot(level, 1);
    double slowest = 0;

    for (uint64_t index = 0; !index || seconds_now() - begin < seconds; index++) {
        const tob_config config = {.players = (uint8_t)(2 + index % 3),
                                   .island = (uint8_t)(index % TOB_ISLANDS),
                                   .options = options[index / 3 % 4]};
        const double one = slowest_of_game(bot, config, index);
        slowest = one > slowest ? one : slowest;
    }
    print_figure(f, name, slowest * 1e3, "ms");
    free(bot);
}

static void bench_levels(figures *f, double seconds)
{
    bench_level(f, seconds, AI_EASY, "slowest_easy");
    bench_level(f, seconds, AI_MEDIUM, "slowest_medium");
    bench_level(f, seconds, AI_HARD, "slowest_hard");
}

static void bench_sizes(figures *f, double seconds)
{
    (void)seconds;
    print_figure(f, "state", sizeof(tob_game), "bytes");
    print_figure(f, "board", sizeof(tob_board), "bytes");
}

/* Finds the wasm module and the script that runs it, beside the program, as 'make wasm'
 * leaves them. Returns NULL, or the reason that they are not there. */
static const char *find_wasm(char script[static PATH_MAX], char module[static PATH_MAX])
{
    char self[PATH_MAX];
    const ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    char *slash;

    self[length > 0 ? length : 0] = '\0';
    slash = strrchr(self, '/');
    if (!slash)
        return "/proc does not say where the program is";
    *slash = '\0';
    if (snprintf(script, PATH_MAX, "%s/../bench/wasm.mjs", self) >= PATH_MAX ||
        snprintf(module, PATH_MAX, "%s/wasm/tobago.wasm", self) >= PATH_MAX)
        return "the path of the program is too long";
    if (access(script, R_OK) != 0)
        return "bench/wasm.mjs is not there; it is measured by build/tobago in the "
               "sources";
    if (access(module, R_OK) != 0)
        return "there is no wasm build beside the program; 'make wasm' makes it";
    return NULL;
}

/* Runs the module in node: NULL, or why that failed. */
static const char *run_wasm(const char *script, const char *module, double seconds,
                            double *value)
{
    enum { NOT_FOUND = 127 };
    char command[160];
    bool good;
    FILE *pipe;
    int status;

    snprintf(command, sizeof command,
             "command -v node > /dev/null || exit %d; "
             "exec node \"$TOBAGO_SCRIPT\" \"$TOBAGO_MODULE\" %.0f",
             NOT_FOUND, seconds);
    if (setenv("TOBAGO_SCRIPT", script, 1) != 0 ||
        setenv("TOBAGO_MODULE", module, 1) != 0)
        return "out of memory";
    pipe = popen(command, "r");
    if (!pipe)
        return "a shell cannot be started";
    good = fscanf(pipe, "%lf", value) == 1 && *value > 0;
    status = pclose(pipe);
    if (WIFEXITED(status) && WEXITSTATUS(status) == NOT_FOUND)
        return "node is not installed";
    return good ? NULL : "node did not run the wasm build";
}

static void bench_wasm(figures *f, double seconds)
{
    char script[PATH_MAX], module[PATH_MAX];
    double value = 0;
    const char *why = find_wasm(script, module);

    if (!why)
        why = run_wasm(script, module, seconds, &value);
    if (why)
        miss_figure(f, "wasm_moves", "moves/s", why);
    else
        print_figure(f, "wasm_moves", value, "moves/s");
}

static const struct {
    const char *name;
    void (*measure)(figures *, double);
} parts[] = {{"random", bench_plain},  {"volcano", bench_volcano},
             {"wasm", bench_wasm},     {"replay", bench_replay},
             {"search", bench_search}, {"slowest", bench_levels},
             {"sizes", bench_sizes}};
enum { PARTS = sizeof parts / sizeof parts[0] };

/* The number of the part of this name, or PARTS. */
static unsigned find_part(const char *name)
{
    unsigned i = 0;

    while (i < PARTS && strcmp(parts[i].name, name) != 0)
        i++;
    return i;
}

host_status cli_run_bench(const cli_command *self, cli_words *words)
{
    uint32_t seconds = 2;
    figures f = {.json = false};
    bool named[PARTS + 1] = {false};
    const cli_option options[] = {{"--seconds", CLI_INTO(&seconds), 1, 60},
                                  {"--json", CLI_INTO(&f.json), 0, 0}};
    const host_status code = cli_parse(self, words, options, 2);

    if (code)
        return code;
    for (int i = 0; i < words->count; i++) {
        named[find_part(words->word[i])] = true;
        if (named[PARTS])
            return cli_usage(self, "there is no part '%s'", words->word[i]);
    }
    for (unsigned island = 0; island < TOB_ISLANDS; island++)
        tob_board_init(&islands[island], island);
    for (unsigned i = 0; i < PARTS && !ferror(stdout); i++)
        if (named[i] || !words->count)
            parts[i].measure(&f, seconds);
    if (f.json)
        puts("}");
    return f.missing ? HOST_FAILED : HOST_DONE;
}
