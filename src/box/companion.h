/* The companion of a real table: it is told what everyone sees, line by line, and says
 * where the cubes go, what each clue would leave and where amulets surface. */
#ifndef TOBAGO_BOX_COMPANION_H
#define TOBAGO_BOX_COMPANION_H

#include "box/journal.h"

/* Talks until the input ends or someone quits. Full screen on a terminal, unless 'plain'.
 * Returns HOST_FAILED if the table could not be kept. */
host_status box_companion(box_journal *journal, bool plain);

#endif
