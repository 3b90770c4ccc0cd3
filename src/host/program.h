/* Programs as seats: the conversation of the bot protocol (docs/bots.md). */
#ifndef TOBAGO_HOST_PROGRAM_H
#define TOBAGO_HOST_PROGRAM_H

#include "host/seat.h"

/* The kind of seat that seat_new makes for SEAT_PROGRAM. */
extern const seat_interface program_seat;

#endif
