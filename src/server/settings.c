#include "server/settings.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* ---- Kinds ---- */

typedef enum kind {
    FLAG,
    TEXT,
    CONTACT,
    NUMBER,
    LISTEN,
    URL,
    PROXIES,
    HEADER,
    KIND_COUNT
} kind;

typedef struct setting {
    const char *name;
    kind kind;
    size_t offset; /* of the field in srv_settings */
    const char *standard;
    uint64_t least, most;
} setting;

/* Reads a value into its field. Returns NULL, or what is wrong with it. */
typedef const char *reader(const setting *row, void *field, const char *text);

static const char *read_flag(const setting *row, void *field, const char *text)
{
    static const char *const words[2][4] = {{"no", "false", "off", "0"},
                                            {"yes", "true", "on", "1"}};

    (void)row;
    for (unsigned i = 0; i < 8; i++)
        if (strcmp(words[i % 2][i / 2], text) == 0) {
            *(bool *)field = i % 2;
            return NULL;
        }
    return "it is yes or no";
}

static const char *read_text(const setting *row, void *field, const char *text)
{
    (void)row;
    if (!*text)
        return "it is empty";
    *(const char **)field = text;
    return NULL;
}

/* Push services show it to people, and it is signed as part of a JSON text. */
static const char *read_contact(const setting *row, void *field, const char *text)
{
    enum { LONGEST = 128 };
    size_t length = 0;

    if (strncmp(text, "mailto:", 7) != 0 && strncmp(text, "https:", 6) != 0)
        return "it is mailto:... or https:...";
    while (text[length] > ' ' && text[length] <= '~' && text[length] != '"' &&
           text[length] != '\\')
        length++;
    return text[length] || length > LONGEST ? "it is no address that others can use"
                                            : read_text(row, field, text);
}

static const char *read_number(const setting *row, void *field, const char *text)
{
    static char wrong[80];
    uint64_t number;

    if (!host_number(text, row->least, row->most, &number)) {
        snprintf(wrong, sizeof wrong, "it is a whole number from %llu to %llu",
                 (unsigned long long)row->least, (unsigned long long)row->most);
        return wrong;
    }
    *(uint32_t *)field = (uint32_t)number;
    return NULL;
}

static const char *read_listen(const setting *row, void *field, const char *text)
{
    srv_address address = {.size = 0};
    const char *const wrong = srv_address_read(&address, text);

    (void)row;
    if (!wrong)
        *(srv_address *)field = address;
    return wrong;
}

static const char *read_url(const setting *row, void *field, const char *text)
{
    (void)row;
    return srv_url_read(field, text);
}

static const char *read_proxies(const setting *row, void *field, const char *text)
{
    (void)row;
    return srv_proxies_read(field, text);
}

static const char *read_header(const setting *row, void *field, const char *text)
{
    const bool forwarded = strcasecmp(text, "forwarded") == 0;

    (void)row;
    if (!forwarded && strcasecmp(text, "x-forwarded-for") != 0)
        return "it is x-forwarded-for or forwarded";
    *(bool *)field = forwarded;
    return NULL;
}

static reader *const kinds[KIND_COUNT] = {
    [FLAG] = read_flag,       [TEXT] = read_text,     [CONTACT] = read_contact,
    [NUMBER] = read_number,   [LISTEN] = read_listen, [URL] = read_url,
    [PROXIES] = read_proxies, [HEADER] = read_header,
};

/* ---- The table ---- */

#define ROW(kind, field, name, value, standard, least, most, text) \
    {name, kind, offsetof(srv_settings, field), standard, least, most},
#define LIMIT_ROW(name, standard, least, most, text) \
    {"limit-" #name, NUMBER, offsetof(srv_settings, quotas.name), #standard, least, most},

static const setting rows[SRV_SETTING_COUNT] = {SRV_SETTINGS(ROW) SRV_LIMITS(LIMIT_ROW)};

enum { WHY_MAX = 256, WHERE_MAX = 4200 };

/* A name as people read it. */
static const char *shown(int id, char name[static SRV_NAME_MAX])
{
    size_t i = 0;

    for (; rows[id].name[i] && i < SRV_NAME_MAX - 1; i++)
        name[i] = rows[id].name[i] == '_' ? '-' : rows[id].name[i];
    name[i] = '\0';
    return name;
}

int srv_setting_find(const char *name, size_t length)
{
    char each[SRV_NAME_MAX];

    for (int id = 0; id < SRV_SETTING_COUNT; id++) {
        size_t same = 0;
        shown(id, each);
        while (same < length && each[same] &&
               each[same] == (name[same] == '_' ? '-' : name[same]))
            same++;
        if (same == length && !each[same])
            return id;
    }
    return -1;
}

bool srv_setting_is_flag(int id)
{
    return rows[id].kind == FLAG;
}

/* The setting whose name is nearest, and how far away it is. */
static int nearest(const char *name, unsigned *distance)
{
    char each[SRV_NAME_MAX];
    int best = 0;

    *distance = UINT32_MAX;
    for (int id = 0; id < SRV_SETTING_COUNT; id++) {
        const unsigned apart = host_distance(name, shown(id, each));
        if (apart < *distance) {
            *distance = apart;
            best = id;
        }
    }
    return best;
}

/* A name so near that somebody has mistyped it: one letter in three. */
static bool is_near(const char *name, unsigned distance)
{
    return distance <= 2 * (1 + strlen(name) / 3);
}

bool srv_setting_nearest(const char *name, size_t length, char best[static SRV_NAME_MAX])
{
    char word[SRV_NAME_MAX];
    unsigned distance;

    snprintf(word, sizeof word, "%.*s", length < 40 ? (int)length : 40, name);
    shown(nearest(word, &distance), best);
    return is_near(word, distance);
}

static void explain_unknown(const char *name, size_t length, char why[static WHY_MAX])
{
    const int shows = length < 40 ? (int)length : 40;
    char best[SRV_NAME_MAX];

    if (srv_setting_nearest(name, length, best))
        snprintf(why, WHY_MAX, "there is no setting '%.*s'; did you mean %s?", shows,
                 name, best);
    else
        snprintf(why, WHY_MAX,
                 "there is no setting '%.*s'; 'tobago serve --check-config' lists them",
                 shows, name);
}

/* ---- Values ---- */

void srv_settings_init(srv_settings *settings)
{
    memset(settings, 0, sizeof *settings);
    for (int id = 0; id < SRV_SETTING_COUNT; id++)
        if (rows[id].standard)
            srv_setting_set(settings, id, rows[id].standard, SRV_FROM_DEFAULT, 0);
}

void srv_settings_clear(srv_settings *settings)
{
    host_text_clear(&settings->content);
}

const char *srv_setting_set(srv_settings *settings, int id, const char *text,
                            srv_source source, unsigned line)
{
    const setting *const row = &rows[id];
    const char *const wrong = kinds[row->kind](row, (char *)settings + row->offset, text);

    if (wrong)
        return wrong;
    settings->given[id].source = source;
    settings->given[id].line = line;
    settings->given[id].text = text;
    return NULL;
}

host_status srv_settings_settle(srv_settings *settings)
{
    if (!settings->given[SRV_SETTING_address].text)
        srv_setting_set(settings, SRV_SETTING_address,
                        settings->lan ? "0.0.0.0:8700" : "127.0.0.1:8700",
                        SRV_FROM_DEFAULT, 0);
    settings->proxies.forwarded = settings->forwarded;
    if (settings->tls_key && !settings->tls_certificate) {
        host_complain("tls-key is set, and tls-certificate is not");
        return HOST_REFUSED;
    }
    if (strcmp(settings->log, "off") != 0 && strcmp(settings->log, "text") != 0 &&
        strcmp(settings->log, "json") != 0) {
        host_complain("log '%s': it is off, text or json", settings->log);
        return HOST_REFUSED;
    }
    if (settings->metrics.size && !srv_address_is_loopback(&settings->metrics)) {
        host_complain("metrics '%s': they are for this machine alone, at an address like "
                      "127.0.0.1:9700",
                      settings->given[SRV_SETTING_metrics].text);
        return HOST_REFUSED;
    }
    return HOST_DONE;
}

/* ---- The file ---- */

enum { FILE_MAX_BYTES = 64 * 1024 };

static bool is_blank(char c)
{
    return c == ' ' || c == '\t';
}

/* Is every byte of a line a letter of UTF-8 or a tab? */
static bool is_text(const char *line, size_t length)
{
    for (size_t at = 0; at < length;) {
        const size_t bytes =
            line[at] == '\t' ? 1 : host_letter_bytes(line + at, length - at);
        if (bytes == 0)
            return false;
        at += bytes;
    }
    return true;
}

/* Cuts off blanks at both ends and the comment: a '#' at the beginning or behind a blank.
 * Returns the line's first letter. */
static char *trim(char *line)
{
    char *end;

    line += strspn(line, " \t");
    for (end = line; *end; end++)
        if (*end == '#' && (end == line || is_blank(end[-1])))
            break;
    while (end > line && is_blank(end[-1]))
        end--;
    *end = '\0';
    return line;
}

/* Takes one line, which is cut into name and value. False, with the reason, if it is
 * wrong. */
static bool take_line(srv_settings *settings, char *line, unsigned number,
                      char why[static WHY_MAX])
{
    char *const name = trim(line);
    char *value = strchr(name, '=');
    size_t length = value ? (size_t)(value - name) : 0;
    const char *wrong;
    int id;

    if (!*name)
        return true;
    while (length && is_blank(name[length - 1]))
        length--;
    if (!length) {
        snprintf(why, WHY_MAX, "a line is 'name = value' or a comment behind a '#'");
        return false;
    }
    value++;
    value += strspn(value, " \t");
    id = srv_setting_find(name, length);
    if (id < 0) {
        explain_unknown(name, length, why);
        return false;
    }
    name[length] = '\0';
    if (settings->given[id].source == SRV_FROM_FILE) {
        snprintf(why, WHY_MAX, "line %u has set %s before", settings->given[id].line,
                 name);
        return false;
    }
    wrong = srv_setting_set(settings, id, value, SRV_FROM_FILE, number);
    if (wrong)
        snprintf(why, WHY_MAX, "%s '%.60s': %s", name, value, wrong);
    return !wrong;
}

host_status srv_settings_content(srv_settings *settings, const char *path,
                                 host_text *content)
{
    static const char mark[] = "\xef\xbb\xbf"; /* which some editors write */
    host_status code = HOST_DONE;
    char why[WHY_MAX];
    char *line, *end;
    unsigned number = 1;

    settings->path = path;
    settings->content = *content;
    *content = (host_text){0};
    if (settings->content.length > FILE_MAX_BYTES) {
        host_complain("%s: a config file has at most %d kB", path, FILE_MAX_BYTES / 1024);
        return HOST_REFUSED;
    }
    if (!settings->content.bytes)
        return HOST_DONE;
    line = settings->content.bytes;
    end = line + settings->content.length;
    if (strncmp(line, mark, strlen(mark)) == 0)
        line += strlen(mark);
    for (; line < end; number++) {
        char *const newline = memchr(line, '\n', (size_t)(end - line));
        char *const next = newline ? newline + 1 : end;
        size_t length = (size_t)((newline ? newline : end) - line);
        bool right;
        if (length && line[length - 1] == '\r')
            length--;
        line[length] = '\0';
        right = is_text(line, length);
        if (right)
            right = take_line(settings, line, number, why);
        else
            snprintf(why, sizeof why, "the line is not text in UTF-8");
        if (!right) {
            host_complain("%s:%u: %s", path, number, why);
            code = HOST_REFUSED;
        }
        line = next;
    }
    return code;
}

host_status srv_settings_file(srv_settings *settings, const char *path)
{
    host_text content = {0};
    host_status code = host_text_read(&content, path, FILE_MAX_BYTES);

    if (!code)
        code = srv_settings_content(settings, path, &content);
    host_text_clear(&content);
    return code;
}

/* ---- The environment ---- */

/* TOBAGO_SOME_NAME becomes some-name; false if the variable is none of ours. */
static bool name_of_variable(const char *variable, size_t length,
                             char name[static SRV_NAME_MAX])
{
    static const char prefix[] = "TOBAGO_";
    const size_t before = sizeof prefix - 1;

    if (length <= before || length - before >= SRV_NAME_MAX ||
        strncmp(variable, prefix, before) != 0)
        return false;
    for (size_t i = before; i < length; i++) {
        const char c = variable[i];
        name[i - before] = c == '_'               ? '-'
                           : c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a')
                                                  : c;
    }
    name[length - before] = '\0';
    return true;
}

/* Other programs have variables of this prefix, too: one that is like none of the
 * settings is theirs. */
static host_status take_variable(srv_settings *settings, const char *variable)
{
    static const char *const others[] = {"config", "play"};
    const char *const equals = strchr(variable, '=');
    char name[SRV_NAME_MAX], best[SRV_NAME_MAX];
    const char *wrong;
    unsigned distance;
    int id;

    if (!equals || !name_of_variable(variable, (size_t)(equals - variable), name))
        return HOST_DONE;
    for (size_t i = 0; i < sizeof others / sizeof *others; i++)
        if (strcmp(name, others[i]) == 0)
            return HOST_DONE;
    id = srv_setting_find(name, strlen(name));
    if (id < 0) {
        id = nearest(name, &distance);
        if (strlen(name) < 4 || distance > 2)
            return HOST_DONE;
        host_complain("%.*s: there is no setting '%s'; did you mean %s?",
                      (int)(equals - variable), variable, name, shown(id, best));
        return HOST_REFUSED;
    }
    wrong = srv_setting_set(settings, id, equals + 1, SRV_FROM_ENVIRONMENT, 0);
    if (wrong)
        host_complain("%.*s '%.60s': %s", (int)(equals - variable), variable, equals + 1,
                      wrong);
    return wrong ? HOST_REFUSED : HOST_DONE;
}

host_status srv_settings_environment(srv_settings *settings, char *const *environment)
{
    host_status code = HOST_DONE;

    for (; *environment; environment++)
        if (take_variable(settings, *environment))
            code = HOST_REFUSED;
    return code;
}

/* ---- Printing ---- */

/* TOBAGO_SOME_NAME of some-name. */
static void write_variable(const char *name, char *out, size_t room)
{
    size_t used = (size_t)snprintf(out, room, "TOBAGO_");

    for (; *name && used + 1 < room; name++)
        out[used++] = *name == '-'                   ? '_'
                      : *name >= 'a' && *name <= 'z' ? (char)(*name - 'a' + 'A')
                                                     : *name;
    out[used] = '\0';
}

/* Where a value comes from, as --check-config prints it. */
static void write_source(const srv_settings *settings, int id, char *out, size_t room)
{
    char name[SRV_NAME_MAX];

    shown(id, name);
    switch (settings->given[id].source) {
    case SRV_FROM_DEFAULT: snprintf(out, room, "default"); break;
    case SRV_FROM_FILE:
        snprintf(out, room, "%s:%u", settings->path, settings->given[id].line);
        break;
    case SRV_FROM_ENVIRONMENT: write_variable(name, out, room); break;
    case SRV_FROM_FLAG: snprintf(out, room, "--%s", name); break;
    }
}

void srv_setting_where(const srv_settings *settings, int id, char *out, size_t room)
{
    const srv_source source = settings->given[id].source;
    char name[SRV_NAME_MAX];

    shown(id, name);
    if (source == SRV_FROM_FILE)
        snprintf(out, room, "%s:%u: %s", settings->path, settings->given[id].line, name);
    else if (source == SRV_FROM_DEFAULT)
        snprintf(out, room, "%s", name);
    else
        write_source(settings, id, out, room);
}

/* A setting without a value is a comment, so that the whole is a config file again. */
void srv_settings_print(const srv_settings *settings, FILE *out)
{
    for (int id = 0; id < SRV_SETTING_COUNT; id++) {
        const char *const text = settings->given[id].text;
        char name[SRV_NAME_MAX], line[128], source[WHERE_MAX];
        write_source(settings, id, source, sizeof source);
        if (text)
            snprintf(line, sizeof line, "%s = ", shown(id, name));
        else
            snprintf(line, sizeof line, "#%s =", shown(id, name));
        fprintf(out, "%s%s%*s  # ", line, text ? text : "",
                (int)(strlen(line) + (text ? strlen(text) : 0) < 40
                          ? 40 - strlen(line) - (text ? strlen(text) : 0)
                          : 0),
                "");
        fprintf(out, "%s\n", source);
    }
}
