/* Lines and moves: the table of kinds drives reading and writing. */
#include "record/words.h"
#include "tobago/kinds.h"
#include "tobago/names.h"
#include "tobago/query.h"
#include "tobago/record.h"

/* The wording of a line: that of its kind, or the curse with a word of its own. */
typedef struct line_form {
    const tob_kind_row *row; /* NULL: no kind has these words */
    unsigned kind;
    bool curse;
} line_form;

/* The words before the fields: who, the kind, the power. */
static unsigned words_before(line_form form)
{
    return form.row->power ? 3 : 2;
}

/* The field of a form's word number i after those, TOB_FIELD_NONE behind the last. */
static unsigned field_at(line_form form, unsigned i)
{
    return i < TOB_FIELDS_MAX && !form.curse ? form.row->field[i] : TOB_FIELD_NONE;
}

/* ---- Reading ---- */

static bool has_words(const tob_kind_row *row, const rec_words *words, bool nature)
{
    return row->word[0] == words->word[1].text[0] &&
           row->maker != (nature ? TOB_MAKER_SEAT : TOB_MAKER_NATURE) &&
           rec_word_is(words, 1, row->word) &&
           (!row->power || rec_word_is(words, 2, row->power));
}

/* The words name one kind at most; those of the present phase are tried first. */
static line_form find_form(const rec_words *words, bool nature, uint64_t likely)
{
    const tob_kind_row *const rows = tob_kind_of(0);
    uint64_t rest = likely;

    if (words->count < 2)
        return (line_form){0};
    for (unsigned pass = 0; pass < 2; pass++, rest = tob_kind_bit(TOB_MOVE_COUNT) - 1) {
        for (; rest; rest &= rest - 1) {
            const unsigned kind = (unsigned)__builtin_ctzll(rest);
            const tob_kind_row *row = &rows[kind];
            const bool curse = nature && row->curse && rec_word_is(words, 1, row->curse);
            if (curse || has_words(row, words, nature))
                return (line_form){row, kind, curse};
        }
    }
    return (line_form){0};
}

int rec_words_kind(const rec_words *words)
{
    const line_form form = find_form(words, rec_word_is(words, 0, "nature"), 0);

    return form.row ? (int)form.kind : -1;
}

static bool read_seat(const rec_words *words, unsigned at, uint8_t *seat,
                      rec_error *error)
{
    const rec_word word = words->word[at];

    if (word.length != 1 || word.text[0] < '1' || word.text[0] > '4')
        return rec_fail(error, words, at, "S", "a seat is a number from 1 to 4");
    *seat = (uint8_t)(word.text[0] - '1');
    return true;
}

static bool read_card(const rec_words *words, unsigned at, uint8_t *card,
                      rec_error *error)
{
    const rec_word word = words->word[at];
    const int found = tob_card_find(word.text, word.length);

    if (found < 0 && !rec_word_is(words, at, "?"))
        return rec_fail(error, words, at, "S3", "there is no clue card of this name");
    *card = found < 0 ? TOB_HIDDEN : (uint8_t)found;
    return true;
}

static bool read_coins(const rec_words *words, unsigned at, tob_move *move,
                       rec_error *error)
{
    const rec_word word = words->word[at];

    if (rec_word_is(words, at, "?")) {
        move->value = TOB_HIDDEN;
    } else if (rec_word_is(words, at, "curse")) {
        if (move->kind == TOB_MOVE_REVEAL)
            return rec_fail(error, words, at, "K1", "write 'nature curse' for a curse");
        move->value = 0;
    } else if (word.length == 1 && word.text[0] >= '1' &&
               word.text[0] <= '0' + TOB_COINS_MAX) {
        move->value = (uint8_t)(word.text[0] - '0');
    } else {
        return rec_fail(error, words, at, "S1",
                        "a treasure card is a number of coins or a curse");
    }
    return true;
}

static bool read_space(const rec_words *words, unsigned at, const tob_board *board,
                       tob_move *move, rec_error *error)
{
    const rec_word word = words->word[at];
    const unsigned space = tob_space_find(board, word.text, word.length);

    if (space == TOB_NONE)
        return rec_fail(error, words, at, "I6", "there is no such space on this island");
    move->space = (uint8_t)space;
    return true;
}

static bool read_direction(const rec_words *words, unsigned at, tob_move *move,
                           rec_error *error)
{
    const rec_word word = words->word[at];
    const int direction = tob_direction_find(word.text, word.length);

    if (direction < 0)
        return rec_fail(error, words, at, "O3", "directions are N NE SE S SW NW");
    move->direction = (uint8_t)direction;
    return true;
}

static bool read_triad(const rec_words *words, unsigned at, tob_move *move,
                       rec_error *error)
{
    const rec_word word = words->word[at];
    const int triad = tob_triad_find(word.text, word.length);

    if (triad < 0)
        return rec_fail(error, words, at, "V2", "there is no triad of this name");
    move->value = (uint8_t)triad;
    return true;
}

static bool read_object(const rec_words *words, unsigned at, tob_move *move,
                        rec_error *error)
{
    const rec_word word = words->word[at];
    const int object = tob_object_find(word.text, word.length);

    if (object < 0)
        return rec_fail(error, words, at, "O1", "objects are statue, hut and palm");
    move->value = (uint8_t)object;
    return true;
}

static bool read_treasure(const rec_words *words, unsigned at, tob_move *move,
                          rec_error *error)
{
    const rec_word word = words->word[at];
    const int treasure = tob_treasure_find(word.text, word.length);

    if (treasure < 0)
        return rec_fail(error, words, at, "S2",
                        "the treasures are white, grey, brown and black");
    move->treasure = (uint8_t)treasure;
    return true;
}

static bool read_field(const rec_words *words, unsigned at, tob_field field,
                       const tob_board *board, tob_move *move, rec_error *error)
{
    switch (field) {
    case TOB_FIELD_SEAT: return read_seat(words, at, &move->seat, error);
    case TOB_FIELD_TREASURE: return read_treasure(words, at, move, error);
    case TOB_FIELD_SPACE: return read_space(words, at, board, move, error);
    case TOB_FIELD_CARD: return read_card(words, at, &move->card, error);
    case TOB_FIELD_OTHER: return read_card(words, at, &move->other, error);
    case TOB_FIELD_COINS: return read_coins(words, at, move, error);
    case TOB_FIELD_TRIAD: return read_triad(words, at, move, error);
    case TOB_FIELD_DIRECTION:
    case TOB_FIELD_FACING: return read_direction(words, at, move, error);
    case TOB_FIELD_OBJECT: return read_object(words, at, move, error);
    case TOB_FIELD_NONE:
    case TOB_FIELD_COUNT: break;
    }
    return false;
}

/* The line ends before this field. An object's line says what is missing. */
static bool too_short(const rec_words *words, line_form form, tob_field field,
                      rec_error *error)
{
    const unsigned last = words->count - 1;

    if (field == TOB_FIELD_FACING)
        return rec_fail(error, words, last, "O3", "a direction is missing at the end");
    if (field == TOB_FIELD_SPACE && form.row->field[0] == TOB_FIELD_OBJECT)
        return rec_fail(error, words, last, "I6", "a space is missing at the end");
    return rec_fail(error, words, last, "", "the line ends too early");
}

/* Reads the fields behind the words of the kind, and nothing may follow them. */
static bool read_fields(const rec_words *words, line_form form, const tob_board *board,
                        tob_move *move, rec_error *error)
{
    unsigned at = words_before(form);

    for (unsigned i = 0; field_at(form, i) != TOB_FIELD_NONE; i++, at++) {
        const tob_field field = (tob_field)field_at(form, i);
        if (field == TOB_FIELD_FACING && move->value != TOB_STATUE)
            break;
        if (at >= words->count)
            return too_short(words, form, field, error);
        if (!read_field(words, at, field, board, move, error))
            return false;
    }
    if (words->count > at)
        return rec_fail(error, words, at, "", "nothing may follow here");
    return true;
}

/* The two cards of a swap may be named in any order; a move names the upper first. */
static void order_swap(const tob_game *game, tob_move *move)
{
    const uint8_t card = move->card;
    tob_map_walk walk;

    if (move->kind != TOB_MOVE_AMULET_SWAP || card >= TOB_CARD_MAX ||
        tob_hexset_is_empty(game->map[0].sites) || /* no game has begun */
        tob_map_of_card(game, card) == TOB_NONE)
        return;
    walk = tob_map_walk_above(game, card);
    while (tob_map_next(&walk)) {
        if (walk.card == move->other) {
            move->card = move->other;
            move->other = card;
            return;
        }
    }
}

bool rec_parse_words(const tob_game *game, const tob_board *board, const rec_words *words,
                     tob_move *move, rec_error *error)
{
    const bool nature = rec_word_is(words, 0, "nature");
    const bool amulet = rec_word_is(words, 1, "amulet");
    tob_move read = {0};
    line_form form;

    if (nature)
        read.seat = TOB_NATURE;
    else if (!read_seat(words, 0, &read.seat, error))
        return rec_fail(error, words, 0, "", "a line begins with a seat or 'nature'");
    if (words->count < 2)
        return rec_fail(error, words, 0, "", "the line ends too early");
    form = find_form(words, nature, tob_phase_of(game->phase)->kinds);
    if (!form.row && words->count == 2 && amulet)
        return rec_fail(error, words, 1, "", "the line ends too early");
    if (!form.row)
        return rec_fail(error, words, amulet ? 2 : 1, "",
                        nature ? "nature does nothing of this name"
                               : "a player does nothing of this name");
    read.kind = (uint8_t)form.kind;
    if (form.row->maker == TOB_MAKER_NATURE)
        read.seat = 0;
    if (!read_fields(words, form, board, &read, error))
        return false;
    order_swap(game, &read);
    *move = read;
    return true;
}

bool rec_parse_move(const tob_game *game, const tob_board *board, const char *line,
                    size_t length, tob_move *move, rec_error *error)
{
    rec_words words;

    return rec_split(&words, line, length, error) &&
           rec_parse_words(game, board, &words, move, error);
}

/* ---- Blame ---- */

/* Does a reason that blames this part of a move mean this word? */
static bool is_blamed(tob_blame blame, tob_field field)
{
    switch (blame) {
    case TOB_BLAME_KIND: return false;
    case TOB_BLAME_SEAT: return field == TOB_FIELD_SEAT;
    case TOB_BLAME_SPACE: return field == TOB_FIELD_SPACE;
    case TOB_BLAME_TREASURE: return field == TOB_FIELD_TREASURE;
    case TOB_BLAME_CARD: /* a hidden card of either kind */
        return field == TOB_FIELD_CARD || field == TOB_FIELD_COINS;
    case TOB_BLAME_OTHER: return field == TOB_FIELD_OTHER;
    case TOB_BLAME_DIRECTION:
        return field == TOB_FIELD_DIRECTION || field == TOB_FIELD_FACING;
    case TOB_BLAME_VALUE:
        return field == TOB_FIELD_COINS || field == TOB_FIELD_TRIAD ||
               field == TOB_FIELD_OBJECT;
    }
    return false;
}

/* The word (from 0) of the line that a reason finds fault with. */
static unsigned blamed_word(line_form form, tob_blame blame)
{
    const unsigned before = words_before(form);

    for (unsigned i = 0; field_at(form, i) != TOB_FIELD_NONE; i++)
        if (is_blamed(blame, (tob_field)field_at(form, i)))
            return before + i;
    return blame == TOB_BLAME_SEAT ? 0 : before - 1;
}

void rec_explain(tob_reason reason, const char *line, size_t length, rec_error *error)
{
    rec_words words;
    rec_error ignored;
    line_form form;

    *error = (rec_error){.reason = reason,
                         .clause = tob_reason_clause(reason),
                         .text = tob_reason_text(reason)};
    if (!rec_split(&words, line, length, &ignored))
        return;
    form = find_form(&words, rec_word_is(&words, 0, "nature"), 0);
    if (form.row)
        rec_point(error, &words, blamed_word(form, tob_reason_blame(reason)));
}

/* ---- Writing ---- */

static char *put(char *out, const char *text)
{
    while (*text)
        *out++ = *text++;
    return out;
}

/* Words of numbers that are none of their sort are "?", like those that are hidden. */

static char *put_space(char *out, const tob_board *board, unsigned space)
{
    char name[4] = "?";

    if (space < board->count)
        tob_space_name(board, space, name);
    return put(out, name);
}

static char *put_card(char *out, unsigned card)
{
    return put(out, card < tob_card_total() ? tob_card_name(card) : "?");
}

static char *put_digit(char *out, unsigned number, unsigned most)
{
    *out++ = number <= most ? (char)('0' + number) : '?';
    return out;
}

static char *put_name(char *out, const char *(*name)(unsigned), unsigned number,
                      unsigned count)
{
    return put(out, number < count ? name(number) : "?");
}

static char *put_field(char *out, const tob_board *board, tob_move move, tob_field field)
{
    switch (field) {
    case TOB_FIELD_SEAT: return put_digit(out, move.seat + 1u, TOB_SEATS);
    case TOB_FIELD_TREASURE:
        return put_name(out, tob_treasure_name, move.treasure, TOB_TREASURE_COUNT);
    case TOB_FIELD_SPACE: return put_space(out, board, move.space);
    case TOB_FIELD_CARD: return put_card(out, move.card);
    case TOB_FIELD_OTHER: return put_card(out, move.other);
    case TOB_FIELD_COINS:
        return move.value ? put_digit(out, move.value, TOB_COINS_MAX) : put(out, "curse");
    case TOB_FIELD_TRIAD:
        return put_name(out, tob_triad_name, move.value, TOB_TRIAD_COUNT);
    case TOB_FIELD_DIRECTION:
    case TOB_FIELD_FACING:
        return put_name(out, tob_direction_name, move.direction, TOB_DIRECTION_COUNT);
    case TOB_FIELD_OBJECT:
        return put_name(out, tob_object_name, move.value, TOB_OBJECT_COUNT);
    case TOB_FIELD_NONE:
    case TOB_FIELD_COUNT: break;
    }
    return out;
}

size_t rec_write_move(const tob_board *board, tob_move move,
                      char out[static REC_LINE_MAX])
{
    const tob_kind_row *row = tob_kind_of(move.kind);
    const line_form form = {row, move.kind, row && row->curse && move.value == 0};
    char *at = out;

    *out = '\0';
    if (!row)
        return 0;
    if (tob_is_nature(move))
        at = put(at, "nature");
    else
        at = put_digit(at, move.seat + 1u, TOB_SEATS);
    at = put(put(at, " "), form.curse ? row->curse : row->word);
    if (row->power)
        at = put(put(at, " "), row->power);
    for (unsigned i = 0; field_at(form, i) != TOB_FIELD_NONE; i++) {
        const tob_field field = (tob_field)field_at(form, i);
        if (field == TOB_FIELD_FACING && move.value != TOB_STATUE)
            break;
        at = put_field(put(at, " "), board, move, field);
    }
    *at = '\0';
    return (size_t)(at - out);
}
