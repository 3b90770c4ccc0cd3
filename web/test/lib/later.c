/* Preloaded into the server by tests: its clocks go ahead by as many milliseconds as stand in
 * the file LATER_FILE, which the test changes while the server runs. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

enum { MS_PER_S = 1000, NS_PER_MS = 1000000, NS_PER_S = 1000000000 };

static const volatile int64_t *later_ms;

__attribute__((constructor)) static void begin(void)
{
    const int file = open(getenv("LATER_FILE"), O_RDONLY);

    later_ms = mmap(NULL, sizeof *later_ms, PROT_READ, MAP_SHARED, file, 0);
    close(file);
}

int clock_gettime(clockid_t clock, struct timespec *now)
{
    static int (*real)(clockid_t, struct timespec *);
    int result;

    if (!real)
        *(void **)&real = dlsym(RTLD_NEXT, "clock_gettime");
    result = real(clock, now);
    if (result == 0 && later_ms && (clock == CLOCK_MONOTONIC || clock == CLOCK_REALTIME)) {
        now->tv_sec += *later_ms / MS_PER_S;
        now->tv_nsec += *later_ms % MS_PER_S * NS_PER_MS;
        if (now->tv_nsec >= NS_PER_S) {
            now->tv_sec++;
            now->tv_nsec -= NS_PER_S;
        }
    }
    return result;
}
