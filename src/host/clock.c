#include "host/clock.h"

#include <time.h>

uint64_t host_now_us(void)
{
    struct timespec now;

    clock_gettime(CLOCK_MONOTONIC, &now);
    return (uint64_t)now.tv_sec * 1000000 + (uint64_t)now.tv_nsec / 1000;
}

uint64_t host_now_ms(void *context)
{
    (void)context;
    return host_now_us() / 1000;
}
