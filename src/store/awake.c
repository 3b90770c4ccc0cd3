#include "store/awake.h"

#include <stdlib.h>
#include <string.h>

#include "host/text.h"

void awake_clear(awake_index *index)
{
    for (size_t i = 0; i < index->room; i++) {
        if (index->slots[i]) {
            free(index->slots[i]->rows);
            free(index->slots[i]);
        }
    }
    free(index->slots);
    memset(index, 0, sizeof *index);
}

/* The slot of a table, or the empty one where it belongs. There is always an empty one.
 */
static size_t slot_of(const awake_index *index, uint64_t table)
{
    size_t at = (size_t)host_mix(table, 0) & (index->room - 1);

    while (index->slots[at] && index->slots[at]->table != table)
        at = (at + 1) & (index->room - 1);
    return at;
}

awake_table *awake_find(const awake_index *index, uint64_t table)
{
    return index->room ? index->slots[slot_of(index, table)] : NULL;
}

/* Doubles the slots before more than half of them are in use. */
static bool grow(awake_index *index)
{
    awake_index larger = *index;

    if (index->used < index->room / 2)
        return true;
    larger.room = index->room ? index->room * 2 : 64;
    larger.slots = calloc(larger.room, sizeof *larger.slots);
    if (!larger.slots)
        return false;
    for (size_t i = 0; i < index->room; i++) {
        if (index->slots[i])
            larger.slots[slot_of(&larger, index->slots[i]->table)] = index->slots[i];
    }
    free(index->slots);
    *index = larger;
    return true;
}

/* Finds a table or makes an entry for it; NULL if memory runs out. */
static awake_table *entry_of(awake_index *index, uint64_t table)
{
    awake_table *entry = awake_find(index, table);

    if (entry)
        return entry;
    if (!grow(index) || !(entry = calloc(1, sizeof *entry)))
        return NULL;
    entry->table = table;
    index->slots[slot_of(index, table)] = entry;
    index->used++;
    return entry;
}

/* Takes an entry out, and moves up those that probing would no longer find. */
static void take_out(awake_index *index, awake_table *entry)
{
    const size_t mask = index->room - 1;
    size_t hole = slot_of(index, entry->table);

    for (size_t at = (hole + 1) & mask; index->slots[at]; at = (at + 1) & mask) {
        const size_t home = (size_t)host_mix(index->slots[at]->table, 0) & mask;

        if (((at - home) & mask) >= ((at - hole) & mask)) {
            index->slots[hole] = index->slots[at];
            hole = at;
        }
    }
    index->slots[hole] = NULL;
    index->used--;
    free(entry->rows);
    free(entry);
}

static void take_out_if_empty(awake_index *index, awake_table *entry)
{
    if (entry->count == 0 && entry->dead == 0)
        take_out(index, entry);
}

bool awake_add(awake_index *index, uint64_t table, int64_t row)
{
    awake_table *entry = entry_of(index, table);

    if (!entry)
        return false;
    if (entry->count == entry->room) {
        const size_t room = entry->room ? entry->room * 2 : 8;
        int64_t *rows = realloc(entry->rows, room * sizeof *rows);

        if (!rows) {
            take_out_if_empty(index, entry);
            return false;
        }
        entry->rows = rows;
        entry->room = room;
    }
    entry->rows[entry->count++] = row;
    if (!entry->open) {
        entry->open = true;
        entry->next_open = index->open;
        index->open = entry;
    }
    return true;
}

bool awake_add_dead(awake_index *index, uint64_t table)
{
    awake_table *entry = entry_of(index, table);

    if (!entry)
        return false;
    entry->dead++;
    index->dead++;
    return true;
}

void awake_keep(awake_index *index)
{
    for (awake_table *entry = index->open; entry; entry = entry->next_open) {
        index->live += entry->count - entry->kept;
        entry->kept = entry->count;
        entry->open = false;
    }
    index->open = NULL;
}

void awake_drop(awake_index *index)
{
    awake_table *next;

    for (awake_table *entry = index->open; entry; entry = next) {
        next = entry->next_open;
        entry->count = entry->kept;
        entry->open = false;
        take_out_if_empty(index, entry);
    }
    index->open = NULL;
}

bool awake_is_dead(const awake_index *index, uint64_t table, int64_t row)
{
    const awake_table *entry = awake_find(index, table);

    return !entry || entry->count == 0 || row < entry->rows[0];
}

void awake_settle(awake_index *index, uint64_t table)
{
    awake_table *entry = awake_find(index, table);

    if (!entry)
        return;
    index->live -= entry->kept;
    index->dead += entry->kept;
    entry->dead += entry->kept;
    free(entry->rows);
    entry->rows = NULL;
    entry->count = entry->kept = entry->room = 0;
    take_out_if_empty(index, entry);
}

void awake_sweep(awake_index *index, uint64_t table)
{
    awake_table *entry = awake_find(index, table);

    if (!entry || entry->dead == 0)
        return;
    entry->dead--;
    index->dead--;
    take_out_if_empty(index, entry);
}

void awake_remove(awake_index *index, uint64_t table)
{
    awake_table *entry = awake_find(index, table);

    if (!entry)
        return;
    index->live -= entry->kept;
    index->dead -= entry->dead;
    take_out(index, entry);
}
