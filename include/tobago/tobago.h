/* Everything: the game (game.h), its names (names.h), its records
 * (record.h), games being hosted (hosted.h) and their moves' effects (effects.h). */
#ifndef TOBAGO_TOBAGO_H
#define TOBAGO_TOBAGO_H

#include "tobago/effects.h"
#include "tobago/game.h"
#include "tobago/hosted.h"
#include "tobago/names.h"
#include "tobago/record.h"

#endif
