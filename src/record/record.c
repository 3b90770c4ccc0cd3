/* Whole records: the header and the moves, line by line. */
#include "tobago/record.h"

#include "record/words.h"
#include "tobago/kinds.h"
#include "tobago/names.h"

void rec_init(rec_reader *reader)
{
    *reader = (rec_reader){.stage = REC_STAGE_FORMAT};
}

/* ---- The header ---- */

/* The game begins anew with each header line that changes it. */
static bool begin_game(rec_reader *reader, const rec_words *words, rec_error *error)
{
    tob_reason reason;

    reason = tob_game_init(&reader->game, &reader->board, &reader->header.config);
    if (reason)
        return rec_fail(error, words, 1, tob_reason_clause(reason),
                        tob_reason_text(reason));
    return true;
}

static bool read_format(rec_reader *reader, const rec_words *words, rec_error *error)
{
    if (!rec_word_is(words, 0, "tobago") || words->count != 2)
        return rec_fail(error, words, 0, "", "a record begins with the line 'tobago 1'");
    if (!rec_word_is(words, 1, "1"))
        return rec_fail(error, words, 1, "",
                        "this program reads records of format 1, not of this one");
    reader->stage = REC_STAGE_PLAYERS;
    return true;
}

static bool same_word(rec_word a, rec_word b)
{
    if (a.length != b.length)
        return false;
    for (size_t i = 0; i < a.length; i++)
        if (a.text[i] != b.text[i])
            return false;
    return true;
}

static bool read_players(rec_reader *reader, const rec_words *words, rec_error *error)
{
    if (!rec_word_is(words, 0, "players"))
        return rec_fail(error, words, 0, "", "the second line names the players");
    if (words->count < 3 || words->count > 5)
        return rec_fail(error, words, words->count - 1, "S", "a game has 2 to 4 players");
    for (unsigned i = 1; i < words->count; i++) {
        const rec_word word = words->word[i];
        if (word.length > REC_NAME_MAX)
            return rec_fail(error, words, i, "", "a name has at most 32 bytes");
        if (!rec_is_utf8(word.text, word.length))
            return rec_fail(error, words, i, "",
                            "a name is valid UTF-8, without controls");
        for (unsigned k = 1; k < i; k++)
            if (same_word(word, words->word[k]))
                return rec_fail(error, words, i, "", "two players have the same name");
    }
    for (unsigned i = 1; i < words->count; i++)
        for (size_t k = 0; k < words->word[i].length; k++)
            reader->header.name[i - 1][k] = words->word[i].text[k];
    reader->header.config.players = (uint8_t)(words->count - 1);
    reader->stage = REC_STAGE_ISLAND;
    return true;
}

static bool read_island(rec_reader *reader, const rec_words *words, rec_error *error)
{
    int island;

    if (!rec_word_is(words, 0, "island") || words->count != 2)
        return rec_fail(error, words, 0, "I2",
                        "the third line names the island, like 'island AbC1'");
    island = tob_island_find(words->word[1].text, words->word[1].length);
    if (island < 0)
        return rec_fail(error, words, 1, "I2", "there is no such island");
    reader->header.config.island = (uint8_t)island;
    tob_board_init(&reader->board, (unsigned)island);
    reader->stage = REC_STAGE_OPTIONS;
    return begin_game(reader, words, error);
}

static bool read_options(rec_reader *reader, const rec_words *words, rec_error *error)
{
    tob_config *config = &reader->header.config;

    if (words->count < 2)
        return rec_fail(error, words, 0, "", "an option is missing at the end");
    for (unsigned i = 1; i < words->count; i++) {
        const unsigned bit = tob_option_find(words->word[i].text, words->word[i].length);
        if (!bit)
            return rec_fail(error, words, i, "", "there is no such option");
        if (config->options >= bit)
            return rec_fail(error, words, i, "",
                            "options come once each, in their order");
        config->options |= (uint8_t)bit;
    }
    reader->stage = REC_STAGE_FIRST;
    return begin_game(reader, words, error);
}

static bool read_first(rec_reader *reader, const rec_words *words, rec_error *error)
{
    const rec_word word = words->word[words->count - 1];

    if (words->count != 2 || word.length != 1 || word.text[0] < '2' ||
        word.text[0] > '0' + reader->header.config.players)
        return rec_fail(error, words, 1, "S7",
                        "the first player is a seat; seat 1 needs no line");
    reader->header.config.first = (uint8_t)(word.text[0] - '1');
    reader->stage = REC_STAGE_VIEW;
    return begin_game(reader, words, error);
}

static bool read_view(rec_reader *reader, const rec_words *words, rec_error *error)
{
    const rec_word word = words->word[words->count - 1];

    if (words->count == 2 && rec_word_is(words, 1, "spectator"))
        reader->header.config.viewer = tob_viewer_spectator();
    else if (words->count == 2 && word.length == 1 && word.text[0] >= '1' &&
             word.text[0] <= '0' + reader->header.config.players)
        reader->header.config.viewer = tob_viewer_of((unsigned)(word.text[0] - '1'));
    else
        return rec_fail(error, words, 1, "H1", "a view is that of a seat or 'spectator'");
    reader->stage = REC_STAGE_GAME;
    return begin_game(reader, words, error);
}

/* ---- Moves ---- */

static bool read_move(rec_reader *reader, const rec_words *words, const char *line,
                      size_t length, rec_error *error)
{
    tob_reason reason;
    tob_move move;

    if (!rec_parse_words(&reader->game, &reader->board, words, &move, error))
        return false;
    reason = tob_try(&reader->game, &reader->board, move);
    if (reason) {
        rec_explain(reason, line, length, error);
        return false;
    }
    reader->move = move;
    reader->moves++;
    reader->stage = REC_STAGE_GAME;
    return true;
}

/* A line of the header that may come now, or a move. */
static bool read_line(rec_reader *reader, const char *line, size_t length,
                      rec_error *error)
{
    rec_words words;

    if (!rec_split(&words, line, length, error))
        return false;
    switch (reader->stage) {
    case REC_STAGE_FORMAT: return read_format(reader, &words, error);
    case REC_STAGE_PLAYERS: return read_players(reader, &words, error);
    case REC_STAGE_ISLAND: return read_island(reader, &words, error);
    case REC_STAGE_OPTIONS:
        if (rec_word_is(&words, 0, "options"))
            return read_options(reader, &words, error);
        /* fall through */
    case REC_STAGE_FIRST:
        if (rec_word_is(&words, 0, "first"))
            return read_first(reader, &words, error);
        /* fall through */
    case REC_STAGE_VIEW:
        if (rec_word_is(&words, 0, "view"))
            return read_view(reader, &words, error);
        /* fall through */
    case REC_STAGE_GAME: break;
    }
    return read_move(reader, &words, line, length, error);
}

bool rec_feed(rec_reader *reader, const char *line, size_t length, rec_error *error)
{
    const rec_header header = reader->header;
    const rec_stage stage = reader->stage;

    if (!read_line(reader, line, length, error)) {
        reader->header = header;
        reader->stage = stage;
        error->line = reader->line + 1;
        return false;
    }
    reader->line++;
    return true;
}

bool rec_read(rec_reader *reader, const char *text, size_t length, uint32_t most,
              rec_error *error)
{
    rec_init(reader);
    for (size_t from = 0; from < length && reader->line < most;) {
        size_t to = from;
        while (to < length && text[to] != '\n')
            to++;
        if (!rec_feed(reader, text + from, to - from, error))
            return false;
        from = to + 1;
    }
    return true;
}

/* ---- Writing ---- */

static char *put(char *out, const char *text)
{
    while (*text)
        *out++ = *text++;
    return out;
}

size_t rec_write_options(unsigned options, char out[static REC_LINE_MAX])
{
    char *at = options ? put(out, "options") : out;

    for (unsigned i = 0; tob_option_at(i); i++)
        if (options & tob_option_at(i)->bit)
            at = put(put(at, " "), tob_option_at(i)->word);
    *at = '\0';
    return (size_t)(at - out);
}

size_t rec_write_header(const rec_header *header, char out[static REC_HEADER_MAX])
{
    const tob_config *config = &header->config;
    const unsigned players = config->players ? config->players : TOB_SEATS;
    char island[5], *at = put(out, "tobago 1\nplayers");

    for (unsigned seat = 0; seat < players && seat < TOB_SEATS; seat++) {
        at = put(put(at, " "), header->name[seat][0] ? header->name[seat] : "seat");
        if (!header->name[seat][0])
            *at++ = (char)('1' + seat);
    }
    tob_island_name(config->island, island);
    at = put(put(put(at, "\nisland "), island), "\n");
    if (config->options) {
        at += rec_write_options(config->options, at);
        at = put(at, "\n");
    }
    if (config->first) {
        at = put(at, "first ");
        *at++ = (char)('1' + config->first);
        *at++ = '\n';
    }
    if (tob_viewer_is_spectator(config->viewer)) {
        at = put(at, "view spectator\n");
    } else if (!tob_viewer_is_full(config->viewer)) {
        at = put(at, "view ");
        *at++ = (char)('1' + tob_viewer_seat(config->viewer));
        *at++ = '\n';
    }
    *at = '\0';
    return (size_t)(at - out);
}
