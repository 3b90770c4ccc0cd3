#include "net/site.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/report.h"

enum {
    DEPTH_MAX = 16,
    FAILURES_MAX = 3, /* a folder that is being written may fail once or twice */
};

struct srv_site {
    srv_file *files; /* sorted by path */
    size_t count;
    size_t bytes;   /* of the plain bodies */
    uint64_t stamp; /* of names, sizes and times in the folder */
    unsigned holders;
    unsigned failures; /* how often in a row the folder could not be read again */
    char *folder;
};

/* ---- Looking through a folder ---- */

/* What a walk through the folder has found. */
typedef struct listing {
    const char *folder;
    char root[PATH_MAX]; /* the folder without symbolic links */
    char **paths;        /* owned, "/img/island.svg" */
    size_t count;
    uint64_t stamp;
    char problem[PATH_MAX + 128]; /* why the walk ended early; empty if it did not */
} listing;

/* FNV-1a. A site's files are its owner's: nobody chooses bytes to make two of them
 * collide.
 */
static uint64_t hashed(uint64_t hash, const void *bytes, size_t length)
{
    const unsigned char *byte = bytes;

    for (size_t i = 0; i < length; i++)
        hash = (hash ^ byte[i]) * UINT64_C(0x100000001b3);
    return hash;
}

static const uint64_t HASH_BEGIN = UINT64_C(0xcbf29ce484222325);

static bool fails(listing *list, const char *path, const char *why)
{
    snprintf(list->problem, sizeof list->problem, "%s%s: %s", list->folder, path, why);
    return false;
}

static bool add(listing *list, const char *path, const struct stat *status)
{
    const int64_t facts[] = {
        (int64_t)status->st_dev,          (int64_t)status->st_ino,
        (int64_t)status->st_size,         (int64_t)status->st_mtim.tv_sec,
        (int64_t)status->st_mtim.tv_nsec, (int64_t)status->st_ctim.tv_sec,
        (int64_t)status->st_ctim.tv_nsec,
    };

    if (list->count == SRV_SITE_FILES_MAX)
        return fails(list, "", "too many files for a site");
    if (list->count % 64 == 0)
        list->paths =
            host_need(realloc(list->paths, (list->count + 64) * sizeof *list->paths));
    list->paths[list->count++] = host_need(strdup(path));
    list->stamp = hashed(list->stamp, path, strlen(path) + 1);
    list->stamp = hashed(list->stamp, facts, sizeof facts);
    return true;
}

/* Does a symbolic link lead to a file within the folder? Then the status is the file's.
 */
static bool stays_inside(const listing *list, const char *full, struct stat *status)
{
    const size_t root = strlen(list->root);
    char target[PATH_MAX];

    return realpath(full, target) && strncmp(target, list->root, root) == 0 &&
           target[root] == '/' && stat(target, status) == 0 && S_ISREG(status->st_mode);
}

static bool walk(listing *list, const char *path, unsigned depth);

/* Adds one entry of the folder 'path', or what is below it. */
static bool visit(listing *list, const char *path, const char *name, unsigned depth)
{
    char below[SRV_PATH_MAX], full[PATH_MAX];
    struct stat status;

    if (snprintf(below, sizeof below, "%s/%s", path, name) >= (int)sizeof below ||
        snprintf(full, sizeof full, "%s%s", list->root, below) >= (int)sizeof full)
        return fails(list, path, "a name in it is too long");
    if (lstat(full, &status) != 0)
        return errno == ENOENT || fails(list, below, strerror(errno));
    if (S_ISDIR(status.st_mode))
        return depth < DEPTH_MAX ? walk(list, below, depth + 1)
                                 : fails(list, below, "too deep for a site");
    if (S_ISLNK(status.st_mode) && !stays_inside(list, full, &status))
        return true;
    return !S_ISREG(status.st_mode) || add(list, below, &status);
}

/* The order of a folder's entries does not matter to the stamp. */
static bool walk(listing *list, const char *path, unsigned depth)
{
    char full[PATH_MAX];
    struct dirent **entries = NULL;
    bool good = true;
    int count;

    if (snprintf(full, sizeof full, "%s%s", list->root, path) >= (int)sizeof full)
        return fails(list, path, "the path is too long");
    count = scandir(full, &entries, NULL, alphasort);
    if (count < 0)
        return fails(list, path, strerror(errno));
    for (int i = 0; i < count; i++) {
        if (good && entries[i]->d_name[0] != '.')
            good = visit(list, path, entries[i]->d_name, depth);
        free(entries[i]);
    }
    free(entries);
    return good;
}

static bool list_folder(listing *list, const char *folder)
{
    *list = (listing){.folder = folder, .stamp = HASH_BEGIN};
    if (!realpath(folder, list->root))
        return fails(list, "", strerror(errno));
    if (strcmp(list->root, "/") == 0)
        return fails(list, "", "the whole file system is no site");
    return walk(list, "", 0);
}

static void list_clear(listing *list)
{
    for (size_t i = 0; i < list->count; i++)
        free(list->paths[i]);
    free(list->paths);
}

/* ---- Reading files ---- */

static bool read_all(int file, char *bytes, size_t length)
{
    for (size_t done = 0; done < length;) {
        const ssize_t got = read(file, bytes + done, length - done);
        if (got < 0 && errno == EINTR)
            continue;
        if (got <= 0) {
            errno = got ? errno : EIO; /* it shrank */
            return false;
        }
        done += (size_t)got;
    }
    return true;
}

/* Reads a file of the folder whole; false, with errno, if that fails. */
static bool read_body(const listing *list, const char *path, size_t *budget,
                      srv_body *body)
{
    char full[PATH_MAX];
    struct stat status;
    int file, error = 0;

    if (snprintf(full, sizeof full, "%s%s", list->root, path) >= (int)sizeof full) {
        errno = ENAMETOOLONG;
        return false;
    }
    file = open(full, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
    if (file < 0)
        return false;
    if (fstat(file, &status) != 0)
        error = errno;
    else if (!S_ISREG(status.st_mode))
        error = EINVAL;
    else if ((uintmax_t)status.st_size > *budget)
        error = EFBIG;
    if (!error) {
        body->length = (size_t)status.st_size;
        body->bytes = host_need(malloc(body->length + 1));
        *budget -= body->length;
        if (!read_all(file, body->bytes, body->length))
            error = errno;
    }
    close(file);
    errno = error;
    return !error;
}

/* An entity tag is a hash of the bytes that are sent, so every encoding has its own. */
static void tag(srv_body *body)
{
    snprintf(body->etag, sizeof body->etag, "\"%016llx-%zx\"",
             (unsigned long long)hashed(HASH_BEGIN, body->bytes, body->length),
             body->length);
}

/* ---- Encodings beside their files ---- */

static const char *const endings[SRV_CODING_COUNT] = {"", ".gz", ".br"};

static uint32_t crc32_of(const char *bytes, size_t length)
{
    uint32_t table[256], crc = UINT32_MAX;

    for (uint32_t i = 0; i < 256; i++) {
        table[i] = i;
        for (int bit = 0; bit < 8; bit++)
            table[i] = table[i] >> 1 ^ (table[i] & 1 ? UINT32_C(0xedb88320) : 0);
    }
    for (size_t i = 0; i < length; i++)
        crc = crc >> 8 ^ table[(crc ^ (unsigned char)bytes[i]) & 0xff];
    return ~crc;
}

/* The trailer of a gzip file is the checksum and the length of what it holds, so one that
 * was left behind by an older version of its file can be told without unpacking it. */
static bool gzip_matches(const srv_body *gzip, const srv_body *plain)
{
    const unsigned char *end = (const unsigned char *)gzip->bytes + gzip->length;
    uint32_t word[2] = {0, 0};

    if (gzip->length < 18 || memcmp(gzip->bytes, "\x1f\x8b", 2) != 0)
        return false;
    for (int i = 0; i < 8; i++)
        word[i / 4] |= (uint32_t)end[i - 8] << i % 4 * 8;
    return word[0] == crc32_of(plain->bytes, plain->length) &&
           word[1] == (uint32_t)plain->length;
}

static void drop(srv_body *body)
{
    free(body->bytes);
    *body = (srv_body){0};
}

/* Keeps the encodings that are smaller and up to date. Brotli has no checksum: it is made
 * together with gzip, and dropped with it. */
static void settle_encodings(srv_file *file)
{
    srv_body *const plain = &file->body[SRV_PLAIN];
    const bool stale =
        file->body[SRV_GZIP].bytes && !gzip_matches(&file->body[SRV_GZIP], plain);

    for (srv_coding coding = SRV_PLAIN + 1; coding < SRV_CODING_COUNT; coding++)
        if (stale || file->body[coding].length >= plain->length)
            drop(&file->body[coding]);
    for (srv_coding coding = 0; coding < SRV_CODING_COUNT; coding++)
        if (file->body[coding].bytes)
            tag(&file->body[coding]);
}

static int by_name(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static bool is_listed(const listing *list, const char *path)
{
    return bsearch(&path, list->paths, list->count, sizeof *list->paths, by_name) != NULL;
}

/* Is this the encoding of a file that the site has? */
static bool is_encoding(const listing *list, const char *path)
{
    char plain[SRV_PATH_MAX];

    for (srv_coding coding = SRV_PLAIN + 1; coding < SRV_CODING_COUNT; coding++) {
        const size_t length = strlen(path), ending = strlen(endings[coding]);
        if (length <= ending || strcmp(path + length - ending, endings[coding]) != 0)
            continue;
        snprintf(plain, sizeof plain, "%.*s", (int)(length - ending), path);
        if (is_listed(list, plain))
            return true;
    }
    return false;
}

static bool read_file(listing *list, const char *path, size_t *budget, srv_file *file)
{
    *file = (srv_file){.path = host_need(strdup(path)),
                       .type = srv_media_type(path),
                       .hashed = srv_name_is_hashed(path)};
    for (srv_coding coding = 0; coding < SRV_CODING_COUNT; coding++) {
        char name[SRV_PATH_MAX + 8];
        snprintf(name, sizeof name, "%s%s", path, endings[coding]);
        if (is_listed(list, name) && !read_body(list, name, budget, &file->body[coding]))
            return fails(list, name,
                         errno == EFBIG ? "too much for a site" : strerror(errno));
    }
    settle_encodings(file);
    return true;
}

static bool read_files(listing *list, srv_site *site)
{
    size_t budget = SRV_SITE_BYTES_MAX;

    site->files = host_need(calloc(list->count + 1, sizeof *site->files));
    qsort(list->paths, list->count, sizeof *list->paths, by_name);
    for (size_t i = 0; i < list->count; i++) {
        if (is_encoding(list, list->paths[i]))
            continue;
        if (!read_file(list, list->paths[i], &budget, &site->files[site->count++]))
            return false;
        site->bytes += site->files[site->count - 1].body[SRV_PLAIN].length;
    }
    return true;
}

/* ---- Sites ---- */

/* Makes a site of what was listed; on failure the problem is in the listing. */
static srv_site *read_site(listing *list)
{
    srv_site *site = host_need(calloc(1, sizeof *site));

    site->holders = 1;
    site->stamp = list->stamp;
    site->folder = host_need(strdup(list->folder));
    if (read_files(list, site))
        return site;
    srv_site_release(site);
    return NULL;
}

srv_site *srv_site_open(const char *folder)
{
    listing list;
    srv_site *site = list_folder(&list, folder) ? read_site(&list) : NULL;

    if (!site)
        host_complain("%s", list.problem);
    list_clear(&list);
    return site;
}

srv_site *srv_site_reopen(srv_site *site)
{
    listing list;
    srv_site *fresh = NULL;

    if (list_folder(&list, site->folder) && list.stamp != site->stamp)
        fresh = read_site(&list);
    site->failures = list.problem[0] ? site->failures + 1 : 0;
    if (site->failures == FAILURES_MAX)
        host_complain("%s; the site is served as it was", list.problem);
    list_clear(&list);
    return fresh;
}

srv_site *srv_site_hold(srv_site *site)
{
    site->holders++;
    return site;
}

void srv_site_release(srv_site *site)
{
    if (!site || --site->holders)
        return;
    for (size_t i = 0; i < site->count; i++) {
        free(site->files[i].path);
        for (srv_coding coding = 0; coding < SRV_CODING_COUNT; coding++)
            free(site->files[i].body[coding].bytes);
    }
    free(site->files);
    free(site->folder);
    free(site);
}

const srv_file *srv_site_find(const srv_site *site, const char *path, size_t length)
{
    size_t low = 0, high = site->count;

    if (memchr(path, '\0', length))
        return NULL;
    while (low < high) {
        const size_t middle = low + (high - low) / 2;
        const srv_file *file = &site->files[middle];
        int order = strncmp(file->path, path, length);
        if (order == 0 && file->path[length])
            order = 1;
        if (order == 0)
            return file;
        if (order < 0)
            low = middle + 1;
        else
            high = middle;
    }
    return NULL;
}

size_t srv_site_files(const srv_site *site)
{
    return site->count;
}

size_t srv_site_bytes(const srv_site *site)
{
    return site->bytes;
}
