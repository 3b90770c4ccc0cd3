/* A disk that fails on command.
 *
 * It is a layer over SQLite's own way to the system, and becomes the default one, so that
 * the store needs no switch for it. Nothing is really synced: the layer notes what a
 * sync would have made durable, so that a power cut can take back the rest. It offers no
 * shared memory, which proves that the store needs none. */
#ifndef TOBAGO_TESTS_DISK_H
#define TOBAGO_TESTS_DISK_H

#include <stdbool.h>
#include <stddef.h>

typedef enum disk_fault {
    FAULT_ERROR, /* an I/O error; nothing was done */
    FAULT_FULL,  /* writing finds the disk full, all else fails as above */
    FAULT_TORN, /* writing and truncating fail half way, syncing and all else when done */
    FAULT_SHORT, /* reading fails half way, all else fails as above */
    FAULT_BUSY,  /* locks are taken by someone else, all else fails as above */
    FAULT_SYNC,  /* syncing fails when done, and no other call counts */
} disk_fault;

enum { DISK_FILES = 8, DISK_FILE_MAX = 1 << 20 };

/* A file as it would be after a power cut. */
typedef struct disk_durable {
    char path[128];
    char *bytes; /* owned */
    size_t length;
} disk_durable;

extern struct disk {
    unsigned calls;    /* since they were last reset */
    unsigned from, to; /* these calls fail; 0: none */
    disk_fault how;
    bool notes; /* what is synced is noted in 'file' */
    disk_durable file[DISK_FILES];
} disk;

/* Makes it the disk of everything that follows, or no longer; for groups of cmocka. */
int disk_insert(void **state);
int disk_eject(void **state);

/* Lets these calls fail, counted from now on, or none. */
void disk_fail(unsigned from, unsigned to, disk_fault how);
void disk_work(void);

disk_durable *disk_durable_of(const char *path);
void disk_forget(disk_durable *file);

/* A file in DISK_FILE_MAX bytes of memory, zeros behind it; the caller frees it. */
char *disk_slurp(const char *path, size_t *length);

#endif
