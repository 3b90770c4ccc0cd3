/* A clock that only goes forward, from some moment in the past. */
#ifndef TOBAGO_HOST_CLOCK_H
#define TOBAGO_HOST_CLOCK_H

#include <stdint.h>

uint64_t host_now_us(void);

/* The same in milliseconds, as the clock of an ai_budget; the context is not used. */
uint64_t host_now_ms(void *context);

#endif
