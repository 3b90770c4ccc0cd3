/* Records read from files, with complaints about their errors. */
#ifndef TOBAGO_HOST_RECORD_H
#define TOBAGO_HOST_RECORD_H

#include "host/text.h"

typedef struct host_record {
    host_text text;
    rec_reader reader; /* stands after the lines asked for */
    rec_error error;
    uint32_t lines; /* of the whole file */
} host_record;

/* Reads the first 'at' lines of a record (UINT64_MAX: all) and complains about errors.
 * The caller clears the record in any case. */
host_status host_record_read(host_record *record, const char *path, uint64_t at);

/* Does the same with the text that record->text holds. */
host_status host_record_parse(host_record *record, const char *path, uint64_t at);
void host_record_clear(host_record *record);

/* May this record be shown to this viewer? Complains and returns HOST_REFUSED if not. */
host_status host_record_check_viewer(const char *path, const rec_reader *reader,
                                     tob_viewer viewer);

#endif
