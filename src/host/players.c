/* Lists of players: people, levels with their iterations, programs with their arguments.
 */
#include <string.h>

#include "host/seat.h"

#define LEVELS_OR_PROGRAM                                                            \
    "a level (random, greedy, easy, medium, hard, expert), a level with iterations " \
    "(expert:10000), or cmd:PROGRAM"

/* Counts the bytes up to the next comma outside quotes. */
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

/* Leaves the quotes out of a text that is one pair of them with something in between. */
static void unquote(const char **text, size_t *length)
{
    const char *end = *text + *length - 1;

    if (*length > 2 && (**text == '\'' || **text == '"') &&
        memchr(*text + 1, **text, *length - 1) == end) {
        ++*text;
        *length -= 2;
    }
}

/* Splits the command of a program at blanks; quotes keep blanks in a word and vanish.
 * Returns NULL, or a complaint about the command. */
static const char *read_command(seat_choice *choice, const char *text, size_t length)
{
    char *out = choice->command;
    unsigned count = 0;
    char quote = 0;
    bool inside = false;

    choice->kind = SEAT_PROGRAM;
    unquote(&text, &length);
    for (size_t i = 0; i < length; i++) {
        if (!inside && text[i] != ' ') {
            if (count == SEAT_WORDS_MAX)
                return "a command has at most 32 words";
            choice->words[count++] = out;
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
    choice->words[count] = NULL;
    if (quote)
        return "a quote is not closed";
    return count && choice->words[0][0] ? NULL : "a program is missing after cmd:";
}

/* Reads "expert", "expert:10000", or, where no people play, "open-expert:10000". */
static const char *read_level(seat_choice *choice, const char *text, size_t length,
                              bool people)
{
    if (!people && length > 5 && strncmp(text, "open-", 5) == 0) {
        choice->open = true;
        text += 5;
        length -= 5;
    }
    const char *colon = memchr(text, ':', length);
    const size_t letters = colon ? (size_t)(colon - text) : length;
    const int level = ai_level_find(text, letters);
    char digits[16] = "";
    uint64_t number = 0;

    if (level < 0)
        return people ? "is no player: human, " LEVELS_OR_PROGRAM
                      : "is no bot: " LEVELS_OR_PROGRAM;
    if (colon && length - letters <= sizeof digits)
        memcpy(digits, colon + 1, length - letters - 1);
    if (colon && !host_number(digits, 1, UINT32_MAX, &number))
        return "wants a number of iterations from 1 to 4294967295 after the colon";
    choice->kind = SEAT_LEVEL;
    choice->level = (ai_level)level;
    choice->iterations = (uint32_t)number;
    return NULL;
}

/* Reads one player. Returns NULL, or a complaint about the text. */
static const char *read_player(seat_choice *choice, const char *text, size_t length,
                               bool people)
{
    if (length > SEAT_NAME_MAX)
        return "is too long";
    if (!rec_is_utf8(text, length))
        return "is not UTF-8, or has control bytes";
    memcpy(choice->name, text, length);
    choice->name[length] = '\0';
    unquote(&text, &length);
    if (people && length == 5 && strncmp(text, "human", 5) == 0)
        return NULL; /* SEAT_PERSON is 0 */
    if (length >= 4 && strncmp(text, "cmd:", 4) == 0)
        return read_command(choice, text + 4, length - 4);
    return read_level(choice, text, length, people);
}

unsigned seat_read_list(const char *list, bool people, unsigned most,
                        seat_choice choice[])
{
    for (unsigned i = 0; i < most; i++) {
        const char *wrong;
        size_t length;
        list += strspn(list, " ");
        length = item_length(list);
        choice[i] = (seat_choice){0};
        wrong = read_player(&choice[i], list, length, people);
        if (wrong) {
            host_complain("'%.*s': %s", (int)(length > 80 ? 80 : length), list, wrong);
            return 0;
        }
        if (list[length] != ',')
            return i + 1;
        list += length + 1;
    }
    host_complain("at most %u %s play", most, people ? "players" : "bots");
    return 0;
}
