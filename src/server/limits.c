#include "server/limits.h"

#define STANDARD(name, standard, least, most, text) .name = standard,

void srv_quotas_init(srv_quotas *quotas)
{
    *quotas = (srv_quotas){SRV_LIMITS(STANDARD)};
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
