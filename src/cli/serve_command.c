/* serve: reads the settings from the config file, the environment and the flags, and has
 * the server serve. */
#include "cli/commands.h"
#include "control/side.h"
#include "server/serve.h"

#include <stdlib.h>
#include <string.h>

extern char **environ;

enum { LIMIT_NAME_MAX = 64 };

/* What the command line says beside the settings. */
typedef struct serve_wishes {
    const char *config;
    bool check;
} serve_wishes;

/* An option as it stands on the command line: --NAME, --NAME=VALUE or --NAME VALUE. */
typedef struct serve_flag {
    const char *name; /* without the hyphens */
    size_t length;
    const char *value; /* NULL: none was given with '=' */
} serve_flag;

static bool is_called(const serve_flag *option, const char *name)
{
    return option->length == strlen(name) &&
           strncmp(option->name, name, option->length) == 0;
}

/* Takes an option's value from the next word, unless it was given with '='. */
static bool take_value(serve_flag *option, const cli_words *words, int *at)
{
    if (!option->value && *at + 1 < words->count)
        option->value = words->word[++*at];
    return option->value;
}

/* --limit NAME=N, which may be given many times, is --limit-NAME N. */
static host_status set_limit(const cli_command *self, srv_settings *settings,
                             const char *given)
{
    const char *const equals = strchr(given, '=');
    char name[LIMIT_NAME_MAX];
    const char *wrong;
    int id;

    if (!equals)
        return cli_usage(self, "--limit '%s': a limit is NAME=N", given);
    snprintf(name, sizeof name, "limit-%.*s", (int)(equals - given), given);
    id = srv_setting_find(name, strlen(name));
    if (id < 0)
        return cli_usage(self, "--limit '%s': there is no such limit", given);
    wrong = srv_setting_set(settings, id, equals + 1, SRV_FROM_FLAG, 0);
    return wrong ? cli_usage(self, "--limit '%s': %s", given, wrong) : HOST_DONE;
}

static host_status set(const cli_command *self, srv_settings *settings, int id,
                       const serve_flag *option)
{
    const char *const value = option->value ? option->value : "yes";
    const char *wrong;

    if (settings->given[id].source == SRV_FROM_FLAG)
        return cli_usage(self, "--%.*s is given twice", (int)option->length,
                         option->name);
    wrong = srv_setting_set(settings, id, value, SRV_FROM_FLAG, 0);
    return wrong ? cli_usage(self, "--%.*s '%s': %s", (int)option->length, option->name,
                             value, wrong)
                 : HOST_DONE;
}

/* Takes the option at words[*at]: first those of 'wishes' alone, then, with settings, the
 * others alone, because the config file has to be read between the two. */
static host_status take_option(const cli_command *self, const cli_words *words, int *at,
                               serve_wishes *wishes, srv_settings *settings)
{
    const char *const word = words->word[*at];
    const size_t length = strcspn(word, "=");
    serve_flag option = {word + 2, length - 2, word[length] ? word + length + 1 : NULL};
    char best[SRV_NAME_MAX];
    int id;

    if (strncmp(word, "--", 2) != 0 || length < 3)
        return cli_usage(self, "'%s' is not an option", word);
    if (is_called(&option, "check-config")) {
        wishes->check = true;
        return option.value ? cli_usage(self, "--check-config takes no value")
                            : HOST_DONE;
    }
    id = srv_setting_find(option.name, option.length);
    if (!(id >= 0 && srv_setting_is_flag(id)) && !take_value(&option, words, at) &&
        (id >= 0 || is_called(&option, "config") || is_called(&option, "limit")))
        return cli_usage(self, "%s needs a value", word);
    if (is_called(&option, "config")) {
        wishes->config = option.value;
        return HOST_DONE;
    }
    if (!settings)
        return HOST_DONE;
    if (is_called(&option, "limit"))
        return set_limit(self, settings, option.value);
    if (id >= 0)
        return set(self, settings, id, &option);
    return srv_setting_nearest(option.name, option.length, best)
               ? cli_usage(self, "there is no option %s; did you mean --%s?", word, best)
               : cli_usage(self, "there is no option %s", word);
}

static host_status take_options(const cli_command *self, const cli_words *words,
                                serve_wishes *wishes, srv_settings *settings)
{
    host_status code = HOST_DONE;

    for (int i = 0; !code && i < words->count; i++)
        code = take_option(self, words, &i, wishes, settings);
    return code;
}

/* Reads everything, the weakest source first. */
static host_status read_settings(const cli_command *self, const cli_words *words,
                                 serve_wishes *wishes, srv_settings *settings)
{
    host_status code = take_options(self, words, wishes, NULL), more;

    if (code)
        return code;
    if (!wishes->config)
        wishes->config = getenv("TOBAGO_CONFIG");
    if (wishes->config)
        code = srv_settings_file(settings, wishes->config);
    more = srv_settings_environment(settings, environ);
    code = code ? code : more;
    more = take_options(self, words, wishes, settings);
    code = more ? more : code;
    return code ? code : srv_settings_settle(settings);
}

host_status cli_run_serve(const cli_command *self, cli_words *words)
{
    srv_settings settings;
    serve_wishes wishes = {.config = NULL};
    host_status code;

    srv_settings_init(&settings);
    code = read_settings(self, words, &wishes, &settings);
    if (!code && wishes.check) {
        srv_settings_print(&settings, stdout);
        code = srv_settings_check(&settings);
    } else if (!code) {
        code = srv_serve(&settings, &ctl_side);
    }
    srv_settings_clear(&settings);
    return code;
}
