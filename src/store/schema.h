/* The database's layout: versions and how to get from one to the next. */
#ifndef TOBAGO_STORE_SCHEMA_H
#define TOBAGO_STORE_SCHEMA_H

#include <sqlite3.h>

#include "store/store.h"

enum { STORE_WHY = 256 }; /* bytes of a sentence */

/* The steps to the present version: the first makes version 1 from nothing, the next
 * version 2 from that, and so on. A step that was ever released never changes. */
extern const char *const store_steps[];
extern const unsigned store_version;

/* Brings a database forward by steps, each in a transaction of its own. Refuses databases
 * of other programs and of newer versions. On failure 'why' holds a sentence, and the
 * database is as the last complete step left it. */
store_status store_migrate(sqlite3 *db, const char *const *steps, unsigned count,
                           char why[static STORE_WHY]);

/* Is this a database of ours, and of none of the versions after 'newest'? An empty one
 * is none. */
store_status store_known(sqlite3 *db, unsigned newest, char why[static STORE_WHY]);

/* What a result of SQLite means. */
store_status store_status_of(sqlite3 *db, int result);

/* Writes the sentence for a failure: what was tried, and what SQLite says. Returns the
 * status. */
store_status store_explain(sqlite3 *db, int result, const char *trying,
                           char why[static STORE_WHY]);

#endif
