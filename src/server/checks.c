/* Opens what the settings name, before a server does: --check-config says what is wrong
 * while the old server still runs. Nothing is made or changed. */
#include <errno.h>
#include <limits.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "net/tls.h"
#include "server/settings.h"

enum { WHERE_MAX = 4200 };

static host_status wrong(const srv_settings *settings, int id, const char *why)
{
    char where[WHERE_MAX];

    srv_setting_where(settings, id, where, sizeof where);
    host_complain("%s '%s': %s", where, settings->given[id].text, why);
    return HOST_REFUSED;
}

/* ---- The password ---- */

const char *srv_password_read(const char *path,
                              char password[static SRV_PASSWORD_MAX + 1])
{
    static char why[128];
    char bytes[SRV_PASSWORD_MAX + 3] = "";
    FILE *const file = fopen(path, "r");
    size_t length;

    password[0] = '\0';
    if (!file || (fread(bytes, 1, sizeof bytes - 1, file) == 0 && ferror(file))) {
        snprintf(why, sizeof why, "it cannot be read: %s", strerror(errno));
        if (file)
            fclose(file);
        return why;
    }
    fclose(file);
    length = strcspn(bytes, "\r\n");
    if (length < 1 || length > SRV_PASSWORD_MAX)
        return "its first line is the password, of 1 to 200 bytes of text";
    memcpy(password, bytes, length);
    password[length] = '\0';
    return NULL;
}

/* ---- Folders ---- */

/* A data folder that is not there is made when the server starts, in the last folder
 * above it that there is. */
static const char *data_fault(const char *path)
{
    static char why[128];
    char folder[PATH_MAX];
    struct stat about;
    char *slash;

    if (snprintf(folder, sizeof folder, "%s", path) >= (int)sizeof folder)
        return "its name is too long";
    while (stat(folder, &about) != 0 && errno == ENOENT && (slash = strrchr(folder, '/')))
        slash[slash == folder] = '\0';
    if (stat(folder, &about) != 0 && errno == ENOENT)
        snprintf(folder, sizeof folder, ".");
    if (stat(folder, &about) != 0 || access(folder, R_OK | W_OK | X_OK) != 0) {
        snprintf(why, sizeof why, "it cannot be used: %s", strerror(errno));
        return why;
    }
    return S_ISDIR(about.st_mode) ? NULL : "it is no folder";
}

static const char *site_fault(const char *path)
{
    static char why[128];
    char index[PATH_MAX];

    if (snprintf(index, sizeof index, "%s/index.html", path) >= (int)sizeof index)
        return "its name is too long";
    if (access(path, R_OK | X_OK) != 0) {
        snprintf(why, sizeof why, "it cannot be read: %s", strerror(errno));
        return why;
    }
    return access(index, R_OK) == 0 ? NULL : "it holds no index.html";
}

/* ---- All of it ---- */

/* The certificate's own complaint names the file; this one says where it was set. */
static host_status check_tls(const srv_settings *settings)
{
    const char *const key =
        settings->tls_key ? settings->tls_key : settings->tls_certificate;
    srv_tls *tls;

    if (!settings->tls_certificate)
        return HOST_DONE;
    if (access(settings->tls_certificate, R_OK) != 0)
        return wrong(settings, SRV_SETTING_tls_certificate, strerror(errno));
    if (access(key, R_OK) != 0)
        return wrong(settings, SRV_SETTING_tls_key, strerror(errno));
    tls = srv_tls_new(settings->tls_certificate, key);
    if (!tls)
        return wrong(settings, SRV_SETTING_tls_certificate,
                     "it cannot be used with its key");
    srv_tls_free(tls);
    return HOST_DONE;
}

host_status srv_settings_check(const srv_settings *settings)
{
    char password[SRV_PASSWORD_MAX + 1];
    const char *why;
    host_status code = check_tls(settings);

    why = settings->password_file ? srv_password_read(settings->password_file, password)
                                  : NULL;
    if (why)
        code = wrong(settings, SRV_SETTING_password_file, why);
    why = settings->data ? data_fault(settings->data) : NULL;
    if (why)
        code = wrong(settings, SRV_SETTING_data, why);
    why = settings->site ? site_fault(settings->site) : NULL;
    if (why)
        code = wrong(settings, SRV_SETTING_site, why);
    return code;
}
