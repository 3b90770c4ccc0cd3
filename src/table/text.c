/* Writing events and reading them back, word by word. */
#include <string.h>

#include "table/core.h"

void put_bytes(host_text *out, const char *bytes, size_t length)
{
    host_text_append(out, bytes, length);
}

void put_text(host_text *out, const char *text)
{
    host_text_append(out, text, strlen(text));
}

void put_number(host_text *out, uint64_t number)
{
    char digits[20];
    size_t at = sizeof digits;

    do
        digits[--at] = (char)('0' + number % 10);
    while (number /= 10);
    host_text_append(out, digits + at, sizeof digits - at);
}

void put_hex(host_text *out, const uint8_t *bytes, size_t length)
{
    static const char digit[] = "0123456789abcdef";

    for (size_t i = 0; i < length; i++) {
        const char pair[2] = {digit[bytes[i] >> 4], digit[bytes[i] & 15]};
        host_text_append(out, pair, sizeof pair);
    }
}

void put_id(host_text *out, uint64_t id)
{
    uint8_t bytes[8];

    for (unsigned i = 0; i < sizeof bytes; i++)
        bytes[i] = (uint8_t)(id >> (56 - 8 * i));
    put_hex(out, bytes, sizeof bytes);
}

/* ---- Reading ---- */

static span nothing(cursor *c)
{
    c->bad = true;
    c->at = c->end;
    return (span){"", 0};
}

bool span_is(span s, const char *word)
{
    return s.length == strlen(word) && memcmp(s.text, word, s.length) == 0;
}

span read_word(cursor *c)
{
    span word = {c->at, 0};

    while (c->at < c->end && *c->at != ' ' && *c->at != '\n')
        c->at++;
    word.length = (size_t)(c->at - word.text);
    if (c->bad || !word.length)
        return nothing(c);
    if (c->at < c->end && *c->at == ' ')
        c->at++;
    return word;
}

span read_rest(cursor *c)
{
    span line = {c->at, 0};
    const char *end;

    if (c->bad || c->at >= c->end)
        return nothing(c);
    end = memchr(c->at, '\n', (size_t)(c->end - c->at));
    if (!end)
        return nothing(c);
    line.length = (size_t)(end - c->at);
    c->at = end + 1;
    return line;
}

void read_line_end(cursor *c)
{
    if (c->bad || c->at >= c->end || *c->at != '\n')
        nothing(c);
    else
        c->at++;
}

bool read_is(cursor *c, const char *word)
{
    cursor ahead = *c;
    const span next = read_word(&ahead);

    if (ahead.bad || !span_is(next, word))
        return false;
    *c = ahead;
    return true;
}

uint64_t read_number(cursor *c, uint64_t most)
{
    const span word = read_word(c);
    uint64_t number = 0;

    for (size_t i = 0; i < word.length; i++) {
        const unsigned digit = (unsigned)(unsigned char)word.text[i] - '0';
        if (digit > 9 || number > (UINT64_MAX - digit) / 10) {
            nothing(c);
            return 0;
        }
        number = number * 10 + digit;
    }
    if (c->bad || number > most) {
        nothing(c);
        return 0;
    }
    return number;
}

static bool hex_bytes(span word, uint8_t *out, size_t length)
{
    if (word.length != 2 * length)
        return false;
    for (size_t i = 0; i < word.length; i++) {
        const char letter = word.text[i];
        unsigned value;
        if (letter >= '0' && letter <= '9')
            value = (unsigned)(letter - '0');
        else if (letter >= 'a' && letter <= 'f')
            value = (unsigned)(letter - 'a' + 10);
        else
            return false;
        out[i / 2] = (uint8_t)(i % 2 ? out[i / 2] | value : value << 4);
    }
    return true;
}

void read_hex(cursor *c, uint8_t *out, size_t length)
{
    const span word = read_word(c);

    if (c->bad || !hex_bytes(word, out, length)) {
        memset(out, 0, length);
        nothing(c);
    }
}

uint64_t read_id(cursor *c)
{
    uint8_t bytes[8];
    uint64_t id = 0;

    read_hex(c, bytes, sizeof bytes);
    for (unsigned i = 0; i < sizeof bytes; i++)
        id = id << 8 | bytes[i];
    return id;
}

unsigned read_choice(cursor *c, const char *const *words, unsigned count)
{
    const span word = read_word(c);

    for (unsigned i = 0; i < count && !c->bad; i++)
        if (span_is(word, words[i]))
            return i;
    nothing(c);
    return 0;
}
