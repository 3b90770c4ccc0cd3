#include "host/file.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

host_status host_file_open(host_file *file, const char *path, int flags, const char *busy)
{
    const int fd = open(path, O_APPEND | O_CLOEXEC | flags, 0666);
    struct stat status;

    *file = (host_file){.fd = -1};
    if (fd < 0)
        return host_complain_file(path, errno);
    /* Some files cannot be locked, and need not be. */
    if (flock(fd, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
        host_complain("%s: %s", path, busy);
        close(fd);
        return HOST_REFUSED;
    }
    *file = (host_file){.fd = fd,
                        .length = fstat(fd, &status) == 0 ? (uint64_t)status.st_size : 0};
    return HOST_DONE;
}

/* Files without a disk behind them cannot be synced, and need not be. */
static bool sync_file(int fd)
{
    return fsync(fd) == 0 || errno == EINVAL || errno == EROFS;
}

static bool write_all(int fd, const char *bytes, size_t length)
{
    while (length) {
        const ssize_t wrote = write(fd, bytes, length);
        if (wrote < 0 && errno == EINTR)
            continue;
        if (wrote == 0)
            errno = EIO;
        if (wrote <= 0)
            return false;
        bytes += wrote;
        length -= (size_t)wrote;
    }
    return true;
}

bool host_file_append(host_file *file, const char *bytes, size_t length)
{
    int error;

    if (file->fd < 0)
        return true;
    if (write_all(file->fd, bytes, length) && sync_file(file->fd)) {
        file->length += length;
        return true;
    }
    error = errno;
    (void)!ftruncate(file->fd, (off_t)file->length);
    errno = error;
    return false;
}

bool host_file_cut(host_file *file, uint64_t length)
{
    if (file->fd < 0)
        return true;
    if (ftruncate(file->fd, (off_t)length) != 0)
        return false;
    file->length = length;
    return sync_file(file->fd);
}

bool host_file_close(host_file *file)
{
    const int fd = file->fd;

    file->fd = -1;
    return fd < 0 || close(fd) == 0;
}
