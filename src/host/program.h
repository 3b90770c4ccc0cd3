/* Programs as seats: the conversation of the bot protocol (docs/bots.md). */
#ifndef TOBAGO_HOST_PROGRAM_H
#define TOBAGO_HOST_PROGRAM_H

#include "host/seat.h"

/* Makes the seat of a program, for seat_new alone; NULL if memory runs out. */
host_seat *program_seat_new(void);

#endif
