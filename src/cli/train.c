/* train: self-play that fits the evaluation's weights, generation by generation. */
#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "ai/bot.h"
#include "ai/search.h"
#include "ai/train.h"
#include "cli/commands.h"

enum { POSITIONS_MAX = 2000, TEST_GAMES = 200, GENERATIONS_MAX = 1000 };

/* What happens seldom, such as a fourth amulet, is not learned from a few lucky games:
 * the first weights count as so many rows, under one in a hundred of those of a training
 * at full size. */
static const double faith = 5000;

typedef struct training {
    uint8_t players, options;
    uint32_t iterations, games;
    uint64_t seed;
    uint32_t generation;
    ai_weights weights; /* of this generation */
    ai_lesson lesson;
    _Atomic uint32_t next, done;
    bool testing;                     /* against the first weights instead of learning */
    double test_share;                /* of the wins */
    double strength[GENERATIONS_MAX]; /* the same, of each generation */
    pthread_mutex_t lock;
} training;

/* A position on the way, to be learned from when the game is over. */
typedef struct position {
    float feature[TOB_SEATS][AI_FEATURE_COUNT];
    float lead[TOB_SEATS];
    uint8_t coins[TOB_SEATS];
    uint8_t cards_left;
} position;

typedef struct pupil {
    training *t;
    tob_board islands[TOB_ISLANDS];
    ai_bot *bot[TOB_SEATS];
    tob_moves moves;
    ai_ways ways;
    ai_lesson lesson;
    double share;
    unsigned count;
    position position[POSITIONS_MAX];
} pupil;

static void keep_position(pupil *p, const tob_game *game, const tob_board *board)
{
    position *at = &p->position[p->count];
    const tob_result result = tob_result_of(game);
    float coins[TOB_SEATS];

    if (p->count == POSITIONS_MAX)
        return;
    ai_ways_follow(&p->ways, board);
    ai_features(game, board, &p->ways, at->feature);
    ai_estimate(game, board, &p->ways, &p->t->weights, coins);
    at->cards_left = game->treasure_deck;
    for (unsigned seat = 0; seat < game->players; seat++) {
        float best = -1000;
        for (unsigned other = 0; other < game->players; other++)
            if (other != seat && coins[other] > best)
                best = coins[other];
        at->lead[seat] = coins[seat] - best;
        at->coins[seat] = (uint8_t)result.coins[seat];
    }
    p->count++;
}

static float share_of(const tob_game *game, unsigned seat)
{
    const tob_result result = tob_result_of(game);
    unsigned winners = 0;

    for (unsigned other = 0; other < game->players; other++)
        winners += result.place[other] == 1;
    return result.place[seat] == 1 ? 1.0f / (float)winners : 0.0f;
}

/* What a seat has beyond the mean of the others. */
static void compare(const position *at, const tob_result *result, unsigned players,
                    unsigned seat, float beyond[static AI_FEATURE_COUNT], float *gained)
{
    *gained = (float)result->coins[seat] - (float)at->coins[seat];
    for (unsigned i = 0; i < AI_FEATURE_COUNT; i++)
        beyond[i] = at->feature[seat][i];
    for (unsigned other = 0; other < players; other++) {
        const float part = 1.0f / (float)(players - 1);
        if (other == seat)
            continue;
        *gained -= part * ((float)result->coins[other] - (float)at->coins[other]);
        for (unsigned i = 0; i < AI_FEATURE_COUNT; i++)
            beyond[i] -= part * at->feature[other][i];
    }
}

static void learn_positions(pupil *p, const tob_game *game)
{
    const tob_result result = tob_result_of(game);

    for (unsigned i = 0; i < p->count; i++)
        for (unsigned seat = 0; seat < game->players; seat++) {
            const position *at = &p->position[i];
            float beyond[AI_FEATURE_COUNT], gained;
            compare(at, &result, game->players, seat, beyond, &gained);
            ai_lesson_add(&p->lesson, beyond, gained);
            ai_lesson_add_lead(&p->lesson, at->cards_left, at->lead[seat],
                               share_of(game, seat));
        }
}

/* One game: all seats learn, or one seat is tested against others that know nothing but
 * the weights a training begins with. */
static void play_game(pupil *p, uint32_t index)
{
    const training *t = p->t;
    const uint64_t stream =
        (uint64_t)t->generation << 32 | (uint64_t)t->testing << 31 | index;
    const unsigned tested = index % t->players;
    tob_config config = {
        .players = t->players, .options = t->options, .viewer = TOB_VIEW_FULL};
    tob_board board;
    tob_game game, view;
    tob_rng rng;

    tob_rng_init(&rng, t->seed, stream);
    config.island = (uint8_t)tob_rng_below(&rng, TOB_ISLANDS);
    board = p->islands[config.island];
    tob_game_init(&game, &board, &config);
    for (unsigned seat = 0; seat < t->players; seat++) {
        ai_bot_init(p->bot[seat], AI_HARD, tob_rng_next(&rng));
        ai_bot_weights(p->bot[seat],
                       t->testing && seat != tested ? &ai_first_weights : &t->weights);
    }
    p->count = 0;
    while (tob_to_move(&game) != TOB_NOBODY) {
        const unsigned mover = tob_to_move(&game);
        const ai_budget budget = {.iterations = t->iterations, .settle = true};
        tob_move move;
        if (mover == TOB_NATURE) {
            move = tob_nature_move(&rng, &game, &board, &p->moves);
        } else {
            if (!t->testing && game.phase == TOB_PHASE_TURN && !game.acted)
                keep_position(p, &game, &board);
            tob_view(&view, &game, mover);
            move = ai_bot_choose(p->bot[mover], &view, &board, budget);
        }
        tob_apply(&game, &board, move);
    }
    if (t->testing)
        p->share += (double)share_of(&game, tested);
    else
        learn_positions(p, &game);
}

static void *work(void *argument)
{
    pupil *p = argument;
    training *t = p->t;
    const uint32_t games = t->testing ? TEST_GAMES : t->games;

    for (;;) {
        const uint32_t index = atomic_fetch_add(&t->next, 1);
        if (index >= games)
            return NULL;
        play_game(p, index);
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%s %u of %u games ", t->testing ? "testing" : "playing",
                    atomic_fetch_add(&t->done, 1) + 1, games);
    }
}

static void pupil_free(pupil *p)
{
    for (unsigned seat = 0; p && seat < TOB_SEATS; seat++)
        free(p->bot[seat]);
    free(p);
}

/* NULL if memory runs out. */
static pupil *pupil_new(training *t)
{
    pupil *p = calloc(1, sizeof *p);

    if (!p)
        return NULL;
    p->t = t;
    p->ways.island = TOB_NONE;
    for (unsigned seat = 0; seat < TOB_SEATS; seat++) {
        p->bot[seat] = malloc(ai_bot_size(AI_HARD));
        if (!p->bot[seat]) {
            pupil_free(p);
            return NULL;
        }
    }
    for (unsigned island = 0; island < TOB_ISLANDS; island++)
        tob_board_init(&p->islands[island], island);
    return p;
}

/* Plays the games of a generation, or the test, on several threads. The sums are added
 * in a fixed order of games only for one job; doubles make that matter in the last bits,
 * so more jobs give weights that agree to many digits, not to the last. */
static bool run_games(training *t, unsigned jobs)
{
    pupil *pupils[64] = {NULL};
    pthread_t threads[64];
    bool good = true;
    unsigned started = 0;

    t->next = t->done = 0;
    t->test_share = 0;
    for (; started < jobs; started++) {
        pupils[started] = pupil_new(t);
        if (!pupils[started] ||
            pthread_create(&threads[started], NULL, work, pupils[started])) {
            good = started > 0;
            break;
        }
    }
    for (unsigned i = 0; i < started; i++) {
        pthread_join(threads[i], NULL);
        ai_lesson_join(&t->lesson, &pupils[i]->lesson);
        t->test_share += pupils[i]->share / TEST_GAMES;
    }
    for (unsigned i = 0; i < jobs; i++)
        pupil_free(pupils[i]);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    return good;
}

/* ---- The state file ----
 *
 * A header that says what is trained, the strength of each generation so far, the weights
 * of the last, what was learned until then, and a sum of all of it. */

enum { HEADER_BYTES = 256 };

static void write_header(const training *t, char out[static HEADER_BYTES])
{
    snprintf(out, HEADER_BYTES,
             "tobago-training 3\nversion %s\nfeatures %d\nplayers %u\ngames %u\n"
             "iterations %u\nseed %llu\noptions %u\n",
             TOB_VERSION, AI_FEATURE_COUNT, t->players, t->games, t->iterations,
             (unsigned long long)t->seed, t->options);
}

/* With all their digits: what is read again is the same to the last bit. */
static void print_weights(FILE *out, unsigned players, const ai_weights *weights)
{
    fprintf(out, "players %u\n", players);
    for (unsigned i = 0; i < AI_FEATURE_COUNT; i++)
        fprintf(out, "%s %.9g\n", ai_feature_name(i), (double)weights->coins[i]);
    fprintf(out, "spread %.9g\nspread_card %.9g\n", (double)weights->spread,
            (double)weights->spread_card);
}

/* The state as text; false if memory runs out. */
static bool write_state(const training *t, char **text, size_t *length)
{
    const double *sums = (const double *)&t->lesson;
    char header[HEADER_BYTES];
    FILE *out = open_memstream(text, length);

    if (!out)
        return false;
    write_header(t, header);
    fprintf(out, "%sgeneration %u\n", header, t->generation);
    for (unsigned i = 0; i < t->generation; i++)
        fprintf(out, "strength %.17g\n", t->strength[i]);
    print_weights(out, t->players, &t->weights);
    for (unsigned i = 0; i < sizeof t->lesson / sizeof(double); i++)
        fprintf(out, "%.17g\n", sums[i]);
    return fclose(out) == 0;
}

static bool save(const training *t, const char *path)
{
    char temporary[4096], *text = NULL;
    size_t length;
    FILE *file;
    bool good;

    if (snprintf(temporary, sizeof temporary, "%s.new", path) >= (int)sizeof temporary) {
        errno = ENAMETOOLONG;
        return false;
    }
    file = fopen(temporary, "w");
    if (!file)
        return false;
    good = write_state(t, &text, &length) && fwrite(text, 1, length, file) == length &&
           fprintf(file, "sum %08x\n", cli_sum(text, length)) > 0 && fflush(file) == 0 &&
           fsync(fileno(file)) == 0;
    free(text);
    good = fclose(file) == 0 && good;
    return good && rename(temporary, path) == 0;
}

/* Cuts off the sum at the end; false if it is not that of what stands before it. */
static bool check_sum(cli_text *text)
{
    char sum[16];
    const size_t bytes = sizeof "sum 00000000\n" - 1;

    if (text->length < bytes)
        return false;
    text->length -= bytes;
    snprintf(sum, sizeof sum, "sum %08x\n", cli_sum(text->bytes, text->length));
    return memcmp(text->bytes + text->length, sum, bytes) == 0;
}

/* Compares the header, and complains of the line in which it differs. */
static bool same_header(const training *t, const char *path, FILE *file)
{
    char header[HEADER_BYTES], line[HEADER_BYTES];
    unsigned number = 0;

    write_header(t, header);
    for (const char *want = header; *want; want += strcspn(want, "\n") + 1) {
        const int length = (int)strcspn(want, "\n");
        number++;
        if (!fgets(line, sizeof line, file))
            line[0] = '\0';
        line[strcspn(line, "\n")] = '\0';
        if (strlen(line) == (size_t)length && memcmp(line, want, (size_t)length) == 0)
            continue;
        if (number == 1)
            cli_complain("%s: is no training, or one of another version", path);
        else
            cli_complain("%s:%u: is of another training: '%.60s', not '%.*s'", path,
                         number, line, length, want);
        return false;
    }
    return true;
}

/* What follows the header. */
static bool read_training(training *t, FILE *file)
{
    double *sums = (double *)&t->lesson;
    unsigned players;
    char name[64];
    bool good = fscanf(file, " generation %u", &t->generation) == 1 &&
                t->generation <= GENERATIONS_MAX;

    for (unsigned i = 0; good && i < t->generation; i++)
        good = fscanf(file, " strength %lf", &t->strength[i]) == 1;
    good = good && fscanf(file, " players %u", &players) == 1;
    for (unsigned i = 0; good && i < AI_FEATURE_COUNT; i++)
        good = fscanf(file, "%63s %f", name, &t->weights.coins[i]) == 2 &&
               strcmp(name, ai_feature_name(i)) == 0;
    good = good && fscanf(file, " spread %f spread_card %f", &t->weights.spread,
                          &t->weights.spread_card) == 2;
    for (unsigned i = 0; good && i < sizeof t->lesson / sizeof(double); i++)
        good = fscanf(file, "%lf", &sums[i]) == 1;
    return good;
}

/* Reads a state that is whole, and fits. */
static cli_exit read_state(training *t, const char *path, cli_text *text)
{
    const bool whole = check_sum(text);
    FILE *file = text->length ? fmemopen(text->bytes, text->length, "r") : NULL;
    bool fits, good;

    if (!file) {
        cli_complain("%s: is no training, or one of another version", path);
        return CLI_REFUSED;
    }
    fits = same_header(t, path, file);
    good = fits && whole && read_training(t, file);
    fclose(file);
    if (fits && !good)
        cli_complain("%s: is damaged", path);
    return good ? CLI_DONE : CLI_REFUSED;
}

/* Goes on from a state file, or begins one. */
static cli_exit resume(training *t, const char *path, unsigned generations)
{
    cli_text text = {0};
    cli_exit code;

    if (access(path, F_OK) != 0 && !save(t, path)) {
        cli_complain("%s: %s", path, strerror(errno));
        return CLI_SYSTEM;
    }
    code = cli_text_read(&text, path);
    if (!code)
        code = read_state(t, path, &text);
    cli_text_clear(&text);
    if (!code && t->generation > generations) {
        cli_complain("%s: has %u generations already, more than the %u wanted", path,
                     t->generation, generations);
        code = CLI_REFUSED;
    }
    return code;
}

/* ---- Generations ---- */

static void tell_strength(const training *t, unsigned generation)
{
    fprintf(stderr,
            "generation %u: %.1f %% of the wins against the first weights (%d games)\n",
            generation, 100 * t->strength[generation - 1], TEST_GAMES);
}

/* One more generation; it counts when its strength is known. */
static bool advance(training *t, unsigned jobs)
{
    ai_weights learned = ai_first_weights;

    t->testing = false;
    ai_lesson_fade(&t->lesson, 0.5);
    if (!run_games(t, jobs) || !ai_lesson_learn(&t->lesson, faith, &learned))
        return false;
    t->weights = learned;
    t->generation++;
    t->testing = true;
    if (!run_games(t, jobs))
        return false;
    t->strength[t->generation - 1] = t->test_share;
    tell_strength(t, t->generation);
    return true;
}

static cli_exit train(training *t, unsigned generations, unsigned jobs, const char *state)
{
    for (unsigned i = 1; i <= t->generation; i++)
        tell_strength(t, i);
    while (t->generation < generations) {
        if (!advance(t, jobs)) {
            cli_complain("the games could not be played: memory or threads ran out");
            return CLI_SYSTEM;
        }
        if (state && !save(t, state)) {
            cli_complain("%s: %s", state, strerror(errno));
            return CLI_SYSTEM;
        }
    }
    print_weights(stdout, t->players, &t->weights);
    return CLI_DONE;
}

cli_exit cli_run_train(const cli_command *self, int count, char **words)
{
    static training t;
    const char *state = NULL, *game_options = "";
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);
    uint64_t players = 2, games = 1000, generations = 4, iterations = 100, seed = 1;
    uint64_t jobs = cores > 0 && cores <= 64 ? (uint64_t)cores : 1;
    const cli_option options[] = {
        {"--players", CLI_NUMBER, &players, 2, TOB_SEATS},
        {"--games", CLI_NUMBER, &games, 1, 10000000},
        {"--generations", CLI_NUMBER, &generations, 1, GENERATIONS_MAX},
        {"--iterations", CLI_NUMBER, &iterations, 1, 1000000},
        {"--seed", CLI_NUMBER, &seed, 0, UINT64_MAX},
        {"--jobs", CLI_NUMBER, &jobs, 1, 64},
        {"--options", CLI_TEXT, &game_options, 0, 0},
        {"--state", CLI_TEXT, &state, 0, 0},
    };
    cli_words rest;
    cli_exit code =
        cli_parse(self, count, words, options, sizeof options / sizeof options[0], &rest);

    if (code)
        return code;
    if (rest.count)
        return cli_usage(self, "'%s' is not an option", rest.word[0]);
    if (!cli_game_options(game_options, &t.options))
        return CLI_USAGE;
    t.players = (uint8_t)players;
    t.games = (uint32_t)games;
    t.iterations = (uint32_t)iterations;
    t.seed = seed;
    t.weights = ai_first_weights;
    if (state)
        code = resume(&t, state, (unsigned)generations);
    if (code)
        return code;
    return train(&t, (unsigned)generations, (unsigned)jobs, state);
}
