#include "frame.h"

#include <string.h>

/* Behind a text's closing quote; 'at' is behind the opening one. */
static const char *skip_text(const char *at, const char *end)
{
    while (at < end) {
        const char *quote = memchr(at, '"', (size_t)(end - at));
        const char *back = quote;

        if (!quote)
            return end;
        while (back > at && back[-1] == '\\')
            back--;
        if ((quote - back) % 2 == 0)
            return quote + 1;
        at = quote + 1;
    }
    return end;
}

/* Behind a value; counts the texts in it. */
static const char *skip_value(const char *at, const char *end, unsigned *texts)
{
    unsigned depth = 0;

    do {
        switch (*at++) {
        case '"':
            at = skip_text(at, end);
            ++*texts;
            break;
        case '[':
        case '{': depth++; break;
        case ']':
        case '}': depth--; break;
        default:
            while (depth == 0 && at < end && *at != ',' && *at != '}' && *at != ']')
                at++;
        }
    } while (depth > 0 && at < end);
    return at;
}

static const char *skip_space(const char *at, const char *end)
{
    while (at < end && (*at == ' ' || *at == '\n' || *at == '\t' || *at == '\r'))
        at++;
    return at;
}

/* Reads the next pair of an object and moves on; false at its end. */
static bool next_pair(const char **at, const char *end, frame_span *key,
                      frame_span *value, unsigned *texts)
{
    const char *from = skip_space(*at, end);

    if (from >= end || *from == '}')
        return false;
    from = skip_space(from + 1, end); /* behind the brace or comma */
    if (from >= end || *from != '"')
        return false;
    key->at = ++from;
    from = skip_text(from, end);
    key->length = (size_t)(from - key->at) - 1;
    from = skip_space(from, end);
    if (from >= end || *from != ':')
        return false;
    value->at = skip_space(from + 1, end);
    if (value->at >= end)
        return false;
    *texts = 0;
    *at = skip_value(value->at, end, texts);
    value->length = (size_t)(*at - value->at);
    return true;
}

static frame_span inside(frame_span value)
{
    return value.length >= 2 ? (frame_span){value.at + 1, value.length - 2}
                             : (frame_span){"", 0};
}

bool frame_is(frame_span word, const char *text)
{
    return word.length == strlen(text) && memcmp(word.at, text, word.length) == 0;
}

bool frame_read(frame *found, const char *text, size_t length)
{
    const char *at = text, *end = text + length;
    frame_span key, value;
    unsigned texts;

    memset(found, 0, sizeof *found);
    at = skip_space(at, end);
    if (at == end || *at != '{')
        return false;
    while (next_pair(&at, end, &key, &value, &texts)) {
        if (frame_is(key, "re")) {
            found->answers = true;
        } else if (frame_is(key, "n")) {
            for (size_t i = 0; i < value.length && value.at[i] >= '0'; i++)
                found->n = found->n * 10 + (uint32_t)(value.at[i] - '0');
        } else if (frame_is(key, "is")) {
            found->is = inside(value);
        } else if (frame_is(key, "kind")) {
            found->kind = inside(value);
        } else if (frame_is(key, "table")) {
            found->table = inside(value);
        } else if (frame_is(key, "link")) {
            found->link = inside(value);
        } else if (frame_is(key, "error")) {
            found->error = value;
        } else if (frame_is(key, "legal") && *value.at == '[') {
            found->legal = inside(value);
            found->lines = texts;
        }
    }
    return true;
}

frame_span frame_find(frame_span object, const char *key)
{
    const char *at = object.at, *end = object.at + object.length;
    frame_span name, value;
    unsigned texts;

    while (object.length && next_pair(&at, end, &name, &value, &texts)) {
        if (frame_is(name, key))
            return *value.at == '"' ? inside(value) : value;
    }
    return (frame_span){"", 0};
}

frame_span frame_choose(const frame *found, tob_rng *rng)
{
    const char *at = found->legal.at, *end = at + found->legal.length;
    frame_span line = {"", 0};

    for (unsigned left = tob_rng_below(rng, found->lines) + 1; left > 0 && at < end;
         left--) {
        at = (const char *)memchr(at, '"', (size_t)(end - at)) + 1;
        line.at = at;
        at = skip_text(at, end);
        line.length = (size_t)(at - line.at) - 1;
    }
    return line;
}
