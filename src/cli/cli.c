#include "cli/cli.h"

#include <errno.h>
#include <signal.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "record/words.h"

enum { RECORD_BYTES_MAX = 64 * 1024 * 1024 };

/* ---- Complaints ---- */

void cli_complain(const char *format, ...)
{
    va_list arguments;

    fflush(stdout);
    fputs("tobago: ", stderr);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fputc('\n', stderr);
}

cli_exit cli_usage(const cli_command *self, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "tobago %s: ", self->name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "; see 'tobago %s --help'\n", self->name);
    return CLI_USAGE;
}

/* ---- Arguments ---- */

bool cli_number(const char *text, uint64_t least, uint64_t most, uint64_t *number)
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

static cli_exit set_option(const cli_command *self, const cli_option *option,
                           const char *value)
{
    switch (option->kind) {
    case CLI_FLAG: *(bool *)option->value = true; break;
    case CLI_TEXT: *(const char **)option->value = value; break;
    case CLI_NUMBER:
        if (!cli_number(value, option->least, option->most, option->value))
            return cli_usage(self, "%s takes a whole number from %llu to %llu, not '%s'",
                             option->name, (unsigned long long)option->least,
                             (unsigned long long)option->most, value);
        break;
    }
    return CLI_DONE;
}

static const cli_option *find_option(const cli_option *options, size_t count,
                                     const char *word, size_t length)
{
    for (size_t i = 0; i < count; i++)
        if (strlen(options[i].name) == length &&
            strncmp(options[i].name, word, length) == 0)
            return &options[i];
    return NULL;
}

cli_exit cli_parse(const cli_command *self, int count, char **words,
                   const cli_option *options, size_t option_count, cli_words *rest)
{
    uint64_t seen = 0;
    bool ended = false;

    *rest = (cli_words){words, 0};
    for (int i = 0; i < count; i++) {
        char *word = words[i];
        const char *equals = strchr(word, '=');
        const size_t length = equals ? (size_t)(equals - word) : strlen(word);
        const cli_option *option;
        const char *value = equals ? equals + 1 : NULL;

        if (ended || word[0] != '-' || !word[1]) {
            rest->word[rest->count++] = word;
            continue;
        }
        if (strcmp(word, "--") == 0) {
            ended = true;
            continue;
        }
        option = find_option(options, option_count, word, length);
        if (!option)
            return cli_usage(self, "there is no option %s", word);
        if (seen >> (option - options) & 1)
            return cli_usage(self, "%s is given twice", option->name);
        seen |= UINT64_C(1) << (option - options);
        if (option->kind == CLI_FLAG && value)
            return cli_usage(self, "%s takes no value", option->name);
        if (option->kind != CLI_FLAG && !value) {
            if (i + 1 == count)
                return cli_usage(self, "%s needs a value", option->name);
            value = words[++i];
        }
        if (set_option(self, option, value))
            return CLI_USAGE;
    }
    return CLI_DONE;
}

bool cli_viewer(const char *text, tob_viewer *viewer)
{
    uint64_t seat;

    if (strcmp(text, "spectator") == 0)
        *viewer = tob_viewer_spectator();
    else if (cli_number(text, 1, TOB_SEATS, &seat))
        *viewer = tob_viewer_of((unsigned)seat - 1);
    else
        return false;
    return true;
}

bool cli_game_options(const char *text, uint8_t *options)
{
    *options = 0;
    while (*text) {
        const size_t length = strcspn(text, ",");
        const int bit = rec_option_find(text, length);
        if (!bit) {
            cli_complain("there is no game option '%.*s': experienced, placed, volcano, "
                         "volcano-placed, triads-random",
                         (int)length, text);
            return false;
        }
        *options |= (uint8_t)bit;
        text += length;
        text += *text == ',';
    }
    if ((*options & (TOB_OPTION_VOLCANO_PLACED | TOB_OPTION_TRIADS_RANDOM)) &&
        !(*options & TOB_OPTION_VOLCANO)) {
        cli_complain("volcano-placed and triads-random need volcano");
        return false;
    }
    return true;
}

bool cli_island(const char *text, unsigned *island)
{
    const int found = tob_island_find(text, strlen(text));

    if (found < 0) {
        cli_complain("there is no island '%s' (I2): codes run from ABC0 to acb1", text);
        return false;
    }
    *island = (unsigned)found;
    return true;
}

/* ---- Files ---- */

void cli_text_append(cli_text *text, const char *bytes, size_t length)
{
    /* The capacity is the next power of two above the length, 4096 at least. */
    size_t have = 4096, need = text->length + length + 1;

    while (have < text->length + 1)
        have *= 2;
    if (!text->bytes || need > have) {
        while (have < need)
            have *= 2;
        text->bytes = realloc(text->bytes, have);
        if (!text->bytes) {
            cli_complain("out of memory");
            exit(CLI_SYSTEM);
        }
    }
    memcpy(text->bytes + text->length, bytes, length);
    text->length += length;
    text->bytes[text->length] = '\0';
}

void cli_text_append_move(cli_text *text, const tob_board *board, tob_move move)
{
    char line[REC_LINE_MAX];
    size_t length = rec_write_move(board, move, line);

    line[length++] = '\n';
    cli_text_append(text, line, length);
}

unsigned cli_letters(const char *text)
{
    unsigned letters = 0;

    for (; *text; text++)
        letters += ((unsigned char)*text & 0xc0) != 0x80;
    return letters;
}

void cli_catch_signals(void (*handler)(int), int flags)
{
    static const int numbers[] = {SIGINT, SIGTERM, SIGHUP};
    struct sigaction action = {.sa_handler = handler, .sa_flags = flags}, before;

    sigemptyset(&action.sa_mask);
    for (unsigned i = 0; i < sizeof numbers / sizeof numbers[0]; i++)
        if (sigaction(numbers[i], NULL, &before) == 0 && before.sa_handler != SIG_IGN)
            sigaction(numbers[i], &action, NULL);
}

bool cli_make_folder(const char *path)
{
    struct stat status;

    if (mkdir(path, 0777) == 0)
        return true;
    if (errno == EEXIST && stat(path, &status) == 0) {
        if (S_ISDIR(status.st_mode) && access(path, W_OK | X_OK) == 0)
            return true;
        errno = S_ISDIR(status.st_mode) ? errno : ENOTDIR;
    }
    cli_complain("%s: %s", path, strerror(errno));
    return false;
}

bool cli_text_keep(const cli_text *text, const char *folder, uint64_t number)
{
    char path[4096];
    FILE *file;
    bool good;

    if (snprintf(path, sizeof path, "%s/%06llu.tobago", folder,
                 (unsigned long long)number) >= (int)sizeof path) {
        cli_complain("the path is too long");
        return false;
    }
    file = fopen(path, "wb");
    good = file && fwrite(text->bytes, 1, text->length, file) == text->length;
    if (file && fclose(file) != 0)
        good = false;
    if (!good)
        cli_complain("%s: %s", path, strerror(errno));
    return good;
}

uint32_t cli_sum(const char *bytes, size_t length)
{
    uint32_t sum = UINT32_C(0x811c9dc5);

    for (size_t i = 0; i < length; i++)
        sum = (sum ^ (unsigned char)bytes[i]) * UINT32_C(0x01000193);
    return sum;
}

static bool is_folder(FILE *file)
{
    struct stat status;

    return fstat(fileno(file), &status) == 0 && S_ISDIR(status.st_mode);
}

cli_exit cli_text_read(cli_text *text, const char *path)
{
    const bool standard = strcmp(path, "-") == 0;
    FILE *file = standard ? stdin : fopen(path, "rb");
    cli_exit code = CLI_DONE;
    char buffer[16384];
    size_t got;

    *text = (cli_text){NULL, 0};
    if (!file) {
        cli_complain("%s: %s", path, strerror(errno));
        return CLI_SYSTEM;
    }
    cli_text_append(text, "", 0);
    if (is_folder(file)) {
        cli_complain("%s: %s", path, strerror(EISDIR));
        code = CLI_SYSTEM;
    }
    while (code == CLI_DONE && (got = fread(buffer, 1, sizeof buffer, file)) > 0) {
        cli_text_append(text, buffer, got);
        if (text->length > RECORD_BYTES_MAX) {
            cli_complain("%s: too large for a record", path);
            code = CLI_REFUSED;
        }
    }
    if (code == CLI_DONE && ferror(file)) {
        cli_complain("%s: cannot be read", path);
        code = CLI_SYSTEM;
    }
    if (!standard)
        fclose(file);
    return code;
}

void cli_text_clear(cli_text *text)
{
    free(text->bytes);
    *text = (cli_text){NULL, 0};
}

void cli_complain_line(const char *path, const rec_error *error)
{
    char word[REC_WORD_MAX + 32] = "", clause[16] = "";

    if (error->word)
        snprintf(word, sizeof word, "word %u '%s'", error->word, error->token);
    if (*error->clause)
        snprintf(clause, sizeof clause, "%s(%s)", *word ? " " : "", error->clause);
    cli_complain("%s:%u: %s%s%s%s", path, error->line, word, clause,
                 *word || *clause ? ": " : "", error->text);
}

static uint32_t count_lines(const cli_text *text)
{
    uint32_t lines = 0;

    for (size_t i = 0; i < text->length; i++)
        lines += text->bytes[i] == '\n';
    return lines + (text->length && text->bytes[text->length - 1] != '\n');
}

cli_exit cli_record_read(cli_record *record, const char *path, uint64_t at)
{
    cli_exit code;

    record->error = (rec_error){.clause = "", .text = "the file cannot be read"};
    code = cli_text_read(&record->text, path);
    return code ? code : cli_record_parse(record, path, at);
}

cli_exit cli_record_parse(cli_record *record, const char *path, uint64_t at)
{
    rec_init(&record->reader);
    record->lines = count_lines(&record->text);
    if (record->lines == 0) {
        record->error.text = "the file is empty";
        cli_complain("%s: empty: a record begins with the line 'tobago %d'", path,
                     REC_FORMAT);
        return CLI_REFUSED;
    }
    if (at != UINT64_MAX && at > record->lines) {
        cli_complain("%s: has %u lines, not %llu", path, record->lines,
                     (unsigned long long)at);
        return CLI_REFUSED;
    }
    if (!rec_read(&record->reader, record->text.bytes, record->text.length,
                  at > UINT32_MAX ? UINT32_MAX : (uint32_t)at, &record->error)) {
        cli_complain_line(path, &record->error);
        return CLI_REFUSED;
    }
    return CLI_DONE;
}

cli_exit cli_check_viewer(const char *path, const rec_reader *reader, tob_viewer viewer)
{
    const tob_config *config = &reader->header.config;
    const unsigned seat = tob_viewer_seat(viewer);

    if (seat < TOB_SEATS && config->players && seat >= config->players)
        cli_complain("%s: has %u seats, not %u", path, config->players, seat + 1);
    else if (!rec_can_redact(config->viewer, viewer))
        cli_complain("%s: is the view of another seat, which hides what this one knows "
                     "(H1)",
                     path);
    else
        return CLI_DONE;
    return CLI_REFUSED;
}

void cli_record_clear(cli_record *record)
{
    cli_text_clear(&record->text);
}

/* ---- Spaces and JSON ---- */

unsigned cli_sorted(const tob_board *board, tob_hexset set,
                    uint8_t spaces[static TOB_SPACE_MAX])
{
    unsigned count = 0;

    for (unsigned column = 0; column < 16; column++)
        for (unsigned row = 0; row < 16; row++) {
            const uint8_t space = board->grid[column][row];
            if (space != TOB_NONE && tob_hexset_has(set, space))
                spaces[count++] = space;
        }
    return count;
}

void cli_print_spaces(FILE *out, const tob_board *board, tob_hexset set)
{
    uint8_t spaces[TOB_SPACE_MAX];
    const unsigned count = cli_sorted(board, set, spaces);

    for (unsigned i = 0; i < count; i++) {
        char name[4];
        tob_space_name(board, spaces[i], name);
        fprintf(out, "%s%s", i ? " " : "", name);
    }
}

void cli_json_spaces(FILE *out, const tob_board *board, tob_hexset set)
{
    uint8_t spaces[TOB_SPACE_MAX];
    const unsigned count = cli_sorted(board, set, spaces);

    fputc('[', out);
    for (unsigned i = 0; i < count; i++) {
        char name[4];
        tob_space_name(board, spaces[i], name);
        fprintf(out, "%s\"%s\"", i ? "," : "", name);
    }
    fputc(']', out);
}

/* Bytes of the character that begins here; 0 if it is none. */
static size_t character_length(const char *text)
{
    for (size_t length = 1; length <= 4 && text[length - 1]; length++)
        if (rec_is_utf8(text, length))
            return length;
    return 0;
}

void cli_json_string(FILE *out, const char *text)
{
    fputc('"', out);
    while (*text) {
        const unsigned char byte = (unsigned char)*text;
        const size_t length = character_length(text);
        if (byte == '"' || byte == '\\')
            fprintf(out, "\\%c", byte);
        else if (byte < 0x20 || byte == 0x7f)
            fprintf(out, "\\u%04x", byte);
        else if (length)
            fwrite(text, 1, length, out);
        else
            fputs("\\ufffd", out);
        text += length ? length : 1;
    }
    fputc('"', out);
}
