/* The list of bots: levels with their iterations, and programs with their arguments. */
#include <stdio.h>
#include <string.h>

#include "arena/arena.h"
#include "tobago/record.h"

/* Bytes up to the next comma that is not in quotes. */
static size_t item_length(const char *text)
{
    char quote = 0;
    size_t length = 0;

    for (; text[length] && (quote || text[length] != ','); length++) {
        if (quote)
            quote = text[length] == quote ? 0 : quote;
        else if (text[length] == '\'' || text[length] == '"')
            quote = text[length];
    }
    return length;
}

/* Is the text one pair of quotes with something in between? */
static bool is_quoted(const char *text, size_t length)
{
    return length > 2 && (text[0] == '\'' || text[0] == '"') &&
           memchr(text + 1, text[0], length - 1) == text + length - 1;
}

/* Splits a command at blanks; quotes keep blanks in a word and vanish. Returns what is
 * wrong with it, or NULL. */
static const char *split_command(arena_bot *bot, const char *text, size_t length)
{
    char *out = bot->command;
    unsigned count = 0;
    char quote = 0;
    bool inside = false;

    for (size_t i = 0; i < length; i++) {
        if (!inside && text[i] != ' ') {
            if (count == ARENA_WORDS_MAX)
                return "a command has at most 32 words";
            bot->words[count++] = out;
            inside = true;
        }
        if (quote ? text[i] == quote : text[i] == '\'' || text[i] == '"') {
            quote = quote ? 0 : text[i];
        } else if (text[i] == ' ' && !quote) {
            if (inside)
                *out++ = '\0';
            inside = false;
        } else {
            *out++ = text[i];
        }
    }
    *out = '\0';
    bot->words[count] = NULL;
    if (quote)
        return "a quote is not closed";
    return count && bot->words[0][0] ? NULL : "a program is missing after cmd:";
}

static const char *read_command(arena_bot *bot, const char *text, size_t length)
{
    if (is_quoted(text, length)) {
        text++;
        length -= 2;
    }
    return split_command(bot, text, length);
}

/* "expert", "expert:10000", or "open-expert:10000" */
static const char *read_level(arena_bot *bot, const char *text, size_t length)
{
    if (length > 5 && strncmp(text, "open-", 5) == 0) {
        bot->open = true;
        text += 5;
        length -= 5;
    }
    const char *colon = memchr(text, ':', length);
    const size_t letters = colon ? (size_t)(colon - text) : length;
    const int level = ai_level_find(text, letters);
    char digits[16] = "";
    uint64_t number = 0;

    if (level < 0)
        return "is no bot: a level (random, greedy, easy, medium, hard, expert), a level "
               "with iterations (expert:10000), or cmd:PROGRAM";
    if (colon && length - letters <= sizeof digits)
        memcpy(digits, colon + 1, length - letters - 1);
    if (colon && !host_number(digits, 1, UINT32_MAX, &number))
        return "wants a number of iterations from 1 to 4294967295 after the colon";
    bot->level = (ai_level)level;
    bot->iterations = (uint32_t)number;
    return NULL;
}

/* Returns what is wrong with it, or NULL. */
static const char *read_bot(arena_bot *bot, const char *text, size_t length)
{
    if (length > ARENA_NAME_MAX)
        return "is too long";
    if (!rec_is_utf8(text, length))
        return "is not UTF-8, or has control bytes";
    memcpy(bot->name, text, length);
    bot->name[length] = '\0';
    if (is_quoted(text, length)) {
        text++;
        length -= 2;
    }
    if (length >= 4 && strncmp(text, "cmd:", 4) == 0)
        return read_command(bot, text + 4, length - 4);
    return read_level(bot, text, length);
}

bool arena_read_bots(const char *list, arena_settings *settings)
{
    unsigned count = 0;

    for (bool more = true; more;) {
        const char *wrong;
        size_t length;
        list += strspn(list, " ");
        length = item_length(list);
        if (count == TOB_SEATS) {
            host_complain("at most %d bots play", TOB_SEATS);
            return false;
        }
        settings->bot[count] = (arena_bot){0};
        wrong = read_bot(&settings->bot[count], list, length);
        if (wrong) {
            host_complain("'%.*s': %s", (int)(length > 80 ? 80 : length), list, wrong);
            return false;
        }
        count++;
        more = list[length] == ',';
        list += length + more;
    }
    if (count < 2) {
        host_complain("at least 2 bots play");
        return false;
    }
    settings->bots = count;
    return true;
}

const char *arena_label(const arena_settings *settings, unsigned bot,
                        char label[static ARENA_LABEL_MAX])
{
    const char *name = settings->bot[bot].name;
    unsigned alike = 0;

    for (unsigned i = 0; i < settings->bots; i++)
        alike += strcmp(settings->bot[i].name, name) == 0;
    if (alike > 1)
        snprintf(label, ARENA_LABEL_MAX, "%s, bot %u", name, bot + 1);
    else
        snprintf(label, ARENA_LABEL_MAX, "%s", name);
    return label;
}
