/* What the tests share: games from lines of text, random games, cmocka. */
#ifndef TOBAGO_TESTS_SUPPORT_H
#define TOBAGO_TESTS_SUPPORT_H

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "tests/watchers.h"
#include "tobago/random.h"
#include "tobago/tobago.h"

/* A game under test: a reader holds game, board and header. */
typedef rec_reader scene;

/* Feeds lines separated by newlines; the test fails at the first refusal, naming it. */
void feed(scene *t, const char *lines);

/* Feeds one line that must be refused for this reason, and proves that nothing changed.
 */
void refuse(scene *t, const char *line, tob_reason reason);

/* Feeds one line that cannot be read at all, and proves that nothing changed. */
void unreadable(scene *t, const char *line, const char *part_of_text);

/* Is this line among the legal moves now? */
int is_legal(const scene *t, const char *line);

/* The space of a name on the scene's island; the test fails if there is none. */
unsigned space_of(const scene *t, const char *name);

/* The card of a name. */
unsigned card_of(const char *name);

/* A set of spaces as text: "b5 c4", sorted; valid until the next call. */
const char *names_of(const tob_board *board, tob_hexset set);

/* How many random games a test plays: short, or long with LONG=1 in the environment;
 * a tenth of 'brief' under sanitizers. */
unsigned games_to_play(unsigned brief, unsigned lengthy);

/* The distance from one island to the next that a test looks at: 1, so all of them; under
 * sanitizers every fourth. The test itself is slow there, and the release build looks at
 * the others. */
unsigned island_step(void);

#endif
