#include "cli/cli.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/text.h"
#include "tobago/names.h"

/* ---- Complaints ---- */

host_status cli_usage(const cli_command *self, const char *format, ...)
{
    va_list arguments;

    fprintf(stderr, "tobago %s: ", self->name);
    va_start(arguments, format);
    vfprintf(stderr, format, arguments);
    va_end(arguments);
    fprintf(stderr, "; see 'tobago %s --help'\n", self->name);
    return HOST_USAGE;
}

/* ---- The command that was called ---- */

const char *cli_program = "tobago";

/* Adds a word as a shell reads it, the home folder as "~". */
static void add_quoted(char *out, size_t size, const char *word)
{
    static const char safe[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
                               "0123456789_-+./,:@%=";
    const char *home = getenv("HOME");
    const size_t length = home ? strlen(home) : 0;
    size_t used = strlen(out);

    if (*word && strspn(word, safe) == strlen(word)) {
        const bool own =
            length > 1 && strncmp(word, home, length) == 0 && word[length] == '/';
        snprintf(out + used, size - used, "%s%s", own ? "~" : "",
                 word + (own ? length : 0));
        return;
    }
    snprintf(out + used, size - used, "'");
    for (; *word; word++) {
        used = strlen(out);
        snprintf(out + used, size - used, *word == '\'' ? "'\\''" : "%c", *word);
    }
    used = strlen(out);
    snprintf(out + used, size - used, "'");
}

void cli_play_again(const char *path, char *out, size_t size)
{
    const char *script = getenv("TOBAGO_PLAY");
    size_t used;

    *out = '\0';
    add_quoted(out, size, script && *script ? script : cli_program);
    used = strlen(out);
    snprintf(out + used, size - used, script && *script ? " " : " play ");
    add_quoted(out, size, path);
}

/* ---- Arguments ---- */

static host_status set_option(const cli_command *self, const cli_option *option,
                              const char *value)
{
    const bool is_number = option->kind != CLI_FLAG && option->kind != CLI_TEXT;
    uint64_t number = 0;

    if (is_number && !host_number(value, option->least, option->most, &number))
        return cli_usage(self, "%s takes a whole number from %llu to %llu, not '%s'",
                         option->name, (unsigned long long)option->least,
                         (unsigned long long)option->most, value);
    switch (option->kind) {
    case CLI_FLAG: *(bool *)option->value = true; break;
    case CLI_TEXT: *(const char **)option->value = value; break;
    case CLI_BYTE: *(uint8_t *)option->value = (uint8_t)number; break;
    case CLI_NUMBER: *(uint32_t *)option->value = (uint32_t)number; break;
    case CLI_LONG: *(uint64_t *)option->value = number; break;
    }
    return HOST_DONE;
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

host_status cli_parse(const cli_command *self, cli_words *words,
                      const cli_option *options, size_t count)
{
    const int given = words->count;
    uint64_t seen = 0;
    bool ended = false;

    words->count = 0;
    for (int i = 0; i < given; i++) {
        char *word = words->word[i];
        const char *equals = strchr(word, '=');
        const size_t length = equals ? (size_t)(equals - word) : strlen(word);
        const cli_option *option;
        const char *value = equals ? equals + 1 : NULL;

        if (ended || word[0] != '-' || !word[1]) {
            words->word[words->count++] = word;
            continue;
        }
        if (strcmp(word, "--") == 0) {
            ended = true;
            continue;
        }
        option = find_option(options, count, word, length);
        if (!option)
            return cli_usage(self, "there is no option %s", word);
        if (seen >> (option - options) & 1)
            return cli_usage(self, "%s is given twice", option->name);
        seen |= UINT64_C(1) << (option - options);
        if (option->kind == CLI_FLAG && value)
            return cli_usage(self, "%s takes no value", option->name);
        if (option->kind != CLI_FLAG && !value) {
            if (i + 1 == given)
                return cli_usage(self, "%s needs a value", option->name);
            value = words->word[++i];
        }
        if (set_option(self, option, value))
            return HOST_USAGE;
    }
    return HOST_DONE;
}

host_status cli_parse_options(const cli_command *self, cli_words *words,
                              const cli_option *options, size_t count)
{
    const host_status code = cli_parse(self, words, options, count);

    return !code && words->count
               ? cli_usage(self, "'%s' is not an option", words->word[0])
               : code;
}

/* Names the game options that there are. */
static void complain_option(const char *text, size_t length)
{
    char words[128] = "";

    for (unsigned i = 0; tob_option_at(i); i++) {
        const size_t used = strlen(words);
        snprintf(words + used, sizeof words - used, "%s%s", i ? ", " : "",
                 tob_option_at(i)->word);
    }
    host_complain("there is no game option '%.*s': %s", (int)length, text, words);
}

/* Complains about an option that needs another one; false if none does. */
static bool complain_lacking(unsigned options)
{
    const unsigned lacking = tob_options_lacking(options);

    for (unsigned i = 0; lacking && tob_option_at(i); i++)
        for (unsigned k = 0; tob_option_at(k); k++)
            if (options & tob_option_at(i)->bit &&
                tob_option_at(i)->needs & lacking & tob_option_at(k)->bit)
                host_complain("the game option %s needs %s", tob_option_at(i)->word,
                              tob_option_at(k)->word);
    return lacking != 0;
}

bool cli_game_options(const char *text, uint8_t *options)
{
    *options = 0;
    while (*text) {
        const size_t length = strcspn(text, ",");
        const unsigned bit = tob_option_find(text, length);
        if (!bit) {
            complain_option(text, length);
            return false;
        }
        *options |= (uint8_t)bit;
        text += length;
        text += *text == ',';
    }
    return !complain_lacking(*options);
}

bool cli_island(const char *text, uint8_t *island)
{
    const int found = tob_island_find(text, strlen(text));

    if (found < 0) {
        host_complain("there is no island '%s' (I2): codes run from ABC0 to acb1", text);
        return false;
    }
    *island = (uint8_t)found;
    return true;
}

host_status cli_game(const char *option_list, const char *code, uint8_t *options,
                     uint8_t *island)
{
    if (!cli_game_options(option_list, options))
        return HOST_USAGE;
    return !code || cli_island(code, island) ? HOST_DONE : HOST_REFUSED;
}

unsigned cli_cores(unsigned most)
{
    const long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores > 0 && cores <= (long)most ? (unsigned)cores : 1;
}
