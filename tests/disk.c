/* A disk that fails on command: see disk.h. */
#include "disk.h"

#include <fcntl.h>
#include <sqlite3.h>
#include <stdio.h>
#include <unistd.h>

#include "support.h"

struct disk disk;

typedef struct disk_file {
    sqlite3_file base;
    char path[128];
    sqlite3_file *real; /* lies behind this struct */
} disk_file;

static sqlite3_vfs layer, *real;

static sqlite3_file *real_of(sqlite3_file *file)
{
    return ((disk_file *)file)->real;
}

/* Counts a call; true if it is to fail. */
static bool counted_call_fails(void)
{
    disk.calls++;
    return disk.from && disk.calls >= disk.from && disk.calls <= disk.to;
}

/* The same for calls other than syncing. */
static bool fails(void)
{
    return disk.how != FAULT_SYNC && counted_call_fails();
}

disk_durable *disk_durable_of(const char *path)
{
    disk_durable *free_one = NULL;

    for (unsigned i = 0; i < DISK_FILES; i++) {
        if (strcmp(disk.file[i].path, path) == 0)
            return &disk.file[i];
        if (!disk.file[i].path[0])
            free_one = &disk.file[i];
    }
    assert_non_null(free_one);
    snprintf(free_one->path, sizeof free_one->path, "%s", path);
    return free_one;
}

void disk_forget(disk_durable *file)
{
    free(file->bytes);
    memset(file, 0, sizeof *file);
}

char *disk_slurp(const char *path, size_t *length)
{
    const int in = open(path, O_RDONLY);
    char *bytes = calloc(1, DISK_FILE_MAX);
    ssize_t got = 0;

    assert_non_null(bytes);
    if (in >= 0) {
        got = read(in, bytes, DISK_FILE_MAX);
        assert_in_range(got, 0, DISK_FILE_MAX - 1);
        close(in);
    }
    *length = (size_t)got;
    return bytes;
}

static void make_durable(const char *path)
{
    disk_durable *file = disk_durable_of(path);

    free(file->bytes);
    file->bytes = disk_slurp(path, &file->length);
}

static int disk_close(sqlite3_file *file)
{
    return real_of(file)->pMethods->xClose(real_of(file));
}

static int disk_read(sqlite3_file *file, void *bytes, int count, sqlite3_int64 at)
{
    if (!fails())
        return real_of(file)->pMethods->xRead(real_of(file), bytes, count, at);
    memset(bytes, 0, (size_t)count);
    if (disk.how == FAULT_SHORT)
        real_of(file)->pMethods->xRead(real_of(file), bytes, count / 2, at);
    return SQLITE_IOERR_READ;
}

static int disk_write(sqlite3_file *file, const void *bytes, int count, sqlite3_int64 at)
{
    if (!fails())
        return real_of(file)->pMethods->xWrite(real_of(file), bytes, count, at);
    if (disk.how == FAULT_TORN)
        real_of(file)->pMethods->xWrite(real_of(file), bytes, count / 2, at);
    return disk.how == FAULT_FULL ? SQLITE_FULL : SQLITE_IOERR_WRITE;
}

static int disk_truncate(sqlite3_file *file, sqlite3_int64 size)
{
    const bool failing = fails();

    if (!failing || disk.how == FAULT_TORN)
        real_of(file)->pMethods->xTruncate(real_of(file), size);
    return failing ? SQLITE_IOERR_TRUNCATE : SQLITE_OK;
}

static int disk_sync(sqlite3_file *file, int flags)
{
    const bool failing = counted_call_fails();

    (void)flags;
    if (disk.notes && (!failing || disk.how == FAULT_TORN || disk.how == FAULT_SYNC))
        make_durable(((disk_file *)file)->path);
    return failing ? SQLITE_IOERR_FSYNC : SQLITE_OK;
}

static int disk_size(sqlite3_file *file, sqlite3_int64 *size)
{
    return fails() ? SQLITE_IOERR_FSTAT
                   : real_of(file)->pMethods->xFileSize(real_of(file), size);
}

static int disk_lock(sqlite3_file *file, int level)
{
    if (fails())
        return disk.how == FAULT_BUSY ? SQLITE_BUSY : SQLITE_IOERR_LOCK;
    return real_of(file)->pMethods->xLock(real_of(file), level);
}

static int disk_unlock(sqlite3_file *file, int level)
{
    return real_of(file)->pMethods->xUnlock(real_of(file), level);
}

static int disk_reserved(sqlite3_file *file, int *taken)
{
    return fails() ? SQLITE_IOERR_CHECKRESERVEDLOCK
                   : real_of(file)->pMethods->xCheckReservedLock(real_of(file), taken);
}

static int disk_control(sqlite3_file *file, int what, void *with)
{
    return real_of(file)->pMethods->xFileControl(real_of(file), what, with);
}

static int disk_sector(sqlite3_file *file)
{
    return real_of(file)->pMethods->xSectorSize(real_of(file));
}

static int disk_traits(sqlite3_file *file)
{
    return real_of(file)->pMethods->xDeviceCharacteristics(real_of(file));
}

static int disk_open(sqlite3_vfs *vfs, const char *path, sqlite3_file *file, int flags,
                     int *got)
{
    static const sqlite3_io_methods methods = {
        1,           disk_close, disk_read,   disk_write,    disk_truncate, disk_sync,
        disk_size,   disk_lock,  disk_unlock, disk_reserved, disk_control,  disk_sector,
        disk_traits, NULL,       NULL,        NULL,          NULL,          NULL,
        NULL,
    };
    disk_file *own = (disk_file *)file;
    int result;

    (void)vfs;
    file->pMethods = NULL;
    if (fails())
        return SQLITE_CANTOPEN;
    own->real = (sqlite3_file *)(own + 1);
    snprintf(own->path, sizeof own->path, "%s", path ? path : "");
    result = real->xOpen(real, path, own->real, flags, got);
    if (result == SQLITE_OK)
        file->pMethods = &methods;
    return result;
}

static int disk_delete(sqlite3_vfs *vfs, const char *path, int and_sync)
{
    (void)vfs;
    if (fails())
        return SQLITE_IOERR_DELETE;
    if (and_sync && disk.notes)
        disk_forget(disk_durable_of(path));
    return real->xDelete(real, path, 0);
}

static int disk_access(sqlite3_vfs *vfs, const char *path, int flags, int *result)
{
    (void)vfs;
    return fails() ? SQLITE_IOERR_ACCESS : real->xAccess(real, path, flags, result);
}

int disk_insert(void **state)
{
    (void)state;
    real = sqlite3_vfs_find(NULL);
    layer = *real;
    layer.iVersion = 2;
    layer.zName = "failing";
    layer.szOsFile = (int)sizeof(disk_file) + real->szOsFile;
    layer.xOpen = disk_open;
    layer.xDelete = disk_delete;
    layer.xAccess = disk_access;
    return sqlite3_vfs_register(&layer, 1);
}

int disk_eject(void **state)
{
    (void)state;
    return sqlite3_vfs_unregister(&layer);
}

void disk_fail(unsigned from, unsigned to, disk_fault how)
{
    disk.calls = 0;
    disk.from = from;
    disk.to = to;
    disk.how = how;
}

void disk_work(void)
{
    disk.from = 0;
}
