/* A map from numbers to objects: ids of tables and guests, hashes of addresses.
 *
 * Open addressing with linear probing and at most half of the places taken; removal moves
 * later entries up, so there are no tombstones. The objects belong to the caller. */
#ifndef TOBAGO_SERVER_MAP_H
#define TOBAGO_SERVER_MAP_H

#include <stddef.h>
#include <stdint.h>

typedef struct srv_entry {
    uint64_t key;
    void *object; /* NULL: the place is free */
} srv_entry;

/* Zeroed, it is empty. Read 'entry' and 'room' freely to visit all objects; nothing may
 * be added or removed meanwhile. */
typedef struct srv_map {
    srv_entry *entry;
    size_t room, count;
} srv_map;

/* The object of a key, or NULL. */
void *srv_map_get(const srv_map *map, uint64_t key);

/* Adds an object under a key that has none. Memory that runs out ends the program. */
void srv_map_add(srv_map *map, uint64_t key, void *object);

/* Removes a key, if it is there. */
void srv_map_remove(srv_map *map, uint64_t key);

/* Frees the places, not the objects. */
void srv_map_clear(srv_map *map);

#endif
