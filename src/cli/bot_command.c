/* bot: one of our bots on standard input and output, as docs/bots.md describes it. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/commands.h"
#include "host/clock.h"
#include "host/external.h"
#include "host/think.h"

enum { WORD_MAX = 32 };

typedef struct speaker {
    rec_reader reader; /* the view of the game under way */
    thinker *bot;
    uint32_t threads;
    ai_level level;
    uint64_t seed;       /* 0: that of each game alone */
    uint32_t iterations; /* 0: what the question says */
    uint32_t list;       /* lines of the question that are still to come */
    bool odd;            /* one of them was no legal move */
    ai_budget budget;    /* of that question */
} speaker;

/* Is this the first word of the line? What follows it, or NULL. */
static const char *after(const char *line, const char *word)
{
    const size_t length = strlen(word);

    if (strncmp(line, word, length) != 0 || (line[length] && line[length] != ' '))
        return NULL;
    return line + length + (line[length] == ' ');
}

static bool complain(const char *line, const char *text)
{
    host_complain("bot: '%.80s': %s", line, text);
    return false;
}

/* ---- What we are told ---- */

/* Takes the next word and goes on behind it; false at the end. A word that is too long
 * to be one of ours is cut. */
static bool next_word(const char **words, char word[static WORD_MAX])
{
    const size_t length = strcspn(*words, " ");

    snprintf(word, WORD_MAX, "%.*s", (int)length, *words);
    *words += length;
    *words += **words == ' ';
    return length > 0;
}

static bool next_number(const char **words, uint64_t most, uint64_t *number)
{
    char word[WORD_MAX];

    return next_word(words, word) && host_number(word, 0, most, number);
}

/* This is no game for us: said to whoever asks, and to people. */
static bool decline(const char *line, const char *text)
{
    printf("cannot play this: %s\n", text);
    return complain(line, text);
}

/* "1 players 3 limit 10000 options experienced volcano": options come last, and decide
 * what the game is; other words that are not known are left out. */
static bool hear_hello(const speaker *s, const char *line, const char *words)
{
    char word[WORD_MAX];
    uint64_t version, players;

    if (!next_number(&words, UINT32_MAX, &version) || version != EXTERNAL_PROTOCOL)
        return decline(line, "there is no such version of the protocol");
    while (next_word(&words, word) && strcmp(word, "options") != 0)
        if (strcmp(word, "players") == 0 &&
            (!next_number(&words, TOB_SEATS, &players) || players < 2))
            return decline(line, "2 to 4 players are known");
    while (next_word(&words, word))
        if (!tob_option_find(word, strlen(word)))
            return decline(line, "an option is not known");
    printf("tobago-%s\n", ai_level_name(s->level));
    return true;
}

static bool hear_new(speaker *s, const char *line, const char *words)
{
    uint64_t seed = 1;

    if (*words && !next_number(&words, UINT64_MAX, &seed))
        return complain(line, "a seed is a whole number");
    if (s->seed)
        seed = host_mix(s->seed, seed);
    rec_init(&s->reader);
    think_free(s->bot);
    s->bot = think_new(s->level, seed, s->threads);
    return s->bot || complain(line, "memory runs out");
}

static bool hear_move(speaker *s, const char *line)
{
    rec_error error;

    if (!s->bot)
        return complain(line, "no game has begun");
    if (rec_feed(&s->reader, line, strlen(line), &error))
        return true;
    host_complain_line("bot", &error);
    return false;
}

/* The budget of a question. A time is to be filled; the limit ends a search in any case,
 * early enough for the answer to arrive. */
static ai_budget budget_of(const speaker *s, uint64_t iterations, uint64_t time_ms,
                           uint64_t limit_ms)
{
    const uint64_t last_ms = limit_ms - limit_ms / 4; /* 0 only without a limit */
    ai_budget budget =
        ai_budget_for(s->level, s->iterations ? s->iterations : (uint32_t)iterations,
                      (uint32_t)time_ms, (uint32_t)last_ms);

    budget.now_ms = host_now_ms;
    return budget;
}

/* Is it for us to choose, as far as we know the game? */
static bool may_choose(const speaker *s)
{
    const tob_game *view = &s->reader.game;

    return s->bot && rec_has_game(&s->reader) && tob_to_move(view) < TOB_SEATS &&
           tob_hand_known(view, tob_to_move(view));
}

/* "3 iterations 400 time 1000 limit 10000"; words that are not known are left out. */
static bool hear_choose(speaker *s, const char *line, const char *words)
{
    static tob_moves moves;
    char word[WORD_MAX];
    uint64_t count, iterations = 0, time_ms = 0, limit_ms = 0;

    if (!next_number(&words, TOB_MOVES_MAX, &count) || !count)
        return complain(line, "the number of moves is missing");
    while (next_word(&words, word)) {
        uint64_t *const number = strcmp(word, "iterations") == 0 ? &iterations
                                 : strcmp(word, "time") == 0     ? &time_ms
                                 : strcmp(word, "limit") == 0    ? &limit_ms
                                                                 : NULL;
        if (number && !next_number(&words, UINT32_MAX, number))
            return complain(line, "a whole number is missing");
    }
    if (!may_choose(s))
        return complain(line, "it is not for this seat to choose");
    tob_legal(&s->reader.game, &s->reader.board, &moves);
    if (moves.count != count)
        return complain(line, "there are more or fewer legal moves here");
    s->list = (uint32_t)count;
    s->odd = false;
    s->budget = budget_of(s, iterations, time_ms, limit_ms);
    return true;
}

/* A move of the list. We list them ourselves, but whoever asks should know the rules. */
static void hear_listed(speaker *s, const char *line)
{
    const rec_reader *reader = &s->reader;
    rec_error error;
    tob_move move;

    s->list--;
    s->odd = s->odd ||
             !rec_parse_move(&reader->game, &reader->board, line, strlen(line), &move,
                             &error) ||
             tob_why(&reader->game, &reader->board, move) != TOB_OK;
}

/* ---- What we say ---- */

static bool answer(speaker *s)
{
    char line[REC_LINE_MAX];
    tob_move move;

    if (s->odd)
        return complain("choose", "a move of the list is not legal here");
    move = think_choose(s->bot, &s->reader.game, &s->reader.board, s->budget);
    rec_write_move(&s->reader.board, move, line);
    puts(line);
    return true;
}

static bool hear(speaker *s, const char *line, bool *bye)
{
    const char *words;

    if (s->list) {
        hear_listed(s, line);
        return s->list || answer(s);
    }
    if ((words = after(line, "hello")))
        return hear_hello(s, line, words);
    if ((words = after(line, "new")))
        return hear_new(s, line, words);
    if ((words = after(line, "choose")))
        return hear_choose(s, line, words);
    if (after(line, "over"))
        return true;
    if ((words = after(line, "illegal"))) {
        host_complain("bot: refused: %s", words);
        puts("1");
        return true;
    }
    *bye = after(line, "bye") != NULL;
    return *bye || hear_move(s, line);
}

static host_status converse(speaker *s)
{
    char line[REC_LINE_MAX + 1];
    bool bye = false;

    while (!bye && fgets(line, sizeof line, stdin)) {
        const size_t length = strcspn(line, "\n");
        if (!line[length]) {
            complain(line, "the line is too long or not finished");
            return HOST_REFUSED;
        }
        line[length] = '\0';
        if (!hear(s, line, &bye))
            return HOST_REFUSED;
        if (fflush(stdout) != 0)
            return HOST_FAILED; /* main says why */
    }
    if (!bye && s->list && !ferror(stdin)) {
        complain("choose", "the list of moves is not finished");
        return HOST_REFUSED;
    }
    if (ferror(stdin)) {
        host_complain("bot: standard input cannot be read: %s", strerror(errno));
        return HOST_FAILED;
    }
    return HOST_DONE;
}

host_status cli_run_bot(const cli_command *self, cli_words *words)
{
    static speaker s = {.threads = 1};
    const cli_option options[] = {
        {"--seed", CLI_INTO(&s.seed), 0, UINT64_MAX},
        {"--iterations", CLI_INTO(&s.iterations), 1, UINT32_MAX},
        {"--threads", CLI_INTO(&s.threads), 1, THINK_THREADS_MAX},
    };
    host_status code = cli_parse(self, words, options, sizeof options / sizeof *options);
    int level;

    if (code)
        return code;
    if (words->count != 1)
        return cli_usage(self, "one level is wanted");
    level = ai_level_find(words->word[0], strlen(words->word[0]));
    if (level < 0)
        return cli_usage(self, "there is no level '%s'", words->word[0]);
    s.level = (ai_level)level;
    code = converse(&s);
    think_free(s.bot);
    return code;
}
