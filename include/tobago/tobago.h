/* Everything: the game (game.h), its names (names.h), its records
 * (record.h), games being hosted (hosted.h), the effects of moves (effects.h), lines that
 * are only tried (whatif.h), answers as JSON (json.h). */
#ifndef TOBAGO_TOBAGO_H
#define TOBAGO_TOBAGO_H

#include "tobago/effects.h"
#include "tobago/game.h"
#include "tobago/hosted.h"
#include "tobago/json.h"
#include "tobago/kinds.h"
#include "tobago/legs.h"
#include "tobago/names.h"
#include "tobago/query.h"
#include "tobago/record.h"
#include "tobago/whatif.h"

#endif
