/* 'tobago admin top': a server's figures, live in the terminal. */
#ifndef TOBAGO_CONTROL_TOP_H
#define TOBAGO_CONTROL_TOP_H

#include "control/link.h"

/* Paints the figures once a second until 'q' or a signal; once and plainly if the output
 * is no terminal or the wish says so. */
host_status ctl_run_top(ctl_link *link, const ctl_wish *wish);

#endif
