/* Lines and moves: one table of forms drives reading and writing. */
#include "record/words.h"
#include "tobago/names.h"
#include "tobago/record.h"

/* Arguments of a form, in the order of their words:
 * p seat, t treasure, s space, c card, o other card, v coins, y triad, d direction,
 * k an object with its space and, for statues, its direction. */
typedef struct line_form {
    uint8_t kind;
    bool nature;
    const char *verb;
    const char *power; /* the word after "amulet" */
    const char *arguments;
} line_form;

static const line_form forms[] = {
    {TOB_MOVE_LEG, false, "leg", NULL, "s"},
    {TOB_MOVE_DRAW, true, "draw", NULL, "pc"},
    {TOB_MOVE_DISCARD, true, "discard", NULL, "pc"},
    {TOB_MOVE_END, false, "end", NULL, ""},
    {TOB_MOVE_MOVE, false, "move", NULL, ""},
    {TOB_MOVE_EXCHANGE, false, "exchange", NULL, ""},
    {TOB_MOVE_CLUE, false, "clue", NULL, "tc"},
    {TOB_MOVE_RAISE, false, "raise", NULL, "t"},
    {TOB_MOVE_CLAIM, false, "claim", NULL, ""},
    {TOB_MOVE_PASS, false, "pass", NULL, ""},
    {TOB_MOVE_PEEK, true, "peek", NULL, "pv"},
    {TOB_MOVE_ADD, true, "add", NULL, "v"},
    {TOB_MOVE_REVEAL, true, "reveal", NULL, "v"},
    {TOB_MOVE_REVEAL, true, "curse", NULL, ""},
    {TOB_MOVE_CANNOT, false, "cannot", NULL, ""},
    {TOB_MOVE_AMULET_REMOVE, false, "amulet", "remove", "ts"},
    {TOB_MOVE_AMULET_CLUE, false, "amulet", "clue", "tc"},
    {TOB_MOVE_AMULET_VOLCANIC, false, "amulet", "volcanic", "tco"},
    {TOB_MOVE_AMULET_MOVE, false, "amulet", "move", ""},
    {TOB_MOVE_AMULET_EXCHANGE, false, "amulet", "exchange", ""},
    {TOB_MOVE_AMULET_DOUBLE, false, "amulet", "double", "c"},
    {TOB_MOVE_AMULET_SWAP, false, "amulet", "swap", "co"},
    {TOB_MOVE_VOLCANIC, false, "volcanic", NULL, "tco"},
    {TOB_MOVE_TAKE, false, "take", NULL, ""},
    {TOB_MOVE_LEAVE, false, "leave", NULL, ""},
    {TOB_MOVE_LAVA, false, "lava", NULL, "s"},
    {TOB_MOVE_VOLCANO, true, "volcano", NULL, "s"},
    {TOB_MOVE_VOLCANO, false, "volcano", NULL, "s"},
    {TOB_MOVE_TRIAD, false, "triad", NULL, "ysd"},
    {TOB_MOVE_TRIAD_RANDOM, true, "triad", NULL, "pysd"},
    {TOB_MOVE_OBJECT, true, "object", NULL, "k"},
    {TOB_MOVE_OBJECT, false, "object", NULL, "k"},
    {TOB_MOVE_ATV, false, "atv", NULL, "s"},
    {TOB_MOVE_INITIAL, true, "initial", NULL, "pc"},
    {TOB_MOVE_START, false, "start", NULL, "t"},
    {TOB_MOVE_DEAL, true, "deal", NULL, "pc"},
};
enum { FORMS = sizeof forms / sizeof forms[0] };

/* ---- Reading ---- */

/* Kinds that are nature's or a player's, as the options say. */
static bool either_places(unsigned kind)
{
    return kind == TOB_MOVE_OBJECT || kind == TOB_MOVE_VOLCANO;
}

static const line_form *find_form(const rec_words *words, bool nature)
{
    for (unsigned i = 0; i < FORMS; i++) {
        const line_form *form = &forms[i];
        if (form->nature == nature && rec_word_is(words, 1, form->verb) &&
            (!form->power || rec_word_is(words, 2, form->power)))
            return form;
    }
    return NULL;
}

int rec_words_kind(const rec_words *words)
{
    const line_form *form = find_form(words, rec_word_is(words, 0, "nature"));

    return form ? form->kind : -1;
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

/* KIND SPACE, and a direction for statues. */
static bool read_object(const rec_words *words, unsigned at, const tob_board *board,
                        tob_move *move, rec_error *error)
{
    const rec_word kind = words->word[at];
    const int object = tob_object_find(kind.text, kind.length);

    if (object < 0)
        return rec_fail(error, words, at, "O1", "objects are statue, hut and palm");
    move->value = (uint8_t)object;
    if (words->count < at + 2)
        return rec_fail(error, words, words->count - 1, "I6",
                        "a space is missing at the end");
    if (!read_space(words, at + 1, board, move, error))
        return false;
    if (object != TOB_STATUE)
        return true;
    if (words->count < at + 3)
        return rec_fail(error, words, words->count - 1, "O3",
                        "a direction is missing at the end");
    return read_direction(words, at + 2, move, error);
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

static bool read_argument(const rec_words *words, unsigned at, char argument,
                          const tob_board *board, tob_move *move, rec_error *error)
{
    switch (argument) {
    case 'p': return read_seat(words, at, &move->seat, error);
    case 't': return read_treasure(words, at, move, error);
    case 's': return read_space(words, at, board, move, error);
    case 'c': return read_card(words, at, &move->card, error);
    case 'o': return read_card(words, at, &move->other, error);
    case 'v': return read_coins(words, at, move, error);
    case 'y': return read_triad(words, at, move, error);
    case 'd': return read_direction(words, at, move, error);
    default: return read_object(words, at, board, move, error);
    }
}

static unsigned form_words(const line_form *form, tob_move move)
{
    unsigned count = form->power ? 3 : 2;

    for (const char *at = form->arguments; *at; at++)
        count += *at != 'k' ? 1 : move.value == TOB_STATUE ? 3 : 2;
    return count;
}

/* The two cards of a swap may be named in any order; a move names the upper first. */
static void order_swap(const tob_game *game, tob_move *move)
{
    const uint8_t card = move->card;

    if (move->kind != TOB_MOVE_AMULET_SWAP || card >= TOB_CARD_MAX ||
        tob_hexset_is_empty(game->map[0].sites))
        return;
    for (unsigned treasure = 0; treasure < TOB_TREASURE_COUNT; treasure++) {
        uint8_t cards[TOB_CARD_MAX];
        const unsigned length = tob_map_cards(game, treasure, cards);
        bool other_seen = false;
        for (unsigned i = 0; i < length; i++) {
            other_seen = other_seen || cards[i] == move->other;
            if (cards[i] == card && other_seen) {
                move->card = move->other;
                move->other = card;
                return;
            }
        }
    }
}

bool rec_parse_words(const tob_game *game, const tob_board *board, const rec_words *words,
                     tob_move *move, rec_error *error)
{
    const bool nature = rec_word_is(words, 0, "nature");
    const line_form *form;
    tob_move read = {0};
    unsigned at;

    if (nature)
        read.seat = TOB_NATURE;
    else if (!read_seat(words, 0, &read.seat, error))
        return rec_fail(error, words, 0, "", "a line begins with a seat or 'nature'");
    if (words->count < 2)
        return rec_fail(error, words, 0, "", "the line ends too early");
    form = find_form(words, nature);
    if (!form && words->count == 2 && rec_word_is(words, 1, "amulet"))
        return rec_fail(error, words, 1, "", "the line ends too early");
    if (!form)
        return rec_fail(error, words, rec_word_is(words, 1, "amulet") ? 2 : 1, "",
                        nature ? "nature does nothing of this name"
                               : "a player does nothing of this name");
    read.kind = form->kind;
    if (nature && !either_places(form->kind))
        read.seat = 0;
    at = form->power ? 3 : 2;
    for (const char *argument = form->arguments; *argument; argument++, at++) {
        if (at >= words->count)
            return rec_fail(error, words, words->count - 1, "",
                            "the line ends too early");
        if (!read_argument(words, at, *argument, board, &read, error))
            return false;
    }
    if (words->count > form_words(form, read))
        return rec_fail(error, words, form_words(form, read), "",
                        "nothing may follow here");
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

static char blamed_argument(tob_blame blame)
{
    switch (blame) {
    case TOB_BLAME_KIND: return 0;
    case TOB_BLAME_SEAT: return 'p';
    case TOB_BLAME_SPACE: return 's';
    case TOB_BLAME_TREASURE: return 't';
    case TOB_BLAME_CARD: return 'c';
    case TOB_BLAME_OTHER: return 'o';
    case TOB_BLAME_DIRECTION: return 'd';
    case TOB_BLAME_VALUE: return 'v';
    }
    return 0;
}

/* The word (from 0) of the line that a reason finds fault with. */
static unsigned blamed_word(const line_form *form, tob_blame blame)
{
    const unsigned verb = form->power ? 2 : 1;
    const char wanted = blamed_argument(blame);

    for (unsigned i = 0; form->arguments[i]; i++) {
        if (form->arguments[i] == wanted)
            return verb + 1 + i;
        if (form->arguments[i] == 'v' && wanted == 'c')
            return verb + 1 + i; /* a hidden card of either kind */
        if (form->arguments[i] == 'y' && wanted == 'v')
            return verb + 1 + i;
        if (form->arguments[i] == 'k' && wanted && blame != TOB_BLAME_SEAT)
            return verb + 1 + i + (blame == TOB_BLAME_SPACE ? 1 : 0) +
                   (blame == TOB_BLAME_DIRECTION ? 2 : 0);
    }
    return blame == TOB_BLAME_SEAT ? 0 : verb;
}

void rec_explain(tob_reason reason, const char *line, size_t length, rec_error *error)
{
    rec_words words;
    rec_error ignored;
    const line_form *form;

    *error = (rec_error){.reason = reason,
                         .clause = tob_reason_clause(reason),
                         .text = tob_reason_text(reason)};
    if (!rec_split(&words, line, length, &ignored))
        return;
    form = find_form(&words, rec_word_is(&words, 0, "nature"));
    if (form)
        rec_point(error, &words, blamed_word(form, tob_reason_blame(reason)));
}

/* ---- Writing ---- */

static char *put(char *out, const char *text)
{
    while (*text)
        *out++ = *text++;
    return out;
}

static char *put_space(char *out, const tob_board *board, unsigned space)
{
    char name[4];

    tob_space_name(board, space, name);
    return put(out, name);
}

static char *put_object(char *out, const tob_board *board, tob_move move)
{
    out = put(out, tob_object_name(move.value));
    *out++ = ' ';
    out = put_space(out, board, move.space);
    if (move.value != TOB_STATUE)
        return out;
    *out++ = ' ';
    return put(out, tob_direction_name(move.direction));
}

static char *put_argument(char *out, const tob_board *board, tob_move move, char argument)
{
    const uint8_t card = argument == 'o' ? move.other : move.card;

    switch (argument) {
    case 'p': *out++ = (char)('1' + move.seat); return out;
    case 't': return put(out, tob_treasure_name(move.treasure));
    case 's': return put_space(out, board, move.space);
    case 'c':
    case 'o': return put(out, card == TOB_HIDDEN ? "?" : tob_card_name(card));
    case 'v':
        if (move.value == 0)
            return put(out, "curse");
        *out++ = move.value == TOB_HIDDEN ? '?' : (char)('0' + move.value);
        return out;
    case 'y': return put(out, tob_triad_name(move.value));
    case 'd': return put(out, tob_direction_name(move.direction));
    default: return put_object(out, board, move);
    }
}

static const line_form *form_of(tob_move move)
{
    for (unsigned i = 0; i < FORMS; i++) {
        const line_form *form = &forms[i];
        const bool curse = form->nature && !form->arguments[0];
        if (form->kind != move.kind)
            continue;
        if (either_places(move.kind) && form->nature != (move.seat == TOB_NATURE))
            continue;
        if (move.kind == TOB_MOVE_REVEAL && curse != (move.value == 0))
            continue;
        return form;
    }
    return NULL;
}

size_t rec_write_move(const tob_board *board, tob_move move,
                      char out[static REC_LINE_MAX])
{
    const line_form *form = form_of(move);
    char *at = out;

    if (!form) {
        *out = '\0';
        return 0;
    }
    if (form->nature)
        at = put(at, "nature");
    else
        *at++ = (char)('1' + move.seat);
    *at++ = ' ';
    at = put(at, form->verb);
    if (form->power) {
        *at++ = ' ';
        at = put(at, form->power);
    }
    for (const char *argument = form->arguments; *argument; argument++) {
        *at++ = ' ';
        at = put_argument(at, board, move, *argument);
    }
    *at = '\0';
    return (size_t)(at - out);
}
