/* Backups as files: fetched from a server, checked, and put back. */
#ifndef TOBAGO_CONTROL_COPIES_H
#define TOBAGO_CONTROL_COPIES_H

#include "control/link.h"

/* Writes a backup to a file that does not exist yet: the database, and in it the key of
 * cookies and links. */
host_status ctl_run_backup(ctl_link *link, const ctl_wish *wish);

/* Has SQLite look whether the database is whole, and says so or complains. It needs room
 * for a copy on the server's disk. */
host_status ctl_check_database(ctl_link *link);

/* Makes a data folder of a backup, where none is. */
host_status ctl_run_restore(const ctl_wish *wish);

#endif
