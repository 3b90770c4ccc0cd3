/* The side doors of a server: the control socket, through which lines of JSON are
 * answered (control.h), and the listener for metrics. Both are part of the server's own
 * loop. */
#ifndef TOBAGO_CONTROL_SIDE_H
#define TOBAGO_CONTROL_SIDE_H

#include <stddef.h>
#include <sys/socket.h>
#include <sys/un.h>

#include "server/serve.h"

extern const srv_side ctl_side;

/* The address of the control socket of a data folder. A path that is too long for one
 * goes through a descriptor of the folder, which is written to *folder_fd and which the
 * caller closes after use; -1: none was needed. False with errno. */
bool ctl_socket_address(const char *folder, struct sockaddr_un *address, int *folder_fd);

#endif
