#include "tui/zones.h"

enum { ZONES_MAX = 128 };

static tui_zone zones[ZONES_MAX];
static unsigned count;

void tui_zones_clear(void)
{
    count = 0;
}

void tui_zone_add(tui_zone zone)
{
    if (count < ZONES_MAX)
        zones[count++] = zone;
}

bool tui_zone_find(int y, int x, tui_zone *found)
{
    for (unsigned i = count; i-- > 0;)
        if (zones[i].y == y && x >= zones[i].x && x < zones[i].x + zones[i].width) {
            *found = zones[i];
            return true;
        }
    return false;
}
