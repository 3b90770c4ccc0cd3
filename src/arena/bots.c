/* The bots of an arena: their list, and what complaints call them. */
#include <stdio.h>
#include <string.h>

#include "arena/arena.h"

bool arena_read_bots(const char *list, arena_settings *settings)
{
    settings->bots = seat_read_list(list, false, settings->bot);
    if (settings->bots == 1)
        host_complain("at least 2 bots play");
    return settings->bots > 1;
}

const char *arena_label(const arena_settings *settings, unsigned bot,
                        char label[static ARENA_LABEL_MAX])
{
    const char *name = settings->bot[bot].name;
    unsigned alike = 0;

    for (unsigned i = 0; i < settings->bots; i++)
        alike += strcmp(settings->bot[i].name, name) == 0;
    if (alike > 1)
        snprintf(label, ARENA_LABEL_MAX, "%s, bot %u", name, bot + 1);
    else
        snprintf(label, ARENA_LABEL_MAX, "%s", name);
    return label;
}
