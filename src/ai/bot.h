/* Forwards to the public header, until every file includes that one. */
#ifndef TOBAGO_AI_BOT_H
#define TOBAGO_AI_BOT_H

#include "tobago/bot.h"

#endif
