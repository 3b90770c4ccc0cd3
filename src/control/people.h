/* 'tobago admin guest', 'reports' and 'resolve'. */
#ifndef TOBAGO_CONTROL_PEOPLE_H
#define TOBAGO_CONTROL_PEOPLE_H

#include "control/link.h"

host_status ctl_run_guest(ctl_link *link, const ctl_wish *wish);
host_status ctl_run_reports(ctl_link *link, const ctl_wish *wish);
host_status ctl_run_resolve(ctl_link *link, const ctl_wish *wish);

/* Writes a time of the wall clock as people read it. */
void ctl_write_time(long long ms, char out[static 24]);

#endif
