/* The state file of a training: a header with its settings, the strength of each
 * generation so far, the weights of the last, the lesson learned until then, and a
 * checksum of all of it. */
#include "study/train.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    HEADER_BYTES = 256,
    STATE_BYTES_MAX = 64 << 20, /* far more than a training has */
};

static void write_header(const training *t, char out[static HEADER_BYTES])
{
    snprintf(out, HEADER_BYTES,
             "tobago-training 3\nversion %s\nfeatures %d\nplayers %u\ngames %u\n"
             "iterations %u\nseed %llu\noptions %u\n",
             TOB_VERSION, AI_FEATURE_COUNT, t->players, t->games, t->iterations,
             (unsigned long long)t->seed, t->options);
}

void train_print_weights(FILE *out, unsigned players, const ai_weights *weights)
{
    fprintf(out, "players %u\n", players);
    for (unsigned i = 0; i < AI_FEATURE_COUNT; i++)
        fprintf(out, "%s %.9g\n", ai_feature_name(i), (double)weights->coins[i]);
    fprintf(out, "spread %.9g\nspread_card %.9g\n", (double)weights->spread,
            (double)weights->spread_card);
}

/* Writes the state as text; returns false if memory runs out. */
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
    train_print_weights(out, t->players, &t->weights);
    for (unsigned i = 0; i < sizeof t->lesson / sizeof(double); i++)
        fprintf(out, "%.17g\n", sums[i]);
    return fclose(out) == 0;
}

/* Writes the state beside the old one and renames it into its place. *lock is the old
 * file, locked, and afterwards the new one. */
bool train_state_save(const training *t, const char *path, int *lock)
{
    char temporary[4096], *text = NULL;
    size_t length;
    FILE *file;
    bool good;
    int next;

    if (snprintf(temporary, sizeof temporary, "%s.new", path) >= (int)sizeof temporary) {
        errno = ENAMETOOLONG;
        return false;
    }
    file = fopen(temporary, "w");
    if (!file)
        return false;
    good = write_state(t, &text, &length) && fwrite(text, 1, length, file) == length &&
           fprintf(file, "sum %08x\n", host_sum(text, length)) > 0 && fflush(file) == 0 &&
           fsync(fileno(file)) == 0;
    free(text);
    next = fcntl(fileno(file), F_DUPFD_CLOEXEC, 0); /* which has its locks as well */
    good = fclose(file) == 0 && good && next >= 0 && flock(next, LOCK_EX | LOCK_NB) == 0;
    good = good && rename(temporary, path) == 0;
    if (good) {
        close(*lock);
        *lock = next;
    } else if (next >= 0) {
        close(next);
    }
    return good;
}

/* Cuts off the checksum at the end; returns false if it does not match the text before
 * it. */
static bool check_sum(host_text *text)
{
    char sum[16];
    const size_t bytes = sizeof "sum 00000000\n" - 1;

    if (text->length < bytes)
        return false;
    text->length -= bytes;
    snprintf(sum, sizeof sum, "sum %08x\n", host_sum(text->bytes, text->length));
    return memcmp(text->bytes + text->length, sum, bytes) == 0;
}

/* Compares the header and complains about the line that differs; of a damaged file only
 * the first line is compared. */
static bool same_header(const training *t, const char *path, FILE *file, bool whole)
{
    char header[HEADER_BYTES], line[HEADER_BYTES];
    unsigned number = 1;

    write_header(t, header);
    for (char *want = header, *end; (end = strchr(want, '\n'));
         want = end + 1, number++) {
        *end = '\0';
        if (!fgets(line, sizeof line, file))
            line[0] = '\0';
        line[strcspn(line, "\n")] = '\0';
        if (strcmp(line, want) == 0)
            continue;
        if (number == 1)
            host_complain("%s: is no training, or one of another version", path);
        else if (whole)
            host_complain("%s:%u: is of another training: '%.60s', not '%s'", path,
                          number, line, want);
        return number > 1 && !whole;
    }
    return true;
}

/* Reads everything after the header. */
static bool read_training(training *t, FILE *file)
{
    double *sums = (double *)&t->lesson;
    unsigned players;
    char name[64];
    bool good = fscanf(file, " generation %u", &t->generation) == 1 &&
                t->generation <= TRAIN_GENERATIONS_MAX;

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

/* Reads a state, which must be whole and of these settings. */
static host_status read_state(training *t, const char *path, host_text *text)
{
    const bool whole = check_sum(text);
    FILE *file = text->length ? fmemopen(text->bytes, text->length, "r") : NULL;
    bool fits, good;

    if (!file) {
        host_complain("%s: is no training, or one of another version", path);
        return HOST_REFUSED;
    }
    fits = same_header(t, path, file, whole);
    good = fits && whole && read_training(t, file);
    fclose(file);
    if (fits && !good)
        host_complain("%s: is damaged", path);
    return good ? HOST_DONE : HOST_REFUSED;
}

/* Opens the state for this training alone. */
static host_status open_state(const char *path, int *lock)
{
    struct stat opened, now;

    *lock = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (*lock < 0) {
        host_complain("%s: %s", path, strerror(errno));
        return HOST_FAILED;
    }
    /* Another training may have replaced the file in between. */
    if (flock(*lock, LOCK_EX | LOCK_NB) == 0 && fstat(*lock, &opened) == 0 &&
        stat(path, &now) == 0 && opened.st_ino == now.st_ino)
        return HOST_DONE;
    host_complain("%s: another training is at work on it", path);
    return HOST_REFUSED;
}

static bool is_empty(int file)
{
    struct stat status;

    return fstat(file, &status) == 0 && S_ISREG(status.st_mode) && !status.st_size;
}

host_status train_state_open(training *t, const char *path, unsigned generations,
                             int *lock)
{
    host_text text = {0};
    host_status code = open_state(path, lock);

    if (code)
        return code;
    if (is_empty(*lock) && !train_state_save(t, path, lock)) {
        host_complain("%s: %s", path, strerror(errno));
        return HOST_FAILED;
    }
    code = host_text_read(&text, path, STATE_BYTES_MAX);
    if (!code)
        code = read_state(t, path, &text);
    host_text_clear(&text);
    if (!code && t->generation > generations) {
        host_complain("%s: has %u generations already, more than the %u wanted", path,
                      t->generation, generations);
        code = HOST_REFUSED;
    }
    return code;
}
