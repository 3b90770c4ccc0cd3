#include "host/text.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

bool host_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
{
    uint64_t value = 0;

    if (!*text)
        return false;
    for (; *text; text++) {
        const unsigned digit = (unsigned)(*text - '0');
        if (*text < '0' || *text > '9' || value > (UINT64_MAX - digit) / 10)
            return false;
        value = value * 10 + digit;
    }
    if (value < least || value > most)
        return false;
    *number = value;
    return true;
}

size_t host_letter_bytes(const char *text, size_t length)
{
    for (size_t bytes = 1; bytes <= 4 && bytes <= length; bytes++)
        if (rec_is_utf8(text, bytes))
            return bytes;
    return 0;
}

unsigned host_letters_within(const char *text, size_t length)
{
    unsigned letters = 0;

    for (size_t i = 0; i < length; i++)
        letters += ((unsigned char)text[i] & 0xc0) != 0x80;
    return letters;
}

unsigned host_letters(const char *text)
{
    return host_letters_within(text, strlen(text));
}

static unsigned least(unsigned a, unsigned b)
{
    return a < b ? a : b;
}

/* Letters that differ in their case alone, and the characters between words, are alike.
 */
static int fold(char letter)
{
    return letter == ' ' || letter == '_' ? '-' : tolower((unsigned char)letter);
}

/* Counts what it takes to make one letter of another. */
static unsigned change(char a, char b)
{
    return a == b ? 0 : fold(a) == fold(b) ? 1 : 2;
}

/* The distance of Damerau and Levenshtein, by rows: cost[i][k] makes the first k letters
 * of b of the first i letters of a. */
unsigned host_distance(const char *a, const char *b)
{
    enum { MOST = 40 };
    const unsigned m = (unsigned)strnlen(a, MOST), n = (unsigned)strnlen(b, MOST);
    unsigned cost[MOST + 1][MOST + 1];

    for (unsigned i = 0; i <= m; i++)
        for (unsigned k = 0; k <= n; k++) {
            if (!i || !k) {
                cost[i][k] = 2 * (i + k);
                continue;
            }
            cost[i][k] = least(least(cost[i - 1][k], cost[i][k - 1]) + 2,
                               cost[i - 1][k - 1] + change(a[i - 1], b[k - 1]));
            if (i > 1 && k > 1 && change(a[i - 1], b[k - 2]) < 2 &&
                change(a[i - 2], b[k - 1]) < 2)
                cost[i][k] = least(cost[i][k], cost[i - 2][k - 2] + 2);
        }
    return cost[m][n];
}

void host_text_append(host_text *text, const char *bytes, size_t length)
{
    enum { LEAST = 4096 };
    const size_t need = text->length + length + 1;

    if (need > text->room) {
        size_t room = text->room ? text->room : LEAST;
        while (room < need)
            room *= 2;
        text->bytes = host_need(realloc(text->bytes, room));
        text->room = room;
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void host_text_append_move(host_text *text, const tob_board *board, tob_move move)
{
    char line[REC_LINE_MAX];
    size_t length = rec_write_move(board, move, line);

    line[length++] = '\n';
    host_text_append(text, line, length);
}

bool host_make_folder(const char *path)
{
    struct stat status;

    if (mkdir(path, 0777) == 0)
        return true;
    if (errno == EEXIST && stat(path, &status) == 0) {
        if (S_ISDIR(status.st_mode) && access(path, W_OK | X_OK) == 0)
            return true;
        errno = S_ISDIR(status.st_mode) ? errno : ENOTDIR;
    }
    host_complain_file(path, errno);
    return false;
}

bool host_text_keep(const host_text *text, const char *folder, uint64_t number)
{
    char path[4096];
    FILE *file;
    bool good;

    if (snprintf(path, sizeof path, "%s/%06llu.tobago", folder,
                 (unsigned long long)number) >= (int)sizeof path) {
        host_complain("the path is too long");
        return false;
    }
    file = fopen(path, "wb");
    good = file && fwrite(text->bytes, 1, text->length, file) == text->length;
    if (file && fclose(file) != 0)
        good = false;
    if (!good)
        host_complain_file(path, errno);
    return good;
}

uint32_t host_sum(const char *bytes, size_t length)
{
    uint32_t sum = UINT32_C(0x811c9dc5);

    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * UINT32_C(0x01000193);
    return sum;
}

host_status host_text_read(host_text *text, const char *path, size_t most)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    host_status code = HOST_DONE;
    struct stat status;
    char buffer[16384];
    size_t got;

    *text = (host_text){0};
    if (!file)
        return host_complain_file(path, errno);
    host_text_append(text, "", 0);
    if (fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode))
        code = host_complain_file(path, EISDIR);
    while (code == HOST_DONE && text->length <= most &&
           (got = fread(buffer, 1, sizeof buffer, file)) > 0)
        host_text_append(text, buffer, got);
    if (code == HOST_DONE && ferror(file)) {
        host_complain("%s: cannot be read", path);
        code = HOST_FAILED;
    }
    if (!standard)
        fclose(file);
    return code;
}

void host_text_clear(host_text *text)
{
    free(text->bytes);
    *text = (host_text){0};
}

uint64_t host_mix(uint64_t a, uint64_t b)
{
    uint64_t z = a + (b + 1) * UINT64_C(0x9e3779b97f4a7c15);

    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}
