/* Writing JSON into a buffer of any size.
 *
 * A value is written with its key inside an object and with the key NULL inside an array;
 * commas come by themselves. Whatever is opened is closed again by the caller. No name
 * here is one of Jansson's, which the program links too. */
#ifndef TOBAGO_RECORD_JSON_H
#define TOBAGO_RECORD_JSON_H

#include "record/text.h"
#include "tobago/effects.h"
#include "tobago/record.h"

typedef struct rec_json {
    rec_text text;
    bool comma; /* a value stands before the next one */
} rec_json;

static inline rec_json json_begin(char *out, size_t room)
{
    return (rec_json){.text = {.out = out, .room = room}};
}

void json_open(rec_json *json, const char *key, char bracket);
void json_close(rec_json *json, char bracket);

void json_nothing(rec_json *json, const char *key);
void json_bool(rec_json *json, const char *key, bool value);
void json_number(rec_json *json, const char *key, int value);

/* A fraction in decimals: value 512 with 3 digits is 0.512. */
void json_fraction(rec_json *json, const char *key, unsigned value, unsigned digits);

/* A string that ends in a zero. Bytes that are not plain UTF-8 become U+FFFD each. */
void json_text(rec_json *json, const char *key, const char *value);

/* The name of a space, null for TOB_NONE; the names of a set, by column and row. */
void json_space(rec_json *json, const char *key, const tob_board *board, unsigned space);
void json_spaces(rec_json *json, const char *key, const tob_board *board, tob_hexset set);

/* A seat, counted from 1; null if it is none. */
void json_seat(rec_json *json, const char *key, unsigned seat);

/* The names of clue cards, from a set of them. */
void json_cards(rec_json *json, const char *key, uint64_t cards);

/* The names of the options that are set. */
void json_options(rec_json *json, const char *key, unsigned options);

/* The word for a kind of movement (tob_movement), under "kind". */
void json_movement(rec_json *json, unsigned movement);

/* The keys of an error: "clause", "reason", "word", "token" and "name". */
void json_error(rec_json *json, const rec_error *error);

/* ---- Whole objects, for those that hold them ---- */

void json_position(rec_json *json, const char *key, const rec_header *header,
                   const tob_game *game, const tob_board *board, uint32_t line);
void json_effects(rec_json *json, const char *key, const tob_board *board,
                  const rec_effects *effects);

#endif
