/* The log of a server: an event a line on stderr, for people or for programs.
 *
 *     2026-11-18T03:24:01Z info opened guest=5095d79a31f8eea0
 *     {"at":"2026-11-18T03:24:01Z","level":"info","event":"opened","guest":"5095d79a31f8eea0"}
 *
 * Before host_log_begin nothing but complaints appears, as sentences; from then on a
 * complaint is an event, too. One thread writes events; any may complain. */
#ifndef TOBAGO_HOST_LOG_H
#define TOBAGO_HOST_LOG_H

#include <stdbool.h>
#include <stddef.h>

typedef enum host_log_form { HOST_LOG_OFF, HOST_LOG_TEXT, HOST_LOG_JSON } host_log_form;

/* A key and its value; one whose value is NULL or "" is left out. */
typedef struct host_log_field {
    const char *key, *value;
} host_log_field;

void host_log_begin(host_log_form form);

/* Is anything written at all? */
bool host_log_is_on(void);

/* Writes an event. Keys and the event are words of ours, values may hold anything. */
void host_log(const char *event, const host_log_field *fields, size_t count);

#endif
