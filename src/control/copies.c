#include "control/copies.h"

#include <errno.h>
#include <fcntl.h>
#include <libgen.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "host/text.h"
#include "store/store.h"

enum { PAUSE_MS = 5, KEY_MAX = 4096 };

static const char key_name[] = "server.key";

/* ---- Files ---- */

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        const ssize_t wrote = write(fd, bytes, length);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote <= 0)
            return false;
        bytes += wrote;
        length -= (size_t)wrote;
    }
    return true;
}

/* Copies a file to one that does not exist yet, for its owner alone. Complains. */
static bool copy_file(const char *from, const char *to)
{
    char buffer[65536];
    const int in = open(from, O_RDONLY | O_CLOEXEC);
    const int out = in < 0 ? -1 : open(to, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    const char *const blamed = in < 0 ? from : to;
    bool good = out >= 0;
    ssize_t came = 0;

    while (good && (came = read(in, buffer, sizeof buffer)) > 0)
        good = write_all(out, buffer, (size_t)came);
    good = good && came == 0 && fsync(out) == 0;
    if (!good)
        host_complain_file(blamed, errno);
    if (in >= 0)
        close(in);
    if (out >= 0) {
        close(out);
        if (!good)
            unlink(to);
    }
    return good;
}

/* Makes a name that was written or changed durable. */
static void sync_folder_of(const char *path)
{
    char copy[PATH_MAX + 64];
    int fd;

    snprintf(copy, sizeof copy, "%s", path);
    fd = open(dirname(copy), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    if (fd >= 0) {
        (void)!fsync(fd);
        close(fd);
    }
}

/* ---- Backup ---- */

/* Has the server make its copy, piece by piece; writes where it is. */
static bool make_copy(ctl_link *link, const char *what_for, char path[static PATH_MAX])
{
    const struct timespec pause = {.tv_nsec = PAUSE_MS * 1000000};
    json_t *answer =
        ctl_ask(link, json_pack("{s:s,s:s}", "do", "backup", "for", what_for));
    long long left = 1;

    if (!answer)
        return false;
    snprintf(path, PATH_MAX, "%s", json_string_value(json_object_get(answer, "file")));
    json_decref(answer);
    while (left > 0) {
        answer = ctl_ask(link, json_pack("{s:s}", "do", "backup_step"));
        if (!answer)
            return false;
        left = json_integer_value(json_object_get(answer, "left"));
        json_decref(answer);
        if (left > 0)
            nanosleep(&pause, NULL);
    }
    return true;
}

/* Puts the key of the folder into a backup. */
static bool attach_key(const char *copy, const char *to)
{
    char folder[PATH_MAX], path[PATH_MAX + 16], why[256];
    host_text key = {0};
    bool good;

    snprintf(folder, sizeof folder, "%s", copy);
    snprintf(path, sizeof path, "%s/%s", dirname(folder), key_name);
    good = host_text_read(&key, path, KEY_MAX) == HOST_DONE;
    if (good && store_attach(to, key_name, (store_text){key.bytes, key.length}, why) !=
                    STORE_DONE) {
        host_complain("%s: %s", to, why);
        good = false;
    }
    host_text_clear(&key);
    return good;
}

static bool check_copy(const char *path)
{
    char why[256];

    if (store_verify(path, why) == STORE_DONE)
        return true;
    host_complain("%s: %s", path, why);
    return false;
}

host_status ctl_run_backup(ctl_link *link, const ctl_wish *wish)
{
    const char *to = wish->word[1];
    char copy[PATH_MAX], part[PATH_MAX];
    struct stat about;
    bool good;

    if (stat(to, &about) == 0) {
        host_complain("%s exists already; a backup never writes over one", to);
        return HOST_REFUSED;
    }
    if (snprintf(part, sizeof part, "%s.part", to) >= (int)sizeof part)
        return host_complain_file(to, ENAMETOOLONG);
    unlink(part);
    good = make_copy(link, "backup", copy) && copy_file(copy, part) &&
           attach_key(copy, part) && check_copy(part);
    json_decref(ctl_ask(link, json_pack("{s:s}", "do", "backup_end")));
    if (good && rename(part, to) != 0) {
        host_complain_file(to, errno);
        good = false;
    }
    if (!good) {
        unlink(part);
        return HOST_FAILED;
    }
    sync_folder_of(to);
    if (stat(to, &about) == 0)
        printf("%s: %lld kB, checked\n", to, (long long)(about.st_size + 1023) / 1024);
    return HOST_DONE;
}

/* The check reads all of the file and takes its time, so it is made with a copy, in this
 * process: nobody who plays waits for it. */
host_status ctl_check_database(ctl_link *link)
{
    char copy[PATH_MAX];
    const bool good = make_copy(link, "check", copy) && check_copy(copy);

    json_decref(ctl_ask(link, json_pack("{s:s}", "do", "backup_end")));
    if (good)
        printf("the database is whole\n");
    return good ? HOST_DONE : HOST_REFUSED;
}

/* ---- Restore ---- */

typedef struct unpacking {
    const char *folder;
    bool good;
} unpacking;

static void unpack(void *context, const char *name, store_text bytes)
{
    unpacking *const u = context;
    char path[PATH_MAX + 16];
    int fd;

    if (strcmp(name, key_name) != 0) /* nothing else may choose where it is written */
        return;
    snprintf(path, sizeof path, "%s/%s", u->folder, key_name);
    fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    u->good = fd >= 0 && write_all(fd, bytes.bytes, bytes.length) && fsync(fd) == 0;
    if (!u->good)
        host_complain_file(path, errno);
    if (fd >= 0)
        close(fd);
}

/* The folder may be there, but not in use. */
static bool is_free(const char *folder, const char *database)
{
    char key[PATH_MAX + 16];

    if (mkdir(folder, 0700) != 0 && errno != EEXIST) {
        host_complain_file(folder, errno);
        return false;
    }
    snprintf(key, sizeof key, "%s/%s", folder, key_name);
    if (access(database, F_OK) != 0 && access(key, F_OK) != 0)
        return true;
    host_complain("%s holds tables already; restore into an empty folder", folder);
    return false;
}

host_status ctl_run_restore(const ctl_wish *wish)
{
    char folder[4096], database[PATH_MAX + 16], part[PATH_MAX + 32], why[256];
    unpacking u = {.folder = folder};
    store_status status;

    if (!ctl_folder_of(wish, folder) || !check_copy(wish->word[1]))
        return HOST_FAILED;
    snprintf(database, sizeof database, "%s/tobago.db", folder);
    snprintf(part, sizeof part, "%s.part", database);
    if (!is_free(folder, database))
        return HOST_REFUSED;
    unlink(part);
    if (!copy_file(wish->word[1], part))
        return HOST_FAILED;
    status = store_detach(part, unpack, &u, why);
    if (status != STORE_DONE) {
        host_complain("%s: %s", wish->word[1], why);
        unlink(part);
        return HOST_FAILED;
    }
    if (!u.good || rename(part, database) != 0) {
        host_complain("%s cannot be restored", folder);
        return HOST_FAILED;
    }
    sync_folder_of(database);
    printf("%s is restored; 'tobago serve --data' may use it\n", folder);
    return HOST_DONE;
}
