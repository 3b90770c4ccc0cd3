/* The way from 'tobago admin' to a server's control: its socket or, if no server runs,
 * the data folder itself, opened by this program as a server would. */
#ifndef TOBAGO_CONTROL_LINK_H
#define TOBAGO_CONTROL_LINK_H

#include <jansson.h>

#include "control/admin.h"

typedef struct ctl_link ctl_link;

/* Finds the way. 'alone': the command makes sense without a server. Complains and returns
 * NULL if there is none. */
ctl_link *ctl_link_open(const ctl_wish *wish, bool alone);
void ctl_link_close(ctl_link *link);

/* The data folder; "" if only the socket is known. */
const char *ctl_link_folder(const ctl_link *link);
bool ctl_link_is_alone(const ctl_link *link);

/* Asks for something; 'asked' is released. Returns the answer, which the caller releases;
 * NULL after a complaint: it was refused, or the way is lost. */
json_t *ctl_ask(ctl_link *link, json_t *asked);

/* Writes the data folder that a wish means. Complains on failure. */
bool ctl_folder_of(const ctl_wish *wish, char folder[static 4096]);

#endif
