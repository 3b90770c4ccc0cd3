/* Which rows of the journal belong to which table.
 *
 * The journal has no index on disk, because that would make each commit touch a page a
 * table instead of the last page alone. This is its index in memory, eight bytes a row.
 *
 * A row is *live* until its table is settled, and *dead* from then until the sweep
 * deletes it. Rows of one table come in the order of their numbers, so all rows before
 * the first live one are dead. Rows of a batch that is not committed yet are live but
 * *open*: awake_keep keeps them, awake_drop forgets them. */
#ifndef TOBAGO_STORE_AWAKE_H
#define TOBAGO_STORE_AWAKE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct awake_table {
    uint64_t table;
    int64_t *rows;      /* live ones, increasing; owned */
    size_t count, room; /* rows in use, and allocated */
    size_t kept;        /* those before are committed */
    size_t dead;        /* rows of the journal that wait for the sweep */
    struct awake_table *next_open;
    bool open; /* is in the list of tables with open rows */
} awake_table;

typedef struct awake_index {
    awake_table **slots; /* a hash table with linear probing; owned, as its entries */
    size_t used, room;   /* room is a power of two, or 0 */
    awake_table *open;
    size_t live, dead; /* rows in all, without open ones */
} awake_index;

void awake_clear(awake_index *index);

/* Finds a table; NULL if the journal has no row of it. The entry lives until the next
 * call that changes the index. */
awake_table *awake_find(const awake_index *index, uint64_t table);

/* Notes an open live row, or a dead one. False if memory runs out: nothing has changed.
 */
bool awake_add(awake_index *index, uint64_t table, int64_t row);
bool awake_add_dead(awake_index *index, uint64_t table);

/* Ends a batch: open rows are committed now, or gone. */
void awake_keep(awake_index *index);
void awake_drop(awake_index *index);

/* Is this row of the table dead? */
bool awake_is_dead(const awake_index *index, uint64_t table, int64_t row);

/* All live rows of a table are dead from now on. */
void awake_settle(awake_index *index, uint64_t table);

/* A dead row of the table was deleted. */
void awake_sweep(awake_index *index, uint64_t table);

/* All rows of the table were deleted. */
void awake_remove(awake_index *index, uint64_t table);

#endif
