#include "server/limits.h"

#define STANDARD(name, standard, least, most, text) .name = standard,

void srv_quotas_init(srv_quotas *quotas)
{
    *quotas = (srv_quotas){SRV_LIMITS(STANDARD)};
}

/* What has not run out yet. */
static double level_of(const srv_bucket *bucket, srv_rate rate, uint64_t now_ms)
{
    const double leak = (double)rate.most / rate.span_ms;
    const double level = bucket->level - leak * (double)(now_ms - bucket->at_ms);

    return level > 0 ? level : 0;
}

uint32_t srv_bucket_wait(const srv_bucket *bucket, srv_rate rate, uint64_t now_ms,
                         uint32_t cost)
{
    const double leak = (double)rate.most / rate.span_ms;
    const double level = level_of(bucket, rate, now_ms);

    if (level + cost > rate.most && level > 0)
        return 1 + (uint32_t)((level + cost - rate.most) / leak);
    return 0;
}

uint32_t srv_bucket_take(srv_bucket *bucket, srv_rate rate, uint64_t now_ms,
                         uint32_t cost)
{
    const uint32_t retry = srv_bucket_wait(bucket, rate, now_ms, cost);

    if (!retry)
        *bucket = (srv_bucket){level_of(bucket, rate, now_ms) + cost, now_ms};
    return retry;
}

bool srv_bucket_is_empty(const srv_bucket *bucket, srv_rate rate, uint64_t now_ms)
{
    return level_of(bucket, rate, now_ms) <= 0;
}
