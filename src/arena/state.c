/* The state file: a header with the settings, then a line for each game, which ends with
 * a checksum of its bytes.
 *
 *     tobago-arena 5
 *     version 0.1.0
 *     strength 93c1f0b2a7d4e658
 *     bots hard,medium
 *     ...
 *     game 17 rounds 19 ending E1 coins 34 28 moves 80 78 ... loss 0 0 sum 5be0cd19
 *
 * Games of bots that have changed since must not be mixed with new ones, so the header
 * has a fingerprint of the levels' strength.
 *
 * A game is written in one piece when it is over. An interrupted write leaves a line
 * without its newline at the end, which is cut off; any other damage is refused. */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "arena/results.h"
#include "host/file.h"
#include "tobago/names.h"

enum {
    STATE_FORMAT = 5,
    HEADER_BYTES = 4096,
    STATE_BYTES_MAX = 512 * 1024 * 1024,
};

/* The words of a game's line, each followed by a number for every bot. */
enum {
    FIELD_COINS,
    FIELD_MOVES,
    FIELD_US,
    FIELD_ILLEGAL,
    FIELD_FAULTS,
    FIELD_LOSS,
    FIELD_COUNT,
};
static const struct {
    const char *word;
    uint64_t most;
} fields[FIELD_COUNT] = {
    [FIELD_COINS] = {"coins", UINT16_MAX},   [FIELD_MOVES] = {"moves", UINT32_MAX},
    [FIELD_US] = {"us", UINT64_MAX},         [FIELD_ILLEGAL] = {"illegal", UINT32_MAX},
    [FIELD_FAULTS] = {"faults", UINT32_MAX}, [FIELD_LOSS] = {"loss", SEAT_LOSS_COUNT - 1},
};

/* ---- The header ---- */

/* Computes a fingerprint of the levels from their numbers and from the course of one
 * short game, because their code may change as well. 0 if no level plays, or memory runs
 * out. */
static uint64_t fingerprint(const arena_settings *settings)
{
    static const atomic_bool never;
    static arena_settings trial;
    arena_result result = {0};
    uint64_t hash = ai_strength_hash();
    unsigned levels = 0;
    arena_crew *crew;

    for (unsigned i = 0; i < settings->bots; i++)
        levels += settings->bot[i].kind == SEAT_LEVEL;
    trial = (arena_settings){.games = 1, .seed = 1, .any_island = true};
    if (!levels || !arena_read_bots("hard:30,medium,easy,greedy", &trial))
        return 0;
    crew = arena_crew_new(&trial, &never);
    if (!crew)
        return 0;
    arena_play(crew, 0, &result);
    arena_crew_free(crew);
    for (unsigned i = 0; i < trial.bots; i++)
        hash = host_mix(host_mix(hash, result.score[i].coins), result.score[i].moves);
    return hash;
}

static size_t write_header(const arena_settings *settings, char *out, size_t size)
{
    char island[8] = "any";
    size_t length = 0;

    if (!settings->any_island)
        tob_island_name(settings->island, island);
    length += (size_t)snprintf(
        out, size, "tobago-arena %d\nversion %s\nstrength %016llx\nbots ", STATE_FORMAT,
        TOB_VERSION, (unsigned long long)fingerprint(settings));
    for (unsigned i = 0; i < settings->bots; i++)
        length += (size_t)snprintf(out + length, size - length, "%s%s", i ? "," : "",
                                   settings->bot[i].name);
    length += (size_t)snprintf(
        out + length, size - length,
        "\nseed %llu\nisland %s\noptions %u\niterations %u\ntime %u\nlimit %u\n",
        (unsigned long long)settings->seed, island, settings->options,
        settings->iterations, settings->time_ms, settings->limit_ms);
    return length;
}

/* ---- Reading ---- */

/* Reads one whole number and the blank after it. */
static bool read_number(const char **at, uint64_t most, uint64_t *number)
{
    char digits[24];
    const size_t length = strspn(*at, "0123456789");

    if (length >= sizeof digits || (*at)[length] != ' ')
        return false;
    memcpy(digits, *at, length);
    digits[length] = '\0';
    *at += length + 1;
    return host_number(digits, 0, most, number);
}

static bool read_word(const char **at, const char *word)
{
    const size_t length = strlen(word);

    if (strncmp(*at, word, length) != 0 || (*at)[length] != ' ')
        return false;
    *at += length + 1;
    return true;
}

/* Reads how a game ended, by its clause. */
static bool read_ending(const char **at, uint8_t *ending)
{
    if (!read_word(at, "ending"))
        return false;
    for (*ending = 1; *ending < TOB_ENDING_COUNT; ++*ending)
        if (read_word(at, tob_ending_clause(*ending)))
            return true;
    return false;
}

/* Writes the end of a line: a checksum of the bytes before it. */
static int put_sum(char out[static 16], const char *line, size_t length)
{
    return snprintf(out, 16, " sum %08x\n", host_sum(line, length));
}

static bool read_sum(const char **at, const char *line)
{
    const size_t length = (size_t)(*at - line) - 1; /* the blank belongs to the sum */
    char sum[16];
    const size_t bytes = (size_t)put_sum(sum, line, length);

    if (strncmp(line + length, sum, bytes) != 0)
        return false;
    *at = line + length + bytes;
    return true;
}

/* Reads the line of a game. Returns NULL, or a complaint about the line. */
static const char *read_game(const char **at, const arena_settings *settings,
                             arena_result *results)
{
    const char *line = *at;
    uint64_t game, rounds, number[FIELD_COUNT][TOB_SEATS];
    uint8_t ending;
    bool good = read_word(at, "game") && read_number(at, UINT64_MAX, &game) &&
                read_word(at, "rounds") && read_number(at, TOB_ROUNDS_MAX, &rounds) &&
                read_ending(at, &ending);

    for (unsigned k = 0; good && k < FIELD_COUNT; k++) {
        good = read_word(at, fields[k].word);
        for (unsigned i = 0; good && i < settings->bots; i++)
            good = read_number(at, fields[k].most, &number[k][i]);
    }
    if (!good)
        return "is no game of this arena";
    if (!read_sum(at, line))
        return "is damaged: its sum is wrong";
    if (game >= settings->games)
        return NULL; /* of a longer run */
    if (results[game].played)
        return "is there already";
    results[game].played = true;
    results[game].rounds = (uint16_t)rounds;
    results[game].ending = ending;
    for (unsigned i = 0; i < settings->bots; i++)
        results[game].score[i] =
            (arena_score){.coins = (uint16_t)number[FIELD_COINS][i],
                          .moves = (uint32_t)number[FIELD_MOVES][i],
                          .time_us = number[FIELD_US][i],
                          .illegal = (uint32_t)number[FIELD_ILLEGAL][i],
                          .faults = (uint32_t)number[FIELD_FAULTS][i],
                          .loss = (uint8_t)number[FIELD_LOSS][i]};
    return NULL;
}

/* Counts the bytes of a line that a complaint repeats. */
static int shown(const char *line)
{
    const size_t length = strcspn(line, "\n");

    return length < 60 ? (int)length : 60;
}

/* Takes the games of a text of this length that ends in a newline. */
static host_status read_games(const char *path, const char *text, size_t length,
                              size_t header, const arena_settings *settings,
                              arena_result *results)
{
    const char *at = text + header;
    unsigned line = 1;

    for (size_t i = 0; i < header; i++)
        line += text[i] == '\n';
    for (; at < text + length; line++) { /* no game has a zero byte */
        const char *begin = at, *wrong = read_game(&at, settings, results);
        if (wrong) {
            host_complain("%s:%u: '%.*s' %s", path, line, shown(begin), begin, wrong);
            return HOST_REFUSED;
        }
    }
    return HOST_DONE;
}

/* Reads the whole file behind a descriptor; NULL after a complaint. */
static char *read_all(const char *path, int file, size_t *length)
{
    struct stat status;
    char *text;
    size_t have = 0;

    if (fstat(file, &status) != 0 || !S_ISREG(status.st_mode) ||
        status.st_size > STATE_BYTES_MAX) {
        host_complain("%s: cannot be the state of an arena", path);
        return NULL;
    }
    text = malloc((size_t)status.st_size + 1);
    while (text && have < (size_t)status.st_size) {
        const ssize_t got = read(file, text + have, (size_t)status.st_size - have);
        if (got <= 0 && !(got < 0 && errno == EINTR))
            break;
        have += got > 0 ? (size_t)got : 0;
    }
    if (!text || have != (size_t)status.st_size) {
        host_complain("%s: cannot be read", path);
        free(text);
        return NULL;
    }
    text[have] = '\0';
    *length = have;
    return text;
}

/* ---- Writing ---- */

static bool append(int file, const char *path, const char *text, size_t length)
{
    const ssize_t wrote = write(file, text, length);

    if (wrote == (ssize_t)length)
        return true;
    host_complain("%s: %s", path, wrote < 0 ? strerror(errno) : "the disk is full");
    return false;
}

bool arena_state_append(int file, const char *path, const arena_settings *settings,
                        uint64_t game, const arena_result *result)
{
    char line[1024];
    int length = snprintf(line, sizeof line, "game %llu rounds %u ending %s",
                          (unsigned long long)game, result->rounds,
                          tob_ending_clause(result->ending));

    for (unsigned k = 0; k < FIELD_COUNT; k++) {
        length +=
            snprintf(line + length, sizeof line - (size_t)length, " %s", fields[k].word);
        for (unsigned i = 0; i < settings->bots; i++) {
            const arena_score *score = &result->score[i];
            const uint64_t number[FIELD_COUNT] = {score->coins,   score->moves,
                                                  score->time_us, score->illegal,
                                                  score->faults,  score->loss};
            length += snprintf(line + length, sizeof line - (size_t)length, " %llu",
                               (unsigned long long)number[k]);
        }
    }
    length += put_sum(line + length, line, (size_t)length);
    return append(file, path, line, (size_t)length);
}

/* ---- Opening ---- */

/* Says in which line of the header a file differs. */
static host_status refuse_header(const char *path, const char *text, const char *header)
{
    static const char *const changed = "strength ";
    size_t begin = 0, at = 0;
    unsigned line = 1;

    for (; text[at] && text[at] == header[at]; at++)
        if (text[at] == '\n') {
            begin = at + 1;
            line++;
        }
    if (line == 1 && at < strlen("tobago-arena "))
        host_complain("%s: is no state of an arena", path);
    else
        host_complain("%s:%u: is of another arena: '%.*s', not '%.*s'%s", path, line,
                      shown(text + begin), text + begin, shown(header + begin),
                      header + begin,
                      strncmp(header + begin, changed, strlen(changed)) == 0
                          ? "; the bots have changed since"
                          : "");
    return HOST_REFUSED;
}

/* Compares the header, cuts a line that was not finished, and takes the games. */
static host_status resume(const char *path, int file, const arena_settings *settings,
                          arena_result *results)
{
    char header[HEADER_BYTES];
    const size_t header_length = write_header(settings, header, sizeof header);
    size_t length, whole;
    char *text = read_all(path, file, &length);
    host_status code = HOST_DONE;

    if (!text)
        return HOST_FAILED;
    for (whole = length; whole && text[whole - 1] != '\n';)
        whole--;
    if (length < header_length && memcmp(text, header, length) == 0)
        whole = 0; /* not even the header was finished */
    else if (whole < header_length || memcmp(text, header, header_length) != 0)
        code = refuse_header(path, text, header);
    if (!code && whole < length && ftruncate(file, (off_t)whole) != 0)
        code = host_complain_file(path, errno);
    if (!code && !whole && !append(file, path, header, header_length))
        code = HOST_FAILED;
    text[whole] = '\0';
    if (!code && whole)
        code = read_games(path, text, whole, header_length, settings, results);
    free(text);
    return code;
}

host_status arena_state_open(const char *path, const arena_settings *settings,
                             arena_result *results, int *file)
{
    host_file opened;
    host_status code =
        host_file_open(&opened, path, O_RDWR | O_CREAT, "another arena is at work on it");

    if (!code)
        code = resume(path, opened.fd, settings, results);
    if (code)
        host_file_close(&opened);
    else
        *file = opened.fd;
    return code;
}
