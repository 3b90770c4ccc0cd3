/* The control of a server: what whoever runs it asks of the hub, as lines of JSON.
 *
 * A line {"do":"close","table":"k7q2m4xh9d"} goes in, a line {"ok":true,...} or
 * {"ok":false,"error":{"name":...,"reason":...}} comes out, once what it did is durable.
 * Whatever changes something, or shows what players may not see, stands in the audit log
 * before it happens: 'audit.log' in the data folder, a line of JSON an act. If that
 * cannot be written, the act is refused.
 *
 * Long pieces of work (walking through all tables, checking them, a backup) are done in
 * small pieces, one a line, so that the server's players never wait for them: the caller
 * asks again until there is no more.
 *
 * All calls happen on the thread of the hub. */
#ifndef TOBAGO_CONTROL_CONTROL_H
#define TOBAGO_CONTROL_CONTROL_H

#include <sys/types.h>

#include "host/text.h"
#include "server/hub.h"

typedef struct ctl_control ctl_control;

/* Who asks, as the kernel says. */
typedef struct ctl_caller {
    uid_t user;
    pid_t process;
} ctl_caller;

enum { CTL_LINE_MAX = 16 * 1024 * 1024 }; /* bytes of a line: a table may be imported */

/* Opens the audit log in the data folder. The hub and the store stay the caller's.
 * Complains and returns NULL if it cannot. */
ctl_control *ctl_new(srv_hub *hub, store *s, const char *folder);
void ctl_free(ctl_control *control);

/* Does what a line asks for; appends the answer with its LF. */
void ctl_answer(ctl_control *control, const ctl_caller *who, const char *line,
                size_t length, host_text *out);

/* Appends the metrics, in the text format of Prometheus. */
void ctl_metrics(const ctl_control *control, host_text *out);

#endif
