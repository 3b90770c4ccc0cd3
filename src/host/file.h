/* A file that grows by whole lines: a record that is played, a table that is kept.
 *
 * One program at a time has it. What was appended is on the disk before anyone is told,
 * and a write that fails leaves the lines before it. Without a file (no path, fd -1)
 * everything succeeds and nothing is kept. */
#ifndef TOBAGO_HOST_FILE_H
#define TOBAGO_HOST_FILE_H

#include "host/report.h"

typedef struct host_file {
    int fd;          /* locked; -1: none */
    uint64_t length; /* bytes of the file */
} host_file;

/* Opens a file for appending, with the access and the creation of 'flags' (open(2)), and
 * locks it. Complains on failure and leaves fd at -1: HOST_REFUSED with the sentence
 * 'busy' if another program has the file, else HOST_FAILED. */
host_status host_file_open(host_file *file, const char *path, int flags,
                           const char *busy);

/* Writes bytes at the end and waits until they are on the disk. False with errno, and
 * then the file is as long as before. */
bool host_file_append(host_file *file, const char *bytes, size_t length);

/* Cuts the file to this length, which is not above its own. False with errno. */
bool host_file_cut(host_file *file, uint64_t length);

/* Closes the file, if there is one. False with errno. */
bool host_file_close(host_file *file);

#endif
