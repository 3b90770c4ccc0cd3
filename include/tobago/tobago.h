/* Everything: the game and what may be asked of it, the text of its rules, its records
 * and how they are hosted, chance, and bots. train.h, for those who learn weights, is
 * apart. */
#ifndef TOBAGO_TOBAGO_H
#define TOBAGO_TOBAGO_H

#include "tobago/bot.h"
#include "tobago/clauses.h"
#include "tobago/effects.h"
#include "tobago/fair.h"
#include "tobago/game.h"
#include "tobago/hosted.h"
#include "tobago/json.h"
#include "tobago/kinds.h"
#include "tobago/legs.h"
#include "tobago/names.h"
#include "tobago/query.h"
#include "tobago/random.h"
#include "tobago/record.h"
#include "tobago/whatif.h"

#endif
