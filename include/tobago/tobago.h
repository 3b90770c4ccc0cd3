/* Everything: the game (game.h), its names (names.h), its records (record.h). */
#ifndef TOBAGO_TOBAGO_H
#define TOBAGO_TOBAGO_H

#include "tobago/game.h"
#include "tobago/kinds.h"
#include "tobago/legs.h"
#include "tobago/names.h"
#include "tobago/query.h"
#include "tobago/record.h"

#endif
