#include "server/map.h"

#include <stdlib.h>

#include "host/text.h"

/* Clients choose no key: ids are random and addresses hashed with a secret. Mixing only
 * spreads the bits that the mask leaves out. */
static size_t place_of(const srv_map *map, uint64_t key)
{
    return (size_t)host_mix(key, 0) & (map->room - 1);
}

/* The place of a key, or the free one where it would go. The map has room. */
static size_t find(const srv_map *map, uint64_t key)
{
    size_t at = place_of(map, key);

    while (map->entry[at].object && map->entry[at].key != key)
        at = (at + 1) & (map->room - 1);
    return at;
}

void *srv_map_get(const srv_map *map, uint64_t key)
{
    return map->room ? map->entry[find(map, key)].object : NULL;
}

static void grow(srv_map *map)
{
    enum { LEAST = 64 };
    const srv_map old = *map;

    map->room = old.room ? 2 * old.room : LEAST;
    map->entry = host_need(calloc(map->room, sizeof *map->entry));
    for (size_t i = 0; i < old.room; i++)
        if (old.entry[i].object)
            map->entry[find(map, old.entry[i].key)] = old.entry[i];
    free(old.entry);
}

void srv_map_add(srv_map *map, uint64_t key, void *object)
{
    if (2 * (map->count + 1) > map->room)
        grow(map);
    map->entry[find(map, key)] = (srv_entry){key, object};
    map->count++;
}

void srv_map_remove(srv_map *map, uint64_t key)
{
    const size_t mask = map->room - 1;
    size_t hole, at;

    if (!map->room)
        return;
    hole = find(map, key);
    if (!map->entry[hole].object)
        return;
    /* An entry behind the hole moves into it unless its own place lies after the hole. */
    for (at = (hole + 1) & mask; map->entry[at].object; at = (at + 1) & mask) {
        const size_t own = place_of(map, map->entry[at].key);
        if (((at - own) & mask) >= ((at - hole) & mask)) {
            map->entry[hole] = map->entry[at];
            hole = at;
        }
    }
    map->entry[hole] = (srv_entry){0, NULL};
    map->count--;
}

void srv_map_clear(srv_map *map)
{
    free(map->entry);
    *map = (srv_map){0};
}
