/* The settings of the server: one table, from which the flags of 'tobago serve', the
 * environment, the config file, --check-config and --help are all made.
 *
 * A setting called "some-name" is the flag --some-name VALUE, the variable
 * TOBAGO_SOME_NAME and the line "some-name = VALUE" of the file. A flag wins over the
 * environment, that over the file, and that over the default. An underscore in a name is
 * as good as a hyphen.
 *
 * To add a setting, add a row to SRV_SETTINGS. Its field appears in srv_settings, with
 * the type of its kind, and everything above works. A number that bounds what clients
 * may use up belongs into SRV_LIMITS (limits.h) instead: each limit is a setting too,
 * called "limit-NAME". A new kind needs a type here (SRV_TYPE_...), a row in 'kinds' in
 * settings.c, and a function that reads it. Rows are described in docs/admin.md, which
 * tests/cli_config.sh compares with the table. */
#ifndef TOBAGO_SERVER_SETTINGS_H
#define TOBAGO_SERVER_SETTINGS_H

#include <stdbool.h>

#include "host/text.h"
#include "net/addresses.h"
#include "server/limits.h"
#include "net/listen.h"

/* The next line of a row's text in --help. */
#define SRV_NEXT "\n                  "

/* X(KIND, FIELD, NAME, VALUE, DEFAULT, LEAST, MOST, TEXT): VALUE stands for the value in
 * the help; DEFAULT is its text, NULL for none. LEAST and MOST bound a number. */
#define SRV_SETTINGS(X)                                                               \
    X(LISTEN, address, "listen", " ADDRESS:PORT", NULL, 0, 0,                         \
      "where to listen, like 127.0.0.1:8700 (the default) or" SRV_NEXT                \
      "[::1]:8700; 8700-8799 takes the first free port of these, and 0" SRV_NEXT      \
      "any free one")                                                                 \
    X(FLAG, lan, "lan", "", "no", 0, 0,                                               \
      "listen on the local network, and print the link for friends in" SRV_NEXT       \
      "the room; with --listen, on that address")                                     \
    X(TEXT, data, "data", " DIR", NULL, 0, 0,                                         \
      "the folder that keeps the tables (default: 'server' in the" SRV_NEXT           \
      "user's data folder); one server a folder")                                     \
    X(TEXT, site, "site", " DIR", NULL, 0, 0,                                         \
      "the folder to serve (default: the page that belongs to this" SRV_NEXT          \
      "program, as 'make site' builds it)")                                           \
    X(URL, url, "url", " URL", NULL, 0, 0,                                            \
      "where browsers reach the server, like https://club.example/, if" SRV_NEXT      \
      "a proxy stands before it: what it prints, and whose pages may" SRV_NEXT        \
      "talk to it; with https, cookies are for https alone")                          \
    X(PROXIES, proxies, "trusted-proxies", " LIST", NULL, 0, 0,                       \
      "addresses and prefixes of proxies whose word about their clients" SRV_NEXT     \
      "is believed, like 127.0.0.1,10.0.0.0/8")                                       \
    X(HEADER, forwarded, "proxy-header", " NAME", "x-forwarded-for", 0, 0,            \
      "the header in which they name their client: x-forwarded-for (the" SRV_NEXT     \
      "default) or forwarded")                                                        \
    X(TEXT, tls_certificate, "tls-certificate", " FILE", NULL, 0, 0,                  \
      "serve over TLS, with the certificate in this file (PEM), and those" SRV_NEXT   \
      "that lead to its authority behind it; SIGHUP reads it again")                  \
    X(TEXT, tls_key, "tls-key", " FILE", NULL, 0, 0,                                  \
      "the certificate's key (default: in the same file)")                            \
    X(CONTACT, push_contact, "push-contact", " URL", NULL, 0, 0,                      \
      "how push services reach you, mailto:... or https:...; Apple's" SRV_NEXT        \
      "notifies nobody without it")                                                   \
    X(TEXT, push_allow, "push-allow", " HOST:PORT", NULL, 0, 0,                       \
      "notify through this push service too, wherever it lies; for" SRV_NEXT          \
      "tests and private ones: others are called at public addresses" SRV_NEXT        \
      "and on port 443 alone")                                                        \
    X(TEXT, password_file, "password-file", " FILE", NULL, 0, 0,                      \
      "ask whoever becomes a new guest for the password in the first line" SRV_NEXT   \
      "of this file")                                                                 \
    X(FLAG, open, "open", "", "no", 0, 0,                                             \
      "open the page in a browser, if there is a desktop")                            \
    X(LISTEN, metrics, "metrics", " ADDRESS:PORT", NULL, 0, 0,                        \
      "serve /metrics for Prometheus there, on this machine alone")                   \
    X(TEXT, log, "log", " FORM", "off", 0, 0,                                         \
      "write a line for each event to stderr: 'text' or 'json'; 'off' shows" SRV_NEXT \
      "complaints alone")                                                             \
    X(FLAG, log_addresses, "log-addresses", "", "no", 0, 0,                           \
      "write the addresses of players into the log, too")

#define SRV_TYPE_FLAG    bool
#define SRV_TYPE_TEXT    const char * /* NULL: not set */
#define SRV_TYPE_CONTACT const char * /* NULL: not set */
#define SRV_TYPE_NUMBER  uint32_t
#define SRV_TYPE_LISTEN  srv_address
#define SRV_TYPE_URL     srv_url
#define SRV_TYPE_PROXIES srv_proxies
#define SRV_TYPE_HEADER  bool /* Forwarded, not X-Forwarded-For */

#define SRV_SETTING_FIELD(kind, field, name, value, standard, least, most, text) \
    SRV_TYPE_##kind field;
#define SRV_SETTING_ID(kind, field, name, value, standard, least, most, text) \
    SRV_SETTING_##field,
#define SRV_SETTING_LIMIT_ID(name, standard, least, most, text) SRV_SETTING_limit_##name,
#define SRV_SETTING_HELP(kind, field, name, value, standard, least, most, text) \
    "  --" name value SRV_NEXT text "\n"

/* The lines that --help shows, without the limits. */
#define SRV_SETTINGS_HELP SRV_SETTINGS(SRV_SETTING_HELP)

/* Numbers the rows: those of SRV_SETTINGS, then the limits. */
typedef enum srv_setting_id {
    SRV_SETTINGS(SRV_SETTING_ID) SRV_LIMITS(SRV_SETTING_LIMIT_ID) SRV_SETTING_COUNT,
} srv_setting_id;

/* Where a value comes from, the stronger the later. */
typedef enum srv_source {
    SRV_FROM_DEFAULT,
    SRV_FROM_FILE,
    SRV_FROM_ENVIRONMENT,
    SRV_FROM_FLAG,
} srv_source;

typedef struct srv_settings {
    SRV_SETTINGS(SRV_SETTING_FIELD)
    srv_quotas quotas;

    /* How each of them was set, by srv_setting_id. */
    struct {
        srv_source source;
        unsigned line;    /* of the file */
        const char *text; /* as it was written; NULL: it has no default */
    } given[SRV_SETTING_COUNT];
    const char *path;  /* of the config file, or NULL */
    host_text content; /* of the file, cut into words: values lie in it */
} srv_settings;

enum { SRV_NAME_MAX = 48 }; /* bytes of a name, with the zero byte */

/* Everything as it is by default. Clearing frees the content of the file. */
void srv_settings_init(srv_settings *settings);
void srv_settings_clear(srv_settings *settings);

/* Reads a config file, or what is left of the file and the environment. Each complains
 * about all that is wrong, with file and line, and returns HOST_REFUSED then. A file that
 * cannot be read is HOST_FAILED. */
host_status srv_settings_file(srv_settings *settings, const char *path);
host_status srv_settings_environment(srv_settings *settings, char *const *environment);

/* Reads the content of a file, which it takes over; 'path' is for complaints. */
host_status srv_settings_content(srv_settings *settings, const char *path,
                                 host_text *content);

/* Finds the setting of this name, which has 'length' bytes; -1 if there is none. */
int srv_setting_find(const char *name, size_t length);

/* Is it a flag, which needs no value on the command line? */
bool srv_setting_is_flag(int id);

/* Sets a setting; the text has to outlive the settings. Returns NULL, or what is wrong
 * with the text: nothing was changed then. */
const char *srv_setting_set(srv_settings *settings, int id, const char *text,
                            srv_source source, unsigned line);

/* Writes the name of the setting that somebody may have meant; false if none is near. */
bool srv_setting_nearest(const char *name, size_t length, char best[static SRV_NAME_MAX]);

/* Fills in what depends on other settings, and checks what has to fit together.
 * Complains and returns HOST_REFUSED if something does not. */
host_status srv_settings_settle(srv_settings *settings);

/* Opens what the settings name: certificate and key, the password, the folders of data
 * and page. Complains about each that cannot be used, with where the setting comes from,
 * and returns HOST_REFUSED then. Nothing is made or changed. */
host_status srv_settings_check(const srv_settings *settings);

/* Reads the password: the first line of a file, of 1 to SRV_PASSWORD_MAX bytes. NULL, or
 * what is wrong, after which 'password' is empty. */
enum { SRV_PASSWORD_MAX = 200 };
const char *srv_password_read(const char *path,
                              char password[static SRV_PASSWORD_MAX + 1]);

/* Writes where a setting comes from, as complaints name it: "FILE:3: data",
 * "TOBAGO_DATA" or "--data". */
void srv_setting_where(const srv_settings *settings, int id, char *out, size_t room);

/* Prints each setting as a line of the file, with its source as a comment. */
void srv_settings_print(const srv_settings *settings, FILE *out);

#endif
