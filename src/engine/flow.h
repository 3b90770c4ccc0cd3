/* The steps by which moves.c and treasure.c hand a turn over to each other. */
#ifndef TOBAGO_ENGINE_FLOW_H
#define TOBAGO_ENGINE_FLOW_H

#include "tobago/game.h"

/* Empties a map: all spaces are possible again (N1). */
void map_clear(tob_map *map, const tob_board *board);

/* Ends every movement of the turn; their unused legs are lost (T4). */
void end_movements(tob_game *game);

/* Ends the game. */
void game_over(tob_game *game, tob_ending ending);

#endif
