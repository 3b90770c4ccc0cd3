/* Replay: any line of the record, as any viewer who may see it. */
#ifndef TOBAGO_TUI_REPLAY_H
#define TOBAGO_TUI_REPLAY_H

#include "tui/model.h"

/* Begins to step through the record, as any viewer if 'any', else as this one or a
 * spectator (H1). A record that is only looked at begins with its first line. */
void tui_replay_begin(tui_model *m, bool any);

/* Shows the position so many lines further on, no further than the ends. */
void tui_replay_step(tui_model *m, int lines);

/* Shows the position after so many lines of the record, those of its header included. */
void tui_replay_go(tui_model *m, uint32_t line);

/* Opens a line that takes where to go; and goes there: "120" is a line, "r7" a round. */
void tui_replay_ask(tui_model *m);
void tui_replay_answer(tui_model *m);

/* The turn of the position that is shown, 0 during the set-up. */
uint32_t tui_replay_at_turn(const tui_model *m);

/* Shows the position as the next viewer who may see it. */
void tui_replay_turn(tui_model *m);

/* Goes back to the match as it stands and to the mode before the replay. */
void tui_replay_end(tui_model *m);

#endif
