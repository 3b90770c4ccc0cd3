/* bench: measures the engine through the public API. A figure that cannot be measured is
 * left out, the reason goes to stderr, and the exit code is 3. */
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/commands.h"
#include "host/text.h"
#include "tobago/bot.h"

typedef struct figures {
    bool json, any;
    bool missing; /* one or more could not be measured */
} figures;

static double seconds_of(clockid_t clock)
{
    struct timespec now;

    clock_gettime(clock, &now);
    return (double)now.tv_sec + (double)now.tv_nsec * 1e-9;
}

static double seconds_now(void)
{
    return seconds_of(CLOCK_MONOTONIC);
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

/* Plays game number 'index' of a seed to its end; returns its number of moves. */
static uint64_t random_game(uint64_t index, tob_config config, host_text *text)
{
    const uint64_t seed = 1;
    uint64_t lines = 0;
    tob_board board;
    tob_game game;
    tob_rng rng;

    tob_rng_init(&rng, seed, index);
    config.island = (uint8_t)(index % TOB_ISLANDS);
    board = islands[config.island];
    tob_game_init(&game, &board, &config);
    while (tob_to_move(&game) != TOB_NOBODY) {
        tob_move move;
        tob_legal(&game, &board, &moves);
        move = tob_random_move(&rng, &game, &moves);
        tob_apply(&game, &board, move);
        lines++;
        if (text)
            host_text_append_move(text, &board, move);
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
    host_text text[GAMES] = {{NULL, 0}};
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
static void reach_the_middle(tob_game *game, tob_board *board, uint64_t index)
{
    const tob_config config = {.players = 4};
    void *memory = malloc(ai_bot_size(AI_MEDIUM));
    tob_rng rng;
    ai_bot *bot;

    if (!memory)
        exit(HOST_FAILED);
    bot = ai_bot_init(memory, AI_MEDIUM, index);
    tob_rng_init(&rng, 2, index);
    *board = islands[0];
    tob_game_init(game, board, &config);
    while (tob_to_move(game) != TOB_NOBODY &&
           (game->treasure_deck > 20 || game->phase != TOB_PHASE_TURN || game->acted)) {
        const unsigned mover = tob_to_move(game);
        tob_game view;
        tob_view(&view, game, tob_viewer_of(mover));
        tob_legal(game, board, &moves);
        tob_apply(game, board,
                  mover == TOB_NATURE ? tob_random_move(&rng, game, &moves)
                                      : ai_bot_choose(bot, &view, board, (ai_budget){0}));
    }
    free(memory);
}

/* The expert's search, on one core. */
static void bench_search(figures *f, double seconds)
{
    void *memory = malloc(ai_bot_size(AI_EXPERT));
    uint64_t done = 0, index = 0;
    double spent = 0;
    ai_bot *bot;

    if (!memory)
        exit(HOST_FAILED);
    bot = ai_bot_init(memory, AI_EXPERT, 1);
    while (spent < seconds) {
        tob_board board;
        tob_game game, view;
        double begin;
        reach_the_middle(&game, &board, index++);
        if (tob_to_move(&game) == TOB_NOBODY)
            continue;
        tob_view(&view, &game, tob_viewer_of(tob_to_move(&game)));
        begin = seconds_now();
        ai_bot_choose(bot, &view, &board, (ai_budget){.iterations = 10000});
        spent += seconds_now() - begin;
        done += ai_bot_iterations(bot);
    }
    print_figure(f, "search", (double)done / spent, "iterations/s");
    free(memory);
}

/* Lets a level play a game alone; returns its slowest decision, in seconds of its core.
 */
static double slowest_of_game(ai_bot *bot, tob_config config, uint64_t index)
{
    double slowest = 0;
    tob_board board;
    tob_game game;
    tob_rng rng;

    tob_rng_init(&rng, 3, index);
    board = islands[config.island];
    tob_game_init(&game, &board, &config);
    while (tob_to_move(&game) != TOB_NOBODY) {
        const unsigned mover = tob_to_move(&game);
        tob_game view;
        tob_move move;
        double begin;
        if (mover == TOB_NATURE) {
            tob_legal(&game, &board, &moves);
            tob_apply(&game, &board, tob_random_move(&rng, &game, &moves));
            continue;
        }
        tob_view(&view, &game, tob_viewer_of(mover));
        begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID);
        move = ai_bot_choose(bot, &view, &board, (ai_budget){.settle = true});
        begin = seconds_of(CLOCK_PROCESS_CPUTIME_ID) - begin;
        slowest = begin > slowest ? begin : slowest;
        tob_apply(&game, &board, move);
    }
    return slowest;
}

/* The slowest decision of a level, in games of 2 to 4 with all kinds of options. */
static void bench_level(figures *f, double seconds, ai_level level, const char *name)
{
    static const uint8_t options[] = {0, TOB_OPTION_EXPERIENCED,
                                      TOB_OPTION_VOLCANO | TOB_OPTION_EXPERIENCED,
                                      TOB_OPTION_PLACED};
    const double begin = seconds_now();
    void *memory = malloc(ai_bot_size(level));
    double slowest = 0;
    ai_bot *bot;

    if (!memory)
        exit(HOST_FAILED);
    bot = ai_bot_init(memory, level, 1);
    for (uint64_t index = 0; !index || seconds_now() - begin < seconds; index++) {
        const tob_config config = {.players = (uint8_t)(2 + index % 3),
                                   .island = (uint8_t)(index % TOB_ISLANDS),
                                   .options = options[index / 3 % 4]};
        const double one = slowest_of_game(bot, config, index);
        slowest = one > slowest ? one : slowest;
    }
    print_figure(f, name, slowest * 1e3, "ms");
    free(memory);
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
    static const char name[] = "wasm_moves", unit[] = "moves/s";
    char script[PATH_MAX], module[PATH_MAX];
    double value = 0;
    const char *why = find_wasm(script, module);

    if (!why)
        why = run_wasm(script, module, seconds, &value);
    if (why)
        miss_figure(f, name, unit, why);
    else
        print_figure(f, name, value, unit);
}

static const struct {
    const char *name;
    void (*measure)(figures *, double);
} parts[] = {{"random", bench_plain},  {"volcano", bench_volcano},
             {"wasm", bench_wasm},     {"replay", bench_replay},
             {"search", bench_search}, {"slowest", bench_levels},
             {"sizes", bench_sizes}};
enum { PARTS = sizeof parts / sizeof parts[0] };

static bool is_part(const char *word)
{
    unsigned i = 0;

    while (i < PARTS && strcmp(parts[i].name, word) != 0)
        i++;
    return i < PARTS;
}

/* All parts are wanted if none is named. */
static bool is_wanted(const char *part, const cli_words *named)
{
    int i = 0;

    while (i < named->count && strcmp(named->word[i], part) != 0)
        i++;
    return !named->count || i < named->count;
}

host_status cli_run_bench(const cli_command *self, int count, char **words)
{
    uint64_t seconds = 2;
    bool json = false;
    const cli_option options[] = {{"--seconds", CLI_NUMBER, &seconds, 1, 60},
                                  {"--json", CLI_FLAG, &json, 0, 0}};
    figures f = {.json = false};
    cli_words rest;
    const host_status code = cli_parse(self, count, words, options, 2, &rest);

    if (code)
        return code;
    for (int i = 0; i < rest.count; i++)
        if (!is_part(rest.word[i]))
            return cli_usage(self, "there is no part '%s'", rest.word[i]);
    f.json = json;
    for (unsigned island = 0; island < TOB_ISLANDS; island++)
        tob_board_init(&islands[island], island);
    for (unsigned i = 0; i < PARTS && !ferror(stdout); i++)
        if (is_wanted(parts[i].name, &rest))
            parts[i].measure(&f, (double)seconds);
    if (json)
        puts("}");
    return f.missing ? HOST_FAILED : HOST_DONE;
}
