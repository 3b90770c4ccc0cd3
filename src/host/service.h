/* What systemd gives a service: sockets that listen already, a place for notes, and a
 * watchdog. Both protocols are a few lines (sd_listen_fds(3), sd_notify(3)), so no
 * library is linked for them. Outside of systemd all of it does nothing. */
#ifndef TOBAGO_HOST_SERVICE_H
#define TOBAGO_HOST_SERVICE_H

#include <stdbool.h>
#include <stdint.h>

enum { HOST_SERVICE_SOCKET = 3 }; /* the first descriptor that is handed over */

/* Reads what the environment says about this process, and takes it out of there, so that
 * no child takes it for its own. Called once, before there are threads. */
void host_service_begin(void);

/* Counts the sockets that were handed over, from HOST_SERVICE_SOCKET on. */
unsigned host_service_sockets(void);

/* Does anybody take notes? */
bool host_service_listens(void);

/* Sends a note, like "READY=1". A note that cannot be sent is lost. */
void host_service_note(const char *note);

/* Says that the settings are read again, and that this is done. */
void host_service_reloading(void);
void host_service_ready(void);

/* Tells how often "WATCHDOG=1" has to be sent, in microseconds; 0: never. */
uint64_t host_service_watchdog_us(void);

#endif
