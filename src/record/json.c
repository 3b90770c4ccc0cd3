#include "record/json.h"

#include "record/words.h"
#include "tobago/names.h"

/* Everything before a value: the comma and the key. */
static void begin_value(rec_json *json, const char *key)
{
    if (json->comma)
        text_byte(&json->text, ',');
    json->comma = true;
    if (!key)
        return;
    text_byte(&json->text, '"');
    text_put(&json->text, key);
    text_put(&json->text, "\":");
}

void json_open(rec_json *json, const char *key, char bracket)
{
    begin_value(json, key);
    text_byte(&json->text, bracket);
    json->comma = false;
}

void json_close(rec_json *json, char bracket)
{
    text_byte(&json->text, bracket);
    json->comma = true;
}

void json_nothing(rec_json *json, const char *key)
{
    begin_value(json, key);
    text_put(&json->text, "null");
}

void json_bool(rec_json *json, const char *key, bool value)
{
    begin_value(json, key);
    text_put(&json->text, value ? "true" : "false");
}

/* A number in decimal with at least this many digits. */
static void put_digits(rec_text *text, unsigned number, unsigned least)
{
    char digits[12];
    unsigned count = 0;

    do
        digits[count++] = (char)('0' + number % 10);
    while ((number /= 10) || count < least);
    while (count)
        text_byte(text, digits[--count]);
}

void json_number(rec_json *json, const char *key, int value)
{
    begin_value(json, key);
    if (value < 0)
        text_byte(&json->text, '-');
    put_digits(&json->text, value < 0 ? 0u - (unsigned)value : (unsigned)value, 1);
}

void json_fraction(rec_json *json, const char *key, unsigned value, unsigned digits)
{
    unsigned one = 1;

    for (unsigned i = 0; i < digits; i++)
        one *= 10;
    begin_value(json, key);
    put_digits(&json->text, value / one, 1);
    text_byte(&json->text, '.');
    put_digits(&json->text, value % one, digits);
}

/* Bytes of the character that begins here; 0 if it is none. */
static size_t character_length(const char *text)
{
    for (size_t length = 1; length <= 4 && text[length - 1]; length++)
        if (rec_is_utf8(text, length))
            return length;
    return 0;
}

static void put_escape(rec_text *text, unsigned char byte)
{
    static const char digits[] = "0123456789abcdef";

    text_put(text, "\\u00");
    text_byte(text, digits[byte >> 4]);
    text_byte(text, digits[byte & 15]);
}

void json_text(rec_json *json, const char *key, const char *value)
{
    rec_text *text = &json->text;

    begin_value(json, key);
    text_byte(text, '"');
    while (*value) {
        const unsigned char byte = (unsigned char)*value;
        const size_t length = character_length(value);
        if (byte == '"' || byte == '\\') {
            text_byte(text, '\\');
            text_byte(text, *value);
        } else if (byte < 0x20 || byte == 0x7f) {
            put_escape(text, byte);
        } else if (length) {
            text_bytes(text, value, length);
        } else {
            text_put(text, "\\ufffd");
        }
        value += length ? length : 1;
    }
    text_byte(text, '"');
}

void json_space(rec_json *json, const char *key, const tob_board *board, unsigned space)
{
    char name[4];

    if (space == TOB_NONE) {
        json_nothing(json, key);
        return;
    }
    tob_space_name(board, space, name);
    json_text(json, key, name);
}

void json_spaces(rec_json *json, const char *key, const tob_board *board, tob_hexset set)
{
    json_open(json, key, '[');
    for (unsigned column = 0; column < 16; column++)
        for (unsigned row = 0; row < 16; row++) {
            const unsigned space = board->grid[column][row];
            if (space != TOB_NONE && tob_hexset_has(set, space))
                json_space(json, NULL, board, space);
        }
    json_close(json, ']');
}

void json_seat(rec_json *json, const char *key, unsigned seat)
{
    if (seat < TOB_SEATS)
        json_number(json, key, (int)seat + 1);
    else
        json_nothing(json, key);
}

void json_cards(rec_json *json, const char *key, uint64_t cards)
{
    json_open(json, key, '[');
    for (; cards; cards &= cards - 1)
        json_text(json, NULL, tob_card_name((unsigned)__builtin_ctzll(cards)));
    json_close(json, ']');
}

void json_options(rec_json *json, const char *key, unsigned options)
{
    json_open(json, key, '[');
    for (unsigned i = 0; tob_option_at(i); i++)
        if (options & tob_option_at(i)->bit)
            json_text(json, NULL, tob_option_at(i)->word);
    json_close(json, ']');
}

void json_movement(rec_json *json, unsigned movement)
{
    static const char *const words[TOB_MOVEMENT_COUNT] = {"none", "main", "extra"};

    json_text(json, "kind", words[movement]);
}

void json_error(rec_json *json, const rec_error *error)
{
    json_text(json, "clause", error->clause);
    json_text(json, "reason", error->text);
    json_number(json, "word", (int)error->word);
    json_text(json, "token", error->token);
    if (error->reason)
        json_text(json, "name", tob_reason_name(error->reason));
    else
        json_nothing(json, "name");
}
