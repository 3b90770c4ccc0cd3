/* A site: the files of one folder, as the server sends them.
 *
 * A site is read into memory when it is opened, and a path is looked up among what was
 * read. So no request reaches the file system, and no path leads out of the folder:
 * names that begin with a dot, special files, and symbolic links that leave the folder or
 * lead to a folder are left out when it is read. */
#ifndef TOBAGO_SERVER_SITE_H
#define TOBAGO_SERVER_SITE_H

#include <stdbool.h>
#include <stddef.h>

enum {
    SRV_ETAG_MAX = 40,
    SRV_PATH_MAX = 1024,        /* bytes of a path in the site */
    SRV_SITE_FILES_MAX = 10000, /* a larger folder is no page */
    SRV_SITE_BYTES_MAX = 128 * 1024 * 1024,
};

/* How the bytes of a file are encoded. Later ones are smaller, and preferred. */
typedef enum srv_coding {
    SRV_PLAIN,
    SRV_GZIP,   /* from FILE.gz */
    SRV_BROTLI, /* from FILE.br */
    SRV_CODING_COUNT
} srv_coding;

/* One encoding of a file. 'bytes' is NULL where the file has no such encoding. */
typedef struct srv_body {
    char *bytes;
    size_t length;
    char etag[SRV_ETAG_MAX]; /* strong, with its quotes */
} srv_body;

typedef struct srv_file {
    char *path;       /* "/img/island.svg" */
    const char *type; /* its media type */
    bool hashed;      /* a hash in its name stands for its contents */
    srv_body body[SRV_CODING_COUNT];
} srv_file;

typedef struct srv_site srv_site;

/* Reads a folder. Complains and returns NULL if there is none, if one of its files cannot
 * be read, or if it is too large. The caller holds the site. */
srv_site *srv_site_open(const char *folder);

/* Reads the folder again if anything in it has changed, and returns the new site. Returns
 * NULL if nothing has changed, or if the folder cannot be read now, which it reports when
 * it fails for the third time in a row. The caller holds the new site and still holds the
 * old one. */
srv_site *srv_site_reopen(srv_site *site);

/* A site lives as long as someone holds it. */
srv_site *srv_site_hold(srv_site *site);
void srv_site_release(srv_site *site);

/* Finds the file of a path of this length, which begins with a slash; NULL if there is
 * none. */
const srv_file *srv_site_find(const srv_site *site, const char *path, size_t length);

/* How many files it has, and their bytes without other encodings. */
size_t srv_site_files(const srv_site *site);
size_t srv_site_bytes(const srv_site *site);

/* ---- Names (types.c) ---- */

/* The media type of a file name, by its ending. */
const char *srv_media_type(const char *name);

/* Does the name hold a hash of the contents, as in app-5KDYQ3LZ.js or
 * tobago.1f0a7c93.wasm? The last part before the ending is at least eight of A-Z and 2-7,
 * or eight hexadecimal digits, and has a digit among them. */
bool srv_name_is_hashed(const char *name);

#endif
