/* What a file's name says about it: its media type, and whether it may be kept forever.
 */
#include <string.h>
#include <strings.h>

#include "net/site.h"

static const struct {
    const char *ending, *type;
} types[] = {
    {"html", "text/html; charset=utf-8"},
    {"js", "text/javascript; charset=utf-8"},
    {"mjs", "text/javascript; charset=utf-8"},
    {"css", "text/css; charset=utf-8"},
    {"wasm", "application/wasm"},
    {"svg", "image/svg+xml"},
    {"png", "image/png"},
    {"jpg", "image/jpeg"},
    {"jpeg", "image/jpeg"},
    {"webp", "image/webp"},
    {"avif", "image/avif"},
    {"gif", "image/gif"},
    {"ico", "image/x-icon"},
    {"json", "application/json"},
    {"map", "application/json"},
    {"webmanifest", "application/manifest+json"},
    {"txt", "text/plain; charset=utf-8"},
    {"md", "text/markdown; charset=utf-8"},
    {"tobago", "text/plain; charset=utf-8"},
    {"xml", "application/xml"},
    {"pdf", "application/pdf"},
    {"woff2", "font/woff2"},
    {"mp3", "audio/mpeg"},
    {"ogg", "audio/ogg"},
    {"wav", "audio/wav"},
    {"gz", "application/gzip"},
};

const char *srv_media_type(const char *name)
{
    const char *dot = strrchr(name, '.');

    if (dot && !strchr(dot, '/'))
        for (size_t i = 0; i < sizeof types / sizeof *types; i++)
            if (strcasecmp(dot + 1, types[i].ending) == 0)
                return types[i].type;
    return "application/octet-stream";
}

enum { HASH_LETTERS = 8 };

bool srv_name_is_hashed(const char *name)
{
    static const char base32[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
    static const char hexadecimal[] = "0123456789abcdef";
    const char *slash = strrchr(name, '/');
    const char *base = slash ? slash + 1 : name;
    const char *dot = strrchr(base, '.');
    const char *part = dot;
    size_t letters;

    if (!dot)
        return false;
    while (part > base && part[-1] != '-' && part[-1] != '.')
        part--;
    letters = (size_t)(dot - part);
    if (part == base || letters < HASH_LETTERS)
        return false;
    return (letters == HASH_LETTERS && strspn(part, base32) == letters) ||
           (strspn(part, hexadecimal) == letters &&
            strcspn(part, "0123456789") < letters);
}
