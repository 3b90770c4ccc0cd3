#include "server/limits.h"

#include <string.h>

#include "host/text.h"

typedef struct limit {
    const char *name;
    size_t offset;
    uint32_t standard, least, most;
} limit;

#define ROW(name, standard, least, most, text) \
    {#name, offsetof(srv_quotas, name), standard, least, most},

static const limit limits[] = {SRV_LIMITS(ROW)};

static uint32_t *field(srv_quotas *quotas, const limit *row)
{
    return (uint32_t *)((char *)quotas + row->offset);
}

void srv_quotas_init(srv_quotas *quotas)
{
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++)
        *field(quotas, &limits[i]) = limits[i].standard;
}

const char *srv_quotas_set(srv_quotas *quotas, const char *text)
{
    const char *equals = strchr(text, '=');
    uint64_t number;

    if (!equals)
        return "a limit is NAME=N";
    for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
        if (strlen(limits[i].name) != (size_t)(equals - text) ||
            strncmp(limits[i].name, text, (size_t)(equals - text)) != 0)
            continue;
        if (!host_number(equals + 1, limits[i].least, limits[i].most, &number))
            return "the number is out of bounds";
        *field(quotas, &limits[i]) = (uint32_t)number;
        return NULL;
    }
    return "there is no such limit";
}

uint32_t srv_bucket_take(srv_bucket *bucket, srv_rate rate, uint64_t now_ms,
                         uint32_t cost)
{
    const double leak = (double)rate.most / rate.span_ms;
    double level = bucket->level - leak * (double)(now_ms - bucket->at_ms);

    level = level > 0 ? level : 0;
    if (level + cost > rate.most && level > 0)
        return 1 + (uint32_t)((level + cost - rate.most) / leak);
    bucket->level = level + cost;
    bucket->at_ms = now_ms;
    return 0;
}
