/* When each table wants to be looked at: a binary heap with the earliest on top. Every
 * table knows its place, so that moving it costs a logarithm. */
#include "server/room.h"

static void put_at(srv_hub *hub, size_t place, srv_table *table)
{
    hub->heap[place] = table;
    table->place = place;
}

static void sift_up(srv_hub *hub, size_t place, srv_table *table)
{
    while (place > 0 && hub->heap[(place - 1) / 2]->due_ms > table->due_ms) {
        put_at(hub, place, hub->heap[(place - 1) / 2]);
        place = (place - 1) / 2;
    }
    put_at(hub, place, table);
}

static void sift_down(srv_hub *hub, size_t place, srv_table *table)
{
    for (;;) {
        size_t child = 2 * place + 1;
        if (child + 1 < hub->heaped &&
            hub->heap[child + 1]->due_ms < hub->heap[child]->due_ms)
            child++;
        if (child >= hub->heaped || hub->heap[child]->due_ms >= table->due_ms)
            break;
        put_at(hub, place, hub->heap[child]);
        place = child;
    }
    put_at(hub, place, table);
}

void srv_due_set(srv_hub *hub, srv_table *table, uint64_t due_ms)
{
    const uint64_t before = table->due_ms;

    if (table->place != SIZE_MAX && before == due_ms)
        return;
    table->due_ms = due_ms;
    if (table->place == SIZE_MAX) {
        hub->heap = srv_grow(hub->heap, hub->heaped, &hub->heap_room, sizeof *hub->heap);
        sift_up(hub, hub->heaped++, table);
    } else if (due_ms < before) {
        sift_up(hub, table->place, table);
    } else {
        sift_down(hub, table->place, table);
    }
}

void srv_due_remove(srv_hub *hub, srv_table *table)
{
    const size_t place = table->place;
    srv_table *last;

    if (place == SIZE_MAX)
        return;
    table->place = SIZE_MAX;
    last = hub->heap[--hub->heaped];
    if (last == table)
        return;
    if (last->due_ms < table->due_ms)
        sift_up(hub, place, last);
    else
        sift_down(hub, place, last);
}
