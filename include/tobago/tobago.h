/* Everything: the game (game.h), its names (names.h), its records (record.h), chance
 * (random.h) and bots (bot.h). */
#ifndef TOBAGO_TOBAGO_H
#define TOBAGO_TOBAGO_H

#include "tobago/bot.h"
#include "tobago/game.h"
#include "tobago/names.h"
#include "tobago/random.h"
#include "tobago/record.h"

#endif
