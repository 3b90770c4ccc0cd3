/* A small judge of JSON: is a text one value of the grammar, with nothing after it? */
#ifndef TOBAGO_TESTS_JSON_H
#define TOBAGO_TESTS_JSON_H

#include <stdbool.h>
#include <string.h>

static inline const char *json_after_string(const char *at)
{
    if (*at++ != '"')
        return NULL;
    for (; *at != '"'; at++) {
        if ((unsigned char)*at < 0x20)
            return NULL;
        if (*at != '\\')
            continue;
        at++;
        if (*at == 'u' && strspn(at + 1, "0123456789abcdef") >= 4)
            at += 4;
        else if (!*at || !strchr("\"\\/bfnrt", *at))
            return NULL;
    }
    return at + 1;
}

static inline const char *json_after_value(const char *at);

/* What follows the elements of an array or object that was opened here. */
static inline const char *json_after_elements(const char *at, char close)
{
    if (*at == close)
        return at + 1;
    for (;;) {
        if (close == '}') {
            at = json_after_string(at);
            if (!at || *at++ != ':')
                return NULL;
        }
        at = json_after_value(at);
        if (!at || (*at != ',' && *at != close))
            return NULL;
        if (*at++ == close)
            return at;
    }
}

static inline const char *json_after_value(const char *at)
{
    static const char *const words[] = {"null", "true", "false"};
    size_t digits;

    if (*at == '{' || *at == '[')
        return json_after_elements(at + 1, *at == '{' ? '}' : ']');
    if (*at == '"')
        return json_after_string(at);
    for (unsigned i = 0; i < 3; i++)
        if (strncmp(at, words[i], strlen(words[i])) == 0)
            return at + strlen(words[i]);
    at += *at == '-';
    digits = strspn(at, "0123456789");
    if (!digits || (digits > 1 && *at == '0'))
        return NULL;
    at += digits;
    if (*at != '.')
        return at;
    digits = strspn(at + 1, "0123456789");
    return digits ? at + 1 + digits : NULL;
}

static inline bool is_json(const char *text)
{
    const char *end = json_after_value(text);

    return end && !*end;
}

#endif
