/* Numbers for those who look at a game, so that a test can loop over all of them. */
#ifndef TOBAGO_TESTS_WATCHERS_H
#define TOBAGO_TESTS_WATCHERS_H

#include "tobago/types.h"

/* The seats come first. */
enum { SPECTATOR = TOB_SEATS, EVERYBODY, WATCHERS };

static inline tob_viewer as(unsigned watcher)
{
    return watcher == EVERYBODY   ? tob_viewer_full()
           : watcher == SPECTATOR ? tob_viewer_spectator()
                                  : tob_viewer_of(watcher);
}

#endif
